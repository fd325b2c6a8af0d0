"""What the programs about torch.autograd share."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any


def tried(call: Callable[[], Any]) -> Any:
    """What a call gives, or how it fails."""
    try:
        return call()
    except BaseException as error:
        return type(error).__name__, str(error).split("\n")[0]


def function_of(torch: Any, forward: Any = None, backward: Any = None, name: str = "Fn", **attributes: Any) -> Any:
    """A Function of these static methods."""
    members = {
        k: v if isinstance(v, (bool, int, str)) else staticmethod(v)
        for k, v in (("forward", forward), ("backward", backward), *attributes.items())
        if v is not None
    }
    return type(name, (torch.autograd.Function,), members)


def make_leaf(torch: Any, n: int = 3) -> Any:
    """A leaf that counts from 1."""
    return torch.arange(1.0, n + 1).requires_grad_()


def made_in_inference(torch: Any, n: Any = 3) -> Any:
    """An inference tensor that counts from 1."""
    with torch.inference_mode():
        return torch.arange(1.0, n + 1)
