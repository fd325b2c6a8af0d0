"""How many of the forty mistakes of `planted.py` mypy and pyright find: `python tests/types/measure.py [--torch PYTHON]`.

A checker that is not installed is reported as NOT RUN, with the reason. `--torch PYTHON` names an interpreter with PyTorch, whose own
types are then measured the same way, and everything that they find has to be found here, too.
"""
from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PROGRAM = HERE / "planted.py"


def marked(text: str) -> set[int]:
    """The lines with a mistake."""
    return {number for number, line in enumerate(text.splitlines(), 1) if line.endswith("# planted")}


def why_not(checker: str) -> str | None:
    """Why a checker cannot run here; None if it can."""
    if shutil.which(checker, path=search_path()) is None:
        return f"{checker} is not installed (pip install {checker})"
    try:
        ran = subprocess.run([executable(checker), "--version"], capture_output=True, text=True, timeout=180)
    except subprocess.TimeoutExpired:
        return f"{checker} does not start within three minutes (pyright needs node, which it fetches with nodeenv)"
    if ran.returncode or checker not in ran.stdout:
        lines = (ran.stderr or ran.stdout).strip().splitlines()
        return f"{checker} does not start: {lines[-1] if lines else 'no message'} (pyright needs node, which it fetches with nodeenv)"
    return None


def search_path() -> str:
    """Where programs are: beside this interpreter first."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])


def executable(checker: str) -> str:
    return shutil.which(checker, path=search_path()) or checker


def errors_of(checker: str, program: Path, python: str, root: Path) -> dict[int, str]:
    """Line -> what the checker says of it."""
    if checker == "mypy":
        command = [executable("mypy"), "--python-executable", python, "--config-file", "", "--follow-imports=silent", "--no-error-summary",
                   "--show-absolute-path", "--python-version", "3.12", str(program)]
        ran = subprocess.run(command, capture_output=True, text=True, cwd=root)
        if ran.returncode not in (0, 1):
            raise SystemExit(f"mypy failed:\n{ran.stdout}{ran.stderr}")
        found = re.findall(rf"{re.escape(str(program))}:(\d+): error: (.*)", ran.stdout)
        return {int(line): text for line, text in reversed(found)}
    (program.parent / "pyrightconfig.json").write_text(json.dumps({
        "include": [program.name], "typeCheckingMode": "basic", "reportAttributeAccessIssue": "error", "extraPaths": [str(root)],
        "reportUnusedExpression": False}))
    ran = subprocess.run([executable("pyright"), "--pythonpath", python, "--outputjson", "-p", str(program.parent)],
                         capture_output=True, text=True)
    try:
        answer = json.loads(ran.stdout)
    except ValueError:
        raise SystemExit(f"pyright failed:\n{ran.stdout}{ran.stderr}") from None
    return {d["range"]["start"]["line"] + 1: d["message"].splitlines()[0]
            for d in reversed(answer["generalDiagnostics"]) if d["severity"] == "error"}


def measure(checker: str, python: str, package: str) -> tuple[set[int], dict[int, str]]:
    """The mistakes found, and what was said of lines that are right."""
    text = PROGRAM.read_text()
    if package == "torch":
        text = text.replace("import minitorch_compat as torch", "import torch").replace("minitorch_compat", "torch")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder).resolve() / "planted.py"
        program.write_text(text)
        errors = errors_of(checker, program, python, Path(folder) if package == "torch" else ROOT)
    planted = marked(text)
    return planted & set(errors), {line: said for line, said in errors.items() if line not in planted}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--torch", metavar="PYTHON", help="an interpreter with PyTorch, to compare with")
    parser.add_argument("--checker", choices=["mypy", "pyright"], action="append")
    args = parser.parse_args()
    lines = PROGRAM.read_text().splitlines()
    planted = marked(PROGRAM.read_text())
    failed = False
    for checker in args.checker or ["mypy", "pyright"]:
        reason = why_not(checker)
        if reason:
            print(f"{checker}: NOT RUN: {reason}")
            continue
        found, wrong = measure(checker, sys.executable, "minitorch_compat")
        print(f"{checker}: {len(found)} of {len(planted)} mistakes found, {len(wrong)} complaints of lines that are right")
        expected = planted
        if args.torch:
            expected, of_theirs = measure(checker, args.torch, "torch")
            print(f"{checker} with PyTorch's own types: {len(expected)} of {len(planted)}, {len(of_theirs)}")
            for line in sorted(planted - expected):
                print(f"  PyTorch's types miss {line}: {lines[line - 1]}")
            for line, said in sorted(of_theirs.items()):
                print(f"  PyTorch's types refuse {line}: {lines[line - 1]}  # {said}")
        for line in sorted(planted - found):
            print(f"  missed {line}: {lines[line - 1]}")
        for line, said in sorted(wrong.items()):
            print(f"  wrongly refused {line}: {lines[line - 1]}  # {said}")
        failed = failed or bool(expected - found or wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
