"""Causal masks for attention between sequences of two lengths, which `scaled_dot_product_attention` takes for its `attn_mask`."""
from __future__ import annotations

from enum import IntEnum, auto
from typing import Any

from ..._array.core.user_warnings import warn
from ..._bindings.generated import functions as ops
from ..._bindings.tensor.tensor import Tensor
from ..._dispatch.dtype import bool_
from .._functional.attention import scaled_dot_product_attention

__all__ = ["CausalBias", "CausalVariant", "causal_lower_right", "causal_upper_left"]


class CausalVariant(IntEnum):
    """The corner to which a causal mask is aligned, if queries and keys differ in number: ``UPPER_LEFT`` or ``LOWER_RIGHT``.

    References
    ----------
    PyTorch: ``torch.nn.attention.bias.CausalVariant``.

    Examples
    --------
    >>> from torch.nn.attention import bias
    >>> list(bias.CausalVariant)
    [<CausalVariant.UPPER_LEFT: 1>, <CausalVariant.LOWER_RIGHT: 2>]
    """

    UPPER_LEFT = auto()
    LOWER_RIGHT = auto()


class CausalBias(Tensor):
    """A causal mask that is not materialized: for ``attn_mask`` of scaled dot-product attention.

    Parameters
    ----------
    variant : CausalVariant
        The corner to which the mask is aligned.
    seq_len_q : int
        Number of queries.
    seq_len_kv : int
        Number of keys.

    Raises
    ------
    AssertionError
        If ``variant`` is not a ``CausalVariant``.

    References
    ----------
    PyTorch: ``torch.nn.attention.bias.CausalBias``.

    Examples
    --------
    >>> from torch.nn.attention import bias
    >>> mask = bias.CausalBias(bias.CausalVariant.LOWER_RIGHT, 2, 3)
    >>> mask.seq_len_q, mask.seq_len_kv
    (2, 3)
    """

    def __init__(self, variant: CausalVariant, seq_len_q: int, seq_len_kv: int) -> None:
        if not isinstance(variant, CausalVariant):
            raise AssertionError(f"variant must be a CausalVariant, got {type(variant).__name__}")
        self.variant, self.seq_len_q, self.seq_len_kv = variant, seq_len_q, seq_len_kv
        if seq_len_q > seq_len_kv and variant == CausalVariant.LOWER_RIGHT:
            warn("Lower right causal bias will produce NaNs in the output when seq_len_q > seq_len_kv!")

    def _materialize(self, device: Any = None) -> Tensor:
        """The mask: True where a query may attend to a key."""
        diagonal_offset = self.seq_len_kv - self.seq_len_q if self.variant == CausalVariant.LOWER_RIGHT else 0
        return ops.ones(self.seq_len_q, self.seq_len_kv, dtype=bool_, device=device).tril(diagonal_offset)

    def __repr__(self) -> str:  # type: ignore[override]
        return repr(self._materialize())

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if getattr(func, "__name__", "") == "scaled_dot_product_attention":
            return _attention(*args, **(kwargs or {}))
        return super().__torch_function__(func, types, args, kwargs)


def _attention(query: Any, key: Any, value: Any, attn_mask: Any = None, dropout_p: float = 0.0, is_causal: bool = False,
               scale: float | None = None, enable_gqa: bool = False) -> Any:
    if is_causal:
        raise ValueError("CausalBias should not be used with causal=True")
    if attn_mask.variant == CausalVariant.UPPER_LEFT or attn_mask.seq_len_q == attn_mask.seq_len_kv:
        return scaled_dot_product_attention(query, key, value, None, dropout_p, True, scale=scale, enable_gqa=enable_gqa)
    return scaled_dot_product_attention(query, key, value, attn_mask._materialize(), dropout_p, False, scale=scale, enable_gqa=enable_gqa)


def causal_upper_left(*size: int) -> CausalBias:
    """Causal mask by which query ``i`` attends to keys up to ``i``.

    Parameters
    ----------
    *size : int
        Numbers of queries and of keys.

    Returns
    -------
    CausalBias
        The mask.

    Raises
    ------
    AssertionError
        Unless there are two numbers.

    References
    ----------
    PyTorch: ``torch.nn.attention.bias.causal_upper_left``.

    Examples
    --------
    >>> from torch.nn.attention import bias
    >>> q, k, v = torch.zeros(1, 2, 4), torch.zeros(1, 3, 4), torch.tensor([[[0.], [3.], [6.]]])
    >>> mask = bias.causal_upper_left(2, 3)
    >>> torch.nn.functional.scaled_dot_product_attention(q, k, v.expand(1, 3, 4), attn_mask=mask)[0, :, 0]
    tensor([0.0000, 1.5000])
    """
    if len(size) != 2:
        raise AssertionError("causal_upper_left only supports 2D tensors")
    return CausalBias(CausalVariant.UPPER_LEFT, *size)


def causal_lower_right(*size: int) -> CausalBias:
    """Causal mask by which the last query attends to all keys.

    Parameters
    ----------
    *size : int
        Numbers of queries and of keys.

    Returns
    -------
    CausalBias
        The mask.

    Raises
    ------
    AssertionError
        Unless there are two numbers.

    References
    ----------
    PyTorch: ``torch.nn.attention.bias.causal_lower_right``.

    Examples
    --------
    >>> from torch.nn.attention import bias
    >>> q, k, v = torch.zeros(1, 2, 4), torch.zeros(1, 3, 4), torch.tensor([[[0.], [3.], [6.]]])
    >>> mask = bias.causal_lower_right(2, 3)
    >>> torch.nn.functional.scaled_dot_product_attention(q, k, v.expand(1, 3, 4), attn_mask=mask)[0, :, 0]
    tensor([1.5000, 3.0000])
    """
    if len(size) != 2:
        raise AssertionError("causal_lower_right only supports 2D tensors")
    return CausalBias(CausalVariant.LOWER_RIGHT, *size)
