"""`torch.masked`: reductions and normalizations over unmasked elements. https://docs.pytorch.org/docs/stable/masked.html

Functions only; the tensor subclass MaskedTensor is not supported.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._namespace.names import claim, missing
from . import _ops
from ._ops import *
from ._ops import _canonical_dim, _combine_input_and_mask, _input_mask, _output_mask

__all__: list[str] = []
__all__ += _ops.__all__
claim(globals())
if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.masked", __name__)


if TYPE_CHECKING:  # names provided by `__getattr__`
    maskedtensor: Any
