"""Coverage, name by name: works, partly (what is missing) or no; and `docs/coverage.md`, made from the same measurements.

`python -m compat_tests.coverage --write` writes the page, and the same as data for an installation, which `python -m minitorch_compat
coverage [NAMESPACE]` prints.
"""
from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from types import FunctionType
from typing import Any

from .judging import archive
from .judging.evaluate import evaluate, progress_bar
from .judging.scoring import Scores, entries, manifest, score_names
from .names import listed, lookup, resolve
from .names_used import names_in_behaviours
from .record import REFERENCE
from .xfails import known as read_known

PAGE = Path(__file__).parent.parent / "docs" / "coverage.md"
#: The same for an installation, read by `check`, `trace` and `coverage`.
STORED = Path(__file__).parent.parent / "minitorch_compat" / "compat" / "coverage.json"
WORKS, PARTLY, NO, THERE = "works", "partly", "no", "there"
LEGEND = """- **works**: every recorded case of every aspect gives what PyTorch gives; of a name that is no operation: every recorded
  program does that uses it, or the same object under another name;
- **partly**: some aspect, or program, differs; the line says which, or how many;
- **there**: the name is there with PyTorch's kind and signature, and no recorded operation or program measures it;
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
    names, programs = score_names(), programs_by_name()
    table: dict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
    for space, recorded in archive.loads((REFERENCE / "names.xz").read_bytes()).items():
        for name in recorded:
            table[space][name] = status(f"{space}.{name}", names, measured, programs)
    return dict(table)


#: Families of behaviours, or single cases, whose differences concern only some of the names that they use: prefixes of these names.
ABOUT: dict[str, tuple[str, ...]] = {
    "gradients_at_the_edges": ("torch.autograd.",),
    "layers_and_schedules_by_name distributions": ("torch.distributions.Kumaraswamy", "torch.distributions.kumaraswamy"),
}


def is_about(case: str, fulls: Collection[str]) -> bool:
    """Whether the difference in a behaviour program concerns a name, given with its aliases."""
    family, name = case.split()[1:]
    beginnings = ABOUT.get(f"{family} {name}", ABOUT.get(family))
    return beginnings is None or any(full.startswith(beginnings) for full in fulls)


def programs_by_name() -> dict[str, tuple[int, int]]:
    """Full torch name -> the number of behaviour programs that use its object, and how many of these are known to differ."""
    used, differ, same = names_in_behaviours(), read_known(), defaultdict(set)
    for space, name in [*listed(), *(full.rpartition(".")[::2] for full in used)]:  # programs may use unlisted names
        with suppress(Exception):  # resolving may run any code: a name that fails has no aliases
            value = lookup(resolve("minitorch_compat", space), name, static=space == "torch.Tensor")
            key: Any = id(value) if isinstance(value, (type, FunctionType)) else (space, name)
            same[key, callable(value)].add(f"{space}.{name}")
    found = {}
    for (_, acts), fulls in same.items():
        cases = set().union(*(used.get(full, ()) for full in fulls))
        wrong = {case for case in cases & differ if is_about(case, fulls)}
        found.update(dict.fromkeys(fulls, (len(cases), acts * len(wrong))))  # differences are not attributed to constants
    return found


def status(full: str, names: Scores, measured: dict[str, list[str]], programs: dict[str, tuple[int, int]]) -> tuple[str, str]:
    wrong = [failure.split(":")[0] for failure in names[full].failures]
    if "exists" in wrong:
        return NO, ""
    if "unsupported" in measured.get(full, ()):
        return NO, ""
    if full in measured:
        wrong += measured[full]
    elif full in programs:
        count, differ = programs[full]
        if not count and not wrong:
            return THERE, ""
        wrong += [f"{differ} of {count} programs"] * (differ > 0)
    return (PARTLY, ", ".join(wrong)) if wrong else (WORKS, "")


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


def stored(table: dict[str, dict[str, tuple[str, str]]]) -> str:
    """The table as `compat/checking/name_status.py` reads it: names by status, a line per namespace."""
    spaces = {}
    for space, names in table.items():
        kinds: dict[str, Any] = {kind: " ".join(name for name, (status_of, _) in names.items() if status_of == kind)
                                 for kind in (WORKS, THERE, NO)}
        kinds[PARTLY] = {name: missing for name, (status_of, missing) in names.items() if status_of == PARTLY}
        spaces[space] = {kind: found for kind, found in kinds.items() if found}
    lines = ",\n".join(f"{json.dumps(space)}: {json.dumps(kinds)}" for space, kinds in spaces.items())
    return f'{{"reference": {json.dumps(manifest()["torch"])}, "namespaces": {{\n{lines}\n}}}}\n'


def measure(namespaces: Collection[str] | None = None) -> dict[str, dict[str, tuple[str, str]]]:
    """Measure now, which takes minutes; of some namespaces only if they are named."""
    chosen = entries()
    if namespaces:
        wanted = {f"{space}." for space in namespaces}
        chosen = [e for e in chosen if f"torch.{e.split('|')[0]}".rpartition(".")[0] + "." in wanted or "torch.Tensor." in wanted]
    return statuses(evaluate(chosen, progress=progress_bar))


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        raise SystemExit("usage: python -m compat_tests.coverage --write")
    measured = measure()
    PAGE.write_text(page(measured))
    STORED.write_text(stored(measured))
