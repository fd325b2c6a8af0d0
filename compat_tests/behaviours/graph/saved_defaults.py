"""What nodes tell of arguments that were left out, given in another type, or counted from the end; and of indices."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._autograd import tried


def _description(node: Any) -> Any:
    """Name -> type and value of what is no tensor, of tensors the shape."""
    found = {}
    for name in sorted(dir(node)):
        if name.startswith("_saved_"):
            value = tried(lambda name=name: getattr(node, name))
            found[name] = tuple(value.shape) if hasattr(value, "shape") else (type(value).__name__, repr(value).partition(" is ")[0])
    return type(node).__name__, found


def _matrix(torch: Any) -> Any:
    return torch.tensor([[0.5, 1.5, 0.75], [2.0, 0.25, 1.0]], requires_grad=True)


def offsets_of_windows(torch: Any) -> Iterator[Any]:
    """Which storage offset the node of as_strided and its kin saves when it is left out, None or given."""
    x = torch.arange(8.0).requires_grad_()
    v, src = x[2:], torch.ones(2)
    for t in (x, v):
        for place in ((), (None,), (0,), (3,)):
            yield t.as_strided((2,), (1,), *place).grad_fn._saved_storage_offset
            yield torch.as_strided_copy(t, (2,), (1,), *place).grad_fn._saved_storage_offset
            yield t.as_strided_scatter(src, (2,), (1,), *place).grad_fn._saved_storage_offset
    y = v * 1
    y.as_strided((2,), (1,), 1).mul_(3)
    yield y.grad_fn.name(), torch.autograd.grad(y.sum(), x)
    w = x.as_strided((2,), (2,), 1).as_strided((2,), (1,), 4)
    yield w, w.grad_fn._saved_storage_offset, torch.autograd.grad((w**3).sum(), x, create_graph=True)


def corrections(torch: Any) -> Iterator[Any]:
    """What nodes of var and std save as dim, correction and keepdim for every way to call them."""
    x = _matrix(torch)
    for name in ("var", "std"):
        for args, options in (
            ((), {}), ((None,), {}), ((), {"dim": None}), ((), {"correction": 1}), ((), {"correction": None}), ((), {"unbiased": True}),
            ((), {"unbiased": False}), ((0,), {}), ((-1,), {}), (((-2, -1),), {}), ((0,), {"correction": None}), ((0, False), {}),
            ((), {"keepdim": True}), ((0,), {"keepdim": True}), ((True,), {}),
        ):
            yield name, args, options, _description(getattr(x, name)(*args, **options).grad_fn)
    for name in ("var_mean", "std_mean"):
        for args in ((), (-1,), ((0, -1),), (0, False)):
            yield name, args, _description(getattr(torch, name)(x, *args)[0].grad_fn)


def numbers_in_their_types(torch: Any) -> Iterator[Any]:
    """Nodes tell saved scalars as the int or float that was given, and arguments of type double as float."""
    functional, x = torch.nn.functional, _matrix(torch)
    w = x.detach() + 1
    for t in (
        torch.cdist(x, w, 1), torch.cdist(x, w, 3), functional.relu6(x), functional.hardtanh(x), functional.hardtanh(x, 0, 6),
        functional.elu(x), functional.elu(x, 2), functional.selu(x), functional.huber_loss(x, w, delta=2),
        functional.smooth_l1_loss(x, w, beta=1), torch.linalg.norm(x), torch.linalg.norm(x, dim=0), torch.linalg.norm(x, 2, 0),
        x.norm(), x.renorm(2, -1, 1), x.renorm(2, 0, 1.5),
    ):
        yield _description(t.grad_fn)


def dimensions_from_the_end(torch: Any) -> Iterator[Any]:
    """How nodes tell dimensions that were counted from the end, and what glu, diag and narrow save."""
    functional, x = torch.nn.functional, _matrix(torch)
    z = torch.complex(x, x.detach())
    for t in (
        functional.glu(torch.cat([x, x], 1)), functional.glu(torch.cat([x, x], 1), 1), torch.diag_embed(x), x[0].diag(), x[0].diag(1),
        x.narrow(-1, 0, 2), x.narrow(1, 1, 2), z.real, z.imag, z.conj().real,
    ):
        yield _description(t.grad_fn)


def strides_left_out(torch: Any) -> Iterator[Any]:
    """Which stride the node of a pool saves when it was left out, empty or given."""
    functional = torch.nn.functional
    x = torch.arange(16.0).reshape(1, 1, 2, 2, 4).requires_grad_()
    image = x[0]
    for t in (
        functional.max_pool2d(image, 2), functional.max_pool2d(image, 2, 1), functional.max_pool2d(image, 2, []),
        functional.max_pool2d(image, 2, stride=(2, 2)), functional.avg_pool2d(image, 2), functional.avg_pool2d(image, 2, 1),
        functional.avg_pool3d(x, 2), functional.max_pool3d(x, 2), torch.nn.MaxPool2d(2)(image), torch.nn.AvgPool2d(2)(image),
    ):
        yield _description(t.grad_fn), torch.autograd.grad(t.sum(), x)
    for t in (functional.max_pool1d(image[0], 2), functional.avg_pool1d(image[0], 2)):
        yield _description(t.grad_fn.next_functions[0][0])


def statistics_that_were_not_taken(torch: Any) -> Iterator[Any]:
    """What nodes of batch_norm and embedding_bag save in training and outside it, and for each mode."""
    x, v = _matrix(torch), torch.ones(3)
    for training in (False, True):
        yield _description(torch.nn.functional.batch_norm(x, v.clone(), v.clone(), v, v, training).grad_fn)
    for mode in ("sum", "mean", "max"):
        node = torch.nn.functional.embedding_bag(torch.tensor([[0, 1]]), x, mode=mode).grad_fn
        yield node._saved_mode, node._saved_weight, node._saved_per_sample_weights, node._saved_sparse, node._saved_scale_grad_by_freq


def norms_of_transforms(torch: Any) -> Iterator[Any]:
    """Nodes of Fourier transforms save the normalization as a number from 0 to 2."""
    x = _matrix(torch)
    for name in ("fft", "ifft", "rfft"):
        for norm in (None, "ortho", "forward", "backward"):
            yield name, norm, getattr(torch.fft, name)(x, norm=norm).grad_fn._saved_normalization
    yield torch.fft.irfft(x + 0j).grad_fn._saved_normalization, torch.fft.fft2(x).grad_fn._saved_normalization
    # PyTorch: ('fft', None, 0)
    # PyTorch: ('fft', 'ortho', 1)
    # PyTorch: ('fft', 'forward', 2)
    # PyTorch: ('fft', 'backward', 0)
    # PyTorch: AttributeError: 'ConjBackward0' object has no attribute ...


def indices(torch: Any) -> Iterator[Any]:
    """Which index tensors, with None for slices, the node of an indexed tensor saves."""
    x, i = torch.arange(24.0).reshape(2, 3, 4).requires_grad_(), torch.tensor([0, 1])
    for t in (
        x[i], x[:, i], x[:, i, :], x[i, :, i], x[..., i], x[i, ...], x[i, 0], x[0, i], x[i, None], x[x > 3], x[:, x[0] > 3],
        x[x[:, 0, 0] > -1], x[i, i > 0], x[:, :2, i], x[i, :2], x[[True, False]], x[[0, 1], [1, 1]],
    ):
        yield t.grad_fn._saved_indices, tuple(t.grad_fn._saved_self_sym_sizes)
    # PyTorch: IndexError: The shape of the mask [2] at index 0 ...


def lists_changed_by_numbers(torch: Any) -> Iterator[Any]:
    """Which nodes, versions and gradients in-place _foreach operations with numbers leave on tensors and views."""
    for name, other in (
        ("add_", 2), ("add_", [1, 2.0]), ("mul_", 2.0), ("mul_", [True, 2]), ("sub_", 1), ("sub_", [1.0, 2.0]), ("div_", 2),
        ("div_", [2.0, 4.0]),
    ):
        leaves = [torch.ones(3, requires_grad=True), torch.ones(2, requires_grad=True)]
        tensors = [t * 3 for t in leaves]
        views = [t[:1] for t in tensors]
        yield getattr(torch, f"_foreach_{name}")(tensors, other) is tensors, tensors, [_description(t.grad_fn) for t in tensors]
        yield [t.grad_fn.name() for t in views], [t._version for t in tensors]
        loss = sum((t**2).sum() for t in tensors)
        yield torch.autograd.grad(loss, leaves, create_graph=True)
        windows = [(t * 3)[:1] for t in leaves]
        getattr(torch, f"_foreach_{name}")(windows, other)
        yield windows, [t.grad_fn.name() for t in windows], torch.autograd.grad([t.sum() for t in windows], leaves)
