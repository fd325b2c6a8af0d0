"""Files of `torch.save` use torch's names for this package's objects, whether the package is installed as torch or only imported."""
from __future__ import annotations

import io
import pickletools
import sys
import zipfile
from collections.abc import Iterator
from contextlib import nullcontext
from types import ModuleType
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._dispatch import naming

#: What is written -> the globals that its file has.
THINGS: dict[str, tuple[Any, set[str]]] = {
    "layout": (torch.strided, {"torch.serialization _get_layout"}),
    "another layout": (torch.sparse_coo, {"torch.serialization _get_layout"}),
    "dtype": (torch.int16, {"torch int16"}),
    "device": (torch.device("cpu"), {"torch device"}),
    "size": (torch.Size([2]), {"torch Size"}),
    "function": (torch.sin, {"torch sin"}),
    "function of nn": (torch.nn.functional.relu, {"torch.nn.functional relu"}),
    "class": (torch.nn.Linear, {"torch.nn.modules.linear Linear"}),
    "optimizer": (torch.optim.Adam, {"torch.optim.adam Adam"}),
    "distribution": (torch.distributions.Normal, {"torch.distributions.normal Normal"}),
    "result type": (torch.return_types.max, {"torch.return_types max"}),
    "rebuilding": (torch._utils._rebuild_tensor_v2, {"torch._utils _rebuild_tensor_v2"}),
    "storage class": (torch.FloatStorage, {"torch FloatStorage"}),
    "somebody else's": (zipfile.ZipFile, {"zipfile ZipFile"}),
}


def globals_of(data: bytes) -> set[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        pickled = archive.read(next(name for name in archive.namelist() if name.endswith("data.pkl")))
    return {arg for op, arg, _ in pickletools.genops(pickled) if op.name == "GLOBAL"}


@pytest.fixture(params=["imported", "installed", "beside another torch"])
def state(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    if request.param == "beside another torch":
        monkeypatch.setattr(naming._State, "torch_importable", True)
        for module in ("torch", "torch.serialization"):
            monkeypatch.setitem(sys.modules, module, ModuleType(module))
    with torch.installed() if request.param == "installed" else nullcontext():
        yield request.param


@pytest.mark.parametrize("name", THINGS)
def test_names(name: str, state: str) -> None:
    thing, wanted = THINGS[name]
    file = io.BytesIO()
    torch.save(thing, file)
    assert globals_of(file.getvalue()) == wanted
    file.seek(0)
    read = torch.load(file, weights_only=False)
    assert read is thing or read == thing


@pytest.mark.parametrize(("module", "theirs"), [
    ("", True), (".nn", True), (".nn.modules.linear", True), ("._utils", True), ("._C", True), ("._tensor", True),
    ("._bindings", False), ("._array.core", False), (".nn._functional.loss", False), (".nn.modules._state_dict", False)])
def test_modules_that_torch_has_too(module: str, theirs: bool) -> None:
    assert naming._exists_in_torch.__wrapped__(naming.OWN_NAME + module) is theirs
    assert not naming._exists_in_torch.__wrapped__("somebody" + module)
