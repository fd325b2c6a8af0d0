"""`backward` and `grad` of `torch.autograd`, as type checkers see them: what `grad` gives depends on its arguments."""
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, overload

from .._bindings.tensor.tensor import Tensor
from .graph import GradientEdge

#: What is differentiated, and with respect to what.
_Ends: TypeAlias = Tensor | GradientEdge | Sequence[Tensor] | Sequence[GradientEdge] | Sequence[Tensor | GradientEdge]
_Cotangents: TypeAlias = Tensor | Sequence[Tensor | None] | None

def backward(tensors: _Ends, grad_tensors: _Cotangents = None, retain_graph: bool | None = None, create_graph: bool = False,
             grad_variables: _Cotangents = None, inputs: _Ends | Mapping[str, Tensor] | None = None) -> None: ...
@overload
def grad(outputs: _Ends, inputs: _Ends, grad_outputs: _Cotangents = None, retain_graph: bool | None = None, create_graph: bool = False,
         only_inputs: bool = True, allow_unused: Literal[False] | None = None, is_grads_batched: bool = False,
         materialize_grads: bool = False) -> tuple[Tensor, ...]: ...
@overload
def grad(outputs: _Ends, inputs: _Ends, grad_outputs: _Cotangents = None, retain_graph: bool | None = None, create_graph: bool = False,
         only_inputs: bool = True, *, allow_unused: Literal[True], is_grads_batched: bool = False,
         materialize_grads: Literal[True]) -> tuple[Tensor, ...]: ...
@overload
def grad(outputs: _Ends, inputs: _Ends, grad_outputs: _Cotangents = None, retain_graph: bool | None = None, create_graph: bool = False,
         only_inputs: bool = True, *, allow_unused: bool | None, is_grads_batched: bool = False,
         materialize_grads: bool = False) -> tuple[Tensor | None, ...]: ...
@overload
def grad(outputs: _Ends, inputs: Mapping[str, Tensor], grad_outputs: _Cotangents = None, retain_graph: bool | None = None,
         create_graph: bool = False, only_inputs: bool = True, allow_unused: bool | None = None, is_grads_batched: bool = False,
         materialize_grads: bool = False) -> dict[str, Tensor]: ...
