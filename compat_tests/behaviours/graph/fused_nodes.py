"""Functions that are one node in PyTorch: what their nodes are called, lead to and save."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._autograd import function_of, tried


def _description(node: Any) -> Any:
    saved = {name: getattr(node, name) for name in sorted(dir(node)) if name.startswith("_saved_")}
    return node.name(), [None if n is None else n.name() for n, _ in node.next_functions], {
        name: (tuple(v.shape), tuple(v.stride()), str(v.dtype)) if hasattr(v, "stride") else v for name, v in saved.items()}


def _rounded(t: Any) -> Any:
    return tuple(t.stride()), [round(v, 9) + 0.0 for v in t.flatten().tolist()]


def _query(torch: Any, *shape: int, dtype: Any = None) -> Any:
    return torch.linspace(-1, 1, torch.Size(shape).numel(), dtype=dtype).reshape(shape).requires_grad_()


def attention(torch: Any) -> Iterator[Any]:
    """Attention in four dimensions is one node: it saves its arguments, result and logsumexp, a bool mask as numbers."""
    attend = torch.nn.functional.scaled_dot_product_attention
    q, k = _query(torch, 2, 3, 4, 8, dtype=torch.float64), _query(torch, 2, 3, 5, 8, dtype=torch.float64).detach()
    for options in ({}, {"is_causal": True}, {"scale": 0.3}, {"attn_mask": torch.ones(4, 5, dtype=torch.bool)},
                    {"attn_mask": torch.zeros(2, 1, 1, 5, dtype=q.dtype)}, {"attn_mask": torch.zeros(4, 1, dtype=q.dtype)}):
        out = attend(q, k, k, **options)
        yield _description(out.grad_fn), tuple(out.stride()), _rounded(torch.autograd.grad(out.square().sum(), q)[0])
    turned = q.transpose(1, 2).contiguous().transpose(1, 2)
    yield tuple(attend(turned, k, k).stride()), attend(q.float(), k.float(), k.float()).grad_fn.name()
    yield _description(attend(q.half(), k.half(), k.half()).grad_fn)


def attention_of_several_nodes(torch: Any) -> Iterator[Any]:
    """Attention of other shapes, with dropout or with a mask that needs a gradient ends in UnsafeViewBackward0."""
    attend = torch.nn.functional.scaled_dot_product_attention
    q, k = _query(torch, 2, 3, 4, 8), _query(torch, 2, 3, 5, 8).detach()
    for call in (lambda: attend(q[0], k[0], k[0]), lambda: attend(q, k[:1], k[:1]), lambda: attend(q, k, k[..., :6]),
                 lambda: attend(q, k, k, attn_mask=torch.zeros(4, 5, requires_grad=True)), lambda: attend(q, k, k, dropout_p=0.5),
                 lambda: attend(q, k, k, attn_mask=torch.zeros(3, 4, 5))):
        yield tried(lambda call=call: call().grad_fn.name())
    # PyTorch: 'UnsafeViewBackward0'
    # PyTorch: 'UnsafeViewBackward0'
    # PyTorch: 'UnsafeViewBackward0'
    # PyTorch: 'UnsafeViewBackward0'
    # PyTorch: 'UnsafeViewBackward0'
    # PyTorch: 'UnsafeViewBackward0'


def attention_that_may_look_at_nothing(torch: Any) -> Iterator[Any]:
    """A row of attention whose mask hides every key is 0, and so are its logsumexp and its query's gradient."""
    q, k = _query(torch, 1, 1, 3, 4, dtype=torch.float64), _query(torch, 1, 1, 5, 4, dtype=torch.float64)
    seen = torch.ones(3, 5, dtype=torch.bool)
    seen[1] = False
    out = torch.nn.functional.scaled_dot_product_attention(q, k, k, attn_mask=seen)
    yield out, out.grad_fn._saved_attn_mask, out.grad_fn._saved_logsumexp, [_rounded(g)[1] for g in torch.autograd.grad(out.sum(), [q, k])]


def attention_whose_result_changes(torch: Any) -> Iterator[Any]:
    """Attention saves its result: after a change of that in place backward raises."""
    q = _query(torch, 1, 2, 3, 4)
    out = torch.nn.functional.scaled_dot_product_attention(q, q, q)
    out.add_(1)
    yield tried(lambda: out.sum().backward())
    # PyTorch: ('RuntimeError', 'one of the variables needed for ...')


def interpolation(torch: Any) -> Iterator[Any]:
    """interpolate has a node per mode and number of dimensions, which saves scales if they were given and not recomputed."""
    interpolate = torch.nn.functional.interpolate
    for modes, shape in ((("nearest", "linear", "nearest-exact"), (1, 1, 4)), (("nearest", "bilinear", "bicubic"), (1, 1, 4, 4)),
                         (("nearest", "trilinear"), (1, 1, 2, 2, 2))):
        for mode in modes:
            for options in ({"scale_factor": 2.0}, {"size": 5}, {"scale_factor": 1.5, "recompute_scale_factor": True}):
                yield _description(interpolate(_query(torch, *shape), mode=mode, **options).grad_fn)
    for mode in ("bilinear", "bicubic"):
        for options in ({"scale_factor": (2.0, 1.5)}, {"size": (5, 6), "align_corners": True}):
            yield _description(interpolate(_query(torch, 1, 1, 4, 4), mode=mode, antialias=True, **options).grad_fn)


def handles_on_saved_tensors(torch: Any) -> Iterator[Any]:
    """Hooks can be registered on the handle of one saved tensor: it keeps what they pack and gives what they unpack."""
    x = _query(torch, 3)
    node = (x * 2 * x).grad_fn
    handle = node._raw_saved_self
    yield handle is node._raw_saved_self, type(handle).__module__, handle.unpack_hook, handle.unpack()
    handle.register_hooks(lambda t: t + 1, lambda t: t * 3)
    yield handle.unpack_hook is None, handle.data, handle.unpack()
    view = torch.ones(5)[:3]
    yield (x * view).grad_fn._saved_other
    # PyTorch: (True, 'torch._C._autograd', None, tensor([-2., 0., 2.], grad_fn=<MulBackward0>))
    # PyTorch: (False, tensor([-1., 1., 3.]), tensor([-3., 3., 9.], grad_fn=<MulBackward0>))
    # PyTorch: tensor([1., 1., 1.])


def leaves_of_a_linear_layer(torch: Any) -> Iterator[Any]:
    """The bias of a linear layer gets its gradient before the weight, and a leaf used later before both."""
    for late in (True, False):
        seen: list[str] = []
        layer, factor = torch.nn.Linear(3, 3), torch.ones(3, requires_grad=True)
        loss = (layer(torch.ones(2, 3)) * (factor if late else 2)).sum()
        for name, leaf in (*layer.named_parameters(), ("factor", factor)):
            leaf.register_hook(lambda g, name=name, seen=seen: seen.append(name))
        yield loss.backward(), seen
    # PyTorch: (None, ['factor', 'bias', 'weight'])
    # PyTorch: (None, ['bias', 'weight'])


def a_jvp_of_what_is_marked(torch: Any) -> Iterator[Any]:
    """A jvp that returns a tangent for an output marked as non-differentiable is refused."""
    marked = function_of(torch, lambda ctx, x: (ctx.mark_non_differentiable(x), x)[1], lambda ctx, g: g, jvp=lambda ctx, t: t)
    forward = torch.autograd.forward_ad
    with forward.dual_level():
        yield tried(lambda: marked.apply(forward.make_dual(torch.ones(2), torch.ones(2))))
    # PyTorch: ('RuntimeError', "Function's jvp returned a gradient at ...")
