"""`torch.__future__`: how `Module.to` and the like change parameters. https://docs.pytorch.org/docs/stable/future_mod.html"""
from __future__ import annotations

_overwrite_module_params_on_conversion = False
_swap_module_params_on_conversion = False


def get_swap_module_params_on_conversion() -> bool:
    """Whether a converted parameter is swapped with the old one (`torch.utils.swap_tensors`), so that references to the old one see it."""
    return _swap_module_params_on_conversion


def set_swap_module_params_on_conversion(value: bool) -> None:
    """With True, `to`, `double` and the like swap parameters and gradients with the converted ones, also between devices."""
    global _swap_module_params_on_conversion
    _swap_module_params_on_conversion = value


def get_overwrite_module_params_on_conversion() -> bool:
    """Whether converting a module replaces its parameters; by default the parameters get new data."""
    return _overwrite_module_params_on_conversion


def set_overwrite_module_params_on_conversion(value: bool) -> None:
    """With True, `to`, `double` and the like set new parameters in the module, and do not change the old ones."""
    global _overwrite_module_params_on_conversion
    _overwrite_module_params_on_conversion = value
