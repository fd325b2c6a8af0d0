"""States of `nn.utils.spectral_norm` saved before PyTorch 1.0, and incomplete states."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat import nn


def test_an_old_state_is_brought_up_to_date() -> None:
    module = nn.utils.spectral_norm(nn.Linear(2, 2, bias=False))
    whole = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    module.load_state_dict({"weight_orig": whole, "weight": whole / 2, "weight_u": torch.tensor([0.6, 0.8])})
    assert module.weight_v.tolist() == pytest.approx([-0.8, 1.0], abs=1e-4)
    assert torch.allclose(module.weight_u @ module.weight_orig @ module.weight_v, torch.tensor(2.0))


def test_what_is_missing_is_told_twice() -> None:
    module = nn.utils.spectral_norm(nn.Linear(2, 2))
    found = module.load_state_dict({}, strict=False)
    assert found.missing_keys == ["weight_orig", "weight", "weight_u", "bias", "weight_orig", "weight_u", "weight_v"]
    assert module.load_state_dict(module.state_dict()).missing_keys == []
