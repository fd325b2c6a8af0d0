"""`out=` of hand-written bindings: declared, therefore filled."""
from __future__ import annotations

import ast
from pathlib import Path

import pytest

import minitorch_compat as torch

PACKAGE = Path(torch.__file__).parent


def _names_out(function: ast.FunctionDef) -> bool:
    return any(arg.arg == "out" for arg in (*function.args.args, *function.args.kwonlyargs))


def _deals_with_it(function: ast.FunctionDef) -> bool:
    used = any(isinstance(node, ast.Name) and node.id == "out" for line in function.body for node in ast.walk(line))
    decorators = [d.func if isinstance(d, ast.Call) else d for d in function.decorator_list]
    return used or any(isinstance(d, ast.Name) and d.id in ("takes_out", "named") for d in decorators)


def test_no_function_takes_out_and_ignores_it() -> None:
    for path in (p for p in PACKAGE.rglob("*.py") if p.parent.name not in ("_ops", "_array")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and _names_out(node):
                assert _deals_with_it(node), f"{path.name}: {node.name}() takes out= and drops it"


MATRIX = [[2.0, 1.0], [1.0, 3.0]]


@pytest.mark.parametrize("call", [lambda a, out: torch.addmm(a, a, a, out=out), lambda a, out: torch.linalg.cholesky(a, out=out),
                                  lambda a, out: torch.linalg.solve(a, a, out=out), lambda a, out: torch.tensordot(a, a, 1, out=out)])
def test_result_is_stored(call) -> None:  # type: ignore[no-untyped-def]
    a, out = torch.tensor(MATRIX), torch.zeros(2, 2)
    result = call(a, out)
    assert result is out
    assert torch.equal(out, call(a, None))


def test_derivatives_are_refused() -> None:
    a = torch.tensor(MATRIX, requires_grad=True)
    with pytest.raises(RuntimeError, match=r"addmm\(\): functions with out=... arguments don't support automatic differentiation"):
        torch.addmm(a, a, a, out=torch.zeros(2, 2))


def test_several_outputs_are_checked_before_the_first_is_written() -> None:
    matrix = torch.eye(2)
    factor, info = torch.full((2, 2), 7.0), torch.zeros(1, dtype=torch.int32).expand(2)
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        torch.linalg.cholesky_ex(torch.stack([matrix, matrix]), out=(torch.stack([factor, factor]), info))
    wide = torch.zeros(1, 1).expand(2, 2)
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        torch.linalg.qr(matrix, out=(factor, wide))
    assert factor.tolist() == [[7.0, 7.0], [7.0, 7.0]] and factor._version == 0
