"""Lookup tables."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from .. import functional as F
from .. import init
from .._torch import Tensor, no_grad, ops
from ..parameter import Parameter
from .module import Module

if TYPE_CHECKING:
    from ..._bindings.annotations import Device, Dtype

__all__ = ["Embedding", "EmbeddingBag"]


def _positive_index(padding_idx: int | None, num_embeddings: int, what: str) -> int | None:
    if padding_idx is None:
        return None
    if padding_idx >= max(num_embeddings, 1) or padding_idx < -num_embeddings:
        raise AssertionError(f"{what} must be within num_embeddings")
    return padding_idx + num_embeddings if padding_idx < 0 else padding_idx


class _EmbeddingBase(Module):
    """Base of both tables: the weight, and a padding row that remains zero."""

    num_embeddings: int
    embedding_dim: int
    padding_idx: int | None
    weight: Any

    def _make_weight(self, weight: Tensor | None, freeze: bool, device: Any, dtype: Any) -> None:
        shape = (self.num_embeddings, self.embedding_dim)
        if weight is None:
            self.weight = Parameter(ops.empty(shape, device=device, dtype=dtype), requires_grad=not freeze)
            self.reset_parameters()
            return
        if list(weight.shape) != list(shape):
            raise AssertionError("Shape of weight does not match num_embeddings and embedding_dim")
        self.weight = Parameter(weight, requires_grad=not freeze)

    def reset_parameters(self) -> None:
        """Initialize rows from the standard normal distribution, the padding row with 0.

        Examples
        --------
        >>> layer = torch.nn.Embedding(10, 3, padding_idx=0)
        >>> layer.reset_parameters()
        """
        init.normal_(self.weight)
        self._fill_padding_idx_with_zero()

    def _fill_padding_idx_with_zero(self) -> None:
        if self.padding_idx is not None:
            with no_grad():
                self.weight[self.padding_idx].fill_(0)


class Embedding(_EmbeddingBase):
    """Table of vectors, looked up by index: ``y = weight[input]``.

    Parameters
    ----------
    num_embeddings : int
        Number of vectors.
    embedding_dim : int
        Size of each.
    padding_idx : int, optional
        Index whose vector starts as 0 and gets no gradient.
    max_norm : float, optional
        Vectors of greater norm are scaled down to it when they are looked up.
    norm_type : float, default 2.0
        Order of the norm for ``max_norm``.
    scale_grad_by_freq : bool, default False
        Whether gradients are divided by the number of times an index occurs in the batch.
    sparse : bool, default False
        Whether the gradient of the table is a sparse tensor.
    _weight : Tensor, optional
        A given table.
    _freeze : bool, default False
        Whether the table takes no gradient.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Attributes
    ----------
    weight : Parameter
        ``(num_embeddings, embedding_dim)``, at first standard normal.

    Notes
    -----
    Shape: input ``(*)`` of integers, output ``(*, embedding_dim)``.

    References
    ----------
    PyTorch: ``torch.nn.Embedding``.

    Examples
    --------
    >>> table = torch.nn.Embedding(10, 3, padding_idx=0)
    >>> table(torch.tensor([[1, 2, 0], [4, 3, 0]])).shape
    torch.Size([2, 3, 3])
    >>> table(torch.tensor(0)).detach()
    tensor([0., 0., 0.])
    """

    __constants__: ClassVar[list[str]] = ["num_embeddings", "embedding_dim", "padding_idx", "max_norm", "norm_type", "scale_grad_by_freq",
                     "sparse"]

    def __init__(
        self, num_embeddings: int, embedding_dim: int, padding_idx: int | None = None, max_norm: float | None = None,
        norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False, _weight: Tensor | None = None,
        _freeze: bool = False, device: Device = None, dtype: Dtype = None,
    ) -> None:
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.padding_idx: int | None = _positive_index(padding_idx, num_embeddings, "Padding_idx")
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self._make_weight(_weight, _freeze, device, dtype)
        self.sparse = sparse

    def forward(self, input: Tensor) -> Tensor:
        """Apply the layer to ``input``.

        Parameters
        ----------
        input : Tensor
            The input: ``(*)`` of integers.

        Returns
        -------
        Tensor
            ``(*, embedding_dim)``.

        Examples
        --------
        >>> table = torch.nn.Embedding(10, 3, padding_idx=0)
        >>> table(torch.tensor([[1, 2, 0], [4, 3, 0]])).shape
        torch.Size([2, 3, 3])
        >>> table(torch.tensor(0)).detach()
        tensor([0., 0., 0.])
        """
        return F.embedding(input, self.weight, self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq,
                           self.sparse)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Sizes, and the options that differ from their defaults.

        Examples
        --------
        >>> torch.nn.Embedding(10, 3, padding_idx=0).extra_repr()
        '10, 3, padding_idx=0'
        """
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        if self.padding_idx is not None:
            text += f", padding_idx={self.padding_idx}"
        if self.max_norm is not None:
            text += f", max_norm={self.max_norm}"
        if self.norm_type != 2:
            text += f", norm_type={self.norm_type}"
        if self.scale_grad_by_freq is not False:
            text += f", scale_grad_by_freq={self.scale_grad_by_freq}"
        if self.sparse is not False:
            text += ", sparse=True"
        return text

    @classmethod
    def from_pretrained(
        cls, embeddings: Tensor, freeze: bool = True, padding_idx: int | None = None, max_norm: float | None = None,
        norm_type: float = 2.0, scale_grad_by_freq: bool = False, sparse: bool = False,
    ) -> Embedding:
        """An ``Embedding`` with a given table.

        Parameters
        ----------
        embeddings : Tensor
            ``(num_embeddings, embedding_dim)``, floating.
        freeze : bool, default True
            Whether the table takes no gradient.
        padding_idx : int, optional
            Index whose vector gets no gradient.
        max_norm : float, optional
            Vectors of greater norm are scaled down when they are looked up.
        norm_type : float, default 2.0
            Order of the norm for ``max_norm``.
        scale_grad_by_freq : bool, default False
            Whether gradients are divided by the number of times an index occurs in the batch.
        sparse : bool, default False
            Whether the gradient of the table is a sparse tensor.

        Returns
        -------
        Embedding
            The layer; the table is not copied.

        Examples
        --------
        >>> table = torch.nn.Embedding.from_pretrained(torch.tensor([[1., 2.], [3., 4.]]))
        >>> table(torch.tensor([1]))
        tensor([[3., 4.]])
        """
        if embeddings.dim() != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
        rows, columns = embeddings.shape
        return cls(rows, columns, padding_idx, max_norm, norm_type, scale_grad_by_freq, sparse, embeddings, freeze)


class EmbeddingBag(_EmbeddingBase):
    """Sums, means or maxima of table vectors over bags of indices.

    Equivalent to ``Embedding`` and a reduction over each bag, but without storing the vectors.

    Parameters
    ----------
    num_embeddings : int
        Number of vectors.
    embedding_dim : int
        Size of each.
    max_norm : float, optional
        Vectors of greater norm are scaled down to it when they are looked up.
    norm_type : float, default 2.0
        Order of the norm for ``max_norm``.
    scale_grad_by_freq : bool, default False
        Whether gradients are divided by the number of times an index occurs in the batch; not for ``'max'``.
    mode : str, default 'mean'
        ``'sum'``, ``'mean'`` or ``'max'``.
    sparse : bool, default False
        Whether the gradient of the table is a sparse tensor; not for ``'max'``.
    _weight : Tensor, optional
        A given table.
    include_last_offset : bool, default False
        Whether the last of the offsets is the number of indices, as in CSR.
    padding_idx : int, optional
        Index that is ignored.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Attributes
    ----------
    weight : Parameter
        ``(num_embeddings, embedding_dim)``, at first standard normal.

    Notes
    -----
    Shape: input ``(B, N)`` for bags of equal length, or ``(N,)`` with offsets ``(B,)`` where bags
    start; output ``(B, embedding_dim)``.

    References
    ----------
    PyTorch: ``torch.nn.EmbeddingBag``.

    Examples
    --------
    >>> bags = torch.nn.EmbeddingBag.from_pretrained(torch.tensor([[1., 2.], [3., 4.], [5., 6.]]), mode='sum')
    >>> bags(torch.tensor([0, 1, 2]), torch.tensor([0, 2]))
    tensor([[4., 6.],
            [5., 6.]])
    """

    __constants__: ClassVar[list[str]] = ["num_embeddings", "embedding_dim", "max_norm", "norm_type", "scale_grad_by_freq", "mode",
                                           "sparse",
                     "include_last_offset", "padding_idx"]

    def __init__(
        self, num_embeddings: int, embedding_dim: int, max_norm: float | None = None, norm_type: float = 2.0,
        scale_grad_by_freq: bool = False, mode: str = "mean", sparse: bool = False, _weight: Tensor | None = None,
        include_last_offset: bool = False, padding_idx: int | None = None, device: Device = None, dtype: Dtype = None,
    ) -> None:
        super().__init__()
        self.num_embeddings = num_embeddings
        self.embedding_dim = embedding_dim
        self.max_norm = max_norm
        self.norm_type = norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.padding_idx: int | None = _positive_index(padding_idx, num_embeddings, "padding_idx")
        self._make_weight(_weight, False, device, dtype)
        self.mode = mode
        self.sparse = sparse
        self.include_last_offset = include_last_offset

    def forward(self, input: Tensor, offsets: Tensor | None = None, per_sample_weights: Tensor | None = None) -> Tensor:
        """Reduce over each bag.

        Parameters
        ----------
        input : Tensor
            Indices ``(B, N)``, or ``(N,)`` of all bags concatenated.
        offsets : Tensor, optional
            ``(B,)``, where each bag starts; only for the second form.
        per_sample_weights : Tensor, optional
            Factor of each index, for ``'sum'``.

        Returns
        -------
        Tensor
            ``(B, embedding_dim)``; an empty bag gives zeros.

        Examples
        --------
        >>> bags = torch.nn.EmbeddingBag.from_pretrained(torch.tensor([[1., 2.], [3., 4.]]), mode='mean')
        >>> bags(torch.tensor([[0, 1], [1, 1]]))
        tensor([[2., 3.],
                [3., 4.]])
        """
        return F.embedding_bag(input, self.weight, offsets, self.max_norm, self.norm_type, self.scale_grad_by_freq,
                               self.mode, self.sparse, per_sample_weights, self.include_last_offset, self.padding_idx)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Sizes, and the options that differ from their defaults.

        Examples
        --------
        >>> torch.nn.EmbeddingBag(10, 3).extra_repr()
        "10, 3, mode='mean'"
        """
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        if self.max_norm is not None:
            text += f", max_norm={self.max_norm}"
        if self.norm_type != 2:
            text += f", norm_type={self.norm_type}"
        if self.scale_grad_by_freq is not False:
            text += f", scale_grad_by_freq={self.scale_grad_by_freq}"
        text += f", mode={self.mode!r}"
        if self.padding_idx is not None:
            text += f", padding_idx={self.padding_idx}"
        return text

    @classmethod
    def from_pretrained(
        cls, embeddings: Tensor, freeze: bool = True, max_norm: float | None = None, norm_type: float = 2.0,
        scale_grad_by_freq: bool = False, mode: str = "mean", sparse: bool = False, include_last_offset: bool = False,
        padding_idx: int | None = None,
    ) -> EmbeddingBag:
        """An ``EmbeddingBag`` with a given table.

        Parameters
        ----------
        embeddings : Tensor
            ``(num_embeddings, embedding_dim)``, floating.
        freeze : bool, default True
            Whether the table takes no gradient.
        max_norm : float, optional
            Vectors of greater norm are scaled down when they are looked up.
        norm_type : float, default 2.0
            Order of the norm for ``max_norm``.
        scale_grad_by_freq : bool, default False
            Whether gradients are divided by the number of times an index occurs in the batch.
        mode : str, default 'mean'
            ``'sum'``, ``'mean'`` or ``'max'``.
        sparse : bool, default False
            Whether the gradient of the table is a sparse tensor.
        include_last_offset : bool, default False
            Whether the last of the offsets is the number of indices.
        padding_idx : int, optional
            Index that is ignored.

        Returns
        -------
        EmbeddingBag
            The layer; the table is not copied.

        Examples
        --------
        >>> bags = torch.nn.EmbeddingBag.from_pretrained(torch.tensor([[1., 2.], [3., 4.]]), mode='max')
        >>> bags(torch.tensor([[0, 1]]))
        tensor([[3., 4.]])
        """
        if embeddings.dim() != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
        rows, columns = embeddings.shape
        out = cls(rows, columns, max_norm, norm_type, scale_grad_by_freq, mode, sparse, embeddings, include_last_offset,
                  padding_idx)
        out.weight.requires_grad = not freeze
        return out
