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

_UNARY = """
    abs acos acosh angle asin asinh atan atanh bitwise_not ceil conj conj_physical cos cosh deg2rad digamma erf erfc erfinv exp exp2
    expm1 floor frac i0 imag isfinite isinf isnan isneginf isposinf isreal lgamma log log10 log1p log2 logical_not logit nan_to_num neg
    nn.functional.celu nn.functional.elu nn.functional.gelu nn.functional.hardsigmoid nn.functional.leaky_relu nn.functional.logsigmoid
    nn.functional.mish nn.functional.relu nn.functional.relu6 nn.functional.selu nn.functional.silu nn.functional.softplus
    nn.functional.softsign nn.functional.tanhshrink positive rad2deg real reciprocal round rsqrt sgn sigmoid sign signbit sin sinc sinh
    special.bessel_j0 special.bessel_j1 special.entr special.erfcx special.i0e special.i1 special.i1e special.log_ndtr special.ndtr
    special.ndtri sqrt square tan tanh trunc
    """
_DOMAINS = {"acos": (-1, 1), "acosh": (1, None), "asin": (-1, 1), "atanh": (-1, 1), "erfinv": (-1, 1), "log": (0, None), "log10": (0, None),
            "log1p": (-1, None), "log2": (0, None), "logit": (0, 1), "rsqrt": (0, None), "special.entr": (0, None), "special.ndtri": (0, 1),
            "sqrt": (0, None)}
_BINARY = """
    add atan2 bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor copysign div eq float_power floor_divide fmax
    fmin fmod gcd ge gt heaviside hypot isclose lcm ldexp le logaddexp logaddexp2 logical_and logical_or logical_xor lt maximum minimum
    mul ne nextafter pow remainder special.xlog1py special.zeta sub true_divide xlogy
    """
_NONZERO = {"div", "floor_divide", "fmod", "remainder", "true_divide"}
_REDUCTIONS = "all amax amin any argmax argmin count_nonzero mean nanmean nansum prod std sum var"
#: numpy's name of an op, and its function where it is none of that name, or a formula.
_NUMPYS_NAMES = {"div": "divide", "eq": "equal", "ge": "greater_equal", "gt": "greater", "le": "less_equal", "lt": "less",
                 "mul": "multiply", "ne": "not_equal", "neg": "negative", "conj_physical": "conj", "sub": "subtract"}
_REFERENCES: dict[str, Any] = {"rsqrt": lambda x: 1 / np.sqrt(x), "sign": lambda x: np.nan_to_num(np.sign(x * 1)),
                               **dict.fromkeys(("ldexp", "std", "var"))}
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


def _numpys_function(name: str) -> Any:
    """numpy's function, or None if there is none."""
    return _REFERENCES[name] if name in _REFERENCES else getattr(np, _NUMPYS_NAMES.get(name, name), None)


def _reference(name: str) -> Any:
    """numpy's function, which gets floats in place of integers where the op computes with floats."""
    ref = _numpys_function(name)
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
    return [UnaryUfuncInfo(name, ref=_reference(name), domain=_DOMAINS.get(name, (None, None)), **_variants(name),
                           **_dtypes_and_differentiability(_torch_function(name)))
            for name in _UNARY.split()]


@cache
def binary_ufuncs() -> list[OpInfo]:
    """Elementwise binary ops."""
    def of_both(op: Any) -> Any:
        return lambda x: op(x, x)

    return [BinaryUfuncInfo(name, ref=_numpys_function(name), always_returns_bool=name in _ALWAYS_BOOL,
                            supports_rhs_python_scalar=_accepts_number(name),
                            lhs_make_tensor_kwargs=_BOUNDS.get(name, (None, None))[0],
                            rhs_make_tensor_kwargs=_BOUNDS.get(name, (None, None))[1], **_variants(name),
                            **_dtypes_and_differentiability(of_both(_torch_function(name))))
            for name in _BINARY.split()]


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
    return [ReductionOpInfo(name, ref=_numpys_function(name), supports_multiple_dims=name not in _ONE_DIMENSION, **_variants(name),
                            sample_inputs_func=_REDUCTION_SAMPLES.get(name, sample_inputs_reduction),
                            **_dtypes_and_differentiability(_torch_function(name)))
            for name in _REDUCTIONS.split()]


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
