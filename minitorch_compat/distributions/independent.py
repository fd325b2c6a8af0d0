"""Distributions with batch dimensions reinterpreted as event dimensions."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import constraints
from .distribution import Distribution
from .utils import _sum_rightmost

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor


class Independent(Distribution):
    """Reinterpret batch dimensions of a distribution as event dimensions.

    ``log_prob`` sums over them: independent normals become a distribution of vectors, for example.

    Parameters
    ----------
    base_distribution : Distribution
        The other one.
    reinterpreted_batch_ndims : int
        Number of last batch dimensions to reinterpret.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If there are too few batch dimensions.

    References
    ----------
    PyTorch: ``torch.distributions.Independent``.

    Examples
    --------
    >>> normals = torch.distributions.Normal(torch.zeros(3, 2), 1.0)
    >>> d = torch.distributions.Independent(normals, 1)
    >>> d.batch_shape, d.event_shape
    (torch.Size([3]), torch.Size([2]))
    >>> d.log_prob(torch.zeros(3, 2))
    tensor([-1.8379, -1.8379, -1.8379])
    """

    arg_constraints: Any = {}

    def __init__(self, base_distribution: Any, reinterpreted_batch_ndims: int, validate_args: bool | None = None) -> None:
        if reinterpreted_batch_ndims > len(base_distribution.batch_shape):
            raise ValueError("Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), actual "
                             f"{reinterpreted_batch_ndims} vs {len(base_distribution.batch_shape)}")
        shape = base_distribution.batch_shape + base_distribution.event_shape
        events = reinterpreted_batch_ndims + len(base_distribution.event_shape)
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, reinterpreted_batch_ndims
        super().__init__(shape[:len(shape) - events], shape[len(shape) - events:], validate_args=validate_args)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        base = self.base_dist.expand((*batch_shape, *self._event_shape[:self.reinterpreted_batch_ndims]))
        return Independent(base, self.reinterpreted_batch_ndims, validate_args=False)

    @property
    def has_rsample(self) -> bool:  # type: ignore[override]
        """Whether ``rsample`` is implemented, as for the base.

        Returns
        -------
        bool
            True or false.

        Examples
        --------
        >>> d = torch.distributions.Independent(torch.distributions.Normal(torch.zeros(2), 1.0), 1)
        >>> d.has_rsample
        True
        """
        return bool(self.base_dist.has_rsample)

    @property
    def has_enumerate_support(self) -> bool:  # type: ignore[override]
        """Whether ``enumerate_support`` is implemented: as for the base, unless batch dimensions are reinterpreted.

        Returns
        -------
        bool
            True or false.

        Examples
        --------
        >>> d = torch.distributions.Independent(torch.distributions.Bernoulli(torch.tensor([0.5, 0.5])), 1)
        >>> d.has_enumerate_support
        False
        """
        return not self.reinterpreted_batch_ndims and bool(self.base_dist.has_enumerate_support)

    @constraints.dependent_property
    def support(self) -> Any:
        """The support: that of the base, for all elements of an event.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> d = torch.distributions.Independent(torch.distributions.Normal(torch.zeros(2), 1.0), 1)
        >>> d.support.event_dim
        1
        """
        base = self.base_dist.support
        return constraints.independent(base, self.reinterpreted_batch_ndims) if self.reinterpreted_batch_ndims else base

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Independent(torch.distributions.Normal(torch.zeros(2), 1.0), 1)
        >>> d.mean
        tensor([0., 0.])
        """
        return self.base_dist.mean

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Independent(torch.distributions.Normal(torch.zeros(2), 1.0), 1)
        >>> d.mode
        tensor([0., 0.])
        """
        return self.base_dist.mode

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Independent(torch.distributions.Normal(torch.zeros(2), 1.0), 1)
        >>> d.variance
        tensor([1., 1.])
        """
        return self.base_dist.variance

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
        >>> d = torch.distributions.Independent(torch.distributions.Normal(torch.zeros(2), 1.0), 1)
        >>> d.sample((3,)).shape
        torch.Size([3, 2])
        """
        return self.base_dist.sample(sample_shape)

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
        >>> d = torch.distributions.Independent(torch.distributions.Normal(torch.zeros(2), 1.0), 1)
        >>> d.rsample((3,)).shape
        torch.Size([3, 2])
        """
        return self.base_dist.rsample(sample_shape)

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
        >>> d = torch.distributions.Independent(torch.distributions.Normal(torch.zeros(2), 1.0), 1)
        >>> d.log_prob(torch.zeros(2))
        tensor(-1.8379)
        """
        return _sum_rightmost(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def enumerate_support(self, expand: bool = True) -> Tensor:
        """Enumerate the support, if no batch dimensions are reinterpreted.

        Parameters
        ----------
        expand : bool, default True
            Whether to expand the values over the batch; otherwise batch dimensions have size 1.

        Returns
        -------
        Tensor
            ``(number of values, *batch_shape, *event_shape)``.

        Raises
        ------
        NotImplementedError
            If batch dimensions are reinterpreted.

        Examples
        --------
        >>> d = torch.distributions.Independent(torch.distributions.Bernoulli(torch.tensor([0.5])), 0)
        >>> d.enumerate_support()
        tensor([[0.],
                [1.]])
        """
        if self.reinterpreted_batch_ndims > 0:
            raise NotImplementedError("Enumeration over cartesian product is not implemented")
        return self.base_dist.enumerate_support(expand)

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Independent(torch.distributions.Normal(torch.zeros(2), 1.0), 1)
        >>> d.entropy()
        tensor(2.8379)
        """
        return _sum_rightmost(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def __repr__(self) -> str:
        return f"Independent({self.base_dist}, {self.reinterpreted_batch_ndims})"
