"""The comparison of the examples in PyTorch's docstrings: what counts as equal, and the handling of processes that end."""
from __future__ import annotations

import sys

from compat_tests.docs import pytorch_examples, pytorch_examples_collector

ALIKE = [
    ("tensor([1.0001, 2.])\n", "tensor([1.0002,\n 2.])", True), ("tensor([1.0, 2.])", "tensor([1.1, 2.])", False),
    ("torch.Size([2])", "torch.Size([3])", False), ("tensor([1.])", "tensor([1., 2.])", False), ("", "tensor(1)", False),
    ("<f at 0x12ab>", "<f at 0x7f>", True), ("<built-in method dot of type object at 0x1>", "<function dot at 0x2>", True),
    ("Traceback (most recent call last):\n    ...\nValueError: a\n", "Traceback (most recent call last):\n    ...\nTypeError: b\n", True),
    ("Traceback (most recent call last):\n    ...\nValueError: a\n", "tensor(1)", False)]


def test_what_counts_as_the_same() -> None:
    assert [(a, b, pytorch_examples.same(a, b)) for a, b, _ in ALIKE] == ALIKE
    assert [(a, b, pytorch_examples.same(b, a)) for a, b, _ in ALIKE] == ALIKE


def test_differences_end_with_what_is_not_supported() -> None:
    examples = {"f": [("a\n", ""), ("b\n", ""), ("c\n", "")], "gone": [("d\n", "")], "h": [("torch.empty(2)\n", "")]}
    theirs = {"f": ["1", "2", "3"], "gone": ["4"], "h": ["5"]}
    found = list(pytorch_examples.differences(examples, theirs, {"f": ["9", "UnsupportedError: b", "7"], "h": ["6"]}))
    assert found == [("f", "a", "1", "9"), ("gone", "d", "4", "the process ended")]


def test_a_process_that_ends_takes_no_other_docstring_with_it() -> None:
    examples = {"ends": [("import os; os._exit(3)\n", "")], "goes on": [("torch.zeros(2).sum()\n", "")], "prints": [("print('x')\n", "")]}
    assert pytorch_examples.printed(examples, sys.executable, "minitorch_compat") == {"goes on": ["tensor(0.)\n"], "prints": ["x\n"]}


def test_statements_are_read_from_any_docstring() -> None:
    text = "Text.\n\n    >>> x = [1,\n    ...      2]\n    >>> x\n    [1, 2]\n"
    assert pytorch_examples_collector._statements(text) == ["x = [1,\n     2]\n", "x\n"]
    assert pytorch_examples_collector._statements(">>> a\n... b\n  >>> c\n bad\n>>>d\n") == ["a\nb\n", "c\n"]
