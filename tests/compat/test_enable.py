"""`enable`, `disable`, `status`: `import torch` in every process of an environment."""
from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from minitorch_compat._version import torch_version
from minitorch_compat.compat.importing import enable as enabling
from tests.compat.conftest import Environment

needs_pip = pytest.mark.skipif(importlib.util.find_spec("pip") is None, reason="pip is not installed")


def test_a_plain_process_imports_torch(enabled: Environment) -> None:
    done = enabled.run("-c", "import torch.nn.functional as F, torch, sys; print(F.relu(torch.tensor([-1., 2.])), torch.__version__, "
                             "torch is sys.modules['minitorch_compat'])")
    assert done.stdout.strip() == f"tensor([0., 2.]) {torch_version} True"


def test_nothing_is_imported_before_torch_is_asked_for(enabled: Environment) -> None:
    done = enabled.run("-c", "import sys; print([n for n in sys.modules if n.startswith(('minitorch_compat', 'torch', 'numpy'))])")
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("first", ["importlib.util.find_spec('torch').name", "importlib.metadata.version('torch')",
                                   "importlib.import_module('functorch').vmap", "importlib.import_module('torch.optim').SGD",
                                   "importlib.util.find_spec('torch.nn')"])
def test_whatever_asks_first(enabled: Environment, first: str) -> None:
    done = enabled.run("-c", f"import importlib, importlib.util, importlib.metadata; a = {first}; import torch, torch.nn as nn; "
                             "import minitorch_compat; print(a is not None, torch is minitorch_compat, nn is minitorch_compat.nn, "
                             "importlib.metadata.version('torch') == torch.__version__, "
                             "[d.name for d in importlib.metadata.distributions() if d.name == 'torch'])")
    assert done.stdout.strip() == "True True True True ['torch']"


@pytest.mark.parametrize("program", [
    "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import torch; print(torch.ones(1).item())'], check=True)",
    "import concurrent.futures as c, multiprocessing as m, torch\n"
    "if __name__ == '__main__':\n"
    "    print(c.ProcessPoolExecutor(1, m.get_context('spawn')).submit(torch.sum, torch.ones(1)).result().item())",
])
def test_children(enabled: Environment, program: str, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(program)
    assert enabled.run(str(tmp_path / "program.py")).stdout.strip() == "1.0"


@pytest.mark.skipif(importlib.util.find_spec("xdist") is None, reason="pytest-xdist is not installed")
def test_workers_of_pytest(enabled: Environment, tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_it():\n    import torch\n    assert torch.ones(2).sum() == 2\n")
    assert "1 passed" in enabled.run("-m", "pytest", "-n", "1", "-p", "no:cacheprovider", str(tmp_path)).stdout


def test_it_is_written_down_and_undone(environment: Environment) -> None:
    before = environment.files()
    done = environment.run("-m", "minitorch_compat", "enable")
    added = environment.files() - before
    told = {line.strip() for line in done.stdout.splitlines() if line.startswith("  ")}
    assert added == told - {str(environment.python)}
    recorded = (environment.site / f"torch-{torch_version}.dist-info" / "RECORD").read_text().split()
    assert {row.split(",")[0] for row in recorded} == added
    assert environment.run("-m", "minitorch_compat", "status").stdout.endswith("gives minitorch_compat in every process\n")
    again = environment.run("-m", "minitorch_compat", "enable")
    assert environment.files() - before == added and again.stdout == done.stdout
    assert f"removed torch-{torch_version}.dist-info" in environment.run("-m", "minitorch_compat", "disable").stdout
    assert environment.files() == before
    assert "nothing to remove" in environment.run("-m", "minitorch_compat", "disable").stdout
    status = environment.run("-m", "minitorch_compat", "status", check=False)
    assert status.returncode == 1 and "fails: there is no torch" in status.stdout


@needs_pip
def test_pip_knows_it(environment: Environment) -> None:
    environment.run("-m", "minitorch_compat", "enable")
    assert environment.run("-m", "pip", "show", "torch").stdout.startswith(f"Name: torch\nVersion: {torch_version}\n")
    assert "torch " not in environment.run("-m", "pip", "check", check=False).stdout
    done = environment.run("-m", "pip", "install", "--no-index", "torch>=2.0")
    assert "Requirement already satisfied" in done.stdout
    before = environment.files()
    environment.run("-m", "pip", "uninstall", "-y", "torch")
    assert before - environment.files() and not any("torch" in name for name in environment.files())
    assert environment.run("-c", "import torch", check=False).stderr.endswith("ModuleNotFoundError: No module named 'torch'\n")


@pytest.mark.parametrize("kind", ["distribution", "package"])
def test_refused_beside_the_real_one(environment: Environment, kind: str) -> None:
    if kind == "distribution":
        (environment.site / "torch-2.13.0.dist-info").mkdir()
        (environment.site / "torch-2.13.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: torch\nVersion: 2.13.0\n")
    else:
        (environment.site / "torch.py").write_text("__version__ = '2.13.0'\n")
    before = environment.files()
    done = environment.run("-m", "minitorch_compat", "enable", check=False)
    assert done.returncode == 1 and "PyTorch is installed in this environment" in done.stderr and "Traceback" not in done.stderr
    assert environment.files() == before


def test_a_real_one_that_comes_later_is_found_first(environment: Environment) -> None:
    environment.run("-m", "minitorch_compat", "enable")
    (environment.site / "torch.py").write_text("__version__ = 'real'\n")
    assert environment.run("-c", "import torch; print(torch.__version__)").stdout.strip() == "real"
    done = environment.run("-m", "minitorch_compat", "status", check=False)
    assert done.returncode == 1 and "gives PyTorch real" in done.stdout


def test_a_directory_of_data_called_torch_is_no_package(enabled: Environment, tmp_path: Path) -> None:
    (tmp_path / "torch").mkdir()
    assert enabled.run("-c", "import torch; print(torch.__version__)", cwd=tmp_path).stdout.strip() == torch_version


def test_the_variable_switches_it_off(enabled: Environment) -> None:
    done = enabled.run("-c", "import torch", check=False, MINITORCH_COMPAT="0")
    assert "No module named 'torch'" in done.stderr


def test_without_the_package_there_is_no_torch(environment: Environment, tmp_path: Path) -> None:
    environment.run("-m", "minitorch_compat", "enable")
    hook, packages = environment.site / f"{enabling.MODULE}.py", environment.site / "packages_of_the_tests.pth"
    hook.write_text(re.sub(r"\nHOME = .*", f"\nHOME = {str(tmp_path)!r}", hook.read_text()))
    kept = packages.read_text()
    packages.write_text("")
    done = environment.run("-c", "import torch", check=False)
    packages.write_text(kept)
    assert done.stderr.endswith("ModuleNotFoundError: No module named 'torch'\n")


def test_user_directory(tmp_path: Path, environment: Environment) -> None:
    """A virtual environment has no user directory; the base interpreter has."""
    done = environment.run("-m", "minitorch_compat", "enable", "--user", check=False)
    assert done.returncode == 1 and "does not look into the user's site directory" in done.stderr
    base = [Path(sys.base_prefix) / "bin" / "python3", Path(sys.base_prefix) / "python.exe"]
    python = next((path for path in base if path.exists()), None)
    if python is None:
        pytest.skip("the base interpreter is not found")
    path = os.pathsep.join([str(enabling.PACKAGE.parent), str(Path(pytest.__file__).parent.parent)])
    variables = {"PYTHONUSERBASE": str(tmp_path), "PYTHONPATH": path, "HOME": str(tmp_path)}

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([python, *args], env=variables, cwd=tmp_path, capture_output=True, text=True, check=False)

    if run("-c", "import site, sys; sys.exit(not site.ENABLE_USER_SITE)").returncode:
        pytest.skip("the base interpreter does not look into the user's site directory")
    tried = run("-m", "minitorch_compat", "enable", "--user")
    written = sorted(path.name for path in tmp_path.rglob("*") if path.name.startswith(("torch-", enabling.PTH)))
    if tried.returncode:  # numpy comes to this base by PYTHONPATH only, which the check in a child leaves out
        assert "No module named 'numpy'" in tried.stderr and written == []
    else:
        assert written == [enabling.PTH, f"torch-{torch_version}.dist-info"]


def test_where_nothing_may_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever fails to be written, nothing stays behind and the message says where and what to do."""
    monkeypatch.setattr(enabling, "target_directory", lambda *_: tmp_path)
    monkeypatch.setattr(enabling, "check_no_pytorch", lambda: None)
    plain = Path.write_text

    def write_text(self: Path, *args: object, **kwargs: object) -> int:
        if self.name == "RECORD":
            raise PermissionError(13, "Permission denied", str(self))
        return plain(self, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(Path, "write_text", write_text)
    assert enabling.enable([]) == 1
    error = capsys.readouterr().err
    assert "cannot write to" in error and "RECORD: Permission denied" in error and "script.py" in error
    assert ("--user" in error) == (sys.prefix == sys.base_prefix)  # which a virtual environment does not look into
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setattr(enabling, "target_directory", lambda *_: blocked)  # no directory at all
    assert enabling.enable([]) == 1 and "cannot write to" in capsys.readouterr().err


def test_bytecode_lies_where_others_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if this process keeps its own elsewhere; and the record tells of it."""
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "elsewhere"))
    target = tmp_path / "site"
    written = enabling.write(target)
    compiled, = (name for name in written if name.endswith(".pyc"))
    assert compiled.startswith("__pycache__/") and (target / compiled).is_file()
    assert sorted(str(path.relative_to(target)).replace("\\", "/") for path in target.rglob("*") if path.is_file()) == sorted(written)


def test_an_environment_of_the_system_is_left_to_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "EXTERNALLY-MANAGED").touch()
    monkeypatch.setattr(sys, "base_prefix", sys.prefix)
    monkeypatch.setattr(enabling.sysconfig, "get_path", lambda name: str(tmp_path))
    with pytest.raises(enabling.Refused, match="belongs to the system's package manager"):
        enabling.target_directory(False, False)
    assert enabling.target_directory(False, True) == tmp_path


def test_variable_for_children_of_a_program(tmp_path: Path, environment: Environment) -> None:
    """MINITORCH_COMPAT=1: what a program starts finds torch, and a `sitecustomize` of somebody else still runs."""
    (tmp_path / "sitecustomize.py").write_text("print('theirs')\n")
    program = ("import subprocess, sys; subprocess.run([sys.executable, '-c', 'import importlib.metadata as m; "
               "print(m.version(\"torch\")); import torch; print(torch.__version__)'])")
    done = environment.run("-u", "-m", "minitorch_compat", "-c", program, MINITORCH_COMPAT="1", PYTHONPATH=str(tmp_path))
    assert done.stdout.splitlines() == ["theirs", "theirs", torch_version, torch_version]
    done = environment.run("-m", "minitorch_compat", "-c", program)
    assert "No package metadata was found for torch" in done.stderr


def test_start_up_costs_next_to_nothing(enabled: Environment) -> None:
    """The best of several: what the hook takes of a start, by the interpreter's own clock."""
    took = []
    for _ in range(15):
        lines = enabled.run("-X", "importtime", "-c", "pass").stderr.splitlines()
        took.append(next(int(line.split("|")[1]) for line in lines if line.endswith(enabling.MODULE)))
    assert min(took) < 1000, took  # microseconds
