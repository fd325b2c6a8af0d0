"""torch.utils.data: datasets, samplers, batches, worker processes. Random draws are compared with PyTorch's."""
from __future__ import annotations

import collections
import copy
import json
import multiprocessing
import os
import pickle
import signal
import time
from pathlib import Path

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat.utils import data
from tests.utils import data_cases

RECORDED = json.loads((Path(__file__).parent.parent / "data" / "utils_data.json").read_text())
Pair = collections.namedtuple("Pair", "a b")


@pytest.fixture
def pairs():
    return data.TensorDataset(torch.arange(10), torch.arange(10) * 2)


@pytest.mark.parametrize("name", data_cases.CASES)
def test_draws_what_pytorch_draws(name):
    assert data_cases.CASES[name](torch, data) == RECORDED[name]


# Datasets


def test_tensor_dataset(pairs):
    assert len(pairs) == 10
    assert [x.item() for x in pairs[3]] == [3, 6]
    with pytest.raises(AssertionError, match="Size mismatch between tensors"):
        data.TensorDataset(torch.zeros(2), torch.zeros(3))


def test_concat_dataset():
    both = data.ConcatDataset([range(3), range(10, 14)])
    assert [both[i] for i in range(7)] == [0, 1, 2, 10, 11, 12, 13]
    assert both[-1] == 13 and both.cumulative_sizes == [3, 7]
    with pytest.raises(ValueError, match="absolute value of index should not exceed dataset length"):
        both[-8]
    with pytest.raises(AssertionError, match="datasets should not be an empty iterable"):
        data.ConcatDataset([])


def test_stack_dataset():
    assert data.StackDataset(range(3), "abc")[1] == (1, "b")
    assert data.StackDataset(n=range(3), c="abc").__getitems__([0, 2]) == [{"n": 0, "c": "a"}, {"n": 2, "c": "c"}]
    with pytest.raises(ValueError, match="Size mismatch between datasets"):
        data.StackDataset(range(3), range(2))
    with pytest.raises(ValueError, match="At least one dataset should be passed"):
        data.StackDataset()


def test_subset():
    subset = data.Subset("abcdef", [4, 2])
    assert [subset[0], subset[1]] == ["e", "c"] == subset.__getitems__([0, 1])
    assert len(subset) == 2


class Squares(data.Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        return i * i


class Stream(data.IterableDataset):
    def __init__(self, count=7):
        self.count = count

    def __iter__(self):
        info = data.get_worker_info()
        return iter(range(info.id, self.count, info.num_workers) if info else range(self.count))


def test_added_datasets():
    assert [(Squares() + Squares())[i] for i in (1, 5)] == [1, 1]
    assert list(Stream(2) + Stream(3)) == [0, 1, 0, 1, 2]
    with pytest.raises(TypeError, match="abstract"):
        data.IterableDataset()
    with pytest.raises(NotImplementedError, match="Subclasses of Dataset should implement __getitem__"):
        data.Dataset()[0]


@pytest.mark.parametrize("lengths", [[1, 2], [0.5, 0.1], [-0.1, 0.2]])
def test_splits_that_do_not_sum(lengths):
    with pytest.raises(ValueError, match="Sum of input lengths does not equal the length of the input dataset!"):
        data.random_split(range(10), lengths)


def test_empty_split_warns():
    with pytest.warns(UserWarning, match="Length of split at index 1 is 0"):
        assert [len(part) for part in data.random_split(range(2), [0.9, 0.1])] == [2, 0]


# Samplers


def test_batch_sampler():
    assert list(data.BatchSampler(range(5), 2, False)) == [[0, 1], [2, 3], [4]]
    assert list(data.BatchSampler(range(5), 2, True)) == [[0, 1], [2, 3]]
    assert [len(data.BatchSampler(range(5), 2, drop)) for drop in (False, True)] == [3, 2]


@pytest.mark.parametrize("make, error, text", [
    (lambda: data.BatchSampler(range(5), 0, True), ValueError, "batch_size should be a positive integer value"),
    (lambda: data.BatchSampler(range(5), True, True), ValueError, "but got batch_size=True"),
    (lambda: data.BatchSampler(range(5), 2, 1), ValueError, "drop_last should be a boolean value, but got drop_last=1"),
    (lambda: data.RandomSampler([]), ValueError, "num_samples should be a positive integer value, but got num_samples"),
    (lambda: data.RandomSampler([1], replacement=1), TypeError, "replacement should be a boolean value"),
    (lambda: data.WeightedRandomSampler([0.1], 0), ValueError, "num_samples should be a positive integer value"),
    (lambda: data.WeightedRandomSampler([[0.1]], 1), ValueError, "weights should be a 1d sequence"),
    (lambda: data.DistributedSampler([1], 2, 5), ValueError, "Invalid rank 5"),
])
def test_refused_samplers(make, error, text):
    with pytest.raises(error, match=text):
        make()


def test_distributed_epochs_differ_and_share_nothing():
    samplers = [data.DistributedSampler(range(9), 3, rank) for rank in range(3)]
    first = [list(s) for s in samplers]
    assert sorted(i for keys in first for i in keys) == list(range(9))
    samplers[0].set_epoch(1)
    assert list(samplers[0]) != first[0]
    assert list(data.DistributedSampler(range(4), 3, 1, shuffle=False)) == [1, 0]


# Batches


@pytest.mark.parametrize("batch, expected, dtype", [
    ([1, 2], [1, 2], "int64"),
    ([1.5, 2.0], [1.5, 2.0], "float64"),
    ([True, False], [True, False], "bool"),
    ([np.zeros(2), np.ones(2)], [[0.0, 0.0], [1.0, 1.0]], "float64"),
    ([np.float32(1), np.float32(2)], [1.0, 2.0], "float32"),
    ([np.int16(3), np.int16(4)], [3, 4], "int16"),
    ([np.array(3.0), np.array(4.0)], [3.0, 4.0], "float64"),
])
def test_collated_numbers(batch, expected, dtype):
    result = data.default_collate(batch)
    assert isinstance(result, torch.Tensor)
    assert result.tolist() == expected and result.numpy().dtype == dtype


def test_collated_tensors_and_containers():
    one, two = torch.tensor([1.0]), torch.tensor([2.0])
    assert data.default_collate([one, two]).tolist() == [[1.0], [2.0]]
    columns = data.default_collate([(1, "a"), (2, "b")])
    assert columns[0].tolist() == [1, 2] and columns[1] == ("a", "b")
    assert data.default_collate([{"x": one}, {"x": two}])["x"].tolist() == [[1.0], [2.0]]
    pair = data.default_collate([Pair(1, 2), Pair(3, 4)])
    assert isinstance(pair, Pair) and pair.a.tolist() == [1, 3]
    counts = collections.defaultdict(int, {"n": 1})
    assert data.default_collate([counts, counts])["missing"] == 0
    assert data.default_collate(["a", "b"]) == ["a", "b"]


@pytest.mark.parametrize("batch, error, text", [
    ([None], TypeError, "batch must contain tensors, numpy arrays, numbers, dicts or lists; found <class 'NoneType'>"),
    ([np.array(["a"])], TypeError, "found <U1"),
    ([{1}], TypeError, "found <class 'set'>"),
    ([(1,), (1, 2)], RuntimeError, "each element in list of batch should be of equal size"),
])
def test_items_that_do_not_collate(batch, error, text):
    with pytest.raises(error, match=text):
        data.default_collate(batch)


def test_default_convert():
    converted = data.default_convert({"a": np.ones(1), "b": [np.float32(2), "x"], "c": (1, np.zeros(1))})
    assert converted["a"].tolist() == [1.0] and converted["b"][0].item() == 2.0 and converted["b"][1] == "x"
    assert isinstance(converted["c"], list) and converted["c"][1].tolist() == [0.0]
    words = np.array(["a"])
    assert data.default_convert(words) is words


# Loaders


def test_loader_of_batches(pairs):
    loader = data.DataLoader(pairs, batch_size=4)
    assert len(loader) == 3
    assert [[x.tolist(), y.tolist()] for x, y in loader][2] == [[8, 9], [16, 18]]
    assert len(data.DataLoader(pairs, batch_size=4, drop_last=True)) == 2


def test_batches_of_tensor_datasets_are_what_collating_gives(pairs):
    """They are gathered at once; a dataset that changes its items, or a collate_fn, still gets each of them."""

    class Doubled(data.TensorDataset):
        def __getitem__(self, i):
            return tuple(2 * x for x in super().__getitem__(i))

    subset = data.Subset(data.Subset(pairs, [7, 5, 3, 1]), [0, 2, -1])
    for dataset, expected in ((pairs, [0, 1]), (subset, [7, 3]), (Doubled(*pairs.tensors), [0, 2])):
        first, second = next(iter(data.DataLoader(dataset, 2)))
        assert first.tolist() == expected and second.tolist() == [2 * x for x in expected]
    assert isinstance(next(iter(data.DataLoader(pairs, 2))), list)
    assert next(iter(data.DataLoader(pairs, 2, collate_fn=len))) == 2


def test_gathered_batches_keep_their_history():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    (batch,) = next(iter(data.DataLoader(data.TensorDataset(x), 2)))
    assert batch.requires_grad and not batch.is_leaf


def test_loader_by_whole_batches():
    class Whole(Squares):
        def __getitems__(self, keys):
            return [100 + key for key in keys]

    assert [b.tolist() for b in data.DataLoader(Whole(), 2)] == [[100, 101], [102, 103]]
    assert [b.tolist() for b in data.DataLoader(data.Subset(Whole(), [3, 1]), 2)] == [[103, 101]]


def test_loader_with_own_parts():
    assert list(data.DataLoader(Squares(), sampler=[3, 1], collate_fn=list)) == [[9], [1]]
    assert list(data.DataLoader(Squares(), batch_sampler=[[1], [2, 3]], collate_fn=list)) == [[1], [4, 9]]
    assert list(data.DataLoader(Squares(), batch_size=None)) == [0, 1, 4, 9]


def test_loader_of_a_stream():
    assert [b.tolist() for b in data.DataLoader(Stream(), 3)] == [[0, 1, 2], [3, 4, 5], [6]]
    assert [b.tolist() for b in data.DataLoader(Stream(), 3, drop_last=True)] == [[0, 1, 2], [3, 4, 5]]
    assert list(data.DataLoader(Stream(), batch_size=None)) == list(range(7))
    with pytest.raises(TypeError, match="has no len"):
        len(data.DataLoader(Stream()))


@pytest.mark.parametrize("options, text", [
    ({"num_workers": -1}, "num_workers option should be non-negative"),
    ({"timeout": -1}, "timeout option should be non-negative"),
    ({"prefetch_factor": 2}, "prefetch_factor option could only be specified in multiprocessing"),
    ({"persistent_workers": True}, "persistent_workers option needs num_workers > 0"),
    ({"sampler": [1], "shuffle": True}, "sampler option is mutually exclusive with shuffle"),
    ({"batch_sampler": [[1]], "batch_size": 2}, "batch_sampler option is mutually exclusive with batch_size"),
    ({"batch_size": None, "drop_last": True}, "batch_size=None option disables auto-batching"),
    ({"batch_size": 0}, "batch_size should be a positive integer value, but got batch_size=0"),
    ({"multiprocessing_context": "spawn"}, "multiprocessing_context can only be used with multi-process loading"),
    ({"num_workers": 1, "multiprocessing_context": "x"}, "should specify a valid start method"),
])
def test_refused_loaders(options, text):
    with pytest.raises(ValueError, match=text):
        data.DataLoader(Squares(), **options)


@pytest.mark.parametrize("options", [{"shuffle": True}, {"sampler": [1]}, {"batch_sampler": [[1]]}])
def test_refused_loaders_of_streams(options):
    with pytest.raises(ValueError, match="DataLoader with IterableDataset: expected unspecified"):
        data.DataLoader(Stream(), **options)


def test_loaders_stay_as_they_are():
    loader = data.DataLoader(Squares())
    with pytest.raises(ValueError, match="batch_size attribute should not be set after DataLoader is initialized"):
        loader.batch_size = 2


# Worker processes


class Report(data.Dataset):
    """Items that say in which worker they were made, and what its generator gives."""

    def __len__(self):
        return 6

    def __getitem__(self, i):
        info = data.get_worker_info()
        return i, info.id, info.seed, torch.rand(1).item()


class Failing(Squares):
    def __getitem__(self, i):
        if i == 2:
            raise ValueError("item 2 is broken")
        return i


def test_workers_are_seeded_one_by_one():
    torch.manual_seed(0)
    batches = list(data.DataLoader(Report(), 2, num_workers=2))
    assert [keys.tolist() for keys, *_ in batches] == [[0, 1], [2, 3], [4, 5]]
    assert [ids.tolist() for _, ids, *_ in batches] == [[0, 0], [1, 1], [0, 0]]
    seeds = [int(seed[0].item()) for _, _, seed, _ in batches]
    assert seeds == [900450186894289455, 900450186894289456, 900450186894289455]
    numbers = [round(x, 4) for *_, drawn in batches[:2] for x in drawn.tolist()]
    assert numbers == [0.7821, 0.0536, 0.6938, 0.298]
    assert data.get_worker_info() is None


def test_workers_share_a_stream():
    assert [b.tolist() for b in data.DataLoader(Stream(), 2, num_workers=2)] == [[0, 2], [1, 3], [4, 6], [5]]


def test_a_worker_failure_is_raised_here():
    with pytest.raises(ValueError, match=r"(?s)Caught ValueError in DataLoader worker process 0.*item 2 is broken"):
        list(data.DataLoader(Failing(), 1, num_workers=1))


def test_persistent_workers():
    loader = data.DataLoader(Squares(), 2, num_workers=1, persistent_workers=True)
    assert [[b.tolist() for b in loader] for _ in range(2)] == [[[0, 1], [4, 9]]] * 2
    next(iter(loader))  # an epoch left early does not disturb the next one
    assert [b.tolist() for b in loader] == [[0, 1], [4, 9]]


def test_processes_are_ended_on_request():
    batches = iter(data.DataLoader(Squares(), 1, num_workers=2))
    processes = list(batches._workers)
    batches._shutdown_workers()
    assert processes and not any(process.is_alive() for process in processes)


def test_an_iterator_left_early_ends_its_processes():
    batches = iter(data.DataLoader(Squares(), 1, num_workers=2))
    next(batches)
    processes = list(batches._workers)
    del batches
    for process in processes:
        process.join(5)
    assert not any(process.is_alive() for process in processes)


# Iterators of other libraries (torchdata's StatefulDataLoader), made of the parts of this one


def _make_derived_iterator(loader):
    from minitorch_compat.utils.data.dataloader import _BaseDataLoaderIter

    class Derived(_BaseDataLoaderIter):
        def __init__(self, loader):
            super().__init__(loader)
            self.fetcher = data._DatasetKind.create_fetcher(self._dataset_kind, self._dataset, self._auto_collation, self._collate_fn,
                                                            self._drop_last)

        def _next_data(self):
            return self.fetcher.fetch(self._next_index())

    return Derived(loader)


@pytest.mark.parametrize("options", [{"batch_size": 3}, {"batch_size": 3, "drop_last": True}, {"batch_size": None},
                                     {"batch_size": 3, "shuffle": True}], ids=str)
def test_an_iterator_derived_from_the_loaders(pairs, options):
    loader = data.DataLoader(pairs, **options)
    torch.manual_seed(3)
    wanted = [[t.tolist() for t in batch] for batch in loader]
    torch.manual_seed(3)
    derived = _make_derived_iterator(loader)
    assert [[t.tolist() for t in batch] for batch in derived] == wanted
    assert derived._num_yielded == len(wanted) and (derived._num_workers, derived._timeout, derived._persistent_workers) == (0, 0, False)
    derived._reset(loader)
    assert derived._num_yielded == 0 and len(list(derived)) == len(wanted)


def test_a_derived_iterator_of_a_stream():
    class Stream(data.IterableDataset):
        def __iter__(self):
            return iter(range(5))

    derived = _make_derived_iterator(data.DataLoader(Stream(), batch_size=2))
    assert next(derived).tolist() == [0, 1] and next(derived.fetcher.dataset_iter) == 2 and not derived.fetcher.ended
    assert next(derived).tolist() == [3, 4] and list(derived) == [] and derived.fetcher.ended


def test_what_loops_of_other_libraries_are_made_of():
    from minitorch_compat.utils.data.datapipes import datapipe

    _utils = data._utils
    assert _utils.worker._ResumeIteration(3).seed == 3 and _utils.worker._IterableDatasetStopIteration(1).worker_id == 1
    assert _utils.worker._generate_state(5, 1) == [3025039489, 3528014902, 3507927383, 2601490367]  # PyTorch 2.13
    assert _utils.python_exit_status is False and _utils.HAS_NUMPY
    assert not isinstance([], data.IterDataPipe) and datapipe._IterDataPipeSerializationWrapper is not None
    watchdog = _utils.worker.ManagerWatchdog()
    assert watchdog.is_alive()
    watchdog.manager_pid = -1  # nobody's: in a namespace of its own a process may have 0 for its parent
    assert not watchdog.is_alive()


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="the system does not let one look at a process without waiting for it")
@pytest.mark.parametrize("end, said", [(lambda: os._exit(3), "exited unexpectedly with exit code 3"),
                                       (lambda: os.kill(os.getpid(), signal.SIGKILL), "is killed by signal: Killed"),
                                       (lambda: os._exit(0), None)], ids=["code", "killed", "well"])
def test_workers_that_die_are_told_of_at_once(monkeypatch, end, said):
    from minitorch_compat.utils.data._utils import signal_handling

    monkeypatch.setattr(signal_handling, "_SIGCHLD_handler_set", False)
    before = signal.getsignal(signal.SIGCHLD)
    worker = multiprocessing.get_context("fork").Process(target=_on_the_word, args=(end, go := multiprocessing.get_context("fork").Event()))
    worker.start()
    try:
        signal_handling._set_worker_pids(1, (worker.pid,))
        signal_handling._set_SIGCHLD_handler()
        if said is None:
            go.set()
            worker.join()
            signal_handling._error_if_any_worker_fails()
        else:
            with pytest.raises(RuntimeError, match=rf"DataLoader worker \(pid {worker.pid}\) {said}"):
                go.set()
                time.sleep(60)
    finally:
        signal.signal(signal.SIGCHLD, before)
        signal_handling._remove_worker_pids(1)
        worker.join()


def _on_the_word(end, go):
    go.wait(60)
    end()


def test_iterators_are_neither_pickled_nor_copied() -> None:
    iterator = iter(data.DataLoader([1, 2]))
    for call in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(NotImplementedError, match="cannot be pickled"):
            call(iterator)
    assert next(iterator).tolist() == [1]


def test_too_many_workers_are_warned_of_at_each_pass(monkeypatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
    with pytest.warns(UserWarning, match="will create 2 worker processes"):
        loader = torch.utils.data.DataLoader([1, 2], num_workers=2)
    with pytest.warns(UserWarning, match="will create 2 worker processes"):
        assert len(list(loader)) == 2
