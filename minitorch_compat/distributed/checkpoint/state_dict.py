"""States of models and optimizers by parameter names, independent of wrappers around the model."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..._bindings.tensor.tensor import Tensor
from ..._dynamo.eval_frame import OptimizedModule
from ..._namespace.names import missing
from ...autograd.grad_mode import no_grad
from ...nn.modules._state_dict import _IncompatibleKeys
from ...nn.modules.module import Module
from ...optim.optimizer import Optimizer

__all__ = ["StateDictOptions", "get_model_state_dict", "get_optimizer_state_dict", "get_state_dict", "set_model_state_dict",
           "set_optimizer_state_dict", "set_state_dict"]


@dataclass
class StateDictOptions:
    """Options of the functions of this module.

    Attributes
    ----------
    full_state_dict : bool
        Whole tensors, as always here; on loading, meta tensors of the model are replaced by real ones.
    cpu_offload : bool
        Tensors on the CPU, as always here; with `full_state_dict`, only the first process gets the state.
    ignore_frozen_params : bool
        Omit parameters that do not require gradients.
    keep_submodule_prefixes : bool
        Whether names are complete if `submodules` is given.
    strict : bool
        Whether missing and unexpected names are errors.
    broadcast_from_rank0 : bool
        The first process broadcasts its state to the others; requires `full_state_dict`.
    flatten_optimizer_state_dict : bool
        One flat dictionary of an optimizer's state: ``state.NAME.KEY`` and ``param_groups.NAME.KEY``.
    dsd_fqn_modifiers : str
        Ignored.
    """

    full_state_dict: bool = False
    cpu_offload: bool = False
    ignore_frozen_params: bool = False
    keep_submodule_prefixes: bool = True
    strict: bool = True
    broadcast_from_rank0: bool = False
    flatten_optimizer_state_dict: bool = False
    dsd_fqn_modifiers: str = "_fqn_modifiers"


def get_model_state_dict(model: Module, *, submodules: set[Module] | None = None,
                         options: StateDictOptions | None = None) -> dict[str, Any]:
    """The state of a model, with the names that it has without wrappers (`DistributedDataParallel`, `torch.compile`).

    Parameters
    ----------
    model : Module
        The model, wrapped or not.
    submodules : set of Module, optional
        Only the state of these.
    options : StateDictOptions, optional
        Options of the result.

    Returns
    -------
    dict
        Names and tensors, which share memory with the model's.

    Raises
    ------
    ValueError
        If `options` ask for ``broadcast_from_rank0`` without ``full_state_dict``.

    Examples
    --------
    >>> list(get_model_state_dict(torch.compile(torch.nn.Linear(1, 1))))
    ['weight', 'bias']
    """
    options = _check_options(options)
    names = _wrapper_prefixes(model)
    state = model.state_dict()
    for name in list(state):  # in place: the order and the metadata of the modules stay
        if (own_name := _remove_wrappers(names, name)) != name:
            state[own_name] = state.pop(name)
    if submodules:
        prefixes = [f"{_remove_wrappers(names, name)}." for name, module in model.named_modules() if module in submodules]
        matches = [(name, prefix) for name in state for prefix in prefixes if name.startswith(prefix)]
        state = {name if options.keep_submodule_prefixes else name[len(prefix):]: state[name] for name, prefix in matches}
    if options.ignore_frozen_params:
        for name, parameter in model.named_parameters():
            if not parameter.requires_grad:
                state.pop(_remove_wrappers(names, name), None)
    return _apply_options(state, options)


def get_optimizer_state_dict(model: Module, optimizers: Optimizer | Iterable[Optimizer], *, submodules: set[Module] | None = None,
                             options: StateDictOptions | None = None) -> dict[str, Any]:
    """The state of a model's optimizers, by parameter names.

    An optimizer without state is initialized by a step with zero gradients and zero learning rate.

    Parameters
    ----------
    model : Module
        The model of the parameters.
    optimizers : Optimizer or iterable of Optimizer
        One or several.
    submodules : set of Module, optional
        Ignored for optimizers.
    options : StateDictOptions, optional
        Options of the result.

    Returns
    -------
    dict
        ``state`` and ``param_groups``, or one flat dictionary.

    Raises
    ------
    RuntimeError
        If there is no optimizer.

    Examples
    --------
    >>> model = torch.nn.Linear(1, 1)
    >>> list(get_optimizer_state_dict(model, torch.optim.Adam(model.parameters()))["state"])
    ['weight', 'bias']
    """
    options = _check_options(options)
    result: dict[str, Any] = {"state": {}, "param_groups": []}
    for optimizer in _to_list(optimizers):
        _initialize_state(optimizer)
        names = _parameter_names(model, optimizer)
        own_state = optimizer.state_dict()
        result["state"].update({names[index]: value for index, value in own_state["state"].items()})
        result["param_groups"] += [{**group, "params": [names[index] for index in group["params"]]} for group in own_state["param_groups"]]
    return _apply_options(_flatten_optimizer_state(result) if options.flatten_optimizer_state_dict else result, options)


def get_state_dict(model: Module, optimizers: Optimizer | Iterable[Optimizer], *, submodules: set[Module] | None = None,
                   options: StateDictOptions | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """The states of a model and of its optimizers, as `get_model_state_dict` and `get_optimizer_state_dict`.

    Parameters
    ----------
    model, optimizers, submodules, options
        As for these functions.

    Returns
    -------
    tuple of dict
        Both states; the second is empty without optimizers.

    Examples
    --------
    >>> model = torch.nn.Linear(1, 1)
    >>> [list(state) for state in get_state_dict(model, torch.optim.SGD(model.parameters()))]
    [['weight', 'bias'], ['state', 'param_groups']]
    """
    optimizers = [optimizers] if isinstance(optimizers, Optimizer) else list(optimizers)
    state = get_model_state_dict(model, submodules=submodules, options=options)
    return state, get_optimizer_state_dict(model, optimizers, options=options) if optimizers else {}


@no_grad()
def set_model_state_dict(model: Module, model_state_dict: dict[str, Any], *, options: StateDictOptions | None = None) -> _IncompatibleKeys:
    """Load a state of `get_model_state_dict` into a model, wrapped or not.

    Parameters
    ----------
    model : Module
        The model.
    model_state_dict : dict
        Tensors by names without wrappers. An empty one has no effect.
    options : StateDictOptions, optional
        ``strict``, ``full_state_dict`` and ``broadcast_from_rank0`` are used.

    Returns
    -------
    NamedTuple
        ``missing_keys`` and ``unexpected_keys``.

    Raises
    ------
    RuntimeError
        If names differ and ``strict`` is set, or shapes differ.
    ValueError
        If ``broadcast_from_rank0`` is set without ``full_state_dict``, or without a process group.

    Examples
    --------
    >>> model = torch.nn.Linear(1, 1)
    >>> set_model_state_dict(torch.compile(model), {"weight": torch.ones(1, 1), "bias": torch.zeros(1)})
    <All keys matched successfully>
    """
    options = _check_options(options)
    if options.broadcast_from_rank0:
        model_state_dict = _broadcast_from_rank0(model_state_dict)
    if not model_state_dict:
        return _IncompatibleKeys([], [])
    state, names = dict(model_state_dict), _wrapper_prefixes(model)
    own_state = model.state_dict()
    for wrapped in own_state:
        name = _remove_wrappers(names, wrapped)
        if name == wrapped:
            continue
        if name in state:
            state[wrapped] = state.pop(name)
        elif options.strict:
            raise RuntimeError(f"Missing key: {name}.")
    if options.full_state_dict:  # entries missing in the state stay unchanged
        state = {**own_state, **state}
    assign = options.full_state_dict and any(isinstance(value, Tensor) and value.device.type == "meta" for value in own_state.values())
    return model.load_state_dict(state, strict=options.strict, assign=assign)


@no_grad()
def set_optimizer_state_dict(model: Module, optimizers: Optimizer | Iterable[Optimizer], optim_state_dict: dict[str, Any], *,
                             options: StateDictOptions | None = None) -> None:
    """Load a state of `get_optimizer_state_dict`: each optimizer loads the part of its parameters.

    Parameters
    ----------
    model : Module
        The model of the parameters.
    optimizers : Optimizer or iterable of Optimizer
        One or several.
    optim_state_dict : dict
        A state by names, flat or nested, or the `state_dict` of an optimizer.
    options : StateDictOptions, optional
        ``strict`` and ``broadcast_from_rank0`` are used.

    Raises
    ------
    RuntimeError
        If there is no optimizer or no state, or with ``strict`` a parameter that requires gradients has none.

    Examples
    --------
    >>> model = torch.nn.Linear(1, 1)
    >>> optimizer = torch.optim.SGD(model.parameters(), lr=1.0)
    >>> state = get_optimizer_state_dict(model, optimizer)
    >>> state["param_groups"][0]["lr"] = 0.5
    >>> set_optimizer_state_dict(model, optimizer, state)
    >>> optimizer.param_groups[0]["lr"]
    0.5
    """
    options = _check_options(options)
    optimizers = _to_list(optimizers)
    if options.broadcast_from_rank0:
        optim_state_dict = _broadcast_from_rank0(optim_state_dict)
    if not optim_state_dict:
        raise RuntimeError("set_optimizer_state_dict: the optimizers are to be loaded, but optim_state_dict is empty")
    for optimizer in optimizers:
        _initialize_state(optimizer)
        names = _parameter_names(model, optimizer)
        state = optim_state_dict if "state" in optim_state_dict else _unflatten_optimizer_state(optim_state_dict, optimizer, names)
        if state["state"] and all(isinstance(key, int) for key in state["state"]):
            optimizer.load_state_dict(state)
        else:
            optimizer.load_state_dict(_optimizer_part(optimizer, names, state, options.strict))


def set_state_dict(model: Module, optimizers: Optimizer | Iterable[Optimizer], *, model_state_dict: dict[str, Any],
                   optim_state_dict: dict[str, Any], options: StateDictOptions | None = None) -> _IncompatibleKeys:
    """Load the states of `get_state_dict`.

    Parameters
    ----------
    model, optimizers, model_state_dict, optim_state_dict, options
        As for `set_model_state_dict` and `set_optimizer_state_dict`.

    Returns
    -------
    NamedTuple
        ``missing_keys`` and ``unexpected_keys`` of the model.

    Examples
    --------
    >>> model = torch.nn.Linear(1, 1)
    >>> optimizer = torch.optim.SGD(model.parameters())
    >>> state, of_optimizer = get_state_dict(model, optimizer)
    >>> set_state_dict(model, optimizer, model_state_dict=state, optim_state_dict=of_optimizer)
    <All keys matched successfully>
    """
    optimizers = [optimizers] if isinstance(optimizers, Optimizer) else list(optimizers)
    if optimizers:
        set_optimizer_state_dict(model, optimizers, optim_state_dict, options=options)
    return set_model_state_dict(model, model_state_dict, options=options)


def _check_options(options: StateDictOptions | None) -> StateDictOptions:
    options = replace(options) if options is not None else StateDictOptions()
    if options.broadcast_from_rank0 and not options.full_state_dict:
        raise ValueError("full_state_dict must be True when broadcast_from_rank0 is True.")
    return options


def _wrapper_prefixes(model: Module) -> list[str]:
    """The name prefixes of wrapped modules, longest first."""
    from ...nn.parallel.distributed import DistributedDataParallel

    prefixes = []
    for name, module in model.named_modules(remove_duplicate=False):
        inner = "_orig_mod" if isinstance(module, OptimizedModule) else "module" if isinstance(module, DistributedDataParallel) else None
        if inner is not None:
            prefixes.append(f"{name}.{inner}." if name else f"{inner}.")
    return sorted(prefixes, key=len, reverse=True)


def _remove_wrappers(prefixes: list[str], name: str) -> str:
    """Remove wrappers from a name."""
    for prefix in prefixes:
        if f"{name}.".startswith(prefix):
            name = prefix[:-1].rpartition(".")[0] + "." * ("." in prefix[:-1]) + name[len(prefix):]
    return name


def _to_list(optimizers: Any) -> list[Optimizer]:
    result = [optimizers] if isinstance(optimizers, Optimizer) else list(optimizers)
    if not result:
        raise RuntimeError("Optimizers are not passed in: one at least is needed for the state of optimizers")
    return result


def _initialize_state(optimizer: Optimizer) -> None:
    """Initialize the state of an optimizer by a step, unless gradients exist, which belong to a step of the program."""
    groups = optimizer.param_groups
    if optimizer.state or any(parameter.grad is not None for group in groups for parameter in group["params"]):
        return
    for group in groups:
        for parameter in group["params"]:
            if parameter.requires_grad:
                parameter.grad = parameter.new_zeros(parameter.shape)
    rates = [group.get("lr") for group in groups]
    for group, rate in zip(groups, rates, strict=True):
        if rate is not None:
            group["lr"] = rate.new_zeros(rate.shape) if isinstance(rate, Tensor) else 0.0
    optimizer.step(closure=None)
    for group, rate in zip(groups, rates, strict=True):
        if rate is not None:
            group["lr"] = rate
    optimizer.zero_grad(set_to_none=True)


def _parameter_names(model: Module, optimizer: Optimizer) -> list[str]:
    """The names of an optimizer's parameters, in its order."""
    prefixes = _wrapper_prefixes(model)
    names = {id(parameter): _remove_wrappers(prefixes, name) for name, parameter in model.named_parameters()}
    return [names[id(parameter)] for group in optimizer.param_groups for parameter in group["params"]]


def _optimizer_part(optimizer: Optimizer, names: list[str], state: dict[str, Any], strict: bool) -> dict[str, Any]:
    """The part of one optimizer, in the form of its `state_dict`."""
    own_groups = optimizer.state_dict()["param_groups"]
    values: dict[int, Any] = {}
    groups = []
    for group, own_group in zip(optimizer.param_groups, own_groups, strict=True):
        saved_group: dict[str, Any] = {}
        for index, parameter in zip(own_group["params"], group["params"], strict=True):
            name = names[index]
            saved_group.update(next((saved for saved in state["param_groups"] if name in saved["params"]), {}))
            if not parameter.requires_grad:
                continue
            if name in state["state"]:
                values[index] = state["state"][name]
            elif strict and optimizer.state.get(parameter):
                raise RuntimeError(f"Missing optimizer state for parameter '{name}': it requires a gradient. "
                                   "StateDictOptions(strict=False) loads the others")
        groups.append({**(saved_group or own_group), "params": own_group["params"]})
    return {"state": values, "param_groups": groups}


def _flatten_optimizer_state(state: dict[str, Any]) -> dict[str, Any]:
    flat_state = {f"state.{name}.{key}": value for name, values in state["state"].items() for key, value in values.items()}
    for group in state["param_groups"]:
        for name in group["params"]:
            flat_state.update({f"param_groups.{name}.{key}": value for key, value in group.items() if key != "params"})
    return flat_state


def _unflatten_optimizer_state(state: dict[str, Any], optimizer: Optimizer, names: list[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    groups = []
    for group, own_group in zip(optimizer.param_groups, optimizer.state_dict()["param_groups"], strict=True):
        group_values = {"params": [names[index] for index in own_group["params"]]}
        for index, parameter in zip(own_group["params"], group["params"], strict=True):
            name = names[index]
            if parameter.requires_grad:
                values[name] = {key: state[f"state.{name}.{key}"] for key in optimizer.state.get(parameter, ())}
            group_values.update({key: state[f"param_groups.{name}.{key}"] for key in own_group if key != "params"})
        groups.append(group_values)
    return {"state": values, "param_groups": groups}


def _apply_options(state: dict[str, Any], options: StateDictOptions) -> dict[str, Any]:
    """Apply the options to a state: tensors are always whole and on the CPU; a gathered state is empty except in the first process."""
    from .. import get_rank, is_initialized

    if options.full_state_dict and options.cpu_offload and is_initialized() and get_rank():
        return {}
    return dict(state) if options.full_state_dict or options.cpu_offload else state


def _broadcast_from_rank0(state: dict[str, Any]) -> dict[str, Any]:
    from .. import broadcast_object_list, get_rank

    box = [state if get_rank() == 0 else None]
    broadcast_object_list(box)
    return box[0] or {}


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.distributed.checkpoint.state_dict", __name__)
