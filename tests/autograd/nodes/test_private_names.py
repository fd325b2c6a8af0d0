"""Private names that autograd tests use."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat._C import _functions


def test_a_delayed_error_waits_for_backward() -> None:
    x = torch.ones(2, requires_grad=True)
    y = _functions.DelayedError("planted", 1)(x)
    assert y.tolist() == x.tolist() and y.grad_fn.name() == "torch::autograd::Error"
    with pytest.raises(RuntimeError, match="planted"):
        y.sum().backward()


def test_hooks_before_a_delayed_error_hear_of_their_output() -> None:
    x, seen = torch.ones(2, requires_grad=True), []
    _, second = _functions.DelayedError("planted", 2)(x, x * 2)
    second.register_hook(lambda g: seen.append(g.tolist()))
    with pytest.raises(RuntimeError, match="planted"):
        (second * torch.tensor([1.0, 2.0])).sum().backward()
    assert seen == [[1.0, 2.0]]


def test_an_undefined_gradient_reaches_no_leaf() -> None:
    x = torch.ones(2, requires_grad=True)
    _functions.UndefinedGrad()(x * 2).sum().backward()
    assert x.grad is None


def test_classes_of_nodes_have_names() -> None:
    node = (torch.ones(2, requires_grad=True) * 2).grad_fn
    assert isinstance(node, _functions.MulBackward0) and not isinstance(node, _functions.AddBackward0)
    assert isinstance(node.next_functions[0][0], _functions.AccumulateGrad)
    with pytest.raises(TypeError, match="cannot create 'MulBackward0' instances"):
        _functions.MulBackward0()
    assert not hasattr(_functions, "NoSuchBackward0")


def test_a_gather_can_have_a_sparse_gradient() -> None:
    x, index = torch.rand(3, 4, requires_grad=True), torch.tensor([[0, 1], [2, 2], [1, 0]])
    x.gather(1, index, sparse_grad=True).sum().backward()
    sparse = x.grad
    x.grad = None
    x.gather(1, index).sum().backward()
    assert sparse.is_sparse and torch.equal(sparse.to_dense(), x.grad)


def test_a_view_of_another_base() -> None:
    base, other = torch.zeros(2, 3), torch.arange(6.0).view(2, 3).requires_grad_()
    again = base.t()[1:]._view_func(other)
    assert torch.equal(again, other.t()[1:]) and again.requires_grad
    assert base[0]._view_func(torch.zeros(3, 2)) is None and base._view_func(other) is None
    with pytest.raises(torch.UnsupportedError):
        torch.view_as_real(torch.zeros(2, dtype=torch.complex64))._view_func(torch.zeros(2, dtype=torch.complex64))


def test_inputs_that_no_path_leads_to_are_not_waited_for() -> None:
    a, b = (torch.ones(2, requires_grad=True) for _ in range(2))
    seen = []
    torch.autograd.graph.register_multi_grad_hook((a, b), lambda grads: seen.append([g is not None for g in grads]))
    (b * 2).sum().backward(inputs=(a, b))
    assert seen == [[False, True]]


def test_what_dir_names_can_be_read() -> None:
    unreadable = []
    for name in dir(torch.ones(1, 1)):
        try:
            getattr(torch.ones(1, 1), name)
        except (AttributeError, RuntimeError):
            unreadable.append(name)
    assert unreadable == ["imag"]


@pytest.mark.filterwarnings("ignore:non-inplace resize")
def test_resize_keeps_all_elements() -> None:
    x = torch.arange(6.0, requires_grad=True)
    y = x.resize(2, 3)
    y.sum().backward()
    assert y.shape == (2, 3) and y.grad_fn.name() == "ResizeBackward" and x.grad.tolist() == [1.0] * 6
    assert x.detach().view(2, 3).t().resize_as(x).tolist() == [0.0, 3.0, 1.0, 4.0, 2.0, 5.0]
    with pytest.raises(RuntimeError, match="requested resize to 2x2"):
        x.resize(2, 2)


def test_names_of_the_engine():
    names, x = torch._C._autograd, torch.ones(3, requires_grad=True)
    assert isinstance((x * x).grad_fn._raw_saved_self, names.SavedTensor)
    names._unsafe_set_version_counter((x,), (5,))
    assert x._version == 5
    with pytest.raises(RuntimeError, match="below 0"):
        names._unsafe_set_version_counter((x,), (-1,))
    assert names._get_creation_meta(x.unbind(0)[0]) is names.CreationMeta.MULTI_OUTPUT_NODE
    with torch.no_grad():
        view = x[:2]
    assert names._get_creation_meta(view) is names.CreationMeta.NO_GRAD_MODE
    view = (x * 2)[:2]
    names._set_creation_meta(view, names.CreationMeta.NO_GRAD_MODE)
    with pytest.raises(RuntimeError, match="no_grad mode"):
        view.add_(1)
    number = names._get_sequence_nr()
    assert (x * 2).grad_fn._sequence_nr() == number
    assert names._supported_activities() == {torch._C._profiler.ProfilerActivity.CPU} and not names._profiler_enabled()


def test_hooks_for_saved_tensors_by_hand():
    names, x = torch._C._autograd, torch.ones(3, requires_grad=True)
    names._push_saved_tensors_default_hooks(lambda t: t * 2, lambda t: t)
    try:
        y = x * x
    finally:
        names._pop_saved_tensors_default_hooks()
    y.sum().backward()
    assert x.grad.tolist() == [4.0, 4.0, 4.0]
    names._saved_tensors_hooks_disable("not now")
    try:
        assert not names._saved_tensors_hooks_is_enabled()
        with pytest.raises(RuntimeError, match="not now"):
            names._push_saved_tensors_default_hooks(lambda t: t, lambda t: t)
    finally:
        names._saved_tensors_hooks_enable()


def test_handles_on_saved_tensors_are_the_same_objects():
    x = torch.ones(3, requires_grad=True)
    node = (x * 2).exp().grad_fn
    first = node._raw_saved_result
    assert first is node._raw_saved_result and first.unpack_hook is None
    first.register_hooks(lambda t: t, lambda t: t)
    assert first.unpack_hook is not None


def test_anomaly_mode_by_function():
    torch.set_anomaly_enabled(True, False)
    try:
        assert torch.is_anomaly_enabled() and not torch.is_anomaly_check_nan_enabled()
    finally:
        torch.set_anomaly_enabled(False)
    with pytest.raises(TypeError, match=r"argument 'enabled' \(position 1\) must be bool, not int"):
        torch.set_anomaly_enabled(1)


def test_an_unpack_hook_may_not_leave_the_device():
    x = torch.ones(3, requires_grad=True)
    with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: torch.empty_like(t, device="meta")):
        y = (x * x).sum()
    with pytest.raises(RuntimeError, match="device meta is not on the expected device cpu"):
        y.backward()


def test_methods_that_few_call():
    x, w = torch.tensor([-1.0, 2.0], requires_grad=True), torch.tensor([0.25], requires_grad=True)
    y = x.prelu(w)
    y.sum().backward()
    assert y.tolist() == [-0.25, 2.0] and w.grad.tolist() == [-1.0]
    t, other = torch.zeros(2), torch.ones(2, requires_grad=True)
    assert t.module_load(other).tolist() == [1.0, 1.0] and t.tolist() == [1.0, 1.0]
    assert not t.module_load(other, assign=True).requires_grad
