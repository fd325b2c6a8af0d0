"""`torch.distributions.beta`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from . import constraints
from .dirichlet import Dirichlet
from .distribution import ExponentialFamily
from .utils import broadcast_all

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Beta"]


class Beta(ExponentialFamily):
    """On (0, 1), with density proportional to ``x**(a - 1) * (1 - x)**(b - 1)``.

    Mean ``a / (a + b)``, variance ``a * b / ((a + b)**2 * (a + b + 1))``.

    Parameters
    ----------
    concentration1 : Tensor or float
        ``a``, positive.
    concentration0 : Tensor or float
        ``b``, positive.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.Beta``.

    Examples
    --------
    >>> d = torch.distributions.Beta(2.0, 2.0)
    >>> d.log_prob(torch.tensor(0.5))
    tensor(0.4055)
    >>> d.mean, d.variance
    (tensor(0.5000), tensor(0.0500))
    """

    arg_constraints: Any = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support: Any = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1: Tensor | float, concentration0: Tensor | float, validate_args: bool | None = None) -> None:
        self._dirichlet = Dirichlet(ops.stack(broadcast_all(concentration1, concentration0), -1), validate_args=validate_args)
        super().__init__(self._dirichlet.batch_shape, validate_args=validate_args)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        new = super()._expand_parameters(batch_shape)
        new._dirichlet = self._dirichlet.expand(batch_shape)
        return new

    @property
    def concentration1(self) -> Any:
        """The first parameter, ``a``.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.Beta(2.0, 3.0)
        >>> d.concentration1
        tensor(2.)
        """
        return self._dirichlet.concentration[..., 0]

    @property
    def concentration0(self) -> Any:
        """The second parameter, ``b``.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.Beta(2.0, 3.0)
        >>> d.concentration0
        tensor(3.)
        """
        return self._dirichlet.concentration[..., 1]

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Beta(2.0, 2.0)
        >>> d.mean
        tensor(0.5000)
        """
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Beta(2.0, 2.0)
        >>> d.mode
        tensor(0.5000)
        """
        return self._dirichlet.mode[..., 0]

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Beta(2.0, 2.0)
        >>> d.variance
        tensor(0.0500)
        """
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

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
        >>> d = torch.distributions.Beta(2.0, 2.0)
        >>> d.rsample((3,)).shape
        torch.Size([3])
        """
        return self._dirichlet.rsample(sample_shape).select(-1, 0)

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
        >>> d = torch.distributions.Beta(2.0, 2.0)
        >>> d.log_prob(torch.tensor(0.5))
        tensor(0.4055)
        """
        if self._validate_args:
            self._validate_sample(value)
        return self._dirichlet.log_prob(ops.stack([value, 1.0 - value], -1))

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Beta(2.0, 2.0)
        >>> d.entropy()
        tensor(-0.1251)
        """
        return self._dirichlet.entropy()
