"""Hinge losses over classes: with one class per row, and with lists of classes."""
from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from ..core import intp
from ..core.axes import take_along_axis
from ..core.dtypes import scalar_name
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import add_reduce, constants, max_integer, row_slices, row_starts
from ..core.execution.quiet import quiet
from ..core.numbers import check_number_fits
from ..core.undispatched import putmask

Array = np.ndarray[Any, np.dtype[Any]]
_int64 = np.dtype(np.int64)


def _as_rows(a: Array) -> Array:
    """A matrix with one example per row."""
    return a if a.ndim == 2 else a.reshape(1, -1)


def _check_input(a: Array) -> None:
    if a.ndim > 2 or a.ndim and a.shape[-1] == 0:
        raise RuntimeError(f"Expected non-empty vector or matrix with optional 0-dim batch size, but got: {list(a.shape)}")


def _check_floating(a: Array, kernel: str) -> None:
    if a.dtype.char not in "fd":
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{scalar_name(a.dtype)}'")


def _check_target_dtype(target: Array) -> None:
    if target.dtype is not _int64 and target.dtype != _int64:
        raise RuntimeError(f"expected scalar type Long but found {scalar_name(target.dtype)}")


def reduce_losses(losses: Array, reduction: str) -> Array:
    """The mean, the sum, or each loss unchanged."""
    if reduction == "none":
        return losses
    total = add_reduce(losses)
    return np.asarray(np.divide(total, constants(losses.dtype, len(losses))[0]) if reduction == "mean" else total)


def _row_cotangent(g: Array, count: int, reduction: str) -> Array:
    """A column with the cotangent of the loss of each row."""
    return np.broadcast_to(np.asarray(g / count if reduction == "mean" else g, g.dtype).reshape(-1, 1), (count, 1))


# One class per row --------------------------------------------------------------------------------------------------------------------


def check_multi_margin(a: Array, target: Array, weight: Array | None) -> None:
    """The checks of `multi_margin`."""
    _check_input(a)
    rows = _as_rows(a)
    if target.ndim > 1 or target.size != len(rows):
        raise RuntimeError("multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples (batch size). "
                           f"Expected target size [{len(rows)}], but got {list(target.shape)}. Input has shape {list(a.shape)}.")
    if weight is not None and weight.size != rows.shape[1]:
        raise RuntimeError(f"inconsistent weight size, expected {rows.shape[1]} but got {list(weight.shape)}")
    _check_floating(a, "multi_margin_loss_cpu_kernel")
    _check_target_dtype(target)
    if weight is not None and weight.dtype != a.dtype:
        raise RuntimeError(f"expected scalar type {scalar_name(a.dtype)} but found {scalar_name(weight.dtype)}")
    if target.size and max_integer(target.reshape(-1).view(np.uint64)) >= rows.shape[1]:  # negative ones become the largest
        raise RuntimeError("target out of range")


def _margins(rows: Array, y: Array, margin: float) -> Array:
    """margin - x[y] + x[j], 0 where that is not positive (or NaN) and at y itself."""
    if rows.size <= _SMALL_SIZE:  # numpy's broadcasting would take five times as long as an index, and `where` as a mask
        position, zero = np.add(row_starts(rows.shape), y), constants(rows.dtype, 0)[0]
        margins = np.add((margin - rows.ravel()[position])[_row_of_each(rows.shape)], rows)
        putmask(margins, np.logical_not(np.greater(margins, zero)), zero)
        margins.ravel()[position] = zero
        return margins
    index = intp.arange(len(rows))
    margins = margin - rows[index, y][:, None] + rows
    margins = np.where(margins > 0, margins, rows.dtype.type(0))
    margins[index, y] = 0
    return margins


#: Up to this number of elements the time is that of numpy's calls.
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 1024)


@lru_cache(maxsize=64)
def _row_of_each(shape: tuple[int, int]) -> Array:
    """For each element of a matrix of this shape the index of its row."""
    found: Array = intp.indices(shape)[0]
    return found


@quiet
def multi_margin(a: Array, target: Array, weight: Array | None, p: int, margin: float, reduction: str) -> Array:
    """The mean over classes of max(0, margin - x[target] + x[j]) ** p, where j are the other classes."""
    check_multi_margin(a, target, weight)
    rows, y = _as_rows(a), target.reshape(-1)
    margins = _margins(rows, y, check_number_fits(margin, a.dtype))
    margins = margins if p == 1 else margins * margins
    losses = add_reduce(margins if weight is None else margins * weight[y][:, None], 1)
    losses = np.divide(losses, constants(rows.dtype, rows.shape[1])[0], losses)
    return reduce_losses(losses if target.ndim or reduction != "none" else losses.reshape(()), reduction)


@quiet
def multi_margin_backward(g: Array, a: Array, target: Array, weight: Array | None, p: int, margin: float, reduction: str) -> Array:
    """The gradient of `multi_margin` in its input."""
    rows, y = _as_rows(a), target.reshape(-1)
    margins = _margins(rows, y, margin)
    slope = (margins > 0).astype(a.dtype) if p == 1 else 2 * margins
    if weight is not None:
        slope = slope * weight[y][:, None]
    slope = slope * (_row_cotangent(g, len(rows), reduction) / a.dtype.type(rows.shape[1]))
    slope[intp.arange(len(rows)), y] = 0 - add_reduce(slope, 1)
    return np.ascontiguousarray(slope).reshape(a.shape)


# Lists of classes ---------------------------------------------------------------------------------------------------------------------


def check_multilabel_margin(a: Array, target: Array) -> None:
    """The checks of `multilabel_margin`."""
    _check_input(a)
    if target.shape != a.shape and not (a.size == 1 == target.size and a.ndim < 2):
        raise RuntimeError(f"inconsistent target size: {list(target.shape)} for input of size: {list(a.shape)}")
    _check_floating(a, "multilabel_margin_loss_forward_out_frame")
    if target.dtype.kind == "c":
        raise NotImplementedError(f"\"min_all\" not implemented for '{scalar_name(target.dtype)}'")
    classes = a.shape[-1] if a.ndim else 1
    if target.size and (max_integer(np.add(target, 1).view(np.uint64)) > classes if target.dtype is _int64 and target.ndim else
                        target.min() < -1 or target.max() >= classes):  # as above
        raise RuntimeError("argument #2 'target' is out of range")
    _check_target_dtype(target)


def _listed_classes(target: Array) -> tuple[Array, Array, Array]:
    """The mask of valid entries in rows of the target (those before the first -1), their classes, and the mask of listed classes."""
    listed = np.logical_and.accumulate(target >= 0, axis=1)
    classes = np.where(listed, target, 0)
    is_listed = np.zeros(target.shape, bool)
    rows, columns = intp.nonzero(listed)
    is_listed[rows, target[rows, columns]] = True
    return listed, classes, is_listed


#: Pairs of classes whose hinges are computed at a time.
_PAIR_BLOCK = block_size(__name__, "_PAIR_BLOCK", 1 << 17)


def _hinge_blocks(rows: Array, target: Array) -> Iterator[tuple[slice, Array, Array]]:
    """By blocks of rows, 1 - x[class] + x[j] for every listed class (middle dimension) and every unlisted j, else 0; and the classes."""
    for part in row_slices(len(rows), rows.shape[1] ** 2, _PAIR_BLOCK):
        nonempty = rows[part]
        listed, classes, is_listed = _listed_classes(target[part])
        margins = 1 - take_along_axis(nonempty, classes, 1)[:, :, None] + nonempty[:, None, :]
        margins[~((margins > 0) & listed[:, :, None] & ~is_listed[:, None, :])] = 0
        yield part, margins, classes


@quiet
def multilabel_margin(a: Array, target: Array, reduction: str) -> Array:
    """The sum of max(0, 1 - x[class] + x[j]) over all listed classes and all unlisted j, divided by the number of classes."""
    check_multilabel_margin(a, target)
    rows = _as_rows(a)
    losses = np.empty(len(rows), a.dtype)
    for part, margins, _ in _hinge_blocks(rows, target.reshape(rows.shape)):
        losses[part] = margins.sum((1, 2))
    losses /= rows.dtype.type(rows.shape[1])
    return reduce_losses(losses if a.ndim == 2 or reduction != "none" else losses.reshape(()), reduction)


@quiet
def multilabel_margin_backward(g: Array, a: Array, target: Array, reduction: str) -> Array:
    """The gradient of `multilabel_margin` in its input."""
    rows = _as_rows(a)
    out = np.empty(rows.shape, a.dtype)
    for part, margins, classes in _hinge_blocks(rows, target.reshape(rows.shape)):
        active = margins > 0
        own = out[part]
        own[...] = add_reduce(active, 1, a.dtype)
        np.subtract.at(own, (intp.arange(len(own))[:, None], classes), add_reduce(active, 2, a.dtype))
    out *= _row_cotangent(g, len(rows), reduction) / a.dtype.type(rows.shape[1])
    return out.reshape(a.shape)
