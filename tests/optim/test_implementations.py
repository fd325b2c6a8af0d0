"""All implementations of an optimizer (foreach, fused and the like) take the steps of PyTorch's loop over parameters, with every option."""
from __future__ import annotations

import inspect
import io
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from tests.many_cases import for_each
from tests.optim import cases

DATA = Path(__file__).parent.parent / "data"
with np.load(DATA / "optim.npz") as recorded:
    TRACES = {key: value for key, value in dict(recorded).items() if key.endswith("/trace")}


def _parameters_after_steps(name: str, dtype: str, way: str) -> Any:
    """The parameters after each step, and the state of each in the end."""
    kind, options = cases.OPTIMIZERS[name]
    start, gradients = cases.values(name, dtype)
    options = dict(options)
    if way == "tensor rate":
        options["lr"] = torch.tensor(options["lr"], dtype=torch.float64)
    elif way in ("foreach", "fused", "differentiable"):
        options[way] = True
    elif way == "no foreach":
        options["foreach"] = False
    make = getattr(torch.optim, kind)
    params: list[Any] = [torch.nn.Parameter(torch.tensor(x)) for x in start]
    if way == "groups":
        optimizer = make([{"params": [p], **options} for p in params])
    else:
        optimizer = make(params, **options)
    if way == "differentiable":
        params = optimizer.param_groups[0]["params"] = [p.clone() for p in params]
    trace = []
    for k, step in enumerate(gradients):
        for p, g in zip(params, step):
            p.grad = torch.tensor(g)
        if way == "closure":
            optimizer.step(lambda: torch.tensor(1.0))
        else:
            optimizer.step()
        trace.append(np.concatenate([p.detach().numpy().ravel() for p in params]))
        if way == "resumed" and k % 3 == 1:
            file = io.BytesIO()
            torch.save(optimizer.state_dict(), file)
            params = [torch.nn.Parameter(p.detach().clone()) for p in params]
            optimizer = make(params, lr=0.7)
            optimizer.load_state_dict(torch.load(io.BytesIO(file.getvalue())))
    states = [optimizer.state[p] for p in params if optimizer.state.get(p)]
    return np.array(trace), [{key: np.asarray(value.detach().numpy() if isinstance(value, torch.Tensor) else value)
                              for key, value in state.items() if value is not None} for state in states]


@cache
def _plain(name: str, dtype: str) -> Any:
    return _parameters_after_steps(name, dtype, "")[1]


def _cases() -> list[tuple[str, str, str]]:
    found = []
    for name, (kind, _) in cases.OPTIMIZERS.items():
        parameters = inspect.signature(getattr(torch.optim, kind)).parameters
        for way in ("differentiable", "foreach", "no foreach", "fused", "tensor rate", "groups", "closure", "resumed"):
            if way in ("differentiable", "foreach", "fused") and way not in parameters:
                continue
            if way == "no foreach" and "foreach" not in parameters or way == "tensor rate" and kind == "Adafactor":
                continue
            found.append((name, "float64", way))
            if name in cases.COMPLEX and way != "fused":
                found.append((name, "complex64", way))
    return found


@pytest.mark.filterwarnings("ignore:The .grad attribute of a Tensor that is not a leaf:UserWarning")
@for_each(_cases())
def test_every_way_takes_the_same_steps(name: str, dtype: str, way: str) -> None:
    single = dtype == "complex64" or way in ("differentiable", "tensor rate") or way == "resumed" and name.startswith("nadam")
    tolerance = 1e-6 if single else 1e-14  # counts, rates and products in single precision
    trace, states = _parameters_after_steps(name, dtype, way)
    np.testing.assert_allclose(trace, TRACES[f"{name}/{dtype}/trace"], rtol=tolerance, atol=tolerance)
    for mine, plain in zip(states, _plain(name, dtype), strict=True):
        assert list(mine) == list(plain)
        for key, value in mine.items():
            np.testing.assert_allclose(value, plain[key], rtol=1e-6, atol=1e-6, err_msg=key)


SEARCHES = json.loads((DATA / "line_searches.json").read_text())


@for_each(enumerate(SEARCHES["waves"]))
def test_line_searches_over_random_waves(seed: int, expected: Any) -> None:
    """Where two steps end, what they found there, and how many evaluations they took."""
    np.testing.assert_allclose(cases.run_waves(torch, seed), expected, rtol=1e-6, atol=1e-9)


@for_each(enumerate(SEARCHES["scripts"]))
def test_line_searches_that_are_told_anything(seed: int, expected: Any) -> None:
    found = cases.run_script(torch, seed)
    assert len(found) == len(expected)
    np.testing.assert_allclose(found, np.array(expected, float), rtol=1e-8)
