"""The names of torch.autograd's submodules in PyTorch 2.13, by module; those that only 1.0 had are in frontends.torch_1_0."""
from __future__ import annotations

import importlib

import pytest

import minitorch_compat as torch
from minitorch_compat._namespace.names import MissingFunction, MissingValue

NAMES = {
    "autograd": "Function NestedIOFunction Variable backward detect_anomaly enable_grad enforce_grad_layout_policy forward_ad "
                "function functional grad grad_mode gradcheck gradgradcheck graph inference_mode no_grad profiler profiler_util "
                "set_detect_anomaly set_grad_enabled set_multithreading_enabled variable",
    "autograd.functional": "hessian hvp jacobian jvp vhp vjp",
    "autograd.gradcheck": "GradcheckError get_analytical_jacobian get_numerical_jacobian get_numerical_jacobian_wrt_specific_input "
                          "gradcheck gradgradcheck",
    "autograd.profiler": "EnforceUnique EventList FunctionEvent KinetoStepTracker MemRecordsAcc emit_itt emit_nvtx load_nvprof "
                         "parse_nvprof_trace profile record_function",
    "autograd.profiler_util": "EventList EventMetadata FormattedTimesMixin FunctionEvent FunctionEventAvg Interval Kernel MemRecordsAcc "
                              "StringTable",
    "profiler": "DeviceType ExecutionTraceObserver ProfilerAction ProfilerActivity kineto_available profile record_function schedule "
                "supported_activities tensorboard_trace_handler",
    "utils.checkpoint": "CheckpointError CheckpointFunction CheckpointPolicy DefaultDeviceType GraphExecGroup SAC_IGNORED_OPS "
                        "SelectiveCheckpointContext check_backward_validity checkpoint checkpoint_sequential "
                        "create_selective_checkpoint_contexts detach_variable get_device_states noop_context_fn "
                        "set_checkpoint_debug_enabled set_checkpoint_early_stop set_device_states",
}


@pytest.mark.parametrize(("module", "name"), [(m, n) for m, names in NAMES.items() for n in names.split()])
def test_resolves(module, name):
    value = getattr(importlib.import_module(f"minitorch_compat.{module}"), name)
    assert not isinstance(value, (MissingFunction, MissingValue))


@pytest.mark.parametrize("name", ["zero_gradients", "iter_tensors", "make_jacobian"])
def test_gone_since_1_0(name):
    assert not hasattr(importlib.import_module("minitorch_compat.autograd.gradcheck"), name)
    assert hasattr(importlib.import_module("minitorch_compat.frontends.torch_1_0"), name)


def test_functions_shadow_their_modules():
    assert callable(torch.autograd.gradcheck) and callable(torch.autograd.variable)
    importlib.import_module("minitorch_compat.autograd.gradcheck")
    assert torch.autograd.gradcheck is importlib.import_module("minitorch_compat.autograd.gradcheck").gradcheck


@pytest.mark.parametrize("name", [
    "to_save", "saved_for_forward", "dirty_tensors", "non_differentiable", "materialize_grads", "saved_tensors", "saved_variables",
    "needs_input_grad", "requires_grad", "metadata", "next_functions", "name", "register_hook", "register_prehook",
    "maybe_clear_saved_tensors"])
def test_function_has_what_its_nodes_have(name):
    assert hasattr(torch.autograd.Function, name) and hasattr(torch.autograd.function.BackwardCFunction, name)
