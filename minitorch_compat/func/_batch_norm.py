"""Batch norms without running statistics, which `vmap` could not update."""
from __future__ import annotations

from typing import Any

from ..nn.modules.batchnorm import _BatchNorm


def replace_all_batch_norm_modules_(root: Any) -> Any:
    """Make all batch norms of a module use batch statistics only: running statistics cannot be updated under ``vmap``.

    Parameters
    ----------
    root : Module
        The module, changed in place.

    Returns
    -------
    Module
        The module itself.

    References
    ----------
    PyTorch: ``torch.func.replace_all_batch_norm_modules_``.

    Examples
    --------
    >>> layer = torch.func.replace_all_batch_norm_modules_(torch.nn.BatchNorm1d(2))
    >>> print(layer.running_mean)
    None
    """
    for module in root.modules():
        if isinstance(module, _BatchNorm):
            module.running_mean = module.running_var = module.num_batches_tracked = None
            module.track_running_stats = False
    return root
