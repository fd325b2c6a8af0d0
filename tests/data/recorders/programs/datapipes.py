"""Record what data pipes of PyTorch do, and pickles of them, for tests/utils: `python tests/data/recorders/programs/datapipes.py`."""
from __future__ import annotations

import base64
import json
import operator
import pickle
import sys
import tempfile
from pathlib import Path

import torch
import torch.distributed
import torch.multiprocessing
from torch.utils import data

HERE = Path(__file__).parents[2]
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE.parents[1]))
from tests.utils.datapipes import CASES, loaders, programs  # noqa: E402


def pickles() -> dict[str, list[object]]:
    """Pickles of pipes, and what PyTorch reads from them."""
    wrap, sequence = data.datapipes.iter.IterableWrapper, data.datapipes.map.SequenceWrapper
    begun = wrap(range(5)).batch(2)
    next(iter(begun))
    a, b = wrap(range(4)).fork(2, copy="deep")
    x, y = wrap(range(4)).demux(2, operator.index, buffer_size=3, drop_none=True)
    made = {
        "begun": begun, "map": wrap([(1, 2)]).map(operator.neg, 0, -1), "filter": wrap([0, 1]).filter(bool),
        "concat": wrap([1]).concat(wrap([2])),
        "zip": a.zip(b), "mux": wrap([1]).mux(wrap([2])), "demux": data.datapipes.iter.Concater(x.batch(9), y.batch(9)),
        "unbatch": wrap([[1]]).unbatch(),
        "group": wrap(["a", "bb"]).groupby(len, keep_key=True), "shuffle": wrap(range(5)).shuffle(buffer_size=2).set_seed(3),
        "sampler": data.datapipes.iter.Sampler(wrap([1, 2])), "share": wrap(range(3)).sharding_filter(),
        "sequence": sequence([1, 2]).map(operator.neg),
        "indexed": sequence([1, 2]).concat(sequence([3])).batch(2), "indices": sequence([1, 2, 3]).shuffle().set_seed(2),
        "chunk": data.DataChunk([1, 2]),
    }
    found: dict[str, list[object]] = {}
    for name, pipe in made.items():
        content = base64.b64encode(pickle.dumps(pipe)).decode()
        try:
            found[name] = [content, programs.plain(list(pipe))]
        except ValueError:
            found[name] = [content, "ValueError"]
    return found


def _run_rank(rank: int, folder: str) -> None:
    torch.distributed.init_process_group("gloo", init_method=f"file://{folder}/meeting", rank=rank, world_size=2)
    (Path(folder) / str(rank)).write_text(json.dumps(loaders.in_a_rank(torch, data, rank)))
    torch.distributed.barrier()
    torch.distributed.destroy_process_group()


def ranks() -> list[object]:
    """What two processes of a distributed program read."""
    with tempfile.TemporaryDirectory() as folder:
        torch.multiprocessing.spawn(_run_rank, (folder,), 2)
        return [json.loads((Path(folder) / str(rank)).read_text()) for rank in range(2)]


if __name__ == "__main__":
    answers = {name: program(torch, data) for name, program in CASES.items()}
    lines = [f'"{name}": {json.dumps(answer)}' for name, answer in {**answers, "pickles": pickles(), "ranks": ranks()}.items()]
    (HERE / "datapipes.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
