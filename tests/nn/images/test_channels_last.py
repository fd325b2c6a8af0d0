"""Results for channels-last images and volumes are channels-last where PyTorch's are."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat.nn import functional as F

KEPT: dict[str, Callable[[Any, int], Any]] = {
    "conv": lambda x, n: getattr(F, f"conv{n}d")(x, torch.ones(2, 2, *(2,) * n)),
    "conv_transpose": lambda x, n: getattr(F, f"conv_transpose{n}d")(x, torch.ones(2, 2, *(2,) * n)),
    "batch_norm": lambda x, n: F.batch_norm(x, None, None, training=True),
    "group_norm": lambda x, n: F.group_norm(x, 1),
    "max_pool": lambda x, n: getattr(F, f"max_pool{n}d")(x, 2),
    "interpolate": lambda x, n: F.interpolate(x, scale_factor=2),
    "pad": lambda x, n: F.pad(x, (1, 1)),
    "replicate": lambda x, n: F.pad(x, (1, 1) * n, mode="replicate"),
    "reflect": lambda x, n: F.pad(x, (1, 1) * n, mode="reflect"),
}
IMAGES_ONLY: dict[str, Callable[[Any, int], Any]] = {
    "avg_pool": lambda x, n: getattr(F, f"avg_pool{n}d")(x, 2),
    "adaptive_avg_pool": lambda x, n: getattr(F, f"adaptive_avg_pool{n}d")(x, 2),
    "adaptive_max_pool": lambda x, n: getattr(F, f"adaptive_max_pool{n}d")(x, 2),
}


def channels_last_input(n: int) -> Any:
    return torch.randn(2, 2, *(4,) * n).to(memory_format=torch.channels_last if n == 2 else torch.channels_last_3d)


def channels_innermost(x: Any) -> bool:
    return bool(x.stride(1) == 1 and not x.is_contiguous())


@pytest.mark.parametrize("n", [2, 3])
@pytest.mark.parametrize("name", KEPT)
def test_kept(name: str, n: int) -> None:
    x = channels_last_input(n)
    out = KEPT[name](x, n)
    assert channels_innermost(out)
    torch.testing.assert_close(out.contiguous(), KEPT[name](x.contiguous(), n))


@pytest.mark.parametrize("name", IMAGES_ONLY)
def test_kept_of_images_alone(name: str) -> None:
    assert channels_innermost(IMAGES_ONLY[name](channels_last_input(2), 2))
    assert IMAGES_ONLY[name](channels_last_input(3), 3).is_contiguous()


def test_a_kernel_with_innermost_channels_is_enough() -> None:
    layer = torch.nn.Conv2d(2, 3, 2).to(memory_format=torch.channels_last)
    assert channels_innermost(layer(torch.randn(1, 2, 4, 4)))
    assert not channels_innermost(layer.to(memory_format=torch.contiguous_format)(torch.randn(1, 2, 4, 4)))


def test_others_lie_in_order() -> None:
    assert F.instance_norm(channels_last_input(2)).is_contiguous()


@pytest.mark.parametrize("make", [
    lambda x: torch.nn.functional.interpolate(x, size=(7, 7)), lambda x: torch.nn.functional.max_pool2d(x, 2),
    lambda x: torch.nn.functional.avg_pool2d(x, 2), lambda x: torch.nn.functional.adaptive_avg_pool2d(x, 2),
    lambda x: torch.nn.functional.conv2d(x, torch.zeros(2, 1, 1, 1)), lambda x: torch.nn.functional.pad(x, (1, 1, 1, 1)),
    lambda x: torch.nn.functional.pad(x, (1, 1, 1, 1), mode="reflect")])
def test_a_single_channel_keeps_the_format(make):
    image = torch.randn(2, 3, 4, 4).contiguous(memory_format=torch.channels_last)[:1, :1]
    out = make(image)
    assert out.stride(1) == 1
    assert make(image.contiguous()).stride(1) == out.stride(0) // out.shape[1]


@pytest.mark.parametrize("shape", [
    (2, 3, 5, 7), (8, 16, 8, 8), (1, 600, 2, 3), (2, 1, 4, 4), (3, 4, 1, 1), (2, 5, 3, 4, 2), (13, 2, 11, 17)])
def test_remembered_statistics_of_channels_that_lie_innermost(shape: tuple[int, ...]) -> None:
    """Batch normalisation in evaluation gives the same bits for either layout, and keeps it."""
    format = torch.channels_last if len(shape) == 4 else torch.channels_last_3d
    x, (mean, weight, bias) = torch.randn(shape, dtype=torch.float32), torch.randn(3, shape[1])
    x[0, 0] = torch.tensor([torch.inf])
    turned, variance = x.contiguous(memory_format=format), torch.rand(shape[1]) + 0.1
    for arguments in ((mean, variance, weight, bias), (mean, variance), (mean, variance, None, bias)):
        found = torch.nn.functional.batch_norm(turned, *arguments)
        assert found.stride() == turned.stride()
        assert found.tolist() == torch.nn.functional.batch_norm(x, *arguments).tolist()
