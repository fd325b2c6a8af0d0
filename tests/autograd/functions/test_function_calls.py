"""Calling custom Functions: keywords, marks under transforms, graphs run twice, old forms."""
from __future__ import annotations

import threading

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import Function, graph
from minitorch_compat.autograd.function import NestedIOFunction, _SingleLevelFunction, once_differentiable


def leaf(*values):
    return torch.tensor(list(values), requires_grad=True)


def make(forward, backward=None, **more):
    body = {"forward": staticmethod(forward)}
    if backward is not None:
        body["backward"] = staticmethod(backward)
    body.update({k: staticmethod(v) if callable(v) else v for k, v in more.items()})
    return type("F", (Function,), body)


def no_context(ctx, inputs, output):
    pass


def test_keywords_go_to_their_places():
    F = make(lambda ctx, x, k=2, z=0: x * k + z, lambda ctx, g: (g, None))
    x = leaf(1.0)
    assert F.apply(x, k=5).item() == 5 and F.apply(x).grad_fn.needs_input_grad == (True,)
    assert F.apply(x, k=5).grad_fn.needs_input_grad == (True, False)
    for options, text in (({"q": 1}, r"forward\(\) got an unexpected keyword argument 'q'"),
                          ({"z": 1}, r"forward\(\) missing required argument: 'k' \(position 1\)"),
                          ({"x": 1}, r"forward\(\) got multiple values for argument 'x'")):
        with pytest.raises(TypeError, match=text):
            F.apply(x, **options)


def test_keyword_only_parameters_are_refused_beside_setup_context():
    F = make(lambda x, *, k=2: x * k, setup_context=no_context)
    with pytest.raises(TypeError, match="unexpected keyword argument 'k'"):
        F.apply(leaf(1.0))


def test_what_reads_nothing_runs_twice():
    x = leaf(1.0, 2.0)

    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    y = make(forward, lambda ctx, g: g * 2).apply(x)
    for _ in range(2):
        y.sum().backward()
    assert x.grad.tolist() == [4.0, 4.0]
    with pytest.raises(RuntimeError, match="second time"):
        _ = y.grad_fn.saved_tensors


def test_one_thread_uses_up_what_eight_read():
    x = leaf(1.0, 2.0)

    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    loss = make(forward, lambda ctx, g: g * ctx.saved_tensors[0]).apply(x).sum()
    errors = []

    def run():
        try:
            loss.backward()
        except RuntimeError as error:
            errors.append(str(error))

    threads = [threading.Thread(target=run) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(errors) == 7 and all("second time" in e for e in errors) and x.grad.tolist() == [1.0, 2.0]


def test_context_shows_its_edges_in_forward():
    seen = []

    def forward(ctx, x):
        seen.append((ctx.next_functions[0][0].variable is x, ctx.name(), ctx._input_metadata))
        ctx.slots = 3
        return x * 2

    y = make(forward, lambda ctx, g: g * ctx.slots).apply(x := leaf(1.0))
    y.backward()
    assert seen == [(True, "FBackward", ())] and x.grad.item() == 3


def test_nodes_of_functions_cannot_be_called():
    y = make(lambda ctx, x: x * 2).apply(leaf(1.0))
    with pytest.raises(TypeError, match="'FBackward' object is not callable"):
        y.grad_fn(torch.ones(1))
    assert repr(y.grad_fn).startswith("<torch.autograd.function.FBackward object at ")


def test_once_differentiable_leaves_a_node_over_its_results():
    F = make(lambda ctx, x, k, y: x * y, once_differentiable(lambda ctx, g: (g, None, g)))
    (g,) = torch.autograd.grad((F.apply(x := leaf(1.0), 2, leaf(3.0)) ** 2).sum(), x, create_graph=True)
    assert type(g.grad_fn).__name__ == "Error" and g.grad_fn.name() == "torch::autograd::Error"
    assert [node is not None for node, _ in g.grad_fn.next_functions] == [True, False, True]
    with pytest.raises(RuntimeError, match="differentiate twice"):
        g.sum().backward()


def test_marked_dirty_and_not_differentiable_is_detached():
    def forward(ctx, x):
        ctx.mark_dirty(x)
        ctx.mark_non_differentiable(x)
        return x.add_(1)

    x = leaf(1.0) * 1
    y = make(forward, lambda ctx, g: g).apply(x)
    assert not y.requires_grad and x.requires_grad and x.item() == 2


def test_marked_dirty_under_transforms():
    F = make(lambda x: x.mul_(2), lambda ctx, g: g * 2, setup_context=lambda ctx, inputs, output: ctx.mark_dirty(inputs[0]))
    assert torch.func.grad(lambda x: F.apply(x.clone()).sum())(torch.ones(2)).tolist() == [2.0, 2.0]
    F.generate_vmap_rule = True
    with pytest.raises(RuntimeError, match="marked as dirty"):
        torch.vmap(lambda x: F.apply(x.clone()))(torch.ones(2, 2))


def test_boxed_gradients_under_transforms():
    F = make(lambda x: x * 2, lambda ctx, gs: gs.pop() * 2, setup_context=no_context, generate_vmap_rule=True, boxed_grads_call=True)
    x = torch.arange(6.0).view(2, 3)
    assert torch.func.grad(lambda x: torch.vmap(F.apply)(x).sum())(x).tolist() == [[2.0] * 3] * 2
    assert torch.vmap(torch.func.grad(lambda x: F.apply(x).sum()))(x).tolist() == [[2.0] * 3] * 2


@pytest.mark.parametrize("own", [False, True])
def test_nested_arguments_under_vmap(own):
    seen = []

    def rule(info, dims, x, ys):
        seen.append((dims, tuple(ys[0].shape)))
        return x * ys[0], 0

    more = {"vmap": rule} if own else {"generate_vmap_rule": True}
    F = make(lambda x, ys: x * ys[0], lambda ctx, g: (g, None), setup_context=no_context, **more)
    x, y = torch.arange(3.0), torch.arange(3.0) + 1
    assert torch.vmap(lambda x, y: F.apply(x, [y]))(x, y).tolist() == [0.0, 2.0, 6.0]
    assert seen == ([((0, [0]), (3,))] if own else [])


def test_what_a_vmap_rule_must_return():
    for answer, text in ((lambda x: (x,), "Got 1 returns"), (lambda x: (x * 1, (0,)), "incompatible")):
        F = make(lambda x: x, setup_context=no_context, vmap=lambda info, dims, x, answer=answer: answer(x))
        with pytest.raises(RuntimeError, match=text):
            torch.vmap(F.apply)(torch.ones(2, 2))
    identity = make(lambda x: x, setup_context=no_context, vmap=lambda info, dims, x: (x, None))
    assert torch.vmap(identity.apply)(torch.ones(2, 3)).shape == (2, 3)


def test_jvp_must_answer_for_differentiable_outputs():
    F = make(lambda ctx, x: x * 2, jvp=lambda ctx, t: None)
    with torch.autograd.forward_ad.dual_level(), pytest.raises(RuntimeError, match="floating point or complex"):
        F.apply(torch.autograd.forward_ad.make_dual(torch.ones(1), torch.ones(1)))


@pytest.mark.filterwarnings("ignore:<class")
def test_instances_answer_as_nodes_once_did():
    instance = NestedIOFunction()
    assert isinstance(instance, _SingleLevelFunction) and instance.next_functions == () and instance.needs_input_grad is None
    instance.save_for_backward([torch.ones(1), {"a": torch.zeros(2)}], None)
    with pytest.raises(ValueError, match="doesn't know how to process an input object of type int"):
        instance.save_for_backward([torch.ones(1)], 3)
    assert len(instance.to_save) == 2
    instance.mark_dirty((torch.ones(1),))
    assert len(instance.dirty_tensors) == 1
    with pytest.raises(AttributeError, match="_do_forward"):
        instance(torch.ones(1))
    with pytest.raises(AttributeError, match="not readable"):
        _ = instance.materialize_grads


def test_hooks_of_saved_tensors_must_be_callable():
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    y = make(forward).apply(leaf(1.0))
    with pytest.raises(TypeError, match="incompatible function arguments"):
        y.grad_fn._raw_saved_tensors[0].register_hooks(1, 2)


def test_a_linear_layer_under_saved_hooks_can_be_looked_at():
    layer, x = torch.nn.Linear(3, 2), torch.ones(4, 3, requires_grad=True)
    with graph.saved_tensors_hooks(lambda t: (t,), lambda packed: packed[0]):
        y = layer(x)
    assert [n.name() for n, _ in y.grad_fn.next_functions if n is not None][-1] == "TBackward0"
    y.sum().backward()
    assert x.grad.tolist() == [layer.weight.sum(0).tolist()] * 4


def test_a_jvp_may_have_no_gradient_for_what_is_marked():
    class Same(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.mark_non_differentiable(x)
            return x

        @staticmethod
        def jvp(ctx, t):
            return t

    with torch.autograd.forward_ad.dual_level():
        x = torch.autograd.forward_ad.make_dual(torch.ones(2), torch.ones(2))
        with pytest.raises(RuntimeError, match="the corresponding forward output is not a differentiable Tensor"):
            Same.apply(x)
