"""backward, grad, hooks, grad modes: what they do and what they refuse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import refused


def accumulate(torch: Any) -> Iterator[Any]:
    """A second backward pass adds to `grad`, and into the same tensor."""
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    (x * x).sum().backward()
    first = x.grad
    yield first
    (x * 3).sum().backward()
    yield x.grad, x.grad is first
    # PyTorch: tensor([2., 4.])
    # PyTorch: (tensor([5., 7.]), True)
    # PyTorch: memory in common: 0 and 1


def backward_twice(torch: Any) -> Iterator[Any]:
    """A graph can be walked again only if `retain_graph` was given the time before."""
    x = torch.ones(2, requires_grad=True)
    y = (x * x).sum()
    y.backward(retain_graph=True)
    y.backward()
    yield x.grad, refused(lambda: y.backward())
    # PyTorch: (tensor([4., 4.]), RuntimeError: Trying to backward through the graph a ...)


def non_scalar(torch: Any) -> Iterator[Any]:
    """A result with several elements needs a gradient of its shape; one without a graph is refused."""
    x = torch.ones(2, requires_grad=True)
    yield (
        refused(lambda: (x * 2).backward()),
        refused(lambda: (x * 2).backward(torch.ones(3))),
        refused(lambda: torch.ones(2).sum().backward()),
    )
    (x * 2).backward(torch.tensor([1.0, 10.0]))
    yield x.grad


def grad_arguments(torch: Any) -> Iterator[Any]:
    """`autograd.grad` with unused inputs, materialized zeros, and lists that do not match."""
    x, y = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    out = (x * 3).sum()
    yield torch.autograd.grad(out, x, retain_graph=True)
    yield torch.autograd.grad(out, [x, y], retain_graph=True, allow_unused=True)
    yield torch.autograd.grad(out, [x, y], retain_graph=True, materialize_grads=True)
    yield refused(lambda: torch.autograd.grad(out, [x, y], retain_graph=True))
    yield refused(lambda: torch.autograd.grad(out, torch.ones(2))), refused(lambda: torch.autograd.grad(out, []))
    yield refused(lambda: torch.autograd.grad([out, out], x, [torch.ones(())])), x.grad
    # PyTorch: (tensor([3., 3.]),)
    # PyTorch: (tensor([3., 3.]), None)
    # PyTorch: (tensor([3., 3.]), tensor([0., 0.]))
    # PyTorch: RuntimeError: The differentiated Tensor at index 1 ...
    # PyTorch: (RuntimeError: One of the differentiated Tensors does ..., RuntimeError: `inputs` argument to `grad()` cannot be ...)
    # PyTorch: (RuntimeError: got 2 tensors and 1 gradients, None)


def create_graph(torch: Any) -> Iterator[Any]:
    """Gradients made with `create_graph` can be differentiated twice more."""
    x = torch.tensor(2.0, requires_grad=True)
    (g,) = torch.autograd.grad(x**3, x, create_graph=True)
    (h,) = torch.autograd.grad(g, x, create_graph=True)
    yield g, h
    h.backward()
    yield x.grad
    # PyTorch: (tensor(12., grad_fn=<MulBackward0>), tensor(12., grad_fn=<MulBackward0>))
    # PyTorch: tensor(6.)


def inputs_argument(torch: Any) -> Iterator[Any]:
    """`backward(inputs=...)` fills the gradients of the named leaves only and refuses an empty list."""
    x, y = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    (x * y).sum().backward(inputs=[x])
    yield x.grad, y.grad
    yield refused(lambda: (x * y).sum().backward(inputs=[]))
    # PyTorch: (tensor([1., 1.]), None)
    # PyTorch: RuntimeError: `inputs` argument to `backward()` ...


def leaf_hook_replaces(torch: Any) -> Iterator[Any]:
    """A hook on a leaf replaces the gradient that is accumulated, until it is removed."""
    x = torch.ones(2, requires_grad=True)
    handle = x.register_hook(lambda g: g * 10)
    (x * 2).sum().backward()
    yield x.grad
    handle.remove()
    (x * 2).sum().backward()
    yield x.grad
    # PyTorch: tensor([20., 20.])
    # PyTorch: tensor([22., 22.])
    # PyTorch: memory in common: 0 and 1


def nonleaf_hooks(torch: Any) -> Iterator[Any]:
    """Hooks on a non-leaf run in order of registration, and `retain_grad` keeps what they return."""
    seen = []
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    y.register_hook(lambda g: seen.append(("first", g.tolist())))
    y.register_hook(lambda g: g + 1)
    y.retain_grad()
    y.sum().backward()
    yield seen, y.grad, x.grad
    # PyTorch: ([('first', [1.0, 1.0])], tensor([2., 2.]), tensor([4., 4.]))


def hook_that_returns_nonsense(torch: Any) -> Iterator[Any]:
    """A hook that returns a number is an error, and so is a hook on a tensor without gradient."""
    x = torch.ones(2, requires_grad=True)
    x.register_hook(lambda g: 3)
    yield refused(lambda: x.sum().backward()), x.grad
    yield refused(lambda: torch.ones(2).register_hook(print))
    # PyTorch: (TypeError: expected Variable, but hook returned ..., None)
    # PyTorch: RuntimeError: cannot register a hook on a tensor that ...


def post_accumulate_hook(torch: Any) -> Iterator[Any]:
    """A post-accumulate hook sees the finished `grad` of a leaf and is refused on a non-leaf."""
    seen = []
    x = torch.ones(2, requires_grad=True)
    x.register_post_accumulate_grad_hook(lambda t: seen.append(t.grad.tolist()))
    (x * 2).sum().backward()
    yield seen, refused(lambda: (x * 2).register_post_accumulate_grad_hook(print))
    # PyTorch: ([[2.0, 2.0]], RuntimeError: post accumulate grad hooks cannot be ...)


def node_hooks(torch: Any) -> Iterator[Any]:
    """A pre-hook of a node changes the incoming gradient, and its hook sees both sides."""
    seen = []
    x = torch.ones(2, requires_grad=True)
    y = (x * 2).exp()
    y.grad_fn.register_hook(lambda gi, go: seen.append((len(gi), len(go))))
    y.grad_fn.register_prehook(lambda go: (go[0] * 3,))
    y.sum().backward()
    yield seen, x.grad
    # PyTorch: ([(1, 1)], tensor([44.3343, 44.3343]))


def hook_raises(torch: Any) -> Iterator[Any]:
    """An error from a hook reaches the caller, leaves no gradient and does not disturb the next pass."""
    def bad(_g: Any) -> None:
        raise ValueError("from the hook")

    x = torch.ones(2, requires_grad=True)
    y = x * 2
    handle = y.register_hook(bad)
    yield refused(lambda: y.sum().backward()), x.grad
    handle.remove()
    (x * 2).sum().backward()
    yield x.grad, torch.is_grad_enabled()
    # PyTorch: (ValueError: from the hook, None)
    # PyTorch: (tensor([2., 2.]), True)


def grad_modes(torch: Any) -> Iterator[Any]:
    """`no_grad`, `enable_grad` and `set_grad_enabled` as blocks and as decorators of functions and generators."""
    x = torch.ones(2, requires_grad=True)
    with torch.no_grad():
        y = x * 2
        with torch.enable_grad():
            z = x * 3
    with torch.set_grad_enabled(False):
        w = x * 4
    yield y, z, w, torch.is_grad_enabled()

    @torch.no_grad()
    def decorated() -> Any:
        return x * 5, torch.is_grad_enabled()

    @torch.no_grad()
    def generator() -> Iterator[Any]:
        yield torch.is_grad_enabled()
        yield x * 6

    yield decorated(), list(generator()), torch.is_grad_enabled()
    # PyTorch: (tensor([2., 2.]), tensor([3., 3.], grad_fn=<MulBackward0>), tensor([4., 4.]), True)
    # PyTorch: ((tensor([5., 5.]), False), [False, tensor([6., 6.])], True)


def inference(torch: Any) -> Iterator[Any]:
    """Tensors made in inference mode cannot be saved for backward, changed or told to require grad outside."""
    x = torch.ones(2, requires_grad=True)
    with torch.inference_mode():
        y = x * 2
        yield y.is_inference(), torch.is_inference_mode_enabled()
    yield y.requires_grad, refused(lambda: (y * x).sum().backward()), refused(lambda: y.add_(1)), refused(lambda: y.requires_grad_())


def requires_grad_rules(torch: Any) -> Iterator[Any]:
    """Only floating tensors may require grad, and only leaves may have the flag cleared."""
    yield refused(lambda: torch.ones(2, dtype=torch.int64, requires_grad=True)), refused(lambda: torch.tensor([1, 2]).requires_grad_())
    x = torch.ones(2, requires_grad=True)
    y = x * 2

    def unset() -> None:
        y.requires_grad = False

    yield refused(unset), x.is_leaf, y.is_leaf, y.detach().is_leaf
    # PyTorch: (RuntimeError: Only Tensors of floating point and ..., RuntimeError: only Tensors of floating point dtype ...)
    # PyTorch: (RuntimeError: you can only change requires_grad flags ..., True, False, True)


def set_grad(torch: Any) -> Iterator[Any]:
    """Assigning `grad` is refused for other shapes, dtypes and types; an accepted value is added to."""
    x = torch.ones(2, requires_grad=True)

    def assign(value: Any) -> Any:
        def run() -> None:
            x.grad = value

        return run

    yield refused(assign(torch.ones(3))), refused(assign(torch.ones(2, dtype=torch.float64))), refused(assign("text")), refused(assign(3))
    x.grad = torch.full((2,), 5.0)
    (x * 2).sum().backward()
    yield x.grad


def nonleaf_grad_access_warns(torch: Any) -> Iterator[Any]:
    """Reading `grad` of a non-leaf warns and gives None."""
    y = torch.ones(2, requires_grad=True) * 2
    yield y.grad
    # PyTorch: None
    # PyTorch: UserWarning: The .grad attribute of a Tensor that is ...


def graph_structure(torch: Any) -> Iterator[Any]:
    """The nodes of a small graph, read from the loss back to the leaf it accumulates into."""
    x = torch.ones(2, 2, requires_grad=True)
    y = torch.nn.functional.relu(x @ x + 1).mean()
    yield y, y.grad_fn.name(), [n.name() for n, _ in y.grad_fn.next_functions], y.grad_fn.next_functions[0][1]
    accumulate = y.grad_fn.next_functions[0][0].next_functions[0][0].next_functions[0][0].next_functions[0][0]
    yield accumulate.name(), accumulate.variable is x
    # PyTorch: (tensor(3., grad_fn=<MeanBackward0>), 'MeanBackward0', ['ReluBackward0'], 0)
    # PyTorch: ('torch::autograd::AccumulateGrad', True)


def node_names(torch: Any) -> Iterator[Any]:
    """The name of the node that each of some sixty ops leaves, and of the nodes before it."""
    x = torch.ones(2, 2, requires_grad=True)
    for make in (
        lambda: x + 1,
        lambda: x - x,
        lambda: x * 2,
        lambda: x / 2,
        lambda: x**2,
        lambda: -x,
        lambda: x.t(),
        lambda: x[0],
        lambda: x[:, None],
        lambda: x[[0, 1]],
        lambda: x[x > 0],
        lambda: x.sum(0),
        lambda: x.mean(1),
        lambda: x.max(),
        lambda: x.max(0)[0],
        lambda: x.view(4),
        lambda: x.reshape(4),
        lambda: x.flatten(),
        lambda: x.expand(3, 2, 2),
        lambda: x.permute(1, 0),
        lambda: torch.cat([x, x]),
        lambda: torch.stack([x, x]),
        lambda: x.softmax(0),
        lambda: x.log_softmax(1),
        lambda: x.norm(),
        lambda: x.std(),
        lambda: x.var(0),
        lambda: x.prod(),
        lambda: x.cumsum(0),
        lambda: x.clamp(0, 1),
        lambda: x.clamp(min=0),
        lambda: x.abs(),
        lambda: x.sqrt(),
        lambda: x.to(torch.float64),
        lambda: x.clone(),
        lambda: x.contiguous(),
        lambda: x.tril(),
        lambda: x.roll(1),
        lambda: x.flip(0),
        lambda: torch.where(x > 0, x, 0.0),
        lambda: x.masked_fill(x > 0, 1.0),
        lambda: x.gather(0, torch.zeros(1, 2, dtype=torch.int64)),
        lambda: x.sort()[0],
        lambda: x.topk(1)[0],
        lambda: x.repeat(2, 1),
        lambda: x.squeeze(),
        lambda: x.unsqueeze(0),
        lambda: x.diagonal(),
        lambda: x.real,
        lambda: x.type(torch.float16),
        lambda: torch.einsum("ij,jk->ik", x, x),
        lambda: x.matmul(x[0]),
        lambda: x.logsumexp(0),
        lambda: torch.nn.functional.gelu(x),
        lambda: torch.nn.functional.linear(x, x, x[0]),
        lambda: torch.nn.functional.cross_entropy(x, torch.tensor([0, 1])),
        lambda: torch.nn.functional.layer_norm(x, (2,)),
        lambda: torch.nn.functional.mse_loss(x, x + 1),
    ):
        out = make()
        yield None if out.grad_fn is None else (out.grad_fn.name(), [n and n.name() for n, _ in out.grad_fn.next_functions])


def complex_gradient(torch: Any) -> Iterator[Any]:
    """The gradient of a real loss by a complex leaf; a complex loss is refused."""
    z = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
    (z * z.conj()).real.sum().backward()
    yield z.grad, refused(lambda: (z * z).sum().backward())
    # PyTorch: (tensor([2.+4.j, 6.-2.j]), RuntimeError: grad can be implicitly created only for ...)


def gradient_through_int_cast(torch: Any) -> Iterator[Any]:
    """A cast to integers cuts the graph, casts between floating dtypes keep it."""
    x = torch.tensor([1.5, 2.5], requires_grad=True)
    y = x.to(torch.int64)
    yield y, (x.half() * 2).sum(), x.double().sum()


def anomaly(torch: Any) -> Iterator[Any]:
    """Anomaly mode names the node whose backward gives NaN."""
    with torch.autograd.detect_anomaly(check_nan=True):
        x = torch.tensor([0.0], requires_grad=True)
        y = (x.sqrt() * 0).sum()
        yield refused(lambda: y.backward())
    # PyTorch: RuntimeError: Function 'SqrtBackward0' returned nan ...
    # PyTorch: UserWarning: Anomaly Detection has been enabled. ...
    # PyTorch: UserWarning: Error detected in SqrtBackward0. ...


def custom_function(torch: Any) -> Iterator[Any]:
    """A custom Function saves a tensor and a number, names its node and frees its tensors after the pass."""
    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, factor: Any) -> Any:
            ctx.save_for_backward(x)
            ctx.factor = factor
            return x * factor

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            return g * ctx.factor + 0 * x, None

    x = torch.ones(2, requires_grad=True)
    y = Double.apply(x, 2)
    yield y, y.grad_fn.name(), type(y.grad_fn).__name__
    y.sum().backward()
    yield x.grad, refused(lambda: y.sum().backward())
    # PyTorch: (tensor([2., 2.], grad_fn=<DoubleBackward>), 'DoubleBackward', 'DoubleBackward')
    # PyTorch: (tensor([2., 2.]), RuntimeError: Trying to backward through the graph a ...)


def custom_function_mistakes(torch: Any) -> Iterator[Any]:
    """Too few gradients, wrong shapes, a missing `backward` and a called instance are refused."""
    class Few(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            return x * y

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g

    class Shape(Few):
        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return torch.ones(7), None

    class Missing(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x.clone()

    x = torch.ones(2, requires_grad=True)
    yield refused(lambda: Few.apply(x, x).sum().backward()), refused(lambda: Shape.apply(x, 2).sum().backward())
    yield refused(lambda: Missing.apply(x).sum().backward()), refused(lambda: Few()(x, x))
    # PyTorch: (RuntimeError: function FewBackward returned an ..., RuntimeError: Function ShapeBackward returned an ...)
    # PyTorch: (NotImplementedError: You must implement either the backward ..., RuntimeError: Legacy autograd function with ...)
    # PyTorch: DeprecationWarning: <class ...


def saved_tensors_hooks(torch: Any) -> Iterator[Any]:
    """Pack hooks run while the graph is made, unpack hooks while it is walked."""
    log = []
    x = torch.ones(2, requires_grad=True)
    with torch.autograd.graph.saved_tensors_hooks(lambda t: log.append("pack") or t, lambda t: log.append("unpack") or t):
        y = (x * x).exp()
    y.sum().backward()
    yield log, x.grad
    # PyTorch: (['pack', 'pack', 'pack', 'unpack', 'unpack', 'unpack'], tensor([5.4366, 5.4366]))


def legacy_variable(torch: Any) -> Iterator[Any]:
    """The old `Variable` gives plain tensors and says what it makes of `volatile` and lists."""
    from_torch = torch.autograd.Variable
    x = from_torch(torch.ones(2), requires_grad=True)
    yield x, isinstance(x, from_torch), type(x).__name__, from_torch(), refused(lambda: from_torch([1.0]))
    yield from_torch(torch.ones(1), volatile=True), refused(lambda: torch.autograd.variable(1.0))
    # PyTorch: (tensor([1., 1.], requires_grad=True), True, 'Tensor', tensor([]), TypeError: Variable data has to be a tensor, but ...)
    # PyTorch: (tensor([1.]), RuntimeError: torch.autograd.variable(...) is ...)
    # PyTorch: UserWarning: volatile was removed and now has no ...


def legacy_arguments(torch: Any) -> Iterator[Any]:
    """The old names `grad_variables`, `retain_variables` and `only_inputs`: what is still taken."""
    x = torch.ones(2, requires_grad=True)
    torch.autograd.backward([x * 2], grad_variables=[torch.ones(2)])
    yield x.grad
    yield refused(lambda: torch.autograd.backward([x * 2], [torch.ones(2)], grad_variables=[torch.ones(2)]))
    yield refused(lambda: x.sum().backward(retain_variables=True)), torch.autograd.grad(x.sum(), x, only_inputs=False)
    # PyTorch: tensor([2., 2.])
    # PyTorch: RuntimeError: `grad_tensors` and `grad_variables` ...
    # PyTorch: (TypeError: Tensor.backward() got an unexpected ..., (tensor([1., 1.]),))
    # PyTorch: FutureWarning: `grad_variables` is deprecated. Use ...
    # PyTorch: FutureWarning: `grad_variables` is deprecated. Use ...
    # PyTorch: FutureWarning: only_inputs argument is deprecated and ...


def forward_levels(torch: Any) -> Iterator[Any]:
    """Dual tensors carry tangents inside a level only, and mismatched tangents are refused."""
    fwd = torch.autograd.forward_ad
    x = torch.tensor([1.0, 2.0])
    yield refused(lambda: fwd.make_dual(x, x)), fwd.unpack_dual(x).tangent
    with fwd.dual_level():
        d = fwd.make_dual(x, torch.tensor([1.0, 0.0]))
        y = d * d
        yield fwd.unpack_dual(y), fwd.unpack_dual(y * 1).primal, fwd.unpack_dual(torch.ones(2)).tangent
        yield refused(lambda: fwd.make_dual(x, torch.ones(3))), refused(lambda: fwd.make_dual(x, torch.ones(2, dtype=torch.int64)))
    yield fwd.unpack_dual(y).tangent, refused(lambda: fwd.exit_dual_level())
    # PyTorch: (RuntimeError: Trying to create a dual Tensor for ..., None)
    # PyTorch: (UnpackedDualTensor(tensor([1., 4.]), tensor([2., 0.])), tensor([1., 4.]), None)
    # PyTorch: (RuntimeError: Trying to set a forward gradient that ..., ValueError: Expected tangent to be floating point ...)
    # PyTorch: (None, RuntimeError: Dual level must be a positive number.)


def gradient_edges(torch: Any) -> Iterator[Any]:
    """A gradient edge names node and output number and can stand as input of `autograd.grad`."""
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    edge = torch.autograd.graph.get_gradient_edge(y)
    yield edge.node.name(), edge.output_nr, torch.autograd.grad(y.sum(), edge)
    # PyTorch: ('MulBackward0', 0, (tensor([1., 1.]),))


def vectors_of_functional(torch: Any) -> Iterator[Any]:
    """`jacobian`, `hessian`, `vjp` and `jvp` of `autograd.functional` on small functions."""
    functional = torch.autograd.functional
    x = torch.tensor([1.0, 2.0])
    yield functional.jacobian(lambda t: t * t, x), functional.hessian(lambda t: (t**3).sum(), x)
    yield functional.vjp(lambda t: t * 2, x, torch.ones(2)), functional.jvp(lambda t: t * t, x, torch.ones(2))
    # PyTorch: (tensor([[2., 0.], [0., 4.]]), tensor([[6., 0.], [0., 12.]]))
    # PyTorch: ((tensor([2., 4.]), tensor([2., 2.])), (tensor([1., 4.]), tensor([2., 4.])))
