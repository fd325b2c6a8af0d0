"""Orthogonal matrices as a parametrization: a map from all matrices onto those with orthonormal columns (or rows)."""
from __future__ import annotations

from typing import Any

from ..._bindings.linalg.matrix_norms import torch_matrix_exp
from ..._bindings.linalg.solving import geqrf, householder_product, solve
from ..._bindings.settings.dtype_info import finfo
from ..._dispatch.tensor import TensorBase
from .._torch import no_grad, ops
from ..modules.module import Module
from . import parametrize

_MAPS = ("matrix_exp", "cayley", "householder")


def _from_householder(a: Any) -> Any:
    """The orthogonal factor of `a`, with the signs for which the triangular factor's diagonal is positive."""
    reflectors, tau = geqrf(a)
    return householder_product(reflectors, tau) * reflectors.diagonal(dim1=-2, dim2=-1).sgn().unsqueeze(-2)


def _is_orthogonal(q: Any) -> bool:
    unit = ops.eye(q.size(-1), dtype=q.dtype, device=q.device)
    return bool(ops.allclose(q.mH @ q, unit, atol=10 * q.size(-2) * finfo(q.dtype).eps))


class _Orthogonal(Module):
    """Make columns (rows of a wide matrix) orthonormal by one of three maps, relative to `base` if it is set."""

    base: Any

    def __init__(self, weight: Any, orthogonal_map: str, *, use_trivialization: bool = True) -> None:
        super().__init__()
        if weight.is_complex() and orthogonal_map == "householder":
            raise ValueError("The householder parametrization does not support complex tensors.")
        self.shape = weight.shape
        self.orthogonal_map = orthogonal_map
        if use_trivialization:
            self.register_buffer("base", None)

    def forward(self, x: Any) -> Any:
        wide = x.size(-2) < x.size(-1)
        tall = x.mT if wide else x
        q = self._from_reflectors(tall) if self.orthogonal_map == "householder" else self._from_skew(tall)
        if getattr(self, "base", None) is not None:
            q = self.base @ q
        return q.mT if wide else q

    def _from_skew(self, x: Any) -> Any:
        """The exponential, or the Cayley transform, of the skew matrix below the diagonal of `x`."""
        n, k = x.size(-2), x.size(-1)
        lower = x.tril()
        if n != k:
            lower = ops.cat([lower, lower.new_zeros(n, n - k).expand(*lower.shape[:-2], -1, -1)], dim=-1)
        skew = lower - lower.mH
        if self.orthogonal_map == "matrix_exp":
            q = torch_matrix_exp(skew)
        else:
            unit = ops.eye(n, dtype=skew.dtype, device=skew.device)
            q = solve(ops.add(unit, skew, alpha=-0.5), ops.add(unit, skew, alpha=0.5))
        return q[..., :k] if n != k else q

    def _from_reflectors(self, x: Any) -> Any:
        vectors = x.tril(diagonal=-1)
        tau = 2.0 / (1.0 + (vectors * vectors).sum(dim=-2))
        return householder_product(vectors, tau) * x.diagonal(dim1=-2, dim2=-1).int().unsqueeze(-2)

    @no_grad()
    def right_inverse(self, q: Any) -> Any:
        """The preimage of `q`. With a base, set the base to `q`, and return the preimage of the unit matrix."""
        if q.shape != self.shape:
            raise ValueError(f"Expected a matrix or batch of matrices of shape {self.shape}. Got a tensor of shape {q.shape}.")
        wide = q.size(-2) < q.size(-1)
        tall = q.mT if wide else q
        if not hasattr(self, "base"):
            return self._compute_reflectors(tall, wide)
        n, k = tall.size(-2), tall.size(-1)
        if n != k:  # completed at random to a square matrix
            tall = ops.cat([tall, ops.randn(*tall.shape[:-2], n, n - k, dtype=tall.dtype, device=tall.device)], dim=-1)
            tall = _from_householder(tall)
        else:
            tall = tall.clone() if _is_orthogonal(tall) else _from_householder(tall)
        self.base = tall
        origin = ops.zeros_like(q)
        origin.diagonal(dim1=-2, dim2=-1).fill_(-1.0)
        return origin

    def _compute_reflectors(self, q: Any, wide: bool) -> Any:
        if self.orthogonal_map != "householder":
            raise NotImplementedError("It is not possible to assign to the matrix exponential or the Cayley parametrizations when "
                                      "use_trivialization=False.")
        vectors, tau = geqrf(q)
        diagonal = vectors.diagonal(dim1=-2, dim2=-1)
        diagonal.sign_()
        diagonal[tau == 0.0] *= -1
        return vectors.mT if wide else vectors


def orthogonal(module: Module, name: str = "weight", orthogonal_map: str | None = None, *, use_trivialization: bool = True) -> Module:
    """Keep a weight orthogonal (or unitary), while the optimizer works on an unconstrained tensor.

    Parameters
    ----------
    module : Module
        The module that is changed.
    name : str, default 'weight'
        Name of the parameter within ``module``.
    orthogonal_map : str, optional
        ``'matrix_exp'`` or ``'cayley'`` of a skew-symmetric matrix, or ``'householder'``, a product of
        reflections; None is ``'matrix_exp'`` for square or complex weights, else ``'householder'``.
    use_trivialization : bool, default True
        Whether the map is relative to the present weight, which is then kept.

    Returns
    -------
    Module
        The module itself.

    Raises
    ------
    ValueError
        If there is no such parameter, it has fewer than two dimensions, or the map is unknown.

    References
    ----------
    Lezcano-Casado and Martinez-Rubio (2019), arXiv:1901.08428.

    PyTorch: ``torch.nn.utils.parametrizations.orthogonal``.

    Examples
    --------
    >>> layer = torch.nn.utils.parametrizations.orthogonal(torch.nn.Linear(2, 3))
    >>> torch.allclose(layer.weight.T @ layer.weight, torch.eye(2), atol=1e-5)
    True
    """
    weight = getattr(module, name, None)
    if not isinstance(weight, TensorBase):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    matrix: Any = weight
    if matrix.ndim < 2:
        raise ValueError(f"Expected a matrix or batch of matrices. Got a tensor of {matrix.ndim} dimensions.")
    if orthogonal_map is None:
        orthogonal_map = "matrix_exp" if matrix.size(-2) == matrix.size(-1) or matrix.is_complex() else "householder"
    if orthogonal_map not in _MAPS:
        raise ValueError(f'orthogonal_map has to be one of "matrix_exp", "cayley", "householder". Got: {orthogonal_map}')
    parametrization = _Orthogonal(matrix, orthogonal_map, use_trivialization=use_trivialization)
    parametrize.register_parametrization(module, name, parametrization, unsafe=True)
    return module
