"""Entry points: the command line, pytest's plugin, IPython's extension, `-m torch.…`."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import minitorch_compat
from minitorch_compat.compat import commands
from tests.compat.conftest import Environment
from tests.compat.test_run import ROOT, run

TESTS = """
import pytest
torch = pytest.importorskip("torch", minversion="2.0")

def test_works():
    assert torch.ones(2).sum() == 2

def test_meets_what_is_not_there():
    torch.quantize_per_tensor(torch.ones(2), 1.0, 0, torch.qint8)

def test_fails():
    assert torch.ones(1) == 2
"""


def pytest_run(directory: Path, *args: str, **environment: str) -> tuple[str, str]:
    """Header line and summary of a run of pytest in `directory`."""
    (directory / "test_it.py").write_text(TESTS)
    done = subprocess.run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", *args, "."], cwd=directory, capture_output=True,
                          text=True, env={"PYTHONPATH": str(ROOT), **environment}, check=False)
    lines = done.stdout.splitlines() or [done.stderr]
    return next((line for line in lines if line.startswith("torch:")), ""), lines[-1]


@pytest.mark.parametrize(("unsupported", "summary"), [
    (None, "2 failed, 1 passed"), ("fail", "2 failed, 1 passed"), ("skip", "1 failed, 1 passed, 1 skipped"),
    ("xfail", "1 failed, 1 passed, 1 xfailed")])
def test_plugin(tmp_path: Path, unsupported: str | None, summary: str) -> None:
    header, last = pytest_run(tmp_path, "-p", "minitorch_compat.pytest", *([f"--torch-unsupported={unsupported}"] if unsupported else []))
    assert header.startswith(f"torch: minitorch_compat {minitorch_compat._version.__version__}, as torch 2.13.0+minitorch.")
    assert header.endswith(f"(unsupported: {unsupported or 'fail'})")
    assert summary in last


def test_importorskip_is_honest(tmp_path: Path) -> None:
    """Without the plugin, or with `--torch=real`, there is no torch, and tests that need it are skipped."""
    assert pytest_run(tmp_path)[0] == "" and "1 skipped" in pytest_run(tmp_path)[1]
    header, last = pytest_run(tmp_path, "-p", "minitorch_compat.pytest", "--torch=real")
    assert header == "" and "1 skipped" in last
    header, last = pytest_run(tmp_path, "--torch=minitorch", PYTEST_PLUGINS="minitorch_compat.pytest")
    assert header and "1 passed" in last


def test_a_module_that_needs_what_is_not_there_is_skipped_whole(tmp_path: Path) -> None:
    (tmp_path / "test_whole.py").write_text("import torch\nx = torch.quantize_per_tensor(torch.ones(2), 1.0, 0, torch.qint8)\n")
    assert "1 skipped" in pytest_run(tmp_path, "-p", "minitorch_compat.pytest", "--torch-unsupported=skip", "--deselect", "test_it.py")[1]


def test_ipython_extension(capsys: pytest.CaptureFixture[str]) -> None:
    minitorch_compat.uninstall()
    minitorch_compat.load_ipython_extension(None)
    try:
        import torch

        assert torch is minitorch_compat and "as torch 2.13.0+minitorch." in capsys.readouterr().out
    finally:
        minitorch_compat.unload_ipython_extension(None)
    assert not minitorch_compat.is_active()
    with minitorch_compat.installed():  # what somebody else has installed stays
        minitorch_compat.load_ipython_extension(None)
        minitorch_compat.unload_ipython_extension(None)
        assert minitorch_compat.is_active()
    assert "load_ipython_extension" not in minitorch_compat.__all__


@pytest.mark.parametrize(("module", "said"), [
    ("torch.distributed.checkpoint.format_utils", "is not supported by minitorch_compat"), ("torch.hub", "torch.hub is no program"),
    ("torch.nn", "is a package and cannot be directly executed"), ("torch.nosuch", "No module named torch.nosuch"),
    ("nosuch", "No module named nosuch")])
def test_modules_of_torch_as_programs(enabled: Environment, module: str, said: str) -> None:
    for done in (run("-m", module), enabled.run("-m", module, check=False)):
        assert done.returncode == 1 and said in done.stderr.replace("'", "") and "Traceback" not in done.stderr, done.stderr


@pytest.mark.parametrize(("options", "expression", "found"), [
    (["-u"], "sys.stdout.write_through", "True"),
    (["-W", "error", "-X", "dev"], "'error' in sys.warnoptions, sys.flags.dev_mode", "True True"),
    (["-Oq"], "sys.flags.optimize", "1"), (["-Xutf8"], "sys.flags.utf8_mode", "1")])
def test_options_of_python(options: list[str], expression: str, found: str) -> None:
    done = run(*options, "-c", f"import sys, torch; print({expression}, sys.argv)", "-u")
    assert done.stdout.strip() == f"{found} ['-c', '-u']" and done.returncode == 0


def test_options_of_the_interpreter_stay() -> None:
    done = subprocess.run([sys.executable, "-W", "error", "-m", "minitorch_compat", "-u", "-c",
                           "import sys; print(sys.warnoptions)"], cwd=ROOT,
                          capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['error']"


@pytest.mark.parametrize("code", ["import torch; x = torch.ones(2)", "import torch; x = torch.ones(2); 1 / 0"])
def test_dialogue_after_a_program(code: str) -> None:
    done = run("-i", "-c", code, stdin="print(x.sum())\n")
    assert done.stdout.strip() == "tensor(2.)" and "SystemExit" not in done.stderr


@pytest.mark.parametrize(("typed", "meant"), [("conformence", "conformance"), ("enble", "enable"), ("chek", "check"),
                                              ("quite_something_else", None)])
def test_misspelt_commands(typed: str, meant: str | None) -> None:
    done = run(typed)
    assert done.returncode == 2 and ("did you mean" in done.stderr) == (meant is not None) and (meant or "") in done.stderr


def test_a_program_of_a_commands_name_is_a_program(tmp_path: Path) -> None:
    (tmp_path / "check").write_text("import torch; print('mine')")
    assert run("check", cwd=tmp_path).stdout.strip() == "mine"


def test_unknown_options_and_help() -> None:
    done = run("--nonsense")
    assert done.returncode == 2 and "unknown option: --nonsense" in done.stderr and "usage:" in done.stderr
    for name in commands.COMMANDS:
        if name != "trace":
            done = run(name, "--help")
            assert done.returncode == 0 and f"usage: python -m minitorch_compat {name}" in done.stdout, name


def test_every_command_is_there() -> None:
    for name in commands.COMMANDS:
        assert callable(commands.command(name)) and f"  {name} " in commands.USAGE


def test_console_script() -> None:
    done = subprocess.run([sys.executable, "-c", "import sys; sys.argv = ['minitorch', '--version']; "
                           "from minitorch_compat.compat.commands import console; sys.exit(console())"], cwd=ROOT, capture_output=True,
                          text=True, check=False, env={**os.environ})
    assert done.returncode == 0 and done.stdout.startswith("minitorch_compat ")


def test_numpy_warnings_are_hidden(tmp_path: Path) -> None:
    """pytest removes the filter that the import sets up; the plugin sets one up for each test."""
    (tmp_path / "test_overflow.py").write_text("import torch\n\ndef test_it():\n    x = torch.tensor(1e39)\n    x - x, x * 0\n")
    assert "warning" not in pytest_run(tmp_path, "-p", "minitorch_compat.pytest", "test_overflow.py")[1]
    assert " warnings in" in pytest_run(tmp_path, "-p", "minitorch_compat.pytest", "-W", "always", "test_overflow.py")[1]
