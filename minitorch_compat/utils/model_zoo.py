"""`torch.utils.model_zoo`: where `torch.hub.load_state_dict_from_url` was before PyTorch 1.0."""
from __future__ import annotations

from ..hub import load_state_dict_from_url as load_url

__all__ = ["load_url"]
