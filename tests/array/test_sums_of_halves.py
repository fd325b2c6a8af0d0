"""Sums of 5,000 numbers of half precision, wherever one hides: bfloat16 cannot count beyond 256, float16 not beyond 2048.

Not here: `index_put`, `put_`, `index_add`, and the gradients of `x[i]`, `take` and `index_select`, which PyTorch, too, adds up in half
precision.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F

_N = 5000
_ZEROS = torch.zeros(_N, dtype=torch.int64)
_EPS = {torch.bfloat16: 2.0**-7, torch.float16: 2.0**-10}

#: A function of tensors of ones of these shapes: gradients of the sum of its result.
_GRADIENTS: dict[str, tuple[Callable[..., Any], list[tuple[int, ...]]]] = {
    "bias": (lambda x, b: x + b, [(_N, 2), (2,)]), "factor": (lambda x, b: x * b, [(_N, 2), (1, 2)]),
    "number": (lambda x, b: x + b, [(_N, 2), ()]), "middle": (lambda x, b: x + b, [(50, 3, 100), (3, 1)]),
    "expand": (lambda b: b.expand(_N, 2), [(1, 2)]), "repeat": (lambda b: b.repeat(_N), [(1,)]),
    "repeat_interleave": (lambda b: b.repeat_interleave(_N), [(2,)]), "tile": (lambda b: b.tile(_N, 1), [(2,)]),
    "gather": (lambda x: x.gather(0, _ZEROS), [(3,)]),
    "embedding": (lambda w: F.embedding(_ZEROS, w), [(3, 2)]),
    "embedding_bag": (lambda w: F.embedding_bag(_ZEROS.view(50, 100), w, mode="sum"), [(3, 2)]),
    "linear": (F.linear, [(_N, 2), (3, 2), (3,)]), "linear of sequences": (F.linear, [(50, 100, 2), (3, 2), (3,)]),
    "addmm": (torch.addmm, [(3,), (_N, 2), (2, 3)]), "baddbmm": (torch.baddbmm, [(1, 3), (4, _N, 2), (4, 2, 3)]),
    "mv": (torch.mv, [(_N, 2), (2,)]), "outer": (torch.outer, [(_N,), (2,)]), "matmul": (torch.matmul, [(50, 100, 2), (2, 3)]),
    "kron": (torch.kron, [(2,), (_N,)]), "cumsum": (lambda x: x.cumsum(0), [(_N,)]),
    "cummax": (lambda x: torch.cummax(torch.cat([x, torch.zeros(_N, dtype=x.dtype)]), 0)[0], [(1,)]),
    "layer_norm": (lambda w, b: F.layer_norm(torch.ones(_N, 4, dtype=w.dtype), (4,), w, b), [(4,), (4,)]),
    "group_norm": (lambda w, b: F.group_norm(torch.ones(_N, 4, 3, dtype=w.dtype), 2, w, b), [(4,), (4,)]),
    "batch_norm": (lambda w, b: F.batch_norm(torch.ones(50, 4, 10, 10, dtype=w.dtype), None, None, w, b, True), [(4,), (4,)]),
    "prelu": (lambda x, w: F.prelu(-x, w), [(_N, 2), (1,)]), "pad": (lambda x: F.pad(x, (_N, _N), mode="replicate"), [(1, 1, 2)]),
    "nearest": (lambda x: F.interpolate(x, size=(70, 70), mode="nearest"), [(1, 1, 1, 1)]),
    "bilinear": (lambda x: F.interpolate(x, size=(70, 70), mode="bilinear"), [(1, 1, 1, 1)]),
    **{f"{name}{d}d": (getattr(F, f"{name}{d}d"), [shape, (2, 2) + (1,) * d, (2,)]) for name in ("conv", "conv_transpose")
       for d, shape in ((1, (50, 2, 100)), (2, (50, 2, 10, 10)), (3, (5, 2, 10, 10, 10)))},
}

#: A function of a vector of ones: its result.
_VALUES: dict[str, Callable[[Any], Any]] = {
    **{name: getattr(torch, name) for name in ("sum", "mean", "norm", "nansum", "nanmean")},
    "sum of columns": lambda x: x.view(50, 100).sum(0).sum(), "sum of two": lambda x: x.view(10, 5, 100).sum((0, 2)),
    "nansum of two": lambda x: x.view(10, 5, 100).nansum((0, 2)), "sum of planes": lambda x: x.view(10, 5, 2, 50).sum((0, 2, 3)),
    "trace": lambda x: x.expand(_N, _N).trace(), "logsumexp": lambda x: x.logsumexp(0), "cumsum": lambda x: x.cumsum(0)[-1],
    "dot": lambda x: x.dot(x), "vecdot": lambda x: torch.linalg.vecdot(x, x), "tensordot": lambda x: torch.tensordot(x, x, 1),
    "einsum": lambda x: torch.einsum("i,i", x, x),
    "scatter_add": lambda x: torch.zeros(3, dtype=x.dtype).scatter_add(0, _ZEROS, x),
    "scatter_reduce": lambda x: torch.zeros(3, dtype=x.dtype).scatter_reduce(0, _ZEROS, x, "mean"),
    "histc": lambda x: torch.histc(x, 2, 0, 2),
    "avg_pool1d": lambda x: F.avg_pool1d(x.view(1, 1, _N), _N),
    "adaptive_avg_pool2d": lambda x: F.adaptive_avg_pool2d(x.view(1, 1, 50, 100), 1),
    "softmax": lambda x: F.softmax(x, 0).sum(), "cross_entropy": lambda x: F.cross_entropy(x.view(1, _N), _ZEROS[:1]),
    "nll_loss": lambda x: F.nll_loss(-x.view(_N, 1), _ZEROS, reduction="sum"), "mse_loss": lambda x: F.mse_loss(x, x * 0, reduction="sum"),
    "dist": lambda x: torch.dist(x, x * 0, 1), "cosine_similarity": lambda x: F.cosine_similarity(x, x, 0),
    "trapezoid": torch.trapezoid,
}


@pytest.mark.parametrize("dtype", _EPS)
@pytest.mark.parametrize("name", _GRADIENTS)
def test_gradients(name: str, dtype: torch.dtype) -> None:
    function, shapes = _GRADIENTS[name]

    def gradients(dtype: torch.dtype) -> Any:
        tensors = [torch.ones(shape, dtype=dtype, requires_grad=True) for shape in shapes]
        return torch.autograd.grad(function(*tensors).sum(), tensors)

    for found, expected in zip(gradients(dtype), gradients(torch.float32), strict=True):
        assert found.dtype is dtype
        torch.testing.assert_close(found.float(), expected, rtol=2 * _EPS[dtype], atol=1e-2)


@pytest.mark.parametrize("dtype", _EPS)
@pytest.mark.parametrize("name", _VALUES)
def test_values(name: str, dtype: torch.dtype) -> None:
    found, expected = (_VALUES[name](torch.ones(_N, dtype=kind)) for kind in (dtype, torch.float32))
    torch.testing.assert_close(found.float(), expected, rtol=2 * _EPS[dtype], atol=1e-2)


@pytest.mark.parametrize("dtype", _EPS)
@pytest.mark.parametrize("number", [torch.tensor(100_000), torch.tensor(1e5), 1e5, 100_000], ids=repr)
def test_numbers_are_not_rounded_to_half_precision(number: Any, dtype: torch.dtype) -> None:
    """Neither for the result nor for the gradient, recorded or by a transform."""
    def quotient(x: Any) -> Any:
        return x / number

    x = torch.ones(2, dtype=dtype, requires_grad=True)
    small = torch.full((2,), 1e-5).to(dtype)
    for create_graph in (False, True):
        found = torch.autograd.grad(quotient(x), x, torch.ones_like(x), create_graph=create_graph)[0]
        torch.testing.assert_close(found.detach(), small)
    torch.testing.assert_close(torch.func.grad(lambda x: quotient(x).sum())(x.detach()), small)
    torch.testing.assert_close((small * number).float(), torch.ones(2), rtol=2 * _EPS[dtype], atol=0)
