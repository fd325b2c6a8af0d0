"""Functional names, decorators, and graphs with their settings."""
from __future__ import annotations

from tests.utils.datapipes.programs import Holder, cannot_pickle, case, fail, increment, mod2, pipes, plain, reachable, refusal, warned

# Names


@case
def functional_names(t, d):
    it, mp = pipes(d)
    suffix = d.__name__.partition(".")[0]  # names stay registered
    taken = "Unable to add DataPipe function name"

    @d.functional_datapipe(f"times_{suffix}")
    class Times(d.IterDataPipe):
        """About times."""

        def __init__(self, source, factor, *, plus=0):
            self.source, self.factor, self.plus = source, factor, plus

        def __iter__(self):
            for item in self.source:
                yield item * self.factor + self.plus

    @d.functional_datapipe(f"index_{suffix}")
    class Index(d.MapDataPipe):
        def __init__(self, source, factor):
            self.source, self.factor = source, factor

        def __getitem__(self, index):
            return self.source[index] * self.factor

    d.IterDataPipe.register_function(f"steps_{suffix}", lambda pipe, size: pipe.map(increment).batch(size))
    d.IterDataPipe.register_function(f"steps_{suffix}", lambda pipe, size: pipe.batch(size))
    d.MapDataPipe.register_datapipe_as_function(f"mapped_{suffix}", mp.Mapper)
    pipe, sequence = it.IterableWrapper([1, 2]), mp.SequenceWrapper([1, 2])
    times = getattr(pipe, f"times_{suffix}")
    return plain([
        list(times(3, plus=1)), times.__doc__, repr(times(2)).rpartition(".")[2], f"times_{suffix}" in dir(pipe), "iterable" in dir(pipe),
        "reset" in dir(pipe),
        getattr(sequence, f"index_{suffix}")(3)[1], f"index_{suffix}" in dir(sequence), list(getattr(pipe, f"steps_{suffix}")(2)),
        getattr(sequence, f"mapped_{suffix}")(increment)[0], d.functional_datapipe("unused", True).name,
        d.functional_datapipe("unused")(int).__name__,
        refusal(lambda: d.functional_datapipe(f"times_{suffix}")(Times), taken),
        refusal(lambda: d.functional_datapipe("map")(Index), taken),
        refusal(lambda: d.IterDataPipe.register_datapipe_as_function("map", it.Mapper), taken + " map as it is already taken"),
        refusal(lambda: d.functional_datapipe("unused")(increment), "issubclass"),
        refusal(lambda: pipe.nothing, "'IterableWrapperIterDataPipe' object has no attribute"),
        refusal(lambda: sequence.nothing, "'SequenceWrapperMapDataPipe' object has no attribute"),
        refusal(lambda: it.IterableWrapper.map, "has no attribute 'map'"),
        sorted(name for name in d.IterDataPipe.functions if "frame" not in name and suffix not in name),
        sorted(name for name in d.MapDataPipe.functions if suffix not in name),
        [cls.__name__ for cls in (it.Batcher, mp.Batcher, mp.Shuffler, it.Forker)],
    ])


@case
def classes_of_pipes(t, d):
    it, _ = pipes(d)

    class Numbers(d.IterDataPipe[int]):
        def __iter__(self):
            yield from range(3)

        def __len__(self):
            return 3

    class Bare(d.MapDataPipe):
        pass

    both = it.IterableWrapper([1]) + it.IterableWrapper([2])
    return plain([list(Numbers()), issubclass(d.IterDataPipe, d.IterableDataset), issubclass(d.MapDataPipe, d.Dataset),
        isinstance(Numbers(), d.IterDataPipe),
                  type(both).__name__, list(both), repr(d.IterDataPipe()), refusal(lambda: Bare()[0], "should implement __getitem__"),
                  refusal(lambda: len(Bare()), "has no len()"), list(Numbers().map(increment).batch(2)), len(Numbers().batch(2)),
                  hasattr(Numbers(), "type")])


@case
def determinism(t, d):
    class Pipe(d.IterDataPipe):
        def __init__(self, items=(), mixed=False):
            self.items = items

        def __iter__(self):
            yield from self.items

    always, sometimes = d.non_deterministic(Pipe), d.non_deterministic(lambda *args, mixed=False: mixed)(Pipe)
    none, number = d.non_deterministic(lambda: None)(Pipe), d.non_deterministic(lambda: 3)(Pipe)
    phrase, boolean = "is non-deterministic, but you set 'guaranteed_datapipes_determinism'", "is required to return a boolean value"
    with d.guaranteed_datapipes_determinism():
        within = [refusal(lambda: always([1]), "Pipe " + phrase), list(sometimes([1])),
            refusal(lambda: sometimes([1], mixed=True), "non-deterministic with the inputs"),
                  refusal(none, boolean), list(Pipe([2]))]
    return plain([within, list(always([1])), list(sometimes([1], mixed=True)), refusal(none, boolean), refusal(number, boolean),
        type(always).__name__,
                  refusal(lambda: d.non_deterministic(3), "3 can not be decorated by non_deterministic"),
                  refusal(lambda: d.non_deterministic(int),
                      "Only `IterDataPipe` can be decorated with `non_deterministic`, but int is found"),
                  refusal(lambda: d.non_deterministic(d.MapDataPipe), "Only `IterDataPipe` can be decorated with `non_deterministic`"),
                  refusal(lambda: d.non_deterministic(fail)(int), "Only `IterDataPipe` can be decorated, but int is found")])


@case
def validation(t, d):
    it, _ = pipes(d)

    class Kind:
        def __init__(self, sub):
            self.sub = sub

        def issubtype(self, other):
            return self.sub

        def issubtype_of_instance(self, item):
            return isinstance(item, int)

    class Typed(d.IterDataPipe):
        type = Kind(True)

        def __init__(self, items=()):
            self.items = items

        @d.runtime_validation
        def __iter__(self):
            yield from self.items

    class Returning(Typed):
        @d.runtime_validation
        def __iter__(self):
            return iter(self.items)

    class Other(Typed):
        type = Kind(False)

    class Untyped(d.IterDataPipe):
        @d.runtime_validation
        def __iter__(self):
            yield 1

    def function(pipe, k=1):
        return k

    function.__annotations__ = {"pipe": Typed, "k": int}
    checked = d.argument_validation(function)

    def loose(pipe):
        return 1

    loose.__annotations__ = {"pipe": d.IterDataPipe[int]}
    subtype = "Expected an instance as subtype of"
    with d.runtime_validation_disabled():
        unchecked = [list(Typed(["a"])), list(Untyped())]
    return plain([
        list(Typed([1])), list(Returning([1])), refusal(lambda: list(Typed(["a"])), subtype),
        refusal(lambda: list(Returning([1, "a"])), subtype), unchecked,
        refusal(lambda: list(Untyped()), "has no attribute 'type"),
        refusal(lambda: d.runtime_validation(increment), "Can not decorate function increment"),
        checked(Typed()), checked(Typed(), k="a"), checked(pipe=Typed()), checked.__name__, d.argument_validation(loose)([1]),
        refusal(lambda: checked([]), "Expected argument 'pipe' as a IterDataPipe, but found <class 'list'>"),
        refusal(lambda: checked(Other()), "Expected type of argument 'pipe' as a subtype of hint"),
        refusal(lambda: checked(k=2), "missing a required argument"),
        refusal(lambda: checked(it.IterableWrapper([1])), "has no attribute 'type"),
    ])


# Graphs


class Odd:
    """What a pipe refers to in other ways than the built ones."""

    def __init__(self, first, second):
        self.first, self.second = first, second


def _odd(d):
    @reachable
    class OddPipe(Odd, d.IterDataPipe):
        def __iter__(self):
            yield 1

    return OddPipe


def _tree(graph):
    return [[type(pipe).__name__, _tree(sources)] for pipe, sources in graph.values()]


@case
def graphs(t, d):
    it, mp = pipes(d)
    Pipe = _odd(d)
    of = d.graph.traverse_dps

    @reachable
    class Tuple(d.IterDataPipe):
        def __init__(self, source):
            self.source, self.refused = source, lambda: 1

        def __getstate__(self):
            return (self.source,)

    a = it.IterableWrapper([1])
    b = a.map(increment)
    c = b.zip(a)
    itself, cycle = Pipe(1, 2), Pipe(1, 2)
    itself.second = itself
    cycle.second = cycle.map(increment)
    deprecated = "Please use `traverse_dps` instead"

    def old(pipe, *args):
        return warned(lambda: _tree(d.graph.traverse(pipe, *args)), deprecated)

    return plain([
        _tree(of(c)), [list(of(c)) == [id(c)], of(c)[id(c)][0] is c], _tree(of(Pipe([a], {"k": b}))), _tree(of(Pipe({a}, (b,)))),
        _tree(of(Pipe(Holder(a), b))),
        _tree(of(Pipe([Holder(a)], b))), _tree(of(Pipe(lambda: 1, b))), _tree(of(Pipe((x for x in [1]), b))),
        _tree(of(it.Zipper(*a.fork(2)))),
        _tree(of(it.Zipper(*a.demux(2, mod2)))), _tree(of(mp.SequenceWrapper([1]).map(increment).shuffle())),
        _tree(of(it.IterableWrapper([a, b]))),
        _tree(of(itself)), _tree(of(cycle.second)), _tree(of(Tuple(a))),
        refusal(lambda: of([1]), "Expected `IterDataPipe` or `MapDataPipe`"),
        cannot_pickle(lambda: of(Pipe([lambda: 1], a))), old(c), old(c, True), old(c, False), old(Pipe(Holder(a), b)),
        old(Pipe(Holder(a), b), True),
        warned(lambda: cannot_pickle(lambda: d.graph.traverse(Pipe(lambda: 1, b))), deprecated),
        [type(pipe).__name__ for pipe in d.graph_settings.get_all_graph_pipes(of(c))],
        [type(pipe).__name__ for pipe in d.graph_settings.get_all_graph_pipes(of(d.DataLoader(c).dataset))],
    ])


@case
def settings_of_graphs(t, d):
    it, mp = pipes(d)
    S = d.graph_settings
    plain_pipe, sequence = it.IterableWrapper(range(6)).map(increment), mp.SequenceWrapper([1])
    adds = "`shuffle=True` was set, but the datapipe does not contain a `Shuffler`"

    @reachable
    class OwnShuffler(d.IterDataPipe):
        def set_shuffle(self, shuffle=True):
            self.shuffle_set = shuffle
            return self

        def set_seed(self, seed):
            self.seed = seed
            return self

    def seeded(*makers):
        x = it.IterableWrapper(range(6)).shuffle()
        pipe = x.map(increment).shuffle().zip(x)
        S.apply_random_seed(pipe, t.Generator().manual_seed(1))
        return [pipe._seed if hasattr(pipe, "_seed") else None, x._seed, pipe.datapipes[0]._seed]

    def off(setting):
        pipe = it.IterableWrapper(range(6)).shuffle().set_seed(1).map(increment)
        return [S.apply_shuffle_settings(pipe, setting) is pipe, list(pipe)]

    own = OwnShuffler()
    return plain([
        off(False), off(None), off(True), warned(lambda: S.apply_shuffle_settings(plain_pipe, shuffle=True), adds),
        warned(lambda: S.apply_shuffle_settings(sequence, shuffle=True), adds),
        warned(lambda: S.apply_shuffle_settings(plain_pipe, shuffle=False), adds),
        S.apply_shuffle_settings([1], None), seeded(), S.apply_random_seed(own, t.Generator().manual_seed(1)) is own, own.seed,
        [S.apply_shuffle_settings(own, shuffle=True) is own, own.shuffle_set], S.apply_random_seed(plain_pipe, t.Generator()) is plain_pipe,
        list(S.apply_random_seed(it.IterableWrapper(range(6)).shuffle(), t.Generator().manual_seed(2))),
        warned(lambda: S.apply_shuffle_seed(it.IterableWrapper([1]).shuffle(), t.Generator().manual_seed(1))._seed,
            "`apply_shuffle_seed` is deprecated"),
        refusal(lambda: S.apply_random_seed([1], t.Generator()), "Expected `IterDataPipe` or `MapDataPipe`"),
    ])
