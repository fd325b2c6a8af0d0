"""Coverage, name by name: works, partly (what is missing) or no; and `docs/coverage.md`, made from the same measurements.

`python -m minitorch_compat coverage [NAMESPACE]` prints, `python -m compat_tests.coverage --write` writes the page.
"""
from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path

from . import archive
from .evaluate import evaluate, progress_bar
from .record import REFERENCE
from .scoring import Scores, entries, manifest, score_names

PAGE = Path(__file__).parent.parent / "docs" / "coverage.md"
WORKS, PARTLY, NO, THERE = "works", "partly", "no", "there"
LEGEND = """- **works**: every recorded case of every aspect gives what PyTorch gives;
- **partly**: some aspect differs; the line says which;
- **there**: the name is there with PyTorch's kind and signature, and no recorded operation measures it;
- **no**: the name resolves, and raises `UnsupportedError` when it is used.
"""


def operations_by_name(results: dict[str, Scores]) -> dict[str, list[str]]:
    """Full torch name -> aspects in which one of its entries differs."""
    found: dict[str, list[str]] = {}
    for entry, scores in results.items():
        missing = [aspect for aspect, score in scores.items() if not score.ok or aspect == "unsupported"]
        name = entry.split("|")[0]
        for full in (f"torch.{name}", f"torch.Tensor.{name}"):
            found[full] = sorted({*found.get(full, []), *missing})
        if "inplace" in scores:
            found[f"torch.Tensor.{name}_"] = [aspect for aspect in missing if aspect in ("exists", "inplace")]
    return found


def statuses(results: dict[str, Scores]) -> dict[str, dict[str, tuple[str, str]]]:
    """Namespace -> name -> (status, what is missing)."""
    measured = operations_by_name(results)
    names = score_names()
    table: dict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
    for space, recorded in archive.loads((REFERENCE / "names.xz").read_bytes()).items():
        for name in recorded:
            table[space][name] = status(f"{space}.{name}", names, measured)
    return dict(table)


def status(full: str, names: Scores, measured: dict[str, list[str]]) -> tuple[str, str]:
    wrong = [failure.split(":")[0] for failure in names[full].failures]
    if "exists" in wrong:
        return NO, ""
    if "unsupported" in measured.get(full, ()):
        return NO, ""
    if full in measured:
        wrong += measured[full]
        return (PARTLY, ", ".join(wrong)) if wrong else (WORKS, "")
    return (PARTLY, ", ".join(wrong)) if wrong else (THERE, "")


def page(table: dict[str, dict[str, tuple[str, str]]]) -> str:
    """The Markdown page."""
    origin = f"Made from measurements against PyTorch {manifest()['torch']} by `python -m compat_tests.coverage --write`; do not edit."
    lines = ["# Coverage", "", origin, "", LEGEND, "| namespace | works | partly | there | no |", "|---|---:|---:|---:|---:|"]
    for space, names in table.items():
        kinds = [kind for kind, _ in names.values()]
        lines.append(f"| {space} | " + " | ".join(str(kinds.count(kind)) for kind in (WORKS, PARTLY, THERE, NO)) + " |")
    for space, names in table.items():
        lines += ["", f"## {space}", ""]
        for kind in (WORKS, THERE, NO):
            found = [name for name, (status_of, _) in names.items() if status_of == kind]
            if found:
                lines += [f"**{kind}**: " + " ".join(f"`{name}`" for name in found), ""]
        lines += [f"- `{name}` partly: {missing}" for name, (status_of, missing) in names.items() if status_of == PARTLY]
    return "\n".join(lines) + "\n"


def measure() -> dict[str, dict[str, tuple[str, str]]]:
    return statuses(evaluate(entries(), progress=progress_bar))


def show(argv: list[str]) -> int:
    """`coverage [NAMESPACE]`."""
    parser = argparse.ArgumentParser(prog="python -m minitorch_compat coverage", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("namespace", nargs="?", help="for example torch.nn; the default is all")
    options = parser.parse_args(argv)
    table = measure()
    if options.namespace is not None and options.namespace not in table:
        print(f"no such namespace: {options.namespace}; there are {', '.join(table)}", file=sys.stderr)
        return 2
    for space in [options.namespace] if options.namespace else table:
        for name, (kind, missing) in table[space].items():
            print(f"{space}.{name}: {kind}" + (f" (not: {missing})" if missing else ""))
    return 0


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        raise SystemExit("usage: python -m compat_tests.coverage --write")
    PAGE.write_text(page(measure()))
