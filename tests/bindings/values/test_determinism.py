"""`use_deterministic_algorithms`, and writes into the memory of arguments."""
from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import minitorch_compat as torch


@pytest.fixture
def deterministic() -> Iterator[None]:
    torch.use_deterministic_algorithms(True)
    yield
    torch.use_deterministic_algorithms(False)
    torch.utils.deterministic.fill_uninitialized_memory = True


def test_new_memory_is_filled(deterministic: None) -> None:
    for made in (torch.empty(3), torch.empty_like(torch.ones(3)), torch.empty_strided((2, 2), (2, 1)), torch.empty_permuted((2, 3), (1, 0)),
                 torch.ones(1).new_empty(2), torch.Tensor(2), torch.ones(1).resize_(3)[1:], torch.empty(2, dtype=torch.complex64)):
        assert made.isnan().all()
    assert (torch.empty(2, dtype=torch.uint8) == 255).all() and torch.empty(2, dtype=torch.bool).all()
    torch.utils.deterministic.fill_uninitialized_memory = False
    assert not torch.utils.deterministic.fill_uninitialized_memory
    with pytest.raises(RuntimeError, match="expected a bool, but got int"):
        torch.utils.deterministic.fill_uninitialized_memory = 3


def test_what_pytorch_has_no_deterministic_algorithm_for(deterministic: None) -> None:
    x, at = torch.zeros(5), torch.tensor([0])
    with pytest.raises(RuntimeError, match="put_ does not have a deterministic implementation"):
        x.put_(at, torch.tensor([1.0]))
    x.put_(at, torch.tensor([1.0]), accumulate=True)
    with pytest.raises(RuntimeError, match="max_unpooling2d_forward_out does not"):
        torch.nn.MaxUnpool2d(2)(torch.ones(1, 1, 2, 2), torch.zeros(1, 1, 2, 2).long())
    torch.use_deterministic_algorithms(True, warn_only=True)
    with pytest.warns(UserWarning, match="put_ does not have a deterministic implementation"):
        x.put_(at, torch.tensor([1.0]))


def test_settings_check_their_types() -> None:
    with pytest.raises(TypeError, match="'warn_only' must be bool"):
        torch.use_deterministic_algorithms(True, warn_only=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="debug_mode must be str or int"):
        torch.set_deterministic_debug_mode(2.0)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="expects an int, but got str"):
        torch.set_num_threads("a")  # type: ignore[arg-type]


X = torch.arange(6.0)
PLACES = torch.tensor([0, 1])


@pytest.mark.parametrize("name", ["scatter_", "scatter_add_", "index_add_", "index_copy_"])
def test_sources_do_not_lie_in_what_is_written(name: str) -> None:
    x = torch.arange(6.0)
    for source in (x[1:3], x[:2]):
        with pytest.raises(RuntimeError, match="unsupported operation"):
            getattr(x[:3], name)(0, PLACES, source)
    with pytest.raises(RuntimeError, match="unsupported operation"):
        x[:3].put_(PLACES, x[1:3])
    places = torch.arange(6)
    with pytest.raises(RuntimeError, match="unsupported operation"):
        places.scatter_(0, places, 3)
    assert x.tolist() == [0, 1, 2, 3, 4, 5]


def test_joined_tensors_do_not_lie_in_out() -> None:
    x = torch.arange(6.0)
    for join in (torch.cat, torch.hstack):
        with pytest.raises(RuntimeError, match="unsupported operation"):
            join([x[:2], x[2:4]], out=x[:4])
    assert torch.cat([x[:2], x[2:3]], out=torch.empty(3)).tolist() == [0, 1, 2]


def test_equality_with_arrays() -> None:
    x = torch.ones(2)
    assert (x == np.array([1.0, 2.0])).tolist() == [True, False]
    assert (np.array([1, 2]) == x).tolist() == [True, False]
    with pytest.raises(RuntimeError, match="must match the size"):
        _ = x == np.ones(3)
    assert (x == np.array(["a", "b"])) is False


def test_arrays_that_no_tensor_stands_over() -> None:
    for make in (torch.from_numpy, torch.as_tensor):
        with pytest.raises(ValueError, match="byte order"):
            make(np.ones(2, ">f8"))
        with pytest.raises(ValueError, match="negative"):
            make(np.arange(3.0)[::-1])
