"""Invertible maps between values of distributions, with the logarithms of their Jacobian determinants."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._bindings import functions as ops
from .._bindings.tensor import Tensor
from .._names import missing
from ..nn import functional as F
from . import constraints
from .utils import _sum_rightmost


class Transform:
    """`t(x)`, `t.inv(y)`, and `log_abs_det_jacobian(x, y)`. `event_dim` dimensions belong to one value."""

    bijective = False
    domain: Any = constraints.real
    codomain: Any = constraints.real

    def __init__(self, cache_size: int = 0) -> None:
        if cache_size not in (0, 1):
            raise ValueError("cache_size must be 0 or 1")
        self._cache_size = cache_size

    @property
    def event_dim(self) -> int:
        """How many dimensions one value has."""
        return int(self.domain.event_dim)

    @property
    def sign(self) -> Any:
        """1 or -1: whether the map rises or falls."""
        raise NotImplementedError

    @property
    def inv(self) -> Transform:
        """The inverse map."""
        return _Inverse(self)

    def __call__(self, x: Any) -> Any:
        raise NotImplementedError

    def _inverse(self, y: Any) -> Any:
        raise NotImplementedError

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """log |dy/dx|."""
        raise NotImplementedError

    def forward_shape(self, shape: Any) -> Any:
        """The shape of the image of a value of this shape."""
        return shape

    def inverse_shape(self, shape: Any) -> Any:
        """The shape of what maps to a value of this shape."""
        return shape

    def __eq__(self, other: object) -> bool:
        return self is other or type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return type(self).__name__ + "()"


class _Inverse(Transform):
    """The inverse of a map."""

    bijective = True

    def __init__(self, forward: Transform) -> None:
        super().__init__()
        self._forward = forward
        self.domain, self.codomain = forward.codomain, forward.domain

    @property
    def sign(self) -> Any:
        return self._forward.sign

    @property
    def inv(self) -> Transform:
        return self._forward

    def __call__(self, x: Any) -> Any:
        return self._forward._inverse(x)

    def _inverse(self, y: Any) -> Any:
        return self._forward(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return -self._forward.log_abs_det_jacobian(y, x)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Inverse) and self._forward == other._forward

    __hash__ = Transform.__hash__


class ExpTransform(Transform):
    """exp(x)."""

    codomain = constraints.positive
    bijective = True
    sign = 1

    def __call__(self, x: Any) -> Any:
        return x.exp()

    def _inverse(self, y: Any) -> Any:
        return y.log()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return x


class SigmoidTransform(Transform):
    """1 / (1 + exp(-x))."""

    codomain = constraints.unit_interval
    bijective = True
    sign = 1

    def __call__(self, x: Any) -> Any:
        limits = np.finfo(x.array.dtype)
        return ops.clamp(ops.sigmoid(x), min=float(limits.tiny), max=1.0 - float(limits.eps))

    def _inverse(self, y: Any) -> Any:
        limits = np.finfo(y.array.dtype)
        y = y.clamp(min=float(limits.tiny), max=1.0 - float(limits.eps))
        return y.log() - (-y).log1p()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return -F.softplus(-x) - F.softplus(x)


class TanhTransform(Transform):
    """tanh(x)."""

    codomain = constraints.interval(-1.0, 1.0)
    bijective = True
    sign = 1

    def __call__(self, x: Any) -> Any:
        return x.tanh()

    def _inverse(self, y: Any) -> Any:
        return y.atanh()

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return 2.0 * (math.log(2.0) - x - F.softplus(-2.0 * x))


class SoftplusTransform(Transform):
    """log(1 + exp(x))."""

    codomain = constraints.positive
    bijective = True
    sign = 1

    def __call__(self, x: Any) -> Any:
        return F.softplus(x)

    def _inverse(self, y: Any) -> Any:
        return (-y).expm1().neg().log() + y

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return -F.softplus(-x)


class AbsTransform(Transform):
    """|x|, which is no bijection."""

    codomain = constraints.positive

    def __call__(self, x: Any) -> Any:
        return x.abs()

    def _inverse(self, y: Any) -> Any:
        return y


class AffineTransform(Transform):
    """loc + scale * x."""

    bijective = True

    def __init__(self, loc: Any, scale: Any, event_dim: int = 0, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.loc, self.scale, self._event_dim = loc, scale, event_dim

    @property
    def event_dim(self) -> int:
        return self._event_dim

    @property
    def sign(self) -> Any:
        return self.scale.sign() if isinstance(self.scale, Tensor) else (self.scale > 0) - (self.scale < 0)

    def __call__(self, x: Any) -> Any:
        return self.loc + self.scale * x

    def _inverse(self, y: Any) -> Any:
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        slope = self.scale.abs().log() if isinstance(self.scale, Tensor) else ops.full_like(x, math.log(abs(self.scale)))
        if self._event_dim:
            slope = _sum_rightmost(slope.expand(x.shape), self._event_dim)
        return slope.expand(x.shape[:x.dim() - self._event_dim])


class PowerTransform(Transform):
    """x ** exponent, of positive numbers."""

    domain = codomain = constraints.positive
    bijective = True

    def __init__(self, exponent: Any, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.exponent = exponent if isinstance(exponent, Tensor) else ops.tensor(float(exponent))

    @property
    def sign(self) -> Any:
        return self.exponent.sign()

    def __call__(self, x: Any) -> Any:
        return x.pow(self.exponent)

    def _inverse(self, y: Any) -> Any:
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return (self.exponent * y / x).abs().log()


class ComposeTransform(Transform):
    """Several maps, one after another."""

    def __init__(self, parts: list[Transform], cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.parts = parts

    @property
    def domain(self) -> Any:
        """The domain of the first."""
        return self.parts[0].domain if self.parts else constraints.real

    @property
    def codomain(self) -> Any:
        """The codomain of the last."""
        return self.parts[-1].codomain if self.parts else constraints.real

    @property
    def bijective(self) -> bool:  # type: ignore[override]
        """Whether all are."""
        return all(p.bijective for p in self.parts)

    @property
    def event_dim(self) -> int:
        return max((p.event_dim for p in self.parts), default=0)

    @property
    def sign(self) -> Any:
        result: Any = 1
        for part in self.parts:
            result = result * part.sign
        return result

    def __call__(self, x: Any) -> Any:
        for part in self.parts:
            x = part(x)
        return x

    def _inverse(self, y: Any) -> Any:
        for part in reversed(self.parts):
            y = part._inverse(y)
        return y

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        total: Any = None
        for part in self.parts:
            image = part(x)
            term = _sum_rightmost(part.log_abs_det_jacobian(x, image), self.event_dim - part.event_dim)
            total = term if total is None else total + term
            x = image
        return ops.zeros_like(x) if total is None else total


identity_transform = ComposeTransform([])

__getattr__ = missing("torch.distributions.transforms", __name__)
