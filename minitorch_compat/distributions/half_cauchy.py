"""`torch.distributions.half_cauchy`."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .cauchy import Cauchy
from .half_normal import _HalfDistribution

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["HalfCauchy"]


class HalfCauchy(_HalfDistribution):
    """Magnitude of a ``Cauchy(0, s)``.

    Parameters
    ----------
    scale : Tensor or float
        ``s``, positive.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.HalfCauchy``.

    Examples
    --------
    >>> d = torch.distributions.HalfCauchy(1.0)
    >>> d.log_prob(torch.tensor(1.))
    tensor(-1.1447)
    >>> d.mean, d.variance
    (tensor(inf), tensor(inf))
    """

    _whole = Cauchy

    def _as_scale(self, value: Any) -> Any:
        return ops.as_tensor(value, dtype=self.scale.dtype)

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.HalfCauchy(1.0)
        >>> d.mean
        tensor(inf)
        """
        return ops.full(self._extended_shape(), math.inf, dtype=self.scale.dtype)

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.HalfCauchy(1.0)
        >>> d.variance
        tensor(inf)
        """
        return self.base_dist.variance
