"""Reproduces one difference: `python -m compat_tests.show OPERATION ASPECT` prints the failing samples, PyTorch's outcome and ours."""
from __future__ import annotations

import sys
from typing import Any

import numpy as np

from .judging.compare import differences
from .judging.portable import Raised, TensorRecord, map_tensors
from .judging.scoring import METADATA, add_error, aspects, load
from .judging.tolerances import EXACT, rule
from .operations import probes
from .operations.probes import Op, Sample


def readable(value: Any) -> Any:
    """A portable value as short text."""
    def text(record: TensorRecord) -> Any:
        numbers = np.array2string(record.data, threshold=40, precision=17, separator=", ")
        return f"<{record.dtype} {list(record.shape)} strides {list(record.strides)}{' requires_grad' * record.requires_grad} {numbers}>"
    return map_tensors(text, value, TensorRecord)


def show(name: str, wanted: str) -> int:
    """Print every failing case, and return their number."""
    import minitorch_compat as torch
    record = load(name)
    op = Op(**record["op"])
    count = 0
    for index, case in enumerate(record["samples"]):
        actual = probes.run(torch, op, Sample(*case["sample"]), case["probes"])
        for aspect, expected, got in aspects(case, actual):
            if aspect != wanted and not (aspect == "misuse" and wanted.startswith("error")):
                continue
            found = differences(expected, got, EXACT if aspect in METADATA else rule(name, aspect, case["dtype"]))
            if found:
                count += 1
                print(f"--- {case['dtype']} sample {index}\ninput    {readable(case['sample'])}\nexpected {readable(expected)}\n"
                      f"got      {readable(got)}\n" + "\n".join(found))
    return count + (show_errors(torch, op, record, wanted) if wanted.startswith("error") else 0)


def show_errors(torch: Any, op: Op, record: dict[str, Any], wanted: str) -> int:
    count = 0
    for index, case in enumerate(record["errors"]):
        actual = probes.error(torch, op, Sample(*case["sample"]))
        scores: dict[str, Any] = {}
        add_error(scores, case["outcome"], actual, case["phrase"], "")
        if wanted in scores and not scores[wanted].ok:
            count += 1
            got = actual if isinstance(actual, Raised) else readable(actual)
            print(f"--- error input {index}\ninput    {readable(case['sample'])}\n"
                  f"expected {case['outcome']} (phrase {case['phrase']!r})\ngot      {got}")
    return count


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit((__doc__ or "").split("\n")[0])
    sys.exit(1 if show(*sys.argv[1:]) else 0)
