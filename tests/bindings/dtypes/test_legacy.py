"""Legacy tensor types, and properties of dtypes. The expected values are PyTorch's."""
from __future__ import annotations

import inspect

import numpy as np
import pytest

import minitorch_compat as torch

TYPES = {"FloatTensor": torch.float32, "DoubleTensor": torch.float64, "HalfTensor": torch.float16, "LongTensor": torch.int64,
         "IntTensor": torch.int32, "ShortTensor": torch.int16, "CharTensor": torch.int8, "ByteTensor": torch.uint8,
         "BoolTensor": torch.bool}


@pytest.mark.parametrize("name", TYPES)
def test_old_types_make_and_recognise_tensors(name: str) -> None:
    kind = getattr(torch, name)
    made = kind([1, 0])
    assert made.dtype is TYPES[name] and made.tolist() == [1, 0]
    assert isinstance(made, kind) and not isinstance(made.to(torch.complex64), kind) and not isinstance(3, kind)
    assert torch.zeros(2).type(kind).dtype is TYPES[name]
    assert torch.zeros(2).type(f"torch.{name}").type() == f"torch.{name}"
    assert kind.dtype is TYPES[name]


def test_sizes_and_data() -> None:
    assert torch.FloatTensor(2, 3).shape == (2, 3)
    assert torch.FloatTensor(torch.Size([2, 3])).shape == (2, 3)
    assert torch.FloatTensor((2, 3)).tolist() == [2.0, 3.0]
    assert torch.LongTensor(np.arange(3.0)).tolist() == [0, 1, 2]
    assert torch.LongTensor([1.5]).tolist() == [1]
    assert torch.Tensor(torch.arange(3)).dtype is torch.int64
    assert torch.zeros(1).new([1, 2]).dtype is torch.float32 and torch.arange(2).new(2, 3).shape == (2, 3)


@pytest.mark.parametrize(("make", "error", "words"), [
    (lambda: torch.FloatTensor("a"), TypeError, "invalid data type 'str'"),
    (lambda: torch.FloatTensor(2.5), TypeError, "data must be a sequence"),
    (lambda: torch.FloatTensor(torch.arange(3)), TypeError, "expected TensorOptions"),
    (lambda: torch.FloatTensor(3, device="cuda"), RuntimeError, "legacy constructor expects device type: cpu"),
    (lambda: torch.FloatTensor(dtype=torch.float32), TypeError, "invalid combination of arguments"),
    (lambda: torch.zeros(1).type("torch.Foo"), ValueError, "invalid type: 'torch.Foo'"),
])
def test_refusals(make: object, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make()  # type: ignore[operator]


def test_default_tensor_type() -> None:
    torch.set_warn_always(True)  # it warns once per process
    try:
        with pytest.warns(UserWarning, match="deprecated"), pytest.raises(TypeError, match="Torch not compiled with CUDA"):
            torch.set_default_tensor_type("torch.cuda.FloatTensor")
        with pytest.warns(UserWarning, match="deprecated"):
            torch.set_default_tensor_type(torch.DoubleTensor)
        assert torch.zeros(1).dtype is torch.float64
    finally:
        torch.set_default_dtype(torch.float32)
        torch.set_warn_always(False)


def test_finfo() -> None:
    assert repr(torch.finfo(torch.float32)) == (
        "finfo(resolution=1e-06, min=-3.40282e+38, max=3.40282e+38, eps=1.19209e-07, smallest_normal=1.17549e-38, tiny=1.17549e-38, "
        "dtype=float32)")
    assert torch.finfo(torch.float16).max == 65504.0 and torch.finfo(torch.float64).eps == 2.220446049250313e-16
    assert torch.finfo(torch.complex64) == torch.finfo() and torch.finfo(float).dtype == "float64"
    with pytest.raises(TypeError, match="requires a floating point input type"):
        torch.finfo(torch.int32)


def test_iinfo() -> None:
    assert repr(torch.iinfo(torch.int8)) == "iinfo(min=-128, max=127, dtype=int8)"
    assert repr(torch.iinfo(torch.int32)) == "iinfo(min=-2.14748e+09, max=2.14748e+09, dtype=int32)"  # six digits, as PyTorch writes it
    assert torch.iinfo(torch.int64).max == 9223372036854775807
    with pytest.raises(TypeError, match="requires an integer input type"):
        torch.iinfo(torch.float32)
    with pytest.raises(TypeError, match=r"torch\.bool is not supported by torch\.iinfo"):
        torch.iinfo(torch.bool)


def test_promotion() -> None:
    assert torch.promote_types(torch.int8, torch.uint8) is torch.int16
    assert torch.result_type(torch.zeros(1, dtype=torch.int8), torch.zeros((), dtype=torch.float64)) is torch.float64
    assert torch.result_type(torch.zeros(1, dtype=torch.int32), 1.0) is torch.float32
    assert torch.result_type(tensor=torch.zeros(1), other=1j) is torch.complex64
    assert torch.can_cast(torch.int64, torch.uint8) and not torch.can_cast(torch.double, torch.int)
    with pytest.raises(RuntimeError, match="Promotion for uint16, uint32, uint64 types is not supported"):
        torch.promote_types(torch.uint16, torch.uint8)
    assert torch.promote_types(torch.uint16, torch.float16) is torch.float16


class _Tagged(torch.Tensor):
    def __new__(cls, data, tag=None):
        made = super().__new__(cls, data)
        made.tag = tag
        return made


class _Counting(torch.Tensor):
    def __init__(self, *args):
        self.given = len(args)


def test_the_constructor_of_tensor_serves_subclasses() -> None:
    tagged = _Tagged([1.0, 2.0], "k")
    assert type(tagged) is _Tagged and tagged.tag == "k" and tagged.tolist() == [1, 2] and type(tagged + 1) is _Tagged
    made = torch.Tensor.__new__(_Counting, 2, 3)
    assert type(made) is _Counting and made.shape == (2, 3)
    assert _Counting(2, 3).given == 2
    assert type(torch.Tensor.__new__(torch.Tensor, [1.0])) is torch.Tensor and torch.Tensor(size=(2, 1)).shape == (2, 1)
    assert type(torch.Tensor(2) + 1) is torch.Tensor


def test_classes_of_tensors_tell_how_they_are_called() -> None:
    assert str(inspect.signature(_Tagged)) == "(data, tag=None)" and str(inspect.signature(_Counting)) == "(*args)"
    assert list(inspect.signature(torch.nn.Parameter).parameters) == ["data", "requires_grad"]
