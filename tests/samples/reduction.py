"""Rows of reductions, norms and running sums."""
from __future__ import annotations

from tests.ops.op_row import C, D, F, family

row = family("reduction")

V = F((2, 3))
DIMS = ((V, None, False), (V, 1, True), (V, (0, 1), False), (F((2, 2, 2)), (0, 2), True))


def _with_dtype(calls):  # type: ignore[no-untyped-def]
    return tuple((*call, None) for call in calls)


BOTH_SIGNATURES = "PyTorch takes `out` with `dim` only; here one function serves both"
row("sum", V, holomorphic=True, deviates={"out": BOTH_SIGNATURES})
REDUCED = ("dim", "keepdim", "dtype")
row("sum_dim", *_with_dtype(DIMS), (V, 1, False, D("complex128")), holomorphic=True, reference="sum", keywords=REDUCED)
row("mean", V, holomorphic=True)
row("mean_dim", *_with_dtype(DIMS), holomorphic=True, reference="mean", keywords=REDUCED)
row("nansum", *_with_dtype(DIMS), (C([1.0, float("nan"), 2.0], "float64"), None, False, None), keywords=REDUCED)
row("expand_reduced", (F(()), (2, 3), None, False), (F((2, 1)), (2, 3), 1, True), (F((2,)), (2, 3), 1, False), holomorphic=True,
    reference=lambda torch, x, shape, dim, keepdim: (x if dim is None or keepdim else x.unsqueeze(dim)).expand(shape).clone())
row("mean_gradient", (F(()), (2, 3), None, False), (F((2, 1)), (2, 3), 1, True), (F((2,)), (2, 3), 1, False), holomorphic=True,
    reference=lambda torch, x, shape, dim, keepdim: (
        (x if dim is None or keepdim else x.unsqueeze(dim)).expand(shape) / (6 if dim is None else 3)))
row("sum_to_size", (V, (1, 3)), (V, (3,)), (F((2, 2, 3)), (2, 1)), holomorphic=True,
    reference=lambda torch, x, size: x.sum_to_size(size))
row("cast", (V, D("float64")), (V, D("float32")), (V, D("complex128")), holomorphic=True, first=False,
    reference=lambda torch, x, dtype: x.to(dtype), public=False)
row("prod_dim", (V, 1, True, None), (V, 0, False, None), (F((2, 3), "zeros_among"), 1, False, None), holomorphic=True,
    reference="prod", keywords=REDUCED)
row("prod", V, F((4,), "zeros_among"), holomorphic=True, deviates={"out": BOTH_SIGNATURES})
row("prod_others", (V, None), (V, 1), (F((4,), "zeros_among"), 0), holomorphic=True,
    reference=lambda torch, x, dim: others(torch, x, dim))
row("cumprod_gradient", (V, V, V, 1), (V, V, V, 0), reference=lambda torch, g, out, x, dim: slopes_of_cumprod(torch, g, x, dim))


def others(torch, x, dim):  # type: ignore[no-untyped-def]
    """The derivative of a sum of products: for each element the product of the others."""
    z = x.detach().clone().requires_grad_()
    product = torch.prod(z) if dim is None else torch.prod(z, dim)
    return torch.autograd.grad(product, z, torch.ones_like(product))[0].conj().resolve_conj()


def slopes_of_cumprod(torch, g, x, dim):  # type: ignore[no-untyped-def]
    """The gradient of running products of `x` for a cotangent."""
    z = x.detach().clone().requires_grad_()
    return torch.autograd.grad(z.cumprod(dim), z, g.detach())[0]


# Extremes -------------------------------------------------------------------------------------------------------------------------

for _name in ("amax", "amin"):
    row(_name, (V, (), False), (V, (1,), True), (F((2, 2, 2)), (0, 2), False))
row("max_all", V, reference="max")
row("min_all", V, reference="min")
row("max_dim", (V, 1, False), (V, 0, True), reference="max")
row("min_dim", (V, 1, False), (V, 0, True), reference="min")
row("distribute_evenly", (F(()), C(3.0, "float64"), C([[1.0, 3.0, 2.0], [3.0, 0.0, 1.0]], "float64")),
    reference=lambda torch, g, out, x: g * (x == out).double() / 2)
row("extreme_weights", (C([[1.0, 2.0, 2.0], [3.0, 0.0, 1.0]], "float64"), C([2.0, 3.0], "float64"), (1,), False),
    reference=lambda torch, x, out, dim, keepdim: (x == out[:, None]).double() / (x == out[:, None]).sum(1, True))
row("scatter_dim", (F((2,)), C([1, 0]), (2, 3), 1, False), (F((1, 3)), C([[1, 0, 1]]), (2, 3), 0, True), holomorphic=True,
    reference=lambda torch, x, index, shape, dim, keepdim: torch.zeros(shape, dtype=x.dtype).scatter(
        dim, index if keepdim else index.unsqueeze(dim), x if keepdim else x.unsqueeze(dim)))
row("gather_dim", (V, C([1, 0]), 1, False), (V, C([[1, 0, 1]]), 0, True), holomorphic=True,
    reference=lambda torch, x, index, dim, keepdim: x.gather(dim, index) if keepdim else x.gather(dim, index.unsqueeze(dim)).squeeze(dim))
row("argmax", V, (V, 1, False), (V, 0, True))
row("argmin", V, (V, 1, False), (V, 0, True))

# Moments and norms ----------------------------------------------------------------------------------------------------------------

for _name in ("var", "std"):
    row(f"{_name}_of", (V, None, 1, False), (V, 1, 0, True), (V, (0, 1), 1, False), holomorphic=True, reference=_name,
        keywords=("dim", "correction", "keepdim"))
row("vector_norm", *((V, order, 1, True, None) for order in (2, 1, 3, 0.5, float("inf"), -float("inf"))), (V, 2, None, False, None),
    holomorphic=True, reference="linalg.vector_norm", keywords=("ord", *REDUCED))
row("logsumexp", (V, 1, False), (V, (0, 1), True))
row("assemble_slices", (V, 1), reference=lambda torch, x, dim: x.clone())
# Third derivatives are NaN, as in PyTorch: what is left out of a sum is the logarithm of the least number there.
row("logcumsumexp", (V, 1), (V, 0), (F(()), 0), holomorphic=True, third=False)

# Running --------------------------------------------------------------------------------------------------------------------------

row("cumsum", (V, 1, None), (V, 0, None), holomorphic=True, keywords=("dim", "dtype"))
row("reverse_cumsum", (V, 1), holomorphic=True, reference=lambda torch, x, dim: torch.cumsum(x.flip(dim), dim).flip(dim))
row("cumprod", (V, 1, None), (F((2, 3), "positive"), 0, None), (F((2, 3), "zeros_among"), 1, None), holomorphic=True,
    keywords=("dim", "dtype"))

# Logic ----------------------------------------------------------------------------------------------------------------------------

MASK = C([[True, False, True], [True, True, True]], "bool")
for _name in ("all", "any"):
    row(_name, (V,), (MASK,), (MASK, 1), (MASK, 0, True), (MASK, (0, 1), False))
row("count_nonzero", (F((2, 3), "zeros_among"),), (MASK, 1))
