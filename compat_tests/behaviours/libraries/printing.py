"""Printed tensors, character for character."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def numbers(torch: Any) -> Iterator[Any]:
    """repr of floats: decimals, scientific notation or a bare point by their range, inf and nan, and float64 by name."""
    inf, nan = float("inf"), float("nan")
    for values in (
        [1.0, 2.0],
        [1.5, 2.25],
        [0.001, 1000.0],
        [1e-8, 1.0],
        [1e10, 1.0],
        [inf, nan, 1.0],
        [inf, -inf],
        [0.0, -0.0],
        [1e-20],
        [123456.789],
        [1.0, 1e8],
        [1e38, 1e-38],
        [3.0],
        [100000.0],
        [99999.5],
        [1e5, 0.1],
        [nan],
        [0.1 + 0.2],
        [2.0**24, 2.0**24 + 1],
    ):
        yield repr(torch.tensor(values)), str(torch.tensor(values, dtype=torch.float64)), repr(torch.tensor(values[0]))


def integers(torch: Any) -> Iterator[Any]:
    """repr of integers aligns columns; int64 shows its dtype only when empty, uint8 and int8 always."""
    for values in ([1, 2, 3], [-10, 5], [1000000, 1], [[1, -2], [33, 444]], [2**62, -1], []):
        yield repr(torch.tensor(values)), repr(torch.tensor(values, dtype=torch.int64)), repr(torch.tensor(values, dtype=torch.float64))
    yield (
        repr(torch.tensor([1, 2], dtype=torch.uint8)),
        repr(torch.tensor([True, False])),
        repr(torch.tensor(True)),
        repr(torch.tensor(3, dtype=torch.int8)),
    )


def complex_numbers(torch: Any) -> Iterator[Any]:
    """repr of complex numbers formats real and imaginary parts apart, and names complex128 as dtype."""
    for values in ([1 + 2j], [1.5 - 2j, 0j], [1e10 + 1j], [complex("nan"), complex("inf")], [1e-6 + 1j, 1j]):
        yield repr(torch.tensor(values)), repr(torch.tensor(values, dtype=torch.complex128)), repr(torch.tensor(values[0]))


def shapes(torch: Any) -> Iterator[Any]:
    """repr by shape: the size of empty tensors, nested brackets, folded lines, and dots in tensors of over 1000 elements."""
    yield (
        repr(torch.zeros(0)),
        repr(torch.zeros(2, 0)),
        repr(torch.zeros(0, 3, dtype=torch.int64)),
        repr(torch.zeros(2, 2, 2)),
        repr(torch.zeros(1, 1, 1, 1)),
    )
    yield (
        repr(torch.arange(2000)),
        repr(torch.arange(10000.0).reshape(100, 100)),
        repr(torch.zeros(20, 20, 20)),
        repr(torch.arange(1001).reshape(7, 11, 13)),
    )
    yield (
        repr(torch.arange(24.0).reshape(2, 3, 2, 2)),
        repr(torch.ones(3, 400)),
        repr(torch.arange(40.0)),
        repr(torch.arange(40).reshape(2, 20)),
    )


def autograd_suffixes(torch: Any) -> Iterator[Any]:
    """repr ends in requires_grad=True for leaves and in grad_fn=<...> for results; a Parameter has a line more in front."""
    x = torch.ones(2, requires_grad=True)
    yield repr(x), repr(x * 2), repr((x * 2).sum()), repr(x.detach()), repr(x.double()), repr(torch.nn.Parameter(torch.ones(2))), repr(x[0])
    yield repr(torch.zeros(2, 0, requires_grad=True)), repr(torch.ones(30, requires_grad=True) * 1.5)


def formatted(torch: Any) -> Iterator[Any]:
    """Format specs work on tensors of one element; how sizes, dtypes, devices, finfo and named results print."""
    yield (
        f"{torch.tensor(1.23456):.2f}",
        f"{torch.tensor(3)}",
        f"{torch.tensor([1.0])}",
        format(torch.tensor(2.5)),
        f"{torch.tensor(7):>5d}",
    )
    print(torch.tensor([1.0, 2.0]), torch.Size([2, 3]), torch.float32, torch.device("cpu"), torch.strided)
    yield (
        repr(torch.Size([2, 3])),
        repr(torch.float32),
        repr(torch.device("cpu")),
        repr(torch.device("cpu", 0)),
        repr(torch.contiguous_format),
    )
    yield (
        repr(torch.finfo(torch.float32)),
        repr(torch.iinfo(torch.int8)),
        repr(torch.Generator().device),
        repr(torch.max(torch.ones(2, 2), 0)),
    )


def options(torch: Any) -> Iterator[Any]:
    """set_printoptions: what precision, sci_mode, threshold, edgeitems, linewidth and profile change in repr."""
    x = torch.tensor([1234.56789, 1e-5, 3.0])
    big = torch.arange(100.0).reshape(10, 10)
    for settings in (
        {"precision": 2},
        {"sci_mode": True},
        {"sci_mode": False},
        {"threshold": 20, "edgeitems": 1},
        {"linewidth": 40},
        {"profile": "short"},
        {"profile": "full"},
    ):
        torch.set_printoptions(**settings)
        yield repr(x), repr(big), repr(torch.arange(30))
        torch.set_printoptions(profile="default", sci_mode=None)


def half_types(torch: Any) -> Iterator[Any]:
    """repr of float16 names its dtype; what is out of proportion is in scientific notation, 1e-7 as 1.1921e-07."""
    yield repr(torch.tensor([1.5, 0.1], dtype=torch.float16)), repr(torch.tensor([1e-7, 65504.0], dtype=torch.float16))
    # PyTorch: ('tensor([1.5000, 0.1000], dtype=torch.float16)', 'tensor([1.1921e-07, 6.5504e+04], dtype=torch.float16)')


def modules(torch: Any) -> Iterator[Any]:
    """repr of modules nests their parts with their arguments; repr of optimizers lists the options of each group."""
    nn = torch.nn
    yield repr(nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Conv2d(1, 2, 3, padding=1), nn.BatchNorm1d(3), nn.Dropout(0.1)))
    yield repr(nn.LSTM(2, 3)), repr(nn.Embedding(3, 2)), repr(nn.ModuleList([nn.Identity()])), repr(nn.TransformerEncoderLayer(4, 2, 8))
    yield repr(torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=0.1)), repr(torch.optim.Adam([torch.nn.Parameter(torch.ones(1))]))
