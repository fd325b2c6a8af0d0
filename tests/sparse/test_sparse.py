"""Tensors in coordinate form, besides the results recorded from PyTorch in `compat_tests/behaviours/ops/sparse.py`."""
from __future__ import annotations

import copy
import io
import pickle
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.sparse.coo import Coo, add_into, coalesce, keys
from minitorch_compat._ops.op import OPS
from minitorch_compat.autograd import gradcheck, gradgradcheck
from minitorch_compat.nn import functional as F
from tests.many_cases import for_each

PLACES = {"ordered": [[0, 1, 1], [2, 0, 2]], "unordered": [[1, 0, 1], [2, 1, 0]], "twice": [[1, 0, 1], [2, 1, 2]]}


def make_sparse(values: torch.Tensor, places: str = "ordered") -> torch.Tensor:
    return torch.sparse_coo_tensor(PLACES[places], values, (2, 3))


def example(places: str = "ordered", dtype: torch.dtype = torch.float64) -> torch.Tensor:
    return make_sparse(torch.tensor([0.5, -0.25, 0.75], dtype=dtype), places)


DENSE = torch.tensor([[0.3, 1.2, -0.4], [0.9, 0.1, 0.7]], dtype=torch.float64)

#: name -> a function of a sparse tensor, and the same of a dense one.
SAME = {
    "neg": (lambda s: -s, lambda d: -d),
    "scaled": (lambda s: 2.5 * s / 3, lambda d: 2.5 * d / 3),
    "abs": (torch.abs, torch.abs),
    "sin": (torch.sin, torch.sin),
    "tanh": (lambda s: s.tanh(), torch.tanh),
    "square": (lambda s: s**2, lambda d: d**2),
    "sparse + sparse": (lambda s: s + 2 * s.t().t(), lambda d: 3 * d),
    "sparse - sparse": (lambda s: s - s * DENSE, lambda d: d - d * DENSE),
    "dense + sparse": (lambda s: DENSE + s, lambda d: DENSE + d),
    "sparse * dense": (lambda s: s * DENSE, lambda d: d * DENSE),
    "dense * sparse": (lambda s: DENSE * s, lambda d: d * DENSE),
    "sparse * sparse": (lambda s: s * s, lambda d: d * d),
    "t": (lambda s: s.t(), lambda d: d.t()),
    "permute": (lambda s: s.permute(1, 0), lambda d: d.permute(1, 0)),
    "unsqueeze": (lambda s: s.unsqueeze(1), lambda d: d.unsqueeze(1)),
    "stack": (lambda s: torch.stack([s, s * 2], 1), lambda d: torch.stack([d, d * 2], 1)),
    "cat": (lambda s: torch.cat([s, s], 1), lambda d: torch.cat([d, d], 1)),
    "select": (lambda s: s[1], lambda d: d[1]),
    "column": (lambda s: s[:, 2], lambda d: d[:, 2]),
    "element": (lambda s: s[1, 2], lambda d: d[1, 2]),
    "index_select": (lambda s: s.index_select(1, torch.tensor([2, 2, 0])), lambda d: d.index_select(1, torch.tensor([2, 2, 0]))),
    "mm": (lambda s: s @ DENSE.t(), lambda d: d @ DENSE.t()),
    "sparse.mm": (lambda s: torch.sparse.mm(s, DENSE.t()), lambda d: d @ DENSE.t()),
    "dense mm sparse": (lambda s: DENSE.t() @ s, lambda d: DENSE.t() @ d),
    "sparse mm sparse": (lambda s: torch.sparse.mm(s, s.t()), lambda d: d @ d.t()),
    "mv": (lambda s: s @ DENSE[0], lambda d: d @ DENSE[0]),
    "addmm": (lambda s: torch.sparse.addmm(DENSE[:, :2], s, DENSE.t(), beta=2, alpha=3),
              lambda d: torch.addmm(DENSE[:, :2], d, DENSE.t(), beta=2, alpha=3)),
    "sum": (lambda s: s.sum(), lambda d: d.sum()),
    "sparse.sum": (lambda s: torch.sparse.sum(s), lambda d: d.sum()),
    "sum of rows": (lambda s: torch.sparse.sum(s, 1), lambda d: d.sum(1)),
    "sum of columns": (lambda s: s.sum(0, keepdim=True), lambda d: d.sum(0, keepdim=True)),
    "float": (lambda s: s.float().double(), lambda d: d.float().double()),
    "clone": (lambda s: s.clone(), lambda d: d.clone()),
    "coalesce": (lambda s: s.coalesce(), lambda d: d.clone()),
    "norm": (lambda s: s.norm(), lambda d: d.norm()),
}


def dense(t: torch.Tensor) -> torch.Tensor:
    return t.to_dense() if t.is_sparse else t


@pytest.mark.parametrize("places", PLACES)
@pytest.mark.parametrize("name", SAME)
def test_like_a_dense_tensor(name: str, places: str) -> None:
    """Values, and gradients that reach the values, are those of the dense tensor."""
    sparse_call, dense_call = SAME[name]
    v = torch.tensor([0.5, -0.25, 0.75], dtype=torch.float64, requires_grad=True)
    out, expected = dense(sparse_call(make_sparse(v, places))), dense_call(make_sparse(v, places).to_dense())
    torch.testing.assert_close(out, expected)
    weights = torch.arange(1.0, 1 + out.numel(), dtype=torch.float64).reshape(out.shape).cos()
    got, = torch.autograd.grad((out * weights).sum(), v)
    wanted, = torch.autograd.grad((expected * weights).sum(), v)
    torch.testing.assert_close(got, wanted)


@pytest.mark.parametrize("places", PLACES)
@pytest.mark.parametrize("name", SAME)
def test_gradient_of_a_sparse_leaf(name: str, places: str) -> None:
    """It is the gradient of the matrix: at the leaf's places, that of the dense leaf."""
    sparse_call, dense_call = SAME[name]
    s = example(places).requires_grad_()
    d = s.detach().to_dense().requires_grad_()
    dense(sparse_call(s)).cos().sum().backward()
    dense_call(d).cos().sum().backward()
    at = s.detach().coalesce().indices()
    torch.testing.assert_close(dense(s.grad)[at[0], at[1]], d.grad[at[0], at[1]])


@pytest.mark.parametrize("name", ["scaled", "sin", "sparse + sparse", "sparse * dense", "sparse.mm", "mm", "dense mm sparse",
                                  "sparse mm sparse", "sum of rows", "stack", "sparse * sparse", "index_select"])
def test_derivatives_by_finite_differences(name: str) -> None:
    call = SAME[name][0]
    v = torch.tensor([0.5, -0.25, 0.75], dtype=torch.float64, requires_grad=True)
    for places in ("ordered", "twice"):
        assert gradcheck(lambda v, places=places: dense(call(make_sparse(v, places))), (v,))
        assert gradgradcheck(lambda v, places=places: dense(call(make_sparse(v, places))), (v,))


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("dim", [0, 1])
def test_softmax(dim: int, log: bool) -> None:
    function = torch.sparse.log_softmax if log else torch.sparse.softmax
    v = torch.tensor([0.5, -0.25, 0.75], dtype=torch.float64, requires_grad=True)
    assert gradcheck(lambda v: function(make_sparse(v), dim).values(), (v,))
    full = torch.full((2, 3), -torch.inf, dtype=torch.float64)
    full[tuple(torch.tensor(PLACES["ordered"]))] = v.detach()
    expected = torch.log_softmax(full, dim) if log else torch.softmax(full, dim)
    torch.testing.assert_close(function(make_sparse(v.detach()), dim).values(), expected[tuple(torch.tensor(PLACES["ordered"]))])


def test_gradients_with_respect_to_the_dense_factor() -> None:
    s, d = example("twice"), DENSE.t().clone().requires_grad_()
    for call in (torch.sparse.mm, torch.mm, lambda s, d: d.t() @ s.t()):
        assert gradcheck(lambda d, call=call: call(s, d), (d,))
        assert gradgradcheck(lambda d, call=call: call(s, d), (d,))


def test_batches_of_sparse_matrices() -> None:
    """Values and gradients of `bmm` are those of dense batches, also where a place is named twice."""
    places = torch.tensor([[0, 0, 1, 0], [0, 0, 1, 1], [1, 1, 0, 2]])
    v = torch.tensor([0.5, -0.25, 0.75, 2.0], dtype=torch.float64, requires_grad=True)
    y = torch.arange(12.0, dtype=torch.float64).reshape(2, 3, 2).cos().requires_grad_()

    def product(v: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return torch.bmm(torch.sparse_coo_tensor(places, v, (2, 2, 3)), y)

    torch.testing.assert_close(product(v, y), torch.bmm(torch.sparse_coo_tensor(places, v, (2, 2, 3)).to_dense(), y))
    assert gradcheck(product, (v, y)) and gradgradcheck(product, (v, y))


def test_embedding_gradients_of_second_order() -> None:
    """The padding row neither gets nor passes on anything."""
    index = torch.tensor([2, 1, 2, 0])

    def gradient(w: torch.Tensor, sparse: bool) -> torch.Tensor:
        out = F.embedding(index, w, padding_idx=1, sparse=sparse)
        g, = torch.autograd.grad((out**3).sum(), w, create_graph=True)
        assert g.is_sparse is sparse
        return dense(g)

    w = torch.arange(1.0, 9.0, dtype=torch.float64).reshape(4, 2).requires_grad_()
    torch.testing.assert_close(gradient(w, True), gradient(w, False))
    second, = torch.autograd.grad((gradient(w, True) * torch.arange(8.0).reshape(4, 2)).sum(), w)
    expected = torch.zeros(4, 2, dtype=torch.float64)
    for row in (2, 2, 0):
        expected[row] += 6 * w[row].detach() * torch.arange(8.0).reshape(4, 2)[row]
    torch.testing.assert_close(dense(second), expected)


@pytest.mark.parametrize("sparse", [False, True])
def test_the_cotangent_of_a_padding_row_gets_no_gradient(sparse: bool) -> None:
    w, c = torch.ones(4, 2, requires_grad=True), torch.ones(3, 2, requires_grad=True)
    g, = torch.autograd.grad(F.embedding(torch.tensor([2, 1, 0]), w, padding_idx=1, sparse=sparse), w, c, create_graph=True)
    again, = torch.autograd.grad(dense(g).sum(), c)
    assert again.tolist() == [[1, 1], [0, 0], [1, 1]]


def test_sparse_and_dense_steps_agree() -> None:
    """Where every row is named, a sparse gradient moves parameters as the dense one does."""
    index = torch.tensor([0, 1, 2, 1])
    for make in (lambda p: torch.optim.SGD(p, lr=0.1), lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9),
                 lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, nesterov=True), lambda p: torch.optim.Adagrad(p, lr=0.1)):
        ends = []
        for sparse in (False, True):
            w = torch.nn.Parameter(torch.arange(6.0, dtype=torch.float64).reshape(3, 2))
            optimizer = make([w])
            for _ in range(4):
                optimizer.zero_grad()
                (F.embedding(index, w, sparse=sparse) ** 2).sum().backward()
                optimizer.step()
            ends.append(w.detach())
        torch.testing.assert_close(*ends)
    ends = []
    for sparse in (False, True):
        w = torch.nn.Parameter(torch.arange(6.0, dtype=torch.float64).reshape(3, 2) + 1)
        optimizer = (torch.optim.SparseAdam if sparse else torch.optim.Adam)([w], lr=0.1)
        for _ in range(4):
            optimizer.zero_grad()
            (F.embedding(index, w, sparse=sparse) ** 2).sum().backward()
            optimizer.step()
        ends.append(w.detach())
    torch.testing.assert_close(*ends)


def test_a_momentum_does_not_grow_without_end() -> None:
    w = torch.nn.Parameter(torch.ones(3, 2))
    optimizer = torch.optim.SGD([w], lr=0.1, momentum=0.9)
    for i in range(20):
        optimizer.zero_grad()
        F.embedding(torch.tensor([2, i % 3, 0]), w, sparse=True).sum().backward()
        optimizer.step()
    assert optimizer.state[w]["momentum_buffer"]._nnz() <= 6


@pytest.mark.parametrize("name", sorted(name for name, op in OPS.items() if op.module != "sparse"))
def test_ops_that_do_not_know_the_layout_refuse(name: str) -> None:
    """Every op of one or two tensors, given sparse ones: done by a listed rule, or refused, and never done with a dense array."""
    from minitorch_compat._dispatch.call.caller import caller

    if OPS[name].coo_rule or OPS[name].coo or OPS[name].coo_products or OPS[name].kind == "composite":
        pytest.skip("listed, or made of others")
    op = OPS[name]
    given = [example() if p.type.startswith("Tensor") and not p.is_tensor_list else [example(), example()] if p.is_tensor_list
             else p.value if p.default is not None else 1 for p in op.params]
    if not op.schema.tensor_positions:
        pytest.skip("of no tensor")
    with pytest.raises((NotImplementedError, TypeError)):
        caller(name)(*given)


def test_nothing_takes_it_for_an_ndarray() -> None:
    s = example()
    for call in (np.asarray, np.sin, np.sum, np.zeros_like, lambda a: np.add(a, 1), lambda a: a.reshape(-1), lambda a: a.flags, len,
                 lambda a: a[0], float, lambda a: np.multiply(a, a, out=np.zeros((2, 3)))):
        with pytest.raises((NotImplementedError, TypeError, RuntimeError)):
            call(s._array)
    with pytest.raises(TypeError, match="convert Sparse layout tensor to numpy"):
        np.asarray(s)


def test_inside_transforms_it_is_refused() -> None:
    s = example()
    with pytest.raises(NotImplementedError):
        torch.func.grad(lambda d: torch.sparse.sum(s * d))(DENSE)
    with pytest.raises(NotImplementedError):
        torch.func.vmap(lambda d: d.to_sparse().to_dense())(DENSE)
    with pytest.raises(NotImplementedError):
        torch.func.jvp(lambda d: torch.sparse.mm(s, d), (DENSE.t(),), (DENSE.t(),))
    table = torch.func.grad(lambda w: F.embedding(torch.tensor([1]), w, sparse=True).sum())(torch.ones(2, 2))
    assert not table.is_sparse and table.tolist() == [[0, 0], [1, 1]]


def test_indices_are_always_checked() -> None:
    with pytest.raises(RuntimeError, match="found negative index -1 for dim 0"):
        torch.sparse_coo_tensor([[0, -1]], [1.0, 2.0], (3,))
    with pytest.raises(RuntimeError, match="size is 3 but found index 3"):
        torch.sparse_coo_tensor([[0, 3]], [1.0, 2.0], (3,))


def test_copies_and_files() -> None:
    s = example("twice").requires_grad_()
    for copied in (copy.deepcopy(s), copy.copy(s)):
        assert copied.requires_grad and copied.to_dense().tolist() == s.to_dense().tolist()
    loaded = pickle.loads(pickle.dumps(example("twice")))
    assert loaded.is_sparse and loaded._nnz() == 3 and not loaded.is_coalesced()
    file = io.BytesIO()
    torch.save([s.detach().coalesce()], file)
    file.seek(0)
    back, = torch.load(file)
    assert back.is_coalesced() and back.dtype is torch.float64 and back.to_dense().tolist() == s.to_dense().tolist()


def test_old_types() -> None:
    s = torch.sparse.DoubleTensor(torch.tensor(PLACES["ordered"]), torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64), torch.Size([2, 3]))
    assert isinstance(s, torch.sparse.DoubleTensor) and not isinstance(s, torch.DoubleTensor)
    assert not isinstance(DENSE, torch.sparse.DoubleTensor)
    assert s.type() == "torch.sparse.DoubleTensor" and torch.sparse.FloatTensor(2, 3)._nnz() == 0


def test_kernels_on_many_random_arrays() -> None:
    """Sums, products and coalescing against numpy, with empty dimensions and dense ones behind."""
    random = np.random.default_rng(0)

    def draw(shape: tuple[int, ...], sparse: int, count: int) -> Coo:
        if 0 in shape[:sparse]:
            count = 0
        indices = np.array([random.integers(0, max(n, 1), count) for n in shape[:sparse]], np.int64).reshape(sparse, count)
        return Coo(random.normal(size=(count, *shape[sparse:])), indices, shape)

    def full(x: Coo) -> np.ndarray:
        out = np.zeros(x.shape)
        np.add.at(out, tuple(x.indices), x.values)
        return out

    for shape in ((4, 5), (3,), (2, 3, 4), (0, 3), (3, 0), (6, 2)):
        for sparse in range(1, len(shape) + 1):
            for count in (0, 1, 7):
                x, y = draw(shape, sparse, count), draw(shape, sparse, 5)
                ordered = coalesce(x)
                assert (np.diff(keys(ordered)) > 0).all()
                np.testing.assert_allclose(full(ordered), full(x))
                np.testing.assert_allclose(full(x + y), full(x) + full(y))
                np.testing.assert_allclose(full(coalesce(x) + coalesce(y)), full(x) + full(y))
                np.testing.assert_allclose(full(x * y), full(x) * full(y), atol=1e-14)
                np.testing.assert_allclose(full(coalesce(x) * coalesce(y)), full(x) * full(y), atol=1e-14)
                total = np.asfortranarray(random.normal(size=shape))
                np.testing.assert_allclose(add_into(total.copy("K"), x), total + full(x))


@pytest.mark.parametrize("density", [0.01, 0.5])
@pytest.mark.parametrize("columns", [1, 3, 40])
@pytest.mark.parametrize("layout", [torch.sparse_coo, torch.sparse_csr])
def test_products_with_dense_matrices_of_any_density(density: float, columns: int, layout: Any) -> None:
    rng = np.random.default_rng(0)
    dense = rng.standard_normal((70, 50)) * (rng.random((70, 50)) < density)
    dense[3] = 0
    y = rng.standard_normal((50, columns))
    x = torch.tensor(dense).to_sparse(layout=layout)
    np.testing.assert_allclose((x @ torch.tensor(y)).numpy(), dense @ y, rtol=1e-12, atol=1e-12)
    y[7] = np.inf  # reaches the rows that have something there, and no others
    got = (x @ torch.tensor(y)).numpy()
    np.testing.assert_array_equal(np.isfinite(got[:, 0]), dense[:, 7] == 0)


def test_a_place_named_twice_counts_twice_in_a_product() -> None:
    x = torch.sparse_coo_tensor([[1, 0, 0, 0], [1, 0, 1, 0]], [4.0, 1.0, 3.0, 2.0], (2, 2))
    assert (x @ torch.ones(2, 8)).tolist() == [[6.0] * 8, [4.0] * 8]


def test_conjugates_become_sparse_by_their_values():
    z = torch.tensor([1 + 1j, 0, 2 - 1j])
    assert z.conj().to_sparse().values().tolist() == [1 - 1j, 2 + 1j]
    assert z.conj().imag.to_sparse().values().tolist() == [-1, 1]
    assert z.conj()[None].to_sparse_csr().values().tolist() == [1 - 1j, 2 + 1j]
    assert torch.sparse.mm(torch.eye(3, dtype=torch.complex64).to_sparse(), z.conj()[:, None]).flatten().tolist() == [1 - 1j, 0, 2 + 1j]


def test_a_sparse_tensor_takes_a_larger_shape():
    s = torch.sparse_coo_tensor([[0, 1]], [1.0, 2.0], (2,))
    assert s.sparse_resize_((4,), 1, 0) is s
    assert s.to_dense().tolist() == [1, 2, 0, 0]
    for shape, sparse, dense, message in (((1,), 1, 0, "shrinking the size of sparse"), ((4, 4), 2, 0, "number of sparse dimensions"),
                                          ((4, 4), 1, 1, "number of dense dimensions"), ((4, 4), 1, 0, "not satisfied")):
        with pytest.raises(RuntimeError, match=message):
            s.sparse_resize_(shape, sparse, dense)
    assert torch.sparse_coo_tensor([[0]], [1.0], (1,)).resize_as_sparse_(s).shape == (4,)
    assert s.sparse_resize_and_clear_((2, 3), 1, 1)._nnz() == 0
    assert s.shape == (2, 3)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.int64])
@pytest.mark.parametrize("density", [0.02, 0.2, 0.9])
def test_products_of_sparse_matrices_of_any_density(density: float, dtype: Any) -> None:
    torch.manual_seed(0)
    x, y = ((torch.randint(1, 9, size) * (torch.rand(size) < density)).to(dtype) for size in ((60, 50), (50, 70)))
    product = torch.sparse.mm(x.to_sparse(), y.to_sparse())
    assert product.is_coalesced() and product.dtype == dtype
    assert torch.equal(product.to_dense(), x @ y)
    assert product._nnz() == int(((x != 0).double() @ (y != 0).double() > 0).sum())


def test_a_product_of_sparse_matrices_keeps_infinities_to_their_places() -> None:
    x, y = torch.ones(20, 20).tril(), torch.eye(20)
    y[3, 3] = torch.inf
    product = torch.sparse.mm(x.to_sparse(), y.to_sparse()).to_dense()
    assert torch.equal(product[:, 3], torch.where(torch.arange(20) >= 3, torch.inf, 0.0)) and product.isnan().sum() == 0


def test_a_product_over_no_columns_is_empty_however_large() -> None:
    x, y = torch.zeros(10**6, 0).to_sparse(), torch.zeros(0, 10**6).to_sparse()
    product = torch.sparse.mm(x, y)
    assert product.shape == (10**6, 10**6) and product._nnz() == 0


@pytest.mark.parametrize("dim", range(-3, 3))
def test_stacks_along_every_dimension(dim):
    tensors = [torch.tensor(rows) for rows in ([[0.0, 1.0, 0.0], [2.0, 0.0, 0.0]], [[0.0, 0.0, 0.0], [0.0, 0.0, 3.0]], [[0.0] * 3] * 2)]
    stacked = torch.stack([t.to_sparse() for t in tensors], dim)
    assert stacked.is_sparse and torch.equal(stacked.to_dense(), torch.stack(tensors, dim))
    hybrid = torch.stack([t.to_sparse(1) for t in tensors], dim % 3 % 2)
    assert (hybrid.sparse_dim(), hybrid.dense_dim()) == (2, 1) and torch.equal(hybrid.to_dense(), torch.stack(tensors, dim % 3 % 2))


def test_refused_parts_and_concatenations() -> None:
    places, rows = torch.eye(3).to_sparse(), torch.ones(3, 3).to_sparse(1)
    for parts in ([places, rows], [places, places, rows], [rows, places]):
        with pytest.raises(RuntimeError, match="must have the same sparse_dim and dense_dim"):
            torch.cat(parts)
    with pytest.raises(RuntimeError, match="length must be non-negative"):
        places.narrow_copy(0, 0, -1)


def test_out_of_the_same_layout() -> None:
    s, u = torch.eye(3).to_sparse(), torch.sparse_coo_tensor([[0, 1, 1], [2, 0, 0]], [3.0, 4.0, 5.0], (3, 3))
    out = torch.sparse_coo_tensor(size=(1, 1))
    assert torch.add(s, u, out=out) is out and out.to_dense().equal(s.to_dense() + u.to_dense())
    assert torch.mul(s, 2, out=out).to_dense().equal(2 * torch.eye(3)) and torch.neg(u, out=out)._nnz() == 3
    with pytest.raises(RuntimeError, match="Float"):
        torch.add(s, u, out=s.int())
    assert s._values().tolist() == [1, 1, 1]


def test_transposed_and_other_functions_in_place() -> None:
    u = torch.sparse_coo_tensor([[0, 1, 1], [2, 0, 0]], [3.0, 4.0, 5.0], (2, 3))
    assert u.clone().transpose_(0, 1).to_dense().equal(u.to_dense().t()) and u.clone().t_().shape == (3, 2)
    with pytest.raises(RuntimeError, match="sin_ requires coalesced input"):
        u.sin_()
    assert u.clone().neg_().to_dense().equal(-u.to_dense()) and u.coalesce().sin_()._nnz() == 2


@for_each([("mul_", 3.0), ("mul_", torch.arange(6.0).reshape(2, 3) + 1), ("div_", 2.0), ("neg_",), ("abs_",), ("t_",),
           ("transpose_", 0, 1)])
def test_in_place_calls_are_recorded(name: str, *args: object) -> None:
    gradients = []
    for method in (name, name[:-1]):
        x = torch.sparse_coo_tensor([[0, 1, 1], [1, 0, 2]], [2.0, -3.0, 4.0], (2, 3)).coalesce().requires_grad_()
        y = x * 1.0
        values, before = y._values(), y.grad_fn
        assert (getattr(y, method)(*args) is y) is (method == name)
        if method == name:
            assert y.grad_fn is not before and (name in ("t_", "transpose_") or values.equal(y._values()))
        (y if method == name else getattr(y, method)(*args)).to_dense().square().sum().backward()
        gradients.append(x.grad.to_dense())
    assert gradients[0].equal(gradients[1])


def test_arguments_of_sparse_in_place_calls_get_gradients() -> None:
    o = torch.sparse_coo_tensor([[0, 1], [1, 0]], [2.0, 3.0], (2, 3)).coalesce().requires_grad_()
    y = o.detach() * 1.0
    y.mul_(o).add_(o, alpha=2)
    y.to_dense().sum().backward()
    assert o.grad.to_dense().tolist() == [[0, 4, 0], [5, 0, 0]]
    x = o * 1.0
    assert x.zero_().grad_fn.name() == "ZeroBackward0"
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
        o.mul_(2)


def test_a_sparse_matrix_plus_a_product() -> None:
    s, w = torch.tensor([[0.0, 2.0], [0.0, 0.0], [1.0, 3.0]]).to_sparse(), torch.tensor([[1.0, 0.0], [4.0, 5.0]])
    u = torch.sparse_coo_tensor([[0, 0], [1, 1]], [3.0, 4.0], (3, 2))
    out = torch.sspaddmm(u, s, w, beta=2, alpha=3)
    assert out.to_dense().equal(2 * u.to_dense() + 3 * s.to_dense() @ w) and out._nnz() == 6 and not out.is_coalesced()
    assert u.sspaddmm(s, w).to_dense().equal(torch.saddmm(u, s, w).to_dense()) and torch.smm(s, w)._nnz() == 4
    with pytest.raises(RuntimeError, match="expected 'mat1' to have sparse layout, got 'mat1' with layout Strided"):
        torch.sspaddmm(u, w, w)


def test_joined_along_a_dense_dimension() -> None:
    a = torch.sparse_coo_tensor([[0, 1]], torch.ones(2, 3), (4, 3), requires_grad=True)
    b = torch.sparse_coo_tensor([[1, 2]], torch.ones(2, 2), (4, 2))
    out = torch.cat([a, b], 1)
    assert out._nnz() == 4 and out.to_dense().equal(torch.cat([a.to_dense(), b.to_dense()], 1))
    out.to_dense().sum().backward()
    assert a.grad is not None and a.grad.to_dense().sum() == 6


def test_which_results_count_as_coalesced() -> None:
    s = torch.tensor([[0.0, 1.0, 2.0], [3.0, 0.0, 4.0]]).to_sparse()
    one = torch.tensor([0.0, 1.0]).to_sparse()
    assert s.permute(0, 1).is_coalesced() and not s.permute(1, 0).is_coalesced() and not s.unsqueeze(0).is_coalesced()
    assert one.unsqueeze(0).is_coalesced() and one.index_select(0, torch.tensor([1])).is_coalesced()
    assert not s.index_select(0, torch.tensor([0, 1])).is_coalesced()


def test_parts_of_complex_ones() -> None:
    s = (torch.eye(2) * (2 + 3j)).to_sparse()
    assert s.real.to_dense().equal(2 * torch.eye(2)) and torch.imag(s).to_dense().equal(3 * torch.eye(2))
    assert torch.view_as_real(s).shape == (2, 2, 2) and torch.view_as_real(s).dense_dim() == 1


def test_sums_copies_and_types() -> None:
    s = torch.eye(2).to_sparse()
    assert torch.sparse.sum(s, ()).is_sparse and s.sum(dtype=torch.int32).dtype is torch.int32 and torch.dist(s, 3 * s, 1) == 4
    assert torch.sparse_coo_tensor(size=(5, 5)).copy_(s).to_dense().equal(torch.eye(2))
    assert s.clone().copy_(torch.sparse_coo_tensor(size=(4, 4))).shape == (4, 4)
    with pytest.raises(RuntimeError, match="shrinking the size of sparse dimensions"):
        s.clone().copy_(torch.sparse_coo_tensor(size=(1, 2)))
    assert s.type("torch.sparse.DoubleTensor").dtype is torch.float64 and s.new().shape == (0,)
    with pytest.raises(TypeError, match=r"new\(\) received an invalid combination of arguments"):
        s.new(torch.ones(2))
