"""Record PyTorch's results for the rows of `tests/samples` in each way of calling.

`python tests/data/recorders/ops/call_variants.py`, from the root of the repository.
"""
from __future__ import annotations

import json
import lzma
import sys
from pathlib import Path

import torch

HERE = Path(__file__).parents[2]
sys.path.insert(0, str(HERE.parent.parent))

from tests.ops.call_variants import outcomes  # noqa: E402
from tests.ops.situations import array  # noqa: E402
from tests.samples import ROWS  # noqa: E402


def main() -> None:
    """Row -> way -> what it comes to."""
    found = {name: outcomes(row, torch, lambda a: torch.from_numpy(array(a))) for name, row in ROWS.items()}
    lines = ",\n".join(f"{json.dumps(name)}:{json.dumps(rows, separators=(',', ':'))}" for name, rows in sorted(found.items()))
    (HERE / "call_variants.json.xz").write_bytes(lzma.compress(("{\n" + lines + "\n}\n").encode(), preset=9))


if __name__ == "__main__":
    main()
