"""`torch.amp`: automatic mixed precision. https://docs.pytorch.org/docs/stable/amp.html

Inside `autocast("cpu")`, products run in bfloat16 (or float16), losses and decompositions in float32, everything else in the dtype of
its inputs: the lists are in `_dispatch/call/autocast.py`. Values have half precision, but nothing gets faster here, because numpy has
no fast half precision. Autocast for CUDA is disabled, as in a CPU build.
"""
from __future__ import annotations

import functools
import warnings
from typing import TYPE_CHECKING, Any, Literal

from .._array.core.user_warnings import warn
from .._dispatch import dtype as _d
from .._dispatch.call.autocast import cast
from .._dispatch.device import device as _device
from .._dispatch.state import LOCAL, activate, deactivate
from .._dispatch.tensor import TensorBase
from .._namespace.names import missing
from .grad_scaler import GradScaler

_FAST = {"cpu": _d.bfloat16} | dict.fromkeys(("cuda", "xpu", "mps", "mtia", "ipu", "privateuseone"), _d.float16)


class autocast:
    """Context, or decorator, for mixed precision: products run in lower precision, sums and norms in float32.

    Parameters
    ----------
    device_type : str
        ``'cpu'``; ``'cuda'`` warns and disables autocast.
    dtype : dtype, optional
        The lower precision; None is ``torch.bfloat16`` on a CPU.
    enabled : bool, default True
        False disables autocast inside.
    cache_enabled : bool, optional
        Whether casts of weights are cached in the block; None keeps the current setting.

    Raises
    ------
    RuntimeError
        For other device types.

    References
    ----------
    PyTorch: ``torch.amp.autocast``.

    Examples
    --------
    >>> with torch.autocast("cpu", dtype=torch.bfloat16):
    ...     y = torch.ones(2, 2) @ torch.ones(2, 2)
    >>> y.dtype
    torch.bfloat16
    """

    __module__ = "minitorch_compat.amp.autocast_mode"

    def __init__(self, device_type: str, dtype: Any = None, enabled: bool = True, cache_enabled: bool | None = None) -> None:
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        self.device: str = _device(device_type).type
        self.fast_dtype: Any = _FAST.get(self.device, _d.bfloat16) if dtype is None else dtype
        if enabled and self.device == "cuda":
            warn("CUDA is not available or torch_xla is imported. Disabling autocast.", UserWarning)
            enabled = False
        if enabled and self.device == "cpu" and self.fast_dtype not in (_d.bfloat16, _d.float16):
            warn("In CPU autocast, but the target dtype is not supported. Disabling autocast.\n"
                 "CPU Autocast only supports dtypes of torch.bfloat16, torch.float16 currently.", UserWarning)
            enabled = False
        self._enabled = enabled
        self._cache_enabled = is_autocast_cache_enabled() if cache_enabled is None else cache_enabled
        self._before: list[tuple[Any, Any, bool, _d.dtype]] = []

    def __enter__(self) -> autocast:
        if self.device == "cpu":
            dtype = self.fast_dtype.numpy if self._enabled else None  # raises before any change if bfloat16 is not available
            self._before.append((LOCAL.autocast, LOCAL.autocast_cache, LOCAL.autocast_caching, _FAST["cpu"]))
            _FAST["cpu"] = self.fast_dtype
            LOCAL.autocast_caching = self._cache_enabled
            if LOCAL.autocast_cache is None:
                LOCAL.autocast_cache = {}
            _set_autocast(dtype)
        return self

    def __exit__(self, *exc: object) -> Literal[False]:
        if self.device == "cpu":
            before, LOCAL.autocast_cache, LOCAL.autocast_caching, _FAST["cpu"] = self._before.pop()
            _set_autocast(before)
        return False

    def __call__(self, func: Any) -> Any:
        @functools.wraps(func)
        def inside(*args: Any, **kwargs: Any) -> Any:
            with self:
                return func(*args, **kwargs)

        return inside


def _set_autocast(dtype: Any) -> None:
    """Enable or disable autocast in this thread."""
    if LOCAL.autocast is not None:
        deactivate(autocast)
    if dtype is not None:
        activate(autocast)
    LOCAL.autocast = dtype


def is_autocast_available(device_type: str) -> bool:
    """Whether autocast is available for a device type.

    Parameters
    ----------
    device_type : str
        The kind.

    Returns
    -------
    bool
        True if so.

    Raises
    ------
    RuntimeError
        For an unknown device type.

    References
    ----------
    PyTorch: ``torch.amp.is_autocast_available``.

    Examples
    --------
    >>> torch.amp.is_autocast_available("cpu")
    True
    """
    return _device(device_type).type in ("cpu", "cuda", "xpu", "mps", "hpu", "mtia", "maia", "xla", "ipu")


def _refuse_other_than_text(device_type: Any) -> None:
    if not isinstance(device_type, str):
        raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")


def custom_fwd(fwd: Any = None, *, device_type: str, cast_inputs: Any = None) -> Any:
    """Decorate ``forward`` of a ``Function`` for use under autocast.

    Parameters
    ----------
    fwd : callable, optional
        The method; None makes it a decorator with arguments.
    device_type : str
        The kind of device.
    cast_inputs : dtype, optional
        Dtype that floating tensors are cast to, with autocast disabled inside; None changes neither.

    Returns
    -------
    callable
        The decorated one.

    References
    ----------
    PyTorch: ``torch.amp.custom_fwd``.

    Examples
    --------
    >>> class Double(torch.autograd.Function):
    ...     @staticmethod
    ...     @torch.amp.custom_fwd(device_type="cpu")
    ...     def forward(ctx, x):
    ...         return 2 * x
    ...     @staticmethod
    ...     @torch.amp.custom_bwd(device_type="cpu")
    ...     def backward(ctx, g):
    ...         return 2 * g
    >>> Double.apply(torch.ones(1))
    tensor([2.])
    """
    _refuse_other_than_text(device_type)
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)

    @functools.wraps(fwd)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        enabled = is_autocast_enabled(device_type)
        if not isinstance(args[0], TensorBase):  # the ctx; absent if the Function defines `setup_context`
            args[0]._dtype = get_autocast_dtype(device_type)
            args[0]._fwd_used_autocast = enabled and cast_inputs is None
        if cast_inputs is None or not enabled:
            return fwd(*args, **kwargs)
        with autocast(device_type, enabled=False):
            return fwd(*_cast_inputs(args, cast_inputs.numpy), **_cast_inputs(kwargs, cast_inputs.numpy))

    return decorated


def _cast_inputs(value: Any, dtype: Any) -> Any:
    """Cast tensors, also those in lists, tuples and dictionaries."""
    if isinstance(value, dict):
        return {key: _cast_inputs(one, dtype) for key, one in value.items()}
    if value.__class__ in (list, tuple):
        return value.__class__([_cast_inputs(one, dtype) for one in value])
    return cast((value,), dtype)[0]


def _cast(value: Any, device_type: str, dtype: Any) -> Any:
    """What `custom_fwd` does with arguments: cast tensors of a floating type that are on the device."""
    return _cast_inputs(value, dtype.numpy)


def custom_bwd(bwd: Any = None, *, device_type: str) -> Any:
    """Decorate ``backward`` of a ``Function`` to run with the autocast state of ``forward``.

    Parameters
    ----------
    bwd : callable, optional
        The method; None makes it a decorator with arguments.
    device_type : str
        The kind of device.

    Returns
    -------
    callable
        The decorated one.

    References
    ----------
    PyTorch: ``torch.amp.custom_bwd``.

    Examples
    --------
    >>> class Double(torch.autograd.Function):
    ...     @staticmethod
    ...     @torch.amp.custom_fwd(device_type="cpu")
    ...     def forward(ctx, x):
    ...         return 2 * x
    ...     @staticmethod
    ...     @torch.amp.custom_bwd(device_type="cpu")
    ...     def backward(ctx, g):
    ...         return 2 * g
    >>> x = torch.ones(1, requires_grad=True)
    >>> Double.apply(x).backward()
    >>> x.grad
    tensor([2.])
    """
    _refuse_other_than_text(device_type)
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)

    @functools.wraps(bwd)
    def decorated(ctx: Any, *args: Any, **kwargs: Any) -> Any:
        with autocast(device_type, enabled=ctx._fwd_used_autocast, dtype=ctx._dtype):
            return bwd(ctx, *args, **kwargs)

    return decorated


def is_autocast_enabled(device_type: str | None = None) -> bool:
    """Whether autocast is enabled for a device type.

    Parameters
    ----------
    device_type : str, optional
        Such as 'cpu'; 'cuda' if not given.

    Returns
    -------
    bool
        True if so.

    References
    ----------
    PyTorch: torch.is_autocast_enabled

    Examples
    --------
    >>> torch.is_autocast_enabled("cpu")
    False
    >>> with torch.autocast("cpu"):
    ...     print(torch.is_autocast_enabled("cpu"))
    True
    """
    return device_type is not None and _device(device_type).type == "cpu" and LOCAL.autocast is not None


def _warn_deprecated(name: str, instead: str) -> None:
    warn(f"torch.{name} is deprecated. Please use torch.{instead} instead.", DeprecationWarning)


def is_autocast_cpu_enabled() -> bool:
    """Deprecated: `torch.is_autocast_enabled("cpu")`.

    Returns
    -------
    bool
        True if so.

    References
    ----------
    PyTorch: torch.is_autocast_cpu_enabled

    Examples
    --------
    >>> torch.is_autocast_cpu_enabled()
    False
    """
    _warn_deprecated("is_autocast_cpu_enabled()", "is_autocast_enabled('cpu')")
    return LOCAL.autocast is not None


def set_autocast_enabled(device_type: Any, enabled: bool | None = None) -> None:
    """Enable or disable autocast for a device type; programs use `torch.autocast`.

    Parameters
    ----------
    device_type : str
        Such as 'cpu'.
    enabled : bool, optional
        Whether it is on.

    Returns
    -------
    None
        Nothing.

    References
    ----------
    PyTorch: torch.set_autocast_enabled

    Examples
    --------
    >>> torch.set_autocast_enabled("cpu", False)
    >>> torch.is_autocast_enabled("cpu")
    False
    """
    if enabled is None and device_type.__class__ is not bool or enabled is not None and enabled.__class__ is not bool:
        place = 1 if enabled is None else 2
        raise TypeError(f"set_autocast_enabled(): argument 'enabled' (position {place}) must be bool, not "
                        f"{type(device_type if enabled is None else enabled).__name__}")
    if enabled is not None and _device(device_type).type == "cpu":
        _set_autocast(_FAST["cpu"].numpy if enabled else None)


def set_autocast_cpu_enabled(enabled: bool) -> None:
    """Deprecated: `torch.set_autocast_enabled("cpu", enabled)`.

    Parameters
    ----------
    enabled : bool
        Whether it is on.

    Returns
    -------
    None
        Nothing.

    References
    ----------
    PyTorch: torch.set_autocast_cpu_enabled

    Examples
    --------
    >>> torch.set_autocast_cpu_enabled(False)
    >>> torch.is_autocast_cpu_enabled()
    False
    """
    _warn_deprecated("set_autocast_cpu_enabled(enabled)", "set_autocast_enabled('cpu', enabled)")
    set_autocast_enabled("cpu", enabled)


def is_autocast_cache_enabled() -> bool:
    """Whether autocast caches the casts of parameters.

    Returns
    -------
    bool
        True if so.

    References
    ----------
    PyTorch: torch.is_autocast_cache_enabled

    Examples
    --------
    >>> torch.is_autocast_cache_enabled()
    True
    """
    return LOCAL.autocast_caching


def set_autocast_cache_enabled(enabled: bool) -> None:
    """Set whether autocast caches the casts of parameters.

    Parameters
    ----------
    enabled : bool
        Whether it does.

    Returns
    -------
    None
        Nothing.

    References
    ----------
    PyTorch: torch.set_autocast_cache_enabled

    Examples
    --------
    >>> torch.set_autocast_cache_enabled(True)
    >>> torch.is_autocast_cache_enabled()
    True
    """
    LOCAL.autocast_caching = bool(enabled)


def get_autocast_dtype(device_type: str) -> _d.dtype:
    """The dtype that autocast casts to on a device type.

    Parameters
    ----------
    device_type : str
        Such as 'cpu'.

    Returns
    -------
    torch.dtype
        The dtype.

    References
    ----------
    PyTorch: torch.get_autocast_dtype

    Examples
    --------
    >>> torch.get_autocast_dtype("cpu")
    torch.bfloat16
    """
    return _FAST.get(_device(device_type).type, _d.bfloat16)


def set_autocast_dtype(device_type: str, dtype: _d.dtype) -> None:
    """Set the dtype that autocast casts to on a device type.

    Parameters
    ----------
    device_type : str
        Such as 'cpu'.
    dtype : torch.dtype
        The dtype.

    Returns
    -------
    None
        Nothing.

    References
    ----------
    PyTorch: torch.set_autocast_dtype

    Examples
    --------
    >>> torch.set_autocast_dtype("cpu", torch.bfloat16)
    >>> torch.get_autocast_dtype("cpu")
    torch.bfloat16
    """
    if not isinstance(dtype, _d.dtype):
        raise TypeError(f"set_autocast_dtype(): argument 'dtype' (position 2) must be torch.dtype, not {type(dtype).__name__}")
    if is_autocast_enabled(device_type):
        _set_autocast(dtype.numpy)
    _FAST[_device(device_type).type] = dtype


def get_autocast_gpu_dtype() -> _d.dtype:
    """Deprecated: `torch.get_autocast_dtype("cuda")`.

    Returns
    -------
    torch.dtype
        The dtype.

    References
    ----------
    PyTorch: torch.get_autocast_gpu_dtype

    Examples
    --------
    >>> torch.get_autocast_gpu_dtype()
    torch.float16
    """
    _warn_deprecated("get_autocast_gpu_dtype()", "get_autocast_dtype('cuda')")
    return _FAST["cuda"]


def get_autocast_cpu_dtype() -> _d.dtype:
    """Deprecated: `torch.get_autocast_dtype("cpu")`.

    Returns
    -------
    torch.dtype
        The dtype.

    References
    ----------
    PyTorch: torch.get_autocast_cpu_dtype

    Examples
    --------
    >>> torch.get_autocast_cpu_dtype()
    torch.bfloat16
    """
    _warn_deprecated("get_autocast_cpu_dtype()", "get_autocast_dtype('cpu')")
    return _FAST["cpu"]


def set_autocast_gpu_dtype(dtype: _d.dtype) -> None:
    """Deprecated: `torch.set_autocast_dtype("cuda", dtype)`.

    Parameters
    ----------
    dtype : torch.dtype
        The dtype.

    Returns
    -------
    None
        Nothing.

    References
    ----------
    PyTorch: torch.set_autocast_gpu_dtype

    Examples
    --------
    >>> torch.set_autocast_gpu_dtype(torch.float16)
    >>> torch.get_autocast_gpu_dtype()
    torch.float16
    """
    _warn_deprecated("set_autocast_gpu_dtype(dtype)", "set_autocast_dtype('cuda', dtype)")
    set_autocast_dtype("cuda", dtype)


def set_autocast_cpu_dtype(dtype: _d.dtype) -> None:
    """Deprecated: `torch.set_autocast_dtype("cpu", dtype)`.

    Parameters
    ----------
    dtype : torch.dtype
        The dtype.

    Returns
    -------
    None
        Nothing.

    References
    ----------
    PyTorch: torch.set_autocast_cpu_dtype

    Examples
    --------
    >>> torch.set_autocast_cpu_dtype(torch.bfloat16)
    >>> torch.get_autocast_cpu_dtype()
    torch.bfloat16
    """
    _warn_deprecated("set_autocast_cpu_dtype(dtype)", "set_autocast_dtype('cpu', dtype)")
    set_autocast_dtype("cpu", dtype)


def clear_autocast_cache() -> None:
    """Clear the cached casts of parameters.

    Returns
    -------
    None
        Nothing.

    References
    ----------
    PyTorch: torch.clear_autocast_cache

    Examples
    --------
    >>> torch.clear_autocast_cache()
    >>> torch.is_autocast_cache_enabled()
    True
    """
    if LOCAL.autocast_cache:
        LOCAL.autocast_cache.clear()


__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd", "is_autocast_available"]


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.amp", __name__)


if TYPE_CHECKING:  # names provided by `__getattr__`
    autocast_mode: Any
