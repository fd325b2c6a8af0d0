"""Groups of ranks, and the work they have under way.

A collective is a generator that yields the requests of MPI it waits for. Before any data moves, all ranks of the group exchange a header
(which call, which op, dtype, size): ranks that disagree all learn it, where MPI would give nonsense or wait for ever. Ranks of one host do
so in memory that they share (`_shared.py`), others by a message. Headers and data have communicators of their own, and data starts in the
order of the calls, so that all ranks start everything in the same order, which is what MPI asks of them.

Nothing here blocks inside MPI: requests are tested, so that waiting can end, by its timeout or by Ctrl-C. No thread runs either: work in
the background goes on whenever the program calls something of the group, and DistributedDataParallel calls while backward runs.
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
from ._transport.alone import Alone

#: What a header says of its call, by number.
NAMES = ("barrier", "broadcast", "all_reduce", "reduce", "all_gather", "gather", "scatter", "reduce_scatter", "all_to_all", "new_group",
         "monitored_barrier", "init_process_group")
DTYPES = ("float32", "float64", "float16", "bfloat16", "complex64", "complex128", "int8", "int16", "int32", "int64", "uint8", "uint16",
          "uint32", "uint64", "bool")
_NOTICE = 77  # the tag of messages that say who waits for what
#: A size that ranks need not agree on.
ANY_SIZE = -1

Steps = Generator[Any, None, Any]


class Work:
    """Something under way: `wait` for it, or ask whether it `is_completed`."""

    group: Group
    op: str
    number: int

    def __init__(self, group: Group, op: str, steps: Steps, result: Any = None, peer: list[int] | None = None) -> None:
        self.group, self.op, self._steps, self._result = group, op, steps, result
        self._peer, self.number = peer, group.calls  # the peer of a message comes to be known
        self._request: Any = None
        self._done, self._error = False, None  # type: bool, BaseException | None
        self._futures: list[Any] = []
        self.started_data = False
        self._moves_on()

    def _moves_on(self) -> bool:
        """Go as far as it goes without waiting; says whether all is done."""
        try:
            while not self._done:
                if self._request is not None and not self._request.Test():
                    return False
                self._request = next(self._steps)
        except StopIteration:
            self._done = True
        except Exception as error:
            self._done, self._error = True, plain_error(self, error)
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
        """Wait until it is done, and return True.

        Parameters: `timeout` in place of the group's. RuntimeError when it takes longer: it names the op, this rank and those that were
        not heard of; or what the ranks disagreed about.

        Example: `work = dist.all_reduce(x, async_op=True); work.wait()`.
        """
        self.group.wait_for(self, timeout or self.group.timeout)
        if self._error is not None:
            raise self._error
        return True

    def is_completed(self) -> bool:
        """Whether it is done now, well or not."""
        self.group.advance()
        return self._done or self._moves_on_alone()

    def _moves_on_alone(self) -> bool:
        return self not in self.group.queue and self._moves_on()

    def is_success(self) -> bool:
        """Whether it is done and went well."""
        return self.is_completed() and self._error is None

    def exception(self) -> BaseException | None:
        """The exception it ended with, if it did."""
        return self._error

    def synchronize(self) -> None:
        """Wait."""
        self.wait()

    def result(self) -> Any:
        """The tensors it has written."""
        return self._result

    def source_rank(self) -> int:
        """The rank that a message came from."""
        return -1 if self._peer is None else self._peer[0]

    _source_rank = source_rank

    def get_future(self) -> Any:
        """A `torch.futures.Future` of the tensors; waiting for it waits for the work."""
        future = _WorkFuture(self)
        if self._done:
            self._set_result(future)
        else:
            self._futures.append(future)
        return future


def _future_of_work() -> Any:
    from ..futures import Future

    class WorkFuture(Future[Any]):
        """The result of a work: who waits for it drives it."""

        def __init__(self, work: Work | None = None, **kwargs: Any) -> None:
            super().__init__(**kwargs)
            self._work = work

        def wait(self) -> Any:
            """The tensors, as soon as they are there."""
            if self._work is not None and not self._done:
                self._work.wait()
            return super().wait()

        def then(self, callback: Any) -> Any:
            """A future of what `callback(this)` gives."""
            following = super().then(callback)
            if self._work is None:
                return following
            after = WorkFuture(self._work)
            following.add_done_callback(lambda f: _hand_on(f, after))
            return after

    return WorkFuture


def _hand_on(source: Any, target: Any) -> None:
    try:
        target.set_result(source.value())
    except Exception as error:
        target.set_exception(error)


def _WorkFuture(work: Work) -> Any:
    global _future_class
    if _future_class is None:
        _future_class = _future_of_work()
    return _future_class(work)


_future_class: Any = None


def plain_error(work: Work, error: Exception) -> Exception:
    """MPI's errors as RuntimeError that names the op; others as they are."""
    if type(error).__module__.startswith("mpi4py"):
        return RuntimeError(f"{work.op} on rank {work.group.rank} of {work.group.name}: {error}")
    return error


class Group:
    """Ranks that communicate: two communicators of MPI, the calls in order, and how long they may take."""

    data: Any
    headers: Any
    rank: Any
    size: Any
    timeout: Any
    name: str
    ranks: list[int]

    def __init__(self, comm: Any, timeout: timedelta, name: str, ranks: list[int]) -> None:
        from ._transport.mpi import State

        self.data, self.headers = comm, comm.Dup()
        self.board = _shared.board(State.mpi if comm.size > 1 else None, comm)
        self.rank, self.size = comm.rank, comm.size
        self.timeout, self.name, self.ranks = timeout, name, ranks
        self.queue: deque[Work] = deque()
        self.calls = 0
        _ALL.add(self)
        self._waiting: dict[int, int] = {}  # who said that it waits, and in which call
        self._notices: list[Any] = []  # what is being sent must stay in memory

    # Starting

    def start(self, op: str, data: Callable[[], Any] | None, *, dtype: str = "", size: int = ANY_SIZE, detail: int = 0,
              finish: Callable[[], None] | None = None, result: Any = None, label: str = "",
              in_memory: Callable[[_shared.Board], Steps] | None = None) -> Work:
        """A collective: `data()` starts its transfer and gives the request, `finish()` puts the results where they belong.

        Of ranks that share memory, `in_memory(board)`, if there is one, gives the steps of the transfer in place of `data()`.
        """
        self.calls += 1
        header = np.array([NAMES.index(op), DTYPES.index(dtype) if dtype else -1, size, detail, self.calls], dtype=np.int64)
        work = Work.__new__(Work)
        steps = self._collective(work, header, data, finish, None if self.board is None else in_memory)
        self.queue.append(work)
        if self not in _BUSY:
            _BUSY.append(self)
        work.__init__(self, label or op, steps, result)  # type: ignore[misc]
        self.advance()
        return work

    def _collective(self, work: Work, header: Any, data: Callable[[], Any] | None, finish: Callable[[], None] | None,
                    in_memory: Callable[[_shared.Board], Steps] | None) -> Steps:
        if self.board is not None:
            every = yield from self.board.exchange(self.calls, header)
        else:
            every = np.empty((self.size, header.size), dtype=np.int64)
            yield self.headers.Iallgather(header, every)
        self._compare(work, every)
        yield _Turn(self, work)
        if self.board is not None and in_memory is not None:
            yield from in_memory(self.board)
            work.started_data = True  # not before: later calls use the same memory
        elif data is not None:
            request = data()
            work.started_data = True
            yield request
        if finish is not None:
            finish()

    def _compare(self, work: Work, every: Any) -> None:
        """Refuse, on all ranks alike, calls that do not go together."""
        if (every == every[0]).all():
            return
        told = "; ".join(f"rank {self.ranks[r]}: {_described(header)}" for r, header in enumerate(every.tolist()))
        raise RuntimeError(f"{work.op}: the ranks of {self.name} do not agree (call {work.number}): {told}")

    # Going on

    def advance(self) -> None:
        """Go on with whatever can go on."""
        queue = self.queue
        for work in list(queue):
            if not work._done:
                work._moves_on()
        while queue and queue[0]._done:
            queue.popleft()
        if not queue and self in _BUSY:
            _BUSY.remove(self)

    def wait_for(self, work: Work, timeout: timedelta) -> None:
        """Go on until this one is done."""
        if self._advanced(work):
            return
        begin = time.monotonic()
        limit = timeout.total_seconds()
        notice_at = min(1.0, limit / 2)
        while True:
            for _ in range(_TRIES):
                if self._advanced(work):
                    return
            self._drive()
            waited = time.monotonic() - begin
            if waited > limit:
                self._give_up(work, limit)
            if waited > notice_at:
                self._tell(work)
                notice_at = waited + 1.0
            if waited > _SPIN:  # asleep, this process is soon given a core again, and leaves its own to the rank that is waited for
                time.sleep(2e-5 if waited < 0.1 else 1e-3)

    def _drive(self) -> None:
        """Have MPI go on with what is under way besides: messages to a rank that waits for them before it comes here, say."""
        self.headers.Iprobe(tag=_NOTICE)

    def _advanced(self, work: Work) -> bool:
        for group in list(_BUSY):
            group.advance()
        return work._done or work._moves_on_alone()

    def _tell(self, work: Work) -> None:
        """Say to the others that this rank waits, for them to know should they give up, or leave."""
        message = np.array([work.number], dtype=np.int64)
        self._notices = [(m, requests) for m, requests in self._notices if not all(r.Test() for r in requests)]
        self._notices.append((message, [self.headers.Isend(message, dest=r, tag=_NOTICE) for r in range(self.size) if r != self.rank]))

    def _receive_notices(self) -> bool:
        """Take the notices of the others; says whether there were any."""
        from ._transport.mpi import State

        if State.mpi is None or self.size == 1:
            return False
        status, message, heard = State.mpi.Status(), np.zeros(1, dtype=np.int64), False
        while self.headers.Iprobe(source=State.mpi.ANY_SOURCE, tag=_NOTICE, status=status):
            self.headers.Recv(message, source=status.source, tag=_NOTICE)
            self._waiting[status.source] = max(int(message[0]), self._waiting.get(status.source, 0))
            heard = True
        return heard

    def _give_up(self, work: Work, limit: float) -> None:
        from ._transport.mpi import State

        end = time.monotonic() + 0.3
        while time.monotonic() < end:
            self._receive_notices()
            time.sleep(0.01)
        if work._peer is None:
            missing = [self.ranks[r] for r in range(self.size) if r != self.rank and self._waiting.get(r, 0) < work.number]
            others = f"not heard of in this call: rank {', '.join(map(str, missing))}" if missing else "all ranks have called it"
        else:
            others = f"the other side is rank {work._peer[0]}" if work._peer[0] >= 0 else "the other side may be any rank"
        State.broken = work.op
        error = RuntimeError(f"Timed out waiting {limit * 1000:.0f}ms for {work.op} on rank {self.ranks[self.rank]} of {self.name} "
                             f"(call {work.number}): {others}")
        work._done, work._error = True, error
        raise error


class _Turn:
    """What a collective waits for between header and data: that the data of all earlier ones is on its way."""

    def __init__(self, group: Group, work: Work) -> None:
        self._group, self._work = group, work

    def Test(self) -> bool:
        """Whether it is this one's turn."""
        for other in self._group.queue:
            if other is self._work:
                return True
            if not (other.started_data or other._done):
                return False
        return True


#: All groups there are, for the end of the program.
_ALL: weakref.WeakSet[Group] = weakref.WeakSet()


def anybody_waits() -> bool:
    """Whether another rank has said that it waits, since this was last asked."""
    heard = [group._receive_notices() for group in list(_ALL)]
    return any(heard)


#: Groups with collectives under way. Waiting for one goes on with all: another rank may wait for them in another order.
_BUSY: list[Group] = []
#: How often to look before MPI is asked to go on, and how many seconds to go on looking before this process sleeps in between.
_TRIES, _SPIN = 4, 4e-5


def _described(header: list[int]) -> str:
    number, dtype, size, detail, _ = header
    parts = [NAMES[number]]
    if dtype >= 0:
        parts.append(DTYPES[dtype])
    if size != ANY_SIZE:
        parts.append(f"of {size} elements")
    if detail:
        parts.append(f"(root or op {detail - 1})")
    return " ".join(parts)


def alone(timeout: timedelta, name: str) -> Group:
    """The group of a job of one process."""
    return Group(Alone(), timeout, name, [0])
