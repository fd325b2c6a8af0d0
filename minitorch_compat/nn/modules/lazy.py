"""Modules whose parameters get their shape from the first input."""
from __future__ import annotations

import itertools
from typing import Any

from ..parameter import is_lazy

__all__ = ["LazyModuleMixin"]


class LazyModuleMixin:
    """Mixin of modules whose parameters get their sizes from the first input.

    Until then parameters are ``UninitializedParameter``; the first call runs ``initialize_parameters``,
    and the module becomes an instance of ``cls_to_become``.

    Parameters
    ----------
    *args : object
        Arguments of the class that it is mixed with.
    **kwargs : object
        Arguments of the class that it is mixed with.

    References
    ----------
    PyTorch: ``torch.nn.modules.lazy.LazyModuleMixin``.

    PyTorch: ``torch.nn.LazyModuleMixin``.

    Examples
    --------
    >>> layer = torch.nn.LazyLinear(2)
    >>> layer.has_uninitialized_params()
    True
    >>> y = layer(torch.ones(1, 3))
    >>> type(layer).__name__
    'Linear'
    """

    cls_to_become: type[Any] | None = None

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._load_hook = self._register_load_state_dict_pre_hook(self._lazy_load_hook)
        self._initialize_hook = self.register_forward_pre_hook(self._infer_parameters, with_kwargs=True)

    def _save_to_state_dict(self: Any, destination: Any, prefix: str, keep_vars: bool) -> None:
        # Uninitialized parameters are added unchanged, since they cannot be detached.
        for name, param in self._parameters.items():
            if param is not None:
                destination[prefix + name] = param if is_lazy(param) or keep_vars else param.detach()
        for name, buffer in self._buffers.items():
            if buffer is not None and name not in self._non_persistent_buffers_set:
                destination[prefix + name] = buffer if is_lazy(buffer) or keep_vars else buffer.detach()

    def _lazy_load_hook(self: Any, state_dict: Any, prefix: str, *_: Any) -> None:
        """Materialize the parameters and buffers for which the checkpoint has values."""
        for name, param in itertools.chain(self._parameters.items(), self._buffers.items()):
            key = prefix + name
            if key in state_dict and param is not None and is_lazy(param) and not is_lazy(state_dict[key]):
                param.materialize(state_dict[key].shape)

    def initialize_parameters(self: Any, *args: Any, **kwargs: Any) -> None:
        """Create the parameters for the first input; a subclass defines it.

        Parameters
        ----------
        *args : object
            The arguments of ``forward``.
        **kwargs : object
            The keyword arguments of ``forward``.

        Raises
        ------
        NotImplementedError
            Unless a subclass defines it.

        Examples
        --------
        >>> layer = torch.nn.LazyLinear(2)
        >>> layer.initialize_parameters(torch.zeros(1, 3))
        >>> layer.weight.shape
        torch.Size([2, 3])
        """
        raise NotImplementedError(f"initialize_parameters is not implemented for {type(self).__name__}")

    def has_uninitialized_params(self: Any) -> bool:
        """Whether parameters or buffers have no shape yet.

        Returns
        -------
        bool
            True before the first call.

        Examples
        --------
        >>> torch.nn.LazyLinear(2).has_uninitialized_params()
        True
        """
        return any(is_lazy(p) for p in itertools.chain(self._parameters.values(), self._buffers.values()))

    def _infer_parameters(self: Any, module: Any, args: Any, kwargs: Any = None) -> None:
        module.initialize_parameters(*args, **(kwargs or {}))
        if module.has_uninitialized_params():
            raise RuntimeError(f"module {self._get_name()} has not been fully initialized")
        module._initialize_hook.remove()
        module._load_hook.remove()
        del module._initialize_hook
        del module._load_hook
        if module.cls_to_become is not None:
            module.__class__ = module.cls_to_become

    def _replicate_for_data_parallel(self: Any) -> Any:
        raise RuntimeError("Modules with uninitialized parameters can't be used with `DataParallel`. Run a dummy "
                           "forward pass to correctly initialize the modules")
