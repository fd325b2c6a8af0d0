"""Steps of large parameters: the same in blocks of any size and on any number of threads, bit for bit, for every optimizer."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._array.core.execution import threads
from minitorch_compat.optim import _kernels

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "SGD": [{}, {"momentum": 0.9, "nesterov": True}, {"momentum": 0.5, "dampening": 0.25, "weight_decay": 0.1, "maximize": True}],
    "Adam": [{}, {"amsgrad": True, "weight_decay": 0.1}], "AdamW": [{}, {"amsgrad": True}], "NAdam": [{"weight_decay": 0.1}], "RAdam": [{}],
    "Adamax": [{}], "Adagrad": [{"lr_decay": 0.1}], "Adadelta": [{}], "ASGD": [{"t0": 1}, {"t0": 1e6, "weight_decay": 0.1}],
    "RMSprop": [{}, {"centered": True, "momentum": 0.5}], "Rprop": [{}]}
CASES = [(name, options) for name, many in OPTIONS.items() for options in many]
SHAPES = ((7, 5), (50,), (3, 4, 5), (1, 90), (61, 1), ())


def state_after_steps(name: str, options: dict[str, Any], dtype: torch.dtype) -> list[Any]:
    """Parameters and their state after three steps, bit by bit."""
    generator = torch.Generator().manual_seed(3)
    parameters = [torch.nn.Parameter(torch.randn(shape, generator=generator, dtype=dtype)) for shape in SHAPES]
    optimizer = getattr(torch.optim, name)(parameters, lr=0.1, **options)
    for _ in range(3):
        for p in parameters:
            p.grad = torch.randn(p.shape, generator=generator, dtype=dtype)
        optimizer.step()
    states = [v for p in parameters for _, v in sorted(optimizer.state[p].items()) if isinstance(v, torch.Tensor)]
    return [t.detach().numpy().tobytes() for t in (*parameters, *states)]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.complex64], ids=str)
@pytest.mark.parametrize(("name", "options"), CASES, ids=lambda value: value if isinstance(value, str) else "-".join(value) or "plain")
def test_blocks_and_threads(name: str, options: dict[str, Any], dtype: torch.dtype, monkeypatch: pytest.MonkeyPatch) -> None:
    before = torch.get_num_threads()
    try:
        threads.set_threads(1)
        expected = state_after_steps(name, options, dtype)
        for block in (16, 24):
            monkeypatch.setattr(_kernels, "_SEPARATE_WORKSPACE_SIZE", 8)
            monkeypatch.setattr(_kernels, "BLOCK", block)
            monkeypatch.setattr(_kernels, "PARALLEL_SIZE", 8)
            for count in (1, 3):
                threads.set_threads(count)
                assert state_after_steps(name, options, dtype) == expected, (block, count)
    finally:
        torch.set_num_threads(before)


@pytest.mark.parametrize("options", [{}, {"foreach": True}, {"foreach": False}, {"maximize": True}], ids=str)
def test_the_average_begins_as_the_parameter(options: dict[str, Any]) -> None:
    """Until `t0` ASGD's average is the parameter itself, to the last bit."""
    p = torch.nn.Parameter(torch.tensor([1e8, -3.3, 1e-9, 0.7]))
    optimizer = torch.optim.ASGD([p], lr=0.37, t0=1e6, **options)
    for factor in (1.0, -5.3, 1e-3):
        p.grad = p.detach() * factor
        optimizer.step()
        assert torch.equal(optimizer.state[p]["ax"], p.detach())
