"""Runs the cases as one rank: `run.py RANK WORLD FILE WHICH...`; rank 0 writes {case: answers of all ranks} to FILE as JSON."""
from __future__ import annotations

import json
import os
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist

sys.path.insert(0, str(Path(__file__).parent))
import cases


def plain(value: Any) -> Any:
    """As JSON can hold it."""
    if isinstance(value, torch.Tensor):
        numbers = torch.view_as_real(value) if value.is_complex() else value
        return [str(value.dtype)[6:], numbers.detach().tolist()]
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value


def answer(call: Any) -> Any:
    """What a case gives, or which exception with which text."""
    try:
        return plain(call())
    except Exception as error:
        return {"raises": type(error).__name__, "says": str(error).partition("Exception raised from")[0].strip()[:300]}


def main(rank: int, world: int, file: str, which: list[str]) -> None:
    """All the cases of the given kinds."""
    dist.init_process_group("gloo", rank=rank, world_size=world, timeout=timedelta(seconds=60))
    mine = {name: answer(call) for kind in which for name, call in getattr(cases, kind)()}
    if "mismatches" in which:  # the group may have lost somebody: files carry the answers
        Path(f"{file}.{rank}").write_text(json.dumps(mine))
        sys.stdout.flush()
        os._exit(0)
    every: list[Any] = [None] * world
    dist.all_gather_object(every, mine)
    if rank == 0:
        Path(file).write_text(json.dumps({name: [each[name] for each in every] for name in mine}))
    dist.destroy_process_group()


if __name__ == "__main__":
    main(int(os.environ.get("RANK", os.environ.get("PMI_RANK", os.environ.get("OMPI_COMM_WORLD_RANK", "0")))), int(sys.argv[1]),
         sys.argv[2], sys.argv[3:])
