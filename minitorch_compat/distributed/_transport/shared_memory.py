"""Memory that the ranks of a group share, where all are on one host: windows of MPI-3.

Two uses. Headers of calls are compared on a board, a row of counters and slots per rank, which costs no message. And `all_reduce` goes
through buffers, a few per rank: every rank writes a piece of the tensor into one of its own and reads those of all, in the order of the
ranks, so that all get the same sums.
"""
from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from typing import Any

import numpy as np

#: Calls that a rank may be ahead of the slowest, and the size of a rank's part of the board in rows of one cache line.
SLOTS, ROWS = 56, 64
_CONSUMED, _WRITTEN, _TAKEN = 60, 61, 62  # rows of counters
_NUMBER = 7  # the column of a slot that is written last
#: Bytes of a buffer: a larger tensor goes through in pieces. And how many a rank has.
PIECE, BUFFERS = 1 << 19, 4
#: Every rank reads what all have written: of more ranks, MPI makes the sums.
MOST = 8


#: A tensor in several places of memory: flat arrays to read it from, in its order, and those to write the result to.
Parts = list[tuple[Any, Any]]


#: Some of it: where in the piece, what to read, what to write.
Piece = list[tuple[slice, Any, Any]]


def pieces(parts: Parts, size: int) -> Iterator[Piece]:
    """The tensor in pieces of `size` elements, whatever its parts are."""
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


class Until:
    """What a collective waits for: counters of all ranks that have come to a number."""

    def __init__(self, counters: Any, number: int) -> None:
        self._counters, self._number = counters, number

    def Test(self) -> bool:
        """Whether they have."""
        return min(self._counters.tolist()) >= self._number  # of a few, faster than numpy's


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
        self._data_window, memory = _window(mpi, comm, comm.size * BUFFERS * PIECE)
        self._buffers, self._pieces = memory.reshape(comm.size, BUFFERS, PIECE), 0

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

    def reduce(self, parts: Parts, ufunc: Any, factor: Any = None) -> Generator[Any, None, Any]:
        """Combine the tensors of all ranks, each of them given as the parts it consists of; those of this rank times `factor`, if given."""
        waiting = None
        for piece in pieces(parts, PIECE // parts[0][0].itemsize):
            number = self._pieces
            self._pieces += 1
            yield Until(self._rows[:, _TAKEN, 0], number + 1 - BUFFERS)  # the last that was in this buffer
            every = self._written(number, piece, factor)
            if waiting is not None:  # while this one was written, the others have written that one
                yield from self._combined(*waiting, ufunc)
            waiting = number, piece, every
        if waiting is not None:
            yield from self._combined(*waiting, ufunc)

    def _written(self, number: int, piece: Piece, factor: Any) -> Any:
        """Write this rank's piece into its buffer; gives those of all."""
        dtype = piece[0][1].dtype
        every = self._buffers[:, number % BUFFERS, : piece[-1][0].stop * dtype.itemsize].view(dtype)
        mine = every[self.rank]
        for where, source, _ in piece:
            if factor is None:
                mine[where] = source
            else:
                np.multiply(source, factor, out=mine[where])
        self._data_window.Sync()
        self.window.Sync()
        self._mine[_WRITTEN, 0] = number + 1
        return every

    def _combined(self, number: int, piece: Piece, every: Any, ufunc: Any) -> Generator[Any, None, Any]:
        """Combine the pieces of all, once they are there."""
        yield Until(self._rows[:, _WRITTEN, 0], number + 1)
        self.window.Sync()
        self._data_window.Sync()
        with np.errstate(all="ignore"):
            for where, _, target in piece:
                ufunc(every[0, where], every[1, where], out=target)
                for other in every[2:, where]:
                    ufunc(target, other, out=target)
        self.window.Sync()
        self._mine[_TAKEN, 0] = number + 1


def board(mpi: Any, comm: Any) -> Board | None:
    """The board of a group; None for ranks on several hosts, or where `MINITORCH_COMPAT_SHARED_MEMORY=0` says so."""
    if mpi is None:
        return None
    here = comm.Split_type(mpi.COMM_TYPE_SHARED)
    shared = here.size == comm.size and os.environ.get("MINITORCH_COMPAT_SHARED_MEMORY", "1") != "0"
    here.Free()
    return Board(mpi, comm) if comm.allreduce(shared, mpi.LAND) else None
