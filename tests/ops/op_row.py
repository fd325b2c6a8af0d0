"""Rows of `samples.py`: the arguments that an op is tested with, and PyTorch's results for them.

Nothing here imports a tensor library: the recorder in `data/recorders/ops/ops.py` builds the same arguments for PyTorch.
"""
from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

DTYPES = ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "complex64", "complex128")

#: Why a comparison may differ from PyTorch, or not: with another LAPACK it agrees.
BY_LAPACK = "how far NaN spreads is up to the LAPACK that was linked"


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
class Default:
    """An argument that the reference is not given, and its value for the op."""

    value: Any


@dataclass(frozen=True)
class Ours:
    """A value only the op itself takes (a plan of indices, say); the reference gets None."""

    make: Callable[[], Any]


#: Where values are drawn from: kinks and poles stay outside, so that finite differences hold.
DOMAINS: dict[str, Callable[[np.random.Generator, tuple[int, ...]], Any]] = {
    "any": lambda rng, shape: rng.uniform(0.15, 2, shape) * rng.choice([-1.0, 1.0], shape),
    "positive": lambda rng, shape: rng.uniform(0.3, 2.5, shape),
    "wide": lambda rng, shape: rng.uniform(2, 60, shape),
    "unit": lambda rng, shape: rng.uniform(0.1, 0.9, shape) * rng.choice([-1.0, 1.0], shape),
    "open": lambda rng, shape: rng.uniform(0.1, 0.9, shape),
    "above_one": lambda rng, shape: rng.uniform(1.2, 3, shape),
    "fraction": lambda rng, shape: rng.integers(-2, 3, shape) + rng.uniform(0.1, 0.4, shape),
    "distinct": lambda rng, shape: rng.permutation(int(np.prod(shape))).reshape(shape) * 0.3 - 1.0,
    "dominant": lambda rng, shape: rng.uniform(-0.8, 0.8, shape) + _growing_diagonal(shape),
    # Between the points of a grid of 3 or 4, and between the places where another point becomes the nearest.
    "off_grid": lambda rng, shape: (rng.choice([0.1, 0.4, 0.56, 0.82], shape) + rng.uniform(0, 0.06, shape)) * rng.choice([-1, 1], shape),
    "zeros_among": lambda rng, shape: np.where(np.arange(int(np.prod(shape))).reshape(shape) % 3 == 1, 0.0, rng.uniform(0.5, 2, shape)),
}


def _growing_diagonal(shape: tuple[int, ...]) -> Any:
    return 3 * np.arange(1, shape[-1] + 1) * np.eye(shape[-2], shape[-1]) if len(shape) > 1 else 0


@dataclass(frozen=True)
class Row:
    """How one op is tried.

    `calls` are argument tuples in schema order; `reference` says the same in torch's public functions (a dotted name, or a function
    of the namespace and the arguments), the last arguments by the names in `keywords`.  `public`: the reference is also what
    dtypes, 0-d and empty inputs, strides and variants are compared by.  `holomorphic`: complex numbers are tried too.  `first`,
    `second` and `third` say which orders of derivative are checked; `base` is the type values are compared in, `outputs` the
    comparable ones;
    `any_layout`: the values do not depend on the strides of the arguments; `prepare` makes arguments that are admissible of any;
    `derived` makes of the outputs what has derivatives, if they have not themselves.
    `deviates` names comparisons (by a prefix of their key) that differ from PyTorch on purpose, with the reason; `other_strides` is
    the reason why strides do.
    """

    family: str
    op: str
    calls: tuple[tuple[Any, ...], ...]
    reference: Any
    public: bool
    keywords: tuple[str, ...] = ()
    holomorphic: bool = False
    first: bool = True
    second: bool = True
    third: bool = True
    outputs: tuple[int, ...] | None = None
    base: str = "float64"
    any_layout: bool = True
    prepare: Callable[..., Any] | None = None
    derived: Callable[..., Any] | None = None
    rtol: float = 1e-9
    other_strides: str | None = None
    deviates: dict[str, str] = field(default_factory=dict)

    def seed(self, call: int) -> int:
        return zlib.crc32(f"{self.op}/{call}".encode())

    @property
    def method(self) -> str | None:
        """The name that methods and in-place methods of the reference would have."""
        return self.reference if isinstance(self.reference, str) and "." not in self.reference else None

    def arguments(self, args: list[Any]) -> tuple[list[Any], dict[str, Any]]:
        """A call's arguments as the reference takes them, by position and by name."""
        count = len(args) - len(self.keywords)
        named = dict(zip(self.keywords, args[count:], strict=True))
        return ([a for a in args[:count] if not isinstance(a, Default)], {k: a for k, a in named.items() if not isinstance(a, Default)})


ROWS: dict[str, Row] = {}


def family(name: str) -> Callable[..., None]:
    """What adds rows to a family, whose reference values have files of their own."""
    return partial(row, name)


def row(family: str, op: str, *calls: Any, reference: Any = None, public: bool | None = None, **options: Any) -> None:
    """Add a row. A call of one argument may be written without its tuple; `reference` defaults to the function of the op's name."""
    if op in ROWS:
        raise ValueError(f"two rows for {op}")
    tuples = tuple(call if isinstance(call, tuple) else (call,) for call in calls)
    if public is None:
        public = reference is None or isinstance(reference, str)
    ROWS[op] = Row(family, op, tuples, reference or op, public, **options)


def values_of(spec: F, rng: np.random.Generator, dtype: str) -> Any:
    """The array of a float spec, in `dtype`: for integers small positive ones, for complex ones off the axes."""
    kind = np.dtype(dtype).kind
    if kind in "bui":
        return (np.arange(int(np.prod(spec.shape))).reshape(spec.shape) % 3 + (kind != "b")).astype(dtype)
    base = np.asarray(DOMAINS[spec.domain](rng, spec.shape))
    if kind == "c":
        return (base + 0.6j * DOMAINS["unit"](rng, spec.shape)).astype(dtype)
    return base.astype(dtype)


#: What a call is tried with beside every dtype: 0-d and empty tensors, nan, strides that are not the usual ones, several dtypes.
CASES = ("0d", "empty", "nan", "strided", "float32,int64", "int32,float16", "float32,0d")


def build(row: Row, call: int, tensor: Callable[[Any], Any], dtype_of: Callable[[str], Any], *, dtype: str = "float64",
          case: str = "", reference: bool = False) -> list[Any]:
    """The arguments of a call: `tensor` makes a tensor of an array, `dtype_of` a dtype of its name."""
    rng = np.random.default_rng(row.seed(call))
    count = 0

    def make(spec: Any) -> Any:
        nonlocal count
        if isinstance(spec, F):
            count += 1
            return tensor(altered(spec, rng, dtype, case, count == 1))
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


def altered(spec: F, rng: np.random.Generator, dtype: str, case: str, is_first: bool) -> Any:
    """The array of a float spec as one of `CASES` wants it."""
    if case == "0d":
        return values_of(F((), spec.domain), rng, dtype)
    if case == "empty":
        return np.zeros((0, *spec.shape[1:]), dtype) if spec.shape else values_of(spec, rng, dtype)
    if case == "float32,0d":
        return values_of(spec, rng, "float32") if is_first else values_of(F((), spec.domain), rng, "float64")
    if "," in case:
        return values_of(spec, rng, case.split(",")[not is_first])
    array = values_of(spec, rng, dtype)
    if case == "nan" and is_first and array.size and array.dtype.kind in "fc":
        array[(0,) * array.ndim] = np.nan
    return strided(array) if case == "strided" else array


def strided(array: Any) -> Any:
    """The same values in column-major order."""
    return array.T.copy().T


def referee(row: Row, torch: Any) -> Callable[..., Any]:
    """The reference as a function of the arguments, in the namespace `torch`."""
    if not isinstance(row.reference, str):
        return lambda *args: row.reference(torch, *args)
    target = torch
    for part in row.reference.split("."):
        target = getattr(target, part)

    def call(*args: Any) -> Any:
        positional, named = row.arguments(list(args))
        return target(*positional, **named)

    return call


def outcome(function: Callable[..., Any], args: list[Any]) -> Any:
    """What a call comes to, as JSON can hold it: [dtype, shape, strides, values] per output, or the exception's name."""
    try:
        result = function(*args)
    except Exception as error:
        return type(error).__name__
    outs = result if isinstance(result, (tuple, list)) else (result,)
    if any(str(o.dtype) == "torch.complex32" for o in outs):
        return "complex32"  # which numpy has not
    return [[str(o.dtype).removeprefix("torch."), list(o.shape), list(o.stride()), plain(o)] for o in outs]


def plain(t: Any) -> list[Any]:
    """A tensor's values, flat, as Python numbers; complex ones as pairs."""
    array = np.asarray(t.detach().resolve_conj().resolve_neg().numpy()).reshape(-1)
    if array.dtype.kind == "c":
        return [[float(f"{v.real:.6g}"), float(f"{v.imag:.6g}")] for v in array.tolist()]
    return [float(f"{v:.6g}") for v in array.tolist()] if array.dtype.kind == "f" else array.tolist()


# Variants -------------------------------------------------------------------------------------------------------------------------


def variants_of(row: Row, torch: Any) -> list[str]:
    """Which of method, in-place method and `out=` the library has for the function of a row."""
    if row.method is None:
        return []
    found = [v for v, name in (("method", row.method), ("inplace", row.method + "_")) if hasattr(torch.Tensor, name)]
    return found + (["out"] if _takes_out(row, torch) else [])


def _takes_out(row: Row, torch: Any) -> bool:
    """Whether the function takes `out=`: a call that is wrong otherwise complains of something else."""
    args = build(row, 0, lambda a: torch.from_numpy(np.array(a)), lambda name: getattr(torch, name), dtype=row.base, reference=True)
    positional, named = row.arguments(args)
    try:
        result = getattr(torch, row.reference)(*positional, **named)
        outs = tuple(torch.empty_like(r) for r in result) if isinstance(result, tuple) else torch.empty_like(result)
        getattr(torch, row.reference)(*positional, **named, out=outs)
    except TypeError:
        return False
    return True


def run_method(row: Row, args: list[Any]) -> Any:
    positional, named = row.arguments(args)
    return getattr(positional[0], row.method or "")(*positional[1:], **named)


def run_inplace(row: Row, args: list[Any]) -> Any:
    positional, named = row.arguments(args)
    return getattr(positional[0], f"{row.method}_")(*positional[1:], **named)


def run_out(row: Row, torch: Any, args: list[Any], outs: Any) -> Any:
    positional, named = row.arguments(args)
    return getattr(torch, row.reference)(*positional, **named, out=outs)
