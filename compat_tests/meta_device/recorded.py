"""What is kept of PyTorch's results on the meta device: made by `python -m compat_tests.record --parts meta`."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from ..judging import archive
from ..judging.portable import Raised
from ..operations.probes import Op, Sample
from ..record import REFERENCE
from . import probe

#: Samples of each dtype that are tried.
DTYPES = {"float64": 6, "int64": 3, "complex128": 2}
#: Entries up to this tier have the aspect.
LAST_TIER = 2


@cache
def load(reference: Path = REFERENCE) -> dict[str, Any]:
    """Entry -> position of a sample and way -> what PyTorch gave."""
    path = reference / "meta.xz"
    return archive.loads(path.read_bytes()) if path.exists() else {}


def samples(record: dict[str, Any]) -> Iterator[tuple[int, str, Sample]]:
    """Position, dtype and sample of those that are tried."""
    seen: Counter[str] = Counter()
    for index, case in enumerate(record["samples"]):
        seen[case["dtype"]] += 1
        if seen[case["dtype"]] <= DTYPES.get(case["dtype"], 0):
            yield index, case["dtype"], Sample(*case["sample"])


def record_all(torch: Any, wanted: Any) -> dict[str, Any]:
    """The outcomes of all entries that are wanted, from the samples recorded of them."""
    from ..judging.scoring import entries
    from ..judging.scoring import load as load_operation

    found = {}
    for name in entries():
        recorded = load_operation(name) if wanted(name) else None
        if recorded is not None and recorded["op"]["tier"] <= LAST_TIER:
            op = Op(**recorded["op"])
            found[name] = {f"{index} {way}": probe.run(torch, op, sample, way) for index, dtype, sample in samples(recorded)
                           for way in probe.ways(op, dtype)}
    return found


def check(torch: Any, record: dict[str, Any], reference: Path = REFERENCE) -> Iterator[tuple[str, list[str]]]:
    """Label and differences of each case of a recorded operation.

    Where PyTorch refuses, nothing is compared: it lacks the kernel, or asks for values that the answer does not depend on. Nor is what an
    in-place call makes of a target that is too small: PyTorch gives it another shape on this device only, where any other refuses.
    """
    op = Op(**record["op"])
    known = load(reference).get(op.name, {})
    for index, dtype, sample in samples(record):
        for way in probe.ways(op, dtype):
            expected = known.get(f"{index} {way}")
            if expected is None or isinstance(expected, Raised) or way == "inplace" and grows(torch, sample, expected):
                continue
            found = probe.run(torch, op, sample, way)
            yield f"{dtype} sample {index} {way}", [] if found == expected else [f": {found} instead of {expected}"]


def grows(torch: Any, sample: Sample, outcome: Any) -> bool:
    """Whether an in-place call gave its tensor another shape."""
    return tuple(probe.on_meta(torch, sample)[0][0].shape) != outcome[0][0][1]
