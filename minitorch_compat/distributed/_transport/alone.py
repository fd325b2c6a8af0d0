"""The communicator of a single process: the behavior of MPI with one rank, without MPI."""
from __future__ import annotations

from typing import Any

import numpy as np


class Done:
    """A completed request."""

    def Test(self, status: Any = None) -> bool:
        """True."""
        return True

    def Cancel(self) -> None:
        """Nothing to cancel."""


class Alone:
    """The part of `mpi4py.MPI.Comm` that groups use, for one rank."""

    rank, size = 0, 1

    def Dup(self) -> Alone:
        """Return a new communicator."""
        return Alone()

    def Create_group(self, ranks: list[int]) -> Alone:
        """Return a communicator of the one rank."""
        return Alone()

    def Free(self) -> None:
        """Do nothing."""

    def _copied(self, sent: Any, received: Any) -> Done:
        target = received.reshape(-1)
        np.copyto(target, np.asarray(sent).reshape(-1))
        return Done()

    Iallgather = _copied

    def Igather(self, sent: Any, received: Any, root: int) -> Done:
        """Copy to the only rank."""
        return self._copied(sent, received)

    def Iscatter(self, sent: Any, received: Any, root: int) -> Done:
        """Copy from the only rank."""
        return self._copied(sent, received)

    def Ialltoallv(self, sent: Any, received: Any) -> Done:
        """Copy; buffers are passed with their counts."""
        return self._copied(sent[0], received[0])

    def Ibcast(self, buffer: Any, root: int) -> Done:
        """Do nothing."""
        return Done()

    def Iallreduce(self, sent: Any, buffer: Any, op: Any) -> Done:
        """Reduce over one rank: copy."""
        return Done()

    def Ireduce(self, sent: Any, buffer: Any, op: Any, root: int) -> Done:
        """Reduce over one rank: copy."""
        return Done()

    def Ireduce_scatter_block(self, sent: Any, received: Any, op: Any) -> Done:
        """Reduce over one rank: copy."""
        return self._copied(sent, received)

    def Ibarrier(self) -> Done:
        """Complete at once."""
        return Done()

    def Iprobe(self, *args: Any, **kwargs: Any) -> bool:
        """False: there are no messages."""
        return False
