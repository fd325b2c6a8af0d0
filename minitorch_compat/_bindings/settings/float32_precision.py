"""The precision of float32 products and convolutions that programs request, by library and kind of op.

Computations have full precision here, which every setting permits; what is requested is read back as in PyTorch: a kind of op that has no
setting of its own has its library's, and a library without one the general one.
"""
from __future__ import annotations

from typing import Any

#: A library and a kind of op; the empty word is every kind.
Key = tuple[str, str]
GENERAL: Key = ("generic", "")
PRECISIONS = ("none", "ieee", "tf32", "bf16")
#: What has been set; no entry as long as it has not been.
_SET: dict[Key, str] = {}
#: What is read where nothing is set.
_DEFAULTS: dict[Key, str] = {("cuda", "conv"): "tf32", ("cuda", "rnn"): "tf32"}
#: Precisions that a library does not have.
_MISSING = {"cuda": "bf16"}


def float32_precision(key: Key) -> str:
    """The precision in force for a library and a kind of op."""
    found = next((value for k in (key, (key[0], ""), GENERAL) if (value := _SET.get(k, "none")) != "none"), None)
    if found is None:
        return "none" if key in _SET else _DEFAULTS.get(key, "none")
    return "none" if _MISSING.get(key[0]) == found else found


def set_float32_precision(key: Key, value: Any) -> None:
    """Request a precision."""
    if value not in PRECISIONS:
        raise RuntimeError(f"Unknown precision: {value}")
    if _MISSING.get(key[0]) == value:
        raise RuntimeError(f"backend '{key[0]}' does not support precision '{value}'")
    _SET[key] = value


def set_product_precision(word: str) -> None:
    """Request what a word of `set_float32_matmul_precision` says."""
    _SET["mkldnn", "matmul"] = {"highest": "ieee", "high": "tf32", "medium": "bf16"}[word]
    _SET["cuda", "matmul"] = "ieee" if word == "highest" else "tf32"
