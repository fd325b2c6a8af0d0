"""Batch norms without running statistics, which `vmap` could not update."""
from __future__ import annotations

from typing import Any

from ..nn.modules.batchnorm import _BatchNorm


def replace_all_batch_norm_modules_(root: Any) -> Any:
    """`root` itself, after every batch norm in it was told to use the statistics of its batch and to keep none.

    Running means and variances are written in place, which `vmap` refuses: all examples share them.
    https://docs.pytorch.org/docs/stable/func.batch_norm.html
    """
    for module in root.modules():
        if isinstance(module, _BatchNorm):
            module.running_mean = module.running_var = module.num_batches_tracked = None
            module.track_running_stats = False
    return root
