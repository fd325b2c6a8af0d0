"""The graph as one sees it: nodes, what they saved, packing, edges, metadata, versions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import chain, refused


def _leaf(torch: Any, *shape: int) -> Any:
    shape = shape or (2, 3)
    count = 1
    for size in shape:
        count *= size
    return torch.arange(1.0, count + 1).reshape(shape).clone().requires_grad_()


def _saved(node: Any, *, values: bool = True) -> Any:
    """Every `_saved_*` of a node."""
    found = {}
    for name in sorted(n for n in dir(node) if n.startswith("_saved_")):
        try:
            value = getattr(node, name)
        except Exception as error:
            value = [type(error).__name__, str(error).split("\n")[0]]
        if hasattr(value, "shape"):
            value = [value.tolist() if values else tuple(value.shape), value.requires_grad, value.is_leaf]
        elif isinstance(value, tuple) and value and hasattr(value[0], "shape"):
            value = [[v.tolist(), v.requires_grad] for v in value]
        elif type(value).__name__ in ("dtype", "Size", "device", "layout", "memory_format"):
            value = str(value)
        found[name] = value
    return found


def what_a_node_is(torch: Any) -> Iterator[Any]:
    """Every grad_fn is an instance of graph.Node, and a leaf is reached through one AccumulateGrad node."""
    x = _leaf(torch)
    node = (x * 2).grad_fn
    from_graph = torch.autograd.graph.Node
    yield (
        isinstance(node, from_graph),
        isinstance(3, from_graph),
        issubclass(type(node), from_graph),
        type(node).__name__,
        type(node).__module__,
    )
    accumulate = node.next_functions[0][0]
    yield (
        isinstance(accumulate, from_graph),
        type(accumulate).__name__,
        accumulate.name(),
        accumulate.variable is x,
        accumulate.next_functions,
    )
    yield node.next_functions[0][0] is accumulate, refused(lambda: node.variable), refused(lambda: from_graph())["raised"]
    # PyTorch: (True, False, True, 'MulBackward0', 'builtins')
    # PyTorch: (True, 'AccumulateGrad', 'torch::autograd::AccumulateGrad', True, ())
    # PyTorch: (True, AttributeError: 'MulBackward0' object has no attribute ..., 'TypeError')


def calling_a_node(torch: Any) -> Iterator[Any]:
    """A node can be called with a cotangent by hand; the wrong number or kind of arguments is refused."""
    x = _leaf(torch, 2)
    node = (x * 3).grad_fn
    yield node(torch.ones(2))
    yield refused(lambda: node()), refused(lambda: node(torch.ones(2), torch.ones(2))), refused(lambda: node(3))
    yield (x.exp()).grad_fn(torch.ones(2))[0] if False else None


def nodes_compare_by_identity(torch: Any) -> Iterator[Any]:
    """Asking twice for a node gives the same object, and two recordings give different nodes."""
    x = _leaf(torch)
    y = x * 2
    yield y.grad_fn is y.grad_fn, y.grad_fn == y.grad_fn, (x * 2).grad_fn == y.grad_fn, hash(y.grad_fn) == hash(y.grad_fn)
    z = y + 1
    yield z.grad_fn.next_functions[0][0] is y.grad_fn
    # PyTorch: (True, True, False, True)
    # PyTorch: True


def sequence_numbers(torch: Any) -> Iterator[Any]:
    """Nodes are numbered in the order of recording, and the number can be set."""
    x = _leaf(torch)
    a = x * 2
    b = x * 3
    c = a + b
    numbers = [t.grad_fn._sequence_nr() for t in (a, b, c)]
    yield numbers[1] - numbers[0], numbers[2] - numbers[1], c.grad_fn.next_functions[0][0].next_functions[0][0]._sequence_nr()
    a.grad_fn._set_sequence_nr(7)
    yield a.grad_fn._sequence_nr()
    # PyTorch: (1, 1, 18446744073709551615)
    # PyTorch: 7


def metadata_of_nodes(torch: Any) -> Iterator[Any]:
    """Each node has a dict of its own for metadata; does that of a leaf outlive the handle to its node."""
    x = _leaf(torch)
    y = x * 2
    yield type(y.grad_fn.metadata).__name__, y.grad_fn.metadata
    y.grad_fn.metadata["key"] = 3
    yield y.grad_fn.metadata, (x * 2).grad_fn.metadata
    del y
    accumulate = torch.autograd.graph.get_gradient_edge(x).node
    accumulate.metadata["leaf"] = 1
    yield torch.autograd.graph.get_gradient_edge(x).node.metadata
    # PyTorch: ('dict', {})
    # PyTorch: ({key: 3}, {})
    # PyTorch: {leaf: 1}


def input_metadata(torch: Any) -> Iterator[Any]:
    """A node knows shape, dtype and device of the outputs it takes cotangents for."""
    x = _leaf(torch)
    values, _ = x.double().max(0)
    for node in (x.sum().grad_fn, values.grad_fn, torch.autograd.graph.get_gradient_edge(x).node, x.split([1, 1])[0].grad_fn):
        yield [(tuple(m.shape), str(m.dtype), str(m.device), m.is_nested_tensor) for m in node._input_metadata]
    # PyTorch: [((), 'torch.float32', 'cpu', False)]
    # PyTorch: [((3,), 'torch.float64', 'cpu', False)]
    # PyTorch: [((2, 3), 'torch.float32', 'cpu', False)]
    # PyTorch: [((1, 3), 'torch.float32', 'cpu', False), ((1, 3), 'torch.float32', 'cpu', False)]


def next_functions_of_several_inputs(torch: Any) -> Iterator[Any]:
    """One edge for each differentiable input, None for a constant, with the output number."""
    x, y = _leaf(torch), torch.ones(2, 3)
    a, b = x.split([1, 1])
    for t in (
        x * y,
        y * x,
        torch.cat([x, y, x]),
        torch.where(y > 0, x, y),
        b * a,
        torch.addmm(y[:, :2], x, torch.ones(3, 2)),
        x.max(0)[0] + 1,
        torch.stack([x, y]),
    ):
        yield [(None if n is None else n.name(), i) for n, i in t.grad_fn.next_functions]


def saved_by_pointwise_ops(torch: Any) -> Iterator[Any]:
    """Names and kinds of what the nodes of pointwise operations save."""
    x, y = _leaf(torch), _leaf(torch)
    for t in (
        x * y,
        x * 2,
        2 / x,
        x / y,
        x + y,
        x - y,
        x**2,
        2**x,
        x**y,
        x.exp(),
        x.sqrt(),
        x.abs(),
        x.clamp(1, 2),
        x.clamp(min=2),
        x.relu(),
        x.sigmoid(),
        x.tanh(),
        torch.addcmul(x, y, y, value=2),
        torch.lerp(x, y, 0.5),
        torch.where(x > 1, x, y),
        x.masked_fill(x > 2, 3.0),
        torch.maximum(x, y),
        x.atan2(y),
        -x,
        x.sign(),
        torch.fmod(x, 2),
        x.remainder(2),
        torch.nn.functional.leaky_relu(x, 0.1),
        torch.nn.functional.softplus(x),
        torch.nn.functional.gelu(x),
        x.round(),
    ):
        yield t.grad_fn.name(), sorted(_saved(t.grad_fn, values=False).items(), key=str)


def saved_by_reductions(torch: Any) -> Iterator[Any]:
    """Names and kinds of what the nodes of reductions, sorts and cumulative operations save."""
    x = _leaf(torch)
    for t in (
        x.sum(),
        x.sum(0),
        x.sum((0, 1), keepdim=True),
        x.mean(),
        x.mean(1),
        x.prod(),
        x.prod(0),
        x.max(),
        x.max(0)[0],
        x.amax(0),
        x.norm(),
        x.logsumexp(0),
        x.cumsum(0),
        x.cumprod(1),
        x.sort(0)[0],
        x.topk(1)[0],
        x.median(),
        x.kthvalue(1)[0],
        x.softmax(-1),
        x.log_softmax(0),
        x.cummax(0)[0],
        x.nansum(),
        x.argmax().float() + x.sum(),
    ):
        yield t.grad_fn.name(), sorted(_saved(t.grad_fn, values=False).items(), key=str)


def saved_by_shapes(torch: Any) -> Iterator[Any]:
    """Names and kinds of what the nodes of views, indexing and joining operations save."""
    x = _leaf(torch)
    for t in (
        x.view(3, 2),
        x.reshape(-1),
        x.t(),
        x.transpose(0, 1),
        x.permute(1, 0),
        x.expand(2, 2, 3),
        x[0],
        x[:, 1:],
        x[[0, 1]],
        x.unsqueeze(0),
        x[None].squeeze(0),
        x[None].squeeze(),
        x.narrow(0, 0, 1),
        x.split(1)[0],
        x.unbind()[1],
        x.chunk(2)[0],
        x.diagonal(),
        x.unfold(1, 2, 1),
        x.as_strided((2,), (1,), 0),
        torch.cat([x, x], 1),
        torch.stack([x, x]),
        x.flip(0),
        x.roll(1),
        x.repeat(2, 1),
        x.tril(),
        x.gather(0, torch.zeros(1, 3).long()),
        x.index_select(0, torch.tensor([1])),
        x.masked_select(x > 2),
        x.clone(),
        x.contiguous(),
        x.double(),
        x.scatter(0, torch.zeros(1, 3).long(), 1.0),
    ):
        yield None if t.grad_fn is None else (t.grad_fn.name(), sorted(_saved(t.grad_fn, values=False).items(), key=str))


def saved_by_products(torch: Any) -> Iterator[Any]:
    """Names and kinds of what the nodes of matrix products save."""
    x, y, v = _leaf(torch), _leaf(torch, 3, 2), _leaf(torch, 3)
    functional = torch.nn.functional
    for t in (
        x @ y,
        x @ v,
        v @ v,
        torch.bmm(x[None], y[None]),
        torch.addmm(torch.ones(2, 2), x, y, beta=2),
        functional.linear(x, torch.ones(4, 3, requires_grad=True)),
        functional.linear(x, torch.ones(4, 3, requires_grad=True), torch.ones(4)),
        torch.addmv(torch.ones(2), x, v),
        torch.outer(v, v),
        torch.baddbmm(torch.ones(1, 2, 2), x[None], y[None]),
    ):
        yield t.grad_fn.name(), sorted(_saved(t.grad_fn, values=False).items(), key=str)


def saved_by_layers(torch: Any) -> Iterator[Any]:
    """Names and kinds of what the nodes of convolutions, pools, norms and losses save."""
    functional = torch.nn.functional
    x, w = _leaf(torch, 1, 2, 4), _leaf(torch, 2, 2, 3)
    image = _leaf(torch, 1, 1, 4, 4)
    for t in (
        functional.conv1d(x, w, padding=1),
        functional.max_pool2d(image, 2, 1),
        functional.avg_pool2d(image, 2, 2),
        functional.adaptive_avg_pool2d(image, 2),
        functional.layer_norm(x, (4,)),
        functional.embedding(torch.tensor([0, 1]), _leaf(torch, 3, 2)),
        functional.mse_loss(x, torch.zeros(1, 2, 4)),
        functional.binary_cross_entropy_with_logits(x, torch.ones(1, 2, 4)),
        functional.smooth_l1_loss(x, torch.ones(1, 2, 4)),
        functional.pad(x, (1, 1)),
        functional.pad(x, (1, 1), "reflect"),
        functional.batch_norm(x, None, None, training=True),
        functional.pixel_shuffle(_leaf(torch, 1, 4, 2, 2), 2),
    ):
        yield t.grad_fn.name(), sorted(_saved(t.grad_fn, values=False).items(), key=str)


def saved_values(torch: Any) -> Iterator[Any]:
    """A saved leaf comes back as itself, a saved result as a new tensor that shares its memory and node."""
    x, y = _leaf(torch), _leaf(torch)
    product = x * y
    yield product.grad_fn._saved_self is x, product.grad_fn._saved_other is y, product.grad_fn._saved_self.grad_fn
    power = (x + 1).exp()
    yield (
        power.grad_fn._saved_result.grad_fn is power.grad_fn,
        power.grad_fn._saved_result.tolist() == power.tolist(),
        power.grad_fn._saved_result is power,
    )
    inner = x * 2
    square = inner * inner
    yield square.grad_fn._saved_self.grad_fn is inner.grad_fn, square.grad_fn._saved_self.data_ptr() == inner.data_ptr()
    yield (
        x.sum((0, 1)).grad_fn._saved_dim,
        x.sum(-1).grad_fn._saved_dim,
        x.softmax(-1).grad_fn._saved_dim,
        x.transpose(0, -1).grad_fn._saved_dim1,
    )
    yield (x * torch.ones(2, 3)).grad_fn._saved_self, (x * 2).grad_fn._saved_self
    # PyTorch: (True, True, None)
    # PyTorch: (True, True, False)
    # PyTorch: (True, True)
    # PyTorch: ((0, 1), (18446744073709551615,), 18446744073709551615, 18446744073709551615)
    # PyTorch: (None, None)


def saved_values_after_backward(torch: Any) -> Iterator[Any]:
    """Saved tensors cannot be read after backward has freed them; saved dims still can."""
    x = _leaf(torch)
    y = (x * x).sum(0)
    node = y.grad_fn.next_functions[0][0]
    y.sum().backward()
    yield refused(lambda: node._saved_self), refused(lambda: node._saved_other), y.grad_fn._saved_dim
    z = x.exp()
    z.sum().backward()
    yield refused(lambda: z.grad_fn._saved_result), refused(lambda: z.grad_fn._raw_saved_result.register_hooks(lambda t: t, lambda t: t))
    # PyTorch: (RuntimeError: Trying to backward through the graph a ..., RuntimeError: Trying to backward through the graph a ..., (0,))
    # PyTorch: (RuntimeError: Trying to backward through the graph a ..., RuntimeError: Calling register_hooks on a saved ...)


def saved_values_after_a_change(torch: Any) -> Iterator[Any]:
    """Reading a saved tensor that was changed in-place since, and backward through it."""
    x = _leaf(torch)
    y = x * 1
    z = y.exp() * y
    y.add_(1)
    yield refused(lambda: z.grad_fn._saved_other), z.grad_fn._saved_self.tolist()[0][0] > 2, refused(lambda: z.sum().backward())
    # PyTorch: (RuntimeError: one of the variables needed for ..., True, RuntimeError: one of the variables needed for ...)


def raw_saved_values(torch: Any) -> Iterator[Any]:
    """A raw saved tensor takes one pair of hooks, which pack at once and unpack at each reading."""
    x = _leaf(torch, 2)
    y = x.exp()
    raw = y.grad_fn._raw_saved_result
    yield type(raw).__name__, refused(lambda: raw.register_hooks(3, 4)), refused(lambda: raw.register_hooks(lambda t: t))
    seen: list[str] = []
    raw.register_hooks(lambda t: (seen.append("pack"), t.tolist())[1], lambda v: (seen.append("unpack"), torch.tensor(v))[1])
    yield seen, refused(lambda: raw.register_hooks(lambda t: t, lambda t: t))
    yield y.grad_fn._saved_result.tolist() == y.tolist(), list(seen)
    y.sum().backward()
    yield (
        x.grad.tolist() == y.tolist(),
        seen,
        refused(lambda: raw.register_hooks(lambda t: t, lambda t: t)),
        refused(lambda: type(raw)())["raised"],
    )


def packing(torch: Any) -> Iterator[Any]:
    """Pack hooks get each saved tensor during recording, unpack hooks get it back in backward."""
    seen: list[Any] = []
    x, y = _leaf(torch, 2), _leaf(torch, 2)

    def pack(t: Any) -> Any:
        seen.append(("pack", t.tolist(), t.is_leaf, t.requires_grad, torch.is_grad_enabled()))
        return t.detach().clone()

    def unpack(t: Any) -> Any:
        seen.append(("unpack", t.tolist(), torch.is_grad_enabled()))
        return t

    with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
        z = (x * y).exp() + x.relu() + x.sum() * 2
    yield list(seen)
    seen.clear()
    z.sum().backward()
    yield seen, [round(v, 3) for v in x.grad.tolist()]


def packing_that_nests(torch: Any) -> Iterator[Any]:
    """Of nested saved_tensors_hooks only the innermost packs, and each tensor is unpacked by its own."""
    seen: list[str] = []
    hooks = torch.autograd.graph.saved_tensors_hooks
    x = _leaf(torch, 2)

    def named(name: str) -> Any:
        return hooks(lambda t: (seen.append(name), t)[1], lambda t: (seen.append("-" + name), t)[1])

    with named("outer"):
        a = x.exp()
        with named("inner"):
            b = a.exp()
        c = b.exp()
    d = c.exp()
    yield list(seen)
    d.sum().backward()
    yield seen
    # PyTorch: ['outer', 'inner', 'outer']
    # PyTorch: ['outer', 'inner', 'outer', '-outer', '-inner', '-outer']


def packing_mistakes(torch: Any) -> Iterator[Any]:
    """What happens when pack or unpack returns the wrong thing, changes its tensor or raises."""
    hooks = torch.autograd.graph.saved_tensors_hooks
    x = _leaf(torch, 2)
    for unpacked in (3, None, torch.ones(3), torch.ones(2, dtype=torch.float64), torch.ones(2, 1)):
        with hooks(lambda t: 0, lambda _, unpacked=unpacked: unpacked):
            y = x.exp()
        yield refused(lambda y=y: y.sum().backward()), None if x.grad is None else x.grad.tolist()
        x.grad = None
    with hooks(lambda t: t.mul_(2), lambda t: t):
        yield refused(lambda: (x * 1).exp())
    with hooks(lambda: 0, lambda t: t):
        yield refused(lambda: x.exp())["raised"]
    with hooks(lambda t: 1 / 0, lambda t: t):
        yield refused(lambda: x.exp()), (x + 1).grad_fn.name()
    with hooks(lambda t: t, lambda t: 1 / 0):
        y = x.exp()
    yield refused(lambda: y.sum().backward()), refused(lambda: y.grad_fn._saved_result), refused(lambda: hooks(3, 4).__enter__())


def packed_tensors_that_change(torch: Any) -> Iterator[Any]:
    """A tensor that hooks packed is not checked for later changes in-place."""
    hooks = torch.autograd.graph.saved_tensors_hooks
    x = _leaf(torch, 2)
    y = x * 1
    with hooks(lambda t: t, lambda t: t):
        z = y.exp() * y
    y.add_(1)
    z.sum().backward()
    yield [round(v, 3) for v in x.grad.tolist()]
    y = x * 1
    with hooks(lambda t: t.clone(), lambda t: t):
        z = y * y
    y.zero_()
    x.grad = None
    z.sum().backward()
    yield x.grad.tolist()
    # PyTorch: [8.155, 29.556]
    # PyTorch: [2.0, 4.0]


def packing_in_higher_orders(torch: Any) -> Iterator[Any]:
    """Pack and unpack hooks also serve the graph that create_graph records."""
    seen: list[str] = []
    x = torch.tensor(2.0, requires_grad=True)
    with torch.autograd.graph.saved_tensors_hooks(lambda t: (seen.append("pack"), t)[1], lambda t: (seen.append("unpack"), t)[1]):
        y = x**3
        (g,) = torch.autograd.grad(y, x, create_graph=True)
    (h,) = torch.autograd.grad(g, x)
    yield g.item(), h.item(), seen.count("pack") >= 2, seen.count("unpack") >= 2
    # PyTorch: (12.0, 12.0, True, True)


def packing_disabled(torch: Any) -> Iterator[Any]:
    """disable_saved_tensors_hooks refuses hooks inside it with its message, and cannot be entered under hooks."""
    graph = torch.autograd.graph
    x = _leaf(torch, 2)
    with graph.disable_saved_tensors_hooks("not now"):
        yield refused(lambda: graph.saved_tensors_hooks(lambda t: t, lambda t: t).__enter__())
        yield x.exp().grad_fn.name()
        with graph.disable_saved_tensors_hooks("nor here"):
            yield refused(lambda: graph.save_on_cpu().__enter__())
        yield refused(lambda: graph.saved_tensors_hooks(lambda t: t, lambda t: t).__enter__())
    with graph.saved_tensors_hooks(lambda t: t, lambda t: t):
        yield refused(lambda: graph.disable_saved_tensors_hooks("too late").__enter__())
    with graph.saved_tensors_hooks(lambda t: t, lambda t: t):
        yield x.exp().requires_grad
    # PyTorch: RuntimeError: not now
    # PyTorch: 'ExpBackward0'
    # PyTorch: RuntimeError: nor here
    # PyTorch: RuntimeError: not now
    # PyTorch: RuntimeError: too late
    # PyTorch: True


def saving_on_the_cpu(torch: Any) -> Iterator[Any]:
    """Gradients are right through save_on_cpu, and an unknown device_type is refused."""
    x = _leaf(torch, 2)
    with torch.autograd.graph.save_on_cpu():
        y = x * x
    with torch.autograd.graph.save_on_cpu(pin_memory=False):
        z = (y * y).sum()
    z.backward()
    yield x.grad.tolist(), refused(lambda: torch.autograd.graph.save_on_cpu(device_type="mars"))["raised"]
    # PyTorch: ([4.0, 32.0], 'nothing')


def mutation_of_saved_tensors(torch: Any) -> Iterator[Any]:
    """Under allow_mutation_on_saved_tensors backward uses the values from before a change in-place."""
    graph = torch.autograd.graph
    x = _leaf(torch, 2)
    with graph.allow_mutation_on_saved_tensors() as context:
        y = x * 1
        z = y * y
        y.mul_(10)
        z.sum().backward()
        yield x.grad.tolist(), type(context).__name__
        x.grad = None
        y = x.exp()
        y.zero_()
        yield refused(lambda: y.sum().backward()), x.grad.tolist() if x.grad is not None else None
    y = x * 1
    z = y * y
    y.mul_(10)
    yield refused(lambda: z.sum().backward())
    # PyTorch: ([2.0, 4.0], '_AllowMutationOnSavedContext')
    # PyTorch: (nothing: NoneType, [0.0, 0.0])
    # PyTorch: RuntimeError: one of the variables needed for ...


def mutation_outside_its_scope(torch: Any) -> Iterator[Any]:
    """What a graph from allow_mutation_on_saved_tensors does once its scope is left, and nesting it."""
    graph = torch.autograd.graph
    x = _leaf(torch, 2)
    with graph.allow_mutation_on_saved_tensors():
        y = x * 1
        z = y * y
    yield refused(lambda: y.mul_(10)), refused(lambda: z.sum().backward())
    with graph.allow_mutation_on_saved_tensors():
        yield refused(lambda: graph.allow_mutation_on_saved_tensors().__enter__())
    # PyTorch: (nothing: Tensor, AssertionError: Trying to backward outside of the ...)
    # PyTorch: RuntimeError: allow_mutation_on_saved_tensors ...


def mutation_of_views_of_saved_tensors(torch: Any) -> Iterator[Any]:
    """A saved tensor changed through a view or a detached alias is kept as it was."""
    graph = torch.autograd.graph
    x = _leaf(torch, 2)
    with graph.allow_mutation_on_saved_tensors():
        y = x * 1
        z = y * y
        y[0] = 100.0
        y.detach().zero_()
        (z.sum() + y.sum()).backward()
    yield x.grad.tolist()
    # PyTorch: [2.0, 5.0]


def incrementing_versions(torch: Any) -> Iterator[Any]:
    """increment_version raises the counter shared by views, so a saved tensor is then refused."""
    increment = torch.autograd.graph.increment_version
    x = torch.ones(2)
    increment(x)
    yield x._version
    increment([x, x, torch.ones(2)])
    yield x._version, x[0]._version, x.detach()._version
    y = _leaf(torch, 2) * 1
    z = y.exp() * y
    increment(y)
    yield refused(lambda: z.sum().backward())
    with torch.inference_mode():
        yield refused(lambda: increment(torch.ones(2))), refused(lambda: increment(3))["raised"]
    # PyTorch: 1
    # PyTorch: (3, 3, 3)
    # PyTorch: RuntimeError: one of the variables needed for ...
    # PyTorch: (nothing: NoneType, 'RuntimeError')


def graph_tasks(torch: Any) -> Iterator[Any]:
    """Each backward call is a graph task with its own number, and there is none outside."""
    seen: list[Any] = []
    x = _leaf(torch, 2)
    y = x * 2
    current = torch._C._current_graph_task_id
    y.register_hook(lambda g: seen.append(current()))
    yield current()
    y.sum().backward(retain_graph=True)
    y.sum().backward()
    yield seen[1] - seen[0], current()
    # PyTorch: -1
    # PyTorch: (1, -1)


def final_callbacks(torch: Any) -> Iterator[Any]:
    """Callbacks queued on the engine run in order after all gradients; outside backward they are refused."""
    seen: list[Any] = []
    x = _leaf(torch, 2)
    engine = torch.autograd.Variable._execution_engine
    yield refused(lambda: engine.queue_callback(lambda: None))
    y = x * 2

    def hook(g: Any) -> None:
        engine.queue_callback(lambda: seen.append(("first", x.grad is not None)))
        engine.queue_callback(lambda: seen.append("second"))
        seen.append("hook")

    y.register_hook(hook)
    x.register_hook(lambda g: seen.append("leaf"))
    y.sum().backward()
    yield seen
    # PyTorch: RuntimeError: Final callbacks can only be installed ...
    # PyTorch: ['hook', 'leaf', ('first', True), 'second']


def final_callbacks_that_fail(torch: Any) -> Iterator[Any]:
    """An error in a callback of the engine leaves backward after the gradient was accumulated."""
    x = _leaf(torch, 2)
    engine = torch.autograd.Variable._execution_engine
    y = x * 2
    y.register_hook(lambda g: engine.queue_callback(lambda: 1 / 0))
    yield refused(lambda: y.sum().backward(retain_graph=True)), x.grad.tolist()
    yield refused(lambda: y.sum().backward()), x.grad.tolist(), torch.is_grad_enabled()
    # PyTorch: (ZeroDivisionError: division by zero, [2.0, 2.0])
    # PyTorch: (ZeroDivisionError: division by zero, [4.0, 4.0], True)


def which_nodes_will_run(torch: Any) -> Iterator[Any]:
    """During backward the engine tells which nodes this call executes; outside it cannot be asked."""
    seen: list[Any] = []
    will = torch._C._will_engine_execute_node
    x, w = _leaf(torch, 2), _leaf(torch, 2)
    y = x * 2
    z = w * 3
    out = y + z
    nodes = [y.grad_fn, z.grad_fn]
    out.register_hook(lambda g: seen.append([will(n) for n in nodes]))
    yield refused(lambda: will(y.grad_fn))
    out.sum().backward(retain_graph=True)
    torch.autograd.grad(out.sum(), x, retain_graph=True)
    out.sum().backward(inputs=[w])
    yield seen
    # PyTorch: RuntimeError: _get_should_execute_nodes should only ...
    # PyTorch: [[True, True], [True, False], [False, True]]


def edges_and_their_owners(torch: Any) -> Iterator[Any]:
    """A GradientEdge holds node and output number, and one made by hand works as an input of grad."""
    graph = torch.autograd.graph
    x = _leaf(torch, 2)
    y = x * 2
    edge = graph.get_gradient_edge(y)
    yield type(edge).__name__, edge.node is y.grad_fn, edge.output_nr, len(edge), edge[1]
    a, b = x.split(1)
    yield (
        graph.get_gradient_edge(b).output_nr,
        graph.get_gradient_edge(x).node.variable is x,
        refused(lambda: graph.get_gradient_edge(3))["raised"],
    )
    built = graph.GradientEdge(y.grad_fn, 0)
    yield torch.autograd.grad(y.sum(), [built])[0].tolist()
    # PyTorch: ('GradientEdge', True, 0, 3, 0)
    # PyTorch: (1, True, 'AttributeError')
    # PyTorch: [1.0, 1.0]


def chains_of_common_programs(torch: Any) -> Iterator[Any]:
    """The chains of nodes that layers, losses, indexing and einsum leave in the graph."""
    functional = torch.nn.functional
    x, w, b = _leaf(torch), _leaf(torch, 4, 3), _leaf(torch, 4)
    yield chain(functional.linear(x, w, b).grad_fn), chain(functional.linear(x, w).grad_fn), chain(functional.linear(x[None], w, b).grad_fn)
    yield chain((x @ w.t()).grad_fn), chain((x[None] @ w.t()).grad_fn), chain(functional.cross_entropy(x, torch.tensor([0, 1])).grad_fn)
    yield (
        chain(functional.mse_loss(x, torch.zeros(2, 3)).grad_fn),
        chain(x.std(0).grad_fn),
        chain(x.norm(dim=1).grad_fn),
        chain(x[0, [0, 1]].grad_fn),
    )
    yield (
        chain(x[0, 1:].grad_fn),
        chain(x[..., None].grad_fn),
        chain(x[:, None, 0].grad_fn),
        chain(x.flatten().grad_fn),
        chain((x.t().flatten()).grad_fn),
    )
    yield (
        chain(torch.einsum("ij,kj->ik", x, w).grad_fn),
        chain(x.mT.grad_fn),
        chain(functional.normalize(x).grad_fn),
        chain(x.matmul(w[0]).grad_fn),
    )
    yield chain(functional.layer_norm(x, (3,)).grad_fn), chain(functional.softmax(x, 0).grad_fn), chain(functional.dropout(x, 0.5).grad_fn)


def chains_of_changes_in_place(torch: Any) -> Iterator[Any]:
    """The chains of nodes that assignments to indices leave, by kind of index and of value."""
    x = _leaf(torch)

    def written(index: Any, value: Any) -> Any:
        z = x * 1
        z[index] = value
        return chain(z.grad_fn)

    for index in (0, slice(None, 1), ..., [0, 1], (0, 1), (slice(None), 0), (..., 0), None, x > 2):
        yield written(index, 1.0), written(index, torch.tensor(1.0)), written(index, x.sum())
    yield written(0, x[1]), written(..., torch.ones(3)), written(slice(0, 2), torch.ones(2, 3).requires_grad_())


def derivative_graphs(torch: Any) -> Iterator[Any]:
    """The node that stands on top of a first derivative recorded with create_graph."""
    x = torch.tensor([0.5, 2.0], requires_grad=True)
    for make in (
        lambda: x * x,
        lambda: x.pow(2),
        lambda: x**3,
        lambda: x.exp(),
        lambda: x.sin(),
        lambda: 1 / x,
        lambda: x.sqrt(),
        lambda: x.tanh(),
        lambda: x.sigmoid(),
        lambda: x.log(),
        lambda: x.abs(),
        lambda: x.clamp(0, 1),
        lambda: x.softmax(0),
        lambda: x.cumsum(0),
        lambda: x.prod(),
        lambda: x.norm(),
    ):
        (g,) = torch.autograd.grad(make().sum(), x, create_graph=True)
        yield g.requires_grad, None if g.grad_fn is None else g.grad_fn.name()
