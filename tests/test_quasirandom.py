"""Sobol sequences compared with PyTorch's (`data/recorders/ops/sobol.py`)."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._array.random import sobol
from minitorch_compat.quasirandom import SobolEngine

RECORDED: Any = json.loads((Path(__file__).parent / "data" / "sobol.json").read_text())


def test_direction_numbers_of_all_dimensions() -> None:
    state = SobolEngine(SobolEngine.MAXDIM).sobolstate
    weights = torch.arange(1, 31)
    assert [int((state * weights).sum()), int((state[::7] * weights).sum()), state[-1].tolist()] == RECORDED["state sums"]


def test_points() -> None:
    engine = SobolEngine(3)
    assert [engine.draw(5).tolist(), engine.fast_forward(3).draw(2, dtype=torch.float64).tolist(),
            engine.reset().draw(1).tolist()] == RECORDED["plain"]
    out = torch.empty(4, 3)
    assert SobolEngine(3).draw(4, out=out) is out and out.tolist() == RECORDED["plain"][0][:4]
    assert repr(engine) == "SobolEngine(dimension=3)" and engine.num_generated == 1


def test_scrambled_points() -> None:
    engine = SobolEngine(3, scramble=True, seed=5)
    assert [engine.draw(4).tolist(), engine.draw(3).tolist(), engine.shift.tolist(),
            engine.sobolstate[:, :4].tolist()] == RECORDED["scrambled"]
    assert engine.reset().draw(4).tolist() == RECORDED["scrambled"][0]
    torch.manual_seed(0)
    assert [SobolEngine(40, scramble=True).draw(2).tolist(), float(torch.rand(1))] == RECORDED["from the default generator"]


def test_what_is_refused() -> None:
    for dimension in (0, 21202):
        with pytest.raises(ValueError, match=r"Supported range of dimensionality for SobolEngine is \[1, 21201\]"):
            SobolEngine(dimension)
    engine = SobolEngine(2)
    assert engine.draw_base2(3).shape == (8, 2) and engine.draw_base2(3).shape == (8, 2)
    with pytest.raises(ValueError, match="The balance properties of Sobol' points require n to be a power of 2"):
        engine.draw_base2(3)
    with pytest.raises(RuntimeError, match="negative dimension"):
        SobolEngine(2).draw(0)


def test_the_state_of_an_engine_has_pytorchs_names() -> None:
    """So that an engine that is pickled here goes on in PyTorch."""
    engine = torch.quasirandom.SobolEngine(2, scramble=True, seed=3)
    assert set(vars(engine)) == {"_first_point", "dimension", "num_generated", "quasi", "scramble", "seed", "shift", "sobolstate"}
    assert torch.equal(engine._first_point, torch.quasirandom.SobolEngine(2, scramble=True, seed=3).draw(1))


def test_points_across_blocks_are_those_drawn_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for scramble in (False, True):
        for bits in (0, 1, 3, 11):
            monkeypatch.setattr(sobol, "_BLOCK_BITS", bits)
            for skipped in (0, 1, 6):
                engine, single = (torch.quasirandom.SobolEngine(3, scramble, seed=1).fast_forward(skipped) for _ in range(2))
                drawn = torch.cat([engine.draw(n) for n in (1, 4, 0, 13, 2)])
                assert drawn.equal(torch.cat([single.draw() for _ in range(20)])) and engine.quasi.equal(single.quasi)


def test_points_of_other_dtypes() -> None:
    engine = torch.quasirandom.SobolEngine(2, True, seed=3)
    assert engine.draw(1, dtype=torch.float64).equal(engine._first_point.double())
    assert engine.draw(3, dtype=torch.float64).frexp()[1].max() <= 0
    for dtype, name in (torch.float16, "Half"), (torch.bfloat16, "BFloat16"), (torch.int64, "Long"):
        with pytest.raises(NotImplementedError, match=f"\"_sobol_engine_draw\" not implemented for '{name}'"):
            engine.draw(2, dtype=dtype)
    assert engine.num_generated == 4
