"""`torch.distributions.gumbel`."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._bindings.settings.dtype_info import finfo
from .._dispatch.size import Size
from . import constraints
from .transformed_distribution import TransformedDistribution
from .transforms import AffineTransform, ExpTransform
from .uniform import Uniform
from .utils import broadcast_all, euler_constant

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Gumbel"]


class Gumbel(TransformedDistribution):
    """Extreme value distribution with distribution function ``exp(-exp(-(x - m) / s))``.

    Parameters
    ----------
    loc : Tensor or float
        ``m``, the mode.
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
    PyTorch: ``torch.distributions.Gumbel``.

    Examples
    --------
    >>> d = torch.distributions.Gumbel(0.0, 1.0)
    >>> d.log_prob(torch.tensor(0.))
    tensor(-1.)
    >>> d.mean, d.variance
    (tensor(0.5772), tensor(1.6449))
    """

    loc: Any
    scale: Any
    arg_constraints: Any = {"loc": constraints.real, "scale": constraints.positive}
    support: Any = constraints.real
    _expanded = ("loc", "scale")
    _expands_as_tensors = True

    def __init__(self, loc: Tensor | float, scale: Tensor | float, validate_args: bool | None = None) -> None:
        self.loc, self.scale = broadcast_all(loc, scale)
        info = finfo(self.loc.dtype)
        base = Uniform(ops.full_like(self.loc, float(info.tiny)), ops.full_like(self.loc, 1 - float(info.eps)), validate_args=validate_args)
        minus = -ops.ones_like(self.scale)
        maps = [ExpTransform().inv, AffineTransform(0, minus), ExpTransform().inv, AffineTransform(loc, -self.scale)]
        super().__init__(base, maps, validate_args=validate_args)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        shape = Size(batch_shape)
        return self._library_class()(self.loc.expand(shape), self.scale.expand(shape), validate_args=self._validate_args)

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Gumbel(0.0, 1.0)
        >>> d.mean
        tensor(0.5772)
        """
        return self.loc + self.scale * euler_constant

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Gumbel(0.0, 1.0)
        >>> d.mode
        tensor(0.)
        """
        return self.loc

    @property
    def stddev(self) -> Tensor:
        """The standard deviation of each element.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Gumbel(0.0, 1.0)
        >>> d.stddev
        tensor(1.2825)
        """
        return math.pi / math.sqrt(6) * self.scale

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Gumbel(0.0, 1.0)
        >>> d.variance
        tensor(1.6449)
        """
        return self.stddev.pow(2)

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
        >>> d = torch.distributions.Gumbel(0.0, 1.0)
        >>> d.log_prob(torch.tensor(0.))
        tensor(-1.)
        """
        if self._validate_args:
            self._validate_sample(value)
        y = (self.loc - value) / self.scale
        return (y - y.exp()) - self.scale.log()

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Gumbel(0.0, 1.0)
        >>> d.entropy()
        tensor(1.5772)
        """
        return self.scale.log() + (1 + euler_constant)
