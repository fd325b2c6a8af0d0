"""backward and grad to the last argument: sequences, dicts, edges, batches, cotangents that do not fit, accumulation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .. import chain, refused


def _leaf(torch: Any, *shape: int, **options: Any) -> Any:
    count = 1
    for size in shape:
        count *= size
    return torch.arange(1.0, count + 1, **options).reshape(shape).clone().requires_grad_()


def _to_list(value: Any) -> Any:
    return None if value is None else value.tolist()


def several_outputs(torch: Any) -> Iterator[Any]:
    """Backward takes lists, tuples and iterators of outputs, with None as the cotangent of a scalar."""
    x, y = _leaf(torch, 2), _leaf(torch, 2)
    torch.autograd.backward([(x * y).sum(), (x + y).sum()])
    yield x.grad, y.grad
    torch.autograd.backward(((x * 2), x.sum()), (torch.tensor([1.0, 10.0]), None))
    yield x.grad
    torch.autograd.backward(v for v in [x.sum(), y.sum()])
    yield _to_list(x.grad), _to_list(y.grad)
    # PyTorch: (tensor([2., 3.]), tensor([2., 3.]))
    # PyTorch: tensor([5., 24.])
    # PyTorch: ([6.0, 25.0], [3.0, 4.0])
    # PyTorch: memory in common: 0 and 2


def empty_sequences(torch: Any) -> Iterator[Any]:
    """What backward and grad say to empty sequences, None or a number in place of outputs."""
    x = _leaf(torch, 2)
    yield (
        refused(lambda: torch.autograd.backward([])),
        refused(lambda: torch.autograd.grad([], [x])),
        refused(lambda: torch.autograd.grad([], [])),
    )
    yield (
        refused(lambda: torch.autograd.backward([], [])),
        refused(lambda: torch.autograd.backward(None)),
        refused(lambda: torch.autograd.backward(3)),
    )


def the_same_output_twice(torch: Any) -> Iterator[Any]:
    """An output that is given twice counts twice in the gradient."""
    x = _leaf(torch, 2)
    out = (x * x).sum()
    torch.autograd.backward([out, out])
    yield _to_list(x.grad)
    (g,) = torch.autograd.grad([x.sum(), x.sum()], x)
    yield _to_list(g)
    # PyTorch: [4.0, 8.0]
    # PyTorch: [2.0, 2.0]


def leaf_as_output(torch: Any) -> Iterator[Any]:
    """Backward from a leaf puts the cotangent into its own gradient, and grad of a leaf by itself returns it."""
    x = _leaf(torch, 1)
    x.backward()
    yield x.grad
    x.backward(torch.tensor([3.0]))
    yield x.grad, torch.autograd.grad(x, x), torch.autograd.grad(x, x, torch.tensor([5.0]))
    yield refused(lambda: torch.ones(1).backward())
    # PyTorch: tensor([1.])
    # PyTorch: (tensor([4.]), (tensor([1.]),), (tensor([5.]),))
    # PyTorch: RuntimeError: element 0 of tensors does not require ...
    # PyTorch: memory in common: 0 and 1


def input_is_on_the_way(torch: Any) -> Iterator[Any]:
    """Gradients can be asked at intermediate tensors and at the output itself, also together with the leaf."""
    x = _leaf(torch, 2)
    y = x * 2
    z = (y * y).sum()
    yield [_to_list(g) for g in torch.autograd.grad(z, [y, x], retain_graph=True)]
    yield [_to_list(g) for g in torch.autograd.grad(z, [z, y, x, x], retain_graph=True)]
    z.backward(inputs=[y])
    yield x.grad, _to_list(y.grad), y.is_leaf, y.retains_grad
    # PyTorch: [[4.0, 8.0], [8.0, 16.0]]
    # PyTorch: [1.0, [4.0, 8.0], [8.0, 16.0], [8.0, 16.0]]
    # PyTorch: (None, [4.0, 8.0], False, True)


def inputs_of_backward(torch: Any) -> Iterator[Any]:
    """Backward with inputs= accumulates only there; an empty list and things that are no such tensors are refused."""
    x, y = _leaf(torch, 2), _leaf(torch, 2)
    out = (x * y).sum()
    out.backward(inputs=x, retain_graph=True)
    yield _to_list(x.grad), y.grad
    out.backward(inputs=(y,), retain_graph=True)
    yield _to_list(x.grad), _to_list(y.grad)
    yield (
        refused(lambda: out.backward(inputs=[])),
        refused(lambda: out.backward(inputs=[3])),
        refused(lambda: out.backward(inputs=[torch.ones(2)])),
    )
    unused = _leaf(torch, 2)
    out.backward(inputs=[unused])
    yield unused.grad


def inputs_dict_of_backward(torch: Any) -> Iterator[Any]:
    """Backward also accepts a dict of tensors as its inputs."""
    x, y = _leaf(torch, 2), _leaf(torch, 2)
    yield refused(lambda: (x * y).sum().backward(inputs={"x": x})), _to_list(x.grad), y.grad
    # PyTorch: (nothing: NoneType, [1.0, 2.0], None)


def dict_of_inputs(torch: Any) -> Iterator[Any]:
    """With a dict of inputs grad answers with a dict of the same keys."""
    x, y = _leaf(torch, 2), _leaf(torch, 2)
    found = torch.autograd.grad((x * y).sum(), {"a": x, "b": y})
    yield type(found).__name__, {k: v.tolist() for k, v in found.items()}
    found = torch.autograd.grad((x * 2).sum(), {"a": x, "b": y}, allow_unused=True)
    yield {k: _to_list(v) for k, v in found.items()}, refused(lambda: torch.autograd.grad(x.sum(), {}))
    yield refused(lambda: torch.autograd.grad((x * 2).sum(), {"a": x, "b": y}))
    # PyTorch: ('dict', {a: [1.0, 2.0], b: [1.0, 2.0]})
    # PyTorch: ({a: [2.0, 2.0], b: None}, RuntimeError: `inputs` argument to `grad()` cannot be ...)
    # PyTorch: RuntimeError: The differentiated Tensor at index 1 ...


def unused_inputs(torch: Any) -> Iterator[Any]:
    """An unused input is refused unless allow_unused gives None or materialize_grads gives zeros."""
    x, y = _leaf(torch, 2), _leaf(torch, 2)
    out = (x * 2).sum()
    yield (
        refused(lambda: torch.autograd.grad(out, [x, y], retain_graph=True)),
        refused(lambda: torch.autograd.grad(out, y, retain_graph=True)),
    )
    yield refused(lambda: torch.autograd.grad(out, [x, y], allow_unused=False, retain_graph=True))
    yield torch.autograd.grad(out, y, allow_unused=True, retain_graph=True)
    yield torch.autograd.grad(out, [y, x], materialize_grads=True, retain_graph=True)
    yield refused(lambda: torch.autograd.grad(out, y, materialize_grads=True, allow_unused=False))
    yield torch.autograd.grad(out, y, materialize_grads=True, allow_unused=True)
    # PyTorch: (RuntimeError: The differentiated Tensor at index 1 ..., RuntimeError: The differentiated Tensor at index 0 ...)
    # PyTorch: RuntimeError: The differentiated Tensor at index 1 ...
    # PyTorch: (None,)
    # PyTorch: (tensor([0., 0.]), tensor([2., 2.]))
    # PyTorch: ValueError: Expected allow_unused to be True or not ...
    # PyTorch: (tensor([0., 0.]),)


def zeros_for_unused_inputs(torch: Any) -> Iterator[Any]:
    """The zeros made for an unused input have its dtype and shape, and require a gradient under create_graph."""
    x, y = _leaf(torch, 2), torch.ones(3, 2, dtype=torch.float64).t().requires_grad_()
    (gx, gy) = torch.autograd.grad((x * x).sum(), [x, y], materialize_grads=True, create_graph=True)
    yield gx.requires_grad, gy, gy.requires_grad
    # PyTorch: (True, tensor([[0., 0., 0.], [0., 0., 0.]], dtype=torch.float64, requires_grad=True), True)


def cotangent_shapes(torch: Any) -> Iterator[Any]:
    """A cotangent of another shape, or fewer cotangents than outputs, is refused and leaves no gradient."""
    x = _leaf(torch, 2)
    out = x * 2
    for bad in (torch.ones(3), torch.ones(2, 1), torch.ones(()), torch.ones(1), torch.ones(0)):
        yield refused(lambda bad=bad: out.backward(bad)), refused(lambda bad=bad: torch.autograd.grad(out, x, bad))
    yield (
        refused(lambda: torch.autograd.grad([out, x.sum()], x, [torch.ones(2)])),
        refused(lambda: torch.autograd.backward([out, out], [torch.ones(2)])),
    )
    yield x.grad


def cotangent_kinds(torch: Any) -> Iterator[Any]:
    """Numbers, lists, strings, dicts and None for a non-scalar are refused as cotangents."""
    x = _leaf(torch, 2)
    out = x * 2
    yield refused(lambda: out.backward(3.0)), refused(lambda: out.backward([1.0, 2.0])), refused(lambda: out.backward("ab"))
    yield (
        refused(lambda: torch.autograd.grad(out, x, 2.0)),
        refused(lambda: torch.autograd.grad(out, x, [2.0])),
        refused(lambda: torch.autograd.grad(out, x, {})),
    )
    yield refused(lambda: torch.autograd.grad(out, x, [None]))


def cotangent_dtypes(torch: Any) -> Iterator[Any]:
    """Which dtypes of a cotangent are refused for a float output, and which are cast to it."""
    x = _leaf(torch, 2)
    for dtype in (torch.float64, torch.float16, torch.int64, torch.bool, torch.complex64):
        yield refused(lambda dtype=dtype: (x * 2).backward(torch.ones(2, dtype=dtype))), x.grad
        x.grad = None
    # PyTorch: (nothing: NoneType, tensor([2., 2.]))
    # PyTorch: (nothing: NoneType, tensor([2., 2.]))
    # PyTorch: (nothing: NoneType, tensor([2., 2.]))
    # PyTorch: (nothing: NoneType, tensor([2., 2.]))
    # PyTorch: (RuntimeError: For complex Tensors, both grad_output ..., None)


def complex_outputs(torch: Any) -> Iterator[Any]:
    """A complex output needs an explicit complex cotangent; its real parts give gradients of the complex leaf."""
    z = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
    yield refused(lambda: (z * z).sum().backward()), refused(lambda: (z * z).backward(torch.ones(2)))
    (z * z).backward(torch.tensor([1j, 1 + 0j]))
    yield z.grad
    yield torch.autograd.grad(z.abs().sum(), z), torch.autograd.grad(torch.view_as_real(z).sum(), z), torch.autograd.grad(z.real.sum(), z)
    # PyTorch: (RuntimeError: grad can be implicitly created only for ..., RuntimeError: For complex Tensors, both grad_output ...)
    # PyTorch: tensor([4.+2.j, 6.+2.j])
    # PyTorch: ((tensor([0.4472+0.8944j, 0.9487-0.3162j]),), (tensor([1.+1.j, 1.+1.j]),), (tensor([1.+0.j, 1.+0.j]),))


def integers_have_no_gradient(torch: Any) -> Iterator[Any]:
    """Indices, comparisons and integer casts of a leaf require no gradient and refuse backward."""
    x = _leaf(torch, 3)
    i = x.argmax()
    yield (
        i.requires_grad,
        refused(lambda: i.backward()),
        (x > 2).requires_grad,
        refused(lambda: x.long().sum().backward()),
        x.long().requires_grad,
    )


def gradient_edges(torch: Any) -> Iterator[Any]:
    """Gradient edges stand in for tensors as outputs and as inputs of grad and backward."""
    from_graph = torch.autograd.graph
    x = _leaf(torch, 2)
    y = x * 3
    z = (y * y).sum()
    edge_y, edge_x, edge_z = (from_graph.get_gradient_edge(t) for t in (y, x, z))
    yield [_to_list(g) for g in torch.autograd.grad(z, [edge_y, edge_x], retain_graph=True)]
    yield [_to_list(g) for g in torch.autograd.grad(edge_z, [x], retain_graph=True)]
    yield [_to_list(g) for g in torch.autograd.grad((edge_z,), (edge_x,), torch.tensor(2.0), retain_graph=True)]
    torch.autograd.backward(edge_z, inputs=[x], retain_graph=True)
    yield _to_list(x.grad)
    torch.autograd.backward(edge_y, torch.ones(2))
    yield _to_list(x.grad)
    yield refused(lambda: from_graph.get_gradient_edge(torch.ones(2))), edge_y._fields, edge_x.node.name(), edge_y.output_nr


def edges_that_are_not_used(torch: Any) -> Iterator[Any]:
    """An unused gradient edge gives None with allow_unused, and cannot be materialized as zeros."""
    x, y = _leaf(torch, 2), _leaf(torch, 2)
    edge = torch.autograd.graph.get_gradient_edge(y * 2)
    yield torch.autograd.grad(x.sum(), [edge], allow_unused=True), refused(lambda: torch.autograd.grad(x.sum(), [edge]))
    yield refused(lambda: torch.autograd.grad(x.sum(), [edge], materialize_grads=True))
    # PyTorch: ((None,), RuntimeError: The differentiated Tensor at index 0 ...)
    # PyTorch: RuntimeError: materialize_grads cannot be used when ...


def batched_cotangents(torch: Any) -> Iterator[Any]:
    """With is_grads_batched an identity matrix gives the whole Jacobian; cotangents that do not fit are refused."""
    x = _leaf(torch, 3)
    out = x * x
    (g,) = torch.autograd.grad(out, x, torch.eye(3), is_grads_batched=True, retain_graph=True)
    yield g
    yield refused(lambda: torch.autograd.grad(out, x, torch.ones(3), is_grads_batched=True, retain_graph=True))
    yield refused(lambda: torch.autograd.grad(out, x, torch.ones(2, 2), is_grads_batched=True, retain_graph=True))
    (g,) = torch.autograd.grad(out, x, torch.eye(3), is_grads_batched=True, create_graph=True)
    (h,) = torch.autograd.grad(g.sum(), x)
    yield _to_list(h)
    # PyTorch: tensor([[2., 0., 0.], [0., 4., 0.], [0., 0., 6.]])
    # PyTorch: RuntimeError: If `is_grads_batched=True`, we ...
    # PyTorch: RuntimeError: If `is_grads_batched=True`, we ...
    # PyTorch: [2.0, 2.0, 2.0]


def freed_graphs(torch: Any) -> Iterator[Any]:
    """A second backward fails only where saved tensors were freed; create_graph keeps them for one more."""
    x = _leaf(torch, 2)
    out = (x.exp() * 2).sum()
    out.backward()
    yield refused(lambda: out.backward()), _to_list(x.grad)
    free = (x * 2).sum()
    free.backward()
    yield refused(lambda: free.backward()), _to_list(x.grad)
    out = x.exp().sum()
    torch.autograd.grad(out, x, create_graph=True)
    out.backward()
    yield refused(lambda: out.backward()), refused(lambda: torch.autograd.grad(out, x))
    # PyTorch: (RuntimeError: Trying to backward through the graph a ..., [5.436563491821289, 14.778112411499023])
    # PyTorch: (RuntimeError: Trying to backward through the graph a ..., [7.436563491821289, 16.778112411499023])
    # PyTorch: (RuntimeError: Trying to backward through the graph a ..., RuntimeError: Trying to backward through the graph a ...)


def a_freed_part(torch: Any) -> Iterator[Any]:
    """After one output has freed a shared node, backward from another output through it fails."""
    x = _leaf(torch, 2)
    shared = x.exp()
    a, b = shared.sum(), (shared * shared).sum()
    a.backward()
    yield refused(lambda: b.backward()), _to_list(x.grad)
    yield refused(lambda: shared.grad_fn._saved_result)
    # PyTorch: (RuntimeError: Trying to backward through the graph a ..., [2.7182817459106445, 7.389056205749512])
    # PyTorch: RuntimeError: Trying to backward through the graph a ...


def accumulation_keeps_the_object(torch: Any) -> Iterator[Any]:
    """A second backward adds to the same gradient tensor in place; after None a new one is made."""
    x = _leaf(torch, 2)
    (x * 2).sum().backward()
    first = x.grad
    (x * 3).sum().backward()
    yield first is x.grad, first, first._version
    x.grad = None
    (x * 4).sum().backward()
    yield first is x.grad, _to_list(first), _to_list(x.grad)
    # PyTorch: (True, tensor([5., 5.]), 1)
    # PyTorch: (False, [5.0, 5.0], [4.0, 4.0])


def stolen_or_added(torch: Any) -> Iterator[Any]:
    """The gradients of two leaves share no memory with each other or with the cotangent they came from."""
    x, y = _leaf(torch, 2), _leaf(torch, 2)
    cotangent = torch.tensor([1.0, 2.0])
    (x + y).backward(cotangent)
    yield (
        _to_list(x.grad),
        _to_list(y.grad),
        x.grad is cotangent,
        x.grad.data_ptr() == cotangent.data_ptr(),
        x.grad.data_ptr() == y.grad.data_ptr(),
    )
    x.grad.mul_(0)
    yield _to_list(y.grad), _to_list(cotangent)
    x.grad = None
    x.clone().backward(cotangent)
    x.grad.zero_()
    yield _to_list(cotangent)
    # PyTorch: ([1.0, 2.0], [1.0, 2.0], False, False, False)
    # PyTorch: ([1.0, 2.0], [1.0, 2.0])
    # PyTorch: [1.0, 2.0]


def layout_of_gradients(torch: Any) -> Iterator[Any]:
    """The strides of gradients for transposed, expanded and gapped leaves."""
    x = torch.ones(3, 2).t().requires_grad_()
    (x * 2).sum().backward()
    yield x.grad
    w = torch.ones(2, 3, requires_grad=True)
    w.t().exp().sum().backward()
    yield w.grad
    e = torch.ones(1, 3).expand(2, 3).requires_grad_()
    (e * 2).sum().backward()
    yield e.grad.stride()
    gap = torch.ones(4, 4)[::2, ::2].requires_grad_()
    (gap * 2).sum().backward()
    yield gap.grad.stride()
    # PyTorch: tensor([[2., 2., 2.], [2., 2., 2.]])
    # PyTorch: tensor([[2.7183, 2.7183, 2.7183], [2.7183, 2.7183, 2.7183]])
    # PyTorch: (3, 1)
    # PyTorch: (2, 1)


def retained_gradients(torch: Any) -> Iterator[Any]:
    """A retained gradient of a non-leaf is replaced by a new sum, not added in place, on the second backward."""
    x = _leaf(torch, 2)
    y = x * 2
    y.retain_grad()
    y.retain_grad()
    z = (y * y).sum()
    z.retain_grad()
    z.backward(retain_graph=True)
    first = y.grad
    yield _to_list(y.grad), z.grad, y.retains_grad, x.retains_grad
    z.backward()
    yield _to_list(y.grad), _to_list(z.grad), first is y.grad, _to_list(first)
    x.retain_grad()
    yield x.retains_grad, refused(lambda: torch.ones(2).retain_grad())
    # PyTorch: ([4.0, 8.0], tensor(1.), True, False)
    # PyTorch: ([8.0, 16.0], 2.0, False, [4.0, 8.0])
    # PyTorch: (False, RuntimeError: can't retain_grad on Tensor that has ...)


def retained_gradients_and_hooks(torch: Any) -> Iterator[Any]:
    """A retained gradient shows the effect of all hooks, even of one registered after retain_grad."""
    seen = []
    x = _leaf(torch, 2)
    y = x * 2
    y.register_hook(lambda g: g * 10)
    y.retain_grad()
    y.register_hook(lambda g: (seen.append(_to_list(y.grad)), g * 10)[1])
    y.sum().backward()
    yield _to_list(y.grad), _to_list(x.grad), seen
    # PyTorch: ([100.0, 100.0], [200.0, 200.0], [None])


def retained_gradients_and_changes_in_place(torch: Any) -> Iterator[Any]:
    """A retained gradient belongs to the value as it is after a later in-place change."""
    x = _leaf(torch, 2)
    y = x * 2
    y.retain_grad()
    y.mul_(3)
    y.sum().backward()
    yield _to_list(y.grad), _to_list(x.grad), y.retains_grad
    y = x * 2
    y.mul_(3)
    y.retain_grad()
    (y * 5).sum().backward()
    yield _to_list(y.grad)
    # PyTorch: ([1.0, 1.0], [6.0, 6.0], True)
    # PyTorch: [5.0, 5.0]


def assigning_gradients(torch: Any) -> Iterator[Any]:
    """A gradient of the wrong shape, dtype or kind is refused on assignment; one with history is taken."""
    x = _leaf(torch, 2)

    def assign(value: Any) -> Callable[[], None]:
        return lambda: setattr(x, "grad", value)

    for bad in (torch.ones(3), torch.ones(2, dtype=torch.float64), torch.ones(2, 1), 3, "a", [1.0, 2.0], x):
        yield refused(assign(bad))
    x.grad = torch.ones(2, requires_grad=True) * 2
    yield x.grad.requires_grad, x.grad.grad_fn.name()
    del x.grad
    yield x.grad
    plain = torch.ones(2)
    plain.grad = torch.ones(2)
    yield plain.grad


def grad_of_a_non_leaf(torch: Any) -> Iterator[Any]:
    """Reading the gradient of a non-leaf warns and gives None; an assigned one is left alone by backward."""
    x = _leaf(torch, 2)
    y = x * 2
    yield y.grad
    y.grad = torch.ones(2)
    y.sum().backward()
    yield _to_list(y.grad), _to_list(x.grad)
    # PyTorch: None
    # PyTorch: ([1.0, 1.0], [2.0, 2.0])
    # PyTorch: UserWarning: The .grad attribute of a Tensor that is ...


def grad_dtypes(torch: Any) -> Iterator[Any]:
    """The dtype a leaf wants for its gradient can be set to another one or to None, but only under conditions."""
    x = _leaf(torch, 2)
    yield x.grad_dtype, torch.ones(2).grad_dtype
    x.grad_dtype = torch.float64
    x.to(torch.float64).sum().backward()
    yield x.grad
    x.grad = None
    yield refused(lambda: setattr(x, "grad_dtype", "float64"))
    x.grad_dtype = None
    (x * 2).sum().backward()
    yield x.grad, x.grad_dtype
    yield refused(lambda: setattr(x, "grad_dtype", torch.float16))
    # PyTorch: (float32, float32)
    # PyTorch: tensor([1., 1.], dtype=torch.float64)
    # PyTorch: RuntimeError: grad_dtype must be a torch.dtype or ...
    # PyTorch: (tensor([2., 2.]), None)
    # PyTorch: RuntimeError: Cannot set grad_dtype to 'Half' because ...


def mixed_dtypes(torch: Any) -> Iterator[Any]:
    """Every leaf of a mixed-dtype product gets its gradient in its own dtype."""
    x, y = _leaf(torch, 2), _leaf(torch, 2, dtype=torch.float64)
    (x * y + y.half()).sum().backward()
    yield x.grad, y.grad
    h = _leaf(torch, 2, dtype=torch.bfloat16)
    (h * h).sum().backward()
    yield h.grad
    # PyTorch: (tensor([1., 2.]), tensor([2., 3.], dtype=torch.float64))
    # PyTorch: tensor([2., 4.], dtype=torch.bfloat16)


def no_gradient_needed(torch: Any) -> Iterator[Any]:
    """What is said when inputs or outputs need no gradient or are not tensors."""
    x = _leaf(torch, 2)
    plain = torch.ones(2)
    yield (
        refused(lambda: torch.autograd.grad(x.sum(), plain)),
        refused(lambda: plain.sum().backward()),
        refused(lambda: torch.autograd.grad(plain.sum(), x)),
    )
    yield refused(lambda: torch.autograd.backward([x.sum(), plain.sum()])), x.grad
    yield refused(lambda: torch.autograd.grad(x.sum(), [x, "x"])), refused(lambda: torch.autograd.grad(x.sum(), 3))


def requires_grad_turned_off_later(torch: Any) -> Iterator[Any]:
    """A leaf whose requires_grad is turned off after forward gets no gradient from that graph."""
    x, y = _leaf(torch, 2), _leaf(torch, 2)
    out = (x * y).sum()
    x.requires_grad_(False)
    out.backward()
    yield x.grad, _to_list(y.grad)
    # PyTorch: (None, [1.0, 2.0])


def old_arguments(torch: Any) -> Iterator[Any]:
    """The deprecated arguments grad_variables and only_inputs are still taken, the first not beside its successor."""
    x = _leaf(torch, 2)
    torch.autograd.backward((x * 2).sum(), grad_variables=torch.tensor(2.0))
    yield _to_list(x.grad), refused(lambda: torch.autograd.backward(x.sum(), torch.tensor(1.0), grad_variables=torch.tensor(2.0)))
    yield _to_list(torch.autograd.grad(x.sum(), x, only_inputs=False)[0])
    # PyTorch: ([4.0, 4.0], RuntimeError: `grad_tensors` and `grad_variables` ...)
    # PyTorch: [1.0, 1.0]
    # PyTorch: FutureWarning: `grad_variables` is deprecated. Use ...
    # PyTorch: FutureWarning: `grad_variables` is deprecated. Use ...
    # PyTorch: FutureWarning: only_inputs argument is deprecated and ...


def higher_orders(torch: Any) -> Iterator[Any]:
    """Five successive derivatives of sin(x) * x**4 with create_graph are right to nine places."""
    x = torch.tensor(1.5, dtype=torch.float64, requires_grad=True)
    g = x.sin() * x**4
    orders = []
    for _ in range(5):
        (g,) = torch.autograd.grad(g, x, create_graph=True)
        orders.append(round(g.item(), 9))
    yield orders
    # PyTorch: [13.824289403, 23.792450714, 0.882878812, -126.238141632, -302.019756748]


def second_derivative_of_a_constant_slope(torch: Any) -> Iterator[Any]:
    """The gradient of a linear function has no history, while those of a power and of relu have one."""
    x = _leaf(torch, 2)
    (g,) = torch.autograd.grad((x * 3).sum(), x, create_graph=True)
    yield g.requires_grad, refused(lambda: torch.autograd.grad(g.sum(), x))
    (g,) = torch.autograd.grad(x.pow(2).sum(), x, create_graph=True)
    yield chain(g.grad_fn), torch.autograd.grad(g.sum(), x)
    (g,) = torch.autograd.grad(x.relu().sum(), x, create_graph=True)
    yield g.requires_grad, refused(lambda: torch.autograd.grad(g.sum(), x))


def keep_graph_flags(torch: Any) -> Iterator[Any]:
    """retain_graph=False beside create_graph=True frees the graph; create_graph alone keeps it for one backward."""
    x = _leaf(torch, 2)
    out = x.exp().sum()
    out.backward(retain_graph=True)
    torch.autograd.grad(out, x, create_graph=True, retain_graph=False)
    yield refused(lambda: out.backward())
    out = x.exp().sum()
    torch.autograd.grad(out, x, create_graph=True)
    yield refused(lambda: out.backward()), refused(lambda: out.backward())
    # PyTorch: RuntimeError: Trying to backward through the graph a ...
    # PyTorch: (nothing: NoneType, RuntimeError: Trying to backward through the graph a ...)


# Backward with `create_graph` is not among the cases: PyTorch warns of the cycle once per process, so that cases would depend on
# which others ran before.
def gradient_modes_inside_backward(torch: Any) -> Iterator[Any]:
    """Hooks run with grad mode equal to create_graph, and the caller's mode is restored behind them."""
    seen = []
    x = _leaf(torch, 2)
    for create in (False, True):
        for mode in (torch.no_grad, torch.enable_grad):
            y = x * 2
            y.register_hook(lambda g: seen.append((torch.is_grad_enabled(), g.requires_grad)))
            with mode():
                torch.autograd.grad(y, x, torch.ones(2), create_graph=create)
                seen.append(torch.is_grad_enabled())
    yield seen
    # PyTorch: [(False, False), False, (False, False), True, (True, False), False, (True, False), True]


def scalars_with_one_element(torch: Any) -> Iterator[Any]:
    """A tensor of one element in two dimensions needs no cotangent, a larger one does."""
    x = _leaf(torch, 1, 1)
    (x * 2).backward()
    yield x.grad
    yield refused(lambda: torch.autograd.grad(x.expand(2, 1), x)), torch.autograd.grad(x * 3, x)
    # PyTorch: tensor([[2.]])
    # PyTorch: (RuntimeError: grad can be implicitly created only for ..., (tensor([[3.]]),))


def empty_tensors(torch: Any) -> Iterator[Any]:
    """Sums and products of an empty leaf give empty gradients; empty outputs are no implicit scalars."""
    x = torch.zeros(0, 3, requires_grad=True)
    x.sum().backward()
    yield x.grad.shape
    x.grad = None
    x.prod().backward()
    yield x.grad.shape
    yield refused(lambda: x.mean(0).backward()), refused(lambda: (x * 2).backward())
    # PyTorch: Size(0, 3)
    # PyTorch: Size(0, 3)
    # PyTorch: (RuntimeError: grad can be implicitly created only for ..., RuntimeError: grad can be implicitly created only for ...)
