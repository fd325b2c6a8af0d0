"""`torch.autograd.graph`: nodes, saved tensors and their hooks. What is asserted here was observed at PyTorch 2.13."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import graph


def leaf(*values):
    return torch.tensor(list(values), requires_grad=True)


@pytest.fixture
def x():
    return leaf(1.0, 2.0)


# Nodes ---------------------------------------------------------------------------------------------------------------------------


def test_node(x):
    y = (x * 2).exp()
    node = y.grad_fn
    assert isinstance(node, graph.Node) and issubclass(type(node), graph.Node) and not isinstance(3, graph.Node)
    assert node.name() == type(node).__name__ == "ExpBackward0" and node.requires_grad and node.metadata == {}
    assert node._sequence_nr() > node.next_functions[0][0]._sequence_nr()
    node.metadata["mine"] = 1
    assert y.grad_fn.metadata == {"mine": 1}
    assert tuple(node._input_metadata[0].shape) == (2,) and node._input_metadata[0].dtype == torch.float32


def test_accumulate_grad(x):
    end = (x * 2).grad_fn.next_functions[0][0]
    assert end.name() == "torch::autograd::AccumulateGrad" and type(end).__name__ == "AccumulateGrad" and end.variable is x
    assert end.next_functions == () and end._sequence_nr() == 2**64 - 1
    assert graph.get_gradient_edge(x) == (end, 0, None)


def test_gradient_edge_of_a_constant():
    with pytest.raises(RuntimeError, match="not possible to get the gradient edge for a Tensor that does not require gradients"):
        graph.get_gradient_edge(torch.ones(2))


def test_increment_version(x):
    y = x * 2
    graph.increment_version([x, y])
    graph.increment_version(y)
    assert (x._version, y._version) == (1, 2)
    with pytest.raises(RuntimeError, match=r"increment_version expect a Iterable\[Tensor\] as input"):
        graph.increment_version(3)


# What nodes save -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("call", "names"), [
    (lambda x: x * x, "_raw_saved_other _raw_saved_self _saved_other _saved_self"), (lambda x: x.exp(), "_raw_saved_result _saved_result"),
    (lambda x: x.sum(-1), "_saved_dim _saved_keepdim _saved_self_sym_sizes"), (lambda x: x + 1, "_saved_alpha"),
    (lambda x: x.softmax(0), "_raw_saved_result _saved_dim _saved_result")])
def test_names_of_saved_attributes(x, call, names):
    assert " ".join(sorted(n for n in dir(call(x).grad_fn) if "_saved_" in n)) == names


def test_saved_values(x):
    y = x * 1
    node = (x * y).grad_fn
    assert node._saved_self is x and node._saved_other.tolist() == [1, 2] and node._saved_other.grad_fn is y.grad_fn
    z = y.exp()
    assert z.grad_fn._saved_result.grad_fn is z.grad_fn
    node = x.sum(-1).grad_fn
    assert node._saved_dim == (2**64 - 1,) and node._saved_keepdim is False and node._saved_self_sym_sizes == (2,)
    with pytest.raises(AttributeError):
        assert node._saved_other


def test_saved_values_are_checked_and_freed(x):
    y = x * 1
    z = (y * y).sum()
    node = z.grad_fn.next_functions[0][0]
    y.add_(1)
    with pytest.raises(RuntimeError, match=r"has been modified by an inplace operation: .* is at version 1; expected version 0 instead"):
        assert node._saved_self
    z = x.exp()
    z.sum().backward()
    with pytest.raises(RuntimeError, match="after they have already been freed"):
        assert z.grad_fn._saved_result


def test_register_hooks_after_the_fact(x):
    log = []
    y = x * x
    raw = y.grad_fn._raw_saved_self
    assert type(raw).__name__ == "SavedTensor"

    def pack(t):
        log.append(("pack", t.requires_grad))
        return t * 10

    raw.register_hooks(pack, lambda p: p / 10)
    with pytest.raises(RuntimeError, match="whose hooks have already been set"):
        y.grad_fn._raw_saved_self.register_hooks(lambda t: t, lambda t: t)
    y.sum().backward()
    assert log == [("pack", False)] and x.grad.tolist() == [2, 4]
    with pytest.raises(RuntimeError, match="after it has been freed"):
        y.grad_fn._raw_saved_self.register_hooks(lambda t: t, lambda t: t)


# saved_tensors_hooks -------------------------------------------------------------------------------------------------------------


def noting(log, name=""):
    def pack(t):
        log.append("pack" + name)
        return t

    def unpack(t):
        log.append("unpack" + name)
        return t

    return pack, unpack


def test_what_pack_hooks_see(x):
    seen = []
    y = x * 2

    def pack(t):
        seen.append((t is x, t is y, type(t.grad_fn).__name__, t.requires_grad))
        return t

    with graph.saved_tensors_hooks(pack, lambda t: t):
        z = x * x
        y.exp()
        y * 3.0
        y.sum()
    assert seen == [(True, False, "NoneType", True)] * 2 + [(False, False, "ExpBackward0", True)]
    z.sum().backward()
    assert x.grad.tolist() == [2, 4]


def test_innermost_hooks_act(x):
    log = []
    with graph.saved_tensors_hooks(*noting(log, "1")):
        a = x.exp()
        with graph.saved_tensors_hooks(*noting(log, "2")):
            b = a.exp()
        c = b.exp()
    c.sum().backward()
    assert log == ["pack1", "pack2", "pack1", "unpack1", "unpack2", "unpack1"]


def test_unpacked_values_take_part_in_higher_orders():
    x = torch.tensor(2.0, requires_grad=True)
    with graph.saved_tensors_hooks(lambda t: t * 10, lambda t: t / 10):
        y = x**3
    g, = torch.autograd.grad(y, x, create_graph=True)
    assert g == 12 and torch.autograd.grad(g, x)[0] == 12


def test_hooks_may_change_the_dtype_and_in_place_calls_are_packed(x):
    with graph.saved_tensors_hooks(lambda t: t.double(), lambda t: t):
        y = (x * x).sum()
    y.backward()
    assert x.grad.dtype == torch.float32 and x.grad.tolist() == [2, 4]
    seen = []

    def pack(t):
        seen.append(t.tolist())
        return t.clone()

    z = x * 1
    with graph.saved_tensors_hooks(pack, lambda t: t):
        z.mul_(z)
    assert seen == [[1, 2], [1, 2]]


def test_versions_are_not_checked_through_hooks(x):
    y = x * 1
    with graph.saved_tensors_hooks(lambda t: t, lambda t: t):
        z = y * y
    y.add_(1)
    z.sum().backward()
    assert x.grad.tolist() == [4, 6]


def changed(t):
    return t.add_(1)


@pytest.mark.parametrize(("pack", "unpack", "kind", "text"), [
    (lambda t: t, lambda p: 3, TypeError, "Output of saved tensor unpack_hook expected to be a Tensor but got result of type int"),
    (lambda t: 1 / 0, lambda p: p, ZeroDivisionError, "division"),
    (lambda t: t, lambda p: 1 / 0, ZeroDivisionError, "division"),
    (changed, lambda p: p, RuntimeError, "A saved tensor pack hook is modifying its input in place.")])
def test_hooks_that_fail(x, pack, unpack, kind, text):
    y = x * 2
    with pytest.raises(kind, match=text), graph.saved_tensors_hooks(pack, unpack):
        y.exp().sum().backward()
    assert y.exp().grad_fn._saved_result.requires_grad and x.grad is None


def test_disable_saved_tensors_hooks():
    hooks = graph.saved_tensors_hooks(lambda t: t, lambda t: t)
    with graph.disable_saved_tensors_hooks("not here"), pytest.raises(RuntimeError, match="not here"), hooks:
        pass
    with hooks, pytest.raises(RuntimeError, match="not here"), graph.disable_saved_tensors_hooks("not here"):
        pass


def test_save_on_cpu(x):
    with graph.save_on_cpu():
        y = (x * x).sum()
    y.backward()
    assert x.grad.tolist() == [2, 4]


def test_allow_mutation_on_saved_tensors(x):
    with graph.allow_mutation_on_saved_tensors():
        y = x * 1
        z = (y * y).sum()
        y.view(-1).sin_()
        z.backward()
    assert x.grad.tolist() == [2, 4]


def test_where_mutation_is_not_allowed(x):
    with graph.allow_mutation_on_saved_tensors():
        y = x * 1
        z = (y * y).sum()
        with pytest.raises(RuntimeError, match="allow_mutation_on_saved_tensors contexts cannot be nested"):
            graph.allow_mutation_on_saved_tensors().__enter__()
    with pytest.raises(AssertionError, match="Trying to backward outside of the 'allow_mutation_on_saved_tensors' context"):
        z.backward()


# Hooks on several tensors --------------------------------------------------------------------------------------------------------


def values(grads):
    return [None if g is None else g.tolist() for g in grads]


@pytest.mark.parametrize(("used", "expected"), [(2, [[2], [3], None]), (3, [[2], [3], [4]])])
def test_multi_grad_hook(used, expected):
    a, b, c = leaf(1.0), leaf(2.0), leaf(3.0)
    log = []
    handle = graph.register_multi_grad_hook([a, b, c], lambda grads: log.append(values(grads)))
    terms = [a * 2, b * 3, c * 4][:used]
    sum(terms).sum().backward(retain_graph=True)
    sum(terms).sum().backward()
    assert log == [expected] * 2
    handle.remove()
    (a * 1).sum().backward()
    assert len(log) == 2 and len(handle.__getstate__()) == 3


def test_multi_grad_hook_any():
    a, b = leaf(1.0), leaf(2.0)
    log = []
    graph.register_multi_grad_hook([a, b], lambda g: log.append(g.tolist()), mode="any")
    (a * 2 + b * 3).sum().backward()
    assert log == [[3]]


def test_multi_grad_hook_on_non_leaves():
    a = leaf(1.0)
    c, d = a * 2, a * 3
    log = []
    graph.register_multi_grad_hook((c, d), lambda grads: log.append(values(grads)))
    (c * 5).sum().backward(retain_graph=True)
    (d * 5 + c).sum().backward(retain_graph=True)
    torch.autograd.grad((c * d).sum(), a)
    assert log == [[[5], None], [[1], [5]], [[3], [2]]]


def test_multi_grad_hook_refusals():
    a = leaf(1.0)
    with pytest.raises(ValueError, match="Expects mode to be one of"):
        graph.register_multi_grad_hook([a], print, mode="some")
    with pytest.raises(AssertionError, match="Expected gradient function to be set"):
        graph.register_multi_grad_hook([torch.ones(1)], print)
    graph.register_multi_grad_hook([a], print)
    with pytest.raises(RuntimeError,
     match=r"A leaf node was passed to _will_engine_execute_node but we are currently running autograd.grad"):
        torch.autograd.grad((a * 2).sum(), a)


def test_the_node_of_a_linear_layer_is_one_of_two_for_its_hooks():
    """As in PyTorch: a product with the transposed weight, whose gradients come as bias, input, transposed weight."""
    for look in (lambda node: None, lambda node: node.next_functions):
        layer, x, seen = torch.nn.Linear(3, 2), torch.ones(1, 3, requires_grad=True), []
        layer.weight.register_hook(lambda g, seen=seen: seen.append("weight"))
        y = layer(x)
        look(y.grad_fn)
        y.grad_fn.register_hook(lambda gi, go, seen=seen: seen.append([tuple(g.shape) for g in gi]))
        y.sum().backward()
        assert seen == [[(2,), (1, 3), (3, 2)], "weight"] and layer.weight.grad.tolist() == [[1.0] * 3] * 2


def test_hooks_of_leaves_and_the_halves_of_a_node_have_moments_of_their_own():
    layer = torch.nn.Linear(3, 3)
    layer.register_backward_hook(lambda *_: None)
    layer(torch.ones(1, 3, requires_grad=True)).sum().backward()
    assert layer.weight.grad.tolist() == [[1.0] * 3] * 3


def test_hints_to_the_compiler():
    with pytest.raises(RuntimeError, match=r"can only be used inside a torch.compile region"):
        graph.region_activation_memory_budget(0.5)
    with pytest.raises(ValueError, match=r"must be in \[0, 1\], got 2.0"):
        graph.region_activation_memory_budget(2.0)
