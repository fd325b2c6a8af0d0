"""Methods: those that PyTorch has removed, and those for layouts that dense tensors do not have."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from ..._array.core.deferred import Family
from ..._dispatch.call.caller import caller
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.state import ACTIVE
from ..._dispatch.tensor import is_meta_tensor
from ..._dispatch.unsupported import UnsupportedError
from ..override.overridable import all_overridable
from ..settings.constants import strided

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

removed = Family(f"{__package__}.removed")  # rarely called functions, imported on demand


def _raise_no_cpu_kernel(name: str) -> NoReturn:
    """Raise PyTorch's error for tensors that are not quantized, since none is here."""
    raise NotImplementedError(f"Could not run 'aten::{name}' with arguments from the 'CPU' backend.")


def _raise_not_compressed(t: Any, name: str, what: str) -> NoReturn:
    layout = "Strided" if t._array.__class__.__name__ != "Coo" else "Sparse"
    raise RuntimeError(f"{name} expected sparse {what} compressed tensor layout but got {layout}")


def prelu_of(input: Any, weight: Any) -> Tensor:
    """`leaky_relu` with a single slope, or one per channel."""
    if ACTIVE:
        from ..._dispatch.call.autocast import in_lower_precision  # not needed by an import

        input, weight = in_lower_precision(input, weight)
    a, slopes = input._array, weight._array
    ndim = a.ndim
    if a.dtype is not slopes.dtype and a.dtype != slopes.dtype:
        raise RuntimeError(f"prelu: Type promoting not supported. Got {type_name(a.dtype)} and {type_name(slopes.dtype)}")
    if slopes.size != 1:
        if not ndim:
            raise RuntimeError("Not allow zero-dim input tensor.")
        channels = a.shape[1] if ndim > 1 else 1
        if slopes.size != channels:
            raise RuntimeError(f"Mismatch of parameter numbers and input channel size. Found parameter numbers = {slopes.size} and "
                               f"channel size = {channels}.")
    if slopes.ndim > 1:
        raise RuntimeError(f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {slopes.ndim}")
    if a.__class__ is not slopes.__class__ and is_meta_tensor(input) is not is_meta_tensor(weight):
        from ..._dispatch.layouts.meta import device_mismatch

        raise device_mismatch(input, weight)
    if slopes.ndim != ndim:
        weight = weight.view((1,) * ndim if slopes.size == 1 else (1, -1, *(1,) * (ndim - 2)))
    return caller("prelu_kernel")(input, weight)


class RemovedMethods:
    """Methods that PyTorch writes in Python, which warn or raise because they are deprecated or removed."""

    __slots__ = ()

    def solve(self: Any, other: Any) -> None:
        # The docstring is written in _bindings/retired/methods.md.
        """Removed from PyTorch: raises an error that names its replacement in `torch.linalg`.

        Parameters
        ----------
        other : object
            Its former arguments, now without effect.

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
        PyTorch: torch.Tensor.solve

        Examples
        --------
        >>> try:
        ...     torch.eye(2).solve(torch.eye(2))
        ... except RuntimeError as error:
        ...     print("removed" in str(error) or "deprecated" in str(error))
        True
        """
        removed.solve(self, other)

    def lstsq(self: Any, other: Any) -> None:
        # The docstring is written in _bindings/retired/methods.md.
        """Removed from PyTorch: raises an error that names its replacement in `torch.linalg`.

        Parameters
        ----------
        other : object
            Its former arguments, now without effect.

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
        PyTorch: torch.Tensor.lstsq

        Examples
        --------
        >>> try:
        ...     torch.eye(2).lstsq(torch.eye(2))
        ... except RuntimeError as error:
        ...     print("removed" in str(error) or "deprecated" in str(error))
        True
        """
        removed.lstsq(self, other)

    def eig(self: Any, eigenvectors: Any = False) -> None:
        # The docstring is written in _bindings/retired/removed.md.
        """Removed from PyTorch: raises an error that names its replacement in `torch.linalg`.

        Parameters
        ----------
        eigenvectors : object
            Its former arguments, now without effect.

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
        PyTorch: torch.matrix_rank

        Examples
        --------
        >>> try:
        ...     torch.eye(2).eig(torch.eye(2))
        ... except RuntimeError as error:
        ...     print("removed" in str(error) or "deprecated" in str(error))
        True
        """
        removed.eig(self, eigenvectors)

    def symeig(self: Any, eigenvectors: Any = False) -> None:
        # The docstring is written in _bindings/retired/removed.md.
        """Removed from PyTorch: raises an error that names its replacement in `torch.linalg`.

        Parameters
        ----------
        eigenvectors : object
            Its former arguments, now without effect.

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
        PyTorch: torch.matrix_rank

        Examples
        --------
        >>> try:
        ...     torch.eye(2).symeig(torch.eye(2))
        ... except RuntimeError as error:
        ...     print("removed" in str(error) or "deprecated" in str(error))
        True
        """
        removed.symeig(self, eigenvectors)


@all_overridable
class RareMethods:
    """Methods of Tensor most of which raise for dense tensors."""

    __slots__ = ()

    @property
    def _post_accumulate_grad_hooks(self: Any) -> Any:
        return None if self._autograd_meta is None else self._autograd_meta.post_hooks

    @_post_accumulate_grad_hooks.setter
    def _post_accumulate_grad_hooks(self: Any, hooks: Any) -> None:
        if hooks is not None or self._autograd_meta is not None:
            self._meta_for_writing().post_hooks = hooks

    def _is_zerotensor(self: Any) -> bool:
        """Return False: zeros always have memory here, unlike PyTorch's zero tensors."""
        return False

    def _use_count(self: Any) -> NoReturn:
        """The reference count of PyTorch's C++ tensor: UnsupportedError."""
        raise UnsupportedError("torch.Tensor._use_count", "out of scope (Python counts who holds an object)")

    def dequantize(self: Any) -> Tensor:
        # The docstring is written in _bindings/retired/functions.md.
        """The values of a quantized tensor as floats; of a floating tensor, the tensor itself.

        Returns
        -------
        Tensor
            Floats.

        Raises
        ------
        RuntimeError
            The tensor is of integers: nothing is quantized here.

        References
        ----------
        PyTorch: torch.dequantize

        Examples
        --------
        >>> torch.tensor([1.5]).dequantize()
        tensor([1.5000])
        """
        return self.float()

    def prelu(self: Any, weight: Tensor) -> Tensor:
        # The docstring is written in _bindings/retired/methods.md.
        """A rectified linear unit with learned slopes below zero.

            out[i] = self[i] if self[i] > 0, else weight * self[i]

        Parameters
        ----------
        weight : Tensor
            One slope for all, or one for each channel, which is the second dimension.

        Returns
        -------
        Tensor
            As `self` in shape and dtype.

        Raises
        ------
        RuntimeError
            There are not as many slopes as channels.

        Notes
        -----
        After He and others (2015).

        References
        ----------
        PyTorch: torch.prelu

        Examples
        --------
        >>> torch.tensor([-1., 2.]).prelu(torch.tensor([0.25]))
        tensor([-0.2500,  2.0000])
        """
        return prelu_of(self, weight)

    def module_load(self: Any, other: Any, assign: bool = False) -> Tensor:
        # The docstring is written in _bindings/retired/methods.md.
        """The replacement for a parameter in `Module.load_state_dict`: the values of another tensor.

        Parameters
        ----------
        other : Tensor
            The values.
        assign : bool, default False
            Use `other` itself instead of a copy.

        Returns
        -------
        Tensor
            A tensor for the module to hold.

        References
        ----------
        PyTorch: torch.Tensor.module_load

        Examples
        --------
        >>> torch.zeros(2).module_load(torch.ones(2))
        tensor([1., 1.])
        """
        return other.detach() if assign else self.copy_(other).detach()

    def int_repr(self: Any) -> NoReturn:
        # The docstring is written in _bindings/retired/functions.md.
        """Only for quantized tensors, which do not exist here: it raises, as PyTorch does for others.

        Returns
        -------
        never
            It raises.

        Raises
        ------
        NotImplementedError
            Always.

        References
        ----------
        PyTorch: torch.int_repr

        Examples
        --------
        >>> try:
        ...     torch.zeros(2).int_repr()
        ... except NotImplementedError:
        ...     print("not quantized")
        not quantized
        """
        _raise_no_cpu_kernel("int_repr")

    def qscheme(self: Any) -> NoReturn:
        # The docstring is written in _bindings/retired/methods.md.
        """Only for quantized tensors, which do not exist here: it raises.

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
        PyTorch: torch.Tensor.qscheme

        Examples
        --------
        >>> try:
        ...     torch.zeros(2).qscheme()
        ... except RuntimeError:
        ...     print("not quantized")
        not quantized
        """
        _raise_no_cpu_kernel("qscheme")

    def q_scale(self: Any) -> NoReturn:
        # The docstring is written in _bindings/retired/functions.md.
        """Only for quantized tensors, which do not exist here: it raises, as PyTorch does for others.

        Returns
        -------
        never
            It raises.

        Raises
        ------
        NotImplementedError
            Always.

        References
        ----------
        PyTorch: torch.int_repr

        Examples
        --------
        >>> try:
        ...     torch.zeros(2).q_scale()
        ... except NotImplementedError:
        ...     print("not quantized")
        not quantized
        """
        _raise_no_cpu_kernel("q_scale")

    def q_zero_point(self: Any) -> NoReturn:
        # The docstring is written in _bindings/retired/functions.md.
        """Only for quantized tensors, which do not exist here: it raises, as PyTorch does for others.

        Returns
        -------
        never
            It raises.

        Raises
        ------
        NotImplementedError
            Always.

        References
        ----------
        PyTorch: torch.int_repr

        Examples
        --------
        >>> try:
        ...     torch.zeros(2).q_zero_point()
        ... except NotImplementedError:
        ...     print("not quantized")
        not quantized
        """
        _raise_no_cpu_kernel("q_zero_point")

    def q_per_channel_axis(self: Any) -> NoReturn:
        # The docstring is written in _bindings/retired/functions.md.
        """Only for quantized tensors, which do not exist here: it raises, as PyTorch does for others.

        Returns
        -------
        never
            It raises.

        Raises
        ------
        NotImplementedError
            Always.

        References
        ----------
        PyTorch: torch.int_repr

        Examples
        --------
        >>> try:
        ...     torch.zeros(2).q_per_channel_axis()
        ... except NotImplementedError:
        ...     print("not quantized")
        not quantized
        """
        _raise_no_cpu_kernel("q_per_channel_axis")

    def q_per_channel_scales(self: Any) -> NoReturn:
        # The docstring is written in _bindings/retired/functions.md.
        """Only for quantized tensors, which do not exist here: it raises, as PyTorch does for others.

        Returns
        -------
        never
            It raises.

        Raises
        ------
        NotImplementedError
            Always.

        References
        ----------
        PyTorch: torch.int_repr

        Examples
        --------
        >>> try:
        ...     torch.zeros(2).q_per_channel_scales()
        ... except NotImplementedError:
        ...     print("not quantized")
        not quantized
        """
        _raise_no_cpu_kernel("q_per_channel_scales")

    def q_per_channel_zero_points(self: Any) -> NoReturn:
        # The docstring is written in _bindings/retired/functions.md.
        """Only for quantized tensors, which do not exist here: it raises, as PyTorch does for others.

        Returns
        -------
        never
            It raises.

        Raises
        ------
        NotImplementedError
            Always.

        References
        ----------
        PyTorch: torch.int_repr

        Examples
        --------
        >>> try:
        ...     torch.zeros(2).q_per_channel_zero_points()
        ... except NotImplementedError:
        ...     print("not quantized")
        not quantized
        """
        _raise_no_cpu_kernel("q_per_channel_zero_points")

    def xpu(self: Any, device: Any = None, non_blocking: bool = False, memory_format: Any = None) -> NoReturn:
        # The docstring is written in _bindings/retired/methods.md.
        """The tensor on a device that does not exist here: it raises, as a CPU build of PyTorch does.

        Parameters
        ----------
        device : torch.device, optional
            Which.
        non_blocking : bool, default False
            Whether to copy asynchronously.
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result.

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
        PyTorch: torch.Tensor.xpu

        Examples
        --------
        >>> try:
        ...     torch.zeros(2).xpu()
        ... except (AssertionError, RuntimeError):
        ...     print("no such device")
        no such device
        """
        raise AssertionError("Torch not compiled with XPU enabled")

    def mtia(self: Any, device: Any = None, non_blocking: bool = False, memory_format: Any = None) -> NoReturn:
        # The docstring is written in _bindings/retired/methods.md.
        """The tensor on a device that does not exist here: it raises, as a CPU build of PyTorch does.

        Parameters
        ----------
        device : torch.device, optional
            Which.
        non_blocking : bool, default False
            Whether to copy asynchronously.
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result.

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
        PyTorch: torch.Tensor.xpu

        Examples
        --------
        >>> try:
        ...     torch.zeros(2).xpu()
        ... except (AssertionError, RuntimeError):
        ...     print("no such device")
        no such device
        """
        raise AssertionError("Torch not compiled with MTIA enabled.")

    def ipu(self: Any, device: Any = None, non_blocking: bool = False, memory_format: Any = None) -> NoReturn:
        # The docstring is written in _bindings/retired/methods.md.
        """The tensor on a device that does not exist here: it raises, as a CPU build of PyTorch does.

        Parameters
        ----------
        device : torch.device, optional
            Which.
        non_blocking : bool, default False
            Whether to copy asynchronously.
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result.

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
        PyTorch: torch.Tensor.xpu

        Examples
        --------
        >>> try:
        ...     torch.zeros(2).xpu()
        ... except (AssertionError, RuntimeError):
        ...     print("no such device")
        no such device
        """
        raise RuntimeError("PyTorch is not linked with support for ipu devices")

    def record_stream(self: Any, s: Any) -> NoReturn:
        # The docstring is written in _bindings/retired/methods.md.
        """Record that a GPU stream uses the memory; on a CPU it raises, as in PyTorch.

        Parameters
        ----------
        s : Stream
            The stream.

        Returns
        -------
        None
            Nothing.

        References
        ----------
        PyTorch: torch.Tensor.record_stream

        Examples
        --------
        >>> try:
        ...     torch.ones(2).record_stream(None)
        ... except (TypeError, RuntimeError):
        ...     print("not a stream of a GPU")
        not a stream of a GPU
        """
        raise RuntimeError("unknown parameter type")

    def sparse_resize_(self: Any, size: Sequence[int], sparse_dim: int, dense_dim: int) -> NoReturn:
        # The docstring is written in _bindings/retired/methods.md.
        """Another shape for a sparse tensor; dense ones raise. In place.

        Parameters
        ----------
        size : ints
            The shape.
        sparse_dim : int
            How many dimensions would be sparse.
        dense_dim : int
            How many would be dense.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The tensor is dense, or its elements do not fit.

        Notes
        -----
        In PyTorch it changes sparse tensors in place. For dense ones both raise RuntimeError.

        References
        ----------
        PyTorch: torch.Tensor.sparse_resize_

        Examples
        --------
        >>> try:
        ...     torch.zeros(2).sparse_resize_((3,), 1, 0)
        ... except RuntimeError:
        ...     print("sparse only")
        sparse only
        """
        _raise_not_dense(self, "sparse_resize_")

    def sparse_resize_and_clear_(self: Any, size: Sequence[int], sparse_dim: int, dense_dim: int) -> NoReturn:
        # The docstring is written in _bindings/retired/methods.md.
        """Another shape for a sparse tensor, which is emptied; dense ones raise. In place.

        Parameters
        ----------
        size : ints
            The shape.
        sparse_dim : int
            How many dimensions would be sparse.
        dense_dim : int
            How many would be dense.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The tensor is dense, or its elements do not fit.

        Notes
        -----
        In PyTorch it changes sparse tensors in place. For dense ones both raise RuntimeError.

        References
        ----------
        PyTorch: torch.Tensor.sparse_resize_and_clear_

        Examples
        --------
        >>> try:
        ...     torch.zeros(2).sparse_resize_and_clear_((3,), 1, 0)
        ... except RuntimeError:
        ...     print("sparse only")
        sparse only
        """
        _raise_not_dense(self, "sparse_resize_and_clear_")

    def resize_as_sparse_(self: Any, the_template: Tensor) -> NoReturn:
        # The docstring is written in _bindings/retired/functions.md.
        """Only for sparse tensors; for dense ones it raises, as in PyTorch. In place.

        Parameters
        ----------
        the_template : Tensor
            The tensor with the shape.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            Always.

        References
        ----------
        PyTorch: torch.resize_as_sparse_

        Examples
        --------
        >>> try:
        ...     torch.zeros(2).resize_as_sparse_(torch.zeros(3))
        ... except RuntimeError:
        ...     print("sparse only")
        sparse only
        """
        _raise_not_dense(self, "resize_as_sparse_")

    def to_padded_tensor(self: Any, padding: float, output_size: Sequence[int] | None = None) -> NoReturn:
        # The docstring is written in _bindings/retired/methods.md.
        """Only for nested tensors, which do not exist here: it raises, as PyTorch does for others.

        Parameters
        ----------
        padding : number
            The padding value.
        output_size : ints, optional
            The shape.

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
        PyTorch: torch.Tensor.to_padded_tensor

        Examples
        --------
        >>> try:
        ...     torch.zeros(2).to_padded_tensor(0.)
        ... except RuntimeError:
        ...     print("not nested")
        not nested
        """
        _raise_no_cpu_kernel("to_padded_tensor")

    def crow_indices(self: Any) -> NoReturn:
        # The docstring is written in _bindings/retired/methods.md.
        """The index of the first value of each row of a CSR or BSR tensor, and the number of values.

        Returns
        -------
        Tensor
            Integers, one more than there are rows.

        Raises
        ------
        RuntimeError
            The tensor has another layout.

        References
        ----------
        PyTorch: torch.Tensor.crow_indices

        Examples
        --------
        >>> torch.eye(2).to_sparse_csr().crow_indices()
        tensor([0, 1, 2])
        """
        _raise_not_compressed(self, "crow_indices", "row")

    def col_indices(self: Any) -> NoReturn:
        # The docstring is written in _bindings/retired/methods.md.
        """The columns of the elements of a CSR or BSR tensor.

        Returns
        -------
        Tensor
            Integers.

        Raises
        ------
        RuntimeError
            The tensor has another layout.

        References
        ----------
        PyTorch: torch.Tensor.col_indices

        Examples
        --------
        >>> torch.eye(2).to_sparse_csr().col_indices()
        tensor([0, 1])
        """
        _raise_not_compressed(self, "col_indices", "row")

    def ccol_indices(self: Any) -> NoReturn:
        # The docstring is written in _bindings/retired/methods.md.
        """The index of the first value of each column of a CSC or BSC tensor, and the number of values.

        Returns
        -------
        Tensor
            Integers, one more than there are columns.

        Raises
        ------
        RuntimeError
            The tensor has another layout.

        References
        ----------
        PyTorch: torch.Tensor.ccol_indices

        Examples
        --------
        >>> torch.eye(2).to_sparse_csc().ccol_indices()
        tensor([0, 1, 2])
        """
        _raise_not_compressed(self, "ccol_indices", "column")

    def row_indices(self: Any) -> NoReturn:
        # The docstring is written in _bindings/retired/methods.md.
        """The rows of the elements of a CSC or BSC tensor.

        Returns
        -------
        Tensor
            Integers.

        Raises
        ------
        RuntimeError
            The tensor has another layout.

        References
        ----------
        PyTorch: torch.Tensor.row_indices

        Examples
        --------
        >>> torch.eye(2).to_sparse_csc().row_indices()
        tensor([0, 1])
        """
        _raise_not_compressed(self, "row_indices", "column")


def _raise_not_dense(t: Any, name: str) -> NoReturn:
    if t.layout is not strided:
        raise UnsupportedError(f"torch.Tensor.{name}")
    _raise_no_cpu_kernel(name)
