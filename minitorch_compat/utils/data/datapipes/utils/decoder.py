"""Decoders of files, chosen by the extension of their names: texts, numbers, JSON and pickles.

Those of images, sounds, videos and Matlab's files, which call other packages, are not built.
"""
from __future__ import annotations

import io
import json
import os
import pickle
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ....._dispatch.unsupported import UnsupportedError
from ....._namespace.names import missing

__all__ = [
    "Decoder",
    "basichandlers",
    "extension_extract_fn",
    "handle_extension",
]


def basichandlers(extension: str, data: Any) -> Any:
    """Decode text, numbers, JSON and pickles.

    Parameters
    ----------
    extension : str
        The extension of the file's name.
    data : bytes
        The content.

    Returns
    -------
    object
        The decoded content; None for other extensions, and for numbers that are none.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.utils.decoder.basichandlers``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.utils.decoder import basichandlers
    >>> basichandlers("txt", b"abc"), basichandlers("cls", b"3"), basichandlers("json", b"[1]"), basichandlers("py", b"")
    ('abc', 3, [1], None)
    """
    # As in PyTorch any part of these counts as an extension of text and JSON: 'pt' is one of text.
    if extension in "txt text transcript":
        return data.decode("utf-8")
    if extension in ("cls", "cls2", "class", "count", "index", "inx", "id"):
        try:
            return int(data)
        except ValueError:
            return None
    if extension in "json jsn":
        return json.loads(data)
    return pickle.loads(data) if extension in ("pyd", "pickle") else None


def handle_extension(extensions: str, f: Callable[[Any], Any]) -> Callable[[str, Any], Any]:
    """Make a decoder for certain extensions.

    Parameters
    ----------
    extensions : str
        The extensions, separated by spaces; ``"b.c"`` stands for names that end in both. As in PyTorch a name is compared with the
        first one that has no more parts than it.
    f : callable
        Decodes the content.

    Returns
    -------
    callable
        The decoder, which gets a name and the content.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.utils.decoder.handle_extension``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.utils.decoder import handle_extension
    >>> handle_extension("txt", len)("x.txt", b"abc")
    3
    """
    endings = [ending.split(".") for ending in extensions.lower().split()]

    def decode(key: str, data: Any) -> Any:
        parts = key.lower().split(".")
        ending = next((ending for ending in endings if len(ending) <= len(parts)), None)
        return f(data) if ending is not None and parts[-len(ending):] == ending else None

    return decode


def refuse_image(extension: str, data: Any) -> None:
    """In the place of the decoder of images, which needs a package that this one does not use."""
    if extension.lower() in ("jpg", "jpeg", "png", "ppm", "pgm", "pbm", "pnm"):
        raise UnsupportedError("torch.utils.data.datapipes.utils.decoder.imagehandler", "pass a handler that decodes images")


def extension_extract_fn(pathname: str) -> str:
    """The extension of a path, without the dot.

    Parameters
    ----------
    pathname : str
        The path.

    Returns
    -------
    str
        The extension.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.utils.decoder.extension_extract_fn``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.utils.decoder import extension_extract_fn
    >>> extension_extract_fn("x/y.tar.gz")
    'gz'
    """
    return os.path.splitext(pathname)[1][1:]


class Decoder:
    """Decode files with the first of some decoders that knows them.

    Parameters
    ----------
    *handler : callable
        Get a key and the content, and return None for what they do not know.
    key_fn : callable, default extension_extract_fn
        The key of a path.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.utils.decoder.Decoder``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.utils.decoder import Decoder, basichandlers
    >>> Decoder(basichandlers)([("x.txt", b"abc"), ("x.cls", b"3")])
    {'x.txt': 'abc', 'x.cls': 3}
    """

    def __init__(self, *handler: Callable[..., Any], key_fn: Callable[[str], Any] = extension_extract_fn) -> None:
        self.handlers = list(handler)
        self.key_fn = key_fn

    def add_handler(self, *handler: Callable[..., Any]) -> None:
        """Add decoders, which are asked before the others.

        Parameters
        ----------
        *handler : callable
            The decoders.

        Examples
        --------
        >>> from torch.utils.data.datapipes.utils.decoder import Decoder, basichandlers
        >>> decoder = Decoder(basichandlers)
        >>> decoder.add_handler(lambda key, data: len(data))
        >>> decoder(("x.txt", b"abc"))
        {'x.txt': 3}
        """
        self.handlers = [*handler, *self.handlers]

    def decode1(self, key: str, data: Any) -> Any:
        """Decode the content of one file, and close its stream.

        Parameters
        ----------
        key : str
            The key of its path.
        data : bytes or stream
            The content; a binary stream is read first.

        Returns
        -------
        object
            The decoded content, or the content if no decoder knows it.

        Examples
        --------
        >>> from torch.utils.data.datapipes.utils.decoder import Decoder, basichandlers
        >>> Decoder(basichandlers).decode1("json", b"[1, 2]")
        [1, 2]
        """
        if not data:
            return data
        if isinstance(getattr(data, "file_obj", data), (io.BufferedIOBase, io.RawIOBase)):
            stream, data = data, data.read()
            stream.close()
        decoded = (handler(key, data) for handler in self.handlers)
        return next((result for result in decoded if result is not None), data)

    def decode(self, data: Any) -> dict[str, Any]:
        """Decode files.

        Parameters
        ----------
        data : tuple or list of tuple
            A path and its content or stream, or several.

        Returns
        -------
        dict
            From path to the decoded content; bytes are text where the path begins with an underscore.

        Examples
        --------
        >>> from torch.utils.data.datapipes.utils.decoder import Decoder, basichandlers
        >>> Decoder(basichandlers).decode(("x.id", b"7"))
        {'x.id': 7}
        """
        decoded: dict[str, Any] = {}
        for path, content in [data] if isinstance(data, tuple) else data or []:
            text = path[0] == "_" and isinstance(content, bytes)
            decoded[path] = content.decode("utf-8") if text else self.decode1(self.key_fn(path), content)
        return decoded

    def __call__(self, data: Any) -> dict[str, Any]:
        return self.decode(data)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.utils.data.datapipes.utils.decoder", __name__)
