"""Write `tests/data/whole_axis.json.xz`, PyTorch's results at the points of `tests/array/special/whole_axis.py`: run with PyTorch."""
from __future__ import annotations

import json
import lzma
import sys
from pathlib import Path

import torch

DATA = Path(__file__).parents[2]
sys.path.insert(0, str(DATA.parent / "array" / "special"))

from whole_axis import FUNCTIONS, values  # noqa: E402

if __name__ == "__main__":
    text = json.dumps({name: [v.hex() for v in values(torch, name)] for name in FUNCTIONS})
    (DATA / "whole_axis.json.xz").write_bytes(lzma.compress(text.encode()))
