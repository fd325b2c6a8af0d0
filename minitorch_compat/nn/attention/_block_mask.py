"""Block masks: lists of the blocks of keys to which each block of queries attends, and conversion from and to dense masks."""
from __future__ import annotations

import itertools
from collections.abc import Callable
from math import prod
from typing import TYPE_CHECKING, Any, NoReturn

from ..._bindings.generated import functions as ops
from ..._bindings.settings.constants import contiguous_format
from ..._bindings.tensor.tensor import Tensor
from ..._dispatch.dtype import bool_, int32
from ...func import vmap

if TYPE_CHECKING:
    from ..._bindings.annotations import Device

_DEFAULT_SPARSE_BLOCK_SIZE = 128
_TENSOR_NAMES = ("kv_num_blocks", "kv_indices", "full_kv_num_blocks", "full_kv_indices", "q_num_blocks", "q_indices", "full_q_num_blocks",
                 "full_q_indices", "dq_write_order", "dq_write_order_full", "dq_kv_order")
_ORDER_ERROR = ("BlockMask with tensor dq_kv_order is not supported yet. Construct a new BlockMask with matching precomputed "
                "dq_write_order metadata.")

Pair = tuple[Any, Any]


def noop_mask(batch: Tensor, head: Tensor, token_q: Tensor, token_kv: Tensor) -> Tensor:
    """The mask function that hides nothing.

    Parameters
    ----------
    batch : Tensor
        Number of the batch.
    head : Tensor
        Number of the head.
    token_q : Tensor
        Number of the query.
    token_kv : Tensor
        Number of the key.

    Returns
    -------
    Tensor
        True.

    References
    ----------
    PyTorch: ``torch.nn.attention.flex_attention.noop_mask``.

    Examples
    --------
    >>> from torch.nn.attention.flex_attention import noop_mask
    >>> noop_mask(torch.tensor(0), torch.tensor(0), torch.tensor(1), torch.tensor(2))
    tensor(True)
    """
    return batch.new_ones(size=(), dtype=bool_, device=batch.device)


def _sliced_mask_mod_error(batch: Tensor, head: Tensor, token_q: Tensor, token_kv: Tensor) -> NoReturn:
    """The mask function of a slice, which raises because the offset of its indices is unknown."""
    raise RuntimeError("Cannot use mask_mod from a sliced BlockMask. When you slice a BlockMask using [], the mask_mod attribute is reset. "
                       "You must set it from the original BlockMask's mask_mod.")


def _dense(counts: Tensor, columns: Tensor, width: int) -> Tensor:
    """Ones where a row lists a column among its first `counts`."""
    def dense_matrix(counts: Tensor, columns: Tensor) -> Tensor:
        rows, max_count = columns.shape
        dense = columns.new_zeros(rows, width + 1, dtype=int32)  # entries beyond the count are written to an extra column
        listed = ops.where(ops.arange(max_count, dtype=int32) < counts.unsqueeze(-1), columns, width)
        dense[ops.arange(rows, dtype=int32).unsqueeze(-1), listed] = dense.new_ones(())
        return dense[:, :width].contiguous()

    to_dense: Callable[..., Any] = dense_matrix
    for _ in counts.shape[:-1]:
        to_dense = vmap(to_dense, in_dims=(0, 0))
    return to_dense(counts, columns)


def dense_to_ordered(dense: Tensor) -> tuple[Tensor, Tensor]:
    """The number of marked columns of each row, and all columns, the marked ones first, in ascending order."""
    dense = dense.to(dtype=int32)
    counts, columns = dense.sum(dim=-1), ops.argsort(dense, dim=-1, descending=True, stable=True)
    return counts.to(int32, memory_format=contiguous_format), columns.to(int32, memory_format=contiguous_format)


def _transpose_lists(counts: Tensor | None, columns: Tensor | None) -> Pair:
    """The lists of rows for each column."""
    if counts is None or columns is None:
        return None, None
    return dense_to_ordered(_dense(counts, columns, columns.shape[-1]).transpose(-2, -1))


def _crop(counts: Tensor | None, columns: Tensor | None, rows: int, width: int) -> Pair:
    if counts is None or columns is None:
        return None, None
    columns, counts = columns[:, :, :rows, :width], counts[:, :, :rows]
    counts = ops.where(counts < width, counts, width)
    return ops.sum(columns < counts[:, :, :, None], dim=-1).to(int32), columns


def write_order(mask: BlockMask, descending: Any = False) -> Pair:
    """The rank of each block within its row, in the order of the lists by column: for partial blocks and for full ones."""
    if mask.q_num_blocks is None or mask.q_indices is None:
        raise ValueError("BlockMask must have q_num_blocks and q_indices to compute dq_write_order")
    lists = [x for x in (mask.kv_indices, mask.q_indices, mask.full_kv_indices, mask.full_q_indices) if x is not None]
    batch = ops.broadcast_shapes(*(x.shape[:2] for x in lists))
    width = mask.q_indices.shape[2]

    def blocks(counts: Tensor, columns: Tensor) -> Tensor:
        return _dense(counts.expand(*batch, *counts.shape[2:]), columns.expand(*batch, *columns.shape[2:]), width)

    dense = blocks(mask.kv_num_blocks, mask.kv_indices)
    if mask.full_kv_num_blocks is not None and mask.full_kv_indices is not None:
        dense = (dense + blocks(mask.full_kv_num_blocks, mask.full_kv_indices)).clamp(max=1)
    total = dense.cumsum(dim=-1)
    rank = (total - dense).to(int32)
    if descending:
        rank = (total[:, :, :, -1:] - 1 - rank).to(int32)

    def gather_ranks(rows: Tensor) -> Tensor:
        b, h, n = (ops.arange(size) for size in (*batch, rows.shape[2]))
        rows = rows.long().clamp(0, rank.shape[2] - 1)
        return rank[b[:, None, None, None], h[:, None, None], rows, n[:, None]].to(int32)

    if mask.full_kv_num_blocks is None or mask.full_q_indices is None:
        return gather_ranks(mask.q_indices), None
    return gather_ranks(mask.q_indices), gather_ranks(mask.full_q_indices)


def _check_paired(name: str, counts: Any, columns: Any) -> None:
    if (counts is None) != (columns is None):
        raise AssertionError(f"full_{name}_num_blocks and full_{name}_indices must be both provided or omitted")


class BlockMask:
    """For each block of queries, the blocks of keys to which it attends in part, and in full; made by ``create_block_mask``.

    Parameters
    ----------
    seq_lengths : tuple of int
        Numbers of queries and of keys.
    kv_num_blocks : Tensor
        The number of partial blocks in each row.
    kv_indices : Tensor
        Their indices.
    full_kv_num_blocks : Tensor or None
        The number of full blocks in each row.
    full_kv_indices : Tensor or None
        Their indices.
    q_num_blocks : Tensor or None
        ``kv_num_blocks``, by columns.
    q_indices : Tensor or None
        ``kv_indices``, by columns.
    full_q_num_blocks : Tensor or None
        ``full_kv_num_blocks``, by columns.
    full_q_indices : Tensor or None
        ``full_kv_indices``, by columns.
    BLOCK_SIZE : tuple of int, default (_DEFAULT_SPARSE_BLOCK_SIZE, _DEFAULT_SPARSE_BLOCK_SIZE)
        Size of the blocks.
    mask_mod : callable, default noop_mask
        The mask function of single pairs.
    dq_write_order : Tensor, optional
        For GPU kernels.
    dq_write_order_full : Tensor, optional
        For GPU kernels.
    dq_kv_order : Tensor, optional
        For GPU kernels.
    dq_kv_order_spt : bool, optional
        For GPU kernels.

    References
    ----------
    PyTorch: ``torch.nn.attention.flex_attention.BlockMask``.

    Examples
    --------
    >>> from torch.nn.attention.flex_attention import create_block_mask
    >>> mask = create_block_mask(lambda b, h, q, k: q >= k, None, None, 256, 256, device="cpu")
    >>> mask.kv_num_blocks, mask.full_kv_num_blocks
    (tensor([[[1, 1]]], dtype=torch.int32), tensor([[[0, 1]]], dtype=torch.int32))
    """

    def __init__(self, seq_lengths: tuple[int, int], kv_num_blocks: Tensor, kv_indices: Tensor, full_kv_num_blocks: Tensor | None,
                 full_kv_indices: Tensor | None, q_num_blocks: Tensor | None, q_indices: Tensor | None, full_q_num_blocks: Tensor | None,
                 full_q_indices: Tensor | None, BLOCK_SIZE: tuple[int, int] = (_DEFAULT_SPARSE_BLOCK_SIZE, _DEFAULT_SPARSE_BLOCK_SIZE),
                 mask_mod: Callable[..., Any] = noop_mask, *, dq_write_order: Tensor | None = None,
                 dq_write_order_full: Tensor | None = None, dq_kv_order: Tensor | None = None, dq_kv_order_spt: bool | None = None) -> None:
        if kv_indices.dim() < 2:
            raise RuntimeError("BlockMask must have at least 2 dimensions")
        if kv_num_blocks is None:
            raise AssertionError("kv_num_blocks must be provided")
        _check_paired("kv", full_kv_num_blocks, full_kv_indices)
        _check_paired("q", full_q_num_blocks, full_q_indices)
        if dq_write_order_full is not None and dq_write_order is None:
            raise ValueError("dq_write_order_full requires dq_write_order")
        self.seq_lengths, self.BLOCK_SIZE, self.mask_mod = seq_lengths, BLOCK_SIZE, mask_mod
        self.kv_num_blocks, self.kv_indices = kv_num_blocks, kv_indices
        self.full_kv_num_blocks, self.full_kv_indices = full_kv_num_blocks, full_kv_indices
        self.q_num_blocks, self.q_indices = q_num_blocks, q_indices
        self.full_q_num_blocks, self.full_q_indices = full_q_num_blocks, full_q_indices
        self.dq_write_order, self.dq_write_order_full = dq_write_order, dq_write_order_full
        self.dq_kv_order, self.dq_kv_order_spt = dq_kv_order, dq_kv_order_spt

    @classmethod
    def from_kv_blocks(cls, kv_num_blocks: Tensor, kv_indices: Tensor, full_kv_num_blocks: Tensor | None = None,
                       full_kv_indices: Tensor | None = None, BLOCK_SIZE: int | tuple[int, int] = _DEFAULT_SPARSE_BLOCK_SIZE,
                       mask_mod: Callable[..., Any] | None = None, seq_lengths: tuple[int, int] | None = None,
                       compute_q_blocks: bool = True, *, dq_write_order: Tensor | None = None, dq_write_order_full: Tensor | None = None,
                       dq_kv_order: Tensor | bool | None = None) -> BlockMask:
        """Make a mask from lists of blocks of keys, from which those of queries are derived.

        Parameters
        ----------
        kv_num_blocks : Tensor
            The number of partial blocks in each row.
        kv_indices : Tensor
            Their indices.
        full_kv_num_blocks : Tensor, optional
            The number of full blocks in each row.
        full_kv_indices : Tensor, optional
            Their indices.
        BLOCK_SIZE : int or tuple of int, default _DEFAULT_SPARSE_BLOCK_SIZE
            Size of the blocks.
        mask_mod : callable, optional
            The mask function of single pairs; None hides nothing.
        seq_lengths : tuple of int, optional
            Numbers of queries and keys; None derives them from the blocks.
        compute_q_blocks : bool, default True
            Whether lists of queries are made.
        dq_write_order : Tensor, optional
            For GPU kernels.
        dq_write_order_full : Tensor, optional
            For GPU kernels.
        dq_kv_order : Tensor or bool, optional
            For GPU kernels.

        Returns
        -------
        BlockMask
            The mask.

        Examples
        --------
        >>> from torch.nn.attention.flex_attention import BlockMask
        >>> counts, which = torch.tensor([[[1, 1]]], dtype=torch.int32), torch.tensor([[[[0, 1], [1, 0]]]], dtype=torch.int32)
        >>> BlockMask.from_kv_blocks(counts, which).shape
        (1, 1, 256, 256)
        """
        if kv_indices.dim() < 2:
            raise RuntimeError("BlockMask must have at least 2 dimensions")
        _check_paired("kv", full_kv_num_blocks, full_kv_indices)
        partial = _transpose_lists(kv_num_blocks, kv_indices) if compute_q_blocks else (None, None)
        full = _transpose_lists(full_kv_num_blocks, full_kv_indices) if compute_q_blocks else (None, None)
        size = (BLOCK_SIZE, BLOCK_SIZE) if isinstance(BLOCK_SIZE, int) else BLOCK_SIZE
        if seq_lengths is None:
            seq_lengths = (kv_indices.shape[-2] * size[0], kv_indices.shape[-1] * size[1])
        if dq_kv_order is not None and not isinstance(dq_kv_order, (bool, Tensor)):
            raise ValueError("dq_kv_order must be a bool, Tensor, or None")
        return cls(seq_lengths, kv_num_blocks, kv_indices, full_kv_num_blocks, full_kv_indices, partial[0], partial[1],
                   full[0], full[1], size, mask_mod or noop_mask, dq_write_order=dq_write_order, dq_write_order_full=dq_write_order_full,
                   dq_kv_order=dq_kv_order if isinstance(dq_kv_order, Tensor) else None,
                   dq_kv_order_spt=dq_kv_order if isinstance(dq_kv_order, bool) else None)

    def as_tuple(self, flatten: bool = True) -> tuple[Any, ...]:
        """The parts of the mask.

        Parameters
        ----------
        flatten : bool, default True
            Whether pairs are flattened.

        Returns
        -------
        tuple
            The parts.

        Examples
        --------
        >>> from torch.nn.attention.flex_attention import create_block_mask
        >>> mask = create_block_mask(lambda b, h, q, k: q >= k, None, None, 256, 256, device="cpu")
        >>> len(mask.as_tuple()) > 10
        True
        """
        tensors = [getattr(self, name) for name in _TENSOR_NAMES]
        if flatten:
            return (*self.seq_lengths, *tensors, self.dq_kv_order_spt, *self.BLOCK_SIZE, self.mask_mod)
        return (self.seq_lengths, *tensors, self.dq_kv_order_spt, self.BLOCK_SIZE, self.mask_mod)

    @property
    def shape(self) -> tuple[int, ...]:
        """Batches, heads, queries and keys.

        Returns
        -------
        tuple of int
            The sizes.

        Examples
        --------
        >>> from torch.nn.attention.flex_attention import create_block_mask
        >>> mask = create_block_mask(lambda b, h, q, k: q >= k, None, None, 256, 256, device="cpu")
        >>> mask.shape
        (1, 1, 256, 256)
        """
        return (*self.kv_indices.shape[:-2], *self.seq_lengths)

    def __str__(self) -> str:
        return f"BlockMask(shape={self.shape}, sparsity={self.sparsity():.2f}%, \n{self.to_string().strip()}\n)"

    def __repr__(self) -> str:
        sizes = [f"    {name}={None if x is None else x.shape},\n" for name in _TENSOR_NAMES[:8] for x in [getattr(self, name)]]
        return (f"BlockMask(\n{''.join(sizes)}    BLOCK_SIZE={self.BLOCK_SIZE},\n    shape={self.shape},\n"
                f"    sparsity={self.sparsity():.2f}%,\n    mask_mod={getattr(self.mask_mod, '__name__', self.mask_mod)}\n)")

    def __getitem__(self, index: Any) -> BlockMask:
        """The mask of some examples, heads and rows of blocks; dimensions are kept. `mask_mod` must be set again."""
        if self.dq_kv_order is not None:
            raise NotImplementedError(f"Slicing {_ORDER_ERROR}")
        indices = (*(index if isinstance(index, tuple) else (index,)), slice(None), slice(None), slice(None))[:3]
        positions = tuple(_as_slice(i, size) if isinstance(i, int) else i
                          for i, size in zip(indices, self.kv_num_blocks.shape[:3], strict=True))
        lists = [None if x is None else x[positions]
                 for x in (self.kv_num_blocks, self.kv_indices, self.full_kv_num_blocks, self.full_kv_indices)]
        return self._with_blocks(lists, _sliced_mask_mod_error, self.seq_lengths)

    def _adjust(self, new_q_len: int, new_kv_len: int) -> BlockMask:
        """The upper left corner of the mask, for other lengths."""
        if self.dq_kv_order is not None:
            raise NotImplementedError(f"Adjusting {_ORDER_ERROR}")
        rows, width = ((new + size - 1) // size for new, size in zip((new_q_len, new_kv_len), self.BLOCK_SIZE, strict=True))
        lists = [*_crop(self.kv_num_blocks, self.kv_indices, rows, width),
                 *_crop(self.full_kv_num_blocks, self.full_kv_indices, rows, width)]
        return self._with_blocks(lists, self.mask_mod, (new_q_len, new_kv_len))

    def _with_blocks(self, lists: list[Any], mask_mod: Callable[..., Any], seq_lengths: tuple[int, int]) -> BlockMask:
        counts, columns, full_counts, full_columns = lists
        mask = BlockMask.from_kv_blocks(counts, columns, full_counts, full_columns, self.BLOCK_SIZE, mask_mod, seq_lengths,
                                        self.q_indices is not None, dq_kv_order=self.dq_kv_order_spt)
        if self.dq_write_order is not None:
            mask.dq_write_order, mask.dq_write_order_full = write_order(mask, self.dq_kv_order_spt)
        return mask

    def numel(self) -> int:
        """Number of pairs.

        Returns
        -------
        int
            The product of the sizes.

        Examples
        --------
        >>> from torch.nn.attention.flex_attention import create_block_mask
        >>> mask = create_block_mask(lambda b, h, q, k: q >= k, None, None, 256, 256, device="cpu")
        >>> mask.numel()
        65536
        """
        return prod(self.shape)

    def sparsity(self) -> float:
        """The percentage of blocks that are hidden completely.

        Returns
        -------
        float
            In percent.

        Examples
        --------
        >>> from torch.nn.attention.flex_attention import create_block_mask
        >>> mask = create_block_mask(lambda b, h, q, k: q >= k, None, None, 256, 256, device="cpu")
        >>> mask.sparsity()
        25.0
        """
        blocks = int(self.kv_num_blocks.sum())
        if self.full_kv_num_blocks is not None:
            blocks += int(self.full_kv_num_blocks.sum())
        return 100 * (1 - blocks * self.BLOCK_SIZE[0] * self.BLOCK_SIZE[1] / self.numel())

    def to_dense(self) -> Tensor:
        """The blocks that are not hidden, as a tensor.

        Returns
        -------
        Tensor
            1 where a block is partial or full.

        Examples
        --------
        >>> from torch.nn.attention.flex_attention import create_block_mask
        >>> mask = create_block_mask(lambda b, h, q, k: q >= k, None, None, 256, 256, device="cpu")
        >>> mask.to_dense()
        tensor([[[[1, 0],
                  [1, 1]]]], dtype=torch.int32)
        """
        dense = _dense(self.kv_num_blocks, self.kv_indices, self.kv_indices.shape[-1])
        if self.full_kv_num_blocks is None or self.full_kv_indices is None:
            return dense
        return dense | _dense(self.full_kv_num_blocks, self.full_kv_indices, self.full_kv_indices.shape[-1])

    def to_string(self, grid_size: int | tuple[int, int] = (20, 20), limit: int = 4) -> str:
        """A drawing of the blocks.

        Parameters
        ----------
        grid_size : int or tuple of int, default (20, 20)
            Its size; -1 is one character for each block.
        limit : int, default 4
            The largest number of batches and heads.

        Returns
        -------
        str
            The drawing.

        Examples
        --------
        >>> from torch.nn.attention.flex_attention import create_block_mask
        >>> mask = create_block_mask(lambda b, h, q, k: q >= k, None, None, 256, 256, device="cpu")
        >>> len(mask.to_string()) > 0
        True
        """
        dense = self.to_dense()
        most = (grid_size, grid_size) if isinstance(grid_size, int) else grid_size
        *batch, rows, columns = dense.shape
        steps = [max(1, -(-size // cells)) for size, cells in zip((rows, columns), most, strict=True)]
        drawn = [f"{batch_index}\n{_draw_blocks(dense[batch_index], *steps)}"
                 for batch_index in itertools.islice(itertools.product(*map(range, batch)), limit)]
        if prod(batch) > limit:
            drawn += ["...", "To print out more, set BlockMask.to_string(limit=N)",
                      "You can also index (BlockMask[batch, head]) to choose a specific batch or head"]
        return "\n".join(drawn)

    def to(self, device: Device) -> BlockMask:
        """The mask on a device.

        Parameters
        ----------
        device : device or str
            The device.

        Returns
        -------
        BlockMask
            The mask on that device.

        Examples
        --------
        >>> from torch.nn.attention.flex_attention import create_block_mask
        >>> mask = create_block_mask(lambda b, h, q, k: q >= k, None, None, 256, 256, device="cpu")
        >>> mask.to("cpu").shape
        (1, 1, 256, 256)
        """
        tensors: dict[str, Any] = {name: None if x is None else x.to(device) for name in _TENSOR_NAMES for x in [getattr(self, name)]}
        return BlockMask(self.seq_lengths, **tensors, BLOCK_SIZE=self.BLOCK_SIZE, mask_mod=self.mask_mod,
                         dq_kv_order_spt=self.dq_kv_order_spt)


def _as_slice(i: int, size: int) -> slice:
    return slice(i + size, i + size + 1) if -size <= i < 0 else slice(i, i + 1)


def _draw_blocks(dense: Tensor, step: int, across: int) -> str:
    def cell(part: Tensor) -> str:
        share = part.float().mean().item()
        return "█" if share == 1 else " " if share == 0 else "░"

    rows, columns = dense.shape
    return "".join("".join(2 * cell(dense[r:r + step, c:c + across]) for c in range(0, columns, across)) + "\n"
                   for r in range(0, rows, step))
