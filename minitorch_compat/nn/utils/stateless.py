"""The old module of `torch.func.functional_call`, which calls a module with other parameters."""
from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

from ..._array.core.user_warnings import warn
from ..modules.module import Module

__all__ = ["functional_call"]

_DEPRECATED = ("`torch.nn.utils.stateless.functional_call` is deprecated as of PyTorch 2.0 and will be removed in a future version of "
               "PyTorch. Please use `torch.func.functional_call` instead which is a drop-in replacement.")


def functional_call(module: Module, parameters_and_buffers: dict[str, Any], args: Any = None, kwargs: dict[str, Any] | None = None, *,
                    tie_weights: bool = True, strict: bool = False) -> Any:
    """Call a module with other tensors instead of its parameters and buffers.

    Deprecated in favour of ``torch.func.functional_call``.

    Parameters
    ----------
    module : Module
        The module that is changed.
    parameters_and_buffers : dict
        Names and tensors.
    args : object, optional
        Positional arguments: a tuple, or a single one.
    kwargs : dict, optional
        Keyword arguments.
    tie_weights : bool, default True
        Whether a tensor for one of several shared parameters is used for all of them.
    strict : bool, default False
        Whether names must be exactly those of the module.

    Returns
    -------
    object
        What the module returns.

    References
    ----------
    PyTorch: ``torch.nn.utils.stateless.functional_call``.

    Examples
    --------
    >>> layer = torch.nn.Linear(1, 1, bias=False)
    >>> torch.nn.utils.stateless.functional_call(layer, {"weight": torch.tensor([[3.]])}, torch.ones(1))
    tensor([3.])
    """
    from ...func import functional_call as call

    warn(_DEPRECATED, FutureWarning)
    list(parameters_and_buffers.keys())  # raises for other types than dict
    return call(module, parameters_and_buffers, args, kwargs, tie_weights=tie_weights, strict=strict)


def _reparametrize_module(module: Module, parameters_and_buffers: dict[str, Any], tie_weights: bool = False, strict: bool = False,
                          stack_weights: bool = False) -> AbstractContextManager[None]:
    """A context in which `module` has the given parameters and buffers."""
    from ...func._modules import _swap_state

    return _swap_state(module, parameters_and_buffers, tie_weights, strict)


functional_call.__deprecated__ = _DEPRECATED  # type: ignore[attr-defined]  # `typing_extensions.deprecated` is slow to import
