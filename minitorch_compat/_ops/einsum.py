"""einsum and tensordot, as permutations, products and one batched matrix product per pair of operands."""
from __future__ import annotations

import math
from typing import Any

from .op import composite


def _letters(equation: str, operands: Any) -> tuple[list[list[str]], list[str]]:
    """Subscripts of each operand and of the result; the dimensions of an ellipsis get names of their own."""
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != len(operands):
        if len(terms) > len(operands):
            raise RuntimeError("einsum(): fewer operands were provided than specified in the equation")
        raise RuntimeError("einsum(): more operands were provided than specified in the equation")
    spread = max((len(o.shape) - len(t.replace("...", "")) for t, o in zip(terms, operands, strict=True) if "..." in t), default=0)
    names = [_expand(t, len(o.shape), spread, i) for i, (t, o) in enumerate(zip(terms, operands, strict=True))]
    if arrow:
        return names, _result(right, spread, names)
    flat = [n for term in names for n in term]
    dots = [f".{i}" for i in range(spread)]
    return names, dots + sorted({n for n in flat if flat.count(n) == 1 and n not in dots})


def _expand(term: str, ndim: int, spread: int, position: int) -> list[str]:
    head, dots, tail = term.partition("...")
    for letter in head + tail:
        if not letter.isalpha():
            raise RuntimeError(f"einsum(): invalid subscript given at index {position} in the equation string, "
                               "subscripts must be in [a-zA-Z]")
    if not dots and len(term) != ndim:
        raise RuntimeError(f"einsum(): the number of subscripts in the equation ({len(term)}) does not match the number of dimensions "
                           f"({ndim}) for operand {position} and no ellipsis was given")
    own = ndim - len(head) - len(tail)
    if own < 0:
        raise RuntimeError(f"einsum(): the number of subscripts in the equation ({len(head) + len(tail)}) is more than the number of "
                           f"dimensions ({ndim}) for operand {position}")
    return [*head, *(f".{i}" for i in range(spread - own, spread)), *tail] if dots else list(head)


def _result(right: str, spread: int, names: list[list[str]]) -> list[str]:
    head, dots, tail = right.partition("...")
    out = [*head, *((f".{i}" for i in range(spread)) if dots else ()), *tail]
    known = {n for term in names for n in term}
    for n in out:
        if out.count(n) > 1:
            raise RuntimeError(f"einsum(): output subscript {n} appears more than once in the output")
        if n not in known:
            raise RuntimeError(f"einsum(): output subscript {n} does not appear in the equation for any input operand")
    return out


def _diagonals(xp: Any, x: Any, names: list[str]) -> tuple[Any, list[str]]:
    """Repeated subscripts of one operand made one, by diagonals."""
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


def _sum_out(xp: Any, x: Any, names: list[str], keep: set[str]) -> tuple[Any, list[str]]:
    dims = tuple(i for i, n in enumerate(names) if n not in keep)
    return (xp.sum_dim(x, dims, False, None), [n for n in names if n in keep]) if dims else (x, names)


def _arrange(xp: Any, x: Any, names: list[str], order: list[str]) -> Any:
    places = tuple(names.index(n) for n in order)
    return x if places == tuple(range(len(places))) else xp.permute(x, places)


def _pair(xp: Any, a: Any, an: list[str], b: Any, bn: list[str], keep: set[str]) -> tuple[Any, list[str]]:
    """Two operands contracted: shared kept dimensions are the batch, shared others are summed."""
    sizes: dict[str, int] = {}
    for x, names in ((a, an), (b, bn)):
        for n, size in zip(names, x.shape, strict=True):
            if sizes.get(n, 1) == 1:
                sizes[n] = size
            elif size not in (1, sizes[n]):
                raise RuntimeError(f"einsum(): operands do not broadcast with remapped shapes [original->remapped]: subscript {n} has size "
                                   f"{size} which does not broadcast with previously seen size {sizes[n]}")
    a, an = _sum_out(xp, a, an, keep | set(bn))
    b, bn = _sum_out(xp, b, bn, keep | set(an))
    batch = [n for n in an if n in bn and n in keep]
    summed = [n for n in an if n in bn and n not in keep]
    if not summed:
        return _outer(xp, a, an, b, bn)
    rows, columns = [n for n in an if n not in bn], [n for n in bn if n not in an]
    left = _blocks(xp, _arrange(xp, a, an, batch + rows + summed), batch + rows + summed, (batch, rows, summed), sizes)
    right = _blocks(xp, _arrange(xp, b, bn, batch + summed + columns), batch + summed + columns, (batch, summed, columns), sizes)
    out = xp.mm(xp.squeeze(left, 0), xp.squeeze(right, 0)) if not batch else xp.bmm(left, right)
    order = batch + rows + columns
    return xp.reshape(out, tuple(sizes[n] for n in order)), order


def _outer(xp: Any, a: Any, an: list[str], b: Any, bn: list[str]) -> tuple[Any, list[str]]:
    """Two operands of which nothing is summed: an elementwise product, in which types may differ."""
    order = an + [n for n in bn if n not in an]
    return xp.mul(_spread(xp, a, an, order), _spread(xp, b, bn, order)), order


def _spread(xp: Any, x: Any, names: list[str], order: list[str]) -> Any:
    """The dimensions in this order, with size 1 where an operand has none of a name."""
    x = _arrange(xp, x, names, [n for n in order if n in names])
    own = dict(zip([n for n in order if n in names], x.shape, strict=True))
    return xp.reshape(x, tuple(own.get(n, 1) for n in order))


def _blocks(xp: Any, x: Any, names: list[str], groups: Any, sizes: dict[str, int]) -> Any:
    """The three groups of dimensions made one each, broadcast where an operand had size 1."""
    full = tuple(sizes[n] for n in names)
    if tuple(x.shape) != full:
        x = xp.expand(x, full)
    return xp.reshape(x, tuple(math.prod(sizes[n] for n in group) for group in groups))


def _einsum(xp: Any, tensors: Any, equation: str) -> Any:
    names, out = _letters(equation, tensors)
    operands = [_diagonals(xp, x, n) for x, n in zip(tensors, names, strict=True)]
    x, current = operands[0]
    for i, (y, others) in enumerate(operands[1:], 1):
        later = {n for _, rest in operands[i + 1:] for n in rest} | set(out)
        x, current = _pair(xp, x, current, y, others, later)
    x, current = _sum_out(xp, x, current, set(out))
    return _arrange(xp, x, current, out)


EINSUM = composite("einsum_of(Tensor[] tensors, str equation) -> Tensor", _einsum, module=None)


def _tensordot(xp: Any, a: Any, b: Any, left: tuple[int, ...], right: tuple[int, ...]) -> Any:
    n, m = len(a.shape), len(b.shape)
    if a.dtype != b.dtype:
        raise RuntimeError("tensordot: both inputs should have same dtype")
    for dims, ndim in ((left, n), (right, m)):
        if dims and not ndim:
            raise IndexError(f"Dimension specified as {dims[0]} but tensor has no dimensions")
    for i, j in zip(left, right, strict=True):
        if a.shape[i] == 1 != b.shape[j]:  # broadcast: the other's elements are just summed
            b = xp.sum_dim(b, (j % m,), True, getattr(b, "array", b).dtype)
        elif b.shape[j] == 1 != a.shape[i]:
            a = xp.sum_dim(a, (i % n,), True, getattr(a, "array", a).dtype)
        elif a.shape[i] != b.shape[j]:
            raise RuntimeError(f"contracted dimensions need to match, but first has size {a.shape[i]} in dim {i} and second has size "
                               f"{b.shape[j]} in dim {j}")
    left, right = tuple(d % n for d in left), tuple(d % m for d in right)
    rows, columns = [d for d in range(n) if d not in left], [d for d in range(m) if d not in right]
    inner = math.prod(a.shape[d] for d in left)
    x = xp.reshape(xp.permute(a, (*rows, *left)), (math.prod(a.shape[d] for d in rows), inner))
    y = xp.reshape(xp.permute(b, (*right, *columns)), (inner, math.prod(b.shape[d] for d in columns)))
    return xp.view(xp.mm(x, y), (*(a.shape[d] for d in rows), *(b.shape[d] for d in columns)))


TENSORDOT = composite("tensordot_of(Tensor input, Tensor other, int[] left, int[] right) -> Tensor", _tensordot, module=None)
