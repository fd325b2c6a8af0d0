"""`out=` of hand-written bindings: where it is declared, it is filled."""
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
    for path in (p for p in PACKAGE.rglob("*.py") if p.relative_to(PACKAGE).parts[0] not in ("_ops", "_array")):
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


def matrix() -> torch.Tensor:
    return torch.tensor([[2.0, 1.0], [1.0, 3.0]], requires_grad=True)


def computed(*shape: int) -> torch.Tensor:
    return torch.zeros(shape, requires_grad=True) * 2


@pytest.mark.parametrize(("name", "call"), [
    ("softmax", lambda x, out: torch.softmax(x, 0, out=out)), ("floor_divide", lambda x, out: torch.floor_divide(x, 2.0, out=out)),
    ("t_copy", lambda x, out: torch.t_copy(x, out=out)), ("ones", lambda x, out: torch.ones(2, 2, out=out))])
def test_what_has_no_derivative_with_out_refuses_in_backward(name: str, call) -> None:  # type: ignore[no-untyped-def]
    out = call(matrix(), computed(2, 2))
    with pytest.raises(RuntimeError, match=f"derivative for aten::{name} is not implemented"):
        out.sum().backward()
    with pytest.raises(RuntimeError, match=rf"aten::{name}\(\): functions with out=... arguments don't support"):
        call(matrix(), torch.zeros(2, 2, requires_grad=True))


@pytest.mark.parametrize(("call", "shape"), [
    (lambda x, out: torch.linalg.norm(x, out=out), ()), (lambda x, out: torch.inner(x, x, out=out), (2, 2)),
    (lambda x, out: torch.tensordot(x, x, 1, out=out), (2, 2)), (lambda x, out: torch.quantile(x, 0.5, out=out), ())])
def test_what_ends_in_a_copy_has_its_history(call, shape: tuple[int, ...]) -> None:  # type: ignore[no-untyped-def]
    x, y = matrix(), matrix()
    call(x, None).sum().backward()
    out = torch.zeros(shape)
    assert call(y, out).grad_fn.name() == "torch::autograd::CopyBackwards"
    out.sum().backward()
    assert torch.equal(x.grad, y.grad)
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad is being used in an in-place operation"):
        call(matrix(), torch.zeros(shape, requires_grad=True))


@pytest.mark.parametrize("name", ["deg2rad", "sinc", "renorm", "kron"])
def test_gradients_are_refused_by_the_function_that_was_called(name: str) -> None:
    rest = {"renorm": (2, 0, 1.0), "kron": (torch.ones(1, 1),)}.get(name, ())
    out = torch.zeros(2, 2)
    with pytest.raises(RuntimeError, match=rf"^{'mul' if name == 'kron' else name}\(\): functions with out=... arguments"):
        getattr(torch, name)(matrix(), *rest, out=out)
    assert not out.any()


def test_normal_values_of_a_deviation_take_the_shape_of_both() -> None:
    out = torch.zeros(3)
    assert torch.normal(torch.ones(4, 3), 2.0, out=out).shape == (4, 3)
    out = torch.zeros(2, dtype=torch.complex64).conj()
    torch.manual_seed(0)
    first = torch.normal(torch.full((2,), 5.0), 0.0, out=out)
    assert first.tolist() == [5, 5]


def test_a_dtype_that_a_result_cannot_be_cast_to_is_named() -> None:
    calls = {"result": lambda out: torch.linalg.pinv(torch.eye(2), out=out),
             "a": lambda out: torch.geqrf(torch.eye(2), out=(out, torch.ones(2))),
             "eigenvalues": lambda out: torch.linalg.eigvals(torch.eye(2), out=out)}
    for what, call in calls.items():
        with pytest.raises(RuntimeError, match=f"Expected {what} to be safely castable from .* dtype, but got {what} with dtype Long"):
            call(torch.zeros(2, 2, dtype=torch.long))
