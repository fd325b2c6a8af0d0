"""AccumulateGrad nodes: how long they live, and what hangs on them."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._autograd import make_leaf, tried


def hooks_of_a_node_that_is_let_go(torch: Any) -> Iterator[Any]:
    """Nobody holds the node but the graph, which goes away: the hook goes with it."""
    x, log = make_leaf(torch), []
    x.view_as(x).grad_fn.next_functions[0][0].register_hook(lambda *_: log.append("lost"))
    (x * 2).sum().backward()
    yield list(log)
    y = x * 2
    node = y.grad_fn.next_functions[0][0]
    node.register_hook(lambda *_: log.append("post"))
    node.register_prehook(lambda *_: log.append("pre"))
    y.sum().backward()
    yield list(log)
    del y
    (x * 3).sum().backward()
    yield list(log)
    del node
    (x * 3).sum().backward()
    yield list(log), x.grad
    # PyTorch: []
    # PyTorch: ['pre', 'post']
    # PyTorch: ['pre', 'post', 'pre', 'post']
    # PyTorch: (['pre', 'post', 'pre', 'post'], tensor([10., 10., 10.]))


def hooks_live_with_any_graph(torch: Any) -> Iterator[Any]:
    """Another graph that leads to the leaf keeps the node; so does a loop that makes a graph before it drops the last."""
    x, log = make_leaf(torch), []
    first, second = x * 2, x * 3
    first.grad_fn.next_functions[0][0].register_hook(lambda *_: log.append("post"))
    del first
    second.sum().backward()
    yield list(log)
    loss = second.sum()
    for _ in range(3):
        loss = (x * x).sum()
        loss.backward()
    yield list(log)
    del second, loss
    (x * x).sum().backward()
    yield list(log)
    # PyTorch: ['post']
    # PyTorch: ['post', 'post', 'post', 'post']
    # PyTorch: ['post', 'post', 'post', 'post']


def metadata_of_a_node_that_is_let_go(torch: Any) -> Iterator[Any]:
    """Metadata of an AccumulateGrad node lasts while a graph or a gradient edge holds the node."""
    x = make_leaf(torch)
    (x * 2).grad_fn.next_functions[0][0].metadata["key"] = 1
    yield (x * 2).grad_fn.next_functions[0][0].metadata
    y = x * 2
    y.grad_fn.next_functions[0][0].metadata["key"] = 1
    yield (x * 2).grad_fn.next_functions[0][0].metadata
    edge = torch.autograd.graph.get_gradient_edge(x)
    edge.node.metadata["other"] = 2
    del y
    yield (x * 3).grad_fn.next_functions[0][0].metadata
    del edge
    yield (x * 3).grad_fn.next_functions[0][0].metadata
    # PyTorch: {}
    # PyTorch: {key: 1}
    # PyTorch: {key: 1, other: 2}
    # PyTorch: {}


def hooks_of_tensors_keep_no_node(torch: Any) -> Iterator[Any]:
    """A hook on a leaf does not hold its AccumulateGrad node: hooks on the node go when the graph that made it goes."""
    for register in ("register_hook", "register_post_accumulate_grad_hook"):
        x, log = make_leaf(torch), []
        getattr(x, register)(lambda _, log=log: log.append("tensor"))
        (x * 2).grad_fn.next_functions[0][0].register_hook(lambda *_, log=log: log.append("node"))
        (x * 2).sum().backward()
        yield list(log)
    # PyTorch: ['tensor']
    # PyTorch: ['tensor']


def one_node_for_all_graphs(torch: Any) -> Iterator[Any]:
    """A leaf has one AccumulateGrad node for all graphs; called by hand it accumulates, and takes one argument."""
    x = make_leaf(torch)
    node = x.view_as(x).grad_fn.next_functions[0][0]
    y, z = x * 2, x * 3
    yield [t.grad_fn.next_functions[0][0] is node for t in (y, z)]
    yield node.name(), node.next_functions, node.variable is x, node.requires_grad, node._sequence_nr()
    yield tried(lambda: node(torch.ones(3))), x.grad
    yield tried(lambda: node()), tried(lambda: node(None)), tried(lambda: node(torch.ones(3), torch.ones(3)))
    # PyTorch: [True, True]
    # PyTorch: ('torch::autograd::AccumulateGrad', (), True, True, 18446744073709551615)
    # PyTorch: ((), tensor([1., 1., 1.]))
    # PyTorch: (('TypeError', 'expected 1 arguments, got 0 instead'), (), ('TypeError', 'expected 1 arguments, got 2 instead'))


def removing_a_hook(torch: Any) -> Iterator[Any]:
    """A hook removed from an AccumulateGrad node does not run in the next backward."""
    x, log = make_leaf(torch), []
    y = x * 2
    handle = y.grad_fn.next_functions[0][0].register_hook(lambda *_: log.append("post"))
    y.sum().backward(retain_graph=True)
    handle.remove()
    y.sum().backward()
    yield log
    # PyTorch: ['post']


def several_gradients_into_one_leaf(torch: Any) -> Iterator[Any]:
    """A leaf named twice gets one gradient twice from grad, and accumulates once in `backward(inputs=...)`."""
    x = make_leaf(torch)
    found = torch.autograd.grad((x * x).sum(), [x, x])
    yield found, found[0] is found[1]
    yield torch.autograd.backward((x * x).sum(), inputs=[x, x]), x.grad
    # PyTorch: ((tensor([2., 4., 6.]), tensor([2., 4., 6.])), True)
    # PyTorch: (None, tensor([2., 4., 6.]))
    # PyTorch: memory in common: 0 and 1


def flags(torch: Any) -> Iterator[Any]:
    """retain_graph takes bools and ints; a string, or None as create_graph, raises TypeError."""
    y = make_leaf(torch) * 2
    yield tried(lambda: torch.autograd.backward(y, torch.ones(3), retain_graph="yes"))
    yield tried(lambda: y.sum().backward(create_graph=None)), tried(lambda: y.sum().backward(retain_graph="no"))
    yield tried(lambda: torch.autograd.grad(y.sum(), y, create_graph="no")), tried(lambda: y.sum().backward(retain_graph=2))
    # PyTorch: ('TypeError', "'str' object cannot be interpreted as ...")
    # PyTorch: (('TypeError', "'NoneType' object cannot be interpreted ..."), ('TypeError', "'str' object cannot be interpreted as ..."))
    # PyTorch: (('TypeError', "'str' object cannot be interpreted as ..."), None)


def backward_into_a_tensor_on_the_way(torch: Any) -> Iterator[Any]:
    """The node of an input runs, with all its hooks, though nothing comes of it; what it saved is used up."""
    x, log = make_leaf(torch), []
    y = x.sin()
    y.register_hook(lambda g: log.append(("tensor", g.tolist())))
    y.grad_fn.register_prehook(lambda gs: log.append(("before", gs[0].tolist())))
    y.grad_fn.register_hook(lambda found, gs: log.append(("after", found, gs[0].tolist())))
    z = y * 3
    z.sum().backward(inputs=[y])
    yield log, y.grad, x.grad
    yield tried(lambda: y.sum().backward())
    z = x.sin()
    (z * 2).sum().backward(inputs=[z], retain_graph=True)
    yield tried(lambda: z.sum().backward()), x.grad
    # PyTorch: ([('tensor', [3.0, 3.0, 3.0]), ('before', [3.0, 3.0, 3.0]), ('after', (None,), [3.0, 3.0, 3.0])], tensor([3., 3., 3.]), None)
    # PyTorch: ('RuntimeError', 'Trying to backward through the graph a ...')
    # PyTorch: (None, tensor([0.5403, -0.4161, -0.9900]))


def backward_of_a_function_whose_output_is_an_input(torch: Any) -> Iterator[Any]:
    """`backward(inputs=[y])` runs the backward of the Function that made y, grad with respect to y does not."""
    log = []

    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            log.append(g.tolist())
            return g * 2

    x = make_leaf(torch)
    y = Double.apply(x)
    (y * 3).sum().backward(inputs=[y])
    yield log, y.grad, x.grad
    yield torch.autograd.grad((y * 3).sum(), y), log
    # PyTorch: ([[3.0, 3.0, 3.0]], tensor([3., 3., 3.]), None)
    # PyTorch: ((tensor([3., 3., 3.]),), [[3.0, 3.0, 3.0]])


def hooks_of_several_gradients_and_grad(torch: Any) -> Iterator[Any]:
    """A multi-grad hook runs in grad too, with None for what got no gradient; grad of a hooked leaf is refused."""
    x, log = make_leaf(torch), []
    y, z = x * 2, x.sin()
    torch.autograd.graph.register_multi_grad_hook((x, y, z), lambda gs: log.append([None if g is None else g.tolist() for g in gs]))
    yield torch.autograd.grad(y.sum(), y, retain_graph=True), list(log)
    yield tried(lambda: torch.autograd.grad(y.sum(), x, retain_graph=True)), list(log)
    y.sum().backward()
    yield log
    # PyTorch: ((tensor([1., 1., 1.]),), [[None, [1.0, 1.0, 1.0], None]])
    # PyTorch: (('RuntimeError', 'A leaf node was passed to ...'), [[None, [1.0, 1.0, 1.0], None]])
    # PyTorch: [[None, [1.0, 1.0, 1.0], None], [[2.0, 2.0, 2.0], [1.0, 1.0, 1.0], None]]


def hooks_outlive_detaching_in_place(torch: Any) -> Iterator[Any]:
    """Hooks from before detach_ stay on the tensor: made a leaf that requires grad, it runs them before newer ones."""
    y, log = make_leaf(torch) * 2, []
    y.register_hook(lambda _: log.append("old"))
    y.detach_()
    y.requires_grad_().register_hook(lambda _: log.append("new"))
    (y * 2).sum().backward()
    yield log, y.grad
    # PyTorch: (['old', 'new'], tensor([2., 2., 2.]))
