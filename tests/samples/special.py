"""Rows of special functions and of scatter_reduce."""
from __future__ import annotations

from tests.ops.op_row import C, F, family

row = family("special")

V = F((2, 3))
POSITIVE = F((2, 3), "positive")
INDEX = C([[0, 1, 1], [1, 1, 0]])

row("i0", V, rtol=1e-8)
for _name in ("i0e", "i1", "i1e", "erfcx", "log_ndtr"):
    row(_name, V, reference=f"special.{_name}", rtol=1e-8)
row("ndtr", V, reference="special.ndtr", rtol=1e-8)
row("sinc_of", F((2, 3), "positive"), reference="sinc")
row("ndtri", F((2, 3), "open"), reference="special.ndtri", rtol=1e-8)
row("mvlgamma_of", (F((2, 3), "above_one"), 1), (F((2, 3), "above_one"), 2), public=False,
    reference=lambda torch, x, p: torch.mvlgamma(x, p))
row("entr", POSITIVE, reference="special.entr")
row("xlog1py", (V, POSITIVE), (V, F((3,), "positive")), reference="special.xlog1py")
# PyTorch has no derivative by the first argument either; that by the second is compared in `bindings/test_expressions.py`.
row("zeta", (F((2, 3), "above_one"), POSITIVE), reference="special.zeta", rtol=1e-8, first=False, second=False)
row("igamma", (POSITIVE, POSITIVE), rtol=1e-8, first=False, second=False)
row("igammac", (POSITIVE, POSITIVE), rtol=1e-8, first=False, second=False)
row("fill_like", (V, 2.0), reference="full_like", public=False)
row("scatter_reduce_of", *((F((2, 3), "distinct"), 0, INDEX, F((2, 3)), how, inside)
                           for how in ("sum", "prod", "mean", "amax", "amin") for inside in (True, False)), public=False,
    reference=lambda torch, x, dim, index, src, how, inside: torch.scatter_reduce(x, dim, index, src, how, include_self=inside))
row("index_reduce", *((F((2, 3), "distinct"), 1, C([0, 1, 1]), F((2, 3)), how, inside)
                      for how in ("prod", "mean", "amax", "amin") for inside in (True, False)),
    reference=lambda torch, x, dim, index, src, how, inside: torch.index_reduce(x, dim, index, src, how, include_self=inside))
row("bessel_j1", V, F((7,), "wide"), reference="special.bessel_j1", first=False, second=False, rtol=1e-8)  # PyTorch's has nine digits
for _name in ("airy_ai", "bessel_j0", "modified_bessel_i0", "modified_bessel_i1", "spherical_bessel_j0"):
    row(_name, V, F((7,), "wide"), reference=f"special.{_name}", first=False, second=False)
for _name in ("bessel_y0", "bessel_y1", "modified_bessel_k0", "modified_bessel_k1", "scaled_modified_bessel_k0",
              "scaled_modified_bessel_k1"):
    row(_name, POSITIVE, F((7,), "wide"), reference=f"special.{_name}", first=False, second=False)
# Fixed arguments for higher degrees: PyTorch's loops end at NaN and give back what happened to be in memory.
for _name in ("chebyshev_polynomial_t", "chebyshev_polynomial_u", "chebyshev_polynomial_v", "chebyshev_polynomial_w",
              "hermite_polynomial_h", "hermite_polynomial_he", "laguerre_polynomial_l", "legendre_polynomial_p",
              "shifted_chebyshev_polynomial_t", "shifted_chebyshev_polynomial_u", "shifted_chebyshev_polynomial_v",
              "shifted_chebyshev_polynomial_w"):
    row(_name, (V, C([[0.0, 1.0, 2.0], [3.0, -1.0, 4.0]], "float64")), (C([[0.3], [-0.7]], "float64"), C([5.0, 8.0, 12.0], "float64")),
        reference=f"special.{_name}", first=False, second=False)
