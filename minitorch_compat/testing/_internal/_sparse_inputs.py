"""Methods of `TestCase` that make sparse tensors: random ones, and a list of small ones of every layout."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

import numpy as np

import minitorch_compat as torch

from .._creation import make_tensor

#: The dimension whose indices are compressed (0: rows), and whether values are blocks, by layout.
_LAYOUTS = {torch.sparse_csr: (0, False), torch.sparse_csc: (1, False), torch.sparse_bsr: (0, True), torch.sparse_bsc: (1, True)}
#: A matrix or a batch of matrices with equal numbers of non-zeros; block sizes; shapes of dense dimensions.
_PATTERNS: Any = (
    ([[1, 2, 0], [3, 0, 4]], ((2, 1), (1, 3)), ((), (2,), (4, 5))),
    ([[[[1, 2, 0], [3, 0, 4]], [[1, 2, 3], [4, 0, 0]], [[1, 0, 0], [2, 3, 4]]],
      [[[0, 1, 0], [2, 3, 4]], [[1, 0, 2], [3, 4, 0]], [[1, 2, 3], [0, 4, 0]]]], ((2, 1), (2, 3)), ((), (2,))),
    ([[0, 1, 0, 2, 0, 3], [0, 4, 0, 0, 5, 0], [6, 7, 8, 0, 0, 0], [0, 0, 0, 0, 0, 0],
      [0, 9, 0, 10, 11, 12], [13, 0, 14, 15, 16, 17], [0, 0, 0, 0, 18, 19], [20, 21, 22, 0, 23, 24]], ((2, 3),), ((), (4, 5))),
)
#: The same without elements: shape in place of a matrix.
_EMPTY: Any = (((2, 0), ((1, 2),), ((), (2,), (2, 3))), ((0, 2), ((1, 2), (2, 1), (3, 2)), ((),)), ((0, 0), ((1, 2),), ((),)))


def _spaced(t: Any) -> Any:
    """The same values with gaps in memory."""
    return torch.repeat_interleave(t, 2, -1)[..., ::2]


def _with_dense_part(values: Any, densesize: Sequence[int]) -> Any:
    """Values in place of each number, all different; zeros remain zeros."""
    steps = sum((10 ** i * np.arange(n).reshape((-1,) + (1,) * (len(densesize) - i - 1)) for i, n in enumerate(densesize)),
                np.zeros(tuple(densesize), int))
    whole = values.reshape(values.shape + (1,) * len(densesize))
    return np.where(whole == 0, 0, whole + steps)


def _compress(matrix: Any, layout: Any, blocksize: Sequence[int]) -> tuple[Any, Any, Any]:
    """The compressed indices, the other ones and the values (or blocks) of a matrix."""
    by, blocked = _LAYOUTS[layout]
    height, width = blocksize if blocked else (1, 1)
    rows, columns = matrix.shape[0] // height, matrix.shape[1] // width
    blocks = matrix[:rows * height, :columns * width].reshape(rows, height, columns, width).transpose(0, 2, 1, 3)
    used = (blocks != 0).any((2, 3))
    first, second = np.nonzero(used.T if by else used)
    values = blocks[(second, first) if by else (first, second)]
    starts = np.concatenate(([0], np.cumsum(np.bincount(first, minlength=used.shape[by]))))
    return starts, second, values if blocked else values[:, 0, 0]


class SparseInputs:
    """A mixin for `TestCase`."""

    def safeToDense(self, t: Any) -> Any:
        """The dense tensor of any layout."""
        return (t.coalesce() if t.layout == torch.sparse_coo else t).to_dense()

    def genSparseTensor(self, size: Sequence[int], sparse_dim: int, nnz: int, is_uncoalesced: bool, device: Any,
                        dtype: Any) -> tuple[Any, Any, Any]:
        """A random COO tensor, and copies of its indices and values; if it is uncoalesced, with indices that occur twice."""
        if 0 in tuple(size)[:sparse_dim] and nnz:
            raise AssertionError(f"invalid arguments: size={size}, sparse_dim={sparse_dim}, nnz={nnz}")
        v = make_tensor([nnz, *size[sparse_dim:]], device=device, dtype=dtype, low=-1, high=1)
        i = (torch.rand(sparse_dim, nnz) * torch.tensor(size[:sparse_dim], dtype=torch.float32).unsqueeze(1)).long()
        if is_uncoalesced:
            i = torch.cat([i[:, :nnz // 2], i[:, :(nnz + 1) // 2]], 1)
        x: Any = torch.sparse_coo_tensor(i, v, torch.Size(size), dtype=dtype, device=device)
        x = x.detach().clone()._coalesced_(False) if is_uncoalesced else x.coalesce()
        return x, x._indices().clone(), x._values().clone()

    @staticmethod
    def _make_crow_indices(n_rows: int, n_cols: int, nnz: int, *, device: Any, dtype: Any, random: bool = True) -> Any:
        """Compressed indices of `nnz` elements, at most `n_cols` in a row; the same each time unless random."""
        if not 0 <= nnz <= n_rows * n_cols:
            raise AssertionError("nnz out of bounds: expected 0 <= nnz <= n_rows * n_cols, "
                                 f"got nnz={nnz}, n_rows={n_rows}, n_cols={n_cols}")
        generator = None if random else torch.Generator().manual_seed(0)
        places = torch.randperm(n_rows * n_cols, generator=generator)[:nnz] // max(n_cols, 1)
        counts = torch.bincount(places, minlength=n_rows)
        return torch.cat([counts.new_zeros(1), counts.cumsum(0)]).to(device=device, dtype=dtype)

    def genSparseCompressedTensor(self, size: Sequence[int], nnz: int, *, layout: Any, device: Any, dtype: Any, index_dtype: Any,
                                  blocksize: Sequence[int] = (), dense_dims: int = 0) -> Any:
        """A random tensor of a compressed layout with `nnz` values in each matrix, or as many blocks as have them."""
        sparse_dim = 2
        if len(size) < sparse_dim:
            raise AssertionError(f"expected len(size) >= {sparse_dim}, got {len(size)}")
        if blocksize and len(blocksize) != 2:
            raise AssertionError(f"expected len(blocksize) == 2 when provided, got {len(blocksize)}")
        size = tuple(size)
        end = len(size) - dense_dims
        block = tuple(blocksize) or (1, 1)
        nnz //= prod(block)
        rows, columns = (n // b for n, b in zip(size[end - 2:end], block, strict=True))
        if _LAYOUTS[layout][0]:
            rows, columns = columns, rows
        starts, plain = [], []
        for _ in range(prod(size[:end - 2])):
            own = self._make_crow_indices(rows, columns, nnz, device=device, dtype=index_dtype)
            starts.append(own)
            plain += [torch.randperm(columns)[:count].sort()[0] for count in own.diff().tolist()]
        batch = size[:end - 2]
        values = make_tensor((*batch, nnz, *blocksize, *size[end:]), device=device, dtype=dtype, low=-1, high=1)
        joined = [torch.cat([t.to(device=device, dtype=index_dtype) for t in parts] or [torch.empty(0, dtype=index_dtype)])
                  for parts in (starts, plain)]
        return torch.sparse_compressed_tensor(joined[0].reshape(*batch, rows + 1), joined[1].reshape(*batch, nnz), values, size=size,
                                              dtype=dtype, layout=layout, device=device)

    def genSparseCSRTensor(self, size: Sequence[int], nnz: int, *, device: Any, dtype: Any, index_dtype: Any, dense_dims: int = 0) -> Any:
        """A random CSR tensor."""
        return self.genSparseCompressedTensor(size, nnz, layout=torch.sparse_csr, device=device, dtype=dtype, index_dtype=index_dtype,
                                              dense_dims=dense_dims)

    def genSparseCSCTensor(self, size: Sequence[int], nnz: int, *, device: Any, dtype: Any, index_dtype: Any, dense_dims: int = 0) -> Any:
        """A random CSC tensor."""
        return self.genSparseCompressedTensor(size, nnz, layout=torch.sparse_csc, device=device, dtype=dtype, index_dtype=index_dtype,
                                              dense_dims=dense_dims)

    def genSparseBSRTensor(self, size: Sequence[int], blocksize: Sequence[int], nnz: int, *, device: Any, dtype: Any, index_dtype: Any,
                           dense_dims: int = 0) -> Any:
        """A random BSR tensor."""
        return self.genSparseCompressedTensor(size, nnz, layout=torch.sparse_bsr, device=device, dtype=dtype, index_dtype=index_dtype,
                                              blocksize=blocksize, dense_dims=dense_dims)

    def genSparseBSCTensor(self, size: Sequence[int], blocksize: Sequence[int], nnz: int, *, device: Any, dtype: Any, index_dtype: Any,
                           dense_dims: int = 0) -> Any:
        """A random BSC tensor."""
        return self.genSparseCompressedTensor(size, nnz, layout=torch.sparse_bsc, device=device, dtype=dtype, index_dtype=index_dtype,
                                              blocksize=blocksize, dense_dims=dense_dims)

    def generate_simple_inputs(self, layout: Any, device: Any = None, dtype: Any = None, index_dtype: Any = None, pin_memory: Any = None,
                               members_pin_memory: Any = None, enable_batch: bool = True, enable_hybrid: bool = True,
                               enable_zero_sized: bool = True, enable_non_contiguous_indices: bool = True,
                               enable_non_contiguous_values: bool = True, enable_batch_variable_nse: bool = False,
                               output_tensor: bool = True, patterns: Any = None) -> Iterator[Any]:
        """Small tensors of a layout, or with `output_tensor=False` the arguments that make them; `patterns` come before those here."""
        index_dtype = torch.int64 if index_dtype is None else index_dtype
        listed = [(np.array(p[0]), *p[1:]) for p in (*(patterns or ()), *_PATTERNS)]
        if enable_zero_sized:
            listed += [(np.zeros(shape, int), *rest) for shape, *rest in _EMPTY]
        for matrix, blocksizes, densesizes in listed:
            if matrix.ndim > 2 and not enable_batch:
                continue
            for blocksize, densesize in product(blocksizes if layout in _LAYOUTS and _LAYOUTS[layout][1] else blocksizes[:1], densesizes):
                if densesize and not enable_hybrid:
                    continue
                *indices, values = self._parts(matrix, layout, blocksize, densesize)
                parts = [*(torch.tensor(i, dtype=index_dtype, device=device) for i in indices),
                         torch.tensor(values, dtype=dtype or torch.get_default_dtype(), device=device)]
                options = {"device": device, "dtype": dtype or torch.get_default_dtype(), "size": torch.Size([*matrix.shape, *densesize])}
                if pin_memory is not None:
                    options["pin_memory"] = pin_memory
                for spaced_indices, spaced_values in {(False, False), (enable_non_contiguous_indices, False),
                                                      (False, enable_non_contiguous_values)}:
                    args = (*(_spaced(i) if spaced_indices else i for i in parts[:-1]),
                            _spaced(parts[-1]) if spaced_values and parts[-1].ndim else parts[-1])
                    yield self._made(layout, args, options) if output_tensor else (args, dict(options))

    @staticmethod
    def _parts(matrix: Any, layout: Any, blocksize: Sequence[int], densesize: Sequence[int]) -> list[Any]:
        """Indices and values."""
        if layout == torch.strided:
            return [_with_dense_part(matrix, densesize)]
        if layout == torch.sparse_coo:
            places = np.nonzero(matrix)
            return [np.stack(places), _with_dense_part(matrix[places], densesize)]
        batch = matrix.shape[:-2]
        pieces = [_compress(m, layout, blocksize) for m in matrix.reshape(-1, *matrix.shape[-2:])] if matrix.size else [
            _compress(matrix, layout, blocksize)]
        starts, plain, values = (np.stack(own).reshape(*batch, *own[0].shape) for own in zip(*pieces, strict=True))
        return [starts, plain, _with_dense_part(values, densesize)]

    @staticmethod
    def _made(layout: Any, args: Any, options: dict[str, Any]) -> Any:
        if layout == torch.strided:
            return args[0]
        if layout == torch.sparse_coo:
            return torch.sparse_coo_tensor(*args, **options)
        return torch.sparse_compressed_tensor(*args, layout=layout, **options)
