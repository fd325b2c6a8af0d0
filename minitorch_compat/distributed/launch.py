"""`python -m torch.distributed.launch`: the older form of `torchrun`."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .._namespace.names import missing
from .run import main as _run

__all__ = ["main"]


def main(args: Sequence[str] | None = None) -> None:
    """Start the processes."""
    _run(args)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.distributed.launch", __name__)


if __name__ == "__main__":
    main()
