"""Memory formats of convolutions' weights."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from ..modules.conv import Conv2d, Conv3d, ConvTranspose2d, ConvTranspose3d
from ..modules.module import Module

if TYPE_CHECKING:
    from ..._bindings.annotations import MemoryFormat

__all__ = ["convert_conv2d_weight_memory_format", "convert_conv3d_weight_memory_format"]

M = TypeVar("M", bound=Module)


def convert_conv2d_weight_memory_format(module: M, memory_format: MemoryFormat) -> M:
    """Lay out the kernels of all two-dimensional convolutions in a module.

    Parameters
    ----------
    module : Module
        The module that is changed.
    memory_format : memory_format
        Such as ``torch.channels_last``.

    Returns
    -------
    Module
        The module itself.

    References
    ----------
    PyTorch: ``torch.nn.utils.convert_conv2d_weight_memory_format``.

    Examples
    --------
    >>> conv = torch.nn.Conv2d(2, 3, 2)
    >>> torch.nn.utils.convert_conv2d_weight_memory_format(conv, torch.channels_last).weight.stride()
    (8, 1, 4, 2)
    """
    return _convert_weights(module, memory_format, (Conv2d, ConvTranspose2d))


def convert_conv3d_weight_memory_format(module: M, memory_format: MemoryFormat) -> M:
    """Lay out the kernels of all three-dimensional convolutions in a module.

    Parameters
    ----------
    module : Module
        The module that is changed.
    memory_format : memory_format
        Such as ``torch.channels_last_3d``.

    Returns
    -------
    Module
        The module itself.

    References
    ----------
    PyTorch: ``torch.nn.utils.convert_conv3d_weight_memory_format``.

    Examples
    --------
    >>> conv = torch.nn.Conv3d(2, 3, 2)
    >>> torch.nn.utils.convert_conv3d_weight_memory_format(conv, torch.channels_last_3d).weight.stride()
    (16, 1, 8, 4, 2)
    """
    return _convert_weights(module, memory_format, (Conv3d, ConvTranspose3d))


def _convert_weights(module: M, memory_format: Any, kinds: tuple[type, ...]) -> M:
    parts: list[Any] = [part for part in module.modules() if isinstance(part, kinds)]
    for part in parts:
        part.weight.data = part.weight.detach().clone(memory_format=memory_format)
    return module
