"""All living objects of some classes, for what nobody keeps a list of."""
from __future__ import annotations

import gc
from itertools import compress
from typing import Any


def living_objects(*classes: type) -> list[Any]:
    """The instances of these classes and of all derived from them, among all objects of the process."""
    kinds, pending = set[type](), list(classes)
    while pending:
        kind = pending.pop()
        kinds.add(kind)
        pending += type.__subclasses__(kind)
    frozen = gc.get_freeze_count()
    if frozen:  # frozen objects are not among those that `gc.get_objects` returns
        gc.collect()  # what is garbage now would be frozen with the rest, and refer to tensors for ever
        gc.unfreeze()
    objects = gc.get_objects()
    if frozen:
        gc.freeze()
    return list(compress(objects, map(kinds.__contains__, map(type, objects))))
