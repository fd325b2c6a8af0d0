"""No option is accepted and ignored: public functions read all of their parameters."""
from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "minitorch_compat"
OPTIONS = ("layout", "pin_memory", "memory_format", "dtype", "device", "requires_grad", "generator", "check_invariants", "descending",
           "stable", "largest", "reduction", "padding_mode", "align_corners", "keepdim", "correction", "unbiased", "alpha", "beta", "eps")
_NO_DEVICE = "it raises, or answers, as there is one device only"
#: File and function -> the option and why it may be ignored.
ALLOWED = {
    "_bindings/creation/factories.py scalar_tensor": ("layout", "PyTorch ignores it, too"),
    "_bindings/tensor/conversion.py cuda": ("memory_format", _NO_DEVICE),
    "_bindings/storage/conversions.py is_pinned": ("device", _NO_DEVICE),
    "nn/modules/_conversion.py ipu": ("device", _NO_DEVICE),
    "nn/modules/_conversion.py xpu": ("device", _NO_DEVICE),
    "nn/modules/_conversion.py mtia": ("device", _NO_DEVICE),
    "cuda/__init__.py memory_allocated": ("device", _NO_DEVICE),
    "cuda/__init__.py memory_stats": ("device", _NO_DEVICE),
    "cpu/__init__.py current_stream": ("device", _NO_DEVICE),
    "profiler/profiler.py export_memory_timeline": ("device", _NO_DEVICE),
    "distributed/_messages.py broadcast_object_list": ("device", _NO_DEVICE),
    "distributed/_messages.py send_object_list": ("device", _NO_DEVICE),
    "distributed/_messages.py recv_object_list": ("device", _NO_DEVICE),
    **{f"_bindings/sparse_tensors/compressed.py sparse_{form}_tensor": ("check_invariants", "they always are: memory safety hangs on them")
       for form in ("csr", "csc", "bsr", "bsc", "compressed")},
    "_bindings/sparse_tensors/coo_tensor.py is_contiguous": ("memory_format", "no format makes it so"),
    "_bindings/sparse_tensors/compressed.py contiguous": ("memory_format", "it raises"),
}


def ignored_options(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Functions with the options that their bodies never read."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
            continue
        body = node.body[ast.get_docstring(node, clean=False) is not None:]
        if all(isinstance(s, (ast.Raise, ast.Pass)) or isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant) for s in body):
            continue  # it refuses whatever is given, or is a protocol's
        read = {inner.id for statement in body for inner in ast.walk(statement) if isinstance(inner, ast.Name)}
        if "locals" not in read:
            given = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
            yield from ((node.name, argument.arg) for argument in given if argument.arg in OPTIONS and argument.arg not in read)


@pytest.mark.parametrize("folder", (
    "_bindings", "_namespace", "nn", "cuda", "cpu", "profiler", "distributed", "distributions", "optim", "func", "autograd", "utils",
    "signal", "special", "fft", "linalg", "masked"))
def test_no_option_is_ignored(folder: str) -> None:
    found = {(f"{path.relative_to(PACKAGE).as_posix()} {function}", option)
             for path in sorted((PACKAGE / folder).rglob("*.py")) for function, option in ignored_options(ast.parse(path.read_text()))}
    assert found == {(place, option) for place, (option, _) in ALLOWED.items() if place.startswith(f"{folder}/")}


def test_an_ignored_option_is_seen() -> None:
    assert [*ignored_options(ast.parse("def f(x, layout=None, dtype=None):\n    'text'\n    return x.to(dtype)"))] == [("f", "layout")]
