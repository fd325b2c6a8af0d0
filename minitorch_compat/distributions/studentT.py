"""`torch.distributions.studentT`."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from . import constraints
from .chi2 import Chi2
from .distribution import Distribution
from .utils import _standard_normal, broadcast_all

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["StudentT"]


class StudentT(Distribution):
    """Density proportional to ``(1 + ((x - m) / s)**2 / k)**(-(k + 1) / 2)``.

    The mean is nan for ``k <= 1``; the variance is ``s**2 * k / (k - 2)`` for ``k > 2``.

    Parameters
    ----------
    df : Tensor or float
        ``k``, degrees of freedom.
    loc : Tensor or float, default 0.0
        ``m``.
    scale : Tensor or float, default 1.0
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
    PyTorch: ``torch.distributions.StudentT``.

    Examples
    --------
    >>> d = torch.distributions.StudentT(4.0)
    >>> d.log_prob(torch.tensor(0.))
    tensor(-0.9808)
    >>> d.mean, d.variance
    (tensor(0.), tensor(2.))
    """

    df: Any
    loc: Any
    scale: Any
    arg_constraints: Any = {"df": constraints.positive, "loc": constraints.real, "scale": constraints.positive}
    support: Any = constraints.real
    has_rsample = True
    _expanded = ("df", "loc", "scale")

    def __init__(self, df: Tensor | float, loc: Tensor | float = 0.0, scale: Tensor | float = 1.0,
                 validate_args: bool | None = None) -> None:
        self.df, self.loc, self.scale = broadcast_all(df, loc, scale)
        self._chi2 = Chi2(self.df)
        super().__init__(self.df.shape, validate_args=validate_args)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        new = super()._expand_parameters(batch_shape)
        new._chi2 = self._chi2.expand(batch_shape)
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
        >>> d = torch.distributions.StudentT(4.0)
        >>> d.mean
        tensor(0.)
        """
        mean = self.loc.clone()
        mean[self.df <= 1] = math.nan
        return mean

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.StudentT(4.0)
        >>> d.mode
        tensor(0.)
        """
        return self.loc

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.StudentT(4.0)
        >>> d.variance
        tensor(2.)
        """
        df, variance = self.df, self.df.clone()
        finite = df > 2
        variance[finite] = self.scale[finite].pow(2) * df[finite] / (df[finite] - 2)
        variance[(df <= 2) & (df > 1)] = math.inf
        variance[df <= 1] = math.nan
        return variance

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
        >>> d = torch.distributions.StudentT(4.0)
        >>> d.rsample((3,)).shape
        torch.Size([3])
        """
        normal = _standard_normal(self._extended_shape(sample_shape), self.df.dtype, self.df.device)
        return self.loc + self.scale * (normal * ops.rsqrt(self._chi2.rsample(sample_shape) / self.df))

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
        >>> d = torch.distributions.StudentT(4.0)
        >>> d.log_prob(torch.tensor(0.))
        tensor(-0.9808)
        """
        if self._validate_args:
            self._validate_sample(value)
        y = (value - self.loc) / self.scale
        z = (self.scale.log() + 0.5 * self.df.log() + 0.5 * math.log(math.pi) + (0.5 * self.df).lgamma()
             - (0.5 * (self.df + 1.0)).lgamma())
        return -0.5 * (self.df + 1.0) * ops.log1p(y**2.0 / self.df) - z

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.StudentT(4.0)
        >>> d.entropy()
        tensor(1.6818)
        """
        half, above = 0.5 * self.df, 0.5 * (self.df + 1)
        beta = half.lgamma() + math.lgamma(0.5) - above.lgamma()
        return self.scale.log() + above * (above.digamma() - half.digamma()) + 0.5 * self.df.log() + beta
