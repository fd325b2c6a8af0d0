"""The pipe that opens files."""
from __future__ import annotations

from collections.abc import Iterable, Iterator

from .._decorator import functional_datapipe
from ..datapipe import IterDataPipe
from ..utils.common import StreamWrapper, get_file_binaries_from_pathnames

__all__ = ["FileOpenerIterDataPipe"]


@functional_datapipe("open_files")
class FileOpenerIterDataPipe(IterDataPipe[tuple[str, StreamWrapper]]):
    """Tuples of a path and the open file; as a method, ``open_files``. A file is closed when nothing refers to it.

    Parameters
    ----------
    datapipe : iterable of str
        The paths.
    mode : str, default 'r'
        As in ``open``; only for reading, 'b' and 't' stand for 'rb' and 'rt'.
    encoding : str, optional
        Of text.
    length : int, default -1
        What ``len`` returns; without it TypeError is raised.

    Raises
    ------
    ValueError
        For another mode, or an encoding of binary files.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.FileOpener``.

    Examples
    --------
    >>> import os
    >>> from torch.utils.data.datapipes.iter import FileOpener
    >>> [stream.read() for path, stream in FileOpener([os.devnull], mode="b")]
    [b'']
    """

    def __init__(self, datapipe: Iterable[str], mode: str = "r", encoding: str | None = None, length: int = -1) -> None:
        super().__init__()
        self.datapipe = datapipe
        self.mode = mode
        self.encoding = encoding
        if mode not in ("b", "t", "rb", "rt", "r"):
            raise ValueError(f"Invalid mode {mode}")
        if "b" in mode and encoding is not None:
            raise ValueError("binary mode doesn't take an encoding argument")
        self.length = length

    def __iter__(self) -> Iterator[tuple[str, StreamWrapper]]:
        yield from get_file_binaries_from_pathnames(self.datapipe, self.mode, self.encoding)

    def __len__(self) -> int:
        if self.length == -1:
            raise TypeError(f"{type(self).__name__} instance doesn't have valid length")
        return self.length
