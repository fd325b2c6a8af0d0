"""`torch.distributions.half_normal`."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._dispatch.size import Size
from . import constraints
from .normal import Normal
from .transformed_distribution import TransformedDistribution
from .transforms import AbsTransform

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["HalfNormal"]


class _HalfDistribution(TransformedDistribution):
    """The absolute value of a distribution symmetric about 0."""

    arg_constraints: Any = {"scale": constraints.positive}
    support: Any = constraints.nonnegative
    _whole: Any

    def __init__(self, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(self._whole(0, scale, validate_args=False), AbsTransform(), validate_args=validate_args)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        return self._library_class()(self.scale.expand(Size(batch_shape)), validate_args=self._validate_args)

    @property
    def scale(self) -> Any:
        """The scale of the symmetric distribution."""
        whole: Any = self.base_dist
        return whole.scale

    @property
    def mode(self) -> Tensor:
        return ops.zeros_like(self.scale)

    def log_prob(self, value: Any) -> Tensor:
        if self._validate_args:
            self._validate_sample(value)
        value = self._as_scale(value)
        return ops.where(value >= 0, self.base_dist.log_prob(value) + math.log(2), -math.inf)

    def _as_scale(self, value: Any) -> Any:
        """Convert a value to the dtype of the density."""
        return value

    def cdf(self, value: Any) -> Tensor:
        if self._validate_args:
            self._validate_sample(value)
        return 2 * self.base_dist.cdf(value) - 1

    def icdf(self, prob: Any) -> Tensor:
        return self.base_dist.icdf((prob + 1) / 2)

    def entropy(self) -> Tensor:
        return self.base_dist.entropy() - math.log(2)


class HalfNormal(_HalfDistribution):
    """Magnitude of a ``Normal(0, s)``.

    Parameters
    ----------
    scale : Tensor or float
        ``s``, positive.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.HalfNormal``.

    Examples
    --------
    >>> d = torch.distributions.HalfNormal(1.0)
    >>> d.log_prob(torch.tensor(1.))
    tensor(-0.7258)
    >>> d.mean, d.variance
    (tensor(0.7979), tensor(0.3634))
    """

    _whole = Normal

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.HalfNormal(1.0)
        >>> d.mean
        tensor(0.7979)
        """
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.HalfNormal(1.0)
        >>> d.variance
        tensor(0.3634)
        """
        return self.scale.pow(2) * (1 - 2 / math.pi)
