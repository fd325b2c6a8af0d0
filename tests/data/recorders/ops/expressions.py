"""Record the expressions of `tests/bindings/values/expressions.py` under PyTorch: `python tests/data/recorders/ops/expressions.py`."""
from __future__ import annotations

import json
import sys
from pathlib import Path

HERE = Path(__file__).parents[2]
sys.path.insert(0, str(HERE.parent / "bindings" / "values"))

import torch  # noqa: E402
from expressions import CASES, evaluate  # noqa: E402


def main() -> None:
    lines = [f"{json.dumps(case)}: {json.dumps(evaluate(torch, case))}" for case in CASES]
    (HERE / "expressions.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
