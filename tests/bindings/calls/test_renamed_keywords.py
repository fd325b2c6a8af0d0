"""Parameters under numpy's names, and combinations of keywords that fit no signature."""
from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._fidelity.renamed_keywords import own_keyword_arguments

X = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
N = torch.tensor([1, 0])


@pytest.mark.parametrize("call", [
    lambda x: torch.sum(x, 0, axis=1), lambda x: x.cumsum(0, axis=1), lambda x: x.argmax(1, keepdims=True, keepdim=True),
    lambda x: torch.var(x, 0, axis=1), lambda x: torch.squeeze(x, 0, axis=1), lambda x: x.max(0, axis=1), lambda x: x.cumsum_(1, axis=0),
    lambda x: torch.sum(x, keepdim=False), lambda x: torch.max(x, keepdim=False), lambda x: torch.var(x, True, correction=1),
    lambda x: torch.var(x, True, unbiased=True), lambda x: x.scatter(0, N[None], x, value=2), lambda x: x.view(2, 2, dtype=torch.int32),
    lambda x: x.to(torch.float64, dtype=torch.float64), lambda x: x.to("cpu", torch.float64, False, True, copy=True)])
def test_what_is_given_twice_is_refused(call: Callable[[Any], Any]) -> None:
    x = X.clone()
    with pytest.raises(TypeError):
        call(x)
    assert x._version == 0


@pytest.mark.parametrize(("call", "expected"), [
    (lambda: X.gather(axis=0, index=N[None]), [[3.0, 2.0]]), (lambda: X.index_select(axis=1, index=N[:1]), [[2.0], [4.0]]),
    (lambda: torch.index_add(X, axis=0, index=N, source=X), [[4.0, 6.0], [4.0, 6.0]]), (lambda: X.select(axis=0, index=1), [3.0, 4.0]),
    (lambda: X.softmax(axis=0).sum(axis=0), [1.0, 1.0]), (lambda: X.log_softmax(axis=-1).exp().sum(axis=1), [1.0, 1.0]),
    (lambda: X.chunk(2, axis=1)[1], [[2.0], [4.0]]),
    (lambda: torch.sum(X, axis=1), [3.0, 7.0]), (lambda: X.mean(axis=0, keepdims=True), [[2.0, 3.0]])])
def test_numpys_names(call: Callable[[], Any], expected: Any) -> None:
    assert torch.allclose(call(), torch.tensor(expected))


def test_a_dimension_is_given_once() -> None:
    for call in (lambda: X.softmax(0, axis=1), lambda: X.log_softmax(), lambda: X.chunk(2, 1, axis=0)):
        with pytest.raises(TypeError):
            call()


def test_absolute_values_of_complex_numbers_into_other_types() -> None:
    z = torch.tensor([3 + 4j])
    assert torch.abs(z, out=torch.empty(1, dtype=torch.complex64)).tolist() == [5 + 0j]
    assert torch.abs(z, out=torch.empty(1, dtype=torch.float64)).tolist() == [5.0]
    for dtype in (torch.complex128, torch.int64):
        with pytest.raises(RuntimeError):
            torch.abs(z, out=torch.empty(1, dtype=dtype))
    with pytest.raises(RuntimeError, match="Found dtype ComplexFloat but expected Float"):
        torch.abs(z.real, out=torch.empty(1, dtype=torch.complex64))


def test_a_norm_in_another_type_loses_nothing() -> None:
    for function in (torch.linalg.vector_norm, torch.linalg.matrix_norm, torch.norm):
        with pytest.raises(RuntimeError, match="dtype should be real for real inputs, but got ComplexFloat"):
            function(X, dtype=torch.complex64)
        with pytest.raises(RuntimeError, match="should be convertible without narrowing"):
            function(X.double(), dtype=torch.float32)
        with pytest.raises(RuntimeError, match="dtype should be floating point or complex, but got Long"):
            function(X, dtype=torch.int64)


def test_the_inverse_of_a_singular_matrix_is_not_finite() -> None:
    inverse, info = torch.linalg.inv_ex(torch.tensor([[[1.0, 2.0], [2.0, 4.0]], [[2.0, 0.0], [0.0, 4.0]]]))
    assert inverse.tolist() == [[[-float("inf"), float("inf")], [float("inf"), -float("inf")]], [[0.5, 0.0], [0.0, 0.25]]]
    assert info.tolist() == [2, 0]
    assert torch.linalg.cond(torch.ones(2, 2), 1).item() == float("inf")


def test_windows_of_a_view_count_from_where_its_memory_begins() -> None:
    assert torch.as_strided_scatter(X[1], torch.ones(2), (2,), (1,), 0).tolist() == [3.0, 4.0]
    assert torch.as_strided_scatter(X[1], torch.ones(2), (2,), (1,), 1).tolist() == [1.0, 4.0]


def test_a_limit_for_each_pseudoinverse() -> None:
    found = torch.linalg.pinv(X, rtol=torch.tensor([0.0, 0.5]))
    expected = [[[-2.0, 1.0], [1.5, -0.5]], [[0.0426, 0.0964], [0.0605, 0.1368]]]
    assert torch.allclose(found, torch.tensor(expected), atol=1e-4)


def test_complex_normal_numbers_have_half_the_variance_in_each_part() -> None:
    torch.manual_seed(3)
    found = torch.normal(0.0, 1.0, (2,), dtype=torch.complex64)
    assert found.tolist() == pytest.approx([0.5680019855499268 + 0.12362587451934814j, 0.06291701644659042 - 0.43396416306495667j])


def test_distances_are_a_node_of_their_own() -> None:
    p = torch.tensor([1.0, 2.0], requires_grad=True)
    distance = torch.nn.functional.pairwise_distance(p, torch.zeros(2))
    assert distance.grad_fn.name() == "NormBackward1"
    (slope,) = torch.autograd.grad(distance, p, create_graph=True)
    (again,) = torch.autograd.grad(slope.sum(), p)
    assert torch.allclose(again, torch.tensor([0.1789, -0.0894]), atol=1e-4)


@pytest.mark.parametrize("more", ["", ". Did you mean 'keepdim'?"])
def test_names_are_read_in_the_words_of_every_python(more: str) -> None:
    def std(input, dim=None, keepdim=False): ...

    refused = TypeError(f"std() got an unexpected keyword argument 'keepdims'{more}")  # with a suggestion since Python 3.13
    assert own_keyword_arguments("torch.std", std, (0,), {"dim": 0, "keepdims": True}, refused) == {"dim": 0, "keepdim": True}


def _takes(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception:
        return None


def _same(got, wanted):
    pairs = zip(torch.utils._pytree.tree_leaves(got), torch.utils._pytree.tree_leaves(wanted), strict=True)
    return all(torch.equal(a.nan_to_num(7), b.nan_to_num(7)) for a, b in pairs)


#: Functions that PyTorch writes in Python and that know no names of numpy (celu and selu are such here only), and those that draw.
_OTHERS = {"celu", "selu", "bernoulli", "empty_like", "rand_like", "randn_like", "rrelu", "norm", "poisson"}


def _functions_of(count):
    """Functions of torch that answer `count` matrices with tensors."""
    xs = [torch.tensor([[0.25, 0.5], [0.75, 0.125]]), torch.tensor([[0.5, 0.75], [0.25, 1.0]])][:count]
    for function in torch.overrides.get_overridable_functions()[torch]:
        name = function.__name__
        if [*inspect.signature(function).parameters][:count] == ["input", "other"][:count] and name not in _OTHERS and name[-1] != "_":
            wanted = _takes(function, *xs)
            leaves = torch.utils._pytree.tree_leaves(wanted)
            if leaves and all(isinstance(leaf, torch.Tensor) for leaf in leaves):
                yield function, xs, wanted


def test_numpys_names_of_the_tensors():
    torch.manual_seed(0)
    seen = 0
    for count, spellings in ((1, [("x",), ("a",), ("x1",)]), (2, [("x1", "x2"), ("x", "other"), ("input", "x2")])):
        for function, xs, wanted in _functions_of(count):
            for names in spellings:
                if count == 1 or names != ("x", "other") or "out" in inspect.signature(function).parameters:
                    got = function(**dict(zip(names, xs, strict=True)))
                    assert _same(got, wanted), (function.__name__, names)
            with pytest.raises(TypeError):
                function(*xs, **dict(zip(spellings[0], xs, strict=True)))
            seen += 1
    assert seen > 150


def test_numpys_names_with_the_rest_of_a_call():
    out = torch.empty(2)
    assert torch.sqrt(x=X, out=torch.empty(2, 2)).shape == (2, 2) and torch.add(x1=X, x2=X, alpha=2).tolist() == (X + 2 * X).tolist()
    assert torch.sum(a=X, axis=0, out=out) is out and torch.mean(x=X, axis=1, keepdims=True).shape == (2, 1)
    assert X.size(axis=1) == 2 == X.size(1) and X.stride(axis=0) == 2
    for call in (lambda: X.size(0, axis=1), lambda: X.stride(0, 1), lambda: torch.abs(X, X), lambda: torch.matmul(X, X, X),
                 lambda: torch.cumsum(X, 0, 0), lambda: torch.sum(X, 0, False, torch.float64), lambda: torch.div(X, X, "floor")):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(TypeError, match='missing 1 required positional arguments: "input"'):
        torch.abs()
    with warnings.catch_warnings(record=True):  # says once in a process that it is deprecated
        assert torch.add(X, 2, X).tolist() == (3 * X).tolist()
