"""Record PyTorch's `repr` of many tensors, for tests/array/printing/test_formatting.py: `python tests/data/recorders/ops/reprs.py`."""
from __future__ import annotations

import json
import sys
from pathlib import Path

import torch

HERE = Path(__file__).parents[2]
sys.path.insert(0, str(HERE.parent / "array" / "printing"))
import repr_cases  # noqa: E402


def recorded(seed: int) -> str:
    array, options, what = repr_cases.case(seed)
    torch.set_printoptions(profile="default")
    torch.set_printoptions(**options)
    t = torch.from_numpy(array.copy())
    if what != "plain":
        t.requires_grad_()
    return repr(t.clone() if what == "result" else t)


if __name__ == "__main__":
    texts = [recorded(seed) for seed in range(repr_cases.COUNT)]
    (HERE / "reprs.json").write_text(json.dumps(texts, indent=0) + "\n")
