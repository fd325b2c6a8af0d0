"""Record PyTorch's results for every case of `tests/ops/boundaries.py`: `python tests/data/recorders/ops/boundaries.py`."""
from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))

import torch

from tests.ops.boundaries import RECORDED, TABLES, compressed, outcome


def main() -> None:
    warnings.simplefilter("ignore")
    found = {name: {case: outcome(torch, case) for case in dict.fromkeys(table())} for name, table in TABLES.items()}
    RECORDED.write_bytes(compressed(json.dumps(found, separators=(",", ":")).encode()))
    print({name: len(cases) for name, cases in found.items()}, RECORDED.stat().st_size)


if __name__ == "__main__":
    main()
