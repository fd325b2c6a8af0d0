"""libtorch's `torch::autograd` as Python functions: `{}` is `()`, `nullopt` and an undefined `Tensor()` are None.

Errors are RuntimeErrors with the texts of the C++ functions, which differ from Python's.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._bindings.tensor.tensor import Tensor as _Tensor
from .._dispatch.call.kernel_errors import type_name
from ..autograd import backward as _backward
from ..autograd import forward_ad as _forward_ad
from ..autograd import grad as _grad
from ..autograd._engine_calls import sum_to_shape

Tensors = Sequence[Any]


def Tensor() -> None:
    """An undefined tensor, which is None in Python."""
    return None


def backward(
    tensors: Tensors, grad_tensors: Tensors = (), retain_graph: bool | None = None, create_graph: bool = False, inputs: Tensors = (),
) -> None:
    """Add the gradients of `tensors` to the `.grad` of the leaves they depend on, or of `inputs` (leaves or not) only.

    `grad_tensors` are the cotangents: undefined for scalars, or omitted altogether; `retain_graph` defaults to `create_graph`.
    """
    if not tensors:
        return
    cotangents = _check_cotangents(tensors, grad_tensors)
    for t in inputs:
        if not _check_defined(t).requires_grad:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
        t.retain_grad()
    _backward(list(tensors), cotangents, retain_graph, create_graph, inputs=list(inputs) or None)


def grad(
    outputs: Tensors, inputs: Tensors, grad_outputs: Tensors = (), retain_graph: bool | None = None, create_graph: bool = False,
    allow_unused: bool = False,
) -> list[Any]:
    """The gradients of `outputs` with respect to `inputs`, as a list; undefined for an input that is not used, if `allow_unused`."""
    cotangents = _check_cotangents(outputs, grad_outputs)
    if not inputs:
        raise RuntimeError("grad requires non-empty inputs.")
    for i, t in enumerate(inputs):
        if not _check_defined(t).requires_grad:
            raise RuntimeError(f"element {i} of the input tensors does not require grad")
    gradients = list(_grad(list(outputs), list(inputs), cotangents, retain_graph, create_graph, allow_unused=True))
    for i, g in enumerate(gradients):
        if g is None and not allow_unused:
            # The missing space is libtorch's; programs may match on the text.
            raise RuntimeError(f"element {i}of the differentiated Tensors appears to not have been used in the graph. Set "
                               "allow_unused=True if this is the desired behavior.")
    return gradients


def _check_defined(t: Any) -> Any:
    if t is None:
        raise RuntimeError("cannot call get_autograd_meta() on undefined tensor")
    return t


def _check_cotangents(outputs: Tensors, cotangents: Tensors) -> list[Any]:
    for i, out in enumerate(outputs):
        if not _check_defined(out).requires_grad:
            raise RuntimeError(f"element {i} of tensors does not require grad and does not have a grad_fn")
    if cotangents and len(cotangents) != len(outputs):
        raise RuntimeError(f"got {len(outputs)} tensors and {len(cotangents)} gradients")
    return [_check_cotangent(i, out, g) for i, (out, g) in enumerate(zip(outputs, cotangents or (None,) * len(outputs), strict=True))]


def _check_cotangent(i: int, out: Any, g: Any) -> Any:
    if g is None:
        if out._array.size != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        if out._array.dtype.kind == "c":
            raise RuntimeError(f"grad can be computed only for real scalar outputs but got {type_name(out._array.dtype)}")
        return None
    if not isinstance(g, _Tensor):
        raise TypeError(f"grad_tensors must be tensors or None, but got {type(g).__name__}")
    return g if g._array.shape == out._array.shape else sum_to_shape(i, out._array.shape, g)


class forward_ad:
    """`torch::autograd::forward_ad`. Levels nest, as the header states, and then compute higher derivatives."""

    @staticmethod
    def enter_dual_level() -> int:
        """Open a level inside those already open; return its index."""
        return _forward_ad.enter_dual_level()

    @staticmethod
    def exit_dual_level(level: int) -> None:
        """Close `level`, which must be the innermost; its tangents are cleared, and its dual tensors become ordinary ones."""
        if level != _forward_ad._innermost_level() or level < 0:
            raise RuntimeError("Exiting a forward AD level that is not the last that was created is not support. Ensure they are released "
                               "in the reverse order they were created.")
        _forward_ad.exit_dual_level(level=level)


__all__ = ["Tensor", "backward", "forward_ad", "grad"]
