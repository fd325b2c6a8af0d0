"""torchdata: a loader that tells in the midst of an epoch where it is, and goes on from there, with workers and without."""

import warnings

import torch
from torch.utils.data import Dataset, IterableDataset, TensorDataset, get_worker_info
from torchdata.stateful_dataloader import StatefulDataLoader

warnings.simplefilter("ignore")


class Stream(IterableDataset):
    """Knows itself where it is."""

    place = 0

    def __iter__(self):
        worker = get_worker_info()
        for k in range(self.place, 7):
            self.place = k + 1
            yield 10.0 * k + (worker.id if worker else 0) + torch.rand(()).item()
        self.place = 0

    def state_dict(self):
        return {"place": self.place}

    def load_state_dict(self, state):
        self.place = state["place"]


class Picky(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        if i == 2:
            raise KeyError("no two")
        return i


def batches(loader):
    return [[t.tolist() for t in batch] if isinstance(batch, list) else batch.tolist() for batch in loader]


rows = TensorDataset(torch.arange(12.0))
for workers in (0, 2):
    some = [{}, {"shuffle": True}, {"drop_last": True}]
    some += [{"shuffle": True, "persistent_workers": True}, {"snapshot_every_n_steps": 3}] if workers else []
    for data, options in [*((rows, each) for each in some), (Stream(), {})]:
        torch.manual_seed(0)
        loader = StatefulDataLoader(data, batch_size=2, num_workers=workers, **options)
        epoch = iter(loader)
        begun, state, rest = batches(next(epoch) for _ in range(3)), loader.state_dict(), batches(epoch)
        torch.manual_seed(1)
        other = StatefulDataLoader(data, batch_size=2, num_workers=workers, **options)
        other.load_state_dict(state)
        print(type(data).__name__, workers, sorted(options), begun, rest, "and again", batches(other), batches(other))
    try:
        batches(StatefulDataLoader(Picky(), num_workers=workers))
    except KeyError as error:
        print("KeyError", str(error).splitlines()[-1])
