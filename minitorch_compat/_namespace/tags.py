"""`torch.Tag`: what an op can be marked with for compilers."""
from __future__ import annotations

from enum import Enum


class Tag(Enum):
    """A mark of an op, as ``torch.ops.aten.add.Tensor.tags`` has them, and for ``torch.library.custom_op(..., tags=...)``.

    References
    ----------
    PyTorch: ``torch.Tag``.

    Examples
    --------
    >>> torch.Tag.pointwise.name
    'pointwise'
    """

    __module__ = "torch"

    (core, cudagraph_unsafe, data_dependent_output, dynamic_output_shape, flexible_layout, generated, inplace, inplace_view,
     maybe_aliasing_or_mutating, needs_contiguous_strides, needs_exact_strides, needs_fixed_stride_order, nondeterministic_bitwise,
     nondeterministic_seeded, out, out_variant, pointwise, pt2_compliant_tag, reduction, view_copy) = range(20)

    def __int__(self) -> int:
        return int(self.value)

    def __index__(self) -> int:
        return int(self.value)
