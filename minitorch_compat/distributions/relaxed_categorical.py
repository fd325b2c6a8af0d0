"""`torch.distributions.relaxed_categorical`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from . import constraints
from .categorical import Categorical
from .distribution import Distribution
from .relaxed_bernoulli import _RelaxedDistribution
from .transforms import ExpTransform
from .utils import clamp_probs

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["ExpRelaxedCategorical", "RelaxedOneHotCategorical"]


class ExpRelaxedCategorical(Distribution):
    """The logarithms of a RelaxedOneHotCategorical: Gumbel noise around `logits`, divided by the temperature and normalized."""

    arg_constraints: Any = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support: Any = constraints.real_vector
    has_rsample = True
    _expanded = ()

    def __init__(self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        self._categorical = Categorical(probs, logits)
        self.temperature = temperature
        super().__init__(self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args=validate_args)

    @property
    def probs(self) -> Tensor:
        """The probabilities."""
        return self._categorical.probs

    @property
    def logits(self) -> Tensor:
        """The log probabilities."""
        return self._categorical.logits

    @property
    def param_shape(self) -> Any:
        """The shape of the parameter."""
        return self._categorical.param_shape

    def _expand_parameters(self, batch_shape: Any) -> Any:
        new = super()._expand_parameters(batch_shape)
        new.temperature, new._categorical = self.temperature, self._categorical.expand(batch_shape)
        return new

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        shape = self._extended_shape(sample_shape)
        drawn = clamp_probs(ops.rand(shape, dtype=self.logits.dtype))
        scores = (self.logits - (-drawn.log()).log()) / self.temperature
        return scores - scores.logsumexp(dim=-1, keepdim=True)

    def log_prob(self, value: Any) -> Tensor:
        if self._validate_args:
            self._validate_sample(value)
        count = self._event_shape[-1]
        logits, value = ops.broadcast_tensors(self.logits, value)
        scale = ops.full_like(self.temperature, float(count)).lgamma() - self.temperature.log().mul(-(count - 1))
        score = logits - value.mul(self.temperature)
        return (score - score.logsumexp(dim=-1, keepdim=True)).sum(-1) + scale


class RelaxedOneHotCategorical(_RelaxedDistribution):
    """On the simplex, a continuous, reparametrized relaxation of ``OneHotCategorical`` (Gumbel softmax).

    Parameters
    ----------
    temperature : Tensor or float
        Smaller values concentrate samples near the corners.
    probs : Tensor or float, optional
        ``(*, K)``, probabilities; give either this or ``logits``.
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
    Maddison, Mnih and Teh (2016), arXiv:1611.00712; Jang, Gu and Poole (2016), arXiv:1611.01144.

    PyTorch: ``torch.distributions.RelaxedOneHotCategorical``.

    Examples
    --------
    >>> d = torch.distributions.RelaxedOneHotCategorical(torch.tensor(1.0), torch.tensor([0.5, 0.5]))
    >>> d.log_prob(torch.tensor([0.5, 0.5]))
    tensor(0.)
    >>> d.sample((3,)).shape
    torch.Size([3, 2])
    """

    arg_constraints: Any = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support: Any = constraints.simplex

    def __init__(self, temperature: Tensor, probs: Tensor | None = None, logits: Tensor | None = None,
                 validate_args: bool | None = None) -> None:
        base = ExpRelaxedCategorical(temperature, probs, logits, validate_args=validate_args)
        super().__init__(base, ExpTransform(), validate_args=validate_args)
