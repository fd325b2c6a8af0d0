"""Functions that PyTorch keeps under names out of use say so, each time, at the line that calls them."""
from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch

#: Call, category, key phrase.
CALLS: list[tuple[Callable[[], Any], type[Warning], str]] = [
    (lambda: torch.testing.assert_allclose(torch.ones(1), [1]), FutureWarning, r"assert_allclose\(\)` is deprecated since 1.12"),
    (torch.backends.cuda.sdp_kernel, FutureWarning, r"`torch.backends.cuda.sdp_kernel\(\)` is deprecated"),
    (lambda: torch.cuda.memory_cached(), FutureWarning, "has been renamed to `torch.cuda.memory_reserved`"),
    (lambda: torch.cuda.max_memory_cached(), FutureWarning, "has been renamed to `torch.cuda.max_memory_reserved`"),
    (lambda: torch.get_autocast_cpu_dtype(), DeprecationWarning, r"torch.get_autocast_cpu_dtype\(\) is deprecated"),
    (lambda: torch.get_autocast_gpu_dtype(), DeprecationWarning, r"Please use torch.get_autocast_dtype\('cuda'\) instead"),
    (lambda: torch.set_autocast_cpu_dtype(torch.bfloat16), DeprecationWarning, r"torch.set_autocast_cpu_dtype\(dtype\) is deprecated"),
    (lambda: torch.set_autocast_gpu_dtype(torch.float16), DeprecationWarning, r"Please use torch.set_autocast_dtype\('cuda', dtype\)"),
    (lambda: torch.is_autocast_cpu_enabled(), DeprecationWarning, r"torch.is_autocast_cpu_enabled\(\) is deprecated"),
    (lambda: torch.set_autocast_cpu_enabled(False), DeprecationWarning, r"torch.set_autocast_cpu_enabled\(enabled\) is deprecated"),
    (lambda: torch.nn.functional.softmin(torch.ones(2)), UserWarning, "Implicit dimension choice for softmin has been deprecated"),
]


@pytest.mark.parametrize(("call", "category", "phrase"), CALLS, ids=[phrase for *_, phrase in CALLS])
def test_what_is_out_of_use_warns(call: Callable[[], Any], category: type[Warning], phrase: str) -> None:
    for _ in range(2):
        with pytest.warns(category, match=phrase) as noted:
            call()
        assert len(noted) == 1 and (noted[0].filename == __file__ or call is torch.backends.cuda.sdp_kernel)


def test_the_functions_in_use_do_not_warn() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        torch.set_autocast_enabled("cpu", torch.is_autocast_enabled("cpu"))
        torch.set_autocast_dtype("cpu", torch.get_autocast_dtype("cpu"))
        with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
            assert torch.cuda.memory_reserved() == torch.cuda.max_memory_reserved() == 0
