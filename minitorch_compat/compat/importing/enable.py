"""`enable`, `disable`, `status`: whether `import torch` loads this package in every process of an environment.

`enable` writes what an installer would: a distribution record for `torch` (so that `pip install` of packages that need torch succeeds, `pip
check` passes and `pip uninstall torch` removes it) and a `.pth` file that sets an import hook at the start of each process (`hook.py`).
"""
from __future__ import annotations

import argparse
import base64
import hashlib
import importlib.metadata
import os
import py_compile
import shutil
import site
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from importlib.machinery import PathFinder
from importlib.util import cache_from_source
from pathlib import Path

from ..._version import __version__, torch_version

INSTALLER = "minitorch_compat"
MODULE, PTH = "_minitorch_compat_torch", "minitorch_compat_torch.pth"
PACKAGE = Path(__file__).parents[2]


class Refused(Exception):
    """The reason why an environment is not changed; the text is for the user."""


def enable(argv: list[str]) -> int:
    """`enable [--user] [--break-system-packages]`: make `import torch` load this package in every process of this environment."""
    parser = argparse.ArgumentParser(prog="python -m minitorch_compat enable", description="Make `import torch` give minitorch_compat in "
                                     "every process of this Python environment, until `disable` or `pip uninstall torch`.")
    parser.add_argument("--user", action="store_true", help="for this user, in the user's site directory")
    parser.add_argument("--break-system-packages", action="store_true", help="also where the system's package manager owns the environment")
    options = parser.parse_args(argv)
    try:
        target = target_directory(options.user, options.break_system_packages)
        check_no_pytorch()
        written = write(target)
        check_in_child(target)
    except Refused as error:
        print(f"enable: {error}", file=sys.stderr)
        return 1
    print(f"`import torch` gives minitorch_compat {__version__} (as torch {torch_version}) in every process of\n  {sys.executable}")
    print(f"Written to {target}:")
    print(*(f"  {path}" for path in written), sep="\n")
    print("Undo it with `python -m minitorch_compat disable` or `pip uninstall torch`; MINITORCH_COMPAT=0 switches it off for a process.")
    return 0


def disable(argv: list[str]) -> int:
    """`disable`: remove what `enable` wrote."""
    argparse.ArgumentParser(prog="python -m minitorch_compat disable", description="Remove what `enable` wrote.").parse_args(argv)
    records = list(installed_records())
    if not records:
        print("`import torch` was not enabled in this environment: nothing to remove")
        return 0
    for record in records:
        try:
            remove(record)
        except OSError as error:
            print(f"disable: cannot remove {error.filename}: {error.strerror}", file=sys.stderr)
            return 1
        print(f"removed {record.name} and its hook from {record.parent}")
    return 0


def status(argv: list[str]) -> int:
    """`status`: what `import torch` loads in a new process of this environment; exit code 0 if it is this package, else 1."""
    argparse.ArgumentParser(prog="python -m minitorch_compat status",
                            description="Tell what `import torch` gives in the processes of this environment. The exit code is 0 if it is "
                                        "minitorch_compat, otherwise 1.").parse_args(argv)
    print(f"minitorch_compat {__version__} at {PACKAGE}\npython           {sys.executable}")
    real = find_pytorch()
    if real:
        print(f"PyTorch          {real}")
    for record in installed_records():
        version = record.name.removeprefix("torch-").removesuffix(".dist-info")
        print(f"enabled          in {record.parent} as torch {version}" +
              ("" if version == torch_version else f"; this is {torch_version}: run `enable` again"))
    variable = os.environ.get("MINITORCH_COMPAT")
    if variable is not None:
        print(f"MINITORCH_COMPAT {variable}")
    imported = imported_by_child()
    print(f"`import torch`   {'gives minitorch_compat in every process' if imported == 'ours' else imported}")
    return 0 if imported == "ours" else 1


def path_without_current() -> list[str]:
    """`sys.path` without the current directory, which `python -m` adds in this process only."""
    return [entry for entry in sys.path if entry and Path(entry).resolve() != Path.cwd()]


def find_pytorch() -> str | None:
    """Version and location of the real PyTorch in this environment, or None."""
    for found in importlib.metadata.distributions(name="torch", path=path_without_current()):
        if (found.read_text("INSTALLER") or "").strip() != INSTALLER:
            return f"torch {found.version} in {found.locate_file('')}"
    spec = PathFinder.find_spec("torch", path_without_current())
    return f"a package `torch` in {spec.origin}" if spec is not None and spec.loader is not None else None


def check_no_pytorch() -> None:
    real = find_pytorch()
    if real:
        raise Refused(f"PyTorch is installed in this environment ({real}). Use another one, or `pip uninstall torch` first; or leave it "
                      "and run single programs with `python -m minitorch_compat script.py`.")


def installed_records() -> Iterator[Path]:
    """The directories of the records that `enable` wrote."""
    for entry in dict.fromkeys(path_without_current()):
        for record in sorted(Path(entry).glob("torch-*.dist-info")) if os.path.isdir(entry) else ():
            installer = record / "INSTALLER"
            if installer.is_file() and installer.read_text().strip() == INSTALLER:
                yield record


def target_directory(user: bool, break_system_packages: bool) -> Path:
    """The directory to write to; raises Refused if that is not allowed."""
    if user:
        if not site.ENABLE_USER_SITE:
            raise Refused("--user: this Python does not look into the user's site directory (a virtual environment, `-s`, or "
                          "PYTHONNOUSERSITE)")
        return Path(site.getusersitepackages())
    if sys.prefix == sys.base_prefix and not break_system_packages and (Path(sysconfig.get_path("stdlib")) / "EXTERNALLY-MANAGED").exists():
        raise Refused("this environment belongs to the system's package manager. Use a virtual environment (`python -m venv`), or "
                      "--break-system-packages.")
    return Path(sysconfig.get_path("purelib"))


def write(target: Path) -> list[str]:
    """Write hook and record into `target` and return their paths there; if that fails, remove everything again."""
    for record in list(installed_records()):
        if record.parent == target:
            remove(record)
    record = target / f"torch-{torch_version}.dist-info"
    try:
        record.mkdir(parents=True, exist_ok=True)
        files = {f"{MODULE}.py": _hook_source(), PTH: f"import {MODULE}\n"}
        files |= {f"{record.name}/{name}": text for name, text in _record_files().items()}
        for name, text in files.items():
            (target / name).write_text(text, encoding="utf-8")
        # Compiled now, since later users of this environment may have no right to write.
        compiled = _bytecode_path()
        py_compile.compile(str(target / f"{MODULE}.py"), str(target / compiled), doraise=True)
        rows = [_record_row(name, (target / name).read_bytes()) for name in files]
        rows += [f"{compiled.as_posix()},,", f"{record.name}/RECORD,,"]
        (record / "RECORD").write_text("\n".join(rows) + "\n", encoding="utf-8")
    except OSError as error:
        _remove_files(target, record)
        instead = ("Ask the environment's owner, or make one of your own (`python -m venv`)" if sys.prefix != sys.base_prefix else
                   "Use a virtual environment (`python -m venv`), or --user for yourself alone")
        raise Refused(f"cannot write to {error.filename or target}: {error.strerror}. {instead}; single programs run with "
                      "`python -m minitorch_compat script.py`, and with MINITORCH_COMPAT=1 also what they start.") from None
    return [*files, compiled.as_posix(), f"{record.name}/RECORD"]


def _bytecode_path() -> Path:
    """The path of the hook's bytecode in processes without PYTHONPYCACHEPREFIX, which may be set in this one."""
    return Path("__pycache__") / Path(cache_from_source(f"{MODULE}.py")).name


def _hook_source() -> str:
    """The hook's source; it includes the package's location unless that is a directory on every process's path."""
    text = (PACKAGE / "compat" / "importing" / "hook.py").read_text(encoding="utf-8").replace("\nRECORDED = False", "\nRECORDED = True")
    home = PACKAGE.parent
    known = {Path(entry).resolve() for entry in [*site.getsitepackages(), site.getusersitepackages(), sysconfig.get_path("purelib")]}
    return text if home.resolve() in known else text.replace("\nHOME = None  # type: str | None", f"\nHOME = {str(home)!r}")


def _record_files() -> dict[str, str]:
    """The files of the record, except RECORD."""
    ours = any(True for _ in importlib.metadata.distributions(name="minitorch-compat", path=path_without_current()))
    needs = "Requires-Dist: minitorch-compat\n" if ours else ""
    return {
        "METADATA": f"Metadata-Version: 2.1\nName: torch\nVersion: {torch_version}\n"
                    f"Summary: minitorch_compat in PyTorch's place (not PyTorch)\n{needs}\n"
                    "Written by `python -m minitorch_compat enable`: `import torch` gives minitorch_compat.\n",
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: minitorch_compat ({__version__})\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "INSTALLER": INSTALLER + "\n",
        "top_level.txt": f"{MODULE}\nfunctorch\ntorch\n",
    }


def _record_row(name: str, content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}"


def remove(record: Path) -> None:
    """Remove a record and the files that belong to it."""
    os.listdir(record)  # raises an informative error before anything is removed
    _remove_files(record.parent, record, missing_ok=False)


def _remove_files(target: Path, record: Path, missing_ok: bool = True) -> None:
    for path in [target / PTH, target / f"{MODULE}.py", *(target / "__pycache__").glob(f"{MODULE}.*.pyc")]:
        try:
            path.unlink(missing_ok=True)
        except OSError:
            if not missing_ok:
                raise
    shutil.rmtree(record, ignore_errors=missing_ok)


def imported_by_child() -> str:
    """What a new process of this environment imports as torch: "ours", or a description."""
    program = ("import importlib.util, sys\n"
               "if importlib.util.find_spec('torch') is None: print('fails: there is no torch'); sys.exit()\n"
               "import torch; print('ours' if hasattr(torch, 'is_active') else f'gives PyTorch {torch.__version__}')")
    # Without the current directory and PYTHONPATH, as in any process of the environment.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        return "fails: " + (done.stderr.strip().splitlines() or ["no message"])[-1]
    return done.stdout.strip()


def check_in_child(target: Path) -> None:
    """Undo everything if a new process does not import this package."""
    imported = imported_by_child()
    if imported != "ours" and os.environ.get("MINITORCH_COMPAT") != "0":
        _remove_files(target, target / f"torch-{torch_version}.dist-info")
        raise Refused(f"written to {target}, but `import torch` in a new process {imported}; removed again")


__all__ = ["disable", "enable", "status"]
