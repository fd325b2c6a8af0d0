"""Errors for calls whose arguments fit no signature, with the messages of PyTorch's argument parser.

PyTorch checks the types of all arguments before it computes anything; here that would cost every call a microsecond. So arguments are
compared with PyTorch's signatures (`signatures.json`, by `tests/data/recorders/package/signatures.py`) only where one is of a class that
its parameter does not expect (`_bindings/override/accepted_classes.py`), or where a call has failed: if they fit none, the error is about
that; else the function computes, or its own error is raised. `_ops/schema.py` reads the signatures.
Functions that PyTorch does not have are compared with the schema of their op.

Functions that PyTorch writes in Python have no signature that it checks; what they pass on to native ones, which check it, is in
`forwarded.json` (recorded by `tests/data/recorders/package/forwarded.py`).
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np

from .._array.core.dtypes import c_name
from .._array.core.intp import ADDRESS_BITS_NOTE
from .._array.core.shape_errors import translate_dimension_error
from .._array.exchange.type_names import value_type_name
from .._bindings.randomness.generators import Generator
from .._bindings.settings.constants import layout, memory_format
from .._dispatch.call.kernel_errors import out_of_memory
from .._dispatch.device import device
from .._dispatch.dtype import OF_CLASSES, dtype
from .._dispatch.tensor import TensorBase
from .._ops.aten import names_accepting_numbers
from .._ops.op import OPS
from .._ops.schema import SignatureParam, is_deprecated, parse_signature, takes_ints_as_varargs
from .._tables import table as read_table
from .messages.arguments import duplicate_argument, missing_arguments, too_many_arguments, unknown_keyword, wrong_combination, wrong_element

_TYPE_NAMES = {"T": "Tensor", "L": "tuple of Tensors", "i": "int", "k": "int", "f": "float",
               **dict.fromkeys(("I", "K", "iI", "jI", "jK"), "tuple of ints"),
               "F": "tuple of floats", "n": "Number", "N": "tuple of Scalars", "b": "bool", "s": "str", "d": "torch.dtype", "Tn": "Tensor",
               "v": "torch.device", "y": "torch.layout", "m": "torch.memory_format", "g": "torch.Generator"}
#: Prefixes of the native names that PyTorch's messages use for functions of these modules.
_PREFIXES = {"torch.fft": "fft_", "torch.linalg": "linalg_", "torch.special": "special_"}
_INTS, _NUMBERS = (int, np.integer), (int, float, complex, np.generic)


@cache
def _signature_table() -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = read_table("_fidelity/tables/signatures.json")
    return found


def signatures(space: str, name: str) -> list[str] | None:
    """PyTorch's signatures of a function or method; None if there are none."""
    return _signature_table().get(space, {}).get(name)


@cache
def signature_of_entry(space: str, name: str) -> list[str] | None:
    """The signature of a generated function or method that PyTorch does not have, from the schema of its op; None if there is no op."""
    op = OPS.get(name) or OPS.get(name.removesuffix("_"))
    method = space == "torch.Tensor"
    if op is None or not op.variants or op.module != ("torch" if method else space.removeprefix("torch.")):
        return None
    by_position: list[str] = []
    by_keyword = ["Tensor? out=None"]
    for param in op.params[method:]:
        text = f"{param.type} {param.name}" + (f"={param.default}" if param.default is not None else "")
        (by_keyword if param.keyword_only else by_position).append(text)
    return [", ".join([*by_position, "*", *by_keyword])]


def argument_error(space: str, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Exception | None:
    """PyTorch's error for a call of `space`.`name` (`args` without `self`); None if the arguments fit a signature."""
    found = signatures(space, name)
    if found is None and (entry := forwarded(space, name)):
        return _forwarded_error(name, entry, args, kwargs)
    if found is None:
        found = signature_of_entry(space, name)
    if found is None:
        return None
    if found == [""] and (args or kwargs):
        return TypeError(f"TensorBase.{name}() takes no arguments ({len(args)} given)" if args else
                         f"TensorBase.{name}() takes no keyword arguments")
    renamed: Any = _signature_table()["names"].get(f"{space}.{name}")
    name = renamed or _PREFIXES.get(space, "") + name
    problems = [_signature_error(name, text, args, kwargs) for text in found]
    if None in problems:
        return None
    for problem in problems:
        if _FINAL_ERRORS.search(str(problem)):
            return problem
    if len(found) == 1:
        return problems[0]
    plausible = [problem for text, problem in zip(found, problems, strict=True) if _accepts_count(text, len(args) + len(kwargs))]
    if len(plausible) == 1:
        return plausible[0]
    return wrong_combination(name, args, kwargs, _list_signatures(found, problems))


def _list_signatures(texts: list[str], problems: Sequence[Exception | None]) -> str:
    """The part of a message that lists the signatures, each with the reason why the call does not fit it."""
    return "".join(f"\n * ({', '.join(map(_parameter_text, parse_signature(text)))}): {str(problem).partition('(): ')[2] or problem}"
                   for text, problem in zip(texts, problems, strict=True) if not is_deprecated(text))


def _parameter_text(parameter: SignatureParam) -> str:
    name, kind, optional, by_position = parameter
    type_name = _TYPE_NAMES.get(kind.rstrip("?"), "anything")
    return f"{'' if by_position else '*, '}{type_name} {name}{'=…' if optional else ''}"


#: Errors that are raised without trying the other signatures.
_FINAL_ERRORS = re.compile("^expected Tensor as element|failed to unpack|found element of type complex at pos")


@cache
def _accepts_count(text: str, count: int) -> bool:
    """Whether a signature takes this number of arguments."""
    parameters = parse_signature(text)
    return not is_deprecated(text) and sum(not optional for _, _, optional, _ in parameters) <= count <= len(parameters)


def parameter_names(text: str) -> tuple[list[str], list[str]]:
    """The parameters of a signature that may be passed by position, and the others."""
    parameters = parse_signature(text)
    return [name for name, *_, positional in parameters if positional], [name for name, *_, positional in parameters if not positional]


def check_native(name: str, *args: Any, **kwargs: Any) -> None:
    """Raise what PyTorch's native function `name` would raise for these arguments, which PyTorch's Python code passes on to it."""
    kinds = (name, *map(_type_key, args), *((key, _type_key(value)) for key, value in kwargs.items()))
    if kinds in _ACCEPTED_TYPES:  # arguments of these types are known to fit
        return
    error = next((argument_error(space, name, args, kwargs) for space in ("torch", "native") if signatures(space, name) is not None), None)
    if error is not None:
        raise error
    if not any(isinstance(a, TensorBase) and _has_one_element(a) for a in (*args, *kwargs.values())):
        _ACCEPTED_TYPES.add(kinds)  # not for tensors that may stand for numbers: their type alone does not decide


_ACCEPTED_TYPES: set[tuple[Any, ...]] = set()


def _type_key(value: Any) -> Any:
    if value.__class__ not in (list, tuple):
        return value.__class__
    return value.__class__, *map(type, value[:1]), frozenset(map(type, value[1:]))


#: Functions whose kernels take real numbers as C++'s double, whatever the dtype of the tensors.
_DOUBLE_SCALAR_FUNCTIONS = frozenset({
    "torch.histc", "torch.Tensor.histc", "torch.nn.functional.softshrink", "torch.nn.functional.hardtanh_"})


#: numpy's messages for arrays larger than any memory.
_NUMPY_SIZE_ERRORS = ("Maximum allowed dimension exceeded", "Maximum allowed size exceeded", "array is too big; "
                      "`arr.size * arr.dtype.itemsize` is larger than the maximum possible size.")


def conversion_error(error: Exception, values: tuple[Any, ...], full: str = "") -> RuntimeError | None:
    """PyTorch's error for a complex number where real tensors need a real one, or for too large results; `error` was raised here."""
    if isinstance(error, MemoryError):
        return out_of_memory(error)
    if (dimensions := translate_dimension_error(error)) is not None:
        return dimensions
    if isinstance(error, ValueError) and str(error) in _NUMPY_SIZE_ERRORS:
        return RuntimeError(f"Storage size calculation overflowed{ADDRESS_BITS_NOTE}")
    text = str(error) if isinstance(error, TypeError) else ""
    if full == "torch.Tensor.new_tensor" or "complex" not in text or "(): argument" in text or "invalid combination" in text:
        return None
    if not any(v.__class__ is complex for v in values):
        return None
    kinds = [v._array.dtype for v in values if isinstance(v, TensorBase)]
    if not kinds or any(kind.kind == "c" for kind in kinds):
        return None
    kind = "double" if full in _DOUBLE_SCALAR_FUNCTIONS else c_name(kinds[0])
    return RuntimeError(f"value cannot be converted to type {kind} without overflow")


#: Native functions that get tuples, made of any iterable.
TUPLE_ARGUMENT_FUNCTIONS = frozenset(("im2col", "col2im"))


@cache
def _forwarded_table() -> dict[str, dict[str, dict[str, Any]]]:
    found: dict[str, dict[str, dict[str, Any]]] = read_table("_fidelity/tables/forwarded.json")
    return found


def forwarded(space: str, name: str) -> dict[str, Any]:
    """The arguments that a function written in Python passes to native ones: parameter -> native name, argument, position, type."""
    return _forwarded_table().get(space, {}).get(name, {})


def _forwarded_error(name: str, entry: dict[str, Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Exception | None:
    """The error of the native function that gets an argument of the wrong type."""
    arguments = {**dict(zip(entry.get("", "").split(), args, strict=False)), **kwargs}
    for parameter, value in arguments.items():
        native, argument, position, kind = entry.get(parameter, ("", "", 0, "."))
        if argument == "is_cuda" and not arguments.get("return_indices"):  # read only for the indices
            native, argument, position = "max_pool3d", parameter, 1
        if argument in ("softmax", "log_softmax") and arguments.get("dim") is None:  # chosen by the number of dimensions
            argument = "dim"
        if argument == "include_last_offset" and arguments.get("offsets") is None:  # for the rows of a matrix, which need no offsets
            continue
        native = _selected_native(native, arguments)
        if native in TUPLE_ARGUMENT_FUNCTIONS and kind[0] == "i" and isinstance(value, Iterable):
            if not getattr(value, "ndim", 1):
                continue  # Python raises: it is not iterable
            value = tuple(value)
        if native is None:
            continue
        if not _fits(_native_kind(native, argument, kind), value):
            if not native:  # Python raises when it reads the attribute
                if callable(getattr(value, argument, None)):
                    continue
                if hasattr(value, argument):  # an attribute of an array, for example, which PyTorch tries to call
                    return TypeError(f"{name}(): argument '{parameter}' must be Tensor, not {value_type_name(value)}")
                of = f"type object '{value.__name__}'" if isinstance(value, type) else f"'{value_type_name(value)}' object"
                return AttributeError(f"{of} has no attribute '{argument}'")
            return (_type_error(native, argument, max(position - 1, 0), kind, value, position > 0) if argument
                    else wrong_combination(native, args, kwargs))
    return None


def _selected_native(native: str, arguments: dict[str, Any]) -> str | None:
    """The native function for these arguments, where it depends on them; None if the function checks them itself."""
    if native == "linalg_vector_norm" and isinstance(arguments.get("p"), str) and arguments["p"] != "fro":
        return None
    if native.endswith("_with_indices") and not arguments.get("return_indices"):
        return native.removesuffix("_with_indices")
    if native == "unique_dim" and arguments.get("dim") is None:
        return "_unique2"
    if arguments.get("inplace") is True and (signatures("torch", native + "_") or signatures("native", native + "_")):
        return native + "_"
    return native


@cache
def _native_kind(native: str, argument: str, kind: str) -> str:
    """The type of an int or ints, in the letters of the native function's own signature."""
    base_kind = kind.rstrip("?")
    own = {"i": ("i", "k"), "I": ("I", "K"), "iI": ("jI", "jK")}.get(base_kind, ())
    texts = own and (signatures("torch", native) or signatures("native", native)) or ()
    letters = {k.rstrip("?") for text in texts for parameter, k, *_ in parse_signature(text) if parameter == argument}
    return kind.replace(base_kind, letters.pop(), 1) if len(letters) == 1 and letters <= {*own} else kind


def convert_to_numbers(full: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of a call that fits, with the tensors and arrays that stand for numbers converted to numbers."""
    space, _, name = full.rpartition(".")
    own = int(space == "torch.Tensor")
    if not has_number_substitutes((*args[own:], *kwargs.values())):
        return args, kwargs
    order, kinds = parameter_kinds(space, name, args[own:], kwargs)
    if len(args) > own + len(order) == own + 1:  # a list of ints passed as separate arguments
        order = order * (len(args) - own)
    by_position = [_to_number(kinds.get(parameter, "."), value) for parameter, value in zip(order, args[own:], strict=False)]
    by_name = {parameter: _to_number(kinds.get(parameter, "."), value) for parameter, value in kwargs.items()}
    pairs = (*zip(args[own:], by_position, strict=False), *zip(kwargs.values(), by_name.values(), strict=True))
    if all(old is new for old, new in pairs):
        return args, kwargs
    return (*args[:own], *by_position, *args[own + len(by_position):]), by_name


def has_number_substitutes(values: Any) -> bool:
    """Whether there are tensors, arrays or numpy integers among values, or in lists among them; or bytes, which stand for text."""
    return any(isinstance(v, _NUMBER_SUBSTITUTES)
               or v.__class__ in (list, tuple) and any(isinstance(member, _NUMBER_SUBSTITUTES) for member in v) for v in values)


_NUMBER_SUBSTITUTES = (TensorBase, np.ndarray, np.integer, bytes)


def parameter_kinds(space: str, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[list[str], dict[str, str]]:
    """The parameters in order, and the type of each, of the signature that the call fits."""
    found = signatures(space, name)
    if found is None:
        entry = forwarded(space, name)
        return entry.get("", "").split(), {parameter: entry[parameter][3] for parameter in entry
                                           if parameter and entry[parameter][0] not in TUPLE_ARGUMENT_FUNCTIONS}
    text = next((text for text in found if _signature_error(name, text, args, kwargs) is None), "")
    kinds = {parameter: kind for parameter, kind, *_ in parse_signature(text)}
    others = [[kind for _, kind, *_ in parse_signature(other)] for other in found if other != text]
    for place, (parameter, kind) in enumerate(kinds.items()):
        if kind[:1] in "jIK" and any(other[place:place + 1] in (["i"], ["k"]) for other in others):
            kinds[parameter] = "[" + kind  # a single int would select another signature
    return [*kinds], kinds


def _to_number(kind: str, value: Any) -> Any:
    base_kind = kind.rstrip("?")
    if base_kind in ("f", "n") and isinstance(value, TensorBase):
        return value._array.item()
    if base_kind in ("F", "N") and any(isinstance(v, TensorBase) for v in value):
        return [_to_number("n", v) for v in value]
    if value.__class__ is bytes and base_kind in ("s", "v"):
        return value.decode()
    if base_kind[:1] == "[" and not isinstance(value, (list, tuple)):
        found = _to_number(base_kind[1:], value)
        return value if found is value else [found]
    base_kind = base_kind.removeprefix("[")
    if not base_kind or base_kind[0] not in "ikjIK":
        return value
    if value.__class__ in (list, tuple) and has_number_substitutes(value):
        return type(value)(_to_number("i", v) for v in value)
    if isinstance(value, TensorBase) and _has_one_element(value):
        return int(value._array.item())
    return int(value) if isinstance(value, np.integer) or isinstance(value, np.ndarray) and not value.ndim else value


def method_argument_error(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Exception | None:
    """The same for a method, where `args` includes `self`."""
    if not args and "self" not in kwargs:
        return TypeError(f"unbound method TensorBase.{name}() needs an argument")
    if args and not isinstance(args[0], TensorBase):
        return TypeError(f"descriptor '{name}' for 'torch._C.TensorBase' objects doesn't apply to a '{type(args[0]).__name__}' object")
    return argument_error("torch.Tensor", name, args[1:], kwargs)


#: Parameter -> numpy's names for it.
_NUMPY_NAMES = {"dim": ("axis",), "keepdim": ("keepdims",), "input": ("x", "a", "x1"), "other": ("x2",)}


def _signature_error(name: str, text: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> TypeError | None:
    """The error for a call that does not fit one signature; None if it fits."""
    parameters = parse_signature(text)
    most = sum(positional for *_, positional in parameters)
    if args and takes_ints_as_varargs(text) and _is_int_list_element(args[0]):
        if not _fits(parameters[0][1], args):
            return _type_error(name, parameters[0][0], 0, "I", args)
        args = (args,)
    if len(args) > most:
        return too_many_arguments(name, sum(not optional for _, _, optional, _ in parameters), most, len(args))
    used = set()
    for place, (parameter, kind, optional, _) in enumerate(parameters):
        key = None
        if place >= len(args):
            key = next((k for k in (parameter, *_NUMPY_NAMES.get(parameter, ())) if k in kwargs), None)
            if key is None:
                if optional:
                    continue
                return missing_arguments(name, [p for p, _, o, _ in parameters[place:] if not o])
            used.add(key)
        value = args[place] if key is None else kwargs[key]
        if not _fits(kind, value) and not (kind == "T" and isinstance(value, _NUMBERS) and name in names_accepting_numbers()):
            return _type_error(name, parameter, place, kind, value, key is None)
    for keyword in kwargs:
        if keyword not in used:
            known = keyword in [parameter for parameter, *_ in parameters]
            return duplicate_argument(name, keyword) if known else unknown_keyword(name, keyword)
    return None


def _type_error(name: str, parameter: str, position: int, kind: str, value: Any, by_position: bool = True) -> TypeError:
    place = f" (position {position + 1})" * by_position
    type_name = _TYPE_NAMES[kind.rstrip("?")]
    if type_name == "tuple of ints" and isinstance(value, (list, tuple)) and _is_index(value[0]):
        wrong = next(i for i, v in enumerate(value) if not (_is_index(v) or v is True or v is False))
        return TypeError(f"{name}(): argument '{parameter}' failed to unpack the object at pos {wrong + 1} with error "
                         f"\"type must be tuple of ints,but got {value_type_name(value[wrong])}\"")
    if type_name == "tuple of Tensors" and isinstance(value, (list, tuple)):
        wrong = next(i for i, v in enumerate(value) if not isinstance(v, TensorBase))
        return wrong_element(name, parameter, position, wrong, value[wrong])
    if type_name == "tuple of floats" and isinstance(value, (list, tuple)) and all(map(_is_number, value)):
        wrong = next(i for i, v in enumerate(value) if isinstance(v, complex))
        return TypeError(f"{name}(): argument '{parameter}' must be tuple of floats, but found element of type complex at pos {wrong + 1}")
    if type_name.startswith("tuple") and isinstance(value, (list, tuple)) and place:
        type_name += f", but found element of type {value_type_name(value[0])} at pos 0"
        return TypeError(f"{name}(): argument '{parameter}'{place} must be {type_name}")
    return TypeError(f"{name}(): argument '{parameter}'{place} must be {type_name}, not {value_type_name(value)}")


def _fits(kind: str, value: Any) -> bool:
    return kind == "." or any(_TYPE_CHECKS[letter](value) for letter in kind)


def _is_int(value: Any) -> bool:
    if isinstance(value, TensorBase):
        return not value._array.ndim and value._array.dtype.kind in "iu"
    return isinstance(value, _INTS) and not isinstance(value, bool)


def _is_index(value: Any) -> bool:
    """Whether a value may stand for a `SymInt`, as tensors of one element (of any shape) and arrays without dimensions may."""
    if isinstance(value, TensorBase):
        return _has_one_element(value) and value._array.dtype.kind in "iu"
    return _is_int(value) or isinstance(value, np.ndarray) and not value.ndim and value.dtype.kind in "iu"


def _is_int_list_element(value: Any) -> bool:
    """Whether a value may be one of several ints: unlike for a `SymInt`, a bool tensor of one element may, too."""
    return _is_index(value) or _is_bool_tensor(value)


def _is_bool_tensor(value: Any) -> bool:
    return isinstance(value, TensorBase) and value._array.dtype.kind == "b" and _has_one_element(value)


def _is_number(value: Any) -> bool:
    """Whether a value is a number, or a tensor that may stand for one: it has no dimensions and requires no gradient."""
    if isinstance(value, TensorBase):
        return not value._array.ndim and not value.requires_grad  # type: ignore[attr-defined]
    return isinstance(value, _NUMBERS)


def _is_real(value: Any) -> bool:
    return _is_number(value) and not isinstance(value, complex)


def _has_one_element(value: Any) -> bool:
    shape = value._array.shape
    return all(n == 1 for n in shape)


def _sequence_of(check: Any) -> Any:
    return lambda value: isinstance(value, (list, tuple)) and all(map(check, value))


def _int_sequence_of(check: Any) -> Any:
    """Bools count as ints except in the first place, where PyTorch checks the type."""
    return lambda value: isinstance(value, (list, tuple)) and (
        not value or check(value[0]) and all(v is True or v is False or check(v) for v in value))


def _is_tensor(value: Any) -> bool:
    """Whether a value is a tensor, or its class has `__torch_function__`."""
    return isinstance(value, TensorBase) or hasattr(type(value), "__torch_function__")


_TYPE_CHECKS = {"T": _is_tensor, "L": _sequence_of(_is_tensor), "i": _is_int, "k": _is_index,
                "I": _int_sequence_of(_is_int_list_element), "K": _int_sequence_of(_is_index),
                "j": lambda value: _is_int(value) or _is_bool_tensor(value) or isinstance(value, TensorBase) and _is_index(value),
                "f": _is_real, "F": _sequence_of(_is_real), "n": _is_number, "N": _sequence_of(_is_number),
                "b": lambda v: isinstance(v, bool), "s": lambda v: isinstance(v, (str, bytes)),
                "d": lambda v: isinstance(v, dtype) or isinstance(v, type) and v in OF_CLASSES,
                "v": lambda v: isinstance(v, (str, bytes, device)) or _is_int(v) and not isinstance(v, TensorBase),
                "y": lambda v: isinstance(v, layout), "m": lambda v: isinstance(v, memory_format),
                "g": lambda v: isinstance(v, Generator), "?": lambda v: v is None}
