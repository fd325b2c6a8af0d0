"""Recurrent layers run on arrays where nothing is recorded: the results are those of recorded steps."""
from __future__ import annotations

import itertools
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat.nn.modules import _recurrence

LAYERS: dict[str, Any] = {"GRU": torch.nn.GRU, "LSTM": torch.nn.LSTM, "RNN": torch.nn.RNN}


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("name", LAYERS)
def test_without_gradients_layers_are_the_same(name: str, dtype: torch.dtype) -> None:
    for bias, both, size, times, count in itertools.product((True, False), (True, False), (1, 2, 17), (1, 5), (1, 4)):
        torch.manual_seed(0)
        layer = LAYERS[name](3, size, 2, bias=bias, bidirectional=both, dtype=dtype)
        x = torch.randn(times, count, 3, dtype=dtype)
        out, state = layer(x)
        with torch.no_grad():
            same, final = layer(x)
        pairs = zip((out, *state), (same, *final), strict=True)
        assert all(a.stride() == b.stride() and torch.allclose(a, b, atol=1e-6) and not b.requires_grad for a, b in pairs)


def test_layers_without_projections_run_on_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, run = [], _recurrence._run_on_arrays

    def noted(step: Any, *rest: Any) -> Any:
        seen.append(step)
        return run(step, *rest)

    monkeypatch.setattr(_recurrence, "_run_on_arrays", noted)
    with torch.no_grad():
        for layer in (torch.nn.GRU(3, 4), torch.nn.RNN(3, 4)):
            layer(torch.ones(2, 1, 3))
    assert seen == [_recurrence.gru_step, _recurrence.tanh_step]
