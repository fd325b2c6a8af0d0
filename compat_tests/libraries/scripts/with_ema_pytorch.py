"""ema_pytorch: an averaged copy of a model, updated and used."""

import torch
from ema_pytorch import EMA

torch.manual_seed(0)
model = torch.nn.Linear(5, 1)
average = EMA(model, beta=0.9, update_after_step=1, update_every=1)
x = torch.randn(16, 5)
for _ in range(6):
    with torch.no_grad():
        model.weight += 0.1
    average.update()
print(average(x).sum().item(), model(x).sum().item())
