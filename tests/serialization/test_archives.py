"""What archives state about their records: checksums, sizes, and the names in the pickle."""
from __future__ import annotations

import bz2
import gzip
import io
import lzma
import pickle
import pickletools
import random
import sys
import types
import warnings
import zipfile
from pathlib import Path
from typing import Any

import pytest

import minitorch_compat as torch
from compat_tests.hostile.corpus import archive, legacy, tensor, text
from minitorch_compat._array.exchange.shared_memory import HAS_MMAP
from minitorch_compat._serialization import archive as archives
from minitorch_compat.serialization import MAP_SHARED, get_crc32_options, set_crc32_options


def saved_bytes(value: Any, **options: Any) -> io.BytesIO:
    file = io.BytesIO()
    torch.save(value, file, **options)
    file.seek(0)
    return file


def test_archives_without_checksums_are_written_and_read(tmp_path: Any) -> None:
    """As PyTorch does it: 0 for every record, which its reader does not look at."""
    value = {"a": torch.arange(4), "b": torch.ones(3)}
    try:
        set_crc32_options(False)
        assert get_crc32_options() is False
        content = saved_bytes(value).getvalue()
    finally:
        set_crc32_options(True)
    with zipfile.ZipFile(io.BytesIO(content)) as records:
        assert {info.CRC for info in records.infolist()} == {0} and records.testzip() is not None
    with zipfile.ZipFile(saved_bytes(value)) as records:
        assert all(info.CRC for info in records.infolist()) and records.testzip() is None
    path = tmp_path / "a.pt"
    path.write_bytes(content)
    for options in ({}, {"mmap": True}, {"weights_only": False}):
        found = torch.load(path, **options)
        assert found["a"].tolist() == [0, 1, 2, 3] and found["b"].tolist() == [1, 1, 1]
    assert torch.load(io.BytesIO(content))["b"].tolist() == [1, 1, 1]
    assert torch.serialization.get_unsafe_globals_in_checkpoint(path) == []
    with torch.serialization._open_zipfile_reader(path) as reader:
        assert reader.get_record("byteorder") == b"little"


def test_changed_records_are_told_by_their_checksum() -> None:
    content = bytearray(saved_bytes(torch.arange(4)).getvalue())
    content[content.index(b"torch._utils")] = 7
    with pytest.raises(RuntimeError, match="Bad CRC-32"):
        torch.load(io.BytesIO(content))


@pytest.mark.skipif(not HAS_MMAP, reason="needs mmap")
def test_storages_changed_in_the_file_are_read(tmp_path: Path) -> None:
    """As those of a file mapped into shared memory, whose checksums stay as they were; PyTorch does not look at these."""
    torch.save(torch.arange(4), tmp_path / "a.pt")
    with torch.serialization.set_default_mmap_options(MAP_SHARED):
        torch.load(tmp_path / "a.pt", mmap=True)[0] = 7
    for options in ({}, {"mmap": True}, {"weights_only": False}):
        assert torch.load(tmp_path / "a.pt", **options).tolist() == [7, 1, 2, 3]


class Written:
    """A file that is only written to."""

    def __init__(self) -> None:
        self.content, self.flushed = b"", 0

    def write(self, data: bytes) -> int:
        self.content += data
        return len(data)

    def flush(self) -> None:
        self.flushed += 1


@pytest.mark.parametrize("compress", [gzip, bz2, lzma])
def test_archives_are_written_from_their_first_byte_to_their_last(compress: Any, tmp_path: Path) -> None:
    """To files that compress, that append, or that only have `write` and `flush`; positions count from where the archive begins."""
    value = {"a": torch.arange(4), "b": [torch.ones(3)]}
    path = tmp_path / "a"
    with compress.open(path, "wb") as packed:
        torch.save(value, packed)
    with compress.open(path, "rb") as packed:
        assert torch.load(packed)["a"].tolist() == [0, 1, 2, 3]
    path.write_bytes(b"head")
    with path.open("ab") as file:
        torch.save(value, file)
        assert path.read_bytes() == b"head" + saved_bytes(value).getvalue()  # all of it is flushed
    with path.open("rb") as file:
        file.seek(4)
        assert torch.load(file)["b"][0].tolist() == [1, 1, 1]
    written = Written()
    torch.save(value, written)
    assert written.flushed and written.content == saved_bytes(value).getvalue()
    with pytest.raises(AttributeError, match="flush"):
        torch.save(value, types.SimpleNamespace(write=len))


def test_a_second_archive_is_not_taken_for_the_first() -> None:
    """What ends a file says where the records are; if that is another archive, PyTorch finds it corrupted."""
    first, second = saved_bytes([torch.ones(500)]).getvalue(), saved_bytes(torch.arange(3)).getvalue()
    file = io.BytesIO(first + second)
    with pytest.raises(RuntimeError, match="invalid header or archive is corrupted"):
        torch.load(file)
    file.seek(len(first))
    assert torch.load(file).tolist() == [0, 1, 2]


def test_an_unusual_pickle_protocol_is_told() -> None:
    content = saved_bytes(torch.arange(3), pickle_protocol=3)
    with pytest.warns(UserWarning, match="Detected pickle protocol 3 in the checkpoint, which was not the default"):
        assert torch.load(content).tolist() == [0, 1, 2]
    content.seek(0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        torch.load(content, weights_only=False)


RECORDS = ("data.pkl", "byteorder", "data/0", "version")


@pytest.mark.parametrize("record", RECORDS)
@pytest.mark.parametrize("field", [20, 24], ids=["stored", "stated"])
@pytest.mark.parametrize("more", [-1, 1])
@pytest.mark.parametrize("checked", [False, True], ids=["no checksum", "checksum"])
def test_sizes_that_do_not_agree_are_refused(record: str, field: int, more: int, checked: bool) -> None:
    """Of records that are not compressed, whatever is read first: before anything is unpacked, and by what they state."""
    content = bytearray(archive(tensor(4, 0, (4,), (1,)), {"data/0": bytes(range(16))}))
    name = f"a/{record}".encode()
    entry = content.rindex(name) - 46
    assert content[entry:entry + 4] == b"PK\x01\x02"
    size = int.from_bytes(content[entry + field:entry + field + 4], "little")
    content[entry + field:entry + field + 4] = (size + more).to_bytes(4, "little")
    if not checked:
        content[entry + 16:entry + 20] = bytes(4)
    stored, stated = (size + more, size) if field == 20 else (size, size + more)
    with pytest.raises(RuntimeError, match=f"reading file a/{record}: {stored} bytes are stored, {stated} stated"):
        torch.load(io.BytesIO(content))


@pytest.mark.parametrize("only", [True, False])
@pytest.mark.parametrize("described", [b"(" + text("module") + b"tQ", b"(" + text("storage") + b"tQ", b")Q", b"NQ", text("module") + b"Q"],
                         ids=["module", "storage", "nothing", "None", "text"])
@pytest.mark.parametrize("old", [True, False], ids=["old", "new"])
def test_descriptions_of_storages_that_are_cut_off(only: bool, described: bytes, old: bool) -> None:
    content = legacy(described) if old else archive(described)
    with pytest.raises((pickle.UnpicklingError, RuntimeError)) as caught:
        torch.load(io.BytesIO(content), weights_only=only)
    assert len(str(caught.value).split()) > 3 and not isinstance(caught.value, (IndexError, AttributeError))


@pytest.mark.parametrize("new", [True, False], ids=["new", "old"])
@pytest.mark.parametrize("only", [True, False])
def test_sparse_tensors_are_looked_at_once_their_numbers_are_there(new: bool, only: bool) -> None:
    content = saved_bytes(torch.sparse_coo_tensor(torch.tensor([[0, 77]]), torch.ones(2), (78,)),
                          _use_new_zipfile_serialization=new).getvalue()
    assert torch.load(io.BytesIO(content), weights_only=only).shape == (78,)
    index = (77).to_bytes(8, "little")
    assert content.count(index) == 1
    content = content.replace(index, (78).to_bytes(8, "little"))
    if new:
        content = _without_checksums(content)
    with pytest.raises((RuntimeError, pickle.UnpicklingError), match="size is inconsistent with indices"):
        torch.load(io.BytesIO(content), weights_only=only)


def _without_checksums(content: bytes) -> bytes:
    changed, entry = bytearray(content), content.find(b"PK\x01\x02")
    while entry >= 0:
        changed[entry + 16:entry + 20] = bytes(4)
        entry = content.find(b"PK\x01\x02", entry + 4)
    return bytes(changed)


def _module(marked: dict[type, str]) -> Any:
    """A module that pickles, written in Python, with functions of its own for some types, as dill has them."""
    class Pickler(pickle._Pickler):  # type: ignore[name-defined]
        dispatch = dict(pickle._Pickler.dispatch)  # type: ignore[attr-defined]

        def save_global(self, obj: Any, name: str | None = None) -> None:
            if "<locals>" in getattr(obj, "__qualname__", ""):
                self.save_reduce(str, (f"local {obj.__qualname__}",), obj=obj)
            else:
                super().save_global(obj, name)

    for kind, word in marked.items():
        def save(self: Any, obj: Any, word: str = word) -> None:
            if obj.__module__ == __name__:
                self.save_reduce(str, (f"{word} {obj.__qualname__}",), obj=obj)
            else:
                pickle._Pickler.save_global(self, obj)  # type: ignore[attr-defined]

        Pickler.dispatch[kind] = save
    found = types.ModuleType("pickles")
    found.Pickler, found.Unpickler, found.load, found.dump = Pickler, pickle.Unpickler, pickle.load, pickle.dump  # type: ignore[attr-defined]
    return found


def of_this_module() -> None:
    pass


class OfThisModule:
    pass


@pytest.mark.parametrize("marked", [{}, {type: "class"}, {types.FunctionType: "function"},
                                    {type: "class", types.FunctionType: "function"}], ids=["none", "classes", "functions", "both"])
@pytest.mark.parametrize("new", [True, False], ids=["new", "old"])
def test_other_picklers_write_torchs_names_and_their_own_of_the_rest(marked: dict[type, str], new: bool) -> None:
    class Local:
        pass

    value = {"local": Local, "class": torch.nn.Linear, "function": torch.nn.functional.relu, "dtype": torch.float64,
             "tensor": torch.ones(2), "mine": OfThisModule, "my function": of_this_module, "module": torch.nn.Linear(1, 1),
             "size": torch.Size([2]), "format": torch.channels_last, "layout": torch.strided, "class of classes": torch.nn.Parameter}
    file = saved_bytes(value, pickle_module=_module(marked), _use_new_zipfile_serialization=new)
    found = torch.load(file, weights_only=False)
    assert (found["class"], found["function"], found["dtype"]) == (torch.nn.Linear, torch.nn.functional.relu, torch.float64)
    assert found["local"] == f"{'class' if type in marked else 'local'} {Local.__qualname__}"
    assert found["mine"] == (f"class {OfThisModule.__qualname__}" if type in marked else OfThisModule)
    assert found["my function"] == ("function of_this_module" if types.FunctionType in marked else of_this_module)
    assert found["class of classes"] is torch.nn.Parameter and found["format"] is torch.channels_last and found["layout"] is torch.strided
    assert found["tensor"].tolist() == [1, 1] and type(found["module"]) is torch.nn.Linear and found["size"] == (2,)
    if new:
        with zipfile.ZipFile(file) as records:
            program = records.read("archive/data.pkl")
        names = {str(argument) for opcode, argument, _ in pickletools.genops(program) if opcode.name == "GLOBAL"}
        assert {"torch.nn.modules.linear Linear", "torch.nn.functional relu", "torch float64"} <= names
        assert not any("minitorch" in name for name in names)


READER = "PytorchStreamReader failed"


def _directory(content: bytes, record: str) -> int:
    """Where the archive's list has the record."""
    return content.rindex(f"a/{record}".encode()) - 46


@pytest.mark.parametrize("checked", [False, True], ids=["no checksum", "checksum"])
@pytest.mark.parametrize("more", [-40, -1, 1, 40])
def test_compressed_records_of_another_size(more: int, checked: bool) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive(tensor(4, 0, (40,), (1,)), {"data/0": bytes(range(160))}))) as old, zipfile.ZipFile(
            packed, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            new.writestr(info.filename, old.read(info))
    assert torch.load(io.BytesIO(packed.getvalue())).shape == (40,)
    content = bytearray(packed.getvalue())
    entry = _directory(content, "data/0")
    size = int.from_bytes(content[entry + 24:entry + 28], "little")
    content[entry + 24:entry + 28] = max(size + more, 0).to_bytes(4, "little")
    if not checked:
        content[entry + 16:entry + 20] = bytes(4)
    with pytest.raises(RuntimeError) as caught:
        torch.load(io.BytesIO(content))
    assert str(caught.value).count(READER) < 2 and len(str(caught.value).split()) > 3


@pytest.mark.parametrize("record", RECORDS[:3])
@pytest.mark.parametrize(("place", "value"), [(8, 0x1), (8, 0x20), (8, 0x40), (10, 1), (10, 99), (6, 99), (42, 1), (42, 5000)],
                         ids=["encrypted", "patched", "strongly encrypted", "shrunk", "aes", "version", "elsewhere", "outside"])
def test_records_that_cannot_be_read(record: str, place: int, value: int) -> None:
    """What `zipfile` refuses in its own words names the record, once."""
    content = bytearray(archive(tensor(4, 0, (4,), (1,)), {"data/0": bytes(range(16))}))
    entry = _directory(content, record)
    content[entry + place:entry + place + 2] = value.to_bytes(2, "little")
    start = int.from_bytes(content[entry + 42:entry + 46], "little")
    if place == 8:  # what the record says itself is compared
        content[start + 6:start + 8] = value.to_bytes(2, "little")
    with pytest.raises(RuntimeError, match=READER) as caught:
        torch.load(io.BytesIO(content))
    assert str(caught.value).count(READER) == 1
    named = RECORDS if (place, value) == (42, 1) else [record]  # from Python 3.13 on the one that it would lie over
    assert place in (6,) or any(name in str(caught.value) for name in named)


def test_modules_are_imported_for_what_a_file_names(monkeypatch: pytest.MonkeyPatch) -> None:
    from minitorch_compat._serialization.pickling import find_class, module_of

    name = "minitorch_compat.distributions.pareto"
    before = module_of("torch.distributions.pareto")
    monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(torch.distributions, "pareto", before)
    assert find_class("torch.distributions.pareto", "Pareto").__qualname__ == "Pareto"
    assert sys.modules[name] is not before
    with pytest.raises(ModuleNotFoundError):
        module_of("torch.nowhere")


@pytest.mark.parametrize("priority", ["a", None, (1,)], ids=str)
def test_priorities_of_places_are_numbers(priority: Any) -> None:
    before = list(torch.serialization._package_registry) if hasattr(torch.serialization, "_package_registry") else None
    with pytest.raises(TypeError, match="'<' not supported between instances of"):
        torch.serialization.register_package(priority, lambda storage: None, lambda storage, place: None)
    assert before is None or before == list(torch.serialization._package_registry)
    assert torch.load(saved_bytes(torch.ones(2))).tolist() == [1, 1]


def test_archives_to_the_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    """What records may come to, and the least that an archive has: one byte decides."""
    content = saved_bytes(torch.zeros(4000)).getvalue()
    with zipfile.ZipFile(io.BytesIO(content)) as records:
        unpacked = sum(info.file_size for info in records.infolist())
    monkeypatch.setattr(archives, "_MAX_EXPANSION", 0)
    for room, taken in ((unpacked, True), (unpacked + 1, True), (unpacked - 1, False)):
        monkeypatch.setattr(archives, "_UNPACKED_ALLOWANCE", room)
        if taken:
            assert torch.load(io.BytesIO(content)).shape == (4000,)
        else:
            with pytest.raises(RuntimeError, match=f"would become {unpacked}, more than"):
                torch.load(io.BytesIO(content))
    monkeypatch.undo()
    empty = io.BytesIO()
    with zipfile.ZipFile(empty, "w"):
        pass
    assert len(empty.getvalue()) == 22
    with pytest.raises(RuntimeError, match=r"locating file data\.pkl: file not found"):
        archives.Archive(empty).find("a/data.pkl", "data.pkl")
    with pytest.raises(RuntimeError, match=r"not a ZIP archive\. It has 21 bytes"):
        archives.Archive(io.BytesIO(empty.getvalue()[:21]))


class Bare:
    """A file that reads, seeks and tells, and says nothing about it."""

    def __init__(self, content: bytes) -> None:
        file = io.BytesIO(content)
        self.read, self.seek, self.tell, self.readline = file.read, file.seek, file.tell, file.readline


def test_files_that_cannot_say_that_they_seek() -> None:
    assert torch.load(Bare(saved_bytes(torch.arange(3)).getvalue()), weights_only=True).tolist() == [0, 1, 2]


def test_records_that_lie_over_each_other() -> None:
    """Each fits into the archive; together they do not, by one byte."""
    content = bytearray(archive(tensor(4, 0, (4,), (1,)), {"data/0": bytes(range(16))}))
    with zipfile.ZipFile(io.BytesIO(content)) as records:
        others = sum(info.compress_size for info in records.infolist() if not info.filename.endswith("data/0"))
    entry = _directory(content, "data/0")
    most = len(content) - others
    for size, words in ((most + 1, f"its records have {len(content) + 1} bytes together"), (most, "data/0")):
        content[entry + 20:entry + 28] = size.to_bytes(4, "little") * 2
        content[entry + 42:entry + 46] = bytes(4)
        with pytest.raises(RuntimeError, match=words):
            torch.load(io.BytesIO(content))


@pytest.mark.parametrize(("factor", "taken"), [(3.5, True), (3.9, True), (4.1, False), (4.9, False)])
def test_how_much_archives_may_become(factor: float, taken: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four times what they have, where that is more than they may in any case."""
    noise, file = random.Random(0).randbytes(60_000), io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a", noise + bytes(int(len(noise) * (factor - 1))))
    assert "a" in archives.Archive(file)
    monkeypatch.setattr(archives, "_UNPACKED_ALLOWANCE", 0)
    if taken:
        assert "a" in archives.Archive(file)
    else:
        with pytest.raises(RuntimeError, match="more than 4 times as many"):
            archives.Archive(file)


def test_what_an_archive_says_of_its_records() -> None:
    """The owner may read what is unpacked, and the same contents give the same bytes on any day."""
    file = io.BytesIO()
    torch.save({"a": torch.ones(2)}, file)
    for info in zipfile.ZipFile(file).infolist():
        assert info.external_attr >> 16 == 0o600 and info.date_time == (1980, 1, 1, 0, 0, 0)
