"""Every function that can be overridden calls the handler, with arguments made from the types of its parameters."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat.overrides import get_testing_overrides, is_tensor_method_or_property
from minitorch_compat.testing._internal.generated.annotated_fn_args import annotated_args

VALUES: dict[str, Any] = {
    "Scalar": 3.5, "bool": False, "int64_t": 0, "double": 1.0, "Generator": None, "MemoryFormat": None, "c10::string_view": "", "SymInt": 1,
    "ScalarType": torch.float32, "Device": torch.device("cpu"), "IntArrayRef": [1, 1], "SymIntArrayRef": [1, 1]}
LISTS = ("TensorList", "c10::List<::std::optional<Tensor>>")


class Handled(Exception):
    """The handler was called."""


class Like:
    """No tensor, but overrides."""

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        raise Handled(func)


class Sub(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        raise Handled(func)


def make_arguments(arguments: list[dict[str, Any]], new: Any) -> tuple[list[Any], dict[str, Any]]:
    by_position: list[Any] = []
    by_keyword: dict[str, Any] = {}
    for argument in arguments:
        kind = argument["simple_type"].removesuffix("?")
        value = new() if kind == "Tensor" else [new(), new()] if kind in LISTS else VALUES[kind]
        if kind.endswith("ArrayRef") and argument.get("size") == 1:
            value = 1
        if argument["is_kwarg_only"] == "True":
            by_keyword[argument["name"]] = value
        else:
            by_position.append(value)
    return by_position, by_keyword


def test_every_function() -> None:
    blank = torch.ones(1).as_subclass(Sub)
    called = 0
    for function in get_testing_overrides():
        arguments = annotated_args.get(function)
        if arguments is None or not any("Tensor" in argument["simple_type"] for argument in arguments):
            continue
        args, kwargs = make_arguments(arguments, (lambda: blank) if is_tensor_method_or_property(function) else Like)
        with pytest.raises(Handled):
            function(*args, **kwargs)
        called += 1
    assert called > 1000


def test_what_is_known_of_parameters() -> None:
    assert [a["name"] for a in annotated_args[torch.addmm]] == ["self", "mat1", "mat2"]
    assert annotated_args[torch.Tensor.mul] == [{"is_kwarg_only": "False", "name": "self", "simple_type": "Tensor"},
                                                {"is_kwarg_only": "False", "name": "other", "simple_type": "Tensor"}]
    assert annotated_args[torch.cat] == [{"is_kwarg_only": "False", "name": "tensors", "simple_type": "TensorList"}]
    assert annotated_args[torch.squeeze_copy][1]["name"] == "dim"  # the form that the override's signature has


def test_methods_that_are_not_built() -> None:
    with pytest.raises(Handled):
        torch.ones(1).as_subclass(Sub).chalf()
    with pytest.raises(torch.UnsupportedError, match="chalf"):
        torch.ones(1).chalf()


def test_numpys_protocols() -> None:
    seen: list[Any] = []

    class Noted(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            seen.append((func.__name__, sorted(kwargs or {})))
            return super().__torch_function__(func, types, args, kwargs or {})

    x = torch.ones(2).as_subclass(Noted)
    np.asarray(x)
    copied = np.array(x, copy=True)
    copied += 1
    assert x.numpy().tolist() == [1.0, 1.0]
    assert seen[0] == ("__array__", ["dtype"]) and seen[1][0] == "__array__"
