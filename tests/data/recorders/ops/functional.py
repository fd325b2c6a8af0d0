"""Record PyTorch's results for tests/autograd/functions/test_functional.py: `python tests/data/recorders/ops/functional.py`."""
from __future__ import annotations

import json
import sys
from pathlib import Path

import torch
from torch.autograd import functional

HERE = Path(__file__).parents[2]
sys.path.insert(0, str(HERE.parent / "autograd" / "functions"))
import functional_cases  # noqa: E402

if __name__ == "__main__":
    recorded = {name: functional_cases.outcome(torch, functional, case) for name, case in functional_cases.CASES.items()}
    lines = (f"{json.dumps(name)}: {json.dumps(value)}" for name, value in recorded.items())
    (HERE / "functional.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
