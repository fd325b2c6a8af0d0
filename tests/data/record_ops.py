"""Record under PyTorch what the rows of `tests/samples.py` come to: `python tests/data/record_ops.py`, from the root of the repository."""
from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent))

from tests.op_row import DTYPES, Row, build, no_dimensions, outcome, referee, without_rows  # noqa: E402
from tests.samples import ROWS  # noqa: E402


def tensor(array: Any) -> torch.Tensor:
    return torch.from_numpy(np.array(array))


def dtype_of(name: str) -> torch.dtype:
    return getattr(torch, name)


def values(row: Row, call: int, dtype: str) -> list[Any]:
    """The outputs of a call as arrays."""
    result = referee(row, torch)(*build(row, call, tensor, dtype_of, dtype=dtype, reference=True))
    outs = result if isinstance(result, (tuple, list)) else (result,)
    return [o.detach().resolve_conj().resolve_neg().numpy() for o in outs]


def public_outcomes(row: Row) -> dict[str, Any]:
    """What the public function makes of every dtype, of 0-d tensors and of empty ones, by call."""
    function = referee(row, torch)
    found: dict[str, Any] = {}
    for call in range(len(row.calls)):
        for dtype in DTYPES:
            found[f"{call}/{dtype}"] = outcome(function, build(row, call, tensor, dtype_of, dtype=dtype, reference=True))
        for name, reshape in (("0d", no_dimensions), ("empty", without_rows)):
            found[f"{call}/{name}"] = outcome(function, build(row, call, tensor, dtype_of, reshape=reshape, reference=True))
    return found


def main() -> None:
    arrays: dict[str, Any] = {}
    outcomes: dict[str, Any] = {}
    for name, row in ROWS.items():
        for call in range(len(row.calls)):
            for dtype in ("float64", "complex128") if row.holomorphic else ("float64",):
                try:
                    found = values(row, call, dtype)
                except Exception as error:
                    if dtype == "float64":
                        raise RuntimeError(f"{name}, call {call}: {error}") from error
                    continue  # this call has no complex form (an order of a norm, say)
                for i, array in enumerate(found):
                    arrays[f"{name}/{call}/{dtype}/{i}"] = array
        if row.public:
            outcomes[name] = public_outcomes(row)
    np.savez_compressed(HERE / "op_reference.npz", **arrays)
    lines = [f"{json.dumps(name)}: {json.dumps(found, sort_keys=True)}" for name, found in sorted(outcomes.items())]
    (HERE / "op_outcomes.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
