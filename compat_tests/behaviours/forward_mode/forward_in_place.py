"""Forward mode: what is written into tensors, of which type, and what unpacks of it."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .. import refused


def _dual(torch: Any, values: Any, tangent: float = 5.0, dtype: Any = None) -> Any:
    x = torch.tensor(values, dtype=dtype or torch.float64)
    return torch.autograd.forward_ad.make_dual(x, torch.full_like(x, tangent))


def _tangent(torch: Any, x: Any) -> Any:
    return torch.autograd.forward_ad.unpack_dual(x).tangent


def one_number_for_all_that_is_masked(torch: Any) -> Iterator[Any]:
    """Its derivative arrives with it."""
    matrix = torch.arange(1.0, 7, dtype=torch.float64).reshape(2, 3)
    row, column = torch.tensor([True, False]), torch.tensor([True, False, True])
    for key in (matrix > 3, matrix > 100, row, (slice(None), column), (0, column), torch.tensor([0]), (row, 1)):
        for value in (1.0, [1.0]):
            for plain in (True, False):
                with torch.autograd.forward_ad.dual_level():
                    x = matrix.clone() if plain else torch.autograd.forward_ad.make_dual(matrix.clone(), matrix.sin())
                    x[key] = _dual(torch, value)
                    yield x.tolist(), _tangent(torch, x)
    for dtype in (torch.float32, torch.float64):
        with torch.autograd.forward_ad.dual_level():
            x = torch.zeros(2, 3, dtype=torch.float32)
            x[matrix > 3] = _dual(torch, 1.0, dtype=dtype)
            yield _tangent(torch, x)

    def filled(a: Any) -> Any:
        x = torch.zeros(2, 3, dtype=torch.float64)
        x[matrix > 2] = a * a
        return x

    yield torch.func.jvp(filled, (torch.tensor(3.0, dtype=torch.float64),), (torch.tensor(1.0, dtype=torch.float64),))
    yield torch.func.jacfwd(filled)(torch.tensor(3.0, dtype=torch.float64))


def indices_of_levels(torch: Any) -> Iterator[Any]:
    """What is said of levels given by number that are not open or are floats."""
    forward_ad, x = torch.autograd.forward_ad, torch.ones(2)
    yield refused(lambda: forward_ad.make_dual(x, x, level=0))
    forward_ad.enter_dual_level()
    yield refused(lambda: forward_ad.exit_dual_level(level=0.0))
    yield refused(lambda: forward_ad.exit_dual_level(level=1.0))
    yield refused(lambda: forward_ad.make_dual(x, x, level=0.0))
    forward_ad.exit_dual_level()
    # PyTorch: RuntimeError: Trying to access a forward AD level ...
    # PyTorch: TypeError: exit_dual_level(): argument 'level' ...
    # PyTorch: RuntimeError: Trying to exit a forward AD level that ...
    # PyTorch: TypeError: _make_dual(): argument 'level' must be ...


def classes_of_nodes(torch: Any) -> Iterator[Any]:
    """The class and name of the node that an unpacked primal has."""
    x = torch.ones(2, requires_grad=True)
    with torch.autograd.forward_ad.dual_level():
        primal, _ = torch.autograd.forward_ad.unpack_dual(torch.autograd.forward_ad.make_dual(x, torch.ones(2)) * 2)
        yield type(primal.grad_fn).__name__, primal.grad_fn.name(), repr(primal.grad_fn).split(" object")[0]
    # PyTorch: ('CppFunction', 'torch::autograd::Identity', '<CppFunction')


def layout_of_what_a_function_returns(torch: Any) -> Iterator[Any]:
    """Strides and dtype of a tangent that a custom `jvp` returns in another layout than its output."""
    def function(jvp: Callable[[Any], Any]) -> Any:
        class Doubled(torch.autograd.Function):
            @staticmethod
            def forward(ctx: Any, x: Any) -> Any:
                return x * 2

        Doubled.jvp = staticmethod(lambda ctx, t: jvp(t))
        return Doubled.apply

    for jvp in (lambda t: t * 2, lambda t: (t * 2).t().contiguous().t(), lambda t: t[:1].expand(2, 3), lambda t: (t * 2).float()):
        for turned in (False, True):
            x = torch.arange(6.0, dtype=torch.float64).reshape(2, 3)
            x = x.t().contiguous().t() if turned else x
            with torch.autograd.forward_ad.dual_level():
                tangent = _tangent(torch, function(jvp)(torch.autograd.forward_ad.make_dual(x, x.cos())))
                yield tangent.stride(), tangent.dtype, tangent.clone()
