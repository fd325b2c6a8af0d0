"""Sobol sequences compared with PyTorch's (`data/recorders/ops/sobol.py`)."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import minitorch_compat as torch
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
