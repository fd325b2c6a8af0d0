"""A wrapper of a parameter: functions that treat examples separately compute with it as usual, and their backward stores the gradient of
each example in `grad_sample` of the parameter."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import minitorch_compat as torch

from ....autograd.function import Function
from ....func import vmap
from ... import functional as F

__all__ = ["ExpandedWeight"]


class BatchedFunction(NamedTuple):
    """Facts about a function that treats the examples of a batch separately."""

    rank: Callable[[tuple[Any, ...], dict[str, Any]], int]
    """The least rank of an input that has a batch dimension, by the call's arguments."""
    batch_keywords: tuple[str, ...] = ()
    """Keywords that concern the call as a whole, and are left out where the call of one example is differentiated."""


def _constant_rank(rank: int) -> Callable[..., int]:
    return lambda _args, _kwargs: rank


def _layer_norm_rank(args: tuple[Any, ...], kwargs: dict[str, Any]) -> int:
    shape = args[1] if len(args) > 1 else kwargs["normalized_shape"]
    return 1 + (1 if isinstance(shape, int) else len(shape))


BATCHED_FUNCTIONS: dict[Any, BatchedFunction] = {
    F.linear: BatchedFunction(_constant_rank(2)), F.conv1d: BatchedFunction(_constant_rank(3)),
    F.conv2d: BatchedFunction(_constant_rank(4)), F.conv3d: BatchedFunction(_constant_rank(5)),
    F.embedding: BatchedFunction(_constant_rank(2), ("max_norm", "norm_type", "scale_grad_by_freq", "sparse")),
    F.layer_norm: BatchedFunction(_layer_norm_rank),
    F.group_norm: BatchedFunction(_constant_rank(2)),
    F.instance_norm: BatchedFunction(_constant_rank(3), ("running_mean", "running_var", "momentum")),
}


class ExpandedWeight(torch.Tensor):
    """The wrapper of a parameter by which `call_for_per_sample_grads` replaces it.

    Parameters
    ----------
    orig_weight : Tensor
        The parameter, which requires a gradient.
    batch_size : int
        The number of examples in the inputs.
    loss_reduction : str
        ``"sum"``, or ``"mean"`` where the loss is divided by the number of examples: gradients are then multiplied by it.

    Raises
    ------
    RuntimeError
        If `orig_weight` is not a tensor that requires a gradient.

    Examples
    --------
    >>> weight = torch.ones(1, 2, requires_grad=True)
    >>> expanded = ExpandedWeight(weight, 3, "sum")
    >>> torch.nn.functional.linear(torch.ones(3, 2), expanded).sum().backward()
    >>> weight.grad_sample.shape
    torch.Size([3, 1, 2])
    """

    def __new__(cls, orig_weight: torch.Tensor, batch_size: int, loss_reduction: str) -> ExpandedWeight:
        if not isinstance(orig_weight, torch.Tensor):
            raise RuntimeError(f"Can only make Expanded Weights of Tensors, got {type(orig_weight).__name__}")
        if not orig_weight.requires_grad:
            raise RuntimeError("Can only build ExpandedWeights objects of tensors that requires_grad, got one that does not")
        return torch.Tensor._make_subclass(cls, orig_weight.detach(), True)

    def __init__(self, orig_weight: torch.Tensor, batch_size: int, loss_reduction: str) -> None:
        self.orig_weight, self.batch_size, self.loss_reduction = orig_weight, batch_size, loss_reduction

    @classmethod
    def __torch_function__(cls, func: Any, types: Sequence[type], args: tuple[Any, ...] = (),
                           kwargs: dict[str, Any] | None = None) -> Any:
        kwargs = kwargs or {}
        if func in METADATA_FUNCTIONS:
            return super().__torch_function__(func, types, args, kwargs)
        if func not in BATCHED_FUNCTIONS:
            raise RuntimeError(f"Expanded Weights encountered but cannot handle function {getattr(func, '__name__', func)}")
        return _call(func, args, kwargs)


PROPERTIES = ("shape", "dtype", "device", "is_cuda", "requires_grad", "ndim", "layout", "data", "grad_fn", "is_leaf", "grad")
METHODS = ("size", "dim", "numel", "data_ptr", "get_device", "is_floating_point")
METADATA_FUNCTIONS = {*(getattr(torch.Tensor, name).__get__ for name in PROPERTIES), *(getattr(torch.Tensor, name) for name in METHODS)}
"""What only asks about the tensor, and is answered of it."""


def _call(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call the function on the wrapped parameters, with a backward by example."""
    if args:
        input, *rest = args
    else:
        input, rest = kwargs["input"], []
        kwargs = {name: value for name, value in kwargs.items() if name != "input"}
    _check_input(func, input, BATCHED_FUNCTIONS[func].rank((input, *rest), kwargs))
    weights = [value for value in (*rest, *kwargs.values()) if isinstance(value, ExpandedWeight)]
    for weight in weights:
        if weight.batch_size != input.shape[0]:
            raise RuntimeError(f"Expected ExpandedWeights to have batch size matching input but got {func.__name__} of an input of "
                               f"{input.shape[0]} examples with ExpandedWeight of batch size {weight.batch_size}")
    if len({weight.loss_reduction for weight in weights}) > 1:
        raise RuntimeError(f"Expected ExpandedWeights to all have the same loss_reduction argument, got both in {func.__name__}")
    return PerSampleCall.apply(_Arguments(func, rest, kwargs, weights), input, *(weight.orig_weight for weight in weights))


def _check_input(func: Any, input: Any, rank: int) -> None:
    if isinstance(input, ExpandedWeight) or not isinstance(input, torch.Tensor):
        raise RuntimeError(f"Expanded Weights requires a Tensor as the first input of {func.__name__}, and one that is no ExpandedWeight, "
                           f"got {type(input).__name__}")
    if input.dim() < rank:
        raise RuntimeError(f"Expanded Weights requires a batch dimension, and an input of at least {rank} dimensions for {func.__name__}, "
                           f"got {input.dim()}")
    if input.shape[0] == 0:
        raise RuntimeError(f"0 is not a valid batch size for Expanded Weights: input of {func.__name__} has shape {list(input.shape)}")


class _Arguments:
    """A call's arguments after the input, in which expanded weights can be replaced by other tensors."""

    def __init__(self, func: Any, rest: list[Any], kwargs: dict[str, Any], weights: list[ExpandedWeight]) -> None:
        self.func, self.rest, self.kwargs, self.weights = func, rest, kwargs, weights

    def call(self, input: torch.Tensor, values: Sequence[torch.Tensor], excluded_keywords: tuple[str, ...] = ()) -> Any:
        replacements = dict(zip(map(id, self.weights), values, strict=True))
        rest = [replacements.get(id(value), value) for value in self.rest]
        kwargs = {name: replacements.get(id(value), value) for name, value in self.kwargs.items() if name not in excluded_keywords}
        return self.func(input, *rest, **kwargs)

    def call_single_example(self, input: torch.Tensor, *values: torch.Tensor) -> Any:
        """The call of a single example, as a batch of one."""
        return self.call(input.unsqueeze(0), values, BATCHED_FUNCTIONS[self.func].batch_keywords).squeeze(0)


class PerSampleCall(Function):
    """A call whose backward returns the gradient of the input, and stores those of the weights, by example, in their `grad_sample`."""

    @staticmethod
    def forward(ctx: Any, arguments: _Arguments, input: torch.Tensor, *weights: torch.Tensor) -> Any:
        ctx.arguments = arguments
        ctx.save_for_backward(input, *weights)
        return arguments.call(input, weights)

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        input, *weights = ctx.saved_tensors
        needs_gradient = ctx.needs_input_grad[1]
        with torch.enable_grad():
            x = input.detach().requires_grad_(needs_gradient)
            copies = [weight.detach().expand(len(x), *weight.shape).requires_grad_() for weight in weights]
            outputs = vmap(ctx.arguments.call_single_example)(x, *copies)
        computed = torch.autograd.grad(outputs, [x, *copies] if needs_gradient else copies, gradients)
        weight_gradients = computed[1:] if needs_gradient else computed
        for expanded, gradient in zip(ctx.arguments.weights, weight_gradients, strict=True):
            _accumulate_grad_sample(expanded, gradient)
        return None, computed[0] if needs_gradient else None, *(None for _ in weights)


def _accumulate_grad_sample(expanded: ExpandedWeight, gradient: torch.Tensor) -> None:
    """Add to the gradients of earlier calls with the parameter."""
    weight: Any = expanded.orig_weight
    if expanded.loss_reduction == "mean":
        gradient = gradient * expanded.batch_size
    accumulated = getattr(weight, "grad_sample", None)
    weight.grad_sample = gradient if accumulated is None else accumulated + gradient
