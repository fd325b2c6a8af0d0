"""PyTorch's names of the ops that sparse tensors are refused, where the table's are others: programs match on `aten::max.dim`."""
from __future__ import annotations

from typing import Any

from ..._ops.op import Op
from ..tensor import TensorBase

#: With a number for the second argument these have an overload of their own.
_COMPARISONS = frozenset({"eq", "ge", "gt", "le", "lt", "ne"})
#: Numbers are made tensors of.
_OF_TENSORS = frozenset({
    "bitwise_and", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "copysign", "fmod", "remainder", "xlogy"})
_NAMES = {
    "adaptive_avg": "_adaptive_avg_pool2d", "adaptive_avg3d": "_adaptive_avg_pool3d", "adaptive_max": "adaptive_max_pool2d",
    "adaptive_max3d": "adaptive_max_pool3d", "alias": "as_strided", "avg_pool2d_plain": "avg_pool2d", "avg_pool3d_plain": "avg_pool3d",
    "bce_over_all": "binary_cross_entropy", "bce_weighted": "binary_cross_entropy", "bce_with_logits_over_all": "log_sigmoid_forward",
    "bce_with_logits_weighted": "log_sigmoid_forward", "cdist_of": "_cdist_forward", "celu": "elu",
    "channel_shuffle_by": "channel_shuffle", "cholesky_ex_of": "linalg_cholesky_ex", "cholesky_inverse_of": "cholesky_inverse",
    "cholesky_of": "linalg_cholesky_ex", "cholesky_solve_of": "_cholesky_solve_helper", "clamp_max_scalar": "clamp_max",
    "clamp_max_tensor": "clamp_max.Tensor", "clamp_min_scalar": "clamp_min", "clamp_min_tensor": "clamp_min.Tensor",
    "clamp_scalars": "clamp", "clamp_tensors": "clamp.Tensor", "complex": "complex.out", "constant_pad_nd": "fill_.Scalar",
    "count_nonzero": "count_nonzero.dim_IntList", "ctc": "_ctc_loss", "cummax": "_cummax_helper", "cummin": "_cummin_helper",
    "det": "_linalg_det", "diagonal": "as_strided", "eig_of": "linalg_eig", "eigh_of": "_linalg_eigh", "fft_c2c": "_fft_c2c",
    "fft_c2r": "_fft_c2r", "fft_r2c": "_fft_r2c", "fill_tensor": "fill.Tensor", "fill_value": "fill_.Scalar",
    "fractional_max2d": "fractional_max_pool2d", "fractional_max3d": "fractional_max_pool3d", "frexp": "frexp.Tensor_out",
    "geqrf_of": "geqrf", "glu_of": "glu", "group_norm_of": "view", "householder_product_of": "linalg_householder_product",
    "huber": "huber_loss", "huber_over_all": "huber_loss", "index_fill_tensor": "index_fill_.int_Tensor",
    "index_put_plan": "_index_put_impl_", "inv": "linalg_inv_ex", "inv_ex_of": "linalg_inv_ex", "isfinite": "ne.Scalar",
    "isin": "isin.Tensor_Tensor", "kthvalue": "kthvalue.values", "ldexp_of": "pow.Scalar", "ldl_factor_of": "linalg_ldl_factor_ex",
    "ldl_solve_of": "linalg_ldl_solve", "lerp_scalar": "lerp.Scalar", "log_softmax_dim": "_log_softmax", "logcumsumexp": "_logcumsumexp",
    "logical_and": "logical_and.out", "logical_not": "logical_not.out", "logical_or": "logical_or.out", "logical_xor": "logical_xor.out",
    "logsigmoid": "log_sigmoid_forward", "logsumexp": "logsumexp.out", "lstsq_of": "linalg_lstsq.out",
    "lu_factor_of": "linalg_lu_factor_ex", "lu_parts": "linalg_lu", "lu_solve_of": "linalg_lu_solve", "lu_unpack_of": "lu_unpack",
    "masked_scatter": "masked_scatter_", "matrix_exp_of": "linalg_matrix_exp", "max_all": "max", "max_dim": "max.dim",
    "max_pool1d_with_places": "max_pool2d_with_indices", "max_pool2d_with_places": "max_pool2d_with_indices",
    "max_pool3d_with_places": "max_pool3d_with_indices", "max_unpool2d_to": "max_unpool2d", "max_unpool3d_to": "max_unpool3d",
    "mean": "mean.dim", "mean_dim": "mean.dim", "median_all": "median", "median_dim": "median.dim_values", "min_all": "min",
    "min_dim": "min.dim", "mse_over_all": "mse_loss", "multi_margin": "multi_margin_loss",
    "multilabel_margin": "multilabel_margin_loss_forward", "mvlgamma_of": "arange.start_out", "narrow": "as_strided",
    "nll_loss_plain": "nll_loss_forward", "nonzero_rows": "nonzero", "normal_of_both": "normal.Tensor_Tensor",
    "normal_of_mean": "normal.Tensor_float", "ormqr_of": "ormqr", "pad_reflect1d": "reflection_pad1d", "pad_reflect2d": "reflection_pad2d",
    "pad_reflect3d": "reflection_pad3d", "pad_replicate1d": "replication_pad1d", "pad_replicate2d": "replication_pad2d",
    "pad_replicate3d": "replication_pad3d", "pinv_of": "linalg_pinv.atol_rtol_tensor", "pixel_shuffle_by": "pixel_shuffle",
    "pixel_unshuffle_by": "pixel_unshuffle", "polar": "polar.out", "polygamma_of": "polygamma", "pow": "pow.Tensor_Tensor",
    "pow_of_scalar": "pow.Scalar", "prelu_kernel": "_prelu_kernel", "prod_dim": "prod.dim_int", "put_flat": "put_", "qr_of": "linalg_qr",
    "renorm_of": "renorm", "resample_bicubic2d": "upsample_bicubic2d", "resample_bilinear2d": "upsample_bilinear2d",
    "resample_linear1d": "upsample_linear1d", "resample_nearest1d": "upsample_nearest1d", "resample_nearest2d": "upsample_nearest2d",
    "resample_nearest3d": "upsample_nearest3d", "resample_nearest_exact1d": "_upsample_nearest_exact1d",
    "resample_nearest_exact2d": "_upsample_nearest_exact2d", "resample_nearest_exact3d": "_upsample_nearest_exact3d",
    "resample_trilinear3d": "upsample_trilinear3d", "rot90": "flip", "round_decimals": "round.decimals", "rsub_tensor": "rsub.Tensor",
    "scatter_reduce_of": "scatter_reduce.two", "scatter_tensor": "scatter.src", "sinc_of": "sinc", "slice": "as_strided",
    "slice_copy": "slice_copy.Tensor", "slogdet_of": "_linalg_slogdet", "smooth_l1_over_all": "smooth_l1_loss", "soft_margin": "exp_",
    "softmax_dim": "_softmax", "solve_ex_of": "_linalg_solve_ex", "solve_matrix": "_linalg_solve_ex",
    "solve_triangular_of": "linalg_solve_triangular", "sort": "sort.stable", "split_copy": "split_copy.Tensor", "split_even": "as_strided",
    "split_with_sizes": "as_strided", "square": "pow.Tensor_Scalar", "squeeze_all": "as_strided", "squeeze_all_copy": "squeeze_copy",
    "squeeze_dim_copy": "squeeze_copy.dim", "squeezed": "as_strided_", "std_of": "std.correction", "svd_of": "_linalg_svd",
    "torch_cholesky_of": "cholesky", "transpose_copy": "transpose_copy.int", "triangular_pair": "triangular_solve",
    "trilinear": "_trilinear", "unbind_copy": "unbind_copy.int", "unsafe_split": "as_strided", "var_of": "var.correction",
    "view_as_complex": "view_as_complex_copy", "view_as_real": "view_as_real_copy", "where": "where.self",
}
#: In place these write into a result that they make for it.
_INTO = {"mvlgamma_of": "mvlgamma.out", "polygamma_of": "polygamma.out", "pow": "pow_.Tensor", "square": "pow_.Scalar"}
#: Named after the number of dimensions of what they are given.
_CONVOLUTIONS = {"convolution": {5: "slow_conv3d_forward"},
                 "convolution_transpose": {3: "slow_conv_transpose2d", 4: "slow_conv_transpose2d", 5: "slow_conv_transpose3d"}}


def aten_name(op: Op, args: tuple[Any, ...], in_place: bool = False) -> str:
    """What PyTorch calls `op`, called with these arguments."""
    if in_place and op.name in _INTO:
        return _INTO[op.name]
    packet, dot, overload = _name(op, args).partition(".")
    return f"{packet}{'_' * (in_place and overload != 'out' and packet[-1] != '_')}{dot}{overload}"


def _name(op: Op, args: tuple[Any, ...]) -> str:
    entry = op.name
    if entry in _COMPARISONS:
        return f"{entry}.Tensor" if isinstance(args[-1], TensorBase) else f"{entry}.Scalar"
    if entry in _OF_TENSORS:
        return f"{entry}.Tensor"
    if entry in _CONVOLUTIONS:
        return _CONVOLUTIONS[entry].get(args[0].dim(), entry)
    if entry in ("all", "any") and args[1:] and args[1] is not None:
        return f"{entry}.dim"
    if entry in _NAMES:
        return _NAMES[entry]
    return f"{op.module}_{entry}" if op.module in ("special", "linalg") else entry
