"""Write `tests/data/halves.json`, PyTorch's results for `tests/optim/halves.py`: run with PyTorch."""
from __future__ import annotations

import json
import sys
from pathlib import Path

import torch

DATA = Path(__file__).parents[2]
sys.path.insert(0, str(DATA.parent / "optim"))

from halves import STEPS, digests  # noqa: E402

if __name__ == "__main__":
    rows = [f"{json.dumps(name)}: {json.dumps([digests(torch, name, options) for options in each])}" for name, each in STEPS.items()]
    (DATA / "halves.json").write_text("{\n" + ",\n".join(rows) + "\n}\n")
