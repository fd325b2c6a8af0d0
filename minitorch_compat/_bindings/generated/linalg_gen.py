"""Functions of torch.linalg.

Generated from the op schemas by `python minitorch_compat/_bindings/generate.py`; do not edit.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..._dispatch.call.caller import later, resolve_calls
from ..._dispatch.dtype import array_dtype
from ..._dispatch.dtype import dtype as dtype_type
from ..functions.arguments import (
    MISSING,
    SIZES,
    as_float,
    as_scalar,
    misplaced,
    missing_argument,
    no_sizes,
    numpys_name,
    once,
    whole,
    write_out,
)
from ..override.overridable import resolve
from ..settings import return_types

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

Number = int | float | complex | bool

resolve_calls(globals())


__all__ = []
