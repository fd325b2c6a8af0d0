"""Replaced memory: without a search if only one tensor refers to it, else for all that refer to it."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._bindings.storage import moved_memory as moving
from minitorch_compat._bindings.storage.moved_memory import try_replace_array

OTHERS: dict[str, Callable[[Any], Any]] = {
    "a view": lambda t: t[1:], "a detached one": lambda t: t.detach(), "its data": lambda t: t.data, "the same shape": lambda t: t.view(4),
    "an array": lambda t: t.numpy(), "a window on an array": lambda t: t.numpy()[1:], "its storage": lambda t: t.untyped_storage(),
    "the tensor in numpy's hands": lambda t: np.asarray(t), "a memoryview": lambda t: memoryview(t.numpy()),
}


def test_a_tensor_alone_is_given_another_array() -> None:
    t, new = torch.ones(4), np.zeros(5, np.float32)
    assert try_replace_array(t, new) and t._array is new
    t = torch.ones(2, 2)[0].clone()
    assert try_replace_array(t, new) and t.tolist() == [0.0] * 5


@pytest.mark.parametrize("other", OTHERS)
def test_what_somebody_else_holds_stays(other: str) -> None:
    t = torch.arange(4.0)
    kept = OTHERS[other](t)
    assert not try_replace_array(t, np.zeros(5, np.float32))
    assert t.tolist() == [0.0, 1.0, 2.0, 3.0] and t.data_ptr() == torch.as_tensor(t).data_ptr()
    t[2] = 7  # still one memory
    assert 7.0 in (np.asarray(kept).tolist() if not isinstance(kept, torch.UntypedStorage) else t.tolist())


def test_a_saved_tensor_stays() -> None:
    w, x = torch.ones(2, requires_grad=True), torch.arange(2.0)
    y = w * x
    assert not try_replace_array(x, np.zeros(3, np.float32))
    y.sum().backward()
    assert w.grad.tolist() == [0.0, 1.0]


def test_views_of_a_resized_out_see_it_and_those_alone_need_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    searches = []
    search = moving.living_objects
    monkeypatch.setattr(moving, "living_objects", lambda *kinds: searches.append(1) or search(*kinds))
    assert torch.mm(torch.ones(2, 2), torch.ones(2, 2), out=torch.empty(0)).tolist() == [[2.0, 2.0]] * 2 and searches == []
    out = torch.empty(1)
    storage = out.untyped_storage()
    with pytest.warns(UserWarning, match="resized"):
        torch.mm(torch.ones(2, 2), torch.ones(2, 2), out=out)
    assert storage.nbytes() == 16 and storage.data_ptr() == out.data_ptr() and searches


@pytest.mark.parametrize("size", [2, 64])
def test_a_storage_alone_changes_its_size(size: int) -> None:
    s = torch.UntypedStorage(list(b"abcd"))
    assert bytes(s.resize_(size).tolist()[:2]) == b"ab" and s.nbytes() == size
    t = torch.zeros(4, dtype=torch.uint8)
    if size > 4:
        assert t.untyped_storage().resize_(size).data_ptr() == t.data_ptr()
    else:
        with pytest.raises(torch.UnsupportedError):
            t.untyped_storage().resize_(size)
