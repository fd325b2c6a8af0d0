"""The fragments of the changelog can be collected for a release."""
from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FRAGMENTS = sorted(path for path in (ROOT / "docs" / "changelog.d").glob("*.md") if path.name != "README.md")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["towncrier"]


def test_every_fragment_is_of_a_kind() -> None:
    kinds = "|".join(kind["directory"] for kind in SETTINGS["type"])
    assert [path.name for path in FRAGMENTS if not re.fullmatch(rf"[\w-]+\.({kinds})\.md", path.name) or not path.read_text().strip()] == []


@pytest.mark.skipif(importlib.util.find_spec("towncrier") is None, reason="towncrier is not installed")
def test_a_release_has_every_fragment_once() -> None:
    script = ROOT / "docs" / "changelog.d" / "assemble.py"
    done = subprocess.run([sys.executable, script, "99.0.0", "--draft"], capture_output=True, text=True, check=True)
    assert "## 99.0.0 (" in done.stdout and len(re.findall("^- ", done.stdout, re.M)) == len(FRAGMENTS)
    sections = re.findall("^### (.*)", done.stdout, re.M)
    assert set(sections) <= {section["name"] for section in SETTINGS["section"]} and len(sections) == len(set(sections))
