"""`.ci/platforms`, as far as it can be tested without building anything; and the lists from which it and the docs are made."""
from __future__ import annotations

import importlib.util
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / ".ci" / "platforms"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the script is for Linux")


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The script as a module, with a cache directory of its own."""
    monkeypatch.setenv("MINITORCH_PLATFORMS", str(tmp_path / "cache"))
    loader = SourceFileLoader("platforms_script", str(SCRIPT))
    spec = importlib.util.spec_from_loader("platforms_script", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "platforms_script", module)
    loader.exec_module(module)
    return module


def test_the_fast_half_names_files() -> None:
    for line in (ROOT / "tests" / "fast.txt").read_text().splitlines():
        file, _, test = line.partition("::")
        assert (ROOT / file).exists() and (not test or f"\ndef {test}(" in (ROOT / file).read_text()), line


def test_the_cache_is_where_the_environment_says(script: ModuleType, tmp_path: Path) -> None:
    assert tmp_path / "cache" == script.CACHE


def test_what_cannot_be_built_is_not_run_and_neither_passed_nor_failed(script: ModuleType, monkeypatch: pytest.MonkeyPatch,
                                                                       capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(script.os, "geteuid", lambda: 1000)
    missing = script.Platform("9.9", "no such Python", "9.9")
    code = script.run_all([script.Run(script.PLATFORMS["3.14"], "fast", []), script.Run(missing, "full", [])], 2, False)
    printed = capsys.readouterr().out
    assert code == 0 and printed.count("NOT RUN") == 4 and "ok " not in printed
    assert "3.14 (fast): a chroot needs root" in printed and "there is no python9.9 on this machine" in printed


def test_a_failure_is_a_failure(script: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert script.run_all([script.Run(script.PLATFORMS["here"], "as told", ["tests/no_such_file.py"])], 1, False) == 1
    assert "FAILED" in capsys.readouterr().out


def test_accuracies_are_read(script: ModuleType) -> None:
    text = "MLP, 1 parameters\nepoch 1 accuracy 50.0\nepoch 2 accuracy {}\nCNN, 2 parameters\nepoch 1 accuracy 98.2 %\n"
    assert script.learned(text.format("97.1 %")) and not script.learned(text.format("95.1 %")) and not script.learned("")


def test_rows_of_the_page_are_replaced_and_others_stay(script: ModuleType) -> None:
    page = "a\n<!-- t -->\n| x |\n|---|\n| b: 1 |\n| c: 2 |\n<!-- end of t -->\nz\n"
    assert script.between(page, "t", ["| c: 3 |", "| d: 4 |"], lambda line: line.partition(":")[0], ["| x |", "|---|"]) == (
        "a\n<!-- t -->\n| x |\n|---|\n| b: 1 |\n| c: 3 |\n| d: 4 |\n<!-- end of t -->\nz\n")


def test_the_mirror_is_the_one_of_the_machine(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINITORCH_PLATFORMS_MIRROR", "http://mirror.example/debian")
    assert script.mirror() == "http://mirror.example/debian"
    assert "http" not in SCRIPT.read_text()
