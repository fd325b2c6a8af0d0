"""higher: MAML by differentiating through inner steps of SGD and Adam."""

import higher
import torch

for make in (torch.optim.SGD, torch.optim.Adam):
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(1, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
    outer, inner = torch.optim.Adam(model.parameters(), 1e-2), make(model.parameters(), 1e-2)
    for _ in range(3):
        outer.zero_grad()
        for phase in torch.rand(2).tolist():
            x = torch.randn(10, 1)
            with higher.innerloop_ctx(model, inner, copy_initial_weights=False) as (fast, optimizer):
                for _ in range(2):
                    optimizer.step((fast(x) - torch.sin(x + phase)).square().mean())
                loss = (fast(x + 0.1) - torch.sin(x + 0.1 + phase)).square().mean()
                loss.backward()
        outer.step()
        print(make.__name__, loss.item())
