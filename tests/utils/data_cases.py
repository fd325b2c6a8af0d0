"""Random draws of the data tests, shared with the script that records PyTorch's results. `t` is the torch module in use."""
from __future__ import annotations


def _batches(loader):
    return [batch[0].tolist() for batch in loader]


def _epochs(t, data, **options):
    """Two epochs and the number that the default generator gives after them."""
    t.manual_seed(0)
    loader = data.DataLoader(numbers(t, data), **options)
    return [_batches(loader), _batches(loader), round(t.rand(1).item(), 6)]


def numbers(t, data, count=10):
    return data.TensorDataset(t.arange(count), t.arange(count) * 2)


def seeded(t, seed, draw):
    t.manual_seed(seed)
    return draw()


CASES = {
    "random_split": lambda t, d: seeded(t, 0, lambda: [s.indices for s in d.random_split(range(10), [3, 7])]),
    "random_split_fractions": lambda t, d: seeded(
        t, 1, lambda: [s.indices for s in d.random_split(range(11), [0.33, 0.33, 0.34])]),
    "random_split_generator": lambda t, d: [
        s.indices for s in d.random_split(range(10), [3, 7], generator=t.Generator().manual_seed(1))],
    "random_sampler": lambda t, d: seeded(t, 0, lambda: list(d.RandomSampler(range(10)))),
    "random_sampler_more": lambda t, d: seeded(t, 0, lambda: list(d.RandomSampler(range(10), num_samples=25))),
    "random_sampler_replacement": lambda t, d: seeded(
        t, 0, lambda: list(d.RandomSampler(range(10), replacement=True, num_samples=40))),
    "random_sampler_generator": lambda t, d: (lambda g: [
        list(d.RandomSampler(range(10), generator=g)), list(d.RandomSampler(range(10), True, generator=g))
    ])(t.Generator().manual_seed(5)),
    "subset_random_sampler": lambda t, d: seeded(t, 0, lambda: list(d.SubsetRandomSampler([3, 4, 5, 9]))),
    "weighted": lambda t, d: seeded(t, 0, lambda: list(d.WeightedRandomSampler([0.1, 0.9, 0.5], 12))),
    "weighted_once": lambda t, d: seeded(t, 0, lambda: list(d.WeightedRandomSampler([0.1, 0.9, 0.5], 3, False))),
    "distributed": lambda t, d: [list(d.DistributedSampler(range(10), 3, rank)) for rank in range(3)],
    "distributed_dropping": lambda t, d: list(d.DistributedSampler(range(10), 3, 1, seed=4, drop_last=True)),
    "loader": lambda t, d: _epochs(t, d, batch_size=4),
    "loader_shuffled": lambda t, d: _epochs(t, d, batch_size=4, shuffle=True),
    "loader_dropping": lambda t, d: _epochs(t, d, batch_size=4, shuffle=True, drop_last=True),
    "loader_generator": lambda t, d: _epochs(t, d, batch_size=4, shuffle=True, generator=t.Generator().manual_seed(3)),
    "loader_single": lambda t, d: _epochs(t, d, batch_size=None, shuffle=True),
    "loader_workers": lambda t, d: _epochs(t, d, batch_size=3, shuffle=True, num_workers=2),
}
