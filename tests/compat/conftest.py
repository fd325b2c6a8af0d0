"""A separate environment for tests that change one."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
#: Where the packages of these tests lie. Not by --system-site-packages, which reads the base of an environment.
SITE_PACKAGES = sysconfig.get_path("purelib")


class Environment:
    """A virtual environment that finds the packages of the running one, and this clone's package."""

    def __init__(self, place: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
        self.python = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        self.site = Path(self.run("-c", "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.strip())
        (self.site / "packages_of_the_tests.pth").write_text(f"{ROOT}\n{SITE_PACKAGES}\n")
        self.place = place

    def run(self, *args: str, check: bool = True, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run its python, in a directory where there is nothing."""
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MINITORCH_"))}
        done = subprocess.run([self.python, *args], capture_output=True, text=True, cwd=cwd or self.python.parent, env=clean | environment,
                              check=False, stdin=subprocess.DEVNULL)
        assert not check or done.returncode == 0, done.stdout + done.stderr
        return done

    def files(self) -> set[str]:
        """What lies in its site-packages, but for bytecode of others."""
        return {path.relative_to(self.site).as_posix() for path in self.site.rglob("*") if path.is_file()}


def _make_environment(factory: pytest.TempPathFactory) -> Environment:
    return Environment(factory.mktemp("environment") / "venv")


@pytest.fixture(scope="session")
def shared_environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return _make_environment(tmp_path_factory)


@pytest.fixture
def environment(shared_environment: Environment) -> Iterator[Environment]:
    """An environment for tests that change it; left as it was found."""
    before = shared_environment.files()
    yield shared_environment
    for name in shared_environment.files() - before:
        (shared_environment.site / name).unlink()
    for record in shared_environment.site.glob("torch-*.dist-info"):
        shutil.rmtree(record)


@pytest.fixture(scope="session")
def enabled(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment after `enable`, for tests that leave it alone."""
    made = _make_environment(tmp_path_factory)
    made.run("-m", "minitorch_compat", "enable")
    return made
