"""Arrays with a pending conjugation or negation: `x.conj()` shares the memory of `x`, so it has to carry how that memory is to be read."""
from __future__ import annotations

from operator import attrgetter
from typing import Any, NoReturn

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


class Unresolved(Exception):
    """Raised when a kernel gets an object that is not a plain array; the call is then repeated on resolved values."""


class Unreadable:
    """Stand-in for an array whose memory `raw` must not be read as it is.

    It has shape, dtype, strides and other metadata, and every use as an array raises `Unresolved`: a kernel computing on the raw memory
    would be silently wrong.
    """

    __slots__ = ("raw",)
    # To the stack of levels it looks like a level that has ended: something to be resolved before a kernel runs.
    alive, index = False, -1
    base = None
    #: Whether there is no memory at all, as for tensors of the meta device.
    is_meta_tensor = False
    raw: Array

    @property
    def level(self) -> Any:
        return self

    shape = property(attrgetter("raw.shape"))
    dtype = property(attrgetter("raw.dtype"))
    ndim = property(attrgetter("raw.ndim"))
    size = property(attrgetter("raw.size"))
    itemsize = property(attrgetter("raw.itemsize"))
    nbytes = property(attrgetter("raw.nbytes"))
    strides = property(attrgetter("raw.strides"))
    flags = property(attrgetter("raw.flags"))

    def _refuse(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise Unresolved(self.__doc__)

    __array__ = __array_ufunc__ = __getitem__ = __setitem__ = __iter__ = __len__ = _refuse
    __array_interface__ = property(_refuse)
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __pow__ = __rpow__ = _refuse
    __float__ = __complex__ = __int__ = __index__ = __matmul__ = __rmatmul__ = __lt__ = __le__ = __gt__ = __ge__ = __neg__ = _refuse

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        self._refuse()


def transposed(a: Any) -> Any:
    """The transposed view, dimensions reversed; also of an `Unreadable`."""
    return a.rewrap(a.raw.T) if isinstance(a, Unreadable) else a.T


class Pending(Unreadable):
    """Memory that is to be read conjugated (`conjugated`), negated (`negated`), or both."""

    __slots__ = ("conjugated", "negated")

    def __init__(self, raw: Array, conj: bool, neg: bool) -> None:
        self.raw = raw
        self.conjugated = conj
        self.negated = neg

    def rewrap(self, raw: Array) -> Any:
        """Other memory with the same marks."""
        return wrap_pending(raw, self.conjugated, self.negated)

    def read(self) -> Array:
        """The resolved values."""
        return apply_flags(self.raw, self.conjugated, self.negated)

    def write(self, values: Any) -> None:
        """Store values so that they are read back as given."""
        values = np.asarray(values)
        if values.dtype != self.dtype:
            values = values.astype(self.dtype)
        np.copyto(self.raw, apply_flags(values, self.conjugated, self.negated))

    def fill_by(self, fill: Any, values: Any) -> None:
        """Run `fill(buffer, values)` on a scratch buffer of this layout, then write the buffer's values."""
        scratch = np.empty_like(self.raw, dtype=values.dtype)
        fill(scratch, values)
        self.write(scratch)

    def item(self) -> Any:
        """The only element as a Python number."""
        return self.read().item()

    def tolist(self) -> Any:
        """The values as nested lists."""
        return self.read().tolist()

    def __bool__(self) -> bool:
        return bool(self.read())


def apply_flags(a: Array, conj: bool, neg: bool) -> Array:
    """`a` conjugated, negated, or both; each operation is its own inverse."""
    if conj and a.dtype.kind == "c":
        a = np.conjugate(a)
    if neg:
        if a.dtype.kind == "b":
            raise NotImplementedError("\"neg_cpu\" not implemented for 'Bool'")
        a = np.negative(a)
    return np.asarray(a)


def wrap_pending(raw: Array, conj: bool, neg: bool) -> Any:
    """The memory `raw` with these marks; a plain view of it if neither is set."""
    return Pending(raw, conj, neg) if conj or neg else raw[...]


def require_values(a: Any) -> None:
    """Raise for an array without values, on behalf of a kernel that only reads shape and dtype."""
    if isinstance(a, Unreadable) and a.__class__ is not Pending:
        raise Unresolved


def conj_view(a: Any) -> Any:
    """The conjugate as a view of the same memory."""
    require_values(a)
    return wrap_pending(a.raw, not a.conjugated, a.negated) if a.__class__ is Pending else wrap_pending(a, True, False)


def neg_view(a: Any) -> Any:
    """The negative as a view of the same memory."""
    require_values(a)
    return wrap_pending(a.raw, a.conjugated, not a.negated) if a.__class__ is Pending else wrap_pending(a, False, True)
