"""The conformance report: passed of total by area and aspect, as a page, as JSON or as Markdown; failing cases with how to reproduce them.

`python -m minitorch_compat conformance [--select REGEX] [--report html|json|md] [--out FILE]` runs this from a clone.
"""
from __future__ import annotations

import argparse
import json
import re
import sys
from collections import defaultdict
from html import escape
from pathlib import Path
from typing import Any

from .evaluate import evaluate, progress_bar
from .scoring import ASPECTS, LEFT_OUT, Score, Scores, entries, manifest
from .table import cell, markdown, total
from .xfails import behaviour_cases, known, name_cases, program_cases

AREAS = ("torch", "nn.functional", "linalg", "fft", "special", "masked", "signal")


def area(name: str) -> str:
    """The namespace an operation belongs to."""
    return next((prefix for prefix in AREAS[1:] if name.startswith(prefix + ".")), "torch")


def by_area(results: dict[str, Scores]) -> dict[str, dict[str, tuple[int, int]]]:
    """Area -> aspect -> (cases passed, cases)."""
    table: dict[str, dict[str, tuple[int, int]]] = defaultdict(dict)
    for name, scores in results.items():
        for aspect, score in scores.items():
            passed, cases = table[area(name)].get(aspect, (0, 0))
            table[area(name)][aspect] = (passed + score.passed, cases + score.total)
    return dict(table)


def others(select: re.Pattern[str]) -> dict[str, Score]:
    """Behaviours, programs and names that the expression finds."""
    names = {case: score for case, score in name_cases().items() if select.search(case)}
    return behaviour_cases(wanted=select.search) | program_cases(wanted=select.search) | names


def by_kind(cases: dict[str, Score]) -> dict[str, tuple[int, int]]:
    """Behaviours, programs, names: (passed, total)."""
    table: dict[str, tuple[int, int]] = {}
    for case, score in cases.items():
        kind = case.split()[0]
        if score.untried:
            continue
        passed, cases_of_kind = table.get(kind, (0, 0))
        table[kind] = (passed + score.ok, cases_of_kind + 1)
    return table


def reproduce(case: str) -> str:
    """The command that shows a failing case again."""
    kind, _, rest = case.partition(" ")
    if kind == "op":
        name, _, aspect = rest.rpartition(" ")
        return f"python -m compat_tests.show '{name}' {aspect}"
    return f"python -m pytest compat_tests -k '{rest}' --runxfail --select nothing"


def failing(results: dict[str, Scores], cases: dict[str, Score]) -> dict[str, Score]:
    found = {f"op {name} {aspect}": score for name, scores in results.items() for aspect, score in scores.items()}
    return {case: score for case, score in (found | cases).items() if not score.ok}


def left_out(results: dict[str, Scores], cases: dict[str, Score]) -> int:
    """How many cases could not be tried."""
    return sum(score.left_out for scores in (*results.values(), cases) for score in scores.values())


def as_markdown(results: dict[str, Scores], cases: dict[str, Score]) -> str:
    head = manifest()
    lines = [f"Reference: PyTorch {head['torch']}, seed {head['seed']}.", "", "Operations, (operation, aspect) pairs passed / total:", "",
             markdown(results), "By area, cases passed / total:", "", area_table(results), ""]
    lines += [f"- {kind}s: {passed} / {count}" for kind, (passed, count) in by_kind(cases).items()]
    if count := left_out(results, cases):
        lines += ["", f"Left out, and counted nowhere: {count:,} cases, each of which {LEFT_OUT}."]
    return "\n".join(lines) + "\n"


def area_table(results: dict[str, Scores]) -> str:
    table = by_area(results)
    lines = ["| aspect |" + "".join(f" {name} |" for name in table), "|---|" + "---:|" * len(table)]
    lines += [f"| {aspect} |" + "".join(cell(row.get(aspect)) for row in table.values()) for aspect in ASPECTS]
    lines.append("| all |" + "".join(cell(total(row)) for row in table.values()))
    return "\n".join(lines) + "\n"


def as_json(results: dict[str, Scores], cases: dict[str, Score]) -> str:
    """Every score, for other programs."""
    def plain(score: Score) -> dict[str, Any]:
        return {"passed": score.passed, "total": score.total, "failures": score.failures}
    operations = {name: {aspect: plain(score) for aspect, score in scores.items()} for name, scores in results.items()}
    everything = {"reference": {key: value for key, value in manifest().items() if key != "files"}, "operations": operations,
                  "others": {case: plain(score) for case, score in cases.items()}}
    return json.dumps(everything, indent=1)


STYLE = """body{font:15px/1.5 system-ui,sans-serif;max-width:75em;margin:2em auto;padding:0 1em}table{border-collapse:collapse}
td,th{border-bottom:1px solid #ddd;padding:.15em .7em;text-align:right}td:first-child,th:first-child{text-align:left}
.all{background:#e4f4e4}.some{background:#fff3d6}.none{background:#fbe3e0}pre{background:#f5f5f5;padding:.6em;white-space:pre-wrap}
summary{cursor:pointer}"""


def as_html(results: dict[str, Scores], cases: dict[str, Score]) -> str:
    """One page: tables, then every failing case with its first differences and the command that shows it."""
    head, listed = manifest(), known()
    body = [f"<h1>Conformance</h1><p>Reference: PyTorch {escape(head['torch'])}, seed {head['seed']}, {escape(head['machine'])}, "
            f"{escape(head['cpu'])}. A cell counts cases passed / total.</p>", html_table(by_area(results))]
    body.append("<ul>" + "".join(f"<li>{kind}s: {passed} / {count}</li>" for kind, (passed, count) in by_kind(cases).items()) + "</ul>")
    wrong = failing(results, cases)
    body.append(f"<h2>{len(wrong)} failing cases</h2>")
    for case, score in wrong.items():
        note = "" if case in listed else " <b>(not a known difference)</b>"
        text = "\n".join(f[:600] for f in score.failures[:3])
        body.append(f'<details id="{escape(case, quote=True)}"><summary>{escape(case)}{note}</summary><pre>{escape(text)}\n\n$ '
                    f"{escape(reproduce(case))}</pre></details>")
    return f"<!doctype html><meta charset=utf-8><title>Conformance</title><style>{STYLE}</style>{''.join(body)}\n"


def html_table(table: dict[str, dict[str, tuple[int, int]]]) -> str:
    rows = ["<tr><th>aspect</th>" + "".join(f"<th>{name}</th>" for name in table) + "</tr>"]
    for aspect in ASPECTS:
        rows.append(f"<tr><td>{aspect}</td>" + "".join(html_cell(row.get(aspect)) for row in table.values()) + "</tr>")
    return "<table>" + "".join(rows) + "</table>"


def html_cell(pair: tuple[int, int] | None) -> str:
    if pair is None:
        return "<td></td>"
    shade = "all" if pair[0] == pair[1] else "some" if pair[0] else "none"
    return f'<td class="{shade}">{pair[0]} / {pair[1]}</td>'


FORMATS = {"html": as_html, "json": as_json, "md": as_markdown}


def main(argv: list[str]) -> int:
    """0 when every case passes or is a known difference."""
    parser = argparse.ArgumentParser(prog="python -m minitorch_compat conformance", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--select", type=re.compile, default=re.compile(""), help="regular expression: only these cases")
    parser.add_argument("--report", choices=FORMATS, default="md")
    parser.add_argument("--out", type=Path, help="file to write; the default prints")
    options = parser.parse_args(argv)
    results = evaluate(entries(options.select), progress=progress_bar)
    cases = others(options.select)
    text = FORMATS[options.report](results, cases)
    if options.out:
        options.out.write_text(text)
    else:
        print(text)
    surprises = [case for case in failing(results, cases) if case not in known()]
    for case in surprises[:20]:
        print(f"not a known difference: {case}\n    {reproduce(case)}", file=sys.stderr)
    return 1 if surprises else 0
