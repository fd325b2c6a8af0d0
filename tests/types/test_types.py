"""The program with mistakes, and the stubs for programs that keep `import torch`; `.ci/run` has the checkers read them."""
from __future__ import annotations

import ast
from pathlib import Path

import pytest

from minitorch_compat.compat.stubs import stubs, write

from .measure import PROGRAM, marked


def test_forty_mistakes_are_planted() -> None:
    assert len(marked(PROGRAM.read_text())) == 40


def test_stubs_name_what_the_package_has(tmp_path: Path) -> None:
    import minitorch_compat as torch

    assert write(tmp_path / "torch") > 100
    named = {alias.asname for node in ast.parse((tmp_path / "torch/__init__.pyi").read_text()).body
             if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert set(torch.__all__) <= named
    assert "addd" not in named


def test_stubs_are_written_where_they_are_wanted_and_nothing_else_is_touched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert stubs([str(tmp_path)]) == 0
    assert stubs([str(tmp_path)]) == 0  # over its own
    assert "type checkers" in capsys.readouterr().out
    other = tmp_path / "other"
    (other / "torch").mkdir(parents=True)
    (other / "torch/__init__.pyi").write_text("x: int\n")
    assert stubs([str(other)]) == 2
    assert (other / "torch/__init__.pyi").read_text() == "x: int\n"


def test_stubs_name_nothing_that_checkers_call_private(tmp_path: Path) -> None:
    assert write(tmp_path / "torch") > 100
    text = (tmp_path / "torch/nn/functional.pyi").read_text()
    assert " relu as relu" in text and " make_all_overridable as " not in text and " missing as " not in text
