"""Record under PyTorch what aten ops call inside: `python tests/data/record_inner_spans.py`, from the root.

Of the programs of the conformance suite's profiles; kept is what was the same each time an op was heard.
"""
from __future__ import annotations

import json
import sys
import warnings
from collections import defaultdict
from pathlib import Path
from typing import Any

import torch
from torch.autograd.profiler import profile

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))


def _shape(event: Any) -> list[Any]:
    name = event.name.removeprefix("aten::") if event.name.startswith("aten::") else f".{event.name}"
    return [name, [_shape(e) for e in sorted(event.cpu_children, key=lambda e: e.time_range.start)]]


def main() -> None:
    """Writes `minitorch_compat/inner_spans.json`."""
    from compat_tests.behaviours.profiling_names import FUNCTIONS, _space

    found: dict[str, list[Any]] = defaultdict(list)
    for text in FUNCTIONS.replace("\n", "").split(";"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            space = _space(torch)
            with profile() as prof:
                eval(text, space)
        for event in prof.function_events:
            if event.name.startswith("aten::"):
                found[event.name].append(_shape(event)[1])
    kept = {name: trees[0] for name, trees in sorted(found.items()) if trees[0] and all(t == trees[0] for t in trees)}
    lines = ",\n".join(f"{json.dumps(name)}:{json.dumps(trees, separators=(',', ':'))}" for name, trees in kept.items())
    (ROOT / "minitorch_compat" / "inner_spans.json").write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()
