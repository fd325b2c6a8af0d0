"""A lazy layer, after its first input, is the ordinary layer with the same options: names, values from the same seed, repr."""
from __future__ import annotations

import inspect
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat import nn

SIZES = (2, 4, 5, 6, 7)
CASES: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    *[("Linear", (3,), {"bias": bias}) for bias in (True, False)],
    *[(f"{kind}{n}d", (6, 3), {"bias": bias, **options}) for kind in ("Conv", "ConvTranspose") for n in (1, 2, 3) for bias in (True, False)
      for options in ({}, {"stride": 2, "padding": 1, "groups": 2, "dilation": 2},
                      {"output_padding": 1, "stride": 2} if kind == "ConvTranspose" else {"padding_mode": "reflect", "padding": 2})],
    *[(f"{kind}{n}d", (), {"affine": affine, "track_running_stats": track, "momentum": 0.3, "eps": 0.1, "bias": bias})
      for kind in ("BatchNorm", "InstanceNorm") for n in (1, 2, 3) for affine in (True, False) for track in (True, False)
      for bias in (True, False)],
]


@pytest.mark.parametrize(("name", "args", "options"), CASES, ids=[f"{name}-{i}" for i, (name, *_) in enumerate(CASES)])
def test_as_the_ordinary_layer(name: str, args: tuple[Any, ...], options: dict[str, Any]) -> None:
    x = torch.linspace(-1, 1, 2 * 4 * 5 * 6 * 7)[:int(torch.tensor(SIZES[:int(name[-2]) + 2 if name[-1] == "d" else 2]).prod())]
    x = x.reshape(SIZES[:int(name[-2]) + 2 if name[-1] == "d" else 2])
    lazy = getattr(nn, f"Lazy{name}")(*args, **options)
    assert sorted(n for n, _ in lazy.named_parameters()) == sorted(
        n for n, on in (("weight", True), ("bias", options.get("bias", True))) if on and options.get("affine", True))
    torch.manual_seed(3)
    found = lazy(x)
    torch.manual_seed(3)
    layer = getattr(nn, name)(4, *args, **options)
    expected = layer(x)
    # With nothing to make it never learns its size, in PyTorch, too.
    nothing = not options.get("affine", True) and not options.get("track_running_stats", True)
    assert type(lazy) is type(layer) and (repr(lazy) == repr(layer)) != nothing
    assert torch.equal(found, expected)
    ours, theirs = lazy.state_dict(), layer.state_dict()
    assert list(ours) == list(theirs) and all(torch.equal(ours[key], theirs[key]) for key in theirs)
    assert (lazy.bias is None) == (not options.get("bias", True) or not options.get("affine", True))


def test_every_option_is_among_them() -> None:
    """But for where and of what type parameters are, and for sizes, which are given by position."""
    asked = {name: set().union(*(options for other, _, options in CASES if other == name)) for name, _, _ in CASES}
    for name, options in asked.items():
        had = {*inspect.signature(getattr(nn, f"Lazy{name}").__init__).parameters} - {"self", "device", "dtype"}
        assert had - options <= {"out_features", "out_channels", "kernel_size", "padding_mode", "output_padding"}, name
