"""Calls of functions that PyTorch writes in Python, with one argument of a wrong type, and the recorder of PyTorch's errors.

`python -m tests.bindings.calls.forwarded_argument_cases` needs PyTorch 2.13 and writes forwarded_arguments.json next to this file:
exception and key phrase, or "ok".
"""
from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.refused_phrase import phrase

REFERENCE = Path(__file__).with_name("forwarded_arguments.json")

#: What is called, given torch, a matrix and the wrong value; the calls are valid but for that.
CALLS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "dropout training": lambda t, x, w: t.nn.functional.dropout(x, 0.5, w),
    "dropout input": lambda t, x, w: t.nn.functional.dropout(w, 0.5, True),
    "dropout2d training": lambda t, x, w: t.nn.functional.dropout2d(x[None, None], 0.5, training=w),
    "layer_norm weight": lambda t, x, w: t.nn.functional.layer_norm(x, (2,), w),
    "batch_norm training": lambda t, x, w: t.nn.functional.batch_norm(x, x[0], x[0], training=w),
    "cross_entropy target": lambda t, x, w: t.nn.functional.cross_entropy(x, w),
    "relu input": lambda t, x, w: t.nn.functional.relu(w),
    "pad mode": lambda t, x, w: t.nn.functional.pad(x, (1, 1), w),
    "softsign input": lambda t, x, w: t.nn.functional.softsign(w),
    "grid_sample align_corners": lambda t, x, w: t.nn.functional.grid_sample(x[None, None], t.zeros(1, 2, 2, 2), align_corners=w),
    "embedding weight": lambda t, x, w: t.nn.functional.embedding(t.tensor([0]), w),
    "unique return_counts": lambda t, x, w: t.unique(x, return_counts=w),
    "Tensor.unique sorted": lambda t, x, w: x.unique(w),
    "unique_consecutive dim": lambda t, x, w: t.unique_consecutive(x, dim=w),
    "nonzero as_tuple": lambda t, x, w: x.nonzero(as_tuple=w),
    "sum of dims": lambda t, x, w: x.sum(dim=[w]),
    "amax of dims": lambda t, x, w: x.amax(dim=[w]),
    "argmax of dims": lambda t, x, w: x.argmax(dim=[w]),
    "zeros of sizes": lambda t, x, w: t.zeros((w, 2)),
    "later sizes": lambda t, x, w: t.zeros((2, w)),
    "later dims": lambda t, x, w: x.sum((0, w)),
    "float memory_format": lambda t, x, w: x.float(memory_format=w),
    "to non_blocking": lambda t, x, w: x.to("cpu", t.float32, w),
    "to memory_format": lambda t, x, w: x.to(t.float32, memory_format=w),
    "softmax dtype": lambda t, x, w: x.softmax(0, dtype=w),
    "full value": lambda t, x, w: t.full((2,), [w]),
    "masked_fill value": lambda t, x, w: x.masked_fill(x > 0, [w]),
    "chunk chunks": lambda t, x, w: x.chunk(w),
    "split size": lambda t, x, w: x.split(w),
    "tril_indices row": lambda t, x, w: t.tril_indices(w, 2),
    "device": lambda t, x, w: t.zeros(2, device=w),
    "randn_like device": lambda t, x, w: t.randn_like(x, device=w),
    "addmm alpha": lambda t, x, w: t.addmm(x, x, x, alpha=w),
    "mm other": lambda t, x, w: t.mm(x, w),
    "window device": lambda t, x, w: t.signal.windows.hann(4, device=w),
}
VALUES: dict[str, Callable[[Any], Any]] = {
    "None": lambda t: None, "True": lambda t: True, "1": lambda t: 1, "1.5": lambda t: 1.5, "text": lambda t: "s",
}


def outcome(torch: Any, call: str, value: str) -> str:
    """The exception's name and the key phrase of its text, or "ok"."""
    try:
        CALLS[call](torch, torch.ones(2, 2), VALUES[value](torch))
    except Exception as error:
        return f"{type(error).__name__} {phrase(str(error))}".strip()
    return "ok"


if __name__ == "__main__":
    import importlib
    import warnings

    warnings.simplefilter("ignore")
    library = importlib.import_module("torch")
    found = {call: {value: outcome(library, call, value) for value in VALUES} for call in CALLS}
    REFERENCE.write_text("{\n" + ",\n".join(f"{json.dumps(call)}: {json.dumps(row)}" for call, row in found.items()) + "\n}\n")
