"""Openers of checkpoints for programs that read them themselves: files by path or buffer, and the records of an archive."""
from __future__ import annotations

import io
import zipfile

import pytest

import minitorch_compat as torch
from minitorch_compat.serialization import _is_path, _is_zipfile, _open_file_like, _open_zipfile_reader


class Watched(io.BytesIO):
    """A buffer that counts how often it is flushed, and may refuse to be written."""

    flushed, may_write = 0, True

    def flush(self) -> None:
        self.flushed += 1

    def writable(self) -> bool:
        return self.may_write


def saved_bytes(**options: object) -> io.BytesIO:
    buffer = io.BytesIO()
    torch.save({"a": torch.arange(3)}, buffer, **options)
    buffer.seek(0)
    return buffer


def test_kinds() -> None:
    assert _is_path("x") and not _is_path(io.BytesIO())
    new, old = saved_bytes(), saved_bytes(_use_new_zipfile_serialization=False)
    assert _is_zipfile(new) and not _is_zipfile(old) and new.tell() == old.tell() == 0
    new.seek(3)
    assert not _is_zipfile(new) and new.tell() == 3


def test_files_are_closed_and_buffers_are_flushed(tmp_path) -> None:
    with _open_file_like(tmp_path / "file", "wb") as file:
        file.write(b"abc")
    assert file.closed
    with _open_file_like(str(tmp_path / "file"), "rb") as file:
        assert file.read() == b"abc"
    assert file.closed
    for mode in ("wb", "rb"):
        buffer = Watched(b"abc")
        with _open_file_like(buffer, mode) as given:
            assert given is buffer
        assert not buffer.closed
    buffer.flushed, buffer.may_write = 0, False
    with _open_file_like(buffer, "rb"):
        pass
    assert buffer.flushed == 0  # it is not to be written
    buffer.may_write = True
    with _open_file_like(buffer, "wb"):
        pass
    assert buffer.flushed == 1
    with pytest.raises(RuntimeError, match="Expected 'r' or 'w' in mode but got x"):
        _open_file_like(io.BytesIO(), "x")


def test_records() -> None:
    buffer = saved_bytes()
    with _open_zipfile_reader(buffer) as reader:
        names = reader.get_all_records()
        assert {"data.pkl", "data/0", "version", "byteorder"} <= set(names)
        assert all(reader.has_record(name) for name in names) and not reader.has_record("data/1")
        assert reader.get_record("data/0") == torch.arange(3).numpy().tobytes()
        with pytest.raises(RuntimeError, match="PytorchStreamReader failed locating file data/1: file not found"):
            reader.get_record("data/1")
    assert not buffer.closed and reader.get_record("data/0") == torch.arange(3).numpy().tobytes()  # after the block, too
    with pytest.raises(RuntimeError, match="PytorchStreamReader failed reading zip archive"):
        _open_zipfile_reader(io.BytesIO(b"no archive at all, but some bytes"))


@pytest.mark.parametrize(("zeros", "loads"), [(1, True), (10, True), (30, False)])
def test_how_far_records_may_unpack(zeros: int, loads: bool) -> None:
    """Beyond 16 MB a compressed archive may become four times as large, no more."""
    noise = torch.randint(0, 256, (5 << 20,), dtype=torch.uint8)
    plain = io.BytesIO()
    torch.save([noise, torch.zeros(zeros << 20, dtype=torch.uint8)], plain)
    packed = io.BytesIO()
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            target.writestr(name, source.read(name))
    packed.seek(0)
    if loads:
        first, second = torch.load(packed)
        assert torch.equal(first, noise) and second.shape == (zeros << 20,) and not second.any()
    else:
        with pytest.raises(RuntimeError, match="would become"):
            torch.load(packed)


@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
def test_storages_keep_what_they_share() -> None:
    buffer, x = io.BytesIO(), torch.arange(6.0)
    torch.save({"tensor": x[2:], "typed": x._typed_storage(), "untyped": torch.UntypedStorage([1, 2, 3])}, buffer)
    with zipfile.ZipFile(buffer) as archive:
        assert sum("/data/" in name for name in archive.namelist()) == 2
    buffer.seek(0)
    found = torch.load(buffer, weights_only=False)
    assert found["untyped"].dtype is torch.uint8 and found["untyped"].tolist() == [1, 2, 3]  # typed, as in PyTorch
    found["tensor"].zero_()
    assert type(found["typed"]) is torch.TypedStorage and found["typed"].tolist() == [0.0, 1.0] + [0.0] * 4
