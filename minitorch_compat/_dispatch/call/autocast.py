"""Autocast: the dtype in which an op runs, by the op, while `torch.autocast("cpu")` is open in a thread.

It acts where every call comes by that has to ask what is open (`general_call`), on ops and not on functions: what a layer is composed of
is cast piece by piece. Casting is an op itself, so gradients pass through it.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._array.core.dtypes import float32
from ..._ops.op import Op
from ..state import LOCAL, Classes
from ..tensor import TensorBase
from .caller import caller

#: Products, which are worth their while in half precision.
LOWER = frozenset((
    "addbmm", "addmm", "baddbmm", "batched_matmul", "bmm", "matmul", "mm", "mm_nt", "mm_tn", "mm_of_turned",
    "linear_2d", "conv", "convolution",
    "convolution_transpose", "prelu_kernel",
))
#: What loses too much in half precision, or has no kernel there.
SINGLE = frozenset((
    "adaptive_avg3d", "adaptive_max3d", "avg_pool3d_plain", "max_pool3d_with_places", "max_unpool2d_to", "max_unpool3d_to",
    "fractional_max2d", "fractional_max3d", "pad_reflect1d", "pad_reflect2d", "pad_reflect3d", "pad_replicate1d", "pad_replicate2d",
    "pad_replicate3d", "grid_sampler_2d", "grid_sampler_3d", "bce", "bce_over_all", "bce_weighted", "bce_with_logits",
    "bce_with_logits_over_all", "bce_with_logits_weighted", "ctc", "huber", "huber_over_all", "mse", "mse_over_all", "smooth_l1",
    "smooth_l1_over_all", "multi_margin", "multilabel_margin", "nll_loss_images", "nll_loss_plain", "soft_margin", "cdist_of",
    "cholesky_ex_of", "cholesky_of", "torch_cholesky_of", "cholesky_inverse_of", "cholesky_solve_of", "eig_of", "eigh_of", "fft_c2c",
    "fft_c2r", "fft_r2c", "geqrf_of", "householder_product_of", "inv", "inv_ex_of", "lstsq_of", "lu_factor_of", "lu_solve_of",
    "ormqr_of", "pinv_of", "polar", "prod", "prod_dim", "qr_of", "solve_ex_of", "solve_triangular_of", "svd_of", "trace",
    "view_as_complex",
))


def settled(op: Op, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a call in the dtype that autocast wants for the op."""
    if op.name in LOWER:
        return cast(args, LOCAL.autocast)
    if op.name in SINGLE:
        return cast(args, float32)
    if op.name == "index_copy":
        widest = float32 if any(isinstance(a, TensorBase) and a._array.dtype == float32 for a in args) else LOCAL.autocast
        return cast(args, widest)
    return args


def cast(args: tuple[Any, ...], dtype: np.dtype[Any]) -> tuple[Any, ...]:
    """Tensors (in lists, too) of single or half precision in another dtype; what else there is as it is."""
    return tuple(cast(tuple(value), dtype) if value.__class__ in (list, tuple) and any(isinstance(v, TensorBase) for v in value)
                 else _cast(value, dtype) if isinstance(value, TensorBase) and _eligible(value._array.dtype, dtype) else value
                 for value in args)


def _cast(t: TensorBase, dtype: np.dtype[Any]) -> Any:
    """As in PyTorch a weight is cast once for a block, so that its gradients meet in half precision."""
    cache = LOCAL.autocast_cache if LOCAL.autocast_caching else None
    weight = t._requires_grad and t._grad_fn is None and t._view is None and t._array.dtype == float32
    if cache is None or not (weight and LOCAL.grad and dtype == LOCAL.autocast):
        return caller("cast")(t, dtype)
    known = cache.get(id(t))
    if known is None:
        known = cache[id(t)] = t, caller("cast")(t, dtype)
    return known[1]


def _eligible(own: np.dtype[Any], wanted: np.dtype[Any]) -> bool:
    return own.kind in "fV" and own.itemsize < 8 and own != wanted


def in_single_precision(*values: Any) -> tuple[Any, ...]:
    """Tensors as functions composed of several ops want them where autocast is open; to be asked where `ACTIVE` is not empty."""
    return values if LOCAL.autocast is None else cast(values, float32)


Classes.autocast = settled
