"""The functional modules of `functorch` before `torch.func`; deprecated in PyTorch, and still in use."""
from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

from .._array.core.user_warnings import warn
from .._dispatch.call.caller import TENSORS
from ..nn.modules.module import Module
from ..nn.parameter import Parameter
from ._modules import functional_call

_GUIDE = "`functorch.{old}` is deprecated as of PyTorch 2.0: its place is `{new}`"


def warn_deprecated(old: str, new: str) -> None:
    """Warn that a name has moved."""
    warn(_GUIDE.format(old=old, new=new), FutureWarning)


def deprecated_alias(name: str, function: Callable[..., Any], new: str) -> Callable[..., Any]:
    """`functorch.name`, which warns of its new place and calls `function`."""
    from functools import wraps

    @wraps(function)
    def old(*args: Any, **kwargs: Any) -> Any:
        warn_deprecated(name, new)
        return function(*args, **kwargs)

    return old


class FunctionalModuleWithBuffers(Module):
    """A module without state: `f(params, buffers, *args, **kwargs)`."""

    def __init__(self, stateless_model: Module, param_names: Sequence[str], buffer_names: Sequence[str]) -> None:
        super().__init__()
        self.stateless_model = stateless_model
        self.param_names, self.buffer_names = tuple(param_names), tuple(buffer_names)

    def forward(self, params: Any, buffers: Any, *args: Any, **kwargs: Any) -> Any:
        state = dict(zip(self.param_names, params, strict=True)) | dict(zip(self.buffer_names, buffers, strict=True))
        return functional_call(self.stateless_model, state, args, kwargs)


class FunctionalModule(Module):
    """A module without state and without buffers: `f(params, *args, **kwargs)`."""

    def __init__(self, stateless_model: Module, param_names: Sequence[str]) -> None:
        super().__init__()
        self.stateless_model = stateless_model
        self.param_names = tuple(param_names)

    def forward(self, params: Any, *args: Any, **kwargs: Any) -> Any:
        return functional_call(self.stateless_model, dict(zip(self.param_names, params, strict=True)), args, kwargs)


def _extract_state(model: Module, disable_autograd_tracking: bool) -> tuple[Module, dict[str, Any], dict[str, Any]]:
    """A copy of a model on the meta device, and copies of its parameters and buffers."""
    model_copy = copy.deepcopy(model)
    parameters, buffers = dict(model_copy.named_parameters()), dict(model_copy.named_buffers())
    if disable_autograd_tracking:
        for parameter in parameters.values():
            parameter.requires_grad_(False)
    return _without_values(copy.deepcopy(model)), parameters, buffers


def _without_values(model: Module) -> Module:
    """Move a model to the meta device, preserving shared tensors."""
    moved: dict[int, Any] = {}

    def move(t: Any) -> Any:
        return moved.setdefault(id(t), t.detach().to("meta"))

    for module in model.modules():
        for name, parameter in module._parameters.items():
            if parameter is not None:
                empty = Parameter(parameter.detach().to("meta"), parameter.requires_grad)
                module._parameters[name] = moved.setdefault(id(parameter), empty)
        for name, buffer in module._buffers.items():
            if buffer is not None:
                module._buffers[name] = move(buffer)
    return model


def make_functional(model: Module, disable_autograd_tracking: bool = False) -> Any:
    """Return (f, params), where f(params, *args) is `model(*args)` with these parameters; raise for a model with buffers."""
    warn_deprecated("make_functional", "torch.func.functional_call")
    if any(True for _ in model.buffers()):
        raise RuntimeError("make_functional(model): `model` has buffers. Please use make_functional_with_buffers(model) instead.")
    empty, parameters, _ = _extract_state(model, disable_autograd_tracking)
    return FunctionalModule(empty, list(parameters)), tuple(parameters.values())


def make_functional_with_buffers(model: Module, disable_autograd_tracking: bool = False) -> Any:
    """Return (f, params, buffers), where f(params, buffers, *args) is `model(*args)` with these."""
    warn_deprecated("make_functional_with_buffers", "torch.func.functional_call")
    empty, parameters, buffers = _extract_state(model, disable_autograd_tracking)
    return FunctionalModuleWithBuffers(empty, list(parameters), list(buffers)), tuple(parameters.values()), tuple(buffers.values())


def functional_init(model_class: Callable[..., Module], ensemble_shape: Sequence[int] = (), device: Any = "cpu") -> Callable[..., Any]:
    """Make a function that makes a model, or an ensemble of `ensemble_shape[0]` models, and returns (weights, f, names).

    f(weights, args) is `model(*args)` with these weights; those of an ensemble are stacked.
    """
    def init(*args: Any, **kwargs: Any) -> Any:
        parameters, _, model, names, _ = _init_models(model_class, ensemble_shape, device, args, kwargs)
        if any(True for _ in model.buffers()):
            raise RuntimeError("make_functional(model): `model` has buffers. Please use make_functional_with_buffers(model) instead.")
        return parameters, lambda weights, data: functional_call(model, dict(zip(names, weights, strict=True)), tuple(data)), names

    return init


def functional_init_with_buffers(model_class: Callable[..., Module], ensemble_shape: Sequence[int] = (), device: Any = "cpu",
                                 ) -> Callable[..., Any]:
    """`functional_init` for models with buffers: (weights, buffers, f, weight names, buffer names), with f(weights, buffers, args)."""
    def init(*args: Any, **kwargs: Any) -> Any:
        parameters, buffers, model, names, buffer_names = _init_models(model_class, ensemble_shape, device, args, kwargs)

        def run(weights: Any, buffers: Any, data: Any) -> Any:
            state = dict(zip(names, weights, strict=True)) | dict(zip(buffer_names, buffers, strict=True))
            return functional_call(model, state, tuple(data))

        return parameters, buffers, run, names, buffer_names

    return init


def _init_models(model_class: Callable[..., Module], shape: Sequence[int], device: Any, args: Any, kwargs: Any) -> Any:
    """(parameters, buffers, a model without values, names of the parameters, names of the buffers)."""
    if len(shape) >= 2:
        raise ValueError("NYI: ensemble_shape with more than 1 element")
    if shape and shape[0] <= 0:
        raise ValueError(f"num_models {shape[0]} should be > 0")
    states = [_extract_state(model_class(*args, **kwargs).to(device), False) for _ in range(shape[0] if shape else 1)]
    empty, parameters, buffers = states[0]
    if not shape:
        return tuple(parameters.values()), tuple(buffers.values()), empty, tuple(parameters), tuple(buffers)
    stacked = _stacked_states(states)
    return stacked[0], stacked[1], empty, tuple(parameters), tuple(buffers)


def _stacked_states(states: Sequence[Any]) -> list[tuple[Any, ...]]:
    """The parameters and the buffers of models, each stacked."""
    return [tuple(TENSORS.stack([tensors[name].detach() for tensors in per_model], 0) for name in per_model[0])
            for per_model in ([s[1] for s in states], [s[2] for s in states])]


def combine_state_for_ensemble(models: Sequence[Module]) -> Any:
    """Return (f, params, buffers) with the stacked states of models: `vmap(f, (0, 0, None))(params, buffers, x)` runs them all."""
    warn_deprecated("combine_state_for_ensemble", "torch.func.stack_module_state")
    if len(models) == 0:
        raise RuntimeError("combine_state_for_ensemble: Expected at least one model, got 0.")
    if any(model.training != models[0].training for model in models):
        raise RuntimeError("combine_state_for_ensemble: Expected all models to have the same training/eval mode.")
    if any(type(model) is not type(models[0]) for model in models):
        raise RuntimeError("combine_state_for_ensemble: Expected all models to be of the same class.")
    states = [_extract_state(model, False) for model in models]
    return FunctionalModuleWithBuffers(states[0][0], list(states[0][1]), list(states[0][2])), *_stacked_states(states)
