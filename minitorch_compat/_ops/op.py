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

A formula is a plain function `f(xp, g, <outputs>, <arguments>, ...)`: `xp` is the namespace it computes in (raw kernels, or dispatched
ops when the result must be differentiable again), `g` the cotangent, then every output and every argument of the schema in order.
Where one pass yields the cotangents of all tensor arguments, `joint=` states one formula that returns them as a tuple.  A parameter's
name says what a node saves for it: `x` the value, `x_meta` shape and dtype only, `_x` nothing (None is passed), `x_loose` the value
without a check for later in-place changes.  Arguments that are not tensors are always passed.

The options of an entry are the parameters of `Op`, and every fact of `facts.py`.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from .._array.core.deferred import replace_when_imported
from .batching.rules import broadcast_rule
from .facts import Facts
from .schema import Schema, parse
from .table import Table

Formula = Callable[..., Any]
Kernel = Callable[..., Any]

NOTHING, META, UNVERSIONED, VALUE = 0, 1, 2, 3

#: Every op by name. Filled by the entries when the `_ops` package, or the module of a lazily loaded family, is imported.
OPS = Table()


class Entries:
    """The entries as attributes, for code that calls an op it knows: `ENTRY.copy`."""

    def __getattr__(self, name: str) -> Op:
        # Reached once per name: the result is stored.
        op: Op | None = OPS.get(name)
        if op is None:
            raise AttributeError(f"no op is called {name}")
        self.__dict__[name] = op
        return op


ENTRY = Entries()


_OBSERVERS: list[Callable[[Op], None]] = []


def on_declaration(observer: Callable[[Op], None]) -> None:
    """Call `observer` with every op, now and whenever one is declared."""
    for op in OPS.declared():
        observer(op)
    _OBSERVERS.append(observer)


class Meta:
    """Shape and dtype of a tensor argument, for formulas that need no values."""

    __slots__ = ("dtype", "shape")
    shape: tuple[int, ...]
    dtype: Any


def meta_of(array: Any) -> Meta:
    """Shape and dtype of an array, or of any object with these attributes."""
    meta = Meta()  # filled here and on the hot path: an `__init__` in Python takes three times as long
    meta.shape, meta.dtype = array.shape, array.dtype
    return meta


class InPlace(NamedTuple):
    """Particulars of an op's in-place calls; most ops have none."""

    #: Writes to memory with internal overlap: refused (None), allowed (), or warned about, with the names of the call and of its variant.
    internal_overlap: tuple[str, ...] | None = None
    #: Where internal overlap is allowed: how many of the first arguments may not overlap the memory partly.
    checked_arguments: int = 0
    #: False if PyTorch's autograd does not see the op, so that calls are neither refused nor recorded.
    is_tracked: bool = True
    #: The dtype's name in refusals, if not the usual one.
    format_dtype: Callable[[Any], str] | None = None
    #: The name of the nodes, if not the same as out of place.
    node: str | None = None
    #: The same where the second argument is a number.
    number_node: str | None = None
    #: The vjps, if PyTorch saves other values than out of place.
    vjps: tuple[Formula | None, ...] = ()
    #: Name of the check that runs first when a call has failed (_dispatch/graph/inplace_checks.py).
    check: str = ""
    #: Whether the result is accumulated in the memory itself, in its dtype.
    accumulates: bool = False
    #: The op that is recorded instead, and its further arguments.
    recorded_op: tuple[str, tuple[Any, ...]] | None = None
    #: Whether PyTorch differentiates out-of-place calls only: backward and forward mode of in-place ones raise.
    not_implemented: bool = False


DEFAULT_IN_PLACE = InPlace()


class Op(Facts):
    """One entry of the table of ops.

    What follows from an entry (the parsed schema; what nodes save) is computed when it is first needed: most programs need it of a few ops,
    and for all of them it would take a tenth of an import.

    Parameters
    ----------
    kind : str
        See the table above.
    schema : str
        Name, parameters, defaults and outputs, in the syntax of `schema.py`.
    kernel : callable or None
        Computes the op on ndarrays.
    vjps : tuple of Formula or None
        One formula per tensor argument, None for an argument without a derivative.
    node : str, optional
        PyTorch's name of the node, if not `to_camel_case(name) + "Backward0"`.
    promote : str, optional
        Dtype promotion: "common" (result type of the arguments), "floating" (the same, integers to the default float), or another policy
        of `_dispatch/call/promotion.py`; None leaves it to the kernel.
    view : bool
        Whether the kernel returns a view of its first argument.
    jvp, composite, joint : Formula, optional
        The tangents of a custom op; the definition of a fused or composite op; one formula for the cotangents of all tensor arguments.
    differentiable : tuple of int, optional
        Indices of the differentiable outputs; all by default.
    holomorphic : bool or "tensors"
        Whether the engine conjugates cotangents around the formulas: False if these handle complex values themselves, or have no complex
        factors; "tensors" if only tensor arguments are complex factors.
    refuses : str or dict of str to str
        Kinds of dtype, by numpy's characters, without a kernel in PyTorch; a dict gives the RuntimeError's message per kind, where PyTorch
        has another than "not implemented".
    additive : bool
        Whether a linear op is linear in its tensors together, like a sum, and not in each one, like a product.
    piecewise_linear : bool
        Whether the op is piecewise linear in its first tensor: as in PyTorch its second derivative is a tensor of zeros, not None.
    numbers : str
        In which places of tensors an op that promotes accepts Python numbers: "any", all but "one", only the "second", "none".
    exact_out : bool, optional
        Whether `out=` must have the result's dtype; by default if the op does not promote.
    module : str, optional
        The namespace of the public function: "torch", "nn.functional", "linalg", "special", "fft"; None for ops of formulas only.
    variants : str, optional
        Which of "function method inplace out" exist.
    doc : str
        One line for the API docs.
    batch : callable, optional
        The batching rule, see `batching/rules.py`; elementwise and composite ops have theirs by kind.
    wide_number : bool
        Whether a number combined with half precision keeps single precision.
    row_major : bool
        Whether results of an elementwise op are row-major, whatever the strides of its operands.
    may_not_overlap : tuple of int
        Indices of arguments that may share no memory with what is written, in place or into `out=`.
    dense_gradient : bool
        Whether PyTorch's gradient is dense where the formula returns an expanded number.
    gradient_layout : str
        Whose layout a gradient has: the "cotangent"'s (of an elementwise op), that of "saved" values, or its "own".
    copies : bool
        Whether the result is a copy in new memory. Of an inference tensor it is an ordinary tensor whose version counts the copying write.
    result_version : tuple of (int or callable, str), optional
        The result's version, i.e. how often PyTorch writes to it before returning it, or a function of the arguments that returns that;
        and for which kinds of dtype ("" for all).
    in_place : InPlace
        Particulars of in-place calls.
    iterates_backwards : bool
        Whether PyTorch iterates over the operands from last to first, which decides the layout of the result.
    has_differentiable_vjps : bool
        Whether the vjps of a fused op can be differentiated again; otherwise its definition is.
    joint_takes_none : bool
        Whether `joint` accepts None for the cotangents of unused outputs.
    shape_rule : callable, optional
        For meta tensors: the shape of the result from the kernel's arguments, where it cannot (or not cheaply) be inferred from results for
        small arguments; None falls back to these.
    **facts : object
        Attributes of `Facts` that differ from the default.
    """

    __slots__ = (
        "__dict__",
        "additive",
        "batch",
        "composite",
        "copies",
        "declaration",
        "dense_gradient",
        "differentiable",
        "doc",
        "elementwise",
        "exact_out",
        "formulas",
        "general_plans",
        "gradient_layout",
        "has_differentiable_vjps",
        "has_lists",
        "holomorphic",
        "in_place",
        "is_differentiable",
        "iterates_backwards",
        "joint",
        "joint_takes_none",
        "jvp",
        "kernel",
        "kind",
        "layout_formulas",
        "may_not_overlap",
        "module",
        "name",
        "node_name",
        "number_overloads",
        "numbers",
        "params",
        "piecewise_linear",
        "plans",
        "promote",
        "promoted",
        "refusals",
        "refuses",
        "resolves_gradient_layout",
        "result_version",
        "saves",
        "schema",
        "shape_rule",
        "transform_op",
        "variants",
        "view",
        "vjps",
        "wide_number",
    )

    def __init__(
        self, kind: str, schema: str, kernel: Kernel | None, vjps: tuple[Formula | None, ...] = (), *,
        node: str | None = None, promote: str | None = None, view: bool = False, jvp: Formula | None = None,
        composite: Formula | None = None, differentiable: tuple[int, ...] | None = None, holomorphic: bool | str = True,
        joint: Formula | None = None, refuses: str | dict[str, str] = "", additive: bool = False, piecewise_linear: bool = False,
        numbers: str = "any", exact_out: bool | None = None, module: str | None = "torch", variants: str | None = None, doc: str = "",
        batch: Any = None, wide_number: bool = False, row_major: bool = False, may_not_overlap: tuple[int, ...] = (),
        dense_gradient: bool = False, gradient_layout: str = "cotangent", copies: bool = False,
        result_version: tuple[int | Callable[..., int], str] | None = None, in_place: InPlace = DEFAULT_IN_PLACE,
        iterates_backwards: bool = False, has_differentiable_vjps: bool = False, joint_takes_none: bool = False,
        shape_rule: Callable[..., tuple[int, ...] | None] | None = None, **facts: Any,
    ) -> None:
        name = self.name = schema[:schema.find("(")]
        self.declaration = schema, vjps, node, differentiable, refuses, numbers, variants, row_major
        self.kind = kind
        self.is_differentiable = kind != "nondiff"
        self.composite = composite
        self.has_differentiable_vjps = has_differentiable_vjps or kind != "fused"
        self.joint_takes_none = joint_takes_none
        self.shape_rule = shape_rule
        self.kernel = kernel
        replace_when_imported(kernel, self, "kernel")
        replace_when_imported(batch, self, "batch")
        self.promote = promote
        self.view = view
        self.jvp = jvp
        self.batch = broadcast_rule if batch is None and kind == "elementwise" else batch
        self.holomorphic = False if view else holomorphic
        self.dense_gradient = dense_gradient
        self.gradient_layout = gradient_layout
        self.copies = copies
        self.result_version = result_version
        self.in_place = in_place
        self.iterates_backwards = iterates_backwards
        self.additive = additive
        self.may_not_overlap = may_not_overlap
        self.piecewise_linear = piecewise_linear
        self.wide_number = wide_number
        self.exact_out = promote is None if exact_out is None else exact_out
        self.module = module
        self.doc = doc
        self.joint = joint
        self.number_overloads: tuple[Op, Op] | None = None
        #: Of a matrix product: index of the first factor, whether the second is transposed, formulas for column-major factors.
        self.layout_formulas: tuple[Any, ...] | None = None
        #: The op that levels of function transforms record instead, if PyTorch differentiates another one there.
        self.transform_op: Op | None = None
        self.plans: dict[int, Any] = {}  # mask of the arguments that require gradients -> what nodes save; filled by dispatch
        self.general_plans: dict[int, Any] = {}  # the same for the general path
        if facts:
            self.__dict__ = facts  # `set_facts` without its check of the names, which a test makes
        if OPS.declares(name):
            raise ValueError(f"op {name} is declared twice")
        OPS[name] = self
        for observer in _OBSERVERS:
            observer(self)

    def set_facts(self, **facts: Any) -> None:
        """Set facts that differ from their defaults (see `facts.py`)."""
        for name in facts:
            if not hasattr(Facts, name):
                raise TypeError(f"op {self.name}: an entry has no option {name}")
        self.__dict__.update(facts)

    def __getattr__(self, name: str) -> Any:
        """Compute the attributes that are derived from the entry."""
        if name not in Op.__slots__:
            raise AttributeError(f"an op has no {name}")
        self._derive_attributes(*self.declaration)
        return object.__getattribute__(self, name)

    def _derive_attributes(self, schema: str, vjps: tuple[Formula | None, ...], node: str | None, differentiable: tuple[int, ...] | None,
                  refuses: str | dict[str, str], numbers: str, variants: str | None, row_major: bool) -> None:
        parsed: Schema = parse(schema)
        kind, positions = self.kind, parsed.tensor_positions
        self.params = parsed.params
        self.node_name = node or to_camel_case(self.name) + "Backward0"
        #: Whether each element of the result depends on one element of each operand, over which PyTorch iterates in step.
        self.elementwise = not (self.view or row_major) and (kind == "elementwise" or self.batch is broadcast_rule and (
            kind == "nondiff" or kind == "custom" and len(positions) == 1))
        #: Whether the strides of gradients are those of other arrays.
        self.resolves_gradient_layout = self.elementwise or self.gradient_layout == "saved"
        #: An op of a single tensor accepts no number in its place.
        self.numbers = numbers if self.promote is not None and len(positions) > 1 else "none"
        self.refuses = "".join(refuses)
        self.refusals = {kind: text for kind, text in refuses.items() if text} if isinstance(refuses, dict) else {}
        self.variants = _split_words(variants if variants is not None else _default_variants(kind, self.module))
        self.differentiable = differentiable if differentiable is not None else tuple(range(len(parsed.outputs)))
        #: Indices of the arguments that are promoted together: tensors and Python numbers (keyword-only numbers just scale a term).
        self.promoted = tuple([i for i, p in enumerate(parsed.params) if p.type in _TENSOR or (p.type in _SCALAR and not p.keyword_only)])
        self.has_lists = "Tensor[] " in schema
        self.schema = parsed
        joint = self.joint
        self.vjps = self._align(vjps) if joint is None else (joint,) * len(positions)
        self.saves = tuple([None if f is None else self._saves_of_formula(f) for f in self.vjps])
        #: The vjps if there is one per tensor argument: the run loop calls them directly.
        self.formulas = self.vjps if joint is None and not self.has_lists else None

    def _align(self, vjps: tuple[Formula | None, ...]) -> tuple[Formula | None, ...]:
        """One formula (or None) per tensor argument."""
        count = len(self.schema.tensor_positions)
        if len(vjps) > count:
            raise ValueError(f"{self.name}: {len(vjps)} formulas for {count} tensor arguments")
        return vjps + (None,) * (count - len(vjps))

    def _saves_of_formula(self, formula: Formula) -> tuple[int, ...]:
        """What a node saves of each output and argument for `formula`."""
        code = formula.__code__  # inspect.signature takes 60 times as long
        names = code.co_varnames[2:code.co_argcount]
        expected = len(self.schema.outputs) + len(self.schema.params)
        if len(names) != expected:
            raise ValueError(f"{self.name}: a formula takes xp, g and {expected} more parameters, not {len(names)}: {names}")
        saves = _SAVED.get(names)
        if saves is None:
            saves = _SAVED[names] = tuple([NOTHING if n[0] == "_" else _ENDINGS.get(n.rpartition("_")[2], VALUE) for n in names])
        if self.kind == "fused":  # the definition needs all arguments
            count = len(self.schema.outputs)
            return saves[:count] + tuple([kind if kind == UNVERSIONED else VALUE for kind in saves[count:]])
        return saves


_TENSOR, _SCALAR = frozenset({"Tensor", "Tensor?"}), frozenset({"Scalar", "Scalar?"})
_ENDINGS = {"meta": META, "unversioned": UNVERSIONED}
#: Names of a formula's parameters -> what is saved: many formulas share them.
_SAVED: dict[tuple[str, ...], tuple[int, ...]] = {}


@cache
def _split_words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _default_variants(kind: str, module: str | None) -> str:
    """The default of `variants`."""
    if module is None:
        return ""
    if module != "torch":
        return "function"
    return "function method inplace out" if kind == "elementwise" else "function method out"


def overload(op: Op, node: str, *vjps: Formula | None) -> Op:
    """An overload of `op` whose nodes have another name in PyTorch; it is not in the table. `vjps` replace the formulas."""
    twin = Op.__new__(Op)
    for name in Op.__slots__:
        setattr(twin, name, getattr(op, name))
    twin.node_name = node
    twin.plans, twin.general_plans = {}, {}
    replace_when_imported(twin.kernel, twin, "kernel")
    if vjps:
        twin.vjps = twin.formulas = vjps
        twin.saves = tuple([None if f is None else twin._saves_of_formula(f) for f in vjps])
        twin.layout_formulas = None
    return twin


def set_number_overloads(op: Op, second: str, first: Op | None = None) -> None:
    """Set the ops to record for calls whose `second` (or first) tensor argument is a Python number."""
    op.number_overloads = (op if first is None else first, overload(op, second, op.vjps[0], None))  # a number has no edge


@cache
def layout_overloads(op: Op) -> tuple[Op, ...]:
    """The overloads of a matrix product for column-major factors: key 1 if the first is, 2 if the second is once it is transposed.

    The gradient of a factor has the factor's layout, so for a column-major one the transposed product is computed.
    """
    assert op.layout_formulas is not None
    place, second_transposed, first, second = op.layout_formulas
    found = []
    for layout in range(4):
        vjps = list(op.vjps)
        if layout & 1:
            vjps[place] = first
        if bool(layout & 2) is not second_transposed:
            vjps[place + 1] = second
        found.append(op if vjps == list(op.vjps) else overload(op, op.node_name, *vjps))
        found[-1].layout_formulas = op.layout_formulas
    return tuple(found)


def to_camel_case(name: str) -> str:
    """`log_softmax` -> `LogSoftmax`, as PyTorch names its nodes."""
    return "".join([part[:1].upper() + part[1:] for part in name.split("_")])


def elementwise(schema: str, kernel: Kernel, *partials: Formula | None, **options: Any) -> Op:
    """An op on single elements; `partials[i]` multiplies a cotangent or tangent by d out / d argument i."""
    return Op("elementwise", schema, kernel, partials, **options)


def linear(schema: str, kernel: Kernel, *transposes: Formula | None, **options: Any) -> Op:
    """An op linear in each of its tensor arguments; `transposes[i]` is the transpose of that map."""
    return Op("linear", schema, kernel, transposes, **options)


def symmetric(schema: str, kernel: Kernel, vjp: Formula, **options: Any) -> Op:
    """An op of one tensor whose Jacobian is symmetric, so that its vjp is its jvp."""
    return Op("symmetric", schema, kernel, (vjp,), **options)


def custom(schema: str, kernel: Kernel, *vjps: Formula | None, jvp: Formula, **options: Any) -> Op:
    """An op that states both directions; `jvp(xp, tangents, <outputs>, <arguments>)`, missing tangents being None."""
    return Op("custom", schema, kernel, vjps, jvp=jvp, **options)


def fused(schema: str, kernel: Kernel, *vjps: Formula | None, composite: Formula, **options: Any) -> Op:
    """A composite with a kernel that computes it, and its first derivative, in one pass.

    `composite(xp, <arguments>)` defines the op; forward mode, batching and (unless `has_differentiable_vjps`: the vjps are made of ops)
    higher orders go through it.
    """
    return Op("fused", schema, kernel, vjps, composite=composite, **options)


def composite(schema: str, function: Formula, **options: Any) -> Op:
    """An op that is a function of other ops: `function(xp, <arguments>)`; on arrays a `kernel` may take its place."""
    return Op("composite", schema, options.pop("kernel", None), composite=function, **options)


def nondiff(schema: str, kernel: Kernel, **options: Any) -> Op:
    """An op without a derivative: its results never require gradients."""
    return Op("nondiff", schema, kernel, **options)
