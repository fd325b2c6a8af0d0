"""The order of backward and what it passes on, gradients that do not fit, line searches at their tolerances, strides of views."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from . import questions

#: A node that fails before, behind and beside what leads to other leaves.
FAILING = ("x * 2 + bad(y * 3)", "bad(y * 3) + x * 2", "(x * 2) * x + bad(y)", "bad(y * x) + x * 2 + x", "x + bad(y) * y",
           "bad(x.clone()) + y.exp() * y + x")
#: Views of complex numbers as real ones and the other way round, of conjugates, and of parts of them.
TURNED = ("torch.view_as_real(c)", "torch.view_as_real(c)[1:]", "c.real", "c.imag", "c.real[::2]", "c.conj().imag", "c.conj().real",
          "c.conj()[1:]", "torch.view_as_real(c)[:, 1]",
          "torch.view_as_real(c).t()", "torch.view_as_complex(torch.view_as_real(c))", "c.mT.imag", "c.H",
          "torch.view_as_complex(torch.view_as_real(c)[1:])", "c.imag.reshape(1, -1)", "c.conj().conj().imag", "c.unsqueeze(0).real")


def cases() -> Iterator[str]:
    """Every line, and what is left behind by a backward in which a node fails."""
    yield from questions("engine")[0]
    for program, way, hooked in product(FAILING, ("backward", "inputs", "xy", "x", "y"), ("", "x", "y", "xy")):
        yield f"failing(lambda x, y, bad: {program}, '{way}', '{hooked}')"
    for view, change in product(TURNED, ("c.mul_(2)", "c.conj().mul_(2j)", "torch.view_as_real(c)[1:].mul_(3)")):
        yield f"rewritten(lambda c: {view}, lambda c: {change})"


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    def pair() -> Any:
        return torch.tensor([0.5, -1.0, 2.0], requires_grad=True), torch.tensor([1.5, 0.25, -0.5], requires_grad=True)

    def ordered(function: Any, inputs: str | None) -> Any:
        """The order of nodes as a hook of the first sees it before it runs."""
        x, y = pair()
        out = function(x, y)
        told: list[Any] = []

        def hook(*_: Any) -> None:
            if not told:
                told.extend(node.name() for node in torch._C._current_graph_task_execution_order())

        out.grad_fn.register_prehook(hook)
        with torch.autograd.set_multithreading_enabled(False):
            torch.autograd.backward(out, inputs=None if inputs is None else [{"x": x, "y": y}[name] for name in inputs])
        return [told, x.grad, y.grad]

    def held(function: Any) -> Any:
        """What hooks have seen, and gradients, once each gradient has been written over: each keeps its own."""
        found = []
        for inputs in (None, "xy", "yx", "x", "y"):
            for hooked in ("", "x", "y", "xy"):
                x, y = pair()
                seen: list[Any] = []
                for name in hooked:
                    {"x": x, "y": y}[name].register_hook(lambda g, seen=seen: seen.append(g))
                out = function(x, y)
                cotangent = torch.full(out.shape, 2.0)
                torch.autograd.backward(out, cotangent, inputs=None if inputs is None else [{"x": x, "y": y}[n] for n in inputs])
                for t in (x, y):
                    if t.grad is not None:
                        t.grad.mul_(-3)
                found.append([x.grad, y.grad, *seen])
        return found

    def wrong(function: Any, change: Any) -> Any:
        """A hook that answers with something else: by each way of running backward."""
        found = []
        for place in ("tensor", "node"):
            for way in ("backward", "inputs", "grad", "create_graph"):
                x, _ = pair()
                out = function(x)
                if place == "tensor":
                    out.register_hook(change)
                else:
                    out.grad_fn.register_prehook(lambda g: (change(g[0]),))
                try:
                    if way == "grad" or way == "create_graph":
                        found.append(torch.autograd.grad(out.sum(), x, create_graph=way == "create_graph")[0])
                    else:
                        torch.autograd.backward(out.sum(), inputs=[x] if way == "inputs" else None)
                        found.append(x.grad)
                except (RuntimeError, TypeError, NotImplementedError) as error:
                    found.append(f"{type(error).__name__}: {str(error)[:60]}")
        return found

    def answers(change: Any) -> Any:
        """A function of somebody's own that answers with something else."""
        class Own(torch.autograd.Function):  # type: ignore[misc, name-defined]
            @staticmethod
            def forward(ctx: Any, x: Any) -> Any:
                return x * 2

            @staticmethod
            def backward(ctx: Any, g: Any) -> Any:
                return change(g)

        found = []
        for way in ("backward", "inputs", "grad", "create_graph", "vjp", "below"):
            x, _ = pair()
            try:
                out = Own.apply(x * 1 if way == "below" else x)
                if way in ("grad", "create_graph", "below"):
                    found.append(torch.autograd.grad(out.sum(), x, create_graph=way == "create_graph", allow_unused=True)[0])
                else:
                    torch.autograd.backward(out.sum(), inputs=[x] if way == "inputs" else None)
                    found.append(x.grad)
            except (RuntimeError, TypeError, NotImplementedError) as error:
                found.append(f"{type(error).__name__}: {str(error)[:60]}")
        return found

    class Nothing(torch.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 1

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return None

    def incomplete(function: Any) -> Any:
        """Where a path ends in no gradient, hooks of the leaf are asked all the same."""
        found = []
        for way in ("grad", "inputs", "backward", "create_graph"):
            x, _ = pair()
            seen: list[Any] = []
            x.register_hook(lambda g, seen=seen: (seen.append(g.tolist()), g * 10)[1])
            out = function(x).sum()
            if way in ("grad", "create_graph"):
                result = torch.autograd.grad(out, x, allow_unused=True, create_graph=way == "create_graph")[0]
            else:
                torch.autograd.backward(out, inputs=[x] if way == "inputs" else None)
                result = x.grad
            found.append([result, seen])
        return found

    def lbfgs(**options: Any) -> Any:
        """Steps on a bowl of powers of two, at whose tolerances numbers are met exactly."""
        found = []
        for slope, other in product((1.0, 2.0, 4.0), (-1.0, 0.0)):
            p = torch.nn.Parameter(torch.tensor([2.0, other], dtype=torch.float64))
            optimizer = torch.optim.LBFGS([p], lr=0.5, **{"max_iter": 4, **options})
            calls: list[float] = []

            def closure(p: Any = p, slope: float = slope, calls: list[float] = calls) -> Any:
                p.grad = None
                loss = (p * p).sum() * slope / 2
                loss.backward()
                calls.append(loss.item())
                return loss

            for _ in range(2):
                optimizer.step(closure)
            state = optimizer.state[p]
            found.append([p, calls, state["n_iter"], state["func_evals"]])
        return found

    def seen(call: Any) -> Any:
        """What a profile has of a call, with gradients and without."""
        found = []
        for requires in (False, True):
            x.requires_grad_(requires)
            with torch.autograd.profiler.profile() as events:
                call()
            names = [e.name for e in events.function_events if e.cpu_parent is None and e.name.startswith("aten::")]
            found.append([name for name in names if name not in ("aten::empty", "aten::to", "aten::lift_fresh", "aten::detach_")])
        return found

    x = torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]])

    def said(call: Any) -> str:
        """All of what a refusal says."""
        try:
            return str(call())
        except Exception as error:
            return f"{type(error).__name__}: {str(error).splitlines()[0]}"

    def told(t: Any) -> Any:
        """Strides where they mean something."""
        return [s if n > 1 and t.numel() else None for s, n in zip(t.stride(), t.shape, strict=True)]

    ones = [torch.ones(shape) for shape in (
        (), (1,), (3,), (0,), (1, 3), (3, 1), (1, 1), (2, 3), (3, 3), (1, 2, 1), (2, 1, 3), (1, 0, 2), (2, 3, 4),
                                            (1, 2, 1, 3), (2, 3, 1, 1), (2, 1, 2, 2))]
    ones += [x.mT for x in ones if x.dim() > 1]
    ones += [torch.ones(2, 3, 4, 5).to(memory_format=torch.channels_last), torch.ones(4, 6)[:, ::2], torch.ones(1, 3).expand(2, 3),
             torch.ones(3, 1).expand(3, 1), torch.ones(2, 3, 4).permute(2, 0, 1)]

    def changed(function: Any) -> Any:
        """What is said of a result that was changed."""
        try:
            return function(torch.tensor([0.5, -1.0, 2.0, 3.0], requires_grad=True))
        except RuntimeError as error:
            return str(error).partition(": ")[2].partition(" Hint")[0]

    class Bad(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            raise ValueError("no")

    def failing(function: Any, way: str, hooked: str) -> Any:
        """What hooks have seen and leaves have got when a node fails."""
        x, y = pair()
        seen: list[Any] = []
        for name in hooked:
            {"x": x, "y": y}[name].register_hook(lambda g, name=name: seen.append([name, g]))
        out = function(x, y, Bad.apply).sum()
        try:
            if way in ("backward", "inputs"):
                out.backward(inputs=[x, y] if way == "inputs" else None)
            else:
                torch.autograd.grad(out, [{"x": x, "y": y}[name] for name in way], allow_unused=True)
        except ValueError as error:
            seen.append(str(error))
        return [seen, x.grad, y.grad]

    def rewritten(view: Any, change: Any) -> Any:
        """The nodes of a view whose base was changed, by their first edges, and the gradient that comes through them."""
        leaf = torch.tensor([1 + 2j, 3 - 1j, 0.5 + 0.5j], requires_grad=True)
        base = leaf * 1
        part = view(base)
        change(base)
        edges: list[Any] = []
        node = part.grad_fn
        while node is not None:
            following = node.next_functions[:1]
            edges.append([node.name(), [slot for _, slot in following]])
            node = following[0][0] if following else None
        weights = torch.arange(1.0, part.numel() + 1).reshape(part.shape)
        torch.view_as_real(part * weights + 0j).sum().backward()
        return [edges, leaf.grad]

    return {"ordered": ordered, "held": held, "wrong": wrong, "answers": answers, "Nothing": Nothing, "incomplete": incomplete,
            "lbfgs": lbfgs, "changed": changed, "failing": failing, "rewritten": rewritten,
            "ones": ones, "seen": seen, "said": said, "x": x, "told": told, "image": torch.arange(32.0).reshape(1, 2, 4, 4).sin()}
