"""Control flow as functions: `torch.cond` and `torch.while_loop`, which call the given functions directly, without tracing."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._bindings.tensor.tensor import Tensor


def cond(pred: Any, true_fn: Callable[..., Any], false_fn: Callable[..., Any], operands: Any = ()) -> Any:
    """Call one of two functions, depending on a condition.

    Parameters
    ----------
    pred : bool or Tensor
        The condition, with one element.
    true_fn : callable
        Called with the operands if the condition is true.
    false_fn : callable
        Called with the operands if the condition is false.
    operands : tuple, default ()
        The arguments of the function called.

    Returns
    -------
    object
        The result of the function.

    References
    ----------
    PyTorch: torch.cond

    Examples
    --------
    >>> torch.cond(torch.tensor(True), lambda x: x + 1, lambda x: x - 1, (torch.tensor([1.]),))
    tensor([2.])
    """
    if isinstance(pred, Tensor) and pred.numel() != 1:
        raise RuntimeError(f"Expected pred to be bool or single-element tensor, but got {pred}.")
    if not callable(true_fn) or not callable(false_fn):
        raise RuntimeError("Expect both branches to be callable.")
    if not isinstance(operands, (tuple, list)):
        raise RuntimeError("Expect operands to be a tuple of possibly nested dict/list/tuple that only consists of tensor leaves, but got "
                           f"{operands}.")
    return (true_fn if pred else false_fn)(*operands)


def while_loop(cond_fn: Callable[..., Any], body_fn: Callable[..., Any], carried_inputs: Any) -> Any:
    """Call a function repeatedly while a condition is true.

    Parameters
    ----------
    cond_fn : callable
        Called with the current values; returns a bool.
    body_fn : callable
        Called with the current values; returns the next ones.
    carried_inputs : tuple
        The first values.

    Returns
    -------
    tuple
        The values of the last iteration.

    References
    ----------
    PyTorch: torch.while_loop

    Examples
    --------
    >>> torch.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * 2), (torch.tensor(0), torch.tensor([1.])))
    (tensor(3), tensor([8.]))
    """
    if not callable(cond_fn) or not callable(body_fn):
        raise RuntimeError("Expect cond_fn and body_fn to be callable.")
    carried = tuple(carried_inputs)
    while cond_fn(*carried):
        found = body_fn(*carried)
        found = tuple(found) if isinstance(found, (tuple, list)) else (found,)
        if len(found) != len(carried):
            raise RuntimeError(f"body_fn should return as many values as it takes, {len(carried)}, but gave {len(found)}")
        carried = found
    return carried
