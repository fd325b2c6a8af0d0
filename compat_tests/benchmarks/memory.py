"""Peak memory and time of ops at realistic sizes, beside PyTorch's: `python -m compat_tests.benchmarks.memory [--select REGEX]`.

Each op runs, forward and backward, in a process of its own, which tells how far the largest resident size rose above what it was once the
inputs were there. At most twice PyTorch's memory and 64 MB, and five times its time, are wanted; the worst come first.
"""
from __future__ import annotations

import argparse
import importlib
import json
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

#: Name -> what makes the inputs (leaves where a gradient is wanted), and the call.
OPS: dict[str, tuple[Callable[[Any], Any], Callable[..., Any]]] = {}


def op(name: str, inputs: Callable[[Any], Any], call: Callable[..., Any]) -> None:
    OPS[name] = (inputs, call)


def leaf(torch: Any, *shape: int) -> Any:
    return torch.randn(*shape).requires_grad_()


for p in (0.5, 1.0, 2.0, 3.0, float("inf")):
    op(f"cdist p={p}", lambda t: (leaf(t, 4000, 8), t.randn(4000, 8)), lambda t, x, y, p=p: t.cdist(x, y, p))
    op(f"pdist p={p}", lambda t: (leaf(t, 3000, 8),), lambda t, x, p=p: t.pdist(x, p))
op("conv2d 31x31", lambda t: (leaf(t, 1, 1, 1024, 1024), leaf(t, 1, 1, 31, 31)), lambda t, x, w: t.conv2d(x, w, padding=15))
op("conv2d depthwise 7x7", lambda t: (leaf(t, 4, 32, 128, 128), leaf(t, 32, 1, 7, 7)), lambda t, x, w: t.conv2d(x, w, padding=3, groups=32))
op("conv1d 501", lambda t: (leaf(t, 1, 1, 1_000_000), leaf(t, 1, 1, 501)), lambda t, x, w: t.conv1d(x, w, padding=250))
op("conv3d 5x5x5", lambda t: (leaf(t, 1, 4, 48, 64, 64), leaf(t, 8, 4, 5, 5, 5)), lambda t, x, w: t.conv3d(x, w, padding=2))
op("conv_transpose2d 8x8", lambda t: (leaf(t, 1, 16, 128, 128), leaf(t, 16, 16, 8, 8)), lambda t, x, w: t.conv_transpose2d(x, w, stride=4))
op("attention 4096", lambda t: (leaf(t, 1, 1, 4096, 64),), lambda t, x: t.nn.functional.scaled_dot_product_attention(x, x, x))
op("attention 4096 causal", lambda t: (leaf(t, 1, 1, 4096, 64),),
   lambda t, x: t.nn.functional.scaled_dot_product_attention(x, x, x, is_causal=True))
op("scatter_add expanded", lambda t: (leaf(t, 100_000, 64), t.randint(0, 1000, (100_000, 1))),
   lambda t, x, i: t.zeros(1000, 64).scatter_add(0, i.expand(-1, 64), x))
op("gather expanded", lambda t: (leaf(t, 1000, 64), t.randint(0, 1000, (100_000, 1))), lambda t, x, i: x.gather(0, i.expand(-1, 64)))
for mode in ("bilinear", "nearest", "bicubic"):
    op(f"grid_sample {mode}", lambda t: (leaf(t, 2, 8, 256, 256), t.rand(2, 512, 512, 2) * 2 - 1),
       lambda t, x, g, mode=mode: t.nn.functional.grid_sample(x, g, mode=mode, align_corners=False))
for name in ("cumsum", "logcumsumexp", "cumprod", "logsumexp", "std", "sum", "softmax"):
    op(f"{name} tall", lambda t: (leaf(t, 1_000_000, 4),), lambda t, x, name=name: getattr(t, name)(x, 0))
op("print expanded", lambda t: (t.ones(3, 1),), lambda t, x: len(repr(x.expand(3, 1_000_000))) and x)
op("poisson", lambda t: (t.full((1_000_000,), 10.0),), lambda t, x: t.poisson(x))
op("standard_gamma", lambda t: (t.full((1_000_000,), 2.5),), lambda t, x: t._standard_gamma(x))
op("binomial", lambda t: (t.full((1_000_000,), 20.0), t.full((1_000_000,), 0.25)), lambda t, n, p: t.binomial(n, p))
op("normal by tensors", lambda t: (t.full((1_000_000,), 2.5),), lambda t, x: t.normal(x, x))


def _sparse(t: Any) -> Any:
    places = t.randint(0, 2000, (2, 40_000))
    return t.sparse_coo_tensor(places, t.randn(40_000), (2000, 2000)).coalesce()


op("sparse @ dense", lambda t: (_sparse(t), t.randn(2000, 500)), lambda t, s, d: t.sparse.mm(s, d))
op("sparse @ dense.t()", lambda t: (_sparse(t), t.randn(500, 2000)), lambda t, s, d: t.sparse.mm(s, d.t()))
op("sparse.t() @ dense", lambda t: (_sparse(t), t.randn(2000, 500)), lambda t, s, d: t.sparse.mm(s.t(), d))
op("csr @ dense.t()", lambda t: (_sparse(t).to_sparse_csr(), t.randn(500, 2000)), lambda t, s, d: s @ d.t())
op("dense @ csr", lambda t: (_sparse(t).to_sparse_csr(), t.randn(500, 2000)), lambda t, s, d: d @ s)


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(torch: Any, name: str) -> dict[str, Any]:
    """Megabytes and seconds of one op in this process."""
    inputs, call = OPS[name]
    torch.manual_seed(0)
    torch.set_num_threads(1)
    given = inputs(torch)
    before, started = _peak(), time.perf_counter()
    result = call(torch, *given)
    if result.requires_grad and not result.is_leaf:
        result.sum().backward()
    return {"seconds": time.perf_counter() - started, "megabytes": _peak() - before}


def apart(python: str, module: str, name: str) -> dict[str, Any]:
    """The same in a process of its own; what went wrong instead."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run([python, "-W", "ignore", "-m", "compat_tests.benchmarks.memory", "--one", name, "--torch", module], check=False,
                          capture_output=True, text=True, env=environment, timeout=600, cwd=Path(__file__).parents[2])
    return json.loads(done.stdout) if not done.returncode else {"error": done.stderr.strip().rpartition("\n")[2]}


def table(rows: dict[str, tuple[dict[str, Any], dict[str, Any]]]) -> str:
    """Ours beside PyTorch's, worst first."""
    def badness(pair: tuple[dict[str, Any], dict[str, Any]]) -> float:
        ours, theirs = pair
        if "error" in ours or "error" in theirs:
            return float("inf")
        return max(ours["seconds"] / theirs["seconds"] / 5, ours["megabytes"] / (2 * theirs["megabytes"] + 64))

    lines = ["| op | MB | PyTorch | s | PyTorch | of what is allowed |", "|---|---:|---:|---:|---:|---:|"]
    for name, (ours, theirs) in sorted(rows.items(), key=lambda item: -badness(item[1])):
        cells = [f"{side[key]:.{digits}f}" if key in side else side["error"][:60]
                 for key, digits in (("megabytes", 0), ("seconds", 2)) for side in (ours, theirs)]
        lines.append(f"| {name} | {' | '.join(cells)} | {badness((ours, theirs)):.2f} |")
    return "\n".join(lines)


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m compat_tests.benchmarks.memory", description="Peak memory beside PyTorch's.")
    parser.add_argument("--select", type=re.compile, default=re.compile(""), help="regular expression: only these ops")
    parser.add_argument("--oracle", default=os.environ.get("MINITORCH_COMPAT_ORACLE", sys.executable))
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--torch", default="minitorch_compat", help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.one:
        print(json.dumps(measure(importlib.import_module(options.torch), options.one)))
        return 0
    print(table({name: (apart(sys.executable, "minitorch_compat", name), apart(options.oracle, "torch", name))
                 for name in OPS if options.select.search(name)}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
