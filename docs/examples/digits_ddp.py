"""Learn to read handwritten digits in several processes, each with its part of every batch.

    mpiexec -n 2 python -m minitorch_compat digits_ddp.py       # or: torchrun --nproc-per-node=2 digits_ddp.py
    torchrun --nproc-per-node=2 digits_ddp.py                   # with PyTorch: the same script

    --epochs 5           a shorter run
    --save DIRECTORY     write a checkpoint at the end
    --load DIRECTORY     begin with one, from here or from PyTorch

The data are 1,797 scanned digits of 8 by 8 pixels (data/README.md says where they come from).
"""
import argparse
from pathlib import Path

import numpy as np
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
import torch.nn.functional as F
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler

DATA = Path(__file__).parent / "data" / "digits.npz"


class CNN(nn.Module):
    """Small filters slide over the image; pooling forgets the exact place."""

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, kernel_size=3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, kernel_size=3, padding=1)
        self.out = nn.Linear(32 * 2 * 2, 10)

    def forward(self, images):
        x = F.max_pool2d(F.relu(self.conv1(images)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        return self.out(torch.flatten(x, 1))


def load_data():
    """Images as floats in 0..1 with one channel, and labels: the last 500 are for testing."""
    with np.load(DATA) as data:
        images = torch.from_numpy(data["images"]).float().unsqueeze(1) / 16
        labels = torch.from_numpy(data["labels"]).long()
    return TensorDataset(images[:-500], labels[:-500]), (images[-500:], labels[-500:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--save")
    parser.add_argument("--load")
    args = parser.parse_args()

    dist.init_process_group("gloo")
    rank, world = dist.get_rank(), dist.get_world_size()
    torch.manual_seed(0)
    train, (images, labels) = load_data()
    sampler = DistributedSampler(train, seed=0)
    loader = DataLoader(train, batch_size=64 // world, sampler=sampler)
    model = DistributedDataParallel(CNN())
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    state = {"model": model.module.state_dict(), "epoch": 0}
    if args.load:
        dcp.load(state, checkpoint_id=args.load)
        model.module.load_state_dict(state["model"])

    for epoch in range(state["epoch"], state["epoch"] + args.epochs):
        sampler.set_epoch(epoch)
        total = torch.zeros(2)
        for x, y in loader:
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            total += torch.tensor([loss.item(), 1.0])
        dist.all_reduce(total)
        with torch.no_grad():
            right = (model.module(images).argmax(1) == labels).float().mean().item()
        if rank == 0:
            print(f"epoch {epoch + 1}: loss {total[0] / total[1]:.4f}, test accuracy {100 * right:.1f}", flush=True)

    if args.save:
        dcp.save({"model": model.module.state_dict(), "epoch": state["epoch"] + args.epochs}, checkpoint_id=args.save)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
