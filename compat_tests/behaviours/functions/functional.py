"""autograd.functional: structure of inputs and outputs, strict mode, graphs of results, both ways to vectorize."""
from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from .. import refused

PRODUCTS = ("vjp", "jvp", "vhp", "hvp")


def _plain(value: Any) -> Any:
    """Values, types and nesting; strides and counters of results are nobody's promise."""
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [type(value).__name__, *map(_plain, value)]
    return value.detach().tolist(), str(value.dtype), tuple(value.shape), value.requires_grad, None if value.grad_fn is None else "graph"


def _result_or_error(call: Callable[[], Any]) -> Any:
    """The plain value, or what was raised; without the warnings that PyTorch's own decompositions give once in a process."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return _plain(call())
        except Exception as error:
            return type(error).__name__, str(error).split("\n")[0]


def _inputs(torch: Any) -> tuple[Any, Any]:
    return torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64), torch.tensor([[1.0, 2.0], [4.0, 5.0]], dtype=torch.float64)


def _scalar(a: Any, b: Any) -> Any:
    return (a**3).sum() * b.sin().sum()


def _variants() -> list[dict[str, Any]]:
    return [{"vectorize": v, "strategy": s} for v, s in product((False, True), ("reverse-mode", "forward-mode"))]


def structures_of_products(torch: Any) -> Iterator[Any]:
    """Results of vjp and jvp are tuples or bare tensors just as the inputs and outputs of the function are."""
    x, y = _inputs(torch)
    f = torch.autograd.functional
    functions: list[tuple[Callable[..., Any], Any]] = [
        (lambda a: a * a, x), (lambda a: (a * a,), x), (lambda a: (a, a.sum()), x), (lambda a: a * a, (x,)),
        (lambda a, b: a.sum() * b, (x, y)),
        (lambda a, b: (a * 2, b * b, a.sum() + b.sum()), (x, y))]
    for function, inputs in functions:
        out = function(*inputs) if isinstance(inputs, tuple) else function(inputs)
        ones = tuple(torch.ones_like(o) for o in out) if isinstance(out, tuple) else torch.ones_like(out)
        yield _result_or_error(lambda: f.vjp(function, inputs, ones))
        like = tuple(torch.ones_like(i) for i in inputs) if isinstance(inputs, tuple) else torch.ones_like(inputs)
        yield _result_or_error(lambda: f.jvp(function, inputs, like))


def structures_of_hessian_products(torch: Any) -> Iterator[Any]:
    """Results of vhp and hvp follow the nesting of the inputs; outputs must be single-element tensors."""
    x, y = _inputs(torch)
    f = torch.autograd.functional
    for name in ("vhp", "hvp"):
        g = getattr(f, name)
        yield _result_or_error(lambda: g(lambda a: (a**3).sum(), x, x)), _result_or_error(lambda: g(lambda a: (a**3).sum(), (x,), (x,)))
        yield _result_or_error(lambda: g(_scalar, (x, y), (x, y))), _result_or_error(lambda: g(lambda a: (a**3).sum().reshape(1), x, x))
        yield _result_or_error(lambda: g(lambda a: ((a**3).sum(),), x, x)), _result_or_error(lambda: g(lambda a: a.sum(), x, x))
        yield (_result_or_error(lambda: g(lambda a: a * 2, torch.tensor([2.0]), None)),
               _result_or_error(lambda: g(lambda a: (a**3).sum(), torch.tensor(2.0))))


def wrong_structures(torch: Any) -> Iterator[Any]:
    """What the four products say to lists, dicts, numbers, None and vectors that do not match the inputs."""
    x, y = _inputs(torch)
    f = torch.autograd.functional
    for name in PRODUCTS:
        g = getattr(f, name)
        for inputs, v in (([x], [x]), (x, [x]), ((x,), [x]), ({"a": x}, x), ((x, 3), (x, x)), (3, x), (x, 3), (None, x), ((x, y), (x,)),
                          ((x, y), x), (x, (x, x)), (x, y), ((x, y), (y, x)), ("ab", x), ((), ())):
            yield _result_or_error(lambda: g(lambda *a: (a[0] ** 2).sum(), inputs, v))


def wrong_outputs(torch: Any) -> Iterator[Any]:
    """What all six functions say to a function that returns lists, numbers, None, dicts or integer tensors."""
    x, _ = _inputs(torch)
    f = torch.autograd.functional
    for result in (lambda a: [a.sum()], lambda a: 3.0, lambda a: None, lambda a: {"y": a.sum()}, lambda a: (a.sum(), 3),
                   lambda a: (a, None),
                   lambda a: a.long(), lambda a: (a > 1).any()):
        for name in PRODUCTS:
            yield _result_or_error(lambda: getattr(f, name)(result, x, x))
        yield _result_or_error(lambda: f.jacobian(result, x)), _result_or_error(lambda: f.hessian(result, x))


def exceptions_of_the_function(torch: Any) -> Iterator[Any]:
    """An exception of the given function passes through and leaves grad mode on."""
    x, _ = _inputs(torch)
    f = torch.autograd.functional

    def failing(a: Any) -> Any:
        raise KeyError("mine")

    for name in (*PRODUCTS, "jacobian", "hessian"):
        yield refused(lambda: getattr(f, name)(failing, x)), torch.is_grad_enabled()
        yield refused(lambda: getattr(f, name)(lambda: x, x))["raised"], refused(lambda: getattr(f, name)(3, x))


def vector_defaults(torch: Any) -> Iterator[Any]:
    """The vector may be left out only where the output of vjp, or the input of the others, has a single element."""
    x, _ = _inputs(torch)
    f = torch.autograd.functional
    for name in PRODUCTS:
        g = getattr(f, name)
        for inputs in (x, x[:1], x[0], (x[0],), (x[0], x[1])):
            yield _result_or_error(lambda: g(lambda *a: sum((b * b * b).sum() for b in a), inputs))
    yield _result_or_error(lambda: f.vjp(lambda a: a * 2, x)), _result_or_error(lambda: f.vjp(lambda a: (a.sum(), a.sum()), x))


def strict_products(torch: Any) -> Iterator[Any]:
    """In strict mode the products refuse functions whose output or Jacobian does not depend on an input."""
    x, y = _inputs(torch)
    f = torch.autograd.functional
    functions: list[Callable[..., Any]] = [
        lambda a, b: torch.ones(()).double(), lambda a, b: a.sum(), lambda a, b: a.sum() + b.sum(), lambda a, b: (a * a).sum(),
        lambda a, b: (a * a).sum() * b.sum(), lambda a, b: a.detach().sum(), lambda a, b: (a**2).sum() + b.detach().sum()]
    for function in functions:
        for name, graph in product(PRODUCTS, (False, True)):
            v = None if name == "vjp" else (x, y)
            yield _result_or_error(lambda: getattr(f, name)(function, (x, y), v, strict=True, create_graph=graph))


def strict_jacobians(torch: Any) -> Iterator[Any]:
    """In strict mode jacobian refuses outputs that do not depend on every input, also with create_graph."""
    x, y = _inputs(torch)
    f = torch.autograd.functional
    functions: list[Callable[..., Any]] = [
        lambda a, b: torch.ones(2).double(), lambda a, b: a, lambda a, b: (a, b), lambda a, b: a * b.sum(), lambda a,
        b: (a * b.sum(), torch.ones(1)),
        lambda a, b: a.clone().requires_grad_()]
    for function in functions:
        for graph in (False, True):
            yield _result_or_error(lambda: f.jacobian(function, (x, y), strict=True, create_graph=graph))
            yield _result_or_error(lambda: f.jacobian(lambda a: function(a, y), x, strict=True, create_graph=graph))


def strict_hessians(torch: Any) -> Iterator[Any]:
    """In strict mode hessian refuses functions whose gradient or its slope does not depend on an input."""
    x, y = _inputs(torch)
    f = torch.autograd.functional
    functions: list[Callable[..., Any]] = [
        lambda a, b: torch.ones(()).double(), lambda a, b: a.sum(), lambda a, b: (a * a).sum(), lambda a, b: (a * a).sum() * b.sum(),
        lambda a, b: (a**3).sum() * (b**3).sum(), lambda a, b: (a * a).sum() + (b * b).sum(), lambda a, b: a.detach().sum()]
    for function in functions:
        for graph in (False, True):
            yield _result_or_error(lambda: f.hessian(function, (x, y), strict=True, create_graph=graph))
            yield _result_or_error(lambda: f.hessian(lambda a: function(a, y), x, strict=True, create_graph=graph))


def graphs_of_products(torch: Any) -> Iterator[Any]:
    """Only with create_graph do products carry a graph, and it leads to both the inputs and the vector."""
    f = torch.autograd.functional
    for name, graph, leaf in product(PRODUCTS, (False, True), (False, True)):
        x, _ = _inputs(torch)
        x.requires_grad_(leaf)
        v = None if name == "vjp" else torch.ones(3, dtype=torch.float64).requires_grad_()
        out, found = getattr(f, name)(lambda a: (a.exp() * a).sum(), x, v, create_graph=graph)
        yield name, _plain(out), _plain(found)
        if found.requires_grad and leaf:
            yield _result_or_error(lambda: torch.autograd.grad(found.sum(), [x] if v is None else [x, v], allow_unused=True))


def graphs_of_jacobians(torch: Any) -> Iterator[Any]:
    """Which strategies give a jacobian with a graph, and whether it can be differentiated again."""
    f = torch.autograd.functional
    for graph, leaf, way in product((False, True), (False, True), _variants()):
        x, _ = _inputs(torch)
        x.requires_grad_(leaf)
        found = _result_or_error(lambda: f.jacobian(lambda a: a.exp() * a.sum(), x, create_graph=graph, **way))
        yield found
        if graph and leaf and way["strategy"] == "reverse-mode":
            yield _result_or_error(lambda: torch.autograd.grad(f.jacobian(lambda a: a.exp() * a.sum(), x, create_graph=True, **way).sum(),
                                                               x))


def graphs_of_hessians(torch: Any) -> Iterator[Any]:
    """A hessian has a graph only with create_graph, which gives third derivatives."""
    f = torch.autograd.functional
    for graph, leaf, vectorize, strategy in product((False, True), (False, True), (False, True), ("reverse-mode", "forward-mode")):
        x, _ = _inputs(torch)
        x.requires_grad_(leaf)
        call = {"create_graph": graph, "vectorize": vectorize, "outer_jacobian_strategy": strategy}
        yield _result_or_error(lambda: f.hessian(lambda a: (a.exp() * a.sum()).sum(), x, **call))
    x.requires_grad_()
    yield _result_or_error(lambda: torch.autograd.grad(f.hessian(lambda a: (a**4).sum(), x, create_graph=True).sum(), x))


def structures_of_jacobians(torch: Any) -> Iterator[Any]:
    """Jacobians nest outputs over inputs in the same way for every strategy, vectorized or not."""
    x, y = _inputs(torch)
    f = torch.autograd.functional
    functions: list[tuple[Callable[..., Any], Any]] = [
        (lambda a: a * a, x), (lambda a: (a * a,), x), (lambda a: (a, a.sum()), x), (lambda a: a * a, (x,)),
        (lambda a, b: a.sum() * b, (x, y)),
        (lambda a, b: (a * 2, b * b, a.sum() + b.sum()), (x, y)), (lambda a: a.sum(), x), (lambda a: a.sum() * 2, x[0]),
        (lambda a: a.new_ones(2), x)]
    for (function, inputs), way in product(functions, _variants()):
        yield _result_or_error(lambda: f.jacobian(function, inputs, **way))


def structures_of_hessians(torch: Any) -> Iterator[Any]:
    """Hessians nest inputs over inputs in the same way for every strategy, vectorized or not."""
    x, y = _inputs(torch)
    f = torch.autograd.functional
    functions: list[tuple[Callable[..., Any], Any]] = [
        (lambda a: (a**3).sum(), x), (lambda a: (a**3).sum(), (x,)), (_scalar, (x, y)), (lambda a: a**3, x[0]), (lambda a: a[:1] ** 3, x),
        (lambda a: a.sum(), x), (lambda a: a.new_ones(()), x)]
    for (function, inputs), vectorize, strategy in product(functions, (False, True), ("reverse-mode", "forward-mode")):
        yield _result_or_error(lambda: f.hessian(function, inputs, vectorize=vectorize, outer_jacobian_strategy=strategy))


def refusals_of_hessians(torch: Any) -> Iterator[Any]:
    """A hessian refuses outputs that are not one scalar tensor, and strategies of unknown names."""
    x, _ = _inputs(torch)
    f = torch.autograd.functional
    for function in (lambda a: a, lambda a: (a.sum(), a.sum()), lambda a: (a.sum(),), lambda a: a[:2], lambda a: 3):
        for vectorize, strategy in product((False, True), ("reverse-mode", "forward-mode")):
            yield _result_or_error(lambda: f.hessian(function, x, vectorize=vectorize, outer_jacobian_strategy=strategy))
    for strategy in ("reverse", "", None, 3):
        yield _result_or_error(lambda: f.hessian(lambda a: a.sum(), x, outer_jacobian_strategy=strategy))


def refusals_of_jacobians(torch: Any) -> Iterator[Any]:
    """A jacobian refuses unknown strategies, forward mode with a graph or strict, and inputs that are no tensors."""
    x, _ = _inputs(torch)
    f = torch.autograd.functional
    for strategy in ("reverse", "", None, 3):
        yield _result_or_error(lambda: f.jacobian(lambda a: a, x, strategy=strategy))
    for graph, strict, way in product((False, True), (False, True), _variants()):
        yield _result_or_error(lambda: f.jacobian(lambda a: a * a, x, create_graph=graph, strict=strict, **way))
    for inputs in ([x], {"a": x}, 3.0, None, (x, None), "x"):
        for way in _variants():
            yield _result_or_error(lambda: f.jacobian(lambda *a: a[0] * 2, inputs, **way))


def empty_tensors(torch: Any) -> Iterator[Any]:
    """Products, jacobians and hessians of empty inputs or outputs have empty shapes."""
    f = torch.autograd.functional
    e = torch.zeros(0, dtype=torch.float64)
    for name in PRODUCTS:
        yield _result_or_error(lambda: getattr(f, name)(lambda a: (a * a).sum(), e, None if name == "vjp" else e))
    yield _result_or_error(lambda: f.jacobian(lambda a: a * 2, e)), _result_or_error(lambda: f.jacobian(lambda a: a.sum(), e))
    yield _result_or_error(lambda: f.jacobian(lambda a: a[:0], torch.ones(2)))
    yield _result_or_error(lambda: f.hessian(lambda a: (a * a).sum(), e))


def complex_numbers(torch: Any) -> Iterator[Any]:
    """Products and jacobians of holomorphic and other complex functions, by every strategy."""
    f = torch.autograd.functional
    z = torch.tensor([1 + 2j, 3 - 1j])
    functions: list[Callable[[Any], Any]] = [lambda a: a * a, lambda a: a.abs(), lambda a: a.conj() * 2, lambda a: a.real,
                                             lambda a: a.abs().sum()]
    for function in functions:
        out = function(z)
        yield _complex(lambda: f.vjp(function, z, torch.ones_like(out))), _complex(lambda: f.jvp(function, z, torch.ones_like(z)))
        for way in _variants()[:3] if function is functions[2] else _variants():  # PyTorch's forward mode dies on lazy conjugates
            yield _complex(lambda: f.jacobian(function, z, **way))
    yield _complex(lambda: f.vhp(lambda a: a.abs().pow(2).sum(), z, z)), _complex(lambda: f.hvp(lambda a: a.abs().pow(2).sum(), z, z))
    yield _complex(lambda: f.hessian(lambda a: a.abs().pow(2).sum(), z))


def _complex(call: Callable[[], Any]) -> Any:
    """Real and imaginary parts apart: a -0.0 is no difference."""
    found = _result_or_error(call)

    def parts(value: Any) -> Any:
        if isinstance(value, complex):
            return [round(value.real, 4) + 0.0, round(value.imag, 4) + 0.0]
        if isinstance(value, (list, tuple)):
            return [parts(v) for v in value]
        return round(value, 4) + 0.0 if isinstance(value, float) else value

    return parts(found)


def integers(torch: Any) -> Iterator[Any]:
    """Integer inputs and vectors of the six functions: which are refused and with what message."""
    f = torch.autograd.functional
    i = torch.tensor([1, 2])
    for name in (*PRODUCTS, "jacobian", "hessian"):
        yield _result_or_error(lambda: getattr(f, name)(lambda a: (a * 2.0).sum(), i, *([i] if name in ("jvp", "hvp", "vhp") else [])))
    yield (_result_or_error(lambda: f.vjp(lambda a: a * 2, torch.ones(2), i)),
           _result_or_error(lambda: f.jvp(lambda a: a * 2, torch.ones(2), i)))
    yield _result_or_error(lambda: f.jacobian(lambda a: a * 2.0, i, vectorize=True))
    yield _result_or_error(lambda: f.jacobian(lambda a, b: a * b, (torch.ones(2), i)))


def dtypes(torch: Any) -> Iterator[Any]:
    """A function that casts to another dtype: which dtype results have and whether vectors must have it."""
    f = torch.autograd.functional
    x = torch.ones(2)
    for way in _variants():
        yield _result_or_error(lambda: f.jacobian(lambda a: a.double() * 2, x,
                                                  **way)), _result_or_error(lambda: f.jacobian(lambda a: a.half(), x, **way))
    yield _result_or_error(lambda: f.vjp(lambda a: a.double(), x, x)), _result_or_error(lambda: f.vjp(lambda a: a.double(), x, x.double()))
    yield _result_or_error(lambda: f.jvp(lambda a: a.double(), x, x)), _result_or_error(lambda: f.jvp(lambda a: a * 2, x, x.double()))
    yield _result_or_error(lambda: f.hessian(lambda a: (a.double() ** 3).sum(),
                                             x)), _result_or_error(lambda: f.hvp(lambda a: (a.double() ** 3).sum(), x, x))


def inputs_stay_as_they_are(torch: Any) -> Iterator[Any]:
    """The function sees a stand-in that requires a gradient, while the input keeps its flags and version counter."""
    f = torch.autograd.functional
    for name, leaf in product((*PRODUCTS, "jacobian", "hessian"), (False, True)):
        x, _ = _inputs(torch)
        x.requires_grad_(leaf)
        v = [] if name in ("vjp", "jacobian", "hessian") else [torch.ones(3, dtype=torch.float64)]
        seen: list[Any] = []

        def observed(a: Any, x: Any = x, seen: list[Any] = seen) -> Any:
            seen.append((a is x, a.requires_grad, a.is_leaf, a.data_ptr() == x.data_ptr(), torch.is_grad_enabled(), type(a).__name__))
            return (a**3).sum()

        getattr(f, name)(observed, x, *v)
        yield name, seen, x.requires_grad, x.grad, x._version, x.is_leaf


def grad_modes(torch: Any) -> Iterator[Any]:
    """The six functions under no_grad, inference mode and enable_grad, with and without create_graph."""
    f = torch.autograd.functional
    for name, mode in product((*PRODUCTS, "jacobian", "hessian"), ("no_grad", "inference_mode", "enable_grad")):
        x, _ = _inputs(torch)
        v = [] if name in ("vjp", "jacobian", "hessian") else [torch.ones(3, dtype=torch.float64)]
        with getattr(torch, mode)():
            yield name, mode, _result_or_error(lambda: getattr(f, name)(lambda a: (a**3).sum(), x, *v))
            yield _result_or_error(lambda: getattr(f, name)(lambda a: (a**3).sum(), x.clone().requires_grad_(), *v, create_graph=True))
    with torch.no_grad():
        yield _result_or_error(lambda: f.jacobian(lambda a: a * a, x, vectorize=True))
        yield _result_or_error(lambda: f.hessian(lambda a: (a**3).sum(), x, vectorize=True))


def how_often_it_runs(torch: Any) -> Iterator[Any]:
    """Each product, jacobian and hessian calls the function exactly once, vectorized or not."""
    f = torch.autograd.functional
    x, _ = _inputs(torch)
    calls: list[int] = []

    def counted(a: Any) -> Any:
        calls.append(1)
        return (a**3).sum() * a[0]

    for name in PRODUCTS:
        getattr(f, name)(counted, x, *([] if name == "vjp" else [x]))
    yield len(calls)
    for vectorize in (False, True):
        f.jacobian(counted, x, vectorize=vectorize)
        f.hessian(counted, x, vectorize=vectorize)
    yield len(calls)
    # PyTorch: 4
    # PyTorch: 8


def hooks_inside(torch: Any) -> Iterator[Any]:
    """Tensor hooks that the function registers run during products, jacobians and hessians and change them."""
    f = torch.autograd.functional
    x, _ = _inputs(torch)
    log: list[Any] = []

    def hooked(a: Any) -> Any:
        b = a * a
        b.register_hook(lambda g: log.append(g.detach().tolist()))
        b.register_hook(lambda g: g * 2)
        return b.sum()

    for name in ("vjp", "jacobian", "vhp", "hessian"):
        yield name, _result_or_error(lambda: getattr(f, name)(hooked, x, *([x] if name == "vhp" else []))), list(log)
        log.clear()


def changes_in_place_inside(torch: Any) -> Iterator[Any]:
    """In-place changes of a copy are fine inside the function; those of the input itself may be refused."""
    f = torch.autograd.functional
    x, _ = _inputs(torch)
    for function in (lambda a: a.clone().mul_(2).sum(), lambda a: a.mul_(2).sum(), lambda a: (a * 2).view(3, 1).sin_().sum()):
        for name in (*PRODUCTS, "jacobian", "hessian"):
            yield _result_or_error(lambda: getattr(f, name)(function, x.clone(), *([x] if name in ("jvp", "vhp", "hvp") else [])))
        for graph in (False, True):
            yield _result_or_error(lambda: f.vjp(function, x.clone().requires_grad_(), create_graph=graph))


def functions_that_close_over(torch: Any) -> Iterator[Any]:
    """A parameter the function closes over gets no gradient, but with create_graph the result depends on it."""
    f = torch.autograd.functional
    x, y = _inputs(torch)
    w = torch.ones(3, dtype=torch.float64, requires_grad=True)
    yield (_result_or_error(lambda: f.jacobian(lambda a: a * w, x)),
           _result_or_error(lambda: f.jacobian(lambda a: a * w, x, create_graph=True)), w.grad)
    _, g = f.vjp(lambda a: (a * w * w).sum(), x, create_graph=True)
    yield _plain(g), _result_or_error(lambda: torch.autograd.grad(g.sum(), w))
    yield _result_or_error(lambda: f.vjp(lambda a: w.sum(), x)), _result_or_error(lambda: f.vjp(lambda a: w.sum(), x, strict=True))
    yield _result_or_error(lambda: f.hessian(lambda a: (w * a * a).sum(), x, create_graph=True))


def modules_as_functions(torch: Any) -> Iterator[Any]:
    """A module serves as the function, and its parameters have no gradients afterwards."""
    f = torch.autograd.functional
    torch.manual_seed(0)
    layer = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 2)).double()
    x, _ = _inputs(torch)
    for way in _variants():
        yield _result_or_error(lambda: f.jacobian(layer, x, **way))
    yield _result_or_error(lambda: f.hessian(lambda a: layer(a).sum(),
                                             x)), _result_or_error(lambda: f.vjp(layer, x, torch.ones(2, dtype=torch.float64)))
    yield [p.grad for p in layer.parameters()]


def subclasses_and_parameters(torch: Any) -> Iterator[Any]:
    """A Parameter as input gives plain tensors from all six functions."""
    f = torch.autograd.functional
    p = torch.nn.Parameter(torch.tensor([1.0, 2.0], dtype=torch.float64))
    for name in (*PRODUCTS, "jacobian", "hessian"):
        found = getattr(f, name)(lambda a: (a**3).sum(), p, *([p] if name in ("jvp", "vhp", "hvp") else []))
        yield type(found).__name__, _plain(found), [type(t).__name__ for t in (found if isinstance(found, tuple) else (found,))]


def nested_in_each_other(torch: Any) -> Iterator[Any]:
    """Functions of the module used inside each other give higher derivatives with create_graph."""
    f = torch.autograd.functional
    x, _ = _inputs(torch)

    def gradient(a: Any) -> Any:
        return f.vjp(lambda b: (b**4).sum(), a, create_graph=True)[1]

    yield _result_or_error(lambda: f.jacobian(gradient, x)), _result_or_error(lambda: f.hessian(lambda a: gradient(a).sum(), x))
    yield (_result_or_error(lambda: f.jvp(gradient, x, x)),
           _result_or_error(lambda: f.vjp(lambda a: f.jacobian(torch.exp, a, create_graph=True).sum(), x)))
    yield _result_or_error(lambda: f.jacobian(lambda a: f.hessian(lambda b: (b**4).sum(), a, create_graph=True), x).sum())
    yield _result_or_error(lambda: f.vhp(lambda a: f.hvp(lambda b: (b**4).sum(), a, a, create_graph=True)[1].sum(), x, x))


def arguments_by_name(torch: Any) -> Iterator[Any]:
    """All documented arguments may be given by name; missing or surplus ones raise."""
    f = torch.autograd.functional
    x, _ = _inputs(torch)
    yield _result_or_error(lambda: f.vjp(func=lambda a: a * 2, inputs=x, v=x, create_graph=False, strict=False))
    yield _result_or_error(lambda: f.jacobian(func=lambda a: a * 2, inputs=x, create_graph=False, strict=False, vectorize=False,
                                              strategy="reverse-mode"))
    yield _result_or_error(lambda: f.hessian(func=lambda a: (a * 2).sum(), inputs=x, create_graph=False, strict=False, vectorize=False,
                                             outer_jacobian_strategy="reverse-mode"))
    for name in PRODUCTS:
        yield refused(lambda: getattr(f, name)())["raised"], refused(lambda: getattr(f, name)(torch.sin, x, x, False, False, 1))["raised"]


def independent_of_the_input(torch: Any) -> Iterator[Any]:
    """Outside strict mode an output that does not depend on an input gives zeros."""
    f = torch.autograd.functional
    x, y = _inputs(torch)
    constants: list[Callable[..., Any]] = [lambda a, b: y.sum(), lambda a, b: a.detach().sum(), lambda a, b: b.sum(), lambda a,
                                           b: (a * 0).sum()]
    for function in constants:
        for name in PRODUCTS:
            yield _result_or_error(lambda: getattr(f, name)(function, (x, y), None if name == "vjp" else (x, y)))
        for way in _variants():
            yield _result_or_error(lambda: f.jacobian(function, (x, y), **way))
        yield _result_or_error(lambda: f.hessian(function, (x, y))), _result_or_error(lambda: f.hessian(function, (x, y), vectorize=True))


def forward_strategy_checks_its_options_first(torch: Any) -> Iterator[Any]:
    """With the forward strategy jacobian complains of options before inputs, hessian of inputs first."""
    functional = torch.autograd.functional
    x = torch.tensor([1.0, 2.0])
    wrong: list[Any] = [[x, x], (x, 1.0), (x, None), 3.0, (x.long(), x)]
    for inputs in wrong:
        for options in ({"create_graph": True}, {"strict": True}, {"create_graph": True, "strict": True}, {"vectorize": False}, {}):
            given = {"vectorize": True, **options}
            yield refused(lambda i=inputs, g=given: functional.jacobian(lambda *a: a[0].sum(), i, strategy="forward-mode", **g))
            yield refused(lambda i=inputs, g=given: functional.hessian(
                lambda *a: a[0].sum(), i, outer_jacobian_strategy="forward-mode", **g))
    for result in ([x], None, 1.0, (x, 1.0)):
        yield refused(lambda r=result: functional.jacobian(lambda a: r, x, vectorize=True, strategy="forward-mode"))


def refusals_of_the_forward_strategy(torch: Any) -> Iterator[Any]:
    """They are those of the vmap from before `torch.func`."""
    shared = torch.ones(2)
    for func in (lambda x: x * torch.rand(2), lambda x: x * x.sum().item(), lambda x: x if x.sum() > 0 else x * 2, shared.add_,
                 lambda x: x * torch.zeros_like(x).normal_()):
        yield refused(lambda func=func: torch.autograd.functional.jacobian(func, torch.ones(2), vectorize=True, strategy="forward-mode"))
    # PyTorch: RuntimeError: vmap: We do not yet support calling ...
    # PyTorch: nothing: Tensor
    # PyTorch: nothing: Tensor
    # PyTorch: nothing: Tensor
    # PyTorch: RuntimeError: vmap: We do not yet support calling ...
