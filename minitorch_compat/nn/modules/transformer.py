"""Transformers."""
from __future__ import annotations

import copy
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from ..._array.core.user_warnings import warn
from .. import functional as F
from .. import init
from .._functional.attention import additive_masks
from .._torch import Tensor, ops
from . import _inference_path
from .activation import GELU, MultiheadAttention, ReLU
from .container import ModuleList
from .dropout import Dropout
from .linear import Linear
from .module import Module
from .normalization import LayerNorm

if TYPE_CHECKING:
    from ..._bindings.annotations import Device, Dtype

__all__ = ["Transformer", "TransformerDecoder", "TransformerDecoderLayer", "TransformerEncoder",
           "TransformerEncoderLayer"]

Activation = Callable[[Tensor], Tensor]


def _generate_square_subsequent_mask(sz: int, device: Any = None, dtype: Any = None) -> Tensor:
    """-inf above the diagonal, 0 elsewhere."""
    return ops.triu(ops.full((sz, sz), float("-inf"), dtype=dtype, device=device), diagonal=1)


def _get_seq_len(src: Tensor, batch_first: bool) -> int | None:
    shape = src.size()
    return shape[0] if len(shape) == 2 else shape[1 if batch_first else 0]


def _masks(padding: Any, mask: Any, name: str, dtype: Any) -> tuple[Any, Any]:
    """Convert both masks of an encoder to numbers to add."""
    if mask is not None and not isinstance(mask, Tensor):
        raise RuntimeError("input to _none_or_dtype() must be None or torch.Tensor")
    return additive_masks(padding, "src_key_padding_mask", mask, name, dtype)


def _get_clones(module: Module, n: int) -> ModuleList:
    return ModuleList([copy.deepcopy(module) for _ in range(n)])


def _get_activation_fn(activation: str) -> Activation:
    if activation == "relu":
        return F.relu
    if activation == "gelu":
        return F.gelu
    raise RuntimeError(f"activation should be relu/gelu, not {activation}")


def _detect_is_causal_mask(mask: Tensor | None, is_causal: bool | None = None, size: int | None = None) -> bool:
    """The hint if given, otherwise whether the mask is the causal one."""
    if is_causal is not None or mask is None:
        return is_causal is True
    expected = _generate_square_subsequent_mask(size if size is not None else mask.size(-2), mask.device, mask.dtype)
    return mask.size() == expected.size() and bool((mask == expected).all())


class Transformer(Module):
    """Encoder and decoder of attention layers, from a source and a target sequence to vectors.

    Parameters
    ----------
    d_model : int, default 512
        Size of the vectors.
    nhead : int, default 8
        Number of heads; divides ``d_model``.
    num_encoder_layers : int, default 6
        Layers of the encoder.
    num_decoder_layers : int, default 6
        Layers of the decoder.
    dim_feedforward : int, default 2048
        Size of the hidden layer of the feed-forward parts.
    dropout : float, default 0.1
        Probability of dropout.
    activation : str or callable, default F.relu
        Of the feed-forward parts: ``'relu'``, ``'gelu'`` or a function.
    custom_encoder : Module, optional
        Replaces the encoder.
    custom_decoder : Module, optional
        Replaces the decoder.
    layer_norm_eps : float, default 1e-05
        ``eps`` of the layer norms.
    batch_first : bool, default False
        Whether the batch is the first dimension.
    norm_first : bool, default False
        Whether norms come before attention and feed-forward, not after.
    bias : bool, default True
        Whether linear maps and norms have biases.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Notes
    -----
    Shape: src ``(S, N, E)``, tgt ``(T, N, E)``, output ``(T, N, E)``; with ``batch_first`` ``N`` comes
    first.

    Embedding, positional encoding and the final linear layer are not included.

    References
    ----------
    Vaswani and others (2017), arXiv:1706.03762.

    PyTorch: ``torch.nn.Transformer``.

    Examples
    --------
    >>> model = torch.nn.Transformer(d_model=8, nhead=2, num_encoder_layers=1, num_decoder_layers=1, dim_feedforward=16)
    >>> model(torch.randn(10, 3, 8), torch.randn(7, 3, 8)).shape
    torch.Size([7, 3, 8])
    """

    def __init__(
        self, d_model: int = 512, nhead: int = 8, num_encoder_layers: int = 6, num_decoder_layers: int = 6,
        dim_feedforward: int = 2048, dropout: float = 0.1, activation: str | Activation = F.relu,
        custom_encoder: Any = None, custom_decoder: Any = None, layer_norm_eps: float = 1e-5, batch_first: bool = False,
        norm_first: bool = False, bias: bool = True, device: Device = None, dtype: Dtype = None,
    ) -> None:
        super().__init__()
        layer = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias,
                 device,
                 dtype)
        if custom_encoder is not None:
            self.encoder: Any = custom_encoder
        else:
            encoder_layer = TransformerEncoderLayer(*layer)
            norm = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, device=device, dtype=dtype)
            self.encoder = TransformerEncoder(encoder_layer, num_encoder_layers, norm)
        if custom_decoder is not None:
            self.decoder: Any = custom_decoder
        else:
            decoder_layer = TransformerDecoderLayer(*layer)
            norm = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, device=device, dtype=dtype)
            self.decoder = TransformerDecoder(decoder_layer, num_decoder_layers, norm)
        self._reset_parameters()
        self.d_model = d_model
        self.nhead = nhead
        self.batch_first = batch_first

    def forward(
        self, src: Tensor, tgt: Tensor, src_mask: Tensor | None = None, tgt_mask: Tensor | None = None,
        memory_mask: Tensor | None = None, src_key_padding_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None, memory_key_padding_mask: Tensor | None = None,
        src_is_causal: bool | None = None, tgt_is_causal: bool | None = None, memory_is_causal: bool = False,
    ) -> Tensor:
        """Encode the source, then decode the target.

        Parameters
        ----------
        src : Tensor
            ``(S, N, E)`` or ``(S, E)``.
        tgt : Tensor
            ``(T, N, E)`` or ``(T, E)``.
        src_mask : Tensor, optional
            ``(S, S)``; True where attention is forbidden, or floats to add to the scores.
        tgt_mask : Tensor, optional
            ``(T, T)``, the same.
        memory_mask : Tensor, optional
            ``(T, S)``, the same.
        src_key_padding_mask : Tensor, optional
            ``(N, S)``; True where a position is padding.
        tgt_key_padding_mask : Tensor, optional
            ``(N, T)``, the same.
        memory_key_padding_mask : Tensor, optional
            ``(N, S)``, the same.
        src_is_causal : bool, optional
            Hint that ``src_mask`` is causal; None checks the mask.
        tgt_is_causal : bool, optional
            Hint that ``tgt_mask`` is causal; None checks the mask.
        memory_is_causal : bool, default False
            Hint that ``memory_mask`` is causal.

        Returns
        -------
        Tensor
            ``(T, N, E)``.

        Raises
        ------
        RuntimeError
            If batches differ, or the last size is not ``d_model``.

        Examples
        --------
        >>> model = torch.nn.Transformer(4, 1, 1, 1, 8)
        >>> mask = model.generate_square_subsequent_mask(5)
        >>> model(torch.zeros(6, 1, 4), torch.zeros(5, 1, 4), tgt_mask=mask).shape
        torch.Size([5, 1, 4])
        """
        batch = 0 if self.batch_first else 1
        if src.size(batch) != tgt.size(batch) and src.dim() == 3:
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal)
        return self.decoder(tgt, memory, tgt_mask=tgt_mask, memory_mask=memory_mask,
                            tgt_key_padding_mask=tgt_key_padding_mask, memory_key_padding_mask=memory_key_padding_mask,
                            tgt_is_causal=tgt_is_causal, memory_is_causal=memory_is_causal)

    @staticmethod
    def generate_square_subsequent_mask(sz: int, device: Device = None, dtype: Dtype = None) -> Tensor:
        """The causal mask: 0 on and below the diagonal, minus infinity above.

        Parameters
        ----------
        sz : int
            Number of positions.
        device : device or str, optional
            The device.
        dtype : dtype, optional
            Its floating dtype.

        Returns
        -------
        Tensor
            ``(sz, sz)``.

        Examples
        --------
        >>> torch.nn.Transformer.generate_square_subsequent_mask(3)
        tensor([[0., -inf, -inf],
                [0., 0., -inf],
                [0., 0., 0.]])
        """
        return _generate_square_subsequent_mask(sz, device, dtype)

    def _reset_parameters(self) -> None:
        for p in self.parameters():
            if p.dim() > 1:
                init.xavier_uniform_(p)


def _nested_tensor_obstacle(layer: Any) -> str:
    """The reason why PyTorch does not use nested tensors with this layer, or an empty string. Used for a warning only."""
    if not isinstance(layer, TransformerEncoderLayer):
        return "encoder_layer was not TransformerEncoderLayer"
    if layer.norm_first:
        return "encoder_layer.norm_first was True"
    if not layer.self_attn.batch_first:
        return ("encoder_layer.self_attn.batch_first was not True"
                "(use batch_first for better inference performance)")
    if not layer.self_attn._qkv_same_embed_dim:
        return "encoder_layer.self_attn._qkv_same_embed_dim was not True"
    if layer.self_attn.in_proj_bias is None:
        return "encoder_layer.self_attn was passed bias=False"
    if not layer.activation_relu_or_gelu:
        return "encoder_layer.activation_relu_or_gelu was not True"
    if layer.norm1.eps != layer.norm2.eps:
        return "encoder_layer.norm1.eps was not equal to encoder_layer.norm2.eps"
    if layer.self_attn.num_heads % 2 == 1:
        return "encoder_layer.self_attn.num_heads is odd"
    return ""


class TransformerEncoder(Module):
    """A stack of encoder layers.

    Parameters
    ----------
    encoder_layer : TransformerEncoderLayer
        Copied for each layer.
    num_layers : int
        Number of layers.
    norm : Module, optional
        Applied at the end.
    enable_nested_tensor : bool, default True
        Whether padding may be skipped in evaluation; padded positions are then 0.
    mask_check : bool, default True
        Whether masks are checked for that.

    Notes
    -----
    Shape: src ``(S, N, E)``, output the same.

    References
    ----------
    PyTorch: ``torch.nn.TransformerEncoder``.

    Examples
    --------
    >>> layer = torch.nn.TransformerEncoderLayer(d_model=8, nhead=2, dim_feedforward=16)
    >>> torch.nn.TransformerEncoder(layer, num_layers=2)(torch.randn(10, 3, 8)).shape
    torch.Size([10, 3, 8])
    """

    __constants__: ClassVar[list[str]] = ["norm"]

    def __init__(self, encoder_layer: TransformerEncoderLayer, num_layers: int, norm: Module | None = None,
                 enable_nested_tensor: bool = True, mask_check: bool = True) -> None:
        super().__init__()
        self.layers: Any = _get_clones(encoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm
        self.enable_nested_tensor = enable_nested_tensor
        self.use_nested_tensor: bool = enable_nested_tensor
        self.mask_check = mask_check
        reason = _nested_tensor_obstacle(encoder_layer)
        if enable_nested_tensor and reason:
            warn(f"enable_nested_tensor is True, but self.use_nested_tensor is False because {reason}")
            self.use_nested_tensor = False

    def forward(self, src: Tensor, mask: Tensor | None = None, src_key_padding_mask: Tensor | None = None,
                is_causal: bool | None = None) -> Tensor:
        """Run all layers.

        Parameters
        ----------
        src : Tensor
            ``(S, N, E)``.
        mask : Tensor, optional
            ``(S, S)``; True where attention is forbidden, or floats to add to the scores.
        src_key_padding_mask : Tensor, optional
            ``(N, S)``; True where a position is padding.
        is_causal : bool, optional
            Hint that ``mask`` is causal; None checks the mask.

        Returns
        -------
        Tensor
            As ``src``.

        Examples
        --------
        >>> layer = torch.nn.TransformerEncoderLayer(8, 2, 16)
        >>> torch.nn.TransformerEncoder(layer, 1)(torch.zeros(5, 1, 8), is_causal=False).shape
        torch.Size([5, 1, 8])
        """
        padding, mask = _masks(src_key_padding_mask, mask, "mask", src.dtype)
        if padding is not None and not self.layers[0].training and _inference_path.is_padding_removable(self, src, padding, mask):
            return self._run_without_padding(src, _inference_path.padding_moved_to_end(padding))
        seq_len = _get_seq_len(src, self.layers[0].self_attn.batch_first)
        causal = _detect_is_causal_mask(mask, is_causal, seq_len)
        output = src
        for layer in self.layers:
            output = layer(output, src_mask=mask, is_causal=causal, src_key_padding_mask=padding)
        return output if self.norm is None else self.norm(output)

    def _run_without_padding(self, src: Tensor, padding: Tensor) -> Tensor:
        """The result for tokens other than padding, and zeros elsewhere, to which a final norm is applied, too."""
        elsewhere = padding.unsqueeze(-1)
        output = src.masked_fill(elsewhere, 0.0)
        for layer in self.layers:
            output = layer(output, src_mask=None, is_causal=False, src_key_padding_mask=padding)
        output = output.masked_fill(elsewhere, 0.0).contiguous()
        return output if self.norm is None else self.norm(output)


class TransformerDecoder(Module):
    """A stack of decoder layers.

    Parameters
    ----------
    decoder_layer : TransformerDecoderLayer
        Copied for each layer.
    num_layers : int
        Number of layers.
    norm : Module, optional
        Applied at the end.

    Notes
    -----
    Shape: tgt ``(T, N, E)``, memory ``(S, N, E)``, output ``(T, N, E)``.

    References
    ----------
    PyTorch: ``torch.nn.TransformerDecoder``.

    Examples
    --------
    >>> layer = torch.nn.TransformerDecoderLayer(d_model=8, nhead=2, dim_feedforward=16)
    >>> torch.nn.TransformerDecoder(layer, num_layers=2)(torch.randn(7, 3, 8), torch.randn(10, 3, 8)).shape
    torch.Size([7, 3, 8])
    """

    __constants__: ClassVar[list[str]] = ["norm"]

    def __init__(self, decoder_layer: TransformerDecoderLayer, num_layers: int, norm: Module | None = None) -> None:
        super().__init__()
        self.layers: Any = _get_clones(decoder_layer, num_layers)
        self.num_layers = num_layers
        self.norm = norm

    def forward(
        self, tgt: Tensor, memory: Tensor, tgt_mask: Tensor | None = None, memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None, memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool | None = None, memory_is_causal: bool = False,
    ) -> Tensor:
        """Run all layers.

        Parameters
        ----------
        tgt : Tensor
            ``(T, N, E)``.
        memory : Tensor
            The output of the encoder, ``(S, N, E)``.
        tgt_mask : Tensor, optional
            ``(T, T)``; True where attention is forbidden, or floats to add to the scores.
        memory_mask : Tensor, optional
            ``(T, S)``, the same.
        tgt_key_padding_mask : Tensor, optional
            ``(N, T)``; True where a position is padding.
        memory_key_padding_mask : Tensor, optional
            ``(N, S)``, the same.
        tgt_is_causal : bool, optional
            Hint that ``tgt_mask`` is causal; None checks the mask.
        memory_is_causal : bool, default False
            Hint that ``memory_mask`` is causal.

        Returns
        -------
        Tensor
            As ``tgt``.

        Examples
        --------
        >>> layer = torch.nn.TransformerDecoderLayer(8, 2, 16)
        >>> torch.nn.TransformerDecoder(layer, 1)(torch.zeros(5, 1, 8), torch.zeros(3, 1, 8)).shape
        torch.Size([5, 1, 8])
        """
        seq_len = _get_seq_len(tgt, self.layers[0].self_attn.batch_first) if len(self.layers) else None
        causal = _detect_is_causal_mask(tgt_mask, tgt_is_causal, seq_len)
        output = tgt
        for layer in self.layers:
            output = layer(output, memory, tgt_mask=tgt_mask, memory_mask=memory_mask,
                           tgt_key_padding_mask=tgt_key_padding_mask, memory_key_padding_mask=memory_key_padding_mask,
                           tgt_is_causal=causal, memory_is_causal=memory_is_causal)
        return output if self.norm is None else self.norm(output)


class TransformerEncoderLayer(Module):
    """Self-attention and a feed-forward net, each with a residual connection, dropout and layer norm.

    Parameters
    ----------
    d_model : int
        Size of the vectors.
    nhead : int
        Number of heads; divides ``d_model``.
    dim_feedforward : int, default 2048
        Size of the hidden layer.
    dropout : float, default 0.1
        Probability of dropout.
    activation : str or callable, default F.relu
        ``'relu'``, ``'gelu'`` or a function.
    layer_norm_eps : float, default 1e-05
        ``eps`` of the layer norms.
    batch_first : bool, default False
        Whether the batch is the first dimension.
    norm_first : bool, default False
        Whether norms come before attention and feed-forward, not after.
    bias : bool, default True
        Whether linear maps and norms have biases.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Notes
    -----
    Shape: src ``(S, N, E)``, output the same.

    References
    ----------
    Vaswani and others (2017), arXiv:1706.03762.

    PyTorch: ``torch.nn.TransformerEncoderLayer``.

    Examples
    --------
    >>> layer = torch.nn.TransformerEncoderLayer(d_model=8, nhead=2, dim_feedforward=16, batch_first=True)
    >>> layer(torch.randn(3, 10, 8)).shape
    torch.Size([3, 10, 8])
    """

    __constants__: ClassVar[list[str]] = ["norm_first"]

    def __init__(
        self, d_model: int, nhead: int, dim_feedforward: int = 2048, dropout: float = 0.1,
        activation: str | Activation = F.relu, layer_norm_eps: float = 1e-5, batch_first: bool = False,
        norm_first: bool = False, bias: bool = True, device: Device = None, dtype: Dtype = None,
    ) -> None:
        super().__init__()
        where: dict[str, Any] = {"bias": bias, "device": device, "dtype": dtype}
        self.self_attn: MultiheadAttention = MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, **where)
        self.linear1: Any = Linear(d_model, dim_feedforward, **where)
        self.dropout: Any = Dropout(dropout)
        self.linear2: Any = Linear(dim_feedforward, d_model, **where)
        self.norm_first = norm_first
        self.norm1: Any = LayerNorm(d_model, eps=layer_norm_eps, **where)
        self.norm2: Any = LayerNorm(d_model, eps=layer_norm_eps, **where)
        self.dropout1: Any = Dropout(dropout)
        self.dropout2: Any = Dropout(dropout)
        self.activation_relu_or_gelu: int = _activation_kind(activation)
        self.activation: Any = _get_activation_fn(activation) if isinstance(activation, str) else activation

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.__dict__.setdefault("activation", F.relu)

    def forward(self, src: Tensor, src_mask: Tensor | None = None, src_key_padding_mask: Tensor | None = None,
                is_causal: bool = False) -> Tensor:
        """Run the layer.

        Parameters
        ----------
        src : Tensor
            ``(S, N, E)``.
        src_mask : Tensor, optional
            ``(S, S)``; True where attention is forbidden, or floats to add to the scores.
        src_key_padding_mask : Tensor, optional
            ``(N, S)``; True where a position is padding.
        is_causal : bool, default False
            Hint that ``src_mask`` is causal.

        Returns
        -------
        Tensor
            As ``src``.

        Examples
        --------
        >>> layer = torch.nn.TransformerEncoderLayer(8, 2, 16)
        >>> padding = torch.tensor([[False, False, True]])
        >>> layer(torch.zeros(3, 1, 8), src_key_padding_mask=padding).shape
        torch.Size([3, 1, 8])
        """
        padding, mask = _masks(src_key_padding_mask, src_mask, "src_mask", src.dtype)
        x = src
        if not self.training and _inference_path.is_layer_eligible(self, x):
            return _inference_path.encoder_layer(self, x, mask, padding)
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), mask, padding, is_causal=is_causal)
            return x + self._ff_block(self.norm2(x))
        x = self.norm1(x + self._sa_block(x, mask, padding, is_causal=is_causal))
        return self.norm2(x + self._ff_block(x))

    def _sa_block(self, x: Tensor, attn_mask: Tensor | None, key_padding_mask: Tensor | None,
                  is_causal: bool = False) -> Tensor:
        x = self.self_attn(x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask, need_weights=False,
                           is_causal=is_causal)[0]
        return self.dropout1(x)

    def _ff_block(self, x: Tensor) -> Tensor:
        return self.dropout2(self.linear2(self.dropout(self.activation(self.linear1(x)))))


def _activation_kind(activation: Any) -> int:
    """1 for relu, 2 for gelu, 0 for others."""
    if activation in ("relu", F.relu) or isinstance(activation, ReLU):
        return 1
    return 2 if activation in ("gelu", F.gelu) or isinstance(activation, GELU) else 0


class TransformerDecoderLayer(Module):
    """Self-attention, attention to the encoder's output and a feed-forward net, each with a residual connection, dropout and layer norm.

    Parameters
    ----------
    d_model : int
        Size of the vectors.
    nhead : int
        Number of heads; divides ``d_model``.
    dim_feedforward : int, default 2048
        Size of the hidden layer.
    dropout : float, default 0.1
        Probability of dropout.
    activation : str or callable, default F.relu
        ``'relu'``, ``'gelu'`` or a function.
    layer_norm_eps : float, default 1e-05
        ``eps`` of the layer norms.
    batch_first : bool, default False
        Whether the batch is the first dimension.
    norm_first : bool, default False
        Whether norms come before attention and feed-forward, not after.
    bias : bool, default True
        Whether linear maps and norms have biases.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Notes
    -----
    Shape: tgt ``(T, N, E)``, memory ``(S, N, E)``, output ``(T, N, E)``.

    References
    ----------
    Vaswani and others (2017), arXiv:1706.03762.

    PyTorch: ``torch.nn.TransformerDecoderLayer``.

    Examples
    --------
    >>> layer = torch.nn.TransformerDecoderLayer(d_model=8, nhead=2, dim_feedforward=16)
    >>> layer(torch.randn(7, 3, 8), torch.randn(10, 3, 8)).shape
    torch.Size([7, 3, 8])
    """

    __constants__: ClassVar[list[str]] = ["norm_first"]

    def __init__(
        self, d_model: int, nhead: int, dim_feedforward: int = 2048, dropout: float = 0.1,
        activation: str | Activation = F.relu, layer_norm_eps: float = 1e-5, batch_first: bool = False,
        norm_first: bool = False, bias: bool = True, device: Device = None, dtype: Dtype = None,
    ) -> None:
        super().__init__()
        where: dict[str, Any] = {"bias": bias, "device": device, "dtype": dtype}
        self.self_attn: MultiheadAttention = MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, **where)
        self.multihead_attn: MultiheadAttention = MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, **where)
        self.linear1: Any = Linear(d_model, dim_feedforward, **where)
        self.dropout: Any = Dropout(dropout)
        self.linear2: Any = Linear(dim_feedforward, d_model, **where)
        self.norm_first = norm_first
        self.norm1: Any = LayerNorm(d_model, eps=layer_norm_eps, **where)
        self.norm2: Any = LayerNorm(d_model, eps=layer_norm_eps, **where)
        self.norm3: Any = LayerNorm(d_model, eps=layer_norm_eps, **where)
        self.dropout1: Any = Dropout(dropout)
        self.dropout2: Any = Dropout(dropout)
        self.dropout3: Any = Dropout(dropout)
        self.activation: Any = _get_activation_fn(activation) if isinstance(activation, str) else activation

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.__dict__.setdefault("activation", F.relu)

    def forward(
        self, tgt: Tensor, memory: Tensor, tgt_mask: Tensor | None = None, memory_mask: Tensor | None = None,
        tgt_key_padding_mask: Tensor | None = None, memory_key_padding_mask: Tensor | None = None,
        tgt_is_causal: bool = False, memory_is_causal: bool = False,
    ) -> Tensor:
        """Run the layer.

        Parameters
        ----------
        tgt : Tensor
            ``(T, N, E)``.
        memory : Tensor
            The output of the encoder, ``(S, N, E)``.
        tgt_mask : Tensor, optional
            ``(T, T)``; True where attention is forbidden, or floats to add to the scores.
        memory_mask : Tensor, optional
            ``(T, S)``, the same.
        tgt_key_padding_mask : Tensor, optional
            ``(N, T)``; True where a position is padding.
        memory_key_padding_mask : Tensor, optional
            ``(N, S)``, the same.
        tgt_is_causal : bool, default False
            Hint that ``tgt_mask`` is causal.
        memory_is_causal : bool, default False
            Hint that ``memory_mask`` is causal.

        Returns
        -------
        Tensor
            As ``tgt``.

        Examples
        --------
        >>> layer = torch.nn.TransformerDecoderLayer(8, 2, 16)
        >>> layer(torch.zeros(5, 1, 8), torch.zeros(3, 1, 8)).shape
        torch.Size([5, 1, 8])
        """
        self_attention_masks = (tgt_mask, tgt_key_padding_mask, tgt_is_causal)
        cross_attention_masks = (memory_mask, memory_key_padding_mask, memory_is_causal)
        x = tgt
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), *self_attention_masks)
            x = x + self._mha_block(self.norm2(x), memory, *cross_attention_masks)
            return x + self._ff_block(self.norm3(x))
        x = self.norm1(x + self._sa_block(x, *self_attention_masks))
        x = self.norm2(x + self._mha_block(x, memory, *cross_attention_masks))
        return self.norm3(x + self._ff_block(x))

    def _sa_block(self, x: Tensor, attn_mask: Tensor | None, key_padding_mask: Tensor | None,
                  is_causal: bool = False) -> Tensor:
        x = self.self_attn(x, x, x, attn_mask=attn_mask, key_padding_mask=key_padding_mask, is_causal=is_causal,
                           need_weights=False)[0]
        return self.dropout1(x)

    def _mha_block(self, x: Tensor, mem: Tensor, attn_mask: Tensor | None, key_padding_mask: Tensor | None,
                   is_causal: bool = False) -> Tensor:
        x = self.multihead_attn(x, mem, mem, attn_mask=attn_mask, key_padding_mask=key_padding_mask,
                                is_causal=is_causal,
                                need_weights=False)[0]
        return self.dropout2(x)

    def _ff_block(self, x: Tensor) -> Tensor:
        return self.dropout3(self.linear2(self.dropout(self.activation(self.linear1(x)))))
