"""Turns results into the tables of the terminal and of the documentation."""

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


@dataclass(frozen=True)
class Goal:
    """What the geometric mean of a group's ratios has to reach, and what none of them may be below, if anything is said of it."""

    mean: float
    floor: float | None = None

    def __str__(self) -> str:
        return f">= {self.mean:.1f}x" + ("" if self.floor is None else f", none below {self.floor}")

    def below(self, results: Iterable[Result]) -> list[Result]:
        """The workloads below the floor."""
        return [r for r in results if self.floor is not None and (ratio := r.ratio()) is not None and ratio < self.floor]


def judge_speed(goal: Goal, results: Sequence[Result]) -> Verdict:
    if not (compared := ratios(results)):
        return Verdict("-", None)
    mean, below = geometric_mean(compared), goal.below(results)
    return Verdict(f"{mean:.2f}x PyTorch's speed" + (f", {len(below)} below" if goal.floor is not None else ""),
                   mean >= goal.mean and not below)


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
    goals: tuple[Goal, Goal] | None = None  # with one thread, and with more
    other: tuple[str, Callable[[Sequence[Result]], Verdict]] | None = None  # another goal than speed, and its judge

    def goal(self, threads: int) -> Goal | None:
        return None if self.goals is None else self.goals[min(threads, 2) - 1]

    def goal_text(self, threads: int) -> str:
        return self.other[0] if self.other is not None else str(self.goal(threads))

    def judge(self, results: Sequence[Result], threads: int) -> Verdict:
        if self.other is not None:
            return self.other[1](results)
        goal = self.goal(threads)
        assert goal is not None
        return judge_speed(goal, results)


GROUPS = {
    "overhead": Group("small calls", (Goal(2.0, 0.8), Goal(2.0, 0.8))),
    "elementwise": Group("elementwise, with and without gradients, in place", (Goal(2.2, 1.0), Goal(1.8, 0.8))),
    "reductions": Group("reductions, scans, sorting, indices, random draws", (Goal(1.5, 0.7), Goal(1.3, 0.6))),
    "softmax": Group("softmax family, losses, layer norm", (Goal(1.3), Goal(1.1))),
    "convolution": Group("convolution, pooling, batch norm, small CNNs", (Goal(1.5), Goal(1.2))),
    "sequences": Group("recurrent layers, attention, embedding, dropout", (Goal(1.0), Goal(1.0))),
    "training": Group("training steps, clipping, optimizers", (Goal(1.8), Goal(1.6))),
    "autograd": Group("higher orders, forward mode, custom Functions, hooks", (Goal(1.5, 0.8), Goal(1.4))),
    "func": Group("function transforms", (Goal(1.5), Goal(1.5))),
    "start": Group("start", other=(f"import <= 1/{IMPORT_RATIO:.0f}, <= {MEGABYTES:.0f} MB", start)),
    "scale": Group("scale: time per node of a long chain", other=(f"within {100 * (FLATNESS - 1):.0f} %", scale)),
}
#: All groups with a goal of speed together.
ALL = Group("all", (Goal(1.8, 0.7), Goal(1.65)))
SLOWEST = 10


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


def threads_of(results: Iterable[Result]) -> list[int]:
    return sorted({result.threads for result in results})


def _goal_row(group: Group, own: Sequence[Result], threads: int) -> str:
    verdict, absent = group.judge(own, threads), len(missing(own))
    return f"| {group.title} | {threads} | {len(own)} | {group.goal_text(threads)} | {verdict.measured} | {_answer(verdict, absent)} |"


def markdown(results: Sequence[Result]) -> str:
    """The table of goals: a row for each group and number of threads."""
    rows = ["| group | threads | workloads | goal | measured | met |", "|---|---|---|---|---|---|"]
    for name, group in GROUPS.items():
        for threads in threads_of(results):
            if own := [result for result in results if result.group == name and result.threads == threads]:
                rows.append(_goal_row(group, own, threads))
    for threads in threads_of(results):
        own = [result for result in results if GROUPS[result.group].goals is not None and result.threads == threads]
        if len({result.group for result in own}) > 1:
            rows.append(_goal_row(ALL, own, threads))
    return "\n".join(rows)


def slowest_markdown(results: Iterable[Result], count: int = SLOWEST) -> str:
    """The workloads with the lowest ratios."""
    compared = [(ratio, r) for r in results if GROUPS[r.group].goals is not None and (ratio := r.ratio()) is not None]
    rows = ["| slowest | group | threads | ours | PyTorch | ratio |", "|---|---|---|---|---|---|"]
    for ratio, r in sorted(compared, key=lambda pair: pair[0])[:count]:
        rows.append(f"| {r.name} | {r.group} | {r.threads} | {_figure(r, 'ours')} | {_figure(r, 'torch')} | {ratio:.2f} |")
    return "\n".join(rows)


def _detail(name: str, threads: int, own: Sequence[Result]) -> str:
    many = "" if threads == 1 else f", {threads} threads"
    head = f"### {GROUPS[name].title}{many}\n\n| workload | ours | PyTorch | ratio |\n|---|---|---|---|\n"
    return head + "\n".join(f"| {r.name} | {_figure(r, 'ours')} | {_figure(r, 'torch')} | {_ratio(r.ratio())} |" for r in own)


def details(results: Sequence[Result]) -> str:
    """A table per group and number of threads with every workload."""
    return "\n\n".join(
        _detail(name, threads, own)
        for name in GROUPS
        for threads in threads_of(results)
        if (own := [result for result in results if result.group == name and result.threads == threads])
    )


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
