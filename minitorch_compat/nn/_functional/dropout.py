"""Dropout: of elements, of whole channels, and the kind that keeps selu networks at mean 0 and variance 1."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.meta import make_meta
from ..._array.core.user_warnings import warn
from ..._array.random import draws as _random
from ..._bindings.randomness.fills import fill_in_memory_order
from ..._bindings.randomness.functions import draw_tensor
from ..._bindings.randomness.generators import stream_of
from ..._dispatch.call.caller import caller, wrap
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.graph.inplace import check_writable
from ..._dispatch.graph.inplace import inplace as _in_place
from ..._dispatch.state import ACTIVE, LOCAL
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..._fidelity.argument_checks import check_native
from ..._ops.op import ENTRY

if TYPE_CHECKING:
    from ..._bindings.tensor.tensor import Tensor

_mul = caller("mul")


def _check_p(p: float) -> None:
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")
    check_native_probability(p)


def check_native_probability(p: float) -> None:
    """Raise the error of torch's own functions; those of this module check earlier, and let NaN pass."""
    if not 0.0 <= p <= 1.0:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {p:g}")


def _apply_random_mask(input: Any, shape: tuple[int, ...], p: float, inplace: bool) -> Any:
    """input times a random 0/1 mask of `shape`, scaled to keep the mean."""
    a = input._array
    if p == 1:
        mask = wrap(np.zeros((), a.dtype))
    elif is_meta_tensor(input):  # no random numbers are drawn
        _check_droppable(a, a.dtype)
        mask = draw_tensor(shape, lambda full: make_meta(full, a.dtype))
    else:
        _check_droppable(a, a.dtype)
        mask = draw_tensor(shape, lambda full: np.multiply(_keep_mask(a, full, p), _scale(a.dtype, p)))
    if ACTIVE and LOCAL.observer is not None:
        _report_mask(input, shape, p, mask)
    return _in_place(ENTRY.mul, input, mask) if inplace else _mul(input, mask)


def _scale(dtype: Any, p: float) -> Any:
    """1 / (1 - p), which is rounded to half precision once."""
    kind = np.float32 if dtype.itemsize == 2 else dtype.type
    return dtype.type(kind(1) / kind(1 - p))


def _report_mask(input: Any, shape: tuple[int, ...], p: float, mask: Any) -> None:
    """Report to the observer the calls by which PyTorch makes a mask."""
    if p < 1:
        is_whole = shape == input._array.shape
        calls = ("empty_like.default", (input,)) if is_whole else ("new_empty.default", (input, list(shape)))
        for name, args in (calls, ("bernoulli_.float", (mask, 1 - p)), ("div_.Scalar", (mask, 1 - p))):
            LOCAL.observer.record_as_one(name, args, lambda: mask)


def _check_droppable(a: Any, result: Any) -> None:
    """Refuse integers, since the scale is a fraction, and complex numbers, since random masks are real."""
    if a.dtype.kind == "c":
        raise NotImplementedError(f"\"bernoulli_scalar_cpu_\" not implemented for '{type_name(a.dtype)}'")
    if a.dtype.kind not in "fV":
        raise RuntimeError(f"result type Float can't be cast to the desired output type {type_name(result)}")


def _keep_mask(a: Any, shape: tuple[int, ...], p: float) -> Any:
    """A 0/1 mask of `shape`; where that is the shape of `a`, with its strides, since numbers are drawn in memory order."""
    values = _random.bernoulli(stream_of(None), math.prod(shape), 1 - p).astype(a.dtype)
    if shape != a.shape or a.flags.c_contiguous or 0 in a.strides or a.__class__ is not np.ndarray:
        return values.reshape(shape)
    mask = np.empty_like(a)
    fill_in_memory_order(mask, values)
    return mask


def _check_input(name: str, input: Any, p: Any = 0.5) -> None:
    """Refuse inputs that are not tensors, and tensors or arrays as probabilities."""
    if not isinstance(input, TensorBase):
        raise TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    if isinstance(p, (TensorBase, np.ndarray)):
        check_native(name, input, p, True)


def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Set elements to zero at random, and scale the others by 1 / (1 - p).

    Parameters
    ----------
    input : Tensor
        Floats, or complex numbers.
    p : float, default 0.5
        The probability that an element or channel becomes zero.
    training : bool, default True
        Apply dropout; False returns `input`.
    inplace : bool, default False
        Write the result into `input`.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    ValueError
        `p` is not between 0 and 1.

    Notes
    -----
    After Hinton and others (2012).

    References
    ----------
    PyTorch: torch.nn.functional.dropout

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.nn.functional.dropout(torch.ones(6))
    tensor([0., 0., 2., 0., 0., 0.])
    >>> torch.nn.functional.dropout(torch.ones(3), training=False)
    tensor([1., 1., 1.])
    """
    _check_p(p)
    _check_input("dropout", input, p)
    return input if not training or p == 0 or not input._array.size else _apply_random_mask(input, input._array.shape, p, inplace)


def _channel_dropout(input: Any, p: float, training: bool, inplace: bool, batched: bool = True) -> Any:
    _check_p(p)
    _check_input("feature_dropout", input, p)
    if inplace and not batched and training and LOCAL.grad:
        check_writable(input)  # checked here, since the call below gets a view
    if not batched:  # the result is a view of a view, as in PyTorch, even if nothing is dropped
        return _channel_dropout(input.unsqueeze(0), p, training, inplace).squeeze(0)
    if not training or p == 0:
        return input
    shape = input._array.shape
    if len(shape) < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    return _apply_random_mask(input, (*shape[:2], *(1,) * (len(shape) - 2)), p, inplace)


def dropout1d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Set whole channels of sequences to zero at random, and scale the others.

    Parameters
    ----------
    input : Tensor
        batch x channels x L, or without the batch.
    p : float, default 0.5
        The probability that an element or channel becomes zero.
    training : bool, default True
        Apply dropout; False returns `input`.
    inplace : bool, default False
        Write the result into `input`.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    ValueError
        `p` is not between 0 and 1.

    References
    ----------
    PyTorch: torch.nn.functional.dropout1d

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.nn.functional.dropout1d(torch.ones(1, 3, 2))
    tensor([[[0., 0.],
             [0., 0.],
             [2., 2.]]])
    """
    _check_p(p)
    _check_input("feature_dropout", input)
    ndim = input._array.ndim
    if ndim not in (2, 3):
        raise RuntimeError(f"dropout1d: Expected 2D or 3D input, but received a {ndim}D input. Note that dropout1d exists to provide "
                           "channel-wise dropout on inputs with 1 spatial dimension, a channel dimension, and an optional batch dimension "
                           "(i.e. 2D or 3D inputs).")
    return _channel_dropout(input, p, training, inplace, ndim == 3)


def dropout2d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Set whole channels of images to zero at random, and scale the others.

    Parameters
    ----------
    input : Tensor
        batch x channels x H x W, or without the batch.
    p : float, default 0.5
        The probability that an element or channel becomes zero.
    training : bool, default True
        Apply dropout; False returns `input`.
    inplace : bool, default False
        Write the result into `input`.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    ValueError
        `p` is not between 0 and 1.

    Notes
    -----
    After Tompson and others (2015).

    References
    ----------
    PyTorch: torch.nn.functional.dropout2d

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.nn.functional.dropout2d(torch.ones(1, 3, 1, 2))
    tensor([[[[0., 0.]],
    <BLANKLINE>
             [[0., 0.]],
    <BLANKLINE>
             [[2., 2.]]]])
    """
    _check_p(p)
    ndim = input._array.ndim if isinstance(input, TensorBase) else 4
    if ndim not in (3, 4):
        _warn_of_rank(2, ndim)
    elif ndim == 3:
        warn("dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout behavior is desired - input is "
             "interpreted as shape (N, C, L), where C is the channel dim. dropout1d says so.")
    return _channel_dropout(input, p, training, inplace)


def _warn_of_rank(spatial: int, ndim: int) -> None:
    name = f"dropout{spatial}d"
    warn(f"{name}: Received a {ndim}-D input to {name}, which is deprecated and will result in an error in a future release. To retain the "
         f"behavior and silence this warning, please use dropout instead: {name} is for inputs with {spatial} spatial dimensions, channels "
         "and perhaps a batch.")


def dropout3d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Set whole channels of volumes to zero at random, and scale the others.

    Parameters
    ----------
    input : Tensor
        batch x channels x D x H x W, or without the batch.
    p : float, default 0.5
        The probability that an element or channel becomes zero.
    training : bool, default True
        Apply dropout; False returns `input`.
    inplace : bool, default False
        Write the result into `input`.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    ValueError
        `p` is not between 0 and 1.

    References
    ----------
    PyTorch: torch.nn.functional.dropout3d

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.nn.functional.dropout3d(torch.ones(1, 3, 1, 1, 2)).flatten()
    tensor([0., 0., 0., 0., 2., 2.])
    """
    _check_p(p)
    _check_input("feature_dropout", input)
    if input._array.ndim not in (4, 5):
        _warn_of_rank(3, input._array.ndim)
    return _channel_dropout(input, p, training, inplace, input._array.ndim == 5)


def _alpha_dropout(input: Any, shape: tuple[int, ...], p: float) -> Any:
    """Dropout that keeps mean 0 and variance 1 after selu: dropped elements become its lower limit."""
    if p == 1:
        return _mul(input, wrap(np.zeros((), input._array.dtype)))
    _check_droppable(input._array, np.dtype(np.int64) if input._array.dtype.kind == "b" else input._array.dtype)
    limit = 1.7580993408473766
    a = 1.0 / math.sqrt((limit * limit * p + 1) * (1 - p))
    dtype, is_meta = input._array.dtype, is_meta_tensor(input)
    keep = draw_tensor(shape, lambda full: make_meta(full, dtype) if is_meta else _keep_mask(input._array, full, p))
    return input * (keep * a) + ((keep - 1) * (limit * a) + limit * a * p)


def alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    """Dropout that keeps mean and variance of the results of `selu`.

    Parameters
    ----------
    input : Tensor
        Floats.
    p : float, default 0.5
        The probability that an element is replaced by a value below zero.
    training : bool, default False
        Apply dropout; False returns `input`.
    inplace : bool, default False
        Write the result into `input`.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    ValueError
        `p` is not between 0 and 1.

    Notes
    -----
    After Klambauer and others (2017).

    References
    ----------
    PyTorch: torch.nn.functional.alpha_dropout

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.nn.functional.alpha_dropout(torch.ones(4), training=True)
    tensor([-0.7792, -0.7792,  1.6656, -0.7792])
    """
    _check_p(p)
    _check_input("alpha_dropout", input, p)
    if not training or p == 0:
        return input
    out = _alpha_dropout(input, input._array.shape, p)
    return input.copy_(out) if inplace else out


def feature_alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    """Alpha dropout of whole channels.

    Parameters
    ----------
    input : Tensor
        batch x channels x ...
    p : float, default 0.5
        The probability that a channel is dropped.
    training : bool, default False
        Apply dropout; False returns `input`.
    inplace : bool, default False
        Write the result into `input`.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    ValueError
        `p` is not between 0 and 1.

    References
    ----------
    PyTorch: torch.nn.functional.feature_alpha_dropout

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.nn.functional.feature_alpha_dropout(torch.ones(1, 3, 2), training=True)
    tensor([[[-0.7792, -0.7792],
             [-0.7792, -0.7792],
             [ 1.6656,  1.6656]]])
    """
    _check_p(p)
    _check_input("feature_alpha_dropout", input, p)
    if not training or p == 0:
        return input
    if input._array.ndim < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    out = _alpha_dropout(input, (*input._array.shape[:2], *(1,) * (input._array.ndim - 2)), p)
    return input.copy_(out) if inplace else out


__all__ = ["alpha_dropout", "dropout", "dropout1d", "dropout2d", "dropout3d", "feature_alpha_dropout"]
