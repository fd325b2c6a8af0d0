"""Random sparse matrices."""
from __future__ import annotations

from typing import Any

import minitorch_compat as torch


def random_sparse_matrix(rows: int, columns: int, density: float = 0.01, **kwargs: Any) -> Any:
    """A random sparse matrix, with an element in each row and column."""
    dtype, device = kwargs.get("dtype", torch.double), kwargs.get("device", "cpu")
    at = {(i % rows, i % columns) for i in range(max(rows, columns))}
    while len(at) < density * rows * columns:
        at.add((int(torch.randint(rows, ())), int(torch.randint(columns, ()))))
    indices = torch.tensor(sorted(at), device=device).t()
    return torch.sparse_coo_tensor(indices, torch.randn(indices.shape[1], dtype=dtype, device=device), (rows, columns), device=device)


def random_sparse_pd_matrix(matrix_size: int, density: float = 0.01, **kwargs: Any) -> Any:
    """A random sparse matrix that is symmetric and positive-definite, with the eigenvalues 1/n, 2/n, ..., 1."""
    torch_options = {"dtype": kwargs.get("dtype", torch.double), "device": kwargs.get("device", "cpu")}
    matrix = torch.diag(torch.arange(1, matrix_size + 1, **torch_options) / matrix_size)
    for _ in range(int(density * matrix_size)):  # rotations in planes change no eigenvalue
        i, j = torch.randperm(matrix_size)[:2].tolist()
        angle = torch.rand((), **torch_options) * 6.283
        turn = torch.eye(matrix_size, **torch_options)
        turn[i, i] = turn[j, j] = angle.cos()
        turn[i, j], turn[j, i] = angle.sin(), -angle.sin()
        matrix = turn @ matrix @ turn.t()
    return ((matrix + matrix.t()) / 2).to_sparse()
