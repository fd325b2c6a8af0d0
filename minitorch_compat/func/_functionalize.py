"""`functionalize` and `debug_unwrap`."""
from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from .._bindings.tensor.tensor import Tensor
from .._dispatch.levels.lifting import Lifted
from .._dispatch.state import LOCAL, activate, deactivate


def functionalize(func: Callable[..., Any], *, remove: str = "mutations") -> Callable[..., Any]:
    """Return ``func`` itself: mutations need not be removed, because nothing is traced here.

    Parameters
    ----------
    func : callable
        The function.
    remove : str, default 'mutations'
        ``'mutations'`` or ``'mutations_and_views'``.

    Returns
    -------
    callable
        Computes the same.

    Raises
    ------
    RuntimeError
        If ``remove`` is another.

    References
    ----------
    PyTorch: ``torch.func.functionalize``.

    Examples
    --------
    >>> torch.func.functionalize(lambda x: x.clone().add_(1))(torch.ones(1))
    tensor([2.])
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
    """The value inside a tensor of a transform, for debugging.

    Parameters
    ----------
    tensor : Tensor
        A tensor inside of a transform.
    recurse : bool, default True
        Whether to unwrap all levels.

    Returns
    -------
    Tensor
        The unwrapped tensor; an ordinary tensor is returned unchanged.

    References
    ----------
    PyTorch: ``torch.func.debug_unwrap``.

    Examples
    --------
    >>> def f(x):
    ...     print(torch.func.debug_unwrap(x))
    ...     return x
    >>> y = torch.func.vmap(f)(torch.arange(3))
    tensor([0, 1, 2])
    """
    if not isinstance(tensor, Tensor):
        raise TypeError("is_functorch_wrapped_tensor(): incompatible function arguments. The following argument types are supported:\n"
                        f"    1. (tensor: torch.Tensor) -> bool\n\nInvoked with: {tensor!r}")
    if not isinstance(tensor._array, Lifted):
        return tensor
    value = tensor._array.value
    return debug_unwrap(value) if recurse else value
