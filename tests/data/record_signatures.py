"""Record the parameter types of PyTorch's functions and methods: `python tests/data/record_signatures.py`, with PyTorch 2.13.

Read from the type stubs that PyTorch ships. One string per signature: `name:type` for each parameter, `=` behind it where it has a default,
`*` before those that are given by keyword only. Types: see `minitorch_compat/_bindings/misfits.py`.
"""
from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import torch

OUT = Path(__file__).parents[2] / "minitorch_compat" / "signatures.json"
TYPES = {
    "Tensor": "T", "_bool": "b", "_int": "i", "_int | SymInt": "i", "_float": "f", "Number | _complex": "n", "Number": "n", "_dtype": "d",
    "Sequence[_int | SymInt]": "I", "_size": "I", "_int | _size": "iI", "_int | SymInt | Sequence[_int | SymInt]": "iI",
    "tuple[Tensor, ...] | list[Tensor]": "L", "str": "s", "Sequence[Number | _complex]": "N", "Sequence[_float]": "F",
    "Tensor | Number | _complex": "Tn", "Tensor | Number": "Tn", "list[Tensor]": "L", "int": "i",
}


def type_code(text: str) -> str:
    """The letters of an annotation; `.` for what is not checked."""
    if text.endswith(" | None"):
        inner = type_code(text.removesuffix(" | None"))
        return inner if inner == "." else inner + "?"
    return TYPES.get(text, ".")


def signature(node: ast.FunctionDef, method: bool) -> str:
    """One signature as a string."""
    a = node.args
    defaults = [None] * (len(a.args) - len(a.defaults)) + list(a.defaults)
    parts = [_parameter(arg, default) for arg, default in zip(a.args, defaults, strict=True)][method:]
    if a.vararg is not None:
        parts.append(f"**{a.vararg.arg}:I")
    elif a.kwonlyargs:
        parts.append("*")
    parts += [_parameter(arg, default) for arg, default in zip(a.kwonlyargs, a.kw_defaults, strict=True)]
    return " ".join(parts)


def _parameter(arg: ast.arg, default: Any) -> str:
    return f"{arg.arg}:{type_code(ast.unparse(arg.annotation) if arg.annotation else '')}{'=' if default is not None else ''}"


def read(path: Path, class_name: str, method: bool) -> dict[str, list[str]]:
    """The signatures of a stub, by name."""
    tree: Any = ast.parse(path.read_text())
    body = tree.body if not class_name else next(n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == class_name).body
    found: dict[str, list[str]] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            static = any(ast.unparse(d) == "staticmethod" for d in node.decorator_list)
            if not static and not any("property" in ast.unparse(d) for d in node.decorator_list):
                found.setdefault(node.name, []).append(signature(node, method))
    return found


#: What the stubs leave out.
UNTOLD = {"argsort": ["input:T dim:i= descending:b= * stable:b= out:T?="]}


def _is_builtin(space: Any, name: str) -> bool:
    # The stubs have only tensors where the constructors of sparse tensors take lists, too.
    return type(getattr(space, name, None)).__name__ == "builtin_function_or_method" and not name.startswith("sparse_")


def main() -> None:
    stubs = Path(torch.__file__).parent / "_C"
    methods = read(stubs / "__init__.pyi", "TensorBase", True)
    functions = read(stubs / "_VariableFunctions.pyi", "", False)
    builtin = {name: value + UNTOLD.get(name, []) for name, value in functions.items() if _is_builtin(torch, name)}
    functions |= read(stubs / "_nn.pyi", "", False)
    of_nn = {name: value for name, value in functions.items() if _is_builtin(torch.nn.functional, name)}
    own = {name: value for name, value in methods.items() if type(getattr(torch._C.TensorBase, name, None)).__name__ == "method_descriptor"}
    tables = {"torch": builtin, "torch.Tensor": own, "torch.nn.functional": of_nn}
    OUT.write_text("{" + ",\n".join(f"{json.dumps(space)}:{_lines(table)}" for space, table in tables.items()) + "}\n")


def _lines(table: dict[str, list[str]]) -> str:
    """A name a line."""
    return "{\n" + ",\n".join(f"{json.dumps(k)}:{json.dumps(v, separators=(',', ':'))}" for k, v in sorted(table.items())) + "\n}"


if __name__ == "__main__":
    main()
