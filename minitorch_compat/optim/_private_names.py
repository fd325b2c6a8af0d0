"""Private functions of `torch.optim.optimizer` that third-party optimizers import."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from .._bindings.generated import functions as ops
from .._bindings.tensor.tensor import Tensor
from .._dispatch.dtype import float32, float64, get_default_dtype
from ..autograd.grad_mode import set_grad_enabled
from ..nn.parameter import Parameter
from ..utils._foreach_utils import _get_foreach_kernels_supported_devices, _get_fused_kernels_supported_devices

__all__ = ["_default_to_fused_or_foreach", "_device_dtype_check_for_fused", "_disable_dynamo_if_unsupported", "_foreach_supported_types",
           "_get_capturable_supported_devices", "_get_scalar_dtype", "_get_value", "_stack_if_compiling", "_to_scalar",
           "_use_grad_for_differentiable", "_view_as_real"]

_foreach_supported_types = [Tensor, Parameter]


def _use_grad_for_differentiable(func: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a step to record history only for an optimizer with `differentiable=True`."""
    @functools.wraps(func)
    def step(*args: Any, **kwargs: Any) -> Any:
        with set_grad_enabled(args[0].defaults["differentiable"]):
            return func(*args, **kwargs)

    return step


def _get_value(x: Any) -> Any:
    """The number in a tensor; a number unchanged."""
    return x.item() if isinstance(x, Tensor) else x


def _stack_if_compiling(x: Any) -> Any:
    """Return a list unchanged: nothing is compiled here."""
    return x


def _disable_dynamo_if_unsupported(single_tensor_fn: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """A decorator without effect."""
    def wrapper(func: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(func)
        def call(*args: Any, **kwargs: Any) -> Any:
            return func(*args, **kwargs)

        return call

    return wrapper


def _default_to_fused_or_foreach(params: list[Any], differentiable: bool, use_fused: bool = False) -> tuple[bool, bool]:
    """Whether to use fused kernels, and whether foreach kernels; never the latter on a CPU."""
    if differentiable:
        return False, False

    def supported_by(kernels: list[str]) -> list[bool]:
        return [p is None or type(p) in _foreach_supported_types and p.device.type in kernels for p in params]

    fused = use_fused and all(supported_by(_get_fused_kernels_supported_devices())) and all(
        p is None or ops.is_floating_point(p) for p in params)
    return fused, not fused and all(supported_by(_get_foreach_kernels_supported_devices()))


def _device_dtype_check_for_fused(p: Tensor, cuda_unsupported: bool = False) -> None:
    """Raise RuntimeError for a parameter that fused kernels do not support."""
    devices = [d for d in _get_fused_kernels_supported_devices() if not (cuda_unsupported and d == "cuda")]
    if p.device.type not in devices or not ops.is_floating_point(p):
        raise RuntimeError("`fused=True` requires all the params to be floating point Tensors of supported devices: "
                           f"{devices} but {p.dtype} and {p.device.type}")


def _view_as_real(params: list[Any], *state_and_grads: list[Any]) -> None:
    """Replace complex parameters, and the corresponding entries of the other lists, by real views."""
    for i, p in enumerate(params):
        if p.is_complex():
            for tensors in (params, *state_and_grads):
                tensors[i] = ops.view_as_real(tensors[i])


def _get_scalar_dtype(is_fused: bool | None = None) -> Any:
    """The dtype of step counters."""
    return float32 if is_fused or get_default_dtype() != float64 else float64


def _get_capturable_supported_devices(supports_xla: bool = True) -> list[str]:
    """Devices that support `capturable`."""
    return ["cuda", "xpu", "hpu", "privateuseone", *(["xla"] if supports_xla else [])]


def _to_scalar(x: Any) -> Any:
    """Squeeze a one-element tensor; other values unchanged."""
    return x.squeeze() if isinstance(x, Tensor) and x.dim() != 0 else x
