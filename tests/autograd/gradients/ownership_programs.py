"""Random programs that report which of their tensors share memory after backward; they run here and in PyTorch.

`python tests/autograd/gradients/ownership_programs.py`, with PyTorch installed, records the pairs that share memory in `ownership.json`.
"""
from __future__ import annotations

import json
import random
import warnings
from pathlib import Path
from typing import Any

import numpy as np

RECORDED = Path(__file__).with_name("ownership.json")
NUMBER = 2000


class OwnershipProgram:
    """One seed's program: a graph over a few leaves, hooks that keep what they get, and one to three backwards."""

    def __init__(self, torch: Any, seed: int) -> None:
        self.torch, self.random = torch, random.Random(seed)
        #: What the program holds, by a name that says how it came by it.
        self.held: dict[str, Any] = {}
        self.leaves: list[Any] = []
        self.tensors: list[Any] = []

    def keep(self, kind: str, tensor: Any) -> None:
        if tensor is not None:
            self.held[f"{kind}{len(self.held)}"] = tensor

    def run(self) -> list[str]:
        """The pairs of tensors that share memory at the end, leaves and gradients included."""
        for _ in range(self.random.randint(2, 3)):
            leaf = self.torch.arange(6.0).reshape(2, 3).add(self.random.randint(1, 3)).requires_grad_()
            self.leaves.append(leaf)
            self.keep("leaf", leaf)
        self.tensors += self.leaves
        for _ in range(self.random.randint(2, 7)):
            self.tensors.append(self.operation())
            if self.random.random() < 0.4:
                self.hook(self.random.choice(self.tensors))
        outputs = [t for t in self.tensors if not t.is_leaf][-self.random.randint(1, 2):]
        times = self.random.randint(1, 3)
        for number in range(times):
            self.backward(outputs, number + 1 < times)
        for i, leaf in enumerate(self.leaves):
            if leaf.grad is not None:
                self.held[f"grad of {i}"] = leaf.grad
        return self.shared()

    def shared(self) -> list[str]:
        arrays = {name: t.detach().numpy() for name, t in self.held.items()}
        names = list(arrays)
        return [f"{a}, {b}" for i, a in enumerate(names) for b in names[i + 1:] if np.shares_memory(arrays[a], arrays[b])]

    def operation(self) -> Any:
        torch, x, y = self.torch, self.random.choice(self.tensors), self.random.choice(self.tensors)
        choice = self.random.randrange(20)
        if choice < 4:
            return x + y
        if choice < 6:
            return x - y
        if choice < 8:
            result = x * y
            self.keep("saved", result)
            return result
        if choice == 8:
            return x.reshape(3, 2).reshape(2, 3)
        if choice == 9:
            return x.t().contiguous().t() if self.random.random() < 0.5 else x.t().t()
        if choice == 10:
            return torch.cat([x[:1], y[1:]])
        if choice == 11:
            first, second = x.split(1)
            return torch.stack([second[0], first[0]])
        if choice == 12:
            return x.clone()
        if choice == 13:
            return x * 1.0 if self.random.random() < 0.5 else x.to(torch.float32)
        if choice == 14:
            return x.sum(0, keepdim=True).expand(2, 3)
        if choice == 15:
            return (x @ y.t())[:, :1] + y
        if choice == 16:
            return x.exp() if self.random.random() < 0.5 else x.relu()
        if choice == 17:
            return self.double(x, y)
        if choice == 18:
            z = x * 2
            z[0].mul_(3)
            return z
        return torch.where(y > 2, x, y)

    def double(self, x: Any, y: Any) -> Any:
        """A custom Function whose backward hands on what it gets, and a tensor that it keeps itself."""
        keep, weight = self.keep, self.torch.ones(2, 3)
        keep("own", weight)

        class Both(self.torch.autograd.Function):  # type: ignore[misc, name-defined]
            @staticmethod
            def forward(ctx: Any, x: Any, y: Any) -> Any:
                return x + y

            @staticmethod
            def backward(ctx: Any, g: Any) -> Any:
                keep("received by Function", g)
                return g, weight

        return Both.apply(x, y)

    def hook(self, t: Any) -> None:
        choice = self.random.randrange(6)
        if choice == 0:
            t.register_hook(lambda g: self.keep("hook", g))
        elif choice == 1:
            t.register_hook(lambda g: g * 1)
        elif choice == 2 and not t.is_leaf:
            t.retain_grad()
        elif choice == 3 and t.grad_fn is not None:
            t.grad_fn.register_prehook(lambda gs: self.keep("pre", gs[0]))
        elif choice == 4 and t.grad_fn is not None:
            t.grad_fn.register_hook(lambda into, out: [self.keep("post", g) for g in (*into, *out)] and None)
        elif choice == 5 and t.is_leaf:
            t.register_post_accumulate_grad_hook(lambda p: self.keep("after", p.grad.detach().clone()))

    def backward(self, outputs: list[Any], retain: bool) -> None:
        torch = self.torch
        cotangents = [torch.ones(2, 3) for _ in outputs]
        if len(outputs) == 2 and self.random.random() < 0.5:
            cotangents[1] = cotangents[0]
        elif self.random.random() < 0.3:
            cotangents = [torch.ones(1).expand(2, 3) for _ in outputs]
        choice = self.random.random()
        if choice < 0.15:
            torch.autograd.backward([(o * 1.5).sum() for o in outputs], retain_graph=retain)
            return
        for g in cotangents:
            self.keep("cotangent", g)
        if choice < 0.3:
            for g in torch.autograd.grad(outputs, self.leaves, cotangents, retain_graph=retain, allow_unused=True):
                self.keep("result", g)
        else:
            torch.autograd.backward(outputs, cotangents, retain_graph=retain, create_graph=choice > 0.9,
                                    inputs=self.leaves[:1] if choice > 0.8 else None)


def outcome(torch: Any, seed: int) -> list[str]:
    """The shared pairs of a seed's program, or the type of the error that it ends in."""
    program = OwnershipProgram(torch, seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return program.run()
        except RuntimeError as error:
            return [type(error).__name__]


if __name__ == "__main__":
    import torch

    RECORDED.write_text(json.dumps([outcome(torch, seed) for seed in range(NUMBER)], separators=(",", ":")) + "\n")
