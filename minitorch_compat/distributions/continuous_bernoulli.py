"""`torch.distributions.continuous_bernoulli`."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from ..nn import functional as F
from . import constraints
from .distribution import ExponentialFamily
from .utils import broadcast_all, clamp_probs, lazy_property, logits_to_probs, probs_to_logits

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["ContinuousBernoulli"]


class ContinuousBernoulli(ExponentialFamily):
    """On [0, 1], with density proportional to ``p**x * (1 - p)**(1 - x)``.

    Parameters
    ----------
    probs : Tensor or float, optional
        ``p``, in (0, 1); give either this or ``logits``.
    logits : Tensor or float, optional
        Its log-odds.
    lims : tuple of float, default (0.499, 0.501)
        Between these limits the normalizer is computed by a series, for stability.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    Loaiza-Ganem and Cunningham (2019), arXiv:1907.06845.

    PyTorch: ``torch.distributions.ContinuousBernoulli``.

    Examples
    --------
    >>> d = torch.distributions.ContinuousBernoulli(torch.tensor([0.25]))
    >>> d.log_prob(torch.tensor([0.5]))
    tensor([-0.0498])
    >>> d.mean, d.variance
    (tensor([0.4102]), tensor([0.0785]))
    """

    arg_constraints: Any = {"probs": constraints.unit_interval, "logits": constraints.real}
    support: Any = constraints.unit_interval
    has_rsample = True
    _expanded = ("probs", "logits")

    def __init__(self, probs: Tensor | int | float | bool | None = None, logits: Tensor | int | float | bool | None = None,
                 lims: tuple[float, float] = (0.499, 0.501),
                 validate_args: bool | None = None) -> None:
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        if probs is not None:
            (self.probs,) = broadcast_all(probs)
            if validate_args is not None and not constraints.unit_interval.check(self.probs).all():
                raise ValueError("The parameter probs has invalid values")
            self.probs = clamp_probs(self.probs)
        else:
            (self.logits,) = broadcast_all(logits)
        self._param = self.probs if probs is not None else self.logits
        self._lims = lims
        super().__init__(self._param.shape, validate_args=validate_args)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        new = super()._expand_parameters(batch_shape)
        new._lims, new._param = self._lims, self._param.expand(batch_shape)
        return new

    @lazy_property
    def logits(self) -> Tensor:
        """Log-odds of the parameter.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.ContinuousBernoulli(torch.tensor([0.5]))
        >>> d.logits
        tensor([0.])
        """
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_property
    def probs(self) -> Tensor:
        """The parameter.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.ContinuousBernoulli(torch.tensor([0.5]))
        >>> d.probs
        tensor([0.5000])
        """
        return clamp_probs(logits_to_probs(self.logits, is_binary=True))

    @property
    def param_shape(self) -> Any:
        """Shape of the parameters.

        Returns
        -------
        Size
            The shape.

        Examples
        --------
        >>> d = torch.distributions.ContinuousBernoulli(torch.tensor([0.5]))
        >>> d.param_shape
        torch.Size([1])
        """
        return self._param.shape

    def _is_outside_limits(self) -> Any:
        return (self.probs <= self._lims[0]) | (self.probs > self._lims[1])

    def _clamped_probs(self) -> Any:
        """The parameter, clamped out of the unstable region."""
        return ops.where(self._is_outside_limits(), self.probs, self._lims[0] * ops.ones_like(self.probs))

    def _log_norm(self) -> Any:
        cut = self._clamped_probs()
        below = ops.where(cut <= 0.5, cut, ops.zeros_like(cut))
        above = ops.where(cut >= 0.5, cut, ops.ones_like(cut))
        slope = ops.where(cut <= 0.5, ops.log1p(-2.0 * below), ops.log(2.0 * above - 1.0))
        exact = ops.log(ops.abs(ops.log1p(-cut) - ops.log(cut))) - slope
        x = (self.probs - 0.5).pow(2)
        return ops.where(self._is_outside_limits(), exact, math.log(2.0) + (4.0 / 3.0 + 104.0 / 45.0 * x) * x)

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.ContinuousBernoulli(torch.tensor([0.25]))
        >>> d.mean
        tensor([0.4102])
        """
        cut = self._clamped_probs()
        exact = cut / (2.0 * cut - 1.0) + 1.0 / (ops.log1p(-cut) - ops.log(cut))
        x = self.probs - 0.5
        return ops.where(self._is_outside_limits(), exact, 0.5 + (1.0 / 3.0 + 16.0 / 45.0 * x.pow(2)) * x)

    @property
    def stddev(self) -> Tensor:
        """The standard deviation of each element.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.ContinuousBernoulli(torch.tensor([0.25]))
        >>> d.stddev
        tensor([0.2802])
        """
        return self.variance.sqrt()

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.ContinuousBernoulli(torch.tensor([0.25]))
        >>> d.variance
        tensor([0.0785])
        """
        cut = self._clamped_probs()
        exact = cut * (cut - 1.0) / (1.0 - 2.0 * cut).pow(2) + 1.0 / (ops.log1p(-cut) - ops.log(cut)).pow(2)
        x = (self.probs - 0.5).pow(2)
        return ops.where(self._is_outside_limits(), exact, 1.0 / 12.0 - (1.0 / 15.0 - 128.0 / 945.0 * x) * x)

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
        >>> d = torch.distributions.ContinuousBernoulli(torch.tensor([0.25]))
        >>> d.rsample((3,)).shape
        torch.Size([3, 1])
        """
        return self.icdf(ops.rand(self._extended_shape(sample_shape), dtype=self.probs.dtype))

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
        >>> d = torch.distributions.ContinuousBernoulli(torch.tensor([0.25]))
        >>> d.log_prob(torch.tensor([0.5]))
        tensor([-0.0498])
        """
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        return -F.binary_cross_entropy_with_logits(logits, value, reduction="none") + self._log_norm()

    def cdf(self, value: Any) -> Tensor:
        """Cumulative distribution function.

        Parameters
        ----------
        value : Tensor
            Values.

        Returns
        -------
        Tensor
            In [0, 1].

        Examples
        --------
        >>> d = torch.distributions.ContinuousBernoulli(torch.tensor([0.25]))
        >>> d.cdf(torch.tensor([0.5]))
        tensor([0.6340])
        """
        if self._validate_args:
            self._validate_sample(value)
        cut = self._clamped_probs()
        exact = (cut.pow(value) * (1.0 - cut).pow(1.0 - value) + cut - 1.0) / (2.0 * cut - 1.0)
        inside = ops.where(self._is_outside_limits(), exact, value)
        return ops.where(value <= 0.0, ops.zeros_like(value), ops.where(value >= 1.0, ops.ones_like(value), inside))

    def icdf(self, value: Any) -> Tensor:
        """Quantile function, the inverse of ``cdf``.

        Parameters
        ----------
        value : Tensor
            Probabilities.

        Returns
        -------
        Tensor
            Values.

        Examples
        --------
        >>> d = torch.distributions.ContinuousBernoulli(torch.tensor([0.25]))
        >>> d.icdf(torch.tensor(0.5))
        tensor([0.3691])
        """
        cut = self._clamped_probs()
        exact = (ops.log1p(-cut + value * (2.0 * cut - 1.0)) - ops.log1p(-cut)) / (ops.log(cut) - ops.log1p(-cut))
        return ops.where(self._is_outside_limits(), exact, value)

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.ContinuousBernoulli(torch.tensor([0.25]))
        >>> d.entropy()
        tensor([-0.0488])
        """
        p = ops.log1p(-self.probs)
        return self.mean * (p - ops.log(self.probs)) - self._log_norm() - p


