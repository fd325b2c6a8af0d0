"""Ranks as threads of one process, so that tests can inspect, measure and break distributed programs.

The groups of `minitorch_compat.distributed` use an MPI of threads here. Only one thread runs at a time: a rank that waits passes control
on, and each rank has its own copy of process-global state (its groups, its random stream).
"""
from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import numpy as np

import minitorch_compat as torch
from minitorch_compat.distributed import _groups, _world
from minitorch_compat.distributed._transport import mpi as _mpi

SECONDS = 120.0  # of a machine that is busy with other things


class _Failed(Exception):
    """Another rank has failed: this one has nobody to wait for."""


class _Turns:
    """Whose turn it is."""

    def __init__(self, size: int) -> None:
        self.alive = list(range(size))
        self.gates = [threading.Semaphore(0) for _ in range(size)]
        self.error: BaseException | None = None

    def _following(self, rank: int) -> int | None:
        later = [r for r in self.alive if r > rank] + [r for r in self.alive if r < rank]
        return later[0] if later else None

    def pass_on(self, rank: int) -> None:
        """Let another rank run until the turn comes back."""
        following = self._following(rank)
        if following is not None:
            mine = _globals()
            self.gates[following].release()
            self.gates[rank].acquire()
            _set_globals(mine)
        if self.error is not None:
            raise _Failed

    def leave(self, rank: int) -> None:
        """This rank is through."""
        following = self._following(rank)
        self.alive.remove(rank)
        if following is not None:
            self.gates[following].release()


def _globals() -> Any:
    return (_world.GroupMember.WORLD, list(_world._World.groups), _world._World.made, list(_groups._BUSY_GROUPS),
            torch.get_rng_state())


def _set_globals(values: Any) -> None:
    _world.GroupMember.WORLD, _world._World.groups[:], _world._World.made, _groups._BUSY_GROUPS[:], state = values
    torch.set_rng_state(state)


class _Request:
    """Done once every rank has brought its part; then `finish(parts)` runs, once."""

    def __init__(self, comm: _Comm, part: Any, finish: Callable[[dict[int, Any]], None]) -> None:
        self._parts, self._size, self._finish = comm.bring(part), comm.size, finish
        self._done = False

    def Test(self, status: Any = None) -> bool:
        """Whether it is."""
        if not self._done and len(self._parts) == self._size:
            self._done = True
            self._finish(self._parts)
        return self._done


class _Sent:
    """A message that has left."""

    def Test(self, status: Any = None) -> bool:
        """At once."""
        return True


class _Comm:
    """The part of `mpi4py.MPI.Comm` that groups call."""

    def __init__(self, turns: _Turns, rank: int, ranks: list[int], shared: dict[Any, Any], name: tuple[Any, ...]) -> None:
        self.turns, self.shared, self.name, self.ranks = turns, shared, name, ranks
        self.me, self.rank, self.size, self.calls = rank, ranks.index(rank), len(ranks), 0

    def bring(self, part: Any) -> dict[int, Any]:
        """Put this rank's part beside those of the others."""
        self.calls += 1
        parts: dict[int, Any] = self.shared.setdefault((self.name, self.calls), {})
        parts[self.rank] = part
        return parts

    def all(self, part: Any) -> list[Any]:
        """The parts of all, once they are there."""
        parts = self.bring(part)
        while len(parts) < self.size:
            self.turns.pass_on(self.me)
        return [parts[r] for r in range(self.size)]

    def _of(self, ranks: list[int]) -> _Comm:
        self.calls += 1
        return _Comm(self.turns, self.me, ranks, self.shared, (*self.name, self.calls, *ranks))

    def Dup(self) -> _Comm:
        """Another of the same ranks."""
        return self._of(self.ranks)

    def Split_type(self, kind: Any) -> _Comm:
        """All are here."""
        return self._of(self.ranks)

    def Free(self) -> None:
        """Nothing is held."""

    def Get_group(self) -> _Comm:
        """Itself."""
        return self

    def Incl(self, ranks: list[int]) -> list[int]:
        """As it is."""
        return ranks

    def Create_group(self, ranks: list[int]) -> _Comm:
        """Of some: the others take no part, so nothing is counted."""
        return _Comm(self.turns, self.me, [self.ranks[r] for r in ranks], self.shared, (*self.name, "group", *ranks))

    def Barrier(self) -> None:
        """Wait for all."""
        self.all(None)

    def allreduce(self, value: bool, op: Any) -> bool:
        """Whether it is true everywhere."""
        return all(self.all(value))

    def Iprobe(self, *args: Any, **kwargs: Any) -> bool:
        """Called by those who wait: it is another rank's turn."""
        self.turns.pass_on(self.me)
        return False

    def Isend(self, message: Any, dest: int, tag: int) -> _Sent:
        """Announcements of a rank that waits long, on a busy machine: for ranks that time out or exit, so nobody receives them here."""
        assert tag == _groups._NOTICE_TAG
        return _Sent()

    # Collectives

    def Ibarrier(self) -> _Request:
        """Done when all are here."""
        return _Request(self, None, lambda parts: None)

    def Iallgather(self, sent: Any, received: Any) -> _Request:
        """The parts, in the order of the ranks."""
        target, ranks = received.reshape(-1), range(self.size)
        return _Request(self, np.array(sent).reshape(-1), lambda parts: np.copyto(target, np.concatenate([parts[r] for r in ranks])))

    def Igather(self, sent: Any, received: Any, root: int) -> _Request:
        """The same, for one."""
        if received is None:
            return _Request(self, np.array(sent).reshape(-1), lambda parts: None)
        return self.Iallgather(sent, received)

    def Ibcast(self, buffer: Any, root: int) -> _Request:
        """One rank's values."""
        return _Request(self, np.array(buffer), lambda parts: np.copyto(buffer, parts[root]))

    def Iscatter(self, sent: Any, received: Any, root: int) -> _Request:
        """Each its row of one rank's."""
        rows = None if sent is None else np.array(sent).reshape(self.size, -1)
        return _Request(self, rows, lambda parts: np.copyto(received, parts[root][self.rank]))

    def Iallreduce(self, sent: Any, buffer: Any, op: Callable[[Any, Any], None]) -> _Request:
        """The combination, everywhere."""
        array = buffer[0] if isinstance(buffer, list) else buffer
        return _Request(self, array.copy(), lambda parts: np.copyto(array, _combine(parts, op)))

    def Ireduce(self, sent: Any, buffer: Any, op: Callable[[Any, Any], None], root: int) -> _Request:
        """The combination, for one."""
        if self.rank == root:
            return self.Iallreduce(sent, buffer, op)
        array = sent[0] if isinstance(sent, list) else sent
        return _Request(self, array.copy(), lambda parts: None)

    def Ireduce_scatter_block(self, sent: Any, received: Any, op: Callable[[Any, Any], None]) -> _Request:
        """Each its part of the combination."""
        mine, target = (b[0] if isinstance(b, list) else b for b in (sent, received))
        return _Request(self, mine.copy(), lambda parts: np.copyto(target, _combine(parts, op).reshape(self.size, -1)[self.rank]))

    def Ialltoallv(self, sent: Any, received: Any) -> _Request:
        """Each rank a part of each."""
        (mine, (counts, _)), (target, _) = sent, received
        split = np.split(mine.copy(), np.cumsum(counts)[:-1])
        return _Request(self, split, lambda parts: np.copyto(target, np.concatenate([parts[r][self.rank] for r in range(self.size)])))


def _combine(parts: dict[int, Any], op: Callable[[Any, Any], None]) -> Any:
    result = parts[0].copy()
    for r in range(1, len(parts)):
        op(parts[r], result)
    return result


def _by(ufunc: Any) -> Callable[[Any, Any], None]:
    return lambda sent, both: ufunc(both, sent, out=both)


class _Window:
    """Memory of rank 0 that all see."""

    def __init__(self, memory: Any) -> None:
        self._memory = memory

    def Lock_all(self) -> None:
        """Only one rank runs at a time."""

    Sync = Lock_all

    def Shared_query(self, rank: int) -> tuple[Any, int]:
        """The memory."""
        return self._memory, 1


class _Threads:
    """In place of `mpi4py.MPI`."""

    COMM_TYPE_SHARED, IN_PLACE, LAND, UINT16_T, ANY_SOURCE = "shared", None, None, None, -1
    SUM, PROD, MIN, MAX = _by(np.add), _by(np.multiply), _by(np.minimum), _by(np.maximum)
    BAND, BOR, BXOR = _by(np.bitwise_and), _by(np.bitwise_or), _by(np.bitwise_xor)

    class Op:
        """Reductions by a function."""

        @staticmethod
        def Create(function: Any, commute: bool) -> Callable[[Any, Any], None]:
            """The function, of arrays."""
            return lambda sent, both: function(sent, both, None)

    class Win:
        """Shared memory."""

        @staticmethod
        def Allocate_shared(size: int, unit: int, comm: _Comm) -> _Window:
            """What rank 0 asks for."""
            return _Window(comm.all(np.zeros(size, dtype=np.uint8) if size else None)[0])


def run(size: int, program: Callable[[], Any], *, shared: bool = True) -> list[Any]:
    """What `program()` gives in each of so many ranks; `shared`: they say to each other that they share memory.

    The first exception of a rank that the program leaves uncaught is raised.
    """
    import minitorch_compat.distributed.nn.functional  # noqa: F401 - not while another rank has half of it

    turns, memory, results = _Turns(size), dict[Any, Any](), [None] * size
    before, mpi = _globals(), _mpi.MPIState.mpi
    _mpi.MPIState.mpi = _Threads

    def rank(r: int) -> None:
        turns.gates[r].acquire()
        try:
            if turns.error is None:
                _set_globals((None, [], 0, [], before[-1]))
                results[r] = _in_rank(_Comm(turns, r, list(range(size)), memory, ()), program, shared)
        except _Failed:
            pass
        except BaseException as error:
            turns.error = turns.error or error
        finally:
            turns.leave(r)

    threads = [threading.Thread(target=rank, args=(r,), daemon=True) for r in range(size)]
    try:
        for thread in threads:
            thread.start()
        turns.gates[0].release()
        for thread in threads:
            thread.join(2 * SECONDS)
    finally:
        _mpi.MPIState.mpi = mpi
        _set_globals(before)
        _groups._future_class = None
    if turns.error is not None:
        raise turns.error
    assert not any(thread.is_alive() for thread in threads), "a rank waits for ever"
    return results


def _in_rank(comm: _Comm, program: Callable[[], Any], shared: bool) -> Any:
    group = _groups.Group(comm, timedelta(seconds=SECONDS), "the default group", list(range(comm.size)))
    if not shared:
        group.board = None
    _world.GroupMember.WORLD = _world.ProcessGroup(group, "gloo", None)
    _world.GroupMember.WORLD.group_name = "0"
    _world._World.groups[:] = [_world.GroupMember.WORLD]
    _world._World.made = 1
    return program()
