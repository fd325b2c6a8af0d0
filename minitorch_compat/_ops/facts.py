"""Facts of an op other than its schema, kernel and derivatives, with their defaults.

An entry states as an option what differs from the default (`autocast="single"`), and other layers read `op.autocast`. Where a fact is a
rule in the code of another layer, its value is the name of the function there.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar


class NoUnsigned:
    """The kernel that PyTorch lacks for unsigned integers of 16, 32 and 64 bits."""

    __slots__ = ("answers_empty", "answers_single", "label")

    def __init__(self, label: str | Callable[..., str | None] = "", *, answers_empty: bool = False, answers_single: bool = False) -> None:
        #: Its name in refusals, if not the one for other dtypes (`kernel_label`); a function of the arguments where it depends on them,
        #: which gives None for those that PyTorch answers.
        self.label = label
        #: Whether nothing is refused if one of the arrays is empty.
        self.answers_empty = answers_empty
        #: Whether nothing is refused if the first array is 0-d.
        self.answers_single = answers_single


NO_UNSIGNED = NoUnsigned()


class Unfused:
    """PyTorch's composition for an op that transposes a matrix on the way."""

    __slots__ = ("op", "order", "transposed")

    def __init__(self, op: str, order: tuple[int, ...], transposed: int) -> None:
        #: The op that PyTorch records after the transpose.
        self.op = op
        #: Its tensor arguments, as indices of ours.
        self.order = order
        #: Which of our arguments is transposed.
        self.transposed = transposed


class Out:
    """Particulars of calls with `out=`."""

    __slots__ = (
        "accepted_dtypes",
        "accepts_number",
        "checks_out_only",
        "dtype_message",
        "ends_in_copy",
        "is_selection",
        "is_tracked",
        "is_type_error",
        "may_be_input",
        "reads_as_bytes",
        "reads_before_write",
        "refusing_function",
        "second_dtype_message",
        "stores_real_of_complex",
        "stores_row_matrix",
    )

    def __init__(self, *, reads_before_write: str = "", may_be_input: bool = True, is_tracked: bool = True, checks_out_only: bool = False,
                 accepts_number: bool = True, is_selection: bool = False, reads_as_bytes: bool = False, stores_row_matrix: bool = False,
                 accepted_dtypes: str = "", dtype_message: str = "", second_dtype_message: str = "", is_type_error: bool = False,
                 refusing_function: str = "",
                 ends_in_copy: bool = False, stores_real_of_complex: bool = False) -> None:
        #: What is read before anything is written, with which `out` may therefore share memory: "first" (everything) or "first argument";
        #: by default arguments and `out` are iterated in step.
        self.reads_before_write = reads_before_write
        #: Whether one of the arguments itself may be `out`.
        self.may_be_input = may_be_input
        #: False if PyTorch has no derivative, so that an `out` that requires a gradient is accepted.
        self.is_tracked = is_tracked
        #: Whether only `out` is checked for requiring a gradient.
        self.checks_out_only = checks_out_only
        #: Whether the first tensor may be a number.
        self.accepts_number = accepts_number
        #: Whether it selects elements: an `out` with internal overlap is refused even if it would be resized.
        self.is_selection = is_selection
        #: Whether the input is read as bytes if `out` is of bytes.
        self.reads_as_bytes = reads_as_bytes
        #: Whether a vector times a matrix is stored as a matrix of one row.
        self.stores_row_matrix = stores_row_matrix
        #: Accepted dtypes of `out`: that of the result ("exact"), what it can be "cast" to, "complexes" or "reals", "bools or bytes". By
        #: default as `exact_out` says.
        self.accepted_dtypes = accepted_dtypes
        #: The message for another dtype, if not the usual one: {0} is the result's dtype and {1} that of `out`, {2} and {3} are the same in
        #: C++ names, {4} is whether the result is int32. And the message for a second result.
        self.dtype_message = dtype_message
        self.second_dtype_message = second_dtype_message
        #: Whether that is a TypeError, not a RuntimeError.
        self.is_type_error = is_type_error
        #: Which function the refusal of gradients names, if not this one: another to which it passes `out`; "aten::" and a name (empty if
        #: it is the same) if the dispatcher refuses because there is no derivative.
        self.refusing_function = refusing_function
        #: Whether it ends in a copy to `out`, which is refused, or recorded, like any in-place change.
        self.ends_in_copy = ends_in_copy
        #: Whether results of complex numbers are real: they are stored in what they can be cast to, or as complex numbers of the input's
        #: dtype.
        self.stores_real_of_complex = stores_real_of_complex


DEFAULT_OUT = Out()
FOUND_DTYPE = "Found dtype {1} but expected {0}"
EXACT_DTYPE_OUT = Out(accepted_dtypes="exact", dtype_message=FOUND_DTYPE)


class Foreach:
    """The foreach function of an op, `torch._foreach_*`, which leaves one node for all."""

    __slots__ = ("by_number", "nodes", "number_first", "of_number", "one_as_number", "one_for_all", "tensors")

    def __init__(self, tensors: int, nodes: tuple[str, ...] = (), *, one_for_all: bool = False,
                 one_as_number: bool = False, by_number: str = "", of_number: str = "", number_first: str = "") -> None:
        #: The number of lists of tensors; operands of the second may be numbers.
        self.tensors = tensors
        #: Suffixes of its nodes' names by the kind of operand: a number, numbers, tensors, one tensor.
        self.nodes = nodes
        #: Whether one tensor may be the operand of all.
        self.one_for_all = one_for_all
        #: Whether one that requires no gradient counts as a number.
        self.one_as_number = one_as_number
        #: The op to differentiate for an in-place call with a number, which a call of one tensor converts to a tensor.
        self.by_number = by_number
        #: The method to call with a number, which the op does not take.
        self.of_number = of_number
        #: The suffix of the node's name where a number comes before a list of tensors; empty if none may.
        self.number_first = number_first


UNARY_FOREACH = Foreach(1)


class Facts:
    """The facts of an op, as class attributes with their defaults. Each may be an option of an entry."""

    __slots__ = ()

    # Names ----------------------------------------------------------------------------------------------------------------------------
    #: numpy's and older names under which torch has it, too.
    aliases: ClassVar[tuple[str, ...]] = ()
    #: The public function, written by hand, of which it is the op, if that has another name and asks for its facts.
    function: ClassVar[str] = ""
    #: PyTorch's dispatcher name, "packet.overload", if it differs from ours (in `special` and `linalg`: with that prefix). "*" for an
    #: overload: Tensor or Scalar, depending on the last argument; "dim|default": the second without a second argument.
    aten: ClassVar[str] = ""
    #: The same for in-place calls, if not the same with "_".
    aten_in_place: ClassVar[str] = ""
    #: Whether the dispatcher sees only the ops that it is composed of.
    is_composed: ClassVar[bool] = False
    #: The name in profiles, if not the packet.
    profiled_name: ClassVar[str] = ""
    #: The op that PyTorch names when it refuses a sparse tensor, possibly by the number of dimensions of the first argument; and the same
    #: for in-place calls.
    refused_as: ClassVar[str | dict[int, str]] = ""
    refused_in_place_as: ClassVar[str] = ""

    # Dispatch modes and policies ------------------------------------------------------------------------------------------------------
    #: Names of the rules for the arguments of PyTorch's overload, and for its calls before and after (ops/_observed.py).
    overload_arguments: ClassVar[str] = ""
    extra_calls: ClassVar[str] = ""

    # Profiles -------------------------------------------------------------------------------------------------------------------------
    #: How floating point operations are counted (autograd/_profile/arguments.py).
    flops: ClassVar[str] = ""

    # Lists ----------------------------------------------------------------------------------------------------------------------------
    #: The foreach function (_namespace/foreach.py); None if there is none.
    foreach: ClassVar[Foreach | None] = None

    # Casting --------------------------------------------------------------------------------------------------------------------------
    #: The dtype in which autocast computes: the "lower" precision, "single", the "widest" of the arguments; "" for no change.
    autocast: ClassVar[str] = ""
    #: Whether numbers are accepted for tensors even if there is no tensor, not even `out`.
    accepts_numbers_alone: ClassVar[bool] = False
    #: Whether numpy arrays are accepted for tensors; other operators leave these to numpy.
    accepts_numpy_arrays: ClassVar[bool] = False
    #: Whether numpy has vector code for half precision, too.
    has_float16_kernel: ClassVar[bool] = False
    #: Whether formulas compute half precision in float32, since numpy is slow in it.
    widens_float16: ClassVar[bool] = False

    # Dtypes without a kernel (see also `refuses`) -------------------------------------------------------------------------------------
    #: The kernel's name in refusals, if not the op's with "_cpu"; a function of the arguments where it depends on them.
    kernel_label: ClassVar[str | Callable[..., str]] = ""
    #: What refuses unsigned integers of more than 8 bits; None if PyTorch supports them.
    unsigned: ClassVar[NoUnsigned | None] = None
    #: Whether PyTorch supports 8-bit floats, for which it has copies and comparisons; all views do.
    float8: ClassVar[bool] = False
    #: The message with which complex numbers are refused before a kernel is looked up.
    complex_refusal: ClassVar[str] = ""

    # Views and copies -----------------------------------------------------------------------------------------------------------------
    #: For views: whether the result is a strided window on the memory, and whether the view only sets conjugate or negative marks.
    strided: ClassVar[bool] = True
    only_sets_marks: ClassVar[bool] = False
    #: For views of complex numbers: whether lazily conjugated ones are resolved first.
    resolves_conjugates: ClassVar[bool] = False
    #: For copies: whether the copy of an inference tensor that requires a gradient is recorded as one.
    records_inference_copy: ClassVar[bool] = True
    #: Whether an index tensor's history is considered: a call of inference tensors alone is recorded then.
    records_inference_calls: ClassVar[bool] = False
    #: Whether it fills new memory by further calls, in which an inference tensor is not alone: tangents are kept then.
    fills_new_memory: ClassVar[bool] = False
    #: The `out=` overload that PyTorch calls, which forward mode refuses for inference tensors.
    out_overload: ClassVar[str] = ""

    # In place (see also `InPlace` in op.py) -------------------------------------------------------------------------------------------
    #: "copy" or "fill" if the memory is written without being read.
    overwrites: ClassVar[str] = ""
    #: Whether the kernel accepts `out=`.
    kernel_takes_out: ClassVar[bool] = False

    # With `out=` (see also `may_not_overlap` and `exact_out`) -----------------------------------------------------------------------------
    #: Particulars of calls with `out=`.
    out: ClassVar[Out] = DEFAULT_OUT

    # Forward mode ---------------------------------------------------------------------------------------------------------------------
    #: False if PyTorch has no forward mode.
    forward_mode: ClassVar[bool] = True
    #: The rule for the tangent if it is not a partial derivative times a tangent (tangent_rules.py).
    tangent_rule: ClassVar[str] = ""
    #: Whether PyTorch converts a number to a tensor, where other ops have overloads for numbers.
    converts_numbers: ClassVar[bool] = False
    #: Whether PyTorch adds the terms of the tangent even if one of them is missing.
    adds_missing_tangents: ClassVar[bool] = False
    #: Whether a real result may have a complex tangent.
    allows_complex_tangents: ClassVar[bool] = False
    #: Whether the tangent depends on the arguments' tangents alone, and so has their dtype, even a narrower one.
    keeps_tangent_dtype: ClassVar[bool] = False
    #: Whether it selects among its arguments without multiplying.
    is_selection: ClassVar[bool] = False
    #: For piecewise linear ops: whether the second derivative is zeros in forward mode, too.
    has_zero_second_tangent: ClassVar[bool] = True
    #: How a tangent of another dtype is converted to the result's: "rounded", "rounded by kind" (real or complex), by its "real part", or
    #: by its "real part, unresolved" in a formula that does not resolve conjugates. By default it is not converted.
    tangent_dtype: ClassVar[str] = ""
    #: Which tangents of other dtypes are refused (_dispatch/levels/tangent_dtypes.py).
    tangent_check: ClassVar[str] = ""

    # vmap (see also `batch`) ----------------------------------------------------------------------------------------------------------
    #: Whether the batch dimension stays where it is, as in an elementwise op.
    keeps_batch_dim: ClassVar[bool] = False
    #: Whether the results' shapes depend on values, so that vmap refuses the op.
    has_dynamic_shape: ClassVar[bool] = False
    #: The message for writing values per example into an unbatched tensor: that of "arithmetic", or with its "own name", or of a
    #: "broadcast", where shapes are checked first; by default with `aten::name_`.
    unbatched_write_error: ClassVar[str] = ""

    # Meta tensors ---------------------------------------------------------------------------------------------------------------------
    #: Whether the result's shape, or the answer, depends on values.
    depends_on_values: ClassVar[bool] = False
    #: The rule for the result's shape without computing (_dispatch/layouts/meta.py).
    meta_rule: ClassVar[str] = ""
    #: Whether an index tensor may be on the CPU.
    allows_cpu_index: ClassVar[bool] = False
    #: The argument whose device the others must share.
    device_argument: ClassVar[int] = 0
    #: Whether CPU tensors may follow a first meta tensor: only their shapes are read.
    allows_mixed_devices: ClassVar[bool] = False
    #: The same for its in-place calls only.
    allows_mixed_in_place: ClassVar[bool] = False
    #: The name under which an error lists the devices of all three tensors.
    device_error_name: ClassVar[str] = ""

    # Sparse tensors (see also families/sparse) ----------------------------------------------------------------------------------------
    #: The function for COO tensors (_dispatch/layouts/sparse_values.py), and the node's name; "values" if f(0) = 0 and it applies to the
    #: values of the coalesced tensor.
    coo: ClassVar[str] = ""
    coo_node: ClassVar[str] = ""
    #: Kernel and entry for COO tensors; of a product, by which of the factors are sparse (set by families/sparse/coo.py, which is imported
    #: with the first sparse tensor).
    coo_rule: ClassVar[Any] = None
    coo_products: ClassVar[Mapping[tuple[bool, bool], Any] | None] = None
    #: Raises for arguments that COO tensors do not support.
    coo_check: ClassVar[Callable[..., None] | None] = None
    #: The function for compressed tensors (_dispatch/layouts/compressed.py), and the node's name; "values": it applies to the values.
    compressed: ClassVar[str] = ""
    compressed_node: ClassVar[str] = ""

    # What nodes show ------------------------------------------------------------------------------------------------------------------
    #: For an op that transposes on the way: PyTorch's composition.
    unfused: ClassVar[Unfused | None] = None
    #: PyTorch's edges, as indices of ours; None for one that has no argument here, such as a tensor of zeros.
    visible_edges: ClassVar[tuple[int | None, ...] | None] = None
    #: PyTorch's name of a saved argument -> its name in the schema.
    saved_argument_names: ClassVar[Mapping[str, str]] = MappingProxyType({})
    #: PyTorch's name of a saved value -> the value, or a function that computes it from others, given by name.
    saved_constants: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    saved_computed: ClassVar[Mapping[str, Callable[..., Any]]] = MappingProxyType({})
    #: Whether the index tensors of its plan are saved, too, and their versions checked.
    saves_index: ClassVar[bool] = False
    #: For slices: whether the op takes a length, not an end.
    takes_length: ClassVar[bool] = False
    #: Whether it sums over broadcast dimensions, which PyTorch's node saves.
    sums_broadcast: ClassVar[bool] = False
    #: Which matrix products backward computes (utils/_product_counter.py); "unknown" if that is not described.
    products_in_backward: ClassVar[str] = ""
    #: Whether policies and flop counters do not see it.
    hidden_from_policies: ClassVar[bool] = False
