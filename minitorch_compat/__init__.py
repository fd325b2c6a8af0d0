"""A drop-in for PyTorch in pure Python over numpy: `import minitorch_compat as torch`.

The names here are PyTorch's; their documentation is PyTorch's too, https://docs.pytorch.org/docs/stable/.
"""
from __future__ import annotations

from . import _ops  # noqa: F401  (fills the table of ops before anything asks for one)
from ._bindings.tensor import Tensor
from ._dispatch.device import device
from ._dispatch.dtype import (
    bfloat16,
    bool_,
    complex64,
    complex128,
    dtype,
    float16,
    float32,
    float64,
    get_default_dtype,
    int8,
    int16,
    int32,
    int64,
    set_default_dtype,
    uint8,
    uint16,
    uint32,
    uint64,
)
from ._dispatch.size import Size
from ._dispatch.unsupported import UnsupportedError
# <functions>: written by `python minitorch_compat/_bindings/generate.py`
from ._bindings.functions import (
    add,
    arange,
    as_strided,
    as_tensor,
    asarray,
    clone,
    cos,
    empty,
    empty_like,
    empty_strided,
    eq,
    exp,
    eye,
    from_numpy,
    full,
    full_like,
    gt,
    linspace,
    log,
    logspace,
    mean,
    mm,
    mul,
    neg,
    ones,
    ones_like,
    permute,
    pow,
    relu,
    reshape,
    scalar_tensor,
    sigmoid,
    sin,
    sqrt,
    squeeze,
    sub,
    subtract,
    sum,
    t,
    tanh,
    tensor,
    transpose,
    unsqueeze,
    zeros,
    zeros_like,
)
# </functions>
from . import autograd
from .autograd.grad_mode import enable_grad, inference_mode, is_grad_enabled, is_inference_mode_enabled, no_grad, set_grad_enabled

bool = bool_  # noqa: A001
float = float32  # noqa: A001
double, half, long, int, short = float64, float16, int64, int32, int16  # noqa: A001
cfloat, cdouble = complex64, complex128
