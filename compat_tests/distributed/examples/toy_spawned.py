"""spawn: a toy model under DistributedDataParallel, in two processes that the program starts itself."""
import os
import socket

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler


class Toy(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(10, 10), nn.Linear(10, 5)

    def forward(self, x):
        return self.second(torch.relu(self.first(x)))


def work(rank, world, port):
    os.environ["MASTER_ADDR"], os.environ["MASTER_PORT"] = "127.0.0.1", str(port)
    dist.init_process_group("gloo", rank=rank, world_size=world)
    torch.manual_seed(rank)  # rank 0's parameters become everybody's
    model = DDP(Toy())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    generator = torch.Generator().manual_seed(4)
    data = TensorDataset(torch.randn(128, 10, generator=generator), torch.randn(128, 5, generator=generator))
    sampler = DistributedSampler(data, seed=1)
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for x, y in DataLoader(data, batch_size=8, sampler=sampler):
            optimizer.zero_grad()
            loss = nn.functional.mse_loss(model(x), y)
            loss.backward()
            optimizer.step()
            every = [None] * world
            dist.all_gather_object(every, loss.item())
            if rank == 0:
                print(*every, flush=True)
    path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"toy-{port}.pt")
    if rank == 0:
        torch.save(model.state_dict(), path)
    dist.barrier()
    other = DDP(Toy())
    other.load_state_dict(torch.load(path, map_location="cpu", weights_only=True))
    told = other(torch.ones(1, 10)).sum().item()
    dist.barrier()
    if rank == 0:
        os.unlink(path)
        print(told, flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        free = s.getsockname()[1]
    mp.spawn(work, args=(2, free), nprocs=2, join=True)
