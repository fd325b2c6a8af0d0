"""`torch.distributions.relaxed_bernoulli`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from . import constraints
from ._parameters import ProbsLogitsMixin
from .distribution import Distribution
from .transformed_distribution import TransformedDistribution
from .transforms import SigmoidTransform
from .utils import clamp_probs

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["LogitRelaxedBernoulli", "RelaxedBernoulli"]


class LogitRelaxedBernoulli(ProbsLogitsMixin, Distribution):
    """The log odds of a RelaxedBernoulli: logistic noise around `logits`, divided by the temperature."""

    arg_constraints: Any = {"probs": constraints.unit_interval, "logits": constraints.real}
    support: Any = constraints.real
    _expanded = ("probs", "logits")

    def __init__(self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        self._set_probs_or_logits(probs, logits)
        self.temperature = temperature
        super().__init__(self.param_shape, validate_args=validate_args)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        new = super()._expand_parameters(batch_shape)
        new.temperature = self.temperature
        return new

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        shape = self._extended_shape(sample_shape)
        probs = clamp_probs(self.probs.expand(shape))
        drawn = clamp_probs(ops.rand(shape, dtype=probs.dtype))
        return (drawn.log() - (-drawn).log1p() + probs.log() - (-probs).log1p()) / self.temperature

    def log_prob(self, value: Any) -> Tensor:
        if self._validate_args:
            self._validate_sample(value)
        logits, value = ops.broadcast_tensors(self.logits, value)
        difference = logits - value.mul(self.temperature)
        return self.temperature.log() + difference - 2 * difference.exp().log1p()


class _RelaxedDistribution(TransformedDistribution):
    """A distribution with the parameters of its base distribution."""

    base_dist: Any
    has_rsample = True

    @property
    def temperature(self) -> Any:
        """The temperature."""
        return self.base_dist.temperature

    @property
    def logits(self) -> Tensor:
        """The log odds or log probabilities."""
        return self.base_dist.logits

    @property
    def probs(self) -> Tensor:
        """The probabilities."""
        return self.base_dist.probs


class RelaxedBernoulli(_RelaxedDistribution):
    """On (0, 1), a continuous, reparametrized relaxation of ``Bernoulli``.

    Parameters
    ----------
    temperature : Tensor or float
        Smaller values concentrate samples near 0 and 1.
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
    Maddison, Mnih and Teh (2016), arXiv:1611.00712.

    PyTorch: ``torch.distributions.RelaxedBernoulli``.

    Examples
    --------
    >>> d = torch.distributions.RelaxedBernoulli(torch.tensor([1.0]), torch.tensor([0.5]))
    >>> d.log_prob(torch.tensor([0.5]))
    tensor([0.])
    >>> d.sample((3,)).shape
    torch.Size([3, 1])
    """

    arg_constraints: Any = {"probs": constraints.unit_interval, "logits": constraints.real}
    support: Any = constraints.unit_interval

    def __init__(self, temperature: Tensor, probs: Tensor | int | float | bool | None = None,
                 logits: Tensor | int | float | bool | None = None, validate_args: bool | None = None) -> None:
        super().__init__(LogitRelaxedBernoulli(temperature, probs, logits), SigmoidTransform(), validate_args=validate_args)
