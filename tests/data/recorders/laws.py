"""Writes `tests/data/laws.json`, what PyTorch answers to the questions of `tests/distributions/laws.py`: run with PyTorch."""
from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import torch

DATA = Path(__file__).parents[1]


def main() -> None:
    """All answers, by the text of the distribution; what two ask for alike stands once per row."""
    spec = importlib.util.spec_from_file_location("laws", DATA.parent / "distributions" / "laws.py")
    assert spec is not None and spec.loader is not None
    laws = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(laws)
    rows = [f"{json.dumps(law)}: {json.dumps(laws.answers(torch, law))}" for law in laws.LAWS]
    (DATA / "laws.json").write_text("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    main()
