"""Write docstrings from the reference texts into the sources; run by `generate.py`.

Texts are written once, in `*.md` files next to the family that declares the op (`_ops/families/<room>/<family>.md`) or, for functions
that are no ops, next to their module (`_bindings/<room>/<module>.md`). A section's heading lists the names that share the text:
`add`, `Tensor.add`, `Tensor.add_`, `linalg.norm`, `special.erf`, `fft.rfft`, `nn.functional.relu`. From it come the docstrings of
the checked-in `def`s, generated and by hand. Functions get the text unchanged; methods get it without `input` and `out`, with the
examples as method calls; in-place methods get their own return value.
"""
from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
#: Sections in the order of a docstring.
SECTIONS = ("Parameters", "Returns", "Raises", "Notes", "References", "Examples")
#: Width of a text: methods are indented by eight columns, and lines of code have up to 140.
WIDTH = 128
_NAME = re.compile(r"(?:(?:Tensor|linalg|special|fft|nn\.functional)\.)?\w+\Z")
#: The first parameter of the function, which its method does not have.
_SELF_PARAMETERS = ("input", "self")
#: A part of a sentence about `out`, which methods do not have; and an error that is only about `out`.
_ABOUT_OUT = re.compile(r"(?:,? or|;|,? and)\s[^,;.]*`out`[^,;.]*(?=[,;.])(?:,(?= in the dtype of that))?")
_ONLY_ABOUT_OUT = re.compile(r"^\S.*\n    `out` [^;]*?\.(?:\n(?=\S)|\Z)", re.M)

#: The comment above a docstring that was put into a module written by hand.
_NOTE = "# The docstring is written in "


class TextError(Exception):
    """A text that is malformed, or whose names cannot be found."""


@dataclass(frozen=True)
class Text:
    """One section of a file: the documentation of the names in its heading."""

    names: tuple[str, ...]
    summary: str
    body: str
    sections: dict[str, str]
    source: str

    def for_function(self, public: str) -> str:
        """The docstring of a function or property; its examples call it by this name."""
        sections = dict(self.sections)
        if "Examples" in sections:
            sections["Examples"] = self._rename_calls(public, sections["Examples"])
        return self._join_sections(self.summary, self.body, sections)

    def for_function_in_place(self, public: str) -> str:
        """The docstring of the in-place variant of the function that the text describes."""
        own = public.rpartition(".")[2].removesuffix("_")
        sections = self._in_place(dict(self.sections), "input")
        if "Parameters" in sections:
            sections["Parameters"] = _drop_parameters(sections["Parameters"], ("out", "inplace"))
        if "Examples" in sections and f"torch.{public}(" not in sections["Examples"]:
            examples = self._rename_calls(public.removesuffix("_"), sections["Examples"])
            sections["Examples"] = _as_function_in_place(examples, own)
        return self._join_sections(f"{self.summary} In place.", self.body,
                                   {title: text for title, text in sections.items() if text.strip()})

    def only_in_place(self) -> bool:
        """Whether the text describes in-place functions itself."""
        return all(name.endswith("_") for name in self.names)

    def _rename_calls(self, public: str, examples: str) -> str:
        others = "|".join(re.escape(name) for name in self.names if not name.startswith("Tensor.") and name != public)
        if not others or f"torch.{public}(" in examples:
            return examples
        return re.sub(rf"\btorch\.(?:{others})\(", f"torch.{public}(", examples)

    @staticmethod
    def _in_place(sections: dict[str, str], own: str) -> dict[str, str]:
        """Replace what the function returns and raises by that of a call that writes into `own`."""
        sections["Returns"] = f"Tensor\n    `{own}`, changed."
        if "Raises" in sections:
            sections["Raises"] = sections["Raises"].replace("`out`", f"`{own}`")
        return sections

    def for_method(self, name: str, parameters: tuple[str, ...] | None, in_place: bool) -> str:
        """The docstring of the method `name`; `parameters` are its parameters without `self` (None: any)."""
        sections = dict(self.sections)
        if "Parameters" in sections:
            sections["Parameters"] = _parameters_of_method(sections["Parameters"], parameters)
        if "Examples" in sections:
            sections["Examples"] = _as_method(sections["Examples"], name, in_place, self.called())
        summary = self.summary
        if in_place:
            sections = self._in_place(sections, "self")
            summary += " In place."
        for title in ("Returns", "Raises"):
            if title in sections:
                sections[title] = _ABOUT_OUT.sub("", _ONLY_ABOUT_OUT.sub("", sections[title])).strip("\n")
        described = {title: text if title == "Examples" else _input_to_self(text) for title, text in sections.items() if text.strip()}
        # Formulas name the tensor without quotes.
        body = "\n".join(re.sub(r"\binput\b", "self", line) if line.startswith("    ") else line for line in self.body.split("\n"))
        return self._join_sections(_input_to_self(summary), _input_to_self(body), described)

    def called(self) -> frozenset[str]:
        """The names by which examples may call the function, without the underscore of in-place calls."""
        return frozenset(name.rpartition(".")[2].removesuffix("_") for name in self.names)

    @staticmethod
    def _join_sections(summary: str, body: str, sections: dict[str, str]) -> str:
        parts = [summary, *([body] if body else [])]
        parts += [f"{title}\n{'-' * len(title)}\n{sections[title]}" for title in SECTIONS if title in sections]
        return "\n\n".join(parts)


@cache
def texts() -> dict[str, Text]:
    """Public name -> text."""
    found: dict[str, Text] = {}
    for path in sorted([*(PACKAGE / "_ops/families").rglob("*.md"), *(PACKAGE / "_bindings").rglob("*.md")]):
        for text in sections_of(path.read_text(encoding="utf-8"), path.relative_to(PACKAGE).as_posix()):
            for name in text.names:
                if name in found:
                    raise TextError(f"{name} has a text in {found[name].source} and in {text.source}")
                found[name] = text
    return found


def sections_of(content: str, source: str) -> list[Text]:
    """The sections of a file."""
    head, *parts = re.split(r"^## +", content, flags=re.M)
    if head.strip() and not head.lstrip().startswith("#"):
        raise TextError(f"{source}: what stands before the first heading belongs to no name")
    return [_section(heading, text, source) for heading, _, text in (part.partition("\n") for part in parts)]


def _section(heading: str, content: str, source: str) -> Text:
    names = tuple(name.strip() for name in heading.split(","))
    where = f"{source}, ## {heading}"
    if not all(map(_NAME.match, names)):
        raise TextError(f"{where}: names are like add, Tensor.add, linalg.norm")
    for line in content.splitlines():
        if len(line) > WIDTH:
            raise TextError(f"{where}: a line has more than {WIDTH} columns: {line[:40]}...")
    if '"""' in content or "\t" in content:
        raise TextError(f"{where}: neither triple quotes nor tabs")
    pieces = re.split(r"^(\w+)\n-{3,}\n", content.strip() + "\n", flags=re.M)
    titles = pieces[1::2]
    if [title for title in SECTIONS if title in titles] != titles:
        raise TextError(f"{where}: sections are {', '.join(SECTIONS)}, in this order, not {', '.join(titles)}")
    summary, _, body = pieces[0].strip().partition("\n\n")
    if "\n" in summary or not summary.endswith("."):
        raise TextError(f"{where}: the first paragraph is a sentence on one line")
    return Text(names, summary, body.strip("\n"), {title: text.strip("\n") for title, text in zip(titles, pieces[2::2])}, source)


def _parameters_of_method(text: str, kept: tuple[str, ...] | None) -> str:
    """The entries of `Parameters` for the parameters that a method has."""
    entries = re.split(r"^(?=\S)", text, flags=re.M)
    result = []
    for entry in filter(None, entries):
        names, colon, rest = entry.partition(" :")
        if not colon:
            names, _, rest = entry.partition("\n")
            rest = "\n" + rest
        described = [name.strip() for name in names.split(",")]
        left = [name for name in described if name.lstrip("*") not in (*_SELF_PARAMETERS, "out")
                and (kept is None or name.lstrip("*") in kept)]
        if left:
            result.append(", ".join(left) + colon + rest)
    return "".join(result).strip("\n")


def _input_to_self(text: str) -> str:
    """Replace `input` by `self` in the quoted code of a text."""
    return re.sub(r"`[^`\n]+`", lambda code: re.sub(r"\binput\b", "self", code[0]), text)


def _drop_parameters(text: str, names: tuple[str, ...]) -> str:
    """The entries of `Parameters`, except some."""
    entries = re.split(r"^(?=\S)", text, flags=re.M)
    return "".join(entry for entry in entries if entry.partition(" :")[0].strip() not in names).strip("\n")


def _as_function_in_place(examples: str, name: str) -> str:
    """Replace calls `torch.NAME(...)` by `torch.NAME_(...)`, up to the first one that prints."""
    done: list[str] = []
    for block in filter(None, re.split(r"^(?=>>> )", examples, flags=re.M)):
        rewritten = re.sub(rf"(\btorch(?:\.\w+)*\.{re.escape(name)})\(", r"\1_(", block)
        if "out=" in block or "inplace=" in block:
            continue
        source, prints = _source_of(block)
        if rewritten != block and block[len(source):].strip():
            return "".join([*done, rewritten]).strip("\n")
        if not prints:
            done.append(rewritten)
    return ""


def _source_of(block: str) -> tuple[str, bool]:
    """The lines of a statement in an example, and whether it has output."""
    source = re.match(r"((?:>>> |\.\.\. ?).*\n?)*", block).group()  # type: ignore[union-attr]
    return source, bool(block[len(source):].strip())


def _as_method(examples: str, name: str, in_place: bool, called: frozenset[str]) -> str:
    """Replace calls `torch.NAME(x, ...)` by `x.NAME(...)`; for an in-place method only up to the first one that prints."""
    blocks = re.split(r"^(?=>>> )", examples, flags=re.M)
    done: list[str] = []
    changed = False
    for block in filter(None, blocks):
        source, prints = _source_of(block)
        rest = block[len(source):]
        code = re.sub(r"^(>>> |\.\.\. ?)", "", source, flags=re.M)
        rewritten = _as_method_calls(code, name, called)
        if in_place and "out=" in code:
            continue
        if rewritten != code or f".{name}(" in code:
            lines = rewritten.rstrip("\n").split("\n")
            block = "\n".join([f">>> {lines[0]}", *(f"... {line}".rstrip() for line in lines[1:])]) + "\n" + rest
            if in_place and prints:
                return "".join([*done, block]).strip("\n")
            changed = True
        elif in_place and prints:
            continue  # its output may depend on the change made in place
        done.append(block)
    return "" if in_place and not changed else "".join(done).strip("\n")


def _as_method_calls(code: str, name: str, called: frozenset[str]) -> str:
    """`code` with calls of the function replaced by calls of the method, where the first argument can precede a dot."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return code
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args
                and (node.func.attr == name or node.func.attr.removesuffix("_") in called)
                and re.fullmatch(r"torch(\.\w+)*", ast.unparse(node.func.value))):
            continue
        first, *others = node.args
        if not isinstance(first, (ast.Name, ast.Call, ast.Attribute, ast.Subscript)) or any(k.arg == "out" for k in node.keywords):
            continue
        lines = code.split("\n")
        if node.lineno != node.end_lineno:
            return code
        line = lines[node.lineno - 1].encode()
        own = line[first.col_offset:first.end_col_offset].decode()
        given = others + [k.value for k in node.keywords]
        start = min((g.col_offset for g in others), default=None)
        if node.keywords:
            start = min(k.col_offset for k in node.keywords) if start is None else start
        rest = line[start:node.end_col_offset].decode() if given else ")"
        call = f"{own}.{name}({rest}"
        lines[node.lineno - 1] = (line[:node.col_offset] + call.encode() + line[node.end_col_offset:]).decode()
        return _as_method_calls("\n".join(lines), name, called)
    return code


def docstring(text: str, indent: str) -> str:
    """Format a docstring as source, at this depth."""
    if "\\" in text:
        text = text.replace("\\", "\\\\")
    if "\n" not in text:
        return f'{indent}"""{text}"""'
    return textwrap.indent(f'"""{text}\n"""', indent)


def describe(text: Text, public: str, parameters: tuple[str, ...] | None) -> str:
    """The text of the docstring of a public name."""
    space, _, name = public.rpartition(".")
    if space != "Tensor":
        in_place = name.endswith("_") and not name.endswith("__") and not text.only_in_place()
        return text.for_function_in_place(public) if in_place else text.for_function(public)
    return text.for_method(name, parameters, name.endswith("_") and not name.endswith("__"))


def locate(names: list[str]) -> dict[str, tuple[str, int]]:
    """Where the functions of public names are defined: a file of the package, and Python's line number.

    Determined in a separate process that imports the package, since it depends on aliases, decorators and late imports.
    """
    done = subprocess.run([sys.executable, __file__], input=json.dumps(names), capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)})
    if done.returncode:
        raise TextError(f"the functions could not be found:\n{done.stderr}")
    return {name: tuple(place) for name, place in json.loads(done.stdout).items()}


def with_docstrings() -> dict[Path, str]:
    """The sources written by hand, with their docstrings from the texts: file -> new source."""
    found = texts()
    places: dict[str, dict[int, list[str]]] = {}
    for name, (file, line) in locate(sorted(found)).items():
        if not file.startswith("_bindings/generated/"):
            places.setdefault(file, {}).setdefault(line, []).append(name)
    problems: list[str] = []
    sources = {PACKAGE / file: _replace_docstrings((PACKAGE / file).read_text(encoding="utf-8"), lines, file, problems)
               for file, lines in sorted(places.items())}
    if problems:
        raise TextError("\n".join(problems))
    return sources


def _replace_docstrings(source: str, lines: dict[int, list[str]], file: str, problems: list[str]) -> str:
    defs = {min([node.lineno, *(d.lineno for d in node.decorator_list)]): node
            for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)}
    rows = source.split("\n")
    for line, names in sorted(lines.items(), reverse=True):
        node = defs.get(line)
        # A function that is also used as a method gets the function's text, and one with several names that of its own name.
        own = node.name if node else ""
        public = min(names, key=lambda name: (name.startswith("Tensor."), name.rpartition(".")[2] != own, len(name), name))
        text = texts()[public]
        if node is None or node.body[0].lineno == node.lineno:
            problems.append(f"{public} is defined in {file}, line {line}, but by no `def` with lines of its own, for a docstring")
            continue
        first = node.body[0]
        indent = " " * first.col_offset
        new = docstring(describe(text, public, _parameters(node.args)), indent).split("\n")
        start = end = first.lineno - 1
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            end = first.end_lineno or first.lineno
            start -= rows[start - 1].lstrip().startswith(_NOTE)
        rows[start:end] = [f"{indent}{_NOTE}{text.source}.", *(row.rstrip() for row in new)]
    return "\n".join(rows)


def _parameters(args: ast.arguments) -> tuple[str, ...] | None:
    """The names of a function's parameters; None if it takes any. (`rest` is for calls in a deprecated order.)"""
    if args.kwarg or args.vararg and args.vararg.arg != "rest":
        return None
    return tuple(a.arg for a in (*args.posonlyargs, *args.args, *args.kwonlyargs))


def _print_places() -> None:
    """The program that `locate` runs: reads names, prints places."""
    import inspect
    from importlib import import_module
    from types import FunctionType
    from typing import Any

    torch: Any = import_module(PACKAGE.name)  # the whole package, which is above this layer: this is a separate program
    ENTRIES = import_module(f"{PACKAGE.name}._bindings.override.overridable").ENTRIES

    def bare(value: Any) -> Any:
        while True:
            if isinstance(value, property):
                value = value.fget
            elif isinstance(value, (staticmethod, classmethod)):
                value = value.__func__
            elif isinstance(value, FunctionType) and value in ENTRIES and ENTRIES[value].raw is not value:
                value = ENTRIES[value].raw
            elif hasattr(value, "__wrapped__"):
                value = value.__wrapped__
            else:
                return value

    places, unknown = {}, []
    for name in json.load(sys.stdin):
        owner, _, last = name.rpartition(".")
        space: Any = torch
        for part in filter(None, owner.split(".")):
            space = getattr(space, part)
        try:
            value = bare(inspect.getattr_static(space, last) if owner == "Tensor" else getattr(space, last))
            code = value.__code__
            places[name] = Path(code.co_filename).resolve().relative_to(PACKAGE).as_posix(), code.co_firstlineno
        except (AttributeError, ValueError):
            unknown.append(name)
    if unknown:
        sys.exit(f"no function of this package has the name {', '.join(unknown)}")
    json.dump(places, sys.stdout)


if __name__ == "__main__":
    sys.path.insert(0, str(PACKAGE.parent))
    sys.path = [place for place in sys.path if Path(place or ".").resolve() != Path(__file__).resolve().parent]
    _print_places()
