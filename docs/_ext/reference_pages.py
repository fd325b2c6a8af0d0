"""A page for every public name, made from its docstring: signature, what the measurements say of it, text, example, PyTorch's page.

Pages are written to `docs/reference/<namespace>/<name>.md` when a build begins; they are not checked in.
"""
from __future__ import annotations

import html
import inspect
import itertools
import json
import re
from pathlib import Path
from typing import Any

from compat_tests.docs import catalogue

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "reference"
STABLE = "https://docs.pytorch.org/docs/stable"
#: What the badge says of a name.
SAID = {"works": "works as in PyTorch, measured", "partly": "partly", "there": "there; no recorded program measures it",
        "no": "raises UnsupportedError"}
#: Where PyTorch has no page of its own for the names of a namespace.
PAGES = {"torch.utils.data": "data.html", "torch.utils.checkpoint": "checkpoint.html", "torch.distributions": "distributions.html",
         "torch.fx": "fx.html", "torch.library": "library.html", "torch.overrides": "torch.overrides.html",
         "torch.profiler": "profiler.html", "torch.testing": "testing.html", "torch.amp": "amp.html", "torch.random": "random.html",
         "torch.nn.init": "nn.init.html", "torch.linalg": "linalg.html", "torch.special": "special.html",
         "torch.serialization": "notes/serialization.html"}


#: What takes anything.
VARIED = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD


def status_of() -> dict[str, tuple[str, str]]:
    """Full name -> (works, partly, there, no; what is missing), from the last measurements."""
    stored = json.loads((ROOT / "minitorch_compat/compat/coverage.json").read_text())
    found = {}
    for space, kinds in stored["namespaces"].items():
        for kind, names in kinds.items():
            for name in names if isinstance(names, dict) else names.split():
                found[f"{space}.{name}"] = kind, names[name] if isinstance(names, dict) else ""
    return found


def pytorchs_page(entry: catalogue.Entry) -> str:
    """The address of PyTorch's page."""
    for space, page in PAGES.items():
        if entry.space.startswith(space) and (space not in ("torch.linalg",)):
            return f"{STABLE}/{page}#{entry.full}"
    if entry.full == "torch.Tensor":
        return f"{STABLE}/tensors.html"
    return f"{STABLE}/generated/{entry.full}.html"


def file_names(names: list[str]) -> dict[str, str]:
    """Name -> name of its file: files that differ in the case of letters alone are one on many machines."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in sorted(names, key=lambda name: (name != name.lower(), name)):
        stem = name
        while stem.lower() in taken:
            stem += "-1"
        taken.add(stem.lower())
        found[name] = stem
    return found


def markdown(text: str) -> str:
    """Prose of a docstring as MyST: what would be HTML or a role is text."""
    lines, fenced = [], False
    for line in text.split("\n"):
        if line.startswith("    ") and line.strip():
            if not fenced and (not lines or not lines[-1].strip()):
                lines.append("```text")
                fenced = True
            lines.append(line[4:] if fenced else escaped(line))
            continue
        if fenced and line.strip():
            while lines[-1] == "":
                lines.pop()
            lines += ["```", ""]
            fenced = False
        lines.append(escaped(line) if not fenced else line)
    if fenced:
        while lines[-1] == "":
            lines.pop()
        lines.append("```")
    return "\n".join(lines)


def escaped(line: str) -> str:
    """A line of prose: outside of code nothing is markup but emphasis by pairs of stars around words."""
    parts = re.split(r"(``.*?``|`[^`]*`)", line)
    for i in range(0, len(parts), 2):
        part = parts[i].replace("<", "&lt;").replace("\\", "\\\\")
        part = re.sub(r"[*_~|\[\]$]", lambda m: "\\" + m[0], part)
        parts[i] = re.sub(r"^(\s*)(#|\+ |>|=+\s*$|-+\s*$)", r"\1\\\2", part) if i == 0 else part
    return "".join(parts)


def described(text: str) -> str:
    """A section of entries, `name : type` with lines below, as a definition list."""
    entries: list[tuple[str, list[str]]] = []
    for line in text.split("\n"):
        if line[:1].strip():
            entries.append((line, []))
        elif entries:
            entries[-1][1].append(line)
    made = []
    for head, lines in entries:
        names, colon, kind = head.partition(" :")
        term = f"`{names.strip('`')}`" + (f" : {escaped(kind.strip())}" if colon else "")
        body = markdown(inspect.cleandoc("\n".join(["", *lines]))).strip() or "…"
        indented = ("\n".join("  " + line if line else "" for line in body.split("\n"))).lstrip()
        made.append(f"{term}\n: {indented}\n")
    return "\n".join(made)


def returned(text: str) -> str:
    """The section of what is returned; prose stays prose."""
    lines = text.split("\n")
    return described(text) if any(line.startswith("    ") for line in lines[1:]) else markdown(text)


def examples(text: str) -> str:
    """Examples, with the prose between them."""
    blocks, made = re.split(r"\n\s*\n", text), []
    for block in blocks:
        if block.startswith(">>>"):
            made.append(f"```pycon\n{block}\n```")
        else:
            made.append(markdown(block))
    return "\n\n".join(made)


def reference(line: str, entry: catalogue.Entry) -> str:
    """A line of `References`; PyTorch's page as a link."""
    found = re.match(r"PyTorch: (.*?)\.?$", line.strip().replace("`", ""))
    return f"PyTorch: [{found[1]}]({pytorchs_page(entry)})" if found else markdown(line.strip())


def body_of(entry: catalogue.Entry, fence: str = "") -> str:
    """The text below a signature."""
    told = catalogue.parsed(entry.text)
    parts = [markdown(told.summary), markdown(told.body)]
    for title, text in told.sections.items():
        if title in ("Parameters", "Other Parameters", "Attributes", "Raises", "Warns"):
            content = described(text)
        elif title in ("Returns", "Yields"):
            content = returned(text)
        elif title == "Examples":
            content = examples(text)
        elif title == "References":
            content = "\n\n".join(reference(line, entry) for line in re.split(r"\n(?=\S)", text) if line.strip())
        else:
            content = markdown(text)
        parts.append(f"```{{rubric}} {title}\n```\n\n{content}")
    if "References" not in told.sections and entry.owner is None:
        parts.append(f"[PyTorch's page of {entry.full}]({pytorchs_page(entry)})")
    return "\n\n".join(part for part in parts if part.strip())


def signature(entry: catalogue.Entry) -> str:
    """The signature, without `self` and without annotations that say nothing."""
    if entry.kind in ("property", "exception"):
        return ""
    found = catalogue.signature_of(entry.value)
    if found is None:
        return "(...)"
    anything = tuple(p.kind for p in found.parameters.values() if p.name != "self") == VARIED
    if anything and (told := told_signature(entry)):
        return told
    parameters = [p.replace(annotation=p.empty, default=p.default if p.default is p.empty else Default(p.default))
                  for p in found.parameters.values() if p.name not in ("self", "cls")]
    return str(inspect.Signature(parameters))


def told_signature(entry: catalogue.Entry) -> str:
    """The signature that the docstring tells, where Python knows only that a function takes anything, as PyTorch's does."""
    heads = [line for line in catalogue.parsed(entry.text).sections.get("Parameters", "").split("\n") if line[:1].strip()]
    shown = []
    for names, _, kind in (head.partition(" : ") for head in heads):
        default = re.search(r"default (\S+)$", kind)
        end = f"={default[1]}" if default else "=None" if kind.endswith("optional") else ""
        shown += [name.strip("` ") + end for name in names.split(",")]
    in_order = not any("=" in a and "=" not in b and "*" not in b for a, b in itertools.pairwise(shown))
    return f"({', '.join(shown)})" if shown and in_order else ""


class Default:
    """A default as it is written: without addresses and the package's own name."""

    def __init__(self, value: Any) -> None:
        self.text = value.__name__ if isinstance(value, type) or inspect.isfunction(value) else repr(value)

    def __repr__(self) -> str:
        return re.sub(r"<(\S+) .*>", r"\1", self.text.replace("minitorch_compat", "torch"))


def directive(entry: catalogue.Entry, colons: int, inner: str = "") -> str:
    """The entry as a directive of the Python domain, which the index and the search know."""
    kind = {"method": "method", "function": "function", "property": "attribute", "class": "class", "exception": "exception"}[entry.kind]
    if entry.space == "torch.Tensor" and kind == "function":
        kind = "method"
    fence = ":" * colons
    return f"{fence}{{py:{kind}}} {entry.full}{signature(entry)}\n\n{body_of(entry)}\n{inner}\n{fence}\n"


def differs(entry: catalogue.Entry, known: dict[str, list[str]]) -> str:
    """What the conformance suite knows to differ."""
    if entry.full not in known:
        return ""
    return "```{rubric} Differs from PyTorch\n```\n\n" + "\n".join(f"- {escaped(told)}" for told in known[entry.full]) + "\n\n"


def page_of(entry: catalogue.Entry, statuses: dict[str, tuple[str, str]], known: dict[str, list[str]]) -> str:
    """The page of a name."""
    kind, missing = statuses.get(entry.full, ("there", ""))
    missing = re.sub(r"(\d+) of (\d+) programs", r"\1 of the \2 recorded programs that use it differ somewhere", missing)
    said = SAID[kind] + (f": {html.escape(missing)}" if missing else "")
    badge = f'```{{raw}} html\n<p class="coverage {kind}">{said}</p>\n```'
    inner = "".join("\n" + directive(member, 4) for member in catalogue.members(entry))
    return (f"---\norphan: true\n---\n\n# {entry.full.replace('_', chr(92) + '_')}\n\n{badge}\n\n{directive(entry, 5, inner)}\n\n"
            f"{differs(entry, known)}All names of [{entry.space}](index.md) · [differences from PyTorch](../../guide/differences.md)\n")


def write_pages(app: Any) -> None:
    """Write all pages, those that changed anew."""
    from measured_pages import known_differences

    statuses, known, pages = status_of(), known_differences(), {}
    by_space: dict[str, list[catalogue.Entry]] = {}
    for entry in catalogue.entries():
        by_space.setdefault(entry.space, []).append(entry)
    for space, entries in by_space.items():
        stems = file_names([entry.name for entry in entries])
        rows = []
        for entry in entries:
            stem = stems[entry.name]
            pages[f"{space}/{'names-' * (stem == 'index')}{stem}.md"] = page_of(entry, statuses, known)
            summary = markdown(catalogue.parsed(entry.text).summary).replace("|", "\\|")
            kind = statuses.get(entry.full, ("there", ""))[0]
            rows.append(f"| [`{entry.name}`]({'names-' * (stem == 'index')}{stem}.md) | {kind} | {summary} |")
        pages[f"{space}/index.md"] = "\n".join([f"# {space}", "", "| name | measured | |", "|---|---|---|", *rows, ""])
    contents = "\n".join(f"{space}/index" for space in by_space)
    pages["index.md"] = (
        "# Reference\n\nEvery public name, with its signature, what the measurements against PyTorch say of it, and examples that have "
        "been run here\nand there; they take `import torch`, `import torch.nn.functional as F` and `import numpy as np` as done. "
        "The {ref}`index <genindex>` has them all in one list; pages on autograd and its tools at length are in "
        f"the [API guides](../api/README.md).\n\n```{{toctree}}\n:maxdepth: 1\n\n{contents}\n```\n")
    for name, text in pages.items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for path in FOLDER.rglob("*.md"):
        if path.relative_to(FOLDER).as_posix() not in pages:
            path.unlink()


def setup(app: Any) -> dict[str, bool]:
    app.connect("builder-inited", write_pages, priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
