"""Inference tensors that require gradients, or are dual tensors. Imported when the first one is made."""
from __future__ import annotations

import weakref
from functools import partial
from typing import Any

from ..messages import graph_messages
from ..state import LOCAL, Classes, activate, deactivate
from ..tensor import TensorBase


class _InferenceLeaves:
    """An entry of `ACTIVE` while there are inference tensors that require gradients.

    In PyTorch a call of inference tensors only is not recorded, whatever they require. Fast paths do not check that, so these tensors are
    registered where calls look for open modes.
    """

    def __init__(self) -> None:
        self.registered: dict[int, Any] = {}

    def note(self, t: TensorBase) -> None:
        """Register an inference tensor that was made to require a gradient."""
        if not self.registered:
            activate(self)
        self.registered[id(t)] = weakref.ref(t, partial(self._forget, id(t)))

    def _forget(self, key: int, _: Any) -> None:
        self.registered.pop(key, None)
        if not self.registered:
            deactivate(self)

    def are_all(self, op: Any, args: Any) -> bool:
        """Whether the tensors among `args` are all inference tensors, and one of them is registered.

        A number in place of a tensor, and an index, become ordinary tensors.
        """
        return LOCAL.grad and not LOCAL.inference and not LOCAL.levels and all_inference(op, args)


def all_inference(op: Any, args: Any) -> bool:
    """Whether all tensor arguments that autograd considers are inference tensors."""
    if op.records_inference_calls:
        return False
    tensor_args = [args[i] for i in op.schema.tensor_positions if i < len(args) and args[i] is not None]
    return bool(tensor_args) and all(isinstance(t, TensorBase) and t._autograd_meta is not None and t._autograd_meta.inference
                               for value in tensor_args for t in (value if value.__class__ in (list, tuple) else (value,)))


def drops_tangents(op: Any, args: Any) -> bool:
    """Whether a call of dual tensors has no tangents because all its tensors are inference tensors, which bypass PyTorch's autograd."""
    if op.fills_new_memory or not all_inference(op, args):
        return False
    if op.out_overload:
        raise graph_messages.forward_mode_with_out(op.out_overload)
    return True


LEAVES = Classes.inference_leaves = _InferenceLeaves()
