"""Linear layers: the fast path for two matrices and a vector, on few and many elements, and all cases that leave it."""
from __future__ import annotations

import re

import numpy as np
import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F

RNG = np.random.default_rng(0)


def normal(*shape: int, dtype: type = np.float32) -> np.ndarray:
    return RNG.standard_normal(shape).astype(dtype)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("rows", "inner", "columns"), [
    (4, 4, 4), (1, 3, 2), (3, 1, 2), (5, 2, 1), (1, 1, 1), (0, 3, 2), (64, 5, 8), (2, 0, 3)])
@pytest.mark.parametrize("bias", ["vector", "one", "row", "matrix", "none"])
def test_values_and_gradients(rows: int, inner: int, columns: int, bias: str, dtype: type) -> None:
    x, w = normal(rows, inner, dtype=dtype), normal(columns, inner, dtype=dtype)
    b = {"vector": normal(columns, dtype=dtype), "one": normal(1, dtype=dtype), "row": normal(1, columns, dtype=dtype),
         "matrix": normal(rows, columns, dtype=dtype), "none": None}[bias]
    tx, tw = torch.tensor(x, requires_grad=True), torch.tensor(w, requires_grad=True)
    tb = None if b is None else torch.tensor(b, requires_grad=True)
    for _ in range(2):  # what is kept from one call to the next is right for the next
        out = F.linear(tx, tw, tb)
        np.testing.assert_allclose(out.detach().numpy(), x @ w.T + (0 if b is None else b), rtol=1e-5, atol=1e-6)
    g = normal(rows, columns, dtype=dtype)
    out.backward(torch.tensor(g))
    np.testing.assert_allclose(tx.grad.numpy(), g @ w, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(tw.grad.numpy(), g.T @ x, rtol=1e-5, atol=1e-5)
    if tb is not None:
        wanted = g.sum(0) if b.ndim == 1 else g.sum(0, keepdims=True) if len(b) != rows else g
        wanted = wanted.sum(keepdims=True).reshape(1) if bias == "one" and columns != 1 else wanted
        np.testing.assert_allclose(tb.grad.numpy(), wanted.reshape(b.shape), rtol=1e-5, atol=1e-5)


def test_a_column_as_bias_is_no_row() -> None:
    x, w, b = normal(3, 2), normal(3, 2), normal(3, 1)
    np.testing.assert_allclose(F.linear(*map(torch.from_numpy, (x, w, b))).numpy(), x @ w.T + b, rtol=1e-6)


@pytest.mark.parametrize(("shapes", "message"), [
    (((4, 3), (2, 4), (2,)), "mat1 and mat2 shapes cannot be multiplied"),
    (((4, 3), (2, 3), (3,)), "must match the existing size"),
])
def test_shapes_that_do_not_fit(shapes: tuple[tuple[int, ...], ...], message: str) -> None:
    with pytest.raises(RuntimeError, match=message):
        F.linear(*(torch.zeros(shape) for shape in shapes))


def test_types_that_do_not_fit() -> None:
    with pytest.raises(RuntimeError, match="same dtype"):
        F.linear(torch.zeros(2, 2), torch.zeros(2, 2, dtype=torch.float64), torch.zeros(2))


def test_the_type_of_the_input_is_refused_for_not_being_that_of_the_weight() -> None:
    with pytest.raises(RuntimeError, match="same dtype") as error:
        F.linear(torch.zeros(2, 2, dtype=torch.bool), torch.zeros(2, 2), torch.zeros(2))
    assert error.type is RuntimeError


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("trained", [True, False])
def test_a_changed_weight_is_named_as_the_view_that_pytorch_saves(bias: bool, trained: bool) -> None:
    x = torch.ones(4, 2, requires_grad=True)
    weight = torch.ones(3, 2, requires_grad=trained)
    y = F.linear(x, weight, torch.zeros(3, requires_grad=trained) if bias else None).sum()
    with torch.no_grad():
        weight.add_(1)
    origin = ", which is output 0 of AsStrided," if trained else ""
    with pytest.raises(RuntimeError, match=re.escape(f"[torch.FloatTensor [2, 3]]{origin} is at version 1; expected version 0 instead")):
        y.backward()


@pytest.mark.parametrize(("call", "refused"), [
    (lambda x: F.linear([1.0], x), "'input' (position 1) must be Tensor, not list"),
    (lambda x: F.linear(None, x, x[0]), "'input' (position 1) must be Tensor, not NoneType"),
    (lambda x: F.linear(x, [1.0]), "'weight' (position 2) must be Tensor, not list"),
    (lambda x: F.linear(x, None, x[0]), "'weight' (position 2) must be Tensor, not NoneType"),
    (lambda x: F.linear(x, x, [1.0]), "'bias' (position 3) must be Tensor, not list"),
    (lambda x: torch.nn.Linear(2, 2)(3), "'input' (position 1) must be Tensor, not int"),
])
def test_what_is_no_tensor_is_named(call, refused: str) -> None:
    with pytest.raises(TypeError, match=re.escape(f"linear(): argument {refused}")):
        call(torch.ones(2, 2))
