"""Runs a test file as a program and reads unittest's result of each test."""
from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

STYLES = Path(__file__).parent / "styles"
RECORDED = Path(__file__).parent.parent / "data" / "test_styles.json"
NAMES = sorted(path.stem for path in STYLES.glob("*.py"))


def outcomes(name: str, *options: str) -> dict[str, str]:
    """Test -> ok, FAIL, ERROR, skipped, expected failure, unexpected success. `options` come behind `python`."""
    done = subprocess.run([sys.executable, "-W", "ignore", *options, str(STYLES / f"{name}.py"), "-v"], capture_output=True, text=True,
                          check=False)
    found = re.findall(r"^(test\w*) \((?:\w+\.)*?(\w+)\.\1\) \.\.\. .*?(ok|FAIL|ERROR|skipped|expected failure|unexpected success)",
                       done.stderr, re.MULTILINE)
    assert found, done.stderr
    return {f"{case}.{test}": outcome for test, case, outcome in sorted(found)}
