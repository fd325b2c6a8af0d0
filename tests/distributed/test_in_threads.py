"""Training with ranks that are threads: compared with PyTorch's recorded results with processes on gloo, and with one process."""
from __future__ import annotations

import math
import re
import sys
import types
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import minitorch_compat as torch
from compat_tests import test_distributed as recorded

from . import ranks

SOURCE = Path(recorded.__file__).parent / "distributed" / "training.py"
dist, nn = torch.distributed, torch.nn


@cache
def programs() -> dict[str, Any]:
    """Those of `training.py`, of this package."""
    text = re.sub(r"^( *)(import|from) torch\b", r"\1\2 minitorch_compat", SOURCE.read_text(), flags=re.M)
    module = types.ModuleType("training_in_threads")
    sys.modules[module.__name__] = module  # dataclasses look there
    exec(compile(text.replace("import minitorch_compat\n", "import minitorch_compat as torch\n"), str(SOURCE), "exec"), vars(module))
    return {program.__name__: program for program in module.PROGRAMS}


@pytest.mark.parametrize("world, shared", [(2, True), (2, False), (4, True)], ids=["memory", "messages", "four"])
def test_training_gives_the_same(world: int, shared: bool) -> None:
    wrong = {}
    for name, program in programs().items():
        if world == 4 and not re.search("join|uneven|unused|differentiable", name) or not shared and name == "of_many_pieces":
            continue
        ours = ranks.run(world, program, shared=shared)
        theirs = recorded.theirs()[str(world)][f"training {name}"]
        if not all(recorded.agrees(a, b, recorded.COARSE.get(name, 2e-6)) for a, b in zip(theirs, ours, strict=True)):
            wrong[name] = [theirs, ours]
    assert wrong == {}


# Statistics over all ranks

def _inputs(shapes: list[tuple[int, ...]], dtype: Any) -> list[Any]:
    generator = torch.Generator().manual_seed(4)
    return [(torch.randn(shape, generator=generator, dtype=torch.float64) * 2 + 1).to(dtype) for shape in shapes]


SHAPES: dict[str, Any] = {"rows": [(3, 2), (5, 2)], "lines": [(2, 2, 3), (1, 2, 3)], "images": [(2, 2, 3, 2), (3, 2, 3, 2)],
                          "three": [(2, 2), (1, 2), (4, 2)]}
OPTIONS: list[dict[str, Any]] = [{}, {"momentum": None}, {"momentum": 0.3, "eps": 0.2}, {"affine": False}, {"track_running_stats": False},
                                 {"bias": False}]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32], ids=str)
@pytest.mark.parametrize("name", list(SHAPES))
def test_sync_batch_norm_is_batch_norm_of_the_joined_batches(name: str, dtype: Any) -> None:
    """Results, gradients and statistics of forwards, the last in evaluation."""
    parts = _inputs(SHAPES[name], dtype)
    layer_of = {2: nn.BatchNorm1d, 3: nn.BatchNorm1d, 4: nn.BatchNorm2d}[parts[0].dim()]
    for options in OPTIONS:
        def told(layer: Any, x: Any, of: Any = lambda rows: rows) -> list[Any]:
            with torch.no_grad():
                for k, p in enumerate(layer.parameters()):
                    p += 0.5 + k
            found = []
            for step in range(3 if layer.track_running_stats else 2):  # without statistics evaluation is each rank's own
                layer.train(step < 2)
                leaf = x.clone().requires_grad_()
                y = layer(leaf)
                (of(y) ** 3 * (step + 1)).sum().backward()
                found += [y.detach(), leaf.grad]
            return [found, [p.grad for p in layer.parameters()], list(layer.buffers())]

        whole = told(layer_of(2, **options).to(dtype), torch.cat(parts))
        ours = ranks.run(len(parts), lambda o=options: told(nn.SyncBatchNorm(2, **o).to(dtype), parts[dist.get_rank()]))
        sizes = [len(part) for part in parts]
        for rank, (found, _, buffers) in enumerate(ours):
            theirs = [t.split(sizes)[rank] for t in whole[0]]
            torch.testing.assert_close(found, theirs)
            torch.testing.assert_close(buffers, whole[2])
        for k, gradient in enumerate(whole[1]):
            torch.testing.assert_close(sum(each[1][k] for each in ours), gradient)


def test_sync_batch_norm_of_a_group_keeps_to_it() -> None:
    def program() -> Any:
        pairs = [dist.new_group([0, 1]), dist.new_group([2, 3])]
        rank = dist.get_rank()
        layer = nn.SyncBatchNorm(1, affine=False, process_group=pairs[rank // 2])
        return layer(torch.tensor([[float(rank)]])).item(), layer.running_mean.item()

    assert [round(y, 3) for y, _ in ranks.run(4, program)] == [-1, 1, -1, 1]
    assert [round(mean, 3) for _, mean in ranks.run(4, program)] == [0.05, 0.05, 0.25, 0.25]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_converted_norms_keep_what_they_have(options: dict[str, Any]) -> None:
    inner = nn.ModuleList([nn.BatchNorm2d(2, **options).eval(), nn.Linear(2, 2)])
    net = nn.Sequential(nn.BatchNorm1d(3, **options), inner, nn.InstanceNorm1d(2))
    before = net[0], net[1][0]
    converted = nn.SyncBatchNorm.convert_sync_batchnorm(net, "group")
    assert converted is net and type(net[1][1]) is nn.Linear and type(net[2]) is nn.InstanceNorm1d
    for old, new in zip(before, (net[0], net[1][0])):
        assert type(new) is nn.SyncBatchNorm and new.process_group == "group" and new.training is old.training
        for name in ("num_features", "eps", "momentum", "affine", "track_running_stats", "weight", "bias", "running_mean", "running_var",
                     "num_batches_tracked"):
            assert getattr(new, name) is getattr(old, name) or getattr(new, name) == getattr(old, name), name
    alone = nn.SyncBatchNorm.convert_sync_batchnorm(nn.BatchNorm1d(2))
    assert type(alone) is nn.SyncBatchNorm and alone.process_group is None


def test_sync_batch_norm_refuses_what_it_has_no_statistics_of() -> None:
    def program() -> None:
        layer = nn.SyncBatchNorm(2)
        with pytest.raises(ValueError, match="expected at least 2D input"):
            layer(torch.ones(2))
        with pytest.raises(ValueError, match="channels should be non-zero"):
            nn.SyncBatchNorm(0)(torch.ones(2, 0))

    ranks.run(2, program)


# Averages of gradients

DDP: list[dict[str, Any]] = [{}, {"bucket_cap_mb": 1e-5}, {"bucket_cap_mb": 2e-4}, {"gradient_as_bucket_view": True},
                             {"static_graph": True}, {"find_unused_parameters": True},
                             {"find_unused_parameters": True, "static_graph": True},
                             {"gradient_as_bucket_view": True, "static_graph": True, "bucket_cap_mb": 1e-5}]


class _Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(8)
        self.first, self.second = nn.Linear(3, 4), nn.Linear(4, 2).double()
        self.turned = nn.Parameter(torch.randn(3, 2, 2, dtype=torch.float64))
        self.number = nn.Parameter(torch.tensor(0.5))
        self.empty = nn.Parameter(torch.ones(0, 2))

    def forward(self, x: Any) -> Any:
        return self.second(torch.tanh(self.first(x)).double() + x.double() @ self.turned.flatten(1)) * self.number + self.empty.sum()


def _loss(rank: int, step: int) -> tuple[Any, Any]:
    generator = torch.Generator().manual_seed(10 * rank + step)
    return torch.randn(2 + rank, 3, generator=generator), lambda y: (y * (rank + step + 1)).pow(2).sum()


@pytest.mark.parametrize("world, shared", [(2, True), (2, False), (3, True)], ids=["memory", "messages", "three"])
def test_gradients_are_means(world: int, shared: bool) -> None:
    """Whatever the buckets, whoever keeps the gradients: the mean over ranks, added up over backwards as PyTorch adds."""
    def program(options: dict[str, Any]) -> Any:
        model, told = nn.parallel.DistributedDataParallel(_Net(), **options), []
        for step in range(3):
            x, loss = _loss(dist.get_rank(), step)
            loss(model(x)).backward()
            told.append([p.grad.clone() for p in model.parameters()])
            model.zero_grad(set_to_none=step == 0)
        assert math.isclose(sum(b.flat.numel() for b in model.reducer.buckets), sum(p.numel() for p in model.parameters()))
        return told

    alone = _Net()
    expected = []
    for step in range(3):
        sums = [torch.zeros_like(p) for p in alone.parameters()]
        for rank in range(world):
            x, loss = _loss(rank, step)
            for total, g in zip(sums, torch.autograd.grad(loss(alone(x)), list(alone.parameters()))):
                total += g / world
        expected.append(sums)
    for options in DDP:
        for told in ranks.run(world, lambda o=options: program(o), shared=shared):
            torch.testing.assert_close(told, expected, rtol=1e-5, atol=1e-6, msg=lambda text, o=options: f"{o}: {text}")


@pytest.mark.parametrize("shared", [True, False], ids=["memory", "messages"])
def test_gradients_from_before_stay_where_no_rank_uses_the_parameter(shared: bool) -> None:
    def program(options: dict[str, Any]) -> Any:
        model, told = nn.parallel.DistributedDataParallel(_Idle(), **options), []
        for step in range(3):
            if step != 1:  # added up in the second step
                model.zero_grad()
                model.module.idle.grad = torch.full((2,), dist.get_rank() + 1.0)
            model(torch.ones(1, 2) * (dist.get_rank() + 1)).sum().backward()
            told.append([p.grad.tolist() for p in model.parameters()])
        return told

    for options in ({"static_graph": True}, {"find_unused_parameters": True}, {"find_unused_parameters": True, "static_graph": True}):
        for rank, told in enumerate(ranks.run(2, lambda o=options: program(o), shared=shared)):
            before = [rank + 1.0] * 2
            assert told == [[before, [1.5, 1.5], 1.0], [before, [3.0, 3.0], 2.0], [before, [1.5, 1.5], 1.0]], options


class _Idle(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.idle, self.weight, self.bias = (nn.Parameter(torch.ones(size)) for size in ((2,), (2,), ()))

    def forward(self, x: Any) -> Any:
        return x @ self.weight + self.bias


def test_ranks_with_other_models_are_all_told() -> None:
    """Where PyTorch's rank 0 goes on and waits for ever."""
    def program(shapes: list[Any]) -> None:
        with pytest.raises(RuntimeError, match=r"params\[[01]\] in this process with sizes .*appears not to match sizes of"):
            nn.parallel.DistributedDataParallel(nn.Linear(*shapes[dist.get_rank()]))

    for shapes in ([(2, 3), (2, 4)], [(2, 3), (3, 3)]):
        ranks.run(2, lambda s=shapes: program(s))


def test_gradients_of_other_layouts_are_refused() -> None:
    def program() -> None:
        model = nn.parallel.DistributedDataParallel(nn.Embedding(4, 2, sparse=True))
        with pytest.raises(torch.UnsupportedError, match="sparse"):
            model(torch.tensor([1, 2])).sum().backward()

    ranks.run(2, program)
