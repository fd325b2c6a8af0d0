"""Version counters: how a saved tensor notices that it was changed in place.

A counter is a one-element list shared by a tensor, its views and its detached aliases.  It is made when somebody first needs it
(a node saves the tensor, a view is taken, the tensor is changed): most temporaries never have one.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .state import LOCAL

if TYPE_CHECKING:
    from .tensor import TensorBase


class _NoVersions(list[Any]):
    """The counter of inference tensors, which count nothing: whoever wants to note a version for backward learns why not."""

    def __getitem__(self, index: Any) -> Any:
        raise RuntimeError(
            "Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in computation tracked by "
            "autograd. To work around this, you can make a clone to get a normal tensor and use it in autograd, or use `torch.no_grad()` "
            "instead of `torch.inference_mode()`.")


#: What every inference tensor has in place of a counter.
INFERENCE_COUNTER: Any = _NoVersions()

#: The entry in `Node.versions` of a saved value that cannot change: a number, a copy.  It is there so that backward frees the node.
CONSTANT = ([0], 0)


def counter_of(tensor: TensorBase) -> list[int]:
    """The tensor's counter, made now if it has none."""
    counter = tensor._counter
    if counter is None:
        counter = tensor._counter = [0]
    return counter


def bump(tensor: TensorBase) -> None:
    """Note that the tensor's memory was written."""
    counter = tensor._counter
    if counter is None:
        tensor._counter = [1]
    elif counter is not INFERENCE_COUNTER:
        counter[0] += 1


def about_to_write(tensor: TensorBase) -> None:
    """Refuse to change an inference tensor in normal mode, and tell `allow_mutation_on_saved_tensors`, if that is open.

    To be called before every write into memory that a user can see; only where levels or modes are open, or `_meta` is there.
    """
    meta = tensor._meta
    if meta is not None and meta.inference and not LOCAL.inference:
        raise RuntimeError("Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal "
                           "tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17 for more details.")
    if LOCAL.writes is not None:
        LOCAL.writes(tensor)
