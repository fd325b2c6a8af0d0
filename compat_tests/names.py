"""Names: for every public name of PyTorch whether it exists, its kind, and its signature. Runs on either side."""
from __future__ import annotations

import importlib
import inspect
import json
import re
import sys
import types
import warnings
from collections.abc import Iterator
from contextlib import suppress
from enum import EnumType
from pathlib import Path
from typing import Any, Union, get_origin

#: Namespaces and names: the list that the package keeps for its placeholders, which is PyTorch's own.
LIST = Path(__file__).parent.parent / "minitorch_compat" / "_namespace/names.json"
#: Those of autograd's modules and of checkpoints, all of which are built: the package needs no placeholders for them.
AUTOGRAD = Path(__file__).parent / "autograd_names.json"

Survey = dict[str, dict[str, dict[str, str]]]


def listed() -> Iterator[tuple[str, str]]:
    """(namespace, name) of all public names."""
    for space, groups in json.loads(LIST.read_text()).items():
        for names in groups.values():
            for name in names:
                yield space, name
    for space, names in json.loads(AUTOGRAD.read_text()).items():
        for name in names:
            yield space, name


def resolve(root: str, space: str) -> Any:
    """The object `torch.a.b` of the package called `root`."""
    path = root + space.removeprefix("torch")
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError:
        parent, _, name = path.rpartition(".")
        return getattr(importlib.import_module(parent), name)


def kind(value: Any) -> str:
    """The kind of an object; functions of Python and of C are of the same kind."""
    if isinstance(value, type):
        return "exception" if issubclass(value, BaseException) else "class"
    if isinstance(value, types.ModuleType):
        return "module"
    if get_origin(value) in (Union, types.UnionType):  # two classes, of which one may be called, before Python 3.14
        return "union"
    if isinstance(value, (property, types.GetSetDescriptorType, types.MemberDescriptorType)):
        return "attribute"
    if callable(value) and type(value).__name__ not in ("dtype", "layout", "memory_format", "qscheme"):
        return "callable"
    return type(value).__name__


def parameters(signature: inspect.Signature) -> str:
    """Names, order and defaults; annotations and the name of the first parameter of a method are left out."""
    parts, star = [], False
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            parts.append("*")
            star = True
        star = star or parameter.kind is parameter.VAR_POSITIONAL
        prefix = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        default = "" if parameter.default is parameter.empty else f"={plain_default(parameter.default)}"
        parts.append(f"{prefix}{parameter.name}{default}")
    return ", ".join(parts)


def plain_default(value: Any) -> str:
    """A default without addresses, module names and the places of modules on a machine: a file, or the interpreter itself."""
    text = value.__name__ if isinstance(value, (type, types.FunctionType)) else repr(value)
    return re.sub(r" at 0x\w+| from '[^']*'| \(built-in\)", "", text).replace("minitorch_compat", "torch")


def describe(value: Any) -> dict[str, str]:
    """The kind and, where available, the signature; that of an enumeration is omitted, since it depends on Python's version.

    An object of the standard library has its name there instead of a signature.
    """
    found = {"kind": kind(value)}
    module = getattr(value, "__module__", None)
    top = module.partition(".")[0] if isinstance(module, str) else ""
    if found["kind"] in ("callable", "class") and top in sys.stdlib_module_names - {"builtins"}:
        owner = "" if getattr(value, "__self__", None) is None else type(value.__self__).__name__ + "."
        found["python"] = f"{top}.{owner}{getattr(value, '__name__', '')}"
    elif found["kind"] in ("callable", "class") and not isinstance(value, EnumType):
        with suppress(ValueError, TypeError):  # functions written in C have none
            found["signature"] = parameters(inspect.signature(value))
    return found


def lookup(owner: Any, name: str, static: bool) -> Any:
    """A name of a namespace; of a class without running its properties, as long as the class itself has it."""
    if static:
        with suppress(AttributeError):
            return inspect.getattr_static(owner, name)
    return getattr(owner, name)


def survey(root: str, absent: Any = lambda value: False) -> Survey:
    """Every listed name that exists, described; placeholders count as absent."""
    found: Survey = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for space, name in listed():
            try:
                value = lookup(resolve(root, space), name, static=space == "torch.Tensor")
            except Exception:  # resolving may run any code: a name that fails does not exist
                continue
            if not absent(value):
                found.setdefault(space, {})[name] = describe(unwrap(value))
    return found


def unwrap(value: Any) -> Any:
    """The function of a static or class method."""
    return value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
