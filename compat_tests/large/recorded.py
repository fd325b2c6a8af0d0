"""What is kept of PyTorch's large results: made by `python -m compat_tests.record --parts large`, compared with by the aspect `large`."""
from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from ..judging import archive
from ..judging.portable import Raised, exception
from ..record import REFERENCE
from .cases import DRAWING, WITHOUT_SIZE, Case, cases
from .summaries import ALLOWED, Outcome, differences, errors, hashed, run, summary

known_cases = cache(cases)


@cache
def load(reference: Path = REFERENCE) -> dict[str, Any]:
    """Entry -> case and dtype -> what PyTorch gave."""
    path = reference / "large.xz"
    return archive.loads(path.read_bytes()) if path.exists() else {}


#: Cases of an entry that every run of the suite looks at; `python -m compat_tests.large` measures all.
CHECKED = 6


def expectations(entry: str, reference: Path = REFERENCE) -> Iterator[tuple[str, str, Case, Any]]:
    """Label, dtype, case and what PyTorch gave."""
    known, count = load(reference).get(entry, {}), 0
    for case in known_cases().get(entry, []) if known else []:
        for dtype in case.dtypes:
            expected = known.get(f"{case.label} {dtype}")
            if expected is not None and count < CHECKED:
                count += 1
                yield case.label, dtype, case, expected


def record(torch: Any, entry: str, case: Case, dtype: str) -> dict[str, Any]:
    """Summaries of a case in double precision, and the errors of single or half precision. An error instead: its type and message."""
    try:
        narrow, gradient = run(torch, entry, case, dtype, None)
    except Exception as error:
        return {"raised": exception(error)}
    exact = entry in DRAWING
    try:
        wide, wide_gradient = (narrow, gradient) if exact else run(torch, entry, case, dtype, "float64")
    except Exception as error:
        return {"raised": exception(error)}
    found = {"layouts": narrow.layouts, "errors": errors(narrow, wide), "summaries": [summary(a) for a in wide.arrays],
             "gradient_errors": errors(gradient, wide_gradient),
             "gradients": None if wide_gradient is None else [summary(a) for a in wide_gradient.arrays]}
    return {**found, "hash": hashed(narrow)} if exact else found


def record_all(torch: Any, wanted: Any) -> dict[str, Any]:
    return {entry: {f"{case.label} {dtype}": record(torch, entry, case, dtype) for case in found for dtype in case.dtypes}
            for entry, found in known_cases().items() if wanted(entry) and entry not in WITHOUT_SIZE}


def check(torch: Any, entry: str, case: Case, dtype: str, expected: dict[str, Any]) -> list[str]:
    """What is wrong with this side's result of a case."""
    try:
        narrow, gradient = run(torch, entry, case, dtype, None)
    except Exception as error:
        raised = expected.get("raised")
        return [] if raised is not None and raised.type == type(error).__name__ else [f": {type(error).__name__}: {error}"]
    if "raised" in expected:
        return [] if isinstance(expected["raised"], Raised) else [": no error"]
    if expected.get("hash") not in (None, hashed(narrow)):
        return [": the numbers drawn are others"]
    if [tuple(map(str, layout)) for layout in narrow.layouts] != [tuple(map(str, layout)) for layout in expected["layouts"]]:
        return [f": {narrow.layouts[:2]} instead of {expected['layouts'][:2]}"]
    found = _compared(narrow, expected["summaries"], expected["errors"], dtype)
    return found or ([] if expected["gradients"] is None or gradient is None else
                     [f" gradient{text}" for text in _compared(gradient, expected["gradients"], expected["gradient_errors"], dtype)])


def _compared(found: Outcome, expected: list[Any], theirs: list[float], dtype: str) -> list[str]:
    if len(found.arrays) != len(expected):
        return [f": {len(found.arrays)} tensors instead of {len(expected)}"]
    return [f": {text}" for a, b, off in zip(found.arrays, expected, theirs)
            for text in differences(summary(a), b, max(ALLOWED[dtype], 2 * off))]
