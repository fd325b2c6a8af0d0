"""Order, shares, iterators that become invalid, and children of one source."""
from __future__ import annotations

import operator
import pickle
import random

from tests.utils.datapipes.programs import (
    INVALID,
    case,
    even,
    fail,
    fail_with_key,
    fail_with_two,
    increment,
    mod2,
    mod2_or_none,
    pipes,
    plain,
    reachable,
    refusal,
    stop,
    warned,
    without_length,
)

# Order


@case
def shuffled(t, d):
    it, _ = pipes(d)

    def of(**options):
        pipe = it.IterableWrapper(range(10)).shuffle(**options)
        t.manual_seed(0)
        return [list(pipe.set_seed(5)), list(pipe), list(pipe), round(t.rand(1).item(), 6)]

    def batches(level):
        return list(it.IterableWrapper(range(8)).batch(2).shuffle(unbatch_level=level).set_seed(1))

    off = it.IterableWrapper(range(5)).shuffle().set_seed(3).set_shuffle(False)
    t.manual_seed(0)
    without = [list(off), round(t.rand(1).item(), 6), off.set_shuffle() is off, list(off)]
    return plain([
        of(), of(buffer_size=3), of(buffer_size=1), batches(0), batches(1), batches(-1), without, len(it.IterableWrapper([1, 2]).shuffle()),
        refusal(lambda: it.IterableWrapper([1]).shuffle(buffer_size=0), "buffer_size should be larger than 0"),
        refusal(lambda: it.IterableWrapper([1]).shuffle(3), "positional argument"),
        refusal(lambda: len(without_length(d, 2).shuffle()), "valid length"),
        refusal(lambda: len(it.IterableWrapper([[1]]).shuffle(unbatch_level=1)), "ShufflerIterDataPipe instance doesn't have valid length"),
    ])


@case
def shuffled_and_left_early(t, d):
    it, _ = pipes(d)
    pipe = it.IterableWrapper(range(10)).shuffle(buffer_size=4).set_seed(3)
    iterator = iter(pipe)
    start = [next(iterator) for _ in range(3)]
    loaded = pickle.loads(pickle.dumps(pipe))
    rest = list(iterator)
    t.manual_seed(1)
    random.seed(0)
    again, number = list(pipe), random.random()
    t.manual_seed(1)
    return plain([start, rest, again, list(loaded), number])


@case
def shuffled_sequences(t, d):
    _, mp = pipes(d)

    def of(**options):
        pipe = mp.SequenceWrapper(range(10)).shuffle(**options)
        t.manual_seed(0)
        return [list(pipe.set_seed(5)), list(pipe), round(t.rand(1).item(), 6), len(pipe)]

    off = mp.SequenceWrapper(range(4)).shuffle().set_seed(3).set_shuffle(False)
    kept = list(off)
    t.manual_seed(2)
    iterator = iter(pipe := mp.SequenceWrapper(range(6)).shuffle())
    start = [next(iterator), next(iterator)]
    t.manual_seed(2)
    return plain([of(), of(indices=[1, 3, 5]), kept, start, list(iterator), list(pickle.loads(pickle.dumps(pipe))),
        isinstance(off, d.IterDataPipe),
                  list(mp.SequenceWrapper({"a": 1, "b": 2}).shuffle(indices=["a", "b"]).set_shuffle(False)),
                  refusal(lambda: list(mp.SequenceWrapper({"a": 1}).shuffle()), "")])


@case
def sampled(t, d):
    it, _ = pipes(d)
    source = it.IterableWrapper([3, 4, 5])
    t.manual_seed(0)

    class Backwards(d.Sampler):
        def __init__(self, data_source):
            pass

        def __iter__(self):
            return iter([2, 1])

    random_options = {"replacement": True, "num_samples": 5}
    return plain([
        list(it.Sampler(source)), len(it.Sampler(source)), list(it.Sampler(source, d.RandomSampler, sampler_kwargs=random_options)),
        list(it.Sampler(source, sampler=Backwards)), refusal(lambda: len(it.Sampler(source, Backwards)), "doesn't have valid length"),
        refusal(lambda: it.Sampler(source, d.RandomSampler, (True, 5)), "data_source"),
        refusal(lambda: it.Sampler(source, sampler=3), "not callable"),
    ])


# Shares


@case
def shares(t, d):
    it, mp = pipes(d)
    P = d.datapipes.iter.sharding.SHARDING_PRIORITIES
    apply = d.graph_settings.apply_sharding

    def of(count, number, *group):
        pipe = it.IterableWrapper(range(10)).sharding_filter()
        return [apply(pipe, count, number, *group) is pipe, list(pipe), len(pipe)]

    def both(group_filter, *applied):
        pipe = it.IterableWrapper(range(20)).sharding_filter(group_filter)
        for group, count, number in applied or ((P.DISTRIBUTED, 2, 1), (P.MULTIPROCESSING, 3, 2)):
            apply(pipe, count, number, group)
        return [list(pipe), len(pipe), pipe.num_of_instances, pipe.instance_id]

    plain_pipe = it.IterableWrapper(range(3)).sharding_filter()
    mix = "cannot mix DEFAULT and non DEFAULT groups"
    return plain([
        list(plain_pipe), len(plain_pipe), of(3, 1), of(3, 0), of(3, 2, P.DISTRIBUTED), both(None), both(P.DISTRIBUTED),
        both(P.MULTIPROCESSING),
        both(P.DEFAULT), both(None, (P.MULTIPROCESSING, 3, 2), (P.DISTRIBUTED, 2, 1)), both(None, (P.DEFAULT, 3, 1), (P.DEFAULT, 2, 1)),
        refusal(lambda: both(None, (P.DISTRIBUTED, 2, 1), (P.DEFAULT, 2, 1)), mix),
        refusal(lambda: both(None, (P.DEFAULT, 2, 1), (P.DISTRIBUTED, 2, 1)), mix),
        refusal(lambda: of(3, 3), "instance_id(3) should be smaller than num_of_instances(3)"),
        refusal(lambda: len(without_length(d, 3).sharding_filter()), "doesn't have valid length"), [[p.name, int(p)] for p in P],
        type(apply(mp.SequenceWrapper([1]), 2, 0)).__name__,
    ])


@case
def shares_of_graphs(t, d):
    it, _ = pipes(d)
    apply = d.graph_settings.apply_sharding

    @reachable
    class Old(d.IterDataPipe):
        def apply_sharding(self, count, number):
            self.share = count, number

    @reachable
    class New(d.IterDataPipe):
        def apply_sharding(self, count, number, sharding_group):
            self.share = count, number, int(sharding_group)

    @reachable
    class Unfinished(d.datapipes.iter.sharding._ShardingIterDataPipe):
        pass

    def share(pipe):
        apply(pipe.map(increment), 2, 1)
        return pipe.share

    def diamond():
        a, b = it.IterableWrapper(range(6)).sharding_filter().fork(2)
        return list(apply(a.zip(b.map(increment)), 2, 1))

    def twice():
        a, b = it.IterableWrapper(range(6)).sharding_filter().fork(2)
        return apply(a.sharding_filter().zip(b), 2, 1)

    phrase = "Sharding twice on a single pipeline is likely unintended and will cause data loss"
    branches = it.IterableWrapper(range(4)).sharding_filter().zip(it.IterableWrapper(range(4)).sharding_filter())
    return plain([
        share(Old()), share(New()), refusal(lambda: apply(Unfinished(), 2, 0), ""), list(apply(branches, 2, 0)), diamond(),
        refusal(twice, phrase),
        refusal(lambda: apply(it.IterableWrapper(range(4)).sharding_filter().map(increment).sharding_filter(), 2, 0), phrase),
        refusal(lambda: apply([1], 2, 0), "Expected `IterDataPipe` or `MapDataPipe`, but <class 'list'> is found"),
    ])


# One iterator at a time


class Own:
    """A pipe that is its own iterator."""

    def __init__(self):
        self.count = 0

    def __iter__(self):
        self.count = 0
        return self

    def __next__(self):
        if self.count >= 3:
            raise StopIteration
        self.count += 1
        return self.count




@case
def invalidated_iterators(t, d):
    it, _ = pipes(d)

    class OwnPipe(Own, d.IterDataPipe):
        def __iter__(self):
            return super().__iter__()

    class Returning(d.IterDataPipe):
        def __iter__(self):
            return iter([1, 2, 3])

    class OfSuper(Returning):
        def __iter__(self):
            yield from super().__iter__()

    def second(pipe, begun):
        a = iter(pipe)
        begun = [next(a)] if begun else []
        b = iter(pipe)
        return [*begun, next(b), next(a)]

    def stolen():
        source = it.IterableWrapper([1, 2, 3])
        iterator = iter(source.map(increment))
        next(iterator)
        list(source)
        return next(iterator)

    mapper = it.IterableWrapper([1, 2, 3]).map(increment)
    iterator = iter(returned := Returning())
    return plain([
        second(it.IterableWrapper([1, 2, 3]), False),
        refusal(lambda: second(it.IterableWrapper([1, 2, 3]), True), INVALID + "IterableWrapperIterDataPipe("),
        refusal(lambda: second(mapper, True),
            INVALID + "MapperIterDataPipe(datapipe=IterableWrapperIterDataPipe, fn=increment, input_col=None, "),
        refusal(lambda: second(mapper, True), "single iterator per IterDataPipe constraint"),
        refusal(lambda: second(OwnPipe(), True), INVALID + "OwnPipe()"),
        refusal(lambda: second(Returning(), False), INVALID + "Returning()"), refusal(lambda: list(OfSuper()), INVALID + "OfSuper()"),
        refusal(stolen, INVALID + "IterableWrapperIterDataPipe("), list(OwnPipe()), next(OwnPipe()), list(iter(iter(OwnPipe()))),
        [next(iterator), iter(iterator) is iterator, list(iterator), list(returned), list(returned)],
        refusal(lambda: list(d.IterDataPipe()), "is not an iterator"), list(mapper), list(mapper),
    ])


@case
def resets(t, d):
    log = []

    class Pipe(d.IterDataPipe):
        def __iter__(self):
            log.append("iter")
            yield 1

        def reset(self):
            log.append("reset")

    class Derived(Pipe):
        def reset(self):
            super().reset()
            log.append("derived")

    class Returning(Derived):
        def __iter__(self):
            log.append("returned")
            return iter([1])

    pipe = Pipe()
    list(pipe)
    list(pipe)
    next(iter(pipe))
    iter(pipe)
    list(Derived())
    iter(Returning())
    return log


@case
def errors_name_their_pipe(t, d):
    it, _ = pipes(d)
    phrase = "thrown by __iter__ of MapperIterDataPipe(datapipe=IterableWrapperIterDataPipe, fn="

    class OwnPipe(d.IterDataPipe):
        def __iter__(self):
            return self

        def __next__(self):
            raise ValueError("here")

    def raised(function):
        try:
            list(it.IterableWrapper([1]).map(function).batch(3).filter(even))
        except Exception as error:
            return [type(error).__name__, len(error.args), phrase in error.args[0], str(error.args[0]).startswith("boom"),
                error.args[0].count("thrown")]

    return plain([raised(fail), raised(fail_with_key), raised(fail_with_two), raised(stop), refusal(lambda: list(OwnPipe()), "here"),
                  refusal(lambda: list(OwnPipe().batch(2)), "thrown by __iter__ of BatcherIterDataPipe(batch_size=2, datapipe=")])


# Forks


@case
def forked(t, d):
    it, _ = pipes(d)

    def of(count, *args, **options):
        return it.IterableWrapper(range(4)).fork(count, *args, **options)

    def copies(how, depth):
        a, b = it.IterableWrapper([[[1]], [[2]]]).fork(2, copy=how)
        return [x is y if depth == 0 else x[0] is y[0] for x, y in zip(a, b)]

    def lengths(count, size):
        return [list(pipe) for pipe in it.IterableWrapper(range(count)).fork(2, buffer_size=size)]

    def interleaved(size):
        x, y, z = map(iter, of(3, buffer_size=size))
        return [next(i) for i in (x, x, y, z, y, z, z, z)]

    a, b = of(2)
    z = a.zip(b)
    unpickled = pickle.loads(pickle.dumps(z))
    full = "ForkerIterDataPipe buffer overflow"
    return plain([
        [list(pipe) for pipe in of(2)], [list(pipe) for pipe in of(3, buffer_size=5)], type(of(1)).__name__, [len(pipe) for pipe in of(2)],
        list(zip(*of(2, 1))), interleaved(2), [copies(how, depth) for how in (None, "shallow", "deep") for depth in (0, 1)],
        [repr(pipe) for pipe in of(2)], of(2, 5)[0].main_datapipe.buffer_size, list(unpickled), list(z), list(z),
        unpickled.datapipes[0].main_datapipe is unpickled.datapipes[1].main_datapipe, lengths(2, 2), lengths(1, 1), lengths(0, 0),
        refusal(lambda: lengths(3, 2), full), refusal(lambda: lengths(1, 0), full),
        refusal(lambda: list(of(2, 1)[0].concat(b)), "buffer size 1 is insufficient"),
        refusal(lambda: interleaved(1), full), refusal(lambda: of(0), "Expected `num_instances` larger than 0, but 0 is found"),
        refusal(lambda: of(2, copy="x"), "Unknown copy method `x` requested"),
        refusal(lambda: len(without_length(d, 2).fork(2)[0]), "valid length"),
        warned(lambda: [list(pipe) for pipe in of(2, buffer_size=-1)], "Unlimited buffer size is set for `fork`"),
    ])


@case
def demultiplexed(t, d):
    it, _ = pipes(d)

    def of(function=mod2, count=2, size=6, **options):
        return [list(pipe) for pipe in it.IterableWrapper(range(size)).demux(count, function, **options)]

    x, y = map(iter, it.IterableWrapper(range(6)).demux(2, mod2))
    full, between = "DemultiplexerIterDataPipe buffer overflow, buffer size", "Output of the classification fn should be between 0 and 1."
    return plain([
        of(), of(even), of(mod2_or_none, drop_none=True), of(operator.not_, 1, size=0), [next(x), next(y), list(x), list(y)],
        of(size=2, buffer_size=1),
        of(size=4, buffer_size=2), of(size=1, buffer_size=0), refusal(lambda: of(size=4, buffer_size=1), full),
        refusal(lambda: of(size=2, buffer_size=0), full),
        refusal(lambda: of(mod2_or_none), between), refusal(lambda: of(increment), between), refusal(lambda: of(operator.neg), between),
        refusal(lambda: of(str), "not supported between"), refusal(lambda: of(3), "A callable function is expected"),
        refusal(lambda: of(count=0), "Expected `num_instances` larger than 0"),
        refusal(lambda: len(it.IterableWrapper([1]).demux(2, mod2)[0]), ""),
        warned(lambda: of(buffer_size=-1), "Unlimited buffer size is set for `demux`"),
    ])


def _new_epochs(make):
    """What happens to children of a shared source that start again, by the parts of the others that have been read."""
    rest = "Some child DataPipes are not exhausted when __iter__ is called"
    invalid = "This iterator has been invalidated, because a new iterator has been created from one of the ChildDataPipes of"

    def again(read, close):
        a, b = make()
        x, y = iter(a), iter(b)
        firsts = [[next(x, None) for _ in range(count)] for x, count in zip((x, y), read)]
        if close:
            del x, y
        return [firsts, list(a), list(b)]

    def invalidated(old, begun):
        a, b = make()
        x, y = iter(a), iter(b)
        if begun:
            next(x), next(y)
        z = iter(a)
        if begun:
            next(z)
        return next((x, y)[old])

    def zipped_twice():
        a, b = make()
        z = a.zip(b)
        return [list(z), list(z)]

    def left_over():
        a, b = make()
        iter(a)
        x = iter(a)
        return [next(x), list(b), list(x), list(a)]

    counts = [(read, close) for read in ((0, 0), (1, 0), (1, 1), (9, 0), (9, 1), (9, 4), (9, 9)) for close in (False, True)]
    return [*[warned(lambda read=read, close=close: again(read, close), rest) for read, close in counts],
            *[warned(lambda old=old, begun=begun: refusal(lambda: invalidated(old, begun), invalid), rest) for old in (0,
                1) for begun in (True, False)],
            warned(zipped_twice, rest), warned(left_over, rest)]


@case
def forked_again(t, d):
    return plain(_new_epochs(lambda: d.datapipes.iter.IterableWrapper(range(4)).fork(2)))


@case
def demultiplexed_again(t, d):
    return plain(_new_epochs(lambda: d.datapipes.iter.IterableWrapper(range(8)).demux(2, mod2)))


@case
def forked_errors(t, d):
    it, _ = pipes(d)
    a, b = it.IterableWrapper([1, 2, "x", 4]).map(increment).fork(2)
    return plain([refusal(lambda: list(a), "thrown by __iter__ of MapperIterDataPipe"), list(b)])
