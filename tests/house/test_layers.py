"""The layers of `docs/architecture.md`: imports go down only, and only to declared modules."""
from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2] / "minitorch_compat"
FILES = sorted(ROOT.rglob("*.py"))

#: By the first name or two below the package; torch's own names are layer 6, whatever they are called.
LAYERS = {"_version": 0, "_tables": 0, "_advice": 0, "_array": 1, "_ops": 2, "_dispatch": 3, "_engine": 4, "_namespace.names": 4,
          "_namespace.absent_functions": 4, "_bindings": 5, "_fidelity": 5, "compat": 7, "pytest": 7}
NAMES_OF_TORCH = 6

#: Imports that go up, each with its reason.
EXCEPTIONS = {
    ("minitorch_compat", "minitorch_compat.compat.importing.install"): "the package offers install and uninstall",
    ("minitorch_compat.__main__", "minitorch_compat.compat.commands"): "`python -m minitorch_compat` is a door of compat",
}

#: What says things in PyTorch's words, and shows nodes as PyTorch does.
FIDELITY = f"{ROOT.name}._fidelity."

#: Modules below torch's names that import something of it at their top, each with its reason.
EARLY = {
    (f"{ROOT.name}._engine.composite.saved_names", f"{FIDELITY}saved_attributes"): "shows nodes itself, and is imported late",
    (f"{ROOT.name}._bindings.linalg.spectral", f"{FIDELITY}argument_checks"): "checks arguments first, is imported late",
}

#: Lists of names that the generator of the bindings writes, in whole or (the package itself) in part.
GENERATED = {ROOT.name, f"{ROOT.name}._bindings.generated.functions", f"{ROOT.name}._bindings.generated.functions_gen",
             f"{ROOT.name}._bindings.generated.methods_gen"}

#: What may be imported from outside: numpy and typing-extensions always, the extras where they are asked for.
DECLARED = {"numpy", "typing_extensions"}
EXTRAS = {"ml_dtypes", "mpi4py", "safetensors", "matplotlib", "cairosvg"}
EXTRAS |= {"expecttest", "psutil", "pytest", "jinja2"}  # for tests, and for a generator


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer(module: str) -> int:
    _, _, below = module.partition(".")
    first, *rest = below.split(".")
    return LAYERS.get(first, LAYERS.get(".".join([first, *rest[:1]]), NAMES_OF_TORCH))


class Read(NamedTuple):
    """What the tests want to know of a file: one parse for all of them."""
    imports: list[str]   #: every module imported, at the top or inside functions, by its full name
    at_top: list[str]    #: those imported outside of functions
    code: int            #: lines that are not those of a docstring


@cache
def read(path: Path) -> Read:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    within: list[tuple[ast.AST, bool]] = [(tree, False)]
    found, at_top, code = [], [], len(text.splitlines())
    for node, in_function in within:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            within += [(child, in_function) for child in node.orelse]  # what is for types only never runs
            continue
        names = list(_imported_modules(node, path))
        found += names
        at_top += names if not in_function else []
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, clean=False) is not None:
            code -= (node.body[0].end_lineno or 0) - node.body[0].lineno + 1
        inside = in_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        within += [(child, inside) for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr)]
    return Read(found, at_top, code)


def imports(path: Path) -> list[str]:
    return read(path).imports


def imports_at_top(path: Path) -> list[str]:
    return read(path).at_top


def _imported_modules(node: ast.AST, path: Path) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = _base(node, path)
        # `from . import a` names modules; `from .a import b` names b of module a.
        yield from ([base] if node.module and base != ROOT.name else [f"{base}.{alias.name}" for alias in node.names])


def _base(node: ast.ImportFrom, path: Path) -> str:
    if not node.level:
        return node.module or ""
    package = path.relative_to(ROOT.parent).parts[:-1]
    return ".".join([*package[:len(package) - node.level + 1], *([node.module] if node.module else [])])


def test_imports_go_down() -> None:
    upward = [(module, name) for path in FILES for module in [module_of(path)] for name in imports(path)
              if name.split(".")[0] == ROOT.name and layer(name) > layer(module)
              and not (name.startswith(FIDELITY) and layer(module) >= LAYERS["_dispatch"])]
    assert [pair for pair in upward if pair not in EXCEPTIONS] == []


def test_fidelity_is_imported_on_failure_or_inspection() -> None:
    """PyTorch's words and PyTorch's view of nodes cost a call nothing: layers below torch's names import them inside functions only."""
    early = [(module, name) for path in FILES for module in [module_of(path)] if layer(module) < NAMES_OF_TORCH
             and not f"{module}.".startswith(FIDELITY) for name in imports_at_top(path) if name.startswith(FIDELITY)]
    assert [pair for pair in early if pair not in EARLY] == []


def test_exceptions_are_needed() -> None:
    found = {(module_of(path), name) for path in FILES for name in imports(path)}
    assert set(EXCEPTIONS) - found == set()
    assert set(EARLY) - {(module_of(path), name) for path in FILES for name in imports_at_top(path)} == set()


def test_imports_are_declared() -> None:
    foreign = {(name.split(".")[0], module_of(path)) for path in FILES for name in imports(path)}
    foreign.discard(("sitecustomize", f"{ROOT.name}.compat.child_site.sitecustomize"))  # the one that it stands before, if there is any
    allowed = {ROOT.name} | DECLARED | EXTRAS | set(sys.stdlib_module_names)
    assert {pair for pair in foreign if pair[0] not in allowed} == set()


def test_importing_loads_no_extra() -> None:
    """`import minitorch_compat` alone needs numpy and typing-extensions only."""
    import subprocess

    code = f"import sys, minitorch_compat; print(sorted({EXTRAS - {'ml_dtypes'}!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT.parent, check=True)
    assert done.stdout.strip() == "[]"


#: Classes that are no tensors and have an `array`.
OWN_ARRAYS = {f"{ROOT.name}._bindings.tensor.interop", f"{ROOT.name}.utils._checkpoint.selective"}


def test_arrays_are_set_together_with_their_dtype() -> None:
    """`t._array = …` stands before `t._dtype = …`, or `set_array` does both."""
    alone = []
    for path in FILES:
        if module_of(path) not in OWN_ARRAYS:
            lines = path.read_text(encoding="utf-8").splitlines()
            alone += [(module_of(path), line) for line, after in zip(lines, [*lines[1:], ""], strict=True)
                      if (found := re.match(r"\s+(\w+)\._array = ", line)) and not re.match(rf"\s+{found[1]}\._dtype = ", after)]
    assert alone == []


def test_files_are_short() -> None:
    """A module is as long as its subject, for which 700 lines are a guide; one of a thousand is two subjects. Docstrings do not count."""
    long = {module_of(p): n for p in FILES if (n := read(p).code) > 1000}
    assert {name: n for name, n in long.items() if name not in GENERATED} == {}
