"""Record which items PyTorch's samplers and loaders draw, for tests/utils: `python tests/data/recorders/programs/utils_data.py`."""
from __future__ import annotations

import json
import sys
from pathlib import Path

import torch
from torch.utils import data

HERE = Path(__file__).parents[2]
sys.path.insert(0, str(HERE.parent / "utils"))
import data_cases  # noqa: E402

if __name__ == "__main__":
    drawn = {name: draw(torch, data) for name, draw in data_cases.CASES.items()}
    lines = (f'"{name}": {json.dumps(value)}' for name, value in drawn.items())
    (HERE / "utils_data.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
