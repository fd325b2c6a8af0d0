"""Private functions of PyTorch's `autograd.functional` that programs call."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._bindings.tensor.tensor import Tensor
from .._engine.backward import grad


def _construct_standard_basis_for(tensors: Sequence[Any], tensor_numels: Sequence[int]) -> tuple[Any, ...]:
    """The standard basis of the space spanned by all tensors together: for each tensor its columns of the identity, in its dtype."""
    if len(tensors) != len(tensor_numels):
        raise AssertionError(f"Expected tensors and tensor_numels to have the same length, but got {len(tensors)} and {len(tensor_numels)}")
    if not tensors:
        raise AssertionError("Expected at least one tensor")
    total, first, parts = sum(tensor_numels), 0, []
    for tensor, count in zip(tensors, tensor_numels, strict=True):
        part = tensor.new_zeros(total, count)
        part.diagonal(-first).fill_(1)
        first += count
        parts.append(part)
    return tuple(parts)


def _grad_postprocess(inputs: Any, create_graph: bool) -> Any:
    """Detach tensors, or tuples of them, unless `create_graph` is set."""
    if not isinstance(inputs[0], Tensor):
        return tuple(_grad_postprocess(each, create_graph) for each in inputs)
    return inputs if create_graph else tuple(each.detach() for each in inputs)


def _grad_preprocess(inputs: Any, create_graph: bool, need_graph: bool) -> tuple[Any, ...]:
    """Prepare inputs for differentiation: as views that keep the graph with `create_graph`, else detached."""
    return tuple(_prepare_input(each, create_graph, need_graph) for each in inputs)


def _prepare_input(each: Any, create_graph: bool, need_graph: bool) -> Any:
    if create_graph and each.requires_grad:
        return each.view_as(each) if not each.is_sparse else each.clone()
    return each.detach().requires_grad_(need_graph)


def _tuple_postprocess(res: Any, to_unpack: Any) -> Any:
    """Unpack `res` if the original value was not a tuple; with two flags, unpack the inner tuples too."""
    if not isinstance(to_unpack, tuple):
        return res if to_unpack else res[0]
    if len(to_unpack) != 2:
        raise AssertionError("Expected to_unpack tuple to have exactly 2 elements")
    outer, inner = to_unpack
    found = res if inner else tuple(each[0] for each in res)
    return found if outer else found[0]


def _as_tuple_nocheck(x: Any) -> tuple[Any, ...]:
    """`x` as a tuple: the elements of a list, else `x` alone."""
    return x if isinstance(x, tuple) else tuple(x) if isinstance(x, list) else (x,)


def _as_tuple(inp: Any, arg_name: str | None = None, fn_name: str | None = None) -> Any:
    """`_as_tuple_nocheck` without names; with them, whether `inp` is a tuple, and the tuple, whose elements must be tensors."""
    if arg_name is None and fn_name is None:
        return _as_tuple_nocheck(inp)
    is_tuple = isinstance(inp, tuple)
    for i, x in enumerate(inp if is_tuple else (inp,)):
        if not isinstance(x, Tensor):
            which = f"the value at index {i}" if is_tuple else f"the given {arg_name}"
            raise TypeError(f"The {arg_name} given to {fn_name} must be either a Tensor or a tuple of Tensors but {which} has type "
                            f"{type(x)}.")
    return is_tuple, inp if is_tuple else (inp,)


def _validate_v(v: Any, other: Any, is_other_tuple: bool) -> None:
    """Refuse vectors whose number or shapes differ from those of `other`."""
    if len(v) != len(other):
        if is_other_tuple:
            raise RuntimeError(f"v is a tuple of invalid length: should be {len(other)} but got {len(v)}.")
        raise RuntimeError("The given v should contain a single Tensor.")
    for i, (vector, expected) in enumerate(zip(v, other, strict=True)):
        if vector.shape != expected.shape:
            prefix = f"Entry {i} in " if is_other_tuple else ""
            raise RuntimeError(f"{prefix}v has invalid size: should be {expected.shape} but got {vector.shape}.")


_INDEPENDENT = {
    "hessian": "The hessian of the user-provided function with respect to input {} is independent of the input. This is not allowed in "
               "strict mode. You should ensure that your function is thrice differentiable and that the hessian depends on the inputs.",
    "jacobian": "While computing the hessian, found that the jacobian of the user-provided function with respect to input {} is "
                "independent of the input. This is not allowed in strict mode. You should ensure that your function is twice "
                "differentiable and that the jacobian depends on the inputs (this would be violated by a linear function for example).",
    "grad_inputs": "The gradient with respect to input {} is independent of the inputs of the user-provided function. This is not allowed "
                   "in strict mode.",
    "outputs": "Output {} of the user-provided function does not require gradients. The outputs must be computed in a differentiable "
               "manner from the input when running in strict mode."}


def _check_requires_grad(inputs: Any, input_type: str, strict: bool) -> None:
    """If `strict`, refuse None and tensors that do not require gradients; `input_type` selects the error message."""
    if not strict:
        return
    if input_type not in _INDEPENDENT:
        raise RuntimeError("Invalid input_type to _check_requires_grad")
    for i, each in enumerate(inputs):
        if each is None:
            raise RuntimeError(f"The output of the user-provided function is independent of input {i}. This is not allowed in strict mode.")
        if not each.requires_grad:
            raise RuntimeError(_INDEPENDENT[input_type].format(i))


def _autograd_grad(
    outputs: Any, inputs: Any, grad_outputs: Any = None, create_graph: bool = False, retain_graph: bool | None = None,
    is_grads_batched: bool = False,
) -> Any:
    """`autograd.grad` that skips outputs without a graph and returns None for unreachable inputs."""
    if not isinstance(outputs, tuple):
        raise AssertionError("Expected outputs to be a tuple")
    if grad_outputs is None:
        grad_outputs = (None,) * len(outputs)
    if not isinstance(grad_outputs, tuple):
        raise AssertionError("Expected grad_outputs to be a tuple")
    if len(outputs) != len(grad_outputs):
        raise AssertionError(f"Expected outputs and grad_outputs to have the same length, but got {len(outputs)} and {len(grad_outputs)}")
    pairs = [(o, g) for o, g in zip(outputs, grad_outputs, strict=True) if o is not None and o.requires_grad]
    if not pairs:
        return (None,) * len(inputs)
    return grad(tuple(o for o, _ in pairs), inputs, tuple(g for _, g in pairs), allow_unused=True, create_graph=create_graph,
                retain_graph=retain_graph, is_grads_batched=is_grads_batched)


_NOT_REACHED = {
    "back": "The output of the user-provided function is independent of input {}. This is not allowed in strict mode.",
    "back_trick": "The gradient with respect to the input is independent of entry {} in the grad_outputs when using the double backward "
                  "trick to compute forward mode gradients. This is not allowed in strict mode.",
    "double_back": "The jacobian of the user-provided function is independent of input {}. This is not allowed in strict mode.",
    "double_back_trick": "The hessian of the user-provided function is independent of entry {} in the grad_jacobian. This is not allowed "
                         "in strict mode as it prevents from using the double backward trick to replace forward mode AD."}


def _fill_in_zeros(grads: Any, refs: Any, strict: bool, create_graph: bool, stage: str) -> tuple[Any, ...]:
    """Replace None among `grads` by zeros like `refs`; if `strict`, raise the error of the `stage` instead."""
    if stage not in _NOT_REACHED:
        raise RuntimeError(f"Invalid stage argument '{stage}' to _fill_in_zeros")
    return tuple(_fill_missing(i, g, ref, strict, create_graph, stage) for i, (g, ref) in enumerate(zip(grads, refs, strict=False)))


def _fill_missing(i: int, g: Any, ref: Any, strict: bool, create_graph: bool, stage: str) -> Any:
    if g is None:
        if strict:
            raise RuntimeError(_NOT_REACHED[stage].format(i))
        return ref.new_zeros(ref.shape)
    if strict and create_graph and not g.requires_grad:
        what = "hessian" if "double" in stage else "jacobian"
        raise RuntimeError(f"The {what} of the user-provided function is independent of input {i}. This is not allowed in strict mode when "
                           "create_graph=True.")
    return g


__all__ = ["_as_tuple", "_as_tuple_nocheck", "_autograd_grad", "_check_requires_grad", "_construct_standard_basis_for", "_fill_in_zeros",
           "_grad_postprocess", "_grad_preprocess", "_tuple_postprocess", "_validate_v"]
