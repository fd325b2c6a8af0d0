"""Differences between the sides that stay, each with its reason.

A rule has patterns of calls (`KIND | OPERATION | PLACE`, or `FAMILY | STATEMENT | WRONG THING`), of verdicts, and of either side's
messages or results. Differences without a rule are unexplained. A rule is written for its reason, not for a call: other differences of
the same call are not excused by it.
"""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

ANSWERED, REFUSED, TYPE, TEXT = "answered here, refused there", "refused here, answered there", "other exception type", "other text"
NUMBERS, SHAPE, WARNINGS = "other numbers", "other dtype or shape", "other warnings"


@dataclass(frozen=True)
class Rule:
    """A reason, and the patterns of its differences, which are searched for."""

    reason: str
    verdicts: tuple[str, ...]
    call: str = ""
    theirs: str = ""
    ours: str = ""
    forbidden: str = r"(?!)"

    def explains(self, verdict: str, call: str, theirs: str, ours: str) -> bool:
        return (verdict in self.verdicts and re.search(self.call, call) is not None and re.search(self.theirs, theirs) is not None
                and re.search(self.ours, ours) is not None and re.search(self.forbidden, theirs) is None)


_OVERLAP = "unsupported operation|refer to"

RULES = (
    # --- what is written while it is read ------------------------------------------------------------------------------------------
    Rule("`out=` is the input itself: PyTorch resizes or overwrites it before it has been read, and says or computes what comes of that. "
         "Here the result is complete before it is written.", (ANSWERED, NUMBERS, SHAPE), r"^out \|.*\|out\|the input$",
         forbidden=_OVERLAP),
    Rule("`out=` is a part of the input: where PyTorch does not refuse it, it has written some of the input by the time it reads "
         "it. Here the result is complete first, or the call is refused.", (ANSWERED, NUMBERS, SHAPE, REFUSED),
         r"^outs \|.*\|out\|part of the input$"),
    Rule("PyTorch computes into a contiguous copy of `out` and then leaves it there: the tensor given keeps what lay in its memory.",
         (NUMBERS,), r"^outs \| (nn\.functional\.(gelu|avg_pool\dd)|narrow_copy) \|.*\|out\|(turned|window)$"),
    Rule("An expanded tensor has one place for several elements of the result: what PyTorch lets be written there is lost but for the last "
         "one. It is refused here as PyTorch refuses it for most operations.", (REFUSED,), r"^(out|inplace) \|.*\|expanded$",
         ours=_OVERLAP),
    Rule("`addbmm_` gives a tensor another shape where PyTorch's resizes it: here a call in place keeps the shape.", (REFUSED,),
         r"^shapes \| addbmm \| inplace", ours="doesn't match the broadcast shape"),
    Rule("`addmm_` of a matrix that is also a factor: PyTorch reads what it has already overwritten.", (NUMBERS,), r"x\.addmm_\(x,x"),
    # --- memory that nobody has written, or that is not the tensor's ---------------------------------------------------------------
    Rule("PyTorch hands out memory as it finds it: the old constructors, and operations that leave results unwritten, have "
         "whatever numbers "
         "lie there.", (NUMBERS,),
         r"MultiMarginLoss\(\)\(torch\.ones\(0|"
         r"torch\.(Float|Long)?Tensor\((2,)?w\)|\| fractional_max_pool|^shapes \| linalg\.lstsq.*no elements"),
    Rule("PyTorch does not check an index, a length or a size here and reads or writes beyond the tensor's memory.", (REFUSED, NUMBERS),
         r"\| "
         r"(take_along_dim|_segment_reduce\|\w+|grid_sampler_[23]d|lu_unpack|(_?native_batch_norm\w*)|nn\.functional\.(nll_loss|ctc_loss|"
         r"embedding_bag|scaled_dot_product_attention|fractional_max_pool[23]d)|_unsafe_masked_index\w*|addmv) \||"
         r"pack_padded_sequence\(x, \[5, 2\]\)|pack_padded_sequence\(torch\.ones\(2, 2, 2\), torch\.tensor\(\[3, 1\]\)|"
         r"F\.scaled_dot_product_attention\((torch\.ones\(2, 2, 5, 4\), ){2}torch\.ones\(2, 2, 6, 4\)|"
         r"torch\.lu_unpack\(x, torch\.tensor\(\[1, 2, 3\]|x\[n\.to\('meta'\)\]|\| nn\.functional\.nll_loss"),
    Rule("Fewer pivots than rows: PyTorch reads on beyond them, and complains of what lies there.", (TEXT,), r"\| lu_unpack \|",
         "pivots passed to lu_unpack must be", "LU_pivots.shape"),
    Rule("A size or an offset that is negative, or larger than there is memory: PyTorch makes a tensor of it that any use of trips over.",
         (REFUSED, SHAPE), r"\.resize_\(0,( -1|w)\)|sparse_coo_tensor\(\[\[0, (5|-1)\]\]|\| lu_unpack \||\| addmv \|"),
    Rule("The parts of a sparse tensor contradict each other: unless asked to, PyTorch does not look, and makes a tensor that any use of "
         "may read beyond its memory. Here the parts are always looked at.", (REFUSED,), r"torch\.sparse_\w+_tensor\(", r"^\w+\[",
         r"inconsistent with indices|found negative index|dimensionalit(y|ies)|`\w+_indices\[\.\.\., -1\] == nnz`|must have the same "
         r"dtype"),
    Rule("Where the parts of a sparse tensor are not looked at, PyTorch warns of it; here they are, so there is nothing to warn of.",
         (WARNINGS,), r"torch\.sparse_\w+_tensor\(", r"^\['UserWarning: Sparse invariant checks are implicitly disabled", r"^\[\]$"),
    Rule("Memory that a storage grows by holds whatever lay there.", (NUMBERS,),
         r"torch\.tensor\(\[\]\)\.set_\(torch\.UntypedStorage\(4\)"),
    # --- the meta device -----------------------------------------------------------------------------------------------------------
    Rule("PyTorch's kernels of the meta device look at shapes only, also where another argument lies on the CPU: on every other device the "
         "same call is refused for that, and here on this one, too.", (REFUSED,), r"meta",
         ours=r"device|bounds|Attempting to copy|Index put requires"),
    Rule("PyTorch's checks of the meta device are written apart from those of the CPU, and in other words.", (TEXT,), r"device='meta'",
         r"Invalid channel dimensions|with possible 0 batch size|expand\(Meta|of input torch\.Size"),
    Rule("Tensors on two devices are refused on both sides; which check comes first, and which of the two is called the wrong one, "
         "differs.", (TEXT,), r"^inplace \|.*\|meta$|device='meta'|\.to\(\"meta\"\)",
         r"expected device|same device|broadcast shape|have an integral dtype|the output given to",
         r"not on the expected device|from device cpu to device meta"),
    Rule("PyTorch's says of a meta tensor that no kernel is registered, naming its own operator and a page for its developers.",
         (TYPE, TEXT), theirs=r"attempted to run this operator with Meta tensors"),
    Rule("PyTorch has no kernel of the meta device for it; here every op of the table has, and "
     "`tests/ops/test_meta.py` proves their shapes.",
         (ANSWERED,), r"\| geqrf \|.*\|meta$", r"aten::geqrf: attempted to run this operator with Meta tensors"),
    Rule("PyTorch reads the memory that a meta tensor has not, and answers or complains with what lies there.", (REFUSED, SHAPE, TEXT),
         r"^states \| (lu_solve|linalg\.lu_solve|repeat_interleave|searchsorted|bucketize) \|.*\|meta$", r"^\w+\[|allocated size"),
    # --- what has no answer --------------------------------------------------------------------------------------------------------
    Rule("Of equal elements, which one is named is left to chance by either side.", (NUMBERS,), r"\| topk \|"),
    Rule("Boundaries that are not sorted have no place to search for: what is found depends on the path of the search.", (NUMBERS, REFUSED),
         r"\| searchsorted \|"),
    Rule("Singular vectors are free in their signs, and factors of a singular matrix in more than that.", (NUMBERS, ANSWERED, REFUSED),
         r"\| (linalg\.(svd|lstsq(\|grad_oriented)?|cond|lu_factor)|lu) \|"),
    Rule("A NaN given for a limit: PyTorch's comparisons with it fail in one order, numpy's in another.", (NUMBERS,),
         r"\|(nan|threshold\|nan)$"),
    Rule("An address.", (SHAPE,), r"hash\(x\)"),
    # --- what PyTorch gets wrong ---------------------------------------------------------------------------------------------------
    Rule("A sparse factor with a dimension of size 1 that is broadcast: PyTorch leaves the places beyond the first empty.", (REFUSED,),
         r"^states \|.*\|sparse$", ours="of a sparse tensor that is broadcast"),
    Rule("PyTorch sorts a copy of an expanded tensor in the one place that its rows share: the median is of what is left there.",
         (NUMBERS,), r"^states \| (median|masked\.median) \|.*\|expanded$"),
    Rule("PyTorch's kernel of group norms takes weights, and an input, for dense whatever their strides, and reads on behind their memory "
         "or says that a check of its own failed.", (ANSWERED, NUMBERS),
         r"^(states|layouts) \| native_group_norm \|.*\|(0|1|2)\|(expanded|strided)$"),
    Rule("What PyTorch does for a negative view that is written to and handed back fails in an assertion of its own.", (ANSWERED,),
         r"^states \| _native_batch_norm_legit \|.*\|negative$", "INTERNAL ASSERT FAILED"),
    Rule("Rows that are all the same make a singular matrix: eigenvectors and factors beyond its rank are of rounding, those of Cholesky "
         "what was left where they ended.", (NUMBERS,),
         r"^states \| (linalg\.(eig|cholesky_ex)|geqrf|qr|pinverse|svd_lowrank|pca_lowrank) \|.*\|expanded$|^layouts \| svd \|"),
    Rule("With an empty list of dimensions PyTorch's derivative of a variance takes 1 for the number of elements: it divides by "
         "zero, or is too "
         "large by that number. Finite differences contradict it.", (NUMBERS,), r"\| (std|var|std_mean|var_mean) \| "
         r"function\|\d+\|dim\|\(\)$|torch\.(std|var|std_mean|var_mean)\(\w+,dim=\(\).*backward\(\)"),
    Rule("PyTorch's derivative of `as_strided_scatter` for a window like this one misses an element: finite differences contradict it.",
         (NUMBERS,), r"\| as_strided_scatter \| function\|\d+\|storage_offset"),
    Rule("The variance of fewer elements than the correction takes away is infinite or NaN; PyTorch's gradient of it is NaN "
         "even of elements "
         "that the mask leaves out, and here 0.", (NUMBERS,), r"\| masked\.(var|std) \|"),
    Rule("A real tensor summed as complex numbers: PyTorch's engine fails in an assertion of its own, whose text asks to be reported.",
         (SHAPE, ANSWERED), r"dtype=torch\.complex64\)|\|dtype\|'complex64'$", r"Backward\d RuntimeError|Could this error "
         r"message be improved"),
    Rule("PyTorch's matrix exponential of half precision takes its coefficients for other numbers: that of a matrix near 0 is NaN.",
         (NUMBERS,), r"\| matrix_exp \| (function|method)\|\d+\|0\|(b?float16)$"),
    Rule("PyTorch's derivative of a condition number in the 1-norm fails inside its engine; finite differences agree with the one here.",
         (SHAPE,), r"\| linalg\.cond \|.*\|p\|1$"),
    Rule("PyTorch repeats what its convolution library says of its own descriptors, and not which size is wrong.", (TEXT,),
         theirs=r"primitive descriptor for the|memory descriptor using a format tag"),
    Rule("Of input without channels PyTorch makes output without channels, whatever the weight and the bias say.", (SHAPE,),
         r"nn\.LazyConv\dd\(2, 3\)\(torch\.ones\((2, )?0,", r"^\w+\[(\d+, )?0, "),
    Rule("PyTorch's convolution library makes nothing of a transposed convolution without output channels; here it is empty.", (ANSWERED,),
         r"conv_transpose2d\(.*ones\(4, 0,", "primitive descriptor for the deconvolution"),
    Rule("PyTorch's Wishart divergence is negative, which no divergence is.", (REFUSED,), r"kl_divergence\(D\.Wishart"),
    Rule("Group normalisation with a bias and no weight: PyTorch's backward asks for the weight.", (SHAPE,), r"group_norm "
         r"\|.*\|weight\|None$"),
    Rule("`index_copy` into a tensor without elements: PyTorch lays a window on no memory before it looks at the index.",
         (TYPE,), r"\| index_copy \|.*no elements", "setStorage", "is out of bounds"),
    Rule("A flag, or an array without a dimension, in place of an int: PyTorch takes it for one and stumbles where it asks "
         "for the value.",
         (ANSWERED, TYPE), theirs=r"scalar\.isIntegral\( false\)|PyList_Check\(arg\) INTERNAL ASSERT FAILED"),
    Rule("A class in place of a tensor or a number: which of its attributes or methods is missed first, or found to be a descriptor, "
         "depends on which PyTorch's Python code asks for first.", (TYPE, TEXT, SHAPE), r"\|class$",
         r"descriptor|needs an argument|_TensorMeta|<attribute |not supported between|doesn't apply to|sym_float"),
    Rule("PyTorch's own count of pieces, or of elements above a diagonal, overflows.", (ANSWERED, TYPE, SHAPE),
         r"\| (unsafe_)?chunk \|.*2\*\*63-1$|\| tri[ul]_indices \|.*2\*\*63",
         r"split_size can only be 0|Trying to create tensor with negative|int64\[|Storage size"),
    Rule("PyTorch speaks of an assertion of its own that failed.", (TEXT,),
         theirs=r"INTERNAL ASSERT FAILED|^RuntimeError: ZeroDivisionError$|SmallVector unable to grow|cannot create std::vector"),
    Rule("PyTorch trips over an undefined tensor, an overflow or a missing function of its own before it looks at what it was given.",
         (ANSWERED, TYPE), theirs=r"undefined Tensor|SymInt|invalid slice|'torch\._C' has no attribute|SmallVector unable to grow"
         r"|numel: integer multiplication overflow|ntensor >= 3 INTERNAL ASSERT"),
    Rule("PyTorch's unpickler stumbles over bytes that are no pickle; here every file that cannot be read is refused as such.", (TYPE,),
         r"torch\.load\(", r"^(KeyError|IndexError)", r"^UnpicklingError"),
    Rule("A capsule of a conjugate tensor: PyTorch's older function writes the memory without saying that it is to be "
         "conjugated.", (REFUSED,),
         r"torch\.to_dlpack\(c\.conj\(\)\)", ours="conjugate bit"),
    Rule("`split_copy(out=)` looks at shapes only and drops the graph; here gradients are refused as for every other operation.", (TEXT,),
         r"torch\.split_copy\(.*out=", ours="don't support automatic differentiation"),
    Rule("A flag in place of a number, or of the tensors of a call: PyTorch stumbles in a function that it hands it on to.", (TEXT,),
         r"chunk_size=w\)", r"new_zeros\(\) takes|tensor_split\(\) received"),
    Rule("The compiler that PyTorch traces with warns of its own bookkeeping.", (WARNINGS,), r"torch\.func\.linearize\(",
         "Attempted to insert a get_attr Node"),
    # --- what PyTorch has not built ------------------------------------------------------------------------------------------------
    Rule("PyTorch says that it has not built this; here it is, and tests prove it by finite differences.", (ANSWERED, TEXT),
         theirs=r"does not support automatic differentiation|Nested forward mode AD is not supported"),
    # --- how Python speaks ---------------------------------------------------------------------------------------------------------
    Rule("Python's own sentence about an attribute that cannot be written: PyTorch's classes are written in C, these in Python.", (TEXT,),
         theirs=r"^AttributeError: (attribute '\w+' of '[\w.]+' objects is not writable|property '\w+' of '\w+' object has no setter)",
         ours=r"^AttributeError: property '\w+' of '\w+' object has no (setter|deleter)"),
    Rule("Python's own sentence about the number or the names of arguments, which differs for functions written in C.", (TEXT,),
         theirs=r"^TypeError: .*(expected (at most )?\d+ arguments?, got \d+|takes .*positional arguments? but|missing \d+ "
         r"required|unexpected "
         r"keyword argument|takes no keyword arguments|cannot create '[\w.]+' instances|invalid combination of arguments)",
         ours=r"^TypeError: \S*(__init__|__new__|__setitem__|_Unpickler\S*)\(\) (missing \d+|takes |got an unexpected keyword)"),
    Rule("Python's own sentence about a class that is abstract in one of the two, or about a function written in C.", (TEXT,),
         theirs=r"Can't instantiate abstract class Node|unsupported operand type\(s\) for \*\* or pow\(\): 'Tensor', |"
         r"'builtin_function_or_method' object|<method '\w+' of "
         r"'torch\._C\.TensorBase' objects>|<slot wrapper '\w+' of|<built-in method \w+ of"),
    Rule("How a tensor is taken apart to be pickled is each side's own business; `files-exchanged` behaviours hold that either "
         "reads the other's "
         "files.", (SHAPE,), r"__reduce_ex__\("),
    Rule("`bisect`, written in C, takes classes written in Python for sequences if they have `__getitem__`, and those written in C not.",
         (ANSWERED,), r"bisect\.bisect\(n, 1\)", "is not a sequence"),
    Rule("Of what is no module either side misses the first attribute that it asks for, which is a private one.", (TEXT,),
         r"nn\.Module\.__call__\(w\)", "has no attribute '_compiled_call_impl'"),
    Rule("PyTorch scripts its decompositions when the first of them is needed, and warns that scripting is deprecated.", (WARNINGS,),
         theirs=r"^\['DeprecationWarning: `torch\.jit\.script` is deprecated", ours=r"^\[\]$"),
    Rule("PyTorch says of its own compressed layouts that they are new, once in a process, and whom to tell what they lack.", (WARNINGS,),
         theirs=r"^\['UserWarning: Sparse \w+ tensor support is in beta state", ours=r"^\[\]$"),
    Rule("PyTorch writes into no two conjugates at once, whatever their types; here the types are looked at, and do not fit.", (TEXT,),
         theirs=r"fallback does(n't| not) (currently )?support"),
    Rule("PyTorch refuses two results that are both conjugates, whatever they are; either is written through its mark here.", (ANSWERED,),
         r"^outs \|.*\|out\|conjugate$", r"fallback does(n't| not) (currently )?support"),
    Rule("Two things are wrong with a conjugate that is written into, its shape and that no kernel knows complex numbers: either "
         "side says one.", (TYPE, TEXT), r"^overlaps \|.*\|conjugate$", r"output with shape|2D tensor expected",
         "not implemented for 'Complex|doesn't match the broadcast shape"),
    Rule("Two things are wrong with what is written under `vmap`, its shape and that it is read at the same time: either side says one.",
         (TEXT,), r"vmap\(lambda q: x\.\w+_\(q\)\)\(x\)", _OVERLAP, "doesn't match the broadcast shape"),
    Rule("PyTorch's `__array__` does not know `copy`, of which numpy warns.", (WARNINGS,),
         theirs=r"__array__ implementation doesn't accept a copy keyword", ours=r"^\[\]$"),
    Rule("Not built of sparse tensors: refused in the words of an operation that has no kernel for them, with the page that lists what is.",
         (REFUSED,), r"\.to_sparse\(\)", r"^\w+\[", r"^NotImplementedError: .*docs/api/sparse\.md lists"),
    Rule("Python names a class that is written in C by its module, too.", (TEXT,),
         theirs=r"torch\.(dtype|device)", ours=r"^TypeError: (?!.*\(\): argument)(?!.*invalid combination).*\b(dtype|device)\b"),
    Rule("`add(input, alpha, other)`, which PyTorch has deprecated, is understood by position, of functions and methods; not with `other` "
         "by name, and not as `__radd__`.", (REFUSED, TYPE),
         r"\| (add|sub) \| \w+\|\d+\|other\|added$|\| __radd__ \||x\.(add|sub)_\(0,w\)"),
    Rule("Fractions summed in whole numbers: PyTorch does so if `dtype` says it, and refuses it if only `out` does. Here both are refused.",
         (REFUSED, TYPE), r"nansum", ours="nansum_cpu"),
    Rule("There is no CUDA here: every call of its functions says so, whatever it was given.", (REFUSED, TYPE), r"torch\.cuda\.set_",
         ours="not compiled with CUDA"),
    Rule("A layout that PyTorch keeps for a library of others.", (REFUSED,), r"torch\._mkldnn"),
    Rule("Nothing is mapped from a file that is not there.", (REFUSED,), r"UntypedStorage\.from_file\('nothing'\)"),
    Rule("Python's address of a function, or its sentence about what cannot be pickled.", (TEXT, TYPE),
         r"pickle|torch\.save\(|deepcopy|step_pre_hook", r"pickle|must return None or a tuple"),
    Rule("A name that is private, or a method that Python counts among another sort of functions.", (SHAPE,),
         r"type_before_parametrizations\(w\)|\.numpy \|"),
    Rule("A Size keeps numpy's integers in PyTorch; here they become Python's, which compare and print alike.", (SHAPE,),
         r"torch\.Size\((\[np\.int64|np\.array)"),
    Rule("Pickles name PyTorch's modules, which this process has under another name: `installed()` makes them meet.", (REFUSED,),
         r"pickle\.dumps\(torch\.strided\)"),
    Rule("PyTorch's own module of a class is part of the name that is printed.", (TEXT,), theirs=r"<class 'torch\.distributions\.",
         ours=r"<class 'torch\.distributions\."),
    Rule("PyTorch prints the whole tensor, as its C++ library does.", (TEXT,), theirs=r"in the tensor list but "
         r"got:|^RuntimeError: i?stft\(",
         ours=r"in the tensor list but got:|^RuntimeError: "),
    Rule("The sentence of pybind11 about a call that fits no overload.", (TEXT, TYPE), theirs=r"incompatible function arguments"),
)


def reason_of(verdict: str, call: str, theirs: str, ours: str) -> str | None:
    """The reason of a known difference; None if there is none."""
    return next((rule.reason for rule in RULES if rule.explains(verdict, call, theirs, ours)), None)


def counts_by_reason(reasons: Iterable[tuple[str, int]]) -> str:
    """The number of known differences by reason."""
    counts = Counter(dict(reasons))
    return "\n".join([f"known: {counts.total()}", *(f"  {count:5d}  {reason}" for reason, count in counts.most_common())])
