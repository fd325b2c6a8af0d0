"""`stubs [DIRECTORY]`: types for programs that keep `import torch`.

A type checker looks for a package `torch` and finds none: `enable` works only at run time. The stubs declare
that `torch.x` is `minitorch_compat.x`, module for module; their names are read from this package's sources, so they fit the version
that wrote them. They are written only on request, because stubs of torch would hide the types of a real PyTorch.
"""
from __future__ import annotations

import argparse
import ast
import importlib.util
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
#: The name of a stub package in a directory of installed packages; elsewhere stubs are found by the name of the package.
INSTALLED, LOCAL = "torch-stubs", "torch"
_MARK = "# Written by `python -m minitorch_compat stubs`."


def stubs(argv: list[str]) -> int:
    """`stubs [DIRECTORY]`: exit code 2 if PyTorch is installed, or something else has that name."""
    parser = argparse.ArgumentParser(
        prog="python -m minitorch_compat stubs", description="Write stubs by which type checkers know `import torch` as minitorch_compat. "
        "Pyright finds them in `typings`; its warnings that there is no source end by `reportMissingModuleSource = false`; "
        "mypy wants `mypy_path = typings`. In a site-packages directory they become `torch-stubs`.")
    parser.add_argument("directory", nargs="?", type=Path, default=Path("typings"), metavar="DIRECTORY", help="default: typings")
    directory: Path = parser.parse_args(argv).directory
    target = directory / (INSTALLED if directory.name in ("site-packages", "dist-packages") else LOCAL)
    problem = _obstacle(target)
    if problem:
        print(f"stubs: {problem}", file=sys.stderr)
        return 2
    if target.exists():
        shutil.rmtree(target)
    count = write(target)
    print(f"{count} stubs in {target}: type checkers that look there take `import torch` for minitorch_compat.\n"
          f"Undo it by deleting {target}.")
    return 0


def _obstacle(target: Path) -> str | None:
    """The reason why stubs must not be written there, or None."""
    first = target / "__init__.pyi"
    if target.exists() and not (first.exists() and first.read_text(encoding="utf-8").startswith(_MARK)):
        return f"{target} exists and was not written by this command"
    spec = importlib.util.find_spec("torch") if "torch" not in sys.modules else None
    origin = getattr(spec, "origin", None)
    if origin and not Path(origin).is_relative_to(PACKAGE) and Path(origin).name == "__init__.py":
        return f"PyTorch is installed in this environment ({Path(origin).parent}), and has types of its own"
    return None


def write(directory: Path) -> int:
    """Write the stubs of all public modules; return their number."""
    count = 0
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if any(part.startswith("_") and part != "__init__" for part in parts) or parts[0] == "compat" or parts == ("pytest",):
            continue
        package = parts[-1] == "__init__"
        module = ".".join(("minitorch_compat", *(parts[:-1] if package else parts)))
        target = directory.joinpath(*parts).with_suffix(".pyi")
        target.parent.mkdir(parents=True, exist_ok=True)
        lines = [f"from {module} import {name} as {name}" for name in sorted(set(_names_of(path)))]
        target.write_text("\n".join([_MARK, *lines, ""]), encoding="utf-8")
        count += 1
    return count


def _names_of(path: Path, starred: bool = False) -> Iterator[str]:
    """The public names of a module; those that `from module import *` takes, if it has a stub, those of the stub."""
    stub = path.with_suffix(".pyi")
    body = ast.parse((stub if stub.exists() else path).read_text(encoding="utf-8")).body
    listed = _names_in_all(body)
    yield from listed if starred and listed else _public_names(body, listed)
    for node in ast.walk(ast.Module(body, [])):
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            place = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            yield from _names_of(place / "__init__.py" if place.is_dir() else place.with_suffix(".py"), starred=True)


def _names_in_all(body: list[ast.stmt]) -> set[str]:
    """The names of a module's `__all__`, as far as it is a literal."""
    return {constant.value for node in body if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and node.value is not None
            and "__all__" in map(ast.unparse, node.targets if isinstance(node, ast.Assign) else [node.target])
            for constant in ast.walk(node.value) if isinstance(constant, ast.Constant) and isinstance(constant.value, str)}


def _public_names(body: list[ast.stmt], listed: set[str]) -> Iterator[str]:
    """The public names that a module binds, also under `if TYPE_CHECKING:`.

    Of imported names these are the ones that type checkers treat as exported: listed in `__all__`, or imported `x as x`.
    """
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names = [node.name]
        elif isinstance(node, ast.ImportFrom) and node.level:
            names = [alias.asname or alias.name for alias in node.names if alias.asname == alias.name or alias.name in listed
                     or alias.asname in listed]
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
        elif isinstance(node, ast.If) and isinstance(node.test, ast.Name):
            names = [*_public_names(node.body, listed)]
        else:
            continue
        yield from (name for name in names if not name.startswith("_") or name in ("__version__", "__getattr__"))
