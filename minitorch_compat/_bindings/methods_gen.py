"""Methods of torch.Tensor.

Generated from the op schemas by `python minitorch_compat/_bindings/generate.py`; do not edit.
"""
# ruff: noqa: A001, A002, N803
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._dispatch.call import caller
from .._dispatch.dtype import array_dtype
from .._dispatch.dtype import dtype as dtype_type
from .._dispatch.inplace import inplace
from .._ops.op import OPS
from ._support import MISSING, as_scalar, missing_argument
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


class GeneratedMethods:
    """Methods of ops; `Tensor` inherits them."""

    __slots__ = ()

    def cos(self: Any) -> Tensor:
        """`torch.cos`; see PyTorch's page of that name."""
        return _cos(self)

    def cos_(self: Any) -> Tensor:
        """`torch.cos`; see PyTorch's page of that name. In place."""
        return inplace(OPS["cos"], self)

    def eq(self: Any, other: Tensor) -> Tensor:
        """`torch.eq`; see PyTorch's page of that name."""
        return _eq(self, other)

    def eq_(self: Any, other: Tensor) -> Tensor:
        """`torch.eq`; see PyTorch's page of that name. In place."""
        return inplace(OPS["eq"], self, other)

    def exp(self: Any) -> Tensor:
        """`torch.exp`; see PyTorch's page of that name."""
        return _exp(self)

    def exp_(self: Any) -> Tensor:
        """`torch.exp`; see PyTorch's page of that name. In place."""
        return inplace(OPS["exp"], self)

    def gt(self: Any, other: Tensor) -> Tensor:
        """`torch.gt`; see PyTorch's page of that name."""
        return _gt(self, other)

    def gt_(self: Any, other: Tensor) -> Tensor:
        """`torch.gt`; see PyTorch's page of that name. In place."""
        return inplace(OPS["gt"], self, other)

    def log(self: Any) -> Tensor:
        """`torch.log`; see PyTorch's page of that name."""
        return _log(self)

    def log_(self: Any) -> Tensor:
        """`torch.log`; see PyTorch's page of that name. In place."""
        return inplace(OPS["log"], self)

    def mean(
        self: Any,
        dim: int | Sequence[int] | None = None,
        keepdim: bool = False,
        *,
        dtype: dtype_type | None = None,
        axis: Any = MISSING,
        keepdims: Any = MISSING,
    ) -> Tensor:
        """`torch.mean`; see PyTorch's page of that name."""
        if axis is not MISSING:
            dim = axis
        if keepdims is not MISSING:
            keepdim = keepdims
        return _mean(self, dim, keepdim, None if dtype is None else array_dtype(dtype))

    def mm(self: Any, mat2: Tensor) -> Tensor:
        """`torch.mm`; see PyTorch's page of that name."""
        return _mm(self, mat2)

    def mul(self: Any, other: Tensor) -> Tensor:
        """Elementwise product."""
        return _mul(self, other)

    def mul_(self: Any, other: Tensor) -> Tensor:
        """Elementwise product. In place."""
        return inplace(OPS["mul"], self, other)

    def neg(self: Any) -> Tensor:
        """The negative of each element."""
        return _neg(self)

    def neg_(self: Any) -> Tensor:
        """The negative of each element. In place."""
        return inplace(OPS["neg"], self)

    def pow(self: Any, exponent: Tensor) -> Tensor:
        """`torch.pow`; see PyTorch's page of that name."""
        return _pow(self, exponent)

    def pow_(self: Any, exponent: Tensor) -> Tensor:
        """`torch.pow`; see PyTorch's page of that name. In place."""
        return inplace(OPS["pow"], self, exponent)

    def relu(self: Any) -> Tensor:
        """`torch.relu`; see PyTorch's page of that name."""
        return _relu(self)

    def relu_(self: Any) -> Tensor:
        """`torch.relu`; see PyTorch's page of that name. In place."""
        return inplace(OPS["relu"], self)

    def sigmoid(self: Any) -> Tensor:
        """`torch.sigmoid`; see PyTorch's page of that name."""
        return _sigmoid(self)

    def sigmoid_(self: Any) -> Tensor:
        """`torch.sigmoid`; see PyTorch's page of that name. In place."""
        return inplace(OPS["sigmoid"], self)

    def sin(self: Any) -> Tensor:
        """`torch.sin`; see PyTorch's page of that name."""
        return _sin(self)

    def sin_(self: Any) -> Tensor:
        """`torch.sin`; see PyTorch's page of that name. In place."""
        return inplace(OPS["sin"], self)

    def sqrt(self: Any) -> Tensor:
        """`torch.sqrt`; see PyTorch's page of that name."""
        return _sqrt(self)

    def sqrt_(self: Any) -> Tensor:
        """`torch.sqrt`; see PyTorch's page of that name. In place."""
        return inplace(OPS["sqrt"], self)

    def squeeze(self: Any, dim: int | Sequence[int] | None = None, *, axis: Any = MISSING) -> Tensor:
        """`torch.squeeze`; see PyTorch's page of that name."""
        if axis is not MISSING:
            dim = axis
        return _squeeze(self, dim)

    def sum(
        self: Any,
        dim: int | Sequence[int] | None = None,
        keepdim: bool = False,
        *,
        dtype: dtype_type | None = None,
        axis: Any = MISSING,
        keepdims: Any = MISSING,
    ) -> Tensor:
        """`torch.sum`; see PyTorch's page of that name."""
        if axis is not MISSING:
            dim = axis
        if keepdims is not MISSING:
            keepdim = keepdims
        return _sum(self, dim, keepdim, None if dtype is None else array_dtype(dtype))

    def t(self: Any) -> Tensor:
        """`torch.t`; see PyTorch's page of that name."""
        return _t(self)

    def tanh(self: Any) -> Tensor:
        """`torch.tanh`; see PyTorch's page of that name."""
        return _tanh(self)

    def tanh_(self: Any) -> Tensor:
        """`torch.tanh`; see PyTorch's page of that name. In place."""
        return inplace(OPS["tanh"], self)

    def transpose(self: Any, dim0: int, dim1: int) -> Tensor:
        """`torch.transpose`; see PyTorch's page of that name."""
        return _transpose(self, dim0, dim1)

    def unsqueeze(self: Any, dim: Any = MISSING, *, axis: Any = MISSING) -> Tensor:
        """`torch.unsqueeze`; see PyTorch's page of that name."""
        if axis is not MISSING:
            dim = axis
        if dim is MISSING:
            raise missing_argument("unsqueeze", "dim")
        return _unsqueeze(self, dim)
