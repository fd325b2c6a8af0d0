"""The device of new tensors: `with torch.device("meta"):` and `torch.set_default_device`."""
from __future__ import annotations

import sys
from functools import cache
from typing import Any

from ..._array.sparse.coo import is_coo
from ..._dispatch.call.torch_function import MODE_LISTENERS, pop_mode, push_mode
from ..._dispatch.device import CPU, check_device, device
from ..._dispatch.state import LOCAL, activate, deactivate
from ..._dispatch.tensor import is_meta_tensor

_FACTORY_NAMES = [
    "arange", "as_tensor", "asarray", "bartlett_window", "blackman_window", "empty", "empty_permuted", "empty_strided", "eye", "full",
    "hamming_window", "hann_window", "kaiser_window", "linspace", "logspace", "ones", "rand", "randint", "randn", "randperm", "range",
    "scalar_tensor", "sparse_coo_tensor", "tensor", "tril_indices", "triu_indices", "zeros",
]


@cache
def _device_constructors() -> set[Any]:
    """The functions that create tensors on the mode's device, unless they get another one."""
    torch = sys.modules[__name__.partition(".")[0]]
    return {getattr(torch, name) for name in _FACTORY_NAMES} | {torch.fft.fftfreq, torch.fft.rfftfreq}


class DeviceContext:
    """A mode that passes its device to every function that creates tensors."""

    def __init__(self, place: Any) -> None:
        self.device: device = device(place)

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        if kwargs.get("device") is None and func in _device_constructors():
            kwargs["device"] = self.device
        return func(*args, **kwargs)

    def __enter__(self) -> DeviceContext:
        push_mode(self)
        return self

    def __exit__(self, *exc: object) -> None:
        pop_mode()


def enter_device(place: device) -> None:
    """Enter `with place:`."""
    push_mode(DeviceContext(place))


def get_default_device() -> device:
    # The docstring is written in _bindings/settings/default_device.md.
    """The default device of new tensors.

    Returns
    -------
    torch.device
        The device.

    References
    ----------
    PyTorch: torch.get_default_device

    Examples
    --------
    >>> torch.get_default_device()
    device(type='cpu')
    """
    found = next((mode.device for mode in reversed(LOCAL.function_modes) if isinstance(mode, DeviceContext)), CPU)
    if found.index is None:
        check_device(found, None)
    return found


def set_default_device(device: Any) -> None:
    # The docstring is written in _bindings/settings/default_device.md.
    """Set the default device of new tensors.

    Parameters
    ----------
    device : torch.device or str
        "cpu" or "meta"; None for the CPU.

    Returns
    -------
    None
        Nothing. `with torch.device(...):` does the same temporarily.

    References
    ----------
    PyTorch: torch.set_default_device

    Examples
    --------
    >>> torch.set_default_device("meta")
    >>> torch.zeros(2).device
    device(type='meta')
    >>> torch.set_default_device(None)
    """
    modes = LOCAL.function_modes
    mode = None if device is None else _DefaultDeviceMode(device)
    if modes and isinstance(modes[0], _DefaultDeviceMode):
        deactivate(modes.pop(0))
        change = -1
    else:
        change = 0
    if mode is not None:
        modes.insert(0, mode)
        activate(mode)
        change += 1
    if change:
        for listen in MODE_LISTENERS:
            listen(change)


class _DefaultDeviceMode(DeviceContext):
    """The mode that `set_default_device` opens."""


def _has_compatible_shallow_copy_type(input: Any, other: Any) -> bool:
    """Whether `input.data = other` is possible: both have the same device and layout."""
    return (is_meta_tensor(input), is_coo(input._array)) == (is_meta_tensor(other), is_coo(other._array))


__all__ = ["_has_compatible_shallow_copy_type", "get_default_device", "set_default_device"]
