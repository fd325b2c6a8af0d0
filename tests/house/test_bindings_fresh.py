"""The generated bindings correspond to the schemas, the fast calls to their template, and no binding ignores an `out`."""
from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "minitorch_compat"


def test_bindings_are_fresh() -> None:
    """After a change of schemas: `python minitorch_compat/_bindings/generate.py`."""
    done = subprocess.run([sys.executable, str(ROOT / "_bindings" / "generate.py"), "--check"], capture_output=True, text=True,
                          cwd=ROOT.parent, env={"PYTHONPATH": str(ROOT.parent)})
    assert (done.stdout.strip(), done.returncode) == ("bindings are up to date", 0)


def test_fast_calls_are_fresh() -> None:
    """After a change of the template: `python -m minitorch_compat._dispatch.call.fast_paths.generate`."""
    pytest.importorskip("jinja2", reason="jinja2, which writes the fast calls, comes with the extra dev")
    done = subprocess.run([sys.executable, "-m", "minitorch_compat._dispatch.call.fast_paths.generate", "--check"],
                          capture_output=True, text=True, cwd=ROOT.parent, env={"PYTHONPATH": str(ROOT.parent)})
    assert (done.stdout.strip(), done.returncode) == ("fast_calls.py is up to date", 0)


def _ignores_out(function: ast.FunctionDef) -> bool:
    arguments = function.args.args + function.args.kwonlyargs
    decorators = [d.func if isinstance(d, ast.Call) else d for d in function.decorator_list]
    if not any(a.arg == "out" for a in arguments) or any(isinstance(d, ast.Name) and d.id in ("takes_out", "named") for d in decorators):
        return False
    return not any(isinstance(n, ast.Name) and n.id == "out" and isinstance(n.ctx, ast.Load)
                   for statement in function.body for n in ast.walk(statement))


def test_out_is_never_ignored() -> None:
    files = [path for path in ROOT.rglob("*.py") if path.relative_to(ROOT).parts[0] not in ("_array", "_ops", "_dispatch", "_engine")]
    found = [f"{path.relative_to(ROOT)}: {node.name}" for path in files for node in ast.walk(ast.parse(path.read_text()))
             if isinstance(node, ast.FunctionDef) and _ignores_out(node)]
    assert found == []
