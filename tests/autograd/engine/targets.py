"""Programs about hooks, targets and errors. PyTorch's results are in `data/targets.json.xz`, by `data/recorders/programs/targets.py`.

Every program is a combination of choices: the hooks on tensors and nodes of a small graph, the call, and the place of an error.
"""
from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

HOOKS = ("none", "tensor", "pre", "post", "retain", "tensor and post", "leaf", "leaf pre", "leaf post", "after")
ASKED = (("a",), ("m",), ("n",), ("a", "m"), ("m", "n"), ("b", "m"), ("c", "a"), ("m", "a", "b"))
WAYS = ("grad", "backward", "inputs", "grad twice", "create")
ERRORS = ("none", "in m", "in n", "in b")


class Graph:
    """m = a * b, n = sin(m), y = n * m + c * b."""

    def __init__(self, torch: Any, where: str) -> None:
        def failing(name: str) -> Any:
            class Fail(torch.autograd.Function):
                @staticmethod
                def forward(ctx: Any, x: Any) -> Any:
                    return x.clone()

                @staticmethod
                def backward(ctx: Any, g: Any) -> Any:
                    if where == f"in {name}":
                        raise ValueError("stop")
                    return g

            return Fail.apply

        self.torch = torch
        self.a, self.b, self.c = (torch.tensor([x, x + 1.0], dtype=torch.float64, requires_grad=True) for x in (1.0, 2.0, 3.0))
        self.m = failing("m")(self.a * failing("b")(self.b))
        self.n = failing("n")(self.m.sin())
        self.y = (self.n * self.m + self.c * self.b).sum()
        self.told: list[Any] = []
        self.kept: list[Any] = []

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def hook(self, kind: str) -> None:
        """Hooks that tell what they see, keep it, and sometimes change it."""
        def tell(name: str, change: float) -> Any:
            def hook(*seen: Any) -> Any:
                seen = seen if not isinstance(seen[0], tuple) else tuple(s for group in seen for s in group)
                self.told.append([name, [None if s is None else s.tolist() for s in seen]])
                self.kept += [(s, s.clone()) for s in seen if s is not None]
                return seen[0] * change if change and not isinstance(seen[0], tuple) else None
            return hook

        def pair(name: str) -> Any:
            def hook(*groups: Any) -> Any:
                self.told.append([name, [[None if s is None else s.tolist() for s in group] for group in groups]])
                self.kept += [(s, s.clone()) for group in groups for s in group if s is not None]
            return hook

        if "tensor" in kind:
            self.m.register_hook(tell("m", 2.0))
            self.n.register_hook(tell("n", 0.0))
        if kind == "pre":
            self.m.grad_fn.register_prehook(pair("pre m"))
            self.n.grad_fn.register_prehook(lambda groups: (groups[0] * 3,))
        if "post" in kind and "leaf" not in kind:
            self.m.grad_fn.register_hook(pair("post m"))
            self.y.grad_fn.register_hook(pair("post y"))
        if kind == "retain":
            self.m.retain_grad()
            self.n.retain_grad()
        if kind == "leaf":
            self.a.register_hook(tell("a", 5.0))
            self.b.register_hook(tell("b", 0.0))
        if kind in ("leaf pre", "leaf post"):
            node = self.b.view_as(self.b).grad_fn.next_functions[0][0]
            self.node = node  # hooks of a leaf's node live as long as it
            (node.register_prehook if kind == "leaf pre" else node.register_hook)(pair(kind))
        if kind == "after":
            self.a.register_post_accumulate_grad_hook(lambda p: self.told.append(["after a", p.grad.tolist()]))

    def ask(self, names: tuple[str, ...], way: str) -> Any:
        """What comes of it."""
        grad, wanted = self.torch.autograd.grad, [self[name] for name in names]
        if way == "backward":
            return self.y.backward()
        if way == "inputs":
            return self.y.backward(inputs=wanted)
        if way == "create":
            first = grad(self.y, wanted, create_graph=True)
            return [*first, *grad(sum(g.sum() for g in first), [self.a, self.b], allow_unused=True)]
        if way == "grad twice":
            return [*grad(self.y, wanted, retain_graph=True), *grad(self.y, wanted)]
        return grad(self.y, wanted)


def choices() -> Iterator[tuple[str, tuple[str, ...], str, str]]:
    """All of them that differ."""
    for kind, names, way, where in product(HOOKS, ASKED, WAYS, ERRORS):
        if way == "backward" and names != ASKED[0] or where != "none" and way in ("create", "grad twice"):
            continue
        yield kind, names, way, where


def answer(torch: Any, kind: str, names: tuple[str, ...], way: str, where: str) -> Any:
    """What was told, what came of it, and what the tensors have as gradients afterwards; nothing that a hook saw may change later."""
    graph = Graph(torch, where)
    graph.hook(kind)
    try:
        found = graph.ask(names, way)
        result: Any = [None if g is None else [round(v, 9) for v in g.tolist()] for g in found or ()]
    except Exception as error:
        result = f"{type(error).__name__}: {str(error)[:40]}"
    changed = sum(not torch.equal(now, then) for now, then in graph.kept)
    grads = [None if t.grad is None else t.grad.tolist() for t in (graph.a, graph.b, graph.c)]
    retained = [None if t.grad is None else t.grad.tolist() for t in (graph.m, graph.n) if kind == "retain" or way == "inputs"]
    return json.loads(json.dumps(_round([graph.told, result, grads, retained, changed])))


def _round(value: Any) -> Any:
    if isinstance(value, list):
        return [_round(v) for v in value]
    return float(f"{value:.9g}") if isinstance(value, float) else value


def answers(torch: Any) -> dict[str, Any]:
    """Of all programs, by their names."""
    return {" / ".join((kind, " ".join(names), way, where)): answer(torch, kind, names, way, where)
            for kind, names, way, where in choices()}


#: Calls with several results, of a matrix `x` and a symmetric one `s`.
SEVERAL = {
    "max": "x.max(1)", "min": "x.min(0)", "sort": "x.sort(1)", "topk": "x.topk(2)", "median": "x.median(1)", "mode": "x.mode(1)",
    "kthvalue": "x.kthvalue(2, 1)", "cummax": "x.cummax(1)", "unbind": "x.unbind(0)", "split": "x.split(2, 1)", "chunk": "x.chunk(2, 1)",
    "eigh": "torch.linalg.eigh(s)", "svd": "torch.linalg.svd(s)", "qr": "torch.linalg.qr(s)", "slogdet": "torch.linalg.slogdet(s)",
    "var_mean": "torch.var_mean(x, 1)", "std_mean": "torch.std_mean(x, 1)", "frexp": "torch.frexp(x)", "aminmax": "torch.aminmax(x)",
    "cholesky_ex": "torch.linalg.cholesky_ex(s)", "inv_ex": "torch.linalg.inv_ex(s)", "solve_ex": "torch.linalg.solve_ex(s, s)",
    "lu_factor": "torch.linalg.lu_factor(s)", "nanmedian": "torch.nanmedian(x, 1)", "tensor_split": "x.tensor_split(2, 1)",
    "max_pool1d": "torch.nn.functional.max_pool1d(x[None], 2, return_indices=True)",
    "layer_norm": "torch.native_layer_norm(x, (3,), None, None, 1e-5)", "hsplit": "x.hsplit(3)", "unsafe_chunk": "x.unsafe_chunk(2, 1)",
    "batch_norm": "torch.native_batch_norm(x, None, None, None, None, True, .1, 1e-5)"}


def called(torch: Any) -> dict[str, Any]:
    """What nodes with several results give for cotangents, all of them, one too few or one too many."""
    told: dict[str, Any] = {}
    for name, call in SEVERAL.items():
        for extra in (-1, 0, 1):
            x = torch.tensor([[3.0, 1.0, 2.0], [4.0, 6.0, 5.0]], requires_grad=True, dtype=torch.float64)
            s = torch.tensor([[2.0, 1.0], [1.0, 3.0]], requires_grad=True, dtype=torch.float64)
            node = next(out.grad_fn for out in eval(call, {"torch": torch, "x": x, "s": s}) if out.grad_fn is not None)
            count = len(node._input_metadata)
            shapes = [tuple(node._input_metadata[min(i, count - 1)].shape) for i in range(count + extra)]
            try:
                found = node(*[torch.full(shape, 1.0 + i, dtype=torch.float64) for i, shape in enumerate(shapes)])
                found = found if isinstance(found, tuple) else (found,)
                numbers = [None if g is None else [round(v, 6) + 0.0 for v in g.flatten().tolist()] for g in found]
                told[f"{name} {extra}"] = [node.name(), numbers]
            except Exception as error:
                told[f"{name} {extra}"] = [node.name(), type(error).__name__, str(error)[:22]]
    return dict(json.loads(json.dumps(told)))
