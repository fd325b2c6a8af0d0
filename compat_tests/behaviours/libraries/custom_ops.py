"""torch.library: what registered ops are given and give back, their formulas, what refuses."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from .._autograd import tried
from .._func import attempt, silent


def _op(torch: Any, name: str, function: Callable[..., Any], hints: dict[str, Any], mutates: Any = ()) -> Any:
    """An op out of a function whose annotations are given apart: they name the side's own Tensor."""
    function.__annotations__ = hints
    return torch.library.custom_op(f"conformance::{name}", function, mutates_args=mutates)


def _leaves(torch: Any, *wanted: int) -> list[Any]:
    return [torch.full((2,), float(i + 1), requires_grad=bool(w)) for i, w in enumerate(wanted)]


@silent
def wanted_gradients(torch: Any) -> Iterator[Any]:
    """`needs_input_grad`: flat in `setup_context`, by argument in the formula."""
    seen: list[Any] = []

    def setup(ctx: Any, inputs: Any, keyword_only_inputs: Any, output: Any) -> None:
        seen.append((ctx.needs_input_grad, len(inputs), dict(keyword_only_inputs)))
        ctx.n, ctx.k, ctx.count = inputs[1], keyword_only_inputs["k"], len(inputs[2])

    def slope(ctx: Any, g: Any) -> Any:
        seen.append(ctx.needs_input_grad)
        return g * ctx.n, None, [g * ctx.k] * ctx.count, g

    def mixed(x: Any, n: Any, ys: Any, z: Any, *, k: Any = 2.0) -> Any:
        return x * n + sum(ys) * k + z

    t = torch.Tensor
    op = _op(torch, "mixed", mixed, {"x": t, "n": int, "ys": Sequence[t], "z": t, "k": float, "return": t})
    op.register_autograd(slope, setup_context=setup)
    for wanted in ((1, 1, 0, 1), (0, 1, 0, 0), (1, 0, 0, 0), (0, 0, 0, 1)):
        x, y1, y2, z = leaves = _leaves(torch, *wanted)
        op(x, 3, [y1, y2], z, k=5.0).sum().backward()
        yield [leaf.grad for leaf in leaves], list(seen)
        seen.clear()


@silent
def formulas_that_ask(torch: Any) -> Iterator[Any]:
    """A registered formula may ask needs_input_grad; its gradients have a graph only where what they use requires grad."""
    t = torch.Tensor

    def setup(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(*inputs)
        ctx.set_materialize_grads(False)

    def slope(ctx: Any, g: Any, h: Any) -> Any:
        x, y = ctx.saved_tensors
        return g * y if ctx.needs_input_grad[0] else None, g * x if ctx.needs_input_grad[1] else None

    op = _op(torch, "both", lambda x, y: (x * y, x + y), {"x": t, "y": t, "return": tuple[t, t]})
    op.register_autograd(slope, setup_context=setup)
    for wanted in ((1, 1), (0, 1), (1, 0)):
        x, y = _leaves(torch, *wanted)
        out = op(x, y)
        yield out, [o.grad_fn.name() for o in out]
        (slopes,) = torch.autograd.grad(out[0].sum(), x if wanted[0] else y, create_graph=True)
        yield slopes, attempt(lambda slopes=slopes, x=x, y=y: torch.autograd.grad(slopes.sum(), (x, y), allow_unused=True))


@silent
def nested_results(torch: Any) -> Iterator[Any]:
    """An op may return numbers and lists: its formula gets None for numbers and zeros for tensors without a gradient."""
    t = torch.Tensor
    hints = {"x": t, "return": tuple[int, float, bool, t, list[t]]}
    op = _op(torch, "nested", lambda x: (1, 2.0, True, x * 1, [x * 2, x * 3]), hints)
    given: list[Any] = []
    op.register_autograd(lambda ctx, a, b, c, d, e: (given.append((a, b, c, d, e)), d + 2 * e[0] + 3 * e[1])[1])
    (x,) = _leaves(torch, 1)
    out = op(x)
    yield [type(o).__name__ for o in out], out[4][0].grad_fn.name(), len(out[4][0].grad_fn.next_functions), out[3].requires_grad
    (out[3].sum() + out[4][1].sum()).backward()
    yield x.grad, given
    # PyTorch: (['int', 'float', 'bool', 'Tensor', 'list'], 'GeneratedBackwardFor_conformance_nested_defaultBackward', 1, True)
    # PyTorch: (tensor([4., 4.]), [(None, None, None, tensor([1., 1.]), [tensor([0., 0.]), tensor([1., 1.])])])
    # PyTorch: memory in common: 1 and 3


@silent
def arguments_by_schema(torch: Any) -> Iterator[Any]:
    """numpy's numbers and tensors of one element are what the schema says they are."""
    t, seen = torch.Tensor, []

    def typed(x: Any, s: Any, n: Any = 1, f: Any = 1.0, b: Any = False, fs: Any = None, word: Any = "", bs: Any = None) -> Any:
        seen.append(([type(v).__name__ for v in s], type(n).__name__, type(f).__name__, type(b).__name__, repr(fs), repr(word), repr(bs)))
        return x.clone()

    op = _op(torch, "typed", typed, {"x": t, "s": Sequence[int], "n": int, "f": float, "b": bool, "fs": list[float] | None, "word": str,
                                     "bs": list[bool] | None, "return": t})
    x, one = torch.ones(2), torch.tensor(1.5)
    for value in ([np.int64(2)], [1, np.int32(2)], np.array([1, 2]), torch.Size([1, 2]), (1, 2), [torch.tensor(2)], torch.tensor([1, 2]),
                  [1.0], [np.float64(1)], [True], range(3), 3, None, "ab", [], [np.bool_(True)]):
        yield repr(value), attempt(lambda value=value: op(x, value))
    for name, values in {"n": (np.int64(2), True, 1.0, np.float64(1), one, "a", None, np.bool_(1)), "word": (1, None, b"a"),
                         "f": (1, np.float32(1), True, one, np.int64(1), "a", None, 1j), "b": (1, 0.0, np.bool_(1), torch.tensor(True)),
                         "fs": ([1], [np.float32(1)], (1.0, 2), np.ones(2), 1.0, [True], [one]), "bs": ([1], [True], (False,))}.items():
        for value in values:
            yield name, repr(value), attempt(lambda name=name, value=value: op(x, [1], **{name: value}))
    yield seen


@silent
def results_by_schema(torch: Any) -> Iterator[Any]:
    """What a kernel returns must fit the schema: None passes for a Tensor and True for an int, most else is refused."""
    library, x = torch.library.Library("conformance_results", "DEF"), torch.ones(2)
    values = {"tensor": x * 1, "None": None, "3": 3, "(t,)": (x * 1,), "(t, t)": (x * 1, x * 2), "(t, 2)": (x * 1, 2), "True": True}
    for i, schema in enumerate(("Tensor", "(Tensor, Tensor)", "Tensor[]", "int", "(Tensor, int)", "()")):
        for j, (name, value) in enumerate(values.items()):
            library.define(f"r{i}{j}(Tensor x) -> {schema}")
            library.impl(f"r{i}{j}", lambda x, value=value: value, "CPU")
            found = attempt(lambda i=i, j=j: getattr(torch.ops.conformance_results, f"r{i}{j}")(x))
            yield schema, name, str(found)[:80] if "C++ type" in str(found) or "Unable to cast Python" in str(found) else found


@silent
def wrong_formulas(torch: Any) -> Iterator[Any]:
    """Formulas that return other than a gradient for each input raise in backward; ops that only write take no formula."""
    t = torch.Tensor
    for name, slope in {"few": lambda ctx, g: (), "many": lambda ctx, g: (g, g, g), "none": lambda ctx, g: None,
                        "number": lambda ctx, g: 1.0,
                        "shape": lambda ctx, g: (g.sum().expand(3), None), "list": lambda ctx, g: [g, None]}.items():
        op = _op(torch, f"wrong_{name}", lambda x, n: x * n, {"x": t, "n": int, "return": t})
        op.register_autograd(slope)
        (x,) = _leaves(torch, 1)
        yield name, attempt(lambda op=op, x=x: op(x, 2).sum().backward())
    writing = _op(torch, "writing", lambda x: (x.add_(1), None)[1], {"x": t, "return": None}, {"x"})
    yield attempt(lambda: writing.register_autograd(lambda ctx, g: g))
    yield attempt(lambda: _op(torch, "silent", lambda x: x * 2, {"x": t, "return": t})(*_leaves(torch, 1)).sum().backward())


@silent
def written_arguments(torch: Any) -> Iterator[Any]:
    """An op that mutates its argument adds two versions, one of its own and one of the kernel, and takes leaves as well."""
    t = torch.Tensor
    op = _op(torch, "raise_by", lambda x, v: (x.add_(v), None)[1], {"x": t, "v": float, "return": None}, {"x"})
    x = torch.ones(2)
    part = x[:1]
    op(x, 2.0)
    yield x, x._version, part._version, attempt(lambda: op(*_leaves(torch, 1), 1.0))
    y = _leaves(torch, 1)[0] * 1
    op(y, 1.0)
    yield y, y._version, y.grad_fn.name()
    # PyTorch: (tensor([3., 3.]), 2, 2, None)
    # PyTorch: (tensor([2., 2.], grad_fn=<MulBackward0>), 2, 'MulBackward0')


@silent
def schemas(torch: Any) -> Iterator[Any]:
    """infer_schema reads annotations; a schema lists its arguments' types, defaults and aliases, for aten ops as well."""
    t = torch.Tensor

    def inferred(hints: dict[str, Any], mutates: Any, function: Callable[..., Any] = lambda x, v=1: x) -> Any:
        function.__annotations__ = hints
        found = attempt(lambda: torch.library.infer_schema(function, mutates_args=mutates))
        return found["message"].split("Got func")[0] if isinstance(found, dict) and "message" in found else found  # how Tensor prints

    yield inferred({"x": t, "v": float, "return": t}, ()), inferred({"x": t, "v": t, "return": None}, "unknown")
    yield inferred({"x": t, "v": int, "return": t}, {"v"}), inferred({"x": t, "v": int}, ()), inferred({"v": int, "return": t}, ())
    yield inferred({"x": t, "return": t}, (), lambda *x: x)
    op = _op(torch, "one", lambda x: x * 1, {"x": t, "return": t})
    for found in (op._opoverload, torch.ops.aten.add.Tensor, torch.ops.aten.sum.dim_IntList, torch.ops.aten.relu_.default):
        schema = found._schema
        yield str(schema), schema.name, schema.overload_name, schema.is_mutable, [str(r.type) for r in schema.returns]
        yield [(a.name, str(a.type), a.kwarg_only, a.has_default_value(), a.default_value, bool(a.alias_info)) for a in schema.arguments]


@silent
def libraries_end(torch: Any) -> Iterator[Any]:
    """What a Library defined goes when it does; one may stand for each namespace."""
    x, made = torch.ones(2), []
    for add in (1, 2):
        library = torch.library.Library("conformance_ends", "DEF")
        library.define("f(Tensor x) -> Tensor")
        library.impl("f", lambda x, add=add: x + add, "CPU")
        made.append(torch.ops.conformance_ends.f(x))
        yield attempt(lambda: torch.library.Library("conformance_ends", "DEF").ns)["raised"][:70], hasattr(torch.ops.conformance_ends, "f")
        del library
        gc.collect()
        yield hasattr(torch.ops.conformance_ends, "f")
    with torch.library._scoped_library("conformance_ends", "FRAGMENT") as library:
        library.define("f(Tensor x) -> Tensor")
        library.impl("f", lambda x: x * 5, "CPU")
        made.append(torch.ops.conformance_ends.f(x))
    yield made, hasattr(torch.ops.conformance_ends, "f")
    # PyTorch: ('RuntimeError', True)
    # PyTorch: False
    # PyTorch: ('RuntimeError', True)
    # PyTorch: False
    # PyTorch: ([tensor([2., 2.]), tensor([3., 3.]), tensor([5., 5.])], False)


@silent
def rules_for_levels_and_autocast(torch: Any) -> Iterator[Any]:
    """register_vmap sets an op's batching rule; register_autocast casts its inputs and runs it with autocast off."""
    library, x = torch.library.Library("conformance_rules", "DEF"), torch.ones(3, 2)
    library.define("f(Tensor x) -> Tensor")
    library.impl("f", lambda x: x + 1, "CPU")
    torch.library.register_vmap("conformance_rules::f", lambda info, in_dims, x: (x + info.batch_size, in_dims[0]))
    yield torch.vmap(torch.ops.conformance_rules.f)(x)
    seen: list[Any] = []
    op = _op(torch, "cast", lambda x: (seen.append((str(x.dtype), torch.is_autocast_enabled("cpu"))), x * 2)[1],
             {"x": torch.Tensor, "return": torch.Tensor})
    op.register_autocast("cpu", torch.bfloat16)
    with torch.autocast("cpu", torch.bfloat16):
        found = op(x)
    yield found.dtype, op(x).dtype, seen
    # PyTorch: tensor([[4., 4.], [4., 4.], [4., 4.]])
    # PyTorch: (bfloat16, float32, [('torch.bfloat16', False), ('torch.float32', False)])


def annotations_as_schemas(torch: Any) -> Iterator[Any]:
    """Which annotations infer_schema takes for arguments, and for results (fewer), and what mutates_args may name."""
    tensor, number, infer = torch.Tensor, int | float | bool, torch.library.infer_schema
    for hint in (tensor, tensor | None, Sequence[tensor], list[tensor], list[tensor | None], list[tensor] | None, int, int | None,
                 list[int], list[int] | None, list[int | None], float, Sequence[float] | None, bool, str, str | None, list[str],
                 number, number | None, list[number], list[number] | None, torch.dtype, torch.dtype | None, torch.device,
                 torch.device | None, list[torch.dtype], list[list[int]], tuple[int, int], dict, complex, torch.layout):
        def takes(a): ...
        def gives(a): ...
        takes.__annotations__, gives.__annotations__ = {"a": hint, "return": tensor}, {"a": tensor, "return": hint}
        for f in (takes, gives):
            answer = tried(lambda f=f: infer(f, mutates_args=()))  # type: ignore[misc]
            yield answer if isinstance(answer, str) else answer[0]

    def several(a: Any, *, b: Any = 1) -> Any: ...
    several.__annotations__ = {"a": tensor, "b": int, "return": tuple[tensor, list[tensor]]}
    for mutated in ((), ("a",), "unknown", "x", ("z",), ("b",)):
        answer = tried(lambda m=mutated: infer(several, mutates_args=m, op_name="own"))  # type: ignore[misc]
        yield answer if isinstance(answer, str) else (answer[0], answer[1][:40])


def defaults_in_schemas(torch: Any) -> Iterator[Any]:
    """infer_schema prints defaults as Python does, a registered schema in its own way; arguments of wrong types raise."""
    for place, (hint, default) in enumerate((
            (float, 1.0), (float, 0.5), (float, 1e-5), (float, 0.1), (float, -2.0), (float, 1e17), (float, 1e20), (int, 3),
            (bool, True), (str, "a"), (torch.dtype, torch.float32), (torch.device, torch.device("cpu")), (torch.device, "cpu"))):
        def own(x, d=default): return x.clone() if str(d) == str(default) else x * 0
        own.__annotations__ = {"x": torch.Tensor, "d": hint, "return": torch.Tensor}
        op = torch.library.custom_op(f"defaults::own{place}", own, mutates_args=())
        yield torch.library.infer_schema(own, mutates_args=()), str(getattr(torch.ops.defaults, f"own{place}").default._schema)
        yield op(torch.ones(1)).item(), op(torch.ones(1), default).item()
    for wrong in (3.5, "float32", None):
        yield tried(lambda w=wrong: torch.ops.defaults.own10(torch.ones(1), w))  # type: ignore[misc]
    yield tried(lambda: torch.ops.defaults.own11(torch.ones(1), 3)), tried(lambda: torch.ops.defaults.own0(torch.ones(1), 1, 2))
    library = torch.library.Library("defaults_by_hand", "DEF")
    for place, text in enumerate(("(Tensor x, float n=1) -> Tensor", "(Tensor x, ScalarType d=float32) -> Tensor",
                                  '(Tensor x, Device d="cpu") -> Tensor', "(Tensor x, Scalar d=1.0) -> (Tensor,Tensor)",
                                  "(Tensor x, float[] d=[1.0,2]) -> Tensor", "(Tensor x, str d='a') -> Tensor")):
        library.define(f"f{place}{text}")
        yield str(getattr(torch.ops.defaults_by_hand, f"f{place}").default._schema)


def defaults_at_the_end_are_not_counted(torch: Any) -> Iterator[Any]:
    """needs_input_grad leaves out arguments at the end that equal their defaults."""
    seen: list[Any] = []

    def two(x, y=None, n=2, *, k=1.0): return x * k * n, (x if y is None else y) + 1
    two.__annotations__ = {"x": torch.Tensor, "y": torch.Tensor | None, "n": int, "k": float,
                           "return": tuple[torch.Tensor, torch.Tensor]}
    op = torch.library.custom_op("ends::two", two, mutates_args=())
    op.register_autograd(lambda ctx, a, b: (seen.append(ctx.needs_input_grad), (a, None, None))[1])
    x = torch.ones(2, requires_grad=True)
    for arguments in ((x,), (x, None), (x, x.detach()), (x, None, 3), (x, None, 2), (x, x.detach(), 2)):
        yield op(*arguments, k=2.0)[0].sum().backward(), seen.pop(), x.grad.clone()
    # PyTorch: (None, (True,), tensor([1., 1.]))
    # PyTorch: (None, (True,), tensor([2., 2.]))
    # PyTorch: (None, (True, False), tensor([3., 3.]))
    # PyTorch: (None, (True, False, False), tensor([4., 4.]))
    # PyTorch: (None, (True,), tensor([5., 5.]))
    # PyTorch: (None, (True, False), tensor([6., 6.]))


def libraries_shown(torch: Any) -> Iterator[Any]:
    """The repr of a library."""
    yield repr(torch.library.Library("shown_here", "DEF")), repr(torch.library.Library("shown_here", "FRAGMENT"))
    yield repr(torch.library.Library("shown_here", "IMPL", "CPU"))
    # PyTorch: ('Library(kind=DEF, ns=shown_here, ...', 'Library(kind=FRAGMENT, ns=shown_here, ...')
    # PyTorch: 'Library(kind=IMPL, ns=shown_here, ...'
