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
MAX_SMALL, MAX_AFFORDABLE = 4096, 1 << 24
#: Sizes, and numbers among the arguments, up to this are left unchanged.
_SMALL_SIZE, _SMALL_NUMBER = 8, 64
#: Number of elements of a call on small sizes: usually, and at most.
_MAX_ELEMENTS = 1 << 16, 1 << 21


class ResultsAreViews(Exception):
    """The results of a call are views of its arguments, which take no memory."""


class ShapeNotInferred(UnsupportedError):
    """The sizes of results do not follow from calls on smaller tensors."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name}() of tensors of the meta device of such sizes", "what shape comes of them cannot be told in advance")


class FixedSizeArgument(ShapeNotInferred, Unresolved):
    """Raised if an argument was made for the true sizes: its creator has to make one for smaller sizes."""


def is_large(args: Any) -> bool:
    """Whether a call with such arguments may take much memory and time."""
    return _largest(args) > MAX_SMALL


def is_affordable(args: Any) -> bool:
    """Whether it can be run all the same."""
    return _largest(args) <= MAX_AFFORDABLE


def _largest(args: Any) -> int:
    return max([a.size if isinstance(a, np.ndarray) else a for a in _arrays_and_ints(args)], default=0)


def is_plain(args: Any) -> bool:
    """Whether all arguments are tensors, numbers, strings or lists of these, so that none depends on the true sizes."""
    return all(isinstance(a, TensorBase) or a is None or a.__class__ in (int, float, bool, complex, str) or isinstance(a, np.dtype)
               or repr(a).startswith("torch.")  # constants such as memory formats
               or isinstance(a, (list, tuple)) and is_plain(a) or a.__class__ is Advanced and a.basic is None and not a.masks for a in args)


def cache_key(value: Any) -> Any:
    """A key equal for arguments whose results have equal shapes; TypeError for arguments without one."""
    if isinstance(value, TensorBase):
        array: Any = value._array
        raw = array.raw if isinstance(array, MetaArray) else array
        return raw.shape, raw.strides, raw.dtype
    if isinstance(value, (list, tuple)):
        return tuple([cache_key(v) for v in value])
    if isinstance(value, Advanced):
        raise TypeError
    return value.__class__, value


def _arrays_and_ints(values: Any) -> Iterator[Any]:
    """Arrays and integers among the arguments, the arrays as conjugation would read them."""
    for value in values:
        if isinstance(value, TensorBase):
            array: Any = value._array
            yield array.raw if isinstance(array, MetaArray) else array
        elif isinstance(value, (list, tuple)):
            yield from _arrays_and_ints(value)
        elif value.__class__ is Advanced:
            yield from [part for part in value.index if isinstance(part, np.ndarray)]
        elif value.__class__ is int:
            yield value


def extrapolate(name: str, call: Callable[[list[Any]], Any], args: Any) -> tuple[list[MetaArray], Any]:
    """Meta arrays for the results of `call(args)`, and the extra value of the call on the smallest sizes.

    `call` returns a list of results and an extra value. Raises NotInferred if sizes do not follow from calls on smaller tensors.
    """
    error: Exception = ShapeNotInferred(name)
    for choice in _candidates(args):
        try:
            return _extrapolate_from(name, call, args, choice)
        except (RuntimeError, ValueError, IndexError, TypeError) as raised:
            error = error if isinstance(raised, ShapeNotInferred) and not isinstance(error, ShapeNotInferred) else raised
    raise error


class _SmallSizes:
    """Small sizes in place of large ones, and the steps by which they grow."""

    def __init__(self, args: Any, numbers: set[int], step: int, spacing: int, max_steps: int) -> None:
        self.step = step
        variables, self.products = _find_large_sizes(args)
        self.least = _least_sizes(numbers, variables, step, spacing)
        self.last = {n: max_steps - i % 2 for i, n in enumerate(variables)} if max_steps else dict.fromkeys(variables[-1:], 3)

    def sizes(self, steps: Sizes) -> Sizes:
        """Large size -> its replacement after given numbers of steps."""
        sizes = {n: small + self.step * steps.get(n, 0) for n, small in self.least.items()}
        for n in sorted(self.products):  # products of smaller sizes
            sizes[n] = math.prod([sizes.get(part, part) for part in self.products[n]])
        return sizes

    def elements(self, args: Any) -> int:
        """The number of elements of the largest call."""
        sizes = self.sizes(self.last)
        return sum(math.prod([sizes.get(n, n) for n in a.shape]) for a in _arrays_and_ints(args) if isinstance(a, np.ndarray))


def _candidates(args: Any) -> Iterator[_SmallSizes]:
    """Steps are multiples of the strides, groups and factors among the arguments, and of their squares. Where that is not
    enough, the least sizes are so far apart that none overtakes another."""
    numbers = {n for n in _arrays_and_ints(args) if n.__class__ is int and abs(n) <= _SMALL_NUMBER}
    sizes = {n for part in _arrays_and_ints(args) if isinstance(part, np.ndarray) for n in part.shape if n > _SMALL_SIZE}
    for factors in (numbers - sizes, numbers) if numbers & sizes else (numbers,):  # what is a size, too, may be meant to be that
        for step in _steps(factors):
            for spacings in (((1, 3, _MAX_ELEMENTS[0]), (1, 2, _MAX_ELEMENTS[0]), (1, 0, _MAX_ELEMENTS[1])),
                             ((4 * step, 3, _MAX_ELEMENTS[1]),)):
                for spacing, max_steps, limit in spacings:
                    choice = _SmallSizes(args, factors, step, spacing, max_steps)
                    if choice.elements(args) <= limit:
                        yield choice
                        break


def _steps(numbers: set[int]) -> Iterator[int]:
    factors = {n for n in numbers if n > 1}
    first = math.lcm(2, *factors)
    return iter(dict.fromkeys((first, math.lcm(first, *[n * n for n in factors if n <= _SMALL_SIZE]))))


def _extrapolate_from(name: str, call: Callable[[list[Any]], Any], args: Any, choice: _SmallSizes) -> tuple[list[MetaArray], Any]:
    large = list(choice.least)
    sizes = choice.sizes({})
    try:
        results, extra = call([_resize(a, sizes) for a in args])
    except RuntimeError as error:
        raise _with_true_sizes(error, sizes) from None
    if not all(map(_is_dense, results)):
        raise ShapeNotInferred(name)
    small_shapes = [list(r.shape) for r in results]

    def shapes(steps: Sizes) -> list[list[int]]:
        sizes = choice.sizes(steps)
        try:
            again = [list(r.shape) for r in call([_resize(a, sizes) for a in args])[0]]
        except (RuntimeError, ValueError, IndexError):
            raise ShapeNotInferred(name) from None
        if list(map(len, again)) != list(map(len, small_shapes)):
            raise ShapeNotInferred(name)
        return again

    full_shapes = small_shapes
    if large:
        predicted = _fit_growth(small_shapes, large, shapes)
        if predicted(choice.last) != shapes(choice.last):
            raise ShapeNotInferred(name)
        full_shapes = predicted({n: (n - choice.least[n]) // choice.step for n in large})
    return [_result_meta(r, tuple(shape)) for r, shape in zip(results, full_shapes, strict=True)], extra


def _find_large_sizes(args: Any) -> tuple[list[int], dict[int, tuple[int, ...]]]:
    """Sizes and numbers to be replaced, in ascending order; and those that are products of neighbouring ones, or of one with a fixed
    number such as that of groups."""
    rows = list(_shapes(args))
    factors = {n for n in _arrays_and_ints(args) if n.__class__ is int and 2 <= n <= _SMALL_NUMBER}
    sizes = {n for part in _arrays_and_ints(args) if isinstance(part, np.ndarray) for n in part.shape}
    large = {n for n in sizes if n > _SMALL_SIZE} | {n for n in _arrays_and_ints(args) if n.__class__ is int and n > _SMALL_NUMBER}
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


def _shapes(values: Any) -> Iterator[tuple[int, ...]]:
    """Shapes, and lists of integers."""
    for value in values:
        if isinstance(value, TensorBase):
            yield value._array.shape
        elif isinstance(value, (list, tuple)):
            yield from [tuple(value)] if value and all(v.__class__ is int for v in value) else _shapes(value)


def _least_sizes(numbers: set[int], large: list[int], step: int, spacing: int) -> Sizes:
    """For each of them a smaller one with the same remainder, in the same order, none below a number that stays what it is."""
    least = max(_SMALL_SIZE, *map(abs, numbers), 0) + 1
    small_sizes: Sizes = {}
    for n in large:
        small_sizes[n] = min(n, least + (n - least) % step)
        least = small_sizes[n] + spacing
    return small_sizes


def _resize(value: Any, sizes: Sizes) -> Any:
    """An argument with other sizes: zeros with the same order of dimensions in memory."""
    if isinstance(value, (list, tuple)):
        return value.__class__(_resize(v, sizes) for v in value)
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
    unrepeated = tuple([1 if again else n for again, n in zip(repeated, shape, strict=True)])
    dense = np.zeros(math.prod(unrepeated), raw.dtype)
    strides = dense_strides(unrepeated, memory_order(raw)) if raw.size else dense_strides(unrepeated, list(range(raw.ndim)))
    steps = tuple([0 if again else s * raw.itemsize for again, s in zip(repeated, strides, strict=True)])
    return wrap_as(Classes.tensor, np.ndarray(shape, raw.dtype, dense, 0, steps))


def _fit_growth(shapes: list[list[int]], large: list[int], sizes_at: Callable[[dict[int, int]], list[list[int]]]) -> Any:
    """Infer from differences how the sizes of results, `shapes` at zero steps, depend on the numbers of steps."""
    once, twice = ({n: sizes_at({n: k}) for n in large} for k in (1, 2))
    dims = [(i, d) for i, shape in enumerate(shapes) for d in range(len(shape))]
    sizes_of_group: dict[tuple[int, ...], list[list[int]]] = {(): shapes, **{(n,): once[n] for n in large}}

    def at(group: tuple[int, ...]) -> list[list[int]]:
        if group not in sizes_of_group:
            sizes_of_group[group] = sizes_at(dict.fromkeys(group, 1))
        return sizes_of_group[group]

    terms: dict[tuple[int, int], dict[tuple[int, ...], int]] = {}
    second_differences: dict[tuple[int, int], dict[int, int]] = {}
    for i, d in dims:
        first = shapes[i][d]
        moving = [n for n in large if once[n][i][d] != first or twice[n][i][d] != first]
        second_differences[i, d] = {n: twice[n][i][d] - 2 * once[n][i][d] + first for n in moving}
        coefficients = terms[i, d] = {}
        for count in range(1, len(moving) + 1):
            for group in combinations(moving, count):
                coefficients[group] = at(group)[i][d] - first - sum(coefficients[part] for k in range(1, count)
                                                                    for part in combinations(group, k))

    def predicted(steps: dict[int, int]) -> list[list[int]]:
        return [[first + sum(coefficient * math.prod(steps.get(n, 0) for n in group) for group, coefficient in terms[i, d].items())
                 + sum(difference * (steps.get(n, 0) * (steps.get(n, 0) - 1) // 2) for n, difference in second_differences[i, d].items())
                 for d, first in enumerate(shape)] for i, shape in enumerate(shapes)]

    return predicted


def _is_dense(a: Any) -> bool:
    """Whether the elements of an array, possibly repeated, fill its memory without gaps."""
    steps = sorted((s // a.itemsize, n) for s, n in zip(a.strides, a.shape, strict=True) if n > 1 and s)
    return not a.size or all(step == math.prod([n for _, n in steps[:i]]) for i, (step, _) in enumerate(steps))


def _result_meta(result: Any, shape: tuple[int, ...]) -> MetaArray:
    """The meta array of a result of this shape, in the layout of the small one."""
    repeated = [s == 0 and n > 1 for s, n in zip(result.strides, result.shape, strict=True)]
    if result.flags.c_contiguous or not result.size:
        return make_meta(shape, result.dtype)
    unrepeated = [1 if again else n for again, n in zip(repeated, shape, strict=True)]
    strides = dense_strides(unrepeated, memory_order(result))
    return make_meta(shape, result.dtype, tuple([0 if again else s for again, s in zip(repeated, strides, strict=True)]))


def _with_true_sizes(error: RuntimeError, sizes: Sizes) -> RuntimeError:
    """The error with true sizes in its message."""
    true = {str(small): str(n) for n, small in sizes.items()}
    text = re.sub(r"\d+", lambda number: true.get(number.group(), number.group()), str(error))
    if isinstance(error, UnsupportedError) or text == str(error):
        return error
    return type(error)(text)
