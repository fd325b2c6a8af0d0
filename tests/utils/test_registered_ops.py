"""Ops registered by `torch.library`: schemas, overrides, autograd kernels."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat.library import Library, _scoped_library, custom_op, define, get_ctx
from minitorch_compat.overrides import TorchFunctionMode


@pytest.mark.parametrize(("schema", "text"), [
    ("spaced(Tensor  x )->Tensor", "(Tensor x) -> Tensor"), ("nested(Tensor[][] x)-> int[]", "(Tensor[][] x) -> int[]"),
    ("text(str s='q') -> ()", '(str s="q") -> ()'), ("mine::spelled(Tensor(a!)? x) -> Tensor(a!)?", "(Tensor(a!)? x) -> Tensor(a!)?"),
    ("named(Tensor x) -> (Tensor y,Tensor)", "(Tensor x) -> (Tensor y, Tensor)"),
    ("many.ov(SymInt[2] k, *, Device? d=None) -> bool", "(SymInt[2] k, *, Device? d=None) -> bool")])
def test_accepted_schemas(schema: str, text: str) -> None:
    with _scoped_library("mine", "FRAGMENT") as library:
        name = library.define(schema)
        packet = getattr(torch.ops.mine, name)
        assert name.isidentifier() and str(getattr(packet, packet.overloads()[0])._schema).endswith(text)


@pytest.mark.parametrize("schema", [
    "a(Tensr x) -> Tensor", "a(Tensor x) -> Foo", "a(int64 x) -> ()", "a(Tensor) -> Tensor", "a(Tensor x -> Tensor",
    "a(Tensor x) -> Tensor extra junk", "a", "other::a(Tensor x) -> Tensor", "a(Optional[Tensor] x) -> ()"])
def test_refused_schemas(schema: str) -> None:
    with _scoped_library("mine", "FRAGMENT") as library:
        with pytest.raises(RuntimeError):
            library.define(schema)
        assert not hasattr(torch.ops.mine, "a")


@custom_op("override::sin", mutates_args=())
def sine(x: torch.Tensor) -> torch.Tensor:
    return x.sin()


def test_subclasses_and_modes_see_the_op() -> None:
    class Plain(torch.Tensor):
        pass

    class Mode(TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            seen.append(str(func))
            return func(*args, **(kwargs or {}))

    class Loud(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            seen.append(str(func))
            return super().__torch_function__(func, types, args, kwargs or {})

    seen: list[str] = []
    x = torch.ones(2)
    assert type(sine(x.as_subclass(Plain))) is Plain and type(sine(x=x.as_subclass(Loud))) is Loud and seen == ["override.sin.default"]
    with Mode():
        for op in (sine, torch.ops.override.sin, torch.ops.aten.sin, torch.ops.aten.sin.default):
            op(x)
    assert seen[1:] == ["override.sin.default", "override.sin", "aten.sin", "aten.sin.default"]


def test_an_autograd_kernel_calls_the_op_below() -> None:
    class Tenfold(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            with torch._C._AutoDispatchBelowAutograd():
                return torch.ops.below.twice(x)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 10

    with _scoped_library("below", "DEF") as library:
        library.define("twice(Tensor x) -> Tensor")
        library.impl("twice", lambda x: x * 2, "CPU")
        library.impl("twice", Tenfold.apply, "Autograd")
        x = torch.ones(2, requires_grad=True)
        y = torch.ops.below.twice(x)
        y.sum().backward()
        assert y.tolist() == [2, 2] and x.grad.tolist() == [10, 10] and type(y.grad_fn).__name__ == "TenfoldBackward"
        with torch._C._AutoDispatchBelowAutograd():
            assert not (x * 2).requires_grad
        assert torch.is_grad_enabled()


def test_sizes_that_depend_on_values() -> None:
    @custom_op("override::positions", mutates_args=())
    def positions(x: torch.Tensor) -> torch.Tensor:
        return x.nonzero()

    @positions.register_fake
    def _(x: torch.Tensor) -> torch.Tensor:
        return x.new_empty((get_ctx().new_dynamic_size(), x.dim()), dtype=torch.int64)

    assert get_ctx() is None and positions(torch.tensor([0, 1.0])).tolist() == [[1]]
    with pytest.raises(RuntimeError, match="data-dependent"):
        positions(torch.ones(2, device="meta"))
    assert get_ctx() is None


def test_a_schema_without_a_name() -> None:
    with pytest.raises(ValueError, match="expected schema to look like"):
        define("mine::bare", "Tensor x -> Tensor")
    with pytest.raises(RuntimeError, match="namespace"):
        Library("mine", "FRAGMENT").define("yours::f(Tensor x) -> Tensor")
