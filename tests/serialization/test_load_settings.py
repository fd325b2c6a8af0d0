"""Settings of loading and saving, and files mapped into memory. The expected results are PyTorch's."""
from __future__ import annotations

import io
import struct
import types
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat import serialization as s
from minitorch_compat.distributions.utils import tril_matrix_to_vec, vec_to_tril_matrix


def test_bytes_are_left_out() -> None:
    file = io.BytesIO()
    with s.skip_data():
        torch.save({"a": torch.ones(3, 2)}, file)
    file.seek(0)
    loaded = torch.load(file)["a"]
    assert loaded.shape == (3, 2) and loaded.sum() == 0
    file = io.BytesIO()
    torch.save(torch.ones(3), file)
    file.seek(0)
    with s.skip_data():
        assert torch.load(file).shape == (3,)


def test_byte_order_of_files_that_do_not_say_theirs() -> None:
    file = io.BytesIO()
    torch.save(torch.tensor([1, 256]), file, _disable_byteorder_record=True)
    s.set_default_load_endianness(s.LoadEndianness.BIG)
    try:
        assert s.get_default_load_endianness() is s.LoadEndianness.BIG
        file.seek(0)
        assert torch.load(file).tolist() == [1 << 56, 1 << 48]
    finally:
        s.set_default_load_endianness(None)
    file.seek(0)
    assert torch.load(file).tolist() == [1, 256]
    with pytest.raises(TypeError, match="Invalid argument type in function set_default_load_endianness"):
        s.set_default_load_endianness("big")  # type: ignore[arg-type]


def test_mapped_files_are_written_if_shared(tmp_path: Path) -> None:
    path = tmp_path / "file.pt"
    torch.save(torch.ones(3), path)
    with s.set_default_mmap_options(s.MAP_SHARED):
        torch.load(path, mmap=True)[0] = 5.0
    assert s.get_default_mmap_options() == s.MAP_PRIVATE and torch.load(path, mmap=True).tolist() == [5, 1, 1]
    torch.load(path, mmap=True)[1] = 7.0
    assert torch.load(path, mmap=True).tolist() == [5, 1, 1]
    with pytest.raises(ValueError, match=r"expected mmap\.MAP_PRIVATE or mmap\.MAP_SHARED, but got 5"):
        s.set_default_mmap_options(5)


def test_places_of_storages() -> None:
    storage = torch.ones(2).untyped_storage()
    assert s.location_tag(storage) == "cpu" and s.default_restore_location(storage, "cpu") is storage
    with pytest.raises(RuntimeError, match=r"tagged with elsewhere"):
        s.default_restore_location(storage, "elsewhere")
    s.register_package(5, lambda _: None, lambda found, tag: found if tag == "elsewhere" else None)
    try:
        assert s.default_restore_location(storage, "elsewhere") is storage
    finally:
        s.Settings.places.clear()
    asked: list[str] = []

    def noting(name: str, answer: object) -> Any:
        return lambda found, tag: asked.append(name) or answer

    for priority, name, answer in ((3, "third", "late"), (1, "first", None), (2, "second", "found"), (2, "also second", "never")):
        s.register_package(priority, lambda _, name=name: asked.append(name), noting(name, answer))  # type: ignore[misc]
    try:
        assert s.default_restore_location(storage, "anywhere") == "found" and asked == ["first", "second"]
        asked.clear()
        assert s.location_tag(storage) == "cpu" and asked == ["first", "second", "also second", "third"]
        asked.clear()
        s.register_package(11, lambda _: asked.append("late"), noting("late", "never"))  # after the CPU, whose priority is 10
        assert s.location_tag(storage) == "cpu" and "late" not in asked
    finally:
        s.Settings.places.clear()
    with pytest.raises(RuntimeError, match="HPU device module is not registered"):
        s.validate_hpu_device("hpu:0")


def test_byte_orders_and_layouts_by_name() -> None:
    assert [(e.name, e.value) for e in s.LoadEndianness] == [("NATIVE", 1), ("LITTLE", 2), ("BIG", 3)]
    assert s._get_layout("torch.strided") is torch.strided and s._get_layout("torch.sparse_coo") is torch.sparse_coo
    for name in ("torch.preserve_format", "torch.nothing", "ones"):
        with pytest.raises(RuntimeError, match="is no layout"):
            s._get_layout(name)


def test_versions_of_modules() -> None:
    module = types.SimpleNamespace(__version__="1.2.3", __name__="m")
    found = [s.check_module_version_greater_or_equal(module, wanted) for wanted in ((1, 2, 2), (1, 2, 3), (1, 2, 4), (1, 2), (2,))]
    assert found == [True, True, False, True, False]


def test_files_as_tensors(tmp_path: Path) -> None:
    path = str(tmp_path / "numbers")
    np.arange(6, dtype=np.float32).tofile(path)
    assert torch.from_file(path, size=6).tolist() == [0, 1, 2, 3, 4, 5]
    torch.from_file(path, shared=True, size=6)[0] = 9
    torch.from_file(path, size=6)[1] = 8
    assert torch.from_file(path, size=2).tolist() == [9, 1]
    assert torch.from_file(path, shared=True, size=8).tolist()[6:] == [0, 0] and Path(path).stat().st_size == 32
    with pytest.raises(RuntimeError, match="is smaller than the required mapping size <400>"):
        torch.from_file(path, size=100)
    with pytest.raises(RuntimeError, match="unable to open file </nonexistent> in read-only mode: No such file or directory"):
        torch.from_file("/nonexistent", size=1)


def test_modules_of_devices_and_capsules() -> None:
    assert torch.get_device_module() is torch.get_device_module("cpu") is torch.cpu
    assert torch.get_device_module(torch.device("cuda")) is torch.cuda
    with pytest.raises(RuntimeError, match=r"expect torch\.device, str, or None"):
        torch.get_device_module(3)
    assert torch.from_dlpack(torch.to_dlpack(torch.arange(3))).tolist() == [0, 1, 2]


@pytest.mark.parametrize("diag", [-1, 0])
def test_triangles_as_vectors(diag: int) -> None:
    square: Any = torch.arange(18.0).view(2, 3, 3)
    vector = tril_matrix_to_vec(square, diag)
    assert torch.equal(vec_to_tril_matrix(vector, diag), square.tril(diag))
    assert tril_matrix_to_vec(square[0], -1).tolist() == [3, 6, 7]


def test_skipping_needs_an_archive() -> None:
    buffer = io.BytesIO()
    with s.skip_data(), pytest.raises(RuntimeError, match=r"^Cannot use skip_data=True with _use_new_zipfile_serialization=False$"):
        torch.save(torch.ones(1), buffer, _use_new_zipfile_serialization=False)
    assert not buffer.getvalue()


def test_the_module_of_settings(tmp_path: Path) -> None:
    from minitorch_compat.utils.serialization import config

    path = tmp_path / "x.pt"
    with config.patch({"save.storage_alignment": 4096}):
        torch.save({"a": torch.arange(3.0)}, path)
    assert config.save.storage_alignment == 64
    with zipfile.ZipFile(path) as archive:
        info = next(i for i in archive.infolist() if i.filename.endswith("data/0"))
        assert archive.read(next(n for n in archive.namelist() if n.endswith("alignment"))) == b"4096"
    content = path.read_bytes()
    name, extra = struct.unpack_from("<HH", content, info.header_offset + 26)
    assert (info.header_offset + 30 + name + extra) % 4096 == 0
    with config.patch("load.mmap", True):
        assert torch.load(path)["a"].tolist() == [0, 1, 2]
        with pytest.raises(ValueError, match="must be a file path"):
            torch.load(io.BytesIO(content))
    s.set_crc32_options(False)
    try:
        assert config.save.compute_crc32 is False
    finally:
        config.save.compute_crc32 = True
    assert s.get_crc32_options() is True
    with pytest.raises(AttributeError, match="does not exist"):
        config.load.nothing = 1


def test_settings_before_anybody_sets_them() -> None:
    from minitorch_compat.utils.serialization import config

    assert [(e.name, e.value) for e in s.LoadEndianness] == [("NATIVE", 1), ("LITTLE", 2), ("BIG", 3)]
    assert config.save.use_pinned_memory_for_d2h is config.load.calculate_storage_offsets is config.load.mmap is False
    assert config.save.compute_crc32 is True and config.save.storage_alignment == 64 and config.load.endianness is None


def test_a_version_that_cannot_be_read_is_told() -> None:
    module = types.SimpleNamespace(__name__="odd", __version__="1.x")
    with pytest.warns(UserWarning, match="'odd' module version string is malformed"):
        assert s.check_module_version_greater_or_equal(module, (1, 0), error_if_malformed=False)
