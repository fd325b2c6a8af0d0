"""`torch.testing._internal.common_optimizers`: a list of optimizers and inputs to parametrize tests."""
from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from enum import Enum
from typing import TYPE_CHECKING, Any

import minitorch_compat as torch
from minitorch_compat import optim
from minitorch_compat.nn import Parameter

from ..._namespace.modules import recorded_getattr
from ._databases import optims
from .opinfo.core import active_decorators


class OptimizerInput:
    """Parameters (None: those of the test) and keyword arguments of an optimizer, with a description."""

    __slots__ = ["desc", "kwargs", "params"]

    def __init__(self, params: Any, kwargs: dict[str, Any], desc: str = "") -> None:
        self.params, self.kwargs, self.desc = params, kwargs, desc

    def __repr__(self) -> str:
        return f"params={self.params}, kwargs={self.kwargs}, desc={self.desc}"


class OptimizerErrorEnum(Enum):
    """The stage at which an optimizer raises."""

    CONSTRUCTION_ERROR, STEP_ERROR = 0, 1


class ErrorOptimizerInput:
    """An invalid input: the stage at which it raises, the type of the error and a pattern of its message."""

    __slots__ = ["error_on", "error_regex", "error_type", "optimizer_error_input"]

    def __init__(self, optimizer_error_input: OptimizerInput, *, error_on: OptimizerErrorEnum = OptimizerErrorEnum.CONSTRUCTION_ERROR,
                 error_type: Any = RuntimeError, error_regex: str = "") -> None:
        self.optimizer_error_input, self.error_on = optimizer_error_input, error_on
        self.error_type, self.error_regex = error_type, error_regex


class OptimizerInfo:
    """An optimizer: its class, inputs, compatible schedulers and capabilities."""

    def __init__(self, optim_cls: Any, *, optim_inputs_func: Any,
                 scheduler_inputs: Any = ([lambda opt: optim.lr_scheduler.StepLR(opt, gamma=0.9, step_size=10),
                                           lambda opt: optim.lr_scheduler.ReduceLROnPlateau(opt)],),
                 supported_impls: tuple[str, ...] = ("foreach", "differentiable"),
                 not_og_supported_flags: tuple[str, ...] = ("foreach", "differentiable", "maximize", "capturable"),
                 supports_sparse: bool = False, has_capturable_arg: bool = False, only_supports_sparse_grads: bool = False,
                 metadata_for_sparse: Any = ({}, []), supports_complex: bool = True, step_requires_closure: bool = False,
                 supports_param_groups: bool = True, supports_multiple_devices: bool = True, skips: Any = (), decorators: Any = None,
                 optim_error_inputs_func: Any = None, supports_fused_on: tuple[str, ...] = ()) -> None:
        self.optim_cls, self.optim_inputs_func, self.scheduler_inputs = optim_cls, optim_inputs_func, scheduler_inputs
        self.supported_impls, self.not_og_supported_flags = supported_impls, not_og_supported_flags
        self.supports_sparse, self.has_capturable_arg = supports_sparse, has_capturable_arg
        self.only_supports_sparse_grads, self.metadata_for_sparse = only_supports_sparse_grads, metadata_for_sparse
        self.supports_complex, self.step_requires_closure = supports_complex, step_requires_closure
        self.supports_param_groups, self.supports_multiple_devices = supports_param_groups, supports_multiple_devices
        self.decorators = (*(decorators or ()), *skips)
        self.optim_error_inputs_func, self.supports_fused_on = optim_error_inputs_func, supports_fused_on

    @property
    def name(self) -> str:
        """The name of the class."""
        return str(self.optim_cls.__name__)

    def get_decorators(self, test_class: str, test_name: str, device: str, dtype: Any, param_kwargs: dict[str, Any]) -> list[Any]:
        """The decorators of a test."""
        return active_decorators(self.decorators, test_class, test_name, device, dtype, param_kwargs)


def _optimizer_inputs(cases: dict[str, dict[str, Any]]) -> Callable[..., list[OptimizerInput]]:
    def inputs(device: Any = None, dtype: Any = None) -> list[OptimizerInput]:
        return [OptimizerInput(None, deepcopy(kwargs), name) for name, kwargs in cases.items()]

    return inputs


def get_error_inputs_for_all_optims(device: Any, dtype: Any) -> list[ErrorOptimizerInput]:
    """Inputs that every optimizer refuses."""
    p = Parameter(torch.ones(2, 3, device=device, dtype=dtype))
    return [ErrorOptimizerInput(OptimizerInput(p, {}, "a tensor for the parameters"), error_type=TypeError,
                                error_regex="params argument given to the optimizer should be an iterable of Tensors or dicts"),
            ErrorOptimizerInput(OptimizerInput([{"params": [p]}, {"params": [p]}], {}, "a parameter in two groups"), error_type=ValueError,
                                error_regex="some parameters appear in more than one parameter group"),
            ErrorOptimizerInput(OptimizerInput(None, {"lr": torch.tensor([0.001, 0.001])}, "several learning rates"), error_type=ValueError,
                                error_regex="Tensor lr must be 1-element")]


#: Exceptions to these, by optimizer: it raises another error first.
_OTHER_MESSAGES = {"LBFGS": {"a parameter in two groups"}, "SparseAdam": {"several learning rates"}}


def _error_inputs(name: str, wrong: dict[str, tuple[Any, str]]) -> Callable[..., list[ErrorOptimizerInput]]:
    """Make the invalid inputs of an optimizer: the general ones, and arguments out of range (name -> value, message)."""
    exceptions = _OTHER_MESSAGES.get(name, set())

    def error_inputs(device: Any, dtype: Any) -> list[ErrorOptimizerInput]:
        own_errors = [ErrorOptimizerInput(OptimizerInput(None, {key: value}, key), error_type=ValueError, error_regex=text)
                      for key, (value, text) in wrong.items()]
        general = get_error_inputs_for_all_optims(device, dtype)
        general_errors = [error_input for error_input in general if error_input.optimizer_error_input.desc not in exceptions] + own_errors
        for error_input in general_errors:
            if error_input.optimizer_error_input.params is None:
                error_input.optimizer_error_input.params = [Parameter(torch.ones(2, 3, device=device, dtype=dtype))]
        return general_errors

    return error_inputs


_DECAY = {"nonzero weight_decay": {"weight_decay": 0.1}, "maximize": {"weight_decay": 0.1, "maximize": True}}
_RATE = {"default": {}, "non-default lr": {"lr": 0.01}, **_DECAY}
_BETAS = {"betas": ((1.0, 0.0), "Invalid beta parameter at index 0: 1.0")}
_CASES: dict[str, tuple[dict[str, dict[str, Any]], dict[str, tuple[Any, str]], dict[str, Any]]] = {
    "Adadelta": ({**_RATE, "rho": {"rho": 0.95}}, {"rho": (1.1, "Invalid rho value: 1.1")}, {"has_capturable_arg": True}),
    "Adafactor": ({"default": {}, "non-default lr": {"lr": 0.01}}, {}, {"supports_complex": False}),
    "Adagrad": ({**_RATE, "lr_decay": {"lr_decay": 0.5}}, {"lr_decay": (-0.5, "Invalid lr_decay value: -0.5")}, {"supports_sparse": True}),
    "Adam": ({**_RATE, "amsgrad": {"amsgrad": True}}, _BETAS, {"has_capturable_arg": True}),
    "Adamax": (_RATE, {"betas": ((0.0, 1.0), "Invalid beta parameter at index 1: 1.0")}, {"has_capturable_arg": True}),
    "AdamW": ({**_RATE, "amsgrad": {"amsgrad": True}}, _BETAS, {"has_capturable_arg": True}),
    "ASGD": ({**_RATE, "t0": {"t0": 100}}, {"weight_decay": (-0.5, "Invalid weight_decay value: -0.5")}, {"has_capturable_arg": True}),
    "LBFGS": ({"default": {}, "strong_wolfe": {"line_search_fn": "strong_wolfe"}, "non-default lr": {"lr": 0.5}}, {},
              {"step_requires_closure": True, "supports_param_groups": False, "supports_multiple_devices": False}),
    "NAdam": ({**_RATE, "momentum_decay": {"momentum_decay": 6e-3}}, {"momentum_decay": (-0.2, "Invalid momentum_decay value: -0.2")},
              {"has_capturable_arg": True}),
    "RAdam": (_RATE, _BETAS, {"has_capturable_arg": True}),
    "RMSprop": ({**_RATE, "centered": {"centered": True}, "momentum": {"momentum": 0.1}},
                {"momentum": (-1.0, "Invalid momentum value: -1.0")}, {"has_capturable_arg": True}),
    "Rprop": ({"default": {}, "non-default lr": {"lr": 2e-4}, "etas": {"etas": (0.5, 1.5)}},
              {"etas": ((1.0, 0.5), "Invalid eta values: 1.0, 0.5")}, {"has_capturable_arg": True}),
    "SGD": ({**_RATE, "momentum": {"momentum": 0.9}, "nesterov": {"momentum": 0.9, "nesterov": True}},
            {"momentum": (-0.5, "Invalid momentum value: -0.5")}, {"supports_sparse": True}),
    "SparseAdam": ({"default": {}, "non-default lr": {"lr": 0.01}, "maximize": {"maximize": True}}, _BETAS,
                   {"only_supports_sparse_grads": True, "supports_sparse": True, "supports_complex": False}),
}

optim_db: list[OptimizerInfo] = [
    OptimizerInfo(getattr(optim, name), optim_inputs_func=_optimizer_inputs(cases), optim_error_inputs_func=_error_inputs(name, wrong),
                  supported_impls=("foreach", "differentiable") if name not in ("Adafactor", "LBFGS", "SparseAdam") else (), **able)
    for name, (cases, wrong, able) in _CASES.items()]


def _get_optim_inputs_including_global_cliquey_kwargs(device: Any, dtype: Any, optim_info: OptimizerInfo,
                                                      skip: tuple[str, ...] = ()) -> list[OptimizerInput]:
    """The inputs of an optimizer, each also with every available implementation."""
    found = optim_info.optim_inputs_func(device=device, dtype=dtype) if not optim_info.only_supports_sparse_grads else \
        optim_info.optim_inputs_func(device=device)
    flags = [flag for flag in optim_info.supported_impls if flag not in skip]
    out = []
    for one in found:
        out.append(one)
        for flag in flags:
            if not (flag == "differentiable" and one.kwargs.get("foreach")):
                out.append(OptimizerInput(one.params, {**deepcopy(one.kwargs), flag: True}, f"{one.desc} & {flag}"))
    return out


__all__ = ["ErrorOptimizerInput", "OptimizerErrorEnum", "OptimizerInfo", "OptimizerInput", "get_error_inputs_for_all_optims", "optim_db",
           "optims"]

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.testing._internal.common_optimizers")
