"""Weight normalization by hooks, superseded by `parametrizations.weight_norm`."""
from __future__ import annotations

from typing import Any, TypeVar

from ..._array.core.user_warnings import warn
from ..._dispatch.call.caller import caller
from ..._namespace.deprecated_functions import norm_except_dim
from ..modules.module import Module
from ..parameter import Parameter, is_lazy

__all__ = ["WeightNorm", "remove_weight_norm", "weight_norm"]

M = TypeVar("M", bound=Module)
_DEPRECATED = "`torch.nn.utils.weight_norm` is deprecated in favor of `torch.nn.utils.parametrizations.weight_norm`."
_weight_norm_interface = caller("weight_norm_interface")


def scale_to_norms(v: Any, g: Any, dim: int = 0) -> Any:
    """`torch._weight_norm`: v scaled to the norms g over all dimensions except `dim` (-1: over all)."""
    if dim in (0, v.dim() - 1) and v.dtype == g.dtype:
        return _weight_norm_interface(v, g, dim)[0]
    return v * (g / norm_except_dim(v, 2, dim))


class WeightNorm:
    """The hook that computes the weight from its direction and its norm, before each forward call."""

    dim: int

    def __init__(self, name: str, dim: int | None) -> None:
        self.name = name
        self.dim = -1 if dim is None else dim

    def compute_weight(self, module: Module) -> Any:
        """g v / |v|."""
        return scale_to_norms(getattr(module, self.name + "_v"), getattr(module, self.name + "_g"), self.dim)

    @staticmethod
    def apply(module: Module, name: str, dim: int | None) -> WeightNorm:
        """Replace the parameter by two, and register the hook. Raises RuntimeError if that has been done."""
        warn(_DEPRECATED, FutureWarning)
        for hook in module._forward_pre_hooks.values():
            if isinstance(hook, WeightNorm) and hook.name == name:
                raise RuntimeError(f"Cannot register two weight_norm hooks on the same parameter {name}")
        method = WeightNorm(name, dim)
        weight = getattr(module, name)
        if isinstance(weight, Parameter) and is_lazy(weight):
            raise ValueError("The module passed to `WeightNorm` can't have uninitialized parameters. Make sure to run the dummy forward "
                             "before applying weight normalization")
        del module._parameters[name]
        module.register_parameter(name + "_g", Parameter(norm_except_dim(weight, 2, method.dim).data))
        module.register_parameter(name + "_v", Parameter(weight.data))
        setattr(module, name, method.compute_weight(module))
        module.register_forward_pre_hook(method)
        return method

    def remove(self, module: Module) -> None:
        """Restore a single parameter."""
        weight = self.compute_weight(module)
        delattr(module, self.name)
        del module._parameters[self.name + "_g"]
        del module._parameters[self.name + "_v"]
        setattr(module, self.name, Parameter(weight.data))

    def __call__(self, module: Module, inputs: Any) -> None:
        setattr(module, self.name, self.compute_weight(module))


WeightNorm.apply.__deprecated__ = _DEPRECATED  # type: ignore[attr-defined]  # `typing_extensions.deprecated` is slow to import


def weight_norm(module: M, name: str = "weight", dim: int | None = 0) -> M:
    """Split a weight into length and direction: ``w = g * v / |v|``; both are trained.

    Works by a hook before ``forward``; ``torch.nn.utils.parametrizations.weight_norm`` supersedes
    it.

    Parameters
    ----------
    module : Module
        The module that is changed.
    name : str, default 'weight'
        Name of the parameter within ``module``.
    dim : int or None, default 0
        The dimension whose slices have one length each; None is a single length.

    Returns
    -------
    Module
        The module itself, with ``name_g`` and ``name_v``.

    References
    ----------
    Salimans and Kingma (2016), arXiv:1602.07868.

    PyTorch: ``torch.nn.utils.weight_norm``.

    Examples
    --------
    >>> layer = torch.nn.utils.weight_norm(torch.nn.Linear(2, 3))
    >>> layer.weight_g.shape, layer.weight_v.shape
    (torch.Size([3, 1]), torch.Size([3, 2]))
    """
    WeightNorm.apply(module, name, dim)
    return module


def remove_weight_norm(module: M, name: str = "weight") -> M:
    """Remove ``weight_norm`` from a weight, which becomes an ordinary parameter.

    Parameters
    ----------
    module : Module
        The module that is changed.
    name : str, default 'weight'
        Name of the parameter within ``module``.

    Returns
    -------
    Module
        The module itself.

    Raises
    ------
    ValueError
        If the weight has no weight norm.

    References
    ----------
    PyTorch: ``torch.nn.utils.remove_weight_norm``.

    Examples
    --------
    >>> layer = torch.nn.utils.weight_norm(torch.nn.Linear(2, 3))
    >>> layer = torch.nn.utils.remove_weight_norm(layer)
    >>> [name for name, _ in layer.named_parameters()]
    ['bias', 'weight']
    """
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, WeightNorm) and hook.name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"weight_norm of '{name}' not found in {module}")
