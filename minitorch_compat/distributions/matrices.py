"""Distributions of matrices, and of vectors by a few factors: LKJCholesky, Wishart, LowRankMultivariateNormal."""
from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np

from .._bindings import functions as ops
from .._bindings.solving import cholesky_inverse, cholesky_solve
from .._dispatch.modes import grad_mode
from .._dispatch.size import Size
from ..linalg import cholesky, slogdet, solve_triangular
from . import constraints
from .distribution import Distribution, ExponentialFamily
from .gammas import Beta, Chi2
from .utils import _standard_normal, broadcast_all, lazy_property


class LKJCholesky(Distribution):
    """Cholesky factors of correlation matrices of size `dim`; the larger `concentration`, the nearer to the identity."""

    arg_constraints = {"concentration": constraints.positive}
    support = constraints.corr_cholesky

    def __init__(self, dim: int, concentration: Any = 1.0, validate_args: bool | None = None) -> None:
        if dim < 2:
            raise ValueError(f"Expected dim to be an integer greater than or equal to 2. Found dim={dim}.")
        self.dim = dim
        (self.concentration,) = broadcast_all(concentration)
        offset = ops.cat([ops.zeros(1, dtype=self.concentration.dtype), ops.arange(dim - 1, dtype=self.concentration.dtype)])
        marginal = self.concentration + 0.5 * (dim - 2)
        self._beta = Beta(offset + 0.5, marginal.unsqueeze(-1) - 0.5 * offset)
        super().__init__(self.concentration.shape, Size((dim, dim)), validate_args)

    def expand(self, batch_shape: Any, _instance: Any = None) -> Any:
        new = type(self).__new__(type(self)) if _instance is None else _instance
        LKJCholesky.__init__(new, self.dim, self.concentration.expand(batch_shape), validate_args=False)
        new._validate_args = self._validate_args
        return new

    def sample(self, sample_shape: Any = ()) -> Any:
        """By the onion method: row by row, a length and a direction."""
        with grad_mode(False):
            y = self._beta.sample(sample_shape).unsqueeze(-1)
            u = ops.randn(self._extended_shape(sample_shape), dtype=y.dtype).tril(-1)
            directions = u / u.norm(dim=-1, keepdim=True)
            directions[..., 0, :].fill_(0.0)
            w = ops.sqrt(y) * directions
            left = ops.clamp(1 - ops.sum(w**2, dim=-1), min=float(np.finfo(w.array.dtype).tiny))
            return w + ops.diag_embed(left.sqrt())

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        diagonal = value.diagonal(dim1=-1, dim2=-2)[..., 1:]
        order = 2 * (self.concentration - 1).unsqueeze(-1) + self.dim - ops.arange(2, self.dim + 1)
        n = self.dim - 1
        alpha = self.concentration + 0.5 * n
        norm = 0.5 * n * math.log(math.pi) + ops.mvlgamma(alpha - 0.5, n) - alpha.lgamma() * n
        return ops.sum(order * diagonal.log(), dim=-1) - norm


class LowRankMultivariateNormal(Distribution):
    """The normal distribution of vectors with covariance `cov_factor @ cov_factor.mT + diag(cov_diag)`: few columns, cheap algebra."""

    arg_constraints = {"loc": constraints.real_vector, "cov_factor": constraints.independent(constraints.real, 2),
                       "cov_diag": constraints.independent(constraints.positive, 1)}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc: Any, cov_factor: Any, cov_diag: Any, validate_args: bool | None = None) -> None:
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        size = loc.shape[-1:]
        if cov_factor.dim() < 2:
            raise ValueError("cov_factor must be at least two-dimensional, with optional leading batch dimensions")
        if cov_factor.shape[-2:-1] != size:
            raise ValueError(f"cov_factor must be a batch of matrices with shape {size[0]} x m")
        if cov_diag.shape[-1:] != size:
            raise ValueError(f"cov_diag must be a batch of vectors with shape {size}")
        try:
            batch = Size(np.broadcast_shapes(loc.shape[:-1], cov_factor.shape[:-2], cov_diag.shape[:-1]))
        except ValueError as error:
            raise ValueError(f"Incompatible batch shapes: loc {loc.shape}, cov_factor {cov_factor.shape}, cov_diag {cov_diag.shape}"
                             ) from error
        self.loc = loc.expand(batch + size)
        self.cov_factor = cov_factor.expand(batch + cov_factor.shape[-2:])
        self.cov_diag = cov_diag.expand(batch + size)
        self._unbroadcasted_cov_factor, self._unbroadcasted_cov_diag = cov_factor, cov_diag
        self._capacitance_tril = _capacitance_tril(cov_factor, cov_diag)
        super().__init__(batch, size, validate_args=validate_args)

    def expand(self, batch_shape: Any, _instance: Any = None) -> Any:
        new = type(self).__new__(type(self)) if _instance is None else _instance
        batch = Size(batch_shape)
        new.loc, new.cov_diag = self.loc.expand(batch + self.event_shape), self.cov_diag.expand(batch + self.event_shape)
        new.cov_factor = self.cov_factor.expand(batch + self.cov_factor.shape[-2:])
        for name in ("_unbroadcasted_cov_factor", "_unbroadcasted_cov_diag", "_capacitance_tril"):
            new.__dict__[name] = self.__dict__[name]
        Distribution.__init__(new, batch, self.event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new

    @property
    def mean(self) -> Any:
        return self.loc

    @property
    def mode(self) -> Any:
        return self.loc

    @lazy_property
    def variance(self) -> Any:
        """The diagonal of the covariance."""
        return (self._unbroadcasted_cov_factor.pow(2).sum(-1) + self._unbroadcasted_cov_diag).expand(self._batch_shape + self._event_shape)

    @lazy_property
    def scale_tril(self) -> Any:
        """The Cholesky factor of the covariance."""
        # That of D + W W' is D^1/2 times that of I + D^-1/2 W W' D^-1/2, which is the better conditioned one.
        root = self._unbroadcasted_cov_diag.sqrt().unsqueeze(-1)
        scaled = self._unbroadcasted_cov_factor / root
        matrix = ops.matmul(scaled, scaled.mT).contiguous()
        matrix = matrix + ops.eye(matrix.shape[-1], dtype=matrix.dtype)
        return (root * cholesky(matrix)).expand(self._batch_shape + self._event_shape + self._event_shape)

    @lazy_property
    def covariance_matrix(self) -> Any:
        """The covariance."""
        found = ops.matmul(self._unbroadcasted_cov_factor, self._unbroadcasted_cov_factor.mT) + ops.diag_embed(self._unbroadcasted_cov_diag)
        return found.expand(self._batch_shape + self._event_shape + self._event_shape)

    @lazy_property
    def precision_matrix(self) -> Any:
        """The inverse of the covariance, by Woodbury's identity."""
        scaled = self._unbroadcasted_cov_factor.mT / self._unbroadcasted_cov_diag.unsqueeze(-2)
        a = solve_triangular(self._capacitance_tril, scaled, upper=False)
        found = ops.diag_embed(self._unbroadcasted_cov_diag.reciprocal()) - a.mT @ a
        return found.expand(self._batch_shape + self._event_shape + self._event_shape)

    def rsample(self, sample_shape: Any = ()) -> Any:
        shape = self._extended_shape(sample_shape)
        of_factors = _standard_normal((*shape[:-1], *self.cov_factor.shape[-1:]), dtype=self.loc.dtype)
        of_diagonal = _standard_normal(shape, dtype=self.loc.dtype)
        return (self.loc + ops.matmul(self._unbroadcasted_cov_factor, of_factors.unsqueeze(-1)).squeeze(-1)
                + self._unbroadcasted_cov_diag.sqrt() * of_diagonal)

    def _log_det(self) -> Any:
        """Of the covariance, by the determinant lemma."""
        return 2 * self._capacitance_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1) + self._unbroadcasted_cov_diag.log().sum(-1)

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        diff = value - self.loc
        scaled = self._unbroadcasted_cov_factor.mT / self._unbroadcasted_cov_diag.unsqueeze(-2)
        inner = ops.matmul(scaled, diff.unsqueeze(-1))
        explained = solve_triangular(self._capacitance_tril, inner, upper=False).squeeze(-1).pow(2).sum(-1)
        distance = (diff.pow(2) / self._unbroadcasted_cov_diag).sum(-1) - explained
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + self._log_det() + distance)

    def entropy(self) -> Any:
        found = 0.5 * (self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._log_det())
        return found.expand(self._batch_shape) if len(self._batch_shape) else found


def _capacitance_tril(factor: Any, diag: Any) -> Any:
    """The Cholesky factor of I + W' D^-1 W."""
    inner = ops.matmul(factor.mT / diag.unsqueeze(-2), factor).contiguous()
    return cholesky(inner + ops.eye(inner.shape[-1], dtype=inner.dtype))


class Wishart(ExponentialFamily):
    """Positive definite matrices: sums of `df` outer products of normal vectors, which have the covariance, precision or factor given."""

    support = constraints.positive_definite
    has_rsample = True

    def __init__(self, df: Any, covariance_matrix: Any = None, precision_matrix: Any = None, scale_tril: Any = None,
                 validate_args: bool | None = None) -> None:
        given = {"covariance_matrix": covariance_matrix, "precision_matrix": precision_matrix, "scale_tril": scale_tril}
        named = [name for name, value in given.items() if value is not None]
        if len(named) != 1:
            raise AssertionError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        matrix = given[named[0]]
        if matrix.dim() < 2:
            raise ValueError("scale_tril must be at least two-dimensional, with optional leading batch dimensions")
        df = df if hasattr(df, "array") else ops.tensor(df, dtype=matrix.dtype)
        batch, event = Size(np.broadcast_shapes(df.shape, matrix.shape[:-2])), matrix.shape[-2:]
        if (df <= event[-1] - 1).any():
            raise ValueError(f"Value of df={df} expected to be greater than ndim - 1 = {event[-1] - 1}.")
        self.df = df.expand(batch)
        self.__dict__[named[0]] = matrix.expand(batch + event)
        if (self.df < event[-1]).any():
            warnings.warn("Low df values detected. Singular samples are highly likely to occur for ndim - 1 < df < ndim.", stacklevel=2)
        super().__init__(batch, event, validate_args=validate_args)
        from .continuous import _factor

        self._unbroadcasted_scale_tril = _factor(named[0], matrix)
        steps = ops.arange(event[-1], dtype=self.df.dtype).expand((*batch, event[-1]))
        self._dist_chi2 = Chi2(self.df.unsqueeze(-1) - steps)

    @constraints.dependent_property
    def arg_constraints(self) -> Any:
        """What the parameters must be; the least `df` depends on the size."""
        found = {"covariance_matrix": constraints.positive_definite, "precision_matrix": constraints.positive_definite,
                 "scale_tril": constraints.lower_cholesky, "df": constraints.greater_than(0)}
        if "_event_shape" in self.__dict__:
            found["df"] = constraints.greater_than(self._event_shape[-1] - 1)
        return found

    def expand(self, batch_shape: Any, _instance: Any = None) -> Any:
        new = type(self).__new__(type(self)) if _instance is None else _instance
        batch = Size(batch_shape)
        new.df = self.df.expand(batch)
        new._unbroadcasted_scale_tril = self._unbroadcasted_scale_tril.expand(batch + self.event_shape)
        for name in ("covariance_matrix", "precision_matrix", "scale_tril"):
            if name in self.__dict__:
                new.__dict__[name] = self.__dict__[name].expand(batch + self.event_shape)
        steps = ops.arange(self.event_shape[-1], dtype=new.df.dtype).expand((*batch, self.event_shape[-1]))
        new._dist_chi2 = Chi2(new.df.unsqueeze(-1) - steps)
        Distribution.__init__(new, batch, self.event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new

    def _whole(self, matrix: Any) -> Any:
        return matrix.expand(self._batch_shape + self._event_shape)

    @lazy_property
    def scale_tril(self) -> Any:
        """The Cholesky factor of the covariance."""
        return self._whole(self._unbroadcasted_scale_tril)

    @lazy_property
    def covariance_matrix(self) -> Any:
        """The covariance of the vectors."""
        return self._whole(self._unbroadcasted_scale_tril @ self._unbroadcasted_scale_tril.mT)

    @lazy_property
    def precision_matrix(self) -> Any:
        """Its inverse."""
        return self._whole(cholesky_inverse(self._unbroadcasted_scale_tril))

    @property
    def mean(self) -> Any:
        return self.df.view((*self._batch_shape, 1, 1)) * self.covariance_matrix

    @property
    def mode(self) -> Any:
        factor = self.df - self.covariance_matrix.shape[-1] - 1
        return ops.where(factor <= 0, float("nan"), factor).view((*self._batch_shape, 1, 1)) * self.covariance_matrix

    @property
    def variance(self) -> Any:
        v = self.covariance_matrix
        diagonal = v.diagonal(dim1=-2, dim2=-1)
        return self.df.view((*self._batch_shape, 1, 1)) * (v.pow(2) + ops.einsum("...i,...j->...ij", diagonal, diagonal))

    def _bartlett(self, sample_shape: Any) -> Any:
        p = self._event_shape[-1]
        noise = self._dist_chi2.rsample(sample_shape).sqrt().diag_embed(dim1=-2, dim2=-1)
        rows, columns = ops.tril_indices(p, p, offset=-1)
        noise[..., rows, columns] = ops.randn((*Size(sample_shape), *self._batch_shape, p * (p - 1) // 2), dtype=noise.dtype)
        chol = self._unbroadcasted_scale_tril @ noise
        return chol @ chol.mT

    def rsample(self, sample_shape: Any = (), max_try_correction: int | None = None) -> Any:
        """By Bartlett's decomposition; some samples are drawn again, up to `max_try_correction` (10) times.

        As in PyTorch, those are at first the ones that are not singular, and from then on the ones that are.
        """
        shape = Size(sample_shape)
        sample = self._bartlett(shape)
        again = self._in_any_batch(self.support.check(sample))
        if not again.any():
            return sample
        warnings.warn("Singular sample detected.", stacklevel=2)
        for _ in range(10 if max_try_correction is None else max_try_correction):
            new = self._bartlett(again[again].shape)
            sample[again] = new
            again[again.clone()] = self._in_any_batch(~self.support.check(new))
            if not again.any():
                break
        return sample

    def _in_any_batch(self, found: Any) -> Any:
        n = len(self._batch_shape)
        return found.amax(tuple(range(-n, 0))) if n else found

    def _log_det_tril(self) -> Any:
        return self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        p, nu = self._event_shape[-1], self.df
        return (-nu * (p * math.log(2.0) / 2 + self._log_det_tril()) - ops.mvlgamma(nu / 2, p) + (nu - p - 1) / 2 * slogdet(value)[1]
                - cholesky_solve(value, self._unbroadcasted_scale_tril).diagonal(dim1=-2, dim2=-1).sum(dim=-1) / 2)

    def entropy(self) -> Any:
        p, nu = self._event_shape[-1], self.df
        steps = ops.arange(p, dtype=nu.dtype)
        digammas = ops.digamma((nu / 2).unsqueeze(-1) - steps.div(2).expand((*self._batch_shape, p))).sum(-1)
        return ((p + 1) * (p * math.log(2.0) / 2 + self._log_det_tril()) + ops.mvlgamma(nu / 2, p)
                - (nu - p - 1) / 2 * digammas + nu * p / 2)
