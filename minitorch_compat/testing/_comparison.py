"""`assert_close`: compare tensors, numbers and containers of them. https://docs.pytorch.org/docs/stable/testing.html"""
from __future__ import annotations

import cmath
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .._array.core import intp
from .._dispatch import dtype as _d
from .._dispatch.levels.lifting import array_values
from .._dispatch.tensor import TensorBase

_TOLERANCES = {_d.float16: (1e-3, 1e-5), _d.bfloat16: (1.6e-2, 1e-5), _d.float32: (1.3e-6, 1e-5), _d.float64: (1e-7, 1e-7),
               _d.complex64: (1.3e-6, 1e-5), _d.complex128: (1e-7, 1e-7)}
_NUMBER_TYPES = (bool, int, float, complex, np.number)
Message = str | Callable[[str], str] | None


@dataclass(frozen=True, kw_only=True)
class ComparisonRules:
    """The criteria of equality; `least` are minimum tolerances (relative, absolute)."""

    rtol: float | None = None
    atol: float | None = None
    equal_nan: bool = False
    check_device: bool = True
    check_dtype: bool = True
    check_layout: bool = True
    check_stride: bool = False
    least: tuple[float, float] = (0.0, 0.0)

    def checked(self) -> ComparisonRules:
        """Return self; raise if only one of both tolerances is given."""
        if (self.rtol is None) != (self.atol is None):
            missing = "rtol" if self.rtol is None else "atol"
            raise ValueError(f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.")
        return self

    def tolerances(self, *dtypes: _d.dtype) -> tuple[float, float]:
        """The tolerances (relative, absolute): as given, or the largest defaults of the dtypes."""
        if self.rtol is not None and self.atol is not None:
            pairs = [(self.rtol, self.atol)]
        else:
            pairs = [_TOLERANCES.get(d, (0.0, 0.0)) for d in dtypes]
        return max(p[0] for p in (*pairs, self.least)), max(p[1] for p in (*pairs, self.least))


class Mismatch(Exception):
    """A difference and its path in nested containers."""

    def __init__(self, text: str, path: tuple[Any, ...], error: type[Exception] = AssertionError) -> None:
        super().__init__(text)
        self.text, self.path, self.error = text, path, error

    def error_for(self, rewrite: Callable[[str], str] | None) -> Exception:
        """The exception for the user; `rewrite` may change the message of an AssertionError."""
        text = self.text
        if self.path:
            text += "\n\nThe failure occurred for item " + "".join(f"[{step!r}]" for step in self.path)
        return self.error(text if rewrite is None or self.error is not AssertionError else rewrite(text))


class StructureMismatch(Mismatch):
    """Containers of different sizes or keys: their members are not compared, and the message cannot be changed."""

    def error_for(self, rewrite: Callable[[str], str] | None) -> Exception:
        return super().error_for(None)


def assert_close(actual: Any, expected: Any, *, allow_subclasses: bool = True, rtol: float | None = None, atol: float | None = None,
                 equal_nan: bool = False, check_device: bool = True, check_dtype: bool = True, check_layout: bool = True,
                 check_stride: bool = False, msg: Message = None) -> None:
    """Raise unless ``|actual - expected| <= atol + rtol * |expected|`` everywhere.

    Parameters
    ----------
    actual : Tensor, number or container
        The result.
    expected : Tensor, number or container
        The expected value.
    allow_subclasses : bool, default True
        Whether types may differ if they are related subclasses.
    rtol : float, optional
        Relative tolerance; None depends on the dtype: 1.3e-6 for float32, 1e-7 for float64, 0 for integers.
    atol : float, optional
        Absolute tolerance; None depends on the dtype: 1e-5 for float32, 1e-7 for float64, 0 for integers.
    equal_nan : bool, default False
        Whether nan equals nan.
    check_device : bool, default True
        Whether devices must agree.
    check_dtype : bool, default True
        Whether dtypes must agree.
    check_layout : bool, default True
        Whether layouts must agree.
    check_stride : bool, default False
        Whether strides must agree.
    msg : str or callable, optional
        Text of the error, or a function of it.

    Raises
    ------
    AssertionError
        If they differ; the message shows where, and by how much.

    References
    ----------
    PyTorch: ``torch.testing.assert_close``.

    Examples
    --------
    >>> torch.testing.assert_close(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.0 + 1e-6]))
    >>> try:
    ...     torch.testing.assert_close(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 3.0]))
    ... except AssertionError as error:
    ...     print(str(error).splitlines()[0])
    Tensor-likes are not close!
    """
    rules = ComparisonRules(rtol=rtol, atol=atol, equal_nan=equal_nan, check_device=check_device, check_dtype=check_dtype,
                            check_layout=check_layout,
                            check_stride=check_stride).checked()
    try:
        _compare(actual, expected, rules, (), allow_subclasses)
    except Mismatch as found:
        raise found.error_for(msg if callable(msg) else (lambda _: msg) if isinstance(msg, str) else None) from None


def _compare(actual: Any, expected: Any, rules: ComparisonRules, path: tuple[Any, ...], subclasses: bool) -> None:
    if actual is None or expected is None:
        if actual is not expected:
            raise Mismatch(f"None mismatch: {actual} is not {expected}", path)
    elif isinstance(actual, str) or isinstance(expected, str):
        raise _no_pair_error(actual, expected, path)
    elif isinstance(actual, Sequence) and isinstance(expected, Sequence):
        if len(actual) != len(expected):
            raise StructureMismatch(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}", path)
        for i, (a, b) in enumerate(zip(actual, expected, strict=True)):
            _compare(a, b, rules, (*path, i), subclasses)
    elif isinstance(actual, Mapping) and isinstance(expected, Mapping):
        compare_keys(actual, expected, path)
        for key in actual:
            _compare(actual[key], expected[key], rules, (*path, key), subclasses)
    else:
        _compare_leaves(actual, expected, rules, path, subclasses)


def compare_keys(actual: Mapping[Any, Any], expected: Mapping[Any, Any], path: tuple[Any, ...]) -> None:
    missing, additional = ([key for key in a if key not in b] for a, b in ((expected, actual), (actual, expected)))
    if missing or additional:
        text = "The keys of the mappings do not match:"
        text += f"\nMissing keys in the actual mapping: {sorted(missing)}\nAdditional keys in the actual mapping: {sorted(additional)}"
        raise StructureMismatch(text, path)


def _no_pair_error(actual: Any, expected: Any, path: tuple[Any, ...]) -> Mismatch:
    return Mismatch(f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}.", path, TypeError)


def _compare_leaves(actual: Any, expected: Any, rules: ComparisonRules, path: tuple[Any, ...], subclasses: bool) -> None:
    pair = (actual, expected)
    if all(isinstance(v, (bool, np.bool_)) for v in pair):
        if bool(actual) is not bool(expected):
            raise Mismatch(f"Booleans mismatch: {actual} is not {expected}", path)
    elif all(isinstance(v, _NUMBER_TYPES) for v in pair):
        _compare_numbers(actual, expected, rules, path)
    elif all(isinstance(v, TensorBase) for v in pair) and (subclasses or type(actual) is type(expected)):
        compare_tensors(actual, expected, rules, path)
    elif all(isinstance(v, np.ndarray) for v in pair):
        from .._bindings.creation.factories import as_tensor

        compare_tensors(as_tensor(actual), as_tensor(expected), rules, path)
    else:
        raise _no_pair_error(actual, expected, path)


_PYTHON_DTYPES = {bool: _d.bool_, int: _d.int64, float: _d.float64, complex: _d.complex128}


def _compare_numbers(actual: Any, expected: Any, rules: ComparisonRules, path: tuple[Any, ...]) -> None:
    actual, expected = (v.item() if isinstance(v, np.generic) else v for v in (actual, expected))
    if (actual.__class__ is bool) is not (expected.__class__ is bool):
        raise RuntimeError(f"Originating a NumberPair() at item {''.join(f'[{item}]' for item in path)} with\n\n"
                           f"{type(actual).__name__}(): {actual}\n\nand\n\n{type(expected).__name__}(): {expected}\n\nresulted in an "
                           "unexpected exception: truth values are compared with each other only.")
    if rules.check_dtype and type(actual) is not type(expected):
        raise Mismatch(f"The (d)types do not match: {type(actual)} != {type(expected)}.", path)
    for name, limit in (("rtol", rules.rtol), ("atol", rules.atol)):
        if limit is not None and not _is_scalar_limit(limit) and actual != expected:
            raise _tolerance_error(name, limit, actual, expected)
    rtol, atol = rules.tolerances(*(_PYTHON_DTYPES[type(v)] for v in (actual, expected)))
    if close(actual, expected, rtol, atol, rules.equal_nan):
        return
    raise Mismatch(scalar_text(actual, expected, rtol, atol), path)


def close(a: Any, b: Any, rtol: float, atol: float, equal_nan: bool) -> bool:
    if a == b:
        return True
    if cmath.isnan(a) or cmath.isnan(b):
        return equal_nan and cmath.isnan(a) and cmath.isnan(b)
    return not (cmath.isinf(a) or cmath.isinf(b)) and abs(a - b) <= atol + rtol * abs(b)


def scalar_text(actual: Any, expected: Any, rtol: float, atol: float) -> str:
    exact = rtol == atol == 0
    difference = abs(actual - expected)
    relative = difference / abs(expected) if expected != 0 else float("inf")
    return (f"Scalars are not {'equal' if exact else 'close'}!\n\nExpected {expected} but got {actual}.\n"
            f"Absolute difference: {difference}{'' if exact else f' (up to {atol} allowed)'}\n"
            f"Relative difference: {relative}{'' if exact else f' (up to {rtol} allowed)'}")


def compare_tensors(actual: Any, expected: Any, rules: ComparisonRules, path: tuple[Any, ...]) -> None:
    """Raise Mismatch unless the two tensors are equal according to the rules."""
    _compare_properties(actual, expected, rules, path)
    if actual.is_meta or expected.is_meta:  # there are no values
        return
    for name, limit in (("rtol", rules.rtol), ("atol", rules.atol)):
        if limit is not None and not (_is_scalar_limit(limit) and limit >= 0):
            raise _tolerance_error(name, limit, actual, expected)
    compare_values(actual, expected, rules, path)


def compare_values(actual: Any, expected: Any, rules: ComparisonRules, path: tuple[Any, ...] = ()) -> None:
    """Raise Mismatch unless the values are close; two tensors of the same sparse layout are compared without coalescing."""
    layout = actual.layout.name
    if layout != expected.layout.name:
        layout, (actual, expected) = "strided", (t if t.layout.name == "strided" else t.to_dense() for t in (actual, expected))
    if layout == "sparse_coo":
        _compare_sparse(actual, expected, rules, path)
    elif layout != "strided":
        _compare_compressed(actual, expected, rules, path)
    else:
        _compare_values(actual, expected, (*rules.tolerances(actual.dtype, expected.dtype), rules.equal_nan), path)


def _is_scalar_limit(limit: Any) -> bool:
    if isinstance(limit, TensorBase):
        return not limit._array.ndim
    return isinstance(limit, (bool, int, float, np.generic))


def _tolerance_error(name: str, limit: Any, actual: Any, expected: Any) -> RuntimeError:
    """The error for an invalid tolerance."""
    wrong = "greater than or equal to zero, but got" if _is_scalar_limit(limit) else "float, not"
    return RuntimeError(f"Comparing\n\n{actual}\n\nand\n\n{expected}\n\nfails: {name} must be {wrong} {limit}")


def _compare_properties(actual: Any, expected: Any, rules: ComparisonRules, path: tuple[Any, ...]) -> None:
    strided = all(t.layout.name == "strided" for t in (actual, expected))
    checked = {"shape": True, "layout": rules.check_layout, "stride()": rules.check_stride and strided,
               "device": rules.check_device, "dtype": rules.check_dtype}
    for name in (name for name, is_checked in checked.items() if is_checked):
        a, b = (getattr(t, name[:-2])() if name.endswith("()") else getattr(t, name) for t in (actual, expected))
        if a != b:
            raise Mismatch(f"The values for attribute '{name}' do not match: {a} != {b}.", path)


def _compare_sparse(actual: Any, expected: Any, rules: ComparisonRules, path: tuple[Any, ...]) -> None:
    """Compare number of elements, indices and values of COO tensors, without coalescing."""
    if actual.sparse_dim() != expected.sparse_dim():
        raise Mismatch("The number of sparse dimensions in sparse COO tensors does not match: "
                       f"{actual.sparse_dim()} != {expected.sparse_dim()}", path)
    if actual._nnz() != expected._nnz():
        raise Mismatch(f"The number of specified values in sparse COO tensors does not match: {actual._nnz()} != {expected._nnz()}", path)
    _compare_values(actual._indices(), expected._indices(), (0.0, 0.0, False), path, "Sparse COO indices")
    limits = *rules.tolerances(actual.dtype, expected.dtype), rules.equal_nan
    _compare_values(actual._values(), expected._values(), limits, path, "Sparse COO values")


def _compare_compressed(actual: Any, expected: Any, rules: ComparisonRules, path: tuple[Any, ...]) -> None:
    """Compare tensors of a compressed layout likewise."""
    layout = actual.layout.name.removeprefix("sparse_")
    if actual._nnz() != expected._nnz():
        raise Mismatch(f"The number of specified values in sparse {layout.upper()} tensors does not match: {actual._nnz()} != "
                       f"{expected._nnz()}", path)
    for name in ("crow_indices", "col_indices") if layout.endswith("r") else ("ccol_indices", "row_indices"):
        a, b = (getattr(t, name)().long() for t in (actual, expected))
        _compare_values(a, b, (0.0, 0.0, False), path, f"Sparse {layout.upper()} {name}")
    limits = *rules.tolerances(actual.dtype, expected.dtype), rules.equal_nan
    _compare_values(actual.values(), expected.values(), limits, path, f"Sparse {layout.upper()} values")


def _compare_values(actual: Any, expected: Any, limits: tuple[float, float, bool], path: tuple[Any, ...],
                    what: str = "Tensor-likes") -> None:
    from .._array.pointwise.closeness import isclose
    from .._bindings.settings.dtype_info import promote_types

    rtol, atol, equal_nan = limits
    if actual.dtype is not expected.dtype:
        common = promote_types(actual.dtype, expected.dtype)
        actual, expected = actual.to(common), expected.to(common)
    is_low = _is_low_precision(actual.dtype)
    if is_low and (rtol or atol):
        raise Mismatch(f"Rtol={rtol} and atol={atol} are not supported for bitwise comparison of low dimensional floats. Please use "
                       "rtol=0.0 and atol=0.0.", path)
    a, b = (array_values(t._array) for t in (actual, expected))
    same = isclose(a, b, float(rtol), float(atol), equal_nan)
    if not np.all(same):
        if not a.ndim:
            raise Mismatch(scalar_text(a.item(), b.item(), rtol, atol), path)
        text = _low_precision_text(np.asarray(same), what) if is_low else _tensor_text(a, b, np.asarray(same), (rtol, atol, what))
        raise Mismatch(text, path)


def _is_low_precision(dtype: _d.dtype) -> bool:
    return dtype.is_floating_point and dtype.itemsize == 1


def _mismatched_elements(same: np.ndarray[Any, Any]) -> str:
    bad = same.size - intp.count_nonzero(same)
    return f"Mismatched elements: {bad} / {same.size} ({bad / same.size:.1%})"


def _low_precision_text(same: np.ndarray[Any, Any], what: str) -> str:
    """The message about values of one byte, between which no differences are computed."""
    index = tuple(int(i) for i in intp.unravel_index(int(intp.argmin(same)), same.shape))
    return f"{what} are not 'equal'!\n\n{_mismatched_elements(same)}\nThe first mismatched element is at index {index}."


def _tensor_text(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any], same: np.ndarray[Any, Any],
                 error_for: tuple[float, float, str]) -> str:
    rtol, atol, what = error_for
    exact = rtol == atol == 0
    if a.dtype.kind in "bui":
        a, b = a.astype(np.int64), b.astype(np.int64)
    with np.errstate(all="ignore"):
        difference = np.abs(a - b)
        scale = np.abs(b)
        relative = (difference.astype(np.float32) / scale.astype(np.float32)) if a.dtype.kind == "i" else difference / scale
    difference, relative = (np.where(same, 0.0 if v.dtype.kind in "fV" else 0, v.astype(np.float64) if v.dtype.kind in "fV" else v)
                            for v in (difference, relative))
    lines = [f"{what} are not {'equal' if exact else 'close'}!", "", _mismatched_elements(same)]
    for name, values, allowed in (("absolute", difference, atol), ("relative", relative, rtol)):
        where = intp.unravel_index(int(intp.argmax(values)), values.shape)
        index = tuple(int(i) for i in where)
        limit = "" if exact else f" (up to {allowed} allowed)"
        lines.append(f"Greatest {name} difference: {values[where].item()} at index {index}{limit}")
    return "\n".join(lines)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        """Look up rarely used names in `_pairs`."""
        from . import _pairs

        if name in _pairs.NAMES:
            return getattr(_pairs, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
