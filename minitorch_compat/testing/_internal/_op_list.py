"""The ops of `op_db`: elementwise ops, reductions and a few others, far fewer than in PyTorch.

The supported dtypes of an op are determined by calling it.
"""
from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np

import minitorch_compat as torch

from .._creation import make_tensor
from ._databases import DTYPES
from .opinfo.core import BinaryUfuncInfo, OpInfo, ReductionOpInfo, SampleInput, UnaryUfuncInfo, sample_inputs_reduction

#: Op name -> NumPy function, or None if there is none.
_UNARY: dict[str, Any] = {
    "abs": np.abs, "acos": np.arccos, "acosh": np.arccosh, "angle": np.angle, "asin": np.arcsin, "asinh": np.arcsinh, "atan": np.arctan,
    "atanh": np.arctanh, "bitwise_not": np.bitwise_not, "ceil": np.ceil, "conj": np.conj, "conj_physical": np.conj, "cos": np.cos,
    "cosh": np.cosh, "deg2rad": np.deg2rad, "digamma": None, "erf": None, "erfc": None, "erfinv": None, "exp": np.exp, "exp2": np.exp2,
    "expm1": np.expm1, "floor": np.floor, "frac": None, "i0": np.i0, "imag": np.imag, "isfinite": np.isfinite, "isinf": np.isinf,
    "isnan": np.isnan, "isneginf": np.isneginf, "isposinf": np.isposinf, "isreal": np.isreal, "lgamma": None, "log": np.log,
    "log10": np.log10, "log1p": np.log1p, "log2": np.log2, "logical_not": np.logical_not, "logit": None, "nan_to_num": np.nan_to_num,
    "neg": np.negative, "nn.functional.celu": None, "nn.functional.elu": None, "nn.functional.gelu": None,
    "nn.functional.hardsigmoid": None, "nn.functional.leaky_relu": None, "nn.functional.logsigmoid": None, "nn.functional.mish": None,
    "nn.functional.relu": None, "nn.functional.relu6": None, "nn.functional.selu": None, "nn.functional.silu": None,
    "nn.functional.softplus": None, "nn.functional.softsign": None, "nn.functional.tanhshrink": None, "positive": np.positive,
    "rad2deg": np.rad2deg, "real": np.real, "reciprocal": np.reciprocal, "round": np.round, "rsqrt": lambda x: 1 / np.sqrt(x),
    "sgn": None, "sigmoid": None, "sign": lambda x: np.nan_to_num(np.sign(x * 1)),
    "signbit": np.signbit, "sin": np.sin, "sinc": np.sinc, "sinh": np.sinh,
    "special.bessel_j0": None, "special.bessel_j1": None, "special.entr": None, "special.erfcx": None, "special.i0e": None,
    "special.i1": None, "special.i1e": None, "special.log_ndtr": None, "special.ndtr": None, "special.ndtri": None, "sqrt": np.sqrt,
    "square": np.square, "tan": np.tan, "tanh": np.tanh, "trunc": np.trunc,
}
_DOMAINS = {"acos": (-1, 1), "acosh": (1, None), "asin": (-1, 1), "atanh": (-1, 1), "erfinv": (-1, 1), "log": (0, None), "log10": (0, None),
            "log1p": (-1, None), "log2": (0, None), "logit": (0, 1), "rsqrt": (0, None), "special.entr": (0, None), "special.ndtri": (0, 1),
            "sqrt": (0, None)}
_BINARY: dict[str, Any] = {
    "add": np.add, "atan2": np.arctan2, "bitwise_and": np.bitwise_and, "bitwise_left_shift": np.left_shift, "bitwise_or": np.bitwise_or,
    "bitwise_right_shift": np.right_shift, "bitwise_xor": np.bitwise_xor, "copysign": np.copysign, "div": np.true_divide, "eq": np.equal,
    "float_power": np.float_power, "floor_divide": np.floor_divide, "fmax": np.fmax, "fmin": np.fmin, "fmod": np.fmod, "gcd": np.gcd,
    "ge": np.greater_equal, "gt": np.greater, "heaviside": np.heaviside, "hypot": np.hypot, "isclose": np.isclose, "lcm": np.lcm,
    "ldexp": None, "le": np.less_equal, "logaddexp": np.logaddexp, "logaddexp2": np.logaddexp2, "logical_and": np.logical_and,
    "logical_or": np.logical_or, "logical_xor": np.logical_xor, "lt": np.less, "maximum": np.maximum, "minimum": np.minimum,
    "mul": np.multiply, "ne": np.not_equal, "nextafter": np.nextafter, "pow": np.power, "remainder": np.remainder, "special.xlog1py": None,
    "special.zeta": None, "sub": np.subtract, "true_divide": np.true_divide, "xlogy": None,
}
_NONZERO = {"div", "floor_divide", "fmod", "remainder", "true_divide"}
_REDUCTIONS: dict[str, Any] = {
    "all": np.all, "amax": np.amax, "amin": np.amin, "any": np.any, "argmax": np.argmax, "argmin": np.argmin,
    "count_nonzero": np.count_nonzero, "mean": np.mean, "nanmean": np.nanmean, "nansum": np.nansum, "prod": np.prod, "std": None,
    "sum": np.sum, "var": None,
}
#: Bounds of the operands of binary ops that are not defined, or not differentiable, everywhere.
_BOUNDS: dict[str, tuple[dict[str, Any] | None, dict[str, Any] | None]] = {
    **{name: (None, {"exclude_zero": True}) for name in _NONZERO}, "pow": ({"low": 0.1}, {"low": 0}),
    "float_power": ({"low": 0.1}, {"low": 0}), "xlogy": (None, {"low": 0.01}), "special.xlog1py": (None, {"low": -0.99}),
}
_ONE_DIMENSION = {"argmax", "argmin", "prod"}
_INTEGRAL = {"bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_left_shift", "bitwise_right_shift", "gcd", "lcm"}
_ALWAYS_BOOL = {"eq", "ge", "gt", "isclose", "le", "logical_and", "logical_or", "logical_xor", "lt", "ne"}


def _supported_dtypes(call: Callable[[Any], Any]) -> set[Any]:
    """The dtypes that a call supports."""
    dtypes = set()
    for dtype in DTYPES:
        try:
            call(make_tensor((3,), dtype=dtype, device="cpu", low=1, high=2))
        except (RuntimeError, TypeError, NotImplementedError):
            continue
        dtypes.add(dtype)
    return dtypes


def _differentiable(call: Callable[[Any], Any], dtypes: set[Any]) -> bool:
    """Whether a call is differentiable, tested at 1/2 or 1/2 + i."""
    dtype, at = (torch.float64, 0.5) if torch.float64 in dtypes else (torch.complex128, 0.5 + 1j)
    if dtype not in dtypes:
        return False
    x = torch.full((3,), at, dtype=dtype, requires_grad=True)
    out = call(x)
    if not out.requires_grad:
        return False
    try:
        torch.autograd.grad(out, x, torch.ones_like(out))
    except (RuntimeError, NotImplementedError):
        return False
    return True


def _twice_differentiable(call: Callable[[Any], Any]) -> bool:
    x = torch.full((3,), 0.5, dtype=torch.float64, requires_grad=True)
    try:
        grad, = torch.autograd.grad(call(x).sum(), x, create_graph=True)
        if grad.requires_grad:
            torch.autograd.grad(grad.sum(), x, allow_unused=True)
    except RuntimeError:
        return False
    return True


def _accepts_out(name: str) -> bool:
    """Whether a function has the parameter `out`; those that accept and ignore it for another overload have none."""
    return "out" in inspect.signature(_torch_function(name)).parameters


def _accepts_number(name: str) -> bool:
    """Whether the second operand may be a Python number."""
    try:
        _torch_function(name)(torch.ones(1, dtype=torch.int64 if name in _INTEGRAL else torch.float32), 1)
    except TypeError:
        return False
    return True


def _reference(name: str, ref: Any) -> Any:
    """numpy's function, which gets floats in place of integers where the op computes with floats."""
    try:
        promotes = ref is not None and _torch_function(name)(torch.ones(1, dtype=torch.int64)).is_floating_point()
    except RuntimeError:
        return ref
    return (lambda x: ref(x.astype(np.float32) if x.dtype.kind in "iub" else x)) if promotes else ref


def _variants(name: str) -> dict[str, Any]:
    """The method, if it is one, and whether there is `out=`."""
    method = getattr(torch.Tensor, name, None)
    return {"method_variant": method if callable(method) else None, "supports_out": _accepts_out(name)}


def _dtypes_and_differentiability(call: Callable[[Any], Any]) -> dict[str, Any]:
    """Supported dtypes and differentiability. The generator state is restored."""
    with torch.random.fork_rng(devices=()):
        dtypes = _supported_dtypes(call)
        differentiable = _differentiable(call, dtypes)
    return {"dtypes": dtypes, "supports_autograd": differentiable, "supports_forward_ad": differentiable,
            "supports_fwgrad_bwgrad": differentiable,
            "supports_gradgrad": differentiable and (torch.float64 not in dtypes or _twice_differentiable(call))}


def _torch_function(name: str) -> Any:
    space: Any = torch
    for part in name.split("."):
        space = getattr(space, part)
    return space


@cache
def unary_ufuncs() -> list[OpInfo]:
    """Elementwise unary ops."""
    return [UnaryUfuncInfo(name, ref=_reference(name, ref), domain=_DOMAINS.get(name, (None, None)), **_variants(name),
                           **_dtypes_and_differentiability(_torch_function(name)))
            for name, ref in _UNARY.items()]


@cache
def binary_ufuncs() -> list[OpInfo]:
    """Elementwise binary ops."""
    def of_both(op: Any) -> Any:
        return lambda x: op(x, x)

    return [BinaryUfuncInfo(name, ref=ref, always_returns_bool=name in _ALWAYS_BOOL, supports_rhs_python_scalar=_accepts_number(name),
                            lhs_make_tensor_kwargs=_BOUNDS.get(name, (None, None))[0],
                            rhs_make_tensor_kwargs=_BOUNDS.get(name, (None, None))[1], **_variants(name),
                            **_dtypes_and_differentiability(of_both(_torch_function(name))))
            for name, ref in _BINARY.items()]


def _without_keepdim(op_info: Any, device: Any, dtype: Any, requires_grad: bool, **kwargs: Any) -> Iterator[SampleInput]:
    for sample in sample_inputs_reduction(op_info, device, dtype, requires_grad, **kwargs):
        if not sample.kwargs.pop("keepdim", False):
            yield sample


def _of_several(op_info: Any, device: Any, dtype: Any, requires_grad: bool, **kwargs: Any) -> Iterator[SampleInput]:
    """Without scalars, whose variance is not defined."""
    return (sample for sample in sample_inputs_reduction(op_info, device, dtype, requires_grad, **kwargs) if sample.input.dim())


_REDUCTION_SAMPLES = {"count_nonzero": _without_keepdim, "std": _of_several, "var": _of_several}


@cache
def reduction_ops() -> list[OpInfo]:
    """Reductions."""
    return [ReductionOpInfo(name, ref=ref, supports_multiple_dims=name not in _ONE_DIMENSION, **_variants(name),
                            sample_inputs_func=_REDUCTION_SAMPLES.get(name, sample_inputs_reduction),
                            **_dtypes_and_differentiability(_torch_function(name)))
            for name, ref in _REDUCTIONS.items()]


def _matrix_samples(*shapes: tuple[int, ...]) -> Any:
    def samples(op_info: Any, device: Any, dtype: Any, requires_grad: bool, **kwargs: Any) -> Iterator[SampleInput]:
        first, *rest = (make_tensor(s, dtype=dtype, device=device, requires_grad=requires_grad) for s in shapes)
        yield SampleInput(first, args=tuple(rest))

    return samples


def _dimension_samples(*calls: dict[str, Any]) -> Any:
    def samples(op_info: Any, device: Any, dtype: Any, requires_grad: bool, **kwargs: Any) -> Iterator[SampleInput]:
        for named in calls:
            yield SampleInput(make_tensor((5, 4), dtype=dtype, device=device, requires_grad=requires_grad), args=(), kwargs=dict(named))

    return samples


_MATRICES: dict[str, tuple[tuple[int, ...], ...]] = {
    "addmm": ((3, 4), (3, 5), (5, 4)), "bmm": ((2, 3, 4), (2, 4, 5)), "dot": ((5,), (5,)), "matmul": ((3, 4), (4, 5)),
    "mm": ((3, 4), (4, 5)), "mv": ((3, 4), (4,)), "outer": ((3,), (4,)), "vdot": ((5,), (5,)), "kron": ((2, 3), (3, 2)),
    "nn.functional.linear": ((3, 4), (5, 4), (5,))}
_DIMENSIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "cumsum": ({"dim": 0}, {"dim": 1}), "cumprod": ({"dim": 0},), "flip": ({"dims": (0,)}, {"dims": (0, 1)}), "logsumexp": ({"dim": 1},),
    "softmax": ({"dim": 0},), "log_softmax": ({"dim": 1},), "roll": ({"shifts": 1}, {"shifts": 2, "dims": 1}), "squeeze": ({},),
    "unsqueeze": ({"dim": 0},), "transpose": ({"dim0": 0, "dim1": 1},), "tril": ({}, {"diagonal": 1}), "triu": ({}, {"diagonal": -1}),
    "flatten": ({},), "diff": ({}, {"dim": 0}), "clone": ({},), "trace": ({},), "diagonal": ({"offset": 1},)}


@cache
def other_ops() -> list[OpInfo]:
    """Matrix products and ops along dimensions."""
    def called(op: Any, shapes: Any) -> Any:
        return lambda x: op(*(x.flatten()[:1].expand(shape) for shape in shapes))

    def along(op: Any, named: Any) -> Any:
        return lambda x: op(x[:1].expand(5, 4), **named)

    return [*(OpInfo(name, sample_inputs_func=_matrix_samples(*shapes), **_variants(name),
                     **_dtypes_and_differentiability(called(_torch_function(name), shapes)))
              for name, shapes in _MATRICES.items()),
            *(OpInfo(name, sample_inputs_func=_dimension_samples(*calls), **_variants(name),
                     **_dtypes_and_differentiability(along(_torch_function(name), calls[0]))) for name, calls in
              _DIMENSIONS.items())]


@cache
def op_db() -> list[OpInfo]:
    """All ops, sorted by name."""
    return sorted([*unary_ufuncs(), *binary_ufuncs(), *reduction_ops(), *other_ops()], key=lambda op: op.name)


@cache
def reference_filtered_ops() -> list[OpInfo]:
    """Those of which numpy has a function."""
    return [op for op in op_db() if op.ref is not None]


__all__ = ["binary_ufuncs", "op_db", "reduction_ops", "reference_filtered_ops", "unary_ufuncs"]
