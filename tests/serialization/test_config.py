"""`torch.utils.serialization.config` sets what `torch.save` and `torch.load` do."""
from __future__ import annotations

import io
import mmap
import os
import pickle
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat.utils.serialization import config

HAS_BLOCKED_GLOBALS = pytest.mark.skipif(os.name != "posix", reason="os.system is in another module there")


def test_functions_and_settings_are_one() -> None:
    assert torch.utils.serialization.config is config
    with config.patch({"save.compute_crc32": False, "load.endianness": torch.serialization.LoadEndianness.BIG}):
        assert not torch.serialization.get_crc32_options()
        assert torch.serialization.get_default_load_endianness() is torch.serialization.LoadEndianness.BIG
    assert torch.serialization.get_crc32_options() and config.load.endianness is None
    torch.serialization.set_crc32_options(False)
    assert config.save.compute_crc32 is False
    config.save.compute_crc32 = True
    assert torch.serialization.get_crc32_options()
    assert config.load.mmap_flags == torch.serialization.get_default_mmap_options()


@pytest.mark.skipif(not hasattr(mmap, "mmap"), reason="no mmap")
def test_mapping_by_default(tmp_path: Path) -> None:
    torch.save(torch.arange(5.0), tmp_path / "a.pt")

    @config.patch("load.mmap", True)
    def is_mapped(**kwargs: bool) -> bool:
        array = torch.load(tmp_path / "a.pt", **kwargs).numpy()
        while array.base is not None and not isinstance(array, np.memmap):
            array = array.base
        return isinstance(array, np.memmap)

    assert is_mapped() and not is_mapped(mmap=False)
    with config.patch("load.mmap", True), pytest.raises(ValueError, match="file path in order to use the mmap argument"):
        torch.load(io.BytesIO((tmp_path / "a.pt").read_bytes()))


@pytest.mark.parametrize("alignment", [64, 4096])
def test_storages_begin_at_a_multiple(alignment: int) -> None:
    file = io.BytesIO()
    with config.patch("save.storage_alignment", alignment):
        torch.save([torch.ones(3), torch.arange(2)], file)
    with zipfile.ZipFile(file) as archive:
        assert archive.read("archive/.storage_alignment") == str(alignment).encode()
        for name in ("archive/data/0", "archive/data/1"):
            start = file.getvalue().index(archive.read(name), archive.getinfo(name).header_offset + 30 + len(name))
            assert start % alignment == 0
    file.seek(0)
    assert torch.load(file)[0].tolist() == [1, 1, 1]


def test_unknown_settings_are_refused() -> None:
    for wrong in (lambda: config.load.nothing, lambda: setattr(config.save, "nothing", 1), lambda: config.patch("load.nothing", 1)):
        with pytest.raises(AttributeError, match=r"(load|save).nothing does not exist"):
            wrong()
    before = config.get_config_copy()
    config.save.storage_alignment = 128
    config.load_config(before)
    assert config.save.storage_alignment == 64 and sorted(before) == sorted(config.get_config_copy())


class _Command:
    def __reduce__(self) -> object:
        return os.system, ("true",)


@HAS_BLOCKED_GLOBALS
def test_modules_that_cannot_be_allowed() -> None:
    file = io.BytesIO()
    torch.save(_Command(), file)
    file.seek(0)
    with torch.serialization.safe_globals([os.system]), pytest.raises(pickle.UnpicklingError, match=r"posix\.system whose module posix is"):
        torch.load(file)


def test_a_byte_order_that_is_none() -> None:
    file, changed = io.BytesIO(), io.BytesIO()
    torch.save(torch.ones(1), file)
    with zipfile.ZipFile(file) as archive, zipfile.ZipFile(changed, "w") as target:
        for name in archive.namelist():
            target.writestr(name, archive.read(name).replace(sys.byteorder.encode(), b"middle"))
    changed.seek(0)
    with pytest.raises(ValueError, match="Unknown endianness type: middle"):
        torch.load(changed)
