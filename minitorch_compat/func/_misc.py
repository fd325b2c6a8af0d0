"""`functionalize` and `debug_unwrap`."""
from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from .._bindings.tensor.tensor import Tensor
from .._dispatch.levels.lifting import Lifted
from .._dispatch.state import LOCAL, activate, deactivate


def functionalize(func: Callable[..., Any], *, remove: str = "mutations") -> Callable[..., Any]:
    """`func`, inside of which `requires_grad_()` is refused, as in the other transforms.

    In PyTorch this rewrites in-place operations into out-of-place ones for tracers; nothing here traces, and results are the same
    with and without, so there is nothing to rewrite.
    """
    if remove not in ("mutations", "mutations_and_views"):
        raise RuntimeError(
            f"functionalize(f, remove='mutations'): received invalid argument for remove={remove}. Valid options are:\n"
            "     remove='mutations': all inplace and out= operators will be removed from the program, and replaced with their "
            "out-of-place "
            "equivalents.\n"
            "     remove='mutations_and_views': In addition to the above, all aliasing operators {view} will be replaced with their "
            "non-aliasing counterparts, {view}_copy.\n")
    @wraps(func)
    def call(*args: Any, **kwargs: Any) -> Any:
        LOCAL.functionalizing += 1
        activate(call)
        try:
            return func(*args, **kwargs)
        finally:
            LOCAL.functionalizing -= 1
            deactivate(call)

    return call


def debug_unwrap(tensor: Any, *, recurse: bool = True) -> Any:
    """What a tensor inside a transform stands for: the tensor of the level below, or with `recurse` the ordinary one under all levels.

    For looking at while debugging only: computing with it leaves the transform.
    """
    if not isinstance(tensor, Tensor):
        raise TypeError("is_functorch_wrapped_tensor(): incompatible function arguments. The following argument types are supported:\n"
                        f"    1. (tensor: torch.Tensor) -> bool\n\nInvoked with: {tensor!r}")
    if not isinstance(tensor._array, Lifted):
        return tensor
    value = tensor._array.value
    return debug_unwrap(value) if recurse else value
