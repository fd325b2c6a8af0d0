"""`torch.testing._internal.common_subclass`: tensor subclasses to test; those that need `__torch_dispatch__` are placeholders."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import minitorch_compat as torch

from ..._namespace.modules import recorded_getattr


class NonWrapperTensor(torch.Tensor):
    """A subclass that shares the memory of a tensor and carries `extra_state`, which tells the last function that made it."""

    extra_state: dict[str, Any]

    def __new__(cls, data: Any) -> Any:
        """A tensor of this class over the memory of another."""
        out = torch.Tensor._make_subclass(cls, data)
        out.extra_state = {"last_func_called": None}
        return out

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Run the function; note its name on a result of this class."""
        result = super().__torch_function__(func, types, args, kwargs)
        if isinstance(result, cls):
            last = None if func is torch.Tensor.__deepcopy__ else func.__name__
            if last is not None or not hasattr(result, "extra_state"):
                result.extra_state = {"last_func_called": last}
        return result

    def new_empty(self, shape: Any) -> Any:  # type: ignore[override]
        """An empty tensor of this class."""
        return type(self)(torch.empty(shape))


class SubclassInfo:
    """What tests know of a class: its name, a function of a shape that makes one, and whether results of ops are of the class again."""

    __slots__ = ("closed_under_ops", "create_fn", "name")

    def __init__(self, name: str, create_fn: Callable[..., Any], closed_under_ops: bool = True) -> None:
        self.name, self.create_fn, self.closed_under_ops = name, create_fn, closed_under_ops


#: Class -> its SubclassInfo.
subclass_db: dict[type, SubclassInfo] = {
    torch.Tensor: SubclassInfo("base_tensor", torch.randn),
    NonWrapperTensor: SubclassInfo("non_wrapper_tensor", lambda shape: NonWrapperTensor(torch.randn(shape))),
}

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.testing._internal.common_subclass")
