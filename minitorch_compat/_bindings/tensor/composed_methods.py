"""Methods whose functions are composed of others, and imported when one is called. `Tensor` inherits them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..._array.core.deferred import Family
from ..functions.arguments import out_refusals, overwrite
from ..functions.shown_signatures import shown_as
from ..override.overridable import all_overridable

if TYPE_CHECKING:
    from .tensor import Tensor

_compositions, _statistics = (Family(f"{__name__.partition('.')[0]}.{name}")
                              for name in ("_bindings.functions.compositions", "_bindings.functions.statistics"))


@all_overridable
class CompositionMethods:
    """Methods for the functions of `compositions`."""

    __slots__ = ()

    def positive(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/compositions.md.
        """The tensor itself, for the unary operator `+`.

        Returns
        -------
        Tensor
            The same object as `self`.

        Raises
        ------
        RuntimeError
            `self` is of truth values.

        References
        ----------
        PyTorch: torch.positive

        Examples
        --------
        >>> x = torch.tensor([1, -2])
        >>> x.positive()
        tensor([ 1, -2])
        """
        return _compositions.positive(self)

    def deg2rad(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/compositions.md.
        """Angles in degrees as radians.

            out[i] = self[i] * pi / 180

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.deg2rad

        Examples
        --------
        >>> torch.tensor([180., 90., -45.]).deg2rad()
        tensor([ 3.1416,  1.5708, -0.7854])
        """
        return _compositions.deg2rad(self)

    def deg2rad_(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/compositions.md.
        """Angles in degrees as radians. In place.

            out[i] = self[i] * pi / 180

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is complex, or `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.deg2rad

        Examples
        --------
        >>> torch.tensor([180., 90., -45.]).deg2rad_()
        tensor([ 3.1416,  1.5708, -0.7854])
        """
        return overwrite(self, _compositions.deg2rad)

    def rad2deg(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/compositions.md.
        """Angles in radians as degrees.

            out[i] = self[i] * 180 / pi

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.rad2deg

        Examples
        --------
        >>> torch.tensor([3.1416, -1.5708]).rad2deg()
        tensor([180.0004, -90.0002])
        """
        return _compositions.rad2deg(self)

    def rad2deg_(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/compositions.md.
        """Angles in radians as degrees. In place.

            out[i] = self[i] * 180 / pi

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is complex, or `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.rad2deg

        Examples
        --------
        >>> torch.tensor([3.1416, -1.5708]).rad2deg_()
        tensor([180.0004, -90.0002])
        """
        return overwrite(self, _compositions.rad2deg)

    def sinc(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/compositions.md.
        """The normalized sinc function.

            out[i] = sin(pi * self[i]) / (pi * self[i]), and 1 where self[i] is 0

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.sinc

        Examples
        --------
        >>> torch.tensor([0., 0.5, 1.]).sinc()
        tensor([ 1.0000e+00,  6.3662e-01, -2.7828e-08])
        """
        return _compositions.sinc(self)

    def sinc_(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/compositions.md.
        """The normalized sinc function. In place.

            out[i] = sin(pi * self[i]) / (pi * self[i]), and 1 where self[i] is 0

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.sinc

        Examples
        --------
        >>> torch.tensor([0., 0.5, 1.]).sinc_()
        tensor([ 1.0000e+00,  6.3662e-01, -2.7828e-08])
        """
        return overwrite(self, _compositions.sinc)

    def ldexp(self: Any, other: Tensor) -> Tensor:
        # The docstring is written in _bindings/functions/compositions.md.
        """Multiply by powers of two.

            out[i] = self[i] * 2 ** other[i]

        Parameters
        ----------
        other : Tensor
            The exponents, usually integers.

        Returns
        -------
        Tensor
            In the shape to which the operands broadcast; integers give the default dtype.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.ldexp

        Examples
        --------
        >>> torch.tensor([1., 3.]).ldexp(torch.tensor([3, -1]))
        tensor([8.0000, 1.5000])
        """
        return _compositions.ldexp(self, other)

    def ldexp_(self: Any, other: Tensor) -> Tensor:
        # The docstring is written in _bindings/functions/compositions.md.
        """Multiply by powers of two. In place.

            out[i] = self[i] * 2 ** other[i]

        Parameters
        ----------
        other : Tensor
            The exponents, usually integers.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.ldexp

        Examples
        --------
        >>> torch.tensor([1., 3.]).ldexp_(torch.tensor([3, -1]))
        tensor([8.0000, 1.5000])
        """
        out_refusals.check_ldexp_target(self, other)

        def checked(x: Any, exponent: Any) -> Any:
            result = _compositions.ldexp(x, exponent)
            out_refusals.check_exponents(result._array.dtype, self._array.dtype)
            return result

        return overwrite(self, checked, other)

    def frexp(self: Any) -> Any:
        # The docstring is written in _bindings/functions/compositions.md.
        """Split floats into a mantissa and an exponent.

            self[i] = mantissa[i] * 2 ** exponent[i], with 0.5 <= |mantissa[i]| < 1

        Returns
        -------
        mantissa (Tensor)
            Of the dtype of `self`.
        exponent (Tensor)
            Of the dtype `torch.int32`.

        Raises
        ------
        RuntimeError
            `self` is not floating.

        References
        ----------
        PyTorch: torch.frexp

        Examples
        --------
        >>> torch.tensor([0., 1., 10.]).frexp()
        torch.return_types.frexp(
        mantissa=tensor([0.0000, 0.5000, 0.6250]),
        exponent=tensor([0, 1, 4], dtype=torch.int32))
        """
        return _compositions.frexp(self)

    def diff(self: Any, n: int = 1, dim: int = -1, prepend: Tensor | None = None, append: Tensor | None = None) -> Tensor:
        # The docstring is written in _bindings/functions/compositions.md.
        """The differences of neighbours along a dimension, repeated `n` times.

            out[i] = self[i+1] - self[i]

        Parameters
        ----------
        n : int, default 1
            How often.
        dim : int, default -1
            The dimension.
        prepend : Tensor, optional
            Prepended to `self` first.
        append : Tensor, optional
            Appended to `self` first.

        Returns
        -------
        Tensor
            `n` elements less along `dim`.

        Raises
        ------
        RuntimeError
            `self` has no dimension.

        References
        ----------
        PyTorch: torch.diff

        Examples
        --------
        >>> torch.tensor([1, 3, 2, 6]).diff(), torch.tensor([1, 3, 2, 6]).diff(n=2)
        (tensor([ 2, -1,  4]), tensor([-3,  5]))
        """
        return _compositions.diff(self, n, dim, prepend, append)

    def nanmean(self: Any, dim: int | Sequence[int] | None = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
        # The docstring is written in _bindings/functions/compositions.md.
        """The mean of the elements that are not nan.

        Parameters
        ----------
        dim : int or tuple of ints, optional
            The dimensions to average along; None for all elements.
        keepdim : bool, default False
            Keep the reduced dimensions, with size 1.
        dtype : torch.dtype, optional
            The dtype of the result, to which `self` is cast first.

        Returns
        -------
        Tensor
            Without the dimensions that were reduced, or with size 1 there if `keepdim` is true.

        Raises
        ------
        RuntimeError
            `self` is not floating.

        References
        ----------
        PyTorch: torch.nanmean

        Examples
        --------
        >>> torch.tensor([[1., float("nan")], [3., 4.]]).nanmean(dim=1)
        tensor([1.0000, 3.5000])
        """
        return _compositions.nanmean(self, dim, keepdim, dtype=dtype)

    def dist(self: Any, other: Tensor, p: float = 2) -> Tensor:
        # The docstring is written in _bindings/functions/compositions.md.
        """The norm of the difference of two tensors.

            (sum |self - other| ** p) ** (1 / p)

        Parameters
        ----------
        other : Tensor
            The second point; both are broadcast.
        p : number, default 2
            The order of the norm.

        Returns
        -------
        Tensor
            A tensor without dimensions.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.dist

        Examples
        --------
        >>> torch.tensor([1., 2.]).dist(torch.tensor([4., 6.]))
        tensor(5.)
        """
        return _compositions.dist(self, other, p)

    def renorm(self: Any, p: float, dim: int, maxnorm: float) -> Tensor:
        # The docstring is written in _bindings/functions/compositions.md.
        """Scale down the slices along a dimension whose norm is too large.

        Parameters
        ----------
        p : number
            The order of the norm.
        dim : int
            The dimension of the slices.
        maxnorm : number
            The maximum of the norms.

        Returns
        -------
        Tensor
            In the shape and dtype of `self`.

        Raises
        ------
        RuntimeError
            `p` is not positive, or `maxnorm` is negative.

        References
        ----------
        PyTorch: torch.renorm

        Examples
        --------
        >>> torch.tensor([[3., 4.], [0.3, 0.4]]).renorm(p=2, dim=0, maxnorm=1)
        tensor([[0.6000, 0.8000],
                [0.3000, 0.4000]])
        """
        return _compositions.renorm(self, p, dim, maxnorm)

    def renorm_(self: Any, p: float, dim: int, maxnorm: float) -> Tensor:
        # The docstring is written in _bindings/functions/compositions.md.
        """Scale down the slices along a dimension whose norm is too large. In place.

        Parameters
        ----------
        p : number
            The order of the norm.
        dim : int
            The dimension of the slices.
        maxnorm : number
            The maximum of the norms.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `p` is not positive, or `maxnorm` is negative.

        References
        ----------
        PyTorch: torch.renorm

        Examples
        --------
        >>> torch.tensor([[3., 4.], [0.3, 0.4]]).renorm_(p=2, dim=0, maxnorm=1)
        tensor([[0.6000, 0.8000],
                [0.3000, 0.4000]])
        """
        return overwrite(self, _compositions.renorm, p, dim, maxnorm)

    def kron(self: Any, other: Tensor) -> Tensor:
        # The docstring is written in _bindings/functions/compositions.md.
        """The Kronecker product: every element of one times all of the other.

        Parameters
        ----------
        other : Tensor
            The second factor.

        Returns
        -------
        Tensor
            Sizes are the products of both; missing dimensions are added in front, with size 1.

        References
        ----------
        PyTorch: torch.kron

        Examples
        --------
        >>> torch.tensor([[1, 2]]).kron(torch.tensor([[1, 1], [0, 1]]))
        tensor([[1, 1, 2, 2],
                [0, 1, 0, 2]])
        """
        return _compositions.kron(self, other)

    def inner(self: Any, other: Tensor) -> Tensor:
        # The docstring is written in _bindings/functions/compositions.md.
        """The inner products along the last dimensions.

            out[..., i, ..., j] = sum_k self[..., i, k] * other[..., j, k]

        Parameters
        ----------
        other : Tensor
            The second factor, with the same last size.

        Returns
        -------
        Tensor
            In the shape of `self` and that of `other`, both without the last dimension.

        Raises
        ------
        RuntimeError
            The last sizes differ.

        References
        ----------
        PyTorch: torch.inner

        Examples
        --------
        >>> torch.tensor([[1., 2.], [3., 4.]]).inner(torch.tensor([5., 6.]))
        tensor([17., 39.])
        """
        return _compositions.inner(self, other)

    def cross(self: Any, other: Tensor, dim: int | None = None) -> Tensor:
        # The docstring is written in _bindings/functions/compositions.md.
        """The cross product of vectors with three elements.

        Parameters
        ----------
        other : Tensor
            The second; both are broadcast.
        dim : int, optional
            Where the three elements are; the first dimension of size 3 if not given.

        Returns
        -------
        Tensor
            Perpendicular to both; in the shape to which they broadcast.

        Raises
        ------
        RuntimeError
            `dim` has another size than 3.

        Notes
        -----
        Pass `dim`, or use `torch.linalg.cross`: the search for a dimension is deprecated.

        References
        ----------
        PyTorch: torch.cross

        Examples
        --------
        >>> torch.tensor([1., 0., 0.]).cross(torch.tensor([0., 1., 0.]), dim=0)
        tensor([0., 0., 1.])
        """
        return _compositions.cross(self, other, dim)

    @shown_as("self, indices_or_sections")
    def hsplit(self: Any, indices_or_sections: Any, *rest: int) -> tuple[Tensor, ...]:
        # The docstring is written in _bindings/functions/compositions.md.
        """Pieces by columns: `torch.tensor_split` along the second dimension, or the only one.

        Parameters
        ----------
        indices_or_sections : int or ints
            The number of equal pieces, or the indices to split at.

        Returns
        -------
        tuple of Tensors
            Views.

        Raises
        ------
        RuntimeError
            The size cannot be divided into equal pieces.

        References
        ----------
        PyTorch: torch.hsplit

        Examples
        --------
        >>> torch.arange(4).reshape(2, 2).hsplit(2)
        (tensor([[0],
                [2]]), tensor([[1],
                [3]]))
        """
        return _compositions.hsplit(self, indices_or_sections, *rest)

    @shown_as("self, indices_or_sections")
    def vsplit(self: Any, indices_or_sections: Any, *rest: int) -> tuple[Tensor, ...]:
        # The docstring is written in _bindings/functions/compositions.md.
        """Pieces by rows: `torch.tensor_split` along the first dimension.

        Parameters
        ----------
        indices_or_sections : int or ints
            The number of equal pieces, or the indices to split at.

        Returns
        -------
        tuple of Tensors
            Views.

        Raises
        ------
        RuntimeError
            `self` has less than two dimensions, or the size cannot be divided into equal pieces.

        References
        ----------
        PyTorch: torch.vsplit

        Examples
        --------
        >>> torch.arange(4).reshape(2, 2).vsplit(2)
        (tensor([[0, 1]]), tensor([[2, 3]]))
        """
        return _compositions.vsplit(self, indices_or_sections, *rest)

    @shown_as("self, indices_or_sections")
    def dsplit(self: Any, indices_or_sections: Any, *rest: int) -> tuple[Tensor, ...]:
        # The docstring is written in _bindings/functions/compositions.md.
        """Pieces in depth: `torch.tensor_split` along the third dimension.

        Parameters
        ----------
        indices_or_sections : int or ints
            The number of equal pieces, or the indices to split at.

        Returns
        -------
        tuple of Tensors
            Views.

        Raises
        ------
        RuntimeError
            `self` has less than three dimensions, or the size cannot be divided into equal pieces.

        References
        ----------
        PyTorch: torch.dsplit

        Examples
        --------
        >>> [part.shape for part in torch.zeros(2, 3, 4).dsplit(2)]
        [torch.Size([2, 3, 2]), torch.Size([2, 3, 2])]
        """
        return _compositions.dsplit(self, indices_or_sections, *rest)

    def as_strided_scatter(self: Any, src: Tensor, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Tensor:
        # The docstring is written in _bindings/functions/compositions.md.
        """A copy in which another tensor replaces the elements of the view with this shape and strides.

        Parameters
        ----------
        src : Tensor
            The new values; of the shape `size`.
        size : ints
            The shape.
        stride : ints
            The stride of each dimension, in elements.
        storage_offset : int, optional
            Where to begin.

        Returns
        -------
        Tensor
            Gradients flow back to both.

        Raises
        ------
        RuntimeError
            The shape of `src` does not fit, or elements of the view overlap.

        References
        ----------
        PyTorch: torch.as_strided_scatter

        Examples
        --------
        >>> torch.zeros(4).as_strided_scatter(torch.ones(2), (2,), (2,))
        tensor([1., 0., 1., 0.])
        """
        return _compositions.as_strided_scatter(self, src, size, stride, storage_offset)


@all_overridable
class StatisticsMethods:
    """Methods for the functions of `statistics`."""

    __slots__ = ()

    def cov(self: Any, *, correction: int = 1, fweights: Tensor | None = None, aweights: Tensor | None = None) -> Tensor:
        # The docstring is written in _bindings/functions/statistics.md.
        """The covariance matrix of the rows.

            C[i, j] = sum_k w_k (x_ik - mean_i) (x_jk - mean_j) / (sum_k w_k - correction)

        Parameters
        ----------
        correction : int, default 1
            Subtracted from the number of observations.
        fweights : Tensor, optional
            How often each observation was made, as integers.
        aweights : Tensor, optional
            How much each observation weighs.

        Returns
        -------
        Tensor
            A square matrix; without dimensions for one variable.

        Raises
        ------
        RuntimeError
            `self` has more than two dimensions, or weights do not fit.

        References
        ----------
        PyTorch: torch.cov

        Examples
        --------
        >>> torch.tensor([[0., 1., 2.], [2., 1., 0.]]).cov()
        tensor([[ 1., -1.],
                [-1.,  1.]])
        """
        return _statistics.cov(self, correction=correction, fweights=fweights, aweights=aweights)

    def corrcoef(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/statistics.md.
        """The matrix of Pearson's correlation coefficients of the rows.

            R[i, j] = C[i, j] / sqrt(C[i, i] * C[j, j]), where C is `torch.cov(self)`

        Returns
        -------
        Tensor
            A square matrix, with entries between -1 and 1.

        Raises
        ------
        RuntimeError
            `self` has more than two dimensions.

        References
        ----------
        PyTorch: torch.corrcoef

        Examples
        --------
        >>> torch.tensor([[0., 1., 2.], [2., 1., 0.]]).corrcoef()
        tensor([[ 1., -1.],
                [-1.,  1.]])
        """
        return _statistics.corrcoef(self)

    def quantile(self: Any, q: Tensor | float, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear") -> Tensor:
        # The docstring is written in _bindings/functions/statistics.md.
        """Quantiles of all elements, or of those along a dimension.

        The quantile `q` is at position q * (n - 1) of the sorted elements, and is interpolated between its neighbours.

        Parameters
        ----------
        q : float or Tensor
            One or several numbers between 0 and 1; a tensor has one dimension and the dtype of `self`.
        dim : int, optional
            The dimensions to reduce; None for all elements.
        keepdim : bool, default False
            Keep the reduced dimensions, with size 1.
        interpolation : str, default 'linear'
            Between neighbours i <= j: 'linear', 'lower' (i), 'higher' (j), 'nearest', or 'midpoint'.

        Returns
        -------
        Tensor
            One value per reduced place; several `q` give a new first dimension. nan where there is a nan.

        Raises
        ------
        RuntimeError
            `q` is out of range, or a dtype is not the right one.

        References
        ----------
        PyTorch: torch.quantile

        Examples
        --------
        >>> x = torch.tensor([[0., 1., 2., 3.], [4., 6., 8., 10.]])
        >>> x.quantile(0.5, dim=1)
        tensor([1.5000, 7.0000])
        >>> x.quantile(torch.tensor([0.25, 0.75]), dim=1)
        tensor([[0.7500, 5.5000],
                [2.2500, 8.5000]])
        """
        return _statistics.quantile(self, q, dim, keepdim, interpolation=interpolation)

    def nanquantile(self: Any, q: Tensor | float, dim: int | None = None, keepdim: bool = False, *,
                    interpolation: str = "linear") -> Tensor:
        # The docstring is written in _bindings/functions/statistics.md.
        """Quantiles of the elements that are not nan; else as `torch.quantile`.

        Parameters
        ----------
        q : float or Tensor
            One or several numbers between 0 and 1.
        dim : int, optional
            The dimensions to reduce; None for all elements.
        keepdim : bool, default False
            Keep the reduced dimensions, with size 1.
        interpolation : str, default 'linear'
            'linear', 'lower', 'higher', 'nearest' or 'midpoint'.

        Returns
        -------
        Tensor
            One value per reduced place; several `q` give a new first dimension.

        Raises
        ------
        RuntimeError
            `q` is out of range, or a dtype is not the right one.

        References
        ----------
        PyTorch: torch.nanquantile

        Examples
        --------
        >>> torch.tensor([1., float("nan"), 2., 4.]).nanquantile(0.5)
        tensor(2.)
        """
        return _statistics.nanquantile(self, q, dim, keepdim, interpolation=interpolation)

    def histogram(self: Any, bins: Tensor | int = 100, *, range: Sequence[float] | None = None, weight: Tensor | None = None,
                  density: bool = False) -> Any:
        # The docstring is written in _bindings/functions/statistics.md.
        """A histogram of elements, and the edges of its bins.

        Parameters
        ----------
        bins : int or Tensor
            How many equal bins, or the edges in ascending order.
        range : tuple of two floats, optional
            The ends, if `bins` is an int; the least and greatest elements if not given.
        weight : Tensor, optional
            The weight of each element; in the shape of `self`.
        density : bool, default False
            Normalize to an area of 1.

        Returns
        -------
        hist (Tensor)
            The counts, in the dtype of `self`; the last bin includes its right edge.
        bin_edges (Tensor)
            One more than there are bins.

        Raises
        ------
        RuntimeError
            `self` is not floating, or the edges do not ascend.

        References
        ----------
        PyTorch: torch.histogram

        Examples
        --------
        >>> torch.tensor([0.5, 2.5, 2.6, 3.0]).histogram(bins=3, range=(0., 3.))
        torch.return_types.histogram(
        hist=tensor([1., 0., 3.]),
        bin_edges=tensor([0., 1., 2., 3.]))
        """
        return _statistics.histogram(self, bins, range=range, weight=weight, density=density)
