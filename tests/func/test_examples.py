"""The worked examples of torch.func have the output that they have in PyTorch (recorded by data/recorders/ops/func_examples.py)."""
from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECORDED = json.loads((ROOT / "tests" / "data" / "func_examples.json").read_text())
NUMBER = re.compile(r"-?\d+\.\d+(?:e[+-]\d+)?")


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "examples").glob("func_*.py")), ids=lambda path: path.stem)
def test_example(path: Path) -> None:
    command = [sys.executable, "-m", "minitorch_compat", str(path)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout.splitlines()
    for ours, theirs in zip(printed, RECORDED[path.name], strict=True):
        assert NUMBER.sub("#", ours) == NUMBER.sub("#", theirs)
        values = [float(v) for v in NUMBER.findall(ours)]
        # Gradients at a minimum are rounding errors, hence abs.
        assert values == pytest.approx([float(v) for v in NUMBER.findall(theirs)], rel=2e-3, abs=1e-7)
