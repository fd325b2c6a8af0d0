"""Warnings that point at the line of the user's program, whatever calls of ours lie between; some of them once per process."""
from __future__ import annotations

import sys
import warnings
from os.path import dirname, join

_PACKAGE = join(dirname(dirname(dirname(__file__))), "")


class Once:
    """What has been said, and whether it is to be said each time all the same (`torch.set_warn_always`)."""

    always = False
    said: set[str] = set()


def warn(text: str, category: type[Warning] = UserWarning) -> None:
    """Warn at the innermost line outside of this package."""
    frame, level = sys._getframe(), 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, category, stacklevel=level)


def warn_once(text: str, subject: str = "") -> None:
    """The same, the first time in this process only that this text, or any of its subject, is to be said."""
    if Once.always or (subject or text) not in Once.said:
        Once.said.add(subject or text)
        warn(text)


def warn_of_real_part() -> None:
    """Say, once, that complex numbers lose their imaginary parts on the way to a real type."""
    warn_once("Casting complex values to real discards the imaginary part")
