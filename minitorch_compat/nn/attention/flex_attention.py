"""Attention whose scores and mask are functions of the position, written for one pair of a query and a key.

The functions run under `vmap`, for all pairs in one call.  On a CPU there is no gradient for queries, keys and values; tensors used by a
function of scores get theirs.
"""
from __future__ import annotations

import inspect
from collections.abc import Callable
from enum import Enum
from math import log, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from ..._array.core.user_warnings import IssuedWarnings, warn, warn_once
from ..._bindings.generated import functions as ops
from ..._bindings.tensor.tensor import Tensor
from ..._dispatch.call.caller import caller
from ..._dispatch.dtype import bool_, float32, float64, int8, int32
from ...amp import autocast, get_autocast_dtype, is_autocast_enabled
from ...autograd.function import Function, once_differentiable
from ...func import vmap
from .. import functional as F
from ._block_mask import _DEFAULT_SPARSE_BLOCK_SIZE, BlockMask, _sliced_mask_mod_error, dense_to_ordered, noop_mask, write_order

if TYPE_CHECKING:
    from ..._bindings.annotations import Device

__all__ = ["AuxOutput", "AuxRequest", "BlockMask", "FlexKernelOptions", "and_masks", "create_block_mask", "create_mask", "flex_attention",
           "noop_mask", "or_masks"]

_LARGE_SPARSE_BLOCK_SIZE = 1 << 30
_BACKENDS = ("AUTO", "TRITON", "FLASH", "TRITON_DECODE")
_FLEX_ATTENTION_DISABLE_COMPILE_DEBUG = False

_safe_softmax = caller("safe_softmax")

ScoreMod = Callable[[Tensor, Tensor, Tensor, Tensor, Tensor], Tensor]
MaskMod = Callable[[Tensor, Tensor, Tensor, Tensor], Tensor]
_score_mod_signature, _mask_mod_signature = ScoreMod, MaskMod


class FlexKernelOptions(TypedDict, total=False):
    """Options of GPU kernels for ``flex_attention``, which change nothing here.

    References
    ----------
    PyTorch: ``torch.nn.attention.flex_attention.FlexKernelOptions``.
    """

    num_warps: int
    num_stages: int
    BLOCK_M: int
    BLOCK_N: int
    BLOCK_M1: int
    BLOCK_N1: int
    BLOCK_M2: int
    BLOCK_N2: int
    PRESCALE_QK: bool
    ROWS_GUARANTEED_SAFE: bool
    BLOCKS_ARE_CONTIGUOUS: bool
    WRITE_DQ: bool
    FORCE_USE_FLEX_ATTENTION: bool
    USE_TMA: bool
    kpack: int
    matrix_instr_nonkdim: int
    waves_per_eu: int
    BACKEND: str


class AuxRequest(NamedTuple):
    """A request for additional results of ``flex_attention``.

    Parameters
    ----------
    lse : bool
        The logarithm of each row's sum of exponentials.
    max_scores : bool
        The largest score of each row.

    References
    ----------
    PyTorch: ``torch.nn.attention.flex_attention.AuxRequest``.

    Examples
    --------
    >>> from torch.nn.attention.flex_attention import AuxRequest
    >>> AuxRequest(lse=True)
    AuxRequest(lse=True, max_scores=False)
    """

    lse: bool = False
    max_scores: bool = False


class AuxOutput(NamedTuple):
    """The results requested by ``AuxRequest``, None for the others.

    Parameters
    ----------
    lse : Tensor or None
        The logarithm of each row's sum of exponentials.
    max_scores : Tensor or None
        The largest score of each row.

    References
    ----------
    PyTorch: ``torch.nn.attention.flex_attention.AuxOutput``.
    """

    lse: Tensor | None = None
    max_scores: Tensor | None = None


class _ModificationType(Enum):
    """The kind of a function, by the number of its arguments."""

    SCORE_MOD = 1
    MASK_MOD = 2
    UNKNOWN = 3


def _get_mod_type(fn: Callable[..., Any]) -> _ModificationType:
    """The type of a function by its arguments without defaults: five for scores, four for a mask."""
    if hasattr(fn, "__code__"):
        count = fn.__code__.co_argcount - len(getattr(fn, "__defaults__", None) or ())
    else:
        count = sum(p.default is inspect.Parameter.empty for p in inspect.signature(fn).parameters.values())
    if count not in (4, 5):
        raise AssertionError(f"Expected 4 or 5 positional args, got {count}")
    return _ModificationType.SCORE_MOD if count == 5 else _ModificationType.MASK_MOD


def _vmap_for_bhqkv(fn: Callable[..., Any], prefix: tuple[int | None, ...]) -> Callable[..., Any]:
    """Map a function of one pair over all examples, heads, queries and keys; `prefix` has the `in_dims` of preceding arguments."""
    for dim in (3, 2, 1, 0):
        fn = vmap(fn, in_dims=(*prefix, *(0 if i == dim else None for i in range(4))))
    return fn


def _identity(score: Tensor, batch: Tensor, head: Tensor, token_q: Tensor, token_kv: Tensor) -> Tensor:
    return score


def _check_mask_mods(masks: tuple[Any, ...]) -> None:
    if not all(map(callable, masks)):
        raise RuntimeError(f"All inputs should be callable mask_mods: {masks}")


def or_masks(*mask_mods: MaskMod) -> MaskMod:
    """The mask function that is True where at least one of several is.

    Parameters
    ----------
    *mask_mods : callable
        Mask functions.

    Returns
    -------
    callable
        Their union.

    References
    ----------
    PyTorch: ``torch.nn.attention.flex_attention.or_masks``.

    Examples
    --------
    >>> from torch.nn.attention.flex_attention import create_mask, or_masks
    >>> mask = or_masks(lambda b, h, q, k: q == k, lambda b, h, q, k: k == 0)
    >>> create_mask(mask, 1, 1, 3, 3)[0, 0]
    tensor([[ True, False, False],
            [ True,  True, False],
            [ True, False,  True]])
    """
    _check_mask_mods(mask_mods)

    def or_mask(b: Tensor, h: Tensor, q_idx: Tensor, kv_idx: Tensor) -> Tensor:
        result = b.new_zeros((), dtype=bool_)
        for mask in mask_mods:
            result = result | mask(b, h, q_idx, kv_idx)
        return result

    return or_mask


def and_masks(*mask_mods: MaskMod) -> MaskMod:
    """The mask function that is True where all of several are.

    Parameters
    ----------
    *mask_mods : callable
        Mask functions.

    Returns
    -------
    callable
        Their intersection.

    References
    ----------
    PyTorch: ``torch.nn.attention.flex_attention.and_masks``.

    Examples
    --------
    >>> from torch.nn.attention.flex_attention import create_mask, and_masks
    >>> mask = and_masks(lambda b, h, q, k: q >= k, lambda b, h, q, k: q - k < 2)
    >>> create_mask(mask, 1, 1, 3, 3)[0, 0]
    tensor([[ True, False, False],
            [ True,  True, False],
            [False,  True,  True]])
    """
    _check_mask_mods(mask_mods)

    def and_mask(b: Tensor, h: Tensor, q_idx: Tensor, kv_idx: Tensor) -> Tensor:
        result = b.new_ones((), dtype=bool_)
        for mask in mask_mods:
            result = result & mask(b, h, q_idx, kv_idx)
        return result

    return and_mask


def create_mask(mod_fn: ScoreMod | MaskMod, B: int | None, H: int | None, Q_LEN: int, KV_LEN: int, device: Device = None) -> Tensor:
    """Evaluate a mask function, or a score function, for all pairs.

    Parameters
    ----------
    mod_fn : callable
        ``mask(b, h, q_idx, kv_idx)`` gives a bool, ``score(score, b, h, q_idx, kv_idx)`` a number.
    B : int or None
        Batches; None is 1.
    H : int or None
        Heads; None is 1.
    Q_LEN : int
        Queries.
    KV_LEN : int
        Keys.
    device : device or str, optional
        The device.

    Returns
    -------
    Tensor
        ``(B, H, Q_LEN, KV_LEN)``.

    References
    ----------
    PyTorch: ``torch.nn.attention.flex_attention.create_mask``.

    Examples
    --------
    >>> from torch.nn.attention.flex_attention import create_mask
    >>> create_mask(lambda b, h, q, k: q >= k, None, None, 2, 3)[0, 0]
    tensor([[ True, False, False],
            [ True,  True, False]])
    """
    sizes = (1 if B is None else B, 1 if H is None else H, Q_LEN, KV_LEN)
    device = "cpu" if device is None else device
    indices = [ops.arange(0, size, device=device) for size in sizes]
    if _get_mod_type(mod_fn) is _ModificationType.MASK_MOD:
        return _vmap_for_bhqkv(mod_fn, ())(*indices)
    scores = _vmap_for_bhqkv(mod_fn, (0,))(ops.zeros(*sizes, device=device), *indices)
    return ops.where(ops.isneginf(scores), False, True)


def _blocks(mask: Tensor, q_size: int, kv_size: int, separate_full_blocks: bool) -> tuple[Tensor, Tensor | None]:
    """The blocks of a mask that are not hidden, or separately the partial and the full ones."""
    if mask.dtype != bool_:
        raise AssertionError(f"mask.dtype must be torch.bool, got {mask.dtype}")
    while mask.dim() < 4:
        mask = mask.unsqueeze(0)
    mask = F.pad(mask, (0, -mask.shape[-1] % kv_size, 0, -mask.shape[-2] % q_size))
    b, h, q, kv = mask.shape
    seen = mask.view(b, h, q // q_size, q_size, kv // kv_size, kv_size).permute(0, 1, 2, 4, 3, 5).sum(dim=[-2, -1])
    if not separate_full_blocks:
        return (seen > 0).to(dtype=int8), None
    full = q_size * kv_size
    return ((seen > 0) & (seen < full)).to(dtype=int8), (seen == full).to(dtype=int8)


def create_block_mask(mask_mod: MaskMod, B: int | None, H: int | None, Q_LEN: int, KV_LEN: int, device: Device = None,
                      BLOCK_SIZE: int | tuple[int, int] = _DEFAULT_SPARSE_BLOCK_SIZE, _compile: bool = False,
                      separate_full_blocks: bool = True, compute_dq_write_order: bool = False, dq_kv_order: bool = True) -> BlockMask:
    """Compute the blocks that a mask function does not hide completely, for ``flex_attention``.

    Parameters
    ----------
    mask_mod : callable
        ``mask(b, h, q_idx, kv_idx)`` gives a bool.
    B : int or None
        Batches; None is the same for all.
    H : int or None
        Heads; None is the same for all.
    Q_LEN : int
        Queries.
    KV_LEN : int
        Keys.
    device : device or str, optional
        The device.
    BLOCK_SIZE : int or tuple of int, default _DEFAULT_SPARSE_BLOCK_SIZE
        Size of the blocks.
    _compile : bool, default False
        Deprecated.
    separate_full_blocks : bool, default True
        Whether full blocks are listed separately.
    compute_dq_write_order : bool, default False
        For GPU kernels.
    dq_kv_order : bool, default True
        For GPU kernels.

    Returns
    -------
    BlockMask
        The blocks.

    References
    ----------
    PyTorch: ``torch.nn.attention.flex_attention.create_block_mask``.

    Examples
    --------
    >>> from torch.nn.attention.flex_attention import create_block_mask
    >>> mask = create_block_mask(lambda b, h, q, k: q >= k, None, None, 256, 256, device="cpu")
    >>> mask.shape, mask.sparsity()
    ((1, 1, 256, 256), 25.0)
    """
    if _get_mod_type(mask_mod) is not _ModificationType.MASK_MOD:
        raise AssertionError(f"create-block_mask requires a mask_mod function! Got {mask_mod}")
    size = (BLOCK_SIZE, BLOCK_SIZE) if isinstance(BLOCK_SIZE, int) else BLOCK_SIZE
    if _compile:
        warn("_compile flag on create_block_mask was originally added to work around a torch.compile limitation. That limitation has "
             "since been addressed.", DeprecationWarning)
    if not isinstance(dq_kv_order, bool):
        raise ValueError("dq_kv_order must be a bool when using create_block_mask")
    partial, full = _blocks(create_mask(mask_mod, B, H, Q_LEN, KV_LEN, device), *size, separate_full_blocks)
    full_counts, full_columns = (None, None) if full is None else dense_to_ordered(full)
    mask = BlockMask.from_kv_blocks(*dense_to_ordered(partial), full_counts, full_columns, size, mask_mod, (Q_LEN, KV_LEN))
    if compute_dq_write_order:
        mask.dq_write_order, mask.dq_write_order_full = write_order(mask, dq_kv_order)
        mask.dq_kv_order_spt = dq_kv_order
    return mask


def _create_empty_block_mask(query: Tensor, key: Tensor) -> BlockMask:
    """A mask of one block, which hides nothing."""
    return BlockMask.from_kv_blocks(ops.ones([1, 1, 1], dtype=int32, device=query.device),
                                    ops.zeros([1, 1, 1, 1], dtype=int32, device=query.device), BLOCK_SIZE=_LARGE_SPARSE_BLOCK_SIZE,
                                    seq_lengths=(1, 1))


def flex_attention(query: Tensor, key: Tensor, value: Tensor, score_mod: ScoreMod | None = None, block_mask: BlockMask | None = None,
                   scale: float | None = None, enable_gqa: bool = False, return_lse: bool = False,
                   kernel_options: FlexKernelOptions | None = None, *, return_aux: AuxRequest | None = None) -> Any:
    """Attention with scores that a function changes: ``softmax(score_mod(query @ key.T * scale)) @ value``.

    Parameters
    ----------
    query : Tensor
        ``(B, Hq, L, E)``.
    key : Tensor
        ``(B, Hkv, S, E)``.
    value : Tensor
        ``(B, Hkv, S, Ev)``.
    score_mod : callable, optional
        ``f(score, b, h, q_idx, kv_idx)`` gives the score to use.
    block_mask : BlockMask, optional
        The pairs that are not hidden; None is all.
    scale : float, optional
        Factor of the scores; None is ``1 / sqrt(E)``.
    enable_gqa : bool, default False
        Whether several heads of queries may share one of keys.
    return_lse : bool, default False
        Deprecated, see ``return_aux``.
    kernel_options : dict, optional
        For GPU kernels.
    return_aux : AuxRequest, optional
        Additional results.

    Returns
    -------
    Tensor or tuple
        ``(B, Hq, L, Ev)``; with ``return_aux`` an ``AuxOutput``, too.

    Raises
    ------
    NotImplementedError
        For tensors that require a gradient, as PyTorch on a CPU.

    Notes
    -----
    A query for which all keys are hidden gets zeros.

    References
    ----------
    PyTorch: ``torch.nn.attention.flex_attention.flex_attention``.

    Examples
    --------
    >>> from torch.nn.attention.flex_attention import flex_attention
    >>> q = k = torch.zeros(1, 1, 2, 16)
    >>> v = torch.tensor([1., 3.]).view(1, 1, 2, 1).expand(1, 1, 2, 16)
    >>> flex_attention(q, k, v, lambda score, b, h, q, k: torch.where(q >= k, score, -float("inf")))[0, 0, :, 0]
    tensor([1., 2.])
    """
    _check_tensors(query, key, value)
    _check_sizes(query, key, enable_gqa, block_mask)
    mask = _create_empty_block_mask(query, key) if block_mask is None else block_mask
    _check_mask(query, key, mask)
    scale = 1.0 / sqrt(query.size(-1)) if scale is None else scale
    if return_lse and return_aux is not None:
        raise ValueError("Cannot specify both return_lse and return_aux. return_lse is deprecated, please use "
                         "return_aux=AuxRequest(lse=True) instead.")
    if return_lse:
        _warn_deprecated()
    log2 = _FLEX_ATTENTION_DISABLE_COMPILE_DEBUG or _backend(dict(kernel_options or {}), return_aux) != "FLASH"
    if not _FLEX_ATTENTION_DISABLE_COMPILE_DEBUG:
        warn_once("flex_attention called without torch.compile() - this will use an unfused implementation that materializes the full "
                  "scores matrix instead of generating a fused kernel.")
    out, lse = _attention(query, key, value, _identity if score_mod is None else score_mod, mask.mask_mod, scale)
    if not return_lse and (return_aux is None or not return_aux.lse):
        return out if return_aux is None else (out, AuxOutput())
    given = None if lse.numel() == 0 else lse * log(2.0) if log2 else lse
    return (out, given) if return_aux is None else (out, AuxOutput(lse=given))


def _warn_deprecated() -> None:
    text = "return_lse is deprecated and will be removed in v2.10. Please use return_aux=AuxRequest(lse=True) instead."
    if text not in IssuedWarnings.texts:
        IssuedWarnings.texts.add(text)
        warn(text, FutureWarning)


def _check_tensors(query: Tensor, key: Tensor, value: Tensor) -> None:
    if query.device != key.device or query.device != value.device:
        raise ValueError("Expected query, key, and value to have the same device type, but got query.device: "
                         f"{query.device}, key.device: {key.device}, and value.device: {value.device} instead.")
    if query.dim() < 2 or key.dim() < 2 or value.dim() < 2:
        raise ValueError(f"Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: {query.dim()}, key.dim: "
                         f"{key.dim()} and value.dim: {value.dim()} instead.")
    if query.size(-1) != key.size(-1):
        raise ValueError("Expect query and key/value to have the same embedding dimension but got "
                         f"E={query.size(-1)} and E={key.size(-1)}.")
    if query.device.type == "cpu" and (query.requires_grad or key.requires_grad or value.requires_grad):
        raise NotImplementedError("FlexAttention does not support backward on CPU. Please set the input requires_grad to False or use "
                                  "another device.")
    if query.device.type != "cpu":
        raise ValueError("FlexAttention is only supported on CUDA, CPU, HPU, or MPS devices. "
                         f"Found input tensors on {query.device.type} device.")
    if query.dim() != 4 or key.dim() != 4 or value.dim() != 4:
        raise NotImplementedError("NYI: query, key, and value must be 4D tensors")


def _check_sizes(query: Tensor, key: Tensor, enable_gqa: bool, mask: BlockMask | None) -> None:
    heads, shared = query.size(-3), key.size(-3)
    if not enable_gqa and heads != shared:
        raise ValueError(f"Expect query and key/value to have the same number of heads but got Hq={heads} and Hkv={shared}. "
                         "Try setting enable_gqa=True for GQA.")
    if enable_gqa and heads % shared != 0:
        raise ValueError("Expect number of query heads to be a multiple of kv heads for GQA but got "
                         f"Hq={heads} and Hkv={shared}.")
    if query.size(0) == key.size(0):
        return
    if mask is None:
        raise ValueError("Expect query and key/value to have the same batch size, or non-none block_mask, but got block_mask=None, "
                         f"Bq={query.size(0)}, and Bkv={key.size(0)}.")
    if mask.kv_num_blocks.size(0) != query.size(0):
        raise ValueError("Expect query and key/value to have the same batch size, or block_mask and query to have the same batch size, "
                         f"but got Bq={query.size(0)}, Bkv={key.size(0)}, B_block_mask={mask.kv_num_blocks.size(0)}.")


def _check_mask(query: Tensor, key: Tensor, mask: BlockMask) -> None:
    if getattr(mask, "mask_mod", None) is _sliced_mask_mod_error:
        raise RuntimeError("Cannot use mask_mod from a sliced BlockMask")
    if mask.BLOCK_SIZE[0] == mask.BLOCK_SIZE[1] == _LARGE_SPARSE_BLOCK_SIZE:
        return
    q_len, kv_len = query.size(-2), key.size(-2)
    if (q_len, kv_len) == mask.shape[-2:]:
        return
    begin = (f"block_mask was created for block_mask.shape={mask.shape} but got q_len={q_len} and kv_len={kv_len}. "
             "As the block mask was created ")
    if q_len > mask.shape[-2] or kv_len > mask.shape[-1]:
        raise ValueError(f"{begin}for a smaller length than you're using it for, you likely need to create a new block mask.")
    raise ValueError(f"{begin}for a larger length than you're using it for, you can either 1. create a new block mask with the correct "
                     "length, or 2. 'adjust' the existing block mask to the correct length by calling block_mask._adjust(q_len, kv_len).")


def _backend(options: dict[str, Any], aux: AuxRequest | None) -> str:
    """Check `kernel_options`, and return the backend they name."""
    if "BACKEND" in options and options.get("FORCE_USE_FLEX_ATTENTION", False):
        raise RuntimeError("BACKEND cannot be combined with legacy FORCE_USE_FLEX_ATTENTION. BACKEND supersedes the legacy knob; please "
                           "drop FORCE_USE_FLEX_ATTENTION and only specify the desired BACKEND.")
    backend: str = options.get("BACKEND", "AUTO")
    if backend not in _BACKENDS:
        raise ValueError(f"Invalid BACKEND value '{backend}'. Must be one of {_BACKENDS}")
    for name in ("OUTPUT_LOGSUMEXP", "OUTPUT_MAX"):
        if name in options:
            raise AssertionError(f"{name} must not be in kernel_options")
    if aux is not None and aux.max_scores:
        raise NotImplementedError("Returning max scores is not supported with BACKEND='FLASH'." if backend == "FLASH" else
                                  "Returning max scores is not supported on CPU/MPS.")
    return backend


def _attention(query: Tensor, key: Tensor, value: Tensor, score_mod: ScoreMod, mask_mod: MaskMod, scale: float) -> tuple[Tensor, Tensor]:
    """The result, and the binary logarithms of the sums of exponentials."""
    if is_autocast_enabled("cpu"):
        dtype = get_autocast_dtype("cpu")
        query, key, value = (x.to(dtype) if x.is_floating_point() and x.dtype != float64 else x for x in (query, key, value))
        with autocast("cpu", enabled=False):
            return _attention(query, key, value, score_mod, mask_mod, scale)
    shared, batch = query.size(1) // key.size(1), query.size(0)
    if key.size(0) not in (1, batch):
        raise RuntimeError(f"Bq and Bkv must broadcast. Got Bq={batch} and Bkv={key.size(0)}")
    key, value = (ops.repeat_interleave(x, shared, dim=1) for x in (key, value))
    key, value = (x.expand((batch, *x.size()[1:])) for x in (key, value))
    scores = _scores(query, key, score_mod, mask_mod, scale)
    if scores.size(-1) == 0:
        ops.max(scores, dim=-1)  # raises, as in PyTorch
    out: tuple[Tensor, Tensor] = FlexAttentionAutogradOp.apply(scores, value, query, key.dtype)
    return out


class FlexAttentionAutogradOp(Function):
    """Attention from given scores. Their gradient is computed from the rounded result."""

    @staticmethod
    def forward(ctx: Any, scores: Tensor, value: Tensor, query: Tensor, of_key: Any) -> tuple[Tensor, Tensor]:
        """The result, and the binary logarithms of the sums of exponentials."""
        hidden = ops.all(scores == -float("inf"), dim=-1)
        lse = ops.where(hidden, -float("inf"), scores.logsumexp(dim=-1)) / log(2)
        out = _match_query_layout(_safe_softmax(scores, -1).to(query.dtype) @ value.to(query.dtype), query)
        ctx.save_for_backward(scores, value, out, lse)
        ctx.dtypes = (query.dtype, of_key, value.dtype)
        return out, lse

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, g: Tensor, of_lse: Tensor) -> tuple[Tensor, None, None, None]:
        """The gradient of the scores; queries, keys and values have none."""
        scores, value, out, lse = ctx.saved_tensors
        of_query, of_key, of_value = ctx.dtypes
        if of_query != of_key or of_query != of_value:
            raise ValueError("Backward pass with mixed query, key, and value dtype is not supported, got "
                             f"query.dtype={of_query}, key.dtype={of_key}, and value.dtype={of_value}")
        g, out, value = (x.to(scores.dtype) for x in (g, out, value))
        weights = ops.exp(scores - (lse * log(2)).unsqueeze(-1))
        weights = ops.where(lse.unsqueeze(-1) == -float("inf"), 0, weights)
        shift = ops.sum(out * g, -1, keepdim=True)
        return weights * (g @ value.transpose(-2, -1) - shift + (of_lse / log(2)).unsqueeze(-1)), None, None, None


def _scores(query: Tensor, key: Tensor, score_mod: ScoreMod, mask_mod: MaskMod, scale: float) -> Tensor:
    dtype = float64 if query.dtype == float64 else float32
    scores = ((query.to(dtype) @ key.to(dtype).transpose(-2, -1)) * scale).to(dtype)
    indices = [ops.arange(0, size, device=scores.device) for size in scores.shape]
    seen = _vmap_for_bhqkv(mask_mod, ())(*indices)
    modified = _vmap_for_bhqkv(score_mod, (0,))(scores, *indices)
    return ops.where(seen, modified, ops.full((), -float("inf"), dtype=dtype, device=scores.device))


def _match_query_layout(out: Tensor, query: Tensor) -> Tensor:
    """The values, with strides in the order of those of the query, except that the last dimension is innermost."""
    order = sorted(range(4), key=lambda d: (query.stride()[d], -d))
    strides = _strides_in_order(out.shape, order)
    if strides[-1] != 1:
        strides = _strides_in_order(out.shape, [3, *(d for d in order if d != 3)])
    return out.new_empty_strided(out.shape, strides).copy_(out)


def _strides_in_order(shape: Any, order: list[int]) -> list[int]:
    strides, step = [0] * 4, 1
    for d in order:
        strides[d], step = step, step * shape[d]
    return strides
