"""`torch.distributions.geometric`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._bindings.settings.dtype_info import finfo
from .._dispatch.grad_mode import grad_mode
from ..nn import functional as F
from . import constraints
from ._parameters import ProbsLogitsMixin
from .distribution import Distribution
from .utils import all_true, broadcast_all

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Geometric"]


class Geometric(ProbsLogitsMixin, Distribution):
    """Number of failures before the first success: ``(1 - p)**k * p`` for ``k = 0, 1, ...``.

    Mean ``(1 - p) / p``.

    Parameters
    ----------
    probs : Tensor or float, optional
        ``p``, in (0, 1]; give either this or ``logits``.
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
    PyTorch: ``torch.distributions.Geometric``.

    Examples
    --------
    >>> d = torch.distributions.Geometric(torch.tensor([0.5]))
    >>> d.log_prob(torch.tensor([1.]))
    tensor([-1.3863])
    >>> d.mean, d.variance
    (tensor([1.]), tensor([2.]))
    """

    arg_constraints: Any = {"probs": constraints.unit_interval, "logits": constraints.real}
    support: Any = constraints.nonnegative_integer
    _expanded = ("probs", "logits")

    def __init__(self, probs: Tensor | int | float | bool | None = None, logits: Tensor | int | float | bool | None = None,
                 validate_args: bool | None = None) -> None:
        self._set_probs_or_logits(probs, logits)
        super().__init__(self.param_shape, validate_args=validate_args)
        if self._validate_args and probs is not None and not all_true(self.probs > 0):
            raise ValueError(f"Expected parameter probs ({type(self.probs).__name__} of shape {tuple(self.probs.shape)}) of distribution "
                             f"{self!r} to be positive but found invalid values:\n{self.probs}")

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Geometric(torch.tensor([0.5]))
        >>> d.mean
        tensor([1.])
        """
        return 1.0 / self.probs - 1.0

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Geometric(torch.tensor([0.5]))
        >>> d.mode
        tensor([0.])
        """
        return ops.zeros_like(self.probs)

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Geometric(torch.tensor([0.5]))
        >>> d.variance
        tensor([2.])
        """
        return (1.0 / self.probs - 1.0) / self.probs

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
        >>> d = torch.distributions.Geometric(torch.tensor([0.5]))
        >>> d.sample((3,)).shape
        torch.Size([3, 1])
        """
        tiny = finfo(self.probs.dtype).tiny
        with grad_mode(False):
            u = ops.empty(self._extended_shape(sample_shape), dtype=self.probs.dtype).uniform_(tiny, 1)
            return (u.log() / (-self.probs).log1p()).floor()

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
        >>> d = torch.distributions.Geometric(torch.tensor([0.5]))
        >>> d.log_prob(torch.tensor([1.]))
        tensor([-1.3863])
        """
        if self._validate_args:
            self._validate_sample(value)
        value, probs = broadcast_all(value, self.probs)
        probs = ops.where((probs == 1) & (value == 0), 0.0, probs)
        return value * (-probs).log1p() + self.probs.log()

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Geometric(torch.tensor([0.5]))
        >>> d.entropy()
        tensor([1.3863])
        """
        return F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none") / self.probs
