"""Parameters and buffers without a shape, of which few programs have any.

They override torch's functions, to refuse them: the first class that does has the faces of all methods of Tensor made, which takes
longer than importing the rest of `torch.nn`.
"""
from __future__ import annotations

from typing import Any

from .._bindings import Tensor
from .._bindings.generated import functions as ops
from .parameter import Parameter, UninitializedTensorMixin


class UninitializedParameter(UninitializedTensorMixin, Parameter):  # type: ignore[misc]  # the mixin's repr needs no contents
    """A Parameter that `materialize(shape)` turns into an ordinary one."""

    __module__ = "minitorch_compat.nn.parameter"
    cls_to_become = Parameter

    def __new__(cls, requires_grad: bool = True, device: Any = None, dtype: Any = None) -> Any:
        data = ops.empty(0, device=device, dtype=dtype)
        return Tensor._make_subclass(cls, data, requires_grad)

    def __deepcopy__(self, memo: dict[int, Any]) -> UninitializedParameter:
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.requires_grad, self.data.device, self.data.dtype)
        return memo[id(self)]


class UninitializedBuffer(UninitializedTensorMixin, Tensor):  # type: ignore[misc]  # as above
    """A buffer that `materialize(shape)` turns into an ordinary tensor."""

    __module__ = "minitorch_compat.nn.parameter"
    cls_to_become = Tensor

    def __new__(cls, requires_grad: bool = False, device: Any = None, dtype: Any = None,
                persistent: bool = True) -> Any:
        data = ops.empty(0, device=device, dtype=dtype)
        t = Tensor._make_subclass(cls, data, requires_grad)
        t.persistent = persistent
        t._is_buffer = True
        return t
