"""Record the signatures of PyTorch's functions and methods: `python tests/data/recorders/package/signatures.py`, with PyTorch 2.13.

The signatures of PyTorch's argument parser are strings in its library, in order: those are read. For functions without
arguments, which have no parser, the type stubs are used. One string per signature: the parameters of a schema (see
`minitorch_compat/_ops/schema.py`), with `|deprecated` after a signature that error messages do not list.
"""
from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from types import FunctionType
from typing import Any

import torch

OUT = Path(__file__).parents[4] / "minitorch_compat" / "_fidelity/tables/signatures.json"
HOME = Path(torch.__file__).parent
TYPES = {
    "Tensor": "Tensor", "TensorList": "Tensor[]", "c10::List<::std::optional<Tensor>>": "Tensor[]", "bool": "bool", "int64_t": "int",
    "SymInt": "SymInt", "double": "float", "Scalar": "Scalar", "ScalarType": "ScalarType", "Layout": "Layout", "Device": "Device",
    "MemoryFormat": "MemoryFormat", "Generator": "Generator", "IntArrayRef": "int[]", "SymIntArrayRef": "SymInt[]",
    "ScalarList": "Scalar[]", "ArrayRef<double>": "float[]", "c10::string_view": "str", "std::string": "str", "std::string_view": "str"}
SIGNATURE = re.compile(rb"(?<=\x00)([a-zA-Z_]\w*)\(((?:\*, )?[\w:<>\[\]?*]+ \w+[^\x00]*|)\)(\|\w+)?(?=\x00)")
DEPRECATED = "|deprecated"
#: How older programs call it.
ARGSORT = "Tensor input, int dim=-1, bool descending=False, *, bool stable=False, Tensor? out=None"
#: Functions of these modules know themselves by longer names.
PREFIXES = {"fft": "fft_", "linalg": "linalg_", "special": "special_"}


def parameter(text: str) -> str:
    """`SymIntArrayRef[2] stride=1` -> `SymInt[1] stride=1`."""
    kind, _, rest = text.rpartition(" ")
    name, equals, default = rest.partition("=")
    optional = kind.endswith("?") or default == "None"
    base, sized, _ = kind.removesuffix("?").partition("[")
    plain = TYPES.get(base, "Any")
    if sized and plain in ("int[]", "SymInt[]"):
        plain = plain.replace("[]", "[1]")
    default = re.sub(r"\s", "", default).replace("{", "[").replace("}", "]")
    return f"{plain}{'?' if optional and plain != 'Any' else ''} {name}{equals}{default}"


def library() -> dict[str, list[str]]:
    """Name -> its signatures, of functions and methods together, in the order of the library."""
    found: dict[str, list[str]] = {}
    for name, inside, hidden in SIGNATURE.findall((HOME / "lib" / "libtorch_python.so").read_bytes()):
        parts = re.split(r", (?=[A-Za-z_*])(?![^(]*\))(?![^{]*\})", inside.decode()) if inside else []
        text = ", ".join("*" if p == "*" else parameter(p) for p in parts) + DEPRECATED * bool(hidden)
        known = found.setdefault(name.decode(), [])
        if text not in known and not (name == b"copy_" and re.search(r" src\b", text)):  # that is a storage's
            known.append(text)
    found["argsort"].append(ARGSORT)
    return found


def is_of_function(name: str, text: str) -> bool:
    """Whether a signature that a function and a method may have is the function's."""
    own = bool(re.search(r" (input|self|condition|tensors|elements)\b", text)) or name == "repeat_interleave" and " dim" not in text
    return own and not (name == "where" and re.search(r"Tensor condition, \w+ other", text))


def without_arguments() -> list[str]:
    """The methods that take no arguments."""
    tree: Any = ast.parse((HOME / "_C" / "__init__.pyi").read_text())
    body = next(n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == "TensorBase").body
    return [n.name for n in body if isinstance(n, ast.FunctionDef) and len(n.args.args) == 1 and not n.args.kwonlyargs and not n.args.vararg
            and not any(ast.unparse(d).endswith(("property", "staticmethod", "setter")) for d in n.decorator_list)]


def taking_numbers() -> set[str]:
    """The functions and methods whose tensors may be numbers: what the stubs tell, and what they do not."""
    text = (HOME / "_C" / "__init__.pyi").read_text() + (HOME / "_C" / "_VariableFunctions.pyi").read_text()
    return {*re.findall(r"def (\w+)\([^)]*\bother: Tensor \| Number", text), "copy_", "divide", "multiply", "subtract"}


def numbers_too(text: str) -> str:
    """A signature of such a function."""
    return text if text.endswith(DEPRECATED) else re.sub(r"\bTensor(?=\??( |$))", "Tensor|Scalar", text)


def main() -> None:
    known, numbers = library(), taking_numbers()
    known = {name: [numbers_too(text) for text in texts] if name in numbers else texts for name, texts in known.items()}
    tables: dict[str, dict[str, list[str]]] = {"torch": {}, "torch.Tensor": {}, "torch.nn.functional": {}}
    names: dict[str, str] = {}
    method_names = {n for n in dir(torch._C.TensorBase) if type(getattr(torch._C.TensorBase, n)).__name__ == "method_descriptor"}
    for home, space in ((torch, "torch"), (torch.nn.functional, "torch.nn.functional")):
        for name in dir(home):
            function = getattr(home, name)
            if type(function).__name__ == "builtin_function_or_method" and function.__name__ in known:
                texts = known[function.__name__]
                if function.__name__ in method_names:
                    texts = [text for text in texts if is_of_function(name, text)]
                if texts:
                    tables[space][name] = texts
                    if function.__name__ != name:
                        names[f"{space}.{name}"] = function.__name__
    for name in sorted(method_names):
        texts = known.get(name, []) if not isinstance(getattr(torch.Tensor, name), FunctionType) else []
        if hasattr(torch._C._VariableFunctions, name) or hasattr(torch._C._nn, name):
            texts = [text for text in texts if not is_of_function(name, text)]
        if texts:
            tables["torch.Tensor"][name] = texts
    in_python = {name for name in method_names if isinstance(getattr(torch.Tensor, name), FunctionType)}
    for name in {*without_arguments()} & method_names - in_python - set(tables["torch.Tensor"]):
        tables["torch.Tensor"][name] = [""]
    for part, prefix in PREFIXES.items():
        home = getattr(torch, part)
        tables[f"torch.{part}"] = {name: known[prefix + name] for name in dir(home)
                                   if type(getattr(home, name)).__name__ == "builtin_function_or_method" and prefix + name in known}
    tables["native"] = {}  # the functions behind those that PyTorch writes in Python
    for name in {*dir(torch._C._VariableFunctions), *dir(torch._C._nn), *dir(torch._C._linalg)} & set(known) - set(tables["torch"]):
        tables["native"][name] = [text for text in known[name] if name not in method_names or is_of_function(name, text)]
    tables["names"] = names  # type: ignore[assignment]
    OUT.write_text("{" + ",\n".join(f"{json.dumps(space)}:{_lines(table)}" for space, table in tables.items()) + "}\n")


def _lines(table: dict[str, Any]) -> str:
    """A name a line."""
    return "{\n" + ",\n".join(f"{json.dumps(k)}:{json.dumps(v, separators=(',', ':'))}" for k, v in sorted(table.items())) + "\n}"


if __name__ == "__main__":
    main()
