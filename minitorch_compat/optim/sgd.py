"""Stochastic gradient descent."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._array.core.conjugate import Pending
from .._array.sparse.coo import Coo, add_into, coalesce, copy
from .._bindings import Tensor
from .._dispatch.call.caller import wrap
from .._dispatch.graph.versions import bump_version
from .._dispatch.tensor import set_array
from . import _kernels
from ._functional import sgd
from ._learning_rate_errors import check_rate
from ._stepping import ArrayOptimizer, check_fused, check_fused_dtype, check_not_negative, has_arrays, new_state, number
from .optimizer import ParamsT

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SGD", "sgd"]


class SGD(ArrayOptimizer):
    """Stochastic gradient descent: ``p -= lr * v``, ``v = momentum * v + (1 - dampening) * g``.

    ``g`` is the gradient plus ``weight_decay * p``; the first ``v`` is ``g``; without momentum ``v`` is
    ``g``. With ``nesterov`` the step is ``g + momentum * v``.

    Parameters
    ----------
    params : iterable
        Parameters, ``(name, parameter)`` pairs, or dicts with a ``params`` entry and options of their
        own (parameter groups).
    lr : float or Tensor, default 0.001
        Learning rate.
    momentum : float, default 0
        Momentum factor.
    dampening : float, default 0
        Dampening of the gradient, with momentum.
    weight_decay : float, default 0
        L2 penalty: this multiple of the parameter is added to the gradient.
    nesterov : bool, default False
        Whether to use Nesterov momentum; requires momentum without dampening.
    maximize : bool, default False
        Ascend instead of descend.
    foreach : bool, optional
        Whether to update lists of parameters at once. Results are the same.
    differentiable : bool, default False
        Whether the step itself can be differentiated.
    fused : bool, optional
        Whether to use a fused kernel. Results are the same.

    Raises
    ------
    ValueError
        If a number is out of range, or ``nesterov`` is used without momentum.

    Notes
    -----
    Momentum accumulates gradients, not steps: a changed ``lr`` applies to all of ``v`` at once.

    References
    ----------
    Sutskever and others (2013), On the importance of initialization and momentum in deep learning.

    PyTorch: ``torch.optim.SGD``.

    Examples
    --------
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.SGD([w], lr=0.1, momentum=0.9)
    >>> (w ** 2).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.8000])
    """

    _VIEWS_COMPLEX_AS_REAL = False
    _OPTIONS_ADDED_LATER = {"nesterov": False, "maximize": False, "foreach": None, "differentiable": False, "fused": False}
    _DIFFERENTIATES_FOREACH = True

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 1e-3, momentum: float = 0, dampening: float = 0, weight_decay: Tensor | float = 0,
        nesterov: bool = False, *, maximize: bool = False, foreach: bool | None = None, differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        if isinstance(lr, Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        check_not_negative(lr, "learning rate")
        check_not_negative(momentum, "momentum value")
        check_not_negative(weight_decay, "weight_decay value")
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay, "nesterov": nesterov,
            "maximize": maximize, "foreach": foreach, "differentiable": differentiable, "fused": fused,
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
        >>> optimizer = torch.optim.SGD([w], lr=0.1, momentum=0.9)
        >>> def closure():
        ...     optimizer.zero_grad()
        ...     loss = (w ** 2).sum()
        ...     loss.backward()
        ...     return loss
        >>> optimizer.step(closure).item()
        1.0
        """
        return self._step(closure)

    def _step_group(self, group: dict[str, Any]) -> None:
        weight_decay = group["weight_decay"]
        if group["momentum"] or group["differentiable"] or not has_arrays(group) or self._has_unsupported_options(group):
            super()._step_group(group)
            return
        if group["lr"].__class__ is not float and any(p.grad is not None for p in group["params"]):
            check_rate("SGD", group["lr"])
        # Without momentum there is no state: only the gradient of each parameter is read.
        pool, numbers, maximize = self._pool, (number(group["lr"]), number(weight_decay)), group["maximize"]
        fused = group["fused"]
        if fused:
            self._check_gradients(group)
        for p in group["params"]:
            grad = p.grad
            if grad is None:
                continue
            g = grad._array
            g = g.read() if g.__class__ is Pending else g
            g = -g if maximize else g
            if g.__class__ is Coo:
                self._sparse_update(p._array, g, {}, (*numbers, 0, 0, False))
            else:
                _kernels.run(pool, _kernels.sgd, numbers, p._array, g)
            if not fused:
                bump_version(p)

    def _check_gradients(self, group: dict[str, Any]) -> None:
        for p in group["params"]:
            if p.grad is not None:
                check_fused_dtype(p)
                if p.grad._array.__class__ is Coo:
                    self._check_sparse(group)

    def _check_conjugate(self, p: Any, maximize: bool, group: dict[str, Any]) -> None:
        """Accept conjugate views: nothing is viewed as real."""

    def _check_sparse(self, group: dict[str, Any]) -> None:
        if group["fused"]:
            raise RuntimeError("`_fused_sgd` does not support sparse gradients")

    def _init_state(self, p: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
        """Keep no initial state: the velocity starts with the first gradient."""

    def _options(self, group: dict[str, Any]) -> Any:
        lr, weight_decay = number(group["lr"]), number(group["weight_decay"])
        return lr, weight_decay, group["momentum"], group["dampening"], group["nesterov"]

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], options: Any) -> None:
        if not options[2]:
            self._run(_kernels.sgd, options[:2], p, g)
            return
        velocity = state.get("momentum_buffer")
        first = velocity is None
        if velocity is None:
            velocity = state["momentum_buffer"] = new_state(np.empty_like(p))
        self._run(_kernels.sgd_momentum, (*options, first), p, g, velocity._array)

    def _sparse_update(self, p: NDArray[Any], g: Coo, state: dict[str, Any], options: Any) -> None:
        lr, weight_decay, momentum, dampening, nesterov = options
        if weight_decay:
            raise RuntimeError("add(sparse, dense) is not supported. Use add(dense, sparse) instead.")
        if momentum:
            velocity = state.get("momentum_buffer")
            if velocity is None:
                velocity = state["momentum_buffer"] = wrap(copy(g))
            else:
                total = velocity._array * momentum + g * (1 - dampening)
                # Adding uncoalesced tensors concatenates them, so the result must be coalesced or it would grow without limit.
                set_array(velocity, total if len(total.values) <= max(len(velocity._array.values), len(g.values)) else coalesce(total))
                bump_version(velocity)
            g = g + velocity._array * momentum if nesterov else velocity._array
        add_into(p, g * -lr)
