"""The gradient of `mode`, leaves written in inference mode, empty chunks, operands of functions of lists."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat._array.index.introsort import introsort_list

NAN = float("nan")


@pytest.mark.parametrize(("row", "value", "place"), [
    ([1.0, NAN, 2.0, 1.0], 1.0, 0), ([3.0, NAN, 3.0, NAN], 3.0, 0), ([NAN, 1.0, 2.0, 1.0, 1.0], 1.0, 4), ([2.0, NAN, 2.0, -0.0], -0.0, 3)])
def test_mode_with_nan(row: list[float], value: float, place: int) -> None:
    x = torch.tensor(row, requires_grad=True)
    values, indices = x.mode()
    (gradient,) = torch.autograd.grad(values, x)
    assert (values.item(), indices.item()) == (value, place)
    assert gradient.tolist() == [float(i == place) for i in range(len(row))]


class _Late:
    """A value settled when it is compared: so that every pivot is among the least, and quicksort goes deep (McIlroy)."""

    settled = 0
    candidate: object = None

    def __init__(self, place: int) -> None:
        self.place, self.value = place, 10 ** 9

    def __lt__(self, other: _Late) -> bool:
        if self.value == other.value == 10 ** 9:
            first = self if self is _Late.candidate else other
            first.value = _Late.settled
            _Late.settled += 1
        if self.value == 10 ** 9:
            _Late.candidate = self
        elif other.value == 10 ** 9:
            _Late.candidate = other
        return self.value < other.value


def test_deep_rows_are_sorted_by_a_heap(monkeypatch: pytest.MonkeyPatch) -> None:
    from minitorch_compat._array.index import introsort

    called = []
    heap = introsort.heapsort
    monkeypatch.setattr(introsort, "heapsort", lambda v, o: called.append(len(o)) or heap(v, o))
    values = [_Late(i) for i in range(2000)]
    order = introsort_list(values)
    assert called
    killer = [v.value for v in values]
    assert [killer[i] for i in order] == sorted(killer)


def test_leaf_written_in_inference_mode() -> None:
    with torch.inference_mode(), torch.enable_grad():
        w = torch.ones(2, requires_grad=True)
        w.mul_(3)
        assert w.normal_().grad_fn is None
    ordinary = torch.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
        ordinary.mul_(3)


def test_chunks_of_nothing() -> None:
    with pytest.raises(AssertionError, match="arg_spec must not be None"):
        torch.func.vmap(torch.sin, chunk_size=2)(torch.zeros(0, 3))
    with pytest.raises(AssertionError, match=r"expected t.size\(0\) to be 1, got 0"):
        torch.func.jacrev(torch.sin, chunk_size=1)(torch.zeros(0))
    assert torch.func.jacrev(torch.sin, chunk_size=2)(torch.zeros(0)).shape == (0, 0)


def test_item_multiplied_in_level() -> None:
    def f(x: torch.Tensor) -> torch.Tensor:
        y = (x * 2).clone()
        v = y.view(3, 1)
        v[0] *= x[1]
        return y.sum()

    assert torch.func.grad(f)(torch.tensor([1.0, 2.0, 3.0])).tolist() == [4.0, 4.0, 2.0]


@pytest.mark.parametrize("operand", [torch.ones(2), torch.ones((), requires_grad=True), "a"])
def test_operands_that_no_form_takes(operand: object) -> None:
    with pytest.raises(TypeError, match="received an invalid combination of arguments"):
        torch._foreach_sub([torch.ones(2)], operand)


def test_packed_factors() -> None:
    parts = [torch.ones(2), torch.ones(2)]
    assert [t.tolist() for t in torch._foreach_addcmul(parts, parts, parts, torch.tensor([2.0, 3.0]))] == [[3.0, 3.0], [4.0, 4.0]]
    with pytest.raises(RuntimeError, match="packed scalar Tensor to be of dimension 1"):
        torch._foreach_addcmul(parts, parts, parts, torch.tensor(2.0))
    with pytest.raises(RuntimeError, match="match input of length 2 but got 3"):
        torch._foreach_addcmul(parts, parts, parts, torch.ones(3))


def test_results_written_twice_in_levels() -> None:
    def f(x: torch.Tensor) -> torch.Tensor:
        return (x * 1).exp_().sigmoid_().sum()

    for call in (torch.func.grad(f), torch.func.jacrev(torch.func.grad(f)), torch.func.jacrev(f)):
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            call(torch.ones(3))
    once = torch.func.grad(lambda x: (x * 1).exp_().sum())(torch.zeros(3))
    assert once.tolist() == [1.0, 1.0, 1.0]


def test_writes_under_jacfwd_in_a_reverse_level() -> None:
    def f(x: torch.Tensor) -> torch.Tensor:
        y = x.clone()
        y.mul_(x)
        return y

    x = torch.tensor([1.0, 2.0, 3.0])
    expected = torch.zeros(3, 3, 3)
    for i in range(3):
        expected[i, i, i] = 2.0
    assert torch.equal(torch.func.jacrev(torch.func.jacfwd(f))(x), expected)
