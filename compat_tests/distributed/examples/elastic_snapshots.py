"""torchrun: a trainer that writes a snapshot per epoch and begins with the one that is there."""
import os
import tempfile

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, Dataset
from torch.utils.data.distributed import DistributedSampler


class Points(Dataset):
    def __init__(self, size):
        generator = torch.Generator().manual_seed(9)
        self.pairs = [(torch.rand(20, generator=generator), torch.rand(1, generator=generator)) for _ in range(size)]

    def __len__(self):
        return len(self.pairs)

    def __getitem__(self, index):
        return self.pairs[index]


class Trainer:
    def __init__(self, model, data, optimizer, path):
        self.rank, self.begin, self.path = int(os.environ["LOCAL_RANK"]), 0, path
        self.data, self.optimizer = data, optimizer
        if os.path.exists(path):
            snapshot = torch.load(path)
            model.load_state_dict(snapshot["model"])
            self.begin = snapshot["epochs"]
            if self.rank == 0:
                print("goes on from epoch", self.begin, flush=True)
        self.model = DDP(model)

    def train(self, epochs):
        for epoch in range(self.begin, epochs):
            self.data.sampler.set_epoch(epoch)
            for x, y in self.data:
                self.optimizer.zero_grad()
                loss = torch.nn.functional.cross_entropy(self.model(x), y) + torch.nn.functional.mse_loss(self.model(x), y)
                loss.backward()
                self.optimizer.step()
                mean = loss.detach() / dist.get_world_size()
                dist.reduce(mean, 0)
                if self.rank == 0:
                    print(loss.item(), mean.item(), flush=True)
            if self.rank == 0:
                torch.save({"model": self.model.module.state_dict(), "epochs": epoch + 1}, self.path)
            dist.barrier()


def main():
    dist.init_process_group(backend="gloo")
    shared = [tempfile.mkdtemp() if dist.get_rank() == 0 else None]
    dist.broadcast_object_list(shared, src=0)
    data = Points(256)
    for epochs in (2, 3):
        torch.manual_seed(0)
        model = torch.nn.Linear(20, 1)
        loader = DataLoader(data, batch_size=32, shuffle=False, sampler=DistributedSampler(data))
        Trainer(model, loader, torch.optim.SGD(model.parameters(), lr=1e-2), os.path.join(shared[0], "snapshot.pt")).train(epochs)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
