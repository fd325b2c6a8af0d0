"""What PyTorch's nodes save and those here do not need: computed on inspection from what is saved."""
from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from .._array.core import intp
from .._array.nn import attention
from .._ops.families.nn.conv import RESAMPLING
from .._ops.op import ENTRY

Values = Callable[[str], Any]

#: Node -> PyTorch's name of an argument -> its name in the schema here, where the same name means another argument in other ops.
RENAMED: dict[str, dict[str, str]] = {
    "ScaledDotProductFlashAttentionForCpuBackward0": {"mask_as_given": "attn_mask"},
    "CtcLossBackward0": {"input_times": "input_lengths", "target_times": "target_lengths"},
    "CdistBackward0": {"x1": "input", "x2": "other"},
    "CholeskySolveBackward0": {"input2": "other"},
    **{name: {"normalization": "mode"} for name in ("FftC2CBackward0", "FftC2RBackward0", "FftR2CBackward0")},
    "DivBackward1": {"other": "divisor"},
    "MulBackward1": {"other": "factor"},
    "LinalgLstsqBackward0": {"b": "other"},
    "LinalgLuSolveBackward0": {"LU": "input"},
    "LuUnpackBackward0": {"LU_data": "input"},
    "OrmqrBackward0": {"input2": "tau", "input3": "other"},
    "TriangularSolveBackward0": {"A": "other"},
}


def _lu_part(transposed: bool, part: int) -> Callable[[Values], Any]:
    """LU or pivots of the matrix; PyTorch decomposes its transpose where that is in LAPACK's memory order."""
    def value(values: Values) -> Any:
        matrix = values("A")
        if transposed and matrix.flags.c_contiguous and matrix.dtype.kind != "c":
            matrix = matrix.swapaxes(-1, -2)
        return np.asarray(ENTRY.lu_factor_of.kernel(matrix)[part])  # type: ignore[misc]

    return value


def _total_weight(values: Values) -> Any:
    scores, target, weight = values("self"), values("target"), values("weight")
    if values("reduction") == 0:
        return np.zeros((), scores.dtype)
    counted = target[target != values("ignore_index")]
    return np.asarray(counted.size if weight is None else weight[counted].sum(), scores.dtype)


def _mark_targets(values: Values) -> Any:
    scores, target = values("self"), values("target")
    out = np.zeros(scores.shape, scores.dtype)
    rows, marks = np.atleast_2d(target), np.atleast_2d(out)
    for row, mark in zip(rows, marks, strict=True):
        ends = intp.flatnonzero(row < 0)
        mark[row[:ends[0] if ends.size else None]] = 1
    return out


def _resampling_attributes(name: str) -> dict[tuple[str, str], Callable[[Values], Any]]:
    """The per-axis attributes of an interpolation node."""
    found: dict[tuple[str, str], Callable[[Values], Any]] = {
        (name, "align_corners"): lambda values: values("axes").align,
        (name, "output_size"): lambda values: tuple(len(a) for a in values("axes")),
        (name, "scales"): lambda values: values("axes").scales[0]}
    for place, axis in enumerate("whd", 1):  # counted from the last
        found[name, f"scales_{axis}"] = lambda values, place=place: values("axes").scales[-place]  # type: ignore[misc]
    return found


_ATTENTION = "ScaledDotProductFlashAttentionForCpuBackward0"


def _additive_mask(values: Values) -> Any:
    mask = values("mask_as_given")
    return mask if mask is None or mask.dtype.kind != "b" else np.where(mask, 0, -np.inf).astype(values("query").dtype)


def _batch_statistics(values: Values) -> Any:
    """Statistics of the batch; there are none where the running ones are used."""
    return NotImplemented if values("training") else np.zeros(0, values("input").dtype)


#: (node, name) -> function that computes the value from others that the node has (tensors among them as arrays); NotImplemented: use
#: the value as it is saved here.
COMPUTED: dict[tuple[str, str], Callable[[Values], Any]] = {
    (_ATTENTION, "attn_mask"): _additive_mask,
    (_ATTENTION, "dropout_p"): lambda values: 0.0,
    (_ATTENTION, "logsumexp"): lambda values: attention.logsumexp(
        values("query"), values("key"), values("mask_as_given"), values("is_causal"), values("scale")),
    ("CtcLossBackward0", "input_lengths"): lambda values: tuple(values("input_times").tolist()),
    ("CtcLossBackward0", "target_lengths"): lambda values: tuple(values("target_times").tolist()),
    ("CtcLossBackward0", "result1"): lambda values: values("alpha").swapaxes(0, 1),
    ("LinalgDetBackward0", "LU"): _lu_part(True, 0),
    ("LinalgDetBackward0", "pivots"): _lu_part(True, 1),
    ("LinalgSlogdetBackward0", "LU"): _lu_part(True, 0),
    ("LinalgSlogdetBackward0", "pivots"): _lu_part(True, 1),
    ("LinalgSolveExBackward0", "LU"): _lu_part(False, 0),
    ("LinalgSolveExBackward0", "pivots"): _lu_part(False, 1),
    ("LogSigmoidBackward0", "buffer"): lambda values: np.exp(-np.abs(values("self"))),
    ("MultilabelMarginLossBackward0", "is_target"): _mark_targets,
    ("NativeBatchNormBackward0", "result1"): _batch_statistics,
    ("NativeBatchNormBackward0", "result2"): _batch_statistics,
    ("NativeGroupNormBackward0", "N"): lambda values: values("input_sym_sizes")[0],
    ("NativeGroupNormBackward0", "C"): lambda values: values("input_sym_sizes")[1],
    ("NativeGroupNormBackward0", "HxW"): lambda values: prod(values("input_sym_sizes")[2:]),
    ("NllLossBackward0", "total_weight"): _total_weight,
    ("NllLoss2DBackward0", "total_weight"): _total_weight,
}
for _name in RESAMPLING.values():
    COMPUTED |= _resampling_attributes(_name)
