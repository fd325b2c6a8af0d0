"""`python -m torch.distributed.launch`: the old name of `torchrun`."""
from __future__ import annotations

from collections.abc import Sequence

from .run import main as _run

__all__ = ["main"]


def main(args: Sequence[str] | None = None) -> None:
    """Start the processes."""
    _run(args)


if __name__ == "__main__":
    main()
