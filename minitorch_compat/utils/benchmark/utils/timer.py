"""`Timer`: time a statement."""
from __future__ import annotations

import enum
import timeit
from collections.abc import Callable
from typing import Any, NoReturn

import minitorch_compat as torch

from ...._dispatch.unsupported import UnsupportedError
from .common import Measurement, TaskSpec, dedent_lines, set_torch_threads

timer: Any = timeit.default_timer


class Language(enum.Enum):
    """The language of a statement."""

    PYTHON = 0
    CPP = 1


def _language(language: Any) -> Language:
    if language in (Language.PYTHON, "py", "python"):
        return Language.PYTHON
    if language in (Language.CPP, "cpp", "c++"):
        return Language.CPP
    raise ValueError(f"Invalid language `{language}`.")


class Timer:
    """Measure the run time of a statement, with warm-up and, by default, one thread.

    Parameters
    ----------
    stmt : str, default 'pass'
        The statement.
    setup : str, default 'pass'
        Run once before.
    global_setup : str, default ''
        Only for C++, which is not supported.
    timer : callable, default timer
        The clock.
    globals : dict, optional
        Names that the statement uses.
    label : str, optional
        For tables: the label.
    sub_label : str, optional
        For tables: the row.
    description : str, optional
        For tables: the column.
    env : str, optional
        For tables: the environment, to distinguish several programs.
    num_threads : int, default 1
        Number of threads.
    language : Language, default Language.PYTHON
        Only Python.

    References
    ----------
    PyTorch: ``torch.utils.benchmark.Timer``.

    Examples
    --------
    >>> from torch.utils import benchmark
    >>> timer = benchmark.Timer("x + 1", globals={"x": torch.ones(3)})
    >>> measurement = timer.timeit(10)
    >>> measurement.number_per_run, measurement.mean > 0
    (10, True)
    """

    _timer_cls: type[timeit.Timer] = timeit.Timer

    def __init__(self, stmt: str = "pass", setup: str = "pass", global_setup: str = "", timer: Callable[[], float] = timer,
                 globals: dict[str, Any] | None = None, label: str | None = None, sub_label: str | None = None,
                 description: str | None = None, env: str | None = None, num_threads: int = 1,
                 language: Language | str = Language.PYTHON) -> None:
        if not isinstance(stmt, str):
            raise ValueError("Currently only a `str` stmt is supported.")
        self._language = _language(language)
        if self._language is Language.CPP:
            raise UnsupportedError("torch.utils.benchmark.Timer(language='cpp')", "out of scope (nothing is compiled here)")
        if global_setup:
            raise ValueError(f"global_setup is C++ only, got `{global_setup}`. Most likely this code can simply be moved to `setup`.")
        self._globals = {**(globals or {})}
        self._globals.setdefault("torch", torch)
        stmt, setup = dedent_lines(stmt), dedent_lines(setup)
        self._timer = self._timer_cls(stmt=stmt, setup=setup, timer=timer, globals=self._globals)
        self._task_spec = TaskSpec(stmt=stmt, setup=setup, global_setup=global_setup, label=label, sub_label=sub_label,
                                   description=description, env=env, num_threads=num_threads)

    def _timeit(self, number: int) -> float:
        # A timer of low resolution may return 0, which has no logarithm.
        return max(self._timer.timeit(number), 1e-9)

    def timeit(self, number: int = 1000000) -> Measurement:
        """Run the statement a given number of times.

        Parameters
        ----------
        number : int, default 1000000
            How many.

        Returns
        -------
        Measurement
            The time.

        Examples
        --------
        >>> from torch.utils import benchmark
        >>> len(benchmark.Timer("1 + 1").timeit(5).raw_times)
        1
        """
        with set_torch_threads(self._task_spec.num_threads):
            self._timeit(number=max(number // 100, 2))
            return Measurement(number_per_run=number, raw_times=[self._timeit(number)], task_spec=self._task_spec)

    def repeat(self, repeat: int = -1, number: int = -1) -> NoReturn:
        """Not there, as in PyTorch.

        Parameters
        ----------
        repeat : int, default -1
            Ignored.
        number : int, default -1
            Ignored.

        Raises
        ------
        NotImplementedError
            Always.
        """
        raise NotImplementedError("See `Timer.blocked_autorange.`")

    def autorange(self, callback: Callable[[int, float], NoReturn] | None = None) -> NoReturn:
        """Not there, as in PyTorch.

        Parameters
        ----------
        callback : callable, optional
            Ignored.

        Raises
        ------
        NotImplementedError
            Always.
        """
        raise NotImplementedError("See `Timer.blocked_autorange.`")

    def _block_size(self, min_run_time: float) -> int:
        """The number of runs per block: large enough for a negligible timer overhead, small enough for many blocks in `min_run_time`."""
        with set_torch_threads(self._task_spec.num_threads):
            overhead = sorted(self._timeit(0) for _ in range(5))[2]
            number = 1
            while True:
                taken = self._timeit(number)
                relative_overhead = overhead / taken
                if relative_overhead <= 1e-4 and taken >= min_run_time / 1000 or taken > min_run_time:
                    return number
                number *= 10

    def _measure_blocks(self, number: int, callback: Callable[[int, float], Any] | None, enough: Callable[[list[float]], bool],
                        min_run_time: float, max_run_time: float | None = None) -> list[float]:
        total, can_stop, times = 0.0, False, []
        with set_torch_threads(self._task_spec.num_threads):
            while total < min_run_time or not can_stop:
                spent = self._timeit(number)
                times.append(spent)
                total += spent
                if callback is not None:
                    callback(number, spent)
                can_stop = enough(times)
                if max_run_time is not None and total > max_run_time:
                    break
        return times

    def blocked_autorange(self, callback: Callable[[int, float], NoReturn] | None = None, min_run_time: float = 0.2) -> Measurement:
        """Run the statement in blocks for at least a given time: many measurements at low overhead.

        Parameters
        ----------
        callback : callable, optional
            Called with the number of runs and the time of each block.
        min_run_time : float, default 0.2
            Seconds.

        Returns
        -------
        Measurement
            The times.

        Examples
        --------
        >>> from torch.utils import benchmark
        >>> benchmark.Timer("sum(range(100))").blocked_autorange(min_run_time=0.01).median > 0
        True
        """
        number = self._block_size(min_run_time)
        times = self._measure_blocks(number, callback, lambda _: True, min_run_time)
        return Measurement(number_per_run=number, raw_times=times, task_spec=self._task_spec)

    def adaptive_autorange(self, threshold: float = 0.1, *, min_run_time: float = 0.01, max_run_time: float = 10.0,
                           callback: Callable[[int, float], NoReturn] | None = None) -> Measurement:
        """Run the statement until the times are consistent.

        Parameters
        ----------
        threshold : float, default 0.1
            Largest interquartile range, as a share of the median.
        min_run_time : float, default 0.01
            Minimum time in seconds.
        max_run_time : float, default 10.0
            Maximum time in seconds.
        callback : callable, optional
            Called with number and time of each block.

        Returns
        -------
        Measurement
            The times.

        Examples
        --------
        >>> from torch.utils import benchmark
        >>> benchmark.Timer("sum(range(100))").adaptive_autorange(max_run_time=0.05).median > 0
        True
        """
        number = self._block_size(0.05)

        def is_confident(times: list[float]) -> bool:
            return len(times) > 3 and Measurement(number, times, self._task_spec).meets_confidence(threshold)

        times = self._measure_blocks(number, callback, is_confident, min_run_time, max_run_time)
        return Measurement(number_per_run=number, raw_times=times, task_spec=self._task_spec)

    def collect_callgrind(self, number: int = 100, *, repeats: int | None = None, collect_baseline: bool = True,
                          retain_out_file: bool = False) -> NoReturn:
        """Unsupported: count instructions.

        Parameters
        ----------
        number : int, default 100
            Ignored.
        repeats : int, optional
            Ignored.
        collect_baseline : bool, default True
            Ignored.
        retain_out_file : bool, default False
            Ignored.

        Raises
        ------
        UnsupportedError
            Always.
        """
        raise UnsupportedError("torch.utils.benchmark.Timer.collect_callgrind", "out of scope (no compiled code to count instructions of)")


__all__ = ["Language", "Timer", "timer"]
