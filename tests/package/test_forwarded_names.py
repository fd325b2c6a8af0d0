"""Names that need no code: they are found elsewhere, or behave as in a CPU build of PyTorch."""
from __future__ import annotations

import inspect

import pytest

import minitorch_compat as torch


def test_names_that_a_module_imported() -> None:
    assert torch.distributions.kl.Beta is torch.distributions.Beta
    assert torch.fft.Tensor is torch.Tensor and torch.special.torch is torch
    assert torch.nn.functional.has_torch_function is torch.overrides.has_torch_function


def test_constants() -> None:
    assert torch.TYPE_CHECKING is False and torch.has_lapack is True and torch.has_mkl is torch.backends.mkl.is_available()
    assert torch.distributions.kl.inf == float("inf")


def test_functions_of_other_devices() -> None:
    assert torch.xpu.memory_allocated() == 0 and torch.xpu.get_arch_list() == [] and torch.mtia.memory_stats() == {}
    with pytest.raises(AssertionError, match="not compiled with XPU"):
        torch.xpu.init()
    with pytest.raises(RuntimeError, match="without MPS backend"):
        torch.mps.recommended_max_memory()
    with pytest.raises(TypeError, match="mem_get_info"):
        torch.xpu.mem_get_info(1, 2)
    assert str(inspect.signature(torch.xpu.get_device_capability)) == "(device=None)"


def test_functions_of_other_backends() -> None:
    assert torch.cudnn_is_acceptable(torch.ones(1)) is False
    with pytest.raises(NotImplementedError, match="Could not run 'aten::batch_norm_stats'"):
        torch.batch_norm_stats(torch.ones(2, 3), 1e-5)


def test_methods_of_other_devices() -> None:
    x = torch.ones(2)
    with pytest.raises(AssertionError, match="XPU"):
        x.xpu()
    with pytest.raises(NotImplementedError, match="Could not run 'aten::sparse_resize_'"):
        x.sparse_resize_((2,), 1, 0)


def test_signatures_that_classes_tell() -> None:
    assert str(inspect.signature(torch.dtype)) == "()" and str(inspect.signature(torch.UntypedStorage)) == "(*args, **kwargs)"
    assert torch.distributed.ReduceOp.SUM.name == "SUM" and repr(torch.per_tensor_affine) == "torch.per_tensor_affine"


def test_jit_without_a_compiler() -> None:
    future = torch.jit.fork(lambda a: a + 1, 2)
    assert isinstance(future, torch.futures.Future) and isinstance(future, torch.Future) and torch.jit.wait(future) == 3
    with torch.jit.optimized_execution(True), torch.jit.strict_fusion():
        assert not torch.jit.onednn_fusion_enabled()
    assert issubclass(torch.jit.TracerWarning, Warning) and torch.JITException is torch.jit.Error


def test_the_switch_of_attention_layers_is_kept_and_changes_nothing() -> None:
    switch = torch.backends.mha
    torch.manual_seed(0)
    layer, x = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True).eval(), torch.randn(2, 3, 8)
    assert switch.get_fastpath_enabled() is True
    try:
        usual = layer(x)
        switch.set_fastpath_enabled(False)
        assert switch.get_fastpath_enabled() is False and torch.equal(layer(x), usual)
    finally:
        switch.set_fastpath_enabled(True)


def test_freezing_takes_what_was_scripted_in_evaluation() -> None:
    frozen = torch.jit.freeze(torch.jit.script(torch.nn.Linear(1, 1).eval()))
    assert isinstance(torch.jit.optimize_for_inference(frozen), torch.jit.ScriptModule)
    with pytest.raises(RuntimeError, match="in eval mode"):
        torch.jit.freeze(torch.jit.script(torch.nn.Linear(1, 1)))
    for refusing in (torch.jit.freeze, torch.jit.optimize_for_inference):
        with pytest.raises(RuntimeError, match="expects a ScriptModule as input"):
            refusing(torch.nn.Linear(1, 1))
