"""Plain pickles, by PyTorch (`data/pickles.json.xz`, from `data/recorders/programs/pickles.py`) and by each method of this package."""
from __future__ import annotations

import base64
import copy
import json
import lzma
import pickle
import pickletools
import subprocess
import sys
import types
import warnings
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._dispatch import naming
from minitorch_compat._namespace.modules import RecordedFinder
from tests.data.pickled_things import things

RECORDED = Path(__file__).parents[1] / "data" / "pickles.json.xz"
#: What stands for torch's names where they cannot be written as such.
BY_TEXT = {"pkgutil resolve_name", "functools partial", "copyreg _reconstructor", "copy_reg _reconstructor", "__builtin__ object"}


@cache
def recorded() -> dict[str, Any]:
    return json.loads(lzma.decompress(RECORDED.read_bytes()))


@cache
def ours() -> dict[str, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return things(torch)


@pytest.fixture(params=["installed", "imported"])
def door(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "installed":
        with torch.installed():
            yield "installed"
    else:
        yield "imported"
        assert "torch" not in sys.modules


NAMES = sorted(recorded())


def same(a: Any, b: Any) -> None:
    """Fail unless what was read is what there is here of that name."""
    if isinstance(b, torch.Tensor):
        assert a.dtype is b.dtype and a.shape == b.shape and a.layout is b.layout and a.requires_grad == b.requires_grad
        if not b.is_meta:
            assert torch.equal(a.to_dense(), b.to_dense()) and (b.layout is not torch.strided or a.stride() == b.stride())
        assert type(a) is type(b) and getattr(a, "tag", None) == getattr(b, "tag", None) and isinstance(a, torch.nn.Buffer) == isinstance(
            b, torch.nn.Buffer)
    elif isinstance(b, torch.nn.Module):
        assert type(a) is type(b) and list(a.state_dict()) == list(b.state_dict())
        for name in ("act", "conv", "erf", "gelu", "fft"):
            if hasattr(b, name):
                assert getattr(a, name) is getattr(b, name)
        if isinstance(b, torch.nn.Sequential):
            same(a.state_dict(), b.state_dict())
    elif isinstance(b, dict):
        assert list(a) == list(b)
        for key, value in b.items():
            same(a[key], value)
    elif isinstance(b, torch.Generator):
        assert torch.equal(a.get_state(), b.get_state())
    elif isinstance(b, torch.optim.Optimizer):
        same(a.state_dict()["state"], b.state_dict()["state"])
    elif isinstance(b, torch.TypedStorage):
        assert a.dtype is b.dtype and a.tolist() == b.tolist()
    elif isinstance(b, tuple):
        assert type(a) is type(b) and len(a) == len(b)
        for first, second in zip(a, b):
            same(first, second)
    elif isinstance(b, (type, types.FunctionType, torch.dtype, torch.layout, torch.qscheme)):
        assert a is b
    elif isinstance(b, torch.device):
        assert a == b
    else:
        assert type(a) is type(b)


@pytest.mark.filterwarnings("ignore:TypedStorage")
@pytest.mark.parametrize("name", NAMES)
def test_what_pytorch_pickled_is_read(name: str, door: str) -> None:
    for protocol in "2345":
        same(pickle.loads(base64.b64decode(recorded()[name][protocol])), ours()[name])


@pytest.mark.filterwarnings("ignore:TypedStorage")
@pytest.mark.parametrize("name", NAMES)
def test_pythons_own_unpickler_reads_it_too(name: str, door: str) -> None:
    import io

    same(pickle._Unpickler(io.BytesIO(base64.b64decode(recorded()[name]["2"]))).load(), ours()[name])  # type: ignore[attr-defined]


@pytest.mark.filterwarnings("ignore:TypedStorage")
@pytest.mark.parametrize("kind", ["joblib", "cloudpickle"])
@pytest.mark.parametrize("name", NAMES)
def test_what_other_packages_wrote_is_read(name: str, kind: str, door: str) -> None:
    """The files of joblib hold no arrays of numpy's here, so that they are pickles; nor do those of cloudpickle name it."""
    same(pickle.loads(base64.b64decode(recorded()[name][kind])), ours()[name])


def globals_of(content: bytes) -> set[str]:
    return {str(argument) for opcode, argument, _ in pickletools.genops(content) if opcode.name == "GLOBAL"}


#: What PyTorch writes of its native functions, and of `set` and the like, where there is nothing such here.
_ALSO_THEIRS = {"__builtin__ getattr", "torch._C _VariableFunctionsClass"}


@pytest.mark.filterwarnings("ignore:TypedStorage")
@pytest.mark.parametrize("name", NAMES)
def test_what_is_pickled_while_installed_names_what_pytorch_has(name: str) -> None:
    with torch.installed():
        thing = things(torch)[name]
        content = pickle.dumps(thing, 2)
        named = globals_of(content)
        assert not any("minitorch" in text for text in named)
        public = {text for text in named if text.startswith("torch ") or text.partition(" ")[0] in (
            "torch.nn.functional", "torch.special", "torch.fft", "torch.linalg")}
        assert named - public <= set(recorded()[name]["names"]) | {"torch.nn.functional relu"}
        for protocol in range(2, 6):
            same(pickle.loads(pickle.dumps(thing, protocol)), thing)
    if isinstance(thing, (torch.Tensor, torch.nn.Module, dict)):
        same(pickle.loads(content), thing)  # by the other door


#: Where the package is only imported, functions and classes by themselves go by its name: they are found by it alone.
_BY_THEMSELVES = {"tanh", "conv2d", "erf", "logsumexp", "class", "norm", "relu", "net", "dataset", "tensor class", "optimizer state"}


@pytest.mark.filterwarnings("ignore:TypedStorage")
@pytest.mark.parametrize("name", NAMES)
def test_what_is_pickled_while_imported_names_torch(name: str) -> None:
    thing = ours()[name]
    content = pickle.dumps(thing, 2)
    if name not in _BY_THEMSELVES:
        assert b"minitorch" not in content
        assert {text for text in globals_of(content) if not text.startswith(("collections", "_codecs"))} <= BY_TEXT | {
            "__builtin__ set", "__builtin__ dict", "torch FloatTensor"}
    for protocol in range(2, 6):
        same(pickle.loads(pickle.dumps(thing, protocol)), thing)
    with torch.installed():
        same(pickle.loads(content), thing)


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return done.stdout.strip()


def test_a_program_that_reads_pickles_still_does_not_find_torch() -> None:
    content = base64.b64decode(recorded()["state"]["2"])
    assert run(f"""
import importlib, importlib.util, pickle, sys
import minitorch_compat
def missing():
    found = []
    for look in (lambda: exec("import torch"), lambda: exec("import torch.nn"), lambda: exec("from torch import nn"),
                 lambda: importlib.import_module("torch")):
        try:
            look()
            found.append("found")
        except ModuleNotFoundError:
            pass
    return found, importlib.util.find_spec("torch"), [name for name in sys.modules if name.startswith("torch")]
before = missing()
state = pickle.loads({content!r})
[pickle.loads(pickle.dumps(minitorch_compat.nn.Linear(1, 1))) for _ in range(2)]
print(before, missing(), len(list(map(pickle.loads, [{content!r}]))), state["0.weight"].shape)
""") == "([], None, []) ([], None, []) 1 torch.Size([2, 3])"


def test_without_this_package_nothing_is_found() -> None:
    content = base64.b64decode(recorded()["tensor"]["2"])
    assert run(f"""
import pickle
try:
    pickle.loads({content!r})
except ModuleNotFoundError as error:
    print(error)
""") == "No module named 'torch'"


def test_where_pytorch_could_be_imported_the_names_are_its_own(tmp_path: Path) -> None:
    """It is left alone: what is pickled here goes by this package's name, and what names torch is PyTorch's."""
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch" / "__init__.py").write_text("float32 = 'theirs'\n")
    assert run(f"""
import pickle, sys
sys.path.insert(0, {str(tmp_path)!r})
import minitorch_compat as torch
content = pickle.dumps([torch.ones(2), torch.nn.Linear(1, 1), torch.float32, torch.Size([1]), torch.device("cpu")], 2)
assert b"resolve_name" not in content and b"ctorch" not in content and "torch" not in sys.modules
kept = pickle.loads(content)
print([type(v).__module__ for v in kept[:2]], pickle.loads(b"ctorch\\nfloat32\\n."))
""") == "['minitorch_compat', 'minitorch_compat.nn.modules.linear'] theirs"


def test_processes_are_sent_what_they_find() -> None:
    """Another process may have imported nothing but what a pickle names."""
    from multiprocessing.reduction import ForkingPickler

    content = bytes(ForkingPickler.dumps([torch.nn.Linear(1, 1), torch.Size([1]), torch.float32]))
    assert b"resolve_name" not in content and b"minitorch_compat" in content


def test_classes_say_that_they_are_torchs_while_installed() -> None:
    from minitorch_compat.nn import Linear

    with torch.installed():
        assert repr(Linear) == "<class 'torch.nn.modules.linear.Linear'>" and torch.tanh.__module__ == "torch"
        assert torch.distributions.Normal.__module__ == "torch.distributions.normal"
        import minitorch_compat.nn.utils.prune as late

        assert late.BasePruningMethod.__module__ == "torch.nn.utils.prune"
        import_module("minitorch_compat._utils")  # cloudpickle looks for modules where they are, without importing them

        ours = [name for name in sys.modules if name.partition(".")[0] == "minitorch_compat"]
        assert [name for name in ours if "torch" + name.removeprefix("minitorch_compat") not in sys.modules] == []
    assert Linear.__module__ == "minitorch_compat.nn.modules.linear" and naming._State.renamed == []


def public_functions() -> Iterator[tuple[str, Any]]:
    for space in (torch, torch.nn.functional, torch.special, torch.fft, torch.linalg, torch.nn.init):
        for name in dir(space):
            value = None if name.startswith("_") else getattr(space, name, None)
            if isinstance(value, (types.FunctionType, type)):
                yield f"{space.__name__}.{name}", value


def test_every_public_function_is_found_by_its_name(door: str) -> None:
    lost = {}
    for name, value in public_functions():
        if name.endswith(".Future"):  # of which torch has two
            continue
        try:
            if pickle.loads(pickle.dumps(value)) is not value:
                lost[name] = "another"
        except Exception as error:
            lost[name] = str(error)
    assert lost == {}


@pytest.mark.parametrize("value", [torch.float32, torch.strided, torch.channels_last, torch.per_tensor_affine], ids=str)
def test_constants_are_copied_as_themselves(value: Any) -> None:
    assert copy.copy(value) is copy.deepcopy(value) is value


def test_the_finder_leaves_other_imports_alone() -> None:
    assert RecordedFinder.find_spec("numpy") is None and RecordedFinder.find_spec("torchvision") is None
    assert RecordedFinder.find_spec("torch") is not None  # a call, as pickle makes one
    assert not any(name.startswith("torch") for name in sys.modules)


def _instances() -> dict[str, object]:
    nn, distributions = torch.nn, torch.distributions
    p = nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([p], lr=0.1)
    return {"module": nn.Linear(2, 2), "distribution": distributions.Normal(0.0, 1.0), "transform": distributions.ExpTransform(),
            "transforms": distributions.ComposeTransform([distributions.ExpTransform(), distributions.AffineTransform(1.0, 2.0)]),
            "constraint": distributions.constraints.positive, "optimizer": optimizer,
            "schedule": torch.optim.lr_scheduler.StepLR(optimizer, 2)}


@pytest.mark.parametrize("name", _instances())
def test_instances_go_by_torchs_names(name: str) -> None:
    """Of classes of which users have instances: `reduce_instance` in each."""
    thing = _instances()[name]
    for protocol in range(2, 6):
        content = pickle.dumps(thing, protocol)
        assert b"minitorch" not in content
        assert type(pickle.loads(content)) is type(thing)


@pytest.mark.parametrize("protocol", [0, 2, 4, 5])
@pytest.mark.parametrize("name", ["sparse.mm", "sparse.addmm", "sparse.softmax", "sparse.log_softmax", "sparse.sum", "Tensor.add",
                                  "Tensor.backward", "nn.Linear.forward", "linalg.LinAlgError"])
def test_functions_and_methods_go_by_torchs_names(name: str, protocol: int) -> None:
    """Also those whose own name is another one, in every protocol: from 4 on methods are looked up in the module that they name."""
    program = f"import functools, pickle, torch\nfound = functools.reduce(getattr, {name!r}.split('.'), torch)\n" \
              f"content = pickle.dumps(found, {protocol})\nassert pickle.loads(content) is found\nprint(b'minitorch' in content)"
    assert run(f"import minitorch_compat\nminitorch_compat.install()\nexec({program!r})").split() == ["False"]
