"""Write `test_styles.json`, PyTorch's outcomes of `tests/testing/styles`: `python tests/data/recorders/programs/styles.py`."""
from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "testing"))

from outcomes import NAMES, RECORDED, outcomes

if __name__ == "__main__":
    RECORDED.write_text(json.dumps({name: outcomes(name) for name in NAMES}, indent=0) + "\n")
