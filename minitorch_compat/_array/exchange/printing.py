"""The `repr` of tensors, character for character PyTorch's."""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core import intp

Array = np.ndarray[Any, np.dtype[Any]]
Formatter = Callable[[Any], str]


@dataclass
class PrintOptions:
    """The options of `torch.set_printoptions`."""

    precision: int = 4
    threshold: float = 1000
    edgeitems: int = 3
    linewidth: int = 80
    sci_mode: bool | None = None


#: The options used unless a call passes its own.
OPTIONS = PrintOptions()

_PROFILES = {
    "default": PrintOptions(),
    "short": PrintOptions(precision=2, edgeitems=2),
    "full": PrintOptions(threshold=math.inf),
}


def set_printoptions(precision: int | None = None, threshold: float | None = None, edgeitems: int | None = None,
                     linewidth: int | None = None, profile: str | None = None, sci_mode: bool | None = None) -> None:
    """Change `OPTIONS`: first by profile ("default", "short", "full"; others are ignored), then one by one.

    `sci_mode` is always set: a call that leaves it out returns to the automatic choice.
    """
    base = OPTIONS if profile is None else _PROFILES.get(profile, OPTIONS)
    OPTIONS.precision = base.precision if precision is None else precision
    OPTIONS.threshold = base.threshold if threshold is None else threshold
    OPTIONS.edgeitems = base.edgeitems if edgeitems is None else edgeitems
    OPTIONS.linewidth = base.linewidth if linewidth is None else linewidth
    OPTIONS.sci_mode = sci_mode


def format_tensor(array: Array, *, dtype_name: str, default_dtype_name: str = "torch.float32",
                  requires_grad: bool = False, grad_fn_name: str | None = None, extra: Sequence[str] = (),
                  options: PrintOptions = OPTIONS, prefix: str = "tensor(", contents: str | None = None) -> str:
    """The text of a tensor: `prefix`, values (or the `contents` given for them), what is remarkable about it, and a closing parenthesis.

    `dtype_name` is torch's name of the dtype ("torch.float64"); `extra` are further remarks, such as a tangent's text.
    Text in front of the tensor ("Parameter containing:") is prepended by the caller.
    """
    indent = len(prefix)
    remarks: list[str] = []
    if (array.ndim != 1 and not array.size) or (array.size and not options.edgeitems):
        remarks.append(f"size={array.shape}")
    if array.size:
        if dtype_name not in (default_dtype_name, "torch.int64", "torch.bool", _matching_complex_name(default_dtype_name)):
            remarks.append(f"dtype={dtype_name}")
        text = body_text(array, indent, options) if contents is None else contents
    else:
        if dtype_name != default_dtype_name:
            remarks.append(f"dtype={dtype_name}")
        text = "[]" if contents is None else contents
    remarks += _gradient_remarks(requires_grad, grad_fn_name)
    remarks += extra
    return append_remarks(prefix + text, remarks, indent, False, options.linewidth)


def format_meta(shape: Sequence[int], *, dtype_name: str, default_dtype_name: str, requires_grad: bool, grad_fn_name: str | None,
                 prefix: str, contents: str | None = None, options: PrintOptions = OPTIONS) -> str:
    """The text of a tensor without values."""
    remarks = ["device='meta'", f"size={tuple(shape)}"] + ([f"dtype={dtype_name}"] if dtype_name != default_dtype_name else [])
    remarks += _gradient_remarks(requires_grad, grad_fn_name)
    return append_remarks(prefix + (contents or "..."), remarks, len(prefix), False, options.linewidth)


def format_sparse(named: Sequence[tuple[str, Array]], *, layout: str, nnz: int, shape: Sequence[int], dtype_name: str,
                  default_dtype_name: str, requires_grad: bool, grad_fn_name: str | None) -> str:
    """The text of a sparse tensor: its indices and values as nested tensors, then the remarks."""
    indent = len("tensor(")
    parts = []
    for name, array in named:
        head = f"{name}=tensor("
        text = body_text(array, indent + len(head), OPTIONS) if array.size else f"[], size={array.shape}"
        parts.append(head + text + ")")
    remarks = [f"size={tuple(shape)}", f"nnz={nnz}"]
    if dtype_name not in (default_dtype_name, "torch.int64", "torch.bool", _matching_complex_name(default_dtype_name)):
        remarks.append(f"dtype={dtype_name}")
    remarks.append(f"layout={layout}")
    remarks += _gradient_remarks(requires_grad, grad_fn_name)
    margin = ",\n" + " " * indent
    return append_remarks("tensor(" + margin.join(parts), remarks, indent, layout == "torch.sparse_coo")


def format_scalar(array: Array, spec: str) -> str:
    """`format(tensor, spec)` of a 0-d tensor: formats its Python number."""
    return format(float(array) if array.dtype.kind == "V" else array.item(), spec)


def _gradient_remarks(requires_grad: bool, grad_fn_name: str | None) -> list[str]:
    if grad_fn_name is not None:
        return [f"grad_fn=<{grad_fn_name}>"]
    return ["requires_grad=True"] if requires_grad else []


def _matching_complex_name(default_dtype_name: str) -> str:
    return "torch.complex128" if default_dtype_name == "torch.float64" else "torch.complex64"


def append_remarks(text: str, remarks: Sequence[str], indent: int, new_line: bool, linewidth: int | None = None) -> str:
    """`text` followed by the remarks, the first on a line of its own if `new_line`, and a closing parenthesis."""
    parts, linewidth = [text], OPTIONS.linewidth if linewidth is None else linewidth
    # One more than the length of the last line, as PyTorch counts it: a single line counts its absent newline too.
    length = len(text) - text.rfind("\n") + 1
    for remark in remarks:
        if new_line or length + len(remark) + 2 > linewidth:
            parts.append(",\n" + " " * indent + remark)
            length, new_line = indent + len(remark), False
        else:
            parts.append(", " + remark)
            length += len(remark) + 2
    return "".join(parts) + ")"


def body_text(array: Array, indent: int, options: PrintOptions = OPTIONS) -> str:
    """The values alone, of which there is at least one; lines after the first are indented."""
    summarize = array.size > options.threshold
    sample = _summary_elements(array, options.edgeitems) if summarize else array
    if array.dtype.kind == "V" or array.dtype == np.float16:
        sample = sample.astype(np.float32)
    if sample.dtype.kind == "c":
        width, write = _complex_formatter(sample, options)
    elif sample.dtype.kind == "f":
        width, write = _float_formatter(sample, options)
    else:
        width, write = _integer_formatter(sample)
    return _BracketLayout(width, write, summarize, options).format_text(array, indent)


def _summary_elements(array: Array, count: int) -> Array:
    """The elements that a summary shows: the first and last `count` items of every long dimension."""
    if not count and array.ndim:  # for a 0-d tensor PyTorch reads uninitialised memory here
        return np.empty((0,) * array.ndim, array.dtype)
    if array.ndim == 1:
        return _first_and_last(array, count) if len(array) > 2 * count else array
    if count < 0 and max(array.shape, default=0) > 2 * count:
        raise RuntimeError("stack expects a non-empty TensorList")
    indices = [intp.asarray([*range(count), *range(n - count, n)]) if n > 2 * count else intp.arange(n) for n in array.shape]
    return array[np.ix_(*indices)]  # of an expanded array `take` would first make a full copy


def _to_printable(array: Array) -> Array:
    """An array whose items Python has numbers for: half precision as float32."""
    return array.astype(np.float32) if array.dtype.kind == "V" or array.dtype == np.float16 else array


def _first_and_last(array: Array, count: int) -> Array:
    """The first and last `count` rows; for a negative count, all except so many at either end."""
    return np.concatenate((array[:count], array[-count:] if count else array[:0]))


def _integer_formatter(sample: Array) -> tuple[int, Formatter]:
    width = max((len(str(v)) for v in sample.reshape(-1).tolist()), default=1)
    return width, lambda value: str(value).rjust(width)


def _float_formatter(sample: Array, options: PrintOptions) -> tuple[int, Formatter]:
    """Width and formatter: integral ("1."), fixed or scientific, chosen by the finite non-zero values of `sample`."""
    values = sample.reshape(-1)
    values = values[np.isfinite(values) & (values != 0)].astype(np.float64)
    if not values.size:  # without such values sci_mode has no effect either
        return 1, _format_integral
    integral = bool((values == np.ceil(values)).all())
    scientific = _needs_exponent(values, integral)
    fixed: Formatter = _format_integral if integral else f"{{:.{options.precision}f}}".format
    exponent: Formatter = f"{{:.{options.precision}e}}".format
    write = exponent if (scientific if options.sci_mode is None else options.sci_mode) else fixed
    width = max(len(write(v)) for v in values.tolist())
    return width, lambda value: write(value).rjust(width)


def _needs_exponent(values: Array, integral: bool) -> bool:
    magnitudes = np.abs(values)
    low, high = float(magnitudes.min()), float(magnitudes.max())
    return high / low > 1000.0 or high > 1e8 or (not integral and low < 1e-4)


def _format_integral(value: float) -> str:
    return f"{value:.0f}." if math.isfinite(value) else f"{value:.0f}"


def _complex_formatter(sample: Array, options: PrintOptions) -> tuple[int, Formatter]:
    real_width, real = _float_formatter(sample.real, options)
    imag_width, imag = _float_formatter(sample.imag, options)

    def write(value: complex) -> str:
        text = imag(value.imag).lstrip()
        return real(value.real) + ("" if text[0] == "-" else "+") + text + "j"

    return real_width + imag_width + 1, write


@dataclass
class _BracketLayout:
    """Arranges formatted values in brackets and lines."""

    width: int
    format_number: Formatter
    summarize: bool
    options: PrintOptions

    def format_text(self, array: Array, indent: int) -> str:
        if array.ndim == 0:
            return self.format_number(_to_printable(array).item())
        if array.ndim == 1:
            return self.format_vector(array, indent)
        count = self.options.edgeitems
        parts = (array[:count], array[-count:] if count else array[:0]) if self.is_elided(array) else (array,)
        rows = [self.format_text(row, indent + 1) for part in parts for row in part]
        if self.is_elided(array):
            rows.insert(self.options.edgeitems, "...")
        return "[" + ("," + "\n" * (array.ndim - 1) + " " * (indent + 1)).join(rows) + "]"

    def is_elided(self, array: Array) -> bool:
        return self.summarize and len(array) > 2 * self.options.edgeitems

    def visible_elements(self, array: Array) -> Array:
        return _first_and_last(array, self.options.edgeitems) if self.is_elided(array) else array

    def format_vector(self, array: Array, indent: int) -> str:
        items = [self.format_number(value) for value in _to_printable(self.visible_elements(array)).tolist()]
        if self.is_elided(array):
            items.insert(len(array[:self.options.edgeitems]), " ..." if self.options.edgeitems else "...")
        per_line = max(1, math.floor((self.options.linewidth - indent) / (self.width + 2)))
        lines = [", ".join(items[i:i + per_line]) for i in range(0, len(items), per_line)]
        return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"
