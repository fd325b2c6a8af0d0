"""Calls whose arguments fit no signature, said as PyTorch's argument parser says it.

PyTorch looks at the types of all arguments before it computes anything; here that would cost every call a microsecond. So arguments are
compared with PyTorch's signatures (`signatures.json`, recorded by `tests/data/record_signatures.py`) only where one is of a class that
its parameter does not expect (`expected.py`), or where a call has failed: if they fit none, that is what the error says, else the
function computes, or its own error stands.

A signature is a string of parameters, `name:type`, with `=` behind those that have a default, `*` before those given by keyword only and
`**` before one that takes all further positional arguments. Types: T tensor, L tensors, i int, I ints, f float, F floats, n number,
N numbers, b bool, s str, d dtype, v device, y layout, m memory format, `?` behind the others: or None, `.` anything.

Functions that PyTorch writes in Python have no signature that it checks; what they hand on to native ones, which check it, is in
`forwarded.json` (recorded by `tests/data/record_forwarded.py`).
"""
from __future__ import annotations

from functools import cache
from os.path import dirname, join
from typing import Any

import numpy as np

from .._dispatch.device import device
from .._dispatch.dtype import dtype
from .._dispatch.refusals import ALONE, has_several_signatures, type_of, wrong_combination
from .._dispatch.tensor import TensorBase
from .constants import layout, memory_format

_WORDS = {"T": "Tensor", "L": "tuple of Tensors", "i": "int", "I": "tuple of ints", "iI": "tuple of ints", "f": "float",
          "F": "tuple of floats", "n": "Number", "N": "tuple of Scalars", "b": "bool", "s": "str", "d": "torch.dtype", "Tn": "Tensor",
          "v": "torch.device", "y": "torch.layout", "m": "torch.memory_format"}
#: PyTorch's functions of these modules know themselves by longer names.
_PREFIXES = {"torch.fft": "fft_", "torch.linalg": "linalg_", "torch.special": "special_"}
_INTS, _NUMBERS = (int, np.integer), (int, float, complex, np.generic)


@cache
def _table() -> dict[str, dict[str, list[str]]]:
    import json

    with open(join(dirname(dirname(__file__)), "signatures.json"), encoding="utf-8") as file:
        found: dict[str, dict[str, list[str]]] = json.load(file)
    return found


def signatures(space: str, name: str) -> list[str] | None:
    """PyTorch's signatures of a function or method, if they are known."""
    return _table().get(space, {}).get(name)


def misfit(space: str, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Exception | None:
    """PyTorch's error for a call of `space`.`name` (`args` without `self`); None if the arguments fit a signature."""
    found = signatures(space, name)
    if found is None:
        return _handed_on(handed_on(space, name), args, kwargs)
    name = _PREFIXES.get(space, "") + name
    if found == [""] and (args or kwargs):
        return TypeError(f"TensorBase.{name}() takes no arguments ({len(args)} given)" if args else
                         f"TensorBase.{name}() takes no keyword arguments")
    own = {parsed(part)[0] for text in found for part in text.replace("*", " ").split()}
    kwargs = {key if key in own else _NUMPY_NAMES.get(key, key): value for key, value in kwargs.items()}
    problems = [_problem(name, text, args, kwargs) for text in found]
    if None in problems:
        return None
    if args and _is_int(args[0]):
        for text, problem in zip(found, problems, strict=True):
            if text.startswith("**"):  # what is wrong is behind the first
                return problem
    for problem in problems:
        if str(problem).startswith("expected Tensor as element"):  # which the parser says as soon as it sees it
            return problem
    method = space == "torch.Tensor"
    single = len([text for text in found if "**" not in text]) == 1 or not method and name in ALONE and len(args) + len(kwargs) == 1
    several = has_several_signatures(name, method, len(args) + len(kwargs))
    if single and not several:
        return problems[0]
    plausible = [problem for text, problem in zip(found, problems, strict=True) if _takes(text, len(args) + len(kwargs))]
    return plausible[0] if several and len(plausible) == 1 < len(found) else wrong_combination(name, args, kwargs)


@cache
def _takes(text: str, count: int) -> bool:
    """Whether a signature may be meant by a call with so many arguments; the old ones, in whose stubs `self` is left, are not."""
    parameters = [parsed(part) for part in text.replace("*", "").split()]
    return "self:T" not in text and sum(not optional for _, _, optional in parameters) <= count <= len(parameters)


@cache
def _forwarded() -> dict[str, dict[str, dict[str, Any]]]:
    import json

    with open(join(dirname(dirname(__file__)), "forwarded.json"), encoding="utf-8") as file:
        found: dict[str, dict[str, dict[str, Any]]] = json.load(file)
    return found


def handed_on(space: str, name: str) -> dict[str, Any]:
    """What a function that PyTorch writes in Python hands to native ones: parameter -> native name, argument, position, type."""
    return _forwarded().get(space, {}).get(name, {})


def _handed_on(entry: dict[str, Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Exception | None:
    """What the native function says that is handed an argument of the wrong type."""
    given = {**dict(zip(entry.get("", "").split(), args, strict=False)), **kwargs}
    for parameter, value in given.items():
        native, argument, position, kind = entry.get(parameter, ("", "", 0, "."))
        if not _fits(kind, value):
            if not native:  # which Python finds out when it asks for an attribute
                return AttributeError(f"'{type(value).__name__}' object has no attribute '{argument}'")
            return (_mismatch(native, argument, position - 1 if position else None, kind.partition("+")[0], value) if argument
                    else wrong_combination(native, args, kwargs))
    return None


def misfit_of_method(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Exception | None:
    """The same for a method, of which `args` has `self`, too."""
    if not args and "self" not in kwargs:
        return TypeError(f"unbound method TensorBase.{name}() needs an argument")
    if args and not isinstance(args[0], TensorBase):
        return TypeError(f"descriptor '{name}' for 'torch._C.TensorBase' objects doesn't apply to a '{type(args[0]).__name__}' object")
    return misfit("torch.Tensor", name, args[1:], kwargs)


_NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim", "x": "input", "a": "input", "x1": "input", "x2": "other"}


def _problem(name: str, text: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> TypeError | None:
    """Why a call does not fit one signature."""
    positional, _, by_keyword = text.partition("*")
    parameters = [parsed(p) for p in positional.split()]
    if by_keyword.startswith("*"):  # **size: all that is positional
        parameter, by_keyword = by_keyword[1:].split(":")[0], by_keyword.partition(" ")[2]
        if not args or not _is_int(args[0]):
            return wrong_combination(name, args, kwargs)
        if not _are_ints(args):
            return _mismatch(name, parameter, None, "I", args)
        parameters, args = [], ()
    if len(args) > len(parameters):
        return _too_many(name, sum(not optional for _, _, optional in parameters), len(parameters), len(args))
    used = set()
    for place, (parameter, kind, optional) in enumerate(parameters):
        if place < len(args):
            if not _fits(kind, args[place]):
                return _mismatch(name, parameter, place, kind, args[place])
        elif parameter in kwargs:
            used.add(parameter)
            if not _fits(kind, kwargs[parameter]):
                return _mismatch(name, parameter, None, kind, kwargs[parameter])
        elif not optional:
            return _missing(name, [p for p, _, o in parameters[place:] if not o and p not in kwargs])
    for parameter, kind, _ in map(parsed, by_keyword.split()):
        if parameter in kwargs:
            used.add(parameter)
            if not _fits(kind, kwargs[parameter]):
                return _mismatch(name, parameter, None, kind, kwargs[parameter])
    odd = [key for key in kwargs if key not in used and key != "out"]  # which the stubs leave out here and there
    return TypeError(f"{name}() got an unexpected keyword argument '{odd[0]}'") if odd else None


def _mismatch(name: str, parameter: str, position: int | None, kind: str, value: Any) -> TypeError:
    place = "" if position is None else f" (position {position + 1})"
    wanted = _WORDS[kind.rstrip("?")]
    if wanted == "tuple of ints" and isinstance(value, (list, tuple)) and _is_int(value[0]):
        odd = next(i for i, v in enumerate(value) if not (_is_int(v) or v is True or v is False))
        return TypeError(f"{name}(): argument '{parameter}' failed to unpack the object at pos {odd + 1} with error "
                         f"\"type must be tuple of ints,but got {type_of(value[odd])}\"")
    if wanted == "tuple of Tensors" and isinstance(value, (list, tuple)) and isinstance(value[0], TensorBase):
        odd = next(i for i, v in enumerate(value) if not isinstance(v, TensorBase))
        return TypeError(f"expected Tensor as element {odd} in argument {position or 0}, but got {type_of(value[odd])}")
    if wanted.startswith("tuple") and isinstance(value, (list, tuple)):
        wanted += f", but found element of type {type_of(value[0])} at pos 0"
        return TypeError(f"{name}(): argument '{parameter}'{place} must be {wanted}")
    return TypeError(f"{name}(): argument '{parameter}'{place} must be {wanted}, not {type_of(value)}")


def _too_many(name: str, least: int, most: int, given: int) -> TypeError:
    takes = f"from {least} to {most}" if least < most else str(most)
    return TypeError(f"{name}() takes {takes} positional argument{'s' * (most != 1)} but {given} {'was' if given == 1 else 'were'} given")


def _missing(name: str, missing: list[str]) -> TypeError:
    """PyTorch has singular and plural the wrong way round."""
    return TypeError(f"{name}() missing {len(missing)} required positional argument{'s' * (len(missing) == 1)}: "
                     + ", ".join(f'"{m}"' for m in missing))


@cache
def parsed(text: str) -> tuple[str, str, bool]:
    """Name, type, and whether it may be left out."""
    name, _, kind = text.partition(":")
    return name, kind.rstrip("="), kind.endswith("=")


def _fits(kind: str, value: Any) -> bool:
    return kind == "." or any(_FITS[letter](value) for letter in kind)


def _is_int(value: Any) -> bool:
    if isinstance(value, TensorBase):
        return _holds_one(value) and value.array.dtype.kind in "iu"
    return isinstance(value, _INTS) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return _holds_one(value) if isinstance(value, TensorBase) else isinstance(value, _NUMBERS)


def _holds_one(value: Any) -> bool:
    shape = value.array.shape
    return all(n == 1 for n in shape)


def _all(check: Any) -> Any:
    return lambda value: isinstance(value, (list, tuple)) and all(map(check, value))


def _are_ints(value: Any) -> bool:
    """A flag is an int but in the first place, where PyTorch looks at the type."""
    if not isinstance(value, (list, tuple)):
        return False
    return not value or _is_int(value[0]) and all(v is True or v is False or _is_int(v) for v in value)


def _is_tensor(value: Any) -> bool:
    """Whether a value is a tensor, or overrides as one."""
    return isinstance(value, TensorBase) or hasattr(type(value), "__torch_function__")


_FITS = {"T": _is_tensor, "L": _all(_is_tensor), "i": _is_int, "I": _are_ints,
         "f": lambda v: _is_number(v) and not isinstance(v, complex), "F": _all(_is_number), "n": _is_number, "N": _all(_is_number),
         "b": lambda v: isinstance(v, bool), "s": lambda v: isinstance(v, str), "d": lambda v: isinstance(v, (dtype, type)),
         "v": lambda v: isinstance(v, (str, device)) or _is_int(v), "y": lambda v: isinstance(v, layout),
         "m": lambda v: isinstance(v, memory_format), "?": lambda v: v is None, "+": lambda v: False}
