"""Values and states for which a kernel, or a kind of call, has a separate path; PyTorch's results are in the tests."""
from __future__ import annotations

import math
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

import minitorch_compat as torch
from tests.many_cases import for_each

INF, NAN = math.inf, math.nan
BASES = [-0.0, 0.0, -INF, INF, 4.0, -4.0, NAN]
#: Exponent -> powers of BASES in single and double precision and in bfloat16; of a root and its inverse also those in half precision.
POWERS: dict[float, list[float]] = {
    0.5: [-0.0, 0.0, NAN, INF, 2.0, NAN, NAN], -0.5: [-INF, INF, NAN, 0.0, 0.5, NAN, NAN], -1: [-INF, INF, -0.0, 0.0, 0.25, -0.25, NAN],
    -2: [INF, INF, 0.0, 0.0, 0.0625, 0.0625, NAN], 2: [0.0, 0.0, INF, INF, 16.0, 16.0, NAN], 3: [-0.0, 0.0, -INF, INF, 64.0, -64.0, NAN],
    1: [-0.0, 0.0, -INF, INF, 4.0, -4.0, NAN], 0: [1.0] * 7, 1.5: [0.0, 0.0, INF, INF, 8.0, NAN, NAN]}
IN_HALF: dict[float, list[float]] = {0.5: [0.0, 0.0, INF, INF, 2.0, NAN, NAN], -0.5: [INF, INF, 0.0, 0.0, 0.5, NAN, NAN]}


def same(found: list[float], wanted: list[float]) -> bool:
    """Equal, the signs of zeros included."""
    return all(math.isnan(a) and math.isnan(b) or a == b and math.copysign(1, a) == math.copysign(1, b)
               for a, b in zip(found, wanted, strict=True))


@for_each(product(("float16", "bfloat16", "float32", "float64"), POWERS, (1, 400)))
def test_powers_of_special_values(dtype: str, exponent: float, repeated: int) -> None:
    """By an operator, a method, a function and in place, for few elements and many."""
    x = torch.tensor(BASES * repeated, dtype=getattr(torch, dtype))
    wanted = IN_HALF.get(exponent, POWERS[exponent]) if dtype == "float16" else POWERS[exponent]
    for found in (x**exponent, x.pow(exponent), torch.pow(x, exponent), x.clone().pow_(exponent), x**float(exponent)):
        assert found.dtype is x.dtype and same(found[-7:].tolist(), wanted), found[-7:].tolist()


#: What is an ordinary tensor outside of inference mode: a copy, whose version counts that it was written, or something new.
VERSIONS: dict[str, tuple[int, Callable[[Any], Any]]] = {
    "clone": (1, lambda x: x.clone()), "clone of a format": (1, lambda x: x.clone(memory_format=torch.contiguous_format)),
    "repeat": (1, lambda x: x.repeat(2)), "tile": (1, lambda x: x.tile(2)), "double": (1, lambda x: x.double()),
    "to": (1, lambda x: x.to(torch.float64)), "to a copy": (1, lambda x: x.to(torch.float32, copy=True)),
    "contiguous": (1, lambda x: x.expand(2, 2).contiguous()), "cumsum": (0, lambda x: x.cumsum(0)), "neg": (0, lambda x: -x),
    "softmax of a dtype": (0, lambda x: x.softmax(0, torch.float64)),
    "add": (0, lambda x: x + 1), "reshape": (0, lambda x: x.expand(2, 2).reshape(4)), "flatten": (0, lambda x: x.expand(2, 2).flatten())}


@for_each(VERSIONS)
def test_copies_of_inference_tensors_are_ordinary_ones(call: str) -> None:
    with torch.inference_mode():
        x = torch.tensor([1.0, 2.0])
    version, function = VERSIONS[call]
    found = function(x)
    assert not found.is_inference() and found._version == version
    found.add_(1)
    assert found._version == version + 1


WRITES: dict[str, tuple[bool, Callable[[Any, Any], Any]]] = {
    "copy_": (True, lambda i, w: i.copy_(w)), "fill_": (False, lambda i, w: i.fill_(w.sum())), "eq_": (False, lambda i, w: i.eq_(w)),
    "lt_": (False, lambda i, w: i.lt_(w)), "ne_": (False, lambda i, w: i.ne_(w)), "ge_": (False, lambda i, w: i.ge_(w)),
    "logical_and_": (True, lambda i, w: i.logical_and_(w)), "logical_or_": (True, lambda i, w: i.logical_or_(w)),
    "logical_xor_": (True, lambda i, w: i.logical_xor_(w)), "masked_fill_": (False, lambda i, w: i.masked_fill_(i > 1, w.sum()))}


@for_each(product(WRITES, ("one of several", "made without recording", "of its own")))
def test_integers_that_something_with_a_gradient_is_written_to(write: str, kind: str) -> None:
    allowed, call = WRITES[write]
    base = torch.arange(6).reshape(2, 3)
    if kind == "made without recording":
        with torch.no_grad():
            i = base[0]
    else:
        i = base.unbind()[0] if kind == "one of several" else base[0].clone()
    before, w = base.tolist(), torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    if allowed or kind == "of its own":
        assert call(i, w) is i
        return
    with pytest.raises(RuntimeError, match="A view was created in no_grad mode and is being modified inplace with grad mode enabled"):
        call(i, w)
    assert base.tolist() == before


TARGETS: dict[str, Callable[[Any], Any]] = {
    "multilabel_margin_loss": lambda x: torch.zeros(3, 4, dtype=torch.int64), "nll_loss": lambda x: torch.zeros(3, dtype=torch.int64),
    "multi_margin_loss": lambda x: torch.zeros(3, dtype=torch.int64), "cross_entropy": lambda x: torch.zeros(3, dtype=torch.int64),
    "mse_loss": lambda x: x, "l1_loss": lambda x: x, "smooth_l1_loss": lambda x: x, "huber_loss": lambda x: x, "kl_div": lambda x: x,
    "binary_cross_entropy_with_logits": lambda x: x, "binary_cross_entropy": lambda x: x, "soft_margin_loss": lambda x: x,
    "multilabel_soft_margin_loss": lambda x: x, "hinge_embedding_loss": lambda x: x, "poisson_nll_loss": lambda x: x}
#: Those whose error says where the input is not expected; others say it of the target.
OF_INPUTS = frozenset({"multilabel_margin_loss", "nll_loss", "cross_entropy", "binary_cross_entropy_with_logits", "kl_div",
                       "binary_cross_entropy", "multilabel_soft_margin_loss", "hinge_embedding_loss", "poisson_nll_loss"})


@for_each(TARGETS)
def test_losses_of_tensors_in_two_places(loss: str) -> None:
    x = torch.full((3, 4), 0.5)
    target = TARGETS[loss](x)
    for here, there in (("meta", "cpu"), ("cpu", "meta")):
        named = (here, there) if loss in OF_INPUTS else (there, here)
        with pytest.raises(RuntimeError, match=f"on device {named[0]} is not on the expected device {named[1]}"):
            getattr(torch.nn.functional, loss)(x.to(here), target.to(there))


@for_each([((2, 1, 3), (5, 3), (5, 2, 1, 3)), ((3,), (5, 3), (5, 3)), ((1, 3), (5, 4, 3), (5, 4, 3)), ((2, 3), (5, 3), (5, 2, 3)),
           ((1, 2, 3), (5, 2, 3), (5, 1, 2, 3)), ((1, 1, 1), (5, 3), (5, 1, 1, 3))])
def test_examples_written_into_one_tensor(own: tuple[int, ...], examples: tuple[int, ...], wanted: tuple[int, ...]) -> None:
    x = torch.zeros(own)
    with pytest.raises(RuntimeError) as caught:
        torch.func.vmap(lambda y: x.add_(y))(torch.ones(examples))
    assert f"output with shape {list(own)} doesn't match the broadcast shape {list(wanted)}" in str(caught.value)
    assert not x.any()


@for_each([("amax", (), [[0, 1, 1], [1, 0, 0]]), ("amax", (0, 1), [[0, 1, 1], [1, 0, 0]]), ("amax", (1,), [[0, 1, 1], [1, 0, 0]]),
           ("amin", (), [[0, 0, 0], [0, 1, 0]]), ("amin", (1,), [[1, 0, 0], [0, 1, 0]])])
def test_gradients_of_extremes_are_shared_by_equal_ones(name: str, dim: tuple[int, ...], hit: list[list[int]]) -> None:
    x = torch.tensor([[1.0, 3, 3], [3, 0, 2]], requires_grad=True)
    (found,) = torch.autograd.grad(getattr(x, name)(dim).sum(), x)
    places = torch.tensor(hit, dtype=torch.float32)
    assert torch.allclose(found, places / (places.sum(1, True) if dim == (1,) else places.sum()))


def test_nodes_called_by_hand_want_a_cotangent_for_each_result() -> None:
    a = torch.ones(2, 3, requires_grad=True) * 2
    several, one = a.unbind()[0].grad_fn, a.max(1)[0].grad_fn
    assert several(torch.ones(3), torch.full((3,), 2.0)).tolist() == [[1, 1, 1], [2, 2, 2]]
    assert several(torch.ones(3), None).tolist() == [[1, 1, 1], [0, 0, 0]]
    assert one(torch.ones(2)).tolist() == [[1, 0, 0], [1, 0, 0]]
    u = torch.linalg.svd(a + torch.eye(2, 3), full_matrices=False)[0]
    assert u.grad_fn(torch.ones(2, 2), torch.ones(2), torch.ones(2, 3)).shape == (2, 3)
    for node, cotangents in ((several, (torch.ones(3),)), (one, (torch.ones(2), None)), (a.grad_fn, (a.detach(), a.detach()))):
        with pytest.raises(TypeError, match=r"expected \d arguments, got \d instead"):
            node(*cotangents)


def test_gradients_of_sparse_products_and_embeddings_have_the_shapes_of_what_they_are_of() -> None:
    a = torch.tensor([[1.0, 0, 2], [0, 3, 0]]).to_sparse().requires_grad_()
    b = torch.tensor([[0.0, 1, 0, 0], [1, 0, 0, 0], [2, 0, 0, 1]]).to_sparse().requires_grad_()
    cotangent = torch.tensor([[1.0, 2, 3, 4], [5, 6, 7, 8]])
    (torch.sparse.mm(a, b).to_dense() * cotangent).sum().backward()
    dense = [t.detach().to_dense().requires_grad_() for t in (a, b)]
    ((dense[0] @ dense[1]) * cotangent).sum().backward()
    for sparse, full in zip((a, b), dense, strict=True):
        assert torch.equal(sparse.grad.to_dense(), full.grad * (full != 0))
    table = torch.ones(5, 3, requires_grad=True)
    g = torch.autograd.grad(torch.nn.functional.embedding(torch.tensor([1, 1, 4]), table, sparse=True).sum(), table)[0]
    assert g.shape == (5, 3) and g.to_dense()[:, 0].tolist() == [0, 2, 0, 0, 1]


def test_embeddings_of_sparse_gradients_have_derivatives_of_every_order() -> None:
    found = []
    for sparse in (False, True):
        table = torch.arange(15.0).reshape(5, 3).requires_grad_()
        v = torch.arange(9.0).reshape(3, 3).requires_grad_()
        rows = torch.nn.functional.embedding(torch.tensor([1, 1, 4]), table, sparse=sparse)
        (first,) = torch.autograd.grad(rows, table, v, create_graph=True)
        dense = first.to_dense() if sparse else first
        (second,) = torch.autograd.grad(dense.pow(3).sum(), v, create_graph=True)
        (third,) = torch.autograd.grad(second.pow(2).sum(), v)
        found.append((dense, second, third))
    for plain, other in zip(*found, strict=True):
        assert plain.shape == other.shape and torch.equal(plain, other)


BATCHED = "Expected size for first two dimensions of batch2 tensor to be: "
#: Shapes of factors that do not fit -> what PyTorch says, of every type and with a gradient to come.
UNFIT: dict[tuple[tuple[int, ...], tuple[int, ...]], str] = {
    ((2, 3, 4), (2, 5, 6)): f"{BATCHED}[2, 4] but got: [2, 5].", ((2, 3, 4), (1, 5, 6)): f"{BATCHED}[2, 4] but got: [2, 5].",
    ((2, 1, 3, 4), (1, 2, 5, 6)): f"{BATCHED}[4, 4] but got: [4, 5].",
    ((2, 3, 0), (2, 5, 6)): f"{BATCHED}[2, 0] but got: [2, 5].",
    ((2, 3, 4), (5, 6)): "mat1 and mat2 shapes cannot be multiplied (6x4 and 5x6)",
    ((2, 3, 4), (3, 4, 5)): "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0"}


@for_each([(*shapes, words, dtype) for shapes, words in UNFIT.items()
           for dtype in ("float32", "float64", "int64", "complex64", "float16", "bool")])
def test_factors_that_do_not_fit(first: tuple[int, ...], second: tuple[int, ...], words: str, dtype: str) -> None:
    a, b = (torch.zeros(shape, dtype=getattr(torch, dtype)) for shape in (first, second))
    for recorded in (False, True)[:1 + a.is_floating_point()]:
        with pytest.raises(RuntimeError) as caught:
            a.requires_grad_(recorded) @ b
        assert words in str(caught.value)


@for_each(("le", "lt", "ge", "gt", "eq", "ne"))
def test_comparisons_are_written_out_whatever_requires_a_gradient(name: str) -> None:
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    wanted = getattr(torch, name)(x.detach(), 2.0).tolist()
    for dtype in (torch.bool, torch.float32, torch.int64):
        out = torch.empty(3, dtype=dtype)
        for other in (2.0, torch.full((3,), 2.0), torch.full((3,), 2.0, requires_grad=True)):
            assert getattr(torch, name)(x, other, out=out) is out and not out.requires_grad
            assert out.bool().tolist() == wanted


@for_each(product(("add_", "sub_", "mul_", "div_", "copy_"), ("float16", "float32", "float64"), ("float16", "float32", "float64", "int64")))
def test_types_that_meet_in_place(name: str, own: str, other: str) -> None:
    """The result is computed in the common type and rounded to the own one."""
    for count in (3, 5000):
        a = torch.linspace(0.1, 2.0, count, dtype=torch.float64).to(getattr(torch, own))
        b = torch.linspace(1.0, 3.0, count, dtype=torch.float64).to(getattr(torch, other))
        wanted = b.to(a.dtype) if name == "copy_" else getattr(torch, name[:-1])(a, b).to(a.dtype)
        for recorded in (False, True):
            x = a.clone().requires_grad_() * 1 if recorded else a.clone()
            assert getattr(x, name)(b) is x and x.dtype is a.dtype and torch.equal(x.detach(), wanted)
