"""Undefined gradients: at outputs of nodes with several, at hooks, in gradcheck; and hooks registered while a node is being unpacked."""
from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

from .. import refused


def _nothing(torch: Any) -> Any:
    class Nothing(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x.clone()

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return None

    return Nothing.apply


def nothing_for_one_of_several_outputs(torch: Any) -> Iterator[Any]:
    """A function that returns None reaches an output of var_mean or unbind before, or after, a gradient reaches another one."""
    nothing = _nothing(torch)
    for first in (True, False):
        x = torch.arange(6.0).reshape(2, 3).requires_grad_()
        var, mean = torch.var_mean(x, 0)
        y, z = (nothing(var), mean * 2) if first else (mean * 2, nothing(var))
        (y.sum() + z.sum()).backward()
        yield x.grad
        x = torch.arange(6.0).reshape(3, 2).requires_grad_()
        a, b, _ = x.unbind()
        y, z = (nothing(a), b.exp()) if first else (b.exp(), nothing(a))
        (y.sum() + z.sum()).backward()
        yield x.grad
    # PyTorch: tensor([[1., 1., 1.], [1., 1., 1.]])
    # PyTorch: tensor([[0.0000, 0.0000], [7.3891, 20.0855], [0.0000, 0.0000]])
    # PyTorch: tensor([[1., 1., 1.], [1., 1., 1.]])
    # PyTorch: tensor([[0.0000, 0.0000], [7.3891, 20.0855], [0.0000, 0.0000]])


def post_hooks_registered_while_unpacking(torch: Any) -> Iterator[Any]:
    """An unpack hook registers a post-hook of the node that is about to compute: it runs."""
    for f in (torch.exp, lambda x: x * x, lambda x: x.prod()):
        for dtype in (torch.float64, torch.complex128):
            x = torch.arange(1.0, 4.0).to(dtype).requires_grad_()
            seen: list[str] = []

            def unpack(t: Any, seen: list[str] = seen) -> Any:
                node = torch._C._current_autograd_node()
                node.register_hook(lambda before, after: seen.append(node.name()) or tuple(b if b is None else b * 2 for b in before))
                return t

            with torch.autograd.graph.saved_tensors_hooks(lambda t: t, unpack):
                y = f(x).abs().sum()
            y.backward()
            yield seen, x.grad
    # PyTorch: (['AbsBackward0', 'ExpBackward0'], tensor([10.8731, 29.5562, 80.3421], dtype=torch.float64))
    # PyTorch: (['AbsBackward0', 'ExpBackward0'], tensor([10.8731+0.j, 29.5562+0.j, 80.3421+0.j], dtype=torch.complex128))
    # PyTorch: (['AbsBackward0', 'MulBackward0', 'MulBackward0'], tensor([16., 32., 48.], dtype=torch.float64))
    # PyTorch: (['AbsBackward0', 'MulBackward0', 'MulBackward0'], tensor([16.+0.j, 32.+0.j, 48.+0.j], dtype=torch.complex128))
    # PyTorch: (['AbsBackward0', 'ProdBackward0', 'ProdBackward0'], tensor([48., 24., 16.], dtype=torch.float64))
    # PyTorch: (['AbsBackward0', 'ProdBackward0', 'ProdBackward0'], tensor([48.+0.j, 24.+0.j, 16.+0.j], dtype=torch.complex128))


def gradcheck_with_undefined_gradients(torch: Any) -> Iterator[Any]:
    """A hook that fails on None, a function that needs a gradient for each output, and one that does not, in both modes."""
    class Two(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, a: Any, b: Any) -> Any:
            ctx.set_materialize_grads(False)
            return a * 2, b * 3

        @staticmethod
        def backward(ctx: Any, g: Any, h: Any) -> Any:
            return None if g is None else g * 2, None if h is None else h * 3

    def hooked(x: Any) -> Any:
        y = x.clone()
        y.register_hook(_refuse_none)
        return y

    x, y = (torch.ones(2, dtype=torch.float64, requires_grad=True) for _ in range(2))
    for fast in (True, False):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                torch.autograd.gradcheck(hooked, (x,), fast_mode=fast)
            except RuntimeError as error:
                yield type(error).__name__, str(error).split(". ")[0]
            yield torch.autograd.gradcheck(hooked, (x,), fast_mode=fast, raise_exception=False)
        yield [(w.category.__name__, str(w.message)[:60]) for w in caught]
        yield torch.autograd.gradcheck(hooked, (x,), fast_mode=fast, check_undefined_grad=False)
        yield torch.autograd.gradcheck(Two.apply, (x, y), fast_mode=fast)


def _refuse_none(g: Any) -> None:
    if g is None:
        raise RuntimeError("undefined")


def gradcheck_of_outputs_that_change_with_the_input(torch: Any) -> Iterator[Any]:
    """The shape or dtype of an output depends on which side of a value the input is."""
    functions = (lambda x: torch.cat([x, x]) if (x >= 1).all() else x, lambda x: x.float() if (x >= 1).all() else x,
                 lambda x: (x * 2, x.float() if (x >= 1).all() else x))
    for f in functions:
        for fast in (True, False):
            x = torch.ones(2, 1, dtype=torch.float64, requires_grad=True)
            yield refused(lambda f=f, x=x, fast=fast: torch.autograd.gradcheck(f, (x,), fast_mode=fast, raise_exception=False))
    # PyTorch: AssertionError: Expected `func` to return outputs with ...
    # PyTorch: AssertionError: Expected `func` to return outputs with ...
    # PyTorch: AssertionError: Expected `func` to return outputs with ...
    # PyTorch: AssertionError: Expected `func` to return outputs with ...
    # PyTorch: AssertionError: Expected `func` to return outputs with ...
    # PyTorch: AssertionError: Expected `func` to return outputs with ...


def gradients_inside_a_checkpoint(torch: Any) -> Iterator[Any]:
    """A checkpointed function differentiates inside; its recomputation begins before all tensors have been saved."""
    from importlib import import_module

    module = import_module(f"{torch.__name__}.utils.checkpoint")

    def f(x: Any) -> Any:
        return x.sin().exp().sin()

    def derived(g: Any) -> Any:
        def call(x: Any) -> Any:
            with torch.enable_grad():
                return torch.autograd.grad(g(x), x, create_graph=True)[0]
        return call

    def kept(g: Any) -> Any:
        return lambda x: module.checkpoint(g, x, use_reentrant=False)

    for early in (True, False):
        with module.set_checkpoint_early_stop(early):
            for g in (derived(kept(f)), kept(derived(f)), kept(derived(kept(f))), derived(kept(derived(kept(f)))),
                      kept(kept(derived(derived(f))))):
                x = torch.tensor(0.3, dtype=torch.float64, requires_grad=True)
                y = g(x)
                yield y.detach().round(decimals=12), torch.autograd.grad(y, x)[0].round(decimals=12)


def arguments_of_register_hooks(torch: Any) -> Iterator[Any]:
    """Two functions, of a node of an op and of a custom Function."""
    class Saving(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x, None)
            return x.clone()

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g

    x = torch.ones(2, requires_grad=True)
    handles = [x.exp().grad_fn._raw_saved_result, *Saving.apply(x).grad_fn._raw_saved_tensors]
    for handle in handles:
        for hooks in ((), (len,), (1, 1), (len, 1)):
            try:
                handle.register_hooks(*hooks)
            except TypeError as error:
                yield "incompatible function arguments" in str(error)
