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

from tests.op_row import CASES, DTYPES, Row, build, outcome, referee, run_inplace, run_out, variants_of  # noqa: E402
from tests.samples import ROWS  # noqa: E402


def tensor(array: Any) -> torch.Tensor:
    if not array.size:  # numpy gives empty arrays strides of 0, which PyTorch would keep
        return torch.zeros(array.shape, dtype=dtype_of(array.dtype.name))
    return torch.from_numpy(np.array(array, order="K"))


def dtype_of(name: str) -> torch.dtype:
    return getattr(torch, name)


def values(row: Row, call: int, dtype: str) -> list[Any]:
    """The outputs of a call as arrays."""
    args = build(row, call, tensor, dtype_of, dtype=dtype, reference=True)
    result = referee(row, torch)(*(args if row.prepare is None else row.prepare(*args)))
    outs = result if isinstance(result, (tuple, list)) else (result,)
    return [None if o is None else o.detach().resolve_conj().resolve_neg().numpy() for o in outs]


def public_outcomes(row: Row) -> dict[str, Any]:
    """What the public function makes of every dtype and of special inputs, by call; and its variants."""
    function = referee(row, torch)
    found: dict[str, Any] = {"variants": variants_of(row, torch)}
    for call in range(len(row.calls)):
        for dtype in DTYPES:
            found[f"{call}/{dtype}"] = outcome(function, build(row, call, tensor, dtype_of, dtype=dtype, reference=True))
        for case in CASES:
            found[f"{call}/{case}"] = outcome(function, build(row, call, tensor, dtype_of, dtype=row.base, case=case, reference=True))
    if "inplace" in found["variants"]:
        for dtype in DTYPES:
            args = build(row, 0, tensor, dtype_of, dtype=dtype, reference=True)
            found[f"inplace/{dtype}"] = outcome(lambda *a: run_inplace(row, list(a)), args)
    if "out" in found["variants"]:
        found |= out_outcomes(row)
    return found


def out_outcomes(row: Row) -> dict[str, Any]:
    """What comes of an `out` of each dtype."""
    args = build(row, 0, tensor, dtype_of, dtype=row.base, reference=True)
    result = referee(row, torch)(*args)
    found = {}
    for dtype in DTYPES:
        if isinstance(result, tuple):
            outs: Any = (torch.zeros(result[0].shape, dtype=dtype_of(dtype)), *(torch.zeros_like(r) for r in result[1:]))
        else:
            outs = torch.zeros(result.shape, dtype=dtype_of(dtype))
        found[f"out/{dtype}"] = outcome(lambda *a, outs=outs: run_out(row, torch, list(a), outs), args)
    return found


def main() -> None:
    arrays: dict[str, Any] = {}
    outcomes: dict[str, Any] = {}
    for name, row in ROWS.items():
        for call in range(len(row.calls)):
            for dtype in (row.base, "complex128") if row.holomorphic else (row.base,):
                try:
                    found = values(row, call, dtype)
                except Exception as error:
                    if dtype == row.base:
                        raise RuntimeError(f"{name}, call {call}: {error}") from error
                    continue  # this call has no complex form (an order of a norm, say)
                arrays |= {f"{name}/{call}/{dtype}/{i}": array for i, array in enumerate(found) if array is not None}
        if row.public:
            outcomes[name] = public_outcomes(row)
    np.savez_compressed(HERE / "op_reference.npz", **arrays)
    lines = [f"{json.dumps(name)}:" + json.dumps(found, sort_keys=True, separators=(",", ":")) for name, found in sorted(outcomes.items())]
    (HERE / "op_outcomes.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
