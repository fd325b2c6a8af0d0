"""einsum and tensordot, as permutations and one batched matrix product, or product of elements, per pair of operands."""
from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ...._array.shape.strided import to_common_layout
from ...namespace import ARRAYS
from ...op import composite


def _parse(equation: str, operands: Any) -> tuple[list[list[str]], list[str]]:
    """Subscripts of each operand and of the result; the dimensions of an ellipsis get names of their own."""
    return _parse_equation(equation, tuple([len(o.shape) for o in operands]))


@lru_cache(maxsize=256)
def _parse_equation(equation: str, ranks: tuple[int, ...]) -> tuple[list[list[str]], list[str]]:
    """The same for operands with given numbers of dimensions; not to be modified."""
    spaced, arrow, behind = equation.partition("->")
    _check_subscripts(equation, 0, len(spaced))
    left, right = spaced.replace(" ", ""), behind.replace(" ", "")
    terms = left.split(",")
    if len(terms) != len(ranks):
        if len(terms) > len(ranks):
            raise RuntimeError("einsum(): fewer operands were provided than specified in the equation")
        raise RuntimeError("einsum(): more operands were provided than specified in the equation")
    spread = max((n - len(t.replace("...", "")) for t, n in zip(terms, ranks, strict=True) if "..." in t), default=0)
    names = [_subscripts_of_operand(t, n, spread, i) for i, (t, n) in enumerate(zip(terms, ranks, strict=True))]
    if arrow:
        _check_subscripts(equation, len(spaced) + 2, len(equation))
        return names, _output_subscripts(right, spread, names)
    flat = [n for term in names for n in term]
    dots = [f".{i}" for i in range(spread)]
    return names, dots + sorted({n for n in flat if flat.count(n) == 1 and n not in dots})


def _check_subscripts(equation: str, start: int, end: int) -> None:
    """Refuse invalid subscripts of an operand, or of the result behind the operands."""
    operand, dotted, place = 0, False, start
    while place < end:
        letter = equation[place]
        if letter == ".":
            where = "output" if start else f"operand {operand}"
            if dotted:
                what = "output but an ellipsis (...) was already found" if start else f"{where} for which an ellipsis was already found"
                raise RuntimeError(f"einsum(): found '.' for {what}")
            if equation[place:place + 3] != "...":
                raise RuntimeError(f"einsum(): found '.' for {where} that is not part of any ellipsis")
            dotted = True
            place += 2
        elif letter == "," and not start:
            operand, dotted = operand + 1, False
        elif letter != " " and not (letter.isascii() and letter.isalpha()):
            raise RuntimeError(f"einsum(): invalid subscript given at index {place} in the equation string, subscripts must be in [a-zA-Z]")
        place += 1


def _subscripts_of_operand(term: str, ndim: int, spread: int, position: int) -> list[str]:
    head, dots, tail = term.partition("...")
    if not dots and len(term) != ndim:
        raise RuntimeError(f"einsum(): the number of subscripts in the equation ({len(term)}) does not match the number of dimensions "
                           f"({ndim}) for operand {position} and no ellipsis was given")
    ellipsis_dims = ndim - len(head) - len(tail)
    if ellipsis_dims < 0:
        raise RuntimeError(f"einsum(): the number of subscripts in the equation ({len(head) + len(tail)}) is more than the number of "
                           f"dimensions ({ndim}) for operand {position}")
    return [*head, *(f".{i}" for i in range(spread - ellipsis_dims, spread)), *tail] if dots else list(head)


def _output_subscripts(right: str, spread: int, names: list[list[str]]) -> list[str]:
    head, dots, tail = right.partition("...")
    out = [*head, *((f".{i}" for i in range(spread)) if dots else ()), *tail]
    input_subscripts = {n for term in names for n in term}
    for n in out:
        if out.count(n) > 1:
            raise RuntimeError(f"einsum(): output subscript {n} appears more than once in the output")
        if n not in input_subscripts:
            raise RuntimeError(f"einsum(): output subscript {n} does not appear in the equation for any input operand")
    return out


def _take_diagonals(xp: Any, x: Any, names: list[str]) -> tuple[Any, list[str]]:
    """Merge repeated subscripts of one operand by taking diagonals."""
    if len(set(names)) == len(names):
        return x, names
    for n in dict.fromkeys(names):
        while names.count(n) > 1:
            i = names.index(n)
            j = names.index(n, i + 1)
            if x.shape[i] != x.shape[j]:
                raise RuntimeError(f"einsum(): subscript {n} is repeated for operand 0 but the sizes don't match, "
                                   f"{x.shape[j]} != {x.shape[i]}")
            x = xp.diagonal(x, 0, i, j)
            names = [m for k, m in enumerate(names) if k not in (i, j)] + [n]
    return x, names


def _align_dims(xp: Any, x: Any, names: list[str], order: list[str]) -> Any:
    """The dimensions in this order, with size 1 where the operand lacks one."""
    missing = [n for n in order if n not in names]
    for _ in missing:
        x = xp.unsqueeze(x, -1)
    places = [*names, *missing]
    return xp.permute(x, tuple(places.index(n) for n in order))


def _check_sizes(operands: list[tuple[Any, list[str]]]) -> None:
    """Refuse subscripts whose sizes do not broadcast."""
    sizes: dict[str, int] = {}
    for i, (x, names) in enumerate(operands):
        for n, size in zip(names, x.shape, strict=True):
            if sizes.setdefault(n, size) == 1:
                sizes[n] = size
            elif size not in (1, sizes[n]):
                ellipsis_dims = sum(m.startswith(".") for m in names)
                raise RuntimeError(_size_mismatch(n, size, i, sizes[n], ellipsis_dims - sum(m.startswith(".") for m in sizes)))


def _size_mismatch(name: str, size: int, operand: int, previous: int, shift: int) -> str:
    """`shift` is how many dimensions fewer the ellipsis of this operand covers than the longest."""
    if name.startswith("."):  # PyTorch's message lacks this blank, and programs match on it
        return (f"einsum(): dimension {int(name[1:]) + shift} covered by ellipsis in operand {operand}has size {size} which does not "
                f"broadcast with previously seen ellipsis with size {previous} for the respective dimension")
    return f"einsum(): subscript {name} has size {size} for operand {operand} which does not broadcast with previously seen size {previous}"


def _multiply_and_sum(xp: Any, a: Any, b: Any, last_dims: list[int]) -> Any:
    """The product of two operands, summed over the dimensions that no later operand has; these stay with size 1."""
    for_b = tuple(d for d in last_dims if a.shape[d] == 1 != b.shape[d])
    for_a = tuple(d for d in last_dims if b.shape[d] == 1 != a.shape[d])
    if for_a:
        a = xp.sum_dim(a, for_a, True, None)
    if for_b:
        b = xp.sum_dim(b, for_b, True, None)
    summed = [d for d in last_dims if a.shape[d] != 1 != b.shape[d]]
    return _contract(xp, a, b, summed) if summed else _elementwise_product(xp, a, b)


def _elementwise_product(xp: Any, a: Any, b: Any) -> Any:
    """An elementwise product, whose dtypes may differ."""
    out = xp.mul(a, b)
    if out.__class__ is not np.ndarray or out.size < 2:
        return out
    return to_common_layout(out, [a, b])


class _DimGroups(NamedTuple):
    batch: list[int]
    rows: list[int]
    columns: list[int]
    swapped: bool


def _group_dims(a: tuple[int, ...], b: tuple[int, ...], summed: list[int]) -> _DimGroups:
    """The dimensions of both operands, of the left one and of the right one, and whether these are the second and the first."""
    kept_dims = [d for d in range(len(a)) if d not in summed]
    batch = [d for d in kept_dims if a[d] != 1 != b[d]]
    columns = [d for d in kept_dims if a[d] == 1 != b[d]]
    # A dimension of neither goes with the first, unless it is between dimensions of the second.
    rows = [d for d in kept_dims if b[d] == 1 and not (a[d] == 1 and columns and columns[0] < d < columns[-1])]
    columns = [d for d in kept_dims if d not in batch and d not in rows]
    # Swapped where the result then has its dimensions in order.
    rows_of_first, others = [d for d in rows if a[d] != 1], [d for d in kept_dims if a[d] == 1]
    return _DimGroups(batch, others, rows_of_first,
                      True) if rows_of_first and columns and others[-1] < rows_of_first[0] else _DimGroups(batch, rows, columns, False)


def _contract(xp: Any, a: Any, b: Any, summed: list[int]) -> Any:
    """One batched matrix product: dimensions of both are the batch, of `a` alone the rows, of `b` alone the columns."""
    batch, rows, columns, swapped = _group_dims(a.shape, b.shape, summed)
    if swapped:
        a, b = b, a

    def blocks(x: Any, order: list[int], *groups: list[int]) -> Any:
        return xp.reshape_or_copy(xp.permute(x, tuple(order)), tuple(math.prod(x.shape[d] for d in group) for group in groups))

    left = blocks(a, batch + rows + summed + columns, batch, rows, summed)
    right = blocks(b, batch + summed + columns + rows, batch, summed, columns)
    sizes = [a.shape[d] for d in batch + rows] + [1] * len(summed) + [b.shape[d] for d in columns]
    order = batch + rows + summed + columns
    return xp.permute(xp.view(xp.bmm(left, right), tuple(sizes)), tuple(order.index(d) for d in range(len(order))))


class _EinsumPlan(NamedTuple):
    """The plan of `_einsum` for two arrays of known shapes: how to permute and reshape them, and their product."""

    left: tuple[tuple[int, ...], tuple[int, ...]]
    right: tuple[tuple[int, ...], tuple[int, ...]]
    swapped: bool
    sizes: tuple[int, ...] | None  # sizes of the batched matrix product; None for an elementwise product
    back: tuple[int, ...]
    out: tuple[int, ...]


@lru_cache(maxsize=256)
def _make_plan(equation: str, first: tuple[int, ...], second: tuple[int, ...]) -> _EinsumPlan | None:
    """None if a subscript is repeated, if sizes do not agree or affect the result's layout, or if one operand is summed alone."""
    if 0 in first or 0 in second:
        return None
    (left_names, right_names), out = _parse_equation(equation, (len(first), len(second)))
    sizes = (dict(zip(left_names, first, strict=True)), dict(zip(right_names, second, strict=True)))
    if len(sizes[0]) < len(left_names) or len(sizes[1]) < len(right_names):
        return None
    order = out + sorted({*left_names, *right_names} - set(out))
    a, b = (tuple([size.get(n, 1) for n in order]) for size in sizes)
    summed = list(range(len(out), len(order)))
    if any(n != m and (n != 1 != m or d in summed) or n == m == 1 and d in summed for d, (n, m) in enumerate(zip(a, b, strict=True))):
        return None

    def shaped(names: list[str], transposed: list[int], shape: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return tuple([names.index(order[d]) for d in transposed if order[d] in names]), shape

    all_dims = list(range(len(order)))
    if not summed:
        if any(n == m == 1 for n, m in zip(a, b, strict=True)):
            return None
        return _EinsumPlan(shaped(left_names, all_dims, a), shaped(right_names, all_dims, b), False, None, (), ())
    parts = _group_dims(a, b, summed)
    batch, rows, columns = parts.batch, parts.rows, parts.columns
    if parts.swapped:
        a, b, left_names, right_names = b, a, right_names, left_names

    def size(x: Any, dims: Any) -> int:
        return math.prod(x[d] for d in dims)

    return _EinsumPlan(shaped(left_names, batch + rows + summed + columns, (size(a, batch), size(a, rows), size(a, summed))),
                   shaped(right_names, batch + summed + columns + rows, (size(b, batch), size(b, summed), size(b, columns))), parts.swapped,
                   tuple([a[d] for d in batch + rows] + [1] * len(summed) + [b[d] for d in columns]),
                   tuple(map((batch + rows + summed + columns).index, all_dims)), tuple([max(a[d], b[d]) for d in range(len(out))]))


def _run_plan(recipe: _EinsumPlan, a: Any, b: Any) -> Any:
    left, right, swapped, sizes, back, out = recipe
    if swapped:
        a, b = b, a
    x, y = a.transpose(left[0]).reshape(left[1]), b.transpose(right[0]).reshape(right[1])
    if sizes is None:
        return _elementwise_product(ARRAYS, x, y)
    product = ARRAYS.bmm(x, y).reshape(sizes).transpose(back)
    return _drop_summed_dims(product, len(out)) if 1 in out else product.reshape(out)


def _drop_summed_dims(product: Any, kept_dims: int) -> Any:
    """An array without its last dimensions, of size 1. Not by `reshape`, for which numpy would choose new strides along size 1."""
    return product[(..., *(0,) * (product.ndim - kept_dims))]


class _EinsumSteps(NamedTuple):
    """The same step by step, each of which is recorded: of both operands the number of dimensions to append and the permutation of all,
    then what `_contract` does."""

    appended: tuple[int, int]
    aligned: tuple[tuple[int, ...], tuple[int, ...]]
    swapped: bool
    left: tuple[tuple[int, ...], tuple[int, ...]]
    right: tuple[tuple[int, ...], tuple[int, ...]]
    sizes: tuple[int, ...]
    back: tuple[int, ...]
    out: tuple[int, ...]


@lru_cache(maxsize=256)
def _make_steps(equation: str, first: tuple[int, ...], second: tuple[int, ...]) -> _EinsumSteps | None:
    """None where there is no plan, or no matrix product."""
    plan = _make_plan(equation, first, second)
    if plan is None or plan.sizes is None:
        return None
    names, out = _parse_equation(equation, (len(first), len(second)))
    order = out + sorted({*names[0], *names[1]} - set(out))
    places = [[*own, *(n for n in order if n not in own)] for own in names]
    aligned = [tuple(map(all_names.index, order)) for all_names in places]
    a, b = (tuple([dict(zip(own, shape, strict=True)).get(n, 1) for n in order]) for own, shape in zip(names, (first, second), strict=True))
    summed = list(range(len(out), len(order)))
    batch, rows, columns, swapped = _group_dims(a, b, summed)
    return _EinsumSteps(
        (len(order) - len(first), len(order) - len(second)), (aligned[0], aligned[1]), swapped,
        (tuple(batch + rows + summed + columns), plan.left[1]), (tuple(batch + summed + columns + rows), plan.right[1]),
        plan.sizes, plan.back, plan.out)


def _run_steps(xp: Any, steps: _EinsumSteps, *operands: Any) -> Any:
    aligned = []
    for x, count, order in zip(operands, steps.appended, steps.aligned, strict=True):
        for _ in range(count):
            x = xp.unsqueeze(x, -1)
        aligned.append(xp.permute(x, order))
    a, b = reversed(aligned) if steps.swapped else aligned
    left = xp.reshape_or_copy(xp.permute(a, steps.left[0]), steps.left[1])
    right = xp.reshape_or_copy(xp.permute(b, steps.right[0]), steps.right[1])
    return xp.view(xp.permute(xp.view(xp.bmm(left, right), steps.sizes), steps.back), steps.out)


def _einsum(xp: Any, tensors: Any, equation: str) -> Any:
    if len(tensors) == 2:
        first, second = [getattr(x, "_array", x).shape for x in tensors]
        if xp is ARRAYS:
            recipe = _make_plan(equation, first, second)
            if recipe is not None:
                return _run_plan(recipe, *tensors)
        elif (steps := _make_steps(equation, first, second)) is not None:
            return _run_steps(xp, steps, *tensors)
    names, out = _parse(equation, tensors)
    operands = [_take_diagonals(xp, x, n) for x, n in zip(tensors, names, strict=True)]
    _check_sizes(operands)
    order = out + sorted({n for _, operand_names in operands for n in operand_names} - set(out))
    final = {d: max(i for i, (_, operand_names) in enumerate(operands) if order[d] in operand_names) for d in range(len(out), len(order))}
    aligned = [_align_dims(xp, x, operand_names, order) for x, operand_names in operands]
    x = aligned[0]
    first_only = tuple(d for d, i in final.items() if i == 0)
    if first_only:
        x = xp.sum_dim(x, first_only, len(aligned) > 1, None)
    for i, y in enumerate(aligned[1:], 1):
        x = _multiply_and_sum(xp, x, y, [d for d, k in final.items() if k == i])
    if len(aligned) == 1 or not final:
        return x
    return _drop_summed_dims(x, len(out)) if xp is ARRAYS else xp.view(x, tuple(x.shape[:len(out)]))


EINSUM = composite("einsum_of(Tensor[] tensors, str equation) -> Tensor", _einsum, module=None, aten="einsum", is_composed=True,
                   products_in_backward="unknown")


class _TensordotPlan(NamedTuple):
    """How `_tensordot` permutes and reshapes two arrays of known shapes for a matrix product, and the shape of the result."""

    left: tuple[int, ...]
    rows: tuple[int, int]
    right: tuple[int, ...]
    columns: tuple[int, int]
    out: tuple[int, ...]


@lru_cache(maxsize=256)
def _make_tensordot_plan(first: tuple[int, ...], second: tuple[int, ...], left: tuple[int, ...],
                         right: tuple[int, ...]) -> _TensordotPlan | None:
    """None if it is not simply a matrix product."""
    n, m = len(first), len(second)
    if not (left and n and m and all(-n <= d < n for d in left) and all(-m <= d < m for d in right)):
        return None
    left, right = tuple([d % n for d in left]), tuple([d % m for d in right])
    rows, columns = [d for d in range(n) if d not in left], [d for d in range(m) if d not in right]
    size = math.prod(first[d] for d in rows), math.prod(first[d] for d in left), math.prod(second[d] for d in columns)
    if [first[d] for d in left] != [second[d] for d in right] or min(size) < 2 or any(first[d] == 1 for d in left):
        return None
    if len(set(left)) < len(left) or len(set(right)) < len(right):
        return None
    return _TensordotPlan((*rows, *left), size[:2], (*right, *columns), size[1:],
                          (*[first[d] for d in rows], *[second[d] for d in columns]))


def _tensordot(xp: Any, a: Any, b: Any, left: tuple[int, ...], right: tuple[int, ...]) -> Any:
    if xp is ARRAYS and a.dtype is b.dtype:
        plan = _make_tensordot_plan(a.shape, b.shape, left, right)
        if plan is not None:
            product = xp.mm(a.transpose(plan.left).reshape(plan.rows), b.transpose(plan.right).reshape(plan.columns))
            return product.reshape(plan.out)
    n, m = len(a.shape), len(b.shape)
    if a.dtype is not b.dtype and a.dtype != b.dtype:
        raise RuntimeError("both inputs should have same dtype")
    for dims, ndim in ((left, n), (right, m)):
        if dims and not ndim:
            raise IndexError(f"Dimension specified as {dims[0]} but tensor has no dimensions")
    for i, j in zip(left, right, strict=True):
        if b.shape[j] == 1:  # broadcast: the other operand is summed
            a = xp.sum_dim(a, (i % n,), True, getattr(a, "_array", a).dtype)
        elif a.shape[i] == 1:
            b = xp.sum_dim(b, (j % m,), True, getattr(b, "_array", b).dtype)
        elif a.shape[i] != b.shape[j]:
            raise RuntimeError(f"contracted dimensions need to match, but first has size {a.shape[i]} in dim {i} and second has size "
                               f"{b.shape[j]} in dim {j}")
    left, right = tuple(d % n for d in left), tuple(d % m for d in right)
    rows, columns = [d for d in range(n) if d not in left], [d for d in range(m) if d not in right]
    inner = math.prod(a.shape[d] for d in left)
    x, y = xp.permute(a, (*rows, *left)), xp.permute(b, (*right, *columns))
    if all(a.shape[d] == 1 for d in rows) and all(b.shape[d] == 1 for d in columns):
        return xp.view(_inner_product(xp, x, y, inner), (1,) * (len(rows) + len(columns)))
    product = xp.mm(xp.reshape_or_copy(x, (math.prod(a.shape[d] for d in rows), inner)),
                    xp.reshape_or_copy(y, (inner, math.prod(b.shape[d] for d in columns))))
    return xp.view(product, (*(a.shape[d] for d in rows), *(b.shape[d] for d in columns)))


def _inner_product(xp: Any, x: Any, y: Any, count: int) -> Any:
    """The sum of products of all elements: as in PyTorch, by `dot` only if both are contiguous vectors."""
    if _is_row_major(x) and _is_row_major(y):
        return xp.dot(_flatten(xp, x, count), _flatten(xp, y, count))
    product, dtype = xp.mul(xp.squeeze_all(x), xp.squeeze_all(y)), getattr(x, "_array", x).dtype
    if dtype.kind == "b":
        return xp.any(product, None, False)
    return xp.sum_dim(product, None, False, dtype) if dtype.kind in "iu" else xp.sum(product)  # integers keep their dtype


def _is_row_major(x: Any) -> bool:
    array = getattr(x, "_array", x)
    return array.__class__ is not np.ndarray or bool(array.flags.c_contiguous)


def _flatten(xp: Any, x: Any, count: int) -> Any:
    return x if len(x.shape) == 1 else xp.reshape_or_copy(x, (count,))


TENSORDOT = composite("tensordot_of(Tensor input, Tensor other, int[] left, int[] right) -> Tensor", _tensordot, module=None,
                      aten="mm", profiled_name="tensordot", overload_arguments="contraction", extra_calls="contraction",
                      products_in_backward="contraction")
