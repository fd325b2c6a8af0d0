"""Adadelta."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _kernels
from ._functional import adadelta
from ._stepping import ArrayOptimizer, check_at_least_zero, check_lr, count_step, number, scalar_state, zeros_state
from .optimizer import ParamsT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .._bindings.tensor.tensor import Tensor

__all__ = ["Adadelta", "adadelta"]


class Adadelta(ArrayOptimizer):
    """Adadelta: ``p -= lr * d``, ``d = sqrt(u + eps) / sqrt(v + eps) * g``.

    ``v = rho * v + (1 - rho) * g**2``, and afterwards ``u = rho * u + (1 - rho) * d**2``.

    Parameters
    ----------
    params : iterable
        Parameters, ``(name, parameter)`` pairs, or dicts with a ``params`` entry and options of their
        own (parameter groups).
    lr : float, default 1.0
        Factor of the steps.
    rho : float, default 0.9
        Decay rate of both mean squares.
    eps : float, default 1e-06
        Added to the denominator for numerical stability.
    weight_decay : float, default 0
        L2 penalty: this multiple of the parameter is added to the gradient.
    foreach : bool, optional
        Whether to update lists of parameters at once. Results are the same.
    capturable : bool, default False
        For CUDA graphs; accepted for compatibility.
    maximize : bool, default False
        Ascend instead of descend.
    differentiable : bool, default False
        Whether the step itself can be differentiated.

    Raises
    ------
    ValueError
        If a number is out of range.

    References
    ----------
    Zeiler (2012), arXiv:1212.5701.

    PyTorch: ``torch.optim.Adadelta``.

    Examples
    --------
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.Adadelta([w], lr=1.0)
    >>> (w ** 2).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.9968])
    """

    _VIEWS_COMPLEX_AS_REAL = False
    _OPTIONS_ADDED_LATER = {"foreach": None, "maximize": False, "differentiable": False, "capturable": False}
    _CAPTURABLE_ON_XLA = (False, False)

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 1.0, rho: float = 0.9, eps: float = 1e-6, weight_decay: float = 0,
        foreach: bool | None = None, *, capturable: bool = False, maximize: bool = False, differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f"Invalid rho value: {rho}")
        check_at_least_zero(eps, "epsilon value")
        check_at_least_zero(weight_decay, "weight_decay value")
        super().__init__(params, {
            "lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay, "maximize": maximize,
            "capturable": capturable,
            "foreach": foreach, "differentiable": differentiable,
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
        >>> optimizer = torch.optim.Adadelta([w], lr=1.0)
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
        state["acc_delta"] = zeros_state(p)

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], group: dict[str, Any]) -> None:
        count_step(state)
        numbers = (number(group["lr"]), group["rho"], group["eps"], group["weight_decay"])
        self._run(_kernels.adadelta, numbers, p, g, state["square_avg"]._array, state["acc_delta"]._array)
