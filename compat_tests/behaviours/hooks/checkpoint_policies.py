"""Checkpointing beyond the plain call: policies about single ops, contexts, random state, keywords, nesting, what fails and how."""
from __future__ import annotations

import contextlib
import functools
import importlib
import warnings
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from .. import refused


def _module(torch: Any) -> Any:
    return importlib.import_module(f"{torch.__name__}.utils.checkpoint")


def _leaf(torch: Any) -> Any:
    return torch.arange(1.0, 10.0, dtype=torch.float64).reshape(3, 3).div(7).requires_grad_()


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return value.tolist() if hasattr(value, "tolist") else value


def _with_warnings(call: Callable[[], Any]) -> Any:
    """The plain result or the error, and the kind and first words of each warning."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = _plain(call())
        except Exception as error:
            result = type(error).__name__, str(error).split("\n")[0].split(". ")[0]
    return result, [(w.category.__name__, str(w.message)[:60]) for w in caught]


def _checkpoint_with_policy(torch: Any, function: Callable[..., Any], policy: Any, *args: Any, **options: Any) -> Any:
    """`function` checkpointed under a policy."""
    module = _module(torch)
    contexts = functools.partial(module.create_selective_checkpoint_contexts, policy, **options)
    return module.checkpoint(function, *args, use_reentrant=False, context_fn=contexts)


# Ops as policies see them --------------------------------------------------------------------------------------------------------------

ARITHMETIC = """x + x;x + 1;1 + x;x - x;x - 1;1 - x;x * x;x * 2;x / x;x / 2;2 / x;-x;x ** 2;x ** x;2 ** x;x > 0;x == x;x % 2;x // 2;
x.fmod(2);
x.atan2(x);torch.maximum(x, x);torch.lerp(x, x, 0.5);x.addcmul(x, x);torch.where(x > 0, x, x * 2);x.clamp(0, 1);x.clamp(min=0)"""
POINTWISE = """x.sin();x.exp();x.log();x.abs();x.sqrt();x.rsqrt();x.tanh();x.sigmoid();x.relu();F.gelu(x);F.silu(x);F.leaky_relu(x);
F.elu(x);F.softplus(x);
F.hardtanh(x);F.hardswish(x);F.mish(x);F.logsigmoid(x);x.erf();x.floor();x.round();x.sign();x.isnan();torch.logical_not(x);F.softmax(x, -1);
F.log_softmax(x, 1);F.layer_norm(x, (3,));F.glu(torch.cat([x, x], 1))"""
REDUCTIONS = """x.sum();x.sum(1);x.sum((0, 1));x.mean();x.mean(0);x.prod();x.prod(0);x.max();x.max(1)[0];x.amax(1);x.argmax(1);x.var();
x.std(1);x.norm();
x.logsumexp(1);x.cumsum(0);x.cumprod(0);x.any();x.all();x.sort()[0];x.topk(1)[0]"""
SHAPES = """x.t();x.T;x.transpose(0, 1);x.permute(1, 0);x.view(-1);x.flatten();x[0];x[:, 1];x[:, 1:];x[None];x[..., 0];x[x > 0];
x.unsqueeze(0);
x.squeeze(0);x.expand(2, 3, 3);x.repeat(2, 1);torch.cat([x, x]);torch.stack([x, x]);x.split(1)[0];x.chunk(3)[0];x.unbind()[0];x.clone();
x.contiguous();x.detach();x.float();x.diagonal();x.triu();x.tril();x.flip(0);x.roll(1, 0);x.masked_fill(x > 0, 0.0);x.narrow(0, 0, 1);
x.select(0, 1);
x.movedim(0, 1);F.pad(x, (1, 1))"""
PRODUCTS = """x @ x;torch.mm(x, x);torch.matmul(x, x[0]);x[0] @ x[0];torch.bmm(x[None], x[None]);F.linear(x, x);F.linear(x, x, x[0]);
F.linear(x[None], x, x[0]);torch.addmm(x, x, x);torch.dot(x[0], x[0]);torch.mv(x, x[0]);torch.baddbmm(x[None], x[None], x[None]);
F.conv1d(x[None], x[None, :, :2]);F.conv2d(x[None, None], x[None, None, :2, :2], x[0, :1]);F.max_pool2d(x[None, None],
                                                                                                        2);F.avg_pool2d(x[None, None], 2)"""
LOSSES = """F.mse_loss(x, x * 0);F.l1_loss(x, x * 0);F.binary_cross_entropy(x.sigmoid(), x * 0);
F.binary_cross_entropy_with_logits(x, x * 0);
F.smooth_l1_loss(x, x * 0);F.cross_entropy(x, x.argmax(1));F.nll_loss(x, x.argmax(1));F.mse_loss(x, x, reduction='none')"""
IN_PLACE = """x.clone().add_(1);x.clone().mul_(2);x.clone().relu_();x.clone().copy_(x);x.clone()[0].add_(1);x.clone().neg_()"""


def _names_of(torch: Any, expressions: str) -> Iterator[Any]:
    module = _module(torch)
    space = {"torch": torch, "F": importlib.import_module(f"{torch.__name__}.nn.functional")}
    for text in expressions.replace("\n", "").split(";"):
        seen: list[str] = []

        def policy(ctx: Any, op: Any, *args: Any, seen: list[str] = seen, **kwargs: Any) -> Any:
            seen.append(str(op))
            return module.CheckpointPolicy.PREFER_RECOMPUTE

        x = _leaf(torch)
        _checkpoint_with_policy(torch, eval(f"lambda x: {text}", space), policy, x)
        yield text, seen


def ops_of_arithmetic(torch: Any) -> Iterator[Any]:
    """The names of the ops that a selective policy is asked about for arithmetic expressions."""
    yield from _names_of(torch, ARITHMETIC)


def ops_of_functions(torch: Any) -> Iterator[Any]:
    """The names of the ops that a selective policy is asked about for pointwise functions."""
    yield from _names_of(torch, POINTWISE)


def ops_of_reductions(torch: Any) -> Iterator[Any]:
    """The names of the ops that a selective policy is asked about for reductions."""
    yield from _names_of(torch, REDUCTIONS)


def ops_of_shapes(torch: Any) -> Iterator[Any]:
    """The names of the ops that a selective policy is asked about for changes of shape."""
    yield from _names_of(torch, SHAPES)


def ops_of_products(torch: Any) -> Iterator[Any]:
    """The names of the ops that a selective policy is asked about for products."""
    yield from _names_of(torch, PRODUCTS)


def ops_of_losses(torch: Any) -> Iterator[Any]:
    """The names of the ops that a selective policy is asked about for losses."""
    yield from _names_of(torch, LOSSES)


def ops_in_place(torch: Any) -> Iterator[Any]:
    """The names of the ops that a selective policy is asked about for changes in place."""
    yield from _names_of(torch, IN_PLACE)
    # PyTorch: ('x.clone().add_(1)', ['aten.clone.default', 'aten.add_.Tensor'])
    # PyTorch: ('x.clone().mul_(2)', ['aten.clone.default', 'aten.mul_.Tensor'])
    # PyTorch: ('x.clone().relu_()', ['aten.clone.default', 'aten.relu_.default'])
    # PyTorch: ('x.clone().copy_(x)', ['aten.clone.default', 'aten.copy_.default'])
    # PyTorch: ('x.clone()[0].add_(1)', ['aten.clone.default', 'aten.select.int', 'aten.add_.Tensor'])
    # PyTorch: ('x.clone().neg_()', ['aten.clone.default', 'aten.neg_.default'])


def arguments_of_policies(torch: Any) -> Iterator[Any]:
    """A policy is given a context, the op and its arguments, in the first run and in the recomputation."""
    seen: list[Any] = []

    def policy(ctx: Any, op: Any, *args: Any, **kwargs: Any) -> Any:
        shapes = [tuple(a.shape) if isinstance(a, torch.Tensor) else a for a in args]
        seen.append((str(op), repr(op), shapes, kwargs, type(ctx).__name__, ctx.is_recompute, _plain(ctx.op_output)))
        return True

    x = _leaf(torch)
    y = _checkpoint_with_policy(torch, lambda a: (a @ a + 1).sum(1).exp().sum() * a.float().softmax(1).sum(), policy, x)
    y.backward()
    yield seen, _plain(x.grad)


# What is computed again ----------------------------------------------------------------------------------------------------------------


def _steps(torch: Any, log: list[str]) -> Callable[..., Any]:
    class Logged(torch.autograd.Function):
        """Says when it runs: PyTorch's policies do not hear of a Function, only of the ops in it."""

        @staticmethod
        def forward(ctx: Any, a: Any) -> Any:
            ctx.save_for_backward(a)
            log.append("run")
            return a.clone()

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g + 0 * ctx.saved_tensors[0]

    return lambda a: (Logged.apply(a.sin()) @ a.exp()).sigmoid().sum()


def gradients_under_policies(torch: Any) -> Iterator[Any]:
    """Values and gradients agree whatever the policy saves; only how often the function runs differs."""
    module = _module(torch)
    aten = torch.ops.aten
    policies: list[Any] = [
        lambda ctx, op, *a, **k: module.CheckpointPolicy.MUST_SAVE, lambda ctx, op, *a, **k: module.CheckpointPolicy.PREFER_RECOMPUTE,
        lambda ctx, op, *a, **k: op is aten.mm.default, lambda ctx, op, *a, **k: None, lambda ctx, op, *a, **k: 3, [aten.mm.default], [],
        [aten.sin.default, aten.exp.default], lambda ctx, op, *a, **k: module.CheckpointPolicy.MUST_RECOMPUTE]
    for policy in policies:
        x, log = _leaf(torch), []
        y = _checkpoint_with_policy(torch, _steps(torch, log), policy, x)
        y.backward()
        yield _plain(y), _plain(x.grad), log


def second_backwards(torch: Any) -> Iterator[Any]:
    """What a second backward pass through a selective checkpoint says and adds."""
    for policy in ([torch.ops.aten.sin.default], [], lambda ctx, op, *a, **k: True):
        x = _leaf(torch)
        y = _checkpoint_with_policy(torch, lambda a: (a.sin() * a.exp()).sum(), policy, x)
        y.backward(retain_graph=True)
        yield refused(y.backward), _plain(x.grad)


def what_was_kept_is_changed(torch: Any) -> Iterator[Any]:
    """A kept result changed afterwards is noticed, unless `allow_cache_entry_mutation` is set."""
    def function(a: Any) -> Any:
        b = a.sin()
        c = b.exp()
        b.detach().add_(1)
        return c.sum()

    for options in ({}, {"allow_cache_entry_mutation": True}):
        for policy in ([torch.ops.aten.sin.default], [torch.ops.aten.exp.default], []):
            x = _leaf(torch)
            y = _checkpoint_with_policy(torch, function, policy, x, **options)
            yield refused(y.backward)["raised"], _plain(x.grad)


def views_and_changes_in_place(torch: Any) -> Iterator[Any]:
    """Gradients through views and changes in place inside a selective checkpoint, under several policies."""
    def function(a: Any) -> Any:
        b = a.view(-1)[1:] * 2
        b.add_(1)
        return (b.view(2, 4).t() * 3).exp().sum()

    for policy in ([], [torch.ops.aten.exp.default], [torch.ops.aten.view.default, torch.ops.aten.slice.Tensor]):
        x = _leaf(torch)
        _checkpoint_with_policy(torch, function, policy, x).backward()
        yield _plain(x.grad)


def refused_policies(torch: Any) -> Iterator[Any]:
    """Lists with other things than op overloads are refused, and errors of a policy come through."""
    create = _module(torch).create_selective_checkpoint_contexts
    aten = torch.ops.aten
    for given in ([aten.mm], [3], ["mm"], (aten.mm.default,), "mm", 3, None, {aten.mm.default}):
        found = refused(lambda given=given: create(given))
        yield found["raised"], found["message"].split(" of type")[0]
    first, second = create([aten.mm.default])
    yield hasattr(first, "__enter__"), hasattr(second, "__exit__")

    def failing(ctx: Any, op: Any, *args: Any, **kwargs: Any) -> Any:
        raise KeyError(str(op))

    x = _leaf(torch)
    yield refused(lambda: _checkpoint_with_policy(torch, torch.sin, failing,
                                                  x)), refused(lambda: _checkpoint_with_policy(torch, torch.sin, lambda: True, x))["raised"]
    with torch.no_grad():
        yield _plain(_checkpoint_with_policy(torch, torch.sin, failing, x))
    yield _plain(x.sin())


def several_outputs_and_inputs(torch: Any) -> Iterator[Any]:
    """Ops with two results and functions with several inputs and outputs keep their gradients under policies."""
    for policy in ([torch.ops.aten.max.dim, torch.ops.aten.sort.default], [], lambda ctx, op, *a, **k: True):
        x, y = _leaf(torch), _leaf(torch)

        def function(a: Any, b: Any, scale: float) -> Any:
            values, places = (a * b).max(1)
            return (values.exp() * places).sum() * scale, a.sort(1)[0].sin()

        first, second = _checkpoint_with_policy(torch, function, policy, x, y, 2.0)
        (first + second.sum()).backward()
        yield _plain(first), _plain(x.grad), _plain(y.grad)


def random_numbers_under_policies(torch: Any) -> Iterator[Any]:
    """The recomputation draws the same random numbers and leaves the generator as it was."""
    for policy in ([], [torch.ops.aten.rand.default], lambda ctx, op, *a, **k: True):
        x = _leaf(torch)
        torch.manual_seed(5)
        y = _checkpoint_with_policy(torch, lambda a: (a.sin() * torch.rand(3, 3, dtype=torch.float64)).exp().sum(), policy, x)
        after = torch.rand(1)
        y.backward()
        yield _plain(y), _plain(x.grad), _plain(after), _plain(torch.rand(1))


def nested_selections(torch: Any) -> Iterator[Any]:
    """A selective checkpoint inside a plain one and inside a selective one."""
    def inner(a: Any) -> Any:
        return _checkpoint_with_policy(torch, lambda b: (b.sin() @ b).exp(), [torch.ops.aten.mm.default], a)

    for policy in ([], [torch.ops.aten.exp.default]):
        x = _leaf(torch)
        _module(torch).checkpoint(lambda a: inner(a).sum(), x, use_reentrant=False).backward()
        yield _plain(x.grad)
        x = _leaf(torch)
        _checkpoint_with_policy(torch, lambda a: inner(a * 2).sum(), policy, x)
        yield _plain(x.detach())


def modules_under_policies(torch: Any) -> Iterator[Any]:
    """Parameters of a module get the same gradients whether a policy keeps `addmm`, nothing or everything."""
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 2)).double()
    for policy in ([torch.ops.aten.addmm.default], [], lambda ctx, op, *a, **k: True):
        net.zero_grad()
        x = _leaf(torch)
        _checkpoint_with_policy(torch, lambda a: net(a).pow(2).sum(), policy, x).backward()
        yield _plain(x.grad), [_plain(p.grad) for p in net.parameters()]


# Entries of torch.ops ------------------------------------------------------------------------------------------------------------------


def entries_of_ops(torch: Any) -> Iterator[Any]:
    """How `torch.ops.aten` entries print, compare, hash and name their overloads and schemas."""
    aten = torch.ops.aten
    for entry in (aten.mm, aten.mm.default, aten.add, aten.add.Tensor, aten.sum.dim_IntList, aten.sin.out, aten.max.dim, aten.t):
        yield str(entry), repr(entry), entry.__name__, type(entry).__name__
    yield aten.mm is aten.mm, aten.mm.default is aten.mm.default, aten.mm.default == aten.mm.default, aten.mm.default != aten.add.Tensor
    yield len({aten.mm.default, aten.mm.default, aten.add.Tensor}), hash(aten.mm.default) == hash(aten.mm.default)
    yield aten.mm.default.name(), aten.add.Tensor.name(), aten.mm.default.namespace, str(aten.mm.default.overloadpacket)
    yield str(aten.mm.default._schema), str(aten.add.Tensor._schema), aten.t.default.is_view, aten.sin.default.is_view
    for call in (lambda: aten.nothing, lambda: aten.mm.nothing, lambda: torch.ops.nothing.nothing, lambda: aten.mm.name):
        yield refused(call)
    yield aten.sort.__name__, aten.mm.__name__, repr(torch.ops.aten)


def calls_of_ops(torch: Any) -> Iterator[Any]:
    """`torch.ops.aten` overloads and packets can be called directly, and refuse what their schema refuses."""
    aten = torch.ops.aten
    x = torch.arange(4.0).reshape(2, 2)
    y = x.clone().requires_grad_()
    yield aten.mm.default(x, x), aten.mm(x, x), aten.add.Tensor(x, x, alpha=2), aten.add(x, 1), aten.add.Scalar(x, 2), aten.sum(x, [1])
    yield aten.sum(x)
    yield aten.sum.dim_IntList(x, [0], True), aten.max.dim(x, 1), aten.t.default(x), aten.relu_(x.clone()), aten.mm.default(self=x, mat2=x)
    yield aten.sin.out(x, out=torch.empty(2, 2)), aten._softmax.default(x, 1, False), aten.view.default(x, [4]), aten.select.int(x, 0, 1)
    yield aten.mul.Tensor(y, y).grad_fn.name(), aten.cat.default([x, x], 1), aten.slice.Tensor(x, 1, 1, 2), aten.gelu.default(x * 0)
    yield aten.convolution.default(x[None], torch.ones(1, 2, 2), None, [1], [0], [1], False, [0], 1)
    yield aten._to_copy.default(x, dtype=torch.float64)
    for call in (lambda: aten.mm.default(), lambda: aten.mm.default(x), lambda: aten.mm.default(x, x, 3), lambda: aten.mm.default(3, x),
                 lambda: aten.mm(x, 3), lambda: aten.mm.default(input=x, mat2=x), lambda: aten.sum.dim_IntList(x, "x"),
                 lambda: aten.add.Scalar(x, x), lambda: aten.mm.default(x, torch.ones(3, 3))):
        yield refused(call)


# The plain call, further ---------------------------------------------------------------------------------------------------------------


def use_reentrant_is_asked_for(torch: Any) -> Iterator[Any]:
    """What `checkpoint` and `checkpoint_sequential` do and warn of if `use_reentrant` is not given."""
    module = _module(torch)
    for call in (lambda: module.checkpoint(torch.sin, _leaf(torch)),
                 lambda: module.checkpoint_sequential([torch.sin, torch.cos], 1, _leaf(torch))):
        result, noticed = _with_warnings(call)
        yield result, [kind for kind, _ in noticed], [text.split(":")[0] for _, text in noticed]


def keywords_and_other_arguments(torch: Any) -> Iterator[Any]:
    """Which further arguments and keywords each variant of `checkpoint` passes to the function."""
    checkpoint = _module(torch).checkpoint
    x = _leaf(torch)

    def function(a: Any, *rest: Any, scale: float = 1.0, **more: Any) -> Any:
        return a.sin() * scale + sum(r for r in rest if isinstance(r, (int, float))) + len(more)

    for reentrant, (args, kwargs) in product((True, False), (((3, "x", None), {}), ((), {"scale": 2.0}), ((), {"other": x}), (([x],), {}))):
        yield _with_warnings(lambda: checkpoint(function, x, *args, use_reentrant=reentrant, **kwargs).sum().item())
    for value in (True, False, 1, None, "x"):
        yield _with_warnings(lambda: checkpoint(function, x, use_reentrant=False, preserve_rng_state=value))[0]


def without_gradients(torch: Any) -> Iterator[Any]:
    """`checkpoint` on inputs without gradient, under `no_grad`, in inference mode, and with detached results."""
    checkpoint = _module(torch).checkpoint
    for reentrant in (True, False):
        found, noticed = _with_warnings(lambda: checkpoint(torch.sin, torch.ones(2), use_reentrant=reentrant).requires_grad)
        yield found, [kind for kind, _ in noticed]
        with torch.no_grad():
            yield _with_warnings(lambda: checkpoint(torch.sin, _leaf(torch), use_reentrant=reentrant).requires_grad)[0]
        with torch.inference_mode():
            yield _with_warnings(lambda: checkpoint(torch.sin, torch.ones(2), use_reentrant=reentrant))[0]
        yield _with_warnings(lambda: checkpoint(lambda a: a.detach(), _leaf(torch), use_reentrant=reentrant).requires_grad)[0]


def contexts_around_both_runs(torch: Any) -> Iterator[Any]:
    """`context_fn` gives one context for the first run and one for the recomputation."""
    module = _module(torch)
    log: list[str] = []

    @contextlib.contextmanager
    def noted(name: str) -> Iterator[None]:
        log.append(f"enter {name}")
        yield
        log.append(f"leave {name}")

    def function(a: Any) -> Any:
        log.append("run")
        return a.sin().exp().sum()

    x = _leaf(torch)
    y = module.checkpoint(function, x, use_reentrant=False, context_fn=lambda: (noted("forward"), noted("again")))
    y.backward()
    yield log, _with_warnings(lambda: module.checkpoint(function, x, use_reentrant=False, context_fn=lambda: None))[0][0]
    yield [type(c).__name__ for c in module.noop_context_fn()]
    # PyTorch: (['enter forward', 'run', 'leave forward', 'enter again', 'run'], 'TypeError')
    # PyTorch: ['nullcontext', 'nullcontext']


def exceptions_inside(torch: Any) -> Iterator[Any]:
    """Errors in the first run or the recomputation reach the caller and leave grad mode as it was."""
    checkpoint = _module(torch).checkpoint
    for reentrant in (True, False):
        def failing(a: Any) -> Any:
            raise KeyError("forward")

        yield refused(lambda: checkpoint(failing, _leaf(torch), use_reentrant=reentrant)), torch.is_grad_enabled()
        runs: list[int] = []

        def later(a: Any, runs: list[int] = runs) -> Any:
            runs.append(1)
            if len(runs) > 1:
                raise KeyError("again")
            return a.sin().sum()

        x = _leaf(torch)
        y = checkpoint(later, x, use_reentrant=reentrant)
        yield refused(y.backward), torch.is_grad_enabled(), x.grad, len(runs)
        yield _plain((x * 2).sum())
    # PyTorch: (KeyError: 'forward', True)
    # PyTorch: (KeyError: 'again', True, None, 2)
    # PyTorch: 12.857142857142858
    # PyTorch: (KeyError: 'forward', True)
    # PyTorch: (KeyError: 'again', True, None, 2)
    # PyTorch: 12.857142857142858


def determinism_is_checked(torch: Any) -> Iterator[Any]:
    """A recomputation that saves other tensors than the first run is found, as `determinism_check` says."""
    checkpoint = _module(torch).checkpoint
    changes: list[Callable[[Any], Any]] = [lambda a: a.float().sin().exp().sum(), lambda a: a.sin().sum(),
                                           lambda a: a.sin().exp().sin().sum(), lambda a: a.exp().sin().sum()]
    for change, check, stop in product(changes, ("default", "none"), (True, False)):
        functions = [lambda a: a.sin().exp().sum(), change]
        x = _leaf(torch)
        y = checkpoint(lambda a, functions=functions: functions.pop(0)(a), x, use_reentrant=False, determinism_check=check, early_stop=stop)
        found = refused(y.backward)
        yield found["raised"], found["message"].split(". ")[0].split("Number of")[0]


def what_checkpoints_hold(torch: Any) -> Iterator[Any]:
    """The node of a checkpoint, its second derivatives, and an input changed before the backward pass."""
    checkpoint = _module(torch).checkpoint
    for reentrant in (True, False):
        x = _leaf(torch)
        h = x * 2
        y = checkpoint(lambda a: (a.sin() * a).sum(), h, use_reentrant=reentrant)
        yield y.grad_fn.name(), y.requires_grad, y.is_leaf
        (g,) = torch.autograd.grad(y, x, create_graph=True) if not reentrant else (None,)
        if g is not None:
            yield _plain(g.detach()), _plain(torch.autograd.grad(g.sum(), x))
        with torch.no_grad():
            h.add_(1)
        yield _with_warnings(lambda: checkpoint(torch.sin, h, use_reentrant=reentrant).sum().backward())[0], _with_warnings(y.backward)[0]


def sequences(torch: Any) -> Iterator[Any]:
    """`checkpoint_sequential` gives the same gradients for any number of segments."""
    module = _module(torch)
    torch.manual_seed(0)
    net = torch.nn.Sequential(*(torch.nn.Linear(3, 3) for _ in range(5))).double()
    for segments, reentrant in product((1, 2, 3, 5), (True, False)):
        net.zero_grad()
        x = _leaf(torch)
        module.checkpoint_sequential(net, segments, x, use_reentrant=reentrant).sum().backward()
        yield _plain(x.grad), [_plain(p.grad.sum()) for p in net.parameters()]
    for arguments in ((net, 0, _leaf(torch)), ([], 1, _leaf(torch)), (net, 2), (torch.sin, 1, _leaf(torch))):
        yield _with_warnings(lambda: module.checkpoint_sequential(*arguments, use_reentrant=False))[0][0] is not None
    yield _with_warnings(lambda: module.checkpoint_sequential(net, 2, _leaf(torch), use_reentrant=False, nothing=1))


def random_state_in_both_variants(torch: Any) -> Iterator[Any]:
    """With `preserve_rng_state` dropout is repeated exactly and the generator is not moved by backward."""
    checkpoint = _module(torch).checkpoint
    for reentrant, preserve in product((True, False), (True, False)):
        x = _leaf(torch)
        torch.manual_seed(1)
        y = checkpoint(lambda a: torch.nn.functional.dropout(a, 0.5).exp().sum(), x, use_reentrant=reentrant, preserve_rng_state=preserve)
        between = torch.rand(1).item()
        state = torch.get_rng_state()
        y.backward()
        yield _plain(y), between, bool(torch.equal(state, torch.get_rng_state())) if preserve else None
        yield _plain(x.grad) if preserve else x.grad is not None


def hooks_and_checkpoints(torch: Any) -> Iterator[Any]:
    """Tensor hooks inside a checkpointed function, on the leaf and on the result: order and gradients."""
    checkpoint = _module(torch).checkpoint
    for reentrant in (True, False):
        log: list[Any] = []

        def function(a: Any, log: list[Any] = log) -> Any:
            b = a.sin()
            if b.requires_grad:
                b.register_hook(lambda g: log.append(("inside", round(g.sum().item(), 6))))
            return (b * b).sum()

        x = _leaf(torch)
        x.register_hook(lambda g: log.append(("leaf", round(g.sum().item(), 6))))
        y = checkpoint(function, x, use_reentrant=reentrant)
        y.register_hook(lambda g: log.append(("out", g.item())))
        y.backward()
        yield log, _plain(x.grad)


def groups_of_backwards(torch: Any) -> Iterator[Any]:
    """`GraphExecGroup` lets two backward passes share one recomputation; it cannot be nested."""
    module = _module(torch)
    runs: list[int] = []

    def function(a: Any) -> Any:
        runs.append(1)
        return a.sin().exp(), a.cos().exp()

    for grouped in (False, True):
        x = _leaf(torch)
        first, second = module.checkpoint(function, x, use_reentrant=False)
        with module.GraphExecGroup() if grouped else contextlib.nullcontext():
            first.sum().backward()
            second.sum().backward()
        yield len(runs), _plain(x.grad)
    with module.GraphExecGroup():
        yield refused(lambda: module.GraphExecGroup().__enter__())["message"].split(". ")[0]
    y = module.checkpoint(lambda a: a.sin().exp().sum(), _leaf(torch), use_reentrant=False)
    with module.GraphExecGroup():
        y.backward(retain_graph=True)
        found = refused(y.backward)
        yield found["raised"], "already unpacked once" in found["message"]


def helpers(torch: Any) -> Iterator[Any]:
    """The small helpers of `utils.checkpoint`: detached inputs, validity checks, policies, early stop."""
    module = _module(torch)
    x = _leaf(torch)
    a, b = module.detach_variable((x, 3))
    yield a.requires_grad, a.is_leaf, a is x, b, refused(lambda: module.detach_variable(x))
    yield _with_warnings(lambda: module.check_backward_validity([x.detach(),
                                                                 3])), _with_warnings(lambda: module.check_backward_validity([x]))
    yield module.get_device_states(x), module.DefaultDeviceType.get_device_type() in ("cpu", "cuda"), module.set_device_states([], [])
    yield [(p.name, p.value) for p in module.CheckpointPolicy], module.SelectiveCheckpointContext(is_recompute=True).op_output
    yield module.CheckpointError.__mro__[1].__name__, refused(lambda: module.SelectiveCheckpointContext())["raised"]
    with module.set_checkpoint_early_stop(False), module.set_checkpoint_debug_enabled(True):
        y = module.checkpoint(lambda v: v.sin().sum(), x, use_reentrant=False)
    y.backward()
    yield _plain(x.grad)


def autocast_as_then(torch: Any) -> Iterator[Any]:
    """The recomputation runs under the autocast state of the first run, not that of the backward pass."""
    for reentrant in (True, False):
        for forward in (True, False):
            seen: list[Any] = []

            def function(a: Any, seen: list[Any] = seen) -> Any:
                seen.append((torch.is_autocast_enabled("cpu"), str(torch.get_autocast_dtype("cpu"))))
                return (a @ a).relu() @ a

            a = torch.arange(1.0, 5.0).view(2, 2).div(3).requires_grad_()
            with torch.autocast("cpu", dtype=torch.float16 if forward else torch.bfloat16, enabled=forward):
                y = _module(torch).checkpoint(function, a, use_reentrant=reentrant)
            y.float().sum().backward()
            yield y.tolist(), y.dtype, seen, torch.is_autocast_enabled("cpu"), a.grad.tolist()
