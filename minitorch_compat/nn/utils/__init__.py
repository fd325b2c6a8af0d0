"""Helpers around modules: clipping gradients, parameters as a vector, sequences of different length."""
from __future__ import annotations

from . import rnn
from .clip_grad import clip_grad_norm, clip_grad_norm_, clip_grad_value_, clip_grads_with_norm_, get_total_norm
from .convert_parameters import parameters_to_vector, vector_to_parameters
from .init import skip_init

__all__ = [
    "clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_", "get_total_norm",
    "parameters_to_vector", "rnn", "skip_init", "vector_to_parameters",
]

from ..._names import missing

__getattr__ = missing("torch.nn.utils", __name__)
