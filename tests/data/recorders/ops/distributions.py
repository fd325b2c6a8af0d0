"""Write `tests/data/distributions.json`, PyTorch's results for the distributions in `tests/distribution_cases.py`: run with PyTorch."""
from __future__ import annotations

import importlib
import json
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))


def main() -> None:
    """All answers, by name."""
    import torch

    warnings.simplefilter("ignore")
    cases = importlib.import_module("tests.distribution_cases")
    found = {name: cases.answers(torch, *make(torch)) for name, make in cases.CASES.items()}
    (Path(__file__).parents[2] / "distributions.json").write_text(json.dumps(found, indent=0) + "\n")


if __name__ == "__main__":
    main()
