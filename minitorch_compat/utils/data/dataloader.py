"""The DataLoader: batches of a dataset, prepared in this process or in workers."""
from __future__ import annotations

import itertools
import os
import pickle
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..._array.core.user_warnings import warn
from ..._dispatch.state import LOCAL
from ._utils import MP_STATUS_CHECK_INTERVAL
from ._utils.collate import default_collate, default_convert
from ._utils.fetch import make_fetcher
from ._utils.pipes import draw_shared_seed, is_stream, prepare, seed_pipe, shard, start_worker, worker_init_fn, world
from ._utils.seeds import draw_seed
from ._utils.worker import StreamEnd, WorkerConfig, WorkerFailure, WorkerInfo, get_worker_info, work
from .dataset import Dataset as Dataset
from .dataset import IterableDataset
from .sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler

if TYPE_CHECKING:
    from .dataset import IndexedDataset

__all__ = ["DataLoader", "WorkerInfo", "default_collate", "default_convert", "get_worker_info"]

_collate_fn_t = Callable[[list[Any]], Any]
_worker_init_fn_t = Callable[[int], None]
T_co = TypeVar("T_co", covariant=True)


class _InfiniteConstantSampler(Sampler[None]):
    """The sampler of an iterable dataset, which has no keys."""

    def __iter__(self) -> Iterator[None]:
        return itertools.repeat(None)


class _DatasetKind:
    Map = 0
    Iterable = 1

    @staticmethod
    def create_fetcher(kind: int, dataset: Any, auto_collation: bool, collate_fn: Callable[[Any], Any], drop_last: bool) -> Any:
        """Make the fetcher of a dataset."""
        return make_fetcher(kind == _DatasetKind.Iterable, dataset, auto_collation, collate_fn, drop_last)


#: For other libraries, under PyTorch's name.
_sharding_worker_init_fn = start_worker


class DataLoader(Generic[T_co]):
    """Batches of a dataset, in order or shuffled, prepared in this process or by workers.

    Parameters
    ----------
    dataset : Dataset or IterableDataset
        The data; any object with ``__getitem__`` and ``__len__``, or a data pipe.
    batch_size : int, default 1
        Elements per batch; None yields single elements.
    shuffle : bool, optional
        Whether to reshuffle in each epoch; for an ``IterDataPipe`` whether its shufflers do.
    sampler : Sampler or iterable, optional
        Yields indices, instead of ``shuffle``.
    batch_sampler : Sampler or iterable, optional
        Yields lists of indices, instead of the three parameters above and ``drop_last``.
    num_workers : int, default 0
        Worker processes; 0 prepares batches in this one.
    collate_fn : callable, optional
        Collates a list of elements into a batch; None is ``default_collate``.
    pin_memory : bool, default False
        For GPUs; accepted.
    drop_last : bool, default False
        Whether to drop a shorter last batch.
    timeout : float, default 0
        Seconds to wait for a batch of a worker; 0 waits forever.
    worker_init_fn : callable, optional
        Called in each worker with its number.
    multiprocessing_context : str or context, optional
        How workers are started.
    generator : Generator, optional
        Source of the order, and of the workers' seeds.
    prefetch_factor : int, optional
        Batches that each worker prepares ahead; None is 2.
    persistent_workers : bool, default False
        Whether workers are kept after an epoch.
    pin_memory_device : str, default ''
        For GPUs; accepted.
    in_order : bool, default True
        Whether batches are yielded in order, whichever worker finishes first.

    Raises
    ------
    ValueError
        If options exclude each other, or are out of range.

    References
    ----------
    PyTorch: ``torch.utils.data.DataLoader``.

    Examples
    --------
    >>> data = torch.utils.data.TensorDataset(torch.arange(5.), torch.arange(5) % 2)
    >>> for x, y in torch.utils.data.DataLoader(data, batch_size=2):
    ...     print(x, y)
    tensor([0., 1.]) tensor([0, 1])
    tensor([2., 3.]) tensor([0, 1])
    tensor([4.]) tensor([0])
    """

    dataset: Any
    _iterator: _MultiProcessingDataLoaderIter | None = None
    __initialized = False

    def __init__(
        self, dataset: IndexedDataset[T_co], batch_size: int | None = 1, shuffle: bool | None = None, sampler: Any = None,
        batch_sampler: Any = None, num_workers: int = 0, collate_fn: Callable[[Any], Any] | None = None,
        pin_memory: bool = False, drop_last: bool = False, timeout: float = 0,
        worker_init_fn: Callable[[int], Any] | None = None, multiprocessing_context: Any = None,
        generator: Any = None, *,
        prefetch_factor: int | None = None, persistent_workers: bool = False, pin_memory_device: str = "",
        in_order: bool = True,
    ) -> None:
        _check_workers(num_workers, timeout, prefetch_factor, persistent_workers)
        if pin_memory and pin_memory_device:
            warn("pin_memory_device is deprecated, the current accelerator will be used as the device,ignore "
                 f"pin_memory_device='{pin_memory_device}'.")
        self.dataset = dataset = prepare(dataset, shuffle)
        self.num_workers = num_workers
        self.prefetch_factor: int | None = 2 if num_workers > 0 and prefetch_factor is None else prefetch_factor
        self.pin_memory = pin_memory
        self.pin_memory_device = pin_memory_device
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.multiprocessing_context = multiprocessing_context
        self.in_order = in_order
        self._IterableDataset_len_called: int | None = None  # last length returned by `len` for an iterable dataset
        self._dataset_kind = _DatasetKind.Iterable if isinstance(dataset, IterableDataset) else _DatasetKind.Map
        if self._dataset_kind == _DatasetKind.Iterable:
            _check_stream(None if is_stream(dataset) else shuffle, sampler, batch_sampler)
        _check_exclusive(batch_size, shuffle, sampler, batch_sampler, drop_last)
        if batch_sampler is not None:
            batch_size = None
        if sampler is None:
            sampler = self._default_sampler(bool(shuffle), generator)
        if batch_size is not None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        self.generator = generator
        if collate_fn is None:
            collate_fn = default_collate if self._auto_collation else default_convert
        self.collate_fn = collate_fn
        self.persistent_workers = persistent_workers
        self.__initialized = True
        self.check_worker_number_rationality()

    def _default_sampler(self, shuffle: bool, generator: Any) -> Any:
        if self._dataset_kind == _DatasetKind.Iterable:
            return _InfiniteConstantSampler()
        return RandomSampler(self.dataset, generator=generator) if shuffle else SequentialSampler(self.dataset)

    @property
    def multiprocessing_context(self) -> Any:
        """How workers are started.

        Returns
        -------
        context or None
            None is the platform's default.

        Examples
        --------
        >>> print(torch.utils.data.DataLoader([1, 2]).multiprocessing_context)
        None
        """
        return self.__multiprocessing_context

    @multiprocessing_context.setter
    def multiprocessing_context(self, context: Any) -> None:
        if context is not None:
            if self.num_workers == 0:
                raise ValueError("multiprocessing_context can only be used with multi-process loading (num_workers > "
                                 "0), "
                                 "but got num_workers=0")
            context = _multiprocessing_context(context)
        self.__multiprocessing_context = context

    def __setattr__(self, name: str, value: Any) -> None:
        fixed = ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers")
        if self.__initialized and name in fixed:
            raise ValueError(f"{name} attribute should not be set after {type(self).__name__} is initialized")
        super().__setattr__(name, value)

    @property
    def _auto_collation(self) -> bool:
        return self.batch_sampler is not None

    @property
    def _index_sampler(self) -> Any:
        return self.sampler if self.batch_sampler is None else self.batch_sampler

    def _get_iterator(self) -> Any:  # other loaders replace it
        if self.num_workers:
            self.check_worker_number_rationality()
            return _MultiProcessingDataLoaderIter(self)
        if self.timeout != 0:
            raise AssertionError("_SingleProcessDataLoaderIter requires timeout == 0")
        return _SingleProcessDataLoaderIter(self)

    def __iter__(self) -> Iterator[Any]:
        if not self.persistent_workers or not self.num_workers:
            return self._get_iterator()
        if self._iterator is None:
            self._iterator = self._get_iterator()
        else:
            self._iterator._reset(self)
        return self._iterator

    def __len__(self) -> int:
        if self._dataset_kind == _DatasetKind.Map:
            return len(self._index_sampler)
        length = self._IterableDataset_len_called = len(self.dataset)
        if self.batch_size is None:
            return length
        return length // self.batch_size if self.drop_last else -(-length // self.batch_size)

    def check_worker_number_rationality(self) -> None:
        """Warn if there are more workers than processors.

        Examples
        --------
        >>> print(torch.utils.data.DataLoader([1, 2]).check_worker_number_rationality())
        None
        """
        try:
            cores = len(os.sched_getaffinity(0))
        except AttributeError:  # not available on all systems
            cores = os.cpu_count() or 1
        if self.num_workers > cores:
            warn(
                f"This DataLoader will create {self.num_workers} worker processes in total. Our suggested max number "
                f"of worker in "
                f"current system is {cores}, which is smaller than what this DataLoader is going to create. More "
                f"workers than "
                "processors slow each other down."
            )


def _check_workers(num_workers: int, timeout: float, prefetch_factor: int | None, persistent: bool) -> None:
    if num_workers < 0:
        raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
    if timeout < 0:
        raise ValueError("timeout option should be non-negative")
    if num_workers == 0 and prefetch_factor is not None:
        raise ValueError("prefetch_factor option could only be specified in multiprocessing."
                         "let num_workers > 0 to enable multiprocessing, otherwise set prefetch_factor to None.")
    if prefetch_factor == 0:
        raise AssertionError("prefetch_factor must be greater than 0 for MultiProcessingDataLoaderIter")
    if prefetch_factor is not None and prefetch_factor < 0:
        raise ValueError("prefetch_factor option should be non-negative")
    if persistent and num_workers == 0:
        raise ValueError("persistent_workers option needs num_workers > 0")


def _check_stream(shuffle: Any, sampler: Any, batch_sampler: Any) -> None:
    options = {"shuffle": shuffle or None, "sampler": sampler, "batch_sampler": batch_sampler}
    for name, value in options.items():
        if value is not None:
            raise ValueError(f"DataLoader with IterableDataset: expected unspecified {name} option, but got "
                             f"{name}={value}")


def _check_exclusive(batch_size: Any, shuffle: Any, sampler: Any, batch_sampler: Any, drop_last: bool) -> None:
    if sampler is not None and shuffle:
        raise ValueError("sampler option is mutually exclusive with shuffle")
    if batch_sampler is not None and (batch_size != 1 or shuffle or sampler is not None or drop_last):
        raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last")
    if batch_sampler is None and batch_size is None and drop_last:
        raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")


def _multiprocessing_context(context: Any) -> Any:
    import multiprocessing  # imported late, because few loaders have workers

    if isinstance(context, str):
        methods = multiprocessing.get_all_start_methods()
        if context not in methods:
            raise ValueError("multiprocessing_context option should specify a valid start method in "
                             f"{methods!r}, but got multiprocessing_context={context!r}")
        return multiprocessing.get_context(context)
    if not isinstance(context, multiprocessing.context.BaseContext):
        raise TypeError("multiprocessing_context option should be a valid context object or a string specifying the "
                        "start "
                        f"method, but got multiprocessing_context={context}")
    return context


class _BaseDataLoaderIter:
    """The iterator of one epoch; other libraries subclass it and define `_next_data`."""

    def __init__(self, loader: DataLoader[Any]) -> None:
        # Not the loader itself: one with persistent workers references its iterator, which would be a cycle.
        self._dataset, self._dataset_kind, self._auto_collation = loader.dataset, loader._dataset_kind, loader._auto_collation
        self._collate_fn, self._drop_last, self._timeout = loader.collate_fn, loader.drop_last, loader.timeout
        self._num_workers, self._persistent_workers = loader.num_workers, loader.persistent_workers
        self._world_size, self._rank = world()
        self._shared_seed: int | None = None
        self._seed_pipes(loader.generator)
        self._pin_memory, self._pin_memory_device = False, None  # no accelerator
        self._index_sampler = loader._index_sampler
        self._generator = loader.generator
        # In this order: the seed is drawn before the sampler draws, which happens at its first key.
        self._sampler_iter = iter(self._index_sampler)
        self._base_seed = draw_seed(self._generator)
        self._num_yielded = 0
        self._IterableDataset_len_called = loader._IterableDataset_len_called  # PyTorch compares batches with the length of the dataset
        if loader.pin_memory:
            warn("'pin_memory' argument is set as true but no accelerator is found, then device pinned "
                 "memory won't be "
                 "used.")

    def _seed_pipes(self, generator: Any) -> None:
        """Draw the seed that the pipes of all workers share, if the dataset is one."""
        if is_stream(self._dataset):
            self._shared_seed = draw_shared_seed(generator)
            seed_pipe(self._dataset, self._shared_seed)

    def _reset(self, loader: DataLoader[Any], first_iter: bool = False) -> None:
        """Start a new epoch."""
        self._seed_pipes(loader.generator)
        self._sampler_iter = iter(self._index_sampler)
        self._num_yielded = 0
        self._IterableDataset_len_called = loader._IterableDataset_len_called

    def _next_index(self) -> Any:
        """The next keys of the sampler; raises StopIteration at the end."""
        return next(self._sampler_iter)

    def __iter__(self) -> Iterator[Any]:
        return self

    def __len__(self) -> int:
        return len(self._index_sampler)

    def __next__(self) -> Any:
        if LOCAL.observer is None:
            try:
                batch = self._next_data()
            except StopIteration:
                raise
            except Exception as error:
                from ..._fidelity.tracebacks import shorten_traceback

                raise shorten_traceback(error)  # noqa: B904 (the same)
        else:
            from ...autograd._profile.recording import record_function

            with record_function(f"enumerate(DataLoader)#{type(self).__name__}.__next__"):
                batch = self._next_data()
        self._num_yielded += 1
        if self._IterableDataset_len_called is not None and self._num_yielded > self._IterableDataset_len_called:
            self._warn_if_too_long()
        return batch

    def _warn_if_too_long(self) -> None:
        """Warn that an iterable dataset yields more items than its reported length."""
        message = (f"Length of IterableDataset {self._dataset} was reported to be {self._IterableDataset_len_called} "
                   "(when accessing len(dataloader)), "
                   f"but {self._num_yielded} samples have been fetched. ")
        if isinstance(self, _MultiProcessingDataLoaderIter):
            message += "Does each worker have a share of its own? See the examples on PyTorch's page of IterableDataset."
        warn(message)

    def __getstate__(self) -> Any:
        raise NotImplementedError("{} cannot be pickled", type(self).__name__)  # in PyTorch's two arguments

    def _next_data(self) -> Any:
        raise NotImplementedError


class _SingleProcessDataLoaderIter(_BaseDataLoaderIter):
    """Prepares batches on demand."""

    def __init__(self, loader: DataLoader[Any]) -> None:
        super().__init__(loader)
        shard(self._dataset, self._world_size, self._rank)
        self._fetcher = make_fetcher(
            loader._dataset_kind == _DatasetKind.Iterable, loader.dataset, loader._auto_collation, loader.collate_fn,
            loader.drop_last,
        )

    def _next_data(self) -> Any:
        return self._fetcher.fetch(self._next_index())


class _MultiProcessingDataLoaderIter(_BaseDataLoaderIter):
    """Prepares batches ahead in processes, each with its own request queue; results arrive through one queue."""

    def __init__(self, loader: DataLoader[Any]) -> None:
        import multiprocessing

        super().__init__(loader)
        context = loader.multiprocessing_context or multiprocessing.get_context()
        self._owner_pid = os.getpid()
        self._prefetch_count = (loader.prefetch_factor or 1) * loader.num_workers
        self._persistent = loader.persistent_workers
        self._in_order = loader.in_order
        job = WorkerConfig(
            loader.dataset, loader._dataset_kind == _DatasetKind.Iterable, loader._auto_collation, loader.collate_fn,
            loader.drop_last, worker_init_fn(self._dataset, loader.worker_init_fn, self._world_size, self._rank), loader.num_workers,
            self._shared_seed,
        )
        self._result_queue = context.Queue()
        self._request_queues: list[Any] = []
        self._workers: list[Any] = []
        for i in range(loader.num_workers):
            requests = context.SimpleQueue()  # has no thread, so that it works during interpreter exit
            arguments = (job, i, self._base_seed + i, requests, self._result_queue)
            process = context.Process(target=work, args=arguments, daemon=True)
            process.start()
            self._request_queues.append(requests)
            self._workers.append(process)
        self._reset(loader, first_iter=True)

    def _reset(self, loader: DataLoader[Any], first_iter: bool = False) -> None:
        if not first_iter:
            while len(self._received) < len(self._worker_of_batch):  # drain the results of an epoch that was left early
                self._receive()
        super()._reset(loader, first_iter)  # draws no new base seed, but a shared one also before the first epoch, as in PyTorch
        if not first_iter:
            for requests in self._request_queues:
                requests.put(("restart", self._shared_seed))
        self._next_batch_number = 0
        self._next = 0
        self._received: dict[int, Any] = {}
        self._worker_of_batch: dict[int, int] = {}
        self._worker_cycle = itertools.cycle(range(len(self._workers)))
        self._active_workers = set(range(len(self._workers)))
        for _ in range(self._prefetch_count):
            self._send_request()

    def _send_request(self) -> None:
        """Request the next batch from the next worker that still has items."""
        if not self._active_workers:
            return
        keys = next(self._sampler_iter, _END_OF_SAMPLER)
        if keys is _END_OF_SAMPLER:
            return
        worker = next(i for i in self._worker_cycle if i in self._active_workers)
        self._worker_of_batch[self._next_batch_number] = worker
        self._request_queues[worker].put((self._next_batch_number, keys))
        self._next_batch_number += 1

    def _next_data(self) -> Any:
        while self._worker_of_batch:
            number = self._wait_for_next()
            answer = self._received.pop(number)
            del self._worker_of_batch[number]
            if isinstance(answer, StreamEnd):
                self._active_workers.discard(answer.worker)
                self._send_request()
                continue
            self._send_request()
            if isinstance(answer, WorkerFailure):
                answer.reraise()
            return answer
        if not self._persistent:
            self._shutdown_workers()
        raise StopIteration

    def _wait_for_next(self) -> int:
        """Wait for the next result to return, and return its number."""
        while True:
            if self._in_order:
                number = min(self._worker_of_batch)
                if number in self._received:
                    return number
            elif self._received:
                return next(iter(self._received))
            self._receive()

    def _receive(self) -> None:
        """Wait for one more result."""
        from queue import Empty

        limit = self._timeout
        try:
            number, answer = self._result_queue.get(timeout=limit or MP_STATUS_CHECK_INTERVAL)
        except Empty:
            dead = [process for process in self._workers if not process.is_alive()]
            if dead:
                pids = ", ".join(str(process.pid) for process in dead)
                self._shutdown_workers()
                raise RuntimeError(f"DataLoader worker (pid(s) {pids}) exited unexpectedly") from None
            if limit:
                raise RuntimeError(f"DataLoader timed out after {limit} seconds") from None
            return
        self._received[number] = pickle.loads(answer)

    def _shutdown_workers(self) -> None:
        """Stop the workers."""
        workers, self._workers = self._workers, []
        for requests in self._request_queues:
            requests.put(None)
        for process in workers:
            process.join(timeout=MP_STATUS_CHECK_INTERVAL)
            if process.is_alive():
                process.terminate()
        for requests in self._request_queues:
            requests.close()
        self._request_queues = []
        self._result_queue.close()
        self._worker_of_batch = {}

    def __del__(self) -> None:
        # A forked worker has a copy of this object and must not stop its siblings.
        if getattr(self, "_workers", None) and self._owner_pid == os.getpid():
            self._shutdown_workers()


_END_OF_SAMPLER = object()
