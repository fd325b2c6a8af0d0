"""Transforms between values of distributions: the base class, inverses and compositions."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import ref

from .._bindings.generated import functions as ops
from .._dispatch.naming import reduce_instance
from . import constraints
from .utils import _sum_rightmost


class Transform:
    """Base class of invertible maps with known ``log |det f'(x)|``: call it to map, ``inv`` is the inverse.

    Parameters
    ----------
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    Attributes
    ----------
    bijective : bool
        Whether the transform is bijective.
    domain : Constraint
        Constraint of the inputs.
    codomain : Constraint
        Constraint of the outputs.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.Transform``.

    Examples
    --------
    >>> f = torch.distributions.transforms.ExpTransform()
    >>> f(torch.tensor(1.0)), f.inv(torch.tensor(1.0))
    (tensor(2.7183), tensor(0.))
    """

    bijective = False
    domain: Any = constraints.real
    codomain: Any = constraints.real

    if not TYPE_CHECKING:
        __reduce_ex__ = reduce_instance

    def __init__(self, cache_size: int = 0) -> None:
        if cache_size not in (0, 1):
            raise ValueError("cache_size must be 0 or 1")
        self._cache_size = cache_size
        self._inv: Any = None
        self._cached_x_y: tuple[Any, Any] = (None, None)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_inv": None}

    @property
    def event_dim(self) -> int:
        """The number of event dimensions.

        Returns
        -------
        int
            0 for an elementwise map.

        Examples
        --------
        >>> torch.distributions.transforms.ExpTransform().event_dim
        0
        """
        if self.domain.event_dim == self.codomain.event_dim:
            return int(self.domain.event_dim)
        raise ValueError("Please use either .domain.event_dim or .codomain.event_dim")

    @property
    def sign(self) -> Any:
        """Whether an elementwise map is increasing or decreasing.

        Returns
        -------
        int or Tensor
            1 or -1.

        Raises
        ------
        NotImplementedError
            If that is not defined.

        Examples
        --------
        >>> torch.distributions.transforms.ExpTransform().sign
        1
        """
        raise NotImplementedError

    @property
    def inv(self) -> Transform:
        """The inverse, a transform that shares the cache.

        Returns
        -------
        Transform
            Its ``inv`` is this one.

        Examples
        --------
        >>> torch.distributions.transforms.ExpTransform().inv(torch.tensor(1.0))
        tensor(0.)
        """
        inverse = None if self._inv is None else self._inv()
        if inverse is None:
            inverse = _InverseTransform(self)
            self._inv = ref(inverse)
        return inverse

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
        >>> torch.distributions.transforms.ExpTransform().with_cache(1)._cache_size
        1
        """
        if self._cache_size == cache_size:
            return self
        if type(self).__init__ is Transform.__init__:
            return type(self)(cache_size=cache_size)
        raise NotImplementedError(f"{type(self)}.with_cache is not implemented")

    def __call__(self, x: Any) -> Any:
        if not self._cache_size:
            return self._call(x)
        cached_x, y = self._cached_x_y
        if x is not cached_x:
            y = self._call(x)
            self._cached_x_y = x, y
        return y

    def _inv_call(self, y: Any) -> Any:
        if not self._cache_size:
            return self._inverse(y)
        x, cached_y = self._cached_x_y
        if y is not cached_y:
            x = self._inverse(y)
            self._cached_x_y = x, y
        return x

    def _call(self, x: Any) -> Any:
        raise NotImplementedError

    def _inverse(self, y: Any) -> Any:
        raise NotImplementedError

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
        >>> f = torch.distributions.transforms.ExpTransform()
        >>> f.log_abs_det_jacobian(torch.tensor(2.0), f(torch.tensor(2.0)))
        tensor(2.)
        """
        raise NotImplementedError

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
        >>> torch.distributions.transforms.StickBreakingTransform().forward_shape(torch.Size([3, 2]))
        torch.Size([3, 3])
        """
        return shape

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
        >>> torch.distributions.transforms.StickBreakingTransform().inverse_shape(torch.Size([3, 3]))
        torch.Size([3, 2])
        """
        return shape

    def __eq__(self, other: object) -> bool:
        return self is other

    def __repr__(self) -> str:
        return type(self).__name__ + "()"


class _InverseTransform(Transform):
    """The inverse of a map."""

    def __init__(self, transform: Transform) -> None:
        super().__init__(transform._cache_size)
        self._inv: Any = transform  # a strong reference

    def __getstate__(self) -> dict[str, Any]:
        return dict(self.__dict__)

    @property
    def domain(self) -> Any:
        """The codomain of the map."""
        return self._inv.codomain

    @property
    def codomain(self) -> Any:
        """The domain of the map."""
        return self._inv.domain

    @property
    def bijective(self) -> bool:  # type: ignore[override]
        """Whether the map is bijective."""
        return bool(self._inv.bijective)

    @property
    def sign(self) -> Any:
        return self._inv.sign

    @property
    def inv(self) -> Transform:
        mapping: Transform = self._inv
        return mapping

    def with_cache(self, cache_size: int = 1) -> Transform:
        return self.inv.with_cache(cache_size).inv

    def __call__(self, x: Any) -> Any:
        return self.inv._inv_call(x)

    def _inv_call(self, y: Any) -> Any:
        return self.inv(y)

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        return -self.inv.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape: Any) -> Any:
        return self.inv.inverse_shape(shape)

    def inverse_shape(self, shape: Any) -> Any:
        return self.inv.forward_shape(shape)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _InverseTransform) and self.inv == other.inv

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.inv!r})"


class ComposeTransform(Transform):
    """Composition of transforms.

    Parameters
    ----------
    parts : list of Transform
        In the order of application.
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.ComposeTransform``.

    Examples
    --------
    >>> T = torch.distributions.transforms
    >>> f = torch.distributions.transforms.ComposeTransform([T.ExpTransform(), T.AffineTransform(0.0, 2.0)])
    >>> x = torch.tensor(1.0)
    >>> f(x)
    tensor(5.4366)
    >>> f.log_abs_det_jacobian(x, f(x))
    tensor(1.6931)
    """

    def __init__(self, parts: list[Transform], cache_size: int = 0) -> None:
        super().__init__(cache_size)
        self.parts: list[Transform] = [part.with_cache(cache_size) for part in parts] if cache_size else parts

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
        >>> T.ComposeTransform([T.ExpTransform()]).domain.event_dim
        0
        """
        if not self.parts:
            return constraints.real
        needed = self.parts[-1].codomain.event_dim
        for part in reversed(self.parts):
            needed = max(needed + part.domain.event_dim - part.codomain.event_dim, part.domain.event_dim)
        return _with_event_dim(self.parts[0].domain, needed)

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
        >>> T.ComposeTransform([T.ExpTransform()]).codomain.event_dim
        0
        """
        if not self.parts:
            return constraints.real
        needed = self.parts[0].domain.event_dim
        for part in self.parts:
            needed = max(needed + part.codomain.event_dim - part.domain.event_dim, part.codomain.event_dim)
        return _with_event_dim(self.parts[-1].codomain, needed)

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
        >>> T.ComposeTransform([T.ExpTransform()]).bijective
        True
        """
        return all(part.bijective for part in self.parts)

    @property
    def sign(self) -> Any:
        """Whether the map is increasing (1) or decreasing (-1).

        Returns
        -------
        int or Tensor
            The sign.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> f = torch.distributions.transforms.ComposeTransform([T.ExpTransform(), T.AffineTransform(0.0, 2.0)])
        >>> f.sign
        1
        """
        result: Any = 1
        for part in self.parts:
            result = result * part.sign
        return result

    @property
    def inv(self) -> Transform:
        """The inverse.

        Returns
        -------
        Transform
            Its ``inv`` is this one.

        Examples
        --------
        >>> T = torch.distributions.transforms
        >>> f = torch.distributions.transforms.ComposeTransform([T.ExpTransform(), T.AffineTransform(0.0, 2.0)])
        >>> type(f.inv).__name__
        'ComposeTransform'
        """
        inverse = None if self._inv is None else self._inv()
        if inverse is None:
            inverse = ComposeTransform([part.inv for part in reversed(self.parts)])
            self._inv = ref(inverse)
            inverse._inv = ref(self)
        return inverse

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
        >>> f = torch.distributions.transforms.ComposeTransform([T.ExpTransform(), T.AffineTransform(0.0, 2.0)])
        >>> type(f.with_cache(1)).__name__
        'ComposeTransform'
        """
        return self if self._cache_size == cache_size else ComposeTransform(self.parts, cache_size)

    def __call__(self, x: Any) -> Any:
        for part in self.parts:
            x = part(x)
        return x

    def _inv_call(self, y: Any) -> Any:
        for part in reversed(self.parts):
            y = part._inv_call(y)
        return y

    _inverse = _inv_call

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
        >>> f = torch.distributions.transforms.ComposeTransform([T.ExpTransform(), T.AffineTransform(0.0, 2.0)])
        >>> x = torch.tensor(1.0)
        >>> f.log_abs_det_jacobian(x, f(x))
        tensor(1.6931)
        """
        if not self.parts:
            return ops.zeros_like(x)
        images = [x]
        for part in self.parts[:-1]:
            images.append(part(images[-1]))
        images.append(y)
        total: Any = 0.0
        events = self.domain.event_dim
        for part, before, after in zip(self.parts, images, images[1:], strict=False):
            total = total + _sum_rightmost(part.log_abs_det_jacobian(before, after), events - part.domain.event_dim)
            events += part.codomain.event_dim - part.domain.event_dim
        return total

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
        >>> T = torch.distributions.transforms
        >>> f = torch.distributions.transforms.ComposeTransform([T.ExpTransform(), T.AffineTransform(0.0, 2.0)])
        >>> x = torch.tensor(1.0)
        >>> f.forward_shape(x.shape)
        torch.Size([])
        """
        for part in self.parts:
            shape = part.forward_shape(shape)
        return shape

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
        >>> T = torch.distributions.transforms
        >>> f = torch.distributions.transforms.ComposeTransform([T.ExpTransform(), T.AffineTransform(0.0, 2.0)])
        >>> x = torch.tensor(1.0)
        >>> f.inverse_shape(f(x).shape)
        torch.Size([])
        """
        for part in reversed(self.parts):
            shape = part.inverse_shape(shape)
        return shape

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ComposeTransform) and self.parts == other.parts

    def __repr__(self) -> str:
        return "ComposeTransform(\n    " + ",\n    ".join(repr(part) for part in self.parts) + "\n)"


def _with_event_dim(constraint: Any, dimensions: int) -> Any:
    extra = dimensions - constraint.event_dim
    return constraints.independent(constraint, extra) if extra else constraint


identity_transform = ComposeTransform([])
identity_transform.__doc__ = """The transform that changes nothing: a ``ComposeTransform`` of no parts.

Parameters
----------
x : Tensor
    Any.

Returns
-------
Tensor
    ``x`` itself.

References
----------
PyTorch: ``torch.distributions.transforms.identity_transform``.

Examples
--------
>>> torch.distributions.transforms.identity_transform(torch.tensor([1., 2.]))
tensor([1., 2.])
"""
