"""Make `_array/random/sobol.npz` from the table by Joe and Kuo in scipy, and record points that PyTorch draws.

    python tests/data/recorders/ops/sobol.py   (where PyTorch and scipy are installed)
"""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parents[2]
TABLE = HERE.parents[1] / "minitorch_compat" / "_array" / "random" / "sobol.npz"


def write_table(source: str) -> None:
    """Halves of the differences of the polynomials, which are odd, and the bits of the numbers that are not known beforehand."""
    with np.load(source) as file:
        polynomials, numbers = file["poly"].astype(np.int64), file["vinit"].astype(np.int64)
    degrees = np.floor(np.log2(polynomials)).astype(int)
    bits: list[Any] = []
    for degree in range(1, numbers.shape[1] + 1):
        rows = numbers[degrees == degree]
        columns = [rows[:, k] >> b & 1 for k in range(degree) for b in range(k, 0, -1)]
        bits.append(np.stack(columns, 1).reshape(-1) if columns else np.zeros(0, int))
    steps = (np.diff(polynomials, prepend=1) // 2).astype(np.uint8)
    np.savez_compressed(TABLE, steps=steps, bits=np.packbits(np.concatenate(bits).astype(np.uint8)))


def record() -> None:
    """What the engine of PyTorch answers, in few numbers."""
    import torch
    from torch.quasirandom import SobolEngine

    found: dict[str, Any] = {}
    state = SobolEngine(SobolEngine.MAXDIM).sobolstate
    weights = torch.arange(1, 31)
    found["state sums"] = [int((state * weights).sum()), int((state[::7] * weights).sum()), state[-1].tolist()]
    engine = SobolEngine(3)
    found["plain"] = [engine.draw(5).tolist(), engine.fast_forward(3).draw(2, dtype=torch.float64).tolist(),
                      engine.reset().draw(1).tolist()]
    engine = SobolEngine(3, scramble=True, seed=5)
    found["scrambled"] = [engine.draw(4).tolist(), engine.draw(3).tolist(), engine.shift.tolist(), engine.sobolstate[:, :4].tolist()]
    torch.manual_seed(0)
    found["from the default generator"] = [SobolEngine(40, scramble=True).draw(2).tolist(), float(torch.rand(1))]
    (HERE / "sobol.json").write_text(json.dumps(found) + "\n")


if __name__ == "__main__":
    import scipy.stats

    write_table(str(Path(scipy.stats.__file__).parent / "_sobol_direction_numbers.npz"))
    record()
