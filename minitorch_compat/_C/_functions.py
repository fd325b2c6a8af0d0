"""`torch._C._functions`: the classes of nodes, and two ops that autograd tests use."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.tensor.tensor import Tensor
from .._dispatch.graph.inplace import CopySlices
from .._dispatch.graph.node import AccumulateGrad, Node, named_class
from .._dispatch.graph.not_implemented import Error, delayed_error
from .._dispatch.graph.recording import edge_of
from .._dispatch.state import LOCAL
from .._ops.op import OPS
from .._tables import read_table

__all__ = ["AccumulateGrad", "CopySlices", "DelayedError", "Error", "UndefinedGrad", "UndefinedGradBackward"]

#: Names of nodes that PyTorch has besides those of the ops in the table: of overloads, second derivatives, other devices and layouts.
NAMES = frozenset(read_table("_C/node_names.txt").decode().split())


def _check_inputs(tensors: tuple[Any, ...], count: int) -> tuple[Any, ...]:
    if len(tensors) != count:
        raise TypeError(f"expected {count} arguments, got {len(tensors)} instead")
    for i, t in enumerate(tensors):
        if t is not None and not isinstance(t, Tensor):
            raise TypeError(f"argument {i} is not a Variable")
    return tensors


def _output_tuple(outs: tuple[Any, ...]) -> Any:
    return outs[0] if len(outs) == 1 else outs


class DelayedError:
    """Called with `num_inputs` tensors, returns their values; backward through these raises RuntimeError(`msg`)."""

    def __init__(self, *args: Any) -> None:
        if len(args) != 2:
            raise RuntimeError(f"Requires two arguments, got {len(args)}")
        text, self._count = args
        if not isinstance(self._count, int):
            raise RuntimeError("argument 'num_inputs' must be an int")
        self._text = text.decode() if isinstance(text, bytes) else text

    def __call__(self, *tensors: Any) -> Any:
        return _output_tuple(delayed_error(self._text, _check_inputs(tensors, self._count)))


class UndefinedGradBackward(Node):
    """Passes on undefined gradients, which are not the same as zeros."""

    __slots__ = ()
    __module__ = "builtins"
    takes_nothing = True

    def name(self) -> str:
        return "torch::autograd::UndefinedGradBackward"

    def _derive(self, _cotangents: Any, _space: Any) -> Any:
        return (None,)


class UndefinedGrad:
    """Called with a tensor, returns its values; backward through them passes on an undefined gradient."""

    def __call__(self, *tensors: Any) -> Any:
        source, = _check_inputs(tensors, 1)
        out = source.detach()
        if LOCAL.grad and source.requires_grad:
            edge, slot = edge_of(source)
            node = UndefinedGradBackward((edge,), (slot,) if slot else None)
            node.shape, node.dtype = out._array.shape, out._array.dtype
            out._grad_fn, out._output_nr, out._requires_grad = node, 0, True
        return out


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    def __getattr__(name: str) -> type[Node]:
        """The class of the nodes of that name: `torch._C._functions.MulBackward0`."""
        if name.startswith("__") or (found := named_class(name, name in NAMES)) is None:
            raise AttributeError(f"module 'torch._C._functions' has no attribute {name!r}")
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *NAMES, *(op.node_name for op in OPS.values() if op.node_name.rstrip("0123456789").endswith("Backward"))})
