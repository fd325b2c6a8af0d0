"""PyTorch at the other end of a pipe: `python -m compat_tests.programs.oracle` returns the outcomes of programs and seeds."""
from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from ..judging.archive import dumps, loads
from .running import Program, generate, run

ROOT = Path(__file__).parent.parent.parent


def serve(torch: Any) -> None:
    """Answer each line of JSON with a line, until the input ends."""
    torch.set_num_threads(1)
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # for C libraries that print messages there
    for line in sys.stdin:
        asked = json.loads(line)
        program = asked["program"] if "program" in asked else generate(torch, asked["seed"], wide=asked["wide"])
        answer = base64.b64encode(dumps([program, run(torch, program)])).decode()
        print(answer, file=answers, flush=True)


class OracleDied(RuntimeError):
    """PyTorch's process ended: programs have crashed it."""


class Oracle:
    """The client of the process."""

    def __init__(self, python: str) -> None:
        self.process = subprocess.Popen([python, "-W", "ignore", "-m", "compat_tests.programs.oracle"], cwd=ROOT, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "OMP_NUM_THREADS": "1"})

    def ask(self, question: dict[str, Any]) -> tuple[Program, dict[str, Any]]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise OracleDied(f"PyTorch ended on {question}")
        program, outcome = loads(base64.b64decode(answer))
        return program, outcome

    def of_seed(self, seed: int, wide: bool = False) -> tuple[Program, dict[str, Any]]:
        return self.ask({"seed": seed, "wide": wide})

    def of_program(self, program: Program) -> dict[str, Any]:
        return self.ask({"program": program})[1]

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


if __name__ == "__main__":
    import torch

    serve(torch)
