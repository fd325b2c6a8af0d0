"""geoopt: points on a sphere, in a ball and on a Stiefel manifold, found by Riemannian steps."""

import geoopt
import torch

for manifold, shape in (
    (geoopt.Sphere(), (5, 3)),
    (geoopt.PoincareBall(), (5, 2)),
    (geoopt.EuclideanStiefel(), (5, 2)),
    (geoopt.Lorentz(), (4, 3)),
):
    for make in (geoopt.optim.RiemannianSGD, geoopt.optim.RiemannianAdam):
        torch.manual_seed(0)
        point = geoopt.ManifoldParameter(manifold.projx(torch.randn(shape, dtype=torch.float64) * 0.3), manifold=manifold)
        goal = manifold.projx(torch.randn(shape, dtype=torch.float64) * 0.3)
        optimizer = make([point], lr=0.05)
        for _ in range(5):
            optimizer.zero_grad()
            loss = (point - goal).square().sum()
            loss.backward()
            optimizer.step()
        print(manifold.name, make.__name__, loss.item(), point.sum().item())
