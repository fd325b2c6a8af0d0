"""Exceptional behaviour of `out=`: the `out` fact of an entry, and the same for functions that are no ops."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..._ops.facts import DEFAULT_OUT, Out
from ..._ops.op import OPS

_READS_FIRST = Out(reads_before_write="first")
_SCALAR_TYPE = "expected scalar type {0} but found {1}"
_SEARCH_DTYPE_ERROR = ("torch.searchsorted(): output tensor's dtype is wrong, it can only be Int(int32) or Long(int64) depending on "
                       "whether out_int32 flag is True, but we got output tensor's dtype {1} and out_int32 flag is {4}")


def _facts_for(names: str, **facts: Any) -> dict[str, dict[str, Any]]:
    """The same facts for several functions."""
    return dict.fromkeys(names.split(), facts)


def _castable(names: str, result: str = "result") -> dict[str, dict[str, Any]]:
    """Functions whose `out` may have any dtype that the result can be cast to; "cholesky=linalg.cholesky": the name in the message."""
    found = {}
    for pair in names.split():
        name, _, spelled = pair.partition("=")
        found[name] = {"accepted_dtypes": "cast",
                       "dtype_message": f"{spelled or name}: Expected {result} to be safely castable from {{0}} dtype, but got "
                                                f"{result} with dtype {{1}}"}
    return found


def _fourier(names: str, fits: str, wanted: str, speaker: str = "") -> dict[str, dict[str, Any]]:
    """Fourier transforms, which accept any dtype of a kind. Messages name the n-dimensional (for complex results forward) transform."""
    found = {}
    for name in names.split():
        spelled = name.replace("2", "n")
        if fits == "complexes" and spelled.endswith("n") and "h" not in spelled:
            spelled = spelled.removeprefix("i")
        found[f"fft_{name}"] = {"accepted_dtypes": fits, "dtype_message": f"{spelled} expects a {wanted} output tensor, but got {{1}}",
                                "refusing_function": speaker}
    return found


def _merge_facts(groups: Iterable[Mapping[str, Mapping[str, Any]]]) -> dict[str, Out]:
    """One record per function. Those of `fft` and `linalg` read everything before they write."""
    facts: dict[str, dict[str, Any]] = {}
    for group in groups:
        for name, more in group.items():
            facts.setdefault(name, {"reads_before_write": "first"} if name.startswith(("fft_", "linalg_")) else {}).update(more)
    return {name: Out(**known) for name, known in facts.items()}


_FUNCTION_FACTS = _merge_facts((
    # Everything is read before anything is written
    _facts_for("avg_pool2d avg_pool3d cholesky cholesky_inverse cholesky_solve diag geqrf inverse log_softmax lu_solve lu_unpack nanmean "
               "nanquantile norm ormqr qr quantile softmax special_ndtr squeeze_copy std tensordot var", reads_before_write="first"),
    _facts_for("bucketize isin searchsorted", is_tracked=False),
    _facts_for("linalg_matrix_rank", checks_out_only=True),
    _facts_for("linear", stores_row_matrix=True),
    # Dtypes
    _facts_for("bucketize searchsorted", accepted_dtypes="exact", dtype_message=_SEARCH_DTYPE_ERROR),
    _facts_for("linalg_solve_triangular _native_batch_norm_legit", accepted_dtypes="exact", dtype_message=_SCALAR_TYPE),
    _facts_for("histogram", accepted_dtypes="exact",
               dtype_message="torch.histogram: input tensor and hist tensor should have the same dtype, but got input {2} and hist {3}"),
    _facts_for("linalg_matrix_norm", accepted_dtypes="exact",
               dtype_message="linalg.matrix_norm expected out tensor dtype {0} but got: {1}"),
    _facts_for("linalg_norm", accepted_dtypes="exact", dtype_message="linalg.norm expected out tensor dtype {0} but got: {1}"),
    _facts_for("quantile", accepted_dtypes="exact", dtype_message="quantile() out tensor must be same dtype as the input tensor"),
    _facts_for("tensordot", accepted_dtypes="exact",
               dtype_message="tensordot: Expected the output tensor to have dtype {0}, but got an output tensor with dtype {1}"),
    _facts_for("linalg_vecdot", accepted_dtypes="exact", dtype_message="linalg.vecdot: Expected out of dtype{0} but found {1}"),
    _facts_for("ormqr", accepted_dtypes="exact",
               dtype_message="torch.ormqr: Expected input and result to have the same dtype,"
                             " but input has dtype{0} and result has dtype {1}"),
    _facts_for("frexp", accepted_dtypes="exact", dtype_message="torch.frexp() expects mantissa to have dtype {2} but got {3}",
               second_dtype_message="torch.frexp() expects exponent to have {2} dtype but got {3}"),
    _facts_for("linalg_multi_dot", accepted_dtypes="exact", dtype_message="multi_dot(): expected out tensor to have dtype {2} but got {3}"),
    _castable("linalg_pinv=linalg.pinv linalg_matrix_power=matrix_power cholesky linalg_cond=linalg.cond cholesky_inverse cholesky_solve "
              "linalg_matrix_rank=torch.linalg.matrix_rank linalg_tensorinv=tensorinv linalg_tensorsolve=tensorsolve "
              "linalg_householder_product=torch.linalg.householder_product orgqr=torch.linalg.householder_product"),
    _castable("linalg_eig=torch.linalg.eig linalg_eigvals=torch.linalg.eigvals", "eigenvalues"),
    _castable("linalg_lstsq=torch.linalg.lstsq", "solution"), _castable("geqrf=torch.geqrf", "a"),
    _facts_for("mvlgamma", accepted_dtypes="cast", dtype_message="mvlgamma: result type {0} can't be cast to the desired output type {0}"),
    _facts_for("ldexp", accepted_dtypes="cast", dtype_message="ldexp can't be cast to the desired output type {1}"),
    _facts_for("diag", accepted_dtypes="cast", dtype_message="diag: result type {0} can't be cast to the desired out= type {1}"),
    _fourier("fft2 fftn ifft2 ifftn ihfft2 ihfftn", "complexes", "complex", "_fft_c2c"),
    _fourier("fft rfft rfft2 rfftn", "complexes", "complex", "_fft_r2c"),
    _fourier("ifft ihfft", "complexes", "complex", "aten::conj_physical"),
    _fourier("irfft irfft2 irfftn hfft hfft2 hfftn", "reals", "floating point", "_fft_c2r"),
    # The name in the message that refuses gradients
    _facts_for("linalg_eigh linalg_eigvalsh", refusing_function="_linalg_eigh"),
    _facts_for("linalg_svd linalg_svdvals svd", refusing_function="_linalg_svd"),
    _facts_for("linalg_solve linalg_solve_ex", refusing_function="_linalg_solve_ex"),
    _facts_for("linalg_det", refusing_function="_linalg_det"),
    _facts_for("linalg_slogdet", refusing_function="_linalg_slogdet"),
    _facts_for("linalg_cholesky", refusing_function="linalg_cholesky_ex"),
    _facts_for("linalg_inv", refusing_function="linalg_inv_ex"), _facts_for("linalg_lu_factor", refusing_function="linalg_lu_factor_ex"),
    _facts_for("cross", refusing_function="linalg_cross"), _facts_for("lu_solve", refusing_function="linalg_lu_solve"),
    _facts_for("qr", refusing_function="linalg_qr"),
    _facts_for("linalg_ldl_factor linalg_ldl_factor_ex", refusing_function="aten::linalg_ldl_factor_ex"),
    _facts_for("norm", refusing_function="linalg_vector_norm"),
    _facts_for("linalg_multi_dot", refusing_function="mm"), _facts_for("kron", refusing_function="mul"),
    _facts_for("msort", refusing_function="sort"),
    _facts_for("diff", refusing_function="sub"),
    _facts_for("linalg_vecdot linalg_matrix_rank", refusing_function="sum"), _facts_for("true_divide", refusing_function="div"),
    _facts_for("nanmean", refusing_function="nansum"),
    _facts_for("linalg_matrix_power", refusing_function="matmul"), _facts_for("take_along_dim", refusing_function="gather"),
    _facts_for("_native_batch_norm_legit histogram linalg_eigvals linalg_ldl_solve log_softmax softmax squeeze_copy",
          refusing_function="aten::"),
    # Functions that end in a copy, which is recorded
    _facts_for("tensordot linalg_matrix_power linalg_norm linalg_matrix_norm quantile svd inner linalg_cond linalg_tensorinv "
               "linalg_tensorsolve special_ndtr", ends_in_copy=True),
))


def policy_of(name: str) -> Out:
    """The `out=` facts of a function or op."""
    op = OPS.get(name)
    if op is not None and op.out is not DEFAULT_OUT:
        found: Out = op.out
        return found
    return _FUNCTION_FACTS.get(name) or (
        _READS_FIRST if name.startswith(("fft_", "linalg_")) or op is None and name.endswith("_copy") else DEFAULT_OUT)
