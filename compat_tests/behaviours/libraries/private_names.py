"""Private names that tests of autograd are written with, and what they show of the engine."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import chain
from .._autograd import make_leaf, tried


def delayed_errors(torch: Any) -> Iterator[Any]:
    """DelayedError passes tensors through and raises its text once backward reaches it."""
    functions, x = torch._C._functions, make_leaf(torch)
    y = functions.DelayedError("planted", 1)(x)
    yield chain(y.grad_fn), y is x, y.data_ptr() == x.data_ptr(), tried(lambda: y.sum().backward())
    both = functions.DelayedError(b"planted", 2)(x, x * 2)
    yield type(both).__name__, [t.output_nr for t in both], [t.grad_fn.name() for t in both]
    yield tried(lambda: torch.autograd.grad(both[1].sum(), x))
    yield functions.DelayedError("planted", 1)(torch.ones(2)).grad_fn, functions.DelayedError("planted", 1)(None)
    for wrong in (lambda: functions.DelayedError("planted", 2)(x), lambda: functions.DelayedError("planted", 1)(1),
                  lambda: functions.DelayedError(), lambda: functions.DelayedError("planted", "many")):
        yield tried(wrong)


def an_error_beside_the_path_is_not_met(torch: Any) -> Iterator[Any]:
    """A DelayedError on a path to another leaf is only met when that leaf is asked for."""
    for change_view_first in (True, False):
        x, y = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
        out = x.clone().view(-1)
        doubled = out * 2
        out += torch._C._functions.DelayedError("planted", 1)(y)
        total = (out if change_view_first else out + doubled).sum()
        yield torch.autograd.grad(total, x, retain_graph=True)[0].tolist()
        yield tried(lambda total=total, y=y: torch.autograd.grad(total, y))
    # PyTorch: [1.0, 1.0]
    # PyTorch: ('RuntimeError', 'planted')
    # PyTorch: [3.0, 3.0]
    # PyTorch: ('RuntimeError', 'planted')


def undefined_gradients(torch: Any) -> Iterator[Any]:
    """UndefinedGrad hands on no gradient, which a Function sees as zeros or None."""
    x = make_leaf(torch)
    y = torch._C._functions.UndefinedGrad()(x)
    yield chain(y.grad_fn), y is x, y.sum().backward(), x.grad
    seen = []

    class Watched(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, zeros: bool) -> Any:
            ctx.set_materialize_grads(zeros)
            return x.clone()

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            seen.append(None if g is None else g.tolist())
            return g, None

    for zeros in (True, False):
        torch._C._functions.UndefinedGrad()(Watched.apply(x, zeros)).sum().backward()
    yield seen, x.grad.tolist()
    # PyTorch: (['torch::autograd::UndefinedGradBackward', [['torch::autograd::AccumulateGrad'], 0]], False, None, None)
    # PyTorch: ([[0.0, 0.0, 0.0], None], [0.0, 0.0, 0.0])


def zeros_for_what_has_no_derivative(torch: Any) -> Iterator[Any]:
    """Whether a backward gets zeros or None for an output marked non-differentiable."""
    seen: list[Any] = []

    class Two(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, zeros: Any) -> Any:
            first, second, third = x.clone(), x.clone(), x.clone()
            ctx.mark_non_differentiable(second)
            if zeros is not None:
                ctx._materialize_non_diff_grads = zeros
            return first, second, third

        @staticmethod
        def backward(ctx: Any, *grads: Any) -> Any:
            seen.append([g is None for g in grads])
            return grads[0], None

    for zeros in (None, True, False):
        Two.apply(make_leaf(torch), zeros)[0].sum().backward()
    yield seen, tried(lambda: Two.apply(make_leaf(torch), 1))


def classes_of_nodes(torch: Any) -> Iterator[Any]:
    """The node classes in torch._C._functions are those that isinstance finds, and cannot be made."""
    functions, x = torch._C._functions, make_leaf(torch)
    node = x.clone().grad_fn
    yield isinstance(node, functions.CloneBackward0), isinstance(node, functions.MulBackward0), isinstance(node, functions.AccumulateGrad)
    yield isinstance(node.next_functions[0][0], functions.AccumulateGrad), repr(functions.AccumulateGrad), repr(type(node))
    base = x.clone()
    base[:1].mul_(2)
    yield isinstance(base.grad_fn, functions.CopySlices), isinstance(base.grad_fn, torch.autograd.graph.Node), repr(type(base.grad_fn))
    yield hasattr(functions, "NoSuchBackward0"), tried(lambda: functions.CloneBackward0())
    # PyTorch: (True, False, False)
    # PyTorch: (True, "<class 'AccumulateGrad'>", "<class 'CloneBackward0'>")
    # PyTorch: (True, True, "<class 'CopySlices'>")
    # PyTorch: (False, ('TypeError', "cannot create 'CloneBackward0' instances"))


def which_nodes_run(torch: Any) -> Iterator[Any]:
    """Inputs that no path leads to are not counted."""
    leaves = [make_leaf(torch) for _ in range(4)]
    holders = [t.view_as(t).grad_fn for t in leaves]
    out, beside = leaves[1] * leaves[2], leaves[0] * 2
    nodes = [h.next_functions[0][0] for h in holders] + [out.grad_fn, beside.grad_fn]
    seen: list[Any] = []
    leaves[2].register_hook(lambda g: seen.append([tried(lambda n=n: torch._C._will_engine_execute_node(n)) for n in nodes]))
    for inputs in ((leaves[1], leaves[2]), (leaves[0], leaves[2]), (leaves[2], beside), (leaves[2], out), (leaves[2], leaves[3]), None):
        out.sum().backward(inputs=inputs, retain_graph=True)
    torch.autograd.grad(out.sum(), (leaves[0], leaves[2]), retain_graph=True, allow_unused=True)
    yield seen


def hooks_of_several_with_inputs_elsewhere(torch: Any) -> Iterator[Any]:
    """When a multi-grad hook runs if backward is restricted to some of its leaves."""
    leaves = [make_leaf(torch) for _ in range(4)]
    seen: list[Any] = []
    handle = torch.autograd.graph.register_multi_grad_hook(leaves, lambda grads: seen.append([g is not None for g in grads]))
    out = leaves[1] * leaves[2]
    for inputs in ((leaves[1], leaves[2]), (leaves[0], leaves[3]), (leaves[0], leaves[2]), None):
        yield tried(lambda inputs=inputs: out.sum().backward(inputs=inputs, retain_graph=True))
    handle.remove()
    yield seen
    # PyTorch: None
    # PyTorch: None
    # PyTorch: None
    # PyTorch: None
    # PyTorch: [[False, True, True, False], [False, False, True, False], [False, True, True, False]]


def saved_tensors_that_need_no_gradient(torch: Any) -> Iterator[Any]:
    """Under hooks that change nothing they come back as the same object."""
    seen: list[Any] = []
    leaf, constant = make_leaf(torch), torch.ones(2)

    class Keeping(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            ctx.save_for_backward(x, y)
            return x * 1

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            x, y = ctx.saved_tensors
            seen.append((x is leaf, x.requires_grad, y is constant, y.requires_grad))
            return g, None

    Keeping.apply(leaf, constant).sum().backward()
    for unpacked in (lambda t: t, lambda t: leaf):
        with torch.autograd.graph.saved_tensors_hooks(lambda t: t, unpacked):
            out = Keeping.apply(leaf, constant)
        out.sum().backward()
    torch.utils.checkpoint.checkpoint(Keeping.apply, leaf, constant, use_reentrant=False).sum().backward()
    yield seen
    # PyTorch: [(True, True, True, False), (False, True, True, False), (False, True, False, False), (False, True, True, False)]


def sparse_gradients_of_gather(torch: Any) -> Iterator[Any]:
    """gather with sparse_grad gives a sparse gradient that can be differentiated again."""
    index = torch.tensor([[0, 1], [2, 2], [1, 0]])
    for dim, source, where in ((1, torch.ones(3, 4), index), (0, torch.ones(3, 2), index), (0, torch.tensor(1.0), torch.tensor(0)),
                               (0, torch.tensor(1.0), torch.tensor([0])), (0, torch.ones(3), torch.tensor(2)),
                               (0, torch.ones(3, 4), index[:0])):
        x = source.requires_grad_()
        out = torch.gather(x, dim, where, sparse_grad=True)
        out.pow(2).sum().backward()
        yield chain(out.grad_fn), x.grad.is_sparse, x.grad.is_coalesced(), x.grad._indices(), x.grad._values().tolist(), x.grad.to_dense()
    x = torch.rand(3, 4, requires_grad=True)
    grad, = torch.autograd.grad(x.gather(1, index, sparse_grad=True).pow(3).sum(), x, create_graph=True)
    grad.to_dense().sum().backward()
    yield torch.equal(x.grad.to_dense(), torch.zeros(3, 4).scatter_add(1, index, 6 * x.detach().gather(1, index)))


def dims_that_are_none(torch: Any) -> Iterator[Any]:
    """Nodes and results of sum and mean whose dim is None, empty or left out."""
    x = torch.ones(2, 3, requires_grad=True)
    for name in ("sum", "mean"):
        for options in ({}, {"dim": None}, {"dim": None, "keepdim": True}, {"dtype": torch.float64}, {"dim": None, "dtype": torch.float64},
                        {"axis": None}, {"dim": ()}):
            y = getattr(torch, name)(x, **options)
            yield chain(y.grad_fn), tuple(y.shape), y.dtype, getattr(x, name)(**options).grad_fn.name()
        yield tried(lambda name=name: getattr(torch, name)(x, keepdim=True))[:1]


def views_of_another_base(torch: Any) -> Iterator[Any]:
    """_view_func repeats a view on another base, and what it does with one of another shape or stride."""
    base, other = torch.rand(2, 3, requires_grad=True).clone(), torch.arange(6.0).view(2, 3).requires_grad_()
    for view in (lambda x: x[0], lambda x: x.t(), lambda x: x.view(-1), lambda x: x.unbind(0)[1], lambda x: x.expand(2, 2, 3),
                 lambda x: x[:, 1:].unsqueeze(0), lambda x: x.diagonal(), lambda x: x.as_strided((2,), (1,)), lambda x: x.detach()[1:]):
        again = view(base)._view_func(other)
        yield again, again.requires_grad
    yield base._view_func(other), base[0]._view_func(torch.ones(5)), base[0]._view_func(torch.ones(3, 2).t())
    yield torch.autograd.is_view_replay_enabled()
    with torch.autograd._force_original_view_tracking(True):
        yield torch.autograd.is_view_replay_enabled()


def attributes_that_cannot_be_deleted(torch: Any) -> Iterator[Any]:
    """What deleting data, requires_grad, hooks or grad of a tensor says."""
    for name in ("data", "requires_grad", "_backward_hooks", "grad"):
        x = make_leaf(torch)
        yield name, tried(lambda x=x, name=name: delattr(x, name))
    yield "__cuda_array_interface__" in dir(x), "volatile" in dir(x), "grad_fn" in dir(x)
    # PyTorch: ('data', ('RuntimeError', 'Deleting tensor data is not allowed. ...'))
    # PyTorch: ('requires_grad', ('RuntimeError', 'requires_grad must be a bool'))
    # PyTorch: ('_backward_hooks', ('RuntimeError', 'Deletion of _backwards_hooks not ...'))
    # PyTorch: ('grad', None)
    # PyTorch: (False, False, True)


def functions_under_another_name(torch: Any) -> Iterator[Any]:
    """`torch._VF`, which recurrent cells of users call."""
    x, h = torch.linspace(0, 1, 24).view(3, 2, 4), torch.zeros(1, 2, 3)
    weights = [torch.linspace(0, 0.5, n).view(shape) for n, shape in ((48, (12, 4)), (36, (12, 3)), (12, (12,)), (12, (12,)))]
    yield torch._VF.lstm(x, (h, h), weights, True, 1, 0.0, False, False, False)
    yield torch._VF.lstm_cell(x[0], (h[0], h[0]), *weights), torch._C._VariableFunctions.add(h, 1).sum()
    yield hasattr(torch._VF, "nothing"), hasattr(torch._VF, "gru")
