"""scatter_reduce, index_reduce and put: functions first, then their methods."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.user_warnings import warn_once
from ..._dispatch.call.caller import lazy_call, resolve_calls
from ..._dispatch.graph.inplace import check_no_overlap, inplace
from ..._ops.op import ENTRY
from ..functions.arguments import call_with_out, write_out
from ..override.overridable import all_overridable, overridable_def
from ..randomness.determinism import alert_not_deterministic

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_scatter_reduce, _index_reduce, _narrow, _put_flat = (lazy_call(n) for n in ("scatter_reduce_of", "index_reduce", "narrow", "put_flat"))
resolve_calls(globals())


def _crop_source(index: Any, src: Any) -> Any:
    """The part of `src` that has indices; all of it if there are more indices than elements, which is refused later."""
    if src._array.shape == index._array.shape:
        return src
    if any(want > have for have, want in zip(src._array.shape, index._array.shape, strict=False)):
        return src
    for dim, (have, want) in enumerate(zip(src._array.shape, index._array.shape, strict=False)):
        if have > want:
            src = _narrow(src, dim, 0, want)
    return src


def scatter_reduce(input: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True,
                   out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/index/scatter_reduce.md.
    """Reduce elements of a source into positions along a dimension, given by an index for each.

    Parameters
    ----------
    input : Tensor
        The initial values.
    dim : int
        The dimension that the indices go along.
    index : Tensor
        `torch.int64`, nowhere longer than `src`, and except along `dim` nowhere longer than `input`.
    src : Tensor
        The elements to reduce; of the dtype of `input`.
    reduce : str
        'sum', 'prod', 'mean', 'amax' or 'amin'.
    include_self : bool, default True
        Whether the elements of `input` take part.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape of `input`; positions without an index keep their elements.

    Raises
    ------
    RuntimeError
        An index is out of range, or a shape or dtype does not fit.

    References
    ----------
    PyTorch: torch.scatter_reduce

    Examples
    --------
    >>> torch.scatter_reduce(torch.ones(3), 0, torch.tensor([0, 2, 0]), torch.tensor([5., 6., 7.]), reduce="amax")
    tensor([7., 1., 6.])
    >>> torch.scatter_reduce(torch.ones(3), 0, torch.tensor([0, 2, 0]), torch.tensor([5., 6., 7.]), "mean", include_self=False)
    tensor([6., 1., 6.])
    """
    if out is not None:
        return write_out(scatter_reduce, out, input, dim, index, src, reduce, include_self=include_self)
    return _scatter_reduce(input, dim, index, _crop_source(index, src), reduce, include_self)


def _warn_beta() -> None:
    warn_once("index_reduce() is in beta and the API may change at any time.")


def index_reduce(input: Tensor, dim: int, index: Tensor, source: Tensor, reduce: str, *, include_self: bool = True,
                 out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/index/scatter_reduce.md.
    """Reduce slices of a source into given indices of a dimension.

    Parameters
    ----------
    input : Tensor
        The initial values.
    dim : int
        The dimension.
    index : Tensor
        Where; `torch.int32` or `torch.int64`, of one dimension.
    source : Tensor
        The slices to reduce; as long along `dim` as `index`.
    reduce : str
        'prod', 'mean', 'amax' or 'amin'.
    include_self : bool, default True
        Whether the slices of `input` take part.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    RuntimeError
        An index is out of range, or a shape or dtype does not fit.

    References
    ----------
    PyTorch: torch.index_reduce

    Examples
    --------
    >>> torch.index_reduce(torch.ones(3), 0, torch.tensor([0, 0]), torch.tensor([3., 5.]), "prod")
    tensor([15.,  1.,  1.])
    """
    found = call_with_out(out, _index_reduce, input, dim, index, source, reduce, include_self)
    _warn_beta()
    return found


def put(input: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
    # The docstring is written in _bindings/index/scatter_reduce.md.
    """Write elements at indices into the flattened tensor.

    Parameters
    ----------
    input : Tensor
        The tensor to write into.
    index : Tensor
        Where; `torch.int64`.
    source : Tensor
        The values; as many elements, of the same dtype.
    accumulate : bool, default False
        Add instead of overwriting.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    IndexError
        An index is out of range.

    References
    ----------
    PyTorch: torch.put

    Examples
    --------
    >>> torch.put(torch.zeros(2, 2), torch.tensor([1, 3]), torch.tensor([5., 6.]))
    tensor([[0., 5.],
            [0., 6.]])
    """
    if accumulate is False:
        alert_not_deterministic("put_")
    return _put_flat(input, index, source, accumulate)


@all_overridable
class ScatteringMethods:
    """The methods of these functions; `Tensor` inherits them."""

    __slots__ = ()

    @overridable_def
    def scatter_reduce(self: Any, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
        # The docstring is written in _bindings/index/scatter_reduce.md.
        """Reduce elements of a source into positions along a dimension, given by an index for each.

        Parameters
        ----------
        dim : int
            The dimension that the indices go along.
        index : Tensor
            `torch.int64`, nowhere longer than `src`, and except along `dim` nowhere longer than `self`.
        src : Tensor
            The elements to reduce; of the dtype of `self`.
        reduce : str
            'sum', 'prod', 'mean', 'amax' or 'amin'.
        include_self : bool, default True
            Whether the elements of `self` take part.

        Returns
        -------
        Tensor
            In the shape of `self`; positions without an index keep their elements.

        Raises
        ------
        RuntimeError
            An index is out of range, or a shape or dtype does not fit.

        References
        ----------
        PyTorch: torch.scatter_reduce

        Examples
        --------
        >>> torch.ones(3).scatter_reduce(0, torch.tensor([0, 2, 0]), torch.tensor([5., 6., 7.]), reduce="amax")
        tensor([7., 1., 6.])
        >>> torch.ones(3).scatter_reduce(0, torch.tensor([0, 2, 0]), torch.tensor([5., 6., 7.]), "mean", include_self=False)
        tensor([6., 1., 6.])
        """
        return scatter_reduce(self, dim, index, src, reduce, include_self=include_self)

    @overridable_def
    def scatter_reduce_(self: Any, dim: int, index: Tensor, src: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
        # The docstring is written in _bindings/index/scatter_reduce.md.
        """Reduce elements of a source into positions along a dimension, given by an index for each. In place.

        Parameters
        ----------
        dim : int
            The dimension that the indices go along.
        index : Tensor
            `torch.int64`, nowhere longer than `src`, and except along `dim` nowhere longer than `self`.
        src : Tensor
            The elements to reduce; of the dtype of `self`.
        reduce : str
            'sum', 'prod', 'mean', 'amax' or 'amin'.
        include_self : bool, default True
            Whether the elements of `self` take part.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            An index is out of range, or a shape or dtype does not fit.

        References
        ----------
        PyTorch: torch.scatter_reduce

        Examples
        --------
        >>> torch.ones(3).scatter_reduce_(0, torch.tensor([0, 2, 0]), torch.tensor([5., 6., 7.]), reduce="amax")
        tensor([7., 1., 6.])
        """
        used = _crop_source(index, src)
        if used is not src and src._array.__class__ is np.ndarray is self._array.__class__:
            check_no_overlap(self._array, (src,))  # the whole of it, not only the part used
        return inplace(ENTRY.scatter_reduce_of, self, dim, index, used, reduce, include_self)

    @overridable_def
    def index_reduce(self: Any, dim: int, index: Tensor, source: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
        # The docstring is written in _bindings/index/scatter_reduce.md.
        """Reduce slices of a source into given indices of a dimension.

        Parameters
        ----------
        dim : int
            The dimension.
        index : Tensor
            Where; `torch.int32` or `torch.int64`, of one dimension.
        source : Tensor
            The slices to reduce; as long along `dim` as `index`.
        reduce : str
            'prod', 'mean', 'amax' or 'amin'.
        include_self : bool, default True
            Whether the slices of `self` take part.

        Returns
        -------
        Tensor
            In the shape of `self`.

        Raises
        ------
        RuntimeError
            An index is out of range, or a shape or dtype does not fit.

        References
        ----------
        PyTorch: torch.index_reduce

        Examples
        --------
        >>> torch.ones(3).index_reduce(0, torch.tensor([0, 0]), torch.tensor([3., 5.]), "prod")
        tensor([15.,  1.,  1.])
        """
        return index_reduce(self, dim, index, source, reduce, include_self=include_self)

    @overridable_def
    def index_reduce_(self: Any, dim: int, index: Tensor, source: Tensor, reduce: str, *, include_self: bool = True) -> Tensor:
        # The docstring is written in _bindings/index/scatter_reduce.md.
        """Reduce slices of a source into given indices of a dimension. In place.

        Parameters
        ----------
        dim : int
            The dimension.
        index : Tensor
            Where; `torch.int32` or `torch.int64`, of one dimension.
        source : Tensor
            The slices to reduce; as long along `dim` as `index`.
        reduce : str
            'prod', 'mean', 'amax' or 'amin'.
        include_self : bool, default True
            Whether the slices of `self` take part.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            An index is out of range, or a shape or dtype does not fit.

        References
        ----------
        PyTorch: torch.index_reduce

        Examples
        --------
        >>> torch.ones(3).index_reduce_(0, torch.tensor([0, 0]), torch.tensor([3., 5.]), "prod")
        tensor([15.,  1.,  1.])
        """
        out = inplace(ENTRY.index_reduce, self, dim, index, source, reduce, include_self)
        _warn_beta()
        return out

    @overridable_def
    def put(self: Any, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
        # The docstring is written in _bindings/index/scatter_reduce.md.
        """Write elements at indices into the flattened tensor.

        Parameters
        ----------
        index : Tensor
            Where; `torch.int64`.
        source : Tensor
            The values; as many elements, of the same dtype.
        accumulate : bool, default False
            Add instead of overwriting.

        Returns
        -------
        Tensor
            In the shape of `self`.

        Raises
        ------
        IndexError
            An index is out of range.

        References
        ----------
        PyTorch: torch.put

        Examples
        --------
        >>> torch.zeros(2, 2).put(torch.tensor([1, 3]), torch.tensor([5., 6.]))
        tensor([[0., 5.],
                [0., 6.]])
        """
        return put(self, index, source, accumulate)

    @overridable_def
    def put_(self: Any, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
        # The docstring is written in _bindings/index/scatter_reduce.md.
        """Write elements at indices into the flattened tensor. In place.

        Parameters
        ----------
        index : Tensor
            Where; `torch.int64`.
        source : Tensor
            The values; as many elements, of the same dtype.
        accumulate : bool, default False
            Add instead of overwriting.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        IndexError
            An index is out of range.

        References
        ----------
        PyTorch: torch.put

        Examples
        --------
        >>> torch.zeros(2, 2).put_(torch.tensor([1, 3]), torch.tensor([5., 6.]))
        tensor([[0., 5.],
                [0., 6.]])
        """
        if accumulate is False:
            alert_not_deterministic("put_")
        return inplace(ENTRY.put_flat, self, index, source, accumulate)


__all__ = ["index_reduce", "put", "scatter_reduce"]
