"""Write `tests/data/half_errors.json`, PyTorch's errors in `tests/ops/half_errors.py`: run with PyTorch."""
from __future__ import annotations

import json
import sys
from pathlib import Path

import torch

DATA = Path(__file__).parents[2]
sys.path.insert(0, str(DATA.parent / "ops"))

from half_errors import FUNCTIONS, errors  # noqa: E402

if __name__ == "__main__":
    rows = [f"{json.dumps(name)}: {json.dumps({d: errors(torch, name, d) for d in ('bfloat16', 'float16')})}" for name in FUNCTIONS]
    (DATA / "half_errors.json").write_text("{\n" + ",\n".join(rows) + "\n}\n")
