"""Maps of whole vectors and matrices: to simplices, Cholesky factors, and maps of parts."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from .._bindings import functions as ops
from .._dispatch.size import Size
from ..nn import functional as F
from . import constraints
from .transforms import Transform, _clipped_sigmoid
from .utils import tril_matrix_to_vec, vec_to_tril_matrix


class _OfKind(Transform):
    """A map without parameters: equal to any other of its class."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    __hash__ = Transform.__hash__


class CorrCholeskyTransform(Transform):
    """D (D - 1) / 2 reals to the Cholesky factor of a D by D correlation matrix, row by row on half spheres."""

    domain, codomain = constraints.real_vector, constraints.corr_cholesky
    bijective = True

    def _call(self, x: Any) -> Any:
        x = ops.tanh(x)
        eps = float(np.finfo(x.array.dtype).eps)
        r = vec_to_tril_matrix(x.clamp(min=-1 + eps, max=1 - eps), diag=-1)
        left = (1 - r**2).sqrt().cumprod(-1)
        r = r + ops.eye(r.shape[-1], dtype=r.dtype)
        return r * F.pad(left[..., :-1], [1, 0], value=1)

    def _inverse(self, y: Any) -> Any:
        left = 1 - ops.cumsum(y * y, dim=-1)
        shifted = F.pad(left[..., :-1], [1, 0], value=1)
        t = tril_matrix_to_vec(y, diag=-1) / tril_matrix_to_vec(shifted, diag=-1).sqrt()
        return (t.log1p() - t.neg().log1p()) / 2

    def log_abs_det_jacobian(self, x: Any, y: Any, intermediates: Any = None) -> Any:
        left = tril_matrix_to_vec(1 - (y * y).cumsum(dim=-1), diag=-2)
        return 0.5 * left.log().sum(-1) + -2 * (x + F.softplus(-2 * x) - math.log(2.0)).sum(dim=-1)

    def forward_shape(self, shape: Any) -> Any:
        if len(shape) < 1:
            raise ValueError("Too few dimensions on input")
        n = shape[-1]
        size = round((0.25 + 2 * n) ** 0.5 + 0.5)
        if size * (size - 1) // 2 != n:
            raise ValueError("Input is not a flattened lower-diagonal number")
        return Size((*shape[:-1], size, size))

    def inverse_shape(self, shape: Any) -> Any:
        if len(shape) < 2:
            raise ValueError("Too few dimensions on input")
        if shape[-2] != shape[-1]:
            raise ValueError("Input is not square")
        return Size((*shape[:-2], shape[-1] * (shape[-1] - 1) // 2))


class _OfVectors(_OfKind):
    """A map of vectors that changes their length by `grows`."""

    domain, codomain = constraints.real_vector, constraints.simplex
    grows = 0

    def forward_shape(self, shape: Any) -> Any:
        if len(shape) < 1:
            raise ValueError("Too few dimensions on input")
        return Size((*shape[:-1], shape[-1] + self.grows))

    def inverse_shape(self, shape: Any) -> Any:
        if len(shape) < 1:
            raise ValueError("Too few dimensions on input")
        return Size((*shape[:-1], shape[-1] - self.grows))


class SoftmaxTransform(_OfVectors):
    """exp(x), divided by its sum: all of a line go to one point, so it is no bijection."""

    def _call(self, x: Any) -> Any:
        probs = (x - x.max(-1, True)[0]).exp()
        return probs / probs.sum(-1, True)

    def _inverse(self, y: Any) -> Any:
        return y.log()


class StickBreakingTransform(_OfVectors):
    """K reals to K + 1 parts of a whole: each breaks its share off what is left."""

    bijective = True
    grows = 1

    def _call(self, x: Any) -> Any:
        offset = x.shape[-1] + 1 - x.new_ones(x.shape[-1]).cumsum(-1)
        z = _clipped_sigmoid(x - offset.log())
        return F.pad(z, [0, 1], value=1) * F.pad((1 - z).cumprod(-1), [1, 0], value=1)

    def _inverse(self, y: Any) -> Any:
        cropped = y[..., :-1]
        offset = y.shape[-1] - cropped.new_ones(cropped.shape[-1]).cumsum(-1)
        left = ops.clamp(1 - cropped.cumsum(-1), min=float(np.finfo(y.array.dtype).tiny))
        return cropped.log() - left.log() + offset.log()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        offset = x.shape[-1] + 1 - x.new_ones(x.shape[-1]).cumsum(-1)
        x = x - offset.log()
        return (-x + F.logsigmoid(x) + y[..., :-1].log()).sum(-1)


class LowerCholeskyTransform(_OfKind):
    """Any square matrix to a lower triangular one with a positive diagonal."""

    domain, codomain = constraints.independent(constraints.real, 2), constraints.lower_cholesky

    def _call(self, x: Any) -> Any:
        return x.tril(-1) + x.diagonal(dim1=-2, dim2=-1).exp().diag_embed()

    def _inverse(self, y: Any) -> Any:
        return y.tril(-1) + y.diagonal(dim1=-2, dim2=-1).log().diag_embed()


class PositiveDefiniteTransform(_OfKind):
    """Any square matrix to a positive definite one."""

    domain, codomain = constraints.independent(constraints.real, 2), constraints.positive_definite

    def _call(self, x: Any) -> Any:
        x = LowerCholeskyTransform()(x)
        return x @ x.mT

    def _inverse(self, y: Any) -> Any:
        from ..linalg import cholesky

        return LowerCholeskyTransform().inv(cholesky(y))


class CatTransform(Transform):
    """Parts of a dimension, each by a map of its own; `lengths` says how long they are (default: 1 each)."""

    def __init__(self, tseq: Sequence[Transform], dim: int = 0, lengths: Sequence[int] | None = None, cache_size: int = 0) -> None:
        _check_maps(tseq)
        if cache_size:
            tseq = [t.with_cache(cache_size) for t in tseq]
        super().__init__(cache_size=cache_size)
        self.transforms, self.dim = list(tseq), dim
        self.lengths = [1] * len(self.transforms) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.transforms):
            raise AssertionError(f"lengths must have same length as transforms: {len(self.lengths)} vs {len(self.transforms)}")

    @property
    def event_dim(self) -> int:
        """The most that any of the maps has."""
        return max(t.event_dim for t in self.transforms)

    @property
    def length(self) -> int:
        """How long the dimension is."""
        return sum(self.lengths)

    def with_cache(self, cache_size: int = 1) -> Transform:
        return self if self._cache_size == cache_size else CatTransform(self.transforms, self.dim, self.lengths, cache_size)

    def _parts(self, x: Any) -> list[Any]:
        if not -x.dim() <= self.dim < x.dim():
            raise AssertionError(f"dim {self.dim} is out of range for a tensor of {x.dim()} dimensions")
        if x.size(self.dim) != self.length:
            raise AssertionError(f"the tensor has {x.size(self.dim)} elements along dim {self.dim}, but the maps are for {self.length}")
        return list(x.split(self.lengths, self.dim))

    def _call(self, x: Any) -> Any:
        return ops.cat([t(part) for t, part in zip(self.transforms, self._parts(x), strict=True)], dim=self.dim)

    def _inverse(self, y: Any) -> Any:
        return ops.cat([t.inv(part) for t, part in zip(self.transforms, self._parts(y), strict=True)], dim=self.dim)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        from .utils import _sum_rightmost

        terms = [_sum_rightmost(t.log_abs_det_jacobian(a, b), self.event_dim - t.event_dim)
                 for t, a, b in zip(self.transforms, self._parts(x), self._parts(y), strict=True)]
        dim = self.dim - x.dim() if self.dim >= 0 else self.dim
        dim += self.event_dim
        return ops.cat(terms, dim=dim) if dim < 0 else sum(terms)

    @property
    def bijective(self) -> bool:  # type: ignore[override]
        """Whether all are."""
        return all(t.bijective for t in self.transforms)

    @constraints.dependent_property
    def domain(self) -> Any:
        """Those of the maps, part by part."""
        return constraints.cat([t.domain for t in self.transforms], self.dim, self.lengths)

    @constraints.dependent_property
    def codomain(self) -> Any:
        """Those of the maps, part by part."""
        return constraints.cat([t.codomain for t in self.transforms], self.dim, self.lengths)


class StackTransform(Transform):
    """Slices of a dimension, each by a map of its own."""

    def __init__(self, tseq: Sequence[Transform], dim: int = 0, cache_size: int = 0) -> None:
        _check_maps(tseq)
        if cache_size:
            tseq = [t.with_cache(cache_size) for t in tseq]
        super().__init__(cache_size=cache_size)
        self.transforms, self.dim = list(tseq), dim

    def with_cache(self, cache_size: int = 1) -> Transform:
        return self if self._cache_size == cache_size else StackTransform(self.transforms, self.dim, cache_size)

    def _slices(self, z: Any) -> list[Any]:
        if z.size(self.dim) != len(self.transforms):
            raise AssertionError(f"{z.size(self.dim)} slices along dim {self.dim} for {len(self.transforms)} maps")
        return [z.select(self.dim, i) for i in range(z.size(self.dim))]

    def _call(self, x: Any) -> Any:
        return ops.stack([t(part) for t, part in zip(self.transforms, self._slices(x), strict=True)], dim=self.dim)

    def _inverse(self, y: Any) -> Any:
        return ops.stack([t.inv(part) for t, part in zip(self.transforms, self._slices(y), strict=True)], dim=self.dim)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        terms = [t.log_abs_det_jacobian(a, b) for t, a, b in zip(self.transforms, self._slices(x), self._slices(y), strict=True)]
        return ops.stack(terms, dim=self.dim)

    @property
    def bijective(self) -> bool:  # type: ignore[override]
        """Whether all are."""
        return all(t.bijective for t in self.transforms)

    @constraints.dependent_property
    def domain(self) -> Any:
        """Those of the maps, slice by slice."""
        return constraints.stack([t.domain for t in self.transforms], self.dim)

    @constraints.dependent_property
    def codomain(self) -> Any:
        """Those of the maps, slice by slice."""
        return constraints.stack([t.codomain for t in self.transforms], self.dim)


def _check_maps(maps: Sequence[Any]) -> None:
    if not all(isinstance(t, Transform) for t in maps):
        raise AssertionError("All elements of tseq must be Transform instances")
