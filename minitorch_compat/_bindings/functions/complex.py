"""Complex tensors: parts, conjugates. https://docs.pytorch.org/docs/stable/complex_numbers.html"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.exchange.type_names import value_type_name
from ..._dispatch.call.caller import lazy_call, resolve_calls, wrap
from ..._dispatch.graph.views import lazy_marks, mark_view
from ..._dispatch.tensor import TensorBase
from ..override.overridable import all_overridable
from ..tensor.interop import single_element, warn_scalar_conversion
from .arguments import call_with_out, takes_tensor

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_conj, _neg, _conj_now, _conj_physical, _view_as_real, _select, _clone = (
    lazy_call(n) for n in ("_conj", "_neg_view", "conj_now", "conj_physical", "view_as_real", "select", "clone"))
resolve_calls(globals())


@takes_tensor
def real(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/functions/complex.md.
    """The real parts.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; the attribute `Tensor.real` is the same.

    Returns
    -------
    Tensor
        A view of complex tensors; a real tensor itself.

    References
    ----------
    PyTorch: torch.real

    Examples
    --------
    >>> torch.real(torch.tensor([1 + 2j, 3 - 4j]))
    tensor([1., 3.])
    """
    if input._array.dtype.kind != "c":
        return input
    return _select(_view_as_real(_conj(input) if lazy_marks(input)[0] else input), input._array.ndim, 0)


@takes_tensor
def imag(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/functions/complex.md.
    """The imaginary parts.

    Parameters
    ----------
    input : Tensor
        Complex numbers; the attribute `Tensor.imag` is the same.

    Returns
    -------
    Tensor
        A view of `input`.

    Raises
    ------
    RuntimeError
        `input` is real.

    References
    ----------
    PyTorch: torch.imag

    Examples
    --------
    >>> torch.imag(torch.tensor([1 + 2j, 3 - 4j]))
    tensor([ 2., -4.])
    """
    if input._array.dtype.kind != "c":
        raise RuntimeError("imag is not implemented for tensors with non-complex dtypes.")
    if lazy_marks(input)[0]:
        return _select(_neg(_view_as_real(_conj(input))), input._array.ndim, 1)
    return _select(_view_as_real(input), input._array.ndim, 1)


@takes_tensor
def conj(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/functions/complex.md.
    """The complex conjugates, computed when they are read.

        out[i] = real(input[i]) - 1j * imag(input[i])

    Parameters
    ----------
    input : Tensor
        The tensor that is read.

    Returns
    -------
    Tensor
        A view of complex tensors, marked as conjugated; a real tensor itself.

    Notes
    -----
    `resolve_conj` computes the values in new memory, `is_conj` returns whether the mark is set.

    References
    ----------
    PyTorch: torch.conj

    Examples
    --------
    >>> torch.conj(torch.tensor([1 + 2j, 3 - 4j]))
    tensor([1.-2.j, 3.+4.j])
    """
    return _conj(input) if input._array.dtype.kind == "c" else input


@takes_tensor
def conj_of_complex(input: Any) -> Any:
    """`torch._conj`: the conjugate of a complex tensor, as a view."""
    if input._array.dtype.kind != "c":
        raise RuntimeError("only complex tensors have a conjugate of their own")
    return _conj(input)


@takes_tensor
def conj_physical(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/complex.md.
    """The complex conjugates, computed immediately.

        out[i] = real(input[i]) - 1j * imag(input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    RuntimeError
        `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.conj_physical

    Examples
    --------
    >>> torch.conj_physical(torch.tensor([1 + 2j]))
    tensor([1.-2.j])
    """
    return input if out is None and input._array.dtype.kind != "c" else call_with_out(out, _conj_physical, input)


@takes_tensor
def conj_view(input: Any) -> Any:
    """The conjugate, computed immediately, of a tensor without other references; it is marked as a view."""
    conjugate = _conj_now(input) if input._array.dtype.kind == "c" else input
    if conjugate is input or conjugate._array.__class__ is not np.ndarray or conjugate._autograd_meta is not None:
        return conjugate
    view = wrap(conjugate._array)
    mark_view(view, conjugate)
    if conjugate._grad_fn is not None:
        view._grad_fn, view._requires_grad = conjugate._grad_fn, True
    return view


@takes_tensor
def resolve_conj(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/functions/complex.md.
    """A tensor without the mark of lazy conjugation.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.

    Returns
    -------
    Tensor
        A copy if `input` was marked, else itself.

    References
    ----------
    PyTorch: torch.resolve_conj

    Examples
    --------
    >>> x = torch.tensor([1 + 2j]).conj()
    >>> torch.resolve_conj(x).is_conj()
    False
    """
    return _clone(input, None) if lazy_marks(input)[0] else input


@takes_tensor
def resolve_neg(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/functions/complex.md.
    """A tensor without the mark of lazy negation.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.

    Returns
    -------
    Tensor
        A copy if `input` was marked, else itself.

    References
    ----------
    PyTorch: torch.resolve_neg

    Examples
    --------
    >>> torch.resolve_neg(torch.tensor([1 + 2j]).conj().imag).is_neg()
    False
    """
    return _clone(input, None) if lazy_marks(input)[1] else input


@takes_tensor
def is_conj(input: Tensor) -> bool:
    # The docstring is written in _bindings/functions/complex.md.
    """Whether the tensor is marked as conjugated, see `torch.conj`.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.

    Returns
    -------
    bool
        The answer.

    References
    ----------
    PyTorch: torch.is_conj

    Examples
    --------
    >>> torch.is_conj(torch.tensor([1 + 2j]).conj())
    True
    """
    return lazy_marks(input)[0]


@takes_tensor
def is_neg(input: Tensor) -> bool:
    # The docstring is written in _bindings/functions/complex.md.
    """Whether the tensor is marked as negated, as the imaginary part of a conjugate is.

    Parameters
    ----------
    input : Tensor
        Any tensor.

    Returns
    -------
    bool
        The answer.

    References
    ----------
    PyTorch: torch.is_neg

    Examples
    --------
    >>> torch.is_neg(torch.tensor([1 + 2j]).conj().imag)
    True
    """
    return lazy_marks(input)[1]


@takes_tensor
def _neg_view(input: Any) -> Tensor:
    """The negative, as a view: computed when it is read."""
    return _neg(input)


@all_overridable
class ComplexMethods:
    """Parts and conjugates; `Tensor` inherits them."""

    __slots__ = ()

    @property
    def real(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/complex.md.
        """The real parts.

        Returns
        -------
        Tensor
            A view of complex tensors; a real tensor itself.

        References
        ----------
        PyTorch: torch.Tensor.real

        Examples
        --------
        >>> torch.tensor([1 + 2j, 3 - 4j]).real
        tensor([1., 3.])
        """
        return real(self)

    @real.setter
    def real(self: Any, value: Any) -> None:
        _assign(real(self), value)

    @property
    def imag(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/complex.md.
        """The imaginary parts.

        Returns
        -------
        Tensor
            A view of `self`.

        Raises
        ------
        RuntimeError
            `self` is real.

        References
        ----------
        PyTorch: torch.Tensor.imag

        Examples
        --------
        >>> torch.tensor([1 + 2j, 3 - 4j]).imag
        tensor([ 2., -4.])
        """
        return imag(self)

    @imag.setter
    def imag(self: Any, value: Any) -> None:
        _assign(imag(self), value)

    conj, conj_physical, resolve_conj, resolve_neg, is_conj, is_neg = conj, conj_physical, resolve_conj, resolve_neg, is_conj, is_neg
    _neg_view = _neg_view

    def __complex__(self: Any) -> complex:
        warn_scalar_conversion(self)
        return complex(single_element(self))


def _assign(part: Any, value: Any) -> None:
    if isinstance(value, TensorBase):
        part.copy_(value)
    elif isinstance(value, np.bool_) or not isinstance(value, (int, float, complex, np.number)):
        raise TypeError(f"can't assign a {value_type_name(value)} to a {part.type()}")
    else:
        part.fill_(value)


__all__ = ["conj", "conj_physical", "imag", "is_conj", "is_neg", "real", "resolve_conj", "resolve_neg"]
