"""Transforms that apply others to parts of a value, or that reshape values."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._bindings.generated import functions as ops
from .._dispatch.size import Size
from . import constraints
from ._transform import Transform
from .utils import _sum_rightmost


class IndependentTransform(Transform):
    """Reinterpret batch dimensions of a transform as event dimensions: log-Jacobians are summed over them.

    Parameters
    ----------
    base_transform : Transform
        The transform.
    reinterpreted_batch_ndims : int
        Number of additional event dimensions.
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.IndependentTransform``.

    Examples
    --------
    >>> f = torch.distributions.transforms.IndependentTransform(torch.distributions.transforms.ExpTransform(), 1)
    >>> x = torch.tensor([0.0, 1.0])
    >>> f(x)
    tensor([1.0000, 2.7183])
    >>> f.log_abs_det_jacobian(x, f(x))
    tensor(1.)
    """

    def __init__(self, base_transform: Transform, reinterpreted_batch_ndims: int, cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.base_transform: Any = base_transform.with_cache(cache_size)
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims

    def with_cache(self, cache_size: int = 1) -> Transform:
        """The same transform with another cache size.

        Parameters
        ----------
        cache_size : int, default 1
            0 disables caching; 1 caches the last input and output, which makes the inverse of that output
            exact and free.

        Returns
        -------
        Transform
            Returns self if the size is unchanged.

        Examples
        --------
        >>> f = torch.distributions.transforms.IndependentTransform(torch.distributions.transforms.ExpTransform(), 1)
        >>> type(f.with_cache(1)).__name__
        'IndependentTransform'
        """
        if self._cache_size == cache_size:
            return self
        return IndependentTransform(self.base_transform, self.reinterpreted_batch_ndims, cache_size)

    @property
    def domain(self) -> Any:
        """The constraint that inputs of the transform satisfy.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> T.IndependentTransform(T.ExpTransform(), 1).domain.event_dim
        1
        """
        return constraints.independent(self.base_transform.domain, self.reinterpreted_batch_ndims)

    @property
    def codomain(self) -> Any:
        """The constraint that outputs of the transform satisfy.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> T.IndependentTransform(T.ExpTransform(), 1).codomain.event_dim
        1
        """
        return constraints.independent(self.base_transform.codomain, self.reinterpreted_batch_ndims)

    @property
    def bijective(self) -> bool:  # type: ignore[override]
        """Whether the transform is bijective.

        Returns
        -------
        bool
            True if so.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> T.IndependentTransform(T.ExpTransform(), 1).bijective
        True
        """
        return self.base_transform.bijective

    @property
    def sign(self) -> Any:
        """Whether the map is increasing (1) or decreasing (-1).

        Returns
        -------
        int or Tensor
            The sign.

        Examples
        --------
        >>> f = torch.distributions.transforms.IndependentTransform(torch.distributions.transforms.ExpTransform(), 1)
        >>> f.sign
        1
        """
        return self.base_transform.sign

    def _call(self, x: Any) -> Any:
        if x.dim() < self.domain.event_dim:
            raise ValueError("Too few dimensions on input")
        return self.base_transform(x)

    def _inverse(self, y: Any) -> Any:
        if y.dim() < self.codomain.event_dim:
            raise ValueError("Too few dimensions on input")
        return self.base_transform.inv(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Logarithm of the absolute determinant of the Jacobian.

        Parameters
        ----------
        x : Tensor
            Input of the transform.
        y : Tensor
            The corresponding output.

        Returns
        -------
        Tensor
            Without the event dimensions.

        Examples
        --------
        >>> f = torch.distributions.transforms.IndependentTransform(torch.distributions.transforms.ExpTransform(), 1)
        >>> x = torch.tensor([0.0, 1.0])
        >>> f.log_abs_det_jacobian(x, f(x))
        tensor(1.)
        """
        return _sum_rightmost(self.base_transform.log_abs_det_jacobian(x, y), self.reinterpreted_batch_ndims)

    def forward_shape(self, shape: Any) -> Any:
        """The output shape for a given input shape.

        Parameters
        ----------
        shape : tuple of int
            The shape.

        Returns
        -------
        tuple of int
            The shape.

        Examples
        --------
        >>> f = torch.distributions.transforms.IndependentTransform(torch.distributions.transforms.ExpTransform(), 1)
        >>> x = torch.tensor([0.0, 1.0])
        >>> f.forward_shape(x.shape)
        torch.Size([2])
        """
        return self.base_transform.forward_shape(shape)

    def inverse_shape(self, shape: Any) -> Any:
        """The input shape for a given output shape.

        Parameters
        ----------
        shape : tuple of int
            The shape.

        Returns
        -------
        tuple of int
            The shape.

        Examples
        --------
        >>> f = torch.distributions.transforms.IndependentTransform(torch.distributions.transforms.ExpTransform(), 1)
        >>> x = torch.tensor([0.0, 1.0])
        >>> f.inverse_shape(f(x).shape)
        torch.Size([2])
        """
        return self.base_transform.inverse_shape(shape)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_transform!r}, {self.reinterpreted_batch_ndims})"


class ReshapeTransform(Transform):
    """Reshape the last dimensions.

    Parameters
    ----------
    in_shape : tuple of int
        Shape before.
    out_shape : tuple of int
        Shape after, with as many elements.
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.ReshapeTransform``.

    Examples
    --------
    >>> f = torch.distributions.transforms.ReshapeTransform((2, 2), (4,))
    >>> x = torch.arange(4.).view(2, 2)
    >>> f(x)
    tensor([0., 1., 2., 3.])
    >>> f.log_abs_det_jacobian(x, f(x))
    tensor(0.)
    """

    in_shape: Any
    out_shape: Any
    bijective = True

    def __init__(self, in_shape: Sequence[int], out_shape: Sequence[int], cache_size: int = 0) -> None:
        self.in_shape, self.out_shape = Size(in_shape), Size(out_shape)
        if self.in_shape.numel() != self.out_shape.numel():
            raise ValueError("in_shape, out_shape have different numbers of elements")
        super().__init__(cache_size)

    @property
    def domain(self) -> Any:
        """The constraint that inputs of the transform satisfy.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> T.ReshapeTransform((2,), (2, 1)).domain.event_dim
        1
        """
        return constraints.independent(constraints.real, len(self.in_shape))

    @property
    def codomain(self) -> Any:
        """The constraint that outputs of the transform satisfy.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> T.ReshapeTransform((2,), (2, 1)).codomain.event_dim
        2
        """
        return constraints.independent(constraints.real, len(self.out_shape))

    def with_cache(self, cache_size: int = 1) -> Transform:
        """The same transform with another cache size.

        Parameters
        ----------
        cache_size : int, default 1
            0 disables caching; 1 caches the last input and output, which makes the inverse of that output
            exact and free.

        Returns
        -------
        Transform
            Returns self if the size is unchanged.

        Examples
        --------
        >>> f = torch.distributions.transforms.ReshapeTransform((2, 2), (4,))
        >>> type(f.with_cache(1)).__name__
        'ReshapeTransform'
        """
        return self if self._cache_size == cache_size else ReshapeTransform(self.in_shape, self.out_shape, cache_size)

    def _call(self, x: Any) -> Any:
        return x.reshape(x.shape[:x.dim() - len(self.in_shape)] + self.out_shape)

    def _inverse(self, y: Any) -> Any:
        return y.reshape(y.shape[:y.dim() - len(self.out_shape)] + self.in_shape)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Logarithm of the absolute determinant of the Jacobian.

        Parameters
        ----------
        x : Tensor
            Input of the transform.
        y : Tensor
            The corresponding output.

        Returns
        -------
        Tensor
            Without the event dimensions.

        Examples
        --------
        >>> f = torch.distributions.transforms.ReshapeTransform((2, 2), (4,))
        >>> x = torch.arange(4.).view(2, 2)
        >>> f.log_abs_det_jacobian(x, f(x))
        tensor(0.)
        """
        return x.new_zeros(x.size()[:x.dim() - len(self.in_shape)])

    def forward_shape(self, shape: Any) -> Any:
        """The output shape for a given input shape.

        Parameters
        ----------
        shape : tuple of int
            The shape.

        Returns
        -------
        tuple of int
            The shape.

        Examples
        --------
        >>> f = torch.distributions.transforms.ReshapeTransform((2, 2), (4,))
        >>> x = torch.arange(4.).view(2, 2)
        >>> f.forward_shape(x.shape)
        torch.Size([4])
        """
        return _replace_event_shape(shape, self.in_shape, self.out_shape)

    def inverse_shape(self, shape: Any) -> Any:
        """The input shape for a given output shape.

        Parameters
        ----------
        shape : tuple of int
            The shape.

        Returns
        -------
        tuple of int
            The shape.

        Examples
        --------
        >>> f = torch.distributions.transforms.ReshapeTransform((2, 2), (4,))
        >>> x = torch.arange(4.).view(2, 2)
        >>> f.inverse_shape(f(x).shape)
        torch.Size([2, 2])
        """
        return _replace_event_shape(shape, self.out_shape, self.in_shape)


def _replace_event_shape(shape: Any, expected: Any, replacement: Any) -> Any:
    if len(shape) < len(expected):
        raise ValueError("Too few dimensions on input")
    batch_ndim = len(shape) - len(expected)
    if tuple(shape[batch_ndim:]) != tuple(expected):
        raise ValueError(f"Shape mismatch: expected {shape[batch_ndim:]} but got {expected}")
    return shape[:batch_ndim] + replacement


class _PartwiseTransform(Transform):
    """A transform for each part along a dimension."""

    transforms: list[Any]

    def __init__(self, transforms: Any, dim: int, cache_size: int) -> None:
        if not all(isinstance(t, Transform) for t in transforms):
            raise AssertionError("All elements of tseq must be Transform instances")
        if cache_size:
            transforms = [t.with_cache(cache_size) for t in transforms]
        super().__init__(cache_size)
        self.transforms, self.dim = list(transforms), dim

    @property
    def bijective(self) -> bool:  # type: ignore[override]
        """Whether all parts are bijective."""
        return all(t.bijective for t in self.transforms)

    def _split(self, value: Any) -> list[Any]:
        raise NotImplementedError

    def _join(self, parts: list[Any]) -> Any:
        raise NotImplementedError

    def _call(self, x: Any) -> Any:
        return self._join([t(part) for t, part in zip(self.transforms, self._split(x), strict=True)])

    def _inverse(self, y: Any) -> Any:
        return self._join([t.inv(part) for t, part in zip(self.transforms, self._split(y), strict=True)])


class CatTransform(_PartwiseTransform):
    """Apply transforms to the parts of a tensor along a dimension.

    Parameters
    ----------
    tseq : list of Transform
        One per part.
    dim : int, default 0
        The dimension.
    lengths : list of int, optional
        Sizes of the parts; None is 1 each.
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.CatTransform``.

    Examples
    --------
    >>> T = torch.distributions.transforms
    >>> f = torch.distributions.transforms.CatTransform([T.ExpTransform(), T.TanhTransform()])
    >>> x = torch.tensor([1.0, 0.0])
    >>> f(x)
    tensor([2.7183, 0.0000])
    >>> f.log_abs_det_jacobian(x, f(x))
    tensor([1., 0.])
    """

    def __init__(self, tseq: Any, dim: int = 0, lengths: Sequence[int] | None = None, cache_size: int = 0) -> None:
        super().__init__(tseq, dim, cache_size)
        self.lengths: list[int] = [1] * len(self.transforms) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.transforms):
            raise AssertionError(f"lengths ({len(self.lengths)}) must match transforms ({len(self.transforms)})")

    @property
    def event_dim(self) -> int:
        """The number of event dimensions.

        Returns
        -------
        int
            0 for an elementwise map.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> f = torch.distributions.transforms.CatTransform([T.ExpTransform(), T.TanhTransform()])
        >>> f.event_dim
        0
        """
        return max(t.event_dim for t in self.transforms)

    @property
    def length(self) -> int:
        """Total size of all parts.

        Returns
        -------
        int
            True if so.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> T.CatTransform([T.ExpTransform(), T.TanhTransform()]).length
        2
        """
        return sum(self.lengths)

    @property
    def domain(self) -> Any:
        """The constraint that inputs of the transform satisfy.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> T.CatTransform([T.ExpTransform(), T.TanhTransform()]).domain.event_dim
        0
        """
        return constraints.cat([t.domain for t in self.transforms], self.dim, self.lengths)

    @property
    def codomain(self) -> Any:
        """The constraint that outputs of the transform satisfy.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> T.CatTransform([T.ExpTransform(), T.TanhTransform()]).codomain.event_dim
        0
        """
        return constraints.cat([t.codomain for t in self.transforms], self.dim, self.lengths)

    def with_cache(self, cache_size: int = 1) -> Transform:
        """The same transform with another cache size.

        Parameters
        ----------
        cache_size : int, default 1
            0 disables caching; 1 caches the last input and output, which makes the inverse of that output
            exact and free.

        Returns
        -------
        Transform
            Returns self if the size is unchanged.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> f = torch.distributions.transforms.CatTransform([T.ExpTransform(), T.TanhTransform()])
        >>> type(f.with_cache(1)).__name__
        'CatTransform'
        """
        return self if self._cache_size == cache_size else CatTransform(self.transforms, self.dim, self.lengths, cache_size)

    def _split(self, value: Any) -> list[Any]:
        if not -value.dim() <= self.dim < value.dim():
            raise AssertionError(f"dim {self.dim} out of range for tensor with {value.dim()} dimensions")
        if value.size(self.dim) != self.length:
            raise AssertionError(f"x.size({self.dim}) = {value.size(self.dim)} must equal length {self.length}")
        return list(value.split(self.lengths, self.dim))

    def _join(self, parts: list[Any]) -> Any:
        return ops.cat(parts, dim=self.dim)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Logarithm of the absolute determinant of the Jacobian.

        Parameters
        ----------
        x : Tensor
            Input of the transform.
        y : Tensor
            The corresponding output.

        Returns
        -------
        Tensor
            Without the event dimensions.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> f = torch.distributions.transforms.CatTransform([T.ExpTransform(), T.TanhTransform()])
        >>> x = torch.tensor([1.0, 0.0])
        >>> f.log_abs_det_jacobian(x, f(x))
        tensor([1., 0.])
        """
        terms = []
        for t, before, after in zip(self.transforms, self._split(x), self._split(y), strict=True):
            term = t.log_abs_det_jacobian(before, after)
            terms.append(_sum_rightmost(term, self.event_dim - t.event_dim) if t.event_dim < self.event_dim else term)
        dim = (self.dim - x.dim() if self.dim >= 0 else self.dim) + self.event_dim
        return ops.cat(terms, dim=dim) if dim < 0 else sum(terms)


class StackTransform(_PartwiseTransform):
    """Apply transforms to the slices of a tensor along a dimension.

    Parameters
    ----------
    tseq : list of Transform
        One per slice.
    dim : int, default 0
        The dimension.
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.StackTransform``.

    Examples
    --------
    >>> T = torch.distributions.transforms
    >>> f = torch.distributions.transforms.StackTransform([T.ExpTransform(), T.TanhTransform()])
    >>> x = torch.tensor([1.0, 0.0])
    >>> f(x)
    tensor([2.7183, 0.0000])
    >>> f.log_abs_det_jacobian(x, f(x))
    tensor([1., 0.])
    """

    def __init__(self, tseq: Any, dim: int = 0, cache_size: int = 0) -> None:
        super().__init__(tseq, dim, cache_size)

    @property
    def domain(self) -> Any:
        """The constraint that inputs of the transform satisfy.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> T.StackTransform([T.ExpTransform(), T.TanhTransform()]).domain.event_dim
        0
        """
        return constraints.stack([t.domain for t in self.transforms], self.dim)

    @property
    def codomain(self) -> Any:
        """The constraint that outputs of the transform satisfy.

        Returns
        -------
        Constraint
            The constraint.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> T.StackTransform([T.ExpTransform(), T.TanhTransform()]).codomain.event_dim
        0
        """
        return constraints.stack([t.codomain for t in self.transforms], self.dim)

    def with_cache(self, cache_size: int = 1) -> Transform:
        """The same transform with another cache size.

        Parameters
        ----------
        cache_size : int, default 1
            0 disables caching; 1 caches the last input and output, which makes the inverse of that output
            exact and free.

        Returns
        -------
        Transform
            Returns self if the size is unchanged.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> f = torch.distributions.transforms.StackTransform([T.ExpTransform(), T.TanhTransform()])
        >>> type(f.with_cache(1)).__name__
        'StackTransform'
        """
        return self if self._cache_size == cache_size else StackTransform(self.transforms, self.dim, cache_size)

    def _split(self, value: Any) -> list[Any]:
        if not -value.dim() <= self.dim < value.dim():
            raise AssertionError(f"dim {self.dim} out of range for tensor with {value.dim()} dimensions")
        if value.size(self.dim) != len(self.transforms):
            raise AssertionError(f"x.size({self.dim}) = {value.size(self.dim)} must equal len(transforms) {len(self.transforms)}")
        return [value.select(self.dim, i) for i in range(len(self.transforms))]

    def _join(self, parts: list[Any]) -> Any:
        return ops.stack(parts, dim=self.dim)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        """Logarithm of the absolute determinant of the Jacobian.

        Parameters
        ----------
        x : Tensor
            Input of the transform.
        y : Tensor
            The corresponding output.

        Returns
        -------
        Tensor
            Without the event dimensions.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> f = torch.distributions.transforms.StackTransform([T.ExpTransform(), T.TanhTransform()])
        >>> x = torch.tensor([1.0, 0.0])
        >>> f.log_abs_det_jacobian(x, f(x))
        tensor([1., 0.])
        """
        return ops.stack([t.log_abs_det_jacobian(before, after) for t, before, after in
                          zip(self.transforms, self._split(x), self._split(y), strict=True)], dim=self.dim)


