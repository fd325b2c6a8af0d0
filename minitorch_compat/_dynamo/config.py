"""`torch._dynamo.config`: settings of the absent compiler, which can be read and set but have no effect."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._namespace.names import missing

suppress_errors = False
verbose = False
disable = False
cache_size_limit = recompile_limit = 8
accumulated_cache_size_limit = 256
dynamic_shapes = automatic_dynamic_shapes = assume_static_by_default = optimize_ddp = True
error_on_recompile = capture_scalar_outputs = capture_dynamic_output_shape_ops = specialize_int = False
force_parameter_static_shapes = guard_nn_modules = inline_inbuilt_nn_modules = True


def patch(*settings: Any, **changes: Any) -> Any:
    """A context and decorator without effect."""
    from contextlib import ContextDecorator, nullcontext

    return type("patched", (ContextDecorator, nullcontext), {})()


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch._dynamo.config", __name__)
