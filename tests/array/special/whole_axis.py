"""Functions in double precision over all orders of magnitude, including points where a kernel changes its formula.

PyTorch's results are in `data/whole_axis.json.xz`, by `data/recorders/ops/whole_axis.py`; nothing here imports a tensor library.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

SPECIAL = (
    "airy_ai bessel_j0 bessel_j1 bessel_y0 bessel_y1 digamma entr erf erfc erfcx erfinv exp2 expit expm1 gammaln i0 i0e i1 i1e log1p "
    "log_ndtr logit modified_bessel_i0 modified_bessel_i1 modified_bessel_k0 modified_bessel_k1 ndtr ndtri scaled_modified_bessel_k0 "
    "scaled_modified_bessel_k1 sinc spherical_bessel_j0")
PLAIN = "acosh asinh atanh acos asin atan cosh sinh tanh exp log log10 log2 sigmoid sqrt rsqrt"
ACTIVATIONS = "gelu silu mish softplus elu celu selu logsigmoid softsign tanhshrink"
#: A function of torch and of x; of x and what of the like is beside it where there are two arguments.
FUNCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    **{name: lambda t, x, name=name: getattr(t.special, name)(x) for name in SPECIAL.split()},  # type: ignore[misc]
    **{name: lambda t, x, name=name: getattr(t, name)(x) for name in PLAIN.split()},  # type: ignore[misc]
    **{name: lambda t, x, name=name: getattr(t.nn.functional, name)(x) for name in ACTIVATIONS.split()},  # type: ignore[misc]
    **{f"polygamma {n}": lambda t, x, n=n: t.special.polygamma(n, x) for n in (1, 2, 5)},  # type: ignore[misc]
    **{f"mvlgamma {n}": lambda t, x, n=n: t.special.multigammaln(x.abs() + n, n) for n in (2, 3)},  # type: ignore[misc]
    **{f"{name} {a}": lambda t, x, name=name, a=a: getattr(t.special, name)(t.full_like(x, a), x)  # type: ignore[misc]
       for name in ("gammainc", "gammaincc") for a in (1e-3, 0.4, 1.0, 3.7, 25.0, 190.0, 205.0, 1e4, 3e5)},
    **{f"zeta {a}": lambda t, x, a=a: t.special.zeta(t.full_like(x, a), x) for a in (1.001, 1.5, 2.0, 7.3, 40.0)},  # type: ignore[misc]
    **{f"{name} {n}": lambda t, x, name=name, n=n: getattr(t.special, name)(x, n)  # type: ignore[misc]
       for name in [f"{kind}_polynomial_{letter}" for kind, letters in (
           ("chebyshev", "tuvw"), ("shifted_chebyshev", "tuvw"), ("hermite", ["h", "he"]), ("laguerre", "l"), ("legendre", "p"))
           for letter in letters] for n in (0, 1, 2, 6, 40)}}
#: 2**(k / 2), a little beside, of either sign; zeros and ends.
MAGNITUDES = [2.0 ** (k / 2) * 1.0009765625 for k in range(-60, 61)]
POINTS = [*(-m for m in reversed(MAGNITUDES)), -0.0, 0.0, *MAGNITUDES, 1.0, -1.0, float("inf"), -float("inf")]


def values(torch: Any, name: str) -> list[float]:
    """What the function answers at all points."""
    return FUNCTIONS[name](torch, torch.tensor(POINTS, dtype=torch.float64)).tolist()
