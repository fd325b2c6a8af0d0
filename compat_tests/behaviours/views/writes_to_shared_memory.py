"""Unusual indices, functions of nothing, shared memory, layouts, hooks of discarded tensors."""
from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

from .. import refused


def odd_indices(torch: Any) -> Iterator[Any]:
    """Strings, bytes, dicts, sets, floats and complex numbers as indices: what reading and writing say."""
    keys = ("a", "ab", "abc", "", "a" * 32, ("a",), ("a", "b"), (0, "a"), ["a"], ["ab", "c"], [["a"]], [[1], "a"], b"a", b"ab",
            (b"a",), {}, {1}, (0, 1.5), [1.5], [True, "a"], [None, "a"], range(2), [0, "a"], 1j, [1j], (slice(None), "a"),
            bytearray(b"ab"))
    x = torch.ones(2, 3, 4)
    for key in keys:
        yield repr(key)[:20], refused(lambda key=key: x[key]), refused(lambda key=key: x.__setitem__(key, 2.0))


def functional_of_nothing(torch: Any) -> Iterator[Any]:
    """What jacobian, hessian and the products do without inputs or without outputs."""
    functional = torch.autograd.functional
    x = torch.arange(3.0)

    def nothing(*_: Any) -> Any:
        return ()

    def number(*_: Any) -> Any:
        return x.sum()

    for options in ({}, {"vectorize": True}, {"create_graph": True}):
        for function, inputs in ((nothing, x), (number, ()), (nothing, ()), (nothing, (x,)), (number, [x])):
            yield refused(lambda f=function, i=inputs, o=options: functional.jacobian(f, i, **o))
    for options in ({}, {"vectorize": True}):
        for function, inputs in ((number, ()), (nothing, x), (number, [x]), (number, "a")):
            yield refused(lambda f=function, i=inputs, o=options: functional.hessian(f, i, **o))
    for name in ("vjp", "jvp", "vhp", "hvp"):
        for v in (None, (), (x,), x, [x], "a"):
            for function, inputs in ((nothing, x), (number, ()), (nothing, ())):
                yield name, refused(lambda n=name, f=function, i=inputs, v=v: getattr(functional, n)(f, i, v))


def layout_of_gradients(torch: Any) -> Iterator[Any]:
    """A gradient assigned with other strides keeps them, and the warning about it comes once."""
    for _ in range(2):  # it is said once
        w = torch.ones(2, 3, requires_grad=True)
        w.grad = torch.ones(3, 2).t()
        (w * 2).sum().backward()
        yield w.grad, w.grad.stride()
    # PyTorch: (tensor([[3., 3., 3.], [3., 3., 3.]]), (1, 2))
    # PyTorch: (tensor([[3., 3., 3.], [3., 3., 3.]]), (1, 2))
    # PyTorch: UserWarning: grad and param do not obey the gradient ...


def node_of_now(torch: Any) -> Iterator[Any]:
    """During backward the current node is that of the running backward or hook, and None outside."""
    now = torch._C._current_autograd_node
    seen: list[Any] = []

    class Passing(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x.clone()

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            seen.append((now().name(), now() is ctx))
            return g

    x = torch.arange(3.0, requires_grad=True)
    y = x * 2
    y.register_hook(lambda g: seen.append(now().name()))
    x.register_hook(lambda g: seen.append(now().name()))
    Passing.apply(y).sum().backward()
    yield now(), seen
    # PyTorch: (None, [('PassingBackward', True), 'MulBackward0', 'torch::autograd::AccumulateGrad'])


def _doubled(g: Any) -> Any:
    return g * 2


def hooks_that_get_lost(torch: Any) -> Iterator[Any]:
    """Copies and pickles of a leaf lose its hooks."""
    x = torch.arange(3.0, requires_grad=True)
    x.register_hook(print)
    for carried in (pickle.loads(pickle.dumps(x)), copy.copy(x), copy.deepcopy(x)):
        carried.sum().backward()
        yield carried.requires_grad, carried.grad
    x = torch.arange(3.0, requires_grad=True)
    x.register_hook(torch.utils.hooks.unserializable_hook(_doubled))
    yield pickle.loads(pickle.dumps(x)).requires_grad
    # PyTorch: (True, tensor([1., 1., 1.]))
    # PyTorch: (True, tensor([1., 1., 1.]))
    # PyTorch: (True, tensor([1., 1., 1.]))
    # PyTorch: True
    # PyTorch: UserWarning: backward hook <built-in function print> ...
    # PyTorch: UserWarning: backward hook <built-in function print> ...


def writes_through_indices(torch: Any) -> Iterator[Any]:
    """Which indexed writes refuse memory shared with their source or among the elements themselves."""
    rows, all_of_them = torch.tensor([1, 2]), torch.ones(2, 4, dtype=torch.bool)
    writes: list[Callable[[Any], Any]] = [
        lambda y: y.index_put_((rows,), y[:2]), lambda y: y.__setitem__(rows, y[:2]), lambda y: y.index_put_((torch.arange(4),), y),
        lambda y: y.expand(2, 4).index_put_((torch.tensor([0]), torch.tensor([1])), y[:1].clone()),
        lambda y: y.expand(2, 4).masked_fill_(all_of_them, 1), lambda y: y.expand(2, 4).index_fill_(1, rows, 1),
        lambda y: y.as_strided((3, 2), (1, 1)).index_put_((torch.tensor([0, 1]),), torch.tensor([7.0, 8.0])),
        lambda y: y.as_strided((3, 2), (1, 1)).masked_fill_(torch.tensor([[True, False], [False, False], [False, True]]), 9)]
    for write in writes:
        for grad in (False, True):
            y = torch.arange(4.0, requires_grad=grad) * 1
            try:
                write(y)
            except RuntimeError as error:
                yield str(error)
            else:
                yield y.detach()
    for write in writes[:4] + writes[6:7]:
        def pushed(x: Any, write: Any = write) -> Any:
            y = x.clone()
            write(y)
            return y

        try:
            yield [t + 0 for t in torch.func.jvp(pushed, (torch.arange(4.0),), (torch.tensor([1.0, 2, 3, 4]),))]
        except RuntimeError as error:
            yield str(error)


def numbers_with_gradients(torch: Any) -> Iterator[Any]:
    """What a tensor that requires grad does in place of a number, in fills, ranges and factors."""
    one, x = torch.tensor(1.0, requires_grad=True), torch.arange(3.0)
    calls: list[Callable[[], Any]] = [
        lambda: torch.arange(one), lambda: torch.full((2,), one), lambda: torch.full_like(x, one), lambda: x.new_full((2,), one),
        lambda: torch.scalar_tensor(one)]
    for call in calls:
        yield refused(call)
    for call in (lambda: torch.add(x, x, alpha=one), lambda: torch.addcmul(x, x, x, value=one), lambda: torch.arange(0, one)):
        yield refused(call)["raised"]
    yield torch.arange(torch.tensor(3.0)), torch.linspace(one - 1, one, 3), torch.add(x, x, alpha=torch.tensor(2.0))


def one_dimensional_weights(torch: Any) -> Iterator[Any]:
    """Linear takes a one-dimensional weight only without a bias or with a scalar bias for one vector."""
    linear, ones = torch.nn.functional.linear, torch.ones
    for x, w, b in ((ones(2, 3), ones(3), ones(2)), (ones(2, 3), ones(3), torch.tensor(1.0)), (ones(3), ones(3), ones(1)),
                    (ones(2, 2, 3), ones(3), ones(2))):
        yield refused(lambda x=x, w=w, b=b: linear(x, w, b))
    yield linear(ones(3), ones(3), torch.tensor(1.0)) + 0, linear(ones(2, 3), ones(3)), linear(ones(2, 2, 3), ones(2, 3), ones(2, 2)) + 0
    # PyTorch: RuntimeError: mat2 must be a matrix, got 1-D tensor
    # PyTorch: RuntimeError: mat2 must be a matrix, got 1-D tensor
    # PyTorch: RuntimeError: mat2 must be a matrix, got 1-D tensor
    # PyTorch: RuntimeError: mat2 must be a matrix, got 1-D tensor
    # PyTorch: (tensor(4.), tensor([3., 3.]), tensor([[[4., 4.], [4., 4.]], [[4., 4.], [4., 4.]]]))


def inside_functionalize(torch: Any) -> Iterator[Any]:
    """Inside functionalize requires_grad_ is refused, while in-place changes of copies work."""
    def gradient(x: Any) -> Any:
        return torch.autograd.grad((x * x).sum(), x.requires_grad_())

    functionalize = torch.func.functionalize
    yield refused(lambda: functionalize(lambda x: x.requires_grad_())(torch.ones(2)))
    yield refused(lambda: functionalize(gradient)(torch.ones(2)))
    yield functionalize(lambda x: x.clone().add_(1))(torch.ones(2)) + 0, torch.ones(2).requires_grad_().requires_grad
    # PyTorch: RuntimeError: You are attempting to call ...
    # PyTorch: RuntimeError: You are attempting to call ...
    # PyTorch: (tensor([2., 2.]), True)


def random_nestings(torch: Any) -> Iterator[Any]:
    """How the randomness modes of two nested vmaps combine for each kind of random operation."""
    dropout = torch.nn.functional.dropout
    functions: list[Callable[[Any], Any]] = [
        lambda x: x + torch.rand(()), lambda x: torch.rand_like(x), lambda x: dropout(x + 1), lambda x: torch.bernoulli(x + 0.5),
        lambda x: x.clone().uniform_(), lambda x: torch.empty(()).normal_() + x, lambda x: torch.normal(x, 1.0),
        lambda x: torch.multinomial(torch.ones(3) + x, 1)]
    vmap = torch.func.vmap
    for inner in ("same", "different", "error"):
        for outer in ("same", "different", "error"):
            for number, function in enumerate(functions):
                torch.manual_seed(0)
                try:
                    found = vmap(vmap(function, randomness=inner), randomness=outer)(torch.zeros(2, 3))
                    alike = bool((found[0] == found[1]).all()), bool((found[:, 0] == found[:, 1]).all())
                    yield inner, outer, number, alike if inner == outer == "different" else "drawn"
                except RuntimeError as error:
                    yield inner, outer, number, str(error)
