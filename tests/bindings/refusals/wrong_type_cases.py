"""Calls with one argument of a wrong type for test_wrong_types.py, and the recorder of PyTorch's outcomes.

`python -m tests.bindings.refusals.wrong_type_cases` needs PyTorch 2.13 and writes wrong_types.json next to this file: per call the
exception
(type and key phrase) or the dtype and shape of the result, and whether the argument tensors were unchanged.
"""
from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.refused_phrase import phrase

REFERENCE = Path(__file__).with_name("wrong_types.json")
TRUE = np.bool_(True)

#: Calls of the library `t` on matrices `x` and `y`, a batch of images `i` and a vector of indices `n`.
CALLS: dict[str, Callable[..., Any]] = {
    # numpy's truth values are numbers, of floating type, and neither ints nor flags
    "x & TRUE": lambda t, x, **_: x.long() & TRUE,
    "x + TRUE": lambda t, x, **_: x.long() + TRUE,
    "x - TRUE": lambda t, x, **_: x - TRUE,
    "x * TRUE": lambda t, x, **_: (x > 0) * TRUE,
    "full TRUE": lambda t, **_: t.full((2,), TRUE),
    "scalar_tensor TRUE": lambda t, **_: t.scalar_tensor(TRUE),
    "arange TRUE": lambda t, **_: t.arange(TRUE),
    "linspace TRUE": lambda t, **_: t.linspace(TRUE, 2, 3),
    "isin TRUE": lambda t, x, **_: t.isin(x, TRUE),
    "bucketize TRUE": lambda t, x, **_: t.bucketize(TRUE, x[0]),
    "float_power TRUE": lambda t, x, **_: t.float_power(x, TRUE),
    "pow of float64": lambda t, x, **_: t.pow(np.float64(2), x),
    "addcdiv float64": lambda t, x, y, **_: t.addcdiv(x, y, y, value=np.float64(2)),
    "topk TRUE": lambda t, x, **_: x.topk(TRUE),
    "cumsum_ TRUE": lambda t, x, **_: x.cumsum_(TRUE),
    "select TRUE": lambda t, x, **_: t.select(x, 0, TRUE),
    "triu_ TRUE": lambda t, x, **_: x.triu_(TRUE),
    "flatten TRUE": lambda t, x, **_: x.flatten(TRUE),
    "roll TRUE": lambda t, x, **_: t.roll(x, TRUE, 0),
    "roll [True]": lambda t, x, **_: t.roll(x, [True], 0),
    # ints, by position and by name
    "eye None": lambda t, **_: t.eye(3, None),
    "eye True": lambda t, **_: t.eye(True),
    "randint True": lambda t, **_: t.randint(True, (2,)),
    "movedim": lambda t, x, **_: t.movedim(x, 0, [1]),
    "split True": lambda t, x, **_: t.split(x, True),
    "split None": lambda t, x, **_: t.split(x, None),
    "split float": lambda t, x, **_: x.split([1.0, 2]),
    "as_strided": lambda t, x, **_: t.as_strided(x, (2,), (1,), True),
    "chunk_cat": lambda t, x, **_: t._chunk_cat([x], True, 2),
    "tril_indices": lambda t, **_: t.tril_indices(3, 3, dtype=t.float64),
    "sum text": lambda t, x, **_: x.sum("a"),
    "sum dim text": lambda t, x, **_: x.sum(dim="a"),
    "mean [True]": lambda t, x, **_: t.mean(x, dim=[True]),
    "flip [1.5]": lambda t, x, **_: x.flip(dims=[1.5]),
    "flip by place": lambda t, x, **_: t.flip(x, [1.5]),
    "transpose": lambda t, x, **_: t.transpose(x, 0, dim1=None),
    "diagonal": lambda t, x, **_: x.diagonal(offset=1.5),
    # several signatures
    "max": lambda t, x, **_: t.max(x, dim="a"),
    "where": lambda t, x, **_: t.where(x > 0, "a", x),
    "addmm": lambda t, x, **_: x.addmm([1], x),
    "clamp": lambda t, x, **_: x.clamp(x, 1.0),
    "normal": lambda t, x, **_: t.normal(x, 1.0, (2,)),
    "squeeze": lambda t, x, **_: x.squeeze([1, "a"]),
    # complex numbers, and flags where numbers belong
    "addcdiv 1j": lambda t, x, y, **_: t.addcdiv(x, y, y, value=1j),
    "addcmul 1j": lambda t, x, y, **_: t.addcmul(x, y, y, value=1j),
    "hardshrink 1j": lambda t, x, **_: t.nn.functional.hardshrink(x, 1j),
    "norm 1j": lambda t, x, **_: t.norm(x, 1j),
    "trapezoid True": lambda t, x, **_: t.trapezoid(x, dx=True),
    "nan_to_num 1j": lambda t, x, **_: t.nan_to_num(x, 1j),
    "lerp 1j": lambda t, x, y, **_: t.lerp(x, y, 1j),
    "sub True": lambda t, x, **_: t.sub(x, True, alpha=2),
    "sub_ number": lambda t, x, **_: x.sub_(1.5, alpha=2),
    # in place and out=
    "cumsum_ dtype": lambda t, x, **_: x.cumsum_(0, dtype=t.float64),
    "masked_fill_": lambda t, x, **_: x.masked_fill_(x > 0, [1.0]),
    "add out": lambda t, x, y, **_: t.sin(x, out="a"),
    "topk out": lambda t, x, **_: t.topk(x, 1, out=[1, "a"]),
    "where out": lambda t, x, y, **_: t.where(x > 0, 1.0, x, out=y),
    "bitwise_and out": lambda t, n, **_: t.bitwise_and(1, n, out=n),
    "add_": lambda t, x, **_: x.add_("a"),
    # makers of tensors, and of what draws them
    "zeros size": lambda t, **_: t.zeros(size=2),
    "ones requires_grad": lambda t, **_: t.ones(2, requires_grad={}),
    "rand layout": lambda t, **_: t.rand(2, layout=1),
    "empty pinned": lambda t, **_: t.empty(2, pin_memory=True),
    "randn pin_memory": lambda t, **_: t.randn(2, pin_memory=1),
    "full object": lambda t, **_: t.full((2,), object),
    "randperm True": lambda t, **_: t.randperm(True),
    "manual_seed": lambda t, **_: t.Generator().manual_seed(1.5),
    "set_state": lambda t, **_: t.Generator().set_state([1]),
    "device": lambda t, **_: t.device(1.5),
    "device index": lambda t, **_: t.device("cpu", "a"),
    "finfo": lambda t, **_: t.finfo(None),
    "hamming_window": lambda t, **_: t.hamming_window(3, 1),
    "pad_sequence": lambda t, x, **_: t.nn.utils.rnn.pad_sequence([x], padding_value="a"),
    # flags, and attributes
    "parameter": lambda t, x, **_: t.nn.Parameter(x, 1),
    "lstm": lambda t, **_: t.nn.LSTM(2, 2, bias=1),
    "lstm size": lambda t, **_: t.nn.LSTM(2.0, 2),
    "requires_grad_": lambda t, x, **_: x.requires_grad_(1),
    "deterministic": lambda t, **_: t.use_deterministic_algorithms(1),
    "backward": lambda t, x, **_: x.backward(retain_graph="a"),
    "softmax True": lambda t, x, **_: x.softmax(True),
    "F.softmax True": lambda t, x, **_: t.nn.functional.softmax(x, True),
    "contains": lambda t, x, **_: "a" in x,
    "clone": lambda t, x, **_: x.clone(memory_format=t.float64),
    "type": lambda t, x, **_: x.type(2),
    "masked dim": lambda t, x, **_: t.masked.mean(x, True, mask=x > 0),
    "masked keepdim": lambda t, x, **_: t.masked.logsumexp(x, 0, keepdim=1),
    "masked mask": lambda t, x, **_: t.masked.sum(x, 0, mask=1),
    "masked cumsum": lambda t, x, **_: t.masked.cumsum(x, None),
    # what PyTorch writes in Python
    "norm dim": lambda t, x, **_: t.norm(x, 2, True),
    "norm text": lambda t, x, **_: t.norm(x, "a"),
    "norm p": lambda t, x, **_: t.norm(x, [1]),
    "adaptive True": lambda t, i, **_: t.nn.functional.adaptive_avg_pool2d(i, True),
    "adaptive [2]": lambda t, i, **_: t.nn.functional.adaptive_avg_pool2d(i, [2]),
    "adaptive [None]": lambda t, i, **_: t.nn.functional.adaptive_max_pool2d(i, [None]),
    "adaptive int64": lambda t, i, **_: t.nn.functional.adaptive_avg_pool2d(i, [np.int64(2), True]),
    "interpolate corners": lambda t, i, **_: t.nn.functional.interpolate(i, 2, mode="bilinear", align_corners=1),
    "interpolate size": lambda t, i, **_: t.nn.functional.interpolate(i, [1.5, 2]),
    "interpolate float": lambda t, i, **_: t.nn.functional.interpolate(i, 1.5),
    "group_norm": lambda t, i, **_: t.nn.functional.group_norm(i, True),
    "normalize": lambda t, x, **_: t.nn.functional.normalize(x, eps=None),
    "local_response_norm": lambda t, i, **_: t.nn.functional.local_response_norm(i, True),
    "batch_norm eps": lambda t, i, v, **_: t.nn.functional.batch_norm(i, v, v, training=True, eps=None),
    "batch_norm eps 0": lambda t, i, v, **_: t.nn.functional.batch_norm(i, v, v, training=True, eps=0),
    "batch_norm eps -1": lambda t, i, v, **_: t.nn.functional.batch_norm(i, v, v, eps=-1),
    "batch_norm eps tensor": lambda t, i, v, **_: t.nn.functional.batch_norm(i, v, v, eps=t.tensor(1e-5)),
    "batch_norm mean": lambda t, i, v, **_: t.nn.functional.batch_norm(i, v, None, training=True),
    "instance_norm mean": lambda t, i, v, **_: t.nn.functional.instance_norm(i, None, v),
    "native batch norm": lambda t, i, v, **_: t._native_batch_norm_legit(i, v, v, "a", 0.1, 1e-5),
    "torch.batch_norm": lambda t, i, v, **_: t.batch_norm(i, None, None, v, v, True, 0.1, 0.0, False),
}


def outcome(torch: Any, call: Callable[..., Any]) -> list[Any]:
    """What a call gives or raises, and whether it left its tensors alone."""
    given = {"x": torch.ones(3, 3), "y": torch.ones(3, 3), "i": torch.arange(48.0).reshape(1, 3, 4, 4), "n": torch.arange(3),
             "v": torch.ones(3)}
    before = [(t.tolist(), t._version, t.shape) for t in given.values()]
    try:
        result = call(torch, **given)
    except Exception as error:
        kept = before == [(t.tolist(), t._version, t.shape) for t in given.values()]
        return [type(error).__name__, phrase(str(error)), kept]
    result = result[0] if isinstance(result, tuple) else result
    return ["ok", f"{result.dtype} {tuple(result.shape)}", None]


if __name__ == "__main__":
    import torch

    rows = [f"{json.dumps(name)}: {json.dumps(outcome(torch, call))}" for name, call in CALLS.items()]
    REFERENCE.write_text("{\n" + ",\n".join(rows) + "\n}\n")
