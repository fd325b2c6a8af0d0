"""Creation of modules without initialization."""
from __future__ import annotations

import inspect
from typing import Any

from ..modules.module import Module

__all__ = ["skip_init"]


def skip_init(module_cls: type[Module], *args: Any, **kwargs: Any) -> Module:
    """Make a module without running the initialization of its parameters.

    Parameters
    ----------
    module_cls : type
        Class that accepts ``device``, and uses it for all parameters and buffers.
    *args : object
        For the class.
    **kwargs : object
        For the class.

    Returns
    -------
    Module
        The module, uninitialized.

    Raises
    ------
    RuntimeError
        If the class is not a module, or does not accept ``device``.

    References
    ----------
    PyTorch: ``torch.nn.utils.skip_init``.

    Examples
    --------
    >>> torch.nn.utils.skip_init(torch.nn.Linear, 2, 3).weight.shape
    torch.Size([3, 2])
    """
    if not issubclass(module_cls, Module):
        raise RuntimeError(f"Expected a Module; got {module_cls}")
    if "device" not in inspect.signature(module_cls).parameters:
        raise RuntimeError("Module must support a 'device' arg to skip initialization")
    final_device = kwargs.pop("device", "cpu")
    return module_cls(*args, device="meta", **kwargs).to_empty(device=final_device)
