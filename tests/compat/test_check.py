"""`check` reads programs, `trace` runs them, `coverage` prints the stored status: which names of torch work."""
from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from compat_tests import coverage
from minitorch_compat.compat.checking import name_status
from minitorch_compat.compat.checking.check import check_source
from tests.compat.test_run import ROOT, run


def status_by_name(source: str) -> dict[str, str]:
    """Name -> status of every use in a program."""
    return {use.name: use.status for use in check_source(source)}


def faults(source: str) -> set[str]:
    return {name for name, status in status_by_name(source).items() if status in ("no", "unknown")}


@pytest.mark.parametrize(("source", "names"), [
    ("import torch\ntorch.quantize_per_tensor(x)", {"torch.quantize_per_tensor"}),
    ("import torch as th\nth.quantize_per_tensor(x)", {"torch.quantize_per_tensor"}),
    ("import minitorch_compat as torch\ntorch.quantize_per_tensor(x)", {"torch.quantize_per_tensor"}),
    ("from torch import quantize_per_tensor as q\nq(x)", {"torch.quantize_per_tensor"}),
    ("import torch.jit as j\nj.save(m)", {"torch.jit.save"}),
    ("import torch.jit\ntorch.jit.save(m)", {"torch.jit.save"}),
    ("from torch import jit\ndef f():\n    return jit.save", {"torch.jit.save"}),
    ("from torch.jit import *\nsave(m)", {"torch.jit.save"}),
    ("import torch\nj = torch.jit\ns = j.save\ns(m)", {"torch.jit.save"}),
    ("import torch\ntorch.addd(x)", {"torch.addd"}),
    ("import torch.nn.functional as F\nF.rellu(x)", {"torch.nn.functional.rellu"}),
    ("import torch\ntorch.ones(2).to('cuda')", {"device 'cuda'"}),
    ("import torch\nd = torch.device('cuda:0')", {"device 'cuda:0'"}),
    ("import torch\ntorch.ones(2, device='mps')", {"device 'mps'"}),
    ("from torch import nn\nm = nn.Linear(2, 2)\nm.cuda()", {"torch.nn.Module.cuda"}),
    ("import torch\ntorch.ones(2).cuda()", {"torch.Tensor.cuda"}),
    ("import torch\nx: torch.Tensor\nx.sum().q_scale().foo", {"torch.Tensor.q_scale"} & faults("import torch\ntorch.Tensor.q_scale")),
])
def test_faults_are_found(source: str, names: set[str]) -> None:
    assert faults(source) == names


@pytest.mark.parametrize("source", [
    "import jax as torch\ntorch.quantize_per_tensor(x)",  # somebody else's
    "def f(torch):\n    torch.quantize_per_tensor(x)",
    "import torch\ndef f(torch):\n    torch.quantize_per_tensor(x)",
    "import torch\nif torch.cuda.is_available():\n    torch.ones(2).to('cuda')",
    "import torch\nd = 'cuda' if torch.cuda.is_available() else 'cpu'\ntorch.ones(2).to(d)",
    "import torch\nx = torch.ones(2)\nif torch.cuda.is_available():\n    x = x.cuda()",
    "import torch\nif torch.cuda.is_available() and x:\n    torch.device('cuda')",
    "import torch\nif not torch.cuda.is_available():\n    pass\nelse:\n    torch.device('cuda')",
    "import torch\nif torch.cuda.device_count() > 1:\n    torch.device('cuda')",
    "import torch\nif hasattr(torch, 'addd'):\n    torch.addd",
    "try:\n    from torch import addd\nexcept ImportError:\n    addd = None",
    "import torch\nx.cuda()",  # of whom nothing is known
    "import torch\ntorch.float32.itemsize, torch.finfo(torch.float32).eps, torch.__version__",
    "import torch\nclass M(torch.nn.Module):\n    def forward(self, x): return x.anything()",
    "import torch\nfrom torch.distributed.tensor import DTensor\ndef f(x: DTensor) -> torch.SymInt: return isinstance(x, (DTensor, int))",
])
def test_what_is_no_fault_is_not_reported(source: str) -> None:
    assert faults(source) == set()


def test_partly_and_where() -> None:
    uses = check_source("import torch.nn.functional as F\n\ny = F.grid_sample(x, g)\n", "a.py")
    assert [(use.path, use.line, use.column, use.status) for use in uses if use.status == "partly"] == [("a.py", 3, 5, "partly")]
    assert str(uses[-1]).startswith("a.py:3:5: torch.nn.functional.grid_sample: partly (")


def test_no_false_alarm_on_programs_that_run() -> None:
    """The scripts of `docs/libraries.md`, the examples: they run here, so nothing that they use is missing."""
    files = [*(ROOT / "compat_tests" / "libraries" / "scripts").rglob("*.py"), *(ROOT / "docs" / "examples").rglob("*.py")]
    assert len(files) > 90
    assert [str(use) for path in files for use in check_source(path.read_text(), path.name) if use.status in ("no", "unknown")] == []


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "program.py"
    path.write_text("import torch\nx = torch.ones(2)\nfor _ in range(2):\n    try:\n"
                    "        torch.quantize_per_tensor(x, 1.0, 0, torch.qint8)\n"
                    "    except NotImplementedError:\n        pass\nx[None].renorm(2, 0, 1)\nraise SystemExit(3)\n")
    return path


def test_reports(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("import torch\nx = torch.ones(2)\nif len(x):\n\n        torch.quantize_per_tensor(x, 1.0, 0, torch.qint8)\n")
    done = run("check", str(program))
    assert done.returncode == 1 and f"{program}:5:9: torch.quantize_per_tensor: no. Round with torch.fake_quantize" in done.stdout
    data = json.loads(run("check", "--json", str(program)).stdout)
    assert data["counts"]["no"] == 1 and {use["name"] for use in data["uses"] if use["status"] == "no"} == {"torch.quantize_per_tensor"}
    sarif = json.loads(run("check", "--sarif", str(program)).stdout)
    result = next(r for r in sarif["runs"][0]["results"] if r["level"] == "error")
    assert sarif["version"] == "2.1.0" and result["locations"][0]["physicalLocation"]["region"] == {"startLine": 5, "startColumn": 9}
    page = run("check", "--html", str(program)).stdout
    assert page.startswith("<!doctype html>") and "<code>torch.quantize_per_tensor</code>" in page
    (tmp_path / "fine.py").write_text("import torch\nprint(torch.ones(2))\n")
    assert run("check", str(tmp_path / "fine.py")).returncode == 0
    (tmp_path / "broken.py").write_text("def f(:\n")
    broken = run("check", str(tmp_path / "broken.py"))
    assert broken.returncode == 2 and "cannot read" in broken.stderr and "Traceback" not in broken.stderr


def test_notebooks(tmp_path: Path) -> None:
    cells = [{"cell_type": "markdown", "source": ["# torch.addd"]},
             {"cell_type": "code", "source": ["%load_ext x\n", "import torch\n", "torch.addd"]}]
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": cells}))
    assert "torch.addd: PyTorch 2.13 has no such name" in run("check", str(tmp_path)).stdout


def test_trace(program: Path, tmp_path: Path) -> None:
    done = run("trace", "--json", str(tmp_path / "found.json"), str(program))
    assert done.returncode == 3
    assert f"{program}:5: torch.quantize_per_tensor: no, 2 times. Round with" in done.stderr
    assert f"{program}:8: torch.Tensor.renorm: partly (" in done.stderr
    data = json.loads((tmp_path / "found.json").read_text())
    assert {entry["name"] for entry in data} == {"torch.quantize_per_tensor", "torch.Tensor.renorm"}
    (tmp_path / "fine.py").write_text("import torch\nprint(torch.ones(2))\n")
    assert run("trace", str(tmp_path / "fine.py")).stderr == "trace: everything that was reached works\n"


def test_what_is_stored_is_what_the_page_says() -> None:
    """Both are written from one measurement."""
    assert coverage.page(name_status.namespaces()) == coverage.PAGE.read_text()
    assert coverage.stored(name_status.namespaces()) == coverage.STORED.read_text()


def test_coverage() -> None:
    lines = run("coverage", "torch.optim").stdout.splitlines()
    assert "torch.optim.Adagrad: works" in lines and all(re.match(r"torch\.optim\.\w+: (works|partly|there|no)", line) for line in lines)
    assert run("coverage", "torch.optim.Adagrad").stdout == "torch.optim.Adagrad: works\n"
    wrong = run("coverage", "torch.optmi")
    assert wrong.returncode == 2 and "did you mean torch.optim" in wrong.stderr


def test_progress_is_told_where_it_takes_long(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from minitorch_compat.compat.checking import check

    (tmp_path / "a.py").write_text("import torch\n")
    clock = iter(range(0, 1000, 3))
    monkeypatch.setattr(check.time, "monotonic", lambda: next(clock))
    assert check.check([str(tmp_path)]) == 0
    assert "check: 0 of 1 files read" in capsys.readouterr().err


def test_nothing_of_it_is_loaded_by_an_import() -> None:
    program = "import sys, minitorch_compat; print(sorted(n for n in sys.modules if n.startswith('minitorch_compat.compat')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    compat = "minitorch_compat.compat"
    assert done.stdout.strip() == str([compat, f"{compat}.importing", f"{compat}.importing.install"])
