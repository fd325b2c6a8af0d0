"""Short expressions have PyTorch's results."""
from __future__ import annotations

import importlib.util
import json
import lzma
from pathlib import Path

import pytest

import minitorch_compat as torch
from tests.short_expressions import answers, promised, same, subjects

RECORDED = json.loads(lzma.decompress((Path(__file__).parents[1] / "data" / "short_expressions.json.xz").read_bytes()))
#: Questions to which the answer is another here, and why.
KNOWN = {line.partition("  # ")[0] for line in Path(__file__).with_name("known.txt").read_text().splitlines()}
#: Whether this numpy holds bfloat16; it needs the extra of that name.
BFLOAT16 = importlib.util.find_spec("ml_dtypes") is not None


@pytest.mark.parametrize("subject", list(subjects()))
def test_answers(subject: str) -> None:
    recorded, found = RECORDED[subject], json.loads(json.dumps(answers(torch, subject)))
    assert found.keys() == recorded.keys(), "record again: python tests/data/recorders/programs/short_expressions.py"
    different = {text: [recorded[text], answer] for text, answer in found.items()
                 if not same(promised(text, recorded[text]), promised(text, answer))}
    missing = () if BFLOAT16 else ("bfloat16", "float8")
    assert {text: pair for text, pair in different.items() if text not in KNOWN and not any(name in text for name in missing)} == {}
    assert KNOWN & (found.keys() - different.keys()) == set(), "the answers are PyTorch's now"
