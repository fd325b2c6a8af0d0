"""Jacobians by finite differences, by backward and by forward mode, which `gradcheck` compares.

A Jacobian is an ndarray with a row per element of the input and a column per element of the output, as PyTorch prints it.  For a
complex input, a row computed by backward is d/d(re) + i d/d(im) of a real output: the convention of PyTorch's gradients.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..._array.core import intp
from ..._array.core.conjugate import Pending, apply_flags
from ..._array.core.meta import NO_ITEM
from ..._array.random.draws import uniform
from ..._array.random.mt19937 import Stream
from ..._array.sparse.coo import Sparse, coalesce, from_dense_with_zeros, is_coo
from ..._array.sparse.coo import to_dense as coo_to_dense
from ..._bindings.tensor.tensor import Tensor
from ..._dispatch.call.caller import wrap
from ..._dispatch.dtype import of
from ..._dispatch.levels.lifting import array_values
from ..._dispatch.size import Size
from ..._dispatch.tensor import is_meta_tensor, wrap_as
from ..._engine.backward import grad
from .. import forward_ad

Array = np.ndarray[Any, Any]
Function = Callable[..., Any]


class DifferenceQuotients(NamedTuple):
    """Difference quotients of every output along the real and (complex inputs only) the imaginary axis of one input."""

    real: list[Array]
    imag: list[Array] | None

    def part(self, part: str) -> list[Array]:
        """Backward's Jacobians of the real or imaginary parts of the outputs (`part` as in `PARTS`)."""
        take = PARTS[part]
        if self.imag is None:
            return [take(q) for q in self.real]
        return [take(re) + 1j * take(im) for re, im in zip(self.real, self.imag, strict=True)]


#: The compared parts of a complex output: never the whole, because backward differentiates real functions.
PARTS: dict[str, Callable[[Array], Array]] = {"": np.real, "real": np.real, "imaginary": np.imag}


def as_tuple(value: Any) -> Any:
    """A tensor as a 1-tuple, a sequence as a tuple. Anything else fails later, as in PyTorch."""
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def is_differentiable(x: Any) -> bool:
    """Whether `x` is a tensor of floating or complex dtype."""
    return isinstance(x, Tensor) and x._array.dtype.kind in "fcV"


def differentiable_outputs(result: Any) -> tuple[Any, ...]:
    """The outputs that are differentiable."""
    return tuple(o for o in as_tuple(result) if o.requires_grad)


def copy_values(result: Any) -> list[Array]:
    """Copies of the values of all outputs, also of non-differentiable ones."""
    return [array_values(o._array).copy() for o in as_tuple(result)]


def to_dense(array: Any) -> Array:
    """Convert an array of any layout to an ndarray."""
    if not isinstance(array, Sparse) or is_coo(array):
        return coo_to_dense(array)
    from ..._array.sparse import compressed

    return np.asarray(compressed.to_dense(array))


def random_unit_vector(draw: Stream, array: Any) -> Array:
    """A random unit vector without negative entries, which could cancel errors; for a sparse input, along its stored elements."""
    drawn = array.values if isinstance(array, Sparse) else array
    vector = uniform(draw, drawn.size, np.dtype(np.float32)).reshape(drawn.shape).astype(np.empty(0, drawn.dtype).real.dtype)
    vector = np.asarray(vector / (np.linalg.norm(vector) or 1.0))
    return to_dense(array.with_values(vector)) if isinstance(array, Sparse) else vector


# Numerical ---------------------------------------------------------------------------------------------------------------------------


def difference_quotients(func: Function, args: Sequence[Any], position: int, eps: float, masked: bool = False) -> DifferenceQuotients:
    """Central differences for every element of input `position`; with `masked`, only for stored elements of a sparse one."""
    array = args[position]._array
    if is_meta_tensor(args[position]):
        raise RuntimeError(NO_ITEM)
    if not isinstance(eps, (int, float, np.number)):
        args[position] - eps  # raises if `eps` is not a number
        eps = float(eps)
    if isinstance(array, Sparse):
        outs = copy_values(func(*args))
        found = [_check_output_sizes(_jacobians_along_stored(func, args, position, eps * axis, eps, masked), outs)
                 for axis in _perturbation_axes(array)]
        return DifferenceQuotients(found[0], found[1] if len(found) > 1 else None)
    along = [_jacobians_along_axis(func, args, array, eps * axis, eps) for axis in _perturbation_axes(array)]
    return DifferenceQuotients(along[0], along[1] if len(along) > 1 else None)


def _perturbation_axes(array: Any) -> tuple[complex, ...]:
    return (1.0, 1j) if array.dtype.kind == "c" else (1.0,)


def _jacobians_along_axis(func: Function, args: Sequence[Any], array: Array, step: complex, eps: float) -> list[Array]:
    rows = [_central_difference(func, args, array, index, step, eps) for index in np.ndindex(array.shape)]
    if not rows:
        return [np.zeros((0, v.size), v.dtype) for v in copy_values(func(*args))]
    return [np.stack([r.reshape(-1) for r in column]) for column in zip(*rows, strict=True)]


def _jacobians_along_stored(func: Function, args: Sequence[Any], position: int, step: complex, eps: float, masked: bool) -> list[Array]:
    """The rows of a sparse input; with `masked`, zeros for elements that are not stored."""
    moved_args, stored = _copy_sparse_argument(args, position, masked)
    values, size, places = stored.values, stored.size, _flat_indices(stored)
    found = [np.zeros((size, v.size), np.result_type(v.dtype, np.float64)) for v in copy_values(func(*moved_args))]
    for index in np.ndindex(values.shape):
        for rows, row in zip(found, _central_difference(func, moved_args, values, index, step, eps), strict=True):
            rows[places[index]] = row.reshape(-1)
    return found


def _check_output_sizes(jacobians: list[Array], outs: list[Array]) -> list[Array]:
    """Return the Jacobians unless storing more elements of the input changed the size of an output."""
    for rows, out in zip(jacobians, outs, strict=True):
        if rows.shape[1] != out.size:
            raise RuntimeError(f"The expanded size of the tensor ({out.size}) must match the existing size ({rows.shape[1]}) at "
                               f"non-singleton dimension 0. Target sizes: [{out.size}]. Tensor sizes: [{rows.shape[1]}]")
    return jacobians


def _flat_indices(stored: Any) -> Array:
    """The flat index of each stored value."""
    count = stored.values.size
    numbers = to_dense(stored.with_values(intp.arange(1, count + 1).reshape(stored.values.shape))).reshape(-1)
    found = np.zeros(count, np.int64)
    indices = intp.flatnonzero(numbers)
    found[numbers[indices] - 1] = indices
    return found.reshape(stored.values.shape)


def _copy_sparse_argument(args: Sequence[Any], position: int, masked: bool) -> tuple[list[Any], Any]:
    """The arguments with the sparse one at `position` copied, with all elements stored unless `masked`; and the array of that copy."""
    x = args[position]
    stored = coalesce(x._array) if is_coo(x._array) else x._array
    if not masked:
        stored = store_all_elements(stored)
    copied = stored.with_values(stored.values.copy())
    return [wrap_as(type(x), copied) if i == position else a for i, a in enumerate(args)], copied


def store_all_elements(stored: Any) -> Any:
    """The same sparse array with zeros stored explicitly."""
    dense = to_dense(stored)
    if is_coo(stored):
        return from_dense_with_zeros(dense, len(stored.indices))
    from ..._array.sparse.compressed import compress

    full = compress(np.ones(dense.shape, dense.dtype), stored.form, stored.block or None, stored.dense_dim)
    return full.with_values(dense.reshape(-1)[_flat_indices(full)])


def _central_difference(func: Function, args: Sequence[Any], array: Any, index: Any, step: Any, eps: float) -> list[Array]:
    """(f(x + step) - f(x - step)) / 2 eps; x is changed in its own memory and restored, so that `func` sees the same tensor."""
    if array.__class__ is Pending:
        array, step = array.raw, apply_flags(np.asarray(step), array.conjugated, array.negated)
    value = array[index].copy()
    try:
        array[index] = value - step
        below = copy_values(func(*args))
        array[index] = value + step
        above = copy_values(func(*args))
    finally:
        array[index] = value
    _check_same_outputs(below, above, f" on index {index}" if index is not ... else "", eps)
    with np.errstate(invalid="ignore", divide="ignore"):  # `eps` may be zero
        return [_quotient(_difference(a, b), 2 * eps) for a, b in zip(above, below, strict=True)]


def _check_same_outputs(below: list[Array], above: list[Array], where: str, eps: float) -> None:
    """Refuse outputs whose number, shape or dtype depends on the perturbation."""
    if len(below) != len(above):
        raise IndexError(f"list index out of range: expected `func` to return as many outputs when inputs are perturbed{where} by {eps}, "
                         f"but got: {len(below)} and {len(above)}")
    for a, b in zip(below, above, strict=True):
        if a.shape != b.shape:
            raise AssertionError(f"Expected `func` to return outputs with the same shape when inputs are perturbed{where} by {eps}, but "
                                 f"got: shapes {Size(a.shape)} and {Size(b.shape)}.")
        if a.dtype != b.dtype:
            raise AssertionError(f"Expected `func` to return outputs with the same dtype when inputs are perturbed{where} by {eps}, but "
                                 f"got: dtypes {of(a.dtype)} and {of(b.dtype)}.")


def _quotient(difference: Array, step: float) -> Array:
    found = difference / step
    return found.astype(difference.dtype) if difference.dtype.kind == "V" else found  # in numpy, bfloat16 combined with a scalar is float32


def _difference(above: Array, below: Array) -> Array:
    if above.dtype.kind == "b":
        raise RuntimeError("Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator "
                           "instead.")
    return above - below


def directional_quotients(func: Function, args: Sequence[Any], position: int, direction: Array, eps: float) -> list[Array]:
    """The difference quotients of every output along one direction of input `position`."""
    array, eps = args[position]._array, eps if isinstance(eps, (int, float)) or eps is None else float(eps)
    if isinstance(array, Sparse):
        moved_args, stored = _copy_sparse_argument(args, position, True)
        return _central_difference(func, moved_args, stored.values, ..., direction.reshape(-1)[_flat_indices(stored)] * eps, eps)
    return _central_difference(func, args, array, ..., direction * eps, eps)


# Reverse mode ------------------------------------------------------------------------------------------------------------------------


def pull_back(out: Any, inputs: Sequence[Any], cotangent: Array) -> list[Array | None]:
    """The flat gradients of `inputs` for one cotangent of `out`; None for unreachable inputs."""
    found = grad(out, list(inputs), wrap(cotangent), retain_graph=True, allow_unused=True)
    return [None if g is None else to_dense(array_values(g._array)) for g in found]


def reverse_jacobians(out: Any, inputs: Sequence[Any], part: str) -> list[Array]:
    """The Jacobians of one output, by one backward per element."""
    unit = 1j if part == "imaginary" else 1
    columns: list[list[Array]] = [[] for _ in inputs]
    for index in np.ndindex(out._array.shape):
        cotangent = np.zeros(out._array.shape, out._array.dtype)
        cotangent[index] = unit
        for column, g, x in zip(columns, pull_back(out, inputs, cotangent), inputs, strict=True):
            column.append(np.zeros(x._array.size, x._array.dtype) if g is None else g.reshape(-1))
    return [np.stack(c, axis=1) if c else np.zeros((x._array.size, 0)) for c, x in zip(columns, inputs, strict=True)]


# Forward mode ------------------------------------------------------------------------------------------------------------------------


def push_forward(func: Function, args: Sequence[Any], tangents: dict[int, Array]) -> list[Array]:
    """The tangents of the outputs (zeros if missing) for the inputs' tangents, given by position."""
    with forward_ad.dual_level():
        duals = [forward_ad.make_dual(x, wrap(tangents[i])) if i in tangents else x for i, x in enumerate(args)]
        found = []
        for o in as_tuple(func(*duals)):
            tangent = forward_ad.unpack_dual(o).tangent if is_differentiable(o) else None
            found.append(np.zeros(o._array.shape, o._array.dtype) if tangent is None else array_values(tangent._array).copy())
    return found


def push_forward_one(func: Function, args: Sequence[Any], positions: Sequence[int], position: int, tangent: Array) -> list[Array]:
    """The tangents of the outputs for a tangent of one input; the others at `positions` have zero tangents."""
    zeros = {i: np.zeros(args[i]._array.shape, args[i]._array.dtype) for i in positions}
    return push_forward(func, args, {**zeros, position: tangent})


def forward_jacobians(func: Function, args: Sequence[Any], positions: Sequence[int], position: int, axis: complex) -> list[Array]:
    """The Jacobian of every output along one axis of input `position`, by one forward pass per element."""
    array = args[position]._array
    rows = []
    for index in np.ndindex(array.shape):
        tangent = np.zeros(array.shape, array.dtype)
        tangent[index] = axis
        rows.append([t.reshape(-1) for t in push_forward_one(func, args, positions, position, tangent)])
    if not rows:
        return [np.zeros((0, v.size), v.dtype) for v in copy_values(func(*args))]
    return [np.stack(column) for column in zip(*rows, strict=True)]
