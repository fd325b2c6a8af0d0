"""Averaged stochastic gradient descent."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _kernels
from ._functional import asgd
from ._stepping import (
    ArrayOptimizer,
    check_at_least_zero,
    check_lr,
    count_step,
    number,
    scalar_state,
    zeros_state,
)
from .optimizer import ParamsT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .._bindings.tensor.tensor import Tensor

__all__ = ["ASGD", "asgd"]


class ASGD(ArrayOptimizer):
    """Averaged gradient descent: plain steps, with the average of the parameters in ``state[p]['ax']``.

    The rate is ``lr / (1 + lambd * lr * t)**alpha``; averaging begins after ``t0`` steps.

    Parameters
    ----------
    params : iterable
        Parameters, ``(name, parameter)`` pairs, or dicts with a ``params`` entry and options of their
        own (parameter groups).
    lr : float or Tensor, default 0.01
        Learning rate.
    lambd : float, default 0.0001
        Decay term.
    alpha : float, default 0.75
        Exponent of the decay.
    t0 : float, default 1000000.0
        Step at which averaging begins.
    weight_decay : float, default 0
        L2 penalty: this multiple of the parameter is added to the gradient.
    foreach : bool, optional
        Whether to update lists of parameters at once. Results are the same.
    maximize : bool, default False
        Ascend instead of descend.
    differentiable : bool, default False
        Whether the step itself can be differentiated.
    capturable : bool, default False
        For CUDA graphs; accepted for compatibility.

    Raises
    ------
    ValueError
        If a number is out of range.

    References
    ----------
    Polyak and Juditsky (1992), Acceleration of stochastic approximation by averaging.

    PyTorch: ``torch.optim.ASGD``.

    Examples
    --------
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.ASGD([w], lr=0.1)
    >>> (w ** 2).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.8000])
    """

    _OPTIONS_ADDED_LATER = {"foreach": None, "maximize": False, "differentiable": False, "capturable": False}
    _SCALAR_STATE = ("step", "eta", "mu")
    _DECAYS_BEFORE_VIEW = False
    _CAPTURABLE_SUBJECTS = ("params, mus, etas, and state_steps", "params, mus, etas, and state_steps")

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 1e-2, lambd: float = 1e-4, alpha: float = 0.75, t0: float = 1e6,
        weight_decay: float = 0, foreach: bool | None = None, maximize: bool = False, differentiable: bool = False,
        capturable: bool = False,
    ) -> None:
        check_lr(lr)
        check_at_least_zero(weight_decay, "weight_decay value")
        super().__init__(params, {
            "lr": lr, "lambd": lambd, "alpha": alpha, "t0": t0, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable,
        })

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
        >>> optimizer = torch.optim.ASGD([w], lr=0.1)
        >>> def closure():
        ...     optimizer.zero_grad()
        ...     loss = (w ** 2).sum()
        ...     loss.backward()
        ...     return loss
        >>> optimizer.step(closure).item()
        1.0
        """
        return self._step(closure)

    def _version_increase(self, group: dict[str, Any]) -> int:
        return 1 if group["foreach"] else 2  # decayed, then updated

    def _init_state(self, p: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
        state["step"] = scalar_state()
        state["eta"] = scalar_state(number(group["lr"]))
        state["mu"] = scalar_state(1.0)
        state["ax"] = zeros_state(p)

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], group: dict[str, Any]) -> None:
        step, lr, lambd = count_step(state), number(group["lr"]), group["lambd"]
        eta, mu = state["eta"]._array, state["mu"]._array
        self._run(_kernels.asgd, (eta.item(), mu.item(), lambd, group["weight_decay"]), p, g, state["ax"]._array)
        # Rounded like the numbers, though loaded state may have the parameter's dtype.
        eta[...] = scalar_state(lr / (1 + lambd * lr * step) ** group["alpha"])._array
        mu[...] = scalar_state(1 / max(1, step - group["t0"]))._array
