"""Every fact about an op is in its entry only: other modules, also of `_ops`, read attributes, and do not mention an op by its name.

A mention is a string equal to an op's name that is a member of a table at a module's top level, as a key or a value, or a word of a
text there that lists several; that is compared with a name, as a whole or by its beginning or end; or that looks up an entry. Calls of
ops (`TENSORS.mul(x, y)`, `caller("mul")`) do not count, nor do lists of names that a module exports.
"""
from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from minitorch_compat._ops.facts import Facts
from minitorch_compat._ops.op import OPS

ROOT = Path(__file__).parents[2] / "minitorch_compat"
NAMES = frozenset(OPS)

#: Tables of other things that are called like ops, each with what they are; "*": any of the module.
OTHER_THINGS = {
    ("_array/index/__init__.py", "DEFERRED"): "modules", ("_array/nn/__init__.py", "DEFERRED"): "modules",
    ("_array/pointwise/__init__.py", "DEFERRED"): "modules",
    ("_array/index/scatter.py", "_REDUCERS"): "values of `reduce`", ("_array/index/scatter.py", "_MISSING_KERNELS"): "values of `reduce`",
    ("_array/reduce/segments.py", "_REDUCTIONS"): "values of `reduce`",
    ("_fidelity/argument_checks.py", "TUPLE_ARGUMENT_FUNCTIONS"): "public functions",
    ("_fidelity/saved_attributes.py", "_ENUM_VALUES"): "values of arguments",
    ("_fidelity/saved_attributes.py", "_SIGNED_ARGUMENTS"): "arguments",
    ("_fidelity/saved_values.py", "COMPUTED"): "attributes of nodes",
    ("_dispatch/device.py", "compares"): "attributes of a device", ("_dispatch/device_arguments.py", "compares"): "arguments",
    ("_bindings/generate.py", "*"): "functions to write by hand", ("_bindings/generate_types.py", "*"): "public functions",
    ("_bindings/override/overridable.py", "*"): "methods", ("_bindings/functions/reductions.py", "compares"): "public functions",
    ("_bindings/out/policies.py", "compares"): "public functions",
     ("_bindings/settings/float32_precision.py", "_DEFAULTS"): "names of settings",
    ("_bindings/settings/return_types.py", "FIELDS"): "names of results",
    ("_fidelity/saved_attributes.py", "_OTHER_NAMES"): "attributes of nodes",
    ("_fidelity/saved_attributes.py", "compares"): "attributes of nodes",
    ("_bindings/tensor/reshaping.py", "_INPLACE_NAMES"): "methods",
    ("_bindings/retired/scaled_forms.py", "_WITH_DTYPE"): "public functions",
    ("_bindings/functions/view_copies.py", "_OUT_OP_NAMES"): "public functions",
    ("_namespace/late_names.py", "_BY_MODULE"): "public names",
    ("compat/commands.py", "COMMANDS"): "commands",
    ("distributed/_groups.py", "NAMES"): "collectives",
    ("fx/node.py", "_MODULE_OF_NAME"): "public functions", ("nn/_functional/pool.py", "compares"): "public functions",
    ("testing/_internal/opinfo/core.py", "compares"): "tests", ("utils/_product_counter.py", "compares"): "PyTorch's names of ops",
    ("fx/graph.py", "*"): "Python's operators", ("fx/proxy.py", "*"): "Python's operators",
    ("jit/__init__.py", "compares"): "public names", ("masked/_ops.py", "compares"): "public functions",
    ("nn/init.py", "_GAINS"): "values of `nonlinearity`", ("nn/_native.py", "_MODES"): "values of `mode`",
    ("nn/_reduction.py", "_NUMBERS"): "values of `reduction`", ("nn/_torch_names.py", "_REDUCTIONS"): "values of `reduction`",
    ("nn/_functional/sampling.py", "_DIMS"): "values of `mode`", ("nn/modules/_conversion.py", "_TO_KEYWORDS"): "arguments",
    ("ops/_calls.py", "*"): "PyTorch's names of ops", ("ops/_observed.py", "*"): "PyTorch's names of ops, values of `reduction`",
    ("utils/_checkpoint/selective.py", "compares"): "PyTorch's names of ops",
    ("testing/_internal/_op_list.py", "*"): "public functions",
    ("testing/_internal/opinfo/_foreach.py", "*"): "public functions",
}
#: How often a layer mentions ops, where that is not never.
HELD: dict[str, int] = {}

_WORD = re.compile(r"[\w.=]+")
_PUBLISHED = frozenset({"__all__", "__slots__", "__match_args__", "__constants__"})
#: What holds the name of an op when it is compared: variables and, where `True`, attributes.
_NAMELIKE = {"name": True, "op": True, "__name__": True, "_opname": True, "op_name": False, "opname": False, "entry": False,
             "kernel": False, "packet": False, "function": False}
#: Beginnings that are those of public modules.
_MODULES = frozenset({"fft_", "linalg_", "special_"})


def layers() -> dict[str, list[Path]]:
    """The modules by the first part of their paths, without the entries and what generators write."""
    found: dict[str, list[Path]] = {}
    for path in sorted(ROOT.rglob("*.py")):
        first, *rest = path.relative_to(ROOT).parts
        if rest and "generated" not in rest and not (first == "_ops" and rest[0] in ("families", "families_gen.py")):
            found.setdefault(first, []).append(path)
    return found


def listed(text: str) -> list[str]:
    """The op names in a text of several words ("abs neg", "abs=absolute neg=negative"), if there are at least two."""
    words = text.split()
    found = [part for word in words for part in word.split("=") if part in NAMES] if all(map(_WORD.fullmatch, words)) else []
    return found if len(found) > 1 else []


def is_name(node: ast.expr) -> bool:
    """Whether an expression seems to be the name of an op."""
    return _NAMELIKE.get(node.attr, False) if isinstance(node, ast.Attribute) else isinstance(node, ast.Name) and node.id in _NAMELIKE


def prefixes(node: ast.Call) -> Iterator[str]:
    """The beginnings or ends of op names, of four letters or more, that a call of `startswith` or `endswith` tests a name for."""
    if isinstance(node.func, ast.Attribute) and node.func.attr in ("startswith", "endswith") and is_name(node.func.value):
        for part in ast.walk(node.args[0]):
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value not in _MODULES and len(
                    part.value) > 3 and any(
                    getattr(name, node.func.attr)(part.value) for name in NAMES):
                yield part.value


def members(node: ast.expr | None) -> Iterator[str]:
    """The op names among the members of a table, of tables in it, and of texts that are split into one."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield from [node.value] if node.value in NAMES else listed(node.value)
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            for part in (key, value):
                yield from members(part)
    elif isinstance(node, (ast.Set, ast.Tuple, ast.List)):
        for element in node.elts:
            yield from members(element)
    elif isinstance(node, ast.BinOp):
        yield from members(node.left)
        yield from members(node.right)
    elif isinstance(node, ast.Call):
        called = node.func
        if isinstance(called, ast.Attribute) and called.attr == "split" and isinstance(called.value, ast.Constant):
            yield from (word for word in str(called.value.value).split() if word in NAMES)
            return
        for argument in ast.walk(node):  # of any function that makes a table of a text
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield from listed(argument.value)
        if isinstance(called, ast.Name) and called.id in ("frozenset", "set", "dict", "tuple", "list") or isinstance(
                called, ast.Attribute) and called.attr == "fromkeys":
            for argument in node.args[:1]:
                yield from members(argument)
    elif isinstance(node, ast.DictComp):
        yield from members(node.generators[0].iter)


@cache
def mentions(path: Path) -> list[tuple[int, str, str]]:
    """Line, what mentions it, and the op; of each module once."""
    return list(mentions_in(path))


def mentions_in(path: Path) -> Iterator[tuple[int, str, str]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for statement in tree.body:
        if not isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            continue
        target = ast.unparse(statement.targets[0] if isinstance(statement, ast.Assign) else statement.target)
        value = statement.value
        if target not in _PUBLISHED and not (isinstance(value, ast.Constant) and value.value in NAMES):
            yield from ((statement.lineno, target, name) for name in members(value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(map(is_name, sides)):
                yield from ((node.lineno, "compares", name) for side in sides for name in members(side))
        elif isinstance(node, ast.Call):
            yield from ((node.lineno, "compares", name) for name in prefixes(node))
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in ("OPS", "CALLS"):
            yield from ((node.lineno, "looks up", name) for name in members(node.slice))


def mentions_of(layer: str) -> list[str]:
    """Those of a layer that are not of other things, as text."""
    found = []
    for path in layers()[layer]:
        short = path.relative_to(ROOT).as_posix()
        found += [f"{short}:{line}: {what} {name}" for line, what, name in mentions(path)
                  if not OTHER_THINGS.keys() & {(short, what), (short, "*")}]
    return found


@pytest.mark.parametrize("layer", sorted(layers()))
def test_ops_are_not_mentioned_outside_of_their_entries(layer: str) -> None:
    """Exactly as often as is known: what is new belongs into entries, and what is gone lowers the number."""
    found = mentions_of(layer)
    assert len(found) == HELD.get(layer, 0), "\n".join(found)


def test_every_table_of_other_things_is_there() -> None:
    """What is allowed has something to allow."""
    seen = {(path.relative_to(ROOT).as_posix(), what) for paths in layers().values() for path in paths for _, what, _ in mentions(path)}
    assert not OTHER_THINGS.keys() - seen - {(path, "*") for path, _ in seen}


def test_mentions_are_found(tmp_path: Path) -> None:
    """The count sees each kind of mention, and no call."""
    module = tmp_path / "module.py"
    module.write_text('T = frozenset({"sin", "word"}) | {"cos"}\nD = {**dict.fromkeys(("tan", "exp"), 1), "log": 2}\nV = {"word": "sin"}\n'
                      'W = "abs neg".split()\nF = merge(facts("abs neg", 1), facts("word other", 2))\nL = """acos=arccos asin=arcsin"""\n'
                      'caller("mul")\n\ndef f(op, op_name):\n    return (op.name == "add" or op.kind == "sub", OPS["div"],\n'
                      '            op_name.startswith("bitwise_"), op.name.endswith(("_scatter", "_")), op.type.startswith("bitwise_"))\n\n'
                      '__all__ = ["sqrt"]\n',
                      encoding="utf-8")
    assert Counter(what for _, what, _ in mentions(module)) == {
        "T": 2, "D": 3, "V": 1, "W": 2, "F": 2, "L": 2, "compares": 3, "looks up": 1}


def test_entries_know_what_they_are_told() -> None:
    """An option that no fact has the name of is refused."""
    with pytest.raises(TypeError, match="op sin: an entry has no option autocats"):
        OPS["sin"].set_facts(autocats="single")
    unknown = {op.name: set(vars(op)) - set(vars(Facts)) for op in OPS.values()}
    assert not {name: options for name, options in unknown.items() if options}
