"""`torch.distributions.dirichlet`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._array.core.dtypes import scalar_name
from .._array.random import gamma as kernels
from .._bindings.generated import functions as ops
from .._bindings.randomness.functions import draw_from_parameters
from .._bindings.randomness.generators import stream_of
from .._dispatch.graph.not_implemented import mark_not_differentiable
from ..autograd.function import Function, once_differentiable
from ..nn import functional as F
from . import constraints
from .distribution import ExponentialFamily
from .gamma import _dirichlet_grad

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Dirichlet"]


def _sample_dirichlet(self: Any, generator: Any = None) -> Any:
    """`torch._sample_dirichlet`: samples that sum to 1 along the last dimension, without a derivative."""
    if self._array.dtype.kind != "f" or self._array.dtype.itemsize < 4:
        raise NotImplementedError(f"\"dirichlet\" not implemented for '{scalar_name(self._array.dtype)}'")
    stream = stream_of(generator)
    sample = draw_from_parameters(self, lambda shapes: kernels.dirichlet(stream, shapes), lambda shape: shape)
    return mark_not_differentiable("aten::_sample_dirichlet", (self,), (sample,))[0]


def _Dirichlet_backward(x: Any, concentration: Any, grad_output: Any) -> Any:
    """The gradient of the concentration of a sample `x`."""
    total = concentration.sum(-1, True).expand_as(concentration)
    return _dirichlet_grad(x, concentration, total) * (grad_output - (x * grad_output).sum(-1, True))


class _Dirichlet(Function):
    """Dirichlet samples."""

    @staticmethod
    def forward(ctx: Any, concentration: Any) -> Any:
        sample = _sample_dirichlet(concentration)
        ctx.save_for_backward(sample, concentration)
        return sample

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Any) -> Any:
        sample, concentration = ctx.saved_tensors
        return _Dirichlet_backward(sample, concentration, grad)


class Dirichlet(ExponentialFamily):
    """Probabilities of ``K`` classes, with density proportional to ``prod_i x[i]**(a[i] - 1)``.

    Mean ``a / sum(a)``.

    Parameters
    ----------
    concentration : Tensor
        ``(*, K)``, ``a``, positive.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.Dirichlet``.

    Examples
    --------
    >>> d = torch.distributions.Dirichlet(torch.tensor([1.0, 3.0]))
    >>> d.log_prob(torch.tensor([0.5, 0.5]))
    tensor(-0.2877)
    >>> d.mean, d.variance
    (tensor([0.2500, 0.7500]), tensor([0.0375, 0.0375]))
    """

    arg_constraints: Any = {"concentration": constraints.independent(constraints.positive, 1)}
    support: Any = constraints.simplex
    has_rsample = True
    _expanded = ("concentration",)

    def __init__(self, concentration: Tensor, validate_args: bool | None = None) -> None:
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args=validate_args)

    def _event_shape_of(self, name: str) -> tuple[int, ...]:
        return tuple(self._event_shape)

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Dirichlet(torch.tensor([1.0, 3.0]))
        >>> d.mean
        tensor([0.2500, 0.7500])
        """
        return self.concentration / self.concentration.sum(-1, True)

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Dirichlet(torch.tensor([1.0, 3.0]))
        >>> d.mode
        tensor([0., 1.])
        """
        above = (self.concentration - 1).clamp(min=0.0)
        mode = above / above.sum(-1, True)
        corner = (self.concentration < 1).all(dim=-1)
        mode[corner] = F.one_hot(mode[corner].argmax(dim=-1), above.shape[-1]).to(mode)
        return mode

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Dirichlet(torch.tensor([1.0, 3.0]))
        >>> d.variance
        tensor([0.0375, 0.0375])
        """
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.pow(2) * (total + 1))

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
        >>> d = torch.distributions.Dirichlet(torch.tensor([1.0, 3.0]))
        >>> d.rsample((3,)).shape
        torch.Size([3, 2])
        """
        return _Dirichlet.apply(self.concentration.expand(self._extended_shape(sample_shape)))

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
        >>> d = torch.distributions.Dirichlet(torch.tensor([1.0, 3.0]))
        >>> d.log_prob(torch.tensor([0.5, 0.5]))
        tensor(-0.2877)
        """
        if self._validate_args:
            self._validate_sample(value)
        shape = self.concentration
        return ops.xlogy(shape - 1.0, value).sum(-1) + shape.sum(-1).lgamma() - shape.lgamma().sum(-1)

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Dirichlet(torch.tensor([1.0, 3.0]))
        >>> d.entropy()
        tensor(-0.4319)
        """
        shape, total = self.concentration, self.concentration.sum(-1)
        return (shape.lgamma().sum(-1) - total.lgamma() - (shape.shape[-1] - total) * total.digamma()
                - ((shape - 1.0) * shape.digamma()).sum(-1))
