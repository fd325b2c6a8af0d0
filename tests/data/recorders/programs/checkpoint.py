"""Write `checkpoint.pt` and `checkpoint_old.pt` with PyTorch: `python tests/data/recorders/programs/checkpoint.py`."""
from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

HERE = Path(__file__).parents[2]


def main() -> None:
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4))
    optimizer = torch.optim.Adam(net.parameters())
    net(torch.randn(2, 3)).square().sum().backward()
    optimizer.step()
    net.eval()
    x = torch.arange(6.0).view(2, 3)
    p = nn.Parameter(torch.ones(2))
    p.tag = "q"
    torch.save({
        "net": net.state_dict(), "optimizer": optimizer.state_dict(), "out": net(torch.ones(2, 3)).detach(),
        "x": x, "row": x[1], "t": x.t(),
        "conj": torch.tensor([1 + 2j]).conj(), "uint16": torch.arange(3).to(torch.uint16), "p": p,
        "leaf": torch.ones(2, requires_grad=True),
        "plain": [1, 2.5, None, True, "x", b"y", torch.float16, torch.Size([1, 2]), torch.device("cpu")],
    }, HERE / "checkpoint.pt")
    y = torch.arange(3.0)
    torch.save({"x": y, "tail": y[1:]}, HERE / "checkpoint_old.pt", _use_new_zipfile_serialization=False)


if __name__ == "__main__":
    main()
