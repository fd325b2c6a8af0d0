"""`Type` and `Resize`, the functions of PyTorch's first versions for changing type and shape."""
from __future__ import annotations

import math
from typing import Any

from ..._array.core.user_warnings import warn
from ..._bindings.tensor.tensor import Tensor
from ..function import Function

__all__ = ["Resize", "Type"]

_DEPRECATED = "`torch.autograd._functions.Type` is deprecated as of PyTorch 2.1, please use `torch.tensor.to(dtype=dtype)` instead."


class Type(Function):
    """`Type.apply(tensor, dest_type)`: `tensor.type(dest_type)`, whose gradient comes back in the type of `tensor`. Deprecated."""

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        warn(_DEPRECATED, FutureWarning)
        return super().apply(*args, **kwargs)

    @staticmethod
    def forward(ctx: Any, i: Tensor, dest_type: Any) -> Any:
        ctx.input_type = i.dtype
        return i.type(dest_type)

    @staticmethod
    def backward(ctx: Any, grad_output: Tensor) -> Any:
        return grad_output.type(ctx.input_type), None


class Resize(Function):
    """`Resize.apply(tensor, sizes)`: `tensor` reshaped, as a view where the memory layout permits.

    Raises RuntimeError where the number of elements differs.
    """

    @staticmethod
    def forward(ctx: Any, tensor: Tensor, sizes: Any) -> Any:
        wanted = math.prod(sizes)
        if wanted != tensor.numel():
            asked, had = ("x".join(map(str, shape)) for shape in (sizes, tensor.shape))
            raise RuntimeError(
                f"requested resize to {asked} ({wanted} elements in total), but the given tensor has a size of {had} ({tensor.numel()} "
                "elements). autograd's resize can only change the shape of a given tensor, while preserving the number of elements. ")
        ctx.shape = tensor.shape
        return tensor.contiguous().view(*sizes)

    @staticmethod
    def backward(ctx: Any, grad_output: Tensor) -> Any:
        return grad_output.contiguous().view(ctx.shape), None
