"""The statements of autograd.h about its functions, one test each; error texts are those of a program compiled against libtorch 2.13."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd.forward_ad import make_dual, unpack_dual
from minitorch_compat.frontends import libtorch
from minitorch_compat.frontends.libtorch import Tensor, backward, forward_ad, grad


def leaf():
    return torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64, requires_grad=True)


# backward ------------------------------------------------------------------------------------------------------------------------------


def test_backward_sums_the_gradients_of_the_tensors():
    x = leaf()
    backward([(x * x).sum(), x.sum()])
    assert x.grad.tolist() == [3.0, 5.0, 7.0]


def test_non_scalar_tensors_need_grad_tensors():
    x = leaf()
    with pytest.raises(RuntimeError, match=r"^grad can be implicitly created only for scalar outputs$"):
        backward([x * x])
    backward([x * x], [torch.tensor([1.0, 0.0, 2.0], dtype=torch.float64)])
    assert x.grad.tolist() == [2.0, 0.0, 12.0]


def test_grad_tensors_match_in_length():
    with pytest.raises(RuntimeError, match=r"^got 2 tensors and 1 gradients$"):
        backward([leaf().sum(), leaf().sum()], [torch.ones(())])


def test_undefined_is_accepted_where_none_is_needed():
    x = leaf()
    backward([(x * x).sum(), x * 2], [Tensor(), torch.ones(3, dtype=torch.float64)])
    assert x.grad.tolist() == [4.0, 6.0, 8.0]
    with pytest.raises(RuntimeError, match="grad can be implicitly created only for scalar outputs"):
        backward([x * x], [Tensor()])


def test_gradients_accumulate_in_the_leaves():
    x = leaf()
    for _ in range(2):
        backward([x.sum()])
    assert x.grad.tolist() == [2.0, 2.0, 2.0]


@pytest.mark.parametrize(("options", "again"), [({}, False), ({"retain_graph": False}, False), ({"retain_graph": True}, True)])
def test_retain_graph(options, again):
    x = leaf()
    loss = (x * x).sum()
    backward([loss], **options)
    if again:
        backward([loss])
        assert x.grad.tolist() == [4.0, 8.0, 12.0]
    else:
        with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time"):
            backward([loss])


@pytest.mark.filterwarnings("ignore:Using backward")
def test_retain_graph_defaults_to_create_graph():
    x = leaf()
    loss = (x * x).sum()
    backward([loss], create_graph=True)
    assert x.grad.requires_grad
    backward([loss])
    x.grad = None


def test_with_inputs_all_other_tensors_are_ignored():
    x, y = leaf(), leaf()
    backward([(x * y).sum()], inputs=[x])
    assert x.grad.tolist() == [1.0, 2.0, 3.0] and y.grad is None


def test_inputs_need_not_be_leaves():
    x = leaf()
    h = x * 2
    backward([(h * h).sum()], inputs=[h])
    assert h.grad.tolist() == [4.0, 8.0, 12.0] and x.grad is None and h.retains_grad


def test_unused_inputs_get_no_gradient():
    x, y = leaf(), leaf()
    backward([x.sum()], inputs=[y])
    assert y.grad is None


def test_backward_of_nothing():
    backward([])


@pytest.mark.parametrize(("text", "call"), [
    ("element 0 of tensors does not require grad and does not have a grad_fn", lambda x: backward([torch.ones(())])),
    ("element 1 of tensors does not require grad", lambda x: backward([x.sum(), torch.ones(())])),
    (r"invalid gradient at index 0 - got \[2\] but expected shape compatible with \[3\]", lambda x: backward([x * x], [torch.ones(2)])),
    ("can't retain_grad on Tensor that has requires_grad=False", lambda x: backward([x.sum()], inputs=[torch.ones(())])),
    ("cannot call get_autograd_meta\\(\\) on undefined tensor", lambda x: backward([Tensor()])),
    ("For complex Tensors, both grad_output and output are required to have the same dtype",
     lambda x: backward([x * x], [torch.ones(3, dtype=torch.complex64)])),
])
def test_backward_refuses(text, call):
    with pytest.raises(RuntimeError, match=text):
        call(leaf())


def test_larger_cotangents_are_summed():
    x = leaf()
    backward([x * 2], [torch.ones(4, 3, dtype=torch.float64)])
    assert x.grad.tolist() == [8.0, 8.0, 8.0]


# grad ----------------------------------------------------------------------------------------------------------------------------------


def test_grad_returns_the_gradients_as_a_list():
    x, y = leaf(), leaf()
    found = grad([(x * y).sum()], [x, y])
    assert isinstance(found, list) and [g.tolist() for g in found] == [[1.0, 2.0, 3.0]] * 2
    assert x.grad is None


def test_grad_accepts_an_undefined_cotangent():
    x = leaf()
    assert grad([(x * x).sum()], [x], [Tensor()])[0].tolist() == [2.0, 4.0, 6.0]


def test_unused_inputs_are_an_error_unless_allowed():
    x, y = leaf(), leaf()
    with pytest.raises(RuntimeError, match=r"^element 1of the differentiated Tensors appears to not have been used in the graph"):
        grad([(x * x).sum()], [x, y])
    assert grad([(x * x).sum()], [x, y], allow_unused=True)[1] is None


def test_grad_of_grad():
    x = leaf()
    (first,) = grad([(x * x * x).sum()], [x], create_graph=True)
    assert grad([first.sum()], [x])[0].tolist() == [6.0, 12.0, 18.0]


@pytest.mark.parametrize(("text", "call"), [
    ("grad requires non-empty inputs", lambda x: grad([x.sum()], [])),
    ("element 0 of the input tensors does not require grad", lambda x: grad([x.sum()], [torch.ones(())])),
    ("element 0 of tensors does not require grad", lambda x: grad([torch.ones(())], [x])),
    ("cannot call get_autograd_meta", lambda x: grad([x.sum()], [Tensor()])),
    ("grad can be computed only for real scalar outputs but got ComplexDouble", lambda x: grad([(x * 1j).sum()], [x])),
])
def test_grad_refuses(text, call):
    with pytest.raises(RuntimeError, match=text):
        call(leaf())


# forward_ad ----------------------------------------------------------------------------------------------------------------------------


def test_levels_nest_and_give_higher_derivatives():
    x = torch.tensor(2.0, dtype=torch.float64)
    outer, inner = forward_ad.enter_dual_level(), forward_ad.enter_dual_level()
    assert (outer, inner) == (0, 1)
    dual = make_dual(make_dual(x, torch.ones_like(x), level=outer), torch.ones_like(x), level=inner)
    first = unpack_dual(dual**3, level=inner).tangent
    second = unpack_dual(first, level=outer).tangent
    forward_ad.exit_dual_level(inner)
    forward_ad.exit_dual_level(outer)
    assert second.item() == 12.0


def test_exiting_a_level_makes_its_duals_ordinary():
    level = forward_ad.enter_dual_level()
    dual = make_dual(torch.ones(2), torch.ones(2))
    forward_ad.exit_dual_level(level)
    forward_ad.enter_dual_level()
    assert unpack_dual(dual).tangent is None
    forward_ad.exit_dual_level(0)


def test_levels_are_exited_in_reverse_order():
    text = "^Exiting a forward AD level that is not the last that was created is not support"
    with pytest.raises(RuntimeError, match=text):
        forward_ad.exit_dual_level(0)
    outer, inner = forward_ad.enter_dual_level(), forward_ad.enter_dual_level()
    with pytest.raises(RuntimeError, match=text):
        forward_ad.exit_dual_level(outer)
    forward_ad.exit_dual_level(inner)
    forward_ad.exit_dual_level(outer)


def test_names():
    assert set(libtorch.__all__) == {"Tensor", "backward", "forward_ad", "grad"}


# Sentences of the header that the tests above do not settle -----------------------------------------------------------------------------


def test_grad_sums_over_outputs_and_leaves_grad_alone():
    x = leaf()
    assert grad([x.sum(), x * 2], [x], [Tensor(), torch.ones(3, dtype=torch.float64)])[0].tolist() == [3.0, 3.0, 3.0]
    assert x.grad is None
    with pytest.raises(RuntimeError, match="got 2 tensors and 1 gradients"):
        grad([x.sum(), x.sum()], [x], [torch.ones((), dtype=torch.float64)])


@pytest.mark.parametrize(("options", "again"), [({}, False), ({"retain_graph": True}, True), ({"create_graph": True}, True),
                                                ({"create_graph": True, "retain_graph": False}, False)])
def test_grad_frees_the_graph_unless_it_is_retained(options, again):
    x = leaf()
    loss = (x * x).sum()
    grad([loss], [x], **options)
    if again:
        assert grad([loss], [x])[0].tolist() == [2.0, 4.0, 6.0]
    else:
        with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time"):
            grad([loss], [x])


@pytest.mark.filterwarnings("ignore:Using backward")
def test_backward_with_create_graph_constructs_the_graph_of_the_derivative():
    x = leaf()
    backward([(x * x * x).sum()], create_graph=True)
    first, x.grad = x.grad, None
    backward([first.sum()])
    assert x.grad.tolist() == [6.0, 12.0, 18.0]


def test_without_inputs_every_leaf_accumulates_and_constants_are_refused():
    x, y = leaf(), leaf()
    backward([(x * y).sum(), y.sum()])
    assert x.grad.tolist() == [1.0, 2.0, 3.0] and y.grad.tolist() == [2.0, 3.0, 4.0]
    with pytest.raises(RuntimeError, match="element 1 of tensors does not require grad"):
        backward([x.sum(), torch.ones(())], [Tensor(), Tensor()])
