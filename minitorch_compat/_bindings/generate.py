"""Write the bindings of ops from their schemas: `python minitorch_compat/_bindings/generate.py`.

For every op whose entry requests them: the function, the method, the in-place method, `out=`.  The files are checked in, so
that readers, type checkers and grep see ordinary `def`s; a test generates them again and compares.  Functions with irregular signatures
(overloads, `*sizes`) are written by hand in the other modules of this package; only their docstrings are generated (`docstrings.py`).
"""
from __future__ import annotations

import ast
import json
import re
import runpy
import sys
import textwrap
import types
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
if "minitorch_compat" not in sys.modules:
    # Only the table of ops is needed, and it must load while the generated files are missing or stale: so the `__init__`s of the package
    # and of this folder, which import them, are bypassed.
    for name, folder in (("minitorch_compat", HERE.parent), ("minitorch_compat._bindings", HERE)):
        package = types.ModuleType(name)
        package.__path__ = [str(folder)]
        sys.modules[name] = package

import minitorch_compat._ops  # noqa: E402, F401  (fills OPS)
from minitorch_compat._bindings.docstrings import describe, docstring, texts, with_docstrings  # noqa: E402
from minitorch_compat._ops.op import OPS, Op, on_declaration  # noqa: E402
from minitorch_compat._ops.schema import Param  # noqa: E402
from minitorch_compat._ops.table import LAZY_FAMILIES  # noqa: E402

#: Op -> the family whose module declares it, for ops that are declared lazily.
DECLARED_BY: dict[str, str] = {}


def _note_family(op: Op) -> None:
    frame = sys._getframe(1)
    while frame.f_globals["__name__"].rpartition(".")[2] in ("op", __name__) and frame.f_back is not None:
        frame = frame.f_back
    family = frame.f_globals["__name__"].partition("._ops.families.")[2]
    if family in LAZY_FAMILIES:
        DECLARED_BY[op.name] = family


on_declaration(_note_family)
OPS.load_all()

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

from ..._dispatch.call.caller import lazy_call, resolve_calls
from ..._dispatch.call.torch_function import handles_overrides
from ..._dispatch.dtype import array_dtype
from ..._dispatch.dtype import dtype as dtype_type
{imports}
if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

Number = int | float | complex | bool
'''


def ordered(imports: str) -> str:
    """Imports as the linter sorts them: from furthest away first."""
    return "".join(sorted(re.findall(r"from .*(?:\n[ )].*)*\n", imports), key=lambda text: (-text.count(".", 0, 8), text)))


def arguments_import(*names: str) -> str:
    """The import of `MISSING`, `SIZES` and helpers from `functions/arguments.py`, as the linter writes it: on one line if it fits."""
    imported = ("MISSING", "SIZES", *names)
    line = f"from ..functions.arguments import {', '.join(imported)}\n"
    return line if len(line) <= 140 else "from ..functions.arguments import (\n" + "".join(f"    {name},\n" for name in imported) + ")\n"


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
    """numpy's name for a parameter, which torch accepts too; None if there is none."""
    return {"dim": "axis", "keepdim": "keepdims"}.get(param.name)


#: In-place functions that torch has in addition to in-place methods.
INPLACE_FUNCTIONS = frozenset(name
    for name in json.loads((HERE.parent / "_namespace/names.json").read_text())["torch"]["f"] if name.endswith("_"))


#: numpy's names of the tensor parameters of functions; PyTorch accepts all of them in every function.
NUMPYS_NAMES = {"input": ("x", "a", "x1"), "other": ("x2",)}

#: Ops that also accept the deprecated order, with scaling factors before the tensors -> the function that handles such calls.
DEPRECATED_ORDERS = {"addcdiv": "scaled_product", "addcmul": "scaled_product",
                     **dict.fromkeys(["addbmm", "addmm", "addmv", "addr", "baddbmm"], "scaled_affine")}


class Writer:
    """Generates the `def`s of one op, under its name or an alias."""

    def __init__(self, op: Op, name: str | None = None) -> None:
        self.op = op
        self.name = name or op.name
        #: PyTorch's native name of functions of `torch.special`, which appears in messages about their arguments.
        self.own_name = f"special_{self.name}" if op.module == "special" else self.name

    def numpys_names(self, method: bool, old_form: bool = True) -> dict[str, tuple[str, ...]]:
        """Parameter -> numpy's names for it, for the tensor parameters of functions; PyTorch does not accept them in methods."""
        if method or not old_form or self.op.name in DEPRECATED_ORDERS:
            return {}
        return {p.name: NUMPYS_NAMES[p.name] for p in self.op.params if p.name in NUMPYS_NAMES and p.is_tensor and not p.keyword_only}

    def parameters(self, method: bool, out: bool, old_form: bool = True) -> str:
        """The parameter list; torch's numpy aliases come last.

        Names for tensors are not keyword-only, because Python calls functions without keyword-only parameters faster; a surplus positional
        argument is bound to the first of these names, and refused there (`arguments.resolve_numpy_names`).
        """
        params = self.op.params
        names = self.numpys_names(method, old_form)
        parts: list[str] = []
        keywords: list[str] = []
        aliases: list[str] = []
        for i, p in enumerate(params):
            if i == 0 and method:
                parts.append("self: Any")
                continue
            alias = alias_of(self.op, p)
            behind = alias or (aliases or names) and not p.keyword_only  # the parameters after it may be passed by keyword, too
            default = f" = {literal(p)}" if p.default is not None else (" = MISSING" if behind else "")
            text = f"{p.name}: {self.annotation(i, p) if not (alias and p.default is None) else 'Any'}{default}"
            (keywords if p.keyword_only or p.type == "ScalarType?" else parts).append(text)
            if alias:
                aliases.append(f"{alias}: Any = MISSING")
        if out:
            keywords.append("out: Tensor | None = None" if not self.op.schema.is_tuple else "out: Sequence[Tensor] | None = None")
        keywords += aliases
        if names:
            return ", ".join([*parts, *(f"{name}: Any = MISSING" for others in names.values() for name in others), *keywords])
        rest = "*rest: Any" if old_form and self.op.name in DEPRECATED_ORDERS else "*"
        return ", ".join(parts + ([rest, *keywords] if keywords else []))

    def old_form(self, name: str, function: str, method: bool) -> list[str]:
        """The lines that handle a call in the deprecated order."""
        if self.op.name not in DEPRECATED_ORDERS:
            return []
        first, *factors = ["self" if method else self.op.params[0].name, *(p.name for p in self.op.params[1:] if p.is_tensor)]
        form = DEPRECATED_ORDERS[self.op.name]
        described = [f'"{name}"', *([f'"{" ".join(factors)}"'] if form == "scaled_affine" else []), function, first, *factors, "rest",
                *([] if method else ["out"])]
        return ["    if rest:", f'        return {form}({", ".join(described)})']

    def annotation(self, i: int, param: Param) -> str:
        """The annotation of a parameter; Python numbers are accepted for tensors where the op allows it."""
        kind = python_type(param.type)
        return "Tensor | Number" if kind == "Tensor" and i and not param.keyword_only and self.op.numbers != "none" else kind

    def arguments(self, method: bool) -> str:
        """The arguments passed to the op, converted where the kernel expects another type."""
        parts = []
        for i, p in enumerate(self.op.params):
            name = "self" if i == 0 and method else p.name
            if p.type in ("ScalarType", "ScalarType?"):
                name = f"array_dtype({name})" if p.type == "ScalarType" else f"None if {name} is None else array_dtype({name})"
            elif p.type in ("Scalar", "Scalar?", "float", "float?"):
                convert = "as_float" if p.type.startswith("float") else "as_scalar"
                name = f"{convert}({name})" if p.type[-1] != "?" else f"None if {name} is None else {convert}({name})"
            parts.append(name)
        return ", ".join(parts)

    def arguments_of_out(self) -> str:
        """The same for a call with `out`: cumulative ops and `nansum` compute in the dtype of `out`."""
        if self.op.name not in ("cumsum", "cumprod", "nansum"):
            return self.arguments(False)
        return self.arguments(False).replace("None if dtype is None else array_dtype(dtype)",
                                             "array_dtype(out.dtype if dtype is None else dtype)")

    def aliases(self, method: bool = True) -> list[str]:
        """The lines that handle numpy's names of parameters."""
        lines = []
        if names := self.numpys_names(method):
            count = sum(not (p.keyword_only or p.type == "ScalarType?") for p in self.op.params)
            others = [name for others in names.values() for name in others]
            resolve = "resolve_numpy_names" if len(names) == 1 else "resolve_numpy_operands"
            lines = [f"    if {' or '.join(f'{name} is not MISSING' for name in others)}:",
                     f'        {", ".join(names)} = {resolve}("{self.own_name}", {count}, {", ".join([*names, *others])})']
        for p in self.op.params:
            alias = alias_of(self.op, p)
            if alias:
                default = literal(p) if p.default is not None else "MISSING"
                lines += [f"    if {alias} is not MISSING:",
                          f'        {p.name} = resolve_alias("{self.own_name}", "{alias}", {alias}, {p.name}, {default})']
        return lines

    def guards(self) -> list[str]:
        """Checks that refuse arguments which numpy would convert silently, such as True for a dimension or a string for a flag."""
        lines = []
        for p in self.op.params:
            if p.type in ("bool", "bool?"):
                first, second = ("True", "False") if p.default == "True" else ("False", "True")
                test = f"{p.name} is not {first} and {p.name} is not {second}" + f" and {p.name} is not None" * (p.type == "bool?")
            elif p.type in ("int", "int?"):
                lines += [f"    if {p.name}.__class__ is not int" + f" and {p.name} is not None" * (p.type == "int?") + ":",
                          f'        {p.name} = to_int("{self.own_name}", "{p.name}", {p.name})']
                continue
            elif p.type.startswith("int"):
                absent = p.type[-1] == "?" or p.default is not None
                lines += [f"    if {p.name}.__class__ not in SIZES" + f" and {p.name} is not None" * absent + ":",
                          f'        check_int_list("{self.own_name}", "{p.name}", {p.name})']
                continue
            else:
                continue
            lines += [f"    if {test}:", f'        raise_wrong_type("{self.own_name}", "{p.name}", "{p.type}", {p.name})']
        return lines

    def signature_decorator(self, method: bool, out: bool) -> list[str]:
        """The decorator that hides internal parameters of the `def` from `inspect.signature`, if it has any."""
        actual = self.parameters(method, out)
        if "MISSING" not in actual and "*rest" not in actual:
            return []
        params = self.op.params[1:] if method else self.op.params
        described = [(p, p.name if p.default is None else f"{p.name}={literal(p)}") for p in params]
        keywords = [text for p, text in described if p.keyword_only or p.type == "ScalarType?"] + ["out=None"] * out
        parts = ["self"] * method + [text for p, text in described if not (p.keyword_only or p.type == "ScalarType?")]
        return [f'@shown_as("{", ".join(parts + (["*", *keywords] if keywords else []))}")']

    def doc(self, suffix: str = "", method: bool = False) -> str:
        name = f"{self.name}_" if suffix else self.name
        public = f"Tensor.{name}" if method else name if self.op.module == "torch" else f"{self.op.module}.{name}"
        if public in texts():
            return docstring(describe(texts()[public], public, tuple(p.name for p in self.op.params[1:])), "    ")
        if self.name != self.op.name:
            return f'    """Another name of `{self.op.name}`.{suffix}"""'
        text = self.op.doc or f"`torch.{self.op.name}`; see PyTorch's page of that name."
        return f'    """{text}{suffix}"""'

    def returns(self) -> str:
        if self.op.schema.returns_list or self.op.schema.is_tuple:
            return "tuple[Tensor, ...]" if not self.op.schema.is_tuple else f"return_types.{self.op.name}"
        return "Tensor"

    def call(self, arguments: str) -> str:
        text = f"_{self.op.name}({arguments})"
        return f"return_types.from_items(return_types.{self.op.name}, {text})" if self.op.schema.is_tuple else text

    def function(self) -> list[str]:
        out = "out" in self.op.variants
        body = [*self.aliases(method=False), *self.old_form(self.name, self.own_name, False), *self.guards()]
        if out:
            body += ["    if out is not None:",
                      f"        return write_out(_{self.op.name}, out, {self.arguments_of_out()})"]
        body.append(f"    return {self.call(self.arguments(False))}")
        lines = [*self.signature_decorator(False, out), MARK, f"def {self.own_name}({self.parameters(False, out)}) -> {self.returns()}:",
                 self.doc(), *overridable(body), "", ""]
        return lines if self.own_name == self.name else [*lines, f"{self.name} = {self.own_name}", "", ""]

    def method(self) -> list[str]:
        lines = [*indent_lines([*self.signature_decorator(True, False), *self.mark()]),
                 f"    def {self.name}({self.parameters(True, False)}) -> {self.returns()}:"]
        lines_of_old_form = self.old_form(self.name, f"type(self).{self.name}", True)
        body = [*self.doc(method=True).split("\n"),
                *self.overridable_body([*self.aliases(), *lines_of_old_form, *self.guards(),
                                        f"    return {self.call(self.arguments(True))}"]), ""]
        return lines + ["    " + line if line else line for line in body]

    def inplace(self) -> list[str]:
        rest = self.arguments(True).partition(", ")[2].replace("array_dtype(dtype)", "check_own_dtype(self, dtype)")
        lines = [*indent_lines([*self.signature_decorator(True, False), *self.mark()]),
                 f"    def {self.name}_({self.parameters(True, False)}) -> Tensor:"]
        body = [*self.doc(" In place.", method=True).split("\n"),
                *self.overridable_body([*self.aliases(), *self.old_form(f"{self.name}_", f"type(self).{self.name}_", True),
                                        *self.guards(),
                                        f'    return _{self.op.name}_(self{", " + rest if rest else ""})']), ""]
        return lines + ["    " + line if line else line for line in body]

    def resolves(self) -> bool:
        """Whether the method calls handlers. `self` of a class that overrides has wrappers in front: only those with further tensors do."""
        return any(p.is_tensor for p in self.op.params[1:])

    def mark(self) -> list[str]:
        return [MARK] if self.resolves() else []

    def overridable_body(self, body: list[str]) -> list[str]:
        """A method's body."""
        return overridable(body) if self.resolves() else [
            "    try:", *("    " + line for line in body), "    except Exception as error:", "        return refuse(error)"]

    def inplace_function(self) -> list[str]:
        rest = self.arguments(False).partition(", ")[2]
        call = f'    return inplace(OPS["{self.op.name}"], {self.op.params[0].name}{", " + rest if rest else ""})'
        if "MISSING" in self.parameters(False, False, False):
            raise ValueError(f"{self.name}_ would show a parameter that is not there")
        return [MARK, f"def {self.name}_({self.parameters(False, False, False)}) -> Tensor:", self.doc(" In place."),
                *overridable([*self.aliases(), *self.guards(), call]), "", ""]


#: The decorator of a function that handles `Overridden`.
MARK = "@handles_overrides"


def indent_lines(lines: list[str]) -> list[str]:
    """The lines, indented for a class."""
    return ["    " + line for line in lines]


def overridable(body: list[str]) -> list[str]:
    """A body whose ops may raise because an argument overrides or does not fit; entering the `try` costs nothing."""
    return ["    try:", *("    " + line for line in body), "    except Exception as error:", "        return resolve(error)"]


def writers(ops: Iterable[Op]) -> list[Writer]:
    """A writer for each op, and one for its alias if it has one."""
    found = [Writer(op, name) for op in ops for name in (op.name, *op.aliases)]
    return sorted(found, key=lambda w: w.name)


def families() -> str:
    """The text of the module that maps lazily declared ops to their family."""
    names: dict[str, list[str]] = {}
    for op, family in DECLARED_BY.items():
        names.setdefault(family, []).append(op)
    entries = []
    for family in LAZY_FAMILIES:
        lines = textwrap.wrap(" ".join(sorted(names[family])), 120)
        entries.append(f'    "{family}": (\n' + "\n".join(f'        "{line} "' for line in lines) + "),\n")
    return ('"""The family of each lazily declared op (see `table.py`).\n\n'
            'Generated by `python minitorch_compat/_bindings/generate.py`; do not edit.\n"""\n'
            'from __future__ import annotations\n\nFAMILIES = {\n' + "".join(entries) + "}\n")


def inplace_functions() -> str:
    """The text of the module of torch's in-place functions."""
    chosen = [w for w in writers(op for op in OPS.values() if "inplace" in op.variants) if f"{w.name}_" in INPLACE_FUNCTIONS]
    imports = ("from ..._dispatch.graph.inplace import inplace\nfrom ..._ops.op import OPS\n"
               + arguments_import("as_float", "as_scalar", "check_int_list", "raise_wrong_type", "resolve_alias", "to_int"))
    lines = [HEADER.format(title="In-place functions of torch.", imports=ordered(imports + "from ..override.overridable import resolve\n"))]
    for writer in chosen:
        lines += writer.inplace_function()
    names = ", ".join(f'"{name}"' for name in sorted((f"{w.name}_" for w in chosen), key=order))
    return wrap_long("\n".join(lines).rstrip() + "\n") + f"\n\n__all__ = [{names}]\n"


def _op_handles(maker: str, ops: Iterable[Op], suffix: str = "") -> str:
    """The assignment of what calls each op, `_sin = lazy_call("sin")`, for all at once."""
    names = [op.name for op in ops]
    return f"(\n{fill(f'_{name}{suffix}' for name in names)}) = map({maker}, (\n{fill(quoted(names))}))"


def functions(module: str) -> str:
    """The text of a module of functions."""
    chosen = [op for _, op in sorted(OPS.items()) if op.module == module and "function" in op.variants]
    imports = ("from ..settings import return_types\n"
               + arguments_import("as_float", "as_scalar", "check_int_list", "raise_wrong_type", "resolve_alias", "resolve_numpy_names",
                                  "resolve_numpy_operands", "to_int", "write_out")
               + "from ..functions.shown_signatures import shown_as\n"
               + ("from ..retired.scaled_forms import scaled_affine, scaled_product\n" if module == "torch" else ""))
    title = f"Functions of torch{'' if module == 'torch' else '.' + module}."
    lines = [HEADER.format(title=title, imports=ordered(imports + "from ..override.overridable import resolve\n")),
             _op_handles("lazy_call", chosen), "resolve_calls(globals())", "", ""]
    for writer in writers(chosen):
        lines += writer.function()
    names = ", ".join(f'"{name}"' for name in sorted((w.name for w in writers(chosen)), key=order))
    return wrap_long("\n".join(lines).rstrip() + "\n") + f"\n\n__all__ = [{names}]\n"


def methods() -> str:
    """The text of the class that holds the generated methods."""
    chosen = [op for _, op in sorted(OPS.items()) if {"method", "inplace"} & op.variants]
    imports = ("from ..._dispatch.graph.inplace import in_place\n"
               "from ..settings import return_types\n"
               + arguments_import("as_float", "as_scalar", "check_int_list", "check_own_dtype", "raise_wrong_type", "resolve_alias",
                                  "to_int")
               + "from ..functions.shown_signatures import shown_as\n"
               "from ..retired.scaled_forms import scaled_affine, scaled_product\n")
    lines = [HEADER.format(title="Methods of torch.Tensor.",
                           imports=ordered(imports + "from ..override.overridable import refuse, resolve\n")),
             _op_handles("lazy_call", (op for op in chosen if "method" in op.variants)),
             _op_handles("in_place", (op for op in chosen if "inplace" in op.variants), "_"), "resolve_calls(globals())", "", "",
             "class GeneratedMethods:", '    """Methods of ops; `Tensor` inherits them."""', "", "    __slots__ = ()", ""]
    for writer in writers(chosen):
        if "method" in writer.op.variants:
            lines += writer.method()
        if "inplace" in writer.op.variants:
            lines += writer.inplace()
    return wrap_long("\n".join(lines).rstrip() + "\n")


def wrap_long(text: str) -> str:
    """Fill the parameter lists of long `def` lines, aligned with the first parameter, as in functions written by hand."""
    lines = []
    for line in text.split("\n"):
        head = line.partition("(")[0] + "("
        if len(line) > 140 and head.lstrip().startswith("def "):
            filled = textwrap.wrap(line[len(head):].replace(" ", "~").replace(",~", ", "), 140 - len(head), break_long_words=False)
            lines += [start + part.replace("~", " ") for start, part in zip((head, *(" " * len(head),) * len(filled)), filled)]
        else:
            lines.append(line)
    return "\n".join(lines)


#: Modules of functions written by hand; `__all__` lists what each exports. Those of `_namespace/late_names.py` are imported on first
#: access.
HAND_WRITTEN = (
    "creation.factories", "functions.arithmetic", "functions.complex", "functions.compositions", "functions.gamma",
    "functions.inplace", "functions.reductions", "functions.shapes", "functions.statistics", "index.scatter_reduce",
    "index.selection", "linalg.products", "randomness.functions", "settings.default_device", "settings.dtype_info",
    "sparse_tensors.coo", "tensor.conversion", "tensor.fill_and_compare", "tensor.interop", "tensor.printing", "tensor.reshaping",
)


def places() -> dict[str, list[str]]:
    """Module -> the functions of torch that it defines, generated or by hand."""
    chosen = [w.name for w in writers(op for op in OPS.values() if op.module == "torch" and "function" in op.variants)]
    in_place = [f"{w.name}_" for w in writers(op for op in OPS.values() if "inplace" in op.variants) if f"{w.name}_" in INPLACE_FUNCTIONS]
    found = {name: hand_written_names(name) for name in HAND_WRITTEN}
    taken = {n for names in found.values() for n in names}
    found["generated.functions_gen"] = [n for n in chosen if n not in taken]
    found["generated.inplace_gen"] = [n for n in in_place if n not in taken]
    return found


def _types() -> dict[str, Any]:
    """Run `generate_types.py` by itself: imported as a module of the package it would import the files being generated."""
    return runpy.run_path(str(HERE / "generate_types.py"))


def function_index() -> str:
    """The text of the module that exports every torch function, generated or by hand, on first access."""
    tables = "".join(f"    **dict.fromkeys((\n{indented(fill_lines(quoted(names)))}    ), \"{name}\"),\n"
                     for name, names in sorted(places().items()))
    return "\n".join((
        '"""Every function of the torch namespace, generated or written by hand, imported on first access.', "",
        "Generated by `python minitorch_compat/_bindings/generate.py`; do not edit.", '"""',
        "from ..override.public_functions import lazy_getattr", "",
        "#: Function -> the module that has it.", f"PLACES = {{\n{tables}}}", "",
        '__getattr__ = lazy_getattr(PLACES, globals(), "torch")', ""))


def quoted(names: Iterable[str]) -> list[str]:
    """Names as string literals."""
    return [f'"{name}"' for name in names]


def indented(lines: str) -> str:
    """Indent by four spaces."""
    return textwrap.indent(lines, "    ")


def hand_written_names(module: str) -> list[str]:
    """A module's `__all__`, read from its source: importing it would need the files being generated."""
    tree = ast.parse((HERE / f"{module.replace('.', '/')}.py").read_text())
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
            return sorted(ast.literal_eval(node.value))
    raise ValueError(f"{module}.py has no __all__")


def import_block(module: str, names: Iterable[str]) -> str:
    """`from .module import a, b, ...`, with filled lines if it needs several."""
    lines = fill_lines(names)
    line = f"from .{module} import {lines.strip().rstrip(',')}"
    return line if lines.count("\n") == 1 and len(line) <= 130 else f"from .{module} import (\n{lines})"


def fill_lines(names: Iterable[str]) -> str:
    """Filled lines of names with commas, in the linter's order."""
    return fill(sorted(names, key=lambda name: order(name.strip('"').partition(" ")[0])))


def fill(names: Iterable[str]) -> str:
    """Filled lines of names with commas."""
    joined = ", ".join(name.replace(" ", "~") for name in names)  # `a as b` stays on one line
    return "".join(f"    {line.rstrip(',')},\n" for line in textwrap.wrap(joined, 130, break_long_words=False)).replace("~", " ")


def absent_methods() -> str:
    """The text of the class of placeholders for Tensor methods of PyTorch that no class here defines."""
    tree = ast.parse((HERE / "tensor/tensor.py").read_text())
    origin = {alias.name: f"{'tensor/' * (node.level == 1)}{(node.module or '').replace('.', '/')}" for node in ast.walk(tree)
              if isinstance(node, ast.ImportFrom) and node.level in (1, 2) for alias in node.names}
    tensor = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Tensor")
    bases = [base.id for base in tensor.bases if isinstance(base, ast.Name)]
    built = _members(tensor) | _members(_class("tensor/tensor.py", "TensorMethods"))
    built |= _members(_class("../_dispatch/tensor.py", "TensorBase"))
    for base in bases:
        if base in origin and origin[base] != "generated/absent_gen":
            built |= _members(_class(f"{origin[base]}.py", base))
    table = json.loads((HERE.parent / "_namespace/names.json").read_text())["torch.Tensor"]
    names = {name for group in table.values() for name in group if not name.startswith("__")} - built
    lines = ['"""Tensor methods that PyTorch has and this package does not implement: they can be named, and raise when called.',
             "",
             "Generated by `python minitorch_compat/_bindings/generate.py`; do not edit.", '"""',
             "from __future__ import annotations", "", "from typing import Any", "", "from ..._namespace.names import MissingMethod", "",
             "",
             "class AbsentMethods:",
             '    """The last of Tensor\'s bases. A `__getattr__` in its place would slow down every access."""', "",
             "    __slots__ = ()", *(f'    {name}: Any = MissingMethod("torch.Tensor.{name}")' for name in sorted(names, key=order)), ""]
    return "\n".join(lines)


def _class(file: str, name: str) -> ast.ClassDef:
    text = TEXTS.get(file) or (HERE / file).read_text()
    return next(node for node in ast.parse(text).body if isinstance(node, ast.ClassDef) and node.name == name)


def _members(node: ast.ClassDef) -> set[str]:
    """The names that a class body defines."""
    body = [*node.body, *(part for block in node.body if isinstance(block, ast.If) for part in (*block.body, *block.orelse))]
    found = {part.name for part in body if isinstance(part, ast.FunctionDef)}
    for part in body:
        targets = part.targets if isinstance(part, ast.Assign) else [part.target] if isinstance(part, ast.AnnAssign) else []
        found |= {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    return found


#: Texts generated in this run; later files may depend on earlier ones.
TEXTS: dict[str, str] = {}

FILES: dict[str, Callable[[], str]] = {
    "../_ops/families_gen.py": families,
    "generated/functions_gen.py": lambda: functions("torch"),
    "generated/special_gen.py": lambda: functions("special"),
    "generated/methods_gen.py": methods,
    "generated/inplace_gen.py": inplace_functions,
    "generated/absent_gen.py": absent_methods,
    "generated/functions.py": function_index,
    "generated/functions.pyi": lambda: _types()["function_stub"](places(), TEXTS),
    "settings/return_types.pyi": lambda: _types()["return_types_stub"](),
    "generated/method_types.pyi": lambda: _types()["method_stub"](TEXTS),
    "../__init__.py": lambda: package_init(),
}


def order(name: str) -> tuple[bool, list[tuple[bool, int, str]]]:
    """The linter's sort key of names: classes first, numbers by value."""
    return not name[:1].isupper(), [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.findall(r"\d+|\D", name)]


#: Names that PyTorch's `from torch import *` leaves out; `ops as ops` marks them as public for type checkers all the same.
NOT_STARRED = frozenset((
    "BFloat16Storage", "BFloat16Tensor", "ComplexDoubleStorage", "ComplexFloatStorage", "HalfStorage", "HalfTensor",
    "broadcast_shapes", "compile", "compiled_with_cxx11_abi", "eig", "from_dlpack", "lstsq", "lu", "matrix_rank", "ops",
    "pca_lowrank", "solve", "svd_lowrank", "symeig", "unique", "vmap", "while_loop"))


def package_init() -> str:
    """The package's `__init__`, with its imports of late names and its `__all__` updated."""
    text = (HERE.parent / "__init__.py").read_text()
    text = re.sub(r"(?<=^if _TYPE_CHECKING:  # late names\n)(?:    .*\n)+", lambda _: late_imports(), text, count=1, flags=re.M)
    return re.sub(r"^__all__ = \[\n[^]]*\]", lambda _: exports(text), text, count=1, flags=re.M)


def late_imports() -> str:
    """Imports, for type checkers, of the names that `__getattr__` resolves."""
    places: dict[str, list[str]] = {}
    for name, place in late_names().items():
        module, _, other = place.partition(":")
        if name[0] != "_" and name != "onnx":  # a placeholder without a file
            places.setdefault(module, []).append(f"{other} as {name}" if other else public(name))
    return indented("\n".join(import_block(*entry) for entry in sorted(places.items()))) + "\n"


def late_names() -> dict[str, str]:
    """The table of `_namespace/late_names.py`, which imports nothing: run by itself, because that package is above this
    layer."""
    table: dict[str, str] = runpy.run_path(str(HERE.parent / "_namespace" / "late_names.py"))["LAZY"]
    return table


def public(name: str) -> str:
    return f"{name} as {name}" if name in NOT_STARRED else name


def exports(text: str) -> str:
    """`__all__` of the package: torch's functions, and its top-level imports and assignments, except private names, those that PyTorch
    leaves out, and imports such as `ops as ops`."""
    found = {name for names in places().values() for name in names} - NOT_STARRED
    tree = ast.parse(text)
    for node in [*tree.body, *(node for block in tree.body if isinstance(block, ast.If) for node in block.body)]:
        if isinstance(node, ast.ImportFrom) and node.module != "__future__":
            found |= {alias.asname or alias.name for alias in node.names if alias.asname != alias.name}
        elif isinstance(node, ast.Assign) and node in tree.body:  # those below `if` only declare types
            found |= {name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    names = [f'"{name}"' for name in found if name[0] not in "_*"]
    return f"__all__ = [\n{fill_lines(names)}]"


def main() -> int:
    """Write every file; with --check only report the stale ones."""
    stale = []
    for name, text in FILES.items():
        path = HERE / name
        new = TEXTS[name] = text()
        if not path.exists() or path.read_text() != new:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(new)
    for path, new in with_docstrings().items():  # functions written by hand; `locate` needs an importable package
        if path.read_text(encoding="utf-8") != new:
            stale.append(str(path.relative_to(HERE.parent)))
            if "--check" not in sys.argv:
                path.write_text(new, encoding="utf-8")
    print("\n".join(f"{'stale' if '--check' in sys.argv else 'wrote'}: {name}" for name in stale) or "bindings are up to date")
    return int(bool(stale) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
