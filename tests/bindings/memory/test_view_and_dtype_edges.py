"""Differences of views and dtypes that random programs found."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch

INF, NAN = float("inf"), float("nan")


def leaf(*values: float) -> torch.Tensor:
    return torch.tensor(values, requires_grad=True)


def make_invalidated_view() -> tuple[torch.Tensor, torch.Tensor]:
    """A tensor that was changed in place, and one of several views of it, which lost its history by that."""
    t = torch.ones(2, 3, requires_grad=True) * 1
    row = t.unbind(0)[0]
    t.mul_(2)
    return t, row


def test_a_stale_view_is_sliced_where_nothing_is_recorded() -> None:
    _, row = make_invalidated_view()
    with pytest.raises(RuntimeError, match="Output 0 of Unbind is a view"):
        row[0:1]
    with torch.no_grad():
        assert row[0:1].tolist() == [2.0]
        assert row[0].item() == 2.0
    assert repr(row) == "tensor([2., 2., 2.], grad_fn=<Invalid>)"


def test_sizes_are_looked_at_before_stale_views() -> None:
    _, row = make_invalidated_view()
    with pytest.raises(RuntimeError, match="contracted dimensions need to match"):
        torch.tensordot(row, torch.ones(2), 1)


def test_detach_in_place() -> None:
    x = leaf(1.0, 2.0)
    y = x * 2
    view = y.view(2)
    z = torch.atan2(y, x)
    y.detach_()
    with pytest.raises(RuntimeError, match="saved tensor that has been detached in-place"):
        z.sum().backward()
    with pytest.raises(RuntimeError, match="a view of a leaf Variable that requires grad"):
        view.square_()
    y = x.exp()
    z = y * 2
    y.detach_()
    z.sum().backward()  # saved as a result, not as an argument
    assert x.grad is not None


@pytest.mark.parametrize(("change", "named"), [
    (lambda v: v.squeeze_(), r"\[3\]\], which is output 0 of Squeeze3,"),
    (lambda v: v.unsqueeze_(0), r"\[1, 1, 3\]\], which is output 0 of Unsqueeze1,"),
    (lambda v: v.t_(), r"\[3, 1\]\], which is output 0 of T1,"), (lambda v: v.squeeze_().mul_(2), r"\[3\]\], which is output 0 of Mul,")])
def test_a_saved_tensor_is_named_as_it_is_now(change: Callable[[torch.Tensor], Any], named: str) -> None:
    x = torch.ones(1, 3, requires_grad=True)
    v = x.ceil()
    y = torch.atan2(v, x)
    change(v)
    with pytest.raises(RuntimeError, match=named):
        y.sum().backward()


def test_a_saved_tensor_is_named_by_its_own_dtype() -> None:
    counts = torch.arange(3, dtype=torch.int8)
    y = torch.div(counts, leaf(1.0, 2.0, 3.0), rounding_mode="floor")
    assert y.grad_fn is not None
    assert y.grad_fn._saved_self.dtype is torch.int8
    counts.mul_(2)
    with pytest.raises(RuntimeError, match=r"\[torch.CharTensor \[3\]\] is at version 1"):
        y.sum().backward()


def test_of_saved_tensors_that_changed_arguments_are_named_first() -> None:
    v = torch.ones(3, 3, requires_grad=True).neg()
    y = v.cumprod(0)
    v.sub_(0)
    y.square_()
    with pytest.raises(RuntimeError, match="which is output 0 of Sub,"):
        y.mean().backward()


def test_gradients_of_products_with_infinities() -> None:
    for reduce in (lambda x: x.prod(), lambda x: x.prod(0)):
        x = leaf(INF, 2.0, 3.0)
        reduce(x).backward()
        assert x.grad is not None
        assert x.grad[0].isnan()
        assert x.grad[1:].tolist() == [INF, INF]
    x = leaf(INF, 0.0, 0.0)
    x.prod().backward()
    assert x.grad is not None
    assert x.grad.tolist() == [0.0, 0.0, 0.0]


def test_logcumsumexp_takes_a_nan_for_nothing() -> None:
    x = leaf(1.0, 2.0)
    (g,) = torch.autograd.grad(x.logcumsumexp(0), x, torch.tensor([NAN, 1.0]), create_graph=True)
    assert g.grad_fn is not None
    assert g.grad_fn.name() == "SubBackward0"
    assert not g.isnan().any()


def test_memory_that_elements_share_is_not_written() -> None:
    x = torch.ones(1, 3, requires_grad=True)
    (g,) = torch.autograd.grad(x.sum(), x)
    assert g.stride() == (0, 0)
    with pytest.raises(RuntimeError, match="refers to a single memory location"):
        g[-1] = 5
    assert g.tolist() == [[1.0, 1.0, 1.0]]
    g[0] = g[-1]  # what is there already


def test_a_second_operand_that_is_wider_decides_on_the_layout() -> None:
    wide = torch.ones(2, 1, 3).permute(2, 1, 0)
    for call in (torch.copysign, torch.add, torch.mul, torch.maximum):
        assert call(torch.eye(2), wide).stride() == (1, 3, 6)


def test_retained_gradients_stay_with_the_former_node() -> None:
    v = 3 / torch.ones(2, requires_grad=True)
    v.retain_grad()
    v.unsqueeze_(0)
    assert v.add_(1).shape == (1, 2)


def test_scaled_operands_of_several_types_are_one_step() -> None:
    x = leaf(1.0, 2.0)
    y = torch.ones(2, dtype=torch.uint8).sub(x, alpha=2)
    assert y.grad_fn is not None
    assert y.grad_fn.next_functions[1][0].variable is x
    (g,) = torch.autograd.grad((y**2).sum(), x, create_graph=True)
    assert g.grad_fn is not None
    assert [g.grad_fn.name(), g.grad_fn.next_functions[0][0].name()] == ["MulBackward1", "NegBackward0"]


def test_adjoints_of_what_is_no_matrix() -> None:
    assert torch.tensor(1.0).adjoint().shape == ()
    assert torch.tensor(1j).mH.is_conj()
    with pytest.raises(RuntimeError, match=r"tensor.adjoint\(\) is only supported on matrices or batches of matrices. Got 1-D tensor."):
        torch.ones(2).adjoint()


def test_functions_that_do_not_record_into_out_are_named() -> None:
    x = leaf(1.0, 2.0)
    for call, name in ((torch.sum, "sum"), (torch.prod, "prod"), (torch.std, "std")):
        with pytest.raises(RuntimeError, match=rf"^{name}\(\): functions with out="):
            call(x, 0, out=torch.empty(0))


def test_gradients_of_transforms_were_not_written() -> None:
    assert torch.func.grad(lambda x: (x * x).sum())(torch.ones(2))._version == 0


def test_what_is_stored_lies_in_the_memory_of_out() -> None:
    out = torch.ones(4)
    view = out[:1]
    torch.add(torch.ones(2), 1.0, out=out)
    assert out.shape == (2,)
    assert view.tolist() == [2.0]
    with pytest.raises(RuntimeError, match="Found dtype Double but expected Float"):
        torch.clamp(torch.ones(2), 0, 1, out=torch.empty(2, dtype=torch.float64))


def test_layouts_of_transposed_operands() -> None:
    transposed = torch.ones(2, 3).t()
    assert torch.complex(transposed, torch.ones(())).stride() == (1, 3)
    assert transposed.index_put((torch.tensor([0]),), torch.tensor(2.0)).stride() == (1, 3)


def test_types_of_matrices_are_compared_first() -> None:
    with pytest.raises(RuntimeError, match="mat1 and mat2 must have the same dtype, but got Double and Float"):
        torch.addmm(torch.ones(2), torch.ones(3, dtype=torch.float64), torch.ones(2, 4))


def test_jacobians_are_views_and_quantiles_written_over() -> None:
    x = leaf(1.0, 2.0)
    for transform in (torch.func.jacrev, torch.func.jacfwd):
        node = transform(lambda x: x * x)(x).grad_fn
        assert [node.name(), node.next_functions[0][0].name()] == ["ViewBackward0", "SplitWithSizesBackward0"]
    assert torch.ones(3).quantile(0.5)._version == 2
    assert torch.ones(3).quantile(0.5, interpolation="lower")._version == 1


def test_factors_that_integers_cannot_hold() -> None:
    counts = torch.ones(2, dtype=torch.uint8)
    for call in (counts.add, counts.sub):
        with pytest.raises(RuntimeError, match="value cannot be converted to type uint8_t without overflow"):
            call(counts, alpha=300)
    assert counts.sub(counts, alpha=-2).tolist() == [3, 3]
