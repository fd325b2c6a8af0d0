"""`torch.autograd.Function`. What is asserted here was observed at PyTorch 2.13."""
from __future__ import annotations

import pickle

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import Function, graph
from minitorch_compat.autograd.function import FunctionCtx, InplaceFunction, NestedIOFunction, once_differentiable


def leaf(*values):
    return torch.tensor(list(values), requires_grad=True)


@pytest.fixture
def x():
    return leaf(1.0, 2.0)


def make(forward, backward=None, **more):
    """A Function called F of these static methods (or plain attributes)."""
    body = {"forward": staticmethod(forward)}
    if backward is not None:
        body["backward"] = staticmethod(backward)
    body.update({k: staticmethod(v) if callable(v) else v for k, v in more.items()})
    return type("F", (Function,), body)


def double(ctx, t):
    return t * 2


def saving(ctx, t):
    ctx.save_for_backward(t)
    return t * 2


def passing(ctx, g):
    return g


# The node, which is the ctx ------------------------------------------------------------------------------------------------------


def test_node(x):
    node = make(double, passing).apply(x).grad_fn
    assert node.name() == type(node).__name__ == "FBackward" and isinstance(node, graph.Node) and isinstance(node, FunctionCtx)
    assert node.needs_input_grad == (True,) and node.metadata == {}
    assert node.next_functions[0][0].name() == "torch::autograd::AccumulateGrad"
    with pytest.raises(TypeError, match="cannot pickle 'FBackward' object"):
        pickle.dumps(node)


def test_ctx_carries_attributes_and_needs(x):
    seen = []

    def forward(ctx, t, k):
        ctx.k = k
        seen.append((ctx.needs_input_grad, ctx.saved_tensors, torch.is_grad_enabled(), t.requires_grad))
        return t * k

    def backward(ctx, g):
        seen.append((ctx.needs_input_grad, ctx.k, torch.is_grad_enabled()))
        return g * ctx.k, None

    y = make(forward, backward).apply(x, 3)
    assert len(y.grad_fn.next_functions) == 1  # tensor arguments only
    y.sum().backward()
    assert seen == [((True, False), (), False, True), ((True, False), 3, False)] and x.grad.tolist() == [3, 3]


def test_grad_mode_in_backward_follows_create_graph(x):
    seen = []
    F = make(double, lambda ctx, g: (seen.append(torch.is_grad_enabled()), g)[1])
    torch.autograd.grad(F.apply(x).sum(), x)
    torch.autograd.grad(F.apply(x).sum(), x, create_graph=True)
    assert seen == [False, True]


# What backward returns -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("grads", "expected"), [
    ((torch.ones(2), torch.ones(2)), [1, 1]), ((torch.ones(2), None), [1, 1]), ((torch.ones(2), None, None), [1, 1]),
    ((torch.ones(4, 2), None), [4, 4]), ((torch.ones(2, dtype=torch.float64), None), [1, 1]),
    ((torch.ones(2, dtype=torch.int64), None), [1, 1])])
def test_gradients_that_fit(x, grads, expected):
    make(lambda ctx, a, b: a * 2, lambda ctx, g: grads).apply(x, leaf(1.0, 1.0)).sum().backward()
    assert x.grad.dtype == torch.float32 and x.grad.tolist() == expected


@pytest.mark.parametrize(("grads", "text"), [
    (torch.ones(2), r"function FBackward returned an incorrect number of gradients \(expected 2, got 1\)"),
    (None, r"function FBackward returned an incorrect number of gradients \(expected 2, got 1\)"),
    ([torch.ones(2), None], r"function FBackward returned an incorrect number of gradients \(expected 2, got 1\)"),
    ((torch.ones(2),) * 3, r"function FBackward returned an incorrect number of gradients \(expected 2, got 3\)"),
    ((torch.ones(3), None),
     r"Function FBackward returned an invalid gradient at index 0 - got \[3\] but expected shape compatible with \[2\]"),
    ((torch.ones(1), None),
     r"Function FBackward returned an invalid gradient at index 0 - got \[1\] but expected shape compatible with \[2\]"),
    ((3.0, None), r"expected Variable or None \(got float\)"),
    ((torch.ones(2) * 1j, None), "to be true, but got false")])
def test_gradients_that_do_not_fit(x, grads, text):
    y = make(lambda ctx, a, b: a * 2, lambda ctx, g: grads).apply(x, leaf(1.0, 1.0))
    with pytest.raises(RuntimeError, match=text):
        y.sum().backward()
    assert x.grad is None


def test_a_gradient_for_a_number(x):
    y = make(lambda ctx, t, k: t * k, lambda ctx, g: (g, g)).apply(x, 3)
    with pytest.raises(RuntimeError,
     match="returned a gradient different than None at position 2, but the corresponding forward input was"):
        y.sum().backward()


@pytest.mark.parametrize(("function", "kind", "text"), [
    (make(double), NotImplementedError, "You must implement either the backward or vjp method"),
    (type("G", (Function,), {}), NotImplementedError, "You must implement the forward function"),
    (make(double, passing, vjp=passing), RuntimeError, "Implementing both 'backward' and 'vjp' for a custom Function is not allowed")])
def test_missing_and_doubled_methods(x, function, kind, text):
    with pytest.raises(kind, match=text):
        function.apply(x).sum().backward()


def test_vjp_is_another_name_of_backward(x):
    make(double, vjp=lambda ctx, g: g * 2).apply(x).sum().backward()
    assert x.grad.tolist() == [2, 2]


# Saving --------------------------------------------------------------------------------------------------------------------------


def test_inputs_and_outputs_come_back_in_their_place(x):
    seen = []

    def forward(ctx, t):
        y = t * 2
        ctx.save_for_backward(t, y, None, torch.ones(1))
        return y

    def backward(ctx, g):
        t, y, nothing, other = ctx.saved_tensors
        seen.append((t is x, y.tolist(), y.grad_fn.name(), nothing, other.requires_grad))
        return g

    make(forward, backward).apply(x).sum().backward()
    assert seen == [(True, [2, 4], "FBackward", None, False)]


@pytest.mark.parametrize("thing", [3, [torch.ones(1)]])
def test_only_tensors_can_be_saved(x, thing):
    with pytest.raises(TypeError, match="save_for_backward can only save variables, but argument 0 is of type"):
        make(lambda ctx, t: (ctx.save_for_backward(thing), t * 2)[1], passing).apply(x)


def test_a_graph_with_saved_tensors_runs_once(x):
    y = make(saving, lambda ctx, g: g * ctx.saved_tensors[0]).apply(x)
    y.sum().backward()
    for again in (lambda: y.sum().backward(), lambda: y.grad_fn.saved_tensors):
        with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time"):
            again()
    z = make(double, passing).apply(x)
    z.sum().backward()
    z.sum().backward()


def save_output(ctx, t):
    y = t * 2
    ctx.save_for_backward(y)
    return y


@pytest.mark.parametrize(("forward", "change", "where"), [
    (saving, lambda y, z: y.add_(1), "which is output 0 of Add, is at version 1; expected version 0"),
    (save_output, lambda y, z: z.add_(1), "which is output 0 of F, is at version 1; expected version 0")])
def test_saved_tensors_are_checked(x, forward, change, where):
    y = x * 1
    z = make(forward, lambda ctx, g: g * ctx.saved_tensors[0]).apply(y)
    change(y, z)
    with pytest.raises(RuntimeError, match=where):
        z.sum().backward()


def test_they_are_checked_when_they_are_used(x):
    y = x * 1
    z = make(saving, passing).apply(y)
    y.add_(1)
    z.sum().backward()
    assert x.grad.tolist() == [1, 1]


def test_saved_tensors_hooks(x):
    log = []

    def forward(ctx, t):
        y = t * 2
        ctx.save_for_backward(t, y)
        return y

    def backward(ctx, g):
        log.append([t.requires_grad for t in ctx.saved_tensors])
        return g * 2

    def pack(t):
        log.append((t is x, t.requires_grad))
        return t

    with graph.saved_tensors_hooks(pack, lambda t: (log.append("unpack"), t)[1]):
        y = make(forward, backward).apply(x)
    assert type(y.grad_fn._raw_saved_tensors[0]).__name__ == "SavedTensor"
    y.sum().backward()
    assert log == [(True, True), (False, True), "unpack", "unpack", [True, True]]


def test_clear_saved_tensors_on_access(x):
    node = make(saving, passing, clear_saved_tensors_on_access=True).apply(x).grad_fn
    assert len(node.saved_tensors) == 1
    with pytest.raises(RuntimeError, match="saved_tensors can only be accessed once when clear_saved_tensors_on_access=True"):
        assert node.saved_tensors


# Changed inputs ------------------------------------------------------------------------------------------------------------------


def adding(ctx, t):
    ctx.mark_dirty(t)
    t.add_(1)
    return t


def test_mark_dirty(x):
    y = x * 1
    z = make(adding, lambda ctx, g: g * 3).apply(y)
    assert z is y and y.grad_fn.name() == "FBackward" and y._version == 2
    z.sum().backward()
    assert x.grad.tolist() == [3, 3]


def test_a_dirty_view(x):
    y = x * 1
    v = y[:1]
    assert make(adding, lambda ctx, g: g * 3).apply(v) is v and v.grad_fn.name() == "AsStridedBackward0"
    y.sum().backward()
    assert x.grad.tolist() == [3, 1]


def test_a_dirty_constant(x):
    def forward(ctx, a, b):
        ctx.mark_dirty(a)
        a.mul_(b)
        return a

    y = torch.ones(2)
    assert make(forward, lambda ctx, g: (g, g * 7)).apply(y, x) is y and y.requires_grad
    y.sum().backward()
    assert x.grad.tolist() == [7, 7]


@pytest.mark.parametrize(("forward", "argument", "text"), [
    (adding, lambda x: x, "a leaf Variable that requires grad has been used in an in-place operation"),
    (lambda ctx, t: (ctx.mark_dirty(t), t * 1)[1], lambda x: x * 1,
     "Some elements marked as dirty during the forward method were not returned"),
    (lambda ctx, t: (ctx.mark_dirty(t), (t, t * 1))[1], lambda x: (x * 1)[:1], "your Function cannot return more than one Tensor"),
    (lambda ctx, t: (ctx.mark_dirty(3), t)[1], lambda x: x, "mark_dirty can only accept variables"),
    (lambda ctx, t: (ctx.mark_non_differentiable(3), t)[1], lambda x: x, "mark_non_differentiable only accepts variable arguments")])
def test_wrong_marks(x, forward, argument, text):
    with pytest.raises(RuntimeError, match=text):
        make(forward, passing).apply(argument(x))


# Outputs -------------------------------------------------------------------------------------------------------------------------


def test_an_input_as_output(x):
    y = make(lambda ctx, t: t, lambda ctx, g: g * 3).apply(x)
    assert y is not x and y._is_view() and y._base is x and y.grad_fn.name() == "FBackward"
    y.sum().backward()
    assert x.grad.tolist() == [3, 3]
    constant = torch.ones(2)
    assert make(lambda ctx, t: t, passing).apply(constant) is not constant


@pytest.mark.parametrize(("forward", "reason"), [
    (lambda ctx, t: t, "This view was created inside a custom Function"),
    (lambda ctx, t: t.view(2, 1), "This view was created inside a custom"),
    (lambda ctx, t: (t * 2).view(2, 1), "This view was created inside a custom Function"),
    (lambda ctx, t: t.unbind(), "This view is the output of a function that returns multiple views")])
def test_views_from_a_function_may_not_be_changed(x, forward, reason):
    y = make(forward, lambda ctx, *g: g[0]).apply(x * 1)
    with pytest.raises(RuntimeError, match="Output 0 of F is a view and is being modified inplace. " + reason):
        (y[0] if isinstance(y, tuple) else y).add_(1)


def test_other_things_as_outputs(x):
    seen = []

    def backward(ctx, *grads):
        seen.append([None if g is None else g.tolist() for g in grads])
        return grads[0]

    y, number, nothing, z = make(lambda ctx, t: (t * 2, 3, None, t * 3), backward).apply(x)
    assert (number, nothing, z.requires_grad) == (3, None, True)
    y.sum().backward()
    assert seen == [[[1, 1], None, None, [0, 0]]]
    assert make(lambda ctx, t: [t], passing).apply(x)[0] is x and make(lambda ctx, t: None, passing).apply(x) is None
    assert not make(lambda ctx, t: t.long(), passing).apply(x).requires_grad


def test_set_materialize_grads(x):
    seen = []

    def forward(ctx, t):
        ctx.set_materialize_grads(False)
        return t * 2, t * 3

    make(forward, lambda ctx, g, h: (seen.append(h), g)[1]).apply(x)[0].sum().backward()
    assert seen == [None]


def test_mark_non_differentiable(x):
    seen = []

    def forward(ctx, t):
        a, b, c = t * 2, t > 1, t * 3
        ctx.mark_non_differentiable(b, c)
        return a, b, c

    out = make(forward, lambda ctx, *gs: (seen.append([(g.tolist(), g.dtype) for g in gs[1:]]), gs[0])[1]).apply(x)
    out[0].sum().backward()
    assert [t.requires_grad for t in out] == [True, False, False]
    assert seen == [[([False, False], torch.bool), ([0, 0], torch.float32)]]


def test_what_forward_records_itself_is_no_part_of_the_graph(x):
    def forward(ctx, t):
        with torch.enable_grad():
            return t * 2

    y = make(forward, lambda ctx, g: g * 5).apply(x)
    y.sum().backward()
    assert y.grad_fn.name() == "FBackward" and x.grad.tolist() == [5, 5]


def test_boxed_grads(x):
    class Boxed(Function):
        boxed_grads_call = True

        @staticmethod
        def forward(ctx, a, b):
            return a * 2, b * 3

        @staticmethod
        def backward(ctx, grads):
            found = tuple(grads)
            grads.clear()
            return found

    w = leaf(1.0, 1.0)
    a, b = Boxed.apply(x, w)
    (a.sum() * 2 + b.sum() * 3).backward()
    assert x.grad.tolist() == [2, 2] and w.grad.tolist() == [3, 3]


# Higher orders -------------------------------------------------------------------------------------------------------------------


def cube(ctx, t):
    ctx.save_for_backward(t)
    return t**3


def exponential(ctx, t):
    y = t.exp()
    ctx.save_for_backward(y)
    return y


def test_second_and_third_order(x):
    F = make(cube, lambda ctx, g: 3 * g * ctx.saved_tensors[0] ** 2)
    g, = torch.autograd.grad(F.apply(x).sum(), x, create_graph=True)
    h, = torch.autograd.grad(g.sum(), x, create_graph=True)
    assert g.tolist() == [3, 12] and h.tolist() == [6, 12] and torch.autograd.grad(h.sum(), x)[0].tolist() == [6, 6]


def test_second_order_through_a_saved_output(x):
    F = make(exponential, lambda ctx, g: g * ctx.saved_tensors[0])
    g, = torch.autograd.grad(F.apply(x).sum(), x, create_graph=True)
    assert torch.allclose(torch.autograd.grad(g.sum(), x)[0], x.exp())


def test_once_differentiable(x):
    F = make(cube, once_differentiable(lambda ctx, g: 3 * g * ctx.saved_tensors[0] ** 2))
    assert torch.autograd.grad(F.apply(x).sum(), x)[0].tolist() == [3, 12]
    c = leaf(1.0, 1.0)
    g, = torch.autograd.grad(F.apply(x), x, c, create_graph=True)
    with pytest.raises(RuntimeError, match="trying to differentiate twice a function that was marked with @once_differentiable"):
        g.sum().backward()


def test_backward_inside_backward(x):
    def backward(ctx, g):
        with torch.enable_grad():
            q = ctx.t.detach().requires_grad_()
            (q * q).sum().backward()
        return g * q.grad

    def forward(ctx, t):
        ctx.t = t
        return t * 2

    make(forward, backward).apply(x).sum().backward()
    assert x.grad.tolist() == [2, 4]


# setup_context and keywords ------------------------------------------------------------------------------------------------------


class Scaled(Function):
    @staticmethod
    def forward(t, k=2):
        return t * k

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.k = inputs[1]

    @staticmethod
    def backward(ctx, g):
        return g * ctx.k, None


@pytest.mark.parametrize(("call", "expected"), [
    (lambda x: Scaled.apply(x), 2), (lambda x: Scaled.apply(x, 3), 3), (lambda x: Scaled.apply(x, k=4), 4),
    (lambda x: Scaled.apply(t=x), 2)])
def test_setup_context(x, call, expected):
    call(x).sum().backward()
    assert x.grad.tolist() == [expected] * 2


def test_keywords_without_setup_context(x):
    F = make(lambda ctx, t, k=2: t * k, lambda ctx, g: (g, None))
    assert F.apply(t=x).tolist() == [2, 4] and F.apply(x, k=3).tolist() == [3, 6]


@pytest.mark.parametrize("name", ["shape", "dtype", "edges", "slots", "versions", "saved", "key", "metas", "hooks", "op"])
@pytest.mark.parametrize("value", [(7,), None, 0])
def test_attributes_may_be_called_like_what_nodes_keep(x, name, value):
    def forward(ctx, t):
        setattr(ctx, name, value)
        ctx.save_for_backward(t)
        return t * t

    def backward(ctx, g):
        assert getattr(ctx, name) == value
        setattr(ctx, name, getattr(ctx, name))
        return g * ctx.saved_tensors[0] * 2

    y = make(forward, backward).apply(x)
    first, = torch.autograd.grad(y.sum(), x, create_graph=True)
    second, = torch.autograd.grad(first.sum(), x)
    assert first.tolist() == (2 * x).tolist()
    assert second.tolist() == [2, 2]


# Old spellings -------------------------------------------------------------------------------------------------------------------


class Old(Function):
    def forward(self, t):
        self.save_for_backward(t)
        return t * 2

    def backward(self, g):
        return g * 2


def test_instances_are_a_thing_of_the_past(x):
    with pytest.warns(DeprecationWarning, match="should not be instantiated"):
        old = Old()
    with pytest.raises(RuntimeError, match="Legacy autograd function with non-static forward method is deprecated"):
        old(x)
    Old.apply(x).sum().backward()
    assert x.grad.tolist() == [2, 2]


def test_old_names(x):
    node = make(saving, passing).apply(x).grad_fn
    with pytest.warns(DeprecationWarning, match="'saved_variables' is deprecated; use 'saved_tensors'"):
        assert node.saved_variables[0] is x
    with pytest.warns(FutureWarning, match="`mark_shared_storage` is deprecated"):
        make(lambda ctx, t: (ctx.mark_shared_storage((t, t)), t * 2)[1], passing).apply(x)
    with pytest.warns(DeprecationWarning):
        assert InplaceFunction().inplace is False
    assert type("N", (NestedIOFunction,), {"forward": staticmethod(double), "backward": staticmethod(passing)}).apply(x).tolist() == [2, 4]
