"""Calls with tensors of the CPU and of the meta device, where PyTorch lets them through."""
from __future__ import annotations

import pytest

import minitorch_compat as torch

IN_PLACE = ["add", "sub", "mul", "div", "true_divide", "floor_divide", "logical_and", "logical_or", "logical_xor"]


def meta(*shape: int) -> torch.Tensor:
    return torch.empty(shape, device="meta")


@pytest.mark.parametrize("name", IN_PLACE)
def test_what_writes_to_meta_tensors_in_place(name: str) -> None:
    x = meta(2, 2)
    assert getattr(x, name + "_")(torch.ones(2, 2)) is x and x.device.type == "meta" and x._version == 1
    with pytest.raises(RuntimeError):
        getattr(torch.ones(2, 2), name + "_")(meta(2, 2))  # PyTorch reads memory that is not there


@pytest.mark.parametrize("name", ["remainder", "pow", "atan2", "eq", "hypot", "fmod", "xlogy"])
def test_what_checks_devices_in_place(name: str) -> None:
    with pytest.raises(RuntimeError, match="Tensor on device cpu is not on the expected device meta!"):
        getattr(meta(2, 2), name + "_")(torch.ones(2, 2))
    assert getattr(meta(2, 2), name + "_")(torch.ones(())).device.type == "meta"


def test_gradients_of_mixed_in_place_calls() -> None:
    x, y = meta(2).requires_grad_(), torch.ones(2)
    z = x * 1
    z += y
    z *= y
    z.sum().backward()
    assert x.grad.device.type == "meta" and x.grad.shape == (2,)


def test_floor_divide_and_types_of_the_other_device() -> None:
    assert torch.floor_divide(meta(2), torch.ones(2)).device.type == "meta"
    assert torch.ones(2).type_as(meta(2)).device.type == "meta"
    with pytest.raises(NotImplementedError, match="Cannot copy out of meta tensor; no data!"):
        meta(2).type_as(torch.ones(2))
