"""The calls that `FlopCounterMode` counts: observed products, and the products of nodes in backward.

In backward on arrays, formulas may use operators, which are not observable; the calls of PyTorch for a node follow from its op and from
the inputs that need a gradient.  Nodes that may contain products and have no rule here are refused.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod
from typing import Any

from .._array.core.meta import MetaArray
from .._bindings.tensor.tensor import Tensor
from .._dispatch.graph.node import AccumulateGrad, Node
from .._dispatch.state import LOCAL
from .._dispatch.unsupported import UnsupportedError
from .._engine.hooks import is_captured
from .._ops.op import Op
from ..ops._overloads import OpOverload, aten
from ._checkpoint.selective import OpObserver

Shape = tuple[int, ...]
#: (op packet, shapes and other arguments, shape or shapes of the result)
Call = tuple[str, tuple[Any, ...], Any]

class ProductCounter(OpObserver):
    """Calls `count(packet, args, kwargs, result)` for each op that PyTorch's dispatcher would see."""

    count: Any

    def __init__(self, count: Callable[..., None], backward: bool) -> None:
        self.count, self.backward = count, backward
        self.nodes: list[Any] = []

    def begin(self, name: str, scope: int = 0) -> Any:
        """Open a span of a node in backward, or of the engine around it."""
        self.nodes.append(super().begin(name, scope))
        return self.nodes[-1]

    def finish(self, span: Any) -> None:
        """Close the span."""
        self.nodes.remove(span)
        super().finish(span)

    def is_observable(self, value: Any) -> bool:
        """Accept meta tensors, too, because only shapes are needed."""
        return super().is_observable(value) or value._array.__class__ is MetaArray

    def __call__(self, op: Op, args: tuple[Any, ...], run: Callable[[], Any], suffix: str = "") -> Any:
        if LOCAL.levels:
            raise UnsupportedError("FlopCounterMode inside of torch.func's transforms and of forward mode")
        if self.nodes and getattr(self.nodes[-1], "is_formula", False) and not LOCAL.saved_hooks:
            # The formula of a node, which `after_formula` counts. (The recomputation of a checkpoint runs inside of hooks, and is
            # counted here.)
            return run() if self.previous is None else self.previous(op, args, run, suffix)
        return super().__call__(op, args, run, suffix)

    def _result(self, overload: OpOverload, args: tuple[Any, ...], named: dict[str, Any], run: Callable[[], Any], replay: Any) -> Any:
        out = run()
        self.count(overload.overloadpacket, args, named, out)
        return out

    def after_formula(self, node: Any, g: Any) -> None:
        """Count the products of a node whose formula has run."""
        super().after_formula(node, g)
        name = node.op.products_in_backward
        if name == "unknown":
            raise UnsupportedError(f"FlopCounterMode of backward through {node.name()}")
        if not self.backward:
            raise UnsupportedError("FlopCounterMode of backward with formulas of one's own")
        rule = _RULES.get(name)
        if rule is None:
            return
        if isinstance(g, Tensor) and LOCAL.saved_hooks:
            raise UnsupportedError("FlopCounterMode of a backward that is recorded inside of hooks for saved tensors")
        for packet, args, out in rule(node, tuple(g.shape)):
            self.count(getattr(aten, packet), args, {}, out)


def _inputs(node: Any) -> list[Shape | None]:
    """The shapes of a node's inputs, None where this backward needs no gradient."""
    slots = node.slots or (0,) * len(node.edges)
    return [_shape(edge, slot) if edge is not None and _needs_gradient(edge) else None
            for edge, slot in zip(node.edges, slots, strict=True)]


def _shape(edge: Any, slot: int) -> Shape:
    if isinstance(edge, AccumulateGrad):
        edge = edge.variable
    if not isinstance(edge, Node):
        return tuple(edge._array.shape)
    return tuple(edge.shape if edge.shape is not None else edge.metas[slot][0])


def _needs_gradient(edge: Any) -> bool:
    task = LOCAL.task
    if task is None or task.captures is None:
        return True
    leaf = edge.variable if isinstance(edge, AccumulateGrad) else edge
    if not isinstance(leaf, Node):
        return (id(leaf), 0) in task.captures
    return task.needed is None or edge.key in task.needed or is_captured(task.captures, edge)


def _matmul_products(packet: str, g: Shape, inner: list[int | None]) -> Iterator[Call]:
    """The products for the gradients of x and y in x @ y; `inner` is the contracted size for each, None if no gradient is needed."""
    rows, columns, batch = g[-2], g[-1], g[:-2]
    if inner[0] is not None:
        yield packet, ((*batch, rows, columns), (*batch, columns, inner[0])), (*batch, rows, inner[0])
    if inner[1] is not None:
        yield packet, ((*batch, inner[1], rows), (*batch, rows, columns)), (*batch, inner[1], columns)


def _matrix_rule(packet: str, first: int, of_x: int, of_y: int) -> Callable[[Any, Shape], Iterator[Call]]:
    """The rule of an op whose factors are the two inputs from number `first` on, contracted over dimensions `of_x` and `of_y`."""
    def rule(node: Any, g: Shape) -> Iterator[Call]:
        inputs = [*_inputs(node), None, None]
        inner = [None if shape is None else shape[d] for shape, d in zip(inputs[first:first + 2], (of_x, of_y), strict=True)]
        return _matmul_products(packet, (prod(g[:-2]), *g[-2:]) if packet == "bmm" else g, inner)

    return rule


def _baddbmm_products(node: Any, g: Shape) -> Iterator[Call]:
    _, x, y = _inputs(node)
    batch = next((shape[0] for shape in (x, y) if shape is not None), 0)
    return _matmul_products("bmm", (batch, *g), [None if x is None else x[2], None if y is None else y[1]])


def _contraction_products(node: Any, g: Shape) -> Iterator[Call]:
    *_, left, right = node.saved
    x, y = _inputs(node)
    size = prod(g)
    for shape, dims, i in ((x, left, 0), (y, right, 1)):
        if shape is not None:
            inner = prod(shape[d] for d in dims)
            outer_size = prod(shape) // inner if inner else 0
            other_size = size // outer_size if outer_size else 0
            flat = (outer_size, other_size) if i == 0 else (other_size, outer_size)
            yield from _matmul_products("mm", flat, [inner, None] if i == 0 else [None, inner])


def _convolution_products(node: Any, g: Shape) -> Iterator[Call]:
    _, x, weight, _, *rest = node.saved
    transposed = node.op.products_in_backward == "transposed convolution"
    stride, padding, *output_padding, dilation, groups = rest
    inputs = [*_inputs(node), None, None][:3]
    sizes = [shape if shape is not None else getattr(saved, "shape", None) for shape, saved in zip(inputs, (x, weight), strict=False)]
    if None in sizes:
        raise UnsupportedError("FlopCounterMode of a convolution of which hooks keep what was saved")
    yield "convolution_backward", (g, *sizes, None, stride, padding, dilation, transposed, output_padding or [0] * len(stride), groups,
                                   [shape is not None for shape in inputs]), tuple(inputs)


#: The rules by the entries' `products_in_backward`.
_RULES: dict[str, Callable[[Any, Shape], Iterator[Call]]] = {
    "matrices": _matrix_rule("mm", 0, -1, -2), "second transposed": _matrix_rule("mm", 0, -1, -1),
    "first transposed": _matrix_rule("mm", 0, -2, -2),
    "batches": _matrix_rule("bmm", 0, -1, -2), "sum with matrices": _matrix_rule("mm", 1, -1, -2),
    "sum with batches": _matrix_rule("bmm", 1, -1, -2), "sum of batches": _baddbmm_products, "contraction": _contraction_products,
    "convolutions": _convolution_products, "transposed convolution": _convolution_products,
}
