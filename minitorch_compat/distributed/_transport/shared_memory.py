"""Shared memory of the ranks of a group on one host, in MPI-3 windows.

It has two uses. Headers of calls are compared on a board, which has a row of counters and slots per rank, without messages. And
`all_reduce` uses buffers, a few per rank: every rank writes a piece of its tensor to one of its own and reads those of all, in the order
of ranks, so that all get the same sums.
"""
from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from typing import Any

import numpy as np

#: Number of calls that a rank may be ahead of the slowest, and of rows (of one cache line) per rank on the board.
SLOTS, ROWS = 56, 64
_CONSUMED, _WRITTEN, _TAKEN, _REDUCED = 60, 61, 62, 63  # rows of counters
_NUMBER = 7  # the column of a slot that is written last
#: Bytes per buffer (larger tensors are split into pieces), and buffers per rank.
PIECE_BYTES, BUFFER_COUNT = 1 << 20, 3
#: Maximum number of ranks: every rank reads the data of all, so MPI is used for more.
MAX_RANKS = 8


#: A tensor in several arrays: pairs of flat arrays, to read from and to write the result to, in order.
Parts = list[tuple[Any, Any]]


#: A piece of it: (slice in the piece, array to read, array to write).
Piece = list[tuple[slice, Any, Any]]


def split_into_pieces(parts: Parts, size: int) -> Iterator[Piece]:
    """Split the tensor into pieces of `size` elements, independent of its parts."""
    piece: Piece = []
    filled = 0
    for source, target in parts:
        begin, length = 0, source.size
        while begin < length:
            count = min(size - filled, length - begin)
            piece.append((slice(filled, filled + count), source[begin:begin + count], target[begin:begin + count]))
            begin, filled = begin + count, filled + count
            if filled == size:
                yield piece
                piece, filled = [], 0
    if piece:
        yield piece


class CountersReached:
    """A condition: the counters of all ranks have reached a number."""

    def __init__(self, counters: Any, number: int) -> None:
        self._counters, self._number = counters, number

    def Test(self) -> bool:
        """Whether the condition holds."""
        return min(self._counters.tolist()) >= self._number  # faster than numpy for few elements


class PrecedingDone:
    """A condition: the preceding call of this rank has finished, by a counter."""

    def __init__(self, count: Any, number: int) -> None:
        self._count, self._number = count, number

    def Test(self) -> bool:
        """Whether the condition holds."""
        return bool(self._count[0] == self._number - 1)


def _allocate_window(mpi: Any, comm: Any, size: int) -> tuple[Any, Any]:
    """A window of `size` bytes, owned by rank 0, and its memory."""
    from .mpi import unlink_shared_memory

    window = mpi.Win.Allocate_shared(size if comm.rank == 0 else 0, 1, comm=comm)
    window.Lock_all()  # for Sync, the memory barrier
    memory = np.frombuffer(window.Shared_query(0)[0], dtype=np.uint8, count=size)
    unlink_shared_memory(comm)
    return window, memory


class SharedBoard:
    """The headers of a group's calls and the progress of each rank, in shared memory."""

    def __init__(self, mpi: Any, comm: Any) -> None:
        self.rank = comm.rank
        self.window, memory = _allocate_window(mpi, comm, comm.size * ROWS * 64)
        self._rows = memory.view(np.int64).reshape(comm.size, ROWS, 8)
        self._own_row = self._rows[self.rank]
        self._own_row.fill(0)
        self._published = [0]
        self._data_window, memory = _allocate_window(mpi, comm, comm.size * BUFFER_COUNT * PIECE_BYTES)
        self._buffers, self._pieces = memory.reshape(comm.size, BUFFER_COUNT, PIECE_BYTES), 0

    def exchange(self, number: int, header: Any) -> Generator[Any, None, Any]:
        """Publish the header of call `number`; return those of all ranks."""
        yield PrecedingDone(self._published, number)
        if number > SLOTS:
            yield CountersReached(self._rows[:, _CONSUMED, 0], number - SLOTS)
        slot = self._rows[:, number % SLOTS]
        slot[self.rank, : header.size] = header
        self.window.Sync()
        slot[self.rank, _NUMBER] = self._published[0] = number
        yield PrecedingDone(self._own_row[_CONSUMED], number)
        yield CountersReached(slot[:, _NUMBER], number)
        self.window.Sync()
        headers = slot[:, : header.size].copy()
        self.window.Sync()
        self._own_row[_CONSUMED, 0] = number
        return headers

    def reduce(self, parts: Parts, ufunc: Any, factor: Any = None) -> Generator[Any, None, Any]:
        """Reduce the tensors of all ranks, given as parts; those of this rank are multiplied by `factor`, if given."""
        unreduced = None
        for piece in split_into_pieces(parts, PIECE_BYTES // parts[0][0].itemsize):
            number = self._pieces
            self._pieces += 1
            yield CountersReached(self._rows[:, _TAKEN, 0], number + 1 - BUFFER_COUNT)  # the buffer is free
            all_buffers = self._write_piece(number, piece, factor)
            if unreduced is not None:  # by now the others have probably written the previous piece
                yield from self._reduce_pieces(*unreduced, ufunc)
            unreduced = number, piece, all_buffers
        if unreduced is not None:
            yield from self._reduce_pieces(*unreduced, ufunc)

    def _write_piece(self, number: int, piece: Piece, factor: Any) -> Any:
        """Write this rank's piece to its buffer; return the buffers of all ranks."""
        dtype = piece[0][1].dtype
        all_buffers = self._buffers[:, number % BUFFER_COUNT, : piece[-1][0].stop * dtype.itemsize].view(dtype)
        own_buffer = all_buffers[self.rank]
        for span, source, _ in piece:
            if factor is None:
                own_buffer[span] = source
            else:
                np.multiply(source, factor, out=own_buffer[span])
        self._data_window.Sync()
        self.window.Sync()
        self._own_row[_WRITTEN, 0] = number + 1
        return all_buffers

    def _reduce_pieces(self, number: int, piece: Piece, all_buffers: Any, ufunc: Any) -> Generator[Any, None, Any]:
        """Reduce the pieces of all ranks once they are written."""
        yield CountersReached(self._rows[:, _WRITTEN, 0], number + 1)
        self.window.Sync()
        self._data_window.Sync()
        if len(all_buffers) == 2:
            with np.errstate(all="ignore"):
                for span, _, target in piece:
                    ufunc(all_buffers[0, span], all_buffers[1, span], out=target)
        else:
            yield from self._reduce_shares(number, all_buffers, ufunc)
            for span, _, target in piece:
                target[...] = all_buffers[0, span]
        self.window.Sync()
        self._own_row[_TAKEN, 0] = number + 1


    def _reduce_shares(self, number: int, all_buffers: Any, ufunc: Any) -> Generator[Any, None, Any]:
        """Reduce the pieces into rank 0's buffer, each rank a share of the elements: with 3 ranks or more, this reads less memory."""
        count, size = all_buffers.shape
        share = slice(self.rank * size // count, (self.rank + 1) * size // count)
        result = all_buffers[0, share]
        with np.errstate(all="ignore"):
            for other in all_buffers[1:, share]:
                ufunc(result, other, out=result)
        self._data_window.Sync()
        self.window.Sync()
        self._own_row[_REDUCED, 0] = number + 1
        yield CountersReached(self._rows[:, _REDUCED, 0], number + 1)
        self.window.Sync()
        self._data_window.Sync()


def make_board(mpi: Any, comm: Any) -> SharedBoard | None:
    """The board of a group; None for ranks on several hosts, or if `MINITORCH_COMPAT_SHARED_MEMORY=0` is set."""
    if mpi is None:
        return None
    host_comm = comm.Split_type(mpi.COMM_TYPE_SHARED)
    shared = host_comm.size == comm.size and os.environ.get("MINITORCH_COMPAT_SHARED_MEMORY", "1") != "0"
    host_comm.Free()
    return SharedBoard(mpi, comm) if comm.allreduce(shared, mpi.LAND) else None
