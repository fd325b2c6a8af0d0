"""Batches of sequences of different length: padded, or packed."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..._array.core import intp
from ..._engine.composite.nodes import one_node
from ..._fidelity.argument_checks import check_native
from .._torch import Tensor, dtypes, ops

__all__ = [
    "PackedSequence", "invert_permutation", "pack_padded_sequence", "pack_sequence", "pad_packed_sequence",
    "pad_sequence", "unpack_sequence", "unpad_sequence",
]

Sizes = np.ndarray[Any, np.dtype[np.int64]]


class PackedSequence_(NamedTuple):
    """The fields of a PackedSequence."""

    data: Tensor
    batch_sizes: Tensor
    sorted_indices: Tensor | None
    unsorted_indices: Tensor | None


class PackedSequence(PackedSequence_):
    """Sequences of different lengths, their elements sorted by time, as recurrent layers read them.

    Made by ``pack_padded_sequence`` and ``pack_sequence``.

    Parameters
    ----------
    data : Tensor
        All elements, ``(sum of lengths, *)``: first those of time 0, then of time 1, and so on.
    batch_sizes : Tensor, optional
        Number of sequences at each time step; integers, on the CPU.
    sorted_indices : Tensor, optional
        The order by length, as indices of the original sequences.
    unsorted_indices : Tensor, optional
        The inverse of that permutation.

    References
    ----------
    PyTorch: ``torch.nn.utils.rnn.PackedSequence``.

    Examples
    --------
    >>> packed = torch.nn.utils.rnn.pack_sequence([torch.tensor([1, 2]), torch.tensor([3])])
    >>> packed.data, packed.batch_sizes
    (tensor([1, 3, 2]), tensor([2, 1]))
    """

    def __new__(cls, data: Any, batch_sizes: Any = None, sorted_indices: Any = None,
                unsorted_indices: Any = None) -> Any:
        if batch_sizes is None:  # the old signature: one pair
            if not (isinstance(data, (list, tuple)) and len(data) == 2):
                raise AssertionError("Expected data to be a list or tuple of length 2")
            data, batch_sizes = data
        elif batch_sizes.device.type != "cpu":
            raise ValueError("batch_sizes should always be on CPU. Instances of PackedSequence should never be created "
                             "manually. They should be instantiated by functions like pack_sequence and "
                             "pack_padded_sequences in nn.utils.rnn. "
                             "https://pytorch.org/docs/stable/nn.html#torch.nn.utils.rnn.pack_sequence")
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """The elements moved to a device, or cast.

        Parameters
        ----------
        *args : object
            As for ``Tensor.to``.
        **kwargs : object
            As for ``Tensor.to``.

        Returns
        -------
        PackedSequence
            Itself, if nothing changes.

        Examples
        --------
        >>> packed = torch.nn.utils.rnn.pack_sequence([torch.tensor([1, 2])])
        >>> packed.to(torch.float64).data.dtype
        torch.float64
        """
        data = self.data.to(*args, **kwargs)
        if data is self.data:
            return self
        orders = (order if order is None else order.to(data.device) for order in (self.sorted_indices, self.unsorted_indices))
        return type(self)(data, self.batch_sizes, *orders)

    def cuda(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """Raise, since there is no CUDA.

        Parameters
        ----------
        *args : object
            As for ``Tensor.to``.
        **kwargs : object
            As for ``Tensor.to``.

        Raises
        ------
        RuntimeError
            Always.
        """
        return self.to(*args, device="cuda", **kwargs)

    def cpu(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """The elements on the CPU.

        Parameters
        ----------
        *args : object
            As for ``Tensor.to``.
        **kwargs : object
            As for ``Tensor.to``.

        Returns
        -------
        PackedSequence
            Itself, if they are on the CPU.

        Examples
        --------
        >>> torch.nn.utils.rnn.pack_sequence([torch.tensor([1, 2])]).cpu().data
        tensor([1, 2])
        """
        return self.to(*args, device="cpu", **kwargs)

    def double(self) -> PackedSequence:
        """Cast to ``torch.float64``.

        Returns
        -------
        PackedSequence
            The cast.

        Examples
        --------
        >>> torch.nn.utils.rnn.pack_sequence([torch.tensor([1, 2])]).double().data.dtype
        torch.float64
        """
        return self.to(dtype=dtypes.float64)

    def float(self) -> PackedSequence:
        """Cast to ``torch.float32``.

        Returns
        -------
        PackedSequence
            The cast.

        Examples
        --------
        >>> torch.nn.utils.rnn.pack_sequence([torch.tensor([1, 2])]).float().data.dtype
        torch.float32
        """
        return self.to(dtype=dtypes.float32)

    def half(self) -> PackedSequence:
        """Cast to ``torch.float16``.

        Returns
        -------
        PackedSequence
            The cast.

        Examples
        --------
        >>> torch.nn.utils.rnn.pack_sequence([torch.tensor([1, 2])]).half().data.dtype
        torch.float16
        """
        return self.to(dtype=dtypes.float16)

    def long(self) -> PackedSequence:
        """Cast to ``torch.int64``.

        Returns
        -------
        PackedSequence
            The cast.

        Examples
        --------
        >>> torch.nn.utils.rnn.pack_sequence([torch.tensor([1., 2.])]).long().data
        tensor([1, 2])
        """
        return self.to(dtype=dtypes.int64)

    def int(self) -> PackedSequence:
        """Cast to ``torch.int32``.

        Returns
        -------
        PackedSequence
            The cast.

        Examples
        --------
        >>> torch.nn.utils.rnn.pack_sequence([torch.tensor([1., 2.])]).int().data.dtype
        torch.int32
        """
        return self.to(dtype=dtypes.int32)

    def short(self) -> PackedSequence:
        """Cast to ``torch.int16``.

        Returns
        -------
        PackedSequence
            The cast.

        Examples
        --------
        >>> torch.nn.utils.rnn.pack_sequence([torch.tensor([1., 2.])]).short().data.dtype
        torch.int16
        """
        return self.to(dtype=dtypes.int16)

    def char(self) -> PackedSequence:
        """Cast to ``torch.int8``.

        Returns
        -------
        PackedSequence
            The cast.

        Examples
        --------
        >>> torch.nn.utils.rnn.pack_sequence([torch.tensor([1., 2.])]).char().data.dtype
        torch.int8
        """
        return self.to(dtype=dtypes.int8)

    def byte(self) -> PackedSequence:
        """Cast to ``torch.uint8``.

        Returns
        -------
        PackedSequence
            The cast.

        Examples
        --------
        >>> torch.nn.utils.rnn.pack_sequence([torch.tensor([1., 2.])]).byte().data.dtype
        torch.uint8
        """
        return self.to(dtype=dtypes.uint8)

    def pin_memory(self) -> PackedSequence:
        """Copy to page-locked memory, which needs a GPU.

        Returns
        -------
        PackedSequence
            The copy.

        Raises
        ------
        RuntimeError
            Without a GPU, as PyTorch does.
        """
        return type(self)(self.data.pin_memory(), self.batch_sizes, self.sorted_indices, self.unsorted_indices)

    @property
    def is_cuda(self) -> bool:
        """Whether the elements are on a CUDA device.

        Returns
        -------
        bool
            False here.

        Examples
        --------
        >>> torch.nn.utils.rnn.pack_sequence([torch.tensor([1.])]).is_cuda
        False
        """
        return bool(self.data.is_cuda)

    def is_pinned(self) -> bool:
        """Whether the elements are in page-locked memory.

        Returns
        -------
        bool
            False here.

        Examples
        --------
        >>> torch.nn.utils.rnn.pack_sequence([torch.tensor([1.])]).is_pinned()
        False
        """
        return bool(self.data.is_pinned())


def invert_permutation(permutation: Tensor | None) -> Tensor | None:
    """The permutation that undoes another.

    Parameters
    ----------
    permutation : Tensor or None
        Each of 0 to n - 1, once.

    Returns
    -------
    Tensor or None
        ``p`` with ``p[permutation] = arange(n)``.

    References
    ----------
    PyTorch: ``torch.nn.utils.rnn.invert_permutation``.

    Examples
    --------
    >>> torch.nn.utils.rnn.invert_permutation(torch.tensor([2, 0, 1]))
    tensor([1, 2, 0])
    """
    if permutation is None:
        return None
    return ops.empty_like(permutation).scatter_(0, permutation, ops.arange(permutation.numel(), device=permutation.device))


def _check_lengths(lengths: Sizes, batch: int, sorted_expected: bool) -> None:
    if len(lengths) != batch:
        raise RuntimeError("Expected `len(lengths)` to be equal to batch_size, but got "
                           f"{len(lengths)} (batch_size={batch})")
    if lengths.min() <= 0:
        raise RuntimeError("Length of all samples has to be greater than 0, but found an element in 'lengths' that is "
                           "<= 0")
    if sorted_expected and (lengths[:-1] < lengths[1:]).any():
        raise RuntimeError("`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can "
                           "pass `enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this "
                           "requirement if you do not need ONNX exportability.")


def _counts_above(sizes: Sizes, count: int) -> Sizes:
    """The numbers of descending `sizes` greater than 0, 1, ...: converts sequence lengths into batch sizes, and back."""
    return len(sizes) - intp.searchsorted(sizes[::-1], intp.arange(count), "right")


def _time_and_sequence_indices(batch_sizes: Sizes) -> tuple[Sizes, Sizes]:
    """The time step and the sequence of every row of packed data."""
    times = intp.repeat(intp.arange(len(batch_sizes)), batch_sizes)
    return times, intp.arange(len(times)) - (np.add.accumulate(batch_sizes) - batch_sizes)[times]


def pack_padded_sequence(input: Tensor, lengths: Tensor | Sequence[int], batch_first: bool = False,
                         enforce_sorted: bool = True) -> PackedSequence:
    """Pack padded sequences, without the padding.

    Parameters
    ----------
    input : Tensor
        ``(T, B, *)``, or ``(B, T, *)`` with ``batch_first``.
    lengths : Tensor or list of int
        Length of each sequence, on the CPU.
    batch_first : bool, default False
        Whether the batch is the first dimension.
    enforce_sorted : bool, default True
        Whether lengths are required to be decreasing; otherwise sequences are sorted here.

    Returns
    -------
    PackedSequence
        The packed sequences.

    Raises
    ------
    RuntimeError
        If lengths are not decreasing, not positive, or of another number.

    References
    ----------
    PyTorch: ``torch.nn.utils.rnn.pack_padded_sequence``.

    Examples
    --------
    >>> x = torch.tensor([[1, 2, 0], [3, 4, 5]])
    >>> packed = torch.nn.utils.rnn.pack_padded_sequence(x, [2, 3], batch_first=True, enforce_sorted=False)
    >>> packed.data, packed.batch_sizes
    (tensor([3, 1, 4, 2, 5]), tensor([2, 2, 1]))
    """
    lengths = ops.as_tensor(lengths, dtype=dtypes.int64)
    if lengths.dim() != 1:
        raise RuntimeError(f"'lengths' argument should be a 1D CPU int64 tensor, but got {lengths.dim()}D cpu Long tensor")
    if not input.numel():
        raise RuntimeError("Cannot pack empty tensors.")
    sorted_indices = None
    if not enforce_sorted:
        lengths, sorted_indices = ops.sort(lengths, descending=True)
        input = input.index_select(0 if batch_first else 1, sorted_indices)
    sizes = intp.asarray(lengths.tolist())
    _check_lengths(sizes, input.size(0 if batch_first else 1), enforce_sorted)
    batch_sizes = _counts_above(sizes, sizes[0])
    longest = input.size(1 if batch_first else 0)
    times, sequences = _time_and_sequence_indices(batch_sizes[:longest])  # there are no rows beyond
    rows = sequences * longest + times if batch_first else times * len(sizes) + sequences
    data, counts = _pack_rows(input, rows, batch_sizes, batch_first)
    return PackedSequence(data, counts, sorted_indices, None)


@one_node("PackPaddedSequenceBackward0", saves="", overload="_pack_padded_sequence.default")
def _pack_rows(input: Tensor, rows: Any, batch_sizes: Any, batch_first: bool) -> tuple[Tensor, Tensor]:
    """The rows at positions of the flattened sequences, and how many there are at each time."""
    return input.flatten(0, 1).index_select(0, ops.from_numpy(rows)), ops.from_numpy(batch_sizes)


def pad_packed_sequence(
    sequence: PackedSequence, batch_first: bool = False, padding_value: float = 0.0, total_length: int | None = None,
) -> tuple[Tensor, Tensor]:
    """Unpack sequences, padded to one length.

    Parameters
    ----------
    sequence : PackedSequence
        The packed sequence.
    batch_first : bool, default False
        Whether the batch is the first dimension of the result.
    padding_value : float, default 0.0
        The value of padding.
    total_length : int, optional
        The length to which they are padded; None is the longest.

    Returns
    -------
    tuple of Tensor
        ``(T, B, *)``, and the lengths, in the original order.

    Raises
    ------
    ValueError
        If ``total_length`` is less than the longest.

    References
    ----------
    PyTorch: ``torch.nn.utils.rnn.pad_packed_sequence``.

    Examples
    --------
    >>> packed = torch.nn.utils.rnn.pack_sequence([torch.tensor([1, 2]), torch.tensor([3])])
    >>> torch.nn.utils.rnn.pad_packed_sequence(packed, batch_first=True)
    (tensor([[1, 2],
            [3, 0]]), tensor([2, 1]))
    """
    sizes = intp.asarray(sequence.batch_sizes.tolist())  # first: other arguments raise for lack of this attribute
    data, _, _, unsorted_indices = sequence
    if isinstance(padding_value, str) or padding_value is None:
        raise TypeError("_pad_packed_sequence(): argument 'padding_value' (position 4) must be Number, not "
                        f"{type(padding_value).__name__}")
    longest = len(sizes)
    if total_length is not None and total_length < longest:
        raise ValueError("Expected total_length to be at least the length of the longest sequence in input, but got "
                         f"total_length={total_length} and max sequence length being {longest}")
    times, sequences = _time_and_sequence_indices(sizes)
    batch, count = sizes.item(0), len(times)
    if count > len(data) or sizes.max() > batch:
        raise RuntimeError(f"shape '{[longest, batch, *data.shape[1:]]}' is invalid for input of size {data.numel()}")
    shape, steps = data.shape[1:], longest if total_length is None else total_length
    rows = data.new_full((steps * batch, *shape), padding_value)
    padded = rows.index_copy(0, ops.from_numpy(times * batch + sequences), data if count == len(data) else data[:count])
    padded = padded.view(steps, batch, *shape)
    lengths = ops.from_numpy(_counts_above(sizes, batch))
    if batch_first:
        padded = padded.transpose(0, 1)
    if unsorted_indices is not None:
        return padded.index_select(0 if batch_first else 1, unsorted_indices), lengths[unsorted_indices]
    return padded, lengths


def pad_sequence(sequences: Tensor | Sequence[Tensor], batch_first: bool = False, padding_value: float = 0.0,
                 padding_side: str = "right") -> Tensor:
    """Put sequences of different lengths into one tensor, the shorter ones padded.

    Parameters
    ----------
    sequences : list of Tensor
        Each ``(L, *)``.
    batch_first : bool, default False
        Whether the batch is the first dimension of the result.
    padding_value : float, default 0.0
        The value of padding.
    padding_side : str, default 'right'
        ``'right'`` or ``'left'``.

    Returns
    -------
    Tensor
        ``(T, B, *)``, or ``(B, T, *)`` with ``batch_first``.

    References
    ----------
    PyTorch: ``torch.nn.utils.rnn.pad_sequence``.

    Examples
    --------
    >>> torch.nn.utils.rnn.pad_sequence([torch.tensor([1, 2]), torch.tensor([3])], batch_first=True)
    tensor([[1, 2],
            [3, 0]])
    """
    if not isinstance(sequences, Iterable):
        raise RuntimeError("pad_sequence: Expected iterable for input sequences, but got arg of type: "
                           f"{type(sequences)}")
    if padding_side not in ("left", "right"):
        raise RuntimeError(f"Expected padding_side to be one of left or right, but got {padding_side}.")
    if isinstance(sequences, Tensor) and not sequences.dim():
        raise TypeError("iteration over a 0-d tensor")
    tensors = list(sequences.unbind(0)) if isinstance(sequences, Tensor) else list(sequences)
    if not tensors:
        raise RuntimeError("received an empty list of sequences")
    check_native("pad_sequence", tensors, batch_first, padding_value, padding_side)
    if not all(t.dim() for t in tensors):
        raise RuntimeError("ArrayRef: invalid slice, N = 1; size = 0")
    longest, first = max(t.shape[0] for t in tensors), tensors[0]
    # A tensor of the first one's dtype, into which all are copied, as its version and graph show.
    shape = (len(tensors), longest) if batch_first else (longest, len(tensors))
    padded = first.new_empty((*shape, *first.shape[1:])).fill_(padding_value)
    for i, t in enumerate(tensors):
        start = longest - t.shape[0] if padding_side == "left" else 0
        target = padded.select(0, i).narrow(0, start, t.shape[0]) if batch_first else padded.narrow(0, start, t.shape[0]).select(1, i)
        target.copy_(t)
    return padded


def unpad_sequence(padded_sequences: Tensor, lengths: Tensor, batch_first: bool = False) -> list[Tensor]:
    """Undo ``pad_sequence``.

    Parameters
    ----------
    padded_sequences : Tensor
        ``(T, B, *)``, or ``(B, T, *)`` with ``batch_first``. As in PyTorch, the former is transposed in place.
    lengths : Tensor
        Length of each.
    batch_first : bool, default False
        Whether the batch is the first dimension.

    Returns
    -------
    list of Tensor
        The sequences.

    References
    ----------
    PyTorch: ``torch.nn.utils.rnn.unpad_sequence``.

    Examples
    --------
    >>> torch.nn.utils.rnn.unpad_sequence(torch.tensor([[1, 2], [3, 0]]), torch.tensor([2, 1]), batch_first=True)
    [tensor([1, 2]), tensor([3])]
    """
    batch = padded_sequences if batch_first else padded_sequences.transpose_(0, 1)
    indices = ops.arange(batch.shape[1], device=lengths.device)
    return [seq[indices < length] for seq, length in zip(batch, lengths, strict=True)]  # indexing by a mask copies


def pack_sequence(sequences: list[Tensor], enforce_sorted: bool = True) -> PackedSequence:
    """Pack sequences of different lengths.

    Parameters
    ----------
    sequences : list of Tensor
        Each ``(L, *)``.
    enforce_sorted : bool, default True
        Whether lengths are required to be decreasing.

    Returns
    -------
    PackedSequence
        The packed sequences.

    References
    ----------
    PyTorch: ``torch.nn.utils.rnn.pack_sequence``.

    Examples
    --------
    >>> torch.nn.utils.rnn.pack_sequence([torch.tensor([1, 2]), torch.tensor([3])]).data
    tensor([1, 3, 2])
    """
    lengths = ops.tensor([s.size(0) for s in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences: PackedSequence) -> list[Tensor]:
    """Undo ``pack_sequence``.

    Parameters
    ----------
    packed_sequences : PackedSequence
        The packed sequence.

    Returns
    -------
    list of Tensor
        The sequences, in the original order.

    References
    ----------
    PyTorch: ``torch.nn.utils.rnn.unpack_sequence``.

    Examples
    --------
    >>> packed = torch.nn.utils.rnn.pack_sequence([torch.tensor([1, 2]), torch.tensor([3])])
    >>> torch.nn.utils.rnn.unpack_sequence(packed)
    [tensor([1, 2]), tensor([3])]
    """
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
