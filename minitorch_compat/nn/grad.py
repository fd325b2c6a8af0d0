"""Gradients of convolutions with respect to their inputs and weights, as functions."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._dispatch.call.caller import caller
from ._functional.conv import _expand_to_tuple

__all__ = ["conv1d_input", "conv1d_weight", "conv2d_input", "conv2d_weight", "conv3d_input", "conv3d_weight"]

_conv_input, _conv_weight = caller("conv_input_gradient"), caller("conv_weight_gradient")


def _input_gradient(n: int, input_size: Sequence[int], weight: Any, grad_output: Any, stride: Any, padding: Any, dilation: Any,
                    groups: int) -> Any:
    if len(input_size) != n + 2:
        raise RuntimeError(f"Expected {n + 2}-dimensional input for {n + 2}-dimensional weight {list(weight.shape)}, but got "
                           f"{len(input_size)}-dimensional input of size {list(input_size)} instead")
    return _conv_input(grad_output, weight, tuple(input_size[2:]), _expand_to_tuple(stride, n), _expand_to_tuple(padding, n),
                       _expand_to_tuple(dilation, n), groups)


def _weight_gradient(n: int, input: Any, weight_size: Sequence[int], grad_output: Any, stride: Any, padding: Any, dilation: Any,
                     groups: int) -> Any:
    return _conv_weight(grad_output, input, tuple(weight_size[2:]), _expand_to_tuple(stride, n), _expand_to_tuple(padding, n),
                        _expand_to_tuple(dilation, n), groups)


def conv1d_input(input_size: Sequence[int], weight: Any, grad_output: Any, stride: Any = 1, padding: Any = 0, dilation: Any = 1,
                 groups: int = 1) -> Any:
    """Gradient of a convolution with respect to its input.

    Parameters
    ----------
    input_size : sequence of int
        Shape of the input.
    weight : Tensor
        The kernel.
    grad_output : Tensor
        The gradient at the output.
    stride : int or tuple of int, default 1
        As for the convolution.
    padding : int or tuple of int, default 0
        As for the convolution.
    dilation : int or tuple of int, default 1
        As for the convolution.
    groups : int, default 1
        As for the convolution.

    Returns
    -------
    Tensor
        Of shape ``input_size``.

    References
    ----------
    PyTorch: ``torch.nn.grad.conv1d_input``.

    Examples
    --------
    >>> torch.nn.grad.conv1d_input((1, 1, 3), torch.ones(1, 1, 2), torch.ones(1, 1, 2)).shape
    torch.Size([1, 1, 3])
    """
    return _input_gradient(1, input_size, weight, grad_output, stride, padding, dilation, groups)


def conv1d_weight(input: Any, weight_size: Sequence[int], grad_output: Any, stride: Any = 1, padding: Any = 0, dilation: Any = 1,
                  groups: int = 1) -> Any:
    """Gradient of a convolution with respect to its kernel.

    Parameters
    ----------
    input : Tensor
        The input.
    weight_size : sequence of int
        Shape of the kernel.
    grad_output : Tensor
        The gradient at the output.
    stride : int or tuple of int, default 1
        As for the convolution.
    padding : int or tuple of int, default 0
        As for the convolution.
    dilation : int or tuple of int, default 1
        As for the convolution.
    groups : int, default 1
        As for the convolution.

    Returns
    -------
    Tensor
        Of shape ``weight_size``.

    References
    ----------
    PyTorch: ``torch.nn.grad.conv1d_weight``.

    Examples
    --------
    >>> torch.nn.grad.conv1d_weight(torch.ones(1, 1, 3), (1, 1, 2), torch.ones(1, 1, 2)).shape
    torch.Size([1, 1, 2])
    """
    return _weight_gradient(1, input, weight_size, grad_output, stride, padding, dilation, groups)


def conv2d_input(input_size: Sequence[int], weight: Any, grad_output: Any, stride: Any = 1, padding: Any = 0, dilation: Any = 1,
                 groups: int = 1) -> Any:
    """Gradient of a convolution with respect to its input.

    Parameters
    ----------
    input_size : sequence of int
        Shape of the input.
    weight : Tensor
        The kernel.
    grad_output : Tensor
        The gradient at the output.
    stride : int or tuple of int, default 1
        As for the convolution.
    padding : int or tuple of int, default 0
        As for the convolution.
    dilation : int or tuple of int, default 1
        As for the convolution.
    groups : int, default 1
        As for the convolution.

    Returns
    -------
    Tensor
        Of shape ``input_size``.

    References
    ----------
    PyTorch: ``torch.nn.grad.conv2d_input``.

    Examples
    --------
    >>> torch.nn.grad.conv2d_input((1, 1, 3, 3), torch.ones(1, 1, 2, 2), torch.ones(1, 1, 2, 2)).shape
    torch.Size([1, 1, 3, 3])
    """
    return _input_gradient(2, input_size, weight, grad_output, stride, padding, dilation, groups)


def conv2d_weight(input: Any, weight_size: Sequence[int], grad_output: Any, stride: Any = 1, padding: Any = 0, dilation: Any = 1,
                  groups: int = 1) -> Any:
    """Gradient of a convolution with respect to its kernel.

    Parameters
    ----------
    input : Tensor
        The input.
    weight_size : sequence of int
        Shape of the kernel.
    grad_output : Tensor
        The gradient at the output.
    stride : int or tuple of int, default 1
        As for the convolution.
    padding : int or tuple of int, default 0
        As for the convolution.
    dilation : int or tuple of int, default 1
        As for the convolution.
    groups : int, default 1
        As for the convolution.

    Returns
    -------
    Tensor
        Of shape ``weight_size``.

    References
    ----------
    PyTorch: ``torch.nn.grad.conv2d_weight``.

    Examples
    --------
    >>> torch.nn.grad.conv2d_weight(torch.ones(1, 1, 3, 3), (1, 1, 2, 2), torch.ones(1, 1, 2, 2)).shape
    torch.Size([1, 1, 2, 2])
    """
    return _weight_gradient(2, input, weight_size, grad_output, stride, padding, dilation, groups)


def conv3d_input(input_size: Sequence[int], weight: Any, grad_output: Any, stride: Any = 1, padding: Any = 0, dilation: Any = 1,
                 groups: int = 1) -> Any:
    """Gradient of a convolution with respect to its input.

    Parameters
    ----------
    input_size : sequence of int
        Shape of the input.
    weight : Tensor
        The kernel.
    grad_output : Tensor
        The gradient at the output.
    stride : int or tuple of int, default 1
        As for the convolution.
    padding : int or tuple of int, default 0
        As for the convolution.
    dilation : int or tuple of int, default 1
        As for the convolution.
    groups : int, default 1
        As for the convolution.

    Returns
    -------
    Tensor
        Of shape ``input_size``.

    References
    ----------
    PyTorch: ``torch.nn.grad.conv3d_input``.

    Examples
    --------
    >>> torch.nn.grad.conv3d_input((1, 1, 3, 3, 3), torch.ones(1, 1, 2, 2, 2), torch.ones(1, 1, 2, 2, 2)).shape
    torch.Size([1, 1, 3, 3, 3])
    """
    return _input_gradient(3, input_size, weight, grad_output, stride, padding, dilation, groups)


def conv3d_weight(input: Any, weight_size: Sequence[int], grad_output: Any, stride: Any = 1, padding: Any = 0, dilation: Any = 1,
                  groups: int = 1) -> Any:
    """Gradient of a convolution with respect to its kernel.

    Parameters
    ----------
    input : Tensor
        The input.
    weight_size : sequence of int
        Shape of the kernel.
    grad_output : Tensor
        The gradient at the output.
    stride : int or tuple of int, default 1
        As for the convolution.
    padding : int or tuple of int, default 0
        As for the convolution.
    dilation : int or tuple of int, default 1
        As for the convolution.
    groups : int, default 1
        As for the convolution.

    Returns
    -------
    Tensor
        Of shape ``weight_size``.

    References
    ----------
    PyTorch: ``torch.nn.grad.conv3d_weight``.

    Examples
    --------
    >>> torch.nn.grad.conv3d_weight(torch.ones(1, 1, 3, 3, 3), (1, 1, 2, 2, 2), torch.ones(1, 1, 2, 2, 2)).shape
    torch.Size([1, 1, 2, 2, 2])
    """
    return _weight_gradient(3, input, weight_size, grad_output, stride, padding, dilation, groups)


from .._namespace.names import missing  # noqa: E402

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.nn.grad", __name__)
