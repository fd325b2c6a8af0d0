"""Adamax."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _kernels
from ._functional import adamax
from ._stepping import ArrayOptimizer, check_adam_options, count_step, number, scalar_state, zeros_state
from .optimizer import ParamsT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .._bindings.tensor.tensor import Tensor

__all__ = ["Adamax", "adamax"]


class Adamax(ArrayOptimizer):
    """``Adam`` with a decayed maximum of gradients instead of the mean square: ``p -= lr / (1 - beta1**t) * m / u``.

    ``m = beta1 * m + (1 - beta1) * g``, ``u = max(beta2 * u, |g| + eps)``.

    Parameters
    ----------
    params : iterable
        Parameters, ``(name, parameter)`` pairs, or dicts with a ``params`` entry and options of their
        own (parameter groups).
    lr : float or Tensor, default 0.002
        Learning rate.
    betas : tuple of float, default (0.9, 0.999)
        Decay rates of the mean and of the maximum.
    eps : float, default 1e-08
        Added to the denominator for numerical stability.
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
    Kingma and Ba (2014), arXiv:1412.6980.

    PyTorch: ``torch.optim.Adamax``.

    Examples
    --------
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.Adamax([w], lr=0.1)
    >>> (w ** 2).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.9000])
    """

    _OPTIONS_ADDED_LATER = {"foreach": None, "maximize": False, "differentiable": False, "capturable": False}

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 2e-3, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8,
        weight_decay: float = 0, foreach: bool | None = None, *, maximize: bool = False, differentiable: bool = False,
        capturable: bool = False,
    ) -> None:
        check_adam_options(lr, eps, betas, weight_decay)
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable, "capturable": capturable,
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
        >>> optimizer = torch.optim.Adamax([w], lr=0.1)
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
        state["exp_inf"] = zeros_state(p)

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], group: dict[str, Any]) -> None:
        step, (beta1, beta2) = count_step(state), group["betas"]
        numbers = (beta1, beta2, group["eps"], number(group["lr"]) / (1 - beta1**step), group["weight_decay"])
        self._run(_kernels.adamax, numbers, p, g, state["exp_avg"]._array, state["exp_inf"]._array)
