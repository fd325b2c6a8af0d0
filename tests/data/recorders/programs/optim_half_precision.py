"""Write `tests/data/optim_half_precision.json`, PyTorch's results for `tests/optim/half_precision.py`: run with PyTorch."""
from __future__ import annotations

import json
import sys
from pathlib import Path

import torch

DATA = Path(__file__).parents[2]
sys.path.insert(0, str(DATA.parent / "optim"))

from half_precision import STEPS, digests  # noqa: E402

if __name__ == "__main__":
    rows = [f"{json.dumps(name)}: {json.dumps([digests(torch, name, options) for options in each])}" for name, each in STEPS.items()]
    (DATA / "optim_half_precision.json").write_text("{\n" + ",\n".join(rows) + "\n}\n")
