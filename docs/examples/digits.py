"""Learn to read handwritten digits, twice: with a plain network, then with a convolutional one.

    python digits.py                 # train both, print a line per epoch, draw digits.png
    python digits.py --epochs 5      # a shorter run
    python digits.py --no-plot       # numbers only

The data are 1,797 scanned digits of 8 by 8 pixels (data/README.md says where they come from).
"""
import argparse
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

try:  # a bar while it learns, on a terminal; `pip install ".[plot]"` brings it, and what draws the picture
    from tqdm import tqdm
except ImportError:
    tqdm = None

DATA = Path(__file__).parent / "data" / "digits.npz"


class MLP(nn.Module):
    """Sees 64 unrelated numbers: it must find out by itself which pixels are neighbours."""

    def __init__(self, hidden=64):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Flatten(),
            nn.Linear(64, hidden),
            nn.ReLU(),
            nn.Linear(hidden, hidden),
            nn.ReLU(),
            nn.Linear(hidden, 10),
        )

    def forward(self, images):
        return self.layers(images)


class CNN(nn.Module):
    """Is told about neighbours: small filters slide over the image, pooling forgets the exact place."""

    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, kernel_size=3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, kernel_size=3, padding=1)
        self.dropout = nn.Dropout(0.25)
        self.out = nn.Linear(32 * 2 * 2, 10)

    def forward(self, images):
        x = F.max_pool2d(F.relu(self.conv1(images)), 2)  # 1 x 8 x 8 -> 16 x 4 x 4
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)  # -> 32 x 2 x 2
        return self.out(self.dropout(torch.flatten(x, 1)))


def load_data():
    """All images as floats in 0..1 with one channel, and their labels; 500 of them are kept for testing."""
    with np.load(DATA) as data:
        images = torch.from_numpy(data["images"]).float().unsqueeze(1) / 16
        labels = torch.from_numpy(data["labels"]).long()
    digits = TensorDataset(images, labels)
    return random_split(digits, [1297, 500])


def train_epoch(model, loader, optimizer):
    """Show the model every training image once; return the mean loss."""
    model.train()
    total = 0.0
    batches = loader if tqdm is None else tqdm(loader, leave=False, disable=None)  # None: where nobody watches
    for images, labels in batches:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(labels)
    return total / len(loader.dataset)


@torch.no_grad()
def evaluate(model, loader):
    """Return the fraction of images read correctly, and the misread ones as (image, label, reading)."""
    model.eval()
    misread = []
    for images, labels in loader:
        readings = model(images).argmax(dim=1)
        wrong = (readings != labels).nonzero().flatten()
        misread += [(images[i, 0], labels[i].item(), readings[i].item()) for i in wrong]
    return 1 - len(misread) / len(loader.dataset), misread


def fit(name, model, optimizer, train_loader, test_loader, epochs):
    """Train for some epochs, reporting as it goes; return the losses and the digits still misread."""
    count = sum(p.numel() for p in model.parameters())
    print(f"{name}: {count} parameters, {type(optimizer).__name__}")
    losses = []
    for epoch in range(1, epochs + 1):
        losses.append(train_epoch(model, train_loader, optimizer))
        accuracy, misread = evaluate(model, test_loader)
        print(f"  epoch {epoch:2d}   loss {losses[-1]:#.8g}   test accuracy {accuracy:7.2%}", flush=True)
    return losses, misread


def draw(results, path):
    """Plot the loss of every model and, below it, some digits each one got wrong."""
    try:
        import matplotlib
    except ImportError:
        print("matplotlib is not installed: no picture")
        return
    matplotlib.use("Agg")  # draws into a file, needs no screen
    import matplotlib.pyplot as plt

    columns = 8
    figure = plt.figure(figsize=(8, 3 + 1.35 * len(results)), layout="constrained")
    grid = figure.add_gridspec(1 + len(results), columns, height_ratios=[2.4] + [1] * len(results))
    curves = figure.add_subplot(grid[0, :])
    for row, (name, (losses, misread)) in enumerate(results.items(), start=1):
        curves.semilogy(range(1, len(losses) + 1), losses, marker=".", label=name)
        for column in range(columns):
            cell = figure.add_subplot(grid[row, column])
            cell.set(xticks=[], yticks=[])
            if column == 0:
                cell.set_ylabel(f"{name}:\n{len(misread)} misread")
            if column < len(misread):
                image, label, reading = misread[column]
                cell.imshow(image.numpy(), cmap="gray_r")
                cell.set_title(f"{label} read as {reading}", fontsize=8)
            else:
                cell.set_frame_on(False)
    curves.set(xlabel="epoch", ylabel="training loss", title="Reading handwritten digits")
    curves.grid(alpha=0.3)
    curves.legend()
    figure.savefig(path, dpi=120)
    print(f"picture: {path}")


def main():
    parser = argparse.ArgumentParser(description="Train two small networks to read handwritten digits.")
    parser.add_argument("--epochs", type=int, default=15, help="passes over the training images (default: 15)")
    parser.add_argument("--out", default="digits.png", help="where to save the picture (default: digits.png)")
    parser.add_argument("--no-plot", action="store_true", help="do not draw a picture")
    args = parser.parse_args()

    torch.manual_seed(0)
    train_set, test_set = load_data()
    train_loader = DataLoader(train_set, batch_size=32, shuffle=True)
    test_loader = DataLoader(test_set, batch_size=100)

    mlp = MLP()
    sgd = torch.optim.SGD(mlp.parameters(), lr=0.02, momentum=0.9)
    cnn = CNN()
    adam = torch.optim.Adam(cnn.parameters(), lr=3e-3)
    results = {
        "MLP": fit("MLP", mlp, sgd, train_loader, test_loader, args.epochs),
        "CNN": fit("CNN", cnn, adam, train_loader, test_loader, args.epochs),
    }
    if not args.no_plot:
        draw(results, args.out)


if __name__ == "__main__":
    main()
