"""Hooks on tensors, leaves and nodes. What is asserted here was observed at PyTorch 2.13."""
from __future__ import annotations

import pickle
from collections import OrderedDict

import pytest

import minitorch_compat as torch
from minitorch_compat.utils.hooks import RemovableHandle


def leaf(*values):
    return torch.tensor(list(values), requires_grad=True)


class Log(list):
    """Hooks that note that they ran, and with what."""

    def tensor(self, name):
        def hook(g):
            self.append((name, None if g is None else g.tolist()))
        return hook

    def node(self, name):
        def hook(*args):
            self.append((name, [tuple(None if t is None else t.tolist() for t in part) for part in args]))
        return hook


@pytest.fixture
def log():
    return Log()


def test_order(log):
    x = leaf(1.0, 2.0)
    y = x * 2
    y.retain_grad()
    y.register_hook(log.tensor("first"))
    y.grad_fn.register_prehook(log.node("pre"))
    y.grad_fn.register_hook(log.node("post"))
    y.register_hook(log.tensor("second"))
    x.register_hook(log.tensor("leaf"))
    x.register_post_accumulate_grad_hook(lambda t: log.append(("accumulated", t.grad.tolist())))
    end = y.grad_fn.next_functions[0][0]
    end.register_prehook(log.node("end pre"))
    end.register_hook(log.node("end post"))
    (y * 3).sum().backward()
    assert log == [("first", [3, 3]), ("second", [3, 3]), ("pre", [([3, 3],)]), ("post", [([6, 6], None), ([3, 3],)]), ("leaf", [6, 6]),
                   ("end pre", [([6, 6],)]), ("accumulated", [6, 6]), ("end post", [(), ([6, 6],)])]
    assert y.grad.tolist() == [3, 3]


def test_grad_runs_a_leafs_own_hooks_only(log):
    x = leaf(1.0, 2.0)
    x.register_hook(log.tensor("leaf"))
    x.register_post_accumulate_grad_hook(lambda t: log.append("accumulated"))
    torch.autograd.grad((x * 2).sum(), x)
    assert log == [("leaf", [2, 2])]


def test_what_grad_captures_and_what_hooks_make_of_it():
    x = leaf(1.0, 2.0)
    y = x * 2
    y.register_hook(lambda g: g * 10)
    y.grad_fn.register_prehook(lambda gs: (gs[0] * 100,))
    y.retain_grad()
    z = (y * 3).sum()
    assert torch.autograd.grad(z, y, retain_graph=True)[0].tolist() == [30, 30]
    gx, gy = torch.autograd.grad(z, [x, y])  # on the way to x, y is captured before its hooks run
    assert gy.tolist() == [3, 3] and gx.tolist() == [6000, 6000] and y.grad.tolist() == [60, 60]


def test_leaves_finish_as_soon_as_they_can(log):
    x, w = leaf(1.0), leaf(2.0)
    h = x * 3
    u = h * w
    for t, name in ((w, "w"), (h, "h"), (x, "x"), (u, "u")):
        t.register_hook(log.tensor(name))
    h.register_hook(lambda g: log.append(w.grad.tolist()))
    u.sum().backward()
    assert log == [("u", [1]), ("w", [3]), ("h", [2]), [3], ("x", [6])]


def test_leaves_of_one_node_finish_in_its_order(log):
    a, b, c = leaf(1.0), leaf(2.0), leaf(3.0)
    for t, name in ((a, "a"), (b, "b"), (c, "c")):
        t.register_hook(log.tensor(name))
    torch.cat([c, a, b]).sum().backward()
    assert [name for name, _ in log] == ["c", "a", "b"]


def test_several_outputs(log):
    x = leaf(1.0, 2.0)
    a, b = torch.unbind(torch.stack([x, x]))
    a.register_hook(log.tensor("a"))
    b.register_hook(log.tensor("b"))
    a.grad_fn.register_prehook(log.node("pre"))
    a.grad_fn.register_hook(log.node("post"))
    a.sum().backward()
    assert log == [("a", [1, 1]), ("b", None), ("pre", [([1, 1], None)]), ("post", [([[1, 1], [0, 0]],), ([1, 1], None)])]


ONES = torch.ones(2)
WRONG = [
    ("tensor", 3, TypeError, "expected Variable, but hook returned 'int'"),
    ("tensor", (ONES,), TypeError, "expected Variable, but hook returned 'tuple'"),
    ("tensor", torch.ones(3), RuntimeError, "hook 'hook' has changed the size of value"),
    ("tensor", ONES.double(), RuntimeError, r"hook 'hook' has changed the type of value \(was torch.FloatTensor got torch.DoubleTensor\)"),
    ("leaf", 3, TypeError, "expected Variable, but hook returned 'int'"),
    ("leaf", torch.ones(3), RuntimeError, "hook 'hook' has changed the size of value"),
    ("pre", ONES, TypeError, "expected tuple, but hook returned 'Tensor'"),
    ("pre", (ONES, ONES), RuntimeError, r"hook 'hook' has returned an incorrect number of values \(got 2, but expected 1\)"),
    ("post", ONES, TypeError, "expected tuple, but hook returned 'Tensor'"),
    ("post", (ONES,), RuntimeError, r"hook 'hook' has returned an incorrect number of values \(got 1, but expected 2\)"),
    ("post", (ONES, ONES), RuntimeError, "can't replace a None gradient with a non-None value"),
    ("accumulated", 3, TypeError, "expected Variable, but hook returned 'int'"),
]


def run_with_hook(kind, result):
    x = leaf(1.0, 2.0)
    y = x * 2

    def hook(*args):
        return result

    register = {"tensor": y.register_hook, "leaf": x.register_hook, "pre": y.grad_fn.register_prehook, "post": y.grad_fn.register_hook,
                "accumulated": x.register_post_accumulate_grad_hook}
    register[kind](hook)
    y.sum().backward()
    return x.grad


@pytest.mark.parametrize(("kind", "result", "error", "text"), WRONG)
def test_wrong_results(kind, result, error, text):
    with pytest.raises(error, match=text):
        run_with_hook(kind, result)


@pytest.mark.parametrize(("kind", "result", "expected"), [
    ("tensor", ONES * 5, [10, 10]), ("leaf", ONES * 5, [5, 5]), ("pre", (ONES * 5,), [10, 10]), ("post", (ONES * 5, None), [5, 5])])
def test_replacing(kind, result, expected):
    assert run_with_hook(kind, result).tolist() == expected


def test_a_prehook_may_take_the_gradient_away():
    assert run_with_hook("pre", (None,)) is None


@pytest.mark.parametrize(("register", "text"), [
    (lambda x: torch.ones(2).register_hook(print), "cannot register a hook on a tensor that doesn't require gradient"),
    (lambda x: torch.ones(2).register_post_accumulate_grad_hook(print), "cannot register a hook on a tensor that doesn't require gradient"),
    (lambda x: (x * 2).register_post_accumulate_grad_hook(print), "post accumulate grad hooks cannot be registered on non-leaf tensors"),
    (lambda x: torch.ones(2).retain_grad(), "can't retain_grad on Tensor that has requires_grad=False")])
def test_where_hooks_cannot_be(register, text):
    with pytest.raises(RuntimeError, match=text):
        register(leaf(1.0))


def test_changes_while_hooks_run_take_effect_next_time(log):
    x = leaf(1.0)

    def first(g):
        log.append("first")
        second.remove()
        x.register_hook(lambda g: log.append("new"))

    x.register_hook(first)
    second = x.register_hook(lambda g: log.append("second"))
    (x * 1).backward()
    assert log == ["first", "second"]
    (x * 1).backward()
    assert log == ["first", "second", "first", "new"]


# In-place changes and views ------------------------------------------------------------------------------------------------------


def test_hooks_stay_with_the_values_and_retained_gradients_with_the_tensor(log):
    x = leaf(1.0, 2.0)
    y = x * 2
    y.register_hook(log.tensor("before"))
    y.retain_grad()
    y.mul_(5)
    y.register_hook(log.tensor("after"))
    y.sum().backward()
    assert log == [("after", [1, 1]), ("before", [5, 5])] and y.grad.tolist() == [1, 1] and x.grad.tolist() == [10, 10]


def test_hooks_of_a_base_that_is_changed_through_a_view(log):
    x = leaf(1.0, 2.0)
    y = x * 2
    y.register_hook(log.tensor("before"))
    view = y[0]
    view.register_hook(log.tensor("view"))
    view.mul_(3)
    y.register_hook(log.tensor("after"))
    y.sum().backward()
    assert log == [("after", [1, 1]), ("before", [3, 1])] and x.grad.tolist() == [6, 2]


def test_retained_gradients_add_up():
    x = leaf(1.0, 2.0)
    y = x * 2
    y.retain_grad()
    y.retain_grad()
    y.sum().backward(retain_graph=True)
    y.sum().backward()
    x.retain_grad()
    assert y.grad.tolist() == [2, 2] and y.retains_grad and not x.retains_grad


# Handles -------------------------------------------------------------------------------------------------------------------------


def test_a_handle_removes_its_hook_once_and_for_all():
    x = leaf(1.0)
    with x.register_hook(lambda g: g * 2) as handle:
        (x * 1).backward()
    handle.remove()
    (x * 1).backward()
    assert x.grad.tolist() == [3]


def test_handles_are_pickled_with_their_dict():
    hooks = OrderedDict()
    handle = RemovableHandle(hooks)
    hooks[handle.id] = "hook"
    assert handle.__getstate__() == (hooks, handle.id, ())
    copy, copied = pickle.loads(pickle.dumps((handle, hooks)))
    copy.remove()
    assert not copied and len(hooks) == 1


def test_a_handle_whose_dict_is_gone():
    hooks = OrderedDict()
    handle = RemovableHandle(hooks)
    del hooks
    copy = pickle.loads(pickle.dumps(handle))
    copy.remove()
    assert copy.hooks_dict_ref() is None


def test_where_hooks_are_kept():
    x = leaf(1.0)
    assert x._backward_hooks is None and x._post_accumulate_grad_hooks is None
    x.register_hook(print)
    x.register_post_accumulate_grad_hook(print)
    assert len(x._backward_hooks) == len(x._post_accumulate_grad_hooks) == 1


def test_final_callbacks(log):
    x = leaf(1.0, 2.0)
    engine = torch.autograd.Variable._execution_engine
    y = x * 2
    y.register_hook(lambda g: engine.queue_callback(lambda: log.append(x.grad.tolist())))
    y.sum().backward()
    assert log == [[2, 2]]
    with pytest.raises(RuntimeError, match="Final callbacks can only be installed during backward pass"):
        engine.queue_callback(print)


def test_any_hook_passes_over_tensors_without_gradient():
    x, seen = torch.tensor(1.0, requires_grad=True), []
    torch.autograd.graph.register_multi_grad_hook([torch.tensor(1.0), x], seen.append, mode="any")
    (x * 2).backward()
    assert [g.item() for g in seen] == [2.0]


def test_a_retained_gradient_starts_anew_after_batched_ones():
    x = torch.ones(2, requires_grad=True)
    z = x * 3
    w = z * x
    z.retain_grad()
    torch.autograd.grad(w, x, torch.eye(2), is_grads_batched=True, retain_graph=True)
    assert torch.autograd.grad(w.sum(), x, retain_graph=True)[0].tolist() == [6.0, 6.0] and z.grad.tolist() == [1.0, 1.0]


def test_a_hook_keeps_the_layout():
    z = torch.ones(2, requires_grad=True) * 2
    z.register_hook(lambda g: g.to_sparse())
    with pytest.raises(RuntimeError, match=r"changed the type of value \(was torch.FloatTensor got torch.sparse.FloatTensor\)"):
        z.sum().backward()


def test_hooks_of_nodes_hear_only_of_what_is_asked_for():
    x, w = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    seen = []
    hidden = x * 2
    hidden.register_hook(lambda g: seen.append("beside the way"))
    y = hidden * w
    y.grad_fn.register_hook(lambda gi, go: seen.append([g is None for g in gi]))
    torch.autograd.grad(y.sum(), w, retain_graph=True)
    y.sum().backward(inputs=[w], retain_graph=True)
    assert seen == [[True, False], [True, False]]
    y.sum().backward()
    assert seen[2:] == [[False, False], "beside the way"]


def test_module_hooks_come_behind_the_hooks_before_a_node():
    layer, seen = torch.nn.Linear(2, 2), []
    layer.register_full_backward_pre_hook(lambda m, g: seen.append(("module", g[0].sum().item())))
    y = layer(torch.ones(1, 2, requires_grad=True))
    y.grad_fn.register_prehook(lambda g: (seen.append("node"), (g[0] * 3,))[1])
    y.sum().backward()
    assert seen == ["node", ("module", 6.0)] and layer.bias.grad.tolist() == [3.0, 3.0]


def test_the_bias_of_a_linear_layer_is_complete_first():
    layer, seen = torch.nn.Linear(2, 2), []
    for name, p in layer.named_parameters():
        p.register_post_accumulate_grad_hook(lambda p, name=name: seen.append(name))
    y = layer(torch.ones(1, 2))
    y.register_hook(lambda g: None)
    y.sum().backward()
    assert seen == ["bias", "weight"]


def test_a_bias_is_complete_before_its_weight():
    seen, layer = [], torch.nn.Linear(3, 3)
    factor = torch.ones(3, requires_grad=True)
    loss = (layer(torch.ones(2, 3)) * factor).sum()
    for name, leaf in (("weight", layer.weight), ("bias", layer.bias), ("factor", factor)):
        leaf.register_hook(lambda g, name=name: seen.append(name))
    loss.backward()
    assert seen == ["factor", "bias", "weight"]
