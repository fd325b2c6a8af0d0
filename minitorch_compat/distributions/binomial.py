"""`torch.distributions.binomial`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._dispatch.grad_mode import grad_mode
from . import constraints
from ._parameters import _CountDistribution

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Binomial"]


class Binomial(_CountDistribution):
    """Number of successes in ``n`` trials of probability ``p``.

    Mean ``n * p``, variance ``n * p * (1 - p)``.

    Parameters
    ----------
    total_count : int or Tensor, default 1
        ``n``.
    probs : Tensor or float, optional
        ``p``; give either this or ``logits``.
    logits : Tensor or float, optional
        Its log-odds.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.Binomial``.

    Examples
    --------
    >>> d = torch.distributions.Binomial(4, torch.tensor([0.5]))
    >>> d.log_prob(torch.tensor([2.]))
    tensor([-0.9808])
    >>> d.mean, d.variance
    (tensor([2.]), tensor([1.]))
    """

    arg_constraints: Any = {"total_count": constraints.nonnegative_integer, "probs": constraints.unit_interval, "logits": constraints.real}
    has_enumerate_support = True

    def __init__(self, total_count: Tensor | int = 1, probs: Tensor | None = None, logits: Tensor | None = None,
                 validate_args: bool | None = None) -> None:
        super().__init__(total_count, probs, logits, validate_args)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self) -> Any:
        """Possible values: 0 to ``total_count``.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> d = torch.distributions.Binomial(3, torch.tensor([0.5]))
        >>> d.support.event_dim
        0
        """
        return constraints.integer_interval(0, self.total_count)

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Binomial(4, torch.tensor([0.5]))
        >>> d.mean
        tensor([2.])
        """
        return self.total_count * self.probs

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Binomial(4, torch.tensor([0.5]))
        >>> d.mode
        tensor([2.])
        """
        return ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count)

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Binomial(4, torch.tensor([0.5]))
        >>> d.variance
        tensor([1.])
        """
        return self.total_count * self.probs * (1 - self.probs)

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
        >>> d = torch.distributions.Binomial(4, torch.tensor([0.5]))
        >>> d.sample((3,)).shape
        torch.Size([3, 1])
        """
        shape = self._extended_shape(sample_shape)
        with grad_mode(False):
            return ops.binomial(self.total_count.expand(shape), self.probs.expand(shape))

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
        >>> d = torch.distributions.Binomial(4, torch.tensor([0.5]))
        >>> d.log_prob(torch.tensor([2.]))
        tensor([-0.9808])
        """
        if self._validate_args:
            self._validate_sample(value)
        n, logits = self.total_count, self.logits
        above = (logits.clamp(min=0) + logits - logits.clamp(max=0)) / 2  # with the gradient 1/2 at 0
        normalized = n * above + n * ops.log1p(ops.exp(-ops.abs(logits))) - ops.lgamma(n + 1)
        return value * logits - ops.lgamma(value + 1) - ops.lgamma(n - value + 1) - normalized

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Binomial(4, torch.tensor([0.5]))
        >>> d.entropy()
        tensor([1.4075])
        """
        log_prob = self.log_prob(self._support_values("entropy"))
        return -(ops.exp(log_prob) * log_prob).sum(0)

    def enumerate_support(self, expand: bool = True) -> Tensor:
        """Enumerate the support.

        Parameters
        ----------
        expand : bool, default True
            Whether to expand the values over the batch; otherwise batch dimensions have size 1.

        Returns
        -------
        Tensor
            ``(number of values, *batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Binomial(4, torch.tensor([0.5]))
        >>> d.enumerate_support().shape
        torch.Size([5, 1])
        """
        values = self._support_values("enumerate_support")
        return values.expand((-1, *self._batch_shape)) if expand else values

    def _support_values(self, expand: str) -> Any:
        total = int(self.total_count.max())
        if int(self.total_count.min()) != total:
            raise NotImplementedError(f"Inhomogeneous total count not supported by `{expand}`.")
        parameter = self.probs if "probs" in self.__dict__ else self.logits
        return ops.arange(1 + total, dtype=parameter.dtype).view((-1, *[1] * len(self._batch_shape)))
