"""Errors about graphs, versions, views and in-place changes."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._array.core.dtypes import c_name
from ..._dispatch.tensor import CUSTOM_FUNCTION, INFERENCE, MULTI_OUTPUT, NO_GRAD


def saved_tensors_freed() -> RuntimeError:
    """Saved values were freed by an earlier backward."""
    return RuntimeError(
        "Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). Saved "
        "intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to "
        "backward through the graph a second time or if you need to access saved tensors after calling backward.")


def not_differentiable(what: str) -> RuntimeError:
    """Backward reaches a node without a derivative."""
    return RuntimeError(f"derivative for {what} is not implemented")


def forward_mode_with_out(name: str) -> NotImplementedError:
    """Forward mode through a call with `out=`."""
    return NotImplementedError(f"Trying to use forward AD with {name} that does not support it because it is an out= function")


# In place ---------------------------------------------------------------------------------------------------------------------------

def cannot_cast(found: str, wanted: str) -> RuntimeError:
    """A result whose dtype cannot be cast to that of the tensor written to."""
    return RuntimeError(f"result type {found} can't be cast to the desired output type {wanted}")


def output_shape_mismatch(own: Any, wanted: Any) -> RuntimeError:
    """A result of another shape than the tensor written to."""
    return RuntimeError(f"output with shape {list(own)} doesn't match the broadcast shape {list(wanted)}")


def overlapping_write() -> RuntimeError:
    """A write into memory that several elements share."""
    return RuntimeError("unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please "
                        "clone() the tensor before performing the operation.")


def complex_inplace(name: str) -> RuntimeError:
    """An op that does not support complex tensors in place."""
    return RuntimeError(f"In-place {name} is not supported for complex tensors.")


def leaf_inplace(view: bool = False) -> RuntimeError:
    """A leaf that requires a gradient, or a view of one, is written to."""
    return RuntimeError(f"a {'view of a ' * view}leaf Variable that requires grad is being used in an in-place operation.")


def not_a_matrix(ndim: int) -> RuntimeError:
    """An in-place write into a tensor that has to be a matrix and is not."""
    return RuntimeError(f"2D tensor expected, got {ndim}D tensor for input")


def outer_size_mismatch(own: Any, first: Any, second: Any) -> RuntimeError:
    """Vectors whose outer product has another size than the matrix written to."""
    return RuntimeError(f"size mismatch, input: {list(own)}, v1: {list(first)}, v2: {list(second)}")


def inplace_dtype_mismatch(own: np.dtype[Any], wanted: np.dtype[Any]) -> RuntimeError:
    """A result of another dtype than the tensor written to."""
    return RuntimeError(f"Bad in-place call: input tensor dtype {c_name(own)} and output tensor dtype {c_name(wanted)} should match")


def inplace_size_mismatch(own: Any, wanted: Any) -> RuntimeError:
    """A result of another size than the tensor written to."""
    return RuntimeError(f"Bad in-place call: input tensor size {list(own)} and output tensor size {list(wanted)} should match")


# Views ------------------------------------------------------------------------------------------------------------------------------

_ADVICE = ("Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your code by moving both the view and "
           "the inplace either both inside the {0} block (if you don't want the inplace to be tracked) or both outside (if you want the "
           "inplace to be tracked).")
_REASONS = {
    MULTI_OUTPUT: "This view is the output of a function that returns multiple views. Such functions do not allow the output views to be "
                  "modified inplace. You should replace the inplace operation by an out-of-place one.",
    CUSTOM_FUNCTION: "This view was created inside a custom Function (or because an input was returned as-is) and the autograd logic to "
                     "handle view+inplace would override the custom backward associated with the custom Function, leading to incorrect "
                     "gradients. This behavior is forbidden. You can fix this by cloning the output of the custom Function.",
    NO_GRAD: _ADVICE.format("no_grad"),
    INFERENCE: _ADVICE.format("inference_mode"),
}


def view_inplace(node: str | None, slot: int, creation: int, itself: bool) -> RuntimeError:
    """A view, output `slot` of the node `node`, was changed in place where that is not allowed: `itself`, or through its base."""
    mode = "inference mode" if creation == INFERENCE else "no_grad mode"
    if node is not None:
        start = f"Output {slot} of {node} is a view"
        start += f" of a view which was created in {mode}" if creation in (NO_GRAD, INFERENCE) else ""
    else:
        start = f"A view was created in {mode}"
    if creation == INFERENCE:
        end = " in normal mode"
    else:
        end = "" if node is not None and creation != NO_GRAD else " with grad mode enabled"
    what = "is being modified inplace" if itself else "its base or another view of its base has been modified inplace"
    return RuntimeError(f"{start} and {what}{end}. {_REASONS[creation]}")


# Saved tensors and inference --------------------------------------------------------------------------------------------------------

def unpack_hook_without_tensor(kind: str) -> TypeError:
    """An unpack hook returned something else than a tensor."""
    return TypeError(f"Output of saved tensor unpack_hook expected to be a Tensor but got result of type {kind}")


def requires_grad_of_integers() -> RuntimeError:
    """A gradient is required of integers or bools."""
    return RuntimeError("Only Tensors of floating point and complex dtype can require gradients")


def pack_hook_inplace() -> RuntimeError:
    """A pack hook changes its argument in place."""
    return RuntimeError("A saved tensor pack hook is modifying its input in place. Tensors provided as input to pack hook cannot be "
                        "modified by in-place operations as this can lead to unexpected side-effects. Please open an issue if you "
                        "need to perform in-place operations on the input to a pack hook.")


def save_inference_tensor() -> RuntimeError:
    """An inference tensor would have to be saved for backward."""
    return RuntimeError("Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in "
                        "computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it in "
                        "autograd, or use `torch.no_grad()` instead of `torch.inference_mode()`.")


def write_to_inference_tensor() -> RuntimeError:
    """An inference tensor is changed in place outside of inference mode."""
    return RuntimeError("Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal "
                        "tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17 for more details.")


# Nodes ------------------------------------------------------------------------------------------------------------------------------

def node_keyword_arguments() -> TypeError:
    """A node is called with keyword arguments."""
    return TypeError("keyword arguments are not supported")


def sequence_nr_not_int() -> TypeError:
    """A node's sequence number is no int."""
    return TypeError("an integer is required")


def negative_sequence_nr() -> OverflowError:
    """A node's sequence number is negative."""
    return OverflowError("can't convert negative int to unsigned")


def node_pickled(name: str) -> TypeError:
    """A node is pickled."""
    return TypeError(f"cannot pickle '{name}' object")


def node_instantiated(name: str) -> TypeError:
    """A node is created by calling its class."""
    return TypeError(f"cannot create '{name}' instances")


def hooks_on_non_leaf() -> TypeError:
    """Hooks are registered on a node that is none of a leaf."""
    return TypeError("_register_hook_dict expected a variable")


