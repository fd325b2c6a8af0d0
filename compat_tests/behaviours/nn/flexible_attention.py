"""`flex_attention`: functions of scores, masks and their blocks, what comes beside the result, and what is refused."""
from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from .. import refused


def _flex(torch: Any) -> Any:
    """The module. The first call imports PyTorch's compiler, which switches the checks of distributions off: they are switched on again."""
    module, checks = import_module(f"{torch.__name__}.nn.attention.flex_attention"), torch.distributions.Distribution
    asked = checks._validate_args
    _without_warnings(lambda: module.flex_attention(*[torch.zeros(1, 1, 16, 16)] * 3))
    checks.set_default_validate_args(asked)
    return module


def _inputs(torch: Any, *shape: int) -> list[Any]:
    return [torch.rand(*(shape or (2, 4, 6, 8))) for _ in range(3)]


def _without_warnings(run: Callable[[], Any]) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return run()


def _summary(torch: Any, value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.detach().clone(), tuple(value.shape), tuple(value.stride()), value.requires_grad
    return [_summary(torch, v) for v in value] if isinstance(value, (tuple, list)) else value


def functions_of_scores(torch: Any) -> Iterator[Any]:
    """flex_attention with functions of scores: biases, slopes, soft caps, masks of -inf; a row that sees no key is 0."""
    flex, (q, k, v) = _flex(torch), _inputs(torch)
    bias, slopes, documents = torch.rand(4, 6, 6), torch.rand(4), torch.tensor([[0, 0, 1, 1, 1, 2], [0, 1, 1, 1, 1, 1]])
    hidden = -float("inf")
    for score_mod in (
            None, lambda s, b, h, i, j: s + slopes[h] * (j - i), lambda s, b, h, i, j: s + bias[h, i, j],
            lambda s, b, h, i, j: torch.tanh(s / 2) * 2, lambda s, b, h, i, j: torch.where(i >= j, s, hidden),
            lambda s, b, h, i, j: torch.where(i > 2, s, hidden), lambda s, b, h, i, j: i - j, lambda s, b, h, i, j: s.double(),
            lambda s, b, h, i, j: torch.where(documents[b, i] == documents[b, j], s, hidden), lambda s, b, h, i, j: s - (i - j).abs(),
            lambda s, b, h, i, j: s + bias[-1, (i - j).clamp(0, 4), j]):
        yield _summary(torch, _without_warnings(lambda m=score_mod: flex.flex_attention(q, k, v, score_mod=m)))  # type: ignore[misc]


def masks_in_blocks(torch: Any) -> Iterator[Any]:
    """create_mask and create_block_mask of single and combined masks, in blocks of several sizes, and attention by them."""
    flex, (q, k, v) = _flex(torch), _inputs(torch)

    def causal(b: Any, h: Any, i: Any, j: Any) -> Any:
        return i >= j

    def near(b: Any, h: Any, i: Any, j: Any) -> Any:
        return (i - j).abs() < 2

    for mask in (causal, near, flex.noop_mask, flex.and_masks(causal, near), flex.or_masks(causal, near), lambda b, h, i, j: i < -1,
                 lambda b, h, i, j: (i + b > j) | (h == 2)):
        yield flex.create_mask(mask, 2, 4, 6, 6).tolist()
        yield _summary(torch, _without_warnings(lambda m=mask: flex.flex_attention(  # type: ignore[misc]
            q, k, v, block_mask=flex.create_block_mask(m, 2, 4, 6, 6))))
        yield _summary(torch, flex.create_block_mask(mask, 2, None, 6, 6, BLOCK_SIZE=2).as_tuple()[:-1])
        yield _summary(torch,
                       flex.create_block_mask(mask, None, 4, 6, 8, BLOCK_SIZE=(3, 2), separate_full_blocks=False).as_tuple(False)[:-1])
    yield flex.create_mask(lambda s, b, h, i, j: torch.where(i >= j, s, -float("inf")), None, None, 3, 5)


def blocks_taken_apart(torch: Any) -> Iterator[Any]:
    """A BlockMask prints, is indexed and adjusted, and can be made of blocks; a part of one has lost its mask_mod."""
    flex = _flex(torch)

    def causal(b: Any, h: Any, i: Any, j: Any) -> Any:
        return i >= j

    mask = flex.create_block_mask(causal, 2, 4, 300, 500)
    yield repr(mask), str(mask), mask.shape, mask.numel(), mask.sparsity(), mask.to_dense(), mask.to_string(grid_size=2, limit=1)
    for index in (0, (0, 1), (slice(0, 2), slice(1, 2)), (0, 1, torch.tensor([1], dtype=torch.int32)), -1, (slice(None), slice(None), 2)):
        yield repr(mask[index]), _summary(torch, mask[index].as_tuple()[:-1])
    yield repr(mask._adjust(100, 200)), _summary(torch, mask._adjust(100, 200).as_tuple()[:-1]), repr(mask.to("cpu"))
    yield refused(lambda: mask[0].mask_mod(1, 1, 1, 1))["raised"]
    counts, columns = torch.ones(1, 1, 3, dtype=torch.int32), torch.zeros(1, 1, 3, 2, dtype=torch.int32)
    yield repr(flex.BlockMask.from_kv_blocks(counts, columns))
    yield _summary(torch, flex.BlockMask.from_kv_blocks(counts, columns, BLOCK_SIZE=4, compute_q_blocks=False).as_tuple()[:-1])
    for heads, order in ((4, True), (1, False)):
        ordered = flex.create_block_mask(causal, 2, heads, 6, 6, BLOCK_SIZE=2, compute_dq_write_order=True, dq_kv_order=order)
        yield _summary(torch, ordered.as_tuple()[:-1]), _summary(torch, ordered[0].as_tuple()[:-1])


def beside_the_result(torch: Any) -> Iterator[Any]:
    """What flex_attention returns by return_lse and return_aux, its dtypes and strides, for grouped heads and half types."""
    flex, (q, k, v) = _flex(torch), _inputs(torch)
    hidden = -float("inf")
    for options in ({"return_lse": True}, {"return_aux": flex.AuxRequest(lse=True)}, {"scale": 0.3}, {"return_aux": flex.AuxRequest()},
                    {"return_lse": True, "score_mod": lambda s, b, h, i, j: torch.where(i > 2, s, hidden)},
                    {"return_lse": True, "kernel_options": {"BACKEND": "FLASH"}}):
        yield _summary(torch, _without_warnings(lambda o=options: flex.flex_attention(q, k, v, **o)))  # type: ignore[misc]
    yield _summary(torch, _without_warnings(lambda: flex.flex_attention(q, k[:, :2], v[:, :2], enable_gqa=True)))
    for dtype in (torch.float64, torch.float16, torch.bfloat16):
        yield _summary(torch, _without_warnings(  # type: ignore[misc]
            lambda d=dtype: flex.flex_attention(q.to(d), k.to(d), v.to(d), return_lse=True)))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        yield _summary(torch, _without_warnings(lambda: flex.flex_attention(q, k, v)))
    for order in ((0, 2, 1, 3), (3, 2, 1, 0)):
        turned = [t.permute(order).contiguous().permute(*torch.tensor(order).argsort().tolist()) for t in (q, k, v)]
        yield _summary(torch, _without_warnings(lambda t=turned: flex.flex_attention(*t)))  # type: ignore[misc]
    yield _summary(torch, _without_warnings(lambda: flex.flex_attention(q[:1].expand(2, 4, 6, 8), k, v[..., :5])))


def gradients_of_what_functions_use(torch: Any) -> Iterator[Any]:
    """Tensors that a function of scores captures get gradients through the result and through logsumexp."""
    flex, tensors = _flex(torch), _inputs(torch, 1, 4, 3, 8)
    weights = torch.arange(8.0)
    for dtype in (torch.float64, torch.float32):
        q, k, v = (t.to(dtype) for t in tensors)
        for score_mod in (lambda p, s, b, h, i, j: torch.tanh(s * p[h]) * p[0], lambda p, s, b, h, i, j: s + p[i % 4],
                          lambda p, s, b, h, i, j: torch.where(i >= j, s * p[h], -float("inf"))):
            p = torch.linspace(0.2, 1.0, 4, dtype=dtype).requires_grad_()
            out, aux = _without_warnings(lambda: flex.flex_attention(
                q, k, v, score_mod=lambda *a, p=p, m=score_mod: m(p, *a), return_aux=flex.AuxRequest(lse=True)))
            yield out.grad_fn.name(), aux.lse.requires_grad
            ((out * weights).sum() + 2 * aux.lse.sum()).backward()
            yield p.grad.dtype, p.grad.double().round(decimals=4)  # sums over all pairs


def refusals_of_attention(torch: Any) -> Iterator[Any]:
    """flex_attention refuses inputs that require grad, shapes that do not fit, sliced masks and unknown options."""
    flex, (q, k, v) = _flex(torch), _inputs(torch)

    def causal(b: Any, h: Any, i: Any, j: Any) -> Any:
        return i >= j

    def blocks(*sizes: Any) -> Any:
        return flex.create_block_mask(causal, *sizes)

    for arguments, options in (
            ((q, k[:, :2], v[:, :2]), {}), ((q, k[:, :3], v[:, :3]), {"enable_gqa": True}), ((q, k[..., :4], v), {}),
            ((q, k[:1], v[:1]), {}), ((q, k[:1], v[:1]), {"block_mask": blocks(1, None, 6, 6)}), ((q[0], k[0], v[0]), {}),
            ((q[0, 0, 0], k, v), {}), ((q.clone().requires_grad_(), k, v), {}),
            ((q, k, v), {"return_aux": flex.AuxRequest(max_scores=True)}),
            ((q, k, v), {"kernel_options": {"BACKEND": "X"}}), ((q, k, v), {"kernel_options": {"OUTPUT_MAX": 1}}),
            ((q, k, v), {"block_mask": blocks(2, 4, 6, 6)[0]}), ((q.to("meta"), k.to("meta"), v.to("meta")), {}),
            ((q, k, v), {"block_mask": flex.create_block_mask(causal, 1, 1, 4, 6, dq_kv_order=False)})):
        answer = refused(lambda a=arguments, o=options: _without_warnings(lambda: flex.flex_attention(*a, **o)))  # type: ignore[misc]
        yield answer["raised"], answer["message"][:60]
    for call in (lambda: flex.and_masks(1), lambda: flex.create_mask(lambda a: a, 1, 1, 2, 2), lambda: blocks(1, 1, 4, 2, "cpu", 0),
                 lambda: flex.create_block_mask(lambda s, b, h, i, j: s, 1, 1, 2, 2),
                 lambda: flex.create_block_mask(lambda b, h, i, j: i - j, 1, 1, 2, 2),
                 lambda: flex.BlockMask.from_kv_blocks(torch.ones(3), torch.ones(3)),
                 lambda: flex.create_block_mask(causal, 1, 1, 4, 2, dq_kv_order=1)):
        answer = refused(call)
        yield answer["raised"], answer["message"][:8]
