"""Adagrad."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._array.sparse.coo import Coo, add_into, coalesce, values_at
from . import _kernels
from ._functional import adagrad
from ._stepping import (
    ArrayOptimizer,
    check_at_least_zero,
    check_fused,
    check_lr,
    count_step,
    full_state,
    number,
    scalar_state,
)
from .optimizer import ParamsT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .._bindings.tensor.tensor import Tensor

__all__ = ["Adagrad", "adagrad"]


class Adagrad(ArrayOptimizer):
    """Adagrad divides gradients by the root of the sum of their squares: ``p -= lr' * g / (sqrt(s) + eps)``.

    ``s += g**2``, ``lr' = lr / (1 + (t - 1) * lr_decay)`` at step ``t``.

    Parameters
    ----------
    params : iterable
        Parameters, ``(name, parameter)`` pairs, or dicts with a ``params`` entry and options of their
        own (parameter groups).
    lr : float or Tensor, default 0.01
        Learning rate.
    lr_decay : float, default 0
        Decay of the learning rate.
    weight_decay : float, default 0
        L2 penalty: this multiple of the parameter is added to the gradient.
    initial_accumulator_value : float, default 0
        Initial value of ``s``.
    eps : float, default 1e-10
        Added to the denominator for numerical stability.
    foreach : bool, optional
        Whether to update lists of parameters at once. Results are the same.
    maximize : bool, default False
        Ascend instead of descend.
    differentiable : bool, default False
        Whether the step itself can be differentiated.
    fused : bool, optional
        Whether to use a fused kernel. Results are the same.

    Raises
    ------
    ValueError
        If a number is out of range.

    References
    ----------
    Duchi, Hazan and Singer (2011), Adaptive subgradient methods for online learning and stochastic
    optimization.

    PyTorch: ``torch.optim.Adagrad``.

    Examples
    --------
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.Adagrad([w], lr=0.1)
    >>> (w ** 2).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.9000])
    """

    _OPTIONS_ADDED_LATER = {"foreach": None, "maximize": False, "differentiable": False, "fused": None}

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 1e-2, lr_decay: float = 0, weight_decay: float = 0,
        initial_accumulator_value: float = 0, eps: float = 1e-10, foreach: bool | None = None, *,
        maximize: bool = False,
        differentiable: bool = False, fused: bool | None = None,
    ) -> None:
        check_lr(lr)
        check_at_least_zero(lr_decay, "lr_decay value")
        check_at_least_zero(weight_decay, "weight_decay value")
        check_at_least_zero(initial_accumulator_value, "initial_accumulator_value value")
        check_at_least_zero(eps, "epsilon value")
        super().__init__(params, {
            "lr": lr, "lr_decay": lr_decay, "eps": eps, "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable, "fused": fused,
        })
        check_fused(fused, foreach, differentiable)
        for group in self.param_groups:
            for p in group["params"]:
                self._init_state(p, self.state[p], group)

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Perform a single update of the parameters.

        Parameters
        ----------
        closure : callable, optional
            Clears the gradients, computes the loss, calls ``backward`` and returns the loss.

        Returns
        -------
        object
            What ``closure`` returned, or None.

        Examples
        --------
        >>> w = torch.tensor([1.0], requires_grad=True)
        >>> optimizer = torch.optim.Adagrad([w], lr=0.1)
        >>> def closure():
        ...     optimizer.zero_grad()
        ...     loss = (w ** 2).sum()
        ...     loss.backward()
        ...     return loss
        >>> optimizer.step(closure).item()
        1.0
        """
        return self._step(closure)

    def share_memory(self) -> None:
        """Move the sums to shared memory.

        Examples
        --------
        >>> optimizer = torch.optim.Adagrad([torch.ones(1, requires_grad=True)])
        >>> optimizer.share_memory()
        >>> [state["sum"].is_shared() for state in optimizer.state.values()]
        [True]
        """
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["sum"].share_memory_()

    def _init_state(self, p: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
        state["step"] = scalar_state()
        state["sum"] = full_state(p, group["initial_accumulator_value"])

    def _check_sparse(self, group: dict[str, Any]) -> None:
        if group["fused"]:
            raise RuntimeError("`fused` does not support sparse grad or complex param")
        if group["weight_decay"]:  # PyTorch raises only after it has updated the parameters before this one
            raise RuntimeError("weight_decay option is not compatible with sparse gradients")

    def _sparse_update(self, p: NDArray[Any], g: Coo, state: dict[str, Any], group: dict[str, Any]) -> None:
        step = count_step(state)
        lr = number(group["lr"]) / (1 + (step - 1) * group["lr_decay"])
        g, total = coalesce(g), state["sum"]._array
        add_into(total, g.with_values(g.values * g.values))
        add_into(p, g.with_values(g.values / (np.sqrt(values_at(total, g.indices)) + group["eps"]) * -lr))

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], group: dict[str, Any]) -> None:
        step = count_step(state)
        lr = number(group["lr"]) / (1 + (step - 1) * group["lr_decay"])
        self._run(_kernels.adagrad, (lr, group["eps"], group["weight_decay"]), p, g, state["sum"]._array)
