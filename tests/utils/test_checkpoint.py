"""utils.checkpoint, both variants: gradients, how often the function runs, random numbers, errors. Literals are PyTorch 2.13's."""
from __future__ import annotations

import contextlib

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd.graph import saved_tensors_hooks
from minitorch_compat.utils import checkpoint as module
from minitorch_compat.utils.checkpoint import CheckpointError, checkpoint, checkpoint_sequential

BOTH = pytest.mark.parametrize("use_reentrant", [True, False], ids=["reentrant", "not reentrant"])


def leaf():
    return torch.tensor([1.0, 2.0, 3.0], requires_grad=True)


def func(a):
    return (a.sin() * a.exp()).sum()


def plain_gradient(function=func):
    x = leaf()
    function(x).backward()
    return x.grad.tolist()


class Changing:
    """Does the first of `functions` when called first, then the second."""

    def __init__(self, *functions):
        self.functions, self.calls = functions, 0

    def __call__(self, a):
        self.calls += 1
        return self.functions[min(self.calls, len(self.functions)) - 1](a)


# Both variants -------------------------------------------------------------------------------------------------------------------------


@BOTH
def test_gradients_and_calls(use_reentrant):
    x, counted = leaf(), Changing(func)
    y = checkpoint(counted, x, use_reentrant=use_reentrant)
    assert counted.calls == 1
    y.backward()
    assert counted.calls == 2 and x.grad.tolist() == plain_gradient()


@BOTH
def test_retain_graph_computes_again(use_reentrant):
    x, counted = leaf(), Changing(func)
    y = checkpoint(counted, x, use_reentrant=use_reentrant)
    y.backward(retain_graph=True)
    y.backward()
    assert counted.calls == 3 and x.grad.tolist() == [2 * g for g in plain_gradient()]
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        y.backward()


@BOTH
@pytest.mark.parametrize("preserve", [True, False])
def test_random_numbers(use_reentrant, preserve):
    masks = []

    def dropped(a):
        masks.append(torch.rand(3))
        return (a * masks[-1]).sum()

    torch.manual_seed(0)
    x = leaf()
    y = checkpoint(dropped, x, use_reentrant=use_reentrant, preserve_rng_state=preserve)
    before = torch.rand(1).item()
    y.backward()
    # PyTorch's numbers: the stream goes on as if nothing had been computed again, if the state is preserved.
    assert (before, torch.rand(1).item()) == (0.13203048706054688, 0.30742281675338745 if preserve else 0.8964447379112244)
    assert torch.equal(masks[0], masks[1]) is preserve and (x.grad.tolist() == masks[0].tolist()) is preserve


@BOTH
def test_other_arguments_and_outputs(use_reentrant):
    x = leaf()
    product, text, total = checkpoint(lambda a, b, c: (a * b, c, a.sum()), x, 2.0, "s", use_reentrant=use_reentrant)
    (product.sum() + total).backward()
    assert text == "s" and x.grad.tolist() == [3.0, 3.0, 3.0]


@BOTH
@pytest.mark.filterwarnings("ignore:None of the inputs have requires_grad")  # the inner one, while the outer runs unrecorded
def test_nested(use_reentrant):
    def outer(a):
        return checkpoint(func, a * 2, use_reentrant=use_reentrant)

    x = leaf()
    checkpoint(outer, x, use_reentrant=use_reentrant).backward()
    assert x.grad.tolist() == plain_gradient(lambda a: func(a * 2))


@BOTH
def test_sequential(use_reentrant):
    functions = [torch.sin, torch.exp, torch.cos, torch.sum]
    x = leaf()
    checkpoint_sequential(functions, 2, x, use_reentrant=use_reentrant).backward()
    assert x.grad.tolist() == plain_gradient(lambda a: a.sin().exp().cos().sum())
    net = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.ReLU(), torch.nn.Linear(3, 2))
    assert torch.equal(checkpoint_sequential(net, 2, torch.ones(1, 3, requires_grad=True), use_reentrant=use_reentrant),
                       net(torch.ones(1, 3)))
    with pytest.raises(ValueError, match="Unexpected keyword arguments: foo"):
        checkpoint_sequential(functions, 2, x, use_reentrant=use_reentrant, foo=1)


@BOTH
def test_without_gradients(use_reentrant):
    with torch.no_grad():
        y = checkpoint(func, leaf(), use_reentrant=use_reentrant)
    assert not y.requires_grad and y.item() == pytest.approx(11.8407, abs=1e-4)


@BOTH
def test_errors_of_the_function_pass_through(use_reentrant):
    with pytest.raises(ZeroDivisionError):
        checkpoint(lambda a: 1 / 0, leaf(), use_reentrant=use_reentrant)

    def fails(a):
        raise KeyError("second")

    y = checkpoint(Changing(func, fails), leaf(), use_reentrant=use_reentrant)
    with pytest.raises(KeyError, match="second"):
        y.backward()
    assert torch.is_grad_enabled() and (leaf() * 2).requires_grad


# Reentrant -----------------------------------------------------------------------------------------------------------------------------


def test_reentrant_node():
    assert checkpoint(func, leaf(), use_reentrant=True).grad_fn.name() == "CheckpointFunctionBackward"


@pytest.mark.parametrize("run", [lambda y, x: torch.autograd.grad(y, x), lambda y, x: y.backward(inputs=[x])])
def test_reentrant_is_incompatible_with_grad(run):
    x = leaf()
    with pytest.raises(RuntimeError, match=r"When use_reentrant=True, torch.utils.checkpoint is incompatible with"):
        run(checkpoint(func, x, use_reentrant=True), x)


def test_reentrant_refuses_keywords():
    with pytest.raises(ValueError, match=r"^Unexpected keyword arguments: b$"):
        checkpoint(lambda a, b: a, leaf(), use_reentrant=True, b=2)
    for options in ({"debug": True}, {"context_fn": lambda: 1}):
        with pytest.raises(ValueError, match="only supported when use_reentrant=False"):
            checkpoint(func, leaf(), use_reentrant=True, **options)


def test_reentrant_needs_inputs_and_outputs_with_gradients():
    with pytest.warns(UserWarning, match=r"None of the inputs have requires_grad=True. Gradients will be None"):
        assert not checkpoint(func, torch.ones(3), use_reentrant=True).requires_grad
    y = checkpoint(lambda a: a.detach() * 2, leaf(), use_reentrant=True)
    with pytest.raises(RuntimeError, match=r"none of output has requires_grad=True, this checkpoint\(\) is not necessary"):
        y.sum().backward()


def test_default_is_reentrant_and_warns():
    with pytest.warns(UserWarning, match="the use_reentrant parameter should be passed explicitly"):
        assert checkpoint(func, leaf()).grad_fn.name() == "CheckpointFunctionBackward"
    with pytest.warns(UserWarning, match="checkpoint_sequential: the use_reentrant parameter should be passed explicitly"):
        checkpoint_sequential([torch.sin], 1, leaf())


# Not reentrant -------------------------------------------------------------------------------------------------------------------------


def test_graph_is_the_ordinary_one():
    x = leaf()
    y = checkpoint(func, x, use_reentrant=False)
    assert y.grad_fn.name() == "SumBackward0"
    assert torch.autograd.grad(y, x)[0].tolist() == plain_gradient()


def test_keywords_and_closures_have_gradients():
    x, w = leaf(), leaf()
    checkpoint(lambda a, b=1: (a * b * w).sum(), x, use_reentrant=False, b=2).backward()
    assert x.grad.tolist() == [2.0, 4.0, 6.0] == w.grad.tolist()
    assert checkpoint(lambda pair: pair[0] * 2, (x,), use_reentrant=False).requires_grad


def test_double_backward():
    x = leaf()
    (g,) = torch.autograd.grad(checkpoint(func, x, use_reentrant=False), x, create_graph=True)
    g.sum().backward()
    y = leaf()
    torch.autograd.grad(func(y), y, create_graph=True)[0].sum().backward()
    assert torch.allclose(x.grad, y.grad)


def test_nothing_is_kept_between_forward_and_backward():
    import gc
    import weakref

    made = []

    def watched(a):
        b = a.sin()
        made.append(weakref.ref(b))
        return b.exp().sum()

    y = checkpoint(watched, leaf(), use_reentrant=False)
    gc.collect()
    assert made[0]() is None
    y.backward()


@pytest.mark.parametrize(("early_stop", "setting", "expected"), [
    (True, None, [1]), (False, None, [1, 2, 3]), (True, False, [1, 2, 3]), (False, True, [1])])
def test_early_stop(early_stop, setting, expected):
    log = []

    def steps(a):
        b = a.sin()
        log.append(1)
        c = b.exp()
        log.append(2)
        d = c.sum()
        log.append(3)
        return d

    with contextlib.nullcontext() if setting is None else module.set_checkpoint_early_stop(setting):
        y = checkpoint(steps, leaf(), use_reentrant=False, early_stop=early_stop)
    log.clear()
    y.backward()
    assert log == expected


def test_each_backward_computes_once():
    x, counted = leaf(), Changing(lambda a: (a.sin(), a.exp()))
    a, b = checkpoint(counted, x, use_reentrant=False)
    a.sum().backward()
    b.sum().backward()
    assert counted.calls == 3


def shorter():
    return Changing(lambda a: a.sin().cos().sum(), lambda a: a.sin().sum())


def wider():
    return Changing(func, lambda a: func(torch.cat([a, a])))


def test_fewer_tensors():
    y = checkpoint(shorter(), leaf(), use_reentrant=False)
    with pytest.raises(CheckpointError, match=r"A different number of tensors was saved during the original forward and recomputation.\n"
                                              "Number of tensors saved during forward: 2\n"
                                              "Number of tensors saved during recomputation: 1.\n"):
        y.backward()


def test_more_tensors():
    changing = Changing(lambda a: a.sin().sum(), lambda a: a.sin().cos().sum())
    y = checkpoint(changing, leaf(), use_reentrant=False, early_stop=False)
    with pytest.raises(CheckpointError, match="trying to save more tensors during recomputation than during the original forward pass"):
        y.backward()


def test_other_metadata():
    y = checkpoint(wider(), leaf(), use_reentrant=False)
    with pytest.raises(CheckpointError) as caught:
        y.backward()
    assert str(caught.value).startswith("""\
torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than during the forward pass.
tensor at position 0:
saved metadata: {'shape': torch.Size([3]), 'dtype': torch.float32, 'device': device(type='cpu')}
recomputed metadata: {'shape': torch.Size([6]), 'dtype': torch.float32, 'device': device(type='cpu')}
""")


def test_determinism_check_none_compares_numbers_only():
    same_count = Changing(lambda a: (a * 1.0).sin().sum(), lambda a: (a * 1.0).sin().sum().double())
    checkpoint(same_count, leaf(), use_reentrant=False, determinism_check="none").backward()
    with pytest.raises(CheckpointError, match="A different number"):
        checkpoint(shorter(), leaf(), use_reentrant=False, determinism_check="none").backward()
    with pytest.raises(ValueError, match=r"determinism_check should be one of \['default', 'none'\], but got x"):
        checkpoint(func, leaf(), use_reentrant=False, determinism_check="x")


@pytest.mark.parametrize("setting", [False, True])
def test_debug_lists_ops(setting):
    with module.set_checkpoint_debug_enabled(True) if setting else contextlib.nullcontext():
        y = checkpoint(shorter(), leaf(), use_reentrant=False, debug=not setting)
    with pytest.raises(CheckpointError, match=r"^ An error happened while unpacking tensors; dumping logs of latest computation") as caught:
        y.backward()
    forward, _, again = str(caught.value).partition("2. Stack traces of the operators that ran during recomputation")
    assert "aten.cos.default   (2 of 3 in original)" in forward and "aten.sum.default   (2 of 2 in recompute)" in again
    assert "test_checkpoint.py" in again and "A different number of tensors was saved" in again
    assert str(caught.value.__cause__).startswith("torch.utils.checkpoint: A different number of tensors was saved")


def test_modified_inputs_are_noticed():
    x = leaf()
    y = checkpoint(lambda a: (a * 2).sin().sum(), x, use_reentrant=False)
    with torch.no_grad():
        x.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


def test_contexts():
    log = []

    @contextlib.contextmanager
    def noted(name):
        log.append(name)
        yield

    y = checkpoint(func, leaf(), use_reentrant=False, context_fn=lambda: (noted("forward"), noted("again")))
    log.append("backward")
    y.backward()
    assert log == ["forward", "backward", "again"]


def test_hooks_inside_act_first():
    log = []

    def hooked(a):
        with saved_tensors_hooks(lambda t: log.append("pack") or t, lambda t: log.append("unpack") or t):
            return a.sin().exp().sum()

    x = leaf()
    checkpoint(hooked, x, use_reentrant=False).backward()
    assert log == ["pack", "pack", "unpack", "unpack"]


def test_groups_share_a_recomputation():
    x, counted = leaf(), Changing(lambda a: (a.sin(), a.exp()))
    with module.GraphExecGroup():
        a, b = checkpoint(counted, x, use_reentrant=False, early_stop=False)
        a.sum().backward()
        b.sum().backward()
    assert counted.calls == 2
    with module.GraphExecGroup():
        y = checkpoint(func, leaf(), use_reentrant=False)
        y.backward(retain_graph=True)
        with pytest.raises(CheckpointError, match="Performing two backward calls that overlap"):
            y.backward()


def test_duals_and_transforms():
    """Reverse mode is refused, as in PyTorch, because of the hooks; the other transforms answer as without a checkpoint."""
    def saved_again(a):
        return checkpoint(func, a, use_reentrant=False)

    x = torch.tensor([1.0, 2.0, 3.0])
    expected = torch.tensor(plain_gradient())
    with pytest.raises(RuntimeError, match=r"torch.func.\{grad, vjp, jacrev, hessian\} don't yet support saved tensor hooks"):
        torch.func.grad(saved_again)(x)
    assert torch.allclose(torch.func.jvp(saved_again, (x,), (torch.ones(3),))[1], expected.sum())
    batch = torch.stack([x, x]).requires_grad_()
    torch.func.vmap(saved_again)(batch).sum().backward()
    assert torch.allclose(batch.grad, torch.stack([expected, expected]))


def test_training_with_dropout_and_batch_norm():
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Dropout(0.5), torch.nn.BatchNorm1d(4), torch.nn.Linear(4, 1))
    x = torch.rand(5, 3, requires_grad=True)
    found = []
    for run in (net, lambda a: checkpoint(net, a, use_reentrant=True), lambda a: checkpoint(net, a, use_reentrant=False)):
        net.zero_grad()
        torch.manual_seed(1)
        run(x).sum().backward()
        found.append([p.grad.tolist() for p in net.parameters()])
    assert found[0] == found[1] == found[2]


# Around it -----------------------------------------------------------------------------------------------------------------------------


def test_helpers():
    x, three = module.detach_variable((leaf(), 3))
    assert x.is_leaf and x.requires_grad and three == 3
    with pytest.raises(RuntimeError, match=r"Only tuple of tensors is supported\. Got Unsupported input type: list"):
        module.detach_variable([leaf()])
    assert module.get_device_states(leaf()) == ([], []) and module.set_device_states([], []) is None
    assert [p.name for p in module.CheckpointPolicy] == [
        "MUST_SAVE", "PREFER_SAVE", "MUST_RECOMPUTE", "PREFER_RECOMPUTE", "MUST_CPU_OFFLOAD", "PREFER_CPU_OFFLOAD"]
    assert issubclass(CheckpointError, RuntimeError)


def test_more_segments_than_functions_are_refused():
    with pytest.raises(ValueError, match="must not be zero"):
        checkpoint_sequential([torch.sin], 2, leaf(), use_reentrant=False)


def test_the_module_needs_no_import_of_its_own():
    assert torch.utils.checkpoint is module
