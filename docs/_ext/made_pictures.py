"""Runs the programs in `docs/learn` that make pictures: graphs by `draw`, loss curves beside those recorded with PyTorch."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

LEARN = Path(__file__).parents[1] / "learn"
ROOT = LEARN.parents[1]


def make_pictures(app: Any) -> None:
    """Run each program that is younger than its pictures; one that fails ends the build."""
    folder = LEARN / "pictures"
    folder.mkdir(exist_ok=True)
    for program in sorted([*LEARN.glob("autograd_*.py"), *LEARN.glob("train_*.py")]):
        made = sorted(folder.glob(f"{program.stem}*"))
        if made and min(picture.stat().st_mtime for picture in made) > program.stat().st_mtime:
            continue
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "MPLBACKEND": "Agg"}
        command = [sys.executable, "-m", "minitorch_compat", str(program), str(folder / program.stem)]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{program.name}:\n{done.stderr}")


def setup(app: Any) -> dict[str, bool]:
    app.connect("builder-inited", make_pictures)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
