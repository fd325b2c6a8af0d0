"""In-place calls on few and many elements, with operands of every kind: the out-of-place result, cast; and its gradients."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from tests.many_cases import for_each

MANY = 3000
#: Of a shape and a dtype.
OPERANDS: dict[str, Any] = {
    "like it": lambda n, d: torch.linspace(0.5, 2, n, dtype=d), "number": lambda n, d: 1.5, "whole number": lambda n, d: 2,
    "flag": lambda n, d: True, "of numpy": lambda n, d: np.float32(0.5), "single": lambda n, d: torch.tensor(1.5, dtype=d),
    "single of another dtype": lambda n, d: torch.tensor(1.5, dtype=torch.float64), "one element": lambda n, d: torch.tensor([1.5],
    dtype=d),
    "another dtype": lambda n, d: torch.linspace(0.5, 2, n, dtype=torch.float64 if d is torch.float32 else torch.float32),
    "integers": lambda n, d: torch.arange(n) % 3 + 1, "expanded": lambda n, d: torch.tensor([1.5], dtype=d).expand(n),
    "every second": lambda n, d: torch.linspace(0.5, 2, 2 * n, dtype=d)[::2], "a view": lambda n, d: torch.linspace(0.5, 2, n, dtype=d)[:],
    "backwards": lambda n, d: torch.linspace(0.5, 2, n, dtype=d).flip(0),
    "that requires a gradient": lambda n, d: torch.linspace(0.5, 2, n, dtype=d).requires_grad_(),
    "a result": lambda n, d: torch.linspace(0.5, 2, n, dtype=d).requires_grad_() * 1, "a parameter": lambda n, d: torch.nn.Parameter(
        torch.linspace(0.5, 2, n, dtype=d)), "negative view": lambda n, d: torch.view_as_complex(torch.ones(n, 2, dtype=d)).conj().imag,
    "a number in a list": lambda n, d: [1.0], "None": lambda n, d: None, "text": lambda n, d: "a", "too short": lambda n,
    d: torch.ones(2, dtype=d),
    "two rows": lambda n, d: torch.ones(2, n, dtype=d), "meta": lambda n, d: torch.ones(n, dtype=d, device="meta"),
}
CALLS = ("add", "sub", "mul", "div", "pow", "fmod", "remainder", "atan2", "clamp_min", "clamp_max", "hypot", "copysign", "floor_divide",
         "nextafter", "eq", "lt", "xlogy", "logical_and", "fill", "copy")


@for_each([(name, operand, n, dtype) for name in CALLS for operand in OPERANDS for n in (3, MANY) for dtype in (torch.float32,
    torch.float64)])
def test_operands(name: str, operand: str, n: int, dtype: Any) -> None:
    x, y = torch.linspace(-1, 3, n, dtype=dtype), OPERANDS[operand](n, dtype)
    before, version = x.clone(), x._version
    try:
        with torch.no_grad():
            if name in ("fill", "copy"):
                wanted = torch.full_like(x, y) if name == "fill" else torch.zeros_like(x) + y
            else:
                wanted = getattr(torch.Tensor, name)(before, y)
            if wanted.shape != x.shape:
                raise RuntimeError
    except Exception:
        if name in ("fill", "copy"):
            return
        with pytest.raises(Exception):  # noqa: B017 - whatever it is that refuses it
            getattr(x, f"{name}_")(y)
        assert torch.equal(x, before) and not x.requires_grad
        return
    if name in ("fill", "copy") and (not isinstance(y, torch.Tensor) or name == "fill" and y.dim()):
        return
    if operand == "meta":
        return
    assert getattr(x, f"{name}_")(y) is x
    assert x.dtype is dtype and x._version > version
    torch.testing.assert_close(x.detach(), wanted.to(dtype), atol=0, equal_nan=True,
                               rtol=1e-6 if name in ("pow", "atan2", "hypot", "xlogy") else 0)
    without = name in ("nextafter", "eq", "lt", "logical_and", "floor_divide")
    tracked = isinstance(y, torch.Tensor) and y.requires_grad and (name not in ("eq", "lt", "nextafter", "logical_and"))
    assert x.requires_grad is tracked or without
    if tracked and not without:
        leaf = torch.linspace(0.5, 2, n, dtype=dtype).requires_grad_()
        (expected,) = torch.autograd.grad(getattr(torch.Tensor, name)(before, leaf).sum(), leaf) if name != "copy" else (torch.ones(n,
            dtype=dtype),)
        (found,) = torch.autograd.grad(x.sum(), y)
        torch.testing.assert_close(found, expected, equal_nan=True)
