"""How `gradcheck` works."""
from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from .._array.sparse import Sparse, is_coo, mask, to_dense
from .._bindings.tensor import Tensor
from .._dispatch.call import wrap
from .._dispatch.lifting import values_at
from .._dispatch.unsupported import UnsupportedError
from .._engine.backward import grad
from ._gradcheck_errors import GradcheckError, mismatch, nondeterministic
from ._gradcheck_extras import check_batched_backward, check_batched_forward, check_undefined_backward, check_undefined_forward
from ._jacobians import (
    Array,
    Quotients,
    as_tuple,
    by_cotangents,
    by_tangents,
    differentiable_outputs,
    directional,
    is_differentiable,
    pull_back,
    push_one,
    quotients,
)


def gradient_of(func: Callable[..., Any], count: int) -> Callable[..., Any]:
    """The gradient of `func`, as a function of its arguments and of `count` cotangents."""
    def gradient(*both: Any) -> Any:
        primals = both[:len(both) - count]
        wanted = [x for x in primals if is_differentiable(x) and x.requires_grad]
        outs = differentiable_outputs(func(*primals))
        found = grad(outs, wanted, both[len(both) - count:], create_graph=True, allow_unused=True)
        return tuple(g for g in found if g is not None)

    return gradient


def random_cotangents(func: Callable[..., Any], args: tuple[Any, ...], noncontiguous: bool) -> tuple[Any, ...]:
    """Cotangents for the outputs of `func(*args)`."""
    from .._bindings.functions import randn

    found = []
    for out in differentiable_outputs(func(*args)):
        g = randn(out.shape, dtype=out.dtype)
        if noncontiguous:
            wide = np.zeros((*g._array.shape, 2), g._array.dtype)
            wide[..., 0] = values_at(g._array)
            g = wrap(wide[..., 0])
        found.append(g.requires_grad_())
    return tuple(found)


class Tolerances(NamedTuple):
    """The step of the difference quotients, and how closely they must be met."""

    eps: float
    atol: float
    rtol: float
    nondet: float


class Wanted(NamedTuple):
    """What is checked."""

    forward: bool
    backward: bool
    undefined: bool
    dtypes: bool
    batched: bool
    batched_forward: bool
    masked: bool


class Check:
    """One run of `gradcheck`: the function, where it is checked, how closely, and what is checked beyond the Jacobians."""

    def __init__(self, func: Callable[..., Any], args: tuple[Any, ...], tolerances: Tolerances, checks: Wanted) -> None:
        self.func, self.args = func, args
        self.tolerances, self.checks = tolerances, checks
        self.eps = tolerances.eps

    def run(self, fast: bool) -> None:
        """Raise GradcheckError if anything is wrong."""
        _check_inputs(self.args)
        results = as_tuple(self.func(*self.args))
        if any(isinstance(o, Tensor) and is_coo(o._array) for o in results):
            raise ValueError("Sparse output is not supported at gradcheck yet. Please call to_dense(masked_grad=...) on the output of fn "
                             "for gradcheck.")
        self.positions = [i for i, x in enumerate(self.args) if is_differentiable(x) and x.requires_grad]
        self.wanted = [self.args[i] for i in self.positions]
        self.outs = differentiable_outputs(results)
        self.chosen = [k for k, o in enumerate(results) if o.requires_grad]
        if not self.outs:
            self._check_constant([fast or is_differentiable(r) for r in results])
            return
        if fast:
            self._check_along_vectors()
        else:
            self._check_entries()
        self._check_the_rest()

    def _check_the_rest(self) -> None:
        if self.checks.forward and self.checks.undefined:
            check_undefined_forward(self.func, self.args, self.positions)
        if self.checks.batched_forward:
            check_batched_forward(self.func, self.args, self.positions)
        if not self.checks.backward:
            return
        if self.checks.batched:
            for k, out in enumerate(self.outs):
                check_batched_backward(out, self.wanted, k)
        self._check_multiplied()
        if self.checks.undefined:
            check_undefined_backward(self.func, self.args, self.wanted)

    def _check_constant(self, checked: list[bool]) -> None:
        """A function whose outputs require no gradient must not depend on its inputs; integers may, except in PyTorch's fast mode."""
        for i in self.positions:
            found = quotients(self.func, self.args, i, self.eps, self.checks.masked)
            for number, jacobian in enumerate((*found.real, *(found.imag or ()))):
                if checked[number % len(checked)] and not np.allclose(jacobian, 0, rtol=self.tolerances.rtol, atol=self.tolerances.atol):
                    raise GradcheckError("Numerical gradient for function expected to be zero")

    # Entry by entry ----------------------------------------------------------------------------------------------------------------

    def _check_entries(self) -> None:
        numerical = [quotients(self.func, self.args, i, self.eps, self.checks.masked) for i in self.positions]
        if self.checks.backward:
            for part in self._output_parts():
                self._compare_backward(numerical, part)
        if self.checks.forward:
            for axis in self._input_axes():
                self._compare_forward(numerical, axis)

    def _output_parts(self) -> tuple[str, ...]:
        return ("imaginary", "real") if any(_is_complex(o) for o in self.outs) else ("",)

    def _input_axes(self) -> tuple[str, ...]:
        return ("imaginary", "real") if any(_is_complex(x) for x in self.wanted) else ("",)

    def _outs_with(self, part: str) -> list[tuple[int, Any]]:
        """The outputs that have such a part, each with its place among the differentiable ones."""
        return [(k, o) for k, o in enumerate(self.outs) if part != "imaginary" or _is_complex(o)]

    def _inputs_with(self, axis: str) -> list[tuple[int, int, Any]]:
        """(number, position, tensor) of the inputs that have such an axis."""
        return [(n, i, x) for n, (i, x) in enumerate(zip(self.positions, self.wanted, strict=True))
                if axis != "imaginary" or _is_complex(x)]

    def _compare_backward(self, numerical: list[Quotients], part: str) -> None:
        for number, (k, out) in enumerate(self._outs_with(part)):
            analytical = self._reproducible(by_cotangents(out, self.wanted, part), out, part)
            for n, a in enumerate(analytical):
                expected = numerical[n].part(part)[self.chosen[k]]
                if not self._close(a, expected):
                    raise mismatch(expected, a, number, self.positions[n], _part_phrase(part, "outputs"))

    def _reproducible(self, found: list[Array], out: Any, part: str) -> list[Array]:
        again = by_cotangents(out, self.wanted, part)
        if any(not np.allclose(a, b, rtol=0, atol=self.tolerances.nondet, equal_nan=True) for a, b in zip(found, again, strict=True)):
            raise nondeterministic(self.tolerances.nondet)
        for a, x in zip(found, self.wanted, strict=True):
            if self.checks.dtypes and a.size and a.dtype != x._array.dtype:
                raise GradcheckError("Gradient has dtype mismatch")
        return found

    def _compare_forward(self, numerical: list[Quotients], axis: str) -> None:
        for n, i, _x in self._inputs_with(axis):
            analytical = by_tangents(self.func, self.args, self.positions, i, 1j if axis == "imaginary" else 1)
            expected = numerical[n].imag if axis == "imaginary" else numerical[n].real
            assert expected is not None
            for number, k in enumerate(self.chosen):
                if not self._close(analytical[k], expected[k]):
                    raise mismatch(expected[k], analytical[k], number, i, _part_phrase(axis, "inputs"), forward=True)

    def _close(self, a: Any, b: Any, scale: float = 1.0) -> bool:
        return bool(np.allclose(a, b, rtol=self.tolerances.rtol, atol=self.tolerances.atol * scale))

    # Along random vectors ----------------------------------------------------------------------------------------------------------

    def _check_along_vectors(self) -> None:
        # A generator of its own: the check must not move the user's random stream, and must repeat.
        draw = np.random.default_rng(0)
        directions = [[_unit(draw, x._array) for _ in (0, 1)] for x in self.wanted]
        if self.checks.backward:
            for part in self._output_parts():
                self._compare_products(directions, part, draw)
        if self.checks.forward:
            for axis in self._input_axes():
                self._compare_pushed(directions, axis)

    def _compare_products(self, directions: list[list[Array]], part: str, draw: np.random.Generator) -> None:
        for number, (k, out) in enumerate(self._outs_with(part)):
            v = _unit(draw, out._array)
            pulled = self._reproducible_product(out, v, part)
            for n, (i, x) in enumerate(zip(self.positions, self.wanted, strict=True)):
                expected = self._product(i, x, directions[n], k, v, part)
                analytical = _dot(pulled[n], directions[n], _is_complex(x))
                if not self._close(analytical, expected, _total(x, directions[n]) * v.sum()):
                    raise mismatch(expected, analytical, number, i, _part_phrase(part, "outputs"), slow=self._slow(n, i, k, part))

    def _product(self, position: int, x: Any, directions: list[Array], k: int, v: Array, part: str) -> Any:
        """The difference quotient of v . output: d/d(re) + i d/d(im) for a complex input."""
        total: Any = 0
        for direction, axis in zip(directions, (1, 1j) if _is_complex(x) else (1,), strict=False):
            moved = directional(self.func, self.args, position, direction * axis, self.eps)[self.chosen[k]]
            total += axis * float((v * (moved.imag if part == "imaginary" else moved.real)).sum())
        return total

    def _reproducible_product(self, out: Any, v: Array, part: str) -> list[Array | None]:
        cotangent = (v * (1j if part == "imaginary" else 1)).astype(out._array.dtype)
        found, again = pull_back(out, self.wanted, cotangent), pull_back(out, self.wanted, cotangent)
        for a, b in zip(found, again, strict=True):
            if a is not None and b is not None and not np.allclose(a, b, rtol=0, atol=self.tolerances.nondet, equal_nan=True):
                raise nondeterministic(self.tolerances.nondet)
        return found

    def _compare_pushed(self, directions: list[list[Array]], axis: str) -> None:
        for n, i, x in self._inputs_with(axis):
            direction = directions[n][1] * 1j if axis == "imaginary" else directions[n][0]
            expected = directional(self.func, self.args, i, direction, self.eps)
            analytical = push_one(self.func, self.args, self.positions, i, direction.astype(x._array.dtype))
            for number, k in enumerate(self.chosen):
                if not self._close(analytical[k], expected[k], abs(direction).sum()):
                    slow = self._slow(n, i, number, axis, forward=True)
                    raise mismatch(expected[k], analytical[k], number, i, _part_phrase(axis, "inputs"), forward=True, slow=slow)

    def _slow(self, n: int, position: int, k: int, part: str, forward: bool = False) -> tuple[Array, Array]:
        """Both Jacobians in full, to say where the fast check's mismatch comes from."""
        numerical = quotients(self.func, self.args, position, self.eps, self.checks.masked)
        if not forward:
            out = differentiable_outputs(self.func(*self.args))[k]
            return numerical.part(part)[self.chosen[k]], by_cotangents(out, self.wanted, part)[n]
        expected = numerical.imag if part == "imaginary" else numerical.real
        assert expected is not None
        found = by_tangents(self.func, self.args, self.positions, position, 1j if part == "imaginary" else 1)
        return expected[self.chosen[k]], found[self.chosen[k]]

    def _check_multiplied(self) -> None:
        """Zero cotangents must give zero gradients."""
        zeros = [wrap(np.zeros(o._array.shape, o._array.dtype)) for o in self.outs]
        found = grad(list(self.outs), self.wanted, zeros, retain_graph=True, allow_unused=True)
        if any(g is not None and (to_dense(values_at(g._array)) != 0).any() for g in found):
            raise GradcheckError("backward not multiplied by grad_output")


def _part_phrase(part: str, of: str) -> str:
    return f"While considering the {part} part of complex {of} only, " if part else ""


def _is_complex(t: Any) -> bool:
    return bool(t._array.dtype.kind == "c")


def _unit(draw: np.random.Generator, array: Any) -> Array:
    """A random direction of length 1 and without negative entries, which could cancel an error."""
    vector = draw.random(array.shape)
    if is_coo(array):  # along what is stored
        vector = vector * (to_dense(mask(np.ones(array.shape), array.indices)) != 0)
    return np.asarray(vector / (np.linalg.norm(vector) or 1.0))


def _dot(gradient: Array | None, directions: list[Array], is_complex: bool) -> Any:
    if gradient is None:
        return 0.0
    real = float((gradient.real * directions[0]).sum())
    return real + 1j * float((gradient.imag * directions[1]).sum()) if is_complex else real


def _total(x: Any, directions: list[Array]) -> float:
    """By how much errors of single entries add up along the directions."""
    return float(directions[0].sum() + (directions[1].sum() if _is_complex(x) else 0))


def _check_inputs(args: tuple[Any, ...]) -> None:
    if not any(isinstance(x, Tensor) and x.requires_grad for x in args):
        raise ValueError("gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True.")
    for i, x in enumerate(args):
        if not (isinstance(x, Tensor) and x.requires_grad):
            continue
        if x._array.dtype.name not in ("float64", "complex128"):
            warnings.warn(f"Input #{i} requires gradient and is not a double precision floating point or complex. This check will "
                          "likely fail if all the inputs are not of double precision floating point or complex. ", stacklevel=4)
        if isinstance(x._array, Sparse):
            if not is_coo(x._array):
                raise UnsupportedError(f"gradcheck with an input of layout {x.layout}")
        elif x._array.size and any(
                stride == 0 and size > 1 for stride, size in zip(x._array.strides, x._array.shape, strict=True)):
            raise RuntimeError(f"The {i}th input has a dimension with stride 0. gradcheck only supports inputs that are non-overlapping "
                               "to be able to compute the numerical gradients correctly. You should call .contiguous on the input "
                               "before passing it to gradcheck.")


# PyTorch's earlier, half public functions ----------------------------------------------------------------------------------------------


def get_numerical_jacobian(fn: Callable[..., Any], inputs: Any, target: Any = None, eps: float = 1e-3, grad_out: float = 1.0) -> Any:
    """Deprecated: for each differentiable tensor of `target` (default: of `inputs`), the Jacobian of `fn(inputs)`'s first output."""
    _deprecated("get_numerical_jacobian")
    if grad_out != 1.0:
        raise ValueError("Expected grad_out to be 1.0. get_numerical_jacobian no longer supports values of grad_out != 1.0.")
    args = as_tuple(inputs)
    wanted = args if target is None else as_tuple(target)
    return tuple(get_numerical_jacobian_wrt_specific_input(lambda *moved: fn(moved), i, args, None, eps)[0]
                 for i, x in enumerate(args) if any(x is w for w in wanted) and is_differentiable(x) and x.requires_grad)


def get_numerical_jacobian_wrt_specific_input(
    fn: Callable[..., Any], input_idx: int, inputs: Any, outputs: Any, eps: float, input: Any = None, is_forward_ad: bool = False,
) -> tuple[Any, ...]:
    """The Jacobians of all outputs of `fn(*inputs)` with respect to one input (or to `input`, a tensor that `fn` refers to)."""
    args = list(as_tuple(inputs))
    if input is not None:
        args = [*args, input]
        return tuple(wrap(j) for j in quotients(lambda *moved: fn(*moved[:-1]), args, len(args) - 1, eps).real)
    found = quotients(fn, args, input_idx, eps)
    if found.imag is None:
        return tuple(wrap(j) for j in found.real)
    return tuple(wrap(re + 1j * im) for re, im in zip(found.real, found.imag, strict=True))


def get_analytical_jacobian(inputs: Any, output: Any, nondet_tol: float = 0.0, grad_out: float = 1.0) -> Any:
    """Deprecated: (Jacobians, backward repeats itself, sizes agree, dtypes agree) for one output."""
    _deprecated("get_analytical_jacobian")
    if grad_out != 1.0:
        raise ValueError("Expected grad_out to be 1.0. get_analytical_jacobian no longer supports values of grad_out != 1.0.")
    if _is_complex(output):
        raise ValueError("Expected output to be non-complex. get_analytical_jacobian no longer supports functions that return complex "
                         "outputs.")
    wanted = [x for x in as_tuple(inputs) if is_differentiable(x) and x.requires_grad]
    found, again = by_cotangents(output, wanted, ""), by_cotangents(output, wanted, "")
    repeats = all(np.allclose(a, b, rtol=0, atol=nondet_tol) for a, b in zip(found, again, strict=True))
    return tuple(wrap(j) for j in found), repeats, True, True


def _deprecated(name: str) -> None:
    warnings.warn(f"`{name}` was part of PyTorch's private API and not meant to be exposed; it will be removed.", FutureWarning,
                  stacklevel=3)
