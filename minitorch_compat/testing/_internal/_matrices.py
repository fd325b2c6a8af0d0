"""Random matrices with given properties; equal to PyTorch's for the same seed, up to rounding."""
from __future__ import annotations

import math
from typing import Any

import minitorch_compat as torch

from .._creation import make_tensor


def _dtype_and_device(kwargs: dict[str, Any]) -> dict[str, Any]:
    """The options dtype and device; by default double on the CPU."""
    return {"dtype": kwargs.get("dtype", torch.double), "device": kwargs.get("device", "cpu")}


def random_square_matrix_of_rank(l: int, rank: int, dtype: Any = torch.double, device: Any = "cpu") -> Any:  # noqa: E741
    """A square matrix of a given rank."""
    if rank > l:
        raise AssertionError(f"rank must be <= l, got rank={rank}, l={l}")
    u, s, vh = torch.linalg.svd(torch.randn(l, l, dtype=dtype, device=device), full_matrices=False)
    s[rank:] = 0
    s[:rank][s[:rank] == 0] = 1
    return (u * s.to(dtype).unsqueeze(-2)) @ vh


def random_well_conditioned_matrix(*shape: int, dtype: Any, device: Any, mean: float = 1.0, sigma: float = 0.001) -> Any:
    """A batch of matrices with singular values normally distributed around `mean`."""
    u, _, vh = torch.linalg.svd(torch.rand(shape, dtype=dtype, device=device), full_matrices=False)
    s = torch.randn(*shape[:-2], min(shape[-2:]), dtype=dtype.to_real(), device=device) * sigma + mean
    return (u * s.sort(-1, descending=True).values.to(dtype).unsqueeze(-2)) @ vh


def noncontiguous_like(t: Any) -> Any:
    """A noncontiguous copy of `t`, or `t` itself if it is noncontiguous. The gaps are filled with NaN, True or 12."""
    if not t.is_contiguous():
        return t
    result = t.new_empty((*t.shape, 2))
    result[..., 0] = math.nan if t.dtype.is_floating_point or t.dtype.is_complex else True if t.dtype == torch.bool else 12
    result[..., 1] = t.detach()
    return result[..., 1].requires_grad_(t.requires_grad)


def _check_square(shape: tuple[int, ...]) -> None:
    if shape[-1] != shape[-2]:
        raise AssertionError(f"expected square matrix, got shape[-1]={shape[-1]} != shape[-2]={shape[-2]}")


def random_symmetric_matrix(l: int, *batches: int, **kwargs: Any) -> Any:  # noqa: E741
    """(*batches, l, l), symmetric."""
    a = torch.randn(*batches, l, l, **_dtype_and_device(kwargs))
    return (a + a.mT).div_(2)


def make_symmetric_matrices(*shape: int, device: Any, dtype: Any) -> Any:
    """Symmetric matrices made from `make_tensor`."""
    _check_square(shape)
    t = make_tensor(shape, device=device, dtype=dtype)
    return (t + t.mT).div_(2)


def random_hermitian_matrix(l: int, *batches: int, **kwargs: Any) -> Any:  # noqa: E741
    """(*batches, l, l), Hermitian."""
    a = torch.randn(*batches, l, l, **_dtype_and_device(kwargs))
    return (a + a.mH).div_(2)


def random_symmetric_psd_matrix(l: int, *batches: int, **kwargs: Any) -> Any:  # noqa: E741
    """(*batches, l, l), symmetric and positive semi-definite."""
    a = torch.randn(*batches, l, l, **_dtype_and_device(kwargs))
    return a @ a.mT


def random_hermitian_psd_matrix(matrix_size: int, *batch_dims: int, dtype: Any = torch.double, device: Any = "cpu") -> Any:
    """(*batch_dims, matrix_size, matrix_size), Hermitian and positive semi-definite."""
    a = torch.randn(*batch_dims, matrix_size, matrix_size, dtype=dtype, device=device)
    return a @ a.mH


def random_symmetric_pd_matrix(matrix_size: int, *batch_dims: int, **kwargs: Any) -> Any:
    """(*batch_dims, matrix_size, matrix_size), symmetric and positive definite."""
    return random_symmetric_psd_matrix(matrix_size, *batch_dims, **kwargs) + torch.eye(matrix_size, **_dtype_and_device(kwargs)) * 1e-5


def make_symmetric_pd_matrices(*shape: int, device: Any, dtype: Any) -> Any:
    """Symmetric and positive definite matrices made from `make_tensor`."""
    _check_square(shape)
    t = make_tensor(shape, device=device, dtype=dtype)
    return t @ t.mT + torch.eye(shape[-1], device=device, dtype=dtype) * 1e-5


def random_hermitian_pd_matrix(matrix_size: int, *batch_dims: int, dtype: Any, device: Any) -> Any:
    """(*batch_dims, matrix_size, matrix_size), Hermitian and positive definite."""
    a = random_hermitian_psd_matrix(matrix_size, *batch_dims, dtype=dtype, device=device)
    return a + torch.eye(matrix_size, dtype=dtype, device=device)


def make_fullrank_matrices_with_distinct_singular_values(*shape: int, device: Any, dtype: Any, requires_grad: bool = False) -> Any:
    """Matrices made from `make_tensor` with singular values 1 + 1/2, 1 - 1/3, 1 + 1/4, …"""
    with torch.no_grad():
        u, _, vh = torch.linalg.svd(make_tensor(shape, device=device, dtype=dtype), full_matrices=False)
        s = torch.arange(2, min(shape[-2:]) + 2, dtype=dtype.to_real(), device=device)
        s[1::2] *= -1.0
        result = (u * s.reciprocal_().add_(1.0).to(u.dtype)) @ vh
    return result.requires_grad_(requires_grad)


def random_matrix(rows: int, columns: int, *batch_dims: int, **kwargs: Any) -> Any:
    """(*batch_dims, rows, columns), with singular values evenly spaced up to 1; singular with `singular=True`."""
    a = torch.randn(*batch_dims, rows, columns, **_dtype_and_device(kwargs))
    if a.numel() == 0:
        return a
    u, _, vh = torch.linalg.svd(a, full_matrices=False)
    k = min(rows, columns)
    s = torch.linspace(1 / (k + 1), 1, k, **_dtype_and_device(kwargs))
    if kwargs.get("singular", False):
        s[k - 1] = 0
        if k > 2:
            s[0] = 0
    return (u * s.unsqueeze(-2)) @ vh


def random_matrix_with_scaled_reduction_dim(rows: int, columns: int, *batch_dims: int, **kwargs: Any) -> Any:
    """(*batch_dims, rows, columns), normally distributed, divided by the square root of the size of `reduction_dim`."""
    shape = (*batch_dims, rows, columns)
    result = torch.randn(*shape, **_dtype_and_device(kwargs)) / math.sqrt(shape[kwargs.get("reduction_dim", -1)])
    return result.requires_grad_(kwargs.get("requires_grad", False))


def random_lowrank_matrix(rank: int, rows: int, columns: int, *batch_dims: int, **kwargs: Any) -> Any:
    """(*batch_dims, rows, columns), of that rank."""
    return random_matrix(rows, rank, *batch_dims, **kwargs).matmul(random_matrix(rank, columns, *batch_dims, **kwargs))
