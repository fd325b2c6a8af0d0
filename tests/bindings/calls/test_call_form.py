"""The form in which handlers of generated functions get the caller's arguments."""
from __future__ import annotations

import threading
from functools import partial
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat import UnsupportedError
from minitorch_compat.overrides import TorchFunctionMode


class Duck:
    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return args, kwargs


D = Duck()


def through(*args: Any, **kwargs: Any) -> Any:
    return torch.amax(*args, **kwargs)


def test_keywords_are_told_from_positions() -> None:
    assert torch.amax(D) == ((D,), None)
    assert torch.amax(D, 0) == ((D, 0), None)
    assert torch.amax(D, dim=0) == ((D,), {"dim": 0})
    assert torch.amax(input=D, keepdim=False) == ((), {"input": D, "keepdim": False})
    assert torch.amax(D, axis=1) == ((D,), {"axis": 1})


def test_calls_that_do_not_say_leave_nothing_out() -> None:
    assert through(D, dim=0) == ((D, 0), None)
    assert partial(torch.amax, dim=0)(D) == ((D, 0), None)
    assert partial(torch.amax, keepdim=True)(D) == ((D,), {"keepdim": True})
    assert list(map(torch.amax, [D])) == [((D,), None)]


@pytest.mark.parametrize("name", ["sum", "mean", "amax", "amin", "argmax", "all", "any", "logsumexp", "nansum", "mode", "max", "var",
                                  "prod"])
@pytest.mark.parametrize("given", [{"axis": 1}, {"axis": 1, "keepdims": True}, {"dim": 1, "keepdims": True}, {"axis": 1, "keepdim": True}])
def test_numpys_names_where_the_call_does_not_say(name: str, given: dict[str, Any]) -> None:
    """They have been assigned to torch's by then, and are not to be taken for both."""
    x = torch.arange(6.0).reshape(2, 3)
    with torch.device("cpu"):
        found = getattr(torch, name)(x, **given)
    kept = "keepdims" in given or "keepdim" in given
    assert (found if isinstance(found, torch.Tensor) else found[0]).shape == ((2, 1) if kept else (2,))


def test_methods_count_self() -> None:
    x = torch.ones(2)
    assert x.addcmul(D, x, value=2) == ((x, D, x), {"value": 2})
    assert x.mul(other=D) == ((x,), {"other": D})


def test_a_mode_is_its_threads_own() -> None:
    seen: list[str] = []

    class Mode(TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            seen.append(func.__name__)
            return func(*args, **(kwargs or {}))

    with Mode():
        other = threading.Thread(target=lambda: torch.ones(2) + 1)
        other.start()
        other.join()
        torch.zeros(1)
    assert seen == ["zeros"]
    assert torch.Tensor.__mro__[1].__name__ != "Faces"


def test_dispatch_below_functions_is_refused() -> None:
    class Below(torch.Tensor):
        @classmethod
        def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return func(*args, **(kwargs or {}))

    for make in (lambda: Below([1.0]), lambda: torch.ones(1).as_subclass(Below), lambda: torch.Tensor._make_wrapper_subclass(Below, (1,))):
        with pytest.raises(UnsupportedError):
            make()


def test_no_cuda_array_interface() -> None:
    with pytest.raises(AttributeError, match="on non-CUDA tensor type: torch"):
        torch.ones(1).__cuda_array_interface__  # noqa: B018
