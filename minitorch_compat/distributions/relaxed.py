"""Choices softened by a temperature, through which gradients pass: Concrete (Gumbel-softmax) distributions."""
from __future__ import annotations

from typing import Any

from .._bindings.generated import functions as ops
from .._dispatch.size import Size
from . import constraints
from ._parameters import Odds
from .discrete import Categorical, OneHotCategorical
from .distribution import Distribution
from .transformed_distribution import TransformedDistribution
from .transforms import ExpTransform, SigmoidTransform
from .utils import clamp_probs


class LogitRelaxedBernoulli(Odds, Distribution):
    """The log odds of a RelaxedBernoulli: logistic noise around `logits`, divided by the temperature."""

    __module__ = "minitorch_compat.distributions.relaxed_bernoulli"

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.real

    def __init__(self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        self._take_odds(probs, logits)
        self.temperature = temperature
        super().__init__(self.param_shape, validate_args=validate_args)

    def _repeated(self, batch_shape: Any) -> Any:
        return LogitRelaxedBernoulli(self.temperature, logits=self.logits.expand(Size(batch_shape)), validate_args=False)

    def rsample(self, sample_shape: Any = ()) -> Any:
        shape = self._extended_shape(sample_shape)
        probs = clamp_probs(self.probs.expand(shape))
        drawn = clamp_probs(ops.rand(shape, dtype=probs.dtype))
        return (drawn.log() - (-drawn).log1p() + probs.log() - (-probs).log1p()) / self.temperature

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        logits, value = ops.broadcast_tensors(self.logits, value)
        apart = logits - value.mul(self.temperature)
        return self.temperature.log() + apart - 2 * apart.exp().log1p()


class ExpRelaxedCategorical(Distribution):
    """The logarithms of a RelaxedOneHotCategorical: Gumbel noise over `logits`, divided by the temperature and normalised."""

    __module__ = "minitorch_compat.distributions.relaxed_categorical"

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        self._categorical = Categorical(probs, logits)
        self.temperature = temperature
        super().__init__(self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args=validate_args)

    @property
    def probs(self) -> Any:
        """The probabilities."""
        return self._categorical.probs

    @property
    def logits(self) -> Any:
        """The log probabilities."""
        return self._categorical.logits

    @property
    def param_shape(self) -> Any:
        """The shape of the parameter."""
        return self._categorical.param_shape

    def _repeated(self, batch_shape: Any) -> Any:
        return ExpRelaxedCategorical(self.temperature, logits=self.logits.expand((*batch_shape, *self._event_shape)), validate_args=False)

    def rsample(self, sample_shape: Any = ()) -> Any:
        shape = self._extended_shape(sample_shape)
        drawn = clamp_probs(ops.rand(shape, dtype=self.logits.dtype))
        scores = (self.logits - (-drawn.log()).log()) / self.temperature
        return scores - scores.logsumexp(dim=-1, keepdim=True)

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        count = self._event_shape[-1]
        logits, value = ops.broadcast_tensors(self.logits, value)
        scale = ops.full_like(self.temperature, float(count)).lgamma() - self.temperature.log().mul(-(count - 1))
        score = logits - value.mul(self.temperature)
        return (score - score.logsumexp(dim=-1, keepdim=True)).sum(-1) + scale


class _Relaxed(TransformedDistribution):
    """What has the parameters of the distribution that it transforms."""

    base_dist: Any
    has_rsample = True

    @property
    def temperature(self) -> Any:
        """The temperature."""
        return self.base_dist.temperature

    @property
    def logits(self) -> Any:
        """The log odds or log probabilities."""
        return self.base_dist.logits

    @property
    def probs(self) -> Any:
        """The probabilities."""
        return self.base_dist.probs


class RelaxedBernoulli(_Relaxed):
    """Numbers between 0 and 1 instead of 0 or 1; the lower the temperature, the nearer to them."""

    __module__ = "minitorch_compat.distributions.relaxed_bernoulli"

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.unit_interval

    def __init__(self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        super().__init__(LogitRelaxedBernoulli(temperature, probs, logits), SigmoidTransform(), validate_args=validate_args)

    def _repeated(self, batch_shape: Any) -> Any:
        return RelaxedBernoulli(self.temperature, logits=self.logits.expand(Size(batch_shape)), validate_args=False)


class RelaxedOneHotCategorical(_Relaxed):
    """Vectors that sum to 1 instead of one-hot ones; the lower the temperature, the nearer to them."""

    __module__ = "minitorch_compat.distributions.relaxed_categorical"

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support = constraints.simplex

    def __init__(self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        base = ExpRelaxedCategorical(temperature, probs, logits, validate_args=validate_args)
        super().__init__(base, ExpTransform(), validate_args=validate_args)

    def _repeated(self, batch_shape: Any) -> Any:
        return RelaxedOneHotCategorical(self.temperature, logits=self.logits.expand((*batch_shape, *self._event_shape)),
                                        validate_args=False)


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """One-hot vectors whose gradients are those of the probabilities."""

    __module__ = "minitorch_compat.distributions.one_hot_categorical"

    has_rsample = True

    def rsample(self, sample_shape: Any = ()) -> Any:
        return self.sample(sample_shape) + (self.probs - self.probs.detach())

    def _repeated(self, batch_shape: Any) -> Any:
        return OneHotCategoricalStraightThrough(logits=self.logits.expand((*batch_shape, *self._event_shape)), validate_args=False)
