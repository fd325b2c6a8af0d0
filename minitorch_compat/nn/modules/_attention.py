"""Multi-head attention."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from .. import functional as F
from .. import init
from .._functional.attention import additive_masks
from .._torch import Tensor, ops
from ..parameter import Parameter
from . import _inference_path
from .linear import NonDynamicallyQuantizableLinear
from .module import Module

if TYPE_CHECKING:
    from ..._bindings.annotations import Device, Dtype


class MultiheadAttention(Module):
    """Attention of queries to keys and values, in several parallel heads.

    Each head computes ``softmax(q @ k.T / sqrt(head_dim)) @ v`` on its own projections, with
    ``head_dim = embed_dim / num_heads``; the heads are joined and projected once more.

    Parameters
    ----------
    embed_dim : int
        Size of queries and of the output; divisible by ``num_heads``.
    num_heads : int
        Number of heads.
    dropout : float, default 0.0
        Probability with which attention weights are dropped in training.
    bias : bool, default True
        Whether the projections have biases.
    add_bias_kv : bool, default False
        Whether a learned position is appended to keys and values.
    add_zero_attn : bool, default False
        Whether a position of zeros is appended to keys and values.
    kdim : int, optional
        Size of keys; None is ``embed_dim``.
    vdim : int, optional
        Size of values; None is ``embed_dim``.
    batch_first : bool, default False
        Whether the batch is the first dimension, not the second.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Raises
    ------
    AssertionError
        If ``embed_dim`` is not divisible by ``num_heads``.

    Notes
    -----
    Shape: query ``(L, N, E)``, key ``(S, N, kdim)``, value ``(S, N, vdim)``, output ``(L, N, E)``,
    weights ``(N, L, S)``; without a batch ``N`` is missing, with ``batch_first`` it comes first.

    References
    ----------
    Vaswani and others (2017), arXiv:1706.03762.

    PyTorch: ``torch.nn.MultiheadAttention``.

    Examples
    --------
    >>> attention = torch.nn.MultiheadAttention(8, 2, batch_first=True)
    >>> x = torch.randn(3, 5, 8)
    >>> out, weights = attention(x, x, x)
    >>> out.shape, weights.shape
    (torch.Size([3, 5, 8]), torch.Size([3, 5, 5]))
    """

    #: PyTorch's module of this class, which pickles refer to.
    __module__ = "minitorch_compat.nn.modules.activation"
    __constants__: ClassVar[list[str]] = ["batch_first"]
    bias_k: Tensor | None
    bias_v: Tensor | None

    def __init__(
        self, embed_dim: int, num_heads: int, dropout: float = 0.0, bias: bool = True, add_bias_kv: bool = False,
        add_zero_attn: bool = False, kdim: int | None = None, vdim: int | None = None, batch_first: bool = False,
        device: Device = None, dtype: Dtype = None,
    ) -> None:
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError("embed_dim and num_heads must be greater than 0, "
                             f"got embed_dim={embed_dim} and num_heads={num_heads} instead")
        super().__init__()
        self.embed_dim = embed_dim
        self.kdim: int = kdim if kdim is not None else embed_dim
        self.vdim: int = vdim if vdim is not None else embed_dim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim: int = embed_dim // num_heads
        assert self.head_dim * num_heads == self.embed_dim, "embed_dim must be divisible by num_heads"
        self._make_parameters(bias, add_bias_kv, device, dtype)
        self.add_zero_attn = add_zero_attn
        self._reset_parameters()

    def _make_parameters(self, bias: bool, add_bias_kv: bool, device: Any, dtype: Any) -> None:
        size = self.embed_dim

        def empty(*shape: int) -> Parameter:
            return Parameter(ops.empty(shape, device=device, dtype=dtype))

        if self._qkv_same_embed_dim:
            self.in_proj_weight: Any = empty(3 * size, size)
            for name in ("q_proj_weight", "k_proj_weight", "v_proj_weight"):
                self.register_parameter(name, None)
        else:
            self.q_proj_weight: Any = empty(size, size)
            self.k_proj_weight: Any = empty(size, self.kdim)
            self.v_proj_weight: Any = empty(size, self.vdim)
            self.register_parameter("in_proj_weight", None)
        if bias:
            self.in_proj_bias: Any = empty(3 * size)
        else:
            self.register_parameter("in_proj_bias", None)
        self.out_proj: Any = NonDynamicallyQuantizableLinear(size, size, bias=bias, device=device, dtype=dtype)
        if add_bias_kv:
            self.bias_k = empty(1, 1, size)
            self.bias_v = empty(1, 1, size)
        else:
            self.bias_k = self.bias_v = None

    def _reset_parameters(self) -> None:
        if self._qkv_same_embed_dim:
            init.xavier_uniform_(self.in_proj_weight)
        else:
            for weight in (self.q_proj_weight, self.k_proj_weight, self.v_proj_weight):
                init.xavier_uniform_(weight)
        if self.in_proj_bias is not None:
            init.constant_(self.in_proj_bias, 0.0)
            init.constant_(self.out_proj.bias, 0.0)
        for bias in (self.bias_k, self.bias_v):
            if bias is not None:
                init.xavier_normal_(bias)

    def __setstate__(self, state: dict[str, Any]) -> None:
        state.setdefault("_qkv_same_embed_dim", True)
        super().__setstate__(state)

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, key_padding_mask: Tensor | None = None,
        need_weights: bool = True,
        attn_mask: Tensor | None = None, average_attn_weights: bool = True, is_causal: bool = False,
    ) -> tuple[Tensor, Tensor | None]:
        """Attend to ``key`` and ``value`` with ``query``.

        Parameters
        ----------
        query : Tensor
            ``(L, N, E)``, or ``(N, L, E)`` with ``batch_first``, or ``(L, E)``.
        key : Tensor
            ``(S, N, kdim)``, and so on.
        value : Tensor
            ``(S, N, vdim)``, and so on.
        key_padding_mask : Tensor, optional
            ``(N, S)``; True (or minus infinity, added) where a key is to be ignored.
        need_weights : bool, default True
            Whether attention weights are returned; without them a faster path is taken.
        attn_mask : Tensor, optional
            ``(L, S)`` or ``(N * num_heads, L, S)``; True where attention is forbidden, or floats that are
            added to the scores.
        average_attn_weights : bool, default True
            Whether returned weights are averaged over the heads.
        is_causal : bool, default False
            Hint that ``attn_mask`` is the causal one; needs ``attn_mask``.

        Returns
        -------
        tuple
            The output, shaped as ``query``, and the weights ``(N, L, S)`` (``(N, num_heads, L, S)`` if not
            averaged) or None.

        Examples
        --------
        >>> attention = torch.nn.MultiheadAttention(4, 2)
        >>> x = torch.randn(6, 1, 4)
        >>> out, weights = attention(x, x, x, need_weights=False)
        >>> out.shape, weights
        (torch.Size([6, 1, 4]), None)
        """
        swap = query.dim() == 3 and self.batch_first
        masks = (key_padding_mask, attn_mask)
        key_padding_mask, attn_mask = additive_masks(key_padding_mask, "key_padding_mask", attn_mask, "attn_mask", query.dtype)
        if swap and not self.training and _inference_path.is_attention_eligible(self, query, key, value, masks):
            return _inference_path.attention(self, query, attn_mask, key_padding_mask, need_weights, average_attn_weights)
        if swap:
            query, key, value = _swap_batch(query, key, value)
        is_fast_path_type: dict[str, Any] = {}
        if not self._qkv_same_embed_dim:
            is_fast_path_type = {"use_separate_proj_weight": True, "q_proj_weight": self.q_proj_weight,
                                 "k_proj_weight": self.k_proj_weight, "v_proj_weight": self.v_proj_weight}
        output, weights = F.multi_head_attention_forward(
            query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight, self.in_proj_bias, self.bias_k,
            self.bias_v, self.add_zero_attn, self.dropout, self.out_proj.weight, self.out_proj.bias,
            training=self.training, key_padding_mask=key_padding_mask, need_weights=need_weights, attn_mask=attn_mask,
            average_attn_weights=average_attn_weights, is_causal=is_causal, **is_fast_path_type)
        return (output.transpose(1, 0) if swap else output), weights

    def merge_masks(
        self, attn_mask: Tensor | None, key_padding_mask: Tensor | None, query: Tensor,
    ) -> tuple[Tensor | None, int | None]:
        """Merge a mask of positions and a mask of padding for the fast path; return it with its kind.

        Parameters
        ----------
        attn_mask : Tensor or None
            ``(L, L)`` or ``(N * num_heads, L, L)``.
        key_padding_mask : Tensor or None
            ``(N, L)``.
        query : Tensor
            A tensor with the sizes.

        Returns
        -------
        tuple
            The mask or None, and 0 (of positions), 1 (of padding), 2 (both) or None.

        Examples
        --------
        >>> attention = torch.nn.MultiheadAttention(4, 2, batch_first=True)
        >>> mask, kind = attention.merge_masks(None, torch.zeros(2, 3, dtype=torch.bool), torch.zeros(2, 3, 4))
        >>> mask.shape, kind
        (torch.Size([2, 3]), 1)
        """
        mask_type, merged = (1, key_padding_mask) if key_padding_mask is not None else (None, None)
        if attn_mask is not None:
            batch, length, _ = query.shape
            mask_type = 2
            merged = (attn_mask.view(batch, -1, length, length) if attn_mask.dim() == 3
                      else attn_mask.view(1, 1, length, length).expand(batch, self.num_heads, -1, -1))
            if key_padding_mask is not None:
                padding = key_padding_mask.view(batch, 1, 1, length).expand(-1, self.num_heads, -1, -1)
                merged = merged + padding
        return merged, mask_type


def _swap_batch(query: Tensor, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Transpose batch and sequence. Identical objects remain identical, so that one product can serve all three."""
    if key is value:
        if query is key:
            query = key = value = query.transpose(1, 0)
        else:
            query, key = query.transpose(1, 0), key.transpose(1, 0)
            value = key
        return query, key, value
    return query.transpose(1, 0), key.transpose(1, 0), value.transpose(1, 0)
