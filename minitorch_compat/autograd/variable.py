"""`Variable`: the class of tensors with gradients before PyTorch 0.4."""
from __future__ import annotations

from collections.abc import Callable
from operator import index
from typing import Any

from .._array.core.user_warnings import warn
from .._bindings.tensor.tensor import Tensor
from .._dispatch.call.torch_function import NOTHING, switched_off
from .._dispatch.state import LOCAL


class ImperativeEngine:
    """The engine as an object, used by libraries to queue callbacks or to run backward directly."""

    def run_backward(
        self, tensors: Any, grad_tensors: Any, keep_graph: bool, create_graph: bool, inputs: Any = (), allow_unreachable: bool = False,
        accumulate_grad: bool = False,
    ) -> Any:
        """Run backward from the tuple `tensors`: accumulate into leaves (`accumulate_grad`), or return the gradients of `inputs`."""
        from ._engine_calls import run_backward

        return run_backward(tensors, grad_tensors, keep_graph, create_graph, inputs, allow_unreachable, accumulate_grad)

    def queue_callback(self, callback: Callable[[], Any]) -> None:
        """Call `callback()` at the end of the running backward, after gradients are accumulated into leaves."""
        task = LOCAL.task
        if task is None:
            raise RuntimeError("Final callbacks can only be installed during backward pass.")
        if task.callbacks is None:
            task.callbacks = []
        task.callbacks.append(callback)

    def is_checkpoint_valid(self) -> bool:
        """Whether reentrant checkpointing works in the running backward: not in `grad`, nor with `inputs`."""
        return LOCAL.task is None or LOCAL.task.captures is None


class VariableMeta(type):
    """Metaclass that makes every tensor an instance of `Variable`."""

    def __instancecheck__(cls, other: Any) -> bool:
        return isinstance(other, Tensor)


class Variable(metaclass=VariableMeta):
    """The legacy constructor of tensors with a history: returns a tensor that shares the memory of its argument.

    Parameters
    ----------
    data : Tensor, optional
        The tensor.
    requires_grad : bool, default False
        Whether autograd records what is done with the result.
    volatile : bool, default False
        Obsolete.
    name : str, optional
        Obsolete.

    Notes
    -----
    `isinstance(x, Variable)` is true of every tensor. New programs set `requires_grad` of a tensor.

    References
    ----------
    PyTorch: ``torch.autograd.Variable``.

    Examples
    --------
    >>> x = torch.autograd.Variable(torch.tensor([1., 2.]), requires_grad=True)
    >>> (x * x).sum().backward()
    >>> x.grad
    tensor([2., 4.])
    >>> isinstance(x, torch.Tensor), isinstance(torch.ones(1), torch.autograd.Variable)
    (True, True)
    """

    _execution_engine = ImperativeEngine()

    def __new__(
        cls, data: Any = None, requires_grad: Any = False, volatile: Any = False, _grad_fn: Any = None, name: str | None = None,
    ) -> Any:
        requires_grad, volatile = bool(index(requires_grad)), bool(index(volatile))  # `index` raises the error
        if volatile:
            warn("volatile was removed and now has no effect. Use `with torch.no_grad():` instead.", UserWarning)
            if requires_grad:
                raise ValueError("Variable can't be volatile and require_grad at the same time!")
        if data is None:
            return Tensor().requires_grad_(requires_grad)
        if not isinstance(data, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type(data).__name__}")
        with switched_off(NOTHING):  # PyTorch calls no overrides or modes here
            out = data.detach()
            if requires_grad and not (out.is_floating_point() or out.is_complex()):
                raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
            out.requires_grad_(requires_grad)
        if name is not None:
            out._meta_for_writing().name = name
        return out
