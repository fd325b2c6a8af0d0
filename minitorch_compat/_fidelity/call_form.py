"""Find out how a function was called: which arguments by position, which by keyword.

A function cannot see that of its own call, and nothing else needs it. A `__torch_function__` handler gets it, so for such a call,
which is slow anyway, the caller's bytecode is read. Where that is not conclusive (a call through `map`, or with `*args`) or does not
fit the values, arguments count as passed by position, and those equal to their default as not passed.
"""
from __future__ import annotations

import dis
import sys
from functools import lru_cache
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import CodeType, FrameType
from typing import Any

_CALLS = frozenset({"CALL", "CALL_KW", "CALL_FUNCTION", "CALL_METHOD", "PRECALL"})


def call_form(frame: FrameType, defaults: dict[str, Any], method: bool) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of the function that runs in `frame`, as its caller wrote them."""
    code = frame.f_code
    names = code.co_varnames
    by_position, keyword_only = names[:code.co_argcount], names[code.co_argcount:code.co_argcount + code.co_kwonlyargcount]
    values = frame.f_locals
    after = code.co_argcount + code.co_kwonlyargcount
    rest = values[names[after]] if code.co_flags & CO_VARARGS else ()
    further = values[names[after + bool(code.co_flags & CO_VARARGS)]] if code.co_flags & CO_VARKEYWORDS else {}
    call = call_in_progress(frame.f_back)
    if call is not None:
        count, keywords = call[0] + method, call[1]
        passed = {*by_position[:count], *keywords}
        stood_for = {NUMPY_NAMES[name] for name in keywords if name in NUMPY_NAMES}  # the parameters that were assigned from numpy's names
        fixed = {*by_position, *keyword_only}
        as_default = all(values[name] is defaults.get(name, _MISSING) for name in fixed - passed - stood_for)
        if as_default and passed <= {*fixed, *further} and len(rest) == max(0, count - len(by_position)):
            return (*(values[n] for n in by_position[:count]), *rest), {n: further[n] if n in further else values[n] for n in keywords}
    args, kwargs = _guess_call_form(values, by_position, keyword_only, rest, defaults)
    return args, {**kwargs, **further}


def failed_call_form(frame: FrameType, defaults: dict[str, Any], method: bool, missing: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments of a call that has failed in `frame`, as its caller wrote them."""
    args, kwargs = call_form(frame, defaults, method)
    if sys.version_info < (3, 13):  # the snapshot of the locals stays with the frame, which the error's traceback holds: a cycle
        frame.f_locals.pop("error", None)
    return drop_missing(missing, args, kwargs, frame.f_code.co_varnames)


def drop_missing(
        missing: Any, args: tuple[Any, ...], kwargs: dict[str, Any], names: tuple[str, ...]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The same without parameters that were not passed, and without numpy's names of those assigned to torch's.

    What follows a positional parameter that was not passed becomes a keyword argument.
    """
    place = next((i for i, value in enumerate(args) if value is missing), len(args))
    named = {**dict(zip(names[place:], args[place:], strict=False)), **kwargs}
    known = {*names[:place], *named}
    return args[:place], {n: value for n, value in named.items() if value is not missing and NUMPY_NAMES.get(n) not in known}


_MISSING: Any = object()
#: numpy's parameter names, which functions that PyTorch does not write in Python accept too, and the parameters they are assigned to.
NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim", "x": "input", "a": "input", "x1": "input", "x2": "other"}


def _guess_call_form(values: Any, by_position: tuple[str, ...], keyword_only: tuple[str, ...], rest: Any, defaults: dict[str, Any]) -> Any:
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    defaults = {**defaults, **_assigned_by_numpy_names(values, defaults)}
    for place, name in enumerate(by_position):
        if values[name] is not defaults.get(name, _MISSING) or rest:
            if len(args) == place:
                args.append(values[name])
            else:
                kwargs[name] = values[name]
    kwargs |= {name: values[name] for name in keyword_only if values[name] is not defaults.get(name, _MISSING)}
    return (*args, *rest), kwargs


def _assigned_by_numpy_names(values: Any, defaults: dict[str, Any]) -> dict[str, Any]:
    """Torch's parameters that were assigned from numpy's names for them: they count as not passed themselves."""
    return {own: values[own] for name, own in NUMPY_NAMES.items()
            if values.get(name, _MISSING) is not defaults.get(name, _MISSING) and own in values and values[own] is values[name]}


def call_in_progress(caller: FrameType | None) -> tuple[int, tuple[str, ...]] | None:
    """Number of positional arguments and names of the keywords in the call that a frame is executing."""
    return None if caller is None else _find_calls(caller.f_code).get(caller.f_lasti // 2 * 2)


@lru_cache(maxsize=512)
def _find_calls(code: CodeType) -> dict[int, tuple[int, tuple[str, ...]]]:
    """Offset of a call (of the instruction or its cache) -> number of positional arguments, names of keywords."""
    found: dict[int, tuple[int, tuple[str, ...]]] = {}
    instructions = list(dis.get_instructions(code))
    keywords: tuple[str, ...] = ()
    for this, following in zip(instructions, [*instructions[1:], None], strict=True):
        if this.opname == "KW_NAMES":
            keywords = code.co_consts[this.arg]  # type: ignore[index]
        elif this.opname == "LOAD_CONST" and following is not None and following.opname == "CALL_KW":
            keywords = this.argval
        elif this.opname in _CALLS:
            end = following.offset if following is not None else this.offset + 2
            for offset in range(this.offset, end, 2):
                found[offset] = ((this.arg or 0) - len(keywords), keywords)
            if this.opname != "PRECALL":
                keywords = ()
    return found
