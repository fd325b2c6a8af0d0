"""Options of the suite, and the results its tests share."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from .judging.evaluate import evaluate
from .judging.scoring import ASPECTS, Score, Scores, entries
from .record import REFERENCE
from .xfails import behaviour_cases, known, name_cases, program_cases

ROOT = Path(__file__).parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("conformance")
    group.addoption("--live", action="store_true", help="record afresh with PyTorch, with a seed of its own, and compare with that: "
                    "PyTorch must be in the environment, or MINITORCH_COMPAT_ORACLE name a Python that has it")
    group.addoption("--live-seed", type=int, default=1)
    group.addoption("--select", default="", help="regular expression: only these operations, and nothing but operations")
    group.addoption("--jobs", type=int, default=None)


def oracle() -> str:
    """The Python that has PyTorch."""
    return os.environ.get("MINITORCH_COMPAT_ORACLE", sys.executable)


def reference_of(config: pytest.Config) -> Path:
    """The recorded reference, or for `--live` a fresh one."""
    if REFERENCE_KEY not in config.stash:
        config.stash[REFERENCE_KEY] = fresh_reference(config) if config.getoption("--live") else REFERENCE
    return config.stash[REFERENCE_KEY]


def fresh_reference(config: pytest.Config) -> Path:
    """A fresh recording of PyTorch, for samples of another seed."""
    fresh = Path(tempfile.mkdtemp(prefix="reference"))
    config.add_cleanup(lambda: shutil.rmtree(fresh))
    options = ["--out", str(fresh), "--seed", str(config.getoption("--live-seed"))]
    if config.getoption("--select"):
        options += ["--select", config.getoption("--select"), "--parts", "operations"]
    subprocess.run([oracle(), "-W", "ignore", "-m", "compat_tests.record", *options], cwd=ROOT, check=True)
    return fresh


REFERENCE_KEY, RESULTS_KEY, KNOWN_KEY = pytest.StashKey[Path](), pytest.StashKey[dict[str, Scores]](), pytest.StashKey[frozenset[str]]()
OTHERS_KEY = pytest.StashKey[dict[str, Score]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[KNOWN_KEY] = known()


def results(config: pytest.Config) -> dict[str, Scores]:
    """The scores of all selected operations, computed once, in as many processes as there are cores."""
    if RESULTS_KEY not in config.stash:
        reference = reference_of(config)
        names = entries(re.compile(config.getoption("--select")), reference)
        config.stash[RESULTS_KEY] = evaluate(names, config.getoption("--jobs"), reference)
    return config.stash[RESULTS_KEY]


def others(config: pytest.Config) -> dict[str, Score]:
    """Behaviours, programs and names, computed once; none of them if operations were selected."""
    if config.getoption("--select"):
        return {}
    if OTHERS_KEY not in config.stash:
        reference = reference_of(config)
        config.stash[OTHERS_KEY] = behaviour_cases(reference) | program_cases(reference) | name_cases(reference)
    return config.stash[OTHERS_KEY]


def explained(case: str, config: pytest.Config) -> str | None:
    """The reason why a failing random program need not agree (`programs/explaining.py`), which takes runs of PyTorch; None if it must."""
    import minitorch_compat as torch

    from .judging import archive
    from .programs.explaining import explanation
    from .programs.judging import judge, shrink
    from .programs.oracle import Oracle
    from .programs.running import run
    program, _ = archive.loads((reference_of(config) / "programs.xz").read_bytes())[case.removeprefix("program ")]
    asked = Oracle(oracle())
    try:
        difference = judge(asked.of_program(program), run(torch, program), program)
        small = None if difference is None else shrink(torch, asked, program, difference)
        return None if small is None else explanation(torch, asked, small)
    finally:
        asked.close()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test per aspect of an operation, per small program, per name."""
    config = metafunc.config
    if "operation" in metafunc.fixturenames:
        pairs = [(name, aspect) for name, scores in results(config).items() for aspect in ASPECTS if aspect in scores]
        metafunc.parametrize(("operation", "aspect"), pairs, ids=[f"{name}-{aspect}" for name, aspect in pairs])
    for kind in ("behaviour", "program", "name"):
        if kind in metafunc.fixturenames:
            metafunc.parametrize(kind, [case for case in others(config) if case.startswith(kind + " ")])
