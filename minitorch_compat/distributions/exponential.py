"""`torch.distributions.exponential`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from . import constraints
from .distribution import ExponentialFamily
from .utils import broadcast_all

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Exponential"]


class Exponential(ExponentialFamily):
    """Time to the next event: density ``r * exp(-r * x)`` for ``x >= 0``.

    Parameters
    ----------
    rate : Tensor or float
        ``r``, 1 / mean.
    validate_args : bool, optional
        Whether parameters and values are checked against their constraints; None takes the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter is outside of its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.Exponential``.

    Examples
    --------
    >>> d = torch.distributions.Exponential(2.0)
    >>> d.log_prob(torch.tensor(0.))
    tensor(0.6931)
    >>> d.mean, d.variance
    (tensor(0.5000), tensor(0.2500))
    """

    arg_constraints = {"rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True
    _expanded = ("rate",)

    def __init__(self, rate: Tensor | float, validate_args: bool | None = None) -> None:
        (self.rate,) = broadcast_all(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    @property
    def mean(self) -> Any:
        return self.rate.reciprocal()

    stddev = mean

    @property
    def mode(self) -> Any:
        return ops.zeros_like(self.rate)

    @property
    def variance(self) -> Any:
        return self.rate.pow(-2)

    def rsample(self, sample_shape: Any = ()) -> Any:
        return ops.empty(self._extended_shape(sample_shape), dtype=self.rate.dtype).exponential_() / self.rate

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return self.rate.log() - self.rate * value

    def cdf(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return 1 - (-self.rate * value).exp()

    def icdf(self, value: Any) -> Any:
        return -ops.log1p(-value) / self.rate

    def entropy(self) -> Any:
        return 1.0 - self.rate.log()
