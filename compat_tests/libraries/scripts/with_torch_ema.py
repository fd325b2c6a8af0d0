"""torch_ema: averaged parameters, stored, swapped in and out."""

import torch
from torch_ema import ExponentialMovingAverage

torch.manual_seed(0)
model = torch.nn.Linear(5, 1)
average = ExponentialMovingAverage(model.parameters(), decay=0.9)
optimizer = torch.optim.SGD(model.parameters(), 0.1)
x = torch.randn(16, 5)
for _ in range(5):
    optimizer.zero_grad()
    model(x).square().mean().backward()
    optimizer.step()
    average.update()
with average.average_parameters():
    print(model.weight.tolist())
print(model.weight.tolist(), average.state_dict()["num_updates"])
