"""What a program pays before its first line: import time and resident memory, each in a fresh process."""

from __future__ import annotations

import json
import statistics
import subprocess

from .harness import ROOT, Result, environment

MODULES = {"ours": "minitorch_compat", "torch": "torch", "numpy": "numpy"}
ROUNDS = 9

_PROGRAM = """
import time
start = time.perf_counter()
import {module}
seconds = time.perf_counter() - start
import json, resource, sys
try:
    with open("/proc/self/status") as status:
        kilobytes = next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))
except OSError:
    kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)
print(json.dumps([seconds, kilobytes / 1024]))
"""


def fresh_import(python: str, module: str, threads: int) -> tuple[float, float]:
    """Seconds and megabytes; CalledProcessError carries what the interpreter said."""
    command = [python, "-c", _PROGRAM.format(module=module)]
    done = subprocess.run(command, cwd=ROOT, env=environment(threads), check=True, capture_output=True, text=True)
    seconds, megabytes = json.loads(done.stdout)
    return seconds, megabytes


def measure_start(pythons: dict[str, str], threads: int, rounds: int = ROUNDS) -> list[Result]:
    """Medians over interleaved rounds; the first round only fills the file cache and writes bytecode."""
    imports, memory = Result("start", "import"), Result("start", "resident memory")
    samples: dict[str, list[tuple[float, float]]] = {side: [] for side in pythons}
    for number in range(rounds + 1):
        for side in [name for name in pythons if name not in imports.errors]:
            try:
                sample = fresh_import(pythons[side], MODULES[side], threads)
            except subprocess.CalledProcessError as error:
                imports.errors[side] = memory.errors[side] = error.stderr.strip().splitlines()[-1]
                continue
            if number:
                samples[side].append(sample)
    for side in [name for name in pythons if name not in imports.errors]:
        imports.seconds[side] = statistics.median(seconds for seconds, _ in samples[side])
        memory.megabytes[side] = statistics.median(megabytes for _, megabytes in samples[side])
    return [imports, memory]
