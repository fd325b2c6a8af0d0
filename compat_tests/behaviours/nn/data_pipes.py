"""Data pipes: classes and functional names of a program's own, decorators, loaders."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .. import refused


def kind_of_refusal(call: Callable[[], Any]) -> str:
    """The class of the exception: messages name the pipe, and say more in PyTorch."""
    return refused(call)["raised"]


def pipes_of_own(torch: Any) -> Iterator[Any]:
    """Subclasses of both base classes, which read from built pipes, and are read by them."""
    data = torch.utils.data
    make, sequence = data.datapipes.iter.IterableWrapper, data.datapipes.map.SequenceWrapper

    class Repeat(data.IterDataPipe):
        def __init__(self, source: Any, times: int) -> None:
            self.source, self.times = source, times

        def __iter__(self) -> Iterator[Any]:
            for item in self.source:
                yield from [item] * self.times

    class Squares(data.MapDataPipe):
        def __init__(self, source: Any) -> None:
            self.source = source

        def __getitem__(self, index: int) -> Any:
            return self.source[index] ** 2

        def __len__(self) -> int:
            return len(self.source)

    pipe = Repeat(make([1, 2]), 2).map(float).batch(3)
    yield list(pipe), isinstance(next(iter(pipe)), data.DataChunk), list(Squares(sequence([1, 2, 3])).batch(2)), repr(pipe)
    first, second = make(range(4)).fork(2)
    yield list(first.zip(second.filter(bool))), list(make(range(6)).shuffle().set_seed(1)), list(make(["a", "bb", "c"]).groupby(len))
    iterator, _ = iter(pipe), next(iter(pipe))
    next(iterator)
    yield list(pipe), kind_of_refusal(lambda: next(iterator))
    # PyTorch: ([[1.0, 1.0, 2.0], [2.0]], True, [[1, 4], [9]], 'BatcherIterDataPipe')
    # PyTorch: ([(0, 1), (1, 2), (2, 3)], [1, 5, 0, 3, 2, 4], [['a', 'c'], ['bb']])
    # PyTorch: ([[1.0, 1.0, 2.0], [2.0]], 'RuntimeError')


def decorated_pipes(torch: Any) -> Iterator[Any]:
    """Registered names, determinism, and validation, which PyTorch 2.13 has no types for."""
    data = torch.utils.data
    make, base = data.datapipes.iter.IterableWrapper, data.IterDataPipe

    class Doubled(base):
        def __init__(self, source: Any) -> None:
            self.source = source

        @data.runtime_validation
        def __iter__(self) -> Iterator[Any]:
            for item in self.source:
                yield 2 * item

    data.functional_datapipe(f"doubled_{id(base)}")(Doubled)
    pipe = getattr(make([1, 2]), f"doubled_{id(base)}")()
    yield kind_of_refusal(lambda: list(pipe)), kind_of_refusal(lambda: data.functional_datapipe("map")(Doubled))
    with data.runtime_validation_disabled():
        yield list(pipe), list(pipe.map(str))
    random = data.non_deterministic(Doubled)
    with data.guaranteed_datapipes_determinism():
        yield kind_of_refusal(lambda: random([1]))
    yield random([1])

    def length(pipe: Any) -> int:
        return len(pipe)

    length.__annotations__ = {"pipe": base}
    yield kind_of_refusal(lambda: data.argument_validation(length)([1]))
    # PyTorch: ('AttributeError', 'Exception')
    # PyTorch: ([2, 4], ['2', '4'])
    # PyTorch: 'TypeError'
    # PyTorch: Doubled
    # PyTorch: 'TypeError'


def loaded_pipes(torch: Any) -> Iterator[Any]:
    """A loader seeds the shufflers of each epoch from the default generator, and gives every worker its share."""
    data = torch.utils.data
    make = data.datapipes.iter.IterableWrapper
    torch.manual_seed(0)
    loader = data.DataLoader(make(range(6)).shuffle().sharding_filter(), batch_size=2, shuffle=True)
    yield list(loader), list(loader), torch.rand(1), len(loader)
    pipe = make(range(5)).sharding_filter()
    data.graph_settings.apply_sharding(pipe, 2, 1)
    yield list(data.DataLoader(pipe, batch_size=None)), len(pipe)
    # PyTorch: ([tensor([4, 0]), tensor([3, 5]), tensor([2, 1])], [tensor([3, 4]), tensor([0, 2]), tensor([5, 1])], tensor([0.4556]), 3)
    # PyTorch: ([0, 1, 2, 3, 4], 5)
