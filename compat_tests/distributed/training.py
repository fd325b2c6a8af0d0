"""Programs that train with several processes, and tell their losses: `training.py WORLD FILE NAME...` writes {name: losses} to
FILE.RANK."""
from __future__ import annotations

import contextlib
import json
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


PROGRAMS = (plain_ddp, tiny_buckets, bucket_views, static, different_seeds, unused, unused_refused, accumulated, uneven, uneven_by_active,
            of_many_pieces, gradients_in_hooks, half_hook, own_hook, zero, differentiable, checkpoint_written, digits_cnn, char_gpt)


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
