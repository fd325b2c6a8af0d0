"""Write `tests/data/streams.json.xz`, PyTorch's numbers for `tests/bindings/values/streams.py`: run with PyTorch."""
from __future__ import annotations

import json
import lzma
import sys
from pathlib import Path

import torch

DATA = Path(__file__).parents[2]
sys.path.insert(0, str(DATA.parent / "bindings" / "values"))

from streams import DRAWS, TYPES, digests  # noqa: E402

if __name__ == "__main__":
    rows = [f"{json.dumps(name)}: {json.dumps({dtype: digests(torch, name, dtype) for dtype in TYPES})}" for name in DRAWS]
    (DATA / "streams.json.xz").write_bytes(lzma.compress(("{\n" + ",\n".join(rows) + "\n}\n").encode(), preset=9))
