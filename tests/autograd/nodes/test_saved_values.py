"""`_saved_*` and `_raw_saved_*`: what PyTorch's nodes save, also where the formulas here do not need it."""
from __future__ import annotations

import pytest

import minitorch_compat as torch

F = torch.nn.functional


def test_values_that_the_formulas_here_do_without() -> None:
    a = torch.tensor([[1.0, 2, 3], [4, 5, 6], [7, 8, 10]], requires_grad=True)
    node = torch.linalg.det(a).grad_fn
    assert node._saved_LU.tolist()[0] == [3, 6, 10]  # of the transpose
    assert node._saved_pivots.tolist() == [3, 3, 3]
    assert torch.linalg.solve(a, torch.ones(3, 1)).grad_fn._saved_LU.tolist()[0] == [7, 8, 10]
    scores = torch.rand(3, 4, requires_grad=True)
    node = F.nll_loss(scores, torch.tensor([1, 0, 3]), torch.tensor([1.0, 2, 3, 4]), ignore_index=0).grad_fn
    assert node._saved_total_weight.item() == 6
    node = F.multilabel_margin_loss(scores, torch.tensor([[1, 0, -1, 2], [-1, 1, 1, 1], [3, 2, 1, 0]])).grad_fn
    assert node._saved_is_target.tolist() == [[1, 1, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1]]
    node = F.group_norm(torch.rand(2, 4, 3, requires_grad=True), 2).grad_fn
    assert (node._saved_N, node._saved_C, node._saved_HxW) == (2, 4, 3)
    x = torch.rand(2, 3, requires_grad=True)
    node = torch.polar(x, x).grad_fn
    assert node._saved_result.grad_fn is node


def test_negative_indices_are_shown_unsigned() -> None:
    node = torch.rand(4, requires_grad=True)[-3:-1].grad_fn
    assert (node._saved_start, node._saved_end) == (2**64 - 3, 2**64 - 1)


def test_what_is_no_tensor_outlives_backward() -> None:
    x = torch.rand(2, 3, requires_grad=True)
    out = torch.addmm(x[:, :2], x, x.t() @ torch.ones(2, 2), alpha=2)
    node = out.grad_fn
    out.sum().backward()
    assert node._saved_alpha == 2
    with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time"):
        assert node._saved_mat2
    scores = torch.rand(3, 4, requires_grad=True)
    loss = F.nll_loss(scores, torch.tensor([1, 0, 3]))
    node = loss.grad_fn
    loss.backward()
    assert node._saved_weight is None and node._saved_reduction == 1
    with pytest.raises(RuntimeError, match="second time"):
        assert node._saved_target


def test_hooks_on_what_the_formula_does_without() -> None:
    seen = []
    x = torch.arange(8.0).reshape(1, 2, 4).requires_grad_()
    y = F.avg_pool1d(x, 2) + F.pad(x, (1, 1), mode="reflect")[..., :2]
    node = F.pad(x, (1, 1), mode="reflect").grad_fn
    node._raw_saved_self.register_hooks(lambda t: seen.append("pack") or t, lambda t: seen.append("unpack") or t)
    assert seen == ["pack"]
    y.sum().backward()
    x.grad = None
    z = torch.exp(x)
    z.grad_fn._raw_saved_result.register_hooks(lambda t: seen.append(t.requires_grad) or t, lambda t: t * 2)
    assert z.grad_fn._saved_result.grad_fn is z.grad_fn
    z.sum().backward()
    assert torch.allclose(x.grad, 2 * z)
    assert seen == ["pack", False]


def test_second_derivatives_use_what_a_hook_gives_back() -> None:
    """Not the leaf, which the hook may have rounded or which may have been changed since."""
    x = torch.tensor([1.0, 2, 3], requires_grad=True)
    with torch.autograd.graph.saved_tensors_hooks(lambda t: ("packed", t), lambda pair: pair[1] * 2):
        y = x * x
    assert y.grad_fn._raw_saved_self.data[0] == "packed"
    assert y.grad_fn._saved_self.tolist() == [2, 4, 6] and y.grad_fn._saved_self.requires_grad
    grad, = torch.autograd.grad(y.sum(), x, create_graph=True)
    assert grad.tolist() == [4, 8, 12]
    with torch.autograd.graph.saved_tensors_hooks(lambda t: t.clone(), lambda t: t):
        y = x.sin()
    with torch.no_grad():
        x.mul_(2)
    grad, = torch.autograd.grad(y.sum(), x, create_graph=True)
    assert torch.allclose(grad, torch.tensor([1.0, 2, 3]).cos())


@pytest.mark.parametrize("mode, options, expected", [
    ("nearest", {"scale_factor": 2.0}, {"_saved_output_size": (8, 8), "_saved_scales_h": 2.0, "_saved_scales_w": 2.0}),
    ("bilinear", {"size": 5}, {"_saved_output_size": (5, 5), "_saved_scales_h": None, "_saved_align_corners": False}),
    ("bicubic", {"size": (5, 6), "align_corners": True}, {"_saved_output_size": (5, 6), "_saved_align_corners": True}),
])
def test_interpolation_tells_its_sizes_and_scales(mode, options, expected):
    x = torch.randn(1, 1, 4, 4, requires_grad=True)
    node = torch.nn.functional.interpolate(x, mode=mode, **options).grad_fn
    assert {name: getattr(node, name) for name in expected} == expected
    assert node._saved_self_sym_sizes == (1, 1, 4, 4)
