"""What decides how gradients lie and where they start: the layout policy, edges out of range; what a ctx may remember; pinned memory."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import refused
from .._autograd import function_of, make_leaf


def _transposed_leaf(torch: Any) -> Any:
    return torch.ones(2, 3).t().requires_grad_()


def _leaf_with_gaps(torch: Any) -> Any:
    return torch.ones(3, 4)[:, ::2].requires_grad_()


def layouts_of_first_gradients(torch: Any) -> Iterator[Any]:
    """Only what is kept as it came is another layout's; what is copied is laid out as the leaf in either case."""
    policy = torch.autograd.enforce_grad_layout_policy
    for make in (_transposed_leaf, _leaf_with_gaps, lambda torch: torch.ones(3, 2, requires_grad=True)):
        for enforced in (True, False):
            with policy(enforced):
                for given in (torch.ones(3, 2), torch.ones(2, 3).t()):
                    x, y, z, held = make(torch), make(torch), make(torch), []
                    (x * torch.ones(3, 2)).backward(given)
                    y.backward(given)
                    z.register_hook(held.append)
                    (z * torch.ones(3, 2)).backward(given)
                    yield x.grad.stride(), y.grad.stride(), z.grad.stride()
                    (x * torch.ones(3, 2)).backward(given)
                    yield x.grad.stride(), x.grad


def scope_of_the_policy(torch: Any) -> Iterator[Any]:
    """It counts where backward runs, from its construction on."""
    policy = torch.autograd.enforce_grad_layout_policy

    def strides() -> Any:
        x = _transposed_leaf(torch)
        (x * torch.ones(3, 2)).sum().backward()
        return x.grad.stride()

    with policy(False):
        yield strides()
        with policy():
            yield strides()
    yield strides()
    decorated = policy(False)(strides)
    yield strides(), decorated(), strides()
    constructed = policy(False)
    yield strides(), constructed.prev, constructed.mode, constructed.clone().prev
    policy(True)
    yield strides(), refused(lambda: policy(1)), refused(lambda: policy("no")), torch._C._is_grad_layout_enforcement_enabled()
    # PyTorch: (2, 1)
    # PyTorch: (1, 3)
    # PyTorch: (1, 3)
    # PyTorch: ((1, 3), (2, 1), (1, 3))
    # PyTorch: ((2, 1), True, False, False)
    # PyTorch: ((1, 3), TypeError: set_grad_layout_enforcement_enabled(): ..., TypeError: set_grad_layout_enforcement_enabled(): ..., True)


def names_a_ctx_remembers(torch: Any) -> Iterator[Any]:
    """Whatever user code calls what it keeps, the graph goes on."""
    for name in ("shape", "saved", "hooks", "op", "key", "dtype", "edges", "versions", "release", "differentiable", "_saved", "_freed",
                 "_needs", "_own", "_kept", "_positions", "_readers", "_lent", "_derive", "needs_input_grad", "values"):
        def forward(ctx: Any, a: Any, name: str = name) -> Any:
            setattr(ctx, name, "mine")
            ctx.save_for_backward(a)
            return a * a

        def backward(ctx: Any, g: Any, name: str = name) -> Any:
            (a,) = ctx.saved_tensors
            return 2 * a * g * (getattr(ctx, name) == "mine")

        x = make_leaf(torch)
        y = function_of(torch, forward, backward).apply(x)
        (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
        yield g, torch.autograd.grad(g.sum(), x), refused(lambda y=y: y.sum().backward()), len(y.grad_fn.next_functions)


def edges_that_are_not_there(torch: Any) -> Iterator[Any]:
    """A gradient edge whose output number the node does not have is refused."""
    x = make_leaf(torch)
    y = x * 2
    edge = torch.autograd.graph.GradientEdge(y.grad_fn, 5)
    yield refused(lambda: torch.autograd.grad(edge, x, torch.ones(3))), refused(lambda: torch.autograd.backward(edge, torch.ones(3)))
    # PyTorch: (IndexError: tuple index out of range, IndexError: tuple index out of range)


def memory_that_cannot_be_pinned(torch: Any) -> Iterator[Any]:
    """`save_on_cpu(pin_memory=True)` where no accelerator is there to pin memory for."""
    for kind in ("cpu", "cuda"):
        with torch.autograd.graph.save_on_cpu(pin_memory=True, device_type=kind):
            yield refused(lambda: make_leaf(torch).exp()), refused(lambda: make_leaf(torch) * 2)
    # PyTorch: (RuntimeError: pin_memory=True requires a CUDA or ..., nothing: Tensor)
    # PyTorch: (nothing: Tensor, nothing: Tensor)


def gradients_retained_of_numbers(torch: Any) -> Iterator[Any]:
    """The stride of a retained gradient with one element."""
    x = make_leaf(torch, 1)
    y = x * 2
    y.retain_grad()
    y.sum().backward()
    yield y.grad, y.grad.stride()
    # PyTorch: (tensor([1.]), (1,))


def cotangents_as_given(torch: Any) -> Iterator[Any]:
    """Where it arrives as it was given, a hook gets the caller's own tensor; what is written into it counts there."""
    x, given, seen = make_leaf(torch), torch.ones(3), []
    y = x * 2
    y.register_hook(lambda g: seen.append(g is given))
    y.grad_fn.register_prehook(lambda gs: seen.append(gs[0] is given))
    y.grad_fn.register_hook(lambda _, gs: seen.append(gs[0] is given))
    y.backward(given, retain_graph=True)
    torch.autograd.grad(y, x, given, retain_graph=True)
    torch.autograd.backward([y], [given])
    x.register_hook(lambda g: seen.append(g is given))
    x.backward(given)
    (x * 2).backward(given)
    function_of(torch, lambda ctx, a: a * 1, lambda ctx, g: seen.append(g is given) or g).apply(x).backward(given)
    yield seen, given._version, x.grad
    for start in (x, x * 2):
        start.register_hook(lambda g: g.mul_(3))
        start.backward(given)
        yield given, x.grad
    # PyTorch: ([True, True, True, True, True, True, True, True, True, True, False, True, True], 0, tensor([8., 8., 8.]))
    # PyTorch: (tensor([3., 3., 3.]), tensor([11., 11., 11.]))
    # PyTorch: (tensor([9., 9., 9.]), tensor([65., 65., 65.]))
    # PyTorch: memory in common: 0 and 2, 1 and 3, 0 and 4, 2 and 4


def hooks_shared_by_leaves(torch: Any) -> Iterator[Any]:
    """Post-accumulate hooks assigned from another leaf run, and an accumulator cannot be made by hand."""
    x, y, seen = make_leaf(torch), make_leaf(torch), []
    x.register_post_accumulate_grad_hook(lambda t: seen.append(t is y))
    y._post_accumulate_grad_hooks = x._post_accumulate_grad_hooks
    y.sum().backward()
    yield seen, refused(lambda: torch._C._functions.AccumulateGrad())
    # PyTorch: ([True], RuntimeError: Cannot construct)


def contexts_out_of_graphs(torch: Any) -> Iterator[Any]:
    """A `FunctionCtx` made by hand takes every mark and keeps it as an attribute."""
    ctx = torch.autograd.function.FunctionCtx()
    ctx.set_materialize_grads(False)
    ctx.mark_dirty(1)
    ctx.save_for_forward(torch.ones(1))
    yield vars(ctx)
    # PyTorch: {materialize_grads: False, dirty_tensors: (1,), saved_for_forward: (tensor([1.]),)}
