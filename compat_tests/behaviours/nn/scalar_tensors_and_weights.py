"""Tensors in the place of numbers, weights without a gradient, causal biases, padded sequences, layouts for convolutions."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import chain, refused


def _result_or_error(call: Any) -> Any:
    try:
        return call()
    except (RuntimeError, TypeError) as error:
        return type(error).__name__, str(error).split("\n")[0]


def tensors_in_the_place_of_numbers(torch: Any) -> Iterator[Any]:
    """A tensor stands for a number if it has no dimension and requires no gradient; of several elements it never does."""
    F = torch.nn.functional
    x, y = torch.arange(4.0), torch.arange(4.0) + 3
    for value in (torch.tensor(2.0), torch.tensor(2), torch.tensor([2.0]), torch.tensor(2.0, requires_grad=True)):
        for call in (
                lambda v: torch.clamp(x, 0, v), lambda v: x.clamp(v, 3), lambda v: x.clamp(max=v), lambda v: x.clone().clamp_(0, v),
                lambda v: torch.isclose(x, y, v), lambda v: torch.renorm(torch.ones(2, 2), v, 0, 1.0), lambda v: torch.dist(x, y, v),
                lambda v: torch.histc(x, 4, 0, v), lambda v: torch.add(x, y, alpha=v), lambda v: torch.addcmul(x, x, y, value=v),
                lambda v: torch.cdist(x[None], y[None], v), lambda v: torch.nan_to_num(x, v),
                lambda v: F.softplus(x, v), lambda v: F.elu(x - 2, v), lambda v: F.leaky_relu(x - 2, v), lambda v: F.celu(x - 2, v),
                lambda v: F.threshold(x, v, 1), lambda v: F.hardshrink(x, v), lambda v: F.layer_norm(x, (4,), eps=v),
                lambda v: F.huber_loss(x, y, delta=v), lambda v: F.smooth_l1_loss(x, y, beta=v),
                lambda v: F.margin_ranking_loss(x, y, x, margin=v), lambda v: F.pad(x, (1, 1), value=v),
                lambda v: F.pairwise_distance(x[None], y[None], p=v), lambda v: F.cosine_similarity(x, y, 0, v)):
            yield _result_or_error(lambda value=value, call=call: call(value))


def losses_without_a_gradient_for_their_weights(torch: Any) -> Iterator[Any]:
    """Weights that require a gradient are refused where no formula gives them one, but not where nothing is recorded."""
    F = torch.nn.functional
    logits = torch.linspace(-1, 1, 12, dtype=torch.float64).view(3, 4).requires_grad_()
    weight = torch.linspace(0.5, 1, 4, dtype=torch.float64).requires_grad_()
    each = torch.linspace(0.1, 0.9, 12, dtype=torch.float64).view(3, 4).requires_grad_()
    target = torch.tensor([1, 2, 0])
    calls = (lambda: F.cross_entropy(logits, target, weight=weight), lambda: F.nll_loss(logits, target, weight=weight),
             lambda: F.nll_loss(logits.new_ones(2, 4, 2, 2), torch.ones(2, 2, 2).long(), weight=weight),
             lambda: F.multi_margin_loss(logits, target, weight=weight), lambda: F.soft_margin_loss(logits, each),
             lambda: F.binary_cross_entropy(logits.sigmoid(), each.detach(), weight=each),
             lambda: F.binary_cross_entropy_with_logits(logits, each.detach(), weight=each),
             lambda: F.binary_cross_entropy_with_logits(logits, each.detach(), pos_weight=weight),
             lambda: F.batch_norm(logits, weight, weight, training=False).round(decimals=6))
    for call in calls:
        yield _result_or_error(call)
        with torch.no_grad():
            yield call()


def subclasses_of_distributions(torch: Any) -> Iterator[Any]:
    """`expand` gives one of the same class, unless its constructor may want other arguments."""
    D = torch.distributions
    normal = D.Normal(torch.zeros(3), 1.0)
    for base, args in ((D.TransformedDistribution, (normal, [D.ExpTransform()])), (D.Independent, (normal, 1)),
                       (D.MixtureSameFamily, (D.Categorical(torch.ones(3)), normal)), (D.LogNormal, (0.0, 1.0)),
                       (D.MultivariateNormal, (torch.zeros(2), torch.eye(2))), (D.Beta, (1.0, 2.0)), (D.HalfNormal, (1.0,)),
                       (D.OneHotCategorical, (torch.ones(3),)), (D.Weibull, (1.0, 2.0))):
        plain = type("Plain", (base,), {})(*args).expand((2,))
        yield type(plain).__name__, plain.batch_shape, plain.event_shape, plain.mean
        closed = type("Closed", (base,), {"__init__": lambda self, base=base, args=args: base.__init__(self, *args)})()
        yield refused(lambda closed=closed: closed.expand((2,)))
    yield refused(lambda: type("Own", (D.Distribution,), {})(validate_args=False).expand((2,)))
    # PyTorch: RuntimeError: The expanded size of the tensor (2) ...


def channels_last_beside_rows(torch: Any) -> Iterator[Any]:
    """The order of the first operand decides, wherever its order comes from."""
    F = torch.nn.functional
    x = torch.arange(120.0).view(2, 3, 4, 5)
    images = x.to(memory_format=torch.channels_last)
    yield images + x, x + images, torch.lerp(images, x, 0.5), images.roll(1, 2), images.roll(1)
    yield torch.cat([images[:, :1]] * 3, 1), torch.cat([images, x]), torch.stack([images, images]), torch.stack([images, images], 1)
    yield torch.stack([images, images], -1), torch.stack([images, x])
    for made in (lambda: F.conv2d(images, torch.ones(3, 3, 1, 1)), lambda: F.max_pool2d(images, 1), lambda: torch.rand_like(images),
                 lambda: torch.from_numpy(images.numpy()), lambda: torch.empty_strided((2, 3, 4, 5), (60, 1, 15, 3)).zero_(),
                 lambda: images.clone(), lambda: x.contiguous(memory_format=torch.channels_last)):
        one = made()
        yield one.stride(), (one + x).stride(), (x * one).stride()


def causal_biases(torch: Any) -> Iterator[Any]:
    """Masks of attention that are computed when they are needed."""
    from importlib import import_module

    bias = import_module(f"{torch.__name__}.nn.attention.bias")
    attention = torch.nn.functional.scaled_dot_product_attention
    query, key = torch.linspace(-1, 1, 12).view(1, 1, 3, 4), torch.linspace(-2, 1, 24).view(1, 1, 6, 4)
    for mask in (bias.causal_upper_left(3, 6), bias.causal_lower_right(3, 6)):
        yield attention(query, key, key, attn_mask=mask), attention(query, key, key, attn_mask=mask, scale=0.1), repr(mask)
        yield mask.seq_len_q, mask.seq_len_kv, int(mask.variant)
        yield refused(lambda mask=mask: attention(query, key, key, mask, is_causal=True))
    yield refused(lambda: bias.causal_upper_left(3))
    bias.causal_lower_right(3, 2)


def numbers_of_tensors_that_require_a_gradient(torch: Any) -> Iterator[Any]:
    """Conversions are warned of where a history is kept; L-BFGS and clipping want none."""
    x = torch.ones(2, requires_grad=True)
    with torch.no_grad():
        yield float(x.sum())
    optimizer = torch.optim.LBFGS([x], lr=0.1, max_iter=3)

    def closure() -> Any:
        optimizer.zero_grad()
        loss = (x**2).sum()
        loss.backward()
        return loss

    yield optimizer.step(closure)
    # PyTorch: 2.0
    # PyTorch: tensor(2., grad_fn=<SumBackward0>)


def padded_sequences(torch: Any) -> Iterator[Any]:
    """pad_sequence has the dtype of the first sequence and broadcasts the others to it; unpad_sequence makes copies."""
    rnn = torch.nn.utils.rnn
    x = torch.ones(3, 2, requires_grad=True)
    for others in ((torch.ones(2, 2),), (torch.ones(1, 2, dtype=torch.float64), torch.ones(4, 1)), (torch.ones(2, dtype=torch.int64),)):
        for batch_first in (False, True):
            yield refused(lambda o=others, b=batch_first: rnn.pad_sequence([*o, x], b))
            yield rnn.pad_sequence([x, others[0]], batch_first, -1.0, "left")
    ints = rnn.pad_sequence([torch.arange(3), torch.ones(2) * 1.5], padding_value=7.9)
    padded = torch.arange(12.0).view(2, 3, 2)
    parts = rnn.unpad_sequence(padded, torch.tensor([1, 2, 1]))
    yield ints, parts, padded.data_ptr() == parts[0].data_ptr(), refused(lambda: rnn.pad_sequence([torch.tensor(1.0)]))


def weights_by_their_norm(torch: Any) -> Iterator[Any]:
    """weight_norm makes the weight in one node, which saves dim, g, v and the norm; an unused bias has no gradient."""
    for dim in (0, 1, 2, None):
        torch.manual_seed(0)
        conv = torch.nn.utils.parametrizations.weight_norm(torch.nn.Conv1d(2, 3, 2), dim=dim)
        weight = conv.weight
        node = weight.grad_fn
        yield weight, sorted(name for name in dir(node) if name.startswith("_saved")), chain(node)
        weight.pow(2).sum().backward()
        yield [p.grad.shape for p in conv.parameters()], torch.norm_except_dim(weight, 2, -1 if dim is None else dim)


def laid_out_for_convolutions(torch: Any) -> Iterator[Any]:
    """convert_conv2d_weight_memory_format gives 2d convolutions strides of channels_last in place; others stay."""
    net = torch.nn.Sequential(torch.nn.Conv2d(2, 3, 2), torch.nn.Conv1d(2, 2, 2), torch.nn.ConvTranspose2d(2, 3, 2))
    same = torch.nn.utils.convert_conv2d_weight_memory_format(net, torch.channels_last)
    yield same is net, [p.stride() for p in net.parameters()]
    net = torch.nn.utils.convert_conv3d_weight_memory_format(torch.nn.Conv3d(2, 3, 2), torch.channels_last_3d)
    yield net.weight.stride(), net(torch.ones(1, 2, 3, 3, 3)).stride()
    # PyTorch: (True, [(8, 1, 4, 2), (1,), (4, 2, 1), (1,), (12, 1, 6, 3), (1,)])
    # PyTorch: ((16, 1, 8, 4, 2), (24, 8, 4, 2, 1))


def groups_of_one_value_per_example(torch: Any) -> Iterator[Any]:
    """group_norm takes one value per group in a batch of several examples and refuses it for a single one."""
    for shape, groups in (((3, 3), 3), ((1, 3), 3), ((1, 3), 1), ((2, 4, 1), 4), ((1, 4, 1), 4), ((1, 3), 2), ((2, 4), 3)):
        try:
            yield tuple(torch.nn.functional.group_norm(torch.ones(shape), groups).shape)
        except (ValueError, RuntimeError) as error:
            yield type(error).__name__, str(error)


def states_of_other_parametrizations(torch: Any) -> Iterator[Any]:
    """The parametrization weight_norm loads a state of the old weight_norm if weight_g and weight_v are both there."""
    utils = torch.nn.utils
    sources = [torch.nn.Linear(2, 2), utils.weight_norm(torch.nn.Linear(2, 2)), utils.spectral_norm(torch.nn.Linear(2, 2)),
               utils.parametrizations.spectral_norm(torch.nn.Linear(2, 2))]
    states = [dict(source.state_dict()) for source in sources]
    states += [{name: value for name, value in states[1].items() if name != left_out} for left_out in ("weight_g", "weight_v", "bias")]
    for state in states:
        target = utils.parametrizations.weight_norm(torch.nn.Linear(2, 2))
        found = target.load_state_dict(state, strict=False)
        yield sorted(found.missing_keys), sorted(found.unexpected_keys)
