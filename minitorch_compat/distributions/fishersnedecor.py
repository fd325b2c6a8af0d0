"""`torch.distributions.fishersnedecor`."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._bindings.settings.dtype_info import finfo
from . import constraints
from .distribution import Distribution
from .gamma import Gamma
from .utils import broadcast_all

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["FisherSnedecor"]


class FisherSnedecor(Distribution):
    """Ratio of two ``Chi2``, each divided by its degrees of freedom.

    The mean is nan for ``df2 <= 2``, the variance for ``df2 <= 4``.

    Parameters
    ----------
    df1 : Tensor or float
        Degrees of freedom of the numerator.
    df2 : Tensor or float
        Degrees of freedom of the denominator.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.FisherSnedecor``.

    Examples
    --------
    >>> d = torch.distributions.FisherSnedecor(2.0, 6.0)
    >>> d.log_prob(torch.tensor(1.))
    tensor(-1.1507)
    >>> d.mean, d.variance
    (tensor(1.5000), tensor(6.7500))
    """

    df1: Any
    df2: Any
    arg_constraints: Any = {"df1": constraints.positive, "df2": constraints.positive}
    support: Any = constraints.positive
    has_rsample = True
    _expanded = ("df1", "df2")

    def __init__(self, df1: Tensor | float, df2: Tensor | float, validate_args: bool | None = None) -> None:
        self.df1, self.df2 = broadcast_all(df1, df2)
        self._gamma1, self._gamma2 = Gamma(self.df1 * 0.5, self.df1), Gamma(self.df2 * 0.5, self.df2)
        super().__init__(self.df1.shape, validate_args=validate_args)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        new = super()._expand_parameters(batch_shape)
        new._gamma1, new._gamma2 = self._gamma1.expand(batch_shape), self._gamma2.expand(batch_shape)
        return new

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.FisherSnedecor(2.0, 6.0)
        >>> d.mean
        tensor(1.5000)
        """
        return ops.where(self.df2 > 2, self.df2 / (self.df2 - 2), math.nan)

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.FisherSnedecor(2.0, 6.0)
        >>> d.mode
        tensor(nan)
        """
        return ops.where(self.df1 > 2, (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2), math.nan)

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.FisherSnedecor(2.0, 6.0)
        >>> d.variance
        tensor(6.7500)
        """
        a, b = self.df1, self.df2
        return ops.where(b > 4, 2 * b.pow(2) * (a + b - 2) / (a * (b - 2).pow(2) * (b - 4)), math.nan)

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Draw reparametrized samples, which are differentiable in the parameters.

        Parameters
        ----------
        sample_shape : tuple of int, default ()
            Shape of the sample.

        Returns
        -------
        Tensor
            ``(*sample_shape, *batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.FisherSnedecor(2.0, 6.0)
        >>> d.rsample((3,)).shape
        torch.Size([3])
        """
        first, second = self._gamma1.rsample(sample_shape), self._gamma2.rsample(sample_shape)
        tiny = finfo(second.dtype).tiny
        second = ops.clamp(second, min=tiny)
        return ops.clamp(first / second, min=tiny)

    def log_prob(self, value: Any) -> Tensor:
        """Logarithm of the density, or of the probability, of a value.

        Parameters
        ----------
        value : Tensor
            Values in the support.

        Returns
        -------
        Tensor
            Without the event dimensions.

        Examples
        --------
        >>> d = torch.distributions.FisherSnedecor(2.0, 6.0)
        >>> d.log_prob(torch.tensor(1.))
        tensor(-1.1507)
        """
        if self._validate_args:
            self._validate_sample(value)
        a, b = self.df1 * 0.5, self.df2 * 0.5
        ratio = self.df1 / self.df2
        return ((a + b).lgamma() - a.lgamma() - b.lgamma() + a * ratio.log() + (a - 1) * value.log()
                - (a + b) * ops.log1p(ratio * value))
