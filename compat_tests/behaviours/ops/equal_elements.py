"""Which of equal elements `topk` names, and in which order: in routers, searches and neighbours of grids there are many."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def _pseudo_random_integers(torch: Any, rows: int, length: int, most: int) -> Any:
    """Whole numbers below `most` that look random and are the same everywhere."""
    return (torch.arange(rows * length, dtype=torch.int64) * 7919 % 10007 % most).view(rows, length)


def few(torch: Any) -> Iterator[Any]:
    """Which of equal elements topk picks in short rows, for the largest and the smallest."""
    for x, k in ((torch.zeros(2, 4), 2), (torch.zeros(5), 5), (torch.ones(20), 3), (torch.zeros(3), 0)):
        yield tuple(x.topk(k)), tuple(x.topk(k, largest=False))
    for length in (2, 3, 4, 7, 17, 40):
        x = _pseudo_random_integers(torch, 3, length, 3)
        for k in {1, 2, length // 2, length - 1, length}:
            yield length, k, tuple(x.topk(k)), x.double().topk(k, largest=False).indices


def many(torch: Any) -> Iterator[Any]:
    """Which of equal elements topk picks in long rows, for few and for many wanted."""
    for length, ks in ((128, (1, 2, 3, 40)), (300, (4, 5, 299)), (5000, (1, 78, 79, 2500))):
        for most in (2, 50, 1000):
            x = _pseudo_random_integers(torch, 2, length, most)
            for k in ks:
                for largest in (True, False):
                    places = x.topk(k, largest=largest).indices
                    yield length, most, k, largest, places[:, :12], places.mul(torch.arange(1, k + 1)).sum(1)


def dtypes_and_dimensions(torch: Any) -> Iterator[Any]:
    """Which of equal elements topk picks in each dtype and along each dimension."""
    x = _pseudo_random_integers(torch, 6, 35, 4)
    for dtype in (torch.uint8, torch.int32, torch.float16, torch.bfloat16, torch.float32):
        yield tuple(x.to(dtype).topk(5)), x.to(dtype).topk(5, largest=False).indices
    y = x.view(6, 5, 7)
    for dim in (0, 1, 2):
        yield tuple(y.topk(3, dim)), y.transpose(0, 2).topk(2, dim).indices


def not_numbers(torch: Any) -> Iterator[Any]:
    """Where NaN, infinities and negative zeros come among equal elements in topk."""
    x = _pseudo_random_integers(torch, 4, 30, 3).double()
    x[x == 2] = float("nan")
    x[0, :5] = -0.0
    x[1, 3], x[2, 4] = float("inf"), -float("inf")
    for k in (1, 2, 5, 12, 30):
        yield tuple(x.topk(k)), tuple(x.topk(k, largest=False))


def routed(torch: Any) -> Iterator[Any]:
    """Experts chosen by a router that starts from zero, and the gradient of their scores."""
    scores = torch.zeros(3, 8, requires_grad=True)
    weights, experts = scores.softmax(-1).topk(2, -1)
    (weights * torch.arange(1.0, 3.0)).sum().backward()
    yield experts, scores.grad


def sorted_without_stability(torch: Any) -> Iterator[Any]:
    """The order of equal elements in sort and argsort with and without stability."""
    for length, most in ((16, 3), (17, 2), (40, 7), (100, 50), (1000, 30)):
        x = _pseudo_random_integers(torch, 2, length, most)
        for dtype in (torch.int64, torch.bool, torch.bfloat16, torch.float32):
            for descending in (False, True):
                y = x.to(dtype)
                places = y.sort(descending=descending).indices
                yield length, dtype, descending, places[:, :12], places.mul(torch.arange(1, length + 1)).sum(1)
                yield y.t().argsort(0, descending)[:5], y.sort(stable=True, descending=descending).indices[0, :12]


def sorted_in_large(torch: Any) -> Iterator[Any]:
    """However many they are; whole numbers of one long row in ascending order PyTorch sorts by their digits."""
    for rows, length in ((1, 3000), (60, 100), (3, 2500), (1, 32767), (1, 32768), (1, 50000), (2, 33000)):
        x = _pseudo_random_integers(torch, rows, length, 30)
        factor = torch.arange(1, length + 1)
        for dtype in (torch.int64, torch.uint8, torch.float32, torch.bool):
            y = x.to(dtype)
            y = y[0] if rows == 1 else y
            for descending in (False, True):
                yield length, dtype, descending, y.sort(descending=descending).indices.mul(factor).sum(-1)
            if dtype != torch.bool:
                for k in (2, length // 3, length):
                    yield k, y.topk(k).indices.mul(factor[:k]).sum(-1), y.topk(k, largest=False).indices.mul(factor[:k]).sum(-1)
        yield x.t().sort(0).indices.mul(factor[:, None]).sum(0), x.topk(length // 2, 0 if rows == length else 1).indices[:, :9]


def lengths_of_sequences(torch: Any) -> Iterator[Any]:
    """In which order sequences of equal length are packed, and NaN among equal numbers is sorted."""
    lengths = _pseudo_random_integers(torch, 1, 40, 6)[0] + 1
    packed = torch.nn.utils.rnn.pack_padded_sequence(torch.arange(280.0).view(40, 7), lengths, batch_first=True, enforce_sorted=False)
    yield packed.sorted_indices, packed.unsorted_indices, packed.batch_sizes, packed.data[:40]
    x = torch.where(_pseudo_random_integers(torch, 1, 50, 3)[0] == 1, float("nan"), lengths.repeat(2)[:50] / 2)
    yield x.sort().indices, x.argsort(descending=True)
