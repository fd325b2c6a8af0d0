"""`torch.utils._content_store`: files of tensors that share storages."""
from __future__ import annotations

from pathlib import Path

import pytest

import minitorch_compat as torch
from minitorch_compat.utils._content_store import ContentStoreReader, ContentStoreWriter, hash_storage


def test_tensors_written_and_read(tmp_path: Path) -> None:
    writer = ContentStoreWriter(str(tmp_path), stable_hash=True)
    x = torch.arange(6.).view(2, 3)
    writer.write_tensor("x", x)
    writer.write_tensor("parts/row", x[1])
    writer.write_tensor("conjugate", torch.tensor([1 + 2j]).conj())
    x.add_(1)  # other contents, another storage
    writer.write_tensor("x later", x)
    assert len(list((tmp_path / "storages").iterdir())) == 3
    reader = ContentStoreReader(str(tmp_path))
    read, row = reader.read_tensor("x"), reader.read_tensor("parts/row")
    assert read.tolist() == [[0, 1, 2], [3, 4, 5]] and row.tolist() == [3, 4, 5] and reader.read_tensor("x later").tolist() == x.tolist()
    read[1, 0] = 9
    assert row[0] == 9  # the same memory
    assert reader.read_tensor("conjugate").is_conj() and reader.read_tensor("x", device="meta").device.type == "meta"
    assert ContentStoreReader(str(tmp_path), cache=False).read_tensor("x")[1, 0] == 3
    with pytest.raises(FileNotFoundError):
        reader.read_tensor("nonsense")


def test_hashes_of_contents() -> None:
    x, y = torch.ones(2), torch.ones(2)
    assert hash_storage(x.untyped_storage()) == hash_storage(y.untyped_storage())
    assert hash_storage(x.untyped_storage(), stable_hash=True) == "b01abf7d0dfaf0ca12f8d2260c98f8c9b9d7bff9"
