"""`__torch_function__` overrides every public function and method."""
from __future__ import annotations

import inspect
import json
import types
from pathlib import Path
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._bindings.override.overridable import operators
from minitorch_compat._namespace.absent_functions import RefusingFunction
from minitorch_compat._namespace.names import MissingFunction
from minitorch_compat.overrides import (
    TorchFunctionMode,
    get_overridable_functions,
    get_testing_overrides,
    is_tensor_method_or_property,
    resolve_name,
)
from tests.many_cases import for_each

ANSWER = object()
#: What an operator calls.
BEHIND = operators()
OTHERS = json.loads((Path(__file__).parents[2] / "data" / "overrides.json").read_text())


class Duck:
    """No tensor, and good for every argument."""

    calls: list[Any] = []

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        cls.calls.append((func, types, args, kwargs))
        return ANSWER


class Sub(torch.Tensor):
    """A tensor that answers itself."""

    __torch_function__ = Duck.__torch_function__  # type: ignore[assignment]


class Answering(TorchFunctionMode):
    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        Duck.calls.append((func, types, args, kwargs))
        return ANSWER


def sub() -> Any:
    return torch.Tensor._make_subclass(Sub, torch.ones(2, 2))


def arguments_for(dummy: Any, first: Any) -> list[Any]:
    required = [p for p in inspect.signature(dummy).parameters.values() if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
    args = [Duck() for p in required if p.kind is not p.KEYWORD_ONLY]
    return [first, *args[1:]] if args else [first]


BUILT = {resolve_name(f): f for f in get_testing_overrides() if not isinstance(f, MissingFunction)}
FUNCTIONS = sorted(name for name, f in BUILT.items() if name and not name.startswith("torch._") and not is_tensor_method_or_property(f)
                   and name != "torch.segment_reduce")  # of which PyTorch's table says that it needs less than it does
#: `_grad` and `_grad_fn` are where tensors keep them here; everybody else asks for `grad` and `grad_fn`.
METHODS = sorted(name for name, f in BUILT.items() if name and name.startswith("torch.Tensor.") and "._grad" not in name)


def test_there_are_many() -> None:
    assert len(FUNCTIONS) > 550
    assert len(METHODS) > 600


@for_each(FUNCTIONS)
def test_a_function_asks_a_foreign_type(name: str) -> None:
    function = BUILT[name]
    args = arguments_for(get_testing_overrides()[function], Duck())
    Duck.calls.clear()
    assert function(*args) is ANSWER
    ((func, kinds, _, _),) = Duck.calls
    assert func is function
    assert kinds == (Duck,)


@for_each(METHODS)
def test_a_method_asks_the_class_of_self(name: str) -> None:
    method = BUILT[name]
    args = arguments_for(get_testing_overrides()[method], sub())
    Duck.calls.clear()
    if name in ("torch.Tensor.__bool__", "torch.Tensor.__nonzero__"):
        method(*args)
    else:
        assert method(*args) is ANSWER
    func, kinds, given, _ = Duck.calls[-1]
    assert len(Duck.calls) == 1
    assert func == method or func.__name__ == BEHIND[name.split(".")[-1]]
    assert Sub in kinds
    assert any(a is args[0] for a in given)


@pytest.mark.parametrize("name", sorted(OTHERS.keys() - {"lu", "unflatten", "unique", "unique_consecutive"}))  # which take no tensors
def test_a_method_of_a_plain_tensor_asks_its_other_arguments(name: str) -> None:
    if isinstance(getattr(torch.Tensor, name, MissingFunction(name)), MissingFunction):
        pytest.skip("not built")
    x = torch.ones(2)
    Duck.calls.clear()
    assert getattr(x, name)(*(Duck() for _ in range(OTHERS[name]))) is (None if name == "__setitem__" else ANSWER)
    assert len(Duck.calls) == 1
    assert Duck in Duck.calls[0][1]


@for_each(FUNCTIONS)
def test_a_mode_sees_every_function(name: str) -> None:
    function = BUILT[name]
    required = [p for p in inspect.signature(get_testing_overrides()[function]).parameters.values() if p.default is p.empty]
    x = torch.ones(2)
    Duck.calls.clear()
    with Answering():
        assert function(*(x for p in required if p.kind is not p.KEYWORD_ONLY)) is ANSWER
    assert Duck.calls[0][0] is function


@for_each(METHODS)
def test_a_mode_sees_every_method(name: str) -> None:
    method = BUILT[name]
    x = torch.ones(2)
    args = arguments_for(get_testing_overrides()[method], x)
    Duck.calls.clear()
    with Answering():
        if name.endswith("__get__"):
            assert getattr(x, name.split(".")[-2]) is ANSWER
        else:
            assert getattr(x, name.split(".")[-1])(*args[1:]) is ANSWER
    assert len(Duck.calls) == 1


def test_overridable_functions_are_found_by_namespace() -> None:
    found = get_overridable_functions()
    assert torch.add in found[torch]
    assert torch.nn.functional.relu in found[torch.nn.functional]
    assert torch.Tensor.add in found[torch.Tensor]
    assert [torch.Tensor.shape.__get__] == found[torch.Tensor.shape]
    assert all(isinstance(f, (types.FunctionType, MissingFunction, RefusingFunction)) for f in found[torch])


def test_names_behind_a_decorator_are_expected() -> None:
    """A keyword of a function that stands behind a decorator is looked up, not looked at closely in every call."""
    import minitorch_compat.nn.functional as F
    from minitorch_compat._bindings.override.overridable import ENTRIES

    for function, name in ((F.layer_norm, "eps"), (F.kl_div, "log_target"), (F.nll_loss, "reduction")):
        entry = ENTRIES[function]
        entry.load_accepted_classes()
        assert name in entry.named


def test_a_subclass_with_an_attribute_named_meta() -> None:
    class Described(torch.Tensor):
        _meta = None

    x = torch.ones(2).as_subclass(Described)
    x._meta = "seen"  # type: ignore[assignment]
    assert (x + 1).sum().item() == 4 and x._meta == "seen"


def test_what_is_switched_off_can_be_asked_and_set():
    state = torch._C._TorchFunctionState
    assert torch._C._get_torch_function_state() is state.ENABLED
    with torch._C.DisableTorchFunctionSubclass():
        assert torch._C._get_torch_function_state() is state.SUBCLASSES_DISABLED
    with torch._C.DisableTorchFunction():
        assert torch._C._get_torch_function_state() is state.ALL_DISABLED
    torch._C._set_torch_function_state(state.ENABLED)


def test_functions_that_are_not_built_ask_their_arguments():
    class Answers:
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return func.__name__

    assert torch.quantize_per_tensor(Answers(), 1.0, 0, None) == "quantize_per_tensor"
    assert torch.quantized_max_pool2d(Answers(), 2) == "quantized_max_pool2d"
    assert torch.nn.functional.dropout(Answers(), 0.5) == "dropout"
