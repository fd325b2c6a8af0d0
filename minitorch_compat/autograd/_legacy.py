"""Names of earlier versions that PyTorch keeps in `torch.autograd`."""
from __future__ import annotations

from typing import Any, NoReturn

from .._dispatch.state import LOCAL


def variable(*args: Any, **kwargs: Any) -> NoReturn:
    """Raise RuntimeError: use `torch.tensor` instead. (`frontends.torch_1_0.variable` still makes tensors.)

    Examples
    --------
    >>> try:
    ...     torch.autograd.variable([1., 2.])
    ... except RuntimeError:
    ...     print("use torch.tensor")
    use torch.tensor
    """
    raise RuntimeError("torch.autograd.variable(...) is deprecated, use torch.tensor(...) instead")


variable.__module__ = "minitorch_compat.autograd"


def _is_checkpoint_valid() -> bool:
    """Whether reentrant checkpointing may run backward now: not inside a backward with explicit `inputs`."""
    task = getattr(LOCAL, "task", None)
    return task is None or task.captures is None
