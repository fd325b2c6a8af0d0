"""Profilers: data loaders, clipping, attention, and backward through functions of many kinds, as the profile shows them."""
from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from .. import refused


def _node_counts(torch: Any, run: Callable[[], Any]) -> Any:
    profile = importlib.import_module(f"{torch.__name__}.autograd.profiler").profile
    with profile() as prof:
        run()
    return sorted((e.key, e.count) for e in prof.key_averages())


def _names(node: Any) -> Any:
    seen, waiting, names = set(), [node], Counter()
    while waiting:
        node = waiting.pop()
        if node is not None and node not in seen:
            seen.add(node)
            names[node.name()] += 1
            waiting += [n for n, _ in node.next_functions]
    return sorted(names.items())


def attention_with_dropout(torch: Any) -> Iterator[Any]:
    """Which nodes attention leaves by mask, dropout and batch, and what rows give that are masked entirely."""
    attend = torch.nn.functional.scaled_dot_product_attention
    q = torch.arange(32.0).reshape(1, 2, 4, 4).div(32).sin().requires_grad_()
    mask = torch.tril(torch.ones(4, 4))
    for options in ({}, {"is_causal": True}, {"attn_mask": mask.bool()}, {"attn_mask": mask}, {"scale": 0.3}):
        yield _names(attend(q, q, q, dropout_p=0.25, **options).grad_fn)
        out = attend(q[0, 0], q[0, 0], q[0, 0], **options)  # of no batch, which PyTorch computes op by op, too
        yield out, _names(out.grad_fn)
    hidden = attend(q[0], q[0], q[0], attn_mask=torch.tensor([[True] * 4] * 3 + [[False] * 4]))
    yield hidden
    yield torch.autograd.grad(hidden.sum(), q)
    layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    yield _names(layer(torch.ones(2, 3, 8)).grad_fn)


_BACKWARD = '''F.leaky_relu(x);F.mish(x);F.threshold(x,0.1,1.);F.glu(torch.cat([x,x],1));x.sum(1);x.norm();x.logsumexp(1);
torch.copysign(x,x);x.logaddexp(x);x.cummax(0)[0];torch.cat([x,x]);torch.stack([x,x]);F.adaptive_avg_pool2d(x[None],2);
F.adaptive_max_pool2d(x[None],2);F.interpolate(x[None,None],scale_factor=2,mode="bilinear");F.binary_cross_entropy_with_logits(x,x*0)'''


def traces_saved_twice(torch: Any) -> Iterator[Any]:
    """A trace can be exported only once, and its handler refuses a directory that cannot be made."""
    module = importlib.import_module(f"{torch.__name__}.profiler")
    with module.profile(activities=[module.ProfilerActivity.CPU]) as prof:
        torch.ones(2)
    yield refused(lambda: module.tensorboard_trace_handler("/proc/nowhere/else")(prof))
    import os
    import tempfile

    with tempfile.TemporaryDirectory() as place:
        prof.export_chrome_trace(os.path.join(place, "trace.json"))
        yield refused(lambda: prof.export_chrome_trace(os.path.join(place, "trace.json")))
    # PyTorch: RuntimeError: Can't create directory: ...
    # PyTorch: RuntimeError: Trace is already saved.
