"""In-place functions of torch.

Generated from the op schemas by `python minitorch_compat/_bindings/generate.py`; do not edit.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..._dispatch.call.caller import later, settle_calls
from ..._dispatch.dtype import array_dtype
from ..._dispatch.dtype import dtype as dtype_type
from ..._dispatch.graph.inplace import inplace
from ..._ops.op import OPS
from ..functions.arguments import MISSING, SIZES, as_float, as_scalar, misplaced, no_sizes, once, whole
from ..override.overridable import resolve

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

Number = int | float | complex | bool

def abs_(input: Tensor) -> Tensor:
    """`torch.abs`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["abs"], input)
    except Exception as error:
        return resolve(error)


def acos_(input: Tensor) -> Tensor:
    """`torch.acos`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["acos"], input)
    except Exception as error:
        return resolve(error)


def acosh_(input: Tensor) -> Tensor:
    """`torch.acosh`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["acosh"], input)
    except Exception as error:
        return resolve(error)


def addmv_(input: Tensor, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """beta * input + alpha * (mat @ vec). In place."""
    try:
        return inplace(OPS["addmv"], input, mat, vec, as_scalar(beta), as_scalar(alpha))
    except Exception as error:
        return resolve(error)


def arccos_(input: Tensor) -> Tensor:
    """Another name of `acos`. In place."""
    try:
        return inplace(OPS["acos"], input)
    except Exception as error:
        return resolve(error)


def arccosh_(input: Tensor) -> Tensor:
    """Another name of `acosh`. In place."""
    try:
        return inplace(OPS["acosh"], input)
    except Exception as error:
        return resolve(error)


def arcsin_(input: Tensor) -> Tensor:
    """Another name of `asin`. In place."""
    try:
        return inplace(OPS["asin"], input)
    except Exception as error:
        return resolve(error)


def arcsinh_(input: Tensor) -> Tensor:
    """Another name of `asinh`. In place."""
    try:
        return inplace(OPS["asinh"], input)
    except Exception as error:
        return resolve(error)


def arctan_(input: Tensor) -> Tensor:
    """Another name of `atan`. In place."""
    try:
        return inplace(OPS["atan"], input)
    except Exception as error:
        return resolve(error)


def arctanh_(input: Tensor) -> Tensor:
    """Another name of `atanh`. In place."""
    try:
        return inplace(OPS["atanh"], input)
    except Exception as error:
        return resolve(error)


def asin_(input: Tensor) -> Tensor:
    """`torch.asin`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["asin"], input)
    except Exception as error:
        return resolve(error)


def asinh_(input: Tensor) -> Tensor:
    """`torch.asinh`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["asinh"], input)
    except Exception as error:
        return resolve(error)


def atan_(input: Tensor) -> Tensor:
    """`torch.atan`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["atan"], input)
    except Exception as error:
        return resolve(error)


def atanh_(input: Tensor) -> Tensor:
    """`torch.atanh`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["atanh"], input)
    except Exception as error:
        return resolve(error)


def ceil_(input: Tensor) -> Tensor:
    """`torch.ceil`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["ceil"], input)
    except Exception as error:
        return resolve(error)


def conj_physical_(input: Tensor) -> Tensor:
    """`torch.conj_physical`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["conj_physical"], input)
    except Exception as error:
        return resolve(error)


def cos_(input: Tensor) -> Tensor:
    """`torch.cos`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["cos"], input)
    except Exception as error:
        return resolve(error)


def cosh_(input: Tensor) -> Tensor:
    """`torch.cosh`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["cosh"], input)
    except Exception as error:
        return resolve(error)


def erf_(input: Tensor) -> Tensor:
    """`torch.erf`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["erf"], input)
    except Exception as error:
        return resolve(error)


def erfc_(input: Tensor) -> Tensor:
    """`torch.erfc`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["erfc"], input)
    except Exception as error:
        return resolve(error)


def exp_(input: Tensor) -> Tensor:
    """`torch.exp`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["exp"], input)
    except Exception as error:
        return resolve(error)


def exp2_(input: Tensor) -> Tensor:
    """`torch.exp2`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["exp2"], input)
    except Exception as error:
        return resolve(error)


def expm1_(input: Tensor) -> Tensor:
    """`torch.expm1`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["expm1"], input)
    except Exception as error:
        return resolve(error)


def fix_(input: Tensor) -> Tensor:
    """Another name of `trunc`. In place."""
    try:
        return inplace(OPS["trunc"], input)
    except Exception as error:
        return resolve(error)


def floor_(input: Tensor) -> Tensor:
    """`torch.floor`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["floor"], input)
    except Exception as error:
        return resolve(error)


def frac_(input: Tensor) -> Tensor:
    """`torch.frac`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["frac"], input)
    except Exception as error:
        return resolve(error)


def gcd_(input: Tensor, other: Tensor) -> Tensor:
    """`torch.gcd`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["gcd"], input, other)
    except Exception as error:
        return resolve(error)


def i0_(input: Tensor) -> Tensor:
    """The modified Bessel function of the first kind and order 0. In place."""
    try:
        return inplace(OPS["i0"], input)
    except Exception as error:
        return resolve(error)


def lcm_(input: Tensor, other: Tensor) -> Tensor:
    """`torch.lcm`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["lcm"], input, other)
    except Exception as error:
        return resolve(error)


def log_(input: Tensor) -> Tensor:
    """`torch.log`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["log"], input)
    except Exception as error:
        return resolve(error)


def log10_(input: Tensor) -> Tensor:
    """`torch.log10`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["log10"], input)
    except Exception as error:
        return resolve(error)


def log1p_(input: Tensor) -> Tensor:
    """`torch.log1p`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["log1p"], input)
    except Exception as error:
        return resolve(error)


def log2_(input: Tensor) -> Tensor:
    """`torch.log2`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["log2"], input)
    except Exception as error:
        return resolve(error)


def logit_(input: Tensor, eps: float | None = None) -> Tensor:
    """log(input / (1 - input)), `input` clamped to [eps, 1 - eps] if `eps` is given. In place."""
    try:
        return inplace(OPS["logit"], input, None if eps is None else as_float(eps))
    except Exception as error:
        return resolve(error)


def nan_to_num_(
    input: Tensor, nan: float | None = None, posinf: float | None = None, neginf: float | None = None,
) -> Tensor:
    """`torch.nan_to_num`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["nan_to_num"], input, None if nan is None else as_float(nan), None if posinf is None else as_float(posinf), None if neginf is None else as_float(neginf))
    except Exception as error:
        return resolve(error)


def neg_(input: Tensor) -> Tensor:
    """The negative of each element. In place."""
    try:
        return inplace(OPS["neg"], input)
    except Exception as error:
        return resolve(error)


def negative_(input: Tensor) -> Tensor:
    """Another name of `neg`. In place."""
    try:
        return inplace(OPS["neg"], input)
    except Exception as error:
        return resolve(error)


def reciprocal_(input: Tensor) -> Tensor:
    """1 / input. In place."""
    try:
        return inplace(OPS["reciprocal"], input)
    except Exception as error:
        return resolve(error)


def relu_(input: Tensor) -> Tensor:
    """`torch.relu`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["relu"], input)
    except Exception as error:
        return resolve(error)


def rsqrt_(input: Tensor) -> Tensor:
    """`torch.rsqrt`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["rsqrt"], input)
    except Exception as error:
        return resolve(error)


def sigmoid_(input: Tensor) -> Tensor:
    """`torch.sigmoid`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["sigmoid"], input)
    except Exception as error:
        return resolve(error)


def sin_(input: Tensor) -> Tensor:
    """`torch.sin`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["sin"], input)
    except Exception as error:
        return resolve(error)


def sinh_(input: Tensor) -> Tensor:
    """`torch.sinh`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["sinh"], input)
    except Exception as error:
        return resolve(error)


def sqrt_(input: Tensor) -> Tensor:
    """`torch.sqrt`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["sqrt"], input)
    except Exception as error:
        return resolve(error)


def square_(input: Tensor) -> Tensor:
    """input * input. In place."""
    try:
        return inplace(OPS["square"], input)
    except Exception as error:
        return resolve(error)


def tan_(input: Tensor) -> Tensor:
    """`torch.tan`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["tan"], input)
    except Exception as error:
        return resolve(error)


def tanh_(input: Tensor) -> Tensor:
    """`torch.tanh`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["tanh"], input)
    except Exception as error:
        return resolve(error)


def trunc_(input: Tensor) -> Tensor:
    """`torch.trunc`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["trunc"], input)
    except Exception as error:
        return resolve(error)


def xlogy_(input: Tensor, other: Tensor | Number) -> Tensor:
    """`torch.xlogy`; see PyTorch's page of that name. In place."""
    try:
        return inplace(OPS["xlogy"], input, other)
    except Exception as error:
        return resolve(error)


__all__ = ["abs_", "acos_", "acosh_", "addmv_", "arccos_", "arccosh_", "arcsin_", "arcsinh_", "arctan_", "arctanh_", "asin_", "asinh_", "atan_", "atanh_", "ceil_", "conj_physical_", "cos_", "cosh_", "erf_", "erfc_", "exp2_", "exp_", "expm1_", "fix_", "floor_", "frac_", "gcd_", "i0_", "lcm_", "log1p_", "log2_", "log10_", "log_", "logit_", "nan_to_num_", "neg_", "negative_", "reciprocal_", "relu_", "rsqrt_", "sigmoid_", "sin_", "sinh_", "sqrt_", "square_", "tan_", "tanh_", "trunc_", "xlogy_"]
