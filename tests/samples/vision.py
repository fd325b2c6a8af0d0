"""Rows of interpolation, sampling at grid points, fractional pooling, ctc and reduced losses."""
from __future__ import annotations

import numpy as np

from minitorch_compat._array.nn.ctc import ctc
from tests.ops.op_row import C, F, Ours, family
from tests.samples.nn import axes

row = family("vision")

# Interpolation: a linear map along each dimension -----------------------------------------------------------------------------------

MATRICES = (np.array([[0.5, 0.5, 0, 0], [0, 0, 0.5, 0.5]]), np.array([[1.0, 0, 0], [0, 0.5, 0.5]]), np.array([[0.5, 0.5]]))


def _resampled(torch, x, _axes):  # type: ignore[no-untyped-def]
    for axis, matrix in enumerate(MATRICES[:x.dim() - 2], 2):
        x = (x.transpose(axis, -1) @ torch.tensor(matrix.T.tolist(), dtype=x.dtype)).transpose(axis, -1)
    return x


for _name in ("linear1d", "bilinear2d", "trilinear3d", "bicubic2d", "bilinear2d_aa", "bicubic2d_aa", "lanczos2d_aa",
              *(f"nearest{exact}{n}d" for exact in ("", "_exact") for n in (1, 2, 3))):
    _n = int(next(c for c in _name if c.isdigit()))
    for _way in ("", "_backward"):
        row(f"resample_{_name}{_way}", (F((1, 2, *(4, 3, 2)[:_n])), Ours(lambda n=_n: axes(MATRICES[:n]))), reference=_resampled)

# Grids ----------------------------------------------------------------------------------------------------------------------------

for _dims in (2, 3):
    _x, _grid = F((1, 2, *(3, 4, 3)[:_dims])), F((1, *(2, 1, 2)[:_dims], _dims), "off_grid")
    row(f"grid_sampler_{_dims}d", *((_x, _grid, mode, padding, align) for mode in ("bilinear", "nearest", "bicubic")[:5 - _dims]
                                    for padding in ("zeros", "border", "reflection") for align in (False, True)), rtol=1e-6,
        reference=lambda torch, *args: torch.nn.functional.grid_sample(*args))
row("grid_positions", (C([[[[0.3, -0.4]]]], "float64"), (3, 4), "bilinear", "zeros", False), first=False, outputs=(2,),
    reference=lambda torch, *args: (None, None, torch.tensor([[[2]], [[3]], [[6]], [[7]]]), None))

# Fractional pooling ---------------------------------------------------------------------------------------------------------------

for _dims in (2, 3):
    row(f"fractional_max{_dims}d",
        (F((1, 2, *(5, 4, 4)[:_dims])), (2,) * _dims, (2,) * _dims, C(np.full((1, 2, _dims), 0.3), "float64")), outputs=(0,),
        reference=lambda torch, x, kernel, size, samples: getattr(torch.nn.functional, f"fractional_max_pool{len(size)}d")(
            x, kernel, size, None, True, samples))

# Connectionist temporal classification: its gradient is that of normalised log-probabilities only ---------------------------------

LABELS = (C([[1, 2], [2, 0]]), C([4, 3]), C([2, 1]))
LOG_PROBS = np.log(np.arange(1, 25).reshape(4, 2, 3) / np.arange(1, 25).reshape(4, 2, 3).sum(-1, keepdims=True))


def _ctc_gradient(torch, g, log_probs, rest):  # type: ignore[no-untyped-def]
    z = log_probs.clone().requires_grad_()
    return torch.autograd.grad(torch._ctc_loss(z, *rest)[0], z, g)[0]


FORWARD = tuple(C(part, "float64") for part in ctc(LOG_PROBS, *(np.array(spec.values) for spec in LABELS), 0))
row("ctc", (C(LOG_PROBS, "float64"), *LABELS, None, 0, False), outputs=(0,), first=False, second=False,
    reference=lambda torch, *args: torch._ctc_loss(*args[:4], *args[5:]))
row("ctc_backward", (C([2.5, 1.5], "float64"), *FORWARD, C(LOG_PROBS, "float64"), *LABELS, 0, False), first=False, second=False,
    reference=lambda torch, g, _nll, _alpha, log_probs, *rest: _ctc_gradient(torch, g, log_probs, rest))

# Losses reduced in one ----------------------------------------------------------------------------------------------------------------

for _name, _width in (("mse", ()), ("smooth_l1", (0.7,)), ("huber", (0.7,)), ("bce", ()), ("bce_with_logits", ())):
    _function = {"bce": "binary_cross_entropy", "bce_with_logits": "binary_cross_entropy_with_logits"}.get(_name, f"{_name}_loss")
    row(f"{_name}_over_all", *((F((2, 3), "open"), F((2, 3), "open"), *_width, mean) for mean in (True, False)),
        reference=lambda torch, x, y, *rest, name=_function: getattr(torch.nn.functional, name)(
            x, y, reduction="mean" if rest[-1] else "sum", **({"beta": rest[0]} if "smooth" in name else {"delta": rest[0]} if len(rest) > 1
                                                              else {})))
row("bce_weighted", *((F((2, 3), "open"), F((2, 3), "open"), C([0.5, 2.0, 1.0], "float64"), r) for r in ("mean", "sum", "none")),
    reference=lambda torch, x, y, w, r: torch.nn.functional.binary_cross_entropy(x, y, w, reduction=r))
row("bce_with_logits_weighted", *((F((2, 3)), F((2, 3), "open"), w, p, r) for w, p, r in (
    (None, C([0.5, 2.0, 1.0], "float64"), "mean"), (C([0.5, 2.0, 1.0], "float64"), None, "sum"),
    (C([0.5, 2.0, 1.0], "float64"), C([1.5], "float64"), "none"))),
    reference=lambda torch, x, y, w, p, r: torch.nn.functional.binary_cross_entropy_with_logits(x, y, w, reduction=r, pos_weight=p))
row("pdist_of", *((F((4, 3), "distinct"), p) for p in (2.0, 1.0, 1.5, float("inf"))),
    reference=lambda torch, x, p: torch.nn.functional.pdist(x, p))
row("row_pairs", (4,), reference=lambda torch, n: tuple(torch.triu_indices(n, n, 1)))
row("soft_margin", *((F((2, 3)), F((2, 3), grad=False), r) for r in ("mean", "sum", "none")),
    reference=lambda torch, x, y, r: torch.nn.functional.soft_margin_loss(x, y, reduction=r))
row("mse_backward", (F((2, 3)), F((2, 3)), F((3,)), 0.5), reference=lambda torch, g, x, y, scale: g * 2 * (x - y) * scale)
row("smooth_l1_backward", (F((2, 3)), F((2, 3)), F((3,)), 0.7, 0.5),
    reference=lambda torch, g, x, y, beta, scale: g * scale * torch.clamp((x - y) / beta, -1, 1))
row("huber_backward", (F((2, 3)), F((2, 3)), F((3,)), 0.7, 0.5),
    reference=lambda torch, g, x, y, delta, scale: g * scale * torch.clamp(x - y, -delta, delta))
row("soft_margin_backward", (F((2, 3)), F((2, 3)), C([1.0, -1.0, 1.0], "float64"), 0.5),
    reference=lambda torch, g, x, y, scale: -g * y * torch.sigmoid(-y * x) * scale)
row("multi_margin", *((F((3, 4)), C([1, 0, 3]), w, p, 0.9, r) for p, w, r in (
    (1, None, "mean"), (2, None, "sum"), (1, C([0.5, 2.0, 1.0, 0.3], "float64"), "none"), (2, C([0.5, 2.0, 1.0, 0.3], "float64"), "mean"))),
    (F((4,)), C(2), None, 2, 1.0, "none"),
    reference=lambda torch, x, y, w, p, margin, r: torch.nn.functional.multi_margin_loss(x, y, p, margin, w, reduction=r))
row("multilabel_margin", *((F((3, 4)), C([[1, -1, 0, 0], [3, 0, 1, 2], [2, 2, -1, 0]]), r) for r in ("mean", "sum", "none")),
    (F((4,)), C([3, 0, -1, 1]), "none"),
    reference=lambda torch, x, y, r: torch.nn.functional.multilabel_margin_loss(x, y, reduction=r))

# The product behind `bilinear` ------------------------------------------------------------------------------------------------------

row("trilinear", (F((2, 3)), F((4, 3, 2)), F((2, 2))), holomorphic=True,
    reference=lambda torch, x, w, y: torch.nn.functional.bilinear(x, y, w))
