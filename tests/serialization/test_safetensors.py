"""Files of the safetensors format, as `torch.load` reads them: written here by hand, and by the library where it is installed."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch


def _write(path: Path, header: Any, content: bytes = b"") -> str:
    text = json.dumps(header).encode() if not isinstance(header, bytes) else header
    path.write_bytes(len(text).to_bytes(8, "little") + text + content)
    return str(path)


def test_tensors_by_name(tmp_path: Path) -> None:
    numbers, flags = np.arange(6, dtype="<f4"), np.array([True, False])
    header = {"__metadata__": {"format": "pt"}, "second": {"dtype": "BOOL", "shape": [2], "data_offsets": [24, 26]},
              "first": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]},
              "none": {"dtype": "I64", "shape": [0, 2], "data_offsets": [26, 26]},
              "one": {"dtype": "BF16", "shape": [], "data_offsets": [26, 28]}}
    path = _write(tmp_path / "a.safetensors", header, numbers.tobytes() + flags.tobytes() + b"\x80\x3f")
    for found in (torch.load(path), torch.load(tmp_path / "a.safetensors", map_location=torch.device("cpu"))):
        assert list(found) == ["first", "second", "none", "one"]
        assert torch.equal(found["first"], torch.arange(6.0).view(2, 3)) and torch.equal(found["second"], torch.tensor([True, False]))
        assert found["none"].shape == (0, 2) and found["none"].dtype is torch.int64
        assert found["one"].dtype is torch.bfloat16 and found["one"].item() == 1.0
    assert torch.load(path, map_location="meta")["first"].device.type == "meta"
    for refused in ({"cpu": "cpu"}, lambda storage, place: storage):
        with pytest.raises(RuntimeError, match="map_location is not supported"):
            torch.load(path, map_location=refused)


def test_malformed_files(tmp_path: Path) -> None:
    entry = {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}
    for header, content in ((b"{", b""), (b"[]", b""), ({"a": entry}, b"123"), ({"a": {**entry, "shape": [2]}}, b"1234"),
                            ({"a": {**entry, "dtype": "F3"}}, b"1234"), ({"a": {**entry, "data_offsets": [4, 0]}}, b"1234"),
                            ({"a": {**entry, "shape": [-1]}}, b"1234"), ({"a": entry, "b": entry}, b"1234"), ({"a": entry, "b": {
                                **entry, "data_offsets": [8, 12]}}, b"123456789012"), ({"a": {"dtype": "F32"}}, b"1234"), ({"a": 3}, b"")):
        with pytest.raises(RuntimeError, match="not a file of the safetensors format"):
            torch.load(_write(tmp_path / "b.safetensors", header, content))
    for content in (b"", b"\xff" * 8):
        (tmp_path / "c.safetensors").write_bytes(content)
        with pytest.raises(RuntimeError, match="not a file of the safetensors format"):
            torch.load(tmp_path / "c.safetensors")


def test_files_of_the_library(tmp_path: Path) -> None:
    library = pytest.importorskip("safetensors.numpy")
    names = "float64 float32 float16 int64 int32 int16 int8 uint8 uint16 uint32 uint64 bool complex64"
    arrays = {name: (np.arange(4) % 2).astype(name) for name in names.split()}
    library.save_file(arrays, str(tmp_path / "d.safetensors"))
    found = torch.load(tmp_path / "d.safetensors")
    assert sorted(found) == sorted(arrays)
    for name, array in arrays.items():
        assert found[name].dtype is getattr(torch, name) and np.array_equal(found[name].numpy(), array)
