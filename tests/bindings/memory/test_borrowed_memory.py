"""Memory owned by other libraries does not grow; `out=` of `torch.empty` keeps its values."""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import minitorch_compat as torch

FOREIGN: dict[str, Callable[[], torch.Tensor]] = {
    "from_numpy": lambda: torch.from_numpy(np.ones(4)), "as_tensor": lambda: torch.as_tensor(np.ones(4)),
    "asarray": lambda: torch.asarray(np.ones(4)), "frombuffer": lambda: torch.frombuffer(bytearray(32), dtype=torch.float64),
    "dlpack": lambda: torch.from_dlpack(np.ones(4)), "view": lambda: torch.from_numpy(np.ones(5))[1:].view(2, 2),
    "detached": lambda: torch.from_numpy(np.ones(4)).detach()}
OWN: dict[str, Callable[[], torch.Tensor]] = {
    "list": lambda: torch.tensor([1.0] * 4), "copy": lambda: torch.tensor(np.ones(4)),
    "clone": lambda: torch.from_numpy(np.ones(4)).clone(),
    "cast": lambda: torch.from_numpy(np.ones(4)).float()}


@pytest.mark.parametrize("name", FOREIGN)
def test_memory_of_others_does_not_grow(name: str) -> None:
    t = FOREIGN[name]()
    version, message = t._version, "Trying to resize storage that is not resizable"
    assert not t.untyped_storage().resizable() and not t._typed_storage().resizable()
    for call in (lambda: t.resize_(9), lambda: t.untyped_storage().resize_(99), lambda: t.untyped_storage().resize_(0),
                 lambda: torch.add(torch.ones(9, dtype=t.dtype), 1, out=t), lambda: torch.zeros(9, dtype=t.dtype, out=t)):
        with pytest.raises(RuntimeError, match=message):
            call()
    assert t._version == version
    assert t.resize_(3).shape == (3,)


@pytest.mark.parametrize("name", OWN)
def test_own_memory_grows(name: str) -> None:
    t = OWN[name]()
    assert t.untyped_storage().resizable() and t._typed_storage().resizable()
    assert t.resize_(9).shape == (9,) and t[:4].tolist() == [1.0] * 4


def test_empty_keeps_what_is_in_its_out() -> None:
    t = torch.arange(6.0)
    assert torch.empty(3, out=t) is t and t.tolist() == [0, 1, 2] and t._version == 1
    assert torch.empty(2, 2, out=t).shape == (2, 2) and t[0].tolist() == [0, 1]
    assert torch.empty(2, 2, out=t)._version == 2
    with pytest.raises(RuntimeError, match="cannot resize variables that require grad"):
        torch.empty(2, out=torch.ones(3, requires_grad=True))
