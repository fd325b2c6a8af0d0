"""The ops that policies of selective checkpointing hear of, one list for a program."""
from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any


def _with_warnings(torch: Any, run: Callable[[Any], Any], *shape: int) -> list[str]:
    checkpointing = import_module(torch.__name__ + ".utils.checkpoint")
    caught: list[str] = []

    def policy(_context: Any, op: Any, *_: Any, **__: Any) -> Any:
        caught.append(str(op))
        return checkpointing.CheckpointPolicy.PREFER_RECOMPUTE

    torch.manual_seed(0)
    x = torch.ones(shape, requires_grad=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        out = checkpointing.checkpoint(run, x, use_reentrant=False,
                                       context_fn=lambda: checkpointing.create_selective_checkpoint_contexts(policy))
    forward = list(caught)
    (out[0] if isinstance(out, tuple) else out).sum().backward()
    return [*forward, x.grad is not None]


def changes_in_place(torch: Any) -> Iterator[Any]:
    """A policy hears an in-place op by its aten name, after a clone where backward needs the old value."""
    w = torch.ones(3, requires_grad=True)
    for run in (lambda x: (x * 1).mul_(w), lambda x: (x * 1).mul_(torch.ones(3)), lambda x: (x * 1).div_(w), lambda x: (x * 1).sin_(),
                lambda x: (x * 1).exp_(), lambda x: (x * 1).add_(1)):
        yield _with_warnings(torch, run, 3)
    # PyTorch: ['aten.mul.Tensor', 'aten.clone.default', 'aten.mul_.Tensor', True]
    # PyTorch: ['aten.mul.Tensor', 'aten.ones.default', 'aten.mul_.Tensor', True]
    # PyTorch: ['aten.mul.Tensor', 'aten.clone.default', 'aten.div_.Tensor', True]
    # PyTorch: ['aten.mul.Tensor', 'aten.clone.default', 'aten.sin_.default', True]
    # PyTorch: ['aten.mul.Tensor', 'aten.exp_.default', True]
    # PyTorch: ['aten.mul.Tensor', 'aten.add_.Tensor', True]


def limits_and_choices(torch: Any) -> Iterator[Any]:
    """A policy hears which clamp it was, and that where makes a scalar tensor of each number."""
    for run in (lambda x: x.clamp(0), lambda x: x.clamp(max=0), lambda x: x.clamp_min(0.1), lambda x: x.clamp_max(0),
                lambda x: torch.where(x > 0, x, 0.0), lambda x: torch.where(x > 0, 1.0, 0.0) * x, lambda x: torch.outer(x, x)):
        yield _with_warnings(torch, run, 3)


def assignments(torch: Any) -> Iterator[Any]:
    """A policy hears fill_ where a number is assigned to a slice, and copy_ where a tensor is."""
    def put(key: Any, value: Any) -> Callable[[Any], Any]:
        def run(x: Any) -> Any:
            out = x * 1
            out[key] = value
            return out
        return run

    yield [_with_warnings(torch, put(key, value), 3) for key, value in ((slice(0, 2), 2.0), (slice(0, 2), torch.ones(2)))]


def norms_and_losses(torch: Any) -> Iterator[Any]:
    """Which ops a policy hears of rms, batch and instance norm, normalize, prelu and kl_div."""
    functional = torch.nn.functional
    weight, ones = torch.ones(4, requires_grad=True), torch.ones(2, 3, 4)
    layer = torch.nn.BatchNorm1d(3)
    for run in (lambda x: functional.rms_norm(x, (4,), weight), layer, lambda x: functional.instance_norm(x * 2),
                lambda x: functional.normalize(x), lambda x: functional.prelu(x, weight[:1]),
                lambda x: functional.kl_div(x, ones, reduction="sum"),
                lambda x: functional.kl_div(x, ones, reduction="sum", log_target=True)):
        yield _with_warnings(torch, run, 2, 3, 4)


def products_of_what_does_not_lie_in_order(torch: Any) -> Iterator[Any]:
    """Which views, permutations and clones a policy hears around products of operands that do not lie in order."""
    for run in (lambda x: x @ torch.ones(4, 2), lambda x: x.transpose(0, 1) @ torch.ones(4, 2),
                lambda x: torch.einsum("bij,bkj->bik", x, x),
                lambda x: torch.nn.functional.linear(x.transpose(0, 1), torch.ones(2, 4), torch.ones(2))):
        yield _with_warnings(torch, run, 2, 3, 4)
    yield _with_warnings(torch, lambda x: torch.linalg.inv(x @ x.mT + torch.eye(3)), 3, 3)


def attention(torch: Any) -> Iterator[Any]:
    """Which ops a policy hears of MultiheadAttention, with and without weights, and of an encoder layer."""
    layer = torch.nn.MultiheadAttention(4, 2, batch_first=True)
    yield _with_warnings(torch, lambda x: layer(x, x, x)[0], 2, 3, 4)
    yield _with_warnings(torch, lambda x: layer(x, x, x, need_weights=False)[0], 2, 3, 4)
    encoder = torch.nn.TransformerEncoderLayer(4, 2, 8, batch_first=True, dropout=0.0)
    yield _with_warnings(torch, encoder, 2, 3, 4)


def an_lstm(torch: Any) -> Iterator[Any]:
    """A policy hears an LSTM as one mkldnn op between zeros, selects and stacks; batch_first adds transpositions."""
    for given in ({}, {"batch_first": True}):
        yield _with_warnings(torch, torch.nn.LSTM(4, 5, **given), 2, 3, 4)


def functions_that_are_one_op(torch: Any) -> Iterator[Any]:
    """Which functions a policy hears as one op and which as several; item(), bool() and float() are ops too."""
    for run in (lambda x: x * x.sum().item(), lambda x: x if bool(x.sum() > 0) else -x, lambda x: x * float(x[0, 0]),
                lambda x: x * torch.multinomial(x.detach(), 1), lambda x: x * x.unique().numel(), lambda x: x * x.isfinite(),
                lambda x: x * torch.bucketize(x.detach(), x.detach()[0]), lambda x: x * torch.searchsorted(x.detach(), x.detach()),
                lambda x: x * torch.as_tensor([1.0, 2.0, 3.0]), lambda x: x * x.new_tensor([1.0]), lambda x: x * torch.hann_window(3),
                lambda x: x[:, x.argsort()[0]], lambda x: x.square(), lambda x: x * torch.normal(x.detach(), 1.0),
                lambda x: torch.nn.functional.rrelu(x), lambda x: (x * 1).t_(), lambda x: (x * 1).unsqueeze_(0), lambda x: 2 / x,
                lambda x: (x * 1).unsqueeze_(0).squeeze_(0)):
        yield _with_warnings(torch, run, 3, 3)


def contractions_and_solvers(torch: Any) -> Iterator[Any]:
    """Which ops a policy hears of tensordot, inner, products with vectors, solvers, factorisations and lp_pool1d."""
    eye = torch.eye(3)
    for run in (lambda x: torch.tensordot(x, x, 1), lambda x: torch.tensordot(x, x, ([0], [0])), lambda x: torch.inner(x, x),
                lambda x: torch.tensordot(x.expand(2, 3, 3), x, ([1, 2], [0, 1])), lambda x: x[0] @ x,
                lambda x: torch.nn.functional.linear(x[0], x), lambda x: torch.linalg.solve(x + eye, x),
                lambda x: torch.linalg.cholesky(x * 0 + eye), lambda x: torch.linalg.lu_factor(x + eye)[0],
                lambda x: torch.linalg.cholesky_ex(x * 0 + eye)[0], lambda x: torch.nn.functional.lp_pool1d(x[None], 2, 2)):
        yield _with_warnings(torch, run, 3, 3)
