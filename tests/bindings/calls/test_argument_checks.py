"""Arguments of wrong number, name or type: PyTorch's exception, and the function that it names."""
from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from compat_tests.judging.scoring import key_phrase
from minitorch_compat._fidelity.argument_checks import argument_error
from tests.bindings.calls.argument_cases import FORMS, REFERENCE, names, outcome

EXPECTED: dict[str, Any] = json.loads(REFERENCE.read_text())
#: What Python itself says to a call of a function, before the function can say anything.
PYTHON = re.compile(r"missing \d+ required (positional|keyword-only) arg|takes .*positional argument|got an unexpected keyword argument")

@pytest.mark.parametrize(("space", "name"), names(torch))
def test_calls(space: str, name: str) -> None:
    for form in FORMS:
        key = f"{space}.{name}|{form}"
        kind, text = outcome(torch, space, name, form)
        assert kind == EXPECTED[key][0], key
        if not PYTHON.search(text):
            assert spoken_of(text) == spoken_of(EXPECTED[key][1]), key


def spoken_of(text: str) -> str:
    """What is promised of a refusal's words: the function, or the key phrase."""
    return text.partition("()")[0] if "()" in text else key_phrase(text)


@pytest.mark.parametrize("name", [name for space, name in names(torch) if space == "Tensor"])
def test_calls_on_an_instance(name: str) -> None:
    """Methods written by hand are reached without their wrapper there."""
    for form in FORMS:
        args, kwargs = FORMS[form](lambda: torch.ones(2, 2))
        key = f"Tensor.{name}|{form}"
        if args and isinstance(args[0], torch.Tensor):
            try:
                getattr(args[0], name)(*args[1:], **kwargs)
            except Exception as error:
                assert type(error).__name__ == EXPECTED[key][0], key
            else:
                assert EXPECTED[key][0] == "ok", key


#: Valid calls but for one argument; all are TypeErrors in PyTorch.
WRONG = [
    lambda x: torch.cumsum(x, True), lambda x: torch.cumsum(x, None), lambda x: x.sum(dim=True), lambda x: x.mean(0, keepdim=1),
    lambda x: torch.sum(x, 0, "s"), lambda x: x.argmax(0, keepdim="s"), lambda x: x.sort(descending=1), lambda x: x.topk(1, largest=1),
    lambda x: x.tril(1.5), lambda x: x.triu_(1.5), lambda x: x.squeeze(None), lambda x: x.logsumexp(None), lambda x: x.transpose(False, 1),
    lambda x: x.nan_to_num("s"), lambda x: x.nan_to_num(posinf=[1.0]), lambda x: torch.logit(x, x), lambda x: torch.add(x, x, alpha="2"),
    lambda x: torch.addmm(x, x, x, beta=None), lambda x: torch.addcmul(x, 1.5, x), lambda x: torch.clamp(x, x, 1.0),
    lambda x: torch.zeros(2, requires_grad=1), lambda x: torch.randn(2, device=1.5), lambda x: torch.stack([x, x], True),
    lambda x: torch.svd(x, "some"), lambda x: torch.linalg.qr(x, True), lambda x: torch.linalg.svd(x, 1), lambda x: torch.fft.fft(x, 1.5),
    lambda x: x.float(None), lambda x: x.std(0, unbiased=1), lambda x: x.flip([True]), lambda x: x.is_contiguous(1),
    lambda x: x.reshape([2.0, 2]), lambda x: x.flatten(True), lambda x: x.split(2, True),
]


@pytest.mark.parametrize("call", WRONG)
def test_one_wrong_argument(call: Any) -> None:
    x = torch.ones(2, 2)
    with pytest.raises(TypeError):
        call(x)
    assert x._version == 0 and x.tolist() == [[1.0, 1.0], [1.0, 1.0]]


def test_numbers_of_numpy_and_tensors_count() -> None:
    x = torch.ones(2, 2)
    one = np.int64(1)
    assert x.sum(one).tolist() == torch.sum(x, torch.tensor(1)).tolist() == [2.0, 2.0]
    assert torch.svd(x, some=True)[1].shape == torch.linalg.svd(x, True)[1].shape
    assert torch.zeros(one, 2, dtype=float).dtype is torch.float64
    assert torch.full((one,), np.float32(1.5)).tolist() == [1.5]
    assert torch.stack((x, torch.nn.Parameter(x)), one).shape == (2, 2, 2)


def test_an_error_of_the_function_itself_stands() -> None:
    with pytest.raises(RuntimeError, match="size of tensor a"):
        torch.add(torch.ones(2), torch.ones(3))


def test_arguments_that_fit() -> None:
    x = torch.ones(2, 2)
    assert argument_error("torch", "cummax", (x, 0), {}) is None
    assert argument_error("torch", "sum", (x,), {"axis": 0}) is None
    assert argument_error("torch.Tensor", "view", (2, 2), {}) is None
    assert argument_error("torch", "unknown", (x,), {}) is None
