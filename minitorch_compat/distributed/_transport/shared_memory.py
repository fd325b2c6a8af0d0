"""Memory that the ranks of a group share, where all are on one host: windows of MPI-3.

Two uses. Headers of calls are compared on a board, a row of counters and slots per rank, which costs no message. And `all_reduce` goes
through two buffers per rank: every rank writes its part of the tensor into its own and reads those of all, in the order of the ranks, so
that all get the same sums.
"""
from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

import numpy as np

#: Calls that a rank may be ahead of the slowest, and the size of a rank's part of the board in rows of one cache line.
SLOTS, ROWS = 56, 64
_CONSUMED, _WRITTEN, _TAKEN = 60, 61, 62  # rows of counters
_NUMBER = 7  # the column of a slot that is written last
#: Bytes of a buffer: a larger tensor goes through in pieces.
PIECE = 1 << 20
#: Every rank reads what all have written: of more ranks, MPI makes the sums.
MOST = 8


class Until:
    """What a collective waits for: counters of all ranks that have come to a number."""

    def __init__(self, counters: Any, number: int) -> None:
        self._counters, self._number = counters, number

    def Test(self) -> bool:
        """Whether they have."""
        return bool(self._counters.min() >= self._number)


class Next:
    """What a call waits for that must come after the one before it, in a count of this rank."""

    def __init__(self, count: Any, number: int) -> None:
        self._count, self._number = count, number

    def Test(self) -> bool:
        """Whether it is its turn."""
        return bool(self._count[0] == self._number - 1)


def _window(mpi: Any, comm: Any, size: int) -> tuple[Any, Any]:
    """A window of that many bytes, all of them rank 0's, and its memory."""
    from .mpi import unname_shared_memory

    window = mpi.Win.Allocate_shared(size if comm.rank == 0 else 0, 1, comm=comm)
    window.Lock_all()  # for Sync, which keeps what is written before and after it apart
    memory = np.frombuffer(window.Shared_query(0)[0], dtype=np.uint8, count=size)
    unname_shared_memory(comm)
    return window, memory


class Board:
    """The headers of the calls of a group, and how far each rank is."""

    def __init__(self, mpi: Any, comm: Any) -> None:
        self.rank = comm.rank
        self.window, memory = _window(mpi, comm, comm.size * ROWS * 64)
        self._rows = memory.view(np.int64).reshape(comm.size, ROWS, 8)
        self._mine = self._rows[self.rank]
        self._mine.fill(0)
        self._shown = [0]
        self._data_window, memory = _window(mpi, comm, comm.size * 2 * PIECE)
        self._buffers, self._pieces = memory.reshape(comm.size, 2, PIECE), 0

    def exchange(self, number: int, header: Any) -> Generator[Any, None, Any]:
        """Show the header of call `number`; gives those of all ranks."""
        yield Next(self._shown, number)
        if number > SLOTS:
            yield Until(self._rows[:, _CONSUMED, 0], number - SLOTS)
        slot = self._rows[:, number % SLOTS]
        slot[self.rank, : header.size] = header
        self.window.Sync()
        slot[self.rank, _NUMBER] = self._shown[0] = number
        yield Next(self._mine[_CONSUMED], number)
        yield Until(slot[:, _NUMBER], number)
        self.window.Sync()
        every = slot[:, : header.size].copy()
        self.window.Sync()
        self._mine[_CONSUMED, 0] = number
        return every

    def reduce(self, array: Any, ufunc: Any) -> Generator[Any, None, Any]:
        """Combine the flat arrays of all ranks, in place."""
        step = PIECE // array.itemsize
        for begin in range(0, array.size, step):
            yield from self._reduce_piece(array[begin:begin + step], ufunc)

    def _reduce_piece(self, part: Any, ufunc: Any) -> Generator[Any, None, Any]:
        number, sync = self._pieces, self.window.Sync
        self._pieces += 1
        yield Until(self._rows[:, _TAKEN, 0], number - 1)  # the one before the last, which was in this buffer
        every = self._buffers[:, number % 2, : part.nbytes].view(part.dtype)
        every[self.rank] = part
        self._data_window.Sync()
        sync()
        self._mine[_WRITTEN, 0] = number + 1
        yield Until(self._rows[:, _WRITTEN, 0], number + 1)
        sync()
        self._data_window.Sync()
        with np.errstate(all="ignore"):
            ufunc(every[0], every[1], out=part)
            for other in every[2:]:
                ufunc(part, other, out=part)
        sync()
        self._mine[_TAKEN, 0] = number + 1


def board(mpi: Any, comm: Any) -> Board | None:
    """The board of a group; None for ranks on several hosts, or where `MINITORCH_COMPAT_SHARED_MEMORY=0` says so."""
    if mpi is None:
        return None
    here = comm.Split_type(mpi.COMM_TYPE_SHARED)
    shared = here.size == comm.size and os.environ.get("MINITORCH_COMPAT_SHARED_MEMORY", "1") != "0"
    here.Free()
    return Board(mpi, comm) if comm.allreduce(shared, mpi.LAND) else None
