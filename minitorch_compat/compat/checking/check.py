"""`check PATH...`: read programs and report, for each use of torch, whether it works here. Nothing is imported or run.

The status of names is that of the measurements (`name_status.py`). Methods are reported only where the object certainly is a tensor or a
module; code under `if torch.cuda.is_available():` and the like is not reached here, and not reported.
"""
from __future__ import annotations

import argparse
import ast
import json
import re
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..._version import __version__, torch_version
from . import name_status
from .name_status import NO, PARTLY, WORKS

UNKNOWN = "unknown"
#: Devices that do not exist in a CPU build.
_DEVICES = frozenset({"cuda", "mps", "xpu", "mtia", "hpu", "xla", "npu", "tpu"})
#: Functions that return whether a device or a feature exists, all of which return False here: code under them is not reached.
_AVAILABILITY_CHECKS = ("is_available", "is_bf16_supported", "is_initialized", "is_built", "device_count")
_TENSOR, _MODULE = "torch.Tensor", "torch.nn.Module"
#: Methods of modules that return the module.
_METHODS_RETURNING_SELF = frozenset({"to", "eval", "train", "cpu", "cuda", "float", "double", "half", "requires_grad_"})
_SKIPPED_DIRECTORIES = frozenset({".git", ".venv", "venv", "node_modules", "__pycache__", ".tox", ".nox", "site-packages", "build", "dist"})


@dataclass(frozen=True)
class Use:
    """One use of a torch name: its position and its status here."""

    path: str
    line: int
    column: int
    name: str
    status: str
    missing: str = ""
    advice: str = ""

    def __str__(self) -> str:
        says = {WORKS: f"works, but for {self.missing}" if self.missing else "works", PARTLY: f"partly ({self.missing})", NO: "no",
                UNKNOWN: "PyTorch 2.13 has no such name"}[self.status]
        return f"{self.path}:{self.line}:{self.column}: {self.name}: {says}" + (f". {self.advice}" if self.advice else "")


class _Scope:
    """What the names of a function, class or module refer to: a torch name, an instance of one (`instance`), or anything else (None)."""

    names: dict[str, tuple[str, bool] | None]

    def __init__(self, parent: _Scope | None) -> None:
        self.parent, self.names = parent, dict[str, tuple[str, bool] | None]()

    def find(self, name: str) -> tuple[str, bool] | None:
        scope: _Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None


class TorchUseVisitor(ast.NodeVisitor):
    """Finds the uses of torch in one file."""

    uses: list[Use]

    def __init__(self, path: str) -> None:
        self.path, self.uses = path, list[Use]()
        self.scope: _Scope = _Scope(None)
        self.seen: set[tuple[int, int, str]] = set()
        #: Whether the code being read only names a class, as annotations and `isinstance` do, which is possible for unimplemented ones.
        self.in_annotation = False

    # Imports ---------------------------------------------------------------------------------------------------------------------------

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            full = _torch_module(alias.name)
            if full is not None:
                self.scope.names[alias.asname or alias.name.partition(".")[0]] = (full if alias.asname else full.partition(".")[0], False)
                if full != "torch":
                    self.report(node, full)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = _torch_module(node.module or "") if not node.level else None
        for alias in node.names:
            if module is None:
                self.scope.names[alias.asname or alias.name] = None
            elif alias.name == "*":
                names = [name for name in name_status.namespaces().get(module, {}) if name[0] != "_"]
                self.scope.names.update({name: (f"{module}.{name}", False) for name in names})
            else:
                self.scope.names[alias.asname or alias.name] = (f"{module}.{alias.name}", False)
                with self.annotation_context():  # importing an unimplemented name works; its uses are reported
                    self.report(node, f"{module}.{alias.name}")

    # What names refer to ----------------------------------------------------------------------------------------------------------------

    def referent(self, node: ast.AST | None) -> tuple[str, bool] | None:
        """The torch name that an expression refers to, and whether it is an instance of that (a tensor, a module) or the object itself."""
        if isinstance(node, ast.Name):
            return self.scope.find(node.id)
        if isinstance(node, ast.Attribute):
            inner = self.referent(node.value)
            if inner is None:
                return None
            name, instance = inner
            if not instance:
                return f"{name}.{node.attr}", False
            return (_TENSOR, True) if name == _TENSOR and node.attr in ("T", "mT", "H", "mH", "data", "real", "imag") else None
        if isinstance(node, ast.Call):
            return self.call_result(node)
        if isinstance(node, ast.BinOp):
            sides = (self.referent(node.left), self.referent(node.right))
            return (_TENSOR, True) if (_TENSOR, True) in sides else None
        if isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not) or isinstance(node, ast.Subscript):
            inner = self.referent(node.operand if isinstance(node, ast.UnaryOp) else node.value)
            return inner if inner == (_TENSOR, True) else None
        return None

    def call_result(self, node: ast.Call) -> tuple[str, bool] | None:
        """What a call returns, if that is certain."""
        if isinstance(node.func, ast.Attribute):
            receiver = self.referent(node.func.value)
            if receiver is not None and receiver[1]:
                full = f"{receiver[0]}.{node.func.attr}"
                if receiver[0] == _TENSOR:
                    return (_TENSOR, True) if name_status.returns_tensor(full) else None
                return receiver if node.func.attr in _METHODS_RETURNING_SELF else None
        function = self.referent(node.func)
        if function is None or function[1]:
            return None
        if name_status.returns_tensor(function[0]):
            return _TENSOR, True
        value = name_status.resolve(function[0])
        if isinstance(value, type) and issubclass(value, name_status.resolve(_MODULE)):
            return function[0], True
        return None

    # Uses -------------------------------------------------------------------------------------------------------------------------------

    def visit_Attribute(self, node: ast.Attribute) -> None:
        referent = self.referent(node.value)
        if referent is None:
            self.visit(node.value)
            return
        name, instance = referent
        if instance:
            self.visit(node.value)
            self.report(node, f"{name}.{node.attr}" if name == _TENSOR else f"{_MODULE}.{node.attr}", method=True)
        elif not isinstance(node.value, (ast.Name, ast.Attribute)):
            self.visit(node.value)
        else:
            self.report(node, f"{name}.{node.attr}")

    def visit_Name(self, node: ast.Name) -> None:
        referent = self.scope.find(node.id)
        if referent is None or referent[1] or not isinstance(node.ctx, ast.Load):
            return
        if referent[0].count(".") and name_status.look_up(referent[0]) != (WORKS, ""):
            self.report(node, referent[0])

    def visit_Call(self, node: ast.Call) -> None:
        self.report_devices(node)
        if isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "issubclass") and len(node.args) == 2:
            self.visit(node.args[0])
            with self.annotation_context():
                self.visit(node.args[1])
        else:
            self.generic_visit(node)

    @contextmanager
    def annotation_context(self) -> Iterator[None]:
        before, self.in_annotation = self.in_annotation, True
        try:
            yield
        finally:
            self.in_annotation = before

    def report_devices(self, node: ast.Call) -> None:
        """Report devices that do not exist, in a call's arguments or as its method."""
        function = node.func
        receiver = self.referent(function.value) if isinstance(function, ast.Attribute) else None
        referent = self.referent(function)
        device_arguments = [k.value for k in node.keywords if k.arg == "device"]
        if referent is not None and not referent[1] and referent[0] in ("torch.device", "torch.set_default_device"):
            device_arguments += node.args[:1]
        if receiver is not None and receiver[1] and isinstance(function, ast.Attribute):
            if function.attr == "to":
                device_arguments += node.args[:1]
            elif function.attr in _DEVICES:
                owner = _TENSOR if receiver[0] == _TENSOR else _MODULE
                self.add_use(function, f"{owner}.{function.attr}", NO, "", name_status.advice("torch.Tensor.cuda"))
        elif referent is None and receiver is None:
            return  # as far as known, not a function of torch
        for value in device_arguments:
            if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value.partition(":")[0] in _DEVICES:
                self.add_use(value, f"device {value.value!r}", NO, "", name_status.advice("torch.cuda"))

    def report(self, node: ast.AST, full: str, method: bool = False) -> None:
        """Record a use; `full` may extend beyond the names of torch, as in `torch.float32.itemsize`."""
        if full.rpartition(".")[2] in ("__version__", "__file__", "__name__", "__doc__"):
            return
        known = name_status.look_up(full)
        if known is None and not method:
            parent, _, attribute = full.rpartition(".")
            parent_status = name_status.look_up(parent)
            if parent_status is not None and parent_status[0] == NO:
                full, known = parent, parent_status
            elif parent_status is not None and (parent == "torch" or parent in name_status.namespaces()) and not attribute.startswith("__"):
                self.add_use(node, full, UNKNOWN, "", "")
                return
        if known is not None:
            status = WORKS if known[0] == PARTLY and _is_rare(known[1]) or known[0] == NO and self.in_annotation else known[0]
            self.add_use(node, full, status, known[1], name_status.advice(full) if status == NO else "")

    def add_use(self, node: Any, name: str, status: str, missing: str, advice: str) -> None:
        if (node.lineno, node.col_offset, name) not in self.seen:
            self.seen.add((node.lineno, node.col_offset, name))
            self.uses.append(Use(self.path, node.lineno, node.col_offset + 1, name, status, missing, advice))

    # Scopes -----------------------------------------------------------------------------------------------------------------------------

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        arguments = node.args
        body = [node.body] if isinstance(node, ast.Lambda) else node.body
        if not isinstance(node, ast.Lambda):
            self.scope.names[node.name] = None
            self.visit_all(node.decorator_list)
            with self.annotation_context():
                self.visit_all([node.returns])
        all_arguments = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        self.visit_all([*arguments.defaults, *arguments.kw_defaults])
        with self.annotation_context():
            self.visit_all([a.annotation for a in all_arguments if a is not None])
        self.scope = _Scope(self.scope)
        for a in all_arguments:
            if a is not None:
                referent = self.referent(a.annotation) if a not in (arguments.vararg, arguments.kwarg) else None
                self.scope.names[a.arg] = (_TENSOR, True) if referent == (_TENSOR, False) else None
        self.visit_all(body)
        assert self.scope.parent is not None
        self.scope = self.scope.parent

    visit_AsyncFunctionDef = visit_FunctionDef
    visit_Lambda = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.visit_all([*node.decorator_list, *node.bases, *node.keywords])
        self.scope.names[node.name] = None
        self.scope = _Scope(self.scope)
        self.visit_all(node.body)
        assert self.scope.parent is not None
        self.scope = self.scope.parent

    def bind(self, target: ast.AST, value: tuple[str, bool] | None) -> None:
        if isinstance(target, ast.Name):
            self.scope.names[target.id] = value
        else:
            for inner in ast.walk(target):
                if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                    self.scope.names[inner.id] = None
            self.visit(target)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        value = self.referent(node.value)
        for target in node.targets:
            self.bind(target, value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        with self.annotation_context():
            self.visit_all([node.annotation])
        self.visit_all([node.value])
        annotated = self.referent(node.annotation)
        self.bind(node.target, (_TENSOR, True) if annotated == (_TENSOR, False) else self.referent(node.value))

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        self.visit(node.iter)
        referent = self.referent(node.iter)
        self.bind(node.target, referent if referent == (_TENSOR, True) else None)
        self.visit_all([*node.body, *node.orelse])

    visit_AsyncFor = visit_For

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        self.bind(node.target, self.referent(node.value))

    def visit_With(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            self.visit(item.context_expr)
            if item.optional_vars is not None:
                self.bind(item.optional_vars, None)
        self.visit_all(node.body)

    visit_AsyncWith = visit_With

    def visit_all(self, nodes: Iterable[ast.AST | None]) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node)

    # Unreachable code ---------------------------------------------------------------------------------------------------------------------

    def visit_If(self, node: ast.If | ast.IfExp) -> None:
        self.visit(node.test)
        body = [node.body] if isinstance(node, ast.IfExp) else node.body
        orelse = [node.orelse] if isinstance(node, ast.IfExp) else node.orelse
        answer = self.static_truth(node.test)
        self.visit_all([] if answer is False else body)
        self.visit_all([] if answer is True else orelse)

    visit_IfExp = visit_If

    def static_truth(self, test: ast.AST) -> bool | None:
        """The truth value of a condition here, if that is known."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            answer = self.static_truth(test.operand)
            return None if answer is None else not answer
        if isinstance(test, ast.BoolOp):
            answers = [self.static_truth(value) for value in test.values]
            decisive = isinstance(test.op, ast.Or)
            return decisive if decisive in answers else (not decisive) if all(a is (not decisive) for a in answers) else None
        if isinstance(test, ast.Compare):
            return self.static_truth(test.left) if isinstance(test.ops[0], (ast.Gt, ast.GtE)) else None
        if isinstance(test, ast.Call):
            name = (self.referent(test.func) or ("", False))[0]
            if name.rpartition(".")[2] in _AVAILABILITY_CHECKS and name.split(".")[:2] != ["torch", "distributed"] and name.count(".") > 1:
                return False if not name.startswith(("torch.cpu", "torch.backends.mkl", "torch.backends.openmp")) else None
            if isinstance(test.func, ast.Name) and test.func.id == "hasattr" and len(test.args) == 2:
                return self.has_attribute(*test.args)
        if isinstance(test, ast.Name) and test.id == "TYPE_CHECKING" or isinstance(test, ast.Attribute) and test.attr == "TYPE_CHECKING":
            return None
        return None

    def has_attribute(self, owner: ast.expr, name: ast.expr) -> bool | None:
        referent = self.referent(owner)
        if referent is None or not isinstance(name, ast.Constant) or not isinstance(name.value, str):
            return None
        return name_status.look_up(f"{referent[0]}.{name.value}") is not None

    def visit_Try(self, node: ast.Try | Any) -> None:
        """Do not report as missing what the program handles itself, for example by `except ImportError`."""
        is_guarded = any(_catches(handler) for handler in node.handlers)
        first = len(self.uses)
        self.visit_all(node.body)
        if is_guarded:
            self.uses[first:] = [use for use in self.uses[first:] if use.status not in (NO, UNKNOWN)]
        self.visit_all([*node.handlers, *node.orelse, *node.finalbody])

    visit_TryStar = visit_Try


def _torch_module(name: str) -> str | None:
    """torch's name of an imported module of torch or of this package."""
    first, _, rest = name.partition(".")
    if first not in ("torch", name_status.PACKAGE):
        return None
    return f"torch.{rest}" if rest else "torch"


def _is_rare(missing: str) -> bool:
    """Whether at most one program in twenty is affected, which is not worth reporting."""
    counts = re.fullmatch(r"(\d+) of (\d+) programs", missing)
    return counts is not None and 20 * int(counts[1]) <= int(counts[2])


def _catches(handler: ast.ExceptHandler) -> bool:
    """Whether a handler catches the errors of missing names."""
    if handler.type is None:
        return True
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    caught_errors = {"ImportError", "ModuleNotFoundError", "AttributeError", "NotImplementedError", "Exception", "RuntimeError"}
    return any(isinstance(kind, ast.Name) and kind.id in caught_errors for kind in kinds)


def check_source(source: str, path: str = "<string>") -> list[Use]:
    """Return every use of torch in the source text. SyntaxError if it cannot be parsed.

    >>> [use.status for use in check_source("import torch\\ntorch.sin(torch.ones(2))")]
    ['works', 'works']
    """
    reader = TorchUseVisitor(path)
    reader.visit(ast.parse(source, path))
    return sorted(reader.uses, key=lambda use: (use.line, use.column))


def files_under(paths: Iterable[str]) -> Iterator[Path]:
    """The Python files and notebooks named, and those in the directories named."""
    for path in map(Path, paths):
        if not path.is_dir():
            yield path
            continue
        for inner in sorted(path.rglob("*")):
            hidden = _SKIPPED_DIRECTORIES & set(inner.relative_to(path).parts[:-1])
            if inner.suffix in (".py", ".ipynb") and inner.is_file() and not hidden:
                yield inner


def source_of(path: Path) -> str:
    """The source text of a file; of a notebook the code of its cells, without IPython's own commands."""
    if path.suffix != ".ipynb":
        import tokenize

        with tokenize.open(path) as file:
            return file.read()
    cells = json.loads(path.read_text(encoding="utf-8")).get("cells", [])
    lines = [line for cell in cells if cell.get("cell_type") == "code" for line in "".join(cell["source"]).splitlines()]
    return "\n".join("" if line.lstrip()[:1] in ("%", "!", "?") else line for line in lines) + "\n"


def check(argv: list[str]) -> int:
    """`check PATH... [--json | --sarif | --html] [--all]`: exit code 1 if a name is used that does not work."""
    parser = argparse.ArgumentParser(prog="python -m minitorch_compat check", description="Read programs, and tell what of torch they use "
                                     "works here. Exit code 0: nothing is missing; 1: something is; 2: something could not be read.")
    parser.add_argument("paths", nargs="+", metavar="PATH", help="Python files, notebooks, or directories of them")
    form = parser.add_mutually_exclusive_group()
    for name, what in (("json", "JSON"), ("sarif", "SARIF, for code scanning"), ("html", "a page of HTML")):
        form.add_argument(f"--{name}", dest="form", action="store_const", const=name, help=f"print {what}")
    parser.add_argument("--all", action="store_true", help="list what works, too")
    options = parser.parse_args(argv)
    uses, unread, count = _check_files(options.paths)
    for message in unread:
        print(f"check: {message}", file=sys.stderr)
    from . import reports as check_reports

    print(check_reports.FORMS[options.form or "text"](uses, count, options.all))
    return 1 if any(use.status == NO for use in uses) else 2 if unread else 0


def _check_files(paths: list[str]) -> tuple[list[Use], list[str], int]:
    """The uses, the files that could not be read, and the number of those that could; prints progress if it takes long."""
    uses, unread, count, last_report = list[Use](), list[str](), 0, time.monotonic()
    files = list(files_under(paths))
    for number, path in enumerate(files):
        if time.monotonic() - last_report > 2:
            last_report = time.monotonic()
            print(f"check: {number} of {len(files)} files read", file=sys.stderr)
        try:
            uses += check_source(source_of(path), str(path))
            count += 1
        except (OSError, SyntaxError, ValueError, RecursionError) as error:
            unread.append(f"cannot read {path}: {error}")
    return uses, unread, count


def as_dict(use: Use) -> dict[str, Any]:
    return asdict(use)


__all__ = ["NO", "PARTLY", "UNKNOWN", "WORKS", "Use", "__version__", "as_dict", "check", "check_source", "torch_version"]
