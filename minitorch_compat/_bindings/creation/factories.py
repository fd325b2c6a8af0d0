"""Creation functions. https://docs.pytorch.org/docs/stable/torch.html#creation-ops"""
from __future__ import annotations

import math
from collections.abc import Sequence
from os.path import dirname, exists, getsize, sep
from sys import _getframe
from time import perf_counter_ns
from types import FrameType
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.dtypes import Defaults, int64, is_differentiable, require_kernel, scalar_dtype
from ..._array.core.meta import NO_DATA, MetaArray, make_meta, make_meta_like
from ..._array.core.numbers import index, to_python_number
from ..._array.core.row_order import note_layout
from ..._array.core.user_warnings import warn
from ..._array.exchange.parsing import parse
from ..._array.exchange.type_names import value_type_name
from ..._array.index.indexing import to_assigned_value, to_fill_value
from ..._array.shape import evenly_spaced as spacing
from ..._array.shape.strided import empty_like_layout, layout_template, with_empty_strides_like
from ..._array.shape.strided import empty_strided as _empty_strided
from ..._array.sparse.coo import Coo, Sparse, unsupported_error
from ..._dispatch.call.caller import caller, wrap
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.call.torch_function import NO_CLASSES, dispatch_override, handles_overrides, switched_off
from ..._dispatch.device import check_device, no_pinned_memory, refuse_pinned
from ..._dispatch.dtype import array_dtype, of
from ..._dispatch.levels.lifting import array_values, concrete_values, create_like, lift_new_tensor, resolve_levels, tensor_values
from ..._dispatch.messages import argument_messages
from ..._dispatch.size import Size
from ..._dispatch.state import ACTIVE, LOCAL, Classes
from ..._dispatch.tensor import TensorBase, is_meta_tensor, require_gradient
from ..._dispatch.unsupported import UnsupportedError
from ..._dispatch.wrapping import wrap_plain
from ..functions.arguments import (
    LARGE_SIZE,
    MISSING,
    as_scalar,
    check_sizes,
    is_int_like,
    missing_argument,
    raise_wrong_type,
    refuse_pin_memory,
    require_strided,
    store_out,
    takes_tensor,
)
from ..functions.shown_signatures import shown_as
from ..override.overridable import resolve
from ..randomness.determinism import Determinism, fill_uninitialized
from ..settings.constants import memory_format, sparse_coo, strided
from ..storage.borrowed import check_shareable, check_strides

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_ARRAY_CLASSES = frozenset({np.ndarray, MetaArray})
_FOLDER = dirname(dirname(__file__))
#: Functions of the bindings that wrap those with a name in torch.
_WRAPPERS = frozenset({"check_anyway", "call", "call_handlers", "wrapper", "check_and_call", "finish", "finish_like"})


def finish(array: Any, requires_grad: bool, device: Any = None, out: Any = None) -> Any:
    """Wrap a new array as a tensor, with `requires_grad` set if requested, or store it in `out`."""
    if device is not None and check_device(device) and array.__class__ is not MetaArray:
        array = make_meta_like(array)
    if out is not None:
        store_out(out, array, device)
        return out
    if ACTIVE or array.__class__ is not np.ndarray:
        t = wrap(array)
        if ACTIVE:
            t = lift_new_tensor(t if LOCAL.observer is None else _note_creation(t))
    else:
        t = wrap_plain(array)
    if requires_grad is not False and requires_grad is not None:
        if requires_grad is not True:
            raise TypeError(f"argument 'requires_grad' must be bool, not {value_type_name(requires_grad)}")
        if not is_differentiable(array.dtype):
            raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
        require_gradient(t)
    return t


def note_start() -> None:
    """Record the start time for an open observer: creation functions are no ops, and only `finish` reports them."""
    if LOCAL.observer is not None:
        LOCAL.creation_start = perf_counter_ns()


def _note_creation(t: Any) -> Any:
    """Report a new tensor to the observer, under the name of the outermost function of the bindings on the stack."""
    frame: FrameType | None = _getframe(2)
    name = ""
    while frame is not None and f"{_FOLDER}{sep}" in frame.f_code.co_filename:
        called = frame.f_code.co_name
        if called[0] not in "_<" and called not in _WRAPPERS:
            name = called
        frame = frame.f_back
    return LOCAL.observer.record_creation(name, t)


def finish_like(input: Any, shape: tuple[int, ...], make: Any, requires_grad: bool, device: Any = None) -> Any:
    """A new tensor `make(shape)`; inside a transform one at the levels of `input`, so that their values can be written into it."""
    if device is not None and check_device(device) or device is None and input._array.__class__ is MetaArray:
        return finish(make_meta(shape, make((0,)).dtype), requires_grad)
    if input._array.__class__ in _ARRAY_CLASSES:
        return finish(make(shape), requires_grad, device)
    if input._array.__class__ is Coo:
        raise unsupported_error("fill_.Scalar")
    if isinstance(input._array, Sparse):
        from ..._dispatch.layouts.sparse import fill_pattern

        return fill_pattern(input, make, requires_grad)
    make_array = (lambda at: make_meta(at, make((0,)).dtype)) if is_meta_tensor(input) else make
    t = create_like(resolve_levels(input), shape, make_array)
    t.requires_grad = requires_grad
    return t


def size_keyword(size: Any, name: str) -> tuple[Any, ...]:
    """The `size` of a creation function when passed by keyword: it has to be a list."""
    if not isinstance(size, (tuple, list)):
        raise TypeError(f"{name}(): argument 'size' must be tuple of ints, not {value_type_name(size)}")
    return (size,)


_SIZE_CLASSES = frozenset({tuple, list, Size})
_SIZE_REQUIRED = frozenset(("zeros", "ones", "empty", "new_zeros", "new_ones", "new_empty"))


def shape_of(size: Sequence[Any], name: str) -> tuple[int, ...]:
    """The shape of `f(2, 3)` and `f((2, 3))`; negative sizes are refused."""
    if ACTIVE:
        note_start()
    given = size if len(size) != 1 or size[0].__class__ is int else size[0]
    if given.__class__ in _SIZE_CLASSES and given:
        for n in given:
            if n.__class__ is not int or not 0 <= n < LARGE_SIZE:
                break
        else:
            return tuple(given)
    if not size:
        if name in _SIZE_REQUIRED:
            raise missing_argument(name, "size")
        if name in ("rand", "randn"):
            raise argument_messages.wrong_combination(name, (), {})
    listed = len(size) == 1 and isinstance(size[0], (tuple, list))
    if listed:
        size = tuple(size[0])
    try:
        shape = tuple(map(index, size))
    except TypeError:
        raise _size_error(size, name, listed) from None
    if shape and (size[0] is True or size[0] is False):  # PyTorch checks the first only
        raise _size_error(size, name, listed)
    for n in shape:
        if not 0 <= n < LARGE_SIZE:
            check_sizes(shape, name)
    return shape


def _size_error(size: Sequence[Any], name: str, listed: bool) -> TypeError:
    place, bad = next((i, value_type_name(n)) for i, n in enumerate(size) if not hasattr(n, "__index__") or i == 0 and isinstance(n, bool))
    if place == 0:
        found = f"but found element of type {bad} at pos 0" if listed else f"not {bad}"
        return TypeError(f"{name}(): argument 'size' (position 1) must be tuple of ints, {found}")
    return TypeError(f"{name}(): argument 'size' failed to unpack the object at pos {place + 1} with error "
                     f"\"type must be tuple of ints,but got {bad}\"")


def unwrap(item: Any) -> Any:
    """The array of a tensor inside data; None for anything else."""
    if not isinstance(item, TensorBase):
        return None
    if not item._array.ndim:
        from ..tensor.interop import warn_scalar_conversion

        warn_scalar_conversion(item)
    return array_values(item._array)


def _dtype_of_argument(value: Any) -> np.dtype[Any]:
    try:
        return array_dtype(value)
    except TypeError as error:
        raise TypeError(f"tensor(): {error}") from None


@shown_as("data, *, dtype=None, device=None, requires_grad=False, pin_memory=False")
@handles_overrides
def tensor(data: Any = MISSING, *, dtype: Any = None, device: Any = None, requires_grad: bool = False, pin_memory: bool = False) -> Tensor:
    # The docstring is written in _bindings/creation/factories.md.
    """A new tensor with a copy of data.

    Parameters
    ----------
    data : number, nested sequence, ndarray or Tensor
        The elements. Sequences must be rectangular.
    dtype : torch.dtype, optional
        The dtype of the elements; from the data if not given, where Python floats become the default dtype and ints
        `torch.int64`.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.

    Returns
    -------
    Tensor
        A leaf in new memory.

    Raises
    ------
    ValueError
        Sequences along one dimension have different lengths.
    TypeError
        An element is no number.

    Notes
    -----
    To share memory with an ndarray use `torch.from_numpy` or `torch.as_tensor`; to copy a tensor, its `clone` and
    `detach`.

    References
    ----------
    PyTorch: torch.tensor

    Examples
    --------
    >>> torch.tensor([[1, 2], [3, 4]])
    tensor([[1, 2],
            [3, 4]])
    >>> torch.tensor([1, 2.5]), torch.tensor([1, 2], dtype=torch.float64)
    (tensor([1.0000, 2.5000]), tensor([1., 2.], dtype=torch.float64))
    >>> torch.tensor(3.14)
    tensor(3.1400)
    """
    if pin_memory:
        raise no_pinned_memory()
    try:
        if ACTIVE:
            dispatch_override(())  # no argument overrides, but a mode may
        elif data.__class__ is list and dtype is None and device is None and requires_grad is False:
            return wrap(parse(data, None, unwrap))
        if data is MISSING:
            raise missing_argument("tensor", "data")
        if requires_grad.__class__ is not bool:
            raise_wrong_type("tensor", "requires_grad", "bool", requires_grad)
        if isinstance(data, TensorBase):
            warn("To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
                 "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor).")
            if isinstance(data._array, Sparse):
                out = data.detach().clone() if dtype is None else data.detach().to(dtype)
                return out.requires_grad_() if requires_grad else out
            if is_meta_tensor(data):
                if not is_meta_result(data, device):
                    raise NotImplementedError(NO_DATA)
                source: Any = data._array
                return finish(make_meta_like(source.raw, array_dtype(dtype)), requires_grad)
            array = np.array(tensor_values(data), dtype=data._array.dtype if dtype is None else array_dtype(dtype))
            note_layout(array)
        elif hasattr(type(data), "_storage_array"):
            array = _storage_array(data, None if dtype is None else _dtype_of_argument(dtype))
        else:
            array = parse(data, None if dtype is None else _dtype_of_argument(dtype), unwrap)
        if device is not None:
            check_device(device, None)  # checked here; `finish` moves it to the meta device
        return finish(array, requires_grad, device)
    except Exception as error:
        return resolve(error)


def as_tensor(data: Any, dtype: Any = None, device: Any = None) -> Tensor:
    # The docstring is written in _bindings/creation/factories.md.
    """Data as a tensor, without a copy where possible.

    A tensor that fits is returned unchanged, with its history; an ndarray shares its memory.

    Parameters
    ----------
    data : number, nested sequence, ndarray or Tensor
        The elements.
    dtype : torch.dtype, optional
        The dtype of the elements; from the data if not given.
    device : torch.device or str, optional
        The device of the result; the default device if not given.

    Returns
    -------
    Tensor
        A tensor on the given device and of the given dtype.

    References
    ----------
    PyTorch: torch.as_tensor

    Examples
    --------
    >>> import numpy as np
    >>> a = np.array([1, 2, 3])
    >>> t = torch.as_tensor(a)
    >>> t[0] = -1
    >>> a
    array([-1,  2,  3])
    """
    np_dtype = array_dtype(dtype)
    if device is not None and check_device(device, None) and not isinstance(data, TensorBase):
        return finish(np.asarray(as_tensor(data, dtype)._array), False, device)
    if isinstance(data, TensorBase):
        tensor: Any = data
        if device is not None and check_device(device, None) is not is_meta_tensor(data):
            with switched_off(NO_CLASSES):
                tensor = tensor.to(device)
        if np_dtype is None or np_dtype is data._array.dtype:
            return tensor
        with switched_off(NO_CLASSES):
            return tensor.to(dtype)
    if isinstance(data, np.ndarray):
        data = check_shareable(data)
        array = data if np_dtype is None or np_dtype is data.dtype else data.astype(np_dtype)
        note_layout(array)
        return wrap(array)
    return wrap(_storage_array(data, np_dtype) if hasattr(type(data), "_storage_array") else parse(data, np_dtype, unwrap))


def _storage_array(storage: Any, np_dtype: np.dtype[Any] | None) -> np.ndarray[Any, Any]:
    """The memory of a storage as numbers of a dtype, which must be that of a typed storage; by default an untyped one holds integers."""
    own = getattr(storage, "dtype", None)
    if own is not None and np_dtype is not None and own.numpy != np_dtype:
        from ..tensor.conversion import TYPE_NAMES

        raise RuntimeError(f"Expected a Storage of type {TYPE_NAMES[of(np_dtype)]} or an UntypedStorage, but got {TYPE_NAMES[own]}")
    return storage._storage_array(np_dtype or (np.dtype(np.int64) if own is None else own.numpy))


def from_numpy(ndarray: np.ndarray[Any, Any]) -> Tensor:
    # The docstring is written in _bindings/creation/factories.md.
    """A tensor that shares the memory of an ndarray.

    Parameters
    ----------
    ndarray : numpy.ndarray
        The array. Its strides must not be negative.

    Returns
    -------
    Tensor
        Of the array's dtype and shape; writes into one are visible in the other.

    Raises
    ------
    TypeError
        The dtype is not supported.

    References
    ----------
    PyTorch: torch.from_numpy

    Examples
    --------
    >>> import numpy as np
    >>> a = np.array([1., 2.])
    >>> t = torch.from_numpy(a)
    >>> t.mul_(10), a
    (tensor([10., 20.], dtype=torch.float64), array([10., 20.]))
    """
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {value_type_name(ndarray)})")
    array = check_shareable(ndarray)
    note_layout(array)
    return wrap(array)


def from_file(filename: str, shared: bool | None = None, size: int | None = 0, *, dtype: Any = None, layout: Any = None, device: Any = None,
              pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/creation/factories.md.
    """A tensor over a memory-mapped file.

    Parameters
    ----------
    filename : str
        The file.
    shared : bool, optional
        Whether writes into the tensor change the file, which is created if necessary.
    size : int, default 0
        The number of elements; at most as many as the file has.
    dtype : torch.dtype, optional
        The dtype of the elements; the default dtype if not given.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.
    requires_grad : bool, default False
        Whether autograd records operations on the result.

    Returns
    -------
    Tensor
        Of one dimension.

    Raises
    ------
    RuntimeError
        The file is too short, or cannot be opened.

    References
    ----------
    PyTorch: torch.from_file

    Examples
    --------
    >>> import tempfile, os
    >>> name = os.path.join(tempfile.mkdtemp(), "data")
    >>> _ = torch.arange(3.).numpy().tofile(name)
    >>> torch.from_file(name, size=3)
    tensor([0., 1., 2.])
    """
    require_strided("from_file", layout)
    refuse_pinned(pin_memory)
    if not isinstance(filename, str):
        raise argument_messages.wrong_type("from_file", "filename", 1, "str", filename)
    np_dtype, count = dtype_or_default(dtype), size or 0
    length = count * np_dtype.itemsize
    try:
        if shared and (not exists(filename) or getsize(filename) < length):
            with open(filename, "ab") as file:
                file.truncate(length)
        if not shared and length and getsize(filename) < length:
            raise RuntimeError(f"file <{filename}> size <{getsize(filename)}> is smaller than the required mapping size <{length}>")
    except OSError as error:
        mode = "read-write" if shared else "read-only"
        raise RuntimeError(f"unable to open file <{filename}> in {mode} mode: {error.strerror} ({error.errno})") from None
    if not count:
        return finish(np.empty(0, np_dtype), requires_grad, device)
    from ..._array.exchange.shared_memory import map_file

    return finish(map_file(filename, bool(shared), length).view(np_dtype), requires_grad, device)


def dtype_or_default(dtype: Any) -> Any:
    """The array dtype of a torch dtype; the default one for None."""
    return Defaults.floating if dtype is None else array_dtype(dtype)


def dtype_for(out: Any, dtype: Any, name: str) -> Any:
    """The dtype to compute in: `dtype`, or that of `out`, with which it must agree."""
    if ACTIVE:
        note_start()
    if out is None:
        return dtype
    if not isinstance(out, TensorBase):
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type(out).__name__}")
    if LOCAL.grad and out.requires_grad and name != "empty":  # type: ignore[attr-defined]
        from ..out.results import refuse_leaf

        refuse_leaf(name, out)
    own = out._array.dtype
    if dtype is not None and array_dtype(dtype) != own:
        raise RuntimeError(f"dtype {type_name(array_dtype(dtype))} does not match dtype of out parameter ({type_name(own)})")
    return of(own)


def _sparse_zeros(shape: tuple[int, ...], dtype: Any, layout: Any, requires_grad: bool, like: Any = None, device: Any = None) -> Any:
    """A sparse tensor of zeros."""
    if check_device(device):
        raise UnsupportedError("a sparse tensor of the meta device")
    if like is not None and layout is not like.layout:
        from ..._dispatch.layouts.sparse import check_layout

        check_layout(like, layout)
    if layout is strided:
        return finish(np.zeros(shape, dtype), requires_grad)
    if layout is not sparse_coo:
        from ..sparse_tensors.compressed import FORMS, compressed_zeros

        if layout not in FORMS:
            raise UnsupportedError(f"a tensor of layout {layout}")
        out = compressed_zeros(tuple(shape), dtype, layout)
        return out.requires_grad_() if requires_grad else out
    count = like._array.sparse_dim if like is not None and like._array.__class__ is Coo else len(shape)
    out = wrap(Coo(np.zeros((0, *shape[count:]), dtype), np.zeros((count, 0), np.int64), shape, True))
    return out.requires_grad_() if requires_grad else out


def _check_strided(layout: Any, name: str, like: Any = None) -> None:
    """Refuse to fill a tensor that is not strided."""
    if layout is None:
        if like is not None and like._array.__class__ is Coo:
            raise unsupported_error("fill_.Scalar")
    else:
        require_strided(name, layout)


@shown_as("*size, out=None, dtype=None, layout=torch.strided, device=None, pin_memory=False, requires_grad=False")
@handles_overrides
def zeros(*sizes: Any, size: Sequence[int] = MISSING, out: Tensor | None = None, dtype: Any = None, layout: Any = None,
          device: Any = None, pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/creation/factories.md.
    """A tensor of zeros.

    Parameters
    ----------
    size : ints
        The shape, as several ints or one sequence.
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
        Of the given shape.

    Raises
    ------
    RuntimeError
        A size is negative.

    References
    ----------
    PyTorch: torch.zeros

    Examples
    --------
    >>> torch.zeros(2, 3)
    tensor([[0., 0., 0.],
            [0., 0., 0.]])
    >>> torch.zeros((2,), dtype=torch.int64)
    tensor([0, 0])
    """
    try:
        if ACTIVE:
            dispatch_override(())
        if pin_memory is not False and pin_memory is not None:
            refuse_pin_memory("zeros", pin_memory)
        np_dtype = dtype_or_default(dtype_for(out, dtype, "zeros"))
        if layout is not None and layout is not strided:
            shape = shape_of(sizes if size is MISSING else size_keyword(size, "zeros"), "zeros")
            return _sparse_zeros(shape, np_dtype, layout, requires_grad, None, device)
        make: Any = np.zeros if device is None or not check_device(device) else make_meta
        return finish(make(shape_of(sizes if size is MISSING else size_keyword(size, "zeros"), "zeros"), np_dtype), requires_grad, device,
                      out)
    except Exception as error:
        return resolve(error)


@shown_as("*size, out=None, dtype=None, layout=torch.strided, device=None, pin_memory=False, requires_grad=False")
@handles_overrides
def ones(*sizes: Any, size: Sequence[int] = MISSING, out: Tensor | None = None, dtype: Any = None, layout: Any = None,
         device: Any = None, pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/creation/factories.md.
    """A tensor of ones.

    Parameters
    ----------
    size : ints
        The shape, as several ints or one sequence.
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
        Of the given shape.

    Raises
    ------
    RuntimeError
        A size is negative.

    References
    ----------
    PyTorch: torch.ones

    Examples
    --------
    >>> torch.ones(2, 3)
    tensor([[1., 1., 1.],
            [1., 1., 1.]])
    """
    try:
        if ACTIVE:
            dispatch_override(())
        if pin_memory is not False and pin_memory is not None:
            refuse_pin_memory("ones", pin_memory)
        np_dtype = dtype_or_default(dtype_for(out, dtype, "ones"))
        _check_strided(layout, "ones")
        shape = shape_of(sizes if size is MISSING else size_keyword(size, "ones"), "ones")
        on_cpu = device is None or not check_device(device)
        return finish(fill_array(np.empty(shape, np_dtype), 1) if on_cpu else make_meta(shape, np_dtype), requires_grad, device, out)
    except Exception as error:
        return resolve(error)


@shown_as("*size, out=None, dtype=None, layout=torch.strided, device=None, pin_memory=False, requires_grad=False, "
          "memory_format=torch.contiguous_format")
@handles_overrides
def empty(*sizes: Any, size: Sequence[int] = MISSING, out: Tensor | None = None, dtype: Any = None, layout: Any = None,
          device: Any = None, pin_memory: bool = False, requires_grad: bool = False, memory_format: Any = None) -> Tensor:
    # The docstring is written in _bindings/creation/factories.md.
    """A tensor with uninitialized elements.

    Parameters
    ----------
    size : ints
        The shape, as several ints or one sequence.
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
    memory_format : torch.memory_format, default torch.contiguous_format
        `torch.contiguous_format`, or `torch.channels_last` (four dimensions), `channels_last_3d` (five).
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Of the given shape, with arbitrary values; under `torch.use_deterministic_algorithms` with nan, or the
        greatest integer.

    Raises
    ------
    RuntimeError
        A size is negative.

    References
    ----------
    PyTorch: torch.empty

    Examples
    --------
    >>> torch.empty(2, 3).shape
    torch.Size([2, 3])
    """
    try:
        if ACTIVE:
            dispatch_override(())
        if pin_memory is not False and pin_memory is not None:
            refuse_pin_memory("empty", pin_memory)
        np_dtype = dtype_or_default(dtype_for(out, dtype, "empty"))
        if layout is not None and layout is not strided:
            shape = shape_of(sizes if size is MISSING else size_keyword(size, "empty"), "empty")
            return _sparse_zeros(shape, np_dtype, layout, requires_grad, None, device)
        make: Any = np.empty if device is None or not check_device(device) else make_meta
        shape = shape_of(sizes if size is MISSING else size_keyword(size, "empty"), "empty")
        if out is not None and memory_format is not None:
            raise RuntimeError("'memory_format' argument is incompatible with 'out' tensor argument")
        if out is not None and make is np.empty and out._array.__class__ is np.ndarray:
            out.resize_(shape)  # which keeps its values
            if Determinism.enabled:
                fill_uninitialized(out._array)
            return out
        array = make(shape, np_dtype)
        if Determinism.enabled and make is np.empty:
            fill_uninitialized(array)
        return finish(array if memory_format is None else _to_memory_format(array, memory_format), requires_grad, device, out)
    except Exception as error:
        return resolve(error)


def template_in_format(input: Any, layout: Any, pin_memory: bool = False) -> Any:
    """The tensor to take shape and strides from: `input`, or an empty one of its shape in the memory format."""
    refuse_pinned(pin_memory)
    kind: Any = input._array.__class__
    if layout.__class__ is not memory_format:
        raise TypeError(f"argument 'memory_format' must be torch.memory_format, not {value_type_name(layout)}")
    if layout.name == "preserve_format":
        return input
    if kind in Classes.layouts:
        raise RuntimeError("memory format option is only supported by strided tensors")
    if kind not in _ARRAY_CLASSES:
        return input
    array = input._array
    return empty(array.shape, dtype=of(array.dtype), device=input.device, memory_format=layout)


def _to_memory_format(array: Any, layout: Any) -> Any:
    """A new array of the same shape and dtype in a memory format."""
    if layout.name == "preserve_format":
        raise RuntimeError("unsupported memory format Preserve")
    return caller("to_format")(wrap(array), array.dtype, layout)._array


def empty_strided(size: Sequence[int], stride: Sequence[int], *, dtype: Any = None, layout: Any = None, device: Any = None,
                  pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/creation/factories.md.
    """An uninitialized tensor with the given strides.

    Parameters
    ----------
    size : ints
        The shape, as a sequence.
    stride : ints
        The stride of each dimension, in elements.
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

    Returns
    -------
    Tensor
        Of the given shape and strides.

    Raises
    ------
    RuntimeError
        The sequences have different lengths.

    References
    ----------
    PyTorch: torch.empty_strided

    Examples
    --------
    >>> torch.empty_strided((2, 3), (1, 2)).stride()
    (1, 2)
    """
    require_strided("empty_strided", layout)
    refuse_pinned(pin_memory)
    check_strides(size, stride)
    np_dtype = dtype_or_default(dtype)
    if check_device(device, "aten::empty_strided"):
        return finish(make_meta(tuple(size), np_dtype, tuple(stride)), requires_grad)
    return finish(fill_uninitialized(_empty_strided(tuple(size), tuple(stride), np_dtype)), requires_grad)


def fill_number(value: Any, dtype: np.dtype[Any], name: str, count: int) -> Any:
    """The value to fill `count` elements with, converted to the dtype: a number or a 0-d tensor in its range."""
    return to_fill_value(_item_to_fill(value, name) if isinstance(value, TensorBase) else value, dtype, count)


def _item_to_fill(t: Any, name: str) -> Any:
    if t._array.ndim or t.requires_grad:
        raise TypeError(f"{name}(): argument 'fill_value' (position 2) must be Number, not Tensor")
    return t._array.item()


def full(size: Sequence[int], fill_value: int | float | complex | bool, *, out: Tensor | None = None, dtype: Any = None,
         layout: Any = None, device: Any = None,
         pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/creation/factories.md.
    """A tensor filled with one number.

    Parameters
    ----------
    size : ints
        The shape, as a sequence.
    fill_value : number
        The number.
    dtype : torch.dtype, optional
        The dtype of the elements; that of the number if not given, so `True` gives `torch.bool` and 3 `torch.int64`.
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
        Of the given shape.

    Raises
    ------
    RuntimeError
        A size is negative.

    References
    ----------
    PyTorch: torch.full

    Examples
    --------
    >>> torch.full((2, 3), 1.5)
    tensor([[1.5000, 1.5000, 1.5000],
            [1.5000, 1.5000, 1.5000]])
    >>> torch.full((2,), 7)
    tensor([7, 7])
    """
    if fill_value.__class__ is float or fill_value.__class__ is int:
        pass  # as nearly always
    elif isinstance(fill_value, TensorBase):
        fill_value = _item_to_fill(fill_value, "full")
    elif isinstance(fill_value, np.generic):
        fill_value = to_python_number(fill_value)
    elif not isinstance(fill_value, (int, float, complex)):
        raise TypeError(f"full(): argument 'fill_value' (position 2) must be Number, not {value_type_name(fill_value)}")
    if pin_memory is not False and pin_memory is not None:
        refuse_pin_memory("full", pin_memory)
    _check_strided(layout, "full")
    dtype = dtype_for(out, dtype, "full")
    if dtype is not None:
        np_dtype = array_dtype(dtype)
    else:
        np_dtype = int64 if fill_value.__class__ is int else scalar_dtype(fill_value)
    shape = shape_of((size,) if isinstance(size, (tuple, list, dict, range, bytes)) else size, "full")
    if device is not None and check_device(device):
        return finish(make_meta(shape, np_dtype), requires_grad, None, out)
    value = fill_number(fill_value, np_dtype, "full", math.prod(shape))
    return finish(fill_array(np.empty(shape, np_dtype), value), requires_grad, device, out)


def fill_array(array: np.ndarray[Any, Any], value: Any) -> np.ndarray[Any, Any]:
    """Fill `array` with one value; `np.full` and the like take three times as long for few elements."""
    array[...] = value
    return array


def is_meta_result(input: Any, device: Any) -> bool:
    """Whether a tensor made like `input` is a meta tensor."""
    return check_device(device, "aten::empty_strided") if device is not None else input._array.__class__ is MetaArray


def cpu_template(input: Any) -> Any:
    """A CPU tensor with the strides of `input`; zeros in place of a meta tensor."""
    return wrap(input._array.raw) if input._array.__class__ is MetaArray else input


def meta_like(input: Any, dtype: Any, requires_grad: bool) -> Any:
    """A meta tensor with the strides of `input`."""
    array = input._array if input._array.__class__ is np.ndarray else input._array.raw
    return finish(make_meta_like(array, _result_dtype(input, dtype)), requires_grad)


def _result_dtype(input: Any, dtype: Any) -> Any:
    if ACTIVE:
        note_start()
    return input._array.dtype if dtype is None else array_dtype(dtype)


def _empty_like(input: Any, dtype: Any) -> Any:
    """Memory with the strides of `input` if that is dense, otherwise contiguous."""
    array, np_dtype = input._array, input._dtype if dtype is None and not ACTIVE else _result_dtype(input, dtype)
    shape = array.shape
    if array.flags.c_contiguous and 1 not in shape and 0 not in shape:
        return fill_uninitialized(np.empty(shape, np_dtype)) if Determinism.enabled else np.empty(shape, np_dtype)
    if not array.size:
        return with_empty_strides_like(np.empty(shape, np_dtype), array)
    return fill_uninitialized(empty_like_layout(array, np_dtype))


def _examples_like(input: Any, np_dtype: Any, value: Any) -> Any:
    """What makes the array of `value` for all examples of `input`, in their memory order."""
    own = concrete_values(resolve_levels(input))
    if own.__class__ is not np.ndarray:
        return lambda shape: np.full(shape, value, np_dtype)
    return lambda _: fill_array(empty_like_layout(own, np_dtype), value)


@takes_tensor
def empty_like(input: Tensor, *, dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: bool = False,
               pin_memory: bool = False, memory_format: Any = None) -> Tensor:
    # The docstring is written in _bindings/creation/factories.md.
    """An uninitialized tensor that is otherwise like another.

    Parameters
    ----------
    input : Tensor
        The tensor with the shape, dtype, device and memory format.
    dtype : torch.dtype, optional
        Another dtype than that of `input`.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    memory_format : torch.memory_format, default torch.preserve_format
        The memory format of the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.

    Returns
    -------
    Tensor
        Of the shape of `input`, with arbitrary values.

    References
    ----------
    PyTorch: torch.empty_like

    Examples
    --------
    >>> torch.empty_like(torch.zeros(2, 3), dtype=torch.int64).dtype
    torch.int64
    """
    if memory_format is not None or pin_memory:
        input = template_in_format(input, memory_format, pin_memory)
    if input._array.__class__ is Coo or layout is not None and layout is not strided:  # type: ignore[comparison-overlap]
        return _sparse_zeros(input._array.shape, _result_dtype(input, dtype), input.layout if layout is None else layout, requires_grad,
                             input, device)
    if device is not None or input._array.__class__ is MetaArray:  # type: ignore[comparison-overlap]
        if is_meta_result(input, device):
            return meta_like(input, dtype, requires_grad)
        input = cpu_template(input)
    if input._array.__class__ is not np.ndarray:
        if isinstance(input._array, Sparse):
            from ..._dispatch.layouts.sparse import fill_pattern

            return fill_pattern(input, lambda shape: np.empty(shape, _result_dtype(input, dtype)), requires_grad)
        np_dtype, own = _result_dtype(input, dtype), layout_template(concrete_values(resolve_levels(input)))
        return finish_like(input, input._array.shape, lambda _: np.empty_like(own, dtype=np_dtype, subok=False), requires_grad, device)
    return finish(_empty_like(input, dtype), requires_grad, device)


@takes_tensor
def zeros_like(input: Tensor, *, dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: bool = False,
               pin_memory: bool = False, memory_format: Any = None) -> Tensor:
    # The docstring is written in _bindings/creation/factories.md.
    """A tensor of zeros that is otherwise like another.

    Parameters
    ----------
    input : Tensor
        The tensor with the shape, dtype, device and memory format.
    dtype : torch.dtype, optional
        Another dtype than that of `input`.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    memory_format : torch.memory_format, default torch.preserve_format
        The memory format of the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.

    Returns
    -------
    Tensor
        Of the shape of `input`.

    References
    ----------
    PyTorch: torch.zeros_like

    Examples
    --------
    >>> torch.zeros_like(torch.tensor([[1, 2], [3, 4]]))
    tensor([[0, 0],
            [0, 0]])
    """
    if memory_format is not None or pin_memory:
        input = template_in_format(input, memory_format, pin_memory)
    if input._array.__class__ is Coo or layout is not None and layout is not strided:  # type: ignore[comparison-overlap]
        return _sparse_zeros(input._array.shape, _result_dtype(input, dtype), input.layout if layout is None else layout, requires_grad,
                             input, device)
    if device is not None or input._array.__class__ is MetaArray:  # type: ignore[comparison-overlap]
        if is_meta_result(input, device):
            return meta_like(input, dtype, requires_grad)
        input = cpu_template(input)
    if input._array.__class__ is not np.ndarray:
        if isinstance(input._array, Sparse):
            return _sparse_zeros(input._array.shape, _result_dtype(input, dtype), layout or input.layout, requires_grad, input, device)
        return finish_like(input, input._array.shape, _examples_like(input, _result_dtype(input, dtype), 0), requires_grad, device)
    array, np_dtype = input._array, input._dtype if dtype is None and not ACTIVE else _result_dtype(input, dtype)
    shape = array.shape
    if array.flags.c_contiguous and 1 not in shape and 0 not in shape:
        return finish(np.zeros(shape, np_dtype), requires_grad, device)
    if not array.size:
        return finish(with_empty_strides_like(np.empty(array.shape, np_dtype), array), requires_grad, device)
    zeros = empty_like_layout(array, np_dtype)
    zeros.fill(0)
    return finish(zeros, requires_grad, device)


@takes_tensor
def ones_like(input: Tensor, *, dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: bool = False,
              pin_memory: bool = False, memory_format: Any = None) -> Tensor:
    # The docstring is written in _bindings/creation/factories.md.
    """A tensor of ones that is otherwise like another.

    Parameters
    ----------
    input : Tensor
        The tensor with the shape, dtype, device and memory format.
    dtype : torch.dtype, optional
        Another dtype than that of `input`.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    memory_format : torch.memory_format, default torch.preserve_format
        The memory format of the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.

    Returns
    -------
    Tensor
        Of the shape of `input`.

    References
    ----------
    PyTorch: torch.ones_like

    Examples
    --------
    >>> torch.ones_like(torch.tensor([[1., 2.]]))
    tensor([[1., 1.]])
    """
    if memory_format is not None or pin_memory:
        input = template_in_format(input, memory_format, pin_memory)
    _check_strided(layout, "ones_like", input)
    if device is not None or input._array.__class__ is MetaArray:  # type: ignore[comparison-overlap]
        if is_meta_result(input, device):
            return meta_like(input, dtype, requires_grad)
        input = cpu_template(input)
    if input._array.__class__ is not np.ndarray:
        return finish_like(input, input._array.shape, _examples_like(input, _result_dtype(input, dtype), 1), requires_grad, device)
    return finish(fill_array(_empty_like(input, dtype), 1), requires_grad, device)


@takes_tensor
def full_like(input: Tensor, fill_value: int | float | complex | bool, *, dtype: Any = None, layout: Any = None, device: Any = None,
              requires_grad: bool = False,
              pin_memory: bool = False, memory_format: Any = None) -> Tensor:
    # The docstring is written in _bindings/creation/factories.md.
    """A tensor filled with one number that is otherwise like another.

    Parameters
    ----------
    input : Tensor
        The tensor with the shape, dtype, device and memory format.
    fill_value : number
        The number.
    dtype : torch.dtype, optional
        Another dtype than that of `input`.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    memory_format : torch.memory_format, default torch.preserve_format
        The memory format of the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.

    Returns
    -------
    Tensor
        Of the shape of `input`.

    References
    ----------
    PyTorch: torch.full_like

    Examples
    --------
    >>> torch.full_like(torch.zeros(2, 2), 7)
    tensor([[7., 7.],
            [7., 7.]])
    """
    if memory_format is not None or pin_memory:
        input = template_in_format(input, memory_format, pin_memory)
    np_dtype = _result_dtype(input, dtype)
    value = fill_number(fill_value, np_dtype, "full_like", math.prod(input._array.shape))
    _check_strided(layout, "full_like", input)
    if device is not None or input._array.__class__ is MetaArray:  # type: ignore[comparison-overlap]
        if is_meta_result(input, device):
            return meta_like(input, dtype, requires_grad)
        input = cpu_template(input)
    if input._array.__class__ is not np.ndarray:
        return finish_like(input, input._array.shape, _examples_like(input, np_dtype, value), requires_grad, device)
    return finish(fill_array(_empty_like(input, dtype), value), requires_grad, device)


@shown_as("start=0, end=None, step=1, *, out=None, dtype=None, layout=torch.strided, device=None, pin_memory=False, requires_grad=False")
def arange(*bounds: Any, start: int | float | complex | bool | None = None, end: int | float | complex | bool | None = None,
           step: int | float | complex | bool | None = None, out: Tensor | None = None, dtype: Any = None, layout: Any = None,
           device: Any = None, pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/creation/factories.md.
    """The numbers from `start` up to, but excluding, `end`, in steps.

        out[i] = start + i * step, as long as it is below end

    Parameters
    ----------
    start : number, default 0
        The first.
    end : number
        The end, which is excluded. A single argument is `end`.
    step : number, default 1
        The step; may be negative, but not 0.
    dtype : torch.dtype, optional
        The dtype of the elements; if not given `torch.int64` for ints and the default dtype for floats.
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
        Of one dimension and size ceil((end - start) / step).

    Raises
    ------
    RuntimeError
        `step` is 0, or has the wrong sign.

    Notes
    -----
    Fractional steps are rounded: pass a slightly smaller `end` if the last number must not appear, or use `torch.linspace`.

    References
    ----------
    PyTorch: torch.arange

    Examples
    --------
    >>> torch.arange(5)
    tensor([0, 1, 2, 3, 4])
    >>> torch.arange(1, 4), torch.arange(1, 2.5, 0.5)
    (tensor([1, 2, 3]), tensor([1.0000, 1.5000, 2.0000]))
    """
    require_strided("arange", layout)
    if pin_memory:
        raise no_pinned_memory()
    if start is end is step is dtype is out is None and (1 <= len(bounds) <= 2) and {*map(type, bounds)} == _INT_ONLY and (
            bounds[-1] >= 0) and (
            len(bounds) == 1 or bounds[0] <= bounds[1]) and bounds[-1] < 1 << 62:
        return finish(np.arange(*bounds, dtype=np.int64), requires_grad, device)
    first, last, step = _arange_bounds(bounds, start, end, step)
    dtype = dtype_for(out, dtype, "arange")
    inferred: np.dtype[Any] = Defaults.floating if any(isinstance(v, float) for v in (first, last, step)) else np.dtype(np.int64)
    values = _arange_values(first, last, step, inferred if dtype is None else array_dtype(dtype))
    if out is not None:
        from ..out.refusals import warn_arange_resize

        warn_arange_resize(out._array, len(values))
    return finish(spacing.reshape_for_out(values, out), requires_grad, device, out)


_INT_ONLY = frozenset({int})


def _arange_bounds(bounds: tuple[Any, ...], start: Any, end: Any, step: Any) -> tuple[Any, Any, Any]:
    """Start, end and step of a call, which may be given by position and by name."""
    only_end = len(bounds) == 1 and end is None
    named = (start, None, step) if only_end else (start, end, step)[:len(bounds)]  # what may not be given by name
    if not bounds and end is None or len(bounds) > 3 or any(v is not None for v in named):
        raise argument_messages.wrong_combination("arange", bounds, {})
    for place, value in zip(("start", "end", "step")[len(bounds) == 1:], bounds, strict=False):
        if not isinstance(value, (TensorBase, int, float, np.number, np.bool_)) or getattr(value, "requires_grad", False):
            raise argument_messages.invalid_bound(place, value, bounds)
    given = (None, bounds[0], None) if only_end else (*bounds, *(start, end, step)[len(bounds):])
    first, last, step = (None if v is None else as_scalar(v) for v in given)
    return 0 if first is None else first, last, 1 if step is None else step


def _arange_values(first: Any, last: Any, step: Any, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """The values of `arange`, which PyTorch computes in the integer dtype; only for int64 do truncated ends determine their number."""
    require_kernel("arange_cpu", dtype, "bc")
    if not (math.isfinite(first) and math.isfinite(last)):
        raise RuntimeError(f"unsupported range: {first} -> {last}")
    whole = dtype.kind in "iu"
    beyond = any(isinstance(end, int) and not -(1 << 63) <= end < 1 << 63 for end in (first, last, step))
    if whole and math.isinf(step) or beyond:
        raise RuntimeError("value cannot be converted to type int64_t without overflow")
    steps = (math.trunc(first), math.trunc(last), math.trunc(step)) if whole and step == step else (first, last, step)
    given_step = step
    if whole and dtype.itemsize == 8:
        first, last, step = steps
    if step == 0 or step != step:
        raise (RuntimeError if not given_step or step else ValueError)("step must be nonzero")
    if (last - first) * (1 if step > 0 else -1) < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    count = math.ceil((last - first) / step)
    if count * dtype.itemsize >= 1 << 63:
        raise RuntimeError(f"Storage size calculation overflowed with sizes=[{count}]" if count < 1 << 63 else
                           "invalid size, possible overflow?")
    if not whole:
        return spacing.arange_values(first, step if count else 1, count, dtype).astype(dtype, copy=False)
    start, _, stride = steps
    values: Any = np.arange(start, start + count * stride, stride, dtype=np.int64) if stride else np.full(count, start, np.int64)
    return values.astype(dtype, copy=False)


@shown_as("n, m=None, *, out=None, dtype=None, layout=torch.strided, device=None, pin_memory=False, requires_grad=False")
def eye(n: int, m: int = MISSING, *, out: Tensor | None = None, dtype: Any = None, layout: Any = None, device: Any = None,
        pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/creation/factories.md.
    """The identity matrix: ones on the diagonal, zeros elsewhere.

    Parameters
    ----------
    n : int
        How many rows.
    m : int, optional
        How many columns; as many as rows if not given.
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
        Of the shape (n, m).

    Raises
    ------
    RuntimeError
        A size is negative.

    References
    ----------
    PyTorch: torch.eye

    Examples
    --------
    >>> torch.eye(3)
    tensor([[1., 0., 0.],
            [0., 1., 0.],
            [0., 0., 1.]])
    >>> torch.eye(2, 3, dtype=torch.int64)
    tensor([[1, 0, 0],
            [0, 1, 0]])
    """
    if layout is not None:
        require_strided("eye", layout)
    if pin_memory is not False:
        refuse_pinned(pin_memory)
    for name, value in (("n", n), ("m", m)) if m is not MISSING else (("n", n),):
        if value.__class__ is not int and not is_int_like(value):
            raise argument_messages.wrong_combination("eye", (n,) if m is MISSING else (n, m), {})
        if index(value) < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {value}")
    rows = index(n)
    columns = rows if m is MISSING else index(m)
    np_dtype = dtype_or_default(dtype_for(out, dtype, "eye"))
    require_kernel("eye", np_dtype)
    array = np.zeros((rows, columns), np_dtype)
    array.reshape(-1)[:min(rows, columns) * (columns + 1):columns + 1] = 1
    return finish(array, requires_grad, device, out)


def scalar_tensor(s: int | float | complex | bool, *, dtype: Any = None, layout: Any = None, device: Any = None, pin_memory: bool = False,
                  requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/creation/factories.md.
    """A tensor without dimensions.

    Parameters
    ----------
    s : number
        Its element.
    dtype : torch.dtype, optional
        The default dtype if not given, whatever the number is.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.
    requires_grad : bool, default False
        Whether autograd records operations on the result.

    Returns
    -------
    Tensor
        Without dimensions.

    References
    ----------
    PyTorch: torch.scalar_tensor

    Examples
    --------
    >>> torch.scalar_tensor(3)
    tensor(3.)
    """
    if pin_memory:
        raise no_pinned_memory()
    if isinstance(s, TensorBase) and not s.requires_grad:  # type: ignore[union-attr]
        s = s._array.item()
    try:
        s = as_scalar(s)
    except TypeError:
        raise argument_messages.wrong_type("scalar_tensor", "s", 1, "Number", s) from None
    np_dtype = dtype_or_default(dtype)
    return finish(np.asarray(to_assigned_value(s, np_dtype), np_dtype), requires_grad, device)


__all__ = ["arange", "as_tensor", "empty", "empty_like", "empty_strided", "eye", "from_file", "from_numpy", "full", "full_like", "ones",
           "ones_like", "scalar_tensor", "tensor", "zeros", "zeros_like"]
