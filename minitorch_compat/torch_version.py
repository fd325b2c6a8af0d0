"""`torch.torch_version`: the class of versions that compare by number."""
from __future__ import annotations

from ._version import TorchVersion
from ._version import torch_version as __version__

__all__ = ["TorchVersion", "__version__"]
