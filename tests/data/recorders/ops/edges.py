"""Write `tests/data/edges.json`, PyTorch's results for the calls of `tests/ops/edges.py`: run with PyTorch."""
from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import torch

DATA = Path(__file__).parents[2]


def main() -> None:
    """All answers, a line each."""
    spec = importlib.util.spec_from_file_location("edges", DATA.parent / "ops" / "edges.py")
    assert spec is not None and spec.loader is not None
    edges = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(edges)
    rows = [f"{json.dumps(text)}: {json.dumps(answer)}" for text, answer in edges.answers(torch).items()]
    (DATA / "edges.json").write_text("{\n" + ",\n".join(rows) + "\n}\n")


if __name__ == "__main__":
    main()
