"""Interpolation and adaptive pooling where axes are long, bytes, infinities, and factors that sizes do not say."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import refused


def _signal(torch: Any, *shape: int, dtype: str = "float64") -> Any:
    """Numbers that look random and are the same everywhere."""
    count = 1
    for size in shape:
        count *= size
    return (torch.arange(count, dtype=torch.int64) * 7919 % 1021).to(getattr(torch, dtype)).view(shape) / 1021


def _sampled_elements(t: Any) -> Any:
    """Every so many elements of a long result, and both ends; without the last digits, which depend on the order of sums."""
    flat = t.detach().reshape(-1)
    if t.is_floating_point():
        flat = flat.to({8: t.new_ones(()).float().dtype, 4: t.new_ones(()).half().dtype}.get(flat.element_size(), flat.dtype))
    return tuple(t.shape), flat[:3], flat[::max(1, flat.numel() // 40)], flat[-3:]


def _both_ways(torch: Any, call: Any, x: Any) -> Iterator[Any]:
    x = x.clone().requires_grad_()
    y = call(x)
    yield _sampled_elements(y)
    yield _sampled_elements(torch.autograd.grad(y, x, _signal(torch, *y.shape, dtype=str(y.dtype).split(".")[1]))[0])


def signals(torch: Any) -> Iterator[Any]:
    """Interpolated signals of thousands of points and their gradients, by size and by factor."""
    F = torch.nn.functional
    x = _signal(torch, 2, 1, 3000)
    for size in (6000, 4001, 1500, 299, 1, 3000):
        for align in (False, True):
            yield from _both_ways(torch, lambda x, size=size, align=align: F.interpolate(
                x, size=size, mode="linear", align_corners=align), x)
        for mode in ("nearest", "nearest-exact", "area"):
            yield from _both_ways(torch, lambda x, size=size, mode=mode: F.interpolate(x, size=size, mode=mode), x)
    for factor in (0.31, 1.7, 2.0):
        for recompute in (None, True):
            yield from _both_ways(torch, lambda x, factor=factor, recompute=recompute: F.interpolate(
                x, scale_factor=factor, mode="linear", recompute_scale_factor=recompute), x)


def places_in_single_precision(torch: Any) -> Iterator[Any]:
    """Where an output lies between its inputs is found in the precision of the input: along 100,000 of them that can be seen."""
    F = torch.nn.functional
    for dtype in ("float32", "float64"):
        x = (torch.arange(100_000) % 2).to(getattr(torch, dtype))[None, None]
        for size in (130_000, 61_234):
            for align in (False, True):
                y = F.interpolate(x, size=size, mode="linear", align_corners=align)
                yield _sampled_elements(y[..., -2000:])
                yield _sampled_elements(F.interpolate(x[:, None], size=(1, size), mode="bilinear", align_corners=align,
                                                      antialias=True)[..., -2000:])


def long_images(torch: Any) -> Iterator[Any]:
    """Interpolated images with one long axis, in two memory formats and every mode."""
    F = torch.nn.functional
    for shape, size in (((2, 2, 3, 700), (5, 1100)), ((1, 2, 700, 3), (300, 4)), ((1, 3, 120, 130), (200, 60))):
        x = _signal(torch, *shape)
        for layout in (torch.contiguous_format, torch.channels_last):
            z = x.contiguous(memory_format=layout)
            for mode, options in (("bilinear", {}), ("bicubic", {}), ("area", {}), ("nearest", {}), ("bilinear", {"antialias": True}),
                                  ("bicubic", {"antialias": True})):
                yield from _both_ways(torch, lambda z, size=size, mode=mode, options=options: F.interpolate(
                    z, size=size, mode=mode, **options), z)
    x = _signal(torch, 1, 2, 3, 4, 500)
    yield from _both_ways(torch, lambda x: F.interpolate(x, size=(5, 2, 901), mode="trilinear"), x)


def long_windows(torch: Any) -> Iterator[Any]:
    """Adaptive pooling of long axes to sizes that do not divide them, with gradients."""
    F = torch.nn.functional
    x = _signal(torch, 2, 3, 5000)
    for size in (7, 500, 333, 4999, 8000):
        yield from _both_ways(torch, lambda x, size=size: F.adaptive_avg_pool1d(x, size), x)
        yield from _both_ways(torch, lambda x, size=size: F.adaptive_max_pool1d(x, size), x)
    x = _signal(torch, 2, 3, 40, 500)
    for size in ((7, 3), (40, 333), (61, 1), (3, 800)):
        yield from _both_ways(torch, lambda x, size=size: F.adaptive_avg_pool2d(x, size), x)
        yield from _both_ways(torch, lambda x, size=size: F.adaptive_max_pool2d(x, size), x)
    x = _signal(torch, 1, 2, 3, 4, 500)
    yield from _both_ways(torch, lambda x: F.adaptive_avg_pool3d(x, (2, 3, 77)), x)


def transforms_of_long_axes(torch: Any) -> Iterator[Any]:
    """Interpolation and pooling of long rows under `vmap`, `jvp` and second derivatives."""
    F = torch.nn.functional
    x, v = _signal(torch, 3, 400), _signal(torch, 3, 400).flip(1)
    calls = [lambda row: F.interpolate(row[None, None], size=611, mode="linear"), lambda row: F.adaptive_avg_pool1d(row[None], 77),
             lambda row: F.interpolate(row[None, None, None], size=(1, 177), mode="bicubic", antialias=True)]
    for call in calls:
        yield _sampled_elements(torch.func.vmap(call)(x))
        yield _sampled_elements(torch.func.jvp(call, (x[0],), (v[0],))[1])
        yield _sampled_elements(torch.func.vmap(torch.func.grad(lambda row, call=call: call(row).pow(3).sum()))(x))
        yield _sampled_elements(torch.func.jvp(torch.func.grad(lambda row, call=call: call(row).pow(3).sum()), (x[0],), (v[0],))[1])
        yield torch.autograd.gradcheck(call, x[0, :90].clone().requires_grad_(), fast_mode=True, check_forward_ad=True)
        yield torch.autograd.gradgradcheck(lambda row, call=call: call(row).pow(2), x[0, :90].clone().requires_grad_(), fast_mode=True)


def long_and_empty(torch: Any) -> Iterator[Any]:
    """Shapes and strides of interpolated and pooled tensors that are empty or on the meta device."""
    F = torch.nn.functional
    for x in (torch.ones(0, 2, 3000, requires_grad=True), torch.ones(2, 3, 3000, device="meta")):
        for call in (lambda x: F.interpolate(x, size=7000, mode="linear"), lambda x: F.interpolate(x, size=70, mode="nearest"),
                     lambda x: F.adaptive_avg_pool1d(x, 300), lambda x: F.interpolate(x[:, None], size=(5, 900), mode="bicubic")):
            y = call(x)
            yield tuple(y.shape), str(y.dtype), tuple(y.stride()), str(y.device)


def bytes_of_images(torch: Any) -> Iterator[Any]:
    """Interpolated uint8 images: how each mode rounds and clamps."""
    F = torch.nn.functional
    for shape, sizes in (((1, 3, 9, 11), ((18, 22), (4, 5), (9, 20))), ((1, 1, 40, 31), ((13, 17), (77, 31))),
                         ((2, 5, 6, 300), ((6, 451), (3, 90)))):
        x = (_signal(torch, *shape) * 1021 * 1.3).to(torch.int64).remainder(256).to(torch.uint8)
        for size in sizes:
            for mode in ("bilinear", "bicubic"):
                for antialias in (False, True):
                    for align in (False, True):
                        y = F.interpolate(x, size=size, mode=mode, antialias=antialias, align_corners=align)
                        yield str(y.dtype), _sampled_elements(y)
            yield _sampled_elements(F.interpolate(x, size=size, mode="lanczos", antialias=True))
    for factor in (0.7, 1.01, 1.5):
        for mode in ("bilinear", "bicubic", "nearest"):
            yield _sampled_elements(F.interpolate(x, scale_factor=factor, mode=mode))


def infinities_between_outputs(torch: Any) -> Iterator[Any]:
    """A weight of zero makes NaN of an infinity: where two inputs are always looked at, and where the window ends before it, not."""
    F = torch.nn.functional
    for bad in (float("inf"), float("nan")):
        x = torch.tensor([[[1, 2, bad, 4, 5, 6]]], dtype=torch.float64)
        for size in (6, 11, 12, 3, 2):
            for align in (False, True):
                yield F.interpolate(x, size=size, mode="linear", align_corners=align).float()
                for mode in ("bilinear", "bicubic"):
                    yield F.interpolate(x[:, None], size=(1, size), mode=mode, align_corners=align).float()
        yield F.adaptive_avg_pool1d(x, 4), F.interpolate(x, size=9, mode="area"), F.interpolate(x, size=9)
        x = torch.ones(1, 1, 300).index_fill(2, torch.tensor(7), bad)
        yield F.interpolate(x, size=700, mode="linear").isfinite().logical_not().nonzero(), F.adaptive_avg_pool1d(x, 90).isfinite().sum()


def factors_that_sizes_do_not_say(torch: Any) -> Iterator[Any]:
    """Equal sizes move nothing, whatever the factor; small images and channels innermost are doubled evenly."""
    F = torch.nn.functional
    row = torch.arange(7.0)
    for factor in (1.1, 2.05):
        for mode in ("nearest", "nearest-exact", "linear"):
            yield F.interpolate(row[None, None], scale_factor=factor, mode=mode)
        for mode in ("nearest", "nearest-exact", "bilinear"):
            yield F.interpolate(row[None, None, None], scale_factor=(1, factor), mode=mode)
    for n in (40, 64, 65, 100):
        for channels in (1, 5):
            x = torch.arange(float(n)).expand(1, channels, n, n).contiguous()
            for layout in (torch.contiguous_format, torch.channels_last):
                for factor in (1 + 0.5 / n, 2 + 0.5 / n):
                    yield _sampled_elements(F.interpolate(x.contiguous(memory_format=layout), scale_factor=factor)[0, 0, 0])


def antialias_of_other_types(torch: Any) -> Iterator[Any]:
    """Which dtypes antialiased interpolation takes and which it refuses."""
    F = torch.nn.functional
    for dtype in (torch.float16, torch.bfloat16, torch.int32, torch.bool, torch.complex64):
        for mode in ("bilinear", "bicubic", "lanczos"):
            yield refused(lambda dtype=dtype, mode=mode: F.interpolate(torch.ones(1, 2, 6, 6).to(dtype), 4, mode=mode, antialias=True))
