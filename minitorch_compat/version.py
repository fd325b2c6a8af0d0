"""`torch.version`: the version and features of this build."""
from __future__ import annotations

from ._version import torch_version

__version__ = str(torch_version)
debug = False
cuda: str | None = None
hip: str | None = None
xpu: str | None = None
rocm: str | None = None
git_version = "Unknown"
