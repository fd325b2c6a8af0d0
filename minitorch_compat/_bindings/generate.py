"""Writes the bindings of ops from their schemas: `python minitorch_compat/_bindings/generate.py`.

For every op whose entry asks for it: the function, the method, the in-place method, `out=`.  The files written are checked in, so
that readers, type checkers and grep see ordinary `def`s; a test writes them again and compares.  What torch spells irregularly
(overloads, `*sizes`) stands by hand in the other files of this package.
"""
from __future__ import annotations

import ast
import re
import sys
import types
from collections.abc import Callable, Iterable
from pathlib import Path

HERE = Path(__file__).parent
if "minitorch_compat" not in sys.modules:
    # Only the table of ops is needed, and it must load while the files to be written are missing or stale: the package's own
    # `__init__`, which imports them, is passed over.
    package = types.ModuleType("minitorch_compat")
    package.__path__ = [str(HERE.parent)]
    sys.modules["minitorch_compat"] = package

import minitorch_compat._ops  # noqa: E402, F401  (fills OPS)
from minitorch_compat._ops.op import OPS, Op  # noqa: E402
from minitorch_compat._ops.schema import Param  # noqa: E402

TYPES = {
    "Tensor": "Tensor", "Tensor?": "Tensor | None", "Tensor[]": "Sequence[Tensor]", "int": "int", "int?": "int | None", "bool": "bool",
    "bool?": "bool | None", "float": "float", "float?": "float | None", "str": "str", "str?": "str | None", "Scalar": "Number",
    "Scalar?": "Number | None", "ScalarType": "dtype_type", "ScalarType?": "dtype_type | None", "MemoryFormat?": "Any", "Any": "Any",
}
HEADER = '''"""{title}

Generated from the op schemas by `python minitorch_compat/_bindings/generate.py`; do not edit.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._dispatch.call import caller
from .._dispatch.dtype import array_dtype
from .._dispatch.dtype import dtype as dtype_type
{imports}
if TYPE_CHECKING:
    from .tensor import Tensor

Number = int | float | complex | bool
'''


def python_type(kind: str) -> str:
    """The annotation for a schema type."""
    if kind.startswith("int["):
        return "int | Sequence[int]" + (" | None" if kind.endswith("?") else "")
    return TYPES[kind]


def literal(param: Param) -> str:
    """The default, as source."""
    value = param.value
    return f"float({str(value)!r})" if isinstance(value, float) and value in (float("inf"), float("-inf")) else repr(value)


def alias_of(op: Op, param: Param) -> str | None:
    """numpy's name for a parameter, which torch accepts too; left out where a required parameter follows."""
    later = op.params[op.params.index(param) + 1:]
    if param.default is None and any(p.default is None and not p.keyword_only for p in later):
        return None
    return {"dim": "axis", "keepdim": "keepdims"}.get(param.name)


class Writer:
    """Writes the `def`s of one op."""

    def __init__(self, op: Op) -> None:
        self.op = op

    def parameters(self, method: bool, out: bool) -> str:
        """The parameter list; torch's numpy aliases come last, keyword-only."""
        params = self.op.params
        parts, keywords, aliases = [], [], []
        for i, p in enumerate(params):
            if i == 0 and method:
                parts.append("self: Any")
                continue
            alias = alias_of(self.op, p)
            default = f" = {literal(p)}" if p.default is not None else (" = MISSING" if alias else "")
            text = f"{p.name}: {python_type(p.type) if not (alias and p.default is None) else 'Any'}{default}"
            (keywords if p.keyword_only or p.type == "ScalarType?" else parts).append(text)
            if alias:
                aliases.append(f"{alias}: Any = MISSING")
        if out:
            keywords.append("out: Tensor | None = None" if not self.op.schema.is_tuple else "out: Sequence[Tensor] | None = None")
        keywords += aliases
        return ", ".join(parts + (["*", *keywords] if keywords else []))

    def arguments(self, method: bool) -> str:
        """The arguments handed to the op, converted where torch's type is not the kernel's."""
        parts = []
        for i, p in enumerate(self.op.params):
            name = "self" if i == 0 and method else p.name
            if p.type in ("ScalarType", "ScalarType?"):
                name = f"array_dtype({name})" if p.type == "ScalarType" else f"None if {name} is None else array_dtype({name})"
            elif p.type in ("Scalar", "Scalar?"):
                name = f"as_scalar({name})"
            parts.append(name)
        return ", ".join(parts)

    def aliases(self) -> list[str]:
        lines = []
        for p in self.op.params:
            alias = alias_of(self.op, p)
            if alias:
                lines += [f"    if {alias} is not MISSING:", f"        {p.name} = {alias}"]
                if p.default is None:
                    lines += [f"    if {p.name} is MISSING:", f'        raise missing_argument("{self.op.name}", "{p.name}")']
        return lines

    def doc(self, suffix: str = "") -> str:
        text = self.op.doc or f"`torch.{self.op.name}`; see PyTorch's page of that name."
        return f'    """{text}{suffix}"""'

    def returns(self) -> str:
        if self.op.schema.returns_list or self.op.schema.is_tuple:
            return "tuple[Tensor, ...]" if not self.op.schema.is_tuple else f"return_types.{self.op.name}"
        return "Tensor"

    def call(self, arguments: str) -> str:
        text = f"_{self.op.name}({arguments})"
        return f"return_types.{self.op.name}(*{text})" if self.op.schema.is_tuple else text

    def function(self) -> list[str]:
        out = "out" in self.op.variants
        lines = [f"def {self.op.name}({self.parameters(False, out)}) -> {self.returns()}:", self.doc(), *self.aliases()]
        if out:
            lines += ["    if out is not None:",
                      f"        return write_out(_{self.op.name}, out, {self.arguments(False)})"]
        return [*lines, f"    return {self.call(self.arguments(False))}", "", ""]

    def method(self) -> list[str]:
        lines = [f"    def {self.op.name}({self.parameters(True, False)}) -> {self.returns()}:"]
        body = [self.doc(), *self.aliases(), f"    return {self.call(self.arguments(True))}", ""]
        return lines + ["    " + line if line else line for line in body]

    def inplace(self) -> list[str]:
        rest = self.arguments(True).partition(", ")[2]
        lines = [f"    def {self.op.name}_({self.parameters(True, False)}) -> Tensor:"]
        body = [self.doc(" In place."), *self.aliases(),
                f'    return inplace(OPS["{self.op.name}"], self{", " + rest if rest else ""})', ""]
        return lines + ["    " + line if line else line for line in body]


def _handles(ops: Iterable[Op]) -> list[str]:
    return [f'_{op.name} = caller("{op.name}")' for op in ops] + ["", ""]


def functions(module: str) -> str:
    """The text of a module of functions."""
    chosen = [op for _, op in sorted(OPS.items()) if op.module == module and "function" in op.variants]
    imports = "from . import return_types\nfrom ._support import MISSING, as_scalar, missing_argument, write_out\n"
    lines = [HEADER.format(title=f"Functions of torch{'' if module == 'torch' else '.' + module}.", imports=imports), *_handles(chosen)]
    for op in chosen:
        lines += Writer(op).function()
    names = ", ".join(f'"{name}"' for name in sorted((op.name for op in chosen), key=order))
    return wrap_long("\n".join(lines).rstrip() + "\n") + f"\n\n__all__ = [{names}]\n"


def methods() -> str:
    """The text of the class that holds the generated methods."""
    chosen = [op for _, op in sorted(OPS.items()) if {"method", "inplace"} & op.variants]
    imports = ("from .._dispatch.inplace import inplace\nfrom .._ops.op import OPS\n"
               "from . import return_types\nfrom ._support import MISSING, as_scalar, missing_argument\n")
    lines = [HEADER.format(title="Methods of torch.Tensor.", imports=imports),
             *_handles(op for op in chosen if "method" in op.variants),
             "class GeneratedMethods:", '    """Methods of ops; `Tensor` inherits them."""', "", "    __slots__ = ()", ""]
    for op in chosen:
        if "method" in op.variants:
            lines += Writer(op).method()
        if "inplace" in op.variants:
            lines += Writer(op).inplace()
    return wrap_long("\n".join(lines).rstrip() + "\n")


def wrap_long(text: str) -> str:
    """Break the parameter lists of long `def` lines."""
    lines = []
    for line in text.split("\n"):
        if len(line) > 120 and line.lstrip().startswith("def "):
            head, rest = line.split("(", 1)
            params, tail = rest.rsplit(") ->", 1)
            indent = " " * (len(line) - len(line.lstrip()) + 4)
            lines += [head + "(", f"{indent}{params},", f"{indent[4:]}) ->{tail}"] if len(params) < 112 else _one_per_line(
                head, params, indent, tail)
        else:
            lines.append(line)
    return "\n".join(lines)


def _one_per_line(head: str, params: str, indent: str, tail: str) -> list[str]:
    parts = params.split(", ")
    return [head + "(", *(f"{indent}{part}," for part in parts), f"{indent[4:]}) ->{tail}"]


#: Modules of functions written by hand; each lists what it offers in `__all__`.
HAND_WRITTEN = ("arithmetic", "conversion", "creation", "interop", "misc", "printing", "products", "random", "reductions", "selection",
                "shapes")


def index() -> str:
    """The text of the module that offers every torch function, generated or by hand."""
    chosen = [op.name for _, op in sorted(OPS.items()) if op.module == "torch" and "function" in op.variants]
    by_hand = {name: hand_written_names(name) for name in HAND_WRITTEN}
    taken = {n for names in by_hand.values() for n in names}
    lines = ['"""Every function of the torch namespace, generated or by hand.', "",
             "Generated by `python minitorch_compat/_bindings/generate.py`; do not edit.", '"""',
             "from __future__ import annotations", ""]
    by_hand["functions_gen"] = [n for n in chosen if n not in taken]
    lines += [import_block(name, names) for name, names in sorted(by_hand.items())]
    everything = sorted(taken | set(chosen), key=order)
    lines += ["", "__all__ = [", *(f'    "{name}",' for name in everything), "]", ""]
    return "\n".join(lines)


def hand_written_names(module: str) -> list[str]:
    """A module's `__all__`, read from its source: importing it here would need the very files being written."""
    tree = ast.parse((HERE / f"{module}.py").read_text())
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
            return sorted(ast.literal_eval(node.value))
    raise ValueError(f"{module}.py has no __all__")


def import_block(module: str, names: list[str]) -> str:
    """`from .module import (a, b, ...)`, a name a line."""
    return f"from .{module} import (\n" + "".join(f"    {name},\n" for name in sorted(names, key=order)) + ")"


FILES: dict[str, Callable[[], str]] = {
    "functions_gen.py": lambda: functions("torch"),
    "nn_functional_gen.py": lambda: functions("nn.functional"),
    "linalg_gen.py": lambda: functions("linalg"),
    "special_gen.py": lambda: functions("special"),
    "fft_gen.py": lambda: functions("fft"),
    "methods_gen.py": methods,
    "functions.py": index,
    "../__init__.py": lambda: package_init(),
}


def order(name: str) -> tuple[bool, list[tuple[bool, int, str]]]:
    """The key by which the linter sorts names: classes first, numbers by value."""
    return not name[:1].isupper(), [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.findall(r"\d+|\D", name)]


def package_init() -> str:
    """The package's `__init__`, with its import of torch's functions brought up to date."""
    text = (HERE.parent / "__init__.py").read_text()
    names = re.findall(r'^    "(\w+)",$', index(), re.M)
    return re.sub(r"^from \._bindings\.functions import \(\n[^)]*\)", import_block("_bindings.functions", names), text, count=1, flags=re.M)


def main() -> int:
    """Write every file; with --check only say whether one is stale."""
    stale = []
    for name, text in FILES.items():
        path = HERE / name
        new = text()
        if not path.exists() or path.read_text() != new:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(new)
    print("\n".join(f"{'stale' if '--check' in sys.argv else 'wrote'}: {name}" for name in stale) or "bindings are up to date")
    return int(bool(stale) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
