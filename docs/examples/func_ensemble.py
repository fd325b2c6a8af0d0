"""Several networks trained at once: their weights stacked, their forward and backward passes one.

    python func_ensemble.py

`stack_module_state` stacks the parameters of models of one kind; `functional_call` runs one model's code with any parameters; `vmap`
runs it with all of them. A committee of small networks votes better than most of its members.
"""
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.func import functional_call, stack_module_state, vmap

MEMBERS, STEPS, RATE = 8, 100, 2.0


def load_data():
    with np.load(Path(__file__).parent / "data" / "digits.npz") as data:
        images, labels = data["images"].astype(np.float32) / 16, data["labels"].astype(np.int64)
    return torch.from_numpy(images).reshape(-1, 64), torch.from_numpy(labels)


def main():
    torch.manual_seed(0)
    images, labels = load_data()
    train, test = slice(0, 1000), slice(1000, None)
    models = [nn.Sequential(nn.Linear(64, 16), nn.Tanh(), nn.Linear(16, 10)) for _ in range(MEMBERS)]
    params, buffers = stack_module_state(models)
    print("stacked:", {name: tuple(p.shape) for name, p in params.items()})

    def run(params, buffers, x):
        return functional_call(models[0], (params, buffers), (x,))

    committee = vmap(run, in_dims=(0, 0, None))
    optimizer = torch.optim.SGD(params.values(), lr=RATE)
    for step in range(STEPS):
        scores = committee(params, buffers, images[train])  # (members, images, classes)
        loss = F.cross_entropy(scores.flatten(0, 1), labels[train].repeat(MEMBERS))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 25 == 24:
            print(f"step {step + 1:3d}  loss {loss.item():.4f}")

    with torch.no_grad():
        scores = committee(params, buffers, images[test])
    hits = (scores.argmax(-1) == labels[test]).float().mean(1)
    vote = (scores.softmax(-1).mean(0).argmax(-1) == labels[test]).float().mean()
    print("members: ", " ".join(f"{h:.3f}" for h in hits.tolist()))
    print(f"together: {vote.item():.3f}")


if __name__ == "__main__":
    main()
