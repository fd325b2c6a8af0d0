"""What pipes have in common: checks of functions, files, streams."""
from __future__ import annotations

import contextlib
import fnmatch
import functools
import inspect
import io
import os
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from typing import Any, ClassVar

from ....._array.core.user_warnings import warn

__all__ = [
    "StreamWrapper", "get_file_binaries_from_pathnames", "get_file_pathnames_from_root", "match_masks", "validate_input_col",
    "validate_pathname_binary_tuple",
]


def _name_of(fn: Any) -> str:
    fn = fn.func if isinstance(fn, functools.partial) else fn
    return getattr(fn, "__name__", repr(fn))


def validate_input_col(fn: Callable[..., Any], input_col: Any) -> None:
    """Check that a function can be called with the elements in certain columns.

    Parameters
    ----------
    fn : callable
        The function; anything without a signature passes.
    input_col : int, str, list, tuple or None
        A column, several, or None for the whole element.

    Raises
    ------
    ValueError
        If the function takes another number of arguments.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.utils.common.validate_input_col``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.utils.common import validate_input_col
    >>> validate_input_col(lambda x, y: x + y, [0, 1])
    >>> validate_input_col(lambda x: x, [0, 1])
    Traceback (most recent call last):
        ...
    ValueError: The function <lambda> takes 1 parameters, but 2 are required.
    """
    try:
        parameters = inspect.signature(fn).parameters.values()
    except ValueError:  # written in C
        return
    count = len(input_col) if isinstance(input_col, (list, tuple)) else 1
    positional = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    required = [p for p in positional if p.default is p.empty]
    keywords = [p for p in parameters if p.kind is p.KEYWORD_ONLY and p.default is p.empty]
    if keywords:
        raise ValueError(f"The function {_name_of(fn)} takes {len(keywords)} non-default keyword-only parameters, which is not allowed.")
    if len(required) > count:
        raise ValueError(f"The function {_name_of(fn)} takes {len(positional)} positional parameters, but {count} are required.")
    if len(positional) < count and not any(p.kind is p.VAR_POSITIONAL for p in parameters):
        raise ValueError(f"The function {_name_of(fn)} takes {len(positional)} parameters, but {count} are required.")


def check_function(fn: Any) -> None:
    """Check that a pipe's argument is callable, and warn if pickle cannot send it to a worker."""
    if not callable(fn):
        raise TypeError(f"A callable function is expected, but {type(fn)} is provided.")
    fn = fn.func if isinstance(fn, functools.partial) else fn
    # Of an object the class counts, of a method that of its object.
    names = [getattr(x, "__qualname__", "") for x in (fn, type(fn), type(getattr(fn, "__self__", None)))]
    kind = "Local" if any("<locals>" in name for name in names) else "Lambda" if names[0] == "<lambda>" else None
    if kind is not None and find_spec("dill") is None:
        warn(f"{kind} function is not supported by pickle: a worker that is not forked needs a function of a module, "
             "or functools.partial of one.")


def match_masks(name: str, masks: str | list[str]) -> bool:
    """Whether a file's name matches one of some patterns.

    Parameters
    ----------
    name : str
        The name.
    masks : str or list of str
        Patterns as in ``fnmatch``; none matches everything.

    Returns
    -------
    bool
        The answer.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.utils.common.match_masks``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.utils.common import match_masks
    >>> match_masks("a.txt", ["*.py", "*.txt"])
    True
    """
    masks = [masks] if isinstance(masks, str) and masks else masks
    return not masks or any(fnmatch.fnmatch(name, mask) for mask in masks)


def _report(error: OSError) -> None:
    warn(f"{error.filename} : {error.strerror}")
    raise error


def get_file_pathnames_from_root(
    root: str, masks: str | list[str], recursive: bool = False, abspath: bool = False, non_deterministic: bool = False,
) -> Iterator[str]:
    """Paths of the files in a folder.

    Parameters
    ----------
    root : str
        The folder, or a single file.
    masks : str or list of str
        Patterns of names.
    recursive : bool, default False
        Whether folders in it are searched, too.
    abspath : bool, default False
        Whether paths are absolute.
    non_deterministic : bool, default False
        Whether the order is that of the file system, which is faster, instead of sorted.

    Yields
    ------
    str
        A path.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.utils.common.get_file_pathnames_from_root``.

    Examples
    --------
    >>> import os, tempfile
    >>> from torch.utils.data.datapipes.utils.common import get_file_pathnames_from_root
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     open(os.path.join(folder, "a.txt"), "w").close()
    ...     [os.path.basename(path) for path in get_file_pathnames_from_root(folder, "*.txt")]
    ['a.txt']
    """
    if os.path.isfile(root):
        if match_masks(os.path.basename(root), masks):
            yield os.path.abspath(root) if abspath else root
        return
    for folder, folders, names in os.walk(root, onerror=_report):
        place = os.path.abspath(folder) if abspath else folder
        yield from (os.path.join(place, name) for name in (names if non_deterministic else sorted(names)) if match_masks(name, masks))
        if not recursive:
            return
        if not non_deterministic:
            folders.sort()  # `walk` visits them in this order


def get_file_binaries_from_pathnames(
    pathnames: Iterable[Any], mode: str, encoding: str | None = None,
) -> Iterator[tuple[str, StreamWrapper]]:
    """Open files.

    Parameters
    ----------
    pathnames : iterable of str
        The paths.
    mode : str
        As in ``open``; 'b' and 't' stand for 'rb' and 'rt'.
    encoding : str, optional
        Of text.

    Yields
    ------
    tuple
        A path and the open file.

    Raises
    ------
    TypeError
        If a path is no string.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.utils.common.get_file_binaries_from_pathnames``.

    Examples
    --------
    >>> import os
    >>> from torch.utils.data.datapipes.utils.common import get_file_binaries_from_pathnames
    >>> [stream.read() for _, stream in get_file_binaries_from_pathnames([os.devnull], "b")]
    [b'']
    """
    mode = f"r{mode}" if mode in ("b", "t") else mode
    for path in pathnames:
        if not isinstance(path, str):
            raise TypeError(f"Expected string type for pathname, but got {type(path)}")
        yield path, StreamWrapper(open(path, mode, encoding=encoding))  # noqa: SIM115 (the reader closes it)


def validate_pathname_binary_tuple(data: Any) -> None:
    """Check that an element is a tuple of a path and a stream.

    Parameters
    ----------
    data : object
        The element.

    Raises
    ------
    TypeError
        If it is not.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.utils.common.validate_pathname_binary_tuple``.

    Examples
    --------
    >>> import io
    >>> from torch.utils.data.datapipes.utils.common import validate_pathname_binary_tuple
    >>> validate_pathname_binary_tuple(("a.txt", io.BytesIO()))
    """
    if not isinstance(data, tuple):
        raise TypeError(f"pathname binary data should be tuple type, but it is type {type(data)}")
    if len(data) != 2:
        raise TypeError(f"pathname binary stream tuple length should be 2, but got {len(data)}")
    if not isinstance(data[0], str):
        raise TypeError(f"pathname within the tuple should have string type pathname, but it is type {type(data[0])}")
    if not isinstance(data[1], (io.IOBase, StreamWrapper)):
        raise TypeError(f"binary stream within the tuple should have IOBase or its subclasses as type, but it is type {type(data[1])}")


class StreamWrapper:
    """A stream that is closed when nothing refers to it, and that can be read, iterated and asked as the stream itself.

    Parameters
    ----------
    file_obj : object
        The stream.
    parent_stream : StreamWrapper, optional
        The archive that it is a part of.
    name : str, optional
        For the text of it.

    Raises
    ------
    RuntimeError
        If the parent is no ``StreamWrapper``.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.utils.common.StreamWrapper``.

    Examples
    --------
    >>> import io
    >>> from torch.utils.data.datapipes.utils.common import StreamWrapper
    >>> stream = StreamWrapper(io.BytesIO(b"abc"))
    >>> stream.read(2)
    b'ab'
    """

    #: The open streams, while `debug_unclosed_streams` is set.
    session_streams: ClassVar[dict[Any, int]] = {}
    debug_unclosed_streams: ClassVar[bool] = False

    def __init__(self, file_obj: Any, parent_stream: Any = None, name: Any = None) -> None:
        if parent_stream is not None and not isinstance(parent_stream, StreamWrapper):
            raise RuntimeError(f"Parent stream should be StreamWrapper, {type(parent_stream)} was given")
        self.file_obj = file_obj
        self.child_counter = 0
        self.parent_stream = parent_stream
        self.close_on_last_child = False
        self.name = name
        self.closed = False
        if parent_stream is not None:
            parent_stream.child_counter += 1
        if StreamWrapper.debug_unclosed_streams:
            StreamWrapper.session_streams[self] = 1

    @classmethod
    def close_streams(cls, v: Any, depth: int = 0) -> None:
        """Close all streams in nested lists, tuples and dicts.

        Parameters
        ----------
        v : object
            Where the streams are.
        depth : int, default 0
            How deep `v` is nested itself: ten levels are searched.

        Examples
        --------
        >>> import io
        >>> from torch.utils.data.datapipes.utils.common import StreamWrapper
        >>> stream = StreamWrapper(io.BytesIO())
        >>> StreamWrapper.close_streams(["a", {"b": stream}])
        >>> stream.closed
        True
        """
        if isinstance(v, StreamWrapper):
            v.close()
        elif depth <= 10 and isinstance(v, (dict, list, tuple)):
            for part in v.values() if isinstance(v, dict) else v:
                cls.close_streams(part, depth + 1)

    def __getattr__(self, name: str) -> Any:
        return getattr(vars(self)["file_obj"], name)

    def close(self, *args: Any, **kwargs: Any) -> None:
        """Close the stream, and the one that it is a part of if that has waited for it.

        Parameters
        ----------
        *args, **kwargs : object
            Passed on to the stream.

        Examples
        --------
        >>> import io
        >>> from torch.utils.data.datapipes.utils.common import StreamWrapper
        >>> stream = StreamWrapper(io.BytesIO())
        >>> stream.close()
        >>> stream.closed
        True
        """
        if self.closed:
            return
        StreamWrapper.session_streams.pop(self, None)
        parent = self.parent_stream
        if parent is not None:
            parent.child_counter -= 1
            if not parent.child_counter and parent.close_on_last_child:
                parent.close()
        with contextlib.suppress(AttributeError):  # of a stream that cannot be closed
            self.file_obj.close(*args, **kwargs)
        self.closed = True

    def autoclose(self) -> None:
        """Close the stream when the last of its parts is closed, or now if none is open.

        Examples
        --------
        >>> import io
        >>> from torch.utils.data.datapipes.utils.common import StreamWrapper
        >>> archive = StreamWrapper(io.BytesIO())
        >>> part = StreamWrapper(io.BytesIO(), parent_stream=archive)
        >>> archive.autoclose()
        >>> archive.closed
        False
        >>> part.close()
        >>> archive.closed
        True
        """
        self.close_on_last_child = True
        if self.child_counter == 0:
            self.close()

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *dir(self.file_obj)})

    def __del__(self) -> None:
        if "closed" in vars(self):  # not so if the constructor has refused its arguments
            self.close()

    def __iter__(self) -> Iterator[Any]:
        yield from self.file_obj

    def __next__(self) -> Any:
        return next(self.file_obj)

    def __repr__(self) -> str:
        return f"StreamWrapper<{self.file_obj!r}>" if self.name is None else f"StreamWrapper<{self.name},{self.file_obj!r}>"

    def __getstate__(self) -> Any:
        return self.file_obj

    def __setstate__(self, state: Any) -> None:
        self.__init__(state)  # type: ignore[misc]
