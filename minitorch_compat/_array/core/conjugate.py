"""Arrays whose conjugation or negation is still to be done: `x.conj()` shares the memory of `x`, and so must say what is in it."""
from __future__ import annotations

from operator import attrgetter
from typing import Any, NoReturn

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]


class Unresolved(Exception):
    """A kernel met what is no array as it stands; the call is made again with the values that it stands for."""


class Unreadable:
    """What stands in place of an array whose memory `raw` must not be read as it is.

    It knows what there is to know without looking at values, and refuses to be taken for an array: a kernel that computed with the
    memory as it is would be silently wrong.
    """

    __slots__ = ("raw",)
    # Among levels it passes for one that has ended: something to settle before a kernel sees it.
    alive, index = False, -1
    base = None
    #: Whether there is no memory at all: the array of a tensor of the meta device.
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
    """The window on the same memory with its dimensions the other way round; also of what must not be read."""
    return a.over(a.raw.T) if isinstance(a, Unreadable) else a.T


class Pending(Unreadable):
    """Memory to be read conjugated (`conjugated`) or with its sign changed (`negated`), or both: that is still to be done."""

    __slots__ = ("conjugated", "negated")

    def __init__(self, raw: Array, conj: bool, neg: bool) -> None:
        self.raw = raw
        self.conjugated = conj
        self.negated = neg

    def over(self, raw: Array) -> Any:
        """The same marks on other memory."""
        return marked(raw, self.conjugated, self.negated)

    def read(self) -> Array:
        """The values, computed."""
        return with_marks(self.raw, self.conjugated, self.negated)

    def write(self, values: Any) -> None:
        """Store values so that they are read back as given."""
        values = np.asarray(values)
        if values.dtype != self.dtype:
            values = values.astype(self.dtype)
        np.copyto(self.raw, with_marks(values, self.conjugated, self.negated))

    def fill_by(self, fill: Any, values: Any) -> None:
        """`fill(memory, values)`, on memory laid out like this, and from there."""
        scratch = np.empty_like(self.raw, dtype=values.dtype)
        fill(scratch, values)
        self.write(scratch)

    def item(self) -> Any:
        """The one value."""
        return self.read().item()

    def tolist(self) -> Any:
        """The values as lists."""
        return self.read().tolist()

    def __bool__(self) -> bool:
        return bool(self.read())


def with_marks(a: Array, conj: bool, neg: bool) -> Array:
    """`a` conjugated or with its sign changed, or both; both are their own inverses."""
    if conj and a.dtype.kind == "c":
        a = np.conjugate(a)
    if neg:
        if a.dtype.kind == "b":
            raise NotImplementedError("\"neg_cpu\" not implemented for 'Bool'")
        a = np.negative(a)
    return np.asarray(a)


def marked(raw: Array, conj: bool, neg: bool) -> Any:
    """The memory `raw` read so; an array, if it is to be read as it is."""
    return Pending(raw, conj, neg) if conj or neg else raw[...]


def check_values(a: Any) -> None:
    """Refuse, on behalf of a kernel that looks at shape and dtype only, an array that has no values."""
    if isinstance(a, Unreadable) and a.__class__ is not Pending:
        raise Unresolved


def conj_view(a: Any) -> Any:
    """The conjugate of complex numbers, over their memory."""
    check_values(a)
    return marked(a.raw, not a.conjugated, a.negated) if a.__class__ is Pending else marked(a, True, False)


def neg_view(a: Any) -> Any:
    """The negative, over the same memory."""
    check_values(a)
    return marked(a.raw, a.conjugated, not a.negated) if a.__class__ is Pending else marked(a, False, True)
