"""Version counters: how a saved tensor notices that it was changed in place.

A counter is a one-element list shared by a tensor, its views and its detached aliases.  It is made when somebody first needs it
(a node saves the tensor, a view is taken, the tensor is changed): most temporaries never have one.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .tensor import TensorBase


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
    else:
        counter[0] += 1
