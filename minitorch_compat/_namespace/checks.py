"""`torch._check*` and `torch._assert*`: conditions that must hold, and the exceptions raised when they do not."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._bindings.tensor.tensor import Tensor
from .._dispatch.dtype import bool_

_DEFAULT_MESSAGE = ("Expected cond to be True, but got False. (Could this error message be improved? If so, please report an enhancement "
                    "request to PyTorch.)")


def _fail(error: type[BaseException], message: Any) -> None:
    if message is None:
        raise error(_DEFAULT_MESSAGE)
    if not callable(message):
        raise TypeError("message must be a callable")
    raise error(str(message()))


def _check_with(error_type: type[BaseException], cond: Any, message: Callable[[], str] | None = None) -> None:
    """Raise `error_type`, with the text that `message()` returns, unless `cond` is True. It must be a bool."""
    if isinstance(cond, Tensor):
        raise TypeError("cond must be a bool, but got a Tensor. For tensor conditions, use torch._check_tensor_all() to assert that all "
                        "elements are true.")
    if not isinstance(cond, bool):
        raise TypeError(f"cond must be a bool, but got {type(cond)}")
    if not cond:
        _fail(error_type, message)


def _check(cond: Any, message: Callable[[], str] | None = None) -> None:
    """Raise RuntimeError unless `cond`."""
    _check_with(RuntimeError, cond, message)


def _check_index(cond: Any, message: Callable[[], str] | None = None) -> None:
    """Raise IndexError unless `cond`."""
    _check_with(IndexError, cond, message)


def _check_value(cond: Any, message: Callable[[], str] | None = None) -> None:
    """Raise ValueError unless `cond`."""
    _check_with(ValueError, cond, message)


def _check_type(cond: Any, message: Callable[[], str] | None = None) -> None:
    """Raise TypeError unless `cond`."""
    _check_with(TypeError, cond, message)


def _check_not_implemented(cond: Any, message: Callable[[], str] | None = None) -> None:
    """Raise NotImplementedError unless `cond`."""
    _check_with(NotImplementedError, cond, message)


def _check_is_size(i: Any, message: Callable[[], str] | None = None, *, max: Any = None) -> None:
    """Raise RuntimeError unless `i` is a size: not negative, and at most `max`."""
    _check(i >= 0 and (max is None or i <= max), message)


def _check_tensor_all_with(error_type: type[BaseException], cond: Any, message: Callable[[], str] | None = None) -> None:
    """Raise `error_type` unless all elements of the bool tensor `cond` are True."""
    if not isinstance(cond, Tensor):
        raise TypeError(f"cond must be a tensor, but got {type(cond)}")
    if cond.dtype is not bool_:
        raise TypeError(f"cond tensor must have dtype torch.bool, but got {cond.dtype}")
    _check_with(error_type, bool(cond.all()), message)


def _check_tensor_all(cond: Any, message: Callable[[], str] | None = None) -> None:
    """Raise RuntimeError unless all elements of the bool tensor `cond` are True."""
    _check_tensor_all_with(RuntimeError, cond, message)


def _assert(condition: Any, message: str) -> Any:
    """Raise AssertionError with `message` unless `condition` is true."""
    if not isinstance(condition, (bool, Tensor)):
        from ..overrides import handle_torch_function, has_torch_function

        if has_torch_function((condition,)):  # such as an `fx.Proxy`
            return handle_torch_function(_assert, (condition,), condition, message)
    if not condition:
        raise AssertionError(message)
    return None


def _assert_async(input: Any, assert_msg: str = "Expected Tensor with single nonzero value, but got zero") -> None:
    """Raise RuntimeError if the single element of `input` is zero."""
    if not input:
        raise RuntimeError(assert_msg)


def _shape_as_tensor(self: Any) -> Any:
    """The shape, as a tensor of int64."""
    from .._bindings.creation.factories import tensor

    return tensor(list(self.shape))


def _cast_Long(input: Any, non_blocking: bool = False) -> Any:
    """`input` with dtype int64."""
    return input.long()
