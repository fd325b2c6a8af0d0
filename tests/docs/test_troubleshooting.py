"""The troubleshooting page is arranged by messages: each heading is the message of a program that fails in that way."""
from __future__ import annotations

import copy
import io
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import minitorch_compat as torch

PAGE = Path(__file__).parents[2] / "docs/guide/troubleshooting.md"


def twice(x: Any) -> None:
    y = (x * x).sum()
    y.backward()
    y.backward()


def overwritten(x: Any) -> None:
    y = x.exp()
    y.add_(1)
    y.sum().backward()


def load_a_module() -> None:
    file = io.BytesIO()
    torch.save(torch.nn.Linear(1, 1), file)
    file.seek(0)
    torch.load(file)


def leaf() -> Any:
    return torch.ones(2, requires_grad=True)


#: One for each heading.
FAILURES: list[Callable[[], Any]] = [
    lambda: torch.quantize_per_tensor(torch.ones(1), 1.0, 0, torch.qint8),
    lambda: torch.zeros(1, dtype=torch.complex32),
    lambda: torch.utils._python_dispatch.TorchDispatchMode().__enter__(),
    lambda: torch.ops.torchvision.nms(1),
    lambda: torch.ones(1).cuda(),
    load_a_module,
    lambda: torch.nn.Linear(1, 1).load_state_dict({}),
    lambda: overwritten(leaf()),
    lambda: twice(leaf()),
    lambda: torch.ones(1).backward(),
    lambda: (leaf() * 2).backward(),
    lambda: leaf().add_(1),
    lambda: torch.autograd.grad(leaf().sum(), leaf()),
    lambda: leaf().numpy(),
    lambda: copy.deepcopy(leaf() * 2),
    lambda: torch.func.vmap(lambda a: a.item())(torch.ones(2)),
    lambda: torch.ones(2) + torch.ones(3),
    lambda: torch.ones(2, 3) @ torch.ones(2, 3),
    lambda: torch.ones(2, 3) @ torch.ones(3, 2).double(),
    lambda: torch.nn.functional.cross_entropy(torch.ones(2, 3), torch.ones(2)),
    lambda: torch.ones(2, 3).t().view(6),
    lambda: bool(torch.ones(2)),
]
#: Headings of failures that take a process of their own, or an installation without an extra.
ELSEWHERE = {"No module named 'torch'": "import torch", "the real PyTorch is already imported": None, "pip install": None}


def headings() -> list[str]:
    """The messages of the headings, without the type of the exception; those of names that stand for any name cut there."""
    found = re.findall(r"^### (`.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return [re.sub(r"^\w+(Error|Exception): ", "", message) for heading in found for message in re.findall(r"`([^`]+)`", heading)]


def pattern(message: str) -> str:
    return re.escape(message).replace(r"\.\.\.", ".*").replace("NAME", r"\S+")


def test_each_heading_is_what_a_program_says() -> None:
    said = []
    for failure in FAILURES:
        with pytest.raises(Exception) as caught:
            failure()
        said.append(str(caught.value))
    unsaid = [message for message in headings() if not any(part in message for part in ELSEWHERE)
              and not any(re.search(pattern(message), text, re.DOTALL) for text in said)]
    assert unsaid == []


def test_each_failure_has_a_heading() -> None:
    lost = []
    for failure in FAILURES:
        with pytest.raises(Exception) as caught:
            failure()
        if not any(re.search(pattern(message), str(caught.value), re.DOTALL) for message in headings()):
            lost.append(str(caught.value))
    assert lost == []


def test_a_process_without_a_door_does_not_find_torch() -> None:
    done = subprocess.run([sys.executable, "-I", "-c", "import torch"], capture_output=True, text=True, check=False)
    assert not done.returncode or "No module named 'torch'" in done.stderr  # where PyTorch is installed, it is found
