"""`install`, `uninstall`, `installed`: `import torch` in this process."""
from __future__ import annotations

import importlib
import importlib.metadata
import inspect
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

import minitorch_compat


@pytest.fixture(autouse=True)
def not_installed() -> Iterator[None]:
    """Each test begins and ends without `torch`."""
    minitorch_compat.uninstall()
    yield
    minitorch_compat.uninstall()
    assert "torch" not in sys.modules


def test_install_gives_the_same_modules() -> None:
    minitorch_compat.install()
    import torch
    import torch.nn.functional as F
    from torch.utils.data import DataLoader

    assert torch is minitorch_compat
    assert F is minitorch_compat.nn.functional
    assert DataLoader is importlib.import_module("minitorch_compat.utils.data").DataLoader
    assert sys.modules["torch.nn"] is sys.modules["minitorch_compat.nn"]
    assert importlib.import_module("torch.optim.lr_scheduler") is importlib.import_module("minitorch_compat.optim.lr_scheduler")
    assert torch.nn.__spec__.name == "minitorch_compat.nn" and torch.nn.__name__ == "minitorch_compat.nn"


def test_uninstall_undoes_it() -> None:
    minitorch_compat.install()
    minitorch_compat.install()  # once is enough
    assert minitorch_compat.is_active()
    minitorch_compat.uninstall()
    minitorch_compat.uninstall()
    assert not minitorch_compat.is_active()
    assert not [name for name in sys.modules if name == "torch" or name.startswith("torch.")]
    with pytest.raises(ModuleNotFoundError, match="torch"):
        import torch  # noqa: F401


def test_installed_nests() -> None:
    with minitorch_compat.installed():
        with minitorch_compat.installed():
            assert minitorch_compat.is_active()
        assert minitorch_compat.is_active()
    assert not minitorch_compat.is_active()


def test_installed_ends_after_an_exception() -> None:
    with pytest.raises(ZeroDivisionError), minitorch_compat.installed():
        _ = 1 / 0
    assert not minitorch_compat.is_active()


def test_versions() -> None:
    """Version checks pass, and the truth shows behind the plus sign."""
    with minitorch_compat.installed():
        import torch

        assert importlib.metadata.version("torch") == torch.__version__
        assert str(torch.__version__).startswith("2.13.0+minitorch.")
        assert tuple(int(n) for n in torch.__version__.split("+")[0].split(".")) >= (2, 13)
    with pytest.raises(importlib.metadata.PackageNotFoundError):
        importlib.metadata.version("torch")


def test_what_pytorch_does_not_have() -> None:
    with minitorch_compat.installed():
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module("torch.no_such_module")
        with pytest.raises(ImportError):
            exec("from torch.nn import NoSuchLayer")


def test_refusal_beside_the_real_one() -> None:
    """When PyTorch is imported already, nothing is replaced."""
    real = ModuleType("torch")
    real.__version__ = "2.13.0"  # type: ignore[attr-defined]
    sys.modules["torch"] = real
    try:
        with pytest.raises(RuntimeError, match=r"already imported .*torch 2\.13\.0"):
            minitorch_compat.install()
        with pytest.raises(RuntimeError, match="already imported"), minitorch_compat.installed():
            pass
        assert not minitorch_compat.is_active() and sys.modules["torch"] is real
    finally:
        del sys.modules["torch"]


def test_sources_are_found_under_torchs_names() -> None:
    """From Python 3.13 on a class forgets the line of its source when its `__module__` changes."""
    with minitorch_compat.installed():
        for made in (minitorch_compat.nn.Linear, minitorch_compat.optim.SGD, minitorch_compat.distributions.Normal):
            assert made.__module__.startswith("torch.")
            assert f"class {made.__name__}" in inspect.getsource(made).splitlines()[0]
    assert inspect.getsource(minitorch_compat.nn.Linear).startswith("class Linear")
