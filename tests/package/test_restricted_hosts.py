"""Hosts without some feature: it is disabled in a child process, in which the package is imported and trains; code that needs it raises.

A browser has no threads, processes or `fcntl`, musl no glibc, small boards little memory and no vector extensions.
"""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import io
import minitorch_compat as torch
from minitorch_compat import nn
from minitorch_compat.nn import functional as F
from minitorch_compat.utils.data import DataLoader, TensorDataset
torch.manual_seed(0)
data = TensorDataset(torch.randn(64, 1, 8, 8), torch.randint(0, 10, (64,)))
net = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(36, 10), nn.Dropout(0.1))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
losses = []
for epoch in range(3):
    for x, y in DataLoader(data, batch_size=16, shuffle=True):
        opt.zero_grad()
        loss = F.cross_entropy(net(x), y)
        loss.backward()
        opt.step()
        losses.append(loss.item())
assert sum(losses[-4:]) < sum(losses[:4]), losses
file = io.BytesIO()
torch.save(net.state_dict(), file)
file.seek(0)
assert net.load_state_dict(torch.load(file)).missing_keys == []
assert torch.zeros(3, 4, device="meta").sum(0).shape == (4,)
assert torch.func.vmap(torch.func.grad(lambda x: (x ** 2).sum()))(torch.ones(2, 2)).tolist() == [[2.0, 2.0]] * 2
"""
NO_THREADS = """
import _thread, threading
def refuse(*args, **kwargs): raise RuntimeError("can't start new thread")
for module in (_thread, threading):
    for name in ("start_new_thread", "_start_new_thread", "start_joinable_thread", "_start_joinable_thread"):
        if hasattr(module, name): setattr(module, name, refuse)
"""


def without(*modules: str) -> str:
    """Lines after which these modules cannot be imported."""
    return f"import sys\nfor name in {modules!r}: sys.modules[name] = None\n"


MODULES = ("ctypes", "_ctypes", "mmap", "multiprocessing", "_multiprocessing", "_posixshmem", "fcntl", "resource", "select", "socket",
           "ssl", "subprocess", "concurrent.futures", "asyncio", "bz2", "lzma", "pwd", "grp", "readline", "sqlite3", "tkinter")
NO_HOME = """
import os
for name in ("HOME", "USER", "LOGNAME", "USERPROFILE", "XDG_CACHE_HOME", "TORCH_HOME"): os.environ.pop(name, None)
try:
    import pwd
except ImportError: pass
else:
    def refuse(_): raise KeyError("no such user")
    pwd.getpwuid = pwd.getpwnam = refuse
"""
#: As on musl, whose libraries no name of glibc's finds.
NO_GLIBC = """
import os, platform
platform.libc_ver = lambda *args, **kwargs: ("", "")
def refuse(name): raise ValueError("unrecognized configuration name")
os.confstr = refuse
import ctypes, ctypes.util
ctypes.util.find_library = lambda name: None
def refuse_library(name, *args, **kwargs): raise OSError(f"{name}: no such file")
ctypes.CDLL = refuse_library
"""


def run(code: str, **settings: str) -> str:
    """What a program prints, in a process of its own; its traceback, if it fails, is that of the test."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("module", MODULES)
def test_trains_without_a_module(module: str) -> None:
    run(without(module) + PROGRAM)


def test_trains_without_all_of_them() -> None:
    run(without(*MODULES) + NO_THREADS + PROGRAM)


@pytest.mark.parametrize("before", [NO_THREADS, NO_HOME, "import sys; sys.setrecursionlimit(1000)\n", NO_GLIBC],
                         ids=["threads", "home", "deep recursion", "glibc"])
def test_trains_without(before: str) -> None:
    run(before + PROGRAM)


def test_a_deep_graph_needs_no_deep_recursion() -> None:
    run("import sys; sys.setrecursionlimit(1000)\nimport minitorch_compat as torch\n"
        "x = y = torch.ones(2, requires_grad=True)\nfor _ in range(20000): y = y + 1\ny.sum().backward()\n"
        "assert x.grad.tolist() == [1, 1]\n"
        "import io; del y; f = io.BytesIO(); torch.save(x, f)")


def test_trains_without_vector_extensions() -> None:
    features = "import numpy._core._multiarray_umath as m; print(' '.join(m.__cpu_dispatch__))"
    named = run(features)
    if not named:
        pytest.skip("this numpy has no vector extensions that can be switched off")
    run("import warnings; warnings.simplefilter('ignore')\n" + PROGRAM, NPY_DISABLE_CPU_FEATURES=named)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="permissions of other systems")
def test_trains_from_an_installation_that_cannot_be_written(tmp_path: Path) -> None:
    """Bytecode cannot be kept: nothing is written beside the package, and nothing but the package is read."""
    shutil.copytree(ROOT / "minitorch_compat", tmp_path / "minitorch_compat", ignore=shutil.ignore_patterns("__pycache__"))
    folders = [tmp_path / "minitorch_compat", *(p for p in (tmp_path / "minitorch_compat").rglob("*") if p.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    try:
        # Root may write anywhere: what is opened for writing is watched as well.
        watch = ("import sys\ndef audit(event, args):\n"
                 f"    if event == 'open' and str(args[0]).startswith({str(tmp_path)!r}) and set(str(args[1])) & set('wax+'):\n"
                 "        raise PermissionError(args[0])\nsys.addaudithook(audit)\n")
        run(watch + PROGRAM, PYTHONPATH=str(tmp_path), PYTHONDONTWRITEBYTECODE="1")
        assert not list(tmp_path.rglob("__pycache__"))
    finally:
        for folder in folders:
            folder.chmod(0o755)


@pytest.mark.parametrize(("missing", "use", "error", "phrase"), [
    ("mmap", "torch.ones(3).share_memory_()", "UnsupportedError", "memory that processes share"),
    ("mmap", "torch.from_file(path, size=2, dtype=torch.uint8)", "UnsupportedError", "no module mmap"),
    ("mmap", "torch.load(saved, mmap=True)", "UnsupportedError", "no module mmap"),
    ("multiprocessing", "list(DataLoader([1, 2], num_workers=1))", "ImportError", "multiprocessing")])
def test_what_needs_a_module_says_so(missing: str, use: str, error: str, phrase: str, tmp_path: Path) -> None:
    saved, path = tmp_path / "saved.pt", tmp_path / "bytes"
    path.write_bytes(b"1234")
    code = (f"{without(missing)}import minitorch_compat as torch\nfrom minitorch_compat import UnsupportedError\n"
            f"from minitorch_compat.utils.data import DataLoader\npath, saved = {str(path)!r}, {str(saved)!r}\n"
            f"torch.save(torch.ones(3), saved)\n"
            f"try:\n    {use}\nexcept {error} as e:\n    print(e)\n")
    assert phrase in run(code)


EXTRAS = {
    "with torch.autocast('cpu'): pass": "bfloat16", "torch.set_autocast_enabled('cpu', True)": "bfloat16",
    "torch.amp.autocast('cpu')(lambda: 1)()": "bfloat16", "torch.ones(2).bfloat16()": "bfloat16",
    "torch.zeros(2, dtype=torch.bfloat16)": "bfloat16",
    "torch.nn.Linear(2, 2).to(torch.bfloat16)": "bfloat16", "torch.BFloat16Tensor(2)": "bfloat16",
    "torch.zeros(2, dtype=torch.bfloat16, device='meta')": "bfloat16", "torch.set_default_dtype(torch.bfloat16)": "bfloat16",
    "import minitorch_compat.utils.tensorboard": "tensorboard",
}


@pytest.mark.parametrize("use", EXTRAS)
def test_what_needs_an_extra_names_the_command(use: str) -> None:
    code = (f"import sys\nsys.modules['ml_dtypes'] = None\nimport importlib.util as u\nfind = u.find_spec\n"
            f"u.find_spec = lambda name, *a: None if name == 'tensorboard' else find(name, *a)\n"
            f"import minitorch_compat as torch\ntry:\n    {use}\nexcept torch.UnsupportedError as e:\n    print(e)\n"
            f"assert not torch.is_autocast_cpu_enabled() and torch.get_default_dtype() is torch.float32")
    assert f'pip install "minitorch-compat[{EXTRAS[use]}]"' in run(code)


def test_a_program_without_tensorboard_may_go_on() -> None:
    run("import importlib.util as u\nu.find_spec = lambda name, *a: None\ntry:\n    import minitorch_compat.utils.tensorboard\n"
        "except ModuleNotFoundError as e:\n    assert e.name == 'tensorboard'\nelse:\n    raise AssertionError")
