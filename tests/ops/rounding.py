"""Effects of this platform's arithmetic on last bits and on the sign of zeros, for tests that compare them."""
from __future__ import annotations

import math

import numpy as np
import pytest

#: Whether C's sums of doubles are rounded twice, first to the 64 bits of an x87 register. There the last bits of float64 results differ by
#: compiler, alignment and length, and those of the C library's `log` and `exp` by up to one unit; whole numbers and float32 draws do not.
TWICE = 1.0 + (2.0 ** -53 + 2.0 ** -78) == 1.0

#: Whether the C library rounds `log`, `exp` or `cos` of some doubles otherwise than the recordings' one, glibc with fused multiplication
#: and addition: without those (32-bit ARM), it rounds one in a thousand the other way.
OTHER_LIBM = (math.log(0.821513384265927), math.exp(-20 * 0.6721227336073525), math.cos(6.283 * 0.868723858617841)) != (
    -0.19660704916531724, 1.4521654930204191e-06, 0.6785618845198284)

_ROUNDED = "twice (1 + (2**-53 + 2**-78) == 1)" if TWICE else "by another C library's log, exp and cos"
last_bits = pytest.mark.skipif(TWICE or OTHER_LIBM, reason=f"last bits depend on how doubles are rounded: here {_ROUNDED}")

#: Whether the greater of -0 and 0 is 0 to this processor, as to ARM's; to x86-64 it is the first of them.
ZEROS_LOSE_SIGN = not all(
    np.signbit(f(np.full(n, -0.0, dtype))).all() for dtype in (np.float32, np.float64) for n in (1, 9)
    for f in (lambda a: np.clip(a, a.dtype.type(0), a.dtype.type(np.inf)), lambda a: np.maximum(a.dtype.type(0), a)))

zero_signs = pytest.mark.skipif(ZEROS_LOSE_SIGN, reason="the greater of -0 and 0 is 0 to this processor")
