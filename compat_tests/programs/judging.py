"""Differences between two outcomes of a program, and the fewest statements that show them."""
from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ..judging.compare import differences
from ..judging.portable import tensors_in
from ..judging.scoring import key_phrase
from ..judging.tolerances import Rule
from .oracle import Oracle
from .running import Program, run

#: A program is a chain of operations: each rounds, and later ones amplify the error. Exact results are compared exactly.
CHAIN = Rule("chain", {"float64": 2.0**20, "complex128": 2.0**20, "float32": 2.0**12, "complex64": 2.0**12, "float16": 16, "bfloat16": 16},
             scaled=True, reason="a dozen operations one after the other magnify rounding", floor=1.0)


#: The same with a narrower dtype among them, whose rounding affects the wider ones.
NARROW = ("float32", "complex64", "float16", "bfloat16")
COARSE = Rule("coarse chain", {**CHAIN.ulps, "float64": 2.0**41, "complex128": 2.0**41}, scaled=True, reason=CHAIN.reason, floor=1.0)
HALVES = ("float16", "bfloat16")
#: 16 ulps of half precision, in those of the wider types.
HALF = Rule("chain in half precision", {**CHAIN.ulps, "float32": 2.0**17, "complex64": 2.0**17, "float64": 2.0**46, "complex128": 2.0**46},
            scaled=True, reason=CHAIN.reason, floor=1.0)


@dataclass(frozen=True)
class Difference:
    """A difference: `kind` is its class, `text` its description."""

    kind: str
    text: str


@dataclass(frozen=True)
class Shrunk:
    program: Program
    difference: Difference

    def key(self) -> str:
        """Equal for programs that differ in names and numbers only."""
        return self.difference.kind + re.sub(r"v\d+|[-\d.]+", "#", self.program[-1])


def gradients_of(program: Program) -> set[str]:
    """The variables that hold a gradient, or something made of one, which may be a view.

    Programs do not rely on the number of writes by which PyTorch's kernels compute a gradient: version counters of these are not
    compared, those of other variables are.
    """
    found: set[str] = set()
    for statement in program:
        target, _, value = statement.partition(" = ")
        if re.fullmatch(r"v\d+", target) and (re.search(r"grad|jvp|vjp", value) or found.intersection(re.findall(r"v\d+", value))):
            found.add(target)
    return found


def judge(expected: dict[str, Any], actual: dict[str, Any], program: Program) -> Difference | None:
    """The first difference between two outcomes of `program`: errors before values, because they cause them."""
    for number in sorted({*expected["errors"], *actual["errors"]}, key=int):
        found = judge_errors(expected["errors"].get(number), actual["errors"].get(number))
        if found is not None:
            return found
    rule, gradients = rule_for(expected["variables"]), gradients_of(program)
    for name, value in expected["variables"].items():
        if name not in actual["variables"]:
            return Difference("missing", name)
        found = judge_variable(name, value, actual["variables"][name], rule, () if name not in gradients else ("version",))
        if found is not None:
            return found
    return None if expected["sharing"] == actual["sharing"] else Difference("sharing", f"{expected['sharing']} {actual['sharing']}")


def rule_for(variables: dict[str, Any]) -> Rule:
    """The widest rule for the dtypes in a program."""
    found = {r.dtype for r in tensors_in(variables)}
    return HALF if found.intersection(HALVES) else COARSE if found.intersection(NARROW) else CHAIN


def judge_variable(name: str, expected: Any, actual: Any, rule: Rule, passed_over: tuple[str, ...] = ()) -> Difference | None:
    """Compare part by part, so that the kind of difference is known; some parts may be skipped."""
    if not isinstance(expected, dict) or not isinstance(actual, dict) or expected.keys() != actual.keys():
        expected, actual = {"value": expected}, {"value": actual}
    for part, value in expected.items():
        if part in passed_over:
            continue
        got = actual[part]
        if part == "strides":
            value, got = (walked(v["value"].data.shape, strides) for v, strides in ((expected, value), (actual, got)))
        wrong = differences(value, got, rule, f"{name} {part}")
        if wrong:
            return Difference(part, wrong[0])
    return None


def walked(shape: tuple[int, ...], strides: Any) -> Any:
    """The strides that matter: numpy does not keep others, of arrays without elements or of dimensions of size 1."""
    return [s for n, s in zip(shape, strides) if n > 1] if 0 not in shape else []


def judge_errors(expected: Any, actual: Any) -> Difference | None:
    if expected is None and actual is None:
        return None
    if actual is None:
        return Difference("accepted", f"expected {expected['raised']}: {expected['message']}")
    if actual["raised"] == "UnsupportedError":
        return Difference("unsupported", actual["message"])
    if expected is None:
        return Difference("refused", f"got {actual['raised']}: {actual['message']}")
    if expected["raised"] != actual["raised"]:
        return Difference("other error", f"expected {expected['raised']}: {expected['message']}; "
                          f"got {actual['raised']}: {actual['message']}")
    if key_phrase(expected["message"]) != key_phrase(actual["message"]):
        return Difference("message", f"expected {expected['message']!r}, got {actual['message']!r}")
    return None


def shrink(torch: Any, oracle: Oracle, program: Program, difference: Difference) -> Shrunk:
    """Remove statements as long as a difference of the same kind remains."""
    best = Shrunk(program, difference)
    changed = True
    while changed:
        changed = False
        for index in range(len(best.program) - 1, -1, -1):
            shorter = best.program[:index] + best.program[index + 1:]
            if not shorter:
                continue
            found = judge(oracle.of_program(shorter), run(torch, shorter), shorter)
            if found is not None and found.kind == difference.kind:
                best, changed = Shrunk(shorter, found), True
    return best
