"""Nodes and attributes in unusual places: no derivative, results written elsewhere, several rows in a bag, data of another shape."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import chain, refused
from .._autograd import made_in_inference, make_leaf, tried


def _failed(call: Any) -> Any:
    result = tried(call)
    return result if isinstance(result, tuple) and result and isinstance(result[0], str) else None


def functions_without_a_derivative(torch: Any) -> Iterator[Any]:
    """Histograms, samplers and their kin: which get a node, and what its backward says."""
    for call in (
        lambda x, w: torch.histogram(x, 4)[0], lambda x, w: torch.histogram(x, 4, weight=w)[1], lambda x, w: torch.histc(x, 4),
        lambda x, w: torch.histogramdd(x[:, None], [4])[0], lambda x, w: torch.histogramdd(x[:, None], [4])[1][0],
        lambda x, w: torch.bincount(torch.tensor([0, 1, 1, 0]), weights=w), lambda x, w: torch._chunk_cat([x, w], 0, 2),
        lambda x, w: torch.binomial(x, w), lambda x, w: torch._standard_gamma(x), lambda x, w: torch._sample_dirichlet(x),
        lambda x, w: torch._standard_gamma_grad(x, w), lambda x, w: torch._dirichlet_grad(x, x, w), lambda x, w: torch.heaviside(x, w),
    ):
        torch.manual_seed(0)
        x, w = (torch.tensor([0.25, 0.5, 0.75, 1.0]).requires_grad_() for _ in range(2))
        y = call(x, w)
        yield chain(y.grad_fn), tuple(y.shape), _failed(lambda y=y: y.sum().backward())


def results_written_elsewhere(torch: Any) -> Iterator[Any]:
    """Of functions without a derivative `out` gets a history as well, unless it has one."""
    for call in (
        lambda x, w, out: torch.heaviside(x, w, out=out),
        lambda x, w, out: torch.floor_divide(x, w, out=out),
        lambda x, w, out: torch.histogram(x, 2, out=(out, torch.empty(3))),
        lambda x, w, out: torch._chunk_cat([x, w], 0, 1, out=out.resize_(0)),
        lambda x, w, out: torch.sin(x, out=out),
        lambda x, w, out: torch.eq(x, w, out=out),
        lambda x, w, out: torch.clamp(x, 0, 1, out=out),
        lambda x, w, out: torch.argmax(x, out=torch.empty((), dtype=torch.int64)),
        lambda x, w, out: torch.bucketize(x.detach(), w.sort()[0], out=out.long()),
    ):
        x, w, out = torch.tensor([1.0, -1.0]).requires_grad_(), torch.ones(2).requires_grad_(), torch.empty(2)
        error = _failed(lambda call=call, x=x, w=w, out=out: call(x, w, out))
        yield error, out.requires_grad, chain(out.grad_fn), out._version
    for call in (lambda out: torch.heaviside(x, w, out=out), lambda out: torch.floor_divide(x, w, out=out)):
        yield _failed(lambda call=call: call(torch.empty(2, requires_grad=True)))


def attributes_that_cannot_be_assigned(torch: Any) -> Iterator[Any]:
    """What is said when read-only attributes of tensors are assigned."""
    y = make_leaf(torch) * 2
    for name in ("grad_fn", "is_leaf", "output_nr", "_version", "_base", "name", "retains_grad", "shape", "dtype", "ndim"):
        yield name, tried(lambda name=name: setattr(y, name, None))
    yield tried(lambda: y.grad_fn._register_hook_dict(3)), tried(lambda: y.grad_fn._set_sequence_nr("x"))
    meta = y.grad_fn._input_metadata[0]
    yield type(meta).__name__, meta.shape, meta.dtype, meta.is_nested_tensor, meta.is_cpp_nested_tensor


def bags(torch: Any) -> Iterator[Any]:
    """`embedding_bag` in each mode: values, nodes, gradients, and a weight changed before backward."""
    index, offsets = torch.tensor([0, 2, 1, 2, 3]), torch.tensor([0, 2, 2])
    for mode in ("sum", "mean", "max"):
        for options in ({}, {"padding_idx": 2}):
            weight = torch.arange(8.0).view(4, 2).requires_grad_()
            out = torch.nn.functional.embedding_bag(index, weight, offsets, mode=mode, **options)
            yield mode, out, chain(out.grad_fn), torch.autograd.grad((out * out).sum(), weight)
    weight, scale = torch.arange(8.0).view(4, 2).requires_grad_(), torch.arange(1.0, 6.0).requires_grad_()
    out = torch.nn.functional.embedding_bag(index, weight, offsets, mode="sum", per_sample_weights=scale)
    yield out, chain(out.grad_fn), torch.autograd.grad((out * out).sum(), (weight, scale))
    out = torch.nn.functional.embedding_bag(index, weight, offsets, mode="sum")
    with torch.no_grad():
        weight.add_(1)
    out.sum().backward()
    yield weight.grad


def setting_storage_of_what_has_a_history(torch: Any) -> Iterator[Any]:
    """What `set_` does to the history of a non-leaf, and that a leaf refuses it."""
    for y in (make_leaf(torch).clone(), make_leaf(torch) * 2, make_leaf(torch)[[0, 1]]):
        y.set_(torch.ones(3))
        yield y, chain(y.grad_fn), _failed(lambda y=y: y.sum().backward())
    yield tried(lambda: make_leaf(torch).set_(torch.ones(3))), tried(lambda: torch.ones(3).set_(torch.ones(3).int()))


def copies_in_slices(torch: Any) -> Iterator[Any]:
    """What is masked has one gradient to give, what is multiplied two."""
    for change in (lambda v: v.masked_fill_(v > 1, 0), lambda v: v.mul_(v.detach()), lambda v: v.add_(1), lambda v: v.zero_()):
        y = make_leaf(torch, 4) * 2
        change(y[:2])
        yield chain(y.grad_fn), y


def random_numbers_into_shared_memory(torch: Any) -> Iterator[Any]:
    """That it is a leaf is seen first."""
    x = torch.ones(2, 1, requires_grad=True)
    yield tried(lambda: x.expand(2, 2).normal_()), tried(lambda: x.detach().expand(2, 2).normal_())


def inference_tensors_that_count(torch: Any) -> Iterator[Any]:
    """What is detached from one outside may be written to, and still not be saved."""
    t = made_in_inference(torch)
    for other in (t.detach(), t.data):
        yield other.is_inference(), tried(lambda other=other: other._version), tried(lambda other=other: other.add_(1)._version)
        yield tried(lambda other=other: other.requires_grad_()), tried(lambda other=other: make_leaf(torch) * other)
    yield tried(lambda: t.resize_(3).shape), tried(lambda: t.view(3)._version), tried(lambda: t.detach_().is_inference())
    x = make_leaf(torch) * 2
    with torch.inference_mode():
        x.detach_()
        yield x.requires_grad, t.detach().is_inference(), tried(lambda: t.detach()._version)


def writes_that_are_not_counted(torch: Any) -> Iterator[Any]:
    """Whether `apply_` and `map_` move the version counter."""
    t = torch.ones(3)
    t.apply_(lambda value: value + 1)
    t.map_(torch.ones(3), lambda a, b: a + b)
    yield t, t._version
    # PyTorch: (tensor([3., 3., 3.]), 0)


def anomalies_that_hooks_make(torch: Any) -> Iterator[Any]:
    """Whether anomaly mode finds a NaN that a node hook made."""
    x = make_leaf(torch)
    with torch.autograd.set_detect_anomaly(True):
        y = x * 2
        y.grad_fn.register_hook(lambda found, _: (found[0] * float("nan"), None))
        yield tried(lambda: y.sum().backward())
    # PyTorch: ('RuntimeError', "Function 'MulBackward0' returned nan ...")
    # PyTorch: UserWarning: Error detected in MulBackward0. ...


def marks_that_are_no_tuples(torch: Any) -> Iterator[Any]:
    """Which error a list assigned as mark of a ctx raises."""
    for mark in ("dirty_tensors", "non_differentiable"):
        class Marked(torch.autograd.Function):
            @staticmethod
            def forward(ctx: Any, x: Any, mark: str = mark) -> Any:
                setattr(ctx, mark, [x])
                return x * 2

        yield tried(lambda Marked=Marked: Marked.apply(make_leaf(torch)))[0]
    # PyTorch: 'RuntimeError'
    # PyTorch: 'RuntimeError'


def views_that_functions_leave_out(torch: Any) -> Iterator[Any]:
    """A view without a derivative, made inside a Function, is not to be changed in place."""
    class View(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            out = x.view(-1)
            ctx.mark_non_differentiable(out)
            return out

    for x in (make_leaf(torch), make_leaf(torch) * 2, torch.ones(3)):
        out = View.apply(x)
        yield out.requires_grad, out._is_view(), tried(lambda out=out: out.mul_(2))
    # PyTorch: (True, True, ('RuntimeError', 'A view was created in no_grad mode and ...'))
    # PyTorch: (True, True, ('RuntimeError', 'A view was created in no_grad mode and ...'))
    # PyTorch: (False, True, tensor([2., 2., 2.]))


def clearing_what_is_saved(torch: Any) -> Iterator[Any]:
    """Only in a backward that does not retain the graph."""
    for once in (False, True):
        log: list[Any] = []

        class Kept(torch.autograd.Function):
            clear_saved_tensors_on_access = once

            @staticmethod
            def forward(ctx: Any, x: Any) -> Any:
                ctx.save_for_backward(x)
                return x * 1

            @staticmethod
            def backward(ctx: Any, g: Any, log: Any = log) -> Any:
                assert len(ctx.saved_tensors) == 1
                log.append(tried(ctx.maybe_clear_saved_tensors))
                log.append(tried(lambda: len(ctx.saved_tensors)))
                return g

        y = Kept.apply(make_leaf(torch))
        yield tried(lambda y=y: y.sum().backward(retain_graph=True)), list(log)
        yield tried(lambda y=y: y.sum().backward()), list(log)
        y = Kept.apply(make_leaf(torch))
        yield tried(y.grad_fn.maybe_clear_saved_tensors), tried(lambda y=y: len(y.grad_fn.saved_tensors))


def compositions_as_one_node(torch: Any) -> Iterator[Any]:
    """Functions composed of others have one node with saved attributes, freed after backward."""
    def leaf() -> Any:
        return torch.tensor([[0.5, 1.5], [2.5, 0.25]], dtype=torch.float64, requires_grad=True)

    for call in (lambda x: x.aminmax().min, lambda x: torch.dist(x, x * 2), lambda x: x.sinc(), lambda x: torch.renorm(x, 2, 0, 1.0),
                 lambda x: torch.var_mean(x)[0], lambda x: torch.var_mean(x, False)[1], lambda x: torch.std_mean(x, 1)[0],
                 lambda x: torch.std_mean(x, dim=(0, 1), correction=2, keepdim=True)[0], lambda x: torch.nn.functional.pdist(x)):
        y = call(leaf())
        node = y.grad_fn
        names = sorted(name for name in dir(node) if name.startswith(("_saved_", "_raw_saved_")))
        yield node.name(), names
        for name in names:
            value = getattr(node, name)
            if name.startswith("_raw"):
                yield type(value).__name__, value.data.tolist(), value.data.requires_grad, value.unpack_hook
            else:
                yield name, value.tolist() if isinstance(value, torch.Tensor) else value
        yield refused(lambda node=node: node._raw_saved_nothing)["raised"]
        y.sum().backward()
        yield [refused(lambda node=node, name=name: getattr(node, name))["message"][:20] for name in names]
