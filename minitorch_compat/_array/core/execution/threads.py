"""Large arrays by pieces, on several threads: numpy's loops release the interpreter's lock.

The pieces follow from the size alone, so results do not depend on the number of threads: elementwise loops give the same for each element
wherever an array is cut (the cuts are multiples of any vector's width), and sums of pieces are added in the order of the pieces.

Threads are started by the first array that is large enough, never before; a child of a fork has none and starts its own. Where none can
be started the pieces run one after the other. Work that comes from a second thread while the pool is busy, or from inside a piece, is
done by the thread that brings it.
"""
from __future__ import annotations

import os
from _thread import allocate_lock, start_new_thread
from collections.abc import Callable, Sequence
from contextvars import copy_context
from functools import partial
from itertools import count
from typing import Any

import numpy as np

from .quiet import restore, silence

Array = np.ndarray[Any, np.dtype[Any]]

#: Holds the pool where more than one thread is to be used: its truth is what an ordinary call asks.
POOLS: list[Pool] = []
#: Elements from which it pays to wake a thread, which takes 10 us of the caller's time, and 50 until it has begun. Of each call of numpy by
#: two threads at once one waits for the interpreter, and to be woken takes it 15 us: a call should do more than that on a piece.
SPREAD = 1 << 19
#: Elements of a piece: of an array of no more than a few blocks, and of larger ones.
_SMALL, _LARGE = 1 << 17, 1 << 18


class Pool:
    """So many threads, the caller's among them."""

    __slots__ = ("busy", "queue", "started", "wanted")

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.started = 0
        self.busy = allocate_lock()
        self.queue: Any = None

    def start(self) -> None:
        """Bring the number of waiting threads to what is wanted, or to what can be had."""
        if self.queue is None:
            from queue import SimpleQueue

            self.queue = SimpleQueue()
        while self.started < self.wanted - 1:
            try:
                start_new_thread(_serve, (self.queue,))
            except RuntimeError:  # no more threads: what there is will do
                self.wanted = self.started + 1
                return
            self.started += 1

    def close(self) -> None:
        """Let the waiting threads end."""
        for _ in range(self.started):
            self.queue.put(None)
        self.started = 0


class _Job:
    """Pieces of work that several threads take from, each the next."""

    __slots__ = ("ended", "error", "finished", "number", "taken", "work")

    def __init__(self, work: Callable[[int], Any], number: int) -> None:
        self.work: Callable[[int], Any] | None = work
        self.number = number
        self.taken, self.ended = count().__next__, count(1).__next__  # each call is one step of the interpreter, so no lock is needed
        self.finished = allocate_lock()
        self.finished.acquire()
        self.error: BaseException | None = None

    def take_part(self) -> None:
        """Do pieces until none is left."""
        while (i := self.taken()) < self.number:
            try:
                if self.error is None and self.work is not None:
                    self.work(i)
            except BaseException as error:  # handed to the caller's thread
                self.error = error
            if self.ended() == self.number:
                self.finished.release()


def _serve(queue: Any) -> None:
    while True:
        job = queue.get()
        if job is None:
            return
        job()
        del job  # what it holds is not kept until the next one comes


def set_threads(wanted: int) -> None:
    """Use so many threads from now on."""
    if POOLS and POOLS[0].wanted == wanted:
        return
    while POOLS:
        POOLS.pop().close()
    if wanted > 1:
        POOLS.append(Pool(min(wanted, 64)))


def first_threads() -> int:
    """How many threads the environment allows, at most one per processor."""
    processors = os.cpu_count() or 1
    asked = [int(text) for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS") if (text := os.environ.get(name, "")).isdecimal()]
    return min([n for n in asked if n] + [processors])


def _after_fork() -> None:
    """The threads of the parent are not here."""
    if POOLS:
        POOLS[:] = [Pool(POOLS[0].wanted)]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _processors() -> int:
    """How many processors this process may run on."""
    try:
        return len(os.sched_getaffinity(0))
    except (AttributeError, OSError):
        return os.cpu_count() or 1


set_threads(min(first_threads(), _processors()))


def each(work: Callable[[int], Any], number: int) -> None:
    """`work(i)` for i in range(number), in any order and on any of the threads; the first error is raised when all have ended."""
    pool = POOLS[0] if POOLS and number > 1 else None
    if pool is None or not pool.busy.acquire(False):
        for i in range(number):
            work(i)
        return
    try:
        if pool.started < pool.wanted - 1:
            pool.start()
        job = _Job(work, number)
        for _ in range(min(pool.started, number - 1)):
            pool.queue.put(partial(copy_context().run, job.take_part))  # numpy's error state is there
        job.take_part()
        job.finished.acquire()
        job.work = None  # it may wait in the queue for a thread that comes too late: the arrays are not to wait with it
    finally:
        pool.busy.release()
    if job.error is not None:
        raise job.error


def cuts(size: int) -> list[slice]:
    """The pieces of so many elements."""
    step = _SMALL if size <= 1 << 20 else _LARGE
    return [slice(i, i + step) for i in range(0, size, step)]


def each_cut(work: Callable[[Any], Any], pieces: Sequence[Any]) -> None:
    """`work(piece)` of each."""
    each(lambda i: work(pieces[i]), len(pieces))


def one_by_one(work: Callable[[Any], Any], pieces: Sequence[Any]) -> None:
    """The same on this thread alone."""
    for piece in pieces:
        work(piece)


def large(kernel: Any, *args: Any) -> Any:
    """`kernel(*args)`, elementwise, where the first argument is an array of at least `SPREAD` elements: a ufunc by pieces."""
    ufunc = getattr(kernel, "__wrapped__", kernel)
    return by_pieces(ufunc, args) if ufunc.__class__ is np.ufunc else OF_LARGE.get(kernel, kernel)(*args)


#: What other kernels are for large arrays.
OF_LARGE: dict[Any, Callable[..., Any]] = {}


def by_pieces(ufunc: Any, args: Sequence[Any], out: Array | None = None) -> Any:
    """`ufunc(*args, out=out)` by pieces, if all its arrays have one shape and lie in order, or repeat one number; else at once."""
    flat = _flat(args, out)
    if flat is None:
        return ufunc(*args) if out is None else ufunc(*args, out=out)
    token = silence()
    try:
        if out is None:
            probe = ufunc(*[v[:1] if v.__class__ is np.ndarray and v.ndim else v for v in flat])
            out = np.empty(next(v.shape for v in args if v.__class__ is np.ndarray and v.ndim), probe.dtype)
        whole = out.reshape(-1)
        pieces = cuts(whole.size)

        def work(i: int) -> None:
            at = pieces[i]
            ufunc(*[v[at] if v.__class__ is np.ndarray and v.ndim else v for v in flat], out=whole[at])

        each(work, len(pieces))
    finally:
        restore(token)
    return out


def _flat(args: Sequence[Any], out: Array | None) -> list[Any] | None:
    """The arguments with each array as a vector, or None if these cannot be cut alike."""
    shape = None if out is None else out.shape
    if out is not None and not out.flags.c_contiguous:
        return None
    flat = []
    for v in args:
        if v.__class__ is not np.ndarray:
            if getattr(v, "shape", None):
                return None
        elif v.ndim:
            if shape is None:
                shape = v.shape
            if v.shape != shape:
                return None
            if v.flags.c_contiguous:
                v = v.reshape(-1)
            elif not any(v.strides):
                v = np.broadcast_to(v[(0,) * v.ndim], (v.size,))
            else:
                return None
        flat.append(v)
    return flat
