"""Modes which `torch.autograd.grad_mode` imports on first access."""
from __future__ import annotations

from typing import Any

from .._dispatch.graph.versions import counter_of
from .._dispatch.state import LOCAL, set_view_replay
from .._dispatch.tensor import TensorBase
from .grad_mode import F, _Mode
from .grad_mode import __name__ as _home


class enforce_grad_layout_policy(_Mode):
    """Choose whether the first gradient of a leaf gets the strides of the leaf, or may keep its own.

    Takes effect on construction, in this thread.

    Parameters
    ----------
    enable : bool, default True
        True, the initial state, uses the strides of the leaf.

    References
    ----------
    PyTorch: ``torch.autograd.grad_mode.enforce_grad_layout_policy``.

    Examples
    --------
    >>> x = torch.ones(2, 3).t().requires_grad_()
    >>> with torch.autograd.grad_mode.enforce_grad_layout_policy(False):
    ...     x.sum().backward()
    >>> x.grad.shape
    torch.Size([3, 2])
    """

    def __init__(self, enable: bool = True) -> None:
        self.prev: bool = LOCAL.grad_layout
        _set_grad_layout(enable)
        self.mode = enable

    def __call__(self, orig_func: F) -> F:
        LOCAL.grad_layout = self.prev
        return super().__call__(orig_func)

    def __enter__(self) -> None:
        pass

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        LOCAL.grad_layout = self.prev

    def clone(self) -> enforce_grad_layout_policy:
        """A fresh context of the same kind.

        Returns
        -------
        enforce_grad_layout_policy
            The copy.

        Examples
        --------
        >>> policy = torch.autograd.grad_mode.enforce_grad_layout_policy
        >>> type(policy(True).clone()) is policy
        True
        """
        return type(self)(self.mode)


def _set_grad_layout(enabled: bool) -> None:
    if not isinstance(enabled, bool):
        raise TypeError("set_grad_layout_enforcement_enabled(): argument 'enabled' (position 1) must be bool, not "
                        f"{type(enabled).__name__}")
    LOCAL.grad_layout = enabled


class _force_original_view_tracking(_Mode):
    """Inside, with True, views record the ops that make them, for their history after an in-place change of the base."""

    def __init__(self, mode: bool) -> None:
        self.prev = LOCAL.view_replay
        self.mode = mode
        set_view_replay(mode)

    def __call__(self, orig_func: F) -> F:
        set_view_replay(self.prev)  # what was set on creation is meant for the calls of the function
        return super().__call__(orig_func)

    def __enter__(self) -> None:
        pass

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        set_view_replay(self.prev)

    def clone(self) -> _force_original_view_tracking:
        return _force_original_view_tracking(self.mode)


class _unsafe_preserve_version_counter(_Mode):
    """Restore on exit the version counters that tensors had on entry, so that changes in between go unnoticed."""

    def __init__(self, tensors: Any) -> None:
        if not isinstance(tensors, (TensorBase, tuple)):
            raise AssertionError("Expected tensors to be a tuple")
        self.tensors = (tensors,) if isinstance(tensors, TensorBase) else tensors
        self.versions = [t._version for t in self.tensors]

    def __enter__(self) -> None:
        pass

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        for t, version in zip(self.tensors, self.versions, strict=True):
            counter_of(t)[0] = version


for _mode in (enforce_grad_layout_policy, _force_original_view_tracking, _unsafe_preserve_version_counter):
    _mode.__module__ = _home
del _mode
