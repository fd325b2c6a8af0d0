"""Inference tensors that require gradients, or are duals. Imported when the first one is made."""
from __future__ import annotations

import weakref
from functools import partial
from typing import Any

from ..state import LOCAL, Classes, activate, deactivate
from ..tensor import TensorBase


class _InferenceLeaves:
    """Stands among what is open while there are inference tensors that require gradients.

    In PyTorch a call is recorded by what its tensors are: one whose tensors are all inference tensors is not, whatever they require.
    That is looked at where calls look at what is open.
    """

    def __init__(self) -> None:
        self.held: dict[int, Any] = {}

    def note(self, t: TensorBase) -> None:
        """An inference tensor was made to require a gradient."""
        if not self.held:
            activate(self)
        self.held[id(t)] = weakref.ref(t, partial(self._forget, id(t)))

    def _forget(self, place: int, _: Any) -> None:
        self.held.pop(place, None)
        if not self.held:
            deactivate(self)

    def are_all(self, op: Any, args: Any) -> bool:
        """Whether the tensors among `args` of a call are all inference tensors, and it is made where that matters.

        A number in a tensor's place, and an index, become ordinary tensors.
        """
        return LOCAL.grad and not LOCAL.inference and not LOCAL.levels and all_inference(op, args)


def all_inference(op: Any, args: Any) -> bool:
    """Whether what autograd would look at in a call are all inference tensors."""
    if op.makes_ordinary:
        return False
    given = [args[i] for i in op.schema.tensor_positions if i < len(args) and args[i] is not None]
    return bool(given) and all(isinstance(t, TensorBase) and t._autograd_meta is not None and t._autograd_meta.inference
                               for value in given for t in (value if value.__class__ in (list, tuple) else (value,)))


def drops_tangents(op: Any, args: Any) -> bool:
    """Whether a call of duals has no tangents since all its tensors are inference tensors, which PyTorch's autograd does not get to see."""
    if op.fills or not all_inference(op, args):
        return False
    if op.writes_out_by:
        raise NotImplementedError(f"Trying to use forward AD with {op.writes_out_by} that does not support it because it is an out= "
                                  "function")
    return True


LEAVES = Classes.inference_leaves = _InferenceLeaves()
