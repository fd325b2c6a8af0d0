"""The public names that have a page of the reference, and what their docstrings say."""
from __future__ import annotations

import enum
import importlib
import inspect
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from ..names import AUTOGRAD, LIST

PACKAGE = "minitorch_compat"
#: The namespaces of the reference, in the order of the site.
SPACES = (
    "torch", "torch.Tensor", "torch.autograd", "torch.autograd.forward_ad", "torch.autograd.function", "torch.autograd.functional",
    "torch.autograd.grad_mode", "torch.autograd.gradcheck", "torch.autograd.graph", "torch.autograd.profiler", "torch.func", "torch.nn",
    "torch.nn.functional", "torch.nn.init", "torch.nn.parameter", "torch.nn.utils", "torch.optim", "torch.optim.lr_scheduler",
    "torch.optim.swa_utils", "torch.utils.data", "torch.utils.checkpoint", "torch.linalg", "torch.fft", "torch.special",
    "torch.distributions", "torch.distributions.transforms", "torch.distributions.constraints", "torch.distributions.kl", "torch.random",
    "torch.serialization", "torch.sparse", "torch.signal.windows", "torch.overrides", "torch.library", "torch.profiler", "torch.testing",
    "torch.amp", "torch.fx",
)
#: Sections of numpydoc; the rest of a docstring is before them.
TITLES = ("Parameters", "Attributes", "Returns", "Yields", "Receives", "Raises", "Warns", "See Also", "Notes", "References", "Examples",
          "Methods", "Other Parameters")
_HEADING = re.compile(rf"^({'|'.join(TITLES)})\n-{{3,}}\n", re.M)


@dataclass
class Entry:
    """A public name: `torch.nn.Linear`."""

    space: str
    name: str
    value: Any
    #: For a method, a property or an attribute of a class: the class.
    owner: Any = None

    @property
    def full(self) -> str:
        return f"{self.space}.{self.name}"

    @property
    def text(self) -> str:
        return documentation(self.value)

    @property
    def kind(self) -> str:
        if isinstance(self.value, type):
            return "exception" if issubclass(self.value, BaseException) else "class"
        if isinstance(self.value, property) or inspect.isdatadescriptor(self.value):
            return "property"
        return "method" if self.space == "torch.Tensor" or self.owner is not None else "function"


@dataclass
class Parsed:
    """A docstring in its parts."""

    summary: str
    body: str
    sections: dict[str, str] = field(default_factory=dict)

    def parameters(self) -> set[str]:
        """The names that `Parameters` and `Attributes` speak of."""
        found: set[str] = set()
        for title in ("Parameters", "Other Parameters", "Attributes"):
            for line in self.sections.get(title, "").splitlines():
                if line[:1].strip():
                    found |= {name.strip().lstrip("*") for name in line.partition(" :")[0].split(",")}
        return found


def documentation(value: Any) -> str:
    """The docstring of an object, its own."""
    if isinstance(value, (staticmethod, classmethod)):
        value = value.__func__
    text = value.__dict__.get("__doc__") if isinstance(value, type) else getattr(value, "__doc__", None)
    return inspect.cleandoc(text) if isinstance(text, str) else ""


def parsed(text: str) -> Parsed:
    """The parts of a docstring."""
    head, *pieces = _HEADING.split(text)
    summary, _, body = head.strip().partition("\n\n")
    return Parsed(summary.replace("\n", " "), body.strip("\n"), dict(zip(pieces[::2], (piece.strip("\n") for piece in pieces[1::2]))))


def space_of(space: str) -> Any:
    """The module, or Tensor, that a namespace is."""
    path = PACKAGE + space.removeprefix("torch")
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError:
        parent, _, name = path.rpartition(".")
        return getattr(importlib.import_module(parent), name)


def names_of(space: str) -> list[str]:
    """The public names that PyTorch has there."""
    tables: dict[str, Any] = json.loads(LIST.read_text())
    if space in tables:
        return sorted({name for group in tables[space].values() for name in group})
    return sorted(json.loads(AUTOGRAD.read_text()).get(space, ()))


def documentable(space: str, name: str, value: Any) -> bool:
    """Whether a name has a page: functions, methods, properties and classes that are built here."""
    if name.startswith("_") or isinstance(value, ModuleType) or type(value).__name__ in ("MissingFunction", "MissingValue", "Absent"):
        return False
    if isinstance(value, type):
        if type(value).__name__ == "_PlaceholderMeta" or not str(value.__module__).startswith((PACKAGE, "torch")):
            return False
        return value.__name__ != "Tensor" or space == "torch"
    if isinstance(value, property) or inspect.isdatadescriptor(value):
        return space == "torch.Tensor"
    module = getattr(value, "__module__", "") or ""
    return callable(value) and module.startswith((PACKAGE, "torch")) and not isinstance(value, typing_alias())


@cache
def typing_alias() -> tuple[type, ...]:
    import typing

    return (typing.TypeVar, type(typing.Union[int, str]), type(typing.Callable[..., int]))  # noqa: UP007


def entries(spaces: tuple[str, ...] = SPACES) -> Iterator[Entry]:
    """Every public name of the namespaces; those of `torch.Tensor` are its methods and properties."""
    for space in spaces:
        home = space_of(space)
        for name in names_of(space):
            try:
                value = inspect.getattr_static(home, name) if space == "torch.Tensor" else getattr(home, name)
            except AttributeError:
                continue
            if documentable(space, name, value) and (space == "torch" or not at_home_elsewhere(space, name, value)):
                yield Entry(space, name, value)


def at_home_elsewhere(space: str, name: str, value: Any) -> bool:
    """Whether a namespace only imports the name from another one, which has its page."""
    if space == "torch.Tensor":
        return False
    other = {"torch.nn.functional": "torch.nn.", "torch.distributions": "torch.distributions."}.get(space, space)
    module = getattr(value, "__module__", "").replace(PACKAGE, "torch", 1)
    if isinstance(value, type):
        return not (module + ".").startswith((other, space)) and module.startswith("torch") and not module.startswith(other)
    return module in SPACES and module != space and hasattr(space_of(module), name)


def members(entry: Entry) -> Iterator[Entry]:
    """The public methods and properties that a class defines itself."""
    if isinstance(entry.value, type):
        for name, value in sorted(vars(entry.value).items()):
            function = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
            if not name.startswith("_") and isinstance(function, (FunctionType, property)):
                yield Entry(entry.full, name, value, entry.value)


def signature_of(value: Any) -> inspect.Signature | None:
    """How something is called, if Python can tell."""
    if isinstance(value, (staticmethod, classmethod)):
        value = value.__func__
    try:
        return inspect.signature(value)
    except (TypeError, ValueError):
        return None


def missing_parts(entry: Entry) -> list[str]:
    """What a reader misses in the docstring: 'text', 'parameters', 'returns', 'example'."""
    told = parsed(entry.text)
    if not told.summary:
        return ["text"]
    missing = []
    if entry.kind != "property":
        signature = signature_of(entry.value)
        wanted = set() if signature is None else {
            p.name for p in signature.parameters.values() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)} - {"self", "cls"}
        if entry.kind == "exception" or isinstance(entry.value, enum.EnumMeta):  # which nobody calls
            wanted = set()
        if not {name.rstrip("_") for name in wanted if not name.startswith("_")} <= {name.rstrip("_") for name in told.parameters()}:
            missing.append("parameters")
        if entry.kind in ("function", "method") and "Returns" not in told.sections and "Yields" not in told.sections and (
                signature is None or signature.return_annotation not in ("None", None, "NoReturn")):
            missing.append("returns")
        if entry.kind != "exception" and ">>> " not in told.sections.get("Examples", ""):
            missing.append("example")
    return missing


def table(spaces: tuple[str, ...] = SPACES) -> dict[str, dict[str, Any]]:
    """Namespace -> number of names, how many lack nothing, how many callables have an example, and what the others lack."""
    found: dict[str, dict[str, Any]] = {}
    for entry in entries(spaces):
        for one in (entry, *members(entry)):
            space = one.space if one.owner is None else f"methods of {entry.space}"
            row = found.setdefault(space, {"names": 0, "whole": 0, "callables": 0, "examples": 0, "lacking": {}})
            lacks = missing_parts(one)
            row["names"] += 1
            row["whole"] += not lacks
            if one.kind not in ("property", "exception"):
                row["callables"] += 1
                row["examples"] += ">>> " in parsed(one.text).sections.get("Examples", "")
            if lacks:
                row["lacking"][one.full] = lacks
    return found


def printed(found: dict[str, dict[str, Any]]) -> str:
    """The table as Markdown."""
    lines = ["| namespace | names | all parts | callables | with example |", "|---|---:|---:|---:|---:|"]
    for space, row in found.items():
        lines.append(f"| {space} | {row['names']} | {row['whole']} | {row['callables']} | {row['examples']} |")
    total = {key: sum(row[key] for row in found.values()) for key in ("names", "whole", "callables", "examples")}
    lines.append(f"| all | {total['names']} | {total['whole']} | {total['callables']} | {total['examples']} |")
    return "\n".join(lines)
