"""`torchrun`, `python -m torch.distributed.run`: run a program in several processes, with `mpiexec`.

Options are torchrun's, except those for several hosts, on which programs are started by `mpiexec` or `srun` (see
`docs/distributed.md`).
"""
from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._namespace.names import missing
from ._transport import mpi as _mpi

__all__ = ["get_args_parser", "main", "parse_args", "run"]


def get_args_parser() -> argparse.ArgumentParser:
    """The parser of torchrun's options, with dashes or underscores."""
    parser = argparse.ArgumentParser(prog="torchrun", description="Starts a program in several processes.", allow_abbrev=False)

    def option(name: str, *short: str, **kwargs: Any) -> None:
        names = {f"--{name}", f"--{name.replace('-', '_')}"}
        parser.add_argument(*short, *sorted(names), dest=name.replace("-", "_"), **kwargs)

    option("nnodes", default="1", help="1: programs on several hosts are started by mpiexec or srun")
    option("nproc-per-node", default="1", help="how many processes; auto, cpu: one per core")
    option("node-rank", type=int, default=0, help="0")
    option("master-addr", default="127.0.0.1", help="MASTER_ADDR of the processes")
    option("master-port", type=int, default=0, help="MASTER_PORT of the processes; 0: a free one")
    option("standalone", action="store_true", help="what is done anyway")
    option("rdzv-backend", default="static", help="accepted: MPI connects the processes")
    option("rdzv-endpoint", default="", help="host:port, as --master-addr and --master-port")
    option("rdzv-id", default="none", help="TORCHELASTIC_RUN_ID of the processes")
    option("rdzv-conf", default="", help="accepted")
    option("max-restarts", type=int, default=0, help="how often to start again after a failure")
    option("monitor-interval", type=float, default=0.1, help="accepted")
    option("start-method", default="spawn", choices=("spawn", "fork", "forkserver"), help="accepted")
    option("role", default="default", help="ROLE_NAME of the processes")
    option("module", "-m", action="store_true", help="run a module, as python -m")
    option("no-python", action="store_true", help="not supported: programs are run by `python -m minitorch_compat`")
    option("run-path", action="store_true", help="accepted: scripts are run so")
    option("log-dir", default=None, help="not supported")
    option("redirects", "-r", default="0", help="0")
    option("tee", "-t", default="0", help="0")
    parser.add_argument("training_script", help="the program")
    parser.add_argument("training_script_args", nargs=argparse.REMAINDER, help="its arguments")
    return parser


def parse_args(args: Sequence[str] | None = None) -> argparse.Namespace:
    """Parse a command line."""
    return get_args_parser().parse_args(args)


def process_count(value: str) -> int:
    """The number of processes given by `--nproc-per-node`; raises ValueError for invalid values."""
    if value in ("auto", "cpu"):
        return os.cpu_count() or 1
    if value == "gpu":
        raise ValueError("Cuda is not available.")
    try:
        return int(value)
    except ValueError:
        raise ValueError(f"Unsupported nproc_per_node value: {value}") from None


def _refuse(args: argparse.Namespace) -> None:
    from .._dispatch.unsupported import UnsupportedError

    if set(args.nnodes.split(":")) != {"1"} or args.node_rank:
        raise UnsupportedError("torchrun --nnodes", "start programs on several hosts with mpiexec or srun: docs/distributed.md")
    if args.no_python:
        raise UnsupportedError("torchrun --no-python", "programs are run by `python -m minitorch_compat`")
    if args.log_dir or args.redirects != "0" or args.tee != "0":
        raise UnsupportedError("torchrun --log-dir, --redirects, --tee", "redirect the output of the whole job instead")


def environment(args: argparse.Namespace, count: int, restarts: int) -> dict[str, str]:
    """The environment of the processes, except their ranks."""
    host, port = args.master_addr, args.master_port
    if args.rdzv_endpoint and not args.standalone:
        host, _, port_text = args.rdzv_endpoint.partition(":")
        port = int(port_text or 29400)
    if not port:
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
    variables = {"MASTER_ADDR": host, "MASTER_PORT": str(port), "WORLD_SIZE": str(count), "LOCAL_WORLD_SIZE": str(count), "GROUP_RANK": "0",
                 "GROUP_WORLD_SIZE": "1", "ROLE_NAME": args.role, "ROLE_WORLD_SIZE": str(count),
                 "TORCHELASTIC_RESTART_COUNT": str(restarts),
                 "TORCHELASTIC_MAX_RESTARTS": str(args.max_restarts),
                 "TORCHELASTIC_RUN_ID": args.rdzv_id if args.rdzv_id != "none" else str(uuid.uuid4())}
    if count > 1 and "OMP_NUM_THREADS" not in os.environ:
        variables["OMP_NUM_THREADS"] = "1"  # as in torchrun, because the processes share the cores
    return {**_mpi.launcher_environment(), **variables}


def run(args: argparse.Namespace) -> None:
    """Start the processes and wait for them; exit with 1 if one failed, after up to `--max-restarts` restarts."""
    _refuse(args)
    count = process_count(args.nproc_per_node)
    program = ["-m"] * args.module + [args.training_script, *args.training_script_args]
    command = [sys.executable, "-m", "minitorch_compat", *program]
    for name in ("RANK", "LOCAL_RANK"):
        os.environ.pop(name, None)
    for restarts in range(args.max_restarts + 1):
        variables = environment(args, count, restarts)
        if count == 1:
            code = _wait_for_exit(subprocess.Popen(command, env={**variables, "RANK": "0", "LOCAL_RANK": "0", "ROLE_RANK": "0"}))
        else:
            code = _wait_for_exit(subprocess.Popen([_launcher(), "-n", str(count), *command], env=variables))
        if code == 0:
            return
    print(f"torchrun: {args.training_script} FAILED in one of {count} processes (exit code {code})", file=sys.stderr)
    raise SystemExit(1)


def _launcher() -> str:
    """MPI's launcher; if missing, exit with installation advice."""
    try:
        return _mpi.find_mpiexec()
    except RuntimeError as error:
        print(f"torchrun: {error}", file=sys.stderr)
        raise SystemExit(1) from None


def _wait_for_exit(process: Any) -> int:
    """Wait for a process and return its exit code; signals are forwarded to it."""
    def forward_signal(number: int, _: Any) -> None:
        process.send_signal(number)

    before = {s: signal.signal(s, forward_signal) for s in (signal.SIGINT, signal.SIGTERM)}
    try:
        while process.poll() is None:
            time.sleep(0.02)
        return int(process.returncode)
    finally:
        for s, handler in before.items():
            signal.signal(s, handler)


def main(args: Sequence[str] | None = None) -> None:
    """The command `torchrun`."""
    run(parse_args(args))


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.distributed.run", __name__)


if __name__ == "__main__":
    main()
