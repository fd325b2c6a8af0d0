"""Record PyTorch's results for the rows of `tests/samples/__init__.py`: `python tests/data/recorders/ops/ops.py`, from the root of the
repository."""
from __future__ import annotations

import io
import json
import sys
import warnings
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import torch

HERE = Path(__file__).parents[2]
OPS = HERE / "ops"
sys.path.insert(0, str(HERE.parent.parent))

from tests.ops.op_row import CASES, DTYPES, Row, build, outcome, referee, run_inplace, run_out, variants_of  # noqa: E402
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


def arrays_of(row: Row) -> dict[str, Any]:
    """The values of all calls of a row, by call, dtype and output."""
    arrays: dict[str, Any] = {}
    for call in range(len(row.calls)):
        for dtype in (row.base, "complex128") if row.holomorphic else (row.base,):
            try:
                found = values(row, call, dtype)
            except Exception as error:
                if dtype == row.base:
                    raise RuntimeError(f"{row.op}, call {call}: {error}") from error
                continue  # this call has no complex form (an order of a norm, say)
            arrays |= {f"{row.op}/{call}/{dtype}/{i}": array for i, array in enumerate(found) if array is not None}
    return arrays


def write_arrays(path: Path, arrays: dict[str, Any]) -> None:
    """An .npz of the same bytes each time, so that only what changed is committed."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, array in arrays.items():
            content = io.BytesIO()
            np.lib.format.write_array(content, np.asarray(array, order="C"))
            file.writestr(zipfile.ZipInfo(f"{name}.npy"), content.getvalue(), zipfile.ZIP_DEFLATED)


def main() -> None:
    OPS.mkdir(exist_ok=True)
    for family in sorted({row.family for row in ROWS.values()}):
        rows = [row for row in ROWS.values() if row.family == family]
        arrays: dict[str, Any] = {}
        for row in rows:
            arrays |= arrays_of(row)
        write_arrays(OPS / f"{family}.npz", arrays)
        outcomes = {row.op: public_outcomes(row) for row in rows if row.public}
        lines = [f"{json.dumps(name)}:" + json.dumps(found, sort_keys=True, separators=(",", ":"))
                 for name, found in sorted(outcomes.items())]
        (OPS / f"{family}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    main()
