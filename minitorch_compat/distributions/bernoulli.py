"""`torch.distributions.bernoulli`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._dispatch.grad_mode import grad_mode
from ..nn import functional as F
from . import constraints
from ._parameters import ProbsLogitsMixin
from .distribution import ExponentialFamily
from .utils import broadcast_all

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Bernoulli"]


class Bernoulli(ProbsLogitsMixin, ExponentialFamily):
    """1 with probability ``p``, else 0.

    Parameters
    ----------
    probs : Tensor or float, optional
        Probability of 1; give either this or ``logits``.
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
    PyTorch: ``torch.distributions.Bernoulli``.

    Examples
    --------
    >>> d = torch.distributions.Bernoulli(torch.tensor([0.25]))
    >>> d.log_prob(torch.tensor([1.]))
    tensor([-1.3863])
    >>> d.mean, d.variance
    (tensor([0.2500]), tensor([0.1875]))
    """

    arg_constraints: Any = {"probs": constraints.unit_interval, "logits": constraints.real}
    support: Any = constraints.boolean
    has_enumerate_support = True
    _expanded = ("probs", "logits")

    def __init__(self, probs: Tensor | int | float | bool | None = None, logits: Tensor | int | float | bool | None = None,
                 validate_args: bool | None = None) -> None:
        self._set_probs_or_logits(probs, logits)
        super().__init__(self.param_shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Bernoulli(torch.tensor([0.25]))
        >>> d.mean
        tensor([0.2500])
        """
        return self.probs

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Bernoulli(torch.tensor([0.25]))
        >>> d.mode
        tensor([0.])
        """
        result = (self.probs >= 0.5).to(self.probs.dtype)
        return ops.where(self.probs == 0.5, float("nan"), result)

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Bernoulli(torch.tensor([0.25]))
        >>> d.variance
        tensor([0.1875])
        """
        return self.probs * (1 - self.probs)

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
        >>> d = torch.distributions.Bernoulli(torch.tensor([0.25]))
        >>> d.sample((3,)).shape
        torch.Size([3, 1])
        """
        with grad_mode(False):
            return ops.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

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
        >>> d = torch.distributions.Bernoulli(torch.tensor([0.25]))
        >>> d.log_prob(torch.tensor([1.]))
        tensor([-1.3863])
        """
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        return -F.binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Bernoulli(torch.tensor([0.25]))
        >>> d.entropy()
        tensor([0.5623])
        """
        return F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")

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
        >>> d = torch.distributions.Bernoulli(torch.tensor([0.25]))
        >>> d.enumerate_support().shape
        torch.Size([2, 1])
        """
        values = ops.arange(2, dtype=(self.__dict__.get("probs", self.__dict__.get("logits"))).dtype)  # type: ignore[union-attr]
        values = values.reshape(-1, *[1] * len(self._batch_shape))
        return values.expand((2, *self._batch_shape)) if expand else values
