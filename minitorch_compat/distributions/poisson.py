"""`torch.distributions.poisson`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._dispatch.grad_mode import grad_mode
from . import constraints
from .distribution import ExponentialFamily
from .utils import broadcast_all

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Poisson"]


class Poisson(ExponentialFamily):
    """Number of events: ``r**k * exp(-r) / k!``.

    Parameters
    ----------
    rate : Tensor or float
        ``r``, the mean; 0 always yields 0.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.Poisson``.

    Examples
    --------
    >>> d = torch.distributions.Poisson(torch.tensor([4.0]))
    >>> d.log_prob(torch.tensor([0.]))
    tensor([-4.])
    >>> d.mean, d.variance
    (tensor([4.]), tensor([4.]))
    """

    rate: Any
    arg_constraints: Any = {"rate": constraints.nonnegative}
    support: Any = constraints.nonnegative_integer
    _expanded = ("rate",)

    def __init__(self, rate: Tensor | int | float | bool, validate_args: bool | None = None) -> None:
        (self.rate,) = broadcast_all(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Poisson(torch.tensor([4.0]))
        >>> d.mean
        tensor([4.])
        """
        return self.rate

    variance = mean

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Poisson(torch.tensor([4.0]))
        >>> d.mode
        tensor([4.])
        """
        return self.rate.floor()

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
        >>> d = torch.distributions.Poisson(torch.tensor([4.0]))
        >>> d.sample((3,)).shape
        torch.Size([3, 1])
        """
        with grad_mode(False):
            return ops.poisson(self.rate.expand(self._extended_shape(sample_shape)))

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
        >>> d = torch.distributions.Poisson(torch.tensor([4.0]))
        >>> d.log_prob(torch.tensor([0.]))
        tensor([-4.])
        """
        if self._validate_args:
            self._validate_sample(value)
        rate, value = broadcast_all(self.rate, value)
        return value.xlogy(rate) - rate - (value + 1).lgamma()
