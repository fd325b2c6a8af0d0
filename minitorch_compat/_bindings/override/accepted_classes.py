"""The classes that arguments of a public function may have, from PyTorch's signatures: what wrappers check before a call.

A wrapper has to check the class of every argument anyway, for `__torch_function__`. Instead of one set of ordinary classes for all of
them it uses a set per parameter, so that a call with None for a dimension or a string for a flag is noticed at no further cost, before
anything is computed. Classes in no set are checked in detail (`Entry.check_and_call`), which is slow and accepts most of them.
"""
from __future__ import annotations

from functools import cache
from inspect import unwrap
from types import NoneType
from typing import Any

import numpy as np

from ..._dispatch.device import device
from ..._dispatch.dtype import dtype
from ..._dispatch.size import Size
from ..._dispatch.state import ORDINARY, PLAIN, TENSOR_CLASS_SETS
from ..randomness.generators import Generator
from ..settings.constants import layout, memory_format

_INT_CLASSES = (int, np.int64, np.int32)
_REAL_CLASSES = (*_INT_CLASSES, float, bool, np.float64, np.float32)
_CLASSES: dict[str, tuple[Any, ...]] = {
    "T": (), "L": (), **dict.fromkeys("ikj", _INT_CLASSES), "I": (Size,), "K": (Size,), "f": _REAL_CLASSES, "F": (),
    "n": (*_REAL_CLASSES, complex), "N": (), "b": (bool,), "s": (str,),
    "d": (dtype, type), "v": (str, int, device), "y": (layout,), "m": (memory_format,), "g": (Generator,), "?": (NoneType,),
}


#: Namespaces whose functions are overridable although PyTorch does not list them, and native functions of that kind.
UNLISTED = ("torch.nn.init.", "torch.autograd.")
UNLISTED_NATIVE = frozenset("torch." + name for name in (
    "as_strided", "frombuffer", "range", "_assert_async", "_cast_Long", "_chunk_cat", "_conj", "_dirichlet_grad",
    "_native_batch_norm_legit", "_neg_view", "_sample_dirichlet", "_shape_as_tensor", "_standard_gamma",
    "_standard_gamma_grad", "_unsafe_masked_index",
    "_unsafe_masked_index_put_accumulate"))


class Accepted(set[Any]):
    """The classes that one parameter accepts, and those of the members of a list or tuple."""

    __slots__ = ("members",)

    def __init__(self, kinds: str = "") -> None:
        super().__init__()
        self.members: set[Any] = set()
        self.admit(kinds)

    def admit(self, kinds: str) -> None:
        """Add the classes for the letters of a signature."""
        for letter in kinds:
            self.update(ORDINARY if letter == "." else _CLASSES[letter])
            if letter in _MEMBERS:
                self.members.update(_CLASSES[_MEMBERS[letter]] if letter != "." else ORDINARY)
        if kinds == "." or "T" in kinds:
            self.update(PLAIN)
            TENSOR_CLASS_SETS.append(self)
        if kinds == "." or "L" in kinds:
            self.members.update(PLAIN)
            TENSOR_CLASS_SETS.append(self.members)

    def holds(self, value: Any) -> bool:
        """Whether a value of none of the classes is a list or tuple of accepted members."""
        if value.__class__ is not list and value.__class__ is not tuple:
            return False
        members = self.members
        if not members:
            return False  # an empty set of members allows no sequences, not even empty ones
        for member in value:  # noqa: SIM110 (faster than a generator, and for the few members of most lists than set operations)
            if member.__class__ not in members:
                return False
        return True


#: Letters of sequences -> letter of their members.
_MEMBERS = {"L": "T", "I": "i", "K": "i", "F": "f", "N": "n", ".": "."}
#: For unknown parameters: accepts nothing.
UNEXPECTED = Accepted()


class ByName(dict[str, Accepted]):
    """Parameter -> accepted classes; unknown names accept nothing."""

    def __missing__(self, name: str) -> Accepted:
        return UNEXPECTED


@cache
def anything() -> Accepted:
    """For functions without a recorded signature: accepts any ordinary class."""
    return Accepted(".")


def expected(space: str, name: str, raw: Any) -> tuple[list[Accepted], dict[str, Accepted]]:
    """The classes accepted by position and by keyword."""
    from ..._fidelity.argument_checks import forwarded, signatures
    from ..._ops.schema import parse_signature, takes_ints_as_varargs

    inner = unwrap(raw)  # decorators accept any names
    code = inner.__code__ if hasattr(inner, "__code__") else None
    texts = signatures(space, name)
    if texts is None:
        names = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount] if code is not None else ()
        return _expected_by_native(forwarded(space, name), space == "torch.Tensor", names)
    first = [_accepts_tensor()] if space == "torch.Tensor" else []
    positions: list[Accepted] = []
    by_name: dict[str, Accepted] = {"out": anything()}
    rest = [UNEXPECTED]
    for text in texts:
        apart = takes_ints_as_varargs(text)
        if apart:
            rest = [Accepted("i")] * _MAX_ARGUMENTS
        for place, parameter in enumerate(parse_signature(text)):
            kind = parameter.kind
            if parameter.by_position:
                kind = f"i{kind}" if apart else kind
                if place == len(positions):
                    positions.append(Accepted())
                positions[place].admit(kind)
            by_name.setdefault(parameter.name, Accepted()).admit(kind)
    for other, ours in (("axis", "dim"), ("keepdims", "keepdim")):
        if ours in by_name:
            by_name[other] = by_name[ours]
    return [*first, *positions, *rest], by_name


def _expected_by_native(entry: dict[str, Any], method: bool, names: tuple[str, ...]) -> tuple[list[Accepted], dict[str, Accepted]]:
    """The same for a function that PyTorch writes in Python: what the native functions that it calls accept."""
    kinds = {parameter: Accepted(found[3]) for parameter, found in entry.items() if parameter}
    positions = [kinds.get(parameter, anything()) for parameter in entry.get("", "").split()]
    by_name = {**dict.fromkeys(names, anything()), "out": anything(), **kinds}
    return [*[anything()] * method, *positions, *[anything()] * _MAX_ARGUMENTS], by_name


#: More positional arguments than any call has.
_MAX_ARGUMENTS = 255


@cache
def _accepts_tensor() -> Accepted:
    return Accepted("T")
