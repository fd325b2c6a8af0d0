"""Rows of `samples.py`: the arguments an op is tried with, and what they are worth under PyTorch.

Nothing here imports a tensor library: the recorder in `data/record_ops.py` builds the same arguments for PyTorch.
"""
from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

DTYPES = ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "complex64", "complex128")


@dataclass(frozen=True)
class F:
    """A float tensor that is differentiated, its values from a named domain. Other types are tried in its place."""

    shape: tuple[int, ...] = (2, 3)
    domain: str = "any"
    grad: bool = True


@dataclass(frozen=True)
class C:
    """A tensor with these very values, in every run."""

    values: Any
    dtype: str = "int64"


@dataclass(frozen=True)
class D:
    """A dtype."""

    name: str


@dataclass(frozen=True)
class Ours:
    """A value only the op itself takes (a plan of indices, say); the reference gets None."""

    make: Callable[[], Any]


#: Where values are drawn from: kinks and poles stay outside, so that finite differences hold.
DOMAINS: dict[str, Callable[[np.random.Generator, tuple[int, ...]], Any]] = {
    "any": lambda rng, shape: rng.uniform(0.15, 2, shape) * rng.choice([-1.0, 1.0], shape),
    "positive": lambda rng, shape: rng.uniform(0.3, 2.5, shape),
    "unit": lambda rng, shape: rng.uniform(0.1, 0.9, shape) * rng.choice([-1.0, 1.0], shape),
    "open": lambda rng, shape: rng.uniform(0.1, 0.9, shape),
    "above_one": lambda rng, shape: rng.uniform(1.2, 3, shape),
    "fraction": lambda rng, shape: rng.integers(-2, 3, shape) + rng.uniform(0.1, 0.4, shape),
    "zeros_among": lambda rng, shape: np.where(np.arange(int(np.prod(shape))).reshape(shape) % 3 == 1, 0.0, rng.uniform(0.5, 2, shape)),
}


@dataclass(frozen=True)
class Row:
    """How one op is tried.

    `calls` are argument tuples in schema order; `reference` says the same in torch's public functions (a name, or a function of
    the namespace and the arguments).  `public`: the reference is also what dtypes, 0-d and empty inputs are compared by.
    `first` and `second` say which orders of derivative are checked, `forward` whether tangents are.  `deviates` names the
    comparisons that differ from PyTorch on purpose, with the reason.
    """

    op: str
    calls: tuple[tuple[Any, ...], ...]
    reference: Any
    public: bool
    holomorphic: bool = False
    first: bool = True
    second: bool = True
    outputs: tuple[int, ...] | None = None
    inplace: str | None = None
    out: bool = False
    rtol: float = 1e-9
    deviates: dict[str, str] = field(default_factory=dict)

    def seed(self, call: int) -> int:
        return zlib.crc32(f"{self.op}/{call}".encode())


ROWS: dict[str, Row] = {}


def row(op: str, *calls: Any, reference: Any = None, public: bool | None = None, **options: Any) -> None:
    """Add a row. A call of one argument may be written without its tuple; `reference` defaults to the function of the op's name."""
    if op in ROWS:
        raise ValueError(f"two rows for {op}")
    tuples = tuple(call if isinstance(call, tuple) else (call,) for call in calls)
    if public is None:
        public = reference is None or isinstance(reference, str)
    ROWS[op] = Row(op, tuples, reference or op, public, **options)


def values_of(spec: F, rng: np.random.Generator, dtype: str) -> Any:
    """The array of a float spec, in `dtype`: for integers small positive ones, for complex ones off the axes."""
    kind = np.dtype(dtype).kind
    if kind in "bui":
        return (np.arange(int(np.prod(spec.shape))).reshape(spec.shape) % 3 + 1).astype(dtype)
    base = np.asarray(DOMAINS[spec.domain](rng, spec.shape))
    if kind == "c":
        return (base + 0.6j * DOMAINS["unit"](rng, spec.shape)).astype(dtype)
    return base.astype(dtype)


def build(row: Row, call: int, tensor: Callable[[Any], Any], dtype_of: Callable[[str], Any], *, dtype: str = "float64",
          reference: bool = False, reshape: Callable[[tuple[int, ...]], tuple[int, ...]] | None = None) -> list[Any]:
    """The arguments of a call: `tensor` makes a tensor of an array, `dtype_of` a dtype of its name."""
    rng = np.random.default_rng(row.seed(call))

    def make(spec: Any) -> Any:
        if isinstance(spec, F):
            if reshape is not None:
                spec = F(reshape(spec.shape), spec.domain)
            return tensor(values_of(spec, rng, dtype))
        if isinstance(spec, C):
            return tensor(np.array(spec.values, spec.dtype))
        if isinstance(spec, D):
            return dtype_of(spec.name)
        if isinstance(spec, Ours):
            return None if reference else spec.make()
        if isinstance(spec, list):
            return [make(member) for member in spec]
        return spec

    return [make(spec) for spec in row.calls[call]]


def referee(row: Row, torch: Any) -> Callable[..., Any]:
    """The reference as a function of the arguments, in the namespace `torch`."""
    if isinstance(row.reference, str):
        target = torch
        for part in row.reference.split("."):
            target = getattr(target, part)
        return target
    return lambda *args: row.reference(torch, *args)


def without_rows(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape with nothing in it; a 0-d tensor stays what it is."""
    return (0, *shape[1:]) if shape else ()


def no_dimensions(_shape: tuple[int, ...]) -> tuple[int, ...]:
    return ()


def outcome(function: Callable[..., Any], args: list[Any]) -> Any:
    """What a call comes to, as JSON can hold it: [dtype, shape, values] per output, or the exception's name."""
    try:
        result = function(*args)
    except Exception as error:
        return type(error).__name__
    outs = result if isinstance(result, (tuple, list)) else (result,)
    return [[str(o.dtype).removeprefix("torch."), list(o.shape), plain(o)] for o in outs]


def plain(t: Any) -> list[Any]:
    """A tensor's values, flat, as Python numbers; complex ones as pairs."""
    array = np.asarray(t.detach().resolve_conj().numpy()).reshape(-1)
    if array.dtype.kind == "c":
        return [[float(f"{v.real:.9g}"), float(f"{v.imag:.9g}")] for v in array.tolist()]
    return [float(f"{v:.9g}") for v in array.tolist()] if array.dtype.kind == "f" else array.tolist()
