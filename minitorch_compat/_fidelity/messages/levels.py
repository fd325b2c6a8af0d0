"""Errors about forward mode and function transforms."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._array.core.dtypes import UnsupportedError, c_name, scalar_name
from ..._dispatch.levels.lifting import LevelEnded


def exit_of_outer_level() -> RuntimeError:
    """A forward level is closed before one that was opened after it."""
    return RuntimeError("Trying to exit a forward AD level that was not the last one that was created. This is not supported.")


def tangent_size_mismatch(primal: Any, tangent: Any) -> RuntimeError:
    """A tangent of another size than its primal."""
    return RuntimeError("Trying to set a forward gradient that has a different size than that of the original Tensor, this is not "
                        f"supported. Tensor is of size {list(primal)} while the given forward gradient is of size {list(tangent)}.")


def no_forward_derivative(name: str) -> NotImplementedError:
    """An op without a forward derivative."""
    return NotImplementedError(f"Trying to use forward AD with aten::{name} that does not support it.")


def tangent_dtype_mismatch(name: str, tangent: Any, result: Any) -> UnsupportedError:
    """A tangent of another dtype than the result, in an op that does not support that."""
    return UnsupportedError(f"{name}() in forward mode with a tangent of {tangent} beside a result of {result}")


def nondifferentiable_view_write() -> UnsupportedError:
    """A write into a view through which the derivative of the value does not pass."""
    return UnsupportedError("a write into a view under vmap, of a value whose derivative does not reach what the view is of,")


def value_of_traced_tensor() -> RuntimeError:
    """The value of a tensor is read that is batched or being differentiated."""
    return RuntimeError("It appears that you're trying to get value out of a tracing tensor with aten._local_scalar_dense.default - "
                        "erroring out! It's likely that this is caused by data-dependent control flow or similar.")


def unsupported_in_transforms() -> UnsupportedError:
    """An operation on the memory of a tensor inside a transform."""
    return UnsupportedError("this operation inside a torch.func transform")


def level_ended() -> LevelEnded:
    """A tensor is used after the transform that created it has ended."""
    return LevelEnded("a tensor outlived the function transform that it was made in: call .clone() on it first")


def no_storage(kind: str) -> NotImplementedError:
    """The storage of a tensor that has none of its own."""
    return NotImplementedError(f"Cannot access storage of {kind}")


def backward_in_vmap() -> RuntimeError:
    """`backward` under vmap."""
    return RuntimeError("backward() called inside torch.vmap. This is not supported, please call backward() outside torch.vmap or instead "
                        "use torch.autograd.grad inside torch.vmap")


def grad_of_batched_outputs(place: int) -> RuntimeError:
    """`autograd.grad` of outputs that are batched by vmap."""
    return RuntimeError("torch.autograd.grad(outputs, inputs, grad_outputs) called inside torch.vmap. We do not support the case where any "
                        f"outputs are vmapped tensors (output {place} is being vmapped over). Please call "
                        "autograd.grad() outside torch.vmap or file a bug report with your use case.")


def empty_batch_without_rule(name: str) -> RuntimeError:
    """A batch of size 0, for an op that is called once per example."""
    return RuntimeError(f"vmap: the op {name} has no batching rule, so it cannot be called on no examples at all")


def batched_write_to_unbatched(name: str, level: int | None = None) -> RuntimeError:
    """An in-place write of batched values into an unbatched tensor."""
    where = "in a vmap" if level is None else f"at level {level}"
    return RuntimeError(f"vmap: {name}(self, *extra_args) is not possible because there exists a Tensor `other` in extra_args that has "
                        f"more elements than `self`. This happened due to `other` being vmapped over but `self` not being vmapped over "
                        f"{where}. Please try to use out-of-place operators instead of {name}. If said operator is being "
                        "called inside the PyTorch framework, please file a bug report instead.")


def as_strided_out_of_memory(size: Any, stride: Any, offset: int, reached: int, own: int, end: int) -> RuntimeError:
    """`as_strided` under vmap that reaches the memory of other examples."""
    return RuntimeError(f"result = tensor.as_strided({list(size)}, {list(stride)}, {offset}) can access memory outside of `tensor`. "
                        f"`result` can access some memory in range [{offset}, {reached}], but `tensor` can only access some memory in "
                        f"range [{own}, {end}]. This is not supported inside of vmap")


def unsupported_tangent_dtype(dtype: np.dtype[Any]) -> RuntimeError:
    """A tangent of a dtype that the kernel of a linear op does not accept."""
    return RuntimeError(f"itensor_view_from_dense expects float/bfloat16/half/int8/fp8 tensor input{scalar_name(dtype)}")


def matmul_dtype_mismatch(a: np.dtype[Any], b: np.dtype[Any]) -> RuntimeError:
    """A product of matrices of different dtypes."""
    return RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {c_name(a)} != {c_name(b)}")


def scalar_type_mismatch(wanted: np.dtype[Any], found: np.dtype[Any]) -> RuntimeError:
    """Two dtypes where a kernel supports one."""
    return RuntimeError(f"expected scalar type {scalar_name(wanted)} but found {scalar_name(found)}")


def lerp_dtype_mismatch(start: np.dtype[Any], end: np.dtype[Any]) -> RuntimeError:
    """`lerp` between two dtypes."""
    return RuntimeError(f"expected dtype {c_name(start)} for `end` but got dtype {c_name(end)}")


def unexpected_dtype(found: np.dtype[Any], expected: np.dtype[Any]) -> RuntimeError:
    """Another dtype than the one expected."""
    return RuntimeError(f"Found dtype {scalar_name(found)} but expected {scalar_name(expected)}")
