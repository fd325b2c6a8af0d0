"""Samples of elementwise ops by the size of their values: ordinary, small, large, infinite; and by the layout of tensors."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import minitorch_compat as torch

from ..._creation import make_tensor
from ._samples import SampleInput

_SMALL_INTS = (0, -1, 1, -55, 55, -127, 127)
_SMALL_UNSIGNED = (0, 1, 55, 127, 190, 210, 220, 254)
_SMALL_FLOATS = (0.0, 1e-3, -1e-3, 0.25, -0.25, 0.5, -0.5, 1.0, -1.0, 3.14159, -3.14159, 3.142, -3.142, 2.5, -2.5)
_LARGE_INTS = (-1113, 1113, -10701, 10701)
_LARGE_FLOATS = (501.0, -501.0, 1001.2, -1001.2, 13437.7, -13437.7)
_VERY_LARGE_FLOATS = (4988429.2, -4988429.2, 1e20, -1e20)
_EXTREMAL = (float("inf"), float("-inf"), float("nan"))


def _with_imaginary_parts(values: Sequence[float], dtype: Any) -> list[Any]:
    return [complex(a, b) for a, b in product(values, repeat=2)] if dtype.is_complex else list(values)


def _small(dtype: Any) -> list[Any]:
    if dtype is torch.bool:
        return [True, False]
    if not dtype.is_floating_point and not dtype.is_complex:
        return list(_SMALL_UNSIGNED if dtype is torch.uint8 else _SMALL_INTS)
    return _with_imaginary_parts(_SMALL_FLOATS, dtype)


def _large(dtype: Any) -> list[Any]:
    if not dtype.is_floating_point and not dtype.is_complex:
        return list(_LARGE_INTS)
    return _with_imaginary_parts(_LARGE_FLOATS + (() if dtype is torch.float16 else _VERY_LARGE_FLOATS), dtype)


def _in_domain(op: Any, values: Sequence[Any]) -> list[Any]:
    low, high = getattr(op, "domain", None) or (None, None)
    if any(isinstance(v, complex) for v in values):
        return list(values)
    return [v for v in values if (low is None or not v < low) and (high is None or not v > high)]


def _unary(op: Any, tensors: Iterator[Any] | Sequence[Any], device: Any, dtype: Any) -> Iterator[SampleInput]:
    for x in tensors:
        yield SampleInput(x, kwargs=op.sample_kwargs(device, dtype, x)[0])


def generate_elementwise_unary_tensors(op: Any, *, device: Any, dtype: Any, requires_grad: bool, **kwargs: Any) -> Iterator[SampleInput]:
    """Tensors of several sizes in the op's domain."""
    low, high = op.domain
    tensors = [make_tensor(shape, device=device, dtype=dtype, requires_grad=requires_grad, low=low, high=high)
               for shape in ((), (0,), (812,), (13, 17))]
    return _unary(op, tensors, device, dtype)


def _of_values(op: Any, values: Sequence[Any], device: Any, dtype: Any, requires_grad: bool) -> Iterator[SampleInput]:
    found = _in_domain(op, values)
    return _unary(op, [torch.tensor(found, device=device, dtype=dtype, requires_grad=requires_grad)] if found else [], device, dtype)


def generate_elementwise_unary_small_value_tensors(op: Any, *, device: Any, dtype: Any,
                                                   requires_grad: bool = False) -> Iterator[SampleInput]:
    """Values around zero."""
    return _of_values(op, _small(dtype), device, dtype, requires_grad)


def generate_elementwise_unary_large_value_tensors(op: Any, *, device: Any, dtype: Any,
                                                   requires_grad: bool = False) -> Iterator[SampleInput]:
    """Large values."""
    return _of_values(op, _large(dtype), device, dtype, requires_grad)


def generate_elementwise_unary_extremal_value_tensors(op: Any, *, device: Any, dtype: Any,
                                                      requires_grad: bool = False) -> Iterator[SampleInput]:
    """Infinities and NaN."""
    values = _with_imaginary_parts(_EXTREMAL, dtype)
    return _unary(op, [torch.tensor(values, device=device, dtype=dtype, requires_grad=requires_grad)], device, dtype)


def _operand(op: Any, side: str, shape: Any, device: Any, dtype: Any, requires_grad: bool, exclude_zero: bool, **options: Any) -> Any:
    bounds = getattr(op, f"{side}_make_tensor_kwargs", None) or {}
    return make_tensor(shape, device=device, dtype=dtype, requires_grad=requires_grad,
                       **{"exclude_zero": exclude_zero and side == "rhs", **bounds, **options})


def _pairs(op: Any, shapes: Any, device: Any, dtype: Any, requires_grad: bool, exclude_zero: bool | None,
           **options: Any) -> Iterator[SampleInput]:
    for left, right in shapes:
        x, y = (_operand(op, side, shape, device, dtype, requires_grad, bool(exclude_zero), **options)
                for side, shape in (("lhs", left), ("rhs", right)))
        yield SampleInput(x, args=(y,), kwargs=op.sample_kwargs(device, dtype, x)[0],
                          broadcasts_input=left != torch.broadcast_shapes(left, right))


def generate_elementwise_binary_tensors(op: Any, *, device: Any, dtype: Any, requires_grad: bool = False,
                                        exclude_zero: bool = False) -> Iterator[SampleInput]:
    """Pairs of one shape."""
    return _pairs(op, [(shape, shape) for shape in ((), (0,), (812,), (13, 17), (20, 1, 3))], device, dtype, requires_grad, exclude_zero)


def generate_elementwise_binary_broadcasting_tensors(op: Any, *, device: Any, dtype: Any, requires_grad: bool = False,
                                                     exclude_zero: bool = False) -> Iterator[SampleInput]:
    """Pairs of shapes that are broadcast."""
    shapes = (((1,), ()), ((2,), ()), ((1,), (2,)), ((2, 1), (2,)), ((1, 2), (2, 1)), ((3, 2), (2,)), ((3, 1, 2), (1, 3, 2)),
              ((3, 1, 0), (2, 1)))
    return _pairs(op, shapes, device, dtype, requires_grad, exclude_zero)


def generate_elementwise_binary_noncontiguous_tensors(op: Any, *, device: Any, dtype: Any, requires_grad: bool = False,
                                                      exclude_zero: bool = False) -> Iterator[SampleInput]:
    """Pairs with gaps in memory."""
    return _pairs(op, [(shape, shape) for shape in ((13, 17), (5, 2, 7))], device, dtype, requires_grad, exclude_zero, noncontiguous=True)


def generate_elementwise_binary_arbitrarily_strided_tensors(op: Any, *, device: Any, dtype: Any, requires_grad: bool = False,
                                                            exclude_zero: bool = False) -> Iterator[SampleInput]:
    """Pairs of windows on longer memory, some of them overlapping themselves."""
    for size, strides, offset in (((5, 6, 2), (1, 1, 7), 2), ((5, 5, 4), (1, 1, 7), 2), ((5, 5, 2), (4, 5, 7), 3), ((5, 5), (0, 1), 3)):
        x, y = (_operand(op, side, (500,), device, dtype, requires_grad, exclude_zero).as_strided(size, strides, offset)
                for side in ("lhs", "rhs"))
        yield SampleInput(x, args=(y,), kwargs=op.sample_kwargs(device, dtype, x)[0])


def _all_pairs(op: Any, values: Sequence[Any], device: Any, dtype: Any, requires_grad: bool, exclude_zero: bool) -> Iterator[SampleInput]:
    pairs = [(a, b) for a, b in product(values, repeat=2) if not (exclude_zero and b == 0)]
    x, y = (torch.tensor([pair[i] for pair in pairs], device=device, dtype=dtype, requires_grad=requires_grad) for i in (0, 1))
    yield SampleInput(x, args=(y,), kwargs=op.sample_kwargs(device, dtype, x)[0])


def generate_elementwise_binary_small_value_tensors(op: Any, *, device: Any, dtype: Any, requires_grad: bool = False,
                                                    exclude_zero: bool | None = None) -> Iterator[SampleInput]:
    """All pairs of values around zero; without zero on the right where the op is not defined there."""
    without = (op.rhs_make_tensor_kwargs or {}).get("exclude_zero", False) if exclude_zero is None else exclude_zero
    return _all_pairs(op, _small(dtype)[:16], device, dtype, requires_grad, without)


def generate_elementwise_binary_large_value_tensors(op: Any, *, device: Any, dtype: Any,
                                                    requires_grad: bool = False) -> Iterator[SampleInput]:
    """All pairs of large values."""
    return _all_pairs(op, _large(dtype)[:16], device, dtype, requires_grad, False)


def generate_elementwise_binary_extremal_value_tensors(op: Any, *, device: Any, dtype: Any,
                                                       requires_grad: bool = False) -> Iterator[SampleInput]:
    """All pairs of infinities, NaN and one."""
    return _all_pairs(op, _with_imaginary_parts((*_EXTREMAL, 1.0), dtype), device, dtype, requires_grad, False)


def generate_elementwise_binary_with_scalar_samples(op: Any, *, device: Any, dtype: Any,
                                                    requires_grad: bool = False) -> Iterator[SampleInput]:
    """Tensors with a Python number on the right, and where the op takes one, on the left."""
    for shape in ((), (3,), (5, 3)):
        x, y = (_operand(op, side, shape, device, dtype, requires_grad, True) for side in ("lhs", "rhs"))
        number = _operand(op, "rhs", (), device, dtype, False, True).item()
        if op.supports_rhs_python_scalar:
            yield SampleInput(x, args=(number,), kwargs=op.sample_kwargs(device, dtype, x)[0])
        if op.supports_one_python_scalar:
            yield SampleInput(number, args=(y,), kwargs=op.sample_kwargs(device, dtype, y)[0])


def generate_elementwise_binary_with_scalar_and_type_promotion_samples(op: Any, *, device: Any, dtype: Any,
                                                                       requires_grad: bool = False) -> Iterator[SampleInput]:
    """Infinities and NaN as Python numbers beside tensors."""
    if not op.supports_rhs_python_scalar or op.always_returns_bool:
        return
    for shape, number in product(((23,), (5, 3)), (float("nan"), float("inf"))):
        x = _operand(op, "lhs", shape, device, dtype, requires_grad, True)
        yield SampleInput(x, args=(number,), kwargs=op.sample_kwargs(device, dtype, x)[0])


__all__ = [
    "generate_elementwise_binary_arbitrarily_strided_tensors", "generate_elementwise_binary_broadcasting_tensors",
    "generate_elementwise_binary_extremal_value_tensors", "generate_elementwise_binary_large_value_tensors",
    "generate_elementwise_binary_noncontiguous_tensors", "generate_elementwise_binary_small_value_tensors",
    "generate_elementwise_binary_tensors", "generate_elementwise_binary_with_scalar_and_type_promotion_samples",
    "generate_elementwise_binary_with_scalar_samples", "generate_elementwise_unary_extremal_value_tensors",
    "generate_elementwise_unary_large_value_tensors", "generate_elementwise_unary_small_value_tensors",
    "generate_elementwise_unary_tensors",
]
