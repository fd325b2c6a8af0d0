"""The functions of the methods in `methods.py`, imported on first access."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..._array.core.dtypes import scalar_name
from ..._array.sparse.coo import Coo
from ..._dispatch.call.caller import caller
from ..._dispatch.dtype import dtype, float16, float32
from ..._dispatch.messages import argument_messages
from ..._dispatch.tensor import TensorBase
from ..._dispatch.unsupported import UnsupportedError
from .methods import _raise_no_cpu_kernel, _raise_not_dense

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor


def resize_as_sparse_(input: Tensor, the_template: Tensor) -> Tensor:
    # The docstring is written in _bindings/retired/functions.md.
    """Only for sparse tensors; for dense ones it raises, as in PyTorch.

    Parameters
    ----------
    input : Tensor
        The tensor. (A method: `self`.)
    the_template : Tensor
        The tensor with the shape.

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
    PyTorch: torch.resize_as_sparse_

    Examples
    --------
    >>> try:
    ...     torch.resize_as_sparse_(torch.zeros(2), torch.zeros(3))
    ... except RuntimeError:
    ...     print("sparse only")
    sparse only
    """
    if input.is_sparse:
        return input.resize_as_sparse_(the_template)
    _raise_not_dense(input, "resize_as_sparse_")


def dequantize(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/retired/functions.md.
    """The values of a quantized tensor as floats; of a floating tensor, the tensor itself.

    Parameters
    ----------
    tensor, input, tensors : Tensor
        The tensor to convert.

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
    >>> torch.dequantize(torch.tensor([1.5]))
    tensor([1.5000])
    """
    return _raise_no_cpu_kernel("dequantize.tensors") if isinstance(input, (list, tuple)) else input.dequantize()


def native_norm(input: Tensor, p: int | float | complex | bool | None = 2, dim: int | Sequence[int] | None = None, keepdim: bool = False,
                dtype: Any = None) -> Tensor:
    # The docstring is written in _bindings/retired/functions.md.
    """The norm of a sparse tensor in coordinate form. It raises for dense ones, as in PyTorch; use `torch.norm` instead.

    Parameters
    ----------
    input : Tensor
        A sparse tensor.
    p, dim, keepdim, dtype : object, default 2
        As for `torch.norm`.

    Returns
    -------
    Tensor
        A dense tensor without dimensions.

    Raises
    ------
    NotImplementedError
        `input` is dense.

    References
    ----------
    PyTorch: torch.native_norm

    Examples
    --------
    >>> torch.native_norm(torch.tensor([3., 0., 4.]).to_sparse())
    tensor(5.)
    """
    kind: Any = input._array.__class__ if isinstance(input, TensorBase) else None
    if kind is Coo:
        from ..tensor.fill_and_compare import norm

        power: Any = p
        return norm(input, power, dim, keepdim, None, dtype)
    _raise_no_cpu_kernel("native_norm" if dim is None else "native_norm.ScalarOpt_dim_dtype")


def sym_constrain_range(size: int | float | complex | bool, *, min: int | None = None, max: int | None = None) -> None:
    # The docstring is written in _bindings/retired/functions.md.
    """Check that a number, symbolic in compiled programs, is in a range.

    Parameters
    ----------
    size : number
        The number.
    min : int, optional
        The lower bound.
    max : int, optional
        The greatest.

    Returns
    -------
    None
        Nothing.

    Raises
    ------
    RuntimeError
        The number is out of range.

    References
    ----------
    PyTorch: torch.sym_constrain_range

    Examples
    --------
    >>> torch.sym_constrain_range(3, min=0, max=5)
    >>> try:
    ...     torch.sym_constrain_range(7, min=0, max=5)
    ... except RuntimeError:
    ...     print("7 is not between 0 and 5")
    7 is not between 0 and 5
    """
    low, high = -(2 ** 63) if min is None else min, 2 ** 63 - 1 if max is None else max
    if not low <= size <= high:  # type: ignore[operator]
        raise RuntimeError(f"Invalid value range for {size} between [{low}, {high}].")


def sym_constrain_range_for_size(size: int | float | complex | bool, *, min: int | None = None, max: int | None = None) -> None:
    # The docstring is written in _bindings/retired/functions.md.
    """Check that a number, symbolic in compiled programs, can be a size in a range.

    Parameters
    ----------
    size : number
        The number.
    min : int, optional
        The lower bound.
    max : int, optional
        The greatest.

    Returns
    -------
    None
        Nothing.

    Raises
    ------
    RuntimeError
        The number is out of range.

    References
    ----------
    PyTorch: torch.sym_constrain_range_for_size

    Examples
    --------
    >>> torch.sym_constrain_range_for_size(3, min=0, max=5)
    >>> try:
    ...     torch.sym_constrain_range_for_size(7, min=0, max=5)
    ... except RuntimeError:
    ...     print("7 is not between 0 and 5")
    7 is not between 0 and 5
    """
    sym_constrain_range(size, min=0 if min is None else min, max=max)


def init_num_threads() -> None:
    # The docstring is written in _bindings/retired/functions.md.
    """Set the number of threads again, in a process that was forked.

    Returns
    -------
    None
        Nothing.

    References
    ----------
    PyTorch: torch.init_num_threads

    Examples
    --------
    >>> torch.init_num_threads()
    >>> torch.get_num_threads() > 0
    True
    """


def thread_safe_generator() -> None:
    # The docstring is written in _bindings/retired/functions.md.
    """The generator of the current thread, in workers that are threads; None elsewhere.

    Returns
    -------
    torch.Generator or None
        None.

    References
    ----------
    PyTorch: torch.thread_safe_generator

    Examples
    --------
    >>> print(torch.thread_safe_generator())
    None
    """


def _softmax_gradient(name: str, kernel: str, broadcasts: bool, grad: Any, output: Any, dim: Any, input_dtype: Any) -> Any:
    for place, (parameter, value) in enumerate((("grad_output", grad), ("output", output)), 1):
        if not isinstance(value, TensorBase):
            raise argument_messages.wrong_type(name, parameter, place, "Tensor", value)
    if dim.__class__ is not int:
        raise argument_messages.wrong_type(name, "dim", 3, "int", dim)
    if not isinstance(input_dtype, dtype):
        raise argument_messages.wrong_type(name, "input_dtype", 4, "torch.dtype", input_dtype)
    if not broadcasts and grad.shape != output.shape:
        raise RuntimeError(f"Expected tensor for argument #1 'grad' to have same size as tensor for argument #2 'output'; but "
                           f"{list(grad.shape)} does not equal {list(output.shape)} (while checking arguments for {kernel})")
    if grad.shape != output.shape:
        raise UnsupportedError(f"torch.{name}", "with a gradient and a result of two shapes")
    if grad.dtype != output.dtype:
        raise RuntimeError(f"expected scalar type {scalar_name(grad._array.dtype)} but found {scalar_name(output._array.dtype)}")
    if grad.dtype == float32 and input_dtype == float16:
        raise RuntimeError("expected scalar type Float but found Half")
    if not grad.is_floating_point():
        raise NotImplementedError(f'"{kernel}_lastdim_kernel_impl" not implemented for \'{scalar_name(grad._array.dtype)}\'')
    return caller(kernel)(grad, output, dim)


def _softmax_backward_data(grad_output: Any, output: Any, dim: int, input_dtype: Any) -> Any:
    """The gradient of the input of `softmax`, from the cotangent and the result."""
    return _softmax_gradient("_softmax_backward_data", "softmax_backward", False, grad_output, output, dim, input_dtype)


def _log_softmax_backward_data(grad_output: Any, output: Any, dim: int, input_dtype: Any) -> Any:
    """The same for `log_softmax`."""
    return _softmax_gradient("_log_softmax_backward_data", "log_softmax_backward", True, grad_output, output, dim, input_dtype)
