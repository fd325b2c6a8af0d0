"""`torch.autograd` as in PyTorch 1.0; what has been deprecated since warns as in PyTorch 2.13."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .. import autograd as _now
from .._array.core.user_warnings import warn
from .._bindings.tensor.tensor import Tensor
from .._dispatch.call.caller import wrap
from ..autograd import (  # noqa: F401  (the modules it had)
    Variable,
    anomaly_mode,
    detect_anomaly,
    enable_grad,
    function,
    grad_mode,
    no_grad,
    profiler,
    set_detect_anomaly,
    set_grad_enabled,
)
from ..autograd._legacy import _is_checkpoint_valid  # noqa: F401  (1.0 had it in this module)
from ..autograd.function import Function, NestedIOFunction


def backward(
    tensors: Any, grad_tensors: Any = None, retain_graph: bool | None = None, create_graph: bool = False, grad_variables: Any = None,
) -> None:
    """Add the gradients of `tensors` to the `.grad` of the leaves they depend on; `grad_variables` is the name before 0.4."""
    if grad_variables is not None:
        warn("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning)
        if grad_tensors is not None:
            raise RuntimeError("`grad_tensors` and `grad_variables` (deprecated) arguments both passed to `backward()`. Please only use "
                               "`grad_tensors`.")
        grad_tensors = grad_variables
    _now.backward(tensors, grad_tensors, retain_graph, create_graph)


def grad(
    outputs: Any, inputs: Any, grad_outputs: Any = None, retain_graph: bool | None = None, create_graph: bool = False,
    only_inputs: bool = True, allow_unused: bool = False,
) -> tuple[Any, ...]:
    """The gradients of `outputs` with respect to `inputs`; an input that is not used is an error unless `allow_unused`."""
    if not only_inputs:
        warn("only_inputs argument is deprecated and is ignored now (defaults to True). To accumulate gradient for other parts "
             "of the graph, please use torch.autograd.backward.", FutureWarning)
    return tuple(_now.grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused=allow_unused))


def variable(*args: Any, **kwargs: Any) -> Any:
    """`torch.tensor`, with a warning; in 2.13 it only raises."""
    from .._bindings.generated.functions import tensor

    warn("torch.autograd.variable(...) is deprecated, use torch.tensor(...) instead")
    return tensor(*args, **kwargs)


def gradcheck(
    func: Callable[..., Any], inputs: Any, eps: float = 1e-6, atol: float = 1e-5, rtol: float = 1e-3, raise_exception: bool = True,
) -> bool:
    """Whether derivatives agree with finite differences."""
    return _now.gradcheck(func, inputs, eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception)


def gradgradcheck(
    func: Callable[..., Any], inputs: Any, grad_outputs: Any = None, eps: float = 1e-6, atol: float = 1e-5, rtol: float = 1e-3,
    gen_non_contig_grad_outputs: bool = False, raise_exception: bool = True,
) -> bool:
    """Whether second derivatives agree with finite differences."""
    return _now.gradgradcheck(func, inputs, grad_outputs, eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception,
                              gen_non_contig_grad_outputs=gen_non_contig_grad_outputs)


# Functions of 1.0's gradcheck and function modules that 2.13 no longer has ------------------------------------------------------------


def zero_gradients(x: Any) -> None:
    """Set the gradients of a tensor, or of all in nested lists and tuples, to zero in place."""
    for t in _flatten_tensors(x):
        if t.grad is not None:
            t.grad.detach_()
            t.grad.zero_()


def iter_tensors(x: Any, only_requiring_grad: bool = False) -> Iterator[Any]:
    """The data of each tensor in nested lists and tuples."""
    for t in _flatten_tensors(x):
        if t.requires_grad or not only_requiring_grad:
            yield t.data


def make_jacobian(input: Any, num_out: int) -> Any:
    """Zeros of shape (elements, num_out) for each floating tensor that requires a gradient; None where there is none."""
    if isinstance(input, Tensor):
        if input._array.dtype.kind != "f" or not input.requires_grad:
            return None
        return wrap(np.zeros((input._array.size, num_out), input._array.dtype))
    if not isinstance(input, (list, tuple)):
        return None
    parts = [part for part in (make_jacobian(x, num_out) for x in input) if part is not None]
    return type(input)(parts) if parts else None


def traceable(fn_cls: type[Function]) -> type[Function]:
    """Mark a Function as safe to trace; there is no tracing here."""
    fn_cls.is_traceable = True  # type: ignore[attr-defined]
    return fn_cls


def _flatten_tensors(x: Any) -> Iterator[Any]:
    if isinstance(x, Tensor):
        yield x
    elif isinstance(x, (list, tuple)):
        for part in x:
            yield from _flatten_tensors(part)


__all__ = ["Function", "NestedIOFunction", "Variable", "backward", "detect_anomaly", "enable_grad", "grad", "gradcheck", "gradgradcheck",
           "iter_tensors", "make_jacobian", "no_grad", "set_detect_anomaly", "set_grad_enabled", "traceable", "variable", "zero_gradients"]
