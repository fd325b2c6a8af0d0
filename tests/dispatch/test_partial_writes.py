"""In-place calls that write a part of a tensor: the time and memory they take follow from the part."""
from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch

_ROWS, _WIDTH = 3, 8
_INDEX = torch.tensor([0, 2, 2])
_SOURCE = torch.arange(1.0, 1.0 + _ROWS * _WIDTH).reshape(_ROWS, _WIDTH)
WRITES: dict[str, Callable[[Any, Any], Any]] = {
    "scatter_": lambda x, i: x.scatter_(0, i[:, None].expand(_ROWS, _WIDTH), _SOURCE),
    "scatter_ a number": lambda x, i: x.scatter_(0, i[:, None].expand(_ROWS, _WIDTH), 2.0),
    "scatter_ add": lambda x, i: x.scatter_(0, i[:, None].expand(_ROWS, _WIDTH), _SOURCE, reduce="add"),
    "scatter_add_": lambda x, i: x.scatter_add_(0, i[:, None].expand(_ROWS, _WIDTH), _SOURCE),
    "scatter_reduce_": lambda x, i: x.scatter_reduce_(0, i[:, None].expand(_ROWS, _WIDTH), _SOURCE, "amax", include_self=False),
    "index_reduce_": lambda x, i: x.index_reduce_(0, i, _SOURCE, "prod"),
    "index_add_": lambda x, i: x.index_add_(0, i, _SOURCE, alpha=2),
    "index_copy_": lambda x, i: x.index_copy_(0, i, _SOURCE),
    "index_fill_": lambda x, i: x.index_fill_(0, i, 2.0),
    "index_put_": lambda x, i: x.index_put_((i,), _SOURCE),
    "index_put_ accumulate": lambda x, i: x.index_put_((i,), _SOURCE, accumulate=True),
    "put_": lambda x, i: x.put_(i, _SOURCE[:, 0]),
    "put_ accumulate": lambda x, i: x.put_(i, _SOURCE[:, 0], accumulate=True),
}


def rows(count: int) -> Any:
    return torch.arange(count * _WIDTH).reshape(count, _WIDTH) % 7 + 0.5


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES.keys())
def test_a_write_takes_memory_for_its_part_only(write: Callable[[Any, Any], Any]) -> None:
    x = rows(50_000)
    write(x, _INDEX)  # imports what it needs
    tracemalloc.start()
    try:
        assert write(x, _INDEX) is x
        assert tracemalloc.get_traced_memory()[1] < x.numel() * x.element_size() / 4
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES.keys())
def test_the_same_is_written_as_into_memory_with_gaps(write: Callable[[Any, Any], Any]) -> None:
    x, spread = rows(5), torch.zeros(5, 2 * _WIDTH)[:, ::2].copy_(rows(5))
    version = x._version
    assert write(x, _INDEX) is x and x._version == version + 1
    assert torch.equal(write(spread, _INDEX), x)


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES.keys())
@pytest.mark.parametrize("count", [5, 5000])
def test_nothing_is_written_where_an_index_is_out_of_bounds(write: Callable[[Any, Any], Any], count: int) -> None:
    x = rows(count)
    with pytest.raises((IndexError, RuntimeError)):
        write(x, torch.tensor([0, 2, count * _WIDTH]))
    assert torch.equal(x, rows(count)) and x._version == 0


@pytest.mark.parametrize("write", [
    lambda x, i: x.scatter_add_(0, i, 1.0), lambda x, i: x.scatter_reduce_(0, i, 1.0, "amax"), lambda x, i: x.index_add_(0, i, 1.0),
    lambda x, i: x.index_copy_(0, i, 1.0), lambda x, i: x.index_reduce_(0, i, 1.0, "prod"), lambda x, i: x.put_(i, 1.0)])
def test_a_number_is_no_source(write: Callable[[Any, Any], Any]) -> None:
    x = torch.ones(3)
    for _ in range(2):  # the first call imports what it needs, the second is direct
        with pytest.raises(TypeError, match="must be Tensor, not float"):
            write(x, _INDEX)
        x.scatter_add_(0, _INDEX, torch.zeros(3)).index_add_(0, _INDEX, torch.zeros(3)).put_(_INDEX, torch.ones(3))
    assert torch.equal(x, torch.ones(3))


def test_an_argument_in_the_memory_that_is_written_is_refused() -> None:
    x = rows(5)
    with pytest.raises(RuntimeError, match="some elements of the input tensor and the written-to tensor"):
        x.index_copy_(0, _INDEX, x[:_ROWS])
    assert torch.equal(x, rows(5))


@pytest.mark.parametrize("size", [5, 300_000])
@pytest.mark.parametrize("call", [
    lambda x, y, z: ("addcmul", (y, z), {"value": 0.3}), lambda x, y, z: ("addcmul", (y, z), {}),
    lambda x, y, z: ("addcdiv", (y, z), {"value": 0.3}), lambda x, y, z: ("lerp", (y, 0.3), {}), lambda x, y, z: ("lerp", (y, 0.7), {}),
    lambda x, y, z: ("lerp", (y, z), {})], ids=["addcmul", "addcmul 1", "addcdiv", "lerp near", "lerp far", "lerp by elements"])
def test_in_place_by_blocks_gives_the_same_bits(call: Any, size: int) -> None:
    torch.manual_seed(0)
    x, y, z = torch.rand(3, size)
    name, args, options = call(x, y, z)
    expected = getattr(x, name)(*args, **options)
    assert torch.equal(getattr(x.clone(), f"{name}_")(*args, **options), expected)


@pytest.mark.parametrize("write", [
    lambda x, y: x.addcmul_(y, y), lambda x, y: x.addcdiv_(y, y), lambda x, y: x.add_(y, alpha=0.5)], ids=["addcmul_", "addcdiv_", "add_"])
def test_values_do_not_fit_a_tensor_without(write: Callable[[Any, Any], Any]) -> None:
    with pytest.raises(RuntimeError, match="not on the expected device meta"):
        write(torch.ones(3, device="meta"), torch.ones(3))
