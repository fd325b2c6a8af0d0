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
    "bool": "b", "float": "f", "Sequence[int]": "I", "DeviceLikeType": "v", "_layout": "y", "memory_format": "m",
    "torch.memory_format": "m", "Literal[False]": "b", "Literal[True]": "b", "tuple[_int, ...]": "I", "_symsize": "I",
}
#: The same for the types of native schemas, which say what the functions of `torch.linalg` and its like take.
NATIVE = {
    "Tensor": "T", "Optional[Tensor]": "T?", "int": "i", "Optional[int]": "i?", "float": "f", "Optional[float]": "f?", "bool": "b",
    "Optional[bool]": "b?", "str": "s", "Optional[str]": "s?", "number": "n", "Optional[number]": "n?", "List[int]": "iI",
    "Optional[List[int]]": "iI?", "List[Tensor]": "L",
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
UNTOLD = {
    "amax": ["input:T dim:i?= keepdim:b= * out:T?="], "amin": ["input:T dim:i?= keepdim:b= * out:T?="],
    "argsort": ["input:T dim:i= descending:b= * stable:b= out:T?="],
}
UNTOLD_OF_METHODS = {"amax": ["dim:i?= keepdim:b="], "amin": ["dim:i?= keepdim:b="], "copy_": ["other:n non_blocking:b="]}
#: What they tell otherwise.
TOLD_ANEW = {name: ["* memory_format:m?="]
             for name in ("bfloat16", "bool", "byte", "char", "cpu", "double", "float", "half", "int", "long", "short")}
STRIDE = "input:T kernel_size:iI stride:iI?= padding:iI= ceil_mode:b= count_include_pad:b="


def native(space: Any, prefix: str) -> dict[str, list[str]]:
    """The signatures of a module's functions, from their native schemas."""
    found = {}
    for name in dir(space):
        if type(getattr(space, name)).__name__ == "builtin_function_or_method":
            schemas = torch._C._jit_get_schemas_for_operator(f"aten::{prefix}_{name}")
            texts = [native_signature(schema) for schema in schemas if not any(a.is_out for a in schema.arguments)]
            if texts and None not in texts:
                found[name] = texts
    return found


def native_signature(schema: Any) -> str | None:
    """One signature as a string; None where it has types that only exist natively."""
    parts: list[str] = []
    for argument in schema.arguments:
        kind = str(argument.annotation_str if hasattr(argument, "annotation_str") else argument.type)
        if argument.kwarg_only and "*" not in parts:
            parts.append("*")
        name = "input" if argument.name == "self" else argument.name
        letters = FACTORY.get(argument.name) or NATIVE.get(kind, ".")
        parts.append(f"{name}:{letters}" + "=" * argument.has_default_value())
    return " ".join(parts if "*" in parts else [*parts, "*"]) + " out:.="


#: Natively these are numbers.
FACTORY = {"dtype": "d?", "layout": "y?", "device": "v?", "pin_memory": "b?"}


def _is_builtin(space: Any, name: str) -> bool:
    # The stubs have only tensors where the constructors of sparse tensors take lists, too; what is in the bins of a histogram PyTorch looks
    # at before it tries another signature.
    untold = name == "histogramdd" or name.startswith("sparse_")
    return not untold and type(getattr(space, name, None)).__name__ == "builtin_function_or_method"


def main() -> None:
    stubs = Path(torch.__file__).parent / "_C"
    methods = read(stubs / "__init__.pyi", "TensorBase", True)
    functions = read(stubs / "_VariableFunctions.pyi", "", False)
    builtin = {name: value + UNTOLD.get(name, []) for name, value in functions.items() if _is_builtin(torch, name)}
    functions |= read(stubs / "_nn.pyi", "", False)
    of_nn = {name: value for name, value in functions.items() if _is_builtin(torch.nn.functional, name)}
    own = {name: value for name, value in methods.items() if type(getattr(torch._C.TensorBase, name, None)).__name__ == "method_descriptor"}
    own = {name: TOLD_ANEW.get(name, value) + UNTOLD_OF_METHODS.get(name, []) for name, value in own.items()}
    for table in (builtin, own):
        table["nonzero"] = table["nonzero"][:1]  # the stubs say of each flag what it gives
    builtin["avg_pool1d"] = of_nn["avg_pool1d"] = [STRIDE]
    tables = {"torch": builtin, "torch.Tensor": own, "torch.nn.functional": of_nn,
              **{f"torch.{part}": native(getattr(torch, part), part) for part in ("fft", "linalg", "special")}}
    OUT.write_text("{" + ",\n".join(f"{json.dumps(space)}:{_lines(table)}" for space, table in tables.items()) + "}\n")


def _lines(table: dict[str, list[str]]) -> str:
    """A name a line."""
    return "{\n" + ",\n".join(f"{json.dumps(k)}:{json.dumps(v, separators=(',', ':'))}" for k, v in sorted(table.items())) + "\n}"


if __name__ == "__main__":
    main()
