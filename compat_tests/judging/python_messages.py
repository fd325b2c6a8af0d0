"""Messages of CPython, numpy and the standard library in this process: recordings have those of the versions they were made with."""
from __future__ import annotations

import math
import multiprocessing
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np


@cache
def error_text(mistake: Callable[[], Any]) -> str:
    """The text of the error that `mistake()` raises."""
    try:
        mistake()
    except Exception as error:
        return str(error)
    raise AssertionError("nothing was raised")


def _not_iterable(found: re.Match[str]) -> str:
    return error_text(_look_into_a_number).replace("'int'", f"'{found[1]}'")


def _look_into_a_number() -> Any:
    return 0 in 5  # type: ignore[operator]


def _divide_by_zero() -> Any:
    return 5 % 0


def _least_of_nothing() -> Any:
    return min([])


def _dlpack_of_text() -> Any:
    return np.from_dlpack(np.array(["a"]))


def _root_of_a_negative_number() -> Any:
    return math.sqrt(-1.5)


class _Abstract(ABC):
    @abstractmethod
    def method(self) -> None: ...


def _use_a_number_as_a_context() -> Any:
    with 5:  # type: ignore[attr-defined]
        pass


def _abstract(found: re.Match[str]) -> str:
    text = error_text(_Abstract)
    return text.replace("_Abstract", found[1]).replace("method'", f"{found[2]}'") if "'method'" in text else found[0]


#: Pattern of a recorded message -> a function that returns the present one.
WORDS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"integer modulo by zero", lambda found: error_text(_divide_by_zero)),
    (r"argument of type '(\w+)' is not iterable", _not_iterable),
    (r"^integer $", lambda found: error_text(_divide_by_zero)[:len(found[0])]),  # in a program that prints the beginning
    (r"'int' object does not support the context manager protocol", lambda found: error_text(_use_a_number_as_a_context)),
    (r"Can't instantiate abstract class (\w+) with abstract method (\w+)", _abstract),
    (r"^math domain error$", lambda found: error_text(_root_of_a_negative_number)),
    (r"min\(\) arg is an empty sequence", lambda found: error_text(_least_of_nothing)),
    (r"DLPack only supports signed/unsigned integers.*", lambda found: error_text(_dlpack_of_text)),
    (r"maximum recursion depth exceeded.*", lambda found: "maximum recursion depth exceeded"),
    (r"\['fork', 'spawn', 'forkserver'\]", lambda found: repr(multiprocessing.get_all_start_methods())),
)


def in_words_of_today(recorded: str) -> str:
    """A recorded message as the running Python and numpy state it; PyTorch's own messages are unchanged."""
    for pattern, today in WORDS:
        recorded = re.sub(pattern, today, recorded, flags=re.S)
    return recorded


def plain(text: str) -> str:
    """A message without Python's additions: suggestions, since 3.13, and the context of a recursion error."""
    text = re.sub(r"\. Did you mean '\w+'\?$", "", text)
    return re.sub(r"maximum recursion depth exceeded.*", "maximum recursion depth exceeded", text)
