"""`torch._tensor_str`: how tensors print, for classes that format themselves."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ._array.exchange.printing import OPTIONS as PRINT_OPTS
from ._array.exchange.printing import append_remarks, body_text
from ._bindings.tensor.printing import set_printoptions, tensor_repr
from ._bindings.tensor.tensor import Tensor

__all__ = ["PRINT_OPTS", "printoptions", "set_printoptions"]


def get_printoptions() -> dict[str, Any]:
    """The current settings of `set_printoptions`, by name."""
    return {name: getattr(PRINT_OPTS, name) for name in ("precision", "threshold", "edgeitems", "linewidth", "sci_mode")}


@contextmanager
def printoptions(**kwargs: Any) -> Iterator[None]:
    """`set_printoptions` for the duration of a block."""
    before = get_printoptions()
    set_printoptions(**kwargs)
    try:
        yield
    finally:
        set_printoptions(**before)


def _tensor_str(self: Any, indent: int) -> str:
    """The values as text, with all lines after the first indented."""
    return body_text(self.detach()._array, indent) if self.numel() else "[]"


def _add_suffixes(tensor_str: str, suffixes: Sequence[str], indent: int, force_newline: bool) -> str:
    """Append suffixes and a closing parenthesis to the text of a tensor."""
    return append_remarks(tensor_str, suffixes, indent, force_newline)


def _str(self: Any, *, tensor_contents: str | None = None) -> str:
    """A tensor's text."""
    return tensor_repr(self, Tensor, tensor_contents)


_str_intern = _str
