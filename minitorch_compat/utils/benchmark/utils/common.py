"""Measurements, and units of time."""
from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from textwrap import dedent, indent
from typing import Any

import numpy as np

from ...._bindings.settings.process import get_num_threads, set_num_threads

_MAX_SIGNIFICANT_FIGURES = 4
#: Lower bound of confidence intervals: the resolution of a nanosecond timer.
_MIN_CONFIDENCE_INTERVAL = 25e-9
_IQR_WARN_THRESHOLD, _IQR_GROSS_WARN_THRESHOLD = 0.1, 0.25
_UNITS = {"ns": ("nanosecond", 1e-9), "us": ("microsecond", 1e-6), "ms": ("millisecond", 1e-3), "s": ("second", 1)}


@dataclass(init=True, repr=False, eq=True, frozen=True)
class TaskSpec:
    """The description of a timed statement.

    Parameters
    ----------
    stmt : str
        The statement.
    setup : str
        Run once before.
    global_setup : str
        Only for C++.
    label : str
        Label of the table.
    sub_label : str
        The row.
    description : str
        The column.
    env : str
        Environment, to distinguish several programs.
    num_threads : int
        Number of threads.

    References
    ----------
    PyTorch: ``torch.utils.benchmark.TaskSpec``.

    Examples
    --------
    >>> from torch.utils import benchmark
    >>> benchmark.TaskSpec("x + 1", "x = 1", label="sums").title
    'sums'
    """

    stmt: str
    setup: str
    global_setup: str = ""
    label: str | None = None
    sub_label: str | None = None
    description: str | None = None
    env: str | None = None
    num_threads: int = 1

    @property
    def title(self) -> str:
        """The label (or the statement, if it is one line), and the sub-label."""
        if self.label is not None:
            return self.label + (f": {self.sub_label}" if self.sub_label else "")
        if "\n" not in self.stmt:
            return self.stmt + (f": {self.sub_label}" if self.sub_label else "")
        return f"stmt:{f' ({self.sub_label})' if self.sub_label else ''}\n{indent(self.stmt, '  ')}"

    @property
    def setup_str(self) -> str:
        """The setup to display; "" for one that does nothing."""
        if self.setup == "pass" or not self.setup:
            return ""
        return f"setup:\n{indent(self.setup, '  ')}" if "\n" in self.setup else f"setup: {self.setup}"

    def summarize(self) -> str:
        """Title, description and setup, one per line."""
        parts = [self.title, self.description or "", self.setup_str]
        return "\n".join(f"{part}\n" if "\n" in part else part for part in parts if part)


@dataclass(init=True, repr=False)
class Measurement:
    """Times of a statement.

    Parameters
    ----------
    number_per_run : int
        Number of runs per measurement.
    raw_times : list of float
        Seconds of each measurement.
    task_spec : TaskSpec
        The statement.
    metadata : dict
        Additional data.

    References
    ----------
    PyTorch: ``torch.utils.benchmark.Measurement``.

    Examples
    --------
    >>> from torch.utils import benchmark
    >>> benchmark.Measurement(10, [0.1, 0.2], benchmark.TaskSpec("x + 1", "pass")).mean
    0.015
    """

    number_per_run: int
    raw_times: list[float]
    task_spec: TaskSpec
    metadata: dict[Any, Any] | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or "task_spec" not in self.__dict__ or not hasattr(TaskSpec, name) and name not in (
                "stmt", "setup"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return getattr(self.task_spec, name)

    @property
    def times(self) -> list[float]:
        """Seconds per single run, one for each measurement.

        Returns
        -------
        list of float
            The times.

        Examples
        --------
        >>> from torch.utils import benchmark
        >>> benchmark.Measurement(10, [1.0, 2.0], benchmark.TaskSpec("x + 1", "pass")).times
        [0.1, 0.2]
        """
        return [t / self.number_per_run for t in self.raw_times]

    @cached_property
    def _quartiles(self) -> tuple[float, float, float]:
        if not self.raw_times:
            return math.nan, math.nan, math.nan
        low, middle, high = np.quantile(np.array(self.times), [0.25, 0.5, 0.75]).tolist()
        return low, middle, high

    @property
    def mean(self) -> float:
        """Mean of the times.

        Returns
        -------
        float
            Seconds.

        Examples
        --------
        >>> from torch.utils import benchmark
        >>> benchmark.Measurement(10, [1.0, 3.0], benchmark.TaskSpec("x + 1", "pass")).mean
        0.2
        """
        return sum(self.times) / len(self.raw_times)

    @property
    def median(self) -> float:
        """Median of the times.

        Returns
        -------
        float
            Seconds.

        Examples
        --------
        >>> from torch.utils import benchmark
        >>> benchmark.Measurement(10, [1.0, 3.0], benchmark.TaskSpec("x + 1", "pass")).median
        0.2
        """
        return self._quartiles[1]

    @property
    def iqr(self) -> float:
        """Interquartile range of the times.

        Returns
        -------
        float
            Seconds.

        Examples
        --------
        >>> from torch.utils import benchmark
        >>> benchmark.Measurement(1, [1.0, 2.0, 3.0], benchmark.TaskSpec("x + 1", "pass")).iqr
        1.0
        """
        return self._quartiles[2] - self._quartiles[0]

    @property
    def significant_figures(self) -> int:
        """The number of significant digits of the median.

        Returns
        -------
        int
            The number.

        Examples
        --------
        >>> from torch.utils import benchmark
        >>> benchmark.Measurement(1, [1.0, 1.01, 1.02], benchmark.TaskSpec("x + 1", "pass")).significant_figures
        2
        """
        times = sorted(self.times)
        middle = np.array(times[len(times) // 4:math.ceil(3 * len(times) / 4)])
        interval = max(1.645 * float(middle.std()) / math.sqrt(len(middle)), _MIN_CONFIDENCE_INTERVAL)
        return min(max(math.floor(math.log10(self.median / interval)), 1), _MAX_SIGNIFICANT_FIGURES)

    @property
    def has_warnings(self) -> bool:
        """Whether the times vary too much to be reliable.

        Returns
        -------
        bool
            True if so.

        Examples
        --------
        >>> from torch.utils import benchmark
        >>> benchmark.Measurement(1, [1.0, 2.0, 3.0], benchmark.TaskSpec("x + 1", "pass")).has_warnings
        True
        """
        return not self.meets_confidence()

    def meets_confidence(self, threshold: float = _IQR_WARN_THRESHOLD) -> bool:
        """Whether the interquartile range is small.

        Parameters
        ----------
        threshold : float, default _IQR_WARN_THRESHOLD
            As a share of the median.

        Returns
        -------
        bool
            True if so.

        Examples
        --------
        >>> from torch.utils import benchmark
        >>> benchmark.Measurement(1, [1.0, 1.0, 1.0], benchmark.TaskSpec("x + 1", "pass")).meets_confidence()
        True
        """
        return self.iqr / self.median < threshold

    @property
    def title(self) -> str:
        """The title of the task."""
        return self.task_spec.title

    @property
    def env(self) -> str | None:
        """The environment of the task."""
        return self.task_spec.env

    @property
    def as_row_name(self) -> str:
        """The name of the row in a table: the sub-label, or the statement."""
        return self.task_spec.sub_label or self.task_spec.stmt or "[Unknown]"

    def __repr__(self) -> str:
        if not self.raw_times:
            raise ValueError("cannot convert float NaN to integer")
        unit, scale = select_unit(self.median)
        count, threads = len(self.raw_times), self.task_spec.num_threads
        lines = [object.__repr__(self), self.task_spec.summarize(), f"  {'Median: ' if count > 1 else ''}{self.median / scale:.2f} {unit}"]
        if count >= 4:
            low, _, high = self._quartiles
            lines.append(f"  IQR:    {self.iqr / scale:.2f} {unit} ({low / scale:.2f} to {high / scale:.2f})")
        lines.append(f"  {count} measurement{'s' if count > 1 else ''}, {self.number_per_run} runs "
                     f"{'per measurement' if count > 1 else ''}, {threads} thread{'s' if threads > 1 else ''}")
        if self.iqr / self.median >= _IQR_WARN_THRESHOLD:
            advice = "This suggests significant environmental influence." if self.iqr / self.median >= _IQR_GROSS_WARN_THRESHOLD else \
                "This could indicate system fluctuation."
            lines += [f"  WARNING: Interquartile range is {self.iqr / self.median * 100:.1f}% of the median measurement.",
                      f"           {advice}"]
        return "\n".join(lines)

    @staticmethod
    def merge(measurements: Iterable[Measurement]) -> list[Measurement]:
        """Merge measurements of the same task.

        Parameters
        ----------
        measurements : iterable of Measurement
            The measurements.

        Returns
        -------
        list of Measurement
            One for each task.

        Examples
        --------
        >>> from torch.utils import benchmark
        >>> task = benchmark.TaskSpec("x + 1", "pass")
        >>> both = benchmark.Measurement.merge([benchmark.Measurement(1, [1.0], task), benchmark.Measurement(1, [2.0], task)])
        >>> both[0].times
        [1.0, 2.0]
        """
        groups: dict[TaskSpec, list[Measurement]] = defaultdict(list)
        for single in measurements:
            groups[single.task_spec].append(single)
        return [Measurement(1, [t for single in group for t in single.times], task, None) for task, group in groups.items()]


def select_unit(t: float) -> tuple[str, float]:
    """The unit that is appropriate for a time.

    Parameters
    ----------
    t : float
        Seconds.

    Returns
    -------
    tuple
        Unit and its length in seconds.

    References
    ----------
    PyTorch: ``torch.utils.benchmark.select_unit``.

    Examples
    --------
    >>> from torch.utils import benchmark
    >>> benchmark.select_unit(0.002)
    ('ms', 0.001)
    """
    unit = {-3: "ns", -2: "us", -1: "ms"}.get(math.floor(math.log10(t)) // 3, "s")
    return unit, _UNITS[unit][1]


def unit_to_english(u: str) -> str:
    """The name of a unit.

    Parameters
    ----------
    u : str
        Such as ``'us'``.

    Returns
    -------
    str
        Such as ``'microsecond'``.

    References
    ----------
    PyTorch: ``torch.utils.benchmark.unit_to_english``.

    Examples
    --------
    >>> from torch.utils import benchmark
    >>> benchmark.unit_to_english("us")
    'microsecond'
    """
    return _UNITS[u][0]


def trim_sigfig(x: float, n: int) -> float:
    """Round a number to a number of significant digits.

    Parameters
    ----------
    x : float
        The number.
    n : int
        Number of digits.

    Returns
    -------
    float
        The rounded number.

    References
    ----------
    PyTorch: ``torch.utils.benchmark.trim_sigfig``.

    Examples
    --------
    >>> from torch.utils import benchmark
    >>> benchmark.trim_sigfig(1234.5, 2)
    1200.0
    """
    if n != int(n):
        raise AssertionError("n must be a whole number")
    magnitude = math.ceil(math.log10(abs(x)))
    scale = 10 ** (magnitude - n)
    return float(round(x / scale) * scale)


def ordered_unique(elements: Iterable[Any]) -> list[Any]:
    """The distinct elements, in order of first occurrence.

    Parameters
    ----------
    elements : iterable
        The elements.

    Returns
    -------
    list
        The elements.

    References
    ----------
    PyTorch: ``torch.utils.benchmark.ordered_unique``.

    Examples
    --------
    >>> from torch.utils import benchmark
    >>> benchmark.ordered_unique([2, 1, 2])
    [2, 1]
    """
    return list(dict.fromkeys(elements))


@contextmanager
def set_torch_threads(n: int) -> Iterator[None]:
    """Context that sets the number of threads.

    Parameters
    ----------
    n : int
        The number.

    References
    ----------
    PyTorch: ``torch.utils.benchmark.set_torch_threads``.

    Examples
    --------
    >>> from torch.utils import benchmark
    >>> with benchmark.set_torch_threads(1):
    ...     print(torch.get_num_threads())
    1
    """
    before = get_num_threads()
    try:
        set_num_threads(n)
        yield
    finally:
        set_num_threads(before)


def dedent_lines(text: str) -> str:
    """Remove the common indentation of a statement, and empty lines around it."""
    return dedent(text.strip("\n")).rstrip()


__all__ = [
    "Measurement", "TaskSpec", "dedent_lines", "ordered_unique", "select_unit", "set_torch_threads", "trim_sigfig", "unit_to_english",
]
