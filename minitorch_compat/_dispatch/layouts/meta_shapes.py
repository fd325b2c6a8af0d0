"""Shapes of results for arguments too large to compute with, inferred from calls on small ones.

A call runs on zeros in whose shapes small sizes stand for the large ones, and again with each of them some steps larger. From how the sizes
of results grow follow the true ones: sums, products and squares of sizes, and quotients by numbers that divide the steps. A last call with
all sizes larger has to agree; otherwise the call is refused.
"""
from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import numpy as np

from ..._array.core.conjugate import Unresolved
from ..._array.core.meta import MetaArray, make_meta
from ..._array.index.indexing import Advanced
from ..._array.shape.strided import dense_strides, memory_order
from ..state import Classes
from ..tensor import TensorBase, wrap_as
from ..unsupported import UnsupportedError

Sizes = dict[int, int]
#: Up to so many elements, and numbers, a call runs as it is; the second limit is for calls whose shapes cannot be inferred.
FEW, BEARABLE = 4096, 1 << 24
#: Sizes, and numbers among the arguments, up to this are left unchanged.
_SMALL_SIZE, _SMALL_NUMBER = 8, 64
#: Number of elements of a call on small sizes: usually, and at most.
_ROOM = 1 << 16, 1 << 21


class Views(Exception):
    """The results of a call are views of its arguments, which take no memory."""


class NotInferred(UnsupportedError):
    """The sizes of results do not follow from calls on smaller tensors."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name}() of tensors of the meta device of such sizes", "what shape comes of them cannot be told in advance")


class OfOneSize(NotInferred, Unresolved):
    """Raised if an argument was made for the true sizes: its creator has to make one for smaller sizes."""


def is_large(args: Any) -> bool:
    """Whether a call with such arguments may take much memory and time."""
    return _largest(args) > FEW


def is_bearable(args: Any) -> bool:
    """Whether it can be run all the same."""
    return _largest(args) <= BEARABLE


def _largest(args: Any) -> int:
    return max([a.size if isinstance(a, np.ndarray) else a for a in _parts(args)], default=0)


def is_plain(args: Any) -> bool:
    """Whether all arguments are tensors, numbers, strings or lists of these, so that none depends on the true sizes."""
    return all(isinstance(a, TensorBase) or a is None or a.__class__ in (int, float, bool, complex, str) or isinstance(a, np.dtype)
               or repr(a).startswith("torch.")  # constants such as memory formats
               or isinstance(a, (list, tuple)) and is_plain(a) or a.__class__ is Advanced and a.basic is None and not a.masks for a in args)


def key_of(value: Any) -> Any:
    """A key equal for arguments whose results have equal shapes; TypeError for arguments without one."""
    if isinstance(value, TensorBase):
        array: Any = value._array
        raw = array.raw if isinstance(array, MetaArray) else array
        return raw.shape, raw.strides, raw.dtype
    if isinstance(value, (list, tuple)):
        return tuple([key_of(v) for v in value])
    if isinstance(value, Advanced):
        raise TypeError
    return value.__class__, value


def _parts(values: Any) -> Iterator[Any]:
    """Arrays and integers among the arguments, the arrays as conjugation would read them."""
    for value in values:
        if isinstance(value, TensorBase):
            array: Any = value._array
            yield array.raw if isinstance(array, MetaArray) else array
        elif isinstance(value, (list, tuple)):
            yield from _parts(value)
        elif value.__class__ is Advanced:
            yield from [part for part in value.index if isinstance(part, np.ndarray)]
        elif value.__class__ is int:
            yield value


def extrapolated(name: str, call: Callable[[list[Any]], Any], args: Any) -> tuple[list[MetaArray], Any]:
    """Meta arrays for the results of `call(args)`, and the extra value of the call on the smallest sizes.

    `call` returns a list of results and an extra value. Raises NotInferred if sizes do not follow from calls on smaller tensors.
    """
    error: Exception = NotInferred(name)
    for choice in _choices(args):
        try:
            return _extrapolated(name, call, args, choice)
        except (RuntimeError, ValueError, IndexError, TypeError) as raised:
            error = error if isinstance(raised, NotInferred) and not isinstance(error, NotInferred) else raised
    raise error


class _Choice:
    """Small sizes in place of large ones, and the steps by which they grow."""

    def __init__(self, args: Any, numbers: set[int], step: int, apart: int, most: int) -> None:
        self.step = step
        variables, self.products = _large(args)
        self.least = _smallest(numbers, variables, step, apart)
        self.last = {n: most - i % 2 for i, n in enumerate(variables)} if most else dict.fromkeys(variables[-1:], 3)

    def sizes(self, steps: Sizes) -> Sizes:
        """Large size -> its replacement after given numbers of steps."""
        found = {n: small + self.step * steps.get(n, 0) for n, small in self.least.items()}
        for n in sorted(self.products):  # products of smaller sizes
            found[n] = math.prod([found.get(part, part) for part in self.products[n]])
        return found

    def elements(self, args: Any) -> int:
        """The number of elements of the largest call."""
        sizes = self.sizes(self.last)
        return sum(math.prod([sizes.get(n, n) for n in a.shape]) for a in _parts(args) if isinstance(a, np.ndarray))


def _choices(args: Any) -> Iterator[_Choice]:
    """Steps are multiples of the strides, groups and factors among the arguments, and of their squares. Where that is not
    enough, the least sizes are so far apart that none overtakes another."""
    numbers = {n for n in _parts(args) if n.__class__ is int and abs(n) <= _SMALL_NUMBER}
    sizes = {n for part in _parts(args) if isinstance(part, np.ndarray) for n in part.shape if n > _SMALL_SIZE}
    for kept in (numbers - sizes, numbers) if numbers & sizes else (numbers,):  # what is a size, too, may be meant to be that
        for step in _steps(kept):
            for tried in (((1, 3, _ROOM[0]), (1, 2, _ROOM[0]), (1, 0, _ROOM[1])), ((4 * step, 3, _ROOM[1]),)):
                for apart, most, room in tried:
                    choice = _Choice(args, kept, step, apart, most)
                    if choice.elements(args) <= room:
                        yield choice
                        break


def _steps(numbers: set[int]) -> Iterator[int]:
    factors = {n for n in numbers if n > 1}
    first = math.lcm(2, *factors)
    return iter(dict.fromkeys((first, math.lcm(first, *[n * n for n in factors if n <= _SMALL_SIZE]))))


def _extrapolated(name: str, call: Callable[[list[Any]], Any], args: Any, choice: _Choice) -> tuple[list[MetaArray], Any]:
    large = list(choice.least)
    sizes = choice.sizes({})
    try:
        results, rest = call([_resized(a, sizes) for a in args])
    except RuntimeError as error:
        raise _at_full_size(error, sizes) from None
    if not all(map(_is_dense, results)):
        raise NotInferred(name)
    found = [list(r.shape) for r in results]

    def shapes(steps: Sizes) -> list[list[int]]:
        sizes = choice.sizes(steps)
        try:
            again = [list(r.shape) for r in call([_resized(a, sizes) for a in args])[0]]
        except (RuntimeError, ValueError, IndexError):
            raise NotInferred(name) from None
        if list(map(len, again)) != list(map(len, found)):
            raise NotInferred(name)
        return again

    full = found
    if large:
        predicted = _fitted(found, large, shapes)
        if predicted(choice.last) != shapes(choice.last):
            raise NotInferred(name)
        full = predicted({n: (n - choice.least[n]) // choice.step for n in large})
    return [_grown(r, tuple(shape)) for r, shape in zip(results, full, strict=True)], rest


def _large(args: Any) -> tuple[list[int], dict[int, tuple[int, ...]]]:
    """Sizes and numbers to be replaced, in ascending order; and those that are products of neighbouring ones, or of one with a fixed
    number such as that of groups."""
    rows = list(_rows(args))
    factors = {n for n in _parts(args) if n.__class__ is int and 2 <= n <= _SMALL_NUMBER}
    sizes = {n for part in _parts(args) if isinstance(part, np.ndarray) for n in part.shape}
    large = {n for n in sizes if n > _SMALL_SIZE} | {n for n in _parts(args) if n.__class__ is int and n > _SMALL_NUMBER}
    products: dict[int, tuple[int, ...]] = {}
    for row in rows:
        for i, j in combinations(range(len(row) + 1), 2):
            run = row[i:j]
            n = math.prod(run)
            if n in large and n > max(run, default=n) and not any(part in products for part in run):
                products[n] = run
    for n in sorted(large - products.keys()):
        factor = next((m for m in factors if n % m == 0 and n // m in large), None)
        if factor:
            products[n] = factor, n // factor
    return sorted(large - products.keys()), products


def _rows(values: Any) -> Iterator[tuple[int, ...]]:
    """Shapes, and lists of integers."""
    for value in values:
        if isinstance(value, TensorBase):
            yield value._array.shape
        elif isinstance(value, (list, tuple)):
            yield from [tuple(value)] if value and all(v.__class__ is int for v in value) else _rows(value)


def _smallest(numbers: set[int], large: list[int], step: int, apart: int) -> Sizes:
    """For each of them a smaller one with the same remainder, in the same order, none below a number that stays what it is."""
    least = max(_SMALL_SIZE, *map(abs, numbers), 0) + 1
    found: Sizes = {}
    for n in large:
        found[n] = min(n, least + (n - least) % step)
        least = found[n] + apart
    return found


def _resized(value: Any, sizes: Sizes) -> Any:
    """An argument with other sizes: zeros with the same order of dimensions in memory."""
    if isinstance(value, (list, tuple)):
        return value.__class__(_resized(v, sizes) for v in value)
    if value.__class__ is int:
        return sizes.get(value, value)
    if value.__class__ is Advanced:
        index = tuple([np.zeros([sizes.get(n, n) for n in part.shape], part.dtype) if isinstance(part, np.ndarray) else part
                       for part in value.index])
        return Advanced(value.basic, index, value.axis, value.masks)
    if not isinstance(value, TensorBase):
        return value
    array: Any = value._array
    raw = array.raw if isinstance(array, MetaArray) else array
    shape = tuple([sizes.get(n, n) for n in raw.shape])
    repeated = [s == 0 and n > 1 for s, n in zip(raw.strides, raw.shape, strict=True)]
    kept = tuple([1 if again else n for again, n in zip(repeated, shape, strict=True)])
    dense = np.zeros(math.prod(kept), raw.dtype)
    strides = dense_strides(kept, memory_order(raw)) if raw.size else dense_strides(kept, list(range(raw.ndim)))
    steps = tuple([0 if again else s * raw.itemsize for again, s in zip(repeated, strides, strict=True)])
    return wrap_as(Classes.tensor, np.ndarray(shape, raw.dtype, dense, 0, steps))


def _fitted(found: list[list[int]], large: list[int], sizes_at: Callable[[dict[int, int]], list[list[int]]]) -> Any:
    """Infer from differences how the sizes of results, `found` at zero steps, depend on the numbers of steps."""
    once, twice = ({n: sizes_at({n: k}) for n in large} for k in (1, 2))
    places = [(i, d) for i, shape in enumerate(found) for d in range(len(shape))]
    seen: dict[tuple[int, ...], list[list[int]]] = {(): found, **{(n,): once[n] for n in large}}

    def at(group: tuple[int, ...]) -> list[list[int]]:
        if group not in seen:
            seen[group] = sizes_at(dict.fromkeys(group, 1))
        return seen[group]

    terms: dict[tuple[int, int], dict[tuple[int, ...], int]] = {}
    bends: dict[tuple[int, int], dict[int, int]] = {}
    for i, d in places:
        first = found[i][d]
        moving = [n for n in large if once[n][i][d] != first or twice[n][i][d] != first]
        bends[i, d] = {n: twice[n][i][d] - 2 * once[n][i][d] + first for n in moving}
        own = terms[i, d] = {}
        for count in range(1, len(moving) + 1):
            for group in combinations(moving, count):
                own[group] = at(group)[i][d] - first - sum(own[part] for k in range(1, count) for part in combinations(group, k))

    def predicted(steps: dict[int, int]) -> list[list[int]]:
        return [[first + sum(share * math.prod(steps.get(n, 0) for n in group) for group, share in terms[i, d].items())
                 + sum(bend * (steps.get(n, 0) * (steps.get(n, 0) - 1) // 2) for n, bend in bends[i, d].items())
                 for d, first in enumerate(shape)] for i, shape in enumerate(found)]

    return predicted


def _is_dense(a: Any) -> bool:
    """Whether the elements of an array, possibly repeated, fill its memory without gaps."""
    steps = sorted((s // a.itemsize, n) for s, n in zip(a.strides, a.shape, strict=True) if n > 1 and s)
    return not a.size or all(step == math.prod([n for _, n in steps[:i]]) for i, (step, _) in enumerate(steps))


def _grown(result: Any, shape: tuple[int, ...]) -> MetaArray:
    """The meta array of a result of this shape, in the layout of the small one."""
    repeated = [s == 0 and n > 1 for s, n in zip(result.strides, result.shape, strict=True)]
    if result.flags.c_contiguous or not result.size:
        return make_meta(shape, result.dtype)
    kept = [1 if again else n for again, n in zip(repeated, shape, strict=True)]
    strides = dense_strides(kept, memory_order(result))
    return make_meta(shape, result.dtype, tuple([0 if again else s for again, s in zip(repeated, strides, strict=True)]))


def _at_full_size(error: RuntimeError, sizes: Sizes) -> RuntimeError:
    """The error with true sizes in its message."""
    true = {str(small): str(n) for n, small in sizes.items()}
    text = re.sub(r"\d+", lambda number: true.get(number.group(), number.group()), str(error))
    if isinstance(error, UnsupportedError) or text == str(error):
        return error
    return type(error)(text)
