"""Normalisation, attention and sampling in half precision, of numbers away from zero: which of their parts are rounded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def _numbers(torch: Any, shape: tuple[int, ...], dtype: Any) -> Any:
    """Numbers around 0.53 whose spread is about ten times the distance of neighbouring bfloat16 numbers."""
    count = 1
    for n in shape:
        count *= n
    return (((torch.arange(count) * 37 % 101 - 50) / 50) * 0.0913 + 0.5347).to(dtype).reshape(shape)


def _halves(torch: Any) -> Iterator[tuple[Any, Any]]:
    """Dtypes of the input and of the parameters."""
    for dtype in (torch.bfloat16, torch.float16):
        for of_parameters in (None, dtype, torch.float32):
            yield dtype, of_parameters


def _coarse(values: Any) -> Any:
    """Eighths: the last bits depend on the order of sums."""
    return (values.detach().float() * 8).round()


def batch_norm_in_half_precision(torch: Any) -> Iterator[Any]:
    """PyTorch keeps the statistics of a batch in the dtype of the parameters, and scales by what it keeps."""
    for dtype, of_parameters in _halves(torch):
        for shape in ((8, 3), (2, 3, 4, 4), (2, 3, 10)):
            for training in (True, False):
                x = _numbers(torch, shape, dtype).requires_grad_()
                kept = of_parameters or dtype
                weight, bias = (None, None) if of_parameters is None else (
                    torch.tensor([0.5, 1.0, 2.0], dtype=kept), torch.tensor([-1.0, 0.0, 1.0], dtype=kept))
                mean, var = torch.full((3,), 0.3, dtype=kept), torch.full((3,), 0.7, dtype=kept)
                y = torch.nn.functional.batch_norm(x, mean, var, weight, bias, training)
                gradient, = torch.autograd.grad(y, x, _numbers(torch, shape, dtype) - 0.5)
                yield str(dtype), str(of_parameters), training, _coarse(y), _coarse(gradient * 10), mean, var


def layer_norm_in_half_precision(torch: Any) -> Iterator[Any]:
    """The gradient is computed from the statistics that were kept, the result is not."""
    for dtype, of_parameters in _halves(torch):
        x = _numbers(torch, (6, 12), dtype).requires_grad_()
        weight = None if of_parameters is None else torch.linspace(0.5, 2, 12).to(of_parameters)
        y = torch.nn.functional.layer_norm(x, (12,), weight, weight)
        yield str(dtype), str(of_parameters), _coarse(y), _coarse(torch.autograd.grad(y, x, _numbers(torch, (6, 12), dtype) - 0.5)[0] * 10)


def sampling_in_half_precision(torch: Any) -> Iterator[Any]:
    """The dtypes of results and gradients of `grid_sample`."""
    for dtype in (torch.bfloat16, torch.float16):
        for mode in ("bilinear", "nearest", "bicubic"):
            image, grid = _numbers(torch, (1, 1, 2, 2), dtype).requires_grad_(), torch.linspace(-1, 1, 8).to(dtype).reshape(1, 2, 2, 2)
            y = torch.nn.functional.grid_sample(image, grid, mode, align_corners=True)
            yield str(dtype), mode, str(y.dtype), str(torch.autograd.grad(y.sum(), image)[0].dtype)
    # PyTorch: ('torch.bfloat16', 'bilinear', 'torch.bfloat16', 'torch.bfloat16')
    # PyTorch: ('torch.bfloat16', 'nearest', 'torch.bfloat16', 'torch.bfloat16')
    # PyTorch: ('torch.bfloat16', 'bicubic', 'torch.bfloat16', 'torch.bfloat16')
    # PyTorch: ('torch.float16', 'bilinear', 'torch.float16', 'torch.float16')
    # PyTorch: ('torch.float16', 'nearest', 'torch.float16', 'torch.float16')
    # PyTorch: ('torch.float16', 'bicubic', 'torch.float16', 'torch.float16')


def masked_keys_that_are_not_finite(torch: Any) -> Iterator[Any]:
    """A mask is added to the scores: a masked key of NaN or infinity makes the row NaN."""
    for number in (float("nan"), float("inf")):
        for mask in (torch.tensor([[True, False], [True, True]]), torch.tensor([[0.0, float("-inf")], [0.0, 0.0]])):
            key = torch.tensor([[[0.5, 0.5], [1.0, number]]])
            for lead in (key, key[None]):
                yield torch.nn.functional.scaled_dot_product_attention(torch.ones_like(lead), lead, torch.ones_like(lead), attn_mask=mask)
