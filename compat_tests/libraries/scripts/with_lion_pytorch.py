"""lion_pytorch: the Lion optimizer."""

import torch
from lion_pytorch import Lion

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(6, 16), torch.nn.ReLU(), torch.nn.Linear(16, 1))
x = torch.randn(32, 6)
optimizer = Lion(model.parameters(), lr=1e-3, weight_decay=1e-2, decoupled_weight_decay=True)
for _ in range(10):
    optimizer.zero_grad()
    loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
    loss.backward()
    optimizer.step()
    print(loss.item())
