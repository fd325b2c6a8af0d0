"""Exceptions of the comparison are still needed: without each of them some recorded outcome would differ."""
from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

import minitorch_compat as torch

from .judging import loops, scoring
from .judging.portable import Raised, TensorRecord, build, flat_tensors, map_tensors
from .operations import probes
from .operations.probes import Op, Sample


@pytest.mark.parametrize("exception", scoring.NOT_COMPARED, ids="-".join)
def test_what_is_not_compared_differs(exception: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {key: reason for key, reason in scoring.NOT_COMPARED.items() if key != exception}
    monkeypatch.setattr(scoring, "NOT_COMPARED", kept)
    name, aspect = exception[:2]
    assert not scoring.score(torch, name)[aspect].ok


@pytest.mark.parametrize("entry", sorted(scoring.UNWALKED))
def test_what_cannot_be_walked_differs(entry: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "UNWALKED", frozenset())
    assert not scoring.score(torch, entry)["layout"].ok


@pytest.mark.parametrize("pattern", [scoring.ACCIDENTS, scoring.ARTEFACTS, scoring.GAPS], ids=["accidents", "artefacts", "gaps"])
def test_every_pattern_of_a_message_is_met(pattern: re.Pattern[str]) -> None:
    unmet = [part for part in alternatives(pattern.pattern) if not any(re.search(part, message) for message in messages())]
    assert unmet == []


def alternatives(pattern: str) -> list[str]:
    """The top-level alternatives of a regular expression."""
    parts, depth = [""], 0
    for character in pattern:
        depth += (character == "(") - (character == ")")
        if character == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return parts


@cache
def messages() -> frozenset[str]:
    """Every message of PyTorch in the recorded operations."""
    found: set[str] = set()
    for name in scoring.entries():
        record = scoring.load(name)
        collect([case["outcomes"] for case in record["samples"]] + [case["outcome"] for case in record["errors"]], found)
    return frozenset(found)


def collect(value: Any, found: set[str]) -> None:
    if isinstance(value, Raised):
        found.add(value.message)
    elif isinstance(value, dict):
        collect(list(value.values()), found)
    elif isinstance(value, (list, tuple)):
        for part in value:
            collect(part, found)


@cache
def gaps() -> dict[tuple[str, str], list[Sample]]:
    """The float64 samples for which PyTorch raises that it does not implement something, by entry and aspect."""
    found: dict[tuple[str, str], list[Sample]] = {}
    for name in scoring.entries():
        for case in scoring.load(name)["samples"]:
            for aspect in ("gradgrad", "jvp", "vmap"):
                outcome = case["outcomes"].get(aspect)
                if case["dtype"] == "float64" and isinstance(outcome, Raised) and scoring.GAPS.search(outcome.message):
                    found.setdefault((name, aspect), []).append(Sample(*case["sample"]))
    return found


#: Derivatives that differ from finite differences by contract: the loss assumes a normalized input, and differentiates through that.
BY_CONTRACT = {"nn.functional.ctc_loss gradgrad", "nn.functional.ctc_loss jvp"}


@pytest.mark.parametrize(("entry", "aspect"), sorted(gaps()), ids=str)
def test_answers_where_pytorch_has_none_are_right(entry: str, aspect: str) -> None:
    """Derivatives by finite differences of the forward pass and of the first derivative, batching by a loop."""
    if f"{entry} {aspect}" in BY_CONTRACT:
        pytest.skip("not a slope by contract")
    op = Op(**scoring.load(entry)["op"])
    for sample in gaps()[entry, aspect]:
        if isinstance(probes.run(torch, op, sample, [aspect])[aspect], Raised):
            continue  # refused here too
        if aspect == "vmap":
            assert [found for _, found in loops.differences(torch, op, sample) if found] == []
            continue
        function, inputs = closure(op, sample)
        if aspect == "jvp":
            assert torch.autograd.gradcheck(function, inputs, check_forward_ad=True, check_backward_ad=False, fast_mode=True)
        else:
            assert torch.autograd.gradgradcheck(function, inputs, fast_mode=True)


def closure(op: Op, sample: Sample) -> tuple[Any, list[Any]]:
    """An operation as a function of the tensors that a sample differentiates, and these."""
    inputs: list[Any] = []
    map_tensors(lambda r: inputs.append(build(torch, r).requires_grad_()) if r.requires_grad else None, sample.arguments(), TensorRecord)

    def function(*tensors: Any) -> Any:
        given = iter(tensors)
        arguments = map_tensors(lambda r: next(given) if r.requires_grad else build(torch, r), sample.arguments(), TensorRecord)
        source, args, kwargs = (probes.rest(torch, part) for part in arguments)
        result = op.result(torch, probes.call(torch, op.function(torch), (source, *args), kwargs))
        return tuple(t for t in flat_tensors(torch, result) if t.is_floating_point())

    return function, inputs
