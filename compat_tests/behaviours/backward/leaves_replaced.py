"""Leaves that get other memory while graphs lead to them: `.data = …` of another shape or dtype, and `set_`."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._autograd import function_of, tried


def _graph(torch: Any, n: int = 3) -> tuple[Any, Any]:
    leaf = torch.ones(n, requires_grad=True)
    return leaf, (leaf * 2).sum()


def _accumulator(loss: Any) -> Any:
    return loss.grad_fn.next_functions[0][0].next_functions[0][0]


def data_of_another_shape(torch: Any) -> Iterator[Any]:
    """A graph made before `data` got another shape: what backward accumulates or refuses."""
    leaf, loss = _graph(torch)
    leaf.data = torch.ones(5)
    yield loss.backward(), leaf.grad
    leaf, loss = _graph(torch)
    leaf.data = torch.ones(5)
    yield torch.autograd.grad(loss, leaf)
    leaf = torch.ones(3, requires_grad=True)
    loss = (leaf * leaf).sum()
    leaf.data = torch.ones(5)
    yield tried(loss.backward)
    leaf, loss = _graph(torch)
    node = _accumulator(loss)
    leaf.data = torch.ones(3, 2)
    yield node._input_metadata[0].shape, tried(loss.backward), leaf.grad
    leaf, loss = _graph(torch)
    loss.backward()
    leaf.data = torch.ones(3, 2)
    yield leaf.grad.shape, tried((leaf * 2).sum().backward)[0]
    # PyTorch: (None, tensor([2., 2., 2.]))
    # PyTorch: (tensor([2., 2., 2.]),)
    # PyTorch: ('RuntimeError', 'The size of tensor a (3) must match the ...')
    # PyTorch: ([3], ('RuntimeError', 'The size of tensor a (2) must match the ...'), None)
    # PyTorch: (Size(3), 'RuntimeError')


def data_of_another_shape_with_a_graph_left(torch: Any) -> Iterator[Any]:
    """The old accumulator keeps the old shape for as long as a graph holds it."""
    leaf, loss = _graph(torch)
    leaf.data = torch.ones(5)
    yield tried(lambda: (leaf * 2).sum().backward())[0]
    del loss
    leaf.grad = None
    yield (leaf * 2).sum().backward(), leaf.grad
    # PyTorch: 'RuntimeError'
    # PyTorch: (None, tensor([2., 2., 2., 2., 2.]))


def data_of_another_dtype(torch: Any) -> Iterator[Any]:
    """A leaf turned to float64 under an existing graph: which dtype its gradient gets."""
    leaf, loss = _graph(torch)
    leaf.data = torch.ones(3, dtype=torch.float64)
    yield loss.backward(), leaf.grad, leaf.dtype
    double = function_of(torch, lambda ctx, x: x * 2, lambda ctx, g: g * 2)
    leaf = torch.ones(3, requires_grad=True)
    loss = double.apply(leaf).sum()
    leaf.data = torch.ones(3, dtype=torch.float64)
    yield loss.backward(), leaf.grad, leaf.dtype
    layer = torch.nn.Linear(2, 2)
    loss = layer(torch.ones(1, 2)).sum()
    layer.double()
    yield loss.backward(), layer.weight.grad.dtype, layer.weight.dtype
    # PyTorch: (None, tensor([2., 2., 2.]), float64)
    # PyTorch: (None, tensor([2., 2., 2.]), float64)
    # PyTorch: (None, float32, float64)


def set_without_a_record(torch: Any) -> Iterator[Any]:
    """`set_` on a leaf under `no_grad`: gradients of graphs made before and after it."""
    for n in (3, 4):
        leaf, loss = _graph(torch)
        with torch.no_grad():
            leaf.set_(torch.zeros(n))
        yield tried(lambda loss=loss, leaf=leaf: torch.autograd.grad(loss, leaf, retain_graph=True))
        later = (leaf * 3).sum()
        yield torch.autograd.grad(loss + later, leaf, retain_graph=True)
        yield loss.backward(), leaf.grad
    # PyTorch: ('RuntimeError', 'The differentiated Tensor at index 0 ...')
    # PyTorch: (tensor([3., 3., 3.]),)
    # PyTorch: (None, tensor([2., 2., 2.]))
    # PyTorch: ('RuntimeError', 'The differentiated Tensor at index 0 ...')
    # PyTorch: (tensor([3., 3., 3., 3.]),)
    # PyTorch: (None, tensor([2., 2., 2.]))


def set_leaves_another_node(torch: Any) -> Iterator[Any]:
    """After `set_` a leaf gets a new accumulator, and hooks stay with the old or move on."""
    leaf, loss = _graph(torch)
    seen: list[Any] = []
    node = _accumulator(loss)
    node.metadata["mine"] = 1
    node.register_hook(lambda _, g: seen.append("old"))
    leaf.register_hook(lambda g: seen.append(g))
    leaf.register_post_accumulate_grad_hook(lambda p: seen.append("added"))
    with torch.no_grad():
        leaf.set_(torch.zeros(3))
    other = (leaf * 3).grad_fn.next_functions[0][0]
    other.register_hook(lambda _, g: seen.append("new"))
    yield other is node, dict(other.metadata), node.variable is leaf, node.name()
    loss.backward()
    yield list(seen), leaf.grad
    (leaf * 3).sum().backward()
    yield seen, leaf.grad, leaf._version
    # PyTorch: (False, {}, True, 'torch::autograd::AccumulateGrad')
    # PyTorch: ([tensor([2., 2., 2.]), 'added', 'old'], tensor([2., 2., 2.]))
    # PyTorch: ([tensor([2., 2., 2.]), 'added', 'old', tensor([3., 3., 3.]), 'added', 'new'], tensor([5., 5., 5.]), 1)
    # PyTorch: memory in common: 0 and 2, 1 and 4


def set_and_inputs(torch: Any) -> Iterator[Any]:
    """Whether `inputs=` and `autograd.grad` still find a leaf whose memory was set."""
    leaf, weight = torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True)
    loss = (leaf * 2 + weight).sum()
    with torch.no_grad():
        leaf.set_(torch.zeros(3))
    yield loss.backward(inputs=[weight], retain_graph=True), leaf.grad, weight.grad
    yield tried(lambda: loss.backward(inputs=[leaf], retain_graph=True)), leaf.grad
    yield torch.autograd.grad(loss, [leaf, weight], allow_unused=True, retain_graph=True), leaf.grad
    # PyTorch: (None, None, tensor([1., 1., 1.]))
    # PyTorch: (None, None)
    # PyTorch: ((None, tensor([1., 1., 1.])), None)


def set_of_what_requires_a_gradient(torch: Any) -> Iterator[Any]:
    """`set_` from a source that requires grad, and of a leaf with grad mode on."""
    t = torch.ones(3)
    t.set_(torch.zeros(3, requires_grad=True))
    yield t.requires_grad, t.is_leaf, type(t.grad_fn).__name__, tried(t.sum().backward)
    yield tried(lambda: torch.ones(3, requires_grad=True).set_(torch.zeros(3)))
    # PyTorch: (True, False, 'NotImplemented', ('RuntimeError', 'derivative for set_ is not implemented'))
    # PyTorch: ('RuntimeError', 'a leaf Variable that requires grad is ...')
