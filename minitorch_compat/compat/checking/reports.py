"""The output formats of `check`."""
from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from html import escape

from ..._version import __version__, torch_version
from .check import NO, PARTLY, UNKNOWN, WORKS, Use, as_dict

#: SARIF's level for each status that is reported.
_LEVELS = {NO: "error", UNKNOWN: "warning", PARTLY: "note"}


def summary(uses: Sequence[Use], files: int) -> str:
    """One line: the number of uses by status."""
    counts = Counter(use.status for use in uses)
    names = {use.name for use in uses}
    parts = [f"{counts[WORKS]} work", f"{counts[PARTLY]} partly", f"{counts[NO]} do not"]
    if counts[UNKNOWN]:
        parts.append(f"{counts[UNKNOWN]} of names that PyTorch 2.13 has not")
    return f"{files} file{'s' * (files != 1)}, {len(uses)} uses of {len(names)} torch names: " + ", ".join(parts)


def text(uses: Sequence[Use], files: int, everything: bool) -> str:
    lines = [str(use) for use in uses if everything or use.status != WORKS]
    return "\n".join([*lines, summary(uses, files)])


def json_(uses: Sequence[Use], files: int, everything: bool) -> str:
    counts = Counter(use.status for use in uses)
    by_status = {status: counts[status] for status in (WORKS, PARTLY, NO, UNKNOWN)}
    return json.dumps({"version": torch_version, "files": files, "counts": by_status,
                       "uses": [as_dict(use) for use in uses if everything or use.status != WORKS]}, indent=1)


def sarif(uses: Sequence[Use], files: int, everything: bool) -> str:
    rules = [{"id": f"torch-{status}", "shortDescription": {"text": description}} for status, description in (
        (NO, "not supported by minitorch_compat"), (PARTLY, "partly supported by minitorch_compat"), (UNKNOWN, "no name of PyTorch 2.13"))]
    results = [{
        "ruleId": f"torch-{use.status}", "level": _LEVELS[use.status], "message": {"text": str(use).split(": ", 1)[1]},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": use.path.replace("\\", "/")},
                                            "region": {"startLine": use.line, "startColumn": use.column}}}],
    } for use in uses if use.status != WORKS]
    tool = {"driver": {"name": "minitorch_compat check", "version": __version__, "rules": rules}}
    return json.dumps({"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
                       "runs": [{"tool": tool, "results": results}]}, indent=1)


def html(uses: Sequence[Use], files: int, everything: bool) -> str:
    shown = [use for use in uses if everything or use.status != WORKS]
    rows = "\n".join(f'<tr class="{use.status}"><td>{escape(use.path)}:{use.line}</td><td><code>{escape(use.name)}</code></td>'
                     f"<td>{use.status}{escape(f' ({use.missing})' if use.missing else '')}</td><td>{escape(use.advice)}</td></tr>"
                     for use in shown)
    return f"""<!doctype html><meta charset="utf-8"><title>check: minitorch_compat {__version__}</title>
<style>body{{font-family:sans-serif;margin:2em}}td,th{{padding:.2em .8em;text-align:left}}.no td{{background:#fee2e2}}
.partly td{{background:#fef3c7}}.unknown td{{background:#ede9fe}}</style>
<h1>What runs on minitorch_compat {__version__}</h1><p>{escape(summary(uses, files))}</p>
<table><tr><th>where</th><th>name</th><th>here</th><th>advice</th></tr>
{rows}
</table>"""


FORMS = {"text": text, "json": json_, "sarif": sarif, "html": html}
