"""What was measured, and units to say it in."""
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

_MOST_FIGURES = 4
#: No interval of confidence is less: what a timer of nanoseconds can tell.
_LEAST_INTERVAL = 25e-9
_WARN_ABOVE, _WARN_LOUDLY_ABOVE = 0.1, 0.25
_UNITS = {"ns": ("nanosecond", 1e-9), "us": ("microsecond", 1e-6), "ms": ("millisecond", 1e-3), "s": ("second", 1)}


@dataclass(init=True, repr=False, eq=True, frozen=True)
class TaskSpec:
    """What is timed, and under which names it is shown."""

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
        """The setup as it is shown; "" for one that does nothing."""
        if self.setup == "pass" or not self.setup:
            return ""
        return f"setup:\n{indent(self.setup, '  ')}" if "\n" in self.setup else f"setup: {self.setup}"

    def summarize(self) -> str:
        """Title, description and setup, in lines."""
        parts = [self.title, self.description or "", self.setup_str]
        return "\n".join(f"{part}\n" if "\n" in part else part for part in parts if part)


@dataclass(init=True, repr=False)
class Measurement:
    """Times of a task, of `number_per_run` runs each, and what follows of them."""

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
        """Seconds of one run, for each time."""
        return [t / self.number_per_run for t in self.raw_times]

    @cached_property
    def _quartiles(self) -> tuple[float, float, float]:
        if not self.raw_times:
            return math.nan, math.nan, math.nan
        low, middle, high = np.quantile(np.array(self.times), [0.25, 0.5, 0.75]).tolist()
        return low, middle, high

    @property
    def mean(self) -> float:
        """The mean of the times."""
        return sum(self.times) / len(self.raw_times)

    @property
    def median(self) -> float:
        """The median of the times."""
        return self._quartiles[1]

    @property
    def iqr(self) -> float:
        """What lies between the quartiles."""
        return self._quartiles[2] - self._quartiles[0]

    @property
    def significant_figures(self) -> int:
        """How many digits of the median mean something, from 1 to 4.

        Taken from the 90% interval of the mean of the middle half of the times, as if they were normally distributed.
        """
        times = sorted(self.times)
        middle = np.array(times[len(times) // 4:math.ceil(3 * len(times) / 4)])
        interval = max(1.645 * float(middle.std()) / math.sqrt(len(middle)), _LEAST_INTERVAL)
        return min(max(math.floor(math.log10(self.median / interval)), 1), _MOST_FIGURES)

    @property
    def has_warnings(self) -> bool:
        """Whether the times vary too much."""
        return not self.meets_confidence()

    def meets_confidence(self, threshold: float = _WARN_ABOVE) -> bool:
        """Whether the interquartile range is less than this part of the median."""
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
        """What names the row in a table: the sub-label, or the statement."""
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
        if self.iqr / self.median >= _WARN_ABOVE:
            said = "This suggests significant environmental influence." if self.iqr / self.median >= _WARN_LOUDLY_ABOVE else \
                "This could indicate system fluctuation."
            lines += [f"  WARNING: Interquartile range is {self.iqr / self.median * 100:.1f}% of the median measurement.",
                      f"           {said}"]
        return "\n".join(lines)

    @staticmethod
    def merge(measurements: Iterable[Measurement]) -> list[Measurement]:
        """Measurements of the same task put together, each time counting for one run."""
        groups: dict[TaskSpec, list[Measurement]] = defaultdict(list)
        for one in measurements:
            groups[one.task_spec].append(one)
        return [Measurement(1, [t for one in group for t in one.times], task, None) for task, group in groups.items()]


def select_unit(t: float) -> tuple[str, float]:
    """The unit to say so many seconds in, and its length in seconds."""
    unit = {-3: "ns", -2: "us", -1: "ms"}.get(math.floor(math.log10(t)) // 3, "s")
    return unit, _UNITS[unit][1]


def unit_to_english(u: str) -> str:
    """The name of a unit."""
    return _UNITS[u][0]


def trim_sigfig(x: float, n: int) -> float:
    """The number with n significant figures."""
    if n != int(n):
        raise AssertionError("n must be a whole number")
    magnitude = math.ceil(math.log10(abs(x)))
    scale = 10 ** (magnitude - n)
    return float(round(x / scale) * scale)


def ordered_unique(elements: Iterable[Any]) -> list[Any]:
    """Each element once, in order."""
    return list(dict.fromkeys(elements))


@contextmanager
def set_torch_threads(n: int) -> Iterator[None]:
    """So many threads within."""
    before = get_num_threads()
    try:
        set_num_threads(n)
        yield
    finally:
        set_num_threads(before)


def unindented(text: str) -> str:
    """A statement without the indentation of all its lines, and without empty lines around it."""
    return dedent(text.strip("\n")).rstrip()


__all__ = ["Measurement", "TaskSpec", "ordered_unique", "select_unit", "set_torch_threads", "trim_sigfig", "unindented",
           "unit_to_english"]
