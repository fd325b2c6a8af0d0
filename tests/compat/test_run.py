"""`python -m minitorch_compat`: scripts, modules and code run as under plain `python`."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


def run(*args: str, cwd: Path | None = None, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "minitorch_compat", *args], capture_output=True, text=True, input=stdin, cwd=cwd or ROOT,
                          env={"PYTHONPATH": str(ROOT)})


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A program that tells what it sees, beside a module of its own."""
    (tmp_path / "beside.py").write_text("import torch\nVALUE = torch.ones(2).sum().item()\n")
    path = tmp_path / "program.py"
    path.write_text("import sys, torch, beside\n"
                    "import torch.nn.functional as F\n"
                    "print(__name__, sys.argv[1:], beside.VALUE, F.relu(torch.tensor([-1.0, 2.0])).tolist(), __file__ == sys.argv[0])\n"
                    "sys.exit(int(sys.argv[1]))\n")
    return path


def test_script(script: Path) -> None:
    done = run(str(script), "3", "--flag", "-m")
    assert done.stdout.strip() == "__main__ ['3', '--flag', '-m'] 2.0 [0.0, 2.0] True"
    assert done.returncode == 3 and done.stderr == ""


def test_module(script: Path) -> None:
    (script.parent / "package").mkdir()
    (script.parent / "package" / "__init__.py").write_text("")
    (script.parent / "package" / "tool.py").write_text("import sys, torch\nprint(__name__, torch.arange(3).tolist(), sys.argv[1:])\n")
    done = run("-m", "package.tool", "a", "b", cwd=script.parent)
    assert (done.stdout.strip(), done.returncode) == ("__main__ [0, 1, 2] ['a', 'b']", 0)


def test_code() -> None:
    done = run("-c", "import sys, torch; print(torch.zeros(2).shape, sys.argv)", "x")
    assert (done.stdout.strip(), done.returncode) == ("torch.Size([2]) ['-c', 'x']", 0)


def test_standard_input() -> None:
    done = run("-", "x", stdin="import sys, torch\nprint(torch.ones(1).item(), sys.argv)\n")
    assert (done.stdout.strip(), done.returncode) == ("1.0 ['-', 'x']", 0)


@pytest.mark.parametrize(("code", "status", "text"), [
    ("raise SystemExit", 0, ""),
    ("raise SystemExit(7)", 7, ""),
    ("raise SystemExit('bye')", 1, "bye"),
    ("import sys; sys.exit(None)", 0, ""),
    ("raise ValueError('wrong')", 1, "ValueError: wrong"),
    ("def f(:", 1, "SyntaxError"),
])
def test_exit_codes(code: str, status: int, text: str) -> None:
    done = run("-c", code)
    assert done.returncode == status
    assert text in done.stderr and bool(done.stderr) == bool(text)


def test_traceback_begins_in_the_program(tmp_path: Path) -> None:
    path = tmp_path / "fails.py"
    path.write_text("def inner():\n    raise KeyError('here')\n\ninner()\n")
    done = run(str(path))
    lines = done.stderr.splitlines()
    assert lines[0] == "Traceback (most recent call last):" and lines[1] == f'  File "{path}", line 4, in <module>'
    assert lines[-1] == "KeyError: 'here'" and done.returncode == 1
    assert "minitorch_compat" not in done.stderr.replace(str(tmp_path), "")


def test_missing_script() -> None:
    done = run("no_such_script.py")
    assert done.returncode == 2 and "can't open file" in done.stderr and "[Errno 2] No such file or directory" in done.stderr


def test_help_and_version() -> None:
    assert run("--help").returncode == 0 and "usage: python -m minitorch_compat" in run("--help").stdout
    assert "2.13.0+minitorch." in run("--version").stdout
    assert run().returncode == 2


def test_main_is_picklable(tmp_path: Path) -> None:
    """What a program defines is found under `__main__`, as pickle and workers want it."""
    path = tmp_path / "pickles.py"
    path.write_text("import pickle\nclass Point:\n    pass\nprint(type(pickle.loads(pickle.dumps(Point()))) is Point)\n")
    assert run(str(path)).stdout.strip() == "True"


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_processes_started_afresh(tmp_path: Path, method: str) -> None:
    path = tmp_path / "program.py"
    path.write_text("import sys, torch\nimport torch.multiprocessing as mp\n"
                    "def work(x):\n    return torch.nn.functional.relu(x), torch.__version__\n"
                    "if __name__ == '__main__':\n"
                    "    with mp.get_context(sys.argv[1]).Pool(1) as pool:\n"
                    "        found, version = pool.map(work, [torch.tensor([-1.0, 2.0])])[0]\n"
                    "    print(found.tolist(), version == torch.__version__)\n")
    done = run(str(path), method)
    assert (done.stdout.strip(), done.stderr) == ("[0.0, 2.0] True", "")


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_processes_started_afresh_find_a_package_that_only_their_parent_looks_for(tmp_path: Path, method: str) -> None:
    """The package is where only a changed `sys.path` leads; under its name the interpreter knows another one, which must not be taken."""
    (tmp_path / "other" / "minitorch_compat").mkdir(parents=True)
    (tmp_path / "other" / "minitorch_compat" / "__init__.py").write_text("raise ImportError('the other one')\n")
    path = tmp_path / "program.py"
    path.write_text(f"import sys\nsys.path.insert(0, {str(Path(__file__).parents[2])!r})\n"
                    "import minitorch_compat\nminitorch_compat.install()\n"
                    "import torch, torch.multiprocessing as mp\n"
                    "def work(x):\n    return torch.nn.functional.relu(x).add_(1)\n"
                    "if __name__ == '__main__':\n"
                    "    with mp.get_context(sys.argv[1]).Pool(1) as pool:\n"
                    "        print(pool.map(work, [torch.tensor([-1.0, 2.0])])[0].tolist())\n")
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "other")}
    done = subprocess.run([sys.executable, str(path), method], capture_output=True, text=True, env=env, cwd=tmp_path)
    assert (done.stdout.strip(), done.stderr) == ("[1.0, 3.0]", "")
