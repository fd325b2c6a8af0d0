"""Whether two outcomes of a program differ, how, and the fewest statements that show it."""
from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..compare import differences
from ..portable import TensorRecord, tensors_in
from ..scoring import key_phrase
from ..tolerances import EXACT, Rule
from .oracle import Oracle
from .running import Program, run

#: A program is a chain of operations: each rounds, and the next ones magnify that. What must be exact still is.
CHAIN = Rule("chain", {"float64": 2.0**20, "complex128": 2.0**20, "float32": 2.0**12, "complex64": 2.0**12, "float16": 16, "bfloat16": 16},
             scaled=True, reason="a dozen operations one after the other magnify rounding", floor=1.0)


#: The same where a narrower type takes part: its rounding reaches the wider ones.
NARROW = ("float32", "complex64", "float16", "bfloat16")
COARSE = Rule("coarse chain", {**CHAIN.ulps, "float64": 2.0**41, "complex128": 2.0**41}, scaled=True, reason=CHAIN.reason, floor=1.0)


@dataclass(frozen=True)
class Difference:
    """`kind` says what sort of difference it is, `text` which."""

    kind: str
    text: str


@dataclass(frozen=True)
class Shrunk:
    program: Program
    difference: Difference

    def key(self) -> str:
        """Equal for programs that differ in names and numbers only."""
        return self.difference.kind + re.sub(r"v\d+|[-\d.]+", "#", self.program[-1])


def judge(expected: dict[str, Any], actual: dict[str, Any]) -> Difference | None:
    """The first difference: errors before values, because they cause them."""
    for number in sorted({*expected["errors"], *actual["errors"]}, key=int):
        found = judge_errors(expected["errors"].get(number), actual["errors"].get(number))
        if found is not None:
            return found
    rule = COARSE if any(r.dtype in NARROW for r in tensors_in(expected["variables"])) else CHAIN
    for name, value in expected["variables"].items():
        if name not in actual["variables"]:
            return Difference("missing", name)
        found = judge_variable(name, value, actual["variables"][name], rule)
        if found is not None:
            return found
    return None if expected["sharing"] == actual["sharing"] else Difference("sharing", f"{expected['sharing']} {actual['sharing']}")


def judge_variable(name: str, expected: Any, actual: Any, rule: Rule) -> Difference | None:
    """Part by part, so that the kind of difference is known."""
    if not isinstance(expected, dict) or not isinstance(actual, dict) or expected.keys() != actual.keys():
        expected, actual = {"value": expected}, {"value": actual}
    for part, value in expected.items():
        got = actual[part]
        if part == "strides":
            value, got = (walked(v["value"].data.shape, strides) for v, strides in ((expected, value), (actual, got)))
        wrong = differences(value, got, rule, f"{name} {part}")
        if wrong:
            return Difference(part, wrong[0])
    return None


def walked(shape: tuple[int, ...], strides: Any) -> Any:
    """The strides that somebody can walk: numpy keeps no others where there are no elements, or one along a dimension."""
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
    """Drops statements as long as a difference of the same kind stays."""
    best = Shrunk(program, difference)
    changed = True
    while changed:
        changed = False
        for index in range(len(best.program) - 1, -1, -1):
            shorter = best.program[:index] + best.program[index + 1:]
            if not shorter:
                continue
            found = judge(oracle.of_program(shorter), run(torch, shorter))
            if found is not None and found.kind == difference.kind:
                best, changed = Shrunk(shorter, found), True
    return best


def explanation(torch: Any, oracle: Oracle, small: Shrunk) -> str | None:
    """Why the least program that shows a difference need not agree, if that is so.

    A reason counts only if nothing is left of the difference once both sides are given the same: of tensors that agree within the rule,
    and not to the last bit, PyTorch's bits ("rounding": what follows rounds, compares or counts, which makes a whole number of the last
    bit); of the places of equal elements, PyTorch's choice ("ties"); of gelu at infinity, infinity ("gelu of infinity"); of calls that
    both refuse with the same words, no trace, which PyTorch leaves when it meets the offence halfway ("written before a refusal").
    """
    for why, alike in (("ties", same_places), ("gelu of infinity", same_infinities), ("written before a refusal", without_refused),
                       ("rounding", same_bits)):
        program = alike(torch, oracle, small.program)
        if program != small.program and judge(oracle.of_program(program), run(torch, program)) is None:
            return why
    return None


def both(torch: Any, oracle: Oracle, program: Program) -> tuple[dict[str, Any], dict[str, Any]]:
    """The variables that a program leaves, on either side."""
    return oracle.of_program(program)["variables"], run(torch, program)["variables"]


def same_bits(torch: Any, oracle: Oracle, program: Program) -> Program:
    """The program with PyTorch's values written into every variable that agrees but for rounding, as soon as it is there.

    They are written past autograd, so that graphs, strides and versions stay.
    """
    done: Program = []
    for statement in program:
        done.append(statement)
        expected, actual = both(torch, oracle, done)
        rule = COARSE if any(r.dtype in NARROW for r in tensors_in(expected)) else CHAIN
        for name in expected:
            record = value_of(expected, name)
            other = value_of(actual, name)
            if record is None or other is None or record.dtype not in CHAIN.ulps:
                continue
            if differences(record, other, EXACT) and not differences(record, other, rule):
                done.append(f"{name}.data.copy_({literal(record)})")
    return done


def value_of(variables: dict[str, Any], name: str) -> TensorRecord | None:
    found = variables.get(name)
    value = found.get("value") if isinstance(found, dict) else None
    return value if isinstance(value, TensorRecord) else None


def literal(record: TensorRecord) -> str:
    """A tensor as a statement makes it, to the last bit."""
    numbers = re.sub(r"\b(nan|inf)\b", r"float('\1')", repr(record.data.tolist()))
    return f"torch.tensor({numbers}, dtype=torch.{record.dtype})"


#: Calls that answer with places. Which of several equal elements comes first PyTorch leaves open: its library decides.
PLACES = re.compile(r"(v\d+)\.(?:argsort\((-?\d+)\)|topk\(1, (-?\d+)\)\[1\])")


def same_places(torch: Any, oracle: Oracle, program: Program) -> Program:
    """The program with PyTorch's answer in the place of every call that names places of equal elements in another order than ours."""
    done: Program = []
    for statement in program:
        for call in PLACES.finditer(statement):
            source, dim = call[1], call[2] or call[3]
            expected, actual = both(torch, oracle, [*done, f"v900 = {source}.detach().clone()", f"v901 = {call[0]}"])
            values, places, others = value_of(expected, "v900"), value_of(expected, "v901"), value_of(actual, "v901")
            if values is None or places is None or others is None or not values.shape or not differences(places, others, EXACT):
                continue
            pointed = [np.take_along_axis(values.data, p.data, int(dim)) for p in (places, others)]
            if np.array_equal(*pointed, equal_nan=values.dtype in CHAIN.ulps):
                statement = statement.replace(call[0], literal(places))
        done.append(statement)
    return done


#: gelu of infinity is infinite for one number and NaN for several, in PyTorch's single precision.
GELU = re.compile(r"(v\d+) = torch\.nn\.functional\.gelu\((v\d+)\)")


def same_infinities(torch: Any, oracle: Oracle, program: Program) -> Program:
    """The program with infinity in the place of what PyTorch makes of it by gelu in single precision."""
    done: Program = []
    for statement in program:
        done.append(statement)
        call = GELU.fullmatch(statement)
        if call is not None:
            source = value_of(oracle.of_program(done)["variables"], call[2])
            if source is not None and source.dtype == "float32" and np.isposinf(source.data).any():
                done.append(f"{call[1]}.data[{call[2]}.data == float('inf')] = float('inf')")
    return done


def without_refused(torch: Any, oracle: Oracle, program: Program) -> Program:
    """The program without what both sides refuse, provided that on our side it leaves no trace."""
    refused = oracle.of_program(program)["errors"], run(torch, program)["errors"]
    done = [s for i, s in enumerate(program) if str(i) not in refused[0] or refused[0][str(i)] != refused[1].get(str(i))]
    ours, without = (run(torch, p)["variables"] for p in (program, done))
    return done if not differences(ours, without, EXACT) else program
