"""The coverage grid, made from the measurements: every name of every namespace, to be searched and narrowed by status."""
from __future__ import annotations

import html
import json
from collections import Counter
from pathlib import Path
from typing import Any

from reference_pages import ROOT, escaped, status_of

from compat_tests.docs import catalogue
from compat_tests.docs.examples import OUTPUTS
from compat_tests.judging import scoring

PAGE = ROOT / "docs" / "measured" / "grid.md"
XFAILS = ROOT / "compat_tests" / "xfails.txt"
#: Pictures of the page of benchmarks, and what they show.
PLOTS = {"groups": "speed beside PyTorch by group", "workloads": "speed beside PyTorch by workload",
         "peers": "speed beside the numpy peers"}
#: Where the pictures of the page of benchmarks are drawn.
_PICTURES = ROOT / "docs/measured/pictures"
#: Aspects of the conformance suite in words.
ASPECTS = {"forward": "values", "grad": "gradient", "gradgrad": "second derivative", "complex_grad": "gradient of complex input",
           "jvp": "forward mode", "vmap": "under vmap", "autograd": "nodes of the graph", "inplace": "in place", "out": "with `out=`",
           "promotion": "mixed dtypes", "nonfinite": "inf and NaN", "empty": "empty tensors", "strided": "strided input",
           "expanded": "expanded input", "alias": "what shares memory", "layout": "strides of the result",
           "differences": "against finite differences"}


def write_grid(app: Any) -> None:
    """Write the page of the grid, whose rows a script makes from its data."""
    rows = [[name, kind, missing] for name, (kind, missing) in sorted(status_of().items())]
    counts = {kind: sum(row[1] == kind for row in rows) for kind in ("works", "partly", "there", "no")}
    made = json.loads((ROOT / "minitorch_compat/compat/coverage.json").read_text())["reference"]
    choices = "".join(f'<label><input type="checkbox" value="{kind}" checked> {kind} ({count})</label> ' for kind, count in counts.items())
    data = json.dumps(rows).replace("</", "<\\/")
    text = f"""# Coverage grid

Measured against PyTorch {html.escape(made)}; the same as a text, with its legend, is [coverage.md](../coverage.md).

```{{raw}} html
<div id="coverage-grid"><p><input type="search" placeholder="name or aspect" aria-label="filter"> {choices}<span id="grid-count"></span></p>
<table class="table"><thead><tr><th>name</th><th>measured</th><th>what differs</th></tr></thead><tbody></tbody></table></div>
<script type="application/json" id="coverage-data">{data}</script>
```
"""
    written(PAGE, text)


def cases_by_aspect() -> dict[str, dict[str, int]]:
    """Operation of the conformance suite -> aspect -> recorded cases; less than none where one of them is known to differ."""
    differing = {tuple(line.split(" ", 2)[1:]) for line in XFAILS.read_text(encoding="utf-8").splitlines() if line.startswith("op ")}
    found: dict[str, dict[str, int]] = {}
    for name in scoring.entries():
        record = scoring.load(name)
        counts = Counter("complex_grad" if aspect == "grad" and case["dtype"].startswith("complex") else aspect
                         for case in record["samples"] for aspect in case["outcomes"])
        counts["error_type"] = counts["error_message"] = len(record["errors"])
        found[name] = {aspect: -count if (name, aspect) in differing else count for aspect, count in counts.items() if count}
    return found


def write_aspects(app: Any) -> None:
    """Write the page of operations by aspects, whose rows a script makes from its data."""
    recorded = ROOT / "compat_tests/reference/manifest.json"
    page = PAGE.parent / "aspects.md"
    if page.exists() and page.stat().st_mtime > max(recorded.stat().st_mtime, XFAILS.stat().st_mtime, Path(__file__).stat().st_mtime):
        return
    found = cases_by_aspect()
    aspects = [aspect for aspect in scoring.ASPECTS if any(aspect in counts for counts in found.values())]
    rows = [[name, *(counts.get(aspect, 0) for aspect in aspects)] for name, counts in found.items()]
    heads = "".join(f"<th>{aspect}</th>" for aspect in aspects)
    data = json.dumps(rows, separators=(",", ":"))
    written(page, f"""# Operations by aspect

How many recorded cases of PyTorch's each operation has in each aspect (what these are: [the conformance suite](../conformance.md)). All
agree, but for those marked ≠, whose reasons are in [differences](../guide/differences.md); the suite fails when one more differs, and when
one less does. Of an operation that is not built nothing is compared but that it says so.

```{{raw}} html
<div id="aspects-grid"><p><input type="search" placeholder="operation or aspect" aria-label="filter">
<label><input type="checkbox"> only with differences</label> <span></span></p>
<table class="table"><thead><tr><th>operation</th>{heads}</tr></thead><tbody></tbody></table></div>
<script type="application/json" id="aspects-data">{data}</script>
```
""")


def known_differences() -> dict[str, list[str]]:
    """Full name -> what the conformance suite knows of it to differ, each with its reason; not what is not built."""
    public, reason = set(status_of()), ""
    found: dict[str, dict[str, list[str]]] = {}
    for line in XFAILS.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            reason = line.lstrip("# ")
        elif line.startswith("op ") and not reason.startswith("not built"):
            _, entry, aspect = line.split(" ", 2)
            name = entry.split("|")[0]
            for full in {f"torch.{name}", f"torch.Tensor.{name}"} & public:
                found.setdefault(full, {}).setdefault(reason, []).append(ASPECTS.get(aspect, aspect))
    return {full: [f"{', '.join(aspects)}: {reason}" for reason, aspects in reasons.items()] for full, reasons in found.items()}


def differing_names() -> dict[str, list[str]]:
    """Full name -> what differs: what the suite knows, and examples that print something else with PyTorch."""
    found = known_differences()
    for full, statements in json.loads(OUTPUTS.read_text(encoding="utf-8")).items():
        if any(printed is not None for _, printed in statements):
            found.setdefault(full, []).append("its example prints something else with PyTorch; the page shows both")
    return found


def write_differences(app: Any) -> None:
    """Write the part of the page of differences that goes by names: what differs by design, each with its reason, linked to its page."""
    lines = ["## By name", "", "What the conformance suite, and the examples of the reference, know to differ in a name that works. "
             "Names that are not built are in the [grid](../measured/grid.md) under `no`.", ""]
    by_space: dict[str, dict[str, list[str]]] = {}
    for full, told in sorted(differing_names().items()):
        space = max((space for space in catalogue.SPACES if full.startswith(space + ".")), key=len, default=None)
        if space:
            by_space.setdefault(space, {})[full] = told
    for space in catalogue.SPACES:
        if space in by_space:
            lines += [f"### {space}", ""]
            lines += [f"- {{py:obj}}`{full}`: " + "; ".join(map(escaped, told)) for full, told in by_space[space].items()]
            lines.append("")
    lines += ["## In programs", "", "Differences that no single name has, but combinations of them:", ""]
    reasons: dict[str, int] = {}
    reason = ""
    for line in XFAILS.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            reason = line.lstrip("# ")
        elif line.startswith(("behaviour ", "program ")) and not reason.startswith("not built"):
            reasons[reason] = reasons.get(reason, 0) + 1
    lines += [f"- {escaped(reason)} ({count} {'program' if count == 1 else 'programs'})" for reason, count in reasons.items()]
    written(PAGE.parent / "known_differences.md", "\n".join(lines) + "\n")


def written(path: Path, text: str) -> None:
    """Write a file if that changes it."""
    path.parent.mkdir(exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def add_plots(app: Any, page: str, source: list[str]) -> None:
    """Put pictures of its own tables into the page of benchmarks."""
    if page == "benchmarks":
        drawn = {name: said for name, said in PLOTS.items() if (_PICTURES / f"{name}.svg").exists()}
        pictures = "\n\n".join(f"```{{image}} measured/pictures/{name}.svg\n:alt: {said}\n```" for name, said in drawn.items())
        source[0] = source[0].replace("## Measured\n", f"## Measured\n\n{pictures}\n", 1)


def draw_plots(app: Any) -> None:
    """Draw what the tables of the page of benchmarks say."""
    import benchmark_plots

    page = ROOT / "docs/benchmarks.md"
    newest = max(page.stat().st_mtime, Path(benchmark_plots.__file__).stat().st_mtime)
    drawn = [*_PICTURES.glob("*.svg")]
    if not drawn or any(path.stat().st_mtime <= newest for path in drawn):
        for path in drawn:
            path.unlink()
        benchmark_plots.draw(page.read_text(encoding="utf-8"), _PICTURES)


def setup(app: Any) -> dict[str, bool]:
    app.connect("builder-inited", write_grid)
    app.connect("builder-inited", write_aspects)
    app.connect("builder-inited", write_differences)
    app.connect("builder-inited", draw_plots)
    app.connect("source-read", add_plots)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
