"""Explained differences of random programs: a reason is valid only if the same choice, or the same bits, removes the difference."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import minitorch_compat as torch
from compat_tests.programs.explaining import explanation
from compat_tests.programs.judging import Shrunk, judge
from compat_tests.programs.running import run

Replaced = Callable[..., Any]


class Other:
    """The other side: this package, with one method in another's place."""

    def __init__(self, owner: Any, name: str, method: Callable[[Replaced], Replaced]) -> None:
        self.owner, self.name, self.method = owner, name, method

    @contextmanager
    def changed(self) -> Iterator[None]:
        own = vars(self.owner).get(self.name)  # of a class, what reading gives is not what stands there
        setattr(self.owner, self.name, self.method(getattr(self.owner, self.name)))
        try:
            yield
        finally:
            if own is None:
                delattr(self.owner, self.name)
            else:
                setattr(self.owner, self.name, own)

    def of_program(self, program: list[str]) -> dict[str, Any]:
        with self.changed():
            return run(torch, program)


def why(other: Other, *program: str) -> str | None:
    found = judge(other.of_program(list(program)), run(torch, list(program)), list(program))
    assert found is not None
    return explanation(torch, other, Shrunk(list(program), found))  # type: ignore[arg-type]


def from_behind(right: Replaced) -> Replaced:
    """Of equal elements the last comes first."""
    return lambda self, dim=-1: self.shape[dim] - 1 - right(self.flip(dim), dim)


def off_by_one(right: Replaced) -> Replaced:
    return lambda self, dim=-1: right(self, dim).roll(1, dim)


def last_bit(right: Replaced) -> Replaced:
    return lambda x: right(x) * (1 + 2.0**-50)


def wrong(right: Replaced) -> Replaced:
    return lambda x: right(x) * 1.001


def test_places_of_equal_elements() -> None:
    flipped, rolled = Other(torch.Tensor, "argsort", from_behind), Other(torch.Tensor, "argsort", off_by_one)
    assert why(flipped, "v0 = torch.zeros(3)", "v1 = v0.argsort(0)") == "ties"
    assert why(flipped, "v0 = torch.zeros(2, 3)", "v0[v0.argsort(0)[0, 0], v0.argsort(-1)[0, 0]] += 1") == "ties"
    assert why(rolled, "v0 = torch.arange(3.)", "v1 = v0.argsort(0)") is None, "other places of other elements"
    assert why(rolled, "v0 = torch.arange(3.)", "v0.scatter_(0, v0.argsort(0)[:1], 7.0)") is None


def test_a_tie_excuses_nothing_else() -> None:
    class Both(Other):
        def of_program(self, program: list[str]) -> dict[str, Any]:
            with Other(torch.Tensor, "sin", wrong).changed():
                return super().of_program(program)

    assert why(Both(torch.Tensor, "argsort", from_behind), "v0 = torch.zeros(3)", "v1 = v0.argsort(0)", "v2 = (v0 + 1).sin()") is None


def test_rounding_made_whole() -> None:
    nearly, far = Other(torch.Tensor, "sin", last_bit), Other(torch.Tensor, "sin", wrong)
    program = "v0 = torch.tensor([1.0, 2.0], dtype=torch.float64)", "v1 = v0.sin()", "v2 = v1 > 0.8415"
    assert why(nearly, program[0], program[1], "v2 = (v1 * 2.0**52).long()") == "rounding"
    assert why(far, *program) is None
    assert why(nearly, program[0], "v1 = (v0.sin() * 2.0**52).long()") is None, "what was no variable cannot be shown to be the cause"


def test_gelu_of_infinity() -> None:
    def nan(right: Replaced) -> Replaced:
        return lambda x: torch.where(x == float("inf"), float("nan"), right(x))

    def always(right: Replaced) -> Replaced:
        return lambda x: right(x) * float("nan")

    program = "v0 = torch.tensor([1.0, float('inf')])", "v1 = torch.nn.functional.gelu(v0)"
    assert why(Other(torch.nn.functional, "gelu", nan), *program) == "gelu of infinity"
    assert why(Other(torch.nn.functional, "gelu", always), *program) is None


def test_what_was_written_before_an_error() -> None:
    def hasty(right: Replaced) -> Replaced:
        def scatter_(self: Any, dim: int, index: Any, value: Any) -> Any:
            self.data[0] = value
            return right(self, dim, index, value)
        return scatter_

    hurried = Other(torch.Tensor, "scatter_", hasty)
    assert why(hurried, "v0 = torch.zeros(3)", "v0.scatter_(0, torch.tensor([0, 9]), 3.0)") == "written before a refusal"
    assert why(Other(torch.Tensor, "index_fill_", hasty), "v0 = torch.zeros(3)", "v0.index_fill_(0, torch.tensor([9]), 3.0)",
               "v1 = v0 + 1") == "written before a refusal"
    assert why(Other(torch.Tensor, "scatter_", lambda right: lambda self, dim, index, value: right(self, dim, index, value + 1)),
               "v0 = torch.zeros(3)", "v0.scatter_(0, torch.tensor([0, 1]), 3.0)") is None


COMPLEX = "v0 = torch.ones(2, dtype=torch.complex64)", "v1 = torch.tensor([float('nan'), 1.0])", "v2 = v0.add(v1)"


def test_infinite_complex_numbers() -> None:
    def other_part(right: Replaced) -> Replaced:
        def add(self: Any, other: Any) -> Any:
            found = right(self, other)
            return torch.complex(found.real, torch.where(found.real.isnan(), float("nan"), found.imag))
        return add

    def finite_too(right: Replaced) -> Replaced:
        return lambda self, other: right(self, other) * (1 + 0.001j)

    assert why(Other(torch.Tensor, "add", other_part), *COMPLEX) == "infinite complex numbers"
    assert why(Other(torch.Tensor, "add", finite_too), *COMPLEX) is None
    assert why(Other(torch.Tensor, "add", lambda right: lambda self, other: right(self, other).real + 0j), *COMPLEX[:2],
               "v2 = v0.add(1j)") is None


def test_sign_of_zero() -> None:
    program = ("v0 = torch.tensor([-0.0, 1.0])", "v1 = torch.tensor([0.0, -0.0])", "v2 = torch.fmax(v0, v1)", "v3 = 1 / v2")
    flipped = Other(torch, "fmax", lambda right: lambda a, b: right(a, b) * torch.where(a == 0, -1.0, 1.0))
    assert why(flipped, *program) == "sign of zero"
    assert why(Other(torch, "fmax", lambda right: lambda a, b: -right(a, b)), *program) is None
    assert why(Other(torch, "mul", lambda right: flipped.method(right)), *program[:2], "v2 = torch.mul(v0, v1)", program[3]) is None


def test_sign_of_zero_of_extremes() -> None:
    program = ("v0 = torch.zeros(2)", "v1 = -v0", "v2 = torch.minimum(v0, v1)", "v3 = 1 / v2")
    assert why(Other(torch, "minimum", lambda right: lambda a, b: -right(a, b)), *program) == "sign of zero"
    assert why(Other(torch.Tensor, "amin", lambda right: lambda x, dim: -right(x, dim)), program[0], "v1 = v0.amin(0)",
               "v2 = 1 / v1") == "sign of zero"
    assert why(Other(torch.Tensor, "amin", lambda right: lambda x, dim: right(x, dim) + 1), program[0], "v1 = v0.amin(0)") is None
    assert why(Other(torch.Tensor, "neg", lambda right: lambda x: right(x).abs()), program[0], "v1 = v0.neg()", "v2 = 1 / v1") is None


def test_sign_of_nan() -> None:
    program = ("v0 = torch.tensor([-1.0, 4.0])", "v1 = v0.sqrt()", "v2 = torch.copysign(v0, v1)")

    def transposed(right: Replaced) -> Replaced:
        return lambda x: torch.where(right(x).isnan(), -right(x), right(x))

    assert why(Other(torch.Tensor, "sqrt", transposed), *program) == "sign of NaN"
    assert why(Other(torch.Tensor, "sqrt", lambda right: lambda x: -right(x)), *program) is None, "of numbers, too"
    assert why(Other(torch.Tensor, "sqrt", lambda right: lambda x: right(x) * 0), *program) is None
    nan = ("v0 = torch.tensor(float('nan'))", "v1 = v0.neg()", "v2 = torch.copysign(torch.ones(()), v1)")
    assert why(Other(torch.Tensor, "neg", transposed), *nan) is None, "what says which sign it gives"


def test_rounding_that_makes_a_zero() -> None:
    class Both(Other):
        def of_program(self, program: list[str]) -> dict[str, Any]:
            with Other(torch, "minimum", lambda right: lambda a, b: -right(a, b)).changed():
                return super().of_program(program)

    program = ("v0 = torch.ones(1, dtype=torch.float64)", "v1 = v0.sin()", "v2 = v1.sub(v1)", "v3 = torch.minimum(v2, v2)", "v4 = 1 / v3",
               "v5 = (v1 * 2.0**52).long()")
    assert why(Both(torch.Tensor, "sin", last_bit), *program) == "rounding and sign of zero"
    assert why(Both(torch.Tensor, "sin", wrong), *program) is None


def test_numbers_that_numpy_has_not() -> None:
    class Wider(Other):
        def of_program(self, program: list[str]) -> dict[str, Any]:
            return super().of_program([s.replace(".half()", "") for s in program])

    program = ("v0 = torch.ones(3).half()", "v1 = v0 + 1j")
    other = Wider(torch.Tensor, "sin", lambda right: right)
    assert why(other, "v1 = torch.ones(3).half() + 1j") == "complex32"
    assert why(other, *program) is None, "the rest must agree"


def test_a_gradient_without_memory() -> None:
    text = "ZeroTensors are immutable. Please use the materialized zero tensor obtained using .clone() if you want a mutable tensor."
    program = ("v0 = torch.ones(3)", "v1 = v0.sgn()")
    assert why(Other(torch.Tensor, "sgn", refusing(text, lambda t: True)), *program) == "derivative not built"


def test_spread_of_equal_numbers() -> None:
    program = "v0 = torch.full((3,), 22026.46484375)", "v1 = v0.std()"
    assert why(Other(torch.Tensor, "std", lambda right: lambda self: right(self) + 0.0024), *program) == "spread of equal numbers"
    assert why(Other(torch.Tensor, "std", lambda right: lambda self: right(self) + 1.0), *program) is None, "more than rounding"
    assert why(Other(torch.Tensor, "std", lambda right: lambda self: right(self) * 1.01), "v0 = torch.arange(3.0)", program[1]) is None


def test_an_operand_in_the_memory_that_is_written() -> None:
    def late(right: Replaced) -> Replaced:
        def add_(self: Any, other: Any) -> Any:
            rows = [right(row, other) for row in self] if self.untyped_storage().data_ptr() == other.untyped_storage().data_ptr() else []
            return self if rows else right(self, other)
        return add_

    def wrong_(right: Replaced) -> Replaced:
        return lambda self, other: right(self, other * 2)

    program = "v0 = torch.eye(2)", "v1 = v0.select(-1, 0)", "v0.add_(v1)"
    assert why(Other(torch.Tensor, "add_", late), *program) == "operand in the memory written"
    assert why(Other(torch.Tensor, "add_", wrong_), *program) is None


def refusing(text: str, kind: Callable[[Any], bool]) -> Callable[[Replaced], Replaced]:
    """The call, which fails with a text for some arguments."""
    def method(right: Replaced) -> Replaced:
        def call(*args: Any) -> Any:
            if any(isinstance(a, torch.Tensor) and kind(a) for a in args):
                raise RuntimeError(text)
            return right(*args)
        return call
    return method


def test_derivatives_that_stumble_over_booleans() -> None:
    text = "Subtraction, the `-` operator, with a bool tensor is not supported."
    stumbling = refusing(text, lambda t: t.dtype is torch.bool)
    program = "v0 = torch.tensor([True, False])", "v1 = torch.tensor([0.5, 1.0])", "v2 = torch.logaddexp(v0, v1)"
    assert why(Other(torch, "logaddexp", stumbling), *program) == "derivative of a Boolean"
    assert why(Other(torch, "logaddexp", refusing(text, lambda t: True)), *program) is None, "refused without a Boolean, too"
    assert why(Other(torch, "hypot", stumbling), *program[:2], "v2 = torch.hypot(v0, v1)") is None


def test_derivatives_in_bytes() -> None:
    def transposed(right: Replaced) -> Replaced:
        return lambda a, b: right(-a if torch.uint8 in (a.dtype, b.dtype) else a, b)

    program = "v0 = torch.tensor([1, 2], dtype=torch.uint8)", "v1 = torch.tensor([0.5, 1.0])", "v2 = torch.atan2(v0, v1)"
    assert why(Other(torch, "atan2", transposed), *program) == "derivative in bytes"
    assert why(Other(torch, "hypot", transposed), *program[:2], "v2 = torch.hypot(v0, v1)") is None
    assert why(Other(torch, "atan2", lambda right: lambda a, b: right(-a, b)), *program) is None, "wrong without bytes, too"


def test_derivatives_not_built() -> None:
    text = "nan_to_num does not support automatic differentiation for outputs with complex dtype."
    program = "v0 = torch.ones(1, dtype=torch.complex64, requires_grad=True)", "v1 = v0.nan_to_num()"
    assert why(Other(torch.Tensor, "nan_to_num", refusing(text, lambda t: True)), *program) == "derivative not built"
    assert why(Other(torch.Tensor, "nan_to_num", refusing("another text", lambda t: True)), *program) is None


def test_errors_that_pytorch_calls_its_own() -> None:
    text = 'out != nullptr INTERNAL ASSERT FAILED at "variable.cpp":207, please report a bug to PyTorch. '
    program = "v0 = torch.ones(2)", "v0.add_(1)"
    assert why(Other(torch.Tensor, "add_", refusing(text, lambda t: True)), *program) == "PyTorch's own error"
    assert why(Other(torch.Tensor, "add_", refusing("ASSERT FAILED", lambda t: True)), *program) is None

    class Both(Other):
        def of_program(self, program: list[str]) -> dict[str, Any]:
            with Other(torch.Tensor, "sin", wrong).changed():
                return super().of_program(program)

    assert why(Both(torch.Tensor, "add_", refusing(text, lambda t: True)), *program, "v1 = v0.sin()") is None


def test_memory_that_nobody_has_written() -> None:
    def filled(count: int) -> Callable[[Replaced], Replaced]:
        def method(right: Replaced) -> Replaced:
            def resize_(self: Any, size: Any) -> Any:
                right(self, size).data.view(-1)[count:] = 7
                return self
            return resize_
        return method

    program = "v0 = torch.ones(2)", "v0.resize_((2, 3))", "v1 = v0 + 1"
    assert why(Other(torch.Tensor, "resize_", filled(2)), *program) == "memory not written yet"
    assert why(Other(torch.Tensor, "resize_", filled(1)), *program) is None, "what was there is kept"


def test_writes_of_kernels_into_results_of_inference_tensors() -> None:
    def counted(inference: bool) -> Callable[[Replaced], Replaced]:
        def method(right: Replaced) -> Replaced:
            def amin(self: Any) -> Any:
                found = right(self)
                return found.mul_(1) if self.is_inference() or not inference else found
            return amin
        return method

    program = "v0 = torch.ones(2)", "with torch.inference_mode():\n    v1 = v0 + 1", "v2 = v1.amin()"
    assert why(Other(torch.Tensor, "amin", counted(True)), *program) == "writes of kernels"
    assert why(Other(torch.Tensor, "amin", counted(False)), *program) is None


def test_words_for_an_index_of_nothing() -> None:
    def other_words(right: Replaced) -> Replaced:
        def getitem(self: Any, key: Any) -> Any:
            if not self.dim():
                raise IndexError("select() cannot be applied to a 0-dim tensor.")
            return right(self, key)
        return getitem

    def of_one(right: Replaced) -> Replaced:
        def getitem(self: Any, key: Any) -> Any:
            if not self.dim() and key:
                raise IndexError(f"index {key} is out of bounds for dimension 0 with size 1")
            return right(self, key)
        return getitem

    assert why(Other(torch.Tensor, "__getitem__", of_one), "v0 = torch.tensor(1)", "v0[2]") == "words for an index of nothing"
    other = Other(torch.Tensor, "__getitem__", other_words)
    assert why(other, "v0 = torch.tensor(1)", "v0[-1]") == "words for an index of nothing"
    assert why(other, "v0 = torch.tensor(1)", "v0[0]") is None


def test_half_precision_reaches_wider_types() -> None:
    """Sixteen ulps of half precision are more of single precision; without a half there is no such leave."""
    def coarse(right: Replaced) -> Replaced:
        return lambda x: right(x) * (1 + 2.0**-9)

    other = Other(torch.Tensor, "sin", coarse)
    assert judge(other.of_program(["v0 = torch.ones(2).half()", "v1 = v0.float().sin()"]),
                 run(torch, ["v0 = torch.ones(2).half()", "v1 = v0.float().sin()"]), []) is None
    assert judge(other.of_program(["v1 = torch.ones(2).sin()"]), run(torch, ["v1 = torch.ones(2).sin()"]), []) is not None


def test_powers_of_booleans() -> None:
    text = "Subtraction, the `-` operator, with a bool tensor is not supported."
    stumbling = refusing(text, lambda t: t.dtype is torch.bool)
    program = "v0 = torch.tensor([0.5, 1.0])", "v1 = torch.tensor([True, False])", "v2 = v0 ** v1"
    assert why(Other(torch.Tensor, "__pow__", stumbling), *program) == "derivative of a Boolean"
    assert why(Other(torch.Tensor, "__pow__", refusing(text, lambda t: True)), *program) is None, "refused without a Boolean, too"


def test_memory_that_is_written_twice() -> None:
    def in_another_order(right: Replaced) -> Replaced:
        def square_(self: Any) -> Any:
            if self.stride() != (1, 1):
                return right(self)
            for row in reversed(list(self)):
                right(row)
            return self
        return square_

    program = "v0 = torch.arange(3.0) + 2", "v1 = v0.as_strided((2, 2), (1, 1))", "v1.square_()"
    once = "v0 = torch.arange(4.0) + 2", "v1 = v0.view(2, 2)", "v1.square_()"
    assert why(Other(torch.Tensor, "square_", in_another_order), *program) == "memory written twice"
    wrong_ = Other(torch.Tensor, "square_", lambda right: lambda self: right(self).mul_(2))
    assert why(wrong_, *program) is None
    assert why(wrong_, *once) is None


def test_the_median_of_what_is_repeated() -> None:
    def beyond(right: Replaced) -> Replaced:
        return lambda self: right(self) + (7.0 if 0 in self.stride() else 0.0)

    program = "v0 = torch.arange(3.0)", "v1 = v0.expand(2, 3)", "v2 = v1.median()"
    assert why(Other(torch.Tensor, "median", beyond), *program) == "median of what is repeated"
    assert why(Other(torch.Tensor, "median", lambda right: lambda self: right(self) + 7.0), *program) is None


def test_memory_that_is_not_shared_is_no_matter_of_zeros() -> None:
    apart = Other(torch.Tensor, "__getitem__", lambda right: lambda self, index: right(self, index).clone())
    assert why(apart, "v0 = torch.zeros(3)", "v1 = v0[:]") is None


def without_gradient(right: Replaced) -> Replaced:
    return lambda x: right(x.detach()).requires_grad_(x.requires_grad)


def test_the_zero_of_sgn() -> None:
    """Nothing comes through it, not even NaN; where another function is to blame, that is no reason."""
    program = "v0 = torch.ones(1, requires_grad=True)", "v1 = torch.fmod(v0, torch.zeros(1))", "v2 = v1.sgn()", "v2.sum().backward()"
    assert why(Other(torch.Tensor, "sgn", without_gradient), *program) == "zero of sgn"
    assert why(Other(torch.Tensor, "sign", without_gradient), *[s.replace("sgn", "sign") for s in program]) is None


def in_one_memory(right: Replaced) -> Replaced:
    """Gradients of all that was joined, in parts of one tensor."""
    def backward(self: Any, *arguments: Any) -> None:
        leaves = [node.variable for node, _ in self.grad_fn.next_functions]
        right(self, *arguments)
        memory = torch.zeros(len(leaves), *leaves[0].shape)
        for leaf, part in zip(leaves, memory.unbind(0), strict=True):
            part.copy_(leaf.grad)
            leaf.grad = part.detach()
    return backward


def test_gradients_in_one_memory() -> None:
    other = Other(torch.Tensor, "backward", in_one_memory)
    leaves = "v0 = torch.ones(2, requires_grad=True)", "v1 = torch.zeros(2, requires_grad=True)", "v2 = torch.stack([v0, v1])"
    assert why(other, *leaves, "v2.backward(torch.ones_like(v2))", "v3 = v1.grad") == "gradients in one memory"
    doubled = Other(torch.Tensor, "backward", lambda right: lambda self, g: right(self, g * 2))
    assert why(doubled, *leaves, "v2.backward(torch.ones_like(v2))", "v3 = v1.grad") is None


def test_running_extremes_of_nothing() -> None:
    other = Other(torch.Tensor, "cummax", lambda right: lambda x, dim: [right(x, dim)[0].add_(0)])
    for shape, reason in (("0, 2", "running extremes of nothing"), ("1, 2", None)):
        assert why(other, f"v0 = torch.ones({shape})", "v1 = v0.cummax(0)[0]") == reason
