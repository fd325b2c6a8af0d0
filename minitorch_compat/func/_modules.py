"""Modules as functions of their parameters: `functional_call`, `stack_module_state`."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from .._bindings.tensor.tensor import Tensor
from .._dispatch.call.caller import TENSORS

State = dict[str, Any]


def functional_call(
    module: Any, parameter_and_buffer_dicts: State | Sequence[State], args: Any = None, kwargs: dict[str, Any] | None = None, *,
    tie_weights: bool = True, strict: bool = False,
) -> Any:
    """Call a module with other parameters and buffers in place of its own.

    Parameters
    ----------
    module : Module
        The module; it is not changed.
    parameter_and_buffer_dicts : dict or sequence of dict
        Tensors by name; names not given keep their tensors. Buffers updated by the call are updated in the dict.
    args : object, optional
        Positional arguments, a tuple or a single one.
    kwargs : dict, optional
        Keyword arguments.
    tie_weights : bool, default True
        Whether a tensor given for one name of a shared parameter is used for all its names.
    strict : bool, default False
        Whether names must be exactly those of the module.

    Returns
    -------
    object
        What the module returns.

    References
    ----------
    PyTorch: ``torch.func.functional_call``.

    Examples
    --------
    >>> layer = torch.nn.Linear(2, 1)
    >>> def loss(params, x):
    ...     return torch.func.functional_call(layer, params, (x,)).sum()
    >>> torch.func.grad(loss)(dict(layer.named_parameters()), torch.tensor([[1., 2.]]))["weight"]
    tensor([[1., 2.]])
    """
    state = _merge_dicts(parameter_and_buffer_dicts)
    if "" in state:
        raise KeyError('tensor name can\'t be empty string ""')
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    with _swap_state(module, state, tie_weights, strict):
        return module(*args, **({} if kwargs is None else kwargs))


def _merge_dicts(dicts: Any) -> State:
    if isinstance(dicts, dict):
        return dicts
    if not isinstance(dicts, Sequence):
        raise ValueError(f"Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got {type(dicts)}")
    if not all(isinstance(d, dict) for d in dicts):
        raise ValueError("Expected all elements of parameter_and_buffer_dicts to be dictionaries")
    names = [name for d in dicts for name in d]
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise ValueError(f"{repeated} appeared in multiple dictionaries; behavior of functional call is ambiguous")
    return {name: t for d in dicts for name, t in d.items()}


@contextmanager
def _swap_state(module: Any, new_state: State, tie_weights: bool, strict: bool) -> Iterator[None]:
    """Context in which the module has the given tensors; assignments made inside are stored in `new_state`."""
    own_state = dict(_named_state(module))
    targets = _add_tied_names(new_state, own_state) if tie_weights else new_state
    if strict:
        _check_names(module, targets, own_state)
    places = [(name, *_owner_and_name(module, name), t) for name, t in targets.items()]
    former = []
    try:
        for _, registry, key, t in places:
            if not isinstance(t, Tensor) and t is not None:
                raise TypeError(f"{t} is not an instance of torch.Tensor")
            former.append((registry, key, registry.get(key), key in registry))
            registry[key] = t
        yield
    finally:
        for (name, registry, key, _), (_, _, old, existed) in zip(places, former, strict=False):
            if name in new_state:
                new_state[name] = registry[key]
            if existed:
                registry[key] = old
            else:
                del registry[key]


def _named_state(module: Any) -> Iterator[tuple[str, Any]]:
    """Every parameter and buffer under each of its names."""
    yield from module.named_parameters(remove_duplicate=False)
    yield from module.named_buffers(remove_duplicate=False)


def _check_names(module: Any, new_state: State, own_state: State) -> None:
    unexpected, absent = sorted(new_state.keys() - own_state.keys()), sorted(own_state.keys() - new_state.keys())
    if unexpected or absent:
        text = f"Error(s) in reparametrizing for {type(module).__name__}:"
        for what, names in (("Unexpected", unexpected), ("Missing", absent)):
            if names:
                text += f"\n\t{what} key(s): {', '.join(map(repr, names))}."
        raise RuntimeError(text)


def _add_tied_names(new_state: State, own_state: State) -> State:
    """`new_state` extended by the other names of shared tensors."""
    names: dict[int, list[str]] = {}
    for name, t in own_state.items():
        names.setdefault(id(t), []).append(name)
    result = dict(new_state)
    for group in names.values():
        found = [name for name in group if name in new_state]
        if len({id(new_state[name]) for name in found}) > 1:
            raise ValueError(f"functional_call got multiple values for keys {sorted(found)}, which are tied. Consider using "
                             "tie_weights=False")
        if found:
            result.update({name: new_state[found[0]] for name in group if name not in new_state})
    return result


def _owner_and_name(module: Any, name: str) -> tuple[dict[str, Any], str]:
    """The dict of a submodule that holds `name`, and the key there."""
    prefix, _, key = name.rpartition(".")
    for part in prefix.split(".") if prefix else ():
        found = module._modules[part] if part in module._modules else getattr(module, part, module)
        if found is module:
            raise AttributeError(f"{type(module).__name__} has no attribute `{part}`")
        if part not in module._modules:
            raise TypeError(f"submodule `{prefix}`: {found} is not an instance of torch.nn.Module")
        module = found
    if not key:
        raise KeyError('tensor name can\'t be empty string ""')
    if key in module._parameters:
        return module._parameters, key
    if key in module._buffers:
        return module._buffers, key
    other = getattr(module, key, None)
    if other is not None and not isinstance(other, Tensor):
        raise TypeError(f"attribute `{key}`: {other} is not an instance of torch.Tensor")
    return (_Attributes(module) if hasattr(type(module), key) else module.__dict__), key


class _Attributes(dict[str, Any]):
    """The attributes of a module as the items of a dict, for a property: a parametrized tensor passes its setter."""

    def __init__(self, module: Any) -> None:
        self.module = module

    def __getitem__(self, name: str) -> Any:
        return getattr(self.module, name)

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self.module, name, value)

    get = __getitem__  # type: ignore[assignment]

    def __contains__(self, name: object) -> bool:
        return True


def stack_module_state(models: Sequence[Any]) -> tuple[State, State]:
    """Stack parameters and buffers of several models of one class by name, for ``vmap`` over an ensemble.

    Parameters
    ----------
    models : sequence of Module
        All of the same class and in the same mode.

    Returns
    -------
    tuple of dict
        Parameters and buffers.

    Raises
    ------
    RuntimeError
        If there is none, or they differ.

    References
    ----------
    PyTorch: ``torch.func.stack_module_state``.

    Examples
    --------
    >>> models = [torch.nn.Linear(2, 1) for _ in range(3)]
    >>> params, buffers = torch.func.stack_module_state(models)
    >>> {name: tuple(p.shape) for name, p in params.items()}
    {'weight': (3, 1, 2), 'bias': (3, 1)}
    """
    if len(models) == 0:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    training = [m.training for m in models]
    if any(mode != training[0] for mode in training):
        raise RuntimeError("stack_module_state: Expected all models to have the same training/eval mode.")
    if any(type(m) is not type(models[0]) for m in models):
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")
    parameters = _stack_states([dict(m.named_parameters()) for m in models])
    buffers = _stack_states([dict(m.named_buffers()) for m in models])
    return parameters, buffers


def _stack_states(states: list[State]) -> State:
    return {name: _stack_tensors(name, [state[name] for state in states]) for name in states[0]}


def _stack_tensors(name: str, tensors: list[Any]) -> Any:
    needed = all(t.requires_grad for t in tensors)
    if any(t.requires_grad for t in tensors) != needed:
        raise RuntimeError(f"Expected {name} from each model to have the same .requires_grad")
    return TENSORS.stack([t.detach() for t in tensors], 0).requires_grad_(needed)
