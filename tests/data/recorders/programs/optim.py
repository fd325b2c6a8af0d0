"""Record steps of PyTorch's optimizers and schedules, for tests/optim: `python tests/data/recorders/programs/optim.py`."""
from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import torch

HERE = Path(__file__).parents[2]
sys.path.insert(0, str(HERE.parent / "optim"))
import cases  # noqa: E402


def run_optimizer(name: str, dtype: str) -> dict[str, np.ndarray]:
    kind, options = cases.OPTIMIZERS[name]
    start, gradients = cases.values(name, dtype)
    params = [torch.tensor(x, requires_grad=True) for x in start]
    optimizer = getattr(torch.optim, kind)(params, **options)
    trace = []
    for step in gradients:
        for p, g in zip(params, step):
            p.grad = torch.tensor(g)
        optimizer.step()
        trace.append(np.concatenate([p.detach().numpy().ravel() for p in params]))
    result = {f"{name}/{dtype}/trace": np.array(trace)}
    for key in optimizer.state[params[0]] if dtype != "float64" else ():
        values = [optimizer.state[p][key].numpy().ravel() for p in params if key in optimizer.state[p]]
        result[f"{name}/{dtype}/state/{key}"] = np.concatenate(values)
    return result


def _short(value):
    """Floats of ten digits, in whatever it is."""
    if isinstance(value, dict):
        return {key: _short(v) for key, v in value.items()}
    if isinstance(value, list):
        return [_short(v) for v in value]
    return float(f"{value:.10g}") if isinstance(value, float) else value


def rosenbrock(x: torch.Tensor) -> torch.Tensor:
    return (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum()


def run_lbfgs(options: dict) -> np.ndarray:
    x = torch.tensor([-1.2, 1.0, 0.5, -0.3], dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([x], **options)

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        loss = rosenbrock(x)
        loss.backward()
        return loss

    trace = []
    for _ in range(4):
        loss = optimizer.step(closure)
        trace.append([*x.tolist(), loss.item()])
    return np.array(trace)


def sgd() -> torch.optim.SGD:
    first, second = (torch.zeros(1, requires_grad=True) for _ in range(2))
    return torch.optim.SGD([{"params": [first]}, {"params": [second], "lr": 0.05}], lr=0.1, momentum=0.9)


def resumed_sgd() -> torch.optim.SGD:
    group = {"params": [torch.zeros(1, requires_grad=True)], "initial_lr": 1.0}
    return torch.optim.SGD([group], lr=0.7, momentum=0.9)


def main() -> None:
    arrays: dict[str, np.ndarray] = {}
    for name in cases.OPTIMIZERS:
        arrays |= run_optimizer(name, "float32") | run_optimizer(name, "float64")
    for name in cases.COMPLEX:
        arrays |= run_optimizer(name, "complex64")
    for name, options in cases.LBFGS.items():
        arrays[f"lbfgs/{name}"] = run_lbfgs(options)
    for landscape in cases.LANDSCAPES:
        starts = cases.search_starts(landscape)
        arrays[f"searches/{landscape}"] = np.array([[cases.run_search(torch, landscape, options, start) for start in starts]
                                                    for options in cases.SEARCHES])
    np.savez_compressed(HERE / "optim.npz", **arrays)
    searches = {"waves": [cases.run_waves(torch, seed) for seed in range(cases.WAVES)],
                "scripts": [cases.run_script(torch, seed) for seed in range(cases.SCRIPTS)]}
    (HERE / "line_searches.json").write_text(json.dumps(_short(searches), separators=(",", ":")))
    module = torch.optim.lr_scheduler
    schedules = {
        "schedules": {name: cases.run_schedule(sgd(), make, module) for name, make in cases.SCHEDULES.items()},
        "resumed": {name: cases.run_schedule(resumed_sgd(), make, module) for name, make in cases.RESUME.items()},
        "jumps": {name: cases.run_jumps(sgd(), make, module) for name, make in cases.SCHEDULES.items()},
        "plateau": [cases.run_plateau(sgd(), options, module) for options in cases.PLATEAU],
    }
    (HERE / "lr_scheduler.json").write_text(json.dumps(schedules))


if __name__ == "__main__":
    main()
