"""Loads files and tells what is wrong with how it went."""
from __future__ import annotations

import io
import os
import pickle
import random
import resource
import signal
import struct
import tempfile
import warnings
import zipfile
from collections.abc import Iterator
from typing import Any

import minitorch_compat as torch

from .corpus import reader_of_safetensors, repack

#: Seconds of the processor, and bytes above what the process had: what a file of a few thousand bytes may take.
SECONDS, ROOM = 5.0, 64 * 2**20


class _TooSlow(BaseException):
    pass


def _stop(number: int, frame: Any) -> None:
    raise _TooSlow


def peak() -> int:
    """The most memory the process has had, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def outcome(content: bytes, mapped: bool = False, load: Any = None) -> tuple[str, str]:
    """("loaded" | "refused" | "wrong", why) of a file that `torch.load` reads, or `load`."""
    before, handler = peak(), signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            loaded = load(content) if load else _load(content, mapped)
            _touch(loaded)
            result = "loaded", ""
    except (pickle.UnpicklingError, RuntimeError) as error:
        result = _judge_error(error)
    except _TooSlow:
        result = "wrong", f"took more than {SECONDS} s"
    except BaseException as error:
        if type(error).__name__ == "SafetensorError":
            return _judge_error(error)
        result = "wrong", f"{type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, handler)
    if peak() - before > ROOM + 6 * len(content):
        return "wrong", f"took {(peak() - before) >> 20} MB"
    return result


def _load(content: bytes, mapped: bool) -> Any:
    if not mapped:
        return torch.load(io.BytesIO(content))
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "file.pt")
        with open(path, "wb") as file:
            file.write(content)
        return torch.load(path, mmap=True)


def _judge_error(error: BaseException) -> tuple[str, str]:
    said = str(error)
    if isinstance(error, RecursionError) or len(said) < 10 or " " not in said:
        return "wrong", f"{type(error).__name__} without a sentence: {said!r}"
    if "MemoryError" in said or "Unable to allocate" in said:
        return "wrong", f"memory was asked for: {said[-200:]}"
    return "refused", said


def _touch(loaded: Any) -> None:
    """Read what was loaded where it can be read at all: nothing may lie outside of its memory."""
    if isinstance(loaded, torch.Tensor) and loaded.layout is torch.strided and not loaded.is_meta and loaded.numel() < 10_000:
        loaded.sum()
    elif isinstance(loaded, dict) and type(loaded) is dict:
        for value in loaded.values():
            _touch(value)


# Mutations ------------------------------------------------------------------------------------------------------------------------

_INTERESTING = (0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 2**63 - 1, 2**64 - 1)


def _changed(content: bytes, draw: random.Random) -> bytes:
    """The content with one to four changes."""
    data = bytearray(content)
    for _ in range(draw.choice((1, 1, 1, 2, 4))):
        at = draw.randrange(len(data)) if data else 0
        kind = draw.randrange(7)
        if not data or kind == 0:
            data[at:at] = draw.randbytes(draw.choice((1, 1, 2, 8)))
        elif kind == 1:
            data[at] ^= 1 << draw.randrange(8)
        elif kind == 2:
            data[at] = draw.randrange(256)
        elif kind == 3:
            del data[at:at + draw.choice((1, 1, 4, 64))]
        elif kind == 4:
            size = draw.choice("BHIQ")
            wide = struct.calcsize("<" + size)
            data[at:at + wide] = struct.pack("<" + size, draw.choice(_INTERESTING) % 256**wide)
        elif kind == 5:
            other, length = draw.randrange(len(data)), draw.choice((1, 4, 16, 64))
            data[at:at + draw.choice((0, length))] = data[other:other + length]
        else:
            del data[max(at, 1):]
    return bytes(data)


def mutations(seeds: dict[str, bytes], number: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """(what, content) of so many files, always the same for a seed."""
    pickles = {name: next(n for n in zipfile.ZipFile(io.BytesIO(seeds[name])).namelist() if n.endswith("data.pkl"))
               for name in ("zip", "deflated")}
    names = [*seeds, "program", "program", "program", "old", "zip"]
    for index in range(number):
        draw = random.Random(f"{seed} {index}")
        name = draw.choice(names)
        if name == "program":  # the pickle of an archive, with checksums that are right
            record = pickles["zip"]
            program = zipfile.ZipFile(io.BytesIO(seeds["zip"])).read(record)
            yield f"{index}: program", repack(seeds["zip"], changed={record: _changed(program, draw)})
        else:
            yield f"{index}: {name}", _changed(seeds[name], draw)


def reader(name: str) -> Any:
    """What reads a mutation of this name, if not `torch.load`."""
    return reader_of_safetensors().load if name.endswith(": safetensors") else None
