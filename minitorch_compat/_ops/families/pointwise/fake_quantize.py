"""Fake quantization: rounding to a grid with straight-through gradients; and grouped products."""
from __future__ import annotations

from typing import Any

from ...._array.pointwise import fake_quantize as k
from ...op import custom, linear, overload


def _pass_tangent(xp: Any, ts: Any, _out: Any, mask: Any, *_args: Any) -> Any:
    return ts[0] * mask, None


# The second result is the mask of elements inside the grid, which get a gradient.
FAKE_QUANTIZE = custom(
    "fake_quantize(Tensor input, float scale, int zero_point, int quant_min, int quant_max) -> (Tensor output, Tensor mask)",
    k.fake_quantize, lambda xp, g, _out, mask, _x, _scale, _zero_point, _low, _high: g * mask, jvp=_pass_tangent, differentiable=(0,),
    module=None, node="FakeQuantizePerTensorAffineCachemaskBackward0", autocast="single")
#: The same with scale and zero point read from tensors.
FAKE_QUANTIZE_BY_TENSORS = overload(FAKE_QUANTIZE, "FakeQuantizePerTensorAffineCachemaskTensorQparamsBackward0")
FAKE_QUANTIZE_CHANNELS = custom(
    "fake_quantize_channels(Tensor input, Tensor scale, Tensor zero_point, int axis, int quant_min, int quant_max) -> "
    "(Tensor output, Tensor mask)", k.fake_quantize_channels,
    lambda xp, g, _out, mask, _x, _scale, _zero_point, _axis, _low, _high: g * mask, jvp=_pass_tangent, differentiable=(0,), module=None,
    node="FakeQuantizePerChannelAffineCachemaskBackward0")


def _transpose(xp: Any, m: Any) -> Any:
    return xp.transpose(m, -2, -1)


GROUPED_PRODUCT = linear(
    "grouped_product(Tensor input, Tensor mat2, Tensor? offsets) -> Tensor", k.grouped_product,
    lambda xp, g, _out, _a, b, offsets: xp.grouped_product(g, _transpose(xp, b), offsets),
    lambda xp, g, _out, a, _b, offsets: xp.grouped_product(_transpose(xp, a), g, offsets), module=None, node="GroupedMmBackward0",
    products_in_backward="unknown")
