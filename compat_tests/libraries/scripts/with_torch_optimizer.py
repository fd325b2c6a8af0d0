"""torch_optimizer: each of its optimizers, ten steps on the same problem."""

import torch
import torch_optimizer

for name in (
    "AccSGD",
    "AdaBelief",
    "AdaBound",
    "AdaMod",
    "Adafactor",
    "AdamP",
    "AggMo",
    "Apollo",
    "DiffGrad",
    "LARS",
    "Lamb",
    "MADGRAD",
    "NovoGrad",
    "PID",
    "QHAdam",
    "QHM",
    "RAdam",
    "Ranger",
    "RangerQH",
    "RangerVA",
    "SGDP",
    "SGDW",
    "SWATS",
    "Yogi",
):
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(6, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
    x = torch.randn(32, 6)
    optimizer = getattr(torch_optimizer, name)(model.parameters(), lr=1e-3)
    for _ in range(10):
        optimizer.zero_grad()
        loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
        loss.backward()
        optimizer.step()
    print(name, loss.item())
