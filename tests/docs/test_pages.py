"""The pages of docs/: examples run, links resolve, and the API reference has every name with the signature of the code."""
from __future__ import annotations

import importlib
import inspect
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import minitorch_compat as torch
from minitorch_compat.func import __all__ as FUNC
from tests.autograd.nodes.test_names import NAMES
from tests.many_cases import for_each

ROOT = Path(__file__).parents[2]
API = sorted((ROOT / "docs" / "api").glob("*.md"))
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/guide").glob("*.md")), *API]
#: What the build of the site makes.
MADE, GRID = ROOT / "docs" / "reference", ROOT / "docs" / "measured" / "grid.md"
#: Their blocks are excerpts of the package's own source, not programs.
EXCERPTS = {"add-an-op.md", "architecture.md"}
#: Modules with a page, and the modules below them that are a section of their own or belong to differentiation.md.
MODULES = ["autograd", "autograd.function", "autograd.forward_ad", "autograd.functional", "autograd.gradcheck", "autograd.grad_mode",
           "autograd.anomaly_mode", "autograd.graph", "autograd.variable", "autograd.profiler", "autograd.profiler_util", "profiler",
           "utils.checkpoint", "library", "sparse", "ops", "func", "compat", "frontends.libtorch", "frontends.oneflow",
           "frontends.oneflow_early", "frontends.torch_1_0"]
SUBMODULES = {"forward_ad", "function", "functional", "graph", "grad_mode", "profiler", "profiler_util"}
NOT_BUILT = {"rearrange", "replace_all_batch_norm_modules_"}  # names of torch.func; the page says so


def page_id(page):
    return str(page.relative_to(ROOT))


def module_of(title):
    """The module that a heading names; some are hidden by a function of the same name, so that attributes would not do."""
    name = re.sub(r"^torch\b", "minitorch_compat", title)
    importlib.import_module(name)
    return sys.modules[name]


def entries():
    """(page, module, dotted name, signature or None) of every bold line below a heading that is a module."""
    for page in API:
        module = None
        for line in page.read_text().splitlines():
            if heading := re.match(r"## `([\w.]+)`$", line):
                module = module_of(heading[1])
            elif entry := re.match(r"\*\*`([\w.]+)(\(.*\))?`\*\*", line):
                yield page, module, entry[1], entry[2]


ENTRIES = list(entries())


def resolve(module, dotted):
    value = module
    for part in dotted.split("."):
        value = getattr(value, part)
    return value


def plain_signature(value):
    """The signature without annotations: names, kinds and defaults."""
    found = inspect.signature(value)
    parameters = [p.replace(annotation=p.empty) for p in found.parameters.values()]
    return re.sub(r"<function (\w+) at 0x\w+>", r"\1", str(found.replace(parameters=parameters, return_annotation=found.empty)))


@pytest.mark.parametrize("page", [p for p in PAGES if p.name not in EXCERPTS and "```python" in p.read_text()], ids=page_id)
def test_examples(page):
    space: dict[str, object] = {"__name__": "page"}
    try:
        for match in re.finditer(r"^```python\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE):
            line = page.read_text()[:match.start(1)].count("\n")
            exec(compile("\n" * line + match[1], str(page), "exec"), space)
    finally:
        while torch.is_active():  # a page that shows `install()` leaves it so
            torch.uninstall()


def test_there_are_examples():
    assert sum(p.read_text().count("```python") for p in PAGES) >= 30


@for_each([entry for entry in ENTRIES if entry[3]])
def test_signature(page, module, name, signature):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert signature == plain_signature(resolve(module, name)), f"{page.name}: {module.__name__}.{name}"


@pytest.mark.parametrize("page", [p for p in API if p.name.startswith(("autograd", "checkpoint", "frontends"))], ids=page_id)
def test_every_entry_is_shown_at_work(page):
    code = "\n".join(re.findall(r"^```python\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE))
    names = [name for where, _, name, _ in ENTRIES if where == page]
    assert [name for name in names if not re.search(rf"\b{name.rpartition('.')[2]}\b", code)] == []


def expected():
    """(module, name) of what must have an entry: PyTorch's names, and those that a module says it has."""
    for path in MODULES:
        names = {*NAMES.get(path, "").split(), *getattr(module_of(f"torch.{path}"), "__all__", ())}
        yield from ((path, name) for name in sorted(names - SUBMODULES))
    yield from (("func", name) for name in sorted(NOT_BUILT))


@for_each(list(expected()))
def test_every_name_has_an_entry(path, name):
    """An entry counts wherever the same object has one: `no_grad` is in autograd, grad_mode and torch_1_0."""
    value = resolve(module_of(f"torch.{path}"), name)
    assert any(entry == name and resolve(module, entry) is value for _, module, entry, _ in ENTRIES), f"no entry for {path}.{name}"


def test_names_of_func():
    assert {name for _, module, name, _ in ENTRIES if module.__name__ == "minitorch_compat.func"} == {*FUNC, *NOT_BUILT}


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_links(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    targets = [t.split("#")[0] for t in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in t]
    assert [t for t in targets if t and not (page.parent / t).exists() and not (page.parent / t).resolve().is_relative_to(MADE)
            and (page.parent / t).resolve() != GRID] == []


def test_index_links_every_page():
    text = (ROOT / "docs" / "api" / "README.md").read_text()
    linked = {(ROOT / "docs" / "api" / t).resolve() for t in re.findall(r"\]\(([^)]+)\)", text)}
    for page in sorted((ROOT / "docs").rglob("*.md")):  # the site's contents are an index, too
        for tree in re.findall(r"^```\{toctree\}\n(.*?)^```", page.read_text(), flags=re.DOTALL | re.MULTILINE):
            linked |= {(page.parent / f"{line}.md").resolve() for line in tree.split() if not line.startswith(":")}
    assert {p for p in PAGES if p.name not in ("README.md", "index.md")} <= linked


@pytest.mark.parametrize("page", API, ids=page_id)
def test_length(page):
    assert len(page.read_text().splitlines()) <= 250


def test_nothing_else_lies_at_the_top():
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone: what belongs to the project cannot be told from what was made here")
    command = ["git", "-c", "safe.directory=*", "ls-files"]
    tracked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    top = {name.partition("/")[0] for name in tracked}
    assert {name for name in top if not name.startswith(".")} == {
        "pyproject.toml", "MANIFEST.in", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "SECURITY.md",
        "minitorch_compat", "tests", "compat_tests", "docs"}


@pytest.mark.parametrize("page", ["architecture.md", "add-an-op.md", "conformance.md"])
def test_files_and_folders_that_a_page_names_exist(page):
    """By their ends: a page names rooms and modules without the layer that it speaks of."""
    named = re.findall(r"`([\w./-]+?(?:\.(?:py|json|md|txt|xz)|/))(?::\w+)?`", (ROOT / "docs" / page).read_text())
    paths = [f"/{path.relative_to(ROOT)}{'/' * path.is_dir()}" for folder in ("minitorch_compat", "tests", "compat_tests", "docs")
             for path in [ROOT / folder, *(ROOT / folder).rglob("*")]]
    assert len(named) > 10 and [name for name in set(named) if not any(path.endswith(f"/{name}") for path in paths)] == []


EXCERPT = re.compile(r"^```\{literalinclude\} (\S+)\n(.*?)^```", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", sorted((ROOT / "docs/learn").glob("*.md")), ids=page_id)
def test_code_that_a_page_shows_exists(page):
    for path, options in EXCERPT.findall(page.read_text()):
        text = (page.parent / path).read_text()
        for name in re.findall(r":pyobject: (\S+)", options):
            assert re.search(rf"^\s*(?:def|class) {name.rpartition('.')[2]}\b", text, flags=re.MULTILINE), (path, name)


def test_tables_of_benchmarks_are_those_that_are_drawn():
    found, section = set(), ""
    for line in (ROOT / "docs/benchmarks.md").read_text().splitlines():
        section = line.strip("# ") if line.startswith("#") else section
        if line.startswith(("| group |", "| workload |")):
            found.add((section if "group" in line else "", line))
    assert found == {("Measured", "| group | threads | workloads | goal | measured | met |"), ("", "| workload | ours | PyTorch | ratio |")}
