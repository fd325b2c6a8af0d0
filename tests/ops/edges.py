"""Calls at the limits of their arguments. PyTorch's results are in `data/edges.json`, by `data/recorders/ops/edges.py`.

A case is an expression, evaluated with the names below; its outcome is the value with its dtype and layout, or the error.
"""
from __future__ import annotations

import warnings
from collections.abc import Iterator
from itertools import product
from typing import Any

MASKS = ("[0, 2], dtype=torch.int64", "[0, 2], dtype=torch.uint8", "[1, 0, 1], dtype=torch.uint8", "[0, 2], dtype=torch.int32",
         "1, dtype=torch.int8", "[[1, 0, 1], [0, 1, 1]], dtype=torch.uint8", "[[1, 0, 1], [0, 1, 1]], dtype=torch.int16",
         "[[1, 0, 1], [0, 1, 1]], dtype=torch.int32",
         "[[1, 0, 1], [0, 1, 1]], dtype=torch.int64", "[[0, 1], [1, 1]], dtype=torch.bool", "[0.0]", "[], dtype=torch.int64",
         "0, dtype=torch.uint8", "True", "[True, False]")


def cases() -> Iterator[str]:
    """All of them."""
    for mask, place in product(MASKS, ("m", "m, 0", "0, m", "..., m", "m, m", "None, m", "m, None", "m, 0:1", "0:1, m")):
        yield f"(lambda m: a[{place}])(torch.tensor({mask}))"
    ends = ("[0]", "[0, 2]", "[0, 2, 3]", "[0, 2, 5]", "[2, 3, 5]", "[0, 0, 5]", "[0, 5, 5]", "[0, 6]")
    for mode, last in product(("sum", "mean", "max"), (True, False)):
        for offsets in ends:
            if mode == "max" and last and offsets == "[0]":  # PyTorch crashes
                continue
            yield f"F.embedding_bag(torch.tensor([0, 1, 2, 3, 1]), w, torch.tensor({offsets}), mode='{mode}', include_last_offset={last})"
    for channels, last, size in product((1, 3, 4, 5), (False, True), (
            "size=40", "size=(90, 90)", "scale_factor=1.7", "scale_factor=2.3", "size=(33, 200)", "scale_factor=(2.9, 3.1)")):
        layout = ", memory_format=torch.channels_last" * last
        yield f"ramp(F.interpolate(image({channels}).to(torch.float32{layout}), {size}, mode='nearest'))"
    yield from (f"torch.histogramdd(w, {b})[0].shape" for b in ([0, 2], [-1, 2], [2, -1], [-2, 2], [2, -2], [0, 0], [1, 0], [1, 1]))
    yield from (f"s.{call}" for call in ("any()", "any(0)", "any(dim=1)", "bool().any(1)", "all()", "all(0)", "sum()", "sum(0)"))
    for layout, call in product(("csr", "csc", "bsr((1, 1))", "bsc((3, 1))"), (
            "sum()", "sum(())", "sum(dim=())", "sum((), True)", "sum(0)", "sum(1, True)", "sum((0, 1))", "sum((0, 1), True)",
            "sum(-1, True)", "sum((1, 0), True)", "sum(2, True)")):
        method = f"to_sparse_{layout}" + "()" * ("(" not in layout)
        yield f"torch.eye(3).{method}.{call}"
    for name, decay in product(("get_ema_multi_avg_fn", "get_ema_avg_fn"), (0.0, 1.0, -1e-9, 1 + 1e-9, 0.5, 2)):
        yield f"callable(torch.optim.swa_utils.{name}({decay}))"
    for name in ("le", "lt", "gt", "ge", "eq", "ne", "logical_and", "logical_xor", "remainder", "nextafter", "heaviside", "maximum", "fmod",
                 "add", "bitwise_and", "atan2", "copysign", "floor_divide", "special.zeta", "igamma"):
        yield f"torch.{name}(torch.ones(2), torch.ones(2), out=torch.zeros(2, requires_grad=True))"
        yield f"(lambda x: [torch.{name}(x, x + 1, out=x), x][1])(torch.ones(3))"
        if name != "bitwise_and":  # which of two mistakes is said
            yield f"(lambda x: [torch.{name}(x[:2], x[:2], out=x[1:]), x][1])(torch.ones(3))"
    for name in ("isfinite", "sign", "floor", "round", "logical_not", "sin", "isposinf", "signbit", "ceil", "trunc", "neg", "abs", "sgn",
                 "angle"):
        yield f"torch.{name}(torch.ones(2), out=torch.zeros(2, requires_grad=True))"
        yield f"(lambda x: [torch.{name}(x, out=x), x][1])(torch.ones(3))"
        if name not in ("isposinf", "signbit"):
            yield f"(lambda x: [torch.{name}(x[:2], out=x[1:]), x][1])(torch.ones(3))"
    # Where the written tensor shares a part of its memory with an argument.
    for call in ("x[1:].add_(x[:-1])", "x[1:].mul_(x[:-1])", "x[:-1].copy_(x[1:])", "x[1:].masked_fill_(x[:-1] > 2, 0)",
                 "x.t().add_(x)", "x.add_(x)",
                 "x[1:].lerp_(x[:-1], 0.5)",
                 "x[1:].addcmul_(x[:-1], x[:-1])", "x[1:].clamp_(x[:-1])", "x[0].add_(x[0])", "x[1:].pow_(x[:-1])",
                 "x.expand(2, 3, 3).add_(1)", "x[:1].expand(3, 3).mul_(2)", "x[:1].expand(3, 3).masked_fill_(x > 0, 1)",
                 "x[1:].fmod_(x[:-1])", "x[1:].atan2_(x[:-1])", "x[1:].sub_(x[:-1])", "x[1:].div_(x[:-1])", "x[1:].hypot_(x[:-1])",
                 "x[:, 1:].cumsum_(1)", "x[1:].index_add_(0, torch.tensor([0]), x[:1])",
                 "x[1:].scatter_(0, torch.zeros(1, 3).long(), x[:1])",
                 "x[1:].index_copy_(0, torch.tensor([0]), x[:1])", "x[1:].eq_(x[:-1])",
                 "x[1:].logical_and_(x[:-1])", "x[1:].copysign_(x[:-1])", "x[1:].put_(torch.tensor([0]), x[0, :1])",
                 "x.fill_(x[0, 1])", "x.masked_fill_(x > 2, x[0, 1])", "x.index_fill_(0, torch.tensor([0]), x[1, 1])", "x.copy_(x[1])",
                 "x.index_put_((torch.tensor([0]),), x[1])", "x[0].copy_(x[:, 0])", "x.index_add_(0, torch.tensor([0]), x[1:2])",
                 "x.scatter_(0, torch.zeros(1, 3).long(), x[1:2])", "x.put_(torch.tensor([0]), x[1, 1:2])", "x[:2].swapaxes_(0, 1)",
                 "x[1:].masked_fill_(x[1:].bool(), 0)", "x.lerp_(x[0], 0.5)", "x.index_copy_(0, torch.tensor([0]), x[1:2])"):
        yield f"(lambda x: [{call}, x][1])(torch.arange(1.0, 10.0).reshape(3, 3))"
    for view in ("torch.view_as_complex(b[1:])", "torch.view_as_complex(b)[1:][1:]", "torch.view_as_complex(b[0])",
                 "torch.view_as_complex(b)[::2]",
                 "torch.view_as_complex(b.unflatten(0, (2, 2)).transpose(0, 1))", "torch.view_as_complex(b[::2]).conj()", "b.t()[1:]",
                 "b[1:].conj()",
                 "torch.view_as_complex(b[1:]).real", "torch.view_as_complex(b[::2]).conj().imag", "torch.view_as_complex(b)[1:].conj()",
                 "torch.view_as_real(torch.view_as_complex(b[1:]))", "b.unflatten(0, (2, 2)).diagonal()", "b.unbind(0)[1]",
                 "b.expand(2, 4, 2)"):
        yield f"window(lambda b: {view})"
    yield from _drawn()
    yield from _differentiated()
    yield from _of_modules()


def _drawn() -> Iterator[str]:
    """What every way of filling draws for every dtype, and where it leaves the stream."""
    dtypes = ("uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32", "float64", "bool")
    fills = ("random_()", "random_(7)", "random_(-3, 90)", "random_(2**33)", "uniform_()", "uniform_(-2, 3)", "normal_()",
        "exponential_(2)",
             "bernoulli_(0.3)", "geometric_(0.3)", "cauchy_()", "log_normal_()")
    for dtype, fill, n in product(dtypes, fills, (5, 19)):
        more = fill.replace("()", "(generator=g)") if "()" in fill else fill.replace(")", ", generator=g)")
        if dtype in ("float16", "bfloat16") and fill in ("cauchy_()", "log_normal_()", "exponential_(2)"):
            continue  # rounded at other places
        if dtype == "bfloat16" and fill == "random_(2**33)":
            continue  # of which PyTorch warns that it will be an error
        yield (f"(lambda g: [torch.zeros({n}, dtype=torch.{dtype}).{more}.double().tolist(), torch.rand(1, generator=g).item()])"
               "(torch.Generator().manual_seed(5))")


def _differentiated() -> Iterator[str]:
    """Nodes of calls in place, with numbers and with tensors; calls whose tensors have no dimensions."""
    for call in ("add_(2)", "add_(y)", "sub_(2)", "sub_(y)", "mul_(2)", "mul_(y)", "div_(2)", "div_(y)", "pow_(2)", "pow_(y)", "eq_(2)",
                 "eq_(y)", "ne_(2)", "lt_(1)", "lt_(y)", "le_(y)", "gt_(1)", "gt_(y)", "ge_(1)", "ge_(y)", "fmod_(2)", "fmod_(y)",
                 "remainder_(2)",
                 "remainder_(y)", "clamp_(0.2, 1)", "clamp_min_(0.5)", "clamp_min_(y)", "clamp_max_(y)", "atan2_(y)", "lerp_(y, 0.5)",
                 "lerp_(y, y)", "addcmul_(y, y)", "addcdiv_(y, y)", "copysign_(-1)", "copysign_(y)", "floor_divide_(2)",
                 "masked_fill_(y > 2, 0)",
                 "masked_fill_(y > 2, y[0])", "index_fill_(0, i, 2)", "index_fill_(0, i, y[0])", "hypot_(y)", "nextafter_(y)", "ldexp_(y)",
                 "logical_and_(y)", "logical_or_(y)", "logical_not_()", "sigmoid_()", "relu_()", "zero_()", "fill_(3)", "fill_(y[0])",
                 "index_add_(0, i, y[i])", "index_copy_(0, i, y[i])", "scatter_(0, i, 2)", "scatter_(0, i, y[:2])",
                 "scatter_add_(0, i, y[:2])", "index_reduce_(0, i, y[i], 'prod')", "scatter_reduce_(0, i, y[:2], 'amax')", "cumsum_(0)",
                 "cumprod_(0)", "renorm_(2, 0, 1)", "xlogy_(2)", "xlogy_(y)", "igamma_(y)", "heaviside_(y)", "float_power_(2)",
                 "conj_physical_()", "t_()"):
        yield f"node(lambda x, y, i: x.{call})"
    for call, reduce, source in product(("index_reduce", "scatter_reduce"), ("prod", "amax", "amin", "mean"), (
            "torch.tensor(3.0)", "torch.tensor([3.0])")):
        index = "torch.tensor(0)" if call == "scatter_reduce" and "[" not in source else "torch.tensor([0])"
        for twice in (1, 2):
            yield f"slopes(lambda x, y: x.{call}(0, {index}, y, '{reduce}'), torch.tensor(2.0), {source}, {twice})"
    for call in ("x.index_add(0, i, y)", "x.index_copy(0, i, y)", "x.index_select(0, i) * y", "x.gather(0, i[0]) * y", "x.take(i) * y",
                 "x.scatter_add(0, i[0], y)", "x.logit() * y", "x.logit(0.1) * y", "torch.special.logit(x * 3) + y",
                 "torch.special.logit(x, 0.3) + y"):
        for twice in (1, 2):
            yield f"slopes(lambda x, y, i=torch.tensor([0]): {call}, torch.tensor(0.25), torch.tensor(0.5), {twice})"


    for call in ("conj_physical_()", "mul_(w)", "div_(w)", "exp_()", "neg_()", "square_()", "reciprocal_()", "sqrt_()", "sin_()", "pow_(2)",
                 "pow_(w)", "add_(w)", "sub_(w)", "sub_(w, alpha=2j)", "addcmul_(w, w)", "addcdiv_(w, w)", "log_()", "tanh_()", "mul_(2j)",
                 "lerp_(w, 0.3)", "conj()", "conj_physical()", "resolve_conj()", "cumprod_(0)", "cumsum_(0)", "masked_fill_(i, 1j)",
                 "index_add_(0, j, w)", "copy_(w)", "sigmoid_()", "acos_()", "rsqrt_()", "sinh_()", "addmv_(m, w)"):
        yield f"slopes_of_complex(lambda z, w, i, j, m: z.{call})"


def _of_modules() -> Iterator[str]:
    """Positional arguments, modules that wait for their first input."""
    for arguments in ("{}, 'p.', True", "{}, 'p.', False", "{}, 'p.'", "{}", "", "prefix='p.', keep_vars=True", "keep_vars=True"):
        yield f"[[key, value.requires_grad] for key, value in torch.nn.Linear(1, 1).state_dict({arguments}).items()]"
    for made, keep in product(("LazyBatchNorm1d()", "LazyLinear(2)", "LazyInstanceNorm2d(affine=True, track_running_stats=True)",
                               "LazyConv1d(2, 1)"), (False, True)):
        yield ("(lambda m: [[key, type(value).__name__, any(value is v for v in (*m._parameters.values(), *m._buffers.values()))] "
               f"for key, value in m.state_dict(keep_vars={keep}).items()])(torch.nn.{made})")


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    def ramp(y: Any) -> list[float]:
        steps = torch.arange(1.0, 1 + y.numel(), dtype=torch.float64).reshape(y.shape)
        return [(y.double() * steps).sum().item(), *y.stride()]

    def node(call: Any) -> Any:
        x = torch.tensor([0.5, 1.5, 2.5], dtype=torch.float64, requires_grad=True)
        y = torch.tensor([1.25, 2.0, 3.0], dtype=torch.float64, requires_grad=True)
        z = call(x * 1, y, torch.tensor([2, 0]))
        found = torch.autograd.grad(z.sum(), [x, y], allow_unused=True) if z.requires_grad else []
        following = [None if n is None else n.name() for n, _ in z.grad_fn.next_functions] if z.requires_grad else []
        return [z.requires_grad and z.grad_fn.name(), following, rounded(z.tolist()),
            [None if g is None else rounded(g.tolist()) for g in found]]

    def slopes(call: Any, x: Any, y: Any, order: int) -> Any:
        leaves = [t.double().requires_grad_() for t in (x, y)]
        found = [call(*leaves)]
        for _ in range(order):
            total = sum((f * f).sum() for f in found if f is not None and f.requires_grad)
            found = list(torch.autograd.grad(total, leaves, create_graph=True, allow_unused=True))
        return [None if g is None else [list(g.shape), rounded(g.reshape(-1).tolist())] for g in found]

    def slopes_of_complex(call: Any) -> Any:
        z, w = (torch.tensor(x, dtype=torch.complex128, requires_grad=True) for x in ([0.5 + 1j, 1.5 - 0.5j], [1 + 0.25j, -2 + 3j]))
        matrix = torch.tensor([[1, 2j], [1 + 1j, 0]], dtype=torch.complex128)
        out = call(z * 1, w, torch.tensor([True, False]), torch.tensor([1, 0]), matrix)
        found = torch.autograd.grad((out.real * 2 + out.imag * out.real * 3).sum(), [z, w], allow_unused=True)
        parts = [None if g is None else torch.view_as_real(g.resolve_conj()).flatten().tolist() for g in found]
        return [out.grad_fn.name(), [None if part is None else rounded(part) for part in parts]]

    def rounded(values: list[float]) -> list[float]:
        return [float(f"{v:.9g}") for v in values]

    def window(call: Any) -> Any:
        """The history of a view whose base has changed."""
        x = torch.arange(8.0).reshape(4, 2).requires_grad_()
        base = x * 1
        view, chain = call(base), []
        base.mul_(3)
        after = view.grad_fn
        while after is not None and len(chain) < 6:
            chain.append(after.name())
            after = after.next_functions[0][0] if after.next_functions else None
        size = view.abs() if view.is_complex() else view * view
        return [chain, list(view.shape), [round(v, 3) + 0.0 for v in torch.autograd.grad(size.sum(), x)[0].flatten().tolist()]]

    return {"torch": torch, "window": window, "slopes_of_complex": slopes_of_complex, "node": node, "slopes": slopes,
            "F": torch.nn.functional, "a": torch.arange(6).reshape(2, 3),
        "w": torch.arange(8.0).reshape(4, 2).clone(), "ramp": ramp,
            "s": torch.eye(3).to_sparse(), "image": lambda c: torch.arange(c * 67 * 71.0).reshape(1, c, 67, 71)}


def plain(value: Any) -> Any:
    """As JSON has it."""
    if hasattr(value, "layout"):
        dense = value if str(value.layout).endswith("strided") else value.to_dense()
        return [str(value.dtype).split(".")[-1], str(value.layout).split(".")[-1], list(value.shape), plain(dense.tolist())]
    if isinstance(value, float):
        return float(f"{value:.5g}")
    return [plain(v) for v in value] if isinstance(value, (list, tuple)) else value


def answers(torch: Any) -> dict[str, Any]:
    """Text -> answer."""
    found = {}
    known = names(torch)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for text in cases():
            try:
                found[text] = plain(eval(text, dict(known)))
            except Exception as error:
                found[text] = f"{type(error).__name__}: {str(error)[:30]}"
    return found
