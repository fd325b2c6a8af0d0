"""Runs cases as one rank: `run.py WORLD FILE KIND...` writes {case: answer} to FILE.RANK as JSON. KIND is a function of `cases.py`, or
one of its cases: `mismatches/one rank stays away`."""
from __future__ import annotations

import json
import os
import sys
import time
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
    """All the cases that are asked for."""
    dist.init_process_group("gloo", rank=rank, world_size=world, timeout=timedelta(seconds=60))
    mine = {}
    for kind in which:
        family, _, wanted = kind.partition("/")
        mine.update({name: answer(call) for name, call in getattr(cases, family)() if wanted in ("", name)})
    written = Path(f"{file}.{rank}.part")
    written.write_text(json.dumps(mine))
    written.rename(f"{file}.{rank}")  # there is no file of half an answer for the other ranks to see
    if "mismatches" in which[0]:  # the group may have lost somebody
        end = time.monotonic() + 15
        while time.monotonic() < end and not all(Path(f"{file}.{r}").exists() for r in range(world)):
            time.sleep(0.05)  # a rank that leaves would be what the others run into
        time.sleep(0.2)
        os._exit(0)
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main(int(os.environ.get("RANK", os.environ.get("PMI_RANK", os.environ.get("OMPI_COMM_WORLD_RANK", "0")))), int(sys.argv[1]),
         sys.argv[2], sys.argv[3:])
