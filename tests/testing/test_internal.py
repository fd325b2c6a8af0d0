"""`torch.testing._internal`: test files written for PyTorch have the same tests and outcomes as there."""
from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys

import pytest

import minitorch_compat as torch
from minitorch_compat.testing._internal import common_methods_invocations, common_utils
from minitorch_compat.testing._internal.common_utils import TestCase as Case
from tests.testing.outcomes import NAMES, RECORDED, STYLES, outcomes

WITHOUT_BFLOAT16 = importlib.util.find_spec("ml_dtypes") is None


@pytest.mark.parametrize("name", NAMES)
def test_outcomes(name: str) -> None:
    found, expected = outcomes(name, "-m", "minitorch_compat"), json.loads(RECORDED.read_text())[name]
    if sys.version_info[:3] == (3, 12, 1):  # unittest of that one does not name what a decorator of the test itself skips
        expected = {test: outcome for test, outcome in expected.items() if test in found or outcome != "skipped"}
    if WITHOUT_BFLOAT16:
        found, expected = ({test: outcome for test, outcome in kept.items() if not test.endswith("bfloat16")} for kept in (found, expected))
    assert found == expected


@pytest.mark.skipif(WITHOUT_BFLOAT16, reason="needs the extra 'bfloat16'")
def test_outcomes_under_pytest() -> None:
    code = "import sys, minitorch_compat, pytest; minitorch_compat.install(); sys.exit(pytest.main([sys.argv[1], '-q']))"
    done = subprocess.run([sys.executable, "-c", code, str(STYLES / "devices.py")], capture_output=True, text=True, check=False)
    assert re.search(r"5 failed, 45 passed, 6 skipped", done.stdout), done.stdout


def test_nothing_is_imported_with_torch() -> None:
    code = "import sys, minitorch_compat; print([name for name in sys.modules if 'testing._internal' in name or name == 'unittest'])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_databases_that_are_not_here_say_so() -> None:
    for name in ("python_ref_db", "shape_funcs", "ops_and_refs"):
        with pytest.raises(torch._dispatch.unsupported.UnsupportedError, match=name):
            list(getattr(common_methods_invocations, name))


def test_what_is_rarely_used_can_be_imported_and_refuses() -> None:
    with pytest.raises(NotImplementedError, match="CudaSyncGuard"):
        common_utils.CudaSyncGuard("warn")
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        common_utils.nonsense  # noqa: B018
    from minitorch_compat.utils.bundled_inputs import augment_model_with_bundled_inputs
    from minitorch_compat.utils.cpp_extension import load_inline

    for refused in (load_inline, augment_model_with_bundled_inputs):
        with pytest.raises(NotImplementedError):
            refused()


def test_no_dispatch_is_a_context() -> None:
    from minitorch_compat.utils._mode_utils import no_dispatch

    with no_dispatch():
        assert (torch.ones(1) + 1).item() == 2


def test_expected_texts_need_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    from minitorch_compat.testing._internal import _case

    if _case._Base.__module__.startswith("unittest"):
        with pytest.raises(ModuleNotFoundError, match="expecttest"):
            Case().assertExpectedInline("a", "a")
    else:
        Case().assertExpectedInline("\x1b[1ma", "a")


@pytest.mark.parametrize("x, y", [(torch.sparse_coo_tensor(torch.tensor([[0, 2, 2]]), torch.ones(3), (4,)),) * 2,
                                  (torch.ones(2, device="meta"),) * 2])
def test_close_without_plain_values(x: torch.Tensor, y: torch.Tensor) -> None:
    torch.testing.assert_close(x, y)


def test_sparse_tensors_are_compared_as_they_stand() -> None:
    x = torch.sparse_coo_tensor(torch.tensor([[0, 2, 2]]), torch.ones(3), (4,))
    with pytest.raises(AssertionError, match="number of specified values in sparse COO tensors does not match: 3 != 2"):
        torch.testing.assert_close(x, x.coalesce())
    with pytest.raises(AssertionError, match="'layout' do not match"):
        torch.testing.assert_close(x, x.to_dense())
    with pytest.raises(AssertionError, match="Sparse COO values are not close"):
        torch.testing.assert_close(x, x * 2)
    with pytest.raises(AssertionError, match="'device' do not match: meta != cpu"):
        torch.testing.assert_close(torch.ones(1, device="meta"), torch.ones(1))


def test_a_message_is_not_for_containers_that_do_not_fit() -> None:
    with pytest.raises(AssertionError, match=r"^The length of the sequences mismatch: 1 != 2$"):
        torch.testing.assert_close([1], [1, 2], msg="mine")


def test_made_tensors_are_pytorchs() -> None:
    """Recorded from PyTorch."""
    torch.manual_seed(0)
    x = torch.testing.make_tensor((3, 4), dtype=torch.float32, device="cpu", noncontiguous=True)
    assert x.stride() == (8, 2) and x[0, :3].tolist() == [4.8279924392700195, -6.623451232910156, 2.4134163856506348]
    assert not torch.testing.make_tensor((3,), dtype=torch.complex64, device="cpu")._is_view()
    x = torch.testing.make_tensor((2, 3, 2, 2), dtype=torch.float32, device="cpu", memory_format=torch.channels_last, requires_grad=True)
    assert x.stride() == (12, 1, 6, 3) and x.is_leaf


def test_import_lines_of_test_files() -> None:
    """Names that PyTorch's own test files import from private places."""
    code = """
import torch.autograd._functions
from torch._functorch.apis import vmap
from torch.autograd import _calculate_shape, kineto_available
from torch.nn.parallel._functions import Broadcast
from torch.testing._internal.autograd_function_db import sample_inputs_numpy_cube
from torch.testing._internal.common_device_type import TEST_WITH_ROCM, onlyCPU, ops, skip, skipOps, xfail
from torch.testing._internal.common_methods_invocations import mask_not_all_zeros, op_db
from torch.testing._internal.common_modules import module_db, modules
from torch.testing._internal.common_nn import NNTestCase, _test_bfloat16_ops, module_tests
from torch.testing._internal.common_optimizers import _get_device_type, optim_db, optims
from torch.testing._internal.common_methods_invocations import (
    AliasInfo, ReductionPythonRefInfo, generate_elementwise_unary_tensors, make_tensor, sample_inputs_linalg_cholesky,
    sparse_masked_reduction_ops)
from torch.testing._internal.common_utils import EXPANDABLE_SEGMENTS, MI300_ARCH, NAVI_ARCH, TEST_Z3
from torch.testing._internal.inductor_utils import GPU_TYPE, HAS_GPU
from torch.testing._internal.jit_utils import JitTestCase
from torch.testing._internal.opinfo.core import generate_elementwise_binary_tensors, sample_skips_and_xfails
from torch.testing._internal.opinfo.definitions import _masked
from torch.testing._internal.opinfo.definitions.sparse import validate_sample_input_sparse
from torch.testing._internal.opinfo.refs import _find_referenced_opinfo
from torch.testing._internal.opinfo.utils import reference_reduction_numpy
from torch._linalg_utils import matmul, qform
from torch.storage import _warn_typed_storage_removal
import torch.testing._internal.composite_compliance
import torch.testing._internal.data
assert qform(None, torch.ones(3, 2)).tolist() == [[3, 3], [3, 3]] and make_tensor is torch.testing.make_tensor and not HAS_GPU
from torch.testing._internal.logging_tensor import LoggingTensor
from torch.testing._internal.two_tensor import TwoTensor
from torch.utils.data._utils import MP_STATUS_CHECK_INTERVAL
print(vmap is torch.vmap, TEST_WITH_ROCM, MP_STATUS_CHECK_INTERVAL, _calculate_shape(torch.ones(2), torch.ones(3, 2), True))
"""
    done = subprocess.run([sys.executable, "-m", "minitorch_compat", "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "True False 5.0 (torch.Size([2]), torch.Size([2]))\n", done.stderr
