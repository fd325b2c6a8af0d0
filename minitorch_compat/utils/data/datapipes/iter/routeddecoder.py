"""The pipe that decodes files by their extensions."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ....._array.core.user_warnings import warn
from .._decorator import functional_datapipe
from ..datapipe import IterDataPipe, length_of
from ..utils.decoder import Decoder, basichandlers, extension_extract_fn, refuse_image

__all__ = ["RoutedDecoderIterDataPipe"]


@functional_datapipe("routed_decode")
class RoutedDecoderIterDataPipe(IterDataPipe[tuple[str, Any]]):
    """Decode the streams of tuples of a path and a stream; deprecated. As a method, ``routed_decode``.

    Parameters
    ----------
    datapipe : IterDataPipe
        The source.
    *handlers : callable
        Decoders, which get a key and bytes and return None for what they do not know. By default those of ``basichandlers``;
        images are refused.
    key_fn : callable, default extension_extract_fn
        The key of a path.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.RoutedDecoder``.

    Examples
    --------
    >>> import io
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> source = IterableWrapper([("x.json", io.BytesIO(b'{"a": 1}'))], deepcopy=False)
    >>> list(source.routed_decode())
    [('x.json', {'a': 1})]
    """

    def __init__(self, datapipe: Iterable[tuple[str, Any]], *handlers: Callable[..., Any],
                 key_fn: Callable[[str], Any] = extension_extract_fn) -> None:
        super().__init__()
        warn("`RoutedDecoderIterDataPipe()` and `.routed_decode()` are deprecated.", FutureWarning)
        self.datapipe = datapipe
        self.decoder = Decoder(*(handlers or (basichandlers, refuse_image)), key_fn=key_fn)

    def add_handler(self, *handler: Callable[..., Any]) -> None:
        """Add decoders, which are asked before those that the pipe has.

        Parameters
        ----------
        *handler : callable
            The decoders.

        Examples
        --------
        >>> import io
        >>> from torch.utils.data.datapipes.iter import IterableWrapper
        >>> pipe = IterableWrapper([("x.txt", io.BytesIO(b"abc"))], deepcopy=False).routed_decode()
        >>> pipe.add_handler(lambda key, data: len(data))
        >>> list(pipe)
        [('x.txt', 3)]
        """
        self.decoder.add_handler(*handler)

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        for data in self.datapipe:
            yield data[0], self.decoder(data)[data[0]]

    def __len__(self) -> int:
        return length_of(self.datapipe, self)
