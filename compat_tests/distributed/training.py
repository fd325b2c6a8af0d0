"""Programs that train with several processes, and tell their losses: `training.py WORLD FILE NAME...` writes {name: losses} to
FILE.RANK."""
from __future__ import annotations

import contextlib
import dataclasses
import json
import math
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler


class Net(nn.Module):
    """A small convolutional network with a batch norm, so with buffers."""

    def __init__(self) -> None:
        super().__init__()
        self.conv, self.norm = nn.Conv2d(1, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8)
        self.out = nn.Linear(8 * 16, 10)

    def forward(self, x: Any) -> Any:
        """Logits."""
        return self.out(F.max_pool2d(F.relu(self.norm(self.conv(x))), 2).flatten(1))


class TwoWays(nn.Module):
    """Rank by rank another part is used."""

    def __init__(self) -> None:
        super().__init__()
        self.a, self.b, self.c = nn.Linear(4, 4), nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x: Any, way: int) -> Any:
        """Either a or b, never c."""
        return (self.a if way else self.b)(x)


class CharGPT(nn.Module):
    """One block of causal attention over characters."""

    def __init__(self, size: int = 32) -> None:
        super().__init__()
        self.embed, self.place = nn.Embedding(27, size), nn.Embedding(16, size)
        self.attend = nn.MultiheadAttention(size, 4, batch_first=True)
        self.norm1, self.norm2 = nn.LayerNorm(size), nn.LayerNorm(size)
        self.feed = nn.Sequential(nn.Linear(size, 4 * size), nn.GELU(), nn.Linear(4 * size, size))
        self.head = nn.Linear(size, 27)

    def forward(self, tokens: Any) -> Any:
        """Logits of the next character."""
        x = self.embed(tokens) + self.place(torch.arange(tokens.shape[1]))
        mask = torch.full((tokens.shape[1],) * 2, float("-inf")).triu(1)
        h = self.norm1(x)
        x = x + self.attend(h, h, h, attn_mask=mask, need_weights=False)[0]
        return self.head(x + self.feed(self.norm2(x)))


def batches(n: int = 4) -> Iterator[Any]:
    """Different in every rank, the same each time."""
    g = torch.Generator().manual_seed(100 + dist.get_rank())
    for _ in range(n):
        yield torch.randn(6, 4, generator=g)


def trained(model: Any, **kwargs: Any) -> list[Any]:
    """Losses and a fingerprint of the parameters, of a few steps on random data."""
    told = []
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    for x in batches():
        optimizer.zero_grad()
        loss = model(x, **kwargs).pow(2).mean()
        loss.backward()
        optimizer.step()
        told.append(loss.item())
    return [*told, *(p.double().sum().item() for p in model.parameters())]


def mlp() -> nn.Module:
    """Three layers."""
    torch.manual_seed(3)
    return nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 2))


def digits_cnn() -> Any:
    """An epoch over images with a sampler."""
    torch.manual_seed(0)
    g = torch.Generator().manual_seed(1)
    data = TensorDataset(torch.randn(96, 1, 8, 8, generator=g), torch.randint(10, (96,), generator=g))
    sampler = DistributedSampler(data, seed=5)
    model = DDP(Net())
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    told = []
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for x, y in DataLoader(data, batch_size=8, sampler=sampler):
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            told.append(loss.item())
    return [*told, model.module.norm.running_mean.sum().item(), sorted(model.state_dict())[:2]]


def char_gpt() -> Any:
    """A few steps of a small transformer."""
    torch.manual_seed(7)
    model = DDP(CharGPT())
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    g = torch.Generator().manual_seed(20 + dist.get_rank())
    told = []
    for _ in range(5):
        tokens = torch.randint(27, (4, 17), generator=g)
        loss = F.cross_entropy(model(tokens[:, :-1]).flatten(0, 1), tokens[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        told.append(loss.item())
    return told


def plain_ddp() -> Any:
    """Defaults."""
    return trained(DDP(mlp()))


def tiny_buckets() -> Any:
    """One parameter a bucket."""
    return trained(DDP(mlp(), bucket_cap_mb=1e-5))


def bucket_views() -> Any:
    """Gradients in the buckets."""
    return trained(DDP(mlp(), gradient_as_bucket_view=True))


def static() -> Any:
    """A static graph."""
    return trained(DDP(mlp(), static_graph=True))


def different_seeds() -> Any:
    """Rank 0's parameters are everybody's."""
    torch.manual_seed(dist.get_rank())
    return trained(DDP(nn.Linear(4, 2)))


def unused() -> Any:
    """Each rank uses another part."""
    torch.manual_seed(3)
    model = DDP(TwoWays(), find_unused_parameters=True)
    told = trained(model, way=dist.get_rank() % 2)
    return [*told, model.module.c.weight.grad is None]


def unused_refused() -> Any:
    """The error of parameters without gradient."""
    torch.manual_seed(3)
    model = DDP(TwoWays())
    try:
        trained(model, way=1)
    except RuntimeError as error:
        return [str(error)[:100], "Parameter indices which did not receive grad for rank" in str(error)]
    return None


def accumulated() -> Any:
    """`no_sync` for all but the last of the micro-batches."""
    model = DDP(mlp())
    told = []
    *first, last = batches()
    with model.no_sync():
        for x in first:
            model(x).pow(2).mean().backward()
            told.append(model.module[0].bias.grad.sum().item())
    model(last).pow(2).mean().backward()
    return [*told, *(p.grad.double().sum().item() for p in model.parameters())]


def uneven() -> Any:
    """`join`, with more inputs on higher ranks."""
    model = DDP(mlp())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    told = []
    with model.join():
        for x in batches(2 + dist.get_rank()):
            optimizer.zero_grad()
            loss = model(x).pow(2).mean()
            loss.backward()
            optimizer.step()
            told.append(loss.item())
    return [*told, *(p.double().sum().item() for p in model.parameters())]


def uneven_by_active() -> Any:
    """`join`, means over those that have inputs."""
    model = DDP(mlp())
    told = []
    with model.join(divide_by_initial_world_size=False):
        for x in batches(2 + dist.get_rank()):
            model(x).pow(2).mean().backward()
            told.append(model.module[0].bias.grad.sum().item())
    return told


def of_many_pieces() -> Any:
    """Gradients larger than what is reduced at once, one of them not in the order of its elements in memory, added to in turn."""
    torch.manual_seed(4)

    class Twice(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.a, self.b = nn.Parameter((torch.randn(700, 500) / 30).t()), nn.Linear(700, 300)

        def forward(self, x: Any) -> Any:
            return self.b(torch.tanh(x @ self.a))

    model = DDP(Twice())
    g = torch.Generator().manual_seed(dist.get_rank())
    told = []
    for step in range(4):
        x = torch.randn(4, 500, generator=g)
        with model.no_sync() if step == 1 else contextlib.nullcontext():
            model(x).pow(2).mean().backward()
        told.extend(p.grad.double().abs().sum().item() for p in model.parameters())
        if step == 2:
            model.zero_grad()
    return told


def gradients_in_hooks() -> Any:
    """What hooks of the program see: the gradient of this process."""
    model = DDP(mlp())
    told: list[Any] = []
    for p in model.parameters():
        p.register_post_accumulate_grad_hook(lambda p: told.append(p.grad.double().sum().item()))
    for x in batches(2):
        model(x).pow(2).mean().backward()
    return [*told, *(p.grad.double().sum().item() for p in model.parameters())]


def half_hook() -> Any:
    """Gradients sent as float16."""
    from torch.distributed.algorithms.ddp_comm_hooks import default_hooks

    model = DDP(mlp())
    model.register_comm_hook(None, default_hooks.fp16_compress_hook)
    return trained(model)


def own_hook() -> Any:
    """A hook that doubles the mean."""
    def hook(state, bucket):  # annotations must be what torch expects, or none
        buffer = bucket.buffer().div_(dist.get_world_size())
        return dist.all_reduce(buffer, async_op=True).get_future().then(lambda f: f.value()[0] * state)

    model = DDP(mlp())
    model.register_comm_hook(2.0, hook)
    return trained(model)


def zero() -> Any:
    """An optimizer whose state is divided among the ranks."""
    from torch.distributed.optim import ZeroRedundancyOptimizer

    model = DDP(mlp())
    optimizer = ZeroRedundancyOptimizer(model.parameters(), optimizer_class=torch.optim.Adam, lr=0.01)
    told = []
    for x in batches():
        optimizer.zero_grad()
        loss = model(x).pow(2).mean()
        loss.backward()
        optimizer.step()
        told.append(loss.item())
    optimizer.consolidate_state_dict(to=0)
    if dist.get_rank() == 0:
        state = optimizer.state_dict()["state"]
        told.extend(state[i]["exp_avg"].double().sum().item() for i in sorted(state))
    return told


def differentiable() -> Any:
    """`torch.distributed.nn.functional`."""
    import torch.distributed.nn.functional as df

    rank, world = dist.get_rank(), dist.get_world_size()
    told = []
    for name, call in {
        "all_reduce": lambda x: df.all_reduce(x * 1),
        "broadcast": lambda x: df.broadcast(x * 1, 1),
        "all_gather": lambda x: torch.stack(df.all_gather(x * 1)),
        "reduce": lambda x: df.reduce(x * 1, 1),
        "gather": lambda x: torch.stack(df.gather(x * 1, 1)),
        "scatter": lambda x: df.scatter([x * (i + 1) for i in range(world)], 1),
        "reduce_scatter": lambda x: df.reduce_scatter(torch.zeros(3), [x * (i + 1) for i in range(world)]),
        "all_to_all": lambda x: torch.stack(df.all_to_all([torch.zeros(3) for _ in range(world)], [x * (i + 1) for i in range(world)])),
        "all_to_all_single": lambda x: df.all_to_all_single(torch.zeros(world), (x.sum() * torch.arange(1.0, world + 1))),
    }.items():
        x = (torch.arange(3.0) + rank).requires_grad_()
        y = call(x)
        (y * (rank + 1)).pow(2).sum().backward()
        told.append([name, y.tolist() if name != "reduce" or rank == 1 else None, None if x.grad is None else x.grad.tolist()])
    return told


def checkpoint_written() -> Any:
    """`torch.distributed.checkpoint`, there and back."""
    import tempfile

    import torch.distributed.checkpoint as dcp

    place = [tempfile.mkdtemp()]
    dist.broadcast_object_list(place, src=0)
    model = mlp()
    state = {"model": model.state_dict(), "step": 7}
    dcp.save(state, checkpoint_id=place[0])
    other = {"model": {k: torch.zeros_like(v) for k, v in state["model"].items()}, "step": 0}
    dcp.load(other, checkpoint_id=place[0])
    return [other["step"], *(v.double().sum().item() for v in other["model"].values())]


# What DistributedDataParallel does at its edges


def gradients(model: Any) -> list[Any]:
    """Of every parameter: its gradient summed with weights, or that there is none."""
    return [None if p.grad is None else (p.grad.double().flatten() * torch.arange(1.0, p.numel() + 1).double()).sum().item()
            for p in model.parameters()]


def refused(call: Any, *phrases: str) -> list[Any]:
    """How a call is refused, and which of the phrases it says."""
    try:
        call()
    except Exception as error:
        return [type(error).__name__, *(phrase in str(error) for phrase in phrases)]
    return ["not refused"]


class Ways(nn.Module):
    """Four layers, of which the call says which are used, and how its result is packed."""

    def __init__(self, dtype: Any = None) -> None:
        super().__init__()
        torch.manual_seed(5)
        self.layers = nn.ModuleList(nn.Linear(3, 3, dtype=dtype if i % 2 else None) for i in range(4))
        self.free = nn.Parameter(torch.arange(3.0))

    def forward(self, x: Any, used: Any = (0, 1, 2, 3), pack: str = "list") -> Any:
        """A result for each of the layers that are used."""
        outs = [self.layers[i](x.to(self.layers[i].weight.dtype)).float() * (i + 1) for i in used]
        if pack == "dict":
            return {"outs": outs, "nested": ({"free": self.free * 2},), "other": 3}
        if pack == "data":
            return Packed(outs[0], outs[1:], "a text")
        return [*outs, (self.free * x).sum()] if pack == "list" else outs


@dataclasses.dataclass
class Packed:
    """Results in a dataclass."""

    first: Any
    rest: Any
    note: str


def packed(outs: Any) -> Any:
    """The loss of whatever `Ways` gave."""
    if isinstance(outs, dict):
        return sum(o.pow(2).sum() for o in outs["outs"]) + outs["nested"][0]["free"].sum()
    if isinstance(outs, Packed):
        return sum(o.pow(2).sum() for o in (outs.first, *outs.rest))
    return sum(o.pow(2).sum() for o in outs)


def mine(*shape: int) -> Any:
    """Numbers of this rank."""
    return torch.arange(1.0, 1 + math.prod(shape)).view(shape) * (dist.get_rank() + 1) / 8


def unused_in_all_packings() -> Any:
    """Which parameters backward reaches is read from lists, dictionaries and dataclasses; those that nobody uses keep what they have."""
    told = []
    for pack in ("list", "dict", "data", "tuple"):
        for used in ((0, 1, 2, 3), (1, 3), (dist.get_rank() % 4, 3), (2,)):
            for views in (False, True):
                model = DDP(Ways(), find_unused_parameters=True, gradient_as_bucket_view=views, bucket_cap_mb=1e-5 if views else None)
                for _ in range(2):
                    packed(model(mine(2, 3), used, pack)).backward()
                told.append(gradients(model))
    return told


def kept_when_unused() -> Any:
    """A parameter that no rank uses keeps the gradient it has; one that only some use has the mean of theirs and of what others had."""
    model = DDP(Ways(), find_unused_parameters=True)
    packed(model(mine(2, 3))).backward()
    told = [gradients(model)]
    packed(model(mine(2, 3), (0, 1))).backward()
    told.append(gradients(model))
    model.zero_grad()
    packed(model(mine(2, 3), (0, dist.get_rank() % 3))).backward()
    told.append(gradients(model))
    with model.no_sync():
        packed(model(mine(2, 3))).backward()
    packed(model(mine(2, 3), (0, 1))).backward()
    told.append(gradients(model))
    for p in model.parameters():
        p.grad = torch.full_like(p, dist.get_rank() + 1.0)
    packed(model(mine(2, 3), (0, 1))).backward()
    return [*told, gradients(model)]


def buckets_of_dtypes() -> Any:
    """Parameters of two dtypes, in buckets of different sizes, twice."""
    told = []
    for options in ({}, {"bucket_cap_mb": 1e-5}, {"bucket_cap_mb": 1e-4, "gradient_as_bucket_view": True}):
        model = DDP(Ways(torch.float64), **options)
        for _ in range(2):
            packed(model(mine(2, 3))).backward()
            told.append(gradients(model))
        told.append([str(p.grad.dtype) for p in model.parameters()])
    return told


def gradients_set_aside() -> Any:
    """Gradients that are set to None, zeroed, or replaced between backwards, with and without views of the buckets."""
    told = []
    for views in (False, True):
        for to_none in (False, True):
            model = DDP(mlp(), gradient_as_bucket_view=views)
            for x in batches(3):
                model.zero_grad(set_to_none=to_none)
                model(x).pow(2).mean().backward()
                told.append(gradients(model))
            before = model.module[0].weight.grad
            for p in model.parameters():
                p.grad = p.grad.clone() * 2
            model(mine(2, 4)).pow(2).mean().backward()
            told.append([gradients(model), before is model.module[0].weight.grad])
    return told


def at_once_or_not() -> Any:
    """`no_sync` around forward alone, around both, nested, under `no_grad`, and with find_unused_parameters."""
    told = []
    for options in ({}, {"find_unused_parameters": True}, {"gradient_as_bucket_view": True}):
        model = DDP(mlp(), **options)
        with model.no_sync():
            with model.no_sync():
                model(mine(2, 4)).pow(2).mean().backward()
            told.append([model.require_backward_grad_sync, gradients(model)])
            held = model(mine(1, 4)).pow(2).mean()
        held.backward()
        told.append(gradients(model))
        with torch.no_grad():
            model(mine(3, 4))
        model(mine(1, 4)).pow(2).mean().backward()
        told.append(gradients(model))
        model.require_backward_grad_sync = False
        model(mine(1, 4)).pow(2).mean().backward()
        told.append(gradients(model))
    return told


def static_twice() -> Any:
    """A static graph: a layer that is used twice, one that never is, checkpointed parts; three steps."""
    from torch.utils.checkpoint import checkpoint

    class Net(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            torch.manual_seed(2)
            self.a, self.b, self.never = nn.Linear(4, 4), nn.Linear(4, 4), nn.Linear(4, 4)

        def forward(self, x: Any, reentrant: bool) -> Any:
            return self.b(torch.tanh(checkpoint(self.a, checkpoint(self.a, x, use_reentrant=reentrant), use_reentrant=reentrant)))

    told = []
    for reentrant in (False, True):
        for views in (False, True):
            model = DDP(Net(), static_graph=True, gradient_as_bucket_view=views)
            for _ in range(3):
                model(mine(2, 4).requires_grad_(), reentrant).pow(2).mean().backward()
                told.append(gradients(model))
    model = DDP(Net())
    model._set_static_graph()
    for _ in range(2):
        model(mine(2, 4), False).pow(2).mean().backward()
        told.append(gradients(model))
    told.append(model.static_graph)
    model = DDP(Ways(), static_graph=True)
    packed(model(mine(2, 3), (0, 1))).backward()
    return [*told, refused(lambda: packed(model(mine(2, 3), (0, 1, 2))).backward())]


def buffers_of_rank_0() -> Any:
    """Whose buffers a forward begins with: training, after `no_sync`, in evaluation, with `broadcast_buffers=False`, of integers."""
    class Counts(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.weight = nn.Parameter(torch.full((2,), 1.0 + dist.get_rank()))
            self.register_buffer("seen", torch.full((2,), float(dist.get_rank())))
            self.register_buffer("number", torch.tensor([dist.get_rank() + 5, 7]))
            self.register_buffer("none", torch.zeros(0))

        def forward(self, x: Any) -> Any:
            out = (self.weight.pow(2) * x * self.seen.clone()).sum()
            with torch.no_grad():
                self.seen += dist.get_rank() + 1
                self.number += dist.get_rank() + 2
            return out

    told = []
    for options in ({}, {"broadcast_buffers": False}, {"init_sync": False}, {"init_sync": False, "broadcast_buffers": False}):
        model = DDP(Counts(), **options)
        for step in range(5):
            if step == 2:
                with model.no_sync():
                    model(mine(2)).backward()
            elif step == 3:
                with torch.no_grad():
                    model(mine(2))
            else:
                model(mine(2)).backward()
            told.append([*model.module.seen.tolist(), *model.module.number.tolist(), *gradients(model), model.will_sync_module_buffers()])
    return told


def ignored_by_name() -> Any:
    """Parameters and buffers that a model names as its own are left alone."""
    net = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2), nn.Linear(2, 2))
    with torch.no_grad():
        for k, p in enumerate(net.parameters()):
            p.fill_(dist.get_rank() + k + 1.0)
    net[2].bias.requires_grad_(False)
    net.double()[1].running_mean += dist.get_rank()
    DDP._set_params_and_buffers_to_ignore_for_model(net, ["0.weight", "1.running_mean"])
    model = DDP(net)
    model(next(batches())[:, :2].double()).pow(2).sum().backward()
    return [*gradients(model), *(p.sum().item() for p in net.parameters()), net[1].running_mean.tolist(), net[1].running_var.tolist()]


def wrong_calls() -> Any:
    """What is refused, and how."""
    rank = dist.get_rank()

    def of_text(state: Any, bucket: str) -> Any:
        """A hook of something else."""

    told = [refused(lambda: DDP(nn.Tanh()), "is not needed when a module doesn't have any parameter that requires a gradient"),
            refused(lambda: DDP(mlp().requires_grad_(False)), "is not needed"),
            refused(lambda: DDP(nn.Linear(2, 2, bias=rank == 0)), "DDP expects same model across all ranks, but Rank"),
            refused(lambda: DDP(mlp(), device_ids=[0]), "device_ids and output_device arguments only work with")]
    model = DDP(mlp())
    told += [refused(lambda: model.register_comm_hook(None, 3), "Communication hook must be callable."),
             refused(lambda: model.register_comm_hook(None, of_text), "bucket annotation should be dist.GradBucket.")]
    model.register_comm_hook(None, lambda state, bucket: dist.all_reduce(bucket.buffer(), async_op=True).get_future())
    told.append(refused(lambda: model.register_comm_hook(None, lambda state, bucket: None), "can only be called once"))
    model = DDP(mlp())
    loss = model(mine(2, 4)).pow(2).mean()
    loss.backward(retain_graph=True)
    told.append(gradients(model))
    loss.backward()
    told.append(gradients(model))
    ways = DDP(Ways(), find_unused_parameters=True)
    outside = packed(ways(mine(2, 3), (0, 1))) + ways.module.layers[2].weight.sum()
    told.append(refused(outside.backward, "Expected to mark a variable ready only once.",
                        "Use of a module parameter outside the `forward` function", "layers.2.weight has been marked as ready twice"))
    return told


def unfinished() -> Any:
    """A forward whose backward has not come to all parameters: which they are, by number and name."""
    told = []
    for find in (False, True):
        model = DDP(Ways(), find_unused_parameters=find)
        model(mine(2, 3))[1].sum().backward()
        told.append(refused(lambda model=model: model(mine(2, 3)), "Expected to have finished reduction in the prior iteration",
                            "making sure all `forward` function outputs participate in calculating loss",
                            "passing the keyword argument `find_unused_parameters=True`",
                            f"Parameter indices which did not receive grad for rank {dist.get_rank()}: "))
    return told


def without_backward() -> Any:
    """Forwards that nobody goes back from; two before one backward."""
    model = DDP(mlp())
    model(mine(2, 4))
    model(mine(1, 4)).pow(2).mean().backward()
    told = [gradients(model)]
    a, b = model(mine(1, 4)), model(mine(2, 4))
    (a.pow(2).mean() + b.pow(2).mean()).backward()
    told.append(gradients(model))
    if dist.get_rank() == 0:  # nobody else has to be there
        with torch.no_grad():
            told.append(model(mine(1, 4)).sum().item())
    return told


def hooks_see() -> Any:
    """What a communication hook is told of each bucket, and what may come of its future."""
    seen: list[Any] = []

    def hook(state, bucket):
        seen.append([state, bucket.index(), bucket.is_last(), bucket.buffer().numel(), round(bucket.buffer().sum().item(), 3),
                     sorted([list(g.shape), list(p.shape), round(g.pow(2).sum().item(), 4)]
                            for g, p in zip(bucket.gradients(), bucket.parameters()))])
        future: Any = torch.futures.Future()
        bucket.set_buffer(bucket.buffer() * 3)
        future.set_result(bucket.buffer() + dist.get_rank())
        return future

    told = []
    for options in ({}, {"bucket_cap_mb": 1e-5}, {"gradient_as_bucket_view": True}, {"find_unused_parameters": True},
                    {"static_graph": True}):
        model = DDP(mlp(), **options)
        model.register_comm_hook("state", hook)
        for x in batches(2):
            model(x).pow(2).mean().backward()
            told.append([gradients(model), *(seen if len(told) % 2 else ())])  # after the first backward PyTorch fills buckets otherwise
            seen.clear()
    return told


def built_in_hooks() -> Any:
    """The hooks that come with it."""
    from torch.distributed.algorithms.ddp_comm_hooks import default_hooks

    told = []
    for hook in (default_hooks.allreduce_hook, default_hooks.fp16_compress_wrapper(default_hooks.allreduce_hook)):
        model = DDP(mlp(), bucket_cap_mb=1e-4)
        model.register_comm_hook(None, hook)
        model(mine(2, 4)).pow(2).mean().backward()
        told.append([round(g, 2) for g in gradients(model)])
    return told


def replaced_meanwhile() -> Any:
    """A hook of one parameter puts another gradient into the place of one that is on its way."""
    told = []
    for options in ({}, {"bucket_cap_mb": 1e-5}):
        model = DDP(mlp(), **options)

        def replace(p: Any, last: Any = model.module[4]) -> None:
            last.weight.grad = torch.ones_like(last.weight) * (dist.get_rank() + 2)

        model.module[0].weight.register_post_accumulate_grad_hook(replace)
        for x in batches(2):
            model(x).pow(2).mean().backward()
            told.append(gradients(model))
    return told


def of_a_group() -> Any:
    """Averages, buffers and joins of a part of the ranks."""
    rest = [r for r in range(dist.get_world_size()) if r]
    groups = [dist.new_group([0]), dist.new_group(rest)]
    mine = groups[dist.get_rank() > 0]
    told = []
    for options in ({}, {"find_unused_parameters": True}, {"bucket_cap_mb": 1e-5, "gradient_as_bucket_view": True}):
        model = DDP(with_norm().double(), process_group=mine, **options)
        told += [one_step(model, k) for k in range(2)]
        told += [joined(1, model, one_step), model.module[1].running_mean.tolist()]
    return told


def at_rest() -> Any:
    """What a wrapper says of itself."""
    model = DDP(mlp())
    return [model.dim, model.device.type, model.device_ids, model.output_device, model.broadcast_buffers, model.find_unused_parameters,
            model.static_graph, model.gradient_as_bucket_view, model.require_backward_grad_sync, model.require_forward_param_sync,
            sorted(model.state_dict())[:2], len(list(model.parameters())), model.training, str(model).splitlines()[:2],
            model.will_sync_module_buffers(), DDP(with_norm()).will_sync_module_buffers()]


def joined(steps: int, model: Any, step: Any, more: int = 1, **options: Any) -> Any:
    """Rank r has `steps + r` inputs, or the other way round."""
    told: list[Any] = []
    with model.join(**options):
        for k in range(steps + (dist.get_rank() if more > 0 else dist.get_world_size() - dist.get_rank())):
            told.append(step(model, k))
    return [*told, *(p.detach().double().sum().item() for p in model.parameters()), *(b.double().sum().item() for b in model.buffers())]


def one_step(model: Any, k: int) -> Any:
    """Backward and a step of gradient descent by hand."""
    model.zero_grad()
    loss = model(mine(2, 4).double() / (k + 1)).pow(2).mean()
    loss.backward()
    with torch.no_grad():
        for p in model.parameters():
            if p.grad is not None:
                p -= 0.1 * p.grad
    return [loss.item(), gradients(model)]


def with_norm() -> nn.Module:
    """A model with buffers."""
    torch.manual_seed(3)
    return nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Tanh(), nn.Linear(4, 2))


def joined_by_options() -> Any:
    """`join`: means over all or over those that have inputs, with buffers, buckets, views, unused parameters, static graphs, hooks."""
    from torch.distributed.algorithms.ddp_comm_hooks import default_hooks

    told = []
    for initial in (True, False):
        for options in ({}, {"bucket_cap_mb": 1e-5}, {"gradient_as_bucket_view": True}, {"find_unused_parameters": True},
                        {"broadcast_buffers": False}):
            for net in (mlp, with_norm):
                told.append(joined(2, DDP(net().double(), **options), one_step, divide_by_initial_world_size=initial))
    for net in (mlp, with_norm):
        told.append(joined(1, DDP(net().double(), find_unused_parameters=True), one_step, -1))
    model = DDP(mlp().double())
    model.register_comm_hook(None, default_hooks.allreduce_hook)
    return [*told, joined(1, model, one_step)]


def joined_without_sync() -> Any:
    """`join` of iterations some of which average nothing."""
    def step(model: Any, k: int) -> Any:
        with model.no_sync() if k % 2 == 0 else contextlib.nullcontext():
            model(mine(2, 4).double()).pow(2).mean().backward()
        return gradients(model)

    return [joined(2, DDP(net().double(), broadcast_buffers=cast), step) for net in (mlp, with_norm) for cast in (True, False)]


def joined_or_not() -> Any:
    """`join` that is off, that ends with the first rank, that somebody leaves by an exception; and after it."""
    model = DDP(mlp().double())
    told = [refused(lambda: joined(2, model, one_step, throw_on_early_termination=True),
                    "Detected at least one rank that exhausted inputs. Throwing across all ranks.",
                    f"Rank {dist.get_rank()} exhausted all inputs.")]
    model = DDP(mlp().double())
    with model.join(enable=False):
        told.append(one_step(model, 0))
    told += [one_step(model, 1), [model.join_device.type, model.join_process_group is dist.group.WORLD]]

    def fail() -> None:
        with model.join():
            one_step(model, 2)
            raise KeyError("stop")

    return [*told, refused(fail, "stop")]


def joined_with_an_optimizer() -> Any:
    """`Join` of a model and an optimizer whose state is divided among the ranks."""
    from torch.distributed.algorithms.join import Join
    from torch.distributed.optim import ZeroRedundancyOptimizer

    model = DDP(mlp())
    optimizer = ZeroRedundancyOptimizer(model.parameters(), optimizer_class=torch.optim.SGD, lr=0.1)
    told = []
    with Join([model, optimizer]):
        for _ in range(1 + dist.get_rank()):
            optimizer.zero_grad()
            loss = model(mine(2, 4)).pow(2).mean()
            loss.backward()
            optimizer.step()
            told.append(loss.item())
    return [*told, *(p.double().sum().item() for p in model.parameters())]


EDGES = (unused_in_all_packings, kept_when_unused, buckets_of_dtypes, gradients_set_aside, at_once_or_not, static_twice, buffers_of_rank_0,
         ignored_by_name, wrong_calls, unfinished, without_backward, hooks_see, built_in_hooks, joined_by_options, joined_without_sync,
         joined_or_not, joined_with_an_optimizer, replaced_meanwhile,
         of_a_group, at_rest)

PROGRAMS = (plain_ddp, tiny_buckets, bucket_views, static, different_seeds, unused, unused_refused, accumulated, uneven, uneven_by_active,
            of_many_pieces, gradients_in_hooks, half_hook, own_hook, zero, differentiable, checkpoint_written, digits_cnn, char_gpt, *EDGES)


def main(world: int, file: str, names: list[str]) -> None:
    """The programs named, or all."""
    torch.set_num_threads(1)
    rank = int(os.environ.get("RANK", os.environ.get("PMI_RANK", os.environ.get("OMPI_COMM_WORLD_RANK", "0"))))
    dist.init_process_group("gloo", rank=rank, world_size=world)
    told = {}
    for program in PROGRAMS:
        if not names or program.__name__ in names:
            try:
                told[program.__name__] = program()
            except Exception as error:
                if names:
                    raise
                told[program.__name__] = [type(error).__name__, str(error)[:200]]
            dist.barrier()
    Path(f"{file}.{rank}").write_text(json.dumps(told))
    dist.destroy_process_group()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
