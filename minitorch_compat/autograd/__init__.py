"""`torch.autograd`: automatic differentiation. https://docs.pytorch.org/docs/stable/autograd.html"""
from __future__ import annotations

from .._engine.backward import backward, grad
from . import anomaly_mode, forward_ad, function, grad_mode, graph
from .anomaly_mode import detect_anomaly, set_detect_anomaly
from .function import Function
from .grad_mode import (
    enable_grad,
    inference_mode,
    no_grad,
    set_grad_enabled,
    set_multithreading_enabled,
)
from .variable import Variable

__all__ = ["Function", "Variable", "anomaly_mode", "backward", "detect_anomaly", "enable_grad", "forward_ad", "function", "grad",
           "grad_mode", "graph", "inference_mode", "no_grad", "set_detect_anomaly", "set_grad_enabled", "set_multithreading_enabled"]

from .._names import missing

__getattr__ = missing("torch.autograd", __name__)
