"""Parametrizations shared by several families of distributions."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import constraints
from .distribution import Distribution
from .utils import broadcast_all, lazy_property, logits_to_probs, probs_to_logits

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor


def check_exactly_one(probs: Any, logits: Any) -> None:
    if (probs is None) == (logits is None):
        raise ValueError("Either `probs` or `logits` must be specified, but not both.")


class LocationScale(Distribution):
    """A location and a positive scale, on all real numbers."""

    loc: Any
    scale: Any
    arg_constraints: Any = {"loc": constraints.real, "scale": constraints.positive}
    support: Any = constraints.real
    has_rsample = True
    _expanded = ("loc", "scale")

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.shape, validate_args=validate_args)

    @property
    def mode(self) -> Tensor:
        """The location."""
        return self.loc


def state_with_param(state: dict[str, Any]) -> dict[str, Any]:
    """The pickled state of a distribution with `probs` or `logits`: PyTorch also reads either under a third name."""
    return {**state, "_param": state.get("probs", state.get("logits"))}


class ProbsLogitsMixin:
    """`probs`, or their log odds `logits`: either is computed from the other."""

    @lazy_property
    def logits(self) -> Tensor:
        """The log odds."""
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_property
    def probs(self) -> Tensor:
        """The probabilities."""
        return logits_to_probs(self.logits, is_binary=True)

    @property
    def param_shape(self) -> Any:
        """The shape of the parameter."""
        return self.__dict__["probs" if "probs" in self.__dict__ else "logits"].shape

    def __getstate__(self) -> dict[str, Any]:
        return state_with_param(self.__dict__)

    def _set_probs_or_logits(self, probs: Any, logits: Any) -> None:
        check_exactly_one(probs, logits)
        if probs is not None:
            (self.probs,) = broadcast_all(probs)
        else:
            (self.logits,) = broadcast_all(logits)


class _CountDistribution(ProbsLogitsMixin, Distribution):
    """Counts with a `total_count`, and the probability of an event, given directly or as log odds."""

    probs: lazy_property
    logits: lazy_property
    total_count: Any
    _expanded = ("total_count", "probs", "logits")

    def __init__(self, total_count: Any, probs: Any, logits: Any, validate_args: bool | None) -> None:
        check_exactly_one(probs, logits)
        if probs is not None:
            self.total_count, self.probs = broadcast_all(total_count, probs)
            parameter = self.probs
        else:
            self.total_count, self.logits = broadcast_all(total_count, logits)
            parameter = self.logits
        self.total_count = self.total_count.type_as(parameter)
        super().__init__(parameter.shape, validate_args=validate_args)
