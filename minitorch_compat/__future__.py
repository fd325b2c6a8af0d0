"""`torch.__future__`: how `Module.to` and its like change parameters. https://docs.pytorch.org/docs/stable/future_mod.html"""
from __future__ import annotations

_overwrite_module_params_on_conversion = False
_swap_module_params_on_conversion = False


def get_swap_module_params_on_conversion() -> bool:
    """Whether a converted parameter and the old one are swapped (`torch.utils.swap_tensors`), so that who holds it has the new one."""
    return _swap_module_params_on_conversion


def set_swap_module_params_on_conversion(value: bool) -> None:
    """With True, `to`, `double` and the like swap parameters and gradients with the converted ones, also over devices."""
    global _swap_module_params_on_conversion
    _swap_module_params_on_conversion = value


def get_overwrite_module_params_on_conversion() -> bool:
    """Whether modules get new parameters when they are converted; as a rule the parameters get new data."""
    return _overwrite_module_params_on_conversion


def set_overwrite_module_params_on_conversion(value: bool) -> None:
    """With True, `to`, `double` and the like put new parameters into the module, and leave the old ones as they were."""
    global _overwrite_module_params_on_conversion
    _overwrite_module_params_on_conversion = value
