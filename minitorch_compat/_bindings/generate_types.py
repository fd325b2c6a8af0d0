"""Write the stubs of torch's functions and Tensor's methods for type checkers; run by `generate.py`.

Two stubs: `functions.pyi`, next to the module that exports every function of torch, and `method_types.pyi`, with the classes that Tensor
inherits its methods from. A name has one overload per signature of PyTorch's parser (`_fidelity/tables/signatures.json`), which is more
exact than the `def`s here: these accept what any of the signatures accepts. Functions that PyTorch writes in Python are in `WRITTEN`;
for all others the annotations of the source are used.
"""
from __future__ import annotations

import ast
import json
import keyword
import re
import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from minitorch_compat._ops.schema import is_deprecated, parse_signature

HERE = Path(__file__).parent

#: Types by the letters of `_ops/schema.py`. The underscores avoid clashes with methods named `int` and `float` in a class, and
#: with functions named `sum` and `complex` in torch.
LETTERS = {
    "T": "Tensor", "Tn": "Tensor | _Number", "n": "_Number", "i": "_int", "k": "_int", "f": "_float", "b": "_bool", "s": "_str",
    "L": "Sequence[Tensor]", "N": "Sequence[_Number]", "F": "Sequence[_float]", "I": "Sequence[_int]", "K": "Sequence[_int]",
    "jI": "_int | Sequence[_int]", "jK": "_int | Sequence[_int]", "d": "_dtype", "v": "_Device", "y": "_layout", "m": "_memory_format",
    "g": "_Generator", ".": "Any",
}
#: Parameters that accept more than the schema states: indices may be None or other numbers, a dtype may be a name.
EXACT = {
    ("index_put", "indices"): "Sequence[Tensor | None]", ("index_put_", "indices"): "Sequence[Tensor | None]",
    ("type", "dtype"): "_dtype | _str | builtins.type[Any] | None",
}

#: Return types where the source has no annotation: name -> return type. `?` is the named tuple of that name for
#: signatures with `dim`, and a tensor for others; `!` is always that named tuple.
RETURNS = {
    **dict.fromkeys(("max", "min", "median", "nanmedian"), "?"),
    **dict.fromkeys(("sort", "aminmax", "frexp", "histogram", "histogramdd", "slogdet", "qr", "svd", "triangular_solve", "geqrf"), "!"),
    **dict.fromkeys(("var_mean", "std_mean"), "tuple[Tensor, Tensor]"),
    **dict.fromkeys(("where", "pin_memory", "cfloat", "cdouble", "cholesky", "logdet", "pinverse", "matrix_exp", "matrix_power",
                     "cholesky_inverse", "cholesky_solve", "lu_solve", "ormqr", "orgqr", "stft", "istft", "to_sparse_coo",
                     "to_sparse_csr", "to_sparse_csc", "to_sparse_bsr", "to_sparse_bsc", "new", "share_memory_", "module_load"), "Tensor"),
    "item": "_Scalar", "tolist": "Any",
}
#: Signatures with another return type: (name, its parameters) -> return type.
SPECIAL_RETURNS = {
    ("where", "Tensor condition"): "tuple[Tensor, ...]",
}

_ATLEAST = """
            def {}(tensor: Tensor, /) -> Tensor: ...
            def {}(tensors: Sequence[Tensor], /) -> tuple[Tensor, ...]: ...
            def {}(*tensors: Tensor) -> tuple[Tensor, ...]: ..."""
_UNIQUE = """
            def {}(input: Tensor, sorted: _bool = ..., return_inverse: Literal[False] = ..., return_counts: Literal[False] = ...,
                dim: _int | None = ...) -> Tensor: ...
            def {}(input: Tensor, sorted: _bool = ..., *, return_inverse: Literal[True], return_counts: Literal[False] = ...,
                dim: _int | None = ...) -> tuple[Tensor, Tensor]: ...
            def {}(input: Tensor, sorted: _bool = ..., return_inverse: Literal[False] = ..., *, return_counts: Literal[True],
                dim: _int | None = ...) -> tuple[Tensor, Tensor]: ...
            def {}(input: Tensor, sorted: _bool = ..., *, return_inverse: Literal[True], return_counts: Literal[True],
                dim: _int | None = ...) -> tuple[Tensor, Tensor, Tensor]: ...
            def {}(input: Tensor, sorted: _bool = ..., return_inverse: _bool = ..., return_counts: _bool = ...,
                dim: _int | None = ...) -> Tensor | tuple[Tensor, ...]: ..."""
#: Signatures of functions that PyTorch writes in Python, or that depend on a value. Methods get `self` in addition.
WRITTEN = {
    "torch": {
        "atleast_1d": _ATLEAST,
        "atleast_2d": _ATLEAST, "atleast_3d": _ATLEAST,
        "block_diag": "def {}(*tensors: Tensor) -> Tensor: ...",
        "broadcast_shapes": "def {}(*shapes: _int | Sequence[_int]) -> Size: ...",
        "broadcast_tensors": """
            def {}(*tensors: Tensor) -> tuple[Tensor, ...]: ...
            def {}(tensors: Sequence[Tensor], /) -> tuple[Tensor, ...]: ...""",
        "cartesian_prod": "def {}(*tensors: Tensor) -> Tensor: ...",
        "cdist": """def {}(x1: Tensor, x2: Tensor, p: _float = ..., compute_mode: _str | None = ...) -> Tensor: ...""",
        "chain_matmul": "def {}(*matrices: Tensor, out: Tensor | None = ...) -> Tensor: ...",
        "einsum": """
            def {}(equation: _str, /, *operands: Tensor) -> Tensor: ...
            def {}(equation: _str, operands: Sequence[Tensor], /) -> Tensor: ...
            def {}(operand: Tensor, sublist: Sequence[_int], /, *rest: Tensor | Sequence[_int]) -> Tensor: ...""",
        "from_dlpack": "def {}(ext_tensor: Any, *, device: _Device | None = ..., copy: _bool | None = ...) -> Tensor: ...",
        "is_tensor": "def {}(obj: object, /) -> TypeIs[Tensor]: ...",
        "meshgrid": """
            def {}(*tensors: Tensor, indexing: _str | None = ...) -> tuple[Tensor, ...]: ...
            def {}(tensors: Sequence[Tensor], /, *, indexing: _str | None = ...) -> tuple[Tensor, ...]: ...""",
        "nonzero": """
            def {}(input: Tensor, *, as_tuple: Literal[False] = ..., out: Tensor | None = ...) -> Tensor: ...
            def {}(input: Tensor, *, as_tuple: Literal[True], out: None = ...) -> tuple[Tensor, ...]: ...""",
        "norm": """def {}(input: Tensor, p: _Number | _str | None = ..., dim: _int | Sequence[_int] | None = ..., keepdim: _bool = ...,
            out: Tensor | None = ..., dtype: _dtype | None = ...) -> Tensor: ...""",
        "split": """def {}(tensor: Tensor, split_size_or_sections: _int | Sequence[_int], dim: _int = ...) -> tuple[Tensor, ...]: ...""",
        "tensordot": """def {}(a: Tensor, b: Tensor, dims: _int | Tensor | Sequence[_int] | Sequence[Sequence[_int]] = ...,
            out: Tensor | None = ...) -> Tensor: ...""",
        "to_dlpack": "def {}(tensor: Tensor, /) -> Any: ...",
        "unique": _UNIQUE,
        "unique_consecutive": _UNIQUE.replace("sorted: _bool = ..., ", ""),
        "unravel_index": "def {}(indices: Tensor, shape: _int | Sequence[_int] | Size) -> tuple[Tensor, ...]: ...",
        "dsmm": "def {}(input: Tensor, mat2: Tensor, *, out: Tensor | None = ...) -> Tensor: ...",
        "hsmm": "def {}(mat1: Tensor, mat2: Tensor, *, out: Tensor | None = ...) -> Tensor: ...",
        "spmm": "def {}(input: Tensor, mat2: Tensor, *, out: Tensor | None = ...) -> Tensor: ...",
        "set_default_device": "def {}(device: _Device | None) -> None: ...",
    },
    "torch.Tensor": {
        "nonzero": """
            def {}(self, *, as_tuple: Literal[False] = ...) -> Tensor: ...
            def {}(self, *, as_tuple: Literal[True]) -> tuple[Tensor, ...]: ...""",
        "norm": """def {}(self, p: _Number | _str | None = ..., dim: _int | Sequence[_int] | None = ..., keepdim: _bool = ...,
            dtype: _dtype | None = ...) -> Tensor: ...""",
        "split": "def {}(self, split_size: _int | Sequence[_int], dim: _int = ...) -> tuple[Tensor, ...]: ...",
        "unflatten": "def {}(self, dim: _int, sizes: Sequence[_int]) -> Tensor: ...",
        "resize": "def {}(self, *sizes: _int) -> Tensor: ...",
        "resize_as": "def {}(self, tensor: Tensor) -> Tensor: ...",
        "repeat": """
            def {}(self, repeats: Sequence[_int]) -> Tensor: ...
            def {}(self, *repeats: _int) -> Tensor: ...""",
        "type": """
            def {}(self, dtype: None = ..., non_blocking: _bool = ...) -> _str: ...
            def {}(self, dtype: _dtype | _str | builtins.type[Any], non_blocking: _bool = ..., *,
                memory_format: _memory_format | None = ...) -> Tensor: ...""",
        "to": """
            def {}(self, dtype: _dtype, non_blocking: _bool = ..., copy: _bool = ..., *,
                memory_format: _memory_format | None = ...) -> Tensor: ...
            def {}(self, device: _Device | None = ..., dtype: _dtype | None = ..., non_blocking: _bool = ..., copy: _bool = ..., *,
                memory_format: _memory_format | None = ...) -> Tensor: ...
            def {}(self, other: Tensor, non_blocking: _bool = ..., copy: _bool = ..., *,
                memory_format: _memory_format | None = ...) -> Tensor: ...
            def {}(self, *, tensor: Tensor, non_blocking: _bool = ..., copy: _bool = ...,
                memory_format: _memory_format | None = ...) -> Tensor: ...""",
        "numpy": "def {}(self, *, force: _bool = ...) -> np.ndarray[Any, Any]: ...",
        "__getitem__": "def {}(self, key: _Index, /) -> Tensor: ...",
        "__setitem__": "def {}(self, key: _Index, value: Tensor | _Number | np.ndarray[Any, Any], /) -> None: ...",
        "__iter__": "def {}(self) -> Iterator[Tensor]: ...",
        "__reversed__": "def {}(self) -> Tensor: ...",
        "__contains__": "def {}(self, element: Any, /) -> _bool: ...",
        "__bool__": "def {}(self) -> _bool: ...", "__int__": "def {}(self) -> _int: ...", "__index__": "def {}(self) -> _int: ...",
        "__float__": "def {}(self) -> _float: ...", "__complex__": "def {}(self) -> _complex: ...",
        "__array__": "def {}(self, dtype: Any = ..., copy: _bool | None = ...) -> np.ndarray[Any, Any]: ...",
        "unique": _UNIQUE.replace("(input: Tensor", "(self"),
        "unique_consecutive": _UNIQUE.replace("(input: Tensor, sorted: _bool = ...", "(self"),
        "apply_": "def {}(self, callable: Callable[[Any], _Number]) -> Tensor: ...",
        "map_": "def {}(self, tensor: Tensor, callable: Callable[[Any, Any], _Number]) -> Tensor: ...",
        "stride": """
            def {}(self, dim: None = ...) -> tuple[_int, ...]: ...
            def {}(self, dim: _int) -> _int: ...""",
        "lu": """
            def {}(self, pivot: _bool = ..., get_infos: Literal[False] = ...) -> tuple[Tensor, Tensor]: ...
            def {}(self, pivot: _bool = ..., *, get_infos: Literal[True]) -> tuple[Tensor, Tensor, Tensor]: ...""",
        "stft": """def {}(self, n_fft: _int, hop_length: _int | None = ..., win_length: _int | None = ..., window: Tensor | None = ...,
            center: _bool = ..., pad_mode: _str = ..., normalized: _bool = ..., onesided: _bool | None = ...,
            return_complex: _bool | None = ..., align_to_window: _bool | None = ...) -> Tensor: ...""",
        "istft": """def {}(self, n_fft: _int, hop_length: _int | None = ..., win_length: _int | None = ..., window: Tensor | None = ...,
            center: _bool = ..., normalized: _bool = ..., onesided: _bool | None = ..., length: _int | None = ...,
            return_complex: _bool = ...) -> Tensor: ...""",
        "real": "", "imag": "",
    },
}

_BINARY = "def {}(self, other: Tensor | _Number, /) -> Tensor: ..."
_COMPARISON = "def {}(self, other: Any, /) -> Tensor: ...  # type: ignore[override]"
_INTEGER_BINARY = "def {}(self, other: Tensor | _int, /) -> Tensor: ..."
for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "div"):
    for _kind in ("", "r", "i"):
        WRITTEN["torch.Tensor"][f"__{_kind}{_name}__"] = _BINARY
for _name in ("and", "or", "xor", "lshift", "rshift"):
    for _kind in ("", "r", "i"):
        WRITTEN["torch.Tensor"][f"__{_kind}{_name}__"] = _INTEGER_BINARY
for _name in ("lt", "le", "gt", "ge"):
    WRITTEN["torch.Tensor"][f"__{_name}__"] = _BINARY
for _name in ("eq", "ne"):
    WRITTEN["torch.Tensor"][f"__{_name}__"] = _COMPARISON
for _name in ("matmul", "rmatmul", "imatmul"):
    WRITTEN["torch.Tensor"][f"__{_name}__"] = "def {}(self, other: Tensor, /) -> Tensor: ..."

HEADER = '''"""{title}

Generated by `python minitorch_compat/_bindings/generate.py` (`generate_types.py`); do not edit.
"""
import builtins
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Literal, NoReturn, TypeAlias, overload

import numpy as np
from typing_extensions import TypeIs

from ..._dispatch.device import device as _device
from ..._dispatch.dtype import dtype as _dtype
from ..._dispatch.size import Size as Size
from ..randomness.generators import Generator as _Generator
from ..settings import return_types
from ..settings.constants import layout as _layout
from ..settings.constants import memory_format as _memory_format
{imports}from ..tensor.tensor import Tensor as Tensor

_int: TypeAlias = builtins.int
_float: TypeAlias = builtins.float
_bool: TypeAlias = builtins.bool
_str: TypeAlias = builtins.str
_complex: TypeAlias = builtins.complex
_Number: TypeAlias = builtins.int | builtins.float | builtins.complex | builtins.bool
#: What `item()` gives, as PyTorch's types say it: complex numbers are left out, so that it can be used as a number.
_Scalar: TypeAlias = builtins.int | builtins.float | builtins.bool
_Device: TypeAlias = _device | builtins.str | builtins.int
_Index: TypeAlias = Any
'''


@cache
def signatures() -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = json.loads((HERE.parent / "_fidelity/tables/signatures.json").read_text())
    return found


def _params(text: str) -> list[str]:
    """The parameters of a recorded signature as `name:letters`, with a trailing `=` if they have a default, and `*`."""
    found = []
    for parameter in parse_signature(text):
        if not parameter.by_position and "*" not in found:
            found.append("*")
        found.append(f"{parameter.name}:{parameter.kind}{'=' * parameter.optional}")
    return found


@cache
def parse_module(file: str, text: str) -> ast.Module:
    return ast.parse(text, file)


class Stub:
    """The stub of one name, from the source's definition and the table of signatures."""

    def __init__(self, space: str, name: str, source: ast.FunctionDef | None, public: str | None = None) -> None:
        self.space, self.name, self.source = space, name, source
        self.method = space == "torch.Tensor"
        self.public = public or name

    def lines(self) -> list[str]:
        """The lines of the stub."""
        written = WRITTEN[self.space].get(self.public)
        if written is not None:
            found = [part.replace("{}", self.public) for part in _defs(written)]
        else:
            table = [text for text in signatures()[self.space].get(self.public, ()) if not is_deprecated(text)]
            found = self.of_table(table) if table and self.source is not None else self.of_source()
        found = _reachable_overloads(found)
        if len(found) == 1:
            return found
        return [line for one in found for line in ("@overload", one)]

    def of_table(self, table: list[str]) -> list[str]:
        """One overload per signature; further ones for sizes as separate arguments, and for numpy's names of a dimension."""
        assert self.source is not None
        args = self.source.args
        known = {a.arg for a in (*args.posonlyargs, *args.args, *args.kwonlyargs)}
        found = []
        later = []
        for text in table:
            params = _params(text)
            returned = self.returned(text)
            found.append(self.overload_text(params, returned))
            if args.vararg is not None and params and re.match(r"\w+:(K|I)$", params[0]):
                name = params[0].partition(":")[0]
                rest = [p for p in params[1:] if p != "*"]
                found.append(self.overload_text([f"*{name}:i", *rest], returned))
            if "axis" in known and any(p.startswith("dim:") for p in params):
                renamed = [p.replace("dim:", "axis:", 1) if p.startswith("dim:") else p for p in params]
                if "keepdims" in known:
                    renamed = [p.replace("keepdim:", "keepdims:", 1) if p.startswith("keepdim:") else p for p in renamed]
                place = next(i for i, p in enumerate(renamed) if p.startswith("axis:"))
                rest = [p for p in renamed[place:] if p != "*"]
                later.append(self.overload_text([*[p for p in renamed[:place] if p != "*"], "*", *rest], returned))
        return found + later

    def overload_text(self, params: list[str], returned: str) -> str:
        parts = ["self"] * self.method
        optional = False
        for param in params:
            if param == "*":
                parts.append("*")
                optional = False
                continue
            name, _, letters = param.partition(":")
            star = name.startswith("*")
            default = letters.endswith("=")
            letters = letters.rstrip("=").replace("Tn", "T" if name == "out" else "Tn")  # a number is useless as `out`
            nullable = letters.endswith("?")
            kind = EXACT.get((self.public, name)) or LETTERS[letters.rstrip("?")] + (" | None" if nullable else "")
            optional = not star and (default or optional)
            name = "input" if name == "self" else f"{name}_" if keyword.iskeyword(name) else name
            parts.append(f"{name}: {kind}" + (" = ..." if optional else ""))
        if parts and parts[-1] == "*":
            parts.pop()
        if any(part.startswith("*") and part != "*" for part in parts) and "*" in parts:
            parts.remove("*")
        return f"def {self.public}({', '.join(parts)}) -> {returned}: ..."

    def returned(self, text: str) -> str:
        own = RETURNS.get(self.public.rstrip("_") if self.public not in RETURNS else self.public)
        special = SPECIAL_RETURNS.get((self.public, text))
        if special is not None:
            return special
        if own in ("?", "!"):
            return f"return_types.{self.public}" if own == "!" or re.search(r" dim\b", text) else "Tensor"
        if own is not None and not self.public.endswith("_"):
            return own
        assert self.source is not None
        return "Any" if self.source.returns is None else _stub_annotation(self.source.returns)

    def of_source(self) -> list[str]:
        """The signature of the source itself."""
        if self.source is None:
            return []
        function = _StubNames().visit(ast.parse(ast.unparse(_bare_signature(self.source, self.method))).body[0])
        return [ast.unparse(function).replace(":\n    ...", ": ...").replace(f"def {self.name}(", f"def {self.public}(", 1)]


def _reachable_overloads(overloads: Iterable[str]) -> list[str]:
    """The overloads, except those that accept nothing that an earlier one does not."""
    kept: list[tuple[str, ast.FunctionDef]] = []
    for text in dict.fromkeys(overloads):
        function = ast.parse(text).body[0]
        assert isinstance(function, ast.FunctionDef)
        if not any(_covers(earlier, function) for _, earlier in kept):
            kept.append((text, function))
    return [text for text, _ in kept]


def _covers(broad: ast.FunctionDef, narrow: ast.FunctionDef) -> bool:
    """Whether `broad` accepts every call that `narrow` accepts, and returns the same."""
    first, second = broad.args, narrow.args
    if any((first.posonlyargs, second.posonlyargs, second.vararg, first.kwarg, second.kwarg)):
        return False
    if ast.dump(broad.returns or ast.Constant(None)) != ast.dump(narrow.returns or ast.Constant(None)):
        return False
    if [a.arg for a in first.args[:len(second.args)]] != [a.arg for a in second.args]:
        return False
    theirs = {**_parameters(first), "self": (None, True)}
    own = {**_parameters(second), "self": (None, True)}
    needed = {name for name, (_, optional) in theirs.items() if not optional}
    return needed <= {name for name, (_, optional) in own.items() if not optional} and all(
        name in theirs and _is_wider(theirs[name][0], kind) for name, (kind, _) in own.items())


def _parameters(args: ast.arguments) -> dict[str, tuple[ast.expr | None, bool]]:
    """Name -> annotation, and whether there is a default."""
    required = len(args.args) - len(args.defaults)
    found = {a.arg: (a.annotation, i >= required) for i, a in enumerate(args.args)}
    return {**found, **{a.arg: (a.annotation, d is not None) for a, d in zip(args.kwonlyargs, args.kw_defaults, strict=True)}}


def _is_wider(broad: ast.expr | None, narrow: ast.expr | None) -> bool:
    """Whether one annotation allows everything that another allows."""
    if broad is None or narrow is None:
        return broad is narrow
    members = _members_of(broad)
    return "Any" in members or _members_of(narrow) <= members


def _members_of(annotation: ast.expr) -> set[str]:
    """The types of a union."""
    if isinstance(annotation, ast.BinOp):
        return _members_of(annotation.left) | _members_of(annotation.right)
    return {ast.unparse(annotation)}


def _bare_signature(source: ast.FunctionDef, method: bool) -> ast.FunctionDef:
    """The signature alone: no body, no decorators, `...` for defaults."""
    args = source.args
    short = ast.arguments(
        posonlyargs=args.posonlyargs, args=[ast.arg(a.arg, None if method and i == 0 and not args.posonlyargs else a.annotation)
                                            for i, a in enumerate(args.args)],
        vararg=args.vararg, kwonlyargs=args.kwonlyargs, kwarg=args.kwarg, defaults=[ast.Constant(...) for _ in args.defaults],
        kw_defaults=[d and ast.Constant(...) for d in args.kw_defaults])
    bare = ast.parse("def f(): ...").body[0]
    assert isinstance(bare, ast.FunctionDef)
    bare.name, bare.args, bare.returns = source.name, short, source.returns
    return bare


#: Names in annotations of the source -> names in the stubs.
NAMES = {"int": "_int", "float": "_float", "bool": "_bool", "str": "_str", "complex": "_complex", "Number": "_Number",
         "dtype_type": "_dtype", "dtype": "_dtype", "device": "_device", "Generator": "_Generator", "layout": "_layout",
         "memory_format": "_memory_format", "_d": "_dtype",
         "Device": "_Device | None", "Dtype": "_dtype | None", "Layout": "_layout | None", "MemoryFormat": "_memory_format | None",
         "OptionalGenerator": "_Generator | None", "TypedStorage": "Any", "UntypedStorage": "Any", "type": "builtins.type"}


class _StubNames(ast.NodeTransformer):
    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.parse(NAMES[node.id]).body[0].value if node.id in NAMES else node  # type: ignore[attr-defined]

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return ast.Name("_dtype") if node.attr == "dtype" else node


def _stub_annotation(annotation: ast.expr) -> str:
    return ast.unparse(_StubNames().visit(ast.parse(ast.unparse(annotation), mode="eval").body))


def _defs(text: str) -> list[str]:
    """The `def`s of a text in `WRITTEN`, each on one line."""
    joined = re.sub(r"\s*\n\s*", " ", textwrap.dedent(text).strip())
    return [part.strip() for part in re.split(r"(?=\bdef \{\})", joined) if part.strip()]


def _functions_in(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """Name -> definition, including names assigned to another function."""
    found = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            for name, value in _name_assignments(node):
                if value in found:
                    found[name] = found[value]
    return found


def _name_assignments(node: ast.Assign) -> Iterator[tuple[str, str]]:
    for target in node.targets:
        pairs = zip(target.elts, node.value.elts) if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple) else [
            (target, node.value)]
        for name, value in pairs:
            if isinstance(name, ast.Name) and isinstance(value, ast.Name):
                yield name.id, value.id


def function_stub(places: dict[str, Iterable[str]], texts: dict[str, str]) -> str:
    """The text of `functions.pyi`. `places`: module under `_bindings` -> its functions; `texts`: files generated in this run."""
    stubs: dict[str, list[str]] = {}
    imported: dict[str, list[str]] = {}
    for module, names in places.items():
        file = f"{module.replace('.', '/')}.py"
        defined = _functions_in(parse_module(file, texts.get(file) or (HERE / file).read_text()))
        for name in names:
            stub = Stub("torch", name, defined.get(name)).lines()
            if stub:
                stubs[name] = stub
            else:
                imported.setdefault(module, []).append(name)
    imports = "".join(f"from ..{module} import {name} as {name}\n" for module, names in sorted(imported.items()) for name in sorted(names))
    lines = [HEADER.format(title="Every function of the torch namespace, as type checkers see it.", imports=imports)]
    return "\n".join([*lines, *(line for name in sorted(stubs) for line in stubs[name])]) + "\n"


def method_stub(texts: dict[str, str]) -> str:
    """The text of `method_types.pyi`: the classes that Tensor inherits methods from, under their own names."""
    tree = parse_module("tensor/tensor.py", (HERE / "tensor/tensor.py").read_text())
    origin = {alias.name: f"{'tensor/' * (node.level == 1)}{(node.module or '').replace('.', '/')}.py"
              for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level in (1, 2) for alias in node.names}
    tensor = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Tensor")
    own = {part.name for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "TensorMethods" for part in node.body
           if isinstance(part, ast.FunctionDef)}
    lines = [HEADER.format(title="The classes that Tensor inherits methods from, as type checkers see them.", imports="")]
    seen = set(own)
    for base in tensor.bases:
        assert isinstance(base, ast.Name)
        if base.id in ("TensorMethods", "TensorBase", "AbsentMethods"):
            continue
        file = origin[base.id]
        lines += ["", f"class {base.id}:", *("    " + line for line in _members(parse_module(file,
                                                                                             texts.get(file) or (HERE / file).read_text()),
                                                                             base.id, seen)), ""]
    return "\n".join(lines) + "\n"


def _members(module: ast.Module, name: str, seen: set[str]) -> list[str]:
    """The body of a class's stub, without the names of earlier bases."""
    body = next(node for node in module.body if isinstance(node, ast.ClassDef) and node.name == name).body
    outside = _functions_in(module)
    functions: dict[str, ast.FunctionDef | None] = {}
    lines: list[str] = []
    for part in body:
        if isinstance(part, ast.FunctionDef):
            if any(isinstance(d, ast.Name) and d.id == "property" for d in part.decorator_list):
                kind = "Any" if part.returns is None else _stub_annotation(part.returns)
                settable = any(isinstance(p, ast.FunctionDef) and p.name == part.name and p is not part for p in body)
                lines += ["@property", f"def {part.name}(self) -> {kind}: ..."]
                if settable:
                    lines += [f"@{part.name}.setter", f"def {part.name}(self, value: Any, /) -> None: ..."]
                seen.add(part.name)
            elif part.name not in seen:
                functions[part.name] = part
        elif isinstance(part, ast.Assign):
            for target in part.targets:
                for each in ast.walk(target):
                    if isinstance(each, ast.Name) and each.id != "__slots__":
                        functions[each.id] = None
            for new, old in _name_assignments(part):
                functions[new] = functions.get(old) or outside.get(old)
            if isinstance(part.value, ast.Call) and part.value.args and isinstance(part.value.args[0], ast.Name):
                for target in part.targets:
                    if isinstance(target, ast.Name):
                        functions[target.id] = outside.get(part.value.args[0].id)
        elif isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            functions[part.target.id] = None
    for function, source in functions.items():
        if function in seen or function in ("__array_priority__",):
            continue
        seen.add(function)
        if function == "__hash__":
            lines.append("def __hash__(self) -> _int: ...")
            continue
        found = Stub("torch.Tensor", source.name if source is not None else function, source, function).lines()
        lines += found or [f"{function}: Any"]
    return lines or ["..."]


def return_types_stub() -> str:
    """The text of `return_types.pyi`: the named tuples, including those created on first access."""
    module = ast.parse((HERE / "settings/return_types.py").read_text())
    fields: dict[str, tuple[str, ...]] = {}
    for node in module.body:
        if isinstance(node, ast.ClassDef) and node.name[0] != "_":
            own = next((ast.literal_eval(part.value) for part in node.body if isinstance(part, ast.Assign)
                        and isinstance(part.targets[0], ast.Name) and part.targets[0].id == "__match_args__"), ("values", "indices"))
            fields[node.name] = own
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "FIELDS":
            fields.update(ast.literal_eval(node.value))
    lines = ['"""`torch.return_types`, as type checkers see it.', "",
             "Generated by `python minitorch_compat/_bindings/generate.py` (`generate_types.py`); do not edit.", '"""',
             "from typing import Any, ClassVar", "", "from ..tensor.tensor import Tensor", "", "FIELDS: dict[str, tuple[str, ...]]", "",
             "def every_result() -> list[Any]: ...", "def from_items(kind: Any, items: Any) -> Any: ...",
             "def named(name: str) -> Any: ...", "def with_out(name: str) -> Any: ...", "",
             "class _Result(tuple[Any, ...]): ...", ""]
    for name, members in sorted(fields.items()):
        kinds = ["tuple[Tensor, ...]" if (name, member) == ("histogramdd", "bin_edges") else "Tensor" for member in members]
        lines += [f"class {name}(tuple[{', '.join(kinds)}]):",
                  "    __match_args__: ClassVar[tuple[str, ...]]", "    def __new__(cls, *items: Any) -> Any: ..."]
        for member, kind in zip(members, kinds, strict=True):
            lines += ["    @property", f"    def {member}(self) -> {kind}: ..."]
        lines.append("")
    return "\n".join(lines)
