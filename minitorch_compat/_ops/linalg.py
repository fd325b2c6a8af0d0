"""Matrix products."""
from __future__ import annotations

from .._array import linalg as k
from .op import linear

MM = linear("mm(Tensor input, Tensor mat2) -> Tensor", k.matmul,
            lambda xp, g, _out, _a, b: xp.mm(g, xp.t(b)),
            lambda xp, g, _out, a, _b: xp.mm(xp.t(a), g))
