"""The communicator of one process: what MPI would do with one rank, without MPI."""
from __future__ import annotations

from typing import Any

import numpy as np


class Done:
    """A request that is done."""

    def Test(self, status: Any = None) -> bool:
        """True."""
        return True

    def Cancel(self) -> None:
        """Nothing to cancel."""


class Alone:
    """The part of `mpi4py.MPI.Comm` that groups call, for one rank."""

    rank, size = 0, 1

    def Dup(self) -> Alone:
        """Another."""
        return Alone()

    def Create_group(self, ranks: list[int]) -> Alone:
        """A group of the one rank."""
        return Alone()

    def Free(self) -> None:
        """Nothing is held."""

    def _copied(self, sent: Any, received: Any) -> Done:
        target = received.reshape(-1)
        np.copyto(target, np.asarray(sent).reshape(-1))
        return Done()

    Iallgather = _copied

    def Igather(self, sent: Any, received: Any, root: int) -> Done:
        """To oneself."""
        return self._copied(sent, received)

    def Iscatter(self, sent: Any, received: Any, root: int) -> Done:
        """From oneself."""
        return self._copied(sent, received)

    def Ialltoallv(self, sent: Any, received: Any) -> Done:
        """Buffers come with their counts."""
        return self._copied(sent[0], received[0])

    def Ibcast(self, buffer: Any, root: int) -> Done:
        """It is there already."""
        return Done()

    def Iallreduce(self, sent: Any, buffer: Any, op: Any) -> Done:
        """Of one: itself."""
        return Done()

    def Ireduce(self, sent: Any, buffer: Any, op: Any, root: int) -> Done:
        """Of one: itself."""
        return Done()

    def Ireduce_scatter_block(self, sent: Any, received: Any, op: Any) -> Done:
        """Of one: itself."""
        return self._copied(sent, received)

    def Ibarrier(self) -> Done:
        """Nobody to wait for."""
        return Done()

    def Iprobe(self, *args: Any, **kwargs: Any) -> bool:
        """Nobody sends."""
        return False
