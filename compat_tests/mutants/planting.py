"""Faults drawn from syntax trees: their positions, and the source with a fault."""
from __future__ import annotations

import ast
import difflib
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PACKAGE = "minitorch_compat"
#: The files in which faults are planted.
LAYERS = ("_array", "_ops", "_dispatch", "_engine", "nn", "optim", "distributions", "_serialization")
EQUIVALENT = Path(__file__).with_name("equivalent.txt")

COMPARISONS = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"), ast.In: ("in", "not in"), ast.NotIn: ("not in", "in")}
OPERATORS = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "/"), ast.Div: ("/", "*"), ast.FloorDiv: ("//", "*"), ast.Mod: ("%", "//"),
    ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"), ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"), ast.Pow: ("**", "*")}
#: Functions that are symmetric in their first two arguments.
COMMUTATIVE = frozenset({
    "add", "multiply", "mul", "maximum", "minimum", "max", "min", "logical_and", "logical_or", "bitwise_and", "bitwise_or", "bitwise_xor",
    "equal", "not_equal", "hypot", "gcd", "lcm", "result_type", "promote_types", "array_equal"})


@dataclass(frozen=True)
class Mutant:
    """One fault: bytes `start` to `end` of a module's source become `after`."""

    path: str  # from the root of the checkout
    function: str  # dotted; empty at the module's own level
    line: int
    kind: str
    start: int
    end: int
    before: str
    after: str
    number: int = 0  # among equal ones of the function
    at_import: bool = False  # at a module's top level, in a class or in a default
    words: tuple[str, ...] = ()  # names in the statements and calls around it, outside of functions

    @property
    def layer(self) -> str:
        return self.path.split("/")[1].removesuffix(".py")

    @property
    def key(self) -> str:
        """Its name in the list of equivalents, which does not depend on line numbers."""
        text = " ".join(f"{self.path}:{self.function} {self.kind}: {self.before} -> {self.after}".split())
        return text + (f" #{self.number}" if self.number else "")

    def source(self, root: Path = ROOT) -> str:
        """The module's source with the fault."""
        text = (root / self.path).read_bytes()
        return (text[:self.start] + self.after.encode() + text[self.end:]).decode()

    def diff(self, root: Path = ROOT) -> str:
        before, after = (root / self.path).read_text().splitlines(), self.source(root).splitlines()
        lines = difflib.unified_diff(before, after, self.path, self.path, n=1, lineterm="")
        return "\n".join(lines)


class Sites(ast.NodeVisitor):
    """Every place of a module where a fault can be planted."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path, self.source, self.found = path, source, list[Mutant]()
        self.names: list[str] = []
        self.depth = 0  # of functions
        self.words: tuple[str, ...] = ()  # of the statement that runs at import
        self.reached_at: int | None = None  # the line whose units use a value that is evaluated elsewhere
        self.offsets = [0]
        for line in source.split(b"\n"):
            self.offsets.append(self.offsets[-1] + len(line) + 1)
        self.visit(ast.parse(source))

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.offsets[node.lineno - 1] + node.col_offset, self.offsets[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.expr | ast.stmt) -> str:
        start, end = self.span(node)
        return self.source[start:end].decode()

    def add(self, kind: str, node: ast.expr | ast.stmt, start: int, end: int, after: str) -> None:
        line = self.reached_at or node.lineno
        imported = not self.depth or self.reached_at is not None
        self.found.append(Mutant(self.path, ".".join(self.names), line, kind, start, end, self.source[start:end].decode(), after,
                                 at_import=imported, words=() if self.depth or self.reached_at else self.words))

    def visit(self, node: ast.AST) -> None:
        """Collect, outside of functions, the names in the statements and calls around a node: an op by its schema, a constant, a class."""
        outer, own = self.words, ""
        if self.depth or self.reached_at:
            pass
        elif isinstance(node, ast.Call):
            texts = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
            holder = [node.func.value.id.lower()] if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name) else []
            own = " ".join([text.partition("(")[0] for text in texts] + [a.id for a in node.args if isinstance(a, ast.Name)] + holder)
        elif isinstance(node, ast.Assign):
            own = " ".join(t.id for t in node.targets if isinstance(t, ast.Name))
        elif isinstance(node, ast.ClassDef):
            own = node.name
        self.words = (*outer, *re.findall(r"[A-Za-z]\w{2,}", own))
        super().visit(node)
        self.words = outer

    def replace(self, kind: str, node: ast.expr | ast.stmt, after: str) -> None:
        self.add(kind, node, *self.span(node), after)

    def between(self, kind: str, left: ast.expr, right: ast.expr, before: str, after: str) -> None:
        """Replace the operator between two operands, unless there is a comment between them."""
        start, end = self.span(left)[1], self.span(right)[0]
        gap = self.source[start:end].decode()
        if "#" in gap or gap.count(before) != 1:
            return
        self.add(kind, right, start, end, gap.replace(before, after))

    # Nodes without faults: annotations, strings, code for type checkers only.

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.names.append(node.name)
        first = node.body[1:] if ast.get_docstring(node, clean=False) is not None and len(node.body) > 1 else node.body
        self.reached_at = first[0].lineno  # a default is evaluated at import, and used where the function runs
        for child in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
            self.visit(child)
        self.reached_at = None
        self.depth += 1
        for child in node.body:
            self.visit(child)
        self.depth -= 1
        self.names.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.names.append(node.name)
        for child in node.body:
            self.visit(child)
        self.names.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        pass

    def visit_Raise(self, node: ast.Raise) -> None:
        self.replace("removed statement", node, "pass")

    # Kinds of faults.

    def visit_Compare(self, node: ast.Compare) -> None:
        for left, op, right in zip([node.left, *node.comparators], node.ops, node.comparators):
            self.between("comparison", left, right, *COMPARISONS[type(op)])
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self.replace("constant", node, str(not value))
        elif isinstance(value, int):
            self.replace("constant", node, str(value + 1))
        elif isinstance(value, float):
            self.replace("constant", node, repr(value * 1.5) if value else "1.0")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        texts = isinstance(node.left, ast.JoinedStr) or isinstance(getattr(node.left, "value", None), str)
        types = isinstance(node.op, ast.BitOr) and self.text(node.right) == "None"
        if type(node.op) in OPERATORS and not texts and not types:
            self.between("operator", node.left, node.right, *OPERATORS[type(node.op)])
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.replace("removed statement", node, "pass")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.replace("removed condition", node, f"bool({self.text(node.operand)})")
        elif isinstance(node.op, ast.USub) and not isinstance(node.operand, ast.Constant):
            self.replace("operator", node, f"({self.text(node.operand)})")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in zip(node.values, node.values[1:]):
            start, end = self.span(left)[1], self.span(right)[1]
            if b"#" not in self.source[start:end] and self.source[start:self.span(right)[0]].strip() in (b"and", b"or"):
                self.add("removed condition", right, start, end, "")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        if self.text(node.test) == "TYPE_CHECKING":
            return
        for value in ("True", "False"):
            if (self.text(node.test), value) != ("not TYPE_CHECKING", "True"):  # always true at run time
                self.replace("removed condition", node.test, value)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        for value in ("True", "False"):
            self.replace("removed condition", node.test, value)
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.replace("removed statement", node, "pass")
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if self.names and any(isinstance(t, (ast.Attribute, ast.Subscript)) for t in node.targets):
            self.replace("removed statement", node, "pass")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        plain = len(node.args) >= 2 and not any(isinstance(a, ast.Starred) for a in node.args[:2])
        name = self.text(node.func).rpartition(".")[2].lstrip("_")
        turned = name in ("transpose", "swapaxes") and len(node.args) == 2
        if plain and name not in ("isinstance", "cast") and name not in COMMUTATIVE and not turned:
            first, second = self.text(node.args[0]), self.text(node.args[1])
            start, end = self.span(node.args[0])[1], self.span(node.args[1])[0]
            if first != second and "#" not in first + second and re.fullmatch(r"\s*,\s*", self.source[start:end].decode()):
                gap = self.source[start:end].decode()
                self.add("swapped argument", node, self.span(node.args[0])[0], self.span(node.args[1])[1], second + gap + first)
        if name == "reshape":  # for which all negative numbers are equivalent
            node = ast.Call(node.func, [a for a in node.args if self.text(a) != "-1"], node.keywords)
        for child in (node.func, *node.args, *(k.value for k in node.keywords if k.arg != "strict")):  # without effect on results
            self.visit(child)


def sites(path: Path) -> list[Mutant]:
    """The possible faults of a module, each with its number among those of the same text in the same function."""
    seen: Counter[str] = Counter()
    found = []
    for mutant in Sites(path.relative_to(ROOT).as_posix(), path.read_bytes()).found:
        found.append(Mutant(**{**mutant.__dict__, "number": seen[mutant.key]}))
        seen[mutant.key] += 1
    return found


def modules() -> Iterator[Path]:
    for layer in LAYERS:
        place = ROOT / PACKAGE / layer
        yield from sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]


def draw(number: int, seed: int, select: re.Pattern[str] | None = None) -> list[Mutant]:
    """Equally many faults from each layer, uniformly distributed within it, without those known to be equivalent."""
    by_layer: dict[str, list[Mutant]] = defaultdict(list)
    known = equivalents()
    for path in modules():
        for mutant in sites(path):
            if mutant.key not in known and (select is None or select.search(mutant.key)):
                by_layer[mutant.layer].append(mutant)
    rng = random.Random(seed)
    queues = [rng.sample(found, min(len(found), number)) for _, found in sorted(by_layer.items())]
    drawn: list[Mutant] = []
    while len(drawn) < number and any(queues):
        drawn += [queue.pop() for queue in queues if queue][:number - len(drawn)]
    return drawn


def equivalents(path: Path = EQUIVALENT) -> dict[str, str]:
    """Key -> the reason why no test can notice it. The file has each reason in a line of its own (`# …`) before its keys."""
    found, reason = {}, ""
    for line in path.read_text().splitlines() if path.exists() else []:
        if line.startswith("#"):
            reason = line.removeprefix("#").strip()
        elif line.strip():
            found[line.strip()] = reason
    return found
