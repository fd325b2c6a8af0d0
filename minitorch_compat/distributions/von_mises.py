"""`torch.distributions.von_mises`."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._dispatch.grad_mode import grad_mode
from ..special import i0e, i1e
from . import constraints
from .distribution import Distribution
from .utils import broadcast_all

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["VonMises"]


class VonMises(Distribution):
    """Angles, with density ``exp(k * cos(x - m)) / (2 * pi * I0(k))``.

    The variance is circular. Sampling uses rejection, without gradients.

    Parameters
    ----------
    loc : Tensor or float
        ``m``, the mean, in radians.
    concentration : Tensor or float
        ``k``, positive.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.VonMises``.

    Examples
    --------
    >>> d = torch.distributions.VonMises(0.0, 1.0)
    >>> d.log_prob(torch.tensor(0.))
    tensor(-1.0738)
    >>> d.mean, d.variance
    (tensor(0.), tensor(0.5536))
    """

    loc: Any
    concentration: Any
    arg_constraints: Any = {"loc": constraints.real, "concentration": constraints.positive}
    support: Any = constraints.real
    _expanded = ("loc", "concentration")
    _expands_as_tensors = True

    def __init__(self, loc: Tensor, concentration: Tensor, validate_args: bool | None = None) -> None:
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape, validate_args=validate_args)

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
        >>> d = torch.distributions.VonMises(0.0, 1.0)
        >>> d.log_prob(torch.tensor(0.))
        tensor(-1.0738)
        """
        if self._validate_args:
            self._validate_sample(value)
        bessel = i0e(self.concentration).log() + self.concentration
        return self.concentration * ops.cos(value - self.loc) - math.log(2 * math.pi) - bessel

    def sample(self, sample_shape: Any = ()) -> Tensor:
        """Draw angles by rejection, without gradients.

        Parameters
        ----------
        sample_shape : tuple of int, default ()
            Shape of the sample.

        Returns
        -------
        Tensor
            In [-pi, pi).

        Examples
        --------
        >>> torch.distributions.VonMises(0.0, 1.0).sample((3,)).shape
        torch.Size([3])
        """
        with grad_mode(False):
            shape = self._extended_shape(sample_shape)
            kappa, loc = self.concentration.double(), self.loc.double()
            tau = 1 + (1 + 4 * kappa.pow(2)).sqrt()
            rho = (tau - (2 * tau).sqrt()) / (2 * kappa)
            r = ops.where(kappa < 1e-5, 1 / kappa + kappa, (1 + rho.pow(2)) / (2 * rho))
            angle = ops.empty(shape, dtype=loc.dtype)
            done = ops.zeros(shape, dtype=ops.isnan(angle).dtype)
            while not done.all():
                u = ops.rand((3, *shape), dtype=loc.dtype)
                u1, u2, u3 = u.unbind()
                z = ops.cos(math.pi * u1)
                f = (1 + r * z) / (r + z)
                c = kappa * (r - f)
                accept = ((c * (2 - c) - u2) > 0) | ((c / u2).log() + 1 - c >= 0)
                angle = ops.where(accept, (u3 - 0.5).sign() * f.acos(), angle)
                done = done | accept
            return ((angle + math.pi + loc) % (2 * math.pi) - math.pi).to(self.loc.dtype)

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.VonMises(0.0, 1.0)
        >>> d.mean
        tensor(0.)
        """
        return self.loc

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.VonMises(0.0, 1.0)
        >>> d.mode
        tensor(0.)
        """
        return self.loc

    @property
    def variance(self) -> Tensor:
        """The circular variance: 1 minus the length of the mean direction.

        Returns
        -------
        Tensor
            In [0, 1].

        Examples
        --------
        >>> torch.distributions.VonMises(0.0, 1.0).variance
        tensor(0.5536)
        """
        return 1 - i1e(self.concentration) / i0e(self.concentration)
