"""The package `functorch`, from which torch.func came: its old names, which warn, and modules as functions of their parameters."""
from __future__ import annotations

import warnings
from collections.abc import Callable
from copy import deepcopy
from functools import wraps
from typing import Any

from minitorch_compat import nn

from .._bindings import functions as ops
from .._version import torch_version as __version__  # noqa: F401
from . import functional_call, functionalize
from . import grad as _grad
from . import grad_and_value as _grad_and_value
from . import hessian as _hessian
from . import jacfwd as _jacfwd
from . import jacrev as _jacrev
from . import jvp as _jvp
from . import vjp as _vjp
from . import vmap as _vmap


def _warn(name: str, instead: str) -> None:
    warnings.warn(f"We've integrated functorch into PyTorch. As the final step of the integration, `functorch.{name}` is deprecated as of "
                  f"PyTorch 2.0 and will be deleted in a future version of PyTorch >= 2.3. Please use `{instead}` instead; see the PyTorch "
                  "2.0 release notes and/or the `torch.func` migration guide for more details "
                  "https://pytorch.org/docs/main/func.migrating.html", FutureWarning, stacklevel=3)


def _old(name: str, function: Callable[..., Any], space: str = "torch.func") -> Callable[..., Any]:
    """The function, which warns that it has moved."""
    @wraps(function)
    def moved(*args: Any, **kwargs: Any) -> Any:
        _warn(name, f"{space}.{name}")
        return function(*args, **kwargs)

    return moved


vmap = _old("vmap", _vmap, "torch")
grad, grad_and_value, vjp, jvp = (_old(f.__name__, f) for f in (_grad, _grad_and_value, _vjp, _jvp))
jacrev, jacfwd, hessian = (_old(f.__name__, f) for f in (_jacrev, _jacfwd, _hessian))


class FunctionalModule(nn.Module):
    """A module without parameters of its own: called with them, and then with its arguments."""

    def __init__(self, stateless_model: nn.Module, param_names: tuple[str, ...], names_map: Any = None) -> None:
        super().__init__()
        self.stateless_model, self.param_names, self.names_map = stateless_model, param_names, names_map

    def forward(self, params: Any, *args: Any, **kwargs: Any) -> Any:
        """The module with these parameters."""
        return functional_call(self.stateless_model, dict(zip(self.param_names, params, strict=True)), args, kwargs)


class FunctionalModuleWithBuffers(nn.Module):
    """A module without parameters and buffers of its own: called with both, and then with its arguments."""

    def __init__(self, stateless_model: nn.Module, param_names: tuple[str, ...], buffer_names: tuple[str, ...],
                 param_names_map: Any = None, buffer_names_map: Any = None) -> None:
        super().__init__()
        self.stateless_model, self.param_names, self.buffer_names = stateless_model, param_names, buffer_names

    def forward(self, params: Any, buffers: Any, *args: Any, **kwargs: Any) -> Any:
        """The module with these parameters and buffers. Buffers that it changes are changed in place."""
        state = {**dict(zip(self.param_names, params, strict=True)), **dict(zip(self.buffer_names, buffers, strict=True))}
        return functional_call(self.stateless_model, state, args, kwargs)


def _taken_apart(model: nn.Module, untracked: bool) -> tuple[nn.Module, dict[str, Any], dict[str, Any]]:
    """A copy that serves as the code, and parameters and buffers of another one."""
    state = deepcopy(model)
    parameters = {name: p.detach() if untracked else p for name, p in state.named_parameters()}
    return deepcopy(model), parameters, dict(state.named_buffers())


def make_functional(model: nn.Module, disable_autograd_tracking: bool = False) -> Any:
    """A function of parameters and arguments that does what the module does, and the parameters. Modules with buffers are refused."""
    _warn("make_functional", "torch.func.functional_call")
    if list(model.buffers()):
        raise RuntimeError("make_functional(model): `model` has buffers. Please use make_functional_with_buffers(model) instead.")
    code, parameters, _ = _taken_apart(model, disable_autograd_tracking)
    return FunctionalModule(code, tuple(parameters)), tuple(parameters.values())


def make_functional_with_buffers(model: nn.Module, disable_autograd_tracking: bool = False) -> Any:
    """A function of parameters, buffers and arguments that does what the module does, the parameters and the buffers."""
    _warn("make_functional_with_buffers", "torch.func.functional_call")
    code, parameters, buffers = _taken_apart(model, disable_autograd_tracking)
    return FunctionalModuleWithBuffers(code, tuple(parameters), tuple(buffers)), tuple(parameters.values()), tuple(buffers.values())


def combine_state_for_ensemble(models: list[nn.Module]) -> Any:
    """The function of several modules of one kind, and their parameters and buffers, stacked: what `vmap` takes."""
    _warn("combine_state_for_ensemble", "torch.func.stack_module_state")
    if not models:
        raise RuntimeError("combine_state_for_ensemble: Expected at least one model, got 0.")
    if any(m.training is not models[0].training for m in models):
        raise RuntimeError("combine_state_for_ensemble: Expected all models to have the same training/eval mode.")
    if any(type(m) is not type(models[0]) for m in models):
        raise RuntimeError("combine_state_for_ensemble: Expected all models to be of the same class.")
    parts = [_taken_apart(model, False) for model in models]
    code, parameters, buffers = parts[0]

    def stacked(at: int, names: Any) -> tuple[Any, ...]:
        return tuple(ops.stack([part[at][name] for part in parts]).detach() for name in names)  # type: ignore[index]

    return FunctionalModuleWithBuffers(code, tuple(parameters), tuple(buffers)), stacked(1, parameters), stacked(2, buffers)


__all__ = ["FunctionalModule", "FunctionalModuleWithBuffers", "combine_state_for_ensemble", "functionalize", "grad", "grad_and_value",
           "hessian", "jacfwd", "jacrev", "jvp", "make_functional", "make_functional_with_buffers", "vjp", "vmap"]
