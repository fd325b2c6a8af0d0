"""Methods of functions that are put together from others, which are imported when one is called. `Tensor` inherits them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..._array.core.deferred import Family
from ..functions.arguments import out_texts, overwrite
from ..functions.shown_signatures import shown_as
from ..override.overridable import ask_all

if TYPE_CHECKING:
    from .tensor import Tensor

_compositions, _statistics = (Family(f"{__name__.partition('.')[0]}.{name}")
                              for name in ("_bindings.functions.compositions", "_bindings.functions.statistics"))


@ask_all
class CompositionMethods:
    """The methods of `compositions`."""

    __slots__ = ()

    def positive(self: Any) -> Tensor:
        """See `torch.positive`."""
        return _compositions.positive(self)

    def deg2rad(self: Any) -> Tensor:
        """See `torch.deg2rad`."""
        return _compositions.deg2rad(self)

    def deg2rad_(self: Any) -> Tensor:
        """`deg2rad`, in place."""
        return overwrite(self, _compositions.deg2rad)

    def rad2deg(self: Any) -> Tensor:
        """See `torch.rad2deg`."""
        return _compositions.rad2deg(self)

    def rad2deg_(self: Any) -> Tensor:
        """`rad2deg`, in place."""
        return overwrite(self, _compositions.rad2deg)

    def sinc(self: Any) -> Tensor:
        """See `torch.sinc`."""
        return _compositions.sinc(self)

    def sinc_(self: Any) -> Tensor:
        """`sinc`, in place."""
        return overwrite(self, _compositions.sinc)

    def ldexp(self: Any, other: Tensor) -> Tensor:
        """See `torch.ldexp`."""
        return _compositions.ldexp(self, other)

    def ldexp_(self: Any, other: Tensor) -> Tensor:
        """`ldexp`, in place."""
        out_texts.check_scalable(self, other)

        def checked(x: Any, exponent: Any) -> Any:
            result = _compositions.ldexp(x, exponent)
            out_texts.check_exponents(result._array.dtype, self._array.dtype)
            return result

        return overwrite(self, checked, other)

    def frexp(self: Any) -> Any:
        """See `torch.frexp`."""
        return _compositions.frexp(self)

    def diff(self: Any, n: int = 1, dim: int = -1, prepend: Tensor | None = None, append: Tensor | None = None) -> Tensor:
        """See `torch.diff`."""
        return _compositions.diff(self, n, dim, prepend, append)

    def nanmean(self: Any, dim: int | Sequence[int] | None = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
        """See `torch.nanmean`."""
        return _compositions.nanmean(self, dim, keepdim, dtype=dtype)

    def dist(self: Any, other: Tensor, p: float = 2) -> Tensor:
        """See `torch.dist`."""
        return _compositions.dist(self, other, p)

    def renorm(self: Any, p: float, dim: int, maxnorm: float) -> Tensor:
        """See `torch.renorm`."""
        return _compositions.renorm(self, p, dim, maxnorm)

    def renorm_(self: Any, p: float, dim: int, maxnorm: float) -> Tensor:
        """`renorm`, in place."""
        return overwrite(self, _compositions.renorm, p, dim, maxnorm)

    def kron(self: Any, other: Tensor) -> Tensor:
        """See `torch.kron`."""
        return _compositions.kron(self, other)

    def inner(self: Any, other: Tensor) -> Tensor:
        """See `torch.inner`."""
        return _compositions.inner(self, other)

    def cross(self: Any, other: Tensor, dim: int | None = None) -> Tensor:
        """See `torch.cross`."""
        return _compositions.cross(self, other, dim)

    @shown_as("self, indices_or_sections")
    def hsplit(self: Any, indices_or_sections: Any, *rest: int) -> tuple[Tensor, ...]:
        """See `torch.hsplit`."""
        return _compositions.hsplit(self, indices_or_sections, *rest)

    @shown_as("self, indices_or_sections")
    def vsplit(self: Any, indices_or_sections: Any, *rest: int) -> tuple[Tensor, ...]:
        """See `torch.vsplit`."""
        return _compositions.vsplit(self, indices_or_sections, *rest)

    @shown_as("self, indices_or_sections")
    def dsplit(self: Any, indices_or_sections: Any, *rest: int) -> tuple[Tensor, ...]:
        """See `torch.dsplit`."""
        return _compositions.dsplit(self, indices_or_sections, *rest)

    def as_strided_scatter(self: Any, src: Tensor, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Tensor:
        """See `torch.as_strided_scatter`."""
        return _compositions.as_strided_scatter(self, src, size, stride, storage_offset)


@ask_all
class StatisticsMethods:
    """The methods of `statistics`."""

    __slots__ = ()

    def cov(self: Any, *, correction: int = 1, fweights: Tensor | None = None, aweights: Tensor | None = None) -> Tensor:
        """See `torch.cov`."""
        return _statistics.cov(self, correction=correction, fweights=fweights, aweights=aweights)

    def corrcoef(self: Any) -> Tensor:
        """See `torch.corrcoef`."""
        return _statistics.corrcoef(self)

    def quantile(self: Any, q: Tensor | float, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear") -> Tensor:
        """See `torch.quantile`."""
        return _statistics.quantile(self, q, dim, keepdim, interpolation=interpolation)

    def nanquantile(self: Any, q: Tensor | float, dim: int | None = None, keepdim: bool = False, *,
                    interpolation: str = "linear") -> Tensor:
        """See `torch.nanquantile`."""
        return _statistics.nanquantile(self, q, dim, keepdim, interpolation=interpolation)

    def histogram(self: Any, bins: Tensor | int = 100, *, range: Sequence[float] | None = None, weight: Tensor | None = None,
                  density: bool = False) -> Any:
        """See `torch.histogram`."""
        return _statistics.histogram(self, bins, range=range, weight=weight, density=density)
