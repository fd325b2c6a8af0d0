"""`torch.utils.model_zoo`: where `torch.hub.load_state_dict_from_url` was before PyTorch 1.0."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .._namespace.names import missing
from ..hub import load_state_dict_from_url as load_url

__all__ = ["load_url"]

if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = missing("torch.utils.model_zoo", __name__)
