"""`torch.distributions.chi2`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import constraints
from .gamma import Gamma

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Chi2"]


class Chi2(Gamma):
    """The distribution of the sum of squares of `df` normal variates."""

    arg_constraints = {"df": constraints.positive}

    def __init__(self, df: Tensor | float, validate_args: bool | None = None) -> None:
        super().__init__(0.5 * df, 0.5, validate_args=validate_args)

    @property
    def df(self) -> Any:
        """Degrees of freedom."""
        return self.concentration * 2
