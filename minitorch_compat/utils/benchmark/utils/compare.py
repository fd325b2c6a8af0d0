"""`Compare`: a table of measurements."""
from __future__ import annotations

import enum
import math
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from .common import Measurement, ordered_unique, select_unit, trim_sigfig, unit_to_english

_BEST, _GOOD, _BAD, _WORST = "\033[92m", "\033[34m", "\033[2m\033[91m", "\033[31m"
_BOLD, _END = "\033[1m", "\033[0m"


class Colorize(enum.Enum):
    """Which times are compared by color."""

    NONE = "none"
    COLUMNWISE = "columnwise"
    ROWWISE = "rowwise"


def _colorize_cell(text: str, value: float, best: float) -> str:
    """Color a time: green for (nearly) the best, blue within a tenth; red from twice as long, bold from five times."""
    if value <= best * 1.01 or value <= best + 100e-9:
        return _BEST + _BOLD + text + _END * 2
    if value <= best * 1.1:
        return _GOOD + _BOLD + text + _END * 2
    if value >= best * 5:
        return _WORST + _BOLD + text + _END * 2
    return _BAD + text + _END * 2 if value >= best * 2 else text


class _Column:
    """The column of one description, which formats its numbers."""

    def __init__(self, results: list[Measurement], scale: float, trim: bool, warn: bool) -> None:
        self.scale, self.trim, self.warn = scale, trim, warn
        figures = [(m.significant_figures, math.ceil(math.log10(m.median / scale))) for m in results]
        whole = max(digits for _, digits in figures)
        decimals = max(digits for digits in (f - d for f, d in figures)) if trim else 1
        self.decimals = max(min(decimals, 4 - whole), 0) if trim else 1
        self.length = whole + self.decimals + (1 if self.decimals else 0)
        self.flagged = warn and any(m.has_warnings for m in results)

    def cell(self, measurement: Measurement | None) -> str:
        """Format a time, with a warning if its interquartile range is large."""
        if measurement is None:
            return ""
        value = measurement.median / self.scale
        text = f"{trim_sigfig(value, measurement.significant_figures) if self.trim else value:>{self.length}.{self.decimals}f}"
        if not self.flagged:
            return text
        return text + (f" (! {measurement.iqr / measurement.median * 100:.0f}%)" if measurement.has_warnings else "")


class _Table:
    """The measurements of one label."""

    def __init__(self, results: list[Measurement], colorize: Colorize, trim: bool, warn: bool) -> None:
        self.results, self.colorize, self.warn = results, colorize, warn
        self.label = results[0].task_spec.label or ""
        self.unit, self.scale = select_unit(min(m.median for m in results))
        self.rows = ordered_unique(self._row_key(m) for m in results)
        self.rows.sort(key=lambda row: row[:2])
        self.names = ordered_unique(m.task_spec.description for m in results)
        self.columns = [_Column([m for m in results if m.task_spec.description == name], scale=self.scale, trim=trim, warn=warn)
                        for name in self.names]

    @staticmethod
    def _row_key(m: Measurement) -> tuple[Any, ...]:
        return m.task_spec.num_threads, m.task_spec.env or "", m.as_row_name

    def _row_measurements(self, row: tuple[Any, ...]) -> list[Measurement | None]:
        return [next((m for m in reversed(self.results) if self._row_key(m) == row and m.task_spec.description == name), None)
                for name in self.names]

    def _best_time(self, column: int, row: tuple[Any, ...], measurements: list[Measurement | None]) -> float:
        """The best time to compare with: in the row, or in the column for the same number of threads."""
        if self.colorize is Colorize.COLUMNWISE:
            measurements = [self._row_measurements(other)[column] for other in self.rows if other[0] == row[0]]
        return min(m.median for m in measurements if m is not None)

    def render(self) -> str:
        """The table as text."""
        several = len({env for _, env, _ in self.rows}) > 1
        widest = max(len(env) for _, env, _ in self.rows) if several else 0
        longest = max(len(name) for *_, name in self.rows)
        names: list[str] = []
        for (_, _), group in groupby(self.rows, key=lambda row: row[:2]):
            for i, (_, env, name) in enumerate(group):
                before = f"  {f'({env})' if not i and env else '':<{widest + 2}}  "
                names.append(f"{before if several else '      '}{name:<{longest}}")
        table = [[column.cell(m) for column, m in zip(self.columns, self._row_measurements(row), strict=True)] for row in self.rows]
        widths = [max(len(name), len(column.cell(None)), column.length, *(len(cells[i]) for cells in table))
                  for i, (name, column) in enumerate(zip(self.names, self.columns, strict=True))]
        header = "  |  ".join([" " * len(names[0]), *(name.center(width) for name, width in zip(self.names, widths, strict=True))])
        lines = [f"[{f' {self.label} '.center(len(header) - 2, '-')}]", header]
        threads = None
        for row, name, cells in zip(self.rows, names, table, strict=True):
            if row[0] != threads:
                threads = row[0]
                lines.append(f"{threads} threads: ".ljust(len(header), "-"))
            lines.append("  |  ".join([name, *self._colorize_row(row, cells, widths)]))
        return "\n".join([*lines, "", f"Times are in {unit_to_english(self.unit)}s ({self.unit}).", *self._footnotes(), ""])

    def _colorize_row(self, row: tuple[Any, ...], cells: list[str], widths: list[int]) -> list[str]:
        measurements = self._row_measurements(row)
        out = []
        for i, (text, width) in enumerate(zip(cells, widths, strict=True)):
            m = measurements[i]
            padded = text.ljust(width) if self.columns[i].flagged or m is None else text.rjust(width) if not self._is_centered(i) else \
                text.center(width)
            if m is not None and self.colorize is not Colorize.NONE:
                padded = _colorize_cell(padded, m.median, self._best_time(i, row, measurements))
            out.append(padded)
        return out

    def _is_centered(self, i: int) -> bool:
        return len(self.names[i]) > self.columns[i].length

    def _footnotes(self) -> Iterable[str]:
        if self.warn and any(column.flagged for column in self.columns):
            yield "(! XX%) Measurement has high variance, where XX is the IQR / median * 100."


class Compare:
    """A table of measurements.

    Parameters
    ----------
    results : list of Measurement
        The measurements.

    References
    ----------
    PyTorch: ``torch.utils.benchmark.Compare``.
    """

    def __init__(self, results: list[Measurement]) -> None:
        self._results: list[Measurement] = []
        self.extend_results(results)
        self._trim = self._warn = False
        self._colorize = Colorize.NONE

    def extend_results(self, results: Iterable[Measurement]) -> None:
        """Add measurements.

        Parameters
        ----------
        results : iterable of Measurement
            The measurements.
        """
        for result in results:
            if not isinstance(result, Measurement):
                raise ValueError(f"Expected an instance of `Measurement`, got {type(result)} instead.")
            self._results.append(result)

    def trim_significant_figures(self) -> None:
        """Omit insignificant digits."""
        self._trim = True

    def colorize(self, rowwise: bool = False) -> None:
        """Color fast and slow times.

        Parameters
        ----------
        rowwise : bool, default False
            Whether to compare within rows instead of columns.
        """
        self._colorize = Colorize.ROWWISE if rowwise else Colorize.COLUMNWISE

    def highlight_warnings(self) -> None:
        """Mark times that vary too much."""
        self._warn = True

    def __str__(self) -> str:
        merged = Measurement.merge(self._results)
        labels = ordered_unique(m.task_spec.label for m in merged)
        return "\n".join(_Table([m for m in merged if m.task_spec.label == label], self._colorize, self._trim, self._warn).render()
                         for label in labels)

    def print(self) -> None:
        """Print the table."""
        print(self)


__all__ = ["Colorize", "Compare"]
