"""L D L^T of symmetric and L D L^H of Hermitian matrices by J. R. Bunch and L. Kaufman's pivoting (1977), and solving with it.

D has blocks of size 1 and 2. L and D are stored in the lower triangle, as by LAPACK. A positive pivot is the row with which the column
of a block of size 1 was exchanged; two equal negative ones mark a block of size 2 and give the row for its second.
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core import intp
from ..core.dtypes import scalar_name
from ..core.execution.blocks import all_finite
from ..core.execution.quiet import quiet
from .decompositions import check_matrix, check_shape, column_major, strictly_lower_mask

Array = np.ndarray[Any, np.dtype[Any]]
_ALPHA = (1 + math.sqrt(17)) / 8


def _lapack_modulus(a: Any) -> Any:
    """The modulus by which LAPACK compares: for complex numbers the sum of the parts' moduli."""
    return np.abs(a.real) + np.abs(a.imag) if a.dtype.kind == "c" else np.abs(a)


def _choose_pivots(w: Array, hermitian: bool) -> tuple[Array, Array, Array]:
    """For each matrix the row to exchange, the size of the block, and whether the first column is all zeros."""
    size = _lapack_modulus(w)
    diagonal = np.abs(w.diagonal(0, 1, 2).real) if hermitian else size.diagonal(0, 1, 2)
    own, below = diagonal[:, 0], size[:, 1:, 0]
    if not below.shape[1]:
        return np.zeros(len(w), np.int64), np.ones(len(w), np.int64), (own == 0) | np.isnan(own)
    batch, row = intp.arange(len(w)), 1 + intp.argmax(below, 1)
    largest = below[batch, row - 1]
    empty = (np.maximum(own, largest) == 0) | np.isnan(own)
    keep = empty | (own >= _ALPHA * largest)
    if not keep.all():
        row_sizes = size[batch, row]
        row_sizes[batch, row] = 0
        other = row_sizes.max(1)
        keep |= own >= _ALPHA * largest * (largest / other)
        single = keep | (diagonal[batch, row] >= _ALPHA * other)
        return np.where(keep, 0, row), np.where(single, 1, 2).astype(np.int64), empty
    return np.zeros(len(w), np.int64), np.ones(len(w), np.int64), empty


def _exchange_batch(w: Array, i: Array, j: Array) -> Array:
    """Exchange rows and columns i and j of each matrix."""
    batch = intp.arange(len(w))
    order = np.tile(intp.arange(w.shape[1]), (len(w), 1))
    order[batch, i], order[batch, j] = j, i
    return w[batch[:, None, None], order[:, :, None], order[:, None, :]]


def _conj_if_hermitian(x: Array, hermitian: bool) -> Array:
    return x.conj() if hermitian else x


def _mirror_lower(w: Array, hermitian: bool) -> Array:
    """Full matrices from their lower triangles; the upper ones are not read."""
    n = w.shape[-1]
    whole = np.where(strictly_lower_mask(n, n), w, _conj_if_hermitian(w, hermitian).swapaxes(-1, -2)) if n > 1 else w.copy()
    if hermitian:
        diagonal = np.einsum("...ii->...i", whole)
        diagonal.imag = 0
    return whole


def _eliminate_batch(w: Array, count: int, hermitian: bool) -> Array:
    """The matrices after elimination of their first block, of size `count`: factors below it, the rest in both triangles."""
    columns = w[:, count:, :count]
    if count == 1:
        factors = columns / (w[:, :1, :1].real if hermitian else w[:, :1, :1])
        update = factors * _conj_if_hermitian(columns, hermitian).swapaxes(1, 2)
    else:
        factors = np.matmul(columns, _inverse_2x2(w[:, :2, :2]))
        update = np.matmul(factors, _conj_if_hermitian(columns, hermitian).swapaxes(1, 2))
    out = w.copy()
    out[:, count:, count:] = _mirror_lower(w[:, count:, count:] - update, hermitian)
    out[:, count:, :count] = factors
    return out


def _inverse_2x2(block: Array) -> Array:
    """Inverses of blocks of size 2, scaled by their off-diagonal element, which is the largest."""
    low, high = block[:, 1, 0], block[:, 0, 1]
    first, second = block[:, 0, 0] / high, block[:, 1, 1] / low
    scale = 1 / (first * second - 1)
    out = np.empty_like(block)
    out[:, 0, 0], out[:, 0, 1], out[:, 1, 0], out[:, 1, 1] = second / high * scale, -scale / low, -scale / high, first / low * scale
    return out


def _batch_index(mask: Array) -> Any:
    """The index of the elements of a batch where the mask is True: a slice, which makes no copy, if it is all True."""
    return slice(None) if mask.all() else intp.flatnonzero(mask)


@quiet
def _factor_batch(a: Array, hermitian: bool) -> tuple[Array, Array, Array]:
    """Factor a batch of matrices, column by column. A matrix whose last block has two columns skips the second."""
    batch, n = a.shape[:2]
    full, pivots = _mirror_lower(a, hermitian), np.empty((batch, n), np.int32)
    info, second = np.zeros(batch, np.int32), np.zeros(batch, np.bool_)
    for k in range(n):
        members = _batch_index(~second)
        w = full[members][:, k:, k:]
        row, count, empty = _choose_pivots(w, hermitian)
        moves = intp.flatnonzero(~empty & (row != count - 1))
        if moves.size:
            w = w.copy()
            w[moves] = _exchange_batch(w[moves], count[moves] - 1, row[moves])
        for size in (1, 2):
            of_this_size = (count == size) & ~empty
            if of_this_size.any():
                selected = _batch_index(of_this_size)
                w[selected] = _eliminate_batch(w[selected], size, hermitian)
        full[members, k:, k:] = w
        double = count == 2
        pivots[members, k] = row + (k + 1)
        if double.any():
            pivots[members, k] = np.where(double, -(row + k + 1), row + k + 1)
            pivots[members, k + 1] = np.where(double, pivots[members, k], pivots[members, k + 1] if k + 1 < n else 0)
        if empty.any():
            info[members] = np.where((info[members] == 0) & empty, k + 1, info[members])
        second = np.zeros(batch, np.bool_)
        second[members] = double
    return np.where(strictly_lower_mask(n, n).T, full.dtype.type(0), full), pivots, info


@quiet
def _factor_single(a: Array, hermitian: bool) -> tuple[Array, Array, Array]:
    """The same for one matrix, in-place; elements above its diagonal are not updated."""
    w, n = a.copy(), len(a)
    if hermitian:
        np.einsum("ii->i", w).imag = 0
    pivots, info, k = np.empty(n, np.int32), 0, 0
    while k < n:
        rest = w[k:, k:]
        row, count, empty = _choose_pivot_single(rest, hermitian)
        pivots[k:k + count] = row + k + 1 if count == 1 else -(row + k + 1)
        if empty:
            info = info or k + 1
        else:
            if row != count - 1:
                _exchange_single(rest, count - 1, row, hermitian)
            _eliminate_single(rest, count, hermitian)
        k += count
    return np.tril(w)[None], pivots[None], np.array([info], np.int32)


def _choose_pivot_single(w: Array, hermitian: bool) -> tuple[int, int, Any]:
    """`_choose_pivots` for one matrix."""
    own = np.abs(w[0, 0].real) if hermitian else _lapack_modulus(w[0, 0])
    below = _lapack_modulus(w[1:, 0])
    if not below.size:
        return 0, 1, own == 0 or np.isnan(own)
    row = 1 + int(intp.argmax(below))
    largest = below[row - 1]
    empty = np.maximum(own, largest) == 0 or np.isnan(own)
    if empty or own >= _ALPHA * largest:
        return 0, 1, empty
    other = np.maximum.reduce(_lapack_modulus(np.concatenate([w[row, :row], w[row + 1:, row]])))
    if own >= _ALPHA * largest * (largest / other):
        return 0, 1, False
    return row, 1 if (np.abs(w[row, row].real) if hermitian else _lapack_modulus(w[row, row])) >= _ALPHA * other else 2, False


def _exchange_single(w: Array, i: int, j: int, hermitian: bool) -> None:
    """Exchange rows and columns i < j in the lower triangle."""
    w[[i, j], :i] = w[[j, i], :i]
    w[j + 1:, [i, j]] = w[j + 1:, [j, i]]
    w[i, i], w[j, j] = w[j, j], w[i, i]
    column = _conj_if_hermitian(w[i + 1:j, i], hermitian).copy()
    w[i + 1:j, i], w[j, i + 1:j] = _conj_if_hermitian(w[j, i + 1:j], hermitian), column
    w[j, i] = _conj_if_hermitian(w[j, i], hermitian)


def _eliminate_single(w: Array, count: int, hermitian: bool) -> None:
    """`_eliminate_batch` for one matrix, in-place."""
    columns = w[None, count:, :count]
    if count == 1:
        factors = columns / (w[0, 0].real if hermitian else w[0, 0])
        update = factors * _conj_if_hermitian(columns, hermitian).swapaxes(1, 2)
    else:
        factors = np.matmul(columns, _inverse_2x2(_mirror_lower(w[None, :2, :2], hermitian)))
        update = np.matmul(factors, _conj_if_hermitian(columns, hermitian).swapaxes(1, 2))
    left = w[count:, count:]
    np.subtract(left, update[0], left)
    if hermitian:
        np.einsum("ii->i", left).imag = 0
    w[count:, :count] = factors[0]


#: Up to this number of matrices they are factored one by one.
_MAX_SINGLE_MATRICES = 4
#: Up to this number of columns a single real matrix is factored in Python arithmetic: for five columns in a tenth of numpy's time.
_MAX_PYTHON_COLUMNS = 12


def _factor_in_python(a: Array) -> tuple[Array, Array, Array] | None:
    """The same for one small real matrix of finite numbers, in double precision; None on overflow."""
    try:
        rows, pivots, info = _factor_lists(a)
    except (ZeroDivisionError, OverflowError):
        return None
    return np.array([rows], a.dtype), np.array([pivots], np.int32), np.array([info], np.int32)


def _factor_lists(a: Array) -> tuple[list[list[float]], list[int], int]:
    w: list[list[float]] = a.tolist()
    n, k, info = len(w), 0, 0
    pivots = [0] * n
    while k < n:
        row, count, empty = _choose_pivot_lists(w, k, n)
        pivots[k] = row + 1 if count == 1 else -(row + 1)
        if empty:
            info = info or k + 1
        else:
            _exchange_lists(w, k, k + count - 1, row, n)
            (_eliminate_1x1_lists if count == 1 else _eliminate_2x2_lists)(w, k, n)
        if count == 2:
            pivots[k + 1] = pivots[k]
        k += count
    return [row[:i + 1] + [0.0] * (n - i - 1) for i, row in enumerate(w)], pivots, info


def _choose_pivot_lists(w: list[list[float]], k: int, n: int) -> tuple[int, int, bool]:
    """`_choose_pivots` for the part from column k on; the row is counted in the whole matrix."""
    own = abs(w[k][k])
    if k == n - 1:
        return k, 1, own == 0
    largest, row = -1.0, k
    for i in range(k + 1, n):
        size = abs(w[i][k])
        if size > largest:
            largest, row = size, i
    if own >= _ALPHA * largest:
        return k, 1, own == 0
    other = max([abs(w[row][j] if j <= row else w[j][row]) for j in range(k, n) if j != row])
    if own >= _ALPHA * largest * (largest / other):
        return k, 1, False
    return row, 1 if abs(w[row][row]) >= _ALPHA * other else 2, False


def _exchange_lists(w: list[list[float]], k: int, i: int, j: int, n: int) -> None:
    """Exchange rows and columns i <= j of the part from column k on; only the lower triangle is stored."""
    if i == j:
        return
    whole = [[w[max(r, c)][min(r, c)] for c in range(k, n)] for r in range(k, n)]
    i, j = i - k, j - k
    whole[i], whole[j] = whole[j], whole[i]
    for line in whole:
        line[i], line[j] = line[j], line[i]
    for r, line in enumerate(whole):
        w[r + k][k:r + k + 1] = line[:r + 1]


def _eliminate_1x1_lists(w: list[list[float]], k: int, n: int) -> None:
    head = w[k][k]
    column = [w[i][k] for i in range(k + 1, n)]
    for i, x in enumerate(column, k + 1):
        factor, line = x / head, w[i]
        for j in range(k + 1, i + 1):
            line[j] -= factor * column[j - k - 1]
        line[k] = factor


def _eliminate_2x2_lists(w: list[list[float]], k: int, n: int) -> None:
    side = w[k + 1][k]
    first, second = w[k][k] / side, w[k + 1][k + 1] / side
    scale = 1 / (first * second - 1)
    columns = [(w[i][k], w[i][k + 1]) for i in range(k + 2, n)]
    for i, (x, y) in enumerate(columns, k + 2):
        line = w[i]
        one, two = x * (second / side * scale) - y * (scale / side), y * (first / side * scale) - x * (scale / side)
        for j in range(k + 2, i + 1):
            line[j] -= one * columns[j - k - 2][0] + two * columns[j - k - 2][1]
        line[k], line[k + 1] = one, two


def factor(a: Array, hermitian: bool) -> tuple[Array, Array, Array]:
    """L and D in one matrix, pivots, and the number of the first column of zeros (0: none)."""
    check_matrix(a, "torch.linalg.ldl_factor_ex", half_kernel="ldl_factor_kernel_cpu")
    lead, n = a.shape[:-2], a.shape[-1]
    matrices = a.reshape(math.prod(lead), n, n)
    small = len(matrices) == 1 and n <= _MAX_PYTHON_COLUMNS and a.dtype.kind == "f"
    found = _factor_in_python(matrices[0]) if small and all_finite(a) else None
    hermitian = hermitian and a.dtype.kind == "c"
    if found is None and 0 < len(matrices) <= _MAX_SINGLE_MATRICES and n > 1:
        parts = [_factor_single(m, hermitian) for m in matrices]
        found = np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts]), np.concatenate([p[2] for p in parts])
    out, pivots, info = found or _factor_batch(matrices, hermitian)
    return column_major(out.reshape(a.shape)), pivots.reshape(*lead, n), info.reshape(lead)


def _block_structure(pivots: Array) -> list[list[tuple[int, Any]]]:
    """For each column the sizes of the blocks that start there, with the indices of the matrices of the batch that have them."""
    second, found = np.zeros(len(pivots), np.bool_), []
    for k in range(pivots.shape[1]):
        double = (pivots[:, k] < 0) & ~second
        single = ~(double | second)
        found.append([(size, _batch_index(mask)) for size, mask in ((1, single), (2, double)) if mask.any()])
        second = double
    return found


def _exchange_rows(x: Array, k: int, pivot: Array) -> None:
    other = np.abs(pivot) - 1
    if (other != k).any():
        batch = intp.arange(len(x))
        saved = x[:, k].copy()
        x[:, k] = x[batch, other]
        x[batch, other] = saved


def _forward_step(ld: Array, pivots: Array, x: Array, k: int, count: int, hermitian: bool) -> None:
    """One block's step of the computation of D^-1 L^-1 P x."""
    end = k + count
    _exchange_rows(x, end - 1, pivots[:, k])
    x[:, end:] -= np.matmul(ld[:, end:, k:end], x[:, k:end])
    if count == 1:
        head = ld[:, k, k, None]
        x[:, k] /= head.real if hermitian else head
    else:
        x[:, k:end] = np.matmul(_inverse_2x2(_mirror_lower(ld[:, k:end, k:end], hermitian)), x[:, k:end])


def _backward_step(ld: Array, pivots: Array, x: Array, k: int, count: int, hermitian: bool) -> None:
    """One block's step of the computation of P^T L^-T x."""
    end = k + count
    x[:, k:end] -= np.matmul(_conj_if_hermitian(ld[:, end:, k:end], hermitian).swapaxes(1, 2), x[:, end:])
    _exchange_rows(x, end - 1, pivots[:, k])


@quiet
def solve(ld: Array, pivots: Array, b: Array, hermitian: bool) -> Array:
    """x with A x = b, from the results of `factor` for A."""
    _check_solve(ld, pivots, b)
    hermitian = hermitian and ld.dtype.kind == "c"
    n, lead = ld.shape[-1], np.broadcast_shapes(ld.shape[:-2], b.shape[:-2])
    batch = math.prod(lead)
    out = np.broadcast_to(b, (*lead, *b.shape[-2:])).copy().reshape(batch, n, b.shape[-1])
    ld = np.broadcast_to(ld, (*lead, n, n)).reshape(batch, n, n)
    pivots = np.broadcast_to(pivots, (*lead, n)).reshape(batch, n)
    steps = [(k, count, members) for k, found in enumerate(_block_structure(pivots)) for count, members in found]
    for step, order in ((_forward_step, steps), (_backward_step, reversed(steps))):
        for k, count, members in order:
            x = out[members]
            step(ld[members], pivots[members], x, k, count, hermitian)
            out[members] = x
    return column_major(out.reshape(*lead, n, b.shape[-1]))


def _check_solve(ld: Array, pivots: Array, b: Array) -> None:
    name = "torch.linalg.ldl_solve"
    if ld.dtype.kind not in "fcV":
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {scalar_name(ld.dtype)}")
    check_shape(ld, name)
    if b.ndim < 2:
        raise IndexError("Dimension out of range (expected to be in range of [-1, 0], but got -2)" if b.ndim else
                         "Dimension specified as -2 but tensor has no dimensions")
    if b.dtype != ld.dtype:
        raise RuntimeError(f"Expected b and A to have the same dtype, but found b of type {scalar_name(b.dtype)} and A of type "
                           f"{scalar_name(ld.dtype)} instead.")
    if b.shape[-2] != ld.shape[-1]:
        raise RuntimeError(f"Incompatible matrix sizes for {name}: each A matrix is {ld.shape[-2]} by {ld.shape[-1]} but each b matrix is "
                           f"{b.shape[-2]} by {b.shape[-1]}")
    if pivots.shape != ld.shape[:-1]:
        raise RuntimeError(f"{name}: Expected LD.shape[:-1] and pivots.shape to be the same, but got pivots with shape "
                           f"{list(pivots.shape)} instead")
    if pivots.dtype.kind not in "iu":
        raise RuntimeError(f"{name}: Expected pivots to be integers. Got {scalar_name(pivots.dtype)}")
    if ld.size and ld.dtype.itemsize == 2:
        raise NotImplementedError(f"\"ldl_solve_kernel_cpu\" not implemented for '{scalar_name(ld.dtype)}'")
