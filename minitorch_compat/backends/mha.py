"""`torch.backends.mha`: whether attention and encoder layers answer as PyTorch's inference kernels do, in evaluation without gradients."""
from __future__ import annotations

_is_fastpath_enabled = True


def get_fastpath_enabled() -> bool:
    """What `set_fastpath_enabled` was given last; True at first."""
    return _is_fastpath_enabled


def set_fastpath_enabled(value: bool) -> None:
    """With False, evaluation computes what training does: masks are added to scores, and padding is computed like everything else."""
    global _is_fastpath_enabled
    _is_fastpath_enabled = value
