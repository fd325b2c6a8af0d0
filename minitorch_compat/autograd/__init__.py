"""`torch.autograd`: automatic differentiation. https://docs.pytorch.org/docs/stable/autograd.html"""
from __future__ import annotations

from .._bindings.tensor import Tensor
from .._engine.backward import backward, grad
from . import forward_ad
from .function import Function
from .grad_mode import (
    enable_grad,
    inference_mode,
    no_grad,
    set_grad_enabled,
    set_multithreading_enabled,
)
from .gradcheck import gradcheck, gradgradcheck
from .variable import Variable

__all__ = ["Function", "Tensor", "Variable", "backward", "enable_grad", "forward_ad", "grad", "gradcheck",
           "gradgradcheck", "inference_mode", "no_grad", "set_grad_enabled", "set_multithreading_enabled"]

import importlib
from typing import Any

from .._names import missing

#: Submodules that are imported when somebody asks for them, so that `import torch` need not wait.
_LATER = ("functional", "profiler", "profiler_util")
_missing = missing("torch.autograd", __name__)


def __getattr__(name: str) -> Any:
    return importlib.import_module(f"{__name__}.{name}") if name in _LATER else _missing(name)
