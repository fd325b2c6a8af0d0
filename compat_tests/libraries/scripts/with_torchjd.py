"""torchjd: several losses at once, their Jacobian aggregated into one step by several rules."""

import torch
from torchjd import aggregation

x, a, b = (torch.randn(16, n, generator=torch.Generator().manual_seed(n)) for n in (5, 1, 2))
for name in ("UPGrad", "MGDA", "PCGrad", "AlignedMTL", "IMTLG", "Mean"):
    if not hasattr(aggregation, name):
        continue
    torch.manual_seed(0)
    try:
        rule = getattr(aggregation, name)()
        trunk, heads = torch.nn.Linear(5, 4), [torch.nn.Linear(4, 1), torch.nn.Linear(4, 2)]
        features = trunk(x).relu()
        losses = torch.stack([(heads[0](features) - a).square().mean(), (heads[1](features) - b).square().mean()])
        gradients = [torch.autograd.grad(loss, trunk.parameters(), retain_graph=True) for loss in losses]
        jacobian = torch.stack([torch.cat([g.flatten() for g in row]) for row in gradients])
        print(name, losses.tolist(), rule(jacobian).tolist())
    except ImportError as error:
        print(name, "needs", type(error).__name__)
