"""`torch.backends.mha`: a switch that is kept and does nothing, as there is one way only to compute attention layers."""
from __future__ import annotations

_is_fastpath_enabled = True


def get_fastpath_enabled() -> bool:
    """What `set_fastpath_enabled` was given last; True at first."""
    return _is_fastpath_enabled


def set_fastpath_enabled(value: bool) -> None:
    """Keeps `value`; encoder layers and attention compute the same either way."""
    global _is_fastpath_enabled
    _is_fastpath_enabled = value
