"""Record metadata of the tensors that a graph computes at its nodes."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..._bindings.settings.constants import channels_last, channels_last_3d, contiguous_format
from ..._bindings.tensor.tensor import Tensor
from ..._namespace.modules import recorded_getattr
from ..interpreter import Interpreter
from ..node import Node, map_aggregate

__all__ = ["ShapeProp", "TensorMetadata"]


class TensorMetadata(NamedTuple):
    """Shape, dtype and layout of a tensor."""

    shape: Any
    dtype: Any
    requires_grad: bool
    stride: tuple[int, ...]
    memory_format: Any
    is_quantized: bool
    qparams: dict[str, Any]


def _extract_tensor_metadata(result: Tensor, include_contiguity: bool = True) -> TensorMetadata:
    formats: Any = (contiguous_format, channels_last, channels_last_3d) if include_contiguity else ()
    layout = next((f for f in formats if result.is_contiguous(memory_format=f)), None)
    return TensorMetadata(result.shape, result.dtype, result.requires_grad, result.stride(), layout, False, {})


class ShapeProp(Interpreter):
    """Runs a graph and records at each node, as "tensor_meta" and "type", what it returned."""

    def __init__(self, gm: Any, fake_mode: Any = None) -> None:
        super().__init__(gm)

    def run_node(self, n: Node) -> Any:
        """Compute the node's value and record its metadata."""
        try:
            result = super().run_node(n)
        except Exception as error:
            raise RuntimeError(f"ShapeProp error for: node={n.format_node()} with meta={n.meta}") from error
        metadata = []

        def to_metadata(value: Any) -> Any:
            if not isinstance(value, Tensor):
                return value
            metadata.append(value)
            return _extract_tensor_metadata(value)

        meta = map_aggregate(result, to_metadata)
        if metadata:
            n.meta["tensor_meta"] = meta
        n.meta["type"] = type(result)
        return result

    def propagate(self, *args: Any) -> Any:
        """Run the graph with these arguments."""
        return super().run(*args)


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.passes.shape_prop")
