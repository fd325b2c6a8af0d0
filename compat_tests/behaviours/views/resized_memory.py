"""Memory that grows: `resize_`, storages, `set_` and `out=` where others look at the same memory."""
from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

from .. import refused


def beyond_the_end_of_a_part(torch: Any) -> Iterator[Any]:
    """resize_ of a view beyond the end grows the storage that it shares and keeps its offset."""
    x = torch.arange(6.0)
    part = x[2:4]
    storage = x.untyped_storage()
    part.resize_(10)
    yield part[:4], part.storage_offset(), storage.nbytes(), storage.data_ptr() == part.untyped_storage().data_ptr()
    part.fill_(7)
    yield x, x._version, part._version
    alone = torch.arange(6.0)[2:4]
    alone.resize_(3, 2)
    yield alone.view(-1)[:4], alone.storage_offset(), alone.stride()
    # PyTorch: (tensor([2., 3., 4., 5.]), 2, 48, True)
    # PyTorch: (tensor([0., 1., 7., 7., 7., 7.]), 2, 2)
    # PyTorch: (tensor([2., 3., 4., 5.]), 2, (2, 1))
    # PyTorch: memory in common: 0 and 1


def everybody_sees_what_is_written(torch: Any) -> Iterator[Any]:
    """Views keep their sizes and strides when one of them grows, and see what is written through it later."""
    for look in (lambda x: x.detach(), lambda x: x.view(2, 3), lambda x: x.t(), lambda x: x[1:3], lambda x: x.data,
                 lambda x: x.expand(2, 6), lambda x: x.view(torch.int32), lambda x: x[6:]):
        x = torch.arange(6.0)
        other = look(x)
        x.resize_(8)
        x.fill_(1)
        yield other, other.stride(), other.storage_offset(), x[:6], other._version
    x = torch.arange(6.0).view(2, 3)
    turned = x.t()
    turned.resize_(4, 4)
    yield turned.stride(), turned.reshape(-1)[:6], x


def marks_and_dtypes(torch: Any) -> Iterator[Any]:
    """A conjugate view and views of half, bool and int64 tensors grow by resize_, and writes through them still arrive."""
    x = torch.zeros(4, dtype=torch.complex64)
    conj = x.conj()
    conj.resize_(6)
    conj.fill_(1j)
    yield x, conj, conj.is_conj()
    for dtype in (torch.bfloat16, torch.float16, torch.bool, torch.int64):
        x = torch.zeros(4, dtype=dtype)
        grown = x.view(2, 2)
        grown.resize_(6)
        yield grown.fill_(1), x
    # PyTorch: (tensor([0.-1.j, 0.-1.j, 0.-1.j, 0.-1.j]), tensor([0.+1.j, 0.+1.j, 0.+1.j, 0.+1.j, 0.+1.j, 0.+1.j]), True)
    # PyTorch: (tensor([1., 1., 1., 1., 1., 1.], dtype=torch.bfloat16), tensor([1., 1., 1., 1.], dtype=torch.bfloat16))
    # PyTorch: (tensor([1., 1., 1., 1., 1., 1.], dtype=torch.float16), tensor([1., 1., 1., 1.], dtype=torch.float16))
    # PyTorch: (tensor([True, True, True, True, True, True]), tensor([True, True, True, True]))
    # PyTorch: (tensor([1, 1, 1, 1, 1, 1]), tensor([1, 1, 1, 1]))
    # PyTorch: memory in common: 0 and 1, 2 and 3, 4 and 5, 6 and 7, 8 and 9


def leaves_and_parameters(torch: Any) -> Iterator[Any]:
    """A leaf sees what is written through a detached view that grew; weight.data.resize_ leaves the weight's shape."""
    x = torch.zeros(4, requires_grad=True)
    part = x.detach()
    part.resize_(6)
    part.fill_(3)
    yield x, x._version
    (x * x).sum().backward()
    yield x.grad
    layer = torch.nn.Linear(2, 2)
    layer.weight.data.resize_(3, 2).fill_(1)
    yield layer.weight, [tuple(p.shape) for p in layer.parameters()]
    # PyTorch: (tensor([3., 3., 3., 3.], requires_grad=True), 2)
    # PyTorch: tensor([6., 6., 6., 6.])
    # PyTorch: (Parameter containing: tensor([[1., 1.], [1., 1.]], requires_grad=True), [(2, 2), (2,)])


def to_nothing_and_back(torch: Any) -> Iterator[Any]:
    """resize_(0) leaves the storage to the views of it; resize_ to more elements grows it for all of them."""
    x = torch.zeros(4)
    other = x.view(2, 2)
    x.resize_(0)
    other.fill_(1)
    yield other.clone(), x.untyped_storage().nbytes()  # a copy: memory that numpy was given does not grow there
    x.resize_(8).fill_(3)
    yield x, other, x.untyped_storage().nbytes()
    # PyTorch: (tensor([[1., 1.], [1., 1.]]), 16)
    # PyTorch: (tensor([3., 3., 3., 3., 3., 3., 3., 3.]), tensor([[3., 3.], [3., 3.]]), 32)
    # PyTorch: memory in common: 1 and 2


def storages_that_grow(torch: Any) -> Iterator[Any]:
    """resize_ of a storage, and set_ to more elements than it has, grow the memory that views share."""
    x = torch.zeros(3)
    other = x.view(3)
    storage = other.untyped_storage()
    storage.resize_(40)
    yield storage.nbytes(), x.untyped_storage().nbytes()
    other.resize_(10)
    other.fill_(1)
    yield x, other
    x = torch.arange(4.0)
    part = x[1:]
    window = torch.empty(0).set_(x.untyped_storage(), 0, (6,))
    window.fill_(2)
    yield x, part, window
    # PyTorch: (40, 40)
    # PyTorch: (tensor([1., 1., 1.]), tensor([1., 1., 1., 1., 1., 1., 1., 1., 1., 1.]))
    # PyTorch: (tensor([2., 2., 2., 2.]), tensor([2., 2., 2.]), tensor([2., 2., 2., 2., 2., 2.]))
    # PyTorch: memory in common: 0 and 1, 2 and 3, 2 and 4, 3 and 4


def outs_that_are_parts(torch: Any) -> Iterator[Any]:
    """A view that is too small as out= is resized where it begins, and the storage of its base grows."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, call in (
            ("add", lambda out: torch.add(torch.ones(2, 3), 1, out=out)),
            ("cat", lambda out: torch.cat([torch.ones(3), torch.ones(3)], out=out)),
            ("mm", lambda out: torch.mm(torch.ones(3, 2), torch.ones(2, 3), out=out)), ("arange", lambda out: torch.arange(6, out=out)),
            ("sort", lambda out: torch.sort(torch.ones(6), out=(out, torch.empty(0, dtype=torch.int64)))[0]),
            ("full", lambda out: torch.full((6,), 2.0, out=out)), ("linspace", lambda out: torch.linspace(1, 6, 6, out=out)),
            ("sum", lambda out: torch.sum(torch.ones(6, 2), 1, out=out)), ("sin", lambda out: torch.sin(torch.ones(6), out=out)),
        ):
            for size in ((2, 2), (0,)):
                x = torch.zeros(4)
                out = x.view(2, 2) if size == (2, 2) else x[2:2]
                call(out)
                yield name, x, out, out.storage_offset(), x.untyped_storage().nbytes()
        torch.manual_seed(0)
        x = torch.zeros(4)
        torch.randn(6, out=x.view(2, 2))
        yield x


def what_is_said_first(torch: Any) -> Iterator[Any]:
    """Which fault of out= or of limits is raised where there are several; nothing has been written by then."""
    number, three = torch.tensor(3), torch.ones(3)
    for name in ("add", "mul", "sub", "atan2", "maximum", "pow"):
        yield name, refused(lambda n=name: getattr(torch, n)(number, three, out=number))
    yield refused(lambda: torch.where(three > 0, three, number, out=number))
    yield refused(lambda: torch.addcmul(number, three, three, out=number)), refused(lambda: torch.clamp(number, three, out=number))
    complex_one = torch.tensor(3).cdouble()
    for limits in ({"max": torch.ones(3, 3)}, {"min": torch.ones(3, 3)}, {"min": torch.ones(3, 3), "max": torch.ones(3, 3)}):
        yield refused(lambda o=limits: complex_one.clamp_(**o))
    small = torch.arange(5, dtype=torch.uint8)
    for options in ({"min": 1.5}, {"max": 1.5}, {"min": 1.5, "max": 2.5}):
        yield refused(lambda o=options: torch.clamp(small, **o, out=small))
        yield refused(lambda o=options: torch.clamp(small, **o, out=torch.empty(0, dtype=torch.uint8)))
    yield number, complex_one, small


def views_of_inference_tensors_under_jvp(torch: Any) -> Iterator[Any]:
    """A view that jvp makes of an inference tensor is one, too: its version counter cannot be read."""
    with torch.inference_mode():
        x = torch.ones(2, 3) + 1
    for call in (lambda d: d.view(6), lambda d: d @ d.T, lambda d: d[0] * 2, lambda d: d.view(6).exp().view(3, 2)):
        yield torch.func.jvp(call, (x,), (torch.ones(2, 3),))
        yield torch.func.jacfwd(call)(x)
    yield refused(lambda: torch.func.jvp(lambda d: d.mul_(2), (x,), (torch.ones(2, 3),))), x.sum()
    # PyTorch: RuntimeError: Inference tensors do not track version ...


def strides_along_dimensions_of_size_one(torch: Any) -> Iterator[Any]:
    """Strides along dimensions of size 1 after copies, casts and pointwise ops: some keep them, others set them anew."""
    for shape, order in (((2, 2, 1), (0, 2, 1)), ((2, 2, 1), (1, 0, 2)), ((1, 2, 2), (0, 2, 1)), ((2, 1, 2), (2, 1, 0)),
                         ((2, 1, 3, 1), (0, 2, 3, 1))):
        x = torch.ones(shape)
        y = x.permute(order)
        yield [t.stride() for t in (y, y.clone(), y.sin(), y + 1, y * y, y.long(), torch.empty_like(y), y.clone() + 1, y.to(torch.float64))]
        if y.shape == x.shape:
            yield [t.stride() for t in (y + x, x + y, y.clone() + x, torch.where(x > 0, y, x), torch.addcmul(y, x, x))]


def shared_with_numpy(torch: Any) -> Iterator[Any]:
    """A storage that numpy shares is not resizable, though a smaller size passes; tolist shares nothing."""
    import numpy as np

    for share in (lambda t: t.numpy(), lambda t: t.numpy(force=True), lambda t: np.asarray(t), lambda t: t[:1].numpy(),
                  lambda t: t.tolist()):
        t = torch.ones(2)
        share(t)
        yield t.untyped_storage().resizable()
        for call in (lambda t=t: t.resize_(2, 3), lambda t=t: t.untyped_storage().resize_(90), lambda t=t: t.resize_(1)):
            try:
                yield call() is not None
            except RuntimeError as error:
                yield str(error)


def complex_tables(torch: Any) -> Iterator[Any]:
    """embedding takes a complex table, but none that requires grad unless gradients are off."""
    table, index = torch.ones(2, 2, dtype=torch.complex64), torch.tensor([0])
    yield torch.nn.functional.embedding(index, table)
    table.requires_grad_()
    with torch.no_grad():
        yield torch.nn.functional.embedding(index, table)
    try:
        torch.nn.functional.embedding(index, table)
    except RuntimeError as error:
        yield str(error)
    # PyTorch: tensor([[1.+0.j, 1.+0.j]])
    # PyTorch: tensor([[1.+0.j, 1.+0.j]])
    # PyTorch: 'embedding does not support automatic ...'
