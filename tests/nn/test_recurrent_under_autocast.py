"""Recurrent layers under autocast: which dtypes they take, and which they return."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch

single, half, low, double = torch.float32, torch.float16, torch.bfloat16, torch.float64


@pytest.mark.parametrize(("kind", "options", "given", "output", "hidden", "cell"), [
    ("LSTM", {}, low, low, low, low), ("LSTM", {}, single, low, low, low), ("LSTM", {}, half, single, single, single),
    ("LSTM", {"proj_size": 2}, single, low, low, single), ("LSTM", {"proj_size": 2}, low, low, low, low),
    ("GRU", {}, low, low, low, None), ("GRU", {}, single, single, single, None), ("RNN", {}, low, low, low, None),
    ("RNN", {}, half, low, low, None)])
def test_dtypes(kind: str, options: dict[str, Any], given: Any, output: Any, hidden: Any, cell: Any) -> None:
    layer = getattr(torch.nn, kind)(3, 4, **options)
    x = torch.ones(2, 1, 3, dtype=given, requires_grad=True)
    with torch.autocast("cpu"):
        out, state = layer(x)
    states = state if cell else (state,)
    assert (out.dtype, *(s.dtype for s in states)) == (output, hidden, cell)[:1 + len(states)]
    out.sum().backward()
    assert x.grad.dtype is given and layer.weight_hh_l0.grad.dtype is single
    with pytest.raises(ValueError, match="does not match weight dtype"):
        layer(x.detach().double())


def test_values_are_those_of_a_layer_in_half_precision() -> None:
    torch.manual_seed(1)
    layer, x = torch.nn.LSTM(3, 4), torch.randn(2, 3, 3).bfloat16()
    with torch.autocast("cpu"):
        out, _ = layer(x)
    assert out.float().sum().item() == pytest.approx(-0.67, abs=0.01)
    assert out.equal(layer.bfloat16()(x)[0])


def test_index_copy_refuses_the_other_half_precision() -> None:
    x, index = torch.ones(1, dtype=half), torch.tensor([0])
    with torch.autocast("cpu"):
        assert x.float().index_copy(0, index, x).dtype is single
        with pytest.raises(RuntimeError, match="Unexpected floating ScalarType"):
            x.index_copy(0, index, x)
