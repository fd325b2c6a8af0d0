"""Meta tensors of any size: shape rules verified on small calls hold for large ones, at no cost in memory or time."""
from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._dispatch.call.caller import caller
from minitorch_compat._dispatch.layouts import meta as meta_layout
from minitorch_compat._dispatch.layouts import meta_shapes
from tests.ops.op_row import ROWS
from tests.ops.test_meta import BY_VALUE, meta, to_meta
from tests.ops.test_ops import op_args
from tests.samples import FAMILIES

assert FAMILIES
F = torch.nn.functional
if sys.maxsize <= 2**32 or sys.platform != "linux":
    pytest.skip("there are no addresses for such sizes, or no way to ask for the memory", allow_module_level=True)
NAMES = sorted(set(ROWS) - BY_VALUE)
M, K = 10**6, 10**4


def calls(name: str) -> Iterator[tuple[Any, ...]]:
    row = ROWS[name]
    for call in range(len(row.calls)):
        args = op_args(row, call, dtype=row.base)
        args = args if row.prepare is None else row.prepare(*args)
        if any(isinstance(a, (torch.Tensor, list, tuple)) for a in args):
            yield args


def layout(result: Any) -> list[tuple[Any, ...]]:
    """Shapes, dtypes, and the steps between elements where there are several."""
    parts = result if isinstance(result, tuple) else (result,)
    return [(tuple(t.shape), t.dtype, [s for s, n in zip(t.stride(), t.shape, strict=True) if n > 1 and t.numel()]) for t in parts]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_what_is_inferred_is_what_is_computed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All sizes above 2 are taken for large; what cannot be inferred is said so, and then computed."""
    for limit in ("MAX_SMALL", "_SMALL_SIZE"):
        monkeypatch.setattr(meta_shapes, limit, 0 if limit == "MAX_SMALL" else 2)
    meta_layout._INFERRED.clear()
    for args in calls(name):
        assert layout(caller(name)(*[to_meta(a) for a in args])) == layout(caller(name)(*args))
    meta_layout._INFERRED.clear()


class Memory:
    """Megabytes that have been resident at once, above those at the start; addresses that nobody writes to do not count."""

    def __enter__(self) -> Memory:
        Path("/proc/self/clear_refs").write_text("5")
        self.before = self.resident("VmRSS")
        return self

    def __exit__(self, *_: Any) -> None:
        self.taken = self.resident("VmHWM") - self.before

    @staticmethod
    def resident(key: str) -> float:
        return next(int(line.split()[1]) / 1024 for line in Path("/proc/self/status").read_text().splitlines() if line.startswith(key))


#: Whose results, or steps, are as many as their argument has slices: they take time.
MANY = {"unbind", "unbind_copy", "split_even", "unsafe_split", "unsafe_chunk", "stack_backward", "cumprod_gradient"}


def enlarge(value: Any, factor: int) -> Any:
    if isinstance(value, torch.Tensor):
        return torch.empty([n * factor if n > 1 else n for n in value.shape], dtype=value.dtype, device="meta")
    return type(value)([enlarge(v, factor) for v in value]) if isinstance(value, (list, tuple)) else value


#: Whose samples are refused when their tensors grow: sizes, indices or tables made for one size among the other arguments do not grow.
UNSCALED = {
    "adaptive_avg", "adaptive_avg3d", "as_strided_scatter", "as_strided_transpose", "avg_pool_transpose", "col2im", "conv_input_gradient",
    "ctc_backward", "diag_embed", "embedding", "expand", "expand_copy", "expand_reduced", "fold_windows", "fractional_max2d",
    "fractional_max3d", "gather_backward", "ger", "glu_gradient", "grid_positions", "grid_sampler_2d", "grid_sampler_3d", "index_backward",
    "index_put_plan", "index_select_backward", "layer_norm_backward", "linalg_cross", "lu_permutation", "masked_select_backward",
    "mean_gradient",
    "mkldnn_rnn_layer", "native_layer_norm", "nll_loss_transpose", "outer", "pad_border_transpose", "pad_to_shape", "scatter_dim",
    "put_diagonal", "put_select", "put_slice", "cummaxmin_backward", "slice_scatter", "sort_backward", "split_copy", "split_with_sizes",
    "split_with_sizes_copy", "to_format", "unsafe_split_with_sizes", "view_as_complex",
}
#: Megabytes that some take: their kernels make windows of what stands for the tensors.
TAKEN = {"avg_pool2d_plain": 128, "avg_pool3d_plain": 512, "ctc": 384, "ctc_backward": 384}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(set(NAMES) - MANY))
def test_huge_arguments_take_no_memory(name: str) -> None:
    """Terabytes, were they there."""
    tried, answered = 0, 0
    for args in calls(name):
        tensors = list(meta_layout._tensors(args))
        if not any(t.numel() > 1 for t in tensors):
            continue
        dims = max(sum(n > 1 for n in t.shape) for t in tensors)
        factor = int((2.0**40 / max(t.numel() * t.element_size() for t in tensors)) ** (1 / dims)) + 1
        tried += 1
        began = time.perf_counter()
        with Memory() as memory:
            try:
                caller(name)(*enlarge(args, factor))
                answered += 1
            except (RuntimeError, IndexError, ValueError, TypeError):
                pass  # of other calls of the op: what all of them refuse is below
        assert memory.taken < TAKEN.get(name, 64)  # megabytes: as a rule far below 1
        assert time.perf_counter() - began < 10  # on a machine with nothing else to do, a tenth
    assert answered or not tried or name in UNSCALED or name.startswith("resample_")


def _without_gradients(attention: Any, need_weights: bool) -> Any:
    with torch.no_grad():
        return attention(*[meta(K, 5000, 512)] * 3, need_weights=need_weights)


@pytest.mark.parametrize(("call", "shape"), [
    (lambda: F.conv2d(meta(M, 64, 224, 224), meta(128, 64, 7, 7), meta(128), stride=2, padding=3), (M, 128, 112, 112)),
    (lambda: F.conv2d(meta(M, 64, 225, 1000), meta(128, 32, 3, 3), None, 4, 3, 2, 2), (M, 128, 57, 251)),
    (lambda: F.conv_transpose2d(meta(M, 64, 24, 24), meta(64, 32, 4, 4), stride=2, padding=1), (M, 32, 48, 48)),
    (lambda: F.layer_norm(meta(M, K), (K,), meta(K), meta(K)), (M, K)),
    (lambda: F.group_norm(meta(K, 64, 1120, 1130), 8, meta(64), meta(64)), (K, 64, 1120, 1130)),
    (lambda: F.scaled_dot_product_attention(*[meta(1000, 8, M, 64)] * 3), (1000, 8, M, 64)),
    (lambda: meta(M, K).repeat(3, 100), (3 * M, 100 * K)), (lambda: meta(2, 3).repeat(M, K), (2 * M, 3 * K)),
    (lambda: meta(M, K).gather(1, meta(M, 500, dtype=torch.int64)), (M, 500)),
    (lambda: meta(M, K) @ meta(K, M), (M, M)), (lambda: torch.outer(meta(M), meta(M)), (M, M)),
    (lambda: F.embedding(meta(M, K, dtype=torch.int64), meta(50_000, 512)), (M, K, 512)),
    (lambda: torch.cat([meta(M, K), meta(17, K)]), (M + 17, K)), (lambda: torch.stack([meta(M, K)] * 2, 1), (M, 2, K)),
    (lambda: meta(M, K).topk(5000)[0], (M, 5000)), (lambda: meta(M, K)[meta(77_777, dtype=torch.int64)], (77_777, K)),
    (lambda: meta(M, K).t().reshape(-1), (M * K,)), (lambda: meta(M, K).t().reshape(5, -1), (5, M * K // 5)),
    (lambda: F.pdist(meta(M, 12)), (M * (M - 1) // 2,)), (lambda: torch.cdist(meta(M, K), meta(K, K)), (M, K)),
    (lambda: F.pad(meta(M, K), (3, 700)), (M, K + 703)), (lambda: F.max_pool2d(meta(K, 64, 112, 113), 3, 2, 1), (K, 64, 56, 57)),
    (lambda: F.adaptive_avg_pool2d(meta(K, 64, 1120, 1130), 7), (K, 64, 7, 7)),
    (lambda: F.interpolate(meta(K, 64, 1120, 1130), scale_factor=2, mode="bilinear"), (K, 64, 2240, 2260)),
    (lambda: F.pixel_shuffle(meta(K, 64, 1120, 1130), 4), (K, 4, 4480, 4520)),
    (lambda: F.unfold(meta(K, 64, 1120, 1130), 3), (K, 576, 1118 * 1128)), (lambda: torch.fft.rfft(meta(M, K)), (M, K // 2 + 1)),
    (lambda: torch.linalg.svd(meta(K, 500, 300), full_matrices=False)[0], (K, 500, 300)), (lambda: meta(M, K).tril(), (M, K)),
    (lambda: torch.linalg.inv(meta(K, 500, 500)), (K, 500, 500)), (lambda: torch.diag(meta(M)), (M, M)),
    (lambda: torch.einsum("bik,bjk->bij", meta(K, 5000, 512), meta(K, 4000, 512)), (K, 5000, 4000)),
    (lambda: torch.nn.MultiheadAttention(512, 8, device="meta", batch_first=True)(*[meta(K, 5000, 512)] * 3)[0], (K, 5000, 512)),
    (lambda: _without_gradients(torch.nn.MultiheadAttention(512, 8, device="meta"), True)[1], (5000, K, K)),
    (lambda: _without_gradients(torch.nn.MultiheadAttention(512, 8, device="meta"), False)[0], (K, 5000, 512)),
    (lambda: F.layer_norm(meta(100, K, 64), (64,), meta(64), meta(64)), (100, K, 64)),  # 64 may be a number, and is a size
    (lambda: meta(M, K, dtype=torch.int64) // 0, (M, K)), (lambda: meta(M, K, dtype=torch.int32) % meta(K, dtype=torch.int8), (M, K)),
    (lambda: meta(M, K, dtype=torch.int32).fmod_(0), (M, K)), (lambda: torch.pow(meta(M, K, dtype=torch.int64), -1), (M, K)),
    (lambda: torch.linalg.lu_solve(meta(M, M), meta(M, dtype=torch.int32), meta(M, K)), (M, K)),
    (lambda: torch.lu_unpack(meta(3, M, 70), meta(3, 70, dtype=torch.int32))[0], (3, M, M)),
    (lambda: torch.nn.TransformerEncoderLayer(512, 8, device="meta", batch_first=True)(meta(K, 5000, 512)), (K, 5000, 512)),
])
def test_shapes_of_huge_results(call: Any, shape: tuple[int, ...]) -> None:
    call()  # what is imported then is not the call's memory
    meta_layout._INFERRED.clear()
    with Memory() as memory:
        result = call()
    assert result.is_meta and tuple(result.shape) == shape
    assert memory.taken < 32
    assert math.prod(shape) * 4 > 2**25


def test_huge_gradients() -> None:
    layers = torch.nn.Conv2d(3, 64, 7, 2, 3), torch.nn.BatchNorm2d(64), torch.nn.ReLU(), torch.nn.Conv2d(64, 8, 1)
    net = torch.nn.Sequential(*layers).to("meta")
    x = meta(K, 3, 1000, 1000, requires_grad=True)
    net(x).sum().backward()
    assert x.grad.is_meta and x.grad.shape == x.shape
    assert [p.grad.shape for p in net.parameters()] == [p.shape for p in net.parameters()]


def test_errors_name_the_true_sizes() -> None:
    with pytest.raises(RuntimeError, match=r"1000000x10000 and 1000000x10000"):
        meta(M, K) @ meta(M, K)


@pytest.mark.parametrize(("call", "shape"), [
    (lambda: F.fold(meta(2000, 3, 300 * 400), (300, 400), 1), (2000, 3, 300, 400)),
    (lambda: F.fold(meta(2000, 27, 300 * 400), (300, 400), 3, padding=1), (2000, 3, 300, 400)),
    (lambda: meta(60000, K).t().reshape(600_000_000), (600_000_000,)), (lambda: meta(60000, K).t().reshape(30000, 20000), (30000, 20000)),
    (lambda: meta(600, 700, 800).permute(2, 0, 1).reshape(800, 420000), (800, 420000)),
    (lambda: meta(600, 700, 800).permute(2, 0, 1).flatten(1), (800, 420000))], ids=range(6))
def test_sizes_that_are_products_of_others(call: Any, shape: tuple[int, ...]) -> None:
    """Of which neither can be made smaller alone."""
    meta_layout._INFERRED.clear()
    with Memory() as memory:
        assert tuple(call().shape) == shape
    assert memory.taken < 64


def test_large_indices_of_large_writes():
    x, index = torch.ones(1000, 4, device="meta"), torch.arange(100_000)
    places = index[:, None] % 1000, index[:90_000] % 4
    for shape in ((100_000, 90_000), (90_000,), (100_000, 1), ()):
        out = torch.index_put(x, places, torch.ones(shape, device="meta"))
        assert out.is_meta and (out.shape, out.stride()) == ((1000, 4), (4, 1))
