"""torch.func, used as it must not be: arguments, aux, writing, reading values, dimensions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._func import attempt, sample

# --- grad ----------------------------------------------------------------------------------------------------------------------------

def grad_of_what_is_no_scalar(torch: Any) -> Iterator[Any]:
    """grad and grad_and_value refuse a result that has dimensions, even where it holds one element."""
    func, x = torch.func, sample(torch)
    for transform in (func.grad, func.grad_and_value):
        yield attempt(lambda t=transform: t(lambda a: a)(x)), attempt(lambda t=transform: t(lambda a: a.sum(1))(x))
        yield attempt(lambda t=transform: t(lambda a: a.sum().reshape(1))(x))
    # PyTorch: (RuntimeError: grad_and_value(f)(*args): Expected ..., RuntimeError: grad_and_value(f)(*args): Expected ...)
    # PyTorch: RuntimeError: grad_and_value(f)(*args): Expected ...
    # PyTorch: (RuntimeError: grad_and_value(f)(*args): Expected ..., RuntimeError: grad_and_value(f)(*args): Expected ...)
    # PyTorch: RuntimeError: grad_and_value(f)(*args): Expected ...


def grad_of_what_is_no_tensor(torch: Any) -> Iterator[Any]:
    """grad refuses a result that is a number, None, a text or a container, and names the type that came."""
    func, x = torch.func, sample(torch)
    for transform in (func.grad, func.grad_and_value):
        for output in (1.0, None, "text", [1], {}):
            yield attempt(lambda t=transform, o=output: t(lambda a: o)(x))
        yield attempt(lambda t=transform: t(lambda a: (a.sum(), a.sum()))(x)), attempt(lambda t=transform: t(lambda a: [a.sum()])(x))


def grad_of_an_integer_output(torch: Any) -> Iterator[Any]:
    """A scalar integer or bool result, which no gradient can flow through, gives a gradient of zeros, not an error."""
    func, x = torch.func, sample(torch)
    yield attempt(lambda: func.grad(lambda a: a.argmax())(x)), attempt(lambda: func.grad(lambda a: a.long().sum())(x))
    yield attempt(lambda: func.grad(lambda a: (a > 1).sum())(x)), attempt(lambda: func.grad(lambda a: a.sum().bool())(x))


def grad_of_a_complex_output(torch: Any) -> Iterator[Any]:
    """grad wants a real scalar result; complex inputs are fine for it, whereas jacrev refuses them."""
    func, x = torch.func, sample(torch)
    yield attempt(lambda: func.grad(lambda a: (a * 1j).sum())(x)), attempt(lambda: func.grad(lambda a: a.abs().sum())(x * 1j))
    yield attempt(lambda: func.jacrev(lambda a: a * 2)(torch.tensor([1 + 2j])))
    # PyTorch: (RuntimeError: grad can be implicitly created only for ..., ([[0j, 1j, 1j], [1j, 1j, 1j]], 'torch.complex64', (2, 3), False))
    # PyTorch: RuntimeError: jacrev: Expected all inputs to be real ...


def grad_with_aux_that_is_none(torch: Any) -> Iterator[Any]:
    """With has_aux=True, anything but a tuple of exactly two, the output and the aux, is refused."""
    func, x = torch.func, sample(torch)
    for transform in (func.grad, func.grad_and_value):
        for output in (lambda a: a.sum(), lambda a: (a.sum(),), lambda a: (a.sum(), a, a), lambda a: [a.sum(), a], lambda a: {"a": a}):
            yield attempt(lambda t=transform, o=output: t(o, has_aux=True)(x))


def aux_that_is_no_tensor(torch: Any) -> Iterator[Any]:
    """All leaves of aux must be tensors: numbers, texts and None are refused, an empty tuple holds nothing to object to."""
    func, x = torch.func, sample(torch)
    for aux in (1, "text", None, [2.0], {"a": 1}, ()):
        yield attempt(lambda aux=aux: func.grad(lambda a: (a.sum(), aux), has_aux=True)(x))
        yield attempt(lambda aux=aux: func.grad_and_value(lambda a: (a.sum(), aux), has_aux=True)(x))
        yield attempt(lambda aux=aux: func.vjp(lambda a: (a, aux), x, has_aux=True)[2])
        yield attempt(lambda aux=aux: func.jvp(lambda a: (a, aux), (x,), (x,), has_aux=True))
        yield attempt(lambda aux=aux: func.jacrev(lambda a: (a, aux), has_aux=True)(x[0]))
        yield attempt(lambda aux=aux: func.jacfwd(lambda a: (a, aux), has_aux=True)(x[0]))


def aux_of_nested_tensors(torch: Any) -> Iterator[Any]:
    """Every transform with has_aux hands back dicts, lists and tuples of tensors in the structure they came in."""
    func, x = torch.func, sample(torch)
    aux = lambda a: {"a": a * 2, "b": [a.sum(), (a[0],)]}  # noqa: E731
    yield attempt(lambda: func.grad(lambda a: (a.sum(), aux(a)), has_aux=True)(x))
    yield attempt(lambda: func.grad_and_value(lambda a: (a.sum(), aux(a)), has_aux=True)(x))
    yield attempt(lambda: func.vjp(lambda a: (a, aux(a)), x, has_aux=True)[2])
    yield attempt(lambda: func.jvp(lambda a: (a, aux(a)), (x,), (x,), has_aux=True))
    yield attempt(lambda: func.jacrev(lambda a: (a, aux(a)), has_aux=True)(x[0]))
    yield attempt(lambda: func.jacfwd(lambda a: (a, aux(a)), has_aux=True)(x[0]))


def argnums_out_of_range(torch: Any) -> Iterator[Any]:
    """An argnum beyond the positional arguments, counted from either end, is refused by each transform that takes one."""
    func, x = torch.func, sample(torch)
    for transform in (func.grad, func.grad_and_value, func.jacrev, func.jacfwd, func.hessian):
        for argnums in (1, -2, (0, 1), (-3,), 7):
            yield attempt(lambda t=transform, n=argnums: t(lambda a: a.sum(), n)(x))


def argnums_of_wrong_types(torch: Any) -> Iterator[Any]:
    """argnums is an int or a non-empty tuple of ints; lists, sets, texts, floats and None are refused."""
    func, x = torch.func, sample(torch)
    for transform in (func.grad, func.grad_and_value, func.jacrev, func.jacfwd):
        for argnums in ("a", 1.0, [0], None, (), (0, "a"), (0.0,), {0}):
            yield attempt(lambda t=transform, n=argnums: t(lambda a: a.sum(), n)(x))


def argnums_that_repeat(torch: Any) -> Iterator[Any]:
    """argnums that name one argument twice are refused, also where one of both is counted from the end."""
    func, x = torch.func, sample(torch)
    for transform in (func.grad, func.jacrev, func.jacfwd):
        for argnums in ((0, 0), (0, -2), (1, -1), (0, 1, 1)):
            yield attempt(lambda t=transform, n=argnums: t(lambda a, b: a.sum() + b.sum(), n)(x, x))


def argnums_that_count_from_the_end(torch: Any) -> Iterator[Any]:
    """Negative argnums count from the last argument, and the results come in the order in which they were asked for."""
    func, x = torch.func, torch.tensor([1.0, 2.0])
    for argnums in (-1, (-1,), (-1, 0), (1, 0), True):
        for transform in (func.grad, func.grad_and_value, func.jacrev):  # PyTorch's jacfwd gives zeros for negative ones
            yield attempt(lambda t=transform, n=argnums: t(lambda a, b: (a * b * b).sum(), n)(x, 2 * x))


def grad_of_arguments_that_are_no_tensors(torch: Any) -> Iterator[Any]:
    """grad and vjp refuse numbers, texts and None as arguments and take empty containers; Jacobians refuse both."""
    func = torch.func
    for argument in (1.0, "text", None, [1.0], (), {}):
        yield attempt(lambda a=argument: func.grad(lambda a: torch.ones(()))(a))
        yield attempt(lambda a=argument: func.vjp(lambda a: torch.ones(()), a)[0])
        yield attempt(lambda a=argument: func.jacrev(lambda a: torch.ones(()))(a))
        yield attempt(lambda a=argument: func.jacfwd(lambda a: torch.ones(()))(a))


def grad_of_integers(torch: Any) -> Iterator[Any]:
    """No transform differentiates integers or flags, and jvp takes no tangents of such dtypes either."""
    func = torch.func
    for argument in (torch.arange(3), torch.tensor([True])):
        yield attempt(lambda a=argument: func.grad(lambda a: a.sum())(a)), attempt(lambda a=argument: func.vjp(lambda a: a * 2, a))
        yield attempt(lambda a=argument: func.jacrev(lambda a: a * 2)(a)), attempt(lambda a=argument: func.jacfwd(lambda a: a * 2)(a))
        yield attempt(lambda a=argument: func.jvp(lambda a: a * 2, (a,), (a,)))
        yield attempt(lambda a=argument: func.jvp(lambda a: a * 2, (torch.ones(argument.shape),), (a,)))
        yield attempt(lambda a=argument: func.linearize(lambda a: a * 2, a))


def grad_without_arguments(torch: Any) -> Iterator[Any]:
    """Without arguments grad, Jacobians, jvp and vmap refuse; vjp and linearize give the value and a function."""
    func = torch.func
    yield attempt(lambda: func.grad(lambda: torch.ones(()))()), attempt(lambda: func.vjp(lambda: torch.ones(())))
    yield attempt(lambda: func.jacrev(lambda: torch.ones(()))()), attempt(lambda: func.jacfwd(lambda: torch.ones(()))())
    yield attempt(lambda: func.jvp(lambda: torch.ones(()), (), ())), attempt(lambda: func.vmap(lambda: torch.ones(()))())
    yield attempt(lambda: func.linearize(lambda: torch.ones(())))
    # PyTorch: (RuntimeError: Got argnum=0, but only 0 positional ..., ['tuple', (1.0, 'torch.float32', (), False), function])
    # PyTorch: (RuntimeError: Got argnum=0, but only 0 positional ..., RuntimeError: Got argnum=0, but only 0 positional ...)
    # PyTorch: (RuntimeError: jvp(f, primals, tangents): Expected ..., ValueError: vmap(<lambda>)(<inputs>): got no ...)
    # PyTorch: ['tuple', (1.0, 'torch.float32', (), False), function]


def backward_inside_a_transform(torch: Any) -> Iterator[Any]:
    """backward() is refused inside every transform; autograd.grad passes inside grad and finds no history under vmap."""
    func, x = torch.func, sample(torch)

    def autograd_grad(a: Any) -> Any:
        return torch.autograd.grad(a.sum(), a)[0].sum()

    for body in (lambda a: a.sum().backward(), lambda a: torch.autograd.backward(a.sum())):
        yield attempt(lambda b=body: func.grad(b)(x)), attempt(lambda b=body: func.vjp(b, x))
        yield attempt(lambda b=body: func.jvp(b, (x,), (x,))), attempt(lambda b=body: func.vmap(b)(x))
    yield attempt(lambda: func.grad(autograd_grad)(x)), attempt(lambda: func.vmap(autograd_grad)(x))


def requires_grad_inside_a_transform(torch: Any) -> Iterator[Any]:
    """requires_grad_() is refused inside transforms, on a detached tensor too; a captured leaf that has it stays usable."""
    func, x = torch.func, sample(torch)
    for body in (lambda a: a.requires_grad_().sum(), lambda a: (a * 2).requires_grad_().sum(), lambda a: a.detach().requires_grad_().sum()):
        for transform in (func.grad, func.vmap, func.jacrev, func.jacfwd):
            yield attempt(lambda b=body, t=transform: t(b)(x))
    yield attempt(lambda: func.grad(lambda a: (a * torch.ones(3, requires_grad=True)).sum())(x))


def requires_grad_as_it_is_seen(torch: Any) -> Iterator[Any]:
    """Inside grad and vjp the argument looks like a leaf that requires grad; under jvp and vmap requires_grad is False."""
    func, x = torch.func, sample(torch)
    seen: list[Any] = []

    def look(a: Any) -> Any:
        b = a * 2
        seen.append((a.requires_grad, a.is_leaf, a.grad_fn is None, b.requires_grad, b.is_leaf, b.grad_fn is None))
        seen.append(a.detach().requires_grad)
        return b.sum()

    for given in (x, x.clone().requires_grad_()):
        for call in (lambda: func.grad(look)(given), lambda: func.vjp(look, given), lambda: func.jvp(look, (x,), (x,)),
                     lambda: func.vmap(look)(given), lambda: func.vmap(func.grad(look))(given),
                     lambda: func.grad(lambda a: func.vmap(look)(a).sum())(given)):
            attempt(call)
        yield seen, func.grad(look)(given).requires_grad, func.vmap(look)(given).requires_grad


# --- in place ------------------------------------------------------------------------------------------------------------------------

def in_place_on_a_captured_tensor(torch: Any) -> Iterator[Any]:
    """Inside grad, vjp, jvp and Jacobians a tensor from outside cannot be changed in place, and keeps its values."""
    func, x = torch.func, sample(torch)
    captured = torch.zeros(2, 3)
    for write in (lambda a: captured.add_(a), lambda a: captured.copy_(a), lambda a: captured.mul_(2), lambda a: captured.zero_(),
                  lambda a: captured.fill_(1.0), lambda a: captured.relu_(), lambda a: captured[0].add_(1)):
        def body(a: Any, write: Any = write) -> Any:
            write(a)
            return (captured * a).sum()

        yield attempt(lambda b=body: func.grad(b)(x)), attempt(lambda b=body: func.vjp(b, x))
        yield attempt(lambda b=body: func.jvp(b, (x,), (x,))), attempt(lambda b=body: func.jacrev(b)(x))
        yield attempt(lambda b=body: func.jacfwd(b)(x))
        yield captured


def in_place_by_index_on_a_captured_tensor(torch: Any) -> Iterator[Any]:
    """Assigning by index to a tensor from outside is refused in grad and jvp; under vmap a value per example is in the way."""
    func, x = torch.func, sample(torch)
    captured = torch.zeros(2, 3)

    def assign(a: Any) -> Any:
        captured[0] = a[1]
        return captured.sum()

    def number(a: Any) -> Any:
        captured[0, 1] = 5.0
        return (captured * a).sum()

    for body in (assign, number):
        yield attempt(lambda b=body: func.grad(b)(x)), attempt(lambda b=body: func.jvp(b, (x,), (x,)))
        yield attempt(lambda b=body: func.vmap(b)(x))
    # PyTorch: (RuntimeError: During a grad (vjp, jvp, grad, etc) ..., RuntimeError: During a grad (vjp, jvp, grad, etc) ...)
    # PyTorch: RuntimeError: vmap: fill_(self, *extra_args) is not ...
    # PyTorch: (RuntimeError: During a grad (vjp, jvp, grad, etc) ..., RuntimeError: During a grad (vjp, jvp, grad, etc) ...)
    # PyTorch: ([5.0, 20.0], 'torch.float32', (2,), False)


def in_place_on_the_argument(torch: Any) -> Iterator[Any]:
    """grad refuses a change of its argument, which counts as a leaf; vmap and jvp allow it and write through to the caller."""
    func, x = torch.func, sample(torch)
    yield attempt(lambda: func.grad(lambda a: a.add_(1).sum())(x.clone()))
    yield attempt(lambda: func.grad(lambda a: (a * 2).add_(1).mul_(a).sum())(x))
    yield attempt(lambda: func.jvp(lambda a: (a * 2).mul_(a), (x,), (x,)))
    y = x.clone()
    yield attempt(lambda: func.vmap(lambda a: a.add_(1))(y)), y
    yield attempt(lambda: func.jvp(lambda a: a.mul_(2), (y,), (x,))), y


def in_place_on_what_is_made_inside(torch: Any) -> Iterator[Any]:
    """Zeros made inside grad may be filled in place; under vmap only zeros_like and new_zeros have a row per example to fill."""
    func, x = torch.func, sample(torch)

    def fill(a: Any) -> Any:
        out = torch.zeros(3)
        out[:] = a
        return (out * out).sum()

    yield attempt(lambda: func.grad(fill)(x[0])), attempt(lambda: func.vmap(fill)(x)), attempt(lambda: func.vmap(func.grad(fill))(x))
    yield attempt(lambda: func.jvp(fill, (x[0],), (x[1],))), attempt(lambda: func.grad(func.grad(lambda a: fill(a)))(x[0]))
    yield attempt(lambda: func.vmap(lambda a: torch.zeros_like(a).copy_(a))(x))
    yield attempt(lambda: func.vmap(lambda a: a.new_zeros(3).add_(a))(x))


def in_place_under_vmap(torch: Any) -> Iterator[Any]:
    """Writing values per example into a shared tensor is refused, for each of a dozen in-place ops with its own message."""
    func, x = torch.func, sample(torch)
    shared = torch.zeros(3)
    for write in (lambda a: shared.add_(a), lambda a: shared.copy_(a), lambda a: shared.mul_(a),
                  lambda a: shared.index_fill_(0, a.long(), 1.0),
                  lambda a: shared.masked_fill_(a > 1, 2.0), lambda a: shared.addcmul_(a, a), lambda a: shared.clamp_(max=a),
                  lambda a: shared.scatter_(0, a.long() % 3, a), lambda a: shared.index_add_(0, a.long() % 3, a),
                  lambda a: shared.index_copy_(0, a.long() % 3, a), lambda a: shared.index_put_((a.long() % 3,), a),
                  lambda a: shared.masked_scatter_(a > 1, a)):
        yield attempt(lambda w=write: func.vmap(w)(x))
    yield attempt(lambda: func.vmap(lambda a: a.clone().add_(shared))(x)), attempt(lambda: func.vmap(lambda a: shared.add_(1))(x)), shared


def in_place_assignments_under_vmap(torch: Any) -> Iterator[Any]:
    """Under vmap a shared tensor takes no assignment by slice, element or mask of an example; a clone of the example does."""
    func, x = torch.func, sample(torch)
    shared = torch.zeros(3)

    def whole(a: Any) -> None:
        shared[:] = a

    def element(a: Any) -> None:
        shared[0] = a[0]

    def by_mask(a: Any) -> None:
        shared[a > 1] = 1.0

    for body in (whole, element, by_mask):
        yield attempt(lambda b=body: func.vmap(b)(x))

    def own(a: Any) -> Any:
        b = a.clone()
        b[0] = shared[1]
        b[1:] = a[:-1]
        return b

    yield attempt(lambda: func.vmap(own)(x)), attempt(lambda: func.vmap(own, in_dims=1)(x))


def in_place_of_more_dimensions_under_vmap(torch: Any) -> Iterator[Any]:
    """An in-place op under vmap may not grow the shape of what it changes, per example or by the batch dimension."""
    func, x = torch.func, sample(torch)
    yield attempt(lambda: func.vmap(lambda a: a[0].clone().add_(a))(x)), attempt(lambda: func.vmap(lambda a: a.sum().mul_(a))(x))
    yield attempt(lambda: func.vmap(lambda a, b: a.add_(b), in_dims=(0, None))(x.clone(), torch.ones(3)))
    yield attempt(lambda: func.vmap(lambda a, b: a.add_(b), in_dims=(0, None))(x.clone(), torch.ones(2, 3)))
    yield attempt(lambda: func.vmap(lambda a, b: a.add_(b), in_dims=(None, 0))(torch.ones(3), x))
    # PyTorch: (RuntimeError: output with shape [2, 1] doesn't match ..., RuntimeError: output with shape [2, 1] doesn't match ...)
    # PyTorch: ([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], 'torch.float32', (2, 3), False)
    # PyTorch: RuntimeError: output with shape [2, 1, 3] doesn't ...
    # PyTorch: RuntimeError: output with shape [3] doesn't match the ...


def writing_into_an_expanded_argument(torch: Any) -> Iterator[Any]:
    """Under vmap and grad too, a tensor whose elements share memory by expand cannot be changed in place."""
    func = torch.func
    wide = torch.zeros(3).expand(2, 3)
    yield attempt(lambda: func.vmap(lambda a: a.add_(1))(wide))
    yield attempt(lambda: func.grad(lambda a: (a * 1).expand(2, 3).add_(1).sum())(wide[0]))
    # PyTorch: RuntimeError: unsupported operation: more than one ...
    # PyTorch: RuntimeError: unsupported operation: more than one ...


# --- values that may not be read -----------------------------------------------------------------------------------------------------

def reading_values_under_vmap(torch: Any) -> Iterator[Any]:
    """Under vmap item(), tolist(), numpy(), data_ptr() and conversions to numbers are refused; list(a) gives batched pieces."""
    func, x = torch.func, sample(torch)
    for read in (lambda a: a[0].item(), lambda a: float(a[0]), lambda a: int(a[0]), lambda a: bool(a[0]), lambda a: a.tolist(),
                 lambda a: a.numpy(), lambda a: a.data_ptr(), lambda a: range(a[0].long()), lambda a: [1, 2][a[0].long()],
                 lambda a: a[0].long().__index__(), lambda a: complex(a[0]), lambda a: list(a), lambda a: a[0] in (1, 2),
                 lambda a: a.is_nonzero(), lambda a: a[0].is_nonzero()):
        yield attempt(lambda r=read: func.vmap(r)(x))


def branching_under_vmap(torch: Any) -> Iterator[Any]:
    """Under vmap a batched value decides no branch: if, not, and, max, sorted, all, equal and allclose are all refused."""
    func, x = torch.func, sample(torch)
    for branch in (lambda a: a if a.sum() > 0 else -a, lambda a: a if a[0] else -a, lambda a: a if not a[0] else -a,
                   lambda a: a[0] and a[1],
                   lambda a: max(a[0], a[1]), lambda a: sorted([a[0], a[1]])[0], lambda a: a if a.all() else -a,
                   lambda a: a if torch.equal(a, a) else -a, lambda a: a if torch.allclose(a, a) else -a):
        yield attempt(lambda b=branch: func.vmap(b)(x))


def reading_values_under_grad(torch: Any) -> Iterator[Any]:
    """Under grad and jvp values may be read and branched on, as constants; numpy() is refused, and item() with vmap around."""
    func, x = torch.func, sample(torch)
    yield attempt(lambda: func.grad(lambda a: a.sum() * a.max().item())(x))
    yield attempt(lambda: func.grad(lambda a: (a if a.sum() > 0 else -a).sum())(x))
    yield attempt(lambda: func.grad(lambda a: a.sum() * float(a[0, 1]))(x))
    yield attempt(lambda: func.jvp(lambda a: a * a.max().item(), (x,), (x,)))
    yield attempt(lambda: func.grad(lambda a: a.numpy().sum())(x)), attempt(lambda: func.grad(lambda a: a.sum() * len(a.tolist()))(x))
    yield attempt(lambda: func.vmap(func.grad(lambda a: a.sum() * a.max().item()))(x))


def shapes_that_depend_on_values(torch: Any) -> Iterator[Any]:
    """vmap refuses ops whose result shape depends on values, while constant masks and one_hot with num_classes go through."""
    func, x = torch.func, sample(torch)
    for call in (lambda a: a.nonzero(), lambda a: a.masked_select(a > 1), lambda a: a[a > 1], lambda a: torch.unique(a),
                 lambda a: torch.bincount(a.long()), lambda a: torch.where(a > 1), lambda a: a.nonzero(as_tuple=True),
                 lambda a: torch.unique_consecutive(a), lambda a: torch.repeat_interleave(a, a.long()), lambda a: a.argwhere(),
                 lambda a: torch.combinations(a), lambda a: a[torch.tensor([True, False, True])],
                 lambda a: torch.nn.functional.one_hot(a.long()), lambda a: torch.nn.functional.one_hot(a.long(), 6)):
        yield attempt(lambda c=call: func.vmap(c)(x))


# --- vmap's arguments ----------------------------------------------------------------------------------------------------------------

def in_dims_of_wrong_types(torch: Any) -> Iterator[Any]:
    """in_dims is an int or a tuple shaped like the arguments: texts, floats, lists, dicts, bools and a bare None are refused."""
    func, x = torch.func, sample(torch)
    for in_dims in ("a", 1.5, {0: 0}, None, (None,), (0.5,), ("a",), [0], (True,), True, ((0,),), (0, 0), ()):
        yield attempt(lambda d=in_dims: func.vmap(lambda a: a * 2, in_dims=d)(x))


def in_dims_out_of_range(torch: Any) -> Iterator[Any]:
    """in_dims must name a dimension that the input has, so scalars cannot be mapped over; -1 and -2 count from the end."""
    func, x = torch.func, sample(torch)
    for in_dims in (2, -3, (5,)):
        yield attempt(lambda d=in_dims: func.vmap(lambda a: a, in_dims=d)(x))
    yield attempt(lambda: func.vmap(lambda a: a)(torch.tensor(1.0))), attempt(lambda: func.vmap(lambda a, b: a)(x, torch.tensor(1.0)))
    yield attempt(lambda: func.vmap(lambda a: a, in_dims=-1)(x)), attempt(lambda: func.vmap(lambda a: a, in_dims=-2)(x))


def in_dims_for_what_is_no_tensor(torch: Any) -> Iterator[Any]:
    """Numbers, texts and None need in_dims None, and at least one tensor must be left to map over."""
    func, x = torch.func, sample(torch)
    yield attempt(lambda: func.vmap(lambda a, b: a)(x, 2.0)), attempt(lambda: func.vmap(lambda a, b: a)(x, "text"))
    yield attempt(lambda: func.vmap(lambda a, b: a)(x, None)), attempt(lambda: func.vmap(lambda a, b: a * b, in_dims=(0, None))(x, 2.0))
    yield attempt(lambda: func.vmap(lambda a: a)(2.0)), attempt(lambda: func.vmap(lambda a: a, in_dims=None)(2.0))
    yield attempt(lambda: func.vmap(lambda a: a, in_dims=(None,))(x)), attempt(lambda: func.vmap(lambda a: a["x"])({"x": x}))
    yield attempt(lambda: func.vmap(lambda a: a["x"])({"x": x, "y": 1})), attempt(lambda: func.vmap(lambda a: a[0])([]))
    # PyTorch: (ValueError: vmap(<lambda>, in_dims=0, ..., ValueError: vmap(<lambda>, in_dims=0, ...)
    # PyTorch: (ValueError: vmap(<lambda>, in_dims=0, ..., ([[0.0, 2.0, 4.0], [6.0, 8.0, 10.0]], 'torch.float32', (2, 3), False))
    # PyTorch: (ValueError: vmap(<lambda>, in_dims=0, ..., ValueError: vmap(<lambda>, in_dims=None, ...)
    # PyTorch: (ValueError: vmap: Expected at least one Tensor to ..., ([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]], 'torch.float32', (2, 3), False))
    # PyTorch: (ValueError: vmap(<lambda>, in_dims=0, ..., ValueError: vmap: Expected at least one Tensor to ...)


def in_dims_nested(torch: Any) -> Iterator[Any]:
    """in_dims may follow the nesting of dicts and tuples, or stop early at an int for a whole branch; misfits are refused."""
    func, x = torch.func, sample(torch)
    both = lambda a, b: a["p"] + a["q"][0] + b  # noqa: E731
    given = {"p": x, "q": (x.t().contiguous(),)}
    yield attempt(lambda: func.vmap(both, in_dims=({"p": 0, "q": (1,)}, None))(given, 1.0))
    yield attempt(lambda: func.vmap(both, in_dims=({"p": 0, "q": 1}, None))(given, 1.0))
    yield attempt(lambda: func.vmap(both, in_dims=({"p": -2, "q": (-1,)}, 1))(given, x.t()))
    yield attempt(lambda: func.vmap(both, in_dims=({"p": 0}, None))(given, 1.0))
    yield attempt(lambda: func.vmap(both, in_dims=((0, 1), None))(given, 1.0))
    yield attempt(lambda: func.vmap(both, in_dims=({"p": 0, "q": [1]}, None))(given, 1.0))
    yield attempt(lambda: func.vmap(both, in_dims=0)(given, x))


def sizes_that_differ(torch: Any) -> Iterator[Any]:
    """All mapped dimensions must have one size; the refusal lists the sizes that came."""
    func, x = torch.func, sample(torch)
    yield attempt(lambda: func.vmap(lambda a, b: a)(x, x.t())), attempt(lambda: func.vmap(lambda a, b: a, in_dims=(0, 1))(x, x))
    yield attempt(lambda: func.vmap(lambda a, b, c: a)(x, x, torch.ones(5))), attempt(lambda: func.vmap(lambda a: a[0])((x, x.t())))
    # PyTorch: (ValueError: vmap: Expected all tensors to have the ..., ValueError: vmap: Expected all tensors to have the ...)
    # PyTorch: (ValueError: vmap: Expected all tensors to have the ..., ValueError: vmap: Expected all tensors to have the ...)


def no_examples(torch: Any) -> Iterator[Any]:
    """Over a mapped dimension of size 0, vmap gives results of the right shape and dtype with no rows."""
    func = torch.func
    yield attempt(lambda: func.vmap(lambda a: a * 2)(torch.ones(0, 3))), attempt(lambda: func.vmap(lambda a: a.sum())(torch.ones(0, 3)))
    yield attempt(lambda: func.vmap(lambda a: torch.ones(2))(torch.ones(0, 3)))
    yield attempt(lambda: func.vmap(func.grad(lambda a: a.sum()))(torch.ones(0, 3)))
    yield attempt(lambda: func.vmap(torch.dot)(torch.ones(0, 3), torch.ones(0, 3)))
    # PyTorch: (([], 'torch.float32', (0, 3), False), ([], 'torch.float32', (0,), False))
    # PyTorch: ([], 'torch.float32', (0, 2), False)
    # PyTorch: ([], 'torch.float32', (0, 3), False)
    # PyTorch: ([], 'torch.float32', (0,), False)


def out_dims_of_wrong_types(torch: Any) -> Iterator[Any]:
    """out_dims takes ints, None and containers that fit the result; texts, floats, a tensor and a dict are refused."""
    func, x = torch.func, sample(torch)
    for out_dims in ("a", 0.5, {"a": 0}, (0.5,), ["a"], torch.tensor(0), True, (0,), [0], (0, 0), (None,), ()):
        yield attempt(lambda d=out_dims: func.vmap(lambda a: a * 2, out_dims=d)(x))


def out_dims_that_do_not_fit(torch: Any) -> Iterator[Any]:
    """out_dims must have the structure of the result: too few, too many, list for tuple and other keys are tried."""
    func, x = torch.func, sample(torch)
    yield attempt(lambda: func.vmap(lambda a: (a, a), out_dims=(0,))(x))
    yield attempt(lambda: func.vmap(lambda a: (a, a), out_dims=(0, 1, 0))(x))
    yield attempt(lambda: func.vmap(lambda a: (a, a), out_dims=(0, 1))(x)), attempt(lambda: func.vmap(lambda a: [a, a], out_dims=(0, 1))(x))
    yield attempt(lambda: func.vmap(lambda a: [a, a], out_dims=[0, 1])(x)), attempt(lambda: func.vmap(lambda a: (a, a), out_dims=[0, 1])(x))
    yield attempt(lambda: func.vmap(lambda a: {"a": a, "b": a.sum()}, out_dims={"a": 1, "b": 0})(x))
    yield attempt(lambda: func.vmap(lambda a: {"a": a}, out_dims={"b": 1})(x))
    yield attempt(lambda: func.vmap(lambda a: {"a": (a, a)}, out_dims={"a": 1})(x))


def out_dims_out_of_range(torch: Any) -> Iterator[Any]:
    """out_dims counts the dimensions of the batched result, from both ends; one beyond them raises IndexError."""
    func, x = torch.func, sample(torch)
    for out_dims in (2, 1, -1, -2):  # PyTorch dies of -3, and of negative ones for a result that all examples share
        yield attempt(lambda d=out_dims: func.vmap(lambda a: a * 2, out_dims=d)(x))
    yield attempt(lambda: func.vmap(lambda a: torch.ones(2), out_dims=1)(x))
    # PyTorch: IndexError: Dimension out of range (expected to be ...
    # PyTorch: ([[0.0, 6.0], [2.0, 8.0], [4.0, 10.0]], 'torch.float32', (3, 2), False)
    # PyTorch: ([[0.0, 6.0], [2.0, 8.0], [4.0, 10.0]], 'torch.float32', (3, 2), False)
    # PyTorch: ([[0.0, 2.0, 4.0], [6.0, 8.0, 10.0]], 'torch.float32', (2, 3), False)
    # PyTorch: ([[1.0, 1.0], [1.0, 1.0]], 'torch.float32', (2, 2), False)


def out_dims_none(torch: Any) -> Iterator[Any]:
    """With out_dims None an unbatched result comes back as it is, tensor or not; a batched one is refused."""
    func, x = torch.func, sample(torch)
    yield attempt(lambda: func.vmap(lambda a: a, out_dims=None)(x)), attempt(lambda: func.vmap(lambda a: 5, out_dims=None)(x))
    yield attempt(lambda: func.vmap(lambda a: torch.ones(2), out_dims=None)(x))
    yield attempt(lambda: func.vmap(lambda a: (a, "text"), out_dims=(0, None))(x))
    yield attempt(lambda: func.vmap(lambda a: (a, [1, torch.ones(1)]), out_dims=(0, None))(x))


def results_of_vmap_that_are_no_tensors(torch: Any) -> Iterator[Any]:
    """A function under vmap may return nothing but tensors in containers; empty containers come back empty."""
    func, x = torch.func, sample(torch)
    for output in (1.0, "text", None, [1], (1.0, 2), {"a": 1}, [], ()):
        yield attempt(lambda o=output: func.vmap(lambda a: o)(x))
    yield attempt(lambda: func.vmap(lambda a: (a, 1.0))(x)), attempt(lambda: func.vmap(lambda a: a.shape)(x))
    yield attempt(lambda: func.vmap(lambda a: a.size(0))(x))


def options_of_vmap(torch: Any) -> Iterator[Any]:
    """vmap refuses a chunk size below one, any randomness other than its three words, and a function that is not callable."""
    func, x = torch.func, sample(torch)
    for size in (0, -1, "a"):
        yield attempt(lambda s=size: func.vmap(lambda a: a * 2, chunk_size=s)(x))
    for randomness in ("x", None, 0, "Same"):
        yield attempt(lambda r=randomness: func.vmap(lambda a: a * 2, randomness=r)(x))
    yield attempt(lambda: func.vmap(3)(x)), attempt(lambda: func.vmap()), attempt(lambda: func.vmap(None)(x))


def chunks(torch: Any) -> Iterator[Any]:
    """The chunk size of vmap and jacrev never shows in the result, even where it does not divide the batch; 0 and -1 fail."""
    func = torch.func
    x = torch.arange(10.0).reshape(5, 2)
    for size in (1, 2, 3, 5, 9):
        yield attempt(lambda s=size: func.vmap(lambda a: (a.sum(), {"b": a * 2}), chunk_size=s)(x))
        yield attempt(lambda s=size: func.vmap(lambda a: a * 2, in_dims=-2, out_dims=1, chunk_size=s)(x))
        yield attempt(lambda s=size: func.vmap(lambda a, b: a * b, in_dims=(0, None), chunk_size=s)(x, 2.0))
        yield attempt(lambda s=size: func.jacrev(lambda a: (a.sin(), a.sum()), chunk_size=s)(x[0]))
        yield attempt(lambda s=size: func.vmap(lambda a: (a, 7), out_dims=(0, None), chunk_size=s)(x))
    for size in (0, -1):
        yield attempt(lambda s=size: func.jacrev(lambda a: a, chunk_size=s)(x[0]))


def keyword_arguments(torch: Any) -> Iterator[Any]:
    """vmap maps keyword arguments over dimension 0, grad passes them through; Jacobians, hessian, vjp and jvp refuse them."""
    func, x = torch.func, sample(torch)
    scaled = lambda a, *, by=1.0: (a * by).sum()  # noqa: E731
    yield attempt(lambda: func.vmap(scaled)(x, by=x[0])), attempt(lambda: func.vmap(scaled)(x, by=x))
    yield attempt(lambda: func.vmap(scaled)(by=x))
    yield attempt(lambda: func.grad(scaled)(x, by=3.0)), attempt(lambda: func.grad(scaled)(x, by=x))
    yield attempt(lambda: func.grad_and_value(scaled)(x, by=x))
    yield attempt(lambda: func.jacrev(scaled)(x, by=x)), attempt(lambda: func.jacfwd(scaled)(x, by=x))
    yield attempt(lambda: func.hessian(scaled)(x, by=x))
    yield attempt(lambda: func.vjp(scaled, x, by=x)), attempt(lambda: func.jvp(scaled, (x,), (x,), by=x))
