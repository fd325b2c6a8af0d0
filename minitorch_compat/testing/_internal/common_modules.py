"""`torch.testing._internal.common_modules`: a list of modules to parametrize tests, shorter than PyTorch's."""
from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Any

import minitorch_compat as torch
from minitorch_compat import nn

from ..._namespace.modules import recorded_getattr
from .._creation import make_tensor
from ._databases import TrainEvalMode, modules
from .opinfo.core import active_decorators


class FunctionInput:
    """Arguments of a call."""

    __slots__ = ["args", "kwargs"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.args, self.kwargs = args, kwargs


class ModuleInput:
    """Arguments to construct and to call a module, a description, and a reference function."""

    __slots__ = ["constructor_input", "desc", "forward_input", "reference_fn"]

    def __init__(self, constructor_input: FunctionInput, forward_input: FunctionInput | None = None, desc: str = "",
                 reference_fn: Any = None) -> None:
        self.constructor_input, self.forward_input, self.desc = constructor_input, forward_input, desc
        self.reference_fn = None if reference_fn is None else _call_on_copies(reference_fn)


def _call_on_copies(reference: Callable[..., Any]) -> Callable[..., Any]:
    """Call the reference function on copies of the inputs, which it may change."""
    from copy import deepcopy

    def call(module: Any, *args: Any, **kwargs: Any) -> Any:
        copies, named = deepcopy(([a.detach() if isinstance(a, torch.Tensor) else a for a in args], kwargs))
        return reference(module, *copies, **named)

    return call


class ModuleErrorEnum(Enum):
    """When a module is to raise."""

    CONSTRUCTION_ERROR, FORWARD_ERROR = range(2)


class ErrorModuleInput:
    """Arguments that a module refuses, when, and how."""

    __slots__ = ["error_on", "error_regex", "error_type", "module_error_input"]

    def __init__(self, module_error_input: ModuleInput, *, error_on: ModuleErrorEnum = ModuleErrorEnum.CONSTRUCTION_ERROR,
                 error_type: type[BaseException] = RuntimeError, error_regex: str) -> None:
        self.module_error_input, self.error_on = module_error_input, error_on
        self.error_type, self.error_regex = error_type, error_regex


class ModuleInfo:
    """A module: its class, inputs, dtypes and capabilities."""

    def __init__(self, module_cls: Any, *, module_inputs_func: Any, skips: Any = (), decorators: Any = None,
                 dtypes: Any = (torch.float32, torch.float64), dtypesIfMPS: Any = (torch.float16, torch.float32),
                 dtypesIfHpu: Any = (torch.bfloat16, torch.float32), supports_gradgrad: bool = True, gradcheck_nondet_tol: float = 0.0,
                 module_memformat_affects_out: bool = False, train_and_eval_differ: bool = False, module_error_inputs_func: Any = None,
                 gradcheck_fast_mode: bool | None = None) -> None:
        self.module_cls, self.module_inputs_func = module_cls, module_inputs_func
        self.decorators = (*(decorators or ()), *skips)
        self.dtypes, self.dtypesIfMPS, self.dtypesIfHpu = dtypes, dtypesIfMPS, dtypesIfHpu
        self.supports_gradgrad, self.gradcheck_nondet_tol = supports_gradgrad, gradcheck_nondet_tol
        self.module_memformat_affects_out, self.train_and_eval_differ = module_memformat_affects_out, train_and_eval_differ
        self.module_error_inputs_func, self.gradcheck_fast_mode = module_error_inputs_func, gradcheck_fast_mode
        self.is_lazy = issubclass(module_cls, nn.modules.lazy.LazyModuleMixin)

    @property
    def name(self) -> str:
        """The name in `torch`, such as nn.Linear."""
        return f"nn.{self.module_cls.__name__}"

    @property
    def formatted_name(self) -> str:
        """The name for use in names of tests."""
        return self.name.replace(".", "_")

    def supported_dtypes(self, device_type: Any) -> Any:
        """The supported dtypes."""
        return self.dtypes

    def get_decorators(self, test_class: str, test_name: str, device: str, dtype: Any, param_kwargs: dict[str, Any]) -> list[Any]:
        """The decorators of a test."""
        return active_decorators(self.decorators, test_class, test_name, device, dtype, param_kwargs)


def _module_inputs(shapes: Any, *constructors: FunctionInput) -> Callable[..., list[ModuleInput]]:
    """Return a function that makes inputs of these shapes for each way to construct the module."""
    def inputs(module_info: Any, device: Any, dtype: Any, requires_grad: bool, training: bool, **kwargs: Any) -> list[ModuleInput]:
        make = partial(make_tensor, device=device, dtype=dtype, requires_grad=requires_grad)
        return [ModuleInput(constructor_input, FunctionInput(*(make(shape) for shape in shapes)), desc=str(i) if i else "")
                for i, constructor_input in enumerate(constructors or (FunctionInput(),))]

    return inputs


_F = FunctionInput
_ELEMENTWISE = ("CELU", "ELU", "GELU", "Hardshrink", "Hardswish", "Hardtanh", "LeakyReLU", "LogSigmoid", "Mish", "PReLU", "ReLU", "ReLU6",
                "SELU", "SiLU", "Sigmoid", "Softplus", "Softshrink", "Softsign", "Tanh", "Tanhshrink")
_WITH_SHAPES: tuple[tuple[str, Any, tuple[FunctionInput, ...], bool], ...] = (
    ("Linear", ((4, 10),), (_F(10, 8), _F(10, 8, bias=False)), False), ("Bilinear", ((8, 2), (8, 3)), (_F(2, 3, 4),), False),
    ("Conv1d", ((2, 4, 10),), (_F(4, 5, 3), _F(4, 4, 3, padding=1, groups=2)), False),
    ("Conv2d", ((2, 3, 7, 5),), (_F(3, 4, 3), _F(3, 4, (3, 2), stride=2, bias=False)), False),
    ("Conv3d", ((1, 2, 4, 5, 4),), (_F(2, 3, 2),), False), ("ConvTranspose1d", ((1, 3, 7),), (_F(3, 4, 3, stride=3, padding=1),), False),
    ("ConvTranspose2d", ((1, 3, 7, 6),), (_F(3, 4, 3),), False), ("BatchNorm1d", ((4, 10),), (_F(10), _F(10, affine=False)), True),
    ("BatchNorm2d", ((2, 3, 6, 6),), (_F(3), _F(3, track_running_stats=False)), True), ("BatchNorm3d", ((2, 3, 4, 4, 4),), (_F(3),), True),
    ("InstanceNorm1d", ((4, 3, 15),), (_F(3, track_running_stats=True),), True), ("GroupNorm", ((4, 6, 5),), (_F(3, 6),), False),
    ("LayerNorm", ((4, 5, 5),), (_F([5]), _F([5, 5], elementwise_affine=False)), False), ("RMSNorm", ((4, 5, 5),), (_F([5]),), False),
    ("LocalResponseNorm", ((1, 5, 7),), (_F(3),), False), ("AvgPool2d", ((2, 3, 6, 6),), (_F(2), _F((3, 2), stride=1)), False),
    ("MaxPool1d", ((2, 10, 4),), (_F(4),), False), ("MaxPool2d", ((1, 3, 7, 7),), (_F((3, 3), (2, 2), (1, 1)),), False),
    ("AdaptiveAvgPool2d", ((1, 3, 5, 6),), (_F(3), _F((3, None))), False), ("AdaptiveMaxPool1d", ((1, 3, 5),), (_F(3),), False),
    ("LPPool2d", ((1, 3, 7, 7),), (_F(2, 2),), False), ("GLU", ((5, 6),), (_F(), _F(1)), False),
    ("Softmax", ((10, 20),), (_F(1),), False), ("LogSoftmax", ((10, 20),), (_F(1),), False), ("Softmin", ((10, 20),), (_F(1),), False),
    ("Threshold", ((2, 3),), (_F(2.0, 1.0),), False), ("L1Loss", ((2, 3), (2, 3)), (_F(), _F(reduction="sum")), False),
    ("MSELoss", ((2, 3), (2, 3)), (_F(), _F(reduction="none")), False), ("SmoothL1Loss", ((2, 3), (2, 3)), (_F(),), False),
    ("HuberLoss", ((2, 3), (2, 3)), (_F(),), False), ("ReflectionPad1d", ((2, 3, 8),), (_F((1, 2)),), False),
    ("ReplicationPad2d", ((1, 2, 4, 4),), (_F((1, 2, 1, 0)),), False), ("ZeroPad2d", ((1, 2, 3, 3),), (_F(1),), False),
    ("ConstantPad1d", ((2, 3, 4),), (_F((1, 2), 2.0),), False), ("RNNCell", ((5, 10), (5, 20)), (_F(10, 20),), False),
    ("GRUCell", ((5, 10), (5, 20)), (_F(10, 20),), False), ("LSTMCell", ((5, 10),), (_F(10, 20),), False),
    ("RNN", ((3, 2, 5),), (_F(5, 4, num_layers=2),), True), ("GRU", ((3, 2, 5),), (_F(5, 4),), True),
    ("LSTM", ((3, 2, 5),), (_F(5, 4),), True),
    ("TransformerEncoderLayer", ((2, 3, 4),), (_F(4, 2, 16, 0.0),), True), ("MultiheadAttention", ((4, 2, 6),) * 3, (_F(6, 2),), True),
)

module_db: list[ModuleInfo] = sorted(
    [*(ModuleInfo(getattr(nn, name), module_inputs_func=_module_inputs(((2, 3, 4),))) for name in _ELEMENTWISE),
     *(ModuleInfo(getattr(nn, name), module_inputs_func=_module_inputs(shapes, *made), train_and_eval_differ=differ)
       for name, shapes, made, differ in _WITH_SHAPES)], key=lambda info: info.name)

__all__ = ["FunctionInput", "ModuleInfo", "ModuleInput", "TrainEvalMode", "module_db", "modules"]

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.testing._internal.common_modules")
