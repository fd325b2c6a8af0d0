"""The arguments with which a policy of selective checkpointing hears of ops: by place and by keyword, without what they would be anyway."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


def _text_of(torch: Any, value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return "tensor"
    return [_text_of(torch, v) for v in value] if isinstance(value, (list, tuple)) else value


def _with_warnings(torch: Any, function: Callable[[Any], Any]) -> list[Any]:
    from importlib import import_module

    checkpointing = import_module(f"{torch.__name__}.utils.checkpoint")
    caught: list[Any] = []

    def policy(ctx: Any, op: Any, *args: Any, **kwargs: Any) -> Any:
        caught.append((str(op), [_text_of(torch, a) for a in args], {k: _text_of(torch, v) for k, v in kwargs.items()}))
        return checkpointing.CheckpointPolicy.PREFER_RECOMPUTE

    x = torch.tensor([[[[0.1, 0.2], [0.3, 0.4], [0.5, -0.6]]]], requires_grad=True)
    checkpointing.checkpoint(function, x, use_reentrant=False, context_fn=lambda: (
        checkpointing.create_selective_checkpoint_contexts(policy)))
    return caught


def by_keyword(torch: Any) -> Iterator[Any]:
    """A policy hears value, decimals, approximate and alpha by keyword, and only where they are no defaults."""
    for function in (lambda x: torch.addcmul(x, x, x, value=2), lambda x: torch.addcmul(x, x, x), lambda x: x.round(decimals=2),
                     lambda x: torch.nn.functional.gelu(x, approximate="tanh"), torch.nn.functional.gelu, lambda x: x.var(-1),
                     lambda x: torch.addcdiv(x, x, x, value=3), lambda x: torch.add(x, x, alpha=2)):
        yield _with_warnings(torch, function)


def by_place(torch: Any) -> Iterator[Any]:
    """A policy hears shifts, dimensions and counts by place, without those that equal the defaults."""
    for function in (lambda x: x.roll(1), lambda x: x.roll(1, 2), lambda x: x.all(2), torch.all, lambda x: x.any(-1), lambda x: x.flip(0),
                     lambda x: x @ x.mT, lambda x: x.topk(1), lambda x: x.sum(-1, keepdim=True), lambda x: x.cumsum(-1)):
        yield _with_warnings(torch, function)


def of_networks(torch: Any) -> Iterator[Any]:
    """Which arguments a policy hears for attention, dropout, padding, pools, losses and embeddings."""
    functional = torch.nn.functional
    for function in (lambda x: functional.scaled_dot_product_attention(x, x, x), lambda x: functional.dropout(x, 0.5),
                     lambda x: functional.dropout(x, 0.25), lambda x: functional.pad(x, (1, 1)),
                     lambda x: functional.pad(x, (1, 1), value=2),
                     lambda x: functional.avg_pool2d(x, 2, 1), lambda x: functional.group_norm(x, 1), lambda x: functional.mse_loss(x, x),
                     lambda x: functional.scaled_dot_product_attention(x, x, x, is_causal=True),
                     lambda x: functional.smooth_l1_loss(x, x), lambda x: functional.huber_loss(x, x, delta=2.0),
                     lambda x: functional.huber_loss(x, x, reduction="sum"), lambda x: functional.mse_loss(x, x, reduction="none"),
                     lambda x: functional.embedding(torch.ones(2, 2, dtype=torch.int64), x.view(3, 2), padding_idx=0)):
        found = _with_warnings(torch, function)
        yield found[-1]
