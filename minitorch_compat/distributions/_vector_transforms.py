"""Transforms of vectors and matrices."""
from __future__ import annotations

from typing import Any

import numpy as np

from .._array.core import intp
from .._bindings.generated import functions as ops
from .._bindings.settings.dtype_info import finfo
from .._dispatch.size import Size
from ..nn import functional as F
from . import constraints
from ._pointwise_transforms import _ParameterlessTransform
from ._transform import Transform


class SoftmaxTransform(_ParameterlessTransform):
    """``y = softmax(x)``; not bijective, so it has no Jacobian.

    Parameters
    ----------
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.SoftmaxTransform``.

    Examples
    --------
    >>> f = torch.distributions.transforms.SoftmaxTransform()
    >>> x = torch.tensor([0.0, 0.0])
    >>> f(x)
    tensor([0.5000, 0.5000])
    """

    domain = constraints.real_vector
    codomain = constraints.simplex

    def _call(self, x: Any) -> Any:
        weights = (x - x.max(-1, True)[0]).exp()
        return weights / weights.sum(-1, True)

    def _inverse(self, y: Any) -> Any:
        return y.log()

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
        >>> f = torch.distributions.transforms.SoftmaxTransform()
        >>> x = torch.tensor([0.0, 0.0])
        >>> f.forward_shape(x.shape)
        torch.Size([2])
        """
        return _check_dimensions(shape, 1)

    inverse_shape = forward_shape


class StickBreakingTransform(_ParameterlessTransform):
    """Map unconstrained vectors of size ``K`` to probabilities of ``K + 1`` classes.

    Parameters
    ----------
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.StickBreakingTransform``.

    Examples
    --------
    >>> f = torch.distributions.transforms.StickBreakingTransform()
    >>> x = torch.tensor([0.0, 0.0])
    >>> f(x)
    tensor([0.3333, 0.3333, 0.3333])
    >>> f.log_abs_det_jacobian(x, f(x))
    tensor(-3.2958)
    """

    domain = constraints.real_vector
    codomain = constraints.simplex
    bijective = True

    def _call(self, x: Any) -> Any:
        remaining_classes = x.shape[-1] + 1 - ops.ones_like(x).cumsum(-1)
        part = _clamp_to_open_interval(ops.sigmoid(x - remaining_classes.log()))
        return F.pad(part, [0, 1], value=1) * F.pad((1 - part).cumprod(-1), [1, 0], value=1)

    def _inverse(self, y: Any) -> Any:
        leading = y[..., :-1]
        remaining_classes = y.shape[-1] - ops.ones_like(leading).cumsum(-1)
        rest = ops.clamp(1 - leading.cumsum(-1), min=finfo(y.dtype).tiny)
        return leading.log() - rest.log() + remaining_classes.log()

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
        >>> f = torch.distributions.transforms.StickBreakingTransform()
        >>> x = torch.tensor([0.0, 0.0])
        >>> f.log_abs_det_jacobian(x, f(x))
        tensor(-3.2958)
        """
        remaining_classes = x.shape[-1] + 1 - ops.ones_like(x).cumsum(-1)
        x = x - remaining_classes.log()
        return (-x + F.logsigmoid(x) + y[..., :-1].log()).sum(-1)

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
        >>> f = torch.distributions.transforms.StickBreakingTransform()
        >>> x = torch.tensor([0.0, 0.0])
        >>> f.forward_shape(x.shape)
        torch.Size([3])
        """
        shape = _check_dimensions(shape, 1)
        return Size((*shape[:-1], shape[-1] + 1))

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
        >>> f = torch.distributions.transforms.StickBreakingTransform()
        >>> x = torch.tensor([0.0, 0.0])
        >>> f.inverse_shape(f(x).shape)
        torch.Size([2])
        """
        shape = _check_dimensions(shape, 1)
        return Size((*shape[:-1], shape[-1] - 1))


class LowerCholeskyTransform(_ParameterlessTransform):
    """Map unconstrained matrices to lower triangular ones with positive diagonal.

    Parameters
    ----------
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.LowerCholeskyTransform``.

    Examples
    --------
    >>> f = torch.distributions.transforms.LowerCholeskyTransform()
    >>> x = torch.zeros(2, 2)
    >>> f(x)
    tensor([[1., 0.],
            [0., 1.]])
    """

    domain: Any = constraints.independent(constraints.real, 2)
    codomain = constraints.lower_cholesky

    def _call(self, x: Any) -> Any:
        return x.tril(-1) + x.diagonal(dim1=-2, dim2=-1).exp().diag_embed()

    def _inverse(self, y: Any) -> Any:
        return y.tril(-1) + y.diagonal(dim1=-2, dim2=-1).log().diag_embed()


class PositiveDefiniteTransform(_ParameterlessTransform):
    """Map unconstrained matrices to positive definite ones.

    Parameters
    ----------
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.PositiveDefiniteTransform``.

    Examples
    --------
    >>> f = torch.distributions.transforms.PositiveDefiniteTransform()
    >>> x = torch.zeros(2, 2)
    >>> f(x)
    tensor([[1., 0.],
            [0., 1.]])
    """

    domain: Any = constraints.independent(constraints.real, 2)
    codomain = constraints.positive_definite

    def _call(self, x: Any) -> Any:
        triangle = LowerCholeskyTransform()(x)
        return triangle @ triangle.mT

    def _inverse(self, y: Any) -> Any:
        from ..linalg import cholesky

        return LowerCholeskyTransform().inv(cholesky(y))


class CorrCholeskyTransform(Transform):
    """Map unconstrained vectors of size ``n * (n - 1) / 2`` to Cholesky factors of correlation matrices.

    Parameters
    ----------
    cache_size : int, default 0
        0 disables caching; 1 caches the last input and output, which makes the inverse of that output
        exact and free.

    References
    ----------
    PyTorch: ``torch.distributions.transforms.CorrCholeskyTransform``.

    Examples
    --------
    >>> f = torch.distributions.transforms.CorrCholeskyTransform()
    >>> x = torch.tensor([0.5])
    >>> f(x)
    tensor([[1.0000, 0.0000],
            [0.4621, 0.8868]])
    >>> f.log_abs_det_jacobian(x, f(x))
    tensor(-0.2402)
    """

    domain = constraints.real_vector
    codomain = constraints.corr_cholesky
    bijective = True

    def _call(self, x: Any) -> Any:
        x = ops.tanh(x)
        eps = finfo(x.dtype).eps
        partial = _fill_strict_lower_triangle(x.clamp(min=-1 + eps, max=1 - eps))
        remaining = (1 - partial * partial).sqrt().cumprod(-1)
        triangle = partial + ops.eye(partial.shape[-1], dtype=partial.dtype)
        return triangle * F.pad(remaining[..., :-1], [1, 0], value=1)

    def _inverse(self, y: Any) -> Any:
        size = y.shape[-1]
        remaining = 1 - ops.cumsum(y * y, dim=-1)
        before = F.pad(remaining[..., :-1], [1, 0], value=1)
        rows, columns = ops.tril_indices(size, size, -1)
        value = y[..., rows, columns] / before[..., rows, columns].sqrt()
        return (value.log1p() - value.neg().log1p()) / 2

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
        >>> f = torch.distributions.transforms.CorrCholeskyTransform()
        >>> x = torch.tensor([0.5])
        >>> f.log_abs_det_jacobian(x, f(x))
        tensor(-0.2402)
        """
        remaining = 1 - (y * y).cumsum(-1)
        rows, columns = ops.tril_indices(y.shape[-1], y.shape[-1], -2)
        from_rows = 0.5 * remaining[..., rows, columns].log().sum(-1)
        return from_rows - 2 * (x + F.softplus(-2 * x) - np.log(2.0)).sum(-1)

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
        >>> f = torch.distributions.transforms.CorrCholeskyTransform()
        >>> x = torch.tensor([0.5])
        >>> f.forward_shape(x.shape)
        torch.Size([2, 2])
        """
        shape = _check_dimensions(shape, 1)
        size = round((0.25 + 2 * shape[-1]) ** 0.5 + 0.5)
        if size * (size - 1) // 2 != shape[-1]:
            raise ValueError("Input is not a flattened lower-diagonal number")
        return Size((*shape[:-1], size, size))

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
        >>> f = torch.distributions.transforms.CorrCholeskyTransform()
        >>> x = torch.tensor([0.5])
        >>> f.inverse_shape(f(x).shape)
        torch.Size([1])
        """
        shape = _check_dimensions(shape, 2)
        if shape[-2] != shape[-1]:
            raise ValueError("Input is not square")
        return Size((*shape[:-2], shape[-1] * (shape[-1] - 1) // 2))


def _fill_strict_lower_triangle(x: Any) -> Any:
    """Fill matrices below the diagonal with the elements of vectors, row by row."""
    count = x.shape[-1]
    size = round((0.25 + 2 * count) ** 0.5 + 0.5)
    if size * (size - 1) // 2 != count:
        raise ValueError(f"The size of last dimension is {count} which cannot be expressed as "
                         "the lower triangular part of a square D x D matrix.")
    rows, columns = intp.tril_indices(size, -1)
    index = np.full((size, size), count, np.int64)
    index[rows, columns] = intp.arange(count)
    return F.pad(x, [0, 1])[..., ops.from_numpy(index.reshape(-1))].reshape((*x.shape[:-1], size, size))


def _clamp_to_open_interval(x: Any) -> Any:
    """Clamp away from 0 and 1."""
    limits = finfo(x.dtype)
    return ops.clamp(x, min=float(limits.tiny), max=1.0 - float(limits.eps))


def _check_dimensions(shape: Any, dimensions: int) -> Any:
    if len(shape) < dimensions:
        raise ValueError("Too few dimensions on input")
    return shape
