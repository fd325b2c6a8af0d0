"""What may be written where an argument lies in the same memory; layouts of gradients; views that lost their base."""
from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import partial
from typing import Any

from .. import chain, refused
from .._autograd import tried


def _parts(torch: Any) -> Iterator[tuple[str, Any, Any]]:
    """Six numbers, and a part of the same memory: its name, the numbers, the part."""
    for name, part in (("all", slice(None)), ("first", slice(1)), ("inner", slice(1, 3)), ("gaps", slice(None, None, 2))):
        numbers = torch.arange(6.0)
        yield name, numbers, numbers[part]


def picking_in_place(torch: Any) -> Iterator[Any]:
    """Indexed writes refuse a source or an index in their own memory, but do not notice a source with gaps."""
    for name in ("index_add_", "index_copy_", "scatter_", "scatter_add_"):
        for part, numbers, source in _parts(torch):
            yield name, part, refused(lambda n=name, x=numbers, s=source: getattr(x, n)(0, torch.arange(len(s)), s)), numbers
    for how in ("sum", "amax"):
        for part, numbers, source in _parts(torch):
            yield part, refused(lambda x=numbers, s=source, h=how: x.scatter_reduce_(0, torch.arange(len(s)), s, h)), numbers
    for part, numbers, source in _parts(torch):
        yield part, refused(lambda x=numbers, s=source: x.index_reduce_(0, torch.arange(len(s)), s, "prod")), numbers
        yield part, refused(lambda x=numbers, s=source: x.put_(torch.arange(len(s)), s)), numbers
    index = torch.arange(3)
    for call in (lambda: index.index_add_(0, index[:1], torch.tensor([7])), lambda: index.scatter_(0, index[:1], torch.tensor([7])),
                 lambda: index.put_(index[:1], torch.tensor([7])), lambda: index.index_fill_(0, index[:1], 7)):
        yield refused(call), index


def out_where_an_argument_is(torch: Any) -> Iterator[Any]:
    """out= over an argument is refused, with gaps often not noticed; reductions may write into what they reduce."""
    for part, x, p in _parts(torch):
        n = len(p)
        for name, call in (
            ("cat", lambda x=x, p=p, n=n: torch.cat([p, torch.ones(1)][:2 if n < 6 else 1], out=x[:n + 1])),
            ("stack", lambda x=x, p=p, n=n: torch.stack([p], out=x[:n][None])),
            ("gather", lambda x=x, p=p: torch.gather(p, 0, torch.tensor([0]), out=x[:1])),
            ("index_select", lambda x=x, p=p: torch.index_select(p, 0, torch.tensor([0]), out=x[:1])),
            ("take", lambda x=x, p=p: torch.take(p, torch.tensor([0]), out=x[:1])),
            ("add", lambda x=x, p=p: torch.add(p[:1], torch.ones(6), out=x)),
        ):
            yield part, name, refused(call)
    for name, call in (("sum", torch.sum), ("mean", torch.mean), ("nansum", torch.nansum), ("var", torch.var)):
        numbers = torch.arange(6.0)
        yield name, call(numbers, 0, out=numbers[0]), numbers
    numbers = torch.arange(6.0)
    yield torch.dot(numbers, numbers, out=numbers[0]), numbers


def retained_gradients_are_contiguous(torch: Any) -> Iterator[Any]:
    """A retained gradient is contiguous, also that of a tensor which is not."""
    x = torch.ones(2, 3, requires_grad=True)
    for turned in (lambda y: y.t() * torch.ones(3, 2), lambda y: y * torch.ones(3, 2).t(), lambda y: y.t()):
        y = x * 1
        y.retain_grad()
        turned(y).sum().backward()
        yield y.grad.stride()
    y = (x * 1).t() * 1
    y.retain_grad()
    (y * 2).sum().backward()
    yield y.stride(), y.grad.stride()
    # PyTorch: (3, 1)
    # PyTorch: (3, 1)
    # PyTorch: (3, 1)
    # PyTorch: ((1, 3), (2, 1))


def gradients_that_were_summed_are_contiguous(torch: Any) -> Iterator[Any]:
    """Gradients summed over broadcast dimensions reach hooks contiguous, whatever the strides of the factor."""
    seen: list[Any] = []
    factors = (torch.ones(2, 3, 2).transpose(1, 2), torch.ones(3, 2, 2).permute(2, 1, 0), torch.ones(3, 2, 2).transpose(0, 2))
    for f in factors:
        for shape in ((2, 3), (1, 3), (2, 1), (1, 1), (3,), (1, 2, 3), (2, 1, 1)):
            y = torch.ones(shape, requires_grad=True) * 1
            y.register_hook(lambda g: seen.append((tuple(g.shape), g.is_contiguous())))
            (y * f).sum().backward()
    yield seen


def hooks_of_views_without_history(torch: Any) -> Iterator[Any]:
    """A hook on a view made under no_grad never runs, and the view gets no gradient."""
    called: list[str] = []
    a = torch.ones(2, 3, requires_grad=True) * 1
    with torch.no_grad():
        part = a[0]
    part.register_hook(lambda g: called.append("never"))
    (part.sum() * 2 + a.sum()).backward()
    yield called, part.requires_grad, part.is_leaf, part.grad
    # PyTorch: ([], True, True, None)


def bytes_seen_in_inference_mode(torch: Any) -> Iterator[Any]:
    """In inference mode view(dtype) of a normal tensor is an inference tensor, view(shape) is not."""
    x = torch.ones(2, 4)
    with torch.inference_mode():
        yield [x.view(d).is_inference() for d in (torch.int32, torch.float32, torch.float64, torch.uint8)], x.view(8).is_inference()
        y = (x * 2)[0]
        yield refused(y.detach_), x[0].detach_() is not None
    # PyTorch: ([True, True, True, True], False)
    # PyTorch: (nothing: Tensor, True)


def shapes_changed_behind_the_graph(torch: Any) -> Iterator[Any]:
    """After t_ or swapaxes_ under no_grad backward through the tensor raises; resize_ of it is refused."""
    for change in (lambda c: c.t_(), lambda c: c.swapaxes_(0, 1), lambda c: c.resize_(6), lambda c: c.unsqueeze_(0)):
        c = torch.ones(2, 3, requires_grad=True) * 1
        with torch.no_grad():
            change(c)
        yield refused((c * torch.ones(c.shape)).sum().backward)["raised"]
    # PyTorch: 'RuntimeError'
    # PyTorch: 'RuntimeError'
    # PyTorch: RuntimeError: cannot resize variables that require ...


def memory_taken_over(torch: Any) -> Iterator[Any]:
    """set_ under no_grad gives a leaf other memory, which its data shares; other dtypes and non-tensors are refused."""
    b = torch.ones(3, requires_grad=True)
    view, other = b.flatten(), torch.arange(3.0)
    with torch.no_grad():
        view.set_(other)
    b.data.mul_(2)
    view.sum().backward()
    yield view, b.grad
    for source in (torch.ones(2, dtype=torch.float64), torch.ones(2, dtype=torch.int32)):
        yield refused(lambda s=source: b.set_(s))
    for source in (1.0, None, "x", [1.0]):
        yield refused(lambda s=source: torch.ones(3).set_(s))["raised"]


def numbers_with_an_imaginary_part_of_zero(torch: Any) -> Iterator[Any]:
    """fill_ and masked_fill_ of floats take complex numbers without an imaginary part; fill_ takes any complex tensor."""
    mask = torch.tensor([True, False, True])
    for value in (1 + 0j, 1 + 2j, complex(float("nan"), 0.0)):
        for call in (lambda v=value: torch.ones(3).fill_(v), lambda v=value: torch.ones(3).fill_(torch.tensor(v)),
                     lambda v=value: torch.ones(3).masked_fill_(mask, v)):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # one of them is said once per process
                try:
                    found = call()
                except RuntimeError as error:
                    found = str(error)
            yield found
    for base, added in ((torch.float64, torch.float32), (torch.float32, torch.float64)):
        x, b = torch.ones(2, 3, dtype=base, requires_grad=True) * 1, torch.ones(3, dtype=added, requires_grad=True)
        x[0] = b[0]
        yield [node.name() for node, _ in x.grad_fn.next_functions if node is not None]


def shapes_that_copy_does_not_take(torch: Any) -> Iterator[Any]:
    """copy_ refuses a source that does not broadcast to the tensor."""
    for shape, source in (((3,), (3, 2)), ((3, 1), (2, 3)), ((3,), (2, 3)), ((12,), (2, 3)), ((2, 3), (4, 2, 2)), ((2, 3), (4, 2, 3)),
                          ((), (3,))):
        yield refused(lambda a=shape, b=source: torch.zeros(a).copy_(torch.zeros(b)))


def results_that_may_share_nothing(torch: Any) -> Iterator[Any]:
    """Scatters and index ops may have their input as out=, not their source; take, gather and selects not even that."""
    index, some = torch.tensor([[0, 1, 0], [1, 0, 1]]), torch.tensor([0, 1])

    def into_one(name: str, place: int, *args: Any, **options: Any) -> Any:
        tensors = [torch.arange(6.0).reshape(2, 3), *(a.clone() if isinstance(a, torch.Tensor) else a for a in args)]
        return getattr(torch, name)(*tensors, out=tensors[place], **options)

    for name, args, options in (("scatter", (0, index, torch.ones(2, 3)), {}), ("scatter_add", (0, index, torch.ones(2, 3)), {}),
                                ("scatter_reduce", (0, index, torch.ones(2, 3), "sum"), {}), ("index_add", (0, some, torch.ones(2, 3)), {}),
                                ("index_copy", (0, some, torch.ones(2, 3)), {}), ("index_reduce", (0, some, torch.ones(2, 3), "prod"), {}),
                                ("scatter", (0, index, torch.ones(2, 3)), {"reduce": "add"})):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # some are deprecated
            yield [tried(partial(into_one, name, place, *args, **options)) for place in (0, 3)]
    for name, args in (("take", (index,)), ("gather", (0, index)), ("index_select", (0, some)), ("masked_select", (index > 0,))):
        yield tried(partial(into_one, name, 0, *args))


def scatters_that_add_or_multiply(torch: Any) -> Iterator[Any]:
    """scatter with reduce adds or multiplies, under vmap too; it has no derivative, and other names are refused."""
    x, index, source = torch.arange(6.0).reshape(2, 3), torch.tensor([[0, 1, 0], [1, 0, 1]]), torch.full((2, 3), 2.0)
    leaf = x.clone().requires_grad_()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # with a tensor it is deprecated, which is said once
        x.scatter(0, index, source, reduce="add")
    for how in ("add", "multiply"):
        for value in (source, 3):
            yield x.scatter(0, index, value, reduce=how), x.clone().scatter_(0, index, value, reduce=how)
            yield torch.vmap(lambda a, i, h=how: a.scatter(0, i, 2.0, reduce=h))(x, index)
            for made in (leaf.scatter(0, index, value, reduce=how), leaf.clone().scatter_(0, index, value, reduce=how)):
                yield chain(made.grad_fn), made.requires_grad, refused(made.sum().backward)["raised"]
            with torch.autograd.forward_ad.dual_level():
                dual = torch.autograd.forward_ad.make_dual(x, torch.ones_like(x))
                yield refused(lambda v=value, d=dual, h=how: d.scatter(0, index, v, reduce=h))
    yield refused(lambda: x.scatter(0, index, source.long(), reduce="what")), refused(lambda: x.scatter(0, index, source, reduce="what"))
    yield refused(lambda: x.scatter_(0, index, x, reduce="add"))


def numbers_that_index_reduce_refuses(torch: Any) -> Iterator[Any]:
    """Which complex and bool tensors index_reduce refuses depends on their dimensions; float32 passes."""
    for dtype in (torch.complex64, torch.bool, torch.float32):
        for shape in ((2,), (2, 2)):
            for reduce in ("mean", "amax"):
                x, index = torch.ones(shape, dtype=dtype), torch.tensor([1])
                yield refused(lambda x=x, i=index, r=reduce: x.index_reduce(0, i, x[:1], r))
