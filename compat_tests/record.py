"""Records the reference, with PyTorch in the environment: `python -m compat_tests.record [--parts PART...] [--select REGEX] [--seed N]`.

Writes one file per operation, one per family of behaviours and one for the names, and `manifest.json` with PyTorch's version, the seed
and a hash of every file's content. The same PyTorch and seed give the same bytes.
"""
from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import multiprocessing
import os
import platform
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

#: Settings for which PyTorch gives the same bytes twice: the order of sets (its samples of `meshgrid` come from one), and memory that a
#: sample or a kernel returns uninitialized, which glibc fills with zeros by this option (255 is the complement of their bytes) and when
#: blocks do not come from a cache.
SETTLED = {"PYTHONHASHSEED": "0", "MALLOC_PERTURB_": "255", "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0", "OMP_NUM_THREADS": "1"}
HERE = Path(__file__).parent
REFERENCE = HERE / "reference"
#: In this order: parts that fork come before behaviours start PyTorch's threads, which do not survive a fork.
PARTS = ("operations", "large", "meta", "programs", "behaviours", "names")


#: Probes with arguments that PyTorch does not promise to survive: out-of-range values and shapes have crashed it.
RISKY = frozenset({"expanded", "zero_d", "empty", "nonfinite", "misuse", "promotion", "vmap"})


def record_operation(torch: Any, name: str, tier: int, info: Any, seed: int, risky: bool) -> dict[str, Any]:
    """The record of one entry of the database."""
    from dataclasses import asdict

    from .operations import probes, sampling
    op = sampling.describe(torch, name, tier, info)
    kept = []
    for dtype in op.dtypes:
        found = sampling.choose(sampling.samples(torch, info, dtype, seed), sampling.COUNTS[dtype][0 if tier == 1 else 1])
        for index, sample in enumerate(found):
            names = [probe for probe in sampling.plan(op, dtype, index, sample) if risky or probe not in RISKY]
            kept.append({"dtype": dtype, "sample": sample.arguments(), "probes": names, "outcomes": probes.run(torch, op, sample, names)})
    failing = [{"sample": sample.arguments(), "phrase": phrase, "outcome": probes.error(torch, op, sample)}
               for sample, phrase in sampling.errors(torch, info, seed)]
    return {"op": asdict(op), "samples": kept, "errors": failing}


def apart(work: Callable[..., Any], *args: Any) -> bool:
    """Run the work in a process of its own, and return whether it finished."""
    process = multiprocessing.get_context("fork").Process(target=work, args=args)
    process.start()
    process.join()
    return process.exitcode == 0


def write(path: Path, value: Any) -> None:
    from .judging.archive import dumps
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(dumps(value))


def file_name(entry: str) -> str:
    return entry.replace("|", "+") + ".xz"


def tiers() -> dict[str, int]:
    """Entry -> tier, the entries of every tier in order."""
    return {name: int(tier) for tier, names in json.loads((HERE / "tiers.json").read_text())["tiers"].items() for name in names}


def write_operation(path: Path, *what: Any) -> None:
    write(path, record_operation(*what))


def record_operations(torch: Any, out: Path, select: re.Pattern[str], seed: int) -> dict[str, str]:
    from .operations import sampling
    infos = sampling.database()
    hashes = {}
    chosen = {name: tier for name, tier in tiers().items() if select.search(name)}
    gone = [name for name in chosen if name not in infos]
    if gone:  # `tiers.json` was made for another version of PyTorch
        print(f"not in this PyTorch's op database, left out: {', '.join(gone)}", file=sys.stderr)
        chosen = {name: tier for name, tier in chosen.items() if name in infos}
    for count, (name, tier) in enumerate(chosen.items(), 1):
        started = time.perf_counter()
        path = Path("operations") / file_name(name)
        if not apart(write_operation, out / path, torch, name, tier, infos[name], seed, True):
            print(f"{name}: PyTorch crashed; recorded without the risky probes", file=sys.stderr)
            if not apart(write_operation, out / path, torch, name, tier, infos[name], seed, False):
                raise SystemExit(f"{name} cannot be recorded")
        hashes[str(path)] = hashlib.sha256((out / path).read_bytes()).hexdigest()
        took = time.perf_counter() - started
        if took > 2 or count % 50 == 0:
            print(f"{count}/{len(chosen)} {name} {took:.1f} s", file=sys.stderr)
    return hashes


def record_behaviours(torch: Any, out: Path, wanted: re.Pattern[str]) -> dict[str, str]:
    """One file per family of small programs whose name matches."""
    from . import behaviours
    importlib.import_module("torch._decomp.decompositions_for_jvp")  # warns at its first import, in whichever case that is
    hashes = {}
    for family in filter(wanted.search, behaviours.families()):
        path = Path("behaviours") / f"{family}.xz"
        write(out / path, {name: behaviours.run(torch, case) for name, case in behaviours.cases(family).items()})
        hashes[str(path)] = hashlib.sha256((out / path).read_bytes()).hexdigest()
    return hashes


#: The number of random programs that are recorded, in addition to `programs/kept.json`.
PROGRAMS = 4000


def write_programs(path: Path, torch: Any, asked: list[tuple[str, Any]]) -> None:
    """The programs, given by seed or in full, with their outcomes."""
    from .programs.running import generate, run
    programs = {name: generate(torch, what) if isinstance(what, int) else what for name, what in asked}
    write(path, {name: (program, run(torch, program)) for name, program in programs.items()})


def record_programs(torch: Any, out: Path, seed: int) -> dict[str, str]:
    """Programs of consecutive seeds, and those that once showed a difference."""
    from .judging.archive import loads
    kept = json.loads((HERE / "programs" / "kept.json").read_text())
    asked: list[tuple[str, Any]] = [(f"seed {n}", n) for n in range(seed * PROGRAMS, (seed + 1) * PROGRAMS)] + list(kept.items())
    found: dict[str, Any] = {}
    part = out / "programs.part"
    for start in range(0, len(asked), 100):
        chunk = asked[start:start + 100]
        # PyTorch crashes on some programs: run one at a time, the others of their hundred are kept.
        for few in [chunk] if apart(write_programs, part, torch, chunk) else [[one] for one in chunk]:
            if few is chunk or apart(write_programs, part, torch, few):
                found |= loads(part.read_bytes())
            else:
                print(f"program {few[0][0]}: PyTorch crashed, left out", file=sys.stderr)
    part.unlink()
    write(out / "programs.xz", found)
    return {"programs.xz": hashlib.sha256((out / "programs.xz").read_bytes()).hexdigest()}


def record_large(torch: Any, out: Path, select: re.Pattern[str]) -> dict[str, str]:
    """Summaries of results of a million elements, of the selected entries; those of the others are kept."""
    from .judging.archive import loads
    from .large import recorded
    path = out / "large.xz"
    found = loads(path.read_bytes()) if select.pattern and path.exists() else {}
    write(path, {**found, **recorded.record_all(torch, select.search)})
    return {"large.xz": hashlib.sha256(path.read_bytes()).hexdigest()}


def record_meta(torch: Any, out: Path, select: re.Pattern[str]) -> dict[str, str]:
    """Results of the recorded samples on the meta device, of the selected entries; those of the others are kept."""
    from .judging.archive import loads
    from .meta_device import recorded
    path = out / "meta.xz"
    found = loads(path.read_bytes()) if select.pattern and path.exists() else {}
    write(path, {**found, **recorded.record_all(torch, select.search)})
    return {"meta.xz": hashlib.sha256(path.read_bytes()).hexdigest()}


def record_names(out: Path) -> dict[str, str]:
    """Every public name."""
    from .names import survey
    write(out / "names.xz", survey("torch"))
    return {"names.xz": hashlib.sha256((out / "names.xz").read_bytes()).hexdigest()}


def header(torch: Any, seed: int) -> dict[str, Any]:
    import numpy as np
    return {"torch": torch.__version__, "numpy": np.__version__, "seed": seed, "cpu": torch.backends.cpu.get_cpu_capability(),
            "machine": platform.machine()}


def settle() -> None:
    """Restart in the environment of `SETTLED`, which is read when a process starts."""
    if any(os.environ.get(name) != value for name, value in SETTLED.items()):
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, **SETTLED})


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m compat_tests.record", description=__doc__.split("\n")[0])
    parser.add_argument("--select", type=re.compile, default=re.compile(""),
                        help="regular expression: only these operations, or families of behaviours")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=REFERENCE)
    options = parser.parse_args(argv)
    import torch
    torch.set_num_threads(1)
    manifest = options.out / "manifest.json"
    files = json.loads(manifest.read_text())["files"] if manifest.exists() else {}
    for part in (part for part in PARTS if part in options.parts):
        files |= {"operations": lambda: record_operations(torch, options.out, options.select, options.seed),
                  "behaviours": lambda: record_behaviours(torch, options.out, options.select), "names": lambda: record_names(options.out),
                  "programs": lambda: record_programs(torch, options.out, options.seed),
                  "large": lambda: record_large(torch, options.out, options.select),
                  "meta": lambda: record_meta(torch, options.out, options.select)}[part]()
    told = json.loads(manifest.read_text()) if options.select.pattern and manifest.exists() else header(torch, options.seed)
    manifest.write_text(json.dumps({**told, "files": dict(sorted(files.items()))}, indent=1) + "\n")
    print(sum(p.stat().st_size for p in options.out.rglob("*.xz")) / 1e6, "MB", file=sys.stderr)
    return 0


if __name__ == "__main__":
    settle()
    sys.exit(main(sys.argv[1:]))
