"""The default timeouts of collectives."""
from __future__ import annotations

from datetime import timedelta
from typing import Any

default_pg_timeout: Any = timedelta(minutes=30)
default_pg_nccl_timeout = None

__all__ = ["default_pg_nccl_timeout", "default_pg_timeout"]
