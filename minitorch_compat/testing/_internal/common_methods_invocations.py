"""`torch.testing._internal.common_methods_invocations`: `op_db`, a list of ops far shorter than PyTorch's."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import minitorch_compat as torch

from ..._namespace.modules import recorded_getattr
from ..._namespace.names import placeholder
from ._guards import freeze_rng_state
from .opinfo._elementwise_samples import *  # noqa: F403
from .opinfo.core import (  # noqa: F401
    XS,
    BinaryUfuncInfo,
    DecorateInfo,
    ErrorInput,
    L,
    M,
    OpInfo,
    ReductionOpInfo,
    S,
    SampleInput,
    UnaryUfuncInfo,
)

#: Lists of PyTorch that are empty here.
_DATABASES = frozenset({"spectral_funcs", "shape_funcs", "python_ref_db", "ops_and_refs", "sparse_unary_ufuncs",
                        "sparse_csr_unary_ufuncs", "sparse_reduction_ops", "binary_ufuncs_and_refs",
                        "reference_masked_ops", "op_db_with_overloads", "sparse_masked_reduction_ops"})
_recorded = recorded_getattr("torch.testing._internal.common_methods_invocations")


def mask_not_all_zeros(shape: Any) -> Any:
    """A random mask of that shape with a True somewhere."""
    if len(shape) == 0:
        raise AssertionError("a mask without dimensions")
    while True:
        mask = torch.randn(shape).gt(0)
        if mask.any():
            return mask


def wrapper_set_seed(op: Any, *args: Any, **kwargs: Any) -> Any:
    """Call a random op with a fixed seed; the state of the generator is as before."""
    with freeze_rng_state():
        torch.manual_seed(42)
        return op(*args, **kwargs)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        if name in ("op_db", "unary_ufuncs", "binary_ufuncs", "reduction_ops", "reference_filtered_ops"):
            # created, with its dtypes, on first access
            from . import _op_list

            return getattr(_op_list, name)()
        if name.startswith("foreach_") and name.endswith("_op_db"):
            from .opinfo import _foreach

            return _foreach.databases()[name]
        if name in ("ForeachFuncInfo", "ForeachSampleInput", "foreach_inputs_sample_func", "sample_inputs_foreach"):
            from .opinfo import _foreach

            return getattr(_foreach, name)
        if name in _DATABASES:
            return placeholder(f"torch.testing._internal.common_methods_invocations.{name}", "v")
        return _recorded(name)
