"""Warnings: which calls warn, of what, and how often."""
from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

#: How much of a text is compared: what programs match on comes first.
_BEGINNING = 60


def _with_warnings(call: Any) -> Any:
    """The warnings of two calls in a row."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        for _ in range(2):
            call()
    return [(w.category.__name__, str(w.message).partition(" (Triggered")[0][:_BEGINNING], w.filename == __file__) for w in seen]


def out_of_another_size(torch: Any) -> Iterator[Any]:
    """An `out` of another size that is not empty is resized with a warning, by most functions."""
    x = torch.ones(3)
    yield _with_warnings(lambda: torch.add(x, x, out=torch.ones(2)))
    yield _with_warnings(lambda: torch.add(x, x, out=torch.ones(0)))
    yield _with_warnings(lambda: torch.cat([x, x], out=torch.ones(2)))
    yield _with_warnings(lambda: torch.mm(x[None], x[:, None], out=torch.ones(2)))
    yield _with_warnings(lambda: torch.sort(x, out=(torch.ones(2), torch.ones(2, dtype=torch.int64))))
    yield _with_warnings(lambda: torch.linalg.inv(torch.eye(2), out=torch.ones(3)))
    yield _with_warnings(lambda: torch.arange(3, out=torch.ones(2)))
    yield _with_warnings(lambda: torch.amax(x, 0, out=torch.ones(3)))
    yield _with_warnings(lambda: torch.add(x, x, out=torch.ones(1, 3)))


def too_few_for_a_variance(torch: Any) -> Iterator[Any]:
    """Variances with no degree of freedom left warn at every call."""
    for name in ("std", "var", "std_mean", "var_mean"):
        f = getattr(torch, name)
        yield (_with_warnings(lambda f=f: f(torch.ones(1))), _with_warnings(lambda f=f: f(torch.ones(1, 2), 0)),
               _with_warnings(lambda f=f: f(torch.ones(2))))
        yield _with_warnings(lambda f=f: f(torch.ones(2, 2), 1, correction=3)), _with_warnings(lambda f=f: f(torch.ones(1), unbiased=False))
    yield _with_warnings(lambda: torch.tensor(1.0).std())


def said_once(torch: Any) -> Iterator[Any]:
    """Warnings usually given once, seen with `set_warn_always`: old functions and complex parts dropped."""
    x, m = torch.ones(3), torch.eye(2)
    torch.set_warn_always(True)
    try:
        for call in (lambda: torch.cross(torch.ones(2, 3), torch.ones(2, 3)), lambda: torch.chain_matmul(m, m), lambda: torch.qr(m),
                     lambda: torch.cholesky(m), lambda: torch.triangular_solve(m, m),
                     lambda: x.index_reduce_(0, torch.tensor([0]), torch.ones(1), "prod"),
                     lambda: torch.lu_solve(torch.ones(2, 1), m, torch.tensor([1, 2], dtype=torch.int32)),
                     lambda: torch.searchsorted(torch.ones(4)[::2], torch.ones(6)[::2]),
                     lambda: torch.ones(2).copy_(torch.tensor(1j)), lambda: torch.ones(2, dtype=torch.complex64).to(torch.float32),
                     lambda: torch.ones(2).__setitem__(0, torch.tensor(1j)),
                     lambda: torch.ones(2).__setitem__(slice(1, 1), torch.ones(0, dtype=torch.complex64)),
                     lambda: torch.nn.functional.conv1d(torch.ones(1, 1, 3), torch.ones(1, 1, 2), padding="same"),
                     lambda: torch.istft(torch.ones(3, 4) + 0j, 4, window=torch.ones(4), length=8)):
            yield [entry[:2] for entry in _with_warnings(call)[:2]]
    finally:
        torch.set_warn_always(False)


def dropped_channels(torch: Any) -> Iterator[Any]:
    """Which input dimensions make the channel dropouts warn."""
    F = torch.nn.functional
    for f, shapes in ((F.dropout1d, ((2, 2), (2, 2, 2))), (F.dropout2d, ((2, 2), (2, 2, 2), (2, 2, 2, 2))),
                      (F.dropout3d, ((2, 2, 2), (2, 2, 2, 2), (1, 1, 1, 1, 1)))):
        yield [[entry[:2] for entry in _with_warnings(lambda f=f, s=shape: f(torch.ones(s)))] for shape in shapes]


def old_arguments(torch: Any) -> Iterator[Any]:
    """Warnings about old arguments and functions, and which of them come at every call."""
    yield [entry[:2] for entry in _with_warnings(lambda: torch.nn.functional.gumbel_softmax(torch.ones(3), eps=1e-5))]
    yield [entry[:2] for entry in _with_warnings(lambda: torch.profiler.profile(use_cuda=False))]
    yield [entry[:2] for entry in _with_warnings(lambda: torch.distributions.Normal(0.0, 1.0).sample_n(2))]
    yield _with_warnings(lambda: torch.range(0, 3)), _with_warnings(lambda: (torch.ones(2, requires_grad=True) * 2).grad)
    yield [entry[:2]
           for entry in _with_warnings(lambda: torch.ones(3).view(3, 1).expand(3, 3).masked_fill_(torch.ones(3, 3, dtype=torch.bool), 2))]
    yield [entry[:2] for entry in _with_warnings(lambda: torch.ones(3)[torch.tensor([1, 0, 1], dtype=torch.uint8)])]
