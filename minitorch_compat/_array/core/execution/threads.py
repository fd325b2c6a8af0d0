"""Run large arrays by pieces on several threads: numpy's loops release the GIL.

The pieces depend on the size alone, so results do not depend on the number of threads: elementwise loops give the same for each element
wherever an array is cut (the cuts are multiples of any vector width), and sums of pieces are added in the order of the pieces.

Threads are started by the first array that is large enough, never before; a forked child has none and starts its own. Where none can
be started the pieces run sequentially. Work submitted while the pool is busy, by a second thread or from inside a piece, runs in the
submitting thread.
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

#: Holds the pool if more than one thread is to be used; an ordinary call only tests its truth.
POOLS: list[Pool] = []
#: Elements from which waking a thread pays: that takes 10 us of the caller's time, and 50 until the thread has begun. Of two threads that
#: call numpy at once one waits for the interpreter lock and takes 15 us to wake up, so a call should do more than that on a piece.
PARALLEL_SIZE = 1 << 19
#: Elements of a piece: of arrays of at most a few blocks, and of larger ones.
_SMALL_PIECE, _LARGE_PIECE = 1 << 17, 1 << 18


class Pool:
    """A pool of `wanted` threads, including the caller's."""

    __slots__ = ("begun", "busy", "queue", "started", "thread_count")

    def __init__(self, thread_count: int) -> None:
        self.thread_count = thread_count
        self.started = 0
        #: An item of each thread that has begun: Python counts none before.
        self.begun: list[None] = []
        self.busy = allocate_lock()
        self.queue: Any = None

    def start(self) -> None:
        """Start threads up to the wanted number, or as many as the system allows."""
        if self.queue is None:
            from queue import SimpleQueue

            self.queue = SimpleQueue()
        while self.started < self.thread_count - 1:
            try:
                start_new_thread(_run_jobs, (self.queue, self.begun))
            except RuntimeError:  # no more threads: continue with those there are
                self.thread_count = self.started + 1
                return
            self.started += 1

    def close(self) -> None:
        """End the waiting threads."""
        for _ in range(self.started):
            self.queue.put(None)
        self.started = 0


class _Job:
    """A job whose pieces are taken in order by several threads."""

    __slots__ = ("count_finished", "error", "finished", "next_piece", "number", "work")

    def __init__(self, work: Callable[[int], Any], number: int) -> None:
        self.work: Callable[[int], Any] | None = work
        self.number = number
        self.next_piece, self.count_finished = count().__next__, count(1).__next__  # each call is atomic, so no lock is needed
        self.finished = allocate_lock()
        self.finished.acquire()
        self.error: BaseException | None = None

    def run_pieces(self) -> None:
        """Run pieces until none is left."""
        while (i := self.next_piece()) < self.number:
            try:
                if self.error is None and self.work is not None:
                    self.work(i)
            except BaseException as error:  # raised in the caller's thread
                self.error = error
            if self.count_finished() == self.number:
                self.finished.release()


def _run_jobs(queue: Any, begun: list[None]) -> None:
    begun.append(None)
    while True:
        job = queue.get()
        if job is None:
            return
        job()
        del job  # do not keep its arrays until the next job arrives


def set_threads(count: int) -> None:
    """Use `count` threads from now on."""
    if POOLS and POOLS[0].thread_count == count:
        return
    while POOLS:
        POOLS.pop().close()
    if count > 1:
        POOLS.append(Pool(min(count, 64)))


def default_threads() -> int:
    """The number of threads that the environment allows, at most one per processor."""
    processors = os.cpu_count() or 1
    requested = [int(text) for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS") if (text := os.environ.get(name, "")).isdecimal()]
    return min([n for n in requested if n] + [processors])


def _after_fork() -> None:
    """Replace the pool in a forked child, where the parent's threads do not exist."""
    if POOLS:
        POOLS[:] = [Pool(POOLS[0].thread_count)]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _processors() -> int:
    """The number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except (AttributeError, OSError):
        return os.cpu_count() or 1


set_threads(min(default_threads(), _processors()))


def run_parallel(work: Callable[[int], Any], number: int, calls_blas: bool = False) -> None:
    """Run `work(i)` for i in range(number), in any order and on any thread; the first error is raised when all have ended.

    If it `calls_blas`, either several threads of ours are used, and one of BLAS' on each, or the other way round: threads of both kinds
    wait for each other, for milliseconds each time where other processes use the processors.
    """
    pool = POOLS[0] if POOLS and number > 1 else None
    if pool is None or not pool.busy.acquire(False):
        _run_here(work, number)
        return
    blas_threads = 1
    try:
        if calls_blas:
            from .blas_threads import set_blas_threads, use_one_blas_thread  # not before a program needs it

            blas_threads = use_one_blas_thread(len(pool.begun))
        if blas_threads:
            _run_on_pool(pool, work, number)
        else:
            _run_here(work, number)
    finally:
        if blas_threads > 1:
            set_blas_threads(blas_threads)
        pool.busy.release()


def _run_here(work: Callable[[int], Any], number: int) -> None:
    for i in range(number):
        work(i)


def _run_on_pool(pool: Pool, work: Callable[[int], Any], number: int) -> None:
    if pool.started < pool.thread_count - 1:
        pool.start()
    job = _Job(work, number)
    for _ in range(min(pool.started, number - 1)):
        pool.queue.put(partial(copy_context().run, job.run_pieces))  # the copied context carries numpy's error state
    job.run_pieces()
    job.finished.acquire()
    job.work = None  # a job may stay in the queue until a late thread takes it: release the arrays
    if job.error is not None:
        raise job.error


class OrderedSum:
    """Adds arrays to `total` in the order of their numbers, whichever thread has one first."""

    __slots__ = ("lock", "next", "total", "waiting")

    def __init__(self, total: Array) -> None:
        self.total, self.next, self.lock = total, 0, allocate_lock()
        self.waiting: dict[int, Array] = {}

    def add(self, i: int, part: Array) -> None:
        """Add array number `i`."""
        with self.lock:
            self.waiting[i] = part
            while self.next in self.waiting:
                np.add(self.total, self.waiting.pop(self.next), self.total)
                self.next += 1


def piece_slices(size: int) -> list[slice]:
    """Slices of the pieces of `size` elements."""
    step = _SMALL_PIECE if size <= 1 << 20 else _LARGE_PIECE
    return [slice(i, i + step) for i in range(0, size, step)]


def map_parallel(work: Callable[[Any], Any], pieces: Sequence[Any]) -> None:
    """Run `work(piece)` for each piece."""
    run_parallel(lambda i: work(pieces[i]), len(pieces))


def map_serial(work: Callable[[Any], Any], pieces: Sequence[Any]) -> None:
    """The same on this thread alone."""
    for piece in pieces:
        work(piece)


def run_large(kernel: Any, *args: Any) -> Any:
    """`kernel(*args)` of an elementwise kernel whose first argument has at least `PARALLEL_SIZE` elements; ufuncs run by pieces."""
    ufunc = getattr(kernel, "__wrapped__", kernel)
    return run_in_pieces(ufunc, args) if ufunc.__class__ is np.ufunc else LARGE_KERNELS.get(kernel, kernel)(*args)


#: Elementwise kernel -> the function that computes it for large arrays.
LARGE_KERNELS: dict[Any, Callable[..., Any]] = {}


def run_in_pieces(ufunc: Any, args: Sequence[Any], out: Array | None = None) -> Any:
    """`ufunc(*args, out=out)` by pieces, if its arrays are all of one shape and contiguous, or repeat one number; else at once."""
    flat = _flatten_alike(args, out)
    if flat is None:
        return ufunc(*args) if out is None else ufunc(*args, out=out)
    token = silence()
    try:
        if out is None:
            probe = ufunc(*[v[:1] if v.__class__ is np.ndarray and v.ndim else v for v in flat])
            out = np.empty(next(v.shape for v in args if v.__class__ is np.ndarray and v.ndim), probe.dtype)
        whole = out.reshape(-1)
        pieces = piece_slices(whole.size)

        def work(i: int) -> None:
            piece = pieces[i]
            ufunc(*[v[piece] if v.__class__ is np.ndarray and v.ndim else v for v in flat], out=whole[piece])

        run_parallel(work, len(pieces))
    finally:
        restore(token)
    return out


def _flatten_alike(args: Sequence[Any], out: Array | None) -> list[Any] | None:
    """The arguments with each array flattened, or None if they cannot be cut alike."""
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
