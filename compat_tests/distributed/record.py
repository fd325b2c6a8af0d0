"""Writes `recorded.json.gz`: `MINITORCH_COMPAT_ORACLE=… python -m compat_tests.distributed.record`, which runs the cases on PyTorch's gloo."""
from __future__ import annotations

import gzip
import json
import os
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FILE = HERE / "recorded.json.gz"
WORLDS = (2, 4)
QUIET = ("reductions", "moves", "forms", "refusals")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def recorded(world: int, kinds: list[str], seconds: float = 200) -> dict[str, list[Any]]:
    """{case: answers of the ranks} of PyTorch; a rank that died has `{"dies": its exit code}`."""
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "answers"
        environment = {**os.environ, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(free_port()), "GLOO_SOCKET_IFNAME": "lo",
                       "OMP_NUM_THREADS": "1"}
        command = [os.environ["MINITORCH_COMPAT_ORACLE"], str(HERE / "run.py"), str(world), str(file), *kinds]
        ranks = [subprocess.Popen(command, env={**environment, "RANK": str(r)}, stderr=subprocess.DEVNULL) for r in range(world)]
        codes = [_code(rank, seconds) for rank in ranks]
        files = [Path(f"{file}.{r}") for r in range(world)]
        mine = [json.loads(f.read_text()) if f.exists() else None for f in files]
    names = next((list(m) for m in mine if m), [kinds[0].partition("/")[2]])
    return {name: [{"dies": code} if m is None else m[name] for m, code in zip(mine, codes)] for name in names}


def _code(rank: Any, seconds: float) -> Any:
    """The exit code, or that there was none."""
    try:
        return rank.wait(seconds)
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
    found: dict[str, Any] = {}
    for world in WORLDS:
        found[str(world)] = recorded(world, list(QUIET))
        for name in case_names("mismatches"):
            print(world, name, flush=True)
            found[str(world)].update(recorded(world, [f"mismatches/{name}"], seconds=15))
    compact = {world: {name: answers[:1] if all(a == answers[0] for a in answers) else answers for name, answers in each.items()}
               for world, each in found.items()}
    FILE.write_bytes(gzip.compress(json.dumps(compact, separators=(",", ":")).encode(), mtime=0))


if __name__ == "__main__":
    main()
