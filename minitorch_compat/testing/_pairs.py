"""Pairs: the classes of comparisons, for test suites with comparisons of their own. Exported by `_comparison`."""
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NoReturn

import numpy as np

from .._bindings.creation.factories import as_tensor
from .._bindings.settings.dtype_info import promote_types
from .._dispatch import dtype as _d
from .._dispatch.tensor import TensorBase
from ._comparison import _PYTHON_DTYPES, _TOLERANCES, ComparisonRules, Mismatch, close, compare_values, scalar_text

#: The message for an unexpected exception in a comparison.
_UNEXPECTED_ERROR = "resulted in the unexpected exception above. Comparisons should raise an `ErrorMeta` instead."


NAMES = ("BooleanPair", "ErrorMeta", "NonePair", "NumberPair", "ObjectPair", "Pair", "TensorLikePair", "UnsupportedInputs",
         "default_tolerances", "get_tolerances", "not_close_error_metas", "originate_pairs")


class ErrorMeta(Exception):
    """A difference found by a comparison: the type and message of the error for the user, and the path of the item."""

    def __init__(self, type: type[Exception], msg: str, *, id: tuple[Any, ...] = ()) -> None:
        super().__init__("Comparisons raise this among themselves; `to_error()` gives the error for the user.")
        self.type, self.msg, self.id = type, msg, id

    def to_error(self, msg: str | Callable[[str], str] | None = None) -> Exception:
        """Make the error, with the user's message or one computed from its own."""
        return self.type(msg if isinstance(msg, str) else msg(self._text()) if callable(msg) else self._text())

    def _text(self) -> str:
        return self.msg + ("\n\nThe failure occurred for item " + _item_path(self.id) if self.id else "")


class UnsupportedInputs(Exception):
    """Raised by the constructor of a pair that cannot compare its inputs; the next type of pair is tried."""


def _item_path(id: tuple[Any, ...]) -> str:
    return "".join(f"[{step!r}]" for step in id)


def default_tolerances(*inputs: Any, dtype_precisions: Any = None) -> tuple[float, float]:
    """The largest default tolerances (relative, absolute) of the dtypes."""
    for value in inputs:
        if not isinstance(value, (TensorBase, _d.dtype)):
            raise TypeError(f"Expected a torch.Tensor or a torch.dtype, but got {type(value)} instead.")
    table = dtype_precisions or {**_TOLERANCES, _d.foreign("complex32"): _TOLERANCES[_d.float16]}
    tolerances = [table.get(v if isinstance(v, _d.dtype) else v.dtype, (0.0, 0.0)) for v in inputs]
    return max(pair[0] for pair in tolerances), max(pair[1] for pair in tolerances)


def get_tolerances(*inputs: Any, rtol: float | None, atol: float | None, id: tuple[Any, ...] = ()) -> tuple[float, float]:
    """The tolerances as given, or the defaults of the dtypes; raises if only one is given."""
    try:
        ComparisonRules(rtol=rtol, atol=atol).checked()
    except ValueError as error:
        raise ErrorMeta(ValueError, str(error), id=id) from None
    return default_tolerances(*inputs) if rtol is None or atol is None else (rtol, atol)


class Pair(ABC):
    """Base class of comparisons of two inputs; `compare` raises ErrorMeta if they differ."""

    def __init__(self, actual: Any, expected: Any, *, id: tuple[Any, ...] = (), **unknown_parameters: Any) -> None:
        self.actual, self.expected, self.id = actual, expected, id
        self._unknown_parameters = unknown_parameters

    @staticmethod
    def _inputs_not_supported() -> NoReturn:
        raise UnsupportedInputs

    @staticmethod
    def _check_inputs_isinstance(*inputs: Any, cls: Any) -> None:
        if not all(isinstance(value, cls) for value in inputs):
            Pair._inputs_not_supported()

    def _fail(self, type: type[Exception], msg: str, *, id: tuple[Any, ...] = ()) -> NoReturn:
        raise ErrorMeta(type, msg, id=id or getattr(self, "id", id))

    @abstractmethod
    def compare(self) -> None:
        """Raise ErrorMeta if the inputs differ."""

    def extra_repr(self) -> Sequence[Any]:
        """Names of attributes, or (name, value), to include in the repr."""
        return []

    def __repr__(self) -> str:
        shown_values = [(extra, getattr(self, extra)) if isinstance(extra, str) else extra
                        for extra in ("id", "actual", "expected", *self.extra_repr())]
        return "\n".join((f"{type(self).__name__}(", *(f"    {name}={value!s}," for name, value in shown_values), ")"))


class ObjectPair(Pair):
    """Any two objects, by `==`."""

    def compare(self) -> None:
        try:
            equal = self.actual == self.expected
        except Exception as error:
            raise ErrorMeta(ValueError, f"{self.actual} == {self.expected} failed with:\n{error}.", id=self.id) from error
        if not equal:
            self._fail(AssertionError, f"{self.actual} != {self.expected}")


class NonePair(Pair):
    """A comparison in which at least one input is None."""

    def __init__(self, actual: Any, expected: Any, **other_parameters: Any) -> None:
        if actual is not None and expected is not None:
            self._inputs_not_supported()
        super().__init__(actual, expected, **other_parameters)

    def compare(self) -> None:
        if self.actual is not self.expected:
            self._fail(AssertionError, f"None mismatch: {self.actual} is not {self.expected}")


class BooleanPair(Pair):
    """Bools, including numpy's."""

    def __init__(self, actual: Any, expected: Any, *, id: tuple[Any, ...], **other_parameters: Any) -> None:
        super().__init__(*self._process_inputs(actual, expected, id=id), **other_parameters)

    @property
    def _supported_types(self) -> tuple[type, ...]:
        return bool, np.bool_

    def _process_inputs(self, actual: Any, expected: Any, *, id: tuple[Any, ...]) -> tuple[Any, Any]:
        self._check_inputs_isinstance(actual, expected, cls=self._supported_types)
        return self._to_bool(actual, id=id), self._to_bool(expected, id=id)

    def _to_bool(self, bool_like: Any, *, id: tuple[Any, ...]) -> bool:
        if not isinstance(bool_like, (bool, np.bool_)):
            raise ErrorMeta(TypeError, f"Unknown boolean type {type(bool_like)}.", id=id)
        return bool(bool_like)

    def compare(self) -> None:
        if self.actual is not self.expected:
            self._fail(AssertionError, f"Booleans mismatch: {self.actual} is not {self.expected}")


class NumberPair(Pair):
    """Numbers, including numpy's, within tolerances."""

    _TYPE_TO_DTYPE = {kind: dtype for kind, dtype in _PYTHON_DTYPES.items() if kind is not bool}
    _NUMBER_TYPES = tuple(_TYPE_TO_DTYPE)

    def __init__(self, actual: Any, expected: Any, *, id: tuple[Any, ...] = (), rtol: float | None = None, atol: float | None = None,
                 equal_nan: bool = False, check_dtype: bool = False, **other_parameters: Any) -> None:
        actual, expected = self._process_inputs(actual, expected, id=id)
        super().__init__(actual, expected, id=id, **other_parameters)
        dtypes = (self._TYPE_TO_DTYPE[type(value)] for value in (actual, expected))
        self.rtol, self.atol = get_tolerances(*dtypes, rtol=rtol, atol=atol, id=id)
        self.equal_nan, self.check_dtype = equal_nan, check_dtype

    @property
    def _supported_types(self) -> tuple[type, ...]:
        return *self._NUMBER_TYPES, np.number

    def _process_inputs(self, actual: Any, expected: Any, *, id: tuple[Any, ...]) -> tuple[Any, Any]:
        self._check_inputs_isinstance(actual, expected, cls=self._supported_types)
        return self._to_number(actual, id=id), self._to_number(expected, id=id)

    def _to_number(self, number_like: Any, *, id: tuple[Any, ...]) -> Any:
        if isinstance(number_like, np.number):
            return number_like.item()
        if not isinstance(number_like, self._NUMBER_TYPES):
            raise ErrorMeta(TypeError, f"Unknown number type {type(number_like)}.", id=id)
        return number_like

    def compare(self) -> None:
        if self.check_dtype and type(self.actual) is not type(self.expected):
            self._fail(AssertionError, f"The (d)types do not match: {type(self.actual)} != {type(self.expected)}.")
        if not close(self.actual, self.expected, self.rtol, self.atol, self.equal_nan):
            self._fail(AssertionError, scalar_text(self.actual, self.expected, self.rtol, self.atol))

    def extra_repr(self) -> Sequence[Any]:
        return "rtol", "atol", "equal_nan", "check_dtype"


class TensorLikePair(Pair):
    """Tensors, or objects that `as_tensor` accepts, within tolerances."""

    def __init__(self, actual: Any, expected: Any, *, id: tuple[Any, ...] = (), allow_subclasses: bool = True, rtol: float | None = None,
                 atol: float | None = None, equal_nan: bool = False, check_device: bool = True, check_dtype: bool = True,
                 check_layout: bool = True, check_stride: bool = False, **other_parameters: Any) -> None:
        actual, expected = self._process_inputs(actual, expected, id=id, allow_subclasses=allow_subclasses)
        super().__init__(actual, expected, id=id, **other_parameters)
        self.rtol, self.atol = get_tolerances(actual, expected, rtol=rtol, atol=atol, id=self.id)
        self.equal_nan, self.check_device, self.check_dtype = equal_nan, check_device, check_dtype
        self.check_layout, self.check_stride = check_layout, check_stride

    def _process_inputs(self, actual: Any, expected: Any, *, id: tuple[Any, ...], allow_subclasses: bool) -> tuple[Any, Any]:
        related = isinstance(actual, type(expected)) or isinstance(expected, type(actual))
        if not related or (not allow_subclasses and type(actual) is not type(expected)):
            self._inputs_not_supported()
        return self._to_tensor(actual), self._to_tensor(expected)

    def _to_tensor(self, tensor_like: Any) -> Any:
        if isinstance(tensor_like, TensorBase):
            return tensor_like
        with suppress(Exception):
            return as_tensor(tensor_like)
        self._inputs_not_supported()

    def compare(self) -> None:
        self._compare_attributes(self.actual, self.expected)
        if not (self.actual.is_meta or self.expected.is_meta):
            self._compare_values(*self._equalize_attributes(self.actual, self.expected))

    def _compare_attributes(self, actual: Any, expected: Any) -> None:
        pair = (actual, expected)
        strides = self.check_stride and all(t.layout.name == "strided" for t in pair)
        checked = {"shape": True, "layout": self.check_layout, "stride()": strides, "device": self.check_device, "dtype": self.check_dtype}
        for name in (name for name, is_checked in checked.items() if is_checked):
            a, b = (getattr(t, name[:-2])() if name.endswith("()") else getattr(t, name) for t in pair)
            if a != b:
                self._fail(AssertionError, f"The values for attribute '{name}' do not match: {a} != {b}.")

    def _equalize_attributes(self, actual: Any, expected: Any) -> tuple[Any, Any]:
        """Convert both to their promoted dtype and a common layout."""
        if actual.dtype != expected.dtype:
            common = promote_types(*(_d.int64 if t.dtype in (_d.uint16, _d.uint32, _d.uint64) else t.dtype for t in (actual, expected)))
            actual, expected = actual.to(common), expected.to(common)
        if actual.layout != expected.layout:
            actual, expected = (t if t.layout.name == "strided" else t.to_dense() for t in (actual, expected))
        return actual, expected

    def _compare_values(self, actual: Any, expected: Any) -> None:
        try:
            compare_values(actual, expected, ComparisonRules(rtol=self.rtol, atol=self.atol, equal_nan=self.equal_nan))
        except Mismatch as found:
            self._fail(AssertionError, found.text)

    def _compare_regular_values_equal(self, actual: Any, expected: Any, *, equal_nan: bool = False, identifier: Any = None) -> None:
        self._compare_regular_values_close(actual, expected, rtol=0, atol=0, equal_nan=equal_nan, identifier=identifier)

    def _compare_regular_values_close(self, actual: Any, expected: Any, *, rtol: float, atol: float, equal_nan: bool,
                                      identifier: Any = None) -> None:
        try:
            compare_values(actual, expected, ComparisonRules(rtol=rtol, atol=atol, equal_nan=equal_nan))
        except Mismatch as found:
            what = "Tensor-likes" if actual.ndim else "Scalars"
            identity = identifier(what) if callable(identifier) else identifier or what
            self._fail(AssertionError, identity + found.text.removeprefix(what))

    def extra_repr(self) -> Sequence[Any]:
        return "rtol", "atol", "equal_nan", "check_device", "check_dtype", "check_layout", "check_stride"


def originate_pairs(actual: Any, expected: Any, *, pair_types: Sequence[type[Pair]], sequence_types: tuple[type, ...] = (Sequence,),
                    mapping_types: tuple[type, ...] = (Mapping,), id: tuple[Any, ...] = (), **options: Any) -> list[Pair]:
    """Make the pairs of two inputs: of their items if both are sequences or mappings, else of the first type that accepts them."""
    kinds: dict[str, Any] = {"pair_types": pair_types, "sequence_types": sequence_types, "mapping_types": mapping_types, **options}
    pair = (actual, expected)
    if all(isinstance(value, sequence_types) and not isinstance(value, str) for value in pair):
        if len(actual) != len(expected):
            raise ErrorMeta(AssertionError, f"The length of the sequences mismatch: {len(actual)} != {len(expected)}", id=id)
        keys: Any = range(len(actual))
    elif all(isinstance(value, mapping_types) for value in pair):
        keys = _common_keys(actual, expected, id)
    else:
        return [_make_pair(actual, expected, pair_types, id, options)]
    return [one for key in keys for one in originate_pairs(actual[key], expected[key], id=(*id, key), **kinds)]


def _common_keys(actual: Any, expected: Any, id: tuple[Any, ...]) -> Any:
    actual_keys, expected_keys = set(actual.keys()), set(expected.keys())
    if actual_keys != expected_keys:
        raise ErrorMeta(AssertionError, "The keys of the mappings do not match:\n"
                        f"Missing keys in the actual mapping: {sorted(expected_keys - actual_keys)}\n"
                        f"Additional keys in the actual mapping: {sorted(actual_keys - expected_keys)}", id=id)
    with suppress(TypeError):
        return sorted(actual_keys)
    return actual_keys


def _make_pair(actual: Any, expected: Any, kinds: Sequence[type[Pair]], id: tuple[Any, ...], options: dict[str, Any]) -> Pair:
    for kind in kinds:
        try:
            return kind(actual, expected, id=id, **options)
        except UnsupportedInputs:
            continue
        except ErrorMeta:
            raise
        except Exception as error:
            raise RuntimeError(f"Originating a {kind.__name__}() at item {_item_path(id)} with\n\n{type(actual).__name__}(): {actual}\n\n"
                               f"and\n\n{type(expected).__name__}(): {expected}\n\n{_UNEXPECTED_ERROR}") from error
    raise ErrorMeta(TypeError, f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}.", id=id)


def not_close_error_metas(actual: Any, expected: Any, *, pair_types: Sequence[type[Pair]] = (ObjectPair,),
                          sequence_types: tuple[type, ...] = (Sequence,), mapping_types: tuple[type, ...] = (Mapping,),
                          **options: Any) -> list[ErrorMeta]:
    """The differences of all pairs; raises for inputs without a pair type."""
    try:
        pairs = originate_pairs(actual, expected, pair_types=pair_types, sequence_types=sequence_types, mapping_types=mapping_types,
                                **options)
    except ErrorMeta as found:
        raise found.to_error() from None
    metas = []
    for pair in pairs:
        try:
            pair.compare()
        except ErrorMeta as found:
            metas.append(found)
        except Exception as error:
            raise RuntimeError(f"Comparing\n\n{pair}\n\n{_UNEXPECTED_ERROR}") from error
    return metas
