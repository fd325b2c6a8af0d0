"""Every optimizer and schedule takes PyTorch's steps (recorded by tests/data/recorders/programs/optim.py)."""
from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat import optim
from tests.optim import cases

DATA = Path(__file__).parent.parent / "data"
# One fused multiply-add of PyTorch's against two roundings of ours, per step; float64 shows that the formulas agree.
TOLERANCE = {"float32": 4e-7, "complex64": 4e-7, "float64": 1e-14}


@pytest.fixture(scope="module")
def recorded():
    with np.load(DATA / "optim.npz") as data:
        return dict(data)


SCHEDULED = json.loads((DATA / "lr_scheduler.json").read_text())


def as_parameters(arrays):
    return [torch.tensor(x, requires_grad=True) for x in arrays]


def run(name, dtype, steps=None):
    kind, options = cases.OPTIMIZERS[name]
    start, gradients = cases.values(name, dtype)
    params = as_parameters(start)
    optimizer = getattr(optim, kind)(params, **options)
    trace = []
    for step in gradients[:steps]:
        for p, g in zip(params, step):
            p.grad = torch.tensor(g)
        optimizer.step()
        trace.append(np.concatenate([p.detach().numpy().ravel() for p in params]))
    return params, optimizer, np.array(trace)


ALL = [(name, dtype) for name in cases.OPTIMIZERS for dtype in ("float32", "float64")]
ALL += [(name, "complex64") for name in cases.COMPLEX]


@pytest.mark.parametrize("name, dtype", ALL)
def test_steps(recorded, name, dtype):
    params, _, trace = run(name, dtype)
    expected = recorded[f"{name}/{dtype}/trace"]
    assert trace.dtype == expected.dtype
    tolerance = TOLERANCE[dtype]
    np.testing.assert_allclose(trace, expected, rtol=tolerance, atol=tolerance)
    assert all(p._version >= cases.STEPS for p in params)  # how often exactly, the behaviours of optimizer_steps compare


@pytest.mark.parametrize("name, dtype", [case for case in ALL if case[1] != "float64"])
def test_state(recorded, name, dtype):
    params, optimizer, _ = run(name, dtype)
    prefix = f"{name}/{dtype}/state/"
    expected = {key.removeprefix(prefix): value for key, value in recorded.items() if key.startswith(prefix)}
    assert list(optimizer.state.get(params[0], {})) == list(expected)
    for key, value in expected.items():
        mine = np.concatenate([optimizer.state[p][key].numpy().ravel() for p in params if key in optimizer.state[p]])
        assert mine.dtype == value.dtype
        np.testing.assert_allclose(mine, value, rtol=1e-6, atol=1e-6)


def rosenbrock(x):
    """The value and gradient of the function whose minimum is looked for."""
    rise, rest = x[1:] - x[:-1] ** 2, 1 - x[:-1]
    grad = np.zeros_like(x)
    grad[1:] += 200 * rise
    grad[:-1] -= 400 * rise * x[:-1] + 2 * rest
    return np.sum(100 * rise**2 + rest**2), grad


@pytest.mark.parametrize("name", cases.LBFGS)
def test_lbfgs(recorded, name):
    x = torch.tensor([-1.2, 1.0, 0.5, -0.3], dtype=torch.float64, requires_grad=True)
    optimizer = optim.LBFGS([x], **cases.LBFGS[name])

    def closure():
        loss, grad = rosenbrock(x.detach().numpy())
        x.grad = torch.tensor(grad)
        return torch.tensor(float(loss), dtype=torch.float64)

    trace = []
    for _ in range(4):
        loss = optimizer.step(closure)
        trace.append([*x.tolist(), loss.item()])
    np.testing.assert_allclose(trace, recorded[f"lbfgs/{name}"], rtol=1e-7)


@pytest.mark.parametrize("options", range(len(cases.SEARCHES)))
@pytest.mark.parametrize("landscape", cases.LANDSCAPES)
def test_lbfgs_searches(recorded, landscape, options):
    for start, expected in zip(cases.search_starts(landscape), recorded[f"searches/{landscape}"][options], strict=True):
        trace = cases.run_search(torch, landscape, cases.SEARCHES[options], start)
        np.testing.assert_allclose(trace, expected, rtol=1e-6, atol=1e-9)


def sgd():
    first, second = as_parameters([np.zeros(1, np.float32), np.zeros(1, np.float32)])
    return optim.SGD([{"params": [first]}, {"params": [second], "lr": 0.05}], lr=0.1, momentum=0.9)


def resumed_sgd():
    group = {"params": as_parameters([np.zeros(1, np.float32)]), "initial_lr": 1.0}
    return optim.SGD([group], lr=0.7, momentum=0.9)


@pytest.mark.filterwarnings("ignore:Detected call")
@pytest.mark.parametrize("name", cases.SCHEDULES)
def test_schedule(name):
    rows = cases.run_schedule(sgd(), cases.SCHEDULES[name], optim.lr_scheduler)
    np.testing.assert_allclose(rows, SCHEDULED["schedules"][name], rtol=1e-15)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", cases.SCHEDULES)
def test_schedule_sent_to_an_epoch(name):
    rows, expected = cases.run_jumps(sgd(), cases.SCHEDULES[name], optim.lr_scheduler), SCHEDULED["jumps"][name]
    assert [row for row in rows if isinstance(row, str)] == [row for row in expected if isinstance(row, str)]
    for row, wanted in zip(rows, expected, strict=True):
        if not isinstance(row, str):
            np.testing.assert_allclose(row, wanted, rtol=1e-12)


@pytest.mark.parametrize("name", cases.RESUME)
def test_resumed_schedule(name):
    rows = cases.run_schedule(resumed_sgd(), cases.RESUME[name], optim.lr_scheduler)
    np.testing.assert_allclose(rows, SCHEDULED["resumed"][name], rtol=1e-15)


@pytest.mark.parametrize("i", range(len(cases.PLATEAU)))
def test_plateau(i):
    rows = cases.run_plateau(sgd(), cases.PLATEAU[i], optim.lr_scheduler)
    np.testing.assert_allclose(rows, SCHEDULED["plateau"][i], rtol=1e-15)


def test_adafactor_with_a_floor_of_its_own() -> None:
    parameter = torch.nn.Parameter(torch.tensor([1.0, 2.0, 3.0]))
    optimizer = torch.optim.Adafactor([parameter], lr=0.1, eps=(0.5, 1e-3))
    parameter.grad = torch.tensor([1e-3, 2e-3, 1.0])
    optimizer.step()
    torch.testing.assert_close(parameter.data, torch.tensor([0.9996, 1.9991, 2.7840]), rtol=0, atol=5e-5)
