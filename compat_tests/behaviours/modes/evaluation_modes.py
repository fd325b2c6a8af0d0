"""What modes change: attention in evaluation without gradients, memory formats that are kept, and the order in which numbers are drawn."""
from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

from .. import refused


def _fill_parameters(torch: Any, module: Any) -> Any:
    """A module whose parameters look random and are the same everywhere."""
    for n, p in enumerate(module.parameters()):
        values = (torch.arange(p.numel(), dtype=torch.int64) * 7919 + n * 31) % 1021
        p.data = (values.double() / 510.5 - 1).to(p.dtype).view(p.shape)
    return module.double()


def _input(torch: Any, *shape: int) -> Any:
    count = 1
    for size in shape:
        count *= size
    return ((torch.arange(count, dtype=torch.int64) * 6151 % 1021).double() / 510.5 - 1).view(shape)


def _summary(result: Any) -> Any:
    """Rounded, so that the order of sums does not show."""
    if isinstance(result, tuple):
        return tuple(None if r is None else _summary(r) for r in result)
    return result.detach().float().mul(1e4).round(), result.stride()


def _masks(torch: Any) -> dict[str, Any]:
    padding = torch.tensor([[False, False, False, True, True], [False, False, True, True, True]])
    return {"none": None, "padded": padding, "one all padded": padding | torch.tensor([[False], [True]]), "in front": padding.flip(1),
            "nothing padded": padding & False, "with a hole": torch.tensor([[False, True, False, True, True], [False] * 2 + [True] * 3]),
            "infinities": torch.zeros(2, 5, dtype=torch.float64).masked_fill(padding, float("-inf")), "numbers": padding * -0.5}


def _result_or_error(call: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of nested tensors, which PyTorch says are new
        try:
            return _summary(call())
        except (RuntimeError, AssertionError) as error:
            return type(error).__name__


def attention_in_evaluation(torch: Any) -> Iterator[Any]:
    """MultiheadAttention in evaluation, with and without gradients, under padding and attention masks of every kind."""
    layer = _fill_parameters(torch, torch.nn.MultiheadAttention(4, 2, batch_first=True)).eval()
    x = _input(torch, 2, 5, 4)
    causal = torch.ones(5, 5).triu(1).bool()
    for grad in (False, True):
        for name, padding in _masks(torch).items():
            for mask in (None, causal, causal.expand(4, 5, 5), causal * -1.0):
                for weights in (False, True):
                    with torch.set_grad_enabled(grad):
                        yield name, _result_or_error(lambda p=padding, m=mask, w=weights: layer(
                            x, x, x, key_padding_mask=p, attn_mask=m, need_weights=w))


def layers_in_evaluation(torch: Any) -> Iterator[Any]:
    """TransformerEncoderLayer in evaluation without gradients, for each option, padding mask and attention mask."""
    x = _input(torch, 2, 5, 4)
    causal = torch.ones(5, 5).triu(1).bool()
    for options in ({}, {"norm_first": True}, {"activation": "gelu"}, {"activation": torch.tanh}, {"bias": False}):
        layer = _fill_parameters(torch, torch.nn.TransformerEncoderLayer(4, 2, 6, batch_first=True, **options)).eval()
        for padding in _masks(torch).values():
            for mask in (None, causal, causal * -1.0):
                with torch.no_grad():
                    yield _result_or_error(lambda p=padding, m=mask, layer=layer: layer(x, src_mask=m, src_key_padding_mask=p))


def encoders_in_evaluation(torch: Any) -> Iterator[Any]:
    """TransformerEncoder without gradients in training and evaluation, where nested tensors may shorten padded output."""
    x = _input(torch, 2, 5, 4)
    for options in ({}, {"enable_nested_tensor": False}, {"mask_check": False}, {"norm": torch.nn.LayerNorm(4)}):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            encoder = _fill_parameters(torch, torch.nn.TransformerEncoder(
                torch.nn.TransformerEncoderLayer(4, 2, 6, batch_first=True, dropout=0.0), 2, **options))
        for training in (False, True):
            encoder.train(training)
            for padding in _masks(torch).values():
                for mask in (None, torch.zeros(5, 5)):
                    with torch.no_grad():
                        yield _result_or_error(lambda p=padding, m=mask, encoder=encoder: encoder(x, mask=m, src_key_padding_mask=p))


def switches_of_attention(torch: Any) -> Iterator[Any]:
    """What keeps PyTorch from its inference kernels: a fully padded example shows which way was taken."""
    x, padding = _input(torch, 2, 5, 4), torch.ones(2, 5).bool()

    def made(**options: Any) -> Any:
        return _fill_parameters(torch, torch.nn.TransformerEncoderLayer(4, 2, 6, batch_first=True, **options)).eval()

    def way(layer: Any, grad: bool = False) -> Any:
        with torch.set_grad_enabled(grad):
            return bool(layer(x, src_key_padding_mask=padding).isnan().any())

    yield way(made()), way(made().train()), way(made(), True), way(made().requires_grad_(False), True)
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        yield torch.backends.mha.get_fastpath_enabled(), way(made())
    finally:
        torch.backends.mha.set_fastpath_enabled(True)
    with torch.inference_mode():
        yield way(made())
    for part in ("", "self_attn", "linear1"):
        layer = made()
        (getattr(layer, part) if part else layer).register_forward_hook(lambda *args: None)
        yield way(layer)
    layer = made()
    layer.norm1.eps = 1e-3
    yield way(layer)
    with torch.device("cpu"):
        yield way(made())


def formats_kept(torch: Any) -> Iterator[Any]:
    """Strides of what is computed from images whose channels lie innermost, with gaps and single pixels."""
    F, last = torch.nn.functional, torch.channels_last
    images = [torch.ones(2, 3, 12, 16).contiguous(memory_format=last)[:, :, ::2, ::2], torch.ones(2, 6, 6, 8).contiguous(
        memory_format=last)[:, :3], torch.ones(2, 3, 1, 1), torch.ones(2, 3, 1, 8).contiguous(memory_format=last),
        torch.ones(1, 3, 6, 8).contiguous(memory_format=last), torch.ones(2, 3, 12, 8)[:, :, ::2]]
    weight = torch.ones(4, 3, 1, 1)
    calls = [
        lambda x: F.max_pool2d(x, 1), lambda x: F.avg_pool2d(x, 3, 1, 1), lambda x: F.adaptive_avg_pool2d(x, 1),
        lambda x: F.adaptive_avg_pool2d(x, 3), lambda x: F.adaptive_max_pool2d(x, 1), lambda x: F.interpolate(x, scale_factor=2),
        lambda x: F.interpolate(x, size=(1, 1)), lambda x: F.interpolate(x, scale_factor=2, mode="bilinear"),
        lambda x: F.conv2d(x, torch.ones(4, 3, 3, 3), padding=1), lambda x: F.conv2d(x, torch.ones(4, 3, 3, 3).contiguous(
            memory_format=last), padding=1), lambda x: F.conv2d(x, weight), lambda x: F.batch_norm(x, torch.ones(3), torch.ones(3)),
        lambda x: F.group_norm(x, 3), lambda x: F.instance_norm(x) if x.shape[2:].numel() > 1 else x, lambda x: F.pad(x, (1, 1)),
        lambda x: F.channel_shuffle(x, 3), lambda x: F.rms_norm(x, x.shape[-1:])]
    for call in calls:
        for x in images:
            yield call(x).shape, call(x).stride()


def drawn_in_order_of_memory(torch: Any) -> Iterator[Any]:
    """Which element of a transposed or sliced tensor gets the first number that is drawn or counted."""
    base = torch.zeros(4, 6)
    views = [lambda: base.clone().t(), lambda: base.clone().t()[1:3], lambda: base.clone()[:, ::2],
             lambda: torch.zeros(5, 3, 4).permute(2, 0, 1)[:, 1:3]]
    calls = [
        lambda x: x.uniform_(), lambda x: x.normal_(), lambda x: x.random_(100), lambda x: x.bernoulli_(0.5), lambda x: x.exponential_(),
        lambda x: x.bernoulli_(torch.linspace(0, 1, x.numel()).view(x.shape)), lambda x: torch.rand(x.shape, out=x),
        lambda x: torch.randn(x.shape, out=x), lambda x: torch.randint(100, x.shape, out=x),
        lambda x: torch.normal(0.0, 1.0, x.shape, out=x), lambda x: torch.bernoulli(torch.full(x.shape, 0.5), out=x),
        lambda x: torch.nn.functional.gumbel_softmax(x).mul(1e4).round(),
        lambda x: torch.arange(x.numel(), out=x), lambda x: torch.linspace(0, 1, x.numel(), out=x)]
    for call in calls:
        for view in views:
            torch.manual_seed(3)
            yield call(view()).clone()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for view in views:
            yield torch.range(0, view().numel() - 1, out=view()).clone()


def indices_in_what_is_written(torch: Any) -> Iterator[Any]:
    """Index tensors that overlap what is written are refused; another row or a copy as index is fine."""
    def with_view(put: Any) -> Any:
        a = torch.tensor([[2, 0, 1], [0, 1, 2]])
        return refused(lambda: put(a))["raised"], a

    yield with_view(lambda a: a[0].__setitem__(a[0], 4))
    yield with_view(lambda a: a.__setitem__((0, a[0]), 7))
    yield with_view(lambda a: a.__setitem__((1, a[0]), 7))
    yield with_view(lambda a: a[0].index_put_((a[0].view(3),), torch.tensor([5, 6, 7])))
    yield with_view(lambda a: a[0].index_put_((a[0].clone(),), torch.tensor([5, 6, 7])))
    # PyTorch: ('RuntimeError', tensor([[2, 0, 1], [0, 1, 2]]))
    # PyTorch: ('RuntimeError', tensor([[2, 0, 1], [0, 1, 2]]))
    # PyTorch: ('nothing', tensor([[2, 0, 1], [7, 7, 7]]))
    # PyTorch: ('RuntimeError', tensor([[2, 0, 1], [0, 1, 2]]))
    # PyTorch: ('nothing', tensor([[6, 7, 5], [0, 1, 2]]))


def global_hooks_emptied(torch: Any) -> Iterator[Any]:
    """Registering a global module hook writes to the table that the module has now, even one put there by hand."""
    from collections import OrderedDict

    module, seen = torch.nn.modules.module, []
    before = module._global_forward_hooks
    module._global_forward_hooks = OrderedDict()
    try:
        handle = module.register_module_forward_hook(lambda *args: seen.append("called"))
        torch.nn.Linear(1, 1)(torch.ones(1, 1))
        yield list(seen), len(module._global_forward_hooks)
        handle.remove()
        yield len(module._global_forward_hooks)
    finally:
        module._global_forward_hooks = before
    # PyTorch: (['called'], 1)
    # PyTorch: 0


def values_at_the_ends(torch: Any) -> Iterator[Any]:
    """log1p of tiny complex numbers, Bessel functions of huge ones, powers of negative bases, and products of zeros."""
    small = torch.tensor([1e-19 + 0j, 1e-19 + 1e-19j, 1e-10j, -1e-12 + 1e-13j, 2 + 1e-19j], dtype=torch.complex128)
    yield torch.log1p(small)
    big = torch.tensor([1e300, 1e308, 800.0], dtype=torch.float64)
    yield torch.special.i0(big), torch.special.i1(big)
    for base in (-1.0, -2.0, 2.0):
        z = torch.tensor([1 + 2j, 0.5j], dtype=torch.complex128, requires_grad=True)
        yield torch.autograd.grad(torch.pow(base, z).real.sum(), z)[0].mul(1e6).real.round()
    yield torch.add(torch.tensor(True), torch.tensor(True), alpha=True)
    x = torch.tensor([0.0, 0.0, 2.0], dtype=torch.float64, requires_grad=True)
    y = torch.ones(2, dtype=torch.float64).scatter_reduce(0, torch.zeros(3, dtype=torch.long), x, "prod")
    first = torch.autograd.grad(y.sum(), x, create_graph=True)[0]
    yield first.detach(), refused(lambda: torch.autograd.grad(first.sum(), x))["raised"]


def longer_than_told(torch: Any) -> Iterator[Any]:
    """A loader warns of an IterableDataset longer than its __len__ only if its own length has been asked."""
    class Stream(torch.utils.data.IterableDataset):
        def __len__(self) -> int:
            return 2

        def __iter__(self) -> Any:
            return iter([torch.zeros(1)] * 4)

    for asked in (True, False):
        loader = torch.utils.data.DataLoader(Stream(), batch_size=1)
        if asked:
            len(loader)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            count = len(list(loader))
        yield count, [str(w.message)[:26] for w in caught]
    # PyTorch: (4, ['Length of IterableDataset ', 'Length of IterableDataset '])
    # PyTorch: (4, [])
