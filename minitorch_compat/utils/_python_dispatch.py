"""`torch.utils._python_dispatch`: names that programs import. Functions do not dispatch to ATen ops here."""
from __future__ import annotations

from typing import Any, NoReturn

from .._dispatch.unsupported import UnsupportedError

__all__ = ["BaseTorchDispatchMode", "TorchDispatchMode", "is_traceable_wrapper_subclass"]


class TorchDispatchMode:
    """May be subclassed; entering it raises UnsupportedError. `torch.overrides.TorchFunctionMode` sees the same calls one layer up."""

    def __init__(self, _dispatch_key: Any = None) -> None:
        pass

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> NoReturn:
        raise NotImplementedError

    def __enter__(self) -> NoReturn:
        raise UnsupportedError("torch.utils._python_dispatch.TorchDispatchMode", "there are no ops below torch's functions; see "
                               "torch.overrides.TorchFunctionMode")

    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any) -> None:
        pass


class BaseTorchDispatchMode(TorchDispatchMode):
    """A mode that calls the op unchanged."""

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func(*args, **(kwargs or {}))


def is_traceable_wrapper_subclass(t: object) -> bool:
    """Whether `t` is a wrapper subclass that compilers can trace through: always False."""
    return False
