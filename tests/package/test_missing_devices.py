"""Modules of missing devices and compilers behave as in a CPU build of PyTorch."""
from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat import nn


@pytest.mark.parametrize("place", ["cuda", "mps", "xpu", "mtia", "accelerator"])
def test_nothing_is_available(place: str) -> None:
    assert getattr(torch, place).is_available() is False


def test_the_usual_guards() -> None:
    assert torch.cuda.device_count() == 0 and torch.cuda.max_memory_allocated() == 0
    torch.cuda.manual_seed_all(1)
    torch.cuda.empty_cache()
    assert torch.accelerator.current_accelerator() is None
    assert torch.distributed.is_initialized() is False
    assert torch.backends.mps.is_available() is False and torch.backends.cuda.is_built() is False
    torch.backends.cudnn.benchmark = True
    with torch.backends.cudnn.flags(enabled=False):
        assert torch.backends.cudnn.enabled is False
    assert torch.backends.cudnn.enabled is True
    torch.backends.cudnn.benchmark = False
    assert not isinstance(torch.zeros(1), torch.cuda.FloatTensor)
    assert torch.get_default_device() == torch.device("cpu") and torch.version.cuda is None


@pytest.mark.parametrize(("call", "error", "words"), [
    (lambda: torch.cuda.current_device(), AssertionError, "Torch not compiled with CUDA enabled"),
    (lambda: torch.cuda.synchronize(), AssertionError, "Torch not compiled with CUDA enabled"),
    (lambda: torch.cuda.Stream(), RuntimeError, "requires CUDA support"),
    (lambda: torch.cuda.FloatTensor(2), TypeError, "type torch.cuda.FloatTensor not available"),
    (lambda: torch.zeros(2, pin_memory=True), RuntimeError, "no pinned memory allocator is available"),
    (lambda: torch.accelerator.synchronize(), RuntimeError, "Cannot access accelerator device when none is available"),
    (lambda: torch.distributed.get_rank(), ValueError, "Default process group has not been initialized"),
    (lambda: torch.distributed.init_process_group("nccl"), RuntimeError, "doesn't have NCCL built in"),
    (lambda: torch.autocast("nowhere"), RuntimeError, "Expected one of cpu, cuda"),
    (lambda: torch.ones(1).pin_memory(), RuntimeError, "Cannot access accelerator device"),
])
def test_refusals(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()


def test_compilers_give_back_what_they_get() -> None:
    net = nn.Linear(1, 1)
    for same in (torch.compile(net, disable=True), torch.compiler.disable(net)):
        assert same is net
    assert torch.jit.is_scripting() is False and torch.jit.annotate(int, 3) == 3 and torch.jit.isinstance([1], list[int])
    assert torch.jit.wait(torch.jit.fork(len, [1, 2])) == 2
    assert torch.jit.ignore(len) is len and torch.jit.ignore(drop=True)(len) is len


def test_autocast_for_cuda_is_off() -> None:
    with pytest.warns(UserWarning, match="CUDA is not available"):
        context = torch.autocast("cuda")
    with context:
        assert (torch.ones(2, 2) @ torch.ones(2, 2)).dtype is torch.float32
    with torch.autocast("cpu", enabled=False):
        assert not torch.is_autocast_enabled()


def test_grad_scaler() -> None:
    w = torch.ones(2, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.5)
    scaler = torch.amp.GradScaler("cpu", init_scale=8.0, growth_interval=1)
    scaler.scale((w * 2).sum()).backward()
    assert w.grad.tolist() == [16.0, 16.0]
    scaler.step(optimizer)
    scaler.update()
    assert w.tolist() == [0.0, 0.0] and scaler.get_scale() == 16.0
    w.grad = torch.tensor([float("inf"), 1.0])
    scaler.step(optimizer)
    scaler.update()
    assert w.tolist() == [0.0, 0.0] and scaler.get_scale() == 8.0
    fresh = torch.amp.GradScaler("cpu")
    fresh.load_state_dict(scaler.state_dict())
    assert fresh.get_scale() == 8.0
    with pytest.warns(UserWarning, match="CUDA is not available"):
        off = torch.amp.GradScaler("cuda")
    assert off.scale(w) is w and not off.is_enabled()


def test_modules_that_programs_do_not_import_by_name() -> None:
    """`import torch` brings `torch.utils.checkpoint` along, and programs rely on it."""
    code = "import minitorch_compat as torch; assert torch.utils.checkpoint.checkpoint and torch.utils.data.DataLoader"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


def test_a_place_that_is_not_there_is_found_out_when_something_is_made() -> None:
    with torch.device("cuda"):
        assert torch.zeros(2, device="cpu").shape == (2,)
        with pytest.raises(AssertionError, match="Torch not compiled with CUDA enabled"):
            torch.zeros(2)
    torch.set_default_device("mps")
    try:
        with pytest.raises(NotImplementedError, match=r"Could not run 'aten::empty\.memory_format' with arguments from the 'MPS' backend"):
            torch.zeros(2)
        with pytest.raises(RuntimeError, match="PyTorch is not linked with support for mps devices"):
            torch.tensor([1.0])
    finally:
        torch.set_default_device(None)


@pytest.mark.parametrize(("name", "function"), [
    ("has_mps", "mps.is_built"), ("has_cuda", "cuda.is_built"), ("has_cudnn", "cudnn.is_available"), ("has_mkldnn", "mkldnn.is_available")])
def test_what_the_build_has_is_told_with_a_warning(name: str, function: str) -> None:
    with pytest.warns(UserWarning, match=f"'{name}' is deprecated, please use 'torch.backends.{function}"):
        assert getattr(torch, name) is False


def test_a_function_that_does_nothing_any_more_says_so() -> None:
    with pytest.warns(UserWarning, match="'set_vital' is deprecated, please do not call"):
        assert torch.set_vital("Dataloader", "enabled", "True") is None
