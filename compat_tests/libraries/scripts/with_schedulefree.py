"""schedulefree: AdamW, SGD and RAdam without a schedule, with their train and eval modes."""

import schedulefree
import torch

for kind in (schedulefree.AdamWScheduleFree, schedulefree.SGDScheduleFree, schedulefree.RAdamScheduleFree):
    torch.manual_seed(0)
    model = torch.nn.Linear(6, 1)
    x = torch.randn(32, 6)
    optimizer = kind(model.parameters(), lr=0.05)
    optimizer.train()
    for _ in range(10):
        optimizer.zero_grad()
        loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
        loss.backward()
        optimizer.step()
    optimizer.eval()
    print(kind.__name__, loss.item(), (model(x) - x.sum(1, keepdim=True)).square().mean().item())
