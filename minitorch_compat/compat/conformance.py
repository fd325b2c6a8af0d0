"""The commands `conformance` and `coverage`: they run the suite in `compat_tests/`, which a clone has and an installation has not."""
from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

CLONE = Path(__file__).parent.parent.parent


def _suite(module: str) -> Any:
    """A module of the suite; says what to do where it is not there."""
    if not (CLONE / "compat_tests" / "reference" / "manifest.json").exists():
        raise SystemExit("the conformance suite is not part of an installation: run this from a clone of the repository")
    sys.path.insert(0, str(CLONE))
    return importlib.import_module(f"compat_tests.{module}")


def conformance(argv: list[str]) -> int:
    """`conformance [--select REGEX] [--report html|json|md] [--out FILE]`: passed and total by area and aspect."""
    return int(_suite("report").main(argv))


def coverage(argv: list[str]) -> int:
    """`coverage [NAMESPACE]`: name by name, works, partly or no."""
    return int(_suite("coverage").show(argv))
