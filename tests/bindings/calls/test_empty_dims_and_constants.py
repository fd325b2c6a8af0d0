"""Empty lists of dimensions, numbers in place of tensors, constants that require gradients.

What is asserted here was observed at PyTorch 2.13.
"""
from __future__ import annotations

import math

import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F
from minitorch_compat.autograd import forward_ad

X, CLASSES = torch.tensor([[0.2, 0.7, 0.1], [0.5, 0.3, 0.2]]), torch.tensor([2, 2])


def wanting(*shape):
    return torch.ones(shape, requires_grad=True)


@pytest.mark.parametrize(("function", "argument", "call"), [
    ("nll_loss_forward", "weight", lambda: F.nll_loss(X, CLASSES, wanting(3))),
    ("nll_loss_forward", "weight", lambda: F.cross_entropy(X, CLASSES, wanting(3))),
    ("nll_loss2d_forward", "weight", lambda: F.nll_loss(X.view(2, 3, 1, 1), CLASSES.view(2, 1, 1), wanting(3))),
    ("binary_cross_entropy", "weight", lambda: F.binary_cross_entropy(X, X, wanting(3))),
    ("binary_cross_entropy_with_logits", "weight", lambda: F.binary_cross_entropy_with_logits(X, X, wanting(3))),
    ("binary_cross_entropy_with_logits", "pos_weight", lambda: F.binary_cross_entropy_with_logits(X, X, pos_weight=wanting(3))),
    ("soft_margin_loss", "target", lambda: F.soft_margin_loss(X, wanting(2, 3))),
    ("multi_margin_loss", "weight", lambda: F.multi_margin_loss(X, CLASSES, weight=wanting(3))),
    ("native_batch_norm", "running_mean", lambda: F.batch_norm(X, wanting(3), torch.ones(3))),
    ("native_batch_norm", "running_var", lambda: F.batch_norm(X, torch.ones(3), wanting(3), training=True)),
    ("fractional_max_pool2d", "random_samples",
     lambda: F.fractional_max_pool2d(torch.ones(1, 1, 4, 4), 2, 2, _random_samples=wanting(1, 1, 2))),
    ("linalg_pinv", "rtol", lambda: torch.linalg.pinv(X, rtol=wanting())),
])
def test_constants_of_a_function_do_not_require_gradients(function, argument, call):
    with pytest.raises(RuntimeError, match=f"The function '{function}' is not differentiable with respect to argument '{argument}'"):
        call()
    with torch.no_grad():
        call()


@pytest.mark.parametrize("shape", [(2, 3), (2, 3, 2), (2, 3, 2, 2), (2, 3, 2, 1, 2)], ids=str)
@pytest.mark.parametrize("weight", [None, torch.tensor([1.0, 2.0, 3.0])], ids=["plain", "weighted"])
def test_a_mean_over_nothing_sends_nothing_back(shape, weight):
    x = torch.ones(shape, requires_grad=True)
    loss = F.cross_entropy(x, torch.full((2, *shape[2:]), 2), weight, ignore_index=2)
    loss.backward()
    assert math.isnan(loss.item()) and x.grad.eq(0).all()


def test_volumes_and_sequences_go_the_way_of_images():
    x, target = torch.ones(2, 3, 4, requires_grad=True), torch.zeros(2, 4, dtype=torch.int64)
    loss = F.nll_loss(x, target)
    assert loss.grad_fn.name() == "NllLoss2DBackward0" and loss.grad_fn.next_functions[0][0].name() == "ViewBackward0"
    assert F.nll_loss(x, target, reduction="none").shape == (2, 4)


@pytest.mark.filterwarnings("ignore:size_average and reduce")
def test_reduce_is_any_truth_value():
    assert F.cross_entropy(X, CLASSES, reduce=0).shape == (2,)
    assert F.mse_loss(X, X, reduce=0).shape == (2, 3)


def test_probabilities_have_no_class_to_ignore():
    with pytest.raises(RuntimeError, match="ignore_index is not supported for floating point target"):
        F.cross_entropy(X, X, ignore_index=1)


def test_no_dimension_is_not_all_of_them():
    assert X.all(dim=()).shape == (2, 3) and X.any(dim=[], keepdim=True).shape == (2, 3)
    assert torch.equal(torch.vmap(lambda row: row.flip(()))(X), X)
    with pytest.raises(RuntimeError, match="it must be of length 1 or 2"):
        torch.linalg.norm(X, dim=())


def test_the_variance_of_nothing():
    assert math.isnan(torch.empty(0).var(correction=-1))


@pytest.mark.parametrize("call", [torch.empty_like, torch.zeros_like, torch.ones_like, torch.rand_like, torch.randn_like,
                                  lambda x, **options: torch.full_like(x, 2, **options),
                                  lambda x, **options: torch.randint_like(x, 5, **options),
                                  lambda x, **options: x.new_full((2,), 1.0, **options),
                                  lambda x, **options: torch.tril_indices(2, 2, **options),
                                  lambda x, **options: torch.triu_indices(2, 2, **options)])
def test_pinned_memory(call):
    call(X, pin_memory=False)
    with pytest.raises(RuntimeError, match="pin_memory=True requires"):
        call(X, pin_memory=True)


def test_older_tolerances():
    a = torch.diag(torch.tensor([4.0, 1.0, 0.01]))
    assert torch.linalg.pinv(a, 0.1).diag().tolist() == [0.25, 1.0, 0.0]
    assert torch.linalg.pinv(a, 0.1, True).diag().tolist() == [0.25, 1.0, 0.0]
    assert torch.linalg.matrix_rank(a, 0.1).item() == 2
    with pytest.raises(TypeError, match="invalid combination of arguments"):
        torch.linalg.matrix_rank(a, 0.1, rtol=0.1)


def test_vectors_are_solved_for_on_the_right_only():
    with pytest.raises(RuntimeError, match="Incompatible shapes of A and B for the equation XA = B"):
        torch.linalg.solve(torch.eye(3), torch.ones(3), left=False)


def test_numbers_have_no_edge():
    x = wanting(2)
    assert [torch.xlogy(x, 2.0).grad_fn.name(), torch.xlogy(2.0, x).grad_fn.name()] == ["XlogyBackward2", "XlogyBackward1"]
    assert len(torch.xlogy(2.0, x).grad_fn.next_functions) == 1 == len(torch.fmod(x, 2.0).grad_fn.next_functions)


def test_small_corners():
    assert torch.diff(torch.ones(3), 0, prepend=torch.ones(1)).shape == (3,)
    assert torch.combinations(wanting(2), 0).shape == (0,) and torch.combinations(wanting(3), 1).grad_fn.name() == "StackBackward0"
    assert torch.roll(torch.arange(3), (1, 1), (0, 0)).tolist() == [1, 2, 0]
    assert torch.fft.fftshift(torch.arange(3), (0, 0)).tolist() == [1, 2, 0]
    assert torch.bernoulli(wanting(2), 0.5).grad_fn.name() == "torch::autograd::NotImplemented"
    assert torch.empty(0).repeat(-1).shape == (0,)
    with pytest.raises(RuntimeError, match="N must be greater than 1"):
        torch.linalg.vander(torch.tensor(2.0))
    with pytest.raises(NotImplementedError, match="Unrecognised padding mode"):
        F.pad(torch.ones(1, 2, 3), (1, 1), mode="nowhere", value=2)


@pytest.mark.parametrize("call", [
    lambda dim: torch.trapezoid(X, dim=dim), lambda dim: torch.cumulative_trapezoid(X, dim=dim), lambda dim: torch.fft.fftshift(X, dim),
    lambda dim: torch.repeat_interleave(X, torch.tensor([1, 2]), dim)])
def test_dimensions_that_are_not_there(call):
    call(0)
    with pytest.raises(IndexError, match=r"Dimension out of range \(expected to be in range of \[-2, 1\], but got 2\)"):
        call(2)


def test_the_older_order_of_embedding_bag():
    with pytest.warns(UserWarning, match="Argument order of nn.functional.embedding_bag was changed"):
        assert F.embedding_bag(torch.ones(5, 2), torch.tensor([0, 1, 4]), torch.tensor([0, 2]), mode="sum").tolist() == [[2, 2], [1, 1]]


def test_tangents_see_the_least_variance():
    variance = torch.tensor([0.1, 2.0])
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(variance, torch.ones(2))
        loss = F.gaussian_nll_loss(torch.zeros(2), torch.zeros(2), dual, eps=0.5, reduction="none")
        assert forward_ad.unpack_dual(loss).tangent.tolist() == [0.0, 0.25]
    leaf = variance.clone().requires_grad_()
    F.gaussian_nll_loss(torch.zeros(2), torch.zeros(2), leaf, eps=0.5, reduction="sum").backward()
    assert leaf.grad.tolist() == [1.0, 0.25]
