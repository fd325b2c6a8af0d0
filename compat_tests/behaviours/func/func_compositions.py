"""torch.func: transforms inside transforms, with modes, Functions and forward levels among them; random numbers under vmap."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .._func import attempt, plain, sample, silent


def _cube(a: Any) -> Any:
    return (a**3).sum()


@silent
def three_orders(torch: Any) -> Iterator[Any]:
    """`grad` nests to the fourth derivative, and inner calls see outer arguments as variables or constants."""
    grad = torch.func.grad
    x = torch.tensor(2.0)
    f = lambda a: a**4 + a.sin()  # noqa: E731
    yield plain([grad(f)(x), grad(grad(f))(x), grad(grad(grad(f)))(x), grad(grad(grad(grad(f))))(x)])
    yield plain([grad(lambda a: grad(lambda b: a * b**2)(a))(x), grad(lambda a: a * grad(lambda b: a + b)(a))(x)])


@silent
def per_sample_gradients(torch: Any) -> Iterator[Any]:
    """`vmap` of `grad` gives one gradient per sample, `grad` of `vmap` their sum."""
    func, x = torch.func, sample(torch)
    w = torch.tensor([1.0, 2.0, 3.0])
    loss = lambda w, a: ((w * a).sum() - 1) ** 2  # noqa: E731
    yield plain(func.vmap(func.grad(loss), in_dims=(None, 0))(w, x))
    yield plain(func.grad(lambda w: func.vmap(loss, in_dims=(None, 0))(w, x).sum())(w))
    yield plain(func.vmap(func.grad_and_value(loss), in_dims=(None, 0))(w, x))
    yield plain(func.vmap(func.grad(_cube))(x)), plain(func.vmap(func.vmap(func.grad(func.grad(_cube))))(x))


@silent
def orders_of_jacobians(torch: Any) -> Iterator[Any]:
    """Second derivatives agree whichever of `jacrev` and `jacfwd` is inside."""
    func, x = torch.func, torch.tensor([0.5, 1.5])
    f = lambda a: torch.stack([a[0] * a[1] ** 2, a.exp().sum()])  # noqa: E731
    for first in (func.jacrev, func.jacfwd):
        for second in (func.jacrev, func.jacfwd):
            yield plain(second(first(f))(x))
    yield plain(func.hessian(lambda a: (a[0] * a[1]) ** 2)(x)), plain(func.hessian(f)(x))
    yield plain(func.jacfwd(func.jacrev(func.jacfwd(lambda a: (a**4).sum())))(x))


@silent
def nested_vmaps(torch: Any) -> Iterator[Any]:
    """Two and three nested `vmap` levels with differing `in_dims` and `out_dims`."""
    vmap = torch.func.vmap
    x = torch.arange(24.0).reshape(2, 3, 4)
    yield plain(vmap(vmap(lambda a: a.sum()))(x)), plain(vmap(vmap(lambda a: a.sum(), in_dims=1), in_dims=2)(x))
    yield plain(vmap(vmap(torch.dot, in_dims=(0, None)), in_dims=(0, None))(x, x[0, 0]))
    yield plain(vmap(vmap(torch.dot, in_dims=(None, 0)))(x[:, 0], x))
    yield plain(vmap(vmap(lambda a: a.cumsum(0), out_dims=1), out_dims=2)(x)), plain(vmap(vmap(vmap(lambda a: a * 2)))(x))
    yield plain(vmap(lambda a: vmap(lambda b: a[0] + b)(a))(x)), plain(vmap(lambda a: vmap(lambda b: b)(x[0]) + a)(x))


@silent
def products_three_ways(torch: Any) -> Iterator[Any]:
    """A Hessian-vector product by forward over reverse, reverse over reverse, reverse over forward and `linearize`."""
    func, x = torch.func, torch.tensor([0.5, 1.5, -1.0])
    v = torch.tensor([1.0, 2.0, 3.0])
    f = lambda a: (a.sin() * a.roll(1)).sum()  # noqa: E731
    yield plain(func.jvp(func.grad(f), (x,), (v,))[1]), plain(func.vjp(func.grad(f), x)[1](v)[0])
    yield plain(func.grad(lambda a: func.jvp(f, (a,), (v,))[1])(x)), plain(func.hessian(f)(x) @ v)
    yield plain(func.linearize(func.grad(f), x)[1](v))


@silent
def forward_over_batches_over_reverse(torch: Any) -> Iterator[Any]:
    """`jvp`, `vmap` and `vjp` stacked in three orders."""
    func, x = torch.func, sample(torch).double()
    pull = lambda a, c: func.vjp(lambda b: b.sin() * b, a)[1](c)[0]  # noqa: E731
    yield plain(func.jvp(lambda a: func.vmap(pull)(a, a), (x,), (x + 1,)))
    yield plain(func.vmap(lambda a: func.jvp(lambda b: func.vjp(torch.exp, b)[1](b)[0], (a,), (a,)))(x))
    yield plain(func.vjp(lambda a: func.vmap(lambda b: func.jvp(torch.sin, (b,), (b,))[1])(a), x)[1](x)[0])


@silent
def perturbations_kept_apart(torch: Any) -> Iterator[Any]:
    """Tangents and gradients of nested derivatives by different variables are not confused."""
    func, x = torch.func, torch.tensor(3.0)
    d = lambda f, a: func.jvp(f, (a,), (torch.ones(()),))[1]  # noqa: E731
    yield plain(d(lambda a: a * d(lambda b: a + b, a), x)), plain(func.grad(lambda a: a * func.grad(lambda b: a + b)(a))(x))
    yield plain(d(lambda a: a * func.grad(lambda b: a * b)(a), x)), plain(func.grad(lambda a: a * d(lambda b: a * b, a))(x))
    yield plain(d(lambda a: d(lambda b: a * b**2, a), x)), plain(func.grad(lambda a: func.vmap(lambda b: a * b)(torch.ones(3)).sum())(x))
    # PyTorch: ((1.0, 'torch.float32', (), False), (1.0, 'torch.float32', (), False))
    # PyTorch: ((6.0, 'torch.float32', (), False), (6.0, 'torch.float32', (), False))
    # PyTorch: ((12.0, 'torch.float32', (), False), (3.0, 'torch.float32', (), False))


@silent
def no_grad_inside(torch: Any) -> Iterator[Any]:
    """What is computed under `no_grad` inside a transform counts as a constant, at every level."""
    func, x = torch.func, sample(torch)

    def half(a: Any) -> Any:
        with torch.no_grad():
            shift = a * 2
        return (a * shift).sum()

    yield plain(func.grad(half)(x)), plain(func.vmap(func.grad(half))(x)), plain(func.grad(lambda a: func.grad(half)(a).sum())(x))
    yield plain(func.jvp(half, (x,), (x,))), plain(func.vjp(half, x)[1](torch.tensor(1.0))), plain(func.hessian(half)(x[0]))


@silent
def no_grad_outside(torch: Any) -> Iterator[Any]:
    """`no_grad` around a transform does not switch its derivatives off; inference mode is tried too."""
    func, x = torch.func, sample(torch)
    y = x.clone().requires_grad_()
    with torch.no_grad():
        yield plain(func.grad(_cube)(x)), plain(func.grad(_cube)(y)), plain(func.grad(lambda a: func.grad(_cube)(a).sum())(y))
        yield plain(func.vmap(func.grad(_cube))(y)), plain(func.jvp(_cube, (y,), (x,))), plain(func.vjp(_cube, y)[1](torch.tensor(1.0)))
    with torch.inference_mode():
        yield attempt(lambda: func.vmap(lambda a: a * 2)(x)), attempt(lambda: func.jvp(_cube, (x,), (x,)))


@silent
def modes_inside(torch: Any) -> Iterator[Any]:
    """Whether grad mode is on inside a transform that is called under `no_grad`, and after it."""
    func, x = torch.func, sample(torch)
    seen: list[Any] = []

    def look(a: Any) -> Any:
        seen.append(torch.is_grad_enabled())
        return a.sum()

    with torch.no_grad():
        func.grad(look)(x), func.vmap(look)(x), func.vjp(look, x)
        seen.append(torch.is_grad_enabled())
    func.grad(look)(x), func.vmap(look)(x)
    yield seen

    def enabled(a: Any) -> Any:
        with torch.no_grad(), torch.enable_grad():
            return (a * a).sum()

    yield plain(func.grad(enabled)(x)), plain(func.grad(lambda a: enabled(a.detach()) + a.sum())(x))


@silent
def gradients_that_leave_a_transform(torch: Any) -> Iterator[Any]:
    """Transforms inside ordinary autograd."""
    func, x = torch.func, sample(torch)
    y = x.clone().requires_grad_()
    for call in (lambda: func.grad(_cube)(y).sum(), lambda: func.vmap(_cube)(y).sum(), lambda: func.jvp(_cube, (y,), (x,))[1],
                 lambda: func.vjp(torch.sin, y)[1](y)[0].sum(), lambda: func.jacrev(torch.sin)(y).sum(),
                 lambda: func.vmap(func.grad(_cube))(y).sum(),
                 lambda: func.hessian(_cube)(y).sum(), lambda: func.vmap(lambda a: a.exp(), in_dims=1)(y).sum()):
        out = call()
        yield out.requires_grad, plain(torch.autograd.grad(out, y))


@silent
def closures_over_leaves(torch: Any) -> Iterator[Any]:
    """Results of transforms keep a graph to leaves that the function only closes over."""
    func, x = torch.func, sample(torch)
    w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    for call in (lambda: func.grad(lambda a: (a * w).pow(2).sum())(x), lambda: func.vmap(lambda a: a * w)(x),
                 lambda: func.vmap(func.grad(lambda a: (a * w).sum()))(x),
                 lambda: func.jvp(lambda a: a * w, (x,), (x,))[1], lambda: func.jacrev(lambda a: a * w)(x[0])):
        out = call()
        yield plain(out.detach()), out.requires_grad, plain(torch.autograd.grad(out.sum(), w))


@silent
def forward_levels_outside(torch: Any) -> Iterator[Any]:
    """Dual tensors of an outer level keep their tangents through `vmap`, `grad` and `vjp`."""
    func, fwd, x = torch.func, torch.autograd.forward_ad, sample(torch)
    with fwd.dual_level():
        d = fwd.make_dual(x, x + 1)
        for call in (lambda: func.vmap(lambda a: a * a)(d), lambda: func.grad(_cube)(d), lambda: func.vmap(func.grad(_cube))(d),
                     lambda: func.vjp(torch.sin, d)[0], lambda: func.vmap(torch.cumsum, in_dims=(1, None))(d, 0)):
            primal, tangent = fwd.unpack_dual(call())
            yield plain(primal), plain(tangent)


@silent
def forward_levels_inside(torch: Any) -> Iterator[Any]:
    """A dual level opened inside transforms, and transforms that make duals of their arguments."""
    func, fwd, x = torch.func, torch.autograd.forward_ad, sample(torch)

    def tangent(a: Any) -> Any:
        with fwd.dual_level():
            return fwd.unpack_dual(fwd.make_dual(a, a * 2).sin()).tangent

    yield attempt(lambda: func.grad(lambda a: tangent(a).sum())(x)), attempt(lambda: func.vjp(tangent, x)[1](x))
    yield attempt(lambda: func.grad(func.grad(lambda a: tangent(a).sum() if a.ndim else tangent(a)))(x[0, 1]))
    with fwd.dual_level():
        yield attempt(lambda: func.grad(lambda a: (fwd.make_dual(a, a) * 2).sum())(x))
        yield attempt(lambda: func.vmap(lambda a: fwd.make_dual(a, a) * a)(x))
        yield attempt(lambda: func.vmap(lambda a: fwd.make_dual(x[0], a))(x))
        d = fwd.make_dual(x, x)
        yield attempt(lambda: func.vmap(lambda a: fwd.unpack_dual(a * a).tangent)(d))


def _double(torch: Any, **options: Any) -> Any:
    class Double(torch.autograd.Function):
        generate_vmap_rule = options.get("generate", False)

        @staticmethod
        def forward(x: Any) -> Any:
            return x**2

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.save_for_backward(*inputs)
            ctx.save_for_forward(*inputs)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return 2 * ctx.saved_tensors[0] * g

        @staticmethod
        def jvp(ctx: Any, t: Any) -> Any:
            return 2 * ctx.saved_tensors[0] * t

        if options.get("rule"):
            @staticmethod
            def vmap(info: Any, in_dims: Any, x: Any) -> Any:
                return Double.apply(x), in_dims[0]

    return Double.apply


@silent
def functions_under_transforms(torch: Any) -> Iterator[Any]:
    """A Function with `setup_context` works under `grad`, `jvp` and `vjp`; `vmap` asks for a rule."""
    func, x = torch.func, sample(torch)
    f = _double(torch)
    yield plain(func.grad(lambda a: f(a).sum())(x)), plain(func.jvp(f, (x,), (x,)))
    yield plain(func.grad(lambda a: func.grad(lambda b: f(b).sum())(a).sum())(x))
    yield plain(func.vjp(f, x)[1](x)), attempt(lambda: func.vmap(f)(x)), attempt(lambda: func.vmap(func.grad(lambda a: f(a).sum()))(x))
    yield attempt(lambda: func.jacrev(f)(x[0]))


@silent
def functions_with_a_rule(torch: Any) -> Iterator[Any]:
    """A Function with a `vmap` method or a generated rule works in every composition."""
    func, x = torch.func, sample(torch)
    for options in ({"rule": True}, {"generate": True}):
        f = _double(torch, **options)
        yield plain(func.vmap(f)(x)), plain(func.vmap(f, in_dims=1, out_dims=1)(x))
        yield plain(func.vmap(func.grad(lambda a, f=f: f(a).sum()))(x))
        yield plain(func.grad(lambda a, f=f: func.vmap(f)(a).sum())(x)), plain(func.vmap(func.vmap(f))(x)), plain(func.jacrev(f)(x[0]))
        yield plain(func.vmap(lambda a, f=f: func.jvp(f, (a,), (a,)))(x)), plain(func.jacfwd(f)(x[0]))
        yield plain(func.hessian(lambda a, f=f: f(a).sum())(x[0]))


@silent
def functions_that_do_not_fit(torch: Any) -> Iterator[Any]:
    """A Function without `setup_context`, or with both kinds of `vmap` rule, is refused by transforms."""
    func, x = torch.func, sample(torch)

    class Old(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2

    for call in (lambda: func.grad(lambda a: Old.apply(a).sum())(x), lambda: func.vmap(Old.apply)(x), lambda: func.jvp(Old.apply, (x,),
                                                                                                                       (x,)),
                 lambda: func.vjp(Old.apply, x)):
        yield attempt(call)

    class Both(_double(torch).__self__):
        generate_vmap_rule = True

        @staticmethod
        def vmap(info: Any, in_dims: Any, x: Any) -> Any:
            return x, 0

    yield attempt(lambda: func.vmap(Both.apply)(x))
    # PyTorch: RuntimeError: In order to use an autograd.Function ...
    # PyTorch: RuntimeError: In order to use an autograd.Function ...
    # PyTorch: RuntimeError: In order to use an autograd.Function ...
    # PyTorch: RuntimeError: In order to use an autograd.Function ...
    # PyTorch: RuntimeError: You tried to vmap over Both, but it has ...


@silent
def modules_through_functional_call(torch: Any) -> Iterator[Any]:
    """Transforms by the parameters of a module through `functional_call` leave its own `grad` empty."""
    func, nn = torch.func, torch.nn
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1)).double()
    params = {name: p.detach() for name, p in model.named_parameters()}
    x = torch.arange(6.0, dtype=torch.float64).reshape(2, 3) / 3
    loss = lambda p, a: func.functional_call(model, p, (a,)).pow(2).sum()  # noqa: E731
    yield plain(func.grad(loss)(params, x)), plain(func.vmap(func.grad(loss), in_dims=(None, 0))(params, x))
    yield plain(func.jvp(lambda p: loss(p, x), (params,), (params,)))
    yield plain(func.jacrev(lambda a: func.functional_call(model, params, (a,)))(x[0]))
    yield plain(func.hessian(lambda a: loss(params, a))(x[0])), [p.grad is None for p in model.parameters()]


@silent
def structures_through_all(torch: Any) -> Iterator[Any]:
    """Dicts, lists and tuples pass through `vmap`, `vjp`, `jvp` and `grad` as arguments and results."""
    func, x = torch.func, sample(torch)
    f = lambda s: {"out": s["a"] * s["b"][0], "sum": (s["a"].sum(),)}  # noqa: E731
    s = {"a": x, "b": [x + 1]}
    yield plain(func.vmap(f)(s)), plain(func.vjp(f, s)[1]({"out": x, "sum": (torch.tensor(1.0),)})), plain(func.jvp(f, (s,), (s,)))
    yield plain(func.grad(lambda s: f(s)["out"].sum())(s)), plain(func.vmap(func.grad(lambda s: f(s)["out"].sum()))(s))
    yield plain(func.vmap(f, in_dims=({"a": 0, "b": [None]},))({"a": x, "b": [x[0]]}))
    yield plain(func.vmap(f, out_dims={"out": 1, "sum": (0,)})(s))


# --- random numbers ------------------------------------------------------------------------------------------------------------------

def _under_mode(torch: Any, mode: str, draw: Callable[[Any], Any], *args: Any, **options: Any) -> Any:
    torch.manual_seed(3)
    return attempt(lambda: torch.func.vmap(draw, randomness=mode, **options)(*args))


@silent
def random_factories(torch: Any) -> Iterator[Any]:
    """Random factories under `vmap` with the same, different or refused randomness."""
    x = sample(torch)
    for draw in (lambda a: torch.rand(3), lambda a: torch.randn(2, 2), lambda a: torch.randint(0, 100, (3,)), lambda a: torch.randperm(5),
                 lambda a: torch.normal(1.0, 2.0, (3,)), lambda a: torch.rand(3, dtype=torch.float64), lambda a: torch.randint(10, (2,))):
        for mode in ("same", "different", "error"):
            yield _under_mode(torch, mode, draw, x)


@silent
def random_likes(torch: Any) -> Iterator[Any]:
    """Random `*_like` functions of batched and unbatched tensors under each randomness mode."""
    x = sample(torch)
    for draw in (torch.rand_like, torch.randn_like, lambda a: torch.randint_like(a, 10), lambda a: torch.randint_like(a, 5, 10)):
        for mode in ("same", "different", "error"):
            yield _under_mode(torch, mode, draw, x), _under_mode(torch, mode, lambda a, draw=draw: draw(x) + a, x)


@silent
def random_fills(torch: Any) -> Iterator[Any]:
    """In-place random fills of batched and unbatched tensors under each randomness mode."""
    x = sample(torch)
    for fill in ("uniform_", "normal_", "bernoulli_", "exponential_", "geometric_", "cauchy_", "log_normal_", "random_"):
        args = (0.5,) if fill == "geometric_" else (10,) if fill == "random_" else ()
        for mode in ("same", "different", "error"):
            yield _under_mode(torch, mode, lambda a, fill=fill, args=args: getattr(a.clone(), fill)(*args), x)
            yield _under_mode(torch, mode, lambda a, fill=fill, args=args: getattr(torch.zeros(3), fill)(*args), x)


@silent
def random_from_tensors(torch: Any) -> Iterator[Any]:
    """Draws by probabilities and means, batched or not, under each randomness mode."""
    p = torch.tensor([[0.1, 0.5, 0.9], [0.3, 0.3, 0.4]])
    for draw in (torch.bernoulli, lambda a: torch.multinomial(a, 2), lambda a: torch.multinomial(a, 5, replacement=True),
                 lambda a: torch.normal(a, 1.0),
                 lambda a: torch.normal(0.0, a), lambda a: torch.normal(a, a), lambda a: a.clone().bernoulli_(a)):
        for mode in ("same", "different", "error"):
            yield _under_mode(torch, mode, draw, p)
    for mode in ("same", "different", "error"):
        yield (_under_mode(torch, mode, lambda a: torch.bernoulli(p[0]) + a, p),
               _under_mode(torch, mode, lambda a: torch.multinomial(p[0], 2), p))


@silent
def random_layers(torch: Any) -> Iterator[Any]:
    """Dropout layers under each randomness mode, also where nothing is drawn."""
    x = torch.ones(2, 3, 4)
    F = torch.nn.functional
    for layer in (F.dropout, F.alpha_dropout, F.feature_alpha_dropout, lambda a: F.dropout(a, 0.2), lambda a: F.dropout(a, 0.0),
                  lambda a: F.dropout(a, 1.0),
                  lambda a: F.dropout(a, training=False), F.dropout1d, torch.nn.Dropout(0.3)):
        for mode in ("same", "different", "error"):
            yield _under_mode(torch, mode, layer, x)


@silent
def random_and_nested(torch: Any) -> Iterator[Any]:
    """Nested `vmap` calls with every pair of randomness modes."""
    vmap = torch.func.vmap
    x = torch.zeros(2, 3)
    for outer in ("same", "different", "error"):
        for inner in ("same", "different", "error"):
            yield _under_mode(torch, outer, lambda a, inner=inner: vmap(lambda b: b + torch.rand(2), randomness=inner)(a), x)
            yield _under_mode(torch, outer, lambda a, inner=inner: vmap(lambda b: torch.rand_like(b), randomness=inner)(a), x)


@silent
def random_in_derivatives(torch: Any) -> Iterator[Any]:
    """Random numbers inside `grad`, `jvp` and Jacobians, and under `vmap` of `grad`."""
    func, x = torch.func, sample(torch)
    noisy = lambda a: (a * torch.rand(3)).sum()  # noqa: E731
    torch.manual_seed(1)
    yield plain(func.grad(noisy)(x[0])), plain(func.jvp(noisy, (x[0],), (x[1],))), plain(func.jacrev(lambda a: a * torch.rand(3))(x[0]))
    for mode in ("same", "different", "error"):
        yield _under_mode(torch, mode, func.grad(noisy), x)
        torch.manual_seed(1)
        yield attempt(lambda mode=mode: func.jacfwd(lambda a: a * torch.rand(3), randomness=mode)(x[0]))


@silent
def random_in_chunks(torch: Any) -> Iterator[Any]:
    """What chunked `vmap` draws, for the same and for different randomness."""
    x = torch.zeros(5, 2)
    for mode in ("same", "different"):
        for size in (1, 2, 5):
            yield _under_mode(torch, mode, lambda a: a + torch.rand(2), x, chunk_size=size)


@silent
def random_afterwards(torch: Any) -> Iterator[Any]:
    """How far the generator has moved."""
    x = torch.zeros(4, 2)
    for mode in ("same", "different"):
        yield (_under_mode(torch, mode, lambda a: a + torch.rand(2), x), plain(torch.rand(2)),
               _under_mode(torch, mode, lambda a: torch.randn(17), x))
        yield plain(torch.rand(2))
