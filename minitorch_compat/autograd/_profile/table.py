"""The table of a profile, in PyTorch's layout."""
from __future__ import annotations

import math
from typing import Any

from ..profiler_util import EventList, _format_memory, _format_time, _format_time_share, device_metric

_WIDTH, _SPACE = 12, 2
_FLOPS_UNITS = ("FLOPs", "KFLOPs", "MFLOPs", "GFLOPs", "TFLOPs", "PFLOPs")


class Table:
    """One table, whose columns and their widths depend on the events."""

    def __init__(self, events: EventList, source_width: int, name_width: int, shapes_width: int, time_unit: str | None) -> None:
        self.events, self.time_unit = events, time_unit
        self.name_limit, self.shapes_limit = name_width, shapes_width
        self.with_memory = events._profile_memory
        self.flops_scale, self.flops_unit = _flops_unit(events) if events._with_flops else (1.0, None)
        self.source_width = self._stack_width(source_width)
        self.shapes_width = self._shapes_width()
        self.total = sum(event.self_cpu_time_total for event in events)

    def _stack_width(self, limit: int) -> int:
        stacks = [s for s in (event.stack for event in self.events) if s]
        return min(max(len(line) for stack in stacks for line in stack) + 4, limit) if stacks else 0

    def _shapes_width(self) -> int:
        if not any(event.input_shapes for event in self.events):
            return 0
        return min(max(len(str(event.input_shapes)) for event in self.events) + 4, self.shapes_limit)

    def columns(self) -> list[tuple[str, int]]:
        """Heading and width of each column."""
        name_width = min(max(len(event.key) for event in self.events) + 4, self.name_limit)
        found = [("Name", name_width), ("Self CPU %", _WIDTH), ("Self CPU", _WIDTH), ("CPU total %", _WIDTH), ("CPU total", _WIDTH),
                 ("CPU time avg", _WIDTH)]
        if self.with_memory:
            found += [("CPU Mem", _WIDTH), ("Self CPU Mem", _WIDTH)]
        found.append(("# of Calls", _WIDTH))
        if self.shapes_width:
            found.append(("Input Shapes", self.shapes_width))
        if self.source_width:
            found.append(("Source Location", self.source_width))
        if self.flops_unit:
            found.append((f"Total {self.flops_unit}", _WIDTH))
        return found

    def row(self, event: Any) -> list[str]:
        """The cells of one event."""
        cells = [_truncate(event.key, self.name_limit), _format_time_share(event.self_cpu_time_total, self.total),
                 self._time(event.self_cpu_time_total), _format_time_share(event.cpu_time_total, self.total),
                 self._time(event.cpu_time_total), self._time(event.cpu_time)]
        if self.with_memory:
            cells += [_format_memory(event.cpu_memory_usage), _format_memory(event.self_cpu_memory_usage)]
        cells.append(str(event.count))
        if self.shapes_width:
            cells.append(str(event.input_shapes)[:self.shapes_width])
        if self.source_width:
            cells.append(_truncate_start(event.stack[0], self.source_width) if event.stack else "")
        if self.flops_unit:
            cells.append(f"{event.flops * self.flops_scale:8.3f}" if event.flops else "--")
        return cells

    def _time(self, microseconds: float) -> str:
        return _format_time(microseconds, self.time_unit)

    def text(self, sort_by: str | None, row_limit: int, header: str | None, top_level_only: bool) -> str:
        """The whole table, or "" without events."""
        if not self.events:
            return ""
        columns = self.columns()
        rows = [_format_line(columns, [heading for heading, _ in columns])]
        separator = (" " * _SPACE).join("-" * width for _, width in columns) + " " * _SPACE
        wide = "=" * (sum(width + _SPACE for _, width in columns) - _SPACE)
        top = [] if header is None else [wide, header]
        if top_level_only:
            top += [wide, "This report only display top-level ops statistics"]
        for event in self._select_events(sort_by, row_limit, top_level_only):
            rows += self._lines(columns, event)
        lines = [*top, separator, rows[0], separator, *rows[1:], separator]
        return "\n".join(lines) + f"\nSelf CPU time total: {self._time(self.total)}\n"

    def _select_events(self, sort_by: str | None, limit: int, top_level_only: bool) -> list[Any]:
        events = list(self.events)
        if sort_by is not None:
            events.sort(key=lambda event: getattr(event, device_metric(sort_by)), reverse=True)
        if top_level_only:
            events = [event for event in events if event.cpu_parent is None]
        return events if limit < 0 else events[:limit]

    def _lines(self, columns: list[tuple[str, int]], event: Any) -> list[str]:
        """The event's row, and an extra line for each further frame of its stack."""
        found = [_format_line(columns, self.row(event))]
        if self.source_width:
            place = [heading for heading, _ in columns].index("Source Location")
            for frame in event.stack[1:]:
                found.append(_format_line(columns,
                                          ["" if i != place else _truncate_start(frame, self.source_width) for i in range(len(columns))]))
            found.append(_format_line(columns, [""] * len(columns)))
        return found


def _format_line(columns: list[tuple[str, int]], cells: list[str]) -> str:
    return (" " * _SPACE).join(cell.rjust(width) for cell, (_, width) in zip(cells, columns, strict=True)) + " " * _SPACE


def _truncate(name: str, limit: int) -> str:
    return name if len(name) <= limit else name[:limit - 3] + "..."


def _truncate_start(path: str, limit: int) -> str:
    """The end of a path, which is more informative than its beginning."""
    return path if len(path) <= limit else "..." + path[len(path) - limit + 3:]


def _flops_unit(events: EventList) -> tuple[float, str | None]:
    """The unit in which the smallest count is at least one."""
    counts = [event.flops for event in events if event.flops]
    if not counts:
        return 1.0, None
    power = int(max(0, min(math.log10(min(counts)) / 3, len(_FLOPS_UNITS) - 1)))
    return 10.0 ** (-3 * power), _FLOPS_UNITS[power]
