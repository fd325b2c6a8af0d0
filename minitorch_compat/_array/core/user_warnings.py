"""Warnings that point at the user's line, however deep in the package they are raised; some of them once per process."""
from __future__ import annotations

import sys
import warnings
from os.path import dirname, join

_PACKAGE = join(dirname(dirname(dirname(__file__))), "")


class IssuedWarnings:
    """The warnings issued so far, and whether to repeat them anyway (`torch.set_warn_always`)."""

    always = False
    texts: set[str] = set()


def warn(text: str, category: type[Warning] = UserWarning) -> None:
    """Warn at the innermost line outside of this package."""
    frame, level = sys._getframe(), 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, category, stacklevel=level)


def warn_once(text: str, subject: str = "") -> None:
    """The same, once per process for this text, or for its subject if there is one."""
    if IssuedWarnings.always or (subject or text) not in IssuedWarnings.texts:
        IssuedWarnings.texts.add(subject or text)
        warn(text)


def warn_imaginary_part_discarded() -> None:
    """Warn, once, that a cast from complex to real discards the imaginary part."""
    warn_once("Casting complex values to real discards the imaginary part")
