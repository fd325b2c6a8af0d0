"""`torch.testing._internal.common_optimizers`: a list of optimizers and inputs to parametrize tests."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from enum import Enum
from typing import TYPE_CHECKING, Any

import minitorch_compat as torch
from minitorch_compat import optim
from minitorch_compat.nn import Parameter

from ..._namespace.modules import recorded_getattr
from ...utils._foreach_utils import _get_foreach_kernels_supported_devices
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


class TensorTracker:
    """Copies of tensors in the order of a computation, which a second computation is compared with and continues from."""

    def __init__(self, assert_eq_kwargs: dict[str, Any] | None = None) -> None:
        self.assert_eq_kwargs = assert_eq_kwargs or {}
        self.tensors: list[Any] = []

    def add(self, tensor: Any) -> None:
        """Append a copy of a tensor."""
        self.tensors.append(tensor.detach().clone())

    def pop_check_set(self, tensor_to_set: Any, testcase: Any, override_assert_eq_kwargs: dict[str, Any] | None = None) -> None:
        """Take the first copy, check that the tensor is equal to it, and write it into the tensor."""
        testcase.assertGreater(len(self.tensors), 0, "no tensors to pop")
        expected = self.tensors.pop(0)
        testcase.assertEqual(tensor_to_set, expected,
                             **(self.assert_eq_kwargs if override_assert_eq_kwargs is None else override_assert_eq_kwargs))
        with torch.no_grad():
            tensor_to_set.copy_(expected)

    def all_popped(self) -> bool:
        """Whether every copy has been taken."""
        return not self.tensors


def _optimizer_inputs(cases: dict[str, dict[str, Any]]) -> Callable[..., list[OptimizerInput]]:
    def inputs(device: Any = None, dtype: Any = None) -> list[OptimizerInput]:
        return [OptimizerInput(None, deepcopy(kwargs), name) for name, kwargs in cases.items()]

    return inputs


def get_error_inputs_for_all_optims(device: Any, dtype: Any) -> list[ErrorOptimizerInput]:
    """Inputs that every optimizer refuses."""
    p, q = (Parameter(torch.ones(1, 1, device=device, dtype=dtype)) for _ in range(2))
    mixed = "all optimizer params should be with/without names. Some param names are missing"
    iterable = "params argument given to the optimizer should be an iterable of Tensors or dicts"
    cases: list[tuple[Any, ...]] = [
        (p, {}, "a tensor for the parameters", TypeError, iterable),
        ([p, p], {}, "a parameter twice in a group", UserWarning, ".*a parameter group with duplicate parameters.*"),
        ([{"params": p}, {"params": p}], {}, "a parameter in two groups", ValueError,
         "some parameters appear in more than one parameter group"),
        (None, {"lr": torch.tensor([0.001, 0.001])}, "several learning rates", ValueError, "Tensor lr must be 1-element"),
        ([("weight", p), q], {}, "some parameters with names", ValueError, mixed),
        ([{"params": [p]}, {"params": [("weight", q)]}], {}, "some groups with names", ValueError,
         "all optimizer param groups should be with/without names. cannot add param group with names to the optimizer")]
    return [ErrorOptimizerInput(OptimizerInput(params, kwargs, name), error_type=kind, error_regex=text)
            for params, kwargs, name, kind, text in cases]


#: Optimizers without parameter groups: they refuse two of them with another message.
_WITHOUT_GROUPS = frozenset({"LBFGS"})


def _error_inputs(name: str, wrong: Sequence[tuple[Any, ...]]) -> Callable[..., list[ErrorOptimizerInput]]:
    """Make the invalid inputs of an optimizer: the general ones, and its own: arguments, message, and what differs from the defaults
    below."""
    def error_inputs(device: Any, dtype: Any) -> list[ErrorOptimizerInput]:
        general = [one for one in get_error_inputs_for_all_optims(device, dtype)
                   if name not in _WITHOUT_GROUPS or one.optimizer_error_input.desc != "a parameter in two groups"]
        return general + [_own_error(device, *case) for case in wrong]

    return error_inputs


def _own_error(device: Any, kwargs: dict[str, Any], text: str, params: Callable[[Any], Any] | None = None, kind: Any = ValueError,
               on: OptimizerErrorEnum = OptimizerErrorEnum.CONSTRUCTION_ERROR) -> ErrorOptimizerInput:
    found = None if params is None else params(device)
    return ErrorOptimizerInput(OptimizerInput(found, deepcopy(kwargs), text), error_type=kind, error_regex=text, error_on=on)


def _complex_parameter(device: Any) -> list[Any]:
    p = torch.rand(2, 3, device=device, dtype=torch.complex64)
    p.grad = torch.rand_like(p)
    return [p]


def _sparse_parameter(device: Any) -> list[Any]:
    return [torch.zeros(1, layout=torch.sparse_coo, device=device, requires_grad=True)]


def _schedules(*cases: Sequence[tuple[str, dict[str, Any]]]) -> tuple[list[Callable[[Any], Any]], ...]:
    """Lists of functions that make the schedulers of an optimizer, from their names and arguments."""
    def make(name: str, kwargs: dict[str, Any]) -> Callable[[Any], Any]:
        return lambda opt: getattr(optim.lr_scheduler, name)(opt, **kwargs)

    return tuple([make(name, kwargs) for name, kwargs in case] for case in cases)


_DECAY: dict[str, dict[str, Any]] = {"nonzero weight_decay": {"weight_decay": 0.1}, "maximize": {"weight_decay": 0.1, "maximize": True}}
_RATE: dict[str, dict[str, Any]] = {"default": {}, "non-default lr": {"lr": 0.01}, **_DECAY}
_APART: dict[str, dict[str, Any]] = {"nonzero weight_decay": {"weight_decay": 0.1}, "maximize": {"maximize": True},
                                     "maximize, weight_decay": {"weight_decay": 0.1, "maximize": True}}
_AMSGRAD = {**_RATE, "amsgrad": {"weight_decay": 0.1, "amsgrad": True}}
_RATE_TENSOR = {"lr": torch.tensor(0.001)}
_RATE_OR_TENSOR: dict[str, dict[str, Any]] = {"default": {}, "non-default lr": {"lr": 0.01}, "Tensor lr": _RATE_TENSOR}
_BETAS = ({"lr": 1e-2, "betas": (1.0, 0.0)}, "Invalid beta parameter at index 0: 1.0")
_NEGATIVE_DECAY = ({"lr": 1e-2, "weight_decay": -1}, "Invalid weight_decay value: -1")
_KINDS_OF_BETAS = "betas must be either both floats or both Tensors"
_ADAM_ERRORS = (
    _BETAS, _NEGATIVE_DECAY,
    ({"lr": torch.tensor(0.001), "foreach": True}, "lr as a Tensor is not supported for capturable=False and foreach=True"),
    ({"lr": 1e-2, "betas": (0.9, torch.tensor(0.99))}, _KINDS_OF_BETAS),
    ({"lr": 1e-2, "betas": (torch.tensor(0.9), 0.99)}, _KINDS_OF_BETAS),
    ({"lr": 1e-2, "betas": (torch.tensor(0.9), torch.tensor(0.99)), "foreach": True},
     r"betas\[0\] as a Tensor is not supported for capturable=False and foreach=True"))
_FUSED: dict[str, Any] = {"supported_impls": ("foreach", "differentiable", "fused"),
                          "not_og_supported_flags": ("foreach", "differentiable", "fused", "maximize", "capturable")}
_EARLY, _STEP = ("LinearLR", {"start_factor": 0.4, "total_iters": 4}), ("StepLR", {"gamma": 0.9, "step_size": 10})
_PLATEAU: tuple[str, dict[str, Any]] = ("ReduceLROnPlateau", {})
_CONSTANT, _POWER = ("ConstantLR", {"factor": 0.4, "total_iters": 4}), ("PolynomialLR", {"power": 0.9, "total_iters": 4})
_EXPONENTIAL = ("ExponentialLR", {"gamma": 0.9})
_CASES: dict[str, tuple[dict[str, dict[str, Any]], Sequence[tuple[Any, ...]], dict[str, Any]]] = {
    "Adadelta": ({"default": {}, "non-default lr": {"lr": 0.01}, **_APART, "rho": {"rho": 0.95, "weight_decay": 0.9}},
                 [({"lr": 1e-2, "rho": 1.1}, "Invalid rho value: 1.1")], {"has_capturable_arg": True}),
    "Adafactor": (
        {"default": {}, "nonzero weight_decay": {"weight_decay": 0.1, "lr": 0.01}, "maximize": {"weight_decay": 0.1, "maximize": True},
         "non-default beta2_decay": {"beta2_decay": -1.0}, "non-default clipping threshold d": {"d": 1.5}},
        [({"eps": (-1e-30, 1e-3)}, "epsilon1 should be >= 0"), ({"d": 0.0}, "Clipping threshold d should be >= 1"),
         ({"beta2_decay": 0.8}, "beta2_decay should be <= 0"),
         ({}, "Adafactor does not support complex parameters", _complex_parameter, RuntimeError, OptimizerErrorEnum.STEP_ERROR)],
        {"supports_complex": False, "supported_impls": ("foreach",), "not_og_supported_flags": ("foreach",)}),
    "Adagrad": (
        {"default": {}, **_DECAY, "non-default lr": {"lr": 0.1},
         "initial_accumulator_value": {"initial_accumulator_value": 0.1, "weight_decay": 0.1},
         "lr_decay": {"lr": 0.1, "lr_decay": 0.5, "weight_decay": 0.1}, "Tensor lr": _RATE_TENSOR},
        [({"lr": 1e-2, "lr_decay": -0.5}, "Invalid lr_decay value: -0.5")],
        {"supports_sparse": True, **_FUSED, "supports_fused_on": ("cpu", "cuda", "xpu"), "metadata_for_sparse": (
            {"lr": 0.1, "weight_decay": 0, "lr_decay": 0},
            [one for made in _schedules([("StepLR", {"gamma": 1 - 1e-5, "step_size": 500})], [("ReduceLROnPlateau", {"threshold": 1e-4})])
             for one in made])}),
    "Adam": (_AMSGRAD, _ADAM_ERRORS, {
        "has_capturable_arg": True, **_FUSED, "supports_fused_on": ("cpu", "cuda", "xpu", "mps"),
        "scheduler_inputs": _schedules([_EXPONENTIAL], [_EARLY], [_CONSTANT, _EXPONENTIAL], [_EXPONENTIAL, _PLATEAU], [_CONSTANT], [_POWER],
                                       [_STEP, _PLATEAU])}),
    "Adamax": ({"default": {}, "non-default lr": {"lr": 0.1}, **_APART},
               [({"lr": 1e-2, "betas": (0.0, 1.0)}, "Invalid beta parameter at index 1: 1.0")], {"has_capturable_arg": True}),
    "AdamW": (_AMSGRAD, _ADAM_ERRORS, {"has_capturable_arg": True, **_FUSED, "supports_fused_on": ("cpu", "cuda", "mps")}),
    "ASGD": (
        {"default": {}, "non-default lambd": {"lambd": 0.1}, "non-default lr": {"lr": 0.02}, "t0": {"t0": 100},
         "maximize": {"maximize": True}, "nonzero weight_decay": {"weight_decay": 0.1},
         "maximize, nonzero weight_decay": {"weight_decay": 0.1, "maximize": True}},
        [({"lr": 1e-2, "weight_decay": -0.5}, "Invalid weight_decay value: -0.5")], {"has_capturable_arg": True}),
    "LBFGS": ({**_RATE_OR_TENSOR, "tolerance_grad": {"tolerance_grad": 1e-6}, "strong_wolfe": {"line_search_fn": "strong_wolfe"}}, [],
              {"step_requires_closure": True, "supports_param_groups": False, "supports_multiple_devices": False, "supported_impls": ()}),
    "Muon": (
        {**_RATE_OR_TENSOR, "non-default weight_decay": {"weight_decay": 0.2}, "non-default momentum": {"momentum": 0.8},
         "passing alternative ns_steps": {"ns_steps": 6}, "passing alternative ns_coefficients": {"ns_coefficients": (3.4, -4.7, 2.0)}},
        [({}, "Muon only supports 2D parameters", lambda device: [torch.rand(2, 3, 2, device=device)]),
         ({"adjust_lr_fn": "arbitrary"}, "Adjust learning rate function arbitrary is not supported",
          lambda device: [torch.rand(2, 3, device=device)]),
         ({}, "Muon does not support complex parameters", _complex_parameter, RuntimeError, OptimizerErrorEnum.STEP_ERROR)],
        {"supports_complex": False, "supported_impls": (), "not_og_supported_flags": ()}),
    "NAdam": (
        {"default": {}, "non-default lr": {"lr": 1e-3}, "non-zero momentum_decay": {"momentum_decay": 6e-3},
         "weight_decay": {"weight_decay": 0.1},
         "weight_decay, momentum_decay": {"weight_decay": 0.1, "momentum_decay": 6e-3},
         "decoupled_weight_decay": {"weight_decay": 0.1, "momentum_decay": 6e-3, "decoupled_weight_decay": True},
         "maximize": {"weight_decay": 0.1, "maximize": True}},
        [_BETAS, ({"lr": 1e-2, "momentum_decay": -0.2}, "Invalid momentum_decay value: -0.2")], {"has_capturable_arg": True}),
    "RAdam": ({"default": {}, "non-default lr": {"lr": 2e-3}, "non-default eps": {"eps": 1e-6}, **_DECAY,
               "decoupled_weight_decay": {"weight_decay": 0.1, "decoupled_weight_decay": True}},
              [_BETAS, _NEGATIVE_DECAY], {"has_capturable_arg": True}),
    "RMSprop": (
        {"default": {}, "non-default lr": {"lr": 1e-3}, **_APART, "centered": {"weight_decay": 0.1, "centered": True},
         "momentum": {"weight_decay": 0.1, "centered": True, "momentum": 0.1},
         "maximize, centered, weight_decay, w/ momentum": {"weight_decay": 0.1, "centered": True, "momentum": 0.1, "maximize": True}},
        [({"lr": 1e-2, "momentum": -1.0}, "Invalid momentum value: -1.0")], {"has_capturable_arg": True}),
    "Rprop": ({"default": {}, "non-default lr": {"lr": 2e-4}, "non-default etas": {"etas": (0.5, 1.5)},
               "non-default step_sizes": {"step_sizes": (2e-6, 100)}, "maximize": {"maximize": True}},
              [({"lr": 1e-2, "etas": (1.0, 0.5)}, "Invalid eta values: 1.0, 0.5")], {"has_capturable_arg": True}),
    "SGD": (
        {"default": {}, "non-default lr": {"lr": 0.01}, "tensor lr": _RATE_TENSOR, "non-zero weight_decay": {"weight_decay": 0.5},
         "momentum": {"momentum": 0.9}, "maximize": {"weight_decay": 0.1, "maximize": True},
         "dampening": {"momentum": 0.9, "dampening": 0.5},
         "weight_decay w/ momentum": {"momentum": 0.9, "weight_decay": 0.1},
         "nesterov": {"momentum": 0.9, "nesterov": True, "weight_decay": 0.1}},
        [({"lr": 1e-2, "momentum": -0.5}, "Invalid momentum value: -0.5")],
        {"supports_sparse": True, **_FUSED, "supports_fused_on": ("cpu", "cuda", "xpu", "mps"),
         "scheduler_inputs": _schedules(
             [_STEP], [("LinearLR", {"start_factor": 0.4, "end_factor": 0.8, "total_iters": 4})],
             [_STEP, ("LinearLR", {"start_factor": 0.4, "end_factor": 0.6, "total_iters": 4})],
             [("StepLR", {"gamma": 0.99, "step_size": 10}), ("ExponentialLR", {"gamma": 0.99}), _PLATEAU], [_CONSTANT], [_POWER],
             [_STEP, _PLATEAU]),
         "metadata_for_sparse": ({"lr": 4.8e-3, "maximize": False, "momentum": 0, "nesterov": False, "weight_decay": 0},
                                 _schedules([("StepLR", {"gamma": 0.99999, "step_size": 300})])[0])}),
    "SparseAdam": (
        {**_RATE_OR_TENSOR, "maximize": {"maximize": True}},
        [_BETAS, ({}, "SparseAdam requires dense parameter tensors", _sparse_parameter),
         ({}, "SparseAdam requires dense parameter tensors", lambda device: [{"params": _sparse_parameter(device)}]),
         ({}, "SparseAdam does not support complex parameters", _complex_parameter)],
        {"only_supports_sparse_grads": True, "supports_complex": False, "supported_impls": (), "metadata_for_sparse": ({"lr": 4e-2}, [])}),
}

optim_db: list[OptimizerInfo] = [
    OptimizerInfo(getattr(optim, name), optim_inputs_func=_optimizer_inputs(cases), optim_error_inputs_func=_error_inputs(name, wrong),
                  **able)
    for name, (cases, wrong, able) in _CASES.items()]


def _get_device_type(device: Any) -> str:
    return str(device).partition(":")[0]


def _get_optim_inputs_including_global_cliquey_kwargs(device: Any, dtype: Any, optim_info: OptimizerInfo,
                                                      skip: tuple[str, ...] = ()) -> list[OptimizerInput]:
    """The inputs of an optimizer with every implementation that the device has turned off, and with each of them turned on."""
    kind = _get_device_type(device)
    devices = {"fused": optim_info.supports_fused_on, "foreach": _get_foreach_kernels_supported_devices(), "differentiable": (kind,)}
    flags = [flag for flag in optim_info.supported_impls if flag not in skip and kind in devices[flag]]
    out = []
    for one in optim_info.optim_inputs_func(device):
        off = {**one.kwargs, **dict.fromkeys(flags, False)}
        out.append(OptimizerInput(None, deepcopy(off), one.desc))
        out += [OptimizerInput(None, {**deepcopy(off), flag: True}, f"{one.desc} & {flag}") for flag in flags]
    return out


__all__ = ["ErrorOptimizerInput", "OptimizerErrorEnum", "OptimizerInfo", "OptimizerInput", "TensorTracker",
           "get_error_inputs_for_all_optims", "optim_db", "optims"]

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.testing._internal.common_optimizers")
