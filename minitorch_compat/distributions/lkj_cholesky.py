"""`torch.distributions.lkj_cholesky`."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._bindings.settings.dtype_info import finfo
from .._dispatch.grad_mode import grad_mode
from .._dispatch.size import Size
from . import constraints
from .beta import Beta
from .distribution import Distribution
from .utils import broadcast_all

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["LKJCholesky"]


class LKJCholesky(Distribution):
    """Cholesky factors of random correlation matrices, with density proportional to ``det(C)**(eta - 1)``.

    Parameters
    ----------
    dim : int
        Size of the matrices.
    concentration : Tensor or float, default 1.0
        ``eta``; 1 is uniform.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    Lewandowski, Kurowicka and Joe (2009), Generating random correlation matrices.

    PyTorch: ``torch.distributions.LKJCholesky``.

    Examples
    --------
    >>> d = torch.distributions.LKJCholesky(3, 1.0)
    >>> d.log_prob(torch.eye(3))
    tensor(-1.5963)
    >>> d.sample((3,)).shape
    torch.Size([3, 3, 3])
    """

    concentration: Any
    arg_constraints: Any = {"concentration": constraints.positive}
    support: Any = constraints.corr_cholesky

    def __init__(self, dim: int, concentration: Tensor | float = 1.0, validate_args: bool | None = None) -> None:
        if dim < 2:
            raise ValueError(f"Expected dim to be an integer greater than or equal to 2. Found dim={dim}.")
        shape = Size((dim, dim))
        self.dim = dim
        (self.concentration,) = broadcast_all(concentration)
        before = ops.cat([ops.zeros(1, dtype=self.concentration.dtype), ops.arange(dim - 1, dtype=self.concentration.dtype)])
        rest = self.concentration + 0.5 * (dim - 2)
        self._beta = Beta(before + 0.5, rest.unsqueeze(-1) - 0.5 * before)
        super().__init__(self.concentration.size(), shape, validate_args=validate_args)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        return LKJCholesky(self.dim, self.concentration.expand(Size(batch_shape)), validate_args=False)

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
        >>> d = torch.distributions.LKJCholesky(3, 1.0)
        >>> d.sample((3,)).shape
        torch.Size([3, 3, 3])
        """
        with grad_mode(False):
            length = self._beta.sample(sample_shape).unsqueeze(-1)
            direction = ops.randn(self._extended_shape(sample_shape), dtype=length.dtype).tril(-1)
            direction = direction / direction.norm(dim=-1, keepdim=True)
            direction[..., 0, :].fill_(0.0)
            rows = length.sqrt() * direction
            tiny = finfo(rows.dtype).tiny
            return rows + ops.clamp(1 - rows.pow(2).sum(-1), min=tiny).sqrt().diag_embed()

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
        >>> d = torch.distributions.LKJCholesky(3, 1.0)
        >>> d.log_prob(torch.eye(3))
        tensor(-1.5963)
        """
        if self._validate_args:
            self._validate_sample(value)
        order = ops.arange(2, self.dim + 1)
        powers = 2 * (self.concentration - 1).unsqueeze(-1) + self.dim - order
        unnormalized = (powers * value.diagonal(dim1=-2, dim2=-1)[..., 1:].log()).sum(-1)
        rows = self.dim - 1
        alpha = self.concentration + 0.5 * rows
        return unnormalized - (0.5 * rows * math.log(math.pi) + ops.mvlgamma(alpha - 0.5, rows) - alpha.lgamma() * rows)
