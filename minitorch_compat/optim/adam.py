"""Adam and AMSGrad."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from .._bindings import Tensor
from . import _kernels
from ._functional import adam
from ._stepping import ArrayOptimizer, check_adam_options, check_fused, count_step, number, scalar_state, zeros_state
from .optimizer import ParamsT

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Adam", "adam"]


class Adam(ArrayOptimizer):
    """Adam scales steps by running means of gradients and of their squares: ``p -= lr * m' / (sqrt(v') + eps)``.

    ``m = beta1 * m + (1 - beta1) * g``, ``v = beta2 * v + (1 - beta2) * g**2``,
    ``m' = m / (1 - beta1**t)``, ``v' = v / (1 - beta2**t)`` at step ``t``.

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
    amsgrad : bool, default False
        Whether to use the largest ``v`` so far.
    foreach : bool, optional
        Whether to update lists of parameters at once. Results are the same.
    maximize : bool, default False
        Ascend instead of descend.
    capturable : bool, default False
        For CUDA graphs; accepted for compatibility.
    differentiable : bool, default False
        Whether the step itself can be differentiated.
    fused : bool, optional
        Whether to use a fused kernel. Results are the same.
    decoupled_weight_decay : bool, default False
        Whether weight decay is decoupled, as in ``AdamW``.

    Raises
    ------
    ValueError
        If a number is out of range.
    RuntimeError
        For sparse gradients, see ``SparseAdam``.

    References
    ----------
    Kingma and Ba (2014), arXiv:1412.6980; amsgrad: Reddi, Kale and Kumar (2018).

    PyTorch: ``torch.optim.Adam``.

    Examples
    --------
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.Adam([w], lr=0.1)
    >>> (w ** 2).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.9000])
    """

    _OPTIONS_ADDED_LATER = {
        "amsgrad": False, "maximize": False, "foreach": None, "capturable": False, "differentiable": False,
        "decoupled_weight_decay": False, "fused": None,
    }

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 1e-3, betas: tuple[Any, Any] = (0.9, 0.999), eps: float = 1e-8,
        weight_decay: float = 0, amsgrad: bool = False, *, foreach: bool | None = None, maximize: bool = False,
        capturable: bool = False, differentiable: bool = False, fused: bool | None = None,
        decoupled_weight_decay: bool = False,
    ) -> None:
        if isinstance(lr, Tensor) and foreach and not capturable:
            raise ValueError("lr as a Tensor is not supported for capturable=False and foreach=True")
        check_adam_options(lr, eps, betas, weight_decay)
        if not any(isinstance(betas[0], kind) and isinstance(betas[1], kind) for kind in (float, Tensor)):  # an int 0 is refused, too
            raise ValueError("betas must be either both floats or both Tensors")
        for i, beta in enumerate(betas):
            if isinstance(beta, Tensor) and foreach and not capturable:
                raise ValueError(f"betas[{i}] as a Tensor is not supported for capturable=False and foreach=True")
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "amsgrad": amsgrad,
            "maximize": maximize,
            "foreach": foreach, "capturable": capturable, "differentiable": differentiable, "fused": fused,
            "decoupled_weight_decay": decoupled_weight_decay,
        })
        check_fused(fused, foreach, differentiable)

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
        >>> optimizer = torch.optim.Adam([w], lr=0.1)
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
        if group["amsgrad"]:
            state["max_exp_avg_sq"] = zeros_state(p)

    def _options(self, group: dict[str, Any]) -> Any:
        beta1, beta2 = group["betas"]
        lr, decay, shrink = number(group["lr"]), group["weight_decay"], 1.0
        if decay and group["decoupled_weight_decay"]:
            shrink, decay = 1 - lr * decay, 0
        # Parameters with equal step counts have the same numbers.
        return number(beta1), number(beta2), group["eps"], lr, shrink, decay, group["amsgrad"], {}

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], options: Any) -> None:
        beta1, beta2, eps, lr, shrink, decay, amsgrad, precomputed = options
        step = count_step(state)
        numbers = precomputed.get(step)
        if numbers is None:
            step_size, root = lr / (1 - beta1**step), (1 - beta2**step) ** 0.5
            numbers = precomputed[step] = (shrink, decay, 1 - beta1, beta2, 1 - beta2, eps * root, step_size * root)
        m, v = state["exp_avg"]._array, state["exp_avg_sq"]._array
        if amsgrad:
            _kernels.run(self._pool, _kernels.adam, numbers, p, g, m, v, state["max_exp_avg_sq"]._array)
        else:
            _kernels.run(self._pool, _kernels.adam, numbers, p, g, m, v)

    def _check_sparse(self, group: dict[str, Any]) -> NoReturn:
        raise RuntimeError("Adam does not support sparse gradients, please consider SparseAdam instead")
