"""The format before 1.6, part by part: what each may contain, and the error for anything else."""
from __future__ import annotations

import io
import pickle
import struct
import sys
from typing import Any

import pytest

import minitorch_compat as torch

MAGIC, PROTOCOL = 0x1950a86a20f9469cfc6c, 1001
INFO = {"protocol_version": 1001, "little_endian": True, "type_sizes": {"short": 2, "int": 4, "long": 4}}


class Reference:
    """Stands for a storage while the object is pickled."""

    def __init__(self, *saved: Any) -> None:
        self.saved = saved


class Rebuilt:
    """A tensor of a storage, as files have it."""

    def __init__(self, storage: Any, offset: int = 0, size: Any = (2,), stride: Any = (1,)) -> None:
        self.args = (storage, offset, size, stride, False, {})

    def __reduce__(self) -> Any:
        return torch._utils._rebuild_tensor_v2, self.args


class Pickler(pickle.Pickler):
    def persistent_id(self, obj: Any) -> Any:
        return obj.saved if isinstance(obj, Reference) else None


def pickled_bytes(obj: Any) -> bytes:
    buffer = io.BytesIO()
    Pickler(buffer, 2).dump(obj)
    return buffer.getvalue().replace(b"cminitorch_compat.", b"ctorch.").replace(b"cminitorch_compat\n", b"ctorch\n")


def reference(kind: Any = None, key: Any = "7", place: Any = "cpu", count: Any = 2, view: Any = None, *more: Any) -> Reference:
    return Reference("storage", torch.FloatStorage if kind is None else kind, key, place, count, view, *more)


def content(*numbers: float, order: str = "<") -> bytes:
    return struct.pack("<q", len(numbers)) + struct.pack(f"{order}{len(numbers)}f", *numbers)


def file(obj: Any = None, *, magic: Any = MAGIC, protocol: Any = PROTOCOL, info: Any = INFO, keys: Any = ("7",), data: bytes | None = None,
         start: bytes = b"") -> io.BytesIO:
    obj = Rebuilt(reference()) if obj is None else obj
    pieces = [pickled_bytes(piece) for piece in (magic, protocol, info, obj, list(keys) if isinstance(keys, tuple) else keys)]
    opened = io.BytesIO(start + b"".join(pieces) + (content(1.0, 2.0) if data is None else data))
    opened.seek(len(start))
    return opened


def load(opened: Any, **options: Any) -> Any:
    return torch.load(opened, weights_only=False, **options)


def test_as_it_is() -> None:
    assert load(file()).tolist() == [1, 2]
    opened = file(start=b"before")
    assert load(opened).tolist() == [1, 2] and opened.read() == b""  # where it stood, to the end
    twice = io.BytesIO(file().getvalue() + file(data=content(3.0, 4.0)).getvalue())
    assert [load(twice).tolist(), load(twice).tolist()] == [[1, 2], [3, 4]]
    assert torch.load(file(), weights_only=True).tolist() == [1, 2]


def test_byte_order() -> None:
    swapped = content(1.0, 2.0, order=">")
    assert load(file(info={"little_endian": False}, data=swapped)).tolist() == ([1, 2] if sys.byteorder == "little" else None)
    assert load(file(info={b"little_endian": False}, data=swapped)).tolist() == [1, 2]  # Python 2 wrote the texts as bytes
    assert load(file(info={})).tolist() == [1, 2]


@pytest.mark.parametrize(("changed", "error", "sentence"), [
    ({"magic": MAGIC + 1}, RuntimeError, "Invalid magic number; corrupt file"),
    ({"magic": float(MAGIC)}, RuntimeError, "Invalid magic number"),
    ({"protocol": 1002}, RuntimeError, "Invalid protocol version"),
    ({"protocol": 1001.0}, RuntimeError, "Invalid protocol version"),
    ({"info": [1]}, RuntimeError, "a list is where the file should say by what machine"),
    ({"keys": {"7": 1}}, RuntimeError, "a dict is where the file should list its storages"),
    ({"keys": ("8",)}, RuntimeError, "lists a storage 8 that nothing in it uses"),
    ({"keys": (7,)}, RuntimeError, "lists a storage 7 that nothing in it uses"),
    ({"data": content(1.0)}, RuntimeError, "storage 7 has wrong byte size: expected 8 got 4"),
    ({"data": content(1.0, 2.0, 3.0)}, RuntimeError, "storage 7 has wrong byte size: expected 8 got 12"),
    ({"data": content(1.0, 2.0)[:-3]}, RuntimeError, "unexpected EOF, expected 3 more bytes"),
    ({"data": content(1.0, 2.0)[:5]}, RuntimeError, "unexpected EOF, expected 11 more bytes"),
    ({"data": b""}, RuntimeError, "unexpected EOF|2 elements of 4 bytes, more than the file has"),
])
def test_pieces_refused(changed: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        load(file(**changed))


@pytest.mark.parametrize(("saved", "error", "sentence"), [
    (Reference("storages", torch.FloatStorage, "7", "cpu", 2, None), pickle.UnpicklingError, "Only persistent_load of storage is allowed"),
    (Reference("storage", torch.FloatStorage, "7", "cpu"), pickle.UnpicklingError, "described by 5 values, not 4"),
    (reference(None, "7", "cpu", 2, None, 3), pickle.UnpicklingError, "described by 5 values, not 7"),
    (reference(key=7), pickle.UnpicklingError, "not by int, str and int"),
    (reference(place=7), pickle.UnpicklingError, "not by str, int and int"),
    (reference(count=2.0), pickle.UnpicklingError, "not by str, str and float"),
    (reference(count=True), pickle.UnpicklingError, "not by str, str and bool"),
    (reference(count=-2), pickle.UnpicklingError, "storage 7 has -2 elements"),
    (reference(kind=int), pickle.UnpicklingError, "storage 7 is of no type that storages have"),
    (reference(kind=3), pickle.UnpicklingError, "storage 7 is of no type that storages have"),
    (reference(count=4000), RuntimeError, "storage 7 has 4000 elements of 4 bytes, more than the file has"),
    (reference(view=("8", -1, 2)), pickle.UnpicklingError, "a part of a storage is described by"),
    (reference(view=("8", 0, 2.0)), pickle.UnpicklingError, "a part of a storage is described by"),
    (reference(view=("8", 0)), pickle.UnpicklingError, "a part of a storage is described by"),
    (reference(view=["8", 0, 2]), pickle.UnpicklingError, "a part of a storage is described by"),
    (reference(view=("8", 1, 2)), RuntimeError, "a part of a storage ends at byte 12; the storage has 8"),
])
def test_storages_refused(saved: Reference, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        load(file(Rebuilt(saved)))


def test_storages_taken() -> None:
    assert load(file(Rebuilt(Reference(b"storage", torch.FloatStorage, b"7", b"cpu", 2, None)), keys=(b"7",))).tolist() == [1, 2]
    assert load(file(Rebuilt(Reference("storage", torch.FloatStorage, "7", "cpu", 2)))).tolist() == [1, 2]  # the oldest have no parts
    assert load(file(Rebuilt(reference(view=("8", 1, 1)), size=(1,)))).tolist() == [2]
    assert load(file(Rebuilt(reference(view=("8", 2, 0)), size=(0,)))).tolist() == []
    untyped = load(file(reference(torch.UntypedStorage, count=8), data=struct.pack("<q2f", 8, 1.0, 2.0)))
    assert torch.tensor(untyped.untyped() if hasattr(untyped, "untyped") else untyped, dtype=torch.uint8).shape == (8,)
    both = load(file([Rebuilt(reference()), Rebuilt(reference(), 1, (1,))]))
    both[0][1] = 5
    assert both[1].item() == 5  # one storage
    with pytest.raises(pickle.UnpicklingError, match=r"storage 7 is of two types, torch\.float32 and torch\.int32"):
        load(file([Rebuilt(reference()), Rebuilt(reference(torch.IntStorage))]))
    assert load(file([Reference("module", 3, "a.py", "source"), Rebuilt(reference())]))[0] == 3  # the source of a class
    elsewhere = load(file(), map_location="meta")
    assert elsewhere.is_meta and elsewhere.shape == (2,)


def test_tensors_are_looked_at_once_their_storages_are_read() -> None:
    with pytest.raises(RuntimeError, match="out of bounds for storage"):
        load(file(Rebuilt(reference(), 1)))


@pytest.mark.parametrize("content", [b"g7\n.", b"Iabc\n.", b"0.", b"h\x09."])
def test_pickles_that_fail_as_they_please(content: bytes) -> None:
    """Whatever Python's unpickler stumbles over, it is an error of unpickling."""
    for weights_only in (False, True):
        with pytest.raises(pickle.UnpicklingError) as caught:
            torch.load(io.BytesIO(content), weights_only=weights_only)
        assert not isinstance(caught.value, (KeyError, ValueError, IndexError))


def test_what_is_no_such_file() -> None:
    with pytest.raises(pickle.UnpicklingError, match="Memo value not found"):
        load(io.BytesIO(b"j\x01\x00\x00\x00."))
    with pytest.raises(EOFError):
        load(io.BytesIO(b""))
    tar = bytearray(600)
    tar[257:262] = b"ustar"
    with pytest.raises(RuntimeError, match="tar archive, as PyTorch wrote before"):
        load(io.BytesIO(bytes(tar)))


def test_no_storage_is_larger_than_what_follows_its_header() -> None:
    """To the byte: memory is taken only for what the file may have."""
    refused = []
    for count in range(600):
        opened = file(Rebuilt(reference(torch.ByteStorage, count=count), size=(1,)), data=b"")
        left = len(opened.getvalue())
        for _ in range(3):
            pickle.load(opened)
        left -= opened.tell()
        opened.seek(0)
        with pytest.raises((RuntimeError, pickle.UnpicklingError)) as caught:
            load(opened)
        refused.append("more than the file has" in str(caught.value))
        assert refused[-1] == (count > left), (count, left)
    assert set(refused) == {True, False}


class Pretender:
    """No storage, though it says what its elements are."""

    dtype = torch.float32


@pytest.mark.parametrize("kind", [torch.float32, torch.Tensor, torch.nn.Module, "FloatStorage", 3, [3], torch.storage.TypedStorage,
                                  Pretender], ids=str)
def test_kinds_that_are_no_storages(kind: Any) -> None:
    """Whatever has a dtype, only classes of storages have one for what follows."""
    with pytest.raises(pickle.UnpicklingError, match="storage 7 is of no type that storages have"):
        load(file(Rebuilt(Reference("storage", kind, "7", "cpu", 2, None))))


@pytest.mark.parametrize("at", range(5), ids=["magic", "protocol", "info", "object", "keys"])
@pytest.mark.parametrize("only", [True, False])
def test_text_that_cannot_be_decoded(at: int, only: bool) -> None:
    """Wherever it stands, programs that know PyTorch's are told by the error which they answer with another encoding."""
    pieces = [pickled_bytes(piece) for piece in (MAGIC, PROTOCOL, INFO, [], [])]
    for odd, encodings in ((b"U\x01\xe9", ("ascii", "utf-8")), (b"X\x01\x00\x00\x00\xe9", ("ascii", "latin1", "bytes"))):
        for encoding in encodings:
            opened = io.BytesIO(b"".join([*pieces[:at], b"\x80\x02" + odd + b".", *pieces[at + 1:]]))
            with pytest.raises(UnicodeDecodeError):
                torch.load(opened, weights_only=only, encoding=encoding)
