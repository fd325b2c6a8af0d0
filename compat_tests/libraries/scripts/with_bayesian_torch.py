"""bayesian_torch: layers by reparameterization and by Flipout, with their divergences."""
import torch
from bayesian_torch.layers import Conv2dReparameterization, LinearFlipout, LinearReparameterization

torch.manual_seed(0)
conv, one, two = Conv2dReparameterization(1, 2, 3), LinearReparameterization(8, 4), LinearFlipout(4, 2)
optimizer = torch.optim.Adam([*conv.parameters(), *one.parameters(), *two.parameters()], 0.01)
x, y = torch.randn(6, 1, 4, 4), torch.randint(0, 2, (6,))
for _ in range(3):
    h, a = conv(x)
    h, b = one(h.flatten(1).relu())
    h, c = two(h.relu())
    loss = torch.nn.functional.cross_entropy(h, y) + 0.01 * (a + b + c)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"loss {loss.item():.5f}")
