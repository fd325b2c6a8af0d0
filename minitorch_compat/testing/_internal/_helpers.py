"""Smaller functions and decorators of `common_utils`."""
from __future__ import annotations

import subprocess
import sys
import threading
import time
import types
import unittest
import unittest.mock
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from functools import wraps
from typing import Any

import minitorch_compat as torch

from . import _flags as flags
from ._skipping import Decorator, no_effect

#: It concerns GPUs and compilers.
xfailIfNoAcceleratorTriton = no_effect


def isRocmArchAnyOf(arch: tuple[str, ...]) -> bool:
    """False: there is no such device."""
    return False


def is_navi3_arch() -> bool:
    """False: there is no such device."""
    return False


def getRocmVersion() -> tuple[int, int]:
    """No version: there is no such device."""
    return 0, 0


def skipIfPythonVersionMismatch(predicate: Callable[[Any], bool]) -> Decorator:
    """Skip a test if the predicate of `sys.version_info` is false."""
    return no_effect if predicate(sys.version_info) else unittest.skip("Python version mismatch")


def patch_test_members(updates: dict[str, Any]) -> Decorator:
    """Run a test with other attributes of its case."""
    def decorate(fn: Any) -> Any:
        @wraps(fn)
        def patched(self: Any, *args: Any, **kwargs: Any) -> Any:
            before = {name: getattr(self, name) for name in updates}
            try:
                for name, value in updates.items():
                    setattr(self, name, value)
                return fn(self, *args, **kwargs)
            finally:
                for name, value in before.items():
                    setattr(self, name, value)

        return patched

    return decorate


def run_concurrently(worker_func: Any, num_threads: int | None = None, args: Any = (), kwargs: dict[str, Any] | None = None) -> None:
    """Call a function in several threads at once, or several functions in one each; the first exception is raised here."""
    workers = list(worker_func) if isinstance(worker_func, Iterable) else [worker_func] * (num_threads or 1)
    barrier, failures = threading.Barrier(len(workers)), []

    def run(worker: Callable[..., Any]) -> None:
        try:
            barrier.wait()
            worker(*args, **(kwargs or {}))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def find_free_port() -> int:
    """A port of this host that nobody listens at."""
    import socket

    with socket.socket() as free:
        free.bind(("localhost", 0))
        return int(free.getsockname()[1])


def retry(ExceptionToCheck: Any, tries: int = 3, delay: float = 3, skip_after_retries: bool = False) -> Decorator:
    """Repeat a test that fails with these exceptions."""
    def decorate(fn: Any) -> Any:
        @wraps(fn)
        def repeated(*args: Any, **kwargs: Any) -> Any:
            for left in range(tries - 1, -1, -1):
                try:
                    return fn(*args, **kwargs)
                except ExceptionToCheck as error:
                    if not left and skip_after_retries:
                        raise unittest.SkipTest(f"Skipping after {tries} consecutive {error}") from error
                    if not left:
                        raise
                    time.sleep(delay)
            return None

        return repeated

    return decorate


def retry_on_connect_failures(func: Any = None, connect_errors: Any = flags.ADDRESS_IN_USE) -> Any:
    """Repeat a test that fails to connect."""
    if func is None:
        return lambda fn: retry_on_connect_failures(fn, connect_errors)
    expected = (connect_errors,) if isinstance(connect_errors, str) else connect_errors

    @wraps(func)
    def repeated(*args: Any, **kwargs: Any) -> Any:
        for left in range(9, -1, -1):
            try:
                return func(*args, **kwargs)
            except RuntimeError as error:
                if not left or not any(text in str(error) for text in expected):
                    raise
                time.sleep(0.1)
        return None

    return repeated


def first_sample(self: unittest.TestCase, samples: Iterable[Any]) -> Any:
    """The first sample; the test is skipped if there is none."""
    for sample in samples:
        return sample
    raise unittest.SkipTest("Skipped! Need at least 1 sample input")


def copy_func(f: Any) -> Any:
    """A copy of a function, with attributes of its own."""
    copy = types.FunctionType(f.__code__, f.__globals__, f.__name__, f.__defaults__, f.__closure__)
    copy.__dict__.update(f.__dict__)
    copy.__kwdefaults__ = f.__kwdefaults__
    return wraps(f)(copy)


def mock_wrapper(method: Any) -> Any:
    """A function that calls the method, and a mock, its attribute `mock`, with the same arguments."""
    mock = unittest.mock.MagicMock()

    @wraps(method)
    def wrapper(self: Any, *args: Any, **kwargs: Any) -> Any:
        mock(*args, **kwargs)
        return method(self, *args, **kwargs)

    wrapper.mock = mock  # type: ignore[attr-defined]
    return wrapper


def outs_and_grads(fn: Any, graph_inps: Any, inps: Any) -> tuple[Any, list[Any]]:
    """Outputs of a function, and gradients of the inputs that require one, of the sum of all outputs."""
    from ...utils import _pytree

    outs = fn(*graph_inps)
    for out in _pytree.tree_leaves(outs):
        if isinstance(out, torch.Tensor) and out.requires_grad:
            out.sum().backward(retain_graph=True)
    tensors = [value for value in _pytree.tree_leaves(inps) if isinstance(value, torch.Tensor)]
    grads = [tensor.grad for tensor in tensors]
    for tensor in tensors:
        tensor.grad = None
    return outs, grads


def compare_equal_outs_and_grads(test: Any, m1: Any, m2: Any, inps: Any) -> None:
    """Assert that two functions have the same outputs and gradients."""
    first, second = outs_and_grads(m1, inps, inps), outs_and_grads(m2, inps, inps)
    test.assertEqual(first[0], second[0])
    test.assertEqual(first[1], second[1])


def random_sparse_matrix(rows: int, columns: int, density: float = 0.01, **kwargs: Any) -> Any:
    """A random sparse matrix, with an element in each row and column."""
    dtype, device = kwargs.get("dtype", torch.double), kwargs.get("device", "cpu")
    at = {(i % rows, i % columns) for i in range(max(rows, columns))}
    while len(at) < density * rows * columns:
        at.add((int(torch.randint(rows, ())), int(torch.randint(columns, ()))))
    indices = torch.tensor(sorted(at), device=device).t()
    return torch.sparse_coo_tensor(indices, torch.randn(indices.shape[1], dtype=dtype, device=device), (rows, columns), device=device)


def random_sparse_pd_matrix(matrix_size: int, density: float = 0.01, **kwargs: Any) -> Any:
    """A random sparse matrix that is symmetric and positive-definite, with the eigenvalues 1/n, 2/n, ..., 1."""
    torch_options = {"dtype": kwargs.get("dtype", torch.double), "device": kwargs.get("device", "cpu")}
    matrix = torch.diag(torch.arange(1, matrix_size + 1, **torch_options) / matrix_size)
    for _ in range(int(density * matrix_size)):  # rotations in planes change no eigenvalue
        i, j = torch.randperm(matrix_size)[:2].tolist()
        angle = torch.rand((), **torch_options) * 6.283
        turn = torch.eye(matrix_size, **torch_options)
        turn[i, i] = turn[j, j] = angle.cos()
        turn[i, j], turn[j, i] = angle.sin(), -angle.sin()
        matrix = turn @ matrix @ turn.t()
    return ((matrix + matrix.t()) / 2).to_sparse()


class ProfilingMode(Enum):
    """Modes of TorchScript's executor, which is not here."""

    LEGACY, SIMPLE, PROFILING = 1, 2, 3


@contextmanager
def enable_profiling_mode_for_profiling_tests() -> Iterator[None]:
    """Do nothing: there is no executor."""
    yield


enable_profiling_mode = enable_profiling_mode_for_profiling_tests


def shell(command: list[str], cwd: Any = None, env: Any = None, stdout: Any = None, stderr: Any = None, timeout: Any = None) -> int:
    """Run a command, a list of arguments, and return its exit code."""
    if isinstance(command, str):
        raise AssertionError("Command to shell should be a list or tuple of tokens")
    return subprocess.run(command, cwd=cwd, env=env, stdout=stdout, stderr=stderr, timeout=timeout, check=False).returncode


def raise_on_run_directly(file_to_call: str) -> None:
    """Say which file runs the tests of this one."""
    raise RuntimeError("This test file is not meant to be run directly, use:\n\n"
                       f"\tpython {file_to_call} TESTNAME\n\ninstead.")
