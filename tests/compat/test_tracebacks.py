"""Tracebacks of user errors: the user's own lines, at most two of the package, none of numpy."""
from __future__ import annotations

import re
import traceback
from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F
from minitorch_compat import nn, optim
from minitorch_compat.utils.data import DataLoader

A, B = torch.ones(2, 3), torch.ones(4, 5)
G = torch.ones(2, requires_grad=True)


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Linear(5, 2)

    def forward(self, x: Any) -> Any:
        return self.inner(x)


def _iadd() -> None:
    x = torch.ones(2, 3)
    x += B


def _twice() -> None:
    loss = (G ** 2).sum()
    loss.backward()
    loss.backward()


MISTAKES: dict[str, Callable[[], Any]] = {
    "add": lambda: A + B, "add in place": _iadd, "matmul": lambda: A @ B, "mm": lambda: A.mm(B), "dot of two types": lambda: G.long() @ G,
    "view": lambda: A.view(5), "reshape": lambda: A.reshape(7), "index": lambda: A[5], "cat": lambda: torch.cat([A, B]),
    "stack": lambda: torch.stack([A, B]), "linear": lambda: nn.Linear(4, 2)(A), "linear of None": lambda: nn.Linear(3, 2)(None),
    "convolution": lambda: nn.Conv2d(3, 4, 3)(torch.ones(1, 2, 8, 8)), "lstm": lambda: nn.LSTM(4, 5)(torch.ones(2, 3, 7)),
    "cross entropy": lambda: F.cross_entropy(A, torch.ones(3, dtype=torch.long)), "l1": lambda: nn.HuberLoss()(A, B),
    "no gradient": lambda: A.sum().backward(), "no scalar": lambda: (G * 2).backward(), "twice": _twice, "item": lambda: A.item(),
    "dimension": lambda: A.sum(5), "leaf in place": lambda: G.add_(1), "numpy": lambda: G.numpy(),
    "state dict": lambda: nn.Linear(2, 2).load_state_dict({"weight": B}), "no parameters": lambda: optim.SGD([], lr=0.1),
    "embedding": lambda: nn.Embedding(3, 2)(torch.tensor([5])), "sequence": lambda: nn.Sequential(nn.Linear(3, 4), nn.Linear(5, 2))(A),
    "gather": lambda: A.gather(0, torch.tensor([9])), "closure": lambda: optim.SGD([G], lr=0.1).step(lambda: A.mm(B)),
    "loader": lambda: list(DataLoader([1, "a"], batch_size=2)), "einsum": lambda: torch.einsum("ij,jk->ik", A, B),
    "unsupported": lambda: torch.quantize_per_tensor(A, 1.0, 0, torch.qint8), "grad": lambda: torch.autograd.grad(A.sum(), [A]),
    "ragged": lambda: torch.tensor([[1, 2], [3]]), "inverse": lambda: torch.linalg.inv(A), "softmax": lambda: F.softmax(A, dim=7),
}


def runs(text: str) -> list[int]:
    """The lengths of the runs of package frames in a printed traceback."""
    found = [0]
    for line in text.splitlines():
        if line.startswith("  File "):
            if "/minitorch_compat/" in line.replace("\\", "/"):
                found[-1] += 1
            else:
                found.append(0)
    return found


@pytest.mark.parametrize("name", MISTAKES)
def test_few_frames_and_one_error(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MINITORCH_COMPAT_TRACEBACK", raising=False)
    with pytest.raises(Exception) as caught:
        MISTAKES[name]()
    text = "".join(traceback.format_exception(caught.value))
    assert max(runs(text)) <= 2, text
    assert text.count("Traceback") == 1 and not re.search(r"File \"[^\"]*numpy", text), text


def test_all_of_it_if_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINITORCH_COMPAT_TRACEBACK", "full")
    with pytest.raises(RuntimeError) as caught:
        nn.Linear(4, 2)(A)
    assert max(runs("".join(traceback.format_exception(caught.value)))) > 8


def test_the_lines_of_the_user_stay() -> None:
    with pytest.raises(RuntimeError) as caught:
        nn.Sequential(Net())(A)
    names = [entry.name for entry in traceback.extract_tb(caught.value.__traceback__)]
    assert names == ["test_the_lines_of_the_user_stay", "__call__", "forward", "__call__"]


def test_functions_of_the_user_inside_of_a_backward() -> None:
    class Fails(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 1

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return {}["mine"]

    with pytest.raises(KeyError, match="mine") as caught:
        Fails.apply(G).sum().backward()
    assert "return {}[\"mine\"]" in "".join(traceback.format_exception(caught.value))


def test_what_the_user_was_handling_stays() -> None:
    with pytest.raises(RuntimeError) as caught:
        try:
            raise KeyError("theirs")
        except KeyError:
            A.mm(B)
    text = "".join(traceback.format_exception(caught.value))
    assert "KeyError: 'theirs'" in text and text.count("Traceback") == 2


def test_it_is_the_same_error() -> None:
    """What is raised by the user's code comes out as the object it is."""
    mine = ValueError("mine")

    class Raises(nn.Module):
        def forward(self, x: Any) -> Any:
            raise mine

    with pytest.raises(ValueError, match="mine") as caught:
        nn.Sequential(Raises())(A)
    assert caught.value is mine


def test_advice() -> None:
    """What is not there says where it is listed, and what to use instead."""
    with pytest.raises(torch.UnsupportedError) as caught:
        torch.quantize_per_tensor(A, 1.0, 0, torch.qint8)
    text = str(caught.value)
    assert text.startswith("torch.quantize_per_tensor is not supported by minitorch_compat: not built yet. Round with torch.fake_quantize")
    assert text.endswith("See docs/coverage.md, or `python -m minitorch_compat coverage torch.quantize_per_tensor`.")
    assert "pip install" in str(torch.UnsupportedError("torch.bfloat16", "needs the extra"))
    assert str(torch.UnsupportedError("torch.bfloat16", "needs the extra: pip install x")).count("pip install") == 1
    unlisted = str(torch.UnsupportedError("a step of SGD inside a function transform"))
    assert unlisted.endswith("See docs/coverage.md, or `python -m minitorch_compat coverage`.")


def test_advice_names_the_address_of_the_documentation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the installed distribution has one."""
    from email.message import Message

    from minitorch_compat import _advice

    told = Message()
    told["Project-URL"] = "Documentation, https://minitorch.invalid/docs/"
    monkeypatch.setattr("importlib.metadata.metadata", lambda name: told)
    _advice.documentation_page.cache_clear()
    try:
        assert "See https://minitorch.invalid/docs/coverage.html, or `python -m" in _advice.hint_for_name("torch.nested")
    finally:
        _advice.documentation_page.cache_clear()
