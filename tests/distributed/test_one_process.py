"""Groups of one process: no MPI, and the checks of arguments that the backends' names decide."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import minitorch_compat as torch

dist = torch.distributed


@pytest.fixture
def group(request: pytest.FixtureRequest) -> Iterator[Any]:
    """The group of all processes, of this one alone, with the backend that the test asks for."""
    dist.init_process_group(request.param, rank=0, world_size=1, store=dist.HashStore())
    yield dist.group.WORLD
    dist.destroy_process_group()


@pytest.mark.parametrize("group", ["mpi"], indirect=True)
def test_a_group_of_mpi_gathers_into_a_tensor_of_any_form(group: Any) -> None:
    assert dist.get_backend(group) == "mpi"
    out = torch.zeros(2, 1, 3)
    dist.all_gather_into_tensor(out, torch.arange(6.0).reshape(3, 2))
    assert out.tolist() == [[[0, 1, 2]], [[3, 4, 5]]]
    with pytest.raises(RuntimeError, match="invalid tensor size"):
        dist.all_gather_into_tensor(torch.zeros(7), torch.arange(6.0))


@pytest.mark.parametrize("group", ["gloo"], indirect=True)
def test_a_group_of_gloo_wants_as_many_dimensions(group: Any) -> None:
    with pytest.raises(RuntimeError, match="invalid tensor size"):
        dist.all_gather_into_tensor(torch.zeros(2, 1, 3), torch.arange(6.0).reshape(3, 2))


@pytest.mark.parametrize("group", ["gloo"], indirect=True)
def test_a_group_is_made_once(group: Any) -> None:
    with pytest.raises(ValueError, match="twice"):
        dist.init_process_group("gloo", rank=0, world_size=1, store=dist.HashStore())
    assert dist.is_initialized()


def test_calls_without_a_group_are_refused() -> None:
    assert not dist.is_initialized()
    with pytest.raises(ValueError, match="Default process group has not been initialized"):
        dist.all_reduce(torch.ones(1))
    with pytest.raises(RuntimeError, match="doesn't have NCCL built in"):
        dist.init_process_group("nccl", rank=0, world_size=1, store=dist.HashStore())
