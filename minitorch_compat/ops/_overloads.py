"""Packets and overloads of aten ops. `aten.json` holds PyTorch's schemas: overload -> arguments and results."""
from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache, cached_property
from types import ModuleType
from typing import Any

from .._dispatch.call.torch_function import call_handlers, members, mode_open, overriding_arguments
from .._dispatch.state import LOCAL
from .._dispatch.unsupported import UnsupportedError
from .._namespace.tags import Tag
from .._ops.aten import names_accepting_numbers
from .._ops.schema import Param, parameters
from .._tables import table as read_table
from ._calls import function_for
from ._fitting import ArgumentMismatch, convert_argument
from ._schema import FunctionSchema, SchemaArgument, split_at_commas


@cache
def schemas() -> dict[str, dict[str, str]]:
    """Op -> overload -> the rest of its schema."""
    found: dict[str, dict[str, str]] = read_table("ops/aten.json")
    return found


@cache
def absent_ops() -> dict[str, str]:
    """PyTorch's other ops, which can be named but not called -> the names of their overloads."""
    found: dict[str, str] = read_table("ops/aten_absent.json")
    return found


@cache
def _tagged_ops() -> dict[str, str]:
    """Aten overload -> names of its tags, where it has more than `pt2_compliant_tag`."""
    return {name: tags for tags, names in read_table("ops/tags.json").items() for name in names.split()}


def _overriding_arguments(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any] | None:
    """The arguments whose `__torch_function__` is called before the call's arguments are checked; None if nobody handles the call."""
    if LOCAL.skip_override_check:
        LOCAL.skip_override_check = False
        return None
    found = [] if LOCAL.no_overrides else overriding_arguments(members((*args, *kwargs.values())))
    return found if found or mode_open() and _is_of_user(LOCAL.function_modes[-1]) else None


def _is_of_user(mode: Any) -> bool:
    """Whether a mode is not one by which profiles and checkpoints see which functions are called inside of an op."""
    from ..overrides import TorchFunctionMode

    return isinstance(mode, TorchFunctionMode)


class OpOverload:
    """One signature of an op; equal to itself only, and the same object on each access.

    Ops create theirs when an attribute such as `default` is read.

    Parameters
    ----------
    packet : OpOverloadPacket
        The op.
    overload : str
        Name of the signature.
    schema : str
        The schema's parameters and results.

    References
    ----------
    PyTorch: ``torch.library.OpOverload``.

    Examples
    --------
    >>> torch.ops.aten.add.Tensor
    <OpOverload(op='aten.add', overload='Tensor')>
    >>> torch.ops.aten.add.Tensor(torch.ones(2), torch.ones(2))
    tensor([2., 2.])
    >>> isinstance(torch.ops.aten.add.Tensor, torch.library.OpOverload)
    True
    """

    def __init__(self, packet: OpOverloadPacket, overload: str, schema: str) -> None:
        self._overloadpacket, self._overloadname, self._text = packet, overload, schema
        self.__name__: str = f"{packet.__name__}.{overload}"
        self.__module__ = f"torch._ops.{packet._namespace}"

    @property
    def overloadpacket(self) -> OpOverloadPacket:
        """All signatures of this op."""
        return self._overloadpacket

    @property
    def namespace(self) -> str:
        """The op's namespace: "aten"."""
        return self._overloadpacket._namespace

    @property
    def _opname(self) -> str:
        return self._overloadpacket.__name__

    def name(self) -> str:
        """The name with its namespace, as in schemas.

        Returns
        -------
        str
            Without `.default`.

        Examples
        --------
        >>> torch.ops.aten.add.Tensor.name(), torch.ops.aten.relu.default.name()
        ('aten::add.Tensor', 'aten::relu')
        """
        return self._overloadpacket._qualified_op_name + ("" if self._overloadname == "default" else f".{self._overloadname}")

    @cached_property
    def _schema(self) -> FunctionSchema:
        arguments = [SchemaArgument(a.type, a.name, None if a.default is None else _default_value(a.default), a.default is not None,
                                    a.keyword_only)
                     for a in self.arguments]
        return FunctionSchema(self._overloadpacket._qualified_op_name, "" if self._overloadname == "default" else self._overloadname,
                              f"{self.name()}({self._text}", arguments)

    #: The tags that an op of the user was registered with.
    _tags: tuple[Tag, ...] | None = None

    @property
    def tags(self) -> list[Tag]:
        """The tags that the op was registered with."""
        if self._tags is not None:
            return list(self._tags)
        if self.namespace != "aten":
            return []
        return [Tag[name] for name in _tagged_ops().get(self.name().removeprefix("aten::"), "pt2_compliant_tag").split()]

    @property
    def is_view(self) -> bool:
        """Whether the result is a view of the first argument, which is not written to."""
        return "Tensor(a) self" in self._text or "Tensor(a -> *) self" in self._text

    @cached_property
    def arguments(self) -> tuple[Param, ...]:
        """The schema's arguments, in order."""
        return parameters(map(str.strip, split_at_commas(self._text[:self._text.rindex(") ->")])))

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        if (found := _overriding_arguments(args, kwargs)) is not None:
            return call_handlers(self, f"torch.ops.{self}", found, tuple(map(type, found)), args, kwargs, False)
        return self._compute(args, kwargs)

    def _compute(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        positional, named = self._bind(args, kwargs)
        function = function_for(self._opname)
        if function is None:
            raise UnsupportedError(f"torch.ops.{self}")
        result = function(*positional, **named)
        if self._text.endswith("-> ()"):
            return None
        return tuple(result) if isinstance(result, tuple) else result

    def _bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """Positional and keyword arguments for the function; RuntimeError if they do not fit the schema."""
        positional_parameters = [a for a in self.arguments if not a.keyword_only]
        if len(args) > len(positional_parameters) < len(self.arguments):
            raise RuntimeError(f"{self._short()} takes {len(positional_parameters)} positional argument(s) but {len(args)} was/were "
                               f"given.  Declaration: {self._schema}")
        if len(args) > len(positional_parameters) or len(args) + len(kwargs) > len(self.arguments):
            raise RuntimeError(f"{self._short()} expected at most {len(self.arguments)} argument(s) but received {len(args) + len(kwargs)} "
                               f"argument(s). Declaration: {self._schema}")
        arguments = dict(zip((a.name for a in positional_parameters), args, strict=False)) | kwargs
        numbers = (int, float, complex) if self._opname.removesuffix("_") in names_accepting_numbers() else ()
        written_name = "self" if self._opname.endswith("_") else None
        for position, a in enumerate(self.arguments):
            if a.name not in arguments and a.default is None:
                raise RuntimeError(f"{self._short()} is missing value for argument '{a.name}'. Declaration: {self._schema}")
            if a.name in arguments and (a.name == written_name or not isinstance(arguments[a.name], numbers)):
                arguments[a.name] = self._convert_argument(position, a, arguments[a.name])
        if unknown := set(kwargs) - {a.name for a in self.arguments}:
            op = self._overloadpacket._qualified_op_name
            raise RuntimeError(f"Unknown keyword argument '{min(unknown)}' for operator '{op}'. Schema: {self._schema}")
        last = max((i for i, a in enumerate(positional_parameters) if a.name in arguments), default=-1)
        positional = [arguments[a.name] if a.name in arguments else _default_value(a.default) for a in positional_parameters[:last + 1]]
        return positional, {a.name: arguments[a.name] for a in self.arguments if a.keyword_only and a.name in arguments}

    def _short(self) -> str:
        return f"{self._overloadpacket._qualified_op_name}()"

    def _convert_argument(self, position: int, argument: Param, value: Any) -> Any:
        try:
            return convert_argument(argument.type, value)
        except ArgumentMismatch as expected:
            raise RuntimeError(f"{self._short()} Expected a value of type '{expected}' for argument '{argument.name}' but instead found "
                               f"type '{type(value).__name__}'.\nPosition: {position}\nValue: {value!r}\n"
                               f"Declaration: {self._schema}") from None

    def __deepcopy__(self, memo: Any = None) -> OpOverload:
        return self

    def __reduce__(self) -> Any:
        return _find, (self._opname, self._overloadname)

    def __repr__(self) -> str:
        return f"<OpOverload(op='{self._overloadpacket}', overload='{self._overloadname}')>"

    def __str__(self) -> str:
        return f"{self._overloadpacket}.{self._overloadname}"


class OpOverloadPacket:
    """All signatures of one op, as attributes. A call uses the first that fits the arguments."""

    def __init__(self, namespace: str, name: str, overloads: dict[str, str]) -> None:
        self._namespace, self.__name__ = namespace, name
        self._qualified_op_name = f"{namespace}::{name}"
        self.__module__ = f"torch._ops.{namespace}"
        self._texts = overloads

    def overloads(self) -> list[str]:
        """The names of the signatures."""
        return list(self._texts)

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __getattr__(self, name: str) -> OpOverload:
        if name.startswith("__") or name not in self._texts:
            raise AttributeError(f"The underlying op of '{self}' has no overload name '{name}'")
        found = self.__dict__[name] = OpOverload(self, name, self._texts[name])
        return found

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        if (found := _overriding_arguments(args, kwargs)) is not None:
            return call_handlers(self, f"torch.ops.{self}", found, tuple(map(type, found)), args, kwargs, False)
        refusals = []
        for name in self._texts:
            overload: OpOverload = getattr(self, name)
            try:
                overload._bind(args, kwargs)
            except RuntimeError as error:
                refusals.append(str(error))
            else:
                return overload(*args, **kwargs)
        if len(refusals) == 1:
            raise RuntimeError(refusals[0])
        raise RuntimeError("Overloaded torch operator invoked from Python failed to match any schema:\n" + "\n\n".join(refusals))

    def __deepcopy__(self, memo: Any = None) -> OpOverloadPacket:
        return self

    def __reduce__(self) -> Any:
        return _find, (self.__name__,)

    def __repr__(self) -> str:
        return f"<OpOverloadPacket(op='{self}')>"

    def __str__(self) -> str:
        return f"{self._namespace}.{self.__name__}"


class AbsentOverload(OpOverload):
    """A signature of an op that is not implemented."""

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        raise UnsupportedError(f"torch.ops.{self}")


class AbsentPacket(OpOverloadPacket):
    """An op that is not implemented: it and its signatures can be named."""

    def __getattr__(self, name: str) -> OpOverload:
        if name.startswith("__") or name not in self._texts:
            raise AttributeError(f"The underlying op of '{self}' has no overload name '{name}'")
        found = self.__dict__[name] = AbsentOverload(self, name, "")
        return found

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        raise UnsupportedError(f"torch.ops.{self}")


class Namespace(ModuleType):
    """The ops of one namespace."""

    def __init__(self, name: str, known: dict[str, dict[str, str]] | None = None) -> None:
        super().__init__(f"torch.ops.{name}")
        self._short, self._known = name, known

    def __getattr__(self, name: str) -> OpOverloadPacket:
        known = schemas() if self._known is None else self._known
        if self._known is None and name in absent_ops():
            packet = self.__dict__[name] = AbsentPacket(self._short, name, dict.fromkeys(absent_ops()[name].split(), ""))
            return packet
        if name.startswith("__") or name not in known:
            raise AttributeError(f"'_OpNamespace' '{self._short}' object has no attribute '{name}'")
        found = self.__dict__[name] = OpOverloadPacket(self._short, name, known[name])
        return found

    def __repr__(self) -> str:
        return f"<module 'torch.ops.{self._short}' from 'torch.ops'>"


aten = Namespace("aten")


def _find(name: str, overload: str | None = None) -> Any:
    packet = getattr(aten, name)
    return packet if overload is None else getattr(packet, overload)


# Schemas -------------------------------------------------------------------------------------------------------------------------------


def _default_value(default: str | None) -> Any:
    assert default is not None
    constants = {"None": None, "True": True, "False": False, "contiguous_format": None}
    if default in constants:
        return constants[default]
    try:
        return json.loads(re.sub(r"(?<=\d)\.(?!\d)", ".0", default))
    except ValueError:
        return default.strip('"')
