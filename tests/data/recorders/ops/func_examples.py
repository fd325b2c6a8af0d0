"""Record what PyTorch prints for docs/examples/func_*.py:  PYTHON_WITH_PYTORCH tests/data/recorders/ops/func_examples.py"""
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[2]
EXAMPLES = HERE.parents[1] / "docs" / "examples"


def output(path: Path) -> list[str]:
    command = [sys.executable, "-W", "ignore", str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def main() -> None:
    printed = {path.name: output(path) for path in sorted(EXAMPLES.glob("func_*.py"))}
    (HERE / "func_examples.json").write_text(json.dumps(printed, indent=1) + "\n")


if __name__ == "__main__":
    main()
