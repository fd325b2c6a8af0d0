"""Layouts, memory formats and qschemes: constants that programs pass along."""
from __future__ import annotations

from typing import Any, ClassVar

from ..._dispatch.dtype import SignatureLike
from ..._dispatch.naming import name_constant, names_torch, torch_object


class _Constant:
    """A named constant that prints as PyTorch's."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name: str = name

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self

    def __reduce__(self) -> Any:
        return name_constant(self.name) or (_named, (self.name,))


def _named(name: str) -> Any:
    return globals()[name]


class layout(_Constant):
    """The layout of a tensor in memory.

    References
    ----------
    PyTorch: ``torch.layout``.

    Examples
    --------
    >>> torch.zeros(2).layout
    torch.strided
    >>> torch.eye(2).to_sparse().layout == torch.sparse_coo
    True
    """

    __slots__ = ()
    __module__ = "torch"
    __signature__: ClassVar[Any] = SignatureLike(lambda: None)

    def __reduce__(self) -> Any:
        if not names_torch():
            return _named, (self.name,)
        return torch_object("torch.serialization", "_get_layout"), (repr(self),)


class memory_format(_Constant):
    """The order of a tensor's dimensions in memory.

    References
    ----------
    PyTorch: ``torch.memory_format``.

    Examples
    --------
    >>> t = torch.zeros(1, 3, 2, 2).to(memory_format=torch.channels_last)
    >>> t.is_contiguous(), t.is_contiguous(memory_format=torch.channels_last), t.stride()
    (False, True, (12, 1, 6, 3))
    """

    __slots__ = ()
    __module__ = "torch"
    __signature__: ClassVar[Any] = SignatureLike(lambda: None)


class qscheme(_Constant):
    """A kind of quantization; no tensor here is quantized.

    References
    ----------
    PyTorch: ``torch.qscheme``.

    Examples
    --------
    >>> torch.per_tensor_affine
    torch.per_tensor_affine
    >>> isinstance(torch.per_tensor_affine, torch.qscheme)
    True
    """

    __slots__ = ()
    __module__ = "torch"
    __signature__: ClassVar[Any] = SignatureLike(lambda: None)


sparse_coo: layout
sparse_csr: layout
sparse_csc: layout
sparse_bsr: layout
sparse_bsc: layout
jagged: layout
per_tensor_affine: qscheme
per_tensor_symmetric: qscheme
per_channel_affine: qscheme
per_channel_symmetric: qscheme
contiguous_format: memory_format
preserve_format: memory_format
channels_last: memory_format
channels_last_3d: memory_format
strided: layout = layout("strided")
sparse_coo, sparse_csr, sparse_csc = layout("sparse_coo"), layout("sparse_csr"), layout("sparse_csc")
sparse_bsr, sparse_bsc, jagged = layout("sparse_bsr"), layout("sparse_bsc"), layout("jagged")
per_tensor_affine, per_tensor_symmetric = qscheme("per_tensor_affine"), qscheme("per_tensor_symmetric")
per_channel_affine, per_channel_symmetric = qscheme("per_channel_affine"), qscheme("per_channel_symmetric")
per_channel_affine_float_qparams: qscheme = qscheme("per_channel_affine_float_qparams")
contiguous_format, preserve_format = memory_format("contiguous_format"), memory_format("preserve_format")
channels_last, channels_last_3d = memory_format("channels_last"), memory_format("channels_last_3d")
