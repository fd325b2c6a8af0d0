"""`torch.distributions.chi2`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import constraints
from .gamma import Gamma

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Chi2"]


class Chi2(Gamma):
    """Sum of squares of ``k`` standard normals: ``Gamma(k / 2, 1 / 2)``.

    Parameters
    ----------
    df : Tensor or float
        ``k``, degrees of freedom.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.Chi2``.

    Examples
    --------
    >>> d = torch.distributions.Chi2(torch.tensor([2.0]))
    >>> d.log_prob(torch.tensor([1.]))
    tensor([-1.1931])
    >>> d.mean, d.variance
    (tensor([2.]), tensor([4.]))
    """

    arg_constraints: dict[str, Any] = {"df": constraints.positive}

    def __init__(self, df: Tensor | float, validate_args: bool | None = None) -> None:
        super().__init__(0.5 * df, 0.5, validate_args=validate_args)

    @property
    def df(self) -> Any:
        """Degrees of freedom.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.Chi2(torch.tensor([2.0]))
        >>> d.df
        tensor([2.])
        """
        return self.concentration * 2
