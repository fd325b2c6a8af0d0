"""Results of millions of elements in a few numbers, and how far one is from another."""
from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..judging.portable import TensorRecord, flat_tensors, map_tensors
from .cases import Case
from .inputs import Large

Array = np.ndarray[Any, np.dtype[Any]]

#: Elements of a result that a summary keeps, evenly spaced, with the first and the last.
KEPT = 12
#: Of results below so many elements all are kept.
SMALL = 24
#: Relative errors that need no comparison with PyTorch's.
ALLOWED = {"float32": 1e-6, "complex64": 1e-6, "float16": 2.0**-10, "bfloat16": 2.0**-7, "float64": 1e-12, "complex128": 1e-12}
SEED = 20260131


@dataclass
class Outcome:
    """Result tensors of a call, as double precision or integers, and what they were before."""

    arrays: list[Array]
    layouts: list[tuple[str, tuple[int, ...], tuple[int, ...]]]


def run(torch: Any, entry: str, case: Case, dtype: str, wide: str | None) -> tuple[Outcome, Outcome | None]:
    """The results of a case and, if it has any, the gradients of its inputs. `wide`: in which dtype to compute, on the same numbers."""
    leaves = []

    def made(given: Large) -> Any:
        tensor = given.tensor(torch, dtype, wide)
        if case.grad and given.leaf and (tensor.is_floating_point() or tensor.is_complex()):
            leaves.append(tensor.requires_grad_())
        return tensor

    args = map_tensors(made, (case.args, case.kwargs), Large)
    torch.manual_seed(SEED)
    result = case.function(torch, entry)(*args[0], **args[1])
    tensors = flat_tensors(torch, result)
    ends = [t for t in tensors if t.requires_grad]
    if not ends:
        return outcome(torch, tensors), None
    weights = [cotangent(torch, t, dtype, i) for i, t in enumerate(ends)]
    gradients = torch.autograd.grad(ends, leaves, weights, allow_unused=True)
    return outcome(torch, [t.detach() for t in tensors]), outcome(torch, [g for g in gradients if g is not None])


def cotangent(torch: Any, t: Any, dtype: str, seed: int) -> Any:
    """Numbers around 1 for every element of a result."""
    made = Large("positive", tuple(t.shape), 50 + seed).tensor(torch, "float32", None)
    if t.is_complex():
        return torch.complex(made, made).to(t.dtype)
    return made.to(getattr(torch, dtype)).to(t.dtype)


def outcome(torch: Any, tensors: list[Any]) -> Outcome:
    layouts = [(str(t.dtype).removeprefix("torch."), tuple(t.shape), tuple(t.stride())) for t in tensors]
    return Outcome([plain(torch, t) for t in tensors], layouts)


def plain(torch: Any, t: Any) -> Array:
    """The elements as float64, complex128 or int64."""
    t = t.detach().resolve_conj().resolve_neg()
    if getattr(t, "_is_zerotensor", bool)():
        t = t.clone()
    kind = torch.complex128 if t.is_complex() else torch.float64 if t.is_floating_point() else torch.int64
    return t.to(kind).contiguous().numpy()


def hashed(found: Outcome) -> str:
    """What tells whether results are the same to the last bit."""
    return hashlib.sha256(b"".join(np.ascontiguousarray(a).tobytes() for a in found.arrays)).hexdigest()[:16]


def summary(a: Array) -> dict[str, Any]:
    """Some elements, the sum and the sum of sizes of those that are finite, and how many are NaN or infinite."""
    flat = a.reshape(-1)
    kept = flat if flat.size <= SMALL else flat[np.linspace(0, flat.size - 1, KEPT).astype(np.intp)]
    finite = flat[np.isfinite(flat)] if flat.dtype.kind in "fc" else flat
    total = finite.sum()
    return {"elements": TensorRecord(str(kept.dtype), kept.shape, (1,), kept.copy()), "total": total.item(),
            "size": float(np.abs(finite.astype(np.complex128 if flat.dtype.kind == "c" else np.float64)).sum()),
            "nan": int(np.isnan(flat).sum()) if flat.dtype.kind in "fc" else 0, "finite": int(finite.size)}


def error(a: Array, b: Array) -> float:
    """The largest relative error of `a`, of elements smaller than `b` has in the mean relative to that mean."""
    if a.shape != b.shape:
        return math.inf
    if not a.size:
        return 0.0
    bad = ~(np.isfinite(a) & np.isfinite(b))
    if (bad & ~((a == b) | (np.isnan(a) & np.isnan(b)))).any():
        return math.inf
    good = ~bad
    difference, size = np.abs(np.where(good, a, 0) - np.where(good, b, 0)), np.abs(np.where(good, b, 0))
    floor = size.sum() / max(good.sum(), 1)
    return float((difference / np.maximum(np.maximum(size, floor), 1e-300)).max())


def errors(a: Outcome | None, b: Outcome | None) -> list[float]:
    """The error of each tensor; integers count as different or not."""
    if a is None or b is None or len(a.arrays) != len(b.arrays):
        return [] if a is b else [math.inf]
    return [error(x, y) if x.dtype.kind in "fc" else float((x != y).mean()) if x.size and x.shape == y.shape else 0.0
            for x, y in zip(a.arrays, b.arrays)]


def differences(found: dict[str, Any], expected: dict[str, Any], limit: float) -> list[str]:
    """How a summary differs from the recorded one beyond a relative error of `limit`."""
    if math.isinf(limit):  # PyTorch's own result has no finite number where double precision has
        return []
    a, b = found["elements"].data, expected["elements"].data
    if (found["nan"], found["finite"]) != (expected["nan"], expected["finite"]):
        return [f"{found['nan']} NaN and {found['finite']} finite instead of {expected['nan']} and {expected['finite']}"]
    if a.shape != b.shape:
        return [f"{a.shape} elements instead of {b.shape}"]
    floor = expected["size"] / max(expected["finite"], 1)
    bad = ~(np.isfinite(a) & np.isfinite(b)) if b.dtype.kind in "fc" else np.zeros(b.shape, bool)
    with np.errstate(all="ignore"):
        off = np.abs(a.astype(b.dtype) - b) / np.maximum(np.maximum(np.abs(b), floor), 1e-300)
    off = np.where(bad, 0, off)
    said = [f"element {i} of those kept is {a[i]!r} instead of {b[i]!r}, off by {off[i]:.2g} where {limit:.2g} is allowed"
            for i in np.flatnonzero(off > limit)[:1]]
    for name in ("total", "size"):
        far = abs(found[name] - expected[name]) / max(expected["size"], 1e-300)
        if far > limit:
            what = "sum" if name == "total" else "sum of sizes"
            said.append(f"the {what} is {found[name]!r} instead of {expected[name]!r}, off by {far:.2g}")
    return said

