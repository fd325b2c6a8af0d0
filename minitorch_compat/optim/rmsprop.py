"""RMSprop."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _kernels
from ._functional import rmsprop
from ._stepping import ArrayOptimizer, check_at_least_zero, check_lr, count_step, number, scalar_state, zeros_state
from .optimizer import ParamsT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .._bindings.tensor.tensor import Tensor

__all__ = ["RMSprop", "rmsprop"]


class RMSprop(ArrayOptimizer):
    """RMSprop divides gradients by the root of their mean square: ``p -= lr * g / (sqrt(v) + eps)``.

    ``v = alpha * v + (1 - alpha) * g**2``; with ``centered`` the square of the mean gradient is
    subtracted.

    Parameters
    ----------
    params : iterable
        Parameters, ``(name, parameter)`` pairs, or dicts with a ``params`` entry and options of their
        own (parameter groups).
    lr : float or Tensor, default 0.01
        Learning rate.
    alpha : float, default 0.99
        Decay rate of the mean square.
    eps : float, default 1e-08
        Added to the denominator for numerical stability.
    weight_decay : float, default 0
        L2 penalty: this multiple of the parameter is added to the gradient.
    momentum : float, default 0
        Momentum factor.
    centered : bool, default False
        Whether to use the variance instead of the mean square.
    capturable : bool, default False
        For CUDA graphs; accepted for compatibility.
    foreach : bool, optional
        Whether to update lists of parameters at once. Results are the same.
    maximize : bool, default False
        Ascend instead of descend.
    differentiable : bool, default False
        Whether the step itself can be differentiated.

    Raises
    ------
    ValueError
        If a number is out of range.

    Notes
    -----
    ``eps`` is added after the root.

    References
    ----------
    Hinton (2012), Neural networks for machine learning, lecture 6; centered: Graves (2013),
    arXiv:1308.0850.

    PyTorch: ``torch.optim.RMSprop``.

    Examples
    --------
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.RMSprop([w], lr=0.1)
    >>> (w ** 2).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([5.9605e-08])
    """

    _OPTIONS_ADDED_LATER = {
        "momentum": 0, "centered": False, "foreach": None, "maximize": False, "differentiable": False,
        "capturable": False,
    }
    _CAPTURABLE_ON_XLA = (True, True)

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 1e-2, alpha: float = 0.99, eps: float = 1e-8, weight_decay: float = 0,
        momentum: float = 0, centered: bool = False, capturable: bool = False, foreach: bool | None = None,
        maximize: bool = False, differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        check_at_least_zero(eps, "epsilon value")
        check_at_least_zero(momentum, "momentum value")
        check_at_least_zero(weight_decay, "weight_decay value")
        check_at_least_zero(alpha, "alpha value")
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered,
            "weight_decay": weight_decay,
            "capturable": capturable, "foreach": foreach, "maximize": maximize, "differentiable": differentiable,
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
        >>> optimizer = torch.optim.RMSprop([w], lr=0.1)
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
        state["square_avg"] = zeros_state(p)
        if group["momentum"] > 0:
            state["momentum_buffer"] = zeros_state(p)
        if group["centered"]:
            state["grad_avg"] = zeros_state(p)

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], group: dict[str, Any]) -> None:
        count_step(state)
        momentum, centered = group["momentum"], group["centered"]
        numbers = (number(group["lr"]), group["alpha"], group["eps"], group["weight_decay"], momentum, centered)
        buffers = [state["square_avg"]._array]
        if momentum > 0:
            buffers.append(state["momentum_buffer"]._array)
        if centered:
            buffers.append(state["grad_avg"]._array)
        self._run(_kernels.rmsprop, numbers, p, g, *buffers)
