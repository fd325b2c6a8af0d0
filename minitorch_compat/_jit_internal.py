"""`torch._jit_internal`: marks that tell a compiler how to treat a function. There is no compiler here; functions run as they are."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, List, Optional, Tuple, TypeVar, Union  # noqa: F401, UP035 (copies of PyTorch's code take them from here)

from ._namespace.modules import recorded_getattr

T = TypeVar("T")


class FunctionModifiers:
    """The marks of functions, in their `_torchscript_modifier`."""

    UNUSED = "unused (ignored and replaced with raising of an exception)"
    IGNORE = "ignore (leave as a call to Python, cannot be torch.jit.save'd)"
    EXPORT = "export (compile this function even if nothing calls it)"
    DEFAULT = "default (compile if called from a exported function / forward)"
    COPY_TO_SCRIPT_WRAPPER = "if this method is not scripted, copy the python method onto the scripted model"
    _DROP = "_drop (function is fully ignored, declaration can be unscriptable)"


def _copy_to_script_wrapper(fn: T) -> T:
    """Mark `fn`, and return it."""
    fn._torchscript_modifier = FunctionModifiers.COPY_TO_SCRIPT_WRAPPER  # type: ignore[attr-defined]
    return fn


def boolean_dispatch(arg_name: str, arg_index: int, default: bool, if_true: Callable[..., Any], if_false: Callable[..., Any],
                     module_name: str | None, func_name: str | None) -> Callable[..., Any]:
    """Return a function that calls one of two others, depending on a flag among its arguments.

    Parameters
    ----------
    arg_name : str
        Name of the flag.
    arg_index : int
        The position of the flag among the arguments.
    default : bool
        The default of the flag.
    if_true, if_false : callable
        The functions to choose from.
    module_name : str, optional
        Module of the result.
    func_name : str, optional
        Name of the result.

    Returns
    -------
    callable
        A function of the same arguments.

    References
    ----------
    PyTorch: ``torch._jit_internal.boolean_dispatch``.

    Examples
    --------
    >>> f = torch.nn.functional.boolean_dispatch("up", 1, False, lambda x, up: x + 1, lambda x, up=False: x - 1, None, None)
    >>> f(3), f(3, up=True), f(3, True)
    (2, 4, 4)
    """
    def fn(*args: Any, **kwargs: Any) -> Any:
        flag = args[arg_index] if arg_index < len(args) else kwargs.get(arg_name, default)
        return (if_true if flag else if_false)(*args, **kwargs)

    fn.__doc__ = if_true.__doc__ if if_false.__doc__ is None else if_false.__doc__
    if module_name is not None:
        fn.__module__ = module_name
    if func_name is not None:
        fn.__name__ = func_name
    return fn


boolean_dispatch.__module__ = "minitorch_compat.nn.functional"  # the public one of its modules


class BroadcastingListCls:
    """An annotation: a list of fixed length, or one value for all its elements."""

    def __getitem__(self, types: Any) -> None:
        """Return None; only the compiler uses the annotation."""


BroadcastingList1 = BroadcastingListCls()
BroadcastingList2 = BroadcastingList3 = BroadcastingList4 = BroadcastingList5 = BroadcastingList6 = BroadcastingList1

if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch._jit_internal")
