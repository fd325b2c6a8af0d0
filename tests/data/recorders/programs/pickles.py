"""Write `pickles.json.xz` with PyTorch: `python tests/data/recorders/programs/pickles.py`. Needs torch, joblib and cloudpickle.

For each object, its pickles by protocol, the names in them, and the bytes written by joblib and cloudpickle.
"""
from __future__ import annotations

import base64
import io
import json
import lzma
import pickle
import pickletools
import warnings
from pathlib import Path
from typing import Any

import cloudpickle
import joblib
import torch
from pickled_things import things


def names(content: bytes) -> list[str]:
    """The globals that a pickle of protocol 2 names."""
    return sorted({str(argument) for opcode, argument, _ in pickletools.genops(content) if opcode.name == "GLOBAL"})


def main() -> None:
    warnings.simplefilter("ignore")
    found: dict[str, Any] = {}
    for name, thing in things(torch).items():
        file = io.BytesIO()
        joblib.dump(thing, file)
        contents = {str(protocol): pickle.dumps(thing, protocol) for protocol in range(2, 6)}
        contents |= {"cloudpickle": cloudpickle.dumps(thing), "joblib": file.getvalue()}
        found[name] = {"names": names(contents["2"]), **{key: base64.b64encode(value).decode() for key, value in contents.items()}}
    target = Path(__file__).parents[2] / "pickles.json.xz"
    target.write_bytes(lzma.compress(json.dumps(found, separators=(",", ":")).encode(), preset=9))
    print(target, target.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
