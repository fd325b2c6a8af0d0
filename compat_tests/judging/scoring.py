"""Replays a recorded operation on one side and scores its aspects."""
from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from ..large import recorded as large
from ..meta_device import recorded as meta_device
from ..operations import callables, probes
from ..operations.probes import Op, Sample
from ..record import REFERENCE, file_name, tiers
from . import archive, finite_differences, loops
from .compare import brief, differences
from .portable import Raised
from .tolerances import EXACT, POINTWISE, rule

#: Aspects in the order of the tables.
ASPECTS = ("exists", "forward", "layout", "alias", "method", "inplace", "out", "strided", "expanded", "zero_d", "empty", "nonfinite",
           "promotion", "autograd", "grad", "differences", "gradgrad", "jvp", "complex_grad", "vmap", "batched", "error_type",
           "error_message", "large", "meta", "unsupported")

#: Compared as they are.
METADATA = frozenset({"layout", "alias", "promotion", "autograd"})


#: The reason why a case is left out: it needs bfloat16, which raises without the extra.
LEFT_OUT = "needs the extra 'bfloat16'"
WITHOUT_BFLOAT16 = importlib.util.find_spec("ml_dtypes") is None


class Asked(list[str]):
    """A context that collects refusals of bfloat16, including those that a program catches. It is empty with the extra."""

    def __init__(self, torch: Any) -> None:
        self.error = torch.UnsupportedError if WITHOUT_BFLOAT16 and hasattr(torch, "UnsupportedError") else None

    def __enter__(self) -> Asked:
        if self.error is not None:
            self.original = original = self.error.__init__

            def init(error: Any, *args: Any, **kwargs: Any) -> None:
                original(error, *args, **kwargs)
                if LEFT_OUT in str(error):
                    self.append(str(error))

            self.error.__init__ = init
        return self

    def __exit__(self, *_: object) -> None:
        if self.error is not None:
            self.error.__init__ = self.original


@dataclass
class Score:
    """How many cases of an aspect passed; the first differences of those that did not; how many could not be run, and are not counted."""

    passed: int = 0
    total: int = 0
    failures: list[str] = field(default_factory=list)
    left_out: int = 0

    @property
    def ok(self) -> bool:
        return self.passed == self.total

    @property
    def untried(self) -> bool:
        """Whether no case could be run."""
        return self.total == 0 and self.left_out > 0

    def add(self, label: str, found: list[str], asked: Asked | None = None) -> None:
        """Count a case, with its differences. One that differs and has `asked` for the missing extra is left out."""
        if WITHOUT_BFLOAT16 and found and (asked or any(LEFT_OUT in text for text in found)):
            self.left_out += 1
            return
        self.total += 1
        self.passed += not found
        if found and len(self.failures) < 5:
            self.failures.append(f"{label}{found[0]}")


Scores = dict[str, Score]


@cache
def manifest(reference: Path = REFERENCE) -> dict[str, Any]:
    return json.loads((reference / "manifest.json").read_text())


def entries(select: re.Pattern[str] | None = None, reference: Path = REFERENCE) -> list[str]:
    """Recorded operations, tier by tier."""
    return [name for name in tiers() if (select is None or select.search(name)) and (reference / "operations" / file_name(name)).exists()]


def load(name: str, reference: Path = REFERENCE) -> dict[str, Any]:
    return archive.loads((reference / "operations" / file_name(name)).read_bytes())


def score(torch: Any, name: str, reference: Path = REFERENCE) -> Scores:
    """Every aspect of a recorded operation on this side."""
    record = load(name, reference)
    op = Op(**record["op"])
    if op.tier == UNMEASURED_TIER and is_unsupported(torch, op, record):
        return {"unsupported": Score(1, 1)}
    scores: Scores = {"exists": Score()}
    scores["exists"].add("", [] if callables.exists(torch, name) else [f"torch.{name} is not there"])
    for index, case in enumerate(record["samples"]):
        label = f"{case['dtype']} sample {index}"
        actual = probes.run(torch, op, Sample(*case["sample"]), case["probes"])
        for aspect, expected, got in aspects(case, actual):
            add_case(scores, op, aspect, expected, got, case["dtype"], label)
    add_differences(torch, op, record, scores)
    add_batched(torch, op, record, scores)
    for index, case in enumerate(record["errors"]):
        add_error(scores, case["outcome"], probes.error(torch, op, Sample(*case["sample"])), case["phrase"], f"error input {index}")
    add_large(torch, op, reference, scores)
    for label, found in meta_device.check(torch, record, reference):
        scores.setdefault("meta", Score()).add(label, found)
    return {aspect: scores[aspect] for aspect in ASPECTS if aspect in scores}


def add_large(torch: Any, op: Op, reference: Path, scores: Scores) -> None:
    """A million elements: layouts, and values against double precision, within twice PyTorch's own error."""
    for label, dtype, case, expected in large.expectations(op.name, reference):
        scores.setdefault("large", Score()).add(f"{label} {dtype}", large.check(torch, op.name, case, dtype, expected))


def add_batched(torch: Any, op: Op, record: Any, scores: Scores) -> None:
    """vmap against a loop, for operations that must have a batching rule."""
    if op.tier > 2:
        return
    for index, case in enumerate(batched_samples(record["samples"])):
        for label, found in loops.differences(torch, op, Sample(*case["sample"])):
            scores.setdefault("batched", Score()).add(f"{case['dtype']} sample {index} {label}", found)


def batched_samples(samples: list[Any]) -> list[Any]:
    """The samples for vmap: those with a recorded outcome, otherwise the first ones."""
    return ([case for case in samples if "vmap" in case["probes"]] or [case for case in samples if "forward" in case["probes"]])[:2]


#: Entries of this tier may be unsupported, if they raise so. Their only aspect is then `unsupported`, and nothing else of
#: them is counted; the coverage page lists them under "no".
UNMEASURED_TIER = 3


def is_unsupported(torch: Any, op: Op, record: dict[str, Any]) -> bool:
    """Whether every sample of an entry raises UnsupportedError."""
    outcomes = [probes.forward(torch, op, Sample(*case["sample"]))["forward"] for case in record["samples"]]
    return bool(outcomes) and all(isinstance(outcome, Raised) and outcome.type == "UnsupportedError" for outcome in outcomes)


def score_family(torch: Any, family: str, reference: Path, wanted: Callable[[str], object]) -> Scores:
    """Every small program of a family on this side."""
    from .. import behaviours
    expected = archive.loads((reference / "behaviours" / f"{family}.xz").read_bytes())
    scores: Scores = {}
    for name, case in behaviours.cases(family).items():
        if not wanted(name):
            continue
        scores[name] = Score()
        if name not in expected:
            scores[name].add("", ["has no recorded outcome: run `python -m compat_tests.record --parts behaviours`"])
            continue
        with Asked(torch) as asked:
            actual = behaviours.run(torch, case)
        left = left_behind()
        found = differences(behaviours.relied_on(expected[name]), behaviours.relied_on(actual), POINTWISE)
        scores[name].add("", found + left, asked)
    return scores


def left_behind() -> list[str]:
    """The state that a case has left open, which is reset for the next one."""
    from .invariants import close, left_open
    found = left_open()
    if found:
        close()
    return [f": left open: {what}" for what in found]


def score_programs(torch: Any, reference: Path, wanted: Callable[[str], object]) -> Scores:
    """Every recorded random program on this side."""
    from ..programs.judging import judge
    from ..programs.running import run
    scores: Scores = {}
    broken: list[str] = []
    for name, (program, expected) in archive.loads((reference / "programs.xz").read_bytes()).items():
        if not wanted(name):
            continue
        with Asked(torch) as asked:
            found = judge(expected, run(torch, program, broken), program)
        scores[name] = Score()
        scores[name].add("", ([f"{found.kind}: {found.text}"] if found else []) + broken + left_behind(), asked)
        broken.clear()
    return scores


def score_names(root: str = "minitorch_compat", reference: Path = REFERENCE) -> Scores:
    """Existence, kind and signature of every public name."""
    from ..names import survey
    expected = archive.loads((reference / "names.xz").read_bytes())
    found = survey(root, callables.is_placeholder)
    scores: Scores = {}
    for space, names in expected.items():
        for name, entry in names.items():
            score = scores[f"{space}.{name}"] = Score()
            actual = found.get(space, {}).get(name)
            score.add("exists", [] if actual else [f": torch's {space}.{name} is not there"])
            for aspect in ("kind", "signature"):
                if actual and aspect in entry and aspect in actual:
                    same = entry[aspect] == actual[aspect]
                    score.add(aspect, [] if same else [f": expected {entry[aspect]}, got {actual[aspect]}"])
            if actual and "python" in entry:
                score.add("python", [] if actual.get("python") == entry["python"] else [f": expected Python's {entry['python']}"])
    return scores


def add_differences(torch: Any, op: Op, record: dict[str, Any], scores: Scores) -> None:
    """The recorded gradients against finite differences."""
    if op.name in finite_differences.NOT_JUDGED:
        return
    judged = [(i, case) for i, case in enumerate(record["samples"])
              if case["dtype"] == "float64" and not isinstance(case["outcomes"].get("grad", Raised("", "")), Raised)]
    for index, case in judged[:finite_differences.COUNT]:
        found = finite_differences.check(torch, op, Sample(*case["sample"]), case["outcomes"]["grad"])
        scores.setdefault("differences", Score()).add(f"sample {index}", found)


def aspects(case: dict[str, Any], actual: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Expected and actual outcome by aspect; first gradients of complex samples are a separate aspect."""
    for aspect, expected in case["outcomes"].items():
        name = "complex_grad" if aspect == "grad" and case["dtype"].startswith("complex") else aspect
        yield name, expected, actual.get(aspect)


def add_case(scores: Scores, op: Op, aspect: str, expected: Any, actual: Any, dtype: str, label: str) -> None:
    if aspect == "misuse":
        for index, (a, b) in enumerate(zip(expected, actual)):
            add_error(scores, a, b, None, f"{label} misuse {index}", op.name)
        return
    if is_accident(expected) or is_gap(aspect, expected, actual) or is_not_compared(op, aspect, dtype):
        return
    if aspect == "layout" and op.name in UNWALKED:
        expected, actual = walked(expected), walked(actual)
    used = EXACT if aspect in METADATA else rule(op.name, aspect, dtype)
    scores.setdefault(aspect, Score()).add(label, differences(expected, actual, used))


DROPPED = "PyTorch's forward mode answers no tangent, that is zeros, for products; ours agrees with finite differences"
LOGARITHMS = ("PyTorch computes with logarithms of cotangents and tangents: zeros among them give it NaN, half precision loses every "
              "digit; ours agrees with finite differences")
OVERWRITTEN = ("PyTorch gives the input the cotangents of the elements that were overwritten, and zeros for the others: finite differences "
               "say the opposite")
MISPLACED = "given an `out` with strides PyTorch writes other numbers into it than it returns without"
LOPSIDED = "PyTorch's window of float32 is not symmetric: its own values differ by more at mirrored places"
UNORDERED = "with NaN among the slices PyTorch's sort compares what cannot be ordered: the result is what its algorithm happens to do"
LANES = "PyTorch's vector code and its code for what is left over disagree about infinite complex numbers: sgn of inf is nan or nan+nanj"
COMMUTES = ("PyTorch multiplies the second of two complex operands by 1 (its alpha), in which infinity times zero is NaN: there inf + 0 is "
            "inf and 0 + inf is inf+nanj; here a sum is the same in either order")
SINGLE = "PyTorch answers NaN for infinity among several float32 numbers, infinity for one alone and for any of float64"
UNWRITTEN = "given a float32 `out` with gaps PyTorch leaves it as it was"
#: (entry, aspect) or (entry, aspect, dtype) in which PyTorch's outcome is not a reference.
NOT_COMPARED: dict[tuple[str, ...], str] = {
    ("scatter_reduce|prod", "jvp"): DROPPED,
    **dict.fromkeys((("as_strided_scatter", aspect) for aspect in ("grad", "gradgrad", "complex_grad")), OVERWRITTEN),
    ("narrow_copy", "out"): MISPLACED,
    ("nn.functional.gelu", "nonfinite", "float32"): SINGLE,
    ("nn.functional.gelu", "out", "float32"): UNWRITTEN,
    ("signal.windows.kaiser", "forward", "float32"): LOPSIDED,
    ("unique", "nonfinite"): UNORDERED,
    ("logcumsumexp", "jvp"): LOGARITHMS,
    ("sgn", "nonfinite", "complex64"): LANES,
    **dict.fromkeys(((name, "nonfinite", "complex64") for name in ("__radd__", "__rsub__")), COMMUTES),
}
#: Entries whose results without elements get strides from PyTorch that depend on the order in which its loop over two operands sorts
#: dimensions of size 0 and 1 ((1, 0) where one row has (1, 1)). They are not compared.
UNWALKED = frozenset({"nn.functional.rms_norm"})

#: Accidental errors of PyTorch's Python code or its libraries before any check. Any error is enough here.
#: The last two: a string given for a tensor has methods of its own (`"text".split(3)`), and a private function called by the public one.
ACCIDENTS = re.compile(r"'str' object has no attribute|MKL FFT error|tuple index out of range|DFTI|"
                       r"'\w+' object is not (iterable|subscriptable|callable)|"
                       r"'<' not supported between|^expected 1 argument, got \d+$|must be str or None, not |^_\w+\(\) (missing|takes|got)|"
                       r"Trying to set a forward gradient that has a different size|static_cast<int64_t>")
#: An artefact of the suite: its tensors share numpy's memory, which PyTorch cannot resize.
ARTEFACTS = re.compile(r"Trying to resize storage that is not resizable")
#: Operator methods refuse by returning NotImplemented, from which Python makes a TypeError.
REFLECTED = re.compile(r"__r\w+__")


def is_not_compared(op: Op, aspect: str, dtype: str) -> bool:
    return (op.name, aspect) in NOT_COMPARED or (op.name, aspect, dtype) in NOT_COMPARED


def walked(layout: Any) -> Any:
    """A layout without the strides of tensors without elements."""
    return layout if isinstance(layout, Raised) else [(dtype, shape, None if 0 in shape else strides) for dtype, shape, strides in layout]


def is_accident(expected: Any) -> bool:
    return isinstance(expected, Raised) and ACCIDENTS.search(expected.message) is not None


#: PyTorch's messages about missing derivatives, forward mode or batching rules of an op. A result is no difference there:
#: tests/ check its values: every op's derivatives of both orders in both modes against finite differences
#: and its batching against a loop.
GAPS = re.compile(r"^(the )?derivative for .* is not implemented|does not support it because it has not been implemented yet|"
                  r"^Batching rule not implemented|^vmap: we do not yet support|^vmap: .* data-dependent control flow")


def is_gap(aspect: str, expected: Any, actual: Any) -> bool:
    answered = not isinstance(actual, Raised)
    return aspect in ("gradgrad", "jvp", "vmap") and isinstance(expected, Raised) and answered and GAPS.search(expected.message) is not None


def add_error(scores: Scores, expected: Any, actual: Any, phrase: str | None, label: str, name: str = "") -> None:
    """An error's type, and the part of its message that code matches on."""
    if not isinstance(expected, Raised):
        refused = REFLECTED.fullmatch(name) and not expected and isinstance(actual, Raised) and actual.type == "TypeError"
        scores.setdefault("error_type", Score()).add(label, [] if refused else differences(expected, actual, EXACT))
        return
    if ARTEFACTS.search(expected.message):
        return
    if is_accident(expected):
        refused = isinstance(actual, Raised)
        scores.setdefault("error_type", Score()).add(label, [] if refused else [f": expected an error, got {brief(actual)}"])
        return
    same = isinstance(actual, Raised) and actual.type == expected.type
    scores.setdefault("error_type", Score()).add(label, [] if same else [f": expected {brief(expected)}, got {brief(actual)}"])
    found = isinstance(actual, Raised) and has_phrase(expected.message, actual.message, phrase)
    scores.setdefault("error_message", Score()).add(label, [] if found else [f": expected {brief(expected)}, got {brief(actual)}"])


def has_phrase(expected: str, actual: str, phrase: str | None) -> bool:
    """The database's own pattern where it has one and PyTorch's text matches it; else the first line up to the given arguments."""
    if phrase and re.search(phrase, expected):
        return re.search(phrase, actual) is not None
    return key_phrase(expected) == key_phrase(actual)


#: Beginnings of signature errors of PyTorch's argument parser and of Python, which raises for our plain `def`s.
REFUSED = re.compile(r"(?:wrapper )?(?:[\w.]*\.)?(\w+)\(\)"
                     r"(?:: argument| received an invalid| missing | takes | got an unexpected| got multiple)")


#: Part of the name of a function made in a comprehension, before Python 3.12.
INLINED = re.compile(r"<(?:dict|list|set)comp>\.(?:<locals>\.)?")


def key_phrase(message: str) -> str:
    """The first line up to the list of given arguments; for signature errors, the function's name."""
    first = INLINED.sub("", message.split("\n")[0])
    refused = REFUSED.match(first)
    if refused:
        return f"{refused[1]}()"
    return re.split(r" - got | \(got |, got |, but got ", first)[0].strip()
