"""Small programs with data pipes, shared with the script that records PyTorch's answers. `t` is the torch module, `d` its `utils.data`.

An answer is made of lists, numbers and strings. Where a program is refused or warns, it has the class, and whether a key phrase is in the
message.
"""
from __future__ import annotations

import pickle
import sys
import warnings

CASES = {}


def case(program):
    CASES[program.__name__] = program
    return program


def plain(value):
    """A value as it is stored."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return value if isinstance(value, (int, float, str, type(None))) else type(value).__name__


def refusal(call, phrase):
    """How a call is refused: the class of the exception, and whether the phrase is in its message."""
    try:
        return ["no error", plain(call())]
    except Exception as error:
        return [type(error).__name__, phrase in str(error.args[0] if error.args else "")]


def cannot_pickle(call):
    """Whether a call fails because something cannot be pickled; which exception says so depends on the version of Python."""
    try:
        call()
    except (AttributeError, TypeError, pickle.PicklingError):
        return True
    return False


def warned(call, phrase):
    """The result of a call, and its warnings: their classes, and whether the phrase is in them."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = call()
    return [plain(result), [[each.category.__name__, phrase in str(each.message)] for each in caught]]


def reachable(cls):
    """Make a local class one of this module, because PyTorch pickles the classes of a graph."""
    cls.__qualname__ = cls.__name__
    setattr(sys.modules[cls.__module__], cls.__name__, cls)
    return cls


def pipes(d):
    return d.datapipes.iter, d.datapipes.map


def without_length(d, count):
    return d.datapipes.iter.IterableWrapper(iter(range(count)))


def mod2(x):
    return x % 2


def mod2_or_none(x):
    return None if x == 3 else x % 2


def even(x):
    return x % 2 == 0


def increment(x):
    return x + 1


def need_keyword(x, *, k):
    return x


def fail(x):
    raise ValueError("boom")


def stop(x):
    raise StopIteration


def fail_with_key(x):
    raise KeyError(3)


def fail_with_two(x):
    raise ValueError("boom", 2)


class Holder:
    def __init__(self, item):
        self.item = item

INVALID = "This iterator has been invalidated because another iterator has been created from the same IterDataPipe: "
