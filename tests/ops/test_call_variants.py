"""Every op in every way of calling that its entry may state a fact of, with PyTorch's outcomes (`call_variants.py`)."""
from __future__ import annotations

import json
import lzma
import re
from pathlib import Path

import pytest

import minitorch_compat as torch
from tests.samples import ROWS

from .call_variants import outcomes
from .situations import array
from .test_situations import NOT_ASKED

RECORDED: dict[str, dict[str, str]] = json.loads(lzma.decompress((Path(__file__).parents[1] / "data/call_variants.json.xz").read_bytes()))
#: Way, of whichever argument -> rows for which it is otherwise than with PyTorch; the reasons stand in the file.
KNOWN = {way: set(rows.split()) for line in Path(__file__).with_name("call_variants_known.txt").read_text().splitlines()
         if line and not line.startswith("#") for way, _, rows in [line.partition(": ")]}


#: Whether nothing is left of the derivative, or what rounding leaves, is up to the LAPACK that was linked.
BY_LAPACK = {"eigh_of": {"derivatives of result N"}}

REFUSED = re.compile(r"\w*Error:").match
#: Ways that are wrong for several reasons at once, of which any may be said.
SEVERAL = re.compile("meta device|^tangents? of|, out|for out|overlaps|in place(, argument| of (bool|int64|uint8|an inference))").search


def kind(way: str) -> str:
    return re.sub(r"(argument|result) \d+", r"\1 N", way)


def normal(way: str, told: str) -> str:
    """Without what is no promise: how often a fresh result was written into, whether one of a batching rule is a view."""
    if SEVERAL(way) and REFUSED(told):
        return "refused"
    if way.startswith(("argument", "examples", "inference")):
        told = re.sub(r",(v\d+|view)", "", told)
    return told if way.startswith("out that") else told.replace(" warned", "")  # of others PyTorch warns once per process


def differences(name: str, found: dict[str, str]) -> dict[str, tuple[str, str]]:
    told = {way: (normal(way, expected), normal(way, found.get(way, "not asked"))) for way, expected in RECORDED[name].items()}
    return {"words of " * all(map(REFUSED, pair)) + way: pair for way, pair in told.items() if pair[0] != pair[1]}


@pytest.mark.parametrize("name", sorted(set(ROWS) - set(NOT_ASKED)))
def test_ways_of_calling(name: str) -> None:
    different = differences(name, outcomes(ROWS[name], torch, lambda a: torch.from_numpy(array(a))))
    known = {way for way, rows in KNOWN.items() if name in rows}
    assert {way: pair for way, pair in different.items() if kind(way) not in known} == {}
    assert known - {kind(way) for way in different} - BY_LAPACK.get(name, set()) == set(), "these are as with PyTorch now"
