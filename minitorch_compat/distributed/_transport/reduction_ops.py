"""Reductions, their dtypes, and their implementation with MPI."""
from __future__ import annotations

import enum
from typing import Any

import numpy as np

from ..._dispatch.dtype import dtype as Dtype


class RedOpType(enum.IntEnum):
    """The kinds of reductions over processes."""

    SUM = 0
    AVG = 1
    PRODUCT = 2
    MIN = 3
    MAX = 4
    BAND = 5
    BOR = 6
    BXOR = 7
    PREMUL_SUM = 8


class ReduceOp:
    """The reductions, under the names that programs use."""

    RedOpType = RedOpType
    SUM, AVG, PRODUCT, MIN, MAX = RedOpType.SUM, RedOpType.AVG, RedOpType.PRODUCT, RedOpType.MIN, RedOpType.MAX
    BAND, BOR, BXOR, PREMUL_SUM = RedOpType.BAND, RedOpType.BOR, RedOpType.BXOR, RedOpType.PREMUL_SUM

    def __new__(cls, op: Any) -> Any:
        return op


#: The dtypes that gloo supports in collectives; others raise its error.
SUPPORTED_DTYPES = frozenset({"float32", "float64", "float16", "bfloat16", "int8", "uint8", "int32", "int64", "bool", "complex64",
                              "complex128"})
_BITWISE = (RedOpType.BAND, RedOpType.BOR, RedOpType.BXOR)
_UFUNCS = {RedOpType.SUM: np.add, RedOpType.AVG: np.add, RedOpType.PRODUCT: np.multiply, RedOpType.MIN: np.minimum,
           RedOpType.MAX: np.maximum,
           RedOpType.BAND: np.bitwise_and, RedOpType.BOR: np.bitwise_or, RedOpType.BXOR: np.bitwise_xor}
_MPI_NAMES = {RedOpType.SUM: "SUM", RedOpType.AVG: "SUM", RedOpType.PRODUCT: "PROD", RedOpType.MIN: "MIN", RedOpType.MAX: "MAX",
              RedOpType.BAND: "BAND", RedOpType.BOR: "BOR", RedOpType.BXOR: "BXOR"}
_MPI_OPS: dict[tuple[RedOpType, Any], Any] = {}


def check_op(op: Any, dtype: Dtype, name: str) -> RedOpType:
    """Return the reduction; raise if it is invalid or not defined for the dtype."""
    if not isinstance(op, RedOpType):
        raise TypeError(f"{name}: incompatible function arguments: op must be a torch.distributed.ReduceOp, not {type(op).__name__}")
    if op is RedOpType.PREMUL_SUM:
        raise RuntimeError("Cannot use ReduceOp.PREMUL_SUM with Gloo")
    if dtype.is_complex and op not in (RedOpType.SUM, RedOpType.AVG):
        if name == "all_reduce":
            raise ValueError(f"all_reduce does not support RedOpType.{op.name} on complex tensors")
        if name == "reduce_scatter":
            raise RuntimeError(f"all_reduce does not support RedOpType.{op.name} on complex tensors, nor does reduce_scatter")
        raise RuntimeError(f"{name} does not support RedOpType.{op.name} on complex tensors")
    check_dtype(dtype)
    if op in _BITWISE and (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(f"Cannot use ReduceOp.{op.name} with non-integral dtype")
    if op is RedOpType.AVG and not (dtype.is_floating_point or dtype.is_complex):
        words = {"int8": "Char", "uint8": "Byte", "int32": "Int", "int64": "Long", "bool": "Bool"}
        raise RuntimeError(f"result type Float can't be cast to the desired output type {words[dtype.name]}")
    return op


def check_dtype(dtype: Dtype) -> None:
    """Refuse dtypes that gloo does not support."""
    if dtype.name not in SUPPORTED_DTYPES:
        raise RuntimeError("Invalid scalar type")


def numpy_reduction(array: Any, op: RedOpType) -> tuple[Any, Any]:
    """The array (possibly as another dtype) and the ufunc of the reduction."""
    if array.dtype.kind == "c":
        array = array.view(array.real.dtype)
    return array.view(np.uint8) if array.dtype.kind == "b" else array, _UFUNCS[op]


def mpi_reduction(array: Any, op: RedOpType, mpi: Any) -> tuple[Any, Any]:
    """The buffer and the op for MPI. Dtypes without a C type are reduced by numpy in a callback of MPI."""
    if mpi is None:
        return array, None
    if array.dtype.kind == "c":
        array = array.view(array.real.dtype)
    if array.dtype.kind == "b":
        array = array.view(np.uint8)
    if array.dtype.kind in "fiu" and array.dtype.itemsize >= 4 or array.dtype.kind in "iu":
        return array, getattr(mpi, _MPI_NAMES[op])
    key = op, array.dtype
    if key not in _MPI_OPS:
        _MPI_OPS[key] = mpi.Op.Create(_numpy_callback(_UFUNCS[op], array.dtype), commute=True)
    return [array.view(np.uint16), mpi.UINT16_T], _MPI_OPS[key]


def _numpy_callback(ufunc: Any, dtype: Any) -> Any:
    def reduce(sent: Any, both: Any, _: Any) -> None:
        target = np.frombuffer(both, dtype=np.uint16).view(dtype)
        with np.errstate(all="ignore"):
            ufunc(target, np.frombuffer(sent, dtype=np.uint16).view(dtype), out=target)

    return reduce
