"""What the arithmetic of this platform makes of the last bits, for tests that compare them."""
from __future__ import annotations

import pytest

#: Whether C's sums of doubles are rounded twice, first to the 64 bits of an x87 register. There the last bits of float64 results differ by
#: compiler, alignment and length, and those of the C library's `log` and `exp` by up to one unit; whole numbers and float32 draws do not.
TWICE = 1.0 + (2.0 ** -53 + 2.0 ** -78) == 1.0

last_bits = pytest.mark.skipif(TWICE, reason="doubles are rounded twice here (1 + (2**-53 + 2**-78) == 1), which last bits depend on")
