"""`python -m compat_tests.benchmarks`: see docs/benchmarks.md."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from .harness import Result, Settings, Side, measure, measure_together
from .peers import ADAPTERS
from .report import (
    GROUPS,
    PEERS,
    details,
    heading,
    line,
    markdown,
    missing_lines,
    peer_errors,
    peers_markdown,
    replace_measured,
    slowest_markdown,
    threads_of,
)
from .start import ROUNDS, measure_start
from .workloads.every_group import WORKLOADS
from .workloads.workload import Workload

QUICK = Settings(rounds=3, block_seconds=0.003, round_seconds=0.01, own_processes=False)


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m compat_tests.benchmarks", description="Speed beside PyTorch.")
    parser.add_argument("--group", default=",".join(GROUPS), help="comma-separated: %(default)s")
    parser.add_argument("--select", default="", metavar="REGEX", help="only workloads whose group/name matches")
    parser.add_argument("--reference", metavar="PYTHON", help="interpreter with PyTorch (else MINITORCH_COMPAT_ORACLE, or this one)")
    parser.add_argument("--peers", action="store_true", help="also HIPS autograd and mygrad, from that interpreter")
    parser.add_argument("--rounds", type=int, help=f"default {Settings.rounds}, with --quick {QUICK.rounds}")
    parser.add_argument("--threads", default="1", metavar="N,M", help="for every side, each number in turn (default 1)")
    parser.add_argument("--from", dest="earlier", type=Path, nargs="+", default=[], metavar="FILE",
                        help="figures that --json wrote: tables of these, and nothing is measured")
    parser.add_argument("--clock", choices=("wall", "cpu"), default="wall",
                        help="cpu: time of the process alone, for one thread on a machine that others use (default wall)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the tables between the marks of a Markdown file")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures")
    parser.add_argument("--quick", action="store_true", help="short blocks, one process for all, no heavy workloads: a look, no verdict")
    options = parser.parse_args(arguments)
    options.group = options.group.split(",")
    options.threads = [int(number) for number in options.threads.split(",")]
    if unknown := set(options.group) - set(GROUPS):
        parser.error(f"unknown group {', '.join(sorted(unknown))}; there are {', '.join(GROUPS)}")
    return options


def reference_python(given: str | None) -> str | None:
    """The named interpreter, else this one if it has PyTorch."""
    named = given or os.environ.get("MINITORCH_COMPAT_ORACLE")
    return named or (sys.executable if importlib.util.find_spec("torch") else None)


def machine(threads: Sequence[int]) -> str:
    """The class of machine of the figures."""
    cpu = Path("/proc/cpuinfo")
    vectors = ", AVX-512" if cpu.exists() and "avx512f" in cpu.read_text() else ""
    return (f"{platform.system()} {platform.machine()}{vectors}, {os.cpu_count()} cores, Python {platform.python_version()}, "
            f"numpy {np.__version__}; {' and '.join(map(str, threads))} thread(s) on every side.")


def settings(options: argparse.Namespace, threads: int) -> Settings:
    base = QUICK if options.quick else Settings()
    return Settings(options.rounds or base.rounds, base.block_seconds, base.round_seconds, threads=threads,
                    own_processes=base.own_processes, clock=options.clock)


def selected(options: argparse.Namespace, group: str) -> list[Workload]:
    return [
        workload
        for workload in WORKLOADS.values()
        if workload.group == group and re.search(options.select, workload.key) and not (options.quick and workload.heavy)
    ]


def run_start(options: argparse.Namespace, reference: str | None, threads: int) -> list[Result]:
    if not re.search(options.select, "start/"):
        return []
    pythons = {"ours": sys.executable, "numpy": sys.executable} | ({"torch": reference} if reference else {})
    return measure_start(pythons, threads, options.rounds or (3 if options.quick else ROUNDS))


def run_group(options: argparse.Namespace, group: str, sides: list[Side], reference: str | None, threads: int) -> Iterator[Result]:
    if group == "start":
        yield from (replace(result, threads=threads) for result in run_start(options, reference, threads))
    chosen = selected(options, group)
    if group == "scale" and chosen:  # every peer supports these
        yield from measure_together(chosen, sides, settings(options, threads))
        return
    for workload in chosen:
        able = [side for side in sides if side.name not in PEERS or workload.key in ADAPTERS[side.name]]
        yield measure(workload, able, settings(options, threads))


def run(options: argparse.Namespace, reference: str | None, threads: int) -> list[Result]:
    names = {"ours": sys.executable} | ({"torch": reference} if reference else {})
    if options.peers:
        names |= dict.fromkeys(PEERS, reference or sys.executable)
    sides = [Side(name, python, settings(options, threads)) for name, python in names.items()]
    results: list[Result] = []
    try:
        for group in options.group:
            print(f"\n{heading(group, options.peers)}", flush=True)
            for result in run_group(options, group, sides, reference, threads):
                print(line(result, options.peers), flush=True)
                print(*(f"    {text}" for text in missing_lines([result])), sep="\n", end="\n" if result.errors else "")
                results.append(result)
    finally:
        for side in sides:
            side.close()
    return results


def earlier(files: Sequence[Path]) -> list[Result]:
    """The results written by `--json`; of a workload in several files, the last."""
    found = {}
    for file in files:
        for row in json.loads(file.read_text())["results"]:
            found[row["threads"], row["group"], row["name"]] = Result(**row)
    return list(found.values())


def measured(options: argparse.Namespace, reference: str | None) -> list[Result]:
    results: list[Result] = []
    for threads in options.threads:
        print(machine([threads]))
        results += run(options, reference, threads)
    return results


def main(arguments: Sequence[str] | None = None) -> None:
    options = parse(arguments)
    reference = reference_python(options.reference)
    if reference is None and not options.earlier:
        print("no PyTorch: give --reference or MINITORCH_COMPAT_ORACLE; measuring our side alone")
    results = earlier(options.earlier) if options.earlier else measured(options, reference)
    peers = options.peers or any(peer in result.seconds for result in results for peer in PEERS)
    tables = [markdown(results), slowest_markdown(results), *([peers_markdown(results)] if peers else [])]
    print("", *tables, *missing_lines(results, reference is not None), *peer_errors(results), sep="\n\n")
    if options.write:
        figures = "\n\n".join([machine(threads_of(results)), *tables, details(results)])
        options.write.write_text(replace_measured(options.write.read_text(), figures))
    if options.json:
        figures = {"python": platform.python_version(), "machine": platform.machine()}
        options.json.write_text(json.dumps(figures | {"results": [result.as_json() for result in results]}, indent=1))


if __name__ == "__main__":
    main()
