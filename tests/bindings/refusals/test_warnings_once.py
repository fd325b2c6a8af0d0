"""Warnings given once per process, and errors about shapes and indices that PyTorch's test files check."""
from __future__ import annotations

import warnings
from collections.abc import Callable

import pytest

import minitorch_compat as torch
from minitorch_compat._array.core.user_warnings import IssuedWarnings


def test_reversal_of_other_than_matrices_warns() -> None:
    torch.set_warn_always(True)
    try:
        for x, text in ((torch.ones(2, 3, 4), "The use of `x.T` on tensors of dimension other than 2"), (torch.tensor(1.0), "0-D")):
            with pytest.warns(UserWarning, match=text):
                assert x.T.shape == x.shape[::-1]
    finally:
        torch.set_warn_always(False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        torch.ones(2, 3, 4).T  # noqa: B018  (once per process)
        torch.ones(2, 3).T  # noqa: B018


def test_handlers_that_are_plain_methods_warn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once of functions that PyTorch writes in C++, unless asked for each time; always of those that it writes in Python."""
    monkeypatch.setattr(IssuedWarnings, "texts", set())
    a = type("A", (), {"__torch_function__": lambda *args: 1})()

    def caught(call: Callable[..., object], *args: object) -> list[type[Warning]]:
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            assert call(*args) == 1
        assert all("as a plain method is deprecated" in str(w.message) for w in found)
        return [w.category for w in found]

    assert caught(torch.tensordot, a, a) == caught(torch.tensordot, a, a) == [DeprecationWarning]
    assert caught(torch.sin, a) == [UserWarning] and caught(torch.sin, a) == []
    monkeypatch.setattr(IssuedWarnings, "always", True)
    assert caught(torch.sin, a) == caught(torch.sin, a) == [UserWarning]


def test_negative_sizes_do_not_broadcast() -> None:
    with pytest.raises(ValueError, match="negative length"):
        torch.broadcast_shapes((1, -12))
    with pytest.raises(RuntimeError, match="Attempting to broadcast a dimension of length 3 at -1"):
        torch.broadcast_shapes((2,), (3,))


def test_element_size_of_a_dtype() -> None:
    assert [torch._utils._element_size(d) for d in (torch.half, torch.bool, torch.complex64)] == [2, 1, 8]
