"""Every layer in the situations of situation_cases.py, against PyTorch's outcomes."""
from __future__ import annotations

import json
import lzma
import math
import re
from functools import cache

import pytest

import minitorch_compat as torch

from .layer_cases import CASES
from .situation_cases import REFERENCE, SITUATIONS, outcomes

pytest.importorskip("ml_dtypes", reason="needs the extra 'bfloat16'")
RECORDED: dict[str, dict[str, str]] = json.loads(lzma.decompress(REFERENCE.read_bytes()))
#: Situations in which it is enough that a call is refused: by which kind of error depends on what PyTorch looks at first.
ANY_REFUSAL = ("of coordinate form", "of arrays", "on the meta device")
#: Reason -> situation -> layers, where it is otherwise than with PyTorch.
REASONS: dict[str, dict[str, str]] = {
    "PyTorch has no such derivative, batching rule or kernel": {
        "by example": "RNN LSTM GRU LSTMCell RNNCell RReLU GaussianNLLLoss",
        "pushed forward": "LSTM TransformerEncoderLayer TransformerDecoderLayer MultiLabelMarginLoss MultiMarginLoss SoftMarginLoss",
        "under autocast": "AdaptiveLogSoftmaxWithLoss",
        "of coordinate form": "Dropout1d Dropout2d Dropout3d",
    },
    "PyTorch asks for a value that a tensor of the meta device has not": {"on the meta device": "GaussianNLLLoss"},
    "PyTorch gives memory that was not written, or asks another dimension than it names": {
        "of no example": "MultiLabelMarginLoss MultiMarginLoss PixelUnshuffle"},
}
KNOWN = {(layer, situation) for groups in REASONS.values() for situation, layers in groups.items() for layer in layers.split()}
outcomes_of = cache(lambda index: outcomes(torch, *CASES[index]))
NUMBER = re.compile(r"-?(?:\d+\.?\d*(?:e[+-]?\d+)?|nan|inf)\b")


def same(situation: str, expected: str, found: str) -> bool:
    """Whether the words are the same, and the numbers to three digits."""
    if expected.endswith(("Error", "Exception")) and found.endswith(("Error", "Exception")) and situation in ANY_REFUSAL:
        return True
    if NUMBER.split(expected) != NUMBER.split(found):
        return False
    pairs = zip(map(float, NUMBER.findall(expected)), map(float, NUMBER.findall(found)), strict=True)
    return all(math.isclose(a, b, rel_tol=2e-3, abs_tol=1e-5) or a != a and b != b for a, b in pairs)


@pytest.mark.parametrize("index", range(len(CASES)), ids=[f"{i}-{case[0]}" for i, case in enumerate(CASES)])
def test_situations(index: int) -> None:
    layer = CASES[index][0]
    expected, found = RECORDED[f"{index} {layer}"], outcomes_of(index)
    assert expected.keys() == found.keys() == {*SITUATIONS}, "record again: python tests/nn/recorded/situation_cases.py"
    otherwise = {s for s in SITUATIONS if not same(s, expected[s], found[s])}
    assert {s: (expected[s], found[s]) for s in otherwise if (layer, s) not in KNOWN} == {}


def test_what_is_known_is_so() -> None:
    """No reason is left behind for what is as with PyTorch by now."""
    otherwise = set()
    for index, case in enumerate(CASES):
        if any(layer == case[0] for layer, _ in KNOWN):
            expected, found = RECORDED[f"{index} {case[0]}"], outcomes_of(index)
            otherwise |= {(case[0], s) for s in SITUATIONS if not same(s, expected[s], found[s])}
    assert KNOWN - otherwise == set()
