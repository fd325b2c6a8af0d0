"""`swap_in_optimizer_params_and_state`: run an optimizer on other parameters for a while."""
from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

_NAME = "swap_in_optimizer_params_and_state"


def _checked_groups(optimizer: Any, state_dict: Any) -> list[dict[str, Any]]:
    """The groups of a state dict, which must be like those of the optimizer."""
    if not optimizer.state:
        raise RuntimeError(f"{_NAME} requires initialized optimizer state.")
    if not isinstance(state_dict, dict) or not isinstance(state_dict.get("state"), dict):
        raise RuntimeError(f"{_NAME} requires an optimizer state_dict with a dict 'state'.")
    groups = state_dict.get("param_groups")
    if not isinstance(groups, list) or len(groups) != len(optimizer.param_groups):
        raise RuntimeError(f"{_NAME} requires as many 'param_groups' as the optimizer has.")
    for i, (group, given) in enumerate(zip(optimizer.param_groups, groups, strict=True)):
        if set(group) != set(given) or len(group["params"]) != len(given["params"]):
            raise RuntimeError(f"{_NAME} requires param_groups[{i}] to have the keys and the number of params of the optimizer's.")
    known = {number for given in groups for number in given["params"]}
    if extra := [key for key in state_dict["state"] if key not in known]:
        raise RuntimeError(f"{_NAME} requires 'state' to be keyed by the numbers in param_groups[*]['params']; got extra keys {extra!r}.")
    return groups


@contextlib.contextmanager
def swap_in_optimizer_params_and_state(optimizer: Any, swapin_parameters: dict[str, Any],
                                       swapin_optim_state: dict[str, Any]) -> Iterator[None]:
    """Replace an optimizer's parameters and state until the end of a ``with`` block.

    Parameters
    ----------
    optimizer : Optimizer
        An optimizer that has made a step.
    swapin_parameters : dict
        Tensors by name, in the order of the optimizer's parameters.
    swapin_optim_state : dict
        A state dict; its tensors are changed in place, and nothing else of it.

    Yields
    ------
    None
        While the optimizer has them.

    References
    ----------
    PyTorch: ``torch.optim.swap_in_optimizer_params_and_state``.

    Examples
    --------
    >>> p, q = torch.zeros(1, requires_grad=True), torch.ones(1, requires_grad=True)
    >>> optimizer = torch.optim.SGD([p], lr=1.0, momentum=0.9)
    >>> p.grad = q.grad = torch.ones(1)
    >>> optimizer.step()
    >>> with torch.optim.swap_in_optimizer_params_and_state(optimizer, {"q": q}, optimizer.state_dict()):
    ...     optimizer.step()
    >>> p.item(), round(q.item(), 3)
    (-1.0, -0.9)
    """
    groups = _checked_groups(optimizer, swapin_optim_state)
    tensors = list(swapin_parameters.values())
    if sum(len(given["params"]) for given in groups) > len(tensors):
        raise RuntimeError(f"{_NAME} requires a tensor for each parameter of optimizer.param_groups, in their order.")
    kept_state, kept_groups = optimizer.state, [dict(group) for group in optimizer.param_groups]
    rest = iter(tensors)
    try:
        state: defaultdict[Any, Any] = defaultdict(dict)
        for group, given in zip(optimizer.param_groups, groups, strict=True):
            group.update(given, params=[next(rest) for _ in given["params"]])
            for tensor, number in zip(group["params"], given["params"], strict=True):
                state[tensor] = dict(swapin_optim_state["state"].get(number, {}))
        optimizer.state = state
        yield
    finally:
        for group, kept in zip(optimizer.param_groups, kept_groups, strict=True):
            group.clear()
            group.update(kept)
        optimizer.state = kept_state
