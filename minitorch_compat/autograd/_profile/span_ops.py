"""The ops of `torch.ops.profiler`, which open and close spans; `record_function` calls them in PyTorch."""
from __future__ import annotations

from .recording import record_function


def _record_function_enter(name: str, args: str | None = None) -> record_function:
    """Open a span.

    Parameters
    ----------
    name : str
        The name that profiles show.
    args : str, optional
        A note.

    Returns
    -------
    record_function
        What `_record_function_exit` takes.
    """
    return record_function(name, args).__enter__()


_record_function_enter_new = _record_function_enter


def _record_function_exit(handle: record_function) -> None:
    """Close the span of `handle`."""
    handle.__exit__(None, None, None)


__all__ = ["_record_function_enter", "_record_function_enter_new", "_record_function_exit"]
