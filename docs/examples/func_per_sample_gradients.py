"""The gradient of every single example, in one pass: which digits pull hardest at the weights?

    python func_per_sample_gradients.py

`grad` differentiates the loss of one image; `vmap` maps that over a batch. Backward through the batch's mean loss would give only the
average of these gradients; here each is kept, as differentially private training and the search for odd examples need them.
"""
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.func import functional_call, grad, vmap

BATCH = 64


def load_batch():
    """The first images as floats in 0..1 with one channel, and their labels."""
    with np.load(Path(__file__).parent / "data" / "digits.npz") as data:
        images, labels = data["images"][:BATCH], data["labels"][:BATCH]
    return torch.from_numpy(images.astype(np.float32) / 16).reshape(-1, 1, 8, 8), torch.from_numpy(labels.astype(np.int64))


def main():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(),
                          nn.MaxPool2d(2), nn.Flatten(), nn.Linear(64, 10))
    params = {name: p.detach() for name, p in model.named_parameters()}
    images, labels = load_batch()

    def loss(params, image, label):
        scores = functional_call(model, params, (image.unsqueeze(0),))
        return F.cross_entropy(scores, label.unsqueeze(0))

    each = vmap(grad(loss), in_dims=(None, 0, 0))(params, images, labels)
    for name, g in each.items():
        print(f"{name:9s} {tuple(g.shape)}")

    norms = torch.stack([g.flatten(1).norm(dim=1) for g in each.values()]).norm(dim=0)
    print("norms of the first five gradients:", " ".join(f"{n:.4f}" for n in norms[:5].tolist()))
    order = norms.argsort(descending=True)[:3].tolist()
    print("the three strongest:", " ".join(f"image {i} (a {labels[i].item()})" for i in order))

    F.cross_entropy(model(images), labels).backward()
    gap = max((each[name].mean(0) - p.grad).abs().max().item() for name, p in model.named_parameters())
    print("their mean is the gradient of the mean loss:", gap < 1e-6)


if __name__ == "__main__":
    main()
