"""Ready-made parametrizations: orthogonal matrices, weight norm, spectral norm."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._namespace.deprecated_functions import norm_except_dim
from .. import functional as F
from .._torch import no_grad, ops
from ..modules.module import Module
from . import parametrize
from ._orthogonal import orthogonal
from .spectral_norm import TRANSPOSED_CONVOLUTIONS, as_matrix
from .weight_norm import scale_to_norms

__all__ = ["orthogonal", "spectral_norm", "weight_norm"]


class _WeightNorm(Module):
    """g v / |v|, norms over all dimensions but `dim`."""

    def __init__(self, dim: int | None = 0) -> None:
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g: Any, weight_v: Any) -> Any:
        return scale_to_norms(weight_v, weight_g, self.dim)

    def right_inverse(self, weight: Any) -> Any:
        return norm_except_dim(weight, 2, self.dim), weight


def weight_norm(module: Module, name: str = "weight", dim: int | None = 0) -> Module:
    """Split a weight into length and direction: ``w = g * v / |v|``; both are trained.

    Parameters
    ----------
    module : Module
        The module that is changed.
    name : str, default 'weight'
        Name of the parameter within ``module``.
    dim : int or None, default 0
        The dimension whose slices have one length each; None is a single length.

    Returns
    -------
    Module
        The module itself; ``original0`` of its parametrization is ``g``, ``original1`` is ``v``.

    References
    ----------
    Salimans and Kingma (2016), arXiv:1602.07868.

    PyTorch: ``torch.nn.utils.parametrizations.weight_norm``.

    Examples
    --------
    >>> layer = torch.nn.utils.parametrizations.weight_norm(torch.nn.Linear(2, 3))
    >>> layer.parametrizations.weight.original0.shape
    torch.Size([3, 1])
    """
    parametrization = _WeightNorm(dim)
    parametrize.register_parametrization(module, name, parametrization, unsafe=True)

    def rename_old_keys(state_dict: Any, prefix: str, *_others: Any) -> None:
        old = [f"{prefix}{name}_{letter}" for letter in "gv"]
        if all(key in state_dict for key in old):
            for i, key in enumerate(old):
                state_dict[f"{prefix}parametrizations.{name}.original{i}"] = state_dict.pop(key)

    module._register_load_state_dict_pre_hook(rename_old_keys)
    return module


class _SpectralNorm(Module):
    """The weight divided by its largest singular value. The singular vectors are buffers, updated by power iteration in training."""

    _u: Any
    _v: Any

    def __init__(self, weight: Any, n_power_iterations: int = 1, dim: int = 0, eps: float = 1e-12) -> None:
        super().__init__()
        ndim = weight.ndim
        if not -ndim <= dim < ndim:
            raise IndexError(f"Dimension out of range (expected to be in range of [-{ndim}, {ndim - 1}] but got {dim})")
        if n_power_iterations <= 0:
            raise ValueError(f"Expected n_power_iterations to be positive, but got n_power_iterations={n_power_iterations}")
        self.dim, self.eps = dim % ndim, eps
        if ndim == 1:
            return
        self.n_power_iterations = n_power_iterations
        with no_grad():
            matrix = as_matrix(weight, self.dim)
            height, width = matrix.size()
            u, v = matrix.new_empty(height).normal_(0, 1), matrix.new_empty(width).normal_(0, 1)
        self.register_buffer("_u", F.normalize(u, dim=0, eps=eps))
        self.register_buffer("_v", F.normalize(v, dim=0, eps=eps))
        self._power_method(matrix, 15)

    def _power_method(self, matrix: Any, count: int) -> None:
        with no_grad():
            for _ in range(count):
                F.normalize(ops.mv(matrix, self._v), dim=0, eps=self.eps, out=self._u)
                F.normalize(ops.mv(matrix.t(), self._u), dim=0, eps=self.eps, out=self._v)

    def forward(self, weight: Any) -> Any:
        if weight.ndim == 1:
            return F.normalize(weight, dim=0, eps=self.eps)
        matrix = as_matrix(weight, self.dim)
        if self.training:
            self._power_method(matrix, self.n_power_iterations)
        # Copies, since tensors saved for backward must not change with the next call.
        u, v = self._u.clone(), self._v.clone()
        return weight / ops.vdot(u, ops.mv(matrix, v))

    def right_inverse(self, value: Any) -> Any:
        return value


def spectral_norm(module: Module, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None) -> Module:
    """Divide a weight by its largest singular value, estimated by power iteration at each use in training.

    Parameters
    ----------
    module : Module
        The module that is changed.
    name : str, default 'weight'
        Name of the parameter within ``module``.
    n_power_iterations : int, default 1
        Iterations for each use.
    eps : float, default 1e-12
        Smallest norm in normalizations.
    dim : int, optional
        Dimension of the outputs; None is 0, but 1 for transposed convolutions.

    Returns
    -------
    Module
        The module itself.

    Raises
    ------
    ValueError
        If there is no such parameter.

    References
    ----------
    Miyato and others (2018), arXiv:1802.05957.

    PyTorch: ``torch.nn.utils.parametrizations.spectral_norm``.

    Examples
    --------
    >>> layer = torch.nn.utils.parametrizations.spectral_norm(torch.nn.Linear(4, 4)).eval()
    >>> bool(torch.linalg.matrix_norm(layer.weight, 2) < 1.5)
    True
    """
    weight = getattr(module, name, None)
    if not hasattr(weight, "ndim"):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    if dim is None:
        dim = 1 if isinstance(module, TRANSPOSED_CONVOLUTIONS) else 0
    parametrize.register_parametrization(module, name, _SpectralNorm(weight, n_power_iterations, dim, eps))
    return module


from ..._namespace.names import missing  # noqa: E402

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.nn.utils.parametrizations", __name__)
