"""The pipe that lists files."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .._decorator import functional_datapipe
from ..datapipe import IterDataPipe
from ..utils.common import get_file_pathnames_from_root
from .utils import IterableWrapperIterDataPipe

__all__ = ["FileListerIterDataPipe"]


@functional_datapipe("list_files")
class FileListerIterDataPipe(IterDataPipe[str]):
    """Paths of the files in folders; as a method, ``list_files``.

    Parameters
    ----------
    root : str, sequence of str, or IterDataPipe, default '.'
        The folders.
    masks : str or list of str, default ''
        Patterns of names, as in ``fnmatch``.
    recursive : bool, default False
        Whether folders in them are searched, too.
    abspath : bool, default False
        Whether paths are absolute.
    non_deterministic : bool, default False
        Whether the order is that of the file system, which is faster, instead of sorted.
    length : int, default -1
        What ``len`` returns; without it TypeError is raised.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.FileLister``.

    Examples
    --------
    >>> import os, tempfile
    >>> from torch.utils.data.datapipes.iter import FileLister
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     open(os.path.join(folder, "a.txt"), "w").close()
    ...     [os.path.basename(path) for path in FileLister(folder, "*.txt")]
    ['a.txt']
    """

    def __init__(
        self, root: str | Sequence[str] | IterDataPipe[str] = ".", masks: str | list[str] = "", *, recursive: bool = False,
        abspath: bool = False, non_deterministic: bool = False, length: int = -1,
    ) -> None:
        super().__init__()
        folders: Any = [root] if isinstance(root, str) else root
        self.datapipe = folders if isinstance(folders, IterDataPipe) else IterableWrapperIterDataPipe(folders)
        self.masks = masks
        self.recursive = recursive
        self.abspath = abspath
        self.non_deterministic = non_deterministic
        self.length = length

    def __iter__(self) -> Iterator[str]:
        for folder in self.datapipe:
            yield from get_file_pathnames_from_root(folder, self.masks, self.recursive, self.abspath, self.non_deterministic)

    def __len__(self) -> int:
        if self.length == -1:
            raise TypeError(f"{type(self).__name__} instance doesn't have valid length")
        return self.length
