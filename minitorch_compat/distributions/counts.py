"""Binomial, NegativeBinomial, Multinomial."""
from __future__ import annotations

from typing import Any

from .._bindings.generated import functions as ops
from .._dispatch.grad_mode import grad_mode
from ..nn import functional as F
from . import constraints
from ._parameters import Odds, either
from .discrete import Categorical
from .distribution import Distribution
from .gammas import Gamma
from .utils import broadcast_all


class _Counting(Odds, Distribution):
    """Counts with a `total_count`, and the probability of one event given as such or as log odds."""

    _expanded = ("total_count", "probs", "logits")

    def __init__(self, total_count: Any, probs: Any, logits: Any, validate_args: bool | None) -> None:
        either(probs, logits)
        if probs is not None:
            self.total_count, self.probs = broadcast_all(total_count, probs)
            given = self.probs
        else:
            self.total_count, self.logits = broadcast_all(total_count, logits)
            given = self.logits
        self.total_count = self.total_count.type_as(given)
        super().__init__(given.shape, validate_args=validate_args)


class Binomial(_Counting):
    """Successes among `total_count` trials."""

    __module__ = "minitorch_compat.distributions.binomial"

    arg_constraints = {"total_count": constraints.nonnegative_integer, "probs": constraints.unit_interval, "logits": constraints.real}
    has_enumerate_support = True

    def __init__(self, total_count: Any = 1, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        super().__init__(total_count, probs, logits, validate_args)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self) -> Any:
        """0 to `total_count`."""
        return constraints.integer_interval(0, self.total_count)

    @property
    def mean(self) -> Any:
        return self.total_count * self.probs

    @property
    def mode(self) -> Any:
        return ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count)

    @property
    def variance(self) -> Any:
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape: Any = ()) -> Any:
        shape = self._extended_shape(sample_shape)
        with grad_mode(False):
            return ops.binomial(self.total_count.expand(shape), self.probs.expand(shape))

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        n, logits = self.total_count, self.logits
        above = (logits.clamp(min=0) + logits - logits.clamp(max=0)) / 2  # with the gradient 1/2 at 0
        normalized = n * above + n * ops.log1p(ops.exp(-ops.abs(logits))) - ops.lgamma(n + 1)
        return value * logits - ops.lgamma(value + 1) - ops.lgamma(n - value + 1) - normalized

    def entropy(self) -> Any:
        found = self.log_prob(self._values("entropy"))
        return -(ops.exp(found) * found).sum(0)

    def enumerate_support(self, expand: bool = True) -> Any:
        values = self._values("enumerate_support")
        return values.expand((-1, *self._batch_shape)) if expand else values

    def _values(self, asked: str) -> Any:
        total = int(self.total_count.max())
        if int(self.total_count.min()) != total:
            raise NotImplementedError(f"Inhomogeneous total count not supported by `{asked}`.")
        given = self.probs if "probs" in self.__dict__ else self.logits
        return ops.arange(1 + total, dtype=given.dtype).view((-1, *[1] * len(self._batch_shape)))


class NegativeBinomial(_Counting):
    """Successes before `total_count` failures."""

    __module__ = "minitorch_compat.distributions.negative_binomial"

    arg_constraints = {"total_count": constraints.greater_than_eq(0), "probs": constraints.half_open_interval(0.0, 1.0),
                       "logits": constraints.real}
    support = constraints.nonnegative_integer

    def __init__(self, total_count: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        super().__init__(total_count, probs, logits, validate_args)

    @property
    def mean(self) -> Any:
        return self.total_count * ops.exp(self.logits)

    @property
    def mode(self) -> Any:
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0.0)

    @property
    def variance(self) -> Any:
        return self.mean / ops.sigmoid(-self.logits)

    def sample(self, sample_shape: Any = ()) -> Any:
        with grad_mode(False):
            rate = Gamma(self.total_count, ops.exp(-self.logits), validate_args=False).sample(sample_shape)
            return ops.poisson(rate)

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        n = self.total_count
        unnormalized = n * F.logsigmoid(-self.logits) + value * F.logsigmoid(self.logits)
        norm = -ops.lgamma(n + value) + ops.lgamma(1.0 + value) + ops.lgamma(n)
        return unnormalized - norm.masked_fill(n + value == 0.0, 0.0)


class Multinomial(Distribution):
    """How often each of K classes came up in `total_count` trials."""

    __module__ = "minitorch_compat.distributions.multinomial"

    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}

    def __init__(self, total_count: int = 1, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        if not isinstance(total_count, int):
            raise NotImplementedError("inhomogeneous total_count is not supported")
        self.total_count = total_count
        self._categorical = Categorical(probs=probs, logits=logits)
        self._binomial = Binomial(total_count=total_count, probs=self.probs)
        super().__init__(self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args=validate_args)

    def _repeated(self, batch_shape: Any) -> Any:
        new = super()._repeated(batch_shape)
        new.total_count, new._categorical = self.total_count, self._categorical.expand(batch_shape)
        new._binomial = Binomial(total_count=self.total_count, probs=new.probs)
        return new

    @constraints.dependent_property(is_discrete=True, event_dim=1)
    def support(self) -> Any:
        """Counts that sum to `total_count`."""
        return constraints.multinomial(self.total_count)

    @property
    def logits(self) -> Any:
        """The log probabilities of one trial."""
        return self._categorical.logits

    @property
    def probs(self) -> Any:
        """The probabilities of one trial."""
        return self._categorical.probs

    @property
    def param_shape(self) -> Any:
        """The shape of the parameter."""
        return self._categorical.param_shape

    @property
    def mean(self) -> Any:
        return self.probs * self.total_count

    @property
    def variance(self) -> Any:
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape: Any = ()) -> Any:
        drawn = self._categorical.sample((self.total_count, *sample_shape))
        drawn = drawn.permute(*range(1, drawn.dim()), 0)
        counts = ops.zeros(self._extended_shape(sample_shape), dtype=drawn.dtype)
        return counts.scatter_add_(-1, drawn, ops.ones_like(drawn)).type_as(self.probs)

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        logits = logits.clone()
        logits[(value == 0) & (logits == -float("inf"))] = 0
        return ops.lgamma(value.sum(-1) + 1) - ops.lgamma(value + 1).sum(-1) + (logits * value).sum(-1)

    def entropy(self) -> Any:
        n = ops.tensor(self.total_count)
        values = self._binomial.enumerate_support(expand=False)[1:]
        weighted = (ops.exp(self._binomial.log_prob(values)) * ops.lgamma(values + 1)).sum((0, -1))
        return n * self._categorical.entropy() - ops.lgamma(n + 1) + weighted
