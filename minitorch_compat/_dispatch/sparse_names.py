"""PyTorch's names of the ops that sparse tensors are refused, where the table's are others: programs match on `aten::max.dim`."""
from __future__ import annotations

from typing import Any

from .tensor import TensorBase

#: With a number for the second argument these have an overload of their own.
_COMPARISONS = frozenset({"eq", "ge", "gt", "le", "lt", "ne"})
#: Numbers are made tensors of.
_OF_TENSORS = frozenset({
    "bitwise_and", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "copysign", "fmod", "remainder", "xlogy"})
_NAMES = {
    "adaptive_avg": "_adaptive_avg_pool2d", "adaptive_max": "adaptive_max_pool2d", "alias": "as_strided", "avg_pool2d_plain": "avg_pool2d",
    "celu": "elu", "cholesky_inverse_of": "cholesky_inverse", "cholesky_solve_of": "_cholesky_solve_helper",
    "clamp_max_scalar": "clamp_max", "clamp_max_tensor": "clamp_max.Tensor", "clamp_min_scalar": "clamp_min",
    "clamp_min_tensor": "clamp_min.Tensor", "clamp_scalars": "clamp", "clamp_tensors": "clamp.Tensor", "complex": "complex.out",
    "count_nonzero": "count_nonzero.dim_IntList", "cummax": "_cummax_helper", "cummin": "_cummin_helper", "det": "_linalg_det",
    "diagonal": "as_strided", "fill_tensor": "fill.Tensor", "fill_value": "fill.Scalar", "frexp": "frexp.Tensor_out", "geqrf_of": "geqrf",
    "inv": "linalg_inv_ex", "kthvalue": "kthvalue.values", "log_softmax_dim": "_log_softmax", "logcumsumexp": "_logcumsumexp",
    "logical_and": "logical_and.out", "logical_not": "logical_not.out", "logical_or": "logical_or.out", "logical_xor": "logical_xor.out",
    "logsumexp": "logsumexp.out", "lu_unpack_of": "lu_unpack", "matrix_exp_of": "linalg_matrix_exp", "max_all": "max",
    "max_dim": "max.dim", "max_pool1d_with_places": "max_pool2d_with_indices", "max_pool2d_with_places": "max_pool2d_with_indices",
    "mean": "mean.dim", "mean_dim": "mean.dim", "median_all": "median", "median_dim": "median.dim_values", "min_all": "min",
    "min_dim": "min.dim", "narrow": "as_strided", "nonzero_rows": "nonzero", "normal_of_both": "normal.Tensor_Tensor",
    "normal_of_mean": "normal.Tensor_float", "polar": "polar.out", "pow": "pow.Tensor_Tensor", "pow_of_scalar": "pow.Scalar",
    "prod_dim": "prod.dim_int", "qr_of": "linalg_qr", "rot90": "flip", "rsub_tensor": "rsub.Tensor", "slice": "as_strided",
    "slice_copy": "slice_copy.Tensor", "slogdet_of": "_linalg_slogdet", "softmax_dim": "_softmax", "sort": "sort.stable",
    "split_copy": "split_copy.Tensor", "split_even": "as_strided", "split_with_sizes": "as_strided", "squeeze_all": "as_strided",
    "squeeze_all_copy": "squeeze_copy", "squeeze_dim_copy": "squeeze_copy.dim", "std_of": "std.correction", "svd_of": "_linalg_svd",
    "torch_cholesky_of": "cholesky", "triangular_pair": "triangular_solve", "unbind_copy": "unbind_copy.int",
    "unsafe_split": "as_strided", "var_of": "var.correction", "view_as_complex": "view_as_complex_copy",
    "view_as_real": "view_as_real_copy", "where": "where.self",
}


def aten_name(entry: str, args: tuple[Any, ...], in_place: bool = False) -> str:
    """What PyTorch calls entry `entry` of the table, called with these arguments."""
    name = _NAMES.get(entry, entry)
    if entry in _COMPARISONS:
        name = f"{entry}.Tensor" if isinstance(args[-1], TensorBase) else f"{entry}.Scalar"
    elif entry in _OF_TENSORS:
        name = f"{entry}.Tensor"
    packet, dot, overload = name.partition(".")
    return f"{packet}{'_' * (in_place and overload != 'out')}{dot}{overload}"
