"""Private names that public code imports (from the sources of 30 packages): each does, or stands for, what PyTorch's does."""
from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

import minitorch_compat as torch

#: Modules, and what is taken from each. Some are placeholders, which raise when they are used.
TAKEN = {
    "nn.functional": "_Reduction _pair _single _triple _list_with_default",
    "nn.modules.conv": "_size_1_t _size_2_t _size_3_t _ConvTransposeMixin",
    "nn.modules.normalization": "_shape_t",
    "nn.modules.activation": "NonDynamicallyQuantizableLinear",
    "nn.parallel.scatter_gather": "_is_namedtuple",
    "nn.parallel._functions": "_get_stream",
    "nn.parallel.distributed": "_find_tensors",
    "optim.optimizer": "_params_doc _foreach_doc _maximize_doc",
    "optim._adafactor": "Adafactor",
    "utils.data.dataloader": "Dataset",
    "utils.data._utils.pin_memory": "pin_memory",
    "utils.cpp_extension": "BuildExtension CUDA_HOME ROCM_HOME",
    "_jit_internal": "List Optional Tuple Final Union",
    "cuda.amp.grad_scaler": "OptState",
    "cuda": "_lazy_call _lazy_init _is_in_bad_fork",
    "onnx": "TrainingMode OperatorExportTypes",
    "fx._compatibility": "compatibility",
    "storage": "_StorageBase",
    "types": "_complex _layout IntLikeType FloatLikeType BoolLikeType",
    "profiler": "_ExperimentalConfig",
    "_C": "_jit_set_texpr_fuser_enabled _jit_override_can_fuse_on_cpu _jit_can_fuse_on_gpu _jit_set_nvfuser_enabled",
    "_C._distributed_c10d": "ProcessGroup ReduceOp Work",
    "_C._sparse": "_sparse_mm _sparse_softmax",
    "distributed.tensor": "DeviceMesh init_device_mesh",
    "distributed._tensor.placement_types": "DTensorSpec TensorMeta",
    "_functorch.functional_call": "functional_call stack_module_state",
}


@pytest.mark.parametrize("module", TAKEN)
def test_they_resolve(module: str) -> None:
    found = importlib.import_module(f"{torch.__name__}.{module}")
    for name in TAKEN[module].split():
        assert hasattr(found, name), name


def test_what_they_are() -> None:
    functional: Any = torch.nn.functional
    assert functional._Reduction.get_enum("sum") == 2 and functional._pair(3) == (3, 3)
    assert torch.onnx.TrainingMode.EVAL.value == 0
    assert isinstance(torch.nn.ConvTranspose2d(1, 1, 1), importlib.import_module(f"{torch.__name__}.nn.modules.conv")._ConvTransposeMixin)
    storage: Any = torch.storage
    assert isinstance(torch.ones(1).untyped_storage(), storage._StorageBase)
    assert torch.ByteTensor(torch.ByteStorage._from_buffer(b"ab")).tolist() == [97, 98]
    called: list[int] = []
    torch.cuda._lazy_call(lambda: called.append(1))
    assert not called and not torch.cuda._is_in_bad_fork()
    with pytest.raises(AssertionError, match="not compiled with CUDA"):
        torch.cuda._lazy_init()


class Pair(NamedTuple):
    a: Any
    b: Any


@dataclass
class Record:
    x: Any


def test_tensors_in_what_a_module_returns() -> None:
    from minitorch_compat.nn.parallel.distributed import _find_tensors

    a, b, c = torch.ones(1), torch.ones(2), torch.ones(3)
    found = _find_tensors({"k": [a, Pair(b, 1)], "r": Record(c), "s": "text"})
    assert [t.shape[0] for t in found] == [1, 2, 3]


def test_what_is_pinned() -> None:
    from minitorch_compat.utils.data._utils.pin_memory import pin_memory

    class Batch:
        def __init__(self, pinned: bool = False) -> None:
            self.pinned = pinned

        def pin_memory(self) -> Batch:
            return Batch(True)

    found = pin_memory({"a": [Batch(), "text", 3], "b": Pair(Batch(), (Batch(),))})
    assert found["a"][0].pinned and found["a"][1:] == ["text", 3]
    assert type(found["b"]) is Pair and found["b"].a.pinned and found["b"].b[0].pinned


def test_indices_of_compressed_rows() -> None:
    rows = torch.tensor([0, 0, 1, 3, 3])
    ends = torch._convert_indices_from_coo_to_csr(rows, 5)
    assert ends.tolist() == [0, 2, 3, 3, 5, 5]
    assert torch._convert_indices_from_coo_to_csr(rows, 5, out_int32=True).dtype is torch.int32
    both = torch._convert_indices_from_csr_to_coo(ends, torch.arange(5))
    assert both.tolist() == [rows.tolist(), [0, 1, 2, 3, 4]]
    several = torch._convert_indices_from_csr_to_coo(torch.tensor([[0, 1, 2], [0, 0, 2]]), torch.tensor([[0, 1], [1, 0]]))
    assert several.tolist() == [[0, 0, 1, 1], [0, 1, 1, 1], [0, 1, 1, 0]]
    with pytest.raises(RuntimeError, match="supposed to be a vector"):
        torch._convert_indices_from_coo_to_csr(torch.ones(2, 2, dtype=torch.long), 3)
