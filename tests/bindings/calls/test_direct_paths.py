"""Shorter paths for common arguments: the same results, histories and errors as on the general path."""
from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.index import sorting
from minitorch_compat._array.nn import normalization
from minitorch_compat._array.reduce import moments, scans
from minitorch_compat._dispatch.graph import inplace

F = torch.nn.functional


@pytest.fixture(params=[1, 2])
def threads(request: pytest.FixtureRequest) -> Iterator[int]:
    before = torch.get_num_threads()
    torch.set_num_threads(request.param)
    yield request.param
    torch.set_num_threads(before)


def tensors(found: Any) -> list[Any]:
    return [found] if isinstance(found, torch.Tensor) else [t for part in found for t in tensors(part)]


def bits(t: Any) -> bytes:
    return bytes(t.detach().contiguous().numpy().tobytes())


MANY = 3 * (1 << 15) + 5
IN_PLACE: dict[str, Callable[[Any, Any, str], Any]] = {
    "exp": lambda x, y, end: getattr(x, f"exp{end}")(),
    "relu": lambda x, y, end: getattr(x, f"relu{end}")(),
    "sigmoid": lambda x, y, end: getattr(x, f"sigmoid{end}")(),
    "logical_not": lambda x, y, end: getattr(x, f"logical_not{end}")(),
    "clamp": lambda x, y, end: getattr(x, f"clamp{end}")(-1, 1),
    "add, alpha": lambda x, y, end: getattr(x, f"add{end}")(y, alpha=0.3),
    "sub, alpha": lambda x, y, end: getattr(x, f"sub{end}")(y, alpha=3),
    "div": lambda x, y, end: getattr(x, f"div{end}")(y),
    "atan2": lambda x, y, end: getattr(x, f"atan2{end}")(y),
    "addcmul": lambda x, y, end: getattr(x, f"addcmul{end}")(y, y, value=0.5),
    "lerp": lambda x, y, end: getattr(x, f"lerp{end}")(y, 0.25),
}


@pytest.mark.parametrize("kind", [torch.float32, torch.float64])
@pytest.mark.parametrize("name", IN_PLACE)
def test_in_place_on_many_elements_gives_what_the_op_gives(name: str, kind: Any, threads: int) -> None:
    torch.manual_seed(0)
    x, y = torch.randn(MANY, dtype=kind), torch.rand(MANY, dtype=kind) + 0.1
    expected = IN_PLACE[name](x, y, "").to(kind)
    changed = x.clone()
    assert IN_PLACE[name](changed, y, "_") is changed
    assert bits(changed) == bits(expected) and changed._version == 1


def test_in_place_by_blocks_writes_nothing_where_it_is_refused() -> None:
    x = torch.randn(2 * inplace._MIN_BLOCKED)
    before = x.clone()
    for call in (lambda: x.bitwise_and_(x), lambda: x.div_(torch.ones(3)), lambda: x.clamp_(torch.ones(2, 1), 3.0)):
        with pytest.raises((RuntimeError, TypeError)):
            call()
    assert torch.equal(x, before) and x._version == 0
    for call in (lambda: x.add_(before, alpha=1e300), lambda: x.sub_(before, alpha=True), lambda: x.clamp_(1e300)):  # type: ignore[misc]
        with pytest.raises(RuntimeError):
            call()
    assert torch.equal(x, before) and x._version == 0
    shared = torch.from_numpy(x.numpy())
    assert torch.equal(x.add_(shared, alpha=0.5), before * 1.5)
    with pytest.raises(RuntimeError, match="single memory location"):
        torch.ones(1).expand(2 * inplace._MIN_BLOCKED).exp_()


@pytest.mark.parametrize("kind", [torch.float32, torch.float64, torch.bfloat16])
@pytest.mark.parametrize(("layer", "options"), [
    ("GRU", {}), ("GRU", {"bias": False, "bidirectional": True, "num_layers": 2}), ("RNN", {}), ("RNN", {"nonlinearity": "relu"}),
    ("LSTM", {}), ("GRUCell", {}), ("LSTMCell", {"bias": False}), ("RNNCell", {})])
def test_recurrent_layers_compute_the_same_without_gradients(layer: str, options: dict[str, Any], kind: Any) -> None:
    torch.manual_seed(0)
    module = getattr(torch.nn, layer)(5, 7, **options).to(kind)
    x = torch.randn((3, 5) if "Cell" in layer else (6, 3, 5)).to(kind)
    recorded = tensors(module(x))
    with torch.no_grad():
        bare = tensors(module(x))
    for a, b in zip(recorded, bare, strict=True):
        assert torch.equal(a, b) and a.stride() == b.stride() and a._version == b._version
        assert a.requires_grad and not b.requires_grad


def rank_of(row: list[float], largest: bool) -> list[float]:
    """PyTorch's order: NaN is the largest."""
    return sorted(row, key=lambda v: (math.isnan(v), v), reverse=largest)


@pytest.mark.parametrize("largest", [True, False])
@pytest.mark.parametrize("prepare", [
    lambda x: x, lambda x: (x * 2).round(), lambda x: x.where(x < 1, math.nan), lambda x: x.where(x.abs() < 0.2, -math.inf),
    lambda x: x.where(x.abs() < 0.2, math.inf), lambda x: x * 0], ids=["distinct", "equal", "nan", "-inf", "inf", "zeros"])
def test_a_few_largest_of_many(prepare: Any, largest: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    torch.manual_seed(0)
    x = prepare(torch.randn(4, 3, 100))
    values, places = x.topk(5, -1, largest)
    np.testing.assert_array_equal(values.numpy(), [[rank_of(row, largest)[:5] for row in rows] for rows in x.tolist()])
    np.testing.assert_array_equal(x.gather(-1, places).numpy(), values.numpy())
    monkeypatch.setattr(sorting, "_REPEATED_SEARCH_MAX_K", 0)
    parted = x.topk(5, -1, largest)
    np.testing.assert_array_equal(parted.values.numpy(), values.numpy())
    np.testing.assert_array_equal(parted.indices.numpy(), places.numpy())


@pytest.mark.parametrize(("queries", "keys"), [(1, 1), (5, 5), (7, 3), (3, 7), (90, 90), (1200, 1000)])
def test_causal_attention_is_attention_with_a_triangle(queries: int, keys: int) -> None:
    torch.manual_seed(0)
    q, k, v = (torch.randn(1, 2, n, 4, requires_grad=True) for n in (queries, keys, keys))
    triangle = torch.ones(queries, keys, dtype=torch.bool).tril()
    found = []
    for options in ({"is_causal": True}, {"attn_mask": triangle}):
        out = F.scaled_dot_product_attention(q, k, v, **options)
        found.append([out, *torch.autograd.grad(out.sin().sum(), (q, k, v))])
    for a, b in zip(*found, strict=True):
        torch.testing.assert_close(a, b)


@pytest.mark.parametrize("shape", [(16,), (4, 4), (2, 3, 4), (24,), (5, 5)])
@pytest.mark.parametrize("dim", [None, 0, -1])
@pytest.mark.parametrize("keepdim", [False, True])
def test_variance_of_few(shape: tuple[int, ...], dim: Any, keepdim: bool) -> None:
    assert moments._TINY_SIZE >= 24
    x = torch.from_numpy(np.random.default_rng(0).standard_normal(shape).astype(np.float32) + 100)
    expected = np.var(x.numpy().astype(np.float64), axis=dim, ddof=1, keepdims=keepdim)
    np.testing.assert_allclose(torch.var(x, dim, keepdim=keepdim).numpy(), expected, rtol=1e-6)
    assert not torch.full(shape, 0.1).var().item()  # exactly


@pytest.mark.parametrize("shape", [(300, 300), (3, 70_000), (20, 5, 1100), (70_000,)])
def test_running_sums_of_rows_are_those_of_double_precision(shape: tuple[int, ...], threads: int) -> None:
    x = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    assert x.size > scans.BLOCK
    np.testing.assert_array_equal(torch.from_numpy(x).cumsum(-1).numpy(), np.cumsum(x, -1, np.float64).astype(np.float32))


def test_a_reshape_that_copies() -> None:
    for x in (torch.randn(3, 4), torch.randn(3, 4, requires_grad=True)):
        y = x.t().reshape(-1)
        assert y.tolist() == [v for column in zip(*x.tolist(), strict=True) for v in column]
        assert y.is_contiguous() and y._base is None and y.data_ptr() != x.data_ptr()
    assert y.grad_fn.name() == "UnsafeViewBackward0" and y.grad_fn.next_functions[0][0].name() == "CloneBackward0"
    assert x.t()[:, None].reshape(4, 3).grad_fn.name() == "ReshapeAliasBackward0"
    with pytest.raises(RuntimeError, match="is invalid for input of size 12"):
        x.t().reshape(5, -1)
    with torch.inference_mode():
        assert torch.randn(3, 4).t().reshape(-1).is_inference()


def test_transposes_and_new_axes_are_views() -> None:
    x = torch.zeros(2, 3)
    for view in (x.T, x[None]):
        assert view._base is x and not view.requires_grad
    x.T[2, 1] = 5
    assert x[None, 1, 2].item() == x[None][0, 1, 2].item() == 5
    leaf = torch.zeros(2, 3, requires_grad=True)
    assert leaf.T.grad_fn.name() == "PermuteBackward0" and leaf[None].grad_fn.name() == "UnsqueezeBackward0"
    with pytest.raises(TypeError, match="element of type bool at pos 0"):
        x.permute((True, 0))


def test_batched_products() -> None:
    a, b = torch.randn(2, 3, 4), torch.randn(2, 5, 4).transpose(1, 2)
    expected = np.matmul(a.numpy(), b.numpy())
    for x in (a, a.clone().requires_grad_(), a.clone().requires_grad_()[:]):
        np.testing.assert_allclose((x @ b).detach().numpy(), expected, rtol=1e-6)
        assert (x @ b).requires_grad is x.requires_grad
    with pytest.raises(RuntimeError, match="self must be a matrix"):
        torch.mm(a, b)
    with pytest.raises(RuntimeError, match="batch2 tensor"):
        a @ torch.ones(2, 5, 5)


@pytest.mark.parametrize("affine", [True, False])
@pytest.mark.parametrize("rows", [2, 9, 400])
def test_batch_norm_of_rows(rows: int, affine: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    torch.manual_seed(0)
    x, found = torch.randn(rows, 6), []
    for few in (normalization._UNBLOCKED_SIZE, 0):
        monkeypatch.setattr(normalization, "_UNBLOCKED_SIZE", few)
        layer = torch.nn.BatchNorm1d(6, affine=affine)
        found.append([layer(x), layer.running_mean, layer.running_var])
    for a, b in zip(*found, strict=True):
        assert bits(a) == bits(b)
    torch.testing.assert_close(layer.running_var, 0.9 + 0.1 * x.var(0))


def test_what_is_cut_without_being_a_view() -> None:
    x = torch.randn(4, 6, requires_grad=True)
    parts = torch.unsafe_split(x, 2, 1)
    assert [p._base for p in parts] == [None] * 3 and parts[1].grad_fn.name() == "UnsafeSplitBackward0" and parts[2].output_nr == 2
    (parts[0] * 2 + parts[2]).sum().backward()
    assert x.grad.tolist() == [[2, 2, 0, 0, 1, 1]] * 4
    with torch.no_grad():
        assert not torch.unsafe_split(x, 2, 1)[0].requires_grad


@pytest.mark.parametrize("prepare", [
    lambda x: x, lambda x: x[1:], lambda x: x.requires_grad_(), lambda x: x.double(), lambda x: x.t()], ids=[
    "plain", "view", "leaf", "double", "transposed"])
def test_duals_of_all_kinds_of_primals(prepare: Any) -> None:
    forward = torch.autograd.forward_ad
    x, t = prepare(torch.randn(4, 4)), prepare(torch.randn(4, 4)).detach()
    with forward.dual_level():
        dual = forward.make_dual(x, t)
        primal, tangent = forward.unpack_dual(dual.sin() * dual)
        value = forward.unpack_dual(dual).primal
        assert value.requires_grad is x.requires_grad and torch.equal(value, x)
        assert value.data_ptr() == x.data_ptr() and forward.unpack_dual(value).tangent is None
    torch.testing.assert_close(primal, x.sin() * x)
    torch.testing.assert_close(tangent, t * (x.cos() * x + x.sin()))


def test_user_names_on_a_ctx_that_are_the_engines() -> None:
    class Remembering(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.shape = "mine"
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            seen.append(ctx.shape)
            ctx.key = len(seen)
            return g * 2

    seen: list[Any] = []
    x = torch.ones(3, requires_grad=True)
    y = Remembering.apply(Remembering.apply(x)).sum()
    y.backward(retain_graph=True)
    y.backward()
    assert seen == ["mine"] * 4 and x.grad.tolist() == [8] * 3


def test_an_error_after_blocks_in_place_is_not_taken_for_a_refusal() -> None:
    """What has been written cannot be computed again from what was there: the error is raised, and no other way tried."""
    def kernel(a: Any) -> Any:
        if a.max() > 1:
            raise RuntimeError("a large number")
        return a + 1

    array = np.zeros(1 << 18)
    array[-1] = 2
    op = SimpleNamespace(kernel=kernel, schema=SimpleNamespace(tensor_positions=(0,)), params=[None])
    with pytest.raises(RuntimeError, match="a large number"):
        inplace._write_blocks(op, array, ())
    assert inplace._write_blocks(op, np.full(10, 2.0), ()) is False
