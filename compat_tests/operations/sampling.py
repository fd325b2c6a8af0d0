"""Samples from PyTorch's own op database. Runs with PyTorch only; everything it gives is portable."""
from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import numpy as np

from ..judging.portable import TensorRecord, map_tensors, snapshot, tensors_in
from .callables import UNDEFINED
from .probes import Op, Sample

#: How many samples of a dtype are kept, for tier 1 and for the others.
COUNTS = {"float64": (12, 8), "float32": (8, 4), "int64": (6, 4), "bool": (4, 2), "complex64": (4, 2), "complex128": (3, 2),
          "float16": (2, 1), "uint8": (1, 1), "int32": (1, 1), "bfloat16": (1, 0)}
#: The largest number of elements of a sample; larger ones are used in benchmarks only.
LARGE = 450
#: The largest number of samples that are considered.
LOOKED_AT = 1500

#: Probes by dtype, and on how many of the samples (those with the fewest elements, empty ones last).
PLANS: dict[str, dict[str, int]] = {
    "float64": {"forward": 99, "autograd": 99, "method": 4, "inplace": 3, "out": 3, "strided": 4, "expanded": 3, "zero_d": 2, "empty": 2,
                "nonfinite": 3, "grad": 99, "gradgrad": 4, "jvp": 6, "vmap": 3},
    "float32": {"forward": 99, "method": 1, "inplace": 1, "out": 1, "promotion": 2, "grad": 2, "nonfinite": 1, "strided": 1, "misuse": 1},
    "int64": {"forward": 99, "method": 1, "inplace": 1, "out": 1, "strided": 1, "zero_d": 1, "empty": 1},
    "bool": {"forward": 99, "method": 1, "inplace": 1, "out": 1},
    "complex64": {"forward": 99, "method": 1, "inplace": 1, "out": 1, "nonfinite": 1, "grad": 2, "promotion": 1},
    "complex128": {"forward": 99, "autograd": 1, "grad": 2, "gradgrad": 1, "jvp": 1},
    "float16": {"forward": 99, "grad": 1}, "uint8": {"forward": 99}, "int32": {"forward": 99}, "bfloat16": {"forward": 99}}

#: Operations whose results on special values, or on repeated rows of an expanded input, depend on LAPACK.
DECOMPOSITIONS = ("linalg.", "cholesky", "lu", "svd", "qr", "geqrf", "ormqr", "orgqr", "lobpcg", "pca_lowrank", "symeig", "logdet",
                  "slogdet", "pinverse", "inverse", "triangular_solve", "matrix_exp", "matrix_power")


def database() -> dict[str, Any]:
    """Entry name -> op info."""
    from torch.testing._internal.common_methods_invocations import op_db
    return {info.name + (f"|{info.variant_test_name}" if info.variant_test_name else ""): info for info in op_db}


def describe(torch: Any, name: str, tier: int, info: Any) -> Op:
    """The facts about an entry in the database, without torch."""
    def method_of(name: str, variant: Any) -> str | None:
        return name if variant is not None and getattr(torch.Tensor, name, None) is variant else None

    method, inplace = method_of(info.name, info.method_variant), method_of(info.name + "_", info.inplace_variant)
    dtypes = tuple(d for d in COUNTS if info.supports_dtype(getattr(torch, d), "cpu"))
    return Op(name, tier, method, inplace, bool(info.supports_out) and name.split("|")[0] not in UNDEFINED, dtypes)


def seed(torch: Any, number: int) -> None:
    torch.manual_seed(number)
    random.seed(number)
    np.random.seed(number)


def portable(torch: Any, source: Any) -> Sample:
    """A sample of the database without torch. Raise TypeError if it has values without a portable form (a function, a generator)."""
    parts = snapshot(torch, (source.input, tuple(source.args), dict(source.kwargs)))
    check(parts)
    return Sample(*parts)


def check(value: Any) -> None:
    """Raise for values that `build` cannot reproduce."""
    from ..judging.portable import Symbol
    if isinstance(value, Symbol) and value.kind not in ("torch", "device", "slice", "Ellipsis"):
        raise TypeError(f"a sample holds a {value.name}")
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, (tuple, list)) else ():
        check(item)


def samples(torch: Any, info: Any, dtype: str, number: int) -> list[Sample]:
    """All samples of a dtype, tensors marked as the database marks them."""
    seed(torch, number)
    torch_dtype = getattr(torch, dtype)
    wants_grad = (torch_dtype.is_floating_point or torch_dtype.is_complex) and bool(info.supports_autograd)
    found = []
    for source in islice(info.sample_inputs("cpu", torch_dtype, requires_grad=wants_grad), LOOKED_AT):
        try:
            found.append(portable(torch, source))
        except (TypeError, NotImplementedError, ValueError):  # ValueError: more dimensions than numpy has
            continue
    return found


def elements(sample: Sample) -> int:
    return sum(record.data.size for record in tensors_in(sample.arguments()))


def has_empty(sample: Sample) -> bool:
    return not all(record.data.size for record in tensors_in(sample.arguments()))


def shape_of(sample: Sample) -> str:
    """Equal for samples that differ in numbers only."""
    return repr(map_tensors(lambda r: (r.dtype, r.shape, r.strides), sample.arguments(), TensorRecord))


def choose(found: list[Sample], count: int) -> list[Sample]:
    """`count` of the samples: different in form, small, spread over the list, the empty and tiny ones last."""
    different = list({shape_of(s): s for s in reversed(found)}.values())[::-1]
    small = [s for s in different if elements(s) <= LARGE]
    if len(small) < count:
        small += sorted((s for s in different if elements(s) > LARGE), key=elements)[:1 if small else 2]
    if len(small) > count:
        small = [small[i * (len(small) - 1) // max(count - 1, 1)] for i in range(count)]
    return sorted(small, key=lambda s: (has_empty(s), elements(s) < 4, elements(s)))


def plan(op: Op, dtype: str, index: int, sample: Sample) -> list[str]:
    """The probes for the sample of this index."""
    return [probe for probe, count in PLANS[dtype].items() if index < count and applies(op, probe, sample)]


#: Operations whose PyTorch kernels read beyond the memory of expanded inputs, so that results differ in every run.
BEYOND = frozenset({"median", "nanmedian", "masked.median", "native_group_norm"})


def applies(op: Op, probe: str, sample: Sample) -> bool:
    if probe == "expanded" and op.name in BEYOND:
        return False
    if probe in ("grad", "gradgrad", "jvp", "autograd"):
        return any(r.requires_grad for r in tensors_in(sample.arguments()))
    if probe in ("nonfinite", "expanded", "zero_d", "empty") and op.name.startswith(DECOMPOSITIONS):
        return False
    if probe in ("strided", "nonfinite", "expanded", "zero_d", "empty", "vmap") and has_empty(sample):
        return False
    return {"method": op.method is not None, "inplace": op.inplace is not None, "out": op.out}.get(probe, True)


def errors(torch: Any, info: Any, number: int) -> Iterator[tuple[Sample, str]]:
    """Calls that must fail, with the key phrase (a regular expression) of the message."""
    if info.error_inputs_func is None:
        return
    seed(torch, number)
    given: Iterable[Any] = info.error_inputs("cpu")
    for source in given:
        try:
            yield portable(torch, source.sample_input), source.error_regex
        except (TypeError, NotImplementedError, RuntimeError, ValueError):
            continue
