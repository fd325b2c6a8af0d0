"""`torch._VF`: functions of `torch` as older code for recurrent cells calls them, `_VF.lstm(...)`. Here they are the same functions."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

#: Functions of which PyTorch's `_VF` has versions with other parameters.
_PYTHON_VARIANTS = frozenset({"cdist", "einsum", "istft", "meshgrid", "norm", "split", "stft", "tensordot", "unique_consecutive",
                              "unique_dim"})


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    def __getattr__(name: str) -> Any:
        """The function `torch.<name>`; AttributeError if there is none."""
        import minitorch_compat as torch

        if name in _PYTHON_VARIANTS:
            from ._dispatch.unsupported import UnsupportedError

            raise UnsupportedError(f"torch._VF.{name}", f"call torch.{name}, which takes other arguments")
        value = None if name.startswith("__") else getattr(torch, name, None)
        if not callable(value) or isinstance(value, type):
            raise AttributeError(f"module 'torch._VF' has no attribute {name!r}")
        return value
