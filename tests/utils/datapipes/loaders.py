"""Pickles and loaders."""
from __future__ import annotations

import copy
import pickle
import random
import warnings

from tests.utils.datapipes.programs import (
    INVALID,
    cannot_pickle,
    case,
    fail,
    increment,
    mod2,
    pipes,
    plain,
    reachable,
    refusal,
    warned,
    without_length,
)

# Pickles


@case
def pickled_with_hooks(t, d):
    it, mp = pipes(d)
    pipe, states = it.IterableWrapper([1]).map(increment), []

    def reduce(pipe):
        states.append(type(pipe).__name__)
        if isinstance(pipe, it.Mapper):
            raise NotImplementedError
        return it.IterableWrapper, ([9],)

    def with_hooks(cls, setter, hook, run):
        setter = getattr(cls, setter)
        setter(hook)
        try:
            return [run(), refusal(lambda: setter(hook), "Attempt to override existing")]
        finally:
            setter(None)

    others = [it.IterableWrapper([1]).shuffle(), pipe.groupby(increment), pipe.mux(pipe), pipe.fork(2)[0].main_datapipe,
        pipe.demux(2, mod2)[0].main_datapipe]
    sequence = mp.SequenceWrapper([1])
    return plain([
        with_hooks(d.IterDataPipe, "set_getstate_hook", lambda state: states.append(sorted(state)) or state,
            lambda: len(pickle.dumps(pipe)) > 0),
        with_hooks(d.MapDataPipe, "set_getstate_hook", lambda state: states.append(sorted(state)) or state,
            lambda: len(pickle.dumps(sequence)) > 0),
        with_hooks(d.IterDataPipe, "set_reduce_ex_hook", reduce, lambda: list(pickle.loads(pickle.dumps(pipe)))),
        with_hooks(d.MapDataPipe, "set_reduce_ex_hook", lambda pipe: (list, ((1, 2),)), lambda: pickle.loads(pickle.dumps(sequence))),
        with_hooks(d.IterDataPipe, "set_getstate_hook", lambda state: ("hook", len(state)),
            lambda: [other.__getstate__() for other in others]), states,
        [len(other.__getstate__()) for other in others], sorted(pipe.__getstate__()),
    ])


@case
def pickled_pipes(t, d):
    it, mp = pipes(d)
    partly = it.IterableWrapper(range(6)).batch(2)
    next(iter(partly))
    a, b = it.IterableWrapper(range(3)).fork(2)
    made = [partly, a.zip(b), it.IterableWrapper(range(5)).shuffle().set_seed(1),
        it.IterableWrapper(["a", "bb"]).groupby(len, keep_key=True), partly.mux(it.IterableWrapper("abc")),
            mp.SequenceWrapper([1, 2, 3]).map(increment).zip(mp.SequenceWrapper("abc")).batch(2),
            mp.SequenceWrapper([1, 2, 3]).shuffle().set_seed(1),
            it.IterableWrapper(range(4)).sharding_filter()]
    wrapper = d.datapipes.datapipe._IterDataPipeSerializationWrapper
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        refused = wrapper(partly.map(lambda x: x))
    return plain([*[list(pickle.loads(pickle.dumps(pipe))) for pipe in made], *[list(copy.deepcopy(pipe)) for pipe in made[3:6]],
                  list(pickle.loads(pickle.dumps(wrapper(partly)))), len(wrapper(partly)), cannot_pickle(lambda: pickle.dumps(refused)),
                  refusal(lambda: len(wrapper(without_length(d, 2))),
                      "_IterDataPipeSerializationWrapper instance doesn't have valid length"),
                  pickle.loads(pickle.dumps(d.datapipes.datapipe._MapDataPipeSerializationWrapper(mp.SequenceWrapper([4, 5]))))[1]])


# Loaders


def _epochs(t, d, pipe, epochs=2, **options):
    """Batches of some epochs, and what the default generator gives after them."""
    t.manual_seed(0)
    loader = d.DataLoader(pipe, **options)
    return [*[[plain(batch) for batch in loader] for _ in range(epochs)], round(t.rand(1).item(), 6)]


def _shares(d, num_workers):
    """The shares that a loader sets, over one that was set before."""
    @reachable
    class Shares(d.IterDataPipe):
        def __init__(self, source):
            self.source = source

        def __iter__(self):
            yield [[group.name, *share] for group, share in self.source.groups.items()]

    source = d.datapipes.iter.IterableWrapper(range(4)).sharding_filter()
    source.apply_sharding(3, 1)
    return list(d.DataLoader(Shares(source), batch_size=None, num_workers=num_workers, collate_fn=_identity,
                             multiprocessing_context="fork" if num_workers else None))


#: For workers whose pipes are made in a function.
FORKED = {"multiprocessing_context": "fork"}


def _identity(item):
    return item


@case
def loaders(t, d):
    it, mp = pipes(d)
    numbers, adds = it.IterableWrapper(range(7)), "does not contain a `Shuffler`"
    shuffled = it.IterableWrapper(range(7)).shuffle().map(increment)

    def of(pipe, **options):
        return _epochs(t, d, pipe, **options)

    switched = it.IterableWrapper(range(7)).shuffle()
    d.DataLoader(switched, shuffle=False)
    off = switched._enabled
    d.DataLoader(switched, shuffle=True)
    return plain([
        of(numbers, batch_size=2), of(shuffled, batch_size=2), of(shuffled, batch_size=2, shuffle=True),
        of(shuffled, batch_size=2, shuffle=True, drop_last=True),
        of(shuffled, batch_size=2, shuffle=False), of(shuffled, batch_size=None, shuffle=True),
        of(shuffled, batch_size=2, shuffle=True, generator=t.Generator().manual_seed(4)),
        warned(lambda: of(numbers, batch_size=2, shuffle=True), adds),
        of(mp.SequenceWrapper(range(6)).map(increment), batch_size=2),
        of(mp.SequenceWrapper(range(6)).map(increment), batch_size=2, shuffle=True),
        of(mp.SequenceWrapper(range(6)).shuffle(), batch_size=2, shuffle=True),
        of(it.IterableWrapper(range(6)).sharding_filter(), batch_size=2),
        [off, switched._enabled],
        _shares(d, 0), _shares(d, 2), of(numbers.batch(2).collate(), batch_size=None),
        of(it.IterableWrapper([[1, 2], [3, 4]]), batch_size=2),
    ])


@case
def loaders_with_two_workers(t, d):
    it, mp = pipes(d)
    numbers = it.IterableWrapper(range(8))

    def of(pipe, **options):
        return _epochs(t, d, pipe, **{"batch_size": 2, "num_workers": 2, **options})

    return plain([
        of(numbers), of(numbers.sharding_filter()), of(numbers.shuffle().sharding_filter(), shuffle=True),
        of(numbers.sharding_filter().shuffle(), shuffle=True),
        of(numbers.shuffle().sharding_filter(), shuffle=True, persistent_workers=True, epochs=3), of(numbers.shuffle(), shuffle=False),
        of(numbers.shuffle().sharding_filter(), shuffle=True, generator=t.Generator().manual_seed(4)),
        of(mp.SequenceWrapper(range(6)).map(increment), shuffle=True),
        list(numbers.sharding_filter()),
    ])


@case
def loaders_with_one_worker(t, d):
    it, _ = pipes(d)

    @reachable
    class Infos(d.IterDataPipe):
        def __iter__(self):
            info = d.get_worker_info()
            yield [info.id, info.num_workers, type(info.dataset).__name__]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        local = it.IterableWrapper(range(4)).map(lambda x: 2 * x)
    return plain([_epochs(t, d, it.IterableWrapper(range(6)).shuffle(), batch_size=2, num_workers=1, persistent_workers=True),
                  _epochs(t, d, local, batch_size=None, num_workers=1, **FORKED),
                  list(d.DataLoader(Infos(), batch_size=None, num_workers=1, collate_fn=_identity, **FORKED)),
                  refusal(lambda: list(d.DataLoader(it.IterableWrapper([1]).map(fail), num_workers=1)),
                      "Caught ValueError in DataLoader worker process 0")])


@case
def workers_draw(t, d):
    """What the global generators of workers give: the seed that pipes share is drawn before theirs."""
    @reachable
    class Draws(d.IterDataPipe):
        def __iter__(self):
            yield [round(t.rand(1).item(), 6), round(random.random(), 6)]

    t.manual_seed(0)
    return plain(list(d.DataLoader(Draws(), batch_size=None, num_workers=2, collate_fn=_identity, **FORKED)))


@case
def persistent_workers(t, d):
    """Loaders of other datasets: which numbers their epochs take from the default generator."""
    class Drawing(d.Sampler):
        def __init__(self):
            pass

        def __iter__(self):
            return iter(t.randperm(4).tolist())

        def __len__(self):
            return 4

    def of(**options):
        t.manual_seed(0)
        loader = d.DataLoader([10, 20, 30, 40], **options)
        return [*[[plain(batch) for batch in loader] for _ in range(3)], round(t.rand(1).item(), 6)]

    return plain([of(shuffle=True, num_workers=1, persistent_workers=True), of(num_workers=1, persistent_workers=True), of(num_workers=1),
                  of(sampler=Drawing(), batch_size=None), of(sampler=Drawing(), batch_size=None, num_workers=1)])


@case
def options_of_loaders(t, d):
    it, mp = pipes(d)
    unspecified = "DataLoader with IterableDataset: expected unspecified"

    @reachable
    class Short(d.IterDataPipe):
        def __iter__(self):
            yield from range(5)

        def __len__(self):
            return 3

    def too_long(**options):
        loader = d.DataLoader(Short(), **options)
        return [len(loader), *[plain(batch) for batch in loader]]

    def two_passes():
        loader = d.DataLoader(it.IterableWrapper(range(5)).map(increment))
        a, b = iter(loader), iter(loader)
        return [next(a), next(b), next(a)]

    numbers = it.IterableWrapper(range(6))
    seeds = iter(d.DataLoader(numbers.shuffle(), generator=t.Generator().manual_seed(1)))
    return plain([
        [type(d.DataLoader(pipe).dataset).__name__ for pipe in (numbers, mp.SequenceWrapper([1]))], repr(d.DataLoader(numbers).dataset),
        [d.DataLoader(pipe)._dataset_kind for pipe in (numbers, mp.SequenceWrapper([1]))], len(d.DataLoader(numbers, batch_size=4)),
        len(d.DataLoader(numbers, batch_size=4, drop_last=True)), len(d.DataLoader(mp.SequenceWrapper(range(5)), batch_size=2)),
        refusal(lambda: len(d.DataLoader(without_length(d, 3))), "doesn't have valid length"),
        refusal(lambda: d.DataLoader(numbers, sampler=[0]), unspecified),
        refusal(lambda: d.DataLoader(numbers, batch_sampler=[[0]]), unspecified), warned(too_long, "was reported to be 3"),
        refusal(two_passes, INVALID + "_IterDataPipeSerializationWrapper()"),
        [seeds._shared_seed, seeds._base_seed, seeds._world_size, seeds._rank],
        iter(d.DataLoader(mp.SequenceWrapper([1])))._shared_seed, list(d.DataLoader(d.DataLoader(numbers).dataset, batch_size=3)),
    ])


@case
def profiled(t, d):
    it, _ = pipes(d)

    class Returning(d.IterDataPipe):
        def __iter__(self):
            return iter([1])

    with t.autograd.profiler.profile() as profile:
        list(it.IterableWrapper([1, 2]).map(increment).batch(2))
        list(Returning())
    return [[event.key.replace("minitorch_compat", "torch"), event.count] for event in profile.key_averages()]


def in_a_rank(t, d, rank):
    """What a process of a distributed program reads: not a case, because it needs the others."""
    t.manual_seed(rank)
    loader = d.DataLoader(d.datapipes.iter.IterableWrapper(range(12)).shuffle().sharding_filter(), batch_size=2, shuffle=True)
    iterator = iter(loader)
    return [plain(list(iterator)), plain(list(loader)), round(t.rand(1).item(), 6), iterator._world_size, iterator._rank]
