"""Derivatives checked against finite differences. https://docs.pytorch.org/docs/stable/gradcheck.html

Complex numbers are checked as pairs of real ones: a row of the Jacobian per real coordinate of an output, a column per real
coordinate of an input, under the pairing Re(conj(a) b) that PyTorch's gradients of complex tensors are defined by.
"""
from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from .._bindings.tensor import Tensor
from .._dispatch.call import wrap
from .._dispatch.unsupported import UnsupportedError
from . import forward_ad
from .backward import grad

Array = np.ndarray[Any, Any]


class GradcheckError(RuntimeError):
    """A derivative is wrong; raised by `gradcheck` and `gradgradcheck`."""


class _Tolerances(NamedTuple):
    eps: float
    atol: float
    rtol: float
    nondet: float


def gradcheck(
    func: Callable[..., Any], inputs: Any, *, eps: float = 1e-6, atol: float = 1e-5, rtol: float = 1e-3, raise_exception: bool = True,
    nondet_tol: float = 0.0, check_undefined_grad: bool = True, check_grad_dtypes: bool = False, check_batched_grad: bool = False,
    check_batched_forward_grad: bool = False, check_forward_ad: bool = False, check_backward_ad: bool = True, fast_mode: bool = False,
    masked: bool | None = None,
) -> bool:
    """Whether the derivatives of `func` at `inputs` (float64 or complex128, some requiring gradients) agree with finite differences.

    Returns True, or raises GradcheckError saying which Jacobian is wrong (False instead when not `raise_exception`).  ValueError
    if no input requires a gradient.  `fast_mode` runs the full check here too, which is stricter than PyTorch's sketch of it;
    `masked` concerns sparse inputs only.
    """
    if not (check_forward_ad or check_backward_ad):
        raise AssertionError("Expected at least one of check_forward_ad or check_backward_ad to be True")
    if check_batched_grad and not check_backward_ad:
        raise AssertionError("Setting check_batched_grad=True requires check_backward_ad to be True")
    if check_batched_forward_grad and not check_forward_ad:
        raise AssertionError("Setting check_batched_forward_grad=True requires check_forward_ad to be True")
    if check_batched_grad or check_batched_forward_grad:
        raise UnsupportedError("torch.autograd.gradcheck(check_batched_grad=True)")
    tolerances = _Tolerances(eps, atol, rtol, nondet_tol)
    try:
        _check(func, _as_tuple(inputs), tolerances, forward=check_forward_ad, backward=check_backward_ad,
               undefined=check_undefined_grad, dtypes=check_grad_dtypes)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def gradgradcheck(
    func: Callable[..., Any], inputs: Any, grad_outputs: Any = None, *, eps: float = 1e-6, atol: float = 1e-5, rtol: float = 1e-3,
    gen_non_contig_grad_outputs: bool = False, raise_exception: bool = True, nondet_tol: float = 0.0, check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False, check_batched_grad: bool = False, check_fwd_over_rev: bool = False, check_rev_over_rev: bool = True,
    fast_mode: bool = False, masked: bool = False,
) -> bool:
    """Whether second derivatives agree with finite differences of first ones.

    The gradient of `func` is itself checked as a function of `inputs` and of `grad_outputs` (random by default), in reverse over
    reverse and, with `check_fwd_over_rev`, forward over reverse.  Raises as `gradcheck` does.
    """
    if not (check_fwd_over_rev or check_rev_over_rev):
        raise AssertionError("Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True")
    args = _as_tuple(inputs)
    cotangents = _random_cotangents(func, args, gen_non_contig_grad_outputs) if grad_outputs is None else _as_tuple(grad_outputs)
    count = len(cotangents)

    def gradient(*both: Any) -> Any:
        primals = [x.view_as(x) if _is_differentiable(x) and x.requires_grad else x for x in both[:-count]]
        wanted = [x for x in primals if _is_differentiable(x) and x.requires_grad]
        outs = _differentiable_outputs(func(*primals))
        found = grad(outs, wanted, both[-count:], create_graph=True, allow_unused=True)
        return tuple(g for g in found if g is not None)

    return gradcheck(gradient, (*args, *cotangents), eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception,
                     nondet_tol=nondet_tol, check_undefined_grad=check_undefined_grad, check_grad_dtypes=check_grad_dtypes,
                     check_batched_grad=check_batched_grad, check_forward_ad=check_fwd_over_rev, check_backward_ad=check_rev_over_rev,
                     fast_mode=fast_mode, masked=masked)


def _check(func: Callable[..., Any], args: tuple[Any, ...], tol: _Tolerances, *, forward: bool, backward: bool, undefined: bool,
           dtypes: bool) -> None:
    _check_inputs(args)
    outs = _differentiable_outputs(func(*args), keep_constant=forward)
    _check_outputs(outs)
    chosen = [i for i, x in enumerate(args) if _is_differentiable(x) and x.requires_grad]
    if not any(o.requires_grad for o in outs):
        _check_constant(func, args, chosen, tol)
        return
    numerical = {i: _numerical(func, args, i, tol.eps, forward) for i in chosen}
    if forward:
        for i in chosen:
            _compare_all(numerical[i], _by_tangents(func, args, i, outs), i, tol, " in forward mode")
    if backward:
        _check_backward(func, args, chosen, numerical, tol, undefined, dtypes)


def _check_inputs(args: tuple[Any, ...]) -> None:
    if not any(isinstance(x, Tensor) and x.requires_grad for x in args):
        raise ValueError("gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True.")
    for i, x in enumerate(args):
        if not (isinstance(x, Tensor) and x.requires_grad):
            continue
        if x.array.dtype.name not in ("float64", "complex128"):
            warnings.warn(f"Input #{i} requires gradient and is not a double precision floating point or complex. This check will "
                          "likely fail if all the inputs are not of double precision floating point or complex. ", stacklevel=4)
        if any(stride == 0 and size > 1 for stride, size in zip(x.array.strides, x.array.shape)):
            raise RuntimeError(f"The {i}th input has a dimension with stride 0. gradcheck only supports inputs that are non-overlapping "
                               "to be able to compute the numerical gradients correctly. You should call .contiguous on the input "
                               "before passing it to gradcheck.")


def _check_outputs(outs: Sequence[Any]) -> None:
    if any(getattr(o, "is_sparse", False) for o in outs):
        raise ValueError("Sparse output is not supported at gradcheck yet. Please call to_dense(masked_grad=...) on the output of fn for "
                         "gradcheck.")


def _check_constant(func: Callable[..., Any], args: tuple[Any, ...], chosen: list[int], tol: _Tolerances) -> None:
    """A function whose outputs require no gradient must not depend on its inputs."""
    for i in chosen:
        for jacobian in _numerical(func, args, i, tol.eps, True):
            if not np.allclose(jacobian, 0, rtol=tol.rtol, atol=tol.atol):
                raise GradcheckError("Numerical gradient for function expected to be zero")


# Jacobians: lists of arrays (real coordinates of an output, real coordinates of the input) ---------------------------------------------


def _numerical(func: Callable[..., Any], args: tuple[Any, ...], position: int, eps: float, keep_constant: bool) -> list[Array]:
    """Central differences, written into the input's memory and taken back: what the function sees is the same tensor."""
    array = args[position].array
    directions = (eps, eps * 1j) if array.dtype.kind == "c" else (eps,)
    columns: list[list[Array]] = []
    for index in np.ndindex(array.shape):
        for step in directions:
            value = array[index]
            array[index] = value + step
            above = _coordinates_of(func(*args), keep_constant)
            array[index] = value - step
            below = _coordinates_of(func(*args), keep_constant)
            array[index] = value
            columns.append([(a - b) / (2 * eps) for a, b in zip(above, below, strict=True)])
    if not columns:
        return [np.zeros((c.size, 0)) for c in _coordinates_of(func(*args), keep_constant)]
    return [np.stack(column, axis=1) for column in zip(*columns, strict=True)]


def _coordinates_of(result: Any, keep_constant: bool) -> list[Array]:
    return [_coordinates(o.array).copy() for o in _differentiable_outputs(result, keep_constant)]


def _coordinates(array: Array) -> Array:
    """The real coordinates of an array, flat: real and imaginary parts side by side."""
    if array.dtype.kind == "c":
        return np.stack((array.real, array.imag), axis=-1).reshape(-1)
    return array.astype(np.float64).reshape(-1)


def _basis(array: Array) -> list[Array]:
    """The unit vectors of an array's space, one per real coordinate."""
    found = []
    for index in np.ndindex(array.shape):
        for unit in (1, 1j) if array.dtype.kind == "c" else (1,):
            vector = np.zeros(array.shape, array.dtype)
            vector[index] = unit
            found.append(vector)
    return found


def _by_tangents(func: Callable[..., Any], args: tuple[Any, ...], position: int, outs: Sequence[Any]) -> list[Array]:
    """The Jacobians in forward mode, a column per tangent."""
    columns: list[list[Array]] = []
    for vector in _basis(args[position].array):
        with forward_ad.dual_level():
            dual = forward_ad.make_dual(args[position], wrap(vector))
            found = _differentiable_outputs(func(*args[:position], dual, *args[position + 1:]), True)
            tangents = [forward_ad.unpack_dual(o).tangent for o in found]
        columns.append([np.zeros(_coordinates(o.array).size) if t is None else _coordinates(_checked_tangent(t, o))
                        for t, o in zip(tangents, outs, strict=True)])
    if not columns:
        return [np.zeros((_coordinates(o.array).size, 0)) for o in outs]
    return [np.stack(column, axis=1) for column in zip(*columns, strict=True)]


def _checked_tangent(tangent: Any, out: Any) -> Array:
    if tangent.array.shape != out.array.shape or tangent.array.dtype != out.array.dtype:
        raise GradcheckError(f"Forward mode: the tangent has shape {list(tangent.array.shape)} and type {tangent.dtype}, the output "
                             f"{list(out.array.shape)} and {out.dtype}")
    return tangent.detach().resolve_conj().array if hasattr(tangent, "resolve_conj") else tangent.array


def _by_cotangents(args: tuple[Any, ...], chosen: list[int], out: Any, dtypes: bool) -> dict[int, Array]:
    """One output's Jacobians in reverse mode, a row per cotangent."""
    rows: dict[int, list[Array]] = {i: [] for i in chosen}
    wanted = [args[i] for i in chosen]
    for vector in _basis(out.array):
        grads = grad(out, wanted, wrap(vector), retain_graph=True, allow_unused=True)
        for i, g in zip(chosen, grads, strict=True):
            rows[i].append(_checked_gradient(g, args[i], dtypes))
    return {i: np.stack(rows[i]) if rows[i] else np.zeros((0, _coordinates(args[i].array).size)) for i in chosen}


def _checked_gradient(g: Any, x: Any, dtypes: bool) -> Array:
    if g is None:
        return np.zeros(_coordinates(x.array).size)
    if g.array.shape != x.array.shape:
        raise GradcheckError("Analytical gradient has incorrect size")
    if dtypes and g.array.dtype != x.array.dtype:
        raise GradcheckError("Analytical gradient has dtype mismatch")
    # A gradient of the wrong kind shows in the comparison, so that it must have the coordinates of the input.
    return _coordinates(g.array.astype(x.array.dtype) if x.array.dtype.kind == "c" else g.array)


def _check_backward(func: Callable[..., Any], args: tuple[Any, ...], chosen: list[int], numerical: dict[int, list[Array]],
                    tol: _Tolerances, undefined: bool, dtypes: bool) -> None:
    outs = _differentiable_outputs(func(*args))
    positions = [k for k, o in enumerate(_differentiable_outputs(func(*args), True)) if o.requires_grad]
    for k, out in enumerate(outs):
        analytical = _by_cotangents(args, chosen, out, dtypes)
        again = _by_cotangents(args, chosen, out, dtypes)
        for i in chosen:
            column = numerical[i][k] if len(numerical[i]) == len(outs) else numerical[i][positions[k]]
            _compare(column, analytical[i], k, i, tol, "")
            if not np.allclose(analytical[i], again[i], rtol=0, atol=tol.nondet):
                raise GradcheckError(
                    "Backward is not reentrant, i.e., running backward with same input and grad_output multiple times gives different "
                    "values, although analytical gradient matches numerical gradient.The tolerance for nondeterminism was "
                    f"{tol.nondet}.")
    _check_multiplied_by_cotangent(outs, [args[i] for i in chosen])
    if undefined:
        _check_undefined(func, args, chosen)


def _compare_all(numerical: list[Array], analytical: list[Array], position: int, tol: _Tolerances, mode: str) -> None:
    for k, (n, a) in enumerate(zip(numerical, analytical, strict=True)):
        _compare(n, a, k, position, tol, mode)


def _compare(numerical: Array, analytical: Array, output: int, position: int, tol: _Tolerances, mode: str) -> None:
    if not np.allclose(analytical, numerical, rtol=tol.rtol, atol=tol.atol, equal_nan=True):
        raise GradcheckError(f"Jacobian{' computed with forward mode' if mode else ''} mismatch for output {output} with respect to input "
                             f"{position},\nnumerical:{numerical.T}\nanalytical:{analytical.T}\n")


def _check_multiplied_by_cotangent(outs: Sequence[Any], wanted: Sequence[Any]) -> None:
    zeros = [wrap(np.zeros_like(o.array)) for o in outs]
    if any(g is not None and not (g.array == 0).all() for g in grad(list(outs), list(wanted), zeros, retain_graph=True, allow_unused=True)):
        raise GradcheckError("backward not multiplied by grad_output")


def _check_undefined(func: Callable[..., Any], args: tuple[Any, ...], chosen: list[int]) -> None:
    """Backward must cope with outputs that receive no cotangent: none at all, and each alone."""
    outs = _differentiable_outputs(func(*args))
    wanted = [args[i] for i in chosen]
    for skipped in range(len(outs) if len(outs) > 1 else 0):
        others = [o for k, o in enumerate(outs) if k != skipped]
        try:
            grad(others, wanted, [wrap(np.zeros_like(o.array)) for o in others], retain_graph=True, allow_unused=True)
        except RuntimeError as error:
            raise GradcheckError("Expected backward function to handle undefined output grads. Please look at 'Notes about undefined "
                                 "output gradients' in 'tools/autograd/derivatives.yaml'") from error


# Arguments and outputs ---------------------------------------------------------------------------------------------------------------


def _as_tuple(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def _is_differentiable(x: Any) -> bool:
    return isinstance(x, Tensor) and x.array.dtype.kind in "fc"


def _differentiable_outputs(result: Any, keep_constant: bool = False) -> tuple[Any, ...]:
    """The outputs that have a derivative; with `keep_constant` also those of float type that require none."""
    return tuple(o for o in _as_tuple(result) if _is_differentiable(o) and (keep_constant or o.requires_grad))


def _random_cotangents(func: Callable[..., Any], args: tuple[Any, ...], noncontiguous: bool) -> tuple[Any, ...]:
    from .._bindings.functions import randn

    found = []
    for out in _differentiable_outputs(func(*args)):
        g = randn(*out.shape, dtype=out.dtype)
        if noncontiguous:
            g = _noncontiguous(g)
        found.append(g.requires_grad_())
    return tuple(found)


def _noncontiguous(g: Any) -> Any:
    wide = np.zeros((*g.array.shape, 2), g.array.dtype)
    wide[..., 0] = g.array
    return wrap(wide[..., 0])


__all__ = ["GradcheckError", "gradcheck", "gradgradcheck"]
