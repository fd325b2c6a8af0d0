"""Arguments that do not fit, said as PyTorch's argument parser says it. Only reached when a call is refused.

The parser speaks of the function that the program called; here an op notices, perhaps several functions further down. So the
function called is looked up on the stack: the outermost of the bindings that lead to the op.
"""
from __future__ import annotations

import sys
from collections.abc import Iterable
from types import FrameType
from typing import Any

from ..._array.exchange.type_names import type_of
from ..._ops.op import Op
from ..tensor import TensorBase

_PACKAGE = __name__.partition(".")[0]
_LAYERS = tuple(f"{_PACKAGE}.{layer}" for layer in ("_bindings.", "_dispatch.", "_ops.", "_array.core.deferred", "_fidelity."))
#: The functions there stand in front of the functions that compute, or help them.
_HELPERS = frozenset(f"{_PACKAGE}.{name}"
    for name in ("_bindings.override.overridable", "_bindings.functions.arguments", "_bindings.out.refusals",
                 "_bindings.override.named_refusals", "_bindings.out.results"))
#: Bindings of other namespaces: the ops behind them have the names that PyTorch's messages use there.
_ELSEWHERE = frozenset(f"{_PACKAGE}.{name}"
    for name in ("_bindings.generated.fft_gen", "_bindings.generated.linalg_gen", "_bindings.generated.nn_functional_gen",
                 "_bindings.linalg.fourier"))

_PREFIXES = {"special_gen": "special_"}

#: What PyTorch has several signatures of, as function and as method: the parser then lists the types of all arguments.
_BOTH = """
addbmm addcdiv addcmul addmm addmv addmv_ addr all any argsort baddbmm bernoulli bitwise_and bitwise_left_shift bitwise_or
bitwise_right_shift bitwise_xor clamp clamp_ clamp_max clamp_max_ clamp_min clamp_min_ clip clip_ copysign count_nonzero div divide dsplit
eq fill_ float_power floor_divide fmod ge greater greater_equal gt histogram hsplit index_fill le lerp less less_equal lt masked_fill max
mean min moveaxis movedim multiply nanquantile narrow ne not_equal pow prod quantile remainder repeat_interleave round scatter sort
squeeze std subtract sum tensor_split true_divide var vsplit where xlogy xlogy_
"""
#: Of these, the signatures that take a tensor alone are one: a single wrong argument is then spoken of by name.
ALONE = frozenset({"argsort", "bernoulli", "count_nonzero", "max", "mean", "min", "prod", "repeat_interleave", "round", "sort", "squeeze",
                   "sum", "where"})
#: The same as `_BOTH`, as functions only and as methods only.
_FUNCTIONS = """
add arange atleast_1d atleast_2d atleast_3d bmm bucketize cumulative_trapezoid eye fill gradient histogramdd isin linspace logspace mm
normal rand rand_like randint randint_like randn randn_like randperm result_type rsub searchsorted squeeze_copy std_mean sub trapezoid
trapz var_mean view_copy
"""
_METHODS = """
addbmm_ addcdiv_ addcmul_ addmm_ addr_ baddbmm_ bernoulli_ bitwise_and_ bitwise_left_shift_ bitwise_or_ bitwise_right_shift_ bitwise_xor_
copysign_ div_ divide_ eq_ float_power_ floor_divide_ fmod_ ge_ greater_ greater_equal_ gt_ index_fill_ le_ lerp_ less_ less_equal_ lt_
masked_fill_ multiply_ ne_ not_equal_ pow_ random_ remainder_ round_ scatter_ squeeze_ subtract_ to true_divide_ view
"""


def argument_error(op: Op, position: int, value: Any) -> TypeError:
    """The TypeError for an argument that should have been a tensor."""
    param = op.params[position]
    wanted = "tuple of Tensors" if param.is_tensor_list else "Tensor"
    if param.is_tensor_list and isinstance(value, (list, tuple)):
        place, odd = next((i, v) for i, v in enumerate(value) if not isinstance(v, TensorBase))
        return TypeError(f"expected Tensor as element {place} in argument {position}, but got {type_of(odd)}")
    called = _called()
    if called is None:
        return wrong_type(op.name, param.name, position + 1, wanted, value)
    name, method = called.f_code.co_name, _is_method(called)
    args, kwargs = _given(called, method)
    if has_several_signatures(name, method, len(args) + len(kwargs)):
        return wrong_combination(name, args, kwargs)
    own = next((i for i, n in enumerate(_positional(called)) if called.f_locals.get(n) is value), None)
    if own is None:
        return wrong_type(name, param.name, position + 1 - method, wanted, value)
    return wrong_type(name, _positional(called)[own], own + 1 - method, wanted, value)


def combination_error(op: Op, args: tuple[Any, ...]) -> TypeError:
    """The TypeError for arguments that fit none of several signatures."""
    called = _called()
    if called is None:
        return wrong_combination(op.name, args, {})
    return wrong_combination(called.f_code.co_name, *_given(called, _is_method(called)))


def called_name(otherwise: str) -> str:
    """The name of the function that the program called, of torch's own namespace; with that of a namespace whose names are prefixed."""
    called = _called()
    if called is None:
        return otherwise
    space = _PREFIXES.get(called.f_globals.get("__name__", "").rpartition(".")[2], "")
    return space + called.f_code.co_name.removeprefix(space)


def wrong_type(name: str, parameter: str, position: int, wanted: str, value: Any) -> TypeError:
    """The error for one argument of a wrong type."""
    return TypeError(f"{name}(): argument '{parameter}' (position {position}) must be {wanted}, not {type_of(value)}")


def wrong_combination(name: str, args: Any, kwargs: dict[str, Any]) -> TypeError:
    """The error where no signature fits."""
    return TypeError(f"{name}() received an invalid combination of arguments - got {described(args, kwargs)}, but expected one of:")


def no_bound(place: str, value: Any, bounds: tuple[Any, ...]) -> Exception:
    """The error for an end or a step of `arange` that is no real number."""
    if isinstance(value, complex):
        return RuntimeError("value cannot be converted to type double without overflow")
    if len(bounds) > 1:
        return wrong_combination("arange", bounds, {})
    return TypeError(f"arange(): argument '{place}' (position 1) must be Number, not {type_of(value)}")


def described(args: Any, kwargs: dict[str, Any]) -> str:
    """The types of all arguments."""
    given = ", ".join([type_of(a) for a in args] + [f"{name}={type_of(kwargs[name])}" for name in as_listed(kwargs)])
    return f"({given}{', ' * (not args and bool(kwargs))})"


def as_listed(names: Iterable[str]) -> list[str]:
    """Names of keywords in the order in which PyTorch lists them: that of a hash table of its C++ library with thirteen places.

    A name goes in front, or, where its place in the table is taken, in front of those that are there.
    """
    listed: list[str] = []
    for name in names:
        listed.insert(next((i for i, other in enumerate(listed) if _hash(other) % 13 == _hash(name) % 13), 0), name)
    return listed


def _hash(text: str) -> int:
    """The hash of a text in that table: MurmurHash64A."""
    data, scale, bits = text.encode(), 0xc6a4a7935bd1e995, (1 << 64) - 1
    found = 0xc70f6907 ^ len(data) * scale & bits
    for start in range(0, len(data), 8):
        word = int.from_bytes(data[start:start + 8], "little")
        found = (found ^ (_mixed(word * scale & bits) * scale & bits if start + 8 <= len(data) else word)) * scale & bits
    return _mixed(_mixed(found) * scale & bits)


def _mixed(value: int) -> int:
    return value ^ value >> 47


def has_several_signatures(name: str, method: bool, arguments: int) -> bool:
    """Whether PyTorch's parser tries several signatures for so many arguments, and lists them all where none fits."""
    if name not in (_BOTH + (_METHODS if method else _FUNCTIONS)).split():
        return False
    return method or arguments > 1 or name not in ALONE


def _called() -> FrameType | None:
    """The frame of the function that the program called; None where it is none of torch's own namespace."""
    frame: FrameType | None = sys._getframe(2)
    found = None
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if not module.startswith(_LAYERS) or module in _ELSEWHERE:
            return found if module not in _ELSEWHERE else None
        name = frame.f_code.co_name
        if module.startswith(_LAYERS[0]) and name[0] not in "_<" and name != "call" and module not in _HELPERS:
            found = frame
        frame = frame.f_back
    return found


def _positional(frame: FrameType) -> tuple[str, ...]:
    code = frame.f_code
    return code.co_varnames[:code.co_argcount]


def _is_method(frame: FrameType) -> bool:
    return _positional(frame)[:1] == ("self",)


def _given(frame: FrameType, method: bool) -> tuple[list[Any], dict[str, Any]]:
    """The arguments of a call that differ from their defaults, by position and by keyword; without `self`."""
    code, names = frame.f_code, _positional(frame)
    owner = type(frame.f_locals["self"]).__dict__ if method else frame.f_globals
    function = getattr(owner.get(code.co_name), "__wrapped__", owner.get(code.co_name))
    defaults = dict(zip(reversed(names), reversed(getattr(function, "__defaults__", None) or ()), strict=False))
    defaults |= getattr(function, "__kwdefaults__", None) or {}
    keywords = code.co_varnames[code.co_argcount:code.co_argcount + code.co_kwonlyargcount]
    given = [n for n in (*names[method:], *keywords) if n in frame.f_locals and not (n in defaults and frame.f_locals[n] is defaults[n])]
    # Behind one that was left out, the others were named.
    count = next((i for i, (a, b) in enumerate(zip(names[method:], given, strict=False)) if a != b), min(len(given), len(names) - method))
    return [frame.f_locals[n] for n in given[:count]], {n: frame.f_locals[n] for n in given[count:]}
