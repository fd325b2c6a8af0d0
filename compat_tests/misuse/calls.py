"""The calls: recorded samples with one thing changed. Both sides make the same ones in the same order."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from ..judging.portable import BITS, TensorRecord, contiguous_strides, flat_tensors
from ..operations.probes import Op, Sample
from ..operations.variants import cast, empty, expanded, zero_d

Place = int | str
Arguments = tuple[list[Any], dict[str, Any]]
#: Makes a wrong argument from the sample's; None if the change does not apply to it.
Change = Callable[[Any], Callable[[Any], Any] | None]


@dataclass(frozen=True)
class Call:
    """One call: its form, the sample, the argument that is changed, and how."""

    kind: str
    form: str
    sample: int
    place: Place
    change: str
    prepare: Callable[[Any], Arguments]

    @property
    def key(self) -> str:
        return f"{self.kind}|{self.form}|{self.sample}|{self.place}|{self.change}"

    def run(self, torch: Any, op: Op, args: list[Any], kwargs: dict[str, Any]) -> Any:
        name = op.inplace if self.form == "inplace" else op.method
        if self.form == "function" or name is None:
            return call_explicitly("given", len(args), tuple(kwargs))(op.function(torch), args, kwargs)
        return call_explicitly(f"given.{name}", len(args) - 1, tuple(kwargs))(args[0], args[1:], kwargs)


@cache
def call_explicitly(called: str, count: int, names: tuple[str, ...]) -> Callable[[Any, list[Any], dict[str, Any]], Any]:
    """A call with explicit arguments as in a program, since `*args` and `**kwargs` would hide which were given by name."""
    given = [*(f"args[{i}]" for i in range(count)), *(f"{name}=kwargs[{name!r}]" for name in names)]
    call: Callable[[Any, list[Any], dict[str, Any]], Any] = eval(f"lambda given, args, kwargs: {called}({', '.join(given)})")
    return call


def calls(op: Op, samples: dict[int, Sample], kinds: list[str]) -> Iterator[Call]:
    """All calls of the given kinds, in an order that depends on nothing else."""
    for kind in kinds:
        for index, sample in samples.items():
            for form in forms(op):
                for place, change, prepare in variants_of(kind)(op, sample, form):
                    yield Call(kind, form, index, place, change, prepare)


def variants_of(kind: str) -> Callable[[Op, Sample, str], Variants]:
    if kind in KINDS:
        return KINDS[kind]
    from .argument_states import ARGUMENT_STATES
    return ARGUMENT_STATES[kind]


def forms(op: Op) -> list[str]:
    return ["function", *(["method"] if op.method else []), *(["inplace"] if op.inplace else [])]


def chosen(cases: list[dict[str, Any]]) -> dict[int, Sample]:
    """The sample with the most arguments, and the first; of float32 if there are any."""
    of_float = [i for i, case in enumerate(cases) if case["dtype"] == "float32"] or list(range(len(cases)))
    longest = sorted(of_float, key=lambda i: -(len(cases[i]["sample"][1]) + len(cases[i]["sample"][2])))[:1]
    return {i: Sample(*cases[i]["sample"]) for i in dict.fromkeys(longest + of_float[:1])}


# --- one argument replaced -----------------------------------------------------------------------------------------------------------

Variants = Iterator[tuple[Place, str, Callable[[Any], Arguments]]]


def replacing(changes: dict[str, Change]) -> Callable[[Op, Sample, str], Variants]:
    """Every argument in turn, changed in each way that applies to it."""
    def variants(_op: Op, sample: Sample, form: str) -> Variants:
        given: dict[Place, Any] = {**dict(enumerate((sample.input, *sample.args))), **sample.kwargs}
        for place, value in given.items():
            for name, change in changes.items():
                make = None if place == 0 and form != "function" and changes is TYPES else change(value)
                if make is not None:
                    yield place, name, put(sample, place, make)
    return variants


def put(sample: Sample, place: Place, make: Callable[[Any], Any]) -> Callable[[Any], Arguments]:
    def prepare(torch: Any) -> Arguments:
        built, kwargs = sample.build(torch)
        args = list(built)
        if isinstance(place, int):
            args[place] = make(torch)
        else:
            kwargs[place] = make(torch)
        return args, kwargs
    return prepare


def always(make: Callable[[Any], Any]) -> Change:
    return lambda value: make


TYPES: dict[str, Change] = {
    "None": always(lambda torch: None), "True": always(lambda torch: True), "1.5": always(lambda torch: 1.5),
    "1": always(lambda torch: 1), "text": always(lambda torch: "s"), "object": always(lambda torch: object()),
    "list": always(lambda torch: [1, "a"]), "bools": always(lambda torch: [True]), "tensor": always(lambda torch: torch.ones(2, 2)),
    "floats": always(lambda torch: [1.5]), "complex": always(lambda torch: 1j), "none list": always(lambda torch: [None]),
    "dtype": always(lambda torch: torch.float64), "npbool": always(lambda torch: np.bool_(True)),
    "npfloat": always(lambda torch: np.float64(1.0))}


def of_record(change: Callable[[TensorRecord], TensorRecord | None]) -> Change:
    """A change of a tensor, or of the last one in a list of tensors."""
    def apply(value: Any) -> Callable[[Any], Any] | None:
        several = isinstance(value, (list, tuple)) and len(value) > 0
        last = value[-1] if several else value
        changed = change(last) if isinstance(last, TensorRecord) else None
        if changed is None or changed is last:
            return None
        return lambda torch: Sample([*value[:-1], changed] if several else changed, (), {}).build(torch)[0][0]
    return apply


def as_dtype(dtype: str) -> Change:
    return of_record(lambda record: None if dtype == record.dtype or record.dtype in BITS else cast(dtype)(record))


def reshaped(change: Callable[[np.ndarray], np.ndarray | None]) -> Change:
    def apply(record: TensorRecord) -> TensorRecord | None:
        data = change(record.data)
        if data is None:
            return None
        # `ascontiguousarray` adds a dimension to arrays without any.
        laid_out = np.ascontiguousarray(data).reshape(data.shape)
        return replace(record, shape=data.shape, strides=contiguous_strides(data.shape), data=laid_out)
    return of_record(apply)


DTYPES = {name: as_dtype(name) for name in ("bool", "uint8", "int32", "int64", "float16", "float32", "float64", "complex64")}

SHAPES: dict[str, Change] = {
    "more dims": reshaped(lambda a: a[None]),
    "fewer dims": reshaped(lambda a: a[0] if a.ndim and a.shape[0] else None),
    "longer": reshaped(lambda a: np.concatenate([a, a[..., :1]], -1) if a.ndim and a.shape[-1] > 1 else None),
    "longer first": reshaped(lambda a: np.concatenate([a, a[:1]]) if a.ndim > 1 and len(a) > 1 else None),
    "no elements": reshaped(lambda a: a[..., :0] if a.ndim else None),
    "empty": of_record(empty), "scalar": of_record(zero_d),
    "turned": reshaped(lambda a: a.T if a.ndim > 1 and a.shape != a.shape[::-1] else None)}


# --- values ---------------------------------------------------------------------------------------------------------------------------

def number(new: Any, *kinds: type) -> Change:
    return lambda value: (lambda torch: new) if type(value) in kinds and value != new else None


def ints(change: Callable[[list[int]], list[int]]) -> Change:
    def apply(value: Any) -> Callable[[Any], Any] | None:
        if not isinstance(value, (list, tuple)) or not value or not all(type(v) is int for v in value):
            return None
        return lambda torch: type(value)(change(list(value)))
    return apply


def first_element(new: int) -> Change:
    def apply(record: TensorRecord) -> TensorRecord | None:
        if record.data.dtype.kind != "i" or record.dtype in BITS or not record.data.size:
            return None
        data = record.data.copy()
        data.reshape(-1)[0] = new
        return replace(record, data=data)
    return of_record(apply)


VALUES: dict[str, Change] = {
    "100": number(100, int), "-100": number(-100, int), "-1": number(-1, int), "0": number(0, int),
    "-1.5": number(-1.5, float), "nan": number(float("nan"), float), "nonsense": number("nonsense", str),
    "first 100": ints(lambda v: [100, *v[1:]]), "first -100": ints(lambda v: [-100, *v[1:]]), "first 0": ints(lambda v: [0, *v[1:]]),
    "one more": ints(lambda v: [*v, v[-1]]), "one less": ints(lambda v: v[:-1]), "all the first": ints(lambda v: [v[0]] * len(v)),
    "element 100": first_element(100), "element -100": first_element(-100)}


# --- options --------------------------------------------------------------------------------------------------------------------------

_FLAG, _REDUCTIONS = (True, False), ("none", "mean", "sum")
_DIMS = (0, 1, -1, 2, (), (0,), (0, 1), None)
#: Values of options by their names. Operations without such an option raise on both sides.
OPTIONS: dict[str, tuple[Any, ...]] = {
    "dim": _DIMS, "dims": _DIMS, "axis": _DIMS, "dim0": (0, -1), "dim1": (0, -1), "keepdim": _FLAG, "keepdims": _FLAG,
    "correction": (0, 2, 0.5, -1.5), "unbiased": _FLAG, "reduction": _REDUCTIONS, "size_average": _FLAG, "reduce": (
        *_FLAG, "add", "multiply", "sum", "prod", "mean", "amax", "amin"), "include_self": _FLAG, "accumulate": _FLAG,
    "label_smoothing": (0.0, 0.5), "ignore_index": (0, 2, -1), "weight": (None,), "bias": (None,), "p": (0, 1, 2, 0.5), "ord": (0, 1, 2),
    "eps": (0.5, 1e-4), "beta": (0.5, 2), "alpha": (2, 0.5), "value": (2, -0.5), "delta": (2.0,), "margin": (0.5,), "lambd": (0.2,),
    "rounding_mode": ("trunc", "floor"), "mode": ("constant", "reflect", "replicate", "circular", "nearest", "linear", "bilinear", "sum",
                                                  "mean", "max", "reduced", "complete", "r"),
    "align_corners": (*_FLAG, None), "padding_mode": ("zeros", "border", "reflection"), "padding": (0, 1, "same", "valid"),
    "ceil_mode": _FLAG, "count_include_pad": _FLAG, "return_indices": _FLAG, "stride": (1, 2), "dilation": (1, 2), "groups": (1, 2),
    "approximate": ("none", "tanh"), "inplace": _FLAG, "training": _FLAG, "train": _FLAG, "dtype": ("float64", "int64", "complex64"),
    "descending": _FLAG, "stable": _FLAG, "sorted": _FLAG, "largest": _FLAG, "right": _FLAG, "side": ("left", "right"), "out_int32": _FLAG,
    "return_inverse": _FLAG, "return_counts": _FLAG, "upper": _FLAG, "left": _FLAG, "unitriangular": _FLAG, "hermitian": _FLAG,
    "full_matrices": _FLAG, "check_errors": _FLAG, "UPLO": ("L", "U"), "rcond": (0.1,), "atol": (0.1,), "rtol": (0.1,), "tol": (0.1,),
    "norm": ("ortho", "forward", "backward"), "n": (2, 5), "s": ((2, 2),), "interpolation": ("lower", "midpoint", "nearest"),
    "indexing": ("ij", "xy"), "offset": (0, 1, -1), "diagonal": (1, -1), "increasing": _FLAG, "equal_nan": _FLAG, "invert": _FLAG,
    "min": (0, 0.5), "max": (0, 0.5), "density": _FLAG, "bins": (3,), "minlength": (0, 7), "memory_format": ("preserve_format",),
    "pin_memory": (False,), "requires_grad": _FLAG, "non_blocking": (True,), "copy": _FLAG, "output_size": (4,), "storage_offset": (0, 1)}


def optional(_op: Op, sample: Sample, form: str) -> Variants:
    """Every option with its possible values; tensors require gradients, so that backward is compared, too."""
    if form == "function":
        for name, values in OPTIONS.items():
            for value in values:
                yield name, repr(value), with_option(sample, name, value)


def with_option(sample: Sample, name: str, value: Any) -> Callable[[Any], Arguments]:
    def prepare(torch: Any) -> Arguments:
        args, kwargs = sample.build(torch)
        for t in flat_tensors(torch, (args, kwargs)):
            if t.is_floating_point() or t.is_complex():
                t.requires_grad_()
        named = isinstance(value, str) and name in ("dtype", "memory_format")
        return list(args), {**kwargs, name: getattr(torch, value) if named else value}
    return prepare


# --- names, devices -------------------------------------------------------------------------------------------------------------------

def wrong_keywords(_op: Op, sample: Sample, _form: str) -> Variants:
    """Unknown keywords, keywords for what is given already, arguments left out, one too many."""
    def added(name: str, value: Any) -> Callable[[Any], Arguments]:
        def prepare(torch: Any) -> Arguments:
            args, kwargs = sample.build(torch)
            return list(args), {**kwargs, name: value}
        return prepare

    for name in ("no_such_argument", "input", "self", "other", "dim"):
        if name not in sample.kwargs:
            yield name, "added", added(name, 1)
    for name in sample.kwargs:
        yield name, "left out", lambda torch, name=name: without(sample, torch, name)
    if sample.args:
        yield len(sample.args), "left out", lambda torch: without(sample, torch, len(sample.args))
    yield len(sample.args) + 1, "one more", lambda torch: ([*sample.build(torch)[0], 1], sample.build(torch)[1])


def without(sample: Sample, torch: Any, place: Place) -> Arguments:
    args, kwargs = sample.build(torch)
    return [a for i, a in enumerate(args) if i != place], {k: v for k, v in kwargs.items() if k != place}


def other_devices(_op: Op, sample: Sample, _form: str) -> Variants:
    """Devices that do not exist."""
    for name in ("cuda", "cuda:1", "mps", "xpu", "nonsense", "cpu:3"):
        def prepare(torch: Any, name: str = name) -> Arguments:
            args, kwargs = sample.build(torch)
            return list(args), {**kwargs, "device": name}
        yield "device", name, prepare


# --- out=, in-place -------------------------------------------------------------------------------------------------------------------

OUTS: dict[str, Callable[[Any, Any], Any]] = {
    "int64": lambda torch, t: torch.zeros(t.shape, dtype=torch.int64),
    "bool": lambda torch, t: torch.zeros(t.shape, dtype=torch.bool),
    "float16": lambda torch, t: torch.zeros(t.shape, dtype=torch.float16),
    "float64": lambda torch, t: torch.zeros(t.shape, dtype=torch.float64),
    "complex64": lambda torch, t: torch.zeros(t.shape, dtype=torch.complex64),
    "longer": lambda torch, t: torch.zeros((*t.shape, 2), dtype=t.dtype),
    "empty": lambda torch, t: torch.zeros(0, dtype=t.dtype),
    "meta": lambda torch, t: torch.zeros(t.shape, dtype=t.dtype, device="meta"),
    "expanded": lambda torch, t: torch.zeros((1,) * t.dim(), dtype=t.dtype).expand(t.shape),
    "leaf": lambda torch, t: torch.zeros(t.shape, dtype=t.dtype, requires_grad=t.is_floating_point() or t.is_complex()),
    "view of leaf": lambda torch, t: torch.zeros((*t.shape, 2), requires_grad=True)[..., 0]}


def out_given(op: Op, sample: Sample, form: str) -> Variants:
    """`out=` of another dtype, shape or device; one that cannot be written; the input itself; a wrong number of them."""
    if not op.out or form != "function":
        return
    for name, make in OUTS.items():
        yield "out", name, lambda torch, make=make: with_out(op, sample, torch, lambda t: make(torch, t))
    yield "out", "the input", lambda torch: with_input_as_out(sample, torch)
    yield "out", "two", lambda torch: with_tuple(sample, torch, 2)
    yield "out", "none of them", lambda torch: with_tuple(sample, torch, 0)


def with_out(op: Op, sample: Sample, torch: Any, make: Callable[[Any], Any]) -> Arguments:
    args, kwargs = sample.build(torch)
    result = op.function(torch)(*args, **kwargs)
    args, kwargs = sample.build(torch)
    made = [make(t) for t in flat_tensors(torch, result)]
    return list(args), {**kwargs, "out": made[0] if isinstance(result, torch.Tensor) else tuple(made)}


def with_input_as_out(sample: Sample, torch: Any) -> Arguments:
    args, kwargs = sample.build(torch)
    return list(args), {**kwargs, "out": flat_tensors(torch, args)[0]}


def with_tuple(sample: Sample, torch: Any, count: int) -> Arguments:
    args, kwargs = sample.build(torch)
    return list(args), {**kwargs, "out": tuple(torch.zeros(2) for _ in range(count))}


SELVES: dict[str, Callable[[Any, Any], Any]] = {
    "leaf": lambda torch, t: t.requires_grad_(),
    "view of leaf": lambda torch, t: torch.stack([t, t]).requires_grad_()[0],
    "part of several": lambda torch, t: torch.stack([t, t]).requires_grad_().clone().unbind()[0],
    "meta": lambda torch, t: t.to("meta")}


def invalid_writes(_op: Op, sample: Sample, form: str) -> Variants:
    """A tensor that may not be written, or holds the same element twice, changed in place."""
    if form != "inplace":
        return
    if isinstance(sample.input, TensorRecord):
        widened = sample.changed(expanded)
        yield 0, "expanded", lambda torch: (list(widened.build(torch)[0]), widened.build(torch)[1])
    for name, make in SELVES.items():
        def prepare(torch: Any, make: Callable[[Any, Any], Any] = make) -> Arguments:
            args, kwargs = sample.build(torch)
            return [make(torch, args[0]), *args[1:]], kwargs
        yield 0, name, prepare


KINDS: dict[str, Callable[[Op, Sample, str], Variants]] = {
    "types": replacing(TYPES), "dtypes": replacing(DTYPES), "shapes": replacing(SHAPES), "values": replacing(VALUES),
    "options": optional, "names": wrong_keywords, "devices": other_devices, "out": out_given, "inplace": invalid_writes}
