"""Elementwise transforms."""
from __future__ import annotations

import math
from typing import Any

from .._bindings.generated import functions as ops
from .._bindings.settings.dtype_info import finfo
from .._bindings.tensor.tensor import Tensor
from ..nn import functional as F
from . import constraints
from ._transform import Transform
from .utils import _sum_rightmost, broadcast_all


class _ParameterlessTransform(Transform):
    """A transform without parameters, equal to all others of its class and those derived from it."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) or isinstance(other, _ParameterlessTransform) and isinstance(self, type(other))


class _IncreasingBijection(_ParameterlessTransform):
    """An increasing bijection."""

    bijective = True
    sign = 1


class ExpTransform(_IncreasingBijection):
    """``y = exp(x)``.

    Parameters
    ----------
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.ExpTransform``.

    Examples
    --------
    >>> f = torch.distributions.transforms.ExpTransform()
    >>> x = torch.tensor([0.0, 1.0])
    >>> f(x)
    tensor([1.0000, 2.7183])
    >>> f.log_abs_det_jacobian(x, f(x))
    tensor([0., 1.])
    """

    codomain = constraints.positive

    def _call(self, x: Any) -> Any:
        return x.exp()

    def _inverse(self, y: Any) -> Any:
        return y.log()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Logarithm of the absolute determinant of the Jacobian.

        Parameters
        ----------
        x : Tensor
            Input of the transform.
        y : Tensor
            The corresponding output.

        Returns
        -------
        Tensor
            Without the event dimensions.

        Examples
        --------
        >>> f = torch.distributions.transforms.ExpTransform()
        >>> x = torch.tensor([0.0, 1.0])
        >>> f.log_abs_det_jacobian(x, f(x))
        tensor([0., 1.])
        """
        return x


def _clipped_sigmoid(x: Any) -> Any:
    """1 / (1 + exp(-x)), clamped away from 0 and 1."""
    limits = finfo(x.dtype)
    return ops.clamp(ops.sigmoid(x), min=float(limits.tiny), max=1.0 - float(limits.eps))


class SigmoidTransform(_IncreasingBijection):
    """``y = 1 / (1 + exp(-x))``.

    Parameters
    ----------
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.SigmoidTransform``.

    Examples
    --------
    >>> f = torch.distributions.transforms.SigmoidTransform()
    >>> x = torch.tensor([0.0])
    >>> f(x)
    tensor([0.5000])
    >>> f.log_abs_det_jacobian(x, f(x))
    tensor([-1.3863])
    """

    codomain = constraints.unit_interval

    def _call(self, x: Any) -> Any:
        return _clipped_sigmoid(x)

    def _inverse(self, y: Any) -> Any:
        limits = finfo(y.dtype)
        y = y.clamp(min=float(limits.tiny), max=1.0 - float(limits.eps))
        return y.log() - (-y).log1p()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Logarithm of the absolute determinant of the Jacobian.

        Parameters
        ----------
        x : Tensor
            Input of the transform.
        y : Tensor
            The corresponding output.

        Returns
        -------
        Tensor
            Without the event dimensions.

        Examples
        --------
        >>> f = torch.distributions.transforms.SigmoidTransform()
        >>> x = torch.tensor([0.0])
        >>> f.log_abs_det_jacobian(x, f(x))
        tensor([-1.3863])
        """
        return -F.softplus(-x) - F.softplus(x)


class TanhTransform(_IncreasingBijection):
    """``y = tanh(x)``.

    Parameters
    ----------
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.TanhTransform``.

    Examples
    --------
    >>> f = torch.distributions.transforms.TanhTransform()
    >>> x = torch.tensor([0.0, 1.0])
    >>> f(x)
    tensor([0.0000, 0.7616])
    >>> f.log_abs_det_jacobian(x, f(x))
    tensor([ 0.0000, -0.8676])
    """

    codomain: Any = constraints.interval(-1.0, 1.0)

    def _call(self, x: Any) -> Any:
        return x.tanh()

    def _inverse(self, y: Any) -> Any:
        return y.atanh()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Logarithm of the absolute determinant of the Jacobian.

        Parameters
        ----------
        x : Tensor
            Input of the transform.
        y : Tensor
            The corresponding output.

        Returns
        -------
        Tensor
            Without the event dimensions.

        Examples
        --------
        >>> f = torch.distributions.transforms.TanhTransform()
        >>> x = torch.tensor([0.0, 1.0])
        >>> f.log_abs_det_jacobian(x, f(x))
        tensor([ 0.0000, -0.8676])
        """
        return 2.0 * (math.log(2.0) - x - F.softplus(-2.0 * x))


class SoftplusTransform(_IncreasingBijection):
    """``y = log(1 + exp(x))``.

    Parameters
    ----------
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.SoftplusTransform``.

    Examples
    --------
    >>> f = torch.distributions.transforms.SoftplusTransform()
    >>> x = torch.tensor([0.0])
    >>> f(x)
    tensor([0.6931])
    >>> f.log_abs_det_jacobian(x, f(x))
    tensor([-0.6931])
    """

    codomain = constraints.positive

    def _call(self, x: Any) -> Any:
        return F.softplus(x)

    def _inverse(self, y: Any) -> Any:
        return (-y).expm1().neg().log() + y

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Logarithm of the absolute determinant of the Jacobian.

        Parameters
        ----------
        x : Tensor
            Input of the transform.
        y : Tensor
            The corresponding output.

        Returns
        -------
        Tensor
            Without the event dimensions.

        Examples
        --------
        >>> f = torch.distributions.transforms.SoftplusTransform()
        >>> x = torch.tensor([0.0])
        >>> f.log_abs_det_jacobian(x, f(x))
        tensor([-0.6931])
        """
        return -F.softplus(-x)


class AbsTransform(_ParameterlessTransform):
    """``y = |x|``; not bijective, so it has no Jacobian.

    Parameters
    ----------
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.AbsTransform``.

    Examples
    --------
    >>> f = torch.distributions.transforms.AbsTransform()
    >>> x = torch.tensor([-2.0, 3.0])
    >>> f(x)
    tensor([2., 3.])
    """

    codomain = constraints.positive

    def _call(self, x: Any) -> Any:
        return x.abs()

    def _inverse(self, y: Any) -> Any:
        return y


class AffineTransform(Transform):
    """``y = loc + scale * x``.

    Parameters
    ----------
    loc : Tensor or float
        The offset.
    scale : Tensor or float
        The factor.
    event_dim : int, default 0
        Number of event dimensions.
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.AffineTransform``.

    Examples
    --------
    >>> f = torch.distributions.transforms.AffineTransform(1.0, 2.0)
    >>> x = torch.tensor([0.5])
    >>> f(x)
    tensor([2.])
    >>> f.log_abs_det_jacobian(x, f(x))
    tensor([0.6931])
    """

    bijective = True

    def __init__(self, loc: Tensor | float, scale: Tensor | float, event_dim: int = 0, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.loc, self.scale, self._event_dim = loc, scale, event_dim

    @property
    def event_dim(self) -> int:
        """The number of event dimensions.

        Returns
        -------
        int
            0 for an elementwise map.

        Examples
        --------
        >>> f = torch.distributions.transforms.AffineTransform(1.0, 2.0)
        >>> f.event_dim
        0
        """
        return self._event_dim

    @property
    def domain(self) -> Any:
        """The constraint that inputs of the transform satisfy.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> T.AffineTransform(1.0, 2.0).domain.event_dim
        0
        """
        return constraints.real if self._event_dim == 0 else constraints.independent(constraints.real, self._event_dim)

    codomain = domain

    @property
    def sign(self) -> Any:
        """Whether the map is increasing (1) or decreasing (-1).

        Returns
        -------
        int or Tensor
            The sign.

        Examples
        --------
        >>> f = torch.distributions.transforms.AffineTransform(1.0, 2.0)
        >>> f.sign
        1
        """
        return self.scale.sign() if isinstance(self.scale, Tensor) else (self.scale > 0) - (self.scale < 0)

    def with_cache(self, cache_size: int = 1) -> Transform:
        """The same transform with another cache size.

        Parameters
        ----------
        cache_size : int, default 1
            0 disables caching; 1 caches the last input and output, which makes the inverse of that output
            exact and free.

        Returns
        -------
        Transform
            Returns self if the size is unchanged.

        Examples
        --------
        >>> f = torch.distributions.transforms.AffineTransform(1.0, 2.0)
        >>> type(f.with_cache(1)).__name__
        'AffineTransform'
        """
        return self if self._cache_size == cache_size else AffineTransform(self.loc, self.scale, self._event_dim, cache_size)

    def _call(self, x: Any) -> Any:
        return self.loc + self.scale * x

    def _inverse(self, y: Any) -> Any:
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Logarithm of the absolute determinant of the Jacobian.

        Parameters
        ----------
        x : Tensor
            Input of the transform.
        y : Tensor
            The corresponding output.

        Returns
        -------
        Tensor
            Without the event dimensions.

        Examples
        --------
        >>> f = torch.distributions.transforms.AffineTransform(1.0, 2.0)
        >>> x = torch.tensor([0.5])
        >>> f.log_abs_det_jacobian(x, f(x))
        tensor([0.6931])
        """
        slope = self.scale.abs().log() if isinstance(self.scale, Tensor) else ops.full_like(x, math.log(abs(self.scale)))
        if self._event_dim:
            slope = _sum_rightmost(slope.expand(x.shape), self._event_dim)
        return slope.expand(x.shape[:x.dim() - self._event_dim])

    def forward_shape(self, shape: Any) -> Any:
        """The output shape for a given input shape.

        Parameters
        ----------
        shape : tuple of int
            The shape.

        Returns
        -------
        tuple of int
            The shape.

        Examples
        --------
        >>> f = torch.distributions.transforms.AffineTransform(1.0, 2.0)
        >>> x = torch.tensor([0.5])
        >>> f.forward_shape(x.shape)
        torch.Size([1])
        """
        return ops.broadcast_shapes(shape, getattr(self.loc, "shape", ()), getattr(self.scale, "shape", ()))

    inverse_shape = forward_shape

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AffineTransform) and _equal(self.loc, other.loc) and _equal(self.scale, other.scale)


class PowerTransform(Transform):
    """``y = x**exponent``, for positive ``x``.

    Parameters
    ----------
    exponent : Tensor or float
        The power.
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.PowerTransform``.

    Examples
    --------
    >>> f = torch.distributions.transforms.PowerTransform(2.0)
    >>> x = torch.tensor([3.0])
    >>> f(x)
    tensor([9.])
    >>> f.log_abs_det_jacobian(x, f(x))
    tensor([1.7918])
    """

    exponent: Any
    domain = codomain = constraints.positive
    bijective = True

    def __init__(self, exponent: Tensor, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        (self.exponent,) = broadcast_all(exponent)

    @property
    def sign(self) -> Any:
        """Whether the map is increasing (1) or decreasing (-1).

        Returns
        -------
        int or Tensor
            The sign.

        Examples
        --------
        >>> f = torch.distributions.transforms.PowerTransform(2.0)
        >>> f.sign
        tensor(1.)
        """
        return self.exponent.sign()

    def with_cache(self, cache_size: int = 1) -> Transform:
        """The same transform with another cache size.

        Parameters
        ----------
        cache_size : int, default 1
            0 disables caching; 1 caches the last input and output, which makes the inverse of that output
            exact and free.

        Returns
        -------
        Transform
            Returns self if the size is unchanged.

        Examples
        --------
        >>> f = torch.distributions.transforms.PowerTransform(2.0)
        >>> type(f.with_cache(1)).__name__
        'PowerTransform'
        """
        return self if self._cache_size == cache_size else PowerTransform(self.exponent, cache_size)

    def _call(self, x: Any) -> Any:
        return x.pow(self.exponent)

    def _inverse(self, y: Any) -> Any:
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Logarithm of the absolute determinant of the Jacobian.

        Parameters
        ----------
        x : Tensor
            Input of the transform.
        y : Tensor
            The corresponding output.

        Returns
        -------
        Tensor
            Without the event dimensions.

        Examples
        --------
        >>> f = torch.distributions.transforms.PowerTransform(2.0)
        >>> x = torch.tensor([3.0])
        >>> f.log_abs_det_jacobian(x, f(x))
        tensor([1.7918])
        """
        return (self.exponent * y / x).abs().log()

    def forward_shape(self, shape: Any) -> Any:
        """The output shape for a given input shape.

        Parameters
        ----------
        shape : tuple of int
            The shape.

        Returns
        -------
        tuple of int
            The shape.

        Examples
        --------
        >>> f = torch.distributions.transforms.PowerTransform(2.0)
        >>> x = torch.tensor([3.0])
        >>> f.forward_shape(x.shape)
        torch.Size([1])
        """
        return ops.broadcast_shapes(shape, self.exponent.shape)

    inverse_shape = forward_shape

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PowerTransform) and _equal(self.exponent, other.exponent)


class CumulativeDistributionTransform(Transform):
    """The cumulative distribution function of a distribution, which maps to uniform numbers.

    Parameters
    ----------
    distribution : Distribution
        A distribution with ``cdf`` and ``icdf``.
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.CumulativeDistributionTransform``.

    Examples
    --------
    >>> f = torch.distributions.transforms.CumulativeDistributionTransform(torch.distributions.Normal(0.0, 1.0))
    >>> x = torch.tensor(0.0)
    >>> f(x)
    tensor(0.5000)
    >>> f.log_abs_det_jacobian(x, f(x))
    tensor(-0.9189)
    """

    bijective = True
    codomain = constraints.unit_interval
    sign = 1

    def __init__(self, distribution: Any, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.distribution = distribution

    @property
    def domain(self) -> Any:
        """The constraint that inputs of the transform satisfy.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> T.CumulativeDistributionTransform(torch.distributions.Normal(0.0, 1.0)).domain.event_dim
        0
        """
        return self.distribution.support

    def with_cache(self, cache_size: int = 1) -> Transform:
        """The same transform with another cache size.

        Parameters
        ----------
        cache_size : int, default 1
            0 disables caching; 1 caches the last input and output, which makes the inverse of that output
            exact and free.

        Returns
        -------
        Transform
            Returns self if the size is unchanged.

        Examples
        --------
        >>> f = torch.distributions.transforms.CumulativeDistributionTransform(torch.distributions.Normal(0.0, 1.0))
        >>> type(f.with_cache(1)).__name__
        'CumulativeDistributionTransform'
        """
        return self if self._cache_size == cache_size else CumulativeDistributionTransform(self.distribution, cache_size)

    def _call(self, x: Any) -> Any:
        return self.distribution.cdf(x)

    def _inverse(self, y: Any) -> Any:
        return self.distribution.icdf(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Logarithm of the absolute determinant of the Jacobian.

        Parameters
        ----------
        x : Tensor
            Input of the transform.
        y : Tensor
            The corresponding output.

        Returns
        -------
        Tensor
            Without the event dimensions.

        Examples
        --------
        >>> f = torch.distributions.transforms.CumulativeDistributionTransform(torch.distributions.Normal(0.0, 1.0))
        >>> x = torch.tensor(0.0)
        >>> f.log_abs_det_jacobian(x, f(x))
        tensor(-0.9189)
        """
        return self.distribution.log_prob(x)


def _equal(a: Any, b: Any) -> bool:
    return a is b or bool(ops.as_tensor(a == b).all())
