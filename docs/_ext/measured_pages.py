"""The coverage grid, made from the measurements: every name of every namespace, to be searched and narrowed by status."""
from __future__ import annotations

import html
import json
from typing import Any

from reference_pages import ROOT, escaped, status_of

PAGE = ROOT / "docs" / "measured" / "grid.md"


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
    PAGE.parent.mkdir(exist_ok=True)
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        PAGE.write_text(text, encoding="utf-8")


def write_differences(app: Any) -> None:
    """Write the part of the page of differences that the conformance suite knows: what differs by design, each with its reason."""
    lines, reason, cases = ["## What the conformance suite knows", "", "Each with its reason; names that are not built are in the "
                            "[grid](../measured/grid.md) under `no`.", ""], "", []

    def close() -> None:
        if reason and cases and not reason.startswith("not built"):
            lines.append(f"- {escaped(reason)}: " + ", ".join(f"`{case}`" for case in cases))

    for line in (ROOT / "compat_tests" / "xfails.txt").read_text().splitlines():
        if line.startswith("#"):
            close()
            reason, cases = line.lstrip("# "), []
        elif line.strip():
            cases.append(line.partition(" ")[2])
    close()
    text = "\n".join(lines) + "\n"
    path = PAGE.parent / "known_differences.md"
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def setup(app: Any) -> dict[str, bool]:
    app.connect("builder-inited", write_grid)
    app.connect("builder-inited", write_differences)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


