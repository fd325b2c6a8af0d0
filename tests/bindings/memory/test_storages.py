"""Typed and untyped storages."""
from __future__ import annotations

import copy
import sys
import warnings
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch


def test_a_tensor_gives_the_same_storage_while_somebody_holds_it() -> None:
    t = torch.ones(2)
    storage = t.untyped_storage()
    assert t.view(1, 2).untyped_storage() is storage
    storage.note = 3
    assert t.untyped_storage().note == 3
    assert torch.ones(2).untyped_storage() is not storage


def test_untyped_storages_take_bytes() -> None:
    storage = torch.UntypedStorage([1, 2, 300])
    assert storage.tolist() == [1, 2, 44]
    storage[0] = -1
    assert storage[0] == 255 and storage[1:].tolist() == [2, 44]
    with pytest.raises(RuntimeError, match="items was of type str instead of int"):
        torch.UntypedStorage("a")
    with pytest.raises(RuntimeError, match="out of bounds"):
        storage[3] = 1
    with pytest.raises(RuntimeError, match="step of 2"):
        storage[::2]
    with pytest.raises(RuntimeError, match="expects int, but got str"):
        storage.fill_("a")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert storage.float().tolist() == [255.0, 2.0, 44.0]


def test_bytes_are_transposed_around() -> None:
    storage = torch.UntypedStorage(list(range(8)))
    storage.byteswap(torch.int16)
    assert storage.tolist() == [1, 0, 3, 2, 5, 4, 7, 6]
    storage.byteswap(torch.complex64)
    assert storage.tolist() == [2, 3, 0, 1, 6, 7, 4, 5]
    with pytest.raises(RuntimeError, match=r"expected torch\.dtype"):
        storage.byteswap(3)


@pytest.mark.parametrize(("order", "expected"), [("big", [258, 772]), ("little", [513, 1027])])
def test_storages_from_buffers(order: str, expected: list[int]) -> None:
    buffer = bytearray([1, 2, 3, 4])
    assert torch.ShortStorage.from_buffer(buffer, order).tolist() == expected
    assert torch.TypedStorage.from_buffer(buffer, order, dtype=torch.int16).tolist() == expected
    assert torch.ByteStorage.from_buffer(buffer).tolist() == [1, 2, 3, 4]
    assert torch.BoolStorage.from_buffer(bytearray([0, 7]), order).tolist() == [False, True]


@pytest.mark.parametrize(("args", "kind", "text"), [
    ((b"abcd",), RuntimeError, "missing required argument 'byte_order'"), ((b"abcd", "huge"), ValueError, "invalid byte_order"),
    ((bytearray(5), "little"), ValueError, "must be a multiple of element size"),
    ((bytearray(4), "little", 2), ValueError, "buffer has only 4 elements")])
def test_buffers_that_do_not_fit(args: tuple[object, ...], kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        torch.IntStorage.from_buffer(*args)


def test_storages_grow() -> None:
    storage = torch.UntypedStorage([1, 2, 3])
    assert storage.resize_(5).nbytes() == 5 and storage.tolist()[:3] == [1, 2, 3]
    t = torch.arange(3.0)
    view = t[1:]
    t.untyped_storage().resize_(40)
    t.fill_(5)
    assert t.untyped_storage().nbytes() == 40 == view.untyped_storage().nbytes() and view.tolist() == [5, 5]
    with pytest.raises(torch.UnsupportedError):
        t.untyped_storage().resize_(4)  # the tensors would reach beyond it
    assert t.untyped_storage().nbytes() == 40
    block = torch.arange(6.0).untyped_storage()
    assert torch.tensor([]).set_(block, 0, (2, 4), (4, 1)).shape == (2, 4) and block.nbytes() == 32


@pytest.mark.parametrize(("make", "kind", "text"), [
    (lambda: torch.FloatStorage(1, 2, 3), RuntimeError, "Too many positional arguments"),
    (lambda: torch.FloatStorage(dtype=torch.float), RuntimeError, "Keyword argument 'dtype' cannot be specified"),
    (lambda: torch.FloatStorage(torch.ones(2)), TypeError, "Argument type not recognized"),
    (lambda: torch.FloatStorage(2, wrap_storage=torch.UntypedStorage(8)), RuntimeError, "No positional arguments should be given"),
    (lambda: torch.FloatStorage(wrap_storage=3), TypeError, "must be UntypedStorage"),
    (lambda: torch.TypedStorage(wrap_storage=torch.UntypedStorage(8)), RuntimeError, "Argument 'dtype' must be specified"),
    (lambda: torch.TypedStorage(1, 2), RuntimeError, "Too many positional arguments"),
    (lambda: torch.storage._LegacyStorage(), RuntimeError, "Only child classes"),
    (lambda: torch.FloatStorage(2).copy_(torch.FloatStorage(3)), RuntimeError, "size does not match"),
    (lambda: torch.FloatStorage(2).type(torch.IntStorage), RuntimeError, "size does not match"),
    (lambda: torch.FloatStorage(2)["a"], RuntimeError, "can't index"), (lambda: torch.FloatStorage(2)[2], IndexError, "out of range"),
    (lambda: torch.UntypedStorage(2, device="meta").tolist(), NotImplementedError, "Not available for 'meta' device type"),
    (lambda: torch.UntypedStorage(2, device="meta")[0], NotImplementedError, "Not available for 'meta' device type")])
def test_what_storages_refuse(make: object, kind: type[Exception], text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(kind, match=text):
            make()  # type: ignore[operator]


def test_typed_storages_as_other_types() -> None:
    storage = torch.IntStorage([-1, 0, 1])
    for name, dtype in {"float": torch.float32, "short": torch.int16, "char": torch.int8, "bfloat16": torch.bfloat16,
                        "complex_double": torch.complex128}.items():
        other = getattr(storage, name)()
        assert other.dtype is dtype and other.tolist() == [-1, 0, 1]
    assert storage.bool().tolist() == [True, False, True]
    assert copy.deepcopy(storage).tolist() == [-1, 0, 1]
    assert storage.get_device() is None and not storage.is_pinned()


def test_what_is_asked_of_typed_storages_warns() -> None:
    storage = torch.FloatStorage([1.0, 2.0])
    torch.storage._set_always_warn_typed_storage_removal(True)
    try:
        for ask in (storage.size, storage.tolist, storage.nbytes, storage.clone, storage.untyped, lambda: storage[0], lambda: str(storage)):
            with pytest.warns(UserWarning, match="TypedStorage is deprecated"):
                ask()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            torch.tensor([]).set_(storage)
            assert storage.dtype is torch.float32
    finally:
        torch.storage._set_always_warn_typed_storage_removal(False)


def test_size_of_the_object_counts_its_memory() -> None:
    small, large = (sys.getsizeof(torch.zeros(n, dtype=torch.uint8).storage()) for n in (1, 10))
    assert large - small == 9


def test_sizes_are_made_of_integers() -> None:
    assert torch.Size([torch.tensor(2), np.int64(3), True]) == (2, 3, 1)
    assert all(type(n) is int for n in torch.Size([torch.tensor(2), np.int64(3), True]))
    for wrong in ([1.5], "ab", [None], torch.ones(2)):
        with pytest.raises(TypeError, match="takes an iterable of 'int'"):
            torch.Size(wrong)


def test_windows_beyond_a_storage() -> None:
    """It grows, but for a tensor that keeps its shape: then the window has to fit."""
    x = torch.arange(4.0)
    with pytest.raises(RuntimeError, match=r"storage offset 1000, and itemsize 4 requiring a storage size of 4016 are out of bounds"):
        x.set_(x.untyped_storage(), 1000, x.size())
    assert x.tolist() == [0, 1, 2, 3]
    y = torch.ones(1)
    y.set_(y.untyped_storage(), 10, torch.Size([2, 3]))
    assert y.untyped_storage().nbytes() == 64
    z, other = torch.ones(1), torch.ones(3)
    z.set_(other, 5, (2,), (1,))
    assert other.untyped_storage().nbytes() == 28 and z.untyped_storage().data_ptr() == other.untyped_storage().data_ptr()


def test_storages_as_numbers() -> None:
    x = torch.arange(3.0)
    typed, untyped = x.storage(), x.untyped_storage()
    for make in (torch.tensor, torch.as_tensor, torch.asarray):
        assert make(untyped, dtype=torch.float32).tolist() == make(typed).tolist() == [0, 1, 2]
        assert make(untyped, dtype=torch.uint8).shape == (12,)
        with pytest.raises(RuntimeError, match="Expected a Storage of type Long or an UntypedStorage, but got Float"):
            make(typed, dtype=torch.int64)
    assert torch.tensor(typed).data_ptr() == x.data_ptr() and torch.tensor(torch.UntypedStorage(5), dtype=torch.float32).shape == (1,)


@pytest.mark.parametrize("pair", [lambda x: (x, x.storage()), lambda x: (x.storage(), x), lambda x: (x.untyped_storage(), x),
                                  lambda x: (x, x.untyped_storage()), lambda x: (x.storage(), x.untyped_storage())])
def test_copies_of_tensors_and_their_storages_share_memory(pair: Any) -> None:
    x = torch.zeros(3)
    first, second = copy.deepcopy(pair(x))
    assert first.data_ptr() == second.data_ptr() != x.data_ptr()
    row, storage = copy.deepcopy([x[1:], x.untyped_storage()])
    assert row.data_ptr() - storage.data_ptr() == 4
