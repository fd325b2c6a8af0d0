"""Checkpoints: how often the function runs, what it may return, and how its errors look."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._autograd import make_leaf, tried


def _checkpoint(torch: Any) -> Any:
    return torch.utils.checkpoint.checkpoint


def both_kwargs(torch: Any) -> Iterator[Any]:
    """Which of the two `checkpoint` variants passes keywords and plain numbers on to the function."""
    for r in (True, False):
        x = make_leaf(torch)
        yield tried(lambda: _checkpoint(torch)(lambda x, k=1: x * k, x, k=3, use_reentrant=r))
        yield tried(lambda: _checkpoint(torch)(lambda x, k=1: x * k, x, 3, use_reentrant=r))
    # PyTorch: ('ValueError', 'Unexpected keyword arguments: k')
    # PyTorch: tensor([3., 6., 9.], grad_fn=<CheckpointFunctionBackward>)
    # PyTorch: tensor([3., 6., 9.], grad_fn=<MulBackward0>)
    # PyTorch: tensor([3., 6., 9.], grad_fn=<MulBackward0>)


def nonlist(torch: Any) -> Iterator[Any]:
    """What each variant makes of functions that return tuples, lists, dicts, None, numbers or their input."""
    for r in (True, False):
        x = make_leaf(torch)
        for f in (
            lambda x: (x * 2, 3),
            lambda x: None,
            lambda x: [x * 2, x],
            lambda x: {"a": x * 2},
            lambda x: x,
            lambda x: (x * 2, None),
            lambda x: 3,
        ):
            yield (r, tried(lambda: _checkpoint(torch)(f, x, use_reentrant=r)))


def no_grad_inputs(torch: Any) -> Iterator[Any]:
    """If no input requires grad, does a leaf that the function closes over still get its gradient?."""
    for r in (True, False):
        y = _checkpoint(torch)(lambda x: x * 2, torch.ones(2), use_reentrant=r)
        yield (y, y.requires_grad)
        w = make_leaf(torch, 2)
        y = _checkpoint(torch)(lambda x: x * w, torch.ones(2), use_reentrant=r)
        yield y
        yield tried(lambda: y.sum().backward())
        yield w.grad


def autograd_grad(torch: Any) -> Iterator[Any]:
    """Whether `autograd.grad` and `backward(inputs=...)` go through each variant of `checkpoint`."""
    for r in (True, False):
        x = make_leaf(torch)
        y = _checkpoint(torch)(lambda x: x.exp(), x, use_reentrant=r).sum()
        yield tried(lambda: torch.autograd.grad(y, x))
        y = _checkpoint(torch)(lambda x: x.exp(), x, use_reentrant=r).sum()
        yield tried(lambda: y.backward(inputs=[x]))
        yield x.grad
    # PyTorch: ('RuntimeError', 'When use_reentrant=True, ...')
    # PyTorch: ('RuntimeError', 'When use_reentrant=True, ...')
    # PyTorch: None
    # PyTorch: (tensor([2.7183, 7.3891, 20.0855]),)
    # PyTorch: None
    # PyTorch: tensor([2.7183, 7.3891, 20.0855])


def dropout_rng(torch: Any) -> Iterator[Any]:
    """Dropout in a checkpoint repeats its mask only with `preserve_rng_state`."""
    for r in (True, False):
        for p in (True, False):
            torch.manual_seed(3)
            x = torch.ones(20, requires_grad=True)
            y = _checkpoint(torch)(lambda x: torch.nn.functional.dropout(x * 1, 0.5), x, use_reentrant=r, preserve_rng_state=p)
            y.sum().backward()
            yield (y, x.grad, torch.rand(2))


def count(torch: Any) -> Iterator[Any]:
    """How often each variant runs the function for one backward pass."""
    for r in (True, False):
        n = [0]

        def f(x):
            n[0] += 1
            return x.exp()

        x = make_leaf(torch)
        y = _checkpoint(torch)(f, x, use_reentrant=r)
        z = y.sum()
        z.backward()
        yield n[0]
    # PyTorch: 2
    # PyTorch: 2


def early(torch: Any) -> Iterator[Any]:
    """With early stop the recomputation ends as soon as all saved tensors are there."""
    for e in (True, False):
        log = []

        def f(x):
            log.append("a")
            y = x.exp()
            log.append("b")
            z = y * 2
            log.append("c")
            return z + 1

        x = make_leaf(torch)
        _checkpoint(torch)(f, x, use_reentrant=False, early_stop=e).sum().backward()
        yield log
        with torch.utils.checkpoint.set_checkpoint_early_stop(e):
            log = []
            _checkpoint(torch)(f, x, use_reentrant=False).sum().backward()
            yield log
        with torch.utils.checkpoint.set_checkpoint_early_stop(e):
            y = _checkpoint(torch)(f, x, use_reentrant=False).sum()
        log.clear()
        y.backward()
        yield log
    # PyTorch: ['a', 'b', 'c', 'a']
    # PyTorch: ['a', 'b', 'c', 'a']
    # PyTorch: ['a']
    # PyTorch: ['a', 'b', 'c', 'a', 'b', 'c']
    # PyTorch: ['a', 'b', 'c', 'a', 'b', 'c']
    # PyTorch: ['a', 'b', 'c']


def context_fn(torch: Any) -> Iterator[Any]:
    """`context_fn` wraps both runs in order; wrong values and the reentrant variant refuse it."""
    import contextlib

    log = []

    @contextlib.contextmanager
    def c(n):
        log.append("in" + n)
        yield
        log.append("out" + n)

    x = make_leaf(torch)
    y = _checkpoint(torch)(lambda x: [log.append("run"), x.exp()][1], x, use_reentrant=False, context_fn=lambda: (c("f"), c("r")))
    y.sum().backward()
    yield log
    yield tried(lambda: _checkpoint(torch)(lambda x: x, x, use_reentrant=True, context_fn=lambda: (c("f"), c("r"))))
    yield tried(lambda: _checkpoint(torch)(lambda x: x, x, use_reentrant=True, debug=True))
    yield tried(lambda: _checkpoint(torch)(lambda x: x * 2, x, use_reentrant=False, context_fn=lambda: 3))
    yield tried(lambda: _checkpoint(torch)(lambda x: x * 2, x, use_reentrant=False, context_fn=lambda: (c("a"),)))
    yield tried(lambda: _checkpoint(torch)(lambda x: x * 2, x, use_reentrant=False, context_fn=lambda: (1, 2)))
    # PyTorch: ['inf', 'run', 'outf', 'inr', 'run']
    # PyTorch: ('ValueError', 'Passing `context_fn` or `debug` is only ...')
    # PyTorch: ('ValueError', 'Passing `context_fn` or `debug` is only ...')
    # PyTorch: ('TypeError', 'cannot unpack non-iterable int object')
    # PyTorch: ('ValueError', 'not enough values to unpack (expected ...')
    # PyTorch: ('TypeError', "'int' object does not support the ...")


def _nondet(torch: Any, first: Any, second: Any) -> Any:
    n = [0]

    def f(x):
        n[0] += 1
        return (first if n[0] == 1 else second)(x)

    return f


def determinism(torch: Any) -> Iterator[Any]:
    """A function that does something else the second time is reported, or passes with the check off."""
    x = make_leaf(torch)
    for a, b in (
        (lambda x: x.exp(), lambda x: x.exp().exp()),
        (lambda x: x.exp().exp(), lambda x: x.exp()),
        (lambda x: x.exp(), lambda x: x[:2].exp()),
        (lambda x: x.exp(), lambda x: x.double().exp().float()),
        (lambda x: x.exp() * x.sin(), lambda x: x.exp() * 1),
        (lambda x: x.exp(), lambda x: x * 2),
        (lambda x: x * 2, lambda x: x.exp()),
        (lambda x: x.exp(), lambda x: x.exp().unsqueeze(0)),
    ):
        for d in ("default", "none"):
            for e in (True, False):
                yield (
                    d,
                    e,
                    tried(
                        lambda: (
                            _checkpoint(torch)(_nondet(torch, a, b), x, use_reentrant=False, determinism_check=d, early_stop=e)
                            .sum()
                            .backward()
                        )
                    ),
                )
                yield x.grad
                x.grad = None
    yield tried(lambda: _checkpoint(torch)(lambda x: x, x, use_reentrant=False, determinism_check="foo"))
    yield tried(lambda: _checkpoint(torch)(lambda x: x, x, use_reentrant=True, determinism_check="foo"))


def exc_in_fwd(torch: Any) -> Iterator[Any]:
    """An error in the first run reaches the caller and leaves grad mode on."""

    def f(x):
        raise ValueError("v")

    for r in (True, False):
        yield tried(lambda: _checkpoint(torch)(f, make_leaf(torch), use_reentrant=r))
        yield torch.is_grad_enabled()
    # PyTorch: ('ValueError', 'v')
    # PyTorch: True
    # PyTorch: ('ValueError', 'v')
    # PyTorch: True


def exc_in_rec(torch: Any) -> Iterator[Any]:
    """An error in the recomputation comes out of `backward` and leaves no gradient."""
    for r in (True, False):

        def b(x):
            raise ValueError("v")

        x = make_leaf(torch)
        y = _checkpoint(torch)(_nondet(torch, lambda x: x.exp(), b), x, use_reentrant=r).sum()
        yield tried(lambda: y.backward())
        yield (torch.is_grad_enabled(), x.grad)
    # PyTorch: ('ValueError', 'v')
    # PyTorch: (True, None)
    # PyTorch: ('ValueError', 'v')
    # PyTorch: (True, None)


def inplace_input(torch: Any) -> Iterator[Any]:
    """A checkpointed input changed in place, by the function itself or before the backward pass."""
    for r in (True, False):
        leaf = make_leaf(torch)
        x = leaf * 1
        yield tried(lambda: _checkpoint(torch)(lambda x: x.mul_(2).exp(), x, use_reentrant=r))
        x = leaf * 1
        y = _checkpoint(torch)(lambda x: x.exp(), x, use_reentrant=r)
        x.add_(1)
        yield tried(lambda: y.sum().backward())
        yield leaf.grad
    # PyTorch: tensor([7.3891, 54.5981, 403.4288], grad_fn=<CheckpointFunctionBackward>)
    # PyTorch: ('RuntimeError', 'one of the variables needed for ...')
    # PyTorch: None
    # PyTorch: tensor([7.3891, 54.5981, 403.4288], grad_fn=<ExpBackward0>)
    # PyTorch: ('RuntimeError', 'one of the variables needed for ...')
    # PyTorch: None


def in_no_grad(torch: Any) -> Iterator[Any]:
    """Under `no_grad` a checkpoint gives a plain result without a graph."""
    for r in (True, False):
        with torch.no_grad():
            y = _checkpoint(torch)(lambda x: x.exp(), make_leaf(torch), use_reentrant=r)
            yield y
    # PyTorch: tensor([2.7183, 7.3891, 20.0855])
    # PyTorch: tensor([2.7183, 7.3891, 20.0855])


def hooks_in_ck(torch: Any) -> Iterator[Any]:
    """How often a hook registered inside the checkpointed function runs in the backward pass."""
    for r in (True, False):
        log = []

        def f(x):
            y = x.exp()
            y.requires_grad and y.register_hook(lambda g: log.append("h"))
            return y * 2

        x = make_leaf(torch)
        _checkpoint(torch)(f, x, use_reentrant=r).sum().backward()
        yield log
    # PyTorch: ['h']
    # PyTorch: ['h']


def policies_hear_of_overwriting(torch: Any) -> Iterator[Any]:
    """Under which names a policy hears of fills and random writes in place."""
    from importlib import import_module

    module = import_module(torch.__name__ + ".utils.checkpoint")
    for change in (lambda t: t.zero_(), lambda t: t.fill_(2), lambda t: t.fill_(torch.tensor(2.0)), lambda t: t.uniform_(),
                   lambda t: t.normal_(), lambda t: t.bernoulli_(0.5), lambda t: t.random_(), lambda t: t.exponential_(),
                   lambda t: torch.outer(t, t)[0]):
        caught = []

        def policy(ctx: Any, op: Any, *args: Any, **options: Any) -> Any:
            if "view" not in str(op) and "empty" not in str(op):
                caught.append((str(op), ctx.is_recompute))
            return module.CheckpointPolicy.PREFER_SAVE

        x = make_leaf(torch)
        torch.manual_seed(1)
        y = module.checkpoint(lambda x: change(x * 1) + x * x, x, use_reentrant=False,
                              context_fn=lambda: module.create_selective_checkpoint_contexts(policy, allow_cache_entry_mutation=True))
        y.sum().backward()
        yield caught, x.grad


def hooks_under_transforms(torch: Any) -> Iterator[Any]:
    """Saved tensor hooks and checkpoints inside and around `torch.func` transforms: which are refused."""
    func, hooks = torch.func, torch.autograd.graph.saved_tensors_hooks

    def hooked(a: Any) -> Any:
        with hooks(lambda t: t, lambda t: t):
            return a.sin().sum()

    def around(call: Any) -> Any:
        with hooks(lambda t: t, lambda t: t):
            return call()

    x = torch.ones(3)
    transforms = [lambda f: func.grad(f)(x), lambda f: func.vjp(f, x)[0], lambda f: func.jacrev(f)(x), lambda f: func.jvp(f, (x,), (x,)),
                  lambda f: func.vmap(f)(x), lambda f: func.jacfwd(f)(x)]
    for transform in transforms:
        yield tried(lambda: transform(hooked)), tried(lambda: around(lambda: transform(lambda a: a.sin().sum())))
        yield tried(lambda: transform(lambda a: _checkpoint(torch)(torch.sin, a, use_reentrant=False).sum()))
    yield around(lambda: x.clone().requires_grad_().sin().sum()).item()


def caching_casts(torch: Any) -> Iterator[Any]:
    """The recomputation restores whether autocast caches its casts."""
    seen: list[bool] = []
    cached = torch.is_autocast_cache_enabled

    def function(a: Any) -> Any:
        seen.append(cached())
        return a @ a

    for reentrant in (True, False):
        x = torch.ones(2, 2, requires_grad=True)
        with torch.autocast("cpu", torch.bfloat16, cache_enabled=False):
            y = _checkpoint(torch)(function, x, use_reentrant=reentrant)
            with torch.autocast("cpu", torch.bfloat16):
                seen.append(cached())
            torch.set_autocast_cache_enabled(True)
            seen.append(cached())
        y.float().sum().backward()
        yield list(seen), cached(), x.grad.tolist()
    # PyTorch: ([False, False, True, False], True, [[4.0, 4.0], [4.0, 4.0]])
    # PyTorch: ([False, False, True, False, False, False, True, False], True, [[4.0, 4.0], [4.0, 4.0]])


def segments_of_other_modules(torch: Any) -> Iterator[Any]:
    """`checkpoint_sequential` of a ModuleList, a single layer and a Sequential."""
    nn = torch.nn
    for functions in (nn.ModuleList([nn.ReLU(), nn.ReLU()]), nn.Linear(3, 3), nn.Sequential(nn.ReLU(), nn.ReLU())):
        yield tried(lambda: torch.utils.checkpoint.checkpoint_sequential(functions, 2, make_leaf(torch), use_reentrant=False))
    # PyTorch: tensor([1., 2., 3.], grad_fn=<ReluBackward0>)
    # PyTorch: ('TypeError', "object of type 'Linear' has no len()")
    # PyTorch: tensor([1., 2., 3.], grad_fn=<ReluBackward0>)


def _gradient_with_saved_op(torch: Any, function: Any, wanted: str, **options: Any) -> Any:
    """The gradient under a policy that saves the results of one op, or the error."""
    module, caught = torch.utils.checkpoint, []

    def policy(context: Any, op: Any, *args: Any, **kwargs: Any) -> Any:
        if not context.is_recompute:
            caught.append(str(op))
        return module.CheckpointPolicy.MUST_SAVE if f".{wanted}." in str(op) else module.CheckpointPolicy.PREFER_RECOMPUTE

    def run() -> Any:
        x = torch.full((4, 4), 0.5, requires_grad=True)
        contexts = lambda: module.create_selective_checkpoint_contexts(policy, **options)  # noqa: E731 (as programs write it)
        module.checkpoint(function, x, use_reentrant=False, context_fn=contexts).sum().backward()
        return x.grad

    return tried(run), caught


def kept_and_written(torch: Any) -> Iterator[Any]:
    """Results that are views, and results of changes in place, both with and without leave to change them."""
    def changed(view: Any) -> Any:
        def function(x: Any) -> Any:
            base = x * 2
            part = view(base)
            base.mul_(2)
            return (part * part).exp()

        return function

    for name, view in (("select", lambda y: y[0]), ("t", lambda y: y.t()), ("view", lambda y: y.view(-1)), ("mul", lambda y: y[1:])):
        yield _gradient_with_saved_op(torch, changed(view), name)
    writes = (("add_", lambda y: y.add_(1)), ("relu_", lambda y: y.relu_()), ("zero_", lambda y: y.zero_()), ("t_", lambda y: y.t_()),
              ("copy_", lambda y: y.copy_(y + 1)), ("clamp_", lambda y: y.clamp_(0, 1)), ("unsafe_split", lambda y: torch.unsafe_split(
                  y, 4)[0].sigmoid_()), ("masked_fill_", lambda y: y.masked_fill_(y > 3, 0.0)))
    for name, write in writes:
        for options in ({}, {"allow_cache_entry_mutation": True}):
            yield _gradient_with_saved_op(torch, lambda x: write(x * 2) * x, name, **options)
    yield _gradient_with_saved_op(torch, lambda x: torch.nn.functional.relu(x * 2, inplace=True), "relu_")


def kept_of_recurrences(torch: Any) -> Iterator[Any]:
    """Which ops of recurrent layers a policy hears of, and whether their results can be kept."""
    nn = torch.nn
    for made in (lambda: nn.GRU(4, 3), lambda: nn.LSTM(4, 3, num_layers=2), lambda: nn.LSTM(4, 3, bidirectional=True),
                 lambda: nn.LSTM(4, 3, bias=False), lambda: nn.RNN(4, 3, batch_first=True), lambda: nn.LSTMCell(4, 3)):
        for wanted in ("sigmoid_", "addmm", "mkldnn_rnn_layer", "select"):
            torch.manual_seed(0)
            layer = made()
            outcome, caught = _gradient_with_saved_op(torch, lambda x: layer(x if isinstance(layer, nn.RNNCellBase) else x[None])[0],
                                                      wanted)
            yield outcome if isinstance(outcome, tuple) else "computed", caught


def statistics(torch: Any) -> Iterator[Any]:
    """How often running statistics of norm layers are updated if a checkpoint runs them twice."""
    nn = torch.nn
    x = torch.arange(12.0).reshape(4, 3).div(8).requires_grad_()
    for net in (nn.BatchNorm1d(3), nn.BatchNorm1d(3, momentum=None), nn.Sequential(nn.BatchNorm1d(3), nn.ReLU(), nn.BatchNorm1d(3))):
        for r in (True, False):
            _checkpoint(torch)(net, x, use_reentrant=r).sum().backward()
            yield list(net.buffers())
    for net, data in ((nn.BatchNorm2d(2), x.reshape(3, 2, 2, 1)), (nn.InstanceNorm1d(3, track_running_stats=True), x.reshape(2, 3, 2))):
        _checkpoint(torch)(net, data, use_reentrant=False).sum().backward()
        yield list(net.buffers())
    net, packed = nn.BatchNorm1d(3), []

    def pack(t: Any) -> Any:
        packed.append(t)
        if len(packed) == 2:
            raise ValueError("planted")
        return t

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        yield tried(lambda: net(x)), net.running_mean
