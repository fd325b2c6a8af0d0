"""Turns results into the tables of the terminal and of the README."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from .harness import Result

FLATNESS = 1.30
IMPORT_RATIO = 6.0
MEGABYTES = 45.0
PEERS = ("autograd", "mygrad")
_UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))


def geometric_mean(values: Iterable[float]) -> float:
    """Of positive values; nan when there are none."""
    logs = [math.log(value) for value in values]
    return math.exp(math.fsum(logs) / len(logs)) if logs else math.nan


def flatness(values: Sequence[float]) -> float:
    """The largest over the smallest: 1.0 is perfectly flat."""
    return max(values) / min(values) if values else math.nan


def ratios(results: Iterable[Result], other: str = "torch") -> list[float]:
    return [ratio for result in results if (ratio := result.ratio(other)) is not None]


def missing(results: Iterable[Result], reference: bool = True) -> list[tuple[Result, str, str]]:
    """(result, side, error) for what could not be compared with PyTorch."""
    sides = ("ours", "torch") if reference else ("ours",)
    return [(result, side, result.errors[side]) for result in results for side in sides if side in result.errors]


@dataclass(frozen=True)
class Verdict:
    measured: str
    met: bool | None  # None: nothing to judge


def speed(goal: float) -> Callable[[Sequence[Result]], Verdict]:
    def judge(results: Sequence[Result]) -> Verdict:
        if not (compared := ratios(results)):
            return Verdict("-", None)
        mean = geometric_mean(compared)
        return Verdict(f"{mean:.2f}x PyTorch's speed", mean >= goal)

    return judge


def start(results: Sequence[Result]) -> Verdict:
    by_name = {result.name: result for result in results}
    ratio, memory = by_name["import"].ratio(), by_name["resident memory"].megabytes.get("ours")
    if ratio is None or memory is None:
        return Verdict("-", None)
    return Verdict(f"import 1/{ratio:.1f} of PyTorch's, {memory:.0f} MB", ratio >= IMPORT_RATIO and memory <= MEGABYTES)


def scale(results: Sequence[Result]) -> Verdict:
    per_node = [result.seconds["ours"] / result.units for result in results if "ours" in result.seconds]
    if len(per_node) < 2:
        return Verdict("fewer than two lengths", None)
    spread = flatness(per_node)
    return Verdict(f"within {100 * (spread - 1):.0f} %", spread <= FLATNESS)


@dataclass(frozen=True)
class Group:
    title: str
    goal: str
    judge: Callable[[Sequence[Result]], Verdict]


GROUPS = {
    "overhead": Group("overhead of small calls", ">= 2.0x", speed(2.0)),
    "small": Group("small training", ">= 2.0x", speed(2.0)),
    "larger": Group("larger training", ">= 1.0x", speed(1.0)),
    "elementwise": Group("elementwise, reductions, softmax family", ">= 0.8x", speed(0.8)),
    "func": Group("function transforms", ">= 1.5x", speed(1.5)),
    "start": Group("start", f"import <= 1/{IMPORT_RATIO:.0f}, <= {MEGABYTES:.0f} MB", start),
    "scale": Group("scale: time per node of a long chain", f"within {100 * (FLATNESS - 1):.0f} %", scale),
}


def duration(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    scale_, unit = next((pair for pair in _UNITS if seconds >= pair[0]), _UNITS[-1])
    return f"{seconds / scale_:.3g} {unit}"


def _figure(result: Result, side: str) -> str:
    if side in result.megabytes:
        return f"{result.megabytes[side]:.0f} MB"
    if side not in result.seconds:
        return "-"
    return duration(result.seconds[side] / result.units) + ("/node" if result.units > 1 else "")


def _ratio(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def line(result: Result, peers: bool = False) -> str:
    """One workload on the terminal."""
    figures = f"{_figure(result, 'ours'):>13} {_figure(result, 'torch'):>13} {_ratio(result.ratio()):>7}"
    if peers:
        figures += "".join(f" {_ratio(result.ratio(peer)):>9}" for peer in PEERS)
    if "numpy" in result.seconds or "numpy" in result.megabytes:
        figures += f"   (numpy alone {_figure(result, 'numpy')})"
    return f"{result.name:<46}{figures}"


def heading(group: str, peers: bool = False) -> str:
    columns = f"{'ours':>13} {'PyTorch':>13} {'ratio':>7}" + "".join(f" {peer:>9}" for peer in PEERS if peers)
    return f"{GROUPS[group].title:<46}{columns}"


def missing_lines(results: Iterable[Result], reference: bool = True) -> list[str]:
    names = {"ours": "", "torch": " (PyTorch)"}
    return [f"missing: {result.name}{names[side]}: {error}" for result, side, error in missing(results, reference)]


def _answer(verdict: Verdict, absent: int) -> str:
    """A group with a missing case has not met its goal, however fast the rest is."""
    if verdict.met is None:
        return "not measured"
    if absent:
        return f"no ({absent} missing)"
    return "yes" if verdict.met else "no"


def markdown(results: Sequence[Result]) -> str:
    """The table for the README."""
    rows = ["| group | workloads | goal | measured | met |", "|---|---|---|---|---|"]
    for name, group in GROUPS.items():
        own = [result for result in results if result.group == name]
        if own:
            verdict, absent = group.judge(own), len(missing(own))
            rows.append(
                f"| {group.title} | {len(own)} | {group.goal} | {verdict.measured} | {_answer(verdict, absent)} |"
            )
    return "\n".join(rows)


def details(results: Sequence[Result]) -> str:
    """A table per group with every workload."""
    parts = []
    for name, group in GROUPS.items():
        if own := [result for result in results if result.group == name]:
            head = f"### {group.title}\n\n| workload | ours | PyTorch | ratio |\n|---|---|---|---|\n"
            parts.append(head + "\n".join(
                f"| {r.name} | {_figure(r, 'ours')} | {_figure(r, 'torch')} | {_ratio(r.ratio())} |" for r in own))
    return "\n\n".join(parts)


MARKS = ("<!-- measured: begin -->", "<!-- measured: end -->")


def replace_measured(text: str, figures: str) -> str:
    """`text` with `figures` in place of what stands between the marks."""
    before, rest = text.split(MARKS[0])
    return f"{before}{MARKS[0]}\n{figures}\n{MARKS[1]}{rest.split(MARKS[1])[1]}"


def peers_markdown(results: Sequence[Result]) -> str:
    """Peer time / our time over the workloads that the peer can do."""
    rows = ["| peer | workloads | geometric mean | slowest | ahead on all |", "|---|---|---|---|---|"]
    for peer in PEERS:
        compared = [(ratio, result.name) for result in results if (ratio := result.ratio(peer)) is not None]
        if compared:
            worst, name = min(compared)
            mean = geometric_mean(ratio for ratio, _ in compared)
            rows.append(
                f"| {peer} | {len(compared)} | {mean:.2f}x | {worst:.2f}x ({name}) | {'yes' if worst > 1 else 'no'} |"
            )
    return "\n".join(rows)


def peer_errors(results: Iterable[Result]) -> list[str]:
    return [
        f"missing: {result.name} ({peer}): {result.errors[peer]}"
        for result in results
        for peer in PEERS
        if peer in result.errors
    ]
