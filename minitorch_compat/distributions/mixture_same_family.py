"""`torch.distributions.mixture_same_family`: mixtures."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._dispatch.grad_mode import grad_mode
from . import constraints
from .categorical import Categorical
from .distribution import Distribution

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["MixtureSameFamily"]


class MixtureSameFamily(Distribution):
    """Mixture of components of one family: draws a component, then a sample of it.

    Parameters
    ----------
    mixture_distribution : Categorical
        Distribution of the component, with ``K`` classes.
    component_distribution : Distribution
        The components, along the last batch dimension, of size ``K``.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If the first is not a Categorical, or sizes differ.

    References
    ----------
    PyTorch: ``torch.distributions.MixtureSameFamily``.

    Examples
    --------
    >>> mix = torch.distributions.Categorical(torch.tensor([0.5, 0.5]))
    >>> parts = torch.distributions.Normal(torch.tensor([-1.0, 1.0]), torch.tensor([1.0, 1.0]))
    >>> d = torch.distributions.MixtureSameFamily(mix, parts)
    >>> d.mean, d.variance, d.log_prob(torch.tensor(0.0))
    (tensor(0.), tensor(2.), tensor(-1.4189))
    """

    arg_constraints: Any = {}
    has_rsample = False

    def __init__(self, mixture_distribution: Any, component_distribution: Any, validate_args: bool | None = None) -> None:
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError(" The Mixture distribution needs to be an  instance of torch.distributions.Categorical")
        if not isinstance(component_distribution, Distribution):
            raise ValueError("The Component distribution needs to be an instance of torch.distributions.Distribution")
        choices, batch = mixture_distribution.batch_shape, component_distribution.batch_shape[:-1]
        for a, b in zip(reversed(choices), reversed(batch)):  # the longer one may have additional dimensions
            if a != 1 and b != 1 and a != b:
                raise ValueError(f"`mixture_distribution.batch_shape` ({choices}) is not compatible with "
                                 f"`component_distribution.batch_shape`({batch})")
        component_count, batch_size = mixture_distribution.logits.shape[-1], component_distribution.batch_shape[-1]
        if component_count != batch_size:
            raise ValueError(f"`mixture_distribution component` ({component_count}) does not equal "
                             f"`component_distribution.batch_shape[-1]` ({batch_size})")
        self._mixture_distribution, self._component_distribution = mixture_distribution, component_distribution
        super().__init__(batch, component_distribution.event_shape, validate_args=validate_args)

    def __getstate__(self) -> dict[str, Any]:
        # PyTorch pickles these and does not recompute them.
        return {**self.__dict__, "_num_component": self._component_distribution.batch_shape[-1], "_event_ndims": len(self._event_shape)}

    @property
    def mixture_distribution(self) -> Any:
        """The distribution of the component.

        Returns
        -------
        Categorical
            The distribution.

        Examples
        --------
        >>> parts = (torch.distributions.Categorical(torch.ones(2)), torch.distributions.Normal(torch.tensor([0.0, 2.0]), 1.0))
        >>> d = torch.distributions.MixtureSameFamily(*parts)
        >>> d.mixture_distribution
        Categorical(probs: torch.Size([2]), logits: torch.Size([2]))
        """
        return self._mixture_distribution

    @property
    def component_distribution(self) -> Any:
        """The components.

        Returns
        -------
        Distribution
            The distribution.

        Examples
        --------
        >>> parts = (torch.distributions.Categorical(torch.ones(2)), torch.distributions.Normal(torch.tensor([0.0, 2.0]), 1.0))
        >>> d = torch.distributions.MixtureSameFamily(*parts)
        >>> d.component_distribution
        Normal(loc: torch.Size([2]), scale: torch.Size([2]))
        """
        return self._component_distribution

    @constraints.dependent_property
    def support(self) -> Any:
        """The support: that of the components.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> parts = (torch.distributions.Categorical(torch.ones(2)), torch.distributions.Normal(torch.tensor([0.0, 2.0]), 1.0))
        >>> d = torch.distributions.MixtureSameFamily(*parts)
        >>> d.support.event_dim
        0
        """
        return constraints.MixtureSameFamilyConstraint(self._component_distribution.support)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        components = self._component_distribution.expand((*batch_shape, self._component_distribution.batch_shape[-1]))
        return MixtureSameFamily(self._mixture_distribution.expand(batch_shape), components, validate_args=False)

    @property
    def _event_ndim(self) -> int:
        return len(self._event_shape)

    def _component_probs(self) -> Any:
        """The probabilities of the components, with a dimension of size 1 per event dimension."""
        probs = self._mixture_distribution.probs
        return probs.reshape((*probs.shape, *(1,) * self._event_ndim))

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> parts = (torch.distributions.Categorical(torch.ones(2)), torch.distributions.Normal(torch.tensor([0.0, 2.0]), 1.0))
        >>> d = torch.distributions.MixtureSameFamily(*parts)
        >>> d.mean
        tensor(1.)
        """
        return (self._component_probs() * self._component_distribution.mean).sum(-1 - self._event_ndim)

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> parts = (torch.distributions.Categorical(torch.ones(2)), torch.distributions.Normal(torch.tensor([0.0, 2.0]), 1.0))
        >>> d = torch.distributions.MixtureSameFamily(*parts)
        >>> d.variance
        tensor(2.)
        """
        shares, dim = self._component_probs(), -1 - self._event_ndim
        inside = (shares * self._component_distribution.variance).sum(dim)
        return inside + (shares * (self._component_distribution.mean - self.mean.unsqueeze(dim)).pow(2.0)).sum(dim)

    def cdf(self, x: Any) -> Tensor:
        """Cumulative distribution function.

        Parameters
        ----------
        x : Tensor
            Values.

        Returns
        -------
        Tensor
            In [0, 1].

        Examples
        --------
        >>> parts = (torch.distributions.Categorical(torch.ones(2)), torch.distributions.Normal(torch.tensor([0.0, 2.0]), 1.0))
        >>> d = torch.distributions.MixtureSameFamily(*parts)
        >>> d.cdf(torch.tensor(1.0))
        tensor(0.5000)
        """
        return (self._component_distribution.cdf(x.unsqueeze(-1)) * self._mixture_distribution.probs).sum(-1)

    def log_prob(self, x: Any) -> Tensor:
        """Logarithm of the density, or of the probability, of a value.

        Parameters
        ----------
        x : Tensor
            Values in the support.

        Returns
        -------
        Tensor
            Without the event dimensions.

        Examples
        --------
        >>> parts = (torch.distributions.Categorical(torch.ones(2)), torch.distributions.Normal(torch.tensor([0.0, 2.0]), 1.0))
        >>> d = torch.distributions.MixtureSameFamily(*parts)
        >>> d.log_prob(torch.tensor(1.0))
        tensor(-1.4189)
        """
        if self._validate_args:
            self._validate_sample(x)
        component_log_prob = self._component_distribution.log_prob(x.unsqueeze(-1 - self._event_ndim))
        return (component_log_prob + self._mixture_distribution.logits.log_softmax(-1)).logsumexp(-1)

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
        >>> parts = (torch.distributions.Categorical(torch.ones(2)), torch.distributions.Normal(torch.tensor([0.0, 2.0]), 1.0))
        >>> d = torch.distributions.MixtureSameFamily(*parts)
        >>> d.sample((3,)).shape
        torch.Size([3])
        """
        with grad_mode(False):
            dim = len(sample_shape) + len(self._batch_shape)
            chosen = self._mixture_distribution.expand(self._batch_shape).sample(sample_shape)
            drawn = self._component_distribution.sample(sample_shape)
            index = chosen.reshape((*chosen.shape, *(1,) * (self._event_ndim + 1)))
            index = index.expand((*chosen.shape, 1, *self._event_shape))
            return ops.gather(drawn, dim, index).squeeze(dim)

    def __repr__(self) -> str:
        return f"MixtureSameFamily(\n  {self._mixture_distribution},\n  {self._component_distribution})"
