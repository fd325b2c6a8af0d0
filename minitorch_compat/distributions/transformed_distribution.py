"""Transformed distributions."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._dispatch.grad_mode import grad_mode
from .._dispatch.size import Size
from . import constraints
from .distribution import Distribution
from .independent import Independent
from .transforms import ComposeTransform, Transform
from .utils import _sum_rightmost

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor


class TransformedDistribution(Distribution):
    """Distribution of transformed values: ``y = f(x)``, ``log p(y) = log p(x) - log |det f'(x)|``.

    Parameters
    ----------
    base_distribution : Distribution
        Distribution of ``x``.
    transforms : Transform or list of Transform
        Transforms, in the order of application.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a transform is not a Transform, or shapes do not fit.

    References
    ----------
    PyTorch: ``torch.distributions.TransformedDistribution``.

    Examples
    --------
    >>> base = torch.distributions.Normal(0.0, 1.0)
    >>> d = torch.distributions.TransformedDistribution(base, [torch.distributions.ExpTransform()])
    >>> d.log_prob(torch.tensor(1.0)), torch.distributions.LogNormal(0.0, 1.0).log_prob(torch.tensor(1.0))
    (tensor(-0.9189), tensor(-0.9189))
    """

    arg_constraints: Any = {}

    def __init__(self, base_distribution: Any, transforms: Any, validate_args: bool | None = None) -> None:
        if not isinstance(transforms, (Transform, list)):
            raise ValueError(f"transforms must be a Transform or list, but was {transforms}")
        self.transforms: list[Any] = [transforms] if isinstance(transforms, Transform) else list(transforms)
        if not all(isinstance(t, Transform) for t in self.transforms):
            raise ValueError("transforms must be a Transform or a list of Transforms")
        chain = ComposeTransform(self.transforms)
        base_shape = base_distribution.batch_shape + base_distribution.event_shape
        if len(base_shape) < chain.domain.event_dim:
            raise ValueError(f"base_distribution needs to have shape with size at least {chain.domain.event_dim}, but got {base_shape}.")
        shape = chain.forward_shape(base_shape)
        wide = chain.inverse_shape(shape)
        if tuple(wide) != tuple(base_shape):
            base_distribution = base_distribution.expand(wide[:len(wide) - len(base_distribution.event_shape)])
        missing = chain.domain.event_dim - len(base_distribution.event_shape)
        self.base_dist: Any = Independent(base_distribution, missing) if missing > 0 else base_distribution
        change = chain.codomain.event_dim - chain.domain.event_dim
        events = max(chain.codomain.event_dim, len(self.base_dist.event_shape) + change)
        super().__init__(shape[:len(shape) - events], shape[len(shape) - events:], validate_args=validate_args)

    @property
    def has_rsample(self) -> bool:  # type: ignore[override]
        """Whether ``rsample`` is there: as for the base.

        Returns
        -------
        bool
            True or false.

        Examples
        --------
        >>> parts = (torch.distributions.Normal(0.0, 1.0), [torch.distributions.ExpTransform()])
        >>> d = torch.distributions.TransformedDistribution(*parts)
        >>> d.has_rsample
        True
        """
        return bool(self.base_dist.has_rsample)

    @constraints.dependent_property
    def support(self) -> Any:
        """The support: the codomain of the last transform.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> parts = (torch.distributions.Normal(0.0, 1.0), [torch.distributions.ExpTransform()])
        >>> d = torch.distributions.TransformedDistribution(*parts)
        >>> d.support.event_dim
        0
        """
        if not self.transforms:
            return self.base_dist.support
        result = self.transforms[-1].codomain
        extra = len(self._event_shape) - result.event_dim
        return constraints.independent(result, extra) if extra > 0 else result

    def _expand_parameters(self, batch_shape: Any) -> Any:
        shape = Size(batch_shape) + self._event_shape
        for transform in reversed(self.transforms):
            shape = Size(transform.inverse_shape(shape))
        base = self.base_dist.expand(shape[:len(shape) - len(self.base_dist.event_shape)])
        return TransformedDistribution(base, self.transforms, validate_args=False)

    def sample(self, sample_shape: Any = ()) -> Tensor:
        """Draw samples without gradients.

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
        >>> parts = (torch.distributions.Normal(0.0, 1.0), [torch.distributions.ExpTransform()])
        >>> d = torch.distributions.TransformedDistribution(*parts)
        >>> d.sample((3,)).shape
        torch.Size([3])
        """
        with grad_mode(False):
            return self._apply_transforms(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Draw from the base and transform; differentiable in the parameters of both.

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
        >>> torch.distributions.LogNormal(0.0, 1.0).rsample((2,)).shape
        torch.Size([2])
        """
        return self._apply_transforms(self.base_dist.rsample(sample_shape))

    def _apply_transforms(self, x: Any) -> Any:
        for transform in self.transforms:
            x = transform(x)
        return x

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
        >>> parts = (torch.distributions.Normal(0.0, 1.0), [torch.distributions.ExpTransform()])
        >>> d = torch.distributions.TransformedDistribution(*parts)
        >>> d.log_prob(torch.tensor(1.0))
        tensor(-0.9189)
        """
        if self._validate_args:
            self._validate_sample(value)
        events = len(self._event_shape)
        total: Any = 0.0
        y = value
        for transform in reversed(self.transforms):
            x = transform.inv(y)
            events += transform.domain.event_dim - transform.codomain.event_dim
            total = total - _sum_rightmost(transform.log_abs_det_jacobian(x, y), events - transform.domain.event_dim)
            y = x
        return total + _sum_rightmost(self.base_dist.log_prob(y), events - len(self.base_dist.event_shape))

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
        >>> parts = (torch.distributions.Normal(0.0, 1.0), [torch.distributions.ExpTransform()])
        >>> d = torch.distributions.TransformedDistribution(*parts)
        >>> d.cdf(torch.tensor(1.0))
        tensor(0.5000)
        """
        for transform in reversed(self.transforms):
            value = transform.inv(value)
        if self._validate_args:
            self.base_dist._validate_sample(value)
        return self._orient_by_sign(self.base_dist.cdf(value))

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
        >>> parts = (torch.distributions.Normal(0.0, 1.0), [torch.distributions.ExpTransform()])
        >>> d = torch.distributions.TransformedDistribution(*parts)
        >>> d.icdf(torch.tensor(0.5))
        tensor(1.)
        """
        return self._apply_transforms(self.base_dist.icdf(self._orient_by_sign(value)))

    def _orient_by_sign(self, value: Any) -> Any:
        """Replace `value` by 1 - value where the composition is decreasing."""
        sign: Any = 1
        for transform in self.transforms:
            sign = sign * transform.sign
        return value if isinstance(sign, int) and sign == 1 else sign * (value - 0.5) + 0.5
