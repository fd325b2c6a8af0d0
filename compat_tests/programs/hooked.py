"""Random programs of hooks: which are called, with which arguments, in which order, compared with PyTorch.

`python -m compat_tests.programs.hooked --seeds 0:1000 --oracle PYTHON` runs each seed's program on both sides and shows where their logs
differ.  A program makes a small graph (views, in-place changes, several outputs, custom Functions), puts hooks of every kind on it, some
of which replace gradients, remove hooks, register others, raise, or run backward themselves, and runs backward a few times.  What it does
depends on the seed alone, never on a result.
"""
from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any


class _Wrong(Exception):
    """The exception that hooks raise."""


_ACTS = ("log", "log", "log", "double", "remove_self", "remove_first", "raise", "add", "write", "reenter", "wrong", "clone", "zero")


class Program:
    """One seed's program: `run` gives its log."""

    def __init__(self, torch: Any, seed: int) -> None:
        self.torch, self.rng, self.log = torch, random.Random(seed), []
        self.tensors: list[Any] = []
        self.leaves: list[Any] = []
        self.handles: list[Any] = []
        self.count = self.calls = 0

    def run(self) -> list[str]:
        """Run the program; return the log of actions, hook calls and results."""
        rng = self.rng
        for _ in range(rng.randint(2, 3)):
            leaf = self.torch.tensor([float(rng.randint(-3, 3)) for _ in range(4)], dtype=self.torch.float64, requires_grad=True)
            self.leaves.append(leaf)
        self.tensors += self.leaves
        steps = rng.randint(3, 9)
        for _ in range(steps):
            self.attempt(rng.choice((self.op, self.op, self.op, self.hook, self.hook, self.saving)))
        for _ in range(rng.randint(1, 3)):
            for _ in range(rng.randint(0, 2)):
                self.attempt(rng.choice((self.hook, self.removal, self.op)))
            self.attempt(rng.choice((self.backward, self.backward, self.grad)))
            self.state()
        return self.log

    def say(self, *parts: Any) -> None:
        self.log.append(" ".join(str(p) for p in parts))

    def attempt(self, action: Callable[[], None]) -> None:
        """Run `action`, and log its exception."""
        try:
            action()
        except (RuntimeError, TypeError, ValueError, _Wrong, AttributeError, IndexError, AssertionError) as error:
            self.say("  !", type(error).__name__, str(error).partition("\n")[0][:110])

    def shown(self, t: Any) -> str:
        """The compared properties of a tensor as text."""
        if t is None or not isinstance(t, self.torch.Tensor):
            return "None" if t is None else type(t).__name__
        node = t.grad_fn.name().rpartition("::")[2] if t.grad_fn is not None else "-"
        return f"{[round(v, 6) for v in t.detach().flatten().tolist()]}{'r' if t.requires_grad else ''}{node}"

    def state(self) -> None:
        """Log gradients, versions and hooks."""
        for i, leaf in enumerate(self.leaves):
            self.say("leaf", i, self.shown(leaf.grad), leaf._version, len(leaf._backward_hooks or ()))
        for i, t in enumerate(self.tensors[len(self.leaves):]):
            if t.retains_grad:
                self.say("kept", i, self.shown(t.grad))
        self.say("mode", self.torch.is_grad_enabled())

    # The graph ------------------------------------------------------------------------------------------------------------------

    def pick(self) -> Any:
        return self.tensors[self.rng.randrange(len(self.tensors))]

    def op(self) -> None:
        rng = self.rng
        kind = rng.choice(("mul", "add", "square", "sin", "scale", "slice", "view", "clone", "unbind", "split", "mul_", "scale_", "slice_",
                           "copy_", "detach", "function", "function2", "stack", "select", "flip", "exp", "relu_", "function_", "no_grad"))
        x, y = self.pick(), self.pick()
        at = [next(i for i, t in enumerate(self.tensors) if t is z) for z in (x, y)]
        self.say("op", kind, *at)
        out = getattr(self, "op_" + kind)(x, y)
        for o in out if isinstance(out, (tuple, list)) else (out,):
            self.say("  =", self.shown(o))
            self.tensors.append(o)

    def op_mul(self, x: Any, y: Any) -> Any:
        return x.sum() * y

    def op_add(self, x: Any, y: Any) -> Any:
        return x + y.sum()

    def op_square(self, x: Any, y: Any) -> Any:
        return x * x

    def op_sin(self, x: Any, y: Any) -> Any:
        return x.sin()

    def op_exp(self, x: Any, y: Any) -> Any:
        return (x * 0.125).exp()

    def op_scale(self, x: Any, y: Any) -> Any:
        return x * 2

    def op_slice(self, x: Any, y: Any) -> Any:
        return x[:2]

    def op_select(self, x: Any, y: Any) -> Any:
        return x[0]

    def op_view(self, x: Any, y: Any) -> Any:
        return x.view(-1)

    def op_flip(self, x: Any, y: Any) -> Any:
        return x.flip(0)

    def op_clone(self, x: Any, y: Any) -> Any:
        return x.clone()

    def op_unbind(self, x: Any, y: Any) -> Any:
        return x.unbind()[:2]

    def op_split(self, x: Any, y: Any) -> Any:
        return x.split(2)[:2]

    def op_stack(self, x: Any, y: Any) -> Any:
        return self.torch.stack([x, x * 3]).sum(0)

    def op_mul_(self, x: Any, y: Any) -> Any:
        return x.mul_(y.sum())

    def op_scale_(self, x: Any, y: Any) -> Any:
        return x.mul_(3)

    def op_slice_(self, x: Any, y: Any) -> Any:
        x[:1].mul_(2)
        return x

    def op_relu_(self, x: Any, y: Any) -> Any:
        return x.relu_()

    def op_copy_(self, x: Any, y: Any) -> Any:
        return x.copy_(y.sum())

    def op_detach(self, x: Any, y: Any) -> Any:
        return x.detach()

    def op_no_grad(self, x: Any, y: Any) -> Any:
        with self.torch.no_grad():
            return x.mul_(2) if not x.is_leaf else x * 2

    def op_function(self, x: Any, y: Any) -> Any:
        return _functions(self)[0].apply(x)

    def op_function2(self, x: Any, y: Any) -> Any:
        return _functions(self)[1].apply(x, y)

    def op_function_(self, x: Any, y: Any) -> Any:
        return _functions(self)[2].apply(x)

    def saving(self) -> None:
        """Run an op under one or two pairs of hooks for saved tensors."""
        rng, torch = self.rng, self.torch
        depth, wrong, way = rng.randint(1, 2), rng.random() < 0.15, rng.choice(("same", "double", "tuple"))
        self.count += 1
        mine = self.count

        def pack(t: Any) -> Any:
            self.say("  pack", mine, self.shown(t))
            if wrong and self.calls % 3 == 2:
                raise _Wrong("pack")
            return t if way == "same" else t * 2 if way == "double" else (t.detach().clone(), 1)

        def unpack(p: Any) -> Any:
            t = p if way == "same" else p / 2 if way == "double" else p[0]
            self.say("  unpack", mine, self.shown(t))
            self.calls += 1
            if wrong and self.calls % 2:
                raise _Wrong("unpack")
            return t

        def other(t: Any) -> Any:
            self.say("  other", mine, self.shown(t))
            return t

        if depth == 1:
            with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
                self.op()
        else:
            with torch.autograd.graph.saved_tensors_hooks(other, other), torch.autograd.graph.saved_tensors_hooks(pack, unpack):
                self.op()

    # Hooks ----------------------------------------------------------------------------------------------------------------------

    def hook(self) -> None:
        rng = self.rng
        kind = rng.choice(("tensor", "tensor", "tensor", "node", "prenode", "post", "retain", "all", "any", "accnode"))
        x = self.pick()
        at = next(i for i, t in enumerate(self.tensors) if t is x)
        self.count += 1
        name = f"{kind}{self.count}"
        act = rng.choice(_ACTS)
        self.say("hook", name, "on", at, act)
        getattr(self, "hook_" + kind)(x, name, act)

    def acting(self, name: str, act: str, x: Any) -> Callable[[Any], Any]:
        """The gradient that a hook returns."""
        mine: list[Any] = []

        def run(g: Any) -> Any:
            self.calls += 1
            self.say("  heard", name, self.shown(g), self.torch.is_grad_enabled())
            if self.calls > 400:
                return None
            if act == "double" and g is not None:
                return g * 2
            if act == "clone" and g is not None:
                return g.clone()
            if act == "zero" and g is not None:
                return self.torch.zeros_like(g)
            if act == "remove_self" and mine:
                mine[0].remove()
            if act == "remove_first" and self.handles:
                self.handles[0].remove()
            if act == "raise":
                raise _Wrong(name)
            if act == "add" and self.calls < 60:
                self.handles.append(x.register_hook(lambda h: self.say("  late", name, self.shown(h))))
            if act == "write" and g is not None:
                with self.torch.no_grad():
                    x.detach().add_(0)
            if act == "reenter":
                with self.torch.enable_grad():
                    z = self.torch.ones(2, dtype=self.torch.float64, requires_grad=True)
                    z.register_hook(lambda h: self.say("  inner", name, self.shown(h)))
                    (z * 3).sum().backward()
            if act == "wrong":
                return "wrong" if self.calls % 2 else self.torch.ones(7)
            return None

        run.mine = mine  # type: ignore[attr-defined]
        return run

    def keep(self, run: Any, handle: Any) -> None:
        run.mine.append(handle)
        self.handles.append(handle)

    def hook_tensor(self, x: Any, name: str, act: str) -> None:
        run = self.acting(name, act, x)
        self.keep(run, x.register_hook(lambda g: run(g)))

    def hook_node(self, x: Any, name: str, act: str) -> None:
        if x.grad_fn is None:
            return
        run = self.acting(name, act, x)

        def called(inputs: Any, outputs: Any) -> Any:
            self.say("  node", name, [self.shown(g) for g in inputs], [self.shown(g) for g in outputs])
            first = run(inputs[0] if inputs else None)
            return None if first is None else (first, *inputs[1:])

        self.keep(run, x.grad_fn.register_hook(called))

    def hook_prenode(self, x: Any, name: str, act: str) -> None:
        if x.grad_fn is None:
            return
        run = self.acting(name, act, x)

        def called(outputs: Any) -> Any:
            self.say("  pre", name, [self.shown(g) for g in outputs])
            first = run(outputs[0])
            return None if first is None else (first, *outputs[1:])

        self.keep(run, x.grad_fn.register_prehook(called))

    def hook_accnode(self, x: Any, name: str, act: str) -> None:
        if not x.is_leaf or not x.requires_grad:
            return
        node = self.torch.autograd.graph.get_gradient_edge(x).node
        run = self.acting(name, act, x)

        def called(outputs: Any) -> Any:
            self.say("  preacc", name, [self.shown(g) for g in outputs])
            first = run(outputs[0])
            return None if first is None else (first,)

        self.keep(run, node.register_prehook(called))
        self.handles.append(node.register_hook(lambda i, o: self.say("  acc", name, len(i), [self.shown(g) for g in o])))
        self.tensors.append(x)  # keeps the node alive
        self.nodes = [*getattr(self, "nodes", ()), node]

    def hook_post(self, x: Any, name: str, act: str) -> None:
        run = self.acting(name, act if act in ("log", "remove_self", "remove_first", "raise", "reenter") else "log", x)
        self.keep(run, x.register_post_accumulate_grad_hook(lambda p: run(p.grad)))

    def hook_retain(self, x: Any, name: str, act: str) -> None:
        x.retain_grad()

    def hook_all(self, x: Any, name: str, act: str) -> None:
        self.multi(x, name, act, "all")

    def hook_any(self, x: Any, name: str, act: str) -> None:
        self.multi(x, name, act, "any")

    def multi(self, x: Any, name: str, act: str, mode: str) -> None:
        others = [t for t in (x, self.pick(), self.pick()) if t.requires_grad]
        run = self.acting(name, act if act in ("log", "remove_self", "remove_first", "raise", "reenter") else "log", x)

        def called(grads: Any) -> None:
            given = grads if isinstance(grads, (list, tuple)) else (grads,)
            self.say("  multi", name, [self.shown(g) for g in given])
            run(None)

        self.keep(run, self.torch.autograd.graph.register_multi_grad_hook(others, called, mode=mode))

    def removal(self) -> None:
        if self.handles:
            at = self.rng.randrange(len(self.handles))
            self.say("remove", at)
            self.handles[at].remove()

    # Backward -------------------------------------------------------------------------------------------------------------------

    def backward(self) -> None:
        rng = self.rng
        x = self.tensors[-1] if rng.random() < 0.6 else self.pick()
        retain, create, limited = rng.random() < 0.6, rng.random() < 0.25, rng.random() < 0.3
        inputs = [self.pick() for _ in range(rng.randint(1, 2))] if limited else None
        self.say("backward", retain, create, None if inputs is None else len(inputs))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            x.sum().backward(retain_graph=retain or None, create_graph=create, inputs=inputs)

    def grad(self) -> None:
        rng = self.rng
        outs = [self.pick() for _ in range(rng.randint(1, 2))]
        inputs = [self.pick() for _ in range(rng.randint(1, 3))]
        options = {"retain_graph": rng.random() < 0.7 or None, "create_graph": rng.random() < 0.3,
                   "allow_unused": rng.random() < 0.8 or None}
        self.say("grad", options)
        found = self.torch.autograd.grad([o.sum() for o in outs], inputs, **options)
        self.say("  =", [self.shown(g) for g in found])


def _functions(program: Program) -> tuple[Any, Any, Any]:
    """Custom Functions that log their calls."""
    torch = program.torch

    class Twice(torch.autograd.Function):  # type: ignore[misc,name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            program.say("  Twice", program.shown(g), program.shown(x))
            return g * 2

    class Both(torch.autograd.Function):  # type: ignore[misc,name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any, y: Any) -> Any:
            ctx.set_materialize_grads(False)
            ctx.save_for_backward(x, y)
            return x.sum() * y, x.clone()

        @staticmethod
        def backward(ctx: Any, g: Any, h: Any) -> Any:
            x, y = ctx.saved_tensors
            program.say("  Both", program.shown(g), program.shown(h), ctx.needs_input_grad)
            gx = None if g is None else (g * y).sum().expand_as(x)
            gx = h if gx is None else gx if h is None else gx + h
            return gx, None if g is None else g * x.sum()

    class InPlace(torch.autograd.Function):  # type: ignore[misc,name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.mark_dirty(x)
            return x.mul_(2)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            program.say("  InPlace", program.shown(g))
            return g * 2

    return Twice, Both, InPlace


def logs(torch: Any, seeds: range) -> Iterator[tuple[int, list[str]]]:
    """Seed and log of each program."""
    for seed in seeds:
        program = Program(torch, seed)
        try:
            yield seed, program.run()
        except Exception as error:  # unexpected exceptions are shown, too
            yield seed, [*program.log, f"?? {type(error).__name__} {error}"]


_RUN = """
import json, sys, importlib, warnings
warnings.simplefilter("ignore")
from compat_tests.programs.hooked import logs
torch = importlib.import_module(sys.argv[1])
for seed, log in logs(torch, range(int(sys.argv[2]), int(sys.argv[3]))):
    print(json.dumps([seed, log]), flush=True)
"""


def _side(python: str, module: str, seeds: range) -> dict[int, list[str]]:
    """The logs of one side, from a process that is restarted after a seed that crashes it."""
    found: dict[int, list[str]] = {}
    start = seeds.start
    while start < seeds.stop:
        run = subprocess.run([python, "-c", _RUN, module, str(start), str(seeds.stop)], capture_output=True, text=True, check=False)
        found |= dict(json.loads(line) for line in run.stdout.splitlines() if line.startswith("["))
        if not run.returncode:
            break
        start = max([start - 1, *found]) + 1
        found[start] = [f"ended by {run.returncode}", run.stderr[-300:]]
        start += 1
    return found


def main() -> None:
    """Compare both sides and show where logs differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0:1000")
    parser.add_argument("--oracle", required=True, help="a Python that has PyTorch")
    parser.add_argument("--show", type=int, default=5, help="so many differences in full")
    args = parser.parse_args()
    start, stop = map(int, args.seeds.split(":"))
    theirs, ours = _side(args.oracle, "torch", range(start, stop)), _side(sys.executable, "minitorch_compat", range(start, stop))
    different = [seed for seed in theirs if theirs[seed] != ours.get(seed)]
    for seed in different[:args.show]:
        a, b = theirs[seed], ours.get(seed, [])
        at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
        print(f"== {seed}", *a[:at], "theirs:", *a[at:at + 6], "ours:", *b[at:at + 6], sep="\n")
    print(f"{len(different)} of {len(theirs)} differ: {different[:40]}")


if __name__ == "__main__":
    main()
