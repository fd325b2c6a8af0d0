"""Helpers that test files import, and what they look at: saved tensors copied once, layouts of gradients, tags, storages in files."""

from __future__ import annotations

import gc
import io
import warnings
from collections.abc import Iterator
from typing import Any

from .._func import attempt, silent


def _sizes(context: Any) -> list[int]:
    gc.collect()
    return [len(list(kept.items())) for kept in (context.cloned, context.original, context.tid_to_weakhandle)]


@silent
def saved_tensors_copied_once(torch: Any) -> Iterator[Any]:
    """What `allow_mutation_on_saved_tensors` keeps: a tensor saved several times is copied once, and only while a node has it."""
    with torch.autograd.graph.allow_mutation_on_saved_tensors() as context:
        x = torch.full((4,), 2.0, requires_grad=True)
        y = x.clone()
        out = (y * y).sum() + (y[:2] ** 2).sum()
        yield _sizes(context)
        y.sin_()
        yield _sizes(context)
        out.backward()
        yield x.grad, _sizes(context)
        del out, y
        yield _sizes(context)
    with torch.autograd.graph.allow_mutation_on_saved_tensors() as context:
        x = torch.ones(2, requires_grad=True)
        y = x.clone()
        several = [y ** 2]
        for change in (y.sin_, y.cos_):
            change()
            several.append(y ** 2)
        yield _sizes(context)
        sum(several).sum().backward()
        yield x.grad
    # PyTorch: [0, 2, 2]
    # PyTorch: [2, 1, 3]
    # PyTorch: (tensor([8., 8., 4., 4.]), [0, 1, 1])
    # PyTorch: [0, 0, 0]
    # PyTorch: [2, 3, 5]
    # PyTorch: tensor([2.3724, 2.3724])


@silent
def layouts_of_gradients(torch: Any) -> Iterator[Any]:
    """Which layouts a Function may return for a leaf, and which `gradcheck` accepts."""
    def function(result: Any) -> Any:
        class Doubled(torch.autograd.Function):
            @staticmethod
            def forward(ctx: Any, x: Any) -> Any:
                return x * 2 if x.layout is torch.strided else x.to_dense() * 2

            @staticmethod
            def backward(ctx: Any, g: Any) -> Any:
                return result(g * 2)

        return Doubled.apply

    dense = torch.arange(1.0, 5.0, dtype=torch.float64).view(2, 2)
    layouts = {"strided": lambda t: t, "coo": lambda t: t.to_sparse(), "csr": lambda t: t.to_sparse_csr()}
    for name, lay_out in layouts.items():
        for other, result in layouts.items():
            x = lay_out(dense.clone()).requires_grad_()
            yield name, other, attempt(lambda x=x, result=result: function(result)(x).sum().backward()), getattr(x.grad, "layout", None)
    for x, result in ((dense.clone(), layouts["coo"]), (dense.to_sparse(), lambda g: g.to_sparse(1)),
                      (dense.to_sparse_csr(), layouts["coo"]), (dense.to_sparse(), layouts["strided"])):
        yield attempt(lambda x=x, result=result: torch.autograd.gradcheck(function(result), (x.requires_grad_(),)))


@silent
def tags_of_ops(torch: Any) -> Iterator[Any]:
    """Tags have names and numbers; registered ops keep theirs."""
    yield torch.Tag.core, torch.Tag.pointwise.name, torch.Tag.pointwise.value, int(torch.Tag.view_copy), torch.Tag.core == torch.Tag.out
    torch.library.define("conformance::tagged", "(Tensor x) -> Tensor", tags=torch.Tag.pointwise)
    yield torch.ops.conformance.tagged.default.tags
    op = torch.library.custom_op("conformance::marked", lambda x: x.clone(), mutates_args=(), schema="(Tensor x) -> Tensor",
                                 tags=[torch.Tag.needs_fixed_stride_order])
    yield op._opoverload.tags
    # PyTorch: (Tag, 'pointwise', 16, 19, False)
    # PyTorch: [Tag]
    # PyTorch: [Tag, Tag]


@silent
def storages_in_files(torch: Any) -> Iterator[Any]:
    """An untyped storage comes back from a file as a typed one of bytes."""
    for options in ({"weights_only": True}, {"weights_only": False}):
        file = io.BytesIO()
        torch.save([torch.ones(2).untyped_storage(), torch.ones(2)], file)
        file.seek(0)
        storage, tensor = torch.load(file, **options)
        yield type(storage).__name__, storage.dtype, len(storage), tensor
    # PyTorch: ('TypedStorage', uint8, 8, tensor([1., 1.]))
    # PyTorch: ('TypedStorage', uint8, 8, tensor([1., 1.]))


@silent
def parameters_of_subclasses(torch: Any) -> Iterator[Any]:
    """A class that `detach` leaves cannot be a parameter's."""
    class Leaving(torch.Tensor):
        def detach(self) -> Any:
            return torch.zeros(2)

    class Disabled(torch.Tensor):
        __torch_function__ = torch._C._disabled_torch_function_impl

    class Staying(torch.Tensor):
        pass

    for kind in (Leaving, Disabled, Staying):
        try:
            yield type(torch.nn.Parameter(torch.ones(2).as_subclass(kind))).__name__
        except RuntimeError as error:
            yield str(error).partition(" To use")[0]
    # PyTorch: 'Creating a Parameter from an instance ...'
    # PyTorch: 'Creating a Parameter from an instance ...'
    # PyTorch: 'Staying'


@silent
def small_floats_drawn(torch: Any) -> Iterator[Any]:
    """8-bit floats are drawn by `make_tensor`, not by `uniform_`."""
    for dtype in (torch.float8_e4m3fn, torch.float8_e5m2):
        torch.manual_seed(0)
        yield torch.testing.make_tensor(4, dtype=dtype, device="cpu").float()
        yield attempt(torch.zeros(2, dtype=dtype).uniform_)
    # PyTorch: tensor([-0.0703, 5.0000, -7.5000, -6.5000])
    # PyTorch: NotImplementedError: "check_uniform_bounds" not implemented ...
    # PyTorch: tensor([-0.0625, 5.0000, -7.0000, -7.0000])
    # PyTorch: NotImplementedError: "check_uniform_bounds" not implemented ...


@silent
def strings_compared(torch: Any) -> Iterator[Any]:
    """`assert_close` refuses strings, also beside sequences of strings."""
    for actual, expected in (("a", "a"), ("ab", ["a", "b"]), (["a"], ["a"]), ("a", None), (None, "a"), (1, "a")):
        yield attempt(lambda actual=actual, expected=expected: torch.testing.assert_close(actual, expected))
    # PyTorch: TypeError: No comparison pair was able to handle ...
    # PyTorch: TypeError: No comparison pair was able to handle ...
    # PyTorch: TypeError: No comparison pair was able to handle ...
    # PyTorch: AssertionError: None mismatch: a is not None
    # PyTorch: AssertionError: None mismatch: None is not a
    # PyTorch: TypeError: No comparison pair was able to handle ...


def ops_without_formulas(torch: Any) -> Iterator[Any]:
    """Results of a function for the CPU, without a formula, have a node that warns in backward and passes nothing on."""
    functions = {
        "hidden": ("(Tensor x) -> Tensor", lambda x: torch.from_numpy(x.detach().numpy() * 2)),
        "recorded": ("(Tensor x) -> Tensor", lambda x: x * 2),
        "same": ("(Tensor x) -> Tensor", lambda x: x),
        "counted": ("(Tensor x) -> Tensor", lambda x: x.detach().long()),
        "listed": ("(Tensor[] x) -> Tensor[]", lambda xs: [x.detach() + 1 for x in xs]),
    }
    with torch.library._scoped_library("conformance_fallback", "FRAGMENT") as library:
        for name, (schema, function) in functions.items():
            library.define(f"{name}{schema}")
            library.impl(name, function, "CPU")
        for name in functions:
            x = torch.ones(2, requires_grad=True)
            out = getattr(torch.ops.conformance_fallback, name)([x] if name == "listed" else x)
            out = out[0] if name == "listed" else out
            yield name, out.requires_grad, out.grad_fn is None
            if out.requires_grad:
                with warnings.catch_warnings(record=True) as issued:
                    warnings.simplefilter("always")
                    out.sum().backward()
                yield x.grad, [(one.category.__name__, str(one.message).partition(" but ")[0]) for one in issued]
        with torch.no_grad():
            yield torch.ops.conformance_fallback.hidden(torch.ones(2, requires_grad=True)).requires_grad
        yield torch.ops.conformance_fallback.hidden(torch.ones(2)).requires_grad
    before = torch._C._get_autograd_fallback_mode()
    yield before
    torch._C._set_autograd_fallback_mode("nothing")
    try:
        with torch.library._scoped_library("conformance_fallback", "FRAGMENT") as library:
            library.define("hidden(Tensor x) -> Tensor")
            library.impl("hidden", functions["hidden"][1], "CPU")
            yield torch.ops.conformance_fallback.hidden(torch.ones(2, requires_grad=True)).requires_grad
    finally:
        torch._C._set_autograd_fallback_mode(before)


@silent
def saved_numbers(torch: Any) -> Iterator[Any]:
    """Overloads for numbers save the number itself."""
    x = torch.full((2,), 2.0, requires_grad=True)
    for function in (torch.xlogy, torch.special.xlog1py, torch.special.zeta, torch.fmod, torch.remainder, torch.copysign):
        node = function(x, 3.0).grad_fn if function is not torch.special.zeta else function(3.0, x).grad_fn
        yield node.name(), {name: getattr(node, name) for name in dir(node) if name.startswith("_saved_")}
