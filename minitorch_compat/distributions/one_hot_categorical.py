"""`torch.distributions.one_hot_categorical`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._dispatch.size import Size
from ..nn import functional as F
from . import constraints
from .categorical import Categorical
from .distribution import Distribution

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["OneHotCategorical", "OneHotCategoricalStraightThrough"]


class OneHotCategorical(Distribution):
    """One of ``K`` classes, as a vector with a single 1.

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
    PyTorch: ``torch.distributions.OneHotCategorical``.

    Examples
    --------
    >>> d = torch.distributions.OneHotCategorical(torch.tensor([0.25, 0.75]))
    >>> d.log_prob(torch.tensor([0., 1.]))
    tensor(-0.2877)
    >>> d.mean, d.variance
    (tensor([0.2500, 0.7500]), tensor([0.1875, 0.1875]))
    """

    arg_constraints: Any = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support: Any = constraints.one_hot
    has_enumerate_support = True

    def __init__(self, probs: Tensor | None = None, logits: Tensor | None = None, validate_args: bool | None = None) -> None:
        self._categorical = Categorical(probs, logits)
        shape = self._categorical.param_shape
        super().__init__(self._categorical.batch_shape, shape[-1:], validate_args=validate_args)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        new = super()._expand_parameters(batch_shape)
        new._categorical = self._categorical.expand(batch_shape)
        return new

    @property
    def probs(self) -> Tensor:
        """The probabilities.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.OneHotCategorical(torch.tensor([0.5, 0.5]))
        >>> d.probs
        tensor([0.5000, 0.5000])
        """
        return self._categorical.probs

    @property
    def logits(self) -> Tensor:
        """Logarithms of the probabilities.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.OneHotCategorical(torch.tensor([0.5, 0.5]))
        >>> d.logits
        tensor([-0.6931, -0.6931])
        """
        return self._categorical.logits

    @property
    def param_shape(self) -> Size:
        """Shape of the parameters.

        Returns
        -------
        Size
            The shape.

        Examples
        --------
        >>> d = torch.distributions.OneHotCategorical(torch.tensor([0.5, 0.5]))
        >>> d.param_shape
        torch.Size([2])
        """
        return self._categorical.param_shape

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.OneHotCategorical(torch.tensor([0.25, 0.75]))
        >>> d.mean
        tensor([0.2500, 0.7500])
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
        >>> d = torch.distributions.OneHotCategorical(torch.tensor([0.25, 0.75]))
        >>> d.mode
        tensor([0., 1.])
        """
        return F.one_hot(self.probs.argmax(-1), num_classes=self._event_shape[0]).to(self.probs.dtype)

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.OneHotCategorical(torch.tensor([0.25, 0.75]))
        >>> d.variance
        tensor([0.1875, 0.1875])
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
        >>> d = torch.distributions.OneHotCategorical(torch.tensor([0.25, 0.75]))
        >>> d.sample((3,)).shape
        torch.Size([3, 2])
        """
        return F.one_hot(self._categorical.sample(sample_shape), self._event_shape[0]).to(self.probs.dtype)

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
        >>> d = torch.distributions.OneHotCategorical(torch.tensor([0.25, 0.75]))
        >>> d.log_prob(torch.tensor([0., 1.]))
        tensor(-0.2877)
        """
        if self._validate_args:
            self._validate_sample(value)
        return self._categorical.log_prob(value.argmax(-1))

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.OneHotCategorical(torch.tensor([0.25, 0.75]))
        >>> d.entropy()
        tensor(0.5623)
        """
        return self._categorical.entropy()

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
        >>> d = torch.distributions.OneHotCategorical(torch.tensor([0.25, 0.75]))
        >>> d.enumerate_support().shape
        torch.Size([2, 2])
        """
        n = self._event_shape[0]
        values = ops.eye(n, dtype=self.probs.dtype).view((n, *[1] * len(self._batch_shape), n))
        return values.expand((n, *self._batch_shape, n)) if expand else values


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """``OneHotCategorical`` with a straight-through ``rsample``, whose gradient is that of the probabilities.

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
    Bengio, Leonard and Courville (2013), arXiv:1308.3432.

    PyTorch: ``torch.distributions.OneHotCategoricalStraightThrough``.

    Examples
    --------
    >>> d = torch.distributions.OneHotCategoricalStraightThrough(torch.tensor([0.25, 0.75]))
    >>> d.log_prob(torch.tensor([0., 1.]))
    tensor(-0.2877)
    >>> d.rsample().sum()
    tensor(1.)
    """

    has_rsample = True

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
        >>> d = torch.distributions.OneHotCategoricalStraightThrough(torch.tensor([0.25, 0.75]))
        >>> d.rsample((3,)).shape
        torch.Size([3, 2])
        """
        return self.sample(sample_shape) + (self.probs - self.probs.detach())
