"""Process-wide settings, most of which have no effect here, and queries about objects."""
from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.execution.threads import default_threads, set_threads
from ..._array.core.user_warnings import IssuedWarnings, warn
from ..._array.exchange.type_names import value_type_name
from ..._dispatch.device import device as _device
from ..._dispatch.tensor import TensorBase
from ..randomness.determinism import Determinism
from .float32_precision import set_product_precision

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor


class _Settings:
    """Current settings, for the functions that return them."""

    threads = default_threads()
    interop_threads = os.cpu_count() or 1
    interop_set = False
    matmul_precision = "highest"


def get_device_module(device: Any = None) -> Any:
    # The docstring is written in _bindings/settings/process.md.
    """The module of a device, such as `torch.cpu`.

    Parameters
    ----------
    device : torch.device or str, optional
        The device; the default one if not given.

    Returns
    -------
    module
        The module.

    Raises
    ------
    RuntimeError
        There is no such device.

    References
    ----------
    PyTorch: torch.get_device_module

    Examples
    --------
    >>> torch.get_device_module("cpu").__name__.rpartition(".")[2]
    'cpu'
    """
    if device is not None and not isinstance(device, (str, _device)):
        raise RuntimeError(f"Invalid value of device '{device}', expect torch.device, str, or None")
    kind = "cpu" if device is None else _device(device).type
    torch = sys.modules[__name__.partition(".")[0]]
    module = getattr(torch, kind, None)
    if module is None:
        raise RuntimeError(f"Device '{kind}' does not have a corresponding module registered as 'torch.{kind}'.")
    return module


def get_num_threads() -> int:
    # The docstring is written in _bindings/settings/process.md.
    """The number of threads that compute.

    Returns
    -------
    int
        The number.

    References
    ----------
    PyTorch: torch.get_num_threads

    Examples
    --------
    >>> torch.get_num_threads() >= 1
    True
    """
    return _Settings.threads


def set_num_threads(num: int) -> None:
    # The docstring is written in _bindings/settings/process.md.
    """Set the number of threads that compute.

    Parameters
    ----------
    int, num : int
        How many; positive.

    Returns
    -------
    None
        Nothing.

    Raises
    ------
    RuntimeError
        The number is not positive.

    Notes
    -----
    They share the products and factorizations of matrices (in numpy's BLAS, if its number of threads can be set: else a warning is
    given) and loops over large arrays. Results of loops do not depend on their number; BLAS sums
    products in an order that does.

    References
    ----------
    PyTorch: torch.set_num_threads

    Examples
    --------
    >>> torch.set_num_threads(1)
    >>> torch.get_num_threads()
    1
    """
    threads = _check_positive(num, "set_num_threads")
    from ..._array.core.execution.blas_threads import set_blas_threads

    set_threads(threads)
    if not set_blas_threads(threads):
        warn("set_num_threads: the library that numpy's linear algebra comes from cannot be told how many threads to use. Set "
             "OMP_NUM_THREADS before Python is started.")
    _Settings.threads = threads


def use_one_thread() -> None:
    """Called first in data-loading workers: there is one of them per processor, or more."""
    from ..._array.core.execution.blas_threads import set_blas_threads

    set_threads(1)
    set_blas_threads(1)
    _Settings.threads = 1


def get_num_interop_threads() -> int:
    # The docstring is written in _bindings/settings/process.md.
    """The number of threads that run operations concurrently.

    Returns
    -------
    int
        The number.

    References
    ----------
    PyTorch: torch.get_num_interop_threads

    Examples
    --------
    >>> torch.get_num_interop_threads() >= 1
    True
    """
    return _Settings.interop_threads


def set_num_interop_threads(num: int) -> None:
    # The docstring is written in _bindings/settings/process.md.
    """Set the number of threads that run operations concurrently; here there is one.

    Parameters
    ----------
    int, num : int
        How many; positive.

    Returns
    -------
    None
        Nothing.

    Raises
    ------
    RuntimeError
        The number is not positive, or it was set before.

    References
    ----------
    PyTorch: torch.set_num_interop_threads

    Examples
    --------
    >>> try:
    ...     torch.set_num_interop_threads(0)
    ... except RuntimeError:
    ...     print("has to be positive")
    has to be positive
    """
    threads = _check_positive(num, "set_num_interop_threads")
    if _Settings.interop_set:
        raise RuntimeError("Error: cannot set number of interop threads after parallel work has started or set_num_interop_threads called")
    _Settings.interop_threads, _Settings.interop_set = threads, True


def _check_positive(num: Any, name: str) -> int:
    if num.__class__ is bool or not isinstance(num, (int, np.integer)):
        raise RuntimeError(f"{name} expects an int, but got {type(num).__name__}")
    if num <= 0:
        raise RuntimeError(f"{name} expects a positive integer")
    if num >= 2**63:
        raise ValueError("Overflow when unpacking long long")
    return int(num)


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    # The docstring is written in _bindings/settings/process.md.
    """Require operations to be deterministic, or to raise.

    Parameters
    ----------
    mode : bool
        Whether they are.
    warn_only : bool, default False
        Warn instead of raising.

    Returns
    -------
    None
        Nothing.

    Notes
    -----
    On a CPU all operations are deterministic; the setting makes uninitialized memory be filled.

    References
    ----------
    PyTorch: torch.use_deterministic_algorithms

    Examples
    --------
    >>> torch.use_deterministic_algorithms(True)
    >>> torch.are_deterministic_algorithms_enabled()
    True
    >>> torch.use_deterministic_algorithms(False)
    """
    if mode is not True and mode is not False:
        raise TypeError(f"_set_deterministic_algorithms(): argument 'mode' (position 1) must be bool, not {value_type_name(mode)}")
    if warn_only is not True and warn_only is not False:
        raise TypeError(f"_set_deterministic_algorithms(): argument 'warn_only' must be bool, not {value_type_name(warn_only)}")
    Determinism.enabled, Determinism.warn_only = mode, warn_only


def are_deterministic_algorithms_enabled() -> bool:
    # The docstring is written in _bindings/settings/process.md.
    """Whether operations have to be deterministic.

    Returns
    -------
    bool
        The setting of `torch.use_deterministic_algorithms`.

    References
    ----------
    PyTorch: torch.are_deterministic_algorithms_enabled

    Examples
    --------
    >>> torch.are_deterministic_algorithms_enabled()
    False
    """
    return Determinism.enabled


def is_deterministic_algorithms_warn_only_enabled() -> bool:
    # The docstring is written in _bindings/settings/process.md.
    """Whether nondeterministic operations only warn.

    Returns
    -------
    bool
        The setting of `torch.use_deterministic_algorithms`.

    References
    ----------
    PyTorch: torch.is_deterministic_algorithms_warn_only_enabled

    Examples
    --------
    >>> torch.is_deterministic_algorithms_warn_only_enabled()
    False
    """
    return Determinism.warn_only


def set_deterministic_debug_mode(debug_mode: int | str) -> None:
    # The docstring is written in _bindings/settings/process.md.
    """Set whether operations have to be deterministic, by a word.

    Parameters
    ----------
    debug_mode : str or int
        'default' (0), 'warn' (1) or 'error' (2).

    Returns
    -------
    None
        Nothing.

    Raises
    ------
    RuntimeError
        The word is none of these.

    References
    ----------
    PyTorch: torch.set_deterministic_debug_mode

    Examples
    --------
    >>> torch.set_deterministic_debug_mode("warn")
    >>> torch.get_deterministic_debug_mode()
    1
    >>> torch.set_deterministic_debug_mode("default")
    """
    modes = {"default": 0, "warn": 1, "error": 2}
    if not isinstance(debug_mode, (int, str)):
        raise TypeError(f"debug_mode must be str or int, but got {type(debug_mode)}")
    level = modes.get(debug_mode) if isinstance(debug_mode, str) else debug_mode
    if level not in (0, 1, 2):
        wanted = "one of `default`, `warn`, `error`," if isinstance(debug_mode, str) else "0, 1, or 2,"
        raise RuntimeError(f"invalid value of debug_mode, expected {wanted} but got {debug_mode}")
    use_deterministic_algorithms(level != 0, warn_only=level == 1)


def get_deterministic_debug_mode() -> int:
    # The docstring is written in _bindings/settings/process.md.
    """Whether operations have to be deterministic, as a number.

    Returns
    -------
    int
        0 no, 1 warn, 2 raise.

    References
    ----------
    PyTorch: torch.get_deterministic_debug_mode

    Examples
    --------
    >>> torch.get_deterministic_debug_mode()
    0
    """
    return 0 if not Determinism.enabled else 1 if Determinism.warn_only else 2


def get_float32_matmul_precision() -> str:
    # The docstring is written in _bindings/settings/process.md.
    """The requested precision of products of float32 matrices.

    Returns
    -------
    str
        'highest', 'high' or 'medium'.

    References
    ----------
    PyTorch: torch.get_float32_matmul_precision

    Examples
    --------
    >>> torch.get_float32_matmul_precision()
    'highest'
    """
    return _Settings.matmul_precision


def set_float32_matmul_precision(precision: str) -> None:
    # The docstring is written in _bindings/settings/process.md.
    """Set the precision of products of float32 matrices; a CPU computes with full precision.

    Parameters
    ----------
    precision : str
        'highest', 'high' or 'medium'.

    Returns
    -------
    None
        Nothing.

    Raises
    ------
    RuntimeError
        The word is none of these.

    References
    ----------
    PyTorch: torch.set_float32_matmul_precision

    Examples
    --------
    >>> torch.set_float32_matmul_precision("high")
    >>> torch.get_float32_matmul_precision()
    'high'
    >>> torch.set_float32_matmul_precision("highest")
    """
    if not isinstance(precision, str):
        raise RuntimeError(f"set_float32_matmul_precision expects a str, but got {value_type_name(precision)}")
    if precision not in ("highest", "high", "medium"):
        warn(f"{precision} is not one of 'highest', 'high', or 'medium'; the current setFloat32MatmulPrecision call has no "
             "effect.")
        return
    _Settings.matmul_precision = precision
    set_product_precision(precision)


def set_flush_denormal(mode: bool) -> bool:
    # The docstring is written in _bindings/settings/process.md.
    """Set whether denormal floats are flushed to zero.

    Parameters
    ----------
    mode : bool
        Whether they are.

    Returns
    -------
    bool
        Whether the machine supports it.

    References
    ----------
    PyTorch: torch.set_flush_denormal

    Examples
    --------
    >>> torch.set_flush_denormal(False) in (True, False)
    True
    """
    if mode is not True and mode is not False:
        raise RuntimeError(f"flush_denormal expects a bool, but got {value_type_name(mode)}")
    from ..._array.exchange.denormals import set_flush_denormals

    return set_flush_denormals(mode)


def set_warn_always(b: bool, /) -> None:
    # The docstring is written in _bindings/settings/process.md.
    """Set whether warnings given once per process are given every time.

    Parameters
    ----------
    b : bool
        Whether they are.

    Returns
    -------
    None
        Nothing.

    References
    ----------
    PyTorch: torch.set_warn_always

    Examples
    --------
    >>> torch.set_warn_always(False)
    >>> torch.is_warn_always_enabled()
    False
    """
    if b is not True and b is not False:
        raise RuntimeError(f"setWarnOnlyOnce expects a bool, but got {value_type_name(b)}")
    IssuedWarnings.always = b


def is_warn_always_enabled() -> bool:
    # The docstring is written in _bindings/settings/process.md.
    """Whether warnings given once per process are given every time.

    Returns
    -------
    bool
        The answer.

    References
    ----------
    PyTorch: torch.is_warn_always_enabled

    Examples
    --------
    >>> torch.is_warn_always_enabled()
    False
    """
    return IssuedWarnings.always


def is_inference(input: Tensor) -> bool:
    # The docstring is written in _bindings/settings/process.md.
    """Whether the tensor was made in `torch.inference_mode`, and cannot take part in autograd.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.

    Returns
    -------
    bool
        The answer.

    References
    ----------
    PyTorch: torch.is_inference

    Examples
    --------
    >>> with torch.inference_mode():
    ...     x = torch.zeros(2)
    >>> torch.is_inference(x)
    True
    """
    return input.is_inference()


def is_same_size(input: Tensor, other: Tensor) -> bool:
    # The docstring is written in _bindings/settings/process.md.
    """Whether two tensors have the same shape.

    Parameters
    ----------
    input : Tensor
        The first. (A method: `self`.)
    other : Tensor
        The second.

    Returns
    -------
    bool
        The answer.

    References
    ----------
    PyTorch: torch.is_same_size

    Examples
    --------
    >>> torch.is_same_size(torch.zeros(2), torch.ones(2))
    True
    """
    return input._array.shape == other._array.shape


def is_signed(input: Tensor) -> bool:
    # The docstring is written in _bindings/settings/process.md.
    """Whether the dtype has negative numbers.

    Parameters
    ----------
    input : Tensor
        The tensor. (A method: `self`.)

    Returns
    -------
    bool
        The answer.

    References
    ----------
    PyTorch: torch.is_signed

    Examples
    --------
    >>> torch.is_signed(torch.tensor([1])), torch.is_signed(torch.tensor([1], dtype=torch.uint8))
    (True, False)
    """
    return input.is_signed()


def is_nonzero(input: Tensor) -> bool:
    # The docstring is written in _bindings/settings/process.md.
    """Whether the only element is not zero, as in `bool(tensor)`.

    Parameters
    ----------
    input : Tensor
        With one element.

    Returns
    -------
    bool
        The answer.

    Raises
    ------
    RuntimeError
        The tensor has more or fewer elements than one.

    References
    ----------
    PyTorch: torch.is_nonzero

    Examples
    --------
    >>> torch.is_nonzero(torch.tensor([0.])), torch.is_nonzero(torch.tensor(True))
    (False, True)
    """
    return bool(input)


def is_distributed(input: Tensor) -> bool:
    # The docstring is written in _bindings/settings/process.md.
    """Whether the tensor is a distributed one; never here.

    Parameters
    ----------
    input : Tensor
        The tensor. (A method: `self`.)

    Returns
    -------
    bool
        False.

    References
    ----------
    PyTorch: torch.is_distributed

    Examples
    --------
    >>> torch.is_distributed(torch.zeros(2))
    False
    """
    return False


def is_vulkan_available() -> bool:
    # The docstring is written in _bindings/settings/process.md.
    """Whether there is a Vulkan device.

    Returns
    -------
    bool
        False.

    References
    ----------
    PyTorch: torch.is_vulkan_available

    Examples
    --------
    >>> torch.is_vulkan_available()
    False
    """
    return False


def get_device(input: Tensor) -> int:
    # The docstring is written in _bindings/settings/process.md.
    """The number of the tensor's device; -1 on the CPU.

    Parameters
    ----------
    input : Tensor
        The tensor. (A method: `self`.)

    Returns
    -------
    int
        The number.

    References
    ----------
    PyTorch: torch.get_device

    Examples
    --------
    >>> torch.get_device(torch.zeros(2))
    -1
    """
    return -1


def typename(obj: Any, /) -> str:
    # The docstring is written in _bindings/settings/process.md.
    """The name of an object's type; for a tensor its legacy name.

    Parameters
    ----------
    obj : object
        Any object.

    Returns
    -------
    str
        The name.

    References
    ----------
    PyTorch: torch.typename

    Examples
    --------
    >>> torch.typename(torch.zeros(2)), torch.typename(1)
    ('torch.FloatTensor', 'int')
    """
    if isinstance(obj, TensorBase):
        return str(obj.type())  # type: ignore[attr-defined]
    named = obj if hasattr(obj, "__qualname__") else type(obj)
    module = getattr(named, "__module__", None) or ""
    if module == "minitorch_compat" or module.startswith("minitorch_compat."):
        module = "torch" + module[len("minitorch_compat"):]
    return named.__qualname__ if module in ("", "builtins") else f"{module}.{named.__qualname__}"


def compiled_with_cxx11_abi() -> bool:
    # The docstring is written in _bindings/settings/process.md.
    """Whether PyTorch would be built with the newer binary interface of C++.

    Returns
    -------
    bool
        The answer, which some programs print.

    References
    ----------
    PyTorch: torch.compiled_with_cxx11_abi

    Examples
    --------
    >>> torch.compiled_with_cxx11_abi()
    True
    """
    return True
