"""The part of an error message that is compared: the argument and function that it names, else the phrase that programs match on."""
from __future__ import annotations

import re

from compat_tests.judging.scoring import key_phrase

_NAMED = re.compile(r"\w+\(\): argument '\w+'")


def phrase(text: str) -> str:
    """`f(): argument 'x'` of an argument that does not fit; else the first line up to what was got."""
    named = _NAMED.match(text)
    return named[0] if named else key_phrase(text)
