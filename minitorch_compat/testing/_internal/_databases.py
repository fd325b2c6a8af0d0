"""`ops`, `modules` and `optims`: parametrize a test over a list of ops, modules or optimizers, and over dtypes."""
from __future__ import annotations

import unittest
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

import minitorch_compat as torch

from ._parametrizing import Test, Variant, _TestParametrizer, copy_test

#: Dtypes in the order of preference when one is chosen.
DTYPES = (torch.float32, torch.float64, torch.complex64, torch.complex128, torch.float16, torch.bfloat16, torch.int64, torch.int32,
          torch.int16, torch.int8, torch.uint8, torch.bool)


class OpDTypes(Enum):
    """Selections of dtypes of an op to test."""

    supported, unsupported, supported_backward, unsupported_backward, any_one, none, any_common_cpu_cuda_one = range(7)


def _selected_dtypes(op: Any, selection: Any, device_type: str) -> list[Any]:
    """The dtypes to test an op with; [None] for a test without dtypes."""
    if not isinstance(selection, OpDTypes):
        return list(selection)
    if selection is OpDTypes.none:
        return [None]
    backward = selection in (OpDTypes.supported_backward, OpDTypes.unsupported_backward)
    selected = op.supported_backward_dtypes(device_type) if backward else op.supported_dtypes(device_type)
    if selection in (OpDTypes.unsupported, OpDTypes.unsupported_backward):
        return [dtype for dtype in DTYPES if dtype not in selected]
    ordered = [*(d for d in DTYPES if d in selected), *(d for d in selected if d not in DTYPES)]
    return ordered[:1] if selection in (OpDTypes.any_one, OpDTypes.any_common_cpu_cuda_one) else ordered


def _is_specified(spec: Any, info: Any, device_type: str, dtype: Any) -> bool:
    """Whether a specification of `skipOps` speaks of an op."""
    return (spec.op_name, spec.variant_name) == (info.name, getattr(info, "variant_test_name", "")) and (
        spec.device_type in (None, device_type)) and (spec.dtypes is None or dtype in spec.dtypes)


class _DatabaseParametrizer(_TestParametrizer):
    """Base of decorators that need a device, and so require `instantiate_device_type_tests`."""

    def _decorators(self, info: Any, test: Test, generic_cls: type, device_cls: Any, dtype: Any) -> Any:
        specs = [spec for spec in getattr(test, "skip_specs", ()) if _is_specified(spec, info, device_cls.device_type, dtype)]
        skips = [unittest.expectedFailure if spec.expected_failure else unittest.skip("Skipped!") for spec in specs]
        return lambda arguments: [
            *info.get_decorators(generic_cls.__name__, test.__name__, device_cls.device_type, dtype, arguments), *skips]

    def _require_device(self, device_cls: Any) -> None:
        if device_cls is None:
            raise RuntimeError(f"The @{type(self).__name__} decorator is only intended to be used in a device-specific context; use it "
                               "with instantiate_device_type_tests() instead of instantiate_parametrized_tests()")


class ops(_DatabaseParametrizer):
    """`@ops(op_list)`: run a test with `op=` and `dtype=` for each op and dtype."""

    def __init__(self, op_list: Iterable[Any], *, dtypes: Any = OpDTypes.supported, allowed_dtypes: Any = None,
                 skip_if_dynamo: bool = True) -> None:
        self.op_list, self.opinfo_dtypes = list(op_list), dtypes
        self.allowed_dtypes = None if allowed_dtypes is None else set(allowed_dtypes)

    def _parametrize_test(self, test: Test, generic_cls: type, device_cls: Any) -> Iterator[Variant]:
        self._require_device(device_cls)
        for op in self.op_list:
            for dtype in _selected_dtypes(op, self.opinfo_dtypes, device_cls.device_type):
                if self.allowed_dtypes is None or dtype is None or dtype in self.allowed_dtypes:
                    arguments = {"op": op} if dtype is None else {"op": op, "dtype": dtype}
                    yield copy_test(test), op.formatted_name, arguments, self._decorators(op, test, generic_cls, device_cls, dtype)


class TrainEvalMode(Enum):
    """The modes of modules to test."""

    train_only, eval_only, train_and_eval = 1, 2, 3


class modules(_DatabaseParametrizer):
    """`@modules(module_info_list)`: run a test with `module_info=`, `dtype=` and `training=` for each module, dtype and mode."""

    def __init__(self, module_info_iterable: Iterable[Any], allowed_dtypes: Any = None,
                 train_eval_mode: TrainEvalMode = TrainEvalMode.train_and_eval, skip_if_dynamo: bool = True) -> None:
        self.module_info_list, self.train_eval_mode = list(module_info_iterable), train_eval_mode
        self.allowed_dtypes = None if allowed_dtypes is None else set(allowed_dtypes)

    def _modes(self, info: Any) -> list[bool]:
        if self.train_eval_mode is not TrainEvalMode.train_and_eval:
            return [self.train_eval_mode is TrainEvalMode.train_only]
        return [True, False] if info.train_and_eval_differ else [True]

    def _parametrize_test(self, test: Test, generic_cls: type, device_cls: Any) -> Iterator[Variant]:
        self._require_device(device_cls)
        for info in self.module_info_list:
            modes = self._modes(info)
            for dtype in info.supported_dtypes(device_cls.device_type):
                for training in modes if self.allowed_dtypes is None or dtype in self.allowed_dtypes else ():
                    name = info.formatted_name + ("" if len(modes) == 1 else "_train_mode" if training else "_eval_mode")
                    arguments = {"module_info": info, "dtype": dtype, "training": training}
                    yield copy_test(test), name, arguments, self._decorators(info, test, generic_cls, device_cls, dtype)


class optims(_DatabaseParametrizer):
    """`@optims(optim_info_list)`: run a test with `optim_info=` and `dtype=` for each optimizer and dtype (by default float32)."""

    def __init__(self, optim_info_iterable: Iterable[Any], dtypes: Any = None) -> None:
        self.optim_info_list = list(optim_info_iterable)
        self.dtypes = [torch.float32] if dtypes is None else list(dtypes)

    def _parametrize_test(self, test: Test, generic_cls: type, device_cls: Any) -> Iterator[Variant]:
        self._require_device(device_cls)
        for info in self.optim_info_list:
            for dtype in self.dtypes:
                arguments = {"optim_info": info, "dtype": dtype}
                yield copy_test(test), info.name, arguments, self._decorators(info, test, generic_cls, device_cls, dtype)
