"""Rounding as in quantized tensors, and grouped matrix products."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._array.pointwise.fake_quantize import check_grouped
from ..._dispatch.call.caller import caller, make_call
from ..._dispatch.dtype import array_dtype
from ..._dispatch.levels.lifting import concrete_values, tensor_values
from ..._dispatch.tensor import TensorBase
from ..._ops.families.pointwise.fake_quantize import FAKE_QUANTIZE_BY_TENSORS

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_fake_quantize, _fake_quantize_by_tensors = caller("fake_quantize"), make_call(FAKE_QUANTIZE_BY_TENSORS)
_fake_quantize_channels, _grouped_product = caller("fake_quantize_channels"), caller("grouped_product")


def fake_quantize_per_tensor_affine(input: Tensor, scale: Tensor | float, zero_point: Tensor | int, quant_min: int,
                                    quant_max: int) -> Tensor:
    # The docstring is written in _bindings/functions/fake_quantize.md.
    """Round to the values of a quantized tensor, and convert back to floats.

        out = (clamp(round(input / scale) + zero_point, quant_min, quant_max) - zero_point) * scale

    Parameters
    ----------
    input : Tensor
        Floats.
    scale : float or Tensor
        The distance between steps.
    zero_point : int or Tensor
        The step that represents zero.
    quant_min : int
        The least step.
    quant_max : int
        The greatest.

    Returns
    -------
    Tensor
        In the shape of `input`. The gradient is 1 where nothing was clamped, else 0.

    Raises
    ------
    RuntimeError
        The steps are out of order.

    References
    ----------
    PyTorch: torch.fake_quantize_per_tensor_affine

    Examples
    --------
    >>> torch.fake_quantize_per_tensor_affine(torch.tensor([0.04, 0.26, 9.]), 0.1, 0, 0, 10)
    tensor([0.0000, 0.3000, 1.0000])
    """
    if isinstance(scale, TensorBase) and isinstance(zero_point, TensorBase):
        return _fake_quantize_by_tensors(input, float(_single_value(scale)), int(_single_value(zero_point)), quant_min, quant_max)[0]
    if isinstance(scale, TensorBase) or isinstance(zero_point, TensorBase):
        got = ", ".join(type(a).__name__ for a in (input, scale, zero_point, quant_min, quant_max))
        raise TypeError(f"fake_quantize_per_tensor_affine() received an invalid combination of arguments - got ({got})")
    return _fake_quantize(input, scale, zero_point, quant_min, quant_max)[0]


def _single_value(t: Any) -> Any:
    values = concrete_values(t)
    if values.size != 1:
        raise RuntimeError(f"a Tensor with {values.size} elements cannot be converted to Scalar")
    return values.reshape(()).item()


def fake_quantize_per_channel_affine(input: Tensor, scale: Tensor, zero_point: Tensor, axis: int, quant_min: int, quant_max: int) -> Tensor:
    # The docstring is written in _bindings/functions/fake_quantize.md.
    """Round to the values of a quantized tensor, with a scale for each channel, and convert back to floats.

        out = (clamp(round(input / scale) + zero_point, quant_min, quant_max) - zero_point) * scale

    Parameters
    ----------
    input : Tensor
        Floats.
    scale : Tensor
        The distances between steps, of size input.size(axis).
    zero_point : Tensor
        The step that represents zero: `torch.int32` or floats.
    quant_min : int
        The least step.
    quant_max : int
        The greatest.
    axis : int
        The dimension of the channels.

    Returns
    -------
    Tensor
        In the shape of `input`. The gradient is 1 where nothing was clamped, else 0.

    Raises
    ------
    RuntimeError
        The sizes do not fit.

    References
    ----------
    PyTorch: torch.fake_quantize_per_channel_affine

    Examples
    --------
    >>> scale, zero = torch.tensor([0.1, 0.5]), torch.tensor([0, 0], dtype=torch.int32)
    >>> torch.fake_quantize_per_channel_affine(torch.tensor([[0.26], [0.26]]), scale, zero, 0, 0, 10)
    tensor([[0.3000],
            [0.5000]])
    """
    return _fake_quantize_channels(input, scale, zero_point, axis, quant_min, quant_max)[0]


def _grouped_mm(input: Any, mat2: Any, offs: Any = None, bias: Any = None, out_dtype: Any = None) -> Tensor:
    """Products of matrices, one per group; see `torch.nn.functional.grouped_mm`."""
    ends = None if offs is None else tensor_values(offs)
    check_grouped(tensor_values(input), tensor_values(mat2), ends, bias, None if out_dtype is None else array_dtype(out_dtype))
    return _grouped_product(input, mat2, offs)
