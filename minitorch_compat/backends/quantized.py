"""`torch.backends.quantized`: engine names. Quantized tensors are not supported."""
from __future__ import annotations

import sys
from typing import Any

from ._switches import BackendSettings

engine = "none"
supported_engines: list[str] = ["none"]


def _check_engine(value: Any) -> None:
    if value not in ("none", "fbgemm", "qnnpack", "onednn", "x86"):
        raise RuntimeError(f"{value} is not a valid value for quantized engine")


_checks = {"engine": _check_engine}
sys.modules[__name__].__class__ = BackendSettings
