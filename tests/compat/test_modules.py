"""Every public module of PyTorch can be imported; using a name that is missing raises."""
from __future__ import annotations

import importlib
import pickle
import subprocess
import sys
from types import FunctionType, ModuleType

import pytest

import minitorch_compat as torch
from compat_tests.docs.catalogue import SPACES, names_of, space_of
from minitorch_compat._dispatch.unsupported import UnsupportedError
from minitorch_compat._namespace.modules import OURS, RecordedModule
from minitorch_compat._namespace.modules import names_of as names_of_module


def test_every_module_imports_and_every_name_resolves() -> None:
    """In a process of its own: importing sets attributes of parents."""
    program = """
import importlib, minitorch_compat
from minitorch_compat._namespace.modules import names_of
from minitorch_compat._namespace.names import modules_table
minitorch_compat.install()
for name in modules_table():
    module = importlib.import_module(name)
    assert module is importlib.import_module("minitorch_compat" + name[5:]), name
    for each in names_of(name):
        getattr(module, each)
import torch
assert callable(torch.multiprocessing.spawn) and callable(torch.autograd.gradcheck) and callable(torch.nn.utils.weight_norm)
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)


@pytest.mark.parametrize("name", ["fx.tensor_type", "onnx.symbolic_opset9", "utils.cpp_extension", "_inductor",
                                  "nn.parallel.scatter_gather", "ao.quantization", "distributed.fsdp"])
def test_what_is_not_built_names_itself(name: str) -> None:
    module = importlib.import_module(f"{OURS}.{name}")
    functions = [n for n, kind in names_of_module(f"torch.{name}").items() if kind == "f"]
    for function in functions[:3]:
        with pytest.raises(UnsupportedError, match=function):
            getattr(module, function)()
    with pytest.raises(AttributeError):
        _ = module.no_such_name
    assert isinstance(module, ModuleType)


def test_names_that_are_somewhere_else_are_those() -> None:
    wishart = importlib.import_module(f"{OURS}.distributions.multivariate_normal")
    assert wishart.MultivariateNormal is torch.distributions.MultivariateNormal
    for device in ("cpu", "cuda"):
        amp = importlib.import_module(f"{OURS}.{device}.amp")
        scaling = importlib.import_module(f"{OURS}.{device}.amp.grad_scaler")
        assert isinstance(scaling, RecordedModule) and scaling.GradScaler is amp.GradScaler
        assert importlib.import_module(f"{OURS}.{device}.amp.autocast_mode").autocast is amp.autocast
        with pytest.warns(FutureWarning, match=rf"`torch.{device}.amp.GradScaler\(args...\)` is deprecated"):
            scaler = amp.GradScaler(enabled=False)
        assert type(pickle.loads(pickle.dumps(scaler))) is amp.GradScaler


def test_modules_that_pytorch_has_not_are_not_found() -> None:
    for name in ("no_such_module", "fx.no_such_module", "utils.tensorboard"):
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module(f"{OURS}.{name}")


def test_classes_can_be_named_in_annotations_and_isinstance() -> None:
    unflattened = importlib.import_module(f"{OURS}.export").UnflattenedModule
    assert not isinstance(torch.nn.Linear(1, 1), unflattened)
    with pytest.raises(UnsupportedError, match=r"torch\.export\.UnflattenedModule"):
        unflattened(torch.nn.Linear(1, 1), None)


def test_dynamo_passes_everything_through() -> None:
    dynamo = importlib.import_module(f"{OURS}._dynamo")
    config = importlib.import_module(f"{OURS}._dynamo.config")

    @dynamo.disable
    def f(x: int) -> int:
        return x + 1

    assert f(1) == 2 and dynamo.allow_in_graph(f) is f and not dynamo.is_compiling()
    config.suppress_errors = True
    dynamo.reset()
    with config.patch(verbose=True):
        pass
    with pytest.raises(UnsupportedError, match="explain"):
        dynamo.explain(f)
    config.suppress_errors = False


def test_modules_that_torch_imports_late() -> None:
    for name in ("onnx", "_dynamo", "_inductor", "_export", "fx"):
        assert getattr(torch, name) is importlib.import_module(f"{OURS}.{name}")


def test_functions_name_the_same_module_whichever_shows_them_first() -> None:
    """Each of two public modules that take a function from a private one would name itself: what they share names its own."""
    found = []
    for space in SPACES:
        for name in names_of(space):
            value = getattr(space_of(space), name, None)
            if isinstance(value, FunctionType) and value.__module__ == OURS and space != "torch" and getattr(torch, name, None) is value:
                found.append(f"{space}.{name}")
    assert found == []
    assert torch.manual_seed.__module__ == f"{OURS}.random"
