"""Adafactor."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._bindings import Tensor
from .._bindings.settings.dtype_info import finfo
from .._dispatch.dtype import of
from ._stepping import ArrayOptimizer, check_not_complex, count_step, new_state, number, scalar_state, zeros_state
from .optimizer import ParamsT

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Adafactor"]


class Adafactor(ArrayOptimizer):
    """Adam without momentum, which keeps the mean squares of a matrix as one vector for rows and one for columns.

    This saves memory: the mean square of an element is the product of those of its row and column. Steps
    are relative to the size of the parameter.

    Parameters
    ----------
    params : iterable
        Parameters, ``(name, parameter)`` pairs, or dicts with a ``params`` entry and options of their
        own (parameter groups).
    lr : float or Tensor, default 0.01
        Largest relative step size; step ``t`` uses ``min(lr, 1 / sqrt(t))``.
    beta2_decay : float, default -0.8
        Exponent of the decay rate of mean squares, ``1 - t**beta2_decay``; at most 0.
    eps : tuple of float, default (None, 0.001)
        Smallest mean square (None is the precision of the dtype), and smallest size of a parameter.
    d : float, default 1.0
        Steps with a larger root mean square are scaled down.
    weight_decay : float, default 0.0
        Decoupled weight decay: each step subtracts this multiple of ``lr`` times the parameter.
    foreach : bool, optional
        Whether to update lists of parameters at once. Results are the same.
    maximize : bool, default False
        Ascend instead of descend.

    Raises
    ------
    ValueError
        If a number is out of range.

    References
    ----------
    Shazeer and Stern (2018), arXiv:1804.04235.

    PyTorch: ``torch.optim.Adafactor``.

    Examples
    --------
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.Adafactor([w], lr=0.1)
    >>> (w ** 2).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.9000])
    """

    # The module name in PyTorch, which pickles contain.
    __module__ = "minitorch_compat.optim"

    _OPTIONS_ADDED_LATER = {"foreach": None}

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 1e-2, beta2_decay: float = -0.8, eps: tuple[float | None, float] = (None, 1e-3),
        d: float = 1.0, weight_decay: float = 0.0, *, foreach: bool | None = None, maximize: bool = False,
    ) -> None:
        if isinstance(lr, Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        _check_not_negative(lr, "Learning rate")
        if not 0.0 >= beta2_decay:  # noqa: SIM300 (nan fails, and Python names the operands of a failure in this order)
            raise ValueError(f"beta2_decay should be <= 0 but is: {beta2_decay}")
        if eps[0] is not None:
            _check_not_negative(eps[0], "epsilon1")
        _check_not_negative(eps[1], "epsilon2")
        if not 1.0 <= d:  # noqa: SIM300
            raise ValueError(f"Clipping threshold d should be >= 1 but is: {d}")
        _check_not_negative(weight_decay, "weight_decay")
        super().__init__(params, {"lr": lr, "beta2_decay": beta2_decay, "eps": eps, "d": d, "weight_decay": weight_decay,
                                  "foreach": foreach, "maximize": maximize})

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
        >>> optimizer = torch.optim.Adafactor([w], lr=0.1)
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
        check_not_complex(self, group)
        super()._step_group(group)

    def _version_increase(self, group: dict[str, Any]) -> int:
        return 1 + bool(group["weight_decay"])

    def _init_state(self, p: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
        a = p._array
        state["step"] = scalar_state()
        if a.ndim > 1:
            state["row_var"] = new_state(np.zeros((*a.shape[:-1], 1), a.dtype))
            state["col_var"] = new_state(np.zeros((*a.shape[:-2], 1, a.shape[-1]), a.dtype))
        else:
            state["variance"] = zeros_state(p)

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], group: dict[str, Any]) -> None:
        eps1, eps2 = group["eps"]
        step, lr, eps1, eps2 = count_step(state), number(group["lr"]), number(eps1), number(eps2)
        eps1 = float(finfo(of(p.dtype)).eps) if eps1 is None else eps1
        if not p.size:
            raise ZeroDivisionError("float division by zero")  # as in PyTorch, for an empty parameter
        averaging_weight = step ** number(group["beta2_decay"])
        size = np.sqrt(np.mean(np.square(p)))
        rate = max(eps2, float(size)) * min(lr, 1 / step**0.5)
        if group["weight_decay"]:
            p *= 1 - lr * number(group["weight_decay"])
        variance = _second_moment(g, state, averaging_weight, eps1)
        update = g / np.sqrt(np.maximum(variance, eps1 * eps1))
        clip = max(1.0, float(np.sqrt(np.mean(np.square(update)))) / number(group["d"]))
        p -= update * p.dtype.type(rate / clip)


def _check_not_negative(value: Any, what: str) -> None:
    if not value >= 0:
        raise ValueError(f"{what} should be >= 0 but is: {value}")


def _second_moment(g: NDArray[Any], state: dict[str, Any], averaging_weight: float, eps: float) -> NDArray[Any]:
    """The decayed mean square of gradients; for a matrix, the outer product of its row and column means."""
    if g.ndim < 2:
        variance: NDArray[Any] = state["variance"]._array
        variance += (g * g - variance) * g.dtype.type(averaging_weight)
        return variance
    rows, columns = state["row_var"]._array, state["col_var"]._array
    square = g * g
    rows += (square.mean(-1, keepdims=True) - rows) * g.dtype.type(averaging_weight)
    columns += (square.mean(-2, keepdims=True) - columns) * g.dtype.type(averaging_weight)
    return np.asarray(rows @ columns / np.maximum(rows.mean(-2, keepdims=True), eps))
