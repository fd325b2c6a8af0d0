"""`torch.autograd`: automatic differentiation. https://docs.pytorch.org/docs/stable/autograd.html"""
from __future__ import annotations

from .._bindings.overridable import publish
from .._engine.backward import backward, grad
from . import anomaly_mode, forward_ad, function, grad_mode, graph
from .anomaly_mode import detect_anomaly, set_detect_anomaly
from .function import Function, NestedIOFunction
from .grad_mode import (
    _unsafe_preserve_version_counter,
    enable_grad,
    enforce_grad_layout_policy,
    inference_mode,
    no_grad,
    set_grad_enabled,
    set_multithreading_enabled,
)
from .gradcheck import gradcheck, gradgradcheck
from .variable import Variable

# After the modules of the same names, which these functions shadow, as in PyTorch.
from ._legacy import _is_checkpoint_valid, variable  # isort: skip

__all__ = ["Function", "NestedIOFunction", "Variable", "backward", "detect_anomaly", "enable_grad", "enforce_grad_layout_policy", "grad",
           "grad_mode", "gradcheck", "gradgradcheck", "inference_mode", "no_grad", "set_detect_anomaly", "set_grad_enabled",
           "set_multithreading_enabled", "variable"]

import importlib
from typing import Any

from .._names import missing

#: Submodules that are imported when somebody asks for them, so that `import torch` need not wait.
_LATER = ("functional", "profiler", "profiler_util")
_missing = missing("torch.autograd", __name__)
publish(globals(), "torch.autograd")


def __getattr__(name: str) -> Any:
    return importlib.import_module(f"{__name__}.{name}") if name in _LATER else _missing(name)
