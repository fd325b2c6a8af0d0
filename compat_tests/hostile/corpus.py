"""Files of every kind that has been used against readers of pickles, built here."""
from __future__ import annotations

import importlib
import importlib.util
import io
import pickle
import struct
import tarfile
import zipfile
from collections.abc import Iterator
from functools import cache
from typing import Any

import minitorch_compat as torch

#: (name, content, whether it has to be refused)
Case = tuple[str, bytes, bool]

_MARKS = b"".join(pickle.dumps(mark, 2) for mark in (
    0x1950a86a20f9469cfc6c, 1001, {"protocol_version": 1001, "little_endian": True, "type_sizes": {"short": 2, "int": 4, "long": 4}}))


def text(value: str) -> bytes:
    """A text in a pickle."""
    return b"X" + struct.pack("<I", len(value.encode())) + value.encode()


def pickled_integer(value: int) -> bytes:
    """An integer in a pickle."""
    return pickle.dumps(value, 2)[2:-1]


def archive(program: bytes, records: dict[str, bytes] | None = None, how: int = zipfile.ZIP_STORED) -> bytes:
    """A file whose pickle is `program`."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", how, compresslevel=1) as target:  # of a gigabyte of zeros the quickest is enough
        for name, data in {"data.pkl": b"\x80\x02" + program + b".", "byteorder": b"little", "version": b"3\n", **(records or {})}.items():
            target.writestr(f"a/{name}", data)
    return file.getvalue()


def legacy(program: bytes, keys: bytes = b"]", data: bytes = b"") -> bytes:
    """The same in the old format."""
    return _MARKS + b"\x80\x02" + program + b"." + b"\x80\x02" + keys + b"." + data


def storage(count: int, key: str = "0", place: str = "cpu", kind: str = "FloatStorage", further: bytes = b"") -> bytes:
    """The description of a storage."""
    return b"(" + text("storage") + f"ctorch\n{kind}\n".encode() + text(key) + text(place) + pickled_integer(count) + further + b"tQ"


def tensor(count: int, offset: int, size: tuple[int, ...], stride: tuple[int, ...], **described: str) -> bytes:
    """A tensor over a storage."""
    sizes = b"".join(b"(" + b"".join(map(pickled_integer, part)) + b"t" for part in (size, stride))
    return (b"ctorch._utils\n_rebuild_tensor_v2\n(" + storage(count, **described) + pickled_integer(offset) +
            sizes  # type: ignore[arg-type]
            + b"\x89ccollections\nOrderedDict\n)RtR")


def _calls() -> Iterator[tuple[str, bytes]]:
    """Programs that would run something, by every opcode that can."""
    system = b"cposix\nsystem\n"
    command = text("touch /tmp/hostile_file_ran")
    yield "reduce", system + command + b"\x85R"
    yield "builtins eval", b"cbuiltins\neval\n" + text("1+1") + b"\x85R"
    yield "python 2 builtins", b"c__builtin__\neval\n" + text("1+1") + b"\x85R"
    yield "getattr", b"cbuiltins\ngetattr\n" + b"ctorch\nTensor\n" + text("__init_subclass__") + b"\x86R)R"
    yield "resolve_name", b"cpkgutil\nresolve_name\n" + text("posix:system") + b"\x85R" + command + b"\x85R"
    yield "dotted name", b"ctorch\nserialization.os.system\n" + command + b"\x85R"
    yield "this package's own name", b"cminitorch_compat.serialization\nos.system\n" + command + b"\x85R"
    yield "stack global", text("posix") + text("system") + b"\x93" + command + b"\x85R"
    yield "inst", b"(" + command + b"iposix\nsystem\n"
    yield "obj", b"(" + system + command + b"o"
    yield "newobj", b"csubprocess\nPopen\n" + command + b"\x85\x81"
    yield "newobj_ex", b"csubprocess\nPopen\n" + command + b"\x85}\x92"
    yield "build of a class", b"ctorch\nTensor\n}" + text("__reduce__") + b"Nsb"
    yield "build of a list", b"]}" + text("a") + b"Nsb"
    for code in (b"\x82\x01", b"\x83\x01\x00", b"\x84\x01\x00\x00\x00"):
        yield f"ext {code[0]}", code
    yield "persid", b"Pposix.system\n"
    yield "persistent id of anything", text("posix.system") + b"Q"
    yield "reduce of a value", b"K\x01)R"
    yield "reduce with a list", b"ctorch\nSize\n]R"
    yield "load_from_bytes", b"ctorch.storage\n_load_from_bytes\n" + text("x") + b"\x85R"
    yield "codecs of a number", b"c_codecs\nencode\nK\x01\x85R"


def _malformed() -> Iterator[tuple[str, bytes]]:
    """Programs that no writer writes."""
    for code in b"a(esutRb\x81\x85\x86\x87Q0125hj":
        yield f"underflow {code}", bytes([code])
    yield "append to a dict", b"}K\x01a"
    yield "appends to a tensor", b"ctorch\nTensor\n)R(K\x01e"
    yield "setitem of a list", b"]K\x05Ns"
    yield "setitems of a tensor", b"ctorch\nTensor\n)R(K\x00K\x01u"
    yield "setitem with a list for a key", b"}]Ns"
    yield "get of nothing", b"h\x07"
    yield "get far away", b"j\xff\xff\xff\xff"
    yield "protocol 255", b"\x80\xff"
    yield "a text of 4 GB", b"X\xff\xff\xff\xff"
    yield "bytearray of 2**60 bytes", b"\x96" + struct.pack("<Q", 2**60)
    yield "frame of 2**62 bytes", b"\x95" + struct.pack("<Q", 2**62)
    yield "bytes of 2**62", b"\x8e" + struct.pack("<Q", 2**62)
    yield "long of 2**31 bytes", b"\x8b\xff\xff\xff\x7f"
    yield "no text", b"X\x02\x00\x00\x00\xff\xfe"
    yield "a bytearray of a size", b"cbuiltins\nbytearray\n" + pickled_integer(2**40) + b"\x85R"
    yield "a tensor of a size", b"ctorch\nTensor\n" + pickled_integer(2**40) + b"\x85R"
    yield "a storage of a size", b"ctorch.storage\nUntypedStorage\n" + pickled_integer(2**40) + b"\x85R"
    yield "an old tensor of a size", b"ctorch\nFloatTensor\n" + pickled_integer(2**40) + b"\x85R"
    yield "tensor state", b"ctorch\nTensor\n)R(K\x01K\x02tb"
    yield "tensor attributes", (b"ctorch._tensor\n_rebuild_from_type_v2\n(ctorch\nTensor\nctorch\nTensor\n)}" + text("_array") + b"NstR")
    yield "tensor class", (b"ctorch._tensor\n_rebuild_from_type_v2\n(ctorch\nTensor\nctorch\nTensor\n)}" + text("__class__")
                           + b"cbuiltins\nset\nstR")
    yield "a sparse tensor outside of itself", (
        b"ctorch._utils\n_rebuild_sparse_tensor\n(ctorch.serialization\n_get_layout\n" + text("torch.sparse_coo") + b"\x85R("
        + tensor(1, 0, (1, 1), (1, 1), kind="LongStorage") + tensor(1, 0, (1,), (1,), key="1") + pickled_integer(-5) + b"\x85ttR")


def _storages() -> Iterator[tuple[str, bytes]]:
    """Tensors that reach out of their storages, and storages that are none."""
    huge = 2**62
    yield "negative count", tensor(-1, 0, (1,), (1,))
    yield "huge count", tensor(huge, 0, (1,), (1,))
    yield "2**70 elements", tensor(2**70, 0, (1,), (1,))
    yield "count too large", tensor(5, 0, (1,), (1,))
    for name, offset, size, stride in (
            ("too many", 0, (5,), (1,)), ("negative offset", -1, (1,), (1,)), ("large offset", 4, (1,), (1,)),
            ("overflowing offset", huge, (1,), (1,)), ("more than 64 bits", 2**65, (1,), (1,)), ("negative stride", 3, (2,), (-1,)),
            ("large stride", 0, (2,), (4,)), ("overflowing stride", 0, (2,), (huge,)), ("stride of 2**70", 0, (2,), (2**70,)),
            ("negative size", 0, (-1,), (1,)), ("huge size", 0, (huge, huge), (huge, huge)),
            ("product that wraps", 0, (2**32, 2**32), (1, 1)),
            ("fewer strides", 0, (2, 2), (1,)), ("zero size, huge stride", 0, (0,), (2**70,)),
            ("100 dimensions", 0, (1,) * 100, (1,) * 100)):
        yield name, tensor(4, offset, size, stride)
    yield "no such place", tensor(4, 0, (1,), (1,), place="moon")
    yield "no such key", tensor(4, 0, (1,), (1,), key="7")
    yield "key upwards", tensor(4, 0, (1,), (1,), key="../../version")
    yield "a type that is no storage", tensor(4, 0, (1,), (1,), kind="Tensor")
    yield "a typed storage without type", b"(" + text("storage") + b"ctorch.storage\nTypedStorage\n" + text("0") + text("cpu") + b"K\x04tQ"
    yield "too few", b"(" + text("storage") + text("0") + b"tQ"
    yield "too many values", storage(4, further=b"NNNN")
    yield "an empty id", b")Q"
    yield "a key that is a list", b"(" + text("storage") + b"ctorch\nFloatStorage\n]" + text("cpu") + b"K\x04tQ"
    yield "a count that is a text", b"(" + text("storage") + b"ctorch\nFloatStorage\n" + text("0") + text("cpu") + text("4") + b"tQ"


_DATA = {"data/0": struct.pack("<4f", 1, 2, 3, 4), "data/1": struct.pack("<4f", 1, 2, 3, 4)}


def _containers() -> Iterator[Case]:
    """Archives and old files that are not what they say."""
    good = archive(tensor(4, 0, (4,), (1,)), _DATA)
    yield "good archive", good, False
    yield "a long memo", archive(b"]r\xff\xff\xff\xff"), False
    yield "deep lists", archive(b"]" * 200_000 + b"a" * 199_999), False
    yield "an expanded tensor", archive(tensor(1, 0, (2**40,), (0,)), {"data/0": b"\0" * 4}), False
    yield "bomb", archive(tensor(2**28, 0, (1,), (1,)), {"data/0": bytes(2**30)}, zipfile.ZIP_DEFLATED), True
    yield "bomb of the pickle", archive(b"N" + bytes(2**28), None, zipfile.ZIP_DEFLATED), True
    yield "short record", archive(tensor(4, 0, (4,), (1,)), {"data/0": b"\0" * 15}), True
    yield "missing record", archive(tensor(4, 0, (4,), (1,))), True
    yield "no pickle", good.replace(b"data.pkl", b"data.pkx"), True
    yield "byte order", archive(b"N", {"byteorder": b"middle"}), True
    yield "nothing after the mark", b"PK\x03\x04", True
    yield "a text", b"this is no such file at all, not even nearly", True
    yield "one byte", b"\x80", True
    yield "zeros", bytes(4096), True
    for field, offset, form, value in (
            ("directory offset", 16, "<I", 0xfffffff0), ("directory size", 12, "<I", 0xffffffff), ("number of entries", 10, "<H", 0xffff)):
        changed = bytearray(good)
        struct.pack_into(form, changed, len(good) - 22 + offset, value)
        yield field, bytes(changed), field != "number of entries"
    entry = good.rindex(b"PK\x01\x02", 0, good.index(b"PK\x05\x06"))
    for field, offset, form, value in (
            ("stated size", 24, "<I", 0x7fffffff), ("stored size", 20, "<I", 0x7fffffff), ("both sizes", 20, "<Q", 0x7fffffff7fffffff),
            ("place of a record", 42, "<I", 0x7fffffff), ("compression", 10, "<H", 99), ("encryption", 8, "<H", 1)):
        changed = bytearray(good)
        struct.pack_into(form, changed, entry + offset, value)
        yield field, bytes(changed), field != "encryption"  # of a record that nobody reads
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as target:
        for data in (b"\x80\x02K\x01.", b"\x80\x02K\x02."):
            target.writestr("a/data.pkl", data)
    yield "a name twice", file.getvalue(), True
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as tar:
        tar.addfile(tarfile.TarInfo("storages"))
    yield "tar", file.getvalue(), True
    for protocol in range(6):
        yield f"plain pickle {protocol}", pickle.dumps({"a": [1, 2.5, "x"]}, protocol), True
    yield from _old_files()


def _old_files() -> Iterator[Case]:
    keys, data = b"]" + text("0") + b"a", struct.pack("<q4f", 4, 1, 2, 3, 4)
    program = tensor(4, 0, (4,), (1,))
    yield "good old file", legacy(program, keys, data), False
    yield "old: no data", legacy(program, keys), True
    yield "old: short data", legacy(program, keys, data[:-1]), True
    yield "old: another size", legacy(program, keys, struct.pack("<q4f", 2**60, 1, 2, 3, 4)), True
    yield "old: negative size", legacy(program, keys, struct.pack("<q4f", -1, 1, 2, 3, 4)), True
    yield "old: keys unknown", legacy(program, b"]" + text("9") + b"a", data), True
    yield "old: keys a number", legacy(program, b"K\x01", data), True
    yield "old: keys lists", legacy(program, b"]]a", data), True
    yield "old: 2**40 elements", legacy(tensor(2**40, 0, (4,), (1,)), keys, data), True
    yield "old: wrong machine", _MARKS[:-100] + b"\x80\x02K\x01.", True
    for name, first, count in (("outside", 2, 4), ("before", -1, 2), ("huge", 0, 2**62)):
        view = b"(" + text("v") + pickled_integer(first) + pickled_integer(count) + b"t"
        yield f"old: a part {name}", legacy(storage(4, further=view), keys, data), True


def cases() -> Iterator[Case]:
    """All of them."""
    for name, program in (*_calls(), *_malformed(), *_storages()):
        yield name, archive(program, _DATA), True
        yield f"old: {name}", legacy(program, b"]" + text("0") + b"a", struct.pack("<q4f", 4, 1, 2, 3, 4)), True
    yield from _containers()


def seeds() -> dict[str, bytes]:
    """Good files of each format, for mutations."""
    x = torch.arange(6.0).reshape(2, 3)
    holder = torch.nn.Parameter(torch.ones(2))
    holder.tag = "q"
    saved = {"x": x, "row": x[1], "t": x.t(), "p": holder, "i": torch.arange(3), "b": torch.tensor([True]), "c": torch.ones(1) * 1j,
             "u": torch.ones(2, dtype=torch.uint16), "sparse": x.to_sparse(), "csr": x.to_sparse_csr(),
             "meta": torch.empty(2, device="meta"),
             "plain": [1, 2.5, None, b"y", 2**70, {1}, torch.Size([1]), torch.float16, torch.device("cpu")],
             "net": torch.nn.Linear(2, 2).state_dict()}
    found = {}
    for name, new in (("zip", True), ("old", False)):
        file = io.BytesIO()
        torch.save(saved, file, _use_new_zipfile_serialization=new)
        found[name] = file.getvalue()
    found["deflated"] = repack(found["zip"], zipfile.ZIP_DEFLATED)
    found["plain"] = pickle.dumps(saved["plain"][:5], 2)  # type: ignore[index]
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as tar:
        for name in ("storages", "tensors", "pickle"):
            info = tarfile.TarInfo(name)
            info.size = 20
            tar.addfile(info, io.BytesIO(bytes(20)))
    found["tar"] = file.getvalue()
    if safetensors := reader_of_safetensors():
        tensors = {name: value for name, value in saved.items() if name in ("x", "row", "i", "b", "u")}
        found["safetensors"] = safetensors.save({name: value.clone() for name, value in tensors.items()}, {"made by": "hand"})
    return found


@cache
def reader_of_safetensors() -> Any:
    """`safetensors.torch` on this package, or None where safetensors is not installed."""
    from minitorch_compat import compat

    if importlib.util.find_spec("safetensors") is None:
        return None
    with compat.installed():
        return importlib.import_module("safetensors.torch")


def repack(content: bytes, how: int = zipfile.ZIP_STORED, changed: dict[str, bytes] | None = None) -> bytes:
    """An archive written again, with other records in place of some, so that its checksums are right."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(file, "w", how) as target:
        for name in source.namelist():
            target.writestr(name, (changed or {}).get(name) or source.read(name))
    return file.getvalue()
