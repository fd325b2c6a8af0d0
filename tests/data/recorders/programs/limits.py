"""Write `tests/data/limits.json`, PyTorch's results for `tests/optim/limits.py`: run with PyTorch."""
from __future__ import annotations

import json
import sys
from pathlib import Path

import torch

DATA = Path(__file__).parents[2]
sys.path.insert(0, str(DATA.parent / "optim"))
from limits import outcomes  # noqa: E402

if __name__ == "__main__":
    rows = [f"{json.dumps(name)}: {json.dumps(found)}" for name, found in outcomes(torch).items()]
    (DATA / "limits.json").write_text("{\n" + ",\n".join(rows) + "\n}\n")
