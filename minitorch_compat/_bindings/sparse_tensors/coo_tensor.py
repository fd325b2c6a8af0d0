"""The class of tensors in coordinate form. Methods that it does not override call ops, which support the layout or refuse it."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from ..._array.sparse.coo import Coo, unsupported_error
from ..._dispatch.call.caller import TENSORS
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.call.torch_function import disabled
from ..._dispatch.dtype import get_default_dtype
from ..._dispatch.graph.inplace import ZeroBackward0, check_writable, rebase, set_overwritten
from ..._dispatch.graph.versions import bump_version, counter_of
from ..._dispatch.messages import layout_messages
from ..._dispatch.naming import names_torch
from ..._dispatch.state import LOCAL, Classes
from ..._dispatch.tensor import set_array, wrap_as
from ..creation.factories import zeros
from ..settings.constants import contiguous_format, preserve_format, sparse_coo
from ..tensor.conversion import TYPE_NAMES
from ..tensor.tensor import Tensor
from .coo import _rebuild_sparse, empty_coo
from .methods import is_coo


class SparseTensor(Tensor):
    """A tensor that stores its elements with their indices; the others are 0. https://docs.pytorch.org/docs/stable/sparse.html"""

    __slots__ = ()
    __module__ = "minitorch_compat"
    __torch_function__ = staticmethod(disabled)
    _array: Any

    # Properties -------------------------------------------------------------------------------------------------------------------

    @property
    def layout(self) -> Any:
        """`torch.sparse_coo`."""
        return sparse_coo

    @property
    def is_sparse(self) -> bool:
        """Return True."""
        return True

    @property
    def nbytes(self) -> int:
        """Raise RuntimeError: it is ambiguous."""
        raise RuntimeError("nbytes is not defined for sparse tensors.  If you want the size of the constituent tensors, add the nbytes of "
                           "the indices and values.  If you want the size of the  equivalent dense tensor, multiply numel() by "
                           "element_size()")

    def stride(self, dim: int | None = None) -> Any:
        """Return zeros: there are no strides."""
        return (0,) * self.dim() if dim is None else 0

    def numel(self) -> int:
        """The number of elements, zeros included."""
        count = 1
        for n in self._array.shape:
            count *= n
        return count

    nelement = numel

    def storage_offset(self) -> int:
        """Return 0."""
        return 0

    def is_contiguous(self, memory_format: Any = None) -> bool:
        """Return False."""
        return False

    def contiguous(self, memory_format: Any = None) -> NoReturn:
        """Raise RuntimeError."""
        if memory_format is preserve_format:
            raise RuntimeError("preserve memory format is unsupported by the contiguous operator")
        raise layout_messages.unsupported_memory_format(memory_format or contiguous_format)

    def type(self, dtype: Any = None, non_blocking: bool = False, **kwargs: Any) -> Any:
        """Return the legacy name of layout and dtype, or convert."""
        return f"torch.sparse.{TYPE_NAMES[self.dtype]}Tensor" if dtype is None else Tensor.type(self, dtype, non_blocking, **kwargs)

    def __repr__(self, *, tensor_contents: Any = None) -> str:  # type: ignore[override]
        node = self.grad_fn
        from ..._array.exchange.printing import format_sparse

        a = self._array
        text = format_sparse([("indices", a.indices), ("values", a.values)], layout="torch.sparse_coo", nnz=a.indices.shape[1],
                             shape=a.shape, dtype_name=repr(self.dtype), default_dtype_name=repr(get_default_dtype()),
                             requires_grad=bool(self.requires_grad),
                             grad_fn_name=None if node is None else node.name().rpartition("::")[2])
        return f"Parameter containing:\n{text}" if getattr(self, "_is_param", False) else text

    def __format__(self, format_spec: str) -> str:
        return object.__format__(self, format_spec)

    # Only to_dense(), values() and _values() return values ----------------------------------------------------------------------------

    def numpy(self, *, force: bool = False) -> NoReturn:
        """Raise TypeError."""
        raise TypeError("can't convert Sparse layout tensor to numpy. Use Tensor.to_dense() first.")

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NoReturn:
        self.numpy()

    def item(self) -> Any:
        """The single element as a number."""
        if self.numel() != 1:
            raise RuntimeError(f"a Tensor with {self.numel()} elements cannot be converted to Scalar")
        return self.detach().to_dense().item()

    def tolist(self) -> NoReturn:
        """Raise RuntimeError."""
        self.data_ptr()

    def data_ptr(self) -> NoReturn:
        """Raise RuntimeError."""
        raise RuntimeError("Cannot access data pointer of Tensor that doesn't have storage")

    def untyped_storage(self) -> NoReturn:
        """Raise NotImplementedError."""
        raise NotImplementedError("Cannot access storage of SparseTensorImpl")

    storage = untyped_storage

    def __bool__(self) -> bool:
        if self.numel() != 1:
            raise RuntimeError("Boolean value of Tensor with more than one value is ambiguous")
        return bool(self.item())

    def __float__(self) -> float:
        if self.numel() != 1:
            raise ValueError("only one element tensors can be converted to Python scalars")
        return float(self.item())

    __hash__ = Tensor.__hash__

    # Indexing ---------------------------------------------------------------------------------------------------------------------

    def __getitem__(self, index: Any) -> Tensor:
        out: Any = self
        dim = 0
        items = list(index) if isinstance(index, tuple) else [index]
        if items.count(Ellipsis) == 1:
            at = items.index(Ellipsis)
            items[at:at + 1] = [slice(None)] * (self.dim() - sum(i is not None for i in items) + 1)
        if all(i.__class__ is slice for i in items) and not isinstance(index, tuple):
            raise unsupported_error("as_strided")
        for place, item in enumerate(items):
            if item is None:
                out = TENSORS.unsqueeze(out, dim)
                dim += 1
            elif item.__class__ is slice:
                if item != slice(None):
                    raise unsupported_error("as_strided")
                dim += 1
            elif item.__class__ is int:
                size = out.shape[dim]
                if not -size <= item < size:
                    raise IndexError(f"index {item} is out of bounds for dimension {place} with size {size}")
                out = TENSORS.select(out, dim, item)
            else:
                raise unsupported_error("index.Tensor")
        return out

    def __setitem__(self, index: Any, value: Any) -> NoReturn:
        raise TypeError("Cannot assign to a sparse tensor")

    def __iter__(self) -> Any:
        return iter([self[i] for i in range(len(self))])

    def unbind(self, dim: int = 0, *, axis: Any = None) -> Any:
        """The slices along a dimension."""
        return tuple(TENSORS.select(self, dim if axis is None else axis, i) for i in range(self.size(dim if axis is None else axis)))

    # Shapes and sums --------------------------------------------------------------------------------------------------------------

    @property
    def T(self) -> Any:
        """The transpose of a matrix."""
        if self.dim() != 2:
            raise unsupported_error("numpy_T")
        return self.t()

    @property
    def mT(self) -> Any:
        """The tensor with its last two dimensions exchanged."""
        return self.transpose(-2, -1)

    def sum(self, dim: Any = None, keepdim: bool = False, *, dtype: Any = None, axis: Any = None, keepdims: Any = None) -> Tensor:
        """The sum of all elements, or sums over dimensions."""
        dim, keepdim = dim if axis is None else axis, keepdim if keepdims is None else keepdims
        if dim is not None:
            return TENSORS.sum_dim(self, dim, keepdim, dtype)
        return TENSORS.sum(self) if dtype is None else TENSORS.sum(self.to(dtype)).to(dtype)

    def norm(self, p: Any = "fro", dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Tensor:
        """The norm of all elements."""
        if p == "nuc":
            raise unsupported_error("_linalg_svd")
        if dim is not None and dim != () and {d % self.dim() for d in (dim if isinstance(dim, (tuple, list)) else (dim,))} != set(
                range(self.dim())):
            raise RuntimeError("norm_sparse currently only supports full reductions, so 'dim' must either be empty or contain all "
                               "dimensions of the input")
        if keepdim:
            raise RuntimeError("norm_sparse currently does not support keepdim=True")
        if dtype is not None:
            raise ValueError("dtype argument is not supported in frobenius norm") if p == "fro" else RuntimeError(
                "norm_sparse currently does not support 'dtype' argument")
        if self.dtype.is_floating_point is self.dtype.is_complex:
            raise RuntimeError("norm(): input dtype should be either floating point or complex. Got "
                               f"{type_name(self._array.dtype)} instead.")
        return self.coalesce().values().norm(p)

    def permute(self, *order: Any, dims: Any = None) -> Tensor:
        """The dimensions in another order; sparse ones remain before dense ones."""
        wanted = order if order or dims is None else (dims,)
        return TENSORS.permute(self, wanted[0] if len(wanted) == 1 and isinstance(wanted[0], (tuple, list)) else wanted)

    def square(self) -> Tensor:
        """The square of each element."""
        return TENSORS.pow_scalar(self, 2)

    def positive(self) -> Tensor:
        """The tensor itself."""
        return self

    def __add__(self, other: Any) -> Tensor:
        if LOCAL.task is not None and isinstance(other, Tensor) and not is_coo(other):
            return other + self  # backward adds cotangents in any order
        return Tensor.__add__(self, other)

    # Copies -----------------------------------------------------------------------------------------------------------------------

    def detach(self) -> Tensor:
        """The tensor without history, sharing memory."""
        out = wrap_as(SparseTensor, self._array)
        out._counter = counter_of(self)
        return out

    @property
    def data(self) -> Any:
        """The tensor without history."""
        return wrap_as(SparseTensor, self._array)

    @data.setter
    def data(self, value: Any) -> None:
        if not is_coo(value):
            raise RuntimeError("data of a sparse tensor must be sparse")
        set_array(self, value._array)

    def new_zeros(self, *shape: Any, size: Any = (), dtype: Any = None, **options: Any) -> Tensor:
        """Zeros of the same dtype and layout."""
        return zeros(*(shape or (size,)), dtype=self.dtype if dtype is None else dtype, **{"layout": sparse_coo, **options})

    new_empty = new_zeros

    def zero_(self) -> Tensor:
        """Remove all elements."""
        return self._take(lambda x: empty_coo(x.shape, x._array.dtype, x._array.sparse_dim))

    def transpose_(self, dim0: int, dim1: int) -> Tensor:
        """Exchange two dimensions."""
        return self._take(lambda x: TENSORS.sparse_transpose(x, dim0, dim1))

    swapdims_ = transpose_

    def swapaxes_(self, axis0: int, axis1: int) -> Tensor:
        """Exchange two dimensions."""
        return self.transpose_(axis0, axis1)

    def t_(self) -> Tensor:
        """Transpose a matrix."""
        return self._take(TENSORS.sparse_t)

    def _take(self, function: Callable[[Any], Any]) -> Tensor:
        """Become the result of `function`, with its history."""
        recording = LOCAL.grad and self.requires_grad
        if recording:
            check_writable(self)
        result = function(self if recording else self.detach())
        set_array(self, result._array)
        bump_version(self)
        if recording and result._grad_fn is not None:
            rebase(self, result._grad_fn, result._output_nr)
        elif recording:
            set_overwritten(self, ZeroBackward0)
        return self

    def sparse_resize_(self, size: Any, sparse_dim: int, dense_dim: int) -> Tensor:  # type: ignore[override]  # dense tensors refuse it
        """Resize: to larger sizes of the same dimensions, or to any shape if there are no elements."""
        self._check_new_shape(size, sparse_dim, dense_dim)
        held, shape = self._array, tuple(size)
        if not held.values.shape[0]:
            return self.sparse_resize_and_clear_(size, sparse_dim, dense_dim)
        pairs = ((sparse_dim, held.sparse_dim, "sparse"), (dense_dim, held.ndim - held.sparse_dim, "dense"))
        for wanted, now, kind in pairs:
            if wanted != now:
                raise RuntimeError(f"changing the number of {kind} dimensions (from {now} to {wanted}) on a non-empty sparse tensor is not "
                                   "supported.")
        for part, kind in ((slice(None, sparse_dim), "sparse"), (slice(sparse_dim, None), "dense")):
            if any(new < old for new, old in zip(shape[part], held.shape[part], strict=True)):
                raise RuntimeError(f"shrinking the size of {kind} dimensions (from {list(held.shape[part])} to {list(shape[part])}) on a "
                                   "non-empty sparse tensor is not supported.")
        values = held.values
        if shape[sparse_dim:] != held.shape[sparse_dim:]:  # the values keep their places in memory, as in PyTorch
            values = np.zeros((values.shape[0], *shape[sparse_dim:]), values.dtype)
            values.reshape(-1)[:held.values.size] = held.values.reshape(-1)
        set_array(self, Coo(values, held.indices, shape, held.coalesced))
        bump_version(self)
        return self

    def sparse_resize_and_clear_(self, size: Any, sparse_dim: int, dense_dim: int) -> Tensor:  # type: ignore[override]  # dense tensors refuse it
        """Resize, and remove all elements."""
        self._check_new_shape(size, sparse_dim, dense_dim)
        set_array(self, empty_coo(tuple(size), self._array.dtype, sparse_dim)._array)
        bump_version(self)
        return self

    def resize_as_sparse_(self, the_template: Any) -> Tensor:  # type: ignore[override]  # dense tensors refuse it
        """Resize to the shape of another sparse tensor."""
        if not is_coo(the_template):
            raise RuntimeError("resize_as_sparse_: expected a sparse tensor for the_template")
        other = the_template._array
        return self.sparse_resize_(other.shape, other.sparse_dim, other.ndim - other.sparse_dim)

    def _check_new_shape(self, size: Any, sparse_dim: int, dense_dim: int) -> None:
        if LOCAL.grad and self.requires_grad:
            raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
        if len(size) != sparse_dim + dense_dim:
            raise RuntimeError(f"'len(size) == sparse_dim + dense_dim' is not satisfied: len(size) = {len(size)}, sparse_dim = "
                               f"{sparse_dim}, dense_dim = {dense_dim}")

    def copy_(self, src: Any, non_blocking: bool = False) -> Tensor:
        """Copy indices and values of another sparse tensor."""
        if not is_coo(src):
            raise RuntimeError("copy_() between dense and sparse Tensors is not implemented! Found self type = "
                               f"{self.type()} and src type = {src.type()}")
        if LOCAL.grad and (self.requires_grad or src.requires_grad):
            raise unsupported_error("copy_ with a gradient")
        if src.shape != self.shape:
            self.resize_as_sparse_(src)
        set_array(self, src.to(self.dtype).clone()._array)
        bump_version(self)
        return self

    def _coalesced_(self, coalesced: bool) -> Tensor:
        """Set whether the indices count as sorted and distinct."""
        a = self._array
        set_array(self, Coo(a.values, a.indices, a.shape, coalesced))
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        if id(self) not in memo:
            if self.grad_fn is not None:
                raise RuntimeError("Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the "
                                   "moment.")
            out = self.detach().clone()
            out._requires_grad = bool(self.requires_grad)
            out.__dict__.update(self.__dict__)
            memo[id(self)] = out
        return memo[id(self)]

    def __copy__(self) -> Any:
        out = self.detach()
        out._requires_grad = bool(self.requires_grad)
        return out

    def __reduce_ex__(self, proto: Any) -> Any:
        if names_torch():
            from ..tensor.pickled_windows import reduce_tensor

            return reduce_tensor(self)
        return _rebuild_sparse, (self._indices(), self._values(), tuple(self.shape), self.is_coalesced())


Classes.layouts[Coo] = lambda: SparseTensor
