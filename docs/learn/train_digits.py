"""Digits of 8 by 8 pixels, a convolution and two layers."""
from pathlib import Path

import numpy as np
import torch
from torch import nn


def losses(steps=60):
    torch.manual_seed(0)
    stored = np.load(Path(__file__).parents[1] / "examples/data/digits.npz")
    names = sorted(stored.files, key=lambda name: stored[name].ndim)
    labels = torch.from_numpy(stored[names[0]]).long()
    images = torch.from_numpy(stored[names[-1]]).float().reshape(-1, 1, 8, 8) / 16
    model = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(128, 32), nn.ReLU(),
                          nn.Linear(32, 10))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    told = []
    for _ in range(steps):
        chosen = torch.randint(len(labels), (64,))
        loss = nn.functional.cross_entropy(model(images[chosen]), labels[chosen])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        told.append(loss.item())
    return told


if __name__ == "__main__":
    from curves import main

    main(losses, "digits")
