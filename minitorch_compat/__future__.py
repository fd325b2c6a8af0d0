"""`torch.__future__`: how `Module.to` and its like change parameters. https://docs.pytorch.org/docs/stable/future_mod.html"""
from __future__ import annotations

from ._dispatch.unsupported import UnsupportedError


def get_swap_module_params_on_conversion() -> bool:
    """Whether modules swap parameters with their converted ones: no."""
    return False


def set_swap_module_params_on_conversion(value: bool) -> None:
    """UnsupportedError unless False."""
    if value:
        raise UnsupportedError("torch.__future__.set_swap_module_params_on_conversion(True)")


def get_overwrite_module_params_on_conversion() -> bool:
    """Whether modules get new parameters when they are converted: no, the parameters get new data."""
    return False


def set_overwrite_module_params_on_conversion(value: bool) -> None:
    """UnsupportedError unless False."""
    if value:
        raise UnsupportedError("torch.__future__.set_overwrite_module_params_on_conversion(True)")
