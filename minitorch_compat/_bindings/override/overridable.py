"""Let `__torch_function__` override every public function and method, at no cost for plain tensors.

A function becomes overridable in one of two ways, chosen by `public_functions.py` and `TensorMeta`, so that its code need not do anything:

- A *wrapper* calls the function after checking the arguments. Functions written by hand have one. So has
  every method and property of Tensor, but an ordinary method call does not reach it: wrappers are attributes of `Wrappers`, a class that
  follows Tensor in the method resolution order of classes that override, and of all classes while a mode is open.
- A generated function catches `Overridden`, which its op raises where it leaves the fast path anyway.

Handlers get the arguments that PyTorch passes: those of the caller, except that functions which PyTorch writes in Python
rearrange theirs (`overridable_names.txt`, recorded by `tests/data/recorders/package/overrides.py`).
"""
from __future__ import annotations

import inspect
import sys
from _thread import allocate_lock
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

from ..._array.core.conjugate import Unresolved
from ..._array.core.deferred import Family
from ..._dispatch.call.torch_function import (
    HANDLING,
    MODE_LISTENERS,
    NOTHING,
    OPERATORS,
    Overridden,
    call_handlers,
    disabled,
    has_handler,
    members,
    mode_open,
    overriding_arguments,
    pop_mode,
    switched_off,
)
from ..._dispatch.device import DEVICE_CONTEXT
from ..._dispatch.layouts.conjugate import run_on_resolved
from ..._dispatch.naming import name_as_torchs
from ..._dispatch.state import ACTIVE, LOCAL, ORDINARY, PLAIN, Classes
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..._tables import read_table
from ..functions.arguments import MISSING, UNCHECKED, fast_wraps, passed_arguments, variadic_signature, write_out
from .accepted_classes import UNEXPECTED, Accepted, ByName, anything, expected

_Methods = TypeVar("_Methods")
_Function = TypeVar("_Function", bound=Callable[..., Any])
_PACKAGE = __name__.partition(".")[0]
#: Modules that only failing calls need.
_failed_calls, _renamed_keywords, _refusals = (Family(f"{__name__.partition('.')[0]}.{name}")
    for name in ("_bindings.override.failed_calls", "_fidelity.renamed_keywords", "_fidelity.refused_calls"))
_tracebacks: Any = Family(f"{_PACKAGE}._fidelity.tracebacks")
# Here, which every program imports, and not in the module that is imported by the first `with device:`.
_default_device: Any = Family(f"{__name__.partition('.')[0]}._bindings.settings.default_device")
DEVICE_CONTEXT += [lambda place: _default_device.enter_device(place), pop_mode]
_TENSOR = "torch.Tensor."

#: PyTorch's names by list, in a text: every import reads them, and JSON would take longer.
_NAMES = {heading: words for heading, _, words in (
    part.partition("]") for part in read_table("_bindings/override/overridable_names.txt").decode().split("[")[1:])}
#: Overridable functions, functions without tensor arguments, which only modes override, and functions that accept any arguments and pass
#: them to one of several functions.
FUNCTIONS, MODES, _FORWARDING = (frozenset(_NAMES[heading].split()) for heading in ("FUNCTIONS", "MODES", "PASSING"))
#: Functions that PyTorch writes in Python, which rearrange their arguments for handlers.
IN_PYTHON = _FORWARDING.union(_NAMES["IN_PYTHON"].split())
_OWN_NAMES = dict(word.split("=") for word in _NAMES["SPELLED"].split())


@cache
def methods() -> frozenset[str]:
    """The names of the overridable methods and properties."""
    return frozenset(_NAMES["METHODS"].split())


@cache
def named() -> frozenset[str]:
    """The methods for which a mode gets the class of a plain `self` among the types."""
    return frozenset(_NAMES["NAMED"].split())


@cache
def operators() -> dict[str, str]:
    """Operator -> the function that handlers get for it."""
    return dict(word.split("=") for word in _NAMES["OPERATORS"].split())


class Entry:
    """One public function: the function that computes, the one that handlers get as `func`, and the form of PyTorch's arguments."""

    __slots__ = ("accepted", "for_modes", "func", "in_python", "is_loaded", "name", "named", "raw", "signature")
    named: dict[str, Any]

    def __init__(self, name: str, raw: Any, func: Any = None) -> None:
        self.name, self.raw, self.func = name, raw, func or raw
        self.in_python = name in IN_PYTHON
        self.for_modes = name in MODES and name not in FUNCTIONS
        self.signature: inspect.Signature | None = None
        #: The classes accepted by position and by keyword, for a wrapper to check; filled at the first call.
        self.accepted, self.named = [UNEXPECTED], ByName()
        self.is_loaded = False

    def names_self(self) -> bool:
        """Whether handlers get the class of a plain `self` among the types."""
        return self.name.endswith(("__get__", "__set__", "__delete__")) or self.name.removeprefix(_TENSOR) in named()

    def load_accepted_classes(self) -> None:
        """Determine the accepted classes."""
        if not self.is_loaded:
            space, _, name = self.name.rpartition(".")
            self.accepted[:], by_name = expected(space, name, self.raw)
            self.named.update(by_name)
            self.is_loaded = True

    def check_and_call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The call, after an argument of an unaccepted class was found: call handlers, refuse it, or compute."""
        self.load_accepted_classes()
        found = [] if LOCAL.no_overrides or self.for_modes else overriding_arguments(members((*args, *kwargs.values())))
        if found or mode_open():
            return self.call_handlers(found, args, kwargs)
        problem = _refusals.argument_problem(self.name, args, kwargs)
        if problem is not None and not (self.in_python and self.is_malformed(args, kwargs)):
            raise problem
        args, kwargs = (args, kwargs) if problem is not None else _refusals.convert_to_numbers(self.name, args, kwargs)
        return self.raw(*args, **kwargs)

    def is_malformed(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Whether the number or names of the arguments are wrong, which Python itself refuses."""
        from ..._dispatch.call.own_signature import own_signature  # only when a call has failed

        try:
            own_signature(self.raw).bind(*args, **kwargs)
        except TypeError:
            return True
        return False

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The call, after an argument of an unusual class or an open mode was found."""
        found = [] if LOCAL.no_overrides or self.for_modes else overriding_arguments(members((*args, *kwargs.values())))
        if not found and not mode_open():
            return self.raw(*args, **kwargs)
        return self.call_handlers(found, args, kwargs)

    def arguments_not_called(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        """The overriding arguments to call before a failed call is refused: also those where no tensor is expected, such as a size."""
        off = LOCAL.no_overrides or mode_open()
        if self.in_python:  # these call the handler of the first argument before they check any other
            return [] if off else overriding_arguments(args[:1])
        found = [] if off else overriding_arguments(members((*(args[1:] if self.name in _DATA_FUNCTIONS else args), *kwargs.values())))
        # An overriding first int is the whole size: further arguments are surplus.
        if found and not self.name.startswith(_TENSOR):
            # The further lines are about single signatures.
            refusal = str(_refusals.argument_problem(self.name, args, kwargs)).partition("\n")[0]
            return [] if "positional argument" in refusal else found
        return found

    def call_handlers(self, found: list[Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call the handlers."""
        given: dict[str, Any] | None = kwargs or None
        if self.in_python and not LOCAL.no_overrides:
            found = overriding_arguments(members((*args, *kwargs.values())), has_handler)
        types = tuple(map(type, found)) if found or not self.names_self() else (type(args[0]),)
        if self.in_python:
            if self.func.__name__ == "einsum" and len(args) == 2 and isinstance(args[1], (list, tuple)):
                args = (args[0], *args[1])  # PyTorch calls it again with the members as arguments
            args, given = self.python_call_form(args, kwargs)
        return call_handlers(self.func, self.full_name(), found, types, args, given, self.in_python)

    def python_call_form(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Required arguments by position, the others by keyword, with their defaults; initializers pass all by keyword."""
        if self.signature is None:
            from ..._dispatch.call.own_signature import own_signature

            self.signature = own_signature(self.raw)
        try:
            bound = self.signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{self.func.__name__}() {error}") from None
        bound.apply_defaults()
        by_position: list[Any] = []
        by_keyword: dict[str, Any] = {}
        for parameter in self.signature.parameters.values():
            value = bound.arguments[parameter.name]
            if parameter.kind is parameter.VAR_POSITIONAL:
                by_position += value
            elif parameter.kind is parameter.VAR_KEYWORD:
                by_keyword.update(value)
            elif parameter.default is parameter.empty and not self.name.startswith("torch.nn.init."):
                by_position.append(value)
            elif value is not None and value is not False or parameter.name not in _OMITTED_IF_UNSET.get(self.func.__name__, ()):
                by_keyword[parameter.name] = value
        return tuple(by_position), by_keyword

    def defaults(self) -> dict[str, Any]:
        """Parameter -> default, read from the function (its `__signature__` may hide parameters)."""
        raw = self.raw
        names = raw.__code__.co_varnames[:raw.__code__.co_argcount]
        values = raw.__defaults__ or ()
        return {**dict(zip(names[len(names) - len(values):], values, strict=True)), **(raw.__kwdefaults__ or {})}

    def full_name(self) -> str:
        """The name in error messages, with the module that PyTorch has it in."""
        space, _, name = self.name.rpartition(".")
        if not self.in_python:
            if space == "torch.nn.functional":
                return f"torch.nn.{name}"
            return f"{space}.{_OWN_NAMES.get(self.name, name)}" if not self.name.startswith(_TENSOR) else self.name
        return python_name(self.name)


#: Parameters that handlers do not expect: the old name of `grad_tensors`, and those of numpy's protocols that PyTorch's methods lack.
_OMITTED_IF_UNSET = {"backward": {"grad_variables"}, "__array__": {"copy"}, "__array_wrap__": {"context", "return_scalar"}}


def python_name(full: str) -> str:
    """The name, in error messages, of a function that PyTorch writes in Python."""
    space, _, name = full.rpartition(".")
    return f"{ {'torch': 'torch.functional', 'torch.Tensor': 'torch._tensor'}.get(space, space) }.{name}"


def by_other_names(full: str, raw: Any, args: tuple[Any, ...], kwargs: dict[str, Any], error: Exception) -> Any:
    """The keyword arguments of a failed call under the parameter names of `raw`; None if the caller used these."""
    failed = kwargs and isinstance(error, TypeError) and full not in IN_PYTHON
    return _renamed_keywords.own_keyword_arguments(full, raw, args, kwargs, error) if failed else None


def override_wrapper(name: str, raw: Any) -> Any:
    """A function that calls handlers if an argument or mode overrides, and else `raw`."""
    entry = Entry(name, raw)
    wrapper: Any = _wrapper_for_modes(entry, raw) if entry.for_modes else _wrapper_for_all(entry, raw)
    wrapper.__name__ = _OWN_NAMES.get(name, name.rpartition(".")[2])
    if name.startswith(_TENSOR):
        wrapper.__module__, wrapper.__qualname__ = _PACKAGE, "Tensor." + wrapper.__name__  # where pickle finds it
    else:
        wrapper.__module__ = _PACKAGE + name.rpartition(".")[0].removeprefix("torch")  # the same
        wrapper.__qualname__ = name.rpartition(".")[2]
    name_as_torchs(wrapper)
    if name in _VARIADIC or name in _FORWARDING:
        del wrapper.__wrapped__  # PyTorch's accepts any arguments, and passes them to one of several functions
        wrapper.__signature__ = variadic_signature()
    entry.func = wrapper
    ENTRIES[wrapper] = entry
    return wrapper


_VARIADIC = ("torch.lu", "torch.unique", "torch.unique_consecutive")
_DATA_FUNCTIONS = ("torch.as_tensor", "torch.asarray", "torch.tensor")  # these accept anything as their first argument


def _wrapper_for_modes(entry: Entry, raw: Any) -> Any:
    """The wrapper of a function that only modes override: it makes tensors of a size. Only keyword arguments are checked."""
    named = entry.named

    @fast_wraps(raw)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        try:
            for name in kwargs if kwargs else ():
                if kwargs[name].__class__ not in named[name] and not named[name].holds(kwargs[name]):
                    return entry.check_and_call(args, kwargs)
            if ACTIVE and LOCAL.function_modes:
                return entry.call(args, kwargs)
            return raw(*args, **kwargs) if kwargs else raw(*args)
        except Unresolved as error:
            return _run_on_resolved(raw, args, kwargs, error)
        except Exception as error:
            if found := entry.arguments_not_called(args, kwargs):
                return entry.call_handlers(found, args, kwargs)
            return _repeat_or_refuse(entry.name, raw, args, kwargs, error)

    return wrapper


def _run_on_resolved(raw: Any, args: tuple[Any, ...], kwargs: dict[str, Any], error: Unresolved) -> Any:
    """Repeat a call that met an array without plain values; what is for an `out` on the meta device is stored as other results are."""
    out = kwargs.get("out")
    if out is None or not is_meta_tensor(out[0] if isinstance(out, (tuple, list)) and out else out):
        return run_on_resolved(raw, args, kwargs, error)
    options = {name: value for name, value in kwargs.items() if name != "out"}

    @fast_wraps(raw)
    def without_out(*args: Any) -> Any:
        try:
            return raw(*args, **options)
        except Unresolved as error:
            return run_on_resolved(raw, args, options, error)

    return write_out(without_out, out, *args)


def _repeat_or_refuse(name: str, raw: Any, args: tuple[Any, ...], kwargs: dict[str, Any], error: Exception) -> Any:
    """Repeat a failed call where PyTorch accepts its arguments under other names or as numbers; else raise PyTorch's error."""
    if (renamed := by_other_names(name, raw, args, kwargs, error)) is not None:
        try:
            return raw(*args, *renamed.pop("*", ()), **renamed)
        except Exception as under_own_names:  # the refusal is in the names that the caller used
            error = under_own_names
    if numbers := _refusals.retry_arguments(name, args, kwargs, error):
        return raw(*numbers[0], **numbers[1])
    raise _tracebacks.shorten_traceback(_refusals.call_error(name, args, kwargs, error))


def _wrapper_for_all(entry: Entry, raw: Any) -> Any:
    """The wrapper of a function that arguments override, too."""
    return _checking_wrapper(entry.name, raw, lambda: entry, ACTIVE)


def _checking_wrapper(name: str, raw: Any, find_entry: Callable[[], Entry | None], modes: Any) -> Any:
    """`raw`, called after a check of its arguments' classes, which the entry has: it is looked up where they are not known to be accepted.

    While `modes` is not empty the check is left to a slower way, which calls their handlers.
    """
    behind = UNCHECKED.get(raw, raw)
    named: dict[str, Any] = ByName()
    accepted: list[Any] = []
    first = second = third = UNEXPECTED
    others: Any = ()

    def check_and_call(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        nonlocal first, second, third, others
        if (entry := find_entry()) is None:  # not overridable in PyTorch either
            first = anything()
            return raw(*args, **kwargs)
        entry.load_accepted_classes()
        named.update(entry.named)
        accepted[:] = entry.accepted
        first, second, third = (*accepted, UNEXPECTED, UNEXPECTED)[:3]
        others = accepted[3:]
        if behind is not raw:
            first = Accepted("T")  # `raw` checks others
        return entry.check_and_call(args, kwargs)

    def check_anyway(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        for value, classes in zip(args, accepted or (UNEXPECTED,)):  # arguments beyond the last are refused in either case
            if value.__class__ not in classes and not classes.holds(value):
                return check_and_call(args, kwargs)
        for keyword, value in kwargs.items():
            if value.__class__ not in (classes := named.get(keyword, UNEXPECTED)) and not classes.holds(value):
                return check_and_call(args, kwargs)
        if modes and LOCAL.function_modes and (entry := find_entry()) is not None:
            return entry.call(args, kwargs)
        return (behind if args and args[0].__class__ in PLAIN else raw)(*args, **kwargs)

    # Written out for up to three arguments: a loop, or unpacking, would take as long as some of the views that are called.
    @fast_wraps(raw)
    def wrapper(p: Any = MISSING, q: Any = MISSING, r: Any = MISSING, /, *rest: Any, **kwargs: Any) -> Any:
        try:
            if not modes and (p.__class__ in first or first.holds(p)):
                if kwargs:
                    for keyword in kwargs:
                        if kwargs[keyword].__class__ not in named[keyword] and not named[keyword].holds(kwargs[keyword]):
                            return check_and_call(passed_arguments(p, q, r, rest), kwargs)
                if q is MISSING:
                    return behind(p, **kwargs) if kwargs else behind(p)
                if q.__class__ in second or second.holds(q):
                    if r is MISSING:
                        return behind(p, q, **kwargs) if kwargs else behind(p, q)
                    if r.__class__ in third or third.holds(r):
                        for value, classes in zip(rest, others) if rest else ():
                            if value.__class__ not in classes and not classes.holds(value):
                                return check_and_call((p, q, r, *rest), kwargs)
                        return behind(p, q, r, *rest, **kwargs) if kwargs or rest else behind(p, q, r)
            return check_anyway(passed_arguments(p, q, r, rest), kwargs)
        except Unresolved as error:
            return _run_on_resolved(raw, passed_arguments(p, q, r, rest), kwargs, error)
        except Exception as error:
            return _repeat_or_refuse(name, raw, passed_arguments(p, q, r, rest), kwargs, error)

    return wrapper


#: Public function -> its entry.
ENTRIES: dict[Any, Entry] = {}
#: The code of a function that catches `Overridden` -> its entry.
BY_CODE: dict[Any, Entry] = {}
#: Functions that import all functions not accessed yet and make them overridable (`public_functions.lazy_getattr`).
LOADERS: list[Callable[[], Any]] = []


def by_code(code: Any) -> Entry | None:
    """The entry of a function that catches `Overridden`, even if it was not imported yet: another of the package may have called it."""
    if code not in BY_CODE and LOADERS:
        for load_rest in LOADERS:
            load_rest()
        LOADERS.clear()
    return BY_CODE.get(code)


def catches(function: Any) -> bool:
    """Whether a function handles `Overridden` itself."""
    return function.__code__ in HANDLING


def overridable_def(method: _Function, name: str = "") -> _Function:
    """Decorate a method to check its arguments first. Not for methods where a tenth of a microsecond counts."""
    public = name or method.__name__

    def find_entry() -> Entry | None:
        _wrapper_of_member(public)
        if call not in BY_RAW:
            wrappers()  # registers it, if the method has another public name
        if (entry := BY_RAW.get(call)) is not None:
            entry.raw = method
        return entry

    call: _Function = _checking_wrapper(_TENSOR + public, method, find_entry, _NO_MODES)
    _CHECKED_METHODS.add(call)
    return call


#: For methods, whose handlers `Wrappers` has called.
_NO_MODES = ()
_CHECKED_METHODS: set[Any] = set()


def all_overridable(methods: type[_Methods]) -> type[_Methods]:
    """Decorate the methods of a class written by hand with `overridable_def`, except those that have to be quick."""
    for name, method in list(vars(methods).items()):
        if method.__class__ is FunctionType and name[0] != "_" and not (
                name in _HOT_METHODS or method in _CHECKED_METHODS or catches(method)):
            setattr(methods, name, overridable_def(method, name))
    return methods


#: Methods that small programs call most, and that refuse wrong arguments themselves.
_HOT_METHODS = frozenset([
    "bool", "chunk", "clone", "contiguous", "double", "expand", "flatten", "float", "half", "int", "is_complex", "is_contiguous",
    "is_floating_point", "item", "log_softmax", "long", "mean", "permute", "reshape", "softmax", "split", "squeeze", "sum", "to",
    "tolist", "unflatten", "view", "zero_"])


#: A method as Tensor defines it -> its entry.
BY_RAW: dict[Any, Entry] = {}


def register(name: str, function: Any, func: Any = None) -> None:
    """Register a function that catches `Overridden`; `func` is what handlers get, by default the function itself."""
    entry = BY_CODE.setdefault(function.__code__, Entry(name, function, func))
    ENTRIES[entry.func] = entry


def call_without_handlers(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The call without handlers; a function that PyTorch writes in Python uses handlers for the functions that it calls."""
    entry = ENTRIES.get(func)
    if entry is None:
        LOCAL.skip_override_check = True
        return func(*args, **kwargs)
    if entry.in_python:
        return entry.raw(*args, **kwargs)
    with switched_off(NOTHING):
        return entry.raw(*args, **kwargs)


def refuse(error: Exception) -> Any:
    """Raise the error for the calling function or method, or return the result of an overriding argument not called before."""
    try:
        return _failed_calls.refuse_call(error, sys._getframe(1))
    except Exception as refusal:
        raise _tracebacks.shorten_traceback(refusal)  # noqa: B904 (the same)
    finally:
        del error  # the traceback holds this frame: an error in it would be a cycle


def resolve(error: Exception) -> Any:
    """The result of a function that has caught `Overridden`: that of the handlers. Other errors are raised as by `refuse`."""
    try:
        return (_failed_calls.handlers_result if isinstance(error, Overridden) else _failed_calls.refuse_call)(error, sys._getframe(1))
    except Exception as refusal:
        raise _tracebacks.shorten_traceback(refusal)  # noqa: B904 (the same)
    finally:
        del error


# Tensor ---------------------------------------------------------------------------------------------------------------------------

#: Names defined by Tensor that are not passed to handlers.
_NOT_OVERRIDABLE = frozenset({"__class__", "__dict__", "__dir__", "__doc__", "__hash__", "__init__", "__init_subclass__", "__iter__",
                              "__module__", "__new__", "__setattr__", "__slots__", "__str__", "__torch_function__", "__weakref__"})
_ARITHMETIC = ("add", "sub", "mul", "truediv", "div", "floordiv", "mod", "pow", "matmul", "and", "or", "xor", "lshift", "rshift")
#: Operators that return NotImplemented if no handler has a result.
_OPERATORS = frozenset([f"__{kind}{name}__" for name in _ARITHMETIC for kind in ("", "r", "i")]
                       + ["__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"])
_NO_MEMBER = (None, None)
#: Name of a method or property -> what Tensor defines, and its wrapper. Filled on access.
_MEMBERS: dict[str, tuple[Any, Any]] = {}


class Construction:
    """`__new__` for subclasses of Tensor, which itself has none: see `TensorMeta.__call__`."""

    __slots__ = ()

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        return Classes.construct(cls, *args, **kwargs)


class TensorMeta(type):
    """The metaclass of Tensor: reading a method from the class returns the wrapper, and overriding classes get wrappers into their MRO."""

    def mro(cls) -> list[type]:
        """The usual order; after Tensor the constructor, and the wrappers if the class overrides or a mode is open."""
        order = type.mro(cls)
        tensor: Any = getattr(Classes, "tensor", None)
        if tensor in order:
            place = order.index(tensor) + 1
            if cls is not tensor and Construction not in order:
                order.insert(place, Construction)
            if _open_modes[0] or _overrides(cls, order):
                stand_in = wrappers()
                if stand_in not in order:
                    order.insert(place, stand_in)
        return order

    if not TYPE_CHECKING:  # for type checkers Tensor is an ordinary class
        def __call__(cls, *args: Any, **kwargs: Any) -> Any:
            """Make a tensor for user code. Results of ops are created by `type.__call__` itself (`bind_tensor`), which is quick because
            Tensor, unlike its subclasses, has no `__new__` of its own."""
            return Classes.construct(cls, *args, **kwargs) if cls is Classes.tensor else type.__call__(cls, *args, **kwargs)

        @property
        def __signature__(cls) -> inspect.Signature:
            """The signature of the constructor. (`inspect` would take that of `__call__`.)"""
            for base in cls.__mro__:
                for name in ("__new__", "__init__"):
                    if name in vars(base) and base not in (Construction, object):
                        made = inspect.signature(vars(base)[name].__func__ if name == "__new__" else vars(base)[name])
                        return made.replace(parameters=[*made.parameters.values()][1:])
            raise AttributeError("__signature__")

        def __getattribute__(cls, name: str) -> Any:
            found = type.__getattribute__(cls, name)
            if name == "__new__" and cls is Classes.tensor:
                return Construction.__new__
            if found.__class__ is FunctionType or found.__class__ is property:
                raw, wrapper = _MEMBERS.get(name) or _find_member(name)
                if found is raw:
                    return wrapper
            return found


def _overrides(cls: type, order: list[type]) -> bool:
    """Whether a class with this resolution order overrides `__torch_function__`."""
    if cls is Classes.tensor:
        return False
    for base in order:
        handler = vars(base).get("__torch_function__")
        if handler is not None:
            return getattr(handler, "__func__", handler) is not disabled
    return False


def _find_member(name: str) -> tuple[Any, Any]:
    """The member that Tensor defines under a name, and its wrapper."""
    listed = methods()
    if not hasattr(Classes, "tensor") or Classes.tensor.__class__ is not TensorMeta:
        return _NO_MEMBER  # not complete yet
    if name in _NOT_OVERRIDABLE or not (name in listed or f"{name}.__get__" in listed or name in operators()):
        found: tuple[Any, Any] = _NO_MEMBER
    else:
        raw = next((vars(base)[name] for base in type.mro(Classes.tensor) if name in vars(base)), None)
        found = (raw, _member_wrapper(name, raw))
    return _MEMBERS.setdefault(name, found)


def _member_wrapper(name: str, raw: Any) -> Any:
    if isinstance(raw, property):
        return _property_wrapper(_TENSOR + name, raw)
    if name in _OPERATORS or operators().get(name, name) != name:
        return _operator_wrapper(name, raw)
    if raw is None or isinstance(raw, (staticmethod, classmethod)) or not callable(raw):
        return None
    wrapper = override_wrapper(_TENSOR + name, raw)
    BY_RAW.setdefault(raw, ENTRIES[wrapper])
    if raw.__class__ is not FunctionType:
        ENTRIES[wrapper].func = raw  # a placeholder, which reading from the class returns
    elif catches(raw):
        register(_TENSOR + name, raw, wrapper)
    return wrapper


def _property_wrapper(name: str, raw: property) -> property:
    """A property that calls handlers at each access."""
    accessors: list[Any] = []
    for part, function in (("get", raw.fget), ("set", raw.fset), ("delete", raw.fdel)):
        accessors.append(function and override_wrapper(f"{name}.__{part}__", function))
    wrapper = property(accessors[0], accessors[1], accessors[2], raw.__doc__)
    for accessor, func in zip(accessors, (wrapper.__get__, wrapper.__set__, wrapper.__delete__), strict=True):
        if accessor is not None:
            entry = ENTRIES.pop(accessor)
            entry.func = func
            ENTRIES[func] = entry
    return wrapper


def _operator_wrapper(name: str, raw: Any) -> Any:
    """Like `override_wrapper`; handlers get the method that PyTorch calls for the operator."""
    behind = operators().get(name, name)
    entry = Entry(_TENSOR + behind, raw)

    @fast_wraps(raw)
    def wrapper(*args: Any) -> Any:
        if ACTIVE and LOCAL.function_modes or any(value.__class__ not in ORDINARY for value in args):
            try:
                return entry.call(args, {})
            except TypeError:
                if name in _OPERATORS:
                    return NotImplemented
                raise
        return raw(*args)

    wrapper.__name__ = _OWN_NAMES.get(_TENSOR + name, name)
    wrapper.__module__, wrapper.__qualname__ = _PACKAGE, "Tensor." + name
    name_as_torchs(wrapper)
    entry.func = wrapper if behind == name else (_MEMBERS.get(behind) or _find_member(behind))[1]
    ENTRIES.setdefault(entry.func, entry)
    return wrapper


@cache
def wrappers() -> type:
    """The class of all wrappers of Tensor's methods and properties."""
    names = {name for base in type.mro(Classes.tensor) for name in vars(base)}
    body = {name: wrapper for name in sorted(names) if (wrapper := (_MEMBERS.get(name) or _find_member(name))[1]) is not None}
    body["__hash__"] = next(vars(base)["__hash__"] for base in type.mro(Classes.tensor) if "__hash__" in vars(base))
    return type("Wrappers", (), {**body, "__slots__": (), "__doc__": "Methods of Tensor that ask `__torch_function__` first."})


# Modes ----------------------------------------------------------------------------------------------------------------------------

_open_modes = [0]
_lock = allocate_lock()


def _count_mode(change: int) -> None:
    """Insert the wrappers after Tensor when the first mode of any thread is opened, and remove them with the last."""
    with _lock:
        _open_modes[0] += change
        if _open_modes[0] == (change > 0):
            Classes.tensor.__bases__ = Classes.tensor.__bases__  # makes Python compute the resolution orders again


MODE_LISTENERS.append(_count_mode)


def _call_operator(name: str, args: tuple[Any, ...]) -> Any:
    """The result of a binary operator whose second operand overrides."""
    behind = operators().get(name, "matmul" if name == "mm" else name)
    if name == "eq" and all(isinstance(value, TensorBase) for value in args):
        behind = "__eq__"
    entry = ENTRIES[_wrapper_of_member(behind)]
    try:
        return entry.call_handlers([] if LOCAL.no_overrides else overriding_arguments(members(args)), args, {})
    except TypeError:
        return NotImplemented


def _wrapper_of_member(name: str) -> Any:
    return (_MEMBERS.get(name) or _find_member(name))[1]


OPERATORS.append(_call_operator)
