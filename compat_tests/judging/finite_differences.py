"""An independent check of the recorded gradients: central differences of our own forward pass, without derivative formulas.

PyTorch's gradient g of L(x) = sum(cotangent * f(x)) is right where (L(x + h d) - L(x - h d)) / 2h is close to g . d for a direction d.
"""
from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

import numpy as np

from ..operations.probes import Op, Sample, call, pattern
from .portable import TensorRecord, build, flat_tensors, map_tensors, tensors_in

STEP = 1e-6
#: The step's own error is of the order of STEP squared, rounding adds 1e-16 / STEP: beyond this tolerance a formula is wrong.
RELATIVE = 1e-5
#: Samples per operation.
COUNT = 2

SYMMETRIC = "reads one triangle of a symmetric matrix and returns the gradient of the symmetric one"
LOW_PRECISION = "rounds to a type in which a step of 1e-6 is lost"
#: Entries whose gradient differs from the derivative of the forward pass by contract.
NOT_JUDGED = {
    **dict.fromkeys(("cholesky", "cholesky_inverse", "cholesky_solve", "linalg.cholesky", "linalg.cholesky_ex", "linalg.eigh",
                     "linalg.eigvalsh", "linalg.pinv|hermitian", "linalg.matrix_rank|hermitian"), SYMMETRIC),
    **dict.fromkeys(("float", "half", "bfloat16", "chalf", "cfloat"), LOW_PRECISION),
    "nn.functional.ctc_loss": "assumes that its input is a log_softmax, and gives the gradient through it",
    "nn.functional.hinge_embedding_loss": "targets are 1 or -1: between them there is nothing",
    **dict.fromkeys(("svd", "linalg.svd"), "the vectors of full matrices that belong to no singular value are any basis of what is left, "
                                           "and get no gradient"),
    "as_strided_scatter": "the samples write some elements more than once",
    **dict.fromkeys(("normal", "normal|number_mean"), "a draw: its gradients are zeros by definition"),
    "sign": "steps", "sgn": "steps",
}


def direction(record: TensorRecord, number: int) -> np.ndarray:
    """Random numbers as the direction of a tensor."""
    signs = np.where(np.arange(record.data.size).reshape(record.shape) % 3, 1, -1)
    return np.random.default_rng(number).uniform(0.5, 1.5, record.shape) * signs


def moved(sample: Sample, step: float) -> Sample:
    """The sample with every differentiable tensor moved along its direction."""
    count = -1

    def move(record: TensorRecord) -> TensorRecord:
        nonlocal count
        if not record.requires_grad:
            return record
        count += 1
        return replace(record, data=np.asarray(record.data + step * direction(record, count)))

    return Sample(*map_tensors(move, sample.arguments(), TensorRecord))


def weighted(torch: Any, op: Op, sample: Sample, outputs: list[bool]) -> float:
    """L at a sample: its outputs times the cotangents of the recorded gradient."""
    source, args, kwargs = build(torch, sample.arguments())
    result = flat_tensors(torch, op.result(torch, call(torch, op.function(torch), (source, *args), kwargs)))
    differentiable = [t for t, wanted in zip(result, outputs) if wanted]
    # A cotangent of a complex result is dL/d(real part) + i dL/d(imaginary part), PyTorch's convention.
    return sum(float((t * pattern(torch, t, i).conj()).sum().real) for i, t in enumerate(differentiable))


def check(torch: Any, op: Op, sample: Sample, grads: Any) -> list[str]:
    """Disagreements of recorded gradients with finite differences; none for gradients that are not finite."""
    inputs = [r for r in tensors_in(sample.arguments()) if r.requires_grad]
    analytic = sum(float((g.data * direction(r, i)).sum()) for i, (r, g) in enumerate(zip(inputs, grads)) if g is not None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            outputs = differentiable_outputs(torch, op, sample)
            above, below = (weighted(torch, op, moved(sample, sign * STEP), outputs) for sign in (1, -1))
        except Exception as error:
            return [f": our forward pass fails on a sample nearby, {type(error).__name__}: {error}"]
    numeric = (above - below) / (2 * STEP)
    if not np.isfinite([analytic, numeric]).all():
        return []
    size = max(abs(analytic), abs(numeric), sum(float(np.abs(g.data).sum()) for g in grads if g is not None), 1.0)
    noise = 1e-15 * max(abs(above), abs(below)) / STEP
    if abs(analytic - numeric) <= RELATIVE * size + noise:
        return []
    return [f": the recorded gradient gives {analytic:.9g} along a direction, differences give {numeric:.9g}"]


def differentiable_outputs(torch: Any, op: Op, sample: Sample) -> list[bool]:
    """Flags of the results that have cotangents in the recorded gradient: those that required gradients."""
    def mark(record: TensorRecord) -> Any:
        tensor = build(torch, record)
        return tensor.requires_grad_() if record.requires_grad else tensor

    source, args, kwargs = build_rest(torch, map_tensors(mark, sample.arguments(), TensorRecord))
    result = op.result(torch, call(torch, op.function(torch), (source, *args), kwargs))
    return [bool(t.requires_grad) for t in flat_tensors(torch, result)]


def build_rest(torch: Any, parts: Any) -> Any:
    from ..operations.probes import rest
    return tuple(rest(torch, part) for part in parts)
