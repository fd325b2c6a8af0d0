"""`torch.distributions.multinomial`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from . import constraints
from .binomial import Binomial
from .categorical import Categorical
from .distribution import Distribution
from .utils import broadcast_all

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Multinomial"]


class Multinomial(Distribution):
    """Counts of ``K`` classes in ``n`` draws.

    Parameters
    ----------
    total_count : int, default 1
        ``n``.
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
    PyTorch: ``torch.distributions.Multinomial``.

    Examples
    --------
    >>> d = torch.distributions.Multinomial(4, torch.tensor([0.5, 0.5]))
    >>> d.log_prob(torch.tensor([2., 2.]))
    tensor(-0.9808)
    >>> d.mean, d.variance
    (tensor([2., 2.]), tensor([1., 1.]))
    """

    arg_constraints: Any = {"probs": constraints.simplex, "logits": constraints.real_vector}

    def __init__(self, total_count: int = 1, probs: Tensor | None = None, logits: Tensor | None = None,
                 validate_args: bool | None = None) -> None:
        if not isinstance(total_count, int):
            raise NotImplementedError("inhomogeneous total_count is not supported")
        self.total_count = total_count
        self._categorical = Categorical(probs=probs, logits=logits)
        self._binomial = Binomial(total_count=total_count, probs=self.probs)
        super().__init__(self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args=validate_args)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        new = super()._expand_parameters(batch_shape)
        new.total_count, new._categorical = self.total_count, self._categorical.expand(batch_shape)
        new._binomial = Binomial(total_count=self.total_count, probs=new.probs)
        return new

    @constraints.dependent_property(is_discrete=True, event_dim=1)
    def support(self) -> Any:
        """Possible values: counts.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> d = torch.distributions.Multinomial(2, torch.tensor([0.5, 0.5]))
        >>> d.support.event_dim
        1
        """
        return constraints.multinomial(self.total_count)

    @property
    def logits(self) -> Tensor:
        """Logarithms of the probabilities.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.Multinomial(2, torch.tensor([0.5, 0.5]))
        >>> d.logits
        tensor([-0.6931, -0.6931])
        """
        return self._categorical.logits

    @property
    def probs(self) -> Tensor:
        """The probabilities.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.Multinomial(2, torch.tensor([0.5, 0.5]))
        >>> d.probs
        tensor([0.5000, 0.5000])
        """
        return self._categorical.probs

    @property
    def param_shape(self) -> Any:
        """Shape of the parameters.

        Returns
        -------
        Size
            The shape.

        Examples
        --------
        >>> d = torch.distributions.Multinomial(2, torch.tensor([0.5, 0.5]))
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
        >>> d = torch.distributions.Multinomial(4, torch.tensor([0.5, 0.5]))
        >>> d.mean
        tensor([2., 2.])
        """
        return self.probs * self.total_count

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Multinomial(4, torch.tensor([0.5, 0.5]))
        >>> d.variance
        tensor([1., 1.])
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
        >>> d = torch.distributions.Multinomial(4, torch.tensor([0.5, 0.5]))
        >>> d.sample((3,)).shape
        torch.Size([3, 2])
        """
        drawn = self._categorical.sample((self.total_count, *sample_shape))
        drawn = drawn.permute(*range(1, drawn.dim()), 0)
        counts = ops.zeros(self._extended_shape(sample_shape), dtype=drawn.dtype)
        return counts.scatter_add_(-1, drawn, ops.ones_like(drawn)).type_as(self.probs)

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
        >>> d = torch.distributions.Multinomial(4, torch.tensor([0.5, 0.5]))
        >>> d.log_prob(torch.tensor([2., 2.]))
        tensor(-0.9808)
        """
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        logits = logits.clone()
        logits[(value == 0) & (logits == -float("inf"))] = 0
        return ops.lgamma(value.sum(-1) + 1) - ops.lgamma(value + 1).sum(-1) + (logits * value).sum(-1)

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Multinomial(4, torch.tensor([0.5, 0.5]))
        >>> d.entropy()
        tensor(1.4075)
        """
        n = ops.tensor(self.total_count)
        values = self._binomial.enumerate_support(expand=False)[1:]
        weighted = (ops.exp(self._binomial.log_prob(values)) * ops.lgamma(values + 1)).sum((0, -1))
        return n * self._categorical.entropy() - ops.lgamma(n + 1) + weighted
