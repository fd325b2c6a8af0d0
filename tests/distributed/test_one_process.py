"""Groups of one process: no MPI, and argument checks that depend on the backend's name."""
from __future__ import annotations

import copy
import pickle
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


@pytest.mark.parametrize("group", ["gloo"], indirect=True)
def test_a_backward_after_no_sync_averages_when_it_is_prepared(group: Any) -> None:
    """What trainers do (accelerate's `trigger_sync_in_backward`, Lightning's manual optimization)."""
    model, reduced = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1, bias=False)), []

    def hook(_: Any, bucket: dist.GradBucket) -> Any:
        reduced.append(bucket.buffer().tolist())
        future = torch.futures.Future()
        future.set_result(bucket.buffer())
        return future

    model.register_comm_hook(None, hook)
    with model.no_sync():
        losses = [model(torch.ones(1, 2) * k).sum() for k in (1, 2)]
    losses[0].backward()
    assert reduced == [] and model.require_backward_grad_sync
    model.reducer._rebuild_buckets()
    model.reducer.prepare_for_backward([])
    losses[1].backward()
    assert reduced == [[3, 3]] and model.module.weight.grad.tolist() == [[3, 3]]


def test_the_backends_that_there_are_are_those_of_pytorch_on_a_cpu() -> None:
    assert [name for name in ("mpi", "gloo", "GLOO", "nccl", "ucc", "xccl") if dist.is_backend_available(name)] == ["gloo", "GLOO"]
    assert dist.is_gloo_available() and not dist.is_mpi_available()


@pytest.mark.parametrize("group", ["gloo"], indirect=True)
def test_state_for_a_rank_that_is_not_there_goes_to_nobody(group: Any) -> None:
    weight = torch.nn.Parameter(torch.ones(1))
    optimizer = dist.optim.ZeroRedundancyOptimizer([weight], torch.optim.SGD, lr=0.5, momentum=0.5)
    weight.sum().backward()
    optimizer.step()
    optimizer.consolidate_state_dict()
    assert optimizer.state_dict()["state"][0]["momentum_buffer"].tolist() == [1]
    for rank in (1, -1):
        optimizer.consolidate_state_dict(to=rank)
        with pytest.raises(RuntimeError, match="has not been consolidated on this rank"):
            optimizer.state_dict()


@pytest.mark.parametrize("group", ["gloo"], indirect=True)
def test_copies_and_files_of_a_wrapped_model_reduce_their_own_gradients(group: Any) -> None:
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1))
    for other in (copy.deepcopy(model), pickle.loads(pickle.dumps(model)), torch.optim.swa_utils.AveragedModel(model).module):
        other(torch.ones(1, 2)).sum().backward()
        assert other.module.weight.grad.tolist() == [[1, 1]] and model.module.weight.grad is None
        assert other.reducer is not model.reducer and other.process_group is model.process_group
    local = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1), process_group=dist.new_group([0]))
    with pytest.raises(RuntimeError, match="only supported when using DDP with the default process group"):
        copy.deepcopy(local)


@pytest.mark.parametrize("group", ["gloo"], indirect=True)
def test_the_flag_of_buffers_has_two_names(group: Any) -> None:
    wrap = torch.nn.parallel.DistributedDataParallel
    model = wrap(torch.nn.BatchNorm1d(2), forward_sync_buffers=False)
    assert not model.broadcast_buffers and not model.will_sync_module_buffers()
    model.broadcast_buffers = True
    assert model.forward_sync_buffers and model.will_sync_module_buffers()
    with pytest.warns(FutureWarning, match="`broadcast_buffers` is deprecated"):
        assert not wrap(torch.nn.BatchNorm1d(2), broadcast_buffers=False).forward_sync_buffers
    with pytest.warns(FutureWarning, match="`broadcast_buffers` is deprecated"):
        assert wrap(torch.nn.BatchNorm1d(2), broadcast_buffers=False, forward_sync_buffers=True).forward_sync_buffers
    with pytest.warns(FutureWarning, match="`check_reduction` argument"):
        wrap(torch.nn.BatchNorm1d(2), check_reduction=True)


@pytest.mark.parametrize("group", ["gloo"], indirect=True)
@pytest.mark.parametrize("name, call", [
    ("all_gather_into_tensor", lambda f: f(torch.zeros(3), torch.ones(3))),
    ("_all_gather_base", lambda f: f(torch.zeros(3), torch.ones(3))),
    ("reduce_scatter_tensor", lambda f: f(torch.zeros(3), torch.ones(3))), ("all_reduce_coalesced", lambda f: f([torch.ones(3)])),
    ("all_gather_coalesced", lambda f: f([[torch.zeros(3)]], [torch.ones(3)]))])
def test_retired_names_warn(group: Any, name: str, call: Any) -> None:
    with pytest.warns(FutureWarning, match=f"`torch.distributed.{name}`"):
        call(getattr(dist, name))


@pytest.mark.parametrize("group", ["gloo"], indirect=True)
def test_models_that_cannot_be_parallel_are_refused(group: Any) -> None:
    parallel = torch.nn.parallel.DistributedDataParallel
    with pytest.raises(RuntimeError, match="uninitialized parameters can't be used"):
        parallel(torch.nn.LazyLinear(1))
    with pytest.raises(ValueError, match="must be on the same type of devices"):
        parallel(torch.nn.Sequential(torch.nn.Linear(1, 1), torch.nn.Linear(1, 1, device="meta")))
    with pytest.raises(NotImplementedError, match="meta: dense tensors of the CPU only"):
        parallel(torch.nn.Linear(1, 1, device="meta"))
    with pytest.raises(ValueError, match="same dense type"):
        dist.optim.ZeroRedundancyOptimizer([torch.ones(1), torch.ones(1, dtype=torch.float64)], torch.optim.SGD, lr=0.1)


@pytest.mark.parametrize("backend, phrase", [
    ("cpu:gloo,cpu:nccl", "Duplicate device type cpu"), ("cpu:gloo,nccl", "Invalid device:backend")])
def test_backends_of_devices(backend: str, phrase: str) -> None:
    with pytest.raises(ValueError, match=phrase):
        dist.distributed_c10d.BackendConfig(dist.Backend(backend))
