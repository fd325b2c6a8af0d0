"""zuko: neural spline, masked autoregressive and continuous flows: density, samples, a few steps."""

import torch
import zuko

x = torch.randn(32, 3, generator=torch.Generator().manual_seed(1))
for make in (zuko.flows.NSF, zuko.flows.MAF, zuko.flows.NICE, zuko.flows.CNF):
    torch.manual_seed(0)
    flow = make(3, 2, hidden_features=(16,)) if make is zuko.flows.CNF else make(3, 2, transforms=2, hidden_features=(16,))
    optimizer = torch.optim.SGD(flow.parameters(), 1e-2)
    for _ in range(3):
        optimizer.zero_grad()
        loss = -flow(x[:, :2]).log_prob(x).mean()
        loss.backward()
        optimizer.step()
        print(make.__name__, loss.item())
    print(flow(x[0, :2]).sample((2,)).tolist())
