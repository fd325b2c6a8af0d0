"""In-place functions of torch whose methods are written by hand."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..._dispatch.call.caller import lazy_call, resolve_calls
from ..._dispatch.graph.inplace import in_place
from ..._dispatch.tensor import TensorBase
from .arguments import MISSING
from .shown_signatures import shown_as

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_renormalize_ = in_place("embedding_renorm")
_fill_value, _fill_tensor = lazy_call("fill_value"), lazy_call("fill_tensor")
resolve_calls(globals())


def addmv_(input: Tensor, mat: Tensor, vec: Tensor, *, beta: int | float | complex | bool = 1,
           alpha: int | float | complex | bool = 1) -> Tensor:
    # The docstring is written in _bindings/functions/inplace.md.
    """Add the product of a matrix and a vector. In place.

        out = beta * input + alpha * (mat @ vec)

    Parameters
    ----------
    input : Tensor
        The tensor that the product is added to; broadcast to size n.
    mat : Tensor
        n x m.
    vec : Tensor
        Of size m.
    beta : number, default 1
        Multiplies `input`; 0 ignores it, nan included.
    alpha : number, default 1
        Multiplies the product.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        The sizes or dtypes do not fit.

    References
    ----------
    PyTorch: torch.addmv

    Examples
    --------
    >>> torch.addmv_(torch.ones(2), torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([1., 1.]))
    tensor([4., 8.])
    """
    return input.copy_(input.addmv(mat, vec, beta=beta, alpha=alpha))


def embedding_renorm_(input: Tensor, indices: Tensor, max_norm: float, norm_type: float) -> Tensor:
    # The docstring is written in _bindings/functions/inplace.md.
    """Scale down the used rows of a table whose norm is too large, in place.

    Parameters
    ----------
    input : Tensor
        The table.
    indices : Tensor
        Which rows.
    max_norm : float
        The maximum of the norms.
    norm_type : float
        The order of the norm.

    Returns
    -------
    Tensor
        The table, changed.

    References
    ----------
    PyTorch: torch.embedding_renorm_

    Examples
    --------
    >>> torch.embedding_renorm_(torch.tensor([[3., 4.], [30., 40.]]), torch.tensor([0]), 1., 2.)
    tensor([[ 0.6000,  0.8000],
            [30.0000, 40.0000]])
    """
    return _renormalize_(input, indices, float(max_norm), float(norm_type))


def clamp_(input: Tensor, min: Tensor | int | float | complex | bool | None = None,
           max: Tensor | int | float | complex | bool | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """Each element, but not below `min` and not above `max`. In place.

        out[i] = minimum(maximum(input[i], min[i]), max[i])

    Where `min` is above `max`, the result is `max`. nan stays nan.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    min : number or Tensor, optional
        The lower bound; None for none.
    max : number or Tensor, optional
        The upper bound; None for none. Not both may be None.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        Both bounds are None, or `input` is complex.

    Notes
    -----
    The gradient of elements out of bounds is zero. Bounds that are tensors get gradients, too.

    References
    ----------
    PyTorch: torch.clamp

    Examples
    --------
    >>> x = torch.tensor([-1.5, 0.3, 2.])
    >>> torch.clamp_(x, min=-1, max=1)
    tensor([-1.0000,  0.3000,  1.0000])
    """
    return input.clamp_(min, max)  # type: ignore[arg-type]


def clamp_max_(input: Tensor, max: Tensor | int | float | complex | bool) -> Tensor:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """Each element, but not above `max`. In place.

        out[i] = minimum(input[i], max[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    max : number or Tensor
        The upper bound.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` is complex.

    References
    ----------
    PyTorch: torch.clamp_max

    Examples
    --------
    >>> torch.clamp_max_(torch.tensor([-1., 0.5, 2.]), 1)
    tensor([-1.0000,  0.5000,  1.0000])
    """
    return input.clamp_max_(max)


def clamp_min_(input: Tensor, min: Tensor | int | float | complex | bool) -> Tensor:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """Each element, but not below `min`. In place.

        out[i] = maximum(input[i], min[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    min : number or Tensor
        The lower bound.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` is complex.

    References
    ----------
    PyTorch: torch.clamp_min

    Examples
    --------
    >>> torch.clamp_min_(torch.tensor([-1., 0.5, 2.]), 0)
    tensor([0.0000, 0.5000, 2.0000])
    """
    return input.clamp_min_(min)


def clip_(input: Tensor, min: Tensor | int | float | complex | bool | None = None,
          max: Tensor | int | float | complex | bool | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """Each element, but not below `min` and not above `max`. In place.

        out[i] = minimum(maximum(input[i], min[i]), max[i])

    Where `min` is above `max`, the result is `max`. nan stays nan.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    min : number or Tensor, optional
        The lower bound; None for none.
    max : number or Tensor, optional
        The upper bound; None for none. Not both may be None.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        Both bounds are None, or `input` is complex.

    Notes
    -----
    The gradient of elements out of bounds is zero. Bounds that are tensors get gradients, too.

    References
    ----------
    PyTorch: torch.clamp

    Examples
    --------
    >>> x = torch.tensor([-1.5, 0.3, 2.])
    >>> torch.clip_(x, min=-1, max=1)
    tensor([-1.0000,  0.3000,  1.0000])
    """
    return input.clamp_(min, max)  # type: ignore[arg-type]


@shown_as("input, *, decimals=0")
def round_(input: Tensor, *, decimals: int = MISSING) -> Tensor:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """Each element rounded to the nearest integer, or to a number of decimals; halves to even. In place.

        out[i] = round(input[i] * 10 ** decimals) / 10 ** decimals

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    decimals : int, default 0
        How many decimals to keep; negative ones round to tens, hundreds, and so on.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` is complex, or of integers and `decimals` is not 0.

    Notes
    -----
    Not decimal arithmetic: the float 2.675 is slightly less than 2.675, and rounds accordingly. The gradient is zero.

    References
    ----------
    PyTorch: torch.round

    Examples
    --------
    >>> torch.round_(torch.tensor([0.5, 1.5, 2.3, -2.7]))
    tensor([ 0.,  2.,  2., -3.])
    """
    return input.round_() if decimals is MISSING else input.round_(decimals=decimals)


def detach(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/functions/inplace.md.
    """The same memory without history: no gradient flows back through it.

    Parameters
    ----------
    input : Tensor
        The tensor. (A method: `self`.)

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
    >>> torch.detach(x)
    tensor([1., 2.])
    """
    return input.detach()


def detach_(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/functions/inplace.md.
    """The same memory without history: no gradient flows back through it. In place.

    Parameters
    ----------
    input : Tensor
        The tensor. (A method: `self`.)

    Returns
    -------
    Tensor
        `input`, changed.

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
    >>> torch.detach_(x)
    tensor([1., 2.])
    """
    return input.detach_()


def fill(input: Tensor, value: Tensor | int | float | complex | bool) -> Tensor:
    # The docstring is written in _bindings/functions/inplace.md.
    """Fill the tensor with one number.

    Parameters
    ----------
    input : Tensor
        The tensor with the shape and dtype.
    value : number or Tensor
        The number; a tensor must have no dimensions.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    RuntimeError
        `value` has dimensions.

    References
    ----------
    PyTorch: torch.fill

    Examples
    --------
    >>> torch.fill(torch.zeros(2), 7)
    tensor([7., 7.])
    """
    return _fill_tensor(input, value) if isinstance(value, TensorBase) else _fill_value(input, value)


def fill_(input: Tensor, value: Tensor | int | float | complex | bool) -> Tensor:
    # The docstring is written in _bindings/functions/inplace.md.
    """Fill the tensor with one number. In place.

    Parameters
    ----------
    input : Tensor
        The tensor with the shape and dtype.
    value : number or Tensor
        The number; a tensor must have no dimensions.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `value` has dimensions.

    References
    ----------
    PyTorch: torch.fill

    Examples
    --------
    >>> torch.fill_(torch.zeros(2), 7)
    tensor([7., 7.])
    """
    return input.fill_(value)


def index_put_(input: Tensor, indices: Sequence[Tensor], values: Tensor, accumulate: bool = False) -> Tensor:
    # The docstring is written in _bindings/index/selection.md.
    """Write values at positions given by one index tensor for each dimension: `input[indices] = values`. In place.

    Parameters
    ----------
    input : Tensor
        The tensor to write into.
    indices : tuple of Tensors
        Integers or truth values, broadcast against each other.
    values : Tensor
        The values; broadcast to the positions, of the dtype of `input`.
    accumulate : bool, default False
        Add instead of overwriting.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    IndexError
        An index is out of range.

    Notes
    -----
    For repeated indices without `accumulate`, one of the values is kept.

    References
    ----------
    PyTorch: torch.index_put

    Examples
    --------
    >>> torch.index_put_(torch.zeros(2, 2), (torch.tensor([0, 1]), torch.tensor([1, 0])), torch.tensor([5., 6.]))
    tensor([[0., 5.],
            [6., 0.]])
    """
    return input.index_put_(indices, values, accumulate)


def zero_(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/functions/inplace.md.
    """Fill the tensor with zeros.

    Parameters
    ----------
    input : Tensor
        The tensor.

    Returns
    -------
    Tensor
        The same tensor, changed.

    References
    ----------
    PyTorch: torch.zero_

    Examples
    --------
    >>> torch.zero_(torch.ones(2))
    tensor([0., 0.])
    """
    return input.zero_()


__all__ = ["addmv_", "clamp_", "clamp_max_", "clamp_min_", "clip_", "detach", "detach_", "embedding_renorm_", "fill", "fill_", "index_put_",
           "round_", "zero_"]
