"""Fast paths of common calls have the results of the general ones."""
from __future__ import annotations

import math
import threading
import warnings

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.core.execution.blocks import row_max, row_starts
from minitorch_compat._dispatch.state import LOCAL, PAUSED, set_recording
from minitorch_compat._engine import backward


def test_paused_has_an_entry_while_nothing_is_recorded():
    before = len(PAUSED)
    with torch.no_grad():
        assert len(PAUSED) == before + 1
        with torch.no_grad():
            assert len(PAUSED) == before + 1
        with torch.enable_grad():
            assert len(PAUSED) == before and LOCAL.grad
        torch.set_grad_enabled(True)
        assert len(PAUSED) == before
    assert len(PAUSED) == before and LOCAL.grad
    torch.set_grad_enabled(False)
    assert len(PAUSED) == before + 1
    torch.set_grad_enabled(True)
    with pytest.raises(KeyError), torch.inference_mode():
        raise KeyError
    assert len(PAUSED) == before


def test_a_thread_that_records_nothing_leaves_others_alone():
    x = torch.ones(2, requires_grad=True)
    inside, done = threading.Event(), threading.Event()

    def pause():
        with torch.no_grad():
            inside.set()
            done.wait()

    thread = threading.Thread(target=pause)
    thread.start()
    inside.wait()
    try:
        assert PAUSED and (x * 2).requires_grad and x.view(2, 1).requires_grad and x.sum().requires_grad
    finally:
        done.set()
        thread.join()


def test_set_recording_answers_with_what_was():
    assert set_recording(False) is True
    assert set_recording(True) is False


def test_grad_fast_path_a_scalar_by_leaves():
    x, y, z = (torch.tensor([1.0, 2.0], requires_grad=True) for _ in range(3))
    loss = (x * y + x).sum()
    gx, gy = torch.autograd.grad(loss, (x, y), retain_graph=True)
    assert gx.tolist() == [2.0, 3.0] and gy.tolist() == [1.0, 2.0]
    assert x.grad is None and y.grad is None
    assert torch.autograd.grad(loss, [y], retain_graph=True)[0].tolist() == [1.0, 2.0]
    with pytest.raises(RuntimeError, match="appears to not have been used in the graph"):
        torch.autograd.grad(loss, (x, z), retain_graph=True)
    assert torch.autograd.grad(loss, (x, z), allow_unused=True)[1] is None
    with pytest.raises(RuntimeError, match="second time"):
        torch.autograd.grad(loss, (x,))


@pytest.mark.parametrize("of", [
    lambda x, y: x * y, lambda x, y: x + y, lambda x, y: (x * y).t(), lambda x, y: x.max(1)[0], lambda x, y: x.expand(2, 2, 3)[1] - y,
    lambda x, y: torch.nn.functional.layer_norm(x, (3,)) * y.exp(), lambda x, y: x.view(-1)[1:4]], ids=range(7))
@pytest.mark.parametrize("listed", [False, True])
def test_gradients_by_leaves_with_a_cotangent(of, listed, monkeypatch):
    x, y = (torch.arange(6.0).reshape(2, 3).sin().requires_grad_() for _ in range(2))
    out = of(x, y)
    cotangent = torch.arange(float(out.numel())).reshape(out.shape)
    outputs, cotangents = ([out], [cotangent]) if listed else (out, cotangent)
    found = torch.autograd.grad(outputs, (x, y), cotangents, allow_unused=True, retain_graph=True)
    monkeypatch.setattr(backward, "_grad_fast_path", lambda *_: None)
    wanted = torch.autograd.grad(outputs, (x, y), cotangents, allow_unused=True)
    for one, other in zip(found, wanted, strict=True):
        assert (one is None) == (other is None)
        if one is not None:
            assert one.tolist() == other.tolist() and one.stride() == other.stride() and one._version == other._version
            assert (one is cotangent) == (other is cotangent)
    assert cotangent.tolist() == torch.arange(float(out.numel())).reshape(out.shape).tolist()


@pytest.mark.parametrize("of", [lambda x, y: (x * y, x + y), lambda x, y: (x * y).split(1), lambda x, y: torch.std_mean(x * y, 1),
                                lambda x, y: (x.view(6), x.t() * 2, x[0]), lambda x, y: (x.sum(), (x * y).sum())], ids=range(5))
@pytest.mark.parametrize("scale", [1.0, None])
def test_grad_fast_path_several(of, scale, monkeypatch):
    x, y = (torch.arange(6.0).reshape(2, 3).sin().requires_grad_() for _ in range(2))
    outs = of(x, y)
    given = [torch.arange(float(t.numel())).reshape(t.shape) for t in outs] if scale or outs[0].numel() > 1 else None
    found = torch.autograd.grad(outs, [x, y], given, allow_unused=True, retain_graph=True)
    monkeypatch.setattr(backward, "_grad_fast_path", lambda *_: None)
    wanted = torch.autograd.grad(outs, [x, y], given, allow_unused=True)
    for one, other in zip(found, wanted, strict=True):
        assert (one is None) == (other is None)
        if one is not None:
            assert one.tolist() == other.tolist() and one.stride() == other.stride() and one._version == other._version


def test_a_cotangent_that_is_the_gradient_is_that_tensor():
    x, y = (torch.ones(3, requires_grad=True) for _ in range(2))
    g = torch.tensor([1.0, 2.0, 3.0])
    gx, gy = torch.autograd.grad(x + y, (x, y), g)
    assert gx is g and gy is g
    with pytest.raises(RuntimeError, match="Mismatch in shape"):
        torch.autograd.grad(x + y, (x, y), torch.ones(2))


def test_gradient_by_a_leaf_with_a_hook():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    x.register_hook(lambda g: g * 10)
    assert torch.autograd.grad((x * x).sum(), (x,))[0].tolist() == [20.0, 40.0]


def test_a_changed_operand_is_noticed_among_two():
    for position in (0, 1):
        pair = [torch.ones(2, requires_grad=True).clone() for _ in range(2)]
        out = (pair[0] * pair[1]).sum()
        pair[position].add_(1)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            out.backward()


def test_leaves_share_no_gradient():
    x, y = (torch.ones(2, requires_grad=True) for _ in range(2))
    (x + y).sum().backward()
    x.grad.add_(1)
    assert y.grad.tolist() == [1.0, 1.0]
    (x + y).sum().backward()
    assert x.grad.tolist() == [3.0, 3.0] and y.grad.tolist() == [2.0, 2.0]


def test_views_without_a_history_follow_their_base():
    base = torch.zeros(4)
    view = base.view(2, 2).transpose(0, 1)[0:1].unsqueeze(0)
    assert not view.requires_grad
    base.add_(torch.ones(4, requires_grad=True))
    assert view.requires_grad and (view * 2).requires_grad


@pytest.mark.parametrize("size", [(8, -1), (2, -1), (4, 4), (16,)])
def test_view_and_reshape(size):
    x = torch.arange(16.0).view(4, 4)
    expected = x._array.reshape(size)
    assert np.array_equal(x.view(size)._array, expected) and np.array_equal(x.reshape(*size)._array, expected)
    assert np.array_equal(x.t().reshape(size)._array, x._array.T.reshape(size))
    for wrong in ((3, 5), (-2, 8), (-1, -1)):
        with pytest.raises(RuntimeError):
            x.view(wrong)
        with pytest.raises(RuntimeError):
            x.reshape(wrong)
    with pytest.raises(RuntimeError, match="view size is not compatible"):
        x.t().view(16)


def test_products_of_what_is_no_two_matrices():
    a = torch.ones(2, 3)
    assert (a @ torch.ones(3)).shape == (2,) and (torch.ones(5, 2, 3) @ torch.ones(3, 4)).shape == (5, 2, 4)
    assert (torch.ones(2, 3, dtype=torch.int64) @ torch.ones(3, 2, dtype=torch.int64)).tolist() == [[3, 3], [3, 3]]
    with pytest.raises(RuntimeError, match="mat1 and mat2 shapes cannot be multiplied"):
        a @ torch.ones(2, 3)
    with pytest.raises(TypeError):
        a @ 2


@pytest.mark.parametrize("shape", [(1, 1), (3, 7), (300, 5), (300, 40), (20, 600)])
def test_largest_of_each_row(shape):
    a = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    a[-1, 0] = np.nan
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert np.array_equal(row_max(a), np.max(a, axis=1, keepdims=True), equal_nan=True)
    assert np.array_equal(a.take(row_starts(shape)), a[:, 0], equal_nan=True)


def _matrices():
    x = torch.arange(6.).reshape(2, 3).requires_grad_()
    return x, torch.arange(6.).reshape(3, 2).t().requires_grad_(), (torch.arange(6.).reshape(2, 3) + 1).requires_grad_()


@pytest.mark.parametrize(("function", "strides"), [
    (lambda x, y, z: x.sum(), (0, 0)), (lambda x, y, z: (x + z).sum(), (0, 0)), (lambda x, y, z: (x * y).sum(), (1, 2)),
    (lambda x, y, z: (x * y + x).sum(), (1, 2)), (lambda x, y, z: (x * z).sum(), (3, 1)), (lambda x, y, z: (x + x * y).sum(), (1, 2)),
    (lambda x, y, z: (x.t() * y.t()).sum(), (1, 2))])
def test_the_gradient_of_a_sum_is_repeated_until_something_computes_with_it(function, strides):
    x, y, z = _matrices()
    found = torch.autograd.grad(function(x, y, z), (x, y, z), allow_unused=True)[0]
    assert found.stride() == strides
    assert torch.equal(found, torch.autograd.functional.vjp(lambda a: function(a, y, z), x)[1])


def test_grad_runs_only_what_leads_to_the_inputs():
    x, w = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    used_up = (x * 2).exp()
    used_up.sum().backward()
    total = used_up.sum() + (w * 3 * w).sum()
    assert torch.autograd.grad(total, [w])[0].tolist() == [6, 6]
    total = used_up.sum() + (w * 3 * w).sum()
    with pytest.raises(RuntimeError, match="second time"):
        torch.autograd.grad(total, [w, x])
    again, _ = torch.autograd.grad((w * x).sum(), [w, w])  # one leaf asked for twice
    assert again.tolist() == [1, 1]


def test_a_node_that_saves_one_value_shows_it_in_its_place():
    x, y = torch.ones(2, requires_grad=True), torch.full((2,), 3.0)
    for out, saved in ((x * y, (None, None, y)), (y * x, (None, y, None)), (x * 4, (None, None, 4)), (x.exp(), None), (x.sin(), (None, x))):
        node = out._grad_fn
        assert len(node.saved) == len(saved or (1, 2))
        for value, wanted in zip(node.saved, saved or (out, None), strict=True):
            assert value is (wanted._array if isinstance(wanted, torch.Tensor) else wanted)
        out.sum().backward()
        assert node.saved == ("freed",)
    product = x * y
    y.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        product.sum().backward()


def test_a_chain_shares_what_its_nodes_know_alike():
    x, factor = torch.ones(3, requires_grad=True), torch.ones(3)
    first = x * factor
    assert (first * factor)._grad_fn.shape is first._grad_fn.shape == (3,)
    assert (first[:, None] * torch.ones(3, 2))._grad_fn.shape == (3, 2)


def test_what_passes_a_formula_untouched_stays_as_it_came():
    x, y = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    given, = torch.autograd.grad(torch.addcmul(y, x, y, value=0.5).sum(), y)
    assert given._version == 0 and given.tolist() == [1.5, 1.5]
    assert torch.autograd.grad(torch.addcmul(y, x, x).sum(), y)[0].stride() == (0,)


def test_a_gradient_that_fits_takes_the_short_way(monkeypatch):
    """It is read, never kept: gradients of leaves have memory of their own, and what was given stays as it was."""
    from minitorch_compat._engine import backward as engine

    x, y = (torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True) for _ in range(2))
    given, refused = torch.tensor([[1.0, 0.5], [2.0, 4.0]]), []
    monkeypatch.setattr(engine, "run_graph", lambda *_args, **_kwargs: refused.append(1))
    (x + y).backward(given)
    assert not refused
    assert x.grad.tolist() == y.grad.tolist() == given.tolist()
    assert len({t.data_ptr() for t in (x.grad, y.grad, given)}) == 3
    (x * y).backward(given, retain_graph=True)
    assert x.grad.tolist() == (given + given * y).tolist() and given._version == 0
    expanded = torch.ones(2).expand(2, 2)
    x.grad = None
    (x + 1).backward(expanded)
    assert x.grad.stride() == (2, 1) and x.grad.tolist() == [[1, 1], [1, 1]]
    monkeypatch.undo()
    with pytest.raises(RuntimeError, match="does not require grad"):
        torch.ones(2).backward(torch.ones(2))
    with pytest.raises(RuntimeError, match="Mismatch in shape"):
        (x + y).backward(torch.ones(2))


_NUMBERS = torch.arange(18.0).reshape(3, 6)


@pytest.mark.parametrize("mask", [None, "causal", _NUMBERS % 4 != 1, _NUMBERS < 0, _NUMBERS],
                         ids=["no", "causal", "bool", "nothing", "added"])
def test_attention_on_arrays(mask):
    """Without a gradient attention runs on arrays, with one by ops."""
    q, k, v = ((torch.arange(float(math.prod(shape))) * 0.7).sin().reshape(shape) for shape in ((2, 3, 4), (2, 6, 4), (2, 6, 5)))
    chosen = {"is_causal": True} if isinstance(mask, str) else {"attn_mask": mask}
    found = torch.nn.functional.scaled_dot_product_attention(q, k, v, **chosen)
    wanted = torch.nn.functional.scaled_dot_product_attention(q.clone().requires_grad_(), k, v, **chosen)
    torch.testing.assert_close(found, wanted.detach())
    assert found.stride() == wanted.stride() and not found.requires_grad
