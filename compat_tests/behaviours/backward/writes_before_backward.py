"""What may be changed between a call and its backward; layouts of gradients; refusals in place alone."""
from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

from .. import chain, refused
from .._autograd import tried


def _outcomes(torch: Any, make: Callable[[], list[Any]], call: Callable[..., Any]) -> Iterator[Any]:
    """For each choice of arguments that require gradients, and each argument and result changed: what backward says."""
    count = len(make())
    for asks in ([True] * count, *([i == j for j in range(count)] for i in range(count) if count > 1)):
        outcomes = []
        for changed in range(count + 1):
            args = [t.requires_grad_() if ask and t.is_floating_point() else t for t, ask in zip(make(), asks, strict=True)]
            asked = [t for t in args if t.requires_grad]
            if not asked:
                continue
            out = call(*args)
            [*args, out][changed].detach().zero_()
            found = tried(lambda out=out, asked=asked: torch.autograd.grad(out.abs().sum(), asked, allow_unused=True) and "done")
            outcomes.append(found if found == "done" else found[1][:60])
        yield asks, outcomes


def _packed(torch: Any, args: list[Any], call: Callable[..., Any]) -> Any:
    shapes: list[Any] = []
    args[0].requires_grad_()
    with torch.autograd.graph.saved_tensors_hooks(lambda t: (shapes.append(tuple(t.shape)), t)[1], lambda t: t):
        call(*args)
    return shapes


def convolutions_and_pools(torch: Any) -> Iterator[Any]:
    """Which arguments of convolutions and pools may be overwritten before backward, and what they pack."""
    F = torch.nn.functional
    def image() -> Any:
        return torch.arange(32.0).reshape(1, 2, 4, 4) / 9
    for call in (F.conv2d, F.conv_transpose2d):
        def make() -> list[Any]:
            return [image(), torch.ones(2, 2, 3, 3)]
        yield list(_outcomes(torch, make, call)), _packed(torch, make(), call)
    for call in (lambda x: F.max_pool2d(x, 2), lambda x: F.avg_pool2d(x, 2), lambda x: F.adaptive_avg_pool2d(x, 2),
                 lambda x: F.adaptive_max_pool2d(x, 2), lambda x: F.max_pool1d(x[0], 2)):
        yield list(_outcomes(torch, lambda: [image()], call)), _packed(torch, [image()], call)


def norms(torch: Any) -> Iterator[Any]:
    """Which arguments of group, layer and batch norms, running statistics included, may change before backward."""
    F = torch.nn.functional
    def make() -> list[Any]:
        return [torch.arange(12.0).reshape(3, 4).sin(), torch.ones(4), torch.zeros(4)]
    for call in (lambda x, w, b: F.group_norm(x, 2, w, b), lambda x, w, b: F.layer_norm(x, (4,), w, b),
                 lambda x, w, b: F.batch_norm(x, None, None, w, b, True)):
        yield list(_outcomes(torch, make, call)), _packed(torch, make(), call)
    for training in (True, False):
        x, w, b = (t.requires_grad_() for t in make())
        mean, var = torch.zeros(4), torch.ones(4)
        y = F.batch_norm(x, mean, var, w, b, training)
        yield mean._version, y.grad_fn._saved_running_mean is None
        mean.zero_()
        yield refused(lambda y=y: y.sum().backward())
        first = F.batch_norm(x, var, var, w, b, training)
        (first + F.batch_norm(x, var, var, w, b, training)).sum().backward()
        yield b.grad


def others(torch: Any) -> Iterator[Any]:
    """Which arguments of complex numbers, indexed sums, solvers and losses may be overwritten before backward."""
    F = torch.nn.functional
    def pair() -> list[Any]:
        return [torch.tensor([0.5, -1.0]), torch.tensor([2.0, 0.3])]
    def indexed() -> list[Any]:
        return [torch.ones(3), torch.tensor([2, 0]), torch.ones(2)]
    def matrix() -> list[Any]:
        return [torch.tensor([[2.0, 0.0], [0.5, 1.0]]), torch.ones(2, 1)]
    yield list(_outcomes(torch, pair, torch.complex))
    yield list(_outcomes(torch, pair, torch.polar))
    yield list(_outcomes(torch, lambda: [*pair(), torch.ones(2)], torch.addcdiv))
    yield list(_outcomes(torch, lambda: [torch.tensor([0.5, -0.2])], torch.erfinv))
    yield list(_outcomes(torch, lambda: [torch.ones(4)], torch.fft.rfft))
    for call in (lambda x, i, s: x.index_add(0, i, s), lambda x, i, s: x.index_copy(0, i, s), lambda x, i, s: x.put(i, s),
                 lambda x, i, s: x.scatter_add(0, i, s)):
        yield list(_outcomes(torch, indexed, call))
    for call in (torch.linalg.solve, lambda a, b: torch.linalg.solve_triangular(a, b, upper=False),
                 lambda a, b: torch.cholesky_solve(b, a)):
        yield list(_outcomes(torch, matrix, call))
    yield list(_outcomes(torch, lambda: [torch.randn(2, 3).log_softmax(1), torch.tensor([0, 2])], F.nll_loss))
    yield list(_outcomes(torch, lambda: [torch.tensor([[0.5, -1.0]]), torch.tensor([0.2])], F.prelu))
    yield list(_outcomes(torch, lambda: [torch.tensor([0.5, -1.0])], torch.special.log_ndtr))


def polar_of_signs(torch: Any) -> Iterator[Any]:
    """The gradient is made of the result."""
    a, b = torch.tensor([0.0, -1.0, 2.0], requires_grad=True), torch.tensor([0.3, 0.3, -0.5], requires_grad=True)
    found = torch.autograd.grad(torch.polar(a, b), (a, b), torch.tensor([1 + 2j, 1 + 2j, 3 - 1j]))
    yield [[round(v, 5) for v in t.tolist()] for t in found]
    # PyTorch: [[0.0, -1.54638, 3.11217], [0.0, -1.61515, 1.12139]]


def layouts_of_images(torch: Any) -> Iterator[Any]:
    """Which gradients have their channels innermost."""
    F = torch.nn.functional
    last = torch.channels_last
    for kernel in (1, 3):
        for which in range(4):
            x, w = torch.ones(2, 4, 5, 6), torch.ones(4, 4, kernel, kernel)
            x = x.contiguous(memory_format=last) if which & 1 else x
            w = w.contiguous(memory_format=last) if which & 2 else w
            x.requires_grad_()
            w.requires_grad_()
            for call in (F.conv2d, F.conv_transpose2d)[:kernel]:
                y = call(x, w)
                for g in (torch.ones(y.shape), torch.ones(y.shape).contiguous(memory_format=last)):
                    found = torch.autograd.grad(y, (x, w), g, retain_graph=True)
                    yield kernel, which, y.stride(), [t.stride() for t in found]
    x = torch.ones(2, 4, 6, 6).contiguous(memory_format=last).requires_grad_()
    for call in (lambda x: F.max_pool2d(x, 2), lambda x: F.avg_pool2d(x, 2), lambda x: F.adaptive_avg_pool2d(x, 3),
                 lambda x: F.adaptive_max_pool2d(x, 3), lambda x: F.group_norm(x, 2), lambda x: F.instance_norm(x),
                 lambda x: F.batch_norm(x, None, None, training=True), lambda x: F.batch_norm(x, torch.zeros(4), torch.ones(4))):
        y = call(x)
        yield [torch.autograd.grad(y, x, g, retain_graph=True)[0].stride() for g in (torch.ones(y.shape), torch.ones_like(y))]


def without_derivative_in_place(torch: Any) -> Iterator[Any]:
    """The in-place forms of acosh, asinh, atanh and floor_divide leave nodes without a derivative."""
    for name, start in (("acosh_", 1.5), ("asinh_", 0.5), ("atanh_", 0.5), ("arccosh_", 1.5)):
        leaf = torch.tensor([start, start + 0.2], requires_grad=True)
        y = getattr(leaf * 1, name)()
        yield chain(y.grad_fn), y._version, sorted(n for n in dir(y.grad_fn) if "_saved" in n)
        yield refused(lambda y=y: y.sum().backward())
        part = leaf * 1
        getattr(part[:1], name)()
        yield chain(part.grad_fn), refused(lambda part=part: part.sum().backward())
        yield refused(lambda: torch.func.grad(lambda x: getattr(x.clone(), name)().sum())(leaf.detach()))
        with warnings.catch_warnings():  # PyTorch's first use of forward mode warns of something else
            warnings.simplefilter("ignore")
            yield refused(lambda: torch.func.jvp(lambda x: getattr(x.clone(), name)(), (leaf.detach(),), (torch.ones(2),)))
    leaf = torch.tensor([[1.5, -2.0]], requires_grad=True)
    for name, other in (("floor_divide_", 2), ("floor_divide_", torch.ones(1, 2)), ("heaviside_", torch.ones(1, 2))):
        y = leaf * 1
        getattr(y[0], name)(other if isinstance(other, int) else other[0])
        yield chain(y.grad_fn), refused(lambda y=y: y.sum().backward())
        yield refused(lambda: getattr(leaf * 1, name)(other).sum().backward())
    yield refused(lambda: leaf.float_power_(2))


def tangents_of_registered_ops(torch: Any) -> Iterator[Any]:
    """Ops made by `torch.library.custom_op` have no formula for them."""
    def square(x: torch.Tensor) -> torch.Tensor:
        return x * x

    def twice(x: torch.Tensor) -> None:
        x.mul_(2)

    op = torch.library.custom_op("behaviours_changed_after::square", square, mutates_args=(), schema="(Tensor x) -> Tensor")
    writes = torch.library.custom_op("behaviours_changed_after::twice", twice, mutates_args=("x",), schema="(Tensor(a!) x) -> ()")
    op.register_autograd(lambda ctx, g: g * 2 * ctx.saved_tensors[0], setup_context=lambda ctx, inputs, output: (
        ctx.save_for_backward(*inputs)))
    x, t = torch.tensor([1.0, 2.0]), torch.tensor([1.0, 3.0])
    ad = torch.autograd.forward_ad
    with ad.dual_level():
        dual = ad.make_dual(x.clone(), t)
        yield tuple(ad.unpack_dual(op(dual)))
        writes(dual)
        primal, tangent = ad.unpack_dual(dual)
        yield primal.tolist(), tangent.tolist()
        asking = ad.make_dual(x.clone().requires_grad_(), t)
        yield refused(lambda: op(asking))
    yield [v.tolist() for v in torch.func.jvp(op, (x,), (t,))]
    yield torch.func.jacfwd(op)(x).tolist()
    yield refused(lambda: torch.func.grad(lambda x: op(x).sum())(x))
    # PyTorch: (tensor([1., 4.]), None)
    # PyTorch: ([2.0, 4.0], [1.0, 3.0])
    # PyTorch: NotImplementedError: You must implement the jvp function for ...
    # PyTorch: [[1.0, 4.0], [0.0, 0.0]]
    # PyTorch: [[0.0, 0.0], [0.0, 0.0]]
    # PyTorch: RuntimeError: In order to use an autograd.Function ...


def classes_of_nodes(torch: Any) -> Iterator[Any]:
    """`torch._C._functions` has a class for each kind of node, whatever it is made of."""
    F = torch.nn.functional
    x = torch.tensor([[0.5, 0.2], [0.1, 0.9]], requires_grad=True)
    for call in (lambda: x + x, lambda: torch.std_mean(x)[0], lambda: x.aminmax()[0], lambda: torch.dist(x, x + 1), lambda: x.sinc(),
                 lambda: x.deg2rad(), lambda: (x * 1).zero_(), lambda: (x * 1).fill_(2), lambda: (x * 1).uniform_(),
                 lambda: (x * 1).random_(), lambda: torch.frexp(x)[0], lambda: torch.block_diag(x, x), lambda: x.unique(),
                 lambda: F.embedding_bag(torch.tensor([[0, 1]]), x), lambda: torch._foreach_norm([x])[0], lambda: (x * 1).acosh_()):
        node = call().grad_fn
        found = getattr(torch._C._functions, node.name())
        yield node.name(), isinstance(node, found), issubclass(found, torch.autograd.graph.Node), found.__name__
        yield isinstance(x.exp().grad_fn, found), refused(lambda found=found: found())["raised"]
    yield refused(lambda: torch._C._functions.NoSuchBackward0)


def layouts_of_few(torch: Any) -> Iterator[Any]:
    """How a kept gradient lies where a mean of one element was repeated."""
    for call in (lambda a: a.sum().mean(), lambda a: a.sum(0, keepdim=True).mean(), lambda a: a.sum(), lambda a: a.mean().sum()):
        for shape in ((1,), (3,), (2, 3)):
            a = torch.ones(shape, requires_grad=True)
            y = call(a)
            call(y).backward()
            yield a.grad.stride()


def gradients_of_a_layers_weight(torch: Any) -> Iterator[Any]:
    """With create_graph the gradients of a linear layer have history and lie contiguously."""
    x = torch.ones(3, 2, requires_grad=True)
    layer = torch.nn.Linear(2, 2)
    y = layer(x)
    for asked in ([layer.weight], [layer.bias], [x, layer.weight]):
        for t in torch.autograd.grad(y.pow(2).sum(), asked, create_graph=True):
            yield t.grad_fn is not None, t.stride()
    # PyTorch: (True, (2, 1))
    # PyTorch: (True, (1,))
    # PyTorch: (True, (2, 1))
    # PyTorch: (True, (2, 1))


def exponents(torch: Any) -> Iterator[Any]:
    """The node of frexp saves its exponent and refuses backward after that is changed in place."""
    x = torch.tensor([1.0, 3.0, 0.2], requires_grad=True)
    mantissa, exponent = torch.frexp(x)
    node = mantissa.grad_fn
    yield node._saved_exponent, node._raw_saved_exponent.data, sorted(n for n in dir(node) if "_saved" in n)
    exponent.add_(1)
    yield refused(lambda: torch.autograd.grad(mantissa.sum(), x))
    other = torch.frexp(x)[0]
    yield torch.autograd.grad(other.sum(), x)
    yield refused(lambda: other.grad_fn._saved_exponent)
    # PyTorch: (tensor([1, 2, -2], dtype=torch.int32), tensor([1, 2, -2], dtype=torch.int32), ['_raw_saved_exponent', '_saved_exponent'])
    # PyTorch: RuntimeError: one of the variables needed for ...
    # PyTorch: (tensor([0.5000, 0.2500, 4.0000]),)
    # PyTorch: RuntimeError: Trying to backward through the graph a ...
    # PyTorch: memory in common: 0 and 1


def order_of_execution(torch: Any) -> Iterator[Any]:
    """`torch._C._current_graph_task_execution_order` tells it to hooks of the first node."""
    def order() -> Any:
        return [node.name() for node in torch._C._current_graph_task_execution_order()]

    def told(make: Callable[..., Any], place: int, *inputs: int) -> Any:
        leaves = [torch.ones(2, requires_grad=True) for _ in range(2)]
        outs = make(*leaves)
        caught: list[Any] = []
        outs[place].register_hook(lambda _: caught.append(tried(order)))
        if inputs:
            torch.autograd.grad(outs, [leaves[i - 1] for i in inputs], [torch.ones_like(t) for t in outs], allow_unused=True)
        else:
            torch.autograd.backward(outs, [torch.ones_like(t) for t in outs])
        return [h if isinstance(h, list) else (h[0], h[1][:47]) for h in caught]

    def diamond(x: Any, y: Any) -> list[Any]:
        a = x * 2
        return [(a.exp() * a.sin() * y).sum()]

    def two(x: Any, y: Any) -> list[Any]:
        a = x * 2
        return [a.exp(), y.sin() * a]

    yield tried(order)
    yield told(diamond, 0)
    with torch.autograd.set_multithreading_enabled(False):
        for make, place in ((diamond, 0), (two, 0), (two, 1), (lambda x, y: [x], 0)):
            for inputs in ((), (1,), (1, 2)):
                yield told(make, place, *inputs)


def wrong_kinds(torch: Any) -> Iterator[Any]:
    """What hooks of AccumulateGrad, hooks of saved tensors and `grad` are given that they cannot take."""
    import collections

    import numpy

    x = torch.ones(2, requires_grad=True)
    a = x * 2
    node = a.grad_fn.next_functions[0][0]
    for answer in (None, (), torch.ones(2), (torch.ones(2),), [1], 3, numpy.ones(2)):
        handle = node.register_hook(lambda inputs, outputs, answer=answer: answer)
        yield refused(lambda: a.sum().backward(retain_graph=True))
        handle.remove()
    yield x.grad
    for answer in (numpy.ones(2), collections.OrderedDict(), torch.Size([2])):
        handle = x.register_hook(lambda g, answer=answer: answer)
        yield refused(lambda: a.sum().backward(retain_graph=True))
        handle.remove()
    for answer in (numpy.ones(2), 3, torch.ones(2, dtype=torch.int64)):
        with torch.autograd.graph.saved_tensors_hooks(lambda t: t.detach(), lambda t, answer=answer: answer):
            y, z = x * x, a * a
        yield refused(lambda y=y: y.sum().backward()), refused(lambda y=y: y.grad_fn._saved_self)
        yield refused(lambda z=z: torch.autograd.grad(z.sum(), a))["raised"]
    yield refused(lambda: torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t).__exit__())["message"][:40]
    b = x.exp()
    for inputs in (collections.OrderedDict(x=x), {"x": x}, {}):
        yield refused(lambda inputs=inputs: torch.autograd.grad(b.sum(), inputs, retain_graph=True))
    for outputs, cotangents in (([b, b * 2], [torch.eye(2), None]), ([b, b.sum()], [torch.eye(2), None])):
        yield tried(lambda o=outputs, c=cotangents: torch.autograd.grad(o, x, c, is_grads_batched=True, retain_graph=True))


def detached_from_inference(torch: Any) -> Iterator[Any]:
    """Outside of inference mode what is detached from an inference tensor is one, and counts what is written into it."""
    with torch.inference_mode():
        x, asking = torch.ones(2, 2), torch.ones(2, 2, requires_grad=True)

    def told(t: Any) -> Any:
        return t.is_inference(), t._is_view(), tried(lambda: t._version), t.requires_grad, t.tolist()

    for source in (x, asking):
        for made in (source.detach(), source.data, source.detach().detach(), source.data.detach(), source.detach().data):
            for call in (lambda t: t, lambda t: t.detach(), lambda t: t.reshape(-1), lambda t: t.detach()[0], lambda t: t.view(torch.int32),
                         lambda t: t.view(torch.int32)[0], lambda t: t * 2, lambda t: t.clone(), lambda t: t.add_(1),
                         lambda t: t.requires_grad_(), lambda t: t * torch.ones(2, 2, requires_grad=True)):
                yield tried(lambda call=call, made=made: told(call(made)))


def modes_told(torch: Any) -> Iterator[Any]:
    """What inference mode says of threads, and `torch._C._set_grad_enabled`."""
    for mode in (torch.inference_mode, torch.no_grad, lambda: torch.inference_mode(False)):
        with mode():
            yield torch._C._is_multithreading_enabled(), torch.is_grad_enabled(), torch.is_inference_mode_enabled()
    for value in (False, 1, None, True):
        yield tried(lambda value=value: torch._C._set_grad_enabled(value)), torch.is_grad_enabled()


def views_without_a_history(torch: Any) -> Iterator[Any]:
    """What asks a view for the history that it has lost before it says anything else."""
    def lost() -> Any:
        base = torch.ones(2, 2, requires_grad=True) * 1
        with torch.no_grad():
            view = base.view(2, 2)
        base.mul_(2)
        return view

    other = torch.ones(2, 2)
    for call in (lambda v: torch.isclose(v, other), lambda v: torch.isclose(other, v), lambda v: torch.allclose(v, other)):
        yield refused(lambda call=call: call(lost()))
    with torch.no_grad():
        yield torch.isclose(lost(), other * 2)
    # PyTorch: RuntimeError: A view was created in no_grad mode and ...
    # PyTorch: RuntimeError: A view was created in no_grad mode and ...
    # PyTorch: nothing: bool
    # PyTorch: tensor([[True, True], [True, True]])


def shapes_replaced(torch: Any) -> Iterator[Any]:
    """Which function is said to have returned a gradient that does not fit."""
    for call in (lambda t: t * 2, lambda t: t.exp(), lambda t: torch.ones(3) - t, lambda t: torch.ones(3) * t):
        leaf = torch.ones(2, requires_grad=True)
        kept = leaf * 1  # its node knows the shape
        leaf.data = torch.ones(3)
        yield refused(lambda leaf=leaf, call=call: call(leaf).sum().backward()), kept.shape
    # PyTorch: (RuntimeError: Function MulBackward0 returned an ..., Size(2))
    # PyTorch: (RuntimeError: Function ExpBackward0 returned an ..., Size(2))
    # PyTorch: (RuntimeError: Function SubBackward0 returned an ..., Size(2))
    # PyTorch: (RuntimeError: Function MulBackward0 returned an ..., Size(2))


def weights_that_are_views(torch: Any) -> Iterator[Any]:
    """Autocast casts a weight once, unless it is a view."""
    for weight in (torch.ones(2, 2, requires_grad=True), torch.ones(4).reshape(2, 2).requires_grad_()):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            y = (torch.ones(2, 2) @ weight) @ weight
        found, = torch.autograd.grad(y.float().sum(), weight, create_graph=True)
        yield chain(found.grad_fn, 2), found._version
        y.float().sum().backward()
        yield weight.grad
    # PyTorch: (['ToCopyBackward0', [['AddBackward0', ['...', 0], ['...', 0]], 0]], 0)
    # PyTorch: tensor([[8., 8.], [8., 8.]])
    # PyTorch: (['AddBackward0', [['ToCopyBackward0', ['...', 0]], 0], [['ToCopyBackward0', ['...', 0]], 0]], 0)
    # PyTorch: tensor([[8., 8.], [8., 8.]])


def gradients_kept(torch: Any) -> Iterator[Any]:
    """Strides and identity of what leaves keep: of leaves with gaps, of another dtype than the leaf's, of a sparse gradient."""
    for leaf in (torch.ones(2, 6)[:, ::2].requires_grad_(), torch.ones(3, 2).t().requires_grad_()):
        for g in (torch.ones(2, 3), torch.ones(3, 2).t(), torch.ones(()).expand(2, 3), torch.ones(2, 6)[:, ::2]):
            leaf.grad = None
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # once per process PyTorch warns of the layout
                leaf.backward(g)
                yield leaf.grad.stride(), leaf.grad is g
                leaf.backward(g)
                yield leaf.grad
    x = torch.ones(2, requires_grad=True)
    sparse = torch.ones(2).to_sparse()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # and of cycles
        x.backward(sparse, create_graph=True)
    yield x.grad is sparse, x.grad._version, x.grad.to_dense()
    for dtype in (torch.float64, torch.float16, None, torch.complex64):
        x = torch.ones(2, requires_grad=True)
        x.grad_dtype = dtype
        (x * 2).sum().backward()
        yield x.grad
        (x * 2).sum().backward()
        yield x.grad
    x = torch.ones(2, requires_grad=True)
    x.grad_dtype = torch.int64
    yield refused(lambda: (x * 2).sum().backward())["message"][:63], x.grad


def what_got_its_history_after_it_was_saved(torch: Any) -> Iterator[Any]:
    """A saved tensor changed in place makes backward fail, and the message names the node it got since."""
    w = torch.ones(2, requires_grad=True)
    for change in (lambda v, y: v.add_(y), lambda v, y: v.mul_(y).mul_(2), lambda v, y: v.add_(w).exp_(), lambda v, y: v[:1].add_(w[:1]),
                   lambda v, y: v.add_(1)):
        v = torch.tensor([1.0, 2.0])
        y = v * w
        change(v, y)
        try:
            y.sum().backward()
        except RuntimeError as error:
            yield str(error)
    # PyTorch: 'one of the variables needed for ...'
    # PyTorch: 'one of the variables needed for ...'
    # PyTorch: 'one of the variables needed for ...'
    # PyTorch: 'one of the variables needed for ...'
    # PyTorch: 'one of the variables needed for ...'
