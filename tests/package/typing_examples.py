"""What a type checker knows of a user's program. mypy reads this file with the package (`[tool.mypy]`); `tests/package/test_typing.py`
runs it."""
from __future__ import annotations

from typing import Any, assert_type

import numpy as np

import minitorch_compat as torch
from minitorch_compat import Tensor, nn, no_grad
from minitorch_compat.nn import functional as F


def creation() -> None:
    assert_type(torch.ones(2, 3, requires_grad=True), Tensor)
    assert_type(torch.cat([torch.zeros(1), torch.arange(3.0)]), Tensor)
    assert_type(torch.tensor([1.0, 2.0]).shape, torch.Size)
    assert_type(torch.float32, torch.dtype)
    assert_type(torch.from_numpy(np.ones(2)), Tensor)


def arithmetic() -> None:
    x = torch.arange(4.0)
    assert_type(x + 1, Tensor)
    assert_type(2 * x, Tensor)
    assert_type(1 - x / 2, Tensor)
    assert_type(x[:, None] @ x[None], Tensor)
    assert_type(x > 0, Tensor)
    assert_type(x.gt(0), Tensor)
    assert_type((x + 1).pow(2).sum(), Tensor)
    assert_type(x.reshape(2, 2).T.contiguous(), Tensor)
    assert_type(torch.fft.ifft(torch.fft.fft(x)), Tensor)
    assert_type(torch.linalg.norm(x), Tensor)
    assert_type(x.chunk(2), tuple[Tensor, ...])
    assert_type(x.numpy(), np.ndarray[Any, Any])


class Net(nn.Module):
    """Typed as users write it."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(3, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        with no_grad():
            scale = x.detach().abs().max()
        return F.relu(F.linear(x, self.linear.weight)) / scale


def training() -> None:
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    optimizer.zero_grad()
    net(torch.ones(4, 3)).sum().backward()
    optimizer.step()
    for name, parameter in net.named_parameters():
        assert_type(name, str)
        assert_type(parameter, nn.Parameter)
    assert_type(torch.manual_seed(0), torch.Generator)


def refused() -> None:
    torch.ones(2).no_such_method()  # type: ignore[attr-defined]


if __name__ == "__main__":
    creation()
    arithmetic()
    training()
