"""Pictures of what the tables of the page of benchmarks say: ratios to PyTorch by group and by workload, and to the numpy peers."""
from __future__ import annotations

import re
from pathlib import Path

OURS, THEIRS = "#1a3b6b", "#d98e04"


def tables(page: str) -> dict[tuple[str, str], list[list[str]]]:
    """Section and heading of the first column -> rows of cells, the heading first."""
    found: dict[tuple[str, str], list[list[str]]] = {}
    section, rows = "", None
    for line in page.splitlines():
        if not line.startswith("|"):
            rows = None
            section = line.strip("# ") if line.startswith("#") else section
        elif not re.match(r"\|[-:| ]+\|$", line):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            rows = found.setdefault((section, cells[0]), []) if rows is None else rows
            rows.append(cells)
    return found


def number(text: str) -> float | None:
    """The first number of a cell; of a share `1/12.0` what it is a share of."""
    match = re.search(r"(?:1/)?(\d+(?:\.\d+)?)", text)
    return float(match[1]) if match else None


def draw(page: str, folder: Path) -> None:
    """Write `groups.svg`, `workloads.svg` and, if peers were measured, `peers.svg`."""
    import matplotlib as mpl

    mpl.use("Agg")
    folder.mkdir(parents=True, exist_ok=True)
    found = tables(page)
    _groups(found["Measured", "group"], folder / "groups.svg")
    if peers := found.get(("Measured", "peer")):
        _peers(peers[1:], folder / "peers.svg")
    _workloads({section: rows for (section, head), rows in found.items() if head == "workload" and rows[0][-1] == "ratio"},
               folder / "workloads.svg")


def _bars(names: list[str], values: list[float], marks: list[float | None], label: str, path: Path) -> None:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7.5, 1.1 + 0.42 * len(names)), layout="constrained")
    axes.barh(names, values, color=OURS, height=0.6)
    for place, mark in enumerate(marks):
        if mark is not None:
            axes.plot([mark, mark], [place - 0.4, place + 0.4], color=THEIRS, linewidth=3)
    axes.axvline(1, color="black", linewidth=0.8)
    axes.bar_label(axes.containers[0], fmt="%.2f", padding=4)
    axes.invert_yaxis()
    axes.set(xlabel=label, xlim=(0, max(values) * 1.15))
    figure.savefig(path)
    plt.close(figure)


def _groups(rows: list[list[str]], path: Path) -> None:
    """The groups whose goal is a speed; `rows` begin with the heading."""
    every = [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]
    shown = [row for row in every if re.search(r"\dx", row["goal"])]
    names = [f"{row['group']}, {row['threads']} thread{'s' * (row['threads'] != '1')}" for row in shown]
    _bars(names, [number(row["measured"]) or 0 for row in shown], [number(row["goal"]) for row in shown],
          "PyTorch's time over ours, geometric mean\n(right of 1: faster than PyTorch; the mark is the goal)", path)


def _peers(rows: list[list[str]], path: Path) -> None:
    names = [part for row in rows for part in (f"{row[0]}, mean of {row[1]}", f"{row[0]}, slowest")]
    values = [value for row in rows for value in (number(row[2]) or 0, number(row[3]) or 0)]
    _bars(names, values, [None] * len(names), "their time over ours (right of 1: faster than they)", path)


def _workloads(groups: dict[str, list[list[str]]], path: Path) -> None:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7.5, 1.4 + 0.5 * len(groups)), layout="constrained")
    for place, rows in enumerate(groups.values()):
        ratios = [ratio for row in rows[1:] if (ratio := number(row[-1])) is not None]
        axes.plot(ratios, [place + 0.25 * ((i % 5) / 2 - 1) for i in range(len(ratios))], "o", color=OURS, alpha=0.6, markersize=5)
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_yticks(range(len(groups)), list(groups))
    axes.invert_yaxis()
    axes.set(xlabel="PyTorch's time over ours, a dot for each workload\n(right of 1: faster than PyTorch)")
    figure.savefig(path)
    plt.close(figure)
