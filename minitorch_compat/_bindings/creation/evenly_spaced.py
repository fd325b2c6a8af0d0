"""`torch.linspace` and `torch.logspace`: evenly spaced numbers between two ends."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.dtypes import LIMITED_TYPES, Defaults, check_64_bits
from ..._array.core.numbers import check_numel, to_int64, to_python_number
from ..._array.shape import evenly_spaced as spacing
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.device import refuse_pinned
from ..._dispatch.dtype import array_dtype
from ..._dispatch.messages import argument_messages
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..functions.arguments import require_strided
from ..functions.on_values import on_values
from .factories import dtype_for, finish

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_REAL_CLASSES = frozenset({int, float})
#: More elements than any memory holds.
_MAX_STEPS = 1 << 60


@on_values("linspace", warns=False)
def linspace(start: Tensor | int | float | complex | bool, end: Tensor | int | float | complex | bool, steps: int, *,
             out: Tensor | None = None, dtype: Any = None, layout: Any = None, device: Any = None,
             pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/creation/evenly_spaced.md.
    """Evenly spaced numbers from `start` to `end`, both included.

        out[i] = start + i * (end - start) / (steps - 1)

    Parameters
    ----------
    start : number or Tensor
        The first number; may be a tensor without dimensions.
    end : number or Tensor
        The last number.
    steps : int
        How many.
    dtype : torch.dtype, optional
        The dtype of the elements; the default dtype if not given.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Of one dimension.

    Raises
    ------
    RuntimeError
        `steps` is negative.

    References
    ----------
    PyTorch: torch.linspace

    Examples
    --------
    >>> torch.linspace(0, 1, steps=5)
    tensor([0.0000, 0.2500, 0.5000, 0.7500, 1.0000])
    >>> torch.linspace(3, 9, steps=3, dtype=torch.int64)
    tensor([3, 6, 9])
    """
    if layout is not None:
        require_strided("linspace", layout)
    if pin_memory is not False:
        refuse_pinned(pin_memory)
    if start.__class__ in _REAL_CLASSES and end.__class__ in _REAL_CLASSES and steps.__class__ is int and 0 <= steps < _MAX_STEPS and (
            out is dtype is None):
        for value in (start, end):
            if value.__class__ is int:
                check_64_bits(value)
        return finish(spacing.linspace_values(start, end, steps, Defaults.floating), requires_grad, device)
    steps = _check_steps("linspace", start, end, steps)
    if start.__class__ not in _REAL_CLASSES and is_meta_tensor(start) or end.__class__ not in _REAL_CLASSES and is_meta_tensor(end):
        return _meta_result("linspace", start, end, steps, dtype_for(out, dtype, "linspace"), requires_grad, out)
    first, last = _end_numbers(start, end, "linspace")
    np_dtype = _spaced_dtype(dtype_for(out, dtype, "linspace"), first, last, steps, "linspace")
    return finish(spacing.reshape_for_out(spacing.linspace_values(first, last, steps, np_dtype), out), requires_grad, device, out)


def _meta_result(name: str, start: Any, end: Any, steps: int, dtype: Any, requires_grad: bool, out: Any) -> Any:
    """The meta tensor for ends of which one is a meta tensor."""
    kinds = [v._array.dtype.kind if isinstance(v, TensorBase) else np.asarray(v).dtype.kind for v in (start, end)]
    unit = 1j if "c" in kinds else 1.0
    np_dtype = _spaced_dtype(dtype, unit, unit, steps, name)
    return finish(np.zeros(steps, np_dtype), requires_grad, "meta", out)


def _check_steps(name: str, start: Any, end: Any, steps: Any) -> int:
    """The number of steps; TypeError for arguments that fit no signature."""
    if not (isinstance(start, _END_TYPES) and isinstance(end, _END_TYPES) and (steps.__class__ is int or hasattr(steps, "__index__"))):
        raise argument_messages.wrong_combination(name, (start, end, steps), {})
    if steps.__class__ is int and 0 <= steps < _MAX_STEPS:
        return steps
    count = to_int64(steps)
    if count < 0:
        raise RuntimeError("number of steps must be non-negative")
    return check_numel(count)


_END_TYPES = (TensorBase, int, float, complex, np.generic)


def _end_numbers(start: Any, end: Any, name: str) -> tuple[Any, Any]:
    for role, value in (("start", start), ("end", end)):
        if isinstance(value, TensorBase) and value._array.ndim:
            raise RuntimeError(f"{name} only supports 0-dimensional start and end tensors, but got {role} with {value._array.ndim} "
                               "dimension(s).")
    return _to_number(start), _to_number(end)


def _spaced_dtype(dtype: Any, first: Any, last: Any, steps: int, name: str) -> np.dtype[Any]:
    """The dtype of the result: complex ends need a complex dtype, and bool allows one element at most."""
    needs_complex = isinstance(first, complex) or isinstance(last, complex)
    if dtype is None:
        return Defaults.complex if needs_complex else Defaults.floating
    np_dtype: np.dtype[Any] = array_dtype(dtype)
    if np_dtype.kind == "b" and steps > 1 or np_dtype.char in LIMITED_TYPES and steps:
        raise NotImplementedError(f"\"{name}_cpu\" not implemented for '{type_name(np_dtype)}'")
    if needs_complex and np_dtype.kind != "c":
        part = "double" if Defaults.floating.itemsize == 8 else "float"
        raise RuntimeError(
            f"torch.{name}(): inferred dtype c10::complex<{part}> can't be safely cast to passed dtype {type_name(np_dtype)}")
    return np_dtype


@on_values("logspace", warns=False)
def logspace(start: Tensor | int | float | complex | bool, end: Tensor | int | float | complex | bool, steps: int, base: float = 10.0, *,
             out: Tensor | None = None, dtype: Any = None, layout: Any = None,
             device: Any = None, pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/creation/evenly_spaced.md.
    """Numbers whose logarithms are evenly spaced.

        out[i] = base ** (start + i * (end - start) / (steps - 1))

    Parameters
    ----------
    start : number or Tensor
        The exponent of the first.
    end : number or Tensor
        The exponent of the last.
    steps : int
        How many.
    base : float, default 10.0
        The base of the powers.
    dtype : torch.dtype, optional
        The dtype of the elements; the default dtype if not given.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Of one dimension.

    Raises
    ------
    RuntimeError
        `steps` is negative.

    References
    ----------
    PyTorch: torch.logspace

    Examples
    --------
    >>> torch.logspace(0, 3, steps=4)
    tensor([   1.,   10.,  100., 1000.])
    >>> torch.logspace(0, 3, steps=4, base=2)
    tensor([1., 2., 4., 8.])
    """
    if layout is not None:
        require_strided("logspace", layout)
    if pin_memory is not False:
        refuse_pinned(pin_memory)
    steps = _check_steps("logspace", start, end, steps)
    if start.__class__ not in _REAL_CLASSES and is_meta_tensor(start) or end.__class__ not in _REAL_CLASSES and is_meta_tensor(end):
        return _meta_result("logspace", start, end, steps, dtype_for(out, dtype, "logspace"), requires_grad, out)
    first, last = _end_numbers(start, end, "logspace")
    np_dtype = _spaced_dtype(dtype_for(out, dtype, "logspace"), first, last, steps, "logspace")
    return finish(spacing.reshape_for_out(spacing.logspace_values(base, first, last, steps, np_dtype), out), requires_grad, device, out)


def _to_number(value: Any) -> Any:
    if value.__class__ is float:
        return value
    if isinstance(value, TensorBase):
        return value._array.item()
    return to_python_number(value) if isinstance(value, np.generic) else check_64_bits(value) if value.__class__ is int else value
