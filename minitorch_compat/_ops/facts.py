"""What is known of an op beside its schema, kernel and derivatives, with what holds of most ops.

An entry states what is otherwise of its op as an option (`autocast="single"`), and whoever wants to know reads `op.autocast`. Where a fact
names a rule that is code of another layer, its text is the name of the function there.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar


class Unfused:
    """What PyTorch has for an op that transposes a matrix on the way."""

    __slots__ = ("op", "order", "transposed")

    def __init__(self, op: str, order: tuple[int, ...], transposed: int) -> None:
        #: The op that PyTorch has.
        self.op = op
        #: Its tensor arguments by their places here.
        self.order = order
        #: Which of the arguments here is transposed.
        self.transposed = transposed


class Out:
    """What is particular about calls with `out=`."""

    __slots__ = ("bytes", "copied", "fits", "numbers", "of_out_alone", "picks", "product", "reads", "real_of_complex", "speaker",
                 "takes_input", "tracked", "type_error", "unfit", "unfit_second")

    def __init__(self, *, reads: str = "", takes_input: bool = True, tracked: bool = True, of_out_alone: bool = False,
                 numbers: bool = True, picks: bool = False, bytes: bool = False, product: bool = False,
                 fits: str = "", unfit: str = "", unfit_second: str = "", type_error: bool = False, speaker: str = "",
                 copied: bool = False, real_of_complex: bool = False) -> None:
        #: What is read before anything is written: all ("first") or the "first argument", which are what `out` may share memory with;
        #: otherwise arguments and `out` are walked together.
        self.reads = reads
        #: Whether one of the arguments itself may be `out`.
        self.takes_input = takes_input
        #: False: PyTorch knows no derivative, so that an `out` that requires a gradient is as good as any.
        self.tracked = tracked
        #: Whether `out` alone is asked whether it requires a gradient.
        self.of_out_alone = of_out_alone
        #: Whether the first tensor may be a number.
        self.numbers = numbers
        #: Whether it picks elements, and refuses an `out` that overlaps itself even where that would be resized.
        self.picks = picks
        #: Whether the input is read as bytes where `out` has them.
        self.bytes = bytes
        #: Whether a vector times a matrix is stored as a matrix of one row.
        self.product = product
        #: Which dtypes fit: that of the result ("exact"), what it can be "cast" to, "complexes" or "reals", "bools or bytes". As
        #: `exact_out` says otherwise.
        self.fits = fits
        #: How another is refused, where that is not as most ops do: {0} is the result's dtype and {1} that of `out`, {2} and {3} are the
        #: same in C++'s words, {4} is whether the result is of int32. And how that of a second result is.
        self.unfit = unfit
        self.unfit_second = unfit_second
        #: Whether that is a TypeError, not a RuntimeError.
        self.type_error = type_error
        #: Who refuses gradients, where it is not the function: another that it hands `out` to; for want of a derivative, the dispatcher
        #: ("aten::" and the name, which may be left out where it is the function's).
        self.speaker = speaker
        #: Whether it ends in copying into `out`, which is refused, and recorded, as any tensor changed in place.
        self.copied = copied
        #: Whether results of complex numbers are real: these are stored in what they can be cast to, or as complex numbers of the input's
        #: dtype.
        self.real_of_complex = real_of_complex


USUAL_OUT = Out()
FOUND_DTYPE = "Found dtype {1} but expected {0}"
FOUND_OUT = Out(fits="exact", unfit=FOUND_DTYPE)


class OnLists:
    """The function of lists that PyTorch has of an op, `torch._foreach_*`, which leaves one node for all."""

    __slots__ = ("by_number", "nodes", "of_number", "one_for_all", "tensors")

    def __init__(self, tensors: int, nodes: tuple[str, ...] = (), *, one_for_all: bool = False, by_number: str = "",
                 of_number: str = "") -> None:
        #: How many lists of tensors it takes; operands of the second may be numbers.
        self.tensors = tensors
        #: How the names of its nodes end, by the operands: a number, numbers, tensors, one tensor.
        self.nodes = nodes
        #: Whether one tensor may be the operand of all.
        self.one_for_all = one_for_all
        #: The op that is differentiated where it is called in place with a number, of which a call of one tensor makes a tensor.
        self.by_number = by_number
        #: The method that is called with a number, which the op does not take.
        self.of_number = of_number


OF_ONE = OnLists(1)


class Facts:
    """The facts of an op, as class attributes with their defaults. Everything here may be an option of an entry."""

    __slots__ = ()

    # Names ----------------------------------------------------------------------------------------------------------------------------
    #: What PyTorch's dispatcher calls the op, "packet.overload", where it is not the name here (in `special` and `linalg`: with that in
    #: front). "*" for an overload: Tensor or Scalar, as the last argument is; "dim|default": the second where there is no second argument.
    aten: ClassVar[str] = ""
    #: The same in place, where that is not the same with "_".
    aten_in_place: ClassVar[str] = ""
    #: Whether the dispatcher sees nothing of the op, but those that it is made of.
    composed: ClassVar[bool] = False
    #: What a profile shows, where it is not the packet.
    profiled: ClassVar[str] = ""
    #: The op that PyTorch refuses in its place for a sparse tensor, for which it has no kernel; if that follows from the number of
    #: dimensions of the first argument, by these. And the same in place.
    refused_as: ClassVar[str | dict[int, str]] = ""
    refused_in_place_as: ClassVar[str] = ""

    # Dispatch modes and policies ------------------------------------------------------------------------------------------------------
    #: How the arguments stand in PyTorch's overload, if otherwise, and what it calls before and after (ops/_observed.py).
    arranged: ClassVar[str] = ""
    steps: ClassVar[str] = ""

    # Profiles -------------------------------------------------------------------------------------------------------------------------
    #: How floating point operations are counted (autograd/_profile/arguments.py).
    flops: ClassVar[str] = ""

    # Lists ----------------------------------------------------------------------------------------------------------------------------
    #: What is known of the function of lists (_namespace/foreach.py); None if there is none.
    on_lists: ClassVar[OnLists | None] = None

    # Casting --------------------------------------------------------------------------------------------------------------------------
    #: The dtype that autocast computes in: the "lower" precision, "single", the "widest" of the arguments; as called otherwise.
    autocast: ClassVar[str] = ""
    #: Whether it takes numbers for tensors also where there is no tensor besides, and for `out`.
    of_numbers: ClassVar[bool] = False
    #: Whether arrays of numpy stand for tensors, which other operators leave to numpy.
    takes_arrays: ClassVar[bool] = False
    #: Whether numpy has vector code for it in half precision, too.
    half_directly: ClassVar[bool] = False

    # Dtypes without a kernel (see also `refuses`) -------------------------------------------------------------------------------------
    #: The name that PyTorch's kernel has in refusals, where it is not the op's with "_cpu"; a function of the arguments where it follows
    #: from them.
    kernel_label: ClassVar[str | Callable[..., str]] = ""
    #: What is said of complex numbers before a kernel is looked for.
    complex_refusal: ClassVar[str] = ""

    # Views and copies -----------------------------------------------------------------------------------------------------------------
    #: Of a view: False where the result is no strided window on the memory, and whether it only marks how that is read.
    strided: ClassVar[bool] = True
    marks: ClassVar[bool] = False
    #: Of a view of complex numbers: whether those must not be marked.
    of_resolved: ClassVar[bool] = False
    #: Of a copy: whether that of an inference tensor that requires a gradient is recorded as one.
    copied_whole: ClassVar[bool] = True
    #: Whether an index, not a tensor, is asked for its history: so a call of inference tensors alone is recorded.
    makes_ordinary: ClassVar[bool] = False
    #: Whether it fills memory of its own by further calls, in which an inference tensor is not alone: so tangents are kept.
    fills: ClassVar[bool] = False
    #: The call with `out=` that it makes in PyTorch, which forward mode refuses of inference tensors.
    writes_out_by: ClassVar[str] = ""

    # In place (see also `InPlace` in op.py) -------------------------------------------------------------------------------------------
    #: "copy" or "fill" where the memory is written without being read.
    writes: ClassVar[str] = ""
    #: Whether the kernel takes `out=`.
    takes_out: ClassVar[bool] = False

    # With `out=` (see also `apart` and `exact_out`) -----------------------------------------------------------------------------------
    #: What is particular about calls with `out=`.
    out: ClassVar[Out] = USUAL_OUT

    # Forward mode ---------------------------------------------------------------------------------------------------------------------
    #: False where PyTorch has no forward mode.
    forward_mode: ClassVar[bool] = True
    #: The rule for the tangent where that is no partial derivative times a tangent (tangent_rules.py).
    tangent: ClassVar[str] = ""
    #: Whether PyTorch takes a number for a tensor, too, where others have signatures of their own for numbers.
    wraps_numbers: ClassVar[bool] = False
    #: Whether the tangent is a sum in PyTorch where a term of it is nothing, too.
    sums_tangents: ClassVar[bool] = False
    #: Whether the tangent may be complex beside a real result.
    complex_tangents: ClassVar[bool] = False
    #: Whether the tangent is made of those of the arguments alone, and so has their type, even a narrower one.
    tangents_as_given: ClassVar[bool] = False
    #: Whether it chooses among its arguments: nothing is multiplied with them.
    chooses: ClassVar[bool] = False
    #: Of a flat op: whether the second derivative is zeros in forward mode, too.
    flat_tangent: ClassVar[bool] = True
    #: How a tangent of another type gets that of the result: "rounded", "rounded by kind" (real or complex), by its "real part", in a
    #: formula that does not resolve conjugates by its "real part, unresolved". As it is otherwise.
    tangent_dtype: ClassVar[str] = ""
    #: What is refused of tangents of other types (_dispatch/levels/tangent_dtypes.py).
    tangent_check: ClassVar[str] = ""

    # vmap (see also `batch`) ----------------------------------------------------------------------------------------------------------
    #: Whether the examples stay where they are, as in an elementwise op.
    keeps_examples: ClassVar[bool] = False
    #: Whether results may differ in shape from example to example, so that vmap refuses.
    dynamic: ClassVar[bool] = False
    #: How writing values per example into what all share is refused: as "arithmetic", by its "own name", not before the shapes of a
    #: "broadcast" disagree; as `aten::name_` otherwise.
    unbatched: ClassVar[str] = ""

    # Meta tensors ---------------------------------------------------------------------------------------------------------------------
    #: Whether the result's shape, or the answer, is a matter of values.
    by_value: ClassVar[bool] = False
    #: The rule for the result's shape where nothing need be computed (_dispatch/layouts/meta.py).
    meta: ClassVar[str] = ""
    #: Whether it is told places by a tensor of integers, which may be one of the CPU.
    takes_places: ClassVar[bool] = False
    #: The argument on whose device the others have to be.
    device_of: ClassVar[int] = 0
    #: Whether tensors of the CPU may stand behind a first one of the meta device: it reads their shapes alone.
    mixes_devices: ClassVar[bool] = False
    #: Under which name the devices of all three tensors are named.
    names_devices: ClassVar[str] = ""

    # Sparse tensors (see also families/sparse) ----------------------------------------------------------------------------------------
    #: The function that does it to tensors in coordinate form (_dispatch/layouts/sparse_values.py), the node's name then; "values": it is 0
    #: at 0 and acts on the values of the coalesced tensor.
    coo: ClassVar[str] = ""
    coo_node: ClassVar[str] = ""
    #: Kernel and op of what is computed from coordinates; of a product, by which of the factors are sparse (families/sparse/coo.py, which
    #: is imported with the first sparse tensor, tells entries of them).
    coo_rule: ClassVar[Any] = None
    coo_products: ClassVar[Mapping[tuple[bool, bool], Any] | None] = None
    #: Raises for arguments that are refused there.
    coo_check: ClassVar[Callable[..., None] | None] = None
    #: The same in compressed form (_dispatch/layouts/compressed.py); "values": it acts on the values.
    compressed: ClassVar[str] = ""
    compressed_node: ClassVar[str] = ""

    # What nodes show ------------------------------------------------------------------------------------------------------------------
    #: Of an op that transposes on the way: what PyTorch has instead.
    unfused: ClassVar[Unfused | None] = None
    #: PyTorch's edges by the node's own; None: one for a tensor of zeros or the like, which is no argument here.
    seen_edges: ClassVar[tuple[int | None, ...] | None] = None
    #: PyTorch's name of a saved argument -> its name in the schema.
    saved_as: ClassVar[Mapping[str, str]] = MappingProxyType({})
    #: PyTorch's name of a saved value -> that, or what computes it from others (a function that gives them by name).
    saved_constants: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    saved_computed: ClassVar[Mapping[str, Callable[..., Any]]] = MappingProxyType({})
    #: Of a slice: whether it is told its length, not where it ends.
    by_length: ClassVar[bool] = False
    #: Whether it sums what broadcasting has repeated: PyTorch's node saves the dimensions.
    sums_broadcast: ClassVar[bool] = False
    #: What products of matrices are computed in backward (utils/_counted.py); "unknown" where that is not written down.
    products_in_backward: ClassVar[str] = ""
    #: Whether policies and dispatch modes are not told of it.
    unobserved: ClassVar[bool] = False
