"""Batches of sequences of different length: padded, or packed."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..._array.core import intp
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
    """Sequences sorted by length, time after time: `data` holds `batch_sizes[t]` rows for every time t."""

    def __new__(cls, data: Any, batch_sizes: Any = None, sorted_indices: Any = None,
                unsorted_indices: Any = None) -> Any:
        if batch_sizes is None:  # the old form: one pair
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
        """`data` moved or cast as `Tensor.to` does."""
        data = self.data.to(*args, **kwargs)
        if data is self.data:
            return self
        return type(self)(data, self.batch_sizes, self.sorted_indices, self.unsorted_indices)

    def cuda(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """Fails as any move to a GPU does."""
        return self.to(*args, device="cuda", **kwargs)

    def cpu(self, *args: Any, **kwargs: Any) -> PackedSequence:
        """Already there."""
        return self.to(*args, device="cpu", **kwargs)

    def double(self) -> PackedSequence:
        """`data` as float64."""
        return self.to(dtype=dtypes.float64)

    def float(self) -> PackedSequence:
        """`data` as float32."""
        return self.to(dtype=dtypes.float32)

    def half(self) -> PackedSequence:
        """`data` as float16."""
        return self.to(dtype=dtypes.float16)

    def long(self) -> PackedSequence:
        """`data` as int64."""
        return self.to(dtype=dtypes.int64)

    def int(self) -> PackedSequence:
        """`data` as int32."""
        return self.to(dtype=dtypes.int32)

    def short(self) -> PackedSequence:
        """`data` as int16."""
        return self.to(dtype=dtypes.int16)

    def char(self) -> PackedSequence:
        """`data` as int8."""
        return self.to(dtype=dtypes.int8)

    def byte(self) -> PackedSequence:
        """`data` as uint8."""
        return self.to(dtype=dtypes.uint8)

    def pin_memory(self) -> PackedSequence:
        """Itself, with `data` pinned as `Tensor.pin_memory` does."""
        return type(self)(self.data.pin_memory(), self.batch_sizes, self.sorted_indices, self.unsorted_indices)

    @property
    def is_cuda(self) -> bool:
        """False."""
        return bool(self.data.is_cuda)

    def is_pinned(self) -> bool:
        """Whether `data` is."""
        return bool(self.data.is_pinned())


def invert_permutation(permutation: Tensor | None) -> Tensor | None:
    """The permutation that undoes this one; None for None."""
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


def _numbers_above(sizes: Sizes, count: int) -> Sizes:
    """How many of the falling sizes are more than 0, than 1, and so on: the sizes of batches of lengths, and the other way round."""
    return len(sizes) - intp.searchsorted(sizes[::-1], intp.arange(count), "right")


def _places(batch_sizes: Sizes) -> tuple[Sizes, Sizes]:
    """For every row of packed data its time and its sequence."""
    times = intp.repeat(intp.arange(len(batch_sizes)), batch_sizes)
    return times, intp.arange(len(times)) - (np.add.accumulate(batch_sizes) - batch_sizes)[times]


def pack_padded_sequence(input: Tensor, lengths: Tensor | Sequence[int], batch_first: bool = False,
                         enforce_sorted: bool = True) -> PackedSequence:
    """Pack a padded batch (T, B, *), or (B, T, *) with `batch_first`, for a recurrent network.

    `lengths` are B integers of at least 1, a list or a 1-d tensor. They must not increase, unless `enforce_sorted` is False: then the
    batch is sorted here, and what is unpacked later is in the given order again. RuntimeError for lengths of another number or order,
    and for an empty batch. Gradients reach `input`; those of the padding are 0.
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
    batch_sizes = _numbers_above(sizes, sizes[0])
    longest = input.size(1 if batch_first else 0)
    times, sequences = _places(batch_sizes[:longest])  # of times beyond there are no rows
    rows = sequences * longest + times if batch_first else times * len(sizes) + sequences
    data = input.flatten(0, 1).index_select(0, ops.from_numpy(rows))
    return PackedSequence(data, ops.from_numpy(batch_sizes), sorted_indices, None)


def pad_packed_sequence(
    sequence: PackedSequence, batch_first: bool = False, padding_value: float = 0.0, total_length: int | None = None,
) -> tuple[Tensor, Tensor]:
    """Padded sequences (T, B, *), or (B, T, *) with `batch_first`, and their lengths (B,), int64, in their original order.

    T is the longest length, or `total_length`; ValueError if that is less. Behind the end of a sequence stands `padding_value`.
    """
    sizes = intp.asarray(sequence.batch_sizes.tolist())  # first: what is no packed sequence is refused for having none
    data, _, _, unsorted_indices = sequence
    if isinstance(padding_value, str) or padding_value is None:
        raise TypeError("_pad_packed_sequence(): argument 'padding_value' (position 4) must be Number, not "
                        f"{type(padding_value).__name__}")
    longest = len(sizes)
    if total_length is not None and total_length < longest:
        raise ValueError("Expected total_length to be at least the length of the longest sequence in input, but got "
                         f"total_length={total_length} and max sequence length being {longest}")
    times, sequences = _places(sizes)
    batch, count = sizes.item(0), len(times)
    if count > len(data) or sizes.max() > batch:
        raise RuntimeError(f"pad_packed_sequence: the shape of the data, {list(data.shape)}, is invalid for batch_sizes={sizes.tolist()}")
    shape, steps = data.shape[1:], longest if total_length is None else total_length
    rows = data.new_full((steps * batch, *shape), padding_value)
    padded = rows.index_copy(0, ops.from_numpy(times * batch + sequences), data if count == len(data) else data[:count])
    padded = padded.view(steps, batch, *shape)
    lengths = ops.from_numpy(_numbers_above(sizes, batch))
    if batch_first:
        padded = padded.transpose(0, 1)
    if unsorted_indices is not None:
        return padded.index_select(0 if batch_first else 1, unsorted_indices), lengths[unsorted_indices]
    return padded, lengths


def pad_sequence(sequences: Tensor | Sequence[Tensor], batch_first: bool = False, padding_value: float = 0.0,
                 padding_side: str = "right") -> Tensor:
    """Stack sequences (L_i, *) into (T, B, *), or (B, T, *) with `batch_first`, where T is the longest length.

    The shorter ones are filled up with `padding_value` on the `padding_side`, "right" or "left". The result has the first one's dtype.
    RuntimeError for an empty list and for another side.
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
    # Of the first one's dtype, into which all are written: so are its version and its history.
    shape = (len(tensors), longest) if batch_first else (longest, len(tensors))
    padded = first.new_empty((*shape, *first.shape[1:])).fill_(padding_value)
    for i, t in enumerate(tensors):
        start = longest - t.shape[0] if padding_side == "left" else 0
        place = padded.select(0, i).narrow(0, start, t.shape[0]) if batch_first else padded.narrow(0, start, t.shape[0]).select(1, i)
        place.copy_(t)
    return padded


def unpad_sequence(padded_sequences: Tensor, lengths: Tensor, batch_first: bool = False) -> list[Tensor]:
    """The sequences (L_i, *) of a padded batch (T, B, *), or (B, T, *) with `batch_first`, without the padding behind them.

    ValueError unless there are as many lengths as sequences.
    """
    batch = padded_sequences if batch_first else padded_sequences.transpose(0, 1)
    places = ops.arange(batch.shape[1], device=lengths.device)
    return [seq[places < length] for seq, length in zip(batch, lengths, strict=True)]  # copies: picked by a mask


def pack_sequence(sequences: list[Tensor], enforce_sorted: bool = True) -> PackedSequence:
    """Pack a list of sequences (L_i, *), which differ in their length only.

    The longest must come first, and so on, unless `enforce_sorted` is False.
    """
    lengths = ops.tensor([s.size(0) for s in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences: PackedSequence) -> list[Tensor]:
    """The sequences of a packed batch."""
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
