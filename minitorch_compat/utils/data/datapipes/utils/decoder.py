"""Decoders of files, chosen by the extension of their names."""
from __future__ import annotations

import io
import json
import os
import pickle
import tempfile
from collections.abc import Callable
from typing import Any

import numpy as np

from ....._bindings.creation.factories import from_numpy

__all__ = [
    "Decoder", "ImageHandler", "MatHandler", "audiohandler", "basichandlers", "extension_extract_fn", "handle_extension", "imagehandler",
    "mathandler", "videohandler",
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


#: Name of a result of `imagehandler` -> kind, dtype and mode.
imagespecs: dict[str, tuple[str, str | None, str]] = {
    **{f"{mode}8": ("numpy", "uint8", mode) for mode in ("l", "rgb", "rgba")},
    **{mode: ("numpy", "float", mode) for mode in ("l", "rgb", "rgba")},
    **{f"torch{mode}8": ("torch", "uint8", mode) for mode in ("l", "rgb", "rgba")},
    **{f"torch{mode}": ("torch", "float", mode or "rgb") for mode in ("l", "rgb", "", "rgba")},
    **{f"pil{mode}": ("pil", None, mode or "rgb") for mode in ("l", "", "rgb", "rgba")},
}


class ImageHandler:
    """Decode images with PIL.

    Parameters
    ----------
    imagespec : str
        The result: ``l``, ``rgb`` or ``rgba``, as an array (with 8, of bytes), after ``torch`` a tensor, after ``pil`` an image.

    Raises
    ------
    AssertionError
        For another result.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.utils.decoder.ImageHandler``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.utils.decoder import ImageHandler
    >>> print(ImageHandler("rgb8")("txt", b""))
    None
    """

    def __init__(self, imagespec: str) -> None:
        if imagespec not in imagespecs:
            raise AssertionError(f"unknown image specification: {imagespec}")
        self.imagespec = imagespec.lower()

    def __call__(self, extension: str, data: Any) -> Any:
        if extension.lower() not in ("jpg", "jpeg", "png", "ppm", "pgm", "pbm", "pnm"):
            return None
        image_module = _required("PIL.Image", "PIL", "image")
        kind, dtype, mode = imagespecs[self.imagespec]
        image = image_module.open(io.BytesIO(data)).convert(mode.upper())
        if kind == "pil":
            return image
        pixels: np.ndarray[Any, Any] = np.array(image, dtype=np.uint8)
        if kind == "torch":
            pixels = pixels.transpose(2, 0, 1)
        if dtype == "float":
            pixels = pixels.astype(np.float32) / np.float32(255)
        return pixels if kind == "numpy" else from_numpy(pixels)


def _required(module: str, package: str, kind: str) -> Any:
    from importlib import import_module

    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"Package `{package}` is required to be installed for default {kind} decoder.") from error


def imagehandler(imagespec: str) -> ImageHandler:
    """Make a decoder of images.

    Parameters
    ----------
    imagespec : str
        The result, see ``ImageHandler``.

    Returns
    -------
    ImageHandler
        The decoder.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.utils.decoder.imagehandler``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.utils.decoder import imagehandler
    >>> imagehandler("torch").imagespec
    'torch'
    """
    return ImageHandler(imagespec)


def videohandler(extension: str, data: Any) -> Any:
    """Decode videos with torchvision.

    Parameters
    ----------
    extension : str
        The extension of the file's name.
    data : bytes
        The content.

    Returns
    -------
    object
        What ``torchvision.io.read_video`` returns; None for other extensions.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.utils.decoder.videohandler``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.utils.decoder import videohandler
    >>> print(videohandler("txt", b""))
    None
    """
    if extension not in ("mp4", "ogv", "mjpeg", "avi", "mov", "h264", "mpg", "webm", "wmv"):
        return None
    return _read_file(_required("torchvision.io", "torchvision", "video").read_video, extension, data)


def audiohandler(extension: str, data: Any) -> Any:
    """Decode sounds with torchaudio.

    Parameters
    ----------
    extension : str
        The extension of the file's name.
    data : bytes
        The content.

    Returns
    -------
    object
        What ``torchaudio.load`` returns; None for other extensions.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.utils.decoder.audiohandler``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.utils.decoder import audiohandler
    >>> print(audiohandler("txt", b""))
    None
    """
    if extension not in ("flac", "mp3", "sox", "wav", "m4a", "ogg", "wma"):
        return None
    return _read_file(_required("torchaudio", "torchaudio", "audio").load, extension, data)


def _read_file(read: Callable[[str], Any], extension: str, data: Any) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, f"file.{extension}")
        with open(path, "wb") as stream:
            stream.write(data)
        return read(path)


class MatHandler:
    """Decode files of Matlab with scipy.

    Parameters
    ----------
    **loadmat_kwargs : object
        Options of ``scipy.io.loadmat``.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.utils.decoder.MatHandler``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.utils.decoder import MatHandler
    >>> print(MatHandler()("txt", b""))
    None
    """

    def __init__(self, **loadmat_kwargs: Any) -> None:
        self.loadmat_kwargs = loadmat_kwargs

    def __call__(self, extension: str, data: Any) -> Any:
        if extension != "mat":
            return None
        return _required("scipy.io", "scipy", "mat").loadmat(io.BytesIO(data), **self.loadmat_kwargs)


def mathandler(**loadmat_kwargs: Any) -> MatHandler:
    """Make a decoder of files of Matlab.

    Parameters
    ----------
    **loadmat_kwargs : object
        Options of ``scipy.io.loadmat``.

    Returns
    -------
    MatHandler
        The decoder.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.utils.decoder.mathandler``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.utils.decoder import mathandler
    >>> mathandler(squeeze_me=True).loadmat_kwargs
    {'squeeze_me': True}
    """
    return MatHandler(**loadmat_kwargs)


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
