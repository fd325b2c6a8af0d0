"""RAdam: Adam with a rectified variance."""
from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import TYPE_CHECKING, Any

from . import _kernels
from ._functional import radam
from ._stepping import ArrayOptimizer, check_adam_options, count_step, number, scalar_state, zeros_state
from .optimizer import ParamsT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .._bindings.tensor.tensor import Tensor

__all__ = ["RAdam", "radam"]


class RAdam(ArrayOptimizer):
    """``Adam`` with a correction for the variance of early steps.

    While ``rho_t = rho - 2 * t * beta2**t / (1 - beta2**t)``, ``rho = 2 / (1 - beta2) - 1``, is at most
    5 the step is ``lr * m'``; afterwards it is that of Adam times
    ``sqrt((rho_t - 4) * (rho_t - 2) * rho / ((rho - 4) * (rho - 2) * rho_t))``.

    Parameters
    ----------
    params : iterable
        Parameters, ``(name, parameter)`` pairs, or dicts with a ``params`` entry and options of their
        own (parameter groups).
    lr : float or Tensor, default 0.001
        Learning rate.
    betas : tuple of float, default (0.9, 0.999)
        Decay rates of the means of gradients and of their squares.
    eps : float, default 1e-08
        Added to the denominator for numerical stability.
    weight_decay : float, default 0
        L2 penalty: this multiple of the parameter is added to the gradient.
    decoupled_weight_decay : bool, default False
        Whether weight decay is decoupled, as in ``AdamW``.
    foreach : bool, optional
        Whether to update lists of parameters at once. Results are the same.
    maximize : bool, default False
        Ascend instead of descend.
    capturable : bool, default False
        For CUDA graphs; accepted for compatibility.
    differentiable : bool, default False
        Whether the step itself can be differentiated.

    Raises
    ------
    ValueError
        If a number is out of range.

    References
    ----------
    Liu and others (2019), arXiv:1908.03265.

    PyTorch: ``torch.optim.RAdam``.

    Examples
    --------
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.RAdam([w], lr=0.1)
    >>> (w ** 2).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.8000])
    """

    _DECAYS_BEFORE_VIEW = False
    _OPTIONS_ADDED_LATER = {
        "foreach": None, "maximize": False, "differentiable": False, "decoupled_weight_decay": False,
        "capturable": False,
    }

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 1e-3, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8,
        weight_decay: float = 0, decoupled_weight_decay: bool = False, *, foreach: bool | None = None,
        maximize: bool = False, capturable: bool = False, differentiable: bool = False,
    ) -> None:
        check_adam_options(lr, eps, betas, weight_decay)
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "maximize": maximize,
            "foreach": foreach,
            "capturable": capturable, "decoupled_weight_decay": decoupled_weight_decay,
            "differentiable": differentiable,
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
        >>> optimizer = torch.optim.RAdam([w], lr=0.1)
        >>> def closure():
        ...     optimizer.zero_grad()
        ...     loss = (w ** 2).sum()
        ...     loss.backward()
        ...     return loss
        >>> optimizer.step(closure).item()
        1.0
        """
        return self._step(closure)

    def _init_state(self, p: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
        state["step"] = scalar_state()
        state["exp_avg"] = zeros_state(p)
        state["exp_avg_sq"] = zeros_state(p)

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], group: dict[str, Any]) -> None:
        step, lr, decay = count_step(state), number(group["lr"]), group["weight_decay"]
        beta1, beta2 = group["betas"]
        shrink = 1.0
        if decay and group["decoupled_weight_decay"]:
            shrink, decay = 1 - lr * decay, 0
        rectify = rectification(beta2, step)
        numbers = (beta1, beta2, group["eps"], lr, 1 - beta1**step, 1 - beta2**step, rectify, shrink, decay)
        self._run(_kernels.radam, numbers, p, g, state["exp_avg"]._array, state["exp_avg_sq"]._array)


def rectification(beta2: float, step: float) -> float | None:
    """The factor r_t of the paper, or None while the variance of the second moment is not finite."""
    limit = 2 / (1 - beta2) - 1
    length = limit - 2 * step * beta2**step / (1 - beta2**step)
    if length <= 5:
        return None
    return sqrt((length - 4) * (length - 2) * limit / ((limit - 4) * (limit - 2) * length))
