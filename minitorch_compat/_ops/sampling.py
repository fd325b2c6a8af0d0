"""What random functions leave in the graph: the numbers are there already, and what they were drawn by gets zeros."""
from __future__ import annotations

from .._array import random as k
from .op import Op, elementwise


def _one(schema: str, node: str) -> Op:
    """An op that answers with its first argument, numbers drawn as the second says."""
    return elementwise(schema, k.drawn, None,
                       lambda xp, g, _out, _s, _a: xp.no_slope(g), module=None, node=node)


NORMAL_OF_MEAN = _one("normal_of_mean(Tensor sample, Tensor mean) -> Tensor", "NormalBackward1")
NORMAL_OF_STD = _one("normal_of_std(Tensor sample, Tensor std) -> Tensor", "NormalBackward2")
BERNOULLI_OF = _one("bernoulli_of(Tensor sample, Tensor input) -> Tensor", "BernoulliBackward0")
NORMAL_OF_BOTH = elementwise("normal_of_both(Tensor sample, Tensor mean, Tensor std) -> Tensor", k.drawn, None,
                             lambda xp, g, _out, _s, _a, _b: xp.no_slope(g),
                             lambda xp, g, _out, _s, _a, _b: xp.no_slope(g), module=None, node="NormalBackward3")
