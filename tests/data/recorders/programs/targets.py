"""Write `tests/data/targets.json.xz`, PyTorch's results for the programs of `tests/autograd/engine/targets.py`: run with PyTorch."""
from __future__ import annotations

import importlib.util
import json
import lzma
import warnings
from pathlib import Path

import torch

DATA = Path(__file__).parents[2]


def main() -> None:
    """All answers."""
    spec = importlib.util.spec_from_file_location("targets", DATA.parent / "autograd" / "engine" / "targets.py")
    assert spec is not None and spec.loader is not None
    targets = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(targets)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = {"targets": targets.answers(torch), "called": targets.called(torch)}
    (DATA / "targets.json.xz").write_bytes(lzma.compress(json.dumps(found).encode(), preset=9))


if __name__ == "__main__":
    main()
