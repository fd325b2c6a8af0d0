"""Functions related to the gamma function that also take an int. https://docs.pytorch.org/docs/stable/special.html"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._dispatch.call.caller import lazy_call, resolve_calls
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.graph.inplace import inplace
from ..._dispatch.tensor import TensorBase
from ..._ops.op import ENTRY
from ..override.named_refusals import named
from ..override.overridable import all_overridable
from .arguments import write_out

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_polygamma, _mvlgamma = lazy_call("polygamma_of"), lazy_call("mvlgamma_of")
resolve_calls(globals())


def _check_int(name: str, place: str, value: Any) -> None:
    if not isinstance(value, int):
        kind = "Tensor" if isinstance(value, TensorBase) else type(value).__name__
        raise TypeError(f"{name}(): argument {place} must be int, not {kind}")


def _check_degree(name: str, n: Any, input: Any) -> None:
    _check_int(name, "'n' (position 1)", n)
    if not isinstance(input, TensorBase):
        raise TypeError(f"{name}(): argument 'input' (position 2) must be Tensor, not {type(input).__name__}")
    if n < 0:
        raise RuntimeError("polygamma(n, x) does not support negative n.")


def polygamma(n: int, input: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/gamma.md.
    """The n-th derivative of the digamma function.

        out[i] = (d / dx) ** (n + 1) ln gamma(x) at input[i]

    Parameters
    ----------
    n : int
        Which derivative, not negative; 0 is `torch.digamma`. The method takes it first, too.
    input : Tensor
        Numbers of any real dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape; integers give the default dtype.

    Raises
    ------
    RuntimeError
        `n` is negative.

    References
    ----------
    PyTorch: torch.polygamma

    Examples
    --------
    >>> torch.polygamma(1, torch.tensor([1., 0.5]))
    tensor([1.6449, 4.9348])
    """
    _check_degree("polygamma", n, input)
    return _polygamma(input, n) if out is None else write_out(_polygamma, out, input, n)


def special_polygamma(n: int, input: Any, *, out: Any = None) -> Any:
    # The docstring is written in _bindings/functions/gamma.md.
    """The n-th derivative of the digamma function.

        out[i] = (d / dx) ** (n + 1) ln gamma(x) at input[i]

    Parameters
    ----------
    n : int
        Which derivative, not negative; 0 is `torch.digamma`. The method takes it first, too.
    input : Tensor
        Numbers of any real dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape; integers give the default dtype.

    Raises
    ------
    RuntimeError
        `n` is negative.

    References
    ----------
    PyTorch: torch.polygamma

    Examples
    --------
    >>> torch.special.polygamma(1, torch.tensor([1., 0.5]))
    tensor([1.6449, 4.9348])
    """
    _check_degree("special_polygamma", n, input)
    return polygamma(n, input, out=out)


def _check_dimension(input: Any, p: Any) -> None:
    _check_int("mvlgamma", "'p' (position 2)", p)
    dtype = input._array.dtype
    if dtype.kind == "b":
        raise RuntimeError("The input tensor may not be a boolean tensor.")
    if dtype.kind == "c":
        raise NotImplementedError(f"\"arange_cpu\" not implemented for '{type_name(dtype)}'")
    if p < 1:
        raise RuntimeError("p has to be greater than or equal to 1")


@named("mvlgamma")
def mvlgamma(input: Tensor, p: int, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/gamma.md.
    """The logarithm of the multivariate gamma function.

        out[i] = p (p - 1) / 4 * ln pi + sum of ln gamma(input[i] - (j - 1) / 2) over j = 1, ..., p

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype, above (p - 1) / 2.
    p : int
        The dimension.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape; integers give the default dtype.

    Raises
    ------
    RuntimeError
        `p` is not positive.

    References
    ----------
    PyTorch: torch.mvlgamma

    Examples
    --------
    >>> torch.mvlgamma(torch.tensor([2., 3.5]), 2)
    tensor([0.4516, 2.4665])
    """
    _check_dimension(input, p)
    return _mvlgamma(input, p)


@all_overridable
class GammaMethods:
    """The methods of these functions; `Tensor` inherits them."""

    __slots__ = ()

    def polygamma(self: Any, n: int) -> Tensor:
        # The docstring is written in _bindings/functions/gamma.md.
        """The n-th derivative of the digamma function.

            out[i] = (d / dx) ** (n + 1) ln gamma(x) at self[i]

        Parameters
        ----------
        n : int
            Which derivative, not negative; 0 is `torch.digamma`. The method takes it first, too.

        Returns
        -------
        Tensor
            As `self` in shape; integers give the default dtype.

        Raises
        ------
        RuntimeError
            `n` is negative.

        References
        ----------
        PyTorch: torch.polygamma

        Examples
        --------
        >>> torch.polygamma(1, torch.tensor([1., 0.5]))
        tensor([1.6449, 4.9348])
        """
        return polygamma(n, self)

    def polygamma_(self: Any, n: int) -> Tensor:
        # The docstring is written in _bindings/functions/gamma.md.
        """The n-th derivative of the digamma function. In place.

            out[i] = (d / dx) ** (n + 1) ln gamma(x) at self[i]

        Parameters
        ----------
        n : int
            Which derivative, not negative; 0 is `torch.digamma`. The method takes it first, too.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `n` is negative.

        References
        ----------
        PyTorch: torch.Tensor.polygamma_

        Examples
        --------
        >>> torch.tensor([1., 0.5]).polygamma_(1)
        tensor([1.6449, 4.9348])
        """
        _check_degree("polygamma_", n, self)
        return inplace(ENTRY.polygamma_of, self, n)

    mvlgamma = mvlgamma

    def mvlgamma_(self: Any, p: int) -> Tensor:
        # The docstring is written in _bindings/functions/gamma.md.
        """The logarithm of the multivariate gamma function. In place.

            out[i] = p (p - 1) / 4 * ln pi + sum of ln gamma(self[i] - (j - 1) / 2) over j = 1, ..., p

        Parameters
        ----------
        p : int
            The dimension.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `p` is not positive.

        References
        ----------
        PyTorch: torch.mvlgamma

        Examples
        --------
        >>> torch.tensor([2., 3.5]).mvlgamma_(2)
        tensor([0.4516, 2.4665])
        """
        _check_dimension(self, p)
        if self._array.dtype.kind in "iu":
            raise RuntimeError(f"mvlgamma: result type {type_name(self._array.dtype)} can't be cast to the desired output type Float")
        return inplace(ENTRY.mvlgamma_of, self, p)


__all__ = ["mvlgamma", "polygamma"]
