"""What the project knows of one op, and the kinds of op.

An entry states its schema, its kernel and, by kind, as little of a derivative as its kind needs:

============  ===================================================  ==========================================
kind          the entry states                                     and gets
============  ===================================================  ==========================================
elementwise   one partial per tensor argument                      vjp, jvp (the partial applied to a tangent)
linear        one transpose per tensor argument (multilinear)      jvp: the op itself, argument by argument
symmetric     one vjp of a symmetric Jacobian                      jvp: the same formula
fused         a composite definition and a one-pass backward       jvp and higher orders through the definition
composite     a function of other ops                              everything
custom        vjps and a jvp                                       -
nondiff       nothing                                              -
============  ===================================================  ==========================================

A formula is a plain function `f(xp, g, <outputs>, <arguments>, ...)`: `xp` is the namespace it computes in (raw kernels, or
dispatched ops when the result must be differentiable again), `g` the cotangent, then every output and every argument of the
schema in order.  Where one pass yields the cotangents of all tensor arguments, `joint=` states one formula that returns them as a
tuple.  A parameter's name says what a node saves for it: `x` the value, `x_meta` shape and dtype only, `_x`
nothing (None arrives), `x_loose` the value whatever is written into it afterwards.  Arguments that are not tensors are always there.

Options of an entry: `node` (PyTorch's node name, if not the usual one), `promote` ("common": result type of the tensor arguments;
"floating": the same, integers to the default float; None: the kernel decides), `view` (the kernel answers with a view),
`differentiable` (which outputs are, default all), `holomorphic` (False where the formula itself handles complex values, or has no
complex factors; "tensors" where it has none beside numbers), `dense_gradient` (PyTorch's gradient fills memory where the formula here
answers with a number that is repeated), `gradient_layout` (what the gradient of an elementwise op follows in memory: the "cotangent", as
most, what was "saved", or nothing, its "own"), `copies` (the result is a copy in new memory), `refuses` (kinds of dtype, by numpy's
letters, that PyTorch has no kernel for; a dict gives the RuntimeError's text where PyTorch says more than "not implemented"), `additive`
(a linear op that is linear in its tensors together, as a sum is, and not in each alone, as a product is),
`flat` (piecewise linear in its first tensor, and as in PyTorch its second derivative there is a tensor of zeros, not an absent one),
`numbers` (where an op that promotes takes Python numbers for tensors: "any" of its arguments, all but "one" of them, only the "second",
"none"), `exact_out` (`out=` must have the result's very dtype; the default for ops that do not promote), `module` ("torch",
"nn.functional", "linalg", "special", "fft"; None: only for formulas), `variants` (of "function method inplace out"),
`wide_number` (a number beside half precision is not rounded to it first), `row_major` (an elementwise op whose results are, however its
operands lie in memory), `own_writes` (what the result's version is, or a function of the arguments that says it,
and for which kinds of dtype), `in_place` (an `InPlace`:
what is particular about calls in place), `doc` (a line for the docs), `batch` (the batching rule, see `_ops/batching/rules.py`;
elementwise and composite ops have theirs by kind), and every fact of `facts.py`.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from .._array.core.deferred import known
from .batching.rules import aligned
from .facts import Facts
from .schema import Schema, parse
from .table import Table

Formula = Callable[..., Any]
Kernel = Callable[..., Any]

NOTHING, META, UNVERSIONED, VALUE = 0, 1, 2, 3

#: Every op by name. Filled by the declarations, when the `_ops` package is imported or an op of a family that waits is asked for.
OPS = Table()


class Entries:
    """The entries as attributes, for code that calls an op it knows: `ENTRY.copy`."""

    def __getattr__(self, name: str) -> Op:
        # Reached once per name: the entry is kept afterwards.
        op: Op | None = OPS.get(name)
        if op is None:
            raise AttributeError(f"no op is called {name}")
        self.__dict__[name] = op
        return op


ENTRY = Entries()


_OBSERVERS: list[Callable[[Op], None]] = []


def on_declaration(tell: Callable[[Op], None]) -> None:
    """Call `tell` with every op, those declared already first."""
    for op in OPS.declared():
        tell(op)
    _OBSERVERS.append(tell)


class Meta:
    """Shape and dtype of a tensor argument, all that some formulas need of it."""

    __slots__ = ("dtype", "shape")
    shape: tuple[int, ...]
    dtype: Any

    @property
    def ndim(self) -> int:
        return len(self.shape)


def meta_of(array: Any) -> Meta:
    """Shape and dtype of an array, or of what has them like one."""
    meta = Meta()  # filled in here and on the hot path: a Python `__init__` takes three times as long
    meta.shape, meta.dtype = array.shape, array.dtype
    return meta


class InPlace(NamedTuple):
    """What is particular about an op's calls in place; most have nothing of it."""

    #: Memory that elements share: refused (None), allowed (), or warned of, with the names of the call and of its other spelling.
    shared: tuple[str, ...] | None = None
    #: The first so many arguments may share no part of the memory, where elements may be shared.
    parts: int = 0
    #: False: PyTorch knows no derivative, not even that there is none, so that calls are neither refused nor recorded.
    tracked: bool = True
    #: How the type of the memory is called in refusals, where otherwise than usual.
    spoken: Callable[[Any], str] | None = None
    #: What PyTorch calls the nodes, if otherwise than out of place.
    node: str | None = None
    #: Where the second argument is a number.
    number_node: str | None = None
    #: The formulas, where PyTorch saves something else.
    vjps: tuple[Formula | None, ...] = ()
    #: What is looked at first once something was wrong (_dispatch/graph/inplace_checks.py).
    check: str = ""
    #: Whether the result is summed up in the memory itself, whose type is taken for all.
    accumulates: bool = False
    #: The op that is recorded instead, and its further arguments.
    recorded_as: tuple[str, tuple[Any, ...]] | None = None
    #: Whether PyTorch differentiates calls out of place only: backward through others raises, and so does forward mode.
    not_implemented: bool = False


USUAL = InPlace()


class Op(Facts):
    """One entry of the table of ops.

    What follows from an entry (its schema, read; what nodes save) is worked out when it is first asked for: most programs ask for it of
    a few ops, and all of them together would be a tenth of an import.
    """

    __slots__ = (
        "__dict__",
        "additive",
        "again",
        "apart",
        "backwards",
        "batch",
        "by_number",
        "composite",
        "copies",
        "dense_gradient",
        "differentiable",
        "doc",
        "elementwise",
        "exact_out",
        "flat",
        "formulas",
        "gradient_layout",
        "has_lists",
        "holomorphic",
        "in_place",
        "in_transforms",
        "is_differentiable",
        "joint",
        "jvp",
        "kernel",
        "kind",
        "layouts",
        "module",
        "name",
        "node_name",
        "numbers",
        "own_writes",
        "params",
        "plans",
        "promote",
        "promoted",
        "refusals",
        "refuses",
        "saves",
        "schema",
        "shape_rule",
        "stated",
        "takes_none",
        "variants",
        "view",
        "vjps",
        "whole_plans",
        "wide_number",
    )

    def __init__(
        self, kind: str, schema: str, kernel: Kernel | None, vjps: tuple[Formula | None, ...] = (), *,
        node: str | None = None, promote: str | None = None, view: bool = False, jvp: Formula | None = None,
        composite: Formula | None = None, differentiable: tuple[int, ...] | None = None, holomorphic: bool | str = True,
        joint: Formula | None = None, refuses: str | dict[str, str] = "", additive: bool = False, flat: bool = False, numbers: str = "any",
        exact_out: bool | None = None, module: str | None = "torch", variants: str | None = None, doc: str = "", batch: Any = None,
        wide_number: bool = False, row_major: bool = False, apart: tuple[int, ...] = (), dense_gradient: bool = False,
        gradient_layout: str = "cotangent", copies: bool = False,
        own_writes: tuple[int | Callable[..., int], str] | None = None, in_place: InPlace = USUAL, backwards: bool = False,
        again: bool = False, takes_none: bool = False, shape_rule: Callable[..., tuple[int, ...] | None] | None = None, **facts: Any,
    ) -> None:
        name = self.name = schema[:schema.find("(")]
        self.stated = schema, vjps, node, differentiable, refuses, numbers, variants, row_major
        self.kind = kind
        self.is_differentiable = kind != "nondiff"
        self.composite = composite
        #: Whether the vjps can be differentiated again: those of a fused op that cannot give way to the vjp of its definition.
        self.again = again or kind != "fused"
        #: Whether `joint` takes None for outputs nobody used.
        self.takes_none = takes_none
        #: The shape of the result for what the kernel is given, where that cannot be told, or is dear to tell, from results for small
        #: arguments; None leaves it to these. For meta tensors.
        self.shape_rule = shape_rule
        self.kernel = kernel
        known(kernel, self, "kernel")
        known(batch, self, "batch")
        self.promote = promote
        self.view = view
        self.jvp = jvp
        self.batch = aligned if batch is None and kind == "elementwise" else batch
        #: Whether the gradient is conjugated before and after the formula: not where that comes to the same.
        self.holomorphic = False if view else holomorphic
        #: Whether PyTorch's gradient fills memory where the formula here answers with a number that is repeated.
        self.dense_gradient = dense_gradient
        #: What the gradient of an elementwise op follows in memory.
        self.gradient_layout = gradient_layout
        #: Whether the result is a copy in new memory: of an inference tensor an ordinary one, whose version counts the write into it.
        self.copies = copies
        #: How often PyTorch writes into the result before it is returned, which its version tells, and for which kinds of dtype (all).
        self.own_writes = own_writes
        self.in_place = in_place
        #: Whether PyTorch iterates over the operands from the last to the first, which orders the result in memory.
        self.backwards = backwards
        self.additive = additive
        #: The arguments (positions) that may share no memory with what is written, in place or into `out=`.
        self.apart = apart
        self.flat = flat
        self.wide_number = wide_number
        self.exact_out = promote is None if exact_out is None else exact_out
        self.module = module
        self.doc = doc
        self.joint = joint
        self.by_number: tuple[Op, Op] | None = None
        #: Of a product of matrices: the place of the first, whether the second is transposed, the formulas for what lies otherwise.
        self.layouts: tuple[Any, ...] | None = None
        #: What the levels of function transforms record instead, where PyTorch differentiates otherwise in them.
        self.in_transforms: Op | None = None
        self.plans: dict[int, Any] = {}  # what nodes save, by the arguments that require gradients; dispatch fills it
        self.whole_plans: dict[int, Any] = {}  # the same for calls of any form
        if facts:
            self.__dict__ = facts  # as `know`, which asks whether there are such facts; here a test does
        if OPS.declares(name):
            raise ValueError(f"op {name} is declared twice")
        OPS[name] = self
        for tell in _OBSERVERS:
            tell(self)

    def know(self, **facts: Any) -> None:
        """Take facts in which this op is not like most (see `facts.py`)."""
        for name in facts:
            if not hasattr(Facts, name):
                raise TypeError(f"op {self.name}: an entry has no option {name}")
        self.__dict__.update(facts)

    def __getattr__(self, name: str) -> Any:
        """An attribute that has not been worked out yet."""
        if name not in Op.__slots__:
            raise AttributeError(f"an op has no {name}")
        self._work_out(*self.stated)
        return object.__getattribute__(self, name)

    def _work_out(self, schema: str, vjps: tuple[Formula | None, ...], node: str | None, differentiable: tuple[int, ...] | None,
                  refuses: str | dict[str, str], numbers: str, variants: str | None, row_major: bool) -> None:
        parsed: Schema = parse(schema)
        kind, positions = self.kind, parsed.tensor_positions
        self.params = parsed.params
        self.node_name = node or camel(self.name) + "Backward0"
        #: Whether each element of the result comes of one of each operand, over which PyTorch iterates together.
        self.elementwise = not (self.view or row_major) and (kind == "elementwise" or self.batch is aligned and (
            kind == "nondiff" or kind == "custom" and len(positions) == 1))
        #: What has a single tensor is not called with a number instead.
        self.numbers = numbers if self.promote is not None and len(positions) > 1 else "none"
        self.refuses = "".join(refuses)
        self.refusals = {kind: text for kind, text in refuses.items() if text} if isinstance(refuses, dict) else {}
        self.variants = _words(variants if variants is not None else _usual_variants(kind, self.module))
        self.differentiable = differentiable if differentiable is not None else tuple(range(len(parsed.outputs)))
        #: Positions whose values meet in one dtype: tensors, and Python numbers beside them (those by keyword only scale a term).
        self.promoted = tuple([i for i, p in enumerate(parsed.params) if p.type in _TENSOR or (p.type in _SCALAR and not p.keyword_only)])
        self.has_lists = "Tensor[] " in schema
        self.schema = parsed
        joint = self.joint
        self.vjps = self._align(vjps) if joint is None else (joint,) * len(positions)
        self.saves = tuple([None if f is None else self._saved_by(f) for f in self.vjps])
        #: The vjps, when each is for one tensor of its own: the run loop calls them directly.
        self.formulas = self.vjps if joint is None and not self.has_lists else None

    def _align(self, vjps: tuple[Formula | None, ...]) -> tuple[Formula | None, ...]:
        """One formula (or None) per tensor argument."""
        count = len(self.schema.tensor_positions)
        if len(vjps) > count:
            raise ValueError(f"{self.name}: {len(vjps)} formulas for {count} tensor arguments")
        return vjps + (None,) * (count - len(vjps))

    def _saved_by(self, formula: Formula) -> tuple[int, ...]:
        """For each output and argument, what `formula` needs a node to save of it."""
        code = formula.__code__  # inspect.signature says the same, in 60 times the time
        names = code.co_varnames[2:code.co_argcount]
        expected = len(self.schema.outputs) + len(self.schema.params)
        if len(names) != expected:
            raise ValueError(f"{self.name}: a formula takes xp, g and {expected} more parameters, not {len(names)}: {names}")
        saves = _SAVED.get(names)
        if saves is None:
            saves = _SAVED[names] = tuple([NOTHING if n[0] == "_" else _ENDINGS.get(n.rpartition("_")[2], VALUE) for n in names])
        if self.kind == "fused":  # the definition will want every argument
            count = len(self.schema.outputs)
            return saves[:count] + tuple([kind if kind == UNVERSIONED else VALUE for kind in saves[count:]])
        return saves

    def __repr__(self) -> str:
        return f"<op {self.schema.text}>"


_TENSOR, _SCALAR = frozenset({"Tensor", "Tensor?"}), frozenset({"Scalar", "Scalar?"})
_ENDINGS = {"meta": META, "unversioned": UNVERSIONED}
#: What is saved, by the names of a formula's parameters: many have the same.
_SAVED: dict[tuple[str, ...], tuple[int, ...]] = {}


@cache
def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _usual_variants(kind: str, module: str | None) -> str:
    """Where an op shows in torch unless its entry says otherwise."""
    if module is None:
        return ""
    if module != "torch":
        return "function"
    return "function method inplace out" if kind == "elementwise" else "function method out"


def overload(op: Op, node: str, *vjps: Formula | None) -> Op:
    """`op` as a signature of its own, whose nodes PyTorch names otherwise; it stays out of the table. `vjps` replace the formulas."""
    twin = Op.__new__(Op)
    for name in Op.__slots__:
        setattr(twin, name, getattr(op, name))
    twin.node_name = node
    twin.plans, twin.whole_plans = {}, {}
    known(twin.kernel, twin, "kernel")
    if vjps:
        twin.vjps = twin.formulas = vjps
        twin.saves = tuple([None if f is None else twin._saved_by(f) for f in vjps])
        twin.layouts = None
    return twin


def with_numbers(op: Op, second: str, first: Op | None = None) -> None:
    """Say what calls record whose `second` (or first) tensor argument is a Python number."""
    op.by_number = (op if first is None else first, overload(op, second, op.vjps[0], None))  # a number has no edge


@cache
def layout_overloads(op: Op) -> tuple[Op, ...]:
    """A product of matrices by how its factors lie: 1 where the first lies by columns, and 2 where the second does, once it is transposed.

    The gradient of a factor lies as the factor does, so it is computed the other way round where that lies otherwise than mostly.
    """
    assert op.layouts is not None
    place, second_transposed, first, second = op.layouts
    found = []
    for layout in range(4):
        vjps = list(op.vjps)
        if layout & 1:
            vjps[place] = first
        if bool(layout & 2) is not second_transposed:
            vjps[place + 1] = second
        found.append(op if vjps == list(op.vjps) else overload(op, op.node_name, *vjps))
        found[-1].layouts = op.layouts
    return tuple(found)


def camel(name: str) -> str:
    """`log_softmax` -> `LogSoftmax`, the way PyTorch names its nodes."""
    return "".join([part[:1].upper() + part[1:] for part in name.split("_")])


def elementwise(schema: str, kernel: Kernel, *partials: Formula | None, **options: Any) -> Op:
    """An op that acts on each element alone; `partials[i]` multiplies a cotangent or tangent by d out / d argument i."""
    return Op("elementwise", schema, kernel, partials, **options)


def linear(schema: str, kernel: Kernel, *transposes: Formula | None, **options: Any) -> Op:
    """An op linear in each of its tensor arguments; `transposes[i]` is the transpose of that map."""
    return Op("linear", schema, kernel, transposes, **options)


def symmetric(schema: str, kernel: Kernel, vjp: Formula, **options: Any) -> Op:
    """An op of one tensor whose Jacobian is symmetric, so that its vjp is its jvp."""
    return Op("symmetric", schema, kernel, (vjp,), **options)


def custom(schema: str, kernel: Kernel, *vjps: Formula | None, jvp: Formula, **options: Any) -> Op:
    """An op that states both directions; `jvp(xp, tangents, <outputs>, <arguments>)`, absent tangents being None."""
    return Op("custom", schema, kernel, vjps, jvp=jvp, **options)


def fused(schema: str, kernel: Kernel, *vjps: Formula | None, composite: Formula, **options: Any) -> Op:
    """A composite with a kernel that computes it, and its first derivative, in one pass.

    `composite(xp, <arguments>)` defines the op; forward mode, batching and (unless `again`: the vjps are made of ops) higher orders
    go through it.
    """
    return Op("fused", schema, kernel, vjps, composite=composite, **options)


def composite(schema: str, function: Formula, **options: Any) -> Op:
    """An op that is a function of other ops: `function(xp, <arguments>)`; on arrays a `kernel` may take its place."""
    return Op("composite", schema, options.pop("kernel", None), composite=function, **options)


def nondiff(schema: str, kernel: Kernel, **options: Any) -> Op:
    """An op without a derivative: its results never require gradients."""
    return Op("nondiff", schema, kernel, **options)
