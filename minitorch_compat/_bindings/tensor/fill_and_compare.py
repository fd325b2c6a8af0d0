"""Writing into tensors, comparing whole tensors, new tensors like others."""
from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core import intp
from ..._array.core.conjugate import Pending, Unresolved
from ..._array.core.deferred import Family
from ..._array.core.dtypes import cast, copy_values
from ..._array.core.execution.blocks import count_nonzero
from ..._array.core.meta import NO_DATA, MetaArray, make_meta
from ..._array.core.row_order import note_layout
from ..._array.core.user_warnings import warn, warn_imaginary_part_discarded
from ..._array.exchange.type_names import value_type_name
from ..._array.index.indexing import to_fill_value
from ..._array.shape.strided import batched_strides, empty_strided, is_same_window
from ..._dispatch.call.caller import caller
from ..._dispatch.call.kernel_errors import broadcast_message, type_name
from ..._dispatch.call.result_layouts import PERMUTED, resolve_layout
from ..._dispatch.call.torch_function import dispatch_override, handles_overrides
from ..._dispatch.device import refuse_pinned
from ..._dispatch.dtype import array_dtype
from ..._dispatch.graph.inplace import FillBackward2, Overwritten, ZeroBackward0, check_overlap, check_writable, inplace, set_overwritten
from ..._dispatch.graph.versions import bump_version, prepare_write
from ..._dispatch.graph.views import refresh
from ..._dispatch.layouts.conjugate import stored_value
from ..._dispatch.levels.forbidden_writes import check_captured
from ..._dispatch.levels.lifting import NO_BRANCH, NO_CLOSENESS, resolve_levels, tensor_values
from ..._dispatch.messages import argument_messages
from ..._dispatch.state import ACTIVE, LOCAL, PLAIN, Classes
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..._dispatch.wrapping import wrap
from ..._ops.op import ENTRY
from ..functions.arguments import MISSING, as_float, raise_wrong_type, require_strided, write_out
from ..functions.shown_signatures import shown_as
from ..override.overridable import all_overridable, overridable_def, resolve
from ..randomness.determinism import fill_uninitialized
from ..settings.constants import strided
from ..storage.borrowed import check_strides

if TYPE_CHECKING:
    from .tensor import Tensor


def _fill(t: Any, value: Any, node: type[Overwritten] = FillBackward2) -> Any:
    if ACTIVE:
        check_captured(t, "zero_" if node is ZeroBackward0 else "fill_.Scalar")
    memory: Any = t._array
    if memory.__class__ is Pending:
        memory, value = memory.raw, stored_value(memory, value)
    elif memory.__class__ is not np.ndarray and memory.__class__ is not MetaArray:
        from ..._dispatch.levels.grad_level import overwrite_lifted

        if memory.__class__ in Classes.layouts:
            from ..._array.sparse.coo import unsupported_error

            raise unsupported_error("fill_.Tensor" if isinstance(value, TensorBase) else "fill_.Scalar")
        return overwrite_lifted(t, lambda value_below: _fill(value_below, value, node))
    if t._autograd_meta is not None or ACTIVE:
        prepare_write(t)
    recording = t._requires_grad and LOCAL.grad and not LOCAL.inference and t.requires_grad
    if recording:
        check_writable(t)
    if t._autograd_meta is not None and t._autograd_meta.tangents:
        from ..._dispatch.levels.forward import zero_tangents

        zero_tangents(t)
    if memory.__class__ is not MetaArray:
        memory.fill(value if value.__class__ is int and 0 <= value < 128 else to_fill_value(value, memory.dtype, memory.size))
    bump_version(t)
    if recording:
        set_overwritten(t, node)
    return t


@all_overridable
class FillAndCompareMethods:
    """Methods that belong to no other family; `Tensor` inherits them."""

    __slots__ = ()

    @overridable_def
    def fill_(self: Any, value: Tensor | int | float | complex | bool) -> Tensor:
        # The docstring is written in _bindings/functions/inplace.md.
        """Fill the tensor with one number. In place.

        Parameters
        ----------
        value : number or Tensor
            The number; a tensor must have no dimensions.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `value` has dimensions.

        References
        ----------
        PyTorch: torch.fill

        Examples
        --------
        >>> torch.zeros(2).fill_(7)
        tensor([7., 7.])
        """
        if isinstance(value, TensorBase):
            if value._array.ndim:
                raise RuntimeError(f"fill_ only supports 0-dimension value tensor but got tensor with {value._array.ndim} dimensions.")
            if value._array.__class__ is not np.ndarray or value._autograd_meta is not None or LOCAL.grad and (
                    value._requires_grad or self._requires_grad):
                return inplace(ENTRY.fill_tensor, self, value)
            # A number out of range is refused, a tensor is cast.
            value = np.asarray(cast(value._array, self._array.dtype)).item()
        if ACTIVE and LOCAL.observer is not None:
            return LOCAL.observer.record_call("fill_.Scalar", (self, value), lambda: _fill(self, value))
        return _fill(self, value)

    def zero_(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/inplace.md.
        """Fill the tensor with zeros. In place.

        Returns
        -------
        Tensor
            `self`, changed.

        References
        ----------
        PyTorch: torch.zero_

        Examples
        --------
        >>> torch.ones(2).zero_()
        tensor([0., 0.])
        """
        if ACTIVE and LOCAL.observer is not None:
            return LOCAL.observer.record_call("zero_.default", (self,), lambda: _fill(self, 0, ZeroBackward0))
        return _fill(self, 0, ZeroBackward0)

    @handles_overrides
    def copy_(self: Any, other: Tensor | int | float | complex | bool, non_blocking: bool = False) -> Tensor:
        # The docstring is written in _bindings/tensor/fill_and_compare.md.
        """Overwrite the elements with those of another tensor. In place.

        Parameters
        ----------
        other : Tensor
            The tensor to copy; broadcast to the shape of `self`, and cast to its dtype.
        non_blocking : bool, default False
            Accepted for programs that use GPUs; nothing is asynchronous here.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes do not fit.

        Notes
        -----
        Gradients flow to `src`, not to the old values.

        References
        ----------
        PyTorch: torch.Tensor.copy_

        Examples
        --------
        >>> torch.zeros(2).copy_(torch.tensor([1, 2]))
        tensor([1., 2.])
        """
        try:
            if non_blocking is not False and non_blocking is not True:
                raise_wrong_type("copy_", "non_blocking", "bool", non_blocking)
            if isinstance(other, (int, float, complex, np.generic)):
                other = wrap(intp.asarray(other))
            if other.__class__ not in PLAIN:
                dispatch_override((other,))
            if not isinstance(other, TensorBase):
                raise TypeError(f"copy_(): argument 'other' (position 1) must be Tensor, not {type(other).__name__}")
            shape = self._array.shape
            if other._array.shape != shape:
                try:
                    fits = np.broadcast_shapes(other._array.shape, shape) == shape
                except ValueError:
                    fits = False
                if not fits:
                    if is_meta_tensor(other) and not is_meta_tensor(self):
                        raise NotImplementedError(NO_DATA)
                    check_overlap(self._array, (other,))
                    raise RuntimeError(_size_message(shape, other._array.shape))
            if other._array.dtype.kind == "c" and self._array.dtype.kind in "fiu":
                warn_imaginary_part_discarded()
            if ACTIVE or self._autograd_meta is not None or LOCAL.grad and (self._requires_grad or other._requires_grad):
                return inplace(ENTRY.copy, self, other)
            if self._array.__class__ is not np.ndarray:
                raise Unresolved
            a, b = self._array, other._array
            apart = 0 not in a.strides and b.__class__ is np.ndarray and not np.may_share_memory(a, b)
            if apart or not is_same_window(a, b):
                if not apart:
                    check_overlap(a, (other,))
                (np.copyto if b.dtype is a.dtype else copy_values)(a, b)
            bump_version(self)
            return self
        except Unresolved:
            return inplace(ENTRY.copy, self, other)
        except Exception as error:
            return resolve(error)

    def new_tensor(self: Any, data: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False) -> Tensor:
        # The docstring is written in _bindings/tensor/fill_and_compare.md.
        """A new tensor with a copy of data, with the dtype and device of this one.

        Parameters
        ----------
        data : number, nested sequence, ndarray or Tensor
            The elements.
        dtype : torch.dtype, optional
            Another dtype than that of `self`.
        device : torch.device or str, optional
            The device of the result; the default device if not given.
        requires_grad : bool, default False
            Whether autograd records operations on the result.

        Returns
        -------
        Tensor
            A leaf in new memory.

        References
        ----------
        PyTorch: torch.Tensor.new_tensor

        Examples
        --------
        >>> torch.tensor([1.], dtype=torch.float64).new_tensor([1, 2])
        tensor([1., 2.], dtype=torch.float64)
        """
        if device is None and self._array.__class__ is MetaArray:
            device = "meta"
        if isinstance(data, TensorBase):
            warn("To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
                 "sourceTensor.detach().clone().requires_grad_(True), rather than tensor.new_tensor(sourceTensor).")
            array = np.array(tensor_values(data), array_dtype(dtype) or self._array.dtype)
            note_layout(array)
            return _creation.finish(array, requires_grad, device)
        return _creation.tensor(data, dtype=self.dtype if dtype is None else dtype, device=device, requires_grad=requires_grad)

    def new(self: Any, *args: Any, device: Any = None, **kwargs: Any) -> Any:
        # The docstring is written in _bindings/tensor/fill_and_compare.md.
        """Legacy constructor of a tensor of the same kind, from sizes or from data.

        Parameters
        ----------
        device : torch.device or str, optional
            The device of the result; the default device if not given.
        args : ints, sequence or Tensor
            Sizes as ints, or the elements.

        Returns
        -------
        Tensor
            Of the dtype of `self`. Newer code uses `new_empty` and `new_tensor`.

        References
        ----------
        PyTorch: torch.Tensor.new

        Examples
        --------
        >>> torch.tensor([1.]).new([1, 2])
        tensor([1., 2.])
        """
        from ..retired.constructors import _sparse_new, typed_new

        if self.is_sparse:
            return _sparse_new(self.dtype, args, **kwargs)
        if device is None and self._array.__class__ is MetaArray:
            return typed_new(self._array.dtype, args, "cpu", **kwargs).to("meta")
        return typed_new(self._array.dtype, args, device, **kwargs)

    def new_empty_strided(self: Any, size: Sequence[int], stride: Sequence[int], *, dtype: Any = None, layout: Any = None,
                          device: Any = None,
                          pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
        # The docstring is written in _bindings/tensor/fill_and_compare.md.
        """An uninitialized tensor with the given strides, with the dtype and device of this one.

        Parameters
        ----------
        size : ints
            The shape, as a sequence.
        stride : ints
            The stride of each dimension, in elements.
        dtype : torch.dtype, optional
            Another dtype than that of `self`.
        device : torch.device or str, optional
            The device of the result; the default device if not given.
        requires_grad : bool, default False
            Whether autograd records operations on the result.
        layout : torch.layout, optional
            The layout of the result; `torch.strided` (dense) by default.
        pin_memory : bool, default False
            Accepted for programs that use GPUs; there is no memory to pin.

        Returns
        -------
        Tensor
            Of the given shape and strides.

        References
        ----------
        PyTorch: torch.Tensor.new_empty_strided

        Examples
        --------
        >>> torch.tensor([1]).new_empty_strided((2, 3), (1, 2)).stride()
        (1, 2)
        """
        require_strided("new_empty_strided", layout)
        if pin_memory is not False:
            refuse_pinned(pin_memory)
        if self.is_sparse:
            from ..._array.sparse.coo import unsupported_error

            raise unsupported_error("new_empty_strided")
        check_strides(size, stride, "new_empty_strided")
        size, strides, np_dtype = tuple(size), tuple(stride), array_dtype(dtype) or self._array.dtype
        if _creation.is_meta_result(self, device):
            return _creation.finish(make_meta(size, np_dtype, strides), requires_grad)

        def make(at: tuple[int, ...]) -> Any:  # `at` has the numbers of examples of vmap before `size`
            return fill_uninitialized(empty_strided(at, batched_strides(at, size, strides), np_dtype))

        return _creation.finish_like(self, size, make, requires_grad, device)

    @shown_as("self, *size, dtype=None, layout=torch.strided, device=None, pin_memory=False, requires_grad=False")
    def new_empty(self: Any, *shape: Any, size: Sequence[int] = MISSING, dtype: Any = None, layout: Any = None, device: Any = None,
                  pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
        # The docstring is written in _bindings/tensor/fill_and_compare.md.
        """An uninitialized tensor with the dtype and device of this one.

        Parameters
        ----------
        size : ints
            The shape, as several ints or one sequence.
        dtype : torch.dtype, optional
            Another dtype than that of `self`.
        device : torch.device or str, optional
            The device of the result; the default device if not given.
        requires_grad : bool, default False
            Whether autograd records operations on the result.
        layout : torch.layout, optional
            The layout of the result; `torch.strided` (dense) by default.
        pin_memory : bool, default False
            Accepted for programs that use GPUs; there is no memory to pin.

        Returns
        -------
        Tensor
            Of the given shape, with arbitrary values.

        References
        ----------
        PyTorch: torch.Tensor.new_empty

        Examples
        --------
        >>> torch.tensor([1]).new_empty(2, 2).shape
        torch.Size([2, 2])
        """
        if pin_memory is not False:
            refuse_pinned(pin_memory)
        if layout is not None and layout is not strided:
            return _creation.zeros(*shape, size=size, dtype=dtype or self.dtype, layout=layout, device=device or self.device,
                                   requires_grad=requires_grad)
        np_dtype = self._dtype if dtype is None else array_dtype(dtype)
        shape = _creation.shape_of(shape if size is MISSING else (size,), "new_empty")
        return _creation.finish_like(self, shape, lambda at: fill_uninitialized(np.empty(at, np_dtype)), requires_grad, device)

    @shown_as("self, *size, dtype=None, layout=torch.strided, device=None, pin_memory=False, requires_grad=False")
    def new_zeros(self: Any, *shape: Any, size: Sequence[int] = MISSING, dtype: Any = None, layout: Any = None, device: Any = None,
                  pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
        # The docstring is written in _bindings/tensor/fill_and_compare.md.
        """A tensor of zeros, with the dtype and device of this one.

        Parameters
        ----------
        size : ints
            The shape, as several ints or one sequence.
        dtype : torch.dtype, optional
            Another dtype than that of `self`.
        device : torch.device or str, optional
            The device of the result; the default device if not given.
        requires_grad : bool, default False
            Whether autograd records operations on the result.
        layout : torch.layout, optional
            The layout of the result; `torch.strided` (dense) by default.
        pin_memory : bool, default False
            Accepted for programs that use GPUs; there is no memory to pin.

        Returns
        -------
        Tensor
            Of the given shape.

        References
        ----------
        PyTorch: torch.Tensor.new_zeros

        Examples
        --------
        >>> torch.tensor([1.], dtype=torch.float64).new_zeros(2)
        tensor([0., 0.], dtype=torch.float64)
        """
        if pin_memory is not False:
            refuse_pinned(pin_memory)
        if layout is not None and layout is not strided:
            return _creation.zeros(*shape, size=size, dtype=dtype or self.dtype, layout=layout, device=device or self.device,
                                   requires_grad=requires_grad)
        np_dtype = self._dtype if dtype is None else array_dtype(dtype)
        shape = _creation.shape_of(shape if size is MISSING else (size,), "new_zeros")
        return _creation.finish_like(self, shape, lambda at: np.zeros(at, np_dtype), requires_grad, device)

    @shown_as("self, *size, dtype=None, layout=torch.strided, device=None, pin_memory=False, requires_grad=False")
    def new_ones(self: Any, *shape: Any, size: Sequence[int] = MISSING, dtype: Any = None, layout: Any = None, device: Any = None,
                 pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
        # The docstring is written in _bindings/tensor/fill_and_compare.md.
        """A tensor of ones, with the dtype and device of this one.

        Parameters
        ----------
        size : ints
            The shape, as several ints or one sequence.
        dtype : torch.dtype, optional
            Another dtype than that of `self`.
        device : torch.device or str, optional
            The device of the result; the default device if not given.
        requires_grad : bool, default False
            Whether autograd records operations on the result.
        layout : torch.layout, optional
            The layout of the result; `torch.strided` (dense) by default.
        pin_memory : bool, default False
            Accepted for programs that use GPUs; there is no memory to pin.

        Returns
        -------
        Tensor
            Of the given shape.

        References
        ----------
        PyTorch: torch.Tensor.new_ones

        Examples
        --------
        >>> torch.tensor([1]).new_ones(2, 2)
        tensor([[1, 1],
                [1, 1]])
        """
        if layout is not None:
            require_strided("new_ones", layout)
        if pin_memory is not False:
            refuse_pinned(pin_memory)
        np_dtype = self._dtype if dtype is None else array_dtype(dtype)
        shape = _creation.shape_of(shape if size is MISSING else (size,), "new_ones")
        return _creation.finish_like(self, shape, lambda at: _creation.fill_array(np.empty(at, np_dtype), 1), requires_grad, device)

    def new_full(self: Any, size: Sequence[int], fill_value: int | float | complex | bool, *, dtype: Any = None, layout: Any = None,
                 device: Any = None,
                 pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
        # The docstring is written in _bindings/tensor/fill_and_compare.md.
        """A tensor filled with one number, with the dtype and device of this one.

        Parameters
        ----------
        size : ints
            The shape, as a sequence.
        fill_value : number
            The number.
        dtype : torch.dtype, optional
            Another dtype than that of `self`.
        device : torch.device or str, optional
            The device of the result; the default device if not given.
        requires_grad : bool, default False
            Whether autograd records operations on the result.
        layout : torch.layout, optional
            The layout of the result; `torch.strided` (dense) by default.
        pin_memory : bool, default False
            Accepted for programs that use GPUs; there is no memory to pin.

        Returns
        -------
        Tensor
            Of the given shape.

        References
        ----------
        PyTorch: torch.Tensor.new_full

        Examples
        --------
        >>> torch.tensor([1.]).new_full((2,), 7)
        tensor([7., 7.])
        """
        if layout is not None:
            require_strided("new_full", layout)
        if pin_memory is not False:
            refuse_pinned(pin_memory)
        np_dtype = self._dtype if dtype is None else array_dtype(dtype)
        shape = _creation.shape_of((size,), "new_full")
        value = _creation.fill_number(fill_value, np_dtype, "new_full", prod(shape))
        return _creation.finish_like(self, shape, lambda at: _creation.fill_array(np.empty(at, np_dtype), value), requires_grad, device)

    @overridable_def
    def equal(self: Any, other: Tensor) -> bool:
        # The docstring is written in _bindings/tensor/fill_and_compare.md.
        """Whether two tensors have the same shape and the same elements.

        Parameters
        ----------
        other : Tensor
            The second tensor, of the same dtype.

        Returns
        -------
        bool
            A single bool. nan is not equal to itself.

        References
        ----------
        PyTorch: torch.equal

        Examples
        --------
        >>> torch.tensor([1, 2]).equal(torch.tensor([1, 2])), torch.tensor([1, 2]).equal(torch.tensor([1, 3]))
        (True, False)
        """
        return equal(self, other)

    @overridable_def
    def allclose(self: Any, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> bool:
        # The docstring is written in _bindings/tensor/fill_and_compare.md.
        """Whether all elements of two tensors are close to each other.

            |self[i] - other[i]| <= atol + rtol * |other[i]| for all i

        Parameters
        ----------
        other : Tensor
            The expected values; of the same dtype.
        rtol : float, default 1e-05
            The tolerance relative to `other`.
        atol : float, default 1e-08
            The absolute tolerance.
        equal_nan : bool, default False
            Whether nan is close to nan.

        Returns
        -------
        bool
            A single bool.

        Raises
        ------
        RuntimeError
            The dtypes differ, or the shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.allclose

        Examples
        --------
        >>> torch.tensor([1., 2.]).allclose(torch.tensor([1., 2. + 1e-7]))
        True
        >>> torch.tensor([1., 2.]).allclose(torch.tensor([1., 2.1]))
        False
        """
        return allclose(self, other, rtol, atol, equal_nan)

    @overridable_def
    def isclose(self: Any, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Tensor:
        # The docstring is written in _bindings/tensor/fill_and_compare.md.
        """Whether elements are close to each other.

            out[i] = |self[i] - other[i]| <= atol + rtol * |other[i]|

        Parameters
        ----------
        other : Tensor
            The expected values; of the same dtype.
        rtol : float, default 1e-05
            The tolerance relative to `other`.
        atol : float, default 1e-08
            The absolute tolerance.
        equal_nan : bool, default False
            Whether nan is close to nan.

        Returns
        -------
        Tensor
            Truth values in the shape to which both broadcast.

        Raises
        ------
        RuntimeError
            The dtypes differ, or a tolerance is negative.

        References
        ----------
        PyTorch: torch.isclose

        Examples
        --------
        >>> torch.tensor([1., 2., 3.]).isclose(torch.tensor([1., 2.1, 3. + 1e-7]))
        tensor([ True, False,  True])
        """
        return isclose(self, other, rtol, atol, equal_nan)

    @overridable_def
    def is_same_size(self: Any, other: Tensor) -> bool:
        # The docstring is written in _bindings/settings/process.md.
        """Whether two tensors have the same shape.

        Parameters
        ----------
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
        >>> torch.zeros(2).is_same_size(torch.ones(2))
        True
        """
        return self._array.shape == other._array.shape

    def is_nonzero(self: Any) -> bool:
        # The docstring is written in _bindings/settings/process.md.
        """Whether the only element is not zero, as in `bool(tensor)`.

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
        >>> torch.tensor([0.]).is_nonzero(), torch.tensor(True).is_nonzero()
        (False, True)
        """
        tensor_values(self, NO_BRANCH)
        return bool(self)

    def norm(self: Any, p: Any = "fro", dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Tensor:
        # The docstring is written in _bindings/tensor/fill_and_compare.md.
        """The norm of a tensor, or the norms along some dimensions; `torch.linalg` has newer functions for it.

            (sum |x| ** p) ** (1 / p)

        Parameters
        ----------
        p : number or str, default 'fro'
            The order: a number, inf, -inf, 'fro' for the root of the sum of squares, or 'nuc' for the sum of singular values.
        dim : int or tuple of ints, optional
            The dimensions to reduce; None for all elements. 'nuc' takes two dimensions.
        keepdim : bool, default False
            Keep the reduced dimensions, with size 1.
        dtype : torch.dtype, optional
            The dtype that `self` is cast to first.

        Returns
        -------
        Tensor
            Without the dimensions that were reduced, in a real dtype.

        Raises
        ------
        RuntimeError
            `self` is of integers, and `dtype` not given.

        References
        ----------
        PyTorch: torch.norm

        Examples
        --------
        >>> x = torch.tensor([[3., 4.], [6., 8.]])
        >>> x.norm(), x.norm(dim=1), x.norm(p=1, dim=0)
        (tensor(11.1803), tensor([ 5., 10.]), tensor([ 9., 12.]))
        """
        return norm(self, p, dim, keepdim, dtype=dtype)


def _size_message(shape: tuple[int, ...], source: tuple[int, ...]) -> str:
    return (broadcast_message([shape, source])
            or f"output with shape {list(shape)} doesn't match the broadcast shape {list(np.broadcast_shapes(shape, source))}")


def equal(input: Tensor, other: Tensor) -> bool:
    # The docstring is written in _bindings/tensor/fill_and_compare.md.
    """Whether two tensors have the same shape and the same elements.

    Parameters
    ----------
    input : Tensor
        The first tensor.
    other : Tensor
        The second tensor, of the same dtype.

    Returns
    -------
    bool
        A single bool. nan is not equal to itself.

    References
    ----------
    PyTorch: torch.equal

    Examples
    --------
    >>> torch.equal(torch.tensor([1, 2]), torch.tensor([1, 2])), torch.equal(torch.tensor([1, 2]), torch.tensor([1, 3]))
    (True, False)
    """
    if input.__class__ in PLAIN and other.__class__ in PLAIN and not ACTIVE:
        a, b = input._array, other._array
        if a.__class__ is np.ndarray and b.__class__ is np.ndarray:
            if a.shape != b.shape:
                return False
            size = a.size
            return bool(count_nonzero(np.equal(a, b)) == size) if size <= 4096 else _kernels.are_equal(a, b)
    for position, (name, value) in enumerate((("input", input), ("other", other)), 1):
        if not isinstance(value, TensorBase):
            raise TypeError(f"equal(): argument '{name}' (position {position}) must be Tensor, not {type(value).__name__}")
        if is_meta_tensor(value):
            from ..._dispatch.layouts.meta import needs_values_error

            raise needs_values_error("equal")
        if value.layout is not strided:
            from ..._array.sparse.coo import unsupported_error

            raise unsupported_error("equal")
    refusal = "Batching rule not implemented for aten::equal. We could not generate a fallback."
    a, b = tensor_values(input, refusal), tensor_values(other, refusal)
    return a.shape == b.shape and bool(np.equal(a, b).all())


def isclose(input: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Tensor:
    # The docstring is written in _bindings/tensor/fill_and_compare.md.
    """Whether elements are close to each other.

        out[i] = |input[i] - other[i]| <= atol + rtol * |other[i]|

    Parameters
    ----------
    input : Tensor
        The computed values.
    other : Tensor
        The expected values; of the same dtype.
    rtol : float, default 1e-05
        The tolerance relative to `other`.
    atol : float, default 1e-08
        The absolute tolerance.
    equal_nan : bool, default False
        Whether nan is close to nan.

    Returns
    -------
    Tensor
        Truth values in the shape to which both broadcast.

    Raises
    ------
    RuntimeError
        The dtypes differ, or a tolerance is negative.

    References
    ----------
    PyTorch: torch.isclose

    Examples
    --------
    >>> torch.isclose(torch.tensor([1., 2., 3.]), torch.tensor([1., 2.1, 3. + 1e-7]))
    tensor([ True, False,  True])
    """
    if input.__class__ not in PLAIN or other.__class__ not in PLAIN:
        for position, (name, tensor) in enumerate((("input", input), ("other", other)), 1):
            if not isinstance(tensor, TensorBase):
                raise TypeError(f"isclose(): argument '{name}' (position {position}) must be Tensor, not {type(tensor).__name__}")
    for t in (input, other):
        if t._view is not None and LOCAL.grad:
            refresh(t)  # composed of ops that need the history in PyTorch
    return _isclose(input, other, rtol, atol, equal_nan)


def _isclose(input: Any, other: Any, rtol: float, atol: float, equal_nan: bool) -> Tensor:
    if not (rtol >= 0 and atol >= 0):
        name, value = ("atol", atol) if rtol >= 0 else ("rtol", rtol)
        raise RuntimeError(f"{name} must be greater than or equal to zero, but got {value:g}")
    if input._array.dtype is not other._array.dtype:
        names = [type_name(t._array.dtype) for t in (input, other)]
        raise RuntimeError(f"{names[0]} did not match {names[1]}")
    if input._array.shape != other._array.shape and (text := broadcast_message([input._array.shape, other._array.shape])):
        raise RuntimeError(text)
    if input._array.__class__ is not np.ndarray or other._array.__class__ is not np.ndarray:
        input, other = resolve_levels(input), resolve_levels(other)
        if input._array.__class__ is not np.ndarray or other._array.__class__ is not np.ndarray:
            return _isclose_under_transforms(input, other, rtol, atol, equal_nan)
    close = np.asarray(_kernels.isclose(input._array, other._array, rtol, atol, equal_nan))
    if input._view is not None or other._view is not None or PERMUTED:
        close = resolve_layout(close, (input._array, other._array))
    out = _creation.finish(close, False)
    writes = (equal_nan and input._array.dtype.kind in "fcV") + bool(rtol or atol)  # PyTorch's in-place writes into the result
    if writes:
        out._counter = [writes]
    return out


def _isclose_under_transforms(input: Any, other: Any, rtol: float, atol: float, equal_nan: bool) -> Any:
    """`isclose` inside a function transform."""
    close = input == other
    if input._array.dtype.kind in "fcV":
        close = close | ((input - other).abs() <= atol + rtol * other.abs()) & other.isfinite()
    return close | input.isnan() & other.isnan() if equal_nan else close


def allclose(input: Tensor, other: Tensor, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> bool:
    # The docstring is written in _bindings/tensor/fill_and_compare.md.
    """Whether all elements of two tensors are close to each other.

        |input[i] - other[i]| <= atol + rtol * |other[i]| for all i

    Parameters
    ----------
    input : Tensor
        The computed values.
    other : Tensor
        The expected values; of the same dtype.
    rtol : float, default 1e-05
        The tolerance relative to `other`.
    atol : float, default 1e-08
        The absolute tolerance.
    equal_nan : bool, default False
        Whether nan is close to nan.

    Returns
    -------
    bool
        A single bool.

    Raises
    ------
    RuntimeError
        The dtypes differ, or the shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.allclose

    Examples
    --------
    >>> torch.allclose(torch.tensor([1., 2.]), torch.tensor([1., 2. + 1e-7]))
    True
    >>> torch.allclose(torch.tensor([1., 2.]), torch.tensor([1., 2.1]))
    False
    """
    for position, (name, value) in enumerate((("input", input), ("other", other)), 1):
        if not isinstance(value, TensorBase):
            raise argument_messages.wrong_type("allclose", name, position, "Tensor", value)
    rtol, atol = as_float(rtol), as_float(atol)
    return bool(tensor_values(_isclose(input, other, rtol, atol, equal_nan), NO_CLOSENESS).all())


_NUMBER_CLASSES = frozenset({int, float})
_creation: Any = Family(f"{__name__.partition('.')[0]}._bindings.creation.factories")
_kernels: Any = Family(f"{__name__.partition('.')[0]}._array.pointwise.closeness")
_matrix_norms, _argument_checks = (Family(f"{__name__.partition('.')[0]}.{name}")
                           for name in ("_bindings.linalg.matrix_norms", "_fidelity.argument_checks"))


def norm(input: Any, p: float | str | None = "fro", dim: Any = None, keepdim: bool = False, out: Any = None, dtype: Any = None) -> Tensor:
    # The docstring is written in _bindings/tensor/fill_and_compare.md.
    """The norm of a tensor, or the norms along some dimensions; `torch.linalg` has newer functions for it.

        (sum |x| ** p) ** (1 / p)

    Parameters
    ----------
    input : Tensor
        Floats or complex numbers.
    p : number or str, default 'fro'
        The order: a number, inf, -inf, 'fro' for the root of the sum of squares, or 'nuc' for the sum of singular values.
    dim : int or tuple of ints, optional
        The dimensions to reduce; None for all elements. 'nuc' takes two dimensions.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    dtype : torch.dtype, optional
        The dtype that `input` is cast to first.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Without the dimensions that were reduced, in a real dtype.

    Raises
    ------
    RuntimeError
        `input` is of integers, and `dtype` not given.

    References
    ----------
    PyTorch: torch.norm

    Examples
    --------
    >>> x = torch.tensor([[3., 4.], [6., 8.]])
    >>> torch.norm(x), torch.norm(x, dim=1), torch.norm(x, p=1, dim=0)
    (tensor(11.1803), tensor([ 5., 10.]), tensor([ 9., 12.]))
    """
    if isinstance(dim, int):
        dim = [dim]
    elif isinstance(dim, TensorBase) and not dim._array.ndim and dim._array.dtype.kind in "iub" and not isinstance(p, str):
        dim = [int(dim)]  # type: ignore[call-overload]
    order = 2 if p is None or p.__class__ is str and p == "fro" and (dim is None or len(dim) <= 2) else p
    if isinstance(order, str):
        dims = list(range(input._array.ndim)) if dim is None else dim
        stored = {} if out is None else {"out": out}
        if not (input.__class__ in PLAIN and dim is dtype is out is None and keepdim.__class__ is bool):
            _argument_checks.check_native("linalg_matrix_norm", input, order, dims, keepdim, dtype=dtype, **stored)
        return _matrix_norms.matrix_norm(input, order, dims, keepdim, **stored, dtype=dtype)
    if out is not None:
        if not isinstance(out, TensorBase):
            raise TypeError(f"linalg_vector_norm(): argument 'out' must be Tensor, not {value_type_name(out)}")
        return write_out(norm, out, input, p, dim, keepdim, dtype)
    if order.__class__ not in _NUMBER_CLASSES or keepdim.__class__ is not bool or dtype is not None or dim is not None and not (
            dim.__class__ in (list, tuple) and all(d.__class__ is int for d in dim)):
        _argument_checks.check_native("linalg_vector_norm", input, order, dim, keepdim, dtype=dtype)
    if dtype is not None:
        dtype = _matrix_norms.norm_dtype(input, dtype, "linalg.vector_norm")
    try:
        return caller("vector_norm")(input, order, dim, keepdim, dtype)
    except NotImplementedError:
        if input.is_sparse:
            return input.norm(p, dim, keepdim, dtype)
        raise


__all__ = ["allclose", "equal", "isclose", "norm"]
