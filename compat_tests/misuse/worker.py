"""The server of one side: `python -m compat_tests.misuse.worker MODULE`, and its client.

A request is a line of JSON: an operation, kinds, and the number of calls to skip. The response is a line per call and an empty one.
"""
from __future__ import annotations

import importlib
import json
import os
import select
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from ..judging.scoring import load
from ..operations.probes import Op
from ..programs.oracle import ROOT
from .calls import calls, chosen
from .running import Outcome, outcome

Key = TypeVar("Key")
#: Seconds without a response after which a process is killed, since its own alarm does not interrupt a kernel.
PATIENCE = 40


def serve(module: str) -> None:
    torch = importlib.import_module(module)
    torch.set_num_threads(1)
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # output of libraries must not mix with responses
    for line in sys.stdin:
        asked = json.loads(line)
        record = load(asked["name"])
        op = Op(**record["op"])
        for call in islice(calls(op, chosen(record["samples"]), asked["kinds"]), asked["skip"], None):
            print(json.dumps([call.key, outcome(torch, op, call)]), file=answers, flush=True)
        print(file=answers, flush=True)


class Side:
    """The client. A process that crashes or hangs is restarted after the call that caused it."""

    def __init__(self, python: str, module: str, worker: str = "compat_tests.misuse.worker") -> None:
        self.python, self.module, self.worker = python, module, worker
        self.start()

    def start(self) -> None:
        self.pending = b""
        self.process = subprocess.Popen([self.python, "-W", "ignore", "-m", self.worker, self.module], cwd=ROOT,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        env={**os.environ, "OMP_NUM_THREADS": "1"})

    def ask(self, name: str, kinds: Any, skip: int = 0) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"name": name, "kinds": kinds, "skip": skip}).encode() + b"\n")
        self.process.stdin.flush()

    def answers(self, name: str, kinds: Any, keys: Sequence[Key]) -> dict[Key, Outcome]:
        """The outcomes of the requested calls, by key."""
        found: dict[Key, Outcome] = {}
        while (line := self.line()) != b"":
            if line is None:
                found[keys[len(found)]] = {"raised": "crash", "text": "", "changed": []}
                self.close()
                self.start()
                self.ask(name, kinds, len(found))
            else:
                found[keys[len(found)]] = json.loads(line)[1]
        return found

    def line(self) -> bytes | None:
        """The next line; None if the process has died or does not respond."""
        assert self.process.stdout is not None
        while b"\n" not in self.pending:
            if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
                return None
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            if not chunk:
                return None
            self.pending += chunk
        line, _, self.pending = self.pending.partition(b"\n")
        return line

    def close(self) -> None:
        self.process.kill()
        self.process.wait()


class Remembering(Side):
    """A side whose outcomes are cached in files: PyTorch's do not change unless the calls do."""

    def __init__(self, folder: Path, *args: str) -> None:
        super().__init__(*args)
        self.folder = folder
        self.recalled: list[Any] = []
        folder.mkdir(parents=True, exist_ok=True)

    def file(self, name: str, kinds: Any) -> Path:
        return self.folder / sha256(json.dumps([self.worker, name, kinds]).encode()).hexdigest()[:32]

    def ask(self, name: str, kinds: Any, skip: int = 0) -> None:
        file = self.file(name, kinds)
        self.recalled = json.loads(file.read_text()) if file.exists() and not skip else []
        if not self.recalled:
            super().ask(name, kinds, skip)

    def answers(self, name: str, kinds: Any, keys: Sequence[Key]) -> dict[Key, Outcome]:
        if self.recalled and self.recalled[0] == json.loads(json.dumps(keys)):
            return dict(zip(keys, self.recalled[1]))
        if self.recalled:  # the calls have changed
            super().ask(name, kinds)
        found = super().answers(name, kinds, keys)
        self.file(name, kinds).write_text(json.dumps([keys, list(found.values())]))
        return found


def side_of(python: str, module: str, worker: str = "compat_tests.misuse.worker", kept: Path | None = None) -> Side:
    return Remembering(kept, python, module, worker) if kept else Side(python, module, worker)


def keys_of(name: str, kinds: list[str]) -> list[str]:
    record: dict[str, Any] = load(name)
    return [call.key for call in calls(Op(**record["op"]), chosen(record["samples"]), kinds)]


if __name__ == "__main__":
    serve(sys.argv[1])
