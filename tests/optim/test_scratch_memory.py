"""The scratch memory of optimizers: large blocks of all shapes share it, and steps follow the formula."""
from __future__ import annotations

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat.optim import _kernels

SHAPES = [(300, 700), (700, 300), (2, 3, 20000), (_kernels.BLOCK + 5,), (2, _kernels.BLOCK + 5), (7,), (200, 200)]


def test_large_blocks_share_their_memory() -> None:
    parameters = [torch.nn.Parameter(torch.ones(shape)) for shape in SHAPES]
    optimizer = torch.optim.Adam(parameters)
    for p in parameters:
        p.grad = torch.ones_like(p)
    optimizer.step()
    works = [w for w in optimizer._pool.values() if isinstance(w, _kernels.Workspace)]
    shared = [w for w in works if _kernels._SEPARATE_WORKSPACE_SIZE < w.a.size <= _kernels.BLOCK]
    assert len(shared) > 3 and all(np.shares_memory(w.a, shared[0].a) for w in shared)
    assert not any(np.shares_memory(x, y) for w in works for x, y in ((w.a, w.b), (w.b, w.c), (w.a, w.c)))


def test_steps_of_large_parameters() -> None:
    generator = np.random.default_rng(0)
    values = [(generator.standard_normal(s).astype(np.float32), generator.standard_normal(s).astype(np.float32)) for s in SHAPES]
    parameters = [torch.nn.Parameter(torch.from_numpy(p.copy())) for p, _ in values]
    for parameter, (_, g) in zip(parameters, values, strict=True):
        parameter.grad = torch.from_numpy(g)
    optimizer = torch.optim.SGD(parameters, lr=0.1, momentum=0.9, weight_decay=0.01)
    optimizer.step()
    optimizer.step()
    for parameter, (p, g) in zip(parameters, values, strict=True):
        velocity = g + 0.01 * p
        first = p - 0.1 * velocity
        velocity = 0.9 * velocity + (g + 0.01 * first)
        np.testing.assert_allclose(parameter.detach().numpy(), first - 0.1 * velocity, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW", "NAdam", "RAdam", "Adamax", "Adagrad", "Adadelta", "ASGD", "RMSprop", "Rprop"])
def test_a_second_step_makes_none(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[int, ...]] = []
    new = _kernels.Workspace.__init__
    monkeypatch.setattr(_kernels.Workspace, "__init__", lambda self, shape, *more: (made.append(shape), new(self, shape, *more))[1])
    parameters = [torch.nn.Parameter(torch.ones(shape)) for shape in ((7,), (2, 3), (), *SHAPES[:2])]
    optimizer = getattr(torch.optim, name)(parameters, lr=0.1)
    for p in parameters:
        p.grad = torch.ones_like(p)
    optimizer.step()
    assert made
    made.clear()
    optimizer.step()
    assert not made
