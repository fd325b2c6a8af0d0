"""Paths for few elements against the general ones: the same values, dtypes and strides."""
from __future__ import annotations

import importlib.util
import itertools

import numpy as np
import pytest

from minitorch_compat._array.core.execution import blocks
from minitorch_compat._array.linalg import decompositions
from minitorch_compat._array.linalg import lapack as by_ufuncs
from minitorch_compat._array.linalg import products as linalg
from minitorch_compat._array.nn import conv, losses, patches
from minitorch_compat._array.nn import normalization as norm
from minitorch_compat._array.pointwise import elementwise as pointwise
from minitorch_compat._array.random import draws as draws
from minitorch_compat._array.random.mt19937 import Stream
from minitorch_compat._array.reduce import moments, reduction
from minitorch_compat._array.shape import strided
from minitorch_compat._array.special import orthogonal_polynomials as polynomials

RNG = np.random.default_rng(5)


def _by_functions():
    """The module of LAPACK's functions where numpy keeps the ufuncs elsewhere."""
    spec = importlib.util.spec_from_file_location(f"{by_ufuncs.__name__}_by_functions", by_ufuncs.__file__)
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr("numpy._core.umath._make_extobj", raising=False)
        spec.loader.exec_module(module)
    return module


LAPACKS = pytest.mark.parametrize("lapack", [by_ufuncs, _by_functions()], ids=["ufuncs", "functions"])


def same(first, second):
    for a, b in zip(first, second, strict=True):
        if a is None or b is None:
            assert a is b
            continue
        assert (a.dtype, a.shape, a.strides) == (b.dtype, b.shape, b.strides)
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("seed", range(4))
def test_normals_made_ahead_leave_the_stream_as_it_is(seed, monkeypatch):
    ahead, plain = Stream(seed), Stream(seed)
    for n in (16, 25, 40, 3, 128, 16, 16, 100, 17, 127, 16, 31, 90, 64, 16, 120, 33):
        found = draws.normal(ahead, n, np.dtype(np.float32), 0.5, 2.0)
        with monkeypatch.context() as patched:
            patched.setattr(draws, "SMALL_COUNT", 0)
            wanted = draws.normal(plain, n, np.dtype(np.float32), 0.5, 2.0)
        assert found.tobytes() == wanted.tobytes()
        assert ahead.get_state().tobytes() == plain.get_state().tobytes()
    ahead.set_state(plain.get_state())
    assert (ahead.floats(5) == plain.floats(5)).all()
    assert draws.normal(ahead, 16, np.dtype(np.float32)).tobytes() == draws.normal(plain, 16, np.dtype(np.float32)).tobytes()


def test_normals_made_ahead_are_not_those_of_another_seed():
    stream = Stream(1)
    first = draws.normal(stream, 16, np.dtype(np.float32))
    stream.manual_seed(2)
    second = draws.normal(stream, 16, np.dtype(np.float32))
    stream.manual_seed(1)
    assert (draws.normal(stream, 16, np.dtype(np.float32)) == first).all()
    assert (second != first).any()


@pytest.mark.parametrize("std", [1.0, 0.3, 0.0, 1e-42])
def test_product_alone_rounds_as_the_multiply_add_does(std):
    a = np.concatenate([RNG.standard_normal(50), [0.0, -0.0, 1e-30, -1e-30]]).astype(np.float32)
    b = float(np.float32(std))
    wanted = (a.astype(np.float64) * b + 0.0).astype(np.float32)
    assert draws.fma32(a, b, 0.0).tobytes() == wanted.tobytes()


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_layer_norm(weighted, dtype, monkeypatch):
    a, w, b = (RNG.standard_normal(s).astype(dtype) for s in ((3, 2, 4), (2, 4), (2, 4)))
    args = (a, (2, 4), w, b, 1e-5) if weighted else (a, (2, 4), None, None, 1e-5)
    found = norm.layer_norm(*args)
    monkeypatch.setattr(norm, "_SMALL_SIZE", 0)
    same(found, norm.layer_norm(*args))


@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize("shape", [(3, 2, 4), (2, 3, 2, 2), (4, 3)])
def test_batch_norm(training, shape, monkeypatch):
    a, g = RNG.standard_normal(shape).astype(np.float32), RNG.standard_normal(shape).astype(np.float32)
    w, b, mean, var = (RNG.random(shape[1]).astype(np.float32) for _ in range(4))

    def both():
        out, m, r = norm.batch_norm(a, w, b, mean, var, training, 1e-5)
        return out, m, r, *norm.batch_norm_backward(g, a, m, r, w, None, b, training)

    found = both()
    monkeypatch.setattr(norm, "_SMALL_SIZE", 0)
    same(found, both())


@pytest.mark.parametrize("affine", ["both", "weight", "bias", "none"])
def test_group_norm(affine):
    a, w, b = (RNG.standard_normal(s).astype(np.float32) for s in ((2, 6, 3), 6, 6))
    w, b = w if affine in ("both", "weight") else None, b if affine in ("both", "bias") else None
    out, mean, rstd = norm.group_norm(a, w, b, 3, 1e-5)
    groups = a.reshape(2, 3, 6).astype(np.float64)
    wanted = ((groups - groups.mean(-1, keepdims=True)) / np.sqrt(groups.var(-1, keepdims=True) + 1e-5)).reshape(a.shape)
    wanted = wanted * (1 if w is None else w[:, None]) + (0 if b is None else b[:, None])
    np.testing.assert_allclose(out, wanted, rtol=1e-5, atol=1e-6)
    assert mean.shape == rstd.shape == (2, 3)


@pytest.mark.parametrize("keepdim", [False, True])
@pytest.mark.parametrize("dim", [None, 2, (1, 2), (2, 1), (0, 1, 2), 1, (0, 2)])
def test_var(dim, keepdim, monkeypatch):
    a = RNG.standard_normal((3, 4, 5))
    found = moments.var(a, dim, 1, keepdim)
    monkeypatch.setattr(reduction, "_RUN_LENGTH", 0)
    wanted = moments.var(a, dim, 1, keepdim)
    assert (found.shape, found.dtype, found.strides) == (wanted.shape, wanted.dtype, wanted.strides)
    np.testing.assert_allclose(found, wanted, rtol=1e-14)
    assert (moments.var(np.full((2, 3), 1e8, np.float32), 1) == 0).all()


def test_var_of_one_is_undefined():
    assert np.isnan(moments.var(np.ones(1)))
    assert np.isinf(moments.var(np.array([1.0, 2.0]), None, 2))


@pytest.mark.parametrize("kernel", [losses.bce, losses.bce_with_logits])
@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
def test_binary_losses(kernel, dtype):
    p = np.concatenate([RNG.random(20), [0, 1]]).astype(dtype)
    target = RNG.random(22).astype(dtype)
    wide = kernel(p[None], target)[0]  # shapes that differ take the general way
    same([kernel(p, target)], [wide])


@pytest.mark.parametrize("geometry", [((2, 1), (1, 1), (1, 1)), ((2, 2), (1, 0), (2, 3)), ((1, 1), (2, 2), (1, 1))])
@pytest.mark.parametrize("groups", [1, 2])
def test_columns_added_up(geometry, groups, monkeypatch):
    stride, padding, dilation = geometry
    y, w = RNG.standard_normal((2, 4, 4, 5)).astype(np.float32), RNG.standard_normal((4, 2, 3, 2)).astype(np.float32)
    size = conv.transposed_size((4, 5), (3, 2), stride, padding, (0, 0), dilation)
    monkeypatch.setattr(patches, "_STORE", patches._BufferStore(0))
    found = conv.conv_input_gradient(y, w, size, stride, padding, dilation, groups)
    monkeypatch.setattr(patches, "SMALL_SIZE", 0)
    same([found], [conv.conv_input_gradient(y, w, size, stride, padding, dilation, groups)])


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("unitriangular", [False, True])
def test_batches_of_triangles(left, upper, unitriangular, monkeypatch):
    a, b = RNG.standard_normal((3, 4, 4)) + 4 * np.eye(4), RNG.standard_normal((3, 4, 4))
    found = decompositions.solve_triangular(a, b, upper, left, unitriangular)
    monkeypatch.setattr(decompositions, "_solve_by_elimination", lambda *args: None)
    wanted = decompositions.solve_triangular(a, b, upper, left, unitriangular)
    assert found.strides == wanted.strides
    np.testing.assert_allclose(found, wanted, rtol=1e-11, atol=1e-12)


def test_triangle_with_a_zero_on_its_diagonal():
    a = np.stack([np.eye(2), np.array([[0.0, 1.0], [0.0, 1.0]])])
    found = decompositions.solve_triangular(a, np.ones((2, 2, 1)), True, True, False)
    assert (found[0] == 1).all()
    assert not np.isfinite(found[1]).all()


def test_looks_at_all_elements():
    for bad in (np.inf, -np.inf, np.nan):
        assert not blocks.all_finite(np.array([1.0, bad, -bad]))
        assert not blocks.all_within(np.array([0.5, bad]), 0, 1)
    assert blocks.all_finite(np.array([3e38, 3e38], np.float32))  # whose sum is not
    assert blocks.all_finite(np.empty(0))
    assert blocks.all_within(np.array([0.0, 1.0]), 0, 1)
    assert not blocks.all_within(np.array([0.0, 1.5]), 0, 1)


@LAPACKS
@pytest.mark.parametrize("kind", "fdFD")
@pytest.mark.parametrize("shape", [(4, 4), (2, 3, 4, 4), (1, 1), (0, 0), (2, 0, 0)])
def test_lapack_as_numpy_calls_it(lapack, kind, shape):
    a = RNG.standard_normal(shape) + (1j * RNG.standard_normal(shape) if kind in "FD" else 0)
    a = a.astype(kind)
    positive = (a @ a.conj().swapaxes(-1, -2) + 4 * np.eye(shape[-1])).astype(kind)
    b = np.ascontiguousarray(a[..., :3])
    for found, wanted in [
            (lapack.inv(a), np.linalg.inv(a)), (lapack.det(a), np.linalg.det(a)), (lapack.cholesky(positive), np.linalg.cholesky(positive)),
            (lapack.solve(a, b), np.linalg.solve(a, b)), (lapack.svdvals(b), np.linalg.svd(b, compute_uv=False)),
            *zip(lapack.slogdet(a), np.linalg.slogdet(a)), *zip(lapack.eigh_lower(positive), np.linalg.eigh(positive)),
            *zip(lapack.eigh_upper(a), np.linalg.eigh(a, "U")), *zip(lapack.svd_full(b), np.linalg.svd(b)),
            *zip(lapack.svd_reduced(b), np.linalg.svd(b, full_matrices=False)),
            (lapack.pinv_and_values(b, 1e-6)[0], np.linalg.pinv(b, 1e-6))]:
        assert np.asarray(found).dtype == np.asarray(wanted).dtype
        np.testing.assert_array_equal(found, wanted)
    room, other = np.empty_like(a), np.empty_like(b)
    assert lapack.inv(a, (room,)) is room and lapack.solve(a, b, (other,)) is other
    np.testing.assert_array_equal(room, np.linalg.inv(a))
    np.testing.assert_array_equal(other, np.linalg.solve(a, b))
    if a.size:
        q, r = lapack.qr(a, False)
        wide = a.astype("D" if kind in "FD" else "d")
        np.testing.assert_array_equal(q, np.linalg.qr(wide)[0].astype(kind))
        np.testing.assert_allclose(np.triu(r), np.linalg.qr(a)[1], rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("kind", "fdFD")
@pytest.mark.parametrize("shape", [(4, 3), (3, 4), (2, 3, 3), (1, 1), (5, 1)])
def test_qr_as_numpy_does_it(kind, shape):
    a = (RNG.standard_normal(shape) + (1j * RNG.standard_normal(shape) if kind in "FD" else 0)).astype(kind)
    for mode in ("reduced", "complete"):
        for found, wanted in zip(decompositions.qr(a, mode), np.linalg.qr(a, mode=mode), strict=True):
            assert found.dtype == wanted.dtype
            np.testing.assert_array_equal(found, wanted)


@LAPACKS
def test_lapack_says_what_fails(lapack):
    for call in (lambda a: lapack.inv(a), lambda a: lapack.cholesky(a), lambda a: lapack.solve(a, a)):
        with pytest.raises(np.linalg.LinAlgError):
            call(np.zeros((2, 2), np.float32))
    assert lapack.det(np.zeros((2, 2))) == 0


@pytest.mark.parametrize("n", [2, 3, 4, 10, 100, 1500, 5000])
def test_shuffles_without_swapping(n):
    place = np.arange(n - 1)
    for _ in range(20):
        goal = place + RNG.integers(0, np.arange(n, 1, -1))
        assert (draws._shuffle(goal) == draws._shuffle_sequential(goal.tolist())).all()
    assert (draws._shuffle(place) == np.arange(n)).all()
    last = np.full(n - 1, n - 1)
    assert (draws._shuffle(last) == draws._shuffle_sequential(last.tolist())).all()


@pytest.mark.parametrize("weight", [0.3, 0.5, 0.8])
@pytest.mark.parametrize("second", [lambda b: b, lambda b: b[:1], lambda b: b.T.copy().T, lambda b: b[..., :1]])
def test_sums_stored_where_a_part_was(weight, second):
    a, b = RNG.standard_normal((4, 4)).astype(np.float32), second(RNG.standard_normal((4, 4)).astype(np.float32))
    before = a.copy(), b.copy()
    w = np.float32(weight)
    wanted = a + w * (b - a) if weight < 0.5 else b - (b - a) * (1 - w)
    same([pointwise.lerp(a, b, weight), pointwise.add_scaled(a, b, weight)], [wanted, a + b * w])
    assert (a == before[0]).all() and (b == before[1]).all()


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", ["chebyshev_t", "chebyshev_u", "chebyshev_v", "chebyshev_w", "shifted_chebyshev_t", "shifted_chebyshev_u",
                                  "shifted_chebyshev_v", "shifted_chebyshev_w", "hermite_h", "hermite_he", "laguerre_l", "legendre_p"])
def test_polynomials(name, dtype, monkeypatch):
    kernel = getattr(polynomials, name)
    x = np.array([-3, -1, -0.75, 0, 0.5, 1, 2.5, np.inf, np.nan, 1e30, -1e30], dtype)[:, None]
    for n in ([-2, 0, 1], [2, 5, 3.7], [9, 12, 8], [50, np.inf, np.nan]):
        degrees = np.array(n, dtype)
        few = np.concatenate([kernel(row[:1], degrees) for row in x]).reshape(len(x), 3)
        monkeypatch.setattr(polynomials, "_PYTHON_COUNT", 0)
        many = kernel(*np.broadcast_arrays(x, degrees))
        monkeypatch.undo()
        assert few.dtype == many.dtype == dtype
        np.testing.assert_allclose(few, many, rtol=1e-5 if dtype == "float32" else 1e-11, atol=1e-5 if dtype == "float32" else 1e-11)


@pytest.mark.parametrize(("shapes", "dim"), [
    (((1, 3), (5, 3)), -1), (((3, 4), (3, 1)), 0), (((2, 3, 2), (2, 3, 2)), 1), (((0, 3), (0, 3)), 1)])
def test_cross(shapes, dim, monkeypatch):
    a, b = (np.random.default_rng(i).standard_normal(shape) for i, shape in enumerate(shapes))
    few = linalg.cross(a, b, dim)
    monkeypatch.setattr(linalg, "_SMALL_SIZE", -1)
    same(few, linalg.cross(a, b, dim))
    assert few.flags.c_contiguous


def test_operands_in_row_order_leave_the_result_so():
    # What `has_decreasing_strides` says of two operands must be what the full comparison of their strides comes to.
    base = np.zeros((4, 4, 4))
    views = [base[:2, :3, :4], base[::2, 1:, ::2], base.transpose(2, 0, 1)[:2, :3, :2], base[:, :1, :3], base[:1, :, :2], base[0],
             base[0, :, :1], base[:2, :3, 0].T, np.zeros((3, 1, 2)), base[0, 0, :2], np.broadcast_to(base[0, 0, :2], (3, 2)),
             base.swapaxes(1, 2)[:2, :3, :2]]
    checked = 0
    for a, b in itertools.product(views, views):
        try:
            shape = np.broadcast_shapes(a.shape, b.shape)
        except ValueError:
            continue
        if len(shape) < 2 or not strided.has_decreasing_strides(a, shape) or not strided.has_decreasing_strides(b, shape):
            continue
        result = np.empty(shape)
        assert strided.to_common_layout(result, [a, b]) is result
        checked += 1
    assert checked > 20
