"""Argument errors as ops notice them: which op, which argument, what was got. `_fidelity` words them."""
from __future__ import annotations

from typing import Any

from ..._ops.op import Op
from ..messages import argument_messages


class Mismatch(TypeError):
    """A value given where an op takes a tensor. Public functions report it under their own names, other code under the op's."""

    def __init__(self, op: Op, position: int, value: Any) -> None:
        super().__init__(op, position, value)
        self.op, self.position, self.value = op, position, value

    def __str__(self) -> str:
        return str(argument_messages.not_a_tensor(self.op, self.position, self.value))
