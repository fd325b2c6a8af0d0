"""Every public name of PyTorch resolves, and names that it does not have raise AttributeError."""
from __future__ import annotations

import importlib
import pickle
import re
from types import FunctionType, ModuleType
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._namespace.names import names_table

SPACES = sorted(names_table())

#: Names that this package adds to torch's own.
OURS = {"install", "installed", "is_active", "uninstall", "UnsupportedError", "compat", "load_ipython_extension",
        "unload_ipython_extension"}

#: Attributes of a CUDA tensor and of C++ extensions: `hasattr` must be False on the CPU, as it is for instances in PyTorch.
ABSENT = {"__cuda_array_interface__", "__dlpack_c_exchange_api__", "__torch_dispatch__"}


def namespace(name: str) -> Any:
    """The module or class that stands for a namespace of torch."""
    parts = name.replace("torch", torch.__name__, 1).split(".")
    for count in range(len(parts), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        for part in parts[count:]:
            found = getattr(found, part)
        return found
    raise AssertionError(name)


def test_the_list_is_complete() -> None:
    assert len(SPACES) > 60 and sum(len(names) for names in names_table().values()) > 3500


@pytest.mark.parametrize("space", SPACES)
def test_names_resolve(space: str) -> None:
    owner = namespace(space)
    assert [name for name in names_table()[space] if not hasattr(owner, name) and name not in ABSENT] == []


@pytest.mark.parametrize("space", SPACES)
def test_other_names_do_not(space: str) -> None:
    owner = namespace(space)
    for name in ("no_such_name", "NoSuchClass", "_no_such_name"):
        with pytest.raises(AttributeError, match=name):
            getattr(owner, name)


@pytest.mark.parametrize("name", ["div_floor", "sum_dim", "clamp_scalars", "conv", "times_i", "einsum_of", "nonzero_rows", "relu_gradient"])
def test_ops_of_our_own_are_not_public(name: str) -> None:
    assert not hasattr(torch, name) and not hasattr(torch.Tensor, name) and not hasattr(torch.nn.functional, name)


def test_torch_has_little_else() -> None:
    """`hasattr(torch, name)` is True for PyTorch's names, for our few, and for modules."""
    extra = {name for name, value in vars(torch).items() if not name.startswith("_") and not isinstance(value, ModuleType)}
    assert extra - set(names_table()["torch"]) - OURS - {"annotations", "bool_"} == set()


@pytest.mark.parametrize("space", SPACES)
def test_functions_and_classes_say_that_they_live_in_public_modules(space: str) -> None:
    """Where `pickle` and `help` look for them; but for what in PyTorch, too, has another name there or is in `utils.data._utils`."""
    found = {name: getattr(namespace(space), name, None) for name in names_table()[space]} if space != "torch.Tensor" else {}
    hidden = [f"{value.__module__}.{name}" for name, value in found.items() if isinstance(value, (FunctionType, type))
              and value.__name__ == name and re.match(r"minitorch_compat\.(\w+\.)*_(?!C\b|utils\.)", value.__module__ or "")]
    assert not hidden


@pytest.mark.parametrize("function", [torch.abs, torch.nn.functional.relu, torch.special.erf, torch.optim.lr_scheduler.CyclicLR])
def test_pickled_by_their_public_name(function: Any) -> None:
    data = pickle.dumps(function)
    assert pickle.loads(data) is function
    assert b"._" not in data
