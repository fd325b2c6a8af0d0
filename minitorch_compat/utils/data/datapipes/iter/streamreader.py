"""The pipe that reads streams."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._decorator import functional_datapipe
from ..datapipe import IterDataPipe

__all__ = ["StreamReaderIterDataPipe"]


@functional_datapipe("read_from_stream")
class StreamReaderIterDataPipe(IterDataPipe[tuple[str, Any]]):
    """Read the streams of tuples of a path and a stream, and close them; as a method, ``read_from_stream``.

    Parameters
    ----------
    datapipe : IterDataPipe
        The source.
    chunk : int, optional
        Number of bytes to yield at a time; None for the whole stream.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.StreamReader``.

    Examples
    --------
    >>> import io
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> source = IterableWrapper([("x", io.BytesIO(b"abc"))], deepcopy=False)
    >>> list(source.read_from_stream(chunk=2))
    [('x', b'ab'), ('x', b'c')]
    """

    def __init__(self, datapipe: IterDataPipe[tuple[str, Any]], chunk: int | None = None) -> None:
        self.datapipe = datapipe
        self.chunk = chunk

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        for path, stream in self.datapipe:
            while part := stream.read(self.chunk):
                yield path, part
            stream.close()
