"""Names of `torch` that are imported when somebody asks for them: name -> module."""
from __future__ import annotations

LATE = {
    "load": "serialization", "save": "serialization", "vmap": "func",
}
