"""Misuse that PyTorch refuses is refused here, with its exception types and key phrases."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat.func import grad, jacfwd, jacrev, jvp, linearize, vjp, vmap

X = torch.arange(6.0).reshape(2, 3)
I3 = torch.arange(3)


def captured(x):  # type: ignore[no-untyped-def]
    C.add_(x)
    return x.sum()


C = torch.zeros(2, 3)

CASES = [
    (lambda: vmap(lambda a: 1.0)(X), ValueError, r"must only return Tensors, got type <class 'float'>. Did you mean to set out_dims= "
                                                  "to None"),
    (lambda: vmap(lambda a: a, in_dims="a")(X), ValueError, "expected `in_dims` to be int or a .potentially nested. tuple"),
    (lambda: vmap(lambda a: a, in_dims=(0, 0))(X), ValueError, "in_dims is not compatible with the structure of `inputs`"),
    (lambda: vmap(lambda a: a, in_dims=2)(X), ValueError, "Got in_dim=2 for some input, but that input is a Tensor of dimensionality 2"),
    (lambda: vmap(lambda a, b: a)(X, 2.0), ValueError, "We cannot vmap over non-Tensor arguments"),
    (lambda: vmap(lambda: 1)(), ValueError, "got no inputs"),
    (lambda: vmap(lambda a, b: a)(X, X.t()), ValueError, r"same size in the mapped dimension, got sizes \[2, 3\]"),
    (lambda: vmap(lambda a: a)(torch.tensor(1.0)), ValueError, "dimensionality 0"),
    (lambda: vmap(lambda a: a, out_dims=3)(X), IndexError, "Dimension out of range"),
    (lambda: vmap(lambda a: (a, a), out_dims=(0,))(X), ValueError, "out_dims is not compatible with the structure of `outputs`"),
    (lambda: vmap(lambda a: a, out_dims=None)(X), ValueError, "can not return a BatchedTensor when out_dim is None"),
    (lambda: vmap(lambda a: a, out_dims="a")(X), ValueError, "`out_dims` must be an int, None or a python collection of ints"),
    (lambda: vmap(lambda a: a, chunk_size=0), ValueError, "chunk_size should be None or greater than 0"),
    (lambda: vmap(lambda a: a, randomness="x"), RuntimeError, "Only allowed values for randomness are"),
    (lambda: vmap(lambda a: a[0].item())(X), RuntimeError, r"you're calling .item\(\) on a Tensor"),
    (lambda: vmap(lambda a: a if a[0] > 0 else -a)(X), RuntimeError, "data-dependent control flow"),
    (lambda: vmap(lambda a: a.nonzero())(X), RuntimeError, "output dynamic shape. Attempted to vmap over aten::nonzero"),
    (lambda: vmap(lambda a: a.masked_select(a > 0))(X), RuntimeError, "Attempted to vmap over `mask` in torch.masked_select"),
    (lambda: vmap(lambda a: a.numpy())(X), RuntimeError, "Cannot access data pointer of Tensor that doesn't have storage"),
    (lambda: vmap(lambda a: a.requires_grad_())(X), RuntimeError, r"You are attempting to call Tensor.requires_grad_\(\)"),
    (lambda: vmap(lambda a: torch.zeros(3).copy_(a))(X), RuntimeError, "`other` being vmapped over but `self` not being vmapped over"),
    (lambda: grad(lambda a: a)(X), RuntimeError, "to return a scalar Tensor, got tensor with 2 dims"),
    (lambda: grad(lambda a: 1.0)(X), RuntimeError, "to return a Tensor, got <class 'float'>"),
    (lambda: grad(lambda a: a.sum(), has_aux=True)(X), RuntimeError, r"should be a tuple: \(output, aux\) if has_aux is True"),
    (lambda: grad(lambda a: a.sum(), argnums=1)(X), RuntimeError, "Got argnum=1, but only 1 positional inputs"),
    (lambda: grad(lambda a: a.sum(), argnums="a")(X), RuntimeError, r"argnums must be int or Tuple\[int, ...\], got: <class 'str'>"),
    (lambda: grad(lambda a: a.sum(), argnums=())(X), RuntimeError, "argnums must be non-empty"),
    (lambda: grad(lambda a, b: a.sum(), argnums=(0, 0))(X, X), RuntimeError, "argnums elements must be unique"),
    (lambda: grad(lambda a: a)("x"), ValueError, "Thing passed to transform API must be Tensor, got <class 'str'>"),
    (lambda: grad(lambda a: a.sum())(I3), RuntimeError, "only Tensors of floating point dtype can require gradients"),
    (lambda: grad(captured)(X), RuntimeError, "would mutate a captured Tensor"),
    (lambda: grad(lambda a: a.sum().backward())(X), RuntimeError, r"backward\(\) called inside a functorch transform"),
    (lambda: vjp(lambda a: 1.0, X), RuntimeError, "to return only tensors, got unsupported type <class 'float'>"),
    (lambda: vjp(lambda a: (), X), RuntimeError, "non-empty output"),
    (lambda: vjp(lambda a: a, X)[1]((X,)), RuntimeError, r"Expected pytree structure of cotangents to be the same .* cotangents: \(\*,\)"),
    (lambda: vjp(lambda a: a, X)[1](X[0]), RuntimeError, "Mismatch in shape"),
    (lambda: jvp(lambda a: a, X, X), RuntimeError, "Expected primals to be a tuple"),
    (lambda: jvp(lambda a: a, (X,), (X, X)), RuntimeError, "Expected primals and tangents to have the same python structure"),
    (lambda: jvp(lambda a: a, (X,), (X[0],)), RuntimeError, "set a forward gradient that has a different size"),
    (lambda: jvp(lambda: 1, (), ()), RuntimeError, "to contain at least one Tensor"),
    (lambda: jvp(lambda a: a, (1.0,), (1.0,)), RuntimeError, "to only contain Tensors, got <class 'float'>"),
    (lambda: jvp(lambda a: a, (I3,), (I3 * 1.0,)), ValueError, "Expected primal to be floating point or complex, but got: torch.int64"),
    (lambda: jacrev(lambda a: a, chunk_size=0), ValueError, "`chunk_size` should be greater than 0"),
    (lambda: jacrev(lambda a: 1.0)(X), RuntimeError, "got unsupported type <class 'float'>"),
    (lambda: jacfwd(lambda a: 1.0)(X), RuntimeError, "got unsupported type <class 'float'>"),
    (lambda: linearize(lambda a: a * 2, X)[1](X[0]), RuntimeError, "doesn't match the shape"),
    (lambda: linearize(lambda a: a * 2, X)[1](X, X), RuntimeError, "to have the same argspec as the primals"),
]


@pytest.mark.parametrize(("call", "kind", "phrase"), CASES, ids=[str(i) for i in range(len(CASES))])
def test_misuse(call, kind, phrase) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(kind, match=phrase):
        call()
    assert C.sum() == 0
