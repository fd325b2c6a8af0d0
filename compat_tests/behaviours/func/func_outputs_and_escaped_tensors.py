"""torch.func: outputs, cotangents and tangents that do not fit, tensors that outlive a transform, modules, the small functions."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from .._func import attempt, escaped, plain, quietly, sample

# --- vjp, jvp, jacobians -------------------------------------------------------------------------------------------------------------

def vjp_outputs(torch: Any) -> Iterator[Any]:
    """What vjp and jacrev say to functions that return numbers, None, strings or empty and mixed containers."""
    func, x = torch.func, sample(torch)
    for output in (1.0, None, (), [], {}, "text", (1.0,), {"a": None}):
        yield attempt(lambda o=output: func.vjp(lambda a: o, x)), attempt(lambda o=output: func.jacrev(lambda a: o)(x))
    yield attempt(lambda: func.vjp(lambda a: (a, 1.0), x)), attempt(lambda: func.vjp(lambda a: {"a": a, "b": (a[0],)}, x)[0])


def vjp_cotangents(torch: Any) -> Iterator[Any]:
    """Which shapes, dtypes and containers the function from vjp takes as the cotangent of one tensor."""
    func, x = torch.func, sample(torch)
    _, pull = func.vjp(lambda a: a * 2, x)
    for cotangent in (x, x[0], x.double(), 1.0, None, (x,), [x], torch.ones(2, 3, 1), x.long(), x * 1j, torch.tensor(1.0)):
        yield attempt(lambda c=cotangent: pull(c))


def vjp_cotangents_of_structures(torch: Any) -> Iterator[Any]:
    """Cotangents must have the nesting of the output; other keys, tuples for lists or missing ones are tried."""
    func, x = torch.func, sample(torch)
    _, pull = func.vjp(lambda a, b: {"s": a * b, "t": [a.sum(), b]}, x, x)
    yield attempt(lambda: pull({"s": x, "t": [torch.tensor(1.0), x]})), attempt(lambda: pull({"s": x, "t": (torch.tensor(1.0), x)}))
    yield attempt(lambda: pull({"t": [torch.tensor(1.0), x]})), attempt(lambda: pull(x))
    _, pull = func.vjp(lambda a: (a, a), x)
    yield attempt(lambda: pull([x, x])), attempt(lambda: pull((x,))), attempt(lambda: pull((x, x)))


def vjp_again_and_again(torch: Any) -> Iterator[Any]:
    """The function from vjp can be called again, under vmap, grad, jacrev and no_grad."""
    func, x = torch.func, sample(torch)
    _, pull = func.vjp(lambda a: a.sin(), x)
    yield attempt(lambda: pull(x)), attempt(lambda: pull(x)), attempt(lambda: func.vmap(pull)(torch.stack([x, x * 2])))
    yield attempt(lambda: func.grad(lambda c: pull(c)[0].sum())(x)), attempt(lambda: func.jacrev(lambda c: pull(c)[0].sum())(x))
    with torch.no_grad():
        yield attempt(lambda: pull(x))


def vjp_of_constants(torch: Any) -> Iterator[Any]:
    """Outputs that do not depend on the input give zeros in vjp, jvp, jacobians and hessians."""
    func, x = torch.func, sample(torch)
    yield attempt(lambda: func.vjp(lambda a: torch.ones(2), x)[1](torch.ones(2))), attempt(lambda: func.vjp(lambda a: x, x)[1](x))
    yield attempt(lambda: func.vjp(lambda a, b: a, x, x)[1](x)), attempt(lambda: func.grad(lambda a: torch.ones(()))(x))
    yield attempt(lambda: func.jacrev(lambda a: torch.ones(2))(x)), attempt(lambda: func.jacfwd(lambda a: torch.ones(2))(x))
    yield attempt(lambda: func.hessian(lambda a: torch.ones(()))(x))
    yield attempt(lambda: func.vjp(lambda a: a.detach(), x)[1](x)), attempt(lambda: func.jvp(lambda a: a.detach(), (x,), (x,)))


def jvp_arguments(torch: Any) -> Iterator[Any]:
    """Which primals and tangents jvp takes: tuples that match, and what it says to anything else."""
    func, x = torch.func, sample(torch)
    f = lambda a: a * 2  # noqa: E731
    for primals, tangents in ((x, x), ([x], [x]), ((x,), x), ((x,), [x]), ((x,), (x, x)), ((x, x), (x,)), ((1.0,), (1.0,)), ((x,), (1.0,)),
                              ((x,), (None,)), ((), ()), ((x,), (x[0],)), (({"a": x},), ({"b": x},)), ("a", "b"), ((x,), (x.long(),))):
        yield attempt(lambda p=primals, t=tangents: func.jvp(f, p, t))


def jvp_outputs(torch: Any) -> Iterator[Any]:
    """What jvp and jacfwd say to outputs that are no tensors, constants, integers or without their aux."""
    func, x = torch.func, sample(torch)
    for output in (1.0, None, (), [], {}, "text", (1.0,)):
        yield attempt(lambda o=output: func.jvp(lambda a: o, (x,), (x,))), attempt(lambda o=output: func.jacfwd(lambda a: o)(x))
    yield attempt(lambda: func.jvp(lambda a: {"a": a * a, "b": [a.sum()]}, (x,), (x,)))
    yield attempt(lambda: func.jvp(lambda a: (a, torch.ones(2)), (x,), (x,)))
    yield attempt(lambda: func.jvp(lambda a: torch.ones(2), (x,), (x,), strict=True))
    yield attempt(lambda: func.jvp(lambda a: a, (x,), (x,), has_aux=True))
    yield attempt(lambda: func.jvp(lambda a: a.long(), (x,), (x,))), attempt(lambda: func.jvp(lambda a: a.argmax(), (x,), (x,)))


def jvp_of_structures(torch: Any) -> Iterator[Any]:
    """Primals of jvp may be nested, and the tangents must have the same nesting and shapes."""
    func, x = torch.func, sample(torch)
    f = lambda a, b: a["p"] * b[0] + b[1]  # noqa: E731
    yield attempt(lambda: func.jvp(f, ({"p": x}, (x, x)), ({"p": x}, (x, x))))
    yield attempt(lambda: func.jvp(f, ({"p": x}, (x, x)), ({"p": x}, [x, x])))
    yield attempt(lambda: func.jvp(f, ({"p": x}, (x, x)), ({"p": torch.zeros(2, 3)}, (x, x))))


def jacobians_of_structures(torch: Any) -> Iterator[Any]:
    """jacrev and jacfwd nest outputs over the inputs chosen by argnums, and hessian likewise."""
    func, x = torch.func, torch.tensor([1.0, 2.0])
    f = lambda a, b: {"s": a["p"] * b, "t": (a["q"].sum(), b.prod())}  # noqa: E731
    given = ({"p": x, "q": 3 * x}, 2 * x)
    for transform in (func.jacrev, func.jacfwd):
        yield attempt(lambda t=transform: t(f)(*given)), attempt(lambda t=transform: t(f, argnums=1)(*given))
        yield attempt(lambda t=transform: t(f, argnums=(0, 1))(*given))
        yield attempt(lambda t=transform: t(f, argnums=(1,))(*given))
    yield attempt(lambda: func.hessian(lambda a, b: (a["p"] * b * b).sum() + a["q"].prod(), argnums=(0, 1))(*given))


def jacobians_of_wrong_outputs(torch: Any) -> Iterator[Any]:
    """What jacrev and jacfwd say to outputs that hold numbers, integers or booleans."""
    func, x = torch.func, torch.tensor([1.0, 2.0])
    for transform in (func.jacrev, func.jacfwd):
        for output in (lambda a: [a, 1.0], lambda a: a.sum().item(), lambda a: a.long(), lambda a: a > 1, lambda a: (a, a.argmax())):
            yield attempt(lambda t=transform, o=output: t(o)(x))


def linearized(torch: Any) -> Iterator[Any]:
    """The function from linearize pushes tangents repeatedly and under vmap, and refuses those of another form."""
    func, x = torch.func, sample(torch)
    output, push = quietly(lambda: func.linearize(lambda a: a.sin(), x))
    yield plain(output), attempt(lambda: push(x)), attempt(lambda: func.vmap(push)(torch.stack([x, 2 * x]))), attempt(lambda: push(x[0]))
    yield attempt(lambda: push(x, x))
    output, push = quietly(lambda: func.linearize(lambda a, b: (a["p"] * b, a["p"].sum()), {"p": x}, x))
    yield plain(output), attempt(lambda: push({"p": x}, 2 * x)), attempt(lambda: push(x, x)), attempt(lambda: push({"q": x}, x))
    yield attempt(lambda: func.linearize(lambda a: torch.ones(2), x)[1](x)), attempt(lambda: push({"p": x.double()}, x))


# --- escaped wrappers and levels that end --------------------------------------------------------------------------------------------

def escaped_from_vmap(torch: Any) -> Iterator[Any]:
    """A batched tensor kept after its vmap still has shape and dtype; what each operation on it says."""
    func, x = torch.func, sample(torch)
    kept: list[Any] = []

    def keep(a: Any) -> Any:
        kept.append(a)
        kept.append(a * 2)
        return a

    func.vmap(keep)(x)
    a, b = kept
    for use in (lambda: a + 1, lambda: b.sum(), lambda: a * x, lambda: a.add_(1), lambda: a.clone(), lambda: a[0], lambda: a.view(3),
                lambda: bool(a[0]), lambda: a == a, lambda: a.T, lambda: a.double(), lambda: a @ a, lambda: a.softmax(0),
                lambda: torch.zeros_like(a), lambda: a.detach(), lambda: a.exp(), lambda: 1 - a, lambda: torch.relu(b)):
        yield escaped(use)
    yield tuple(a.shape), str(a.dtype), a.ndim, len(a), a.requires_grad, a.is_leaf, attempt(lambda: a[0].item())
    yield attempt(lambda: a.tolist())


def escaped_from_grad(torch: Any) -> Iterator[Any]:
    """A tensor kept after func.grad can be used further, also in other transforms and with leaves."""
    func, x = torch.func, sample(torch)
    kept: list[Any] = []

    def keep(a: Any) -> Any:
        kept.extend([a, a * 2])
        return a.sum()

    func.grad(keep)(x)
    a, b = kept
    yield attempt(lambda: a + 1), attempt(lambda: b.sum()), attempt(lambda: a * x), attempt(lambda: torch.stack([a, b]))
    yield attempt(lambda: a.clone())
    yield attempt(lambda: b[0])
    yield attempt(lambda: func.vmap(lambda c: c + b[0])(x)), attempt(lambda: func.grad(lambda c: (c * b).sum())(x))
    yield attempt(lambda: b.sum().item())
    yield attempt(lambda: b.tolist())
    yield attempt(lambda: (b + torch.ones(2, 3, requires_grad=True)).sum().backward())


def escaped_from_jvp(torch: Any) -> Iterator[Any]:
    """What a dual kept after func.jvp can still be used for, and whether it has a tangent."""
    func, x = torch.func, sample(torch)
    kept: list[Any] = []

    def keep(a: Any) -> Any:
        kept.extend([a, a * 2])
        return a.sum()

    attempt(lambda: func.jvp(keep, (x,), (x,)))
    a, b = kept
    yield attempt(lambda: a + 1), attempt(lambda: b.sum()), attempt(lambda: a * x), attempt(lambda: func.jvp(lambda c: c * b, (x,), (x,)))
    yield attempt(lambda: b.tolist())
    yield attempt(lambda: torch.autograd.forward_ad.unpack_dual(b).tangent)


def escaped_into_another_level(torch: Any) -> Iterator[Any]:
    """Inside a vmap of the same depth PyTorch takes the stale tensor for one of that vmap; here it is refused, so it is not asked."""
    func, x = torch.func, sample(torch)
    kept: list[Any] = []

    def keep(a: Any) -> Any:
        kept.append(a * 2)
        return a.sum()

    func.vmap(func.grad(keep))(x)
    yield escaped(lambda: kept[0] + 1)
    kept.clear()
    func.grad(lambda a: func.vmap(keep)(a).sum())(x)
    yield escaped(lambda: kept[0] + 1)
    kept.clear()
    func.grad(keep)(x)
    yield attempt(lambda: func.vmap(lambda a: a + kept[0])(x)), attempt(lambda: func.grad(lambda a: (a * kept[0]).sum())(x))
    yield attempt(lambda: func.grad(func.grad(lambda a: a * a * kept[0][0, 1]))(x[0, 1]))
    yield attempt(lambda: func.jvp(lambda a: a * kept[0], (x,), (x,)))


def outer_tensors_inside(torch: Any) -> Iterator[Any]:
    """An inner transform may use a tensor of the outer one, and the outer derivative goes through it."""
    func, x = torch.func, sample(torch)
    yield attempt(lambda: func.vmap(lambda a: func.grad(lambda b: (a * b * b).sum())(a))(x))
    yield attempt(lambda: func.grad(lambda a: func.vmap(lambda b: (a * b).sum())(a).sum())(x))
    yield attempt(lambda: func.vmap(lambda a: func.vmap(lambda b: a * b)(a))(x))
    yield attempt(lambda: func.grad(lambda a: func.grad(lambda b: (a * b * b).sum())(a).sum())(x))
    yield attempt(lambda: func.jvp(lambda a: func.jvp(lambda b: a * b * b, (a,), (a,))[1], (x,), (x,)))


def levels_after_an_exception(torch: Any) -> Iterator[Any]:
    """An exception inside a transform closes its levels, so that autograd and other transforms work afterwards."""
    func, x = torch.func, sample(torch)

    def fail(a: Any) -> Any:
        raise KeyError("inside")

    for transform in (func.grad, func.vmap, func.jacrev, func.jacfwd, func.hessian, lambda f: lambda a: func.vjp(f, a),
                      lambda f: lambda a: func.jvp(f, (a,), (a,)), lambda f: func.vmap(func.grad(f)), lambda f: func.grad(func.vmap(f)),
                      lambda f: func.grad(func.grad(func.grad(f))), lambda f: func.vmap(lambda a: func.jvp(f, (a,), (a,)))):
        yield attempt(lambda t=transform: t(fail)(x))
        yield torch.is_grad_enabled(), attempt(lambda: (x * 2).sum()), attempt(lambda: func.grad(lambda a: (a * a).sum())(x))
        yield attempt(lambda: func.vmap(torch.sum)(x))
        y = x.clone().requires_grad_()
        (y * y).sum().backward()
        yield plain(y.grad)
        with torch.autograd.forward_ad.dual_level():
            yield attempt(lambda: torch.autograd.forward_ad.unpack_dual(torch.autograd.forward_ad.make_dual(x, x) * 2).tangent)


def levels_after_a_caught_exception(torch: Any) -> Iterator[Any]:
    """An inner transform fails, the function goes on without it."""
    func, x = torch.func, sample(torch)

    def inner(a: Any) -> Any:
        raise KeyError("inside")

    def outer(a: Any) -> Any:
        for transform in (func.grad, func.vmap, func.jacrev, func.jacfwd, lambda f: func.vmap(func.grad(f)),
                          lambda f: lambda b: func.jvp(f, (b,), (b,))):
            with suppress(KeyError):
                transform(inner)(a)
        return (a * a).sum()

    yield attempt(lambda: func.grad(outer)(x)), attempt(lambda: func.vmap(outer)(x)), attempt(lambda: func.jvp(outer, (x,), (x,)))
    yield attempt(lambda: func.hessian(outer)(x[0]))


def generators_left_open(torch: Any) -> Iterator[Any]:
    """no_grad opened inside and left by an exception."""
    func, x = torch.func, sample(torch)

    def body(a: Any) -> Any:
        with torch.no_grad():
            raise KeyError("inside")

    yield attempt(lambda: func.grad(body)(x)), torch.is_grad_enabled()
    yield attempt(lambda: func.vmap(func.grad(body))(x)), torch.is_grad_enabled()
    with torch.no_grad():
        yield attempt(lambda: func.grad(body)(x)), torch.is_grad_enabled()
    # PyTorch: (KeyError: 'inside', True)
    # PyTorch: (KeyError: 'inside', True)
    # PyTorch: (KeyError: 'inside', False)


# --- modules -------------------------------------------------------------------------------------------------------------------------

def functional_call_misuse(torch: Any) -> Iterator[Any]:
    """What functional_call says to missing, unknown, repeated or misfitting parameters and arguments."""
    func = torch.func
    layer, x = torch.nn.Linear(3, 2), sample(torch)
    params = {name: torch.ones_like(p).detach() for name, p in layer.named_parameters()}
    call = func.functional_call
    yield attempt(lambda: call(layer, params, x)), attempt(lambda: call(layer, params, (x,)))
    yield attempt(lambda: call(layer, ({"weight": params["weight"]}, {"bias": params["bias"]}), x))
    yield attempt(lambda: call(layer, params)), attempt(lambda: call(layer, params, (x, x)))
    yield attempt(lambda: call(layer, params, x, {"y": 1}))
    yield attempt(lambda: call(layer, ({"weight": params["weight"]}, params), x)), attempt(lambda: call(layer, {"weight": 1.0}, x))
    yield attempt(lambda: call(layer, {"nothing": x}, x, strict=True))
    yield attempt(lambda: call(layer, {"weight": params["weight"]}, x, strict=True))
    yield attempt(lambda: call(layer, {"a.b": x}, x)), attempt(lambda: call(layer, [1], x))
    yield attempt(lambda: call(layer, {"weight": None}, x))
    yield attempt(lambda: call(layer, {"nothing": x}, x)), attempt(lambda: call(layer, {"weight": x}, x))


def functional_call_of_tied_weights(torch: Any) -> Iterator[Any]:
    """One tied weight replaces both unless tie_weights is off; two different values for them conflict."""
    func, nn = torch.func, torch.nn

    class Tied(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.a = nn.Linear(2, 2, bias=False)
            self.b = nn.Linear(2, 2, bias=False)
            self.b.weight = self.a.weight

        def forward(self, x: Any) -> Any:
            return self.b(self.a(x))

    model, x, two = Tied(), torch.ones(1, 2), torch.full((2, 2), 2.0)
    with torch.no_grad():
        model.a.weight.fill_(1.0)
    yield attempt(lambda: func.functional_call(model, {"a.weight": two}, x))
    yield attempt(lambda: func.functional_call(model, {"a.weight": two}, x, tie_weights=False))
    yield attempt(lambda: func.functional_call(model, {"a.weight": two, "b.weight": two + 1}, x))
    yield attempt(lambda: func.functional_call(model, {"a.weight": two, "b.weight": two + 1}, x, tie_weights=False))
    yield attempt(lambda: func.functional_call(model, {"a.weight": two}, x, strict=True))
    yield attempt(lambda: func.functional_call(model, {"a.weight": two}, x, tie_weights=False, strict=True))
    # PyTorch: ([[16.0, 16.0]], 'torch.float32', (1, 2), False)
    # PyTorch: ([[8.0, 8.0]], 'torch.float32', (1, 2), True)
    # PyTorch: ValueError: functional_call got multiple values for ...
    # PyTorch: ([[24.0, 24.0]], 'torch.float32', (1, 2), False)
    # PyTorch: ([[16.0, 16.0]], 'torch.float32', (1, 2), False)
    # PyTorch: RuntimeError: Error(s) in reparametrizing for Tied:


def functional_call_and_buffers(torch: Any) -> Iterator[Any]:
    """functional_call updates the buffers it is given, not the module's, and vmap cannot update unbatched ones."""
    func, nn = torch.func, torch.nn
    norm = nn.BatchNorm1d(3)
    state = {**dict(norm.named_parameters()), **dict(norm.named_buffers())}
    state = {name: t.detach().clone() for name, t in state.items()}
    yield attempt(lambda: func.functional_call(norm, state, sample(torch))), plain(state), plain(dict(norm.named_buffers()))
    yield attempt(lambda: func.vmap(lambda a: func.functional_call(norm, state, a))(torch.stack([sample(torch)] * 2)))
    yield attempt(lambda: func.vmap(norm)(torch.stack([sample(torch)] * 2)))


def batch_norm_without_statistics(torch: Any) -> Iterator[Any]:
    """Replacing batch norms removes their running statistics in place, so that the model runs under vmap."""
    func, nn = torch.func, torch.nn
    torch.manual_seed(0)
    model = nn.Sequential(nn.Conv1d(1, 3, 1), nn.BatchNorm1d(3), nn.Sequential(nn.BatchNorm1d(3, affine=False), nn.ReLU()))
    found = func.replace_all_batch_norm_modules_(model)
    yield found is model, [(name, tuple(b.shape)) for name, b in model.named_buffers()]
    yield [m.track_running_stats for m in model.modules() if hasattr(m, "track_running_stats")]
    yield model[1].running_mean is None, model[1].running_var is None, model[1].num_batches_tracked is None
    x, model = torch.arange(12.0, dtype=torch.float64).reshape(2, 2, 1, 3).sin(), model.double()
    yield attempt(lambda: func.vmap(model)(x).detach()), repr(model)
    yield attempt(lambda: func.replace_all_batch_norm_modules_(3))
    yield func.replace_all_batch_norm_modules_(nn.BatchNorm2d(2)).running_mean is None
    norm = nn.InstanceNorm1d(2, track_running_stats=True)
    yield func.replace_all_batch_norm_modules_(norm).running_mean is None


def stacked_modules(torch: Any) -> Iterator[Any]:
    """Stacked parameters of equal modules run under vmap; modules of other types, shapes or modes are refused."""
    func, nn = torch.func, torch.nn
    layers = [nn.Linear(3, 2) for _ in range(2)]
    with torch.no_grad():
        for i, layer in enumerate(layers):
            layer.weight.fill_(i), layer.bias.fill_(-i)
    params, buffers = func.stack_module_state(layers)
    yield plain(params), plain(buffers), params["weight"].is_leaf
    each = func.vmap(lambda p, b, a: func.functional_call(layers[0], (p, b), a), in_dims=(0, 0, None))
    yield plain(each(params, buffers, sample(torch)).detach())
    yield attempt(lambda: func.stack_module_state([])), attempt(lambda: func.stack_module_state([nn.Linear(3, 2), nn.ReLU()]))
    yield attempt(lambda: func.stack_module_state([nn.Linear(3, 2), nn.Linear(3, 2).eval()]))
    yield attempt(lambda: func.stack_module_state([nn.Linear(3, 2), nn.Linear(2, 2)]))
    yield attempt(lambda: func.stack_module_state([nn.Linear(3, 2), nn.Linear(3, 2).requires_grad_(False)]))
    yield plain(func.stack_module_state([nn.BatchNorm1d(2), nn.BatchNorm1d(2)])), plain(func.stack_module_state(nn.ModuleList(layers))[0])


# --- the rest ------------------------------------------------------------------------------------------------------------------------

def functionalized(torch: Any) -> Iterator[Any]:
    """functionalize removes in-place changes and composes with grad and vmap, but knows no other removal."""
    func, x = torch.func, sample(torch)

    def change(a: Any) -> Any:
        b = a.clone()
        b[0] = 1.0
        return b.add_(a)

    for remove in ("mutations", "mutations_and_views"):
        yield attempt(lambda r=remove: func.functionalize(change, remove=r)(x))
        yield attempt(lambda r=remove: func.grad(lambda a: func.functionalize(change, remove=r)(a).sum())(x))
        yield attempt(lambda r=remove: func.vmap(func.functionalize(change, remove=r))(x.reshape(2, 3, 1)))
    yield attempt(lambda: func.functionalize(change, remove="views")(x))


def unwrapped(torch: Any) -> Iterator[Any]:
    """debug_unwrap shows the tensor below one level or below all levels of grad, vmap and jvp."""
    func, x = torch.func, sample(torch)
    seen: list[Any] = []

    def look(a: Any) -> Any:
        below = func.debug_unwrap(a, recurse=False)
        seen.append((plain(func.debug_unwrap(a)), plain(below) if len(seen) < 2 else tuple(below.shape)))
        return a.sum()

    func.vmap(look)(x)
    func.grad(look)(x)
    func.vmap(func.grad(look))(x)
    func.vmap(func.vmap(look))(x.reshape(1, 2, 3))
    attempt(lambda: func.jvp(look, (x,), (x,)))
    yield seen, func.debug_unwrap(x) is x
    yield attempt(lambda: func.debug_unwrap(1.0))["raised"], attempt(lambda: func.debug_unwrap(x, False))["raised"]


def rearranged(torch: Any) -> Iterator[Any]:
    """Patterns of rearrange that permute, merge, split and insert dimensions, also under vmap and grad."""
    r = torch.func.rearrange
    x = torch.arange(24.0).reshape(2, 3, 4)
    for pattern, sizes in (
            ("a b c -> c a b", {}), ("a b c -> a (b c)", {}), ("a b c -> (a b) c", {}), ("a b c -> (a b c)", {}),
            ("a b c -> a b c", {}), ("a (b c) d -> a b c d", {"b": 3}), ("a b (c d) -> a c (b d)", {"c": 2}),
            ("a b (c d) -> d a b c", {"d": 2}), ("a ... -> ... a", {}), ("... c -> c ...", {}), ("a b c -> a 1 b 1 c", {}),
            ("a b c -> a () b c", {}), ("a ... -> a (...)", {}), ("a ... c -> (a c) ...", {}), ("...->...", {}),
            ("(a b) c d -> a b c d", {"a": 2, "b": 1}), ("... (b c) -> (b ...) c", {"b": 2})):
        yield plain(r(x, pattern, **sizes))
    yield plain(r([x[0], x[1]], "a b c -> b c a")), plain(r(x[:1], "1 b c -> b c")), plain(r(torch.tensor(1.0), "->"))
    yield plain(r(x[:1], "() b c -> c b"))
    yield r(x, "a b c -> c b a").stride(), r(x, "a b c -> a b c") is x, tuple(torch.func.vmap(lambda a: r(a, "b c -> c b"))(x).shape)
    yield plain(torch.func.grad(lambda a: (r(a, "a b c -> c (b a)") ** 2).sum())(x))


def rearranged_wrongly(torch: Any) -> Iterator[Any]:
    """What rearrange says to malformed patterns, sizes that do not fit, and inputs that are no tensors."""
    r = torch.func.rearrange
    x = torch.arange(24.0).reshape(2, 3, 4)
    for pattern, sizes in (
            ("a b c", {}), ("a b -> b a", {}), ("a b c -> a b", {}), ("a b c d -> a b c d", {}), ("a a b -> b a", {}),
            ("a b c -> a b c d", {}), ("a (b c) d -> a b c d", {}), ("a (b c) d -> a b c d", {"b": 2}),
            ("a b c -> a b c", {"d": 2}), ("a ((b c)) d -> a b c d", {}), ("a (b c d -> a b c d", {}), ("a b c -> (a b c", {}),
            ("a b c -> a ) b c", {}), ("a -> a -> a", {}), ("a b c -> a _ b c", {}), ("a b 2 -> a b", {}),
            ("a b c -> ... a b c", {}), ("a ... b ... -> a b", {}), ("a b c -> a b 2 c", {}), ("", {}), ("(...) a -> a ...", {}),
            ("a .. b -> a b", {}), ("1a b c -> c", {}), ("a b c -> a b c b", {})):
        yield attempt(lambda p=pattern, s=sizes: r(x, p, **s))
    yield attempt(lambda: r(1.0, "a -> a")), attempt(lambda: r(x, 3)), attempt(lambda: r([1.0], "a -> a"))


def fallback_warning(torch: Any) -> Iterator[Any]:
    """Ops without a batching rule run in a loop, with a warning that names them; what follows names a file of PyTorch's."""
    func = torch.func
    x = torch.tensor([[0, 1, 2], [2, 2, 2]])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield plain(func.vmap(lambda a: torch.bincount(a, minlength=4))(x))
        yield plain(func.vmap(lambda a: torch.argwhere(a + 1))(x))
    yield [(w.category.__name__, str(w.message).split(" (Triggered")[0]) for w in caught]


def names_of_functions(torch: Any) -> Iterator[Any]:
    """Which name and docstring of the function a transform keeps, and what vmap calls it in its errors."""
    func, x = torch.func, sample(torch)

    def energy(a: Any) -> Any:
        """Doc."""
        return a.sum()

    for transform in (func.grad, func.grad_and_value, func.vmap, func.jacrev, func.jacfwd, func.hessian):
        yield transform(energy).__name__, transform(energy).__doc__
    yield attempt(lambda: func.vmap(energy, in_dims=5)(x)), attempt(lambda: func.vmap(torch.sum, in_dims=5)(x))


def threads_of_levels(torch: Any) -> Iterator[Any]:
    """A transform open in one thread is nothing to another."""
    import threading
    func, x = torch.func, sample(torch)
    found: list[Any] = []

    def other() -> None:
        found.append((attempt(lambda: x.sum().item()), attempt(lambda: func.grad(lambda a: (a * a).sum())(x))))

    def body(a: Any) -> Any:
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        return a.sum()

    func.vmap(body)(x), func.grad(body)(x)
    yield found
