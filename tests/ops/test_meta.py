"""Meta tensors: shapes, dtypes, strides, views, graphs, and no values. The expected results are PyTorch's."""
from __future__ import annotations

import copy
import io
import itertools
import pickle
import sys
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat import nn
from minitorch_compat._dispatch.call.caller import caller
from minitorch_compat._dispatch.layouts.meta import _INFERRED
from minitorch_compat._dispatch.unsupported import UnsupportedError
from tests.ops.op_row import ROWS
from tests.ops.test_ops import op_args
from tests.samples import FAMILIES

assert FAMILIES
#: Ops whose results are a matter of values, or that are given no tensor.
BY_VALUE = {"masked_select", "nonzero_rows", "bincount", "histc", "index_range"}


def meta(*shape: int, **options: Any) -> Any:
    return torch.empty(shape, device="meta", **options)


def to_meta(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return torch.empty_strided(tuple(value.shape), value.stride(), dtype=value.dtype, device="meta")
    return type(value)(map(to_meta, value)) if isinstance(value, (list, tuple)) else value


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(set(ROWS) - BY_VALUE))
def test_every_op_knows_its_shape(name: str) -> None:
    row = ROWS[name]
    for call in range(len(row.calls)):
        args = op_args(row, call, dtype=row.base)
        args = args if row.prepare is None else row.prepare(*args)
        if not any(isinstance(a, (torch.Tensor, list, tuple)) for a in args):
            continue
        expected, found = (caller(name)(*given) for given in (args, [to_meta(a) for a in args]))
        pairs = zip(*(r if isinstance(r, tuple) else (r,) for r in (expected, found)), strict=True)
        for wanted, got in pairs:
            assert got.is_meta
            assert (got.shape, got.dtype, got._base is None) == (wanted.shape, wanted.dtype, wanted._base is None)
            assert got.numel() < 2 or got.stride() == wanted.stride()


def map_tensors(value: Any, change: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return change(value)
    return type(value)(map_tensors(v, change) for v in value) if isinstance(value, (list, tuple)) else value


#: Tensors of sizes at which kernels need not look at values.
SIZES = {
    "none": lambda t: t[:0] if t.ndim else t, "none in the last dimension": lambda t: t[..., :0] if t.ndim else t,
    "nothing at all": lambda t: t[(slice(0, 0),) * t.ndim], "one": lambda t: t[(slice(0, 1),) * t.ndim],
    "no dimensions": lambda t: t[(0,) * t.ndim] if t.numel() else t.new_zeros(()), "of integers": lambda t: t.long(),
}


#: Windows that show more than there is in a tensor of another size, on the CPU of the memory around it.
WINDOWS = {"as_strided", "as_strided_copy"}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(set(ROWS) - BY_VALUE - WINDOWS))
def test_nothing_is_computed_at_any_size(name: str) -> None:
    """Where the CPU has an answer, the meta device has one of the same shapes, and of its own."""
    row = ROWS[name]
    for call, (size, change) in itertools.product(range(len(row.calls)), SIZES.items()):
        args = op_args(row, call, dtype=row.base)
        args = map_tensors(args if row.prepare is None else row.prepare(*args), change)
        if not any(isinstance(a, (torch.Tensor, list, tuple)) for a in args):
            continue
        try:
            expected = caller(name)(*args)
        except (RuntimeError, IndexError, ValueError, TypeError, ZeroDivisionError, OverflowError):
            continue
        found = caller(name)(*[to_meta(a) for a in args])
        for wanted, got in zip(*(r if isinstance(r, (tuple, list)) else (r,) for r in (expected, found)), strict=True):
            assert got.is_meta and (got.shape, got.dtype) == (wanted.shape, wanted.dtype), (call, size)


@pytest.mark.parametrize(("make", "text"), [
    (lambda: meta(2, 3), "tensor(..., device='meta', size=(2, 3))"),
    (lambda: meta(), "tensor(..., device='meta', size=())"),
    (lambda: meta(2, dtype=torch.int64), "tensor(..., device='meta', size=(2,), dtype=torch.int64)"),
    (lambda: meta(2, requires_grad=True) * 2, "tensor(..., device='meta', size=(2,), grad_fn=<MulBackward0>)"),
    (lambda: nn.Parameter(meta(2)), "Parameter containing:\ntensor(..., device='meta', size=(2,), requires_grad=True)"),
])
def test_it_prints_without_values(make: Any, text: str) -> None:
    assert repr(make()) == text


@pytest.mark.parametrize(("call", "error", "phrase"), [
    (lambda m: m.cpu(), NotImplementedError, "Cannot copy out of meta tensor; no data!"),
    (lambda m: m.to("cpu"), NotImplementedError, "Cannot copy out of meta tensor; no data!"),
    (lambda m: m.tolist(), NotImplementedError, "Cannot copy out of meta tensor; no data!"),
    (lambda m: torch.ones(2, 3).copy_(m), NotImplementedError, "Cannot copy out of meta tensor; no data!"),
    (lambda m: m.numpy(), TypeError, "can't convert meta device type tensor to numpy"),
    (lambda m: m.sum().item(), RuntimeError, r"Tensor.item\(\) cannot be called on meta tensors"),
    (lambda m: bool(m.sum()), RuntimeError, r"Tensor.item\(\) cannot be called on meta tensors"),
    (lambda m: m + torch.ones(2, 3), RuntimeError, "Tensor on device cpu is not on the expected device meta!"),
    (lambda m: torch.ones(2, 3) + m, RuntimeError, "Tensor on device meta is not on the expected device cpu!"),
    (lambda m: m[m > 0], NotImplementedError, "nonzero"),
    (lambda m: m.unique(), NotImplementedError, "aten::_unique2"),
    (lambda m: torch.equal(m, m), NotImplementedError, "aten::equal"),
    (lambda m: torch.corrcoef(m), NotImplementedError, "aten::equal"),
    (lambda m: torch.combinations(m[0]), NotImplementedError, "aten::masked_select"),
    (lambda m: nn.functional.one_hot(m.long()), RuntimeError, r"Tensor.item\(\) cannot be called on meta tensors"),
    (lambda m: nn.functional.prelu(m, torch.ones(3)), RuntimeError, "Tensor on device meta is not on the expected device cpu!"),
    (lambda m: torch.normal(torch.ones(2, 3), m), RuntimeError, "Tensor on device cpu is not on the expected device meta!"),
    (lambda m: m.share_memory_(), RuntimeError, "only available on CPU"),
    (lambda m: m.untyped_storage()[0], NotImplementedError, "Not available for 'meta' device type"),
    (lambda m: setattr(m, "data", torch.ones(2, 3)), RuntimeError, "incompatible tensor type"),
    (lambda m: setattr(torch.ones(2, 3), "data", m), RuntimeError, "incompatible tensor type"),
    (lambda m: torch.add(m, m, out=torch.empty(0)), RuntimeError, "cross-device copies are not allowed"),
    (lambda m: nn.Parameter(m).add_(1), RuntimeError, "a leaf Variable that requires grad"),
    (lambda m: nn.Linear(3, 2, device="meta").to("cpu"), NotImplementedError, "use torch.nn.Module.to_empty"),
])
def test_what_needs_values_is_refused(call: Any, error: type[Exception], phrase: str) -> None:
    with pytest.raises(error, match=phrase):
        call(meta(2, 3))


@pytest.mark.parametrize("make", [
    lambda **o: torch.zeros(2, 3, **o), lambda **o: torch.ones(2, 3, **o), lambda **o: torch.full((2,), 3, **o),
    lambda **o: torch.rand(2, **o), lambda **o: torch.randn(2, **o), lambda **o: torch.randint(0, 5, (3,), **o),
    lambda **o: torch.randperm(5, **o), lambda **o: torch.normal(0.0, 1.0, (3,), **o), lambda **o: torch.arange(5, **o),
    lambda **o: torch.linspace(0, 1, 5, **o), lambda **o: torch.eye(3, **o), lambda **o: torch.tensor([1, 2], **o),
    lambda **o: torch.as_tensor([1.0], **o), lambda **o: torch.asarray([1], **o), lambda **o: torch.tril_indices(3, 3, **o),
    lambda **o: torch.hann_window(5, **o), lambda **o: torch.scalar_tensor(3.0, **o),
    lambda **o: torch.ones_like(torch.ones(2, 3).t(), **o),
    lambda **o: torch.randn_like(torch.ones(2), **o), lambda **o: torch.ones(2).new_zeros(4, **o), lambda **o: torch.fft.fftfreq(4, **o),
    lambda **o: torch.empty(2, 3, 4, 5, memory_format=torch.channels_last, **o), lambda **o: torch.empty_permuted((2, 3), (1, 0), **o),
])
def test_creation_draws_nothing_and_is_laid_out_as_ever(make: Any) -> None:
    torch.manual_seed(0)
    first = torch.randn(2)
    torch.manual_seed(0)
    there = make(device="meta")
    assert torch.equal(torch.randn(2), first)
    here = make()
    assert there.is_meta and there.device == torch.device("meta") and not there.is_cpu
    assert (there.shape, there.dtype, there.stride()) == (here.shape, here.dtype, here.stride())


def test_views_share_a_storage_of_the_right_size() -> None:
    m = meta(4, 6)
    v = m.t()[1:3]
    assert (v.storage_offset(), v.stride(), v._base is m, v.is_contiguous()) == (1, (1, 6), True, False)
    assert v.untyped_storage()._cdata == m.untyped_storage()._cdata != meta(4, 6).untyped_storage()._cdata
    assert (m.untyped_storage().nbytes(), m.untyped_storage().device, m.data_ptr()) == (96, torch.device("meta"), 0)
    v.add_(1)
    assert m._version == v._version == 1


def test_nothing_is_allocated() -> None:
    huge = meta(2**20, 2**20)
    assert (huge @ huge).shape == huge.shape and meta(2**40).numel() == 2**40


def test_a_device_is_a_context() -> None:
    with torch.device("meta"):
        layer = nn.Linear(3, 4)
        with torch.device("cpu"):
            inner = torch.ones(2)
        assert layer.weight.is_meta and torch.ones(2).is_meta and torch.tensor([1]).is_meta
        assert torch.zeros(2, device="cpu").is_cpu and inner.is_cpu and torch.empty_like(inner).is_cpu
        assert torch.get_default_device() == torch.device("meta")
    assert torch.ones(2).is_cpu and torch.get_default_device() == torch.device("cpu")
    torch.set_default_device("meta")
    try:
        assert torch.ones(2).is_meta and nn.Linear(2, 2).bias.is_meta
        with torch.device("cpu"):
            assert torch.ones(2).is_cpu
    finally:
        torch.set_default_device(None)
    assert torch.ones(2).is_cpu


def test_modules_get_their_values_later() -> None:
    source, target = nn.Linear(3, 4), nn.Linear(3, 4, device="meta")
    with pytest.warns(UserWarning, match="which is a no-op"):
        target.load_state_dict(source.state_dict())
    assert target.weight.is_meta
    target.load_state_dict(source.state_dict(), assign=True)
    assert torch.equal(target.weight, source.weight) and target.weight.requires_grad and isinstance(target.weight, nn.Parameter)
    with pytest.raises(RuntimeError, match="Cannot copy out of meta tensor"):
        source.load_state_dict(nn.Linear(3, 4, device="meta").state_dict())
    empty = nn.Linear(3, 4, device="meta").to_empty(device="cpu")
    assert empty.weight.is_cpu and type(empty.weight) is nn.Parameter and empty.weight.requires_grad
    assert nn.Linear(2, 2).to("meta").half().weight.dtype == torch.float16
    assert nn.utils.skip_init(nn.Linear, 3, 4).weight.is_cpu


@pytest.mark.parametrize(("module", "shapes"), [
    (lambda: nn.LSTM(3, 4), [(5, 2, 3)]), (lambda: nn.TransformerEncoderLayer(8, 2, 16), [(3, 2, 8)]),
    (lambda: nn.Conv1d(3, 4, 3), [(2, 3, 9)]),
    (lambda: nn.MultiheadAttention(8, 2), [(3, 2, 8)] * 3), (lambda: nn.BatchNorm2d(3), [(2, 3, 4, 4)]),
    (lambda: nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.LayerNorm(4), nn.Dropout(), nn.Softmax(-1)), [(5, 3)]),
])
def test_forward_and_backward_of_modules(module: Any, shapes: Any) -> None:
    model = module().to("meta")
    out = model(*(meta(*shape) for shape in shapes))
    out = out[0] if isinstance(out, tuple) else out
    assert out.shape == (lambda o: o[0] if isinstance(o, tuple) else o)(module()(*(torch.ones(shape) for shape in shapes))).shape
    out.sum().backward()
    assert all(p.grad is not None and p.grad.is_meta and p.grad.shape == p.shape for p in model.parameters())


def test_files_and_copies() -> None:
    m = torch.empty_strided((2, 3), (1, 2), device="meta", requires_grad=True)
    for other in (copy.deepcopy(m), pickle.loads(pickle.dumps(m)), copy.copy(m)):
        assert other.is_meta and (other.stride(), other.requires_grad) == (m.stride(), True)
    file = io.BytesIO()
    torch.save({"m": m, "cpu": torch.ones(3)}, file)
    file.seek(0)
    loaded = torch.load(file)
    assert loaded["m"].is_meta and loaded["m"].stride() == (1, 2) and loaded["cpu"].is_cpu
    file.seek(0)
    everything = torch.load(file, map_location="meta")
    assert everything["cpu"].is_meta and everything["cpu"].untyped_storage().nbytes() == 12


def test_indices_may_be_of_the_cpu() -> None:
    m = meta(4, 3)
    assert m[torch.tensor([0, 1])].shape == (2, 3)
    assert m[meta(5, dtype=torch.int64), 1].shape == (5,)
    m[0] = torch.ones(3)
    m[1:, 2] = 3.0
    assert m._version == 2
    assert (m + torch.tensor(2.0, dtype=torch.float64)).dtype == torch.float32
    assert m.copy_(torch.ones(3)) is m


def test_what_would_be_of_another_device_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="sparse"):
        torch.sparse_coo_tensor(torch.tensor([[0]]), torch.ones(1), (2,), device="meta")
    with pytest.raises(UnsupportedError, match="sparse"):
        torch.zeros_like(torch.eye(2).to_sparse(), device="meta")
    with pytest.raises(RuntimeError, match="META device type not an accelerator"):
        torch.Generator(device="meta")
    with pytest.raises(BufferError, match="Cannot pack tensors on meta"):
        torch.from_dlpack(torch.ones(2), device="meta")
    with pytest.raises(NotImplementedError, match="is_set_to"):
        meta(2).is_set_to(meta(2))


def test_distributions_draw_nothing() -> None:
    normal = torch.distributions.Normal(meta(2), meta(2), validate_args=False)
    before = torch.get_rng_state()
    assert normal.rsample((3,)).shape == (3, 2) and torch.equal(torch.get_rng_state(), before)
    assert meta(4).view(torch.int16).shape == (8,)


@pytest.mark.parametrize("call", [
    lambda x: x.softmax(0), lambda x: x.log_softmax(1), lambda x: x.logcumsumexp(0), lambda x: x.median(), lambda x: x.nanmedian(),
    lambda x: x.mode(1)[0], torch.fliplr, torch.flipud, torch.rot90])
def test_nothing_on_the_meta_device_stays_there(call):
    assert call(torch.empty(0, 3, device="meta")).device.type == "meta"


def test_joining_and_rows_have_their_shapes():
    x = torch.empty(6, 4, device="meta")
    for y, shape in ((x.softmax(1), (6, 4)), (x.cumsum(0), (6, 4)), (x.tril(), (6, 4)), (torch.cat([x, x]), (12, 4)),
                     (torch.stack([x, x], -1), (6, 4, 2)), (torch.nn.Linear(4, 3, device="meta")(x), (6, 3))):
        assert (y.device.type, tuple(y.shape), y.dtype) == ("meta", shape, torch.float32)
    with pytest.raises(IndexError, match="Dimension out of range"):
        torch.cat([x, x], 7)
    with pytest.raises(RuntimeError):
        torch.nn.functional.linear(x, x, torch.empty(5, device="meta"))


def test_what_is_moved_to_meta_has_its_history():
    p = torch.nn.Parameter(torch.ones(2, 3))
    to_meta, product = p.to("meta"), (p * 2).to("meta", torch.float64)
    assert type(to_meta.grad_fn).__name__ == type(product.grad_fn).__name__ == "ToCopyBackward0"
    assert to_meta.requires_grad and not to_meta.is_leaf and to_meta.grad_fn.next_functions[0][0].variable is p
    assert product.grad_fn.next_functions[0][0].name() == "MulBackward0" and product.dtype == torch.float64
    assert torch.nn.Parameter(to_meta).is_leaf and to_meta.is_meta
    assert not p.to("meta", torch.int64).requires_grad and not p.detach().to("meta").requires_grad
    with torch.no_grad():
        assert not p.to("meta").requires_grad


def test_a_gradient_does_not_come_back_from_meta():
    p = torch.nn.Parameter(torch.ones(2, 3))
    to_meta = p.to("meta")
    for call in (lambda: to_meta.sum().backward(), lambda: to_meta.backward(torch.ones(2, 3, device="meta")),
                 lambda: torch.autograd.grad(to_meta.sum(), p)):
        with pytest.raises(NotImplementedError, match="Cannot copy out of meta tensor; no data!"):
            call()
    with pytest.raises(RuntimeError, match="invalid gradient at index 0 - expected device meta but got cpu"):
        to_meta.backward(torch.ones(2, 3))
    assert p.grad is None


@pytest.mark.skipif(sys.maxsize < 1 << 40, reason="sizes beyond 32-bit addresses")
@pytest.mark.parametrize("groups", [2, 3, 4])
@pytest.mark.parametrize("n", [1, 2, 3])
def test_transposed_convolutions_of_groups_compute_nothing(n: int, groups: int) -> None:
    """Where a size is the product of another and of the number of groups, which stays as it is for the small call."""
    x = torch.empty((4, 96 * groups, *(3_000, 2_000, 400)[:n]), device="meta")
    weight, bias = torch.empty((96 * groups, 128, *(3,) * n), device="meta"), torch.empty(128 * groups, device="meta")
    call = getattr(torch.nn.functional, f"conv_transpose{n}d")
    assert call(x, weight, bias, groups=groups).shape == (4, 128 * groups, *(size + 2 for size in x.shape[2:]))


def test_nothing_is_kept_of_indices() -> None:
    """What is known of results is kept by what arguments are; of index arrays each is another."""
    x, index = torch.empty(1 << 20, 1 << 10, device="meta"), torch.empty(77_777, dtype=torch.int64, device="meta")
    assert x[index].shape == (77_777, 1 << 10)
    before = len(_INFERRED)
    assert [x[index].shape for _ in range(3)] == [(77_777, 1 << 10)] * 3 and len(_INFERRED) == before
