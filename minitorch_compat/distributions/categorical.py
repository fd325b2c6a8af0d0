"""`torch.distributions.categorical`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._bindings.settings.dtype_info import finfo
from .._dispatch.size import Size
from . import constraints
from ._parameters import check_exactly_one, state_with_param
from .distribution import Distribution
from .utils import lazy_property, logits_to_probs, probs_to_logits

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Categorical"]


class Categorical(Distribution):
    """One of ``K`` classes, as an index.

    Mean and variance are nan.

    Parameters
    ----------
    probs : Tensor or float, optional
        ``(*, K)``, probabilities, normalized to sum 1; give either this or ``logits``.
    logits : Tensor or float, optional
        ``(*, K)``, unnormalized log-probabilities.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.Categorical``.

    Examples
    --------
    >>> d = torch.distributions.Categorical(torch.tensor([0.25, 0.75]))
    >>> d.log_prob(torch.tensor(1))
    tensor(-0.2877)
    >>> d.sample((3,)).shape
    torch.Size([3])
    >>> d.entropy()
    tensor(0.5623)
    """

    arg_constraints: Any = {"probs": constraints.simplex, "logits": constraints.real_vector}
    has_enumerate_support = True
    _expanded = ("probs", "logits")

    def __init__(self, probs: Tensor | None = None, logits: Tensor | None = None, validate_args: bool | None = None) -> None:
        check_exactly_one(probs, logits)
        parameter: Any = logits if probs is None else probs
        if parameter.dim() < 1:
            raise ValueError(f"`{'logits' if probs is None else 'probs'}` parameter must be at least one-dimensional.")
        if probs is not None:
            self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            self.logits = parameter - parameter.logsumexp(dim=-1, keepdim=True)
        self._num_events = parameter._array.shape[-1]
        super().__init__(parameter.shape[:-1], validate_args=validate_args)

    def _event_shape_of(self, name: str) -> tuple[int, ...]:
        return (self._num_events,)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        new = super()._expand_parameters(batch_shape)
        new._num_events = self._num_events
        return new

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self) -> Any:
        """Possible values: class numbers.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> d = torch.distributions.Categorical(torch.tensor([0.5, 0.5]))
        >>> d.support.event_dim
        0
        """
        return constraints.integer_interval(0, self._num_events - 1)

    @lazy_property
    def logits(self) -> Tensor:
        """Logarithms of the probabilities.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.Categorical(torch.tensor([0.5, 0.5]))
        >>> d.logits
        tensor([-0.6931, -0.6931])
        """
        return probs_to_logits(self.probs)

    @lazy_property
    def probs(self) -> Tensor:
        """The probabilities.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.Categorical(torch.tensor([0.5, 0.5]))
        >>> d.probs
        tensor([0.5000, 0.5000])
        """
        return logits_to_probs(self.logits)

    @property
    def param_shape(self) -> Size:
        """Shape of the parameters.

        Returns
        -------
        Size
            The shape.

        Examples
        --------
        >>> d = torch.distributions.Categorical(torch.tensor([0.5, 0.5]))
        >>> d.param_shape
        torch.Size([2])
        """
        return Size((*self._batch_shape, self._num_events))

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Categorical(torch.tensor([0.25, 0.75]))
        >>> d.mean
        tensor(nan)
        """
        return ops.full(self._batch_shape, float("nan"), dtype=self.probs.dtype)

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
        >>> d = torch.distributions.Categorical(torch.tensor([0.25, 0.75]))
        >>> d.mode
        tensor(1)
        """
        return self.probs.argmax(dim=-1)

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
        >>> d = torch.distributions.Categorical(torch.tensor([0.25, 0.75]))
        >>> d.sample((3,)).shape
        torch.Size([3])
        """
        shape = Size(sample_shape)
        rows = self.probs.reshape(-1, self._num_events)
        drawn = ops.multinomial(rows.detach(), shape.numel(), True).t()
        return drawn.reshape(self._extended_shape(shape))

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
        >>> d = torch.distributions.Categorical(torch.tensor([0.25, 0.75]))
        >>> d.log_prob(torch.tensor(1))
        tensor(-0.2877)
        """
        if self._validate_args:
            self._validate_sample(value)
        value = value.long().unsqueeze(-1)
        value, logits = ops.broadcast_tensors(value, self.logits)
        return logits.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Categorical(torch.tensor([0.25, 0.75]))
        >>> d.entropy()
        tensor(0.5623)
        """
        logits = self.logits.clamp(min=finfo(self.logits.dtype).min)
        return -(logits * self.probs).sum(-1)

    def __getstate__(self) -> dict[str, Any]:
        return state_with_param(self.__dict__)

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
        >>> d = torch.distributions.Categorical(torch.tensor([0.25, 0.75]))
        >>> d.enumerate_support().shape
        torch.Size([2])
        """
        values = ops.arange(self._num_events).reshape(-1, *[1] * len(self._batch_shape))
        return values.expand((self._num_events, *self._batch_shape)) if expand else values
