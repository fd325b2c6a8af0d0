"""`torch.autograd`: automatic differentiation. https://docs.pytorch.org/docs/stable/autograd.html"""
from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .._bindings.override.public_functions import make_all_overridable, make_overridable
from .._dispatch.state import LOCAL, Classes
from .._namespace.names import missing
from . import anomaly_mode, grad_mode
from .anomaly_mode import detect_anomaly, set_detect_anomaly
from .grad_mode import (
    enable_grad,
    inference_mode,
    no_grad,
    set_grad_enabled,
    set_multithreading_enabled,
)
from .gradcheck import gradcheck, gradgradcheck
from .variable import Variable

# After the modules of the same names, which these functions shadow, as in PyTorch.
from ._legacy import _is_checkpoint_valid, variable  # isort: skip
variable.Variable = Variable  # type: ignore[attr-defined]

__all__ = ["Function", "NestedIOFunction", "Variable", "backward", "detect_anomaly", "enable_grad", "enforce_grad_layout_policy", "grad",
           "grad_mode", "gradcheck", "gradgradcheck", "inference_mode", "no_grad", "set_detect_anomaly", "set_grad_enabled",
           "set_multithreading_enabled", "variable"]

if TYPE_CHECKING:
    from . import forward_ad as forward_ad
    from . import function as function
    from . import functional as functional
    from . import graph as graph
    from ._layout_and_view_modes import enforce_grad_layout_policy
    from ._signatures import backward, grad
    from .function import Function, NestedIOFunction


def _handle(hooks: Any) -> Any:
    """Return the handle of the first hook; importing its class replaces this function by the class."""
    from ..utils.hooks import RemovableHandle

    return RemovableHandle(hooks)


def _call_node(node: Any, cotangents: tuple[Any, ...]) -> Any:
    """Call a node; the engine, imported by the first gradient, replaces this function by its own."""
    from .._engine.hooks import call_node

    return call_node(node, cotangents)


Classes.handle, Classes.call_node = staticmethod(_handle), staticmethod(_call_node)


def is_view_replay_enabled() -> bool:
    """Whether views record the ops that make them, see `_force_original_view_tracking`."""
    return LOCAL.view_replay


def is_multithreading_enabled() -> bool:
    """Whether multithreading was last enabled by `set_multithreading_enabled`; False in inference mode."""
    return LOCAL.multithreading and not LOCAL.inference


#: Submodules, and names in them, that are imported on first access to keep `import torch` fast.
_LATER = ("forward_ad", "function", "functional", "graph", "profiler", "profiler_util")
_LATER_NAMES = {"Function": ".function", "NestedIOFunction": ".function", "kineto_available": ".profiler", "DeviceType": ".profiler_util",
                "enforce_grad_layout_policy": "._layout_and_view_modes", "_force_original_view_tracking": "._layout_and_view_modes",
                "_unsafe_preserve_version_counter": "._layout_and_view_modes",
                "backward": ".._engine.backward", "grad": ".._engine.backward",
                **dict.fromkeys(("_engine_run_backward", "_make_grads", "_tensor_or_tensors_to_tuple"), "._engine_calls"),
                **dict.fromkeys(("SavedTensor", "_get_sequence_nr", "_pop_saved_tensors_default_hooks", "_profiler_enabled",
                                 "_push_saved_tensors_default_hooks", "_supported_activities"), ".._C._autograd"),
                **dict.fromkeys(("handle_torch_function", "has_torch_function", "is_tensor_like"), "..overrides"),
                "ProfilerActivity": "..profiler"}
_missing = missing("torch.autograd", __name__)
make_all_overridable(globals(), "torch.autograd")


def _calculate_shape(output: Any, grad: Any, is_grads_batched: bool) -> tuple[Any, Any]:
    """The shape of an output (or of the target of an edge), and that of its cotangent without the batch dimension."""
    from .graph import GradientEdge

    if not isinstance(output, GradientEdge):
        return output.shape, grad.shape[1:] if is_grads_batched else grad.shape
    if is_grads_batched:
        raise RuntimeError("Batched grads are not supported with GradientEdge")
    return output.node._input_metadata[output.output_nr].shape, grad.shape


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        if name in _LATER_NAMES:
            here = importlib.import_module(_LATER_NAMES[name], __name__)
            return globals().setdefault(name, make_overridable(f"torch.autograd.{name}", getattr(here, name)))
        return importlib.import_module(f"{__name__}.{name}") if name in _LATER else _missing(name)
