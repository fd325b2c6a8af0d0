"""What a type checker infers about a user's program. mypy reads this file with the package (`[tool.mypy]`); `tests/package/test_typing.py`
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


def results_that_depend_on_arguments() -> None:
    x = torch.ones(3, requires_grad=True)
    assert_type(x.max(), Tensor)
    assert_type(x.max(dim=0), torch.return_types.max)
    assert_type(torch.min(x, x), Tensor)
    assert_type(torch.sort(x).values, Tensor)
    assert_type(x.sum().item(), int | float | bool)
    assert_type(x.grad, Tensor | None)
    loss = x.sum()
    assert_type(torch.autograd.grad(loss, x, retain_graph=True), tuple[Tensor, ...])
    assert_type(torch.autograd.grad(loss, [x], allow_unused=True, retain_graph=True), tuple[Tensor | None, ...])
    assert_type(torch.autograd.grad(loss, [x], allow_unused=True, materialize_grads=True, retain_graph=True), tuple[Tensor, ...])
    assert_type(torch.autograd.grad(loss, {"x": x}), dict[str, Tensor])
    assert_type(torch.linalg.svd(torch.eye(2)), torch.return_types.linalg_svd)
    assert_type(torch.distributions.Normal(0.0, 1.0).sample(), Tensor)
    assert_type(torch.signal.windows.hann(3), Tensor)


def modules_are_called_as_their_forward() -> None:
    net = Net()
    assert_type(net(torch.ones(4, 3)), Tensor)
    assert_type(nn.Linear(3, 2)(torch.ones(4, 3)), Tensor)
    assert_type(nn.Parameter(torch.ones(2)), nn.Parameter)
    assert_type(torch.compile(net), Net)
    assert_type(nn.LSTMCell(2, 2)(torch.ones(2)), tuple[Tensor, Tensor])


def refused() -> None:
    torch.ones(2).no_such_method()  # type: ignore[attr-defined]


def refused_arguments() -> None:
    """Only read: each line has a mistake."""
    Net()(3)  # type: ignore[arg-type]
    Net()(torch.ones(4, 3), 1)  # type: ignore[call-arg]
    nn.Linear(3, 2, dtype="float32")  # type: ignore[arg-type]
    nn.init.normal_(torch.ones(2), generator=3)  # type: ignore[arg-type]
    torch.load(3)  # type: ignore[arg-type]
    torch.autograd.grad(torch.ones(1), 2)  # type: ignore[call-overload]
    torch.signal.windows.hann(3, device=1.5)  # type: ignore[arg-type]


if __name__ == "__main__":
    creation()
    arithmetic()
    training()
    results_that_depend_on_arguments()
    modules_are_called_as_their_forward()
