"""Ops of `torch.ops.aten` that torch shows under no name of its own: resampling by size and factors, backward steps, masks."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import refused

#: Spatial dimensions -> an input's shape, a size, and factors that do not lead to that size.
_RESAMPLED: dict[int, tuple[tuple[int, ...], list[int], list[float]]] = {
    1: ((1, 2, 7), [3], [1.7]), 2: ((1, 2, 5, 6), [3, 8], [1.7, 1.9]), 3: ((1, 1, 4, 5, 3), [3, 7, 5], [0.5, 1.7, 1.3])}


def _with_gradients(torch: Any, out: Any, *leaves: Any) -> tuple[Any, ...]:
    return (out.detach(), *torch.autograd.grad(out.sin().sum(), leaves))


def resampling_to_a_nearest_element(torch: Any) -> Iterator[Any]:
    """A size says how large the result is, factors beside it where its elements come from."""
    for name in ("upsample_nearest", "_upsample_nearest_exact"):
        for n, (shape, size, factors) in _RESAMPLED.items():
            x = (torch.arange(float(torch.Size(shape).numel())) * 0.7).cos().reshape(shape).requires_grad_()
            call = getattr(torch.ops.aten, f"{name}{n}d")
            yield from (_with_gradients(torch, call(x, size, *given), x) for given in ((), factors, [None, *factors[1:]]))
            yield call.vec(x, None, factors).detach()
            yield refused(lambda call=call, x=x, s=size, f=factors: call.vec(x, s, f))


def resampling_between_elements(torch: Any) -> Iterator[Any]:
    """The same of what interpolates, with corners aligned and not, and without aliases."""
    for n, name in ((1, "upsample_linear1d"), (2, "upsample_bilinear2d"), (2, "upsample_bicubic2d"), (3, "upsample_trilinear3d"),
                    (2, "_upsample_bilinear2d_aa"), (2, "_upsample_bicubic2d_aa")):
        shape, size, factors = _RESAMPLED[n]
        x = (torch.arange(float(torch.Size(shape).numel()), dtype=torch.float64) * 0.7).cos().add(2).reshape(shape).requires_grad_()
        call = getattr(torch.ops.aten, name)
        for aligned in (False, True):
            for given in ((), factors):  # weights cancel out, and what is left has the digits of their terms
                yield [v.round(decimals=9) for v in _with_gradients(torch, call(x, size, aligned, *given), x)]
            yield call.vec(x, None, aligned, factors).detach().round(decimals=9)


def steps_of_backward(torch: Any) -> Iterator[Any]:
    """Dropout's and max pooling's, which can be differentiated themselves; a batch norm that keeps its statistics."""
    aten = torch.ops.aten
    x = (torch.arange(24.0) * 0.7).cos().reshape(1, 2, 3, 4).requires_grad_()
    yield _with_gradients(torch, aten.native_dropout_backward(x, x.detach() > 0, 2.0), x)
    out, places = torch.nn.functional.max_pool2d(x.detach(), 2, 1, return_indices=True)
    g = out.clone().requires_grad_()
    yield _with_gradients(torch, aten.max_pool2d_with_indices_backward(g, x.detach(), [2, 2], [1, 1], [0, 0], [1, 1], False, places), g)
    mean, var = torch.zeros(2), torch.ones(2)
    found = aten._batch_norm_with_update(x, torch.ones(2), torch.zeros(2), mean, var, 0.1, 1e-5)
    yield [v.detach().round(decimals=4) for v in (*found[:3], *_with_gradients(torch, found[0], x))], mean, var
    rows = torch.tensor([[1.0, 2.0], [-torch.inf, -torch.inf]])
    yield aten._safe_softmax(rows, 1), aten._safe_softmax(rows, 0, torch.float64)


def convolution_backward(torch: Any) -> Iterator[Any]:
    """Which gradients are computed, in which layout, and those of the gradients."""
    ops = torch.ops.aten
    for n, transposed in ((1, False), (2, False), (2, True), (3, True)):
        x, w = ((torch.arange(float(count), dtype=torch.float64) * 0.7).cos().reshape(shape).requires_grad_() for count, shape in (
            (8 * 4**n, (2, 4, *[4] * n)), (8 * 2**n, (4, 2, *[2] * n))))
        options = ([2], [1], [1], transposed, [int(transposed)], 2)
        g = ops.convolution(x, w, None, *options).detach().sin().requires_grad_()
        found = ops.convolution_backward(g, x, w, [g.shape[1]], *options, [True, True, True])
        yield [v.detach().round(decimals=6) for v in found]
        yield [v.round(decimals=6).contiguous() for v in torch.autograd.grad([v.sin().sum() for v in found], (g, x, w))]
        yield [v is None for v in ops.convolution_backward(g, x, w, None, *options, [False, True, False])]
    channels_last = torch.ones(2, 4, 5, 5).to(memory_format=torch.channels_last)
    found = ops.convolution_backward(torch.ones(2, 4, 4, 4), channels_last, torch.ones(4, 4, 2, 2), None, [1], [0], [1], False, [0], 1,
                                     [True, True, True])
    yield [v.stride() for v in found]


def masks_of_masked_functions(torch: Any) -> Iterator[Any]:
    """Which elements of a result are made of what a mask admits."""
    masked = torch.masked
    x, mask = torch.arange(6.0).reshape(2, 3), torch.tensor([[True, False, True], [False, False, False]])
    yield masked._input_mask(x, mask=torch.tensor([1, 0, 1]))
    yield refused(lambda: masked._input_mask(x))
    for name in ("sum", "mean", "argmax", "var", "logsumexp", "softmax", "cumsum", "normalize"):
        op = getattr(masked, name)
        yield [masked._output_mask(op, x, *given, mask=mask, keepdim=kept) for given in ((), (0,), (1,)) for kept in (False, True)]
    yield masked._output_mask(masked.norm, x, 2.0, 1, mask=mask)
    yield [masked._canonical_dim(d, 2) for d in (None, (), [0], 0, -1, (1, 0))], masked._canonical_dim(0, 0)
    half = x.bfloat16()
    yield [op(half, 1, mask=mask, correction=c) for op in (masked.var, masked.std) for c in (0, 2)]


def narrow_indices(torch: Any) -> Iterator[Any]:
    """Indices of a type that has no number for the steps of the shape."""
    for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32):
        yield torch.unravel_index(torch.tensor([5, 100], dtype=dtype), (504, 3, 60))


def numbers_for_tensors(torch: Any) -> Iterator[Any]:
    """Arithmetic takes numbers in place of both tensors; other ops refuse them, as those in place do for what is written to."""
    aten, x = torch.ops.aten, torch.tensor([2.0])
    for call in (lambda: aten.add.Tensor(1, 2), lambda: aten.mul(2, 3), lambda: aten.mul(2, x), lambda: aten.sub.Tensor(2.5, x),
                 lambda: aten.div(1, x), lambda: aten.mul.Tensor(x, True), lambda: aten.relu.default(1.5), lambda: aten.sum.default(3),
                 lambda: aten.eq.Tensor(1, 2), lambda: aten.matmul.default(1, 2)):
        try:
            yield call()
        except RuntimeError as error:
            yield str(error).split("\n")[0]
