"""`torch.save` and `torch.load`. `data/checkpoint.pt` was written by PyTorch, with `data/recorders/programs/checkpoint.py`."""
from __future__ import annotations

import collections
import contextlib
import io
import pickle
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat import nn

CHECKPOINT = Path(__file__).parents[1] / "data" / "checkpoint.pt"
OLD = Path(__file__).parents[1] / "data" / "checkpoint_old.pt"


class Own:
    """A class that files may only hold when the reader says so."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own)


def round_trip(obj: Any, **options: Any) -> Any:
    buffer = io.BytesIO()
    torch.save(obj, buffer)
    buffer.seek(0)
    return torch.load(buffer, **options)


@pytest.mark.parametrize("mmap", [False, True])
def test_a_file_from_pytorch(mmap: bool) -> None:
    saved = torch.load(CHECKPOINT, mmap=mmap)
    assert saved["x"].tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
    saved["x"][1, 0] = 77.0
    assert saved["row"].tolist() == [77.0, 4.0, 5.0] and saved["t"].stride() == (1, 3) and saved["t"][0, 1] == 77.0
    assert saved["conj"].tolist() == [1 - 2j] and saved["uint16"].dtype is torch.uint16
    assert isinstance(saved["p"], nn.Parameter) and saved["p"].tag == "q" and saved["leaf"].requires_grad
    assert saved["plain"] == [1, 2.5, None, True, "x", b"y", torch.float16, torch.Size([1, 2]), torch.device("cpu")]
    net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))
    net.load_state_dict(saved["net"])
    optimizer = torch.optim.Adam(net.parameters())
    optimizer.load_state_dict(saved["optimizer"])
    assert torch.allclose(net.eval()(torch.ones(2, 3)), saved["out"], atol=1e-6)


def test_the_old_format_from_pytorch() -> None:
    saved = torch.load(OLD)
    assert saved["x"].tolist() == [0.0, 1.0, 2.0]
    saved["x"][1] = 9.0
    assert saved["tail"].tolist() == [9.0, 2.0]


def test_the_old_format_written() -> None:
    x = torch.arange(6.0).view(2, 3)
    net = nn.Linear(2, 2)
    buffer = io.BytesIO()
    torch.save({"x": x, "row": x[1], "net": net.state_dict(), "i": torch.ones(2, dtype=torch.int64), "u": torch.ones(2, dtype=torch.uint16),
                "none": torch.empty(0), "p": nn.Parameter(torch.ones(1)), 3: "y"}, buffer, _use_new_zipfile_serialization=False)
    buffer.seek(0)
    saved = torch.load(buffer)
    saved["x"][1, 0] = 9.0
    assert saved["row"].tolist() == [9.0, 4.0, 5.0] and saved["i"].dtype is torch.int64 and saved["u"].tolist() == [1, 1]
    assert torch.equal(saved["net"]["weight"], net.weight) and saved["none"].shape == (0,) and saved[3] == "y"
    assert isinstance(saved["p"], nn.Parameter)


@pytest.mark.parametrize("obj", [
    {1, 2}, collections.Counter("aab"), collections.OrderedDict(a=1), 1 + 2j, b"abc", bytearray(b"abc"), 2**100,
    [None, True, 1.5, "x", (1,)],
    torch.Size([1, 2]), torch.float32, torch.device("cpu"), torch.strided,
], ids=str)
def test_plain_data(obj: Any) -> None:
    loaded = round_trip(obj)
    assert loaded == obj and type(loaded) is type(obj)


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "float16", "float32", "float64",
                                   "complex64", "complex128"])
def test_dtypes(dtype: str) -> None:
    x = torch.tensor([0, 1, 2]).to(getattr(torch, dtype))
    loaded = round_trip(x)
    assert loaded.dtype is x.dtype and loaded.tolist() == x.tolist()


@pytest.mark.parametrize("x", [torch.empty(0, 3), torch.tensor(2.5), torch.arange(6).view(2, 3).t(), torch.ones(1).expand(3),
                               torch.arange(9.0)[1::2]], ids=["empty", "0-d", "transposed", "expanded", "strided"])
def test_geometry(x: Any) -> None:
    loaded = round_trip(x)
    assert loaded.shape == x.shape and loaded.stride() == x.stride() and torch.equal(loaded, x)


def test_identity_and_sharing_survive() -> None:
    x = torch.arange(6.0).view(2, 3)
    a, b, row = round_trip([x, x, x[1]])
    a[1, 0] = 9.0
    assert a is b and row.tolist() == [9.0, 4.0, 5.0]
    assert a.untyped_storage().data_ptr() == row.untyped_storage().data_ptr()


def test_requires_grad_and_attributes() -> None:
    x = torch.ones(2, requires_grad=True)
    x.note = "here"
    loaded = round_trip([x, x * 2])
    assert loaded[0].note == "here" and loaded[0].requires_grad and loaded[1].is_leaf and loaded[1].requires_grad


def test_weights_only() -> None:
    words = r"Weights only load failed(.|\n)*Unsupported global: GLOBAL .*Own was not an allowed global by default"
    with pytest.raises(pickle.UnpicklingError, match=words):
        round_trip(Own())
    assert round_trip(Own(), weights_only=False) == Own()
    with torch.serialization.safe_globals([Own]):
        assert round_trip(Own()) == Own()
    assert torch.serialization.get_safe_globals() == []
    torch.serialization.add_safe_globals([Own])
    assert round_trip(Own()) == Own()
    torch.serialization.clear_safe_globals()
    with pytest.raises(RuntimeError, match="Can not safely load weights when explicit pickle_module is specified"):
        round_trip(1, weights_only=True, pickle_module=pickle)


class Evil:
    def __reduce__(self) -> Any:
        return print, ("this must not run",)


def test_weights_only_calls_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(pickle.UnpicklingError, match="Unsupported global: GLOBAL print"):
        round_trip(Evil())
    assert capsys.readouterr().out == ""


def test_modules() -> None:
    net = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
    loaded = round_trip(net, weights_only=False)
    x = torch.ones(1, 2)
    assert torch.equal(loaded(x), net(x)) and isinstance(loaded[0].weight, nn.Parameter)


def test_names_in_the_file_are_torchs(tmp_path: Path) -> None:
    torch.save({"net": nn.Linear(1, 1), "dtype": torch.int8}, tmp_path / "m.pt")
    with zipfile.ZipFile(tmp_path / "m.pt") as archive:
        content = archive.read("m/data.pkl")
        assert b"ctorch.nn.modules.linear\nLinear\n" in content and b"minitorch" not in content
        for info in archive.infolist():
            assert info.compress_type == zipfile.ZIP_STORED


@pytest.mark.parametrize(("call", "error", "words"), [
    (lambda: torch.load("no such file"), FileNotFoundError, "No such file"),
    (lambda: torch.save(1, "no/such/directory"), RuntimeError, "Parent directory no/such does not exist"),
    (lambda: torch.load(3), AttributeError, "You can only torch.load from a file that is seekable"),
    (lambda: torch.save(1, 3), AttributeError, "expected 'f' to be string, path, or a file-like object with a 'write' attribute"),
    (lambda: torch.load(io.BytesIO(b"")), EOFError, None),
    (lambda: torch.load(io.BytesIO(b"PK\x03\x04rest")), RuntimeError, "PytorchStreamReader failed"),
    (lambda: torch.load(io.BytesIO(pickle.dumps({"a": 1}, 2)), weights_only=False), RuntimeError, "Invalid magic number; corrupt file"),
    (lambda: round_trip(torch.ones(2), mmap=True), ValueError, "f must be a file path in order to use the mmap argument"),
    (lambda: round_trip(torch.ones(2), map_location="cuda"), RuntimeError, "Attempting to deserialize object on a CUDA device"),
    (lambda: round_trip([lambda x: x]), AttributeError, "Can't pickle local object"),
    (lambda: (lambda x: round_trip([x, x.view(torch.int32)]))(torch.ones(2)), RuntimeError, "view the same data as different types"),
])
def test_refusals(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()


def test_damaged_data_is_refused(tmp_path: Path) -> None:
    torch.save(torch.arange(4.0), tmp_path / "a.pt")
    with zipfile.ZipFile(tmp_path / "a.pt") as archive:
        members = {n: archive.read(n) for n in archive.namelist()}
    with zipfile.ZipFile(tmp_path / "b.pt", "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data[:8] if name == "a/data/0" else data)
    with pytest.raises(RuntimeError, match="failed reading file data/0"):
        torch.load(tmp_path / "b.pt")


@pytest.mark.parametrize("place", ["cpu", torch.device("cpu"), {"cuda:0": "cpu"}, lambda storage, location: storage],
                         ids=["string", "device", "mapping", "function"])
def test_map_location(place: Any) -> None:
    assert round_trip(torch.ones(2), map_location=place).tolist() == [1.0, 1.0]


def test_data_starts_at_multiples_of_64(tmp_path: Path) -> None:
    torch.save([torch.arange(3.0), torch.arange(5)], tmp_path / "a.pt")
    raw = (tmp_path / "a.pt").read_bytes()
    for value in (np.arange(3, dtype=np.float32), np.arange(5, dtype=np.int64)):
        assert raw.index(value.tobytes()) % 64 == 0


NAMED = {"shape": torch.ones(2, 3).shape, "device": torch.device("cuda", 1), "layout": torch.sparse_csr, "format": torch.channels_last,
         "max": torch.max(torch.ones(2, 3), 1), "top": torch.topk(torch.arange(3.0), 2), "dtype": torch.bfloat16}


def test_named_things_are_pickled_where_nothing_is_called_torch() -> None:
    for kept in (pickle.loads(pickle.dumps(NAMED)), round_trip(NAMED, weights_only=False)):
        assert [type(v) for v in kept.values()] == [type(v) for v in NAMED.values()]
        assert kept["shape"] == (2, 3) and kept["device"] == torch.device("cuda:1") and kept["top"].indices.tolist() == [2, 1]
        assert all(kept[key] is NAMED[key] for key in ("layout", "format", "dtype"))
    assert pickle.loads(pickle.dumps(torch.distributions.Normal(torch.zeros(2), 1.0))).batch_shape == (2,)


def test_files_call_them_by_their_names() -> None:
    buffer = io.BytesIO()
    torch.save(NAMED, buffer)
    with zipfile.ZipFile(buffer) as archive:
        content = next(archive.read(name) for name in archive.namelist() if name.endswith("data.pkl"))
    for name in ("torch\nSize", "torch\ndevice", "torch.return_types\nmax", "torch.return_types\ntopk", "torch\nchannels_last"):
        assert f"c{name}\n".encode() in content


def test_sparse_tensors_in_the_old_format() -> None:
    """There the numbers come after everything else, so the places cannot be looked at when the tensor is built."""
    sparse = torch.tensor([[0.0, 2.0], [3.0, 4.0]]).to_sparse()
    for only in (True, False):
        buffer = io.BytesIO()
        torch.save({"a": sparse, "b": sparse.to_sparse_csr()}, buffer, _use_new_zipfile_serialization=False)
        buffer.seek(0)
        back = torch.load(buffer, weights_only=only)
        assert back["a"].is_coalesced() and back["a"].to_dense().tolist() == back["b"].to_dense().tolist() == [[0, 2], [3, 4]]


class Sink:
    """A file that can be written to and flushed, and cannot tell where it is."""

    def __init__(self) -> None:
        self.data, self.calls = b"", []

    def write(self, data: bytes) -> int:
        self.data += bytes(data)
        self.calls.append("write")
        return len(data)

    def flush(self) -> None:
        self.calls.append("flush")

    def __getattr__(self, name: str) -> None:
        raise AssertionError(f"asked for {name}")


@pytest.mark.parametrize("new", [True, False])
def test_files_are_asked_to_write_and_flush_only(new: bool) -> None:
    sink = Sink()
    torch.save({"a": torch.ones(2)}, sink, _use_new_zipfile_serialization=new)
    assert set(sink.calls) == {"write", "flush"} and sink.calls[-1] == "flush"
    assert torch.equal(torch.load(io.BytesIO(sink.data))["a"], torch.ones(2))


def test_files_that_cannot_be_flushed_are_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'flush'"):
        torch.save(torch.ones(2), type("Writer", (), {"write": lambda self, data: len(data)})())


class Unseekable:
    """A source that can seek and does not say so."""

    def __init__(self, content: bytes) -> None:
        file = io.BytesIO(content)
        self.read, self.readline, self.seek, self.tell = file.read, file.readline, file.seek, file.tell


@pytest.mark.parametrize("new", [True, False])
def test_files_without_seekable(new: bool) -> None:
    buffer = io.BytesIO()
    torch.save(torch.arange(3), buffer, _use_new_zipfile_serialization=new)
    assert torch.load(Unseekable(buffer.getvalue())).tolist() == [0, 1, 2]


class OnlyWhatIsNeeded:
    """A module for unpickling, of which PyTorch asks no more."""

    Unpickler, load = pickle.Unpickler, staticmethod(pickle.load)


class Picky:
    """One whose unpickler refuses a name."""

    class Unpickler(pickle.Unpickler):
        def find_class(self, module: str, name: str) -> Any:
            if module == "collections":
                raise pickle.UnpicklingError("no collections")
            return super().find_class(module, name)

    load = staticmethod(pickle.load)


@pytest.mark.parametrize("new", [True, False])
def test_other_modules_for_unpickling(new: bool) -> None:
    buffer = io.BytesIO()
    torch.save([torch.ones(2), 3], buffer, _use_new_zipfile_serialization=new)
    buffer.seek(0)
    assert torch.load(buffer, pickle_module=OnlyWhatIsNeeded, weights_only=False)[0].tolist() == [1, 1]
    buffer.seek(0)
    with pytest.raises(pickle.UnpicklingError, match="no collections"):
        torch.load(buffer, pickle_module=Picky, weights_only=False)


def test_the_environment_decides_what_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TORCH_FORCE_WEIGHTS_ONLY_LOAD", "1")
    with pytest.raises(pickle.UnpicklingError, match="Weights only load failed"):
        round_trip(Own(), weights_only=False)
    monkeypatch.setenv("TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD", "y")
    with pytest.raises(RuntimeError, match="Only one of `TORCH_FORCE_WEIGHTS_ONLY_LOAD`"):
        round_trip(1)
    monkeypatch.delenv("TORCH_FORCE_WEIGHTS_ONLY_LOAD")
    with pytest.warns(UserWarning, match="TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD detected"):
        assert round_trip(Own()) == Own()
    with pytest.raises(pickle.UnpicklingError, match="Weights only load failed"):
        round_trip(Own(), weights_only=True)


def test_tensors_of_files_keep_their_own_slots() -> None:
    """Attributes of a tensor in a file are the program's, never those that make it a tensor."""
    from minitorch_compat._utils import _set_state

    for name in ("_array", "__class__", "_dtype", 3):
        with pytest.raises(RuntimeError, match="no attribute of a tensor that comes from a file"):
            _set_state(torch.ones(1), {name: None})


class InPython(pickle._Pickler):  # type: ignore[name-defined]
    """A pickler that knows lambdas, as dill's does."""

    dispatch = dict(pickle._Pickler.dispatch)  # type: ignore[attr-defined]

    def save_function(self, obj: Any) -> None:
        if obj.__name__ == "<lambda>":
            self.save_reduce(eval, ("lambda x: x * 2",), obj=obj)
        else:
            self.save_global(obj)

    dispatch[type(round_trip)] = save_function


class InC(pickle.Pickler):
    """The same, in front of the fast pickler, as cloudpickle's."""

    def reducer_override(self, obj: Any) -> Any:
        return (eval, ("lambda x: x * 2",)) if getattr(obj, "__name__", "") == "<lambda>" else NotImplemented


@pytest.mark.parametrize("new", [True, False])
@pytest.mark.parametrize("kind", [InPython, InC])
def test_other_modules_for_pickling(kind: Any, new: bool) -> None:
    import types

    module = types.ModuleType("other")
    module.Pickler, module.Unpickler, module.load = kind, pickle.Unpickler, pickle.load
    x = torch.arange(4.0)
    for installed in (False, True):
        buffer = io.BytesIO()
        with torch.installed() if installed else contextlib.nullcontext():
            torch.save({"f": lambda x: x * 2, "net": nn.Linear(1, 1), "x": x, "row": x[1:], "dtype": torch.int8, "tanh": torch.tanh},
                       buffer, pickle_module=module, _use_new_zipfile_serialization=new)
            buffer.seek(0)
            saved = torch.load(buffer, pickle_module=module, weights_only=False)
        assert saved["f"](3) == 6 and isinstance(saved["net"], nn.Linear) and saved["dtype"] is torch.int8 and saved["tanh"] is torch.tanh
        saved["x"][1] = 9.0
        assert saved["row"].tolist() == [9, 2, 3]


#: What dill does when it is imported: its own ways to write functions, dicts and classes stand in the table of the standard library.
_AS_DILL = """
import io, pickle, types
before = pickle._Pickler.dispatch.copy()
for kind in (dict, type, types.FunctionType, range):
    pickle._Pickler.dispatch[kind] = lambda pickler, obj: 1 / 0
import minitorch_compat as torch
from minitorch_compat._serialization.pickling import Pickler
assert {kind: save for kind, save in before.items() if kind is not types.FunctionType}.items() <= Pickler.dispatch.items()
assert range not in Pickler.dispatch
written = {"w": torch.ones(1), "kinds": [type(None), int], "call": len, "range": range(3), "function": torch.relu}
for zipped in (True, False):
    buffer = io.BytesIO()
    torch.save(written, buffer, _use_new_zipfile_serialization=zipped)
    buffer.seek(0)
    assert torch.load(buffer, weights_only=False) == written
"""


def test_what_others_put_into_the_standard_picklers_table_changes_no_file() -> None:
    subprocess.run([sys.executable, "-c", _AS_DILL], check=True)


def test_what_cannot_be_pickled_leaves_the_last_checkpoint(tmp_path: Path) -> None:
    torch.save(torch.ones(1), tmp_path / "old")
    for name in ("old", "new"):
        with pytest.raises(AttributeError, match="Can't pickle local object"):
            torch.save([torch.zeros(1), lambda: 0], tmp_path / name)
    assert torch.load(tmp_path / "old").tolist() == [1] and not (tmp_path / "new").exists()


def test_safe_globals_under_another_name() -> None:
    with torch.serialization.safe_globals([(Path, "old.Path"), Path]):
        assert torch.serialization.get_safe_globals() == [(Path, "old.Path"), Path]
    assert torch.serialization.get_safe_globals() == []
