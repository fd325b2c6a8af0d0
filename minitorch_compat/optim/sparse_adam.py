"""SparseAdam."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._array.sparse.coo import Coo, add_into, coalesce, values_at
from .._bindings import Tensor
from ._stepping import ArrayOptimizer, check_betas, new_state, number, zeros_state
from .optimizer import ParamsT

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["SparseAdam"]


class SparseAdam(ArrayOptimizer):
    """``Adam`` for sparse gradients: updates only elements with a gradient, and their means.

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
    maximize : bool, default False
        Ascend instead of descend.

    Raises
    ------
    ValueError
        If a number is out of range, or a parameter is sparse.
    RuntimeError
        In a step with a dense gradient.

    Notes
    -----
    Intended for ``torch.nn.Embedding(..., sparse=True)``.

    References
    ----------
    Kingma and Ba (2014), arXiv:1412.6980.

    PyTorch: ``torch.optim.SparseAdam``.

    Examples
    --------
    >>> table = torch.nn.Embedding.from_pretrained(torch.ones(3, 1), freeze=False, sparse=True)
    >>> optimizer = torch.optim.SparseAdam(table.parameters(), lr=0.1)
    >>> table(torch.tensor([1])).sum().backward()
    >>> optimizer.step()
    >>> table.weight.detach()
    tensor([[1.0000],
            [0.9000],
            [1.0000]])
    """

    _SCALAR_STATE: tuple[str, ...] = ()

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 1e-3, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8,
        maximize: bool = False,
    ) -> None:
        if isinstance(lr, Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        for what, value in (("learning rate", lr), ("epsilon value", eps)):
            if not number(value) > 0.0:
                raise ValueError(f"Invalid {what}: {value}")
        check_betas(betas)
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "maximize": maximize})
        places = [([i, j], p) for i, group in enumerate(self.param_groups) for j, p in enumerate(group["params"])]
        if sparse := [place for place, p in places if p._array.__class__ is Coo]:
            raise ValueError(f"Sparse params at indices {sparse}: SparseAdam requires dense parameter tensors")
        if complexes := [place for place, p in places if p.is_complex()]:
            raise ValueError(f"Complex params at indices {complexes}: SparseAdam does not support complex parameters")

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
        >>> table = torch.nn.Embedding(3, 1, sparse=True)
        >>> before = table.weight.detach().clone()
        >>> optimizer = torch.optim.SparseAdam(table.parameters())
        >>> table(torch.tensor([1])).sum().backward()
        >>> optimizer.step()
        >>> (table.weight != before).flatten()
        tensor([False,  True, False])
        """
        return self._step(closure)

    def _step_group(self, group: dict[str, Any]) -> None:
        if any(p.grad is not None and p.grad._array.__class__ is not Coo for p in group["params"]):
            raise RuntimeError("SparseAdam does not support dense gradients, please consider Adam instead")
        super()._step_group(group)

    def _check_sparse(self, group: dict[str, Any]) -> None:
        """Accept sparse gradients."""

    def _init_state(self, p: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
        state.update(step=0, exp_avg=zeros_state(p), exp_avg_sq=zeros_state(p))

    def _sparse_update(self, p: NDArray[Any], g: Coo, state: dict[str, Any], group: dict[str, Any]) -> None:
        state["step"] += 1
        g = coalesce(g)
        if not len(g.values):
            return
        (beta1, beta2), step, values = group["betas"], state["step"], new_state(g.values)
        m = self._update_mean(state["exp_avg"]._array, g, values, 1 - beta1)
        v = self._update_mean(state["exp_avg_sq"]._array, g, values * values, 1 - beta2)
        size = number(group["lr"]) * (1 - beta2**step) ** 0.5 / (1 - beta1**step)
        add_into(p, g.with_values((m.div_(v.sqrt_().add_(group["eps"])) * -size)._array))

    @staticmethod
    def _update_mean(mean: NDArray[Any], g: Coo, values: Any, weight: float) -> Any:
        """Move `mean` towards `values` at the places of `g`; its new values there. As tensors, which are rounded as PyTorch's are."""
        old = new_state(values_at(mean, g.indices))
        change = (values - old).mul_(weight)
        add_into(mean, g.with_values(change._array))
        return change.add_(old)
