"""Comparisons with PyTorch do not start without it: otherwise every call would look like a crash on both sides, and equal."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CLONE = Path(__file__).parents[2]


@pytest.mark.skipif(os.name == "nt", reason="the interpreter without packages is a shell script")
@pytest.mark.parametrize("command", [["misuse", "--select", "^gather$"], ["misuse.statements", "--families", "numbers"],
                                     ["programs", "--seeds", "1:3"]])
def test_comparisons_say_that_there_is_no_pytorch(command: list[str], tmp_path: Path) -> None:
    bare = tmp_path / "python"
    bare.write_text(f"#!/bin/sh\nexec '{sys.executable}' -I -S \"$@\"\n")  # without site packages
    bare.chmod(0o755)
    done = subprocess.run([sys.executable, "-m", f"compat_tests.{command[0]}", *command[1:], "--oracle", str(bare)], cwd=CLONE,
                          capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 1 and "has no PyTorch" in done.stderr and not done.stdout
    missing = subprocess.run([sys.executable, "-m", f"compat_tests.{command[0]}", "--oracle", str(tmp_path / "none")], cwd=CLONE,
                             capture_output=True, text=True, timeout=100, check=False)
    assert missing.returncode == 1 and "No such file" in missing.stderr
