"""Ints that 64 bits do not hold: PyTorch says so before it looks at anything else. Only reached when a call is refused."""
from __future__ import annotations

from typing import Any

from .argument_checks import handed_on, kinds_of

_TOO_LONG = "Overflow when unpacking long long"
#: Native functions that PyTorch's Python code hands a list, whatever it was given itself.
_HANDED_LISTS = frozenset(("im2col", "col2im", "linalg_matrix_norm", "linalg_vector_norm", "max_unpool2d", "max_unpool3d"))
#: What functions that PyTorch writes in Python hand on where their misfits are not told by the native function: name, argument, -, type.
_UNRECORDED = {
    **{(name, "dim"): ("linalg_vector_norm", "dim", 0, "I") for name in ("torch.norm", "torch.Tensor.norm")},
    ("torch.nn.functional.group_norm", "num_groups"): ("group_norm", "num_groups", 0, "i")}
#: Of what PyTorch writes in Python, sizes that it computes with before it hands them on.
_COMPUTED = frozenset(("torch.nn.functional.local_response_norm",))


def too_long(full: str, args: tuple[Any, ...], kwargs: dict[str, Any], in_python: bool) -> Exception | None:
    """What PyTorch says of the first int of a call of `full` that no word holds; None if there is none."""
    if not any(map(_holds_one, (*args, *kwargs.values()))):
        return None
    space, _, name = full.rpartition(".")
    own = args[1:] if space == "torch.Tensor" else args
    if (name == "split" or space == "torch.signal.windows") and any(map(_is_too_long, (*own, *kwargs.values()))):
        return ValueError(_TOO_LONG)  # whose misfits no native function tells
    if in_python:
        return None if full in _COMPUTED else _handed_on(full, handed_on(space, name), own, kwargs)
    names, kinds = kinds_of(space, name, own, kwargs)
    if len(own) > 1 and len(names) == 1:  # ints of a list, apart
        own = (own,)
    for parameter, value in {**dict(zip(names, own, strict=False)), **kwargs}.items():
        kind = kinds.get(parameter, "").rstrip("?")
        if _holds_one(value) and _is_of_ints(kind):
            return _said(name, parameter, value if isinstance(value, (list, tuple)) or kind not in ("I", "K") else [value])
    return None


def _handed_on(full: str, entry: dict[str, Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Exception | None:
    """The same of a function that PyTorch writes in Python."""
    names = entry.get("", "").split()
    given = {**dict(enumerate(args)), **dict(zip(names, args, strict=False)), **kwargs}
    for parameter, value in given.items():
        if _holds_one(value) and not (parameter.__class__ is int and parameter < len(names)):
            native, argument, _, kind = entry.get(parameter) or _UNRECORDED.get((full, parameter), ("", "", 0, "."))
            if native == "linalg_vector_norm" and isinstance(given.get("p"), str) and given["p"] != "fro":
                native = "linalg_matrix_norm"
            if _is_of_ints(kind.partition("+")[0]):
                return _said(native, argument, [value] if native in _HANDED_LISTS and value.__class__ is int else value)
    return None


def _is_of_ints(kind: str) -> bool:
    return bool(kind) and kind.rstrip("?")[-1] in "ijkvIK"


def _said(name: str, parameter: str, value: Any) -> Exception | None:
    """The error for an int, or for the first of several that is too long."""
    if value.__class__ is int:
        return ValueError(_TOO_LONG)
    return too_long_for(name, parameter, value) if name else None


def too_long_for(name: str, parameter: str, value: Any) -> TypeError:
    """What the native function `name` says of several ints, one of which is too long."""
    place = next(i for i, v in enumerate(value, 1) if _is_too_long(v))
    return TypeError(f"{name}(): argument '{parameter}' failed to unpack the object at pos {place} with error \"{_TOO_LONG}\"")


def _holds_one(value: Any) -> bool:
    """Whether a value is too long, or a list of ints of which one is."""
    return any(map(_is_too_long, value)) if value.__class__ in (list, tuple) else _is_too_long(value)


def _is_too_long(value: Any) -> bool:
    return value.__class__ is int and not -1 << 63 <= value < 1 << 63
