"""Methods that view memory in another shape or dtype, and in-place changes of shape, strides or memory."""
from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.conjugate import Pending, Unresolved
from ..._array.core.dtypes import c_name
from ..._array.core.meta import MetaArray, make_meta
from ..._array.core.row_order import note_layout
from ..._array.core.user_warnings import warn
from ..._array.shape.strided import address, elements_to_end, is_channels_last_like, storage_of, window
from ..._array.shape.views import CHANNELS_LAST
from ..._array.sparse.coo import Sparse, is_coo, unsupported_error
from ..._dispatch.call.caller import lazy_call, lazy_call_as, resolve_calls
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.dtype import array_dtype
from ..._dispatch.dtype import dtype as dtype_type
from ..._dispatch.dtype import of as dtype_of
from ..._dispatch.graph.inplace import check_writable, rebase
from ..._dispatch.graph.not_implemented import not_implemented_node
from ..._dispatch.graph.recording import edge_of
from ..._dispatch.graph.versions import (
    INFERENCE_COUNTER,
    WriteCounter,
    bump_version,
    counter_of,
    is_frozen,
    note_geometry_change,
    prepare_write,
)
from ..._dispatch.graph.views import lazy_marks
from ..._dispatch.levels.forbidden_writes import check_captured
from ..._dispatch.levels.lifting import Batched, array_values, example_array
from ..._dispatch.messages import argument_messages
from ..._dispatch.size import Size
from ..._dispatch.state import ACTIVE, LOCAL, PAUSED, PLAIN
from ..._dispatch.tensor import TensorBase, alias, is_meta_tensor, mark_inference, set_array, wrap_as
from ..._dispatch.unsupported import UnsupportedError
from ..._dispatch.wrapping import view_of, wrap
from ..._ops.not_implemented import no_forward
from ..functions.arguments import missing_argument, resolve_alias, write_out
from ..functions.shapes import call_on_window, reshape, unpack_ints, unpack_sizes
from ..functions.shown_signatures import shown_as
from ..override.overridable import all_overridable, overridable_def, refuse
from ..randomness.determinism import fill_uninitialized
from ..settings.constants import channels_last, channels_last_3d, contiguous_format

if TYPE_CHECKING:
    from .tensor import Tensor

_alias, _view = lazy_call("alias"), lazy_call("view")
_expand_copy, _view_copy = lazy_call("expand_copy"), lazy_call("view_copy")
_t, _transpose, _unsqueeze, _squeeze_all, _squeeze, _squeeze_dims = (
    lazy_call_as(name, node) for name, node in (
        ("t", "TBackward1"), ("transpose", "TransposeBackward1"), ("unsqueeze", "UnsqueezeBackward1"),
        ("squeeze_all", "SqueezeBackward3"), ("squeeze", "SqueezeBackward4"), ("squeeze", "SqueezeBackward5")))
_resize_view, _as_strided = lazy_call_as("view", "ResizeBackward"), lazy_call_as("as_strided", "AsStridedBackward1")
resolve_calls(globals())


def as_strided(x: Any, size: Any, stride: Any, storage_offset: int | None = None) -> Any:
    """The view that `as_strided_` creates, with a node of that name."""
    return call_on_window(_as_strided, x, size, stride, storage_offset)


def _resize_copy(x: Any, sizes: tuple[Any, ...]) -> Any:
    """The result of `resize` and `resize_as`, which keep the number of elements."""
    if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)):
        sizes = tuple(sizes[0])
    wanted, count = "x".join(map(str, sizes)), prod(sizes)
    if count != x.numel():
        raise RuntimeError(f"requested resize to {wanted} ({count} elements in total), but the given tensor has a size of "
                           f"{'x'.join(map(str, x.size()))} ({x.numel()} elements). autograd's resize can only change the shape of a given "
                           "tensor, while preserving the number of elements. ")
    return _resize_view(x.contiguous(), sizes)


def view_dtype(x: Any, dtype: Any) -> Any:
    """The same bytes as elements of another dtype; the last dimension changes with the element size. Not recorded, as in PyTorch."""
    a, np_dtype = x._array, dtype.numpy
    if a.__class__ is Pending:
        kind = "conjugate view tensors" if a.conjugated else "tensors with negative bit set"
        raise RuntimeError(f"torch.Tensor.view is not supported for {kind} when converting to a different dtype.")
    out = alias(x, type(_alias(x)))
    if LOCAL.inference:
        mark_inference(out)  # other views of a normal tensor are normal tensors
    elif out._counter.__class__ is WriteCounter:
        out._autograd_meta, out._counter = None, [0]
    if a.dtype is np_dtype:
        return out
    if a.itemsize != np_dtype.itemsize:
        _check_element_sizes(a, np_dtype, x.stride())
    if a.__class__ is MetaArray:
        set_array(out, a.rewrap(a.raw.view(np_dtype)))
        return out
    set_array(out, a.view(np_dtype) if a.size or a.itemsize == np_dtype.itemsize else _empty_view_as(a, np_dtype, x.stride()))
    return out


def _empty_view_as(a: np.ndarray[Any, Any], np_dtype: np.dtype[Any], strides: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """The same for an array without elements, for which numpy uses other strides."""
    size = (*a.shape[:-1], a.shape[-1] * a.itemsize // np_dtype.itemsize)
    steps = [step * a.itemsize for step in strides[:-1]]
    return np.ndarray(size, np_dtype, np.empty(0, np_dtype), 0, (*steps, np_dtype.itemsize))


def _check_element_sizes(a: np.ndarray[Any, Any], np_dtype: np.dtype[Any], strides: tuple[int, ...]) -> None:
    names = f"to view {type_name(a.dtype)} as {type_name(np_dtype)} (different element sizes)"
    if not a.ndim:
        raise RuntimeError(f"self.dim() cannot be 0 {names}")
    ratio = np_dtype.itemsize // a.itemsize
    if ratio and a.shape[-1] % ratio:
        raise RuntimeError(f"self.size(-1) must be divisible by {ratio} {names}, but got {a.shape[-1]}")
    if strides[-1] != 1:
        raise RuntimeError(f"self.stride(-1) must be 1 {names}, but got {strides[-1]}")
    if not ratio:
        return
    offset = (address(a) - address(storage_of(a))) // a.itemsize
    if offset % ratio:
        raise RuntimeError(f"self.storage_offset() must be divisible by {ratio} {names}, but got {offset}")
    for dim, step in enumerate(strides[:-1]):
        if step % ratio:
            raise RuntimeError(f"self.stride({dim}) must be divisible by {ratio} {names}, but got {step}")


_INPLACE_NAMES = {"squeeze_all": "squeeze_", "squeeze": "squeeze_.dim", "squeeze_dims": "squeeze_.dims"}


def _view_tangents(tangents: Any, view: Any, *args: Any) -> None:
    """The same for tangents, in place, so that their levels keep the same objects."""
    delegated, LOCAL.delegated = LOCAL.delegated, True
    try:
        for tangent in tangents.values():
            apply_view_inplace(tangent, view, *args)
    finally:
        LOCAL.delegated = delegated


def apply_view_inplace(x: Any, view: Any, *args: Any) -> Any:
    """`x = view(x, *args)`, in place: `x` keeps its identity and gets the geometry and history of the view."""
    if LOCAL.levels:
        check_captured(x, _INPLACE_NAMES.get(view.__name__) or view.__name__ + "_")
    recording = LOCAL.grad and x.requires_grad
    if recording and not is_frozen(x):
        check_writable(x)
    before = wrap_as(type(_alias(x)), x._array)
    before._grad_fn, before._output_nr, before._requires_grad = x._grad_fn, x._output_nr, recording
    after = view(before, *args)
    prepare_write(x)
    note_geometry_change(x)
    set_array(x, after._array)
    note_layout(x._array)
    if x._autograd_meta is not None and x._autograd_meta.tangents:
        _view_tangents(x._autograd_meta.tangents, view, *args)
    bump_version(x)
    if recording:
        x._grad_fn, x._output_nr = after._grad_fn, after._output_nr
        if x._view is not None:
            x._attr_version = counter_of(x)[0]
    return x


def contiguous_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The strides of row-major memory, in elements."""
    steps = [1]
    for n in reversed(shape[1:]):
        steps.append(steps[-1] * max(n, 1))
    return tuple(reversed(steps)) if shape else ()


def resize(x: Any, shape: tuple[int, ...]) -> None:
    """Give `x` a contiguous shape in its memory, which is enlarged, for all that refer to it, if necessary."""
    if x._array.__class__ is MetaArray:
        set_array(x, make_meta(shape, x.dtype.numpy))
    elif x._array.shape != shape:
        _resize_strided(x, shape)


def _resize_strided(x: Any, shape: tuple[int, ...]) -> None:
    pending = x._array if x._array.__class__ is Pending else None
    memory = x._array if pending is None else pending.raw
    capacity = elements_to_end(memory)
    if prod(shape) <= capacity:
        array = window(memory, shape, contiguous_strides(shape), 0)
    else:
        from ..storage.moved_memory import view_in_memory

        del memory  # it may be replaced if nothing else refers to it
        array = view_in_memory(x, shape, contiguous_strides(shape))
        fill_uninitialized(array.reshape(-1)[capacity:])
    set_array(x, array if pending is None else pending.rewrap(array))
    bump_version(x)


def _resize_batched(t: Any, shape: tuple[int, ...]) -> None:
    """Resize a batched tensor: as in PyTorch, in the memory of all examples together."""
    level = t._array.level
    set_array(t, Batched(t._array.value.resize_((level.size, *shape)), level))


@all_overridable
class ReshapingMethods:
    """Views in other shapes, and in-place changes of geometry; `Tensor` inherits them."""

    __slots__ = ()

    def view(self: Any, *shape: Any, dtype: Any = None, size: Sequence[int] | None = None) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """The same memory in another shape, or with another dtype; never a copy.

        Parameters
        ----------
        shape, size : ints
            The new shape; one size may be -1 and follows from the others.
        dtype : torch.dtype
            In place of a shape: the dtype to read the bytes as. The last dimension is scaled if the size of elements
            differs.

        Returns
        -------
        Tensor
            Shares the memory, and the version, of `self`.

        Raises
        ------
        RuntimeError
            Strides cannot express the shape: use `reshape`, or `contiguous` first.

        Notes
        -----
        A view by dtype passes no gradient, except between real and complex dtypes of the same precision.

        References
        ----------
        PyTorch: torch.Tensor.view

        Examples
        --------
        >>> x = torch.arange(4)
        >>> y = x.view(2, 2)
        >>> y[0, 0] = 9
        >>> x
        tensor([9, 1, 2, 3])
        >>> torch.tensor([1.]).view(torch.int32)
        tensor([1065353216], dtype=torch.int32)
        """
        form = shape if shape or size is None else (size,)
        if dtype is None and form and form[0].__class__ is int:
            requires_grad = self._requires_grad
            if (not requires_grad or requires_grad is not True and not self._view._requires_grad) and (
                    self.__class__ in PLAIN and not ACTIVE):
                a = self._array  # nothing to record: try numpy directly
                try:
                    out = a.reshape(form)
                    owner = out.base
                    if (owner is a or owner is not None and owner is a.base) and (out.shape == form or min(form) == -1):  # no copy
                        return view_of(self, out)
                except (TypeError, ValueError, Unresolved):
                    pass  # no array, or an invalid size
            try:
                return _view(self, form)
            except (RuntimeError, TypeError, ValueError) as error:
                return refuse(error)
        if len(form) == 1 and isinstance(form[0], type):
            form = (dtype_of(array_dtype(form[0])),)  # type: ignore[call-overload]
        if dtype is not None and form:
            raise argument_messages.wrong_combination("view", form, {"dtype": dtype})
        if dtype is not None or len(form) == 1 and form[0].__class__ is dtype_type:
            return view_dtype(self, form[0] if dtype is None else dtype)
        if not form:
            raise argument_messages.wrong_combination("view", (), {})
        try:
            return _view(self, form if len(form) > 1 else unpack_sizes(form))
        except Exception as error:
            return refuse(error)

    @overridable_def
    def view_as(self: Any, other: Tensor) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """The same memory in the shape of another tensor: `self.view(other.size())`.

        Parameters
        ----------
        other : Tensor
            The tensor with the shape.

        Returns
        -------
        Tensor
            A view of `self`.

        Raises
        ------
        RuntimeError
            Strides cannot express the shape.

        References
        ----------
        PyTorch: torch.Tensor.view_as

        Examples
        --------
        >>> torch.arange(4).view_as(torch.zeros(2, 2))
        tensor([[0, 1],
                [2, 3]])
        """
        return _view(self, other._array.shape)

    def reshape(self: Any, *size: Any, shape: Sequence[int] | None = None) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The same elements in another shape; a view where possible, else a copy.

        Parameters
        ----------
        shape : ints
            The new shape, as one sequence (a method takes several ints, too). One size may be -1: it follows from the others.

        Returns
        -------
        Tensor
            Of the given shape; it shares memory with `self` if strides can express the shape.

        Raises
        ------
        RuntimeError
            The shape has another number of elements, or two sizes are -1.

        References
        ----------
        PyTorch: torch.reshape

        Examples
        --------
        >>> x = torch.arange(6)
        >>> x.reshape((2, 3))
        tensor([[0, 1, 2],
                [3, 4, 5]])
        >>> x.reshape((-1, 2)).shape
        torch.Size([3, 2])
        """
        form = size if size or shape is None else (shape,)
        try:
            requires_grad = self._requires_grad
            if (form and form[0].__class__ is int and (not requires_grad or requires_grad is not True and not self._view._requires_grad)
                    and self.__class__ in PLAIN and not ACTIVE):
                a = self._array  # nothing to record: try numpy directly
                out = a.reshape(form)
                owner = out.base
                if out.shape == form or min(form) == -1:
                    if owner is a or owner is not None and owner is a.base:  # no copy
                        return view_of(self, out)
                    if a.size > 1 and a.__class__ is np.ndarray and self._counter is not INFERENCE_COUNTER and (
                            self._view is None or self._autograd_meta is None and not PAUSED):
                        return wrap(out)
        except (TypeError, ValueError, Unresolved):
            pass  # no array, or an invalid shape
        if not form:
            raise missing_argument("reshape", "shape")
        try:
            if self._array.flags.c_contiguous:
                return _view(self, form if form and form[0].__class__ is int else unpack_sizes(form))
        except (AttributeError, TypeError, RuntimeError, ValueError):
            pass  # no such array, or an invalid shape
        try:
            return reshape(self, unpack_sizes(form))
        except Exception as error:
            return refuse(error)

    @overridable_def
    def reshape_as(self: Any, other: Tensor) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """The same elements in the shape of another tensor: `self.reshape(other.size())`.

        Parameters
        ----------
        other : Tensor
            The tensor with the shape.

        Returns
        -------
        Tensor
            A view where possible, else a copy.

        Raises
        ------
        RuntimeError
            The shape has another number of elements.

        References
        ----------
        PyTorch: torch.Tensor.reshape_as

        Examples
        --------
        >>> torch.arange(4).reshape_as(torch.zeros(2, 2))
        tensor([[0, 1],
                [2, 3]])
        """
        return reshape(self, other._array.shape)

    def t_(self: Any) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """The transpose of a matrix. In place.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has more than two dimensions.

        References
        ----------
        PyTorch: torch.t

        Examples
        --------
        >>> torch.tensor([[1, 2], [3, 4]]).t_()
        tensor([[1, 3],
                [2, 4]])
        """
        if self._array.ndim > 2:
            if LOCAL.grad and self.requires_grad:
                check_writable(self)
            raise RuntimeError(f"t_() expects a tensor with <= 2 dimensions, but self is {self._array.ndim}D")
        return apply_view_inplace(self, _t)

    def transpose_(self: Any, dim0: int, dim1: int) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """The tensor with two dimensions exchanged. In place.

        Parameters
        ----------
        dim0 : int
            The first.
        dim1 : int
            The second.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        IndexError
            A dimension is out of range.

        References
        ----------
        PyTorch: torch.transpose

        Examples
        --------
        >>> x = torch.tensor([[1, 2, 3], [4, 5, 6]])
        >>> x.transpose_(0, 1)
        tensor([[1, 4],
                [2, 5],
                [3, 6]])
        """
        return apply_view_inplace(self, _transpose, dim0, dim1)

    def swapdims_(self: Any, dim0: int, dim1: int) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """The tensor with two dimensions exchanged; another name of `torch.transpose`. In place.

        Parameters
        ----------
        dim0 : int
            The first.
        dim1 : int
            The second.

        Returns
        -------
        Tensor
            `self`, changed.

        References
        ----------
        PyTorch: torch.swapdims

        Examples
        --------
        >>> torch.zeros(2, 3, 4).swapdims_(0, 2).shape
        torch.Size([4, 3, 2])
        """
        return apply_view_inplace(self, _transpose, dim0, dim1)

    def swapaxes_(self: Any, axis0: int, axis1: int) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """The tensor with two dimensions exchanged; numpy's name of `torch.transpose`. In place.

        Parameters
        ----------
        axis0 : int
            The first.
        axis1 : int
            The second.

        Returns
        -------
        Tensor
            `self`, changed.

        References
        ----------
        PyTorch: torch.swapaxes

        Examples
        --------
        >>> torch.zeros(2, 3, 4).swapaxes_(0, 2).shape
        torch.Size([4, 3, 2])
        """
        return apply_view_inplace(self, _transpose, axis0, axis1)

    @shown_as("self, dim=None")
    def squeeze_(self: Any, dim: int | Sequence[int] | None = None, *further: Any, axis: Any = None) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """The tensor without dimensions of size 1. In place.

        Parameters
        ----------
        dim : int or tuple of ints, optional
            Only these; all if not given. Dimensions of another size remain.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.Tensor.squeeze_

        Examples
        --------
        >>> torch.zeros(1, 2).squeeze_()
        tensor([0., 0.])
        """
        if axis is not None:
            dim = resolve_alias("squeeze_", "axis", axis, dim, None)
        if further:
            dim = (dim, *further)  # type: ignore[arg-type]
        if dim is None:
            return apply_view_inplace(self, _squeeze_all)
        return apply_view_inplace(self, _squeeze_dims if isinstance(dim, (tuple, list)) else _squeeze, dim)

    def unsqueeze_(self: Any, dim: int) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """The tensor with a new dimension of size 1. In place.

        Parameters
        ----------
        dim : int
            Its position in the result, between -input.dim() - 1 and input.dim().

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        IndexError
            `dim` is out of range.

        References
        ----------
        PyTorch: torch.Tensor.unsqueeze_

        Examples
        --------
        >>> torch.tensor([1, 2]).unsqueeze_(0)
        tensor([[1, 2]])
        """
        return apply_view_inplace(self, _unsqueeze, dim)

    def as_strided_(self: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """A view of a tensor's memory with the given shape and strides. In place.

        Parameters
        ----------
        size : ints
            The shape.
        stride : ints
            The stride of each dimension, in elements.
        storage_offset : int, optional
            The offset in the memory; that of `self` if not given.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The view would extend beyond the memory.

        References
        ----------
        PyTorch: torch.as_strided

        Examples
        --------
        >>> torch.arange(9).as_strided_((2, 2), (3, 1), 1)
        tensor([[1, 2],
                [4, 5]])
        """
        return apply_view_inplace(self, as_strided, size, stride, storage_offset)

    def resize_(self: Any, *size: Any, memory_format: Any = None) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """Resize the tensor, enlarging its memory if necessary; new elements are uninitialized. In place.

        Parameters
        ----------
        sizes : ints
            The new shape.
        memory_format : torch.memory_format, default torch.contiguous_format
            The memory format of the elements.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The tensor requires gradients, or its memory cannot grow.

        References
        ----------
        PyTorch: torch.Tensor.resize_

        Examples
        --------
        >>> torch.tensor([[1, 2], [3, 4]]).resize_(3)
        tensor([1, 2, 3])
        """
        if self.requires_grad and not LOCAL.inference:
            raise RuntimeError("cannot resize variables that require grad")
        sizes = unpack_ints(size, "resize_")
        if min(sizes, default=0) < 0:
            raise RuntimeError("numel: integer multiplication overflow")
        if self._autograd_meta is not None:
            if self._autograd_meta.tangents:
                raise RuntimeError("cannot resize variables that has a forward grad")
            if tuple(sizes) != self._array.shape:
                prepare_write(self)
        if isinstance(self._array, Batched):
            _resize_batched(self, sizes)
        elif isinstance(self._array, Sparse):
            raise unsupported_error("resize_")
        else:
            resize(self, sizes)
        if memory_format is not None and memory_format.name in CHANNELS_LAST and self._array.__class__ is np.ndarray:
            self._restride(memory_format)
        return self

    def _restride(self: Any, memory_format: Any) -> None:
        """Change the strides to those of a memory format; the order of the values in memory stays."""
        array = self._array
        if array.ndim != CHANNELS_LAST[memory_format.name]:
            raise RuntimeError(f"required rank {CHANNELS_LAST[memory_format.name]} tensor to use {memory_format.name} format")
        if array.flags.c_contiguous:
            n, c, *sizes = array.shape
            set_array(self, np.moveaxis(array.reshape(n, *sizes, c), -1, 1))
            note_layout(self._array)

    @overridable_def
    def resize_as_(self: Any, the_template: Tensor, *, memory_format: Any = None) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """Resize the tensor to the shape of another, as `Tensor.resize_` does. In place.

        Parameters
        ----------
        the_template : Tensor
            The tensor with the shape; named `tensor` in the method, `the_template` in the function.
        memory_format : torch.memory_format, default torch.contiguous_format
            The memory format of the elements.

        Returns
        -------
        Tensor
            `self`, changed.

        References
        ----------
        PyTorch: torch.Tensor.resize_as

        Examples
        --------
        >>> torch.tensor([1, 2, 3, 4]).resize_as_(torch.zeros(2, 2))
        tensor([[1, 2],
                [3, 4]])
        """
        if isinstance(self._array, Sparse) and isinstance(the_template._array, Sparse) and self._array.shape == the_template._array.shape:
            return self
        if memory_format is not None and memory_format.name == "preserve_format" and the_template._array.__class__ is np.ndarray:
            array = the_template._array
            last = array.ndim in (4, 5) and is_channels_last_like(array)
            memory_format = (channels_last if array.ndim == 4 else channels_last_3d) if last else None
        return self.resize_(the_template._array.shape, memory_format=memory_format)

    def resize(self: Any, *sizes: Any) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """Deprecated: the tensor in another shape with as many elements; replaced by `Tensor.reshape`.

        Parameters
        ----------
        sizes : ints
            The new shape.

        Returns
        -------
        Tensor
            A view.

        Raises
        ------
        RuntimeError
            The number of elements differs.

        References
        ----------
        PyTorch: torch.Tensor.resize

        Examples
        --------
        >>> torch.tensor([1, 2, 3, 4]).resize(2, 2)
        tensor([[1, 2],
                [3, 4]])
        """
        warn("non-inplace resize is deprecated")
        return _resize_copy(self, sizes)

    def resize_as(self: Any, tensor: Any) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """Resize the tensor to the shape of another, as `Tensor.resize_` does.

        Parameters
        ----------
        tensor : Tensor
            The tensor with the shape; named `tensor` in the method, `the_template` in the function.

        Returns
        -------
        Tensor
            The tensor, changed.

        References
        ----------
        PyTorch: torch.Tensor.resize_as

        Examples
        --------
        >>> torch.tensor([1, 2, 3, 4]).resize_as(torch.zeros(2, 2))
        tensor([[1, 2],
                [3, 4]])
        """
        warn("non-inplace resize_as is deprecated")
        return _resize_copy(self, tuple(tensor.size()))

    @overridable_def
    def set_(self: Any, source: Any = (), storage_offset: int = 0, size: Sequence[int] | None = None,
             stride: Sequence[int] | None = None) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """Set the memory, shape and strides of the tensor. In place.

        Parameters
        ----------
        source : Tensor or storage, optional
            The memory; none if not given.
        storage_offset : int, default 0
            The offset in the memory, in elements.
        size : ints, optional
            The shape.
        stride : ints, optional
            The strides; contiguous if not given.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The dtypes differ, or the memory is too small.

        References
        ----------
        PyTorch: torch.Tensor.set_

        Examples
        --------
        >>> torch.zeros(1).set_(torch.tensor([1., 2., 3.]))
        tensor([1., 2., 3.])
        """
        if source.__class__ is tuple and size is not None:
            raise argument_messages.wrong_combination("set_", (), {"size": size})
        if isinstance(getattr(source, "_array", None), Sparse):
            raise unsupported_error("set_.source_Tensor")
        prepare_write(self)
        array = _source_memory(self._array, source, storage_offset, size, stride)
        # With a size, only the source's storage is used, which has no history.
        ends: list[Any] = [t for t in (self, source) if isinstance(t, TensorBase)] if size is None else [self]
        recorded = LOCAL.grad and not LOCAL.inference and any(t.requires_grad for t in ends)
        if recorded:
            check_writable(self)
        if any(t._autograd_meta is not None and t._autograd_meta.tangents for t in ends):
            no_forward("set_")()
        if self._requires_grad is True and self._grad_fn is None:
            from ..._engine.replaced_data import detach_graphs

            detach_graphs(self)
        edges = tuple(edge_of(t) if t.requires_grad else (None, 0) for t in ends) if recorded else None
        set_array(self, array)
        note_layout(array)
        bump_version(self)
        if edges is not None:
            rebase(self, not_implemented_node("set_", edges, self))
        return self

    @overridable_def
    def is_set_to(self: Any, tensor: Tensor) -> bool:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """Whether two tensors share memory with the same offset, shape and strides.

        Parameters
        ----------
        tensor : Tensor
            The second.

        Returns
        -------
        bool
            The answer.

        References
        ----------
        PyTorch: torch.Tensor.is_set_to

        Examples
        --------
        >>> x = torch.zeros(2, 2)
        >>> x.is_set_to(x.detach()), x.is_set_to(x.t())
        (True, False)
        """
        if is_meta_tensor(self) or is_meta_tensor(tensor):
            from ..._dispatch.layouts.meta import needs_values_error

            raise needs_values_error("is_set_to")
        a, b = example_array(self._array), example_array(tensor._array)
        return storage_of(a) is storage_of(b) and (address(a), a.shape, a.strides, a.dtype, lazy_marks(self)) == (
            address(b), b.shape, b.strides, b.dtype, lazy_marks(tensor))

    def fill_diagonal_(self: Any, fill_value: int | float | complex | bool, wrap: bool = False) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """Fill the main diagonal with one number. In place.

        Parameters
        ----------
        fill_value : number
            The number.
        wrap : bool, default False
            Whether the diagonal wraps around in matrices with more rows than columns.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The tensor has less than two dimensions, or more than two of different sizes.

        References
        ----------
        PyTorch: torch.Tensor.fill_diagonal_

        Examples
        --------
        >>> torch.zeros(2, 2).fill_diagonal_(5)
        tensor([[5., 0.],
                [0., 5.]])
        """
        a = self._array
        if a.ndim < 2:
            raise RuntimeError("dimensions must larger than 1")
        if a.ndim > 2 and len(set(a.shape)) > 1:
            raise RuntimeError("all dimensions of input must be of equal length")
        if not ACTIVE and a.__class__ is np.ndarray and not wrap and (
                self._requires_grad or self.__class__ in PLAIN and self._autograd_meta is None and 0 not in a.strides):
            self.as_strided((min(a.shape),), (sum(self.stride()),)).fill_(fill_value)
            return self
        step = sum(contiguous_strides(a.shape))
        last = a.size if wrap and a.ndim == 2 else min(a.size, step * min(a.shape))
        mask = np.zeros(a.size, np.bool_)
        mask[:last:step] = True
        return self.masked_fill_(wrap_as(type(_alias(self)), mask.reshape(a.shape)), fill_value)

    @overridable_def
    def map_(self: Any, tensor: Any, callable: Any) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """Replace each element by the result of a function of the elements of two tensors. In place.

        Parameters
        ----------
        tensor : Tensor
            The second, broadcast to the shape of `self`.
        callable : function
            Takes two numbers and returns one.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The tensor requires gradients.

        References
        ----------
        PyTorch: torch.Tensor.map_

        Examples
        --------
        >>> torch.tensor([1., 2.]).map_(torch.tensor([10., 20.]), lambda x, y: x + y)
        tensor([11., 22.])
        """
        return _map_elements(self, "map_", callable, tensor)

    @overridable_def
    def map2_(self: Any, x: Tensor, y: Tensor, callable: Any) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """Replace each element by the result of a function of the elements of three tensors. In place.

        Parameters
        ----------
        x, y : Tensor
            The second and third.
        callable : function
            Takes three numbers and returns one.

        Returns
        -------
        Tensor
            `self`, changed.

        References
        ----------
        PyTorch: torch.Tensor.map2_

        Examples
        --------
        >>> torch.tensor([1.]).map2_(torch.tensor([2.]), torch.tensor([3.]), lambda a, b, c: a + b + c)
        tensor([6.])
        """
        return _map_elements(self, "map2_", callable, x, y)

    def apply_(self: Any, callable: Any) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """Replace each element by the result of a function. In place.

        Parameters
        ----------
        callable : function
            Takes a number and returns one.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The tensor requires gradients.

        References
        ----------
        PyTorch: torch.Tensor.apply_

        Examples
        --------
        >>> torch.tensor([1., 2.]).apply_(lambda x: x * 10)
        tensor([10., 20.])
        """
        return _map_elements(self, "apply_", callable)


def _map_elements(x: Any, name: str, function: Any, *others: Any) -> Any:
    if any(t.requires_grad for t in (x, *others)):
        raise RuntimeError(f"Can't call {name}() on Variable that requires grad. Use var.detach().{name}() instead.")
    for t, place in zip(others, "xy", strict=False):
        if t.type() != x.type():
            place = "'other'" if name == "map_" else f"argument '{place}'"
            raise TypeError(f"{name}: expected {x.type()} for {place} (got {t.type()})")
    columns = [array_values(t.expand(x._array.shape)._array).ravel().tolist() for t in (x, *others)]
    found = [function(*row) for row in zip(*columns, strict=True)]
    if text := next((value for value in found if isinstance(value, (str, bytes))), None):
        raise TypeError(f"must be real number, not {type(text).__name__}")
    values = np.array(found, x._array.dtype).reshape(x._array.shape)
    if x._array.__class__ is Pending:
        x._array.write(values)
    else:
        x._array[...] = values
    return x  # as in PyTorch, not recorded


def _source_memory(before: Any, source: Any, offset: int, size: Any, stride: Any) -> np.ndarray[Any, Any]:
    dtype = before.dtype
    if isinstance(source, tuple) and not source:
        return np.empty(0, dtype)
    if not isinstance(source, TensorBase) and not hasattr(source, "_storage_array"):
        raise argument_messages.wrong_combination("set_", (source,), {})
    if size is None and (stride is not None or offset.__class__ is not int or offset and isinstance(source, TensorBase)):
        raise argument_messages.wrong_combination("set_", (source, offset), {})
    if isinstance(source, TensorBase):
        if is_meta_tensor(source) and size is not None:
            raise UnsupportedError("Tensor.set_ to a window on the memory of a tensor of the meta device")
        if source._array.dtype is not dtype:
            raise RuntimeError(f"Could not set tensor of type {c_name(source._array.dtype)} to a tensor of type {c_name(dtype)}")
        if size is None:
            return source._array if is_meta_tensor(source) else example_array(source._array)
        if is_coo(source._array) or ACTIVE:
            flat = example_array(source._array)
            offset -= (address(flat) - address(storage_of(flat))) // dtype.itemsize
        else:
            flat = _enlarge_storage(source.untyped_storage(), dtype, offset, size, stride, before)  # type: ignore[attr-defined]
    else:
        flat = _enlarge_storage(source, dtype, offset, size, stride, before)
    shape = (flat.size - offset,) if size is None else tuple(unpack_sizes((size,)))
    if stride is not None and len(steps := tuple(unpack_sizes((stride,)))) != len(shape):
        raise RuntimeError(f"unequal size length ({len(shape)}) and stride length ({len(steps)})")
    return window(flat, shape, contiguous_strides(shape) if stride is None else tuple(unpack_sizes((stride,))), offset)


def _enlarge_storage(storage: Any, dtype: np.dtype[Any], offset: int, size: Any, stride: Any, before: Any) -> np.ndarray[Any, Any]:
    """The elements of a storage, which is enlarged if the view extends past its end; not for a view with the tensor's former shape."""
    flat = storage._storage_array(dtype)
    if size is None:
        return flat
    shape = tuple(unpack_sizes((size,)))
    steps = contiguous_strides(shape) if stride is None else tuple(unpack_sizes((stride,)))
    end = offset + 1 + sum((n - 1) * s for n, s in zip(shape, steps, strict=False)) if 0 not in shape and offset >= 0 else 0
    if shape == before.shape and (stride is None or steps == tuple(s // before.itemsize for s in before.strides)):
        return flat
    if end <= flat.size or min((*shape, *steps), default=0) < 0:
        return flat
    del flat  # so that no reference prevents the storage from moving
    getattr(storage, "_untyped_storage", storage).resize_(end * dtype.itemsize)
    return storage._storage_array(dtype)


def resize_as_(input: Tensor, the_template: Tensor, *, memory_format: Any = None) -> Tensor:
    # The docstring is written in _bindings/tensor/reshaping.md.
    """Resize the tensor to the shape of another, as `Tensor.resize_` does. In place.

    Parameters
    ----------
    the_template, tensor : Tensor
        The tensor with the shape; named `tensor` in the method, `the_template` in the function.
    input : Tensor
        The tensor. (A method: `self`.)
    memory_format : torch.memory_format, default torch.contiguous_format
        The memory format of the elements.

    Returns
    -------
    Tensor
        `input`, changed.

    References
    ----------
    PyTorch: torch.Tensor.resize_as

    Examples
    --------
    >>> torch.resize_as_(torch.tensor([1, 2, 3, 4]), torch.zeros(2, 2))
    tensor([[1, 2],
            [3, 4]])
    """
    return input.resize_as_(the_template, memory_format=memory_format)


def as_strided_(input: Tensor, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """A view of a tensor's memory with the given shape and strides. In place.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    size : ints
        The shape.
    stride : ints
        The stride of each dimension, in elements.
    storage_offset : int, optional
        The offset in the memory; that of `input` if not given.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        The view would extend beyond the memory.

    References
    ----------
    PyTorch: torch.as_strided

    Examples
    --------
    >>> torch.as_strided_(torch.arange(9), (2, 2), (3, 1), 1)
    tensor([[1, 2],
            [4, 5]])
    """
    return input.as_strided_(size, stride, storage_offset)


def swapaxes(input: Tensor, axis0: int, axis1: int) -> Tensor:
    # The docstring is written in _bindings/tensor/reshaping.md.
    """The tensor with two dimensions exchanged; numpy's name of `torch.transpose`.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    axis0 : int
        The first.
    axis1 : int
        The second.

    Returns
    -------
    Tensor
        A view of `input`.

    References
    ----------
    PyTorch: torch.swapaxes

    Examples
    --------
    >>> torch.swapaxes(torch.zeros(2, 3, 4), 0, 2).shape
    torch.Size([4, 3, 2])
    """
    return _transpose(input, axis0, axis1)


def swapdims(input: Tensor, dim0: int, dim1: int) -> Tensor:
    # The docstring is written in _bindings/tensor/reshaping.md.
    """The tensor with two dimensions exchanged; another name of `torch.transpose`.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    dim0 : int
        The first.
    dim1 : int
        The second.

    Returns
    -------
    Tensor
        A view of `input`.

    References
    ----------
    PyTorch: torch.swapdims

    Examples
    --------
    >>> torch.swapdims(torch.zeros(2, 3, 4), 0, 2).shape
    torch.Size([4, 3, 2])
    """
    return _transpose(input, dim0, dim1)


def expand_copy(input: Tensor, size: Sequence[int], *, implicit: bool = False, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/tensor/reshaping.md.
    """The tensor expanded to a shape, as a copy.

    Parameters
    ----------
    input : Tensor
        The tensor to copy.
    size : ints
        The new shape.
    implicit : bool, default False
        For the use of function transforms.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        In new memory; gradients flow back to `input`.

    References
    ----------
    PyTorch: torch.expand_copy

    Examples
    --------
    >>> torch.expand_copy(torch.tensor([[1], [2]]), (2, 3))
    tensor([[1, 1, 1],
            [2, 2, 2]])
    """
    return _expand_copy(input, size) if out is None else write_out(_expand_copy, out, input, size)


def view_copy(input: Tensor, size: Sequence[int] | dtype_type | None = None, *, dtype: Any = None, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/tensor/reshaping.md.
    """The tensor in another shape, as a copy.

    Parameters
    ----------
    input : Tensor
        The tensor to copy.
    size : ints or torch.dtype, optional
        The new shape, or the dtype to read the bytes as.
    dtype : torch.dtype, optional
        The dtype of the result, to which `input` is cast first.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        In new memory; gradients flow back to `input`.

    References
    ----------
    PyTorch: torch.view_copy

    Examples
    --------
    >>> torch.view_copy(torch.arange(4), (2, 2))
    tensor([[0, 1],
            [2, 3]])
    """
    if dtype is None and size.__class__ is not dtype_type:
        return _view_copy(input, size) if out is None else write_out(_view_copy, out, input, size)
    return _copy_as_dtype(input, dtype or size) if out is None else write_out(_copy_as_dtype, out, input, dtype or size)


def _copy_as_dtype(input: Any, dtype: Any) -> Any:
    return view_dtype(input, dtype).detach().clone(memory_format=contiguous_format)


def broadcast_shapes(*shapes: Any) -> Size:
    # The docstring is written in _bindings/tensor/reshaping.md.
    """The shape to which some shapes broadcast.

    Parameters
    ----------
    shapes : sequences of ints
        The shapes.

    Returns
    -------
    torch.Size
        The common shape.

    Raises
    ------
    RuntimeError
        They cannot be broadcast.

    References
    ----------
    PyTorch: torch.broadcast_shapes

    Examples
    --------
    >>> torch.broadcast_shapes((2, 1), (1, 3), (3,))
    torch.Size([2, 3])
    """
    for shape in shapes:
        if not isinstance(shape, (int, Sequence)) and shape is not None:
            raise RuntimeError(f"Input shapes should be of type ints, a tuple of ints, or a list of ints, got {shape}")
    sizes = [(shape,) if isinstance(shape, int) else Size(shape) for shape in shapes if shape is not None]
    common = [1] * max(map(len, sizes), default=0)
    for number, shape in enumerate(sizes):
        for back, size in enumerate(reversed(shape), 1):
            if size < 0:
                raise ValueError("Attempting to broadcast a dimension with negative length!")
            if common[-back] not in (1, size) and size != 1:
                raise RuntimeError(f"Attempting to broadcast a dimension of length {size} at -{back}! Mismatching argument at index "
                                   f"{number} had {tuple(shape)}; but expected shape should be broadcastable to {common}")
            if size != 1:
                common[-back] = int(size)
    return Size(common)


__all__ = ["as_strided_", "broadcast_shapes", "expand_copy", "resize_as_", "swapaxes", "swapdims", "view_copy"]
