"""Which aten op a call of this package's table is, for those who watch calls: policies of selective checkpointing.

Most entries have aten's name, and their overload follows from the arguments.  `_NAMED` says it for the others; what PyTorch composes of
other ops (its CompositeImplicit ones) is None here as it is there, and the ops inside are met one by one.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from .._dispatch.dtype import of
from .._dispatch.graph.recording import needs_mask, plan_for
from .._dispatch.state import LOCAL
from .._dispatch.tensor import TensorBase
from .._ops.op import OPS, VALUE
from ..autograd._profile.aten_names import ATEN_NAMES
from ._overloads import OpOverload, aten, schemas

#: Entry of the table -> "packet.overload"; "" for what PyTorch's dispatcher does not see.
_NAMED = {
    "_conj": "_conj.default", "_neg_view": "_neg_view.default",
    "add_scaled": "add.Tensor", "sub_scaled": "sub.Tensor", "weight_norm_interface": "_weight_norm_interface.default",
    "standard_gamma_of": "_standard_gamma.default", "alias": "", "argsort": "sort.default", "squeezed": "squeeze_.dim",
    "tensordot_of": "mm.default",
    "as_strided": "as_strided.default", "batched_matmul": "bmm.default", "bce": "binary_cross_entropy.default",
    "bce_over_all": "binary_cross_entropy.default", "bce_with_logits_over_all": "binary_cross_entropy_with_logits.default",
    "huber_over_all": "huber_loss.default", "mse_over_all": "mse_loss.default", "smooth_l1_over_all": "smooth_l1_loss.default",
    "bce_weighted": "binary_cross_entropy.default", "bce_with_logits": "binary_cross_entropy_with_logits.default",
    "bce_with_logits_weighted": "binary_cross_entropy_with_logits.default", "bernoulli_of": "bernoulli.default", "cast": "_to_copy.default",
    "channel_sum": "sum.dim_IntList", "clamp_max_scalar": "clamp_max.default", "clamp_min_scalar": "clamp_min.default",
    "clamp_scalars": "clamp.default", "clamp_tensors": "clamp.Tensor", "clamp_max_tensor": "clamp_max.Tensor",
    "clamp_min_tensor": "clamp_min.Tensor",
    "cholesky_of": "linalg_cholesky_ex.default", "conv": "convolution.default", "convolution_transpose": "convolution.default",
    "ctc": "_ctc_loss.Tensor", "det": "_linalg_det.default", "divided": "div.Scalar",
    "diagonal": "diagonal.default", "div_floor": "div.Tensor_mode", "div_trunc": "div.Tensor_mode",
    "eigh_of": "_linalg_eigh.default", "einsum_of": "", "expand_reduced": "expand.default", "fill_tensor": "fill.Tensor",
    "fill_value": "fill.Scalar", "glu_of": "glu.default", "group_norm_of": "native_group_norm.default", "huber": "huber_loss.default",
    "index": "index.Tensor", "index_fill_tensor": "index_fill.int_Tensor", "index_fill_value": "index_fill.int_Scalar",
    "im2col": "im2col.default",
    "index_put_plan": "index_put.default", "inv": "linalg_inv_ex.default", "kthvalue": "kthvalue.default", "leading": "",
    "lerp": "lerp.Tensor", "lerp_scalar": "lerp.Scalar", "linear_2d": "addmm.default", "log_softmax_dim": "_log_softmax.default",
    "logsigmoid": "log_sigmoid_forward.default", "lu_factor_of": "linalg_lu_factor_ex.default", "masked_fill_tensor": "masked_fill.Tensor",
    "masked_fill_value": "masked_fill.Scalar", "matmul": "", "max_all": "max.default", "max_dim": "max.dim",
    "max_pool1d_with_places": "max_pool2d_with_indices.default", "max_pool2d_with_places": "max_pool2d_with_indices.default",
    "max_pool3d_with_places": "max_pool3d_with_indices.default", "mean": "mean.default", "mean_dim": "mean.dim",
    "median_all": "median.default", "median_dim": "median.dim", "min_all": "min.default", "min_dim": "min.dim", "mm_nt": "mm.default",
    "mm_of_turned": "mm.default",
    "mm_tn": "mm.default", "mode": "mode.default", "movedim": "permute.default", "mse": "mse_loss.default", "narrow": "slice.Tensor",
    "nll_loss_images": "nll_loss2d_forward.default", "nll_loss_plain": "nll_loss_forward.default", "normal_of_both": "normal.Tensor_Tensor",
    "normal_of_mean": "normal.Tensor_float", "normal_of_std": "normal.float_Tensor", "outer": "mul.Tensor", "pow": "pow.Tensor_Tensor",
    "pow_of_scalar": "pow.Scalar", "pow_scalar": "pow.Tensor_Scalar", "prelu_kernel": "_prelu_kernel.default", "prod_dim": "prod.dim_int",
    "qr_of": "linalg_qr.default", "reshape_alias": "view.default", "reshape": "_unsafe_view.default", "contiguous": "clone.default",
    "resample_nearest1d": "upsample_nearest1d.default",
    "resample_nearest2d": "upsample_nearest2d.default", "resample_nearest3d": "upsample_nearest3d.default",
    "resample_bilinear2d": "upsample_bilinear2d.default", "resample_linear1d": "upsample_linear1d.default",
    "resample_bicubic2d": "upsample_bicubic2d.default", "resample_trilinear3d": "upsample_trilinear3d.default", "rsub": "rsub.Scalar",
    "rsub_scaled": "rsub.Tensor",
    "rsub_tensor": "rsub.Tensor", "round_decimals": "round.decimals", "scatter_tensor": "scatter.src", "scatter_value": "scatter.value",
    "scaled": "mul.Scalar", "shifted": "add.Scalar", "scatter_reduce_of": "scatter_reduce.two", "sinc_of": "sinc.default",
    "select": "select.int", "shaped": "", "share": "", "slice": "slice.Tensor", "smooth_l1": "smooth_l1_loss.default",
    "safe_softmax": "_safe_softmax.default", "softmax_dim": "_softmax.default",
    "solve_ex_of": "_linalg_solve_ex.default", "solve_matrix": "_linalg_solve_ex.default", "sort": "sort.default",
    "split_even": "split.Tensor", "split_with_sizes": "split_with_sizes.default", "squeeze": "squeeze.dim",
    "squeeze_all": "squeeze.default",
    "squeeze_dims": "squeeze.dims", "std_of": "std.correction", "sum_dim": "sum.dim_IntList", "svd_of": "_linalg_svd.default",
    "to_format": "_to_copy.default", "transpose": "transpose.int", "unbind": "unbind.int", "var_of": "var.correction",
    "vector_norm": "linalg_vector_norm.default", "where": "where.self", "avg_pool1d_plain": "avg_pool2d.default",
    "avg_pool2d_plain": "avg_pool2d.default", "avg_pool3d_plain": "avg_pool3d.default", "native_layer_norm": "native_layer_norm.default",
}

#: Arithmetic of which the dispatcher sees numbers as tensors; comparisons have an overload for numbers.
_WRAPS_NUMBERS = frozenset({"add", "sub", "mul", "div", "multiply", "divide", "floor_divide", "true_divide", "maximum", "minimum"})


#: What compositions are heard as, see `as_one`, beside what there are entries or functions for.
_REGIONS = ("_scaled_dot_product_flash_attention_for_cpu", "mkldnn_rnn_layer", "native_dropout", "var_mean", "std_mean")


def packets() -> set[str]:
    """The aten ops that entries of the table are, callable or not."""
    return {named.partition(".")[0] for named in (*_NAMED.values(), *ATEN_NAMES.values(), *_REGIONS) if named}


def call_seen(name: str, args: tuple[Any, ...], in_place: bool) -> tuple[OpOverload, tuple[Any, ...], dict[str, Any]] | None:
    """The aten op of a call of entry `name`, its arguments without those that have their defaults at the end, and those by keyword."""
    shaped = _SHAPED.get(name)
    found = overload_of(name, _kinds(args), in_place)
    if found is None:
        return None
    if shaped is None and (parted := _by_name(found, [p.name for p in OPS[name].params], args)) is not None:
        return found, *parted
    named = {"dtype": of(args[1])} if name in ("cast", "to_format") else {}
    return found, without_defaults(found, args if shaped is None else shaped(*args)), named


def _by_name(overload: OpOverload, names: list[str], args: tuple[Any, ...]) -> tuple[tuple[Any, ...], dict[str, Any]] | None:
    """The arguments as the overload takes them, by place and by keyword; None if an entry's are called otherwise."""
    places = {a.name: a for a in overload.arguments}
    given = dict(zip([next(iter(places)), *names[1:]], args, strict=False))
    if not places.keys() >= given.keys():
        return None
    ordered = [a.name for a in overload.arguments if not a.keyword_only]
    count = next((i for i, name in enumerate(ordered) if name not in given), len(ordered))
    if not given.keys() - ordered[:count] <= {a.name for a in overload.arguments if a.keyword_only}:
        return None
    named = {a.name: _listed(a.type, given[a.name]) for a in overload.arguments if a.keyword_only and a.name in given and not _is_default(
        a.default, given[a.name])}
    return without_defaults(overload, tuple(given[name] for name in ordered[:count])), named


def _kinds(args: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple("Tensor" if isinstance(a, TensorBase) else "number" if isinstance(a, (bool, int, float, complex)) else
                 "none" if a is None else "other" for a in args)


@cache
def overload_of(name: str, kinds: tuple[str, ...], in_place: bool = False) -> OpOverload | None:
    """The overload that entry `name` is when called with arguments of these kinds."""
    known = _NAMED.get(name, ATEN_NAMES.get(name))
    if known == "":
        return None
    if name == "prod_dim" and kinds[1] == "none":
        known = "prod.default"
    if name in ("all", "any") and kinds[1:2] == ("number",):
        known = f"{name}.dim"
    packet, _, overload = (known or name).partition(".")
    if in_place:
        packet += "_"
    texts = schemas().get(packet, {})
    if overload not in texts:
        wanted = "Tensor" if len(kinds) > 1 and (kinds[1] == "Tensor" or packet.rstrip("_") in _WRAPS_NUMBERS) else "Scalar"
        overload = next((o for o in (wanted, "default", "Tensor", *texts) if o in texts), "")
    return getattr(getattr(aten, packet), overload) if overload else None


def without_defaults(overload: OpOverload, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Arguments by place, without those at the end that are what they would be anyway."""
    if not overload._text:  # of which no more than the name is known
        return args
    places = [a for a in overload.arguments if not a.keyword_only]
    given = [_listed(a.type, v) for a, v in zip(places, args, strict=False) if not isinstance(v, np.ndarray)]
    while given and _is_default(places[len(given) - 1].default, given[-1]):
        given.pop()
    return tuple(given)


def _listed(kind: str, value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return [value] if kind.startswith(("int[", "SymInt[")) and isinstance(value, int) else value


def _is_default(default: str | None, value: Any) -> bool:
    if isinstance(value, TensorBase):
        return False
    if default is None or value is None:
        return default in ("None", "[]") and value is None
    if value.__class__ is float:
        return ("." in default or "e" in default) and float(default) == value
    if value.__class__ is list and value and not default.startswith("["):  # a number for every dimension
        return all(_is_default(default, v) for v in value)
    if value.__class__ is str:
        return value == default.strip("'\"")
    text = str(value).replace(" ", "")
    return text == default or default == "Mean" and value.__class__ is int and value == 1


_REDUCTIONS = ("none", "mean", "sum")

#: Entries whose arguments stand otherwise than the overload's.
_SHAPED: dict[str, Callable[..., tuple[Any, ...]]] = {
    "softmax_dim": lambda x, dim, *_: (x, dim, False), "log_softmax_dim": lambda x, dim, *_: (x, dim, False),
    "tensordot_of": lambda a, b, left, right: tuple(
        x.permute(order).reshape(sizes) for x, (order, sizes) in ((a, _contracted_last(a, left)), (b, _contracted_first(b, right)))),
    "linear_2d": lambda x, weight, bias: (bias, x, weight.t()), "mm_nt": lambda x, y: (x, y.t()), "mm_tn": lambda x, y: (x.t(), y),
    "prod_dim": lambda x, dim, keepdim=False, dtype=None: (x,) if dim is None else (x, dim, keepdim), "cast": lambda x, *_: (x,),
    "to_format": lambda x, *_: (x,), "contiguous": lambda x, *_: (x,),
    "stack": lambda xs, dim=0: (xs, dim),
    "narrow": lambda x, dim, start, length: (x, dim, start, start + length),
    "native_layer_norm": lambda x, shape, weight=None, bias=None, eps=1e-5: (x, shape, weight, bias, eps),
    "group_norm_of": lambda x, weight, bias, groups, eps: (
        x, weight, bias, *x.shape[:2], math.prod(x.shape[2:]), groups, eps),
    "constant_pad_nd": lambda x, pad, value=0.0: (x, pad, float(value)),
    "mse": lambda x, y: (x, y, 0), "smooth_l1": lambda x, y, beta: (x, y, 0, beta), "huber": lambda x, y, delta: (x, y, 0, delta),
    "huber_over_all": lambda x, y, delta, mean: (x, y, 1 if mean else 2, delta),
    "convolution": lambda x, w, b, stride, padding, dilation, groups: (
        x, w, b, stride, padding, dilation, False, [0] * len(stride), groups),
    "conv": lambda x, w, stride, padding, dilation, groups: (x, w, None, stride, padding, dilation, False, [0] * len(stride), groups),
    "batched_matmul": lambda x, y: (x, y) if x.dim() == y.dim() == 3 else _batches(x, y),
    "convolution_transpose": lambda x, w, b, stride, padding, output_padding, dilation, groups: (
        x, w, b, stride, padding, dilation, True, output_padding, groups),
    "nll_loss_plain": lambda x, y, w, reduction, ignored: (x, y, w, _REDUCTIONS.index(reduction), ignored),
    "elu": lambda x, alpha=1.0, *_: (x, alpha), "movedim": lambda x, *dims: (x, _moved(x.dim(), *dims)), "index": lambda x, *_: (x,),
    "slice": lambda x, dim, start, stop, step=1: (x, dim, start or 0, 2**63 - 1 if stop is None else stop, step),
    "mse_over_all": lambda x, y, mean: (x, y, 1 if mean else 2), "smooth_l1_over_all": lambda x, y, beta,
    mean: (x, y, 1 if mean else 2, beta),
    "bce_over_all": lambda x, y, mean: (x, y, None, 1 if mean else 2),
    "bce_with_logits_over_all": lambda x, y, mean: (x, y, None, None, 1 if mean else 2),
    **dict.fromkeys([name for name in _NAMED if name.startswith("resample_")], lambda x, axes: (x, [len(axis) for axis in axes])),
    "vector_norm": lambda x, ord=2, dim=None, keepdim=False, dtype=None: (x, ord, dim, keepdim),
}



def _moved(ndim: int, source: Any, target: Any) -> list[int]:
    """The permutation that moves dimensions from `source` to `target`."""
    sources, targets = ([d % ndim for d in (v if isinstance(v, (tuple, list)) else (v,))] for v in (source, target))
    order = dict(zip(targets, sources, strict=True))
    rest = iter(d for d in range(ndim) if d not in sources)
    return [order[d] if d in order else next(rest) for d in range(ndim)]


def _flattened(x: Any, y: Any) -> list[tuple[Any, ...]]:
    """How PyTorch makes two batches of matrices of what is multiplied."""
    rows, columns = x.shape[-2:], y.shape[-2:]
    batch = np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
    calls: list[tuple[Any, ...]] = []
    for t, matrix in ((x, rows), (y, columns)):
        calls += [("expand", t, [*batch, *matrix]), ("view", t.detach().expand(*batch, *matrix), [math.prod(batch), *matrix])]
    return calls


def _contracted_last(x: Any, dims: Any) -> tuple[list[int], list[int]]:
    """The order of the dimensions in which `dims` come last, and the sizes of the matrix that they are then the columns of."""
    last = [d % x.dim() for d in dims]
    first = [d for d in range(x.dim()) if d not in last]
    return first + last, [math.prod(x.shape[d] for d in first), math.prod(x.shape[d] for d in last)]


def _contracted_first(x: Any, dims: Any) -> tuple[list[int], list[int]]:
    order, (rows, columns) = _contracted_last(x, dims)
    return order[x.dim() - len(dims):] + order[:x.dim() - len(dims)], [columns, rows]


def _as_matrix(x: Any, wanted: tuple[list[int], list[int]]) -> list[tuple[Any, ...]]:
    """How PyTorch makes a matrix of a tensor: by a view, or of a copy."""
    order, sizes = wanted
    turned = x.detach().permute(order)
    try:
        turned.view(sizes)
    except RuntimeError:
        return [("permute", x, order), ("clone", turned), ("_unsafe_view", turned.contiguous(), sizes)]
    return [("permute", x, order), ("view", turned, sizes)]


def _batches(x: Any, y: Any) -> tuple[Any, Any]:
    """Two batches of matrices, as PyTorch multiplies them."""
    batch = np.broadcast_shapes(tuple(x.shape[:-2]), tuple(y.shape[:-2]))
    first, second = (t.detach().expand(*batch, *t.shape[-2:]).reshape(-1, *t.shape[-2:]) for t in (x, y))
    return first, second


#: What PyTorch calls before an op that this package does in one, with the arguments of each call, and after it.
BEFORE: dict[str, Callable[..., list[tuple[Any, ...]]]] = {
    "linear_2d": lambda x, weight, bias: [("t", weight)], "mm_nt": lambda x, y: [("t", y)], "mm_tn": lambda x, y: [("t", x)],
    "batched_matmul": lambda x, y: _flattened(x, y) if min(x.dim(), y.dim()) > 1 else [],
    "outer": lambda x, y: [("view", x, [x.numel(), 1])], "native_batch_norm": lambda *_: [("empty.memory_format", [0])],
    "prelu_kernel": lambda x, weight: [("view", weight, [1] * x.dim())] if weight.dim() == 1 < x.dim() else [],
    "tensordot_of": lambda a, b, left, right: [*_as_matrix(a, _contracted_last(a, left)), *_as_matrix(b, _contracted_first(b, right))],
    "where": lambda _, *values: [("scalar_tensor", v) for v in values if not isinstance(v, TensorBase)],
}
AFTER: dict[str, Callable[..., list[tuple[Any, ...]]]] = {
    "batched_matmul": lambda out, x, y: [("_unsafe_view", out, list(out.shape))] if min(x.dim(), y.dim()) > 1 else [],
    "tensordot_of": lambda out, *_: [("view", out, list(out.shape))],
    "inv": lambda out, x: [("_linalg_check_errors", x, "linalg.inv", x.dim() == 2)],
}


#: Public functions, without their namespace, that are one op of PyTorch's dispatcher and here no entry of the table, or several.
_KINDS_OF_NORMAL = {(True, True): "normal.Tensor_Tensor", (True, False): "normal.Tensor_float", (False, True): "normal.float_Tensor"}
_FUNCTIONS: dict[str, Any] = {
    "item": "_local_scalar_dense.default", "__bool__": "_local_scalar_dense.default", "__float__": "_local_scalar_dense.default",
    "__int__": "_local_scalar_dense.default", "__index__": "_local_scalar_dense.default", "bucketize": "bucketize.Tensor",
    "searchsorted": "searchsorted.Tensor", "multinomial": "multinomial.default", "_unique2": "_unique2.default",
    "unique_consecutive": "unique_consecutive.default", "unique_dim": "unique_dim.default", "histc": "histc.default",
    "bincount": "bincount.default", "pdist": "_pdist_forward.default", "cholesky_solve": "cholesky_solve.default",
    "hann_window": "hann_window.default", "hamming_window": "hamming_window.default", "bartlett_window": "bartlett_window.default",
    "blackman_window": "blackman_window.default", "kaiser_window": "kaiser_window.default",
    "as_tensor": lambda data, *_: None if isinstance(data, TensorBase) else "lift_fresh.default",
    "unique": lambda x, *further: "unique_dim.default" if len(further) > 3 and further[3] is not None else "_unique2.default",
    "normal": lambda mean, std=1.0, *_: _KINDS_OF_NORMAL.get((isinstance(mean, TensorBase), isinstance(std, TensorBase))),
    "isfinite": lambda x: "abs.default ne.Scalar eq.Tensor mul.Tensor" if x.is_floating_point() else None,
    "squeeze_": lambda x, dim=None, *_: f"squeeze_.{'default' if dim is None else 'dim' if dim.__class__ is int else 'dims'}",
    "t_": "t_.default", "transpose_": "transpose_.default", "swapaxes_": "swapaxes_.default", "swapdims_": "swapdims_.default",
    "unsqueeze_": "unsqueeze_.default", "rrelu": "empty_like.default rrelu_with_noise.default",
    "square": "pow.Tensor_Scalar", "square_": "pow_.Scalar",
}


#: Public functions that look at what their one op says of its success.
_CHECKED = {"torch.linalg.cholesky": "linalg.cholesky", "torch.linalg.solve": "linalg.solve",
            "torch.linalg.lu_factor": "torch.linalg.lu_factor"}


def check_of_function(name: str) -> str | None:
    """Under what name the public function of this full name looks whether its op has succeeded."""
    return _CHECKED.get(name)


def ops_of_function(name: str, args: tuple[Any, ...]) -> list[str]:
    """The ops that a call of the public function of this full name is heard as: the last is the call, what is before comes to nothing."""
    heard = _FUNCTIONS.get(name.rpartition(".")[2])
    found: str | None = heard(*args) if callable(heard) else heard
    return found.split() if found else []


def is_copied_first(op: Any, args: tuple[Any, ...]) -> bool:
    """Whether PyTorch copies what `op` is about to change in place, because backward needs it as it was."""
    full = (*args, *[p.value for p in op.params[len(args):]])
    mask = needs_mask(op, full) if LOCAL.grad and op.is_differentiable else 0
    return bool(mask) and plan_for(op, mask).args[0] == VALUE


__all__ = ["AFTER", "BEFORE", "call_seen", "check_of_function", "is_copied_first", "ops_of_function", "overload_of", "packets",
           "without_defaults"]
