"""torchsde: a stochastic differential equation, solved and differentiated."""

import torch
import torchsde


class Noise(torch.nn.Module):
    noise_type, sde_type = "diagonal", "ito"

    def __init__(self):
        super().__init__()
        self.theta = torch.nn.Parameter(torch.tensor(0.5))

    def f(self, t, y):
        return -self.theta * y

    def g(self, t, y):
        return 0.2 * torch.ones_like(y)


torch.manual_seed(0)
sde = Noise()
motion = torchsde.BrownianInterval(0.0, 1.0, size=(4, 2), entropy=1, levy_area_approximation="space-time")
for method in ("euler", "srk"):
    y = torchsde.sdeint(sde, torch.ones(4, 2), torch.linspace(0, 1, 5), bm=motion, method=method, dt=0.1)
    y[-1].sum().backward()
    print(method, y[-1].tolist(), sde.theta.grad.item())
    sde.theta.grad = None
