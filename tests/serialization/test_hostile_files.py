"""Malformed and malicious files are refused with a message, using little memory; `python -m compat_tests.hostile` tries more."""
from __future__ import annotations

import copy
import io
import os
import pickle
import sys
import warnings
import zipfile
from pathlib import Path

import pytest

import minitorch_compat as torch
from compat_tests.hostile.corpus import archive, seeds, storage, tensor

if sys.platform == "win32":
    pytest.skip("limits of time and memory are those of POSIX systems", allow_module_level=True)

from compat_tests.hostile.corpus import cases
from compat_tests.hostile.trying import mutations, outcome, reader


def test_corpus() -> None:
    """Built here and not at collection: there are archives of a gigabyte among them."""
    wrong = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an archive with a name twice
        for name, content, refused in cases():
            kind, why = outcome(content)
            if kind != ("refused" if refused else "loaded"):
                wrong[name] = why
            assert not os.path.exists("/tmp/hostile_file_ran"), name
    assert wrong == {}


def test_mutations() -> None:
    wrong = {}
    for index, (name, content) in enumerate(mutations(seeds(), 400, 11)):
        kind, why = outcome(content, index % 16 == 0, reader(name))
        if kind == "wrong":
            wrong[name] = why
    assert wrong == {}


def test_what_goes_wrong_is_told() -> None:
    """The judge itself: it would see what must not happen."""
    from compat_tests.hostile import trying

    for error in (RuntimeError("no"), RecursionError("the file nests deeply")):
        assert trying._judge_error(error)[0] == "wrong"
    assert trying._judge_error(RuntimeError("MemoryError : the file is too large"))[0] == "wrong"
    assert trying._judge_error(pickle.UnpicklingError("this is a whole sentence"))[0] == "refused"


@pytest.mark.parametrize("mapped", [False, True])
def test_records_larger_than_the_archive_take_no_memory(mapped: bool, tmp_path: Path) -> None:
    content = bytearray(archive(tensor(4, 0, (4,), (1,)), {"data/0": bytes(16)}))
    entry = content.rindex(b"PK\x01\x02", 0, content.index(b"PK\x05\x06"))
    content[entry + 20:entry + 28] = b"\xff\xff\xff\x7f" * 2
    (tmp_path / "a.pt").write_bytes(content)
    with pytest.raises(RuntimeError, match="do not fit the archive"):
        torch.load(tmp_path / "a.pt", mmap=mapped)


def test_a_record_that_would_grow_is_refused() -> None:
    content = archive(tensor(2**24, 0, (1,), (1,)), {"data/0": bytes(2**26)}, zipfile.ZIP_DEFLATED)
    with pytest.raises(RuntimeError, match="bytes would become 67109"):
        torch.load(io.BytesIO(content))
    small = archive(tensor(2**10, 0, (2**10,), (1,)), {"data/0": bytes(2**12)}, zipfile.ZIP_DEFLATED)
    assert torch.load(io.BytesIO(small)).shape == (1024,)


def test_records_that_lie_over_each_other_are_refused() -> None:
    whole = io.BytesIO(archive(tensor(4, 0, (4,), (1,)), {"data/0": bytes(2**12)}))
    with zipfile.ZipFile(whole, "a") as opened:
        one = next(info for info in opened.filelist if info.filename.endswith("data/0"))
        for number in range(3):
            other = copy.copy(one)
            other.filename = one.filename[:-1] + f"{number + 1}"
            opened.filelist.append(other)
        opened._didModify = True  # type: ignore[attr-defined]
    with pytest.raises(RuntimeError, match="bytes together, the archive has"):
        torch.load(io.BytesIO(whole.getvalue()))


def test_errors_of_both_kinds() -> None:
    """Programs that know PyTorch's catch EOFError, and UnicodeDecodeError to try again with another encoding."""
    with pytest.raises(EOFError) as ended:
        torch.load(io.BytesIO(b""))
    with pytest.raises(UnicodeDecodeError) as undecoded:
        torch.load(io.BytesIO(archive(b"U\x01\xe9")))
    assert isinstance(ended.value, pickle.UnpicklingError) and isinstance(undecoded.value, pickle.UnpicklingError)
    assert torch.load(io.BytesIO(archive(b"U\x01\xe9")), encoding="latin1") == "é"
    assert torch.load(io.BytesIO(archive(b"U\x01\xe9")), encoding="bytes") == b"\xe9"


def test_python_2_files_with_bytes() -> None:
    program = (b"}U\x01wctorch._utils\n_rebuild_tensor\n((U\x07storagectorch\nFloatStorage\nU\x010U\x03cpuK\x02NtQ"
               b"K\x00K\x02\x85K\x01\x85tRs")
    from compat_tests.hostile.corpus import legacy

    content = legacy(program, b"]U\x010a", b"\x02" + bytes(7) + bytes(8))
    for only in (True, False):
        assert list(torch.load(io.BytesIO(content), weights_only=only, encoding="bytes")) == [b"w"]
        assert torch.load(io.BytesIO(content), weights_only=only)["w"].tolist() == [0, 0]


def test_negative_storages_are_refused_everywhere() -> None:
    for only in (True, False):
        with pytest.raises(pickle.UnpicklingError, match="has -1 elements"):
            torch.load(io.BytesIO(archive(storage(-1), {"data/0": b""})), weights_only=only)
