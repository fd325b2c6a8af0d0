"""Views that are no strided windows, changed in place; duals whose parts are of unusual kinds; copies that lie where the original does."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .. import refused


def _chain(x: Any) -> list[str]:
    node, names = x.grad_fn, []
    while node is not None and len(names) < 10:
        names.append(node.name())
        node = node.next_functions[0][0] if node.next_functions else None
    return names


_VIEWS: dict[str, Callable[[Any, Any], Any]] = {
    "mT.conj": lambda _t, b: b.mT.conj(), "conj.mT": lambda _t, b: b.conj().mT, "H": lambda _t, b: b.H,
    "mT.conj[0]": lambda _t, b: b.mT.conj()[0], "[0].conj[0]": lambda _t, b: b[0].conj()[0:1],
    "real": lambda _t, b: b.real, "real.mT": lambda _t, b: b.real.mT, "mT.real": lambda _t, b: b.mT.real,
    "mT.conj.imag": lambda _t, b: b.mT.conj().imag, "conj.imag": lambda _t, b: b.conj().imag,
    "as real[0]": lambda t, b: t.view_as_real(b)[0], "[0] as real": lambda t, b: t.view_as_real(b[0]),
    "conj.conj": lambda _t, b: b.conj().conj(), "mT.conj.mT.conj": lambda _t, b: b.mT.conj().mT.conj(),
    "mT.neg": lambda t, b: t._neg_view(b.mT), "conj[0].neg": lambda t, b: t._neg_view(b.conj()[0]),
    "diagonal.conj.view": lambda _t, b: b.diagonal().conj().view(2, 1),
    "there and back": lambda t, b: t.view_as_complex(t.view_as_real(b)).conj(),
}


def history_after_a_change(torch: Any) -> Iterator[Any]:
    """One step for each view, from the first on that is no window."""
    for name, take in _VIEWS.items():
        for change in ("the view", "the base"):
            leaf = torch.arange(1.0, 5.0).reshape(2, 2).requires_grad_()
            base = leaf.cdouble() * (1 + 2j)
            view = take(torch, base)
            (view if change == "the view" else base).mul_(2)
            found = view * (2 + 1j) if view.is_complex() else view * 2
            gradient, = torch.autograd.grad((found * found.conj()).real.sum(), leaf, create_graph=True)
            second, = torch.autograd.grad(gradient.pow(2).sum(), leaf, allow_unused=True)
            yield name, change, _chain(view), gradient.detach(), second


def inside_of_transforms(torch: Any) -> Iterator[Any]:
    """In-place changes of conjugated, real and transposed views are replayed right under func.grad."""
    for name, take in _VIEWS.items():
        def change(x: Any, take: Any = take) -> Any:
            base = x.cdouble() * (1 + 2j)
            view = take(torch, base)
            view.mul_(2)
            return (view * view.conj()).real.sum() + (base * base.conj()).real.sum()

        yield name, torch.func.grad(change)(torch.arange(1.0, 5.0).reshape(2, 2))


def detached_conjugates_are_written(torch: Any) -> Iterator[Any]:
    """Writes to a detached lazy conjugate, or to its data, reach the base as conjugated values."""
    for change in (lambda v: v.mul_(2), lambda v: v.add_(1j), lambda v: v.copy_(v * 3), lambda v: v.exp_(), lambda v: v.fill_(1j)):
        base = torch.tensor([[1 + 2j, 3 - 1j]])
        change(base.conj().detach())
        yield base
        base = torch.tensor([[1 + 2j, 3 - 1j]])
        change(base.conj().data)
        yield base


def duals_of_inference_tensors(torch: Any) -> Iterator[Any]:
    """PyTorch's autograd does not get to see a call whose tensors are all inference tensors."""
    fw = torch.autograd.forward_ad
    plain = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    index = torch.tensor([0, 1])

    def unusual() -> Any:
        with torch.inference_mode():
            return plain.clone()

    calls = (lambda x: x, lambda x: x * 2, lambda x: 1 - x, lambda x: x * plain, lambda x: x * x, lambda x: x.abs(), lambda x: x @ x.mT,
             lambda x: x.view(4), lambda x: x[0], lambda x: x[index], lambda x: x.clone(), lambda x: x.t() + plain, lambda x: x.sum(),
             lambda x: x.mean(), lambda x: x.sort(-1)[0] - x.max(), lambda x: x.cumsum(0)[0] / 2,
             lambda x: torch.cat([x, x]), lambda x: torch.stack([x, plain]), lambda x: torch.where(x > 1, x, x),
             lambda x: torch.nn.functional.pad(x, (1, 1)), lambda x: x**2, lambda x: 2 / x)
    for i, call in enumerate(calls):
        for primal, tangent in ((unusual(), torch.ones(2, 2)), (unusual(), unusual()), (plain.clone(), unusual())):
            with fw.dual_level():
                dual = fw.make_dual(primal, tangent)
                try:
                    found = fw.unpack_dual(call(dual))
                except NotImplementedError as error:
                    yield i, str(error)
                    continue
                yield i, None if found.tangent is None else found.tangent.clone(), found.primal.is_inference()


def tangents_of_a_wider_type(torch: Any) -> Iterator[Any]:
    """They keep it through whatever promotes."""
    fw = torch.autograd.forward_ad
    calls = (lambda x: x, lambda x: x.exp() * x, torch.sin, lambda x: x.sum(), lambda x: x * 2, lambda x: x / (1 + x * x),
             lambda x: x.view(3, 1), lambda x: torch.cat([x, x]), lambda x: torch.where(x > 0, x, 0.0), lambda x: x.cumsum(0),
             lambda x: x[1:],
             lambda x: x**2,
             lambda x: x.double(), lambda x: x.clone().mul_(2), lambda x: x.norm(), lambda x: x.mean(),
             lambda x: torch.outer(x, x))
    for i, call in enumerate(calls):
        x, tangent = torch.tensor([0.5, 1.5, -0.75]), torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64)
        found = torch.func.jvp(call, (x,), (tangent,))
        yield i, [(str(t.dtype), t.float()) for t in found]
        with fw.dual_level():
            yield i, str(fw.unpack_dual(call(fw.make_dual(x, tangent))).tangent.dtype)


def parts_replaced_where_the_copy_lies(torch: Any) -> Iterator[Any]:
    """The copy has the place of the original in a copy of its memory."""
    b = torch.arange(12.0)
    for x in (b[4:10].view(2, 3), b.view(3, 4).t(), b[::2].view(2, 3), b[:5].unfold(0, 2, 1), b[:3].expand(2, 3), b.view(3, 4)[:, 1:3]):
        for found in (torch.slice_scatter(x, -x[:1], 0, 0, 1), torch.select_scatter(x, -x[0], 0, 0),
                      torch.diagonal_scatter(x, -x.diagonal()),
                      torch.as_strided_scatter(x, torch.full((2,), -1.0), (2,), (1,), x.storage_offset())):
            yield found, found.stride(), found.storage_offset()


def cosines_of_two_types(torch: Any) -> Iterator[Any]:
    """Each vector is divided by its norm in its own type."""
    similarity = torch.nn.functional.cosine_similarity
    yield similarity(torch.zeros(()).half(), torch.eye(2), dim=-1), similarity(torch.zeros(2).half(), torch.ones(2).double(), 0)
    yield similarity(torch.tensor([1.0, 3.0]).half(), torch.tensor([0.25, 2.0]).double(), 0)
    yield similarity(torch.ones(2, dtype=torch.int64), torch.ones(2).half(), 0)
    yield similarity(torch.tensor([1.0, 3.0]).bfloat16(), torch.tensor([0.25, 2.0]), 0)
    yield refused(lambda: similarity(torch.ones(2).int(), torch.ones(3).int(), 0))
    # PyTorch: (tensor([nan, nan]), tensor(nan, dtype=torch.float64))
    # PyTorch: tensor(0.9806, dtype=torch.float64)
    # PyTorch: tensor(1., dtype=torch.float16)
    # PyTorch: tensor(0.9811)
    # PyTorch: RuntimeError: expected common dtype to be floating ...


def powers_in_double_precision(torch: Any) -> Iterator[Any]:
    """The gradient of float_power has the dtype of the input, and its last node shows whether that took a cast."""
    for dtype in (torch.float32, torch.float64):
        for power in (2, 3.0, torch.tensor(2.0), torch.full((2,), 2.0)):
            x = torch.ones(2, dtype=dtype, requires_grad=True)
            gradient, = torch.autograd.grad((torch.float_power(x, power) ** 2).sum(), x, create_graph=True)
            yield str(dtype), gradient.detach(), gradient.grad_fn.name()


def masks_and_values_of_the_tensor_itself(torch: Any) -> Iterator[Any]:
    """A single value under a mask is filled in, whatever memory it comes from."""
    for dtype in (torch.float32, torch.bool, torch.int64):
        x = torch.ones(1, 1).to(dtype)
        x[[True]] = x
        y = torch.ones(2).to(dtype)
        y[torch.tensor([True, False])] = y[:1]
        yield x, y
        mask = torch.ones(2, dtype=torch.bool)
        yield refused(lambda mask=mask, dtype=dtype: mask.__setitem__(mask, torch.ones(2).to(dtype)))
        yield refused(lambda mask=mask, dtype=dtype: mask.__setitem__(mask, torch.ones(3).to(dtype)))
        mask[mask] = torch.ones(1).to(dtype)
        yield mask


def tangents_laid_out_as_their_primals(torch: Any) -> Iterator[Any]:
    """Whether view(-1) of a dual works when the strides of its primal and its tangent differ."""
    jvp = torch.func.jvp
    for x in (torch.ones(3).expand(2, 3), torch.arange(6.0).view(2, 3).t(), torch.arange(6.0)[::2]):
        plain = torch.ones(x.shape)
        for primal, tangent in ((x, plain), (plain, x), (x, x)):
            try:
                yield jvp(lambda a: a.view(-1) * 2, (primal,), (tangent,))
            except RuntimeError as error:
                yield str(error).split("\n")[0]
        try:
            yield torch.func.jacfwd(torch.sin)(x).contiguous()
        except RuntimeError as error:
            yield str(error).split("\n")[0]
