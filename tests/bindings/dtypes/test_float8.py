"""8-bit floating dtypes: created, converted, moved and saved as in PyTorch, and refused where it does not compute with them."""
from __future__ import annotations

import copy
import io
import pickle

import pytest

import minitorch_compat as torch

pytest.importorskip("ml_dtypes")

TYPES = [torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e4m3fnuz, torch.float8_e5m2fnuz]
VALUES = [1e6, float("nan"), 448.0, 464.0, 465.0, -1e9, 0.0, 0.3, 2e-3, 57344.0, 61440.0, 70000.0, float("inf"), -0.0, 1e-5]
#: What PyTorch makes of them.
BYTES = {
    torch.float8_e4m3fn: [126, 127, 126, 126, 126, 254, 0, 42, 1, 126, 126, 126, 126, 128, 0],
    torch.float8_e5m2: [124, 127, 95, 95, 95, 252, 0, 53, 24, 123, 124, 124, 124, 128, 1],
    torch.float8_e4m3fnuz: [128, 128, 128, 128, 128, 128, 0, 50, 2, 128, 128, 128, 128, 0, 0],
}


@pytest.mark.parametrize("dtype", BYTES, ids=str)
@pytest.mark.parametrize("source", [torch.float32, torch.float64])
def test_rounds_as_pytorch(dtype, source):
    assert torch.tensor(VALUES, dtype=source).to(dtype).view(torch.uint8).tolist() == BYTES[dtype]


@pytest.mark.parametrize("dtype", TYPES, ids=str)
def test_is_made_moved_and_converted(dtype):
    x = torch.arange(1, 7.0).reshape(2, 3).to(dtype)
    assert (x.dtype, x.element_size(), x.is_floating_point(), x.type()) == (dtype, 1, True, f"torch.{dtype}Tensor".replace("torch.f", "F"))
    assert x.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert torch.cat([x, x[:1]]).float().tolist() == [[1, 2, 3], [4, 5, 6], [1, 2, 3]]
    assert x[torch.tensor([1])].t().contiguous().to(torch.int32).tolist() == [[4], [5], [6]]
    assert torch.zeros(2, 3).copy_(x).tolist() == x.double().tolist() == x.bfloat16().float().tolist() == x.tolist()
    y = torch.full((2,), 2.0, dtype=dtype)
    y[0] = 0.5
    assert y.tolist() == [0.5, 2.0]
    assert y.fill_(torch.tensor(3)).tolist() == [3.0, 3.0]
    assert (x == x).all()
    assert repr(x) == f"tensor([[1., 2., 3.],\n        [4., 5., 6.]], dtype={dtype})"


@pytest.mark.parametrize("dtype", TYPES, ids=str)
def test_is_saved_and_copied(dtype):
    x = torch.arange(1, 7.0).reshape(2, 3).to(dtype)
    file = io.BytesIO()
    torch.save({"x": x, "row": x[1]}, file)
    file.seek(0)
    back = torch.load(file)
    for y in (back["x"], copy.deepcopy(x), pickle.loads(pickle.dumps(x))):
        assert y.dtype is dtype
        assert torch.equal(y.view(torch.uint8), x.view(torch.uint8))
    assert back["row"].untyped_storage().data_ptr() == back["x"].untyped_storage().data_ptr()


def test_gradients_pass_through_a_conversion():
    w = torch.ones(2, requires_grad=True)
    w.to(torch.float8_e5m2).to(torch.float32).sum().backward()
    assert w.grad.tolist() == [1.0, 1.0]


@pytest.mark.parametrize("dtype", TYPES, ids=str)
@pytest.mark.parametrize("call", [
    lambda x: x + x, lambda x: x * 2, lambda x: -x, lambda x: x.sin(), lambda x: x.sum(), lambda x: x.lt(x), lambda x: x.max(),
    lambda x: x.sort(), lambda x: x.relu(), lambda x: x.add_(x), lambda x: x.mul_(2), lambda x: x.softmax(0), lambda x: x.cumsum(0),
    lambda x: torch.rand(2, dtype=x.dtype), lambda x: torch.randn(2, dtype=x.dtype), lambda x: torch.addcmul(x, x, x)])
def test_refuses_what_has_no_kernel(dtype, call):
    with pytest.raises(NotImplementedError, match=f"not implemented for 'F{str(dtype)[7:]}'"):
        call(torch.ones(2).to(dtype))


def test_meets_nothing():
    with pytest.raises(RuntimeError, match="Promotion for Float8 Types is not supported, attempted to promote Float8_e5m2 and Float"):
        torch.zeros(2, dtype=torch.float8_e5m2) + torch.zeros(2)
    with pytest.raises(RuntimeError, match="Promotion for Float8 Types"):
        torch.promote_types(torch.float8_e4m3fn, torch.float16)
    with pytest.raises(TypeError, match="Got unsupported ScalarType Float8_e5m2"):
        torch.zeros(2, dtype=torch.float8_e5m2).numpy()
