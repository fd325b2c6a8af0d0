"""Muon."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._bindings import Tensor
from ._stepping import ArrayOptimizer, check_not_complex, number, zeros_state
from .optimizer import ParamsT

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Muon"]


class Muon(ArrayOptimizer):
    """Momentum with updates that are approximately orthogonalized by Newton-Schulz iterations, for matrices.

    ``v += (1 - momentum) * (g - v)``; the update is ``g + momentum * (v - g)``, or ``v`` without
    ``nesterov``, orthogonalized.

    Parameters
    ----------
    params : iterable
        Parameters, ``(name, parameter)`` pairs, or dicts with a ``params`` entry and options of their
        own (parameter groups).
    lr : float, default 0.001
        Learning rate.
    weight_decay : float, default 0.1
        Decoupled weight decay: each step subtracts this multiple of ``lr`` times the parameter.
    momentum : float, default 0.95
        Decay rate of the mean of gradients.
    nesterov : bool, default True
        Whether to use Nesterov momentum.
    ns_coefficients : tuple of float, default (3.4445, -4.775, 2.0315)
        Coefficients of the quintic polynomial.
    eps : float, default 1e-07
        Lower bound of the norm in the initial scaling.
    ns_steps : int, default 5
        Number of iterations.
    adjust_lr_fn : str, optional
        ``'original'`` (or None) scales by ``sqrt(max(1, rows / columns))``, ``'match_rms_adamw'`` by
        ``0.2 * sqrt(max(rows, columns))``.

    Raises
    ------
    ValueError
        If a number is out of range, or a parameter is not a matrix.

    Notes
    -----
    For hidden layers; use another optimizer for biases, embeddings and the last layer.

    References
    ----------
    Jordan and others (2024), Muon: an optimizer for hidden layers in neural networks.

    PyTorch: ``torch.optim.Muon``.

    Examples
    --------
    >>> w = torch.eye(2, requires_grad=True)
    >>> optimizer = torch.optim.Muon([w], lr=0.1)
    >>> (w ** 2).sum().backward()
    >>> optimizer.step()
    >>> w.shape
    torch.Size([2, 2])
    """

    # The module name in PyTorch, which pickles contain.
    __module__ = "minitorch_compat.optim"
    _VERSION_BUMPS = 2  # decayed, then updated

    def __init__(
        self, params: ParamsT, lr: float = 1e-3, weight_decay: float = 0.1, momentum: float = 0.95, nesterov: bool = True,
        ns_coefficients: tuple[float, float, float] = (3.4445, -4.775, 2.0315), eps: float = 1e-7, ns_steps: int = 5,
        adjust_lr_fn: str | None = None,
    ) -> None:
        if isinstance(lr, Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        for what, value in (("Learning rate", lr), ("momentum", momentum), ("weight decay", weight_decay)):
            if not 0.0 <= value:  # noqa: SIM300 (nan fails, and Python names the operands of a failure in this order)
                raise ValueError(f"{what} should be >= 0 but is: {value}")
        if adjust_lr_fn not in (None, "original", "match_rms_adamw"):
            raise ValueError(f"Adjust learning rate function {adjust_lr_fn} is not supported")
        super().__init__(params, {
            "lr": lr, "weight_decay": weight_decay, "momentum": momentum, "nesterov": nesterov, "ns_coefficients": ns_coefficients,
            "eps": eps, "ns_steps": ns_steps, "adjust_lr_fn": adjust_lr_fn})
        for group in self.param_groups:
            for p in group["params"]:
                if p.ndim != 2:
                    raise ValueError(f"Muon only supports 2D parameters whereas we found a parameter with size: {p.size()}")

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
        >>> w = torch.eye(2, requires_grad=True)
        >>> w.sum().backward()
        >>> torch.optim.Muon([w]).step()
        >>> torch.equal(w, torch.eye(2))
        False
        """
        return self._step(closure)

    def _step_group(self, group: dict[str, Any]) -> None:
        check_not_complex(self, group)
        super()._step_group(group)

    def _init_state(self, p: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
        state["momentum_buffer"] = zeros_state(p)

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], group: dict[str, Any]) -> None:
        lr, momentum, one = number(group["lr"]), group["momentum"], p.dtype.type
        velocity = state["momentum_buffer"]._array
        velocity += (g - velocity) * one(1 - momentum)
        update = g + (velocity - g) * one(momentum) if group["nesterov"] else velocity
        update = orthogonalize(update, group["ns_coefficients"], group["ns_steps"], group["eps"])
        p *= one(1 - lr * group["weight_decay"])
        p -= update.astype(p.dtype) * one(lr * adjust_lr_factor(p.shape, group["adjust_lr_fn"]))


def adjust_lr_factor(shape: tuple[int, ...], rule: str | None) -> float:
    """What the learning rate is multiplied by."""
    rows, columns = shape
    return 0.2 * math.sqrt(max(rows, columns)) if rule == "match_rms_adamw" else math.sqrt(max(1, rows / columns))


def orthogonalize(matrix: NDArray[Any], coefficients: tuple[float, float, float], steps: int, eps: float) -> NDArray[Any]:
    """Orthogonalize a matrix approximately: apply an odd polynomial `steps` times, which moves all singular values near 1."""
    if steps >= 100:
        raise ValueError("Number of steps must be less than 100 for computational efficiency")
    if len(coefficients) != 3:
        raise ValueError("Coefficients must be a tuple of exactly 3 values")
    a, b, c = (np.float32(v) for v in coefficients)
    x = _round_to_bfloat16(matrix)
    wide = x.shape[0] <= x.shape[1]
    x = x if wide else x.T
    x = _round_to_bfloat16(x / max(_round_to_bfloat16(np.linalg.norm(x)), _round_to_bfloat16(np.float32(eps))))
    for _ in range(steps):
        gram = _round_to_bfloat16(x @ x.T)
        polynomial = _round_to_bfloat16(b * gram + c * (gram @ gram))
        x = _round_to_bfloat16(a * x + polynomial @ x)
    return x if wide else x.T


def _round_to_bfloat16(values: Any) -> Any:
    """Round to bfloat16, in which PyTorch iterates; without it results would differ."""
    bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000).astype(np.uint32).view(np.float32).reshape(np.shape(values))
