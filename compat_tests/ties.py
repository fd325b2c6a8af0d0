"""Indices of equal elements: PyTorch leaves open which of them `topk` names, so what the indices point at is compared instead."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from .operations import variants
from .operations.probes import Sample
from .portable import Named, TensorRecord

#: Entries whose results are values and indices along the dimension that is the second argument.
OPEN = frozenset({"topk"})


def settled(sample: Sample, aspect: str, outcome: Any) -> Any:
    """An outcome with the elements of the input in the place of indices."""
    source = variants.CHANGES[aspect](sample.input) if aspect in variants.CHANGES else sample.input
    dim = sample.args[1] if len(sample.args) > 1 else sample.kwargs.get("dim", -1)
    return _pointed(source, dim, outcome)


def _pointed(source: TensorRecord, dim: int, value: Any) -> Any:
    if isinstance(value, Named):
        return Named(value.type, _pointed(source, dim, value.items))
    if not isinstance(value, (tuple, list)):
        return value
    pair = len(value) == 2 and all(isinstance(v, TensorRecord) for v in value) and value[1].dtype == "int64"
    if pair and source.shape and len(value[1].shape) == len(source.shape):
        return (value[0], replace(value[1], dtype=source.dtype, data=np.take_along_axis(source.data, value[1].data, dim)))
    return type(value)(_pointed(source, dim, v) for v in value)
