"""Functions of torch.

Generated from the op schemas by `python minitorch_compat/_bindings/generate.py`; do not edit.
"""
# ruff: noqa: A001, A002, N803
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._dispatch.call import caller
from .._dispatch.dtype import array_dtype
from .._dispatch.dtype import dtype as dtype_type
from ._support import MISSING, as_scalar, missing_argument, write_out
from . import return_types

if TYPE_CHECKING:
    from .tensor import Tensor

Number = int | float | complex | bool

_cos = caller("cos")
_eq = caller("eq")
_exp = caller("exp")
_gt = caller("gt")
_log = caller("log")
_mean = caller("mean")
_mm = caller("mm")
_mul = caller("mul")
_neg = caller("neg")
_permute = caller("permute")
_pow = caller("pow")
_relu = caller("relu")
_sigmoid = caller("sigmoid")
_sin = caller("sin")
_sqrt = caller("sqrt")
_squeeze = caller("squeeze")
_sum = caller("sum")
_t = caller("t")
_tanh = caller("tanh")
_transpose = caller("transpose")
_unsqueeze = caller("unsqueeze")


def cos(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.cos`; see PyTorch's page of that name."""
    if out is not None:
        return write_out(_cos, out, input)
    return _cos(input)


def eq(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.eq`; see PyTorch's page of that name."""
    if out is not None:
        return write_out(_eq, out, input, other)
    return _eq(input, other)


def exp(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.exp`; see PyTorch's page of that name."""
    if out is not None:
        return write_out(_exp, out, input)
    return _exp(input)


def gt(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.gt`; see PyTorch's page of that name."""
    if out is not None:
        return write_out(_gt, out, input, other)
    return _gt(input, other)


def log(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.log`; see PyTorch's page of that name."""
    if out is not None:
        return write_out(_log, out, input)
    return _log(input)


def mean(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype_type | None = None,
    out: Tensor | None = None,
    axis: Any = MISSING,
    keepdims: Any = MISSING,
) -> Tensor:
    """`torch.mean`; see PyTorch's page of that name."""
    if axis is not MISSING:
        dim = axis
    if keepdims is not MISSING:
        keepdim = keepdims
    if out is not None:
        return write_out(_mean, out, input, dim, keepdim, None if dtype is None else array_dtype(dtype))
    return _mean(input, dim, keepdim, None if dtype is None else array_dtype(dtype))


def mm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.mm`; see PyTorch's page of that name."""
    if out is not None:
        return write_out(_mm, out, input, mat2)
    return _mm(input, mat2)


def mul(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Elementwise product."""
    if out is not None:
        return write_out(_mul, out, input, other)
    return _mul(input, other)


def neg(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The negative of each element."""
    if out is not None:
        return write_out(_neg, out, input)
    return _neg(input)


def permute(input: Tensor, dims: int | Sequence[int]) -> Tensor:
    """`torch.permute`; see PyTorch's page of that name."""
    return _permute(input, dims)


def pow(input: Tensor, exponent: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.pow`; see PyTorch's page of that name."""
    if out is not None:
        return write_out(_pow, out, input, exponent)
    return _pow(input, exponent)


def relu(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.relu`; see PyTorch's page of that name."""
    if out is not None:
        return write_out(_relu, out, input)
    return _relu(input)


def sigmoid(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.sigmoid`; see PyTorch's page of that name."""
    if out is not None:
        return write_out(_sigmoid, out, input)
    return _sigmoid(input)


def sin(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.sin`; see PyTorch's page of that name."""
    if out is not None:
        return write_out(_sin, out, input)
    return _sin(input)


def sqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.sqrt`; see PyTorch's page of that name."""
    if out is not None:
        return write_out(_sqrt, out, input)
    return _sqrt(input)


def squeeze(input: Tensor, dim: int | Sequence[int] | None = None, *, axis: Any = MISSING) -> Tensor:
    """`torch.squeeze`; see PyTorch's page of that name."""
    if axis is not MISSING:
        dim = axis
    return _squeeze(input, dim)


def sum(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype_type | None = None,
    out: Tensor | None = None,
    axis: Any = MISSING,
    keepdims: Any = MISSING,
) -> Tensor:
    """`torch.sum`; see PyTorch's page of that name."""
    if axis is not MISSING:
        dim = axis
    if keepdims is not MISSING:
        keepdim = keepdims
    if out is not None:
        return write_out(_sum, out, input, dim, keepdim, None if dtype is None else array_dtype(dtype))
    return _sum(input, dim, keepdim, None if dtype is None else array_dtype(dtype))


def t(input: Tensor) -> Tensor:
    """`torch.t`; see PyTorch's page of that name."""
    return _t(input)


def tanh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.tanh`; see PyTorch's page of that name."""
    if out is not None:
        return write_out(_tanh, out, input)
    return _tanh(input)


def transpose(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """`torch.transpose`; see PyTorch's page of that name."""
    return _transpose(input, dim0, dim1)


def unsqueeze(input: Tensor, dim: Any = MISSING, *, axis: Any = MISSING) -> Tensor:
    """`torch.unsqueeze`; see PyTorch's page of that name."""
    if axis is not MISSING:
        dim = axis
    if dim is MISSING:
        raise missing_argument("unsqueeze", "dim")
    return _unsqueeze(input, dim)


__all__ = ["cos", "eq", "exp", "gt", "log", "mean", "mm", "mul", "neg", "permute", "pow", "relu", "sigmoid", "sin", "sqrt", "squeeze", "sum", "t", "tanh", "transpose", "unsqueeze"]  # noqa: E501
