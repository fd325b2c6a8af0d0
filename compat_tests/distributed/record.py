"""Writes `recorded.json.gz`, what PyTorch answers on gloo: `MINITORCH_COMPAT_ORACLE=… python -m compat_tests.distributed.record`."""
from __future__ import annotations

import gzip
import json
import os
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FILE = HERE / "recorded.json.gz"
WORLDS = (2, 4)
QUIET = ("reductions", "moves", "forms", "gathered", "refusals")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def recorded(world: int, kinds: list[str], seconds: float = 200, program: str = "run.py") -> dict[str, list[Any]]:
    """{case: answers of the ranks} of PyTorch; a rank that died has `{"dies": its exit code}`."""
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "answers"
        environment = {**os.environ, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(free_port()), "GLOO_SOCKET_IFNAME": "lo",
                       "OMP_NUM_THREADS": "1"}
        command = [os.environ["MINITORCH_COMPAT_ORACLE"], str(HERE / program), str(world), str(file), *kinds]
        ranks = [subprocess.Popen(command, env={**environment, "RANK": str(r)}, stderr=subprocess.DEVNULL) for r in range(world)]
        end = time.monotonic() + seconds
        codes = [_code(rank, end - time.monotonic()) for rank in ranks]
        files = [Path(f"{file}.{r}") for r in range(world)]
        mine = [json.loads(f.read_text()) if f.exists() else None for f in files]
    names = next((list(m) for m in mine if m), [kind.partition("/")[2] for kind in kinds[:1]])
    return {name: [{"dies": code} if m is None else m[name] for m, code in zip(mine, codes)] for name in names}


def _code(rank: Any, seconds: float) -> Any:
    """The exit code, or that there was none."""
    try:
        return rank.wait(max(seconds, 0.1))
    except subprocess.TimeoutExpired:
        rank.kill()
        return "hangs"


def case_names(kind: str) -> list[str]:
    """The names of the cases of a kind, from their source."""
    import ast

    tree = ast.parse((HERE / "cases.py").read_text())
    function = next(f for f in tree.body if isinstance(f, ast.FunctionDef) and f.name == kind)
    return [node.value.elts[0].value for node in ast.walk(function) if isinstance(node, ast.Yield)]  # type: ignore[union-attr,attr-defined]


def main() -> None:
    """Record everything."""
    found: dict[str, dict[str, list[Any]]] = {str(world): {} for world in WORLDS}
    for world in WORLDS:
        mine = found[str(world)]
        mine.update(recorded(world, list(QUIET)))
        mine.update({f"training {name}": told for name, told in recorded(world, [], program="training.py").items()})
    for name in case_names("mismatches"):  # what a pair does, more do
        found["2"].update(recorded(2, [f"mismatches/{name}"], seconds=45))
    compact = {world: {name: answers[:1] if all(a == answers[0] for a in answers) else answers for name, answers in each.items()}
               for world, each in found.items()}
    FILE.write_bytes(gzip.compress(json.dumps(compact, separators=(",", ":")).encode(), mtime=0))


if __name__ == "__main__":
    main()
