"""Views and in-place changes: histories, errors, shared memory. What is asserted here was observed at PyTorch 2.13."""
from __future__ import annotations

import pytest

import minitorch_compat as torch


def leaf(*values):
    return torch.tensor(list(values), requires_grad=True)


@pytest.fixture
def x():
    return leaf(1.0, 2.0, 3.0, 4.0)


# Multi-output views --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("view", "name"), [
    (lambda y: y.unbind()[0], "Output 0 of Unbind"), (lambda y: y.split(2)[0], "Output 0 of Split"),
    (lambda y: y.chunk(2)[1], "Output 1 of Split"),
    (lambda y: y.split([1, 3])[1], "Output 1 of SplitWithSizes"), (lambda y: next(iter(y)), "Output 0 of Unbind"),
    (lambda y: y.split(4)[0], "Output 0 of Split"), (lambda y: y.split(2)[0][0], "Output 0 of Select"),
    (lambda y: y.view(2, 2)[0].split(1)[0], "Output 0 of Split")])
def test_views_of_a_call_with_several_outputs(x, view, name):
    v = view(x * 2)
    with pytest.raises(RuntimeError, match=name + " is a view and is being modified inplace. This view is the output of a function that"):
        v.add_(1)
    with torch.no_grad():
        v.add_(1)


def test_tensor_split_gives_ordinary_views(x):
    y = x * 2
    y.tensor_split(2)[0].add_(1)
    assert y.grad_fn.name() == "torch::autograd::CopySlices"


def test_they_matter_only_where_something_is_recorded(x):
    assert torch.ones(4).split(2)[0].add_(1).tolist() == [2, 2]
    with pytest.raises(RuntimeError, match="This view is the output of a function that returns multiple views"):
        torch.ones(4).split(2)[0].mul_(x[:2])


# Views taken without a record ----------------------------------------------------------------------------------------------------


def no_grad_view(y):
    with torch.no_grad():
        return y[:2]


def inference_view(y):
    with torch.inference_mode():
        return y[:2]


@pytest.mark.parametrize(("take", "mode"), [(no_grad_view, "no_grad mode"), (inference_view, "inference mode")])
def test_a_view_taken_without_a_record(x, take, mode):
    y = x * 2
    v = take(y)
    assert v.requires_grad and v.grad_fn is None and v.is_leaf and v._base is y and not v.is_inference() and (v * 3).requires_grad
    with pytest.raises(RuntimeError, match=f"A view was created in {mode} and is being modified inplace"):
        v.add_(1)
    with pytest.raises(RuntimeError, match=f"Output 0 of Slice is a view of a view which was created in {mode}"):
        v[:1].add_(1)
    with torch.no_grad():
        v.add_(1)
    assert y._version == 1
    with pytest.raises(RuntimeError, match=f"A view was created in {mode} and its base or another view of its base has been modified"):
        assert v.grad_fn
    assert v.requires_grad


@pytest.mark.parametrize("take", [no_grad_view, inference_view])
def test_the_same_of_a_constant(x, take):
    y = torch.ones(4)
    v = take(y)
    v.add_(1)
    assert not v.requires_grad and y.tolist() == [2, 2, 1, 1]
    with pytest.raises(RuntimeError, match="and is being modified inplace"):
        v.mul_(x[:2])


def test_a_view_of_a_leaf_taken_without_a_record(x):
    with pytest.raises(RuntimeError, match="A view was created in no_grad mode and is being modified inplace"):
        no_grad_view(x).add_(1)
    with torch.no_grad():
        x[:2].add_(1)
    assert x._version == 1


# Leaves --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("change", "text"), [
    (lambda x: x.add_(1), "a leaf Variable that requires grad is being used in an in-place operation"),
    (lambda x: x.copy_(torch.ones(4)), "a leaf Variable that requires grad is being used in an in-place operation"),
    (lambda x: x.set_(torch.ones(4)), "a leaf Variable that requires grad is being used in an in-place operation"),
    (lambda x: x[:2].add_(1), "a view of a leaf Variable that requires grad is being used in an in-place operation"),
    (lambda x: x.view(2, 2)[0].add_(1), "a view of a leaf Variable that requires grad is being used in an in-place operation"),
    (lambda x: x.__setitem__(0, 1.0), "a view of a leaf Variable that requires grad is being used in an in-place operation")])
def test_leaves_may_not_be_changed(x, change, text):
    with pytest.raises(RuntimeError, match=text):
        change(x)
    assert x.tolist() == [1, 2, 3, 4] and x._version == 0


def test_versions_are_shared_by_detach_and_not_by_data(x):
    x.detach().add_(1)
    assert x._version == 1
    x.data.add_(1)
    assert x._version == 1 and x.tolist() == [3, 4, 5, 6]
    assert not x.data._is_view() and not x.detach()._is_view()


def test_what_changes_through_data_do_to_a_saved_tensor(x):
    y = (x * x).sum()
    x.data.mul_(3)
    y.backward()
    assert x.grad.tolist() == [6, 12, 18, 24]


# Setting data and memory ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [torch.ones(3), torch.ones(2, dtype=torch.float64), leaf(5.0)])
def test_setting_data(x, value):
    x.data = value
    assert x.requires_grad and x.is_leaf and x.dtype == value.dtype and x.tolist() == value.tolist() and x._version == 0


@pytest.mark.parametrize(("value", "kind", "text"), [
    (torch.ones(2, dtype=torch.int64), RuntimeError,
     "data set to a tensor that requires gradients must be floating point or complex dtype"),
    (3, TypeError, "Variable data has to be a tensor, but got int")])
def test_what_data_cannot_be(x, value, kind, text):
    with pytest.raises(kind, match=text):
        x.data = value


def test_set_shares_memory():
    q, source = torch.ones(2), torch.zeros(3)
    q.set_(source)
    assert q.data_ptr() == source.data_ptr() and q._version == 1 and q.shape == (3,)


def test_detach_in_place(x):
    y = x * 2
    assert y.detach_() is y and y.is_leaf and not y.requires_grad
    with pytest.raises(RuntimeError, match=r"Can't detach views in-place. Use detach"):
        (x * 2)[:2].detach_()


# Memory that is written twice ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("write", [
    lambda e: e.add_(1), lambda e: e.mul_(torch.ones(2, 3)), lambda e: e.copy_(torch.ones(2, 3)), lambda e: e.exp_(),
    lambda e: e.clamp_(0, 1),
    lambda e: e.relu_(), lambda e: e.normal_(), lambda e: e.uniform_(), lambda e: e.cumsum_(0), lambda e: e.__iadd__(1),
    lambda e: torch.add(torch.ones(2, 3), 1, out=e), lambda e: e.__setitem__((slice(None), 0), 5.0),
    lambda e: e.index_add_(0, torch.tensor([0]), torch.ones(1, 3)), lambda e: e.scatter_(0, torch.zeros(1, 3, dtype=torch.int64), 1.0)])
def test_expanded_tensors_may_not_be_written(write):
    source = torch.ones(3)
    with pytest.raises(RuntimeError, match=r"more than one element of the written-to tensor refers to a single memory location"):
        write(source.expand(2, 3))
    assert source.tolist() == [1, 1, 1]


def test_where_they_may():
    e = torch.ones(3).expand(2, 3)
    e[0].add_(1)
    e[0] = 5.0
    assert e.fill_(2).tolist() == [[2] * 3] * 2 and e.zero_().sum() == 0


@pytest.mark.parametrize("write", [
    lambda q: q[1:].add_(q[:-1]), lambda q: q[1:].copy_(q[:-1]), lambda q: torch.add(q[:-1], 1, out=q[1:]),
    lambda q: q.view(2, 2).add_(q.view(2, 2).t())])
def test_arguments_that_are_partly_the_result(write):
    with pytest.raises(RuntimeError,
                       match=r"some elements of the input tensor and the written-to tensor refer to a single memory location"):
        write(torch.arange(4.0))


# Histories -----------------------------------------------------------------------------------------------------------------------


def test_a_chain_of_views(x):
    y = x * 1
    v = y.view(2, 2)
    w = v.t()
    u = w[0]
    u.mul_(10)
    names = [t.grad_fn.name() for t in (y, v, w, u)]
    assert names == ["torch::autograd::CopySlices", "AsStridedBackward0", "AsStridedBackward0", "AsStridedBackward0"]
    (y * torch.tensor([1.0, 2.0, 3.0, 4.0])).sum().backward()
    assert x.grad.tolist() == [10, 2, 30, 4]


def test_overlapping_windows(x):
    y = x * 1
    v = y.as_strided((2, 2), (1, 1))
    y.mul_(2)
    v.sum().backward()
    assert x.grad.tolist() == [2, 4, 2, 0]


def test_a_constant_base_gets_a_history(x):
    y = torch.ones(4)
    v, other = y[:2], y[2:]
    v.mul_(x[:2])
    assert y.requires_grad and other.requires_grad and not other.is_leaf and v.grad_fn.name() == "AsStridedBackward0"
    y.sum().backward()
    assert x.grad.tolist() == [1, 1, 0, 0]


def test_a_detached_alias_is_no_view(x):
    y = torch.ones(4)
    d = y.detach()
    d[:2].mul_(x[:2])
    assert not y.requires_grad and d.requires_grad and y._version == d._version == 1


def test_overwriting_a_window(x):
    y = x * 1
    v = y[:2]
    v.copy_(torch.zeros(2))
    v.add_(5)
    y.sum().backward()
    assert x.grad.tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize("overwrite", [
    lambda y: y.zero_(), lambda y: y.fill_(3.0), lambda y: y.copy_(torch.ones(4)), lambda y: y.normal_()])
def test_what_is_overwritten_gets_zeros(x, overwrite):
    y = overwrite(x * 1).requires_grad_()
    y.backward(torch.full((4,), float("inf")))
    assert x.grad.tolist() == [0, 0, 0, 0]


def test_a_leaf_that_no_longer_requires_a_gradient(x):
    y = (x * 2).sum()
    x.requires_grad_(False)
    y.backward()
    assert x.grad is None


def test_filling_rows(x):
    y = torch.zeros(3, 4)
    for i in range(3):
        y[i] = x * i
    y.sum().backward()
    assert x.grad.tolist() == [3, 3, 3, 3]


def test_second_order_through_a_window(x):
    y = x * 1
    y.view(2, 2).diagonal().exp_()
    g, = torch.autograd.grad(y.pow(2).sum(), x, create_graph=True)
    h, = torch.autograd.grad(g.sum(), x)
    assert torch.allclose(h, torch.tensor([29.556, 2.0, 2.0, 11923.83]))


@pytest.mark.parametrize(("change", "expected"), [
    (lambda v: v.square_(), [2, 4, 1, 1]), (lambda v: v.pow_(3), [3, 12, 1, 1]), (lambda v: v.mul_(3).add_(1), [3, 3, 1, 1]),
    (lambda v: torch.nn.functional.silu(v, inplace=True).zero_(), [0, 0, 1, 1])])
def test_in_place_calls_on_a_window(x, change, expected):
    y = x * 1
    change(y[:2])
    y.sum().backward()
    assert x.grad.tolist() == expected


def test_a_tensor_that_a_call_changes_and_saves(x):
    y = x * 1
    v = y[:2]
    v.mul_(v)
    with pytest.raises(RuntimeError, match="which is output 0 of AsStrided, is at version 1; expected version 0 instead"):
        y.sum().backward()


def test_what_is_a_view(x):
    views = [x.view(2, 2), x.view(2, 2)[0], x.reshape(2, 2), x.t(), x.expand(2, 4), x[1:], x.diagonal(0, 0, 0) if x.ndim > 1 else x[0]]
    assert all(v._is_view() and v._base is x for v in views)
    assert x.contiguous() is x and not x.clone()._is_view()


# The error for a saved tensor that was changed -----------------------------------------------------------------------------------


def by_add(x):
    y = x * 2
    z = y * y
    y.add_(1)
    return z


def output_changed(x):
    y = x.sigmoid()
    z = y * 1
    y.relu_()
    return z


def by_detach(x):
    y = x * 2
    z = y * y
    y.detach().add_(1)
    return z


def through_a_view(x):
    y = x * 2
    z = y * y
    y[:1].add_(1)
    return z


def base_of_a_view(x):
    y = x * 2
    v = y[:2]
    z = v * v
    y.add_(1)
    return z


def leaf_changed(x):
    z = x * x
    with torch.no_grad():
        x.add_(1)
    return z


def constant_changed(x):
    y = torch.ones(4)
    z = x * y
    y.add_(1)
    return z


@pytest.mark.parametrize(("make", "where"), [
    (by_add, r"\[torch.FloatTensor \[4\]\], which is output 0 of Add, is at version 1; expected version 0"),
    (output_changed, r"\[torch.FloatTensor \[4\]\], which is output 0 of Sigmoid, is at version 1; expected version 0"),
    (by_detach, r"\[torch.FloatTensor \[4\]\], which is output 0 of Mul, is at version 1; expected version 0"),
    (through_a_view, r"\[torch.FloatTensor \[4\]\], which is output 0 of torch::autograd::CopySlices, is at version 1; expected"),
    (base_of_a_view, r"\[torch.FloatTensor \[2\]\], which is output 0 of AsStrided, is at version 1; expected version 0"),
    (leaf_changed, r"\[torch.FloatTensor \[4\]\] is at version 1; expected version 0"),
    (constant_changed, r"\[torch.FloatTensor \[4\]\] is at version 1; expected version 0")])
def test_changed_saved_tensors(x, make, where):
    with pytest.raises(RuntimeError, match=r"has been modified by an inplace operation: " + where):
        make(x).sum().backward()
    assert x.grad is None


def test_complex_views_changed_in_place_have_gradients() -> None:
    leaf = torch.ones(3, 2, requires_grad=True)
    x = leaf * 1
    v = torch.view_as_complex(x)
    v.mul_(2j)
    torch.view_as_real(v).sum().backward()
    assert leaf.grad.tolist() == [[2, -2]] * 3
    leaf = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
    x = leaf * 1
    x.imag.copy_(x.real * 2)
    (x * x).real.sum().backward()
    assert leaf.grad.tolist() == [-6 + 0j, -18 + 0j]


def test_empty_slices_keep_their_place() -> None:
    x = torch.zeros(2, 3)
    assert [p.storage_offset() for p in (x[2:], x[1:1], x[:, 3:], x[2:][:, 1:], x.narrow(0, 2, 0))] == [6, 3, 3, 7, 6]


def test_giving_the_same_memory_again_and_again_is_noted_once():
    x, y = torch.ones(2), torch.zeros(2)
    x.add_(1)
    for _ in range(5):
        x.data = y
    assert len(x._counter[0].arrays) <= 2 and x._version == 1


def test_retain_grad_follows_a_view_whose_base_changes() -> None:
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    v = y[:2]
    v.retain_grad()
    y.mul_(3)
    v.sum().backward()
    assert v.grad.tolist() == [1, 1] and x.grad.tolist() == [6, 6, 0]


def test_a_cotangent_that_arrives_as_it_was_given_is_that_tensor() -> None:
    x = torch.ones(3, requires_grad=True)
    g = torch.arange(3.0)
    assert torch.autograd.grad(x, x, g)[0] is g
    assert torch.autograd.grad(x + 1, x, g)[0] is g


def test_what_indices_choose_of_a_permuted_tensor_keeps_its_layout() -> None:
    x = torch.rand(3, 2, 4).permute(2, 1, 0)
    chosen = torch.tensor([0, 0])
    results = (x[chosen], x[:, chosen], x[..., chosen], x[chosen, :, chosen], x[chosen, chosen])
    strides = [result.stride() for result in results]
    assert strides == [(6, 1, 2), (1, 4, 8), (2, 8, 1), (2, 1), (3, 1)]
    assert torch.equal(x[:, chosen], x.contiguous()[:, chosen])
