"""Wrappers, functions, combinations and groups."""
from __future__ import annotations

import copy
import functools
import operator
import pickle
import warnings

from tests.utils.datapipes.programs import Holder, case, even, increment, mod2, need_keyword, pipes, plain, refusal, warned, without_length

# Wrappers of iterables and sequences


@case
def wrapped_iterables(t, d):
    it, _ = pipes(d)
    source, nested = [1, 2], [[1], [2]]
    pipe = it.IterableWrapper(source)
    source.append(9)
    for item in it.IterableWrapper(nested):
        item.append(5)
    for item in it.IterableWrapper(nested, deepcopy=False):
        item.append(7)
    generator = it.IterableWrapper(x for x in [1, 2])
    return plain([list(pipe), list(pipe), len(pipe), nested, list(it.IterableWrapper("abc")), list(it.IterableWrapper(iter([1, 2]))),
                  warned(lambda: [list(generator), list(generator)], "can not be deepcopied"),
                  refusal(lambda: len(without_length(d, 2)), "IterableWrapperIterDataPipe instance doesn't have valid length")])


@case
def wrapped_sequences(t, d):
    _, mp = pipes(d)
    source = [1, 2, 3]
    pipe = mp.SequenceWrapper(source)
    return plain([pipe[0], pipe[0:2], len(pipe), list(pipe), pipe.sequence is source,
        mp.SequenceWrapper(source, deepcopy=False).sequence is source,
                  mp.SequenceWrapper({"a": 1})["a"], len(mp.SequenceWrapper({"a": 1})), repr(pipe), str(pipe.map(increment)),
                  refusal(lambda: list(mp.SequenceWrapper({"a": 1})), ""), refusal(lambda: pipe[4], "out of range"),
                  warned(lambda: mp.SequenceWrapper(x for x in [1]), "can not be deepcopied"),
                  warned(lambda: mp.SequenceWrapper((x for x in [1]), deepcopy=False), "")])


# Functions


@case
def mapped_columns(t, d):
    it, _ = pipes(d)

    def mapped(items, *args):
        return list(it.IterableWrapper(items).map(*args))

    nested = [[1, 2]]
    list(it.IterableWrapper(nested, deepcopy=False).map(increment, 0))
    return plain([
        mapped([1, 2], increment), mapped([1], str), mapped([1], functools.partial(operator.add, 2)), mapped([1], Holder),
        mapped([(1, 2), (3, 4)], increment, 0), mapped([[1, 2]], operator.add, [0, 1]), mapped([(1, 2)], operator.add, (0, 1)),
        mapped([(1, 2)], increment, 0, 1), mapped([(1, 2)], increment, 0, -1), mapped([[1, 2]], increment, 0, -1),
        mapped([{"a": 1, "b": 2}], increment, "a"), mapped([{"a": 1, "b": 2}], increment, "a", "c"),
        mapped([{"a": 1, "b": 2}], operator.add, ["a", "b"], "c"), mapped([{"a": 1, "b": 2}], operator.add, ["b", "a"]),
        mapped([(1, 2)], operator.add, [0, 1], [1]), mapped([(1, 2, 3)], operator.add, [0, 2]), mapped([(1, 2, 3)], operator.add, [2, 0]),
        mapped([t.tensor([1, 2])], increment, 0), [type(x).__name__ for x in mapped([(1, 2), [1, 2]], increment, 0)], nested,
        len(it.IterableWrapper([1, 2]).map(increment)), it.Mapper(it.IterableWrapper([1]), increment).datapipe,
    ])


@case
def mapped_refusals(t, d):
    it, mp = pipes(d)
    pipe = it.IterableWrapper([(1, 2)])
    refused = [
        ((3,), "A callable function is expected"), ((None,), "A callable function is expected"),
        ((operator.add, 0), "takes 2 positional parameters, but 1 are required"),
        ((increment, [0, 1]), "The function increment takes 1 parameters, but 2 are required"),
        ((operator.add,), "takes 2 positional parameters, but 1 are required"),
        ((need_keyword, 0), "The function need_keyword takes 1 non-default keyword-only parameters, which is not allowed"),
        ((increment, None, 1), "`output_col` must be None when `input_col` is None"),
        ((operator.add, [0, 1], [0, 1]), "`output_col` must be a single-element list or tuple"),
    ]
    ran = [((increment, 7), "thrown by __iter__ of MapperIterDataPipe("), ((increment, "a"), "input_col='a', output_col=None)")]
    return plain([
        *[refusal(lambda args=args: pipe.map(*args), phrase) for args, phrase in refused],
        *[refusal(lambda args=args: list(pipe.map(*args)), phrase) for args, phrase in ran],
        refusal(lambda: list(it.IterableWrapper([{"a": 1}]).map(increment, "a", -1)), "no attribute 'append'"),
        refusal(lambda: len(without_length(d, 2).map(increment)), "doesn't have valid length"),
        refusal(lambda: len(it.IterableWrapper([1]).filter(even).map(increment)), "MapperIterDataPipe instance doesn't have valid length"),
        refusal(lambda: mp.SequenceWrapper([1]).map(3), "A callable function is expected"),
    ])


@case
def functions_that_pickle_refuses(t, d):
    it, mp = pipes(d)
    pipe, phrase = it.IterableWrapper([1]), "Local function is not supported by pickle"
    module_lambda = eval("lambda x: x", {"__name__": "module"})

    class Local:
        def __call__(self, x):
            return x

        def method(self, x):
            return x

    return plain([
        warned(lambda: list(pipe.map(lambda x: x)), phrase), warned(lambda: list(pipe.map(functools.partial(lambda x, y: y, 3))), phrase),
        warned(lambda: list(pipe.map(Local())), phrase), warned(lambda: list(pipe.map(Local().method)), phrase),
        warned(lambda: list(pipe.map(module_lambda)), "Lambda function is not supported by pickle"),
        warned(lambda: list(pipe.map(increment)), ""),
        warned(lambda: list(pipe.filter(lambda x: True)), phrase), warned(lambda: list(pipe.groupby(lambda x: x)), phrase),
        warned(lambda: [list(x) for x in pipe.demux(2, lambda x: 0)], phrase),
        warned(lambda: mp.SequenceWrapper([1]).map(lambda x: x)[0], phrase),
        warned(lambda: list(pipe.collate(lambda x: x)), phrase),
    ])


@case
def collated(t, d):
    it, _ = pipes(d)
    pipe = it.IterableWrapper([[1, 2], [3, 4]])
    return plain([list(pipe.collate()), list(pipe.collate(collate_fn=sum)), list(pipe.collate(sum)),
        list(pipe.collate(max, collate_fn=sum)),
                  len(pipe.collate()), list(it.IterableWrapper(range(4)).batch(2).collate())])


@case
def filtered(t, d):
    it, _ = pipes(d)
    pipe = it.IterableWrapper([1, 2, 3, 4])
    phrase = "Boolean output is required for `filter_fn` of FilterIterDataPipe"
    return plain([
        list(pipe.filter(even)), list(pipe.filter(filter_fn=even)), list(it.IterableWrapper([(1, 2), (2, 3)]).filter(even, input_col=0)),
        list(it.IterableWrapper([(1, 2), (2, 3)]).filter(operator.eq, input_col=[0, 0])),
        list(it.IterableWrapper([{"a": 1}, {"a": 2}]).filter(even, "a")), refusal(lambda: list(pipe.filter(increment)), phrase),
        refusal(lambda: pipe.filter(3), "A callable function is expected"),
        refusal(lambda: pipe.filter(operator.eq), "positional parameters"),
        refusal(lambda: len(pipe.filter(even)), "has no len()"),
    ])


@case
def mapped_sequences(t, d):
    _, mp = pipes(d)
    pipe = mp.SequenceWrapper([1, 2]).map(increment)
    return plain([pipe[1], len(pipe), list(pipe), mp.Mapper(mp.SequenceWrapper([1]))[0], d.datapipes.map.callable.default_fn(5)])


# Combinations


@case
def concatenated(t, d):
    it, mp = pipes(d)
    a, b, c = it.IterableWrapper([1]), it.IterableWrapper([2]), it.IterableWrapper([3])
    x, y = mp.SequenceWrapper([1, 2]), mp.SequenceWrapper([3])

    class Endless(d.MapDataPipe):
        def __getitem__(self, index):
            return index

    return plain([
        list(a.concat(b, c)), len(a.concat(b)), refusal(it.Concater, "Expected at least one DataPipe, but got nothing"),
        refusal(lambda: a.concat([2]), "Expected all inputs to be `IterDataPipe`"),
        refusal(lambda: len(a.concat(without_length(d, 1))), "doesn't have valid length"),
        len(x.concat(y)), [x.concat(y)[i] for i in (0, 1, 2, -1)], refusal(lambda: x.concat(y)[3], "Index 3 is out of range"),
        refusal(mp.Concater, "Expected at least one DataPipe"), refusal(lambda: x.concat([1]), "Expected all inputs to be `MapDataPipe`"),
        refusal(lambda: x.concat(Endless()), "Expected all inputs to be `Sized`"),
        refusal(lambda: len(Endless().map(increment)), "has no len()"),
    ])


@case
def zipped(t, d):
    it, mp = pipes(d)
    a, b = it.IterableWrapper([1, 2]), it.IterableWrapper([3, 4, 5])
    x, y = mp.SequenceWrapper([1, 2]), mp.SequenceWrapper([3])
    return plain([
        list(a.zip(b)), [type(item).__name__ for item in a.zip(b)], len(a.zip(b)), refusal(lambda: list(it.Zipper()), "empty"),
        refusal(lambda: a.zip([2]), "All inputs are required to be `IterDataPipe`"),
        refusal(lambda: len(a.zip(without_length(d, 1))), "doesn't have valid length"),
        len(x.zip(y)), x.zip(y)[0], list(x.zip(x)),
        refusal(lambda: x.zip(y)[1], "Index 1 is out of range for one of the input MapDataPipes"),
        refusal(mp.Zipper, "Expected at least one DataPipe"), refusal(lambda: x.zip([1]), "Expected all inputs to be `MapDataPipe`"),
    ])


@case
def multiplexed(t, d):
    it, _ = pipes(d)
    seen = []

    def note(x):
        seen.append(x)
        return x

    def noted(items):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return it.IterableWrapper(items).map(note)

    a, b, c = it.IterableWrapper([1, 2, 3]), it.IterableWrapper([10, 20]), it.IterableWrapper([7, 8, 9])
    return plain([list(a.mux(b, c)), len(a.mux(b)), list(noted([1, 2]).mux(noted([10]))), seen,
        refusal(lambda: list(it.Multiplexer()), "empty"),
                  refusal(lambda: len(a.mux(without_length(d, 1))), "doesn't have valid length"), list(a.mux([4]))])


# Groups


@case
def batched(t, d):
    it, mp = pipes(d)

    class Chunk(d.DataChunk):
        pass

    pipe, sequence = it.IterableWrapper(range(5)), mp.SequenceWrapper(range(5))
    first = next(iter(pipe.batch(2)))
    return plain([
        list(pipe.batch(2)), list(pipe.batch(2, True)), list(pipe.batch(batch_size=2, drop_last=True)), len(pipe.batch(2)),
        len(pipe.batch(2, drop_last=True)), type(first).__name__, repr(first), first.items, first.as_str(), first.as_str(indent="  "),
        [type(item).__name__ for item in pipe.batch(2, wrapper_class=Chunk)],
        [type(item).__name__ for item in pipe.batch(2, wrapper_class=tuple)],
        refusal(lambda: pipe.batch(0), "Batch size is required to be larger than 0"), refusal(lambda: pipe.batch(-1), "Batch size"),
        refusal(lambda: len(without_length(d, 3).batch(2)), "doesn't have valid length"),
        len(sequence.batch(2)), list(sequence.batch(2)), list(sequence.batch(2, True)), len(sequence.batch(2, drop_last=True)),
        [type(sequence.batch(2)[2]).__name__, sequence.batch(2)[2], sequence.batch(2)[-1]],
        type(sequence.batch(2, wrapper_class=tuple)[0]).__name__, refusal(lambda: sequence.batch(2)[3], "Index 3 is out of bound"),
        refusal(lambda: sequence.batch(2, True)[2], "Index 2 is out of bound"), refusal(lambda: sequence.batch(0), "Batch size"),
    ])


@case
def chunks(t, d):
    chunk = d.DataChunk([1, [2]])

    class Doubled(d.DataChunk):
        def __iter__(self):
            for item in super().__iter__():
                yield 2 * item

    return plain([list(chunk), list(chunk.raw_iterator()), repr(chunk), str(chunk), chunk == [1, [2]], chunk.items, len(chunk), chunk[0],
                  d.DataChunk(x for x in [1, 2]).items, pickle.loads(pickle.dumps(chunk)), copy.deepcopy(chunk).items,
                  list(Doubled([1])), list(Doubled([1]).raw_iterator())])


@case
def unbatched(t, d):
    it, _ = pipes(d)

    def of(items, **options):
        return list(it.IterableWrapper(items).unbatch(**options))

    return plain([
        of([[1, 2], [3]]), of([[[1], [2]], [[3]]], unbatch_level=2), of([[[1]], 4, [5, [6, [7]]]], unbatch_level=-1),
        of([[1]], unbatch_level=0),
        list(it.IterableWrapper(range(8)).batch(2).batch(2).unbatch(unbatch_level=2)),
        refusal(lambda: of([[1]], unbatch_level=-2), "unbatch_level must be"),
        refusal(lambda: of([[1]], unbatch_level=2), "unbatch_level 2 exceeds the depth of the DataPipe"),
        refusal(lambda: of([(1, 2)]), "exceeds the depth"),
        refusal(lambda: len(it.IterableWrapper([[1]]).unbatch()), "has no len()"),
    ])


@case
def grouped(t, d):
    it, _ = pipes(d)
    mixed = [0, 1, 2, 4, 6, 3, 5, 8]

    def of(items, **options):
        return list(it.IterableWrapper(items).groupby(mod2, **options))

    partly = it.IterableWrapper(range(6)).groupby(mod2, group_size=2)
    next(iter(partly))
    return plain([
        of(range(6)), of(range(7), group_size=2), of(range(6), keep_key=True), [type(item).__name__ for item in of(range(6))],
        of(range(6), buffer_size=2), of(range(6), buffer_size=2, keep_key=True), of(range(12), buffer_size=3, group_size=2),
        of(mixed, buffer_size=3, group_size=3, guaranteed_group_size=2), of(mixed, buffer_size=4, group_size=3, guaranteed_group_size=3),
        of(mixed, buffer_size=5, group_size=3, guaranteed_group_size=2, drop_remaining=True), of([0, 1, 2, 3, 4, 6], buffer_size=4),
        of(mixed, buffer_size=5, group_size=3, keep_key=True, drop_remaining=True), of(range(6), drop_remaining=True), list(partly),
        list(partly),
        list(it.IterableWrapper(range(20)).groupby(functools.partial(operator.and_, 3), buffer_size=4, group_size=3, drop_remaining=True)),
    ])


@case
def grouped_refusals(t, d):
    it, _ = pipes(d)
    pipe = it.IterableWrapper(range(12))
    size, guaranteed = "group_size must be > 0 and <= buffer_size", "guaranteed_group_size must be > 0 and <= group_size"
    return plain([
        refusal(lambda: list(pipe.groupby(mod2, buffer_size=3, group_size=3)), "Failed to group items"),
        refusal(lambda: pipe.groupby(mod2, buffer_size=5, group_size=0), size),
        refusal(lambda: pipe.groupby(mod2, buffer_size=5, group_size=6), size),
        refusal(lambda: pipe.groupby(mod2, group_size=3, guaranteed_group_size=4), guaranteed),
        refusal(lambda: pipe.groupby(mod2, guaranteed_group_size=4), guaranteed),
        refusal(lambda: pipe.groupby(3), "A callable function is expected"),
        refusal(lambda: pipe.groupby(mod2, group_size=3, guaranteed_group_size=0), guaranteed),
        refusal(lambda: len(pipe.groupby(mod2)), "has no len()"),
        refusal(lambda: list(it.IterableWrapper([[1]]).groupby(list)), "thrown by __iter__ of GrouperIterDataPipe"),
    ])
