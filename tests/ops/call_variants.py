"""Ways of calling an op that its entry may state a fact of: `out=` and in-place calls by dtype, overlap, device and history, tangents of
other dtypes, second derivatives, inference tensors, numbers, mixed devices, examples, lists.

PyTorch's outcomes are in `data/call_variants.json.xz`, by `data/recorders/ops/call_variants.py`; nothing here imports a tensor library.
"""
from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np

from .op_row import Row, build, referee

Call = Callable[..., Any]
DTYPES = ("float64", "float16", "int64", "bool", "uint8", "complex64")


def _description(torch: Any, result: Any) -> str:
    """Of each result: dtype, shape, and what there is of a graph, a version, a view, another device."""
    outs = result if isinstance(result, (tuple, list)) else (result,)
    return " ".join(_told_of(torch, o) for o in outs)


def _told_of(torch: Any, o: Any) -> str:
    if not isinstance(o, torch.Tensor):
        return type(o).__name__
    words = [str(o.dtype).replace("torch.", ""), "x".join(map(str, o.shape))]
    words += [f"v{o._version}"] * (not o.is_inference() and o._version != 0) + ["inference"] * o.is_inference()
    if o.requires_grad:
        words.append("requires" if o.is_inference() else "leaf" if o.is_leaf else "node")
    words += ["view"] * (not o.is_inference() and o._is_view()) + ["meta"] * o.is_meta
    return ",".join(words)


def _floats(torch: Any, args: list[Any]) -> list[int]:
    return [i for i, a in enumerate(args) if isinstance(a, torch.Tensor) and a.is_floating_point()]


def _tensors(torch: Any, args: list[Any]) -> list[int]:
    return [i for i, a in enumerate(args) if isinstance(a, torch.Tensor)]


def _with_argument(args: list[Any], i: int, value: Any) -> list[Any]:
    return [*args[:i], value, *args[i + 1:]]


def _of_array(torch: Any, t: Any, shape: Any, dtype: Any) -> tuple[Any, Any]:
    """The values of `t`, and a tensor of that shape and dtype which begins in the last of its memory."""
    n, size = int(np.prod(shape)), t.numel() * t.element_size()
    start = max(size - 1, 0) // 8 * 8 or 4  # where any dtype of up to 8 bytes may begin
    memory = torch.zeros(size + 16 * n + 16, dtype=torch.uint8)
    own = memory[:size].view(t.dtype).view(t.shape)
    own.copy_(t)
    end = start + n * torch.empty(0, dtype=dtype).element_size()
    return own, memory[start:end].view(dtype).view(tuple(shape))


# With out= ------------------------------------------------------------------------------------------------------------------------


def _with_out(torch: Any, f: Call, make: Callable[..., list[Any]], chooses: bool) -> Iterator[tuple[str, Callable[[], Any]]]:
    def shaped(dtype: str | None = None, **options: Any) -> Any:
        result = f(*make())
        outs = [torch.zeros(o.shape, dtype=o.dtype if dtype is None else getattr(torch, dtype), **options)
                for o in (result if isinstance(result, (tuple, list)) else (result,))]
        return outs[0] if isinstance(result, torch.Tensor) else tuple(outs)

    def first(outs: Any, change: Callable[[Any], Any]) -> Any:
        return change(outs) if isinstance(outs, torch.Tensor) else (change(outs[0]), *outs[1:])

    for dtype in DTYPES:
        yield f"out of {dtype}", lambda dtype=dtype: f(*make(), out=first(shaped(), lambda o: o.to(getattr(torch, dtype))))
    for dtype in ("int64", "bool", "uint8", "complex64"):
        yield f"{dtype}, out as the result of float32", lambda dtype=dtype: f(*make(dtype), out=shaped())
    yield "bool, out of uint8", lambda: f(*make("bool"), out=first(shaped(), lambda o: o.to(torch.uint8)))
    yield "out that requires a gradient", lambda: f(*make(), out=first(shaped(), lambda o: o.requires_grad_()))
    yield "out that has one, no gradients", lambda: _without_gradient(torch, lambda: f(*make(), out=first(
        shaped(), lambda o: o.requires_grad_())))
    yield "out that is of the meta device", lambda: f(*make(), out=shaped(device="meta"))
    yield "out that overlaps itself", lambda: f(*make(), out=first(shaped(), lambda o: torch.zeros(1, dtype=o.dtype).expand(o.shape)))
    if chooses:  # a warning takes ten milliseconds, and for the others it is a matter of their results
        yield "out that overlaps itself and is too large", lambda: f(*make(), out=first(
            shaped(), lambda o: torch.zeros(1, dtype=o.dtype).expand(3, *o.shape)))
    yield "out that is empty", lambda: f(*make(), out=first(shaped(), lambda o: torch.zeros(0, dtype=o.dtype)))
    yield "out that is an inference tensor", lambda: f(*make(), out=first(shaped(), lambda o: _inference(torch, lambda: o.clone())))
    args = make()
    for i in _tensors(torch, args):
        yield f"argument {i} for out", lambda i=i: _aliased(torch, f, make(), shaped(), i, lambda t, o: (t, t))
        yield f"argument {i}, and out behind it", lambda i=i: _aliased(
            torch, f, make(), shaped(), i, lambda t, o: _of_array(torch, t, o.shape, o.dtype))
        yield f"argument {i} that requires a gradient", lambda i=i: f(*_with_argument(a := make(), i, a[i].requires_grad_()), out=shaped())
    if args and isinstance(args[0], torch.Tensor):
        yield "a number, and out", lambda: f(2.5, *make()[1:], out=shaped())


def _aliased(torch: Any, f: Call, args: list[Any], outs: Any, i: int, change: Callable[[Any, Any], tuple[Any, Any]]) -> Any:
    t, o = change(args[i], outs if isinstance(outs, torch.Tensor) else outs[0])
    return f(*_with_argument(args, i, t), out=o if isinstance(outs, torch.Tensor) else (o, *outs[1:]))


def _without_gradient(torch: Any, call: Callable[[], Any]) -> Any:
    with torch.no_grad():
        return call()


def _inference(torch: Any, call: Callable[[], Any]) -> Any:
    with torch.inference_mode():
        return call()


# In place -------------------------------------------------------------------------------------------------------------------------


def _in_place(torch: Any, f: Call, make: Callable[..., list[Any]]) -> Iterator[tuple[str, Callable[[], Any]]]:
    def changed(change: Callable[[Any], Any]) -> Any:
        x, *others = make()
        return f(change(x), *others)

    for dtype in DTYPES:
        yield f"in place of {dtype}", lambda dtype=dtype: changed(lambda x: x.to(getattr(torch, dtype)))
        yield f"all of {dtype}, in place", lambda dtype=dtype: f(*make(dtype))
    yield "in place of what overlaps itself", lambda: changed(lambda x: x[:1].expand(3, *x.shape[1:]) if x.ndim else x.expand(3))
    yield "in place of a leaf", lambda: changed(lambda x: x.requires_grad_())
    yield "in place of a leaf, no gradients", lambda: _without_gradient(torch, lambda: changed(lambda x: x.requires_grad_()))
    yield "in place of a leaf's view", lambda: changed(lambda x: x.requires_grad_().view_as(x))
    yield "in place of what has a node", lambda: changed(lambda x: x.requires_grad_() * 1)
    yield "in place of an inference tensor", lambda: changed(lambda x: _inference(torch, lambda: x.clone()))
    yield "in place of the meta device", lambda: changed(lambda x: x.to("meta"))
    yield "in place of a view of two", lambda: changed(lambda x: torch.stack([x, x]).unbind()[0])
    for i in _tensors(torch, make()):
        if i:
            yield f"in place, argument {i} the same", lambda i=i: f(*_with_argument(a := make(), i, a[0]))
            yield f"in place, argument {i} behind it", lambda i=i: f(*_overlapping_arguments(torch, make(), i))
            yield f"in place, argument {i} requires a gradient", lambda i=i: f(*_with_argument(a := make(), i, a[i].requires_grad_()))
            yield f"in place, argument {i} of the meta device", lambda i=i: f(*_with_argument(a := make(), i, a[i].to("meta")))


def _overlapping_arguments(torch: Any, args: list[Any], i: int) -> list[Any]:
    own, behind = _of_array(torch, args[0], args[i].shape, args[i].dtype)
    behind.copy_(args[i])
    return _with_argument(_with_argument(args, 0, own), i, behind)


# Tangents and second derivatives --------------------------------------------------------------------------------------------------


def _tangents(torch: Any, f: Call, make: Callable[..., list[Any]]) -> Iterator[tuple[str, Callable[[], Any]]]:
    AD = torch.autograd.forward_ad

    def of(places: list[int], dtype: str, wide: str = "float32") -> str:
        with AD.dual_level():
            args = make(wide)
            for i in places:
                tangent = torch.full(args[i].shape, 1 + 2j if dtype == "complex64" else 1, dtype=getattr(torch, dtype))
                args[i] = AD.make_dual(args[i], tangent)
            outs = f(*args)
            pairs = [AD.unpack_dual(o) for o in (outs if isinstance(outs, (tuple, list)) else (outs,)) if isinstance(o, torch.Tensor)]
            return " ".join("none" if p.tangent is None else str(p.tangent.dtype) for p in pairs)

    places = _floats(torch, make())
    for i, dtype in product(places if len(places) > 1 else (), ("float64", "complex64")):
        yield f"tangent of {dtype} for argument {i}", lambda i=i, dtype=dtype: of([i], dtype)
    for dtype in ("float64", "float16", "complex64"):
        yield f"tangents of {dtype}", lambda dtype=dtype: of(places, dtype)
    yield "tangents of float32, of float64", lambda: of(places[:1], "float32", "float64")


def _orders(torch: Any, f: Call, make: Callable[..., list[Any]]) -> Iterator[tuple[str, Callable[[], Any]]]:
    def derivatives(output: int | None) -> str:
        args = make("float64")
        leaves = [args[i].requires_grad_() for i in _floats(torch, args)]
        result = f(*args)
        outs = [o for o in (result if isinstance(result, (tuple, list)) else (result,)) if isinstance(o, torch.Tensor) and o.requires_grad]
        outs = outs if output is None else outs[output:output + 1]
        weights = [torch.full(o.shape, 0.5, dtype=o.dtype) for o in outs]
        firsts = torch.autograd.grad(outs, leaves, weights, create_graph=True, allow_unused=True)
        told = [_gradient(g) for g in firsts]
        again = [g for g in firsts if g is not None and g.requires_grad]
        if again:
            seconds = torch.autograd.grad(again, leaves, [torch.ones_like(g) for g in again], allow_unused=True)
            told += ["then", *map(_gradient, seconds)]
        return " ".join(told)

    yield "derivatives", lambda: derivatives(None)
    if isinstance(result := _result_or_none(lambda: f(*make("float64"))), (tuple, list)):
        for i in range(len(result)):
            yield f"derivatives of result {i}", lambda i=i: derivatives(i)
    for dtype in ("complex64",):
        yield f"derivatives of {dtype}", lambda dtype=dtype: _of_complex(torch, f, make(dtype))


def _gradient(g: Any) -> str:
    return "none" if g is None else ("zeros" if not bool((g.detach() != 0).any()) else "some") + ("+" if g.requires_grad else "")


def _of_complex(torch: Any, f: Call, args: list[Any]) -> str:
    """Gradients by complex numbers, in two digits."""
    leaves = [a.requires_grad_() for a in args if isinstance(a, torch.Tensor) and a.is_complex()]
    result = f(*args)
    outs = [o for o in (result if isinstance(result, (tuple, list)) else (result,)) if isinstance(o, torch.Tensor) and o.requires_grad]
    grads = torch.autograd.grad(outs, leaves, [torch.full(o.shape, 1 + 0.5j if o.is_complex() else 1, dtype=o.dtype) for o in outs],
                                allow_unused=True)
    return " ".join("none" if g is None else f"{complex(g.sum()):.1e}" for g in grads)


def _result_or_none(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except Exception:
        return None


# Numbers, arrays, devices, inference tensors, examples, lists --------------------------------------------------------------


def _others(torch: Any, f: Call, make: Callable[..., list[Any]]) -> Iterator[tuple[str, Callable[[], Any]]]:
    args = make()
    floats, tensors = _floats(torch, args), _tensors(torch, args)
    for i in tensors:
        yield f"argument {i} of the meta device", lambda i=i: f(*_with_argument(a := make(), i, a[i].to("meta")))
        if len(tensors) > 1:
            yield f"all but argument {i} of the meta device", lambda i=i: f(*[
                a.to("meta") if isinstance(a, torch.Tensor) and n != i else a for n, a in enumerate(make())])
            yield f"argument {i} without dimensions, of the meta device", lambda i=i: f(*_with_argument(
                a := make(), i, torch.zeros((), dtype=a[i].dtype, device="meta")))
        yield f"examples of argument {i}", lambda i=i: torch.vmap(lambda t: f(*_with_argument(make(), i, t)))(torch.stack([make()[i]] * 2))
        if i:
            yield f"argument {i} an array", lambda i=i: f(*_with_argument(a := make(), i, a[i].numpy()))
    yield "all of the meta device", lambda: f(*[a.to("meta") if isinstance(a, torch.Tensor) else a for a in make()])
    for i in floats:
        yield f"argument {i} a number beside half precision", lambda i=i: _values(torch, f(*_with_argument(make("float16"), i, 0.1)))
        yield f"argument {i} True", lambda i=i: f(*_with_argument(make(), i, True))
        yield f"argument {i} an inference tensor", lambda i=i: f(*_with_argument(a := make(), i, _inference(torch, lambda: a[i].clone())))
    if len(floats) > 1:
        yield "numbers alone", lambda: f(*[2 if n in floats else a for n, a in enumerate(make())])
    yield "inference tensors", lambda: f(*_inference(torch, make))
    yield "inference tensors in inference mode", lambda: _inference(torch, lambda: f(*make()))
    yield "as it is", lambda: f(*make())


def _values(torch: Any, result: Any) -> str:
    def of(o: Any) -> str:
        real = isinstance(o, torch.Tensor) and not o.is_complex()
        return f"{o.dtype}{[float(f'{v:.3g}') for v in o.flatten()[:4].tolist()]}" if real else type(o).__name__

    return " ".join(map(of, result if isinstance(result, (tuple, list)) else (result,)))


def _on_lists(torch: Any, name: str, make: Callable[..., list[Any]]) -> Iterator[tuple[str, Callable[[], Any]]]:
    for suffix in ("", "_"):
        f = getattr(torch, f"_foreach_{name}{suffix}", None)
        if f is None:
            continue
        for count in range(1, 5):
            yield f"{count} lists{suffix}", lambda f=f, count=count: f(*[make()[:1] * 2] * count)
        for what, other in (("number", 0.5), ("numbers", [0.5, 2.0]), ("tensor", torch.tensor(0.5)), ("number too few", [0.5])):
            yield f"lists and a {what}{suffix}", lambda f=f, other=other: f([make()[0] for _ in range(2)], other)
        yield f"lists of different lengths{suffix}", lambda f=f: f(make()[:1] * 2, make()[:1])


def _outcome(torch: Any, call: Callable[[], Any]) -> str:
    """What a call comes to, or the exception and how its message begins."""
    torch.manual_seed(0)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            result = call()
            told = result if isinstance(result, str) else _description(torch, result)
        except Exception as error:
            return f"{type(error).__name__}: {str(error)[:28]}"
    return told + " warned" * any(w.category is UserWarning for w in warned)


def outcomes(row: Row, torch: Any, tensor: Callable[[Any], Any]) -> dict[str, str]:
    """Way -> what the row's first call comes to."""
    f = referee(row, torch)

    def make(dtype: str = "float32") -> list[Any]:
        return build(row, 0, tensor, lambda d: getattr(torch, d), dtype=dtype, reference=True)

    def with_out(*args: Any, out: Any = None) -> Any:
        return f(*args) if out is None else _call(row, torch, args, out)

    def in_place(*args: Any) -> Any:
        positional, named = row.arguments(list(args))
        return getattr(positional[0], f"{row.method}_")(*positional[1:], **named)

    groups = [_tangents(torch, f, make), _orders(torch, f, make), _others(torch, f, make)]
    if _takes_out(row, torch, make):
        groups.append(_with_out(torch, with_out, make, row.family == "selection"))
    if row.method and isinstance(make()[0], torch.Tensor):
        if hasattr(torch.Tensor, f"{row.method}_"):
            groups.append(_in_place(torch, in_place, make))
        groups.append(_on_lists(torch, row.method, make))
    return {name: _outcome(torch, call) for group in groups for name, call in group}


def _call(row: Row, torch: Any, args: Any, out: Any) -> Any:
    positional, named = row.arguments(list(args))
    target = torch
    for part in str(row.reference).split("."):
        target = getattr(target, part)
    return target(*positional, **named, out=out)


def _takes_out(row: Row, torch: Any, make: Callable[..., list[Any]]) -> bool:
    if not isinstance(row.reference, str):
        return False
    try:
        result = referee(row, torch)(*make())
        _call(row, torch, make(), result.clone() if isinstance(result, torch.Tensor) else tuple(r.clone() for r in result))
    except TypeError:
        return False
    except Exception:
        return True
    return True
