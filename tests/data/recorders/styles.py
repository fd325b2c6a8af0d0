"""Writes `test_styles.json`: what PyTorch makes of the test files in `tests/testing/styles`: `python tests/data/recorders/styles.py`."""
from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "testing"))

from outcomes import NAMES, RECORDED, outcomes

if __name__ == "__main__":
    RECORDED.write_text(json.dumps({name: outcomes(name) for name in NAMES}, indent=0) + "\n")
