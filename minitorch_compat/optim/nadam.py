"""NAdam: Adam with Nesterov momentum."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _kernels
from ._functional import nadam
from ._stepping import ArrayOptimizer, check_adam_options, check_at_least_zero, count_step, number, scalar_state, zeros_state
from .optimizer import ParamsT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .._bindings.tensor.tensor import Tensor

__all__ = ["NAdam", "nadam"]


class NAdam(ArrayOptimizer):
    """``Adam`` with Nesterov's momentum.

    The momentum at step ``t`` is ``mu_t = beta1 * (1 - 0.5 * 0.96**(t * momentum_decay))``; the step
    uses ``mu_(t+1) * m`` and ``(1 - mu_t) * g``, each divided by 1 minus a product of ``mu``.

    Parameters
    ----------
    params : iterable
        Parameters, ``(name, parameter)`` pairs, or dicts with a ``params`` entry and options of their
        own (parameter groups).
    lr : float or Tensor, default 0.002
        Learning rate.
    betas : tuple of float, default (0.9, 0.999)
        Decay rates of the means of gradients and of their squares.
    eps : float, default 1e-08
        Added to the denominator for numerical stability.
    weight_decay : float, default 0
        L2 penalty: this multiple of the parameter is added to the gradient.
    momentum_decay : float, default 0.004
        Rate of growth of the momentum.
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
    Dozat (2016), Incorporating Nesterov momentum into Adam.

    PyTorch: ``torch.optim.NAdam``.

    Examples
    --------
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.NAdam([w], lr=0.1)
    >>> (w ** 2).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.8944])
    """

    _OPTIONS_ADDED_LATER = {
        "maximize": False, "foreach": None, "capturable": False, "differentiable": False,
        "decoupled_weight_decay": False,
    }
    _SCALAR_STATE = ("step", "mu_product")
    _VERSION_BUMPS = 2  # one for the gradient, one for the momentum
    _DECAYS_BEFORE_VIEW = False
    _CAPTURABLE_SUBJECTS = ("params, mu_products and state_steps", "params, mu_products, and state_steps")

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 2e-3, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8,
        weight_decay: float = 0, momentum_decay: float = 4e-3, decoupled_weight_decay: bool = False, *,
        foreach: bool | None = None, maximize: bool = False, capturable: bool = False, differentiable: bool = False,
    ) -> None:
        check_adam_options(lr, eps, betas, weight_decay)
        check_at_least_zero(momentum_decay, "momentum_decay value")
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "momentum_decay": momentum_decay,
            "decoupled_weight_decay": decoupled_weight_decay, "maximize": maximize, "foreach": foreach,
            "capturable": capturable, "differentiable": differentiable,
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
        >>> optimizer = torch.optim.NAdam([w], lr=0.1)
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
        state["mu_product"] = scalar_state(1.0)
        state["exp_avg"] = zeros_state(p)
        state["exp_avg_sq"] = zeros_state(p)

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], group: dict[str, Any]) -> None:
        step, lr, decay = count_step(state), number(group["lr"]), group["weight_decay"]
        beta1, beta2 = map(number, group["betas"])
        mu, mu_next = (beta1 * (1 - 0.5 * 0.96 ** (n * group["momentum_decay"])) for n in (step, step + 1))
        counter = state["mu_product"]._array
        product = (counter * mu).item()  # rounded to the dtype of the state, as in PyTorch
        shrink = 1.0
        if decay and group["decoupled_weight_decay"]:
            shrink, decay = 1 - lr * decay, 0
        gradient_size = lr * (1 - mu) / (1 - product)
        momentum_size = lr * mu_next / (1 - product * mu_next)
        numbers = (beta1, beta2, group["eps"], 1 - beta2**step, gradient_size, momentum_size, shrink, decay)
        self._run(_kernels.nadam, numbers, p, g, state["exp_avg"]._array, state["exp_avg_sq"]._array)
        counter.fill(product)
