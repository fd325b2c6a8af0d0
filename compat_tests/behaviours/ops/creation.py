"""Creation, conversion from and to Python and numpy, copies."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import refused


def from_lists(torch: Any) -> Iterator[Any]:
    """The dtype and shape that `torch.tensor` infers from Python numbers and lists, and what it refuses."""
    yield (
        torch.tensor(1),
        torch.tensor(1.5),
        torch.tensor(True),
        torch.tensor(1j),
        torch.tensor([]),
        torch.tensor([[1, 2], [3, 4]]),
        torch.tensor([1, 2.5]),
    )
    yield (
        torch.tensor([True, 2]),
        torch.tensor((1, 2)),
        torch.tensor([torch.tensor(1), torch.tensor(2)]),
        torch.tensor([[]]),
        torch.tensor(2**40),
    )
    yield torch.tensor([1, 2], dtype=torch.float16), torch.tensor([1.7], dtype=torch.int64), torch.tensor([1.0], requires_grad=True)
    yield (
        refused(lambda: torch.tensor([[1, 2], [3]])),
        refused(lambda: torch.tensor("a")),
        refused(lambda: torch.tensor([None])),
        refused(lambda: torch.tensor([1], dtype="int")),
        refused(lambda: torch.tensor(2**70)),
        refused(lambda: torch.tensor([1], device="cuda")),
    )


def from_tensor_warns(torch: Any) -> Iterator[Any]:
    """`torch.tensor` of a tensor warns and copies, `as_tensor` gives the tensor itself."""
    x = torch.ones(2, requires_grad=True)
    yield torch.tensor(x), torch.as_tensor(x), torch.as_tensor([1, 2]), x.new_tensor([1.0])
    # PyTorch: (tensor([1., 1.]), tensor([1., 1.], requires_grad=True), tensor([1, 2]), tensor([1.]))
    # PyTorch: UserWarning: To copy construct from a tensor, it is ...


def ranges(torch: Any) -> Iterator[Any]:
    """`arange`, `linspace`, `logspace`, `eye` and `full`: dtypes, empty ranges and refused steps."""
    yield (
        torch.arange(5),
        torch.arange(1, 5),
        torch.arange(0, 1, 0.3),
        torch.arange(5.0),
        torch.arange(5, 0, -2),
        torch.arange(0),
        torch.arange(3, dtype=torch.float64),
    )
    yield (
        torch.linspace(0, 1, 5),
        torch.linspace(3, -3, 4),
        torch.linspace(0, 10, 1),
        torch.logspace(0, 2, 3),
        torch.eye(2),
        torch.eye(2, 3, dtype=torch.int64),
    )
    yield (
        refused(lambda: torch.arange(1, 5, -1)),
        refused(lambda: torch.arange(0, 5, 0)),
        refused(lambda: torch.linspace(0, 1, -1)),
        torch.full((2,), 3),
        torch.full((2,), 2.5),
    )


def sizes(torch: Any) -> Iterator[Any]:
    """The ways to name a size, sizes that are refused, and what arithmetic on `torch.Size` gives."""
    yield (
        torch.zeros(2, 3),
        torch.zeros((2, 3)),
        torch.zeros([2]),
        torch.zeros(()),
        torch.ones(2, 0),
        torch.zeros(torch.Size([1, 2])),
        torch.zeros(size=(2,)),
    )
    yield (
        refused(lambda: torch.zeros(-1)),
        refused(lambda: torch.zeros(1.5)),
        refused(lambda: torch.zeros("a")),
        refused(lambda: torch.zeros(2, dtype=int, device="meta2")),
    )
    s = torch.Size([2, 3])
    yield s, s + (4,), s[0], s[1:], s.numel(), s == (2, 3), tuple(s), torch.zeros(2, 3).size(-1), torch.zeros(2, 3).shape[-1], s * 2


def like(torch: Any) -> Iterator[Any]:
    """`*_like` and `new_*` take dtype and layout from their model."""
    x = torch.ones(2, 3, dtype=torch.float64).t()
    yield (
        torch.zeros_like(x),
        torch.ones_like(x, dtype=torch.int64),
        torch.full_like(x, 2),
        x.new_zeros(2),
        x.new_full((1,), 3),
        x.new_ones(2, 2),
        x.new_empty(0),
    )
    yield torch.zeros_like(x, requires_grad=True), torch.zeros_like(x[:, :1]), torch.zeros_like(x.expand(2, 3, 2))


def numpy_sharing(torch: Any) -> Iterator[Any]:
    """Arrays and tensors share memory through `from_numpy`; odd dtypes and negative strides are refused."""
    a = np.arange(4.0)
    t = torch.from_numpy(a)
    a[0] = 9
    t[1] = 8
    yield t, a.tolist(), torch.as_tensor(a), torch.tensor(a), t.numpy() is a, np.sin(t).__class__.__name__, np.asarray(t).dtype.name
    yield (
        refused(lambda: torch.from_numpy([1])),
        refused(lambda: torch.from_numpy(np.array(["a"]))),
        refused(lambda: torch.ones(2, requires_grad=True).numpy()),
    )
    yield (
        torch.from_numpy(np.arange(3, dtype=np.int16)),
        torch.from_numpy(np.array(True)),
        refused(lambda: torch.from_numpy(np.arange(4)[::-1])),
    )
    yield (
        torch.ones(2) + np.float64(2.0),
        torch.ones(2) * np.int64(3),
        torch.tensor(np.float32(1.5)),
        torch.from_numpy(np.arange(4).reshape(2, 2).T),
    )


def copies(torch: Any) -> Iterator[Any]:
    """Which copies keep `requires_grad` and graph, and that a deep copy of a non-leaf is refused."""
    x = torch.ones(2, requires_grad=True)
    y = copy.deepcopy(x)
    z = copy.copy(x)
    w = pickle.loads(pickle.dumps(x.detach()))
    yield x, y, z, w, z is x, refused(lambda: copy.deepcopy(x * 2)), x.clone(), x.detach().clone()


def python_protocols(torch: Any) -> Iterator[Any]:
    """Tensors as Python numbers, indices, truth values and hashes, and their sizes and types."""
    x = torch.tensor([3.0, 1.0])
    yield (
        x.tolist(),
        x[0].item(),
        float(x[0]),
        int(x[0]),
        len(x),
        bool(x[0]),
        refused(lambda: bool(x)),
        refused(lambda: bool(torch.tensor([]))),
    )
    yield (
        [10, 20, 30][torch.tensor(1)],
        refused(lambda: [1, 2][torch.tensor(1.5)]),
        hash(x) == id(x),
        x == x,
        x.__class__.__name__,
        refused(lambda: x.item()),
    )
    yield (
        x.dim(),
        x.ndim,
        x.numel(),
        x.nelement(),
        x.element_size(),
        x.itemsize,
        x.nbytes,
        x.is_contiguous(),
        x.type(),
        x.device,
        x.layout,
        x.is_cuda,
    )
    yield (
        x.is_floating_point(),
        x.is_complex(),
        torch.is_tensor(x),
        torch.is_tensor(1),
        torch.numel(x),
        isinstance(x, torch.FloatTensor),
        x.dtype.is_floating_point,
    )


def devices(torch: Any) -> Iterator[Any]:
    """Device names and their comparison, and what is said where no CUDA device is there."""
    yield (
        torch.device("cpu"),
        torch.device("cuda:1"),
        torch.device("cuda", 1).index,
        torch.device("cpu") == "cpu",
        torch.ones(1).device == torch.device("cpu"),
    )
    yield (
        refused(lambda: torch.device("nonsense")),
        torch.cuda.is_available(),
        torch.cuda.device_count(),
        torch.ones(1).cpu(),
        torch.ones(1).to("cpu"),
    )
    yield refused(lambda: torch.ones(1).cuda()), refused(lambda: torch.ones(1, device="cuda")), refused(lambda: torch.ones(1).to("cuda"))


def type_info(torch: Any) -> Iterator[Any]:
    """The numbers of `finfo` and `iinfo`, and the properties of dtypes."""
    for name in ("float16", "float32", "float64", "bfloat16"):
        info = torch.finfo(getattr(torch, name))
        yield info.bits, info.eps, info.max, info.min, info.tiny, info.resolution, info.smallest_normal, info.dtype
    for name in ("uint8", "int8", "int16", "int32", "int64"):
        info = torch.iinfo(getattr(torch, name))
        yield info.bits, info.max, info.min, info.dtype
    yield refused(lambda: torch.finfo(torch.int64)), refused(lambda: torch.iinfo(torch.float32)), torch.finfo().dtype
    yield [
        (d.is_floating_point, d.is_complex, d.is_signed, d.itemsize)
        for d in (torch.float32, torch.int8, torch.uint8, torch.bool, torch.complex64)
    ]


def helpers(torch: Any) -> Iterator[Any]:
    """`broadcast_shapes`, comparisons within tolerances, and the errors of `assert_close`."""
    yield torch.broadcast_shapes((2, 1), (3,)), refused(lambda: torch.broadcast_shapes((2,), (3,))), torch.is_nonzero(torch.tensor(1.0))
    yield (
        torch.equal(torch.ones(2), torch.ones(2)),
        torch.allclose(torch.ones(2), torch.ones(2) + 1e-9),
        torch.isclose(torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.1])),
    )
    torch.testing.assert_close(torch.ones(2), torch.ones(2))
    yield (
        refused(lambda: torch.testing.assert_close(torch.ones(2), torch.zeros(2))),
        refused(lambda: torch.testing.assert_close(torch.ones(2), torch.ones(3))),
    )
    # PyTorch: (Size(2, 3), RuntimeError: Attempting to broadcast a dimension of ..., True)
    # PyTorch: (True, True, tensor([True, False]))
    # PyTorch: (AssertionError: Tensor-likes are not close!, AssertionError: The values for attribute 'shape' do not ...)


def operators(torch: Any) -> Iterator[Any]:
    """Each Python operator on float, integer and bool tensors, in place too, and which are refused."""
    x, i, b = torch.tensor([1.0, -2.0]), torch.tensor([5, 3]), torch.tensor([True, False])
    yield (
        x + 1,
        1 - x,
        x @ x,
        x // 2,
        7 % i,
        i & 1,
        i | 8,
        i ^ 1,
        ~i,
        ~b,
        b & True,
        i << 1,
        i >> 1,
        -x,
        +x,
        abs(x),
        x**2,
        2**x,
        divmod(7, 2),
        x > 0,
        x == 1,
        x != x,
    )
    x += 1
    i *= 2
    b |= True
    yield (
        x,
        i,
        b,
        refused(lambda: ~x),
        refused(lambda: x & 1),
        refused(lambda: x @ torch.ones(3)),
        refused(lambda: x + "a"),
        refused(lambda: torch.ones(2) + torch.ones(3)),
    )
    yield refused(lambda: x < "a"), x == "a", x is None, x == None, refused(lambda: x + [1, 1])  # noqa: E711


def many_numbers(torch: Any) -> Iterator[Any]:
    """More than single precision tells apart."""
    x = torch.arange(0.0, 2.0**25)
    yield x.shape, x[-1], x[2**24 + 1], torch.arange(2**24 + 3, dtype=torch.int32)[-1], torch.linspace(0, 1, 2**24 + 3).shape
    yield refused(lambda: torch.arange(0.0, 2.0**62)), refused(lambda: torch.arange(0.0, 1e30))
    yield refused(lambda: torch.linspace(0, 1, 2**62))
    # PyTorch: (Size(33554432), tensor(33554432.), tensor(16777216.), tensor(16777218, dtype=torch.int32), Size(16777219))
    # PyTorch: (RuntimeError: Storage size calculation overflowed ..., RuntimeError: invalid size, possible overflow?)
    # PyTorch: RuntimeError: Storage size calculation overflowed ...
