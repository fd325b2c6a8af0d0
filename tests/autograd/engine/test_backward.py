"""`backward` and `grad`: arguments, refusals, accumulation. What is asserted here was observed at PyTorch 2.13."""
from __future__ import annotations

import warnings

import pytest

import minitorch_compat as torch
from minitorch_compat._engine import backward as backward_module
from minitorch_compat.autograd import backward, grad
from minitorch_compat.autograd.graph import GradientEdge, get_gradient_edge


def leaf(*values, **options):
    return torch.tensor(list(values), requires_grad=True, **options)


@pytest.fixture
def x():
    return leaf(1.0, 2.0)


REFUSALS = [
    ("empty inputs", lambda x: (x * 2).sum().backward(inputs=[]), RuntimeError, r"`inputs` argument to `backward\(\)` cannot be empty"),
    ("empty grad", lambda x: grad((x * 2).sum(), []), RuntimeError, r"`inputs` argument to `grad\(\)` cannot be empty"),
    ("empty dict", lambda x: grad((x * 2).sum(), {}), RuntimeError, r"`inputs` argument to `grad\(\)` cannot be empty"),
    ("inputs are no leaves", lambda x: (x * 2).sum().backward(inputs=[torch.ones(2)]), RuntimeError,
     "can't retain_grad on Tensor that has"),
    ("input needs none", lambda x: grad((x * 2).sum(), [torch.ones(2)]), RuntimeError,
     "One of the differentiated Tensors does not require"),
    ("unused", lambda x: grad((x * 2).sum(), [x, leaf(1.0)]), RuntimeError,
     "The differentiated Tensor at index 1 appears to not have been"),
    ("materialize", lambda x: grad((x * 2).sum(), x, materialize_grads=True, allow_unused=False), ValueError,
     "Expected allow_unused to be"),
    ("materialize edge", lambda x: grad(x.sum(), get_gradient_edge(leaf(1.0)), materialize_grads=True), RuntimeError,
     "materialize_grads cannot"),
    ("no scalar", lambda x: (x * 2).backward(), RuntimeError, "grad can be implicitly created only for scalar outputs"),
    ("no scalar edge", lambda x: grad(get_gradient_edge(x * 2), x), RuntimeError, "grad can be implicitly created only for scalar outputs"),
    ("shape", lambda x: (x * 2).backward(torch.ones(3)), RuntimeError,
     r"Mismatch in shape: grad_output\[0\] has a shape of torch.Size\(\[3\]\)"),
    ("complex cotangent", lambda x: (x * 2).backward(torch.ones(2) * 1j), RuntimeError, "For complex Tensors, both grad_output and output"),
    ("complex output", lambda x: (x * 1j).sum().backward(), RuntimeError, "only for real scalar outputs but got torch.complex64"),
    ("too few cotangents", lambda x: backward([x.sum(), x.sum()], torch.tensor(1.0)), RuntimeError, "got 2 tensors and 1 gradients"),
    ("no tensor", lambda x: backward([3]), AssertionError, "Expected output to be a torch.Tensor"),
    ("no history", lambda x: backward([x.sum(), torch.ones(1)]), RuntimeError, "element 1 of tensors does not require grad and does not"),
    ("a string", lambda x: grad((x * 2).sum(), "abc"), RuntimeError, "all inputs have to be Tensors or GradientEdges, but got str"),
    ("both names", lambda x: backward(x.sum(), torch.tensor(1.0), grad_variables=torch.tensor(1.0)), RuntimeError, "both passed to"),
]


@pytest.mark.parametrize(("call", "kind", "text"), [row[1:] for row in REFUSALS], ids=[row[0] for row in REFUSALS])
@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_refusals(x, call, kind, text):
    with pytest.raises(kind, match=text):
        call(x)
    assert x.grad is None


def test_inputs_that_are_no_leaves_retain_their_gradient(x):
    y = x * 2
    (y * 3).sum().backward(inputs=[y])
    assert y.grad.tolist() == [3, 3] and y.retains_grad and x.grad is None


def test_inputs_restrict_accumulation(x):
    w = leaf(3.0, 4.0)
    (w * x).sum().backward(inputs=w)
    assert w.grad.tolist() == [1, 2] and x.grad is None


def test_dict_of_inputs(x):
    found = grad((x * 2).sum(), {"a": x, "b": leaf(1.0)}, allow_unused=True)
    assert list(found) == ["a", "b"] and found["a"].tolist() == [2, 2] and found["b"] is None
    (x * 2).sum().backward(inputs={"a": x})
    assert x.grad.tolist() == [2, 2]


def test_materialize_grads(x):
    assert [g.tolist() for g in grad((x * 2).sum(), [x, leaf(1.0)], materialize_grads=True)] == [[2, 2], [0]]


def test_the_same_tensor_twice(x):
    y = (x * 2).sum()
    assert [g.tolist() for g in grad([y, y], [x, x])] == [[4, 4], [4, 4]]


def test_edges_stand_for_tensors(x):
    y = x * 2
    z = (y * 3).sum()
    edges = {"y": get_gradient_edge(y), "x": get_gradient_edge(x)}
    assert {k: g.tolist() for k, g in grad(z, edges, retain_graph=True).items()} == {"y": [3, 3], "x": [6, 6]}
    assert grad(get_gradient_edge(y), x, torch.ones(2), retain_graph=True)[0].tolist() == [2, 2]
    assert grad(get_gradient_edge(z), x, retain_graph=True)[0].tolist() == [6, 6]
    backward(get_gradient_edge(z), inputs=[get_gradient_edge(x)])
    assert x.grad.tolist() == [6, 6]


def test_edge_of_one_output_among_several(x):
    second = torch.unbind(x * 2)[1]
    assert get_gradient_edge(second).output_nr == 1
    assert grad([GradientEdge(second.grad_fn, 0)], x, [torch.ones(())])[0].tolist() == [2, 0]


@pytest.mark.parametrize(("options", "again"), [
    ({}, False), ({"retain_graph": True}, True), ({"create_graph": True}, True), ({"create_graph": True, "retain_graph": False}, False)])
def test_when_a_graph_can_run_again(x, options, again):
    y = (x * x).sum()
    grad(y, x, **options)
    if again:
        assert grad(y, x)[0].tolist() == [2, 4]
    else:
        with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time"):
            grad(y, x)


@pytest.mark.parametrize(("call", "saves"), [
    (lambda x: x * 2, True), (lambda x: x / 2, True), (lambda x: x**2, True), (lambda x: x.exp(), True), (lambda x: x.relu(), True),
    (lambda x: x + 1, False), (lambda x: 1 - x, False), (lambda x: -x, False), (lambda x: x.sum(), False), (lambda x: x.view(2, 1), False)])
def test_which_calls_save_something(x, call, saves):
    y = call(x)
    g = torch.ones_like(y)
    y.backward(g)
    if saves:
        with pytest.raises(RuntimeError, match="second time"):
            y.backward(g)
    else:
        y.backward(g)


def test_a_leaf_as_output(x):
    c = torch.tensor([5.0, 6.0])
    x.backward(c)
    assert x.grad.tolist() == [5, 6] and x.grad.data_ptr() != c.data_ptr()
    assert grad(x, x, torch.ones(2))[0].tolist() == [1, 1]


def test_cotangents_of_another_dtype(x):
    (x * 2).backward(torch.ones(2, dtype=torch.float64))
    (x * 2).backward(torch.ones(2, dtype=torch.int64))
    assert x.grad.dtype == torch.float32 and x.grad.tolist() == [4, 4]


def test_the_cotangent_may_require_a_gradient(x):
    c = leaf(1.0, 1.0)
    g, = grad(x * 2, x, c, create_graph=True)
    assert grad(g.sum(), c)[0].tolist() == [2, 2]


@pytest.mark.parametrize(("call", "warning"), [
    (lambda x: backward((x * 2).sum(), grad_variables=torch.tensor(1.0)), "`grad_variables` is deprecated. Use `grad_tensors` instead."),
    (lambda x: grad((x * 2).sum(), x, only_inputs=False), "only_inputs argument is deprecated and is ignored now")])
def test_deprecated_arguments(x, call, warning):
    with pytest.warns(FutureWarning, match=warning):
        call(x)


# Accumulation --------------------------------------------------------------------------------------------------------------------


def test_a_gradient_is_added_in_place(x):
    (x * 2).sum().backward()
    first = x.grad
    (x * 3).sum().backward()
    assert x.grad is first and first.tolist() == [5, 5] and first._version == 1


def test_with_create_graph_it_is_not(x):
    x.grad = first = torch.zeros(2)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # once per process
        (x * x).sum().backward(create_graph=True)
    assert x.grad is not first and x.grad.tolist() == [2, 4] and first.tolist() == [0, 0] and x.grad.requires_grad
    x.grad = None


def test_two_leaves_never_share_a_gradient():
    a, b = leaf(1.0, 2.0), leaf(1.0, 2.0)
    (a + b).backward(torch.ones(2))
    assert a.grad.data_ptr() != b.grad.data_ptr()


@pytest.mark.parametrize(("make", "stride"), [
    (lambda: torch.ones(2, 3), (3, 1)), (lambda: torch.ones(3, 2).t(), (1, 2)), (lambda: torch.ones(1).expand(3), (1,)),
    (lambda: torch.ones(2, 4)[:, ::2], (2, 1))])
def test_a_gradient_is_laid_out_as_its_leaf_if_that_is_dense(make, stride):
    w = make().requires_grad_()
    (w * torch.ones(w.shape)).sum().backward()
    assert w.grad.stride() == stride


# .grad and grad_dtype ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "kind", "text"), [
    (lambda x: 3, TypeError, "assigned grad expected to be a Tensor or None but got grad of type int"),
    (lambda x: torch.ones(3), RuntimeError, r"attempting to assign a gradient of size '\[3\]' to a tensor of size '\[2\]'"),
    (lambda x: torch.ones(2).double(), RuntimeError, "gradient with dtype 'double' to a tensor with grad_dtype 'Float'"),
    (lambda x: x, RuntimeError, "can't assign Variable as its own grad")])
def test_what_cannot_be_a_gradient(x, value, kind, text):
    with pytest.raises(kind, match=text):
        x.grad = value(x)


@pytest.mark.parametrize(("dtype", "found"), [(torch.float64, torch.float64), (torch.float16, torch.float16), (None, torch.float32)])
def test_grad_dtype(x, dtype, found):
    x.grad_dtype = dtype
    (x.double() * 2).sum().backward()
    assert x.grad.dtype == found and x.grad.tolist() == [2, 2] and x.grad_dtype == dtype


def test_grad_dtype_is_checked(x):
    assert x.grad_dtype == torch.float32
    with pytest.raises(RuntimeError, match=r"grad_dtype must be a torch.dtype or None, but got int"):
        x.grad_dtype = 3
    x.grad = torch.ones(2)
    with pytest.raises(RuntimeError, match="Cannot set grad_dtype to 'Double' because there is already a gradient with dtype 'float'"):
        x.grad_dtype = torch.float64
    with pytest.raises(RuntimeError, match="grad_dtype can only be accessed on leaf tensors"):
        assert (x * 2).grad_dtype


def test_the_gradient_of_a_non_leaf(x):
    with pytest.warns(UserWarning, match=r"The .grad attribute of a Tensor that is not a leaf Tensor is being accessed"):
        assert (x * 2).grad is None


@pytest.mark.parametrize(("change", "text"), [
    (lambda x: (x * 2).requires_grad_(False), "you can only change requires_grad flags of leaf variables."),
    (lambda x: torch.ones(1, dtype=torch.int64).requires_grad_(), "only Tensors of floating point dtype can require gradients"),
    (lambda x: setattr(x, "requires_grad", 3), "requires_grad must be a bool")])
def test_what_requires_grad_refuses(x, change, text):
    with pytest.raises(RuntimeError, match=text):
        change(x)


def test_requires_grad_on_a_non_leaf(x):
    assert (x * 2).requires_grad_(True).requires_grad


def test_gradient_of_the_mean_of_one_number_can_be_added_to():
    x = torch.tensor(2.0, requires_grad=True)
    x.mean().backward(retain_graph=True)
    (torch.eye(2) * x.reciprocal()).sum().backward()
    assert x.grad.item() == 0.5


@pytest.mark.parametrize("change", [lambda g: g.sub_(3), lambda g: g.mul_(2.0), lambda g: g.add_(torch.ones(2, 3))])
def test_expanded_gradients_are_not_written_to(change):
    x = torch.ones(2, 3, requires_grad=True)
    g, = torch.autograd.grad(x.sum(), x)
    assert g.stride() == (0, 0)
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        change(g)


def test_logaddexp_may_be_changed_in_place():
    x = torch.arange(4.0).requires_grad_()
    y = torch.logaddexp(x, x.detach())
    y *= -1
    y.sum().backward()
    assert x.grad.tolist() == [-0.5] * 4


@pytest.mark.parametrize("size", [3, 100_000])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32"])
def test_gradients_are_added_to_what_is_there(dtype: str, size: int) -> None:
    """In the memory that is there, and rounded once. Few and many elements of half precision are added by different loops."""
    if dtype == "bfloat16":
        pytest.importorskip("ml_dtypes")
    kind = getattr(torch, dtype)
    first, second = (torch.arange(size).mul(0.37).add(k).sin().mul(k).to(kind) for k in (1, 3))
    x = torch.zeros(size, dtype=kind, requires_grad=True)
    (x * first).backward(torch.ones_like(x))
    held = x.grad
    (x * second).backward(torch.ones_like(x))
    assert x.grad is held and torch.equal(held, (first.double() + second.double()).to(kind))


def test_a_cycle_is_warned_of_once(monkeypatch):
    monkeypatch.setattr(backward_module, "_CYCLE_WARNED", [])
    x = torch.tensor(2.0, requires_grad=True)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(2):
            (x * x).backward(create_graph=True)
            x.grad = None
    assert sum("reference cycle" in str(w.message) for w in caught) == 1
