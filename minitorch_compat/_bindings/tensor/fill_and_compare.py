"""Writing into tensors, comparing them whole, new ones like them."""
from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core import intp
from ..._array.core.blocks import count_nonzero
from ..._array.core.conjugate import Pending, Unresolved
from ..._array.core.deferred import Family
from ..._array.core.dtypes import cast, copy_values
from ..._array.core.meta import NO_DATA, Ghost, made
from ..._array.core.user_warnings import warn, warn_of_real_part
from ..._array.exchange.type_names import type_of
from ..._array.index.indexing import filling
from ..._array.shape.strided import empty_strided, is_same_window
from ..._dispatch.call.argument_errors import wrong_type
from ..._dispatch.call.caller import caller
from ..._dispatch.call.kernel_errors import broadcast_message, type_name
from ..._dispatch.call.result_layouts import settle_layout
from ..._dispatch.call.torch_function import meet
from ..._dispatch.device import refuse_pinned
from ..._dispatch.dtype import array_dtype
from ..._dispatch.graph.inplace import FillBackward2, Overwritten, ZeroBackward0, check_overlap, check_writable, inplace, overwritten
from ..._dispatch.graph.versions import about_to_write, bump
from ..._dispatch.graph.views import refresh
from ..._dispatch.layouts.conjugate import filled
from ..._dispatch.levels.forbidden_writes import check_captured
from ..._dispatch.levels.lifting import NO_BRANCH, NO_CLOSENESS, settle, values_of
from ..._dispatch.state import ACTIVE, LOCAL, PLAIN, Classes
from ..._dispatch.tensor import TensorBase, is_ghost
from ..._dispatch.wrapping import wrap
from ..._ops.op import OPS
from ..functions.arguments import MISSING, as_float, misplaced, write_out
from ..override.overridable import ask_all, asks, resolve
from ..randomness.determinism import fresh
from ..settings.constants import strided
from ..storage.borrowed import check_strides

if TYPE_CHECKING:
    from .tensor import Tensor


def _fill(t: Any, value: Any, node: type[Overwritten] = FillBackward2) -> Any:
    if ACTIVE:
        check_captured(t, "zero_" if node is ZeroBackward0 else "fill_.Scalar")
    memory: Any = t._array
    if memory.__class__ is Pending:
        memory, value = memory.raw, filled(memory, value)
    elif memory.__class__ is not np.ndarray and memory.__class__ is not Ghost:
        from ..._dispatch.levels.grad_level import overwrite_lifted

        if memory.__class__ in Classes.layouts:
            from ..._array.sparse.coo import refused

            raise refused("fill_.Tensor" if isinstance(value, TensorBase) else "fill_.Scalar")
        return overwrite_lifted(t, lambda value_below: _fill(value_below, value, node))
    if t._autograd_meta is not None or ACTIVE:
        about_to_write(t)
    recording = t._requires_grad and LOCAL.grad and not LOCAL.inference and t.requires_grad
    if recording:
        check_writable(t)
    if t._autograd_meta is not None and t._autograd_meta.tangents:
        from ..._dispatch.levels.forward import zero_tangents

        zero_tangents(t)
    if memory.__class__ is not Ghost:
        memory.fill(value if value.__class__ is int and 0 <= value < 128 else filling(value, memory.dtype, memory.size))
    bump(t)
    if recording:
        overwritten(t, node)
    return t


@ask_all
class MiscMethods:
    """Methods of no other family; `Tensor` inherits them."""

    __slots__ = ()

    @asks
    def fill_(self: Any, value: Any) -> Tensor:
        """Set every element to `value`, a number or a 0-d tensor."""
        if isinstance(value, TensorBase):
            if value._array.ndim:
                raise RuntimeError(f"fill_ only supports 0-dimension value tensor but got tensor with {value._array.ndim} dimensions.")
            if value._array.__class__ is not np.ndarray or value._autograd_meta is not None or LOCAL.grad and (
                    value._requires_grad or self._requires_grad):
                return inplace(OPS["fill_tensor"], self, value)
            # A number that the dtype has not is refused, a tensor is converted.
            value = np.asarray(cast(value._array, self._array.dtype)).item()
        if ACTIVE and LOCAL.observer is not None:
            return LOCAL.observer.changed("fill_.Scalar", (self, value), lambda: _fill(self, value))
        return _fill(self, value)

    def zero_(self: Any) -> Tensor:
        """Set every element to 0."""
        if ACTIVE and LOCAL.observer is not None:
            return LOCAL.observer.changed("zero_.default", (self,), lambda: _fill(self, 0, ZeroBackward0))
        return _fill(self, 0, ZeroBackward0)

    def copy_(self: Any, other: Any, non_blocking: bool = False) -> Tensor:
        """Overwrite with the values of `other`, broadcast and cast as need be; gradients go to `other`."""
        try:
            if non_blocking is not False and non_blocking is not True:
                misplaced("copy_", "non_blocking", "bool", non_blocking)
            if isinstance(other, (int, float, complex, np.generic)):
                other = wrap(intp.asarray(other))
            if other.__class__ not in PLAIN:
                meet((other,))
            if not isinstance(other, TensorBase):
                raise TypeError(f"copy_(): argument 'other' (position 1) must be Tensor, not {type(other).__name__}")
            shape = self._array.shape
            if other._array.shape != shape:
                try:
                    fits = np.broadcast_shapes(other._array.shape, shape) == shape
                except ValueError:
                    fits = False
                if not fits:
                    if LOCAL.grad and (self.requires_grad or other.requires_grad) and self._array.dtype.kind in "fcV":  # type: ignore[attr-defined]
                        check_writable(self)  # what PyTorch complains of first
                    if is_ghost(other) and not is_ghost(self):
                        raise NotImplementedError(NO_DATA)
                    check_overlap(self._array, (other,))
                    raise RuntimeError(_size_message(shape, other._array.shape))
            if other._array.dtype.kind == "c" and self._array.dtype.kind in "fiu":
                warn_of_real_part()
            if ACTIVE or self._autograd_meta is not None or LOCAL.grad and (self._requires_grad or other._requires_grad):
                return inplace(OPS["copy"], self, other)
            if self._array.__class__ is not np.ndarray:
                raise Unresolved
            a, b = self._array, other._array
            apart = 0 not in a.strides and b.__class__ is np.ndarray and not np.may_share_memory(a, b)
            if apart or not is_same_window(a, b):
                if not apart:
                    check_overlap(a, (other,))
                (np.copyto if b.dtype is a.dtype else copy_values)(a, b)
            bump(self)
            return self
        except Unresolved:
            return inplace(OPS["copy"], self, other)
        except Exception as error:
            return resolve(error)

    def new_tensor(self: Any, data: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
        """A new tensor with a copy of `data`, of this dtype unless another is given."""
        if device is None and self._array.__class__ is Ghost:
            device = "meta"
        if isinstance(data, TensorBase):
            warn("To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
                 "sourceTensor.detach().clone().requires_grad_(True), rather than tensor.new_tensor(sourceTensor).")
            return _creation.finish(np.array(values_of(data), array_dtype(dtype) or self._array.dtype), requires_grad, device)
        return _creation.tensor(data, dtype=self.dtype if dtype is None else dtype, device=device, requires_grad=requires_grad)

    def new(self: Any, *args: Any, device: Any = None, **kwargs: Any) -> Any:
        """A tensor of this dtype from sizes or data; `new_empty`, `new_tensor` and their like say it better."""
        from ..retired.constructors import typed_new

        if device is None and self._array.__class__ is Ghost:
            return typed_new(self._array.dtype, args, "cpu", **kwargs).to("meta")
        return typed_new(self._array.dtype, args, device, **kwargs)

    def new_empty_strided(self: Any, size: Any, stride: Any, *, dtype: Any = None, layout: Any = None, device: Any = None,
                          pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
        """Uninitialised memory of this dtype with given strides, in elements."""
        refuse_pinned(pin_memory)
        if self.is_sparse:
            from ..._array.sparse.coo import refused

            raise refused("new_empty_strided")
        check_strides(size, stride, "new_empty_strided")
        make: Any = (lambda *how: made(how[0], how[2], how[1])) if _creation.without_values(self, device) else \
            lambda *how: fresh(empty_strided(*how))
        return _creation.finish(make(tuple(size), tuple(stride), array_dtype(dtype) or self._array.dtype), requires_grad)

    def new_empty(self: Any, *shape: Any, size: Any = MISSING, dtype: Any = None, layout: Any = None, device: Any = None,
                  pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
        """Uninitialised memory of this dtype."""
        refuse_pinned(pin_memory)
        wanted = array_dtype(dtype) or self._array.dtype
        shape = _creation.shape_of(shape if size is MISSING else (size,), "new_empty")
        return _creation.finish_like(self, shape, lambda at: fresh(np.empty(at, wanted)), requires_grad, device)

    def new_zeros(self: Any, *shape: Any, size: Any = MISSING, dtype: Any = None, layout: Any = None, device: Any = None,
                  pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
        """Zeros of this dtype."""
        refuse_pinned(pin_memory)
        wanted = array_dtype(dtype) or self._array.dtype
        shape = _creation.shape_of(shape if size is MISSING else (size,), "new_zeros")
        return _creation.finish_like(self, shape, lambda at: np.zeros(at, wanted), requires_grad, device)

    def new_ones(self: Any, *shape: Any, size: Any = MISSING, dtype: Any = None, layout: Any = None, device: Any = None,
                 pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
        """Ones of this dtype."""
        refuse_pinned(pin_memory)
        wanted = array_dtype(dtype) or self._array.dtype
        shape = _creation.shape_of(shape if size is MISSING else (size,), "new_ones")
        return _creation.finish_like(self, shape, lambda at: _creation.with_number(np.empty(at, wanted), 1), requires_grad, device)

    def new_full(self: Any, size: Any, fill_value: Any, *, dtype: Any = None, layout: Any = None, device: Any = None,
                 pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
        """One value everywhere, of this dtype."""
        refuse_pinned(pin_memory)
        wanted = array_dtype(dtype) or self._array.dtype
        shape = _creation.shape_of((size,), "new_full")
        value = _creation.fill_number(fill_value, wanted, "new_full", prod(shape))
        return _creation.finish_like(self, shape, lambda at: _creation.with_number(np.empty(at, wanted), value), requires_grad, device)

    @asks
    def equal(self: Any, other: Any) -> bool:
        """Whether size and elements are the same."""
        return equal(self, other)

    @asks
    def allclose(self: Any, other: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> bool:
        """Whether all elements are close; see `torch.allclose`."""
        return allclose(self, other, rtol, atol, equal_nan)

    @asks
    def isclose(self: Any, other: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Tensor:
        """Which elements are close; see `torch.isclose`."""
        return isclose(self, other, rtol, atol, equal_nan)

    @asks
    def is_same_size(self: Any, other: Any) -> bool:
        """Whether the shapes are equal."""
        return self._array.shape == other._array.shape

    def is_nonzero(self: Any) -> bool:
        """Whether the one element is not 0."""
        values_of(self, NO_BRANCH)
        return bool(self)

    def norm(self: Any, p: Any = "fro", dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Tensor:
        """The p-norm; see `torch.norm`."""
        return norm(self, p, dim, keepdim, dtype=dtype)


def _size_message(shape: tuple[int, ...], source: tuple[int, ...]) -> str:
    return (broadcast_message([shape, source])
            or f"output with shape {list(shape)} doesn't match the broadcast shape {list(np.broadcast_shapes(shape, source))}")


def equal(input: Any, other: Any) -> bool:
    """Whether two tensors have the same size and elements."""
    if input.__class__ in PLAIN and other.__class__ in PLAIN and not ACTIVE:
        a, b = input._array, other._array
        if a.__class__ is np.ndarray and b.__class__ is np.ndarray:
            if a.shape == b.shape and a.size > 4096:
                return _kernels.are_equal(a, b)
            return a.shape == b.shape and bool(count_nonzero(np.equal(a, b)) == a.size)
    for position, (name, value) in enumerate((("input", input), ("other", other)), 1):
        if not isinstance(value, TensorBase):
            raise TypeError(f"equal(): argument '{name}' (position {position}) must be Tensor, not {type(value).__name__}")
        if is_ghost(value):
            from ..._dispatch.layouts.meta import unavailable

            raise unavailable("equal")
        if value.layout is not strided:  # type: ignore[attr-defined]
            from ..._array.sparse.coo import refused

            raise refused("equal")
    refusal = "Batching rule not implemented for aten::equal. We could not generate a fallback."
    a, b = values_of(input, refusal), values_of(other, refusal)
    return a.shape == b.shape and bool(np.equal(a, b).all())


def isclose(input: Any, other: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Tensor:
    """Where |input - other| <= atol + rtol |other|, or both are equal."""
    if input.__class__ not in PLAIN or other.__class__ not in PLAIN:
        for position, (name, tensor) in enumerate((("input", input), ("other", other)), 1):
            if not isinstance(tensor, TensorBase):
                raise TypeError(f"isclose(): argument '{name}' (position {position}) must be Tensor, not {type(tensor).__name__}")
    for t in (input, other):
        if t._view is not None and LOCAL.grad:
            refresh(t)  # it is composed of ops that ask for a history
    return _closeness(input, other, rtol, atol, equal_nan)


def _closeness(input: Any, other: Any, rtol: float, atol: float, equal_nan: bool) -> Tensor:
    if not (rtol >= 0 and atol >= 0):
        name, value = ("atol", atol) if rtol >= 0 else ("rtol", rtol)
        raise RuntimeError(f"{name} must be greater than or equal to zero, but got {value:g}")
    if input._array.dtype is not other._array.dtype:
        names = [type_name(t._array.dtype) for t in (input, other)]
        raise RuntimeError(f"{names[0]} did not match {names[1]}")
    if input._array.shape != other._array.shape and (text := broadcast_message([input._array.shape, other._array.shape])):
        raise RuntimeError(text)
    if input._array.__class__ is not np.ndarray or other._array.__class__ is not np.ndarray:
        input, other = settle(input), settle(other)
        if input._array.__class__ is not np.ndarray or other._array.__class__ is not np.ndarray:
            return _close_in_levels(input, other, rtol, atol, equal_nan)
    close = settle_layout(np.asarray(_kernels.isclose(input._array, other._array, rtol, atol, equal_nan)), (input._array, other._array))
    out = _creation.finish(close, False)
    writes = (equal_nan and input._array.dtype.kind in "fcV") + bool(rtol or atol)  # PyTorch's, into where elements are equal
    if writes:
        out._counter = [writes]
    return out


def _close_in_levels(input: Any, other: Any, rtol: float, atol: float, equal_nan: bool) -> Any:
    """`isclose` inside a function transform."""
    close = input == other
    if input._array.dtype.kind in "fcV":
        close = close | ((input - other).abs() <= atol + rtol * other.abs()) & other.isfinite()
    return close | input.isnan() & other.isnan() if equal_nan else close


def allclose(input: Any, other: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> bool:
    """Whether `isclose` holds everywhere."""
    for position, (name, value) in enumerate((("input", input), ("other", other)), 1):
        if not isinstance(value, TensorBase):
            raise wrong_type("allclose", name, position, "Tensor", value)
    rtol, atol = as_float(rtol), as_float(atol)
    return bool(values_of(_closeness(input, other, rtol, atol, equal_nan), NO_CLOSENESS).all())


_ORDERS = frozenset({int, float})
_creation: Any = Family(f"{__name__.partition('.')[0]}._bindings.creation.factories")
_kernels: Any = Family(f"{__name__.partition('.')[0]}._array.pointwise.closeness")
_matrix_norms, _misfits = (Family(f"{__name__.partition('.')[0]}.{name}")
                           for name in ("_bindings.linalg.matrix_norms", "_fidelity.argument_checks"))


def norm(input: Any, p: Any = "fro", dim: Any = None, keepdim: bool = False, out: Any = None, dtype: Any = None) -> Tensor:
    """The p-norm of the elements over `dim` ("fro": the 2-norm)."""
    if isinstance(dim, int):
        dim = [dim]
    elif isinstance(dim, TensorBase) and not dim._array.ndim and dim._array.dtype.kind in "iub" and not isinstance(p, str):
        dim = [int(dim)]  # type: ignore[call-overload]
    order = 2 if p is None or p.__class__ is str and p == "fro" and (dim is None or len(dim) <= 2) else p
    if isinstance(order, str):
        dims = list(range(input._array.ndim)) if dim is None else dim
        stored = {} if out is None else {"out": out}
        if not (input.__class__ in PLAIN and dim is dtype is out is None and keepdim.__class__ is bool):
            _misfits.check_native("linalg_matrix_norm", input, order, dims, keepdim, dtype=dtype, **stored)
        return _matrix_norms.matrix_norm(input, order, dims, keepdim, **stored, dtype=dtype)
    if out is not None:
        if not isinstance(out, TensorBase):
            raise TypeError(f"linalg_vector_norm(): argument 'out' must be Tensor, not {type_of(out)}")
        return write_out(norm, out, input, p, dim, keepdim, dtype)
    if order.__class__ not in _ORDERS or keepdim.__class__ is not bool or dtype is not None or dim is not None and not (
            dim.__class__ in (list, tuple) and all(d.__class__ is int for d in dim)):
        _misfits.check_native("linalg_vector_norm", input, order, dim, keepdim, dtype=dtype)
    if dtype is not None:
        dtype = _matrix_norms.norm_dtype(input, dtype, "linalg.vector_norm")
    try:
        return caller("vector_norm")(input, order, dim, keepdim, dtype)
    except NotImplementedError:
        if input.is_sparse:
            return input.norm(p, dim, keepdim, dtype)
        raise


__all__ = ["allclose", "equal", "isclose", "norm"]
