"""The conformance report: passed of total by area and aspect, as a page, as JSON or as Markdown; failing cases with how to reproduce them.

`python -m minitorch_compat conformance [--select REGEX] [--report html|json|md] [--out FILE]` runs this from a clone.
"""
from __future__ import annotations

import argparse
import contextlib
import importlib.metadata
import io
import json
import re
import sys
import warnings
from collections import defaultdict
from html import escape
from pathlib import Path
from typing import Any

from .conformance_run import plan, run
from .judging.scoring import ASPECTS, LEFT_OUT, Score, Scores, manifest
from .table import cell, markdown, total
from .xfails import known

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
    """The command that reproduces a failing case."""
    kind, _, rest = case.partition(" ")
    if kind == "op":
        name, _, aspect = rest.rpartition(" ")
        return f"python -m compat_tests.show '{name}' {aspect}"
    return f"python -m pytest compat_tests -k '{rest}' --runxfail --select nothing"


def failing(results: dict[str, Scores], cases: dict[str, Score]) -> dict[str, Score]:
    found = {f"op {name} {aspect}": score for name, scores in results.items() for aspect, score in scores.items()}
    return {case: score for case, score in (found | cases).items() if not score.ok}


def left_out(results: dict[str, Scores], cases: dict[str, Score]) -> int:
    """The number of cases that could not be run."""
    return sum(score.left_out for scores in (*results.values(), cases) for score in scores.values())


def as_markdown(results: dict[str, Scores], cases: dict[str, Score]) -> str:
    head = manifest()
    lines = [opening(results, cases), "", f"Reference: PyTorch {head['torch']}, seed {head['seed']}.", "",
             "Operations, (operation, aspect) pairs passed / total:", "", markdown(results),
             "By area, cases passed / total:", "", area_table(results), ""]
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


#: Descriptions of the aspects, for readers of the report.
MEANINGS = {
    "exists": "the name is there and the recorded samples can be called", "forward": "values, dtype and shape of the result",
    "layout": "strides and memory format of the result", "alias": "which argument's memory the result shares",
    "method": "the method of Tensor gives what the function gives", "inplace": "the variant with an underscore",
    "out": "writing into out=", "strided": "arguments that are not contiguous", "expanded": "arguments that were expanded",
    "zero_d": "arguments without dimensions",
    "large": "about a million elements: numbers beside double precision and PyTorch's own error",
    "meta": "on the meta device: dtype, shape, strides of results, in place and into out=, and of gradients",
    "empty": "arguments without elements", "nonfinite": "NaN and infinities",
    "promotion": "arguments of several dtypes", "autograd": "grad_fn, and which results require a gradient", "grad": "first gradients",
    "differences": "the gradients against finite differences", "gradgrad": "second gradients", "jvp": "forward mode",
    "complex_grad": "gradients of complex arguments", "vmap": "torch.func.vmap", "batched": "vmap against a loop, for ops with a rule",
    "error_type": "wrong calls: the type of the exception", "error_message": "wrong calls: the phrase of the message",
    "unsupported": "refused with UnsupportedError",
}


def as_html(results: dict[str, Scores], cases: dict[str, Score]) -> str:
    """One page: tables, a searchable grid of operations and aspects, and every failing case with both outcomes."""
    head, listed = manifest(), known()
    body = [f"<h1>Conformance</h1><p><b>{escape(opening(results, cases)).replace(chr(10), '</b><br>')}</p><p>Reference: PyTorch "
            f"{escape(head['torch'])}, seed {head['seed']}, {escape(head['machine'])}, {escape(head['cpu'])}. A cell counts cases passed / "
            "total.</p>", html_table(by_area(results))]
    body.append("<ul>" + "".join(f"<li>{kind}s: {passed} / {count}</li>" for kind, (passed, count) in by_kind(cases).items()) + "</ul>")
    body.append(grid(results))
    wrong = failing(results, cases)
    body.append(f"<h2>{len(wrong)} failing cases</h2>")
    for case, score in wrong.items():
        note = "" if case in listed else " <b>(not a known difference)</b>"
        text = "\n".join(f[:600] for f in score.failures[:3])
        answers = both_answers(case)
        body.append(f'<details id="{escape(case, quote=True)}"><summary>{escape(case)}{note}</summary><pre>{escape(text)}\n\n'
                    f"{escape(answers)}$ {escape(reproduce(case))}</pre></details>")
    return f"<!doctype html><meta charset=utf-8><title>Conformance</title><style>{STYLE}</style>{''.join(body)}\n"


def both_answers(case: str) -> str:
    """Sample, PyTorch's outcome and ours, of the first differences of an operation."""
    kind, _, rest = case.partition(" ")
    if kind != "op":
        return ""
    from .show import show
    name, _, aspect = rest.rpartition(" ")
    told = io.StringIO()
    try:
        with contextlib.redirect_stdout(told), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            show(name, aspect)
    except Exception as error:  # the report is written nevertheless
        return f"(cannot be shown: {error})\n\n"
    first = told.getvalue().split("\n--- ")[:2]
    return "\n--- ".join(first)[:4000] + "\n\n" if first[0] else ""


def grid(results: dict[str, Scores]) -> str:
    """Operation × aspect, with a field to search in."""
    shown = [aspect for aspect in ASPECTS if any(aspect in scores for scores in results.values())]
    meanings = "".join(f"<dt>{aspect}</dt><dd>{escape(MEANINGS[aspect])}</dd>" for aspect in shown)
    heads = "".join(f'<th title="{escape(MEANINGS[aspect], quote=True)}">{aspect}</th>' for aspect in shown)
    rows = [f"<tr><th>operation</th>{heads}</tr>"]
    for name, scores in results.items():
        cells = []
        for aspect in shown:
            score = scores.get(aspect)
            link = f"#{escape(f'op {name} {aspect}', quote=True)}"
            cells.append("<td></td>" if score is None else f'<td class="all">{score.total}</td>' if score.ok else
                         f'<td class="{"some" if score.passed else "none"}"><a href="{link}">{score.passed} / {score.total}</a></td>')
        rows.append(f'<tr data-name="{escape(name, quote=True)}"><td>{escape(name)}</td>{"".join(cells)}</tr>')
    search = ("document.querySelectorAll('#grid tr[data-name]').forEach(r=>{r.hidden=!r.dataset.name.includes(this.value)"
              "||document.querySelector('#wrong').checked&&!r.querySelector('a')})")
    return (f'<h2>Operations</h2><p><input id="search" placeholder="search" oninput="{search}"> <label><input type="checkbox" id="wrong" '
            f"onchange=\"document.querySelector('#search').oninput()\"> only what differs</label></p><details>"
            f'<summary>what the aspects mean</summary><dl>{meanings}</dl></details><table id="grid">{"".join(rows)}</table>')


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


def opening(results: dict[str, Scores], cases: dict[str, Score]) -> str:
    """The first line: how many cases agree, how many are known differences, how many differ unexpectedly, and where the cases come from."""
    pairs = {f"op {name} {aspect}": score for name, scores in results.items() for aspect, score in scores.items()} | cases
    wrong = {case for case, score in pairs.items() if not score.ok}
    new = wrong - known()
    expected = len(wrong) - len(new)
    return (f"{len(pairs) - len(wrong):,} of {len(pairs):,} agree, {expected:,} known difference{'s' * (expected != 1)}, {len(new):,} new\n"
            f"{versions()}")


def versions() -> str:
    """The versions that were compared, and the platform."""
    import platform

    import numpy as np

    from minitorch_compat._version import __version__
    parts = [f"minitorch_compat {__version__}", f"PyTorch {manifest()['torch']} (recorded)", f"Python {platform.python_version()}",
             f"numpy {np.__version__}"]
    for name in ("ml_dtypes", "safetensors"):
        try:
            parts.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            parts.append(f"without {name}")
    return ", ".join([*parts, f"{platform.system()} {platform.machine()}"])


def expression(text: str) -> re.Pattern[str]:
    """A regular expression of the command line."""
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no regular expression: {error}") from None


def main(argv: list[str]) -> int:
    """Return 0 if every case passes or is a known difference, 1 otherwise, 2 for wrong arguments, 130 when interrupted."""
    parser = argparse.ArgumentParser(prog="python -m minitorch_compat conformance", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--select", type=expression, default=re.compile(""), metavar="REGEX", help="regular expression: only these cases")
    parser.add_argument("--report", choices=FORMATS, default="md")
    parser.add_argument("--out", type=Path, help="file to write; the default prints")
    parser.add_argument("--jobs", type=int, help="worker processes; the default is one per processor")
    options = parser.parse_args(argv)
    tasks = plan(options.select)
    if not tasks:
        parser.error(f"--select: no case is found by {options.select.pattern!r}; cases read like `sin`, `behaviour autograd_hooks …`, "
                     "`program …`, `name torch.nn.Linear`")
    outcome = run(tasks, options.jobs)
    results, cases = outcome.operations, outcome.others
    print(opening(results, cases), file=sys.stderr)
    if not outcome.complete:
        print("stopped: the report has what ran until then", file=sys.stderr)
    text = FORMATS[options.report](results, cases)
    if options.out:
        options.out.write_text(text, encoding="utf-8")
        print(f"written to {options.out}", file=sys.stderr)
    else:
        print(text)
    surprises = [case for case in failing(results, cases) if case not in known()]
    for case in surprises[:20]:
        print(f"not a known difference: {case}\n    {reproduce(case)}", file=sys.stderr)
    return 130 if not outcome.complete else 1 if surprises else 0
