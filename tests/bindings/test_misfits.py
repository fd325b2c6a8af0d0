"""Arguments of wrong number, name or type: PyTorch's exception, and its words where they are its argument parser's."""
from __future__ import annotations

import json
import re
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._bindings.misfits import misfit

from .misfit_cases import FORMS, REFERENCE, names, outcome

EXPECTED: dict[str, Any] = json.loads(REFERENCE.read_text())
#: What Python itself says to a call of a function, before the function can say anything.
PYTHON = re.compile(r"missing \d+ required (positional|keyword-only) arg|takes .*positional argument|got an unexpected keyword argument")
#: Calls that are answered here and refused by PyTorch: None for no dimension, a text for a flag, a float for a whole number.
LENIENT = frozenset({
    "torch.argmin|tensor, int, text", "torch.cumsum|tensor, None", "torch.flip|tensor, None", "torch.logsumexp|tensor, None",
    "torch.logsumexp|tensor, int, text", "torch.max|tensor, None", "torch.max|tensor, int, text", "torch.max|tensor, tensor, text",
    "torch.min|tensor, None", "torch.min|tensor, int, text", "torch.min|tensor, tensor, text", "torch.prod|tensor, None",
    "torch.sort|tensor, int, text", "torch.squeeze|tensor, None", "torch.tril|tensor, float",
    "torch.where|tensor, None", "Tensor.argmax|tensor, int, text", "Tensor.copy_|tensor, int, text", "Tensor.copy_|tensor, tensor, text",
    "Tensor.cumprod|tensor, None", "Tensor.long|tensor, None", "Tensor.long|tensor, tensor", "Tensor.max|tensor, None",
    "Tensor.max|tensor, int, text", "Tensor.max|tensor, tensor, text", "Tensor.squeeze|tensor, None",
})
#: Another exception: PyTorch's speaks of what a function written in Python does next.
OTHERWISE = frozenset({"torch.norm|tensor, tensor", "torch.norm|text", "torch.norm|int", "Tensor.size|tensor, tensor"})
#: The same exception, in other words for some of the calls: overloads that PyTorch's parser has and its stubs do not, and the reverse.
OTHER_WORDS = frozenset("torch." + name for name in (
    "add", "addmm", "all", "amax", "argmin", "bmm", "cumsum", "einsum", "full", "logsumexp", "mean", "mm", "norm", "prod", "round", "split",
    "squeeze", "std", "sub", "sum", "unsqueeze")) | frozenset("Tensor." + name for name in (
        "addcmul", "all", "div", "long", "mean", "nonzero", "size", "split", "squeeze", "sum", "var", "view"))


@pytest.mark.parametrize(("space", "name"), names(torch))
def test_calls(space: str, name: str) -> None:
    for form in FORMS:
        key = f"{space}.{name}|{form}"
        kind, text = outcome(torch, space, name, form)
        if key in LENIENT:
            assert kind == "ok"
            continue
        assert (kind == EXPECTED[key][0]) is (key not in OTHERWISE), key
        if not PYTHON.search(text) and f"{space}.{name}" not in OTHER_WORDS:
            assert text == EXPECTED[key][1], key


def test_an_error_of_the_function_itself_stands() -> None:
    with pytest.raises(RuntimeError, match="size of tensor a"):
        torch.add(torch.ones(2), torch.ones(3))


def test_arguments_that_fit() -> None:
    x = torch.ones(2, 2)
    assert misfit("torch", "cummax", (x, 0), {}) is None
    assert misfit("torch", "sum", (x,), {"axis": 0}) is None
    assert misfit("torch.Tensor", "view", (2, 2), {}) is None
    assert misfit("torch", "unknown", (x,), {}) is None
