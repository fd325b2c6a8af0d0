"""Context managers for settings and temporary files, and inspection of arguments."""
from __future__ import annotations

import gc
import inspect
import io
import os
import random
import tempfile
import unittest
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from functools import wraps
from itertools import product
from typing import Any

import numpy as np

import minitorch_compat as torch

from ... import __future__ as conversion
from ..._bindings.storage import deprecation as storage_warning
from ._flags import SEED, TEST_WITH_SLOW_GRADCHECK
from ._parametrizing import Test, Variant, _TestParametrizer, no_decorators


def set_rng_seed(seed: int | None = None) -> None:
    """Seed torch, `random` and numpy; by default with SEED."""
    seed = SEED if seed is None else seed
    torch.manual_seed(seed)
    random.seed(seed)
    np.random.seed(seed)


@contextmanager
def freeze_rng_state() -> Iterator[None]:
    """Context that restores the generator state."""
    state = torch.get_rng_state()
    try:
        yield
    finally:
        torch.set_rng_state(state)


@contextmanager
def _set_temporarily(value: Any, get: Callable[[], Any], set_to: Callable[[Any], Any]) -> Iterator[None]:
    before = get()
    set_to(value)
    try:
        yield
    finally:
        set_to(before)


def set_default_dtype(dtype: Any) -> Any:
    """Context with another default dtype."""
    return _set_temporarily(dtype, torch.get_default_dtype, torch.set_default_dtype)


def set_default_tensor_type(tensor_type: Any) -> Any:
    """Context with another default dtype, given by a tensor type."""
    return _set_temporarily(tensor_type, lambda: torch.tensor([]).type(), torch.set_default_tensor_type)


def set_warn_always_context(new_val: bool) -> Any:
    """Context that sets whether once-only warnings are repeated."""
    return _set_temporarily(new_val, torch.is_warn_always_enabled, torch.set_warn_always)


def set_cwd(path: str) -> Any:
    """Context with another working directory."""
    return _set_temporarily(path, os.getcwd, os.chdir)


@contextmanager
def disable_gc() -> Iterator[None]:
    """Context without cyclic garbage collection."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()

_DETERMINISTIC: Any = torch.utils.deterministic  # a module with one settable attribute


class DeterministicGuard:
    """Context that sets `use_deterministic_algorithms`."""

    def __init__(self, deterministic: bool, *, warn_only: bool = False, fill_uninitialized_memory: bool = True) -> None:
        self.deterministic, self.warn_only, self.fill_uninitialized_memory = deterministic, warn_only, fill_uninitialized_memory

    def __enter__(self) -> None:
        self._before = torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled()
        self._filled = _DETERMINISTIC.fill_uninitialized_memory
        torch.use_deterministic_algorithms(self.deterministic, warn_only=self.warn_only)
        _DETERMINISTIC.fill_uninitialized_memory = self.fill_uninitialized_memory

    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any) -> None:
        torch.use_deterministic_algorithms(self._before[0], warn_only=self._before[1])
        _DETERMINISTIC.fill_uninitialized_memory = self._filled


def wrapDeterministicFlagAPITest(fn: Any) -> Any:
    """Decorate a test to restore `use_deterministic_algorithms`."""
    @wraps(fn)
    def run(*args: Any, **kwargs: Any) -> None:
        with DeterministicGuard(torch.are_deterministic_algorithms_enabled(),
                                warn_only=torch.is_deterministic_algorithms_warn_only_enabled()):
            fn(*args, **kwargs)

    return run


class AlwaysWarnTypedStorageRemoval:
    """Context that sets whether the deprecation of typed storages warns each time (True) or once per process."""

    def __init__(self, always_warn: bool) -> None:
        if not isinstance(always_warn, bool):
            raise AssertionError(f"expected always_warn to be bool, got {type(always_warn)}")
        self.always_warn = always_warn

    def __enter__(self) -> None:
        self._before = storage_warning.get_always_warn()
        storage_warning.set_always_warn(self.always_warn)

    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any) -> None:
        storage_warning.set_always_warn(self._before)


class SwapTensorsGuard:
    """Context that sets `torch.__future__.set_swap_module_params_on_conversion`; None keeps it."""

    def __init__(self, use_swap_tensors: bool | None) -> None:
        self.use_swap_tensors = use_swap_tensors

    def __enter__(self) -> None:
        self._before = conversion.get_swap_module_params_on_conversion()
        if self.use_swap_tensors is not None:
            conversion.set_swap_module_params_on_conversion(self.use_swap_tensors)

    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any) -> None:
        conversion.set_swap_module_params_on_conversion(self._before)


def wrapSwapTensorsTest(swap: bool | None = None) -> Any:
    """Run a test under `SwapTensorsGuard`."""
    def decorate(fn: Any) -> Any:
        @wraps(fn)
        def guarded(*args: Any, **kwargs: Any) -> None:
            with SwapTensorsGuard(swap):
                fn(*args, **kwargs)

        return guarded

    return decorate


class swap(_TestParametrizer):
    """Parametrize a test over values of `SwapTensorsGuard`."""

    def __init__(self, swap_values: Iterable[bool]) -> None:
        self.swap_values = swap_values

    def _parametrize_test(self, test: Test, generic_cls: type, device_cls: type | None) -> Iterator[Variant]:
        for value in self.swap_values:
            yield wrapSwapTensorsTest(value)(test), f"swap_{value}", {}, no_decorators


@contextmanager
def skip_exception_type(exc_type: Any) -> Iterator[None]:
    """Context that skips the test if this exception is raised."""
    try:
        yield
    except exc_type as error:
        raise unittest.SkipTest(f"not implemented: {error}") from error


@contextmanager
def TemporaryFileName(*args: Any, **kwargs: Any) -> Iterator[str]:
    """Context with the name of a closed temporary file."""
    if kwargs.setdefault("delete", False) and os.name == "nt":
        raise UserWarning("only TemporaryFileName with delete=False is supported on Windows.")
    kwargs["delete"] = False
    with tempfile.NamedTemporaryFile(*args, **kwargs) as file:
        pass
    try:
        yield file.name
    finally:
        os.unlink(file.name)


def TemporaryDirectoryName(suffix: str | None = None) -> Any:
    """Context with the name of a temporary directory."""
    return tempfile.TemporaryDirectory(suffix=suffix)


class BytesIOContext(io.BytesIO):
    """A BytesIO that stays open at the end of a `with`."""

    def __exit__(self, *args: Any) -> None:
        pass


def _with_defaults(kwargs: dict[str, Any]) -> dict[str, Any]:
    options = {name: value for name, value in kwargs.items() if value is not None}
    return {**kwargs, "check_batched_grad": True, "fast_mode": not TEST_WITH_SLOW_GRADCHECK, **options}


def gradcheck(fn: Any, inputs: Any, **kwargs: Any) -> bool:
    """`torch.autograd.gradcheck`, by default fast and batched; PYTORCH_TEST_WITH_SLOW_GRADCHECK=1 selects the full check."""
    return torch.autograd.gradcheck(fn, inputs, **_with_defaults(kwargs))


def gradgradcheck(fn: Any, inputs: Any, grad_outputs: Any = None, **kwargs: Any) -> bool:
    """`torch.autograd.gradgradcheck` with the defaults of `gradcheck` here."""
    return torch.autograd.gradgradcheck(fn, inputs, grad_outputs, **_with_defaults(kwargs))


def _assertGradAndGradgradChecks(test_case: Any, apply_fn: Any, inputs: Any, **kwargs: Any) -> None:
    test_case.assertTrue(gradcheck(apply_fn, inputs, **kwargs))
    test_case.assertTrue(gradgradcheck(apply_fn, inputs, **kwargs))


def get_function_arglist(func: Any) -> list[str]:
    """The names of the positional parameters."""
    return inspect.getfullargspec(func).args


def iter_indices(tensor: Any) -> Iterable[Any]:
    """All indices of a tensor: ints for one dimension, tuples for several, none for a scalar."""
    return range(tensor.shape.numel() if tensor.dim() else 0) if tensor.dim() < 2 else product(*map(range, tensor.shape))


def is_iterable(obj: Any) -> bool:
    """Whether `iter` accepts the object."""
    try:
        iter(obj)
    except TypeError:
        return False
    return True


def is_iterable_of_tensors(iterable: Any, include_empty: bool = False) -> bool:
    """Whether it contains only tensors; `include_empty` for an empty one. False for a tensor itself."""
    if isinstance(iterable, torch.Tensor):
        return False
    try:
        return all(isinstance(item, torch.Tensor) for item in iterable) if len(iterable) else include_empty
    except TypeError:
        return False


def get_tensors_from(args: Any, kwargs: dict[str, Any]) -> set[Any]:
    """The tensors among arguments."""
    return {value for value in (*args, *kwargs.values()) if isinstance(value, torch.Tensor)}


def download_file(url: str, binary: bool = True) -> str:
    """Skip the test: nothing is downloaded."""
    raise unittest.SkipTest(f"needs {url}; this package downloads nothing")


def scoped_load_inline(func: Any) -> Any:
    """Decorate a test to receive `load_inline=`, a function that raises UnsupportedError."""
    @wraps(func)
    def run(*args: Any, **kwargs: Any) -> Any:
        return func(*args, load_inline=torch.utils.cpp_extension.load_inline, **kwargs)  # type: ignore[attr-defined]

    return run


def bytes_to_scalar(byte_list: list[int], dtype: Any, device: Any) -> Any:
    """Reinterpret bytes as a 0-d tensor of a dtype."""
    return torch.frombuffer(bytearray(byte_list), dtype=dtype).reshape(()).clone().to(device)


class ProfilingMode(Enum):
    """Modes of TorchScript's executor, which is not here."""

    LEGACY, SIMPLE, PROFILING = 1, 2, 3


@contextmanager
def enable_profiling_mode_for_profiling_tests() -> Iterator[None]:
    """Do nothing: there is no executor."""
    yield


enable_profiling_mode = enable_profiling_mode_for_profiling_tests
