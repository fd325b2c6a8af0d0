"""Resilient backpropagation."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._bindings.creation.factories import zeros
from . import _kernels
from ._functional import rprop
from ._stepping import ArrayOptimizer, check_lr, count_step, full_state, number, scalar_state, zeros_state
from .optimizer import ParamsT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .._bindings.tensor.tensor import Tensor

__all__ = ["Rprop", "rprop"]


class Rprop(ArrayOptimizer):
    """Rprop steps by the sign of the gradient, with a step size per element.

    The size is multiplied by ``etas[1]`` while the sign stays, and by ``etas[0]`` when it changes, in
    which case there is no step.

    Parameters
    ----------
    params : iterable
        Parameters, ``(name, parameter)`` pairs, or dicts with a ``params`` entry and options of their
        own (parameter groups).
    lr : float, default 0.01
        Initial step size.
    etas : tuple of float, default (0.5, 1.2)
        Factors that decrease and increase the step size.
    step_sizes : tuple of float, default (1e-06, 50)
        Smallest and largest step size.
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
    Intended for full-batch gradients.

    References
    ----------
    Riedmiller and Braun (1993), A direct adaptive method for faster backpropagation learning.

    PyTorch: ``torch.optim.Rprop``.

    Examples
    --------
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.Rprop([w], lr=0.1)
    >>> (w ** 2).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.9000])
    """

    _OPTIONS_ADDED_LATER = {"foreach": None, "maximize": False, "differentiable": False, "capturable": False}
    _CAPTURABLE_ON_XLA = (True, True)

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 1e-2, etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50), *, capturable: bool = False, foreach: bool | None = None,
        maximize: bool = False, differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        super().__init__(params, {
            "lr": lr, "etas": etas, "step_sizes": step_sizes, "foreach": foreach, "maximize": maximize,
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
        >>> optimizer = torch.optim.Rprop([w], lr=0.1)
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
        state["prev"] = zeros_state(p)
        state["step_size"] = full_state(p, number(group["lr"]))

    def _step_group(self, group: dict[str, Any]) -> None:
        (_, _), (_, _) = group["etas"], group["step_sizes"]
        super()._step_group(group)

    def _options(self, group: dict[str, Any]) -> Any:
        (shrink, grow), (smallest, largest) = group["etas"], group["step_sizes"]
        if not (isinstance(smallest, (int, float)) and isinstance(largest, (int, float))):
            zeros(0).clamp_(smallest, largest)  # raises for invalid limits
        return shrink, grow, smallest, largest

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], options: Any) -> None:
        count_step(state)
        self._run(_kernels.rprop, options, p, g, state["prev"]._array, state["step_size"]._array)
