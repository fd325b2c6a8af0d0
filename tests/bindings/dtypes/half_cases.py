"""Half precision: expressions that test_half.py checks, and the recorder of PyTorch's results.

`python tests/bindings/dtypes/half_cases.py` needs PyTorch 2.13 and writes half.json next to this file: the bits of each result.
"""
from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

REFERENCE = Path(__file__).with_name("half.json")
DTYPES = ("float16", "bfloat16")
NUMBERS = (0.1, 1 / 3, 2.3, -0.6)


def slope(T: Any, x: Any, function: Callable[[Any], Any]) -> Any:
    """What the cotangent x brings to the argument, x turned round."""
    argument = x.flip(0).requires_grad_()
    out = function(argument)
    return T.autograd.grad(out, argument, x.expand_as(out))[0]


#: Functions of torch, a tensor of 32 elements (whole vectors of the CPU: PyTorch rounds a remainder in other places) and a number.
CASES: dict[str, Callable[[Any, Any, float], Any]] = {
    "add": lambda T, x, v: x + v,
    "add number first": lambda T, x, v: v + x,
    "add alpha": lambda T, x, v: x.add(x.flip(0), alpha=v),
    "sub alpha": lambda T, x, v: x.sub(x.flip(0), alpha=v),
    "add_": lambda T, x, v: x.clone().add_(v),
    "sub": lambda T, x, v: x - v,
    "mul": lambda T, x, v: x * v,
    "mul number first": lambda T, x, v: v * x,
    "mul_": lambda T, x, v: x.clone().mul_(v),
    "mul 0-d": lambda T, x, v: x * T.tensor(v, dtype=T.float64),
    "mul tensor": lambda T, x, v: x * x.flip(0),
    "div": lambda T, x, v: x / v,
    "div_": lambda T, x, v: x.clone().div_(v),
    "div 0-d": lambda T, x, v: x / T.tensor(v),
    "number divided": lambda T, x, v: v / x,
    "floor_divide": lambda T, x, v: x // v,
    "div trunc": lambda T, x, v: x.div(v, rounding_mode="trunc"),
    "remainder": lambda T, x, v: x % v,
    "fmod": lambda T, x, v: x.fmod(v),
    "square": lambda T, x, v: x**2,
    "addcmul": lambda T, x, v: x.addcmul(x, x.flip(0), value=v),
    "addcdiv": lambda T, x, v: x.addcdiv(x, x.flip(0), value=v),
    "lerp": lambda T, x, v: x.lerp(x.flip(0), abs(v) / 3),
    "clamp": lambda T, x, v: x.clamp(-abs(v), abs(v)),
    "leaky_relu": lambda T, x, v: T.nn.functional.leaky_relu(x, v),
    "elu": lambda T, x, v: T.nn.functional.elu(x, v),
    "softplus": lambda T, x, v: T.nn.functional.softplus(x, abs(v)),
    "glu": lambda T, x, v: T.nn.functional.glu(x),
    "gelu tanh": lambda T, x, v: T.nn.functional.gelu(x, approximate="tanh"),
    "silu": lambda T, x, v: T.nn.functional.silu(x),
    "mish": lambda T, x, v: T.nn.functional.mish(x),
    "sigmoid": lambda T, x, v: x.sigmoid(),
    "logit": lambda T, x, v: (x.abs() / 4).logit(),
    "logit eps": lambda T, x, v: (x.abs() / 4).logit(0.1),
    "bce with logits": lambda T, x, v: T.nn.functional.binary_cross_entropy_with_logits(x, x.abs() / 4, reduction="none"),
    "mean": lambda T, x, v: (x + v).mean(),
    "mean over a dimension": lambda T, x, v: x.reshape(4, 8).mean(1),
    "mean of many": lambda T, x, v: T.full((100_000,), abs(v), dtype=x.dtype).mean(),
    "sum": lambda T, x, v: x.sum(),
    "cumsum": lambda T, x, v: x.cumsum(0),
    "cumsum of many": lambda T, x, v: T.full((5_000,), abs(v), dtype=x.dtype).cumsum(0)[::100],
    "cumprod": lambda T, x, v: (x.abs() + 0.5).cumprod(0),
    "var": lambda T, x, v: x.var(),
    "std": lambda T, x, v: x.std(),
    "norm": lambda T, x, v: x.norm(),
    "slope of silu": lambda T, x, v: slope(T, x, T.nn.functional.silu),
    "slope of sigmoid": lambda T, x, v: slope(T, x, T.sigmoid),
    "slope of tanh": lambda T, x, v: slope(T, x, T.tanh),
    "slope of gelu": lambda T, x, v: slope(T, x, T.nn.functional.gelu),
    "slope of softplus": lambda T, x, v: slope(T, x, lambda x: T.nn.functional.softplus(x, abs(v))),
    "slope of hardswish": lambda T, x, v: slope(T, x, T.nn.functional.hardswish),
    "slope of elu": lambda T, x, v: slope(T, x, lambda x: T.nn.functional.elu(x, abs(v))),
    "slope of selu": lambda T, x, v: slope(T, x, T.selu),
    "slope of celu": lambda T, x, v: slope(T, x, lambda x: T.celu(x, abs(v))),
    "slope of a bias": lambda T, x, v: T.autograd.grad(
        (bias := T.zeros(4, dtype=x.dtype, requires_grad=True)) + x.reshape(8, 4), bias, x.reshape(8, 4) * v)[0],
    "slope of a column": lambda T, x, v: T.autograd.grad(
        (column := T.zeros(2, 1, dtype=x.dtype, requires_grad=True)) * x.reshape(2, 16), column, x.reshape(2, 16) * v)[0],
    "linear": lambda T, x, v: T.nn.functional.linear(x.reshape(4, 8), x.reshape(4, 8), x[:4] * v),
    "to and fro": lambda T, x, v: (x.double() + 1e-9).to(x.dtype),
    "just below the middle": lambda T, x, v: T.tensor([1.07763671875 - 1e-12] * 2, dtype=x.dtype),
}

#: Where PyTorch rounds intermediate results of its vector code in places that depend on the op: units in the last place allowed.
ROUNDED = {"gelu tanh": 1}


def draw(torch: Any, position: int, dtype: str) -> Any:
    """The tensor of a case."""
    values = np.random.default_rng(position).uniform(-3, 3, 32).astype(np.float32)
    return torch.from_numpy(values).to(getattr(torch, dtype))


def bits(torch: Any, t: Any) -> list[Any]:
    """The dtype and the bits of a half-precision tensor."""
    return [str(t.dtype).removeprefix("torch."), t.contiguous().view(torch.int16).reshape(-1).tolist()]


def results(torch: Any) -> dict[str, Any]:
    """The outcome of every case, by name, dtype and number."""
    return {f"{name}/{dtype}/{i}": bits(torch, case(torch, draw(torch, i, dtype), number)) for name, case in CASES.items()
            for dtype in DTYPES for i, number in enumerate(NUMBERS)}


if __name__ == "__main__":
    import importlib

    found = results(importlib.import_module("torch"))
    lines = [f"{json.dumps(key)}:{json.dumps(value, separators=(',', ':'))}" for key, value in found.items()]
    REFERENCE.write_text("{\n" + ",\n".join(lines) + "\n}\n")
