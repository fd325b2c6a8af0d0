"""The tables of the op benchmark."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .report import duration, geometric_mean

WORST = 20
#: No op may take longer than this many times PyTorch's time on the large samples.
LIMIT = 20


def title(row: Any) -> str:
    return f"{row.name} at {row.size:,}" + (", backward" if row.backward else "")


def means(rows: Sequence[Any]) -> str:
    """A row per tier, size and direction."""
    lines = ["| tier | size | direction | ops | geometric mean | slower than PyTorch | worst |", "|---|---|---|---|---|---|---|"]
    for tier in sorted({row.tier for row in rows}):
        for size in sorted({row.size for row in rows}):
            for backward in (False, True):
                own = [r for r in rows if (r.tier, r.size, r.backward) == (tier, size, backward) and r.ratio is not None]
                if own:
                    ratios = [r.ratio for r in own]
                    direction = "forward + backward" if backward else "forward"
                    lines.append(f"| {tier} | {size:,} | {direction} | {len(own)} | {geometric_mean(ratios):.2f} | "
                                 f"{sum(r < 1 for r in ratios)} | {min(ratios):.3f} |")
    return "\n".join(lines)


def worst(rows: Iterable[Any], count: int = WORST) -> str:
    """The rows with the lowest ratios."""
    found = sorted((r for r in rows if r.ratio is not None), key=lambda r: r.ratio)[:count]
    lines = ["| op | elements | sample | ours | PyTorch | ratio |", "|---|---|---|---|---|---|"]
    for r in found:
        times = " | ".join(duration(r.seconds[side]) for side in ("ours", "torch"))
        lines.append(f"| {title(r)} | {r.elements:,} | {r.strategy} | {times} | {r.ratio:.3f} |")
    return "\n".join(lines)


def remarks(rows: Iterable[Any]) -> str:
    """What could not be timed, what did not grow, and what differed."""
    lines = []
    for row in rows:
        if row.errors:
            lines.append(f"- not timed: {title(row)}: " + "; ".join(f"{side}: {text.splitlines()[0][:120] if text else ''}"
                                                                  for side, text in row.errors.items()))
        elif row.differs:
            lines.append(f"- sums of absolute results differ: {title(row)}: {row.differs}")
        elif row.size > 1000 and row.elements < row.size / 4 and not row.backward:
            lines.append(f"- sample did not grow to size: {title(row)}: {row.elements:,} elements")
    return "\n".join(lines) or "None."


def figures(rows: Sequence[Any]) -> str:
    """Everything the page shows."""
    sizes = sorted({row.size for row in rows})
    slow = sum(r.ratio is not None and r.size > 1000 and r.ratio < 1 / LIMIT for r in rows)
    parts = [means(rows), f"Slower than 1/{LIMIT} of PyTorch's speed on large samples: {slow}."]
    for size in sizes:
        parts += [f"### The {WORST} lowest ratios at size {size:,}", worst(r for r in rows if r.size == size)]
    return "\n\n".join([*parts, "### Remarks", remarks(rows)])
