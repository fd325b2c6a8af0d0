"""The communicator of a single process: the behavior of MPI with one rank, without MPI."""
from __future__ import annotations

from typing import Any

import numpy as np


class CompletedRequest:
    """A completed request."""

    def Test(self, status: Any = None) -> bool:
        """True."""
        return True

    def Cancel(self) -> None:
        """Nothing to cancel."""


class SingleProcessComm:
    """The part of `mpi4py.MPI.Comm` that groups use, for one rank."""

    rank, size = 0, 1

    def Dup(self) -> SingleProcessComm:
        """Return a new communicator."""
        return SingleProcessComm()

    def Create_group(self, ranks: list[int]) -> SingleProcessComm:
        """Return a communicator of the one rank."""
        return SingleProcessComm()

    def Free(self) -> None:
        """Do nothing."""

    def _copy(self, sent: Any, received: Any) -> CompletedRequest:
        target = received.reshape(-1)
        np.copyto(target, np.asarray(sent).reshape(-1))
        return CompletedRequest()

    Iallgather = _copy

    def Igather(self, sent: Any, received: Any, root: int) -> CompletedRequest:
        """Copy to the only rank."""
        return self._copy(sent, received)

    def Iscatter(self, sent: Any, received: Any, root: int) -> CompletedRequest:
        """Copy from the only rank."""
        return self._copy(sent, received)

    def Ialltoallv(self, sent: Any, received: Any) -> CompletedRequest:
        """Copy; buffers are passed with their counts."""
        return self._copy(sent[0], received[0])

    def Ibcast(self, buffer: Any, root: int) -> CompletedRequest:
        """Do nothing."""
        return CompletedRequest()

    def Iallreduce(self, sent: Any, buffer: Any, op: Any) -> CompletedRequest:
        """Reduce over one rank: copy."""
        return CompletedRequest()

    def Ireduce(self, sent: Any, buffer: Any, op: Any, root: int) -> CompletedRequest:
        """Reduce over one rank: copy."""
        return CompletedRequest()

    def Ireduce_scatter_block(self, sent: Any, received: Any, op: Any) -> CompletedRequest:
        """Reduce over one rank: copy."""
        return self._copy(sent, received)

    def Ibarrier(self) -> CompletedRequest:
        """Complete at once."""
        return CompletedRequest()

    def Iprobe(self, *args: Any, **kwargs: Any) -> bool:
        """False: there are no messages."""
        return False
