"""The main loop of a worker process."""
from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

import numpy as np

from ...._bindings.settings.process import use_one_thread
from .fetch import make_fetcher

__all__ = ["StreamEnd", "WorkerConfig", "WorkerFailure", "WorkerInfo", "get_worker_info", "work"]


@dataclass(frozen=True)
class WorkerInfo:
    """Information about a worker: its `id`, the `num_workers`, its `seed` and its copy of the `dataset`."""

    id: int
    num_workers: int
    seed: int
    dataset: Any


_worker_info: WorkerInfo | None = None


def get_worker_info() -> WorkerInfo | None:
    """Information about the current worker process: ``id``, ``num_workers``, ``seed`` and ``dataset``.

    Returns
    -------
    object
        None outside of a worker.

    References
    ----------
    PyTorch: ``torch.utils.data.get_worker_info``.

    Examples
    --------
    >>> print(torch.utils.data.get_worker_info())
    None
    """
    return _worker_info


@dataclass(frozen=True)
class _IterableDatasetStopIteration:
    """For other libraries: the message that a worker's stream is exhausted."""

    worker_id: int


@dataclass(frozen=True)
class _ResumeIteration:
    """For other libraries: the message that starts a new epoch in a worker."""

    seed: int | None = None


class ManagerWatchdog:
    """For other libraries: checks in a worker whether its parent process is alive."""

    def __init__(self) -> None:
        self.manager_pid, self.manager_dead = os.getppid(), False

    def is_alive(self) -> bool:
        """Whether the parent process is alive."""
        self.manager_dead = self.manager_dead or os.getppid() != self.manager_pid
        return not self.manager_dead


class WorkerConfig:
    """The configuration of a worker."""

    def __init__(self, dataset: Any, iterable: bool, batched: bool, collate_fn: Callable[[Any], Any], drop_last: bool,
                 init_fn: Callable[[int], Any] | None, num_workers: int, shared_seed: int | None = None) -> None:
        self.dataset, self.iterable, self.batched, self.shared_seed = dataset, iterable, batched, shared_seed
        self.collate_fn, self.drop_last, self.init_fn, self.num_workers = collate_fn, drop_last, init_fn, num_workers


class StreamEnd:
    """The result of a worker whose stream is exhausted."""

    def __init__(self, worker: int) -> None:
        self.worker = worker


class WorkerFailure:
    """An exception sent from a worker to the main process as text, because not every exception can be pickled."""

    def __init__(self, worker: int) -> None:
        import traceback

        kind, _, _ = sys.exc_info()
        assert kind is not None
        self.exception_class = kind if _is_importable(kind) else None
        self.text = f"Caught {kind.__name__} in DataLoader worker process {worker}.\nOriginal {traceback.format_exc()}"

    def reraise(self) -> None:
        """Raise an exception of the original type, or RuntimeError if that cannot be constructed from a message."""
        kind: Any = self.exception_class or RuntimeError
        if kind is KeyError:
            raise KeyError(_ReprString(self.text))
        try:
            error = kind(message=self.text) if getattr(kind, "message", None) else kind(self.text)
        except Exception:  # a constructor of the program's own
            error = RuntimeError(self.text)
        raise error


def _is_importable(kind: type) -> bool:
    """Whether the other process finds the class by its name."""
    try:
        return bool(attrgetter(kind.__qualname__)(sys.modules[kind.__module__]) is kind)
    except (AttributeError, KeyError):
        return False


class _ReprString(str):
    """A string whose repr is itself, because KeyError prints the repr of its argument."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def work(job: WorkerConfig, worker: int, seed: int, requests: Any, answers: Any) -> None:
    """Process requests (number, keys) into (number, batch) until one is None; 'restart' and a shared seed start a new epoch."""
    global _worker_info
    use_one_thread()
    _seed_everything(seed, worker)
    _worker_info = WorkerInfo(worker, job.num_workers, seed, job.dataset)
    failure = fetcher = None
    try:
        _seed_pipe(job)
        if job.init_fn is not None:
            job.init_fn(worker)
        fetcher = _make_worker_fetcher(job)
    except Exception:
        failure = WorkerFailure(worker)
    try:
        while (request := requests.get()) is not None:
            number, keys = request
            if number == "restart":
                job.shared_seed = keys
                _seed_pipe(job)
                fetcher, failure = _make_worker_fetcher(job), None
                continue
            answers.put((number, _pickle_answer(failure or _answer(fetcher, worker, job.iterable, keys), worker)))
    except (KeyboardInterrupt, EOFError, BrokenPipeError):
        pass  # the main process is exiting and reports that itself


def _pickle_answer(answer: Any, worker: int) -> bytes:
    """Pickle here, because the queue does it in a thread, where an error is lost and the main process would wait forever."""
    from .pickling import AnswerPickler

    try:
        return bytes(AnswerPickler.dumps(answer))
    except Exception:
        return bytes(AnswerPickler.dumps(WorkerFailure(worker)))


def _seed_pipe(job: WorkerConfig) -> None:
    if job.shared_seed is not None:
        from .pipes import seed_pipe

        seed_pipe(job.dataset, job.shared_seed)


def _make_worker_fetcher(job: WorkerConfig) -> Any:
    return make_fetcher(job.iterable, job.dataset, job.batched, job.collate_fn, job.drop_last)


def _answer(fetcher: Any, worker: int, iterable: bool, keys: Any) -> Any:
    try:
        return fetcher.fetch(keys)
    except StopIteration:
        return StreamEnd(worker) if iterable else WorkerFailure(worker)
    except Exception:
        return WorkerFailure(worker)


def _generate_state(base_seed: int, worker_id: int) -> list[int]:
    """The seed of numpy's generator in a worker: four words, so that streams of neighboring workers are uncorrelated."""
    sequence = np.random.SeedSequence([worker_id, base_seed & 0xFFFFFFFF, base_seed >> 32, 0])
    words: list[int] = sequence.generate_state(4).tolist()
    return words


def _seed_everything(seed: int, worker: int) -> None:
    import random  # imported late, because only workers need these

    from ....random import manual_seed

    random.seed(seed)
    manual_seed(seed)
    np.random.seed(_generate_state(seed - worker, worker))
