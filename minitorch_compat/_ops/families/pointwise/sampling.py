"""The graph of random functions: the numbers are already drawn, and their parameters get zero gradients."""
from __future__ import annotations

from typing import Any

from ...._array.random import draws as k
from ...._array.random import implicit_gradients as implicit
from ...not_implemented import no_derivative, not_implemented
from ...op import Op, elementwise


def _one(schema: str, node: str, **facts: Any) -> Op:
    """An op that returns its first argument, numbers drawn by the parameters in the second."""
    return elementwise(schema, k.expand_sample, None,
                       lambda xp, g, _out, _s, _a: xp.zero_gradient(g), module=None, node=node, **facts)


NORMAL_OF_MEAN = _one("normal_of_mean(Tensor sample, Tensor mean) -> Tensor", "NormalBackward1", aten="normal.Tensor_float")
NORMAL_OF_STD = _one("normal_of_std(Tensor sample, Tensor std) -> Tensor", "NormalBackward2", aten="normal.float_Tensor")
BERNOULLI_OF = _one("bernoulli_of(Tensor sample, Tensor input) -> Tensor", "BernoulliBackward0", aten="bernoulli.default")
NORMAL_OF_BOTH = elementwise("normal_of_both(Tensor sample, Tensor mean, Tensor std) -> Tensor", k.expand_sample, None,
                             lambda xp, g, _out, _s, _a, _b: xp.zero_gradient(g),
                             lambda xp, g, _out, _s, _a, _b: xp.zero_gradient(g), module=None, node="NormalBackward3",
                             aten="normal.Tensor_Tensor")


_NO_SECOND, _NO_DIRICHLET_SECOND = not_implemented("_standard_gamma_grad"), no_derivative("_dirichlet_grad")
STANDARD_GAMMA_OF = elementwise("standard_gamma_of(Tensor sample, Tensor input) -> Tensor", k.expand_sample, None,
                                lambda xp, g, out, _s, a: g * xp._standard_gamma_grad(a, out), module=None, node="StandardGammaBackward0",
                                aten="_standard_gamma")
STANDARD_GAMMA_GRAD = elementwise(
    "_standard_gamma_grad(Tensor input, Tensor output) -> Tensor", implicit.gamma,
    lambda xp, g, _out, _x, _s: _NO_SECOND(), None, module=None, node="StandardGammaGradBackward0", refuses="buic",
    doc="How gamma variates move with their shape parameters.")
DIRICHLET_GRAD = elementwise("_dirichlet_grad(Tensor x, Tensor alpha, Tensor total) -> Tensor", implicit.beta,
                             *[lambda xp, g, _out, _x, _a, _t: _NO_DIRICHLET_SECOND()] * 3, module=None, node="NotImplemented",
                             refuses="buic", doc="How the components of Dirichlet variates move with their parameters.")
