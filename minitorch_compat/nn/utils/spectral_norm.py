"""Spectral normalization by hooks, superseded by `parametrizations.spectral_norm`."""
from __future__ import annotations

from typing import Any, TypeVar

from .. import functional as F
from .._torch import no_grad, ops
from ..modules.conv import ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from ..modules.module import Module
from ..parameter import Parameter, is_lazy

__all__ = ["SpectralNorm", "SpectralNormLoadStateDictPreHook", "SpectralNormStateDictHook", "remove_spectral_norm", "spectral_norm"]

M = TypeVar("M", bound=Module)
TRANSPOSED_CONVOLUTIONS = (ConvTranspose1d, ConvTranspose2d, ConvTranspose3d)


def as_matrix(weight: Any, dim: int) -> Any:
    """Reshape `weight` to a matrix, with `dim` as the rows."""
    if dim != 0:
        weight = weight.permute(dim, *(d for d in range(weight.dim()) if d != dim))
    return weight.reshape(weight.size(0), -1)


class SpectralNorm:
    """The hook that divides the weight by an estimate of its largest singular value, before each forward call."""

    _version: int = 1

    def __init__(self, name: str = "weight", n_power_iterations: int = 1, dim: int = 0, eps: float = 1e-12) -> None:
        self.name, self.dim, self.eps = name, dim, eps
        if n_power_iterations <= 0:
            raise ValueError(f"Expected n_power_iterations to be positive, but got n_power_iterations={n_power_iterations}")
        self.n_power_iterations = n_power_iterations

    def reshape_weight_to_matrix(self, weight: Any) -> Any:
        """The weight as a matrix whose rows are outputs."""
        return as_matrix(weight, self.dim)

    def compute_weight(self, module: Module, do_power_iteration: bool) -> Any:
        """The weight divided by its spectral norm; power iteration updates the buffers of singular vectors."""
        weight = getattr(module, self.name + "_orig")
        u, v = getattr(module, self.name + "_u"), getattr(module, self.name + "_v")
        matrix = as_matrix(weight, self.dim)
        if do_power_iteration:
            with no_grad():
                for _ in range(self.n_power_iterations):
                    F.normalize(ops.mv(matrix.t(), u), dim=0, eps=self.eps, out=v)
                    F.normalize(ops.mv(matrix, v), dim=0, eps=self.eps, out=u)
                u, v = u.clone(), v.clone()  # tensors saved for backward must not change with the next call
        return weight / ops.dot(u, ops.mv(matrix, v))

    def remove(self, module: Module) -> None:
        """Restore a single parameter."""
        with no_grad():
            weight = self.compute_weight(module, do_power_iteration=False)
        delattr(module, self.name)
        for part in ("_u", "_v", "_orig"):
            delattr(module, self.name + part)
        module.register_parameter(self.name, Parameter(weight.detach()))

    def __call__(self, module: Module, inputs: Any) -> None:
        setattr(module, self.name, self.compute_weight(module, do_power_iteration=module.training))

    @staticmethod
    def apply(module: Module, name: str, n_power_iterations: int, dim: int, eps: float) -> SpectralNorm:
        """Replace the parameter, and register the hook. Raises RuntimeError if that has been done."""
        for hook in module._forward_pre_hooks.values():
            if isinstance(hook, SpectralNorm) and hook.name == name:
                raise RuntimeError(f"Cannot register two spectral_norm hooks on the same parameter {name}")
        method = SpectralNorm(name, n_power_iterations, dim, eps)
        weight = module._parameters[name]
        if weight is None:
            raise ValueError(f"`SpectralNorm` cannot be applied as parameter `{name}` is None")
        if isinstance(weight, Parameter) and is_lazy(weight):
            raise ValueError("The module passed to `SpectralNorm` can't have uninitialized parameters. Make sure to run the dummy forward "
                             "before applying spectral normalization")
        with no_grad():
            height, width = as_matrix(weight, dim).size()
            u = F.normalize(weight.new_empty(height).normal_(0, 1), dim=0, eps=eps)
            v = F.normalize(weight.new_empty(width).normal_(0, 1), dim=0, eps=eps)
        delattr(module, name)
        module.register_parameter(name + "_orig", weight)
        setattr(module, name, weight.data)
        module.register_buffer(name + "_u", u)
        module.register_buffer(name + "_v", v)
        module.register_forward_pre_hook(method)
        module._register_state_dict_hook(SpectralNormStateDictHook(method))
        module._register_load_state_dict_pre_hook(SpectralNormLoadStateDictPreHook(method))
        return method


class SpectralNormLoadStateDictPreHook:
    """Convert a state saved before PyTorch 1.0, which has the divided weight and no right singular vector."""

    def __init__(self, fn: SpectralNorm) -> None:
        self.fn = fn

    def __call__(self, state_dict: Any, prefix: str, local_metadata: Any, strict: bool, missing_keys: Any, unexpected_keys: Any,
                 error_msgs: Any) -> None:
        version = local_metadata.get("spectral_norm", {}).get(self.fn.name + ".version", None)
        name = prefix + self.fn.name
        present = version is None and name not in state_dict and all(name + part in state_dict for part in ("_orig", "_u", "_v"))
        if present or version is not None and version >= 1:
            return
        missing = [name + part for part in ("_orig", "", "_u") if name + part not in state_dict]
        if strict:
            missing_keys.extend(missing)
        if not missing:
            with no_grad():
                whole, u = state_dict[name + "_orig"], state_dict[name + "_u"]
                state_dict[name + "_v"] = self._right_vector(as_matrix(whole, self.fn.dim), u, (whole / state_dict.pop(name)).mean())

    @staticmethod
    def _right_vector(matrix: Any, u: Any, norm: Any) -> Any:
        """The right singular vector for the left one `u`, scaled so that the two yield the given norm."""
        v = matrix.pinverse() @ u
        return v * (norm / u.dot(matrix @ v))


class SpectralNormStateDictHook:
    """Store the version in the metadata of the state."""

    def __init__(self, fn: SpectralNorm) -> None:
        self.fn = fn

    def __call__(self, module: Module, state_dict: Any, prefix: str, local_metadata: dict[str, Any]) -> None:
        versions = local_metadata.setdefault("spectral_norm", {})
        key = self.fn.name + ".version"
        if key in versions:
            raise RuntimeError(f"Unexpected key in metadata['spectral_norm']: {key}")
        versions[key] = self.fn._version


def spectral_norm(module: M, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None) -> M:
    """Divide a weight by its largest singular value, estimated by power iteration at each call in training.

    Works by a hook before ``forward``; ``torch.nn.utils.parametrizations.spectral_norm`` supersedes
    it.

    Parameters
    ----------
    module : Module
        The module that is changed.
    name : str, default 'weight'
        Name of the parameter within ``module``.
    n_power_iterations : int, default 1
        Iterations for each call.
    eps : float, default 1e-12
        Smallest norm in normalizations.
    dim : int, optional
        Dimension of the outputs; None is 0, but 1 for transposed convolutions.

    Returns
    -------
    Module
        The module itself.

    References
    ----------
    Miyato and others (2018), arXiv:1802.05957.

    PyTorch: ``torch.nn.utils.spectral_norm``.

    Examples
    --------
    >>> layer = torch.nn.utils.spectral_norm(torch.nn.Linear(4, 3))
    >>> layer.weight_orig.shape, layer.weight_u.shape
    (torch.Size([3, 4]), torch.Size([3]))
    """
    if dim is None:
        dim = 1 if isinstance(module, TRANSPOSED_CONVOLUTIONS) else 0
    SpectralNorm.apply(module, name, n_power_iterations, dim, eps)
    return module


def remove_spectral_norm(module: M, name: str = "weight") -> M:
    """Remove ``spectral_norm`` from a weight, which becomes an ordinary parameter.

    Parameters
    ----------
    module : Module
        The module that is changed.
    name : str, default 'weight'
        Name of the parameter within ``module``.

    Returns
    -------
    Module
        The module itself.

    Raises
    ------
    ValueError
        If the weight has no spectral norm.

    References
    ----------
    PyTorch: ``torch.nn.utils.remove_spectral_norm``.

    Examples
    --------
    >>> layer = torch.nn.utils.spectral_norm(torch.nn.Linear(2, 3))
    >>> layer = torch.nn.utils.remove_spectral_norm(layer)
    >>> [name for name, _ in layer.named_parameters()]
    ['bias', 'weight']
    """
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, SpectralNorm) and hook.name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            break
    else:
        raise ValueError(f"spectral_norm of '{name}' not found in {module}")
    for hooks, kind in ((module._state_dict_hooks, SpectralNormStateDictHook),
                        (module._load_state_dict_pre_hooks, SpectralNormLoadStateDictPreHook)):
        for key, hook in list(hooks.items()):
            if isinstance(getattr(hook, "hook", hook), kind) and getattr(hook, "hook", hook).fn.name == name:
                del hooks[key]
    return module
