"""nflows: masked autoregressive and coupling flows with splines, fitted to two moons."""

import torch
from nflows import distributions, flows, transforms
from nflows.nn.nets import ResidualNet
from sklearn.datasets import make_moons

torch.manual_seed(0)
x = torch.tensor(make_moons(64, noise=0.1, random_state=0)[0], dtype=torch.float32)
spline = transforms.PiecewiseRationalQuadraticCouplingTransform(
    [0, 1], lambda i, o: ResidualNet(i, o, 16), num_bins=4, tails="linear", tail_bound=3.0
)
for steps in (
    [transforms.MaskedAffineAutoregressiveTransform(2, 16), transforms.ReversePermutation(2)],
    [spline, transforms.LULinear(2)],
    [transforms.ActNorm(2), transforms.HouseholderSequence(2, 2)],
):
    torch.manual_seed(1)
    flow = flows.Flow(transforms.CompositeTransform(steps), distributions.StandardNormal([2]))
    optimizer = torch.optim.SGD(flow.parameters(), 1e-2)
    for _ in range(5):
        optimizer.zero_grad()
        loss = -flow.log_prob(x).mean()
        loss.backward()
        optimizer.step()
        print(type(steps[0]).__name__, loss.item())
    print(flow.sample(3).tolist())
