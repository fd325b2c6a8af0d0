"""Wrong calls: PyTorch's exception and key phrase, as recorded, and nothing is written where they are refused."""
from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F
from compat_tests.judging.python_messages import in_words_of_today
from compat_tests.judging.scoring import key_phrase
from tests.data.recorders.programs.wrong_calls import CALLS, REFERENCE, outcome
from tests.many_cases import for_each

RECORDED = json.loads(REFERENCE.read_text())


@for_each(CALLS.read_text().splitlines())
def test_said_as_pytorch_says_it(line: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        kind, text = outcome(torch, F, line)
    assert [kind, text] == [RECORDED[line][0], key_phrase(in_words_of_today(RECORDED[line][1]))]


def one() -> Any:
    return torch.arange(6.0).reshape(2, 3)


REFUSED: dict[str, Callable[[Any], Any]] = {
    "out of another dtype": lambda x: torch.bmm(torch.ones(1, 2, 2), torch.ones(1, 2, 2), out=x.long()),
    "too many outs": lambda x: torch.sin(torch.ones(2, 3), out=(x, x)),
    "too few outs": lambda x: torch.sort(torch.ones(2, 3), out=(x,)),
    "one of two outs": lambda x: torch.max(torch.ones(2, 3), 1, out=(x, x)),
    "the input as a smaller out": lambda x: torch.add(x, torch.ones(2, 2, 3), out=x),
    "the input of gather as out": lambda x: torch.gather(x, 0, torch.zeros(1, 3).long(), out=x),
    "an out of another device": lambda x: torch.sin(torch.ones(2, device="meta"), out=x),
    "a leaf as out": lambda x: torch.sin(torch.ones(2, requires_grad=True), out=x),
    "running sums in another dtype": lambda x: x.cumsum_(0, dtype=torch.float64),
    "a sum that does not fit": lambda x: x.add_(torch.ones(2, 2, 3)), "booleans": lambda x: x.bitwise_and_(1),
    "an index out of range": lambda x: x.index_add_(0, torch.tensor([7]), torch.ones(1, 3)),
    "a value of too many dimensions": lambda x: x.index_put_((torch.tensor(0),), torch.ones(1, 3)),
    "a spread of NaN": lambda x: x.normal_(0, float("nan")), "a rate of NaN": lambda x: x.exponential_(float("nan")),
    "a range that int8 does not hold": lambda x: x.to(torch.int8).random_(300), "bounds": lambda x: x.uniform_(float("nan"), 1)}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_leaves_no_trace(name: str) -> None:
    x = one()
    with pytest.raises((RuntimeError, TypeError, IndexError)):
        REFUSED[name](x)
    assert x.tolist() == one().tolist() and x._version == 0 and x.shape == (2, 3) and x.dtype == torch.float32
    assert x.grad_fn is None and not x.requires_grad


def test_no_window_reaches_beyond_the_memory() -> None:
    x = torch.zeros(3, 3)
    for size, stride, offset in (((2, 2), (-1, 2), 4), ((2, 2), (1, 100), 0), ((2,), (1,), -1), ((2,), (1, 1), 0)):
        with pytest.raises(RuntimeError):
            x.as_strided(size, stride, offset)
        with pytest.raises(RuntimeError):
            torch.as_strided_copy(x, size, stride, offset)
        with pytest.raises(RuntimeError):
            torch.as_strided_scatter(x, torch.ones(size), size, stride, offset)
