"""numpy's functions without what stands in front of them, which looks for arrays that override: a third of the time on few elements."""
from __future__ import annotations

from typing import Any

import numpy as np


def direct(function: Any) -> Any:
    """What a function of numpy's hands its arguments on to, where it says so."""
    return getattr(function, "_implementation", function)


where, concatenate, copyto, empty_like, putmask, vdot = map(direct, (
    np.where, np.concatenate, np.copyto, np.empty_like, np.putmask, np.vdot))
