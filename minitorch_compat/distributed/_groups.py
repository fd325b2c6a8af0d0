"""Groups of ranks, and their pending work.

A collective is a generator that yields the MPI requests it waits for. Before any data is sent, all ranks of the group exchange a header
(call number, op, dtype, size), so that a disagreement is an error on all ranks, where MPI would corrupt data or wait forever. Ranks on
one host exchange it in shared memory (`_transport/shared_memory.py`), others by a message. Headers and data use separate communicators,
and data transfers start in the order of the calls, so that all ranks start them in the same order, as MPI requires.

Nothing blocks inside MPI: requests are tested, so that waiting can end by timeout or Ctrl-C. There are no threads: pending work
progresses whenever the program calls a method of the group, and DistributedDataParallel does so while backward runs.
"""
from __future__ import annotations

import time
import weakref
from collections import deque
from collections.abc import Callable, Generator
from datetime import timedelta
from typing import Any

import numpy as np

from ._transport import shared_memory as _shared
from ._transport.single_process import SingleProcessComm

#: Ops and dtypes by their numbers in headers.
NAMES = ("barrier", "broadcast", "all_reduce", "reduce", "all_gather", "gather", "scatter", "reduce_scatter", "all_to_all", "new_group",
         "monitored_barrier", "init_process_group")
DTYPES = ("float32", "float64", "float16", "bfloat16", "complex64", "complex128", "int8", "int16", "int32", "int64", "uint8", "uint16",
          "uint32", "uint64", "bool")
_NOTICE_TAG = 77  # the tag of messages that announce which call a rank waits for
#: A size that ranks need not agree on.
ANY_SIZE = -1

Steps = Generator[Any, None, Any]


class Work:
    """A pending operation: `wait` for it, or poll `is_completed`."""

    number: int

    def __init__(self, group: Group, op: str, steps: Steps, result: Any = None, peer: list[int] | None = None) -> None:
        self.group, self.op, self._steps, self._result = group, op, steps, result
        self._peer, self.number = peer, group.calls  # the peer of a message is filled in on receipt
        self._request: Any = None
        self._done, self._error = False, None  # type: bool, BaseException | None
        self._futures: list[Any] = []
        self.started_data = False
        self._progress()

    def _progress(self) -> bool:
        """Progress as far as possible without waiting; return whether the work is complete."""
        try:
            while not self._done:
                if self._request is not None and not self._request.Test():
                    return False
                self._request = next(self._steps)
        except StopIteration:
            self._done = True
        except Exception as error:
            self._done, self._error = True, convert_mpi_error(self, error)
        if self._done:
            for future in self._futures:
                self._set_result(future)
            self._futures.clear()
        return self._done

    def _set_result(self, future: Any) -> None:
        if self._error is None:
            future.set_result(self._result)
        else:
            future.set_exception(self._error)

    def wait(self, timeout: timedelta | None = None) -> bool:
        """Wait until the work is complete, and return True.

        Parameters: `timeout` instead of the group's. Raises RuntimeError after it, which names the op, this rank and the missing ranks, or
        if the ranks disagree.

        Example: `work = dist.all_reduce(x, async_op=True); work.wait()`.
        """
        self.group.wait_for(self, timeout or self.group.timeout)
        if self._error is not None:
            raise self._error
        return True

    def is_completed(self) -> bool:
        """Whether the work has finished, successfully or not."""
        self.group.advance()
        return self._done or self._progress_if_unqueued()

    def _progress_if_unqueued(self) -> bool:
        return self not in self.group.queue and self._progress()

    def is_success(self) -> bool:
        """Whether the work has finished successfully."""
        return self.is_completed() and self._error is None

    def exception(self) -> BaseException | None:
        """The exception of failed work, else None."""
        return self._error

    def synchronize(self) -> None:
        """Wait for the work."""
        self.wait()

    def result(self) -> Any:
        """The tensors that the work has written."""
        return self._result

    def source_rank(self) -> int:
        """The sender of a message."""
        return -1 if self._peer is None else self._peer[0]

    _source_rank = source_rank

    def get_future(self) -> Any:
        """A `torch.futures.Future` of the result; waiting for it waits for the work."""
        future = _WorkFuture(self)
        if self._done:
            self._set_result(future)
        else:
            self._futures.append(future)
        return future


def _make_work_future_class() -> Any:
    from ..futures import Future

    class WorkFuture(Future[Any]):
        """A future of a work, whose `wait` drives the work."""

        def __init__(self, work: Work | None = None, **kwargs: Any) -> None:
            super().__init__(**kwargs)
            self._work = work

        def wait(self) -> Any:
            """Wait for the work and return its result."""
            if self._work is not None and not self._done:
                self._work.wait()
            return super().wait()

        def then(self, callback: Any) -> Any:
            """Return a future of `callback(self)`."""
            callback_future = super().then(callback)
            if self._work is None:
                return callback_future
            work_future = WorkFuture(self._work)
            callback_future.add_done_callback(lambda f: _copy_outcome(f, work_future))
            return work_future

    return WorkFuture


def _copy_outcome(source: Any, target: Any) -> None:
    try:
        target.set_result(source.value())
    except Exception as error:
        target.set_exception(error)


def _WorkFuture(work: Work) -> Any:
    global _future_class
    if _future_class is None:
        _future_class = _make_work_future_class()
    return _future_class(work)


_future_class: Any = None


def convert_mpi_error(work: Work, error: Exception) -> Exception:
    """Convert errors of MPI to RuntimeError with the name of the op; others are returned unchanged."""
    if type(error).__module__.startswith("mpi4py"):
        return RuntimeError(f"{work.op} on rank {work.group.rank} of {work.group.name}: {error}")
    return error


class Group:
    """A group of ranks: two MPI communicators, a queue of pending calls, and their timeout."""

    headers: Any
    rank: Any
    size: Any
    timeout: Any

    def __init__(self, comm: Any, timeout: timedelta, name: str, ranks: list[int]) -> None:
        from ._transport.mpi import MPIState

        self.data, self.headers = comm, comm.Dup()
        self.board = _shared.make_board(MPIState.mpi if comm.size > 1 else None, comm)
        self.rank, self.size = comm.rank, comm.size
        self.timeout, self.name, self.ranks = timeout, name, ranks
        self.queue: deque[Work] = deque()
        self.calls = 0
        _ALL_GROUPS.add(self)
        self._waiting: dict[int, int] = {}  # rank -> latest call in which it announced that it waits
        self._announcements: list[Any] = []  # buffers of sends must stay alive

    # Starting

    def start(self, op: str, data: Callable[[], Any] | None, *, dtype: str = "", size: int = ANY_SIZE, detail: int = 0,
              finish: Callable[[], None] | None = None, result: Any = None, label: str = "",
              in_memory: Callable[[_shared.SharedBoard], Steps] | None = None) -> Work:
        """Start a collective: `data()` starts the transfer and returns its request, `finish()` stores the results.

        For ranks with shared memory, the steps of `in_memory(board)`, if given, replace `data()`.
        """
        self.calls += 1
        header = np.array([NAMES.index(op), DTYPES.index(dtype) if dtype else -1, size, detail, self.calls], dtype=np.int64)
        work = Work.__new__(Work)
        steps = self._collective(work, header, data, finish, None if self.board is None else in_memory)
        self.queue.append(work)
        if self not in _BUSY_GROUPS:
            _BUSY_GROUPS.append(self)
        work.__init__(self, label or op, steps, result)  # type: ignore[misc]
        self.advance()
        return work

    def _collective(self, work: Work, header: Any, data: Callable[[], Any] | None, finish: Callable[[], None] | None,
                    in_memory: Callable[[_shared.SharedBoard], Steps] | None) -> Steps:
        if self.board is not None:
            all_headers = yield from self.board.exchange(self.calls, header)
        else:
            all_headers = np.empty((self.size, header.size), dtype=np.int64)
            yield self.headers.Iallgather(header, all_headers)
        self._compare(work, all_headers)
        yield _DataTurn(self, work)
        if self.board is not None and in_memory is not None:
            yield from in_memory(self.board)
            work.started_data = True  # only now, because later calls use the same memory
        elif data is not None:
            request = data()
            work.started_data = True
            yield request
        if finish is not None:
            finish()

    def _compare(self, work: Work, all_headers: Any) -> None:
        """Raise on all ranks if their calls do not match."""
        if (all_headers == all_headers[0]).all():
            return
        calls = "; ".join(f"rank {self.ranks[r]}: {_header_text(header)}" for r, header in enumerate(all_headers.tolist()))
        raise RuntimeError(f"{work.op}: the ranks of {self.name} do not agree (call {work.number}): {calls}")

    # Progress

    def advance(self) -> None:
        """Progress all pending work."""
        queue = self.queue
        for work in list(queue):
            if not work._done:
                work._progress()
        while queue and queue[0]._done:
            queue.popleft()
        if not queue and self in _BUSY_GROUPS:
            _BUSY_GROUPS.remove(self)

    def wait_for(self, work: Work, timeout: timedelta) -> None:
        """Progress pending work until this one is complete."""
        if self._advance_all(work):
            return
        begin = time.monotonic()
        limit = timeout.total_seconds()
        next_announcement = min(1.0, limit / 2)
        while True:
            for _ in range(_POLLS_PER_DRIVE):
                if self._advance_all(work):
                    return
            self._drive_mpi()
            waited = time.monotonic() - begin
            if waited > limit:
                self._raise_timeout(work, limit)
            if waited > next_announcement:
                self._announce_waiting(work)
                next_announcement = waited + 1.0
            if waited > _SPIN_SECONDS:  # sleeping leaves the core to the awaited rank, at little latency
                time.sleep(2e-5 if waited < 0.1 else 1e-3)

    def _drive_mpi(self) -> None:
        """Let MPI progress other transfers, such as messages that another rank waits for before it makes this call."""
        self.headers.Iprobe(tag=_NOTICE_TAG)

    def _advance_all(self, work: Work) -> bool:
        for group in list(_BUSY_GROUPS):
            group.advance()
        return work._done or work._progress_if_unqueued()

    def _announce_waiting(self, work: Work) -> None:
        """Announce to the other ranks that this rank waits, in case they time out or exit."""
        message = np.array([work.number], dtype=np.int64)
        self._announcements = [(m, requests) for m, requests in self._announcements if not all(r.Test() for r in requests)]
        self._announcements.append((message,
                                    [self.headers.Isend(message, dest=r, tag=_NOTICE_TAG) for r in range(self.size) if r != self.rank]))

    def _receive_announcements(self) -> bool:
        """Receive announcements of other ranks; return whether there were any."""
        from ._transport.mpi import MPIState

        if MPIState.mpi is None or self.size == 1:
            return False
        status, message, any_received = MPIState.mpi.Status(), np.zeros(1, dtype=np.int64), False
        while self.headers.Iprobe(source=MPIState.mpi.ANY_SOURCE, tag=_NOTICE_TAG, status=status):
            self.headers.Recv(message, source=status.source, tag=_NOTICE_TAG)
            self._waiting[status.source] = max(int(message[0]), self._waiting.get(status.source, 0))
            any_received = True
        return any_received

    def _raise_timeout(self, work: Work, limit: float) -> None:
        from ._transport.mpi import MPIState

        end = time.monotonic() + 0.3
        while time.monotonic() < end:
            self._receive_announcements()
            time.sleep(0.01)
        if work._peer is None:
            missing = [self.ranks[r] for r in range(self.size) if r != self.rank and self._waiting.get(r, 0) < work.number]
            others = f"not heard of in this call: rank {', '.join(map(str, missing))}" if missing else "all ranks have called it"
        else:
            others = f"the other side is rank {work._peer[0]}" if work._peer[0] >= 0 else "the other side may be any rank"
        MPIState.failed_op = work.op
        error = RuntimeError(f"Timed out waiting {limit * 1000:.0f}ms for {work.op} on rank {self.ranks[self.rank]} of {self.name} "
                             f"(call {work.number}): {others}")
        work._done, work._error = True, error
        raise error


class _DataTurn:
    """The condition between header and data of a collective: the data transfers of all earlier ones have started."""

    def __init__(self, group: Group, work: Work) -> None:
        self._group, self._work = group, work

    def Test(self) -> bool:
        """Whether all earlier transfers have started."""
        for other in self._group.queue:
            if other is self._work:
                return True
            if not (other.started_data or other._done):
                return False
        return True


#: All groups, for the end of the program.
_ALL_GROUPS: weakref.WeakSet[Group] = weakref.WeakSet()


def receive_announcements() -> bool:
    """Whether another rank has announced since the last call that it waits."""
    received = [group._receive_announcements() for group in list(_ALL_GROUPS)]
    return any(received)


#: Groups with pending collectives. Waiting for one progresses all, because another rank may wait for them in another order.
_BUSY_GROUPS: list[Group] = []
#: Number of polls before MPI is made to progress, and seconds of polling before this process sleeps in between.
_POLLS_PER_DRIVE, _SPIN_SECONDS = 4, 4e-5


def _header_text(header: list[int]) -> str:
    number, dtype, size, detail, _ = header
    parts = [NAMES[number]]
    if dtype >= 0:
        parts.append(DTYPES[dtype])
    if size != ANY_SIZE:
        parts.append(f"of {size} elements")
    if detail:
        parts.append(f"(root or op {detail - 1})")
    return " ".join(parts)


def single_process_group(timeout: timedelta, name: str) -> Group:
    """The group of a single process."""
    return Group(SingleProcessComm(), timeout, name, [0])
