"""`FlopCounterMode` and `ModuleTracker`: what is counted for whom, forward and backward."""
from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from .. import refused


def _counter(torch: Any) -> Any:
    return import_module(f"{torch.__name__}.utils.flop_counter")


def _counts(torch: Any, run: Callable[[], Any], **options: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with _counter(torch).FlopCounterMode(display=False, **options) as counter:
            run()
    return [(module, sorted((str(op), n) for op, n in counts.items())) for module, counts in sorted(counter.get_flop_counts().items())]


def _both_ways(torch: Any, run: Callable[[], Any]) -> Any:
    """With gradients and without."""
    def forward() -> None:
        with torch.no_grad():
            run()

    return _counts(torch, lambda: run().sum().backward()), _counts(torch, forward)


def _leaf(torch: Any, *shape: int) -> Any:
    return torch.ones(shape, requires_grad=True)


def products(torch: Any) -> Iterator[Any]:
    """FlopCounterMode counts what ends in mm, addmm, bmm or baddbmm, forward and backward, and no mv, dot or outer."""
    functional = torch.nn.functional
    x, w, b, v = (_leaf(torch, *shape) for shape in ((4, 6), (5, 6), (5,), (6,)))
    batch, other, four = _leaf(torch, 2, 4, 6), _leaf(torch, 2, 6, 3), _leaf(torch, 2, 2, 4, 8)
    for run in (lambda: x @ w.t(), lambda: x.detach() @ w.t(), lambda: functional.linear(x, w, b), lambda: functional.linear(x, w),
                lambda: functional.linear(batch, w, b), lambda: functional.linear(v, w, b), lambda: w @ v, lambda: v @ w.t(), lambda: v @ v,
                lambda: torch.bmm(batch, other), lambda: batch @ w.t(), lambda: x @ other, lambda: four @ four.transpose(-2, -1),
                lambda: batch[:, None] @ other[None], lambda: torch.addmm(b, x, w.t()), lambda: torch.addbmm(x[:, :3], batch, other),
                lambda: torch.baddbmm(_leaf(torch, 2, 4, 3), batch, other), lambda: torch.addmv(b, w, v), lambda: torch.outer(v, b),
                lambda: torch.tensordot(batch, other, ([2], [1])), lambda: torch.inner(x, w), lambda: torch.einsum("bij,kj->bik", batch, w),
                lambda: torch.linalg.multi_dot([x, w.t(), w]), lambda: torch.ones(3, 3).matrix_power(3) @ x.t()[:3]):
        yield _both_ways(torch, run)


def convolutions(torch: Any) -> Iterator[Any]:
    """Convolutions are counted both ways; the backward counts half if the image needs no gradient."""
    functional = torch.nn.functional
    image = _leaf(torch, 2, 3, 8, 8)
    for run in (lambda: functional.conv2d(image, _leaf(torch, 4, 3, 3, 3), _leaf(torch, 4)),
                lambda: functional.conv2d(image, _leaf(torch, 4, 3, 3, 3), stride=2, padding=1, dilation=2),
                lambda: functional.conv2d(image, _leaf(torch, 6, 1, 3, 3), groups=3),
                lambda: functional.conv2d(image.detach(), _leaf(torch, 4, 3, 3, 3)),
                lambda: functional.conv1d(_leaf(torch, 2, 3, 8), _leaf(torch, 4, 3, 3)),
                lambda: functional.conv2d(image[0], _leaf(torch, 4, 3, 3, 3), padding="same"),
                lambda: functional.conv_transpose2d(image, _leaf(torch, 3, 4, 3, 3)),
                lambda: functional.conv_transpose2d(image, _leaf(torch, 3, 2, 3, 3), stride=2, padding=1, output_padding=1, groups=3)):
        yield _both_ways(torch, run)


def modules(torch: Any) -> Iterator[Any]:
    """Flops are counted for each module by its name, and under Global in sum; fused attention counts none."""
    nn = torch.nn
    rows, batch = _leaf(torch, 4, 6), _leaf(torch, 2, 4, 6)
    net = nn.Sequential(nn.Linear(6, 8), nn.Sequential(nn.LayerNorm(8), nn.Linear(8, 8), nn.ReLU()), nn.Linear(8, 2))
    for run in (lambda: net(rows), lambda: net(rows.detach()),
                lambda: nn.MultiheadAttention(6, 2, batch_first=True)(batch, batch, batch)[0],
                lambda: nn.TransformerEncoderLayer(6, 2, 8, batch_first=True, dropout=0.0)(batch),
                lambda: nn.TransformerEncoderLayer(6, 2, 8, batch_first=True)(batch), lambda: nn.GRU(6, 5)(batch)[0],
                lambda: nn.LSTMCell(6, 5)(rows)[0], lambda: nn.RNNCell(6, 5)(rows), lambda: nn.GRUCell(6, 5)(rows),
                lambda: nn.functional.scaled_dot_product_attention(*[_leaf(torch, 2, 2, 4, 8)] * 3)):
        yield _both_ways(torch, run)


def backwards(torch: Any) -> Iterator[Any]:
    """The backward of a graph made outside is counted, as are recomputed forwards, products in hooks and in Functions."""
    x, w = _leaf(torch, 4, 6), _leaf(torch, 5, 6)
    product = x @ w.t()
    layer = torch.nn.functional.linear(x, w)
    image = torch.nn.functional.conv2d(_leaf(torch, 1, 2, 4, 4), _leaf(torch, 3, 2, 2, 2))
    yield _counts(torch, lambda: product.sum().backward()), _counts(torch, lambda: layer.sum().backward())
    yield _counts(torch, lambda: image.sum().backward())

    def twice() -> None:
        (g,) = torch.autograd.grad(((x @ w.t()) ** 2).sum(), x, create_graph=True)
        (g ** 2).sum().backward()

    yield _counts(torch, twice), _counts(torch, lambda: torch.autograd.grad((x @ w.t()).sum(), x))
    checkpoint = import_module(f"{torch.__name__}.utils.checkpoint").checkpoint
    for reentrant in (True, False):
        yield _counts(torch, lambda: checkpoint(lambda t: (t @ w.t()).exp(), x, use_reentrant=reentrant).sum().backward())

    class Doubled(torch.autograd.Function):
        """Computes products of its own in backward."""

        @staticmethod
        def forward(ctx: Any, a: Any) -> Any:
            return a @ a.t()

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g @ torch.ones(4, 6)

    yield _counts(torch, lambda: Doubled.apply(x).sum().backward())
    y = x * 2
    y.register_hook(lambda g: g @ torch.ones(6, 6))
    yield _counts(torch, lambda: y.sum().backward())


def elsewhere_and_nothing(torch: Any) -> Iterator[Any]:
    """Products on meta, with out= and in bfloat16 count as others do; an empty one counts as 0."""
    yield _counts(torch, lambda: torch.ones(3, 4, device="meta") @ torch.ones(4, 2, device="meta"))
    yield _counts(torch, lambda: torch.ones(0, 4) @ torch.ones(4, 2)), _counts(torch, lambda: torch.ones(3).sin())
    yield _counts(torch, lambda: torch.mm(torch.ones(2, 3), torch.ones(3, 4), out=torch.empty(2, 4)))
    yield _counts(torch, lambda: torch.ones(2, 3).bfloat16() @ torch.ones(3, 2).bfloat16())
    # PyTorch: [('Global', [('aten.mm', 48)])]
    # PyTorch: ([('Global', [('aten.mm', 0)])], [])
    # PyTorch: [('Global', [('aten.mm', 48)])]
    # PyTorch: [('Global', [('aten.mm', 24)])]


def formulas(torch: Any) -> Iterator[Any]:
    """custom_mapping replaces and adds formulas; a counter starts anew when entered, and nested ones both count."""
    module, aten = _counter(torch), torch.ops.aten
    seen: list[Any] = []

    def own(shape: Any, out_shape: Any = None, **_: Any) -> int:
        seen.append((tuple(shape), tuple(out_shape)))
        return 7

    mapping = {aten.exp: own, aten.mm: lambda *a, **k: 5}
    yield _counts(torch, lambda: torch.ones(2, 3).exp() @ torch.ones(3, 3), custom_mapping=mapping), seen
    for target in (aten.mm, 3):
        yield refused(lambda: module.register_flop_formula(target)(lambda *a, **k: 1))["raised"]
    yield refused(lambda: module.FlopCounterMode().__exit__(None, None, None))
    counter = module.FlopCounterMode(display=False)
    for run in (lambda: torch.ones(2, 2) @ torch.ones(2, 2), lambda: None):
        with counter:
            run()
        yield counter.get_total_flops()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        module.FlopCounterMode(torch.nn.Linear(2, 2), display=False)
    yield [(w.category.__name__, str(w.message)) for w in caught]
    with module.FlopCounterMode(display=False) as outer, module.FlopCounterMode(display=False) as inner:
        torch.ones(2, 2) @ torch.ones(2, 2)
    yield outer.get_total_flops(), inner.get_total_flops()


def trackers(torch: Any) -> Iterator[Any]:
    """ModuleTracker knows which modules run in forward and in backward, and which of the two it is."""
    tracker = import_module(f"{torch.__name__}.utils.module_tracker").ModuleTracker()
    log: list[Any] = []

    class Noted(torch.nn.Module):
        """Notes who runs, forward and backward."""

        def forward(self, x: Any) -> Any:
            log.append((sorted(tracker.parents), tracker.is_bw))
            y = x * 2
            y.register_hook(lambda g: log.append((sorted(tracker.parents), tracker.is_bw)))
            return y

    net = torch.nn.Sequential(Noted(), torch.nn.Sequential(Noted(), Noted()))
    with tracker:
        net(_leaf(torch, 2)).sum().backward()
    yield log, tracker.parents == {"Global"}
