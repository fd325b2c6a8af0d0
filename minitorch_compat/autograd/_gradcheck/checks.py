"""The checks of `gradcheck`, and PyTorch's older Jacobian functions."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..._array.core.user_warnings import warn
from ..._array.random.mt19937 import Stream
from ..._array.sparse.coo import Sparse
from ..._bindings.tensor.fill_and_compare import allclose
from ..._bindings.tensor.tensor import Tensor
from ..._dispatch.call.caller import wrap
from ..._dispatch.levels.lifting import array_values
from ..._engine.backward import grad
from .errors import GradcheckError, mismatch_error, nondeterministic_error
from .jacobians import (
    Array,
    DifferenceQuotients,
    as_tuple,
    difference_quotients,
    differentiable_outputs,
    directional_quotients,
    forward_jacobians,
    is_differentiable,
    pull_back,
    push_forward_one,
    random_unit_vector,
    reverse_jacobians,
    to_dense,
)
from .undefined_and_batched import check_batched_backward, check_batched_forward, check_undefined_backward, check_undefined_forward


def gradient_function(func: Callable[..., Any], count: int) -> Callable[..., Any]:
    """The gradient of `func`, as a function of its arguments and of `count` cotangents."""
    def gradient(*both: Any) -> Any:
        primals = both[:-count]  # empty for a function without differentiable outputs, which then fails, as in PyTorch
        inputs = [x for x in primals if is_differentiable(x) and x.requires_grad]
        outs = differentiable_outputs(func(*primals))
        found = grad(outs, inputs, both[-count:], create_graph=True, allow_unused=True)
        return tuple(g for g in found if g is not None)

    return gradient


def random_cotangents(func: Callable[..., Any], args: tuple[Any, ...], noncontiguous: bool) -> tuple[Any, ...]:
    """Cotangents for the outputs of `func(*args)`."""
    from ...testing import make_tensor

    return tuple(make_tensor(out.shape, dtype=out.dtype, device=out.device, low=-1, high=1, requires_grad=True, noncontiguous=noncontiguous)
                 for out in differentiable_outputs(func(*args)))


class Tolerances(NamedTuple):
    """The step of the difference quotients, and the tolerances of comparisons."""

    eps: float
    atol: float
    rtol: float
    nondet: float


class RequestedChecks(NamedTuple):
    """Which checks are requested."""

    forward: bool
    backward: bool
    undefined: bool
    dtypes: bool
    batched: bool
    batched_forward: bool
    masked: bool


class Check:
    """One run of `gradcheck`: the function, its arguments, tolerances and requested checks."""

    def __init__(self, func: Callable[..., Any], args: tuple[Any, ...], tolerances: Tolerances, checks: RequestedChecks) -> None:
        self.func, self.args = func, args
        self.tolerances, self.checks = tolerances, checks
        self.eps = tolerances.eps

    def run(self, fast: bool) -> None:
        """Raise GradcheckError if anything is wrong."""
        _check_inputs(self.args)
        results = as_tuple(self.func(*self.args))
        if any(isinstance(o, Tensor) and isinstance(o._array, Sparse) for o in results):
            raise ValueError("Sparse output is not supported at gradcheck yet. Please call to_dense(masked_grad=...) on the output of fn "
                             "for gradcheck.")
        self.positions = [i for i, x in enumerate(self.args) if is_differentiable(x) and x.requires_grad]
        self.inputs = [self.args[i] for i in self.positions]
        self.outs = differentiable_outputs(results)
        self.output_positions = [k for k, o in enumerate(results) if o.requires_grad]
        if not self.outs:
            self._check_constant([fast or is_differentiable(r) for r in results])
            return
        if self.checks.backward and any(isinstance(x, (list, tuple)) and _any_requires_grad(x) for x in self.args):
            raise IndexError("tuple index out of range: gradcheck takes every tensor to differentiate by as an argument of its own")
        if fast:
            self._check_along_vectors()
        else:
            self._check_entries()
        self._check_undefined_and_batched()

    def _check_undefined_and_batched(self) -> None:
        if self.checks.forward and self.checks.undefined:
            check_undefined_forward(self.func, self.args, self.positions)
        if self.checks.batched_forward:
            check_batched_forward(self.func, self.args, self.positions)
        if not self.checks.backward:
            return
        if self.checks.batched:
            for k, out in enumerate(self.outs):
                check_batched_backward(out, self.inputs, k)
        self._check_multiplied()
        if self.checks.undefined:
            check_undefined_backward(self.func, self.args, self.inputs)

    def _check_constant(self, checked: list[bool]) -> None:
        """Require outputs without gradient to be independent of the inputs, whatever the tolerances. Integer outputs are exempt except
        in PyTorch's fast mode.
        """
        for i in self.positions:
            found = difference_quotients(self.func, self.args, i, self.eps, self.checks.masked)
            for number, jacobian in enumerate((*found.real, *(found.imag or ()))):
                if checked[number % len(checked)] and jacobian.any():
                    raise GradcheckError("Numerical gradient for function expected to be zero")

    # Entry by entry ----------------------------------------------------------------------------------------------------------------

    def _check_entries(self) -> None:
        numerical = [difference_quotients(self.func, self.args, i, self.eps, self.checks.masked) for i in self.positions]
        if self.checks.backward:
            for part in self._output_parts():
                self._compare_backward(numerical, part)
        if self.checks.forward:
            for axis in self._input_axes():
                self._compare_forward(numerical, axis)

    def _output_parts(self) -> tuple[str, ...]:
        return ("imaginary", "real") if any(_is_complex(o) for o in self.outs) else ("",)

    def _input_axes(self) -> tuple[str, ...]:
        return ("imaginary", "real") if any(_is_complex(x) for x in self.inputs) else ("",)

    # As in PyTorch, on which messages depend: real outputs and inputs are also compared in the pass over imaginary parts. Outputs and
    # inputs are numbered among the differentiable ones, but whether an input is complex is read from the argument with that number.

    def _inputs_along(self, axis: str) -> list[tuple[int, int, bool]]:
        """(number, position, whether along i) of the inputs."""
        return [(n, i, axis == "imaginary" and _is_complex(x)) for n, (i, x) in enumerate(zip(self.positions, self.inputs, strict=True))]

    def _message_start(self, part: str, complex_ones: list[bool], number: int, of: str) -> str:
        """The beginning of a message if the output or input of this number is complex."""
        is_complex = number < len(complex_ones) and complex_ones[number]
        return f"While considering the {part} part of complex {of} only, " if part and is_complex else ""

    def _output_phrase(self, part: str, number: int) -> str:
        return self._message_start(part, [_is_complex(o) for o in self.outs], number, "outputs")

    def _input_phrase(self, part: str, number: int) -> str:
        return self._message_start(part, [isinstance(x, Tensor) and _is_complex(x) for x in self.args], number, "inputs")

    def _compare_backward(self, numerical: list[DifferenceQuotients], part: str) -> None:
        for k, out in enumerate(self.outs):
            side = _compared_part(part, out)
            analytical = self._check_reproducible(reverse_jacobians(out, self.inputs, side), out, side)
            for n, a in enumerate(analytical):
                expected = numerical[n].part(side)[self.output_positions[k]]
                if not self._is_close(a, expected):
                    raise mismatch_error(expected, a, k, n, self._output_phrase(part, k))

    def _check_reproducible(self, jacobian: list[Array], out: Any, part: str) -> list[Array]:
        again = reverse_jacobians(out, self.inputs, part)
        if any(self._exceeds_nondet(a, b) for a, b in zip(jacobian, again, strict=True)):
            raise nondeterministic_error(self.tolerances.nondet)
        for a, x in zip(jacobian, self.inputs, strict=True):
            if self.checks.dtypes and a.size and a.dtype != x._array.dtype:
                raise GradcheckError("Gradient has dtype mismatch")
        return jacobian

    def _exceeds_nondet(self, a: Array, b: Array) -> bool:
        """Whether two backwards differ by more than the tolerance; a negative tolerance is never met."""
        tolerance = self.tolerances.nondet
        return bool((np.isnan(a) != np.isnan(b)).any() or (np.abs(a - b) > tolerance).any())

    def _compare_forward(self, numerical: list[DifferenceQuotients], axis: str) -> None:
        for n, i, along_i in self._inputs_along(axis):
            analytical = forward_jacobians(self.func, self.args, self.positions, i, 1j if along_i else 1)
            expected = numerical[n].imag if along_i else numerical[n].real
            assert expected is not None
            for number, k in enumerate(self.output_positions):
                if not self._is_close(analytical[k], expected[k]):
                    raise mismatch_error(expected[k], analytical[k], number, n, self._input_phrase(axis, n), forward=True)

    def _is_close(self, a: Any, b: Any, scale: float | None = None) -> bool:
        dtype = np.result_type(np.asarray(a), np.asarray(b))
        atol = self.tolerances.atol if scale is None else self.tolerances.atol * float(scale)
        return allclose(wrap(np.asarray(a, dtype)), wrap(np.asarray(b, dtype)), self.tolerances.rtol, atol)

    # Along random vectors ----------------------------------------------------------------------------------------------------------

    # The vectors and the order in which they are drawn are PyTorch's, so that both detect the same errors. The random stream is private:
    # it neither advances the global generator nor depends on it.

    def _check_along_vectors(self) -> None:
        if self.checks.backward:
            for part in self._output_parts():
                self._compare_products(part)
        if self.checks.forward:
            for axis in self._input_axes():
                self._compare_jvp(axis)

    def _compare_products(self, part: str) -> None:
        draw = Stream()
        directions = [[random_unit_vector(draw, x._array) for _ in range(1 + _is_complex(x))] for x in self.inputs]
        along = [random_unit_vector(draw, out._array) for out in self.outs]
        quotient_rows = [[directional_quotients(self.func, self.args, i, u * axis, self.eps) for u, axis in zip(us, (1, 1j), strict=False)]
                 for i, us in zip(self.positions, directions, strict=True)]
        for k, (out, v) in enumerate(zip(self.outs, along, strict=True)):
            side = _compared_part(part, out)
            pulled = self._reproducible_product(out, v, side)
            for n, (i, x) in enumerate(zip(self.positions, self.inputs, strict=True)):
                expected = self._product(quotient_rows[n], k, v, side)
                analytical = _dot(pulled[n], directions[n], _is_complex(x))
                if not self._is_close(analytical, expected, _total(x, directions[n]) * v.sum()):
                    raise mismatch_error(expected, analytical, k, n, self._output_phrase(part, k), slow=self._slow_jacobians(n, i, k, side))

    def _product(self, moved: list[list[Array]], k: int, v: Array, part: str) -> Any:
        """The difference quotient of dot(v, output): d/d(re) + i d/d(im) for a complex input."""
        total: Any = 0
        for quotient, axis in zip(moved, (1, 1j), strict=False):
            of_output = quotient[self.output_positions[k]]
            total += axis * float((v * (of_output.imag if part == "imaginary" else of_output.real)).sum())
        return total

    def _reproducible_product(self, out: Any, v: Array, part: str) -> list[Array | None]:
        cotangent = (v * (1j if part == "imaginary" else 1)).astype(out._array.dtype)
        found, again = pull_back(out, self.inputs, cotangent), pull_back(out, self.inputs, cotangent)
        for a, b in zip(found, again, strict=True):
            if a is not None and b is not None and self._exceeds_nondet(a, b):
                raise nondeterministic_error(self.tolerances.nondet)
        return found

    def _compare_jvp(self, axis: str) -> None:
        draw = Stream()
        directions = [random_unit_vector(draw, x._array) for x in self.inputs]
        for n, i, along_i in self._inputs_along(axis):
            direction = directions[n] * (1j if along_i else 1)
            expected = directional_quotients(self.func, self.args, i, direction, self.eps)
            analytical = push_forward_one(self.func, self.args, self.positions, i, direction.astype(self.args[i]._array.dtype))
            for number, k in enumerate(self.output_positions):
                if not self._is_close(analytical[k], expected[k], abs(direction).sum()):
                    slow = self._slow_jacobians(n, i, number, "imaginary" if along_i else "real", forward=True)
                    raise mismatch_error(expected[k], analytical[k], number, n, self._input_phrase(axis, n), forward=True, slow=slow)

    def _slow_jacobians(self, n: int, position: int, k: int, part: str, forward: bool = False) -> tuple[Array, Array]:
        """Both full Jacobians, to locate a mismatch found by the fast check."""
        numerical = difference_quotients(self.func, self.args, position, self.eps, self.checks.masked)
        if not forward:
            out = differentiable_outputs(self.func(*self.args))[k]
            return numerical.part(part)[self.output_positions[k]], reverse_jacobians(out, self.inputs, part)[n]
        expected = numerical.imag if part == "imaginary" else numerical.real
        assert expected is not None
        found = forward_jacobians(self.func, self.args, self.positions, position, 1j if part == "imaginary" else 1)
        return expected[self.output_positions[k]], found[self.output_positions[k]]

    def _check_multiplied(self) -> None:
        """Zero cotangents must give zero gradients, of the layouts of their inputs if they are sparse."""
        zeros = [wrap(np.zeros(o._array.shape, o._array.dtype)) for o in self.outs]
        found = grad(list(self.outs), self.inputs, zeros, retain_graph=True, allow_unused=True)
        if any(g is not None and (to_dense(array_values(g._array)) != 0).any() for g in found):
            raise GradcheckError("backward not multiplied by grad_output")
        for g, x in zip(found, self.inputs, strict=True):
            if g is None or not isinstance(g._array, Sparse):
                continue
            if g.layout is not x.layout:
                raise GradcheckError(f"grad is incorrect layout ({g.layout} is not {x.layout})")
            for name in ("sparse_dim", "dense_dim") if g.is_sparse else ():
                if (size := getattr(g, name)()) != (expected := getattr(x, name)()):
                    raise GradcheckError(f"grad is sparse tensor, but has incorrect {name} {size}, expected {expected}")


def _compared_part(part: str, out: Any) -> str:
    """The part of an output to compare: `part` if it is complex, else the whole."""
    return part if _is_complex(out) else ""


def _is_complex(t: Any) -> bool:
    return bool(t._array.dtype.kind == "c")


def _dot(gradient: Array | None, directions: list[Array], is_complex: bool) -> Any:
    if gradient is None:
        return 0.0
    real = float((gradient.real * directions[0]).sum())
    return real + 1j * float((gradient.imag * directions[1]).sum()) if is_complex else real


def _total(x: Any, directions: list[Array]) -> float:
    """The factor by which errors of single entries add up along the directions."""
    return float(directions[0].sum() + (directions[1].sum() if _is_complex(x) else 0))


def _any_requires_grad(values: Any) -> bool:
    return any(isinstance(x, Tensor) and x.requires_grad for x in values)


def _check_inputs(args: tuple[Any, ...]) -> None:
    if not _any_requires_grad(args):
        raise ValueError("gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True.")
    for i, x in enumerate(args):
        if not (isinstance(x, Tensor) and x.requires_grad):
            continue
        if x._array.dtype.name not in ("float64", "complex128"):
            warn(f"Input #{i} requires gradient and is not a double precision floating point or complex. This check will "
                 "likely fail if all the inputs are not of double precision floating point or complex. ")
        if not isinstance(x._array, Sparse) and x._array.size and any(
                stride == 0 and size > 1 for stride, size in zip(x._array.strides, x._array.shape, strict=True)):
            raise RuntimeError(f"The {i}th input has a dimension with stride 0. gradcheck only supports inputs that are non-overlapping "
                               "to be able to compute the numerical gradients correctly. You should call .contiguous on the input "
                               "before passing it to gradcheck.")


# PyTorch's older, semi-public functions ------------------------------------------------------------------------------------------------


def get_numerical_jacobian(fn: Callable[..., Any], inputs: Any, target: Any = None, eps: float = 1e-3, grad_out: float = 1.0) -> Any:
    """The Jacobian of a function by finite differences; deprecated.

    Parameters
    ----------
    fn : callable
        The function.
    inputs : tuple of Tensor
        Where.
    target : Tensor, optional
        With respect to which; None is ``inputs``.
    eps : float, default 0.001
        Step of the differences.
    grad_out : float, default 1.0
        Only 1.0.

    Returns
    -------
    list of Tensor
        One for each input.

    References
    ----------
    PyTorch: ``torch.autograd.gradcheck.get_numerical_jacobian``.

    Examples
    --------
    >>> from torch.autograd.gradcheck import get_numerical_jacobian
    >>> x = torch.tensor([1., 2.], dtype=torch.float64, requires_grad=True)
    >>> get_numerical_jacobian(lambda x: 3 * x, (x,))[0].round(decimals=6)
    tensor([[1., 0.],
            [0., 1.]], dtype=torch.float64)
    """
    _deprecated("get_numerical_jacobian")
    if grad_out != 1.0:
        raise ValueError("Expected grad_out to be 1.0. get_numerical_jacobian no longer supports values of grad_out != 1.0.")
    args = as_tuple(inputs)
    targets = args if target is None else as_tuple(target)
    return tuple(get_numerical_jacobian_wrt_specific_input(lambda *moved: fn(moved), i, args, None, eps)[0]
                 for i, x in enumerate(args) if any(x is w for w in targets) and is_differentiable(x) and x.requires_grad)


def get_numerical_jacobian_wrt_specific_input(
    fn: Callable[..., Any], input_idx: int, inputs: Any, outputs: Any, eps: float, input: Any = None, is_forward_ad: bool = False,
) -> tuple[Any, ...]:
    """The Jacobian of a function with respect to one input, by finite differences.

    Parameters
    ----------
    fn : callable
        The function.
    input_idx : int
        Which input.
    inputs : tuple of Tensor
        Where.
    outputs : tuple of Tensor
        The outputs there.
    eps : float
        Step of the differences.
    input : Tensor, optional
        What is varied; None is the input.
    is_forward_ad : bool, default False
        Whether forward mode is compared.

    Returns
    -------
    tuple of Tensor
        One for each output.

    References
    ----------
    PyTorch: ``torch.autograd.gradcheck.get_numerical_jacobian_wrt_specific_input``.

    Examples
    --------
    >>> x = torch.tensor([1., 2.], dtype=torch.float64, requires_grad=True)
    >>> from torch.autograd.gradcheck import get_numerical_jacobian_wrt_specific_input as f
    >>> f(lambda x: (3 * x,), 0, (x,), (3 * x,), 1e-3)[0].round(decimals=6)
    tensor([[3., 0.],
            [0., 3.]], dtype=torch.float64)
    """
    args = list(as_tuple(inputs))
    if input is not None:
        args = [*args, input]
        return tuple(wrap(j) for j in difference_quotients(lambda *moved: fn(*moved[:-1]), args, len(args) - 1, eps).real)
    found = difference_quotients(fn, args, input_idx, eps)
    if found.imag is None:
        return tuple(wrap(j) for j in found.real)
    return tuple(wrap(re + 1j * im) for re, im in zip(found.real, found.imag, strict=True))


def get_analytical_jacobian(inputs: Any, output: Any, nondet_tol: float = 0.0, grad_out: float = 1.0) -> Any:
    """The Jacobian of an output by backward; deprecated.

    Parameters
    ----------
    inputs : tuple of Tensor
        With respect to which.
    output : Tensor
        The output.
    nondet_tol : float, default 0.0
        How much two runs may differ.
    grad_out : float, default 1.0
        Only 1.0.

    Returns
    -------
    tuple
        Jacobians, and whether runs and shapes agree.

    References
    ----------
    PyTorch: ``torch.autograd.gradcheck.get_analytical_jacobian``.

    Examples
    --------
    >>> from torch.autograd.gradcheck import get_analytical_jacobian
    >>> x = torch.tensor([1., 2.], dtype=torch.float64, requires_grad=True)
    >>> get_analytical_jacobian((x,), x * x)[0]
    (tensor([[2., 0.],
            [0., 4.]], dtype=torch.float64),)
    """
    _deprecated("get_analytical_jacobian")
    if grad_out != 1.0:
        raise ValueError("Expected grad_out to be 1.0. get_analytical_jacobian no longer supports values of grad_out != 1.0.")
    if _is_complex(output):
        raise ValueError("Expected output to be non-complex. get_analytical_jacobian no longer supports functions that return complex "
                         "outputs.")
    differentiable = [x for x in as_tuple(inputs) if is_differentiable(x) and x.requires_grad]
    found, again = reverse_jacobians(output, differentiable, ""), reverse_jacobians(output, differentiable, "")
    repeats = all(np.allclose(a, b, rtol=0, atol=nondet_tol) for a, b in zip(found, again, strict=True))
    return tuple(wrap(j) for j in found), repeats, True, True


def _deprecated(name: str) -> None:
    warn(f"`{name}` was part of PyTorch's private API and not meant to be exposed; it will be removed.", FutureWarning)
