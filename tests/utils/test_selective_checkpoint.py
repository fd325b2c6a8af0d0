"""Selective checkpointing: the ops that policies see, recomputation, errors."""
from __future__ import annotations

import functools

import pytest

import minitorch_compat as torch
import minitorch_compat._ops.op as table
from minitorch_compat.ops._observed import overload_of
from minitorch_compat.utils.checkpoint import CheckpointPolicy, checkpoint, create_selective_checkpoint_contexts

aten = torch.ops.aten


def leaf():
    return torch.arange(1.0, 5.0, dtype=torch.float64).reshape(2, 2).requires_grad_()


def checkpoint_with_policy(function, policy, *args, **options):
    return checkpoint(function, *args, use_reentrant=False, context_fn=functools.partial(create_selective_checkpoint_contexts, policy,
                                                                                         **options))


def function(a):
    return torch.mm(a.sin(), a.exp()).tanh().sum()


@pytest.mark.parametrize(("policy", "again"), [
    ([aten.mm.default], 0), ([], 1), ([aten.sin.default], 1), (lambda *_: True, 0), (lambda *_: CheckpointPolicy.PREFER_RECOMPUTE, 1)])
def test_kept_results_are_not_computed_again(monkeypatch, policy, again):
    x, y, log = leaf(), leaf(), []
    function(y).backward()
    kernel = table.OPS["mm"].kernel
    monkeypatch.setattr(table.OPS["mm"], "kernel", lambda *args: log.append("mm") or kernel(*args))
    out = checkpoint_with_policy(function, policy, x)
    assert len(log) == 1
    out.backward()
    assert len(log) == 1 + again
    assert torch.equal(x.grad, y.grad)


def test_policies_hear_ops_with_their_arguments():
    caught = []

    def policy(ctx, op, *args, **kwargs):
        caught.append((op, len(args), kwargs, ctx.is_recompute, tuple(ctx.op_output.shape)))

    x = leaf()
    checkpoint_with_policy(lambda a: a.sum(1).float(), policy, x)
    assert caught == [(aten.sum.dim_IntList, 2, {}, False, (2,)), (aten._to_copy.default, 1, {"dtype": torch.float32}, False, (2,))]


def test_a_second_backward_is_refused():
    y = checkpoint_with_policy(function, [aten.mm.default], leaf())
    y.backward(retain_graph=True)
    with pytest.raises(RuntimeError, match="Trying to backward an extra time"):
        y.backward()


@pytest.mark.parametrize("allowed", [False, True])
def test_changes_of_what_was_kept(allowed):
    def changed(a):
        b = a.sin()
        c = b.exp()
        b.detach().zero_()
        return c.sum()

    y = checkpoint_with_policy(changed, [aten.sin.default], leaf(), allow_cache_entry_mutation=allowed)
    if allowed:
        y.backward()
    else:
        with pytest.raises(RuntimeError, match="cached during selective activation checkpoint has been mutated"):
            y.backward()


def test_without_gradients_no_policy_is_asked():
    with torch.no_grad():
        assert checkpoint_with_policy(torch.sin, lambda *_: 1 / 0, leaf()).shape == (2, 2)


@pytest.mark.parametrize("given", [[aten.mm], [3], (aten.mm.default,), "mm", None])
def test_what_is_no_policy(given):
    with pytest.raises((ValueError, TypeError), match=r"policy_fn_or_list|Expected op in `op_list` to be an OpOverload"):
        create_selective_checkpoint_contexts(given)


def test_entries_of_the_table_are_known():
    for name, kinds, expected in (("add", ("Tensor", "number"), "aten.add.Tensor"), ("gt", ("Tensor", "number"), "aten.gt.Scalar"),
                                  ("gt", ("Tensor", "Tensor"), "aten.gt.Tensor"), ("sin", ("Tensor",), "aten.sin.default"),
                                  ("prod_dim", ("Tensor", "none"), "aten.prod.default"),
                                  ("select", ("Tensor", "number"), "aten.select.int")):
        assert str(overload_of(table.OPS[name], kinds)) == expected
    assert str(overload_of(table.OPS["mul"], ("Tensor", "number"), True)) == "aten.mul_.Tensor"


def test_ops_that_fail_are_counted():
    def careful(a):
        try:
            a = a.t().view(4)
        except RuntimeError:
            a = a.t().reshape(4)
        return a.view(2, 2).sin().exp().sum()

    x, y = leaf(), leaf()
    careful(y).backward()
    checkpoint_with_policy(careful, [aten.sin.default], x).backward()
    assert torch.equal(x.grad, y.grad)


NETS = {
    "batch norm": lambda: torch.nn.Sequential(torch.nn.Linear(6, 5), torch.nn.BatchNorm1d(5), torch.nn.Dropout(0.3), torch.nn.Softmax(-1)),
    "convolution": lambda: torch.nn.Sequential(torch.nn.Unflatten(1, (1, 6)), torch.nn.Conv1d(1, 3, 3), torch.nn.ReLU(),
                                               torch.nn.MaxPool1d(2)),
    "attention": lambda: torch.nn.TransformerEncoderLayer(6, 2, 8, dropout=0.1, batch_first=True),
    "recurrence": lambda: torch.nn.Sequential(torch.nn.Unflatten(1, (2, 3)), torch.nn.LSTM(3, 4, batch_first=True)),
}


def test_gates_of_recurrent_layers_are_changed_in_place():
    net, x = NETS["recurrence"]().double(), torch.randn(4, 6, dtype=torch.float64, requires_grad=True)
    caught = []
    checkpoint_with_policy(net, lambda ctx, op, *_, **__: caught.append(str(op)) or True, x)
    assert [name for name in caught if name.endswith("_.default")] == ["aten.sigmoid_.default"] * 2 + ["aten.tanh_.default"] + (
        ["aten.sigmoid_.default"] * 3 + ["aten.tanh_.default", "aten.sigmoid_.default"])
    out, _ = checkpoint_with_policy(net, lambda ctx, op, *_, **__: "sigmoid_" in str(op) or "addmm" in str(op), x)
    with pytest.raises(RuntimeError, match="cached during selective activation checkpoint has been mutated"):
        out.sum().backward()


#: What keeps none of the tensors that are changed in place afterwards.
CHOICES = [(name, kept) for name in NETS for kept in range(4) if name != "recurrence" or kept == 2]


@pytest.mark.parametrize(("name", "kept"), CHOICES)
def test_any_choice_gives_the_same_gradients(name, kept):
    torch.manual_seed(0)
    net = NETS[name]().double()
    data = torch.randn(4, 6, dtype=torch.float64)

    def gradients(run):
        torch.manual_seed(1)
        net.zero_grad()
        x = data.clone().requires_grad_()
        y = run(x)
        y = y[0] if isinstance(y, tuple) else y
        (y * y.detach().cos()).sum().backward()
        return [x.grad, *(p.grad for p in net.parameters())]

    expected = gradients(net)

    def chosen(ctx, op, *_, **__):
        return not op._schema.is_mutable and sum(map(ord, str(op))) % 4 == kept

    for a, b in zip(gradients(lambda x: checkpoint_with_policy(net, chosen, x)), expected, strict=True):
        torch.testing.assert_close(a, b, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("write", [lambda t: t.add_(1), lambda t: t.relu_(), lambda t: t.t_(), lambda t: t.copy_(t + 1)])
def test_what_an_op_has_written_to_counts_as_changed_and_is_not_written_again(write):
    def policy(ctx, op, *_, **__):
        return op._schema.is_mutable

    y = checkpoint_with_policy(lambda a: write(a * 2) * a, policy, leaf())
    with pytest.raises(RuntimeError, match="cached during selective activation checkpoint has been mutated"):
        y.sum().backward()
    x = leaf()
    checkpoint_with_policy(lambda a: (a * 2).add_(1) * a, policy, x, allow_cache_entry_mutation=True).sum().backward()
    assert torch.equal(x.grad, 4 * x)  # and not 4 * x + 1


def test_a_kept_view_does_not_mind_its_base():
    def function(a):
        b = a * 2
        view = b[0]
        b.mul_(2)
        return (view * view).exp().sum()

    x, y = (torch.full((2, 2), 0.1, dtype=torch.float64, requires_grad=True) for _ in range(2))
    checkpoint_with_policy(function, [aten.select.int], x).backward()
    function(y).backward()
    assert torch.equal(x.grad, y.grad)


def test_what_was_refused_stays_refused():
    cell, x = torch.nn.LSTMCell(3, 4), torch.randn(2, 3, requires_grad=True)
    out, _ = checkpoint_with_policy(cell, [aten.addmm.default], x)
    with pytest.raises(RuntimeError, match="cached during selective activation checkpoint has been mutated"):
        out.sum().backward()


@pytest.mark.parametrize("options", [{"bidirectional": True}, {"num_layers": 2}, {"bias": False}])
def test_layers_of_an_lstm_look_up_their_states_one_after_the_other(options):
    caught = []
    checkpoint_with_policy(torch.nn.LSTM(3, 4, **options), lambda ctx, op, *_, **__: caught.append(str(op)),
                           torch.randn(2, 1, 3, requires_grad=True))
    names = [name.split(".")[1] for name in caught]
    layer = ["select", "select", *["zeros"] * (2 * ("bias" in options)), "mkldnn_rnn_layer"]
    assert names[2:2 + 2 * len(layer)] == layer * (1 if "bias" in options else 2) + ["stack", "stack"] * ("bias" in options)


@pytest.mark.parametrize(("change", "name"), [
    (lambda t: t.zero_(), "aten.zero_.default"), (lambda t: t.fill_(2), "aten.fill_.Scalar"),
    (lambda t: t.uniform_(), "aten.uniform_.default"), (lambda t: t.bernoulli_(0.5), "aten.bernoulli_.float"),
    (lambda t: t.random_(), "aten.random_.default")])
def test_policies_hear_of_overwriting(change, name):
    caught = []
    x = leaf()
    checkpoint_with_policy(lambda a: (change(a * 1) + a).sum(), lambda ctx, op, *_: caught.append((str(op), ctx.is_recompute)),
                           x).backward()
    assert (name, False) in caught and x.grad.tolist() == [[1.0, 1.0], [1.0, 1.0]]
    with torch.autograd.profiler.profile() as prof:
        change(torch.ones(2))
    assert f"aten::{name.split('.')[1]}" in [e.name for e in prof.function_events]


def test_names_of_views_of_copies_and_of_conjugates() -> None:
    caught: list[str] = []

    def policy(context: object, op: object, *args: object, **kwargs: object) -> CheckpointPolicy:
        caught.append(str(op))
        return CheckpointPolicy.PREFER_RECOMPUTE

    x = torch.randn(3, 4, requires_grad=True)
    contexts = functools.partial(create_selective_checkpoint_contexts, policy)
    checkpoint(lambda a: (a.t().reshape(12) + 0j).conj(), x, use_reentrant=False, context_fn=contexts)
    assert {"aten._unsafe_view.default", "aten._conj.default"} <= set(caught)


def test_policies_hear_of_copies_transposed_convolutions_and_windows():
    caught = []

    def policy(ctx, op, *args, **kwargs):
        caught.append(str(op))
        return CheckpointPolicy.MUST_SAVE

    image = torch.ones(1, 2, 4, 4, requires_grad=True)

    def run(x):
        y = torch.nn.functional.conv_transpose2d(x, torch.ones(2, 2, 3, 3))
        return torch.nn.functional.unfold(y.transpose(2, 3).contiguous(), 2).sum()

    contexts = functools.partial(create_selective_checkpoint_contexts, policy)
    checkpoint(run, image, use_reentrant=False, context_fn=contexts).backward()
    assert [n for n in caught if "ones" not in n] == [
        "aten.convolution.default", "aten.transpose.int", "aten.clone.default", "aten.im2col.default", "aten.sum.default"]
    (expected,) = torch.autograd.grad(run(image), image)
    assert torch.equal(image.grad, expected)


def test_policies_hear_compositions_as_the_ops_that_they_are_in_pytorch() -> None:
    q, x, functional = torch.ones(1, 2, 4, 8), torch.ones(3, 4, 6), torch.nn.functional
    lstm = torch.nn.LSTM(6, 5)
    attention = "_scaled_dot_product_flash_attention_for_cpu.default"
    cases = (
        (lambda x: functional.scaled_dot_product_attention(q * x.mean(), q, q), attention),
        (lambda x: lstm(x)[0], "mkldnn_rnn_layer.default"),
        (lambda x: torch.var_mean(x, 0)[0], "var_mean.correction"),
        (lambda x: torch.native_dropout(x, 0.5, True)[0], "native_dropout.default"),
        (lambda x: functional.dropout(x, 0.5), "bernoulli_.float"),
        (lambda x: x @ x.mT, "expand.default"),
        (lambda x: functional.pad(x, (1, 1), mode="reflect"), "reflection_pad1d.default"))
    for f, expected in cases:
        caught = []

        def policy(ctx, op, *args, caught=caught, **options):
            caught.append(str(op))
            written = op._schema.is_mutable or "empty" in str(op)  # which is refused if it is saved
            return CheckpointPolicy.PREFER_RECOMPUTE if written else CheckpointPolicy.MUST_SAVE

        leaf = x.clone().requires_grad_()
        contexts = functools.partial(create_selective_checkpoint_contexts, policy)
        torch.manual_seed(0)
        y = checkpoint(f, leaf, use_reentrant=False, context_fn=contexts)
        y.sum().backward()
        torch.manual_seed(0)
        again = x.clone().requires_grad_()
        f(again).sum().backward()
        assert f"aten.{expected}" in caught and torch.equal(leaf.grad, again.grad)


def names_heard(run, x):
    caught = []
    checkpoint_with_policy(run, lambda ctx, op, *_, **__: caught.append(str(op).removesuffix(".default")) if not ctx.is_recompute else None,
                           x)
    return [name.removeprefix("aten.") for name in caught]


def test_policies_hear_what_is_copied_made_and_laid_out_on_the_way():
    x, w = leaf(), torch.ones(2, requires_grad=True)
    assert names_heard(lambda a: (a * 1).mul_(w), x) == ["mul.Tensor", "clone", "mul_.Tensor"]
    assert names_heard(lambda a: a.clamp_min(0), x) == ["clamp_min"] and names_heard(lambda a: a.clamp(0), x) == ["clamp"]
    assert names_heard(lambda a: torch.where(a > 0, a, 0.0), x) == ["gt.Scalar", "scalar_tensor", "where.self"]


def test_attention_projects_its_parts_side_by_side():
    layer, x = torch.nn.MultiheadAttention(4, 2), torch.ones(3, 2, 4)
    names = names_heard(lambda a: layer(a, a, a)[0], x.requires_grad_())
    assert names.count("select.int") == 3 and names.count("clone") == 2 and "split.Tensor" not in names


@pytest.mark.parametrize(("call", "ops"), [
    (lambda x: x.argsort(), "sort.default"), (lambda x: x.argsort(0, True), "sort.default"), (lambda x: x.sort()[0], "sort.default"),
    (lambda x: x.movedim(0, 1), "permute.default"), (lambda x: x.clamp(x * 0, x), "mul.Tensor clamp.Tensor"),
    (lambda x: x.narrow(0, 0, 1), "slice.Tensor"), (lambda x: x.contiguous(), ""), (lambda x: x.square(), "pow.Tensor_Scalar"),
    (lambda x: torch.outer(x[0], x[1]), "select.int select.int view.default mul.Tensor"), (lambda x: x.trace(), "trace.default"),
    (lambda x: torch.nn.functional.max_pool1d(x, 2), "unsqueeze.default max_pool2d_with_indices.default squeeze.dim squeeze.dim"),
    (lambda x: x.diff(), "slice.Tensor slice.Tensor sub.Tensor"), (lambda x: x.std(), "std.correction"),
    (lambda x: x.chunk(2)[0], "split.Tensor"),
    (lambda x: x.swapaxes(0, 1), "transpose.int"), (lambda x: x.true_divide(2), "div.Tensor"),
    (lambda x: torch.vstack([x, x]), "cat.default")])
def test_compositions_are_seen_as_the_ops_that_they_run(call, ops):
    log = []
    checkpoint_with_policy(call, lambda context, op, *_, **__: context.is_recompute or log.append(str(op)) or False, leaf())
    assert log == [f"aten.{name}" for name in ops.split()]
