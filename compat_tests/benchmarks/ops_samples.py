"""The suite's own samples, grown to a size worth timing.

A sample says how its tensors belong together only by the sizes that agree, so growing it is guesswork: a *strategy* makes a larger
sample, and PyTorch judges it by taking it or not. The first strategy that reaches the wanted number of elements is used; the report
names it. What takes no tensor is written out in `CALLS`.
"""
from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from ..judging.archive import loads
from ..judging.portable import Raised, TensorRecord, contiguous_strides, map_tensors, tensors_in
from ..operations.probes import Op, Sample
from ..operations.sampling import DECOMPOSITIONS
from ..record import REFERENCE, file_name

Strategy = Callable[[Sample, int], Sample]
Shape = tuple[int, ...]

#: The dtype to time in: the first that the op has samples of.
DTYPES = ("float32", "int64", "bool", "complex64", "float64")

#: Calls without a tensor, for a number of elements.
CALLS: dict[str, Callable[[int], tuple[Any, ...]]] = {
    "arange": lambda n: (n,), "linspace": lambda n: (0.0, 1.0, n), "logspace": lambda n: (0.0, 1.0, n),
    "full": lambda n: ((n,), 2.5), "scalar_tensor": lambda n: (2.5,), "eye": lambda n: (math.isqrt(n),),
    "randint": lambda n: (0, 100, (n,)), "empty_strided": lambda n: ((n,), (1,)), "empty_permuted": lambda n: ((n,), (0,)),
    "broadcast_shapes": lambda n: ((2, 1), (1, 3)),
    "triu_indices": lambda n: (math.isqrt(n), math.isqrt(n)), "tril_indices": lambda n: (math.isqrt(n), math.isqrt(n)),
    "signal.windows.general_cosine": lambda n: (n,),
} | {name: lambda n: ((n,),) for name in ("randn", "ones", "zeros", "empty")} | {
    f"signal.windows.{name}": lambda n: (n,)
    for name in ("hamming", "hann", "bartlett", "blackman", "cosine", "exponential", "gaussian", "kaiser", "general_hamming", "nuttall")}
_KEYWORDS: dict[str, dict[str, Any]] = {"signal.windows.general_cosine": {"a": [0.46, 0.23, 0.31]}}


def recorded(name: str) -> tuple[Op, list[tuple[str, Sample]]]:
    """The entry and the (dtype, sample) pairs on which PyTorch gave a result, in the dtype to time; `CALLS` for what has no tensor."""
    kept = loads((REFERENCE / "operations" / file_name(name)).read_bytes())
    op = Op(**kept["op"])
    good = [(s["dtype"], Sample(*s["sample"])) for s in kept["samples"] if not isinstance(s["outcomes"].get("forward"), Raised)]
    dtype = next((d for d in DTYPES if any(d == other for other, _ in good)), None)
    found = [(d, s) for d, s in good if d == dtype]
    return op, [p for p in found if contiguous(p[1]) and filled(p[1])] or [p for p in found if filled(p[1])] or found


def contiguous(sample: Sample) -> bool:
    return all(r.strides == contiguous_strides(r.shape) for r in tensors_in(sample.arguments()))


def filled(sample: Sample) -> bool:
    return all(r.data.size for r in tensors_in(sample.arguments()))


def sample_of_call(name: str, n: int) -> Sample:
    first, *rest = CALLS[name](n)
    return Sample(first, tuple(rest), _KEYWORDS.get(name, {}))


def largest(sample: Sample) -> TensorRecord | None:
    return max(tensors_in(sample.arguments()), key=lambda r: r.data.size, default=None)


def elements(sample: Sample) -> int:
    found = largest(sample)
    return found.data.size if found else 0


def has_gradient(sample: Sample) -> bool:
    return any(r.requires_grad for r in tensors_in(sample.arguments()))


def nearest(samples: list[tuple[str, Sample]], n: int) -> int:
    """The sample whose largest tensor is nearest to n elements; one with gradients if there is any."""
    differentiable = any(has_gradient(s) for _, s in samples)

    def distance(index: int) -> tuple[bool, float]:
        sample = samples[index][1]
        return differentiable and not has_gradient(sample), abs(math.log(max(elements(sample), 0.1) / n))

    return min(range(len(samples)), key=distance)


# --- growing -------------------------------------------------------------------------------------------------------------------------

def refill(record: TensorRecord, shape: Shape) -> TensorRecord:
    """A tensor of that shape with elements of the old one: the domain stays, sorted stays sorted."""
    flat = record.data.reshape(-1)
    n = math.prod(shape)
    if flat.dtype.kind != "c" and flat.size > 1 and bool((flat[1:] >= flat[:-1]).all()):
        data = flat[np.arange(n) * flat.size // n]
    else:
        rng = np.random.default_rng(zlib.crc32(flat.tobytes()))
        data = rng.choice(flat, n) if flat.dtype.kind != "f" else rng.choice(flat, n) * (1 - 2.0**-10 * rng.random(n))
    return replace(record, shape=shape, strides=contiguous_strides(shape), data=data.astype(flat.dtype).reshape(shape))


def resize(sample: Sample, sizes: Callable[[TensorRecord], Shape], numbers: dict[int, int] | None = None) -> Sample:
    """The sample with tensors of other shapes; with `numbers`, sizes among its other arguments are replaced too."""
    parts = map_tensors(lambda r: r if sizes(r) == r.shape else refill(r, sizes(r)), sample.arguments(), TensorRecord)
    return Sample(*(replace_sizes(part, numbers) if numbers else part for part in parts))


def replace_sizes(value: Any, numbers: dict[int, int]) -> Any:
    """Sizes in a tuple or list of integers, grown like those of the tensors."""
    if isinstance(value, (tuple, list)):
        if value and all(type(v) is int for v in value):
            return type(value)(numbers.get(v, v) for v in value)
        return type(value)(replace_sizes(v, numbers) for v in value)
    if isinstance(value, dict):
        return {k: replace_sizes(v, numbers) for k, v in value.items()}
    return value


def _grown_sizes(sample: Sample, n: int) -> dict[int, int]:
    """Every size above 1 -> its size when all of them grow alike and the largest tensor gets n elements."""
    biggest = largest(sample)
    assert biggest is not None
    dims = sum(size > 1 for size in biggest.shape)
    factor = (n / biggest.data.size) ** (1 / max(dims, 1))
    return {size: max(1, round(size * factor)) for r in tensors_in(sample.arguments()) for size in r.shape if size > 1}


def together(sample: Sample, n: int) -> Sample:
    """Every dimension grows by the same factor."""
    grown = _grown_sizes(sample, n)
    return resize(sample, lambda r: tuple(grown.get(size, size) for size in r.shape))


def together_and_numbers(sample: Sample, n: int) -> Sample:
    """Every dimension, and the sizes that other arguments state."""
    grown = _grown_sizes(sample, n)
    return resize(sample, lambda r: tuple(grown.get(size, size) for size in r.shape), grown)


def dimension(index: int, alone: bool = False) -> Strategy:
    """The first or last dimension grows, of the first tensor alone or of all that agree with it."""
    def grow(sample: Sample, n: int) -> Sample:
        first = next(tensors_in(sample.arguments()))
        target = largest(sample) if not alone else first
        assert target is not None
        old = target.shape[index]
        new = max(1, round(old * n / target.data.size))

        def sizes(r: TensorRecord) -> Shape:
            if not r.shape or r.shape[index] != old or alone and r is not first:
                return r.shape
            changed = list(r.shape)
            changed[index] = new
            return tuple(changed)

        return resize(sample, sizes, None if alone else {old: new})
    return grow


def batch(alone: bool = False) -> Strategy:
    """Copies along a new first dimension, of the first tensor or of all; no number changes, so that a good matrix stays one."""
    def grow(sample: Sample, n: int) -> Sample:
        first = next(tensors_in(sample.arguments()))
        copies = max(1, round(n / max(elements(sample) if not alone else first.data.size, 1)))

        def stacked(r: TensorRecord) -> TensorRecord:
            if alone and r is not first:
                return r
            data = np.repeat(r.data[None], copies, axis=0)
            return replace(r, shape=data.shape, strides=contiguous_strides(data.shape), data=data)

        return Sample(*map_tensors(stacked, sample.arguments(), TensorRecord))
    return grow


def shape_given(sample: Sample, n: int) -> Sample:
    """The first tuple or list of sizes among the arguments grows in its first size."""
    done = False

    def grow(value: Any) -> Any:
        nonlocal done
        if not done and isinstance(value, (tuple, list)) and value and all(type(v) is int for v in value) and math.prod(value):
            done = True
            return type(value)((max(1, round(value[0] * n / math.prod(value))), *value[1:]))
        if isinstance(value, (tuple, list)):
            return type(value)(grow(v) for v in value)
        return value

    return Sample(sample.input, grow(sample.args), sample.kwargs)


def spatial(sample: Sample, n: int) -> Sample:
    """The dimensions after batch and channels, of the first tensor alone."""
    first = next(tensors_in(sample.arguments()))
    dims = max(len(first.shape) - 2, 1)
    factor = (n / first.data.size) ** (1 / dims)
    shape = (*first.shape[:-dims], *(max(1, round(size * factor)) for size in first.shape[-dims:]))
    return resize(sample, lambda r: shape if r is first else r.shape)


STRATEGIES: dict[str, Strategy] = {
    "all dimensions": together, "all dimensions and sizes": together_and_numbers,
    "first dimension": dimension(0), "last dimension": dimension(-1), "batch": batch(),
    "first dimension of the first tensor": dimension(0, alone=True), "last dimension of the first tensor": dimension(-1, alone=True),
    "batch of the first tensor": batch(alone=True), "given shape": shape_given,
    "spatial dimensions": spatial}

_IMAGES = ("nn.functional.conv", "nn.functional.interpolate", "nn.functional.upsample", "nn.functional.max_unpool")
_ENTRYWISE = ("linalg.norm", "linalg.vector_norm", "linalg.cross", "linalg.multi_dot", "linalg.vecdot", "linalg.diagonal", "linalg.vander",
              "linalg.matrix_norm")
_SHAPES = ("new_", "resize_", "repeat", "expand", "tile", "broadcast_to")


def strategies(name: str) -> list[str]:
    """In the order to be tried: what keeps the meaning of a sample comes first."""
    preferred: list[str] = []
    if name.startswith(_IMAGES):
        preferred = ["spatial dimensions"]
    elif name.startswith(DECOMPOSITIONS) and not name.startswith(_ENTRYWISE):
        preferred = ["batch", "batch of the first tensor"]
    elif name.startswith(_SHAPES):
        preferred = ["given shape", "all dimensions and sizes"]
    return [*preferred, *(s for s in STRATEGIES if s not in preferred)]


def candidates(name: str, samples: list[tuple[str, Sample]]) -> Iterator[tuple[int, str]]:
    """(index of a sample, strategy) in the order to be tried."""
    order = sorted(range(len(samples)), key=lambda i: (not has_gradient(samples[i][1]), -elements(samples[i][1])))
    for strategy in strategies(name):
        for index in order:
            if elements(samples[index][1]):
                yield index, strategy


def planned_sample(name: str, plan: dict[str, Any]) -> tuple[Op, Sample]:
    """The sample that a plan stands for: the same on every side."""
    op, samples = recorded(name)
    if plan["strategy"] == "call":
        return op, sample_of_call(name, plan["n"])
    sample = samples[plan["index"]][1]
    return op, sample if plan["strategy"] == "recorded" else STRATEGIES[plan["strategy"]](sample, plan["n"])


