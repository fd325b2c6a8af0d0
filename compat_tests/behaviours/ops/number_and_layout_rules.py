"""Rules of numbers, dtypes and layouts: infinite and complex powers, signs of zeros, flat layouts, inputs without elements."""
from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from typing import Any

from .. import refused


def _outcome(call: Callable[[], Any]) -> Any:
    """A result's dtype, shape and values, or the error."""
    try:
        found = call()
    except (RuntimeError, TypeError) as error:
        return type(error).__name__, str(error).split("\n")[0][:90]
    return str(found.dtype), tuple(found.shape), found.double().tolist() if found.dtype.is_floating_point else found.tolist()


def layers_without_a_bias_or_with_a_wrong_one(torch: Any) -> Iterator[Any]:
    """What does not fit is refused in every type, and truth values are not multiplied."""
    for dtype in (torch.bool, torch.int64, torch.float16, torch.float64):
        for x in ((3,), (2, 3), (2, 2, 3), (0, 3), (2, 0)):
            for w in ((4, 3), (3,), (1, 3), (0, 3)):
                for bias in (None, (4,), (1,), ()):
                    args = [None if s is None else torch.ones(s).to(dtype) for s in (x, w, bias)]
                    yield str(dtype), x, w, bias, _outcome(lambda args=args: torch.nn.functional.linear(*args))


def weights_of_lerp(torch: Any) -> Iterator[Any]:
    """A weight without dimensions may be of another type; of those that may not, shapes are told before kernels."""
    dtypes = (torch.float32, torch.float64, torch.int64, torch.bool, torch.float16)
    for a in dtypes:
        for w in dtypes:
            for shape in ((), (1,), (2, 3)):
                x, y = torch.ones(2, 3).to(a), torch.zeros(2, 3).to(a)
                weight = torch.full(shape, 0.25 if w.is_floating_point else 1).to(w)
                yield str(a), str(w), shape, _outcome(lambda: torch.lerp(x, y, weight))
        yield str(a), _outcome(lambda: torch.lerp(torch.ones(2, 3).to(a), torch.zeros(2, 2).to(a), 0.25))
        yield str(a), _outcome(lambda: torch.lerp(torch.ones(3, 3), torch.zeros(2, 3).to(a), 0.25))


def powers_of_infinite_complex_numbers(torch: Any) -> Iterator[Any]:
    """Powers of finite and infinite numbers with infinite complex exponents, and their squares inverted."""
    inf, nan = float("inf"), float("nan")
    numbers = (inf, -inf, complex(0, inf), complex(inf, inf), complex(-inf, 1), complex(nan, 0), complex(1, inf), complex(-inf, -inf), 0)
    for dtype in (torch.complex64, torch.complex128):
        for base in (0.5, 2.0, 0.0, 1.0, -1.0, -2, inf, 1j, 2 + 1j):
            for z in numbers:
                x = torch.full((1,), z, dtype=dtype)
                for power in (base**x, torch.full((1,), base, dtype=dtype) ** x):
                    yield str(dtype), str(base), str(z), [str(abs(v)) for v in torch.view_as_real(power).flatten().tolist()]
        for z in numbers:
            power = torch.full((1,), z, dtype=dtype) ** -2
            yield str(dtype), str(z), [str(abs(v)) for v in torch.view_as_real(power).flatten().tolist()]


def bfloat16_and_complex_numbers(torch: Any) -> Iterator[Any]:
    """The dtype that comes from bfloat16 together with a complex number or tensor."""
    b, z = torch.ones(3).bfloat16(), torch.tensor(1j)
    for call in (lambda: b + 1j, lambda: 1j * b, lambda: b / 1j, lambda: 1j - b, lambda: b**1j, lambda: b + z, lambda: b == 1j,
                 lambda: torch.where(b > 0, b, 1j), lambda: torch.addcmul(b, b, z)):
        yield str(call().dtype)
    yield str(torch.result_type(b, 1j)), str(torch.result_type(b.half(), 1j)), str(torch.bfloat16.to_complex())


def zeros_without_a_sign(torch: Any) -> Iterator[Any]:
    """Sums begin with 0: none of them is -0."""
    z = torch.tensor([-0.0, -0.0, 0.0, -0.0])
    for f in (lambda t: t.cumsum(0), lambda t: t[:1].cumsum(0), lambda t: t[0].cumsum(0), lambda t: t.reshape(2, 2).cumsum(1),
              lambda t: t.half().cumsum(0), lambda t: t.reshape(2, 2).cumsum(0), lambda t: t.cumsum(0, dtype=torch.float64),
              lambda t: t[:1, None].trace(), lambda t: t.clone().cumsum_(0), lambda t: t[:1].sum(), lambda t: t.reshape(4, 1).sum(1)):
        yield torch.signbit(f(z)).tolist()


def angles_at_the_origin(torch: Any) -> Iterator[Any]:
    """The gradient of atan2 there is 0, and the next one NaN."""
    for a, b in ((0.0, 0.0), (0.0, 2.0), (-1.0, 0.0)):
        for same in (False, True):
            v, w = (torch.tensor([n], dtype=torch.float64, requires_grad=True) for n in (a, b))
            g = torch.autograd.grad(torch.atan2(v, v if same else w).sum(), v, create_graph=True)[0]
            seconds = torch.autograd.grad(g.sum(), (v, w), allow_unused=True)
            yield a, b, same, g.tolist(), [None if t is None else t.tolist() for t in seconds]
    # PyTorch: (0.0, 0.0, False, [0.0], [[nan], [nan]])
    # PyTorch: (0.0, 0.0, True, [0.0], [[nan], None])
    # PyTorch: (0.0, 2.0, False, [0.5], [[-0.0], [-0.25]])
    # PyTorch: (0.0, 2.0, True, [0.0], [[nan], None])
    # PyTorch: (-1.0, 0.0, False, [0.0], [[0.0], [1.0]])
    # PyTorch: (-1.0, 0.0, True, [0.0], [[0.0], None])


def layouts_of_what_is_flat(torch: Any) -> Iterator[Any]:
    """Zeros like a gradient that is repeated lie in its order, in which a repeated dimension compares with none."""
    for name in ("trunc", "floor", "sign", "round", "ceil", "sin"):
        for shape, dim in (((2, 3, 2), 1), ((2, 3, 2), 0), ((3, 4), 0), ((2, 3, 4, 2), (1, 2)), ((2, 3, 4), (0, 2))):
            v = torch.ones(shape, requires_grad=True)
            g = torch.autograd.grad((getattr(v, name)().sum(dim) ** 2).sum(), v)[0]
            yield name, shape, dim, g.stride()
    x = torch.ones(2, 4).t()[:, None].expand(4, 3, 2)
    yield torch.zeros_like(x).stride(), x.clone().stride(), torch.ones(2, 2)[:, None].expand(2, 3, 2).clone().stride()
    for make in (lambda: torch.ones(2, 3, 4), lambda: torch.ones(4, 3, 2).permute(2, 1, 0), lambda: torch.ones(2, 4, 3).mT):
        for dim in (0, 1, 2):
            v = make().double().requires_grad_()
            yield torch.autograd.grad(v.logcumsumexp(dim).sum(), v)[0].stride()


def integers_that_may_not_be_changed(torch: Any) -> Iterator[Any]:
    """Beside what requires a gradient they are asked first whether they may be changed at all."""
    r = torch.ones(3, 1, requires_grad=True)
    for make in (lambda: torch.ones(2, dtype=torch.int64).unbind(0)[0], lambda: torch.ones(2).unbind(0)[0]):
        for name in ("mul_", "add_", "sub_"):
            yield _outcome(lambda: getattr(make(), name)(r))
    with torch.no_grad():
        view = torch.ones(2, dtype=torch.int64)[:1]
    yield _outcome(lambda: view.copy_(r[0])), _outcome(lambda: view.add_(r[0]))


def signs_of_infinite_numbers(torch: Any) -> Iterator[Any]:
    """The sgn of complex numbers with infinite or NaN parts."""
    nan, inf = float("nan"), float("inf")
    # Without infinities beside 0: whether 0 divided by them comes to 0 or NaN depends on the width of the CPU's vectors.
    values = [complex(-inf, nan), complex(inf, nan), complex(nan, inf), complex(nan, nan), complex(inf, inf), complex(1, nan), 0, 3 - 4j]
    for dtype in (torch.complex64, torch.complex128):
        yield torch.tensor(values, dtype=dtype).sgn()
    # PyTorch: tensor([nan+nanj, nan+nanj, nan+nanj, nan+nanj, nan+nanj, nan+nanj, 0.0000+0.0000j, 0.6000-0.8000j])
    # PyTorch: tensor([nan+nanj, nan+nanj, nan+nanj, nan+nanj, nan+nanj, nan+nanj, 0.0000+0.0000j, 0.6000-0.8000j], dtype=torch.complex128)


def copies_that_do_not_fit_parts(torch: Any) -> Iterator[Any]:
    """Copying into or adding to a part made by chunk is refused if the shapes do not fit."""
    x, source = torch.zeros(2), torch.ones(4)
    part = x.chunk(2)[-1]
    for other in (source[:2, None], source[:2]):
        yield refused(lambda o=other: part.copy_(o))
        yield refused(lambda o=other: part.add_(o))
    yield part.copy_(source[:1]), x
    # PyTorch: RuntimeError: output with shape [1] doesn't match the ...
    # PyTorch: RuntimeError: output with shape [1] doesn't match the ...
    # PyTorch: RuntimeError: output with shape [1] doesn't match the ...
    # PyTorch: RuntimeError: output with shape [1] doesn't match the ...
    # PyTorch: (tensor([1.]), tensor([0., 1.]))
    # PyTorch: memory in common: 0 and 1


def one_to_the_power_of_no_number(torch: Any) -> Iterator[Any]:
    """What one, other bases and their kinds of number give to the power of NaN, real and complex."""
    nan = float("nan")
    for y in (torch.tensor([complex(nan, nan), 1j, 0]), torch.tensor([nan, 2.0, 0.0])):
        for base in (True, 1, 1.0, 1 + 0j, False, 2):
            yield base**y


def singular_values_of_infinite_matrices(torch: Any) -> Iterator[Any]:
    """LAPACK refuses NaN alone."""
    inf = float("inf")
    batch = [[[1.0, inf], [2.0, 3.0]], [[1.0, 2.0], [3.0, 4.0]]]
    for m in ([[1.0, inf], [2.0, 3.0]], [[1.0, -inf, 0.0], [2.0, 3.0, 0.0]], batch, [[float("nan"), inf], [1.0, 2.0]]):
        for needs in (False, True):
            x = torch.tensor(m, dtype=torch.float64, requires_grad=needs)
            for call in (torch.linalg.svdvals, torch.linalg.cond, torch.linalg.matrix_rank, lambda x: torch.linalg.matrix_norm(x, 2),
                         lambda x: torch.linalg.matrix_norm(x, "nuc"), lambda x: torch.linalg.svd(x)[1]):
                yield needs, _outcome(lambda call=call, x=x: call(x).detach())
    yield torch.linalg.matrix_rank(torch.eye(3))._version


def norms_of_matrices_without_elements(torch: Any) -> Iterator[Any]:
    """The greatest of no values is a zero that depends on nothing."""
    for order in (2, "fro", "nuc", 1, -2, float("inf"), -1):
        for shape in ((0, 2), (2, 0), (0, 0)):
            x = torch.zeros(shape, requires_grad=True)
            for call in (lambda x, o=order: torch.linalg.norm(x, o), lambda x, o=order: torch.linalg.matrix_norm(x[None], o, keepdim=True)):
                for y in (x, x.detach()):
                    try:
                        found = call(y)
                    except (IndexError, RuntimeError) as error:
                        yield str(error)
                    else:
                        yield found, found.requires_grad, found._version


def losses_of_no_probabilities(torch: Any) -> Iterator[Any]:
    """cross_entropy with probabilities over no rows or no classes, by reduction."""
    for shape in ((0, 2), (2, 0)):
        for reduction in ("mean", "sum", "none"):
            x = torch.zeros(shape, requires_grad=True)
            found = torch.nn.functional.cross_entropy(x, x.softmax(-1), reduction=reduction)
            yield found.detach(), found.grad_fn.name()
    # PyTorch: (tensor(nan), 'NegBackward0')
    # PyTorch: (tensor(-0.), 'NegBackward0')
    # PyTorch: (tensor([]), 'NegBackward0')
    # PyTorch: (tensor(nan), 'NegBackward0')
    # PyTorch: (tensor(-0.), 'NegBackward0')
    # PyTorch: (tensor([-0., -0.]), 'NegBackward0')


def distances_of_no_rows(torch: Any) -> Iterator[Any]:
    """cdist of matrices without rows or columns and of mixed or low precision."""
    for dtype in (torch.float16, torch.bfloat16, torch.float32):
        for first, second in (((0, 1), (0, 1)), ((2, 1), (0, 1)), ((2, 0), (3, 0)), ((2, 1), (3, 1))):
            x, y = torch.zeros(first, dtype=dtype), torch.zeros(second, dtype=dtype)
            yield _outcome(lambda x=x, y=y: torch.cdist(x, y)), _outcome(lambda x=x, y=y: torch.cdist(x, y, p=1.0))
            yield _outcome(lambda x=x, y=y: torch.cdist(x, y.double()))
        yield _outcome(lambda d=dtype: torch.cdist(torch.zeros(0, 1, dtype=d), torch.zeros(0, 1)))


def half_powers(torch: Any) -> Iterator[Any]:
    """Roots in half precision are powers: of -inf and of -0, too."""
    for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
        x = torch.tensor([float("-inf"), float("inf"), -0.0, 0.0, -3.0, 2.0, 0.1, 60000.0], dtype=dtype)
        yield x**0.5, x**-0.5, x.clone().pow_(0.5), torch.tensor(float("-inf"), dtype=dtype) ** 0.5


def pickles_of_windows(torch: Any) -> Iterator[Any]:
    """They bring the memory that they are a window on."""
    x = torch.arange(12.0).view(3, 4)
    for view in (x[1], x[:, 1], x[1, 2], x[1:2, 2:], x.t(), x[1].detach(), max(x.view(-1)), x.expand(2, 3, 4)[1], x[[1]][0],
                 x.view(torch.int32)[1], x.to(torch.bfloat16)[1:], (x.clone().requires_grad_() * 2)[1]):
        for protocol in (2, 5):
            again = pickle.loads(pickle.dumps(view, protocol))
            yield again.detach().clone(), again.stride(), again.storage_offset(), again.untyped_storage().nbytes(), again.requires_grad
            yield again.detach().zero_() if again.numel() else None


def targets_of_another_batch(torch: Any) -> Iterator[Any]:
    """Which targets cross_entropy refuses when their shape does not fit the input."""
    for shape in ((2, 3, 2, 1), (2, 3, 2), (1, 3, 2, 2)):
        for target in ((1,), (3,), (2,), (1, 2), (2, 2, 1), ()):
            x, t = torch.zeros(shape), torch.zeros(target, dtype=torch.int64)
            yield _refusal_or_shape(lambda x=x, t=t: torch.nn.functional.cross_entropy(x, t))


def convolutions_of_nothing(torch: Any) -> Iterator[Any]:
    """Convolutions over an input of length zero, by padding and batch size."""
    f = torch.nn.functional
    for padding in (0, 1, 2):
        for batch in (0, 1):
            yield _refusal_or_shape(lambda b=batch, p=padding: f.conv1d(torch.zeros(b, 1, 0), torch.zeros(2, 1, 2), padding=p))
            yield _refusal_or_shape(lambda b=batch, p=padding: f.conv2d(torch.zeros(b, 1, 3, 0), torch.zeros(2, 1, 2, 2), padding=p))


def _refusal_or_shape(call: Callable[[], Any]) -> Any:
    """The shape of a result, or the error."""
    try:
        return tuple(call().shape)
    except (NotImplementedError, RuntimeError, ValueError) as error:
        return type(error).__name__, str(error).split("\n")[0]


def leaves_seen_without_recording(torch: Any) -> Iterator[Any]:
    """A view that was made of a leaf without recording requires a gradient and leads nowhere: nothing is saved for it."""
    for make in (lambda v: v[0:1], lambda v: v.view(3)[:1], lambda v: v[0:1].clone()):
        for run in (lambda a, b, v: b * a, lambda a, b, v: a.exp() * b, lambda a, b, v: torch.where(b > 0, a, b), lambda a, b, v: a * v * b,
                    lambda a, b, v: torch.stack([a * b[:1]])):
            leaf, other = torch.ones(3, requires_grad=True), torch.zeros(3) + 2
            with torch.no_grad():
                part = make(leaf)
            out = run(part, other, leaf)
            other.add_(1)
            said = refused(lambda out=out: out.sum().backward())["raised"] if out.requires_grad else None
            yield part.requires_grad, said, leaf.grad
