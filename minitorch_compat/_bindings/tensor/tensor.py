"""The Tensor class: slots from `_dispatch`, methods of ops, and properties of every tensor."""
from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, overload

import numpy as np

from ..._array.core.deferred import Family
from ..._array.core.dtypes import c_name, is_differentiable
from ..._array.core.row_order import note_layout
from ..._array.core.user_warnings import warn
from ..._array.exchange.type_names import value_type_name
from ..._array.shape.strided import iteration_order, row_major
from ..._array.sparse.coo import Sparse
from ..._dispatch import dtype as _dtype
from ..._dispatch.call.caller import bind_tensor, caller
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.call.torch_function import NO_CLASSES, switched_off
from ..._dispatch.device import CPU, META, device
from ..._dispatch.graph.node import Node, hooks_of, visible_node
from ..._dispatch.graph.versions import INFERENCE_COUNTER, WriteCounter, counter_of, mark_data_replaced, mark_detached
from ..._dispatch.graph.views import has_node, lazy_marks, node_without_refresh, refresh
from ..._dispatch.graph.views import requires_grad as requires_gradient
from ..._dispatch.levels.lifting import Batched, Lifted, forbid_backward, inherit_jvp_level, refuse_in_transform, resolve_levels
from ..._dispatch.messages import argument_messages
from ..._dispatch.size import Size, size_of
from ..._dispatch.state import ACTIVE, LOCAL, ORDINARY, Classes
from ..._dispatch.tensor import (
    ANY_DTYPE,
    MAYBE,
    TensorBase,
    alias,
    is_meta_tensor,
    mark_inference,
    not_writable,
    require_gradient,
    set_array,
    with_class,
    wrap_as,
)
from ..._dispatch.unsupported import UnsupportedError
from ..functions.arguments import is_int_like, to_int
from ..functions.shown_signatures import shown_as
from ..generated.absent_gen import AbsentMethods
from ..override.named_refusals import show_names
from ..override.overridable import TensorMeta, refuse
from ..settings.constants import layout, memory_format
from ..settings.constants import layout as _layout
from .gradients import check_gradient

if TYPE_CHECKING:  # the same classes, with PyTorch's overloads of each method
    from ...utils.hooks import RemovableHandle
    from ..generated.method_types import (
        ArithmeticMethods,
        ComplexMethods,
        CompositionMethods,
        Conversion,
        FillAndCompareMethods,
        GammaMethods,
        GeneratedMethods,
        IndexMethods,
        Interop,
        MatrixMethods,
        Operators,
        ProductMethods,
        RandomMethods,
        RareMethods,
        ReductionMethods,
        RemovedMethods,
        ReshapingMethods,
        ScatteringMethods,
        SelectionMethods,
        ShapeMethods,
        SparseMethods,
        StatisticsMethods,
        StorageMethods,
    )
else:
    from ..functions.arithmetic import ArithmeticMethods
    from ..functions.complex import ComplexMethods
    from ..functions.gamma import GammaMethods
    from ..functions.reductions import ReductionMethods
    from ..functions.shapes import ShapeMethods
    from ..generated.methods_gen import GeneratedMethods
    from ..index.indexing import IndexMethods
    from ..index.scatter_reduce import ScatteringMethods
    from ..index.selection import SelectionMethods
    from ..linalg.matrix_methods import MatrixMethods
    from ..linalg.products import ProductMethods
    from ..randomness.fills import RandomMethods
    from ..retired.methods import RareMethods, RemovedMethods
    from ..sparse_tensors.methods import SparseMethods
    from ..storage.methods import StorageMethods
    from .composed_methods import CompositionMethods, StatisticsMethods
    from .conversion import Conversion
    from .fill_and_compare import FillAndCompareMethods
    from .interop import Interop
    from .operators import Operators
    from .reshaping import ReshapingMethods

_Kind = TypeVar("_Kind")
_backward: Any = Family(f"{__name__.partition('.')[0]}._engine.backward")  # imported with the first gradient
_tracebacks: Any = Family(f"{__name__.partition('.')[0]}._fidelity.tracebacks")

_IN_TRANSFORM_ERROR = ("You are attempting to call Tensor.requires_grad_() (or perhaps using torch.autograd.functional.* APIs) inside of a "
                       "function being transformed by a functorch transform. This is unsupported, please attempt to use the functorch "
                       "transforms (e.g. grad, vjp, jacrev, jacfwd, hessian) or call requires_grad_() outside of a function being "
                       "transformed instead.")
_FLOATING_ERROR = "only Tensors of floating point dtype can require gradients"


class TensorMethods(TensorBase):
    """Methods and properties of every tensor; methods of ops are in the other base classes of `Tensor`."""

    __slots__ = ()

    # Properties ---------------------------------------------------------------------------------------------------------------

    @property
    def shape(self) -> Size:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The sizes of the dimensions, as `torch.Size`, which is a tuple.

        References
        ----------
        PyTorch: torch.Tensor.shape

        Examples
        --------
        >>> torch.zeros(2, 3).shape
        torch.Size([2, 3])
        """
        return size_of(self._array.shape)

    @shape.setter
    def shape(self, value: Any) -> None:
        raise not_writable("shape")

    @property
    def dtype(self) -> _dtype.dtype:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The dtype of the elements.

        References
        ----------
        PyTorch: torch.Tensor.dtype

        Examples
        --------
        >>> torch.zeros(2).dtype, torch.tensor([1]).dtype
        (torch.float32, torch.int64)
        """
        return _dtype.of(self._array.dtype)

    @dtype.setter
    def dtype(self, value: Any) -> None:
        raise not_writable("dtype")

    @property
    def device(self) -> device:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The device of the tensor.

        References
        ----------
        PyTorch: torch.Tensor.device

        Examples
        --------
        >>> torch.zeros(2).device
        device(type='cpu')
        """
        return META if self._array.__class__ is not np.ndarray and is_meta_tensor(self) else CPU

    @property
    def layout(self) -> _layout:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The layout of the elements: `torch.strided`, or a sparse layout.

        References
        ----------
        PyTorch: torch.Tensor.layout

        Examples
        --------
        >>> torch.zeros(2).layout
        torch.strided
        """
        from ..settings.constants import strided

        return strided

    @property
    def ndim(self) -> int:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The number of dimensions; the same as `dim()`.

        References
        ----------
        PyTorch: torch.Tensor.ndim

        Examples
        --------
        >>> torch.zeros(2, 3).ndim
        2
        """
        return self._array.ndim

    @ndim.setter
    def ndim(self, value: Any) -> None:
        raise not_writable("ndim")

    @property
    def itemsize(self) -> int:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The number of bytes of an element; the same as `element_size()`.

        References
        ----------
        PyTorch: torch.Tensor.itemsize

        Examples
        --------
        >>> torch.zeros(2).itemsize
        4
        """
        return self._array.itemsize

    @property
    def nbytes(self) -> int:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The number of bytes of all elements: `numel() * element_size()`.

        References
        ----------
        PyTorch: torch.Tensor.nbytes

        Examples
        --------
        >>> torch.zeros(2, 3).nbytes
        24
        """
        return self._array.nbytes

    @property
    def is_cuda(self) -> bool:
        # The docstring is written in _bindings/tensor/tensor.md.
        """Whether the tensor is of the kind in the name.

        Sparse tensors are `is_sparse` in coordinate form and `is_sparse_csr` in the CSR layout. The other kinds do not exist
        here: no CUDA, MPS or other devices, nothing quantized, nested or in oneDNN's layout.

        References
        ----------
        PyTorch: torch.Tensor.is_cuda

        Examples
        --------
        >>> x = torch.eye(2)
        >>> x.is_cuda, x.is_sparse, x.to_sparse().is_sparse, x.to_sparse_csr().is_sparse_csr
        (False, False, True, True)
        """
        return False

    if TYPE_CHECKING:
        is_mps: bool
        is_xpu: bool
        is_quantized: bool
        is_mkldnn: bool
        is_nested: bool
        is_ipu: bool
        is_xla: bool
        is_vulkan: bool
        is_maia: bool
        is_mtia: bool

        @property  # a property, since subclasses override it
        def is_sparse(self) -> bool: ...
        @property
        def is_sparse_csr(self) -> bool: ...
    else:
        is_mps = is_xpu = is_sparse = is_sparse_csr = is_quantized = is_mkldnn = is_nested = is_cuda
        is_ipu = is_xla = is_vulkan = is_maia = is_mtia = is_cuda

    @property
    def is_cpu(self) -> bool:
        # The docstring is written in _bindings/tensor/tensor.md.
        """Whether the tensor is on the CPU.

        References
        ----------
        PyTorch: torch.Tensor.is_cpu

        Examples
        --------
        >>> torch.zeros(2).is_cpu
        True
        """
        return not is_meta_tensor(self)

    @property
    def is_meta(self) -> bool:
        # The docstring is written in _bindings/tensor/tensor.md.
        """Whether the tensor is a meta tensor: shape and dtype without elements.

        References
        ----------
        PyTorch: torch.Tensor.is_meta

        Examples
        --------
        >>> torch.zeros(2, device="meta").is_meta
        True
        """
        return is_meta_tensor(self)

    if TYPE_CHECKING:
        @overload
        def size(self, dim: None = None) -> Size: ...
        @overload
        def size(self, dim: int) -> int: ...

    @shown_as("self, dim=None")
    def size(self, dim: int | None = None, axis: int | None = None) -> Any:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The sizes of the dimensions.

        Parameters
        ----------
        dim : int, optional
            Only this one.

        Returns
        -------
        torch.Size or int
            All sizes, or one.

        Raises
        ------
        IndexError
            `dim` is no dimension.

        References
        ----------
        PyTorch: torch.Tensor.size

        Examples
        --------
        >>> torch.zeros(2, 3).size(), torch.zeros(2, 3).size(1)
        (torch.Size([2, 3]), 3)
        """
        try:
            shape = self._array.shape
            if dim is None:
                if axis is None:
                    return size_of(shape)
                dim = axis
            elif axis is not None:
                raise TypeError("size() takes from 0 to 1 positional arguments but 2 were given")
            if dim.__class__ is not int:
                dim = to_int("size", "dim", dim)
            return shape[_wrap_dim(dim, len(shape))]
        except Exception as error:
            return refuse(error)

    if TYPE_CHECKING:
        @overload
        def stride(self, dim: None = None) -> tuple[int, ...]: ...
        @overload
        def stride(self, dim: int) -> int: ...

    @shown_as("self, dim=None")
    def stride(self, dim: int | None = None, axis: int | None = None) -> Any:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The strides of the dimensions, in elements.

        Parameters
        ----------
        dim : int, optional
            Only this one.

        Returns
        -------
        tuple of ints or int
            All strides, or one.

        Raises
        ------
        IndexError
            `dim` is no dimension.

        References
        ----------
        PyTorch: torch.Tensor.stride

        Examples
        --------
        >>> torch.zeros(2, 3).stride(), torch.zeros(2, 3).t().stride(0)
        ((3, 1), 1)
        """
        item = self._array.itemsize
        steps = tuple(s // item for s in self._array.strides)
        if not self._array.size and not any(steps):
            # numpy's arrays without elements can have zero strides.
            steps = row_major(self._array.shape)
        if dim is None:
            if axis is None:
                return steps
            dim = axis
        elif axis is not None:
            raise TypeError("stride() takes from 0 to 1 positional arguments but 2 were given")
        if dim.__class__ is not int and not (isinstance(dim, np.integer) or isinstance(dim, TensorBase) and dim._array.size == 1
                                             and is_int_like(dim)):
            raise argument_messages.wrong_type("stride", "dim", 1, "int", dim)
        return steps[_wrap_dim(dim, self._array.ndim)]

    def dim(self) -> int:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The number of dimensions.

        Returns
        -------
        int
            The number, 0 for a single number.

        References
        ----------
        PyTorch: torch.Tensor.dim

        Examples
        --------
        >>> torch.zeros(2, 3).dim()
        2
        """
        return self._array.ndim

    ndimension = dim

    def numel(self) -> int:
        # The docstring is written in _bindings/functions/shapes.md.
        """The number of elements of a tensor.

        Returns
        -------
        int
            The product of its sizes.

        References
        ----------
        PyTorch: torch.numel

        Examples
        --------
        >>> torch.zeros(2, 3).numel()
        6
        """
        return self._array.size

    nelement = numel

    def element_size(self) -> int:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The number of bytes of an element.

        Returns
        -------
        int
            The number.

        References
        ----------
        PyTorch: torch.Tensor.element_size

        Examples
        --------
        >>> torch.zeros(2).element_size(), torch.zeros(2, dtype=torch.int8).element_size()
        (4, 1)
        """
        return self._array.itemsize

    def __len__(self) -> int:
        if not self._array.ndim:
            raise TypeError("len() of a 0-d tensor")
        return self._array.shape[0]

    def __hash__(self) -> int:
        return id(self)

    def __dir__(self) -> Any:
        hidden = {"_array", "volatile", "__cuda_array_interface__"}  # reading the last two warns or raises
        hidden.update(name for name in TensorBase.__slots__ if name not in ("_grad_fn", "__dict__", "__weakref__"))
        return sorted(name for name in object.__dir__(self) if name not in hidden)

    # Autograd -----------------------------------------------------------------------------------------------------------------

    @property
    def requires_grad(self) -> bool:
        # The docstring is written in _bindings/tensor/tensor.md.
        """Whether autograd records operations on this tensor.

        True for tensors computed from tensors that require gradients. It may be set on leaves, of floating or complex dtypes.

        References
        ----------
        PyTorch: torch.Tensor.requires_grad

        Examples
        --------
        >>> x = torch.tensor([3.], requires_grad=True)
        >>> x.requires_grad, (x * 2).requires_grad, x.detach().requires_grad
        (True, True, False)
        """
        return self._requires_grad if self._view is None else requires_gradient(self)

    @requires_grad.setter
    def requires_grad(self, value: bool) -> None:
        if value.__class__ is not bool:
            raise RuntimeError("requires_grad must be a bool")
        if has_node(self):
            raise RuntimeError("you can only change requires_grad flags of leaf variables." + (
                "" if value else " If you want to use a computed variable in a subgraph that doesn't require differentiation use "
                                 "var_no_grad = var.detach()."))
        if value and not is_differentiable(self._array.dtype):
            raise RuntimeError("only Tensors of floating point and complex dtype can require gradients")
        if value and self._autograd_meta is not None and self._autograd_meta.inference and not LOCAL.inference:
            raise RuntimeError("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.")
        # As in PyTorch, a view created without recording still takes the flag from its base.
        if value:
            require_gradient(self)
        else:
            self._requires_grad = MAYBE if self._view is not None else False

    @requires_grad.deleter
    def requires_grad(self) -> None:
        raise RuntimeError("requires_grad must be a bool")

    def requires_grad_(self, requires_grad: bool = True) -> Tensor:
        # The docstring is written in _bindings/tensor/tensor.md.
        """Set whether autograd records operations on this tensor. In place.

        Parameters
        ----------
        requires_grad : bool, default True
            Whether it does.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The tensor is no leaf and shall not require gradients, or its dtype is neither floating nor complex.

        References
        ----------
        PyTorch: torch.Tensor.requires_grad_

        Examples
        --------
        >>> torch.tensor([3.]).requires_grad_()
        tensor([3.], requires_grad=True)
        """
        if ACTIVE:
            refuse_in_transform(_IN_TRANSFORM_ERROR)
            if LOCAL.functionalizing:
                raise RuntimeError(_IN_TRANSFORM_ERROR)
        if requires_grad.__class__ is not bool:
            refuse(TypeError(f"requires_grad_(): argument 'requires_grad' must be bool, not {value_type_name(requires_grad)}"))
        if requires_grad and not is_differentiable(self._array.dtype):
            raise RuntimeError(_FLOATING_ERROR)
        if not requires_grad or not has_node(self):  # for non-leaves, only False is refused
            self.requires_grad = requires_grad
        return self  # type: ignore[return-value]

    @property
    def grad_fn(self) -> Any:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The node of the graph that this tensor is an output of; None for leaves and tensors that require no gradient.

        References
        ----------
        PyTorch: torch.Tensor.grad_fn

        Examples
        --------
        >>> x = torch.tensor([3.], requires_grad=True)
        >>> (x * 2).grad_fn.name(), x.grad_fn
        ('MulBackward0', None)
        """
        if self._view is not None:
            refresh(self)
        node = self._grad_fn
        return visible_node(node) if isinstance(node, Node) else None

    @grad_fn.setter
    def grad_fn(self, value: Any) -> None:
        raise not_writable("grad_fn")

    @property
    def is_leaf(self) -> bool:
        # The docstring is written in _bindings/tensor/tensor.md.
        """Whether the tensor is a leaf of the graph: created by the user, or requiring no gradient.

        References
        ----------
        PyTorch: torch.Tensor.is_leaf

        Examples
        --------
        >>> x = torch.tensor([3.], requires_grad=True)
        >>> x.is_leaf, (x * 2).is_leaf
        (True, False)
        """
        return self.grad_fn is None

    @is_leaf.setter
    def is_leaf(self, value: Any) -> None:
        raise not_writable("is_leaf")

    @property
    def output_nr(self) -> int:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The index of the tensor among the outputs of its node.

        References
        ----------
        PyTorch: torch.Tensor.output_nr

        Examples
        --------
        >>> x = torch.tensor([[3., 4.]], requires_grad=True)
        >>> x.unbind(1)[1].output_nr
        1
        """
        return self._output_nr

    @output_nr.setter
    def output_nr(self, value: Any) -> None:
        raise not_writable("output_nr")

    @property
    def grad(self) -> Tensor | None:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The gradient that backward has accumulated, or None.

        A leaf that requires gradients has one after the first backward; other tensors only after `retain_grad`. It may be
        set: to a tensor of the same shape, dtype and device, or to None.

        References
        ----------
        PyTorch: torch.Tensor.grad

        Examples
        --------
        >>> x = torch.tensor([3.], requires_grad=True)
        >>> (x * 2).backward()
        >>> x.grad
        tensor([2.])
        """
        try:
            grad = self._gradient
        except AttributeError:  # there was never one
            grad = None
        if grad is None and self._grad_fn is not None and not self.retains_grad:
            warn(
                "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be populated "
                "during autograd.backward(). If you indeed want the .grad field to be populated for a non-leaf Tensor, use "
                ".retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure you access the leaf "
                "Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more information.")
        return grad

    @grad.setter
    def grad(self, value: Any) -> None:
        if value is not None:
            check_gradient(self, value)
        self._gradient = value

    @grad.deleter
    def grad(self) -> None:
        self._gradient = None

    _grad = property(TensorBase._grad.fget, grad.fset, grad.fdel)  # type: ignore[attr-defined]

    @property
    def grad_dtype(self) -> Any:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The dtype of gradients accumulated in `grad`; None allows any. It can be set on leaves.

        References
        ----------
        PyTorch: torch.Tensor.grad_dtype

        Examples
        --------
        >>> torch.tensor([3.], requires_grad=True).grad_dtype
        torch.float32
        """
        if self.grad_fn is not None:
            raise RuntimeError("grad_dtype can only be accessed on leaf tensors.")
        wanted: Any = None if self._autograd_meta is None else self._autograd_meta.grad_dtype
        return self.dtype if wanted is None else None if wanted is ANY_DTYPE else _dtype.of(wanted)

    @grad_dtype.setter
    def grad_dtype(self, value: Any) -> None:
        if value is not None and not isinstance(value, _dtype.dtype):
            raise RuntimeError(f"grad_dtype must be a torch.dtype or None, but got {type(value).__name__}")
        if self.grad_fn is not None:
            raise RuntimeError("grad_dtype can only be set on leaf tensors.")
        wanted: Any = ANY_DTYPE if value is None else value.numpy
        if self._grad is not None and wanted is not ANY_DTYPE and self._grad._array.dtype is not wanted:
            raise RuntimeError(f"Cannot set grad_dtype to '{type_name(wanted)}' because there is already a gradient with dtype "
                               f"'{c_name(self._grad._array.dtype)}'. Please clear the gradient (.grad = None) before changing "
                               "grad_dtype, or ensure the new grad_dtype matches the existing gradient's dtype.")
        self._meta_for_writing().grad_dtype = wanted

    def backward(
        self, gradient: Tensor | None = None, retain_graph: bool | None = None, create_graph: bool = False,
        inputs: Tensor | Sequence[Tensor] | None = None,
    ) -> None:
        # The docstring is written in _bindings/tensor/tensor.md.
        """Compute gradients with respect to the leaves that this tensor was computed from, and add them to their `grad`.

        Parameters
        ----------
        gradient : Tensor, optional
            The gradient with respect to `self`, in its shape; 1 for a tensor with one element if not given.
        retain_graph : bool, optional
            Keep what is needed for another backward; the value of `create_graph` if not given.
        create_graph : bool, default False
            Make the gradients differentiable, for higher derivatives.
        inputs : sequence of Tensors, optional
            Accumulate only into the `grad` of these; all leaves if not given.

        Returns
        -------
        None
            Nothing.

        Raises
        ------
        RuntimeError
            The tensor requires no gradient, has several elements and no `gradient`, or its graph was freed by an earlier
            backward.

        Notes
        -----
        Gradients accumulate: set `grad` to None, or call `optimizer.zero_grad()`, between steps. `torch.autograd.grad`
        returns them instead.

        References
        ----------
        PyTorch: torch.Tensor.backward

        Examples
        --------
        >>> x = torch.tensor([1., 2.], requires_grad=True)
        >>> (x ** 2).sum().backward()
        >>> x.grad
        tensor([2., 4.])
        """
        if ACTIVE:
            forbid_backward()
        try:
            _backward.backward_from_tensor(self, gradient, retain_graph, create_graph, inputs)
        except Exception as error:
            raise _tracebacks.shorten_traceback(error)  # noqa: B904 (the same)

    def detach(self) -> Tensor:
        # The docstring is written in _bindings/functions/inplace.md.
        """The same memory without history: no gradient flows back through it.

        Returns
        -------
        Tensor
            A view that requires no gradient; writes into it are visible in the tensor, and detected by backward. In
            place, the tensor itself loses its history.

        Raises
        ------
        RuntimeError
            In place, the tensor is a view.

        References
        ----------
        PyTorch: torch.detach

        Examples
        --------
        >>> x = torch.tensor([1., 2.], requires_grad=True)
        >>> x.detach()
        tensor([1., 2.])
        """
        out = self._detach_below() if isinstance(self._array, Lifted) else alias(self, Tensor)
        if self._view is not None:
            note_layout(self._array)
        if ACTIVE:
            inherit_jvp_level(out, self)
        return out

    def _detach_below(self) -> Any:
        """Detach at every level."""
        t = resolve_levels(self)
        if not isinstance(t._array, Lifted):
            return t.detach()
        return wrap_as(Tensor, type(t._array)(t._array.value.detach(), t._array.level))

    def detach_(self) -> Tensor:
        # The docstring is written in _bindings/functions/inplace.md.
        """The same memory without history: no gradient flows back through it. In place.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            In place, the tensor is a view.

        References
        ----------
        PyTorch: torch.detach

        Examples
        --------
        >>> x = torch.tensor([1., 2.], requires_grad=True)
        >>> x.detach_()
        tensor([1., 2.])
        """
        if LOCAL.inference or self._counter is INFERENCE_COUNTER:
            return self  # type: ignore[return-value]  # a no-op, as in PyTorch
        if self._view is not None:
            raise RuntimeError("Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for "
                               "training, and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence "
                               "detach_() cannot be called on these gradients. To fix this error, please refer to the "
                               "Optimizer.zero_grad() function in torch/optim/optimizer.py as the solution.")
        hooks = self._backward_hooks
        if self._grad_fn is not None:
            mark_detached(self)
        self._grad_fn, self._output_nr, self._requires_grad = None, 0, False
        if hooks is not None:
            self._meta_for_writing().hooks = hooks
        if self._autograd_meta is not None:
            self._autograd_meta.tangents = None
        return self  # type: ignore[return-value]

    @property
    def data(self) -> Tensor:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The same memory without history; backward does not detect writes into it.

        `detach` is safer. Assignment replaces the memory of the tensor.

        References
        ----------
        PyTorch: torch.Tensor.data

        Examples
        --------
        >>> x = torch.tensor([1., 2.], requires_grad=True)
        >>> x.data
        tensor([1., 2.])
        """
        if isinstance(self._array, Lifted):
            if isinstance(self._array, Batched):
                raise RuntimeError("accessing `data` under vmap transform is not allowed")
            return self._detach_below()
        out = wrap_as(Tensor, self._array)
        if self._view is not None:
            note_layout(self._array)
        if self._counter is INFERENCE_COUNTER or self._counter.__class__ is WriteCounter:
            mark_inference(out)
            if not LOCAL.inference:
                out._counter = WriteCounter()  # it counts, and so may be written to outside of inference mode
        elif LOCAL.inference:
            out._autograd_meta = out._counter = None
        return out

    @data.setter
    def data(self, value: Any) -> None:
        if not isinstance(value, TensorBase):
            raise TypeError(f"Variable data has to be a tensor, but got {type(value).__name__}")
        if self.requires_grad and not is_differentiable(value._array.dtype):
            raise RuntimeError("data set to a tensor that requires gradients must be floating point or complex dtype")
        if is_meta_tensor(self) is not is_meta_tensor(value) or isinstance(self._array, Sparse) is not isinstance(value._array, Sparse):
            raise RuntimeError("Attempted to call `variable.set_data(tensor)`, but `variable` and `tensor` have incompatible tensor type.")
        if self._requires_grad is True and self._grad_fn is None and (
                value._array.dtype is not self._array.dtype or value._array.shape != self._array.shape):
            from ..._engine.replaced_data import before_data_replaced

            before_data_replaced(self, value)
        self._take_data(value)

    @data.deleter
    def data(self) -> None:
        raise RuntimeError("Deleting tensor data is not allowed. Delete tensor instead!")

    def _take_data(self, value: Any) -> None:
        """Set the data of `value`, for a tensor without an accumulating node, or a `value` of the same shape and dtype."""
        mark_data_replaced(self)
        set_array(self, value._array)
        own, other = self._autograd_meta, value._autograd_meta
        if (other is not None and other.inference) != (own is not None and own.inference):
            self._meta_for_writing().inference = not self.is_inference()  # moves along with the memory; the counter does not

    def retain_grad(self) -> None:
        # The docstring is written in _bindings/tensor/tensor.md.
        """Make backward set `grad` although the tensor is no leaf.

        Returns
        -------
        None
            Nothing. It has no effect on leaves.

        Raises
        ------
        RuntimeError
            The tensor requires no gradient.

        References
        ----------
        PyTorch: torch.Tensor.retain_grad

        Examples
        --------
        >>> x = torch.tensor([3.], requires_grad=True)
        >>> y = x * 2
        >>> y.retain_grad()
        >>> (y ** 2).backward()
        >>> y.grad
        tensor([12.])
        """
        import weakref

        if not self.requires_grad:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
        if ACTIVE:
            refuse_in_transform(_IN_TRANSFORM_ERROR.replace("requires_grad_()", "retain_grad()").replace(" (or perhaps using "
                   "torch.autograd.functional.* APIs)", ""))
        node = node_without_refresh(self)
        if node is None or self.retains_grad:
            return
        self._meta_for_writing().retains_grad = True
        hooks_of(node).retain[self._output_nr] = weakref.ref(self)

    @property
    def retains_grad(self) -> bool:
        # The docstring is written in _bindings/tensor/tensor.md.
        """Whether the tensor is no leaf, and `retain_grad` was called on it.

        References
        ----------
        PyTorch: torch.Tensor.retains_grad

        Examples
        --------
        >>> y = torch.tensor([3.], requires_grad=True) * 2
        >>> y.retain_grad()
        >>> y.retains_grad
        True
        """
        return self._autograd_meta is not None and self._autograd_meta.retains_grad

    @retains_grad.setter
    def retains_grad(self, value: Any) -> None:
        raise not_writable("retains_grad")

    def register_hook(self, hook: Callable[[Tensor], Tensor | None]) -> RemovableHandle:
        # The docstring is written in _bindings/tensor/tensor.md.
        """Register a function to be called with the gradient of this tensor whenever it is computed.

        Parameters
        ----------
        hook : callable
            hook(grad) returns None, or a tensor that replaces the gradient. It must not change `grad`.

        Returns
        -------
        RemovableHandle
            `handle.remove()` removes the hook.

        Raises
        ------
        RuntimeError
            The tensor requires no gradient.

        Notes
        -----
        Hooks of a tensor run in the order of registration, before `grad` is filled in.

        References
        ----------
        PyTorch: torch.Tensor.register_hook

        Examples
        --------
        >>> x = torch.tensor([1., 2.], requires_grad=True)
        >>> handle = x.register_hook(lambda grad: grad * 10)
        >>> x.sum().backward()
        >>> x.grad
        tensor([10., 10.])
        """

        if not self.requires_grad:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        hooks = self._backward_hooks  # for a view whose base has changed since, these are the old node's, as in PyTorch
        if hooks is None:
            try:
                if self._view is not None:
                    refresh(self)
            except RuntimeError:  # an invalidated view: only the first hook raises, as in PyTorch
                self._leaf_hooks()
                raise
            hooks = hooks_of(self._grad_fn).tensor.setdefault(self._output_nr, OrderedDict()) if has_node(self) else self._leaf_hooks()
        handle = Classes.handle(hooks)
        hooks[handle.id] = hook
        return handle

    def _leaf_hooks(self) -> Any:
        meta = self._meta_for_writing()
        if meta.hooks is None:
            meta.hooks = OrderedDict()
        return meta.hooks

    @property
    def _backward_hooks(self) -> Any:
        if self._autograd_meta is not None and self._autograd_meta.hooks is not None:
            return self._autograd_meta.hooks
        hooks = None if self._grad_fn is None else self._grad_fn.hooks
        return None if hooks is None else hooks.tensor.get(self._output_nr)

    @_backward_hooks.setter
    def _backward_hooks(self, hooks: Any) -> None:
        if hooks is not None or self.grad_fn is None or self._autograd_meta is not None:  # hooks of a node remain its own, as in PyTorch
            self._meta_for_writing().hooks = hooks

    @_backward_hooks.deleter
    def _backward_hooks(self) -> None:
        raise RuntimeError("Deletion of _backwards_hooks not allowed!")

    def register_post_accumulate_grad_hook(self, hook: Callable[[Tensor], None]) -> RemovableHandle:
        # The docstring is written in _bindings/tensor/tensor.md.
        """Register a function to be called with this leaf after backward has accumulated into its `grad`.

        Parameters
        ----------
        hook : callable
            hook(leaf); it must return None.

        Returns
        -------
        RemovableHandle
            `handle.remove()` removes the hook.

        Raises
        ------
        RuntimeError
            The tensor is no leaf, or requires no gradient.

        References
        ----------
        PyTorch: torch.Tensor.register_post_accumulate_grad_hook

        Examples
        --------
        >>> x = torch.tensor([1., 2.], requires_grad=True)
        >>> handle = x.register_post_accumulate_grad_hook(lambda leaf: print(leaf.grad))
        >>> x.sum().backward()
        tensor([1., 1.])
        """

        if not self.requires_grad:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        if self.grad_fn is not None:
            raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
        meta = self._meta_for_writing()
        if meta.post_hooks is None:
            meta.post_hooks = OrderedDict()
        handle = Classes.handle(meta.post_hooks)
        meta.post_hooks[handle.id] = hook
        return handle

    @property
    def _cdata(self) -> int:
        return id(self)

    @_cdata.setter
    def _cdata(self, value: Any) -> None:
        raise not_writable("_cdata")

    @property
    def _base(self) -> Any:
        return self._view

    @_base.setter
    def _base(self, value: Any) -> None:
        raise not_writable("_base")

    def _is_view(self) -> bool:
        return self._view is not None

    def _view_func(self: Any, new_base: Tensor) -> Tensor | None:
        """The same view of another base; None if this is no view, or `new_base` has another geometry than the base."""
        base = self._view
        if base is None or not isinstance(new_base, TensorBase) or any(
                getattr(base, of)() != getattr(new_base, of)() for of in ("size", "stride", "storage_offset")):
            return None
        return self._view_func_unsafe(new_base)

    def _view_func_unsafe(self: Any, new_base: Tensor) -> Tensor:
        """A view with the same geometry of another tensor's memory."""
        if self._view.is_complex() != self.is_complex() or lazy_marks(self) != lazy_marks(self._view):
            raise UnsupportedError("Tensor._view_func of a view that does not only choose elements")
        return new_base.as_strided(self.size(), self.stride(), self.storage_offset())

    def is_inference(self) -> bool:
        # The docstring is written in _bindings/settings/process.md.
        """Whether the tensor was made in `torch.inference_mode`, and cannot take part in autograd.

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
        >>> x.is_inference()
        True
        """
        return self._autograd_meta is not None and self._autograd_meta.inference

    @property
    def volatile(self) -> bool:
        # The docstring is written in _bindings/tensor/tensor.md.
        """Removed: always False, with a warning. Replaced by `torch.no_grad`.

        References
        ----------
        PyTorch: torch.Tensor.volatile

        Examples
        --------
        >>> torch.zeros(2).volatile
        False
        """
        warn("volatile was removed (Variable.volatile is always False)")
        return False

    @volatile.setter
    def volatile(self, value: bool) -> None:
        warn("volatile was removed and now has no effect. Use `with torch.no_grad():` instead.")

    def reinforce(self, reward: Any) -> None:
        # The docstring is written in _bindings/tensor/tensor.md.
        """Removed from PyTorch: raises an error that names `torch.distributions`.

        Parameters
        ----------
        reward : object
            Its former arguments.

        Returns
        -------
        never
            It raises.

        Raises
        ------
        RuntimeError
            Always.

        References
        ----------
        PyTorch: torch.Tensor.reinforce

        Examples
        --------
        >>> try:
        ...     torch.tensor([1.]).reinforce(1)
        ... except RuntimeError as error:
        ...     print(type(error).__name__)
        RuntimeError
        """
        raise RuntimeError("reinforce() was removed.\nUse torch.distributions instead.")

    def get_device(self) -> int:
        # The docstring is written in _bindings/settings/process.md.
        """The number of the tensor's device; -1 on the CPU.

        Returns
        -------
        int
            The number.

        References
        ----------
        PyTorch: torch.get_device

        Examples
        --------
        >>> torch.zeros(2).get_device()
        -1
        """
        return -1

    def dim_order(self: Any, *, ambiguity_check: Any = False) -> tuple[int, ...]:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The dimensions in memory order, the outermost first.

        Parameters
        ----------
        ambiguity_check : bool or list of memory formats, default False
            Raise if the order is ambiguous: dimensions of size 1, or of equal strides. A list of formats may decide.

        Returns
        -------
        tuple of ints
            A permutation.

        Raises
        ------
        RuntimeError
            `ambiguity_check` is set, and the order is ambiguous.
        TypeError
            `ambiguity_check` is neither a bool nor a list of formats.

        References
        ----------
        PyTorch: torch.Tensor.dim_order

        Examples
        --------
        >>> torch.zeros(2, 3).t().dim_order()
        (1, 0)
        """
        if self._array.__class__ in Classes.layouts:
            raise AttributeError(f"Can't get dim order on sparse type: {self.type()} Use Tensor.to_dense() to convert to a dense tensor "
                                 "first.")
        if ambiguity_check is not False:
            _check_unambiguous_order(self, ambiguity_check)
        return tuple(iteration_order(self._array.shape, [self._array.strides])[::-1])

    def is_distributed(self) -> bool:
        # The docstring is written in _bindings/settings/process.md.
        """Whether the tensor is a distributed one; never here.

        Returns
        -------
        bool
            False.

        References
        ----------
        PyTorch: torch.is_distributed

        Examples
        --------
        >>> torch.zeros(2).is_distributed()
        False
        """
        return False

    @property
    def name(self) -> Any:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The name of the tensor, which is None.

        References
        ----------
        PyTorch: torch.Tensor.name

        Examples
        --------
        >>> print(torch.zeros(2).name)
        None
        """
        return None if self._autograd_meta is None else self._autograd_meta.name

    @name.setter
    def name(self, value: Any) -> None:
        raise not_writable("name")

    @staticmethod
    def _make_subclass(cls: Any, data: Any, require_grad: bool = False) -> Any:
        """A leaf of class `cls` over the memory of `data`, sharing its version counter."""
        if require_grad.__class__ is not bool:
            raise TypeError(f"_make_subclass(): argument 'require_grad' (position 3) must be bool, not {value_type_name(require_grad)}")
        if not isinstance(data, TensorBase):
            raise TypeError(f"_make_subclass(): argument 'data' (position 2) must be Tensor, not {value_type_name(data)}")
        _check_dispatch(cls)
        out = wrap_as(cls, data._array)
        out._counter = counter_of(data) if data._counter is not INFERENCE_COUNTER or LOCAL.inference else WriteCounter()
        if data._autograd_meta is not None and data._autograd_meta.inference:
            out._meta_for_writing().inference = True
        else:
            out._autograd_meta = None  # also in inference mode: sharing memory with a normal tensor makes it a normal tensor
        if require_grad and not is_differentiable(data._array.dtype):
            raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
        if require_grad and data._counter is INFERENCE_COUNTER and not LOCAL.inference:
            raise RuntimeError("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.")
        if require_grad:
            require_gradient(out)
        return out

    def as_subclass(self, cls: type[_Kind]) -> _Kind:
        # The docstring is written in _bindings/tensor/tensor.md.
        """The same memory as an object of a subclass of Tensor.

        Parameters
        ----------
        cls : type
            The subclass.

        Returns
        -------
        Tensor
            Of the class `cls`; gradients flow back.

        References
        ----------
        PyTorch: torch.Tensor.as_subclass

        Examples
        --------
        >>> class Named(torch.Tensor):
        ...     pass
        >>> type(torch.zeros(2).as_subclass(Named)).__name__
        'Named'
        """
        _check_dispatch(cls)
        return with_class(caller("alias")(self), cls)

    @staticmethod
    def _make_wrapper_subclass(cls: Any, *args: Any, **kwargs: Any) -> Any:
        """Unsupported: a tensor without values needs dispatch below torch's functions."""
        raise UnsupportedError("torch.Tensor._make_wrapper_subclass", _NO_DISPATCH)

    @property
    def __cuda_array_interface__(self: Any) -> Any:
        raise AttributeError(f"Can't get __cuda_array_interface__ on non-CUDA tensor type: {Tensor.type(self)} If CUDA data is required "
                             "use tensor.cuda() to copy tensor to device memory.")

_NO_DISPATCH = "there are no ops below torch's functions; see torch.overrides"


def no_dispatch(func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
    """The `__torch_dispatch__` of every tensor, which is never called."""
    raise UnsupportedError("torch.Tensor.__torch_dispatch__", _NO_DISPATCH)


def _check_dispatch(cls: Any) -> None:
    """Refuse classes whose `__torch_dispatch__` would have to be called, and those that are no subclass of Tensor."""
    if not isinstance(cls, type):
        raise TypeError(f"cls must be a type (got {type(cls).__name__})")
    if not issubclass(cls, TensorBase):
        raise TypeError("Creating a Tensor subclass from a class that does not inherit from Tensor is not possible. Make sure your class "
                        "inherits from Tensor.")
    own: Any = cls.__torch_dispatch__  # type: ignore[attr-defined]
    if getattr(own, "__func__", own) is not no_dispatch:
        raise UnsupportedError(f"{cls.__name__}.__torch_dispatch__", _NO_DISPATCH)


def _wrap_dim(dim: int, ndim: int) -> int:
    limit = ndim or 1
    if not -limit <= dim < limit or not ndim:
        if not ndim:
            raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
        raise IndexError(f"Dimension out of range (expected to be in range of [{-limit}, {limit - 1}], but got {dim})")
    return dim




def _check_unambiguous_order(t: Any, formats: Any) -> None:
    """Refuse ambiguous dimension orders, unless exactly one of the formats fits."""
    if formats is not True and (formats.__class__ is not list or not all(isinstance(f, memory_format) for f in formats)):
        raise TypeError("The ambiguity_check argument must be a bool or a list of memory formats.")
    strides = t.stride()
    repeated = any(a == b for a, b in pairwise(strides))
    fitting = 0 if formats is True else sum(t.is_contiguous(memory_format=f) for f in formats)
    if (repeated or 1 in t.shape) and fitting != 1 or formats and (repeated or 0 in strides):
        raise RuntimeError("The tensor does not have unique dim order, or cannot map to exact one of the given memory formats.")



class Tensor(
    TensorMethods, Operators, IndexMethods, ArithmeticMethods, ReductionMethods, ProductMethods, RandomMethods, ScatteringMethods,
    SelectionMethods, ShapeMethods, ReshapingMethods, StorageMethods, ComplexMethods, CompositionMethods, Conversion, GammaMethods, Interop,
    FillAndCompareMethods, GeneratedMethods, MatrixMethods, RareMethods, RemovedMethods, SparseMethods, StatisticsMethods, TensorBase,
    AbsentMethods, metaclass=TensorMeta,
):
    """An n-dimensional array that records how it was computed.

    `torch.tensor` is preferable for values: this legacy constructor makes uninitialised memory of given sizes.

    Parameters
    ----------
    *args : ints, sequence or Tensor
        Sizes, or the values, which are converted to the default dtype; a tensor is aliased.
    **kwargs : object
        `size` or `data` in place of the positional one; `device`, which can only be the CPU.

    References
    ----------
    PyTorch: ``torch.Tensor``.

    Examples
    --------
    >>> torch.Tensor([1, 2])
    tensor([1., 2.])
    >>> torch.Tensor(2, 3).shape
    torch.Size([2, 3])
    >>> x = torch.tensor([1., 2.], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad
    tensor([2., 4.])
    """

    __slots__ = ()
    __module__ = "minitorch_compat"

    if TYPE_CHECKING:

        def __new__(cls, *args: Any, **kwargs: Any) -> Self: ...

    __torch_dispatch__: ClassVar[Any] = staticmethod(no_dispatch)

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """The default for subclasses: results of the function become instances of the subclass.

        NotImplemented if `cls` is no subclass of one of `types`. The class of a gradient does not change.
        """
        if not all(issubclass(cls, kind) for kind in types):
            return NotImplemented
        with switched_off(NO_CLASSES):
            result = func(*args, **(kwargs or {}))
            return result if cls is Tensor or func in unconverted_functions() else _as_class(result, cls)


def _as_class(result: Any, cls: Any) -> Any:
    """Convert the tensors in a result to `cls`."""
    if isinstance(result, TensorBase):
        return result if isinstance(result, cls) else result.as_subclass(cls)  # type: ignore[attr-defined]
    if isinstance(result, (tuple, list)):
        return type(result)(_as_class(part, cls) for part in result)
    return result


@cache
def unconverted_functions() -> frozenset[Any]:
    """The functions whose results are not converted."""
    named: Any = Tensor
    return frozenset({named._base.__get__, named.grad.__get__, named._grad.__get__})


for _base in Tensor.__bases__:
    show_names(vars(_base).items())


def _construct(cls: Any, *args: Any, **kwargs: Any) -> Any:
    from ..retired.constructors import legacy_tensor

    if cls is not Tensor:
        _check_dispatch(cls)
    return legacy_tensor(cls, *args, **kwargs)


Classes.construct = staticmethod(_construct)
bind_tensor(Tensor)
ORDINARY.update((Size, _dtype.dtype, device, layout, memory_format))
