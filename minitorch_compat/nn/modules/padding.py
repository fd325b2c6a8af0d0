"""Padding."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import functional as F
from .._torch import Tensor
from .module import Module
from .utils import _ntuple, _pair, _quadruple

__all__ = [
    "CircularPad1d", "CircularPad2d", "CircularPad3d", "ConstantPad1d", "ConstantPad2d", "ConstantPad3d",
    "ReflectionPad1d", "ReflectionPad2d", "ReflectionPad3d", "ReplicationPad1d", "ReplicationPad2d", "ReplicationPad3d",
    "ZeroPad1d", "ZeroPad2d", "ZeroPad3d",
]

_sextuple = _ntuple(6, "_sextuple")


class _CircularPadNd(Module):
    __constants__ = ["padding"]
    padding: Any

    def _check_input_dim(self, input: Tensor) -> None:
        raise NotImplementedError

    def forward(self, input: Tensor) -> Tensor:
        """The last dimensions grow; the batch dimension may be missing."""
        self._check_input_dim(input)
        return F.pad(input, self.padding, "circular")

    def extra_repr(self) -> str:
        """The amounts."""
        return f"{self.padding}"


class CircularPad1d(_CircularPadNd):
    """Continues the input periodically by (left, right), or one number for all."""

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding = _pair(padding)

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() not in (2, 3):
            raise ValueError(f"expected 2D or 3D input (got {input.dim()}D input)")


class CircularPad2d(_CircularPadNd):
    """Continues the input periodically by (left, right, top, bottom), or one number for all."""

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding = _quadruple(padding)

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() not in (3, 4):
            raise ValueError(f"expected 3D or 4D input (got {input.dim()}D input)")


class CircularPad3d(_CircularPadNd):
    """Continues the input periodically by (left, right, top, bottom, front, back), or one number for all."""

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding = _sextuple(padding)

    def _check_input_dim(self, input: Tensor) -> None:
        if input.dim() not in (4, 5):
            raise ValueError(f"expected 4D or 5D input (got {input.dim()}D input)")


class _ConstantPadNd(Module):
    __constants__ = ["padding", "value"]
    padding: Any
    value: float

    def __init__(self, value: float) -> None:
        super().__init__()
        self.value = value

    def forward(self, input: Tensor) -> Tensor:
        """The last dimensions grow."""
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self) -> str:
        """Amounts and value."""
        return f"padding={self.padding}, value={self.value}"


class ConstantPad1d(_ConstantPadNd):
    """Surrounds the input with `value`, by (left, right), or one number for all."""

    def __init__(self, padding: int | Sequence[int], value: float) -> None:
        super().__init__(value)
        self.padding = _pair(padding)


class ConstantPad2d(_ConstantPadNd):
    """Surrounds the input with `value`, by (left, right, top, bottom), or one number for all."""

    def __init__(self, padding: int | Sequence[int], value: float) -> None:
        super().__init__(value)
        self.padding = _quadruple(padding)


class ConstantPad3d(_ConstantPadNd):
    """Surrounds the input with `value`, by (left, right, top, bottom, front, back), or one number for all."""

    def __init__(self, padding: int | Sequence[int], value: float) -> None:
        super().__init__(value)
        self.padding = _sextuple(padding)


class _ReflectionPadNd(Module):
    __constants__ = ["padding"]
    padding: Any

    def forward(self, input: Tensor) -> Tensor:
        """The last dimensions grow; the batch dimension may be missing."""
        return F.pad(input, self.padding, "reflect")

    def extra_repr(self) -> str:
        """The amounts."""
        return f"{self.padding}"


class ReflectionPad1d(_ReflectionPadNd):
    """Mirrors the input at its border, which is not repeated, by (left, right), or one number for all."""

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding = _pair(padding)


class ReflectionPad2d(_ReflectionPadNd):
    """Mirrors the input at its border, which is not repeated, by (left, right, top, bottom), or one number for all."""

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding = _quadruple(padding)


class ReflectionPad3d(_ReflectionPadNd):
    """Mirrors the input at its border, which is not repeated, by (left, right, top, bottom, front, back), or one
    number for all.
    """

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding = _sextuple(padding)


class _ReplicationPadNd(Module):
    __constants__ = ["padding"]
    padding: Any

    def forward(self, input: Tensor) -> Tensor:
        """The last dimensions grow; the batch dimension may be missing."""
        return F.pad(input, self.padding, "replicate")

    def extra_repr(self) -> str:
        """The amounts."""
        return f"{self.padding}"


class ReplicationPad1d(_ReplicationPadNd):
    """Repeats the border of the input by (left, right), or one number for all."""

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding = _pair(padding)


class ReplicationPad2d(_ReplicationPadNd):
    """Repeats the border of the input by (left, right, top, bottom), or one number for all."""

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding = _quadruple(padding)


class ReplicationPad3d(_ReplicationPadNd):
    """Repeats the border of the input by (left, right, top, bottom, front, back), or one number for all."""

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__()
        self.padding = _sextuple(padding)


class ZeroPad1d(ConstantPad1d):
    """Surrounds the input with zeros, by (left, right), or one number for all."""

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        """The amounts."""
        return f"{self.padding}"


class ZeroPad2d(ConstantPad2d):
    """Surrounds the input with zeros, by (left, right, top, bottom), or one number for all."""

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        """The amounts."""
        return f"{self.padding}"


class ZeroPad3d(ConstantPad3d):
    """Surrounds the input with zeros, by (left, right, top, bottom, front, back), or one number for all."""

    def __init__(self, padding: int | Sequence[int]) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        """The amounts."""
        return f"{self.padding}"
