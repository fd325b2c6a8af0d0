"""Dtypes at the array level: categories, PyTorch's promotion table, casting.

PyTorch promotes by category first (bool < integer < floating < complex): an operand of a lower-ranked kind (a Python
number ranks below a 0-d tensor, which ranks below a tensor with dimensions) only counts when its category is higher.
https://docs.pytorch.org/docs/stable/tensor_attributes.html#type-promotion-doc
"""
from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from ..shape.strided import copy_dense, empty_dense
from .execution.quiet import quiet, restore, silence

#: bfloat16 of the optional extra, once `load_bfloat16` has been called: importing that takes a tenth of the time of the whole package.
bfloat16: np.dtype[Any] | None = None

bool_ = np.dtype(np.bool_)
uint8, uint16, uint32, uint64 = (np.dtype(t) for t in (np.uint8, np.uint16, np.uint32, np.uint64))
int8, int16, int32, int64 = (np.dtype(t) for t in (np.int8, np.int16, np.int32, np.int64))
float16, float32, float64 = (np.dtype(t) for t in (np.float16, np.float32, np.float64))
complex64, complex128 = np.dtype(np.complex64), np.dtype(np.complex128)
#: The canonical dtype objects, compared by identity: numpy has other objects that are equal to them, in unpickled arrays and for C types
#: of the same size.
_CANONICAL = {d: d for d in (
    bool_, uint8, uint16, uint32, uint64, int8, int16, int32, int64, float16, float32, float64, complex64, complex128)}
#: Types of two bytes; `bfloat16` joins them when it is loaded.
HALF_TYPES = {float16}
#: Dtypes of positions. Reading a dtype's name takes numpy longer than looking up few positions.
INDEX_TYPES = frozenset({int32, int64})


def load_bfloat16() -> np.dtype[Any] | None:
    """numpy's bfloat16, or None without the extra. Call it before an array of that dtype is made or accepted."""
    global bfloat16
    if bfloat16 is None:
        try:
            import ml_dtypes
        except ImportError:
            return None
        bfloat16 = np.dtype(ml_dtypes.bfloat16)
        HALF_TYPES.add(bfloat16)
        _CANONICAL[bfloat16] = bfloat16
    return bfloat16


#: numpy's type characters of 8-bit floats. PyTorch has few kernels for them; they are for storage. (`float8_e8m0fnu`, powers of two, is not
#: among them: it has no zero.)
FLOAT8 = "45CG"
FLOAT8_NAMES = frozenset({"float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz"})


def load_float8(name: str) -> np.dtype[Any] | None:
    """numpy's 8-bit float dtype of that name, or None without the extra."""
    try:
        import ml_dtypes
    except ImportError:
        return None
    found: np.dtype[Any] = np.dtype(getattr(ml_dtypes, name))
    return _CANONICAL.setdefault(found, found)


@quiet
def to_float8(array: np.ndarray[Any, Any], dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Real numbers as 8-bit floats, rounded as in PyTorch: through float32, and saturating where the type has no infinity."""
    values = array if array.dtype is float32 else copy_dense(array, float32)
    if dtype.name == "float8_e4m3fn":
        values = np.clip(values, -448, 448)
    out = np.asarray(copy_dense(values, dtype))
    if dtype.name == "float8_e5m2":
        np.putmask(out.view(uint8), np.isnan(values), 127)
    return out


def canonical_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The canonical object for this dtype."""
    return _CANONICAL.get(dtype, dtype)


def to_plain_ndarray(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The array itself, or a view of its memory as a plain ndarray with a canonical dtype."""
    if array.__class__ is not np.ndarray:
        array = array.view(np.ndarray)
    dtype = canonical_dtype(array.dtype)
    return array if dtype is array.dtype else array.view(dtype)


if "ml_dtypes" in sys.modules:  # user code may have such arrays already
    load_bfloat16()

#: 0 bool, 1 integer, 2 floating, 3 complex
CATEGORY = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3, "V": 2}
_COMPLEX_OF: dict[np.dtype[Any], np.dtype[Any]] = {float16: complex64, float32: complex64, float64: complex128}
_REAL_OF = {complex64: float32, complex128: float64}


class Defaults:
    """Process-wide default dtypes, as `torch.set_default_dtype` sets them."""

    floating: np.dtype[Any] = float32
    complex: np.dtype[Any] = complex64


def set_default_floating(dtype: np.dtype[Any]) -> None:
    """Make `dtype` the dtype of Python floats, and the matching complex type that of Python complex numbers."""
    Defaults.floating = dtype
    Defaults.complex = _COMPLEX_OF.get(dtype, complex64)


def is_floating(dtype: np.dtype[Any]) -> bool:
    """Whether `dtype` is a real floating type."""
    return CATEGORY[dtype.kind] == 2


def is_differentiable(dtype: np.dtype[Any]) -> bool:
    """Whether tensors of `dtype` can require gradients."""
    return CATEGORY[dtype.kind] >= 2


class UnsupportedError(NotImplementedError):
    """Raised for a name or a use that PyTorch supports and this package does not; the message names it and the page that lists it."""

    def __init__(self, name: str, status: str = "not built yet") -> None:
        from ..._advice import hint_for_name  # imported late: not needed when the package is imported

        super().__init__(f"{name} is not supported by minitorch_compat: {status}. {hint_for_name(name, status)}")
        self.name = name
        self.status = status


def complex32_error() -> UnsupportedError:
    """The error for complex32, which numpy does not have; complex64 is not substituted for it."""
    return UnsupportedError("torch.complex32", "out of scope (a type that numpy has not)")


def complex_of(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The complex dtype with parts of `dtype`; integers and bfloat16 get one that is wide enough."""
    if dtype == float16:
        raise complex32_error()
    return _COMPLEX_OF.get(dtype) or (dtype if dtype.kind == "c" else complex64)


def real_of(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The dtype of the parts of a complex dtype; a real dtype unchanged."""
    return _REAL_OF.get(dtype, dtype)


def floating_of(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """`dtype` itself when floating or complex, the default floating type otherwise."""
    return dtype if CATEGORY[dtype.kind] >= 2 else Defaults.floating


def check_64_bits(value: int) -> int:
    """The number, or OverflowError if it does not fit into 64 bits, as in PyTorch."""
    if not -(1 << 63) <= value < 1 << 64:
        raise OverflowError("int too big to convert" if value > 0 else "can't convert negative int to unsigned")
    return value


def scalar_dtype(value: Any) -> np.dtype[Any]:
    """The dtype of a Python number."""
    if value.__class__ is float:
        return Defaults.floating
    if isinstance(value, bool):
        return bool_
    if isinstance(value, int):
        return int64 if check_64_bits(value) < 1 << 63 else uint64
    if isinstance(value, float):
        return Defaults.floating
    if isinstance(value, complex):
        return Defaults.complex
    return canonical_dtype(np.asarray(value).dtype)


def promote_types(a: np.dtype[Any], b: np.dtype[Any]) -> np.dtype[Any]:
    """The common dtype of two operands of equal rank."""
    if a is b:
        return a
    ca, cb = CATEGORY[a.kind], CATEGORY[b.kind]
    if a.char in FLOAT8 or b.char in FLOAT8:
        raise RuntimeError(f"Promotion for Float8 Types is not supported, attempted to promote {scalar_name(a)} and {scalar_name(b)}")
    if (a.char in LIMITED_TYPES or b.char in LIMITED_TYPES) and 2 not in (ca, cb):
        raise RuntimeError("Promotion for uint16, uint32, uint64 types is not supported, attempted to promote "
                           f"{scalar_name(a)} and {scalar_name(b)}")
    if ca == cb:
        if ca == 2 and bfloat16 is not None and bfloat16 in (a, b):
            other = b if a == bfloat16 else a
            return float32 if other == float16 else other
        return canonical_dtype(np.promote_types(a, b))  # for int16 and uint16 numpy returns C's int, another dtype object
    low, high = (a, b) if ca < cb else (b, a)
    if CATEGORY[high.kind] == 3 and CATEGORY[low.kind] == 2:
        return complex128 if low == float64 else high
    return high


#: Dtypes that PyTorch has for storage and exchange, with few kernels: uint16, uint32 and uint64, which are promoted with floating dtypes
#: only, and 8-bit floats, which are not promoted at all.
LIMITED_TYPES = "HILQ" + FLOAT8
#: dtype -> name in messages, storage classes and the legacy tensor types.
SCALAR_NAMES = {"bool": "Bool", "uint8": "Byte", "int8": "Char", "int16": "Short", "int32": "Int", "int64": "Long", "uint16": "UInt16",
                "uint32": "UInt32", "uint64": "UInt64", "float16": "Half", "float32": "Float", "float64": "Double", "bfloat16": "BFloat16",
                "complex64": "ComplexFloat", "complex128": "ComplexDouble", **{name: name.capitalize() for name in FLOAT8_NAMES}}
_C_NAMES = {"uint8": "unsigned char", "int8": "signed char", "int16": "short int", "int32": "int", "int64": "long int",
            "float16": "c10::Half", "float32": "float",
            "float64": "double", "bfloat16": "c10::BFloat16", "complex64": "c10::complex<float>",
            "complex128": "c10::complex<double>"}


@cache  # numpy recomputes a dtype's name at every access
def scalar_name(dtype: np.dtype[Any]) -> str:
    """PyTorch's C++ scalar name, such as `Float` or `Long`: one of two sets of names in its messages."""
    return SCALAR_NAMES[dtype.name]


def require_kernel(kernel: str, dtype: np.dtype[Any], kinds: str = "") -> None:
    """Raise NotImplementedError for these kinds of dtype, and for unsigned integers of more than 8 bits."""
    if dtype.char in LIMITED_TYPES or dtype.kind in kinds:
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{scalar_name(dtype)}'")


@cache
def tensor_type(dtype: np.dtype[Any]) -> str:
    """`torch.FloatTensor`, the type's name in PyTorch's older checks; newer dtypes have no such name."""
    name = SCALAR_NAMES[dtype.name]
    return f"CPU{name}Type" if dtype.kind in "bcV" else f"torch.{name}Tensor"


@cache
def c_name(dtype: np.dtype[Any]) -> str:
    """`float`, `long int`: the C++ type's name, the other set of names in messages."""
    return _C_NAMES.get(dtype.name, dtype.name)


def result_type(operands: Iterable[Any]) -> np.dtype[Any]:
    """PyTorch's result dtype of an operation on these arrays and Python numbers."""
    ranks: list[np.dtype[Any] | None] = [None, None, None]
    for operand in operands:
        if isinstance(operand, (np.ndarray, np.generic)):
            rank, dtype = (0 if operand.ndim else 1), operand.dtype
        else:
            rank, dtype = 2, scalar_dtype(operand)
        seen = ranks[rank]
        ranks[rank] = dtype if seen is None else promote_types(seen, dtype)
    return _combine_ranks(*ranks)


def _combine_ranks(*ranks: np.dtype[Any] | None) -> np.dtype[Any]:
    result: np.dtype[Any] | None = None
    for dtype in ranks:
        if dtype is None:
            continue
        if result is None:
            result = dtype
        elif CATEGORY[dtype.kind] > CATEGORY[result.kind]:
            result = _promote_category(result, dtype)
    assert result is not None
    return result


def _promote_category(low: np.dtype[Any], high: np.dtype[Any]) -> np.dtype[Any]:
    if CATEGORY[high.kind] == 3 and CATEGORY[low.kind] == 2:
        return complex_of(low)  # a complex number of lower rank keeps the precision of the floats
    return high if CATEGORY[high.kind] != 1 else promote_types(low, high)


def can_cast(source: np.dtype[Any], target: np.dtype[Any]) -> bool:
    """Whether a result of dtype `source` may be written into a tensor of dtype `target`: never to a lower category."""
    return CATEGORY[source.kind] <= CATEGORY[target.kind] or (CATEGORY[source.kind] == 1 == CATEGORY[target.kind])


def cast(array: np.ndarray[Any, Any], dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """`array` as `dtype`, without a copy if it has that dtype; complex to real drops the imaginary part, except to bool."""
    source = array.dtype
    if source is dtype:
        return array
    pair = source.char + dtype.char
    if pair in _ALL_PAIRS and array.flags.c_contiguous and 1 not in (shape := array.shape) and 0 not in shape:
        if pair in _EXACT_PAIRS:
            return array.astype(dtype)
        token = silence()
        try:
            return array.astype(dtype)
        finally:
            restore(token)
    if source.kind == "c" and dtype.kind not in "cb":
        values, has_unit_dims = array.real, 1 in array.shape
        array = empty_dense(array, values.dtype) if has_unit_dims else values  # these keep the strides of the whole numbers
        if has_unit_dims:
            np.copyto(array, values)
    if dtype.char in FLOAT8:
        return to_float8(array, dtype)
    if array.dtype.char in FLOAT8:  # numpy has no conversion from these to some dtypes
        array = copy_dense(array, float32)
    if dtype in HALF_TYPES and array.dtype == float64:  # through float32, as in PyTorch
        array = copy_dense(array, float32)
    if dtype.kind in "iu" and array.dtype.kind not in "biu":
        return _float_to_integer(array, dtype)
    return copy_dense(array, dtype) if dtype.itemsize >= array.dtype.itemsize else _copy_narrowing(array, dtype)


#: Pairs of source and target that numpy converts as PyTorch does, by type characters; and those of them that never warn.
_ALL_PAIRS = frozenset(source + target for source in "?ilqfd" for target in "?ilqfd")
_EXACT_PAIRS = frozenset(pair for pair in _ALL_PAIRS if pair[0] not in "fd" or pair == "fd")

_copy_narrowing = quiet(copy_dense)


@quiet
def _float_to_integer(array: np.ndarray[Any, Any], dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Floats as integers. NaN and out-of-range values give arbitrary integers, without a warning."""
    return copy_dense(copy_dense(array, int64) if _casts_through_int64(dtype, array.dtype) else array, dtype)


def _casts_through_int64(target: np.dtype[Any], source: np.dtype[Any]) -> bool:
    """Whether to cast through int64, as PyTorch does to uint8; numpy goes through 32 bits, which is wrong from 2**31 on."""
    return target.char == "B" and source.char == "d"


def write_values(to: np.ndarray[Any, Any], values: np.ndarray[Any, Any]) -> None:
    """`np.copyto(to, cast(values, to.dtype))`, without an intermediate copy where numpy gives the same."""
    values = values.real if values.dtype.kind == "c" and to.dtype.kind not in "cb" else values
    if to.dtype is not values.dtype and (to.dtype.char in FLOAT8 or values.dtype.char in FLOAT8):
        values = cast(values, to.dtype)
    np.copyto(to, values.astype(int64) if _casts_through_int64(to.dtype, values.dtype) else values, casting="unsafe")


copy_values = quiet(write_values)


def float64_to_float32(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """float64 as float32, on its way to half precision: PyTorch rounds twice, too."""
    return array.astype(float32) if array.dtype is float64 or array.dtype == float64 else array


def as_arrays(x: Any, y: Any) -> tuple[Any, Any]:
    """Two arguments as arrays; a Python number, of which there is at most one, gets the other's dtype."""
    if x.__class__ is not np.ndarray:
        return np.asarray(x, y.dtype), y
    return (x, y) if y.__class__ is np.ndarray else (x, np.asarray(y, x.dtype))
